/* across.h: dwords that the waves of a batch store side by side, lane by lane.
 *
 * A work-group that transposes a matrix reads rows of it and stores columns: each store of a wave
 * goes to as many lines of memory as it has lanes, and the next wave's to the same ones, a dword
 * further. If the rows are a power of 2 apart, these lines all want the same few places of the
 * caches, and are gone when the next wave comes. Instead, the waves' registers are transposed, and
 * each lane's dwords are stored at once. */
#ifndef SHOAL_JIT_ACROSS_H
#define SHOAL_JIT_ACROSS_H

#include "jit/anywhere.h"
#include "jit/place.h"
#include "jit/team.h"

/* i1: the waves' lanes are so: those of the first row of the first wave each at least as far from
 * the one before as all waves' dwords take, and those of the next rows, and waves, a dword further
 * than those of the row before. NULL: they cannot be. */
LLVMValueRef are_across(struct emitter *e, const struct place *const where[MAX_TEAM_WAVES]);
/* Stores a dword of each of these lanes; first: those of the first wave. */
void store_across(struct emitter *e, const struct anywhere *first,
                  const LLVMValueRef v[MAX_TEAM_WAVES]);

#endif
