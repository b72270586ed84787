/* liveness.c: which variables are live, in which lanes, and which are newer than the wave's copy.
 */
#include "jit/liveness.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "jit/isa.h"
#include "jit/walk.h"

/* ---- what is known of lane masks ---- */

/* Masks are in scalar registers; facts are kept of all up to EXEC. */
static unsigned exec_number(const struct region *r) { return r->isa->layout.exec - VAR_S0; }

static bool has(const uint64_t set[2], unsigned n) { return set[n / 64] >> n % 64 & 1; }

static void put_fact(uint64_t set[2], unsigned n, bool holds)
{
    set[n / 64] = (set[n / 64] & ~(UINT64_C(1) << n % 64)) | (uint64_t)holds << n % 64;
}

/* What is known of a scalar as a lane mask. */
struct mask {
    bool within, full, rest; /* as in struct mask_facts */
    bool is_exec;            /* it is EXEC as it was */
    bool is_part, is_whole;  /* it has no lane that EXEC has not; it has all that EXEC has */
    bool is_ones;            /* all bits are set */
    bool is_others;          /* it is the lanes that EXEC has not */
};

static const struct mask unknown_mask = {.within = false};

static struct mask facts_of(const struct mask_facts *f, unsigned n)
{
    return (struct mask){
        .within = has(f->within, n), .full = has(f->full, n), .rest = has(f->rest, n)};
}

static void set_mask(struct mask_facts *f, unsigned n, struct mask m)
{
    if (n < 128) {
        put_fact(f->within, n, m.within);
        put_fact(f->full, n, m.full);
        put_fact(f->rest, n, m.rest);
    }
}

static struct mask and_mask(const struct mask *a, const struct mask *b)
{
    return (struct mask){.within = a->within || b->within,
                         .full = a->full && b->full,
                         .is_part = a->is_part || b->is_part};
}

/* `a` is EXEC and `b` has the other lanes of the start: together all of them. */
static bool completes(const struct mask *a, const struct mask *b)
{
    return a->is_exec && a->within && b->rest;
}

static struct mask or_mask(const struct mask *a, const struct mask *b)
{
    return (struct mask){.within = a->within && b->within,
                         .full = (a->full && b->within) || (b->full && a->within) ||
                                 completes(a, b) || completes(b, a),
                         .is_part = a->is_part && b->is_part,
                         .is_whole = a->is_whole || b->is_whole,
                         .is_ones = a->is_ones || b->is_ones};
}

/* EXEC xor all lanes of the start is the lanes that EXEC lacks: so compilers make the mask of an
 * else branch. */
static struct mask xor_mask(const struct mask *a, const struct mask *b)
{
    if (a->is_ones || b->is_ones)
        return (struct mask){.is_others = (a->is_exec && b->is_ones) || (b->is_exec && a->is_ones)};
    return (struct mask){.within = a->within && b->within,
                         .rest = (a->is_exec && a->within && b->full) ||
                                 (b->is_exec && b->within && a->full)};
}

static void mask_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    bool is_zero = all_alike && bits == 0,
         is_ones = all_alike && bits == UINT64_MAX >> (64 - step_bits(type));
    (void)context;
    *(struct mask *)out = (struct mask){
        .within = is_zero, .is_part = is_zero, .is_whole = is_ones, .is_ones = is_ones};
}

static void mask_step(void *context, const struct step *s, const char *intrinsic,
                      const void *const arg[3], void *out)
{
    const struct mask *a = arg[0], *b = arg[1], *c = arg[2];
    struct mask *r = out;
    (void)context, (void)intrinsic;
    *r = unknown_mask;
    if (s->opcode == LLVMAnd)
        *r = and_mask(a, b);
    else if (s->opcode == LLVMOr)
        *r = or_mask(a, b);
    else if (s->opcode == LLVMXor)
        *r = xor_mask(a, b);
    else if (s->opcode == LLVMSelect)
        *r = (struct mask){.within = b->within && c->within,
                           .full = b->full && c->full,
                           .is_part = b->is_part && c->is_part,
                           .is_whole = b->is_whole && c->is_whole};
}

static const struct domain masks = {sizeof(struct mask), mask_constant, mask_step, NULL};

/* A source as a mask; facts: of registers, NULL: nothing is known of them. */
static struct mask source_mask(const struct region *r, const struct source *s,
                               const struct mask_facts *facts)
{
    struct mask m = unknown_mask;
    if (s->kind == SOURCE_CONSTANT && s->bits >= 32)
        mask_constant(NULL, (s->bits == 64 ? KIND_I64 : KIND_I32) * 16,
                      s->bits == 64 ? s->constant : s->constant & UINT32_MAX, true, &m);
    if (s->kind != SOURCE_SCALAR || r->isa->is_zero(s->var) || s->var >= r->isa->layout.first_flag)
        return m;
    if (facts && s->bits == 32 * r->halves)
        m = facts_of(facts, s->var - VAR_S0);
    m.is_exec = m.is_part = m.is_whole = s->var == r->isa->layout.exec;
    return m;
}

/* The results of a scalar computation as masks. false: nothing is known of them. */
static bool compute_masks(const struct region *r, const struct computation *c,
                          const struct mask_facts *facts, struct mask out[MAX_DESTINATIONS])
{
    struct mask in[MAX_SOURCES];
    for (unsigned i = 0; i < c->source_count; i++)
        in[i] = source_mask(r, &c->source[i], facts);
    return !c->is_vector && walk(&masks, NULL, c->function, in, out);
}

/* A scalar op on masks of the wave's width: from the facts before it to those behind. */
static void scalar_masks(const struct region *r, const struct computation *c,
                         const struct mask_facts *before, struct mask_facts *f)
{
    struct mask out[MAX_DESTINATIONS];
    if (!compute_masks(r, c, before, out))
        return;
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind == TO_SCALAR && to->bits == 32 * r->halves)
            set_mask(f, to->var - VAR_S0, out[i]);
    }
}

/* What a scalar op makes of EXEC; the last result counts. */
static enum exec_change scalar_change(const struct region *r, const struct computation *c)
{
    struct mask out[MAX_DESTINATIONS];
    enum exec_change x = EXEC_CHANGES;
    if (!compute_masks(r, c, NULL, out))
        return x;
    for (unsigned i = 0; i < c->destination_count; i++)
        if (c->destination[i].kind == TO_SCALAR && c->destination[i].var == r->isa->layout.exec)
            x = out[i].is_part ? EXEC_NARROWS : out[i].is_whole ? EXEC_WIDENS : EXEC_CHANGES;
    return x;
}

void find_exec_change(const struct region *r, struct description *d)
{
    bool is_written = false;
    for (unsigned h = 0; h < r->halves; h++)
        is_written |= var_has(&d->fx.def, r->isa->layout.exec + h);
    if (d->fx.exec != EXEC_STAYS || !is_written)
        return;
    /* Vector instructions write only bits of active lanes. */
    bool is_lanes = d->kind == OP_PAIR || (d->kind == OP_COMPUTE && d->computation[0].is_vector);
    d->fx.exec = is_lanes                ? EXEC_NARROWS
                 : d->kind == OP_COMPUTE ? scalar_change(r, &d->computation[0])
                                         : EXEC_CHANGES;
}

/* Masks that a vector op writes have bits of active lanes only. */
static void vector_masks(const struct computation *c, bool exec_within, struct mask_facts *f)
{
    for (unsigned i = 0; i < c->destination_count; i++)
        if (c->destination[i].kind == TO_MASK)
            set_mask(f, c->destination[i].var - VAR_S0, (struct mask){.within = exec_within});
}

static void follow_masks(const struct region *r, struct region_op *at, struct mask_facts *f)
{
    struct mask_facts before = *f;
    unsigned exec_n = exec_number(r);
    struct mask exec = facts_of(f, exec_n);
    at->is_full = exec.full;
    at->is_within = exec.within;
    /* What is written is unknown, but for the cases below. */
    for (unsigned n = 0; n < exec_n + 2; n++)
        if (var_has(&at->fx.def, VAR_S0 + n)) {
            set_mask(f, n, unknown_mask);
            if (r->halves == 2 && n > 0)
                set_mask(f, n - 1, unknown_mask);
        }
    if (r->isa->masks_nest)
        set_mask(f, exec_n, (struct mask){.within = true});
    if (at->fx.treatment == AS_LEAVE || at->fx.treatment == AS_SYNC) {
        if (!at->waits)
            *f = (struct mask_facts){{0}, {0}, {0}};
    } else if (at->kind == OP_COMPUTE) {
        const struct computation *c = computation_of(r, at, 0);
        if (c->is_vector)
            vector_masks(c, exec.within, f);
        else
            scalar_masks(r, c, &before, f);
    }
    bool changes = at->fx.exec != EXEC_STAYS || var_has(&at->fx.def, r->isa->layout.exec);
    if (changes && !at->aside)
        memset(f->rest, 0, sizeof f->rest);
    at->ends_within = r->isa->masks_nest || has(f->within, exec_n);
    at->is_within |= r->isa->masks_nest;
}

/* ---- EXEC set aside ----
 *
 * Lanes that are not active take part in what is between, and in nothing else: outside, they are
 * what they would be without. */

enum { MAX_ASIDE_OPS = 24 };

static bool writes_exec(const struct region *r, const struct region_op *at)
{
    return var_has(&at->fx.def, r->isa->layout.exec) ||
           var_has(&at->fx.def, r->isa->layout.exec + r->halves - 1);
}

/* Whether the op keeps EXEC in a scalar, *saved, and what it becomes; ASIDE_NONE: something else.
 */
static enum aside set_aside(const struct region *r, const struct region_op *at, unsigned *saved)
{
    struct mask out[MAX_DESTINATIONS];
    enum aside now = ASIDE_NONE;
    bool is_saved = false;
    if (at->kind != OP_COMPUTE || at->fx.treatment != AS_IR || !writes_exec(r, at))
        return ASIDE_NONE;
    const struct computation *c = computation_of(r, at, 0);
    if (!compute_masks(r, c, NULL, out))
        return ASIDE_NONE;
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind != TO_SCALAR || to->bits != 32 * r->halves)
            continue;
        if (to->var == r->isa->layout.exec) {
            now = out[i].is_ones ? ASIDE_ALL : out[i].is_others ? ASIDE_OTHERS : ASIDE_NONE;
        } else if (out[i].is_exec && !r->isa->is_zero(to->var)) {
            *saved = to->var;
            is_saved = true;
        }
    }
    return is_saved ? now : ASIDE_NONE;
}

/* Whether EXEC becomes what the scalar has. */
static bool comes_back(const struct region *r, const struct region_op *at, unsigned saved)
{
    struct mask in[MAX_SOURCES], out[MAX_DESTINATIONS];
    if (at->kind != OP_COMPUTE || at->fx.treatment != AS_IR)
        return false;
    const struct computation *c = computation_of(r, at, 0);
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        in[i] = (struct mask){.is_exec = s->kind == SOURCE_SCALAR && s->var == saved &&
                                         s->bits == 32 * r->halves};
    }
    if (c->is_vector || !walk(&masks, NULL, c->function, in, out))
        return false;
    for (unsigned i = 0; i < c->destination_count; i++)
        if (c->destination[i].kind == TO_SCALAR && c->destination[i].bits == 32 * r->halves &&
            c->destination[i].var == r->isa->layout.exec)
            return out[i].is_exec;
    return false;
}

static bool may_be_aside(const struct region_op *at)
{
    bool is_known = at->kind == OP_COMPUTE || at->kind == OP_PAIR || at->kind == OP_ACCESS ||
                    at->copy.kind != LANE_NONE;
    return at->fx.treatment == AS_NOTHING || (at->fx.treatment == AS_IR && is_known);
}

/* Marks the ops from this one on, if EXEC is set aside there; `end` is behind the block. */
static void mark_aside(const struct region *r, struct region_op *first, const struct region_op *end)
{
    unsigned saved = 0;
    enum aside now = set_aside(r, first, &saved);
    if (now == ASIDE_NONE || r->isa->masks_nest)
        return;
    struct region_op *last = first + 1;
    while (last < end && !comes_back(r, last, saved)) {
        bool changes = writes_exec(r, last) || var_has(&last->fx.def, saved) ||
                       var_has(&last->fx.def, saved + r->halves - 1);
        if (changes || !may_be_aside(last) || last - first > MAX_ASIDE_OPS)
            return;
        last++;
    }
    if (last == end)
        return;
    for (struct region_op *at = first + 1; at < last; at++)
        at->aside = (uint8_t)now;
    first->aside = ASIDE_BEGINS;
    last->aside = ASIDE_ENDS;
}

static void find_asides(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        struct region_op *end = &r->ops[b->op + b->ops];
        for (struct region_op *at = &r->ops[b->op]; at < end; at++)
            if (at->aside == ASIDE_NONE)
                mark_aside(r, at, end);
    }
}

/* ---- liveness ---- */

static void keep_written(const struct region *r, varset *s)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        s->w[i] &= r->written.w[i];
}

/* Anything may be read, by code that is not in the region. */
static void all_live(const struct region *r, struct liveness *out)
{
    r->isa->all_variables(r, &out->active);
    keep_written(r, &out->active);
    if (!r->is_whole)
        out->suspended = out->never = vgprs_of(&out->active);
}

/* Variables that no op writes are up to date in the wave's struct, unless compiled code begins new
 * waves: they need not be stored for ops that look there. */
static void find_written(struct region *r)
{
    if (r->isa->start_part) { /* new waves have nothing in memory */
        memset(&r->written, 0xff, sizeof r->written);
        return;
    }
    for (unsigned i = 0; i < r->op_count; i++)
        add_set(&r->written, &r->ops[i].fx.def);
    for (unsigned i = 0; i < r->op_count; i++) {
        struct effects *fx = &r->ops[i].fx;
        if (fx->treatment == AS_LEAVE || fx->treatment == AS_SYNC) {
            keep_written(r, &fx->use);
            keep_written(r, &fx->across);
        }
    }
}

static void add_liveness(struct liveness *to, const struct liveness *from)
{
    add_set(&to->active, &from->active);
    add_set(&to->suspended, &from->suspended);
    add_set(&to->never, &from->never);
}

/* What is live behind a block; waiting: where waves may go on at an OP_MEET. */
static void live_behind(const struct region *r, const struct block *b,
                        const struct liveness *waiting, struct liveness *out)
{
    const struct region_op *last = &r->ops[b->op + b->ops - 1];
    enum treatment t = last->fx.treatment;
    bool outside = t == AS_LEAVE && last->returns;
    bool runs_out = (t != AS_LEAVE && b->succ[0] < 0 && b->succ[1] < 0) ||
                    ((last->kind == OP_SPLIT || last->kind == OP_MEET) && b->succ[0] < 0);
    int next[3] = {b->succ[0], b->succ[1], outside && last->waits ? b->after : -1};
    if ((outside && next[2] < 0) || runs_out || (last->kind == OP_BRANCH && last->target == 0)) {
        all_live(r, out);
    }
    for (unsigned k = 0; k < 3; k++)
        if (next[k] >= 0)
            add_liveness(out, &r->blocks[next[k]].in);
    if (b->ends_full) /* there are no such lanes */
        memset(&out->suspended, 0, sizeof out->suspended);
    if (last->kind == OP_MEET)
        add_liveness(out, waiting);
}

/* What is live where waves may go on at an OP_MEET: all ways of splits, and anything if code that
 * is not in the region may have split a wave. */
static void live_at_ways(const struct region *r, struct liveness *out)
{
    bool is_open = false;
    for (unsigned i = 0; i < r->op_count; i++)
        is_open |= r->ops[i].is_call;
    if (is_open)
        all_live(r, out);
    for (unsigned i = 0; i < r->count; i++)
        if (r->blocks[i].is_way)
            add_liveness(out, &r->blocks[i].in);
}

static varset live_anywhere(const struct liveness *l)
{
    varset s = l->active;
    add_set(&s, &l->suspended);
    add_set(&s, &l->never);
    return s;
}

/* Behind a write of EXEC, a lane may be in another of the classes active, suspended and never. What
 * is live in a class that it may come to, is live in the class that it comes from. */
static void live_before_exec(const struct region_op *o, struct liveness *l)
{
    enum exec_change x = o->fx.exec;
    if (x == EXEC_STAYS || o->aside)
        return;
    varset any = live_anywhere(l), started = l->active;
    any = vgprs_of(&any);
    add_set(&started, &l->suspended);
    started = vgprs_of(&started);
    if (x != EXEC_WIDENS)
        add_set(&l->active, o->is_within && o->ends_within ? &started : &any);
    if (x == EXEC_NARROWS)
        return;
    if (o->ends_within)
        l->suspended = started;
    else
        l->suspended = l->never = any;
}

/* The same where EXEC is set aside: by lanes as they are outside. */
static void live_before_aside(const struct region_op *o, struct liveness *l, varset *kept)
{
    varset def = o->fx.def, use = vgprs_of(&o->fx.use), other = vgprs_of(&def);
    bool are_all = o->aside == ASIDE_ALL;
    for (unsigned i = 0; kept && i < VARSET_WORDS; i++)
        kept->w[i] = are_all ? 0 : other.w[i] & l->active.w[i];
    remove_set(&l->suspended, &def);
    remove_set(&l->never, &def);
    if (!are_all)
        remove_set(&def, &other);
    remove_set(&l->active, &def);
    add_set(&l->suspended, &use);
    add_set(&l->never, &use);
    if (!are_all) {
        other = o->fx.use;
        remove_set(&other, &use);
        add_set(&other, &o->fx.across);
        use = other;
    } else {
        use = o->fx.use;
    }
    add_set(&l->active, &use);
}

/* From what is live behind an op to what is live before it, and what it keeps. */
static void live_before(const struct region *r, const struct region_op *o, struct liveness *l,
                        varset *kept)
{
    if (o->aside == ASIDE_ALL || o->aside == ASIDE_OTHERS) {
        live_before_aside(o, l, kept);
        return;
    }
    live_before_exec(o, l);
    if (o->is_full) /* there are no such lanes */
        memset(&l->suspended, 0, sizeof l->suspended);
    if (kept)
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            kept->w[i] = o->fx.def.w[i] & (l->suspended.w[i] | l->never.w[i]);
    remove_set(&l->active, &o->fx.def);
    add_set(&l->active, &o->fx.use);
    if (r->is_whole)
        return;
    add_set(&l->suspended, &o->fx.across);
    add_set(&l->never, &o->fx.across);
}

void region_live_before(const struct region *r, const struct block *b, const struct region_op *at,
                        varset *out)
{
    struct liveness l = b->out;
    for (const struct region_op *o = &r->ops[b->op + b->ops]; o-- > at;)
        live_before(r, o, &l, NULL);
    *out = live_anywhere(&l);
}

static bool grows(varset *s, const varset *by)
{
    bool yes = false;
    for (unsigned i = 0; i < VARSET_WORDS; i++) {
        yes |= (by->w[i] & ~s->w[i]) != 0;
        s->w[i] |= by->w[i];
    }
    return yes;
}

static void meet_masks(struct mask_facts *into, const struct mask_facts *with)
{
    for (unsigned i = 0; i < 2; i++) {
        into->within[i] &= with->within[i];
        into->full[i] &= with->full[i];
        into->rest[i] &= with->rest[i];
    }
}

/* Facts at the start of blocks: what holds on all ways there. */
static void solve_masks(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        memset(&r->blocks[i].masks, (int)i == r->entry || r->blocks[i].is_root ? 0 : 0xff,
               sizeof r->blocks[i].masks);
    set_mask(&r->blocks[r->entry].masks, exec_number(r),
             (struct mask){.within = true, .full = true});
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            struct mask_facts f = b->masks;
            for (uint32_t k = 0; k < b->ops; k++)
                follow_masks(r, &r->ops[b->op + k], &f);
            b->ends_full = has(f.full, exec_number(r));
            int next[3] = {b->succ[0], b->succ[1], b->after};
            for (unsigned k = 0; k < 3; k++) {
                if (next[k] < 0)
                    continue;
                struct mask_facts *to = &r->blocks[next[k]].masks, old = *to;
                meet_masks(to, &f);
                again |= memcmp(to, &old, sizeof old) != 0;
            }
        }
    }
}

/* Whether the region is better compiled for waves of which all lanes are active. */
static bool is_better_whole(const struct region *r)
{
    bool wants_all = false, is_full = r->isa->start_part != NULL;
    for (unsigned i = 0; i < r->op_count; i++) {
        wants_all |= r->ops[i].fx.wants_all;
        is_full &= r->ops[i].is_full && r->ops[i].fx.exec == EXEC_STAYS;
    }
    return wants_all && is_full;
}

void solve_liveness(struct region *r)
{
    find_written(r);
    find_asides(r);
    solve_masks(r);
    if (r->isa->find_full)
        r->isa->find_full(r);
    r->is_whole = is_better_whole(r);
    for (bool again = true; again;) {
        again = false;
        struct liveness waiting = {{{0}}, {{0}}, {{0}}};
        live_at_ways(r, &waiting);
        for (unsigned i = r->count; i-- > 0;) {
            struct block *b = &r->blocks[i];
            live_behind(r, b, &waiting, &b->out);
            struct liveness l = b->out;
            for (uint32_t k = b->ops; k-- > 0;)
                live_before(r, &r->ops[b->op + k], &l, &r->ops[b->op + k].kept);
            again |= grows(&b->in.active, &l.active);
            again |= grows(&b->in.suspended, &l.suspended);
            again |= grows(&b->in.never, &l.never);
        }
    }
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        b->live_in = live_anywhere(&b->in);
        b->live_out = live_anywhere(&b->out);
    }
}

/* What a loop with waits does not write. */
static void find_clean(struct region *r, struct block *head, uint8_t *in_loop)
{
    unsigned index = (unsigned)(head - r->blocks);
    bool waits = false;
    if (!head->is_loop || (int)index == r->entry || !region_loop(r, index, true, in_loop))
        return;
    varset written = {{0}};
    for (unsigned i = index; i < r->count; i++)
        if (in_loop[i]) {
            const struct block *b = &r->blocks[i];
            add_set(&written, &b->def);
            waits |= b->after >= 0 && in_loop[b->after] && !b->jumps;
        }
    if (!waits)
        return;
    head->clean = head->live_in;
    remove_set(&head->clean, &written);
}

static bool calls_function(const struct region *r, const struct region_op *at)
{
    return at->fx.treatment == AS_CALL && r->isa->semantic_function &&
           r->isa->semantic_function(op_of(r, at));
}

/* Where waves of a part meet otherwise than by its edges, all registers are phis. */
static void find_home(struct region *r)
{
    memset(&r->home, 0, sizeof r->home);
    for (unsigned i = 0; i < r->count; i++)
        for (uint32_t k = 0; k < r->blocks[i].ops; k++) {
            const struct region_op *at = &r->ops[r->blocks[i].op + k];
            if (!calls_function(r, at))
                continue;
            add_set(&r->home, &at->fx.use);
            add_set(&r->home, &at->fx.def);
        }
    for (unsigned v = var_next(&r->home, VAR_S0); v < VAR_COUNT; v = var_next(&r->home, v + 1))
        var_remove(&r->home, v);
    if (r->entry >= 0 && r->blocks[r->entry].preds)
        remove_set(&r->home, &r->blocks[r->entry].live_in);
    for (unsigned i = 0; i < r->lane_loop_count; i++)
        remove_set(&r->home, &r->blocks[r->lane_loops[i].exit].live_in);
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        bool inherits = !b->is_label && b->preds == 1 && b->pred < (int)i;
        memset(&b->home, 0, sizeof b->home);
        for (unsigned w = 0; !inherits && (int)i != r->entry && w < VARSET_WORDS; w++)
            b->home.w[w] = b->live_in.w[w] & r->home.w[w];
        add_set(&b->clean, &b->home);
    }
}

void solve_dirty(struct region *r)
{
    uint8_t *marks = malloc(r->count + 1);
    for (unsigned i = 0; i < r->count; i++) {
        memset(&r->blocks[i].clean, 0, sizeof r->blocks[i].clean);
        if (marks)
            find_clean(r, &r->blocks[i], marks);
    }
    free(marks);
    find_home(r);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            for (unsigned k = 0; k < 4 + b->jumps; k++) {
                int to = k < 2 ? b->succ[k] : k < 4 ? b->ways[k - 2] : r->jumps[b->jump + k - 4];
                if (to < 0)
                    continue;
                struct block *s = &r->blocks[to];
                for (unsigned w = 0; w < VARSET_WORDS; w++) {
                    uint64_t d =
                        (b->dirty_in.w[w] | b->def.w[w]) & s->live_in.w[w] & ~s->clean.w[w];
                    d |= s->dirty_in.w[w];
                    again |= d != s->dirty_in.w[w];
                    s->dirty_in.w[w] = d;
                }
            }
        }
    }
}
