/* counter.h: one of a wave's counters by which code waits for what it has begun, seen from the
 * code: how many instructions raised it, and how many of them are done for sure. */
#ifndef SHOAL_CHECK_COUNTER_H
#define SHOAL_CHECK_COUNTER_H

#include "isa/machine.h"

struct counter {
    uint64_t begun;    /* instructions that raised it */
    bool is_unordered; /* some that may be done in any order are not known to be done */
    uint8_t order;     /* counting.order + 1 of the latest; 0: all are done */
};

/* An instruction raises it; returns its number, from 1. is_unordered: as counting.is_unordered. */
static inline uint64_t counter_raise(struct counter *c, const struct counting *by,
                                     bool is_unordered)
{
    uint8_t order = (uint8_t)(by->order + 1);
    c->is_unordered |= is_unordered || (c->order && c->order != order);
    c->order = order;
    return ++c->begun;
}

/* Code waited until at most `most` are left. Returns how many, from the first on, are done. */
static inline uint64_t counter_wait(struct counter *c, uint64_t most)
{
    if (most == 0) {
        c->is_unordered = false;
        c->order = 0;
        return c->begun;
    }
    return c->is_unordered || c->begun < most ? 0 : c->begun - most;
}

#endif
