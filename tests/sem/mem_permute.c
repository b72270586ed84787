/* mem_permute.c: swizzles and permutes, counters, the ray-tracing stack. The lists of the
 * swizzle modes are the manual's examples (16.15, DS_SWIZZLE_B32). */
#include "mem_test.h"

static void run_swizzle(uint32_t offset)
{
    struct rdna3_insn in = insn("ds_", "swizzle_b32");
    in.f[F_addr] = 1, in.f[F_vdst] = 2, in.f[F_offset0] = offset & 0xff,
    in.f[F_offset1] = offset >> 8;
    assert_true(harness_run_insn(&h, &in));
}

static void swizzle_examples(void **state)
{
    (void)state;
    static const struct {
        uint32_t offset;
        uint8_t out[32];
    } cases[] = {
        {0xe000, {1, 0x11, 9,   0x19, 5, 0x15, 0xd, 0x1d, 3, 0x13, 0xb, 0x1b, 7, 0x17, 0xf,  0x1f,
                  2, 0x12, 0xa, 0x1a, 6, 0x16, 0xe, 0x1e, 4, 0x14, 0xc, 0x1c, 8, 0x18, 0x10, 0x20}},
        {0xe010, {1,    9,    5,    0xd,  3,    0xb,  7,    0xf,  2,    0xa,  6,
                  0xe,  4,    0xc,  8,    0x10, 0x11, 0x19, 0x15, 0x1d, 0x13, 0x1b,
                  0x17, 0x1f, 0x12, 0x1a, 0x16, 0x1e, 0x14, 0x1c, 0x18, 0x20}},
        {0xe01f, {1,    2,    3,    4,    5,    6,    7,    8,    9,    0xa,  0xb,
                  0xc,  0xd,  0xe,  0xf,  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16,
                  0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20}},
        {0xc020, {2,    3,    4,    5,    6,    7,    8,    9,    0xa,  0xb,  0xc,
                  0xd,  0xe,  0xf,  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17,
                  0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 1}},
        {0xc420, {0x20, 1,    2,    3,    4,    5,    6,    7,    8,    9,    0xa,
                  0xb,  0xc,  0xd,  0xe,  0xf,  0x10, 0x11, 0x12, 0x13, 0x14, 0x15,
                  0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f}},
        /* By the pseudocode: the manual's two lists for mask 1 do not follow from it. */
        {0xc021, {1,    4,    3,    6,    5,    8,    7,    0xa,  9,    0xc,  0xb,
                  0xe,  0xd,  0x10, 0xf,  0x12, 0x11, 0x14, 0x13, 0x16, 0x15, 0x18,
                  0x17, 0x1a, 0x19, 0x1c, 0x1b, 0x1e, 0x1d, 0x20, 0x1f, 2}},
        {0xc421, {0x1f, 2,    1,    4,    3,    6,    5,    8,    7,    0xa,  9,
                  0xc,  0xb,  0xe,  0xd,  0x10, 0xf,  0x12, 0x11, 0x14, 0x13, 0x16,
                  0x15, 0x18, 0x17, 0x1a, 0x19, 0x1c, 0x1b, 0x1e, 0x1d, 0x20}},
    };
    EACH_WAVE for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++)
    {
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l % 32 + 1 + l / 32 * 100);
        run_swizzle(cases[c].offset);
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t want = cases[c].out[l % 32];
            EXPECT(harness_v(&h, 2, l), want + l / 32 * 100, "offset %#x lane %u", cases[c].offset,
                   l);
        }
    }
}

/* Groups of 32 with and, or, xor masks; quads; inactive sources read 0. */
static void swizzle_masks(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 400; n++)
    {
        uint32_t offset = n < 200 ? rnd() & 0x7fff : 0x8000 | (rnd() & 0xff);
        set_exec(exec_masks[n % EXEC_MASKS]);
        fill_registers(1, 2);
        uint32_t before[64];
        for (unsigned l = 0; l < h.lanes; l++)
            before[l] = harness_v(&h, 2, l);
        run_swizzle(offset);
        for (unsigned l = 0; l < h.lanes; l++) {
            unsigned j =
                offset & 0x8000
                    ? (l & ~3u) + (offset >> 2 * (l % 4) & 3)
                    : ((((l & 31) & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31)) |
                          (l & 32);
            uint32_t want = !lane_on(l) ? before[l] : lane_on(j) ? harness_v(&h, 1, j) : 0;
            EXPECT(harness_v(&h, 2, l), want, "offset %#x lane %u", offset, l);
        }
    }
}

/* Examples of 16.15 with four lanes: A, B, C, D and addresses 0, 0, 12, 4. */
static void permute_examples(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t exec, out[4]; /* 9: keeps its value */
    } cases[] = {
        {"permute_b32", 0xf, {0xb, 0xd, 0, 0xc}},
        {"permute_b32", 0xa, {9, 0xd, 9, 0}},
        {"bpermute_b32", 0xf, {0xa, 0xa, 0xd, 0xb}},
        {"bpermute_b32", 0xa, {9, 0, 9, 0xb}},
    };
    EACH_WAVE for (unsigned c = 0; c < 4; c++)
    {
        static const uint32_t addresses[4] = {0, 0, 12, 4};
        struct rdna3_insn in = insn("ds_", cases[c].name);
        in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_vdst] = 3;
        for (unsigned l = 0; l < 4; l++) {
            harness_set_v(&h, 1, l, addresses[l]);
            harness_set_v(&h, 2, l, 0xa + l);
            harness_set_v(&h, 3, l, 9);
        }
        set_exec(cases[c].exec);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < 4; l++)
            EXPECT(harness_v(&h, 3, l), cases[c].out[l], "%s exec %#x lane %u", cases[c].name,
                   cases[c].exec, l);
    }
}

/* Each half of a wave64 on its own; only index bits [6:2] count; the offset is added. */
static void permute_any(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 200; n++)
    {
        bool back = n % 2;
        struct rdna3_insn in = insn("ds_", back ? "bpermute_b32" : "permute_b32");
        uint32_t offset = n % 3 ? 4 * (rnd() % 32) : 0, want[64];
        in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_vdst] = n % 5 ? 3 : 2, in.f[F_offset0] = offset;
        set_exec(exec_masks[n % EXEC_MASKS]);
        fill_registers(1, 3);
        for (unsigned l = 0; l < h.lanes; l++)
            want[l] = lane_on(l) ? 0 : harness_v(&h, in.f[F_vdst], l);
        for (unsigned l = 0; l < h.lanes; l++) {
            unsigned j = (harness_v(&h, 1, l) + offset) / 4 % 32 + l / 32 * 32;
            if (back && lane_on(l) && lane_on(j))
                want[l] = harness_v(&h, 2, j);
            if (!back && lane_on(l) && lane_on(j))
                want[j] = harness_v(&h, 2, l);
        }
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++)
            EXPECT(harness_v(&h, in.f[F_vdst], l), want[l], "%s lane %u",
                   back ? "bpermute" : "permute", l);
    }
}

static void counters(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned x = 0; x < EXEC_MASKS; x++)
    {
        uint32_t got, count = 0;
        const uint32_t start = 1000;
        set_exec(exec_masks[x]);
        for (unsigned l = 0; l < h.lanes; l++)
            count += lane_on(l), harness_set_v(&h, 3, l, 7);
        memcpy(h.group.lds + 0x124, &start, 4);
        h.w->s[SRC_M0] = 0x20;
        struct rdna3_insn in = insn("ds_", "append");
        in.f[F_vdst] = 3, in.f[F_offset0] = 4, in.f[F_offset1] = 1;
        assert_true(harness_run_insn(&h, &in));
        memcpy(&got, h.group.lds + 0x124, 4);
        EXPECT(got, start + count, "append");
        for (unsigned l = 0; l < h.lanes; l++)
            EXPECT(harness_v(&h, 3, l), lane_on(l) ? start : 7, "append, lane %u", l);
        in = insn("ds_", "consume");
        in.f[F_vdst] = 3, in.f[F_offset0] = 4, in.f[F_offset1] = 1;
        assert_true(harness_run_insn(&h, &in));
        memcpy(&got, h.group.lds + 0x124, 4);
        EXPECT(got, start, "consume");
        for (unsigned l = 0; l < h.lanes; l++)
            EXPECT(harness_v(&h, 3, l), lane_on(l) ? start + count : 7, "consume, lane %u", l);
        if (count == 0)
            continue;
        in.f[F_offset0] = 2;
        EXPECT_FAULT(&in, SHOAL_FAULT_MISALIGNED);
        in.f[F_offset0] = 0, h.w->s[SRC_M0] = 0xfffc; /* + 0x100: past the end */
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++)
            EXPECT(harness_v(&h, 3, l), lane_on(l) ? 0 : 7, "out of range, lane %u", l);
    }
}

/* DS_BVH_STACK: valid nodes 0..2 are pushed, node 3 is returned or the stack popped; what
 * follows the last visited node is skipped. Entries of a lane are 128 bytes apart. */
static void bvh_push_pop(uint32_t last, const uint32_t nodes[4], unsigned size)
{
    struct rdna3_insn in = insn("ds_", "bvh_stack_rtn_b32");
    in.f[F_addr] = 1, in.f[F_data0] = 2, in.f[F_data1] = 4, in.f[F_vdst] = 9;
    in.f[F_offset1] = size << 4;
    for (unsigned l = 0; l < h.lanes; l++) {
        harness_set_v(&h, 2, l, last);
        for (unsigned i = 0; i < 4; i++)
            harness_set_v(&h, 4 + i, l, nodes[i] == UINT32_MAX ? nodes[i] : nodes[i] + l * 256);
    }
    assert_true(harness_run_insn(&h, &in));
}

static void bvh_stack(void **state)
{
    (void)state;
    const uint32_t none = UINT32_MAX;
    EACH_WAVE
    {
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, (l % 32 + l / 32 * 64 * 32) << 18); /* base: a dword per lane */
        bvh_push_pop(none, (uint32_t[4]){1, 2, 3, 4}, 3);
        for (unsigned l = 0; l < h.lanes; l++) {
            EXPECT(harness_v(&h, 9, l), 4 + l * 256, "node 3, lane %u", l);
            EXPECT(harness_v(&h, 1, l) & 0xffff, 3, "index, lane %u", l);
            uint32_t entry, base = (l % 32 + l / 32 * 64 * 32) * 4;
            for (unsigned i = 0; i < 3; i++) {
                memcpy(&entry, h.group.lds + base + i * 128, 4);
                EXPECT(entry, i + 1 + l * 256, "entry %u, lane %u", i, l);
            }
        }
        bvh_push_pop(none, (uint32_t[4]){none, 5, none, none}, 3); /* push 5, pop 5 */
        EXPECT(harness_v(&h, 9, 2), 5 + 512, "pushed and popped");
        EXPECT(harness_v(&h, 1, 2) & 0xffff, 3, "index");
        bvh_push_pop(none, (uint32_t[4]){none, none, none, none}, 3);
        EXPECT(harness_v(&h, 9, 2), 3 + 512, "pop");
        /* lane 2's node 1 is the last visited one: nodes 1..3 are skipped, node 0 is pushed */
        bvh_push_pop(7 + 512, (uint32_t[4]){6, 7, 8, 9}, 3);
        EXPECT(harness_v(&h, 9, 2), 6 + 512, "after the last visited node");
        EXPECT(harness_v(&h, 9, 1), 9 + 256, "other lanes");
        /* a stack of 8 wraps around */
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, (l % 32 + l / 32 * 64 * 32) << 18 | 7);
        bvh_push_pop(none, (uint32_t[4]){20, 21, none, 1}, 0);
        uint32_t entry;
        memcpy(&entry, h.group.lds + 3 * 4 + 7 * 128, 4);
        EXPECT(entry, 20 + 3 * 256, "entry 7");
        memcpy(&entry, h.group.lds + 3 * 4, 4);
        EXPECT(entry, 21 + 3 * 256, "entry 8 is entry 0");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swizzle_examples), cmocka_unit_test(swizzle_masks),
        cmocka_unit_test(permute_examples), cmocka_unit_test(permute_any),
        cmocka_unit_test(counters),         cmocka_unit_test(bvh_stack),
    };
    return cmocka_run_group_tests_name("mem_permute", tests, NULL, close_at_end);
}
