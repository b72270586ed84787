/* numbers.h: floats as words, and random numbers, for tests of what arithmetic makes. */
#ifndef SHOAL_TESTS_JIT_NUMBERS_H
#define SHOAL_TESTS_JIT_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/exec/float_bits.h"

enum { QUIET = 0x400000 }; /* the bit of a NaN */

static inline bool is_nan(uint32_t u) { return (u & 0x7fffffff) > 0x7f800000; }
static inline uint32_t quiet(uint32_t u) { return is_nan(u) ? u | QUIET : u; }

static inline uint32_t random_word(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 32);
}
/* `below`: at most 2^31. */
static inline uint32_t random_below(uint64_t *seed, uint32_t below)
{
    return (random_word(seed) >> 1) % below;
}

#endif
