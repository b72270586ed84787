/* mnemonic.h: every mnemonic and alias with its row, and the hash table over them, generated
 * from insts.tbl and aliases.tbl. */
#ifndef SHOAL_ISA_VENTUS_MNEMONIC_H
#define SHOAL_ISA_VENTUS_MNEMONIC_H

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

#endif
