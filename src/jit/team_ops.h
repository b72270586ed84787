/* team_ops.h: ops of several waves that run together (team.h). */
#ifndef SHOAL_JIT_TEAM_OPS_H
#define SHOAL_JIT_TEAM_OPS_H

#include "jit/team.h"

/* What a crew takes the place of in the emitter while its code is emitted. */
struct crew_place {
    LLVMValueRef wave;
    struct nan_group *nan, *nans; /* one wave's; the crew's, [MAX_TEAM_WAVES] */
    struct exec_lanes *exec;      /* one wave's */
    unsigned halves, long_ways;
};

/* What is emitted from here on is the crew's. values: [crew->team->waves][VAR_COUNT], zero. false:
 * no memory. */
bool team_begin(struct emitter *e, struct crew *c, LLVMValueRef *values, struct crew_place *place);
/* Of a broken crew, takes back the blocks from `first` on. */
void team_end(struct emitter *e, struct crew_place *place, LLVMBasicBlockRef first);

/* Emits the op at e->at, which accesses no memory of lanes, for all waves, each thing once. */
void team_emit_for_all(struct emitter *e);
/* Emits the op at e->at, or the accesses that begin there, for all waves; `left` ops are left in
 * the block. Returns how many ops that was. */
uint32_t team_emit(struct emitter *e, uint32_t left);
/* All results so far are as they are to be, before the op at e->at. */
void team_require_numbers(struct emitter *e);

#endif
