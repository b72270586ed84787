#include "base/siphash.h"

#include <string.h>

static uint64_t rotl(uint64_t x, unsigned n) { return x << n | x >> (64 - n); }

static void rounds(uint64_t v[4], int n)
{
    while (n-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotl(v[1], 13) ^ v[0];
        v[3] = rotl(v[3], 16) ^ v[2];
        v[0] = rotl(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotl(v[1], 17) ^ v[2];
        v[3] = rotl(v[3], 21) ^ v[0];
        v[2] = rotl(v[2], 32);
    }
}

static void add_word(struct siphash *s, const uint8_t bytes[8])
{
    uint64_t m = 0;
    for (int i = 7; i >= 0; i--)
        m = m << 8 | bytes[i];
    s->v[3] ^= m;
    rounds(s->v, 2);
    s->v[0] ^= m;
}

/* The key is the bytes 0, 1, ..., 15, as in the paper's test vectors. */
void siphash_init(struct siphash *s)
{
    const uint64_t k0 = UINT64_C(0x0706050403020100), k1 = UINT64_C(0x0f0e0d0c0b0a0908);
    *s = (struct siphash){
        .v = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
              k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)}};
}

void siphash_add(struct siphash *s, const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    while (size > 0) {
        size_t at = s->total % 8, n = 8 - at < size ? 8 - at : size;
        if (at == 0 && n == 8) {
            add_word(s, p);
        } else {
            memcpy(s->rest + at, p, n);
            if (at + n == 8)
                add_word(s, s->rest);
        }
        s->total += n;
        p += n;
        size -= n;
    }
}

void siphash_finish(struct siphash *s, uint64_t hash[2])
{
    size_t used = s->total % 8;
    memset(s->rest + used, 0, 8 - used);
    s->rest[7] = (uint8_t)s->total;
    add_word(s, s->rest);
    s->v[2] ^= 0xee;
    rounds(s->v, 4);
    hash[0] = s->v[0] ^ s->v[1] ^ s->v[2] ^ s->v[3];
    s->v[1] ^= 0xdd;
    rounds(s->v, 4);
    hash[1] = s->v[0] ^ s->v[1] ^ s->v[2] ^ s->v[3];
}
