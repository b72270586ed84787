/* mem_buffer.c: addresses and bounds of MUBUF and MTBUF against the formulas of 9.4, written
 * here as divisions and remainders, for random descriptors; unbound resources, TFE, LDS. */
#include "mem_test.h"

enum { BASE = 65536, AREA = 1 << 19 };

struct v { /* a descriptor in plain numbers */
    uint64_t base;
    uint32_t stride, records, swizzle, index_stride, add_tid, oob, format, type;
};

static void set_descriptor(const struct v *v)
{
    uint32_t *s = &h.w->s[8];
    s[0] = (uint32_t)v->base;
    s[1] = (uint32_t)(v->base >> 32) | v->stride << 16 | v->swizzle << 30;
    s[2] = v->records;
    s[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | v->format << 12 | v->index_stride << 21 |
           v->add_tid << 23 | v->oob << 28 | v->type << 30;
}

/* 9.4.1.1, 9.4.2 */
static uint64_t address(const struct v *v, uint64_t index, uint64_t offset, uint32_t soffset)
{
    if (v->swizzle == 0)
        return v->base + soffset + offset + index * v->stride;
    uint64_t istride = (uint64_t[4]){8, 16, 32, 64}[v->index_stride];
    uint64_t size = v->swizzle == 1 ? 4 : 16;
    uint64_t index_msb = index / istride, index_lsb = index % istride;
    uint64_t offset_msb = offset / size, offset_lsb = offset % size;
    uint64_t buffer_offset =
        (index_msb * v->stride + offset_msb * size) * istride + index_lsb * size + offset_lsb;
    return v->base + soffset + buffer_offset;
}

/* table 46 */
static bool out_of_bounds(const struct v *v, uint64_t index, uint64_t offset, uint32_t soffset,
                          unsigned payload)
{
    uint64_t records = v->records;
    switch (v->oob) {
    case 0:
        return index >= records || offset + payload > v->stride;
    case 1:
        return index >= records;
    case 2:
        return records == 0;
    default:
        records = records < soffset ? 0 : records - soffset;
        if (v->swizzle != 0 && v->stride != 0)
            return index >= records || offset + payload > v->stride;
        return offset + payload > records;
    }
}

static struct v random_descriptor(void)
{
    struct v v = {.base = (uint64_t)(uintptr_t)h.memory + BASE + 16 * (rnd() % 16)};
    v.stride = rnd() % 4 ? 16 * (rnd() % 8) : 0;
    v.swizzle = (uint32_t[4]){0, 0, 1, 3}[rnd() % 4];
    v.index_stride = rnd() % 4;
    v.add_tid = rnd() % 4 == 0;
    v.oob = rnd() % 4;
    v.records = rnd() % 3 == 0 ? rnd() % 1000 : rnd() % 128;
    if (v.records && rnd() % 20 == 0)
        v.records = 0;
    v.format = 20;
    return v;
}

static const struct named_element elements[] = {
    {"load_u8", U8},
    {"load_i16", I16},
    {"load_b32", B32},
    {"load_b64", B64},
    {"load_b96", B96},
    {"load_b128", B128},
    {"load_d16_hi_u8", HI_U8},
    {"load_d16_b16", D16_B16},
    {"store_b8", B8_STORE},
    {"store_b16", B16_STORE},
    {"store_b32", B32},
    {"store_b64", B64},
    {"store_b96", B96},
    {"store_b128", B128},
    {"store_d16_hi_b16", HI_B16_STORE},
    {"load_i8", I8},
    {"load_u16", U16},
    {"load_d16_u8", D16_U8},
    {"load_d16_i8", D16_I8},
    {"load_d16_hi_i8", HI_I8},
    {"load_d16_hi_b16", HI_B16},
    {"store_d16_hi_b8", HI_B8_STORE},
};

static void addresses_and_bounds(void **state)
{
    (void)state;
    static uint8_t want_memory[AREA];
    static uint32_t want[64][4];
    EACH_WAVE
    {
        fill(h.memory + BASE, AREA);
        for (unsigned n = 0; n < 1500; n++) {
            const struct named_element *e = &elements[n % (sizeof elements / sizeof elements[0])];
            bool is_load = e->name[0] == 'l';
            unsigned bytes = element_bytes(e->element), dwords = bytes > 4 ? bytes / 4 : 1;
            struct v v = random_descriptor();
            struct rdna3_insn in = insn("buffer_", e->name);
            uint32_t soffset = rnd() % 3 ? 0 : 4 * (rnd() % 20), any = rnd();
            in.f[F_vaddr] = 10, in.f[F_vdata] = 4, in.f[F_srsrc] = 2,
            in.f[F_offset] = 4 * (rnd() % 16);
            in.f[F_idxen] = any & 1, in.f[F_offen] = any >> 1 & 1;
            in.f[F_soffset] = soffset ? 20 : any & 4 ? SRC_NULL : SRC_INT_0;
            h.w->s[20] = soffset;
            if (soffset == 0 && any & 8) { /* an inline constant */
                in.f[F_soffset] = SRC_INT_0 + 24;
                soffset = 24;
            }
            set_descriptor(&v);
            set_exec(exec_masks[n % 3 ? 0 : n % EXEC_MASKS]);
            fill_registers(4, 4);
            bool whole = n % 7 == 0; /* lanes' elements in a row: the fast paths */
            memcpy(want_memory, h.memory + BASE, AREA);
            for (unsigned l = 0; l < h.lanes; l++) {
                uint32_t index = whole ? l : rnd() % 128, offset = whole ? 0 : 4 * (rnd() % 32);
                if (rnd() % 16 == 0 && v.oob == 3 && !v.swizzle)
                    offset = 0xffffff00; /* sums do not wrap */
                harness_set_v(&h, 10, l, in.f[F_idxen] ? index : offset);
                harness_set_v(&h, 11, l, offset);
                uint64_t i = (in.f[F_idxen] ? index : 0) + (v.add_tid ? l : 0);
                uint64_t o = (in.f[F_offen] ? (uint64_t)offset : 0) + in.f[F_offset];
                uint8_t element[16];
                for (unsigned r = 0; r < 4; r++)
                    want[l][r] = harness_v(&h, 4 + r, l);
                if (!lane_on(l))
                    continue;
                if (!is_load)
                    reference_store(e->element, want[l], element);
                for (unsigned d = 0; d < dwords; d++) {
                    unsigned size = bytes > 4 ? 4 : bytes;
                    bool out = out_of_bounds(&v, i, o + 4 * d, soffset, size);
                    uint64_t at =
                        address(&v, i, o + 4 * d, soffset) - (uint64_t)(uintptr_t)h.memory - BASE;
                    if (out && is_load)
                        memset(element + 4 * d, 0, size);
                    else if (is_load)
                        memcpy(element + 4 * d, want_memory + at, size);
                    else if (!out)
                        memcpy(want_memory + at, element + 4 * d, size);
                }
                if (is_load)
                    reference_load(e->element, element, want[l]);
            }
            if (!harness_run_insn(&h, &in))
                fail_msg("buffer_%s: %s, address %#llx", e->name, h.w->base.fault.text,
                         (unsigned long long)h.w->base.fault.address);
            for (unsigned l = 0; l < h.lanes; l++)
                for (unsigned r = 0; r < 4; r++)
                    EXPECT(harness_v(&h, 4 + r, l), want[l][r],
                           "%s lane %u oob %u swizzle %u stride %u", e->name, l, v.oob, v.swizzle,
                           v.stride);
            /* Where lanes overlap, multi-dword stores may be made in any order. */
            bool overlap = bytes > 4 && (v.stride < bytes || !whole);
            if (!is_load && !overlap && memcmp(want_memory, h.memory + BASE, AREA))
                for (unsigned b = 0; b < AREA; b++)
                    EXPECT(h.memory[BASE + b], want_memory[b], "%s byte %#x", e->name, b);
        }
    }
}

/* Multi-dword stores to places that do not overlap, each dword checked on its own. */
static void partial_stores(void **state)
{
    (void)state;
    static uint8_t before[4096];
    EACH_WAVE for (unsigned swizzle = 0; swizzle < 2; swizzle++)
    {
        struct v v = {.base = (uint64_t)(uintptr_t)h.memory + BASE,
                      .stride = 24,
                      .records = 50,
                      .format = 20,
                      .swizzle = swizzle,
                      .oob = 0};
        struct rdna3_insn in = insn("buffer_", "store_b128");
        in.f[F_vaddr] = 10, in.f[F_vdata] = 4, in.f[F_srsrc] = 2, in.f[F_offset] = 16,
        in.f[F_idxen] = 1;
        in.f[F_soffset] = SRC_NULL;
        set_descriptor(&v);
        fill(h.memory + BASE, 4096);
        memcpy(before, h.memory + BASE, 4096);
        fill_registers(4, 4);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 10, l, l);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes && l < 50; l++)
            for (unsigned d = 0; d < 2; d++) { /* offsets 16 and 20 of 24 are inside */
                uint64_t at = address(&v, l, 16 + 4 * d, 0) - v.base;
                uint32_t data = harness_v(&h, 4 + d, l);
                memcpy(before + at, &data, 4);
            }
        assert_memory_equal(h.memory + BASE, before, 4096);
    }
}

/* Formatted accesses and atomics are in or out as a whole. */
static void all_or_nothing(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct v v = {
            .base = (uint64_t)(uintptr_t)h.memory + BASE, .records = 28, .format = 61, .oob = 3};
        struct rdna3_insn in = insn("buffer_", "load_format_xyzw");
        in.f[F_vaddr] = 10, in.f[F_vdata] = 4, in.f[F_srsrc] = 2, in.f[F_offen] = 1,
        in.f[F_soffset] = SRC_NULL;
        set_descriptor(&v);
        fill(h.memory + BASE, 64);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 10, l, l % 2 ? 16 : 12);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned i = 0; i < 4; i++) {
            uint32_t m;
            memcpy(&m, h.memory + BASE + 12 + 4 * i, 4);
            EXPECT(harness_v(&h, 4 + i, 0), m, "inside");
            EXPECT(harness_v(&h, 4 + i, 1), 0, "12 of 16 bytes inside");
        }
        in = insn("buffer_", "atomic_add_u64");
        in.f[F_vaddr] = 10, in.f[F_vdata] = 4, in.f[F_srsrc] = 2, in.f[F_offen] = 1,
        in.f[F_soffset] = SRC_NULL;
        in.f[F_glc] = 1;
        memset(h.memory + BASE, 0, 64);
        set_exec(3);
        for (unsigned l = 0; l < 2; l++)
            harness_set_v(&h, 10, l, l ? 24 : 16), harness_set_v64(&h, 4, l, 5);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(h.memory[BASE + 16], 5, "added");
        EXPECT(h.memory[BASE + 24], 0, "dropped");
        EXPECT(harness_v64(&h, 4, 1), 0, "a dropped atomic returns 0");
        harness_set_v(&h, 10, 0, 4);
        EXPECT_FAULT(&in, SHOAL_FAULT_MISALIGNED);
        EXPECT(h.w->base.fault.address, v.base + 4, "address");
    }
}

static void unbound_and_foreign_descriptors(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct v v = {.base = (uint64_t)(uintptr_t)h.memory + BASE, .records = 4096, .oob = 3};
        struct rdna3_insn load = insn("buffer_", "load_b32"), store = insn("buffer_", "store_b32");
        load.f[F_vdata] = 4, load.f[F_srsrc] = 2, load.f[F_soffset] = SRC_NULL;
        store.f[F_vdata] = 5, store.f[F_srsrc] = 2, store.f[F_soffset] = SRC_NULL;
        fill(h.memory + BASE, 4);
        uint32_t m, got;
        memcpy(&m, h.memory + BASE, 4);
        set_descriptor(&v); /* format 0: unbound, 9.6 */
        harness_set_v(&h, 4, 0, 9), harness_set_v(&h, 5, 0, ~m);
        assert_true(harness_run_insn(&h, &load));
        assert_true(harness_run_insn(&h, &store));
        EXPECT(harness_v(&h, 4, 0), 0, "unbound load");
        memcpy(&got, h.memory + BASE, 4);
        EXPECT(got, m, "unbound store");
        v.format = 20, v.type = 2; /* not a buffer: ignored */
        set_descriptor(&v);
        harness_set_v(&h, 4, 0, 9);
        assert_true(harness_run_insn(&h, &load));
        assert_true(harness_run_insn(&h, &store));
        EXPECT(harness_v(&h, 4, 0), 9, "image descriptor, load");
        memcpy(&got, h.memory + BASE, 4);
        EXPECT(got, m, "image descriptor, store");
        v.type = 0;
        set_descriptor(&v);
        assert_true(harness_run_insn(&h, &load));
        EXPECT(harness_v(&h, 4, 0), m, "bound");
        load = insn("tbuffer_", "load_format_x"); /* format INVALID in the instruction */
        load.f[F_vdata] = 4, load.f[F_srsrc] = 2, load.f[F_soffset] = SRC_NULL;
        assert_true(harness_run_insn(&h, &load));
        EXPECT(harness_v(&h, 4, 0), 0, "invalid format");
        v.base += 4096 * 1024; /* outside the window */
        set_descriptor(&v);
        load = insn("buffer_", "load_b64");
        load.f[F_vdata] = 4, load.f[F_srsrc] = 2, load.f[F_soffset] = SRC_NULL;
        set_exec(2);
        EXPECT_FAULT(&load, SHOAL_FAULT_MEMORY);
        EXPECT(h.w->base.fault.lanes, 2, "lanes");
        EXPECT(h.w->base.fault.address, v.base, "address");
    }
}

/* TFE: one more register, in which nothing failed; LDS forms at M0 + offset + 4 n. */
static void status_and_lds(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct v v = {
            .base = (uint64_t)(uintptr_t)h.memory + BASE, .records = 4096, .oob = 3, .format = 20};
        struct rdna3_insn in = insn("buffer_", "load_b64");
        in.f[F_vaddr] = 10, in.f[F_vdata] = 4, in.f[F_srsrc] = 2, in.f[F_offen] = 1,
        in.f[F_soffset] = SRC_NULL;
        in.f[F_tfe] = 1;
        set_descriptor(&v);
        fill(h.memory + BASE, 4096);
        fill_registers(4, 4);
        set_exec(UINT64_MAX - 2);
        uint32_t v6 = harness_v(&h, 6, 1), v7 = harness_v(&h, 7, 0);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 10, l, 8 * l);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 6, 0), 0, "status");
        EXPECT(harness_v(&h, 6, 1), v6, "inactive lane");
        EXPECT(harness_v(&h, 7, 0), v7, "next register");
        in.f[F_vdata] = 254; /* the status does not fit: nothing happens */
        uint32_t v254 = harness_v(&h, 254, 0) ^ 1;
        harness_set_v(&h, 254, 0, v254);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 254, 0), v254, "v254");
        in = insn("buffer_", "load_lds_i16");
        in.f[F_vaddr] = 10, in.f[F_srsrc] = 2, in.f[F_offen] = 1, in.f[F_soffset] = SRC_NULL,
        in.f[F_offset] = 4;
        h.w->s[SRC_M0] = 0x80;
        set_exec(UINT64_MAX);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            int16_t m;
            uint32_t got;
            memcpy(&m, h.memory + BASE + 8 * l + 4, 2);
            memcpy(&got, h.group.lds + 0x84 + 4 * l, 4);
            EXPECT(got, (uint32_t)(int32_t)m, "lane %u", l);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_and_bounds), cmocka_unit_test(partial_stores),
        cmocka_unit_test(all_or_nothing),       cmocka_unit_test(unbound_and_foreign_descriptors),
        cmocka_unit_test(status_and_lds),
    };
    return cmocka_run_group_tests_name("mem_buffer", tests, NULL, close_at_end);
}
