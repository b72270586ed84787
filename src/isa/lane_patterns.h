/* lane_patterns.h: how the addresses of 32 lanes lie to each other, where all are dwords of a
 * window of 64.
 *
 * Lanes exchange values through LDS in few ways: with the neighbour at some distance, reversed,
 * with a stride of two. Each is found out once, by a function, and known again by one comparison.
 * Then a window is loaded as rows and its dwords are permuted, and back, instead of gathered and
 * scattered one by one. */
#ifndef SHOAL_ISA_LANE_PATTERNS_H
#define SHOAL_ISA_LANE_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PATTERN_LANES = 32,
    PATTERN_SLOTS = 64, /* dwords of the window */
    PAIR_SLOTS = 32,    /* of its half, in which both dwords of a pair are */
    PATTERNS_LOG2 = 5,
    PATTERN_TRIES = 64,
};

#define PATTERN_TAKEN  UINT32_C(0x80000000)
#define PATTERN_SECOND UINT32_C(16)
#define PAIR_NONE      INT32_MIN /* as pair_distance: pairs are no pattern */

struct lane_pattern {
    _Alignas(64) int32_t from_first[PATTERN_LANES]; /* bytes from lane 0's address */
    uint32_t slot[PATTERN_LANES];                   /* the lane's dword of the window */
    uint32_t lane[PATTERN_SLOTS]; /* number of the lane at a dword | PATTERN_TAKEN; 0: none */
    /* Of two dwords of each lane, pair_distance bytes apart, which all lie in the window, those of
     * lanes 0 to 15 in its first half: at a dword, the lane % 16 | PATTERN_TAKEN, and
     * PATTERN_SECOND if it is the lane's second one; 0: none. */
    uint32_t pair[PATTERN_SLOTS];
    int32_t pair_distance; /* 0: no pair has been looked for */
    int32_t lowest;        /* where the window begins: bytes from lane 0's address */
    bool is_known;         /* there is one; false: all is 0 */
    bool is_distinct;      /* no two lanes are at one dword */
};

/* What is known where a work-group runs. The engine keeps it for later work-groups. Patterns stay
 * while one runs, since compiled code comes back to those that it has compared. */
struct lane_patterns {
    struct lane_pattern known[1 << PATTERNS_LOG2]; /* by hash */
    _Alignas(64) int32_t wanted[PATTERN_LANES];    /* the function's argument */
    int32_t distance;                              /* likewise, of pairs */
    uint32_t tries;                                /* how often it may still be called */
    uint32_t refused;                              /* another pattern was in the way */
};

/* Fills in the pattern of p->wanted. false: it is none, or there is another one. */
static inline bool lane_pattern_find(struct lane_patterns *p, struct lane_pattern *out)
{
    int32_t lowest = 0;
    p->refused += out->is_known;
    if (out->is_known)
        return false;
    for (unsigned i = 0; i < PATTERN_LANES; i++)
        lowest = p->wanted[i] < lowest ? p->wanted[i] : lowest;
    for (unsigned i = 0; i < PATTERN_LANES; i++) {
        uint32_t from = (uint32_t)p->wanted[i] - (uint32_t)lowest;
        if (from % 4 || from / 4 >= PATTERN_SLOTS)
            return false;
    }
    *out = (struct lane_pattern){.lowest = lowest, .is_known = true, .is_distinct = true};
    for (unsigned i = 0; i < PATTERN_LANES; i++) {
        uint32_t slot = ((uint32_t)p->wanted[i] - (uint32_t)lowest) / 4;
        out->from_first[i] = p->wanted[i];
        out->slot[i] = slot;
        out->is_distinct &= !out->lane[slot];
        out->lane[slot] = i | PATTERN_TAKEN;
    }
    return true;
}

/* Fills in the pairs of a pattern, p->distance apart. false: they are none. */
static inline bool lane_pattern_pair(const struct lane_patterns *p, struct lane_pattern *out)
{
    enum { HALF = PATTERN_LANES / 2 };
    uint32_t pair[PATTERN_SLOTS] = {0}, apart = (uint32_t)p->distance / 4;
    if (!out->is_known || out->pair_distance)
        return false;
    out->pair_distance = PAIR_NONE;
    if (p->distance <= 0 || p->distance % 4 || apart >= PAIR_SLOTS)
        return false;
    for (uint32_t i = 0; i < PATTERN_LANES; i++)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t slot = out->slot[i] + k * apart;
            if (slot / PAIR_SLOTS != i / HALF || pair[slot])
                return false;
            pair[slot] = i % HALF | (k ? PATTERN_SECOND : 0) | PATTERN_TAKEN;
        }
    for (unsigned i = 0; i < PATTERN_SLOTS; i++)
        out->pair[i] = pair[i];
    out->pair_distance = p->distance;
    return true;
}

/* A work-group begins. */
static inline void lane_patterns_renew(struct lane_patterns *p)
{
    if (p->refused >= PATTERN_TRIES)
        *p = (struct lane_patterns){.tries = p->tries};
    p->tries += p->tries < PATTERN_TRIES;
}

#endif
