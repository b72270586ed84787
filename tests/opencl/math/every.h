/* every.h: results for every float, sifted by arithmetic of double. */
#ifndef TEST_OPENCL_MATH_EVERY_H
#define TEST_OPENCL_MATH_EVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function gave for floats whose bits follow each other; `second` and `number` may be NULL.
 */
struct gave {
    const float *first, *second;
    const int32_t *number;
};

/* Whether there is a function of this name here. */
bool every_has(const char *name);

/* Of `count` results, the first from `from` on that may be more than `most` ulp off, or that has
 * another sign, special case or integer than it should: those are judged elsewhere. `count` if none
 * is. */
size_t every_next(const char *name, const struct gave *gave, uint32_t first_bits, size_t from,
                  size_t count, double most);
/* The same with AVX-512. */
bool every_has_wide(const char *name);
size_t every_next_wide(const char *name, const struct gave *gave, uint32_t first_bits, size_t from,
                       size_t count, double most);

#endif
