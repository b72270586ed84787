/* gds.c: DS instructions with gds=1: those of LDS on the global data share.
 *
 * The wave sees GDS in place of its LDS while the instruction runs. Only the first active lane
 * takes part (12.6). M0 holds the size in bytes in its low half and the base in its high half. */
#include "isa/rdna3/exec/gds.h"
#include "isa/rdna3/exec/functions.h"

const struct op *FN(exec_gds)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    struct rdna3_share *share = wave_share(w);
    uint64_t exec = wave_exec(w);
    if (!exec) /* sent, with nothing to do */
        return &op_next(o)->base;
    uint32_t m0 = w->s[SRC_M0], base = m0 >> 16, size = m0 & 0xffff;
    if (base > GDS_BYTES)
        base = GDS_BYTES;
    if (size > GDS_BYTES - base)
        size = GDS_BYTES - base;
    struct group gds = *wave->group, *own = wave->group;
    gds.lds = share->gds + base;
    gds.lds_bytes = size;
    uint64_t one = exec & -exec;
    bool counts = FN(function_kinds)[o->base.row] == FNK_wave;
    share_lock(share);
    wave->group = &gds;
    w->s[SRC_EXEC_LO] = (uint32_t)one;
    if (w->halves == 2)
        w->s[SRC_EXEC_HI] = (uint32_t)(one >> 32);
    if (counts) /* append, consume: these count active lanes and take their address from M0 */
        w->s[SRC_M0] = 0;
    const struct op *next = counts ? (const struct op *)o->fn.wave(w, o) : FN(exec_ds)(wave, op);
    w->s[SRC_M0] = m0;
    w->s[SRC_EXEC_LO] = (uint32_t)exec;
    if (w->halves == 2)
        w->s[SRC_EXEC_HI] = (uint32_t)(exec >> 32);
    wave->group = own;
    share_unlock(share);
    return next;
}
