/* dpp.c: data-parallel primitives: src0 read from other lanes, manual 7.7.
 *
 * The control word is worked out once, at translation, to a table of source lanes; at run
 * time it is one gather and, where lanes are inactive, one gather of EXEC.
 *
 * A source lane out of range with FI = 1: the text of 7.7.1 says that bound_ctrl decides,
 * Table 31 says otherwise. We follow the text. Errata E-012 */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/exec/layer.h"

/* Source lane for each lane of a pass, or -1: out of range. */
static int source_lane(unsigned ctrl, unsigned lane)
{
    unsigned row = lane & 0x10, n = lane & 0xf, c = ctrl & 0xf;
    if (ctrl < 0x100) /* quad_perm */
        return (int)((lane & 0x1c) | (ctrl >> (2 * (lane & 3)) & 3));
    if (ctrl <= 0x10f) /* row_shl */
        return n + c < 16 ? (int)(row + n + c) : -1;
    if (ctrl <= 0x11f) /* row_shr */
        return n >= c ? (int)(row + n - c) : -1;
    if (ctrl <= 0x12f) /* row_ror */
        return (int)(row + ((n - c) & 0xf));
    if (ctrl == 0x140) /* row_mirror */
        return (int)(row + 15 - n);
    if (ctrl == 0x141) /* row_half_mirror */
        return (int)(row + (n & 8) + 7 - (n & 7));
    if (ctrl < 0x160) /* row_share */
        return (int)(row + c);
    return (int)(row + (n ^ c)); /* row_xmask */
}

void FN(dpp_plan)(const struct rdna3_insn *in, struct rdna3_dpp *plan)
{
    uint32_t word = in->dpp;
    bool dpp8 = in->ext == EXT_DPP8;
    plan->fi = dpp8 ? in->dpp8_fi : rdna3_dpp16_fi(word);
    plan->zero = dpp8 || rdna3_dpp16_bound_ctrl(word);
    plan->in_range = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        int from = dpp8 ? (int)((lane & 0x18) | (word >> (8 + 3 * (lane & 7)) & 7))
                        : source_lane(rdna3_dpp16_ctrl(word), lane);
        plan->from[lane] = (uint8_t)(from < 0 ? (int)lane : from);
        plan->in_range |= (uint32_t)(from >= 0) << lane;
    }
    plan->writes[0] = plan->writes[1] = UINT32_MAX;
    if (dpp8)
        return;
    /* bank bit n: lanes 4 n .. 4 n + 3 of each row; row bit n: row n of the whole wave */
    uint32_t bank = word >> 24 & 0xf, row = word >> 28;
    uint32_t lanes = (bank & 1 ? 0xf : 0) | (bank & 2 ? 0xf0 : 0) | (bank & 4 ? 0xf00 : 0) |
                     (bank & 8 ? 0xf000 : 0);
    for (unsigned pass = 0; pass < 2; pass++, row >>= 2)
        plan->writes[pass] = (row & 1 ? lanes : 0) | (row & 2 ? lanes << 16 : 0);
}

uint32_t FN(dpp)(const struct rdna3_valu *v, uint32_t exec, uint32_t lane0, const vec32 *src,
                 vec32 *out)
{
    const struct rdna3_dpp *plan = v->dpp;
    uint32_t valid = plan->in_range;
    u32x32 r = gather_rows(&src->u, &plan->from);
    if (!plan->fi && exec != UINT32_MAX) {
        u32x32 active = lanes_of(exec);
        valid &= mask_of((i32x32)gather_rows(&active, &plan->from));
    }
    out->u = valid == UINT32_MAX ? r : r & lanes_of(valid);
    return (plan->zero ? UINT32_MAX : valid) & plan->writes[lane0 / 32];
}
