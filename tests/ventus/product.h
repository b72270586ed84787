/* product.h: the reference for matrix products: D = A x B + C in plain C, and random examples.
 *
 * Each number is from the tables of spec mma.md: formats by their values (section 5), numbers of
 * elements by the formulas of 4.1, sums in the compiler's `float` with the host's rounding mode. */
#ifndef SHOAL_TESTS_VENTUS_PRODUCT_H
#define SHOAL_TESTS_VENTUS_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

/* Codes of the field DT. */
enum { F32, F16, BF16, E4M3, E5M2, S8, S4, B1, E3M2, E2M3, E2M1, E3M0, TYPES };

extern const unsigned product_bits[TYPES]; /* of an element */

bool product_is_integer(unsigned dt);

struct sizes {
    unsigned m, n, k;
};
struct sizes product_sizes(unsigned dt, unsigned shape);

struct product {
    unsigned dt, shape, ct, al, bl, rounding;
    bool is_toolchain, saturates;
    struct sizes s;
    uint32_t a[16 * 256], b[256 * 16], c[256], d[256]; /* elements' bits, by rows */
};

/* d from the rest. */
void product_compute(struct product *x);

/* Number of an element in its fragment. C and D: by rows. */
unsigned product_a_number(const struct product *x, unsigned m, unsigned k);
unsigned product_b_number(const struct product *x, unsigned k, unsigned n);
bool product_b_is_by_columns(const struct product *x);
unsigned product_c_bits(const struct product *x);

uint32_t product_random(uint64_t *seed);

/* s, a, b, c from the type and the shape. kind 0: numbers near 1; 1: any finite; 2: any. */
void product_randomize(struct product *x, unsigned kind, uint64_t *seed);

#endif
