/* sem.h: what every file of semantic functions includes.
 *
 * Vector and scalar arithmetic is one expression per instruction over its sources a, b, c
 * (src1, src2, src3), from which the functions of all element widths are made:
 *
 *     VEC_INT(vsub, U, b - a)                 unsigned elements of 8, 16, 32, 64 bits
 *     VEC_INT(vmin, I, PICK(b < a, b, a))     signed ones
 *     VEC_CMP(vmsltu, U, b < a)               0 or 1 in the lane's 32-bit word
 *     VEC_WIDE(vwadd, I, I, b + a)            results of twice the width
 *     SCALAR(add, U, a + b)                   32 bits, and 64 for register pairs
 *     VEC_FLOAT(vfadd, fadd(env, b, a))       f16, f32, f64 (float.h)
 *
 * T is the type of an element vector, U and I the unsigned and signed ones, BITS its width.
 * Everything else (SEM: branches, loads, stores, atomics, whole-warp instructions) has the
 * signature that the generator derives from the row. */
#ifndef SHOAL_VENTUS_SEM_H
#define SHOAL_VENTUS_SEM_H

#ifndef SHOAL_BITCODE
#define SHOAL_SEM_THUNKS
#endif
#include "isa/ventus/exec/state.h"
#include "ventus_sem.h"

typedef VEC(int8_t, 32) i8x32;

#define OVER   static inline __attribute__((overloadable, unused))
#define UNUSED __attribute__((unused))

#define PICK(condition, x, y) ((T)(((U)(condition) & (U)(x)) | (~(U)(condition) & (U)(y))))

#ifdef SHOAL_BITCODE
/* For the JIT, which knows one width, 32 bits: sem_ventus_NAME with the parameters of
 * ventus_signatures.inc. Wide results and pairs are the interpreter's. */
#define VEC_BITCODE(name, A, B, C, RES, ...)                                                       \
    void sem_ventus_##name(u32x32 *result, const u32x32 *src1, const u32x32 *src2,                 \
                           const u32x32 *src3, uint32_t m)                                         \
    {                                                                                              \
        typedef u32x32 U UNUSED;                                                                   \
        typedef i32x32 I UNUSED;                                                                   \
        typedef A T UNUSED;                                                                        \
        enum { BITS UNUSED = 32 };                                                                 \
        struct ventus_env first_register = {0}, *env UNUSED = &first_register;                     \
        UNUSED const A a = (A)*src1;                                                               \
        UNUSED const B b = (B)*src2;                                                               \
        UNUSED const C c = (C)*src3;                                                               \
        (void)m;                                                                                   \
        *result = (u32x32)(RES)(__VA_ARGS__);                                                      \
    }
#define VEC_INT(name, S, ...)     VEC_BITCODE(name, S, S, S, S, __VA_ARGS__)
#define VEC_CMP(name, S, ...)     VEC_BITCODE(name, S, S, S, u32x32, bool_of(__VA_ARGS__))
#define VEC_32(name, ...)         VEC_BITCODE(name, U, U, U, U, __VA_ARGS__)
#define VEC_WIDE(name, A, B, ...) struct ventus_no_##name;
#define VEC_WIDE2(name, ...)      struct ventus_no_##name;
#define SCALAR(name, S, ...)                                                                       \
    void sem_ventus_##name(uint32_t *result, uint32_t src1, uint32_t src2, uint32_t pc)            \
    {                                                                                              \
        typedef uint32_t U UNUSED;                                                                 \
        typedef int32_t I UNUSED;                                                                  \
        typedef S T UNUSED;                                                                        \
        enum { BITS UNUSED = 32 };                                                                 \
        struct ventus_env at = {.pc = pc}, *env UNUSED = &at;                                      \
        UNUSED const S a = (S)src1, b = (S)src2;                                                   \
        *result = (U)(__VA_ARGS__);                                                                \
    }
#else

/* One width of a vector function: SRC, RES: U or I. */
#define VEC_FUNCTION(name, bits, A, B, C, RES, ...)                                                \
    static void name##_##bits(struct vec_args *x)                                                  \
    {                                                                                              \
        typedef u##bits##x32 U UNUSED;                                                             \
        typedef i##bits##x32 I UNUSED;                                                             \
        typedef A T UNUSED;                                                                        \
        enum { BITS UNUSED = bits };                                                               \
        struct ventus_env *env UNUSED = x->env;                                                    \
        UNUSED const uint32_t m = x->m;                                                            \
        UNUSED const A a = *(const A *)x->a;                                                       \
        UNUSED const B b = *(const B *)x->b;                                                       \
        UNUSED const C c = *(const C *)x->c;                                                       \
        *(RES *)x->d = (RES)(__VA_ARGS__);                                                         \
    }

#define VEC_INT(name, S, ...)                                                                      \
    VEC_FUNCTION(name, 8, S, S, S, S, __VA_ARGS__)                                                 \
    VEC_FUNCTION(name, 16, S, S, S, S, __VA_ARGS__)                                                \
    VEC_FUNCTION(name, 32, S, S, S, S, __VA_ARGS__)                                                \
    VEC_FUNCTION(name, 64, S, S, S, S, __VA_ARGS__)                                                \
    const struct ventus_vec FN(x_##name) = {{name##_8, name##_16, name##_32, name##_64, 0}, false};

#define VEC_CMP(name, S, ...)                                                                      \
    VEC_FUNCTION(name, 8, S, S, S, u32x32, bool_of(__VA_ARGS__))                                   \
    VEC_FUNCTION(name, 16, S, S, S, u32x32, bool_of(__VA_ARGS__))                                  \
    VEC_FUNCTION(name, 32, S, S, S, u32x32, bool_of(__VA_ARGS__))                                  \
    VEC_FUNCTION(name, 64, S, S, S, u32x32, bool_of(__VA_ARGS__))                                  \
    const struct ventus_vec FN(x_##name) = {{name##_8, name##_16, name##_32, name##_64, 0}, false};

/* 32-bit lanes only, whatever they hold. */
#define VEC_32(name, ...)                                                                          \
    VEC_FUNCTION(name, 32, U, U, U, U, __VA_ARGS__)                                                \
    const struct ventus_vec FN(x_##name) = {{0, 0, name##_32, 0, 0}, false};

/* Sources a and b are widened, as A and B say (U or I), then the expression is computed in
 * the double width; c and the result have it. */
#define VEC_WIDE_FUNCTION(name, bits, wide, A, B, ...)                                             \
    static void name##_##bits(struct vec_args *x)                                                  \
    {                                                                                              \
        typedef u##bits##x32 U;                                                                    \
        typedef i##bits##x32 I;                                                                    \
        typedef u##wide##x32 W;                                                                    \
        const W a = (W)WIDEN_##A(bits, wide, *(const A *)x->a);                                    \
        const W b = (W)WIDEN_##B(bits, wide, *(const B *)x->b);                                    \
        UNUSED const W c = *(const W *)x->c;                                                       \
        UNUSED const U unused_u = {0};                                                             \
        UNUSED const I unused_i = {0};                                                             \
        *(W *)x->d = (W)(__VA_ARGS__);                                                             \
    }
#define WIDEN_U(bits, wide, v) WIDEN(u##wide##x32, v)
#define WIDEN_I(bits, wide, v) WIDEN(i##wide##x32, v)

#define VEC_WIDE(name, A, B, ...)                                                                  \
    VEC_WIDE_FUNCTION(name, 8, 16, A, B, __VA_ARGS__)                                              \
    VEC_WIDE_FUNCTION(name, 16, 32, A, B, __VA_ARGS__)                                             \
    VEC_WIDE_FUNCTION(name, 32, 64, A, B, __VA_ARGS__)                                             \
    const struct ventus_vec FN(x_##name) = {{name##_8, name##_16, name##_32, 0, 0}, false};

/* All operands of the double width (.wv, .wx). */
#define VEC_WIDE2(name, ...)                                                                       \
    VEC_FUNCTION(name, 16, U, U, U, U, __VA_ARGS__)                                                \
    VEC_FUNCTION(name, 32, U, U, U, U, __VA_ARGS__)                                                \
    VEC_FUNCTION(name, 64, U, U, U, U, __VA_ARGS__)                                                \
    const struct ventus_vec FN(x_##name) = {{name##_16, name##_32, name##_64, 0, 0}, false};

#define SCALAR_FUNCTION(name, bits, S, ...)                                                        \
    static void name##_##bits(struct scalar_args *x)                                               \
    {                                                                                              \
        typedef uint##bits##_t U UNUSED;                                                           \
        typedef int##bits##_t I UNUSED;                                                            \
        typedef S T UNUSED;                                                                        \
        enum { BITS UNUSED = bits };                                                               \
        struct ventus_env *env UNUSED = x->env;                                                    \
        UNUSED const S a = (S)x->a, b = (S)x->b, c = (S)x->c;                                      \
        x->d = (U)(__VA_ARGS__);                                                                   \
    }
#define SCALAR(name, S, ...)                                                                       \
    SCALAR_FUNCTION(name, 32, S, __VA_ARGS__)                                                      \
    SCALAR_FUNCTION(name, 64, S, __VA_ARGS__)                                                      \
    const struct ventus_scalar FN(x_##name) = {name##_32, name##_64};
#endif

/* ---- helpers over vectors of any width ---- */

OVER u32x32 bool_of(i8x32 c) { return WIDEN(u32x32, c) & 1; }
OVER u32x32 bool_of(i16x32 c) { return WIDEN(u32x32, c) & 1; }
OVER u32x32 bool_of(i32x32 c) { return (u32x32)c & 1; }
OVER u32x32 bool_of(i64x32 c) { return WIDEN(u32x32, c) & 1; }

/* The lanes where a comparison holds. */
OVER uint32_t lanes_where(i8x32 c) { return bits_of(__builtin_convertvector(c, bool32)); }
OVER uint32_t lanes_where(i16x32 c) { return mask_of16(c); }
OVER uint32_t lanes_where(i32x32 c) { return mask_of(c); }
OVER uint32_t lanes_where(i64x32 c) { return mask_of64(c); }

#endif
