/* extreme.c: see extreme.h.
 *
 * Hosts have `a > b ? a : b` as one instruction: of two zeros, and with a NaN, it is b. So both
 * orders of the operands together say which zero it is, and NaNs take a choice each, if there can
 * be some. Where they may signal, as those of memory, that is a way of its own. */
#include "jit/extreme.h"

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/long_way.h"

enum { DEPTH = 6, SIGN = (int)0x80000000, INFINITE = 0x7f800000, QUIET = 0x00400000 };

/* ---- what is known of floats ---- */

static bool is_nan(uint32_t bits) { return (bits & ~(uint32_t)SIGN) > INFINITE; }

/* The bits of a constant; false: it is none, or lanes differ. */
static bool constant_bits(struct emitter *e, LLVMValueRef v, uint32_t *out)
{
    uint64_t bits;
    if (!LLVMIsConstant(v) || !is_const_splat(e, LLVMConstBitCast(v, e->v32i32), &bits))
        return false;
    *out = (uint32_t)bits;
    return true;
}

static bool is_unordered(LLVMValueRef v)
{
    return LLVMIsAFCmpInst(v) && LLVMGetFCmpPredicate(v) == LLVMRealUNO;
}

/* `a > b ? a : b`, or with another order. */
static bool is_extreme(LLVMValueRef v)
{
    LLVMValueRef c = LLVMIsASelectInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return c && LLVMIsAFCmpInst(c) && LLVMGetOperand(c, 0) == LLVMGetOperand(v, 1) &&
           LLVMGetOperand(c, 1) == LLVMGetOperand(v, 2) &&
           (LLVMGetFCmpPredicate(c) == LLVMRealOGT || LLVMGetFCmpPredicate(c) == LLVMRealOLT);
}

/* What quieted() makes. */
static bool is_quieted(LLVMValueRef v)
{
    LLVMValueRef bit = is_instruction(v, LLVMOr) ? LLVMGetOperand(v, 1) : NULL;
    bit = bit && LLVMIsASelectInst(bit) ? bit : NULL;
    return bit && is_unordered(LLVMGetOperand(bit, 0)) &&
           without_casts(LLVMGetOperand(LLVMGetOperand(bit, 0), 0)) ==
               without_casts(LLVMGetOperand(v, 0));
}

static bool is_arithmetic(struct emitter *e, LLVMValueRef v)
{
    static const LLVMOpcode ops[] = {LLVMFAdd,   LLVMFSub,   LLVMFMul,  LLVMFDiv,
                                     LLVMSIToFP, LLVMUIToFP, LLVMFPExt, LLVMFPTrunc};
    static const char *const calls[] = {"llvm.fma.", "llvm.sqrt."};
    if (LLVMTypeOf(v) != e->v32f32)
        return false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (is_instruction(v, ops[i]))
            return true;
    return is_call_of(v, calls[0]) || is_call_of(v, calls[1]);
}

/* Whether it may be a signalling NaN, or, if not `signals`, any NaN. */
static bool may_be_nan(struct emitter *e, LLVMValueRef v, bool signals, unsigned depth)
{
    uint32_t bits;
    v = without_casts(v);
    if (LLVMIsConstant(v))
        return !constant_bits(e, v, &bits) || (is_nan(bits) && !(signals && bits & QUIET));
    if (is_arithmetic(e, v))
        return !signals && !is_instruction(v, LLVMSIToFP) && !is_instruction(v, LLVMUIToFP);
    if (is_quieted(v) || is_marked(e, v, MARK_QUIET))
        return !signals;
    if (!depth)
        return true;
    if (is_extreme(v)) /* the first one is no NaN where it is chosen */
        return may_be_nan(e, LLVMGetOperand(v, 2), signals, depth - 1);
    if (LLVMIsASelectInst(v) || is_instruction(v, LLVMAnd) || is_instruction(v, LLVMOr)) {
        unsigned first = LLVMIsASelectInst(v) != NULL;
        LLVMValueRef a = without_casts(LLVMGetOperand(v, first)),
                     b = without_casts(LLVMGetOperand(v, first + 1));
        /* of both orders, which are the same but for zeros and NaNs */
        bool is_known = first || (is_extreme(a) && is_extreme(b));
        return !is_known || may_be_nan(e, a, signals, depth - 1) ||
               may_be_nan(e, b, signals, depth - 1);
    }
    return true;
}

/* ---- instructions ---- */

static LLVMValueRef as_bits(struct emitter *e, LLVMValueRef v)
{
    return fold_cast(e, LLVMBitCast, v, e->v32i32);
}

static LLVMValueRef are_nan(struct emitter *e, LLVMValueRef v)
{
    return fold_fcmp(e, LLVMRealUNO, v, v);
}

/* v, of signalling NaNs the quiet ones. */
static LLVMValueRef quieted(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef bit = const_splat(e, e->v32i32, QUIET);
    bit = LLVMBuildSelect(e->b, are_nan(e, v), bit, LLVMConstNull(e->v32i32), "");
    return LLVMBuildOr(e->b, as_bits(e, v), bit, "");
}

static LLVMValueRef ordered(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
    LLVMRealPredicate p = is_max ? LLVMRealOGT : LLVMRealOLT;
    return LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, p, a, b, ""), a, b, "");
}

/* r, but where v is a signalling NaN, v as a quiet one. The host looks at the sign alone. */
static LLVMValueRef unless_signalling(struct emitter *e, LLVMValueRef r, LLVMValueRef v)
{
    enum { TO_SIGN = 9 };
    if (!may_be_nan(e, v, true, DEPTH))
        return r;
    LLVMValueRef x = as_bits(e, v), zero = LLVMConstNull(e->v32i32),
                 quiet = LLVMBuildShl(e->b, x, const_splat(e, e->v32i32, TO_SIGN), ""),
                 nan = LLVMBuildSExt(e->b, are_nan(e, v), e->v32i32, "");
    LLVMValueRef signals = LLVMBuildAnd(e->b, nan, LLVMBuildNot(e->b, quiet, ""), "");
    LLVMValueRef c = fold_icmp(e, LLVMIntSLT, signals, zero);
    return fold_select(e, c, LLVMBuildOr(e->b, x, const_splat(e, e->v32i32, QUIET), ""), r);
}

/* A constant with which what the host makes of zeros and NaNs is right, if it is the second one. */
static bool settles(struct emitter *e, bool is_max, LLVMValueRef v)
{
    uint32_t bits, other_zero = is_max ? (uint32_t)SIGN : 0;
    return constant_bits(e, v, &bits) && !is_nan(bits) && bits != other_zero;
}

static LLVMValueRef extreme(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef f = fold_cast(e, LLVMBitCast, a, e->v32f32),
                 g = fold_cast(e, LLVMBitCast, b, e->v32f32);
    if (a == b)
        return may_be_nan(e, f, true, DEPTH) ? quieted(e, f) : a;
    if (settles(e, is_max, g))
        return unless_signalling(e, as_bits(e, ordered(e, is_max, f, g)), f);
    if (settles(e, is_max, f))
        return unless_signalling(e, as_bits(e, ordered(e, is_max, g, f)), g);
    LLVMValueRef x = as_bits(e, ordered(e, is_max, f, g)), y = as_bits(e, ordered(e, is_max, g, f)),
                 fast = is_max ? LLVMBuildAnd(e->b, x, y, "") : LLVMBuildOr(e->b, x, y, ""),
                 r = fast;
    bool may_f = may_be_nan(e, f, false, DEPTH), may_g = may_be_nan(e, g, false, DEPTH);
    if (may_f)
        r = fold_select(e, are_nan(e, f), b, r);
    if (may_g)
        r = fold_select(e, are_nan(e, g), a, r);
    r = unless_signalling(e, unless_signalling(e, r, g), f);
    if ((!may_be_nan(e, f, true, DEPTH) && !may_be_nan(e, g, true, DEPTH)) || !has_long_way(e))
        return r;
    LLVMValueRef numbers = fold_fcmp(e, LLVMRealORD, may_f ? f : g, may_g ? g : f);
    return join_long_way(e, LLVMBuildSExt(e->b, numbers, e->v32i32, ""), fast, r);
}

LLVMValueRef extreme_of(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef r = extreme(e, is_max, a, b);
    if (LLVMIsAInstruction(r) && r != a && r != b)
        mark(e, r, MARK_QUIET);
    return r;
}
