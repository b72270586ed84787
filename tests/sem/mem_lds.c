/* mem_lds.c: DS loads and stores: every element, two-address and thread-id forms, both
 * wave sizes, partial EXEC, addresses out of range. Manual 3.3.4.1, 12.5, 16.15. */
#include "mem_test.h"

static const struct named_element loads[] = {
    {"load_u8", U8},           {"load_i8", I8},
    {"load_u16", U16},         {"load_i16", I16},
    {"load_b32", B32},         {"load_b64", B64},
    {"load_b96", B96},         {"load_b128", B128},
    {"load_u8_d16", D16_U8},   {"load_i8_d16", D16_I8},
    {"load_u16_d16", D16_B16}, {"load_u8_d16_hi", HI_U8},
    {"load_i8_d16_hi", HI_I8}, {"load_u16_d16_hi", HI_B16},
};
static const struct named_element stores[] = {
    {"store_b8", B8_STORE},
    {"store_b16", B16_STORE},
    {"store_b32", B32},
    {"store_b64", B64},
    {"store_b96", B96},
    {"store_b128", B128},
    {"store_b8_d16_hi", HI_B8_STORE},
    {"store_b16_d16_hi", HI_B16_STORE},
};
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* Address in v1 such that element + offset follow the pattern; sometimes out of range. */
static void set_addresses(enum pattern p, unsigned bytes, uint32_t offset, bool edges)
{
    for (unsigned l = 0; l < h.lanes; l++) {
        uint32_t at = pattern_offset(p, l, bytes, 0x400, 16384, bytes == 12 ? 4 : bytes);
        if (edges && l % 5 == 3)
            at = l % 3 == 0   ? HARNESS_LDS - bytes
                 : l % 3 == 1 ? HARNESS_LDS - bytes + 1
                              : 0x80000000 + l;
        harness_set_v(&h, 1, l, at - offset);
    }
}

static void check_load(struct rdna3_insn in, enum element e, const char *name, unsigned wave_config)
{
    unsigned bytes = element_bytes(e);
    static uint32_t before[6][64];
    fill_registers(2, 6);
    for (unsigned r = 0; r < 6; r++)
        for (unsigned l = 0; l < h.lanes; l++)
            before[r][l] = harness_v(&h, 2 + r, l);
    uint32_t offset = in.f[F_offset0] | in.f[F_offset1] << 8;
    assert_true(harness_run_insn(&h, &in));
    for (unsigned l = 0; l < h.lanes; l++) {
        uint32_t want[6], at = harness_v(&h, 1, l) + offset;
        static const uint8_t zeros[16];
        for (unsigned r = 0; r < 6; r++)
            want[r] = before[r][l];
        if (lane_on(l)) /* reads out of range give 0, the whole element */
            reference_load(e, (uint64_t)at + bytes <= HARNESS_LDS ? h.group.lds + at : zeros, want);
        for (unsigned r = 0; r < 6; r++)
            EXPECT(harness_v(&h, 2 + r, l), want[r], "%s v%u lane %u at %#x", name, 2 + r, l, at);
    }
}

static void loads_give_the_element(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(h.group.lds, HARNESS_LDS);
        for (unsigned i = 0; i < COUNT(loads); i++)
            for (unsigned p = 0; p < PATTERNS; p++)
                for (unsigned x = 0; x < EXEC_MASKS; x++) {
                    struct rdna3_insn in = insn("ds_", loads[i].name);
                    in.f[F_addr] = 1, in.f[F_vdst] = 2;
                    in.f[F_offset0] = p % 2 ? 0x24 : 0, in.f[F_offset1] = p % 3 ? 1 : 0;
                    set_exec(exec_masks[x]);
                    set_addresses((enum pattern)p, element_bytes(loads[i].element),
                                  in.f[F_offset0] | in.f[F_offset1] << 8, x % 3 == 2);
                    check_load(in, loads[i].element, loads[i].name, wave_config);
                }
    }
}

static void stores_write_the_element(void **state)
{
    (void)state;
    static uint8_t want[HARNESS_LDS];
    EACH_WAVE
    {
        fill(h.group.lds, HARNESS_LDS);
        for (unsigned i = 0; i < COUNT(stores); i++)
            for (unsigned p = 0; p < PATTERNS; p++)
                for (unsigned x = 0; x < EXEC_MASKS; x++) {
                    enum element e = stores[i].element;
                    struct rdna3_insn in = insn("ds_", stores[i].name);
                    in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_offset0] = p % 2 ? 0x10 : 0;
                    set_exec(exec_masks[x]);
                    set_addresses((enum pattern)p, element_bytes(e), in.f[F_offset0], x % 3 == 2);
                    fill_registers(2, 4);
                    memcpy(want, h.group.lds, sizeof want);
                    for (unsigned l = 0; l < h.lanes; l++) {
                        uint32_t d[4], at = harness_v(&h, 1, l) + in.f[F_offset0];
                        for (unsigned r = 0; r < 4; r++)
                            d[r] = harness_v(&h, 2 + r, l);
                        if (lane_on(l) && (uint64_t)at + element_bytes(e) <= HARNESS_LDS)
                            reference_store(e, d, want + at);
                    }
                    assert_true(harness_run_insn(&h, &in));
                    for (unsigned b = 0; b < HARNESS_LDS; b++)
                        EXPECT(h.group.lds[b], want[b], "%s pattern %u byte %#x", stores[i].name, p,
                               b);
                }
    }
}

/* Two elements: the second operand, two offsets in units of the element, or of 64. */
static void two_addresses(void **state)
{
    (void)state;
    static const char *const names[] = {"2addr_b32", "2addr_stride64_b32", "2addr_b64",
                                        "2addr_stride64_b64"};
    EACH_WAVE for (unsigned i = 0; i < 4; i++)
    {
        unsigned dwords = i < 2 ? 1 : 2, unit = dwords * 4 * (i % 2 ? 64 : 1);
        char name[64];
        fill(h.group.lds, HARNESS_LDS);
        set_exec(exec_masks[4]);
        fill_registers(2, 8);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l * 8);
        snprintf(name, sizeof name, "load_%s", names[i]);
        struct rdna3_insn in = insn("ds_", name);
        in.f[F_addr] = 1, in.f[F_vdst] = 10, in.f[F_offset0] = 3, in.f[F_offset1] = 40;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++)
            for (unsigned r = 0; r < 2 * dwords; r++) {
                uint32_t want, at = l * 8 + (r < dwords ? 3 : 40) * unit + r % dwords * 4;
                memcpy(&want, h.group.lds + at, 4);
                EXPECT(harness_v(&h, 10 + r, l), lane_on(l) ? want : 0, "%s lane %u", name, l);
            }
        snprintf(name, sizeof name, "store_%s", names[i]);
        in = insn("ds_", name);
        in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_data1] = 4;
        in.f[F_offset0] = 200, in.f[F_offset1] = 5;
        memset(h.group.lds, 0, HARNESS_LDS);
        set_exec(UINT64_C(1) << 5 | UINT64_C(1) << 29); /* two lanes that do not meet */
        assert_true(harness_run_insn(&h, &in));
        for (unsigned at = 0; at < HARNESS_LDS; at += 4) {
            uint32_t got, want = 0;
            memcpy(&got, h.group.lds + at, 4);
            for (unsigned l = 5; l <= 29; l += 24)
                for (unsigned r = 0; r < 2 * dwords; r++)
                    if (at == l * 8 + (r < dwords ? 200 : 5) * unit + r % dwords * 4)
                        want = harness_v(&h, (r < dwords ? 2 : 4) + r % dwords, l);
            EXPECT(got, want, "%s at %#x", name, at);
        }
    }
}

/* M0 + offset + 4 * lane; no VGPR takes part. */
static void thread_id_forms(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(h.group.lds, HARNESS_LDS);
        fill_registers(1, 2);
        h.w->s[SRC_M0] = 0xabcd0100; /* only the low half counts */
        struct rdna3_insn in = insn("ds_", "load_addtid_b32");
        in.f[F_vdst] = 3, in.f[F_offset0] = 0x10, in.f[F_offset1] = 2;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t want;
            memcpy(&want, h.group.lds + 0x310 + 4 * l, 4);
            EXPECT(harness_v(&h, 3, l), want, "lane %u", l);
        }
        in = insn("ds_", "store_addtid_b32");
        in.f[F_data0] = 2;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t got;
            memcpy(&got, h.group.lds + 0x100 + 4 * l, 4);
            EXPECT(got, harness_v(&h, 2, l), "lane %u", l);
        }
    }
}

/* A destination that does not fit in the allocation: nothing happens; sources: VGPR0. */
static void registers_out_of_range(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(h.group.lds, HARNESS_LDS);
        fill_registers(0, 256);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 0, l, 4 * l);
        struct rdna3_insn in = insn("ds_", "load_b128");
        in.f[F_addr] = 0, in.f[F_vdst] = 253;
        uint32_t before[3];
        for (unsigned r = 0; r < 3; r++)
            before[r] = harness_v(&h, 253 + r, 3);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned r = 0; r < 3; r++)
            EXPECT(harness_v(&h, 253 + r, 3), before[r], "v%u", 253 + r);
        in = insn("ds_", "store_b64"); /* v[255:256] becomes v[0:1] */
        in.f[F_addr] = 2, in.f[F_data0] = 255;
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 2, l, 8 * l);
        assert_true(harness_run_insn(&h, &in));
        uint32_t got[2];
        memcpy(got, h.group.lds + 8 * 7, 8);
        EXPECT(got[0], harness_v(&h, 0, 7), "low");
        EXPECT(got[1], harness_v(&h, 1, 7), "high");
    }
}

/* A wave without LDS reads zeros and writes nothing. */
static void no_lds(void **state)
{
    (void)state;
    EACH_WAVE
    {
        h.group.lds_bytes = 0;
        fill(h.group.lds, 16);
        uint8_t before[16];
        memcpy(before, h.group.lds, 16);
        fill_registers(2, 1);
        struct rdna3_insn in = insn("ds_", "store_b32");
        in.f[F_addr] = 1, in.f[F_data0] = 2;
        assert_true(harness_run_insn(&h, &in));
        assert_memory_equal(before, h.group.lds, 16);
        in = insn("ds_", "load_b32");
        in.f[F_addr] = 1, in.f[F_vdst] = 2;
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 2, 0), 0, "load");
    }
}

/* Hardware: an atomic without return leaves the register that VDST names alone, and a load does
 * not look at DATA0. The assembler refuses such words, so the fields are set by hand. */
static void unused_registers_are_ignored(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct rdna3_insn in = insn("ds_", "add_u32");
        in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_data1] = 9, in.f[F_vdst] = 5;
        uint32_t seven = 7, sum;
        memset(h.group.lds, 0, HARNESS_LDS);
        memcpy(h.group.lds, &seven, 4);
        for (unsigned l = 0; l < h.lanes; l++) {
            harness_set_v(&h, 1, l, 0);
            harness_set_v(&h, 2, l, 1);
            harness_set_v(&h, 5, l, 0xdeadbeef);
        }
        assert_true(harness_run_insn(&h, &in));
        memcpy(&sum, h.group.lds, 4);
        assert_int_equal(sum, 7 + h.lanes);
        for (unsigned l = 0; l < h.lanes; l++)
            assert_int_equal(harness_v(&h, 5, l), 0xdeadbeef);
        struct rdna3_insn load = insn("ds_", "load_b32");
        load.f[F_addr] = 1, load.f[F_data0] = 200, load.f[F_data1] = 201, load.f[F_vdst] = 3;
        assert_true(harness_run_insn(&h, &load));
        for (unsigned l = 0; l < h.lanes; l++)
            assert_int_equal(harness_v(&h, 3, l), sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_give_the_element),
        cmocka_unit_test(stores_write_the_element),
        cmocka_unit_test(two_addresses),
        cmocka_unit_test(thread_id_forms),
        cmocka_unit_test(registers_out_of_range),
        cmocka_unit_test(no_lds),
        cmocka_unit_test(unused_registers_are_ignored),
    };
    return cmocka_run_group_tests_name("mem_lds", tests, NULL, close_at_end);
}
