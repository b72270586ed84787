/* format.h: data formats of typed buffers and images (manual 10.7, table 52).
 *
 * An element is up to four dwords of memory. Where it is one texel, component 0 (X) has the
 * lowest bits; names list components from the highest bits down: 2_10_10_10 has X in bits 0..9,
 * W on top. */
#ifndef SHOAL_RDNA3_FORMAT_H
#define SHOAL_RDNA3_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum number_format {
    NUM_UNORM, /* up to FLOAT, as conversions are in insts.tbl */
    NUM_SNORM,
    NUM_USCALED,
    NUM_SSCALED,
    NUM_UINT,
    NUM_SINT,
    NUM_FLOAT,
    NUM_FLOAT_CLAMP, /* f32, clamped to 0..1 when read */
    NUM_FLOAT_6E4,   /* unsigned, 6 bits of fraction and 4 of exponent, no infinities */
    NUM_FLOAT_7E3,
    NUM_SRGB,
    NUM_DEPTH_STENCIL, /* X: f32, Y: integer */
};

enum element_layout {
    LAYOUT_ELEMENT, /* one texel, components of bits[] */
    LAYOUT_SHARED_EXPONENT,
    LAYOUT_BIT, /* eight texels of one bit, the lowest first */
    LAYOUT_BIT_REVERSED,
    LAYOUT_GB_GR, /* two texels, bytes R G0 B G1 */
    LAYOUT_BG_RG, /* G0 R G1 B */
    LAYOUT_BLOCK, /* block.h */
};

struct texel_format {
    uint8_t components;
    uint8_t bytes;                     /* of an element */
    uint8_t number;                    /* enum number_format */
    uint8_t layout;                    /* enum element_layout */
    uint8_t block;                     /* LAYOUT_BLOCK: enum block_code */
    uint8_t bits[4];                   /* LAYOUT_ELEMENT: of each component, X first */
    uint8_t group_width, group_height; /* texels of an element; 0: 1 */
};

enum {
    FORMAT_BUFFER_END = 64, /* formats from here on are of images only */
    DWORD_FORMATS = 3,      /* UINT, SINT and FLOAT of 32 bits follow each other */
};

/* NULL: INVALID, reserved, or without a published layout (YCBCR). */
const struct texel_format *texel_format(unsigned number);
bool rdna3_format_is_integer(const struct texel_format *f);
/* The bit of the element that component i begins at. None goes from one dword to the next. */
unsigned rdna3_format_first_bit(const struct texel_format *f, unsigned i);
/* Of formats that buffers have: which conversion (insts.tbl) makes a register's value of component
 * i. */
unsigned rdna3_format_conversion(const struct texel_format *f, unsigned i);
/* Whether elements are so many components that are in memory as in registers: dwords. */
bool rdna3_format_is_dwords(const struct texel_format *f, unsigned components);

/* Component i of a LAYOUT_ELEMENT element as the 32 bits a VGPR gets: f32, u32 or i32 by format;
 * absent components are 0. d16: the 16 bits instead (f16, u16, i16). */
uint32_t rdna3_format_unpack(const struct texel_format *f, const uint32_t element[4], unsigned i,
                             bool d16);
/* The reverse: puts a register value into component i of `element` (whose bits must be 0). */
void rdna3_format_pack(const struct texel_format *f, uint32_t element[4], unsigned i, bool d16,
                       uint32_t value);
/* What a component selected as 1 reads as. */
uint32_t rdna3_format_one(const struct texel_format *f, bool d16);

/* Texel (x, y) of an element of any layout, as unpack does; absent components are 0 except that
 * blocks have an alpha of 1. */
void rdna3_format_texel(const struct texel_format *f, const uint8_t *element, unsigned x,
                        unsigned y, uint32_t rgba[4]);
/* Writes a whole element. False: elements of this format cannot be written by image stores. */
bool rdna3_format_store(const struct texel_format *f, const uint32_t rgba[4], bool d16,
                        uint8_t *element);

#endif
