/* int_ops.c: vector instructions that move data between lanes, registers and scalars, with
 * every state the manual mentions: empty and partial EXEC, both wave sizes, lane numbers and
 * register indices out of range, lane masks in SGPR pairs, constants of 16-bit operands, VOPD.
 *
 * Expected values are worked out by hand from the manual's section named at each test. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>

#include "harness.h"

enum { V = SRC_VGPR0 };

/* v[reg] lane l = base + l. */
static void number_lanes(struct harness *h, unsigned reg, uint32_t base)
{
    for (unsigned l = 0; l < h->lanes; l++)
        harness_set_v(h, reg, l, base + l);
}

static void fill(struct harness *h, unsigned reg, uint32_t value)
{
    for (unsigned l = 0; l < h->lanes; l++)
        harness_set_v(h, reg, l, value);
}

static void set_exec(struct harness *h, uint64_t exec)
{
    set_s64(h->w, SRC_EXEC_LO, h->lanes == 64 ? exec : exec & UINT32_MAX);
}

static void run(struct harness *h, const struct rdna3_insn *in)
{
    if (!harness_run_insn(h, in))
        fail_msg("%s faulted: %s", rdna3_rows[in->row].name, h->w->base.fault.text);
}

static struct rdna3_insn vop1(const char *name, unsigned vdst, unsigned src0)
{
    struct rdna3_insn in = harness_insn(name, FMT_VOP1);
    in.f[F_vdst] = vdst;
    in.f[F_src0] = src0;
    return in;
}

static struct rdna3_insn vop3(const char *name, unsigned vdst, unsigned src0, unsigned src1,
                              unsigned src2)
{
    struct rdna3_insn in = harness_insn(name, FMT_VOP3);
    in.f[F_vdst] = vdst;
    in.f[F_src0] = src0;
    in.f[F_src1] = src1;
    in.f[F_src2] = src2;
    return in;
}

/* Runs `body` at every host level and in both wave sizes, each time on a fresh state. */
static void everywhere(void (*body)(struct harness *))
{
    unsigned opened = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes)) {
                print_message("not run: %s\n", host_levels[level]);
                continue;
            }
            opened++;
            body(&h);
            harness_close(&h);
        }
    assert_true(opened > 0);
}

#define TEST(name)                                                                                 \
    static void name##_body(struct harness *);                                                     \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        everywhere(name##_body);                                                                   \
    }                                                                                              \
    static void name##_body(struct harness *h)

/* ---- one lane (16.8, 16.12, 7.2.1) ---- */

TEST(readfirstlane_takes_lowest_active_lane)
{
    number_lanes(h, 3, 100);
    struct rdna3_insn in = vop1("v_readfirstlane_b32", 7, V + 3);
    set_exec(h, UINT64_MAX << 5);
    run(h, &in);
    assert_int_equal(h->w->s[7], 105);
    set_exec(h, UINT64_C(1) << (h->lanes - 1));
    run(h, &in);
    assert_int_equal(h->w->s[7], 100 + h->lanes - 1);
    set_exec(h, 0); /* no lane: lane 0 */
    run(h, &in);
    assert_int_equal(h->w->s[7], 100);
    in.f[F_vdst] = SRC_VCC_LO;
    run(h, &in);
    assert_int_equal(h->w->s[SRC_VCC_LO], 100);
    in.f[F_vdst] = SRC_NULL;
    run(h, &in);
    assert_int_equal(h->w->s[SRC_NULL], 0);
}

TEST(readlane_wraps_lane_number_and_ignores_exec)
{
    number_lanes(h, 3, 100);
    set_exec(h, 0);
    h->w->s[9] = 33;
    struct rdna3_insn in = vop3("v_readlane_b32", 7, V + 3, 9, 0);
    run(h, &in);
    assert_int_equal(h->w->s[7], h->lanes == 32 ? 101 : 133);
    h->w->s[SRC_M0] = 0xffffffc2; /* 2 modulo 64 and 32 */
    in = vop3("v_readlane_b32", 7, V + 3, SRC_M0, 0);
    run(h, &in);
    assert_int_equal(h->w->s[7], 102);
    in = vop3("v_readlane_b32", 7, V + 3, SRC_INT_0 + 31, 0);
    run(h, &in);
    assert_int_equal(h->w->s[7], 131);
    in = vop3("v_readlane_b32", 7, V + 3, SRC_INT_M1, 0); /* -1: the last lane */
    run(h, &in);
    assert_int_equal(h->w->s[7], 100 + h->lanes - 1);
}

TEST(writelane_writes_one_lane_whatever_exec_says)
{
    number_lanes(h, 3, 100);
    set_exec(h, 0);
    h->w->s[9] = 0x12345678;
    struct rdna3_insn in = vop3("v_writelane_b32", 3, 9, SRC_INT_0 + 6, 0);
    run(h, &in);
    h->w->s[SRC_M0] = 64 + h->lanes - 1;
    in = vop3("v_writelane_b32", 3, SRC_FLOAT_FIRST + 2, SRC_M0, 0); /* 1.0 */
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 3, l), l == 6              ? 0x12345678
                                             : l == h->lanes - 1 ? 0x3f800000
                                                                 : 100 + l);
}

/* ---- permutations (16.12, 16.8) ---- */

/* The rotation of the manual's examples: lane n of {S2, S1} is n + 1 modulo 16. */
static void set_rotation(struct harness *h)
{
    h->w->s[0] = 0x87654321;
    h->w->s[1] = 0x0fedcba9;
    number_lanes(h, 2, 1000);
    fill(h, 1, 7);
}

TEST(permlane16_rotates_rows)
{
    set_rotation(h);
    struct rdna3_insn in = vop3("v_permlane16_b32", 1, V + 2, 0, 1);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 1, l), 1000 + (l & ~15u) + (l + 1) % 16);
}

TEST(permlanex16_takes_the_other_row)
{
    set_rotation(h);
    struct rdna3_insn in = vop3("v_permlanex16_b32", 1, V + 2, 0, 1);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 1, l), 1000 + ((l & ~15u) ^ 16) + (l + 1) % 16);
}

/* The manual's two-step rotation of 32 lanes needs FI for the lanes at the seams. */
TEST(permlane_example_with_fetch_inactive)
{
    set_rotation(h);
    set_exec(h, 0x7fff7fff);
    struct rdna3_insn in = vop3("v_permlane16_b32", 1, V + 2, 0, 1);
    in.f[F_opsel] = 1;
    run(h, &in);
    set_exec(h, 0x80008000);
    in = vop3("v_permlanex16_b32", 1, V + 2, 0, 1);
    in.f[F_opsel] = 1;
    run(h, &in);
    for (unsigned l = 0; l < 32; l++)
        assert_int_equal(harness_v(h, 1, l), 1000 + (l + 1) % 32);
    for (unsigned l = 32; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 1, l), 7);
}

/* An inactive source without FI: with bound_ctrl 0, else the destination is kept. */
TEST(permlane_inactive_sources)
{
    for (unsigned opsel = 0; opsel < 4; opsel += 2)
        for (unsigned across = 0; across < 2; across++) {
            set_rotation(h);
            set_exec(h, 0x00ff00ff00ff0fff);
            struct rdna3_insn in =
                vop3(across ? "v_permlanex16_b32" : "v_permlane16_b32", 1, V + 2, 0, 1);
            in.f[F_opsel] = opsel;
            run(h, &in);
            for (unsigned l = 0; l < h->lanes; l++) {
                unsigned from = ((l & ~15u) ^ 16 * across) + (l + 1) % 16;
                bool on = UINT64_C(0x00ff00ff00ff0fff) >> l & 1,
                     from_on = UINT64_C(0x00ff00ff00ff0fff) >> from & 1;
                assert_int_equal(harness_v(h, 1, l), !on       ? 7
                                                     : from_on ? 1000 + from
                                                     : opsel   ? 0
                                                               : 7);
            }
        }
}

TEST(permlane_in_place)
{
    set_rotation(h);
    struct rdna3_insn in = vop3("v_permlane16_b32", 2, V + 2, 0, 1);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 2, l), 1000 + (l & ~15u) + (l + 1) % 16);
}

TEST(permlane64_swaps_halves)
{
    number_lanes(h, 2, 1000);
    set_exec(h, 0xf0f0f0f00f0f0f0f); /* the lanes read are the inactive ones */
    struct rdna3_insn in = vop1("v_permlane64_b32", 2, V + 2);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++) {
        bool moved = h->lanes == 64 && UINT64_C(0xf0f0f0f00f0f0f0f) >> l & 1;
        assert_int_equal(harness_v(h, 2, l), 1000 + (moved ? l ^ 32 : l));
    }
}

/* The manual's example: the two counts give the lane's number. */
TEST(mbcnt_pair_gives_lane_number)
{
    struct rdna3_insn in = vop3("v_mbcnt_lo_u32_b32", 0, SRC_INT_M1, SRC_INT_0, 0);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 0, l), l < 32 ? l : 32);
    in = vop3("v_mbcnt_hi_u32_b32", 0, SRC_INT_M1, V + 0, 0);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 0, l), l);
}

/* ---- indexed registers (7.8, 3.3.2.2) ---- */

/* A wave with fewer registers than the file has; returns their number. */
static unsigned shrink(struct harness *h)
{
    free(h->kernel);
    uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES];
    rdna3_descriptor_write(descriptor, 3u | 0xf0u << 12, 0, 0);
    const struct kernel_config config = {.lanes = h->lanes, .descriptor = descriptor};
    h->kernel = h->isa->kernel_create(&config);
    h->w->vgprs = h->lanes == 64 ? 16 : 32;
    for (unsigned r = 0; r < VGPR_COUNT; r++)
        fill(h, r, 1000 + r);
    return h->w->vgprs;
}

static void expect_registers(struct harness *h, unsigned a, uint32_t a_value, unsigned b,
                             uint32_t b_value)
{
    for (unsigned r = 0; r < VGPR_COUNT; r++) {
        uint32_t want = r == a ? a_value : r == b ? b_value : 1000 + r;
        if (harness_v(h, r, 0) != want || harness_v(h, r, h->lanes - 1) != want)
            fail_msg("v%u is %u, expected %u", r, harness_v(h, r, 0), want);
    }
}

enum { NONE = 999 };

TEST(movrel_examples)
{
    static const struct {
        const char *name;
        uint32_t m0;
        unsigned to, from;
    } cases[] = {/* the manual's examples, on v5 and v7 */
                 {"v_movreld_b32", 10, 15, 7},
                 {"v_movrels_b32", 10, 5, 17},
                 {"v_movrelsd_b32", 10, 15, 17},
                 {"v_movrelsd_2_b32", 20 << 16 | 10, 25, 17},
                 /* only M0[9:0] and M0[25:16] count */
                 {"v_movrelsd_2_b32", 0xfc00fc00 | 3 << 16 | 1, 8, 8}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness_reset(h);
        for (unsigned r = 0; r < VGPR_COUNT; r++)
            fill(h, r, 1000 + r);
        h->w->s[SRC_M0] = cases[i].m0;
        struct rdna3_insn in = vop1(cases[i].name, 5, V + 7);
        run(h, &in);
        expect_registers(h, cases[i].to, 1000 + cases[i].from, NONE, 0);
    }
}

TEST(movrel_source_out_of_range_is_v0)
{
    unsigned vgprs = shrink(h);
    static const uint32_t index[] = {0, 248, 0x7fffffff, 0xffffffff, 0xfffffffe};
    for (unsigned i = 0; i < 5; i++) {
        fill(h, 5, 1005);
        h->w->s[SRC_M0] = i ? index[i] : vgprs - 7;
        struct rdna3_insn in = vop1("v_movrels_b32", 5, V + 7);
        run(h, &in);
        expect_registers(h, 5, 1000, NONE, 0);
    }
    h->w->s[SRC_M0] = vgprs - 8; /* the last register */
    struct rdna3_insn in = vop1("v_movrels_b32", 5, V + 7);
    run(h, &in);
    expect_registers(h, 5, 1000 + vgprs - 1, NONE, 0);
}

TEST(movrel_destination_out_of_range_does_nothing)
{
    unsigned vgprs = shrink(h);
    static const char *const names[] = {"v_movreld_b32", "v_movrelsd_b32"};
    for (unsigned i = 0; i < 2; i++) {
        struct rdna3_insn in = vop1(names[i], 5, V + 7);
        h->w->s[SRC_M0] = vgprs - 5;
        run(h, &in);
        h->w->s[SRC_M0] = 0xffffffff; /* no wrapping to v4 */
        run(h, &in);
        expect_registers(h, NONE, 0, NONE, 0);
    }
}

TEST(movreld_takes_scalars_exec_and_modifiers)
{
    for (unsigned r = 0; r < 16; r++)
        fill(h, r, 1000 + r);
    h->w->s[SRC_M0] = 3;
    h->w->s[20] = 0x12345678;
    set_exec(h, 2);
    struct rdna3_insn in = vop3("v_movreld_b32", 1, 20, 0, 0);
    in.f[F_neg] = 1;
    run(h, &in);
    assert_int_equal(harness_v(h, 4, 1), 0x92345678);
    assert_int_equal(harness_v(h, 4, 0), 1004);
}

TEST(swaprel_swaps_or_does_nothing)
{
    unsigned vgprs = shrink(h);
    h->w->s[SRC_M0] = 2 << 16 | 1;
    struct rdna3_insn in = vop1("v_swaprel_b32", 5, V + 9);
    run(h, &in);
    expect_registers(h, 7, 1010, 10, 1007);
    run(h, &in);
    h->w->s[SRC_M0] = 2 << 16 | (vgprs - 9);
    run(h, &in);
    h->w->s[SRC_M0] = (vgprs - 5) << 16 | 1;
    run(h, &in);
    expect_registers(h, NONE, 0, NONE, 0);
}

/* ---- registers out of range without an index (3.3.2.2) ---- */

TEST(source_out_of_range_is_v0)
{
    unsigned vgprs = shrink(h);
    struct rdna3_insn in = vop3("v_add_nc_u32", 5, V + vgprs, V + vgprs - 1, 0);
    run(h, &in);
    expect_registers(h, 5, 1000 + 1000 + vgprs - 1, NONE, 0);
    fill(h, 5, 1005);
    /* a pair that ends out of range begins at v0 */
    in = vop3("v_lshlrev_b64", 8, SRC_INT_0, V + vgprs - 1, 0);
    run(h, &in);
    expect_registers(h, 8, 1000, 9, 1001);
}

TEST(destination_out_of_range_discards_all_results)
{
    unsigned vgprs = shrink(h);
    h->w->s[10] = 77;
    struct rdna3_insn in = harness_insn("v_add_co_u32", FMT_VOP3SD);
    in.f[F_vdst] = vgprs;
    in.f[F_sdst] = 10;
    in.f[F_src0] = V + 1;
    in.f[F_src1] = SRC_INT_M1;
    run(h, &in);
    assert_int_equal(h->w->s[10], 77);
    in = vop3("v_lshlrev_b64", vgprs - 1, SRC_INT_0 + 1, V + 2, 0);
    run(h, &in);
    in = vop1("v_swap_b32", 3, V + vgprs);
    run(h, &in);
    expect_registers(h, NONE, 0, NONE, 0);
}

/* ---- swaps (16.8, 7.4) ---- */

TEST(swap_under_exec)
{
    number_lanes(h, 1, 100);
    number_lanes(h, 2, 200);
    set_exec(h, 0x5555555555555555);
    struct rdna3_insn in = vop1("v_swap_b32", 1, V + 2);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++) {
        assert_int_equal(harness_v(h, 1, l), (l & 1 ? 100 : 200) + l);
        assert_int_equal(harness_v(h, 2, l), (l & 1 ? 200 : 100) + l);
    }
}

TEST(swap_b16_of_halves)
{
    fill(h, 1, 0x11112222);
    fill(h, 2, 0x33334444);
    struct rdna3_insn in = vop1("v_swap_b16", 1, V + 0x80 + 2); /* v1.l, v2.h */
    run(h, &in);
    assert_int_equal(harness_v(h, 1, h->lanes - 1), 0x11113333);
    assert_int_equal(harness_v(h, 2, h->lanes - 1), 0x22224444);
    in = vop1("v_swap_b16", 0x80 + 1, V + 1); /* v1.h, v1.l */
    run(h, &in);
    assert_int_equal(harness_v(h, 1, 0), 0x33331111);
}

/* ---- lane masks (7.2.5, 7.2.6, 7.7) ---- */

TEST(compare_writes_vcc_for_the_whole_wave)
{
    number_lanes(h, 1, 0);
    set_exec(h, 0x00000000fffffff0); /* wave64: the upper half is empty */
    set_s64(h->w, SRC_VCC_LO, UINT64_MAX);
    struct rdna3_insn in = harness_insn("v_cmp_lt_u32", FMT_VOPC);
    in.f[F_src0] = SRC_INT_0 + 10;
    in.f[F_vsrc1] = 1;
    run(h, &in);
    assert_int_equal(h->w->s[SRC_VCC_LO], 0xfffff800); /* 10 < lane, active */
    assert_int_equal(h->w->s[SRC_VCC_LO + 1], h->lanes == 64 ? 0 : UINT32_MAX);
}

TEST(cmpx_narrows_exec)
{
    number_lanes(h, 1, 0);
    set_exec(h, 0xaaaaaaaaaaaaaaaa);
    struct rdna3_insn in = harness_insn("v_cmpx_gt_u32", FMT_VOPC);
    in.f[F_src0] = SRC_INT_0 + 40;
    in.f[F_vsrc1] = 1;
    set_s64(h->w, SRC_VCC_LO, 5);
    run(h, &in);
    assert_int_equal(h->w->s[SRC_EXEC_LO], 0xaaaaaaaa);
    if (h->lanes == 64)
        assert_int_equal(h->w->s[SRC_EXEC_HI], 0xaa);
    assert_int_equal(s64(h->w, SRC_VCC_LO), 5);
}

TEST(masks_are_pairs_in_wave64)
{
    fill(h, 1, UINT32_MAX);
    h->w->s[10] = 0x0000ffff;
    h->w->s[11] = 0xff000000;
    h->w->s[13] = 0x5a5a5a5a;
    struct rdna3_insn in = harness_insn("v_add_co_ci_u32", FMT_VOP3SD);
    in.f[F_vdst] = 2;
    in.f[F_sdst] = 12;
    in.f[F_src0] = V + 1;
    in.f[F_src1] = SRC_INT_0;
    in.f[F_src2] = 10;
    run(h, &in);
    assert_int_equal(h->w->s[12], 0x0000ffff);
    assert_int_equal(h->w->s[13], h->lanes == 64 ? 0xff000000 : 0x5a5a5a5a);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 2, l), s64(h->w, 10) >> l & 1 ? 0 : UINT32_MAX);
}

/* NULL as a mask is zero, in the upper half too (where the next register is M0). */
TEST(null_mask_selects_nothing)
{
    fill(h, 1, 11);
    fill(h, 2, 22);
    h->w->s[SRC_M0] = UINT32_MAX;
    struct rdna3_insn in = vop3("v_cndmask_b32", 3, V + 1, V + 2, SRC_NULL);
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++)
        assert_int_equal(harness_v(h, 3, l), 11);
}

/* A NULL destination takes no mask; nothing next to it changes. */
TEST(null_destination_of_a_carry)
{
    h->w->s[SRC_M0] = 123;
    fill(h, 1, UINT32_MAX);
    struct rdna3_insn in = harness_insn("v_add_co_u32", FMT_VOP3SD);
    in.f[F_vdst] = 2;
    in.f[F_sdst] = SRC_NULL;
    in.f[F_src0] = V + 1;
    in.f[F_src1] = SRC_INT_0 + 2;
    run(h, &in);
    assert_int_equal(h->w->s[SRC_NULL], 0);
    assert_int_equal(h->w->s[SRC_M0], 123);
    assert_int_equal(harness_v(h, 2, 0), 1);
}

/* ---- sources of 16, 32 and 64 bits (7.2, 7.5.1; errata E-014) ---- */

TEST(constants_of_16bit_operands)
{
    static const struct {
        const char *name;
        unsigned src;
        uint32_t want;
    } cases[] = {
        {"v_add_nc_u16", SRC_INT_M1, 0xffff}, /* integers */
        {"v_add_nc_u16", SRC_INT_0 + 64, 64},
        {"v_add_nc_u16", SRC_FLOAT_FIRST + 2, 0}, /* low half of 0x3f800000 */
        {"v_or_b16", SRC_FLOAT_LAST, 0xf983},     /* of 0x3e22f983 */
        {"v_max_i16", SRC_INT_M1 + 15, 0},        /* max(-16, 0) */
        {"v_cvt_u32_u16", SRC_INT_M1 + 1, 0xfffe},
        {"v_mov_b16", SRC_FLOAT_FIRST + 2, 0x3c00}, /* a move of f16 */
        {"v_mov_b32", SRC_FLOAT_FIRST + 2, 0x3f800000},
        {"v_pk_add_u16", SRC_INT_M1, 0xffffffff},          /* sign-extended to 32 bits */
        {"v_pk_add_u16", SRC_INT_0 + 5, 5},                /* only in the low half */
        {"v_pk_add_u16", SRC_FLOAT_FIRST + 2, 0x3f800000}, /* f32, not f16 */
        {"v_dot4_u32_u8", SRC_FLOAT_FIRST + 2, 0},         /* times 0 */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness_reset(h);
        bool packed = !strncmp(cases[i].name, "v_pk", 4) || !strncmp(cases[i].name, "v_dot", 5);
        struct rdna3_insn in = harness_insn(cases[i].name, packed ? FMT_VOP3P : FMT_VOP3);
        in.f[F_vdst] = 3;
        in.f[F_src0] = cases[i].src;
        in.f[F_src1] = V + 1;
        in.f[F_src2] = V + 2;
        if (rdna3_rows[in.row].n_operands < 3)
            in.f[F_src1] = 0;
        run(h, &in);
        if (harness_v(h, 3, 0) != cases[i].want)
            fail_msg("case %u, %s: %#x, expected %#x", i, cases[i].name, harness_v(h, 3, 0),
                     cases[i].want);
    }
}

TEST(halves_of_scalars_and_literals)
{
    h->w->s[20] = 0x12345678;
    struct rdna3_insn in = vop3("v_add_nc_u16", 3, 20, SRC_INT_0, 0);
    in.f[F_opsel] = 1;
    run(h, &in);
    assert_int_equal(harness_v(h, 3, 0), 0x1234);
    in = vop3("v_add_nc_u16", 3, SRC_LITERAL, SRC_INT_0 + 1, 0);
    in.ext = EXT_LITERAL;
    in.literal = 0xabcd0001;
    in.f[F_opsel] = 9; /* upper half to upper half */
    run(h, &in);
    assert_int_equal(harness_v(h, 3, 0), 0xabce1234);
    in = vop1("v_mov_b16", 0x80 + 3, 20); /* VOP1: bit 7 of VDST */
    run(h, &in);
    assert_int_equal(harness_v(h, 3, 0), 0x56781234);
}

TEST(scc_is_a_source_of_any_width)
{
    for (unsigned scc = 0; scc < 2; scc++) {
        h->w->scc = scc;
        struct rdna3_insn in = vop3("v_mov_b32", 3, SRC_SCC, 0, 0);
        run(h, &in);
        assert_int_equal(harness_v(h, 3, h->lanes - 1), scc);
        in = vop3("v_add_nc_u16", 3, SRC_SCC, SRC_INT_0 + 4, 0);
        run(h, &in);
        assert_int_equal(harness_v(h, 3, h->lanes - 1), 4 + scc);
        in = vop3("v_lshlrev_b64", 4, SRC_INT_0 + 40, SRC_SCC, 0);
        run(h, &in);
        assert_true(harness_v64(h, 4, h->lanes - 1) == (uint64_t)scc << 40);
    }
}

TEST(literals_of_64bit_operands)
{
    struct rdna3_insn in =
        vop3("v_ashrrev_i64", 4, SRC_INT_0, SRC_LITERAL, 0); /* signed: sign-extended */
    in.ext = EXT_LITERAL;
    in.literal = 0x80000000;
    run(h, &in);
    assert_true(harness_v64(h, 4, 1) == 0xffffffff80000000);
    in = vop3("v_lshrrev_b64", 4, SRC_INT_0, SRC_LITERAL, 0); /* zero-extended */
    in.ext = EXT_LITERAL;
    in.literal = 0x80000000;
    run(h, &in);
    assert_true(harness_v64(h, 4, 1) == 0x80000000);
}

/* ---- VOPD (7.6) ---- */

static unsigned dual_opcode(const char *name, bool y)
{
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    assert_non_null(row);
    return (unsigned)(y ? row->op_y : row->op_x);
}

struct half {
    const char *name;
    unsigned dst, src0, src1;
};

static struct rdna3_insn dual(struct half x, struct half y)
{
    struct rdna3_insn in = {.format = FMT_VOPD};
    in.f[F_opx] = dual_opcode(x.name, false);
    in.f[F_opy] = dual_opcode(y.name, true);
    in.f[F_vdstx] = x.dst;
    in.f[F_src0x] = x.src0;
    in.f[F_vsrc1x] = x.src1;
    in.f[F_vdsty] = y.dst >> 1;
    in.f[F_src0y] = y.src0;
    in.f[F_vsrc1y] = y.src1;
    return in;
}

TEST(dual_halves_read_before_either_writes)
{
    number_lanes(h, 2, 100);
    number_lanes(h, 5, 200);
    set_exec(h, 0x0f0f0f0f0f0f0f0f);
    /* VSRC1, which a move does not use, is ignored by hardware (errata E-052). */
    struct rdna3_insn in =
        dual((struct half){"v_mov_b32", 2, V + 5, 9}, (struct half){"v_mov_b32", 5, V + 2, 77});
    run(h, &in);
    for (unsigned l = 0; l < h->lanes; l++) {
        bool swapped = h->lanes == 32 && !(l & 4); /* wave64 skips VOPD */
        assert_int_equal(harness_v(h, 2, l), (swapped ? 200 : 100) + l);
        assert_int_equal(harness_v(h, 5, l), (swapped ? 100 : 200) + l);
    }
}

TEST(dual_integer_opcodes)
{
    if (h->lanes == 64)
        return;
    number_lanes(h, 0, 0);
    number_lanes(h, 1, 64);
    h->w->s[SRC_VCC_LO] = 0xffff0000;
    h->w->s[20] = 7;
    static const struct {
        const char *y;
        unsigned src0;
    } cases[] = {
        {"v_add_nc_u32", 20}, {"v_lshlrev_b32", SRC_INT_0 + 33}, {"v_and_b32", SRC_INT_0 + 6}};
    for (unsigned i = 0; i < 3; i++) {
        /* v4 = vcc ? v1 : v0 :: v3 = y(src0, v0) */
        struct rdna3_insn in = dual((struct half){"v_cndmask_b32", 4, V + 0, 1},
                                    (struct half){cases[i].y, 3, cases[i].src0, 0});
        run(h, &in);
        for (unsigned l = 0; l < 32; l++) {
            assert_int_equal(harness_v(h, 4, l), l < 16 ? l : 64 + l);
            assert_int_equal(harness_v(h, 3, l), i == 0 ? l + 7 : i == 1 ? l * 2 : l & 6);
        }
    }
}

/* MODE and the NaN rule hold in VOPD and with DPP: denormal f32 operands are flushed by
 * floats only, a signalling NaN becomes quiet (7.2.4, IEEE 754). */
TEST(dual_and_dpp_follow_mode)
{
    static const struct {
        uint32_t mode, in, sum;
    } cases[] = {{MODE_PLAIN, 1, 1},
                 {MODE_PLAIN & ~MODE_DENORM32, 1, 0},
                 {MODE_PLAIN & ~MODE_DENORM32, 0x80000001, 0},
                 {MODE_PLAIN & ~0x20, 0x00800000, 0x00800000},
                 {MODE_PLAIN | MODE_IEEE, 0x7f800001, 0x7fc00001},
                 {MODE_PLAIN, 0xffc01234, 0xffc01234}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness_reset(h);
        h->w->mode = cases[i].mode;
        fill(h, 0, cases[i].in);
        set_exec(h, 0x0ffffffffffffff0);
        struct rdna3_insn in = harness_insn("v_add_f32", FMT_VOP2);
        in.f[F_vdst] = 4;
        in.f[F_vsrc1] = 1;
        in.ext = EXT_DPP16;
        in.dpp = 0xff000000 | 0xe4 << 8; /* quad_perm:[0,1,2,3] of v0 */
        run(h, &in);
        assert_int_equal(harness_v(h, 4, 3), 0);
        assert_int_equal(harness_v(h, 4, 5), cases[i].sum);
        assert_int_equal(harness_v(h, 4, h->lanes - 8), cases[i].sum);
        if (h->lanes == 64)
            continue;
        in = dual((struct half){"v_add_f32", 6, V + 0, 1}, (struct half){"v_mov_b32", 7, V + 0, 0});
        run(h, &in);
        assert_int_equal(harness_v(h, 6, 3), 0);
        assert_int_equal(harness_v(h, 6, 5), cases[i].sum);
        assert_int_equal(harness_v(h, 7, 5), cases[i].in);
    }
}

/* A VOPD source out of range is register number modulo 4. */
TEST(dual_source_out_of_range)
{
    if (h->lanes == 64)
        return;
    unsigned vgprs = shrink(h);
    struct rdna3_insn in = dual((struct half){"v_mov_b32", 8, V + vgprs + 2, 0},
                                (struct half){"v_mov_b32", 9, V + vgprs + 1, 0});
    run(h, &in);
    expect_registers(h, 8, 1002, 9, 1001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readfirstlane_takes_lowest_active_lane),
        cmocka_unit_test(readlane_wraps_lane_number_and_ignores_exec),
        cmocka_unit_test(writelane_writes_one_lane_whatever_exec_says),
        cmocka_unit_test(permlane16_rotates_rows),
        cmocka_unit_test(permlanex16_takes_the_other_row),
        cmocka_unit_test(permlane_example_with_fetch_inactive),
        cmocka_unit_test(permlane_inactive_sources),
        cmocka_unit_test(permlane_in_place),
        cmocka_unit_test(permlane64_swaps_halves),
        cmocka_unit_test(mbcnt_pair_gives_lane_number),
        cmocka_unit_test(movrel_examples),
        cmocka_unit_test(movrel_source_out_of_range_is_v0),
        cmocka_unit_test(movrel_destination_out_of_range_does_nothing),
        cmocka_unit_test(movreld_takes_scalars_exec_and_modifiers),
        cmocka_unit_test(swaprel_swaps_or_does_nothing),
        cmocka_unit_test(source_out_of_range_is_v0),
        cmocka_unit_test(destination_out_of_range_discards_all_results),
        cmocka_unit_test(swap_under_exec),
        cmocka_unit_test(swap_b16_of_halves),
        cmocka_unit_test(compare_writes_vcc_for_the_whole_wave),
        cmocka_unit_test(cmpx_narrows_exec),
        cmocka_unit_test(masks_are_pairs_in_wave64),
        cmocka_unit_test(null_mask_selects_nothing),
        cmocka_unit_test(null_destination_of_a_carry),
        cmocka_unit_test(constants_of_16bit_operands),
        cmocka_unit_test(halves_of_scalars_and_literals),
        cmocka_unit_test(scc_is_a_source_of_any_width),
        cmocka_unit_test(literals_of_64bit_operands),
        cmocka_unit_test(dual_halves_read_before_either_writes),
        cmocka_unit_test(dual_integer_opcodes),
        cmocka_unit_test(dual_and_dpp_follow_mode),
        cmocka_unit_test(dual_source_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
