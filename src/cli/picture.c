/* picture.c: PNG files as contents of images, through libpng's simple interface. */
#include "cli/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool picture_is_named(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcasecmp(path + length - 4, ".png") == 0;
}

#ifdef SHOAL_HAVE_PNG
#include <png.h>

static bool can_hold(const struct picture *image, char *why, size_t why_size)
{
    if (image->components)
        return true;
    snprintf(why, why_size,
             "PNG files go with 2D images of 8-bit components (r8, rg8, rgba8, ...)");
    return false;
}

static unsigned png_format(const struct picture *image)
{
    return image->components == 1   ? PNG_FORMAT_GRAY
           : image->components == 2 ? PNG_FORMAT_GA
                                    : PNG_FORMAT_RGBA;
}

uint8_t *picture_read(const char *path, const struct picture *image, char *why, size_t why_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!can_hold(image, why, why_size))
        return NULL;
    if (!png_image_begin_read_from_file(&png, path)) {
        snprintf(why, why_size, "cannot read '%s': %s", path, png.message);
        return NULL;
    }
    if (png.width != image->width || png.height != image->height) {
        snprintf(why, why_size, "'%s' is %ux%u, but the image %ux%u", path, png.width, png.height,
                 image->width, image->height);
        png_image_free(&png);
        return NULL;
    }
    png.format = png_format(image);
    uint8_t *texels = malloc(PNG_IMAGE_SIZE(png));
    if (texels && png_image_finish_read(&png, NULL, texels, 0, NULL))
        return texels;
    snprintf(why, why_size, "cannot read '%s': %s", path,
             texels ? png.message : "not enough memory");
    png_image_free(&png);
    free(texels);
    return NULL;
}

bool picture_write(const char *path, const struct picture *image, const void *texels, char *why,
                   size_t why_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION, .width = image->width, .height = image->height};
    if (!can_hold(image, why, why_size))
        return false;
    png.format = png_format(image);
    if (png_image_write_to_file(&png, path, 0, texels, 0, NULL))
        return true;
    snprintf(why, why_size, "cannot write '%s': %s", path, png.message);
    return false;
}

#else

uint8_t *picture_read(const char *path, const struct picture *image, char *why, size_t why_size)
{
    (void)image;
    snprintf(why, why_size, "'%s': this build of shoal has no libpng", path);
    return NULL;
}

bool picture_write(const char *path, const struct picture *image, const void *texels, char *why,
                   size_t why_size)
{
    (void)image, (void)texels;
    snprintf(why, why_size, "'%s': this build of shoal has no libpng", path);
    return false;
}

#endif
