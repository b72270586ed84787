/* emit_lanes.c: see emit_lanes.h. Emitted are, on the edge into a loop:
 *
 *   begin    what the loop reads is in the wave's struct; results have rows on the stack
 *   lane     for each active lane: its registers
 *   trip     an iteration of one lane, as scalar code, or a few one after the other
 *   left     the lane has left the loop: its results go to the rows
 *   done     all have: the wave goes on behind the loop, with as many iterations counted as the
 *            slowest lane took
 *   fail     a NaN, an address outside of the window, too many iterations: nothing has happened,
 *            and the wave runs the loop as ever
 *
 * If memory faults, the engine lets the wave begin the loop again, as for teams (struct turns). */
#include "jit/emit_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "jit/anywhere.h"
#include "jit/emit_entry.h"
#include "jit/flow.h"
#include "jit/form.h"
#include "jit/lane.h"
#include "jit/lanes.h"
#include "jit/registers.h"
#include "jit/teams.h"
#include "jit/writeback.h"

enum {
    MAX_TRIPS = 1 << 12, /* of a lane: longer loops are the wave's, which gives way to others */
    AHEAD = 2048,        /* bytes */
    MAX_COPIES = 4,  /* of a trip, so that limits are tested and addresses go on less often ... */
    COPIED_OPS = 96, /* ... of so many ops in all */
};

#define TURNS(field) (offsetof(struct group, turns) + offsetof(struct turns, field))

static LLVMValueRef new_row(struct emitter *e, LLVMTypeRef type)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef row = LLVMBuildAlloca(e->b, type, "row");
    LLVMSetAlignment(row, 64);
    LLVMPositionBuilderAtEnd(e->b, here);
    return row;
}

static LLVMValueRef element_at(struct emitter *e, LLVMValueRef row, LLVMValueRef lane)
{
    return LLVMBuildInBoundsGEP2(e->b, e->i32, row, &lane, 1, "");
}

struct making {
    struct lane_code c;
    varset exposed, out; /* out: written, and read behind the loop */
    uint8_t kinds[VAR_S0];
    LLVMValueRef first[VAR_COUNT]; /* in `lane`: of pairs, the i64 at the lower one */
    LLVMValueRef row[VAR_S0];
    LLVMValueRef mask[VAR_COUNT];      /* phis in `lane`: results of the lanes before */
    LLVMValueRef bit[VAR_COUNT];       /* with this lane's, where it leaves */
    LLVMValueRef left_mask[VAR_COUNT]; /* phis of these in `left` */
    LLVMValueRef trip[VAR_COUNT];      /* phis in `trip`; c.phi[]: what they are in later copies */
    LLVMValueRef trips; /* phi in `left`: less what is still to be counted down, the lane's */
    LLVMBasicBlockRef left;
    LLVMValueRef exec;
    LLVMValueRef places[VAR_S0]; /* of pairs: rows with the lanes' places in the window */
    LLVMValueRef holds;          /* before the loop, i1: they are inside; NULL: there are none */
};

/* The lower half of an address that each trip moves on. */
static bool is_pair(const struct making *m, unsigned v)
{
    return v + 1 < VAR_S0 && m->kinds[v] == INCREMENT_LOW && m->kinds[v + 1] == INCREMENT_HIGH &&
           var_has(&m->exposed, v) && var_has(&m->exposed, v + 1);
}

static void load_lane(struct making *m, LLVMValueRef lane, LLVMValueRef lane32)
{
    struct emitter *e = m->c.e;
    for (unsigned v = var_next(&m->exposed, 0); v < VAR_COUNT; v = var_next(&m->exposed, v + 1)) {
        if (v < VAR_S0 && is_pair(m, v)) {
            LLVMValueRef at = LLVMBuildInBoundsGEP2(e->b, e->i64, m->places[v], &lane, 1, "");
            m->first[v++] = LLVMBuildLoad2(e->b, e->i64, at, "");
            continue;
        }
        if (v < VAR_S0) {
            m->first[v] = LLVMBuildLoad2(e->b, e->i32, element_at(e, var_address(e, v), lane), "");
        } else if (var_has(&m->c.loop->bits, v)) {
            LLVMValueRef bit = get_var(e, v);
            if (!LLVMIsNull(bit))
                bit = LLVMBuildLShr(e->b, bit, lane32, "");
            m->first[v] = LLVMBuildTrunc(e->b, bit, e->i1, "");
        } else {
            m->first[v] = get_var(e, v);
            lane_add_outside(&m->c, m->first[v]);
        }
        m->c.now[v] = m->first[v];
    }
}

/* Whether the loop makes a float of the variable. */
static bool is_float(const struct making *m, unsigned var)
{
    const struct region *r = m->c.e->region;
    bool is = false;
    for (uint32_t k = 0; k < m->c.b->ops; k++)
        for (unsigned i = 0; i < computations_of(&r->ops[m->c.b->op + k]); i++) {
            const struct computation *x = computation_of(r, &r->ops[m->c.b->op + k], i);
            if (x->is_vector && x->destination[0].kind == TO_LANES && x->destination[0].var == var)
                is = x->float_bits == 32;
        }
    return is;
}

static void begin_trip(struct making *m)
{
    struct emitter *e = m->c.e;
    const varset *def = &m->c.b->def;
    unsigned exec = exec_var(e, 0);
    for (unsigned v = var_next(&m->exposed, 0); v < VAR_COUNT; v = var_next(&m->exposed, v + 1)) {
        bool is_high = v && v < VAR_S0 && is_pair(m, v - 1);
        if (!var_has(def, v) || v == exec || is_high)
            continue;
        if (m->c.stays_zero && v >= VAR_S0 && LLVMIsNull(m->first[v]))
            continue;
        bool is_wide = v < VAR_S0 && is_pair(m, v);
        LLVMTypeRef t = v >= VAR_S0      ? e->i1
                        : is_wide        ? e->i64
                        : is_float(m, v) ? LLVMFloatTypeInContext(e->c)
                                         : e->i32;
        m->trip[v] = m->c.phi[v] = m->c.now[v] = LLVMBuildPhi(e->b, t, "");
    }
}

/* Behind the phis: what a trip begins with, of the values of its phis. */
static void begin_values(struct making *m, LLVMValueRef *values)
{
    struct emitter *e = m->c.e;
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (values[v] && v < VAR_S0 && is_pair(m, v))
            lane_split(&m->c, LLVMBuildAdd(e->b, values[v], window_base(e), ""), &m->c.now[v]);
        else if (values[v])
            m->c.now[v] = v < VAR_S0 ? lane_recast(e, values[v], e->i32) : values[v];
    m->c.now[exec_var(e, 0)] = LLVMConstInt(e->i1, 1, 0);
}

static void add_incoming(LLVMValueRef phi, LLVMValueRef v, LLVMBasicBlockRef from)
{
    LLVMAddIncoming(phi, &v, &from, 1);
}

/* i1: the lane leaves the loop. NULL: it is not at hand. */
static LLVMValueRef leaving(const struct making *m)
{
    LLVMValueRef active = m->c.now[exec_var(m->c.e, 0)];
    bool is_not = is_instruction(active, LLVMXor) && LLVMIsAConstantInt(LLVMGetOperand(active, 1));
    return is_not ? LLVMGetOperand(active, 0) : NULL;
}

/* A bit of a lane that goes on, or leaves. */
static LLVMValueRef bit_where(const struct making *m, unsigned v, bool leaves)
{
    LLVMValueRef x = m->c.now[v];
    return x == leaving(m) ? LLVMConstInt(m->c.e->i1, leaves, 0) : x;
}

/* A value for the phi of the variable. */
static LLVMValueRef for_phi(struct making *m, unsigned v)
{
    struct emitter *e = m->c.e;
    LLVMValueRef x = m->c.now[v];
    if (v >= VAR_S0)
        return bit_where(m, v, false);
    if (!is_pair(m, v))
        return lane_recast(e, x, LLVMTypeOf(m->c.phi[v]));
    int64_t by;
    x = lane_place(&m->c, lane_join(&m->c, x, m->c.now[v + 1]));
    bool goes_on = without_sum(x, &by) == m->c.phi[v];
    bool is_near = goes_on && by >= -MAX_STEP && by <= MAX_STEP;
    m->c.is_broken |= m->c.has_guards && !is_near;
    return goes_on ? LLVMBuildAdd(e->b, m->c.phi[v], const_i64(e, (uint64_t)by), "") : x;
}

/* What has no phi since it is 0 is so in the next trip, too. */
static void demand_zeros(struct making *m)
{
    for (unsigned v = VAR_S0; v < VAR_COUNT; v++)
        if (!m->c.phi[v] && v != exec_var(m->c.e, 0) && var_has(&m->exposed, v) &&
            var_has(&m->c.b->def, v))
            m->c.is_broken |= !LLVMIsNull(bit_where(m, v, false));
}

/* The values of the next trip's phis, which are what now[] has. */
static void add_next(struct making *m)
{
    LLVMBasicBlockRef end = LLVMGetInsertBlock(m->c.e->b);
    demand_zeros(m);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (m->trip[v])
            add_incoming(m->trip[v], for_phi(m, v), end);
}

/* The values with which a further trip begins in a copy behind this one. */
static void begin_copy(struct making *m)
{
    LLVMValueRef next[VAR_COUNT] = {NULL};
    demand_zeros(m);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (m->trip[v])
            next[v] = for_phi(m, v);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (next[v] && !(v < VAR_S0 && is_pair(m, v))) /* places are told by the first trip's */
            m->c.phi[v] = next[v];
        else if (!next[v] && v >= VAR_S0 && var_has(&m->exposed, v))
            m->c.now[v] = m->first[v];
    begin_values(m, next);
}

static void store_lane(struct making *m, LLVMValueRef lane, LLVMValueRef lane32)
{
    struct emitter *e = m->c.e;
    for (unsigned v = var_next(&m->out, 0); v < VAR_COUNT; v = var_next(&m->out, v + 1)) {
        if (v < VAR_S0) {
            LLVMValueRef x = m->c.phi[v] && !is_pair(m, v)
                                 ? lane_recast(e, m->c.now[v], LLVMTypeOf(m->c.phi[v]))
                                 : m->c.now[v];
            LLVMBuildStore(e->b, x, element_at(e, m->row[v], lane));
            continue;
        }
        LLVMValueRef bit = LLVMBuildZExt(e->b, bit_where(m, v, true), e->i32, "");
        bit = LLVMBuildShl(e->b, bit, lane32, "");
        m->bit[v] = LLVMBuildOr(e->b, m->mask[v], bit, "");
    }
}

static void set_team(struct emitter *e, LLVMValueRef v)
{
    LLVMBuildStore(e->b, v, at_offset(e, e->group, TURNS(team)));
}

/* From here on the wave may be made to begin the loop again. */
static void begin_again_here(struct making *m)
{
    struct emitter *e = m->c.e;
    varset dirty = e->dirty;
    for (unsigned v = var_next(&m->exposed, 0); v < VAR_S0; v = var_next(&m->exposed, v + 1))
        if (var_has(&e->dirty, v) && e->now[v]) {
            store_for_lanes(e, e->now[v], var_address(e, v));
            var_remove(&e->dirty, v);
        }
    store_vars(e, &m->c.b->live_in);
    e->dirty = dirty;
    stop_wave(e, STOP_TEAM, op_pointer(e, region_op(e->region, m->c.b->first)));
    store_wave_byte(e, offsetof(struct wave, faulting_access), 1);
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    set_team(e, LLVMBuildShl(e->b, const_i32(e, 1), index, ""));
}

static void end_again_here(struct emitter *e)
{
    set_team(e, const_i32(e, 0));
    store_wave_byte(e, offsetof(struct wave, stop), STOP_NONE);
}

static void begin_rows(struct making *m)
{
    struct emitter *e = m->c.e;
    const varset *live = &e->region->blocks[m->c.loop->exit].live_in;
    for (unsigned v = var_next(&m->c.b->def, 0); v < VAR_COUNT; v = var_next(&m->c.b->def, v + 1)) {
        if (!var_has(live, v) || v == exec_var(e, 0))
            continue;
        var_add(&m->out, v);
        if (v >= VAR_S0)
            continue;
        m->row[v] = new_row(e, e->v32i32);
        LLVMValueRef old = e->now[v];
        if (!old && var_has(&m->c.b->live_in, v))
            old = load_var(e, v);
        if (old) /* of lanes that are not active */
            LLVMSetAlignment(LLVMBuildStore(e->b, old, m->row[v]), 64);
    }
}

/* Where pairs of registers lead in the window, of all lanes. */
static void begin_places(struct making *m)
{
    struct emitter *e = m->c.e;
    LLVMTypeRef t = e->v32i64;
    LLVMValueRef bad = NULL, size = const_splat(e, t, e->machine->window_size);
    for (unsigned v = 0; v + 1 < VAR_S0; v++) {
        if (!is_pair(m, v))
            continue;
        LLVMValueRef lo = e->now[v] ? e->now[v] : load_var(e, v),
                     hi = e->now[v + 1] ? e->now[v + 1] : load_var(e, v + 1);
        hi = LLVMBuildShl(e->b, LLVMBuildZExt(e->b, hi, t, ""), const_splat(e, t, 32), "");
        LLVMValueRef place = LLVMBuildOr(e->b, LLVMBuildZExt(e->b, lo, t, ""), hi, "");
        place = LLVMBuildSub(e->b, place, splat(e, window_base(e), t), "");
        m->places[v] = new_row(e, t);
        LLVMSetAlignment(LLVMBuildStore(e->b, place, m->places[v]), 64);
        LLVMValueRef beyond = LLVMBuildICmp(e->b, LLVMIntUGT, place, size, "");
        bad = bad ? LLVMBuildOr(e->b, bad, beyond, "") : beyond;
    }
    if (!bad || !m->c.has_guards)
        return;
    bad = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, bad, e->i32, ""), m->exec, "");
    m->holds = is_equal(e, bad, const_i32(e, 0));
}

static void finish(struct making *m, struct lane_edge *edge, LLVMValueRef most)
{
    struct emitter *e = m->c.e;
    memcpy(edge->values, e->now, sizeof edge->values);
    for (unsigned v = var_next(&m->c.b->def, 0); v < VAR_COUNT; v = var_next(&m->c.b->def, v + 1))
        edge->values[v] = NULL;
    for (unsigned v = var_next(&m->out, 0); v < VAR_COUNT; v = var_next(&m->out, v + 1)) {
        edge->values[v] = m->left_mask[v];
        if (v < VAR_S0) {
            edge->values[v] = LLVMBuildLoad2(e->b, e->v32i32, m->row[v], "");
            LLVMSetAlignment(edge->values[v], 64);
        }
    }
    edge->values[exec_var(e, 0)] = const_i32(e, 0);
    count_times(e, m->c.b, most);
    LLVMValueRef p = wave_field(e, offsetof(struct wave, budget));
    LLVMValueRef left = LLVMBuildLoad2(e->b, e->i32, p, "");
    left = LLVMBuildSub(e->b, left, LLVMBuildSub(e->b, most, const_i32(e, 1), ""), "");
    LLVMBuildStore(e->b, left, p);
    end_again_here(e);
    LLVMBuildBr(e->b, e->states[m->c.loop->exit].entry);
}

/* Before the loop: places from which lanes go on by an index are inside. */
static void demand_outside(struct lane_code *c, LLVMBasicBlockRef each, LLVMValueRef all)
{
    struct emitter *e = c->e;
    LLVMValueRef size = const_i64(e, e->machine->window_size);
    LLVMValueRef br = LLVMGetBasicBlockTerminator(c->begin);
    LLVMPositionBuilderBefore(e->b, br);
    for (unsigned i = 0; i < c->outsides; i++)
        if (c->outside[i].is_inside) {
            LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntULE, c->outside[i].place, size, "");
            all = all ? LLVMBuildAnd(e->b, all, is, "") : is;
        }
    if (!all)
        return;
    LLVMInstructionEraseFromParent(br);
    LLVMPositionBuilderAtEnd(e->b, c->begin);
    branch(e, all, each, c->fail, 2000);
}

/* What lanes to come will want, where their parts of an array follow each other: the host does not
 * see far enough ahead by itself. */
static void fetch_ahead(struct emitter *e, LLVMValueRef place)
{
    LLVMValueRef by = LLVMBuildAdd(e->b, place, const_i64(e, AHEAD), ""),
                 window = symbol_address(e, "shoal_window");
    LLVMValueRef args[4] = {LLVMBuildGEP2(e->b, e->i8, window, &by, 1, ""), const_i32(e, 0),
                            const_i32(e, 3), const_i32(e, 1)};
    call_intrinsic(e, "llvm.prefetch", &e->ptr, 1, args, 4);
}

/* What the phis of the first trip get. */
static void enter_trip(struct making *m, LLVMValueRef first[VAR_COUNT])
{
    struct emitter *e = m->c.e;
    memcpy(first, m->first, VAR_COUNT * sizeof *first);
    for (unsigned v = 0; v < VAR_S0; v++)
        if (!is_pair(m, v) && first[v] && var_has(&m->c.b->def, v) && is_float(m, v)) {
            first[v] = lane_recast(e, first[v], LLVMFloatTypeInContext(e->c));
        }
    for (unsigned v = 0; v + 1 < VAR_S0; v++)
        if (is_pair(m, v))
            fetch_ahead(e, first[v]);
}

static unsigned copies_of(const struct making *m)
{
    const struct region_op *at = &m->c.e->region->ops[m->c.b->op];
    unsigned copies = MAX_COPIES, ops = 0;
    for (uint32_t k = 0; k < m->c.b->ops; k++)
        ops += at[k].fx.treatment != AS_NOTHING;
    while (copies > 1 && copies * ops > COPIED_OPS)
        copies /= 2;
    return copies;
}

/* The lane has left in this copy. */
static void leave(struct making *m, LLVMValueRef lane, LLVMValueRef lane32, unsigned copy)
{
    struct emitter *e = m->c.e;
    for (unsigned v = 0; v < VAR_S0; v++)
        if (m->c.late[v]) {
            LLVMValueRef x = lane_recast(e, m->c.now[v], LLVMTypeOf(m->c.phi[v]));
            lane_require(&m->c, LLVMBuildFCmp(e->b, LLVMRealORD, x, x, ""));
        }
    store_lane(m, lane, lane32);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    add_incoming(m->trips, const_i32(e, MAX_TRIPS + 1 + copy), here);
    for (unsigned v = var_next(&m->out, VAR_S0); v < VAR_COUNT; v = var_next(&m->out, v + 1))
        add_incoming(m->left_mask[v], m->bit[v], here);
    LLVMBuildBr(e->b, m->left);
}

/* Trips one after the other; the builder is where the last one goes on. */
static void emit_copies(struct making *m, LLVMValueRef lane, LLVMValueRef lane32, unsigned copies)
{
    struct emitter *e = m->c.e;
    for (unsigned i = 0; i < copies && !m->c.is_broken; i++) {
        LLVMBasicBlockRef out = new_block(e, "out"), on = new_block(e, "again");
        if (i)
            begin_copy(m);
        emit_trip(&m->c);
        if (m->c.is_broken)
            return;
        if (leaving(m))
            LLVMBuildCondBr(e->b, leaving(m), out, on);
        else
            LLVMBuildCondBr(e->b, m->c.now[exec_var(e, 0)], on, out);
        LLVMPositionBuilderAtEnd(e->b, out);
        leave(m, lane, lane32, i);
        LLVMPositionBuilderAtEnd(e->b, on);
    }
}

/* Where lanes come to from all copies: phis, and nothing behind them. */
static void begin_left(struct making *m)
{
    struct emitter *e = m->c.e;
    m->left = new_block(e, "left");
    LLVMPositionBuilderAtEnd(e->b, m->left);
    m->trips = LLVMBuildPhi(e->b, e->i32, "");
    for (unsigned v = var_next(&m->out, VAR_S0); v < VAR_COUNT; v = var_next(&m->out, v + 1))
        m->left_mask[v] = LLVMBuildPhi(e->b, e->i32, "");
}

static void emit_lanes(struct making *m, struct lane_edge *edge, LLVMBasicBlockRef begin)
{
    struct emitter *e = m->c.e;
    LLVMBasicBlockRef each = new_block(e, "lane"), trip = new_block(e, "trip"),
                      done = new_block(e, "done");
    unsigned copies = copies_of(m);
    LLVMPositionBuilderAtEnd(e->b, begin);
    begin_again_here(m);
    begin_rows(m);
    m->exec = get_var(e, exec_var(e, 0));
    begin_places(m);
    for (unsigned v = var_next(&m->out, VAR_S0); v < VAR_COUNT; v = var_next(&m->out, v + 1))
        m->first[v] = LLVMBuildAnd(e->b, get_var(e, v), LLVMBuildNot(e->b, m->exec, ""), "");
    LLVMBasicBlockRef from = m->c.begin = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, each);

    LLVMPositionBuilderAtEnd(e->b, each);
    LLVMValueRef lanes = LLVMBuildPhi(e->b, e->i32, ""), most = LLVMBuildPhi(e->b, e->i32, "");
    add_incoming(lanes, m->exec, from);
    add_incoming(most, const_i32(e, 0), from);
    for (unsigned v = var_next(&m->out, VAR_S0); v < VAR_COUNT; v = var_next(&m->out, v + 1)) {
        m->mask[v] = LLVMBuildPhi(e->b, e->i32, "");
        add_incoming(m->mask[v], m->first[v], from);
    }
    LLVMValueRef lane32 = first_lane(e, lanes), lane = zext64(e, lane32);
    load_lane(m, lane, lane32);
    LLVMValueRef first[VAR_COUNT];
    enter_trip(m, first);
    LLVMBasicBlockRef loaded = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, trip);

    LLVMPositionBuilderAtEnd(e->b, trip);
    LLVMValueRef count = LLVMBuildPhi(e->b, e->i32, "");
    begin_trip(m);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (m->c.phi[v])
            add_incoming(m->c.phi[v], first[v], loaded);
    add_incoming(count, const_i32(e, MAX_TRIPS), loaded);
    begin_values(m, m->trip);
    LLVMBasicBlockRef inside = LLVMGetInsertBlock(e->b);
    begin_left(m);
    LLVMPositionBuilderAtEnd(e->b, inside);
    emit_copies(m, lane, lane32, copies);
    if (m->c.is_broken)
        return;
    LLVMBasicBlockRef again = LLVMGetInsertBlock(e->b);
    LLVMValueRef n = LLVMBuildSub(e->b, count, const_i32(e, copies), "");
    add_next(m);
    add_incoming(count, n, again);
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, n, const_i32(e, 0), ""), trip, m->c.fail, 2000);
    if (m->c.is_broken)
        return;

    LLVMBasicBlockRef left = m->left;
    LLVMPositionBuilderAtEnd(e->b, left);
    LLVMValueRef counts[2] = {most, LLVMBuildSub(e->b, m->trips, count, "")};
    LLVMValueRef slowest = call_intrinsic(e, "llvm.umax", &e->i32, 1, counts, 2);
    LLVMValueRef rest = without_first_lane(e, lanes);
    add_incoming(lanes, rest, left);
    add_incoming(most, slowest, left);
    for (unsigned v = var_next(&m->out, VAR_S0); v < VAR_COUNT; v = var_next(&m->out, v + 1))
        add_incoming(m->mask[v], m->left_mask[v], left);
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, rest, const_i32(e, 0), ""), each, done, 16);

    demand_outside(&m->c, each, m->holds);
    LLVMPositionBuilderAtEnd(e->b, done);
    finish(m, edge, slowest);
    edge->end = LLVMGetInsertBlock(e->b);
}

static void emit_fail(struct making *m, LLVMBasicBlockRef alone)
{
    struct emitter *e = m->c.e;
    LLVMPositionBuilderAtEnd(e->b, m->c.fail);
    LLVMValueRef p = at_offset(e, e->group, offsetof(struct group, failed_teams));
    LLVMValueRef n = LLVMBuildLoad2(e->b, e->i32, p, "");
    LLVMBuildStore(e->b, LLVMBuildAdd(e->b, n, const_i32(e, 1), ""), p);
    end_again_here(e);
    LLVMBuildBr(e->b, alone);
}

/* i1: as many lanes are active as pay, and such loops have not failed before. */
static LLVMValueRef may_run(struct emitter *e, const struct ragged *l)
{
    LLVMValueRef failed = load_at(e, e->i32, e->group, offsetof(struct group, failed_teams));
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntULT, failed, const_i32(e, MAX_FAILED_TEAMS), "");
    LLVMValueRef exec = get_var(e, exec_var(e, 0)), none = const_i32(e, 0);
    LLVMValueRef some = LLVMBuildICmp(e->b, LLVMIntNE, exec, none, "");
    c = LLVMBuildAnd(e->b, some, c, "");
    if (l->most >= 32)
        return c;
    LLVMValueRef n = call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &exec, 1);
    LLVMValueRef few = LLVMBuildICmp(e->b, LLVMIntULE, n, const_i32(e, l->most), "");
    return LLVMBuildAnd(e->b, few, c, "");
}

/* false: it cannot be emitted so, and nothing was. */
static bool attempt(struct making *m, struct lane_edge *edge)
{
    struct emitter *e = m->c.e;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), begin = new_block(e, "lanes");
    m->c.fail = new_block(e, "lanes_fail");
    m->c.is_broken = !lane_goes_back(&m->c);
    if (!m->c.is_broken)
        emit_lanes(m, edge, begin);
    if (m->c.is_broken) {
        remove_blocks(begin);
        edge->end = NULL;
    } else {
        LLVMBasicBlockRef alone = new_block(e, "alone");
        LLVMPositionBuilderAtEnd(e->b, here);
        branch(e, may_run(e, m->c.loop), begin, alone, 1);
        emit_fail(m, alone);
        here = alone;
    }
    LLVMPositionBuilderAtEnd(e->b, here);
    return !m->c.is_broken;
}

void emit_lane_loop(struct emitter *e, unsigned head)
{
    const struct ragged *l = lane_loop_of(e->region, head);
    unsigned pre = (unsigned)(e->block - e->region->blocks);
    struct lane_edge *edge = l ? &e->lanes->of[l - e->region->lane_loops] : NULL;
    if (!l || !e->has_lanes || edge->end || pre >= l->exit)
        return;
    const struct region_op *at = e->at;
    const struct block *b = &e->region->blocks[head];
    uint64_t reach = (UINT64_C(1) << (32 + MAX_SHIFT)) + (1u << 30);
    struct making *m = malloc(sizeof *m);
    /* what both ways use is known before they part */
    struct team alone = {.block = {head}, .blocks = 1};
    varset exposed = exposed_vars(e->region, &alone);
    get_var(e, exec_var(e, 0));
    for (unsigned v = VAR_S0; v < first_flag(e); v++)
        if (var_has(&exposed, v) ||
            (var_has(&b->def, v) && var_has(&e->region->blocks[l->exit].live_in, v)))
            get_var(e, v);
    for (unsigned less = 0; m && less < 3; less++) { /* what is taken for granted */
        memset(m, 0, sizeof *m);
        m->c = (struct lane_code){.e = e, .loop = l, .b = b};
        m->c.stays_zero = less < 2;
        m->c.has_guards = less < 1 && e->machine->guard >= reach;
        m->exposed = exposed;
        find_increments(e->region, &alone, m->kinds);
        if (attempt(m, edge))
            break;
    }
    e->at = at;
    free(m);
}
