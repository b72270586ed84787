/* Ventus behind the public headers isa.h and asm.h: names, flags, operands, tokens. Expected values
 * are from the manual's formats and its table of matrix shapes (register windows: elements times
 * bits over 32 threads of 32 bits). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/isa.h"

static shoal_insn decode(const char *isa, const char *text)
{
    uint8_t code[SHOAL_ASM_INSN_BYTES];
    char message[SHOAL_ASM_MESSAGE_BYTES] = "";
    size_t n;
    shoal_insn insn;
    if (shoal_asm_insn(isa, text, false, code, &n, message) != SHOAL_OK)
        fail_msg("%s: %s", text, message);
    assert_int_equal(shoal_insn_decode(shoal_isa_find(isa), code, n, &insn), SHOAL_OK);
    assert_int_equal(insn.size_bytes, n);
    return insn;
}

static void names_of_dialects_are_found_and_no_others(void **state)
{
    (void)state;
    static const char *const names[] = {"ventus", "ventus:toolchain", "ventus:raw",
                                        "ventus:toolchain,raw"};
    shoal_isa_insn row;
    for (size_t i = 0; i < 4; i++) {
        assert_non_null(shoal_isa_find(names[i]));
        assert_int_equal(shoal_isa_insn_at(names[i], 0, &row), SHOAL_OK);
    }
    assert_null(shoal_isa_find("ventus:"));
    assert_null(shoal_isa_find("vent"));
    assert_int_equal(shoal_isa_insn_at("vent", 0, &row), SHOAL_E_NOT_FOUND);
    assert_int_equal(shoal_isa_insn_find("ventus", "amoadd.w.aqrl", &row), SHOAL_OK);
    assert_string_equal(row.mnemonic, "amoadd.w");
    assert_int_equal(shoal_isa_insn_find("ventus", "mma.m8n8k16.row.col.f32.f16.f16.f32", &row),
                     SHOAL_OK);
    assert_string_equal(row.mnemonic, "mma");
}

static void rows_say_their_dialect_and_whose_encoding_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *mnemonic, *dialect;
        bool is_own;
    } rows[] = {{"vadd.vv", "both", false},   {"vlw12d.v", "manual", false},
                {"vsw12d.v", "manual", true}, {"vlw.v", "toolchain", false},
                {"mma64", "manual", true},    {"prefixi", "manual", true}};
    shoal_isa_insn row;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(shoal_isa_insn_find("ventus", rows[i].mnemonic, &row), SHOAL_OK);
        assert_string_equal(row.dialect, rows[i].dialect);
        assert_int_equal(row.is_own_encoding, rows[i].is_own);
        assert_int_equal(row.match & ~row.mask, 0);
    }
}

static void flags_tell_the_flow(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned flags;
        int bytes;
    } cases[] = {
        {"vbne v1, v2, -8", SHOAL_INSN_BRANCH | SHOAL_INSN_CONDITIONAL, -8},
        {"vbne v1, v40, -8", SHOAL_INSN_BRANCH | SHOAL_INSN_CONDITIONAL, -4}, /* from the prefix */
        {"beqz a0, 16", SHOAL_INSN_BRANCH | SHOAL_INSN_CONDITIONAL, 16},
        {"j 2048", SHOAL_INSN_BRANCH, 2048},
        {"jal 4", SHOAL_INSN_BRANCH | SHOAL_INSN_CALL, 4},
        {"ret", SHOAL_INSN_BRANCH | SHOAL_INSN_INDIRECT, 0},
        {"jalr a0", SHOAL_INSN_BRANCH | SHOAL_INSN_INDIRECT | SHOAL_INSN_CALL, 0},
        {"join zero, zero, 0", SHOAL_INSN_BRANCH | SHOAL_INSN_INDIRECT | SHOAL_INSN_CONDITIONAL, 0},
        {"endprg", SHOAL_INSN_END, 0},
        {"barrier x0, x0, 3", SHOAL_INSN_BARRIER, 0},
        {"lw a0, 0(a1)", SHOAL_INSN_LOAD, 0},
        {"vsb12.v v0, 0(v1)", SHOAL_INSN_STORE, 0},
        {"amoadd.w a0, a1, (a2)", SHOAL_INSN_LOAD | SHOAL_INSN_STORE | SHOAL_INSN_ATOMIC, 0},
        {"vadd.vv v0, v1, v2", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_insn insn = decode("ventus", cases[i].text);
        assert_int_equal(insn.flags, cases[i].flags);
        assert_int_equal(insn.branch_bytes, cases[i].bytes);
    }
}

static const shoal_operand *find(const shoal_operand *list, size_t n, const char *role)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].role, role) == 0)
            return &list[i];
    fail_msg("no operand %s", role);
    return NULL;
}

static void operands_contain_the_prefix(void **state)
{
    (void)state;
    shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
    shoal_insn insn = decode("ventus", "vmacc.vx v70, x40, v200");
    size_t n = shoal_insn_operands(shoal_isa_find("ventus"), &insn, false, o);
    assert_int_equal(find(o, n, "d")->first, 70);
    assert_true(find(o, n, "d")->is_write && !find(o, n, "d")->is_read);
    assert_int_equal(find(o, n, "c")->first, 70);
    assert_int_equal(find(o, n, "b")->first, 200);
    assert_int_equal(find(o, n, "a")->first, 40);
    assert_int_equal(find(o, n, "a")->kind, SHOAL_OPERAND_SGPR);
    insn = decode("ventus", "vadd.vi v1, v2, -1000");
    n = shoal_insn_operands(shoal_isa_find("ventus"), &insn, false, o);
    assert_int_equal(find(o, n, "a")->value, -1000);
    insn = decode("ventus", "vadd.vv v2, v4, v6, pair, neg=2, abs=1");
    n = shoal_insn_operands(shoal_isa_find("ventus"), &insn, false, o);
    assert_int_equal(find(o, n, "d")->dwords, 2);
    assert_true(find(o, n, "b")->is_negated && !find(o, n, "a")->is_negated);
    assert_true(find(o, n, "a")->is_absolute && !find(o, n, "b")->is_absolute);
}

static void atomics_are_scalar_or_vector_by_dialect(void **state)
{
    (void)state;
    shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
    shoal_insn insn = decode("ventus", "amoadd.w a0, a1, (a2)");
    size_t n = shoal_insn_operands(shoal_isa_find("ventus"), &insn, false, o);
    assert_int_equal(find(o, n, "d")->kind, SHOAL_OPERAND_SGPR);
    insn = decode("ventus:toolchain", "amoadd.w v0, v100, (v2)");
    n = shoal_insn_operands(shoal_isa_find("ventus:toolchain"), &insn, false, o);
    assert_int_equal(find(o, n, "d")->kind, SHOAL_OPERAND_VGPR);
    assert_int_equal(find(o, n, "b")->first, 100);
}

static void matrices_have_windows_of_registers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned a, b, c;
    } cases[] = {
        {"mma.m16n8k16.row.col.f32.f16.f16.f32 v0, v16, v32", 4, 2, 4},
        {"mma.m16n16k16.row.col.f16.f16.f16.f16 v0, v16, v32", 4, 4, 4},
        {"mma.m8n8k8.row.col.f32.f32.f32.f32 v0, v16, v32", 2, 2, 2},
        {"mma.m16n16k16.row.col.s32.s8.s8.s32 v0, v16, v32", 2, 2, 8},
        {"mma.m16n8k64.row.col.s32.s4.s4.s32 v0, v16, v32", 4, 2, 4},
        {"mma.m8n8k128.row.col.s32.b1.b1.s32 v0, v16, v32", 1, 1, 2},
        {"mma64.m16n8k32.row.col.f32.e4m3.e4m3.f32.rz v200, v16, v32, v100", 4, 2, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_operand o[SHOAL_INSN_MAX_OPERANDS];
        shoal_insn insn = decode("ventus", cases[i].text);
        size_t n = shoal_insn_operands(shoal_isa_find("ventus"), &insn, false, o);
        assert_int_equal(find(o, n, "a")->dwords, cases[i].a);
        assert_int_equal(find(o, n, "b")->dwords, cases[i].b);
        assert_int_equal(find(o, n, "c")->dwords, cases[i].c);
        assert_int_equal(find(o, n, "d")->dwords, cases[i].c);
    }
}

struct pieces {
    char text[SHOAL_INSN_TEXT_BYTES];
    unsigned registers;
};

static void collect(void *user, shoal_token token, const char *text, size_t length)
{
    struct pieces *p = user;
    strncat(p->text, text, length);
    p->registers += token == SHOAL_TOKEN_REGISTER;
}

static void tokens_are_the_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned registers;
    } cases[] = {{"vadd.vx v1, v2, t0, v0.t", 4},
                 {"lw a0, -4(sp)", 2},
                 {"csrr t1, wid", 1},
                 {"mma.m8n8k16.row.col.f32.f16.f16.f32 v0, v1, v2", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_insn insn = decode("ventus", cases[i].text);
        struct pieces p = {"", 0};
        shoal_insn_tokens(shoal_isa_find("ventus"), &insn, NULL, collect, &p);
        assert_string_equal(p.text, cases[i].text);
        assert_int_equal(p.registers, cases[i].registers);
    }
}

static void truncated_code_says_how_much_is_missing(void **state)
{
    (void)state;
    static const uint8_t wide[8] = {0x7f};
    shoal_insn insn;
    const shoal_isa *isa = shoal_isa_find("ventus");
    assert_int_equal(shoal_insn_decode(isa, wide, 4, &insn), SHOAL_E_TRUNCATED);
    assert_int_equal(insn.size_bytes, 8);
    assert_int_equal(shoal_insn_decode(isa, wide, 2, &insn), SHOAL_E_TRUNCATED);
    assert_int_equal(insn.size_bytes, 4);
    /* in the toolchain's dialect the opcode does not exist, whatever follows */
    isa = shoal_isa_find("ventus:toolchain");
    assert_int_equal(shoal_insn_decode(isa, wide, 4, &insn), SHOAL_E_ILLEGAL);
    assert_string_equal(insn.reason, "no instruction has these bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_dialects_are_found_and_no_others),
        cmocka_unit_test(rows_say_their_dialect_and_whose_encoding_it_is),
        cmocka_unit_test(flags_tell_the_flow),
        cmocka_unit_test(operands_contain_the_prefix),
        cmocka_unit_test(atomics_are_scalar_or_vector_by_dialect),
        cmocka_unit_test(matrices_have_windows_of_registers),
        cmocka_unit_test(tokens_are_the_text),
        cmocka_unit_test(truncated_code_says_how_much_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
