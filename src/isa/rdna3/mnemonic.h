/* mnemonic.h: every mnemonic and alias with its row, and the hash table over them, generated
 * from insts.tbl and aliases.tbl. */
#ifndef SHOAL_ISA_RDNA3_MNEMONIC_H
#define SHOAL_ISA_RDNA3_MNEMONIC_H

#include <stdint.h>

#include "rdna3_gen.h" /* RDNA3_MNEMONIC_COUNT, _SLOTS, _FACTOR */

struct rdna3_mnemonic {
    const char *name;
    uint16_t row;
    uint8_t length;
};

extern const struct rdna3_mnemonic rdna3_mnemonics[RDNA3_MNEMONIC_COUNT];
/* By hash: 1 + index of rdna3_mnemonics, 0: free; probe linearly. */
extern const uint16_t rdna3_mnemonic_slots[RDNA3_MNEMONIC_SLOTS];

#endif
