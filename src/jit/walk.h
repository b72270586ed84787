/* walk.h: what a semantic function means, found by going through its steps (steps.h).
 *
 * Which instructions add, shift, select, or pass NaNs on is nowhere listed: whoever wants to know
 * something about results gives a domain of what can be known of a value, and what each kind of
 * step makes of that. So far: how values grow from lane to lane (shape.c), sums and shifts that
 * addresses are made of (address.c), lane masks (liveness.c), NaNs (emit_nan.c). Which bits are
 * defined would be another. Nothing here needs LLVM but the numbers of its opcodes. */
#ifndef SHOAL_JIT_WALK_H
#define SHOAL_JIT_WALK_H

#include <stddef.h>

#include "jit/steps.h"

struct domain {
    size_t value_bytes; /* of what is known of one value; at most MAX_VALUE_BYTES */
    /* A constant of which all elements are `bits`; else, all_alike is false and they differ. */
    void (*constant)(void *context, unsigned type, uint64_t bits, bool all_alike, void *out);
    /* The result of a step of these values; arg[i] is NULL behind the last. Of a call, `intrinsic`
     * is the function's name without types, else it is NULL. */
    void (*step)(void *context, const struct step *s, const char *intrinsic,
                 const void *const arg[3], void *out);
    /* A constant whose elements are 0, 1, 2, ...: numbers of lanes. NULL: taken as any other. */
    void (*lane_numbers)(void *context, void *out);
};
enum { MAX_VALUE_BYTES = 48 };

/* in: [parameters that are read] of the function; out: [results]. false: its steps are not known.
 */
bool walk(const struct domain *d, void *context, int function, const void *in, void *out);

/* ---- steps ---- */

static inline unsigned step_kind(unsigned type) { return type / 16; }
static inline unsigned step_lanes(unsigned type) { return 1u << type % 16; }
/* Bits of an element. */
unsigned step_bits(unsigned type);
/* The value of a step of constants, in the lowest bits; false: not known here. bits: of the
 * arguments' elements. */
bool step_of_constants(const struct step *s, unsigned bits, const uint64_t arg[3], uint64_t *out);

#endif
