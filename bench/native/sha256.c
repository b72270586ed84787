/* sha256.c: 16 messages at a time, one per lane. */
#include "native/native.h"

const uint32_t sha256_start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

const uint32_t sha256_rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline u32x16 turn(u32x16 x, int n) { return x >> n | x << (32 - n); }

/* rows[i][k] becomes rows[k][i]. Halves are exchanged at the distances 8, 4, 2 and 1. */
static inline void transpose(u32x16 rows[16])
{
#define STEP(d)                                                                                    \
    _Pragma("unroll") for (int i = 0; i < 16; i++) if (!(i & d))                                   \
    {                                                                                              \
        u32x16 a = rows[i], b = rows[i + d];                                                       \
        rows[i] = __builtin_shufflevector(a, b, FIRST_##d);                                        \
        rows[i + d] = __builtin_shufflevector(a, b, SECOND_##d);                                   \
    }
#define FIRST_8  0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define SECOND_8 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
#define FIRST_4  0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define SECOND_4 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define FIRST_2  0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define SECOND_2 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define FIRST_1  0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define SECOND_1 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
    STEP(8)
    STEP(4)
    STEP(2)
    STEP(1)
}

struct context {
    uint32_t *digests;
    const uint32_t *messages;
};

static void hash(void *context, size_t begin, size_t end)
{
    const struct context *c = context;
    for (size_t at = begin; at < end; at += 16) {
        u32x16 w[16], h[8];
        for (size_t i = 0; i < 16; i++)
            w[i] = load_u32(c->messages + 16 * (at + i));
        transpose(w);
        for (int k = 0; k < 8; k++)
            h[k] = (u32x16){0} + sha256_start[k];
#pragma unroll
        for (int r = 0; r < 64; r++) {
            if (r >= 16) {
                u32x16 x = w[(r + 1) & 15], y = w[(r + 14) & 15];
                w[r & 15] += (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[(r + 9) & 15] +
                             (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
            }
            u32x16 e = h[4], a = h[0];
            u32x16 t1 = h[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                        ((e & h[5]) | (~e & h[6])) + sha256_rounds[r] + w[r & 15];
            u32x16 t2 =
                (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & h[1]) | (h[2] & (a | h[1])));
            h[7] = h[6];
            h[6] = h[5];
            h[5] = h[4];
            h[4] = h[3] + t1;
            h[3] = h[2];
            h[2] = h[1];
            h[1] = h[0];
            h[0] = t1 + t2;
        }
        u32x16 out[16] = {0};
        for (int k = 0; k < 8; k++)
            out[k] = h[k] + sha256_start[k];
        transpose(out);
        for (size_t i = 0; i < 16; i++)
            memcpy(c->digests + 8 * (at + i), &out[i], 32);
    }
}

void native_sha256(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 1024, hash, &(struct context){buffers[0], buffers[1]});
}
