/* mem_scalar.c: scalar loads and cache invalidations. Manual chapter 8, 3.3.1.4. */
#include "mem_test.h"

static const char *const sizes[] = {"b32", "b64", "b128", "b256", "b512"};

static uint32_t memory_dword(size_t at)
{
    uint32_t x;
    memcpy(&x, h.memory + at, 4);
    return x;
}

static struct rdna3_insn load(const char *prefix, unsigned size, unsigned sdata)
{
    struct rdna3_insn in = insn(prefix, sizes[size]);
    in.f[F_sbase] = 2, in.f[F_sdata] = sdata, in.f[F_soffset] = SRC_NULL;
    return in;
}

static void set_base(uint64_t base) { set_s64(h.w, 4, base); }

static void loads_of_every_size(void **state)
{
    (void)state;
    EACH_WAVE
    {
        uint64_t base = (uint64_t)(uintptr_t)h.memory;
        fill(h.memory, 4096);
        h.w->s[9] = 0x43; /* low bits of each part are ignored: 0x40 */
        for (unsigned size = 0; size < 5; size++)
            for (unsigned form = 0; form < 4; form++) {
                struct rdna3_insn in = load("s_load_", size, 16);
                uint32_t at = 0x100;
                set_exec(0); /* of no concern */
                set_base(base + 0x102);
                if (form & 1)
                    in.f[F_offset] = (uint32_t)-13 & 0x1fffff, at -= 16;
                if (form & 2)
                    in.f[F_soffset] = 9, at += 0x40;
                for (unsigned i = 0; i < 32; i++)
                    h.w->s[16 + i] = 0x55555555;
                assert_true(harness_run_insn(&h, &in));
                for (unsigned i = 0; i < 32; i++)
                    EXPECT(h.w->s[16 + i], i < 1u << size ? memory_dword(at + 4 * i) : 0x55555555,
                           "size %u form %u dword %u", size, form, i);
            }
        /* M0 as the offset */
        struct rdna3_insn in = load("s_load_", 0, 16);
        in.f[F_soffset] = SRC_M0;
        h.w->s[SRC_M0] = 0x200;
        set_base(base);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(h.w->s[16], memory_dword(0x200), "M0");
    }
}

/* Destinations are aligned down; what leaves SGPRs and VCC is not written at all. M0 and EXEC are
 * no destinations (8.1): the decoder refuses them. */
static void destinations(void **state)
{
    (void)state;
    static const struct {
        unsigned size, sdata;
        int first; /* -1: nothing */
    } cases[] = {{1, 17, 16},  {2, 19, 16},  {3, 22, 20},  {0, 107, 107}, {1, 106, 106},
                 {2, 108, -1}, {0, 108, -1}, {1, 122, -1}, {0, 124, -1}};
    EACH_WAVE for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++)
    {
        fill(h.memory, 4096);
        for (unsigned i = 0; i < 124; i++)
            h.w->s[i] = i < 108 ? 0x1000 + i : 0;
        h.w->s[SRC_M0] = 77;
        set_base((uint64_t)(uintptr_t)h.memory);
        uint32_t before[128];
        memcpy(before, h.w->s, sizeof before);
        struct rdna3_insn in = load("s_load_", cases[c].size, cases[c].sdata);
        if (!harness_run_insn(&h, &in))
            fail_msg("case %u: %s", c, h.w->base.fault.text);
        for (int i = 0; i < 128; i++) {
            int n = cases[c].first < 0 ? -1 : i - cases[c].first;
            bool written = n >= 0 && n < 1 << cases[c].size;
            EXPECT(h.w->s[i], written ? memory_dword((size_t)n * 4) : before[i], "case %u s%d", c,
                   i);
        }
    }
}

static void descriptor(uint64_t base, uint32_t stride, uint32_t records)
{
    h.w->s[4] = (uint32_t)base;
    h.w->s[5] = (uint32_t)(base >> 32) | stride << 16;
    h.w->s[6] = records;
    h.w->s[7] = 0;
}

/* 8.4.1: offset >= size reads as 0, dword by dword; size = records * (stride or 1). */
static void buffer_loads_check_each_dword(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(h.memory, 4096);
        for (unsigned size = 0; size < 5; size++)
            for (uint32_t records = 0; records < 200; records += 7)
                for (uint32_t stride = 0; stride < 3; stride++) {
                    struct rdna3_insn in = load("s_buffer_load_", size, 16);
                    uint32_t bytes = records * (stride ? stride : 1);
                    in.f[F_offset] = 33, in.f[F_soffset] = 9;
                    h.w->s[9] = 30; /* 33 + 30 = 63, without its low bits 60 */
                    descriptor((uint64_t)(uintptr_t)h.memory + 3, stride, records);
                    assert_true(harness_run_insn(&h, &in));
                    for (uint32_t i = 0; i < 1u << size; i++)
                        EXPECT(h.w->s[16 + i], 60 + 4 * i < bytes ? memory_dword(60 + 4 * i) : 0,
                               "records %u stride %u dword %u", records, stride, i);
                }
        /* an empty descriptor and one from registers that cannot hold one */
        struct rdna3_insn in = load("s_buffer_load_", 2, 16);
        in.f[F_sbase] = 62;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned i = 0; i < 4; i++)
            EXPECT(h.w->s[16 + i], 0, "dword %u", i);
        in.f[F_sbase] = 2, in.f[F_offset] = (uint32_t)-4 & 0x1fffff;
        descriptor((uint64_t)(uintptr_t)h.memory + 64, 0, 64);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY); /* 8.1.2: a negative offset is a violation */
    }
}

static void faults(void **state)
{
    (void)state;
    EACH_WAVE
    {
        uint64_t end = h.machine.window_base + h.machine.window_size;
        struct rdna3_insn in = load("s_load_", 2, 16);
        h.w->s[16] = 5;
        set_base(end - 12);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
        EXPECT(h.w->base.fault.address, end - 12, "address");
        EXPECT(h.w->base.fault.bytes, 16, "bytes");
        EXPECT(h.w->base.fault.lanes, 0, "the whole wave");
        EXPECT(h.w->s[16], 5, "destination");
        set_base(end - 16);
        assert_true(harness_run_insn(&h, &in));
        set_base(0);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
        set_base(UINT64_MAX - 8);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
    }
}

static void invalidations_do_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"s_gl1_inv", "s_dcache_inv", "buffer_gl0_inv",
                                        "buffer_gl1_inv", "ds_nop"};
    EACH_WAVE for (unsigned i = 0; i < 5; i++)
    {
        struct rdna3_insn in = insn("", names[i]);
        assert_true(harness_run_insn(&h, &in));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_of_every_size),           cmocka_unit_test(destinations),
        cmocka_unit_test(buffer_loads_check_each_dword), cmocka_unit_test(faults),
        cmocka_unit_test(invalidations_do_nothing),
    };
    return cmocka_run_group_tests_name("mem_scalar", tests, NULL, close_at_end);
}
