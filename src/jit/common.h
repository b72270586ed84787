/* common.h: what lanes and waves have in common.
 *
 * Kernels begin with what all their waves compute alike of the arguments: divisions, strides,
 * places of arrays. Where a call of compiled code begins waves one after the other, that is done
 * once, and the others take the scalars that came of it. */
#ifndef SHOAL_JIT_COMMON_H
#define SHOAL_JIT_COMMON_H

#include "jit/emitter.h"

/* Whether all lanes of a vector have the same value, as can be seen from how it is made. */
bool lanes_alike(LLVMValueRef v);
/* What the first active lane of a vector register has, if active lanes are alike (wave32). NULL:
 * they may differ. */
LLVMValueRef first_alike(struct emitter *e, unsigned var);
/* In a whole function, without what nothing uses: makes new waves share what they have in common.
 */
void share_common(struct emitter *e);

#endif
