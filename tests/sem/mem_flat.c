/* mem_flat.c: GLOBAL, FLAT and SCRATCH loads and stores: address forms, apertures, scratch
 * layout, faults. Manual chapter 11, 16.20. */
#include <sys/mman.h>

#include "mem_test.h"

static const struct named_element loads[] = {
    {"load_u8", U8},           {"load_i8", I8},
    {"load_u16", U16},         {"load_i16", I16},
    {"load_b32", B32},         {"load_b64", B64},
    {"load_b96", B96},         {"load_b128", B128},
    {"load_d16_u8", D16_U8},   {"load_d16_i8", D16_I8},
    {"load_d16_b16", D16_B16}, {"load_d16_hi_u8", HI_U8},
    {"load_d16_hi_i8", HI_I8}, {"load_d16_hi_b16", HI_B16},
};
static const struct named_element stores[] = {
    {"store_b8", B8_STORE},
    {"store_b16", B16_STORE},
    {"store_b32", B32},
    {"store_b64", B64},
    {"store_b96", B96},
    {"store_b128", B128},
    {"store_d16_hi_b8", HI_B8_STORE},
    {"store_d16_hi_b16", HI_B16_STORE},
};
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

enum { AREA = 65536 };
static uint8_t *area(void) { return h.memory + 4096; }
static uint64_t address(const void *p) { return (uint64_t)(uintptr_t)p; }

/* Runs `in` (address in v[8:9] or v8 with s[4:5], data v2.., destination v2..) and compares
 * with the reference. at[lane]: offset into area() of the lane's element. */
static void check(struct rdna3_insn *in, enum element e, bool is_load, const uint32_t *at,
                  const char *name, unsigned wave_config)
{
    static uint8_t want_memory[AREA];
    static uint32_t want[64][4];
    fill_registers(2, 4);
    memcpy(want_memory, area(), AREA);
    for (unsigned l = 0; l < h.lanes; l++) {
        for (unsigned r = 0; r < 4; r++)
            want[l][r] = harness_v(&h, 2 + r, l);
        if (!lane_on(l))
            continue;
        if (is_load)
            reference_load(e, area() + at[l], want[l]);
        else
            reference_store(e, want[l], want_memory + at[l]);
    }
    if (!harness_run_insn(&h, in))
        fail_msg("%s stopped: cause %d, address %#llx, %s", name, (int)h.w->base.fault.cause,
                 (unsigned long long)h.w->base.fault.address, h.w->base.fault.text);
    for (unsigned l = 0; l < h.lanes; l++)
        for (unsigned r = 0; r < 4; r++)
            EXPECT(harness_v(&h, 2 + r, l), want[l][r], "%s v%u lane %u", name, 2 + r, l);
    for (unsigned b = 0; b < AREA; b++)
        EXPECT(area()[b], want_memory[b], "%s byte %#x", name, b);
}

static void global_addresses(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(area(), AREA);
        for (unsigned i = 0; i < COUNT(loads) + COUNT(stores); i++)
            for (unsigned p = 0; p < PATTERNS; p++)
                for (unsigned x = 0; x < EXEC_MASKS; x++) {
                    bool is_load = i < COUNT(loads);
                    const struct named_element *n = is_load ? &loads[i] : &stores[i - COUNT(loads)];
                    struct rdna3_insn in = insn("global_", n->name);
                    bool scalar = (p + x) % 2;
                    int32_t offset = x % 3 == 0 ? 0 : x % 3 == 1 ? -4096 : 4095;
                    uint32_t at[64];
                    /* inside a page, or across two */
                    unsigned base = rnd() % 2 ? 8192 : 8192 - 3 * element_bytes(n->element);
                    in.f[F_addr] = 8, in.f[F_vdst] = 2, in.f[F_data] = 2;
                    in.f[F_offset] = (uint32_t)offset & 0x1fff;
                    in.f[F_saddr] = scalar ? 4 : SRC_NULL;
                    set_s64(h.w, 4, address(area()) - 100);
                    for (unsigned l = 0; l < h.lanes; l++) {
                        unsigned bytes = element_bytes(n->element);
                        at[l] = pattern_offset((enum pattern)p, l, bytes, base, AREA,
                                               bytes == 12 ? 4 : bytes);
                        if (scalar) /* 32 bits unsigned: the element must be above the base */
                            at[l] += 8192, at[l] %= AREA - 8192, at[l] += 4096;
                        uint64_t a = address(area()) + at[l] - (uint64_t)(int64_t)offset;
                        if (scalar)
                            harness_set_v(&h, 8, l, (uint32_t)(a - (address(area()) - 100)));
                        else
                            harness_set_v64(&h, 8, l, a);
                        if (!scalar && !(exec_masks[x] >> l & 1))
                            harness_set_v64(&h, 8, l,
                                            0xdead0000beef0000); /* inactive: never used */
                    }
                    set_exec(exec_masks[x]);
                    check(&in, n->element, is_load, at, n->name, wave_config);
                }
    }
}

/* Offsets of 32 bits do not wrap, though they look as if they followed each other. */
static void offsets_around_4_gib(void **state)
{
    (void)state;
    const size_t size = (UINT64_C(1) << 32) + 8192;
    uint8_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(p != MAP_FAILED);
    fill(p, 4096);
    fill(p + size - 8192, 8192);
    EACH_WAVE
    {
        struct rdna3_insn in = insn("global_", "load_b32");
        in.f[F_addr] = 8, in.f[F_vdst] = 2, in.f[F_saddr] = 4;
        h.machine.window_base = address(p), h.machine.window_size = size;
        set_s64(h.w, 4, address(p));
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 8, l, 4 * l - 40);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t want;
            memcpy(&want, p + (uint32_t)(4 * l - 40), 4);
            EXPECT(harness_v(&h, 2, l), want, "lane %u", l);
        }
    }
    munmap(p, size);
}

static void global_thread_id(void **state)
{
    (void)state;
    EACH_WAVE
    {
        fill(area(), AREA);
        fill_registers(2, 2);
        set_s64(h.w, 4, address(area()) + 400);
        struct rdna3_insn in = insn("global_", "load_addtid_b32");
        in.f[F_saddr] = 4, in.f[F_vdst] = 3, in.f[F_offset] = (uint32_t)-16 & 0x1fff,
        in.f[F_addr] = 255;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t want;
            memcpy(&want, area() + 384 + 4 * l, 4);
            EXPECT(harness_v(&h, 3, l), want, "lane %u", l);
        }
        in = insn("global_", "store_addtid_b32");
        in.f[F_saddr] = 4, in.f[F_data] = 2;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t got;
            memcpy(&got, area() + 400 + 4 * l, 4);
            EXPECT(got, harness_v(&h, 2, l), "lane %u", l);
        }
    }
}

/* FLAT: the upper half of each lane's address says global, LDS or scratch. */
static void flat_apertures(void **state)
{
    (void)state;
    static uint8_t want_lds[HARNESS_LDS], want_scratch[HARNESS_SCRATCH * 64];
    EACH_WAVE for (unsigned x = 0; x < EXEC_MASKS; x++) for (unsigned i = 0;
                                                             i < COUNT(loads) + COUNT(stores); i++)
    {
        bool is_load = i < COUNT(loads);
        const struct named_element *n = is_load ? &loads[i] : &stores[i - COUNT(loads)];
        unsigned bytes = element_bytes(n->element);
        struct rdna3_insn in = insn("flat_", n->name);
        static uint8_t want_memory[AREA];
        static uint32_t want[64][4];
        in.f[F_addr] = 8, in.f[F_vdst] = 2, in.f[F_data] = 2;
        in.f[F_offset] = 0x1008, in.f[F_saddr] = SRC_NULL; /* the sign bit is ignored: 8 */
        fill(area(), AREA);
        fill(h.group.lds, HARNESS_LDS);
        fill(h.scratch, HARNESS_SCRATCH * 64);
        fill_registers(2, 4);
        set_exec(exec_masks[x]);
        memcpy(want_memory, area(), AREA);
        memcpy(want_lds, h.group.lds, sizeof want_lds);
        memcpy(want_scratch, h.scratch, sizeof want_scratch);
        for (unsigned l = 0; l < h.lanes; l++) {
            uint8_t element[16];
            uint32_t at = (rnd() % 2000 + 8) & ~3u, where = rnd() % 3;
            uint64_t base = where == 0   ? address(area())
                            : where == 1 ? h.machine.shared_base
                                         : h.machine.private_base;
            harness_set_v64(&h, 8, l, base + at - 8);
            for (unsigned r = 0; r < 4; r++)
                want[l][r] = harness_v(&h, 2 + r, l);
            if (!lane_on(l))
                continue;
            if (!is_load)
                reference_store(n->element, want[l], element);
            for (unsigned b = 0; b < bytes; b++) {
                /* 11.2: byte o of lane t is at (o / 4) * 4 * lanes + o % 4 + 4 t */
                size_t swizzled = (at + b) / 4 * 4 * h.lanes + (at + b) % 4 + 4 * l;
                uint8_t *p = where == 0   ? want_memory + at + b
                             : where == 1 ? want_lds + at + b
                                          : want_scratch + swizzled;
                if (is_load)
                    element[b] = *p;
                else
                    *p = element[b];
            }
            if (is_load)
                reference_load(n->element, element, want[l]);
        }
        if (!harness_run_insn(&h, &in))
            fail_msg("flat_%s: cause %d, address %#llx, %s", n->name, (int)h.w->base.fault.cause,
                     (unsigned long long)h.w->base.fault.address, h.w->base.fault.text);
        for (unsigned l = 0; l < h.lanes; l++)
            for (unsigned r = 0; r < 4; r++)
                EXPECT(harness_v(&h, 2 + r, l), want[l][r], "%s lane %u", n->name, l);
        for (unsigned b = 0; b < AREA; b++)
            EXPECT(area()[b], want_memory[b], "%s byte %u", n->name, b);
        for (unsigned b = 0; b < sizeof want_lds; b++)
            EXPECT(h.group.lds[b], want_lds[b], "%s LDS byte %u", n->name, b);
        for (unsigned b = 0; b < HARNESS_SCRATCH * h.lanes; b++)
            EXPECT(h.scratch[b], want_scratch[b], "%s scratch byte %u", n->name, b);
    }
}

/* SCRATCH: none, SGPR, VGPR, both; aligned and not; byte by byte against the formula. */
static void scratch_forms(void **state)
{
    (void)state;
    static uint8_t want_scratch[HARNESS_SCRATCH * 64];
    EACH_WAVE for (unsigned x = 0; x < EXEC_MASKS;
                   x++) for (unsigned form = 0; form < 8;
                             form++) for (unsigned i = 0; i < COUNT(loads) + COUNT(stores); i++)
    {
        bool is_load = i < COUNT(loads), sve = form & 1, sgpr = form & 2, odd = form & 4;
        const struct named_element *n = is_load ? &loads[i] : &stores[i - COUNT(loads)];
        unsigned bytes = element_bytes(n->element);
        struct rdna3_insn in = insn("scratch_", n->name);
        static uint32_t want[64][4];
        int32_t offset = sve || sgpr ? -20 + (int)odd : 100 + (int)odd;
        in.f[F_addr] = 8, in.f[F_vdst] = 2, in.f[F_data] = 2, in.f[F_sve] = sve;
        in.f[F_saddr] = sgpr ? 7 : SRC_NULL, in.f[F_offset] = (uint32_t)offset & 0x1fff;
        h.w->s[7] = 1000;
        fill(h.scratch, HARNESS_SCRATCH * 64);
        fill_registers(2, 7);
        set_exec(exec_masks[x]);
        memcpy(want_scratch, h.scratch, sizeof want_scratch);
        for (unsigned l = 0; l < h.lanes; l++) {
            uint8_t element[16];
            uint32_t v = x % 2 ? 64 : 32 + 4 * l; /* the same in all lanes, or not */
            uint32_t at = (uint32_t)offset + (sgpr ? 1000 : 0) + (sve ? v : 0);
            harness_set_v(&h, 8, l, v);
            for (unsigned r = 0; r < 4; r++)
                want[l][r] = harness_v(&h, 2 + r, l);
            if (!lane_on(l))
                continue;
            if (!is_load)
                reference_store(n->element, want[l], element);
            for (unsigned b = 0; b < bytes; b++) {
                uint8_t *p = want_scratch + (at + b) / 4 * 4 * h.lanes + (at + b) % 4 + 4 * l;
                if (is_load)
                    element[b] = *p;
                else
                    *p = element[b];
            }
            if (is_load)
                reference_load(n->element, element, want[l]);
        }
        if (!harness_run_insn(&h, &in))
            fail_msg("scratch_%s: %s", n->name, h.w->base.fault.text);
        for (unsigned l = 0; l < h.lanes; l++)
            for (unsigned r = 0; r < 4; r++)
                EXPECT(harness_v(&h, 2 + r, l), want[l][r], "%s lane %u", n->name, l);
        for (unsigned b = 0; b < HARNESS_SCRATCH * h.lanes; b++)
            EXPECT(h.scratch[b], want_scratch[b], "%s scratch byte %u", n->name, b);
    }
}

/* Lane n's value at LDS M0 + offset + 4 n. */
static void loads_to_lds(void **state)
{
    (void)state;
    static const struct named_element forms[] = {{"load_lds_u8", U8},
                                                 {"load_lds_i8", I8},
                                                 {"load_lds_u16", U16},
                                                 {"load_lds_i16", I16},
                                                 {"load_lds_b32", B32}};
    EACH_WAVE for (unsigned i = 0; i < COUNT(forms); i++)
    {
        struct rdna3_insn in = insn("global_", forms[i].name);
        in.f[F_addr] = 8, in.f[F_saddr] = SRC_NULL, in.f[F_offset] = 12;
        fill(area(), AREA);
        memset(h.group.lds, 0, HARNESS_LDS);
        h.w->s[SRC_M0] = 0x200;
        set_exec(exec_masks[4]);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v64(&h, 8, l, address(area()) + 40 * l - 12);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t got, want[4] = {0};
            memcpy(&got, h.group.lds + 0x200 + 12 + 4 * l, 4);
            if (lane_on(l))
                reference_load(forms[i].element, area() + 40 * l, want);
            EXPECT(got, want[0], "%s lane %u", forms[i].name, l);
        }
    }
    EACH_WAVE
    {
        struct rdna3_insn in = insn("global_", "load_lds_addtid_b32");
        in.f[F_saddr] = 4;
        set_s64(h.w, 4, address(area()));
        fill(area(), AREA);
        assert_true(harness_run_insn(&h, &in));
        assert_memory_equal(h.group.lds, area(), 4 * h.lanes);
        in = insn("scratch_", "load_lds_b32");
        in.f[F_saddr] = SRC_NULL, in.f[F_offset] = 16;
        fill(h.scratch, HARNESS_SCRATCH * 64);
        assert_true(harness_run_insn(&h, &in));
        assert_memory_equal(h.group.lds + 16, h.scratch + 16 * h.lanes, 4 * h.lanes);
    }
}

/* A lane outside the window: the fault names it, and nothing has happened. */
static void faults(void **state)
{
    (void)state;
    static uint8_t before[AREA];
    EACH_WAVE for (unsigned store = 0; store < 2; store++)
    {
        unsigned bad = h.lanes - 3;
        struct rdna3_insn in = insn("global_", store ? "store_b64" : "load_b64");
        in.f[F_addr] = 8, in.f[F_saddr] = SRC_NULL, in.f[F_vdst] = 2, in.f[F_data] = 2;
        fill(area(), AREA);
        memcpy(before, area(), AREA);
        fill_registers(2, 1);
        uint32_t v2 = harness_v(&h, 2, 0);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v64(&h, 8, l, address(area()) + 8 * l);
        /* the last byte is one too far */
        uint64_t end = h.machine.window_base + h.machine.window_size;
        harness_set_v64(&h, 8, bad, end - 7);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
        EXPECT(h.w->base.fault.lanes, UINT64_C(1) << bad, "lanes");
        EXPECT(h.w->base.fault.address, end - 7, "address");
        EXPECT(h.w->base.fault.bytes, 8, "bytes");
        EXPECT(harness_v(&h, 2, 0), v2, "register");
        assert_memory_equal(before, area(), AREA);
        harness_set_v64(&h, 8, bad, end - 8); /* and this fits */
        assert_true(harness_run_insn(&h, &in));
        /* all lanes in a row that leaves the window, and non-canonical addresses */
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v64(&h, 8, l, end - 64 + 8 * l);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
        EXPECT(h.w->base.fault.address, end, "first address outside");
        EXPECT(h.w->base.fault.lanes, (h.lanes == 64 ? UINT64_MAX : UINT32_MAX) & ~UINT64_C(0xff),
               "lanes");
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v64(&h, 8, l, UINT64_MAX - 3);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
    }
    EACH_WAVE
    {
        struct rdna3_insn in = insn("scratch_", "store_b64");
        in.f[F_saddr] = SRC_NULL, in.f[F_sve] = 1, in.f[F_addr] = 8;
        harness_set_v(&h, 8, 1, HARNESS_SCRATCH - 4);
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
        EXPECT(h.w->base.fault.lanes, 2, "lanes");
        EXPECT(h.w->base.fault.address, HARNESS_SCRATCH - 4, "offset");
        assert_non_null(strstr(h.w->base.fault.text, "4096 bytes"));
        harness_set_v(&h, 8, 1, (uint32_t)-8); /* a negative sum */
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
    }
}

/* What the engine asks after SIGSEGV: whose access covers this host address? */
static void fault_is_traced_to_its_lane(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct rdna3_insn in = insn("global_", "load_b32");
        in.f[F_addr] = 8, in.f[F_saddr] = 4, in.f[F_offset] = 4;
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 8, l, l * 4);
        set_s64(h.w, 4, address(area()) + 4096 - 4 - 4 * 5);
        uint32_t code[3];
        size_t dwords = rdna3_encode(&in, code) / 4;
        struct code *c = h.isa->code_create(0x1000, (const uint8_t *)code, dwords * 4,
                                            h.isa->code_variant(h.kernel));
        h.w->base.code = c;
        h.w->base.next = &((struct rdna3_code *)c)->ops[0].base;
        assert_non_null(h.isa->decode(&h.w->base, h.w->base.next));
        h.w->base.faulting_access = true;
        h.isa->access_fault(&h.w->base, area() + 4096); /* lane 5 is the first on this page */
        assert_false(h.w->base.faulting_access);
        EXPECT(h.w->base.fault.cause, SHOAL_FAULT_MEMORY, "cause");
        EXPECT(h.w->base.fault.lanes, (h.lanes == 64 ? UINT64_MAX : UINT32_MAX) & ~UINT64_C(31),
               "lanes");
        EXPECT(h.w->base.fault.address, address(area()) + 4096, "address");
        EXPECT(h.w->base.fault.bytes, 4, "bytes");
        /* one byte of lane 4 reaches into the page */
        set_s64(h.w, 4, address(area()) + 4096 - 4 - 4 * 5 + 1);
        h.isa->access_fault(&h.w->base, area() + 4096);
        EXPECT(h.w->base.fault.address, address(area()) + 4096 - 3, "address");
        set_s64(h.w, 4, address(area()) + 4096 - 4 - 4 * 5);
        set_exec(6);
        h.isa->access_fault(&h.w->base, NULL);
        EXPECT(h.w->base.fault.lanes, 6, "lanes");
        EXPECT(h.w->base.fault.address, address(area()) + 4096 - 4 * 4, "address");
        h.isa->code_destroy(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(global_addresses), cmocka_unit_test(offsets_around_4_gib),
        cmocka_unit_test(global_thread_id), cmocka_unit_test(flat_apertures),
        cmocka_unit_test(scratch_forms),    cmocka_unit_test(loads_to_lds),
        cmocka_unit_test(faults),           cmocka_unit_test(fault_is_traced_to_its_lane),
    };
    return cmocka_run_group_tests_name("mem_flat", tests, NULL, close_at_end);
}
