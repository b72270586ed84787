/* access_rows.h: what struct access_info says of all lanes together. */
#ifndef SHOAL_EXEC_ACCESS_ROWS_H
#define SHOAL_EXEC_ACCESS_ROWS_H

#include "isa/exec/vec.h"
#include "isa/machine.h"

static inline u64x32 lane_numbers(void)
{
    u64x32 n;
    for (unsigned i = 0; i < 32; i++)
        n[i] = i;
    return n;
}

/* Fills in low, high and is_row, from lanes, bytes and lane_address. */
static inline void access_summarize(struct access_info *a)
{
    if (!a->lanes)
        return;
    unsigned first = (unsigned)__builtin_ctzll(a->lanes);
    uint64_t base = a->lane_address[first] - first * (uint64_t)a->bytes, wrong = 0;
    a->low = UINT64_MAX;
    a->high = 0;
    for (unsigned h = 0; h < 2; h++) {
        uint32_t on = (uint32_t)(a->lanes >> 32 * h);
        if (!on)
            continue;
        u64x32 at, expected = (lane_numbers() + 32 * h) * a->bytes + base, mask = lanes_of64(on);
        memcpy(&at, a->lane_address + 32 * h, sizeof at);
        uint64_t low = __builtin_reduce_min(at | ~mask), high = __builtin_reduce_max(at & mask);
        wrong |= __builtin_reduce_or((at ^ expected) & mask);
        a->low = low < a->low ? low : a->low;
        a->high = high > a->high ? high : a->high;
    }
    a->is_row = !wrong;
}

#endif
