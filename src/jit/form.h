/* form.h: computations of which addresses are made: sums, with and without carries, and shifts.
 *
 * What a computation is follows from the steps of its function (walk.h). */
#ifndef SHOAL_JIT_FORM_H
#define SHOAL_JIT_FORM_H

#include "jit/region.h"

enum form_kind {
    FORM_OTHER,
    FORM_SUM,          /* sources `plus` less sources `minus` (bit i: source[i]) */
    FORM_SHIFT_LEFT,   /* of source[shifted] by the constant `shift` */
    FORM_SHIFT_RIGHT,  /* likewise */
    FORM_SHIFT_SIGNED, /* likewise, arithmetically */
};

struct form {
    enum form_kind kind;
    uint8_t plus, minus;
    bool takes_carry; /* FORM_SUM: the lane's bit of a mask is added, too */
    bool gives_carry; /* FORM_SUM: the computation also writes the carry, as a mask */
    uint8_t shifted, shift;
    uint8_t bits; /* of the result: 32 or 64 */
};

/* FORM_OTHER: it is none of these, or not of all lanes. */
struct form form_of(const struct computation *c);

/* How an op writes a vector register. */
enum increment {
    INCREMENT_NEVER,     /* it does not (what loop.c begins with) */
    INCREMENT_ALONE,     /* it adds the same to all lanes */
    INCREMENT_LOW,       /* likewise, with a carry out: the lower half of a 64-bit sum */
    INCREMENT_HIGH,      /* likewise, with a carry in: the upper half */
    INCREMENT_OTHERWISE, /* in any other way */
};
/* var: of the register's first half. */
enum increment increment_of(const struct region *r, const struct region_op *at, unsigned var);

#endif
