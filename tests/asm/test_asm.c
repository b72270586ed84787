/* Tests of the assembler's API: results and diagnostics, word for word; directives whose bytes are
 * stated here by hand; a round trip of more than a million encodings: what is decoded prints to
 * text that assembles to bytes which print the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/rdna3/parse.h"
#include "isa/rdna3/print.h"
#include "shoal/asm.h"

static shoal_asm_result *assemble(const char *text, shoal_asm_output output)
{
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *r = NULL;
    options.file_name = "t.s";
    options.output = output;
    shoal_asm_text("rdna3", text, strlen(text), &options, &r);
    assert_non_null(r);
    return r;
}

/* ---- bytes -------------------------------------------------------------------------------- */

static void expect_bytes(const char *text, const char *hex)
{
    shoal_asm_result *r = assemble(text, SHOAL_ASM_RAW);
    char got[512] = "";
    if (!r->output)
        snprintf(got, sizeof got, "error: %s", r->diagnostics[0].text);
    for (size_t i = 0; i < r->output_size && 2 * i + 2 < sizeof got; i++)
        snprintf(got + 2 * i, 3, "%02x", r->output[i]);
    assert_string_equal(got, hex);
    shoal_asm_result_free(r);
}

static void data_directives(void **unused)
{
    (void)unused;
    expect_bytes(".byte 1, -1, 'a', 0x10+2*3", "01ff6116");
    expect_bytes(".short 0x1234, -2\n.long 1\n.quad -1", "3412feff01000000ffffffffffffffff");
    expect_bytes(".ascii \"a\\n\\x41\"\n.asciz \"b\"\n.string \"\"", "610a41620000");
    expect_bytes(".float 1.5, -2\n.double 0.5", "0000c03f000000c0000000000000e03f");
    expect_bytes(".fill 2, 2, 0x1234\n.zero 2\n.space 2, 7", "3412341200000707");
    expect_bytes(".byte 1\n.balign 4, 9\n.byte 2\n.p2align 2, 0", "0109090902000000");
    expect_bytes("s_nop 0\n.p2align 3\ns_nop 0", "000080bf000080bf000080bf");
    expect_bytes(".uleb128 127, 128, 624485\n.sleb128 -1, 63, 64, -129",
                 "7f8001e58e267f3fc000ff7e");
    expect_bytes(".byte '\\n', '\\\\', '\\'', 'a'", "0a5c2761");
    expect_bytes(".dc.b 1\n.dc 2\n.dcb.w 2, 3\n.ds.l 1\n.dc.s 1.5", "0102000300030000000000"
                                                                    "0000c03f");
    expect_bytes(".byte 1\n.org 4, 7\n.byte 2", "0107070702");
    expect_bytes(".float nan\n.double -nan", "ffffff7fffffffffffffffff");
    expect_bytes(".octa 0x0102030405060708090a0b0c0d0e0f10", "100f0e0d0c0b0a090807060504030201");
}

/* As llvm-mc-22: null and exec are scalar addresses where lanes have none of their own. */
static void scalar_address_of_addtid(void **unused)
{
    (void)unused;
    expect_bytes("global_load_addtid_b32 v255, null offset:2399 dlc", "5f29a2dc00007cff");
    expect_bytes("global_store_addtid_b32 v1, null", "0000a6dc00017c00");
    expect_bytes("global_load_addtid_b32 v1, exec", "0000a2dc00007e01");
}

static void comments(void **unused)
{
    (void)unused;
    expect_bytes("/* a */ /* b */ .byte 1 /* c\n.byte 2\n*/\n.byte 3 // /*\n.byte 4 ; /*",
                 "010304");
    expect_bytes("# 1 \"a.c\"\n  # /* it's\n\t#APP\n.ascii \"/*\\\"/*\" /* \" */", "2f2a222f2a");
    expect_bytes(".macro m a\n # \\a\n.byte \\a\n.endm\nm 5", "05");
}

static void labels_and_expressions(void **unused)
{
    (void)unused;
    expect_bytes("a: s_branch a", "ffffa0bf");
    expect_bytes("s_branch b\ns_nop 0\nb:", "0100a0bf000080bf");
    expect_bytes("1: s_branch 1f\ns_branch 1b\n1:", "0100a0bffeffa0bf");
    expect_bytes(".set x, 5\ns_mov_b32 s0, x\nx = 100\ns_mov_b32 s0, x",
                 "850080beff0080be64000000");
    expect_bytes(".long b-a, 7%4, 1<<4|1, ~0, (1==1), (2<1), !0, -(3)\na: .byte 1\nb:",
                 "010000000300000011000000ffffffffffffffff0000000001000000fdffffff01");
    expect_bytes(".long max(1, 7, 3), or(1, 4), alignto(5, 4), instprefsize(129)",
                 "07000000050000000800000002000000");
    expect_bytes("x = y + 1\n.byte x\ny = 4", "05");
    expect_bytes("a: .byte 9\n.long .-a", "0901000000");
}

static void conditions_and_macros(void **unused)
{
    (void)unused;
    expect_bytes(".if 0\n.byte 1\n.elseif 2 > 1\n.byte 2\n.else\n.byte 3\n.endif", "02");
    expect_bytes(".ifdef x\n.byte 1\n.else\n.ifndef x\n.byte 2\n.endif\n.endif", "02");
    expect_bytes(".ifc a b, a b\n.byte 1\n.endif\n.ifb\n.byte 2\n.endif\n.ifnb x\n.byte 3\n.endif",
                 "010203");
    expect_bytes(
        ".macro m a, b=2, c:vararg\n.byte \\a, \\b, \\c\n.endm\nm 1, , 3, 4\nm b=5, a=6, c=7",
        "01020304060507");
    expect_bytes(".macro m n\n.if \\n\n.byte \\n\nm \\n-1\n.endif\n.endm\nm 3", "030201");
    expect_bytes(".macro m\nl\\@: .byte \\@\n.endm\nm\nm", "0001");
    expect_bytes(".macro m x\n.byte 1\n.ifc \\x, y\n.exitm\n.endif\n.byte 2\n.endm\nm y\nm z",
                 "010102");
    expect_bytes(
        ".rept 3\n.byte 7\n.endr\n.irp i, 1, 2\n.byte \\i\n.endr\n.irpc c, 34\n.byte \\c\n.endr",
        "07070701020304");
}

/* ---- errors ------------------------------------------------------------------------------- */

/* The diagnostics of a text, one after the other, as people read them. */
static void expect_errors(const char *text, const char *messages)
{
    shoal_asm_result *r = assemble(text, SHOAL_ASM_CODE_OBJECT);
    char got[4096] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        const shoal_asm_diagnostic *d = &r->diagnostics[i];
        static const char *const severity[] = {"", "warning: ", "note: "};
        n += (size_t)snprintf(got + n, sizeof got - n, "%u:%u: %s%s%s%s\n", d->line, d->column,
                              severity[d->severity], d->text, d->hint[0] ? "; " : "", d->hint);
        assert_true(n < sizeof got);
        assert_string_equal(d->file, "t.s");
    }
    assert_string_equal(got, messages);
    assert_null(r->output);
    assert_int_equal(r->output_size, 0);
    shoal_asm_result_free(r);
}

static void errors_say_what_and_where(void **unused)
{
    (void)unused;
    expect_errors("\tv_ad_f32 v0, v1, v2\n\n  s_mov_b32 s0, 0x1ffffffff ; comment\n",
                  "1:2: gfx1100 has no instruction 'v_ad_f32'; did you mean v_add_f32?\n"
                  "3:17: the number does not fit in 32 bits\n");
    expect_errors(".glolb k\n.frobnicate 1 2 3",
                  "1:1: unknown directive '.glolb'; did you mean .globl?\n"
                  "2:1: unknown directive '.frobnicate'\n");
    expect_errors("k:\nk:", "2:1: 'k' is defined already, in line 1\n");
    expect_errors(".byte 256", "1:7: the number does not fit in 1 byte\n");
    expect_errors("s_nop 0 garbage", "1:9: s_nop ends here\n");
    expect_errors(".long 1/0", "1:8: division by zero\n");
    expect_errors("x = y\ny = x\n.long x", "1:5: the value of 'y' depends on itself\n"
                                           "1:5: the value of 'y' depends on itself\n");
    expect_errors(".if 1\n.byte 1", "1:1: this .if has no .endif\n");
    expect_errors(".endif", "1:1: there is no .if before this\n");
    expect_errors(".macro m\n.byte 1", "1:1: this has no .endm\n");
    expect_errors("s_branch far\n.fill 40000, 4\nfar:",
                  "1:10: the branch target is too far away: a branch reaches 32768 dwords\n");
    expect_errors(
        "s_branch nowhere\ns_branch nowhere",
        "1:10: 'nowhere' is not defined; a code object is complete: define it, or write a "
        "relocatable file for the linker with -c\n");
    expect_errors(".data\n.bss\ns_nop 0",
                  "3:1: an instruction cannot be in .bss, which has no contents\n");
    expect_errors(".amdgcn_target \"amdgcn-amd-amdhsa--gfx1030\"",
                  "1:16: this is code for amdgcn-amd-amdhsa--gfx1030; Shoal assembles for "
                  "amdgcn-amd-amdhsa--gfx1100\n");
    expect_errors(".incbin \"x\"", "1:9: cannot read the file 'x'\n");
    expect_errors(".error \"no\"", "1:1: no\n");
}

static void errors_in_kernels(void **unused)
{
    (void)unused;
    expect_errors(".globl k\nk: s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel k\n"
                  ".amdhsa_next_fre_vgpr 4\n.amdhsa_accum_offset 4\n.amdhsa_next_free_vgpr 257\n"
                  ".amdhsa_next_free_sgpr 4\n.amdhsa_ieee_mode 2\n.amdhsa_ieee_mode 1\ns_nop 0\n"
                  ".end_amdhsa_kernel\n",
                  "6:1: unknown directive .amdhsa_next_fre_vgpr; did you mean "
                  ".amdhsa_next_free_vgpr?\n"
                  "7:1: .amdhsa_accum_offset is not of RDNA3; RDNA3 has no accumulation "
                  "registers\n"
                  "11:1: .amdhsa_ieee_mode is here twice\n"
                  "12:1: expected an .amdhsa_ directive or .end_amdhsa_kernel\n"
                  "10:19: .amdhsa_ieee_mode has 1 bit: 0 to 1\n");
    expect_errors(".rodata\n.p2align 6\n.amdhsa_kernel k\n.amdhsa_next_free_sgpr 4\n"
                  ".end_amdhsa_kernel\n",
                  "5:1: .amdhsa_next_free_vgpr is missing: how many registers the kernel uses\n");
    expect_errors(".amdhsa_kernel k\n", "1:16: this kernel has no .end_amdhsa_kernel\n");
    expect_errors(".amdgpu_metadata\na: [1\n.end_amdgpu_metadata\n",
                  "1:1: in line 1 of the metadata: expected ',' or the closing bracket\n");
    expect_errors(".amdgpu_metadata\na: 1\n.end_amdgpu_metadata\n",
                  "1:1: the metadata needs amdhsa.version, a list of two numbers like [1, 2]\n");
}

static void errors_stop_at_the_limit(void **unused)
{
    (void)unused;
    char text[30 * 8 + 1] = "";
    for (int i = 0; i < 30; i++)
        strcat(text, "bogus_\n");
    shoal_asm_result *r = assemble(text, SHOAL_ASM_RAW);
    assert_int_equal(r->error_count, 20);
    assert_int_equal(r->diagnostic_count, 20);
    assert_true(r->has_more_errors);
    shoal_asm_result_free(r);
}

static void diagnostics_show_the_line(void **unused)
{
    (void)unused;
    shoal_asm_result *r = assemble("\tv_add_f32_e32 v0, v1, s2", SHOAL_ASM_RAW);
    char text[512];
    size_t n = shoal_asm_format_diagnostic(&r->diagnostics[0], text, sizeof text);
    assert_int_equal(n, strlen(text));
    assert_string_equal(
        text, "t.s:1:24: error: v_add_f32 has no sgpr as second source in its 32-bit form\n"
              "  \tv_add_f32_e32 v0, v1, s2\n"
              "  \t                      ^\n"
              "  use v_add_f32_e64\n");
    assert_int_equal(shoal_asm_format_diagnostic(&r->diagnostics[0], text, 10), n);
    assert_string_equal(text, "t.s:1:24:");
    shoal_asm_result_free(r);
}

static void expansions_are_named(void **unused)
{
    (void)unused;
    shoal_asm_result *r = assemble(".macro m\ns_nop q\n.endm\n\nm\n", SHOAL_ASM_RAW);
    assert_int_equal(r->error_count, 1);
    assert_int_equal(r->diagnostic_count, 2);
    assert_string_equal(r->diagnostics[0].file, "m");
    assert_int_equal(r->diagnostics[0].line, 1);
    assert_string_equal(r->diagnostics[1].text, "in the expansion of m");
    assert_int_equal(r->diagnostics[1].line, 5);
    shoal_asm_result_free(r);
}

static void text_cannot_grow_without_end(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        ".macro m\nm\n.endm\nm",
        ".rept 0x7fffffffffffffff\n.byte 1\n.endr",
        ".macro m\n.rept 1000\n.rept 1000\n.rept 1000\n.byte 1\n.endr\n.endr\n.endr\n.endm\nm",
        ".zero 0x7fffffffffffffff",
        ".fill 0x40000000, 8, 1",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        shoal_asm_result *r = assemble(texts[i], SHOAL_ASM_RAW);
        assert_true(r->error_count);
        shoal_asm_result_free(r);
    }
}

static void arguments_are_checked(void **unused)
{
    (void)unused;
    shoal_asm_result *r;
    uint8_t code[SHOAL_ASM_INSN_BYTES];
    char message[SHOAL_ASM_MESSAGE_BYTES];
    size_t n;
    assert_int_equal(shoal_asm_text("rdna9", "", 0, NULL, &r), SHOAL_E_NOT_FOUND);
    assert_null(r);
    assert_int_equal(shoal_asm_text("rdna3", NULL, 1, NULL, &r), SHOAL_E_ARG);
    assert_int_equal(shoal_asm_text("rdna3", "", 0, NULL, NULL), SHOAL_E_ARG);
    assert_int_equal(shoal_asm_text("rdna3", "s_nop 0\0s_nop 0", 15, NULL, &r), SHOAL_E_FORMAT);
    assert_string_equal(r->diagnostics[0].text, "a zero byte in the text");
    shoal_asm_result_free(r);
    shoal_asm_result_free(NULL);
    assert_int_equal(shoal_asm_insn("rdna3", "s_endpgm", false, code, &n, message), SHOAL_OK);
    assert_int_equal(n, 4);
    assert_memory_equal(code, "\x00\x00\xb0\xbf", 4);
    assert_int_equal(shoal_asm_insn("rdna3", "s_mov_b32 s0", false, code, &n, message),
                     SHOAL_E_FORMAT);
    assert_string_equal(message, "13: s_mov_b32 needs one more operand");
    assert_int_equal(shoal_asm_insn("rdna3", "", false, code, &n, NULL), SHOAL_E_FORMAT);
}

/* ---- round trip -------------------------------------------------------------------------------
 */

static uint64_t state = 0x9e3779b97f4a7c15;

static uint32_t random32(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Random bits in an encoding of a row; sparse ones half of the time, so that fields that seldom
 * may be set are zero. */
static void random_words(uint32_t words[5], unsigned format, uint32_t op)
{
    static const struct rdna3_insn none;
    struct rdna3_insn in = none;
    in.format = (uint8_t)format;
    unsigned shape = random32() % 4;
    for (unsigned i = 0; i < F_SLOTS; i++)
        in.f[i] = shape == 0 ? random32() : random32() & random32() & random32();
    /* Operands need all their bits more often than others. */
    for (unsigned role = 1; role < ROLE_COUNT && shape; role++) {
        struct rdna3_place place = rdna3_places[format][role];
        if (place.kind != K_none && place.field != 0xff)
            in.f[place.field] = random32() % 3 ? random32() | 256 : random32();
    }
    if (format != FMT_VOPD && format != FMT_EXP)
        in.f[F_op] = op;
    rdna3_pack(format, in.f, words);
    for (unsigned i = rdna3_formats[format].dwords; i < 5; i++)
        words[i] = random32() % 2 ? random32() : random32() & 0xffff;
}

static unsigned tried, decoded, accepted;

static void try_round_trip(const uint32_t words[5], bool wave64)
{
    struct rdna3_insn in, back;
    struct rdna3_print_options print = {.wave64 = wave64};
    struct rdna3_parse_options parse = {.wave64 = wave64};
    char text[RDNA3_TEXT_BYTES], again[RDNA3_TEXT_BYTES];
    struct asm_error error = {.at = NULL};
    struct rdna3_parsed parsed;
    uint32_t code[5];
    tried++;
    if (rdna3_decode(words, 20, &in) != SHOAL_OK)
        return;
    decoded++;
    rdna3_print(&in, &print, text, sizeof text);
    struct asm_cursor c = {text, &error};
    if (!rdna3_parse(&c, &parse, &parsed))
        return;
    accepted++;
    size_t size = rdna3_encode(&parsed.in, code);
    assert_int_equal(rdna3_decode(code, size, &back), SHOAL_OK);
    assert_int_equal(back.size_bytes, size);
    if (parsed.in.format != in.format || parsed.in.ext != in.ext)
        return; /* a literal that has an inline constant, and the like */
    rdna3_print(&back, &print, again, sizeof again);
    /* V_PERMLANE16's two ignored bits make LLVM write that nothing is selected. */
    if (strcmp(text, again) != 0 && !strstr(text, "op_sel:[0,0]"))
        fail_msg("%08x %08x %08x prints '%s', which assembles to %08x %08x %08x: '%s'", words[0],
                 words[1], words[2], text, code[0], code[1], code[2], again);
}

/* Text of every row in every format, with random operands: bytes -> text -> bytes -> text. */
static void text_assembles_back(void **unused)
{
    (void)unused;
    enum { PER_ENCODING = 1300 };
    for (unsigned format = 0; format < FMT_COUNT; format++) {
        const struct rdna3_map *map = &rdna3_maps[RDNA3_GFX1100][format];
        for (uint32_t op = 0; op < (map->size ? map->size : 4); op++) {
            if (map->size && !map->row_plus_1[op])
                continue;
            for (unsigned i = 0; i < PER_ENCODING; i++) {
                uint32_t words[5];
                random_words(words, format, op);
                try_round_trip(words, i & 1);
            }
        }
    }
    print_message("%u encodings, %u valid, %u with text that assembles\n", tried, decoded,
                  accepted);
    assert_true(decoded >= 1000000);
    /* The others: text that names what no assembler should take, like registers past v255, pairs
     * of one register bank, several bits in the dmask of a gather; LLVM refuses those, too. */
    assert_true(accepted >= decoded / 100 * 95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_directives),
        cmocka_unit_test(scalar_address_of_addtid),
        cmocka_unit_test(comments),
        cmocka_unit_test(labels_and_expressions),
        cmocka_unit_test(conditions_and_macros),
        cmocka_unit_test(errors_say_what_and_where),
        cmocka_unit_test(errors_in_kernels),
        cmocka_unit_test(errors_stop_at_the_limit),
        cmocka_unit_test(diagnostics_show_the_line),
        cmocka_unit_test(expansions_are_named),
        cmocka_unit_test(text_cannot_grow_without_end),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(text_assembles_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
