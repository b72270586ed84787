/* integer.c: integer arithmetic, logic, shifts and bit operations of the vector ALU on 16,
 * 24, 32 and 64 bits. Manual: RDNA3 16.7, 16.8, 16.12.
 *
 * Sums wrap unless CLAMP asks for saturation (manual 7.1, CLMP). Arithmetic is on unsigned
 * types, where wrapping is defined. */
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/sem.h"

/* ---- logic ---- */

SEM(v_and_b32) { d->u = a->u & b->u; }
SEM(v_or_b32) { d->u = a->u | b->u; }
SEM(v_xor_b32) { d->u = a->u ^ b->u; }
SEM(v_xnor_b32) { d->u = ~(a->u ^ b->u); }
SEM(v_not_b32) { d->u = ~a->u; }
SEM(v_xor3_b32) { d->u = a->u ^ b->u ^ c->u; }
SEM(v_or3_b32) { d->u = a->u | b->u | c->u; }
SEM(v_and_or_b32) { d->u = (a->u & b->u) | c->u; }
SEM(v_bfi_b32) { d->u = (a->u & b->u) | (~a->u & c->u); }
SEM(v_and_b16) { d->u = a->u & b->u; }
SEM(v_or_b16) { d->u = a->u | b->u; }
SEM(v_xor_b16) { d->u = a->u ^ b->u; }
SEM(v_not_b16) { d->u = ~a->u; }

/* ---- shifts; counts beyond the width wrap around ---- */

SEM(v_lshlrev_b32) { d->u = b->u << (a->u & 31); }
SEM(v_lshrrev_b32) { d->u = b->u >> (a->u & 31); }
SEM(v_ashrrev_i32) { d->i = b->i >> (a->i & 31); }
SEM(v_lshlrev_b16) { d->u = b->u << (a->u & 15); }
SEM(v_lshrrev_b16) { d->u = b->u >> (a->u & 15); }
SEM(v_ashrrev_i16) { d->i = b->i >> (a->i & 15); }
SEM(v_lshlrev_b64) { d->u = b->u << zext32(a->u & 63); }
SEM(v_lshrrev_b64) { d->u = b->u >> zext32(a->u & 63); }
SEM(v_ashrrev_i64) { d->i = b->i >> (i64x32)zext32(a->u & 63); }
SEM(v_lshl_add_u32) { d->u = (a->u << (b->u & 31)) + c->u; }
SEM(v_add_lshl_u32) { d->u = (a->u + b->u) << (c->u & 31); }
SEM(v_lshl_or_b32) { d->u = (a->u << (b->u & 31)) | c->u; }

/* {a, b} as 64 bits, shifted right; the count is 16 bits wide so that OPSEL applies. */
SEM(v_alignbit_b32) { d->u = funnel32(a->u, b->u, zext16(c->u)); }
SEM(v_alignbyte_b32) { d->u = funnel32(a->u, b->u, zext16(c->u) * 8); }

/* ---- bit fields and counts ---- */

SEM(v_bfm_b32) { d->u = ((1u << (a->u & 31)) - 1) << (b->u & 31); }
SEM(v_bfe_u32) { d->u = a->u >> (b->u & 31) & ((1u << (c->u & 31)) - 1); }
SEM(v_bfe_i32)
{
    i32x32 width = c->i & 31, up = (32 - width) & 31;
    i32x32 field = (i32x32)((u32x32)(a->i >> (b->i & 31)) << (u32x32)up) >> up;
    d->u = (u32x32)field & (u32x32)(width != 0);
}
SEM(v_bfrev_b32) { d->u = reverse32(a->u); }
SEM(v_bcnt_u32_b32) { d->u = popcount32(a->u) + b->u; }

/* -1 when there is nothing to find. */
SEM(v_clz_i32_u32) { d->u = clz32(a->u) | (u32x32)(a->u == 0); }
SEM(v_ctz_i32_b32)
{
    u32x32 below = ~a->u & (a->u - 1); /* ones below the lowest bit set */
    d->u = popcount32(below) | (u32x32)(a->u == 0);
}
SEM(v_cls_i32)
{
    u32x32 changes = (u32x32)(a->i >> 31) ^ a->u; /* bits that differ from the sign */
    d->u = clz32(changes) | (u32x32)(changes == 0);
}

/* ---- additions with carry ---- */

static inline void add_carry(vec32 *d, uint32_t *co, u32x32 a, u32x32 b, uint32_t m, uint32_t clamp)
{
    u32x32 in = lanes_of(m), part = a + b, sum = part - in;
    u32x32 out = (u32x32)(part < a) | (in & (u32x32)(sum == 0));
    *co = mask_of((i32x32)out);
    d->u = clamp ? sum | out : sum;
}

static inline void sub_borrow(vec32 *d, uint32_t *co, u32x32 a, u32x32 b, uint32_t m,
                              uint32_t clamp)
{
    u32x32 in = lanes_of(m), part = a - b;
    u32x32 out = (u32x32)(a < b) | (in & (u32x32)(part == 0));
    u32x32 difference = part + in;
    *co = mask_of((i32x32)out);
    d->u = clamp ? difference & ~out : difference;
}

SEM(v_add_co_u32) { add_carry(d, co, a->u, b->u, 0, clamp); }
SEM(v_sub_co_u32) { sub_borrow(d, co, a->u, b->u, 0, clamp); }
SEM(v_subrev_co_u32) { sub_borrow(d, co, b->u, a->u, 0, clamp); }
SEM(v_add_co_ci_u32) { add_carry(d, co, a->u, b->u, m, clamp); }
SEM(v_sub_co_ci_u32) { sub_borrow(d, co, a->u, b->u, m, clamp); }
/* The borrow is that of b - a, though 16.7 prints the formula of V_SUB_CO_CI_U32. Errata E-010 */
SEM(v_subrev_co_ci_u32) { sub_borrow(d, co, b->u, a->u, m, clamp); }

/* ---- additions ---- */

SEM(v_add_nc_u32) { d->u = clamp ? ADD_SAT(a->u, b->u) : a->u + b->u; }
SEM(v_sub_nc_u32) { d->u = clamp ? SUB_SAT(a->u, b->u) : a->u - b->u; }
SEM(v_subrev_nc_u32) { d->u = clamp ? SUB_SAT(b->u, a->u) : b->u - a->u; }
SEM(v_add_nc_i32) { d->u = clamp ? (u32x32)ADD_SAT(a->i, b->i) : a->u + b->u; }
SEM(v_sub_nc_i32) { d->u = clamp ? (u32x32)SUB_SAT(a->i, b->i) : a->u - b->u; }
SEM(v_add_nc_u16) { d->u = clamp ? ADD_SAT(a->u, b->u) : a->u + b->u; }
SEM(v_sub_nc_u16) { d->u = clamp ? SUB_SAT(a->u, b->u) : a->u - b->u; }
SEM(v_add_nc_i16) { d->u = clamp ? (u16x32)ADD_SAT(a->i, b->i) : a->u + b->u; }
SEM(v_sub_nc_i16) { d->u = clamp ? (u16x32)SUB_SAT(a->i, b->i) : a->u - b->u; }
SEM(v_add3_u32) { d->u = a->u + b->u + c->u; }
SEM(v_xad_u32) { d->u = (a->u ^ b->u) + c->u; }

/* ---- multiplications ---- */

static inline u32x32 low24(u32x32 x) { return x & 0xffffff; }
static inline i32x32 sext24(u32x32 x) { return (i32x32)(x << 8) >> 8; }
static inline i64x32 product_i24(const vec32 *a, const vec32 *b)
{
    return sext32((u32x32)sext24(a->u)) * sext32((u32x32)sext24(b->u));
}
static inline u64x32 product_u24(const vec32 *a, const vec32 *b)
{
    return zext32(low24(a->u)) * zext32(low24(b->u));
}

SEM(v_mul_i32_i24)
{
    d->u = clamp ? clamp_i32(product_i24(a, b)) : (u32x32)sext24(a->u) * (u32x32)sext24(b->u);
}
SEM(v_mul_u32_u24) { d->u = clamp ? clamp_u32(product_u24(a, b)) : low24(a->u) * low24(b->u); }
SEM(v_mul_hi_i32_i24) { d->u = trunc32((u64x32)(product_i24(a, b) >> 32)); }
SEM(v_mul_hi_u32_u24) { d->u = trunc32(product_u24(a, b) >> 32); }
SEM(v_mul_lo_u32) { d->u = a->u * b->u; }
SEM(v_mul_hi_u32) { d->u = trunc32(zext32(a->u) * zext32(b->u) >> 32); }
SEM(v_mul_hi_i32) { d->u = trunc32((u64x32)(sext32(a->u) * sext32(b->u) >> 32)); }

SEM(v_mad_i32_i24)
{
    d->u = clamp ? clamp_i32(product_i24(a, b) + sext32(c->u))
                 : (u32x32)sext24(a->u) * (u32x32)sext24(b->u) + c->u;
}
SEM(v_mad_u32_u24)
{
    d->u = clamp ? clamp_u32(product_u24(a, b) + zext32(c->u)) : low24(a->u) * low24(b->u) + c->u;
}
SEM(v_mad_u32_u16)
{
    u32x32 product = zext16(a->u) * zext16(b->u);
    d->u = clamp ? ADD_SAT(product, c->u) : product + c->u;
}
SEM(v_mad_i32_i16)
{
    i32x32 product = sext16(a->u) * sext16(b->u);
    d->u = clamp ? (u32x32)ADD_SAT(product, c->i) : (u32x32)product + c->u;
}
SEM(v_mul_lo_u16) { d->u = clamp ? clamp_u16(zext16(a->u) * zext16(b->u)) : a->u * b->u; }
SEM(v_mad_u16)
{
    /* 0xffff * 0xffff + 0xffff fits in 32 bits */
    d->u = clamp ? clamp_u16(zext16(a->u) * zext16(b->u) + zext16(c->u)) : a->u * b->u + c->u;
}
SEM(v_mad_i16)
{
    d->u = clamp ? clamp_i16(sext16(a->u) * sext16(b->u) + sext16(c->u)) : a->u * b->u + c->u;
}

/* The mask result is bit 64 of the 65-bit sum. */
SEM(v_mad_u64_u32)
{
    u64x32 product = zext32(a->u) * zext32(b->u), sum = product + c->u;
    u64x32 carry = (u64x32)(sum < product);
    *co = mask_of64((i64x32)carry);
    d->u = clamp ? sum | carry : sum;
}
SEM(v_mad_i64_i32)
{
    u64x32 product = (u64x32)(sext32(a->u) * sext32(b->u)), sum = product + c->u;
    i64x32 overflow = (i64x32)((product ^ sum) & (c->u ^ sum)) >> 63;
    i64x32 negative = ((i64x32)sum >> 63) ^ overflow; /* sign of the exact sum */
    *co = mask_of64(negative);
    d->u = clamp ? pick64((u64x32)overflow, (u64x32)negative ^ (uint64_t)INT64_MAX, sum) : sum;
}

/* ---- minimum, maximum, median ---- */

SEM(v_min_i32) { d->i = MIN(a->i, b->i); }
SEM(v_max_i32) { d->i = MAX(a->i, b->i); }
SEM(v_min_u32) { d->u = MIN(a->u, b->u); }
SEM(v_max_u32) { d->u = MAX(a->u, b->u); }
SEM(v_min_i16) { d->i = MIN(a->i, b->i); }
SEM(v_max_i16) { d->i = MAX(a->i, b->i); }
SEM(v_min_u16) { d->u = MIN(a->u, b->u); }
SEM(v_max_u16) { d->u = MAX(a->u, b->u); }

#define MED3(a, b, c) MAX(MIN(a, b), MIN(MAX(a, b), c))

SEM(v_min3_i32) { d->i = MIN(MIN(a->i, b->i), c->i); }
SEM(v_max3_i32) { d->i = MAX(MAX(a->i, b->i), c->i); }
SEM(v_med3_i32) { d->i = MED3(a->i, b->i, c->i); }
SEM(v_min3_u32) { d->u = MIN(MIN(a->u, b->u), c->u); }
SEM(v_max3_u32) { d->u = MAX(MAX(a->u, b->u), c->u); }
SEM(v_med3_u32) { d->u = MED3(a->u, b->u, c->u); }
SEM(v_min3_i16) { d->i = MIN(MIN(a->i, b->i), c->i); }
SEM(v_max3_i16) { d->i = MAX(MAX(a->i, b->i), c->i); }
SEM(v_med3_i16) { d->i = MED3(a->i, b->i, c->i); }
SEM(v_min3_u16) { d->u = MIN(MIN(a->u, b->u), c->u); }
SEM(v_max3_u16) { d->u = MAX(MAX(a->u, b->u), c->u); }
SEM(v_med3_u16) { d->u = MED3(a->u, b->u, c->u); }
SEM(v_maxmin_u32) { d->u = MIN(MAX(a->u, b->u), c->u); }
SEM(v_minmax_u32) { d->u = MAX(MIN(a->u, b->u), c->u); }
SEM(v_maxmin_i32) { d->i = MIN(MAX(a->i, b->i), c->i); }
SEM(v_minmax_i32) { d->i = MAX(MIN(a->i, b->i), c->i); }

/* ---- changes of width ---- */

SEM(v_cvt_i32_i16) { d->i = sext16(a->u); }
SEM(v_cvt_u32_u16) { d->u = zext16(a->u); }
SEM(v_cvt_pk_u16_u32) { d->u = join16(clamp_u16(a->u), clamp_u16(b->u)); }
SEM(v_cvt_pk_i16_i32) { d->u = join16(clamp_i16(a->i), clamp_i16(b->i)); }
SEM(v_sat_pk_u8_i16)
{
    i16x32 zero = {0}, top = zero + 255;
    u16x32 lo = (u16x32)MIN(MAX((i16x32)lo16(a->u), zero), top);
    u16x32 hi = (u16x32)MIN(MAX((i16x32)hi16(a->u), zero), top);
    d->u = lo | hi << 8;
}
