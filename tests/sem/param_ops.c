/* param_ops.c: parameter loads, interpolation and exports against the formulas of manual 12.2,
 * 12.3 and 12.4: P0 + I * P10 + J * P20 with C's fmaf, the layout of table 57. */
#include "image_test.h"
#include <fenv.h>

static struct rdna3_insn param_insn(const char *name, unsigned vdst, unsigned attr,
                                    unsigned channel)
{
    struct rdna3_insn in = harness_insn(name, FMT_LDSDIR);
    in.f[F_vdst] = vdst;
    in.f[F_attr] = attr;
    in.f[F_attrchan] = channel;
    return in;
}

/* LDS dword of attribute a, primitive p, component 0..2 (P0, P10, P20), channel. */
static uint32_t stored(unsigned a, unsigned p, unsigned component, unsigned channel)
{
    return 0x40000000 | a << 16 | p << 8 | component << 4 | channel;
}

static void parameters_are_spread_over_quads(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 200; n++)
    {
        unsigned quads = h.lanes / 4, primitives = 1, offset = 128 * (rnd() % 4);
        uint32_t mask = rnd() & rnd() & 0x7fff & ((1u << (quads - 1)) - 1);
        unsigned of_quad[16] = {0};
        for (unsigned q = 1; q < quads; q++) {
            of_quad[q] = of_quad[q - 1] + (mask >> (q - 1) & 1);
            primitives = of_quad[q] + 1;
        }
        for (unsigned a = 0; a < 5; a++)
            for (unsigned p = 0; p < primitives; p++)
                for (unsigned i = 0; i < 12; i++) {
                    uint32_t v = stored(a, p, i / 4, i % 4);
                    memcpy(h.group.lds + offset + 4 * ((a * primitives + p) * 12 + i), &v, 4);
                }
        h.w->s[SRC_M0] = mask << 16 | offset;
        uint64_t exec = rnd() | (uint64_t)rnd() << 32;
        h.w->s[SRC_EXEC_LO] = (uint32_t)exec;
        if (h.lanes == 64)
            h.w->s[SRC_EXEC_HI] = (uint32_t)(exec >> 32);
        unsigned attr = rnd() % 5, channel = rnd() % 4;
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 3, lane, 99);
        struct rdna3_insn in = param_insn("lds_param_load", 3, attr, channel);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            bool on = exec >> (lane & ~3u) & 15;
            uint32_t want = !on             ? 99
                            : lane % 4 == 3 ? 0
                                            : stored(attr, of_quad[lane / 4], lane % 4, channel);
            assert_int_equal(harness_v(&h, 3, lane), want);
        }
        h.w->s[SRC_EXEC_LO] = UINT32_MAX;
        if (h.lanes == 64)
            h.w->s[SRC_EXEC_HI] = UINT32_MAX;
    }
}

static void direct_loads_extend(void **state)
{
    (void)state;
    EACH_WAVE
    {
        const uint32_t v = 0x89abf1e2;
        memcpy(h.group.lds + 0x40, &v, 4);
        static const struct {
            unsigned type;
            uint32_t want;
        } cases[5] = {{0, 0xe2}, {1, 0xf1e2}, {2, 0x89abf1e2}, {4, 0xffffffe2}, {5, 0xfffff1e2}};
        for (unsigned n = 0; n < 5; n++) {
            h.w->s[SRC_M0] = cases[n].type << 16 | 0x40;
            struct rdna3_insn in = param_insn("lds_direct_load", 4, 0, 0);
            assert_true(harness_run_insn(&h, &in));
            for (unsigned lane = 0; lane < h.lanes; lane++)
                assert_int_equal(harness_v(&h, 4, lane), cases[n].want);
        }
    }
}

static float f32(uint32_t u) { return (float)bits_float(u); }

/* Both steps in 32 bits: what pixel shaders do with each attribute. */
static void interpolation_is_two_fmas(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 100; n++)
    {
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned r = 0; r < 3; r++)
                harness_set_v(&h, r, lane, float_bits((int)(rnd() % 2000001 - 1000000) / 1e5));
        unsigned neg = rnd() % 8;
        bool clamp = rnd() % 4 == 0;
        struct rdna3_insn p10 = harness_insn("v_interp_p10_f32", FMT_VINTERP);
        p10.f[F_vdst] = 3;
        p10.f[F_src0] = p10.f[F_src2] = 256;
        p10.f[F_src1] = 257;
        p10.f[F_neg] = neg;
        struct rdna3_insn p2 = harness_insn("v_interp_p2_f32", FMT_VINTERP);
        p2.f[F_vdst] = 4;
        p2.f[F_src0] = 256 * (n % 4 != 0); /* v0 with and without the top bit, errata E-052 */
        p2.f[F_src1] = 258;
        p2.f[F_src2] = 259;
        p2.f[F_clamp] = clamp;
        h.w->s[SRC_EXEC_LO] = 0xfffffff7; /* operands come from inactive lanes too */
        assert_true(harness_run_insn(&h, &p10));
        assert_true(harness_run_insn(&h, &p2));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            if (lane == 3)
                continue;
            unsigned quad = lane & ~3u;
            float p0 = f32(harness_v(&h, 0, quad)), d10 = f32(harness_v(&h, 0, quad + 1));
            float d20 = f32(harness_v(&h, 0, quad + 2)), i = f32(harness_v(&h, 1, lane));
            float j = f32(harness_v(&h, 2, lane));
            float first = fmaf(neg & 1 ? -d10 : d10, neg & 2 ? -i : i, neg & 4 ? -p0 : p0);
            float both = fmaf(d20, j, first);
            if (clamp)
                both = both > 0 ? fminf(both, 1) : 0;
            assert_int_equal(harness_v(&h, 3, lane), float_bits((double)first));
            assert_int_equal(harness_v(&h, 4, lane), float_bits((double)both));
        }
        h.w->s[SRC_EXEC_LO] = UINT32_MAX;
    }
}

static float half(uint32_t dword, unsigned which)
{
    uint16_t u = (uint16_t)(dword >> 16 * which);
    _Float16 f;
    memcpy(&f, &u, 2);
    return (float)f;
}

/* f16 parameters: widened, multiplied in 32 bits, the second step rounded to f16. */
static void interpolation_of_halves(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 100; n++)
    {
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            harness_set_v(&h, 0, lane, (rnd() & 0xbfffbfff)); /* no NaNs */
            harness_set_v(&h, 1, lane, float_bits((int)(rnd() % 2001 - 1000) / 1e3));
            harness_set_v(&h, 2, lane, float_bits((int)(rnd() % 2001 - 1000) / 1e3));
            harness_set_v(&h, 4, lane, 0x12345678);
        }
        bool rtz = rnd() % 2;
        unsigned sel = rnd() % 16;
        struct rdna3_insn p10 =
            harness_insn(rtz ? "v_interp_p10_rtz_f16_f32" : "v_interp_p10_f16_f32", FMT_VINTERP);
        p10.f[F_vdst] = 3;
        p10.f[F_src0] = p10.f[F_src2] = 256 * (n % 3 != 0); /* also without the top bit, E-052 */
        p10.f[F_src1] = 257;
        p10.f[F_opsel] = sel & 5;
        struct rdna3_insn p2 =
            harness_insn(rtz ? "v_interp_p2_rtz_f16_f32" : "v_interp_p2_f16_f32", FMT_VINTERP);
        p2.f[F_vdst] = 4;
        p2.f[F_src0] = 256;
        p2.f[F_src1] = 258;
        p2.f[F_src2] = 259;
        p2.f[F_opsel] = sel & 9;
        assert_true(harness_run_insn(&h, &p10));
        assert_true(harness_run_insn(&h, &p2));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            unsigned quad = lane & ~3u;
            volatile float a = half(harness_v(&h, 0, quad + 1), sel & 1);
            volatile float c = half(harness_v(&h, 0, quad), sel >> 2 & 1);
            volatile float p20 = half(harness_v(&h, 0, quad + 2), sel & 1);
            volatile float i = f32(harness_v(&h, 1, lane)), j = f32(harness_v(&h, 2, lane));
            if (rtz)
                fesetround(FE_TOWARDZERO);
            volatile float first = fmaf(a, i, c);
            volatile float second = fmaf(p20, j, first);
            fesetround(FE_TONEAREST);
            assert_int_equal(harness_v(&h, 3, lane), float_bits((double)first));
            /* to f16 by search: the two neighbours of the value */
            uint32_t want = (uint32_t)(signbit(second) ? 0x8000 : 0), magnitude = 0;
            for (uint32_t step = 0x4000; step; step /= 2)
                if (magnitude + step <= 0x7c00 && half(magnitude + step, 0) <= fabsf(second))
                    magnitude += step;
            if (!rtz && magnitude < 0x7c00) {
                double low = (double)half(magnitude, 0);
                double high = magnitude == 0x7bff ? 65536 : (double)half(magnitude + 1, 0);
                double x = fabs((double)second), middle = (low + high) / 2;
                if (x > middle || (x == middle && magnitude & 1))
                    magnitude++;
            }
            if (rtz && magnitude == 0x7c00 && !isinf(second))
                magnitude = 0x7bff;
            want |= magnitude;
            uint32_t got = harness_v(&h, 4, lane);
            assert_int_equal(got >> (sel & 8 ? 16 : 0) & 0xffff, want);
            assert_int_equal(got >> (sel & 8 ? 0 : 16) & 0xffff, sel & 8 ? 0x5678 : 0x1234);
        }
    }
}

static struct wave_export last_export;
static uint32_t exported[4][64];
static unsigned exports;

static void take_export(struct machine *m, struct wave *wave, const struct wave_export *x)
{
    (void)m;
    last_export = *x;
    for (unsigned i = 0; i < 4; i++)
        if (x->values[i])
            memcpy(exported[i], x->values[i], 4 * wave->lanes);
    exports++;
}

static void exports_reach_the_host(void **state)
{
    (void)state;
    EACH_WAVE
    {
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned r = 0; r < 4; r++)
                harness_set_v(&h, 10 + r, lane, r << 16 | lane);
        struct rdna3_insn in = harness_insn("exp", FMT_EXP);
        in.f[F_target] = 12;
        in.f[F_en] = 0xb;
        in.f[F_done] = 1;
        in.f[F_row] = 1;
        in.f[F_vsrc0] = 10, in.f[F_vsrc1] = 11, in.f[F_vsrc2] = 12, in.f[F_vsrc3] = 13;
        h.w->s[SRC_M0] = 5;
        h.machine.export_data = NULL;
        assert_true(harness_run_insn(&h, &in)); /* nobody listens */
        h.machine.export_data = take_export;
        exports = 0;
        h.w->s[SRC_EXEC_LO] = 0x0f0f0f0f;
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(exports, 1);
        assert_int_equal(last_export.target, 12);
        assert_int_equal(last_export.enable, 0xb);
        assert_true(last_export.is_done && last_export.has_row && last_export.row == 5);
        assert_int_equal(last_export.exec & UINT32_MAX, 0x0f0f0f0f);
        assert_null(last_export.values[2]);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            assert_int_equal(exported[3][lane], 3 << 16 | lane);
        h.w->status |= 1 << 18; /* SKIP_EXPORT */
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(exports, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_spread_over_quads),
        cmocka_unit_test(direct_loads_extend),
        cmocka_unit_test(interpolation_is_two_fmas),
        cmocka_unit_test(interpolation_of_halves),
        cmocka_unit_test(exports_reach_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, close_at_end);
}
