/* mnemonic.h: every mnemonic and alias with its row, and the hash table over them, generated
 * from insts.tbl and aliases.tbl. */
#ifndef SHOAL_ISA_VENTUS_MNEMONIC_H
#define SHOAL_ISA_VENTUS_MNEMONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ventus_gen.h" /* VENTUS_MNEMONIC_COUNT, _SLOTS, _FACTOR */

struct ventus_mnemonic {
    const char *name;
    uint16_t row;
    uint8_t length;
};

extern const struct ventus_mnemonic ventus_mnemonics[VENTUS_MNEMONIC_COUNT];
/* By hash: 1 + index of ventus_mnemonics, 0: free; probe linearly. */
extern const uint16_t ventus_mnemonic_slots[VENTUS_MNEMONIC_SLOTS];

/* The row of a mnemonic or alias of the table; -1: none. */
int ventus_find_mnemonic(const char *name, size_t length);
/* Has a format's mnemonic a suffix for the order of memory accesses? */
bool ventus_has_order(unsigned format);
/* The same as ventus_find_mnemonic, of names with suffixes, too: the order of an atomic
 * (amoadd.w.aqrl), shape and types of a matrix product (mma.m16n8k16. ...). *suffix: where they
 * begin in the name; `length` without any. What they say is for the caller to judge. */
int ventus_find_name(const char *name, size_t length, size_t *suffix);

#endif
