/* emit.c: variables as SSA values, calls of executors, and the walk over the blocks. */
#include "jit/fold.h"
#include "jit/loop.h"
#include "jit/phis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/isa.h"

LLVMTypeRef var_type(const struct emitter *e, unsigned var)
{
    return var < VAR_S0 ? e->v32i32 : var >= first_flag(e) ? e->i8 : e->i32;
}

static const struct jit_layout *layout_of(const struct emitter *e)
{
    return &e->region->isa->layout;
}

unsigned exec_var(const struct emitter *e, unsigned half) { return layout_of(e)->exec + half; }

unsigned first_flag(const struct emitter *e) { return layout_of(e)->first_flag; }

enum { VECTOR_BYTES = 128 };

static unsigned alignment_of(const struct emitter *e, unsigned var)
{
    return var < VAR_S0 ? VECTOR_BYTES : var >= first_flag(e) ? 1 : 4;
}

LLVMBasicBlockRef new_block(struct emitter *e, const char *name)
{
    return LLVMAppendBasicBlockInContext(e->c, e->function, name);
}

void branch(struct emitter *e, LLVMValueRef c, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
            unsigned weight)
{
    LLVMBasicBlockRef to[2] = {yes, no};
    unsigned weights[2] = {weight, 1};
    if (LLVMIsAInstruction(c) && LLVMGetInstructionOpcode(c) == LLVMAnd) {
        c = fold_not(e, c);
        to[0] = no, to[1] = yes;
        weights[0] = 1, weights[1] = weight;
    }
    if (LLVMGetNextBasicBlock(LLVMGetInsertBlock(e->b)) == to[0])
        LLVMMoveBasicBlockAfter(to[0], LLVMGetLastBasicBlock(e->function));
    LLVMValueRef br = LLVMBuildCondBr(e->b, c, to[0], to[1]);
    if (weight == 1)
        return;
    LLVMMetadataRef parts[3] = {LLVMMDStringInContext2(e->c, "branch_weights", 14),
                                LLVMValueAsMetadata(const_i32(e, weights[0])),
                                LLVMValueAsMetadata(const_i32(e, weights[1]))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->c, parts, 3);
    LLVMSetMetadata(br, LLVMGetMDKindIDInContext(e->c, "prof", 4), LLVMMetadataAsValue(e->c, node));
}

LLVMValueRef at_offset(const struct emitter *e, LLVMValueRef p, size_t offset)
{
    LLVMValueRef i = const_i64(e, offset);
    return LLVMBuildInBoundsGEP2(e->b, e->i8, p, &i, 1, "");
}

LLVMValueRef load_at(const struct emitter *e, LLVMTypeRef t, LLVMValueRef p, size_t offset)
{
    return LLVMBuildLoad2(e->b, t, at_offset(e, p, offset), "");
}

LLVMValueRef wave_field(const struct emitter *e, size_t offset)
{
    return at_offset(e, e->wave, offset);
}

LLVMValueRef var_address(const struct emitter *e, unsigned var)
{
    const struct jit_layout *l = layout_of(e);
    if (var < VAR_S0)
        return wave_field(e, l->vectors + var * VECTOR_BYTES);
    if (var >= l->first_flag)
        return wave_field(e, l->flags + (var - l->first_flag));
    return wave_field(e, l->scalars + 4 * (var - VAR_S0));
}

LLVMValueRef load_var(const struct emitter *e, unsigned var)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, var_type(e, var), var_address(e, var), "");
    LLVMSetAlignment(v, alignment_of(e, var));
    return v;
}

LLVMValueRef call_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *over,
                            unsigned over_count, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, over, over_count);
    return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, args, count, "");
}

LLVMValueRef call_masked(struct emitter *e, bool is_store, LLVMValueRef p, LLVMValueRef mask,
                         LLVMValueRef value)
{
    LLVMTypeRef types[2] = {LLVMTypeOf(value), e->ptr};
    unsigned id = is_store ? LLVMLookupIntrinsicID("llvm.masked.store", 17)
                           : LLVMLookupIntrinsicID("llvm.masked.load", 16);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, types, 2), args[4];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = 0, count = LLVMCountParamTypes(type);
    if (is_store)
        args[n++] = value;
    args[n++] = p;
    if (count == 4) /* before LLVM 22 */
        args[n++] = const_i32(e, 1);
    args[n++] = mask;
    if (!is_store)
        args[n++] = value;
    LLVMValueRef r = LLVMBuildCall2(e->b, type, f, args, n, "");
    if (count == 3)
        LLVMSetInstrParamAlignment(r, is_store ? 2 : 1, 1);
    return r;
}

LLVMValueRef c_function(struct emitter *e, const char *name, LLVMTypeRef type)
{
    static const char keeps[] = "no_caller_saved_registers";
    char full[64];
    snprintf(full, sizeof full, "shoal_%s%s", e->is_rare ? "rare_" : "", name);
    LLVMValueRef f = LLVMGetNamedFunction(e->module, full);
    if (f)
        return f;
    f = LLVMAddFunction(e->module, full, type);
    if (e->is_rare)
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(e->c, keeps, sizeof keeps - 1, "", 0));
    return f;
}

void store_address(struct emitter *e, unsigned var, const struct address *a, bool is_high)
{
    LLVMValueRef root = LLVMBuildStore(e->b, a->root, wave_field(e, layout_of(e)->root));
    LLVMSetAlignment(root, VECTOR_BYTES);
    if (a->root_hi) {
        root = LLVMBuildStore(e->b, a->root_hi, wave_field(e, layout_of(e)->root_high));
        LLVMSetAlignment(root, VECTOR_BYTES);
    }
    LLVMTypeRef types[5] = {e->ptr, e->i32, e->i32, e->i64, e->i32},
                type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 5, 0);
    uint32_t form = a->shift | (a->is_signed ? ADDRESS_SIGNED : 0) | (is_high ? ADDRESS_HIGH : 0) |
                    (a->root_hi ? ADDRESS_WIDE : 0);
    LLVMValueRef args[5] = {e->wave, const_i32(e, var), a->by ? a->by : const_i32(e, 0),
                            a->plus ? a->plus : const_i64(e, 0), const_i32(e, form)};
    LLVMBuildCall2(e->b, type, c_function(e, "store_address", type), args, 5, "");
}

static void store_var(struct emitter *e, unsigned var, LLVMValueRef value)
{
    bool is_high;
    const struct address *a = var < VAR_S0 ? find_half(e, value, &is_high) : NULL;
    if (a && !is_loop_root(e, a->root)) {
        store_address(e, var, a, is_high);
        return;
    }
    LLVMValueRef store = LLVMBuildStore(e->b, value, var_address(e, var));
    LLVMSetAlignment(store, alignment_of(e, var));
    if (a && e->is_rare)
        note_loop_store(e, store, var, a, is_high);
}

LLVMValueRef get_var(struct emitter *e, unsigned var)
{
    if (e->region->isa->is_zero(var))
        return const_i32(e, 0);
    if (!e->now[var])
        e->now[var] = load_var(e, var); /* not live across blocks: the wave has it */
    return e->now[var];
}

void set_var(struct emitter *e, unsigned var, LLVMValueRef value)
{
    if (e->region->isa->is_zero(var))
        return;
    e->now[var] = value;
    var_add(&e->dirty, var);
}

void store_vars(struct emitter *e, const varset *vars)
{
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        if (var_has(&e->dirty, v) && e->now[v]) {
            store_var(e, v, e->now[v]);
            var_remove(&e->dirty, v);
        }
}

static void store_all(struct emitter *e)
{
    varset dirty = e->dirty;
    store_vars(e, &dirty);
}

LLVMValueRef const_splat(struct emitter *e, LLVMTypeRef vector, uint64_t value)
{
    LLVMValueRef v[32], x = LLVMConstInt(LLVMGetElementType(vector), value, 0);
    for (unsigned i = 0; i < 32; i++)
        v[i] = x;
    (void)e;
    return LLVMConstVector(v, 32);
}

LLVMValueRef splat(struct emitter *e, LLVMValueRef scalar, LLVMTypeRef vector)
{
    LLVMValueRef v =
        LLVMBuildInsertElement(e->b, LLVMGetUndef(vector), scalar, const_i32(e, 0), "");
    return LLVMBuildShuffleVector(e->b, v, LLVMGetUndef(vector), LLVMConstNull(e->v32i32), "");
}

/* The type is larger than any array of ops: what is behind an object is not reachable from it. */
LLVMValueRef symbol_address(const struct emitter *e, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(e->module, name);
    return g ? g : LLVMAddGlobal(e->module, LLVMArrayType2(e->i8, UINT64_C(1) << 40), name);
}

LLVMValueRef op_pointer(const struct emitter *e, const struct op *o)
{
    LLVMValueRef at = const_i64(e, (uint64_t)((const char *)o - e->region->first_op));
    return LLVMConstGEP2(e->i8, symbol_address(e, "shoal_ops"), &at, 1);
}

LLVMValueRef window_base(const struct emitter *e)
{
    return LLVMConstPtrToInt(symbol_address(e, "shoal_window"), e->i64);
}

void set_faulting(struct emitter *e, bool on)
{
    LLVMBuildStore(e->b, LLVMConstInt(e->i8, on, 0),
                   wave_field(e, offsetof(struct wave, faulting_access)));
}

LLVMValueRef exec_bools(struct emitter *e, unsigned half)
{
    LLVMValueRef v = get_var(e, exec_var(e, half));
    if (e->exec_value[half] != v) {
        e->exec_value[half] = v;
        e->exec_bools[half] = LLVMBuildBitCast(e->b, v, e->v32i1, "");
    }
    return e->exec_bools[half];
}

bool is_kept(const struct emitter *e, unsigned var) { return var_has(&e->at->kept, var); }

LLVMValueRef under_exec(struct emitter *e, unsigned var, unsigned half, LLVMValueRef value)
{
    if (!is_kept(e, var))
        return value;
    return LLVMBuildSelect(e->b, exec_bools(e, half), value, get_var(e, var), "");
}

/* The i64 that both are halves of, as set_scalars makes them; NULL: of none. */
static LLVMValueRef whole_of(LLVMValueRef lo, LLVMValueRef hi)
{
    if (!LLVMIsATruncInst(lo) || !LLVMIsATruncInst(hi))
        return NULL;
    LLVMValueRef whole = LLVMGetOperand(lo, 0), shifted = LLVMGetOperand(hi, 0);
    bool is_half = LLVMIsABinaryOperator(shifted) &&
                   LLVMGetInstructionOpcode(shifted) == LLVMLShr &&
                   LLVMGetOperand(shifted, 0) == whole &&
                   LLVMGetOperand(shifted, 1) == LLVMConstInt(LLVMTypeOf(whole), 32, 0);
    return is_half ? whole : NULL;
}

LLVMValueRef join_s64(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef whole = whole_of(lo, hi);
    if (whole)
        return whole;
    lo = LLVMBuildZExt(e->b, lo, e->i64, "");
    hi = LLVMBuildZExt(e->b, hi, e->i64, "");
    return LLVMBuildOr(e->b, lo, LLVMBuildShl(e->b, hi, const_i64(e, 32), ""), "");
}

LLVMValueRef get_scalars(struct emitter *e, unsigned var)
{
    if (e->region->isa->is_zero(var))
        return const_i64(e, 0);
    return join_s64(e, get_var(e, var), get_var(e, var + 1));
}

void set_scalars(struct emitter *e, unsigned var, LLVMValueRef value)
{
    set_var(e, var, LLVMBuildTrunc(e->b, value, e->i32, ""));
    set_var(e, var + 1,
            LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, value, const_i64(e, 32), ""), e->i32, ""));
}

/* `name`: how the executors are called (exec/jit.c). */
static void call_named(struct emitter *e, const char *name, const struct op *from,
                       const struct op *to)
{
    LLVMTypeRef types[3] = {e->ptr, e->ptr, e->ptr}, type = LLVMFunctionType(e->i8, types, 3, 0);
    LLVMValueRef args[3] = {e->wave, op_pointer(e, from), op_pointer(e, to)};
    LLVMValueRef r = LLVMBuildCall2(e->b, type, c_function(e, name, type), args, 3, "");
    LLVMBasicBlockRef on = new_block(e, "on");
    if (!e->left)
        e->left = new_block(e, "left");
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, r, LLVMConstNull(e->i8), ""), on, e->left, 2000);
    LLVMPositionBuilderAtEnd(e->b, on);
}

void call_ops(struct emitter *e, const struct op *from, const struct op *to)
{
    call_named(e, "call", from, to);
}

void load_vars(struct emitter *e, const varset *vars)
{
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        e->now[v] = load_var(e, v);
}

void emit_call(struct emitter *e)
{
    const struct effects *fx = &e->at->fx;
    const struct op *o = op_of(e->region, e->at);
    if (fx->treatment == AS_SYNC) {
        store_all(e);
    } else {
        store_vars(e, &fx->use);
        store_vars(e, &e->at->kept);
    }
    call_ops(e, o, op_behind(e->region, o));
    varset changed = fx->def;
    if (fx->treatment == AS_SYNC) { /* what is read from here on */
        memset(e->now, 0, VAR_COUNT * sizeof *e->now);
        region_live_before(e->region, e->block, e->at + 1, &changed);
    }
    load_vars(e, &changed);
}

void leave_before(struct emitter *e, const struct op *o)
{
    varset dirty = e->dirty;
    e->is_rare = true;
    store_all(e);
    e->is_rare = false;
    e->dirty = dirty;
    go_out(e, OUT_INTERPRET, op_pointer(e, o));
}

void run_ops(struct emitter *e, const struct op *from, const struct op *to, const varset *stored,
             LLVMValueRef *values)
{
    for (unsigned v = var_next(stored, 0); v < VAR_COUNT; v = var_next(stored, v + 1))
        if (values[v])
            store_var(e, v, values[v]);
    call_named(e, e->nan.has_ways ? "walk" : "call", from, to);
}

/* ---- blocks ---- */

/* A loop's backward branch: the time slice, then the target. */
static void back_edge(struct emitter *e, const struct block *b, int to, LLVMBasicBlockRef target)
{
    LLVMValueRef p = wave_field(e, offsetof(struct wave, budget));
    LLVMValueRef n = LLVMBuildSub(e->b, LLVMBuildLoad2(e->b, e->i32, p, ""), const_i32(e, 1), "");
    LLVMBuildStore(e->b, n, p);
    LLVMValueRef goes_on = LLVMBuildICmp(e->b, LLVMIntSGE, n, const_i32(e, 0), "");
    LLVMBasicBlockRef yield = new_block(e, "yield");
    e->states[b - e->region->blocks].end = LLVMGetInsertBlock(e->b);
    branch(e, goes_on, target, yield, 2000);
    LLVMPositionBuilderAtEnd(e->b, yield);
    varset dirty = e->dirty;
    e->is_rare = true;
    store_vars(e, &e->region->blocks[to].live_in);
    e->is_rare = false;
    e->dirty = dirty;
    const struct op *op = region_op(e->region, e->region->blocks[to].first);
    go_out(e, OUT_YIELD, op_pointer(e, op));
}

static bool is_back(const struct emitter *e, const struct block *from, int to)
{
    return e->region->blocks[to].first <= from->last;
}

/* Ends the block towards successor `to` (op index `slot` if it is none of the region). */
static void go_to(struct emitter *e, const struct block *b, int to, uint32_t slot)
{
    struct block_state *st = &e->states[b - e->region->blocks];
    if (to < 0) {
        store_all(e);
        go_out(e, OUT_LEAVE, op_pointer(e, region_op(e->region, slot)));
        return;
    }
    store_vars(e, &e->region->blocks[to].clean);
    if (is_back(e, b, to)) {
        back_edge(e, b, to, e->states[to].entry);
    } else {
        st->end = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, e->states[to].entry);
    }
}

LLVMBasicBlockRef way_entry(struct emitter *e, unsigned i)
{
    const varset none = {{0}};
    int to = e->block->ways[i];
    bool stores = to >= 0 && memcmp(&e->region->blocks[to].clean, &none, sizeof none) != 0;
    return to < 0 || stores ? NULL : e->states[to].entry;
}

void set_ways_end(struct emitter *e, LLVMBasicBlockRef from)
{
    e->states[e->block - e->region->blocks].ways_end = from;
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
        go_to(e, b, b->succ[1], 0);
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
        go_to(e, b, b->succ[0], next);
    st->taken_end = yes_end;
    st->through_end = st->end;
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
        case OP_OWN:
            done = isa->emit_own(e, o);
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
    if (e->at->ends)
        end_wave(e);
    else if (e->at->is_barrier)
        go_out(e, OUT_BARRIER, op_pointer(e, op_behind(e->region, o)));
    else
        go_out(e, OUT_INTERPRET, op_pointer(e, o));
}

/* The only block before `index`, already emitted; -1: there are more, or it is entered from
 * outside. */
static int only_pred(const struct emitter *e, unsigned index)
{
    const struct block *b = &e->region->blocks[index];
    return b->is_label || b->preds != 1 || b->pred >= (int)index ? -1 : b->pred;
}

enum { MAX_JOINED = 6 };

/* The blocks before `index`, if all of them are emitted, else none. */
static unsigned all_preds(const struct emitter *e, unsigned index, int preds[MAX_JOINED])
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    unsigned n = 0;
    if (b->is_label || b->preds > MAX_JOINED || (int)index == r->entry)
        return 0;
    for (unsigned i = 0; i < index && n < b->preds; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] == (int)index)
                preds[n++] = (int)i;
    return n == b->preds ? n : 0;
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

static void emit_block(struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    struct block_state *st = &e->states[index];
    LLVMPositionBuilderAtEnd(e->b, st->entry);
    e->block = b;
    e->now = st->out;
    if (index == 0 || only_pred(e, index) != (int)index - 1) /* what was tested before holds */
        e->row_count = e->spread_count = e->reach_count = e->scalar_count = e->exec_test_count = 0;
    e->exec_value[0] = e->exec_value[1] = NULL;
    begin_values(e, index);
    begin_loop(e, index);
    inspect_line(e, b->first);
    count_instructions(e, b);
    unsigned since_cut = 0;
    for (uint32_t k = 0; k < b->ops; k++) {
        e->at = &r->ops[b->op + k];
        inspect_line(e, e->at->slot);
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
            emit_leave(e, b);
            return;
        }
        uint32_t accesses = r->isa->emit_accesses(e, b->ops - k);
        if (accesses) {
            k += accesses - 1;
            since_cut = 0; /* they end with a new block */
            continue;
        }
        emit_op(e);
        nan_after_op(e);
        if (++since_cut == MAX_CODE_BLOCK_OPS) {
            cut_block(e);
            since_cut = 0;
        }
    }
    check_nan(e, e->at + 1);
    end_iteration(e);
    e->end_dirty = e->dirty;
    go_to(e, b, b->succ[0], b->last + op_slots(r, region_op(r, b->last)));
    st->through_end = st->end;
}

static void add_incoming(struct emitter *e, unsigned to, unsigned from, LLVMBasicBlockRef end)
{
    struct block_state *t = &e->states[to], *f = &e->states[from];
    for (unsigned v = 0; v < VAR_COUNT; v++)
        if (t->phi[v]) {
            LLVMValueRef value = f->out[v];
            if (!value && var_has(&e->region->blocks[from].live_out, v)) { /* cannot be */
                fprintf(stderr, "jit: variable %u of block %u has no value\n", v, from);
                abort();
            }
            if (!value) /* live there in lanes that do not exist here */
                value = LLVMGetPoison(var_type(e, v));
            LLVMAddIncoming(t->phi[v], &value, &end, 1);
        }
}

bool emit_function(struct emitter *e, const char *name)
{
    const struct region *r = e->region;
    LLVMTypeRef params[2] = {e->ptr, e->ptr};
    e->exec_type = LLVMFunctionType(e->ptr, params, 2, 0);
    e->function = LLVMAddFunction(e->module, name, e->exec_type);
    begin_function(e);
    e->states = calloc(r->count, sizeof *e->states);
    LLVMValueRef *values = calloc((size_t)r->count * 2 * VAR_COUNT, sizeof *values);
    e->nan.start_values = calloc(VAR_COUNT, sizeof *values);
    if (!e->states || !values || !e->nan.start_values) {
        free(e->states);
        free(e->nan.start_values);
        free(values);
        return false;
    }
    for (unsigned i = 0; i < r->count; i++) {
        e->states[i].out = values + (size_t)i * 2 * VAR_COUNT;
        e->states[i].phi = e->states[i].out + VAR_COUNT;
        e->states[i].entry = new_block(e, "op");
    }
    for (unsigned i = 0; i < r->count; i++) {
        emit_block(e, i);
        e->states[i].dirty = e->end_dirty;
    }
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        if (b->succ[0] >= 0)
            add_incoming(e, (unsigned)b->succ[0], i, e->states[i].through_end);
        if (b->succ[1] >= 0)
            add_incoming(e, (unsigned)b->succ[1], i, e->states[i].taken_end);
        e->block = b;
        for (unsigned k = 0; k < 2 && e->states[i].ways_end; k++)
            if (way_entry(e, k))
                add_incoming(e, (unsigned)b->ways[k], i, e->states[i].ways_end);
    }
    end_function(e);
    finish_loops(e);
    phis_remove(e->function);
    free(values);
    free(e->nan.start_values);
    free(e->states);
    return true;
}
