/* integer.c: vector integer arithmetic, comparisons, logic, moves and widening.
 *
 * Manual: chapter 5, RVV integer; spec isa.md 7.3 (widening on register pairs), 8.2
 * (comparisons give 0 or 1 per lane), 8.6 (division), 9. */
#include "isa/ventus/sem/sem.h"

/* ---- products: upper halves ---- */

#define DEFINE_MULH(n, w)                                                                          \
    OVER u##n##x32 mulhu(u##n##x32 a, u##n##x32 b)                                                 \
    {                                                                                              \
        return WIDEN(u##n##x32, (WIDEN(u##w##x32, a) * WIDEN(u##w##x32, b)) >> n);                 \
    }
DEFINE_MULH(8, 16)
DEFINE_MULH(16, 32)
DEFINE_MULH(32, 64)

__extension__ typedef unsigned __int128 wide_product;

OVER u64x32 mulhu(u64x32 a, u64x32 b)
{
    u64x32 r;
    for (unsigned l = 0; l < 32; l++)
        r[l] = (uint64_t)((wide_product)a[l] * b[l] >> 64);
    return r;
}

/* Signed factors: the unsigned product less the other factor for each negative one. */
#define MULH(a, b)   (mulhu(a, b) - ((U)((I)(a) < 0) & (b)) - ((U)((I)(b) < 0) & (a)))
#define MULHSU(a, b) (mulhu(a, b) - ((U)((I)(a) < 0) & (b))) /* a signed, b unsigned */

/* ---- arithmetic, logic, shifts ---- */

VEC_INT(vadd, I, (U)b + (U)a)
VEC_INT(vsub, I, (U)b - (U)a)
VEC_INT(vrsub, I, (U)a - (U)b)
VEC_INT(vand, I, b &a)
VEC_INT(vor, I, b | a)
VEC_INT(vxor, I, b ^ a)
VEC_INT(vsll, I, (U)b << ((U)a & (BITS - 1)))
VEC_INT(vsrl, U, b >> (a & (BITS - 1)))
VEC_INT(vsra, I, b >> (a & (BITS - 1)))
VEC_INT(vminu, U, PICK(b < a, b, a))
VEC_INT(vmin, I, PICK(b < a, b, a))
VEC_INT(vmaxu, U, PICK(b > a, b, a))
VEC_INT(vmax, I, PICK(b > a, b, a))
VEC_INT(vmul, I, (U)b *(U)a)
VEC_INT(vmulh, I, MULH((U)b, (U)a))
VEC_INT(vmulhu, U, mulhu(b, a))
VEC_INT(vmulhsu, I, MULHSU((U)b, (U)a))

/* Division by zero gives all ones and the dividend; the one overflow gives the dividend and
 * 0. Such divisors are replaced by 1 before. */
#define LEAST     ((I)((U){0} + 1) << (BITS - 1))
#define OVERFLOWS (((I)b == LEAST) & ((I)a == -1))
#define DIVISOR   PICK((a == 0) | OVERFLOWS, (T){0} + 1, a)
VEC_INT(vdivu, U, PICK(a == 0, ~(U){0}, b / PICK(a == 0, (U){0} + 1, a)))
VEC_INT(vdiv, I, PICK(a == 0, ~(U){0}, b / DIVISOR))
VEC_INT(vremu, U, PICK(a == 0, b, b % PICK(a == 0, (U){0} + 1, a)))
VEC_INT(vrem, I, PICK(a == 0, b, b % DIVISOR))

VEC_INT(vmacc, I, (U)c + (U)a * (U)b)
VEC_INT(vnmsac, I, (U)c - (U)a * (U)b)
VEC_INT(vmadd, I, (U)c *(U)a + (U)b)
VEC_INT(vnmsub, I, (U)b - (U)c * (U)a)

/* The low part of the element, extended to it. */
VEC_INT(vzext_vf2, U, b << BITS / 2 >> BITS / 2)
VEC_INT(vsext_vf2, I, (I)((U)b << BITS / 2) >> BITS / 2)
VEC_INT(vzext_vf4, U, b << (BITS - BITS / 4) >> (BITS - BITS / 4))
VEC_INT(vsext_vf4, I, (I)((U)b << (BITS - BITS / 4)) >> (BITS - BITS / 4))
VEC_INT(vzext_vf8, U, b << (BITS - BITS / 8) >> (BITS - BITS / 8))
VEC_INT(vsext_vf8, I, (I)((U)b << (BITS - BITS / 8)) >> (BITS - BITS / 8))

/* ---- comparisons ---- */

VEC_CMP(vmseq, U, b == a)
VEC_CMP(vmsne, U, b != a)
VEC_CMP(vmsltu, U, b < a)
VEC_CMP(vmslt, I, b < a)
VEC_CMP(vmsleu, U, b <= a)
VEC_CMP(vmsle, I, b <= a)
VEC_CMP(vmsgtu, U, b > a)
VEC_CMP(vmsgt, I, b > a)

/* ---- masks are words: bit 0 is the truth, isa.md 8.2 ---- */

VEC_32(vmand, b &a)
VEC_32(vmnand, ~(b &a))
VEC_32(vmandn, b & ~a)
VEC_32(vmxor, b ^ a)
VEC_32(vmor, b | a)
VEC_32(vmnor, ~(b | a))
VEC_32(vmorn, b | ~a)
VEC_32(vmxnor, ~(b ^ a))

/* ---- selection, moves ---- */

OVER i8x32 lanes_as(i8x32 like, uint32_t m)
{
    (void)like;
    return -__builtin_convertvector(bools_of(m), i8x32);
}
OVER i16x32 lanes_as(i16x32 like, uint32_t m)
{
    (void)like;
    return (i16x32)lanes_of16(m);
}
OVER i32x32 lanes_as(i32x32 like, uint32_t m)
{
    (void)like;
    return (i32x32)lanes_of(m);
}
OVER i64x32 lanes_as(i64x32 like, uint32_t m)
{
    (void)like;
    return (i64x32)lanes_of64(m);
}

VEC_INT(vmerge, I, PICK(lanes_as(a, m), a, b))
VEC_INT(vmv_v, I, a)

OVER u8x32 ids(u8x32 like)
{
    (void)like;
    return WIDEN(u8x32, lane_ids());
}
OVER u16x32 ids(u16x32 like)
{
    (void)like;
    return trunc16(lane_ids());
}
OVER u32x32 ids(u32x32 like)
{
    (void)like;
    return lane_ids();
}
OVER u64x32 ids(u64x32 like)
{
    (void)like;
    return zext32(lane_ids());
}
#define ELEMENT (ids((U){0}) + (U){0} + (__typeof__(((U){0})[0]))env->first)
VEC_INT(vid, U, ELEMENT)

/* ---- widening ---- */

VEC_WIDE(vwaddu, U, U, b + a)
VEC_WIDE(vwadd, I, I, b + a)
VEC_WIDE(vwsubu, U, U, b - a)
VEC_WIDE(vwsub, I, I, b - a)
VEC_WIDE(vwmulu, U, U, (b) * (a))
VEC_WIDE(vwmul, I, I, (b) * (a))
VEC_WIDE(vwmulsu, U, I, (b) * (a)) /* src2 signed, src1 unsigned */
VEC_WIDE(vwmaccu, U, U, c + a * b)
VEC_WIDE(vwmacc, I, I, c + a * b)
VEC_WIDE(vwmaccsu, I, U, c + a * b) /* src1 signed, src2 unsigned */
VEC_WIDE(vwmaccus, U, I, c + a * b) /* src1 unsigned, src2 signed */
VEC_WIDE2(vwaddu_w, b + a)
VEC_WIDE2(vwadd_w, b + a)
VEC_WIDE2(vwsubu_w, b - a)
VEC_WIDE2(vwsub_w, b - a)
