/* fixed.c: vector fixed-point arithmetic, at every element width (the manual promises int8).
 *
 * RVV 12: saturation sets vxsat; what is shifted out rounds as vxrm says. */
#include "isa/ventus/sem/sem.h"

/* vxrm */
enum { RNU, RNE, RDN, ROD };

#define SATURATED(condition) (env->vxsat |= (lanes_where(condition) & env->on) != 0)
#define MOST                 ((I)(~(U){0} >> 1))
#define LEAST                ((I)((U){0} + 1) << (BITS - 1))
/* Truth as 0 or 1 per element. */
#define ONE_IF(condition) ((U)(condition)&1)
#define ODD(value)        ((U)(value)&1)

/* Rounded increment of `value`: half: the highest bit cut off (0 or 1 per element); rest:
 * whether bits below it were set (0 or 1). */
#define INCREMENT(value, half, rest)                                                               \
    (env->vxrm == RNU   ? (U)(half)                                                                \
     : env->vxrm == RNE ? (U)(half) & ((U)(rest) | ODD(value))                                     \
     : env->vxrm == RDN ? (U){0}                                                                   \
                        : ((U)(half) | (U)(rest)) & ~(U)ODD(value) & 1)

VEC_INT(vsaddu, U, SATURATED((U)(b + a) < b), (b + a) | (U)((U)(b + a) < b))
VEC_INT(vssubu, U, SATURATED(b < a), (b - a) & ~(U)(b < a))

#define SUM      ((I)((U)b + (U)a))
#define SUM_OVER ((I)((b ^ SUM) & (a ^ SUM)) < 0)
#define DIF      ((I)((U)b - (U)a))
#define DIF_OVER ((I)((b ^ a) & (b ^ DIF)) < 0)
#define LIMIT    (PICK(b < 0, LEAST, MOST))
VEC_INT(vsadd, I, SATURATED(SUM_OVER), PICK(SUM_OVER, LIMIT, SUM))
VEC_INT(vssub, I, SATURATED(DIF_OVER), PICK(DIF_OVER, LIMIT, DIF))

/* Averages: floor((b + a) / 2) without the carry bit, and the bit cut off. */
#define AVERAGE(floor, bit) ((U)(floor) + INCREMENT(floor, bit, (U){0}))
VEC_INT(vaaddu, U, AVERAGE((b & a) + ((b ^ a) >> 1), (b ^ a) & 1))
VEC_INT(vaadd, I, AVERAGE((U)(b &a) + (U)((b ^ a) >> 1), (b ^ a) & 1))
#define HALF_DIFFERENCE ((U)(b >> 1) - (U)(a >> 1) - (U)(~b & a & 1))
VEC_INT(vasubu, U, AVERAGE(HALF_DIFFERENCE, (b ^ a) & 1))
VEC_INT(vasub, I, AVERAGE(HALF_DIFFERENCE, (b ^ a) & 1))

/* Bits of b below bit a, the highest of them apart. */
#define COUNT    ((U)a & (BITS - 1))
#define CUT_HALF (((U)b >> ((COUNT - 1) & (BITS - 1))) & ONE_IF(COUNT != 0))
#define CUT_REST                                                                                   \
    ONE_IF(((U)b & ((((U){0} + 1) << ((COUNT - 1) & (BITS - 1))) - 1) & (U)(COUNT != 0)) != 0)
VEC_INT(vssrl, U, (b >> COUNT) + INCREMENT(b >> COUNT, CUT_HALF, CUT_REST))
VEC_INT(vssra, I, (U)(b >> (I)COUNT) + INCREMENT(b >> (I)COUNT, CUT_HALF, CUT_REST))

/* ---- fractional product: (b * a) >> (BITS - 1), saturated where both are the least ---- */

#define DEFINE_VSMUL(n, w)                                                                         \
    OVER u##n##x32 vsmul_of(struct ventus_env *env, i##n##x32 b, i##n##x32 a)                      \
    {                                                                                              \
        typedef u##w##x32 U;                                                                       \
        i##w##x32 p = WIDEN(i##w##x32, b) * WIDEN(i##w##x32, a);                                   \
        U half = (U)(p >> (n - 2)) & 1, mask = (U){0} + (((uint##w##_t)1 << (n - 2)) - 1);         \
        U rest = ONE_IF(((U)p & mask) != 0);                                                       \
        i##w##x32 q = p >> (n - 1);                                                                \
        return WIDEN(u##n##x32, (U)q + INCREMENT(q, half, rest));                                  \
    }
DEFINE_VSMUL(8, 16)
DEFINE_VSMUL(16, 32)
DEFINE_VSMUL(32, 64)

__extension__ typedef __int128 wide_product;

OVER u64x32 vsmul_of(struct ventus_env *env, i64x32 b, i64x32 a)
{
    u64x32 r;
    for (unsigned l = 0; l < 32; l++) {
        wide_product p = (wide_product)b[l] * a[l];
        uint64_t half = (uint64_t)(p >> 62) & 1, rest = ((uint64_t)p & (UINT64_MAX >> 2)) != 0;
        uint64_t q = (uint64_t)(p >> 63);
        uint64_t up = env->vxrm == RNU   ? half
                      : env->vxrm == RNE ? half & (rest | q)
                      : env->vxrm == RDN ? 0
                                         : (half | rest) & ~q;
        r[l] = q + (up & 1);
    }
    return r;
}

#define BOTH_LEAST ((b == LEAST) & (a == LEAST))
VEC_INT(vsmul, I, SATURATED(BOTH_LEAST), PICK(BOTH_LEAST, MOST, vsmul_of(env, b, a)))

/* ---- narrowing: elements of twice the width shifted right, then saturated (clip) ---- */

#define NARROW(name, bits, wide, S, ...)                                                           \
    static void name##_##bits(struct vec_args *x)                                                  \
    {                                                                                              \
        typedef u##wide##x32 U;                                                                    \
        typedef i##wide##x32 I;                                                                    \
        typedef S T;                                                                               \
        enum { BITS = wide, HALF UNUSED = bits };                                                  \
        struct ventus_env *env UNUSED = x->env;                                                    \
        const T a = (T)WIDEN(U, *(const u##bits##x32 *)x->a), b = *(const T *)x->b;                \
        UNUSED const I unused = {0};                                                               \
        *(u##bits##x32 *)x->d = WIDEN(u##bits##x32, (U)(__VA_ARGS__));                             \
    }
#define VEC_NARROW(name, S, ...)                                                                   \
    NARROW(name, 8, 16, S, __VA_ARGS__)                                                            \
    NARROW(name, 16, 32, S, __VA_ARGS__)                                                           \
    NARROW(name, 32, 64, S, __VA_ARGS__)                                                           \
    const struct ventus_vec FN(x_##name) = {{name##_8, name##_16, name##_32, 0, 0}, false};

#define ROUNDED      ((T)((U)(b >> (T)COUNT) + INCREMENT(b >> (T)COUNT, CUT_HALF, CUT_REST)))
#define NARROW_MOST  ((T)((((U){0} + 1) << (HALF - 1)) - 1))
#define NARROW_LEAST (~NARROW_MOST)
VEC_NARROW(vnsrl, U, b >> COUNT)
VEC_NARROW(vnsra, I, b >> (I)COUNT)
VEC_NARROW(vnclipu, U, SATURATED((I)(ROUNDED > (NARROW_MOST << 1 | 1))),
           PICK(ROUNDED > (NARROW_MOST << 1 | 1), NARROW_MOST << 1 | 1, ROUNDED))
VEC_NARROW(vnclip, I, SATURATED((ROUNDED > NARROW_MOST) | (ROUNDED < NARROW_LEAST)),
           PICK(ROUNDED > NARROW_MOST, NARROW_MOST,
                PICK(ROUNDED < NARROW_LEAST, NARROW_LEAST, ROUNDED)))
