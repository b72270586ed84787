/* block.h: texels of block-compressed images, BC1 to BC7 (manual 10.7, formats 109..122). */
#ifndef SHOAL_RDNA3_BLOCK_H
#define SHOAL_RDNA3_BLOCK_H

#include <stdint.h>

enum block_code { BLOCK_BC1 = 1, BLOCK_BC2, BLOCK_BC3, BLOCK_BC4, BLOCK_BC5, BLOCK_BC6, BLOCK_BC7 };

/* Texel (x, y), both 0..3, of a block of 8 (BC1, BC4) or 16 bytes, as floats R, G, B, A. is_signed:
 * the SNORM forms of BC4 and BC5, BC6_SFLOAT. sRGB is not decoded. */
void rdna3_block_texel(enum block_code code, int is_signed, const uint8_t *block, unsigned x,
                       unsigned y, float rgba[4]);

#endif
