/* origins.h: scalars whose values are made of the pc and of constants, and copies of those.
 *
 * Compilers make the address of a function of the pc. Where it must come out wherever the code lies
 * in memory, not only as a guess, sums of 32 bits and their carries are followed here, and copies,
 * also by way of lanes of vector registers, in which compilers spill scalars. */
#ifndef SHOAL_JIT_ORIGINS_H
#define SHOAL_JIT_ORIGINS_H

#include "jit/region.h"

/* What is known of a value. */
struct origin {
    enum {
        ORIGIN_OTHER,  /* nothing */
        ORIGIN_NUMBER, /* `plus` */
        ORIGIN_CODE,   /* the address of byte `at` of the code, 64 bits */
        ORIGIN_LOW,    /* the lower half of that, and `plus` */
        ORIGIN_HIGH,   /* the upper half, and `plus`, and a carry if `by` is not 0 */
        ORIGIN_CARRY, /* 1 if the sum of the lower half and `by` is more than 32 bits, and `plus` */
        ORIGIN_RETURN, /* the address that a function was given to return to, 64 bits */
        ORIGIN_RETURN_LOW,
        ORIGIN_RETURN_HIGH,
    } kind;
    uint32_t by;
    uint64_t at, plus;
};

enum { MAX_ORIGINS = 32 };

/* At a place in the code: of scalars, and of lanes of vector registers. */
struct origins {
    unsigned count;
    struct origin_of {
        uint16_t var;
        uint8_t lane; /* NO_LANE: it is a scalar */
        struct origin is;
    } known[MAX_ORIGINS];
};

/* Goes on behind an op. */
void origins_follow(const struct region *r, struct origins *o, const struct region_op *at);
struct origin origin_of_scalar(const struct origins *o, unsigned var);
/* Scalars var and var + 1. */
struct origin origin_of_pair(const struct origins *o, unsigned var);
/* A function begins, which returns to what is in scalars var and var + 1. */
void origins_begin(struct origins *o, unsigned var);
/* Leaves what both know. Whether that is less. */
bool origins_meet(struct origins *into, const struct origins *with);

#endif
