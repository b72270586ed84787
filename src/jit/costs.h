/* costs.h: what forms of access cost on the host's CPU, where that decides between them.
 *
 * Measured by bench/costs, once for each family of CPUs; docs/performance.md has all figures.
 * Images on disk are of one model of CPU (engine/jit_cache.c), so they need not say which row they
 * are of. */
#ifndef SHOAL_JIT_COSTS_H
#define SHOAL_JIT_COSTS_H

#include <stdbool.h>

/* Cycles for 32 lanes, from the first-level cache. */
struct costs {
    const char *family;
    unsigned gather;          /* a dword of each lane */
    unsigned quads;           /* 16 bytes of each, by isa/exec/lanes_ahead.h */
    unsigned scatter, stores; /* a dword of each, by instructions and one after the other */
    unsigned rows_fetch_to;   /* the level of cache that rows of later waves are fetched to */
    unsigned loops_fetch_to;  /* those of later iterations */
    /* Likewise of loops that go on by the size of the grid (teams.h), and so many iterations ahead.
     */
    unsigned grid_fetches_to, grid_fetches;
    bool forwards_parts; /* a load of a part of 64 bytes that are just being stored does not
                          * wait until they are in the cache */
    bool slow_denormals; /* a product with a denormal takes more than 100 cycles */
    bool teams_fetch;    /* loops that several waves run together (teams.h) fetch rows that several
                          * of them want, if these are far apart, to the first level */
};

/* Loading 16 bytes of each lane is better than gathers of their dwords; than those of iterations
 * that go forward by a dword, of which a loop has three at least, mostly. */
static inline bool quads_pay(const struct costs *c) { return c->quads < 4 * c->gather; }
static inline bool going_forward_pays(const struct costs *c) { return c->quads < 3 * c->gather; }

/* Storing what is less than a dword lane by lane, by a call, is better than to gather dwords,
 * change and scatter them. */
static inline bool stores_pay(const struct costs *c)
{
    return c->stores + 20 < c->gather + c->scatter;
}

/* A few lanes store their dwords sooner one after the other than by instructions. */
static inline bool few_stores_pay(const struct costs *c) { return c->stores < c->scatter; }

/* Of this CPU, or with AVX-512, of its family's that has it; of one that is not known, those of the
 * family that is most like it. */
const struct costs *host_costs(bool has_avx512);

#endif
