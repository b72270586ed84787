/* lane.c: instructions in which lanes see each other: shuffles, moves to a scalar register,
 * the small tensor product.
 *
 * Spec isa.md 3.4, 3.9, 8.4. */
#include "isa/ventus/exec/layer.h"
#include "isa/ventus/sem/float.h"

enum shuffle { BFLY, IDX, UP, DOWN };

/* Source lanes beyond the warp: the lane's own value. Inactive ones are read all the same. */
static const struct ventus_op *shuffle(struct ventus_wave *w, const struct ventus_op *o,
                                       enum shuffle how)
{
    vec32 from = w->v[ventus_reg(o->insn, VROLE_b)];
    vec32 *d = &w->v[ventus_reg(o->insn, VROLE_d)];
    unsigned k = (unsigned)ventus_imm(o->insn, VROLE_k), lanes = w->base.lanes;
    for (uint32_t left = w->on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        unsigned source = how == BFLY ? l ^ k : how == IDX ? k : how == UP ? l - k : l + k;
        d->u[l] = from.u[source < lanes ? source : l];
    }
    return o->next;
}

SEM(shuffle_bfly) { return shuffle(w, o, BFLY); }
SEM(shuffle_idx) { return shuffle(w, o, IDX); }
SEM(shuffle_up) { return shuffle(w, o, UP); }
SEM(shuffle_down) { return shuffle(w, o, DOWN); }

/* The last active lane wins; without one nothing is written. */
SEM(vmv_x_s)
{
    if (w->on) {
        unsigned l = 31 - (unsigned)__builtin_clz(w->on);
        set_x(w, ventus_reg(o->insn, VROLE_d), *vgpr_lane(w, ventus_reg(o->insn, VROLE_b), l));
    }
    return o->next;
}

/* C += A x B, A (m x k) row by row in src1, B column by column in src2, C in the low m * n
 * lanes; the upper lanes keep their value. The shape follows the warp's size as in the RTL:
 * 2x4x2 (m, k, n) for 8 lanes, 4x8x4 for 32; for 4 and 16 the like with half the k. */
SEM(vftta)
{
    uint32_t full = w->base.lanes == 32 ? UINT32_MAX : (1u << w->base.lanes) - 1;
    if (w->on != full)
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, full & ~w->on, 0, 0,
                         "%s needs every thread of the warp", op_row(o)->name);
    if (w->frm > SF_RMM)
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "frm holds a reserved mode");
    unsigned lanes = w->base.lanes, n = lanes >= 16 ? 4 : 2, depth = lanes / n;
    const vec32 a = w->v[ventus_reg(o->insn, VROLE_a)], b = w->v[ventus_reg(o->insn, VROLE_b)];
    vec32 c = w->v[ventus_reg(o->insn, VROLE_c)], *d = &w->v[ventus_reg(o->insn, VROLE_d)];
    for (unsigned i = 0; i < n * n; i++) {
        struct f32b sum = {c.u[i]};
        for (unsigned j = 0; j < depth; j++)
            sum = ffma(&w->env, (struct f32b){a.u[depth * (i / n) + j]},
                       (struct f32b){b.u[depth * (i % n) + j]}, sum);
        d->u[i] = sum.u;
    }
    return o->next;
}
