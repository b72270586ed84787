/* control.c: the SIMT stack against the traces of spec simt-stack.md, CSRs, vsetvl, end and
 * barriers, traps and jumps. Words are written with the encodings of isa.md 3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

#define PC0 (HARNESS_BASE + HARNESS_CODE)

/* Fields of the words used here. */
static uint32_t b_type(int offset)
{
    uint32_t o = (uint32_t)offset;
    return (o >> 12 & 1) << 31 | (o >> 5 & 63) << 25 | (o >> 1 & 15) << 8 | (o >> 11 & 1) << 7;
}
static uint32_t vbranch(unsigned funct3, unsigned vs2, unsigned vs1, int offset)
{
    return 0x5b | funct3 << 12 | vs2 << 20 | vs1 << 15 | b_type(offset);
}
static uint32_t jump(int offset) /* jal zero */
{
    uint32_t o = (uint32_t)offset;
    return 0x6f | (o >> 20 & 1) << 31 | (o >> 1 & 1023) << 21 | (o >> 11 & 1) << 20 |
           (o >> 12 & 255) << 12;
}
static uint32_t setrpc(unsigned rs1, int imm) { return 0x305b | rs1 << 15 | (uint32_t)imm << 20; }
static const uint32_t join = 0x205b, nop = 0x13;
enum { EQ = 0, NE = 1, LT = 4, GE = 5, LTU = 6, GEU = 7 };

/* What a run did: pc and mask before every instruction. */
static struct step {
    uint32_t pc, mask, depth;
} steps[400];
static unsigned step_count;

static void note(struct harness *h, const struct op *op)
{
    if (step_count < 400)
        steps[step_count++] =
            (struct step){(uint32_t)h->isa->op_pc(&h->w->base, op) - PC0, h->w->mask, h->w->depth};
}

static void open_noting(struct harness *h, unsigned lanes)
{
    assert_true(harness_open(h, NULL, lanes, HARNESS_MANUAL));
    h->each = note;
    step_count = 0;
    h->w->x[6] = PC0; /* t1: base for setrpc */
    for (unsigned l = 0; l < 32; l++)
        h->w->v[1].u[l] = l;
}

static void expect_steps(const struct step *want, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (steps[i].pc != want[i].pc || steps[i].mask != want[i].mask ||
            steps[i].depth != want[i].depth)
            fail_msg("step %u: pc %#x mask %#x depth %u, not %#x %#x %u", i, steps[i].pc,
                     steps[i].mask, steps[i].depth, want[i].pc, want[i].mask, want[i].depth);
    assert_int_equal(step_count, n);
}

/* Section 3. Lanes 0..2 take the branch: v1 < v2 with v2 = 3. */
static void if_else(void **state)
{
    (void)state;
    struct harness h;
    open_noting(&h, 8);
    for (unsigned l = 0; l < 32; l++)
        h.w->v[2].u[l] = 3;
    const uint32_t code[] = {
        setrpc(6, 0x18), vbranch(LT, 1, 2, 0xc), nop, jump(0xc), nop, nop, join, nop};
    assert_true(harness_run(&h, code, 8));
    const struct step want[] = {
        {0x00, 0xff, 0}, {0x04, 0xff, 0}, {0x10, 0x07, 2}, {0x14, 0x07, 2},
        {0x18, 0x07, 2}, {0x08, 0xf8, 1}, {0x0c, 0xf8, 1}, {0x18, 0xf8, 1},
        {0x18, 0xff, 0}, {0x1c, 0xff, 0}, {0x20, 0xff, 0},
    };
    expect_steps(want, 11);
    harness_close(&h);
}

/* Section 4: two branches close at one join. A: lanes 0..4, B: lanes 0..1. */
static void nested(void **state)
{
    (void)state;
    struct harness h;
    open_noting(&h, 8);
    for (unsigned l = 0; l < 32; l++) {
        h.w->v[2].u[l] = 5;
        h.w->v[3].u[l] = 2;
    }
    const uint32_t code[] = {setrpc(6, 0x28),
                             vbranch(LT, 1, 2, 0xc),
                             nop,
                             jump(0x1c),
                             setrpc(6, 0x28),
                             vbranch(LT, 1, 3, 0xc),
                             nop,
                             jump(0xc),
                             nop,
                             nop,
                             join};
    assert_true(harness_run(&h, code, 11));
    const struct step want[] = {
        {0x00, 0xff, 0}, {0x04, 0xff, 0}, {0x08, 0xe0, 2}, {0x0c, 0xe0, 2},
        {0x28, 0xe0, 2}, {0x10, 0x1f, 1}, {0x14, 0x1f, 1}, {0x20, 0x03, 3},
        {0x24, 0x03, 3}, {0x28, 0x03, 3}, {0x18, 0x1c, 2}, {0x1c, 0x1c, 2},
        {0x28, 0x1c, 2}, {0x28, 0x1f, 1}, {0x28, 0xff, 0}, {0x2c, 0xff, 0},
    };
    expect_steps(want, 16);
    harness_close(&h);
}

/* Section 5: trip counts 1, 2, 3, 3; v4 counts down, v5 = 0. */
static void loop(void **state)
{
    (void)state;
    struct harness h;
    open_noting(&h, 4);
    for (unsigned l = 0; l < 4; l++)
        h.w->v[4].u[l] = l < 2 ? l + 1 : 3;
    /* vadd.vi v4, v4, -1; vbne v4, v5, -4; join */
    const uint32_t body[] = {setrpc(6, 0xc), 0x024fb257, vbranch(NE, 4, 5, -4), join};
    assert_true(harness_run(&h, body, 4));
    const struct step want[] = {
        {0x0, 0xf, 0}, {0x4, 0xf, 0}, {0x8, 0xf, 0},  {0xc, 0x1, 2}, {0x4, 0xe, 1},
        {0x8, 0xe, 1}, {0xc, 0x2, 3}, {0x4, 0xc, 2},  {0x8, 0xc, 2}, {0xc, 0xc, 2},
        {0xc, 0xe, 1}, {0xc, 0xf, 0}, {0x10, 0xf, 0},
    };
    expect_steps(want, 13);
    harness_close(&h);
}

/* Section 6, and every comparison: vs2 OP vs1. */
static void comparisons(void **state)
{
    (void)state;
    static const struct {
        unsigned funct3;
        uint32_t vs2, vs1;
        bool taken;
    } cases[] = {
        {EQ, 5, 5, true},   {EQ, 5, 6, false},
        {NE, 5, 5, false},  {NE, 5, 6, true},
        {LT, 5, 6, true},   {LT, 0xffffffff, 0, true},
        {LT, 6, 5, false},  {GE, 6, 5, true},
        {GE, 5, 5, true},   {LTU, 0xffffffff, 0, false},
        {LTU, 0, 1, true},  {GEU, 0xffffffff, 0, true},
        {GEU, 0, 1, false},
    };
    struct harness h;
    open_noting(&h, 32);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned l = 0; l < 32; l++) {
            h.w->v[2].u[l] = cases[i].vs2;
            h.w->v[3].u[l] = cases[i].vs1;
        }
        step_count = 0;
        const uint32_t code[] = {vbranch(cases[i].funct3, 2, 3, 8), nop};
        assert_true(harness_run(&h, code, 2));
        assert_int_equal(step_count, cases[i].taken ? 2 : 3);
        assert_int_equal(h.w->depth, 0); /* all or none: nothing is pushed */
    }
    harness_close(&h);
}

/* Check 5: a stack as deep as the warp is wide. Running the smaller side first, closed
 * branches need no more (section 2), so one entry is put there to see the limit. */
static void limits(void **state)
{
    (void)state;
    struct harness h;
    open_noting(&h, 4);
    for (unsigned l = 0; l < 32; l++) {
        h.w->v[10].u[l] = 2;
        h.w->v[11].u[l] = 1;
    }
    /* lanes 0, 1 | 2, 3; then 0 | 1, 2 | 3 */
    const uint32_t code[] = {setrpc(6, 0x10), vbranch(LT, 1, 10, 4), nop, nop, join};
    const uint32_t deep[] = {setrpc(6, 0x10), vbranch(LT, 1, 10, 4), vbranch(LT, 1, 11, 4), nop,
                             join};
    assert_true(harness_run(&h, code, 5));
    step_count = 0;
    assert_true(harness_run(&h, deep, 5));
    uint32_t deepest = 0;
    for (unsigned i = 0; i < step_count; i++)
        deepest = steps[i].depth > deepest ? steps[i].depth : deepest;
    assert_int_equal(deepest, 4);
    h.w->depth = 1;
    h.w->stack[0] = (struct ventus_entry){PC0 + 0x40, PC0 + 0x40, 0xf};
    assert_false(harness_run(&h, deep, 5));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_STACK);
    assert_non_null(strstr(h.w->base.fault.text, "overflow"));
    harness_reset(&h);
    /* endprg and barriers inside divergence */
    static const uint32_t ends[] = {0x0000400b, 0x0400c00b, 0x0602400b};
    for (unsigned i = 0; i < 3; i++) {
        harness_reset(&h);
        h.w->x[6] = PC0;
        for (unsigned l = 0; l < 32; l++)
            h.w->v[1].u[l] = l;
        const uint32_t divergent[] = {setrpc(6, 0x40), vbranch(NE, 1, 5, 8), nop, ends[i]};
        assert_false(harness_run(&h, divergent, 4));
        assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_STACK);
        assert_non_null(strstr(h.w->base.fault.text, "inside divergence"));
    }
    harness_close(&h);
}

/* Check 4 of section 8: rpc and PC + 4 count from the branch, not from its prefix. */
static void prefixed_branch(void **state)
{
    (void)state;
    struct harness h;
    open_noting(&h, 8);
    for (unsigned l = 0; l < 32; l++)
        h.w->v[33].u[l] = l;
    for (unsigned l = 0; l < 32; l++)
        h.w->v[1].u[l] = 2;
    /* 0 setrpc; 4 regext 64; 8 vblt v33, v1, +8 -> 10; c nop; 10 join */
    const uint32_t code[] = {setrpc(6, 0x10), 0x0400200b, vbranch(LT, 1, 1, 8), nop, join};
    assert_true(harness_run(&h, code, 5));
    const struct step want[] = {
        {0x00, 0xff, 0}, {0x04, 0xff, 0}, {0x08, 0xff, 0}, {0x10, 0x03, 2},
        {0x0c, 0xfc, 1}, {0x10, 0xfc, 1}, {0x10, 0xff, 0}, {0x14, 0xff, 0},
    };
    expect_steps(want, 8);
    /* a jump behind the prefix finds the instruction without it: v1 < v1 is never true */
    step_count = 0;
    const uint32_t behind[] = {setrpc(6, 0x14), jump(8), 0x0400200b, vbranch(LT, 1, 1, 8), nop};
    assert_true(harness_run(&h, behind, 5));
    assert_int_equal(step_count, 5); /* with endprg */
    harness_close(&h);
}

static void csrs(void **state)
{
    (void)state;
    struct harness h;
    for (unsigned dialect = 0; dialect < 2; dialect++) {
        assert_true(harness_open(&h, NULL, 16, dialect));
        h.group.id[0] = 3, h.group.id[1] = 4, h.group.id[2] = 5;
        h.w->knl = 0x90001000;
        /* warp 1 of 2, 16 lanes, 1 KiB of private memory per thread */
        const uint32_t want[] = {
            16, 2, 16,         0x90001000,
            0,  1, 0x70000000, HARNESS_BASE + HARNESS_MEMORY / 2 - (dialect ? 16 * 1024 : 0),
            3,  4, 5,          0,
            0,  0};
        for (unsigned i = 0; i < 14; i++)
            assert_int_equal(harness_csr(&h, 0x800 + i), want[i]);
        assert_int_equal(harness_csr(&h, 0xc20), 16);
        assert_int_equal(harness_csr(&h, 0xc21), 0xd0);
        assert_int_equal(harness_csr(&h, 0xc22), 64);
        harness_set_csr(&h, 0x800, 7); /* read-only: ignored */
        assert_int_equal(harness_csr(&h, 0x800), 16);
        harness_set_csr(&h, 0x80c, 0x1234);
        assert_int_equal(h.w->rpc, 0x1234);
        harness_set_csr(&h, 0x003, 0xff);
        assert_int_equal(harness_csr(&h, 0x001), 0x1f);
        assert_int_equal(harness_csr(&h, 0x002), 7);
        harness_set_csr(&h, 0x003, 0);
        harness_set_csr(&h, 0x00f, 7);
        assert_int_equal(harness_csr(&h, 0x009), 1);
        assert_int_equal(harness_csr(&h, 0x00a), 3);
        harness_set_csr(&h, 0x80b, 42);
        assert_int_equal(h.printed, 42);
        assert_int_equal(harness_csr(&h, 0x80b), 0);
        /* csrrsi, csrrci; start.S: csrrs t4, mstatus, t4 with bit 13 */
        h.w->x[29] = 0x2000;
        assert_true(harness_run(&h, (uint32_t[]){0x300eaef3}, 1));
        /* Toolchain: the log of its simulator shows the float unit as dirty then. */
        assert_int_equal(harness_csr(&h, 0x300),
                         dialect == HARNESS_TOOLCHAIN ? 0x80006000 : 0x2000);
        assert_true(harness_run(&h, (uint32_t[]){0x3403e073, 0x34017273}, 2));
        assert_int_equal(h.w->x[4], 7); /* csrrsi mscratch, 7; csrrci x4, mscratch, 2 */
        assert_int_equal(harness_csr(&h, 0x340), 5);
        assert_false(harness_run(&h, (uint32_t[]){0x7c0022f3}, 1)); /* csrr t0, 0x7c0 */
        assert_non_null(strstr(h.w->base.fault.text, "no CSR 0x7c0"));
        harness_close(&h);
    }
}

static void configuration(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 16, HARNESS_MANUAL));
    static const struct {
        uint32_t vtype, avl, vl, want_vtype;
    } cases[] = {
        {0xd0, 5, 5, 0xd0},       {0xd0, 100, 16, 0xd0},     {0xd1, 100, 32, 0xd1},
        {0xd8, 16, 16, 0xd8},     {0xd2, 16, 0, 0x80000000}, {0xe0, 4, 0, 0x80000000},
        {0xd7, 4, 0, 0x80000000}, {0x40, 9, 9, 0x40},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        h.w->x[5] = cases[i].avl;
        struct ventus_insn in = harness_insn("vsetvli");
        in.f[VF_rd] = 6, in.f[VF_rs1] = 5, in.f[VF_vtype] = cases[i].vtype;
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(h.w->x[6], cases[i].vl);
        assert_int_equal(harness_csr(&h, 0xc20), cases[i].vl);
        assert_int_equal(harness_csr(&h, 0xc21), cases[i].want_vtype);
        if (cases[i].want_vtype >> 31) { /* vill: vector instructions are illegal */
            in = harness_insn("vadd.vv");
            assert_false(harness_run_insn(&h, &in));
        }
    }
    struct ventus_insn in = harness_insn("vsetvli"); /* x0, rd: VLMAX */
    in.f[VF_rd] = 6, in.f[VF_vtype] = 0xd1;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[6], 32);
    in = harness_insn("vsetivli");
    in.f[VF_rd] = 6, in.f[VF_imm] = 7, in.f[VF_vtype] = 0xd0;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[6], 7);
    in = harness_insn("vsetvli"); /* x0, x0: vl stays */
    in.f[VF_vtype] = 0xd0;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_csr(&h, 0xc20), 7);
    in = harness_insn("vsetvl");
    h.w->x[7] = 0xd0, h.w->x[8] = 3;
    in.f[VF_rd] = 6, in.f[VF_rs1] = 8, in.f[VF_rs2] = 7;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[6], 3);
    /* vl = 3: lanes above are left alone, by vector memory too */
    in = harness_insn("vid.v");
    in.f[VF_rd] = 4;
    h.w->v[4].u[3] = 77;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 4, 2), 2);
    assert_int_equal(harness_lane(&h, 4, 3), 77);
    harness_close(&h);
}

static void jumps(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 8, HARNESS_MANUAL));
    /* jal ra, +8; (skipped) ebreak; jalr t0, 0(ra) would go to the ebreak: not run */
    assert_true(harness_run(&h, (uint32_t[]){0x008000ef, 0x00100073, nop}, 3));
    assert_int_equal(h.w->x[1], PC0 + 4);
    h.w->x[7] = PC0 + 9; /* jalr clears bit 0 */
    assert_true(harness_run(&h, (uint32_t[]){0x000380e7, 0x00100073, nop}, 3));
    static const struct {
        uint32_t word;
        int cause;
        const char *text;
    } bad[] = {
        {0x00100073, SHOAL_FAULT_ILLEGAL, "ebreak"},
        {0x00000073, SHOAL_FAULT_ILLEGAL, "ecall"},
        {0xffffffff, SHOAL_FAULT_ILLEGAL, ""},
        {0x0080006f | 2 << 20, SHOAL_FAULT_PC, "multiple of 4"},
        {0x7fdff06f, SHOAL_FAULT_PC, "no code"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(harness_run(&h, &bad[i].word, 1));
        assert_int_equal(h.w->base.fault.cause, bad[i].cause);
        assert_non_null(strstr(h.w->base.fault.text, bad[i].text));
    }
    /* scalar branches: taken and not, forward and back */
    static const uint32_t funct3[] = {0, 1, 4, 5, 6, 7};
    static const bool taken[3][6] = {{1, 0, 0, 1, 0, 1}, {0, 1, 1, 0, 0, 1}, {0, 1, 0, 1, 1, 0}};
    static const uint32_t values[3][2] = {{5, 5}, {(uint32_t)-1, 1}, {1, (uint32_t)-1}};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 6; k++) {
            h.w->x[10] = values[i][0], h.w->x[11] = values[i][1], h.w->x[12] = 0;
            const uint32_t code[] = {0x63 | funct3[k] << 12 | 10 << 15 | 11 << 20 | b_type(8),
                                     0x00100613}; /* addi a2, zero, 1 */
            assert_true(harness_run(&h, code, 2));
            assert_int_equal(h.w->x[12], !taken[i][k]);
        }
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(if_else), cmocka_unit_test(nested),
        cmocka_unit_test(loop),    cmocka_unit_test(comparisons),
        cmocka_unit_test(limits),  cmocka_unit_test(prefixed_branch),
        cmocka_unit_test(csrs),    cmocka_unit_test(configuration),
        cmocka_unit_test(jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
