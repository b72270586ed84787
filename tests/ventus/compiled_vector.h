/* compiled_vector.h: loops that LLVM makes RISC-V vector code of (rv32im_zve32x): 32-bit
 * elements without masks, where Ventus means the same as RVV; one thread per element, LMUL 1
 * and 2, vsetvli in every round. */
#include <stddef.h>
#include <stdint.h>

enum { IN_WORDS = 256, OUT_WORDS = 3000, SIZE = 100 };

#define LOOP(name, ...)                                                                            \
    __attribute__((noinline)) static void name(uint32_t *restrict out, const uint32_t *restrict a, \
                                               const uint32_t *restrict b, uint32_t k, int n)      \
    {                                                                                              \
        for (int i = 0; i < n; i++) {                                                              \
            uint32_t x = a[i], y = b[i];                                                           \
            int32_t sx = (int32_t)x, sy = (int32_t)y;                                              \
            (void)x, (void)y, (void)sx, (void)sy, (void)k;                                         \
            out[i] = (uint32_t)(__VA_ARGS__);                                                      \
        }                                                                                          \
    }

LOOP(arithmetic, (x + k) * y - (x ^ y) + 17)
LOOP(logic, ((x & y) | (~x & k)) ^ 0x55)
LOOP(shifts, (x << (y & 31)) + (y >> (k & 31)) + (uint32_t)(sx >> 7))
LOOP(least, (sx < sy ? sx : sy) + (x < k ? x : k))
LOOP(most, (uint32_t)(sx > sy ? sx : sy) ^ (x > k ? x : k))
LOOP(quotient, x / (y | 1) + x % (k | 1))
LOOP(signed_quotient, sx / (int32_t)(y >> 8 | 1) + sx % (int32_t)(y >> 5 | 3))
LOOP(product, (uint32_t)((uint64_t)x *y >> 32))
LOOP(accumulate, x *y + out[i])
LOOP(difference, out[i] - x * k)
LOOP(gather, a[y & 63] + x)
LOOP(stride, a[2 * i] + b[i])
LOOP(reverse_sign, k - x)

static uint32_t work_all(uint32_t *in, uint32_t *out)
{
    static void (*const loops[])(uint32_t *restrict, const uint32_t *restrict,
                                 const uint32_t *restrict, uint32_t, int) = {
        arithmetic, logic,      shifts,     least,  most,   quotient,    signed_quotient,
        product,    accumulate, difference, gather, stride, reverse_sign};
    uint32_t count = 0;
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++)
        for (int n = SIZE; n > 0; n = n / 2 - 1, count += SIZE)
            if (count + SIZE <= OUT_WORDS)
                loops[i](out + count, in, in + 128, in[i], n);
    return count < OUT_WORDS ? count : OUT_WORDS;
}
