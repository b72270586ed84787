/* missed.h: which lanes an access to missing pages concerns.
 *
 * A host raises a signal for one page. Which one that is, where lanes miss several, depends on how
 * the access was made: one vector store, loops over lanes, compiled code. A report must not, so
 * the lowest of the missing pages is told, with the lanes that touch it. */
#ifndef SHOAL_EXEC_MISSED_H
#define SHOAL_EXEC_MISSED_H

#include "base/pages.h"
#include "isa/exec/vec.h"

static inline uint64_t page_of(uint64_t at) { return at & ~(uint64_t)(HOST_PAGE - 1); }

/* Lanes of `on` that touch the page. at: host addresses; bytes: of each lane. */
static inline uint32_t lanes_on_page(const u64x32 *at, uint32_t on, unsigned bytes, uint64_t page)
{
    return mask_of64(*at + (bytes - 1) >= page) & mask_of64(*at < page + HOST_PAGE) & on;
}

/* The lowest page that lanes of `on` touch and the host does not have, if it is below `page`; else
 * `page`, which the host missed. */
static inline uint64_t lowest_missed(const u64x32 *at, uint32_t on, unsigned bytes, uint64_t page)
{
    uint64_t there = page; /* the page asked for last */
    for (uint32_t left = on; left; left &= left - 1) {
        uint64_t first = ((const uint64_t *)at)[__builtin_ctz(left)];
        for (uint64_t p = page_of(first); p <= first + (bytes - 1); p += HOST_PAGE) {
            if (p >= page || p == there)
                continue;
            if (!host_has_byte((const void *)(uintptr_t)p))
                page = p;
            else
                there = p;
        }
    }
    return page;
}

#endif
