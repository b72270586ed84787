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

static inline u32x32 true32(i32x32 c) { return (u32x32)c; }

/* All ones where bit n of the classes asked for is set. */
static inline u32x32 asked(u32x32 classes, unsigned n)
{
    return (u32x32)((i32x32)(classes << (31 - n)) >> 31);
}

/* on ? a : b, of which nothing is left in the JIT where a and b are the same constants. */
static inline u32x32 merge(u32x32 on, u32x32 a, u32x32 b) { return b ^ (on & (a ^ b)); }

static inline u32x32 asked_by_sign(u32x32 classes, u32x32 negative, unsigned n)
{
    return merge(negative, asked(classes, n), asked(classes, 11 - n));
}

/* The lanes whose value's bit is set in `classes`: signalling NaN 0, quiet NaN 1; negative infinity
 * 2, normal 3, denormal 4, zero 5; of positive ones 9, 8, 7, 6. `mag`: without sign; `inf` is
 * infinity's bits, `quiet` the quietest bit of a NaN, `least` the smallest normal. */
static inline uint32_t in_classes(u32x32 classes, u32x32 mag, u32x32 negative, uint32_t inf,
                                  uint32_t quiet, uint32_t least)
{
    u32x32 finite = asked_by_sign(classes, negative, 3);
    finite = merge(true32(mag < least), asked_by_sign(classes, negative, 4), finite);
    finite = merge(true32(mag == 0), asked_by_sign(classes, negative, 5), finite);
    u32x32 nan = merge(true32(mag >= (inf | quiet)), asked(classes, 1), asked(classes, 0));
    u32x32 other = merge(true32(mag > inf), nan, asked_by_sign(classes, negative, 2));
    return mask_of((i32x32)(merge(true32(mag >= inf), other, finite) != 0));
}

SEM(v_cmp_class_f16)
{
    u32x32 x = zext16(a->u);
    *co = in_classes(zext16(b->u), x & 0x7fff, true32(x > 0x7fff), 0x7c00, 0x200, 0x400);
}
SEM(v_cmp_class_f32)
{
    *co = in_classes(b->u, a->u & INT32_MAX, true32(a->i < 0), 0x7f800000, 0x400000, 0x800000);
}
/* The manual compares the exponent with 1023 for infinities; that is 2047. Errata E-011 */
SEM(v_cmp_class_f64)
{
    /* The upper dword decides, but for zero, infinity and NaN with only low bits set: fold
     * those into its lowest bit, which no boundary uses. */
    u32x32 hi = trunc32(a->u >> 32), low_bits = (u32x32)(trunc32(a->u) != 0) & 1;
    *co = in_classes(b->u, (hi & INT32_MAX) | low_bits, true32((i32x32)hi < 0), 0x7ff00000, 0x80000,
                     0x100000);
}
