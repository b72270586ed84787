/* hazard.h: the check of what hardware does not keep apart by itself; see hazard.c. */
#ifndef SHOAL_CHECK_HAZARD_H
#define SHOAL_CHECK_HAZARD_H

#include "check/checker.h"

/* Of one wave, zero at first; 0: the instruction set has no hazards. */
size_t hazard_bytes(const struct launch *l);
/* Before each instruction of the wave. */
void hazard_check(struct check_group *g, struct wave *w, const struct op *op);
void hazard_launch_end(struct check_launch *c);

#endif
