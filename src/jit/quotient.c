/* quotient.c: see quotient.h. */
#include "jit/quotient.h"

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/long_way.h"
#include "jit/rows.h"

enum { LEAST_NORMAL = 0x00800000, INFINITE = 0x7f800000, MAGNITUDE = 0x7fffffff, ONE = 0x3f800000 };

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

/* Dwords of ones where |v| is at least one number, and below another one. */
static LLVMValueRef are_within(struct emitter *e, LLVMValueRef v, uint32_t least, uint32_t below)
{
    v = LLVMBuildAnd(e->b, v, const_splat(e, e->v32i32, MAGNITUDE), "");
    v = LLVMBuildSub(e->b, v, const_splat(e, e->v32i32, least), "");
    LLVMValueRef limit = const_splat(e, e->v32i32, below - least);
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntULT, v, limit, "");
    return LLVMBuildSExt(e->b, c, e->v32i32, "");
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
                               f64 = {0x00100000, 128u << 20, 0x7ff00000};
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
    if (!is_wide)
        return join_long_way(e, same, whole[0], fold_cast(e, LLVMBitCast, value, e->v32i32));
    LLVMValueRef long_value[2];
    fold_split(e, value, long_value);
    LLVMValueRef phi = join_long_way(e, same, part[0][0], long_value[0]);
    LLVMBasicBlockRef from[2] = {LLVMGetIncomingBlock(phi, 0), LLVMGetIncomingBlock(phi, 1)};
    return fold_join(e, phi, join_ways(e, (LLVMValueRef[]){part[0][1], long_value[1]}, from));
}
