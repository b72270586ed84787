/* batch.c: see batch.h. */
#include "jit/batch.h"

#include <stdlib.h>
#include <string.h>

#include "jit/isa.h"
#include "jit/jit.h"
#include "jit/steps.h"
#include "jit/teams.h"

enum {
    MAX_BATCH_OPS = 512,  /* of a wave */
    MAX_SHARED_OPS = 128, /* of each of several: what takes longer shares little */
    BATCH_REGISTERS = 7,  /* vector registers of one of four waves that have room on the host */
    MOST_BATCH_WAVES = 4,
    MOST_GROUP_WAVES = 8, /* of a whole work-group */
};

/* Which looks at EXEC alone. */
static bool is_lane_branch(const struct region *r, const struct region_op *at)
{
    varset use = at->fx.use;
    var_remove(&use, r->isa->layout.exec);
    return at->kind == OP_BRANCH && at->is_conditional &&
           var_has(&at->fx.use, r->isa->layout.exec) && var_next(&use, 0) == VAR_COUNT;
}

/* What is read is whether no lane is active. The function of S_CBRANCH_EXECZ takes that as it is,
 * in one step; that of S_CBRANCH_EXECNZ turns it round first. */
bool is_lane_guard(const struct region *r, const struct region_op *at)
{
    return is_lane_branch(r, at) && step_list(computation_of(r, at, 0)->function)->count == 1;
}

/* Computes, loads scalars, or moves values between lanes. */
static bool is_of_registers(const struct region *r, const struct region_op *at)
{
    return team_computes_or_moves(r, at);
}

/* Whether waves may do the op, of a block whose last one is `last`, together. */
static bool runs_together(const struct region *r, const struct region_op *at,
                          const struct region_op *last)
{
    return at->fx.treatment == AS_NOTHING || is_of_registers(r, at) || at->kind == OP_ACCESS ||
           (at == last && at->ends);
}

/* Ways to the end that were found: at branches scalars say which one waves take. */
struct paths {
    unsigned ops;  /* of all that were found */
    unsigned left; /* so many blocks may still be looked at */
    bool are_many; /* there was a scalar branch */
};

/* Adds a way that waves go through to their end. */
static void add_path(struct region *r, struct paths *p, const struct team *t, unsigned ops)
{
    if (p->ops && p->ops + ops > MAX_BATCH_OPS)
        return;
    p->ops += ops;
    r->batches[r->batch_count] = *t;
    r->batches[r->batch_count++].waves = ops > MAX_SHARED_OPS ? 1 : MOST_BATCH_WAVES;
}

/* Goes on with a way of so many ops that has come to a block. */
static void find_paths(struct region *r, struct paths *p, struct team *t, unsigned ops, int at)
{
    while (at >= 0 && t->blocks < MAX_BATCH_BLOCKS && r->batch_count < MAX_BATCHES && p->left) {
        const struct block *b = &r->blocks[at];
        const struct region_op *last = last_op_of(r, b);
        p->left--;
        t->block[t->blocks++] = (unsigned)at;
        if (b->is_in_loop)
            return;
        for (const struct region_op *i = &r->ops[b->op]; i <= last; i++) {
            ops += i->fx.treatment != AS_NOTHING;
            if (!runs_together(r, i, last))
                return;
        }
        if (ops > MAX_BATCH_OPS)
            return;
        if (last->ends) {
            add_path(r, p, t, ops);
            return;
        }
        bool jumps = last->kind == OP_BRANCH && !is_lane_guard(r, last);
        if (jumps && last->is_conditional && !is_lane_branch(r, last)) {
            struct team other = *t;
            p->are_many = true;
            find_paths(r, p, &other, ops, b->succ[0]);
        }
        at = b->succ[jumps];
    }
}

/* Whether the waves of a work-group may do all of the block together, and wait behind it. */
static bool block_runs_together(const struct region *r, const struct block *b)
{
    const struct region_op *last = last_op_of(r, b);
    for (const struct region_op *at = &r->ops[b->op]; at <= last; at++)
        if (!runs_together(r, at, last) && !(at == last && at->is_barrier))
            return false;
    return true;
}

/* Whether the waves of a work-group may all run together from barrier to barrier: as far as ops can
 * tell, of which emit_batch.c follows those that are executed. */
static bool can_be_whole(const struct region *r)
{
    bool waits = false;
    for (unsigned i = 0; i < r->count; i++) {
        if (!block_runs_together(r, &r->blocks[i]))
            return false;
        waits |= ends_in_barrier(r, &r->blocks[i]);
    }
    return waits;
}

/* The most vector registers with what was loaded, or made of that, that are live at once. Others
 * have ids and addresses, of which little is left but a few scalars. */
static unsigned most_live(const struct region *r, const struct team *t)
{
    varset data = {{0}}, live = {{0}};
    unsigned most = 0;
    for (unsigned i = 0; i < t->blocks; i++) {
        const struct block *b = &r->blocks[t->block[i]];
        for (const struct region_op *at = &r->ops[b->op]; at < &r->ops[b->op + b->ops]; at++)
            if ((at->kind == OP_ACCESS && at->is_load) || sets_meet(&at->fx.use, &data))
                add_set(&data, &at->fx.def);
    }
    for (unsigned i = t->blocks; i-- > 0;) {
        const struct block *b = &r->blocks[t->block[i]];
        for (const struct region_op *at = &r->ops[b->op + b->ops]; at-- > &r->ops[b->op];) {
            unsigned n = 0;
            if (at->fx.treatment == AS_NOTHING)
                continue;
            remove_set(&live, &at->fx.def);
            add_set(&live, &at->fx.use);
            for (unsigned v = var_next(&live, 0); v < VAR_S0; v = var_next(&live, v + 1))
                n += var_has(&data, v);
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Of so many waves at most, as many as have room on the host. group_waves 0: not known. */
static unsigned fitting_waves(const struct region *r, const struct team *t, unsigned most,
                              unsigned group_waves)
{
    unsigned waves = t->waves < most ? t->waves : most;
    for (unsigned live = most_live(r, t); live > BATCH_REGISTERS && waves > 1; live /= 2)
        waves /= 2;
    while (group_waves && waves > group_waves)
        waves /= 2;
    return waves;
}

/* group_waves 0: not known. */
static bool is_even(uint32_t group_waves)
{
    return group_waves <= MOST_GROUP_WAVES && !(group_waves & (group_waves - 1));
}

static bool can_have_any(const struct region *r, uint32_t row_lanes)
{
    return r->entry >= 0 && r->isa->start_counts && r->halves == 1 && r->part_count == 1 &&
           row_lanes != JIT_ODD_ROWS;
}

static uint32_t row_of(const struct team *t, uint32_t row_lanes)
{
    return row_lanes && row_lanes < 32 * t->waves ? row_lanes : 32 * t->waves;
}

void find_batches(struct region *r, uint32_t group_waves, uint32_t row_lanes)
{
    enum { MOST_BLOCKS = 128 };
    struct team t = {.blocks = 0};
    struct paths p = {.left = MOST_BLOCKS};
    unsigned waves = MOST_BATCH_WAVES;
    if (!can_have_any(r, row_lanes))
        return;
    find_paths(r, &p, &t, 0, r->entry);
    bool may_be_whole = (!r->batch_count || p.are_many) && is_even(group_waves);
    if (may_be_whole && can_be_whole(r)) {
        waves = group_waves ? group_waves : MOST_GROUP_WAVES;
        r->batch_count = 1;
        r->batches[0] = (struct team){.is_whole = true, .blocks = 1, .waves = waves};
    }
    for (unsigned i = 0; i < r->batch_count && !r->batches[0].is_whole; i++)
        waves = fitting_waves(r, &r->batches[i], waves, group_waves);
    for (unsigned i = 0; i < r->batch_count; i++) {
        r->batches[i].waves = waves;
        r->batches[i].row_lanes = row_of(&r->batches[i], row_lanes);
    }
}

/* ---- tails ---- */

/* Where the block leads to; -1: nowhere. */
static int way_from(const struct block *b, unsigned k) { return k < 2 ? b->succ[k] : b->after; }

/* Whether all that waves come to from the label on may be run together, and how many barriers there
 * are. marks: [count], 0. */
static bool ends_together(const struct region *r, unsigned label, uint8_t *marks,
                          unsigned *barriers)
{
    marks[label] = 1;
    *barriers = 0;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            if (marks[i] != 1)
                continue;
            if (!block_runs_together(r, b) || b->jumps || b->links || b->ways[0] >= 0 ||
                b->ways[1] >= 0)
                return false;
            marks[i] = 2;
            again = true;
            *barriers += ends_in_barrier(r, b);
            for (unsigned k = 0; k < 3; k++)
                if (way_from(b, k) >= 0 && !marks[way_from(b, k)])
                    marks[way_from(b, k)] = 1;
        }
    }
    return true;
}

/* A team of all waves whose loop is left to this label; -1: there is none. */
static int loop_before(const struct region *r, unsigned label, unsigned waves)
{
    for (unsigned i = 0; i < r->team_count; i++)
        if (r->teams[i].exit == label && !r->teams[i].is_stretch && r->teams[i].waves == waves)
            return (int)i;
    return -1;
}

static bool can_be_tail(const struct region *r, unsigned label, int loop, uint8_t *marks)
{
    const struct block *b = &r->blocks[label];
    unsigned barriers;
    if (!b->is_label || b->is_in_loop || b->is_root || (int)label == r->entry ||
        (loop < 0 && !is_behind_barrier(r, label)))
        return false;
    memset(marks, 0, r->count);
    return ends_together(r, label, marks, &barriers) && barriers;
}

bool find_tails(struct region *r, struct depends *d, uint32_t group_waves, uint32_t row_lanes)
{
    unsigned waves = group_waves ? group_waves : MOST_GROUP_WAVES;
    if (!can_have_any(r, row_lanes) || !is_even(group_waves) || waves < 2)
        return true;
    uint8_t *marks = malloc(r->count);
    const uint8_t *depends = marks;
    for (unsigned i = 0; depends && i < r->count && r->tail_count < MAX_TAILS; i++) {
        int loop = loop_before(r, i, waves);
        if (!can_be_tail(r, i, loop, marks) || !(depends = depends_at(d, i)))
            continue;
        struct tail *t = &r->tails[r->tail_count++];
        *t = (struct tail){
            .team = {.head = i, .blocks = 1, .waves = waves, .is_whole = true},
            .loop = loop,
        };
        t->team.lanes_leave = loop >= 0 && r->teams[loop].lanes_leave;
        t->team.row_lanes = row_of(&t->team, row_lanes);
        for (unsigned v = 0; v < VAR_COUNT; v++)
            t->team.depends[v] = depends_on(depends[v]);
    }
    free(marks);
    return depends;
}
