/* mem_format.c: every data and number format of buffers, loaded and stored, with and
 * without D16, against conversions written here from the names of the formats (manual
 * table 52: components from the highest bits down) and 9.3.1: sums of powers of two, searches
 * through all small floats, no code shared with buffer_format.c. */
#include "format_model.h"
#include "mem_test.h"

enum { ELEMENT = 16 }; /* lanes' elements are this far apart */

static struct rdna3_insn typed(const char *prefix, const char *name, unsigned format)
{
    struct rdna3_insn in = insn(prefix, name);
    uint64_t base = (uint64_t)(uintptr_t)h.memory;
    in.f[F_vaddr] = 1, in.f[F_offen] = 1, in.f[F_srsrc] = 2, in.f[F_soffset] = SRC_NULL;
    in.f[F_vdata] = 4;
    if (in.format == FMT_MTBUF)
        in.f[F_format] = format;
    h.w->s[8] = (uint32_t)base, h.w->s[9] = (uint32_t)(base >> 32), h.w->s[10] = 4096;
    /* OOB raw; DST_SEL x y z w = R G B A; format */
    h.w->s[11] = 3u << 28 | 4 | 5 << 3 | 6 << 6 | 7 << 9 | (format & 63) << 12;
    for (unsigned l = 0; l < h.lanes; l++)
        harness_set_v(&h, 1, l, l * ELEMENT);
    return in;
}

/* Floats, halves and integers at the edges of conversions, and random bits. */
static uint32_t interesting(bool d16)
{
    static const uint32_t wide[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3effffff, 0x7f800000,
        0xff800000, 0x7fc00000, 0x437f0000, 0x43000000, 0xc3000000, 0x00000001, 0x477fe000,
        0x477fffff, 0x47800000, 0x38800000, 0x33000000, 0x3f7fffff, 127,        128,
        0xffffff80, 0xffffff7f, 255,        256,        65535,      65536,      3,
        1023,       1024,       0x3b008081, 0x3b80c0c1, 0x40200000, 0x40600000, 0x7fffffff};
    static const uint32_t half[] = {0,      0x8000, 0x3c00, 0xbc00, 0x3800, 0x7c00, 0xfc00, 0x7e00,
                                    1,      0x7bff, 0x0400, 0x03ff, 0x3bff, 127,    128,    0xff80,
                                    0xff7f, 255,    256,    0x5bf8, 0x4100, 0x4300};
    if (rnd() % 3 == 0)
        return d16 ? rnd() & 0xffff : rnd();
    if (rnd() % 3 == 0 && !d16)
        return f32_bits(((double)rnd() / 4294967296.0 - 0.5) * 3);
    return d16 ? half[rnd() % (sizeof half / 4)] : wide[rnd() % (sizeof wide / 4)];
}

static const char *const suffixes[4] = {"x", "xy", "xyz", "xyzw"};

static void loads(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned f = 1; f < 64; f++) for (unsigned k = 0; k < 16; k++)
    {
        unsigned n = k % 4 + 1;
        bool d16 = k & 4, mubuf = k & 8;
        struct shape s = shape_of(format_names[f]);
        char name[64];
        snprintf(name, sizeof name, "load%s_format_%s", d16 ? "_d16" : "", suffixes[n - 1]);
        struct rdna3_insn in = typed(mubuf ? "buffer_" : "tbuffer_", name, f);
        for (unsigned a = 0; a < 4096; a += 4) {
            uint32_t v =
                f >= 20 && rnd() % 2 ? interesting(rnd() % 2) * (rnd() % 2 ? 0x10001 : 1) : rnd();
            memcpy(h.memory + a, &v, 4);
        }
        fill_registers(4, 5);
        uint32_t before[5];
        for (unsigned r = 0; r < 5; r++)
            before[r] = harness_v(&h, 4 + r, 0);
        set_exec(UINT64_MAX - 1);
        if (!harness_run_insn(&h, &in))
            fail_msg("%s %s: %s", name, format_names[f], h.w->base.fault.text);
        for (unsigned r = 0; r < 5; r++)
            EXPECT(harness_v(&h, 4 + r, 0), before[r], "inactive lane");
        for (unsigned l = 1; l < h.lanes; l++)
            for (unsigned i = 0; i < n; i++) {
                bool any_nan;
                uint32_t want = loaded(&s, h.memory + l * ELEMENT, i, d16, &any_nan);
                uint32_t got = d16 ? harness_v(&h, 4 + i / 2, l) >> i % 2 * 16 & 0xffff
                                   : harness_v(&h, 4 + i, l);
                if (any_nan)
                    assert_true(is_nan_bits(got, d16 ? 16 : 32));
                else
                    EXPECT(got, want, "%s %s component %u of %#llx", name, format_names[f], i,
                           (unsigned long long)(i < s.count
                                                    ? component_bits(&s, h.memory + l * ELEMENT, i)
                                                    : 0));
            }
    }
}

static void stores(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned f = 1; f < 64; f++) for (unsigned k = 0; k < 16; k++)
    {
        unsigned n = k % 4 + 1;
        bool d16 = k & 4, mubuf = k & 8;
        struct shape s = shape_of(format_names[f]);
        char name[64];
        snprintf(name, sizeof name, "store%s_format_%s", d16 ? "_d16" : "", suffixes[n - 1]);
        struct rdna3_insn in = typed(mubuf ? "buffer_" : "tbuffer_", name, f);
        static uint8_t before[4096];
        fill(h.memory, 4096);
        memcpy(before, h.memory, 4096);
        for (unsigned l = 0; l < h.lanes; l++)
            for (unsigned r = 0; r < 4; r++)
                harness_set_v(&h, 4 + r, l,
                              d16 ? interesting(true) | interesting(true) << 16
                                  : interesting(false));
        set_exec(UINT64_MAX - 1);
        if (!harness_run_insn(&h, &in))
            fail_msg("%s %s: %s", name, format_names[f], h.w->base.fault.text);
        assert_memory_equal(h.memory, before, ELEMENT);
        for (unsigned l = 1; l < h.lanes; l++) {
            const uint8_t *p = h.memory + l * ELEMENT;
            for (unsigned i = 0; i < s.count; i++) {
                uint32_t value = d16 ? harness_v(&h, 4 + i / 2, l) >> i % 2 * 16 & 0xffff
                                     : harness_v(&h, 4 + i, l);
                bool any_nan = false;
                /* components that the instruction does not have are stored as 0 */
                uint64_t want = i < n ? stored(&s, i, value, d16, &any_nan) : 0;
                uint64_t got = component_bits(&s, p, i);
                if (any_nan)
                    assert_true(is_nan_bits(got, s.bits[i]));
                else
                    EXPECT(got, want, "%s %s component %u from %#x", name, format_names[f], i,
                           value);
            }
            assert_memory_equal(p + s.bytes, before + l * ELEMENT + s.bytes, ELEMENT - s.bytes);
        }
    }
}

/* DST_SEL of the descriptor: constants and any component; MTBUF ignores it (table 42). */
static void component_selection(void **state)
{
    (void)state;
    EACH_WAVE
    {
        static const uint32_t element[4] = {0x11, 0x22, 0x33, 0x44};
        for (unsigned l = 0; l < h.lanes; l++)
            memcpy(h.memory + l * ELEMENT, element, ELEMENT);
        struct rdna3_insn in = typed("buffer_", "load_format_xyzw", 61);
        h.w->s[11] = 3u << 28 | 1 | 7 << 3 | 0 << 6 | 4 << 9 | 61 << 12; /* 1, A, 0, R */
        assert_true(harness_run_insn(&h, &in));
        static const uint32_t want[4] = {1, 0x44, 0, 0x11};
        for (unsigned i = 0; i < 4; i++)
            EXPECT(harness_v(&h, 4 + i, 3), want[i], "component %u", i);
        h.w->s[11] = 3u << 28 | 1 | 5 << 3 | 1 << 6 | 1 << 9 | 63 << 12; /* float 1 */
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 4, 3), 0x3f800000, "float one");
        EXPECT(harness_v(&h, 5, 3), 0x22, "G");
        /* out of range: 0, but 1 where 1 is selected */
        h.w->s[10] = 3 * ELEMENT + 15;
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 4, 3), 0x3f800000, "one, out of range");
        EXPECT(harness_v(&h, 5, 3), 0, "G, out of range");
        EXPECT(harness_v(&h, 5, 2), 0x22, "G, in range");
        in = typed("tbuffer_", "load_format_xyzw", 61);
        h.w->s[11] = 3u << 28 | 1 | 1 << 3 | 1 << 6 | 1 << 9 | 63 << 12;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned i = 0; i < 4; i++)
            EXPECT(harness_v(&h, 4 + i, 3), element[i], "MTBUF, component %u", i);
        /* store: memory component R from Y, A from X, the others from nowhere */
        in = typed("buffer_", "store_format_xy", 61);
        h.w->s[11] = 3u << 28 | 7 | 4 << 3 | 61 << 12;
        harness_set_v(&h, 4, 3, 100), harness_set_v(&h, 5, 3, 200);
        assert_true(harness_run_insn(&h, &in));
        static const uint32_t memory[4] = {200, 0, 0, 100};
        assert_memory_equal(h.memory + 3 * ELEMENT, memory, ELEMENT);
    }
}

/* D16_HI forms, halves that keep their value, the form that goes to LDS. */
static void high_halves_and_lds(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(h.memory, 4096);
        fill_registers(4, 3);
        uint32_t v4 = harness_v(&h, 4, 5), v5 = harness_v(&h, 5, 5);
        uint16_t m[3];
        memcpy(m, h.memory + 5 * ELEMENT, 6);
        struct rdna3_insn in = typed("buffer_", "load_d16_hi_format_x", 11); /* 16_UINT */
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 4, 5), (v4 & 0xffff) | (uint32_t)m[0] << 16, "high half");
        in = typed("buffer_", "load_d16_format_xyz", 55); /* 16_16_16_16_UINT */
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 4, 5), m[0] | (uint32_t)m[1] << 16, "x, y");
        EXPECT(harness_v(&h, 5, 5), m[2] | (v5 & 0xffff0000), "z, the other half is kept");
        in = typed("buffer_", "store_d16_hi_format_x", 11);
        harness_set_v(&h, 4, 5, 0x12345678);
        assert_true(harness_run_insn(&h, &in));
        memcpy(m, h.memory + 5 * ELEMENT, 2);
        EXPECT(m[0], 0x1234, "stored");
        in = typed("buffer_", "load_lds_format_x", 5); /* 8_UINT */
        in.f[F_vdata] = 0;
        h.w->s[SRC_M0] = 0x40;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t got;
            memcpy(&got, h.group.lds + 0x40 + 4 * l, 4);
            EXPECT(got, h.memory[l * ELEMENT], "LDS, lane %u", l);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads),
        cmocka_unit_test(stores),
        cmocka_unit_test(component_selection),
        cmocka_unit_test(high_halves_and_lds),
    };
    return cmocka_run_group_tests_name("mem_format", tests, NULL, close_at_end);
}
