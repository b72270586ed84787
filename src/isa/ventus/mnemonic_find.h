/* mnemonic_find.h: from a mnemonic to its row. */
#ifndef SHOAL_ISA_VENTUS_MNEMONIC_FIND_H
#define SHOAL_ISA_VENTUS_MNEMONIC_FIND_H

#include <string.h>

#include "isa/ventus/mnemonic.h"

/* The row of a mnemonic or alias of the table; -1: none. */
static inline int ventus_find_mnemonic(const char *name, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i += 8) {
        uint64_t chunk = 0;
        for (size_t k = i; k < length && k < i + 8; k++)
            chunk |= (uint64_t)(unsigned char)name[k] << 8 * (k - i);
        hash = (hash ^ chunk) * VENTUS_MNEMONIC_FACTOR;
        hash ^= hash >> 32;
    }
    for (uint64_t at = hash;; at++) {
        unsigned slot = ventus_mnemonic_slots[at & (VENTUS_MNEMONIC_SLOTS - 1)];
        if (!slot)
            return -1;
        const struct ventus_mnemonic *m = &ventus_mnemonics[slot - 1];
        if (m->length == length && memcmp(m->name, name, length) == 0)
            return m->row;
    }
}

#endif
