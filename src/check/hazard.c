/* hazard.c: instructions that come sooner after others than the hardware can take: pairs that the
 * instruction set lists as hazards (isa/hazard.h), and encodings that it does not promise to run.
 * The interpreter has none of them, and whether a chip has depends on what else it does.
 *
 * Each wave keeps its latest vector and memory instructions, with how many vector instructions had
 * run before. Whether one of them still counts is asked only by instructions that can be the second
 * of a pair, and only as long as a first one is near enough. Calls and returns end everything:
 * compilers, too, look at one function at a time. */
#include "check/hazard.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/code_ops.h"
#include "isa/hazard.h"

enum { MOST_HAZARDS = 16, RECENT = 32, SCALARS = 128, WAITS = 6, COUNTERS = 4 };

/* What there is to know of an instruction, found out once. */
struct op_hazards {
    struct hazard_op op;
    uint64_t pc;
    uint16_t first, then;  /* of HAZARD_SOON and HAZARD_SPLIT only */
    uint16_t self;         /* HAZARD_SELF: of which operands overlap */
    uint16_t self_uses[2]; /* ..of the first such hazard */
};

/* An instruction that was executed. */
struct recent {
    const struct op_hazards *op;
    uint32_t vectors, trans; /* how many had run, with it */
    bool is_written;         /* HAZARD_VA_VDST of it is over */
};

/* A scalar register, for HAZARD_REWRITE. */
struct scalar {
    uint64_t read_pc, write_pc;
    uint8_t done_by; /* which waits make what was written known */
    bool by_vector;
};

struct hazard_wave {
    uint32_t vectors, trans;       /* executed so far */
    uint32_t head;                 /* entries of `recent` so far */
    uint32_t bottom;               /* those before it are forgotten */
    uint32_t done[WAITS - 1];      /* those before it have been waited for, by enum hazard_wait */
    uint32_t zero[COUNTERS];       /* ..by counter */
    uint32_t latest[MOST_HAZARDS]; /* 1 + `vectors` behind the latest first instruction; 0: none */
    uint32_t lanes_set;            /* 1 + `vectors` at the latest change of active lanes; 0: none */
    uint16_t near; /* hazards of which a first instruction, or that change, may be near */
    struct recent recent[RECENT];
    uint64_t masks[SCALARS / 64];     /* read as lane masks, and not written since */
    uint64_t rewritten[SCALARS / 64]; /* such that were written, and nobody waited */
    struct scalar scalars[SCALARS];
};

static const struct isa_hazard *list_of(const struct launch *l)
{
    return l->device->isa->hazards->list;
}

/* ---- what instructions are ---------------------------------------------------------------- */

static bool overlap(const struct hazard_use *a, const struct hazard_use *b)
{
    return a->is_vector == b->is_vector && a->first < b->first + b->count &&
           b->first < a->first + a->count && a->halves & b->halves;
}

/* The hazards that the instruction is by itself. */
static void find_self(const struct isa_hazard *list, struct op_hazards *out)
{
    for (unsigned h = 0; list[h].name; h++)
        for (unsigned i = 0; i < out->op.count && list[h].shape == HAZARD_SELF; i++)
            for (unsigned k = 0; k < out->op.count; k++) {
                const struct hazard_use *a = &out->op.uses[i], *b = &out->op.uses[k];
                bool may_share =
                    list[h].is_low && b->count > 1 && a->first == b->first + b->count - 1;
                if (i == k || may_share || !(a->as_first >> h & 1) || !(b->as_then >> h & 1) ||
                    !overlap(a, b))
                    continue;
                if (!out->self) {
                    out->self_uses[0] = (uint16_t)i;
                    out->self_uses[1] = (uint16_t)k;
                }
                out->self |= (uint16_t)(1u << h);
            }
}

static uint16_t near_hazards(const struct isa_hazard *list)
{
    uint16_t near = 0;
    for (unsigned n = 0; list[n].name; n++)
        if (list[n].shape == HAZARD_SOON || list[n].shape == HAZARD_SPLIT)
            near |= (uint16_t)(1u << n);
    return near;
}

/* code_op_make */
static void *make(void *launch, struct wave *w, const struct op *op)
{
    const struct isa_exec *isa = ((const struct launch *)launch)->device->isa;
    struct op_hazards *made = calloc(1, sizeof *made);
    if (made && isa->hazards->of(w, op, &made->op)) {
        made->pc = isa->op_pc(w, op);
        find_self(isa->hazards->list, made);
        uint16_t near = near_hazards(isa->hazards->list);
        made->first = made->op.first & near;
        made->then = made->op.then & near;
    }
    return made;
}

void hazard_launch_end(struct check_launch *c) { code_ops_free(c->hazard_ops, NULL, NULL); }

size_t hazard_bytes(const struct launch *l)
{
    return l->device->isa->hazards ? sizeof(struct hazard_wave) : 0;
}

/* ---- reports ------------------------------------------------------------------------------ */

/* "v3", "s[4:5]" */
static void use_name(const struct launch *l, const struct hazard_use *u, char text[40])
{
    shoal_register_file file = u->is_vector ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR;
    char name[16], last[16];
    l->device->isa->register_name(file, u->first, name);
    l->device->isa->register_name(file, u->first + u->count - 1u, last);
    if (u->count == 1)
        snprintf(text, 40, "%s", name);
    else if (name[1] >= '0' && name[1] <= '9')
        snprintf(text, 40, "%c[%s:%s]", name[0], name + 1, last + 1);
    else
        snprintf(text, 40, "%s and %s", name, last);
}

/* A finding at the wave's instruction; first: pc of the other one, 0: none. NULL: nothing is to be
 * said. */
static struct finding *enter(struct check_group *g, struct wave *w, const char *rule,
                             uint64_t first)
{
    shoal_check_place other;
    if (first)
        place_fill_at(g, w, first, -1, &other);
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_HAZARD, rule, first ? &other : NULL, 1);
    if (!f)
        return NULL;
    place_fill(g, w, -1, &f->report.place);
    f->report.other_title = "the first instruction";
    f->report.detail[0] = 0;
    return f;
}

/* What is to be done, and who says so. */
static void add_remedy(struct finding *f, const struct isa_hazard *h)
{
    snprintf(f->report.detail, sizeof f->report.detail, "over when: %s\ninsert: %s\nsource: %s",
             h->until, h->remedy, h->source);
}

static void report_pair(struct check_group *g, struct wave *w, const struct isa_hazard *h,
                        const struct recent *r, const struct hazard_use *shared, uint32_t between)
{
    struct finding *f = enter(g, w, h->name, r->op->pc);
    if (f) {
        char name[40];
        const char *plural = between == 1 ? "" : "s";
        if (shared) {
            use_name(g->slot->launch, shared, name);
            snprintf(f->report.message, sizeof f->report.message,
                     "%s: %s; %" PRIu32 " vector instruction%s between", h->where, name, between,
                     plural);
        } else {
            snprintf(f->report.message, sizeof f->report.message,
                     "%s; %" PRIu32 " vector instruction%s between", h->where, between, plural);
        }
        add_remedy(f, h);
    }
    finding_done(g);
}

static void report_self(struct check_group *g, struct wave *w, const struct op_hazards *u)
{
    const struct isa_hazard *h = &list_of(g->slot->launch)[__builtin_ctz(u->self)];
    struct finding *f = enter(g, w, h->name, 0);
    if (f) {
        char a[40], b[40];
        use_name(g->slot->launch, &u->op.uses[u->self_uses[0]], a);
        use_name(g->slot->launch, &u->op.uses[u->self_uses[1]], b);
        snprintf(f->report.message, sizeof f->report.message, "%s: %s and %s", h->where, a, b);
        snprintf(f->report.detail, sizeof f->report.detail, "use: %s\nsource: %s", h->remedy,
                 h->source);
    }
    finding_done(g);
}

static void report_encoding(struct check_group *g, struct wave *w, const struct hazard_op *o)
{
    struct finding *f = o->refused[0] ? enter(g, w, "dual-operands", 0) : NULL;
    if (o->refused[0]) {
        if (f)
            snprintf(f->report.message, sizeof f->report.message, "%s", o->refused);
        finding_done(g);
    }
    if (!o->ignored)
        return;
    f = enter(g, w, "ignored-field", 0);
    if (f) {
        f->report.is_note = true;
        snprintf(f->report.message, sizeof f->report.message,
                 "a field has a value that the instruction does not look at: %s", o->ignored);
    }
    finding_done(g);
}

/* ---- HAZARD_SOON --------------------------------------------------------------------------- */

/* Of the operands of the second instruction, the one that is also of the first; NULL: none. */
static const struct hazard_use *find_shared(const struct hazard_op *first,
                                            const struct hazard_op *second, unsigned h)
{
    for (unsigned i = 0; i < second->count; i++)
        for (unsigned k = 0; k < first->count && second->uses[i].as_then >> h & 1; k++)
            if (first->uses[k].as_first >> h & 1 && overlap(&second->uses[i], &first->uses[k]))
                return &second->uses[i];
    return NULL;
}

/* Whether code has waited for the instruction, which is number `at` of those that were executed. */
static bool is_done(const struct hazard_wave *v, const struct isa_hazard *h, uint32_t at)
{
    const struct recent *r = &v->recent[at % RECENT];
    if (h->ends & HAZARD_VA_VDST && r->is_written)
        return true;
    for (unsigned i = 0; i < WAITS - 1; i++)
        if (h->ends >> i & 1 && at < v->done[i])
            return true;
    if (!(h->ends & HAZARD_COUNTERS) || !r->op->op.counters)
        return false;
    for (unsigned c = 0; c < COUNTERS; c++)
        if (r->op->op.counters >> c & 1 && at >= v->zero[c])
            return false;
    return true;
}

static void look_back(struct check_group *g, struct wave *w, struct hazard_wave *v,
                      const struct op_hazards *u, unsigned n)
{
    const struct isa_hazard *h = &list_of(g->slot->launch)[n];
    for (uint32_t at = v->head; at-- > v->bottom && v->head - at <= RECENT;) {
        const struct recent *r = &v->recent[at % RECENT];
        uint32_t between = v->vectors - r->vectors;
        if (between >= h->valu || (h->trans && v->trans - r->trans >= h->trans))
            return; /* those before it are over, too */
        if (!(r->op->op.first >> n & 1))
            continue;
        const struct hazard_use *shared = NULL;
        if (h->first_uses && !(shared = find_shared(&r->op->op, &u->op, n)))
            continue;
        if (!is_done(v, h, at))
            report_pair(g, w, h, r, shared, between);
        return; /* what is before the nearest one was over when that came */
    }
}

/* ---- HAZARD_SPLIT --------------------------------------------------------------------------- */

/* Whether the instruction writes any of the `left` operands of the second one that have not been
 * found yet, which are then taken out. */
static bool takes(const struct hazard_op *first, const struct hazard_op *second, unsigned h,
                  uint32_t *left)
{
    bool is_found = false;
    for (uint32_t rest = *left; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        for (unsigned k = 0; k < first->count; k++)
            if (first->uses[k].as_first >> h & 1 && overlap(&second->uses[i], &first->uses[k])) {
                *left &= ~(1u << i);
                is_found = true;
            }
    }
    return is_found;
}

/* From the second instruction back: the latest write of one of its operands, behind which the lanes
 * were changed, and before that the write of another. */
static void look_back_split(struct check_group *g, struct wave *w, struct hazard_wave *v,
                            const struct op_hazards *u, unsigned n)
{
    const struct isa_hazard *h = &list_of(g->slot->launch)[n];
    const struct recent *after = NULL;
    uint32_t left = 0, set_at = 0, registers = 0;
    bool is_set = false;
    for (unsigned i = 0; i < u->op.count; i++)
        if (u->op.uses[i].as_then >> n & 1) {
            left |= 1u << i;
            registers += u->op.uses[i].count;
        }
    if (registers < 2)
        return;
    for (uint32_t at = v->head; at-- > v->bottom && v->head - at <= RECENT;) {
        const struct recent *r = &v->recent[at % RECENT];
        uint32_t between = v->vectors - r->vectors;
        if (is_done(v, h, at) || between > h->valu || (between > h->after && !after))
            return;
        if (r->op->op.sets_lanes) {
            if (after && !is_set) {
                is_set = true;
                set_at = r->vectors;
            }
            continue;
        }
        if (!(r->op->op.first >> n & 1) || !takes(&r->op->op, &u->op, n, &left))
            continue;
        if (!is_set) { /* behind the change, or there is none */
            if (!after)
                after = r;
            continue;
        }
        uint32_t around = set_at - r->vectors + (after->vectors - 1 - set_at);
        if (v->vectors - after->vectors <= h->after && around <= h->around)
            report_pair(g, w, h, r, NULL, between);
        return;
    }
}

/* ---- HAZARD_REWRITE ------------------------------------------------------------------------- */

static void report_rewrite(struct check_group *g, struct wave *w, const struct isa_hazard *h,
                           unsigned s, const struct scalar *r)
{
    struct finding *f = enter(g, w, h->name, r->write_pc);
    if (f) {
        char name[16], at[24];
        shoal_check_place mask;
        g->slot->launch->device->isa->register_name(SHOAL_REG_SCALAR, s, name);
        place_fill_at(g, w, r->read_pc, -1, &mask);
        place_offset(&mask, at, sizeof at);
        f->report.other_title = "the instruction that writes it";
        snprintf(f->report.message, sizeof f->report.message,
                 "%s is read, was written, and was read as lane mask before that", name);
        snprintf(f->report.detail, sizeof f->report.detail,
                 "read as lane mask at %s: %s\ninsert behind the write: %s\nsource: %s",
                 mask.source[0] ? mask.source : at, mask.instruction, h->remedy, h->source);
    }
    finding_done(g);
}

static void read_scalars(struct check_group *g, struct wave *w, struct hazard_wave *v,
                         const struct hazard_op *o, const struct isa_hazard *h)
{
    for (unsigned i = 0; i < o->count; i++) {
        const struct hazard_use *u = &o->uses[i];
        if (u->is_vector || !u->is_read)
            continue;
        for (unsigned s = u->first; s < (unsigned)u->first + u->count && s < SCALARS; s++) {
            struct scalar *r = &v->scalars[s];
            if (!(v->rewritten[s / 64] >> s % 64 & 1) || (r->by_vector && o->is_scalar))
                continue;
            report_rewrite(g, w, h, s, r);
            v->rewritten[s / 64] &= ~(UINT64_C(1) << s % 64); /* once is enough */
        }
    }
}

static void write_scalars(struct hazard_wave *v, const struct op_hazards *u, unsigned n)
{
    for (unsigned i = 0; i < u->op.count; i++) {
        const struct hazard_use *x = &u->op.uses[i];
        if (x->is_vector || !x->is_write)
            continue;
        for (unsigned s = x->first; s < (unsigned)x->first + x->count && s < SCALARS; s++) {
            uint64_t bit = UINT64_C(1) << s % 64;
            struct scalar *r = &v->scalars[s];
            bool is_hazard = v->masks[s / 64] & bit && x->as_then >> n & 1;
            r->done_by = x->done_by;
            r->by_vector = u->op.is_vector;
            r->write_pc = u->pc;
            v->masks[s / 64] &= ~bit;
            v->rewritten[s / 64] &= ~bit;
            v->rewritten[s / 64] |= is_hazard ? bit : 0;
        }
    }
}

static void drop_waited(struct hazard_wave *v, uint8_t done)
{
    for (unsigned i = 0; i < SCALARS / 64; i++)
        for (uint64_t rest = v->rewritten[i]; rest; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            if (v->scalars[64 * i + bit].done_by & done)
                v->rewritten[i] &= ~(UINT64_C(1) << bit);
        }
}

static void rewrite(struct check_group *g, struct wave *w, struct hazard_wave *v,
                    const struct op_hazards *u, unsigned n)
{
    const struct hazard_op *o = &u->op;
    if (o->done)
        drop_waited(v, o->done);
    if ((v->rewritten[0] | v->rewritten[1]) && (o->is_scalar || o->is_vector))
        read_scalars(g, w, v, o, &list_of(g->slot->launch)[n]);
    if (v->masks[0] | v->masks[1] | v->rewritten[0] | v->rewritten[1])
        write_scalars(v, u, n);
    if (o->reads_scalar)
        memset(v->masks, 0, sizeof v->masks);
    for (unsigned i = 0; i < o->count && o->first >> n & 1; i++)
        for (unsigned k = 0; k < o->uses[i].count && o->uses[i].as_first >> n & 1; k++) {
            unsigned s = o->uses[i].first + k;
            if (s >= SCALARS)
                break;
            v->masks[s / 64] |= UINT64_C(1) << s % 64;
            v->scalars[s].read_pc = u->pc;
        }
}

/* ---- the wave ------------------------------------------------------------------------------- */

/* At most `left` results of vector instructions are to come, which come in order if none of them is
 * transcendental. */
static void wait_vectors(struct hazard_wave *v, unsigned left)
{
    for (uint32_t at = v->head; at-- > v->bottom && v->head - at <= RECENT;) {
        struct recent *r = &v->recent[at % RECENT];
        if (v->trans != r->trans || r->op->op.is_trans)
            break;
        r->is_written |= v->vectors - r->vectors >= left;
    }
}

static void wait_for(struct hazard_wave *v, const struct hazard_op *o)
{
    for (unsigned i = 0; i < WAITS - 1; i++)
        if (o->done >> i & 1)
            v->done[i] = v->head;
    for (unsigned c = 0; c < COUNTERS; c++)
        if (o->zero >> c & 1)
            v->zero[c] = v->head;
    if (o->vdst_left != 255)
        wait_vectors(v, o->vdst_left);
}

static void forget(struct hazard_wave *v)
{
    v->bottom = v->head;
    memset(v->latest, 0, sizeof v->latest);
    v->near = 0;
    memset(v->masks, 0, sizeof v->masks);
    memset(v->rewritten, 0, sizeof v->rewritten);
}

static void look_at(struct check_group *g, struct wave *w, struct hazard_wave *v,
                    const struct op_hazards *u)
{
    const struct isa_hazard *list = list_of(g->slot->launch);
    for (uint32_t rest = u->then & v->near; rest; rest &= rest - 1) {
        unsigned n = (unsigned)__builtin_ctz(rest);
        const struct isa_hazard *h = &list[n];
        uint32_t latest = h->shape == HAZARD_SPLIT ? v->lanes_set : v->latest[n];
        if (!latest || v->vectors + 1 - latest > h->valu)
            v->near &= (uint16_t) ~(1u << n);
        else if (h->shape == HAZARD_SOON)
            look_back(g, w, v, u, n);
        else
            look_back_split(g, w, v, u, n);
    }
}

static void remember(struct hazard_wave *v, const struct isa_hazard *list,
                     const struct op_hazards *u)
{
    const struct hazard_op *o = &u->op;
    v->vectors += o->is_vector;
    v->trans += o->is_trans;
    if (o->sets_lanes) {
        v->lanes_set = v->vectors + 1;
        v->near = near_hazards(list);
    }
    for (uint32_t rest = u->first; rest; rest &= rest - 1)
        v->latest[__builtin_ctz(rest)] = v->vectors + 1;
    v->near |= u->first;
    if (u->first || o->sets_lanes)
        v->recent[v->head++ % RECENT] = (struct recent){u, v->vectors, v->trans, false};
}

void hazard_check(struct check_group *g, struct wave *w, const struct op *op)
{
    struct check_launch *c = g->launch;
    const struct launch *l = g->slot->launch;
    const struct isa_hazard *list = list_of(l);
    struct hazard_wave *v = (struct hazard_wave *)(void *)(g->hazards + w->index * hazard_bytes(l));
    if (!g->hazard_ops || g->hazard_ops->code != w->code)
        g->hazard_ops = code_ops_of(&c->hazard_ops, &c->lock, w->code, NULL, NULL);
    const struct op_hazards *u =
        g->hazard_ops ? code_op(g->hazard_ops, w, op, make, g->slot->launch) : NULL;
    if (!u)
        return;
    if (u->op.done | u->op.zero || u->op.vdst_left != 255)
        wait_for(v, &u->op);
    if (u->then & v->near)
        look_at(g, w, v, u);
    if (u->self)
        report_self(g, w, u);
    if (u->op.refused[0] || u->op.ignored)
        report_encoding(g, w, &u->op);
    for (unsigned n = 0; w->lanes == 64 && list[n].name; n++)
        if (list[n].shape == HAZARD_REWRITE)
            rewrite(g, w, v, u, n);
    if (u->op.is_boundary)
        forget(v);
    else if (u->first | u->op.is_vector | u->op.sets_lanes)
        remember(v, list, u);
}
