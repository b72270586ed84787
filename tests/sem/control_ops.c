/* control_ops.c: hardware registers, messages, indexed scalar moves, the pc, branches,
 * special scalar sources and destinations. Words were encoded by llvm-mc-22; expected
 * states are from the manual (chapters 3, 5, 6, 16.2 to 16.5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

static struct harness h;

static int setup(void **state)
{
    (void)state;
    return harness_open(&h, NULL, 32) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    harness_close(&h);
    return 0;
}

#define RUN(...)                                                                                   \
    harness_run(&h, (const uint32_t[]){__VA_ARGS__},                                               \
                sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
#define S (h.w->s)

static void mode_is_read_and_written_in_parts(void **state)
{
    (void)state;
    harness_reset(&h);
    assert_true(RUN(0xb880f801, 0xb8811901)); /* s_getreg s0 = MODE; s1 = MODE[7:4] */
    assert_int_equal(S[0], 0xf0);
    assert_int_equal(S[1], 0xf);
    S[5] = 1;
    assert_true(RUN(0xb9800801, 3, 0xb9050901)); /* MODE[1:0] = 3; MODE[5:4] = s5 */
    assert_int_equal(h.w->mode, 0xd3);
    assert_true(RUN(0xbf910005, 0xbf920000)); /* s_round_mode 5; s_denorm_mode 0 */
    assert_int_equal(h.w->mode, 0x05);
}

static void status_is_read_only_and_shows_derived_bits(void **state)
{
    (void)state;
    harness_reset(&h);
    h.w->scc = true;
    S[SRC_EXEC_LO] = 0;
    S[SRC_VCC_LO] = 1;
    uint32_t before = h.w->status;
    assert_true(RUN(0xb980f802, 0xffffffff, 0xb882f802)); /* s_setreg STATUS, -1; s_getreg */
    assert_int_equal(h.w->status, before);
    assert_int_equal(S[2] & 0x601, 0x201); /* SCC, EXECZ, not VCCZ */
}

static void memory_bases_and_flat_scratch(void **state)
{
    (void)state;
    harness_reset(&h);
    h.w->base.scratch_base = UINT64_C(0x123456789a00);
    assert_true(RUN(0xb883f80f));
    assert_int_equal(S[3], 2u | 1u << 16); /* harness.c: private 2 << 48, shared 1 << 48 */
    assert_true(RUN(0xb883f814));
    assert_int_equal(S[3], 0x56789a00);
    assert_true(RUN(0xb883f815));
    assert_int_equal(S[3], 0x1234);
    assert_true(RUN(0xb883981d));
    assert_true(S[3] < 1u << 20);
}

static void messages(void **state)
{
    (void)state;
    harness_reset(&h);
    h.machine.trap_handler = 0xabcd;
    assert_true(RUN(0xbe804d83)); /* s_sendmsg_rtn_b64 REALTIME */
    assert_int_equal(S[0], 12345);
    assert_true(RUN(0xbe804c85)); /* TBA */
    assert_int_equal(S[0], 0xabcd);
    assert_true(RUN(0xbfb60001)); /* interrupt, nobody listens */
    assert_false(RUN(0xbfb6007f));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
}

static void stops_with_a_report(void **state)
{
    (void)state;
    harness_reset(&h);
    assert_false(RUN(0xbf900002)); /* s_trap 2 */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_TRAP);
    assert_false(RUN(0xbf820001)); /* s_sethalt 1 */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_DEADLOCK);
    assert_false(RUN(0xbf9f0000)); /* s_code_end */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    assert_false(RUN(0)); /* v_illegal */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    assert_false(RUN(0xbf870000 + 0x30000, 0xffffffff)); /* SOPP opcode without a row */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    S[2] = 16, S[3] = 0;
    assert_false(RUN(0xbe804802)); /* s_setpc to nowhere */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_PC);
    assert_int_equal(h.w->base.fault.address, 16);
    assert_false(RUN(0xbfa00001)); /* branch over s_endpgm: past the end */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_PC);
}

static void indexed_moves(void **state)
{
    (void)state;
    harness_reset(&h);
    for (unsigned i = 0; i < 108; i++)
        S[i] = 1000 + i;
    S[SRC_M0] = 10;
    assert_true(RUN(0xbe854007)); /* s5 = s[7 + 10] */
    assert_int_equal(S[5], 1017);
    assert_true(RUN(0xbe844106)); /* s[4:5] = s[16:17] */
    assert_int_equal(S[4], 1016);
    assert_int_equal(S[5], 1017);
    assert_true(RUN(0xbe854207)); /* s[15] = s7 */
    assert_int_equal(S[15], 1007);
    S[SRC_M0] = 20 << 16 | 10;
    assert_true(RUN(0xbe854407)); /* s[25] = s[17] */
    assert_int_equal(S[25], 1017);
    S[SRC_M0] = 101; /* 7 + 101 = 108: past VCC_HI: reads s0 */
    assert_true(RUN(0xbe854007));
    assert_int_equal(S[5], 1000);
    S[SRC_M0] = 103; /* 5 + 103 = 108: nothing is written */
    uint32_t copy[SGPR_SLOTS];
    memcpy(copy, S, sizeof copy);
    assert_true(RUN(0xbe854207));
    assert_memory_equal(copy, S, 128 * 4);
}

static void the_pc(void **state)
{
    (void)state;
    harness_reset(&h);
    /* s_getpc s[0:1]; s_add_u32 s2 = s0, 12 (the last word); s_mov s3 = s1; s_setpc;
     * s_mov_b32 s0, 1 */
    assert_true(RUN(0xbe804700, 0x80028c00, 0xbe830001, 0xbe804802, 0xbe800081));
    assert_int_equal(S[0], 1);
    /* s_call_b64 s[6:7], 2 skips two s_code_end; the return address is the first of them */
    assert_true(RUN(0xbe804700, 0xba060002, 0xbf9f0000, 0xbf9f0000, 0xbe850081));
    assert_int_equal(S[5], 1);
    assert_int_equal(S[6] - S[0], 4);
    /* s_swappc returns to the instruction behind itself */
    assert_true(RUN(0xbe804700, 0x80028c00, 0xbe830001, 0xbe844902, 0xbe850082));
    assert_int_equal(S[4] - S[0], 12);
    assert_int_equal(S[5], 2);
}

static void branches(void **state)
{
    (void)state;
    harness_reset(&h);
    /* branch over s_mov_b32 s0, 1 when taken */
    h.w->scc = true;
    assert_true(RUN(0xbfa20001, 0xbe800081));
    assert_int_equal(S[0], 0);
    h.w->scc = false;
    assert_true(RUN(0xbfa20001, 0xbe800081));
    assert_int_equal(S[0], 1);
    S[0] = 0;
    assert_true(RUN(0xbfa50001, 0xbe800081)); /* execz: EXEC is not zero */
    assert_int_equal(S[0], 1);
    /* wave32: VCC_HI does not count for VCCZ */
    S[0] = 0, S[SRC_VCC_LO] = 0, S[SRC_VCC_LO + 1] = 1;
    assert_true(RUN(0xbfa30001, 0xbe800081));
    assert_int_equal(S[0], 0);
    h.w->status |= 1u << 20;
    assert_true(RUN(0xbfa80001, 0xbe800081)); /* cdbguser */
    assert_int_equal(S[0], 0);
}

/* Counts its passes in s5, the lanes of a pass in s8 (low) and s7 (high). Expected: the pseudocode
 * of the RDNA1 manual (12.2); words from llvm-mc-22. */
static void subvector_loops(void **state)
{
    (void)state;
    static const uint32_t code[] = {
        0xbb040005,             /* s_subvector_loop_begin s4, 5: behind the end */
        0x84088408, 0x8c087e08, /* s8 = s8 << 4 | exec_lo */
        0x80077f07, 0x80058105, /* s7 += exec_hi; s5 += 1 */
        0xbb84fffb,             /* s_subvector_loop_end s4, -5 */
        0xbe890087,             /* s9 = 7 */
    };
    static const struct {
        uint32_t low, high, passes, lows, highs;
    } cases[] = {{5, 6, 2, 0x50, 6}, {5, 0, 1, 5, 0}, {0, 6, 1, 0, 6}, {0, 0, 0, 0, 0}};
    struct harness wide;
    assert_true(harness_open(&wide, NULL, 64));
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        harness_reset(&wide);
        uint32_t *s = wide.w->s;
        s[SRC_EXEC_LO] = cases[i].low, s[SRC_EXEC_HI] = cases[i].high;
        assert_true(harness_run(&wide, code, sizeof code / sizeof code[0]));
        assert_int_equal(s[5], cases[i].passes);
        assert_int_equal(s[8], cases[i].lows);
        assert_int_equal(s[7], cases[i].highs);
        assert_int_equal(s[9], 7);
        assert_int_equal(s[SRC_EXEC_LO], cases[i].low);
        assert_int_equal(s[SRC_EXEC_HI], cases[i].high);
    }
    harness_close(&wide);
    harness_reset(&h); /* wave32: one pass over the low lanes */
    S[SRC_EXEC_LO] = 5;
    assert_true(harness_run(&h, code, sizeof code / sizeof code[0]));
    assert_int_equal(S[5], 1);
    assert_int_equal(S[8], 5);
}

static void special_operands(void **state)
{
    (void)state;
    harness_reset(&h);
    S[SRC_M0] = 77;
    assert_true(RUN(0xbefc0085, 0xbe82017c)); /* null = 5; s[2:3] = null */
    assert_int_equal(S[SRC_NULL], 0);
    assert_int_equal(S[SRC_M0], 77);
    assert_int_equal(S[2] | S[3], 0);
    S[0] = 1, S[1] = 2;
    h.w->scc = true;
    assert_true(RUN(0xbeec0085, 0x8b6c0100)); /* TTMPs are not writable, and SCC stays */
    assert_int_equal(S[SRC_TTMP0], 0);
    assert_true(h.w->scc);
    assert_true(RUN(0xbe8000fd)); /* src_scc */
    assert_int_equal(S[0], 1);
    assert_true(RUN(0xbe8001ff, 0x80000000)); /* b64: the literal is zero-extended */
    assert_int_equal(S[0], 0x80000000);
    assert_int_equal(S[1], 0);
    assert_true(RUN(0xbe8001c1)); /* inline -1 is sign-extended */
    assert_int_equal(S[1], 0xffffffff);
    assert_true(RUN(0xbe8001eb)); /* shared base */
    assert_int_equal(S[1], 1u << 16);
    assert_true(RUN(0xbe8001ee)); /* private limit */
    assert_int_equal(S[0], 0xffffffff);
    assert_int_equal(S[1], 2u << 16);
}

static void no_effect_and_end(void **state)
{
    (void)state;
    harness_reset(&h);
    assert_true(RUN(0xbf830001, 0xbfbd0000, 0xbc7c0000, 0xb0000001, 0xbfb50003));
    assert_true(RUN(0xbfba0000, 0xbfbb1234));  /* s_ttracedata, s_ttracedata_imm */
    assert_int_equal(h.w->status >> 3 & 3, 3); /* s_setprio 3 */
    S[0] = 0;
    assert_true(RUN(0xbf810001, 0xbe800081)); /* s_setkill 1 ends the wave */
    assert_int_equal(S[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mode_is_read_and_written_in_parts),
        cmocka_unit_test(status_is_read_only_and_shows_derived_bits),
        cmocka_unit_test(memory_bases_and_flat_scratch),
        cmocka_unit_test(messages),
        cmocka_unit_test(stops_with_a_report),
        cmocka_unit_test(indexed_moves),
        cmocka_unit_test(the_pc),
        cmocka_unit_test(branches),
        cmocka_unit_test(subvector_loops),
        cmocka_unit_test(special_operands),
        cmocka_unit_test(no_effect_and_end),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
