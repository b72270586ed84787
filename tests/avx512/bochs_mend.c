/* bochs_mend.c: what Bochs 2.7 does otherwise than the manual says (Intel SDM, volume 2), mended
 * while it runs: a library for LD_PRELOAD. Bochs exports its functions to its plugins, so they are
 * found by name; bytes that are not those of 2.7 end it, since there the fault is another one, or
 * none. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void write_code(uint8_t *at, const void *bytes, size_t n)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at & ~(page - 1);
    size_t size = ((uintptr_t)at + n - from + page - 1) & ~(page - 1);
    if (mprotect((void *)from, size, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        perror("bochs_mend: mprotect");
        _exit(2);
    }
    memcpy(at, bytes, n);
    mprotect((void *)from, size, PROT_READ | PROT_EXEC);
}

static uint8_t *find(const char *name)
{
    uint8_t *at = dlsym(RTLD_DEFAULT, name);
    if (!at) {
        fprintf(stderr, "bochs_mend: this Bochs has no %s: it is not 2.7.\n", name);
        _exit(2);
    }
    return at;
}

/* Replaces n bytes somewhere in the function's first `within`; returns where. */
static uint8_t *replace(const char *name, size_t within, const void *old, const void *new, size_t n)
{
    uint8_t *at = memmem(find(name), within, old, n);
    if (!at) {
        fprintf(stderr, "bochs_mend: %s is not that of Bochs 2.7.\n", name);
        _exit(2);
    }
    write_code(at, new, n);
    return at;
}

/* All of a function; returns where it has room that nothing uses any more. */
static uint8_t *replace_function(const char *name, uintptr_t by)
{
    uint8_t jump[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0}; /* mov rax, by; jmp rax */
    memcpy(jump + 2, &by, 8);
    write_code(find(name), jump, sizeof jump);
    return find(name) + sizeof jump;
}

/* ---- VCVTPS2PH rounds ties up, instead of to even ---- */

enum { NEAREST_EVEN, DOWN, UP, TO_ZERO };
enum { OVERFLOW = 8, UNDERFLOW = 16, INEXACT = 32 };
/* The words of float_status_t that this uses. */
enum { ROUNDING = 1, RAISED = 2, MASKED = 3, FLUSHES = 6 };

/* sig: 4 bits behind the result's last, the highest of those before it in bit 14, which adds 1 to
 * exp. */
static uint16_t round_half(int sign, int16_t exp, uint16_t sig, int32_t *status)
{
    int mode = status[ROUNDING];
    bool is_toward_zero = mode == TO_ZERO || (mode == UP && sign) || (mode == DOWN && !sign);
    int up = mode == NEAREST_EVEN ? 8 : is_toward_zero ? 0 : 15;
    if (exp > 0x1d || (exp == 0x1d && sig + up >= 0x8000)) {
        status[RAISED] |= OVERFLOW;
        if (sig & 15 || status[MASKED] & OVERFLOW)
            status[RAISED] |= INEXACT;
        return (uint16_t)((sign << 15 | 0x7c00) - (up == 0));
    }
    if (exp < 0) {
        bool is_tiny = exp < -1 || sig + up < 0x8000;
        int by = -exp;
        sig = by < 16 ? (uint16_t)(sig >> by | ((sig & ((1 << by) - 1)) != 0)) : sig != 0;
        exp = 0;
        if (is_tiny && status[FLUSHES]) {
            status[RAISED] |= UNDERFLOW | INEXACT;
            return (uint16_t)(sign << 15);
        }
        if (is_tiny && (sig & 15 || !(status[MASKED] & UNDERFLOW)))
            status[RAISED] |= UNDERFLOW;
    }
    if (sig & 15)
        status[RAISED] |= INEXACT;
    int rounded = (sig + up) >> 4;
    if (mode == NEAREST_EVEN && (sig & 15) == 8)
        rounded &= ~1;
    return (uint16_t)((sign << 15) + (rounded ? exp << 10 : 0) + rounded);
}

/* ---- FMA of f64 is 0 where 65 leading bits of 128 cancel out ---- */

/* There the lower half's highest bit is set, and is shifted left by -1. */
static const uint8_t lower_old[] = {
    0x4c, 0x89, 0xcb, /* mov rbx, r9: the lower half */
    0x4c, 0x89, 0xcf, /* mov rdi, r9 */
    0x41, 0xba, 0x20, /* mov r10d, 32 */
};
static const uint8_t lower_new[] = {
    0x4d, 0x85, 0xc9, /* test r9, r9 */
    0x79, 0x0f,       /* jns behind the add */
    0x4c, 0x89, 0xcb, /* mov rbx, r9 */
    0x83, 0xe3, 0x01, /* and ebx, 1: what is lost stays in the last bit */
    0x49, 0xd1, 0xe9, /* shr r9, 1 */
    0x49, 0x09, 0xd9, /* or r9, rbx */
    0x83, 0xc6, 0x01, /* add esi, 1: the exponent */
    0x4c, 0x89, 0xcb, /* mov rbx, r9 */
    0x4c, 0x89, 0xcf, /* mov rdi, r9 */
    0xc3,             /* ret */
};

/* At room, which is near and not used any more. */
static void mend_fma(uint8_t *room)
{
    uint8_t *from = replace("_Z14float64_muladdmmmiR14float_status_t", 2048, lower_old, lower_old,
                            sizeof lower_old);
    uint8_t call[] = {0xe8, 0, 0, 0, 0, 0x90}; /* call room; nop */
    int32_t distance = (int32_t)(room - (from + 5));
    memcpy(call + 1, &distance, 4);
    write_code(room, lower_new, sizeof lower_new);
    write_code(from, call, sizeof call);
}

/* ---- VCVTUDQ2PS and VCVTUSI2SS forget the last bit of what is 2^31 and more ---- */

/* Which counts where the others are half of the result's last bit. Of 64 bits it does not. */
static uint32_t (*convert_u64)(uint64_t, void *);

static uint32_t convert_u32(uint32_t v, void *status) { return convert_u64(v, status); }

static void mend_conversion(void)
{
    uint8_t *of_64 = find("_Z17uint64_to_float32mR14float_status_t");
    memcpy(&convert_u64, &of_64, sizeof convert_u64);
    replace_function("_Z17uint32_to_float32jR14float_status_t", (uintptr_t)convert_u32);
}

/* ---- gathers and scatters whose indices are in ZMM16 to ZMM31 are #UD ---- */

/* EVEX.V' is the index's highest bit, but is still there when the decoder asks that vvvv, which
 * such instructions do not have, is 0. */
static const uint8_t index_old[] = {
    0x44, 0x89, 0xf8, /* mov eax, r15d */
    0x83, 0xe0, 0x10, /* and eax, 16 */
    0x09, 0xf0,       /* or eax, esi */
    0x88, 0x45, 0x2a, /* mov [rbp + 42], al: the index */
};
static const uint8_t index_new[] = {
    0x41, 0x0f, 0xba, 0xf7, 0x04, /* btr r15d, 4: VEX has vvvv, which stays */
    0x73, 0x04,                   /* jnc behind the next */
    0x80, 0x4d, 0x2a, 0x10,       /* or byte [rbp + 42], 16 */
};
static_assert(sizeof index_old == sizeof index_new, "in place");

/* ---- Debian's Bochs is built with its debugger, which takes half of its time ---- */

/* Calls of `callee` in the first bytes of the loop over instructions do nothing, and return 0. */
static void drop_calls(const char *callee)
{
    static const uint8_t nothing[] = {0x31, 0xc0, 0x0f, 0x1f, 0x00}; /* xor eax, eax; nop */
    enum { CALL = 0xe8, LENGTH = 5, WITHIN = 512 };
    uint8_t *loop = find("_ZN8BX_CPU_C8cpu_loopEv"), *target = find(callee);
    for (uint8_t *at = loop; at < loop + WITHIN; at++) {
        int32_t distance;
        memcpy(&distance, at + 1, 4);
        if (*at == CALL && at + LENGTH + distance == target)
            write_code(at, nothing, sizeof nothing);
    }
}

static void drop_debugger(void)
{
    static const uint8_t ret = 0xc3;
    drop_calls("_ZN8BX_CPU_C22dbg_instruction_epilogEv");
    drop_calls("_Z25bx_instr_before_executionjP15bxInstruction_c");
    drop_calls("_Z24bx_instr_after_executionjP15bxInstruction_c");
    write_code(find("_Z24bx_dbg_lin_memory_accessjmmjjjPh"), &ret, 1);
}

__attribute__((constructor)) static void mend(void)
{
    unsetenv("LD_PRELOAD"); /* for nothing that Bochs starts */
    uint8_t *room =
        replace_function("_Z19roundAndPackFloat16istR14float_status_t", (uintptr_t)round_half);
    mend_fma(room);
    mend_conversion();
    replace("_Z11assign_srcsP15bxInstruction_cjbjjjjbb", 1024, index_old, index_new,
            sizeof index_old);
    drop_debugger();
}
