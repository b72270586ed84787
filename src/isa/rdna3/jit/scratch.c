/* scratch.c: see scratch.h. Where an access is to one offset of all lanes, it is a load or a store
 * of whole registers; else lanes are gathered and scattered, dword by dword. */
#include "isa/rdna3/jit/scratch.h"

#include "jit/anywhere.h"
#include "jit/call.h"
#include "jit/costs.h"
#include "jit/emit_entry.h"
#include "jit/emit_nan.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/slots.h"

enum way rdna3_scratch_way(const struct emitter *e, const struct access *a, bool lanes, bool scalar)
{
    bool is_aligned = a->bytes < 4 ? a->offset % 4 + (int32_t)a->bytes <= 4 : a->offset % 4 == 0;
    if (lanes && e->at->step != 0)
        return can_gather(e) ? WAY_ANY : WAY_CALL;
    return lanes || scalar || is_aligned ? WAY_SAME : WAY_CALL;
}

static LLVMValueRef scratch_bytes(struct emitter *e)
{
    return load_at(e, e->i32, e->wave, offsetof(struct wave, scratch_bytes));
}

/* i1 or <32 x i1>: elements at these offsets are inside one dword, or begin at one. */
static LLVMValueRef is_crooked(struct emitter *e, const struct access *a, LLVMValueRef offset)
{
    bool is_vector = LLVMTypeOf(offset) == e->v32i32;
    unsigned last = a->bytes < 4 ? 4 - a->bytes : 0;
    LLVMValueRef three = is_vector ? const_splat(e, e->v32i32, 3) : const_i32(e, 3),
                 most = is_vector ? const_splat(e, e->v32i32, last) : const_i32(e, last);
    return LLVMBuildICmp(e->b, LLVMIntUGT, LLVMBuildAnd(e->b, offset, three, ""), most, "");
}

/* All lanes are at `offset`, an i32. */
static void demand_offset(struct emitter *e, const struct access *a, LLVMValueRef offset,
                          struct demands *d)
{
    LLVMValueRef bytes = scratch_bytes(e), size = const_i32(e, a->bytes);
    if (LLVMIsAConstantInt(offset)) {
        uint64_t end = LLVMConstIntGetZExtValue(offset) + a->bytes;
        LLVMValueRef last = const_i32(e, end > UINT32_MAX ? UINT32_MAX : (uint32_t)end);
        demand(d, LLVMBuildICmp(e->b, LLVMIntUGE, bytes, last, ""));
        return;
    }
    LLVMValueRef room = LLVMBuildSub(e->b, bytes, size, "");
    demand(d, LLVMBuildICmp(e->b, LLVMIntUGE, bytes, size, ""));
    demand(d, LLVMBuildICmp(e->b, LLVMIntULE, offset, room, ""));
    demand(d, LLVMBuildNot(e->b, is_crooked(e, a, offset), ""));
}

void rdna3_find_scratch(struct emitter *e, const struct access *a, LLVMValueRef lanes,
                        LLVMValueRef base, unsigned half, struct place *p, struct demands *d)
{
    LLVMValueRef common = const_i32(e, (uint32_t)a->offset);
    if (base)
        common = LLVMBuildAdd(e->b, base, common, "");
    *p = (struct place){.at = {NULL, NULL}};
    if (lanes && a->way == WAY_SAME) {
        const struct row_test *t = test_rows(e, lanes, NULL, half, 0, 32);
        demand(d, t->holds);
        common = LLVMBuildAdd(e->b, t->first[0], common, "");
    }
    if (a->way == WAY_SAME) {
        demand_offset(e, a, common, d);
        p->at[0] = common;
        return;
    }
    LLVMValueRef bytes = scratch_bytes(e), size = const_i32(e, a->bytes);
    LLVMValueRef room = splat(e, LLVMBuildSub(e->b, bytes, size, ""), e->v32i32);
    p->index = LLVMBuildAdd(e->b, lanes, splat(e, common, e->v32i32), "");
    demand(d, LLVMBuildICmp(e->b, LLVMIntUGE, bytes, size, ""));
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntUGT, p->index, room, "");
    if (a->is_store || a->bytes < 4)
        bad = LLVMBuildOr(e->b, bad, is_crooked(e, a, p->index), "");
    demand(d, none_active(e, bad, half));
}

static unsigned lanes_of_wave(const struct emitter *e) { return 32 * e->region->halves; }

/* ---- stacks ---- */

/* i1: [base + low, base + high) is inside, and begins a dword. */
static LLVMValueRef is_inside(struct emitter *e, LLVMValueRef base, int32_t low, int32_t high)
{
    LLVMValueRef bytes = scratch_bytes(e);
    if (LLVMIsAConstantInt(base)) {
        uint64_t at = LLVMConstIntGetZExtValue(base);
        bool fits = at % 4 == 0 && (int64_t)at + low >= 0 && (int64_t)at + high <= UINT32_MAX;
        LLVMValueRef end = const_i32(e, fits ? (uint32_t)((int64_t)at + high) : UINT32_MAX);
        return LLVMBuildICmp(e->b, LLVMIntUGE, bytes, end, "");
    }
    LLVMValueRef size = const_i32(e, (uint32_t)(high - low)),
                 from = LLVMBuildAdd(e->b, base, const_i32(e, (uint32_t)low), ""),
                 room = LLVMBuildSub(e->b, bytes, size, ""),
                 holds = LLVMBuildICmp(e->b, LLVMIntULE, from, room, ""),
                 odd = LLVMBuildAnd(e->b, base, const_i32(e, 3), "");
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntUGE, bytes, size, "");
    holds = LLVMBuildAnd(e->b, holds, fits, "");
    return LLVMBuildAnd(e->b, holds, is_equal(e, odd, const_i32(e, 0)), "");
}

static struct stack *known_stack(struct emitter *e, LLVMValueRef base)
{
    for (unsigned i = 0; i < e->tests->stack_count; i++)
        if (e->tests->stacks[i].base == base)
            return &e->tests->stacks[i];
    return NULL;
}

/* Tests it; where it is not so, the interpreter goes on. */
static void test_stack(struct emitter *e, const struct stack *s)
{
    LLVMBasicBlockRef on = new_block(e, "stack"), outside = new_block(e, "outside");
    branch(e, is_inside(e, s->base, s->low, s->high), on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    uncount_behind(e);
    leave_before(e, op_of(e->region, e->at));
    LLVMPositionBuilderAtEnd(e->b, on);
}

static LLVMValueRef stack_pointer(struct emitter *e, LLVMValueRef base)
{
    LLVMValueRef at = LLVMBuildMul(e->b, zext64(e, base), const_i64(e, lanes_of_wave(e)), "");
    LLVMValueRef from = load_at(e, e->ptr, e->wave, offsetof(struct wave, scratch));
    return LLVMBuildGEP2(e->b, e->i8, from, &at, 1, "");
}

bool rdna3_find_stack(struct emitter *e, const struct access *a, LLVMValueRef base, int32_t low,
                      int32_t high, bool is_aligned, struct place *p)
{
    int32_t offset = a->offset;
    base = base ? base : const_i32(e, 0);
    if (LLVMIsAConstantInt(base)) { /* so that one test is enough for all of them */
        int64_t from = (int64_t)LLVMConstIntGetZExtValue(base);
        if (from % 4 == 0 && from + low >= 0 && from + high <= INT32_MAX) {
            high += (int32_t)from;
            low = 0;
            offset += (int32_t)from;
            base = const_i32(e, 0);
        }
    }
    struct stack *s = known_stack(e, base);
    bool is_known = s && low >= s->low && high <= s->high;
    if (!is_known && !is_aligned)
        return false;
    if (!is_known) {
        struct stack new = {.base = base, .low = low & ~3, .high = (high + 3) & ~3};
        check_nan(e, e->at);
        test_stack(e, &new);
        new.from = stack_pointer(e, base);
        if (!s) {
            if (e->tests->stack_count == MAX_STACKS)
                e->tests->stack_count = 0;
            s = &e->tests->stacks[e->tests->stack_count++];
        }
        *s = new;
    }
    *p = (struct place){.from = s->from, .index = base, .offset = offset};
    return true;
}

bool rdna3_is_from_stack(const struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef p = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    for (unsigned i = 0; p && LLVMIsAGetElementPtrInst(p) && i < e->tests->stack_count; i++)
        if (LLVMGetOperand(p, 0) == e->tests->stacks[i].from)
            return true;
    return false;
}

bool rdna3_joins_stacks(const struct emitter *e, LLVMValueRef v) { return joins_slots(e, v); }

LLVMValueRef rdna3_lane_in_loop(struct emitter *e, LLVMValueRef v, unsigned n)
{
    return loop_slot_lane(e, v, n);
}

/* ---- one offset ---- */

/* Where dword i of the first lane is. */
static LLVMValueRef row_at(struct emitter *e, const struct place *p, unsigned half, unsigned i)
{
    if (p->from) {
        int64_t offset = (p->offset & ~INT64_C(3)) + 4 * (int64_t)i;
        return at_offset(e, p->from,
                         (size_t)(offset * lanes_of_wave(e) + VECTOR_BYTES * (int64_t)half));
    }
    LLVMValueRef at = LLVMBuildLShr(e->b, p->at[0], const_i32(e, 2), "");
    at = LLVMBuildAdd(e->b, at, const_i32(e, i), "");
    at = LLVMBuildMul(e->b, zext64(e, at), const_i64(e, 4 * lanes_of_wave(e)), "");
    at = LLVMBuildAdd(e->b, at, const_i64(e, VECTOR_BYTES * half), "");
    LLVMValueRef from = load_at(e, e->ptr, e->wave, offsetof(struct wave, scratch));
    return LLVMBuildGEP2(e->b, e->i8, from, &at, 1, "");
}

static LLVMValueRef load_row(struct emitter *e, LLVMValueRef at)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, at, "");
    LLVMSetAlignment(v, 4);
    return v;
}

/* Of a stack: dword i, which may be known without a load. */
static LLVMValueRef load_slot(struct emitter *e, const struct place *p, unsigned half, unsigned i)
{
    if (!p->from)
        return load_row(e, row_at(e, p, half, i));
    struct slot at = slot_at(p->index, p->offset + 4 * (int64_t)i, half);
    LLVMValueRef v = slot_value(e, &at);
    if (!v) {
        v = load_row(e, row_at(e, p, half, i));
        know_slot(e, &at, v);
    }
    return v;
}

/* Nobody else has this memory: inactive lanes may be stored as they were. */
static void store_row(struct emitter *e, unsigned half, LLVMValueRef at, LLVMValueRef v)
{
    bool are_all = exec_bools(e, half) == LLVMConstAllOnes(e->v32i1); /* as around spilled lanes */
    if (has_fast_masks(e) && !are_all) {
        for (unsigned k = 0; k < 2; k++)
            call_masked(e, true, at_offset(e, at, 4 * ROW * k),
                        pick(e, exec_bools(e, half), NULL, ROW * k, 1, ROW),
                        pick(e, v, NULL, ROW * k, 1, ROW));
        return;
    }
    if (!are_all)
        v = LLVMBuildSelect(e->b, exec_bools(e, half), v, load_row(e, at), "");
    LLVMSetAlignment(LLVMBuildStore(e->b, v, at), 4);
}

enum { MAX_SPILLED = 4 };

/* Where v is `old` but for a few lanes that V_WRITELANE has written, as where scalars are spilled,
 * these alone are stored. false: it is something else. */
static bool store_lanes(struct emitter *e, LLVMValueRef at, LLVMValueRef v, LLVMValueRef old)
{
    LLVMValueRef lane[MAX_SPILLED], value[MAX_SPILLED];
    unsigned n = 0;
    for (; v != old; v = LLVMGetOperand(v, 2)) {
        LLVMValueRef from = LLVMIsASelectInst(v) ? LLVMGetOperand(v, 0) : NULL, is = NULL;
        unsigned found = 0, k = 0;
        if (!from || !LLVMIsConstant(from) || LLVMTypeOf(from) != e->v32i1)
            return false;
        for (unsigned i = 0; i < 32; i++)
            if (LLVMConstIntGetZExtValue(LLVMGetAggregateElement(from, i))) {
                is = const_i32(e, i);
                found++;
            }
        while (k < n && lane[k] != is)
            k++;
        if (found != 1 || (k == n && n == MAX_SPILLED))
            return false;
        if (k < n) /* it is written once more later */
            continue;
        lane[n] = is;
        value[n] =
            rdna3_lane_of_row(e, LLVMGetOperand(v, 1), (unsigned)LLVMConstIntGetZExtValue(is));
        if (!value[n++])
            return false;
    }
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef to = at_offset(e, at, sizeof(uint32_t) * LLVMConstIntGetZExtValue(lane[i]));
        LLVMSetAlignment(LLVMBuildStore(e->b, value[i], to), 4);
    }
    return true;
}

/* All lanes are stored, since a CPU that loads what was stored under a mask waits until it is in
 * the cache. But where others save theirs, only these lanes are loaded later, and known then. */
static void store_slot(struct emitter *e, const struct place *p, unsigned half, unsigned i,
                       LLVMValueRef v)
{
    struct slot at = slot_at(p->index, p->offset + 4 * (int64_t)i, half);
    if (e->at->aside == ASIDE_OTHERS && e->masks != MASKS_NONE) {
        store_row(e, half, row_at(e, p, half, i), v);
        replace_slot(e, &at, v, get_var(e, exec_var(e, half)));
        return;
    }
    if (exec_bools(e, half) != LLVMConstAllOnes(e->v32i1))
        v = LLVMBuildSelect(e->b, exec_bools(e, half), v, load_slot(e, p, half, i), "");
    LLVMValueRef old = slot_value(e, &at);
    if (!old || e->at->aside != ASIDE_ALL || !store_lanes(e, row_at(e, p, half, i), v, old))
        LLVMSetAlignment(LLVMBuildStore(e->b, v, row_at(e, p, half, i)), 4);
    replace_slot(e, &at, v, NULL);
}

/* ---- an offset for each lane ---- */

/* Where dword i of elements at these offsets is, in dwords. */
static LLVMValueRef lane_index(struct emitter *e, LLVMValueRef offset, unsigned half, unsigned i)
{
    LLVMValueRef lane[32], n = LLVMBuildLShr(e->b, offset, const_splat(e, e->v32i32, 2), "");
    for (unsigned l = 0; l < 32; l++)
        lane[l] = const_i32(e, l + 32 * half + i * lanes_of_wave(e));
    n = LLVMBuildMul(e->b, n, const_splat(e, e->v32i32, lanes_of_wave(e)), "");
    return LLVMBuildAdd(e->b, n, LLVMConstVector(lane, 32), "");
}

static struct anywhere lanes_at(struct emitter *e, LLVMValueRef offset, unsigned half, unsigned i)
{
    return (struct anywhere){.from = load_at(e, e->ptr, e->wave, offsetof(struct wave, scratch)),
                             .index = lane_index(e, offset, half, i),
                             .lanes = exec_bools(e, half),
                             .all = has_full_exec(e, half),
                             .scale = 4};
}

static LLVMValueRef gather(struct emitter *e, const struct place *p, unsigned half, unsigned i)
{
    struct anywhere lanes = lanes_at(e, p->index, half, i);
    return gather_dwords(e, &lanes, NULL);
}

static void scatter(struct emitter *e, const struct place *p, unsigned half, unsigned i,
                    LLVMValueRef v)
{
    struct anywhere lanes = lanes_at(e, p->index, half, i);
    scatter_dwords(e, &lanes, v);
}

/* ---- both ---- */

/* <32 x i32>: how many bits the element is above the start of its dword. */
static LLVMValueRef bits_above(struct emitter *e, const struct access *a, const struct place *p)
{
    LLVMValueRef at = p->from              ? const_splat(e, e->v32i32, (uint32_t)p->offset)
                      : a->way == WAY_SAME ? splat(e, p->at[0], e->v32i32)
                                           : p->index;
    at = LLVMBuildAnd(e->b, at, const_splat(e, e->v32i32, 3), "");
    return LLVMBuildShl(e->b, at, const_splat(e, e->v32i32, 3), "");
}

static void gather_all(struct emitter *e, const struct access *a, const struct place *p,
                       unsigned half, LLVMValueRef out[4])
{
    for (unsigned i = 0; i < a->dwords; i++)
        out[i] = gather(e, p, half, i);
}

/* Elements that begin anywhere in their dwords. */
static void gather_crooked(struct emitter *e, const struct access *a, const struct place *p,
                           unsigned half, LLVMValueRef out[4])
{
    LLVMValueRef by = bits_above(e, a, p), dword[5],
                 end = LLVMBuildAdd(e->b, p->index, const_splat(e, e->v32i32, 3), "");
    gather_all(e, a, p, half, dword);
    struct anywhere last = lanes_at(e, end, half, a->dwords - 1); /* may be the same */
    dword[a->dwords] = gather_dwords(e, &last, NULL);
    for (unsigned i = 0; i < a->dwords; i++)
        out[i] = fold_funnel(e, dword[i + 1], dword[i], by);
}

static void gather_elements(struct emitter *e, const struct access *a, const struct place *p,
                            unsigned half, LLVMValueRef out[4])
{
    LLVMValueRef is_even = none_active(e, is_crooked(e, a, p->index), half), value[2][4];
    if (a->bytes < 4 || LLVMIsAConstantInt(is_even)) {
        gather_all(e, a, p, half, out);
        return;
    }
    exec_bools(e, half); /* not first made in one form */
    has_full_exec(e, half);
    struct forms f = begin_forms(e, is_even, 16);
    gather_all(e, a, p, half, value[0]);
    next_form(e, &f);
    gather_crooked(e, a, p, half, value[1]);
    end_forms(e, &f);
    for (unsigned i = 0; i < a->dwords; i++)
        out[i] = join_ways(e, (LLVMValueRef[]){value[0][i], value[1][i]}, f.from);
}

void rdna3_load_scratch(struct emitter *e, const struct access *a, const struct place *p,
                        unsigned half, LLVMValueRef out[4])
{
    if (a->way != WAY_SAME) {
        gather_elements(e, a, p, half, out);
    } else {
        for (unsigned i = 0; i < a->dwords; i++)
            out[i] = load_slot(e, p, half, i);
    }
    if (a->bytes < 4)
        out[0] = element_of_dwords(e, out[0], bits_above(e, a, p), a->bytes);
}

/* The dword around an element that is less, with the element in it. */
static LLVMValueRef merged(struct emitter *e, const struct access *a, const struct place *p,
                           unsigned half, LLVMValueRef element)
{
    LLVMValueRef above = bits_above(e, a, p),
                 old = a->way == WAY_SAME ? load_slot(e, p, half, 0) : gather(e, p, half, 0),
                 part = LLVMBuildShl(e->b, const_splat(e, e->v32i32, (1u << 8 * a->bytes) - 1),
                                     above, "");
    element = LLVMBuildAnd(e->b, LLVMBuildShl(e->b, element, above, ""), part, "");
    old = LLVMBuildAnd(e->b, old, LLVMBuildNot(e->b, part, ""), "");
    return LLVMBuildOr(e->b, old, element, "");
}

/* Elements that are less than a dword, lane by lane: lanes are at dwords of their own. */
static void store_parts(struct emitter *e, const struct access *a, const struct place *p,
                        unsigned half, LLVMValueRef element)
{
    LLVMValueRef byte = LLVMBuildAnd(e->b, p->index, const_splat(e, e->v32i32, 3), ""),
                 index = LLVMBuildShl(e->b, lane_index(e, p->index, half, 0),
                                      const_splat(e, e->v32i32, 2), "");
    LLVMValueRef at = room_with_lanes(e, LLVMBuildAdd(e->b, index, byte, "")),
                 v = room_with_lanes(e, element);
    LLVMTypeRef types[5] = {e->ptr, e->ptr, e->ptr, e->i32, e->i32},
                type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 5, 0);
    LLVMValueRef args[5] = {load_at(e, e->ptr, e->wave, offsetof(struct wave, scratch)), at, v,
                            get_var(e, exec_var(e, half)), const_i32(e, a->bytes)};
    bool was_rare = e->is_rare;
    e->is_rare = true; /* it keeps all registers */
    LLVMValueRef f = c_function(e, "store_parts", type);
    e->is_rare = was_rare;
    LLVMBuildCall2(e->b, type, f, args, 5, "");
}

void rdna3_store_scratch(struct emitter *e, const struct access *a, const struct place *p,
                         unsigned half, const LLVMValueRef in[4])
{
    bool pays = stores_pay(e->costs) || e->region->is_trial;
    if (a->bytes < 4 && a->way == WAY_ANY && can_scatter(e) && pays) {
        store_parts(e, a, p, half, in[0]);
        return;
    }
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef v = a->bytes < 4 ? merged(e, a, p, half, in[0]) : in[i];
        if (p->from)
            store_slot(e, p, half, i, v);
        else if (a->way == WAY_SAME)
            store_row(e, half, row_at(e, p, half, i), v);
        else
            scatter(e, p, half, i, v);
    }
}
