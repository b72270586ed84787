/* quotient.c: see quotient.h. */
#include "jit/quotient.h"

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/long_way.h"
#include "jit/rows.h"

#define ONE64 (UINT64_C(0x3ff) << 52)

enum { LEAST_NORMAL = 0x00800000, INFINITE = 0x7f800000, MAGNITUDE = 0x7fffffff, ONE = 0x3f800000 };
enum { INFINITE64 = 0x7ff00000 }; /* the upper half */

/* ---- what programs make ---- */

void note_number_part(struct emitter *e, bool is_exponent, LLVMValueRef x, LLVMValueRef made)
{
    struct quotients *q = e->quotients;
    q->parts[q->part_count++ % MAX_NUMBER_PARTS] =
        (struct number_part){without_casts(x), without_casts(made), is_exponent};
}

/* The float that v is the significand or exponent of. NULL: of none. */
static LLVMValueRef whole_number(const struct emitter *e, bool is_exponent, LLVMValueRef v)
{
    const struct quotients *q = e->quotients;
    v = without_casts(v);
    for (unsigned i = 0; i < q->part_count && i < MAX_NUMBER_PARTS; i++)
        if (q->parts[i].made == v && q->parts[i].is_exponent == is_exponent &&
            LLVMIsAInstruction(v))
            return q->parts[i].x;
    return NULL;
}

/* The float of whose significand v is the reciprocal. NULL: of none. */
static LLVMValueRef divisor_of(struct emitter *e, LLVMValueRef v)
{
    v = without_casts(v);
    bool is_reciprocal =
        is_instruction(v, LLVMFDiv) && is_float_constant(e, LLVMGetOperand(v, 0), ONE);
    return is_reciprocal ? whole_number(e, false, LLVMGetOperand(v, 1)) : NULL;
}

bool is_made_of_significand(struct emitter *e, LLVMValueRef v)
{
    return whole_number(e, false, v) || divisor_of(e, v);
}

struct quotient {
    LLVMValueRef x, y; /* <32 x i32>, floats; x NULL: a power of 2 */
    int power;
};

static bool find_quotient(struct emitter *e, LLVMValueRef a, LLVMValueRef n, struct quotient *out)
{
    enum { LARGEST = 126 };
    uint64_t power;
    a = without_casts(a);
    n = without_casts(n);
    *out = (struct quotient){NULL, divisor_of(e, a), 0};
    for (unsigned i = 0; is_instruction(a, LLVMFMul) && !out->y && i < 2; i++) {
        out->x = whole_number(e, false, LLVMGetOperand(a, i));
        out->y = out->x ? divisor_of(e, LLVMGetOperand(a, !i)) : NULL;
    }
    if (!out->y || !is_instruction(n, LLVMSub) ||
        whole_number(e, true, LLVMGetOperand(n, 1)) != out->y)
        return false;
    LLVMValueRef of = LLVMGetOperand(n, 0);
    if (out->x)
        return whole_number(e, true, of) == out->x;
    out->power = is_const_splat(e, of, &power) ? (int)(int32_t)power : LARGEST + 1;
    return out->power >= -LARGEST && out->power <= LARGEST;
}

/* ---- the short way ---- */

/* Dwords of ones where v is at least one number, and below another one. */
static LLVMValueRef are_between(struct emitter *e, LLVMValueRef v, uint32_t least, uint32_t below)
{
    v = LLVMBuildSub(e->b, v, const_splat(e, e->v32i32, least), "");
    LLVMValueRef limit = const_splat(e, e->v32i32, below - least);
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntULT, v, limit, "");
    return LLVMBuildSExt(e->b, c, e->v32i32, "");
}

/* The same of |v|. */
static LLVMValueRef are_within(struct emitter *e, LLVMValueRef v, uint32_t least, uint32_t below)
{
    v = LLVMBuildAnd(e->b, v, const_splat(e, e->v32i32, MAGNITUDE), "");
    return are_between(e, v, least, below);
}

/* The same where a float is 0. */
static LLVMValueRef are_zero(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    return LLVMBuildSExt(e->b, LLVMBuildFCmp(e->b, LLVMRealOEQ, v, zero, ""), e->v32i32, "");
}

static LLVMValueRef float_constant(struct emitter *e, uint32_t bits)
{
    return LLVMConstBitCast(const_splat(e, e->v32i32, bits), e->v32f32);
}

LLVMValueRef fold_quotient(struct emitter *e, LLVMValueRef a, LLVMValueRef n, LLVMValueRef value)
{
    /* what is below that has a normal reciprocal */
    enum { LARGEST_DIVISOR = 0x7e800000, POWER = 23 };
    struct quotient f;
    if (!has_long_way(e) || !find_quotient(e, a, n, &f))
        return value;
    LLVMValueRef x = f.x ? fold_cast(e, LLVMBitCast, f.x, e->v32f32) : NULL,
                 y = fold_cast(e, LLVMBitCast, f.y, e->v32i32),
                 divisor = fold_cast(e, LLVMBitCast, f.y, e->v32f32),
                 r = LLVMBuildFDiv(e->b, float_constant(e, ONE), divisor, "");
    if (x)
        r = LLVMBuildFMul(e->b, x, r, "");
    else if (f.power)
        r = LLVMBuildFMul(e->b, r, float_constant(e, (uint32_t)(ONE + f.power * (1 << POWER))), "");
    r = LLVMBuildBitCast(e->b, r, e->v32i32, "");
    LLVMValueRef same = are_within(e, r, LEAST_NORMAL, INFINITE);
    if (x)
        same = LLVMBuildOr(e->b, same, are_zero(e, x), "");
    same = LLVMBuildAnd(e->b, same, are_within(e, y, LEAST_NORMAL, LARGEST_DIVISOR), "");
    return join_long_way(e, same, r, fold_cast(e, LLVMBitCast, value, e->v32i32));
}

/* ---- exact divisions ---- */

/* Limits of magnitudes, of f64 as upper halves. What is left of a dividend from `least_dividend` on
 * is a normal number in all steps, so that it does not matter whether denormals are flushed. */
struct limits {
    uint32_t least, least_dividend, infinite;
};

LLVMValueRef fold_division(struct emitter *e, LLVMValueRef n, LLVMValueRef d, LLVMValueRef value)
{
    static const struct limits f32 = {LEAST_NORMAL, 50u << 23, INFINITE},
                               f64 = {0x00100000, 128u << 20, INFINITE64};
    bool is_wide = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(value))) == 64;
    const struct limits *l = is_wide ? &f64 : &f32;
    LLVMTypeRef floats = is_wide ? e->v32f64 : e->v32f32;
    if (!has_long_way(e))
        return value;
    LLVMValueRef dividend = fold_cast(e, LLVMBitCast, n, floats),
                 q = LLVMBuildFDiv(e->b, dividend, fold_cast(e, LLVMBitCast, d, floats), "");
    LLVMValueRef whole[3] = {fold_cast(e, LLVMBitCast, q, is_wide ? e->v32i64 : e->v32i32), n, d},
                 part[3][2];
    for (unsigned i = 0; i < 3; i++) {
        part[i][1] = whole[i];
        if (is_wide)
            fold_split(e, whole[i], part[i]);
    }
    LLVMValueRef same = are_within(e, part[0][1], l->least, l->infinite);
    same = LLVMBuildAnd(e->b, same, are_within(e, part[1][1], l->least_dividend, l->infinite), "");
    same = LLVMBuildOr(e->b, same, are_zero(e, dividend), "");
    same = LLVMBuildAnd(e->b, same, are_within(e, part[2][1], l->least, l->infinite), "");
    return join_long_way(e, same, whole[0], fold_cast(e, LLVMBitCast, value, LLVMTypeOf(whole[0])));
}

/* ---- square roots ---- */

/* The <32 x i1> that lanes are, also where that has been the bits of a scalar in between, which
 * fold_lanes has made lanes of again: (splat & bits) == bits. */
static LLVMValueRef same_lanes(LLVMValueRef lanes)
{
    bool is_equal = LLVMIsAICmpInst(lanes) && LLVMGetICmpPredicate(lanes) == LLVMIntEQ;
    LLVMValueRef of = is_equal ? LLVMGetOperand(lanes, 0) : NULL;
    if (!of || !is_instruction(of, LLVMAnd) || LLVMGetOperand(of, 1) != LLVMGetOperand(lanes, 1))
        return lanes;
    LLVMValueRef scalar = splatted(LLVMGetOperand(of, 0)),
                 v = scalar ? without_casts(scalar) : NULL;
    return v && LLVMTypeOf(v) == LLVMTypeOf(lanes) ? v : lanes;
}

/* x of x * 2^n, as V_LDEXP_F64 makes it of three factors (sem/float64.c), where n is 0 but in these
 * lanes, and 1022 at most in these. NULL: it is no such product. */
static LLVMValueRef unscaled(struct emitter *e, LLVMValueRef product, LLVMValueRef *lanes)
{
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef v = without_casts(product), by;
        if (!is_instruction(v, LLVMFMul))
            return NULL;
        by = LLVMGetOperand(v, 1);
        if (!i && is_instruction(by, LLVMSelect)) {
            *lanes = same_lanes(LLVMGetOperand(by, 0));
            by = LLVMGetOperand(by, 2);
        }
        if (!is_double_constant(e, by, ONE64))
            return NULL;
        product = LLVMGetOperand(v, 0);
    }
    return *lanes ? without_casts(product) : NULL;
}

/* Whether these are the lanes where x is less. */
static bool are_less(struct emitter *e, LLVMValueRef lanes, LLVMValueRef x, uint64_t bits)
{
    LLVMRealPredicate p;
    LLVMValueRef a, b;
    if (!fold_find_fcmp(lanes, &p, &a, &b))
        return false;
    return (p == LLVMRealOLT && without_casts(a) == x && is_double_constant(e, b, bits)) ||
           (p == LLVMRealOGT && without_casts(b) == x && is_double_constant(e, a, bits));
}

LLVMValueRef fold_root(struct emitter *e, const LLVMValueRef scaled[2], LLVMValueRef value)
{
    enum { LEAST = (1023 - 767) << 20 };
    LLVMValueRef lanes[2] = {NULL, NULL}, part[2], whole = fold_join(e, scaled[0], scaled[1]),
                 x = unscaled(e, whole, &lanes[0]);
    if (!has_long_way(e) || !x || !unscaled(e, value, &lanes[1]) || lanes[0] != lanes[1] ||
        !are_less(e, lanes[0], x, (uint64_t)LEAST << 32))
        return NULL;
    fold_split(e, fold_cast(e, LLVMBitCast, x, e->v32i64), part);
    x = fold_cast(e, LLVMBitCast, x, e->v32f64);
    whole = fold_cast(e, LLVMBitCast, whole, e->v32f64);
    LLVMValueRef infinity = const_splat(e, e->v32i64, (uint64_t)INFINITE64 << 32),
                 stays = LLVMBuildFCmp(e->b, LLVMRealOEQ, whole, LLVMConstNull(e->v32f64), ""),
                 same = are_between(e, part[1], LEAST, INFINITE64);
    infinity = LLVMConstBitCast(infinity, e->v32f64);
    infinity = LLVMBuildFCmp(e->b, LLVMRealOEQ, whole, infinity, "");
    stays = LLVMBuildOr(e->b, stays, infinity, "");
    value = fold_cast(e, LLVMBitCast, value, e->v32f64);
    value = LLVMBuildSelect(e->b, stays, whole, value, "");
    same = LLVMBuildOr(e->b, same, are_zero(e, x), "");
    value = join_long_way(e, same, call_intrinsic(e, "llvm.sqrt", &e->v32f64, 1, &x, 1), value);
    return LLVMBuildBitCast(e->b, value, e->v32i64, "");
}
