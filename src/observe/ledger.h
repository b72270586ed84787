/* ledger.h: sums of launches by kernel, and how they are told; see shoal/profile.h. */
#ifndef SHOAL_OBSERVE_LEDGER_H
#define SHOAL_OBSERVE_LEDGER_H

#include <stdio.h>

#include "shoal/shoal.h"

struct ledger_kernel {
    char *name; /* as in the file; owned */
    uint64_t launches, failures, jit_launches;
    double least_ms, most_ms;
    shoal_launch_stats sum;
};

/* Zero it before the first use. */
struct ledger {
    struct ledger_kernel *kernels; /* [count] owned */
    size_t count;
    uint64_t running; /* launches that have not ended */
};

/* Counts a launch; stats may be NULL. Without memory for another kernel it is left out. */
void ledger_add(struct ledger *ledger, const char *name, shoal_status status,
                const shoal_launch_stats *stats);
/* Forgets all launches but those that run. */
void ledger_clear(struct ledger *ledger);

/* A table, the kernel with the longest time first; and the same as one JSON object on a line. */
void ledger_write(struct ledger *ledger, FILE *out);
void ledger_write_json(struct ledger *ledger, FILE *out);

#endif
