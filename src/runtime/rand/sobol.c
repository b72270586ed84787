/* sobol.c: directions of Sobol's sequences: dimension 0 is van der Corput's sequence, each further
 * one belongs to a primitive polynomial over GF(2), the next by degree and value (Bratley and Fox
 * 1988).
 *
 * The numbers that each begins with are free: those of the first dimensions are Joe's and Kuo's of
 * 2008; further ones, odd as they have to be, are made here, and differ from theirs. Scrambled
 * directions are Matousek's: each is multiplied by a random lower triangular matrix over GF(2),
 * which keeps what makes the sequence even; a random number is added. */
#include <pthread.h>
#include <stdlib.h>

#include "engine.h"

enum { KNOWN = 20 };
/* Of the dimensions 1 to 20; as many as the polynomial's degree. */
static const uint8_t first_numbers[KNOWN][7] = {
    {1},
    {1, 3},
    {1, 3, 1},
    {1, 1, 1},
    {1, 1, 3, 3},
    {1, 3, 5, 13},
    {1, 1, 5, 5, 17},
    {1, 1, 5, 5, 5},
    {1, 1, 7, 11, 19},
    {1, 1, 5, 1, 1},
    {1, 1, 1, 3, 11},
    {1, 3, 5, 5, 31},
    {1, 3, 3, 9, 7, 49},
    {1, 1, 1, 15, 21, 21},
    {1, 3, 1, 13, 27, 49},
    {1, 1, 1, 15, 7, 5},
    {1, 3, 1, 15, 13, 25},
    {1, 1, 5, 5, 19, 61},
    {1, 3, 7, 11, 23, 15, 103},
    {1, 3, 7, 13, 13, 15, 69},
};

/* x^power modulo the polynomial. */
static uint32_t power_of_x(uint32_t polynomial, int degree, uint32_t power)
{
    uint32_t result = 1;
    for (int bit = degree; bit >= 0; bit--) {
        uint32_t square = 0;
        for (int i = degree - 1; i >= 0; i--) {
            square = square << 1 ^ (result >> i & 1 ? result : 0);
            square ^= square >> degree & 1 ? polynomial : 0;
        }
        result = square;
        if (power >> bit & 1) {
            result <<= 1;
            result ^= result >> degree & 1 ? polynomial : 0;
        }
    }
    return result;
}

/* Whether x has the order 2^degree - 1. */
static bool is_primitive(uint32_t polynomial, int degree)
{
    uint32_t order = (1u << degree) - 1, left = order;
    if (degree == 1)
        return polynomial == 3;
    if (power_of_x(polynomial, degree, order) != 1)
        return false;
    for (uint32_t prime = 2; left > 1; prime++) {
        if (prime * prime > left)
            prime = left;
        if (left % prime)
            continue;
        if (power_of_x(polynomial, degree, order / prime) == 1)
            return false;
        while (left % prime == 0)
            left /= prime;
    }
    return true;
}

/* A fixed function that looks random (Steele and others, SplitMix). */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static hiprandDirectionVectors32_t *all32[2];
static hiprandDirectionVectors64_t *all64[2];
static unsigned *constants32;
static unsigned long long *constants64;

static void make_dimension(unsigned dimension, uint32_t polynomial, int degree,
                           unsigned long long v[64])
{
    uint64_t m[64];
    for (int i = 0; i < 64; i++) {
        if (dimension == 0) {
            m[i] = 1;
        } else if (i < degree) {
            m[i] = dimension <= KNOWN
                       ? first_numbers[dimension - 1][i]
                       : (mixed(dimension * 64ull + (unsigned)i) & ((2ull << i) - 1)) | 1;
        } else {
            m[i] = m[i - degree] ^ m[i - degree] << degree;
            for (int k = 1; k < degree; k++)
                if (polynomial >> (degree - k) & 1)
                    m[i] ^= m[i - k] << k;
        }
        v[i] = m[i] << (63 - i);
    }
}

/* Row by row of a lower triangular matrix with ones in its diagonal: the highest bit stays. */
static uint64_t scrambled(uint64_t v, unsigned dimension)
{
    uint64_t out = 0;
    for (int row = 0; row < 64; row++) {
        uint64_t above = row ? ~0ull << (64 - row) : 0, diagonal = 1ull << (63 - row);
        uint64_t bits = v & ((mixed(~(dimension * 64ull + (unsigned)row)) & above) | diagonal);
        out |= (uint64_t)(__builtin_popcountll(bits) & 1) << (63 - row);
    }
    return out;
}

static void make_all(void)
{
    uint32_t polynomial = 1;
    int degree = 0;
    for (int i = 0; i < 2; i++) {
        all32[i] = malloc(sizeof *all32[i] * MAX_DIMENSIONS);
        all64[i] = malloc(sizeof *all64[i] * MAX_DIMENSIONS);
    }
    constants32 = malloc(sizeof *constants32 * MAX_DIMENSIONS);
    constants64 = malloc(sizeof *constants64 * MAX_DIMENSIONS);
    for (unsigned d = 0; d < MAX_DIMENSIONS && all32[0] && all32[1] && all64[0] && all64[1] &&
                         constants32 && constants64;
         d++) {
        if (d > 0)
            do {
                polynomial += 2;
                degree = 31 - __builtin_clz(polynomial);
            } while (!is_primitive(polynomial, degree));
        make_dimension(d, polynomial, degree, all64[0][d]);
        constants64[d] = mixed(0x5eed0000ull + d);
        constants32[d] = (unsigned)(constants64[d] >> 32);
        for (int i = 0; i < 64; i++)
            all64[1][d][i] = scrambled(all64[0][d][i], d);
        for (int i = 0; i < 64; i++)
            all32[i / 32][d][i % 32] = (unsigned)(all64[i / 32][d][i % 32] >> 32);
    }
}

static void *made(void *what)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_all);
    void **at = what;
    return *at;
}

const hiprandDirectionVectors32_t *sobol_directions32(bool is_scrambled)
{
    return made(&all32[is_scrambled]);
}
const hiprandDirectionVectors64_t *sobol_directions64(bool is_scrambled)
{
    return made(&all64[is_scrambled]);
}
const unsigned *sobol_constants32(void) { return made(&constants32); }
const unsigned long long *sobol_constants64(void) { return made(&constants64); }
