/* jit.c: what compiled code calls by name (jit/jit.h). */
#include <string.h>

#include "base/cpu.h"
#include "isa/rdna3/exec/layer.h"

void *FN(jit_function)(const char *name);

/* Executes the ops from `op` to before `to`, whatever their exec is by now. false: the wave does
 * not go on at `to`; compiled code returns left_to. It runs with faulting_access set, executors
 * without but where they access memory. */
static bool call(struct wave *wave, const struct op *op, const struct op *to)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    w->row_slot = 0;
    wave->faulting_access = false; /* executors set it around their accesses */
    while (op != to) {
        const struct op *next = &op_next((const struct rdna3_op *)op)->base;
        op = ((const struct rdna3_op *)op)->interp(wave, op);
        if (__builtin_expect(op != next, 0)) {
            w->left_to = op;
            return false;
        }
    }
    wave->faulting_access = true;
    return true;
}

/* Sets a VGPR (of one half of the wave) to half of an address (jit/address.h) by w->root and, of
 * 64 bits, w->index[0]. */
static void store_address(struct wave *wave, uint32_t v, uint32_t by, uint64_t plus, uint32_t form)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    u32x32 x = w->root.u + by;
    u64x32 at = (form & ADDRESS_SIGNED ? (u64x32)sext32(x) : zext32(x)) << (form & ADDRESS_SHIFT);
    if (form & ADDRESS_WIDE)
        at = zext32(w->root.u) | zext32(w->index[0].u) << 32;
    at += plus;
    w->v[v].u = trunc32(form & ADDRESS_HIGH ? at >> 32 : at);
}

/* Whether in each row of 16 or 32 lanes the active lanes of a VGPR (of one half of the wave) are
 * those of its first lane + n * step; of 64 bits if it has another upper half, which is the same in
 * all then. */
static bool are_rows(const struct wave *wave, uint32_t v, uint32_t v_hi, uint32_t step,
                     uint32_t row)
{
    const struct rdna3_wave *w = (const struct rdna3_wave *)wave;
    u32x32 lo = w->v[v].u, hi = w->v[v_hi].u;
    uint32_t bad = 0;
    for (unsigned i = 0; i < 32; i++)
        bad |=
            (uint32_t)(lo[i] != lo[i / row * row] + i % row * step || (v != v_hi && hi[i] != hi[0]))
            << i;
    bool rises = lo[0] <= UINT32_MAX - row * step && lo[32 - row] <= UINT32_MAX - row * step;
    return !(bad & w->s[SRC_EXEC_LO + v % w->halves]) && (rises || v == v_hi || !step);
}

/* ---- calls that keep registers ----
 *
 * Compiled code calls these where it seldom comes, and goes on with what it has in registers, but
 * for arguments and the result. So calls leave all others as they were (what LLVM calls
 * no_caller_saved_registers), up to the widest that the CPU has: the code may be compiled for more
 * than this file is. */

#if defined(__x86_64__)
#define EACH8(n0, n1, n2, n3, n4, n5, n6, n7, text)                                                \
    ".irp n, " #n0 "," #n1 "," #n2 "," #n3 "," #n4 "," #n5 "," #n6 "," #n7 "\n" text "\n.endr\n"
#define EACH16(text) EACH8(0, 1, 2, 3, 4, 5, 6, 7, text) EACH8(8, 9, 10, 11, 12, 13, 14, 15, text)
#define EACH32(text)                                                                               \
    EACH16(text)                                                                                   \
    EACH8(16, 17, 18, 19, 20, 21, 22, 23, text) EACH8(24, 25, 26, 27, 28, 29, 30, 31, text)

#define SAVE_XMM EACH16("movaps %%xmm\\n, 16*\\n(%%rsp)")
#define LOAD_XMM EACH16("movaps 16*\\n(%%rsp), %%xmm\\n")
#define SAVE_YMM EACH16("vmovaps %%ymm\\n, 32*\\n(%%rsp)") "vzeroupper\n"
#define LOAD_YMM EACH16("vmovaps 32*\\n(%%rsp), %%ymm\\n")
#define SAVE_ZMM                                                                                   \
    EACH32("vmovaps %%zmm\\n, 64*\\n(%%rsp)")                                                      \
    EACH8(0, 1, 2, 3, 4, 5, 6, 7, "kmovq %%k\\n, 2048+8*\\n(%%rsp)") "vzeroupper\n"
#define LOAD_ZMM                                                                                   \
    EACH32("vmovaps 64*\\n(%%rsp), %%zmm\\n")                                                      \
    EACH8(0, 1, 2, 3, 4, 5, 6, 7, "kmovq 2048+8*\\n(%%rsp), %%k\\n")

/* A bool is returned in the low byte of RAX. */
#define RESULT    "movq %%rax, -8(%%rbp)\n"
#define NO_RESULT ""

#define KEEPING(name, function, result, bytes, save, load)                                         \
    __attribute__((naked)) static void name(void)                                                  \
    {                                                                                              \
        __asm__("pushq %%rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %%rbp, -16\n"                    \
                "movq %%rsp, %%rbp\n.cfi_def_cfa_register %%rbp\n"                                 \
                "pushq %%rax\npushq %%rcx\npushq %%rdx\npushq %%rsi\npushq %%rdi\n"                \
                "pushq %%r8\npushq %%r9\npushq %%r10\npushq %%r11\n"                               \
                "subq $" #bytes ", %%rsp\nandq $-64, %%rsp\n" save "callq %P0\n" result load       \
                "leaq -72(%%rbp), %%rsp\n"                                                         \
                "popq %%r11\npopq %%r10\npopq %%r9\npopq %%r8\n"                                   \
                "popq %%rdi\npopq %%rsi\npopq %%rdx\npopq %%rcx\npopq %%rax\npopq %%rbp\n"         \
                ".cfi_def_cfa %%rsp, 8\nretq" ::"i"(function));                                    \
    }
#define KEEPING_ALL(function, result)                                                              \
    KEEPING(function##_xmm, function, result, 256, SAVE_XMM, LOAD_XMM)                             \
    KEEPING(function##_ymm, function, result, 512, SAVE_YMM, LOAD_YMM)                             \
    KEEPING(function##_zmm, function, result, 2112, SAVE_ZMM, LOAD_ZMM)
KEEPING_ALL(call, RESULT)
KEEPING_ALL(store_address, NO_RESULT)

#define KEPT(function)                                                                             \
    (void *)(uintptr_t)(cpu_has_level("avx512") ? &function##_zmm                                  \
                        : cpu_has_level("avx2") ? &function##_ymm                                  \
                                                : &function##_xmm)
#else
#define KEPT(function) (void *)(uintptr_t)&function
#endif

void *FN(jit_function)(const char *name)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {{"shoal_call", (void *)(uintptr_t)&call},
                     {"shoal_are_rows", (void *)(uintptr_t)&are_rows},
                     {"shoal_store_address", (void *)(uintptr_t)&store_address},
                     {"shoal_rare_call", KEPT(call)},
                     {"shoal_rare_store_address", KEPT(store_address)}};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    return NULL;
}
