/* quotient.c: see quotient.h. */
#include "jit/quotient.h"

#include "jit/build.h"
#include "jit/dead.h"
#include "jit/flow.h"
#include "jit/fold.h"
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
        is_instruction(v, LLVMFDiv) && LLVMTypeOf(v) == e->v32f32 &&
        LLVMGetOperand(v, 0) == LLVMConstBitCast(const_splat(e, e->v32i32, ONE), e->v32f32);
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

/* Dwords of ones where |v| is at least the least normal number and below a limit. */
static LLVMValueRef are_within(struct emitter *e, LLVMValueRef v, uint32_t below)
{
    v = LLVMBuildAnd(e->b, v, const_splat(e, e->v32i32, MAGNITUDE), "");
    v = LLVMBuildSub(e->b, v, const_splat(e, e->v32i32, LEAST_NORMAL), "");
    LLVMValueRef c =
        LLVMBuildICmp(e->b, LLVMIntULT, v, const_splat(e, e->v32i32, below - LEAST_NORMAL), "");
    return LLVMBuildSExt(e->b, c, e->v32i32, "");
}

static LLVMValueRef are_zero(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef zero = LLVMConstNull(e->v32f32);
    v = LLVMBuildBitCast(e->b, v, e->v32f32, "");
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
    if (e->long_ways == MAX_LONG_WAYS || !find_quotient(e, a, n, &f))
        return value;
    LLVMValueRef y = fold_cast(e, LLVMBitCast, f.y, e->v32i32),
                 divisor = fold_cast(e, LLVMBitCast, f.y, e->v32f32),
                 r = LLVMBuildFDiv(e->b, float_constant(e, ONE), divisor, "");
    if (f.x)
        r = LLVMBuildFMul(e->b, fold_cast(e, LLVMBitCast, f.x, e->v32f32), r, "");
    else if (f.power)
        r = LLVMBuildFMul(e->b, r, float_constant(e, (uint32_t)(ONE + f.power * (1 << POWER))), "");
    r = LLVMBuildBitCast(e->b, r, e->v32i32, "");
    LLVMValueRef same = are_within(e, r, INFINITE);
    if (f.x)
        same = LLVMBuildOr(e->b, same, are_zero(e, f.x), "");
    same = LLVMBuildAnd(e->b, same, are_within(e, y, LARGEST_DIVISOR), "");
    same = LLVMBuildICmp(e->b, LLVMIntSLT, same, LLVMConstNull(e->v32i32), "");
    same = LLVMBuildBitCast(e->b, same, e->i32, "");
    same = LLVMBuildICmp(e->b, LLVMIntEQ, same, const_i32(e, UINT32_MAX), "");
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(e->b), new_block(e, "long_division")},
                      on = new_block(e, "divided");
    branch(e, same, on, from[1], 200);
    LLVMPositionBuilderAtEnd(e->b, from[1]);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    e->long_way[e->long_ways++] = from[1];
    return join_ways(e, (LLVMValueRef[]){r, fold_cast(e, LLVMBitCast, value, e->v32i32)}, from);
}

void sink_to_long_ways(struct emitter *e)
{
    enum { BACK = 8 }; /* blocks */
    e->b = LLVMCreateBuilderInContext(e->c);
    for (unsigned i = 0; i < e->long_ways; i++) {
        LLVMBasicBlockRef way = e->long_way[i], first = way;
        for (unsigned n = 0; n < BACK && LLVMGetPreviousBasicBlock(first); n++)
            first = LLVMGetPreviousBasicBlock(first);
        LLVMPositionBuilderAtEnd(e->b, way);
        sink_computations(e, first, way, NULL, 0);
    }
    LLVMDisposeBuilder(e->b);
}
