/* batch_ids.h: how the ids of work-items go on from wave to wave, where compiled code runs several
 * new ones together (jit/batch.h). */
#ifndef SHOAL_ISA_BATCH_IDS_H
#define SHOAL_ISA_BATCH_IDS_H

#include <stdint.h>

/* By how much the packed ids of wave n + w's first work-item are above those of wave n's, where
 * `row` work-items, a power of two, are a row in x. id_bits: of an id, that in x being the lowest.
 */
static inline uint32_t batch_ids(unsigned w, unsigned row, unsigned id_bits)
{
    return 32 * w % row + (32 * w / row << id_bits);
}

#endif
