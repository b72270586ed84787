/* cfg.c: see cfg.h. First all ops that control reaches are marked, then they become blocks, and the
 * blocks are dealt out to parts. */
#include "jit/cfg.h"

#include <stdlib.h>
#include <string.h>

#include "jit/batch.h"
#include "jit/constants.h"
#include "jit/copies.h"
#include "jit/flat.h"
#include "jit/jit.h"
#include "jit/jumps.h"
#include "jit/lanes.h"
#include "jit/liveness.h"
#include "jit/shape.h"
#include "jit/teams.h"
#include "jit/waiting.h"

/* ---- blocks ---- */

enum { SEEN = 1, LEADER = 2, LABEL = 4, LOOP = 8, WAY = 16, ROOT = 32, MODE = 64 };

struct finder {
    struct region *r;
    uint8_t *marks; /* [op_count] */
    uint32_t *stack;
    size_t depth, capacity;
    const struct region_request *request;
    struct constants constants;
    struct jump_list calls; /* slots */
};

static bool push(struct finder *f, uint32_t slot, uint8_t marks)
{
    if (slot >= f->r->slot_count)
        return true; /* runs out of the code: the interpreter reports it */
    f->marks[slot] |= LEADER | marks;
    if (f->marks[slot] & SEEN)
        return true;
    if (f->depth == f->capacity) {
        size_t n = f->capacity ? 2 * f->capacity : 256;
        uint32_t *p = realloc(f->stack, n * sizeof *p);
        if (!p)
            return false;
        f->stack = p;
        f->capacity = n;
    }
    f->stack[f->depth++] = slot;
    return true;
}

static void describe(const struct region *r, const struct op *o, struct description *d)
{
    memset(d, 0, sizeof *d);
    d->address = d->to = d->link = NO_ADDRESS;
    r->isa->describe_op(r, o, d);
    find_exec_change(r, d);
    for (unsigned v = VAR_S0; v < VAR_COUNT; v++)
        if (r->isa->is_zero(v)) {
            var_remove(&d->fx.use, v);
            var_remove(&d->fx.def, v);
        }
}

/* ---- called functions ----
 *
 * Compilers make the address of a function of the pc and constants, just before they call it. */

/* The slot that the op goes to; UINT32_MAX: it is not known, or in other code. */
static uint32_t known_target(const struct region *r, const struct constants *k,
                             const struct description *d)
{
    uint64_t at;
    if (d->to == NO_ADDRESS || !var_has(&k->known, d->to) || !var_has(&k->known, d->to + 1u))
        return UINT32_MAX;
    at = (constants_value(r, k, d->to) | (uint64_t)constants_value(r, k, d->to + 1u) << 32) -
         r->code->base;
    return at % 4 || at / 4 >= r->slot_count ? UINT32_MAX : (uint32_t)(at / 4);
}

/* ---- other MODEs ----
 *
 * Code is compiled for one MODE, which labels compare. Where ops set another one and straight code
 * sets it back, as around divisions, what lies between is compiled for the other one. */

enum { MAX_MODE_OPS = 100 };

/* The op as it is compiled. Ops behind it are described under the MODE that it sets. */
static void describe_under_mode(struct region *r, const uint8_t *marks, uint32_t slot,
                                struct description *d)
{
    describe(r, region_op(r, slot), d);
    if (d->kind != OP_MODE || !(marks[slot] & MODE))
        return;
    d->fx = (struct effects){.treatment = AS_IR};
    r->mode = (uint32_t)d->target;
}

/* The slot of the op that sets back what the one at `slot` sets, in straight code of which no op
 * has these marks; 0: there is none. */
static uint32_t find_mode_end(struct finder *f, uint32_t slot, uint8_t without)
{
    struct region *r = f->r;
    uint32_t base = r->mode, end = 0;
    for (unsigned n = 0; n < MAX_MODE_OPS && slot < r->slot_count && !end; n++) {
        struct op *o = region_op(r, slot);
        struct description d;
        if (n && f->marks[slot] & without)
            break;
        f->request->decode(f->request->context, o);
        describe(r, o, &d);
        if (d.kind == OP_MODE)
            r->mode = (uint32_t)d.target;
        else if (d.fx.treatment == AS_LEAVE || d.kind == OP_BRANCH || d.kind == OP_SPLIT ||
                 d.kind == OP_MEET)
            break;
        end = d.kind == OP_MODE && r->mode == base ? slot : 0;
        slot += op_slots(r, o);
    }
    r->mode = base;
    return end;
}

static void mark_mode_ops(struct finder *f, uint32_t first, uint32_t last, bool on)
{
    struct region *r = f->r;
    for (uint32_t slot = first, next; slot <= last; slot = next) {
        struct description d;
        next = slot + op_slots(r, region_op(r, slot));
        describe(r, region_op(r, slot), &d);
        if (d.kind == OP_MODE)
            f->marks[slot] = (uint8_t)(on ? f->marks[slot] | MODE : f->marks[slot] & ~MODE);
        if (d.kind == OP_MODE && !on && next < r->slot_count)
            f->marks[next] |= LEADER | LABEL;
    }
}

/* Where control comes into such code from elsewhere, labels are behind its ops after all. */
static void check_mode_ops(struct finder *f)
{
    for (uint32_t slot = 0; slot < f->r->slot_count; slot++)
        if (f->marks[slot] & MODE) {
            uint32_t end = find_mode_end(f, slot, 0);
            if (!find_mode_end(f, slot, LEADER))
                mark_mode_ops(f, slot, end, false);
            slot = end > slot ? end : slot;
        }
}

/* ---- all ops ---- */

/* Marks every op that direct control flow reaches, and calls whose targets are known. */
static bool explore(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    if (!push(f, entry, LABEL))
        return false;
    while (f->depth) {
        uint32_t slot = f->stack[--f->depth], run = 0, mode_end = 0, base = r->mode;
        memset(&f->constants.known, 0, sizeof f->constants.known);
        while (slot < r->slot_count && !(f->marks[slot] & SEEN)) {
            f->marks[slot] |= SEEN;
            struct op *o = region_op(r, slot);
            f->request->decode(f->request->context, o);
            if (++r->op_count > MAX_REGION_OPS)
                return false;
            struct description d;
            describe(r, o, &d);
            if (d.kind == OP_MODE && !(f->marks[slot] & MODE) &&
                (mode_end = find_mode_end(f, slot, SEEN | LEADER)) != 0)
                mark_mode_ops(f, slot, mode_end, true);
            describe_under_mode(r, f->marks, slot, &d);
            uint32_t next = slot + op_slots(r, o);
            if (d.kind == OP_SPLIT) {
                uint32_t to = (uint32_t)((int32_t)slot + d.target);
                if (!push(f, to, WAY | (to <= slot ? LOOP | LABEL : 0)) || !push(f, next, WAY))
                    return false;
                break;
            }
            if (d.kind == OP_MEET) {
                if (!push(f, next, 0))
                    return false;
                break;
            }
            if (d.kind == OP_BRANCH) {
                if (d.target) {
                    uint32_t to = (uint32_t)((int32_t)slot + d.target);
                    if (!push(f, to, to <= slot ? LOOP | LABEL : 0))
                        return false;
                }
                if (d.is_conditional && !push(f, next, 0))
                    return false;
                break;
            }
            if (d.fx.treatment == AS_LEAVE) {
                uint32_t to = known_target(r, &f->constants, &d);
                if (d.returns && !push(f, next, LABEL))
                    return false;
                if (to != UINT32_MAX &&
                    (!push(f, to, LABEL | ROOT) || !jumps_add(&f->calls, slot, to)))
                    return false;
                break;
            }
            constants_follow(r, &f->constants, o, d.kind, d.computation, &d.fx);
            slot = next;
            /* Every op is in one block: where this goes on in known code, a block begins. */
            bool may_end = slot > mode_end && ++run % MAX_BLOCK_OPS == 0;
            if (slot < r->slot_count && (may_end || f->marks[slot] & SEEN))
                f->marks[slot] |= LEADER;
        }
        r->mode = base;
    }
    check_mode_ops(f);
    return true;
}

static bool cut_blocks(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    size_t n = r->slot_count, count = 0;
    for (size_t s = 0; s < n; s++)
        count += (f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER);
    r->blocks = calloc(count, sizeof *r->blocks);
    r->block_at = malloc(n * sizeof *r->block_at);
    if (!r->blocks || !r->block_at)
        return false;
    for (size_t s = 0; s < n; s++) {
        r->block_at[s] = -1;
        if ((f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER)) {
            r->block_at[s] = (int32_t)r->count;
            struct block *b = &r->blocks[r->count++];
            b->first = (uint32_t)s;
            b->is_label = f->marks[s] & LABEL;
            b->is_loop = f->marks[s] & LOOP;
            b->is_root = f->marks[s] & ROOT;
            b->is_way = f->marks[s] & WAY;
            if (s == entry)
                r->entry = (int)r->count - 1;
        }
    }
    return true;
}

static int block_of_slot(const struct region *r, uint32_t slot)
{
    return slot < r->slot_count ? r->block_at[slot] : -1;
}

static bool keep_computations(struct region *r, struct region_op *at, const struct description *d)
{
    unsigned n = computations_of(at);
    at->computations = r->computation_count;
    if (!n)
        return true;
    if (r->computation_count + n > r->computation_capacity) {
        uint32_t capacity = 2 * r->computation_capacity + 1024;
        struct computation *p = realloc(r->computations, capacity * sizeof *p);
        if (!p)
            return false;
        r->computations = p;
        r->computation_capacity = capacity;
    }
    memcpy(r->computations + r->computation_count, d->computation, n * sizeof *d->computation);
    r->computation_count += n;
    return true;
}

static bool add_op(struct region *r, const uint8_t *marks, uint32_t slot, struct region_op *at)
{
    struct description d;
    describe_under_mode(r, marks, slot, &d);
    *at = (struct region_op){.slot = slot,
                             .kind = (uint8_t)d.kind,
                             .is_conditional = d.is_conditional,
                             .returns = d.returns,
                             .is_call = d.is_call,
                             .ends = d.ends,
                             .waits = d.waits,
                             .is_barrier = d.is_barrier,
                             .is_load = d.is_load,
                             .is_pure = d.is_pure,
                             .bytes = d.bytes,
                             .address = d.address,
                             .to = d.to,
                             .link = d.link,
                             .copy = d.copy,
                             .target = d.target,
                             .fx = d.fx};
    return keep_computations(r, at, &d);
}

/* Ops, end and successors of each block. false: no memory. */
static bool scan_block(struct region *r, const uint8_t *marks, struct block *b)
{
    uint32_t slot = b->first;
    b->succ[0] = b->succ[1] = b->after = b->ways[0] = b->ways[1] = -1;
    b->op = r->ops_found;
    for (;;) {
        struct region_op *at = &r->ops[r->ops_found++];
        if (!add_op(r, marks, slot, at))
            return false;
        add_set(&b->def, &at->fx.def);
        b->ops++;
        b->last = slot;
        uint32_t next = slot + op_slots(r, region_op(r, slot));
        if (at->kind == OP_MEET) {
            b->succ[0] = block_of_slot(r, next);
            return true;
        }
        if (at->kind == OP_BRANCH || at->kind == OP_SPLIT) {
            if (at->target)
                b->succ[1] = block_of_slot(r, (uint32_t)((int32_t)slot + at->target));
            if (at->is_conditional || at->kind == OP_SPLIT)
                b->succ[0] = block_of_slot(r, next);
            return true;
        }
        if (at->fx.treatment == AS_LEAVE) {
            if (at->returns)
                b->after = block_of_slot(r, next);
            return true;
        }
        if (next >= r->slot_count || r->block_at[next] >= 0) {
            b->succ[0] = block_of_slot(r, next);
            return true;
        }
        slot = next;
    }
}

static void mark_loop(struct region *r, unsigned from, int to)
{
    for (unsigned n = (unsigned)to; to >= 0 && n <= from; n++)
        r->blocks[n].is_in_loop = true;
}

static void mark_loops(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        for (unsigned k = 0; k < 2; k++)
            mark_loop(r, i, b->succ[k]);
        for (unsigned k = 0; k < b->jumps; k++)
            mark_loop(r, i, r->jumps[b->jump + k]);
    }
}

/* Ways of splits that no OP_MEET is known to lead to are entered from outside. */
static void label_ways(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->blocks[i].is_way && !r->blocks[i].is_met)
            r->blocks[i].is_label = true;
}

/* Whether a part may end before block b although it is not full: what a function does not touch is
 * no part of its code (find_touched), and if the rest does not fit in, loops stay whole. */
static bool is_good_cut(const struct region *r, const struct block *b, unsigned ops, unsigned rest)
{
    return b->is_root                  ? ops >= r->part_ops / 8
           : ops + rest <= r->part_ops ? false
           : b->is_loop                ? ops >= r->part_ops / 2
                                       : b->is_label && ops >= r->part_ops * 3 / 4;
}

/* Deals the blocks out to parts, in code order. Edges between parts lead to labels, which copies of
 * functions must not have: which of them a wave is in, is not in its pc. */
static void cut_parts(struct region *r)
{
    unsigned part = 0, ops = 0, rest = r->op_count;
    for (unsigned i = 0; i < r->count; rest -= r->blocks[i++].ops) {
        struct block *b = &r->blocks[i];
        if (ops > 0 && !b->is_copy &&
            (ops + b->ops > r->part_ops || is_good_cut(r, b, ops, rest))) {
            part++;
            ops = 0;
        }
        b->part = part;
        ops += b->ops;
    }
    r->part_count = part + 1;
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int next[2] = {r->blocks[i].succ[k], r->blocks[i].ways[k]};
            for (unsigned n = 0; n < 2; n++)
                if (next[n] >= 0 && r->blocks[next[n]].part != r->blocks[i].part)
                    r->blocks[next[n]].is_label = true;
        }
}

static void count_pred(struct region *r, unsigned from, int to)
{
    if (to < 0)
        return;
    r->blocks[to].preds++;
    r->blocks[to].pred = (int)from;
}

static void count_preds(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        int next[4] = {b->succ[0], b->succ[1], b->ways[0], b->ways[1]};
        for (unsigned k = 0; k < 4; k++)
            count_pred(r, i, next[k]);
        for (unsigned k = 0; k < b->jumps; k++)
            count_pred(r, i, r->jumps[b->jump + k]);
    }
}

static void take_entry(struct region *part, const struct region *r, int index)
{
    part->entry = index;
    part->preload_count = r->preload_count;
    memcpy(part->preloads, r->preloads, sizeof r->preloads);
    memcpy(part->preload_slots, r->preload_slots, sizeof r->preload_slots);
}

static void keep_touched(const struct region *p, varset *s)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        s->w[i] &= p->touched.w[i];
}

/* What no op of the part reads or writes itself is up to date in the wave's struct wherever the
 * part runs: of what is live because code elsewhere may read anything, only the rest is carried. */
static void find_touched(struct region *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        const struct block *b = &p->blocks[i];
        add_set(&p->touched, &b->def);
        for (uint32_t k = 0; k < b->ops; k++) {
            const struct effects *fx = &p->ops[b->op + k].fx;
            if (fx->treatment != AS_LEAVE && fx->treatment != AS_SYNC)
                add_set(&p->touched, &fx->use);
        }
    }
    if (p->entry >= 0) {
        p->started = p->blocks[p->entry].live_in;
        remove_set(&p->started, &p->touched);
    }
    for (unsigned i = 0; i < p->count; i++) {
        struct block *b = &p->blocks[i];
        varset *sets[] = {&b->live_in,  &b->live_out,   &b->in.active,     &b->in.suspended,
                          &b->in.never, &b->out.active, &b->out.suspended, &b->out.never};
        for (unsigned k = 0; k < sizeof sets / sizeof *sets; k++)
            keep_touched(p, sets[k]);
    }
}

struct region *region_part(const struct region *r, unsigned part)
{
    struct region *p = calloc(1, sizeof *p);
    int *index = malloc(r->count * sizeof *index);
    if (p)
        *p = (struct region){.isa = r->isa,
                             .code = r->code,
                             .first_op = r->first_op,
                             .op_bytes = r->op_bytes,
                             .slot_count = r->slot_count,
                             .vectors = r->vectors,
                             .computations = r->computations,
                             .halves = r->halves,
                             .mode = r->mode,
                             .part_count = 1,
                             .fixed = r->fixed,
                             .links = r->links,
                             .link_count = r->link_count,
                             .entry = -1,
                             .ops = r->ops,
                             .teams = r->teams,
                             .team_count = r->team_count,
                             .batch_count = r->batch_count,
                             .tail_count = r->tail_count,
                             .is_whole = r->is_whole,
                             .is_part = true,
                             .has_waiting = r->has_waiting,
                             .is_trial = r->is_trial};
    if (p) {
        memcpy(p->batches, r->batches, sizeof p->batches);
        memcpy(p->tails, r->tails, sizeof p->tails);
        memcpy(p->lane_loops, r->lane_loops, sizeof p->lane_loops);
        p->lane_loop_count = r->lane_loop_count;
        memcpy(p->seeks, r->seeks, sizeof p->seeks);
        p->seek_count = r->seek_count;
    }
    if (!p || !index || !(p->blocks = calloc(r->count, sizeof *p->blocks)) ||
        !(p->jumps = malloc((r->jump_count + 1) * sizeof *p->jumps))) {
        region_free(p);
        free(index);
        return NULL;
    }
    for (unsigned i = 0; i < r->count; i++) {
        index[i] = -1;
        if (r->blocks[i].part != part)
            continue;
        index[i] = (int)p->count;
        if ((int)i == r->entry)
            take_entry(p, r, index[i]);
        p->op_count += r->blocks[i].ops;
        p->blocks[p->count] = r->blocks[i];
        memset(&p->blocks[p->count++].dirty_in, 0, sizeof p->blocks[0].dirty_in);
    }
    for (unsigned i = 0; i < p->count; i++) {
        struct block *b = &p->blocks[i];
        int *next[5] = {&b->succ[0], &b->succ[1], &b->after, &b->ways[0], &b->ways[1]};
        for (unsigned k = 0; k < 5; k++)
            *next[k] = *next[k] < 0 ? -1 : index[*next[k]];
    }
    p->jump_count = r->jump_count;
    for (unsigned k = 0; k < r->jump_count; k++)
        p->jumps[k] = index[r->jumps[k]];
    free(index);
    count_preds(p);
    find_touched(p);
    /* What a new wave begins with is nowhere else (emit_entry.c). */
    if (p->entry >= 0)
        p->blocks[p->entry].dirty_in = p->blocks[p->entry].live_in;
    solve_dirty(p);
    return p;
}

/* The code of the blocks, before functions are copied. */
static bool keep_spans(struct region *r)
{
    r->spans = malloc(r->count * sizeof *r->spans);
    r->code_ops = r->op_count;
    r->span_count = r->spans ? r->count : 0;
    for (unsigned i = 0; i < r->span_count; i++)
        r->spans[i] = (struct span){r->blocks[i].first, r->blocks[i].last};
    return r->spans != NULL;
}

struct region *region_find(const struct region_request *q)
{
    struct region *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->isa = q->isa;
    r->code = q->code;
    r->first_op = (char *)q->exec->op_at(q->code, 0);
    r->op_bytes = q->exec->op_bytes;
    r->slot_count = (uint32_t)(q->code->size_bytes / 4);
    q->isa->code_shape(q->code, &r->halves, &r->vectors);
    r->mode = q->mode;
    r->part_ops = q->part_ops ? q->part_ops : MAX_PART_OPS;
    struct finder f = {.r = r, .request = q};
    f.marks = calloc(r->slot_count, 1);
    f.constants.wave = constants_wave(q->isa, r->halves);
    bool ok = f.marks && explore(&f, q->entry) && cut_blocks(&f, q->entry);
    if (ok) {
        r->ops = calloc(r->op_count, sizeof *r->ops);
        ok = r->ops != NULL;
    }
    for (unsigned i = 0; ok && i < r->count; i++)
        ok = scan_block(r, f.marks, &r->blocks[i]);
    if (ok) {
        if (q->isa->find_preloads)
            q->isa->find_preloads(r, q->rsrc2);
        if (q->isa->emit_flat) {
            q->isa->find_full(r); /* where the ways of branches meet */
            flatten(r);
        }
        ok = keep_spans(r) && copy_functions(r, &f.calls) && find_jumps(r, &f.calls);
    }
    if (ok) {
        mark_loops(r);
        solve_liveness(r);
        label_ways(r);
        cut_parts(r);
        find_waiting(r);
        bool has_short_rows = q->row_lanes && q->row_lanes < JIT_LEAST_ROW;
        struct depends depends = {.r = r};
        ok = find_fixed(r) && find_steps(r, q->rsrc2, has_short_rows) &&
             find_teams(r, &depends, q->group_waves, q->row_lanes);
        if (ok) {
            find_batches(r, q->group_waves, q->row_lanes);
            ok = find_tails(r, &depends, q->group_waves, q->row_lanes);
            find_lane_loops(r);
        }
        depends_free(&depends);
    }
    free(f.constants.wave);
    free(f.marks);
    free(f.stack);
    free(f.calls.jump);
    if (!ok) {
        region_free(r);
        return NULL;
    }
    return r;
}
