/* init.c: values that nobody wrote, used where it matters: as condition, lane mask, address or
 * descriptor, or copied back by the host. Copying and computing with them is no error: beside each
 * wave is a shadow of its registers, with a bit for each bit that is undefined, beside LDS, scratch
 * and device memory a shadow of these, and what an instruction does to undefined bits follows from
 * the steps of its function (jit/shadow.h).
 *
 * Almost always all that an instruction reads is defined: registers with undefined bits are a
 * set, and the shadow is looked at only if the instruction has to do with one of it. */
#include <stdlib.h>
#include <string.h>

#include "check/init.h"

/* ---- registers -------------------------------------------------------------------------- */

static bool is_clear(const struct shadow_set *s, const struct init_wave *v, unsigned var)
{
    const uint8_t *at = shadow_at(s, v->shadow, var);
    uint8_t any = 0;
    for (size_t i = 0, n = shadow_bytes(s, var); i < n; i++)
        any |= at[i];
    return !any;
}

void init_look(const struct shadow_set *s, struct init_wave *v, unsigned var)
{
    var_add(&v->touched, var);
    if (is_clear(s, v, var))
        var_remove(&v->undefined, var);
    else
        var_add(&v->undefined, var);
}

void init_define(const struct shadow_set *s, struct init_wave *v, const struct wave *w,
                 unsigned var)
{
    uint32_t *at = shadow_at(s, v->shadow, var);
    if (!var_has(&v->undefined, var))
        return;
    var_add(&v->touched, var);
    if (var >= VAR_S0) {
        memset(at, 0, shadow_bytes(s, var));
        var_remove(&v->undefined, var);
        return;
    }
    uint32_t active = shadow_active(s, w, var % s->halves);
    for (unsigned i = 0; i < 32; i++)
        at[i] &= (active >> i & 1) - 1;
    init_look(s, v, var);
}

static void define_all(const struct shadow_set *s, struct init_wave *v, const struct wave *w,
                       const varset *set)
{
    varset left;
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        left.w[i] = set->w[i] & v->undefined.w[i];
    for (unsigned var = var_next(&left, 0); var < VAR_COUNT; var = var_next(&left, var + 1))
        init_define(s, v, w, var);
}

/* Whether lanes of the variable that count have undefined bits. */
static bool matters(const struct shadow_set *s, const struct init_wave *v, const struct wave *w,
                    const struct init_op *o, unsigned var)
{
    if (!var_has(&v->undefined, var))
        return false;
    if (var >= VAR_S0 || var_has(&o->shadow.d.fx.across, var))
        return true;
    const uint32_t *at = shadow_at(s, v->shadow, var);
    uint32_t active = shadow_active(s, w, var % s->halves), any = 0;
    for (unsigned i = 0; i < 32; i++)
        any |= at[i] & (0 - (active >> i & 1));
    return any;
}

/* The first variable that the op reads undefined bits of; VAR_COUNT: there is none. */
static unsigned first_undefined(const struct shadow_set *s, const struct init_wave *v,
                                const struct wave *w, const struct init_op *o)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        for (uint64_t left = o->use.w[i] & v->undefined.w[i]; left; left &= left - 1) {
            unsigned var = 64 * i + (unsigned)__builtin_ctzll(left);
            if (matters(s, v, w, o, var))
                return var;
        }
    return VAR_COUNT;
}

/* ---- checks ----------------------------------------------------------------------------- */

/* Lanes of which a register of an address is undefined. */
static void check_use(struct check_group *g, struct wave *w, const struct shadow_set *s,
                      const struct init_use *u, uint64_t lanes)
{
    struct init_wave *v = init_wave_of(g, w);
    unsigned count = u->dwords * (u->is_vector ? s->halves : 1);
    for (unsigned i = 0; i < count; i++) {
        unsigned var = u->var + i;
        if (!var_has(&v->undefined, var))
            continue;
        const uint32_t *at = shadow_at(s, v->shadow, var);
        int lane = -1;
        for (unsigned k = 0; u->is_vector && k < 32 && lane < 0; k++)
            if (at[k] && lanes >> (32 * (var % s->halves) + k) & 1)
                lane = (int)(32 * (var % s->halves) + k);
        if (u->is_vector && lane < 0)
            continue;
        init_report(g, w, u->is_descriptor ? "undefined-descriptor" : "undefined-address",
                    u->is_descriptor ? "the descriptor" : "the address", var, lane);
        init_define(s, v, w, var);
        return;
    }
}

/* A lane mask that was made active. */
static void check_mask(struct check_group *g, struct wave *w, const struct shadow_set *s,
                       unsigned origin)
{
    struct init_wave *v = init_wave_of(g, w);
    for (unsigned h = 0; h < s->halves; h++) {
        unsigned var = s->active + h;
        const uint32_t *at = shadow_at(s, v->shadow, var);
        if (!*at)
            continue;
        init_report(g, w, "undefined-mask", "which lanes are active", origin,
                    (int)(32 * h) + __builtin_ctz(*at));
        init_define(s, v, w, var);
    }
}

/* Branches of lanes: their sources are compared as a whole. */
static void check_split(struct check_group *g, struct wave *w, const struct shadow_set *s,
                        const struct init_op *o)
{
    struct init_wave *v = init_wave_of(g, w);
    const varset *use = &o->shadow.d.fx.use;
    for (unsigned var = var_next(use, 0); var < VAR_S0; var = var_next(use, var + 1)) {
        if (!matters(s, v, w, o, var))
            continue;
        const uint32_t *at = shadow_at(s, v->shadow, var);
        unsigned lane = 0;
        while (!at[lane] || !(shadow_active(s, w, 0) >> lane & 1))
            lane++;
        init_report(g, w, "undefined-branch", "the condition", var, (int)lane);
        init_define(s, v, w, var);
        return;
    }
}

static void propagate(struct check_group *g, struct wave *w, const struct shadow_set *s,
                      const struct init_op *o, const struct op *op, unsigned from)
{
    struct init_wave *v = init_wave_of(g, w);
    const struct shadow_api *api = g->launch->check->init->api;
    uint32_t origin = v->origin[from];
    uint64_t loaded = v->loaded[from];
    if (o->shadow.d.fx.treatment == AS_SYNC) /* it may write more than `def` says */
        memset(&v->touched, 0xff, sizeof v->touched);
    if (api->propagate(s, &o->shadow, op, w, v->shadow, g->init->rerun)) {
        init_report(g, w, "undefined-branch", "the condition", from, -1);
        define_all(s, v, w, &o->use);
        return;
    }
    for (unsigned var = var_next(&o->def, 0); var < VAR_COUNT; var = var_next(&o->def, var + 1)) {
        init_look(s, v, var);
        if (var_has(&v->undefined, var)) {
            v->origin[var] = origin;
            v->loaded[var] = loaded;
        }
    }
    for (unsigned h = 0; h < s->halves; h++)
        if (var_has(&o->def, s->active + h) && var_has(&v->undefined, s->active + h)) {
            check_mask(g, w, s, from);
            return;
        }
}

void init_check(struct check_group *g, struct wave *w, const struct op *op,
                const struct accesses *a)
{
    const struct init_op *o = init_op_of(g, w, op);
    if (!o)
        return;
    const struct shadow_set *s = init_set(g);
    struct init_wave *v = init_wave_of(g, w);
    for (unsigned i = 0; i < o->use_count; i++)
        check_use(g, w, s, &o->uses[i], a ? a->info.lanes : o->uses[i].is_vector ? 0 : UINT64_MAX);
    if (a && o->shadow.element.is_known) {
        init_access(g, w, o, a);
        return;
    }
    if (o->shadow.d.kind == OP_SPLIT)
        check_split(g, w, s, o);
    uint64_t uses = 0, defines = 0;
    for (unsigned i = 0; i < o->part_count; i++) {
        uint64_t undefined = v->undefined.w[o->parts[i].word];
        uses |= o->parts[i].use & undefined;
        defines |= o->parts[i].def & undefined;
    }
    if (uses) {
        unsigned from = first_undefined(s, v, w, o);
        if (from < VAR_COUNT) {
            propagate(g, w, s, o, op, from);
            return;
        }
    }
    if (defines)
        define_all(s, v, w, &o->def);
}

/* ---- work-groups ------------------------------------------------------------------------ */

static struct init_group *take_group(struct check_launch *c)
{
    pthread_mutex_lock(&c->lock);
    struct init_group *n = c->init_groups;
    if (n)
        c->init_groups = n->next;
    pthread_mutex_unlock(&c->lock);
    return n;
}

static void free_group(struct init_group *n)
{
    free(n->shadows);
    free(n->rerun);
    free(n->lds);
    free(n);
}

static struct init_group *make_group(const struct launch *l)
{
    struct init_group *n = calloc(1, sizeof *n + l->group_waves * sizeof n->waves[0]);
    size_t bytes = (l->wave_bytes + 127) / 128 * 128;
    bool has_lds = !l->device->isa->lds_reserve;
    if (!n)
        return NULL;
    n->shadows = aligned_alloc(128, bytes * l->group_waves);
    n->rerun = aligned_alloc(128, 2 * bytes);
    if (has_lds)
        n->lds = malloc((size_t)l->state.lds_bytes + 1);
    if (!n->shadows || !n->rerun || (has_lds && !n->lds)) {
        free_group(n);
        return NULL;
    }
    for (uint32_t i = 0; i < l->group_waves; i++)
        n->waves[i].shadow = (struct wave *)(void *)(n->shadows + i * bytes);
    return n;
}

/* All that nobody writes before the kernel starts is undefined. */
static void find_start(const struct shadow_set *s, const struct launch *l, varset *start)
{
    uint64_t written[3] = {0};
    unsigned vectors = 0;
    l->device->isa->start_written(&l->state, written, &vectors);
    memset(start, 0, sizeof *start);
    for (unsigned var = vectors * s->halves; var < s->vectors * s->halves; var++)
        var_add(start, var);
    for (unsigned i = 0; i < 192 && VAR_S0 + i < VAR_COUNT; i++)
        if (!(written[i / 64] >> i % 64 & 1))
            var_add(start, VAR_S0 + i);
}

static void begin_variable(const struct shadow_set *s, const varset *start, struct init_wave *v,
                           unsigned var)
{
    int undefined = var >= s->first_flag ? 1 : 0xff;
    bool is_vector = var < VAR_S0;
    if (!is_vector || var < s->vectors * s->halves)
        memset(shadow_at(s, v->shadow, var), var_has(start, var) ? undefined : 0,
               shadow_bytes(s, var));
    v->origin[var] = origin_of(ORIGIN_REGISTER, is_vector ? var / s->halves : var);
    v->loaded[var] = 0;
}

static void begin_wave(const struct shadow_set *s, const varset *start, struct init_wave *v)
{
    for (unsigned var = var_next(&v->touched, 0); var < VAR_COUNT;
         var = var_next(&v->touched, var + 1))
        begin_variable(s, start, v, var);
    memset(&v->touched, 0, sizeof v->touched);
    v->undefined = *start;
}

/* The first work-group that has these shadows: all of them are to be filled. */
static void fill(const struct shadow_set *s, const struct launch *l, struct init_group *n)
{
    find_start(s, l, &n->start);
    for (uint32_t i = 0; i < l->group_waves; i++) {
        memset(n->waves[i].shadow, 0, s->at.vectors);
        memset(&n->waves[i].touched, 0xff, sizeof n->waves[i].touched);
    }
    n->is_filled = true;
}

bool init_group_begin(struct check_group *g)
{
    struct launch *l = g->slot->launch;
    struct init_group *n = take_group(g->launch);
    if (!n && !(n = make_group(l)))
        return false;
    g->init = n;
    struct wave *first = slot_wave(l, g->slot, 0);
    if (n->lds)
        memset(n->lds, 0, l->state.lds_bytes);
    n->code = init_code_of(g, first);
    if (n->code && !n->is_filled)
        fill(init_set(g), l, n);
    for (uint32_t i = 0; i < g->slot->group.wave_count && n->code; i++)
        begin_wave(init_set(g), &n->start, &n->waves[i]);
    return n->code;
}

void init_group_end(struct check_group *g)
{
    struct init_group *n = g->init;
    if (!n)
        return;
    for (uint32_t i = 0; i < g->slot->launch->group_waves; i++) {
        free(n->waves[i].scratch);
        n->waves[i].scratch = NULL;
    }
    pthread_mutex_lock(&g->launch->lock);
    n->next = g->launch->init_groups;
    g->launch->init_groups = n;
    pthread_mutex_unlock(&g->launch->lock);
}

void init_launch_end(struct check_launch *c)
{
    for (struct init_group *n = c->init_groups, *next; n; n = next) {
        next = n->next;
        free_group(n);
    }
    init_codes_free(c);
}
