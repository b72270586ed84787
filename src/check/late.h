/* late.h: results that become visible when code has waited for them (--late-results); see late.c.
 */
#ifndef SHOAL_CHECK_LATE_H
#define SHOAL_CHECK_LATE_H

#include "check/checker.h"

/* What results wait for: of each counter, the number of the instruction that raised it (counter.h).
 */
struct late_wait {
    uint64_t number[MAX_WAIT_COUNTERS];
    uint8_t counters;
    bool is_unordered;
};

/* Of a wave; zero at first. */
struct late_wave {
    struct late_result *first, **end; /* that are not visible yet, the oldest first */
    struct late_result *now;          /* of the instruction that is about to be executed */
};

/* The wave's instruction is about to write these registers: vector registers first, then scalar
 * ones, numbered as in wait.c. Its result comes when `wait` says so. */
void late_begin(const struct check_group *g, struct wave *w, struct late_wave *v, unsigned first,
                unsigned count, uint64_t lanes, const struct late_wait *wait);
/* The instruction of late_begin has been executed: its registers are what they were before. */
void late_hide(const struct check_group *g, struct wave *w, struct late_wave *v);
/* Code waited for a counter: what raised it up to number `done` is there; only_ordered: unless it
 * may be done in any order. */
void late_show(const struct check_group *g, struct wave *w, struct late_wave *v, unsigned counter,
               uint64_t done, bool only_ordered);
void late_end(struct late_wave *v);

#endif
