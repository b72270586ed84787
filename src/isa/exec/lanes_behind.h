/* lanes_behind.h: stores of lanes that each go through a strip of memory of their own: dwords that
 * follow each other are stored later, together.
 *
 * A scatter of a dword of each lane costs as much as one of 64 bytes and a transposition. So in
 * loops that do nothing with memory but this (jit/behind.h), what lanes store waits until they
 * have gone on by 64 bytes, or something else needs memory as it is. It waits only where nobody can
 * tell: the lanes' strips are apart from each other, all of each is on a page on which the lane has
 * just stored, and lanes load from other memory, or from the same place before they store there. */
#ifndef SHOAL_ISA_LANES_BEHIND_H
#define SHOAL_ISA_LANES_BEHIND_H

#include "isa/exec/lanes_ahead.h"

enum {
    MAX_AHEADS = 8,
    MAX_BEHINDS = 4,
    MOST_STRIP_FAILS = 8, /* of a loop (struct group): then it does without */
};

/* The stores of one op and those beside it. */
struct lanes_behind {
    _Alignas(64) uint32_t row[STRIP_BYTES / 4][AHEAD_LANES]; /* by dword, in dwords from `at` on */
    /* Of what comes next: the dwords, and where the lanes are, arguments of strips_open. */
    uint32_t next[AHEAD_LANES];
    int32_t next_index[AHEAD_LANES];
    /* Lanes that do not store are where the one before them is, or the first one that does. */
    int32_t index[AHEAD_LANES];
    const uint8_t *from; /* of the index and its shift: where the lanes are at `at` */
    uint64_t at;         /* what all lanes add to their root (jit/forward.h) at the first dword */
    uint64_t dwords;     /* so many may wait; 0: none */
    /* If so many bytes behind `at` have been stored, the room's bytes below that and `above` are
     * not what is in memory any more. */
    int64_t *first, above;
    int64_t nowhere;  /* for `first`, if that is of no room */
    int64_t distance; /* of two lanes, at least; 0: they are not apart */
    uint32_t *fails;  /* of the loop, in struct group */
    uint32_t shift;
    uint32_t lanes;  /* that store */
    uint32_t filled; /* bit i: row i waits */
};

/* Of one call of compiled code, which makes this ready (jit/behind.c). */
struct strips {
    uint32_t open; /* bit k: some of behind[k] wait */
    uint32_t ahead_count;
    uint64_t low, span;       /* all that waits is in these bytes of the host's memory */
    struct strips **of_group; /* where the engine finds it while some wait; else NULL */
    struct lanes_ahead *ahead[MAX_AHEADS];
    struct lanes_behind behind[MAX_BEHINDS];
};

#if defined(__x86_64__)
/* For hosts with AVX-512, or, as the names say, AVX2. These keep all registers.
 *
 * Stores behind[k].next of the active lanes, at from + (next_index << shift), and begins to wait
 * with it, if that may be. What waits is stored before. */
void strips_open(struct strips *s, uint32_t k, const uint8_t *from, uint32_t lanes, uint32_t shift,
                 uint64_t at);
void strips_open_avx2(struct strips *s, uint32_t k, const uint8_t *from, uint32_t lanes,
                      uint32_t shift, uint64_t at);
/* Stores what waits. */
void strips_finish(struct strips *s);
void strips_finish_avx2(struct strips *s);
/* Likewise, and what was loaded ahead is given up. */
void strips_forget(struct strips *s);
void strips_forget_avx2(struct strips *s);
#endif

/* As strips_finish, on any host, and also from a handler of signals. */
void strips_end(struct strips *s);

#endif
