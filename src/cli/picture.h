/* picture.h: PNG files as contents of images. Without libpng both functions say so. */
#ifndef SHOAL_CLI_PICTURE_H
#define SHOAL_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a PNG file can hold: 2D images of 1, 2 or 4 components of 8 bits, one level. */
struct picture {
    unsigned width, height;
    unsigned components; /* 0: a file cannot hold such an image */
};

/* Texels of a PNG file, which must have the image's size. NULL: why says what is wrong. The
 * caller frees. */
uint8_t *picture_read(const char *path, const struct picture *image, char *why, size_t why_size);

/* Writes texels of such an image to a PNG file. false: why says what is wrong. */
bool picture_write(const char *path, const struct picture *image, const void *texels, char *why,
                   size_t why_size);

/* Whether the name ends in .png, in any case. */
bool picture_is_named(const char *path);

#endif
