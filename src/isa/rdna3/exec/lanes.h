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

/* Lane n: lane from[n] of x. from[n] (< 32) must be in the same row of 16 lanes as n. */
static inline u32x32 gather_rows(const u32x32 *x, const u8x32 *from)
{
#ifdef __AVX512F__
    typedef VEC(uint32_t, 64) u32x16;
    typedef VEC(uint8_t, 16) u8x16;
    const u32x16 *row = (const u32x16 *)x;
    const u8x16 *at = (const u8x16 *)from;
    /* a shuffle by a vector becomes one instruction per row here, but a long sequence on
     * lesser CPUs */
    u32x16 lo = __builtin_shufflevector(row[0], WIDEN(u32x16, at[0]) & 15);
    u32x16 hi = __builtin_shufflevector(row[1], WIDEN(u32x16, at[1]) & 15);
    return __builtin_shufflevector(lo, hi, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                                   17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
#else
    const uint32_t *lane = (const uint32_t *)x;
    const uint8_t *at = (const uint8_t *)from;
    u32x32 r;
    for (unsigned n = 0; n < 32; n++)
        r[n] = lane[at[n] & 31];
    return r;
#endif
}

/* The part of M0 that is added to the number of a register; mask 0: none is. */
struct m0_part {
    uint32_t mask;
    unsigned shift;
};

enum { INDEXED_STATE = STATE_SGPRS | STATE_VGPRS };

static inline struct m0_part source_index_part(const struct rdna3_row *row)
{
    bool has = row->effects.reads & INDEXED_STATE, is_field = row->flags & FLAG_m0fields;
    return (struct m0_part){!has ? 0 : is_field ? 0x3ff : UINT32_MAX, 0};
}
static inline struct m0_part dest_index_part(const struct rdna3_row *row)
{
    bool has = row->effects.writes & INDEXED_STATE, is_field = row->flags & FLAG_m0fields;
    return (struct m0_part){!has ? 0 : is_field ? 0x3ff : UINT32_MAX, is_field ? 16 : 0};
}

static inline uint32_t m0_index(const struct rdna3_wave *w, struct m0_part part)
{
    return w->s[SRC_M0] >> part.shift & part.mask;
}

/* Number of an indexed VGPR, or -1 if it is out of range. */
static inline int indexed_vgpr(const struct rdna3_wave *w, uint32_t base, uint32_t index)
{
    uint64_t n = (uint64_t)base + index;
    return n < w->vgprs ? (int)n : -1;
}

#endif
