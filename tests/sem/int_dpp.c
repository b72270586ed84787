/* int_dpp.c: DPP8 and DPP16 (RDNA3 7.7): hand-made cases, and all control words with random
 * masks, BC, FI and EXEC against the manual's description, in VOP1, VOP2, VOPC, VOP3 and with
 * 16-bit halves, at every host level and in both wave sizes. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

#include "harness.h"

enum { OLD = 7 };

static uint64_t random_state = 0x2545f4914f6cdd1d;
static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x9e3779b97f4a7c15;
}

static uint32_t dpp16(unsigned ctrl, unsigned row_mask, unsigned bank_mask, bool bc, bool fi)
{
    return ctrl << 8 | (uint32_t)fi << 18 | (uint32_t)bc << 19 | bank_mask << 24 | row_mask << 28;
}

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

static uint64_t all_lanes(const struct harness *h)
{
    return h->lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

/* v2 lane l = 100 + l, v1 = OLD. */
static void prepare(struct harness *h, uint64_t exec)
{
    for (unsigned l = 0; l < h->lanes; l++) {
        harness_set_v(h, 2, l, 100 + l);
        harness_set_v(h, 1, l, OLD);
    }
    set_s64(h->w, SRC_EXEC_LO, exec & all_lanes(h));
}

static void run(struct harness *h, const struct rdna3_insn *in)
{
    if (!harness_run_insn(h, in))
        fail_msg("%s faulted: %s", rdna3_rows[in->row].name, h->w->base.fault.text);
}

/* v_mov_b32_dpp v1, v2 */
static void move(struct harness *h, uint32_t word, bool dpp8, bool fi8)
{
    struct rdna3_insn in = harness_insn("v_mov_b32", FMT_VOP1);
    in.f[F_vdst] = 1;
    in.ext = dpp8 ? EXT_DPP8 : EXT_DPP16;
    in.dpp8_fi = fi8;
    in.dpp = word | 2;
    run(h, &in);
}

/* ---- by hand ---- */

/* What lane 0..15 of a row read, by the manual's names; -1: out of range. */
static void controls(struct harness *h)
{
    static const struct {
        unsigned ctrl;
        int from[16];
    } cases[] = {
        {0x0e4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},  /* quad_perm:[0,1,2,3] */
        {0x01b, {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12}},  /* quad_perm:[3,2,1,0] */
        {0x101, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1}}, /* row_shl:1 */
        {0x10f, {15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}}, /* row_shl:15 */
        {0x111, {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},           /* row_shr:1 */
        {0x118, {-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7}},         /* row_shr:8 */
        {0x121, {15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},           /* row_ror:1 */
        {0x12f, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0}},           /* row_ror:15 */
        {0x140, {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},           /* row_mirror */
        {0x141, {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}}, /* row_half_mirror */
        {0x153, {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}},       /* row_share:3 */
        {0x165, {5, 4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14, 9, 8, 11, 10}}, /* row_xmask:5 */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned bc = 0; bc < 2; bc++) {
            prepare(h, UINT64_MAX);
            move(h, dpp16(cases[i].ctrl, 15, 15, bc, false), false, false);
            for (unsigned l = 0; l < h->lanes; l++) {
                int from = cases[i].from[l % 16];
                uint32_t want = from >= 0 ? 100 + (l & ~15u) + (uint32_t)from : bc ? 0 : OLD;
                if (harness_v(h, 1, l) != want)
                    fail_msg("dpp_ctrl %#x lane %u: %u, expected %u", cases[i].ctrl, l,
                             harness_v(h, 1, l), want);
            }
        }
}

/* row_shl:1 with EXEC without lane 4: lane 3's source is inactive, lane 15's out of range.
 * Rows of Table 31; out of range with FI = 1 by the text of 7.7.1 (errata E-012). */
static void bound_ctrl_and_fetch_inactive(struct harness *h)
{
    static const struct {
        bool bc, fi;
        uint32_t out_of_range, inactive;
    } cases[] = {{0, 0, OLD, OLD}, {1, 0, 0, 0}, {0, 1, OLD, 104}, {1, 1, 0, 104}};
    for (unsigned i = 0; i < 4; i++) {
        prepare(h, ~UINT64_C(0x10));
        move(h, dpp16(0x101, 15, 15, cases[i].bc, cases[i].fi), false, false);
        assert_int_equal(harness_v(h, 1, 15), cases[i].out_of_range);
        assert_int_equal(harness_v(h, 1, 3), cases[i].inactive);
        assert_int_equal(harness_v(h, 1, 4), OLD); /* inactive itself */
        assert_int_equal(harness_v(h, 1, 5), 106);
    }
}

static void masks_stop_writes_only(struct harness *h)
{
    prepare(h, UINT64_MAX);
    /* rows 1 and 2, banks 0 and 3; row_share:5 reads bank 1, which is not written */
    move(h, dpp16(0x155, 6, 9, false, false), false, false);
    for (unsigned l = 0; l < h->lanes; l++) {
        bool row = l / 16 == 1 || l / 16 == 2, bank = l % 16 < 4 || l % 16 >= 12;
        assert_int_equal(harness_v(h, 1, l), row && bank ? 100 + (l & ~15u) + 5 : OLD);
    }
}

static void dpp8_selects(struct harness *h)
{
    /* lane n of 8 reads lane 7 - n; lanes 0 and 9 are off */
    uint32_t word = 0;
    for (unsigned n = 0; n < 8; n++)
        word |= (7 - n) << (8 + 3 * n);
    for (unsigned fi = 0; fi < 2; fi++) {
        prepare(h, ~UINT64_C(0x201));
        move(h, word, true, fi);
        for (unsigned l = 0; l < h->lanes; l++) {
            unsigned from = l ^ 7;
            bool off = l == 0 || l == 9, from_off = from == 0 || from == 9;
            assert_int_equal(harness_v(h, 1, l), off ? OLD : from_off && !fi ? 0 : 100 + from);
        }
    }
}

/* Lanes that DPP disables get 0 in the whole mask; FI does not turn lanes of EXEC on. */
static void compares_write_the_whole_mask(struct harness *h)
{
    struct rdna3_insn in = harness_insn("v_cmp_ne_u32", FMT_VOPC);
    in.f[F_vsrc1] = 3; /* zeros */
    in.ext = EXT_DPP16;
    in.dpp = dpp16(0x111, 15, 14, false, false) | 2; /* row_shr:1, not bank 0 */
    prepare(h, ~UINT64_C(0x8000));
    set_s64(h->w, SRC_VCC_LO, UINT64_MAX);
    run(h, &in);
    assert_int_equal(h->w->s[SRC_VCC_LO], 0xfff07ff0);
    in = harness_insn("v_cmpx_ne_u32", FMT_VOPC);
    in.f[F_vsrc1] = 3;
    in.ext = EXT_DPP16;
    in.dpp = dpp16(0x0e4, 15, 15, true, true) | 2;
    run(h, &in);
    assert_int_equal(h->w->s[SRC_EXEC_LO], 0xffff7fff);
}

static void all_by_hand(void **state)
{
    (void)state;
    everywhere(controls);
    everywhere(bound_ctrl_and_fetch_inactive);
    everywhere(masks_stop_writes_only);
    everywhere(dpp8_selects);
    everywhere(compares_write_the_whole_mask);
}

/* ---- all controls, against the description in words ---- */

/* The lane that `lane` reads, or -1 if that is outside its row. 7.7.1: the shift of data by n
 * lanes to the left (towards lane 0) or right, rotation to the right, mirrors, one lane for
 * all, exclusive or. */
static int described_source(unsigned ctrl, int lane)
{
    int row = lane / 16 * 16, at = lane % 16, n = (int)(ctrl & 15), from;
    switch (ctrl >> 4) {
    case 0x10:
        from = at + n;
        break;
    case 0x11:
        from = at - n;
        break;
    case 0x12:
        from = (at + 16 - n) % 16;
        break;
    case 0x14:
        from = ctrl == 0x140 ? 15 - at : at < 8 ? 7 - at : 23 - at;
        break;
    case 0x15:
        from = n;
        break;
    case 0x16:
        from = at ^ n;
        break;
    default: { /* quad_perm: two bits for each lane of a quad */
        int choice[4] = {(int)(ctrl & 3), (int)(ctrl / 4 & 3), (int)(ctrl / 16 & 3),
                         (int)(ctrl / 64 & 3)};
        from = at / 4 * 4 + choice[at % 4];
        break;
    }
    }
    return from < 0 || from > 15 ? -1 : row + from;
}

static bool is_reserved(unsigned ctrl)
{
    return ctrl == 0x100 || ctrl == 0x110 || ctrl == 0x120 || (ctrl >= 0x130 && ctrl < 0x140) ||
           (ctrl > 0x141 && ctrl < 0x150) || ctrl >= 0x170;
}

/* The forms tried: how src0 after DPP becomes the result. */
enum form { MOVE, ADD, ADD_VOP3, NOT16_HIGH, COMPARE, FORMS };

static void try_word(struct harness *h, enum form form, bool dpp8, bool fi8, uint32_t word)
{
    static const char *const names[] = {"v_mov_b32", "v_add_nc_u32", "v_add_nc_u32", "v_not_b16",
                                        "v_cmp_lt_u32"};
    static const unsigned formats[] = {FMT_VOP1, FMT_VOP2, FMT_VOP3, FMT_VOP1, FMT_VOPC};
    struct rdna3_insn in = harness_insn(names[form], formats[form]);
    uint32_t src[64], old[64], b[64];
    uint64_t exec = random64() | (random64() & 1 ? UINT64_MAX : 0);
    set_s64(h->w, SRC_EXEC_LO, exec & all_lanes(h));
    for (unsigned l = 0; l < h->lanes; l++) {
        harness_set_v(h, 1, l, old[l] = (uint32_t)random64());
        harness_set_v(h, 2, l, src[l] = (uint32_t)random64());
        harness_set_v(h, 3, l, b[l] = (uint32_t)random64());
    }
    in.ext = dpp8 ? EXT_DPP8 : EXT_DPP16;
    in.dpp8_fi = fi8;
    in.dpp = (word & ~0xffu) | 2;
    if (form != COMPARE)
        in.f[F_vdst] = 1;
    if (form == ADD || form == COMPARE)
        in.f[F_vsrc1] = 3;
    if (form == ADD_VOP3)
        in.f[F_src1] = SRC_VGPR0 + 3;
    if (form == NOT16_HIGH) { /* v_not_b16 v1.l, v2.h */
        in.dpp |= 0x80;
    }
    run(h, &in);
    bool fi = dpp8 ? fi8 : word >> 18 & 1, bc = dpp8 || (word >> 19 & 1);
    uint64_t mask = s64(h->w, SRC_VCC_LO);
    for (unsigned l = 0; l < h->lanes; l++) {
        int from = dpp8 ? (int)(l / 8 * 8 + (word >> (8 + 3 * (l % 8)) & 7))
                        : described_source(word >> 8 & 0x1ff, (int)l);
        bool readable = from >= 0 && (fi || exec >> from & 1);
        bool writes = exec >> l & 1 && (readable || bc);
        if (!dpp8)
            writes &= word >> (28 + l / 16) & 1 && word >> (24 + l % 16 / 4) & 1;
        uint32_t value = readable ? src[from] : 0;
        uint32_t result = form == MOVE         ? value
                          : form == NOT16_HIGH ? (old[l] & 0xffff0000) | (~value >> 16)
                                               : value + b[l];
        if (form == COMPARE ? (mask >> l & 1) != (writes && value < b[l])
                            : harness_v(h, 1, l) != (writes ? result : old[l]))
            fail_msg("%s wave%u form %d dpp%s word %#x fi8 %d exec %#llx lane %u", h->isa->host_cpu,
                     h->lanes, (int)form, dpp8 ? "8" : "16", word, fi8, (unsigned long long)exec,
                     l);
    }
}

static void all_controls(struct harness *h)
{
    for (unsigned ctrl = 0; ctrl < 0x170; ctrl++)
        for (unsigned form = 0; form < FORMS && !is_reserved(ctrl); form++)
            for (unsigned i = 0; i < 4; i++) {
                uint32_t masks =
                    random64() & 1 ? UINT32_C(0xff000000) : (uint32_t)random64() & 0xff000000;
                try_word(h, form, false, false, masks | i << 18 | ctrl << 8);
            }
    for (unsigned i = 0; i < 500; i++)
        try_word(h, i % FORMS, true, i & 1, (uint32_t)random64());
}

static void all_controls_match_their_description(void **state)
{
    (void)state;
    everywhere(all_controls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_by_hand),
        cmocka_unit_test(all_controls_match_their_description),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
