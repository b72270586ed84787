/* engines.h: the generators that hipRAND has on the host and in kernels: one source, so that both
 * give the same numbers.
 *
 * XORWOW: Marsaglia, Xorshift RNGs (2003), seeded as rocRAND does. Philox4x32-10: Salmon and
 * others, Parallel random numbers: as easy as 1, 2, 3 (2011). MRG32k3a: L'Ecuyer (1999), seeded as
 * rocRAND does. */
#pragma once
#include <hip/hip_common.h>

#ifdef __cplusplus
#define SHOAL_RAND_TABLE static constexpr
#else
#define SHOAL_RAND_TABLE static const
#endif
#include <hiprand/shoal/jumps.h>

#define SHOAL_RAND SHOAL_HD static inline

/* The second number of a pair of normally distributed ones, until it is asked for. */
struct shoal_rand_pair {
    int has_float, has_double;
    float f;
    double d;
};

/* ---- XORWOW ------------------------------------------------------------------------------------
 */

struct shoal_xorwow {
    unsigned int x[5], d;
    struct shoal_rand_pair pair;
};

SHOAL_RAND unsigned int shoal_xorwow_next(struct shoal_xorwow *s)
{
    unsigned int t = s->x[0] ^ (s->x[0] >> 2);
    for (int i = 0; i < 4; i++)
        s->x[i] = s->x[i + 1];
    s->x[4] = s->x[4] ^ (s->x[4] << 4) ^ t ^ (t << 1);
    s->d += 362437;
    return s->d + s->x[4];
}

/* The state after as many steps as the bits of count say, of kind 0: 1 number, 1: a sequence.
 * Horner's scheme on the polynomial: the state that each coefficient stands for is one step after
 * the one before. */
SHOAL_RAND void shoal_xorwow_jump(struct shoal_xorwow *s, int kind, unsigned long long count)
{
    unsigned int weyl = s->d;
    for (int i = 0; count >> i; i++) {
        unsigned int sum[5] = {0, 0, 0, 0, 0};
        if (!(count >> i & 1))
            continue;
        for (int bit = 0; bit < 160; bit++) {
            unsigned int take = 0u - (shoal_xorwow_jumps[kind][i][bit / 32] >> bit % 32 & 1);
            for (int w = 0; w < 5; w++)
                sum[w] ^= s->x[w] & take;
            shoal_xorwow_next(s);
        }
        for (int w = 0; w < 5; w++)
            s->x[w] = sum[w];
    }
    s->d = kind ? weyl : weyl + 362437u * (unsigned int)count;
}

SHOAL_RAND void shoal_xorwow_init(struct shoal_xorwow *s, unsigned long long seed,
                                  unsigned long long sequence, unsigned long long offset)
{
    unsigned int t0 = 1228688033u * ((unsigned int)seed ^ 0x2c7f967fu);
    unsigned int t1 = 2073658381u * ((unsigned int)(seed >> 32) ^ 0xa03697cbu);
    s->x[0] = 123456789u + t0;
    s->x[1] = 362436069u ^ t0;
    s->x[2] = 521288629u + t1;
    s->x[3] = 88675123u ^ t1;
    s->x[4] = 5783321u + t0;
    s->d = 6615241u + t1 + t0;
    s->pair.has_float = s->pair.has_double = 0;
    shoal_xorwow_jump(s, 1, sequence);
    shoal_xorwow_jump(s, 0, offset);
}

/* ---- Philox4x32-10 -------------------------------------------------------------------- */

struct shoal_philox {
    unsigned int counter[4], key[2], out[4],
        used; /* used: numbers of `out`, which belongs to counter */
    struct shoal_rand_pair pair;
};

SHOAL_RAND void shoal_philox_block(const unsigned int counter[4], const unsigned int key[2],
                                   unsigned int out[4])
{
    unsigned int c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0],
                 k1 = key[1];
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xd2511f53ull * c0, b = 0xcd9e8d57ull * c2;
        c0 = (unsigned int)(b >> 32) ^ c1 ^ k0;
        c1 = (unsigned int)b;
        c2 = (unsigned int)(a >> 32) ^ c3 ^ k1;
        c3 = (unsigned int)a;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

SHOAL_RAND void shoal_philox_add(struct shoal_philox *s, int from, unsigned long long n)
{
    unsigned long long low = (unsigned long long)s->counter[from + 1] << 32 | s->counter[from],
                       sum = low + n;
    s->counter[from] = (unsigned int)sum;
    s->counter[from + 1] = (unsigned int)(sum >> 32);
    if (from == 0 && sum < low && ++s->counter[2] == 0)
        s->counter[3]++;
}

SHOAL_RAND void shoal_philox_skip(struct shoal_philox *s, unsigned long long offset)
{
    s->used += (unsigned int)(offset & 3);
    shoal_philox_add(s, 0, (offset >> 2) + (s->used >> 2));
    s->used &= 3;
    shoal_philox_block(s->counter, s->key, s->out);
}

SHOAL_RAND void shoal_philox_skip_sequence(struct shoal_philox *s, unsigned long long sequence)
{
    shoal_philox_add(s, 2, sequence);
    shoal_philox_block(s->counter, s->key, s->out);
}

SHOAL_RAND void shoal_philox_init(struct shoal_philox *s, unsigned long long seed,
                                  unsigned long long sequence, unsigned long long offset)
{
    s->counter[0] = s->counter[1] = s->used = 0;
    s->counter[2] = (unsigned int)sequence;
    s->counter[3] = (unsigned int)(sequence >> 32);
    s->key[0] = (unsigned int)seed;
    s->key[1] = (unsigned int)(seed >> 32);
    s->pair.has_float = s->pair.has_double = 0;
    shoal_philox_skip(s, offset);
}

SHOAL_RAND unsigned int shoal_philox_next(struct shoal_philox *s)
{
    unsigned int value = s->out[s->used++];
    if (s->used == 4) {
        s->used = 0;
        shoal_philox_add(s, 0, 1);
        shoal_philox_block(s->counter, s->key, s->out);
    }
    return value;
}

/* ---- MRG32k3a ------------------------------------------------------------------------- */

struct shoal_mrg {
    unsigned int g[2][3];
    struct shoal_rand_pair pair;
};

SHOAL_RAND unsigned int shoal_mrg_modulus(int part) { return part ? 4294944443u : 4294967087u; }

/* From 1 to the first modulus. */
SHOAL_RAND unsigned int shoal_mrg_next(struct shoal_mrg *s)
{
    unsigned long long m1 = shoal_mrg_modulus(0), m2 = shoal_mrg_modulus(1);
    unsigned int p1 =
        (unsigned int)((1403580ull * s->g[0][1] + 810728ull * (m1 - s->g[0][0])) % m1);
    unsigned int p2 =
        (unsigned int)((527612ull * s->g[1][2] + 1370589ull * (m2 - s->g[1][0])) % m2);
    for (int i = 0; i < 2; i++) {
        s->g[0][i] = s->g[0][i + 1];
        s->g[1][i] = s->g[1][i + 1];
    }
    s->g[0][2] = p1;
    s->g[1][2] = p2;
    return p1 - p2 + (p1 <= p2 ? (unsigned int)m1 : 0);
}

SHOAL_RAND void shoal_mrg_jump(struct shoal_mrg *s, int kind, unsigned long long count)
{
    for (int i = 0; count >> i; i++)
        for (int part = 0; part < 2 && (count >> i & 1); part++) {
            unsigned int next[3];
            for (int row = 0; row < 3; row++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++)
                    sum = (sum + (unsigned long long)shoal_mrg_jumps[part][kind][i][3 * row + k] *
                                     s->g[part][k] % shoal_mrg_modulus(part)) %
                          shoal_mrg_modulus(part);
                next[row] = (unsigned int)sum;
            }
            for (int k = 0; k < 3; k++)
                s->g[part][k] = next[k];
        }
}

SHOAL_RAND void shoal_mrg_init(struct shoal_mrg *s, unsigned long long seed,
                               unsigned long long sequence, unsigned long long offset)
{
    seed = seed ? seed : 12345;
    unsigned int x = (unsigned int)seed ^ 0x55555555u, y = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < 3; i++) {
            unsigned int m = shoal_mrg_modulus(part);
            s->g[part][i] = (unsigned int)((unsigned long long)(i == 1 ? y : x) * (seed % m) % m);
        }
    s->pair.has_float = s->pair.has_double = 0;
    shoal_mrg_jump(s, 1, sequence);
    shoal_mrg_jump(s, 0, offset);
}

/* ---- Sobol: points by Antonov's and Saleev's order; directions are 32 or 64 numbers of a
 * dimension ----------------------- */

struct shoal_sobol {
    const unsigned int *v32;
    const unsigned long long *v64;
    unsigned long long x, i; /* the number that comes next, scrambled, and its place */
};

SHOAL_RAND unsigned long long shoal_sobol_direction(const struct shoal_sobol *s, int bit)
{
    return s->v64 ? s->v64[bit] : s->v32[bit];
}

SHOAL_RAND void shoal_sobol_init(struct shoal_sobol *s, const unsigned int *v32,
                                 const unsigned long long *v64, unsigned long long scramble,
                                 unsigned long long offset)
{
    s->v32 = v32;
    s->v64 = v64;
    s->x = scramble;
    s->i = offset;
    unsigned long long gray = offset ^ offset >> 1;
    for (int bit = 0; bit < (v64 ? 64 : 32); bit++)
        if (gray >> bit & 1)
            s->x ^= shoal_sobol_direction(s, bit);
}

SHOAL_RAND unsigned long long shoal_sobol_next(struct shoal_sobol *s)
{
    unsigned long long value = s->x;
    int bit = 0;
    while (s->i >> bit & 1)
        bit++;
    if (bit < (s->v64 ? 64 : 32))
        s->x ^= shoal_sobol_direction(s, bit);
    s->i++;
    return value;
}

/* Moves by a number of points. */
SHOAL_RAND void shoal_sobol_skip(struct shoal_sobol *s, unsigned long long n)
{
    unsigned long long from = s->i ^ s->i >> 1, to = (s->i + n) ^ (s->i + n) >> 1;
    for (int bit = 0; bit < (s->v64 ? 64 : 32); bit++)
        if ((from ^ to) >> bit & 1)
            s->x ^= shoal_sobol_direction(s, bit);
    s->i += n;
}

/* ---- what bits become ----------------------------------------------------------------- */

/* In (0, 1]. */
SHOAL_RAND float shoal_uniform(unsigned int v)
{
    return v * 2.3283064365386963e-10f + 2.3283064365386963e-10f;
}
SHOAL_RAND double shoal_uniform_double(unsigned int a, unsigned int b)
{
    return (a ^ (unsigned long long)b << 21) * 1.1102230246251565e-16 + 1.1102230246251565e-16;
}
SHOAL_RAND double shoal_uniform_wide(unsigned long long v) /* of 64 bits, or of one number of 32 */
{
    return (v >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16;
}
SHOAL_RAND unsigned int shoal_mrg_bits(unsigned int v)
{
    return (unsigned int)((v - 1) * 1.000000048661607);
}
SHOAL_RAND float shoal_mrg_uniform(unsigned int v) { return v * 2.3283065498378288e-10f; }
SHOAL_RAND double shoal_mrg_uniform_double(unsigned int v) { return v * 2.3283065498378288e-10; }
/* Which of `count` values a number of (0, 1] stands for: the first whose sum of probabilities is no
 * less. */
SHOAL_RAND unsigned int shoal_discrete(const double *sums, unsigned int count, double u)
{
    unsigned int low = 0, high = count - 1;
    while (low < high) {
        unsigned int middle = low + (high - low) / 2;
        if (sums[middle] < u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
