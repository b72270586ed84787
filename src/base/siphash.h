/* siphash.h: a 128-bit hash of bytes (SipHash-2-4, Aumasson and Bernstein 2012), for keys and
 * checksums of files. Not a secret: the key is fixed. */
#ifndef SHOAL_BASE_SIPHASH_H
#define SHOAL_BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

struct siphash {
    uint64_t v[4];
    uint64_t total;  /* bytes so far */
    uint8_t rest[8]; /* the last total % 8 bytes */
};

void siphash_init(struct siphash *);
void siphash_add(struct siphash *, const void *bytes, size_t size);
void siphash_finish(struct siphash *, uint64_t hash[2]);

#endif
