/* emit_half.c: see emit_half.h. With AVX-512, half.c does it, and results stay f32. Elsewhere each
 * operation converts; of sums and products, rounding twice is as rounding once, of an FMA not. */
#include "jit/emit_half.h"

#include "jit/build.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/half.h"
#include "jit/team.h"

static LLVMValueRef as_i32(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildBitCast(e->b, v, LLVMVectorType(e->i32, LLVMGetVectorSize(LLVMTypeOf(v))), "");
}

/* a * b + c of f32, rounded to odd: 24 bits of which a conversion to f16 makes what one rounding
 * had made. The product is exact; the error of the sum comes by Knuth's TwoSum. */
static LLVMValueRef fma_odd(struct emitter *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMBuilderRef at = e->b;
    LLVMValueRef p = LLVMBuildFMul(at, a, b, ""), s = LLVMBuildFAdd(at, p, c, ""),
                 t = LLVMBuildFSub(at, s, p, "");
    LLVMValueRef error = LLVMBuildFAdd(at, LLVMBuildFSub(at, p, LLVMBuildFSub(at, s, t, ""), ""),
                                       LLVMBuildFSub(at, c, t, ""), "");
    LLVMValueRef inexact =
        LLVMBuildFCmp(at, LLVMRealONE, error, LLVMConstNull(LLVMTypeOf(error)), "");
    LLVMValueRef x = as_i32(e, s), one = const_like(x, 1);
    LLVMValueRef sign = fold_binary(e, LLVMXor, as_i32(e, error), x);
    LLVMValueRef step =
        fold_binary(e, LLVMOr, fold_binary(e, LLVMAShr, sign, const_like(x, 31)), one);
    LLVMValueRef is_even = fold_binary(e, LLVMSub, fold_binary(e, LLVMAnd, x, one), one);
    step = fold_binary(e, LLVMAnd, step, is_even);
    step = LLVMBuildSelect(at, inexact, step, LLVMConstNull(LLVMTypeOf(step)), "");
    return LLVMBuildBitCast(at, LLVMBuildAdd(at, x, step, ""), LLVMTypeOf(s), "");
}

/* The operation on f32, rounded to f16. */
static LLVMValueRef by_f32(struct emitter *e, LLVMOpcode op, const LLVMValueRef arg[3])
{
    LLVMTypeRef t = LLVMTypeOf(arg[0]),
                wide = LLVMVectorType(LLVMFloatTypeInContext(e->c), LLVMGetVectorSize(t));
    LLVMValueRef in[3] = {NULL, NULL, NULL};
    for (unsigned i = 0; i < 3 && arg[i]; i++)
        in[i] = LLVMBuildFPExt(e->b, arg[i], wide, "");
    LLVMValueRef r = op == LLVMCall ? fma_odd(e, in[0], in[1], in[2])
                                    : LLVMBuildBinOp(e->b, op, in[0], in[1], "");
    return LLVMBuildFPTrunc(e->b, r, t, "");
}

/* Of 8 f32, results rounded to nearest, as 16 words: 0 in the lower ones of those whose lower 13
 * bits are half of what a conversion to f16 cuts off; in the upper ones, twice the exponent and 7
 * bits of the significand, less 2: 0 is the greatest. */
static LLVMValueRef words_in_doubt(struct emitter *e, LLVMValueRef v)
{
    enum { WORDS = 16 };
    LLVMValueRef by[WORDS], less[WORDS];
    for (unsigned i = 0; i < WORDS; i++) {
        by[i] = LLVMConstInt(e->i16, i % 2 ? 2 : 8, 0);
        less[i] = LLVMConstInt(e->i16, i % 2 ? 2 : 0x8000, 0);
    }
    v = LLVMBuildBitCast(e->b, v, LLVMVectorType(e->i16, WORDS), "");
    v = LLVMBuildMul(e->b, v, LLVMConstVector(by, WORDS), "");
    return LLVMBuildSub(e->b, v, LLVMConstVector(less, WORDS), "");
}

/* i1: of the least of such words, none says that a conversion may make another f16 of a result than
 * one rounding had: none is half-way between two, nor will one be a denormal. */
static LLVMValueRef are_beyond_doubt(struct emitter *e, LLVMValueRef words)
{
    enum { WORDS = 16, GREATEST_DENORMAL = 2 * 0x387f - 2 };
    LLVMValueRef most[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        most[i] = LLVMConstInt(e->i16, i % 2 ? GREATEST_DENORMAL : 0, 0);
    words = LLVMBuildICmp(e->b, LLVMIntULE, words, LLVMConstVector(most, WORDS), "");
    words = LLVMBuildBitCast(e->b, words, e->i16, "");
    return is_equal(e, words, LLVMConstNull(e->i16));
}

enum { FMA_PART = 8 /* lanes: f32 in a register */ };

/* What a team's loop takes from before it is converted there. */
static LLVMValueRef as_f32(struct emitter *e, LLVMValueRef v, unsigned part)
{
    LLVMTypeRef t = LLVMVectorType(LLVMFloatTypeInContext(e->c), FMA_PART), type = LLVMTypeOf(v);
    LLVMValueRef from = without_casts(v);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    bool is_before = e->crew && e->crew->entry && team_has_before(e, from, NULL);
    if (is_before) {
        team_go_before(e);
        v = LLVMBuildBitCast(e->b, from, type, "");
    }
    v = LLVMBuildFPExt(e->b, pick(e, v, NULL, FMA_PART * part, 1, FMA_PART), t, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    return v;
}

/* The multiply-add of some lanes, from `first` on, where the host has that of f32: rounded to f32,
 * then to f16, which nearly always is as if it had been rounded once. wide: a part as f32, if all
 * are alike; NULL: they are not. */
static LLVMValueRef fma_by_f32(struct emitter *e, const LLVMValueRef arg[3],
                               const LLVMValueRef wide[3], unsigned first, unsigned lanes)
{
    enum { LANES = FMA_PART };
    LLVMTypeRef half = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(arg[0])), LANES), t;
    LLVMValueRef part[8], least = NULL, value[2];
    for (unsigned k = 0; k < lanes / LANES; k++) {
        LLVMValueRef in[3];
        for (unsigned i = 0; i < 3; i++)
            in[i] = wide[i] ? wide[i] : as_f32(e, arg[i], first / LANES + k);
        t = LLVMTypeOf(in[0]);
        LLVMValueRef r = call_intrinsic(e, "llvm.fma", &t, 1, in, 3),
                     two[2] = {least, words_in_doubt(e, r)};
        t = LLVMTypeOf(two[1]);
        least = least ? call_intrinsic(e, "llvm.umin", &t, 1, two, 2) : two[1];
        part[k] = LLVMBuildFPTrunc(e->b, r, half, "");
    }
    value[0] = joined(e, part, lanes / LANES, LANES);
    LLVMBasicBlockRef doubtful = new_block(e, "doubtful"), on = new_block(e, "rounded"),
                      from[2] = {LLVMGetInsertBlock(e->b), doubtful};
    branch(e, are_beyond_doubt(e, least), on, doubtful, 16);
    LLVMPositionBuilderAtEnd(e->b, doubtful);
    LLVMValueRef some[3];
    for (unsigned i = 0; i < 3; i++)
        some[i] = pick(e, arg[i], NULL, first, 1, lanes);
    value[1] = by_f32(e, LLVMCall, some);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    LLVMValueRef phi = LLVMBuildPhi(e->b, LLVMTypeOf(value[0]), "");
    LLVMAddIncoming(phi, value, from, 2);
    return phi;
}

static LLVMValueRef build_fma(struct emitter *e, const LLVMValueRef arg[3])
{
    enum { LANES = 16, PARTS = 64 / LANES };
    LLVMValueRef part[PARTS], wide[3];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(arg[0])) / LANES;
    for (unsigned i = 0; i < 3; i++)
        wide[i] = has_like_parts(arg[i]) ? as_f32(e, arg[i], 0) : NULL;
    for (unsigned k = 0; k < n; k++)
        part[k] = fma_by_f32(e, arg, wide, LANES * k, LANES);
    return joined(e, part, n, LANES);
}

LLVMValueRef build_f16(struct emitter *e, LLVMOpcode op, const LLVMValueRef arg[3])
{
    LLVMValueRef done = half_is_for(e) ? half_build(e, op, arg) : NULL;
    if (done)
        return done;
    return op == LLVMCall && e->masks != MASKS_NONE ? build_fma(e, arg) : by_f32(e, op, arg);
}
