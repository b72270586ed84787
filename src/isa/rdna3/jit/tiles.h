/* tiles.h: accesses of a batch to structures of lanes, as whole rows of memory (jit/tile.h). */
#ifndef SHOAL_RDNA3_JIT_TILES_H
#define SHOAL_RDNA3_JIT_TILES_H

#include "isa/rdna3/jit/plan.h"

/* Element k of a load. false: nothing was emitted. */
bool rdna3_load_tile(struct emitter *e, const struct plan *p, unsigned k, LLVMValueRef out[4]);
/* Puts off a store of all waves: what gets the values. NULL: it is to be made now. */
struct tile_store *rdna3_put_off(struct emitter *e, const struct plan plan[MAX_TEAM_WAVES]);
/* Makes the stores that were put off. */
void rdna3_store_tiles(struct emitter *e);

#endif
