/* flat.c: short ways of branches of lanes, one after the other in one block.
 *
 * Where an OP_SPLIT has ways of a few ops that compute results and do nothing else, and both lead
 * to one OP_MEET, the ways need not be chosen: the first is done by its lanes, then the second by
 * the others, and none of it matters where a way has no lanes. Scalars are those of the way that
 * the wave would have gone last. So the branch becomes OP_NARROW, the
 * jump at the end of the first way OP_TURN, the OP_MEET OP_WIDEN, and the blocks are one, with what
 * comes before and behind them: fewer values to hand on, and one look at NaNs and flags. */
#include "jit/flat.h"

#include <stdlib.h>

#include "jit/isa.h"

/* Edges that lead to each block, but for those of its OP_MEET. */
static unsigned *count_edges(const struct region *r)
{
    unsigned *n = calloc(r->count + 1, sizeof *n);
    for (unsigned i = 0; n && i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        int next[3] = {b->succ[0], b->succ[1], b->after};
        for (unsigned k = 0; k < 3; k++)
            if (next[k] >= 0)
                n[next[k]]++;
    }
    return n;
}

/* Only registers are written. */
static bool only_computes(const struct region_op *at)
{
    return at->fx.treatment == AS_NOTHING || (at->fx.treatment == AS_IR && at->kind == OP_COMPUTE);
}

static varset scalars_of(const varset *s)
{
    varset scalars = *s, vectors = vgprs_of(s);
    remove_set(&scalars, &vectors);
    return scalars;
}

/* The scalars that a way writes, and those of before it that it reads. */
static void find_scalars(const struct region *r, const struct block *b, varset *written,
                         varset *read)
{
    for (unsigned k = 0; k < b->ops; k++) {
        varset use = scalars_of(&r->ops[b->op + k].fx.use),
               def = scalars_of(&r->ops[b->op + k].fx.def);
        remove_set(&use, written);
        add_set(read, &use);
        add_set(written, &def);
    }
}

/* The ways may be gone in any order. */
static bool are_independent(const struct region *r, unsigned first, unsigned second)
{
    varset written[2] = {{{0}}, {{0}}}, read[2] = {{{0}}, {{0}}};
    find_scalars(r, &r->blocks[first], &written[0], &read[0]);
    find_scalars(r, &r->blocks[second], &written[1], &read[1]);
    return !sets_meet(&written[0], &read[1]) && !sets_meet(&written[1], &read[0]);
}

/* Whether block `i` is a way that only its split and the meeting place `meet` lead to, and that
 * leads there. *jumps: by a jump at its end. */
static bool is_flat_way(const struct region *r, const unsigned *edges, unsigned i, unsigned meet,
                        bool *jumps)
{
    const struct block *b = &r->blocks[i];
    const struct region_op *last = last_op_of(r, b);
    *jumps = last->kind == OP_BRANCH && !last->is_conditional;
    if (edges[i] != 1 || b->is_label || b->is_loop || !b->is_met || b->succ[*jumps] != (int)meet ||
        b->succ[!*jumps] >= 0)
        return false;
    for (unsigned k = 0; k < b->ops - *jumps; k++)
        if (!only_computes(&r->ops[b->op + k]))
            return false;
    return true;
}

/* Whether waves at block i can only be there to meet, from two edges, and go on behind it. */
static bool is_flat_meet(const struct region *r, const unsigned *edges, unsigned i)
{
    const struct block *b = &r->blocks[i];
    const struct op *op = region_op(r, b->first);
    return b->meets_one && b->ops == 1 && !b->is_label && !b->is_loop && edges[i] == 2 &&
           b->succ[0] >= 0 && op_slots(r, op) == op->size_bytes / 4u;
}

/* The block where the ways of the OP_SPLIT at the end of block b meet, if they are flat, from
 * block `first` on; else 0. */
static unsigned flat_meet(const struct region *r, const unsigned *edges, const struct block *b,
                          unsigned first)
{
    unsigned second = first + 1, meet;
    bool jumps, jumps_again = false;
    if (last_op_of(r, b)->kind != OP_SPLIT || b->succ[0] != (int)first ||
        b->succ[1] != (int)second || second >= r->count)
        return 0;
    bool has_one = last_op_of(r, &r->blocks[second])->kind == OP_MEET;
    meet = has_one ? second : second + 1;
    if (meet >= r->count || !is_flat_meet(r, edges, meet))
        return 0;
    const struct block *m = &r->blocks[meet];
    if (m->ways[0] != (int)first || m->ways[1] != (int)second ||
        !is_flat_way(r, edges, first, meet, &jumps) || jumps == has_one)
        return 0;
    if (!has_one && (!is_flat_way(r, edges, second, meet, &jumps_again) || jumps_again ||
                     !are_independent(r, first, second)))
        return 0;
    return m->op - r->blocks[first].op <= MAX_FLAT_OPS ? meet : 0;
}

/* Block `next`, which follows it, becomes part of b. */
static void append(struct region *r, struct block *b, unsigned next)
{
    const struct block *n = &r->blocks[next];
    add_set(&b->def, &n->def);
    b->ops += n->ops;
    b->last = n->last;
    b->after = n->after;
    for (unsigned k = 0; k < 2; k++) {
        b->succ[k] = n->succ[k];
        b->ways[k] = n->ways[k];
    }
    r->block_at[n->first] = -1;
}

static void make_flat(struct region *r, struct block *b, unsigned first, unsigned meet)
{
    struct region_op *split = last_op_of(r, b), *join = last_op_of(r, &r->blocks[meet]),
                     *turn = last_op_of(r, &r->blocks[first]);
    split->kind = OP_NARROW;
    join->kind = OP_WIDEN;
    if (turn->kind == OP_BRANCH) {
        turn->kind = OP_TURN;
        turn->fx = join->fx; /* it writes EXEC, too */
    }
    for (struct region_op *at = split + 1; at < join; at++) {
        varset kept = scalars_of(&at->fx.def); /* where the way has no lanes */
        at->is_inside = true;
        if (at->kind == OP_COMPUTE)
            add_set(&split->fx.use, &kept);
    }
    for (unsigned i = first; i <= meet; i++)
        append(r, b, i);
    b->ways[0] = b->ways[1] = -1;
}

/* Whether b, which has become longer, and the block behind it may be one. */
static bool goes_on_in(const struct region *r, const unsigned *edges, const struct block *b,
                       unsigned next)
{
    if (next >= r->count || b->succ[0] != (int)next || b->succ[1] >= 0)
        return false;
    const struct block *n = &r->blocks[next];
    return last_op_of(r, b)->kind == OP_WIDEN && edges[next] == 1 && !n->is_label && !n->is_loop &&
           !n->is_way && n->op == b->op + b->ops && b->ops + n->ops <= MAX_BLOCK_OPS;
}

void flatten(struct region *r)
{
    unsigned *edges = count_edges(r), count = 0;
    int *now = malloc((r->count + 1) * sizeof *now);
    for (unsigned i = 0; edges && now && i < r->count;) {
        struct block *b = &r->blocks[i];
        unsigned next = i + 1, meet;
        for (;;) {
            if ((meet = flat_meet(r, edges, b, next))) {
                make_flat(r, b, next, meet);
                next = meet + 1;
            } else if (goes_on_in(r, edges, b, next)) {
                append(r, b, next++);
            } else {
                break;
            }
        }
        for (unsigned k = i; k < next; k++)
            now[k] = (int)count;
        count++;
        i = next;
    }
    for (unsigned i = 0, at = 0; edges && now && i < r->count; i++) {
        if (now[i] != (int)at)
            continue;
        struct block *b = &r->blocks[at];
        *b = r->blocks[i];
        r->block_at[b->first] = (int32_t)at++;
        int *next[5] = {&b->succ[0], &b->succ[1], &b->after, &b->ways[0], &b->ways[1]};
        for (unsigned k = 0; k < 5; k++)
            if (*next[k] >= 0)
                *next[k] = now[*next[k]];
    }
    if (edges && now) {
        r->entry = now[r->entry];
        r->count = count;
    }
    free(edges);
    free(now);
}
