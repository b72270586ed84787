/* hard_divide.h: operands whose quotients are hard to round, for the tests of division in C and
 * HIP.
 *
 * A quotient is hard to round if it is next to a tie: for a denominator of odd mantissa d, the
 * number of p bits Q = -+1 / d modulo 2^p makes n = (Q d +- 1) / 2^p an integer, so n / d differs
 * from Q / 2^p by 1 part in Q d only, which no division with too few bits can see. With p one more
 * than the bits of the result, denormal results included, Q / 2^p is a tie. */
#ifndef SHOAL_TESTS_HARD_DIVIDE_H
#define SHOAL_TESTS_HARD_DIVIDE_H

#include <stdint.h>

/* splitmix64 */
static inline uint64_t hard_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 1 / d modulo 2^64, d odd: Newton's method doubles the correct bits. */
static inline uint64_t hard_inverse(uint64_t d)
{
    uint64_t x = d;
    for (int i = 0; i < 6; i++)
        x *= 2 - d * x;
    return x;
}

/* Mantissas with `bits` bits, the leading one included, of a numerator and denominator whose
 * quotient is next to one of `p` bits (2 <= p <= bits + 1). */
static inline void hard_mantissas(uint64_t *state, unsigned bits, unsigned p, uint64_t *n,
                                  uint64_t *d)
{
    uint64_t lead = (uint64_t)1 << (bits - 1), r = hard_random(state);
    *d = lead | (r & (lead - 1)) | 1;
    uint64_t q = hard_inverse(*d) & (((uint64_t)1 << p) - 1);
    int up = (int)(r >> 63); /* n d' = -1 or 1 */
    if (up)
        q = ((uint64_t)1 << p) - q;
    unsigned __int128 product = (unsigned __int128)q * *d;
    product = up ? product + 1 : product - 1;
    *n = (uint64_t)(product >> p);
    while (*n && *n < lead)
        *n <<= 1;
    *n = *n ? *n & (2 * lead - 1) : lead;
}

/* The quotient's bits if its exponents are so far apart, and one more. */
static inline unsigned hard_tie_bits(unsigned bits, int gap, int least)
{
    int p = (int)bits + 1;
    if (gap < least)
        p -= least - gap;
    return p < 2 ? 2 : (unsigned)p;
}

/* A number from its biased exponent and mantissa; exponent 0: a denormal. */
static inline uint64_t hard_number(unsigned bits, unsigned exponent, uint64_t mantissa)
{
    uint64_t fraction = mantissa & (((uint64_t)1 << (bits - 1)) - 1);
    return (uint64_t)exponent << (bits - 1) | fraction;
}

/* Operands number i of f32: every pair of exponents comes once in HARD_F32_PAIRS, with other
 * mantissas in each round. */
enum { HARD_F32_PAIRS = 255 * 255 };
static inline void hard_f32(uint64_t *state, unsigned i, uint32_t *num, uint32_t *den)
{
    unsigned e_num = i % HARD_F32_PAIRS / 255, e_den = i % HARD_F32_PAIRS % 255;
    int gap = (int)e_num - (int)e_den;
    uint64_t n, d, r = hard_random(state);
    unsigned p =
        r & 3 ? hard_tie_bits(24, gap + (int)(r >> 2 & 1), -125) : 2 + (unsigned)(r >> 8) % 24;
    hard_mantissas(state, 24, p, &n, &d);
    if ((r >> 20) % 8 == 0)
        n = d; /* the quotient is a power of two */
    *num = (uint32_t)hard_number(24, e_num, n) | (uint32_t)(r >> 32 & 0x80000000u);
    *den = (uint32_t)hard_number(24, e_den, d) | (uint32_t)(r >> 31 & 0x80000000u);
}

/* Of f64: random exponents, one pair in two such that the quotient is a denormal or near the
 * largest or the smallest number. */
static inline void hard_f64(uint64_t *state, uint64_t *num, uint64_t *den)
{
    uint64_t n, d, r = hard_random(state);
    int e_den = (int)(r % 2047), e_num = (int)((r >> 11) % 2047), low = -1022 - 56, high = 1023 - 3;
    if (r >> 22 & 1) {
        int gap = r >> 23 & 1 ? low + (int)((r >> 24) % 62) : high + (int)((r >> 24) % 6);
        e_num = e_den + gap;
        if (e_num < 0 || e_num > 2046) { /* the denominator moves, then */
            e_num = gap < 0 ? (int)((r >> 30) % 60) : 2046 - (int)((r >> 30) % 60);
            e_den = e_num - gap < 0 ? 0 : e_num - gap > 2046 ? 2046 : e_num - gap;
        }
    }
    unsigned p = r >> 40 & 3 ? hard_tie_bits(53, e_num - e_den + (int)(r >> 42 & 1), -1021)
                             : 2 + (unsigned)(r >> 43) % 53;
    hard_mantissas(state, 53, p, &n, &d);
    *num = hard_number(53, (unsigned)e_num, n) | (hard_random(state) & (uint64_t)1 << 63);
    *den = hard_number(53, (unsigned)e_den, d) | (hard_random(state) & (uint64_t)1 << 63);
}

#endif
