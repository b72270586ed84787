/* atomic.c: see atomic.h.
 *
 * Operands and offsets go to memory, from which a loop over the active lanes takes them; results
 * come back the same way. LDS belongs to one host thread. In device memory, the lanes that are at
 * one place are one step for other threads: their results are computed one from the other, and a
 * compare-and-exchange puts the last one there, or they are computed again. */
#include "isa/rdna3/jit/atomic.h"

#include "jit/build.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/steps.h"

bool rdna3_is_simple_atomic(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    return m->kind == MEM_ATOMIC && !m->addr2 && (m->bytes == 4 || m->bytes == 8) &&
           rdna3_function(o) >= 0;
}

bool rdna3_second_operand(const struct rdna3_op *o, unsigned *vgpr)
{
    const struct rdna3_row *row = op_row(o);
    bool has = o->mem.pair_in_data;
    for (unsigned i = 0; i < row->n_operands; i++)
        has |= row->operands[i].role == ROLE_data1;
    *vgpr = o->mem.pair_in_data ? o->mem.data + o->mem.dwords : o->mem.data1;
    return has;
}

void rdna3_demand_aligned(struct emitter *e, const struct access *a, const struct place *p,
                          unsigned half, struct demands *d)
{
    LLVMValueRef at = LLVMBuildAdd(e->b, p->at[0],
                                   LLVMConstInt(LLVMTypeOf(p->at[0]), (uint64_t)p->offset, 0), "");
    LLVMValueRef lanes = LLVMBuildShl(e->b, p->index, const_splat(e, e->v32i32, p->shift), "");
    at = splat(e, LLVMBuildTrunc(e->b, at, e->i32, ""), e->v32i32);
    lanes = LLVMBuildAnd(e->b, LLVMBuildAdd(e->b, lanes, at, ""),
                         const_splat(e, e->v32i32, a->bytes - 1), "");
    demand(d, none_active(e, LLVMBuildICmp(e->b, LLVMIntNE, lanes, LLVMConstNull(e->v32i32), ""),
                          half));
}

/* ---- lanes in memory ---- */

/* A vector in memory; NULL: it is not needed. */
static LLVMValueRef room_for(struct emitter *e, LLVMValueRef v)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef room = LLVMBuildAlloca(e->b, e->v32i32, "lanes");
    LLVMPositionBuilderAtEnd(e->b, here);
    if (v)
        LLVMBuildStore(e->b, v, room);
    return room;
}

static LLVMValueRef lane_pointer(struct emitter *e, LLVMValueRef room, LLVMValueRef lane)
{
    return LLVMBuildInBoundsGEP2(e->b, e->i32, room, &lane, 1, "");
}

static LLVMValueRef lane_value(struct emitter *e, LLVMValueRef room, LLVMValueRef lane)
{
    return LLVMBuildLoad2(e->b, e->i32, lane_pointer(e, room, lane), "");
}

/* What is in memory while the lanes are gone through. */
struct rooms {
    LLVMValueRef index, data[2][2], old[2];
};

static struct rooms make_rooms(struct emitter *e, const struct atomic *x)
{
    struct rooms m = {.index = room_for(e, x->at->index)};
    for (unsigned i = 0; i < x->a->dwords; i++) {
        for (unsigned k = 0; k < 2; k++)
            m.data[k][i] = x->data[k][i] ? room_for(e, x->data[k][i]) : NULL;
        m.old[i] = x->o->mem.returns ? room_for(e, x->old[i]) : NULL;
    }
    return m;
}

/* An element of one lane. */
static LLVMValueRef lane_element(struct emitter *e, const struct access *a,
                                 LLVMValueRef const room[2], LLVMValueRef lane)
{
    if (!room[0])
        return LLVMConstNull(a->bytes == 8 ? e->i64 : e->i32);
    LLVMValueRef low = lane_value(e, room[0], lane);
    return a->bytes == 8 ? join_s64(e, low, lane_value(e, room[1], lane)) : low;
}

static void put_element(struct emitter *e, const struct access *a, LLVMValueRef const room[2],
                        LLVMValueRef lane, LLVMValueRef v)
{
    if (!room[0])
        return;
    LLVMBuildStore(e->b, LLVMBuildTrunc(e->b, v, e->i32, ""), lane_pointer(e, room[0], lane));
    if (a->bytes == 8)
        LLVMBuildStore(
            e->b, LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, v, const_i64(e, 32), ""), e->i32, ""),
            lane_pointer(e, room[1], lane));
}

/* ---- one lane ---- */

static LLVMValueRef first_of(struct emitter *e, LLVMValueRef lanes)
{
    LLVMValueRef args[2] = {lanes, LLVMConstInt(e->i1, 1, 0)};
    return zext64(e, call_intrinsic(e, "llvm.cttz", &e->i32, 1, args, 2));
}

/* The mask without its first lane. */
static LLVMValueRef rest_of(struct emitter *e, LLVMValueRef lanes)
{
    return LLVMBuildAnd(e->b, lanes, LLVMBuildSub(e->b, lanes, const_i32(e, 1), ""), "");
}

/* Where the element with this index is. */
static LLVMValueRef element_pointer(struct emitter *e, const struct access *a,
                                    const struct place *at, LLVMValueRef index)
{
    LLVMValueRef by =
        LLVMBuildShl(e->b, LLVMBuildSExt(e->b, index, e->i64, ""), const_i64(e, at->shift), "");
    return rdna3_pointer(e, a, LLVMBuildAdd(e->b, at->at[0], by, ""));
}

/* What memory becomes of `before` by these operands. */
static LLVMValueRef compute(struct emitter *e, const struct atomic *x, LLVMValueRef before,
                            LLVMValueRef data, LLVMValueRef second)
{
    uint32_t mode =
        (e->mode & ~(uint32_t)MODE_CACHE_ATOMIC) | (x->a->is_lds ? 0 : MODE_CACHE_ATOMIC);
    LLVMValueRef args[4] = {before, data, second, const_i32(e, mode)}, result;
    emit_semantics(e, rdna3_function(x->o), args, &result);
    return result;
}

/* What memory becomes for one lane. */
static LLVMValueRef compute_one(struct emitter *e, const struct atomic *x, const struct rooms *m,
                                LLVMValueRef lane, LLVMValueRef before)
{
    put_element(e, x->a, m->old, lane, before);
    return compute(e, x, before, lane_element(e, x->a, m->data[0], lane),
                   lane_element(e, x->a, m->data[1], lane));
}

static LLVMValueRef load_element(struct emitter *e, const struct access *a, LLVMValueRef p)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, a->bytes == 8 ? e->i64 : e->i32, p, "");
    LLVMSetAlignment(v, a->bytes);
    return v;
}

/* ---- all lanes ---- */

/* A loop over lanes: its head, with the mask of those that are left. */
struct lane_loop {
    LLVMBasicBlockRef head, done;
    LLVMValueRef left;
};

static struct lane_loop begin_lanes(struct emitter *e, LLVMValueRef lanes)
{
    struct lane_loop l = {.head = new_block(e, "lane"), .done = new_block(e, "lanes_done")};
    LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
    LLVMValueRef any = LLVMBuildICmp(e->b, LLVMIntNE, lanes, const_i32(e, 0), "");
    LLVMBuildCondBr(e->b, any, l.head, l.done);
    LLVMPositionBuilderAtEnd(e->b, l.head);
    l.left = LLVMBuildPhi(e->b, e->i32, "");
    LLVMAddIncoming(l.left, &lanes, &from, 1);
    return l;
}

static void end_lanes(struct emitter *e, const struct lane_loop *l, LLVMValueRef rest)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
    LLVMAddIncoming(l->left, &rest, &from, 1);
    LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, rest, const_i32(e, 0), ""), l->head,
                    l->done);
    LLVMPositionBuilderAtEnd(e->b, l->done);
}

static void go_through_active(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    struct lane_loop l = begin_lanes(e, get_var(e, exec_var(e, x->half)));
    LLVMValueRef lane = first_of(e, l.left),
                 p = element_pointer(e, x->a, x->at, lane_value(e, m->index, lane)),
                 v = compute_one(e, x, m, lane, load_element(e, x->a, p));
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), x->a->bytes);
    end_lanes(e, &l, rest_of(e, l.left));
}

/* ---- LDS, all lanes active ----
 *
 * Without masks, several lanes in one iteration: half the time, most of which is loads and stores.
 * Compilers make inc and dec of additions of 1 and -1, with the greatest bound, with which they are
 * sums: no comparison is needed, and no operand. */

enum { AT_ONCE = 4 };

static LLVMValueRef greatest(const struct emitter *e, const struct access *a)
{
    return LLVMConstAllOnes(a->bytes == 8 ? e->i64 : e->i32);
}

/* Whether the greatest operand makes the function a sum. What is made for that has no use. */
static bool may_be_sum(struct emitter *e, const struct atomic *x)
{
    const struct step_list *l = step_list(rdna3_function(x->o));
    if (!l || l->count < 2 || x->data[1][0])
        return false;
    LLVMValueRef all = greatest(e, x->a),
                 before = LLVMBuildFreeze(e->b, LLVMGetUndef(LLVMTypeOf(all)), ""); /* any value */
    LLVMValueRef v = compute(e, x, before, all, LLVMConstNull(LLVMTypeOf(all)));
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd &&
           LLVMGetOperand(v, 0) == before && LLVMIsAConstantInt(LLVMGetOperand(v, 1));
}

/* i1: all lanes' operands are the greatest. */
static LLVMValueRef are_greatest(struct emitter *e, const struct atomic *x)
{
    LLVMValueRef v = x->data[0][0];
    if (x->a->bytes == 8)
        v = LLVMBuildAnd(e->b, v, x->data[0][1], "");
    v = LLVMBuildICmp(e->b, LLVMIntNE, v, LLVMConstAllOnes(e->v32i32), "");
    return fold_no_lane(e, v);
}

/* One iteration's lanes: their indices are loaded two at a time. */
static void do_lanes(struct emitter *e, const struct atomic *x, const struct rooms *m,
                     LLVMValueRef first, bool is_sum)
{
    for (unsigned i = 0; i < AT_ONCE; i += 2) {
        LLVMValueRef at = LLVMBuildAdd(e->b, first, const_i64(e, i), "");
        LLVMValueRef two = LLVMBuildLoad2(e->b, e->i64, lane_pointer(e, m->index, at), "");
        for (unsigned k = 0; k < 2; k++) {
            LLVMValueRef index = k ? LLVMBuildLShr(e->b, two, const_i64(e, 32), "") : two,
                         lane = LLVMBuildAdd(e->b, at, const_i64(e, k), ""),
                         p = element_pointer(e, x->a, x->at,
                                             LLVMBuildTrunc(e->b, index, e->i32, ""));
            LLVMValueRef before = load_element(e, x->a, p), v;
            if (is_sum) {
                put_element(e, x->a, m->old, lane, before);
                v = compute(e, x, before, greatest(e, x->a), LLVMConstNull(LLVMTypeOf(before)));
            } else {
                v = compute_one(e, x, m, lane, before);
            }
            LLVMSetAlignment(LLVMBuildStore(e->b, v, p), x->a->bytes);
        }
    }
}

static void go_through_all(struct emitter *e, const struct atomic *x, const struct rooms *m,
                           bool is_sum)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), head = new_block(e, "lanes"),
                      done = new_block(e, "all_done");
    LLVMBuildBr(e->b, head);
    LLVMPositionBuilderAtEnd(e->b, head);
    LLVMValueRef first = LLVMBuildPhi(e->b, e->i64, "");
    do_lanes(e, x, m, first, is_sum);
    LLVMValueRef next = LLVMBuildAdd(e->b, first, const_i64(e, AT_ONCE), "");
    LLVMAddIncoming(first, (LLVMValueRef[]){const_i64(e, 0), next},
                    (LLVMBasicBlockRef[]){from, LLVMGetInsertBlock(e->b)}, 2);
    LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, next, const_i64(e, 32), ""), head, done);
    LLVMPositionBuilderAtEnd(e->b, done);
}

static void go_through_lds(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    bool is_sum = may_be_sum(e, x);
    LLVMBasicBlockRef all = new_block(e, "all"), some = new_block(e, "some"),
                      done = new_block(e, "done");
    LLVMValueRef holds = LLVMBuildICmp(e->b, LLVMIntEQ, get_var(e, exec_var(e, x->half)),
                                       const_i32(e, UINT32_MAX), "");
    if (is_sum)
        holds = LLVMBuildAnd(e->b, holds, are_greatest(e, x), "");
    LLVMBuildCondBr(e->b, holds, all, some);
    LLVMPositionBuilderAtEnd(e->b, all);
    go_through_all(e, x, m, is_sum);
    LLVMBuildBr(e->b, done);
    LLVMPositionBuilderAtEnd(e->b, some);
    go_through_active(e, x, m);
    LLVMBuildBr(e->b, done);
    LLVMPositionBuilderAtEnd(e->b, done);
}

/* ---- device memory ---- */

/* The lanes at one place, whose mask is `on`, as one step. */
static void exchange_at(struct emitter *e, const struct atomic *x, const struct rooms *m,
                        LLVMValueRef on, LLVMValueRef p)
{
    LLVMBasicBlockRef first = LLVMGetInsertBlock(e->b), again = new_block(e, "again"),
                      chain = new_block(e, "chain"), exchange = new_block(e, "exchange"),
                      done = new_block(e, "exchanged");
    LLVMTypeRef t = x->a->bytes == 8 ? e->i64 : e->i32;
    LLVMValueRef found = load_element(e, x->a, p);
    LLVMSetOrdering(found, LLVMAtomicOrderingMonotonic);
    LLVMBuildBr(e->b, again);

    LLVMPositionBuilderAtEnd(e->b, again);
    LLVMValueRef before = LLVMBuildPhi(e->b, t, "");
    LLVMBuildBr(e->b, chain);

    LLVMPositionBuilderAtEnd(e->b, chain);
    LLVMValueRef v = LLVMBuildPhi(e->b, t, ""), left = LLVMBuildPhi(e->b, e->i32, "");
    LLVMValueRef next = compute_one(e, x, m, first_of(e, left), v), rest = rest_of(e, left);
    LLVMBasicBlockRef chain_end = LLVMGetInsertBlock(e->b);
    LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, rest, const_i32(e, 0), ""), chain,
                    exchange);
    LLVMAddIncoming(v, (LLVMValueRef[]){before, next}, (LLVMBasicBlockRef[]){again, chain_end}, 2);
    LLVMAddIncoming(left, (LLVMValueRef[]){on, rest}, (LLVMBasicBlockRef[]){again, chain_end}, 2);

    LLVMPositionBuilderAtEnd(e->b, exchange);
    LLVMValueRef r =
        LLVMBuildAtomicCmpXchg(e->b, p, before, next, LLVMAtomicOrderingSequentiallyConsistent,
                               LLVMAtomicOrderingMonotonic, 0);
    LLVMValueRef seen = LLVMBuildExtractValue(e->b, r, 0, "");
    branch(e, LLVMBuildExtractValue(e->b, r, 1, ""), done, again, 16);
    LLVMAddIncoming(before, (LLVMValueRef[]){found, seen}, (LLVMBasicBlockRef[]){first, exchange},
                    2);
    LLVMPositionBuilderAtEnd(e->b, done);
}

/* The host's operation that the function is, if it is one that hosts have without a result. */
static bool is_host_operation(const struct atomic *x, LLVMAtomicRMWBinOp *op)
{
    static const struct {
        uint8_t opcode;
        LLVMAtomicRMWBinOp op;
    } known[] = {{LLVMAdd, LLVMAtomicRMWBinOpAdd},
                 {LLVMAnd, LLVMAtomicRMWBinOpAnd},
                 {LLVMOr, LLVMAtomicRMWBinOpOr},
                 {LLVMXor, LLVMAtomicRMWBinOpXor}};
    const struct step_list *l = step_list(rdna3_function(x->o));
    const struct step *s = l && l->count == 1 ? step_at(l, 0) : NULL;
    if (!s || x->o->mem.returns || l->result[0] != l->params || s->arg[0] + s->arg[1] != 1 ||
        s->arg[0] * s->arg[1] != 0)
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (s->opcode == known[i].opcode) {
            *op = known[i].op;
            return true;
        }
    return false;
}

static void go_through_memory(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    struct lane_loop l = begin_lanes(e, get_var(e, exec_var(e, x->half)));
    LLVMValueRef lane = first_of(e, l.left), index = lane_value(e, m->index, lane);
    LLVMValueRef same =
        LLVMBuildICmp(e->b, LLVMIntEQ, x->at->index, splat(e, index, e->v32i32), "");
    LLVMValueRef on = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, same, e->i32, ""), l.left, ""),
                 p = element_pointer(e, x->a, x->at, index);
    LLVMAtomicRMWBinOp op;
    if (is_host_operation(x, &op)) {
        LLVMBasicBlockRef one = new_block(e, "one"), several = new_block(e, "several"),
                          done = new_block(e, "added");
        LLVMValueRef more = LLVMBuildICmp(e->b, LLVMIntNE, rest_of(e, on), const_i32(e, 0), "");
        LLVMBuildCondBr(e->b, more, several, one);
        LLVMPositionBuilderAtEnd(e->b, one);
        LLVMBuildAtomicRMW(e->b, op, p, lane_element(e, x->a, m->data[0], lane),
                           LLVMAtomicOrderingSequentiallyConsistent, 0);
        LLVMBuildBr(e->b, done);
        LLVMPositionBuilderAtEnd(e->b, several);
        exchange_at(e, x, m, on, p);
        LLVMBuildBr(e->b, done);
        LLVMPositionBuilderAtEnd(e->b, done);
    } else {
        exchange_at(e, x, m, on, p);
    }
    end_lanes(e, &l, LLVMBuildXor(e->b, l.left, on, ""));
}

void rdna3_emit_atomic(struct emitter *e, const struct atomic *x, LLVMValueRef out[2])
{
    struct rooms m = make_rooms(e, x);
    (x->a->is_lds ? go_through_lds : go_through_memory)(e, x, &m);
    for (unsigned i = 0; i < x->a->dwords && x->o->mem.returns; i++)
        out[i] = LLVMBuildLoad2(e->b, e->v32i32, m.old[i], "");
}

/* ---- stores ---- */

void rdna3_store_by_lane(struct emitter *e, const struct access *a, const struct place *at,
                         unsigned half, const LLVMValueRef in[4])
{
    LLVMValueRef index = room_for(e, at->index), data[4];
    LLVMTypeRef t = a->bytes == 1 ? e->i8 : a->bytes == 2 ? e->i16 : e->i32;
    for (unsigned i = 0; i < a->dwords; i++)
        data[i] = room_for(e, in[i]);
    struct lane_loop l = begin_lanes(e, get_var(e, exec_var(e, half)));
    LLVMValueRef lane = first_of(e, l.left),
                 p = element_pointer(e, a, at, lane_value(e, index, lane));
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef v = lane_value(e, data[i], lane);
        v = a->bytes < 4 ? LLVMBuildTrunc(e->b, v, t, "") : v;
        LLVMSetAlignment(LLVMBuildStore(e->b, v, at_offset(e, p, 4 * (size_t)i)), 1);
    }
    end_lanes(e, &l, rest_of(e, l.left));
}
