/* strip_pages.h: whether what lies behind lanes' places is certainly there. */
#ifndef SHOAL_ISA_STRIP_PAGES_H
#define SHOAL_ISA_STRIP_PAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { GUEST_PAGE = 4096, STRIP_LANES = 32 };

/* Whether of each of these lanes, which all access their places, the bytes from there on are on
 * their page, or on that of the next lane. */
__attribute__((always_inline)) static inline bool are_on_pages(const int32_t index[STRIP_LANES],
                                                               const uint8_t *from, uint32_t lanes,
                                                               uint32_t shift, uint32_t bytes)
{
    uint32_t base = (uint32_t)(uintptr_t)from, beyond = 0;
    for (unsigned l = 0; l + 1 < STRIP_LANES; l++) {
        uint32_t at = base + ((uint32_t)index[l] << shift),
                 next = base + ((uint32_t)index[l + 1] << shift), end = at + bytes - 1;
        bool is_near = (lanes >> (l + 1) & 1) && index[l + 1] > index[l] &&
                       (uint32_t)index[l + 1] - (uint32_t)index[l] < 2 * GUEST_PAGE >> shift;
        bool is_there = (at ^ end) < GUEST_PAGE || (is_near && (next ^ end) < GUEST_PAGE);
        beyond |= (uint32_t)(!is_there && (lanes >> l & 1));
    }
    uint32_t last = base + ((uint32_t)index[STRIP_LANES - 1] << shift);
    return !beyond && (lanes >> (STRIP_LANES - 1) == 0 || (last ^ (last + bytes - 1)) < GUEST_PAGE);
}

#endif
