/* wait.h: the check of waits; see wait.c. */
#ifndef SHOAL_CHECK_WAIT_H
#define SHOAL_CHECK_WAIT_H

#include "check/checker.h"

/* Of one wave, zero at first; 0: the instruction set has no counters. */
size_t wait_bytes(const struct launch *l);
/* Before each instruction of the wave; a: what it does to memory, NULL: nothing that is told. */
void wait_check(struct check_group *g, struct wave *w, const struct op *op,
                const struct accesses *a);
/* Before anything else of that: results that are to come later are taken away again. */
void wait_hide(struct check_group *g, struct wave *w);
void wait_group_end(struct check_group *g);
void wait_launch_end(struct check_launch *c);

#endif
