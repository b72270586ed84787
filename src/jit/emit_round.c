/* emit_round.c: see emit_round.h. */
#include "jit/emit_round.h"

#include <stdio.h>

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/rounding.h"

enum { ZMM_BITS = 512, MAX_PARTS = 4 };

/* MXCSR.RC, by what MODE says: to nearest, up, down, to zero. */
static const uint8_t controls[] = {0, 2, 1, 3};

/* As LLVM's intrinsics take it, without exceptions. */
static LLVMValueRef rounding_control(struct emitter *e)
{
    enum { NO_EXCEPTIONS = 8 };
    return const_i32(e, controls[e->round] | NO_EXCEPTIONS);
}

static LLVMTypeRef vector_of(struct emitter *e, unsigned kind, unsigned lanes)
{
    return LLVMVectorType(type_of_kind(e, kind), lanes);
}

/* ---- a part: as much as is a register's ---- */

static LLVMValueRef arithmetic(struct emitter *e, const struct step *s, const struct rounding *r,
                               LLVMValueRef arg[3])
{
    static const char *const forms[] = {"llvm.x86.avx512fp16.%s.ph.512",
                                        "llvm.x86.avx512.%s.ps.512", "llvm.x86.avx512.%s.pd.512"};
    LLVMValueRef args[4] = {arg[0], arg[1], arg[2]};
    char name[64];
    snprintf(name, sizeof name, forms[s->type / 16 - KIND_F16], r->name);
    args[r->args] = rounding_control(e);
    return call_intrinsic(e, name, NULL, 0, args, r->args + 1);
}

static LLVMValueRef from_integers(struct emitter *e, const struct rounding *r, LLVMValueRef n)
{
    LLVMTypeRef over[2] = {vector_of(e, KIND_F32, 16), LLVMTypeOf(n)};
    LLVMValueRef args[2] = {n, rounding_control(e)};
    char name[64];
    snprintf(name, sizeof name, "llvm.x86.avx512.%s", r->name);
    return call_intrinsic(e, name, over, 2, args, 2);
}

static LLVMValueRef narrowed(struct emitter *e, bool to_f16, LLVMValueRef v)
{
    if (to_f16) {
        LLVMValueRef args[4] = {v, const_i32(e, controls[e->round]),
                                LLVMConstNull(vector_of(e, KIND_I16, 16)),
                                LLVMConstInt(e->i16, 0xffff, 0)};
        v = call_intrinsic(e, "llvm.x86.avx512.mask.vcvtps2ph.512", NULL, 0, args, 4);
        return LLVMBuildBitCast(e->b, v, vector_of(e, KIND_F16, 16), "");
    }
    LLVMValueRef args[4] = {v, LLVMConstNull(vector_of(e, KIND_F32, 8)),
                            LLVMConstInt(e->i8, 0xff, 0), rounding_control(e)};
    return call_intrinsic(e, "llvm.x86.avx512.mask.cvtpd2ps.512", NULL, 0, args, 4);
}

/* ---- all of them ---- */

static unsigned element_bits(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    default:
        return LLVMGetIntTypeWidth(t);
    }
}

LLVMValueRef build_rounded(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    const struct rounding *r = rounding_of(s);
    bool is_number = s->opcode == LLVMSIToFP || s->opcode == LLVMUIToFP;
    if (!r || (is_number && (s->type / 16 != KIND_F32 || element_bits(arg[0]) < 32)))
        return NULL;
    unsigned lanes = 1u << s->type % 16, n = ZMM_BITS / element_bits(arg[0]);
    LLVMValueRef out[MAX_PARTS];
    for (unsigned i = 0; i < lanes / n; i++) {
        LLVMValueRef in[3] = {NULL, NULL, NULL};
        for (unsigned k = 0; k < r->args; k++)
            in[k] = lanes == n ? arg[k] : pick(e, arg[k], NULL, n * i, 1, n);
        out[i] = is_number                  ? from_integers(e, r, in[0])
                 : s->opcode == LLVMFPTrunc ? narrowed(e, s->type / 16 == KIND_F16, in[0])
                                            : arithmetic(e, s, r, in);
    }
    return joined(e, out, lanes / n, n);
}
