/* lane.c: data between lanes and between indexed registers: READLANE, WRITELANE,
 * PERMLANE, MBCNT, MOVREL, SWAPREL. Manual: RDNA3 16.8, 16.12; 3.3.2.2 and 7.8 for
 * registers indexed by M0. */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/sem.h"

/* ---- one lane to a scalar and back; EXEC does not mask them ---- */

SEM(v_readfirstlane_b32)
{
    uint64_t exec = wave_exec(w);
    w->s[o->valu.co_sgpr] = lane32(w, &o->valu.src[0], exec ? (unsigned)__builtin_ctzll(exec) : 0);
    return op_next(o);
}

/* The lane number wraps around at the size of the wave. */
static inline unsigned selected_lane(const struct rdna3_wave *w, const struct rdna3_op *o)
{
    return scalar32(w, &o->valu.src[1]) & (32u * w->halves - 1);
}

SEM(v_readlane_b32)
{
    w->s[o->valu.co_sgpr] = lane32(w, &o->valu.src[0], selected_lane(w, o));
    return op_next(o);
}

SEM(v_writelane_b32)
{
    if (!o->valu.skip_writes)
        ((uint32_t *)((char *)w->v + o->valu.dst))[selected_lane(w, o)] =
            scalar32(w, &o->valu.src[0]);
    return op_next(o);
}

/* ---- permutations ---- */

static inline u32x32 swap_rows(u32x32 x)
{
    return __builtin_shufflevector(x, x, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
                                   31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* PERMLANE16, PERMLANEX16: lane n of a row of 16 takes the lane that nibble n of {S2, S1}
 * says, from the same row or the other one of the pair (`across`). OPSEL[0] is FI:
 * read inactive lanes too; else OPSEL[1], bound_ctrl, says what an inactive source gives:
 * 0, or no write (manual 16.12, 7.7). */
static inline const struct rdna3_op *permlane(struct rdna3_wave *w, const struct rdna3_op *o,
                                              bool across)
{
    const struct rdna3_valu *v = &o->valu;
    if (v->skip_writes)
        return op_next(o);
    uint32_t opsel = o->insn->f[F_opsel];
    bool fi = opsel & 1, zero = opsel & 2;
    uint64_t select = scalar32(w, &v->src[1]) | (uint64_t)scalar32(w, &v->src[2]) << 32;
    u8x32 at;
    for (unsigned lane = 0; lane < 32; lane++)
        at[lane] = (uint8_t)((lane & 16) | (select >> 4 * (lane & 15) & 15));
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = w->s[SRC_EXEC_LO + h], readable = UINT32_MAX;
        u32x32 from = lanes32(w, &v->src[0], h).u;
        u32x32 active = fi ? splat32(UINT32_MAX) : lanes_of(exec);
        if (across) {
            from = swap_rows(from);
            active = swap_rows(active);
        }
        from = gather_rows(&from, &at);
        if (!fi) {
            active = gather_rows(&active, &at);
            from &= active;
            readable = mask_of((i32x32)active);
        }
        write_lanes((vec32 *)((char *)w->v + v->dst) + h, from, zero ? exec : exec & readable);
    }
    return op_next(o);
}

SEM(v_permlane16_b32) { return permlane(w, o, false); }
SEM(v_permlanex16_b32) { return permlane(w, o, true); }

/* Swaps the halves of a wave64 whatever EXEC says of the lanes read; nothing in wave32. */
SEM(v_permlane64_b32)
{
    const struct rdna3_valu *v = &o->valu;
    if (w->halves == 1 || v->skip_writes)
        return op_next(o);
    vec32 lo = lanes32(w, &v->src[0], 0), hi = lanes32(w, &v->src[0], 1);
    vec32 *d = (vec32 *)((char *)w->v + v->dst);
    write_lanes(&d[0], hi.u, w->s[SRC_EXEC_LO]);
    write_lanes(&d[1], lo.u, w->s[SRC_EXEC_HI]);
    return op_next(o);
}

/* ---- position among the lanes ---- */

/* lane0 is 0, or 32 in the upper half of wave64: there the LO form counts all 32 bits, and
 * in the lower half the HI form counts none. */
SEM(v_mbcnt_lo_u32_b32)
{
    u32x32 below = lane0 ? splat32(UINT32_MAX) : (1u << lane_ids()) - 1;
    d->u = popcount32(a->u & below) + b->u;
}
SEM(v_mbcnt_hi_u32_b32)
{
    u32x32 below = lane0 ? (1u << lane_ids()) - 1 : splat32(0);
    d->u = popcount32(a->u & below) + b->u;
}

/* ---- indexed registers ---- */

/* Moves src0, or VGPR (src0 + source index), to VGPR (vdst + dest_index). A source out of
 * range is VGPR 0; with a destination out of range nothing happens. */
static const struct rdna3_op *move_relative(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_insn *in = o->insn;
    struct rdna3_src s = o->valu.src[0];
    uint32_t source_index = m0_index(w, source_index_part(op_row(o)));
    int to = indexed_vgpr(w, in->f[F_vdst], m0_index(w, dest_index_part(op_row(o))));
    if (to < 0)
        return op_next(o);
    if (s.kind == SRCK_V32 && source_index) {
        int from = indexed_vgpr(w, in->f[F_src0] - SRC_VGPR0, source_index);
        s.value = (from < 0 ? 0 : (uint32_t)from) * w->halves * (uint32_t)sizeof(vec32);
    }
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = w->s[SRC_EXEC_LO + h];
        vec32 x = lanes32(w, &s, h);
        if (o->valu.dpp_kind) {
            vec32 from = x;
            exec &= FN(dpp)(&o->valu, exec, 32 * h, &from, &x);
        }
        if (s.abs)
            x.u &= INT32_MAX;
        if (s.neg)
            x.u ^= 0x80000000;
        write_lanes(vgpr(w, (unsigned)to, h), x.u, exec);
    }
    return op_next(o);
}

SEM(v_movreld_b32) { return move_relative(w, o); }
SEM(v_movrels_b32) { return move_relative(w, o); }
SEM(v_movrelsd_b32) { return move_relative(w, o); }
SEM(v_movrelsd_2_b32) { return move_relative(w, o); }

/* Both registers are destinations: one out of range discards the swap. */
SEM(v_swaprel_b32)
{
    uint32_t source_index = m0_index(w, source_index_part(op_row(o)));
    int a = indexed_vgpr(w, o->insn->f[F_src0] - SRC_VGPR0, source_index);
    int b = indexed_vgpr(w, o->insn->f[F_vdst], m0_index(w, dest_index_part(op_row(o))));
    if (o->insn->f[F_src0] < SRC_VGPR0 || a < 0 || b < 0)
        return op_next(o);
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = w->s[SRC_EXEC_LO + h];
        vec32 *p = vgpr(w, (unsigned)a, h), *q = vgpr(w, (unsigned)b, h), t = *p;
        write_lanes(p, q->u, exec);
        write_lanes(q, t.u, exec);
    }
    return op_next(o);
}
