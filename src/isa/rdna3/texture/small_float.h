/* small_float.h: floats in memory other than f32: f16, the unsigned ones of 10 and 11 bits, and two
 * 10-bit ones without infinities and NaNs (manual 10.7). */
#ifndef SHOAL_RDNA3_SMALL_FLOAT_H
#define SHOAL_RDNA3_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

struct small_float {
    uint8_t fraction, exponent; /* bits */
    bool has_sign, has_infinity;
};

extern const struct small_float rdna3_half; /* f16 */

/* Exact. v has no bits above its sign. NaNs become quiet and keep their payload. */
float rdna3_float_of_small(uint32_t v, struct small_float s);
/* Toward zero. */
uint32_t rdna3_small_of_float(float x, struct small_float s);

/* To nearest even. */
uint32_t rdna3_half_of_double(double x);
uint32_t rdna3_half_of_float(float x);
float rdna3_float_of_half(uint32_t v); /* of its lower 16 bits */

#endif
