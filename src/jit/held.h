/* held.h: LDS of a whole work-group (batch.h) that is kept in values, not in memory.
 *
 * Where all waves of a work-group run in one piece of code, and lanes' addresses in LDS are known
 * when it is compiled, what a store puts there is noted, dword by dword, and a load is a shuffle of
 * what was stored. LDS is zero at first, or of a tail what memory has, and nobody sees it when the
 * work-group has ended. */
#ifndef SHOAL_JIT_HELD_H
#define SHOAL_JIT_HELD_H

#include "jit/emitter.h"

enum { HELD_DWORDS = 1 << 14, NOT_HELD = HELD_DWORDS };

struct held {
    LLVMValueRef value[HELD_DWORDS]; /* <32 x i32>; NULL: what was there at first */
    uint8_t lane[HELD_DWORDS];       /* of that vector */
    uint32_t end;                    /* dwords of LDS that are accessed */
    unsigned shuffles;               /* that loads took so far */
    bool is_in_memory;               /* at first; else it is 0 */
};

/* The dwords at[n] of LDS, in lanes n; NOT_HELD: whatever there is. */
LLVMValueRef held_load(struct emitter *e, const uint32_t at[32]);
/* Stores lane n of `v` to at[n]; NOT_HELD: nowhere. Of lanes with the same dword, the last one. */
void held_store(struct emitter *e, const uint32_t at[32], LLVMValueRef v);

#endif
