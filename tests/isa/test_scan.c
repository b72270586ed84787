/* test_scan: the quick scan, the public functions over it, and the decoder say the same. Expected
 * values: rdna3_decode, which the golden and differential tests hold to LLVM; operands by hand
 * from the manual's formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/rdna3/rdna3.h"
#include "isa/rdna3/scan.h"
#include "shoal/isa.h"

static uint64_t state = 1;

static uint32_t random_word(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static void compare(const uint32_t w[3], size_t avail)
{
    struct rdna3_insn want, got;
    shoal_insn insn;
    shoal_status st = rdna3_decode(w, avail, &want);
    assert_int_equal(rdna3_scan_gfx1100(w, avail, &insn), st);
    assert_int_equal(insn.size_bytes, want.size_bytes);
    if (st != SHOAL_OK) {
        assert_non_null(insn.reason);
        return;
    }
    assert_null(insn.reason);
    rdna3_expand(&insn, &got);
    assert_memory_equal(&got, &want, sizeof got);
    char text[SHOAL_INSN_TEXT_BYTES];
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    const shoal_isa *isa = shoal_isa_find("rdna3");
    size_t length = shoal_insn_format(isa, &insn, NULL, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_true(shoal_insn_operands(isa, &insn, false, operands) <= SHOAL_INSN_MAX_OPERANDS);
}

/* Words whose sources are often at the borders of the ranges in the table of SRC0. */
static void scan_agrees_with_decode(void **unused)
{
    (void)unused;
    static const uint16_t borders[] = {0,   1,   88,  89,  90,  96,  100, 104, 105, 106, 107, 108,
                                       122, 123, 124, 125, 126, 127, 128, 193, 208, 209, 233, 234,
                                       235, 239, 240, 248, 249, 250, 253, 255, 256, 511};
    enum { BORDERS = sizeof borders / sizeof *borders };
    for (unsigned i = 0; i < 6000000; i++) {
        uint32_t w[3] = {random_word(), random_word(), random_word()};
        unsigned format = random_word() % FMT_COUNT;
        if (i & 1) { /* a known format, and one row's fixed bits */
            const struct rdna3_row *row = &rdna3_rows[random_word() % RDNA3_ROW_COUNT];
            uint32_t f[F_SLOTS], packed[2];
            format = row->format;
            rdna3_unpack(format, w, f);
            if (row->op >= 0)
                f[F_op] = (uint32_t)row->op;
            for (unsigned k = 0; k < row->n_operands; k++) {
                struct rdna3_place p = rdna3_places[format][row->operands[k].role];
                if (p.field != 0xff && p.kind != K_simm16 && p.kind != K_none)
                    f[p.field] = borders[random_word() % BORDERS];
            }
            rdna3_pack(format, f, packed);
            uint64_t both = packed[0] | (uint64_t)packed[1] << 32;
            const struct rdna3_fixed *fixed = &rdna3_fixed[row - rdna3_rows][0];
            if (random_word() & 7)
                both = (both & ~fixed->mask) | fixed->value;
            w[0] = (uint32_t)both;
            if (rdna3_formats[format].dwords == 2)
                w[1] = (uint32_t)(both >> 32);
        }
        compare(w, random_word() & 15 ? 12 : 4 * (random_word() & 3));
    }
}

static shoal_insn decode(const uint32_t *w, size_t n)
{
    shoal_insn insn;
    assert_int_equal(shoal_insn_decode(shoal_isa_find("rdna3"), w, 4 * n, &insn), SHOAL_OK);
    return insn;
}

/* v_add_co_ci_u32_e32 v1, vcc_lo, 5, v2, vcc_lo (15.3.3): carries are not implicit. */
static void operands_of_a_vop2_with_carry(void **unused)
{
    (void)unused;
    const uint32_t w[] = {0x40020485};
    shoal_insn insn = decode(w, 1);
    shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
    assert_int_equal(shoal_insn_operands(shoal_isa_find("rdna3"), &insn, true, o), 6);
    assert_int_equal(o[0].kind, SHOAL_OPERAND_VGPR);
    assert_int_equal(o[0].first, 1);
    assert_true(o[0].is_write && !o[0].is_read);
    assert_int_equal(o[1].kind, SHOAL_OPERAND_VCC);
    assert_int_equal(o[1].dwords, 2);
    assert_int_equal(o[2].kind, SHOAL_OPERAND_CONSTANT);
    assert_int_equal(o[2].value, 5);
    assert_int_equal(o[3].first, 2);
    assert_string_equal(o[3].type, "u32");
    assert_true(o[4].is_read && !o[4].is_implicit);
    assert_int_equal(o[5].kind, SHOAL_OPERAND_EXEC);
    assert_int_equal(o[5].dwords, 2);
    assert_true(o[5].is_read && !o[5].is_write && o[5].is_implicit);
}

/* EXEC is read by what has lanes, but by V_READLANE and V_WRITELANE, which ignore it (16.12), and
 * WMMA (7.9); V_CMPX also writes it (7.2.5). Words from llvm-mc-22. */
static void exec_is_an_implicit_operand(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t words[2];
        size_t count;
        int reads, writes;
    } cases[] = {
        {{0x06040501}, 1, 1, 0},             /* v_add_f32_e32 v2, v1, v2 */
        {{0x7d840501}, 1, 1, 1},             /* v_cmpx_eq_i32_e32 v1, v2 */
        {{0xc9060501, 0x00020b04}, 2, 1, 0}, /* v_dual_add_f32 ... :: v_dual_mul_f32 ... */
        {{0xd7600005, 0x00000501}, 2, 0, 0}, /* v_readlane_b32 s5, v1, s2 */
        {{0xdc520000, 0x007c0001}, 2, 1, 0}, /* global_load_b32 v0, v[1:2], off */
        {{0xd8d80000, 0x00000001}, 2, 1, 0}, /* ds_load_b32 v0, v1 */
        {{0xf8000001, 0x03020100}, 2, 1, 0}, /* exp mrt0 v0, off, off, off */
        {{0x80020100}, 1, 0, 0},             /* s_add_u32 s2, s0, s1 */
        {{0x7e000000}, 1, 0, 0},             /* v_nop */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_insn insn = decode(cases[i].words, cases[i].count);
        shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
        int reads = 0, writes = 0;
        for (size_t n = shoal_insn_operands(shoal_isa_find("rdna3"), &insn, false, o); n-- > 0;)
            if (o[n].kind == SHOAL_OPERAND_EXEC && o[n].is_implicit) {
                reads += o[n].is_read;
                writes += o[n].is_write;
            }
        assert_int_equal(reads, cases[i].reads);
        assert_int_equal(writes, cases[i].writes);
    }
}

/* s_cbranch_scc1 back to itself (16.5) */
static void a_conditional_branch_has_flags_and_a_target(void **unused)
{
    (void)unused;
    const uint32_t w[] = {0xbfa2ffff};
    shoal_insn insn = decode(w, 1);
    shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
    assert_int_equal(insn.flags, SHOAL_INSN_BRANCH | SHOAL_INSN_CONDITIONAL);
    assert_int_equal(insn.branch_bytes, 0);
    size_t n = shoal_insn_operands(shoal_isa_find("rdna3"), &insn, false, o);
    assert_int_equal(n, 2);
    assert_int_equal(o[0].kind, SHOAL_OPERAND_LABEL);
    assert_int_equal(o[0].value, 0);
    assert_int_equal(o[1].kind, SHOAL_OPERAND_SCC);
    assert_true(o[1].is_implicit);
}

struct pieces {
    char text[SHOAL_INSN_TEXT_BYTES];
    char kinds[64];
    size_t count;
};

static void collect(void *user, shoal_token token, const char *text, size_t length)
{
    struct pieces *p = user;
    strncat(p->text, text, length);
    p->kinds[p->count++] = "mrnlNpc"[token];
    p->kinds[p->count] = 0;
}

static const char *loop(void *context, uint64_t address)
{
    (void)context;
    return address == 0x100 ? "loop+v0" : NULL;
}

static void tokens_join_to_the_text(void **unused)
{
    (void)unused;
    const uint32_t load[] = {0xf4080100, 0xf8000008}, branch[] = {0xbfa0ffff},
                   wait[] = {0xbf89fc07};
    const struct {
        const uint32_t *words;
        size_t count;
        const char *text, *kinds;
    } cases[] = {
        {load, 2, "s_load_b128 s[4:7], s[0:1], 0x8", "mprprpn"},
        {branch, 1, "s_branch loop+v0", "mpl"},
        {wait, 1, "s_waitcnt lgkmcnt(0)", "mpNpnp"},
    };
    shoal_text_options options = {.address = 0x100, .label = loop};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_insn insn = decode(cases[i].words, cases[i].count);
        struct pieces p = {0};
        shoal_insn_tokens(shoal_isa_find("rdna3"), &insn, &options, collect, &p);
        assert_string_equal(p.text, cases[i].text);
        assert_string_equal(p.kinds, cases[i].kinds);
    }
}

static void bad_arguments_are_refused(void **unused)
{
    (void)unused;
    shoal_insn insn;
    const shoal_isa *isa = shoal_isa_find("rdna3");
    assert_null(shoal_isa_find("rdna9"));
    assert_null(shoal_isa_find(NULL));
    assert_int_equal(shoal_insn_decode(NULL, "", 0, &insn), SHOAL_E_ARG);
    assert_int_equal(shoal_insn_decode(isa, NULL, 4, &insn), SHOAL_E_ARG);
    assert_int_equal(shoal_insn_decode(isa, NULL, 0, &insn), SHOAL_E_TRUNCATED);
    assert_int_equal(insn.size_bytes, 4);
    assert_string_equal(shoal_insn_format_name(isa, 200), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scan_agrees_with_decode),
        cmocka_unit_test(operands_of_a_vop2_with_carry),
        cmocka_unit_test(exec_is_an_implicit_operand),
        cmocka_unit_test(a_conditional_branch_has_flags_and_a_target),
        cmocka_unit_test(tokens_join_to_the_text),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
