/* float_convert.c: conversions against scalar formulas and MPFR (float_model.h), in every
 * mode: integers truncate and saturate whatever MODE says, float results round in the mode
 * of their format. Manual 16.7, 16.8, 16.12. */
#include "float_model.h"

/* The integer part of x (rounded before by the caller), saturated; NaN is 0. */
static uint64_t saturate(double x, double lo, double hi)
{
    if (isnan(x))
        return 0;
    return (uint64_t)(int64_t)trunc(x < lo ? lo : x > hi ? hi : x);
}

static double operand(uint64_t x, int f, uint32_t mode)
{
    return value_of(flush_operand(x, f, mode), f);
}

#define TO_INTEGER(name, f, x, lo, hi, mask)                                                       \
    static uint64_t name(const uint64_t *s, uint32_t mode)                                         \
    {                                                                                              \
        double a = operand(s[0], f, mode);                                                         \
        return saturate(x, lo, hi) & (mask);                                                       \
    }
TO_INTEGER(i32_f32, F32, a, -0x1p31, 0x1p31 - 1, 0xffffffff)
TO_INTEGER(u32_f32, F32, a, 0, 0x1p32 - 1, 0xffffffff)
TO_INTEGER(i32_f64, F64, a, -0x1p31, 0x1p31 - 1, 0xffffffff)
TO_INTEGER(u32_f64, F64, a, 0, 0x1p32 - 1, 0xffffffff)
TO_INTEGER(i16_f16, F16, a, -0x1p15, 0x1p15 - 1, 0xffff)
TO_INTEGER(u16_f16, F16, a, 0, 0x1p16 - 1, 0xffff)
TO_INTEGER(floor_i32, F32, floor(a), -0x1p31, 0x1p31 - 1, 0xffffffff)
TO_INTEGER(nearest_i32, F32, floor(a + 0.5), -0x1p31, 0x1p31 - 1,
           0xffffffff) /* exact in double up to 2^29 ulps */
TO_INTEGER(snorm_f16, F16, nearbyint(fmax(fmin(a, 1), -1) * 32767), -32767, 32767, 0xffff)
TO_INTEGER(unorm_f16, F16, nearbyint(fmax(fmin(a, 1), 0) * 65535), 0, 65535, 0xffff)
TO_INTEGER(snorm_f32, F32, nearbyint(fmax(fmin(a, 1), -1) * 32767), -32767, 32767, 0xffff)
TO_INTEGER(unorm_f32, F32, nearbyint(fmax(fmin(a, 1), 0) * 65535), 0, 65535, 0xffff)
TO_INTEGER(i16_f32, F32, a, -0x1p15, 0x1p15 - 1, 0xffff)
TO_INTEGER(u16_f32, F32, a, 0, 0x1p16 - 1, 0xffff)
TO_INTEGER(u8_f32, F32, a, 0, 255, 0xff)

/* fmin and fmax drop a NaN: put it back as the 0 it becomes. */
static uint64_t or_nan(reference r, const uint64_t *s, int f, uint32_t mode)
{
    return is_nan(s[0], f) ? 0 : r(s, mode);
}
#define NORM(name, f)                                                                              \
    static uint64_t cvt_##name(const uint64_t *s, uint32_t mode)                                   \
    {                                                                                              \
        return or_nan(name, s, f, mode);                                                           \
    }
NORM(snorm_f16, F16)
NORM(unorm_f16, F16)
NORM(snorm_f32, F32)
NORM(unorm_f32, F32)

#define PACK(name, part)                                                                           \
    static uint64_t name(const uint64_t *s, uint32_t mode)                                         \
    {                                                                                              \
        return part(s, mode) | part(s + 1, mode) << 16;                                            \
    }
PACK(pk_i16_f32, i16_f32)
PACK(pk_u16_f32, u16_f32)
PACK(pk_snorm_f16, cvt_snorm_f16)
PACK(pk_unorm_f16, cvt_unorm_f16)
PACK(pk_snorm_f32, cvt_snorm_f32)
PACK(pk_unorm_f32, cvt_unorm_f32)

static uint64_t pk_u8_f32(const uint64_t *s, uint32_t mode)
{
    unsigned at = (s[1] & 3) * 8;
    return (s[2] & ~(UINT64_C(0xff) << at) & 0xffffffff) | u8_f32(s, mode) << at;
}

static void floats_to_integers(void **state)
{
    (void)state;
    compare("v_cvt_i32_f32", FMT_VOP1, i32_f32, 0);
    compare("v_cvt_u32_f32", FMT_VOP1, u32_f32, 0);
    compare("v_cvt_i32_f64", FMT_VOP1, i32_f64, 0);
    compare("v_cvt_u32_f64", FMT_VOP1, u32_f64, 0);
    compare("v_cvt_i16_f16", FMT_VOP3, i16_f16, 0);
    compare("v_cvt_u16_f16", FMT_VOP3, u16_f16, 0);
    compare("v_cvt_floor_i32_f32", FMT_VOP1, floor_i32, 0);
    compare("v_cvt_nearest_i32_f32", FMT_VOP1, nearest_i32, 0);
    compare("v_cvt_norm_i16_f16", FMT_VOP3, cvt_snorm_f16, 0);
    compare("v_cvt_norm_u16_f16", FMT_VOP3, cvt_unorm_f16, 0);
    compare("v_cvt_pk_i16_f32", FMT_VOP3, pk_i16_f32, 0);
    compare("v_cvt_pk_u16_f32", FMT_VOP3, pk_u16_f32, 0);
    compare("v_cvt_pk_norm_i16_f16", FMT_VOP3, pk_snorm_f16, 0);
    compare("v_cvt_pk_norm_u16_f16", FMT_VOP3, pk_unorm_f16, 0);
    compare("v_cvt_pk_norm_i16_f32", FMT_VOP3, pk_snorm_f32, 0);
    compare("v_cvt_pk_norm_u16_f32", FMT_VOP3, pk_unorm_f32, 0);
    compare("v_cvt_pk_u8_f32", FMT_VOP3, pk_u8_f32, 0);
}

/* ---- integers to floats ---- */

#define FROM_INTEGER(name, f, x)                                                                   \
    static uint64_t name(const uint64_t *s, uint32_t mode)                                         \
    {                                                                                              \
        double a = (double)(x);                                                                    \
        return ieee('=', &a, f, round_for(mode, f));                                               \
    }
FROM_INTEGER(f32_i32, F32, (int32_t)s[0])
FROM_INTEGER(f32_u32, F32, (uint32_t)s[0])
FROM_INTEGER(f64_i32, F64, (int32_t)s[0])
FROM_INTEGER(f64_u32, F64, (uint32_t)s[0])
FROM_INTEGER(f16_i16, F16, (int16_t)s[0])
FROM_INTEGER(f16_u16, F16, (uint16_t)s[0])
FROM_INTEGER(ubyte0, F32, s[0] & 0xff)
FROM_INTEGER(ubyte1, F32, s[0] >> 8 & 0xff)
FROM_INTEGER(ubyte2, F32, s[0] >> 16 & 0xff)
FROM_INTEGER(ubyte3, F32, s[0] >> 24 & 0xff)
FROM_INTEGER(off_i4, F32, (double)((int)(s[0] & 15) - (s[0] & 8 ? 16 : 0)) / 16)

static void integers_to_floats(void **state)
{
    (void)state;
    compare("v_cvt_f32_i32", FMT_VOP1, f32_i32, 0);
    compare("v_cvt_f32_u32", FMT_VOP1, f32_u32, 0);
    compare("v_cvt_f64_i32", FMT_VOP1, f64_i32, 0);
    compare("v_cvt_f64_u32", FMT_VOP1, f64_u32, 0);
    compare("v_cvt_f16_i16", FMT_VOP3, f16_i16, 0);
    compare("v_cvt_f16_u16", FMT_VOP3, f16_u16, 0);
    compare("v_cvt_f32_ubyte0", FMT_VOP1, ubyte0, 0);
    compare("v_cvt_f32_ubyte1", FMT_VOP1, ubyte1, 0);
    compare("v_cvt_f32_ubyte2", FMT_VOP1, ubyte2, 0);
    compare("v_cvt_f32_ubyte3", FMT_VOP1, ubyte3, 0);
    compare("v_cvt_off_f32_i4", FMT_VOP1, off_i4, 0);
}

/* ---- floats to floats; NaNs keep the top of their payload and become quiet ---- */

static uint64_t nan_between(uint64_t x, int from, int to)
{
    uint64_t sign = x & sign_bit(from) ? sign_bit(to) : 0,
             m = x & ((UINT64_C(1) << formats[from].mant) - 1);
    int shift = formats[to].mant - formats[from].mant;
    return sign | inf_bits(to) | quiet_bit(to) | (shift < 0 ? m >> -shift : m << shift);
}
static uint64_t between(const uint64_t *raw, int from, int to, unsigned round, uint32_t mode)
{
    uint64_t s = flush_operand(raw[0], from, mode);
    if (is_nan(s, from))
        return nan_between(s, from, to);
    double a = value_of(s, from);
    return flush_result(ieee('=', &a, to, round), to, mode);
}
#define BETWEEN(from, to)                                                                          \
    static uint64_t f##to##_of_f##from##_(const uint64_t *s, uint32_t mode)                        \
    {                                                                                              \
        return between(s, F##from, F##to, round_for(mode, F##to), mode);                           \
    }
BETWEEN(16, 32)
BETWEEN(32, 16)
BETWEEN(64, 32)
BETWEEN(32, 64)

static uint64_t pk_rtz(const uint64_t *s, uint32_t mode)
{
    return between(s, F32, F16, 3, mode) | between(s + 1, F32, F16, 3, mode) << 16;
}
static uint64_t pack_f16(const uint64_t *s, uint32_t mode)
{
    return flush_result(flush_operand(s[0], F16, mode), F16, mode) |
           flush_result(flush_operand(s[1], F16, mode), F16, mode) << 16;
}

static void floats_to_floats(void **state)
{
    (void)state;
    compare("v_cvt_f32_f16", FMT_VOP3, f32_of_f16_, 0);
    compare("v_cvt_f16_f32", FMT_VOP3, f16_of_f32_, 0);
    compare("v_cvt_f32_f64", FMT_VOP1, f32_of_f64_, 0);
    compare("v_cvt_f64_f32", FMT_VOP1, f64_of_f32_, 0);
    compare("v_cvt_pk_rtz_f16_f32", FMT_VOP3, pk_rtz, 0);
    compare("v_pack_b32_f16", FMT_VOP3, pack_f16, 0);
}

/* All f16 and, 65536 steps apart, f32 values through the conversions. */
static void every_f16(void **state)
{
    (void)state;
    static uint64_t s[BATCH][MAX_SOURCES], got[BATCH];
    for (unsigned level = 0; level < n_levels; level++)
        for (unsigned round = 0; round < 4; round++) {
            struct subject up = subject_of("v_cvt_f32_f16", FMT_VOP3),
                           down = subject_of("v_cvt_f16_f32", FMT_VOP3);
            uint32_t mode = 0xf0 | round << 2;
            for (uint64_t base = 0; base < 65536; base += BATCH) {
                for (unsigned i = 0; i < BATCH; i++)
                    s[i][0] = base + i;
                run_batch(&levels[level], &up, mode, s, got);
                for (unsigned i = 0; i < BATCH; i++)
                    assert_int_equal(got[i], f32_of_f16_(s[i], mode));
                for (unsigned i = 0; i < BATCH; i++)
                    s[i][0] = (base + i) << 16 | (i * 0x3fff & 0xffff);
                run_batch(&levels[level], &down, mode, s, got);
                for (unsigned i = 0; i < BATCH; i++)
                    assert_int_equal(got[i], f16_of_f32_(s[i], mode));
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_to_integers),
        cmocka_unit_test(integers_to_floats),
        cmocka_unit_test(floats_to_floats),
        cmocka_unit_test(every_f16),
    };
    return cmocka_run_group_tests(tests, open_levels, close_levels);
}
