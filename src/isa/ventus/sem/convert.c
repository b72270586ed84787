/* convert.c: conversions between floats and integers of different widths (RVV 13.18, 13.19). The
 * wider operand is of twice the element width: register pairs at 32 bits. All in software.
 *
 * Not in the manual, which leaves them open; today's toolchain assembles them. */
#include "isa/ventus/sem/sem.h"

/* The function at one width: `...` gives the result's bits from x, the source's. */
#define CONVERT(name, width, from, to, ...)                                                        \
    static void name##_##width(struct vec_args *args)                                              \
    {                                                                                              \
        struct sf_env *fp = &args->env->fp;                                                        \
        for (uint32_t left = args->env->on; left; left &= left - 1) {                              \
            unsigned l = (unsigned)__builtin_ctz(left);                                            \
            uint##from##_t x = ((const uint##from##_t *)args->b)[l];                               \
            ((uint##to##_t *)args->d)[l] = (uint##to##_t)(__VA_ARGS__);                            \
        }                                                                                          \
    }
#define TABLE(name, at8, at16, at32)                                                               \
    const struct ventus_vec FN(x_##name) = {{at8, at16, at32, 0, 0}, false};

/* In a mode of its own. */
static uint64_t to_int_rtz(struct sf_env *fp, struct sf_format f, uint64_t x, unsigned bits,
                           bool is_signed)
{
    struct sf_env own = {.rm = SF_RTZ};
    uint64_t r = sf_to_int(&own, f, x, bits, is_signed);
    fp->flags |= own.flags;
    return r;
}
static uint64_t convert_odd(struct sf_env *fp, struct sf_format from, struct sf_format to,
                            uint64_t x)
{
    struct sf_env own = {.rm = SF_ODD};
    uint64_t r = sf_convert(&own, from, to, x);
    fp->flags |= own.flags;
    return r;
}

#define WIDE_TO_INT(name, function, is_signed)                                                     \
    CONVERT(name, 16, 16, 32, function(fp, sf_f16, x, 32, is_signed))                              \
    CONVERT(name, 32, 32, 64, function(fp, sf_f32, x, 64, is_signed))                              \
    TABLE(name, 0, name##_16, name##_32)
WIDE_TO_INT(vfwcvt_xu_f, sf_to_int, false)
WIDE_TO_INT(vfwcvt_x_f, sf_to_int, true)
WIDE_TO_INT(vfwcvt_rtz_xu_f, to_int_rtz, false)
WIDE_TO_INT(vfwcvt_rtz_x_f, to_int_rtz, true)

#define NARROW_TO_INT(name, function, is_signed)                                                   \
    CONVERT(name, 8, 16, 8, function(fp, sf_f16, x, 8, is_signed))                                 \
    CONVERT(name, 16, 32, 16, function(fp, sf_f32, x, 16, is_signed))                              \
    CONVERT(name, 32, 64, 32, function(fp, sf_f64, x, 32, is_signed))                              \
    TABLE(name, name##_8, name##_16, name##_32)
NARROW_TO_INT(vfncvt_xu_f_w, sf_to_int, false)
NARROW_TO_INT(vfncvt_x_f_w, sf_to_int, true)
NARROW_TO_INT(vfncvt_rtz_xu_f_w, to_int_rtz, false)
NARROW_TO_INT(vfncvt_rtz_x_f_w, to_int_rtz, true)

/* sign-extended */
#define SIGNED(bits) (uint64_t)(int64_t)(int##bits##_t)
CONVERT(vfwcvt_f_xu, 8, 8, 16, sf_of_int(fp, sf_f16, x, false))
CONVERT(vfwcvt_f_xu, 16, 16, 32, sf_of_int(fp, sf_f32, x, false))
CONVERT(vfwcvt_f_xu, 32, 32, 64, sf_of_int(fp, sf_f64, x, false))
TABLE(vfwcvt_f_xu, vfwcvt_f_xu_8, vfwcvt_f_xu_16, vfwcvt_f_xu_32)
CONVERT(vfwcvt_f_x, 8, 8, 16, sf_of_int(fp, sf_f16, SIGNED(8) x, true))
CONVERT(vfwcvt_f_x, 16, 16, 32, sf_of_int(fp, sf_f32, SIGNED(16) x, true))
CONVERT(vfwcvt_f_x, 32, 32, 64, sf_of_int(fp, sf_f64, SIGNED(32) x, true))
TABLE(vfwcvt_f_x, vfwcvt_f_x_8, vfwcvt_f_x_16, vfwcvt_f_x_32)
CONVERT(vfncvt_f_xu_w, 16, 32, 16, sf_of_int(fp, sf_f16, x, false))
CONVERT(vfncvt_f_xu_w, 32, 64, 32, sf_of_int(fp, sf_f32, x, false))
TABLE(vfncvt_f_xu_w, 0, vfncvt_f_xu_w_16, vfncvt_f_xu_w_32)
CONVERT(vfncvt_f_x_w, 16, 32, 16, sf_of_int(fp, sf_f16, SIGNED(32) x, true))
CONVERT(vfncvt_f_x_w, 32, 64, 32, sf_of_int(fp, sf_f32, x, true))
TABLE(vfncvt_f_x_w, 0, vfncvt_f_x_w_16, vfncvt_f_x_w_32)

CONVERT(vfwcvt_f_f, 16, 16, 32, sf_convert(fp, sf_f16, sf_f32, x))
CONVERT(vfwcvt_f_f, 32, 32, 64, sf_convert(fp, sf_f32, sf_f64, x))
TABLE(vfwcvt_f_f, 0, vfwcvt_f_f_16, vfwcvt_f_f_32)
CONVERT(vfncvt_f_f_w, 16, 32, 16, sf_convert(fp, sf_f32, sf_f16, x))
CONVERT(vfncvt_f_f_w, 32, 64, 32, sf_convert(fp, sf_f64, sf_f32, x))
TABLE(vfncvt_f_f_w, 0, vfncvt_f_f_w_16, vfncvt_f_f_w_32)
CONVERT(vfncvt_rod_f_f_w, 16, 32, 16, convert_odd(fp, sf_f32, sf_f16, x))
CONVERT(vfncvt_rod_f_f_w, 32, 64, 32, convert_odd(fp, sf_f64, sf_f32, x))
TABLE(vfncvt_rod_f_f_w, 0, vfncvt_rod_f_f_w_16, vfncvt_rod_f_f_w_32)
