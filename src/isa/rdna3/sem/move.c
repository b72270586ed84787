/* move.c: moves, selects and swaps within a lane, and instructions that do nothing.
 * Manual: RDNA3 16.7, 16.8, 16.12. */
#include "isa/rdna3/sem/sem.h"

SEM(v_nop) {}
SEM(v_pipeflush) {}

SEM(v_mov_b32) { d->u = a->u; }
SEM(v_mov_b16) { d->u = a->u; }

SEM(v_cndmask_b32) { d->u = select32(m, b->u, a->u); }
SEM(v_cndmask_b16) { d->u = select16(m, b->u, a->u); }

/* Both are sources and destinations. */
SEM(v_swap_b32)
{
    vec32 t = *d;
    *d = *e;
    *e = t;
}
SEM(v_swap_b16)
{
    vec16 t = *d;
    *d = *e;
    *e = t;
}
