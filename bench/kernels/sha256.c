/* sha256.c: SHA-256 of 1 M messages of one block each. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 11 : 1 << 20;
    bench_buffer(p, (size_t)p->n * 32);
    uint32_t *messages = bench_buffer(p, (size_t)p->n * 64);
    uint64_t state = 10;
    /* 55 bytes each: 13 words and 3 bytes, then the end bit and the length in bits. */
    for (uint32_t i = 0; i < p->n; i++, messages += 16) {
        for (int k = 0; k < 14; k++)
            messages[k] = bench_random(&state);
        messages[13] = (messages[13] & 0xffffff00) | 0x80;
        messages[15] = 55 * 8;
    }
    bench_step(p, "sha256", p->n, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

/* FIPS 180-4, 6.2.2, as it is written there. */
static void digest(uint32_t out[8], const uint32_t message[16])
{
    uint32_t w[64], v[8];
    memcpy(w, message, 64);
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    memcpy(v, sha256_start, 32);
    for (int t = 0; t < 64; t++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + sha256_rounds[t] + w[t];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 28);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++)
        out[k] = sha256_start[k] + v[k];
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    /* FIPS 180-2, B.1: the digest of "abc". */
    static const uint32_t abc[16] = {0x61626380, [15] = 24};
    static const uint32_t abc_digest[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                           0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
    uint32_t want[8];
    digest(want, abc);
    if (!bench_equal(want, abc_digest, 8, why))
        return false;
    const uint32_t *messages = p->buffers[1].bytes, *got = results[0];
    for (size_t i = 0; i < p->n; i++) {
        digest(want, messages + 16 * i);
        if (!bench_equal(got + 8 * i, want, 8, why))
            return false;
    }
    return true;
}

const struct bench_case bench_case_sha256 = {
    .name = "sha256",
    .source = "sha256",
    .size = "1 M messages",
    .quick_size = "2 K messages",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_sha256,
};
