/* lanes.h: operands of the vector instructions that move data between lanes or registers
 * and therefore do without the operand layer (rows flagged `wave`).
 *
 * The translator has put scalar destinations in valu.co_sgpr and the sources of readlane
 * and permlane in src[0..2]; what depends on M0 is worked out here from the raw fields.
 * Manual: RDNA3 3.3.2.2 and 7.8 for indexed registers. */
#ifndef SHOAL_RDNA3_LANES_H
#define SHOAL_RDNA3_LANES_H

#include "isa/rdna3/exec/state.h"

/* A 32-bit source as one value: constants and scalars; of a VGPR, lane 0. */
static inline uint32_t scalar32(const struct rdna3_wave *w, const struct rdna3_src *s)
{
    switch (s->kind) {
    case SRCK_S32:
        return w->s[s->value];
    case SRCK_SCC:
        return w->scc;
    case SRCK_V32:
        return *(const uint32_t *)((const char *)w->v + s->value);
    default:
        return (uint32_t)s->imm;
    }
}

/* Lane `lane` (0..63) of a 32-bit source. Lanes of both halves of a VGPR follow each other. */
static inline uint32_t lane32(const struct rdna3_wave *w, const struct rdna3_src *s, unsigned lane)
{
    if (s->kind == SRCK_V32)
        return ((const uint32_t *)((const char *)w->v + s->value))[lane];
    return scalar32(w, s);
}

/* A 32-bit source in the lanes 32 * half ... */
static inline vec32 lanes32(const struct rdna3_wave *w, const struct rdna3_src *s, unsigned half)
{
    if (s->kind == SRCK_V32)
        return ((const vec32 *)((const char *)w->v + s->value))[half];
    return (vec32){.u = splat32(scalar32(w, s))};
}

/* Writes a VGPR under EXEC. */
static inline void write_lanes(vec32 *d, u32x32 value, uint32_t exec)
{
    d->u = exec == UINT32_MAX ? value : select32(exec, value, d->u);
}

/* Number of an indexed VGPR, or -1 if it is out of range. */
static inline int indexed_vgpr(const struct rdna3_wave *w, uint32_t base, uint32_t index)
{
    uint64_t n = (uint64_t)base + index;
    return n < w->vgprs ? (int)n : -1;
}

#endif
