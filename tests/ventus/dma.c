/* dma.c: asynchronous copies against byte-by-byte C references: cp_dma, cp_dma_bulk, boxes of
 * tensors of every rank and type, and what is refused. Spec memory-model.md 6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

#define DATA (HARNESS_BASE + 0x20000)
#define LDS  0x70000000u

static uint64_t seed = 5;
static uint32_t word(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}
static uint32_t below(uint32_t n) { return word() % n; }

static uint8_t want[HARNESS_LDS];

/* Noise everywhere; what local memory should be. */
static void fill(struct harness *h)
{
    harness_reset(h);
    for (unsigned i = 0; i < 0x40000; i++)
        h->memory[0x20000 + i] = (uint8_t)word();
    for (unsigned i = 0; i < HARNESS_LDS; i++)
        want[i] = h->group.lds[i] = (uint8_t)word();
}

static const uint8_t *at(const struct harness *h, uint32_t device)
{
    return h->memory + (device - HARNESS_BASE);
}

enum { DST = 5, SRC = 6, SIZE = 7 };

static struct ventus_insn insn(const char *name, bool is_toolchain)
{
    struct ventus_insn in = harness_insn(name);
    in.is_toolchain = is_toolchain;
    in.f[VF_rd] = DST, in.f[VF_rs1] = SRC, in.f[VF_rs2] = SIZE;
    return in;
}

/* The destination is a scalar register, or lane 0 of a vector register (isa.md 3.6). */
static void set_destination(struct harness *h, bool is_toolchain, uint32_t x)
{
    for (unsigned l = 0; l < 32; l++)
        h->w->v[DST].u[l] = l || !is_toolchain ? 0xdead0000 : x;
    h->w->x[DST] = is_toolchain ? 0xdead0000 : x;
}

static void expect_run(struct harness *h, const struct ventus_insn *in)
{
    if (!harness_run_insn(h, in))
        fail_msg("%s: %s", ventus_rows[in->row].name, h->w->base.fault.text);
    assert_memory_equal(h->group.lds, want, HARNESS_LDS);
}

static void small_copies(void **state)
{
    (void)state;
    for (unsigned dialect = 0; dialect < 2; dialect++) {
        struct harness h;
        assert_true(harness_open(&h, NULL, 8, dialect));
        for (unsigned cs = 0; cs < 3; cs++)
            for (unsigned valid = 0; valid <= 4u << cs; valid++) {
                fill(&h);
                uint32_t from = DATA + below(999), to = below(999), bytes = 4u << cs;
                struct ventus_insn in = insn("cp_dma", dialect);
                in.f[VF_cs] = cs;
                set_destination(&h, dialect, LDS + to);
                h.w->x[SRC] = valid ? from : 12; /* a source of no bytes is not touched */
                h.w->x[SIZE] = valid;
                h.w->mask = 2; /* threads do not matter */
                update_on(h.w);
                memset(want + to, 0, bytes);
                memcpy(want + to, at(&h, from), valid);
                expect_run(&h, &in);
            }
        harness_close(&h);
    }
}

static void blocks(void **state)
{
    (void)state;
    for (unsigned dialect = 0; dialect < 2; dialect++) {
        struct harness h;
        unsigned unit = dialect ? 4 : 16;
        assert_true(harness_open(&h, NULL, 8, dialect));
        for (unsigned i = 0; i < 20; i++) {
            fill(&h);
            uint32_t bytes = i ? (1 + below(600)) * unit : HARNESS_LDS;
            uint32_t from = DATA + below(100) * unit, to = i ? below(100) * unit : 0;
            struct ventus_insn in = insn("cp_dma_bulk", dialect);
            set_destination(&h, dialect, LDS + to);
            h.w->x[SRC] = from;
            h.w->x[SIZE] = bytes;
            memcpy(want + to, at(&h, from), bytes);
            expect_run(&h, &in);
        }
        harness_close(&h);
    }
}

/* ---- tensors ---- */

struct box {
    uint32_t type, rank, base, size[5], stride[5]; /* stride[d]: of dimension d + 1 */
    uint32_t box[5], step[5], swizzle, fill, to;
    int start[5];
};
static const unsigned widths[13] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

static uint32_t box_at(const struct box *b)
{
    uint32_t r = b->base + (uint32_t)b->start[0] * widths[b->type];
    for (unsigned d = 1; d < b->rank; d++)
        r += (uint32_t)b->start[d] * b->stride[d - 1];
    return r;
}

static struct ventus_insn describe(struct harness *h, const struct box *b, bool is_toolchain)
{
    uint32_t tensor[32] = {b->type, b->rank, b->base}, box[32] = {box_at(b)};
    for (unsigned d = 0; d < 5; d++) {
        tensor[3 + d] = b->size[d], tensor[8 + d] = b->stride[d];
        box[1 + d] = b->box[d], box[6 + d] = b->step[d];
    }
    box[12] = b->swizzle, box[13] = 99, box[14] = b->fill;
    memcpy(&h->w->v[SRC], tensor, sizeof tensor);
    memcpy(&h->w->v[SIZE], box, sizeof box);
    set_destination(h, is_toolchain, LDS + b->to);
    return insn("cp_dma_tensor", is_toolchain);
}

static unsigned inside, outside;

/* One element after the other, one byte after the other. */
static void reference(const struct harness *h, const struct box *b)
{
    uint32_t n[5], j[5], width = widths[b->type], to = b->to;
    bool is_float = b->type >= 6;
    for (unsigned d = 0; d < 5; d++) {
        n[d] = d >= b->rank ? 1 : b->box[d];
        if (d && d < b->rank)
            n[d] = (n[d] + b->step[d] - 1) / b->step[d];
    }
    for (j[4] = 0; j[4] < n[4]; j[4]++)
        for (j[3] = 0; j[3] < n[3]; j[3]++)
            for (j[2] = 0; j[2] < n[2]; j[2]++)
                for (j[1] = 0; j[1] < n[1]; j[1]++)
                    for (j[0] = 0; j[0] < n[0]; j[0]++) {
                        uint32_t from = b->base;
                        bool is_in = true;
                        for (unsigned d = 0; d < b->rank; d++) {
                            int c = b->start[d] + (int)(j[d] * (d ? b->step[d] : 1));
                            is_in &= c >= 0 && c < (int)b->size[d];
                            from += (uint32_t)c * (d ? b->stride[d - 1] : width);
                        }
                        *(is_in ? &inside : &outside) += 1;
                        for (uint32_t i = 0; i < width; i++, to++) {
                            uint32_t mask = (1u << b->swizzle) - 1;
                            want[to ^ (to >> 7 & mask) << 4] = is_in ? at(h, from)[i]
                                                               : b->fill && is_float ? 0xff
                                                                                     : 0;
                        }
                    }
}

/* Rows are far enough from each other that every start has one meaning. */
static struct box random_box(void)
{
    struct box b = {.type = below(13), .rank = 1 + below(5), .base = DATA + 0x8000 + below(9) * 16};
    b.swizzle = below(2) ? below(4) : 0;
    b.fill = below(2);
    b.to = below(3000);
    uint32_t bytes = widths[b.type];
    for (unsigned d = 0; d < 5; d++) {
        b.size[d] = d ? 1 + below(4) : 1 + below(12);
        b.box[d] = 1 + below(d ? 5 : 9);
        b.step[d] = below(4) ? 1 : 1 + below(8);
        bytes = (bytes * (b.size[d] + 1) + 15) / 16 * 16 + below(2) * 16;
        b.stride[d] = bytes;
        b.start[d] = (int)below(b.size[d] + 1);
        if (below(4))
            b.start[d] = 0;
    }
    if (below(8) == 0)
        b.start[b.rank - 1] = -1 - (int)below(2);
    return b;
}

static void boxes(void **state)
{
    (void)state;
    inside = outside = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 16; lanes <= 32; lanes *= 2)
            for (unsigned dialect = 0; dialect < 2; dialect++) {
                struct harness h;
                if (!harness_open(&h, host_levels[level], lanes, dialect))
                    continue;
                for (unsigned i = 0; i < 80; i++) {
                    fill(&h);
                    struct box b = random_box();
                    struct ventus_insn in = describe(&h, &b, dialect);
                    reference(&h, &b);
                    expect_run(&h, &in);
                }
                harness_close(&h);
            }
    if (inside < 500 || outside < 500)
        fail_msg("only %u elements inside, %u outside", inside, outside);
}

/* The image of the RTL's own test (memory-model.md 6.3). */
static const struct box image = {.type = 7,
                                 .rank = 3,
                                 .base = DATA,
                                 .size = {16, 8, 8},
                                 .stride = {0x50, 0x300},
                                 .box = {8, 4, 4},
                                 .step = {1, 1, 2},
                                 .fill = 1};

static void rtl_image(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 16, HARNESS_TOOLCHAIN));
    fill(&h);
    struct ventus_insn in = describe(&h, &image, true);
    /* 8 x 4 x 2 elements: rows of 32 bytes, 0x50 apart; planes 0 and 2 */
    for (unsigned z = 0; z < 2; z++)
        for (unsigned y = 0; y < 4; y++)
            memcpy(want + 32 * (4 * z + y), at(&h, DATA + 2 * z * 0x300 + y * 0x50), 32);
    expect_run(&h, &in);
    harness_close(&h);
}

/* ---- faults ---- */

static void refuse(struct harness *h, const struct ventus_insn *in, shoal_fault_cause cause,
                   const char *text)
{
    assert_false(harness_run_insn(h, in));
    assert_int_equal(h->w->base.stop, STOP_FAULT);
    if (!strstr(h->w->base.fault.text, text))
        fail_msg("no '%s' in '%s'", text, h->w->base.fault.text);
    assert_int_equal(h->w->base.fault.cause, cause);
    assert_memory_equal(h->group.lds, want, HARNESS_LDS);
}

static void copy_faults(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 8, HARNESS_MANUAL));
    fill(&h);
    struct ventus_insn in = insn("cp_dma", false);
    set_destination(&h, false, LDS);
    h.w->x[SRC] = DATA;
    h.w->x[SIZE] = 5;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "5 bytes is larger than the copy of 4");
    in.f[VF_cs] = 3;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "4, 8 or 16");
    in.f[VF_cs] = 2;
    set_destination(&h, false, DATA);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "must be local memory");
    set_destination(&h, false, LDS + HARNESS_LDS - 15);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "past the work-group's");
    set_destination(&h, false, LDS);
    h.w->x[SRC] = LDS + 64;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "must be global memory");
    h.w->x[SRC] = HARNESS_BASE - 16;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "");
    assert_int_equal(h.w->base.fault.address, HARNESS_BASE - 16);

    in = insn("cp_dma_bulk", false);
    static const uint32_t bad_sizes[] = {0, 4, 24, 0xfffffff4};
    for (unsigned i = 0; i < 4; i++) {
        h.w->x[SIZE] = bad_sizes[i];
        refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "multiple of 16");
    }
    h.w->x[SIZE] = 32;
    h.w->x[SRC] = DATA + 8;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "the source of a copy must be a multiple of 16");
    h.w->x[SRC] = DATA;
    set_destination(&h, false, LDS + 4);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "the destination of a copy");
    set_destination(&h, false, LDS + HARNESS_LDS - 16);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "past the work-group's");
    set_destination(&h, false, LDS);
    h.w->x[SIZE] = 0xfffffff0;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "past the work-group's");
    h.w->x[SIZE] = 64;
    h.w->x[SRC] = HARNESS_BASE + HARNESS_MEMORY - 32;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "");
    harness_close(&h);
}

static void tensor_faults(void **state)
{
    (void)state;
    struct harness h;
    struct box b = image;
    assert_true(harness_open(&h, NULL, 8, HARNESS_MANUAL));
    fill(&h);
    struct ventus_insn in = describe(&h, &b, false);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "a warp of 8 threads");
    harness_close(&h);

    /* a field of a good descriptor, its bad value, what is said */
    static const struct {
        unsigned reg, lane;
        uint32_t value;
        const char *text;
    } bad[] = {
        {SRC, 0, 13, "data type 13"},
        {SRC, 1, 0, "rank 0"},
        {SRC, 1, 6, "rank 6"},
        {SRC, 1, UINT32_MAX, "rank 4294967295"},
        {SRC, 3, 0, "dimension 0 of the tensor"},
        {SRC, 5, 0, "dimension 2 of the tensor"},
        {SRC, 8, 0, "stride 0 of dimension 1"},
        {SRC, 9, 0x308, "stride 0x308 of dimension 2"},
        {SIZE, 0, DATA + 2, "inside an element"},
        {SIZE, 1, 0, "dimension 0 of the box is 0"},
        {SIZE, 3, 257, "dimension 2 of the box is 257"},
        {SIZE, 7, 0, "element stride 0 of dimension 1"},
        {SIZE, 8, 9, "element stride 9 of dimension 2"},
        {SIZE, 11, 1, "interleave 1"},
        {SIZE, 12, 4, "swizzle 4"},
        {SIZE, 14, 2, "fill 2"},
    };
    assert_true(harness_open(&h, NULL, 16, HARNESS_MANUAL));
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        fill(&h);
        in = describe(&h, &b, false);
        h.w->v[bad[i].reg].u[bad[i].lane] = bad[i].value;
        refuse(&h, &in, SHOAL_FAULT_ILLEGAL, bad[i].text);
    }
    /* 256 bytes */
    b.to = HARNESS_LDS - 252;
    in = describe(&h, &b, false);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "past the work-group's");
    b.to = 0;
    for (unsigned d = 0; d < 3; d++)
        b.box[d] = 256, b.step[d] = 1;
    in = describe(&h, &b, false);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "past the work-group's");
    b = image;
    b.base = HARNESS_BASE + HARNESS_MEMORY - 16;
    in = describe(&h, &b, false);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "");
    b.base = LDS + 0x1000;
    in = describe(&h, &b, false);
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "must be global memory");
    harness_close(&h);
}

/* Four warps wait for each other, or those that the last group has (memory-model.md 6.4). */
static void barriers(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 8, HARNESS_MANUAL));
    static const uint32_t words[] = {0x00004041, 0x0063c0c1};
    for (uint32_t index = 0; index < 10; index++) {
        h.group.wave_count = 10;
        h.w->base.index = index;
        for (unsigned i = 0; i < 2; i++) {
            memset(&h.w->base.barrier, 0xff, sizeof h.w->base.barrier);
            assert_true(harness_run(&h, &words[i], 1));
            assert_int_equal(h.w->base.barrier.kind, 1);
            assert_int_equal(h.w->base.barrier.first, index & ~3u);
            assert_int_equal(h.w->base.barrier.count, index < 8 ? 4 : 2);
        }
    }
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_copies), cmocka_unit_test(blocks),
        cmocka_unit_test(boxes),        cmocka_unit_test(rtl_image),
        cmocka_unit_test(copy_faults),  cmocka_unit_test(tensor_faults),
        cmocka_unit_test(barriers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
