/* host_form.c: see host_form.h. */
#include "jit/host_form.h"

#include <stdlib.h>
#include <string.h>

#include "jit/build.h"
#include "jit/extreme.h"
#include "jit/fold.h"
#include "jit/quotient.h"
#include "jit/steps.h"

enum { LANES = 16, PARTS = 2, ALL_LANES = 0xffff, NEAREST = 4 /* as MXCSR says, that is */ };

/* What VFIXUPIMM makes of the classes of its source, a digit each, from the lowest: quiet NaN,
 * signalling NaN, 0, 1, -infinity, infinity, other negative numbers, other positive ones. */
enum { KEEP, SOURCE, ZERO = 8, MINUS_ONE, MOST = 14, LEAST };
#define FIX(nan, zero, negative, positive)                                                         \
    ((nan)*0x11u | (zero) << 8 | (negative) << 16 | (positive) << 20)

/* A part of the operands: 16 lanes. */
struct part {
    LLVMValueRef x, y; /* floats */
    LLVMValueRef n;    /* the same as y, of all lanes, as i32 */
    unsigned index;
};

static LLVMTypeRef floats(const struct emitter *e)
{
    return LLVMVectorType(LLVMGetElementType(e->v32f32), LANES);
}

static LLVMValueRef const_float(struct emitter *e, float v)
{
    LLVMValueRef each[LANES];
    for (unsigned i = 0; i < LANES; i++)
        each[i] = LLVMConstReal(LLVMGetElementType(e->v32f32), (double)v);
    return LLVMConstVector(each, LANES);
}

/* ---- instructions ---- */

#define AVX512 "llvm.x86.avx512.mask."
static const char fixup[] = AVX512 "fixupimm.ps.512", get_exponent[] = AVX512 "getexp.ps.512",
                  get_significand[] = AVX512 "getmant.ps.512", scale[] = AVX512 "scalef.ps.512",
                  truncate[] = AVX512 "cvttps2dq.512";

/* With all lanes. args: what comes before what other lanes keep, if there is something. */
static LLVMValueRef call(struct emitter *e, const char *name, LLVMValueRef *args, unsigned n,
                         LLVMTypeRef kept)
{
    if (kept)
        args[n++] = LLVMConstNull(kept);
    args[n++] = LLVMConstInt(e->i16, ALL_LANES, 0);
    args[n++] = const_i32(e, NEAREST);
    return call_intrinsic(e, name, NULL, 0, args, n);
}

static LLVMValueRef fixed(struct emitter *e, LLVMValueRef v, LLVMValueRef source, uint32_t table)
{
    LLVMTypeRef t = LLVMVectorType(e->i32, LANES);
    LLVMValueRef args[6] = {v, source, const_like(LLVMConstNull(t), table), const_i32(e, 0)};
    return call(e, fixup, args, 4, NULL);
}

/* ---- what is known of a value ---- */

/* The part of 32 lanes that have been made as two parts; NULL: they have not. */
static LLVMValueRef part_of(LLVMValueRef v, unsigned index)
{
    v = without_casts(v);
    LLVMValueRef part = LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, index) : NULL;
    return part && LLVMGetVectorSize(LLVMTypeOf(part)) == LANES ? part : NULL;
}

static LLVMValueRef all_lanes_of(LLVMValueRef part)
{
    part = without_casts(part);
    return LLVMIsAShuffleVectorInst(part) ? without_casts(LLVMGetOperand(part, 0)) : NULL;
}

/* Whether `lanes` are those in which x is less than 2^-126, or some more. */
static bool has_denormals(struct emitter *e, LLVMValueRef lanes, LLVMValueRef x)
{
    for (unsigned i = 0; i < PARTS; i++) {
        LLVMValueRef c = LLVMIsAShuffleVectorInst(lanes) ? LLVMGetOperand(lanes, i) : NULL;
        if (!c || !LLVMIsAFCmpInst(c))
            return false;
        LLVMRealPredicate p = LLVMGetFCmpPredicate(c);
        bool is_less = p == LLVMRealOLT || p == LLVMRealULT;
        if (!is_less && p != LLVMRealOGT && p != LLVMRealUGT)
            return false;
        if (!is_float_constant(e, LLVMGetOperand(c, is_less), 0x00800000) ||
            all_lanes_of(LLVMGetOperand(c, !is_less)) != x)
            return false;
    }
    return true;
}

/* x, scaled by 2^24 at least where it is less than 2^-126, as compilers have it before roots. */
static bool is_scaled_up(struct emitter *e, LLVMValueRef v)
{
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef by = LLVMGetOperand(v, i), x = without_casts(LLVMGetOperand(v, !i));
        if (!LLVMIsASelectInst(by) || !LLVMIsConstant(LLVMGetOperand(by, 1)) ||
            !is_float_constant(e, LLVMGetOperand(by, 2), 0x3f800000))
            continue;
        LLVMValueRef power = LLVMConstBitCast(LLVMGetOperand(by, 1), e->v32i32),
                     first = LLVMGetAggregateElement(power, 0);
        uint64_t bits = LLVMIsAConstantInt(first) ? LLVMConstIntGetZExtValue(first) : 0;
        if (bits >= 0x4b800000 && bits < 0x7f800000 && power == const_splat(e, e->v32i32, bits))
            return has_denormals(e, LLVMGetOperand(by, 0), x);
    }
    return false;
}

/* Significands, 1 divided by them, and what has been scaled because it may be a denormal. */
static bool is_never_denormal(struct emitter *e, LLVMValueRef v)
{
    v = without_casts(v);
    if (is_instruction(v, LLVMFMul))
        return is_scaled_up(e, v);
    if (is_instruction(v, LLVMFDiv)) {
        LLVMValueRef by = without_casts(LLVMGetOperand(v, 1));
        return is_float_constant(e, LLVMGetOperand(v, 0), 0x3f800000) &&
               !is_instruction(by, LLVMFMul) && is_never_denormal(e, by);
    }
    LLVMValueRef part = part_of(v, 0);
    return part && is_call_of(part, fixup) && is_call_of(LLVMGetOperand(part, 0), get_significand);
}

static bool has_no_fraction(LLVMValueRef v)
{
    return is_rounded_to_whole(LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, 0) : v);
}

/* Constants, of which the value becomes one, or nearly. */
static bool is_constant(LLVMValueRef v)
{
    v = without_casts(v);
    return LLVMIsConstant(v) || (LLVMIsASelectInst(v) && LLVMIsConstant(LLVMGetOperand(v, 1)) &&
                                 LLVMIsConstant(LLVMGetOperand(v, 2)));
}

/* ---- integers as floats, where they come from floats ---- */

/* v + plus, exactly; v NULL: 0. */
struct number {
    LLVMValueRef v;
    int plus;
};

static LLVMValueRef value_of(struct emitter *e, struct number n)
{
    if (!n.v)
        return const_float(e, (float)n.plus);
    return n.plus ? LLVMBuildFAdd(e->b, n.v, const_float(e, (float)n.plus), "") : n.v;
}

static bool small_constant(struct emitter *e, LLVMValueRef v, struct number *out)
{
    enum { LARGEST = 1 << 16 };
    LLVMValueRef x = LLVMIsConstant(v) ? LLVMGetAggregateElement(v, 0) : NULL;
    if (!x || !LLVMIsAConstantInt(x))
        return false;
    int64_t n = LLVMConstIntGetSExtValue(x);
    *out = (struct number){NULL, (int)n};
    return n >= -LARGEST && n <= LARGEST && v == const_splat(e, e->v32i32, (uint32_t)n);
}

/* A part of n: exponents (as `exponent` has made them), small constants, and up to so many sums and
 * differences of these. */
static bool find_number(struct emitter *e, LLVMValueRef n, unsigned index, unsigned depth,
                        struct number *out)
{
    struct number a, b;
    if (small_constant(e, n, out))
        return true;
    LLVMValueRef part = part_of(n, index);
    if (part && is_instruction(part, LLVMAdd)) {
        LLVMValueRef from = LLVMGetOperand(part, 0);
        *out = (struct number){LLVMIsAFPToSIInst(from) ? LLVMGetOperand(from, 0) : NULL, 1};
        return out->v && is_call_of(out->v, fixup) &&
               is_call_of(LLVMGetOperand(out->v, 0), get_exponent);
    }
    bool is_sum = is_instruction(n, LLVMAdd);
    if (!depth || (!is_sum && !is_instruction(n, LLVMSub)) ||
        !find_number(e, LLVMGetOperand(n, 0), index, depth - 1, &a) ||
        !find_number(e, LLVMGetOperand(n, 1), index, depth - 1, &b))
        return false;
    out->plus = is_sum ? a.plus + b.plus : a.plus - b.plus;
    out->v = a.v;
    if (!b.v)
        return true;
    if (a.v) {
        out->v = is_sum ? LLVMBuildFAdd(e->b, a.v, b.v, "") : LLVMBuildFSub(e->b, a.v, b.v, "");
    } else if (is_sum) {
        out->v = b.v;
    } else {
        out->v = LLVMBuildFSub(e->b, const_float(e, (float)out->plus), b.v, "");
        out->plus = 0;
    }
    return true;
}

/* A part of n as `truncated` has made it. It is not the nearest i32, but scaling by either gives 0
 * or infinity. NULL: it is something else. */
static LLVMValueRef find_truncated(struct emitter *e, LLVMValueRef n, unsigned index)
{
    LLVMValueRef part = part_of(n, index), from, x;
    if (!part || !LLVMIsASelectInst(part))
        return NULL;
    from = LLVMGetOperand(part, 2);
    if (!is_call_of(from, truncate) || !is_call_of(LLVMGetOperand(from, 0), fixup))
        return NULL;
    x = LLVMGetOperand(LLVMGetOperand(from, 0), 0);
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef whole = has_no_fraction(x) ? x : call_intrinsic(e, "llvm.trunc", &t, 1, &x, 1);
    return fixed(e, whole, x, FIX(ZERO, KEEP, LEAST, MOST));
}

static LLVMValueRef float_of(struct emitter *e, const struct part *p)
{
    enum { DEPTH = 2 };
    struct number n;
    LLVMValueRef v = find_truncated(e, p->n, p->index);
    if (v)
        return v;
    if (find_number(e, p->n, p->index, DEPTH, &n))
        return value_of(e, n);
    /* those too large to be exact are as good as any */
    return LLVMBuildSIToFP(e->b, pick(e, p->n, NULL, LANES * p->index, 1, LANES), floats(e), "");
}

/* ---- forms ---- */

static LLVMValueRef scaled(struct emitter *e, const struct part *p)
{
    LLVMValueRef args[5] = {p->x, float_of(e, p)};
    return call(e, scale, args, 2, floats(e));
}

static LLVMValueRef scaled_by(struct emitter *e, const struct part *p)
{
    LLVMValueRef args[5] = {p->x, p->y};
    return call(e, scale, args, 2, floats(e));
}

static LLVMValueRef significand(struct emitter *e, const struct part *p)
{
    enum { HALF_TO_ONE = 2 };
    LLVMValueRef args[5] = {p->x, const_i32(e, HALF_TO_ONE)};
    LLVMValueRef m = call(e, get_significand, args, 2, floats(e));
    return fixed(e, m, p->x, FIX(SOURCE, SOURCE, SOURCE, SOURCE));
}

/* VGETEXP has significands in [1, 2). */
static LLVMValueRef exponent(struct emitter *e, const struct part *p)
{
    LLVMValueRef args[4] = {p->x};
    LLVMValueRef n = call(e, get_exponent, args, 1, floats(e));
    n = fixed(e, n, p->x, FIX(MINUS_ONE, MINUS_ONE, MINUS_ONE, MINUS_ONE));
    n = LLVMBuildFPToSI(e->b, n, LLVMVectorType(e->i32, LANES), "");
    return LLVMBuildAdd(e->b, n, const_like(n, 1), "");
}

/* VCVTTPS2DQ makes the least i32 of what is none. */
static LLVMValueRef truncated(struct emitter *e, const struct part *p)
{
    LLVMValueRef args[4] = {fixed(e, p->x, p->x, FIX(ZERO, KEEP, KEEP, KEEP))};
    LLVMValueRef n = call(e, truncate, args, 1, LLVMVectorType(e->i32, LANES));
    LLVMValueRef beyond = LLVMBuildFCmp(e->b, LLVMRealOGE, p->x, const_float(e, 0x1p31f), "");
    return LLVMBuildSelect(e->b, beyond, const_like(n, INT32_MAX), n, "");
}

static LLVMValueRef from_unsigned(struct emitter *e, const struct part *p)
{
    LLVMValueRef n = LLVMBuildBitCast(e->b, p->x, LLVMVectorType(e->i32, LANES), "");
    return LLVMBuildUIToFP(e->b, n, floats(e), "");
}

static const struct form {
    const char *name;
    LLVMValueRef (*make)(struct emitter *, const struct part *);
} forms[] = {{"scale", scaled},      {"scale_by", scaled_by}, {"significand", significand},
             {"exponent", exponent}, {"truncate", truncated}, {"from_unsigned", from_unsigned}};

static const struct form *find_form(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(name, forms[i].name))
            return &forms[i];
    return NULL;
}

/* y, but what the table says of x. */
static LLVMValueRef fixed_by(struct emitter *e, const char *table, const struct part *p)
{
    uint32_t all = (uint32_t)strtoul(table, NULL, 16);
    return all ? fixed(e, p->y, p->x, all) : p->y;
}

/* On hosts with no instructions for these forms. */
static LLVMValueRef without_instructions(struct emitter *e, const char *name,
                                         const LLVMValueRef arg[3])
{
    bool is_exponent = !strcmp(name, "exponent");
    if (is_exponent || !strcmp(name, "significand"))
        note_number_part(e, is_exponent, arg[0], arg[2]);
    else if (!strcmp(name, "flush") && is_made_of_significand(e, arg[0]))
        return arg[0];
    else if (!strcmp(name, "scale"))
        return e->is_settling ? arg[2] : fold_quotient(e, arg[0], arg[1], arg[2]);
    return arg[2];
}

LLVMValueRef host_form(struct emitter *e, const char *name, const LLVMValueRef arg[3])
{
    static const char fix[] = "fix_";
    enum { FIX_LENGTH = sizeof fix - 1, X = 0, Y, VALUE };
    LLVMValueRef r[PARTS], x, y;
    name += sizeof HOST_FORM - 1;
    const struct form *form = find_form(name);
    bool fixes = !strncmp(name, fix, FIX_LENGTH);
    bool is_max = !strcmp(name, "maximum") || !strcmp(name, "maximum64");
    if (is_max || !strcmp(name, "minimum") || !strcmp(name, "minimum64"))
        return extreme_of(e, is_max, arg[X], arg[Y]);
    if (e->masks != MASKS_ALL)
        return without_instructions(e, name, arg);
    if (is_constant(arg[Y]))
        return arg[VALUE];
    if (!strcmp(name, "flush") && is_never_denormal(e, arg[X]))
        return arg[X];
    if (!form && !fixes)
        return arg[VALUE];
    x = fold_cast(e, LLVMBitCast, arg[X], e->v32f32);
    y = fold_cast(e, LLVMBitCast, arg[Y], e->v32f32);
    for (unsigned i = 0; i < PARTS; i++) {
        struct part p = {pick(e, x, NULL, LANES * i, 1, LANES),
                         pick(e, y, NULL, LANES * i, 1, LANES), arg[Y], i};
        r[i] = fixes ? fixed_by(e, name + FIX_LENGTH, &p) : form->make(e, &p);
    }
    return fold_cast(e, LLVMBitCast, pick(e, r[0], r[1], 0, 1, LANES * PARTS), e->v32i32);
}
