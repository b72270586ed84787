/* float_divide.c: division, square root, log2 and exp2 as a compiler puts them together.
 *
 * The words are what LLVM 22 (llc -mcpu=gfx1100 -mattr=-real-true16) makes of fdiv,
 * llvm.sqrt, llvm.log2 and llvm.exp2 without fast-math flags, waits left out; "flushing":
 * with f32 denormals flushed ("denormal-fp-math-f32"="preserve-sign,preserve-sign").
 * Quotients and roots must be the correctly rounded ones of MPFR for edges and 10^5 random
 * pairs; the logarithm and the power stay within 2 ulp, denormals included. */
#include "float_model.h"

static const uint32_t divide_f32[] = {
    0xd6fc7c02, 0x04020301, /* v_div_scale_f32 v2, null, v1, v1, v0 */
    0x7e065502,             /* v_rcp_f32_e32 v3, v2 */
    0xd6130004, 0x23ca0702, /* v_fma_f32 v4, -v2, v3, 1.0 */
    0x56060704,             /* v_fmac_f32_e32 v3, v4, v3 */
    0xd6fc6a04, 0x04020300, /* v_div_scale_f32 v4, vcc_lo, v0, v1, v0 */
    0x100a0704,             /* v_mul_f32_e32 v5, v4, v3 */
    0xd6130006, 0x24120b02, /* v_fma_f32 v6, -v2, v5, v4 */
    0x560a0706,             /* v_fmac_f32_e32 v5, v6, v3 */
    0xd6130002, 0x24120b02, /* v_fma_f32 v2, -v2, v5, v4 */
    0xd6370002, 0x04160702, /* v_div_fmas_f32 v2, v2, v3, v5 */
    0xd6270000, 0x04020302, /* v_div_fixup_f32 v0, v2, v1, v0 */
};
static const uint32_t divide_f32_flushing[] = {
    0xd6fc7c02, 0x04020301, /* v_div_scale_f32 v2, null, v1, v1, v0 */
    0xd6fc6a04, 0x04020300, /* v_div_scale_f32 v4, vcc_lo, v0, v1, v0 */
    0x7e065502,             /* v_rcp_f32_e32 v3, v2 */
    0xbf92000f,             /* s_denorm_mode 15 */
    0xd6130005, 0x23ca0702, /* v_fma_f32 v5, -v2, v3, 1.0 */
    0x56060705,             /* v_fmac_f32_e32 v3, v5, v3 */
    0x100a0704,             /* v_mul_f32_e32 v5, v4, v3 */
    0xd6130006, 0x24120b02, /* v_fma_f32 v6, -v2, v5, v4 */
    0x560a0706,             /* v_fmac_f32_e32 v5, v6, v3 */
    0xd6130002, 0x24120b02, /* v_fma_f32 v2, -v2, v5, v4 */
    0xbf92000c,             /* s_denorm_mode 12 */
    0xd6370002, 0x04160702, /* v_div_fmas_f32 v2, v2, v3, v5 */
    0xd6270000, 0x04020302, /* v_div_fixup_f32 v0, v2, v1, v0 */
};
static const uint32_t divide_f64[] = {
    0xd6fd7c04, 0x04020502, /* v_div_scale_f64 v[4:5], null, v[2:3], v[2:3], v[0:1] */
    0xd6fd6a0a, 0x04020500, /* v_div_scale_f64 v[10:11], vcc_lo, v[0:1], v[2:3], v[0:1] */
    0x7e0c5f04,             /* v_rcp_f64_e32 v[6:7], v[4:5] */
    0xd6140008, 0x23ca0d04, /* v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0 */
    0xd6140006, 0x041a1106, /* v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7] */
    0xd6140008, 0x23ca0d04, /* v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0 */
    0xd6140006, 0x041a1106, /* v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7] */
    0xd7280008, 0x00020d0a, /* v_mul_f64 v[8:9], v[10:11], v[6:7] */
    0xd6140004, 0x242a1104, /* v_fma_f64 v[4:5], -v[4:5], v[8:9], v[10:11] */
    0xd6380004, 0x04220d04, /* v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[8:9] */
    0xd6280000, 0x04020504, /* v_div_fixup_f64 v[0:1], v[4:5], v[2:3], v[0:1] */
};
static const uint32_t divide_f16[] = {
    0x7e041701,             /* v_cvt_f32_f16_e32 v2, v1.l */
    0x7e061700,             /* v_cvt_f32_f16_e32 v3, v0.l */
    0x7e045502,             /* v_rcp_f32_e32 v2, v2 */
    0x10060503,             /* v_mul_f32_e32 v3, v3, v2 */
    0xcc204004, 0x2c020701, /* v_fma_mix_f32 v4, -v1, v3, v0 op_sel_hi:[1,0,1] */
    0x56060504,             /* v_fmac_f32_e32 v3, v4, v2 */
    0xcc204004, 0x2c020701, /* v_fma_mix_f32 v4, -v1, v3, v0 op_sel_hi:[1,0,1] */
    0x10040504,             /* v_mul_f32_e32 v2, v4, v2 */
    0x360404ff, 0xff800000, /* v_and_b32_e32 v2, 0xff800000, v2 */
    0x06040702,             /* v_add_f32_e32 v2, v2, v3 */
    0x7e041502,             /* v_cvt_f16_f32_e32 v2.l, v2 */
    0xd6540000, 0x04020302, /* v_div_fixup_f16 v0.l, v2.l, v1.l, v0.l */
};
static const uint32_t root_f32[] = {
    0x100200ff, 0x4f800000,             /* v_mul_f32_e32 v1, 0x4f800000, v0 */
    0x7c2800ff, 0x0f800000,             /* v_cmp_gt_f32_e32 vcc_lo, 0xf800000, v0 */
    0x02000300,                         /* v_cndmask_b32_e32 v0, v0, v1, vcc_lo */
    0x7e026700,                         /* v_sqrt_f32_e32 v1, v0 */
    0x4a0402c1,                         /* v_add_nc_u32_e32 v2, -1, v1 */
    0x4a060281,                         /* v_add_nc_u32_e32 v3, 1, v1 */
    0xd6130004, 0x24020302,             /* v_fma_f32 v4, -v2, v1, v0 */
    0xd6130005, 0x24020303,             /* v_fma_f32 v5, -v3, v1, v0 */
    0xd4160000, 0x00020880,             /* v_cmp_ge_f32_e64 s0, 0, v4 */
    0xd5010001, 0x00020501,             /* v_cndmask_b32_e64 v1, v1, v2, s0 */
    0xd4110000, 0x00020a80,             /* v_cmp_lt_f32_e64 s0, 0, v5 */
    0xd5010001, 0x00020701,             /* v_cndmask_b32_e64 v1, v1, v3, s0 */
    0x100402ff, 0x37800000,             /* v_mul_f32_e32 v2, 0x37800000, v1 */
    0x02020501,                         /* v_cndmask_b32_e32 v1, v1, v2, vcc_lo */
    0xd47e006a, 0x0001ff00, 0x00000260, /* v_cmp_class_f32_e64 vcc_lo, v0, 0x260 */
    0x02000101,                         /* v_cndmask_b32_e32 v0, v1, v0, vcc_lo */
};
static const uint32_t root_f32_flushing[] = {
    0x100200ff, 0x4f800000,             /* v_mul_f32_e32 v1, 0x4f800000, v0 */
    0x7c2800ff, 0x0f800000,             /* v_cmp_gt_f32_e32 vcc_lo, 0xf800000, v0 */
    0x02000300,                         /* v_cndmask_b32_e32 v0, v0, v1, vcc_lo */
    0x7e025d00,                         /* v_rsq_f32_e32 v1, v0 */
    0x10040300,                         /* v_mul_f32_e32 v2, v0, v1 */
    0x100202f0,                         /* v_mul_f32_e32 v1, 0.5, v1 */
    0xd6130003, 0x23c20501,             /* v_fma_f32 v3, -v1, v2, 0.5 */
    0x56040702,                         /* v_fmac_f32_e32 v2, v2, v3 */
    0x56020701,                         /* v_fmac_f32_e32 v1, v1, v3 */
    0xd6130004, 0x24020502,             /* v_fma_f32 v4, -v2, v2, v0 */
    0x56040304,                         /* v_fmac_f32_e32 v2, v4, v1 */
    0x100204ff, 0x37800000,             /* v_mul_f32_e32 v1, 0x37800000, v2 */
    0x02020302,                         /* v_cndmask_b32_e32 v1, v2, v1, vcc_lo */
    0xd47e006a, 0x0001ff00, 0x00000260, /* v_cmp_class_f32_e64 vcc_lo, v0, 0x260 */
    0x02000101,                         /* v_cndmask_b32_e32 v0, v1, v0, vcc_lo */
};
static const uint32_t root_f64[] = {
    0x7c4800ff, 0x10000000,             /* v_cmp_gt_f64_e32 vcc_lo, 0x10000000, v[0:1] */
    0xd5010002, 0x01a9fe80, 0x00000100, /* v_cndmask_b32_e64 v2, 0, 0x100, vcc_lo */
    0xd72b0000, 0x00020500,             /* v_ldexp_f64 v[0:1], v[0:1], v2 */
    0x7e046300,                         /* v_rsq_f64_e32 v[2:3], v[0:1] */
    0xd7280004, 0x00020500,             /* v_mul_f64 v[4:5], v[0:1], v[2:3] */
    0xd7280002, 0x0001e102,             /* v_mul_f64 v[2:3], v[2:3], 0.5 */
    0xd6140006, 0x23c20902,             /* v_fma_f64 v[6:7], -v[2:3], v[4:5], 0.5 */
    0xd6140004, 0x04120d04,             /* v_fma_f64 v[4:5], v[4:5], v[6:7], v[4:5] */
    0xd6140002, 0x040a0d02,             /* v_fma_f64 v[2:3], v[2:3], v[6:7], v[2:3] */
    0xd6140006, 0x24020904,             /* v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1] */
    0xd6140004, 0x04120506,             /* v_fma_f64 v[4:5], v[6:7], v[2:3], v[4:5] */
    0xd6140006, 0x24020904,             /* v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1] */
    0xd6140002, 0x04120506,             /* v_fma_f64 v[2:3], v[6:7], v[2:3], v[4:5] */
    0xd5010004, 0x01a9fe80, 0xffffff80, /* v_cndmask_b32_e64 v4, 0, 0xffffff80, vcc_lo */
    0xd47f006a, 0x0001ff00, 0x00000260, /* v_cmp_class_f64_e64 vcc_lo, v[0:1], 0x260 */
    0xd72b0002, 0x00020902,             /* v_ldexp_f64 v[2:3], v[2:3], v4 */
    0x02000102,                         /* v_cndmask_b32_e32 v0, v2, v0: LLVM makes one dual */
    0x02020303,                         /* v_cndmask_b32_e32 v1, v3, v1: of both, for wave32 */
};
static const uint32_t log2_f32[] = {
    0x7c2800ff, 0x00800000,             /* v_cmp_gt_f32_e32 vcc_lo, 0x800000, v0 */
    0xd5010002, 0x01a94080,             /* v_cndmask_b32_e64 v2, 0, 32, vcc_lo */
    0xd5010001, 0x01a9fe80, 0x42000000, /* v_cndmask_b32_e64 v1, 0, 0x42000000, vcc_lo */
    0xd71c0000, 0x00020500,             /* v_ldexp_f32 v0, v0, v2 */
    0x7e004f00,                         /* v_log_f32_e32 v0, v0 */
    0x08000300,                         /* v_sub_f32_e32 v0, v0, v1 */
};
static const uint32_t exp2_f32[] = {
    0x7c2800ff, 0xc2fc0000,             /* v_cmp_gt_f32_e32 vcc_lo, 0xc2fc0000, v0 */
    0xd5010002, 0x01a9fe80, 0x42800000, /* v_cndmask_b32_e64 v2, 0, 0x42800000, vcc_lo */
    0xd5010001, 0x01a9fe80, 0xffffffc0, /* v_cndmask_b32_e64 v1, 0, 0xffffffc0, vcc_lo */
    0x06000500,                         /* v_add_f32_e32 v0, v0, v2 */
    0x7e004b00,                         /* v_exp_f32_e32 v0, v0 */
    0xd71c0000, 0x00020300,             /* v_ldexp_f32 v0, v0, v1 */
};

struct sequence {
    const char *name;
    const uint32_t *code;
    size_t dwords;
    int f;
    unsigned sources;
    uint32_t mode;
    char op; /* of ieee() */
};
#define SEQUENCE(name, f, sources, mode, op)                                                       \
    {                                                                                              \
#name, name, sizeof name / 4, f, sources, mode, op                                         \
    }

/* Two random operands; every other pair is chosen so that the quotient is at the edge of
 * the range or a denormal. */
static void operands(const struct sequence *q, unsigned i, uint64_t *s)
{
    const struct format *x = &formats[q->f];
    s[0] = random_operand(q->f, 0);
    s[1] = random_operand(q->f, s[0]);
    if (i % 2) {
        uint64_t top = inf_bits(q->f) >> x->mant, mant = (UINT64_C(1) << x->mant) - 1,
                 r = random64();
        uint64_t den = r % top, span = (r >> 20) % (unsigned)(x->mant + 6),
                 sign = (r >> 40 & 1) * sign_bit(q->f);
        uint64_t num =
            r >> 41 & 1 ? den + span : den - span; /* quotient near 1, then moved to an end */
        uint64_t bias = (top - 1) / 2;
        num = r >> 42 & 1 ? num - bias : num + bias;
        s[0] = sign | (num % top) << x->mant | (random64() & mant);
        s[1] = den << x->mant | (random64() & mant);
        if (r >> 43 & 1) /* a short denominator: quotients that are ties */
            s[1] &= ~(mant >> 3);
    }
    uint64_t all = x->bits == 64 ? UINT64_MAX : (UINT64_C(1) << x->bits) - 1;
    s[0] &= all;
    s[1] &= all;
}

static void run_sequence(struct harness *h, const struct sequence *q, uint64_t (*s)[2],
                         uint64_t *out)
{
    bool wide = q->f == F64;
    for (unsigned first = 0; first < LANES; first += h->lanes) {
        harness_reset(h);
        h->w->mode = q->mode;
        for (unsigned l = 0; l < h->lanes; l++)
            for (unsigned i = 0; i < 2; i++) {
                if (wide)
                    harness_set_v64(h, 2 * i, l, s[first + l][i]);
                else
                    harness_set_v(h, i, l, (uint32_t)s[first + l][i]);
            }
        if (!harness_run(h, q->code, q->dwords))
            fail_msg("%s: %s", q->name, h->w->base.fault.text);
        for (unsigned l = 0; l < h->lanes; l++)
            out[first + l] = wide ? harness_v64(h, 0, l)
                                  : harness_v(h, 0, l) & (q->f == F16 ? 0xffff : 0xffffffff);
        if (h->w->mode != q->mode)
            fail_msg("%s: MODE is %#x after it", q->name, h->w->mode);
    }
}

static uint64_t correct(const struct sequence *q, const uint64_t *raw)
{
    double d[2];
    uint64_t s[2];
    for (unsigned i = 0; i < q->sources; i++) {
        s[i] = flush_operand(raw[i], q->f, q->mode);
        d[i] = value_of(s[i], q->f);
    }
    return flush_result(ieee(q->op, d, q->f, 0), q->f, q->mode);
}

enum { RUNS = 2400 }; /* of LANES lanes: 153600 */

static void correctly_rounded(const struct sequence *q)
{
    uint64_t s[LANES][2], want[LANES], got[LANES];
    for (unsigned run = 0; run < RUNS; run++) {
        for (unsigned l = 0; l < LANES; l++) {
            operands(q, l, s[l]);
            want[l] = correct(q, s[l]);
        }
        for (unsigned level = 0; level < n_levels; level++) {
            run_sequence(&levels[level], q, s, got);
            for (unsigned l = 0; l < LANES; l++)
                if (got[l] != want[l] && !(is_nan(got[l], q->f) && is_nan(want[l], q->f)))
                    fail_msg("%s %s: (%#llx, %#llx) gives %#llx, expected %#llx", q->name,
                             levels[level].isa->host_cpu, (unsigned long long)s[l][0],
                             (unsigned long long)s[l][1], (unsigned long long)got[l],
                             (unsigned long long)want[l]);
        }
    }
}

static void quotients(void **state)
{
    (void)state;
    static const struct sequence q[] = {
        SEQUENCE(divide_f32, F32, 2, 0xf0, '/'), SEQUENCE(divide_f32_flushing, F32, 2, 0xc0, '/'),
        SEQUENCE(divide_f64, F64, 2, 0xf0, '/'), SEQUENCE(divide_f64, F64, 2, 0xc0, '/'),
        SEQUENCE(divide_f16, F16, 2, 0xf0, '/'),
    };
    for (unsigned i = 0; i < sizeof q / sizeof *q; i++)
        correctly_rounded(&q[i]);
}

static void roots(void **state)
{
    (void)state;
    static const struct sequence q[] = {
        SEQUENCE(root_f32, F32, 1, 0xf0, 's'),
        SEQUENCE(root_f32_flushing, F32, 1, 0xc0, 's'),
        SEQUENCE(root_f64, F64, 1, 0xf0, 's'),
    };
    for (unsigned i = 0; i < sizeof q / sizeof *q; i++)
        correctly_rounded(&q[i]);
}

/* Denormals reach these only through the scaling around v_log_f32 and v_exp_f32. */
static void logarithm_and_power(void **state)
{
    (void)state;
    static const struct sequence q[] = {
        SEQUENCE(log2_f32, F32, 1, 0xf0, 'l'),
        SEQUENCE(exp2_f32, F32, 1, 0xf0, 'e'),
    };
    mpfr_t x;
    mpfr_init2(x, 60);
    wide_range();
    for (unsigned i = 0; i < 2; i++)
        for (unsigned run = 0; run < 800; run++) {
            uint64_t s[LANES][2], got[LANES];
            for (unsigned l = 0; l < LANES; l++) {
                operands(&q[i], l, s[l]);
                if (i == 1 && l % 4)
                    s[l][0] = bits_of_exact(
                        (float)(-151.0 + 281.0 * (double)(random64() >> 11) * 0x1p-53), F32);
            }
            for (unsigned level = 0; level < n_levels; level++) {
                run_sequence(&levels[level], &q[i], s, got);
                for (unsigned l = 0; l < LANES; l++) {
                    double v = value_of(s[l][0], F32), r = value_of(got[l], F32), e;
                    mpfr_set_d(x, v, MPFR_RNDN);
                    (i ? mpfr_exp2 : mpfr_log2)(x, x, MPFR_RNDN);
                    double want = mpfr_get_d(x, MPFR_RNDN);
                    double ulp = ldexp(1, (int)fmax(ilogb(want), -126) - 23);
                    e = fabs(want) >= 0x1p128 || isinf(want)
                            ? (r == (want > 0 ? INFINITY : -INFINITY) ? 0 : 9)
                        : isnan(want) ? (isnan(r) ? 0 : 9)
                                      : fabs(r - want) / ulp;
                    if (!(e <= 2))
                        fail_msg("%s %s of %a gives %a, expected %a", q[i].name,
                                 levels[level].isa->host_cpu, v, r, want);
                }
            }
        }
    mpfr_clear(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotients),
        cmocka_unit_test(roots),
        cmocka_unit_test(logarithm_and_power),
    };
    return cmocka_run_group_tests(tests, open_levels, close_levels);
}
