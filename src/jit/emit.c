/* emit.c: the walk over a region's blocks. */
#include "jit/emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/behind.h"
#include "jit/call.h"
#include "jit/compute.h"
#include "jit/emit_batch.h"
#include "jit/emit_entry.h"
#include "jit/emit_lanes.h"
#include "jit/emit_nan.h"
#include "jit/emit_seek.h"
#include "jit/emit_team.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/forward.h"
#include "jit/gather.h"
#include "jit/half.h"
#include "jit/inspect.h"
#include "jit/loop.h"
#include "jit/masks.h"
#include "jit/phis.h"
#include "jit/place.h"
#include "jit/quotient.h"
#include "jit/registers.h"
#include "jit/relay.h"
#include "jit/settle.h"
#include "jit/slots.h"
#include "jit/spread.h"
#include "jit/sweep.h"
#include "jit/ways.h"
#include "jit/writeback.h"

/* A loop's backward branch: the time slice, then the target. */
static void back_edge(struct emitter *e, const struct block *b, int to, LLVMValueRef taken)
{
    LLVMValueRef p = wave_field(e, offsetof(struct wave, budget));
    LLVMValueRef n = LLVMBuildSub(e->b, LLVMBuildLoad2(e->b, e->i32, p, ""), const_i32(e, 1), "");
    LLVMBuildStore(e->b, n, p);
    LLVMValueRef goes_on = LLVMBuildICmp(e->b, LLVMIntSGE, n, const_i32(e, 0), "");
    LLVMBasicBlockRef yield = new_block(e, "yield"), target = e->states[to].entry, edge = target;
    struct sweep sweep;
    bool sweeps = taken && b == &e->region->blocks[to] && find_sweep(e, taken, &sweep);
    if (sweeps)
        edge = new_block(e, "sweep");
    LLVMBasicBlockRef end = LLVMGetInsertBlock(e->b);
    branch(e, goes_on, edge, yield, 2000);
    LLVMPositionBuilderAtEnd(e->b, yield);
    store_rarely(e, &e->region->blocks[to].live_in);
    const struct op *op = region_op(e->region, e->region->blocks[to].first);
    go_out(e, OUT_YIELD, op_pointer(e, op));
    if (sweeps) {
        LLVMPositionBuilderAtEnd(e->b, edge);
        emit_sweep(e, &sweep);
        end = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, target);
    }
    e->states[b - e->region->blocks].end = end;
}

static bool is_back(const struct emitter *e, const struct block *from, int to)
{
    return to <= from - e->region->blocks;
}

/* Ends the block towards successor `to` (op index `slot` if it is none of the region). taken: the
 * condition, if it is a branch that goes there; else NULL. */
static void go_to(struct emitter *e, const struct block *b, int to, uint32_t slot,
                  LLVMValueRef taken)
{
    struct block_state *st = &e->states[b - e->region->blocks];
    if (to < 0) {
        store_all(e);
        go_out(e, OUT_LEAVE, op_pointer(e, region_op(e->region, slot)));
        return;
    }
    store_vars(e, &e->region->blocks[to].clean);
    if (is_back(e, b, to)) {
        back_edge(e, b, to, taken);
    } else {
        emit_parking(e, (unsigned)to);
        emit_lane_loop(e, (unsigned)to);
        emit_seek(e, (unsigned)to);
        st->end = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, e->states[to].entry);
    }
}

static void emit_branch(struct emitter *e, const struct block *b)
{
    const struct op *o = op_of(e->region, e->at);
    struct block_state *st = &e->states[b - e->region->blocks];
    uint32_t next = b->last + op_slots(e->region, o);
    check_nan(e, e->at);
    end_iteration(e);
    bool is_split = e->at->kind == OP_SPLIT, goes_through = is_split || e->at->is_conditional;
    LLVMValueRef taken = is_split       ? e->region->isa->emit_split(e, o)
                         : goes_through ? emit_condition(e)
                                        : LLVMConstInt(e->i1, 1, 0);
    e->end_dirty = e->dirty;
    LLVMBasicBlockRef yes = new_block(e, "taken"), no = new_block(e, "through");
    branch(e, taken, yes, no, 1);
    varset dirty = e->dirty;
    /* Each edge gets a block of its own: phis of the successors name it. */
    LLVMPositionBuilderAtEnd(e->b, yes);
    if (b->succ[1] >= 0) {
        go_to(e, b, b->succ[1], 0, taken);
    } else { /* the executor finds where it goes */
        store_all(e);
        go_out(e, OUT_INTERPRET, op_pointer(e, o));
    }
    LLVMBasicBlockRef yes_end = st->end;
    e->dirty = dirty;
    LLVMPositionBuilderAtEnd(e->b, no);
    if (!goes_through)
        LLVMBuildUnreachable(e->b);
    else
        go_to(e, b, b->succ[0], next, NULL);
    st->taken_end = yes_end;
    st->through_end = st->end;
}

/* The address of the op behind this one. */
static LLVMValueRef behind_in_code(struct emitter *e, const struct op *o)
{
    return code_address(e, o->offset + 4 * (uint64_t)op_slots(e->region, o));
}

/* The op's first result without its sum. */
static void take_address(struct emitter *e)
{
    LLVMValueRef v = code_address(e, e->at->code_at);
    if (e->at->code_half == 2)
        v = LLVMBuildLShr(e->b, v, const_i64(e, 32), "");
    set_var(e, computation_of(e->region, e->at, 0)->destination[0].var,
            LLVMBuildTrunc(e->b, v, e->i32, ""));
}

void emit_op(struct emitter *e)
{
    const struct jit_isa *isa = e->region->isa;
    const struct op *o = op_of(e->region, e->at);
    bool done = false;
    if (e->at->fx.treatment == AS_NOTHING)
        return;
    if (e->at->fx.treatment == AS_IR)
        switch (e->at->kind) {
        case OP_COMPUTE:
        case OP_PAIR:
            done = emit_computations(e);
            if (done && e->at->code_half)
                take_address(e);
            break;
        case OP_SCALAR_LOAD:
            done = isa->emit_scalar_load(e, o);
            break;
        case OP_NARROW:
        case OP_TURN:
        case OP_WIDEN:
            isa->emit_flat(e, o);
            done = true;
            break;
        case OP_MODE:
            e->mode = (uint32_t)e->at->target;
            LLVMBuildStore(e->b, const_i32(e, e->mode), wave_field(e, isa->layout.mode));
            done = true;
            break;
        case OP_OWN:
            done = isa->emit_own(e, o);
            break;
        case OP_JUMP:
            if (e->at->link != NO_ADDRESS)
                set_scalars(e, e->at->link, behind_in_code(e, o));
            done = true;
            break;
        default:
            break;
        }
    if (!done)
        emit_call(e);
}

/* The region ends at the op: what is read behind it goes to the wave. */
static void emit_leave(struct emitter *e, const struct block *b)
{
    const struct op *o = op_of(e->region, e->at);
    store_vars(e, &b->live_out);
    store_vars(e, &e->at->fx.use);
    if (e->at->ends) {
        end_wave(e);
    } else if (e->at->is_barrier) {
        emit_relay(e, b, op_behind(e->region, o));
        go_out(e, OUT_BARRIER, op_pointer(e, op_behind(e->region, o)));
    } else {
        note_called(e, o);
        go_out(e, OUT_INTERPRET, op_pointer(e, o));
    }
}

/* The op goes to an address in scalars, which is mostly where one of the block's jumps leads. */
static void emit_jump(struct emitter *e, const struct block *b)
{
    const struct region *r = e->region;
    const struct op *o = op_of(r, e->at);
    unsigned link = e->at->link;
    LLVMValueRef old[2] = {NULL, NULL}, fresh[2] = {NULL, NULL};
    check_nan(e, e->at);
    end_iteration(e);
    LLVMValueRef to = fold_binary(e, LLVMSub, get_scalars(e, e->at->to), code_address(e, 0));
    to = fold_binary(e, LLVMAnd, to, const_i64(e, ~UINT64_C(3)));
    varset dirty = e->dirty;
    if (link != NO_ADDRESS) {
        memcpy(old, e->now + link, sizeof old);
        set_scalars(e, link, behind_in_code(e, o));
        memcpy(fresh, e->now + link, sizeof fresh);
        memcpy(e->now + link, old, sizeof old);
    }
    e->end_dirty = e->dirty;
    e->dirty = dirty;
    LLVMBasicBlockRef elsewhere = new_block(e, "elsewhere");
    LLVMValueRef choice = LLVMBuildSwitch(e->b, to, elsewhere, b->jumps);
    LLVMPositionBuilderAtEnd(e->b, elsewhere);
    leave_before(e, o);
    if (link != NO_ADDRESS)
        memcpy(e->now + link, fresh, sizeof fresh);
    for (uint32_t k = b->jump; k < b->jump + b->jumps; k++) {
        int next = r->jumps[k];
        if (next < 0)
            continue;
        LLVMBasicBlockRef edge = new_block(e, "jump");
        LLVMAddCase(choice, const_i64(e, 4 * (uint64_t)r->blocks[next].first), edge);
        LLVMPositionBuilderAtEnd(e->b, edge);
        e->dirty = e->end_dirty;
        go_to(e, b, next, 0, NULL);
        e->jump_ends[k] = e->states[b - r->blocks].end;
    }
}

/* The value that the variable has at the end of all these blocks; NULL: there are several. */
static LLVMValueRef common_value(const struct emitter *e, const int *preds, unsigned n,
                                 unsigned var)
{
    LLVMValueRef v = n ? e->states[preds[0]].out[var] : NULL;
    for (unsigned i = 1; i < n; i++)
        if (e->states[preds[i]].out[var] != v)
            return NULL;
    return v;
}

/* The values of the live variables at the start of a block. */
static void begin_values(struct emitter *e, unsigned index)
{
    const struct block *b = &e->region->blocks[index];
    struct block_state *st = &e->states[index];
    int pred = only_pred(e, index);
    bool only_label = b->is_label && b->preds == 0 && (int)index != e->region->entry;
    int preds[MAX_JOINED];
    unsigned joined = pred >= 0 ? 0 : all_preds(e, index, preds);
    const struct fixed *known;
    e->dirty = b->dirty_in;
    if (only_label)
        memset(&e->dirty, 0, sizeof e->dirty);
    for (unsigned i = 0; pred >= 0 && i < VARSET_WORDS; i++)
        e->dirty.w[i] = e->states[pred].dirty.w[i] & b->live_in.w[i];
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        for (uint64_t w = b->live_in.w[i]; w; w &= w - 1) {
            unsigned v = 64 * i + (unsigned)__builtin_ctzll(w);
            if (v >= VAR_COUNT)
                continue;
            if (pred >= 0)
                e->now[v] = e->states[pred].out[v];
            else if (var_has(&b->home, v))
                e->now[v] = NULL;
            else if ((known = fixed_in(e->region, b, v)) != NULL)
                e->now[v] = const_i32(e, known->value);
            else if (only_label)
                e->now[v] = load_var(e, v);
            else if (!(e->now[v] = common_value(e, preds, joined, v)))
                e->now[v] = st->phi[v] = LLVMBuildPhi(e->b, var_type(e, v), "");
        }
}

/* Goes on in another of LLVM's blocks: its instruction selection is quadratic in their length. */
static void cut_block(struct emitter *e)
{
    LLVMBasicBlockRef next = new_block(e, "cut");
    LLVMBuildBr(e->b, next);
    LLVMPositionBuilderAtEnd(e->b, next);
}

/* Loads what ops from e->at on read of registers that are at home, before there are branches: of
 * an access as far as others may share its branch. */
static void fetch_home(struct emitter *e, uint32_t left)
{
    const struct region *r = e->region;
    varset written = {{0}}, wanted = {{0}};
    for (const struct region_op *at = e->at; at < e->at + left; at++) {
        if (at->fx.treatment != AS_IR && at->fx.treatment != AS_NOTHING)
            break; /* it reads them where they are */
        for (unsigned w = 0; w < VARSET_WORDS; w++)
            wanted.w[w] |= (at->fx.use.w[w] | at->kept.w[w]) & r->home.w[w] & ~written.w[w];
        add_set(&written, &at->fx.def);
        if (e->at->kind != OP_ACCESS)
            break;
    }
    for (unsigned v = var_next(&wanted, 0); v < VAR_S0; v = var_next(&wanted, v + 1))
        get_var(e, v);
}

static void emit_block(struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    struct block_state *st = &e->states[index];
    LLVMPositionBuilderAtEnd(e->b, st->entry);
    enter_stretch(e, (int)index);
    e->block = b;
    e->now = st->out;
    begin_tests(e, index);
    begin_slots(e, index);
    *e->exec = (struct exec_lanes){.value = {NULL, NULL}};
    begin_values(e, index);
    begin_loop(e, index);
    inspect_line(e, b->first);
    count_instructions(e, b);
    unsigned since_cut = 0;
    bool has_home = var_next(&r->home, 0) < VAR_S0;
    for (uint32_t k = 0; k < b->ops; k++) {
        e->at = &r->ops[b->op + k];
        inspect_line(e, e->at->slot);
        if (has_home)
            fetch_home(e, b->ops - k);
        nan_before_op(e);
        if (e->at->kind == OP_BRANCH || e->at->kind == OP_SPLIT) {
            emit_branch(e, b);
            return;
        }
        if (e->at->kind == OP_MEET) {
            check_nan(e, e->at);
            r->isa->emit_meet(e, op_of(r, e->at));
            break;
        }
        if (e->at->fx.treatment == AS_LEAVE) {
            (b->jumps ? emit_jump : emit_leave)(e, b);
            return;
        }
        uint32_t accesses = r->isa->emit_accesses(e, b->ops - k);
        if (accesses) {
            e->at = &r->ops[b->op + k];
            settle_note_loads(e, accesses);
            k += accesses - 1;
            since_cut = 0; /* they end with a new block */
            continue;
        }
        emit_op(e);
        settle_note_loads(e, 1);
        nan_after_op(e);
        if (++since_cut == MAX_CODE_BLOCK_OPS) {
            cut_block(e);
            since_cut = 0;
        }
    }
    check_nan(e, e->at + 1);
    end_iteration(e);
    e->end_dirty = e->dirty;
    const struct region_op *last = last_op_of(r, b);
    uint32_t next = last->kind == OP_JUMP ? (uint32_t)last->target
                                          : b->last + op_slots(r, region_op(r, b->last));
    go_to(e, b, b->succ[0], next, NULL);
    st->through_end = st->end;
}

/* The edges from loops that lanes have run one by one. */
static void join_lanes(struct emitter *e)
{
    for (unsigned i = 0; i < e->region->lane_loop_count; i++) {
        struct lane_edge *from = &e->lanes->of[i];
        const struct block_state *t = &e->states[e->region->lane_loops[i].exit];
        for (unsigned v = 0; v < VAR_COUNT && from->end; v++)
            if (t->phi[v]) {
                LLVMValueRef x = from->values[v] ? from->values[v] : LLVMGetPoison(var_type(e, v));
                LLVMAddIncoming(t->phi[v], &x, &from->end, 1);
            }
    }
}

/* The edges into loops by which lanes come that are further on. */
static void join_seeks(struct emitter *e)
{
    for (unsigned i = 0; i < e->region->seek_count; i++) {
        struct seek_edge *from = &e->seeks->of[i];
        const struct block_state *t = &e->states[e->region->seeks[i].head];
        for (unsigned v = 0; v < VAR_COUNT && from->end; v++)
            if (t->phi[v]) {
                LLVMValueRef x = from->values[v] ? from->values[v] : LLVMGetPoison(var_type(e, v));
                LLVMAddIncoming(t->phi[v], &x, &from->end, 1);
            }
    }
}

/* The edge from block `from`, which ends in `end`, to block `to`. false: a live variable has no
 * value, which cannot be. */
static bool add_incoming(struct emitter *e, unsigned to, unsigned from, LLVMBasicBlockRef end)
{
    struct block_state *t = &e->states[to], *f = &e->states[from];
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (t->phi[v]) {
            LLVMValueRef value = value_on_edge(e, from, to, v, f->out[v]);
            if (!value && var_has(&e->region->blocks[from].live_out, v))
                return false;
            if (!value) /* live there in lanes that do not exist here */
                value = LLVMGetPoison(var_type(e, v));
            LLVMAddIncoming(t->phi[v], &value, &end, 1);
        }
    return true;
}

static bool join_blocks(struct emitter *e)
{
    const struct region *r = e->region;
    bool ok = true;
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        const struct block_state *st = &e->states[i];
        if (b->succ[0] >= 0)
            ok &= add_incoming(e, (unsigned)b->succ[0], i, st->through_end);
        if (b->succ[1] >= 0)
            ok &= add_incoming(e, (unsigned)b->succ[1], i, st->taken_end);
        for (uint32_t k = b->jump; k < b->jump + b->jumps; k++)
            if (r->jumps[k] >= 0)
                ok &= add_incoming(e, (unsigned)r->jumps[k], i, e->jump_ends[k]);
        e->block = b;
        for (unsigned k = 0; k < 2 && st->ways_end; k++)
            if (way_entry(e, k))
                ok &= add_incoming(e, (unsigned)b->ways[k], i, st->ways_end);
    }
    return ok;
}

/* What the files of the compiler know while a function is emitted. */
struct knowledge {
    struct flat flat;
    struct exec_lanes exec;
    struct pairs pairs;
    struct halves halves;
    struct addresses addresses;
    struct loops loops;
    struct behind behind;
    struct sweeps sweeps;
    struct quotients quotients;
    struct tests tests;
    struct nan_group nan;
    struct lane_edges lanes;
    struct seek_edges seeks;
    struct loop_slots loop_slots;
};

static bool emit_blocks(struct emitter *e)
{
    for (unsigned i = 0; i < e->region->count; i++) {
        emit_block(e, i);
        e->states[i].dirty = e->end_dirty;
        end_tests(e, i);
    }
    if (!join_blocks(e))
        return false;
    join_lanes(e);
    join_seeks(e);
    enter_stretch(e, -1);
    end_function(e);
    finish_loop_slots(e);
    finish_loops(e);
    complete_behind(e);
    phis_remove(e->function);
    half_carry(e);
    masks_carry(e);
    masks_rejoin(e);
    if (e->spreads_masks)
        spread_masks(e);
    return true;
}

static void before_out(struct emitter *e)
{
    if (is_behind(e))
        end_behind(e);
}

shoal_status emit_function(struct emitter *e, const char *name)
{
    const struct region *r = e->region;
    LLVMTypeRef params[2] = {e->ptr, e->ptr};
    struct knowledge *k = calloc(1, sizeof *k);
    LLVMValueRef *values = calloc((size_t)r->count * 2 * VAR_COUNT, sizeof *values);
    shoal_status st = SHOAL_E_NOMEM;
    e->exec_type = LLVMFunctionType(e->ptr, params, 2, 0);
    e->function = LLVMAddFunction(e->module, name, e->exec_type);
    e->row_room = NULL;
    e->states = calloc(r->count, sizeof *e->states);
    e->jump_ends = calloc(r->jump_count + 1, sizeof *e->jump_ends);
    struct tests *tests_at_end = calloc(r->count, sizeof *tests_at_end);
    if (k && values && e->states && e->jump_ends && tests_at_end) {
        e->flat = &k->flat;
        e->exec = &k->exec;
        e->pairs = &k->pairs;
        e->halves = &k->halves;
        e->addresses = &k->addresses;
        e->loops = &k->loops;
        e->behind = &k->behind;
        e->before_out = before_out;
        e->sweeps = &k->sweeps;
        e->quotients = &k->quotients;
        e->tests = &k->tests;
        e->tests_at_end = tests_at_end;
        e->emit_op = emit_op;
        e->nan = &k->nan;
        e->lanes = &k->lanes;
        e->seeks = &k->seeks;
        e->loop_slots = &k->loop_slots;
        if (e->masks != MASKS_NONE) /* functions that need AVX2 */
            find_behind(e);
        begin_function(e);
        emit_teams(e);
        emit_batch(e);
        for (unsigned i = 0; i < r->count; i++) {
            e->states[i].out = values + (size_t)i * 2 * VAR_COUNT;
            e->states[i].phi = e->states[i].out + VAR_COUNT;
            e->states[i].entry = new_block(e, "op");
        }
        find_stretches(e);
        st = emit_blocks(e) ? SHOAL_OK : SHOAL_E_UNSUPPORTED;
    }
    free(values);
    free(tests_at_end);
    free(e->states);
    free(e->jump_ends);
    if (k) {
        free(k->behind.loop);
        free(k->halves.all);
        free(k->loop_slots.all);
        free(k->loop_slots.lanes);
    }
    free(k);
    return st;
}
