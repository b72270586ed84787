/* flat.h: short branches of lanes as one block, without a branch. */
#ifndef SHOAL_JIT_FLAT_H
#define SHOAL_JIT_FLAT_H

#include "jit/region.h"

/* Makes one block of branches of lanes whose ways are short, and of what lies around them. Needs to
 * know where ways meet (find_full). Without memory for it, branches stay. */
void flatten(struct region *r);

#endif
