/* packed.c: conversions between 16-bit and 32-bit floats and arithmetic on pairs of 16-bit
 * floats, as today's toolchain emits them.
 *
 * Spec isa.md 3.9. Conversions to 16 bits round to nearest even; the packed operations in
 * the mode of frm. */
#include "isa/ventus/sem/sem.h"

/* One function of active lanes: `...` gives the word from words a, b, c. */
#define VEC_WORDS(name, ...)                                                                       \
    static void name##_words(struct vec_args *x)                                                   \
    {                                                                                              \
        struct sf_env *fp = &x->env->fp;                                                           \
        for (uint32_t left = x->env->on; left; left &= left - 1) {                                 \
            unsigned l = (unsigned)__builtin_ctz(left);                                            \
            UNUSED const uint32_t a = ((const uint32_t *)x->a)[l];                                 \
            UNUSED const uint32_t b = ((const uint32_t *)x->b)[l];                                 \
            UNUSED const uint32_t c = ((const uint32_t *)x->c)[l];                                 \
            ((uint32_t *)x->d)[l] = (uint32_t)(__VA_ARGS__);                                       \
        }                                                                                          \
    }                                                                                              \
    const struct ventus_vec FN(x_##name) = {{0, 0, name##_words, 0, 0}, false};

static uint64_t convert(struct sf_env *fp, struct sf_format from, struct sf_format to, uint64_t x)
{
    struct sf_env nearest = {.rm = SF_RNE};
    uint64_t r = sf_convert(&nearest, from, to, x);
    fp->flags |= nearest.flags;
    return r;
}

VEC_WORDS(vcvt_f32_fp16, convert(fp, sf_f16, sf_f32, b & 0xffff))
VEC_WORDS(vcvt_f16_fp32, convert(fp, sf_f32, sf_f16, b))
VEC_WORDS(vcvt_fp32_bf16, convert(fp, sf_bf16, sf_f32, b & 0xffff))
VEC_WORDS(vcvt_bf16_fp32, convert(fp, sf_f32, sf_bf16, b))

#define PAIR(op, format)                                                                           \
    (op(fp, format, a & 0xffff, b & 0xffff) | op(fp, format, a >> 16, b >> 16) << 16)
#define FMA(format)                                                                                \
    (sf_fma(fp, format, a & 0xffff, b & 0xffff, c & 0xffff) |                                      \
     sf_fma(fp, format, a >> 16, b >> 16, c >> 16) << 16)

VEC_WORDS(vadd_f16x2, PAIR(sf_add, sf_f16))
VEC_WORDS(vmul_f16x2, PAIR(sf_mul, sf_f16))
VEC_WORDS(vfma_f16x2, FMA(sf_f16))
VEC_WORDS(vadd_bf16x2, PAIR(sf_add, sf_bf16))
VEC_WORDS(vmul_bf16x2, PAIR(sf_mul, sf_bf16))
VEC_WORDS(vfma_bf16x2, FMA(sf_bf16))
