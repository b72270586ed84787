/* keep_registers.h: forms of functions that leave all registers as they are, for compiled code to
 * call.
 *
 * Compiled code calls these where it seldom comes, and goes on with what it has in registers, but
 * for arguments and the result. So calls leave all others as they were (what LLVM calls
 * no_caller_saved_registers), up to the widest that the CPU has: the code may be compiled for more
 * than the file is.
 *
 *     KEEPING_ALL(call, RESULT)       before
 *     KEPT(call)                      its address, of this CPU's form */
#ifndef SHOAL_ISA_KEEP_REGISTERS_H
#define SHOAL_ISA_KEEP_REGISTERS_H

#include "base/cpu.h"

#if defined(__x86_64__)
/* A function that keeps all registers but those of its arguments. If C code calls it, these have 64
 * bits: of one of 32, LLVM 22 takes the register's whole as kept, and goes on with what is there.
 */
#define INSIDE __attribute__((no_caller_saved_registers, used))
/* Of such a function: the body of a naked one that keeps those, too. */
#define KEEP_ARGUMENTS(function)                                                                   \
    __asm__("pushq %%rdi\npushq %%rsi\npushq %%rdx\npushq %%rcx\npushq %%r8\npushq %%r9\n"         \
            "subq $8, %%rsp\ncallq %P0\naddq $8, %%rsp\n"                                          \
            "popq %%r9\npopq %%r8\npopq %%rcx\npopq %%rdx\npopq %%rsi\npopq %%rdi\nretq" ::"i"(    \
                function))

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

#define KEPT(function)                                                                             \
    (void *)(uintptr_t)(cpu_has_level("avx512") ? &function##_zmm                                  \
                        : cpu_has_level("avx2") ? &function##_ymm                                  \
                                                : &function##_xmm)
#else
#define KEEPING_ALL(function, result)
#define KEPT(function) (void *)(uintptr_t)&function
#endif

#endif
