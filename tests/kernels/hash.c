/* hash.c: expectations for hash.cl. The references below derive their constants themselves,
 * and the first rows are published test vectors (FIPS 180-4 "abc"; RFC 8439, 2.3.2). */
#include "kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t rotate_right(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* 32 bits of the fraction of the square or cube root of the n-th prime (FIPS 180-4, 4.2.2). */
static uint32_t root_bits(int n, bool cube)
{
    int prime = 2;
    for (int found = 0;; prime++) {
        bool is_prime = true;
        for (int d = 2; d * d <= prime; d++)
            is_prime = is_prime && prime % d;
        if (is_prime && found++ == n)
            break;
    }
    long double root = cube ? cbrtl(prime) : sqrtl(prime);
    return (uint32_t)((root - floorl(root)) * 0x1p32L);
}

static void sha256(const uint8_t *message, size_t length, uint32_t digest[8])
{
    uint8_t padded[192] = {0};
    size_t size = (length + 9 + 63) / 64 * 64;
    memcpy(padded, message, length);
    padded[length] = 0x80;
    padded[size - 2] = (uint8_t)(length * 8 >> 8);
    padded[size - 1] = (uint8_t)(length * 8);
    uint32_t k[64];
    for (int t = 0; t < 64; t++)
        k[t] = root_bits(t, true);
    for (int t = 0; t < 8; t++)
        digest[t] = root_bits(t, false);
    for (size_t at = 0; at < size; at += 64) {
        uint32_t w[64];
        for (size_t t = 0; t < 16; t++) {
            const uint8_t *p = padded + at + t * 4;
            w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        }
        for (int t = 16; t < 64; t++) {
            uint32_t x = w[t - 15];
            uint32_t y = w[t - 2];
            w[t] = w[t - 16] + w[t - 7] + (rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3) +
                   (rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10);
        }
        uint32_t v[8];
        memcpy(v, digest, sizeof v);
        for (int t = 0; t < 64; t++) {
            uint32_t t1 =
                v[7] + (rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25)) +
                ((v[4] & v[5]) | (~v[4] & v[6])) + k[t] + w[t];
            uint32_t t2 =
                (rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22)) +
                ((v[0] & v[1]) | (v[2] & (v[0] | v[1])));
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (int t = 0; t < 8; t++)
            digest[t] += v[t];
    }
}

/* A wrong reference must not pass for a right kernel. */
static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "run_kernels: the reference is wrong: %s\n", what);
        exit(2);
    }
}

static void make_sha256(kt_run *run, uint32_t length)
{
    static const uint32_t abc[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                    0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
    enum { MESSAGES = 100 };
    uint8_t *data = kt_in(run, KT_U8, MESSAGES * length);
    kt_u32(run, length);
    uint32_t *digests = kt_out(run, KT_U32, MESSAGES * 8);
    for (size_t i = 0; i < MESSAGES * length; i++)
        data[i] = (uint8_t)kt_random(run);
    memcpy(data, "abc", 3);
    for (size_t i = 0; i < MESSAGES; i++)
        sha256(data + i * length, length, digests + i * 8);
    require(length != 3 || !memcmp(digests, abc, sizeof abc), "SHA-256 of \"abc\"");
}

static void prepare_sha256_short(kt_run *run) { make_sha256(run, 3); }
static void prepare_sha256_two_blocks(kt_run *run) { make_sha256(run, 100); }

static void quarter(uint32_t *s, int a, int b, int c, int d)
{
    s[a] += s[b];
    s[d] = rotate_right(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = rotate_right(s[b] ^ s[c], 20);
    s[a] += s[b];
    s[d] = rotate_right(s[d] ^ s[a], 24);
    s[c] += s[d];
    s[b] = rotate_right(s[b] ^ s[c], 25);
}

static void prepare_chacha(kt_run *run)
{
    enum { BLOCKS = 130 };
    static const uint32_t nonce[4] = {1, 0x09000000, 0x4a000000, 0}; /* RFC 8439, 2.3.2 */
    static const uint32_t first_row[4] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3};
    uint8_t *key = kt_in(run, KT_U8, 32);
    kt_value(run, nonce, sizeof nonce);
    uint32_t *stream = kt_out(run, KT_U32, BLOCKS * 16);
    for (uint8_t i = 0; i < 32; i++)
        key[i] = i;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        uint32_t start[16];
        memcpy(start, "expand 32-byte k", 16);
        memcpy(start + 4, key, 32);
        memcpy(start + 12, nonce, 16);
        start[12] += block;
        uint32_t s[16];
        memcpy(s, start, sizeof s);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 4; i++)
                quarter(s, i, 4 + i, 8 + i, 12 + i);
            for (int i = 0; i < 4; i++)
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
        }
        for (uint32_t i = 0; i < 16; i++)
            stream[block * 16 + i] = s[i] + start[i];
    }
    require(!memcmp(stream, first_row, sizeof first_row), "ChaCha20 block of RFC 8439");
}

static const kt_test tests[] = {
    {"hash_sha256_abc", "hash.cl", "sha256", .grid = {100}, .block = {64},
     .prepare = prepare_sha256_short},
    {"hash_sha256_two_blocks", "hash.cl", "sha256", .grid = {100}, .block = {32},
     .prepare = prepare_sha256_two_blocks},
    {"hash_chacha20", "hash.cl", "chacha20", .grid = {130}, .block = {64},
     .prepare = prepare_chacha},
};
const kt_group kt_group_hash = {tests, KT_COUNT(tests)};
