/* compiled_guest.c: work_all as a kernel. Arguments: input, output, count. The C compiler's
 * stack grows downwards, unlike Ventus's: it begins at 64 KiB of local memory. */
#ifdef VECTOR
#include "compiled_vector.h"
#else
#include "compiled_work.h"
#endif

__asm__(".globl work\n"
        ".type work, @function\n"
        "work:\n"
        "    mv t1, sp\n"
        "    li sp, 0x70010000\n"
        "    addi sp, sp, -16\n"
        "    sw ra, 12(sp)\n"
        "    sw t1, 8(sp)\n"
        "    call body\n"
        "    lw ra, 12(sp)\n"
        "    lw sp, 8(sp)\n"
        "    ret\n"
        ".size work, . - work\n");

void body(uint32_t **arguments);
void *memset(void *to, int value, size_t size);
void *memcpy(void *to, const void *from, size_t size);

void body(uint32_t **arguments) { *arguments[2] = work_all(arguments[0], arguments[1]); }

void *memset(void *to, int value, size_t size)
{
    volatile uint8_t *p = to;
    for (size_t i = 0; i < size; i++)
        p[i] = (uint8_t)value;
    return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
    volatile uint8_t *p = to;
    const uint8_t *q = from;
    for (size_t i = 0; i < size; i++)
        p[i] = q[i];
    return to;
}
