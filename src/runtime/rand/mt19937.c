/* mt19937.c: the Mersenne twister of Matsumoto and Nishimura (1998), seeded as theirs of 2002. */
#include "engine.h"

static void init_by_number(struct mt19937 *s, uint32_t seed)
{
    s->word[0] = seed;
    for (uint32_t i = 1; i < MT_WORDS; i++)
        s->word[i] = 1812433253u * (s->word[i - 1] ^ s->word[i - 1] >> 30) + i;
    s->at = MT_WORDS;
}

void mt19937_init(struct mt19937 *s, uint64_t seed)
{
    if (seed <= UINT32_MAX) {
        init_by_number(s, (uint32_t)seed);
        return;
    }
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t *w = s->word;
    unsigned i = 1, j = 0;
    init_by_number(s, 19650218u);
    for (unsigned n = 0; n < 2 * MT_WORDS - 1; n++) {
        uint32_t before = w[i - 1] ^ w[i - 1] >> 30;
        if (n < MT_WORDS) {
            w[i] = (w[i] ^ before * 1664525u) + key[j] + j;
            j ^= 1;
        } else {
            w[i] = (w[i] ^ before * 1566083941u) - i;
        }
        if (++i == MT_WORDS) {
            w[0] = w[MT_WORDS - 1];
            i = 1;
        }
    }
    w[0] = 0x80000000u;
}

uint32_t mt19937_next(struct mt19937 *s)
{
    uint32_t *w = s->word;
    if (s->at == MT_WORDS) {
        for (unsigned i = 0; i < MT_WORDS; i++) {
            uint32_t y = (w[i] & 0x80000000u) | (w[(i + 1) % MT_WORDS] & 0x7fffffffu);
            w[i] = w[(i + 397) % MT_WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        s->at = 0;
    }
    uint32_t y = w[s->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}
