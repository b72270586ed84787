/* extreme.c: see extreme.h.
 *
 * Hosts have `a > b ? a : b` as one instruction: of two zeros, and with a NaN, it is b. So both
 * orders of the operands together say which zero it is, and NaNs take a choice each, if there can
 * be some. Where they may signal, as those of memory, that is a way of its own. */
#include "jit/extreme.h"

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/long_way.h"

enum { DEPTH = 6 };

/* ---- what is known of floats ---- */

/* f32 or f64. */
struct kind {
    LLVMTypeRef bits, floats; /* of 32 lanes */
    uint64_t sign, infinite, quiet;
    unsigned to_sign; /* from the quiet bit */
};

static struct kind kind_of(const struct emitter *e, LLVMValueRef v)
{
    if (LLVMTypeOf(v) == e->v32i64)
        return (struct kind){e->v32i64,         e->v32f64, UINT64_C(1) << 63, UINT64_C(0x7ff) << 52,
                             UINT64_C(1) << 51, 12};
    return (struct kind){e->v32i32, e->v32f32, 0x80000000, 0x7f800000, 0x00400000, 9};
}

static bool is_nan(const struct kind *k, uint64_t bits) { return (bits & ~k->sign) > k->infinite; }

/* The bits of a constant; false: it is none, or lanes differ. */
static bool constant_bits(struct emitter *e, const struct kind *k, LLVMValueRef v, uint64_t *out)
{
    return LLVMIsConstant(v) && is_const_splat(e, LLVMConstBitCast(v, k->bits), out);
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

static bool is_arithmetic(const struct kind *k, LLVMValueRef v)
{
    static const LLVMOpcode ops[] = {LLVMFAdd,   LLVMFSub,   LLVMFMul,  LLVMFDiv,
                                     LLVMSIToFP, LLVMUIToFP, LLVMFPExt, LLVMFPTrunc};
    static const char *const calls[] = {"llvm.fma.", "llvm.sqrt."};
    if (LLVMTypeOf(v) != k->floats)
        return false;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (is_instruction(v, ops[i]))
            return true;
    return is_call_of(v, calls[0]) || is_call_of(v, calls[1]);
}

/* Whether it may be a signalling NaN, or, if not `signals`, any NaN. */
static bool may_be_nan(struct emitter *e, const struct kind *k, LLVMValueRef v, bool signals,
                       unsigned depth)
{
    uint64_t bits;
    v = without_casts(v);
    if (LLVMIsConstant(v))
        return !constant_bits(e, k, v, &bits) || (is_nan(k, bits) && !(signals && bits & k->quiet));
    if (is_arithmetic(k, v))
        return !signals && !is_instruction(v, LLVMSIToFP) && !is_instruction(v, LLVMUIToFP);
    if (is_quieted(v) || is_marked(e, v, MARK_QUIET))
        return !signals;
    if (!depth)
        return true;
    if (is_extreme(v)) /* the first one is no NaN where it is chosen */
        return may_be_nan(e, k, LLVMGetOperand(v, 2), signals, depth - 1);
    if (LLVMIsASelectInst(v) || is_instruction(v, LLVMAnd) || is_instruction(v, LLVMOr)) {
        unsigned first = LLVMIsASelectInst(v) != NULL;
        LLVMValueRef a = without_casts(LLVMGetOperand(v, first)),
                     b = without_casts(LLVMGetOperand(v, first + 1));
        /* of both orders, which are the same but for zeros and NaNs */
        bool is_known = first || (is_extreme(a) && is_extreme(b));
        return !is_known || may_be_nan(e, k, a, signals, depth - 1) ||
               may_be_nan(e, k, b, signals, depth - 1);
    }
    return true;
}

/* ---- instructions ---- */

static LLVMValueRef as_bits(struct emitter *e, const struct kind *k, LLVMValueRef v)
{
    return fold_cast(e, LLVMBitCast, v, k->bits);
}

static LLVMValueRef are_nan(struct emitter *e, LLVMValueRef v)
{
    return fold_fcmp(e, LLVMRealUNO, v, v);
}

/* v, of signalling NaNs the quiet ones. */
static LLVMValueRef quieted(struct emitter *e, const struct kind *k, LLVMValueRef v)
{
    LLVMValueRef bit = const_splat(e, k->bits, k->quiet);
    bit = LLVMBuildSelect(e->b, are_nan(e, v), bit, LLVMConstNull(k->bits), "");
    return LLVMBuildOr(e->b, as_bits(e, k, v), bit, "");
}

static LLVMValueRef ordered(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
    LLVMRealPredicate p = is_max ? LLVMRealOGT : LLVMRealOLT;
    return LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, p, a, b, ""), a, b, "");
}

/* r, but where v is a signalling NaN, v as a quiet one. The host looks at the sign alone. */
static LLVMValueRef unless_signalling(struct emitter *e, const struct kind *k, LLVMValueRef r,
                                      LLVMValueRef v)
{
    if (!may_be_nan(e, k, v, true, DEPTH))
        return r;
    LLVMValueRef x = as_bits(e, k, v), zero = LLVMConstNull(k->bits),
                 quiet = LLVMBuildShl(e->b, x, const_splat(e, k->bits, k->to_sign), ""),
                 nan = LLVMBuildSExt(e->b, are_nan(e, v), k->bits, "");
    LLVMValueRef signals = LLVMBuildAnd(e->b, nan, LLVMBuildNot(e->b, quiet, ""), "");
    LLVMValueRef c = fold_icmp(e, LLVMIntSLT, signals, zero);
    return fold_select(e, c, LLVMBuildOr(e->b, x, const_splat(e, k->bits, k->quiet), ""), r);
}

/* A constant with which what the host makes of zeros and NaNs is right, if it is the second one. */
static bool settles(struct emitter *e, const struct kind *k, bool is_max, LLVMValueRef v)
{
    uint64_t bits, other_zero = is_max ? k->sign : 0;
    return constant_bits(e, k, v, &bits) && !is_nan(k, bits) && bits != other_zero;
}

static LLVMValueRef extreme(struct emitter *e, const struct kind *k, bool is_max, LLVMValueRef a,
                            LLVMValueRef b)
{
    LLVMValueRef f = fold_cast(e, LLVMBitCast, a, k->floats),
                 g = fold_cast(e, LLVMBitCast, b, k->floats);
    if (a == b)
        return may_be_nan(e, k, f, true, DEPTH) ? quieted(e, k, f) : a;
    if (settles(e, k, is_max, g))
        return unless_signalling(e, k, as_bits(e, k, ordered(e, is_max, f, g)), f);
    if (settles(e, k, is_max, f))
        return unless_signalling(e, k, as_bits(e, k, ordered(e, is_max, g, f)), g);
    LLVMValueRef x = as_bits(e, k, ordered(e, is_max, f, g)),
                 y = as_bits(e, k, ordered(e, is_max, g, f)),
                 fast = is_max ? LLVMBuildAnd(e->b, x, y, "") : LLVMBuildOr(e->b, x, y, ""),
                 r = fast;
    bool may_f = may_be_nan(e, k, f, false, DEPTH), may_g = may_be_nan(e, k, g, false, DEPTH);
    if (may_f)
        r = fold_select(e, are_nan(e, f), b, r);
    if (may_g)
        r = fold_select(e, are_nan(e, g), a, r);
    r = unless_signalling(e, k, unless_signalling(e, k, r, g), f);
    if ((!may_be_nan(e, k, f, true, DEPTH) && !may_be_nan(e, k, g, true, DEPTH)) ||
        !has_long_way(e))
        return r;
    LLVMValueRef numbers = fold_fcmp(e, LLVMRealORD, may_f ? f : g, may_g ? g : f);
    return join_long_way(e, LLVMBuildSExt(e->b, numbers, e->v32i32, ""), fast, r);
}

LLVMValueRef extreme_of(struct emitter *e, bool is_max, LLVMValueRef a, LLVMValueRef b)
{
    const struct kind k = kind_of(e, a);
    LLVMValueRef r = extreme(e, &k, is_max, a, b);
    if (LLVMIsAInstruction(r) && r != a && r != b)
        mark(e, r, MARK_QUIET);
    return r;
}
