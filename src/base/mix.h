/* mix.h: a fast hash of bytes, of one run of the program; for what must not be guessed or kept,
 * siphash.h. */
#ifndef SHOAL_BASE_MIX_H
#define SHOAL_BASE_MIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t mix_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* The hash of these bytes behind those of `hash`; several products at once, where there are many.
 */
static inline uint64_t mix_bytes(uint64_t hash, const void *data, size_t bytes)
{
    enum { CHAINS = 4 };
    const uint8_t *at = data;
    uint64_t chain[CHAINS] = {0}, word;
    bool is_long = bytes >= sizeof chain;
    for (; bytes >= sizeof chain; bytes -= sizeof chain, at += sizeof chain)
        for (unsigned i = 0; i < CHAINS; i++) {
            memcpy(&word, at + i * sizeof word, sizeof word);
            chain[i] = mix_word(chain[i], word);
        }
    for (unsigned i = 0; is_long && i < CHAINS; i++)
        hash = mix_word(hash, chain[i]);
    for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = mix_word(hash, word);
    }
    for (; bytes; bytes--)
        hash = mix_word(hash, *at++);
    return hash;
}

#endif
