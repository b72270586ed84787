/* dpp.c: data-parallel primitives: src0 read from other lanes, manual 7.7. */
#include "isa/rdna3/exec/layer.h"

/* Source lane for each lane of a row of 16 (or group of 8, for DPP8), or -1: out of range. */
static int source_lane(const struct rdna3_valu *v, unsigned lane)
{
    if (v->dpp_kind == 8)
        return (int)((lane & 0x18) | (v->dpp >> (8 + 3 * (lane & 7)) & 7));
    uint32_t ctrl = rdna3_dpp16_ctrl(v->dpp);
    unsigned row = lane & 0x10, n = lane & 0xf, c = ctrl & 0xf;
    if (ctrl < 0x100)
        return (int)((lane & 0x1c) | (ctrl >> (2 * (lane & 3)) & 3));
    if (ctrl <= 0x10f)
        return n + c < 16 ? (int)(row + n + c) : -1;
    if (ctrl <= 0x11f)
        return n >= c ? (int)(row + n - c) : -1;
    if (ctrl <= 0x12f)
        return (int)(row + ((n - c) & 0xf));
    if (ctrl == 0x140)
        return (int)(row + 15 - n);
    if (ctrl == 0x141)
        return (int)(row + (n & 8) + 7 - (n & 7));
    if (ctrl < 0x160)
        return (int)(row + c);
    return (int)(row + (n ^ c));
}

uint32_t FN(dpp)(const struct rdna3_valu *v, uint32_t exec, uint32_t lane0, const vec32 *src, vec32 *out)
{
    bool fi = v->dpp_kind == 8 ? v->dpp8_fi : rdna3_dpp16_fi(v->dpp);
    bool zero = v->dpp_kind == 8 || rdna3_dpp16_bound_ctrl(v->dpp);
    uint32_t write = 0;
    vec32 r;
    for (unsigned lane = 0; lane < 32; lane++) {
        int from = source_lane(v, lane);
        bool valid = from >= 0 && (fi || exec >> from & 1);
        r.u[lane] = valid ? src->u[from] : 0;
        write |= (uint32_t)(valid || zero) << lane;
    }
    *out = r;
    if (v->dpp_kind == 8)
        return write;
    uint32_t bank = v->dpp >> 24 & 0xf, row = v->dpp >> 28;
    /* bank bit n: lanes 4 n .. 4 n + 3 of each row; row bit n: row n of the whole wave */
    uint32_t lanes = (bank & 1 ? 0xf : 0) | (bank & 2 ? 0xf0 : 0) | (bank & 4 ? 0xf00 : 0) |
                     (bank & 8 ? 0xf000 : 0);
    row >>= lane0 / 16;
    return write & ((row & 1 ? lanes : 0) | (row & 2 ? lanes << 16 : 0));
}
