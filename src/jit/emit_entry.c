/* emit_entry.c: how waves get into a function and what happens when they stop.
 *
 * A function is called for one wave, with the op that it goes on with, or without an op: then it
 * runs the waves of group->turns one after the other (isa/machine.h). New ones begin with the
 * values of launch_state.start: their registers go to the wave's struct only where the wave
 * leaves the function. Emitted are:
 *
 *   start     an op was given: -> turn
 *   advance   the next wave: -> turn, or the end of the call
 *   turn      a new wave -> fresh, else -> label
 *   fresh     the live registers of a new wave -> the kernel's first block
 *   label     one for each block that is entered from outside: loads what is live */
#include "jit/emit_entry.h"

#include <string.h>

#include "jit/batch.h"
#include "jit/behind.h"
#include "jit/call.h"
#include "jit/flow.h"
#include "jit/gather.h"
#include "jit/inspect.h"
#include "jit/registers.h"
#include "jit/slots.h"

#define GROUP(field) offsetof(struct group, field)

/* ---- counters ---- */

/* Blocks that follow each other have different rows, so that none waits for what was just stored,
 * as CPUs do that do not rename memory; a loop of one block takes them in turns, by what is left of
 * the time slice. */
static LLVMValueRef find_row(struct emitter *e, const struct block *b)
{
    enum { ROW_BYTES = sizeof(uint32_t[COUNT_SLOTS]) };
    unsigned row = (unsigned)(b - e->region->blocks) % COUNT_ROWS;
    LLVMValueRef p = at_offset(e, e->group, GROUP(counts));
    if (b->succ[1] != (int)(b - e->region->blocks) || e->crew)
        return at_offset(e, p, (size_t)row * ROW_BYTES);
    LLVMValueRef at = load_at(e, e->i32, e->wave, offsetof(struct wave, budget));
    at = LLVMBuildAnd(e->b, at, const_i32(e, COUNT_ROWS - 1), "");
    at = zext64(e, LLVMBuildMul(e->b, at, const_i32(e, ROW_BYTES), ""));
    return LLVMBuildInBoundsGEP2(e->b, e->i8, p, &at, 1, "");
}

/* Always the whole vector: a part of it that was just stored would not be forwarded to loads. */
static void add_vector(struct emitter *e, LLVMValueRef by)
{
    LLVMValueRef p = e->block ? e->count_row : at_offset(e, e->group, GROUP(counts));
    LLVMValueRef v = LLVMBuildLoad2(e->b, LLVMTypeOf(by), p, "");
    LLVMSetAlignment(v, 64);
    v = LLVMBuildStore(e->b, LLVMBuildAdd(e->b, v, by, ""), p);
    LLVMSetAlignment(v, 64);
}

static LLVMValueRef const_counts(const struct emitter *e, const uint32_t n[COUNT_SLOTS])
{
    LLVMValueRef by[COUNT_SLOTS];
    for (unsigned c = 0; c < COUNT_SLOTS; c++)
        by[c] = const_i32(e, n[c]);
    return LLVMConstVector(by, COUNT_SLOTS);
}

void add_counts(struct emitter *e, const uint32_t n[COUNT_SLOTS])
{
    add_vector(e, const_counts(e, n));
}

static void count_op(const struct region *r, const struct region_op *at, uint32_t n[COUNT_SLOTS])
{
    const struct jit_isa *isa = r->isa;
    const struct op *op = op_of(r, at);
    bool goes_on = at->fx.treatment != AS_LEAVE || at->ends || at->is_barrier;
    n[op->cls]++;
    /* Where its executor runs before compiled code is left, that of the op behind it is the
     * interpreter's, which counts it. */
    if (goes_on && isa->prefixed && isa->prefixed(op))
        n[isa->prefixed(op)->cls]++;
}

void count_block(const struct region *r, const struct block *b, uint32_t counts[COUNT_SLOTS])
{
    memset(counts, 0, COUNT_SLOTS * sizeof *counts);
    for (uint32_t k = 0; k < b->ops; k++)
        if (!r->ops[b->op + k].is_inside)
            count_op(r, &r->ops[b->op + k], counts);
}

void count_instructions(struct emitter *e, const struct block *b)
{
    uint32_t n[COUNT_SLOTS];
    count_block(e->region, b, n);
    e->count_row = find_row(e, b);
    LLVMValueRef wave = e->states[b - e->region->blocks].wave;
    if (!wave) {
        add_counts(e, n);
        return;
    }
    LLVMValueRef index = load_at(e, e->i32, wave, offsetof(struct wave, index));
    store_at(e, LLVMBuildAdd(e->b, index, const_i32(e, 1), ""), e->group,
             GROUP(turns.uncounted_to));
}

void count_from(struct emitter *e, const struct block *b, LLVMValueRef index)
{
    uint32_t n[COUNT_SLOTS];
    count_block(e->region, b, n);
    LLVMValueRef p = at_offset(e, e->group, GROUP(turns.uncounted));
    LLVMSetAlignment(LLVMBuildStore(e->b, const_counts(e, n), p), 4);
    store_at(e, index, e->group, GROUP(turns.uncounted_from));
}

/* So many waves, an i32, have executed what this vector says. */
static void add_for(struct emitter *e, LLVMValueRef by, LLVMValueRef waves)
{
    LLVMTypeRef t = LLVMTypeOf(by);
    LLVMValueRef all = LLVMBuildInsertElement(e->b, LLVMGetUndef(t), waves, const_i32(e, 0), "");
    all = LLVMBuildShuffleVector(e->b, all, LLVMGetUndef(t), LLVMConstNull(t), "");
    add_vector(e, LLVMBuildMul(e->b, by, all, ""));
}

void add_counts_for(struct emitter *e, const uint32_t n[COUNT_SLOTS], LLVMValueRef waves)
{
    add_for(e, const_counts(e, n), waves);
}

static LLVMValueRef uncounted_waves(struct emitter *e)
{
    LLVMValueRef from = load_at(e, e->i32, e->group, GROUP(turns.uncounted_from));
    return LLVMBuildSub(e->b, load_at(e, e->i32, e->group, GROUP(turns.uncounted_to)), from, "");
}

void count_stretch(struct emitter *e, const struct block *b)
{
    uint32_t n[COUNT_SLOTS];
    count_block(e->region, b, n);
    e->count_row = find_row(e, b);
    add_for(e, const_counts(e, n), uncounted_waves(e));
}

/* The same of any stretch, before another begins, or none. */
static void count_rest(struct emitter *e)
{
    LLVMBasicBlockRef some = new_block(e, "uncounted"), none = new_block(e, "counted");
    LLVMValueRef waves = uncounted_waves(e);
    branch(e, is_equal(e, waves, const_i32(e, 0)), none, some, 1);
    LLVMPositionBuilderAtEnd(e->b, some);
    LLVMTypeRef t = LLVMVectorType(e->i32, COUNT_SLOTS);
    LLVMValueRef by = LLVMBuildLoad2(e->b, t, at_offset(e, e->group, GROUP(turns.uncounted)), "");
    LLVMSetAlignment(by, 4);
    e->block = NULL;
    add_for(e, by, waves);
    store_at(e, load_at(e, e->i32, e->group, GROUP(turns.uncounted_from)), e->group,
             GROUP(turns.uncounted_to));
    LLVMBuildBr(e->b, none);
    LLVMPositionBuilderAtEnd(e->b, none);
}

void count_times(struct emitter *e, const struct block *b, LLVMValueRef times)
{
    uint32_t n[COUNT_SLOTS];
    count_block(e->region, b, n);
    add_for(e, const_counts(e, n), times);
}

void uncount_behind(struct emitter *e)
{
    const struct region_op *end = &e->region->ops[e->block->op + e->block->ops];
    uint32_t n[COUNT_SLOTS] = {0};
    for (const struct region_op *at = e->at + 1; at < end; at++)
        if (!at->is_inside)
            count_op(e->region, at, n);
    for (unsigned c = 0; c < COUNT_SLOTS; c++)
        n[c] = -n[c];
    add_counts(e, n);
}

void count_ways(struct emitter *e, LLVMValueRef ways)
{
    enum { WAYS = 2, TIMES_MET = 2, COMBINATIONS = 1 << WAYS };
    uint32_t n[COMBINATIONS][COUNT_SLOTS] = {{0}};
    const struct region_op *from = e->at - 1;
    while (from->kind != OP_NARROW)
        from--;
    for (unsigned way = 1; ++from < e->at;) {
        count_op(e->region, from, n[way]);
        if (from->kind == OP_TURN)
            way = 2;
    }
    for (unsigned c = 0; c < COUNT_SLOTS; c++)
        n[3][c] = n[1][c] + n[2][c];
    n[3][op_of(e->region, e->at)->cls] += TIMES_MET;
    LLVMValueRef row[COMBINATIONS];
    for (unsigned i = 0; i < COMBINATIONS; i++)
        row[i] = const_counts(e, n[i]);
    LLVMTypeRef t = LLVMTypeOf(row[0]), table = LLVMArrayType2(t, COMBINATIONS);
    LLVMValueRef g = LLVMAddGlobal(e->module, table, "counts");
    LLVMSetInitializer(g, LLVMConstArray2(t, row, COMBINATIONS));
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetAlignment(g, 64);
    ways = LLVMBuildZExt(e->b, ways, e->i64, "");
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, LLVMBuildInBoundsGEP2(e->b, t, g, &ways, 1, ""), "");
    LLVMSetAlignment(v, 64);
    add_vector(e, v);
}

void count_again(struct emitter *e, const struct op *op)
{
    uint32_t n[COUNT_SLOTS] = {0};
    n[op->cls] = 1;
    add_counts(e, n);
}

/* Adds to what the interpreter's loop has counted for the wave and op. */
static void correct_count(struct emitter *e, LLVMValueRef wave, LLVMValueRef op, uint64_t by)
{
    LLVMValueRef cls = load_at(e, e->i8, op, offsetof(struct op, cls));
    LLVMValueRef i = LLVMBuildZExt(e->b, cls, e->i64, "");
    LLVMValueRef p = at_offset(e, wave, offsetof(struct wave, counts));
    p = LLVMBuildInBoundsGEP2(e->b, e->i64, p, &i, 1, "");
    LLVMValueRef n = LLVMBuildLoad2(e->b, e->i64, p, "");
    LLVMBuildStore(e->b, LLVMBuildAdd(e->b, n, const_i64(e, by), ""), p);
}

/* ---- the ends of a turn ---- */

void end_wave(struct emitter *e)
{
    set_stop(e, STOP_END);
    set_faulting(e, false);
    LLVMBuildBr(e->b, e->advance);
}

static LLVMValueRef interpret(struct emitter *e, LLVMValueRef op)
{
    LLVMValueRef f = load_at(e, e->ptr, op, e->region->isa->layout.interp), args[2] = {e->wave, op};
    return LLVMBuildCall2(e->b, e->exec_type, f, args, 2, "");
}

static void wait_at_barrier(struct emitter *e, LLVMValueRef next)
{
    LLVMBasicBlockRef alone = new_block(e, "alone"), wait = new_block(e, "wait");
    LLVMValueRef waves = load_at(e, e->i32, e->group, GROUP(wave_count));
    branch(e, is_equal(e, waves, const_i32(e, 1)), alone, wait, 1);
    LLVMPositionBuilderAtEnd(e->b, alone);
    go_out(e, OUT_LEAVE, next);
    LLVMPositionBuilderAtEnd(e->b, wait);
    stop_wave(e, STOP_BARRIER, next);
    LLVMValueRef held = load_at(e, e->i32, e->group, GROUP(turns.held));
    store_at(e, LLVMBuildAdd(e->b, held, const_i32(e, 1), ""), e->group, GROUP(turns.held));
    LLVMBuildBr(e->b, e->advance);
}

/* To the label of a way at this offset in the code, or the interpreter goes on there. */
static void resume(struct emitter *e, LLVMValueRef offset)
{
    const struct region *r = e->region;
    LLVMBasicBlockRef other = new_block(e, "other");
    LLVMValueRef to = LLVMBuildSwitch(e->b, offset, other, 8);
    for (unsigned k = 0; k < r->count; k++)
        if (r->blocks[k].is_way && r->blocks[k].is_label)
            LLVMAddCase(to, const_i32(e, 4 * r->blocks[k].first), e->states[k].label);
    LLVMPositionBuilderAtEnd(e->b, other);
    go_out(e, OUT_LEAVE, op_at(e, offset));
}

static void emit_way_out(struct emitter *e, enum way_out way, LLVMValueRef op)
{
    switch (way) {
    case OUT_BARRIER:
        wait_at_barrier(e, op);
        break;
    case OUT_YIELD:
        store_at(e, op, e->wave, offsetof(struct wave, next));
        set_stop(e, STOP_YIELD);
        go_out(e, OUT_LEAVE, LLVMConstNull(e->ptr));
        break;
    case OUT_RESUME:
        resume(e, op);
        break;
    case OUT_INTERPRET:
        end_access(e);
        go_out(e, OUT_LEAVE, interpret(e, op));
        break;
    default:
        end_access(e);
        if (e->has_stretches)
            count_rest(e);
        LLVMBuildRet(e->b, op);
        break;
    }
}

/* Makes e->wave the one that runs: ways out are not only of the waves that are in no stretch. */
static void find_running(struct emitter *e)
{
    if (e->has_stretches)
        e->wave = load_at(e, e->ptr, e->group, GROUP(running));
}

/* Ways out may lead to those behind them. */
static void emit_ways_out(struct emitter *e)
{
    LLVMValueRef wave = e->wave;
    if (e->left) {
        LLVMPositionBuilderAtEnd(e->b, e->left);
        find_running(e);
        if (e->behind->strips)
            end_behind(e);
        go_out(e, OUT_LEAVE, load_at(e, e->ptr, e->wave, e->region->isa->layout.left_to));
    }
    for (unsigned way = 0; way < WAYS_OUT; way++)
        if (e->out[way].block) {
            LLVMPositionBuilderAtEnd(e->b, e->out[way].block);
            find_running(e);
            emit_way_out(e, way, e->out[way].op);
        }
    e->wave = wave;
}

/* ---- the next wave ---- */

static LLVMValueRef wave_at(struct emitter *e, LLVMValueRef n)
{
    LLVMValueRef at = LLVMBuildMul(e->b, LLVMBuildZExt(e->b, n, e->i64, ""),
                                   const_i64(e, e->region->isa->wave_bytes(e->region->halves)), "");
    LLVMValueRef waves = load_at(e, e->ptr, e->group, GROUP(turns.waves));
    return LLVMBuildInBoundsGEP2(e->b, e->i8, waves, &at, 1, "");
}

/* Of teams: in block `again`, the next wave that is ready and the op that it goes on with. Goes on
 * where none is. */
static LLVMValueRef emit_ready(struct emitter *e, LLVMBasicBlockRef again, LLVMValueRef *op)
{
    LLVMBasicBlockRef none = new_block(e, "none_ready");
    LLVMValueRef ready = load_at(e, e->i32, e->group, GROUP(turns.ready));
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, ready, const_i32(e, 0), ""), again, none, 1);
    LLVMPositionBuilderAtEnd(e->b, again);
    LLVMValueRef args[2] = {ready, LLVMConstNull(e->i1)};
    LLVMValueRef n = call_intrinsic(e, "llvm.cttz", &e->i32, 1, args, 2);
    LLVMValueRef rest = LLVMBuildSub(e->b, ready, const_i32(e, 1), "");
    store_at(e, LLVMBuildAnd(e->b, ready, rest, ""), e->group, GROUP(turns.ready));
    LLVMValueRef wave = wave_at(e, n);
    *op = load_at(e, e->ptr, wave, offsetof(struct wave, next));
    LLVMPositionBuilderAtEnd(e->b, none);
    return wave;
}

/* Goes to the batch if it can begin with the next wave, turns.next of turns.end, which are i32; if
 * it then fails, that wave goes on at `alone`. Goes on where it can not. */
static void enter_batch(struct emitter *e, LLVMValueRef next, LLVMValueRef end,
                        LLVMBasicBlockRef alone)
{
    if (!e->batch.entry || e->batch.tail)
        return;
    LLVMBasicBlockRef maybe = new_block(e, "maybe"), on = new_block(e, "alone");
    unsigned waves = e->region->batches[0].waves;
    LLVMValueRef last = LLVMBuildAdd(e->b, next, const_i32(e, waves), ""), c[3];
    LLVMValueRef part = LLVMBuildAnd(e->b, next, const_i32(e, waves - 1), "");
    branch(e, LLVMBuildICmp(e->b, LLVMIntULE, last, end, ""), maybe, on, 1);
    LLVMPositionBuilderAtEnd(e->b, maybe);
    c[0] = LLVMBuildTrunc(e->b, load_at(e, e->i8, e->group, GROUP(turns.are_new)), e->i1, "");
    c[1] = LLVMBuildICmp(e->b, LLVMIntULT, load_at(e, e->i32, e->group, GROUP(failed_batches)),
                         const_i32(e, MAX_FAILED_BATCHES), "");
    c[2] = is_equal(e, part, const_i32(e, 0));
    LLVMValueRef all = LLVMBuildAnd(e->b, LLVMBuildAnd(e->b, c[0], c[1], ""), c[2], "");
    branch(e, all, e->batch.entry, on, 1);
    LLVMPositionBuilderAtEnd(e->b, e->batch.fail);
    LLVMBuildBr(e->b, alone);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* All waves have ended, and the next work-group begins that nobody need be asked for. Goes on where
 * there is none. */
static void emit_follow(struct emitter *e)
{
    if (e->region->entry < 0 || !e->region->isa->start_part)
        return;
    LLVMBasicBlockRef next = new_block(e, "next_group"), none = new_block(e, "no_group");
    LLVMValueRef left = load_at(e, e->i32, e->group, GROUP(turns.follow)), one = const_i32(e, 1);
    LLVMValueRef held = load_at(e, e->i32, e->group, GROUP(turns.held)), zero = const_i32(e, 0);
    LLVMValueRef can = LLVMBuildICmp(e->b, LLVMIntNE, left, zero, "");
    can = LLVMBuildAnd(e->b, can, is_equal(e, held, zero), "");
    branch(e, can, next, none, 1);
    LLVMPositionBuilderAtEnd(e->b, next);
    store_at(e, LLVMBuildSub(e->b, left, one, ""), e->group, GROUP(turns.follow));
    LLVMValueRef in = zext64(e, load_at(e, e->i32, e->group, GROUP(turns.follow_in))),
                 id = LLVMBuildInBoundsGEP2(e->b, e->i32, at_offset(e, e->group, GROUP(id)), &in, 1,
                                            ""),
                 count[2] = {id, at_offset(e, e->group, GROUP(index))};
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef n = LLVMBuildLoad2(e->b, e->i32, count[i], "");
        LLVMBuildStore(e->b, LLVMBuildAdd(e->b, n, one, ""), count[i]);
    }
    store_at(e, zero, e->group, GROUP(turns.next));
    if (e->batch.tail)
        store_at(e, LLVMConstNull(e->i8), e->group, GROUP(turns.has_no_tail));
    LLVMBuildBr(e->b, e->advance);
    LLVMPositionBuilderAtEnd(e->b, none);
}

/* Emits `advance`, from which `turn` is reached with the wave and, unless it is new, its op. */
static void emit_advance(struct emitter *e, LLVMBasicBlockRef turn, LLVMValueRef op_phi)
{
    LLVMBasicBlockRef pick = new_block(e, "pick"), none = new_block(e, "none"),
                      ask = new_block(e, "ask"), over = new_block(e, "over"),
                      resume = new_block(e, "resume");
    LLVMBasicBlockRef again = NULL;
    LLVMValueRef again_wave = NULL, again_op = NULL;
    LLVMPositionBuilderAtEnd(e->b, e->advance);
    if (e->has_stretches)
        count_rest(e);
    if (e->region->team_count || e->batch.tail) {
        again = new_block(e, "ready");
        again_wave = emit_ready(e, again, &again_op);
    }
    LLVMValueRef n = load_at(e, e->i32, e->group, GROUP(turns.next));
    LLVMValueRef end = load_at(e, e->i32, e->group, GROUP(turns.end));
    enter_batch(e, n, end, pick);
    branch(e, LLVMBuildICmp(e->b, LLVMIntULT, n, end, ""), pick, none, 1);

    LLVMPositionBuilderAtEnd(e->b, none);
    if (again)
        emit_unpark(e);
    emit_follow(e);
    LLVMValueRef more = load_at(e, e->ptr, e->group, GROUP(turns.more));
    LLVMValueRef has = LLVMBuildICmp(e->b, LLVMIntNE, more, LLVMConstNull(e->ptr), "");
    branch(e, has, ask, over, 1);
    LLVMPositionBuilderAtEnd(e->b, ask);
    LLVMTypeRef asks = LLVMFunctionType(e->i8, &e->ptr, 1, 0);
    LLVMValueRef r = LLVMBuildCall2(e->b, asks, more, &e->group, 1, "");
    /* A bool is returned in the low bit of a byte (psABI 3.1.2). */
    r = LLVMBuildTrunc(e->b, r, e->i1, "");
    branch(e, r, e->advance, over, 1);
    LLVMPositionBuilderAtEnd(e->b, over);
    LLVMBuildRet(e->b, LLVMConstNull(e->ptr));

    LLVMPositionBuilderAtEnd(e->b, pick);
    store_at(e, LLVMBuildAdd(e->b, n, const_i32(e, 1), ""), e->group, GROUP(turns.next));
    LLVMValueRef wave = wave_at(e, n);
    LLVMValueRef budget = load_at(e, e->i32, e->group, GROUP(turns.budget));
    store_at(e, budget, wave, offsetof(struct wave, budget));
    LLVMValueRef are_new = load_at(e, e->i8, e->group, GROUP(turns.are_new));
    are_new = LLVMBuildTrunc(e->b, are_new, e->i1, "");
    branch(e, are_new, turn, resume, 1);
    LLVMPositionBuilderAtEnd(e->b, resume);
    LLVMValueRef ops[2] = {LLVMConstNull(e->ptr),
                           load_at(e, e->ptr, wave, offsetof(struct wave, next))},
                 given[2] = {wave, wave};
    LLVMBasicBlockRef from[2] = {pick, resume};
    LLVMBuildBr(e->b, turn);
    LLVMAddIncoming(op_phi, ops, from, 2);
    LLVMAddIncoming(e->wave, given, from, 2);
    if (again) {
        LLVMPositionBuilderAtEnd(e->b, again);
        LLVMBuildBr(e->b, turn);
        LLVMAddIncoming(op_phi, &again_op, &again, 1);
        LLVMAddIncoming(e->wave, &again_wave, &again, 1);
    }
}

/* ---- new waves ---- */

/* i1: all lanes of these masks are active. */
static LLVMValueRef are_all(struct emitter *e, LLVMValueRef *exec)
{
    LLVMValueRef all = exec[0];
    for (unsigned half = 1; half < e->region->halves; half++)
        all = LLVMBuildAnd(e->b, all, exec[half], "");
    return is_equal(e, all, const_i32(e, UINT32_MAX));
}

/* Where a new wave lacks lanes that the region is for, it begins in the interpreter, with all
 * registers that the code knows. */
static void turn_away(struct emitter *e, LLVMValueRef start, LLVMValueRef part)
{
    const struct region *r = e->region;
    LLVMBasicBlockRef whole = new_block(e, "whole"), lacks = new_block(e, "lacks_lanes");
    LLVMValueRef exec[2];
    varset known = r->started;
    for (unsigned half = 0; half < r->halves; half++)
        exec[half] = r->isa->start_value(e, exec_var(e, half), start, part);
    for (unsigned i = 0; i < r->count; i++) {
        add_set(&known, &r->blocks[i].live_in);
        add_set(&known, &r->blocks[i].def);
        for (uint32_t k = 0; k < r->blocks[i].ops; k++)
            add_set(&known, &r->ops[r->blocks[i].op + k].fx.use);
    }
    for (unsigned half = 0; half < r->halves; half++)
        var_add(&known, exec_var(e, half));
    branch(e, are_all(e, exec), whole, lacks, 2000);
    LLVMPositionBuilderAtEnd(e->b, lacks);
    for (unsigned v = var_next(&known, 0); v < VAR_COUNT; v = var_next(&known, v + 1)) {
        LLVMValueRef store =
            LLVMBuildStore(e->b, r->isa->start_value(e, v, start, part), var_address(e, v));
        LLVMSetAlignment(store, var_alignment(e, v));
    }
    LLVMValueRef op = op_pointer(e, region_op(r, r->blocks[r->entry].first));
    correct_count(e, e->wave, op, 1);
    go_out(e, OUT_INTERPRET, op);
    LLVMPositionBuilderAtEnd(e->b, whole);
}

static void emit_fresh(struct emitter *e)
{
    const struct region *r = e->region;
    struct block_state *st = &e->states[r->entry];
    LLVMValueRef start = load_at(e, e->ptr, e->group, GROUP(turns.start));
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    LLVMValueRef part = r->isa->start_part(e, start, index);
    r->isa->start_state(e, part);
    if (r->is_whole)
        turn_away(e, start, part);
    LLVMBasicBlockRef here = new_block(e, "begin");
    e->fresh.before = LLVMGetInsertBlock(e->b);
    e->fresh.block = here;
    e->fresh.entry = st->entry;
    e->fresh.start = start;
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (st->phi[v]) {
            LLVMValueRef value = r->isa->start_value(e, v, start, part);
            LLVMAddIncoming(st->phi[v], &value, &here, 1);
            if (r->halves == 1 && v == exec_var(e, 0))
                e->fresh.exec = value;
        }
    for (unsigned v = var_next(&r->started, 0); v < VAR_COUNT; v = var_next(&r->started, v + 1)) {
        LLVMValueRef store =
            LLVMBuildStore(e->b, r->isa->start_value(e, v, start, part), var_address(e, v));
        LLVMSetAlignment(store, var_alignment(e, v));
    }
    LLVMBuildBr(e->b, here);
    LLVMPositionBuilderAtEnd(e->b, here);
    LLVMBuildBr(e->b, st->entry);
}

/* ---- waves that go on ---- */

/* Loads that are not in the first block, for waves that the engine has set up. */
static void call_preloads(struct emitter *e)
{
    const struct region *r = e->region;
    for (unsigned i = 0, n; i < r->preload_count; i += n) {
        const struct op *from = region_op(r, r->preload_slots[i]), *to = op_behind(r, from);
        for (n = 1; i + n < r->preload_count && to == region_op(r, r->preload_slots[i + n]); n++)
            to = op_behind(r, to);
        call_ops(e, from, to);
    }
}

/* The half of an address of the code that a wave must have; it is loaded from the wave. */
static LLVMValueRef differs_from_link(struct emitter *e, const struct known_link *l)
{
    LLVMValueRef at = var_address(e, l->var), to = code_address(e, l->at);
    if (l->lane != NO_LANE)
        at = at_offset(e, at, sizeof(uint32_t) * l->lane);
    if (l->is_high)
        to = LLVMBuildLShr(e->b, to, const_i64(e, 32), "");
    to = LLVMBuildTrunc(e->b, to, e->i32, "");
    return LLVMBuildXor(e->b, LLVMBuildLoad2(e->b, e->i32, at, ""), to, "");
}

LLVMValueRef differs_from_known(struct emitter *e, const struct block *b)
{
    const struct fixed *f = e->region->fixed + b->fixed;
    LLVMValueRef differ = NULL, x;
    for (uint32_t i = 0; i < b->fixed_count; i++) {
        x = LLVMBuildXor(e->b, load_var(e, f[i].var), const_i32(e, f[i].value), "");
        differ = differ ? LLVMBuildOr(e->b, differ, x, "") : x;
    }
    for (uint32_t i = b->link; i < b->link + b->links; i++) {
        const struct known_link *l = &e->region->links[i];
        if (!var_has(&b->live_in, l->var))
            continue;
        x = differs_from_link(e, l);
        differ = differ ? LLVMBuildOr(e->b, differ, x, "") : x;
    }
    return differ;
}

/* Goes on if the wave has what the block's code takes for granted, else to `wrong`. */
static void test_known(struct emitter *e, const struct block *b, LLVMBasicBlockRef wrong)
{
    LLVMValueRef differ = differs_from_known(e, b), holds = NULL;
    uint32_t bytes = loop_slots_end(e, (unsigned)(b - e->region->blocks));
    if (differ)
        holds = is_equal(e, differ, const_i32(e, 0));
    if (bytes) {
        LLVMValueRef has = load_at(e, e->i32, e->wave, offsetof(struct wave, scratch_bytes)),
                     fits = LLVMBuildICmp(e->b, LLVMIntUGE, has, const_i32(e, bytes), "");
        holds = holds ? LLVMBuildAnd(e->b, holds, fits, "") : fits;
    }
    if (!holds)
        return;
    LLVMBasicBlockRef as_known = new_block(e, "as_known");
    branch(e, holds, as_known, wrong, 2000);
    LLVMPositionBuilderAtEnd(e->b, as_known);
}

static void emit_label(struct emitter *e, unsigned index, LLVMValueRef to, LLVMBasicBlockRef wrong)
{
    const struct block *b = &e->region->blocks[index];
    struct block_state *st = &e->states[index];
    LLVMBasicBlockRef in = new_block(e, "label");
    LLVMAddCase(to, const_i32(e, 4 * b->first), in);
    LLVMPositionBuilderAtEnd(e->b, in);
    inspect_line(e, b->first);
    if ((int)index == e->region->entry)
        call_preloads(e);
    emit_gathering(e, index);
    test_known(e, b, wrong);
    st->label = in = LLVMGetInsertBlock(e->b);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (st->phi[v]) {
            LLVMValueRef value = load_var(e, v);
            LLVMAddIncoming(st->phi[v], &value, &in, 1);
        }
    if (st->wave) {
        count_from(e, b, load_at(e, e->i32, e->wave, offsetof(struct wave, index)));
        LLVMAddIncoming(st->wave, &e->wave, &in, 1);
    }
    LLVMBuildBr(e->b, st->entry);
}

static void emit_labels(struct emitter *e, LLVMValueRef op)
{
    const struct region *r = e->region;
    LLVMBasicBlockRef wrong = new_block(e, "wrong"), dispatch = new_block(e, "dispatch");
    /* Compiled for one MODE, and maybe for all lanes: else the interpreter runs this op. */
    LLVMValueRef mode = load_at(e, e->i32, e->wave, r->isa->layout.mode);
    LLVMValueRef fits = is_equal(e, mode, const_i32(e, e->mode)), exec[2];
    for (unsigned half = 0; r->is_whole && half < r->halves; half++)
        exec[half] = load_var(e, exec_var(e, half));
    if (r->is_whole)
        fits = LLVMBuildAnd(e->b, fits, are_all(e, exec), "");
    branch(e, fits, dispatch, wrong, 2000);
    LLVMPositionBuilderAtEnd(e->b, wrong);
    correct_count(e, e->wave, op, 1);
    go_out(e, OUT_INTERPRET, op);
    LLVMPositionBuilderAtEnd(e->b, dispatch);
    LLVMValueRef offset = load_at(e, e->i32, op, offsetof(struct op, offset));
    LLVMValueRef to = LLVMBuildSwitch(e->b, offset, wrong, 8);
    for (unsigned k = 0; k < r->count; k++)
        if (r->blocks[k].is_label)
            emit_label(e, k, to, wrong);
}

/* ---- the function ---- */

void begin_function(struct emitter *e)
{
    LLVMValueRef wave = LLVMGetParam(e->function, 0), op = LLVMGetParam(e->function, 1);
    LLVMBasicBlockRef start = new_block(e, "start"), called = new_block(e, "called");
    e->advance = new_block(e, "advance");
    memset(&e->fresh, 0, sizeof e->fresh);
    e->turn = new_block(e, "turn");
    LLVMPositionBuilderAtEnd(e->b, start);
    inspect_line(e, e->region->blocks[0].first);
    e->group = load_at(e, e->ptr, wave, offsetof(struct wave, group));
    e->lds_size = load_at(e, e->i32, e->group, GROUP(lds_bytes));
    e->lds = load_at(e, e->ptr, e->group, GROUP(lds));
    branch(e, is_equal(e, op, LLVMConstNull(e->ptr)), e->advance, called, 1);
    LLVMPositionBuilderAtEnd(e->b, called);
    /* The loop that called has counted the op, and so will the block. */
    correct_count(e, wave, op, UINT64_MAX);
    LLVMBuildBr(e->b, e->turn);
    LLVMPositionBuilderAtEnd(e->b, e->turn);
    e->wave = LLVMBuildPhi(e->b, e->ptr, "");
    e->op = LLVMBuildPhi(e->b, e->ptr, "");
    LLVMAddIncoming(e->wave, &wave, &called, 1);
    LLVMAddIncoming(e->op, &op, &called, 1);
}

void end_function(struct emitter *e)
{
    inspect_line(e, e->region->blocks[0].first);
    emit_advance(e, e->turn, e->op);
    LLVMPositionBuilderAtEnd(e->b, e->turn);
    store_at(e, e->wave, e->group, GROUP(running));
    set_stop(e, STOP_NONE);
    set_faulting(e, true);
    if (e->region->entry >= 0 && e->region->isa->start_part) {
        LLVMBasicBlockRef fresh = new_block(e, "fresh"), old = new_block(e, "old");
        LLVMValueRef is_new = is_equal(e, e->op, LLVMConstNull(e->ptr));
        branch(e, is_new, fresh, old, 1);
        LLVMPositionBuilderAtEnd(e->b, fresh);
        emit_fresh(e);
        LLVMPositionBuilderAtEnd(e->b, old);
    }
    emit_labels(e, e->op);
    emit_ways_out(e);
}
