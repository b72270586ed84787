/* atomic.c: see atomic.h.
 *
 * Operands and offsets go to memory, from which a loop over the active lanes takes them; results
 * come back the same way. LDS belongs to one host thread. In device memory, the lanes that are at
 * one place are one step for other threads: their results are computed one from the other, and a
 * compare-and-exchange puts the last one there, or they are computed again. */
#include "isa/rdna3/jit/atomic.h"

#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/call.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/steps.h"
#include "jit/walk.h"

bool rdna3_is_simple_atomic(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    return m->kind == MEM_ATOMIC && (m->bytes == 4 || m->bytes == 8) && rdna3_function(o) >= 0;
}

bool rdna3_second_operand(const struct rdna3_op *o, unsigned *vgpr)
{
    const struct rdna3_row *row = op_row(o);
    bool has = o->mem.pair_in_data;
    for (unsigned i = 0; i < row->n_operands; i++)
        has |= row->operands[i].role == ROLE_data1 && !o->mem.addr2;
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

/* A vector in memory; NULL: what it has at first does not matter. */
static LLVMValueRef room_for(struct emitter *e, LLVMValueRef v)
{
    return v ? room_with_lanes(e, v) : room_of_lanes(e);
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
    LLVMValueRef index, data[2][2], old[2][2];
    LLVMValueRef table; /* what the elements are in; NULL: the place */
};

static struct rooms make_rooms(struct emitter *e, const struct atomic *x)
{
    struct rooms m = {.index = room_for(e, x->at->index)};
    for (unsigned i = 0; i < x->a->dwords; i++)
        for (unsigned k = 0; k < 2; k++) {
            bool returns = x->o->mem.returns && (!k || x->second);
            m.data[k][i] = x->data[k][i] ? room_for(e, x->data[k][i]) : NULL;
            m.old[k][i] = returns ? room_for(e, x->old[k][i]) : NULL;
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
    return zext64(e, first_lane(e, lanes));
}

/* Where the element with this index is. */
static LLVMValueRef element_pointer(struct emitter *e, const struct access *a,
                                    const struct place *at, LLVMValueRef index)
{
    LLVMValueRef by =
        LLVMBuildShl(e->b, LLVMBuildSExt(e->b, index, e->i64, ""), const_i64(e, at->shift), "");
    return rdna3_pointer(e, a, LLVMBuildAdd(e->b, at->at[0], by, ""));
}

/* The same where no other thread is at work. */
static LLVMValueRef own_pointer(struct emitter *e, const struct atomic *x, const struct rooms *m,
                                LLVMValueRef index)
{
    return m->table ? lane_pointer(e, m->table, zext64(e, index))
                    : element_pointer(e, x->a, x->at, index);
}

/* What memory becomes of `before` by these operands: of one lane, or of all. */
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
    put_element(e, x->a, m->old[0], lane, before);
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
                 p = own_pointer(e, x, m, lane_value(e, m->index, lane)),
                 v = compute_one(e, x, m, lane, load_element(e, x->a, p));
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), x->a->bytes);
    end_lanes(e, &l, without_first_lane(e, l.left));
}

/* ---- LDS and tables, all lanes active ----
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
    return is_instruction(v, LLVMAdd) && LLVMGetOperand(v, 0) == before &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1));
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
                         p = own_pointer(e, x, m, LLVMBuildTrunc(e->b, index, e->i32, ""));
            LLVMValueRef before = load_element(e, x->a, p), v;
            if (is_sum) {
                put_element(e, x->a, m->old[0], lane, before);
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

static void go_through_own(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    bool is_sum = may_be_sum(e, x);
    LLVMBasicBlockRef all = new_block(e, "all"), some = new_block(e, "some"),
                      done = new_block(e, "done");
    LLVMValueRef holds = has_full_exec(e, x->half);
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

/* Two elements of each lane: both are read before one is written, as the executor does. */
static void go_through_pairs(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    struct lane_loop l = begin_lanes(e, get_var(e, exec_var(e, x->half)));
    const struct place *at[2] = {x->at, x->second};
    LLVMValueRef lane = first_of(e, l.left), index = lane_value(e, m->index, lane), p[2], v[2];
    for (unsigned k = 0; k < 2; k++) {
        p[k] = element_pointer(e, x->a, at[k], index);
        v[k] = load_element(e, x->a, p[k]);
        put_element(e, x->a, m->old[k], lane, v[k]);
    }
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef data = lane_element(e, x->a, m->data[k], lane);
        v[k] = compute(e, x, v[k], data, LLVMConstNull(LLVMTypeOf(data)));
        LLVMSetAlignment(LLVMBuildStore(e->b, v[k], p[k]), x->a->bytes);
    }
    end_lanes(e, &l, without_first_lane(e, l.left));
}

/* ---- device memory ---- */

/* What memory becomes for lanes at one place, one of the other; goes on in a block of its own. */
static LLVMValueRef compute_chain(struct emitter *e, const struct atomic *x, const struct rooms *m,
                                  LLVMValueRef on, LLVMValueRef before)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), chain = new_block(e, "chain"),
                      last = new_block(e, "chained");
    LLVMBuildBr(e->b, chain);
    LLVMPositionBuilderAtEnd(e->b, chain);
    LLVMValueRef v = LLVMBuildPhi(e->b, LLVMTypeOf(before), ""),
                 left = LLVMBuildPhi(e->b, e->i32, "");
    LLVMValueRef next = compute_one(e, x, m, first_of(e, left), v),
                 rest = without_first_lane(e, left);
    LLVMBasicBlockRef ways[2] = {from, LLVMGetInsertBlock(e->b)};
    LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, rest, const_i32(e, 0), ""), chain, last);
    LLVMAddIncoming(v, (LLVMValueRef[]){before, next}, ways, 2);
    LLVMAddIncoming(left, (LLVMValueRef[]){on, rest}, ways, 2);
    LLVMPositionBuilderAtEnd(e->b, last);
    return next;
}

/* The lanes at one place, whose mask is `on`, or a single one, as one step. One that has no result
 * and changes nothing, as most of a maximum's do, is a load for other threads: they keep what they
 * hold. */
static void exchange_at(struct emitter *e, const struct atomic *x, const struct rooms *m,
                        LLVMValueRef on, bool is_single, LLVMValueRef p)
{
    LLVMBasicBlockRef first = LLVMGetInsertBlock(e->b), again = new_block(e, "again"),
                      exchange = new_block(e, "exchange"), done = new_block(e, "exchanged");
    LLVMValueRef found = load_element(e, x->a, p);
    LLVMSetOrdering(found, LLVMAtomicOrderingMonotonic);
    LLVMBuildBr(e->b, again);

    LLVMPositionBuilderAtEnd(e->b, again);
    LLVMValueRef before = LLVMBuildPhi(e->b, LLVMTypeOf(found), ""),
                 next = is_single ? compute_one(e, x, m, first_of(e, on), before)
                                  : compute_chain(e, x, m, on, before);
    if (x->o->mem.returns)
        LLVMBuildBr(e->b, exchange);
    else
        LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, next, before, ""), exchange, done);

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

/* The host's operations that need no result. */
static const struct host_operation {
    uint8_t opcode;
    LLVMAtomicRMWBinOp op;
    enum pending_operation pending;
} host_operations[] = {{LLVMAdd, LLVMAtomicRMWBinOpAdd, PENDING_ADD},
                       {LLVMAnd, LLVMAtomicRMWBinOpAnd, PENDING_NONE},
                       {LLVMOr, LLVMAtomicRMWBinOpOr, PENDING_OR},
                       {LLVMXor, LLVMAtomicRMWBinOpXor, PENDING_XOR}};

/* The one step that the function has, of what is in memory and the operand, if nothing else wants
 * what was there. NULL: it is more. */
static const struct step *only_step(const struct rdna3_op *o)
{
    const struct step_list *l = step_list(rdna3_function(o));
    const struct step *s = l && l->count == 1 ? step_at(l, 0) : NULL;
    bool is = s && !o->mem.returns && l->result[0] == l->params && s->arg[0] + s->arg[1] == 1 &&
              s->arg[0] * s->arg[1] == 0;
    return is ? s : NULL;
}

/* The one that the function is; NULL: none. */
static const struct host_operation *host_operation(const struct rdna3_op *o)
{
    const struct step *s = only_step(o);
    if (!s)
        return NULL;
    for (size_t i = 0; i < sizeof host_operations / sizeof *host_operations; i++)
        if (s->opcode == host_operations[i].opcode)
            return &host_operations[i];
    return NULL;
}

enum pending_operation rdna3_pending_operation(const struct rdna3_op *o)
{
    const struct host_operation *h = rdna3_is_simple_atomic(o) ? host_operation(o) : NULL;
    return h && o->mem.bytes == 4 ? h->pending : PENDING_NONE;
}

#define PENDING(field) offsetof(struct pending_atomics, field)

/* In the loop over lanes: what waits for the memory at p and is not of the same operation is done
 * before. */
static void finish_others(struct emitter *e, const struct atomic *x, LLVMValueRef p)
{
    LLVMBasicBlockRef look = new_block(e, "look"), meets = new_block(e, "meets"),
                      on = new_block(e, "settled");
    LLVMValueRef pending = load_at(e, e->ptr, e->group, offsetof(struct group, pending));
    branch(e, is_equal(e, pending, LLVMConstNull(e->ptr)), on, look, 1);

    LLVMPositionBuilderAtEnd(e->b, look);
    LLVMValueRef first = load_at(e, e->i64, pending, PENDING(first)),
                 size = zext64(e, load_at(e, e->i32, pending, PENDING(size))),
                 most = const_i64(e, 7), /* how far before it an element may begin */
        at = LLVMBuildSub(e->b, LLVMBuildPtrToInt(e->b, p, e->i64, ""), first, "");
    LLVMValueRef is_there = LLVMBuildICmp(e->b, LLVMIntULT, LLVMBuildAdd(e->b, at, most, ""),
                                          LLVMBuildAdd(e->b, size, most, ""), "");
    LLVMValueRef is_other =
        LLVMBuildICmp(e->b, LLVMIntNE, load_at(e, e->i32, pending, PENDING(operation)),
                      const_i32(e, rdna3_pending_operation(x->o)), "");
    LLVMBuildCondBr(e->b, LLVMBuildAnd(e->b, is_there, is_other, ""), meets, on);

    LLVMPositionBuilderAtEnd(e->b, meets);
    finish_pending(e);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* A maximum and the like, which leave memory as it is for most lanes. */
static bool mostly_keeps(const struct rdna3_op *o)
{
    unsigned order;
    const struct step *s = only_step(o);
    return s && (s->opcode == LLVMAnd || s->opcode == LLVMOr ||
                 (s->opcode == LLVMCall && intrinsic_is_limit(step_intrinsic(s), &order)));
}

/* Active lanes, without those that leave memory as it is, if a look at it can tell: for other
 * threads that is a load. */
static LLVMValueRef lanes_that_change(struct emitter *e, const struct atomic *x)
{
    LLVMValueRef exec = get_var(e, exec_var(e, x->half));
    if (x->a->bytes != 4 || !can_gather(e) || e->region->has_waiting || !mostly_keeps(x->o))
        return exec;
    struct anywhere lanes = rdna3_lanes_at(e, x->a, x->at, x->half);
    LLVMValueRef before = gather_dwords(e, &lanes, NULL),
                 next = compute(e, x, before, x->data[0][0], LLVMConstNull(e->v32i32));
    LLVMValueRef changes = LLVMBuildICmp(e->b, LLVMIntNE, next, before, "");
    return LLVMBuildAnd(e->b, exec, LLVMBuildBitCast(e->b, changes, e->i32, ""), "");
}

static void do_by_host(struct emitter *e, const struct atomic *x, const struct rooms *m,
                       const struct host_operation *host, LLVMValueRef lane, LLVMValueRef p)
{
    LLVMBuildAtomicRMW(e->b, host->op, p, lane_element(e, x->a, m->data[0], lane),
                       LLVMAtomicOrderingSequentiallyConsistent, 0);
}

/* Of these lanes, those at the place with this index. */
static LLVMValueRef lanes_of_index(struct emitter *e, const struct atomic *x, LLVMValueRef lanes,
                                   LLVMValueRef index)
{
    LLVMValueRef same = is_equal(e, x->at->index, splat(e, index, e->v32i32));
    return LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, same, e->i32, ""), lanes, "");
}

/* The place of a lane's element, for which nothing else waits. */
static LLVMValueRef settled_place(struct emitter *e, const struct atomic *x, LLVMValueRef index)
{
    LLVMValueRef p = element_pointer(e, x->a, x->at, index);
    if (e->region->has_waiting)
        finish_others(e, x, p);
    return p;
}

/* Lane by lane, where the first one's place is no other's: then mostly all are apart, and looking
 * for those at one place takes longer than they do. */
static struct forms begin_apart(struct emitter *e, const struct atomic *x, const struct rooms *m,
                                const struct host_operation *host, LLVMValueRef lanes)
{
    LLVMValueRef some = LLVMBuildOr(e->b, lanes, const_i32(e, 1u << 31), ""); /* if there is none */
    LLVMValueRef first = first_of(e, some);
    LLVMValueRef on = lanes_of_index(e, x, lanes, lane_value(e, m->index, first));
    on = without_first_lane(e, on);
    struct forms f = begin_forms(e, is_equal(e, on, const_i32(e, 0)), 1);
    struct lane_loop l = begin_lanes(e, lanes);
    LLVMValueRef lane = first_of(e, l.left), p = settled_place(e, x, lane_value(e, m->index, lane));
    if (host)
        do_by_host(e, x, m, host, lane, p);
    else
        exchange_at(e, x, m, l.left, true, p);
    end_lanes(e, &l, without_first_lane(e, l.left));
    next_form(e, &f);
    return f;
}

static void go_through_memory(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    const struct host_operation *host = host_operation(x->o);
    LLVMValueRef lanes = lanes_that_change(e, x);
    struct forms apart = begin_apart(e, x, m, host, lanes);
    struct lane_loop l = begin_lanes(e, lanes);
    LLVMValueRef lane = first_of(e, l.left), index = lane_value(e, m->index, lane),
                 on = lanes_of_index(e, x, l.left, index), p = settled_place(e, x, index);
    if (host) {
        LLVMBasicBlockRef one = new_block(e, "one"), several = new_block(e, "several"),
                          done = new_block(e, "added");
        LLVMValueRef more =
            LLVMBuildICmp(e->b, LLVMIntNE, without_first_lane(e, on), const_i32(e, 0), "");
        LLVMBuildCondBr(e->b, more, several, one);
        LLVMPositionBuilderAtEnd(e->b, one);
        do_by_host(e, x, m, host, lane, p);
        LLVMBuildBr(e->b, done);
        LLVMPositionBuilderAtEnd(e->b, several);
        exchange_at(e, x, m, on, false, p);
        LLVMBuildBr(e->b, done);
        LLVMPositionBuilderAtEnd(e->b, done);
    } else {
        exchange_at(e, x, m, on, false, p);
    }
    end_lanes(e, &l, LLVMBuildXor(e->b, l.left, on, ""));
    end_forms(e, &apart);
}

/* Asks for a table around the first active lane's place, if nothing has asked yet. */
static void begin_pending(struct emitter *e, const struct atomic *x, const struct rooms *m,
                          LLVMValueRef pending)
{
    LLVMBasicBlockRef begin = new_block(e, "begin"), begun = new_block(e, "begun");
    LLVMValueRef exec = get_var(e, exec_var(e, x->half)), none = const_i32(e, 0);
    LLVMValueRef asked =
        LLVMBuildICmp(e->b, LLVMIntNE, load_at(e, e->i32, pending, PENDING(operation)), none, "");
    asked = LLVMBuildOr(e->b, asked, is_equal(e, exec, none), "");
    branch(e, asked, begun, begin, 2000);
    LLVMPositionBuilderAtEnd(e->b, begin);
    LLVMTypeRef types[3] = {e->ptr, e->i64, e->i32},
                type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 3, 0);
    LLVMValueRef at = element_pointer(e, x->a, x->at, lane_value(e, m->index, first_of(e, exec)));
    LLVMValueRef args[3] = {e->group, LLVMBuildPtrToInt(e->b, at, e->i64, ""),
                            const_i32(e, rdna3_pending_operation(x->o))};
    LLVMBuildCall2(e->b, type, load_at(e, e->ptr, pending, PENDING(begin)), args, 3, "");
    LLVMBuildBr(e->b, begun);
    LLVMPositionBuilderAtEnd(e->b, begun);
}

/* Where in the table the active lanes are, as numbers of dwords; *holds: i1, all of them are there,
 * and it is one of this operation. Elements are at multiples of their size. */
static LLVMValueRef pending_index(struct emitter *e, const struct atomic *x, LLVMValueRef pending,
                                  LLVMValueRef *holds)
{
    const unsigned shift = x->at->shift;
    const uint64_t most = MAX_PENDING_BYTES, half = UINT64_C(1) << 31;
    /* Indices count from `apart` elements behind the table's start. With what is demanded of that,
     * no sum that is in the table without its upper half is elsewhere with it. */
    LLVMValueRef apart = LLVMBuildPtrToInt(e->b, rdna3_pointer(e, x->a, x->at->at[0]), e->i64, "");
    apart = LLVMBuildSub(e->b, apart, load_at(e, e->i64, pending, PENDING(first)), "");
    apart = LLVMBuildAShr(e->b, apart, const_i64(e, shift), "");
    LLVMValueRef is_near =
        LLVMBuildICmp(e->b, LLVMIntULE, LLVMBuildAdd(e->b, apart, const_i64(e, half - most), ""),
                      const_i64(e, 2 * half - most), "");
    LLVMValueRef size =
        LLVMBuildLShr(e->b, load_at(e, e->i32, pending, PENDING(size)), const_i32(e, shift), "");
    LLVMValueRef index = LLVMBuildAdd(
        e->b, x->at->index, splat(e, LLVMBuildTrunc(e->b, apart, e->i32, ""), e->v32i32), "");
    LLVMValueRef is_outside = LLVMBuildICmp(e->b, LLVMIntUGE, index, splat(e, size, e->v32i32), "");
    LLVMValueRef is_it = is_equal(e, load_at(e, e->i32, pending, PENDING(operation)),
                                  const_i32(e, rdna3_pending_operation(x->o)));
    *holds = LLVMBuildAnd(e->b, LLVMBuildAnd(e->b, is_it, is_near, ""),
                          none_active(e, is_outside, x->half), "");
    return fold_binary(e, LLVMLShr, index, const_splat(e, e->v32i32, 2 - shift));
}

/* Later, if all active lanes are at places of the table: in the table. */
static void go_through_pending(struct emitter *e, const struct atomic *x, const struct rooms *m)
{
    LLVMBasicBlockRef look = new_block(e, "look"), table = new_block(e, "table"),
                      at_once = new_block(e, "at_once"), done = new_block(e, "done");
    LLVMValueRef pending = load_at(e, e->ptr, e->group, offsetof(struct group, pending));
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, pending, LLVMConstNull(e->ptr), ""), look, at_once, 1);

    LLVMPositionBuilderAtEnd(e->b, look);
    LLVMValueRef holds;
    begin_pending(e, x, m, pending);
    LLVMValueRef index = pending_index(e, x, pending, &holds);
    LLVMBuildCondBr(e->b, holds, table, at_once);

    LLVMPositionBuilderAtEnd(e->b, table);
    struct rooms in_table = *m;
    in_table.table = load_at(e, e->ptr, pending, PENDING(values));
    in_table.index = room_for(e, index);
    go_through_own(e, x, &in_table);
    LLVMBuildBr(e->b, done);
    LLVMPositionBuilderAtEnd(e->b, at_once);
    go_through_memory(e, x, m);
    LLVMBuildBr(e->b, done);
    LLVMPositionBuilderAtEnd(e->b, done);
}

void rdna3_emit_atomic(struct emitter *e, const struct atomic *x, LLVMValueRef out[2][2])
{
    struct rooms m = make_rooms(e, x);
    bool waits = e->at->may_wait && x->at->shift <= 2 && !e->crew;
    (x->second      ? go_through_pairs
     : x->a->is_lds ? go_through_own
     : waits        ? go_through_pending
                    : go_through_memory)(e, x, &m);
    for (unsigned k = 0; k < (x->second ? 2 : 1); k++)
        for (unsigned i = 0; i < x->a->dwords && x->o->mem.returns; i++)
            out[k][i] = LLVMBuildLoad2(e->b, e->v32i32, m.old[k][i], "");
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
    end_lanes(e, &l, without_first_lane(e, l.left));
}

void rdna3_store_rows_by_lane(struct emitter *e, const struct access *a, unsigned half,
                              unsigned rows, const LLVMValueRef x[2], const LLVMValueRef to[2])
{
    unsigned lanes = 32 / rows, row_bytes = lanes * a->bytes;
    LLVMTypeRef part = LLVMIntTypeInContext(e->c, 8 * (a->bytes < 8 ? a->bytes : 8));
    LLVMValueRef room = room_of_row(e), shift = const_i64(e, (unsigned)__builtin_ctz(a->bytes));
    for (unsigned k = 0; k < rows; k++)
        LLVMSetAlignment(LLVMBuildStore(e->b, x[k], at_offset(e, room, (size_t)k * row_bytes)),
                         row_bytes < CACHE_LINE ? row_bytes : CACHE_LINE);
    struct lane_loop l = begin_lanes(e, get_var(e, exec_var(e, half)));
    LLVMValueRef lane = first_of(e, l.left), by = LLVMBuildShl(e->b, lane, shift, ""),
                 from = LLVMBuildGEP2(e->b, e->i8, room, &by, 1, ""), at = to[0];
    if (rows == 2) { /* as if the second one began with lane 0 */
        LLVMValueRef back = const_i64(e, -(uint64_t)row_bytes);
        LLVMValueRef other = LLVMBuildGEP2(e->b, e->i8, to[1], &back, 1, "");
        at = LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, LLVMIntULT, lane, const_i64(e, lanes), ""),
                             at, other, "");
    }
    at = LLVMBuildGEP2(e->b, e->i8, at, &by, 1, "");
    for (unsigned i = 0; i < a->bytes; i += 8) {
        LLVMValueRef v = LLVMBuildLoad2(e->b, part, at_offset(e, from, i), "");
        LLVMSetAlignment(v, 1);
        LLVMSetAlignment(LLVMBuildStore(e->b, v, at_offset(e, at, i)), 1);
    }
    end_lanes(e, &l, without_first_lane(e, l.left));
}
