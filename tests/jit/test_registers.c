/* test_registers.c: what compiled code calls on rare paths leaves all registers as they were but
 * for arguments and results, although what it calls in turn may change every register that
 * functions of C may change (System V ABI 3.2.1: here all but rbx, rbp, rsp, r12 to r15). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "isa/rdna3/exec/state.h"

#if defined(__x86_64__)

enum { RAX, RCX, RDX, RSI, RDI, R8, R9, R10, R11, GENERAL };

/* Offsets are in the assembly below. */
struct registers {
    _Alignas(64) uint8_t vector[32][64];
    uint64_t mask[8];
    uint64_t general[GENERAL];
    void *function;
};
_Static_assert(offsetof(struct registers, mask) == 2048 &&
                   offsetof(struct registers, general) == 2112 &&
                   offsetof(struct registers, function) == 2184,
               "as the assembly has it");

#define EACH(list, text) ".irp n, " list "\n" text "\n.endr\n"
#define TO_15            "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
#define TO_31            TO_15 ",16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"
#define TO_7             "0,1,2,3,4,5,6,7"
#define NAKED            __attribute__((naked, noinline))

/* Calls r->function with the registers of *r, and puts into *r what they are behind it. */
#define DEFINE_RUN(name, load, store)                                                              \
    NAKED static void name(struct registers *r)                                                    \
    {                                                                                              \
        __asm__("pushq %rbx\nmovq %rdi, %rbx\n" load                                               \
                "movq 2112(%rbx), %rax\nmovq 2120(%rbx), %rcx\nmovq 2128(%rbx), %rdx\n"            \
                "movq 2136(%rbx), %rsi\nmovq 2144(%rbx), %rdi\nmovq 2152(%rbx), %r8\n"             \
                "movq 2160(%rbx), %r9\nmovq 2168(%rbx), %r10\nmovq 2176(%rbx), %r11\n"             \
                "callq *2184(%rbx)\n"                                                              \
                "movq %rax, 2112(%rbx)\nmovq %rcx, 2120(%rbx)\nmovq %rdx, 2128(%rbx)\n"            \
                "movq %rsi, 2136(%rbx)\nmovq %rdi, 2144(%rbx)\nmovq %r8, 2152(%rbx)\n"             \
                "movq %r9, 2160(%rbx)\nmovq %r10, 2168(%rbx)\nmovq %r11, 2176(%rbx)\n" store       \
                "popq %rbx\nretq");                                                                \
    }
DEFINE_RUN(run_xmm, EACH(TO_15, "movaps 64*\\n(%rbx), %xmm\\n"),
           EACH(TO_15, "movaps %xmm\\n, 64*\\n(%rbx)"))
DEFINE_RUN(run_ymm, EACH(TO_15, "vmovaps 64*\\n(%rbx), %ymm\\n"),
           EACH(TO_15, "vmovaps %ymm\\n, 64*\\n(%rbx)") "vzeroupper\n")
DEFINE_RUN(run_zmm,
           EACH(TO_31, "vmovaps 64*\\n(%rbx), %zmm\\n") EACH(TO_7, "kmovq 2048+8*\\n(%rbx), %k\\n"),
           EACH(TO_31, "vmovaps %zmm\\n, 64*\\n(%rbx)")
               EACH(TO_7, "kmovq %k\\n, 2048+8*\\n(%rbx)") "vzeroupper\n")

/* Executors that change all that they may, and go on at wave->next. */
#define DEFINE_EXECUTOR(name, change)                                                              \
    NAKED static const struct op *name(struct wave *w, const struct op *op)                        \
    {                                                                                              \
        __asm__("movq (%rdi), %rax\n" change                                                       \
                "movq $-1, %rcx\nmovq $-1, %rdx\nmovq $-1, %rsi\nmovq $-1, %rdi\n"                 \
                "movq $-1, %r8\nmovq $-1, %r9\nmovq $-1, %r10\nmovq $-1, %r11\nretq");             \
    }
_Static_assert(offsetof(struct wave, next) == 0, "as the assembly has it");
DEFINE_EXECUTOR(change_xmm, EACH(TO_15, "pcmpeqd %xmm\\n, %xmm\\n"))
DEFINE_EXECUTOR(change_ymm, EACH(TO_15, "vpcmpeqd %ymm\\n, %ymm\\n, %ymm\\n"))
DEFINE_EXECUTOR(change_zmm, EACH(TO_31, "vpternlogd $255, %zmm\\n, %zmm\\n, %zmm\\n")
                                EACH(TO_7, "kxnorq %k\\n, %k\\n, %k\\n"))

static const struct {
    const char *level;
    void (*run)(struct registers *);
    op_exec_fn change;
    unsigned vectors, bytes, masks;
} levels[] = {{"avx512", run_zmm, change_zmm, 32, 64, 8},
              {"avx2", run_ymm, change_ymm, 16, 32, 0},
              {"sse2", run_xmm, change_xmm, 16, 16, 0}};

static unsigned best_level(void)
{
    unsigned n = 0;
    while (!cpu_has_level(levels[n].level))
        n++;
    return n;
}

struct fixture {
    struct rdna3_wave *wave;
    struct registers now, before;
};

static void set_up(struct fixture *f, const char *function)
{
    f->wave = aligned_alloc(128, wave_size(1));
    assert_non_null(f->wave);
    memset(f->wave, 0, wave_size(1));
    static struct group group;
    f->wave->base.group = &group;
    for (unsigned i = 0; i < 32; i++)
        for (unsigned k = 0; k < 64; k++)
            f->now.vector[i][k] = (uint8_t)(7 * i + 3 * k + 1);
    for (unsigned i = 0; i < 8; i++)
        f->now.mask[i] = UINT64_C(0x0123456789abcdef) * (i + 1);
    for (unsigned i = 0; i < GENERAL; i++)
        f->now.general[i] = UINT64_C(0xfedcba9876543210) + i;
    f->now.general[RDI] = (uint64_t)(uintptr_t)f->wave;
    f->now.function = isa_exec_find("rdna3", NULL)->jit_function(function);
    assert_non_null(f->now.function);
}

/* changed: general registers that the call may change. */
static void run(struct fixture *f, unsigned changed)
{
    unsigned n = best_level();
    f->before = f->now;
    levels[n].run(&f->now);
    for (unsigned i = 0; i < levels[n].vectors; i++)
        assert_memory_equal(f->now.vector[i], f->before.vector[i], levels[n].bytes);
    for (unsigned i = 0; i < levels[n].masks; i++)
        assert_int_equal(f->now.mask[i], f->before.mask[i]);
    for (unsigned i = 0; i < GENERAL; i++)
        if (!(changed >> i & 1))
            assert_int_equal(f->now.general[i], f->before.general[i]);
}

static void a_rare_call_keeps_registers(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "shoal_rare_call");
    struct rdna3_op *ops = calloc(2, sizeof *ops);
    assert_non_null(ops);
    ops[0].base.size_bytes = ops[1].base.size_bytes = 4;
    ops[0].interp = ops[1].interp = levels[best_level()].change;
    const struct rdna3_op *next = op_next(&ops[0]);
    for (unsigned goes_on = 0; goes_on < 2; goes_on++) {
        f.wave->base.next = goes_on ? &next->base : NULL;
        f.now.general[RDI] = (uint64_t)(uintptr_t)f.wave;
        f.now.general[RSI] = (uint64_t)(uintptr_t)ops;
        f.now.general[RDX] = (uint64_t)(uintptr_t)next;
        run(&f, 1 << RAX | 1 << RDI | 1 << RSI | 1 << RDX);
        assert_int_equal(f.now.general[RAX] & 0xff, goes_on);
    }
    assert_null(f.wave->left_to);
    free(ops);
    free(f.wave);
}

static void a_rare_address_keeps_registers(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "shoal_rare_store_address");
    for (unsigned i = 0; i < 32; i++)
        f.wave->root.u[i] = 0x80000000 + i;
    f.now.general[RSI] = 5;                         /* v5 */
    f.now.general[RDX] = 1;                         /* added to the root */
    f.now.general[RCX] = UINT64_C(0x1000000000000); /* to the address */
    f.now.general[R8] = 2 | ADDRESS_HIGH;           /* the root is shifted by two */
    run(&f, 1 << RDI | 1 << RSI | 1 << RDX | 1 << RCX | 1 << R8);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(f.wave->v[5].u[i],
                         (((UINT64_C(0x80000001) + i) << 2) + UINT64_C(0x1000000000000)) >> 32);
    free(f.wave);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rare_call_keeps_registers),
        cmocka_unit_test(a_rare_address_keeps_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 77; } /* compiled code is for x86-64 */

#endif
