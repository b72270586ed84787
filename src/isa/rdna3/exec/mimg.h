/* mimg.h: what image semantics (sem/image.c, sem/ray.c) are made of: the operands of an image
 * instruction lane by lane, and the accesses.
 *
 * As in the other memory instructions nothing is written to a register before all lanes have
 * been read, so a fault leaves the state from before the instruction. Manual: chapter 10. */
#ifndef SHOAL_RDNA3_MIMG_H
#define SHOAL_RDNA3_MIMG_H

#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/texture/image.h"

/* How elements are converted. */
enum image_access { IMAGE_FORMATTED, IMAGE_RAW, IMAGE_RAW_SIGNED };

/* Where the level of detail of a sample comes from. */
enum image_lod { IMAGE_LOD_COMPUTED, IMAGE_LOD_GIVEN, IMAGE_LOD_CLAMPED, IMAGE_LOD_ZERO };

enum image_gather { IMAGE_FILTERED, IMAGE_GATHER, IMAGE_GATHER_ROW };

/* Whole instructions. All return the op to go on with, NULL after a fault. */
const struct rdna3_op *FN(image_load)(struct rdna3_wave *w, const struct rdna3_op *o,
                                      enum image_access access);
const struct rdna3_op *FN(image_store)(struct rdna3_wave *w, const struct rdna3_op *o,
                                       enum image_access access);
const struct rdna3_op *FN(image_load_samples)(struct rdna3_wave *w, const struct rdna3_op *o);
/* fn: for surfaces of 32 and of 64 bits per element. */
const struct rdna3_op *FN(image_atomic)(struct rdna3_wave *w, const struct rdna3_op *o,
                                        atomic_fn fn32, atomic_fn fn64);
const struct rdna3_op *FN(image_resinfo)(struct rdna3_wave *w, const struct rdna3_op *o);
const struct rdna3_op *FN(image_sample)(struct rdna3_wave *w, const struct rdna3_op *o,
                                        enum image_lod lod, enum image_gather gather);
const struct rdna3_op *FN(image_lod)(struct rdna3_wave *w, const struct rdna3_op *o);

/* For other instructions of the format (rays). Address dword n of a lane (0..63). */
static inline uint32_t image_address(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned n,
                                     unsigned lane)
{
    return *vgpr_lane(w, g->addr[n], lane);
}

/* EXEC over all lanes; 0 if nothing may be written. */
static inline uint64_t image_exec(const struct rdna3_wave *w, const struct rdna3_mimg *g)
{
    return g->no_exec ? 0 : wave_exec(w);
}

/* Reads device memory for a lane. A reader of partly resident images reports pages that are not
 * there instead of faulting. */
struct image_reader {
    struct texel_reader base;
    struct rdna3_wave *w;
    uint64_t outside; /* lanes that left the window */
    uint64_t outside_at;
    uint32_t bytes;
    bool is_partly_resident;
};
struct image_reader FN(image_reader)(struct rdna3_wave *w, bool is_partly_resident);
/* Stops at `o` if a lane left the window: true. */
bool FN(image_reader_fault)(const struct image_reader *r, const struct rdna3_op *o);

#endif
