/* depends.h: which work-items' ids values depend on. */
#ifndef SHOAL_JIT_DEPENDS_H
#define SHOAL_JIT_DEPENDS_H

#include "jit/region.h"

enum { DEPENDS_IDS = 4 /* it is the packed ids themselves */ };

/* Of a region; { .r }: nothing is known yet. */
struct depends {
    struct region *r;
    uint8_t *in;  /* [count][VAR_COUNT] at the start of each block */
    uint8_t *now; /* [VAR_COUNT] */
    bool *is_reached;
};

/* Of each variable at the start of the block: [VAR_COUNT], DEPENDS_IDS, or bits of DEPENDS_ALL. It
 * is solved when it is asked for first. NULL: no memory. */
const uint8_t *depends_at(struct depends *d, unsigned block);
void depends_free(struct depends *d);

/* The packed ids depend on all. */
static inline uint8_t depends_on(uint8_t depends)
{
    return depends & DEPENDS_IDS ? DEPENDS_ALL : depends;
}

#endif
