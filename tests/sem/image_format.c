/* image_format.c: the data formats that only images have (64 and up, manual table 52), loaded and
 * where possible stored, against formulas written here in double precision from the formats'
 * names (components from the highest bits down), IEC 61966-2-1 for sRGB and the definitions of
 * the small floats. Blocks are compared with another decoder in tests/texture. */
#include "image_test.h"

enum number { UNORM, UINT, SRGB, CLAMP, DEPTH, F6E4, F7E3, SHARED };

struct format {
    unsigned number, bits, count, widths[4]; /* lowest component first */
    enum number kind;
};

static const struct format formats[] = {
    {64, 8, 1, {8}, SRGB},
    {65, 16, 2, {8, 8}, SRGB},
    {66, 32, 4, {8, 8, 8, 8}, SRGB},
    {67, 32, 3, {9, 9, 9}, SHARED},
    {68, 16, 3, {5, 6, 5}, UNORM},
    {69, 16, 4, {5, 5, 5, 1}, UNORM},
    {70, 16, 4, {1, 5, 5, 5}, UNORM},
    {71, 16, 4, {4, 4, 4, 4}, UNORM},
    {72, 8, 2, {4, 4}, UNORM},
    {75, 32, 1, {32}, CLAMP},
    {76, 32, 2, {24, 8}, UNORM},
    {77, 32, 2, {24, 8}, UINT},
    {78, 32, 2, {8, 24}, UNORM},
    {79, 32, 2, {8, 24}, UINT},
    {80, 64, 2, {32, 8}, UINT},
    {81, 64, 2, {32, 8}, DEPTH},
    {227, 32, 4, {10, 10, 10, 2}, F6E4},
    {228, 32, 4, {10, 10, 10, 2}, F7E3},
};

static double small(uint64_t v, unsigned fraction, unsigned exponent_bias)
{
    double f = (double)(v & ((1u << fraction) - 1)) / (1u << fraction);
    unsigned e = (unsigned)(v >> fraction);
    return e ? ldexp(1 + f, (int)e - (int)exponent_bias) : ldexp(f, 1 - (int)exponent_bias);
}

/* Component i of an element; *is_integer: the value is one. */
static double component(const struct format *f, uint64_t e, unsigned i, bool *is_integer)
{
    unsigned at = 0;
    *is_integer = f->kind == UINT || (f->kind == DEPTH && i == 1);
    if (i >= f->count)
        return 0;
    for (unsigned k = 0; k < i; k++)
        at += f->widths[k];
    uint64_t v = e >> at & ((UINT64_C(1) << f->widths[i]) - 1);
    double norm = (double)v / (ldexp(1, (int)f->widths[i]) - 1);
    switch (f->kind) {
    case SRGB:
        return i == 3 ? norm : norm <= 0.04045 ? norm / 12.92 : pow((norm + 0.055) / 1.055, 2.4);
    case CLAMP: {
        double x = bits_float((uint32_t)v);
        return x > 0 ? fmin(x, 1) : 0;
    }
    case DEPTH:
        return i ? (double)v : bits_float((uint32_t)v);
    case F6E4:
        return i == 3 ? norm : small(v, 6, 7);
    case F7E3:
        return i == 3 ? norm : small(v, 7, 3);
    case SHARED:
        return ldexp((double)v, (int)(e >> 27) - 24);
    case UINT:
        return (double)v;
    default:
        return norm;
    }
}

static struct surface row_of(const struct format *f)
{
    struct surface s = {.type = T_1D,
                        .format = f->number,
                        .bytes = f->bits / 8,
                        .width = 64,
                        .height = 1,
                        .depth = 1,
                        .levels = 1};
    lay_out(&s, image_memory());
    for (unsigned i = 0; i < 64 * s.bytes; i++)
        s.memory[i] = (uint8_t)rnd();
    return s;
}

static void loads_match_formulas(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < sizeof formats / sizeof *formats;
                   n++) for (unsigned round = 0; round < 20; round++)
    {
        const struct format *f = &formats[n];
        struct surface s = row_of(f);
        put_image(&s);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane);
        struct rdna3_insn in = image_insn("image_load", DIM_1D, 15);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            uint64_t e = 0;
            memcpy(&e, s.memory + lane * s.bytes, s.bytes);
            for (unsigned i = 0; i < 4; i++) {
                bool is_integer;
                double want = component(f, e, i, &is_integer);
                uint32_t got = harness_v(&h, i, lane);
                if (isnan(want) && isnan(bits_float(got)))
                    continue;
                if (got != (is_integer ? (uint32_t)want : float_bits(want)))
                    fail_msg("format %u component %u of %llx: %08x (%.9g), want %.9g", f->number, i,
                             (unsigned long long)e, got, bits_float(got), want);
            }
        }
    }
}

/* What was loaded and is stored again loads as the same; SRGB and UNORM as the same bits. */
static void stores_invert_loads(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < sizeof formats / sizeof *formats;
                   n++) for (unsigned round = 0; round < 10; round++)
    {
        const struct format *f = &formats[n];
        if (f->number == 81) /* its padding and NaNs have no reason to survive */
            continue;
        struct surface s = row_of(f);
        put_image(&s);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane);
        struct rdna3_insn load = image_insn("image_load", DIM_1D, 15);
        struct rdna3_insn store = image_insn("image_store", DIM_1D, 15);
        store.f[F_unrm] = 1;
        assert_true(harness_run_insn(&h, &load));
        uint8_t before[64 * 8];
        uint32_t values[64][4];
        memcpy(before, s.memory, 64 * s.bytes);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++)
                values[lane][i] = harness_v(&h, i, lane);
        memset(s.memory, 0x3c, 64 * s.bytes);
        assert_true(harness_run_insn(&h, &store));
        if (f->kind == SRGB || f->kind == UNORM || f->kind == F6E4 || f->kind == F7E3)
            assert_memory_equal(s.memory, before, h.lanes * s.bytes);
        assert_true(harness_run_insn(&h, &load));
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++)
                assert_int_equal(harness_v(&h, i, lane), values[lane][i]);
    }
}

/* Shared exponents: the nearest of all encodings, by trying the neighbours. */
static void shared_exponents_are_nearest(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned round = 0; round < 50; round++)
    {
        struct surface s = row_of(&formats[3]);
        put_image(&s);
        double x[64][3];
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            harness_set_v(&h, 16, lane, lane);
            for (unsigned i = 0; i < 3; i++) {
                x[lane][i] = bits_float(
                    float_bits(ldexp((double)(rnd() % 100000) / 100000, (int)(rnd() % 36) - 20)));
                harness_set_v(&h, i, lane, float_bits(x[lane][i]));
            }
        }
        struct rdna3_insn in = image_insn("image_store", DIM_1D, 7);
        in.f[F_unrm] = 1;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            uint32_t e;
            memcpy(&e, s.memory + 4 * lane, 4);
            double step = ldexp(1, (int)(e >> 27) - 24);
            for (unsigned i = 0; i < 3; i++) {
                bool is_integer;
                double got = component(&formats[3], e, i, &is_integer);
                double most = 511 * step;
                assert_true(fabs(got - fmin(x[lane][i], most)) <= step / 2);
            }
            /* no smaller exponent would do: something needs the top bit, or it is the lowest */
            assert_true(e >> 27 == 0 || (e | e >> 9 | e >> 18) & 0x100);
        }
    }
}

/* One-bit and 4:2:2 texels. */
static void texels_that_share_elements(void **state)
{
    (void)state;
    EACH_WAVE
    {
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane);
        for (unsigned reversed = 0; reversed < 2; reversed++) {
            struct format f = {73 + reversed, 8, 1, {1}, UNORM};
            struct surface s = row_of(&f);
            put_image(&s);
            struct rdna3_insn in = image_insn("image_load", DIM_1D, 1);
            assert_true(harness_run_insn(&h, &in));
            for (unsigned lane = 0; lane < h.lanes; lane++) {
                unsigned bit = reversed ? 7 - lane % 8 : lane % 8;
                assert_int_equal(harness_v(&h, 0, lane),
                                 s.memory[lane / 8] >> bit & 1 ? 0x3f800000 : 0);
            }
        }
        for (unsigned order = 0; order < 2; order++) {
            struct format f = {82 + 4 * order, 32, 3, {8, 8, 8}, UNORM};
            struct surface s = row_of(&f);
            put_image(&s);
            struct rdna3_insn in = image_insn("image_load", DIM_1D, 7);
            assert_true(harness_run_insn(&h, &in));
            for (unsigned lane = 0; lane < h.lanes; lane++) {
                const uint8_t *e = s.memory + lane / 2 * 4;
                /* R G0 B G1, or G0 R G1 B */
                uint8_t r = e[order], g = e[lane % 2 * 2 + 1 - order], b = e[2 + order];
                assert_int_equal(harness_v(&h, 0, lane), float_bits(r / 255.0));
                assert_int_equal(harness_v(&h, 1, lane), float_bits(g / 255.0));
                assert_int_equal(harness_v(&h, 2, lane), float_bits(b / 255.0));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_match_formulas),
        cmocka_unit_test(stores_invert_loads),
        cmocka_unit_test(shared_exponents_are_nearest),
        cmocka_unit_test(texels_that_share_elements),
    };
    return cmocka_run_group_tests(tests, NULL, close_at_end);
}
