/* int_ref.c: every vector ALU instruction on integers, and every compare, on random and edge
 * operands against scalar formulas, at each host level and in both wave sizes.
 *
 * The formulas below are written from the manual's entries (RDNA3 16.7 - 16.12), one lane at a
 * time, on 128-bit integers, in the manual's shape (bit loops, case lists) and not in that of
 * src/isa/rdna3/sem/. test_all_rows_covered fails if a row has none.
 *
 * One run executes an instruction SETS times on different registers, encoded as VOP3 (the
 * long form of VOP1, VOP2, VOPC) or VOP3P, with partial EXEC, random CLAMP, NEG, ABS and OP_SEL
 * where the row takes them, and src0 from an SGPR or an inline constant in some sets. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

__extension__ typedef __int128 wide;

enum { SETS = 15, RUNS = 24, SET_REGS = 16, A_AT = 4, B_AT = 6, C_AT = 8, A_SGPR = 80 };

/* One lane of one instruction. */
struct lane {
    uint64_t a, b, c, d; /* d: old value, then the result */
    uint32_t c4[4], d4[4];
    bool m, co, clamp;
    unsigned neg, number, lanes;
};

/* ---- helpers of the formulas ---- */

static wide sx(uint64_t x, unsigned bits)
{
    wide v = x & (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
    return v >> (bits - 1) & 1 ? v - ((wide)1 << bits) : v;
}
static wide zx(uint64_t x, unsigned bits)
{
    return x & (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
}

/* The exact value x as a result of `bits` bits: wrapped, or saturated with CLAMP. */
static uint64_t fit(const struct lane *x, wide v, unsigned bits, bool is_signed)
{
    wide least = is_signed ? -((wide)1 << (bits - 1)) : 0;
    wide most = is_signed ? ((wide)1 << (bits - 1)) - 1 : ((wide)1 << bits) - 1;
    if (x->clamp)
        v = v < least ? least : v > most ? most : v;
    return (uint64_t)zx((uint64_t)v, bits);
}

static wide least(wide a, wide b) { return a < b ? a : b; }
static wide most(wide a, wide b) { return a >= b ? a : b; }
/* The manual's case list for V_MED3. */
static wide median(wide a, wide b, wide c)
{
    wide top = most(most(a, b), c);
    return top == a ? most(b, c) : top == b ? most(a, c) : most(a, b);
}

static uint32_t byte(uint64_t x, unsigned i) { return x >> (8 * i) & 0xff; }
static uint32_t distance(uint32_t x, uint32_t y) { return x > y ? x - y : y - x; }
static wide sad(uint64_t a, uint64_t b, bool masked)
{
    wide sum = 0;
    for (unsigned i = 0; i < 4; i++)
        if (!masked || byte(b, i))
            sum += distance(byte(a, i), byte(b, i));
    return sum;
}
static unsigned count_ones(uint64_t x)
{
    unsigned n = 0;
    for (; x; x >>= 1)
        n += x & 1;
    return n;
}
static wide dot(const struct lane *x, unsigned bits, bool a_signed, bool b_signed)
{
    wide sum = 0;
    for (unsigned i = 0; i < 32; i += bits)
        sum += (a_signed ? sx(x->a >> i, bits) : zx(x->a >> i, bits)) *
               (b_signed ? sx(x->b >> i, bits) : zx(x->b >> i, bits));
    return sum;
}
static uint32_t permuted(uint64_t data, uint32_t sel)
{
    if (sel >= 13)
        return 0xff;
    if (sel == 12)
        return 0;
    if (sel >= 8)
        return byte(data, 2 * (sel - 8) + 1) & 0x80 ? 0xff : 0;
    return byte(data, sel);
}

/* ---- formulas: A, B, C unsigned; SA .. signed, of n bits ---- */

#define A(n)   zx(x->a, n)
#define B(n)   zx(x->b, n)
#define C(n)   zx(x->c, n)
#define SA(n)  sx(x->a, n)
#define SB(n)  sx(x->b, n)
#define SC(n)  sx(x->c, n)
#define U32(v) x->d = fit(x, v, 32, false)
#define I32(v) x->d = fit(x, v, 32, true)
#define U16(v) x->d = fit(x, v, 16, false)
#define I16(v) x->d = fit(x, v, 16, true)
#define HI(v)  ((v) >> 16)
/* both halves by one formula over p, q, r */
#define PACKED(get, is_signed, formula)                                                            \
    do {                                                                                           \
        uint64_t both = 0;                                                                         \
        for (unsigned h = 0; h < 32; h += 16) {                                                    \
            wide p = get(x->a >> h, 16), q = get(x->b >> h, 16), r = get(x->c >> h, 16);           \
            (void)r;                                                                               \
            both |= fit(x, formula, 16, is_signed) << h;                                           \
        }                                                                                          \
        x->d = both;                                                                               \
    } while (0)

#define REFERENCES(R)                                                                              \
    R(v_and_b32, x->d = x->a & x->b)                                                               \
    R(v_or_b32, x->d = x->a | x->b)                                                                \
    R(v_xor_b32, x->d = x->a ^ x->b)                                                               \
    R(v_xnor_b32, x->d = (uint32_t) ~(x->a ^ x->b))                                                \
    R(v_not_b32, x->d = UINT32_MAX - x->a)                                                         \
    R(v_and_b16, x->d = x->a & x->b)                                                               \
    R(v_or_b16, x->d = x->a | x->b)                                                                \
    R(v_xor_b16, x->d = x->a ^ x->b)                                                               \
    R(v_not_b16, x->d = 0xffff - x->a)                                                             \
    R(v_xor3_b32, x->d = x->a ^ x->b ^ x->c)                                                       \
    R(v_or3_b32, x->d = x->a | x->b | x->c)                                                        \
    R(v_and_or_b32, x->d = (x->a & x->b) | x->c)                                                   \
    R(v_bfi_b32,                                                                                   \
      for (unsigned i = 0; i < 32; i++) x->d |= ((x->a >> i & 1 ? x->b : x->c) >> i & 1) << i)     \
    R(v_lshlrev_b32, U32(B(32) << (x->a % 32)))                                                    \
    R(v_lshrrev_b32, U32(B(32) >> (x->a % 32)))                                                    \
    R(v_ashrrev_i32, I32(SB(32) >> (x->a % 32)))                                                   \
    R(v_lshlrev_b16, U16(B(16) << (x->a % 16)))                                                    \
    R(v_lshrrev_b16, U16(B(16) >> (x->a % 16)))                                                    \
    R(v_ashrrev_i16, I16(SB(16) >> (x->a % 16)))                                                   \
    R(v_lshlrev_b64, x->d = (uint64_t)(B(64) << (x->a % 64)))                                      \
    R(v_lshrrev_b64, x->d = (uint64_t)(B(64) >> (x->a % 64)))                                      \
    R(v_ashrrev_i64, x->d = (uint64_t)(SB(64) >> (x->a % 64)))                                     \
    R(v_lshl_add_u32, U32((A(32) << (x->b % 32)) + C(32)))                                         \
    R(v_add_lshl_u32, U32((A(32) + B(32)) << (x->c % 32)))                                         \
    R(v_lshl_or_b32, U32((A(32) << (x->b % 32)) | C(32)))                                          \
    R(v_alignbit_b32, U32((A(32) << 32 | B(32)) >> (x->c % 32)))                                   \
    R(v_alignbyte_b32, U32((A(32) << 32 | B(32)) >> (8 * (x->c % 4))))                             \
    R(v_bfm_b32, U32((((wide)1 << (x->a % 32)) - 1) << (x->b % 32)))                               \
    R(v_bfe_u32, U32(zx((uint64_t)(A(32) >> (x->b % 32)), 32) % ((wide)1 << (x->c % 32))))         \
    R(v_bfe_i32, unsigned n = x->c % 32; I32(n ? sx((uint64_t)(SA(32) >> (x->b % 32)), n) : 0))    \
    R(v_bfrev_b32, for (unsigned i = 0; i < 32; i++) x->d |= (x->a >> i & 1) << (31 - i))          \
    R(v_bcnt_u32_b32, U32(count_ones(x->a) + B(32)))                                               \
    R(v_clz_i32_u32, int n = -1; for (int i = 31; i >= 0; i--) if (x->a >> (31 - i) & 1) n = i;    \
      I32(n))                                                                                      \
    R(v_ctz_i32_b32, int n = -1; for (int i = 31; i >= 0; i--) if (x->a >> i & 1) n = i; I32(n))   \
    R(v_cls_i32, int n = -1;                                                                       \
      for (int i = 31; i > 0; i--) if ((x->a >> (31 - i) & 1) != x->a >> 31) n = i; I32(n))        \
    R(v_mbcnt_lo_u32_b32, unsigned n = x->number < 32 ? x->number : 32;                            \
      U32(count_ones(x->a & ((UINT64_C(1) << n) - 1)) + B(32)))                                    \
    R(v_mbcnt_hi_u32_b32, unsigned n = x->number < 32 ? 0 : x->number - 32;                        \
      U32(count_ones(x->a & ((UINT64_C(1) << n) - 1)) + B(32)))                                    \
    R(v_add_nc_u32, U32(A(32) + B(32)))                                                            \
    R(v_sub_nc_u32, U32(A(32) - B(32)))                                                            \
    R(v_subrev_nc_u32, U32(B(32) - A(32)))                                                         \
    R(v_add_nc_i32, I32(SA(32) + SB(32)))                                                          \
    R(v_sub_nc_i32, I32(SA(32) - SB(32)))                                                          \
    R(v_add_nc_u16, U16(A(16) + B(16)))                                                            \
    R(v_sub_nc_u16, U16(A(16) - B(16)))                                                            \
    R(v_add_nc_i16, I16(SA(16) + SB(16)))                                                          \
    R(v_sub_nc_i16, I16(SA(16) - SB(16)))                                                          \
    R(v_add3_u32, U32(A(32) + B(32) + C(32)))                                                      \
    R(v_xad_u32, U32((A(32) ^ B(32)) + C(32)))                                                     \
    R(v_add_co_u32, wide s = A(32) + B(32); x->co = s > UINT32_MAX; U32(s))                        \
    R(v_sub_co_u32, wide s = A(32) - B(32); x->co = s < 0; U32(s))                                 \
    R(v_subrev_co_u32, wide s = B(32) - A(32); x->co = s < 0; U32(s))                              \
    R(v_add_co_ci_u32, wide s = A(32) + B(32) + x->m; x->co = s > UINT32_MAX; U32(s))              \
    R(v_sub_co_ci_u32, wide s = A(32) - B(32) - x->m; x->co = s < 0; U32(s))                       \
    R(v_subrev_co_ci_u32, wide s = B(32) - A(32) - x->m; x->co = s < 0; U32(s))                    \
    R(v_mul_i32_i24, I32(SA(24) * SB(24)))                                                         \
    R(v_mul_u32_u24, U32(A(24) * B(24)))                                                           \
    R(v_mul_hi_i32_i24, I32(SA(24) * SB(24) >> 32))                                                \
    R(v_mul_hi_u32_u24, U32(A(24) * B(24) >> 32))                                                  \
    R(v_mul_lo_u32, U32(A(32) * B(32)))                                                            \
    R(v_mul_hi_u32, U32(A(32) * B(32) >> 32))                                                      \
    R(v_mul_hi_i32, I32(SA(32) * SB(32) >> 32))                                                    \
    R(v_mul_lo_u16, U16(A(16) * B(16)))                                                            \
    R(v_mad_i32_i24, I32(SA(24) * SB(24) + SC(32)))                                                \
    R(v_mad_u32_u24, U32(A(24) * B(24) + C(32)))                                                   \
    R(v_mad_u16, U16(A(16) * B(16) + C(16)))                                                       \
    R(v_mad_i16, I16(SA(16) * SB(16) + SC(16)))                                                    \
    R(v_mad_u32_u16, U32(A(16) * B(16) + C(32)))                                                   \
    R(v_mad_i32_i16, I32(SA(16) * SB(16) + SC(32)))                                                \
    R(v_mad_u64_u32, wide s = A(32) * B(32) + C(64); x->co = s >> 64 & 1;                          \
      x->d = fit(x, s, 64, false))                                                                 \
    R(v_mad_i64_i32, wide s = SA(32) * SB(32) + SC(64); x->co = s >> 64 & 1;                       \
      x->d = fit(x, s, 64, true))                                                                  \
    R(v_min_i32, I32(least(SA(32), SB(32))))                                                       \
    R(v_max_i32, I32(most(SA(32), SB(32))))                                                        \
    R(v_min_u32, U32(least(A(32), B(32))))                                                         \
    R(v_max_u32, U32(most(A(32), B(32))))                                                          \
    R(v_min_i16, I16(least(SA(16), SB(16))))                                                       \
    R(v_max_i16, I16(most(SA(16), SB(16))))                                                        \
    R(v_min_u16, U16(least(A(16), B(16))))                                                         \
    R(v_max_u16, U16(most(A(16), B(16))))                                                          \
    R(v_min3_i32, I32(least(least(SA(32), SB(32)), SC(32))))                                       \
    R(v_max3_i32, I32(most(most(SA(32), SB(32)), SC(32))))                                         \
    R(v_med3_i32, I32(median(SA(32), SB(32), SC(32))))                                             \
    R(v_min3_u32, U32(least(least(A(32), B(32)), C(32))))                                          \
    R(v_max3_u32, U32(most(most(A(32), B(32)), C(32))))                                            \
    R(v_med3_u32, U32(median(A(32), B(32), C(32))))                                                \
    R(v_min3_i16, I16(least(least(SA(16), SB(16)), SC(16))))                                       \
    R(v_max3_i16, I16(most(most(SA(16), SB(16)), SC(16))))                                         \
    R(v_med3_i16, I16(median(SA(16), SB(16), SC(16))))                                             \
    R(v_min3_u16, U16(least(least(A(16), B(16)), C(16))))                                          \
    R(v_max3_u16, U16(most(most(A(16), B(16)), C(16))))                                            \
    R(v_med3_u16, U16(median(A(16), B(16), C(16))))                                                \
    R(v_maxmin_u32, U32(least(most(A(32), B(32)), C(32))))                                         \
    R(v_minmax_u32, U32(most(least(A(32), B(32)), C(32))))                                         \
    R(v_maxmin_i32, I32(least(most(SA(32), SB(32)), SC(32))))                                      \
    R(v_minmax_i32, I32(most(least(SA(32), SB(32)), SC(32))))                                      \
    R(v_cvt_i32_i16, I32(SA(16)))                                                                  \
    R(v_cvt_u32_u16, U32(A(16)))                                                                   \
    R(v_cvt_pk_u16_u32, x->d = (uint64_t)(least(A(32), 65535) | least(B(32), 65535) << 16))        \
    R(v_cvt_pk_i16_i32, wide p = most(least(SA(32), 32767), -32768);                               \
      wide q = most(least(SB(32), 32767), -32768);                                                 \
      x->d = (uint64_t)(zx((uint64_t)p, 16) | zx((uint64_t)q, 16) << 16))                          \
    R(v_sat_pk_u8_i16, wide p = most(least(SA(16), 255), 0);                                       \
      wide q = most(least(sx(HI(x->a), 16), 255), 0); x->d = (uint64_t)(p | q << 8))               \
    R(v_mov_b32, x->d = x->a)                                                                      \
    R(v_mov_b16, x->d = x->a)                                                                      \
    R(v_cndmask_b32, x->d = x->m ? x->b : x->a)                                                    \
    R(v_cndmask_b16, x->d = x->m ? x->b : x->a)                                                    \
    R(v_pk_add_u16, PACKED(zx, false, p + q))                                                      \
    R(v_pk_sub_u16, PACKED(zx, false, p - q))                                                      \
    R(v_pk_add_i16, PACKED(sx, true, p + q))                                                       \
    R(v_pk_sub_i16, PACKED(sx, true, p - q))                                                       \
    R(v_pk_mul_lo_u16, PACKED(zx, false, p *q))                                                    \
    R(v_pk_mad_u16, PACKED(zx, false, p *q + r))                                                   \
    R(v_pk_mad_i16, PACKED(sx, true, p *q + r))                                                    \
    R(v_pk_lshlrev_b16, PACKED(zx, false, q << (p % 16)))                                          \
    R(v_pk_lshrrev_b16, PACKED(zx, false, q >> (p % 16)))                                          \
    R(v_pk_ashrrev_i16, PACKED(sx, true, q >> (p & 15)))                                           \
    R(v_pk_max_i16, PACKED(sx, true, most(p, q)))                                                  \
    R(v_pk_min_i16, PACKED(sx, true, least(p, q)))                                                 \
    R(v_pk_max_u16, PACKED(zx, false, most(p, q)))                                                 \
    R(v_pk_min_u16, PACKED(zx, false, least(p, q)))                                                \
    R(v_dot4_i32_iu8, I32(dot(x, 8, x->neg & 1, x->neg & 2) + SC(32)))                             \
    R(v_dot8_i32_iu4, I32(dot(x, 4, x->neg & 1, x->neg & 2) + SC(32)))                             \
    R(v_dot4_u32_u8, U32(dot(x, 8, false, false) + C(32)))                                         \
    R(v_dot8_u32_u4, U32(dot(x, 4, false, false) + C(32)))                                         \
    R(v_sad_u8, U32(sad(x->a, x->b, false) + C(32)))                                               \
    R(v_msad_u8, U32(sad(x->a, x->b, true) + C(32)))                                               \
    R(v_sad_hi_u8, U32((sad(x->a, x->b, false) << 16) + C(32)))                                    \
    R(v_sad_u16, U32((wide)distance(x->a & 0xffff, x->b & 0xffff) +                                \
                     distance((uint32_t)HI(x->a), (uint32_t)HI(x->b)) + C(32)))                    \
    R(v_sad_u32, U32((wide)distance((uint32_t)x->a, (uint32_t)x->b) + C(32)))                      \
    R(v_qsad_pk_u16_u8,                                                                            \
      for (unsigned i = 0; i < 4; i++) x->d |=                                                     \
      fit(x, sad(x->a >> 8 * i, x->b, false) + zx(x->c >> 16 * i, 16), 16, false) << 16 * i)       \
    R(v_mqsad_pk_u16_u8,                                                                           \
      for (unsigned i = 0; i < 4; i++) x->d |=                                                     \
      fit(x, sad(x->a >> 8 * i, x->b, true) + zx(x->c >> 16 * i, 16), 16, false) << 16 * i)        \
    R(v_mqsad_u32_u8, for (unsigned i = 0; i < 4; i++) x->d4[i] =                                  \
                          (uint32_t)fit(x, sad(x->a >> 8 * i, x->b, true) + x->c4[i], 32, false))  \
    R(v_lerp_u8, for (unsigned i = 0; i < 4; i++) x->d |=                                          \
                 (uint64_t)((byte(x->a, i) + byte(x->b, i) + (byte(x->c, i) & 1)) / 2) << 8 * i)   \
    R(v_perm_b32, for (unsigned i = 0; i < 4; i++) x->d |=                                         \
                  (uint64_t)permuted(x->a << 32 | x->b, byte(x->c, i)) << 8 * i)

#define DEFINE(name, ...)                                                                          \
    static void ref_##name(struct lane *x)                                                         \
    {                                                                                              \
        x->d = 0;                                                                                  \
        __VA_ARGS__;                                                                               \
    }
REFERENCES(DEFINE)

static const struct {
    const char *name;
    void (*fn)(struct lane *);
} references[] = {
#define ENTRY(name, ...) {#name, ref_##name},
    REFERENCES(ENTRY)
#undef ENTRY
};

/* Rows without a formula here: no result, or two results that tests/sem/int_ops.c checks. */
static const char *const elsewhere[] = {"v_nop", "v_pipeflush", "v_swap_b32", "v_swap_b16"};

/* ---- compares: the formula is chosen by the words of the mnemonic ---- */

static double float_value(uint64_t bits, unsigned type)
{
    if (type == T_f64) {
        double v;
        memcpy(&v, &bits, 8);
        return v;
    }
    if (type == T_f32) {
        uint32_t u = (uint32_t)bits;
        float v;
        memcpy(&v, &u, 4);
        return v;
    }
    int exponent = (int)(bits >> 10 & 31);
    double mantissa = (double)(bits & 0x3ff);
    double v = exponent == 31  ? (mantissa != 0 ? (double)NAN : (double)INFINITY)
               : exponent == 0 ? ldexp(mantissa, -24)
                               : ldexp(mantissa + 1024, exponent - 25);
    return bits >> 15 & 1 ? -v : v;
}

static bool is_word(const char *op, const char *word) { return !strcmp(op, word); }

static bool compare_floats(const char *op, double p, double q)
{
    bool unordered = isnan(p) || isnan(q);
    if (op[0] == 'n') /* !(..): true with a NaN */
        return !compare_floats(op + 1, p, q) || (is_word(op, "neq") && unordered);
    if (is_word(op, "f") || is_word(op, "t"))
        return op[0] == 't';
    if (is_word(op, "o") || is_word(op, "u"))
        return unordered == (op[0] == 'u');
    if (unordered)
        return false;
    return is_word(op, "lt")   ? p < q
           : is_word(op, "eq") ? p == q
           : is_word(op, "le") ? p <= q
           : is_word(op, "gt") ? p > q
           : is_word(op, "lg") ? p != q
                               : p >= q;
}

static bool compare_integers(const char *op, wide p, wide q)
{
    return is_word(op, "f")    ? false
           : is_word(op, "t")  ? true
           : is_word(op, "lt") ? p < q
           : is_word(op, "eq") ? p == q
           : is_word(op, "le") ? p <= q
           : is_word(op, "gt") ? p > q
           : is_word(op, "ne") ? p != q
                               : p >= q;
}

static bool compare_class(const struct lane *x, unsigned type)
{
    unsigned bits = rdna3_type_bits[type], fraction = type == T_f64 ? 52 : type == T_f32 ? 23 : 10;
    double v = float_value(x->a, type);
    bool negative = x->a >> (bits - 1) & 1;
    if (isnan(v))
        return x->b >> (x->a >> (fraction - 1) & 1 ? 1 : 0) & 1;
    if (isinf(v))
        return x->b >> (negative ? 2 : 9) & 1;
    if (v == 0)
        return x->b >> (negative ? 5 : 6) & 1;
    double smallest_normal = type == T_f64 ? 0x1p-1022 : type == T_f32 ? 0x1p-126 : 0x1p-14;
    return x->b >> (fabs(v) >= smallest_normal ? (negative ? 3 : 8) : (negative ? 4 : 7)) & 1;
}

static uint64_t flush_denormal(uint64_t bits, unsigned type)
{
    unsigned width = rdna3_type_bits[type], fraction = type == T_f64 ? 52 : type == T_f32 ? 23 : 10;
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (bits & ~sign) >> fraction ? bits : bits & sign;
}

static bool is_float(unsigned type) { return type == T_f16 || type == T_f32 || type == T_f64; }

static bool compare(const struct rdna3_row *row, const struct lane *x, uint32_t mode)
{
    char op[8];
    unsigned type = row->operands[1].type;
    if (sscanf(strchr(row->name + 3, '_'), "_%7[a-z]_", op) != 1)
        abort();
    if (is_word(op, "class"))
        return compare_class(x, type);
    if (is_float(type)) {
        bool keep = type == T_f32 ? mode & 0x10 : mode & 0x40;
        return compare_floats(op, float_value(keep ? x->a : flush_denormal(x->a, type), type),
                              float_value(keep ? x->b : flush_denormal(x->b, type), type));
    }
    unsigned bits = rdna3_type_bits[type];
    bool is_signed = rdna3_type_names[type][0] == 'i';
    return compare_integers(op, is_signed ? sx(x->a, bits) : zx(x->a, bits),
                            is_signed ? sx(x->b, bits) : zx(x->b, bits));
}

/* ---- inputs ---- */

static uint64_t random_state = 0x9e3779b97f4a7c15;
static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1d;
}

static const uint64_t edges[] = {
    0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
    0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
    0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xffffffff80000000, 0x00010001,
    0x80008000, 0x7fff8000, 0xff00ff00, 0x01010101, 0x80808080, 0xffffffffffff8000,
    /* floats: infinities, NaNs, denormals, least and largest normals, zeros, ones */
    0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc00000, 0x007fffff, 0x807fffff, 0x00800000,
    0x7f7fffff, 0x3f800000, 0xbf800000, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x03ff, 0x83ff, 0x0400,
    0x7bff, 0x3c00, 0xbc00, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0x7ff0000000000001, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000,
    0x7fefffffffffffff, 0x3ff0000000000000, 0xbff0000000000000};

static uint64_t random_value(void)
{
    uint64_t r = random64();
    switch (r >> 60 & 7) {
    case 0:
    case 1:
    case 2:
        return edges[random64() % (sizeof edges / sizeof *edges)];
    case 3: /* a run of ones or one bit */
        return r & 1 ? UINT64_C(1) << (r >> 1 & 63) : UINT64_MAX >> (r >> 1 & 63);
    case 4: /* few significant bits, either sign */
        return r & 1 ? r >> 50 & 0xff : -(r >> 50 & 0xff);
    default:
        return random64();
    }
}

/* ---- running ---- */

/* How operand `role` of one set was put in. */
struct source {
    bool present;
    unsigned type;
    bool constant; /* an SGPR or inline constant of this value: */
    uint64_t value;
    unsigned half; /* 16-bit operands */
    bool sel_lo, sel_hi;
    bool neg, abs;
};

struct set {
    struct source src[3];
    bool clamp, reads_m, writes_co, writes_exec;
    unsigned neg, dst_type, dst_half;
};

static bool takes_neg(const struct rdna3_row *row, unsigned type)
{
    return is_float(type) || (row->flags & FLAG_srcmods);
}

static bool is_packed16(unsigned type)
{
    return type == T_2i16 || type == T_2u16 || type == T_2b16;
}

static unsigned source_index(unsigned role)
{
    return role == ROLE_a ? 0 : role == ROLE_b ? 1 : role == ROLE_c ? 2 : 3;
}

static uint64_t width_mask(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Encodes `row` on the registers of set n and says in *s how. */
static struct rdna3_insn make_insn(struct harness *h, const struct rdna3_row *row, unsigned n,
                                   struct set *s)
{
    unsigned format = row->format;
    if (format == FMT_VOP1 || format == FMT_VOP2 || format == FMT_VOPC)
        format = row->flags & FLAG_vop3sd ? FMT_VOP3SD : FMT_VOP3;
    struct rdna3_insn in = harness_insn(row->name, format);
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        if (d.is_write) {
            if (d.role == ROLE_d) {
                in.f[F_vdst] = SET_REGS * n;
                s->dst_type = d.type;
                if (rdna3_type_bits[d.type] == 16 && format == FMT_VOP3) {
                    s->dst_half = random64() >> 40 & 1;
                    in.f[F_opsel] |= s->dst_half << 3;
                }
            } else if (d.role == ROLE_co) {
                s->writes_co = true;
                in.f[format == FMT_VOP3SD ? F_sdst : F_vdst] = 2 * n;
            } else if (d.role == ROLE_x) {
                s->writes_exec = true;
                in.f[F_vdst] = SRC_EXEC_LO;
            }
            continue;
        }
        if (d.role == ROLE_m) {
            s->reads_m = true;
            in.f[F_src2] = 40 + 2 * n;
            continue;
        }
        unsigned at = source_index(d.role), bits = rdna3_type_bits[d.type];
        if (at > 2)
            continue;
        static const unsigned first[] = {A_AT, B_AT, C_AT}, field[] = {F_src0, F_src1, F_src2};
        struct source *p = &s->src[at];
        p->present = true;
        p->type = d.type;
        in.f[field[at]] = SRC_VGPR0 + SET_REGS * n + first[at];
        uint64_t r = random64();
        if (at == 0 && bits <= 64 && n % 5 == 3) { /* SGPR pair */
            p->constant = true;
            p->value = s64(h->w, A_SGPR);
            in.f[F_src0] = A_SGPR;
        } else if (at == 0 && bits <= 64 && n % 5 == 4) { /* -16..64, sign-extended to any width */
            unsigned code = SRC_INT_0 + (unsigned)(r >> 32) % 81;
            p->constant = true;
            p->value = code <= SRC_INT_0 + 64 ? code - SRC_INT_0
                                              : (uint64_t) - (int64_t)(code - SRC_INT_0 - 64);
            in.f[F_src0] = code;
        }
        if (bits == 16 && format == FMT_VOP3 && !(p->constant && n % 5 == 4)) {
            p->half = r & 1;
            in.f[F_opsel] |= (uint32_t)p->half << at;
        }
        if (is_packed16(d.type) && format == FMT_VOP3P) {
            p->sel_lo = r & 1;
            p->sel_hi = r & 2;
            in.f[F_opsel] |= (uint32_t)p->sel_lo << at;
            if (at < 2)
                in.f[F_opselhi] = (in.f[F_opselhi] & ~(1u << at)) | (uint32_t)p->sel_hi << at;
            else
                in.f[F_opselhi2] = p->sel_hi;
        } else if (is_packed16(d.type)) {
            p->sel_hi = true;
        }
        if (format == FMT_VOP3 && takes_neg(row, d.type)) {
            p->neg = r & 4;
            p->abs = r & 8;
            in.f[F_neg] |= (uint32_t)p->neg << at;
            in.f[F_abs] |= (uint32_t)p->abs << at;
        }
        if (d.type == T_4iu8 || d.type == T_8iu4) {
            in.f[F_neg] |= (uint32_t)(r >> 4 & 1) << at;
            s->neg = in.f[F_neg];
        }
    }
    if (row->flags & FLAG_iclamp)
        in.f[F_clamp] = s->clamp = random64() >> 33 & 1;
    return in;
}

/* The operand as the instruction has to see it: raw is the register pair's content. */
static uint64_t seen(const struct source *p, uint64_t raw)
{
    unsigned bits = rdna3_type_bits[p->type];
    uint64_t v = p->constant ? p->value : raw;
    if (bits == 16) {
        v = v >> 16 * p->half & 0xffff;
    } else if (is_packed16(p->type)) {
        v = (v >> (p->sel_lo ? 16 : 0) & 0xffff) | (v >> (p->sel_hi ? 16 : 0) & 0xffff) << 16;
    } else {
        v &= width_mask(bits);
    }
    if (p->abs)
        v &= width_mask(bits - 1);
    if (p->neg)
        v ^= UINT64_C(1) << (bits - 1);
    return v;
}

static void fail_lane(const struct harness *h, const struct rdna3_row *row, const struct lane *x,
                      const char *what, uint64_t got, uint64_t want)
{
    fail_msg("%s %s wave%u lane %u clamp %d neg %u: a=%#llx b=%#llx c=%#llx m=%d: %s is %#llx, "
             "expected %#llx",
             row->name, h->isa->host_cpu, h->lanes, x->number, x->clamp, x->neg,
             (unsigned long long)x->a, (unsigned long long)x->b, (unsigned long long)x->c, x->m,
             what, (unsigned long long)got, (unsigned long long)want);
}

static uint64_t lane_bits(const struct harness *h)
{
    return h->lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

/* Whether the decoder and the row allow what make_insn did is part of the test: a fault fails. */
static void run_once(struct harness *h, const struct rdna3_row *row, void (*fn)(struct lane *),
                     unsigned run)
{
    static uint32_t before[256][64];
    struct set sets[SETS];
    uint32_t code[SETS * 5];
    size_t dwords = 0;
    bool exec_compare = row->operands[0].role == ROLE_x;
    unsigned count = exec_compare ? 1 : SETS; /* a V_CMPX changes EXEC for those behind it */
    uint64_t exec = run % 4 == 0 ? UINT64_MAX : run % 4 == 1 ? random64() & random64() : random64();
    if (run == 3)
        exec = 0;
    exec &= lane_bits(h);
    set_s64(h->w, SRC_EXEC_LO, exec);
    h->w->mode = run % 3 == 2 ? 0 : MODE_PLAIN;
    set_s64(h->w, A_SGPR, random_value());
    for (unsigned i = 0; i < 2 * SETS; i++) {
        h->w->s[i] = 0xabcdef01;
        h->w->s[40 + i] = (uint32_t)random64();
    }
    for (unsigned n = 0; n < count; n++) {
        struct rdna3_insn in = make_insn(h, row, n, &sets[n]);
        dwords += rdna3_encode(&in, code + dwords) / 4;
        for (unsigned l = 0; l < h->lanes; l++) {
            for (unsigned i = 0; i < SET_REGS; i += 2)
                harness_set_v64(h, SET_REGS * n + i, l, random_value());
            if (random64() >> 61 == 0) /* equal operands */
                harness_set_v64(h, SET_REGS * n + B_AT, l, harness_v64(h, SET_REGS * n + A_AT, l));
        }
    }
    for (unsigned r = 0; r < 256; r++)
        for (unsigned l = 0; l < h->lanes; l++)
            before[r][l] = harness_v(h, r, l);
    if (!harness_run(h, code, dwords))
        fail_msg("%s faulted: %s", row->name, h->w->base.fault.text);
    for (unsigned n = 0; n < count; n++) {
        const struct set *s = &sets[n];
        uint32_t mask_at = s->writes_exec ? SRC_EXEC_LO : 2 * n;
        uint64_t mask = s64(h->w, mask_at), in_mask = s64(h->w, 40 + 2 * n);
        if (s->writes_co && h->lanes == 32 && h->w->s[2 * n + 1] != 0xabcdef01)
            fail_msg("%s in wave32 writes a second mask register", row->name);
        for (unsigned l = 0; l < h->lanes; l++) {
            const uint32_t(*r)[64] = &before[SET_REGS * n];
            struct lane x = {.clamp = s->clamp, .neg = s->neg, .number = l, .lanes = h->lanes};
            bool active = exec >> l & 1;
            x.m = in_mask >> l & 1;
            x.a = seen(&s->src[0], r[A_AT][l] | (uint64_t)r[A_AT + 1][l] << 32);
            x.b = s->src[1].present ? seen(&s->src[1], r[B_AT][l] | (uint64_t)r[B_AT + 1][l] << 32)
                                    : 0;
            x.c = s->src[2].present ? seen(&s->src[2], r[C_AT][l] | (uint64_t)r[C_AT + 1][l] << 32)
                                    : 0;
            for (unsigned i = 0; i < 4; i++)
                x.c4[i] = r[C_AT + i][l];
            if (fn)
                fn(&x);
            else
                x.co = compare(row, &x, h->w->mode);
            if ((s->writes_co || s->writes_exec) && (mask >> l & 1) != (active && x.co))
                fail_lane(h, row, &x, "mask bit", mask >> l & 1, active && x.co);
            if (!fn)
                continue;
            unsigned bits = rdna3_type_bits[s->dst_type];
            uint64_t old = r[0][l] | (uint64_t)r[1][l] << 32, want = x.d;
            uint64_t got = harness_v64(h, SET_REGS * n, l);
            if (bits == 128) {
                for (unsigned i = 0; i < 4; i++)
                    if (harness_v(h, SET_REGS * n + i, l) != (active ? x.d4[i] : r[i][l]))
                        fail_lane(h, row, &x, "a dword of d", harness_v(h, SET_REGS * n + i, l),
                                  x.d4[i]);
                continue;
            }
            if (bits == 16)
                want = s->dst_half ? (old & ~UINT64_C(0xffff0000)) | want << 16
                                   : (old & ~UINT64_C(0xffff)) | want;
            else if (bits == 32)
                want |= old & ~UINT64_C(0xffffffff);
            if (got != (active ? want : old))
                fail_lane(h, row, &x, "d", got, active ? want : old);
        }
    }
}

/* ---- tests ---- */

static bool is_valu(unsigned f)
{
    return f == FMT_VOP1 || f == FMT_VOP2 || f == FMT_VOPC || f == FMT_VOP3 || f == FMT_VOP3SD ||
           f == FMT_VOP3P;
}

static bool has_float(const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++) {
        const char *type = rdna3_type_names[row->operands[i].type];
        if (strchr(type, 'f') || !strcmp(type, "mix"))
            return true;
    }
    return false;
}

static void (*reference_of(const char *name))(struct lane *)
{
    for (unsigned i = 0; i < sizeof references / sizeof *references; i++)
        if (!strcmp(references[i].name, name))
            return references[i].fn;
    return NULL;
}

static void test_all_rows_covered(void **state)
{
    (void)state;
    for (const struct rdna3_row *row = rdna3_rows; row < rdna3_rows + RDNA3_ROW_COUNT; row++) {
        if (!is_valu(row->format) || row->format == FMT_VOPC || has_float(row) ||
            row->flags & (FLAG_wave | FLAG_later))
            continue;
        bool found = reference_of(row->name) != NULL;
        for (unsigned i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            found |= !strcmp(elsewhere[i], row->name);
        if (!found)
            fail_msg("%s has no formula", row->name);
    }
}

static void for_each_harness(void (*body)(struct harness *))
{
    unsigned opened = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes)) {
                print_message("not run: %s\n", host_levels[level]);
                continue;
            }
            opened++;
            body(&h);
            harness_close(&h);
        }
    assert_true(opened > 0);
}

static void all_references(struct harness *h)
{
    for (unsigned i = 0; i < sizeof references / sizeof *references; i++) {
        const struct rdna3_row *row = rdna3_find(references[i].name, strlen(references[i].name));
        assert_non_null(row);
        for (unsigned run = 0; run < RUNS; run++)
            run_once(h, row, references[i].fn, run);
    }
}

static void test_integer_rows(void **state)
{
    (void)state;
    for_each_harness(all_references);
}

static void all_compares(struct harness *h)
{
    unsigned count = 0;
    for (const struct rdna3_row *row = rdna3_rows; row < rdna3_rows + RDNA3_ROW_COUNT; row++) {
        if (row->format != FMT_VOPC)
            continue;
        count++;
        for (unsigned run = 0; run < RUNS; run++)
            run_once(h, row, NULL, run);
    }
    assert_int_equal(count, 2 * (3 * 16 + 2 * 6 + 4 * 8 + 3));
}

static void test_compare_rows(void **state)
{
    (void)state;
    for_each_harness(all_compares);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_rows_covered),
        cmocka_unit_test(test_integer_rows),
        cmocka_unit_test(test_compare_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
