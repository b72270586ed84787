/* fold.c: see fold.h. */
#include "jit/fold.h"

#include <string.h>

#include "jit/batch_rows.h"
#include "jit/bits.h"
#include "jit/build.h"
#include "jit/walk.h"

static bool is_ones(LLVMValueRef v)
{
    return LLVMIsConstant(v) && v == LLVMConstAllOnes(LLVMTypeOf(v));
}

/* ---- 64-bit lanes as pairs ---- */

static struct pair *find_pair(const struct emitter *e, LLVMValueRef v)
{
    for (unsigned i = 0; i < MAX_PAIRS; i++)
        if (e->pairs->latest[i].whole == v)
            return &e->pairs->latest[i];
    return NULL;
}

static LLVMValueRef add_pair(struct emitter *e, LLVMValueRef whole, LLVMValueRef lo,
                             LLVMValueRef hi)
{
    if (!LLVMIsConstant(whole))
        e->pairs->latest[e->pairs->count++ % MAX_PAIRS] = (struct pair){whole, lo, hi, NULL};
    return whole;
}

static LLVMValueRef extended(LLVMValueRef v)
{
    return LLVMIsAZExtInst(v) ? LLVMGetOperand(v, 0) : NULL;
}

/* The halves of two scalar registers that all lanes have. */
static bool get_scalar_pair(struct emitter *e, LLVMValueRef v, LLVMValueRef out[2])
{
    LLVMValueRef s = splatted(v), up, by, half[2];
    if (!s || !is_instruction(s, LLVMOr) || !is_instruction(LLVMGetOperand(s, 1), LLVMShl))
        return false;
    up = LLVMGetOperand(s, 1);
    by = LLVMGetOperand(up, 1);
    half[0] = extended(LLVMGetOperand(s, 0));
    half[1] = extended(LLVMGetOperand(up, 0));
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) != 32)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        if (!half[i] || LLVMTypeOf(half[i]) != e->i32)
            return false;
        out[i] = splat(e, half[i], e->v32i32);
    }
    return true;
}

/* Halves, if they are at hand. */
static bool get_pair(struct emitter *e, LLVMValueRef v, LLVMValueRef out[2])
{
    const struct pair *p = find_pair(e, v);
    uint64_t n;
    if (p) {
        out[0] = p->lo;
        out[1] = p->hi;
    } else if (is_const_splat(e, v, &n)) {
        out[0] = const_splat(e, e->v32i32, n & UINT32_MAX);
        out[1] = const_splat(e, e->v32i32, n >> 32);
    } else {
        return in_batch(e) && get_scalar_pair(e, v, out);
    }
    return true;
}

static LLVMValueRef shift(struct emitter *e, LLVMOpcode op, LLVMValueRef v, uint64_t n)
{
    return fold_binary(e, op, v, const_splat(e, e->v32i32, n));
}

/* As LLVM does it, too, but where the count is a constant 0 in all lanes of a register, which it
 * lowers wrongly without its combiner. */
static LLVMValueRef funnel_of_shifts(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo,
                                     LLVMValueRef count)
{
    LLVMValueRef most = const_splat(e, e->v32i32, 31);
    count = fold_binary(e, LLVMAnd, count, most);
    lo = fold_binary(e, LLVMLShr, lo, count);
    hi = fold_binary(e, LLVMShl, shift(e, LLVMShl, hi, 1), fold_binary(e, LLVMXor, count, most));
    return fold_binary(e, LLVMOr, hi, lo);
}

LLVMValueRef fold_funnel(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo, LLVMValueRef count)
{
    uint64_t n;
    bool is_rotation = hi == lo && e->masks == MASKS_ALL;
    if (!is_const_splat(e, count, &n)) {
        if (!e->has_funnels && !is_rotation)
            return funnel_of_shifts(e, hi, lo, count);
    } else {
        n %= 32;
        if (n == 0)
            return lo;
        LLVMValueRef upper = in_batch(e) ? fold_batch_upper(e, hi, lo, 32 - (unsigned)n) : NULL;
        if (upper)
            return upper;
        if (is_const_zero(hi))
            return shift(e, LLVMLShr, lo, n);
        if (is_const_zero(lo))
            return shift(e, LLVMShl, hi, 32 - n);
        count = const_splat(e, e->v32i32, n);
    }
    LLVMValueRef args[3] = {hi, lo, count};
    return call_intrinsic(e, "llvm.fshr", &e->v32i32, 1, args, 3);
}

/* The 32 bits from bit n of hi:lo on, 0 < n < 32. */
static LLVMValueRef middle(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, uint64_t n)
{
    return fold_funnel(e, hi, lo, const_splat(e, e->v32i32, n));
}

/* in shifted by n, 0 to 63. */
static void shift_pair(struct emitter *e, LLVMOpcode op, const LLVMValueRef in[2], uint64_t n,
                       LLVMValueRef out[2])
{
    LLVMValueRef lo = in[0], hi = in[1], zero = LLVMConstNull(e->v32i32);
    LLVMValueRef over = op == LLVMAShr ? shift(e, LLVMAShr, hi, 31) : zero;
    bool is_left = op == LLVMShl;
    if (n == 0) {
        out[0] = lo;
        out[1] = hi;
    } else if (n < 32) {
        out[0] = is_left ? shift(e, op, lo, n) : middle(e, lo, hi, n);
        out[1] = is_left ? middle(e, lo, hi, 32 - n) : shift(e, op, hi, n);
    } else {
        out[0] = is_left ? zero : shift(e, op, hi, n - 32);
        out[1] = is_left ? shift(e, op, lo, n - 32) : over;
    }
}

/* Whether the upper half has nothing but copies of the lower one's sign. */
static bool is_extended(struct emitter *e, const LLVMValueRef half[2])
{
    uint64_t lo, hi, by;
    if (is_const_splat(e, half[0], &lo) && is_const_splat(e, half[1], &hi))
        return hi == (lo >> 31 & 1 ? UINT32_MAX : 0);
    return is_instruction(half[1], LLVMAShr) && LLVMGetOperand(half[1], 0) == half[0] &&
           is_const_splat(e, LLVMGetOperand(half[1], 1), &by) && by == 31;
}

/* The halves of products of 32 bits, with a sign or without: hosts multiply every second lane. */
static void multiply_pair(struct emitter *e, LLVMValueRef a, LLVMValueRef b, bool is_signed,
                          LLVMValueRef out[2])
{
    LLVMTypeRef t = LLVMVectorType(e->i64, 16);
    LLVMValueRef low = const_splat(e, t, UINT32_MAX), by = const_splat(e, t, 32);
    LLVMValueRef x[2] = {LLVMBuildBitCast(e->b, a, t, ""), LLVMBuildBitCast(e->b, b, t, "")},
                 even[2], odd[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef up = is_signed ? LLVMBuildShl(e->b, x[i], by, "") : NULL;
        even[i] = up ? LLVMBuildAShr(e->b, up, by, "") : LLVMBuildAnd(e->b, x[i], low, "");
        odd[i] = (is_signed ? LLVMBuildAShr : LLVMBuildLShr)(e->b, x[i], by, "");
    }
    even[0] = LLVMBuildMul(e->b, even[0], even[1], "");
    odd[0] = LLVMBuildMul(e->b, odd[0], odd[1], "");
    LLVMValueRef lower = LLVMBuildOr(e->b, LLVMBuildAnd(e->b, even[0], low, ""),
                                     LLVMBuildShl(e->b, odd[0], by, ""), "");
    odd[0] = LLVMBuildAnd(e->b, odd[0], LLVMBuildNot(e->b, low, ""), "");
    LLVMValueRef upper = LLVMBuildOr(e->b, LLVMBuildLShr(e->b, even[0], by, ""), odd[0], "");
    out[0] = LLVMBuildBitCast(e->b, lower, e->v32i32, "");
    out[1] = LLVMBuildBitCast(e->b, upper, e->v32i32, "");
}

/* The halves of `a op b`. */
static bool binary_pair(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b,
                        LLVMValueRef out[2])
{
    LLVMValueRef x[2], y[2];
    uint64_t n;
    if (LLVMTypeOf(a) != e->v32i64)
        return false;
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        if (!get_pair(e, a, x) || !get_pair(e, b, y))
            return false;
        for (unsigned i = 0; i < 2; i++)
            out[i] = fold_binary(e, op, x[i], y[i]);
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        if (!is_const_splat(e, b, &n) || n > 63 || !get_pair(e, a, x))
            return false;
        shift_pair(e, op, x, n, out);
        return true;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: /* lower halves depend on lower halves alone */
        if (!get_pair(e, a, x) || !get_pair(e, b, y))
            return false;
        if (!e->wants_low && in_batch(e) && fold_batch_wide(e, op, x, y, out))
            return true;
        if (!e->wants_low) {
            bool is_plain = is_const_zero(x[1]) && is_const_zero(y[1]);
            if (op != LLVMMul || !(is_plain || (is_extended(e, x) && is_extended(e, y))))
                return false;
            multiply_pair(e, x[0], y[0], !is_plain, out);
            return true;
        }
        out[0] = fold_binary(e, op, x[0], y[0]);
        out[1] = LLVMGetPoison(e->v32i32);
        return true;
    default:
        return false;
    }
}

static LLVMTypeRef parts_type(struct emitter *e) { return LLVMVectorType(e->i32, 64); }

/* The doubles whose bits v is; NULL: it is no doubles' bits. */
static LLVMValueRef as_doubles(const struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef d = is_instruction(v, LLVMBitCast) ? LLVMGetOperand(v, 0) : NULL;
    return d && LLVMTypeOf(d) == e->v32f64 ? d : NULL;
}

/* The doubles that fold_split has taken lower halves (half 0) or upper ones of; NULL: of none. */
static LLVMValueRef doubles_of(struct emitter *e, LLVMValueRef v, int half)
{
    bool is_half = LLVMIsAShuffleVectorInst(v) && LLVMGetMaskValue(v, 0) == half &&
                   LLVMGetMaskValue(v, 1) == half + 2 && LLVMGetMaskValue(v, 31) == half + 62;
    LLVMValueRef parts = is_half ? LLVMGetOperand(v, 0) : NULL;
    return parts && LLVMTypeOf(parts) == parts_type(e) ? as_doubles(e, parts) : NULL;
}

static LLVMValueRef upper_by(struct emitter *e) { return const_splat(e, e->v32i64, 32); }

void fold_split(struct emitter *e, LLVMValueRef v, LLVMValueRef out[2])
{
    LLVMValueRef d = as_doubles(e, v);
    if (d) {
        LLVMValueRef parts = LLVMBuildBitCast(e->b, d, parts_type(e), "");
        out[0] = pick(e, parts, NULL, 0, 2, 32);
        out[1] = pick(e, parts, NULL, 1, 2, 32);
        return;
    }
    out[0] = fold_cast(e, LLVMTrunc, v, e->v32i32);
    out[1] = fold_cast(e, LLVMTrunc, fold_binary(e, LLVMLShr, v, upper_by(e)), e->v32i32);
}

/* Whether the block that is built has made it. */
static bool is_of_this_block(const struct emitter *e, LLVMValueRef v)
{
    return LLVMGetInstructionParent(v) == LLVMGetInsertBlock(e->b);
}

/* Whether v is the lower halves (half 0) or upper ones of what two registers' worth of memory has,
 * of 16 lanes each. */
static bool is_half_of_rows(const struct emitter *e, LLVMValueRef v, int half)
{
    bool is = LLVMIsAShuffleVectorInst(v) && LLVMTypeOf(v) == e->v32i32 &&
              LLVMTypeOf(LLVMGetOperand(v, 0)) == e->v32i32;
    for (unsigned i = 0; is && i < 32; i++)
        is = LLVMGetMaskValue(v, i) == 2 * (int)i + half;
    return is;
}

/* The whole of lo and hi that this block has made; NULL: it has made none. */
static LLVMValueRef whole_at_hand(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    for (unsigned i = 0; i < MAX_PAIRS; i++) {
        const struct pair *p = &e->pairs->latest[i];
        if (p->whole && p->lo == lo && p->hi == hi && is_of_this_block(e, p->whole))
            return p->whole;
    }
    return NULL;
}

/* Of halves that fold_part has taken. NULL: they are none. */
static LLVMValueRef loaded_whole(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef v[2], whole;
    if (!is_half_of_rows(e, lo, 0) || !is_half_of_rows(e, hi, 1))
        return NULL;
    for (unsigned k = 0; k < 2; k++) {
        v[k] = LLVMGetOperand(lo, k);
        if (v[k] != LLVMGetOperand(hi, k))
            return NULL;
    }
    if ((whole = whole_at_hand(e, lo, hi)) != NULL)
        return whole;
    for (unsigned k = 0; k < 2; k++)
        v[k] = fold_cast(e, LLVMBitCast, v[k], LLVMVectorType(e->i64, 16));
    whole = LLVMBuildBitCast(e->b, pick(e, v[0], v[1], 0, 1, 32), e->v32f64, "");
    return add_pair(e, LLVMBuildBitCast(e->b, whole, e->v32i64, ""), lo, hi);
}

void fold_part(struct emitter *e, const LLVMValueRef v[2], LLVMValueRef out[2])
{
    LLVMValueRef a = LLVMBuildBitCast(e->b, v[0], e->v32i32, ""),
                 b = LLVMBuildBitCast(e->b, v[1], e->v32i32, "");
    for (unsigned i = 0; i < 2; i++)
        out[i] = pick(e, a, b, i, 2, 32);
}

/* The whole that lo and hi were taken from; NULL: none is known. */
static LLVMValueRef source_of(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef d = doubles_of(e, lo, 0);
    if (d && doubles_of(e, hi, 1) == d)
        return fold_cast(e, LLVMBitCast, d, e->v32i64);
    LLVMValueRef whole = whole_of(lo, hi, upper_by(e));
    return whole ? whole : loaded_whole(e, lo, hi);
}

LLVMValueRef fold_join(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef whole = source_of(e, lo, hi);
    whole = whole ? whole : whole_at_hand(e, lo, hi);
    if (whole)
        return whole;
    if (is_const_zero(hi))
        return fold_cast(e, LLVMZExt, lo, e->v32i64);
    whole = LLVMBuildShl(e->b, LLVMBuildZExt(e->b, hi, e->v32i64, ""), upper_by(e), "");
    whole = LLVMBuildOr(e->b, LLVMBuildZExt(e->b, lo, e->v32i64, ""), whole, "");
    return add_pair(e, whole, lo, hi);
}

LLVMValueRef fold_pairs(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, unsigned from,
                        unsigned n)
{
    LLVMValueRef whole = source_of(e, lo, hi);
    return whole ? pick(e, whole, NULL, from, 1, n)
                 : LLVMBuildBitCast(e->b, in_turn(e, lo, hi, from, 2 * n),
                                    LLVMVectorType(e->i64, n), "");
}

/* Doubles of halves that are at hand. */
static LLVMValueRef doubles_of_pair(struct emitter *e, struct pair *p)
{
    if (!p->doubles || !is_of_this_block(e, p->doubles))
        p->doubles = LLVMBuildBitCast(e->b, in_turn(e, p->lo, p->hi, 0, 64), e->v32f64, "");
    return p->doubles;
}

/* ---- lane masks ---- */

/* With AVX-512, masks of 32 lanes are computed as two of 16, each in a register of its own: what
 * the comparisons of a register's halves give and what operations on them take. Joining them and
 * taking them apart is four cycles each, mostly of a loop's longest chain. */
bool fold_has_lane_halves(const struct emitter *e) { return e->masks == MASKS_ALL; }

LLVMValueRef fold_half(struct emitter *e, LLVMValueRef v, unsigned half)
{
    return pick(e, v, NULL, 16 * half, 1, 16);
}

static LLVMValueRef join_halves(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    return pick(e, lo, hi, 0, 1, 32);
}

static LLVMValueRef mask_logic(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef r[2];
    for (unsigned i = 0; i < 2; i++)
        r[i] = LLVMBuildBinOp(e->b, op, fold_half(e, a, i), fold_half(e, b, i), "");
    return join_halves(e, r[0], r[1]);
}

static bool compares_halves(const struct emitter *e, LLVMValueRef a)
{
    return fold_has_lane_halves(e) && LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMVectorTypeKind &&
           LLVMGetVectorSize(LLVMTypeOf(a)) == 32;
}

LLVMValueRef fold_fcmp(struct emitter *e, LLVMRealPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef r[2];
    if (!compares_halves(e, a))
        return LLVMBuildFCmp(e->b, p, a, b, "");
    for (unsigned i = 0; i < 2; i++)
        r[i] = LLVMBuildFCmp(e->b, p, fold_half(e, a, i), fold_half(e, b, i), "");
    return join_halves(e, r[0], r[1]);
}

/* The lane mask that an i32 was made of; NULL: of none. */
static LLVMValueRef mask_source(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || !LLVMIsABitCastInst(v))
        return NULL;
    LLVMValueRef from = LLVMGetOperand(v, 0);
    return LLVMTypeOf(from) == e->v32i1 ? from : NULL;
}

static bool is_logic(LLVMValueRef v)
{
    LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    return op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

/* Whether lane masks are among what up to so many operations, and ways that join, have made v of.
 */
static bool is_of_masks(const struct emitter *e, LLVMValueRef v, unsigned depth)
{
    if (mask_source(e, v))
        return true;
    for (unsigned i = depth && LLVMIsAPHINode(v) ? LLVMCountIncoming(v) : 0; i-- > 0;)
        if (is_of_masks(e, LLVMGetIncomingValue(v, i), depth - 1))
            return true;
    return depth && is_logic(v) &&
           (is_of_masks(e, LLVMGetOperand(v, 0), depth - 1) ||
            is_of_masks(e, LLVMGetOperand(v, 1), depth - 1));
}

static LLVMValueRef lanes_of_bits(struct emitter *e, uint32_t bits)
{
    LLVMValueRef lanes[32];
    for (unsigned i = 0; i < 32; i++)
        lanes[i] = LLVMConstInt(e->i1, bits >> i & 1, 0);
    return LLVMConstVector(lanes, 32);
}

/* The i32 of a constant lane mask; NULL: it is none. */
static LLVMValueRef bits_of_lanes(struct emitter *e, LLVMValueRef lanes)
{
    uint32_t lane[32], bits = 0;
    if (!constant_lanes(lanes, lane))
        return NULL;
    for (unsigned i = 0; i < 32; i++)
        bits |= lane[i] << i;
    return const_i32(e, bits);
}

/* The lanes of an i32: logic that was done on i32 is repeated on masks. */
static LLVMValueRef as_mask(struct emitter *e, LLVMValueRef v, unsigned depth)
{
    LLVMValueRef from = mask_source(e, v);
    if (from)
        return from;
    if (LLVMIsAConstantInt(v))
        return lanes_of_bits(e, (uint32_t)LLVMConstIntGetZExtValue(v));
    for (unsigned half = 0; half < 2; half++)
        if (e->exec->value[half] == v)
            return e->exec->bools[half];
    if (in_batch(e) && LLVMIsASExtInst(v) && LLVMTypeOf(LLVMGetOperand(v, 0)) == e->i1)
        return splat(e, LLVMGetOperand(v, 0), e->v32i1);
    if (depth && is_logic(v) && is_of_masks(e, v, depth))
        return fold_binary(e, LLVMGetInstructionOpcode(v),
                           as_mask(e, LLVMGetOperand(v, 0), depth - 1),
                           as_mask(e, LLVMGetOperand(v, 1), depth - 1));
    if (!fold_has_lane_halves(e))
        return LLVMBuildBitCast(e->b, v, e->v32i1, "");
    LLVMTypeRef t = LLVMVectorType(e->i1, 16);
    LLVMValueRef hi = LLVMBuildLShr(e->b, v, const_i32(e, 16), "");
    return join_halves(e, LLVMBuildBitCast(e->b, LLVMBuildTrunc(e->b, v, e->i16, ""), t, ""),
                       LLVMBuildBitCast(e->b, LLVMBuildTrunc(e->b, hi, e->i16, ""), t, ""));
}

LLVMValueRef fold_lanes(struct emitter *e, LLVMValueRef v) { return as_mask(e, v, MASK_DEPTH); }

LLVMValueRef fold_no_lane(struct emitter *e, LLVMValueRef lanes)
{
    LLVMTypeRef t = e->i32;
    if (fold_has_lane_halves(e) && LLVMTypeOf(lanes) == e->v32i1) {
        t = e->i16;
        lanes = LLVMBuildOr(e->b, fold_half(e, lanes, 0), fold_half(e, lanes, 1), "");
    }
    lanes = fold_cast(e, LLVMBitCast, lanes, t);
    return is_equal(e, lanes, LLVMConstNull(t));
}

bool fold_is_of_lanes(const struct emitter *e, LLVMValueRef v, unsigned depth)
{
    return is_of_masks(e, v, depth);
}

void fold_lane_halves(struct emitter *e, LLVMValueRef v, unsigned depth, LLVMValueRef out[2])
{
    LLVMValueRef lanes = as_mask(e, v, depth);
    for (unsigned i = 0; i < 2; i++)
        out[i] = fold_half(e, lanes, i);
}

/* ---- single bits ---- */

LLVMValueRef fold_not(struct emitter *e, LLVMValueRef c)
{
    static const LLVMIntPredicate other[] = {
        [LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
        [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
        [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT, [LLVMIntSLT] = LLVMIntSGE,
        [LLVMIntSLE] = LLVMIntSGT};
    LLVMOpcode op = LLVMIsAInstruction(c) ? LLVMGetInstructionOpcode(c) : LLVMRet;
    if (op != LLVMICmp && op != LLVMAnd && op != LLVMOr)
        return LLVMBuildNot(e->b, c, "");
    LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1);
    if (op == LLVMICmp)
        return LLVMBuildICmp(e->b, other[LLVMGetICmpPredicate(c)], x, y, "");
    op = op == LLVMAnd ? LLVMOr : LLVMAnd;
    return LLVMBuildBinOp(e->b, op, fold_not(e, x), fold_not(e, y), "");
}

/* The i1 that a byte of 0 or 1, like SCC, is made of; NULL: of none. */
static LLVMValueRef bit_source(struct emitter *e, LLVMValueRef v)
{
    if (LLVMIsAZExtInst(v))
        return LLVMTypeOf(LLVMGetOperand(v, 0)) == e->i1 ? LLVMGetOperand(v, 0) : NULL;
    bool is_and = is_instruction(v, LLVMAnd);
    bool is_xor = is_instruction(v, LLVMXor);
    if ((!is_and && !is_xor) || LLVMGetOperand(v, 1) != LLVMConstInt(LLVMTypeOf(v), 1, 0))
        return NULL;
    LLVMValueRef of = bit_source(e, LLVMGetOperand(v, 0));
    return of && is_xor ? fold_not(e, of) : of;
}

LLVMValueRef fold_icmp(struct emitter *e, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef bit = LLVMTypeOf(a) == e->i8 && is_const_zero(b) ? bit_source(e, a) : NULL;
    if (bit && p == LLVMIntNE)
        return bit;
    if (bit && p == LLVMIntEQ)
        return fold_not(e, bit);
    LLVMValueRef carry = in_batch(e) && p == LLVMIntULT ? fold_batch_carry(e, a, b) : NULL;
    if (carry)
        return splat(e, carry, e->v32i1);
    if (!compares_halves(e, a))
        return LLVMBuildICmp(e->b, p, a, b, "");
    LLVMValueRef r[2];
    for (unsigned i = 0; i < 2; i++)
        r[i] = LLVMBuildICmp(e->b, p, fold_half(e, a, i), fold_half(e, b, i), "");
    return join_halves(e, r[0], r[1]);
}

/* What fold_half has taken the lower half of. NULL: nothing. */
static LLVMValueRef whole_of_half(LLVMValueRef v)
{
    LLVMValueRef from = LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, 0) : NULL;
    bool is_half =
        from && LLVMGetVectorSize(LLVMTypeOf(from)) == 32 && LLVMGetNumMaskElements(v) == 16;
    for (unsigned i = 0; i < 16 && is_half; i++)
        is_half = LLVMGetMaskValue(v, i) == (int)i;
    return is_half ? from : NULL;
}

/* Of a constant: twice as long, if its elements are alike; NULL: they are not. */
static LLVMValueRef twice(LLVMValueRef v)
{
    LLVMValueRef all[32], first = LLVMGetAggregateElement(v, 0);
    for (unsigned i = 0; i < 32; i++)
        all[i] = first;
    return LLVMConstVector(all, 16) == v ? LLVMConstVector(all, 32) : NULL;
}

/* The comparison that a mask is, where it is one of two halves the lower of these (fold_icmp,
 * fold_fcmp), and what is compared. NULL: it is none. */
static LLVMValueRef find_comparison(LLVMValueRef mask, LLVMOpcode op, LLVMValueRef *a,
                                    LLVMValueRef *b)
{
    bool is_joined = LLVMIsAShuffleVectorInst(mask) && LLVMGetNumMaskElements(mask) == 32;
    LLVMValueRef c = is_joined ? LLVMGetOperand(mask, 0) : mask, *const of[2] = {a, b};
    if (!is_instruction(c, op) || (is_joined && !is_instruction(LLVMGetOperand(mask, 1), op)))
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef v = LLVMGetOperand(c, i);
        *of[i] = !is_joined ? v : LLVMIsConstant(v) ? twice(v) : whole_of_half(v);
        if (!*of[i])
            return NULL;
    }
    return c;
}

bool fold_find_icmp(const struct emitter *e, LLVMValueRef mask, LLVMIntPredicate *p,
                    LLVMValueRef *a, LLVMValueRef *b)
{
    LLVMValueRef c = find_comparison(mask, LLVMICmp, a, b);
    if (!c)
        return false;
    *p = LLVMGetICmpPredicate(c);
    return LLVMTypeOf(*a) == e->v32i32;
}

bool fold_find_fcmp(LLVMValueRef mask, LLVMRealPredicate *p, LLVMValueRef *a, LLVMValueRef *b)
{
    LLVMValueRef c = find_comparison(mask, LLVMFCmp, a, b);
    if (c)
        *p = LLVMGetFCmpPredicate(c);
    return c != NULL;
}

/* ---- instructions ---- */

static bool is_made_with(LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    return is_instruction(a, op) && (LLVMGetOperand(a, 0) == b || LLVMGetOperand(a, 1) == b);
}

/* Whether a is something AND b, or something OR b. */
static bool is_and_with(LLVMValueRef a, LLVMValueRef b) { return is_made_with(LLVMAnd, a, b); }
static bool is_or_with(LLVMValueRef a, LLVMValueRef b) { return is_made_with(LLVMOr, a, b); }

/* Whether a is NOT b. */
static bool is_not(LLVMValueRef a, LLVMValueRef b)
{
    return is_made_with(LLVMXor, a, b) &&
           is_ones(LLVMGetOperand(a, LLVMGetOperand(a, 0) == b ? 1 : 0));
}

static bool are_opposite(LLVMValueRef a, LLVMValueRef b) { return is_not(a, b) || is_not(b, a); }

/* What was made the opposite twice. NULL: `a op b` is not that. */
static LLVMValueRef opposite_of_not(LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef v = is_ones(a) ? b : is_ones(b) ? a : NULL;
    for (unsigned i = 0; v && i < 2 && LLVMIsABinaryOperator(v); i++)
        if (is_not(v, LLVMGetOperand(v, i)))
            return LLVMGetOperand(v, i);
    return NULL;
}

/* What `a op b` is without an instruction; NULL: it needs one. */
static LLVMValueRef identity(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    enum { ONE = 0x3f800000 };
    switch (op) {
    case LLVMFMul: /* by 1 makes NaNs quiet, which the NaN rule does not need */
        if (!has_nan_rule(e->region, e->at))
            return NULL;
        return is_float_constant(e, b, ONE) ? a : is_float_constant(e, a, ONE) ? b : NULL;
    case LLVMAnd:
        if (are_opposite(a, b))
            return LLVMConstNull(LLVMTypeOf(a));
        if (is_and_with(a, b) || is_or_with(b, a))
            return a;
        if (is_and_with(b, a) || is_or_with(a, b))
            return b;
        return is_const_zero(a) || is_ones(b) ? a : is_const_zero(b) || is_ones(a) ? b : NULL;
    case LLVMOr:
        if (are_opposite(a, b))
            return LLVMConstAllOnes(LLVMTypeOf(a));
        if (is_and_with(b, a) || is_or_with(a, b))
            return a;
        if (is_and_with(a, b) || is_or_with(b, a))
            return b;
        return is_const_zero(a) || is_ones(b) ? b : is_const_zero(b) || is_ones(a) ? a : NULL;
    case LLVMXor:
        if (a == b)
            return LLVMConstNull(LLVMTypeOf(a));
        return is_const_zero(b) ? a : is_const_zero(a) ? b : opposite_of_not(a, b);
    case LLVMAdd:
        return is_const_zero(b) ? a : is_const_zero(a) ? b : NULL;
    case LLVMSub:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return is_const_zero(b) || (op != LLVMSub && is_const_zero(a)) ? a : NULL;
    default:
        return NULL;
    }
}

LLVMValueRef fold_same(struct emitter *e, LLVMValueRef v)
{
    LLVMOpcode op = is_logic(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    return op == LLVMRet ? NULL : identity(e, op, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
}

/* Whether v is 0 in bits that do not depend on the run. */
static bool has_zero_bits(LLVMValueRef v)
{
    if (LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return LLVMIsAZExtInst(v) ||
           (is_instruction(v, LLVMAnd) &&
            (LLVMIsConstant(LLVMGetOperand(v, 0)) || LLVMIsConstant(LLVMGetOperand(v, 1))));
}

/* For AVX-512 LLVM 22 makes of some bits of a, the others of b, and under a mask a or b again, a
 * masked VPTERNLOG, and has a's and b's bits exchanged if the other one is loaded. A loaded value
 * that is frozen stays a load of its own. tests/jit/test_waves.c has such code. */
static LLVMValueRef guard_bit_select(struct emitter *e, LLVMOpcode op, LLVMValueRef a,
                                     LLVMValueRef b, LLVMValueRef v)
{
    bool is_select = (op == LLVMOr || op == LLVMXor) && LLVMTypeOf(v) == e->v32i32 &&
                     (has_zero_bits(a) || has_zero_bits(b));
    return is_select ? LLVMBuildFreeze(e->b, v, "") : v;
}

/* v AND mask. NULL: it needs an instruction, and v is replaced by what is simpler. */
static LLVMValueRef masked_bits(struct emitter *e, LLVMValueRef *v, LLVMValueRef mask)
{
    uint64_t n;
    if (LLVMTypeOf(mask) != e->v32i32 || !LLVMIsConstant(mask) || !is_const_splat(e, mask, &n))
        return NULL;
    *v = same_within(e, *v, (uint32_t)n);
    uint32_t zero = zero_bits(e, *v);
    return !(~zero & n) ? LLVMConstNull(e->v32i32) : (zero | n) == UINT32_MAX ? *v : NULL;
}

LLVMValueRef fold_binary(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef row = in_batch(e) ? fold_batch_rows(e, op, a, b) : NULL;
    if (row)
        return row;
    LLVMValueRef same = identity(e, op, a, b), half[2];
    if (!same && op == LLVMAnd)
        same = LLVMIsConstant(a) ? masked_bits(e, &b, a) : masked_bits(e, &a, b);
    if (same)
        return same;
    if (LLVMTypeOf(a) == e->v32i1 && fold_has_lane_halves(e))
        return mask_logic(e, op, a, b);
    LLVMValueRef v = guard_bit_select(e, op, a, b, LLVMBuildBinOp(e->b, op, a, b, ""));
    return binary_pair(e, op, a, b, half) ? add_pair(e, v, half[0], half[1]) : v;
}

LLVMValueRef fold_cast(struct emitter *e, LLVMOpcode op, LLVMValueRef v, LLVMTypeRef to)
{
    LLVMTypeRef from = LLVMTypeOf(v);
    struct pair *p;
    if (from == to)
        return v;
    if (op == LLVMBitCast) {
        if (LLVMIsABitCastInst(v) && LLVMTypeOf(LLVMGetOperand(v, 0)) == to)
            return LLVMGetOperand(v, 0);
        if (to == e->v32i1 && from == e->i32)
            return fold_lanes(e, v);
        LLVMValueRef bits = from == e->v32i1 && to == e->i32 ? bits_of_lanes(e, v) : NULL;
        if (bits)
            return bits;
        if (to == e->v32f64 && (p = find_pair(e, v)))
            return doubles_of_pair(e, p);
    }
    if (op == LLVMTrunc && to == e->v32i32 && (p = find_pair(e, v)))
        return p->lo;
    bool is_mask = from == e->v32i1 && (to == e->i32 || to == e->v32i32);
    LLVMValueRef same = in_batch(e) && is_mask ? fold_batch_mask(e, op, v, to) : NULL;
    if (same)
        return same;
    LLVMValueRef bit = op == LLVMTrunc && to == e->i1 ? bit_source(e, v) : NULL;
    if (bit)
        return bit;
    if (op == LLVMTrunc && from == e->v32i32 && to != e->v32i1)
        return low_part(e, v, to);
    LLVMValueRef r = LLVMBuildCast(e->b, op, v, to, "");
    if (from != e->v32i32 || to != e->v32i64)
        return r;
    if (op == LLVMZExt)
        return add_pair(e, r, v, LLVMConstNull(from));
    return op == LLVMSExt ? add_pair(e, r, v, shift(e, LLVMAShr, v, 31)) : r;
}

/* x < greatest ? x + 1 : 0, of unsigned scalars, is x + 1. */
static bool is_wrapping_sum(LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMIsAConstantInt(b) && is_const_zero(b) && LLVMIsAICmpInst(c) &&
           LLVMGetICmpPredicate(c) == LLVMIntULT && is_ones(LLVMGetOperand(c, 1)) &&
           is_instruction(a, LLVMAdd) && LLVMGetOperand(a, 0) == LLVMGetOperand(c, 0) &&
           LLVMGetOperand(a, 1) == LLVMConstInt(LLVMTypeOf(b), 1, 0);
}

/* Operand k of a choice by c; v, if it is none. */
static LLVMValueRef chosen(LLVMValueRef v, LLVMValueRef c, unsigned k)
{
    return LLVMIsASelectInst(v) && LLVMGetOperand(v, 0) == c ? LLVMGetOperand(v, k) : v;
}

LLVMValueRef fold_select(struct emitter *e, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
    a = chosen(a, c, 1);
    b = chosen(b, c, 2);
    if (a == b || is_ones(c) || is_wrapping_sum(c, a, b))
        return a;
    if (is_const_zero(c))
        return b;
    if (is_ones(a) && is_const_zero(b) && LLVMTypeOf(a) == LLVMTypeOf(c))
        return c;
    LLVMValueRef v = LLVMBuildSelect(e->b, c, a, b, ""), x[2], y[2];
    if (LLVMTypeOf(a) != e->v32i64 || !get_pair(e, a, x) || !get_pair(e, b, y))
        return v;
    return add_pair(e, v, fold_select(e, c, x[0], y[0]), fold_select(e, c, x[1], y[1]));
}

LLVMValueRef fold_limit(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    unsigned order;
    if (!b || !intrinsic_is_limit(name, &order))
        return NULL;
    if (order == LLVMIntULT && is_ones(b))
        return a;
    if (!LLVMIsConstant(a) || !LLVMIsConstant(b))
        return NULL;
    return LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, (LLVMIntPredicate)order, a, b, ""), a, b, "");
}

LLVMValueRef fold_choice(const LLVMValueRef arg[3], LLVMValueRef arms[2][3])
{
    LLVMValueRef lanes = NULL;
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef v = arg[i];
        arms[0][i] = arms[1][i] = v;
        if (!v || LLVMIsConstant(v))
            continue;
        if (!LLVMIsASelectInst(v) || (lanes && LLVMGetOperand(v, 0) != lanes))
            return NULL;
        lanes = LLVMGetOperand(v, 0);
        for (unsigned k = 0; k < 2; k++) {
            arms[k][i] = LLVMGetOperand(v, k + 1);
            if (!LLVMIsConstant(arms[k][i]))
                return NULL;
        }
    }
    return lanes;
}

/* ---- what nothing uses ---- */

/* Operations on floats whose exception flags count. */
static bool is_constrained(LLVMValueRef f)
{
    static const char prefix[] = "llvm.experimental.constrained.";
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    return length > sizeof prefix - 1 && !memcmp(name, prefix, sizeof prefix - 1);
}

bool fold_has_effect(LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMStore:
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUnreachable:
    case LLVMFence:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        return true;
    case LLVMCall: { /* intrinsics over values have none */
        LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(v));
        return !f || !LLVMGetIntrinsicID(f) || LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVoidTypeKind ||
               is_constrained(f);
    }
    default:
        return false;
    }
}
