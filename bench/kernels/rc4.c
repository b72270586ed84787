/* rc4.c: key streams of 16 K keys. */
#include "native/native.h"

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 9 : 1 << 14;
    bench_buffer(p, (size_t)p->n * RC4_BYTES);
    uint32_t *keys = bench_buffer(p, (size_t)p->n * 16);
    uint64_t state = 25;
    for (uint32_t i = 0; i < p->n * 4; i++)
        keys[i] = bench_random(&state);
    bench_step(p, "rc4", p->n, 1, 64, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
}

static void stream(const uint8_t key[16], uint8_t out[RC4_BYTES])
{
    uint8_t s[256], i = 0, j = 0;
    for (int k = 0; k < 256; k++)
        s[k] = (uint8_t)k;
    for (int k = 0; k < 256; k++) {
        uint8_t t = s[k];
        j = (uint8_t)(j + t + key[k % 16]);
        s[k] = s[j];
        s[j] = t;
    }
    j = 0;
    for (int k = 0; k < RC4_BYTES; k++) {
        i++;
        uint8_t t = s[i];
        j = (uint8_t)(j + t);
        s[i] = s[j];
        s[j] = t;
        out[k] = s[(uint8_t)(s[i] + t)];
    }
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    size_t words = (size_t)p->n * RC4_BYTES / 4;
    uint32_t *want = bench_alloc(words * sizeof *want);
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t bytes[RC4_BYTES / 4];
        stream((const uint8_t *)p->buffers[1].bytes + (size_t)i * 16, (uint8_t *)bytes);
        for (uint32_t k = 0; k < RC4_BYTES / 4; k++)
            want[k * p->n + i] = bytes[k];
    }
    bool ok = bench_equal(results[0], want, words, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_rc4 = {
    .name = "rc4",
    .source = "rc4",
    .size = "16 K keys, 256 bytes",
    .quick_size = "512 keys, 256 bytes",
    .tolerance = "exact",
    .setup = setup,
    .check = check,
    .native = native_rc4,
};
