/* buffer_format.h: data and number formats of typed buffer accesses (manual 10.7, table 52).
 *
 * An element is up to four dwords of memory; component 0 (X) has the lowest bits. Names
 * list components from the highest bits down: 2_10_10_10 has X in bits 0..9, W on top. */
#ifndef SHOAL_RDNA3_BUFFER_FORMAT_H
#define SHOAL_RDNA3_BUFFER_FORMAT_H

#include "isa/rdna3/exec/state.h"

enum number_format {
    NUM_UNORM,
    NUM_SNORM,
    NUM_USCALED,
    NUM_SSCALED,
    NUM_UINT,
    NUM_SINT,
    NUM_FLOAT
};

struct buffer_format {
    uint8_t components; /* 0: not a format of buffers */
    uint8_t bytes;      /* of an element */
    uint8_t number;     /* enum number_format */
    uint8_t bits[4];    /* of each component, X first */
};

/* NULL: INVALID, or one of the image formats (64 and up). */
const struct buffer_format *FN(buffer_format)(unsigned format);

/* Component i of an element as the 32 bits a VGPR gets: f32, u32 or i32 by format; absent
 * components are 0. d16: the 16 bits instead (f16, u16, i16). */
uint32_t FN(unpack_component)(const struct buffer_format *f, const uint32_t element[4], unsigned i,
                              bool d16);
/* The reverse: puts a register value into component i of `element` (whose bits must be 0). */
void FN(pack_component)(const struct buffer_format *f, uint32_t element[4], unsigned i, bool d16,
                        uint32_t value);
/* What a component selected as 1 reads as. */
uint32_t FN(format_one)(const struct buffer_format *f, bool d16);

#endif
