/* emit_batch.c: see emit_batch.h. Emitted are:
 *
 *   entry     what new waves begin with, or those of a tail have; then the ops, each for all waves,
 *             with tests
 *   stores    a block or more for each wave: it takes its turn, stores, and has ended
 *   fail      something else is needed: the waves begin alone */
#include "jit/emit_batch.h"

#include <stdlib.h>
#include <string.h>

#include "jit/batch.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/compute.h"
#include "jit/emit_entry.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/gather.h"
#include "jit/half.h"
#include "jit/held.h"
#include "jit/isa.h"
#include "jit/known.h"
#include "jit/liveness.h"
#include "jit/maker.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/steps.h"
#include "jit/team_ops.h"
#include "jit/teams.h"
#include "jit/tile.h"

#define GROUP(field) offsetof(struct group, field)

/* Of whole work-groups, of which the code is as many times as long as there are waves: ops of all
 * waves, and two for each shuffle that a load from LDS takes; and ops in a block of LLVM's. */
enum { MAX_WORK = 8192, MAX_PHASE_OPS = 256 };

/* Branches over what is nothing without active lanes, where data decide whether there are some. It
 * is a way of its own, which is taken if any wave has lanes, unless it accesses memory: then all
 * waves go through it. Of what those that have no lanes would not have done, counts and scalars
 * show. */
enum { MAX_GUARDS = 16, MAX_GUARDED = 24 /* ops, among which memory is accessed */ };

/* What is remembered where a way of its own begins, with which its join goes on. */
struct detour {
    struct known known;
    struct batch_places places;
    struct tiles *tiles;
};

struct guard {
    unsigned target;                    /* the block that it leads to */
    LLVMValueRef taken[MAX_TEAM_WAVES]; /* i1 */
    LLVMValueRef *before;               /* [waves][VAR_COUNT] */
    LLVMBasicBlockRef from, join;       /* of a way of its own; NULL: it is none */
    struct detour *detour;              /* likewise */
    uint32_t counts[COUNT_SLOTS]; /* of a wave, of the blocks that it leads round, but for those
                                   * that another one does */
    bool is_open;
};

struct batch {
    struct emitter *e;
    const struct team *t;
    struct crew crew;
    struct batch_rows rows;
    struct batch_places places;
    struct tiles tiles;
    struct known before_stores;
    LLVMValueRef start, part[MAX_TEAM_WAVES];
    LLVMValueRef first;                     /* i32: number of the first wave */
    LLVMBasicBlockRef next;                 /* another batch, if this fails; NULL: there is none */
    LLVMBasicBlockRef turn[MAX_TEAM_WAVES]; /* what comes before each wave's stores... */
    LLVMBasicBlockRef stores[MAX_TEAM_WAVES]; /* ... which begin here */
    uint32_t counts[COUNT_SLOTS];             /* instructions, of all waves */
    unsigned work, in_block; /* ops of all waves; of these, in this block of LLVM's */
    struct guard guards[MAX_GUARDS];
    unsigned guard_count;
    varset data;       /* variables that follow from what was loaded */
    bool leaves_out;   /* some lanes may not be active */
    bool has_no_lanes; /* of a tail behind a loop that lanes leave, until all are active again */
};

static void set_group(struct emitter *e, size_t offset, LLVMValueRef v)
{
    store_at(e, v, e->group, offset);
}

static void find_waves(struct batch *m, LLVMValueRef first)
{
    struct emitter *e = m->e;
    LLVMValueRef bytes = const_i64(e, e->region->isa->wave_bytes(e->region->halves));
    LLVMValueRef at = LLVMBuildMul(e->b, zext64(e, first), bytes, "");
    LLVMValueRef p = load_at(e, e->ptr, e->group, GROUP(turns.waves));
    m->first = first;
    m->start = load_at(e, e->ptr, e->group, GROUP(turns.start));
    for (unsigned w = 0; w < m->t->waves; w++) {
        m->crew.pointer[w] = p = LLVMBuildInBoundsGEP2(e->b, e->i8, p, &at, 1, "");
        at = bytes;
        LLVMValueRef index = LLVMBuildAdd(e->b, m->first, const_i32(e, w), "");
        m->part[w] = e->region->isa->start_part(e, m->start, index);
    }
}

static void begin_waves(struct batch *m)
{
    struct emitter *e = m->e;
    const struct jit_isa *isa = e->region->isa;
    find_waves(m, load_at(e, e->i32, e->group, GROUP(turns.next)));
    team_assume(e, isa->start_counts(e, m->start, m->t->waves, m->t->row_lanes));
    if (m->t->is_whole) {
        LLVMValueRef all = load_at(e, e->i32, e->group, GROUP(wave_count));
        all = is_equal(e, all, const_i32(e, m->t->waves));
        team_assume(e, all);
    }
    e->wave = m->crew.pointer[0];
    set_group(e, GROUP(running), e->wave);
    store_wave_byte(e, offsetof(struct wave, stop), STOP_NONE);
    store_wave_byte(e, offsetof(struct wave, faulting_access), 1);
    set_group(e, GROUP(turns.team), const_i32(e, 1));
}

/* The ids of work-items of a wave of a whole work-group. */
static LLVMValueRef ids_of_wave(struct emitter *e, unsigned w, unsigned row)
{
    uint32_t id_bits = e->region->isa->id_bits, first = batch_ids(w, row, id_bits);
    LLVMValueRef lanes[32];
    for (unsigned i = 0; i < 32; i++)
        lanes[i] = const_i32(e, first + i % row + (i / row << id_bits));
    return LLVMConstVector(lanes, 32);
}

static void begin_values(struct batch *m)
{
    struct emitter *e = m->e;
    const struct jit_isa *isa = e->region->isa;
    const struct block *first = &e->region->blocks[e->region->entry];
    varset exposed;
    if (m->t->is_whole)
        region_live_before(e->region, first, &e->region->ops[first->op], &exposed);
    else
        exposed = exposed_vars(e->region, m->t);
    struct batch_row ids = {.step = 1, .is_ids = true};
    unsigned row = m->t->row_lanes;
    for (unsigned v = var_next(&exposed, 0); v < VAR_COUNT; v = var_next(&exposed, v + 1))
        for (unsigned w = 0; w < m->t->waves; w++) {
            LLVMValueRef *now = &m->crew.now[w][v];
            team_switch(e, w);
            if (m->t->is_whole && v == isa->lane_id) {
                *now = ids_of_wave(e, w, row);
                continue;
            }
            *now = w && !isa->start_varies(e, v) ? m->crew.now[0][v]
                                                 : isa->start_value(e, v, m->start, m->part[w]);
            if (v != isa->lane_id)
                continue;
            ids.from = w ? ids.from : lane(e, *now, 0);
            ids.plus = batch_ids(w, row, isa->id_bits);
            ids.up = row < 32 ? const_i32(e, 1u << isa->id_bits) : NULL;
            *now = make_batch_row(e, ids);
        }
    for (unsigned w = 0; w < m->t->waves; w++)
        m->crew.now[w][exec_var(e, 0)] = const_i32(e, UINT32_MAX);
}

/* ---- what a tail begins with ---- */

/* Labels and edges say it of some waves only. */
static void assume_mode(struct batch *m)
{
    struct emitter *e = m->e;
    LLVMValueRef differ = NULL;
    for (unsigned w = 0; w < m->t->waves; w++) {
        LLVMValueRef mode = load_at(e, e->i32, m->crew.pointer[w], e->region->isa->layout.mode);
        mode = LLVMBuildXor(e->b, mode, const_i32(e, e->mode), "");
        differ = differ ? LLVMBuildOr(e->b, differ, mode, "") : mode;
    }
    team_assume(e, is_equal(e, differ, const_i32(e, 0)));
}

/* All waves are at the label, with what is read from there on in memory. */
static void begin_tail_waves(struct batch *m)
{
    struct emitter *e = m->e;
    find_waves(m, const_i32(e, 0));
    for (unsigned w = m->t->waves; w-- > 0;) {
        e->wave = m->crew.pointer[w];
        store_wave_byte(e, offsetof(struct wave, stop), STOP_TEAM);
    }
    store_wave_byte(e, offsetof(struct wave, faulting_access), 1);
    set_group(e, GROUP(turns.are_new), LLVMConstNull(e->i8));
    set_group(e, GROUP(turns.next), const_i32(e, m->t->waves));
    set_group(e, GROUP(turns.ready), const_i32(e, 0));
    set_group(e, GROUP(turns.parked), const_i32(e, 0));
    set_group(e, GROUP(turns.team), const_i32(e, 1));
    set_group(e, GROUP(running), e->wave);
    assume_mode(m);
}

/* What registers have where a tail begins, as far as it was made of work-items' ids and scalars: a
 * guess, which is tested. */
struct guess {
    LLVMValueRef *known[MAX_TEAM_WAVES]; /* [VAR_COUNT] scalars at the label */
    varset in;                           /* what is read from there on */
    unsigned left;                       /* so many ops may still be followed */
};

enum { MAX_MADE = 64, MAX_MADE_OF = 4 /* variables */ };

/* What a new wave begins with. false: it is not known what that says of all waves. */
static bool guess_first(struct batch *m, unsigned var, LLVMValueRef out[MAX_TEAM_WAVES])
{
    struct emitter *e = m->e;
    const struct jit_isa *isa = e->region->isa;
    if (var != isa->lane_id && (var < VAR_S0 || isa->start_varies(e, var)))
        return false;
    for (unsigned w = 0; w < m->t->waves; w++)
        out[w] = var == isa->lane_id ? ids_of_wave(e, w, m->t->row_lanes)
                 : w                 ? out[0]
                                     : isa->start_value(e, var, m->start, m->part[0]);
    return true;
}

/* Whether it computes integers of integers, which is code without branches. */
static bool is_of_integers(const struct region *r, const struct region_op *at)
{
    if (at->kind != OP_COMPUTE || at->fx.treatment != AS_IR || !team_computes(r, at))
        return false;
    const struct step_list *l = step_list(computation_of(r, at, 0)->function);
    for (unsigned i = 0; i < l->count; i++)
        if (step_at(l, i)->type / 16 >= KIND_F16)
            return false;
    return computations_of(at) == 1;
}

static bool guess_var(struct batch *m, struct guess *g, unsigned block,
                      const struct region_op *before, unsigned var,
                      LLVMValueRef out[MAX_TEAM_WAVES]);

/* What the op makes of what is guessed of what it reads. */
static bool guess_result(struct batch *m, struct guess *g, const struct maker *by, unsigned var,
                         LLVMValueRef out[MAX_TEAM_WAVES])
{
    struct emitter *e = m->e;
    LLVMValueRef in[MAX_MADE_OF][MAX_TEAM_WAVES];
    unsigned of[MAX_MADE_OF], n = 0, exec = exec_var(e, 0);
    const varset *use = &by->at->fx.use;
    if (!is_of_integers(e->region, by->at))
        return false;
    for (unsigned v = var_next(use, 0); v < VAR_COUNT; v = var_next(use, v + 1)) {
        if (v == exec)
            continue;
        if (v >= first_flag(e) || n == MAX_MADE_OF || !guess_var(m, g, by->block, by->at, v, in[n]))
            return false;
        of[n++] = v;
    }
    e->at = by->at;
    for (unsigned w = 0; w < m->t->waves; w++) {
        bool is_shared = w && var >= VAR_S0 && !is_vector(e->region, by->at);
        team_switch(e, w);
        memset(e->now, 0, VAR_COUNT * sizeof(LLVMValueRef));
        for (unsigned i = 0; i < n; i++)
            e->now[of[i]] = in[i][w];
        e->now[exec] = const_i32(e, UINT32_MAX);
        if (!is_shared && !emit_computations(e))
            return false;
        out[w] = is_shared ? out[0] : e->now[var];
        if (!out[w])
            return false;
    }
    return true;
}

/* Of a variable before an op of a block, NULL: where it begins. */
static bool guess_var(struct batch *m, struct guess *g, unsigned block,
                      const struct region_op *before, unsigned var,
                      LLVMValueRef out[MAX_TEAM_WAVES])
{
    const struct region *r = m->e->region;
    struct maker by, now;
    if (!g->left || !find_maker(r, block, before, var, &by))
        return false;
    g->left--;
    if (var >= VAR_S0 && var_has(&g->in, var) && find_maker(r, m->t->head, NULL, var, &now) &&
        now.at == by.at) {
        for (unsigned w = 0; w < m->t->waves; w++)
            out[w] = g->known[w][var];
        return true;
    }
    return by.at ? guess_result(m, g, &by, var, out) : guess_first(m, var, out);
}

/* Whether it says of all lanes what they have, as constants, or by a few scalars. */
static bool says_lanes(struct emitter *e, LLVMValueRef v)
{
    struct batch_row row;
    return LLVMIsConstant(v) || find_batch_row(e, v, &row);
}

static void guess_lanes(struct batch *m, struct guess *g)
{
    for (unsigned v = var_next(&g->in, 0); v < VAR_S0; v = var_next(&g->in, v + 1)) {
        LLVMValueRef of[MAX_TEAM_WAVES];
        bool is = guess_var(m, g, m->t->head, NULL, v, of);
        for (unsigned w = 0; w < m->t->waves && is; w++)
            is = says_lanes(m->e, of[w]);
        for (unsigned w = 0; w < m->t->waves && is; w++)
            g->known[w][v] = of[w];
    }
}

static void begin_tail_values(struct batch *m)
{
    struct emitter *e = m->e;
    const struct region *r = e->region;
    const struct block *b = e->block = &r->blocks[m->t->head];
    LLVMValueRef *known = calloc((size_t)m->t->waves * VAR_COUNT, sizeof(LLVMValueRef));
    struct guess g = {.left = MAX_MADE};
    m->crew.is_broken |= !known;
    if (!known)
        return;
    region_live_before(r, b, &r->ops[b->op], &g.in);
    var_remove(&g.in, exec_var(e, 0));
    varset scalars = {{0}}, vectors = {{0}};
    for (unsigned v = var_next(&g.in, 0); v < VAR_COUNT; v = var_next(&g.in, v + 1))
        var_add(v < VAR_S0 ? &vectors : &scalars, v);
    for (unsigned w = 0; w < m->t->waves; w++)
        g.known[w] = known + (size_t)w * VAR_COUNT;
    team_load(e, &scalars, b, g.known);
    guess_lanes(m, &g);
    team_load(e, &vectors, b, g.known);
    team_load_exec(e, m->t->lanes_leave ? 0 : UINT32_MAX, g.known);
    for (unsigned w = 0; w < m->t->waves; w++)
        memcpy(m->crew.now[w], g.known[w], VAR_COUNT * sizeof(LLVMValueRef));
    m->has_no_lanes = m->t->lanes_leave;
    free(known);
}

/* ---- where a wave's stores go ---- */

/* Where the stores of a wave go: nothing but a fault of its own can come in between. */
static void begin_turns(struct batch *m)
{
    for (unsigned w = 0; w < m->t->waves; w++) {
        m->turn[w] = new_block(m->e, "batch_turn");
        m->stores[w] = m->crew.store[w] = new_block(m->e, "batch_stores");
    }
    m->e->batch.stores = m->turn[0];
}

/* ---- guards ---- */

/* The guard that leads round what is emitted, and no other one in it does. NULL: none. */
static struct guard *open_guard(struct batch *m)
{
    for (unsigned i = m->guard_count; i-- > 0;)
        if (m->guards[i].is_open)
            return &m->guards[i];
    return NULL;
}

/* Where e->block is among the blocks that waves go through. */
static unsigned place_on_path(const struct batch *m)
{
    unsigned i = 0;
    while (i < m->t->blocks && &m->e->region->blocks[m->t->block[i]] != m->e->block)
        i++;
    return i;
}

/* What lies between the branch at e->at and its target. */
static void look_over(const struct batch *m, unsigned target, unsigned *ops, bool *accesses,
                      bool *stores)
{
    const struct region *r = m->e->region;
    *ops = 0;
    *accesses = *stores = false;
    for (unsigned i = place_on_path(m) + 1; i < m->t->blocks && m->t->block[i] != target; i++) {
        const struct block *b = &r->blocks[m->t->block[i]];
        for (const struct region_op *at = &r->ops[b->op]; at < &r->ops[b->op + b->ops]; at++) {
            *ops += at->fx.treatment != AS_NOTHING;
            *accesses |= at->kind == OP_ACCESS;
            *stores |= at->kind == OP_ACCESS && !at->is_load;
        }
    }
}

/* A way of its own, which some lanes take. */
static void begin_way(struct batch *m, struct guard *g)
{
    struct emitter *e = m->e;
    LLVMValueRef none = NULL;
    team_require_numbers(e);
    team_require(e, NULL);
    for (unsigned w = 0; w < m->t->waves; w++)
        none = team_both(e, none, g->taken[w]);
    LLVMBasicBlockRef way = new_block(e, "batch_way");
    g->join = new_block(e, "batch_join");
    branch(e, none, g->join, way, 1);
    g->from = LLVMGetInsertBlock(e->b);
    g->detour->places = *e->places;
    g->detour->tiles = e->tiles;
    e->tiles = NULL;
    begin_aside(e, &g->detour->known, way);
}

/* Whether the branch at e->at is taken where no lane is active, not where some are. */
static bool is_taken_by_none(struct emitter *e)
{
    LLVMValueRef *exec = &e->now[exec_var(e, 0)], active = *exec;
    *exec = const_i32(e, 0);
    LLVMValueRef taken = emit_condition(e);
    *exec = active;
    return LLVMIsAConstantInt(taken) && LLVMConstIntGetZExtValue(taken);
}

/* The branch at e->at, over what is nothing without active lanes. */
static void begin_guard(struct batch *m, unsigned target)
{
    struct emitter *e = m->e;
    struct guard *g = &m->guards[m->guard_count];
    unsigned waves = m->t->waves, ops;
    bool is_known = true, accesses, stores;
    team_switch(e, 0);
    if (m->guard_count == MAX_GUARDS || !is_taken_by_none(e)) {
        m->crew.is_broken = true;
        return;
    }
    *g = (struct guard){.target = target, .is_open = true};
    for (unsigned w = 0; w < waves; w++) {
        team_switch(e, w);
        g->taken[w] = emit_condition(e);
        if (!LLVMIsAConstantInt(g->taken[w]))
            is_known = false;
        else
            m->crew.is_broken |= LLVMConstIntGetZExtValue(g->taken[w]);
    }
    if (is_known)
        return;
    m->guard_count++;
    look_over(m, target, &ops, &accesses, &stores);
    bool is_way = !accesses || (!stores && ops > MAX_GUARDED);
    g->before = malloc((size_t)waves * VAR_COUNT * sizeof *g->before);
    g->detour = is_way ? malloc(sizeof *g->detour) : NULL;
    m->crew.is_broken |= !g->before || (!g->detour && (is_way || ops > MAX_GUARDED));
    if (is_way && !m->crew.is_broken)
        begin_way(m, g);
    for (unsigned w = 0; w < waves && g->before; w++)
        memcpy(g->before + (size_t)w * VAR_COUNT, m->crew.now[w], VAR_COUNT * sizeof *g->before);
}

/* Scalars are what they were in waves that would not have written them. */
static void settle_scalars(struct batch *m, const struct guard *g)
{
    for (unsigned w = 0; w < m->t->waves; w++) {
        team_switch(m->e, w);
        for (unsigned v = VAR_S0; v < VAR_COUNT; v++) {
            LLVMValueRef *now = &m->crew.now[w][v], before = g->before[w * VAR_COUNT + v];
            if (*now && before && *now != before)
                *now = fold_select(m->e, g->taken[w], before, *now);
        }
    }
}

/* Where a way of its own meets the one round it. */
static void end_way(struct batch *m, const struct guard *g)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef from[2] = {g->from, LLVMGetInsertBlock(e->b)};
    LLVMBuildBr(e->b, g->join);
    end_aside(e, &g->detour->known, g->join);
    *e->places = g->detour->places;
    e->tiles = g->detour->tiles;
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = 0; v < VAR_COUNT; v++) {
            LLVMValueRef *now = &m->crew.now[w][v], before = g->before[w * VAR_COUNT + v];
            if (!*now || *now == before)
                continue;
            LLVMValueRef values[2] = {before ? before : LLVMConstNull(LLVMTypeOf(*now)), *now};
            *now = join_ways(e, values, from);
        }
    for (struct guard *inner = m->guards + m->guard_count; --inner > g;)
        for (unsigned w = 0; w < m->t->waves; w++) {
            LLVMValueRef values[2] = {LLVMConstAllOnes(e->i1), inner->taken[w]};
            inner->taken[w] = join_ways(e, values, from);
        }
}

/* Where block `at` begins, guards end that lead there. */
static void end_guards(struct batch *m, unsigned at)
{
    struct emitter *e = m->e;
    e->block = &e->region->blocks[at];
    e->at = &e->region->ops[e->block->op];
    for (struct guard *g; !m->crew.is_broken && (g = open_guard(m)) && g->target == at;
         g->is_open = false) {
        if (g->join) {
            team_require_numbers(e);
            team_require(e, NULL);
        }
        settle_scalars(m, g);
        if (g->join)
            end_way(m, g);
    }
}

static void free_guards(struct batch *m)
{
    for (unsigned i = 0; i < m->guard_count; i++) {
        free(m->guards[i].before);
        free(m->guards[i].detour);
    }
}

/* Behind an op that writes EXEC: it makes no lane active in waves that would not have come there.
 */
static void require_none_back(struct batch *m)
{
    struct emitter *e = m->e;
    const struct guard *g = open_guard(m);
    LLVMValueRef all = NULL, zero = const_i32(e, 0);
    if (!g || e->at->fx.exec == EXEC_NARROWS)
        return;
    for (unsigned w = 0; w < m->t->waves; w++) {
        LLVMValueRef active = m->crew.now[w][exec_var(e, 0)];
        LLVMValueRef none = is_equal(e, active, zero);
        all = team_both(e, all, LLVMBuildOr(e->b, none, LLVMBuildNot(e->b, g->taken[w], ""), ""));
    }
    team_require(e, all);
}

/* Waves [first, first + waves) have executed so many instructions, without those that guards led
 * them round. */
static void count_waves(struct batch *m, const uint32_t counts[COUNT_SLOTS], unsigned first,
                        unsigned waves)
{
    struct emitter *e = m->e;
    add_counts(e, counts);
    for (unsigned i = 0; i < m->guard_count; i++) {
        LLVMValueRef less = const_i32(e, 0);
        for (unsigned w = first; w < first + waves; w++)
            less = LLVMBuildAdd(e->b, less, LLVMBuildSExt(e->b, m->guards[i].taken[w], e->i32, ""),
                                "");
        add_counts_for(e, m->guards[i].counts, less);
    }
}

/* ---- the end ---- */

static LLVMValueRef wave_number(struct batch *m, unsigned w)
{
    return LLVMBuildAdd(m->e->b, m->first, const_i32(m->e, w), "");
}

/* Each wave has ended once its turn to store begins, and faults are found to be of this or that of
 * its stores. */
static void end_with_stores(struct batch *m)
{
    struct emitter *e = m->e;
    unsigned waves = m->t->waves;
    set_group(e, GROUP(turns.team), const_i32(e, 0));
    set_group(e, GROUP(turns.next), wave_number(m, waves));
    count_waves(m, m->counts, 0, waves);
    for (unsigned w = 0; w < waves; w++) {
        LLVMBuildBr(e->b, m->turn[w]);
        LLVMPositionBuilderAtEnd(e->b, m->turn[w]);
        team_switch(e, w);
        set_group(e, GROUP(turns.storing), wave_number(m, w + 1));
        store_wave_byte(e, offsetof(struct wave, stop), STOP_END);
        LLVMBuildBr(e->b, m->stores[w]);
        LLVMPositionBuilderAtEnd(e->b, m->crew.store[w]);
    }
    set_group(e, GROUP(turns.storing), const_i32(e, 0));
}

/* Whole rows of memory are stored, not op by op. So each wave has ended once all its stores are
 * made; if one of them faults, the wave and those behind it begin alone. */
static void end_with_tiles(struct batch *m)
{
    struct emitter *e = m->e;
    unsigned waves = m->t->waves;
    uint32_t counts[COUNT_SLOTS];
    for (unsigned c = 0; c < COUNT_SLOTS; c++)
        counts[c] = m->counts[c] / waves;
    for (unsigned w = 0; w < waves; w++) {
        LLVMBuildBr(e->b, m->turn[w]);
        LLVMPositionBuilderAtEnd(e->b, m->turn[w]);
        LLVMBuildBr(e->b, m->stores[w]);
        LLVMPositionBuilderAtEnd(e->b, m->crew.store[w]);
        team_switch(e, w);
        count_waves(m, counts, w, 1);
        store_wave_byte(e, offsetof(struct wave, stop), STOP_END);
        set_group(e, GROUP(turns.next), wave_number(m, w + 1));
    }
    set_group(e, GROUP(turns.team), const_i32(e, 0));
}

/* Whether it follows from what was loaded which lanes the op makes active; notes its results. */
static bool note_data(struct batch *m, const struct region_op *at)
{
    bool is_data = (at->kind == OP_ACCESS && at->is_load) || sets_meet(&at->fx.use, &m->data);
    if (is_data)
        add_set(&m->data, &at->fx.def);
    else if (!m->leaves_out)
        remove_set(&m->data, &at->fx.def);
    return is_data;
}

/* Behind an op that writes EXEC: data may leave out lanes; by their ids, none is. */
static void settle_lanes(struct batch *m, bool is_data)
{
    struct emitter *e = m->e;
    if (team_is_full(e)) {
        m->leaves_out = false;
        return;
    }
    m->leaves_out |= is_data;
    if (m->leaves_out)
        return;
    unsigned exec = exec_var(e, 0);
    LLVMValueRef all = NULL, ones = const_i32(e, UINT32_MAX);
    for (unsigned w = 0; w < m->t->waves; w++) {
        LLVMValueRef *now = &m->crew.now[w][exec];
        all = team_both(e, all, *now);
        *now = ones;
    }
    if (all != ones)
        team_require(e, is_equal(e, all, ones));
}

/* LLVM takes long for long blocks. */
static void begin_phase(struct batch *m)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef on = new_block(e, "phase");
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    m->in_block = 0;
}

/* Of a whole work-group: an op was emitted for all waves. */
static void count_work(struct batch *m)
{
    if (!m->t->is_whole)
        return;
    m->work += m->t->waves;
    m->in_block += m->t->waves;
    m->crew.is_broken |= m->work + 2 * m->e->held->shuffles > MAX_WORK;
    if (m->in_block >= MAX_PHASE_OPS)
        begin_phase(m);
}

/* The branch at e->at, of scalars, in front of another block of the path: all waves go there. */
static void require_way(struct batch *m)
{
    struct emitter *e = m->e;
    const int *succ = e->block->succ;
    bool is_taken = (int)m->t->block[place_on_path(m) + 1] == succ[1];
    LLVMValueRef all = NULL;
    if (succ[0] == succ[1])
        return;
    for (unsigned w = 0; w < m->t->waves; w++) {
        team_switch(e, w);
        LLVMValueRef goes = emit_condition(e);
        if (!is_taken)
            goes = LLVMBuildNot(e->b, goes, "");
        all = team_both(e, all, goes);
    }
    if (all && is_const_zero(all))
        m->crew.is_broken = true;
    else
        team_require(e, all);
}

/* Emits the ops of a block. */
static void emit_block(struct batch *m, const struct block *b)
{
    struct emitter *e = m->e;
    e->block = b;
    for (uint32_t k = 0; k < b->ops && !m->crew.is_broken;) {
        const struct region_op *at = e->at = &e->region->ops[b->op + k];
        if (at->ends) {
            team_require_numbers(e);
            return;
        }
        if (m->t->is_whole && (at->is_barrier || at->kind == OP_BRANCH))
            return;
        if (at->kind == OP_BRANCH) {
            if (at->is_conditional && is_lane_guard(e->region, at))
                begin_guard(m, (unsigned)b->succ[1]);
            else if (at->is_conditional)
                require_way(m);
            k++;
            continue;
        }
        uint32_t emitted = team_emit(e, b->ops - k);
        bool is_data = false;
        for (uint32_t i = 0; i < emitted; i++)
            is_data |= at[i].fx.treatment != AS_NOTHING && note_data(m, &at[i]);
        k += emitted;
        if (at->fx.treatment != AS_NOTHING)
            count_work(m);
        if (at->fx.treatment == AS_NOTHING || !var_has(&at->fx.def, exec_var(e, 0)))
            continue;
        if (m->has_no_lanes) {
            settle_lanes(m, false);
            m->has_no_lanes = false;
        } else if (!m->t->is_whole) {
            settle_lanes(m, is_data);
            require_none_back(m);
        }
    }
}

/* So many waves execute the block. */
static void add_block_counts(const struct batch *m, const struct block *b,
                             uint32_t counts[COUNT_SLOTS], unsigned waves)
{
    uint32_t n[COUNT_SLOTS];
    count_block(m->e->region, b, n);
    for (unsigned c = 0; c < COUNT_SLOTS; c++)
        counts[c] += n[c] * waves;
}

static void end_batch(struct batch *m)
{
    struct emitter *e = m->e;
    if (e->tiles && e->region->isa->store_tiles)
        e->region->isa->store_tiles(e);
    assume_apart(e);
    team_require(e, NULL);
    e->block = NULL;
    (e->tiles && e->tiles->has_stores ? end_with_tiles : end_with_stores)(m);
    team_switch(e, 0);
    store_wave_byte(e, offsetof(struct wave, faulting_access), 0);
    LLVMBuildBr(e->b, e->advance);
    LLVMPositionBuilderAtEnd(e->b, m->crew.fail);
    set_group(e, GROUP(turns.team), const_i32(e, 0));
    if (m->next) {
        LLVMBuildBr(e->b, m->next);
        return;
    }
    if (!e->batch.tail) {
        note_failed_batch(e);
        return;
    }
    give_tail_up(e);
    set_group(e, GROUP(turns.next), const_i32(e, m->t->waves));
    set_group(e, GROUP(turns.ready), const_i32(e, (1u << m->t->waves) - 1));
    set_group(e, GROUP(turns.parked), const_i32(e, 0));
    LLVMBuildBr(e->b, e->advance);
}

/* All waves go through the same blocks, which are known. */
static void emit_path(struct batch *m)
{
    for (unsigned i = 0; i < m->t->blocks && !m->crew.is_broken; i++) {
        const struct block *b = &m->e->region->blocks[m->t->block[i]];
        end_guards(m, m->t->block[i]);
        struct guard *g = open_guard(m);
        if (g)
            add_block_counts(m, b, g->counts, 1);
        emit_block(m, b);
        add_block_counts(m, b, m->counts, m->t->waves);
    }
    m->crew.is_broken |= open_guard(m) != NULL;
}

/* ---- whole work-groups ---- */

/* How many waves do what is emitted. */
static unsigned present(const struct batch *m)
{
    unsigned n = 0;
    for (unsigned w = 0; w < m->t->waves; w++)
        n += !m->crew.is_absent[w];
    return n;
}

/* Which waves go to the target of a branch is known from work-items' ids, or it is required that
 * none does. Those that do, go round what the others do. Returns where to go on. */
static int emit_branch(struct batch *m, const struct block *b, const struct region_op *last)
{
    struct emitter *e = m->e;
    LLVMValueRef none = NULL;
    unsigned taken = 0, all = present(m);
    bool goes[MAX_TEAM_WAVES] = {false};
    bool is_back = b->succ[1] <= (int)(b - e->region->blocks);
    if (!last->is_conditional)
        return b->succ[1];
    e->at = last;
    for (unsigned w = 0; w < m->t->waves; w++) {
        if (m->crew.is_absent[w])
            continue;
        team_switch(e, w);
        LLVMValueRef c = emit_condition(e);
        if (!LLVMIsAConstantInt(c)) {
            m->crew.is_broken |= is_back || !is_lane_guard(e->region, last);
            none = team_both(e, none, LLVMBuildNot(e->b, c, ""));
            continue;
        }
        goes[w] = LLVMConstIntGetZExtValue(c);
        taken += goes[w];
    }
    if (taken == all)
        return b->succ[1];
    if (taken || none)
        team_require_numbers(e);
    if (none)
        team_require(e, none);
    m->crew.is_broken |= taken && is_back;
    for (unsigned w = 0; w < m->t->waves; w++)
        if (goes[w]) {
            m->crew.is_absent[w] = true;
            m->crew.until[w] = (unsigned)b->succ[1];
        }
    return b->succ[0];
}

/* Follows the waves from the kernel's entry, or a label, to their end. */
static void emit_whole(struct batch *m)
{
    struct emitter *e = m->e;
    const struct region *r = e->region;
    for (int at = e->batch.tail ? (int)m->t->head : r->entry; !m->crew.is_broken;) {
        if (at < 0) {
            m->crew.is_broken = true;
            return;
        }
        const struct block *b = &r->blocks[at];
        const struct region_op *last = &r->ops[b->op + b->ops - 1];
        for (unsigned w = 0; w < m->t->waves; w++)
            m->crew.is_absent[w] &= m->crew.until[w] != (unsigned)at;
        add_block_counts(m, b, m->counts, present(m));
        emit_block(m, b);
        if (last->ends || last->is_barrier)
            m->crew.is_broken |= present(m) < m->t->waves;
        if (last->ends)
            return;
        if (last->is_barrier)
            begin_phase(m);
        at = last->is_barrier          ? b->after
             : last->kind == OP_BRANCH ? emit_branch(m, b, last)
                                       : b->succ[0];
    }
}

/* Goes on at `begin` if the work-group has as much LDS as is accessed, which is known in the end.
 */
static void require_lds(struct batch *m, LLVMBasicBlockRef begin)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, e->batch.entry);
    LLVMValueRef end = const_i32(e, 4 * e->held->end);
    branch(e, LLVMBuildICmp(e->b, LLVMIntUGE, e->lds_size, end, ""), begin, m->crew.fail, 2000);
    LLVMPositionBuilderAtEnd(e->b, here);
}

static void emit_all(struct batch *m)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef begin = m->t->is_whole ? new_block(e, "whole_group") : e->batch.entry;
    LLVMPositionBuilderAtEnd(e->b, begin);
    if (e->batch.tail) {
        begin_tail_waves(m);
        begin_tail_values(m);
    } else {
        begin_waves(m);
        begin_values(m);
    }
    begin_turns(m);
    (m->t->is_whole ? emit_whole : emit_path)(m);
    if (!m->crew.is_broken)
        end_batch(m);
    if (m->t->is_whole)
        require_lds(m, begin);
}

static void emit_one(struct emitter *e, const struct team *t, const struct team *tail)
{
    struct batch *m = calloc(1, sizeof *m);
    LLVMValueRef *values = calloc((size_t)MAX_TEAM_WAVES * VAR_COUNT, sizeof *values);
    struct crew_place place;
    struct held *held = t->is_whole ? calloc(1, sizeof *held) : NULL;
    if (m && values && (held || !t->is_whole)) {
        const struct batch_blocks others = e->batch;
        *m = (struct batch){.e = e, .t = t, .crew = {.team = t}, .next = others.entry};
        m->crew.before_stores = &m->before_stores;
        if (team_begin(e, &m->crew, values, &place)) {
            LLVMBasicBlockRef entry = e->batch.entry = new_block(e, tail ? "tail" : "batch");
            e->batch.fail = m->crew.fail = new_block(e, "batch_fail");
            e->batch.tail = tail;
            m->rows.row = t->row_lanes < ROW ? t->row_lanes : ROW;
            e->rows = &m->rows;
            e->places = &m->places;
            e->tiles = t->is_whole ? NULL : &m->tiles;
            e->held = held;
            if (held)
                held->is_in_memory = tail;
            emit_all(m);
            if (m->crew.is_broken)
                e->batch = others;
            else if (m->next)
                e->batch.fail = others.fail;
            team_end(e, &place, entry);
        }
    }
    e->rows = NULL;
    e->places = NULL;
    e->tiles = NULL;
    e->held = NULL;
    free(held);
    memset(e->addresses, 0, sizeof *e->addresses);
    memset(e->tests, 0, sizeof *e->tests);
    free(values);
    if (m)
        free_guards(m);
    free(m);
}

/* Whether all waves come to the tail's label together. */
static bool can_gather(const struct emitter *e, const struct tail *t)
{
    return t->loop < 0 || e->team_entry[t->loop];
}

void emit_batch(struct emitter *e)
{
    const struct region *r = e->region;
    e->batch.entry = NULL;
    e->batch.tail = NULL;
    if (!e->has_lanes)
        return;
    for (unsigned i = r->batch_count; i-- > 0;)
        emit_one(e, &r->batches[i], NULL);
    for (unsigned i = 0; i < r->tail_count && !e->batch.entry; i++)
        if (can_gather(e, &r->tails[i]))
            emit_one(e, &r->tails[i].team, &r->tails[i].team);
    if (!e->batch.entry)
        e->batch.tail = NULL;
}
