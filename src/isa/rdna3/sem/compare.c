/* compare.c: VOPC: compares of 16, 32 and 64 bits to a lane mask, and float classes.
 * V_CMPX rows use the same functions; where the mask goes is the operand layer's matter.
 * Manual: RDNA3 16.9. Exceptions (the CLAMP bit) are not modelled. */
#include "isa/rdna3/sem/sem.h"

#define ALL_LANES UINT32_MAX

/* Functions that do not look at their operands. */
#define ALWAYS(name, mask)                                                                         \
    SEM(name)                                                                                      \
    {                                                                                              \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        *co = mask;                                                                                \
    }

/* ---- integers ---- */

#define COMPARE_INT(type, member, bits_of)                                                         \
    SEM(v_cmp_lt_##type) { *co = bits_of(a->member < b->member); }                                 \
    SEM(v_cmp_eq_##type) { *co = bits_of(a->member == b->member); }                                \
    SEM(v_cmp_le_##type) { *co = bits_of(a->member <= b->member); }                                \
    SEM(v_cmp_gt_##type) { *co = bits_of(a->member > b->member); }                                 \
    SEM(v_cmp_ne_##type) { *co = bits_of(a->member != b->member); }                                \
    SEM(v_cmp_ge_##type) { *co = bits_of(a->member >= b->member); }

COMPARE_INT(i16, i, mask_of16)
COMPARE_INT(u16, u, mask_of16)
COMPARE_INT(i32, i, mask_of)
COMPARE_INT(u32, u, mask_of)
COMPARE_INT(i64, i, mask_of64)
COMPARE_INT(u64, u, mask_of64)

ALWAYS(v_cmp_f_i32, 0)
ALWAYS(v_cmp_f_u32, 0)
ALWAYS(v_cmp_f_i64, 0)
ALWAYS(v_cmp_f_u64, 0)
ALWAYS(v_cmp_t_i32, ALL_LANES)
ALWAYS(v_cmp_t_u32, ALL_LANES)
ALWAYS(v_cmp_t_i64, ALL_LANES)
ALWAYS(v_cmp_t_u64, ALL_LANES)

/* ---- floats. `value` reads an operand; with a NaN only u and the n.. forms are true ---- */

#define COMPARE_FLOAT(type, value, bits_of)                                                        \
    ALWAYS(v_cmp_f_##type, 0)                                                                      \
    ALWAYS(v_cmp_t_##type, ALL_LANES)                                                              \
    SEM(v_cmp_lt_##type) { *co = bits_of(value(a) < value(b)); }                                   \
    SEM(v_cmp_eq_##type) { *co = bits_of(value(a) == value(b)); }                                  \
    SEM(v_cmp_le_##type) { *co = bits_of(value(a) <= value(b)); }                                  \
    SEM(v_cmp_gt_##type) { *co = bits_of(value(a) > value(b)); }                                   \
    SEM(v_cmp_lg_##type) { *co = bits_of((value(a) < value(b)) | (value(a) > value(b))); }         \
    SEM(v_cmp_ge_##type) { *co = bits_of(value(a) >= value(b)); }                                  \
    SEM(v_cmp_o_##type) { *co = bits_of((value(a) == value(a)) & (value(b) == value(b))); }        \
    SEM(v_cmp_u_##type) { *co = bits_of((value(a) != value(a)) | (value(b) != value(b))); }        \
    SEM(v_cmp_nge_##type) { *co = ~bits_of(value(a) >= value(b)); }                                \
    SEM(v_cmp_nlg_##type) { *co = ~bits_of((value(a) < value(b)) | (value(a) > value(b))); }       \
    SEM(v_cmp_ngt_##type) { *co = ~bits_of(value(a) > value(b)); }                                 \
    SEM(v_cmp_nle_##type) { *co = ~bits_of(value(a) <= value(b)); }                                \
    SEM(v_cmp_neq_##type) { *co = bits_of(value(a) != value(b)); }                                 \
    SEM(v_cmp_nlt_##type) { *co = ~bits_of(value(a) < value(b)); }

static inline f32x32 value16(const vec16 *x) { return f32_of_f16(x->u); }
static inline f32x32 value32(const vec32 *x) { return x->f; }
static inline f64x32 value64(const vec64 *x) { return x->f; }

COMPARE_FLOAT(f16, value16, mask_of)
COMPARE_FLOAT(f32, value32, mask_of)
COMPARE_FLOAT(f64, value64, mask_of64)

/* ---- class tests ---- */

/* Number of the class bit of a value in S1, 0..9. Negative values take 2 (infinity), 3
 * (normal), 4 (denormal), 5 (zero); positive ones 9, 8, 7, 6. */
static inline u32x32 class_bit(u32x32 negative, u32x32 zero, u32x32 denormal, u32x32 infinite,
                               u32x32 nan, u32x32 quiet)
{
    u32x32 n = splat32(3);
    n = pick32(denormal, splat32(4), n);
    n = pick32(zero, splat32(5), n);
    n = pick32(infinite, splat32(2), n);
    n = pick32(negative, n, 11 - n);
    n = pick32(nan, splat32(0), n);
    return pick32(quiet, splat32(1), n);
}

static inline u32x32 true32(i32x32 c) { return (u32x32)c; }

/* The masks of a value whose sign was cut off: `inf` is infinity's bits, `quiet` the
 * quietest bit of a NaN, `least` the smallest normal. */
static inline u32x32 class_of(u32x32 mag, u32x32 negative, uint32_t inf, uint32_t quiet,
                              uint32_t least)
{
    return class_bit(negative, true32(mag == 0), true32(mag < least), true32(mag == inf),
                     true32(mag > inf), true32(mag >= (inf | quiet)));
}

SEM(v_cmp_class_f16)
{
    u32x32 x = zext16(a->u);
    u32x32 n = class_of(x & 0x7fff, true32(x > 0x7fff), 0x7c00, 0x200, 0x400);
    *co = mask_of((i32x32)(zext16(b->u) >> n << 31) < 0);
}
SEM(v_cmp_class_f32)
{
    u32x32 n = class_of(a->u & INT32_MAX, true32(a->i < 0), 0x7f800000, 0x400000, 0x800000);
    *co = mask_of((i32x32)(b->u >> n << 31) < 0);
}
/* The manual compares the exponent with 1023 for infinities; that is 2047. Errata E-011 */
SEM(v_cmp_class_f64)
{
    /* The upper dword decides, but for zero, infinity and NaN with only low bits set: fold
     * those into its lowest bit, which no boundary uses. */
    u32x32 hi = trunc32(a->u >> 32), low_bits = (u32x32)(trunc32(a->u) != 0) & 1;
    u32x32 n = class_of((hi & INT32_MAX) | low_bits, true32((i32x32)hi < 0), 0x7ff00000, 0x80000,
                        0x100000);
    *co = mask_of((i32x32)(b->u >> n << 31) < 0);
}
