/* packed.c: integer instructions on parts of a register: two 16-bit halves (VOP3P), bytes
 * and nibbles (dot products, sums of absolute differences, byte permutation).
 * Manual: RDNA3 16.10 and 16.12. The halves of packed operands arrive in place; OPSEL is
 * the operand layer's work. */
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/sem.h"

/* ---- packed 16 bit ---- */

static inline u16x64 halves(const vec32 *x) { return (u16x64)x->u; }
static inline i16x64 shorts(const vec32 *x) { return (i16x64)x->u; }

/* Both halves as 32-bit lanes, for what 16 bits cannot hold. */
static inline i32x32 low_short(const vec32 *x) { return (i32x32)(x->u << 16) >> 16; }
static inline i32x32 high_short(const vec32 *x) { return x->i >> 16; }

SEM(v_pk_add_u16)
{
    d->u = (u32x32)(clamp ? ADD_SAT(halves(a), halves(b)) : halves(a) + halves(b));
}
SEM(v_pk_sub_u16)
{
    d->u = (u32x32)(clamp ? SUB_SAT(halves(a), halves(b)) : halves(a) - halves(b));
}
SEM(v_pk_add_i16)
{
    d->u = clamp ? (u32x32)ADD_SAT(shorts(a), shorts(b)) : (u32x32)(halves(a) + halves(b));
}
SEM(v_pk_sub_i16)
{
    d->u = clamp ? (u32x32)SUB_SAT(shorts(a), shorts(b)) : (u32x32)(halves(a) - halves(b));
}
SEM(v_pk_mul_lo_u16)
{
    d->u = clamp ? join16(clamp_u16((a->u & 0xffff) * (b->u & 0xffff)),
                          clamp_u16((a->u >> 16) * (b->u >> 16)))
                 : (u32x32)(halves(a) * halves(b));
}
SEM(v_pk_mad_u16)
{
    d->u = clamp ? join16(clamp_u16((a->u & 0xffff) * (b->u & 0xffff) + (c->u & 0xffff)),
                          clamp_u16((a->u >> 16) * (b->u >> 16) + (c->u >> 16)))
                 : (u32x32)(halves(a) * halves(b) + halves(c));
}
SEM(v_pk_mad_i16)
{
    d->u = clamp ? join16(clamp_i16(low_short(a) * low_short(b) + low_short(c)),
                          clamp_i16(high_short(a) * high_short(b) + high_short(c)))
                 : (u32x32)(halves(a) * halves(b) + halves(c));
}
SEM(v_pk_lshlrev_b16) { d->u = (u32x32)(halves(b) << (halves(a) & 15)); }
SEM(v_pk_lshrrev_b16) { d->u = (u32x32)(halves(b) >> (halves(a) & 15)); }
SEM(v_pk_ashrrev_i16) { d->u = (u32x32)(shorts(b) >> (shorts(a) & 15)); }
SEM(v_pk_max_i16) { d->u = (u32x32)MAX(shorts(a), shorts(b)); }
SEM(v_pk_min_i16) { d->u = (u32x32)MIN(shorts(a), shorts(b)); }
SEM(v_pk_max_u16) { d->u = (u32x32)MAX(halves(a), halves(b)); }
SEM(v_pk_min_u16) { d->u = (u32x32)MIN(halves(a), halves(b)); }

/* ---- dot products of bytes and nibbles ---- */

/* Element i of `bits` bits, sign-extended if `is_signed`. */
static inline u32x32 element(u32x32 x, unsigned i, unsigned bits, bool is_signed)
{
    u32x32 top = x << (32 - bits * (i + 1));
    return is_signed ? (u32x32)((i32x32)top >> (32 - bits)) : top >> (32 - bits);
}

static inline u32x32 dot(u32x32 a, u32x32 b, unsigned bits, bool a_signed, bool b_signed)
{
    u32x32 sum = splat32(0);
    for (unsigned i = 0; i < 32 / bits; i++)
        sum += element(a, i, bits, a_signed) * element(b, i, bits, b_signed);
    return sum;
}

/* NEG[0] and NEG[1] say that a and b are signed. CLAMP saturates the whole sum, whose
 * product part always fits. */
SEM(v_dot4_i32_iu8)
{
    u32x32 sum = dot(a->u, b->u, 8, neg & 1, neg & 2);
    d->u = clamp ? (u32x32)ADD_SAT((i32x32)sum, c->i) : sum + c->u;
}
SEM(v_dot8_i32_iu4)
{
    u32x32 sum = dot(a->u, b->u, 4, neg & 1, neg & 2);
    d->u = clamp ? (u32x32)ADD_SAT((i32x32)sum, c->i) : sum + c->u;
}
SEM(v_dot4_u32_u8)
{
    u32x32 sum = dot(a->u, b->u, 8, false, false);
    d->u = clamp ? ADD_SAT(sum, c->u) : sum + c->u;
}
SEM(v_dot8_u32_u4)
{
    u32x32 sum = dot(a->u, b->u, 4, false, false);
    d->u = clamp ? ADD_SAT(sum, c->u) : sum + c->u;
}

/* ---- sums of absolute differences ---- */

static inline u32x32 sum_bytes(u8x128 bytes)
{
    u32x32 x = (u32x32)bytes;
    x = (x & 0x00ff00ff) + (x >> 8 & 0x00ff00ff);
    return (x & 0xffff) + (x >> 16);
}

/* At most 4 * 255. */
static inline u32x32 sad8(u32x32 a, u32x32 b)
{
    u8x128 x = (u8x128)a, y = (u8x128)b;
    return sum_bytes(MAX(x, y) - MIN(x, y));
}

/* Without the bytes whose reference (in b) is 0. */
static inline u32x32 masked_sad8(u32x32 a, u32x32 b)
{
    u8x128 x = (u8x128)a, y = (u8x128)b;
    return sum_bytes((MAX(x, y) - MIN(x, y)) & (u8x128)(y != 0));
}

SEM(v_sad_u8) { d->u = clamp ? ADD_SAT(sad8(a->u, b->u), c->u) : sad8(a->u, b->u) + c->u; }
SEM(v_msad_u8)
{
    u32x32 sum = masked_sad8(a->u, b->u);
    d->u = clamp ? ADD_SAT(sum, c->u) : sum + c->u;
}
SEM(v_sad_hi_u8)
{
    u32x32 sum = sad8(a->u, b->u) << 16;
    d->u = clamp ? ADD_SAT(sum, c->u) : sum + c->u;
}
SEM(v_sad_u16)
{
    u16x64 x = halves(a), y = halves(b);
    u32x32 delta = (u32x32)(MAX(x, y) - MIN(x, y)), sum = (delta & 0xffff) + (delta >> 16);
    d->u = clamp ? ADD_SAT(sum, c->u) : sum + c->u;
}
SEM(v_sad_u32)
{
    u32x32 delta = MAX(a->u, b->u) - MIN(a->u, b->u);
    d->u = clamp ? ADD_SAT(delta, c->u) : delta + c->u;
}

/* The quad forms slide a window of 4 bytes over the 64 bits of a: result i compares the
 * bytes i .. i + 3 with b. */
static inline u32x32 window(const vec64 *a, unsigned i) { return trunc32(a->u >> (8 * i)); }

static inline u64x32 quad_sad16(u32x32 s0, u32x32 s1, u32x32 s2, u32x32 s3, u64x32 c,
                                uint32_t clamp)
{
    u32x32 c01 = trunc32(c), c23 = trunc32(c >> 32);
    u16x64 lo = (u16x64)(s0 | s1 << 16), hi = (u16x64)(s2 | s3 << 16);
    u16x64 r01 = clamp ? ADD_SAT(lo, (u16x64)c01) : lo + (u16x64)c01;
    u16x64 r23 = clamp ? ADD_SAT(hi, (u16x64)c23) : hi + (u16x64)c23;
    return join32((u32x32)r01, (u32x32)r23);
}

SEM(v_qsad_pk_u16_u8)
{
    d->u = quad_sad16(sad8(window(a, 0), b->u), sad8(window(a, 1), b->u), sad8(window(a, 2), b->u),
                      sad8(window(a, 3), b->u), c->u, clamp);
}
SEM(v_mqsad_pk_u16_u8)
{
    d->u =
        quad_sad16(masked_sad8(window(a, 0), b->u), masked_sad8(window(a, 1), b->u),
                   masked_sad8(window(a, 2), b->u), masked_sad8(window(a, 3), b->u), c->u, clamp);
}
SEM(v_mqsad_u32_u8)
{
    vec128 r;
    for (unsigned i = 0; i < 4; i++) {
        u32x32 sum = masked_sad8(window(a, i), b->u);
        r.w[i].u = clamp ? ADD_SAT(sum, c->w[i].u) : sum + c->w[i].u;
    }
    *d = r;
}

/* ---- bytes ---- */

/* Average of bytes; bit 0 of the byte of c rounds up. */
SEM(v_lerp_u8)
{
    u32x32 r = splat32(0);
    for (unsigned at = 0; at < 32; at += 8)
        r |= (((a->u >> at & 0xff) + (b->u >> at & 0xff) + (c->u >> at & 1)) >> 1) << at;
    d->u = r;
}

/* Byte of {a, b} (b has bytes 0..3) that `select` names: 0..7 a byte, 8..11 the sign of
 * byte 1, 3, 5, 7 in all bits, 12 zero, above that ones. */
static inline u32x32 permuted_byte(u32x32 a, u32x32 b, u32x32 select)
{
    u32x32 byte = pick32((u32x32)((select & 4) != 0), a, b) >> ((select & 3) * 8) & 0xff;
    u32x32 signs = pick32((u32x32)((select & 2) != 0), a, b) >> ((select & 1) * 16 + 15) & 1;
    u32x32 r = pick32((u32x32)(select >= 8), signs * 0xff, byte);
    r = pick32((u32x32)(select == 12), splat32(0), r);
    return pick32((u32x32)(select > 12), splat32(0xff), r);
}

SEM(v_perm_b32)
{
    u32x32 r = splat32(0);
    for (unsigned at = 0; at < 32; at += 8)
        r |= permuted_byte(a->u, b->u, c->u >> at & 0xff) << at;
    d->u = r;
}
