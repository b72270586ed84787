/* columns.h: stores of a batch whose lanes are side by side from wave to wave (jit/across.h). */
#ifndef SHOAL_RDNA3_JIT_COLUMNS_H
#define SHOAL_RDNA3_JIT_COLUMNS_H

#include "isa/rdna3/jit/plan.h"
#include "jit/team.h"

/* Whether a store of all waves may be of lanes side by side (jit/across.h): then it is made for all
 * of them at once. */
bool rdna3_may_be_across(const struct emitter *e, const struct plan plan[MAX_TEAM_WAVES]);
/* Makes it, of these values. */
void rdna3_store_across(struct emitter *e, const struct plan plan[MAX_TEAM_WAVES],
                        const LLVMValueRef v[MAX_TEAM_WAVES]);

#endif
