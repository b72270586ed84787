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

static bool can_hold(const struct spec *spec, char *why, size_t why_size)
{
    const shoal_image_layout *l = &spec->layout;
    if (l->component_bits == 8 && l->components != 3 && spec->dims == 2)
        return true;
    snprintf(why, why_size,
             "PNG files go with 2D images of 8-bit components (r8, rg8, rgba8, ...)");
    return false;
}

static unsigned png_format(const struct spec *spec)
{
    return spec->layout.components == 1   ? PNG_FORMAT_GRAY
           : spec->layout.components == 2 ? PNG_FORMAT_GA
                                          : PNG_FORMAT_RGBA;
}

uint8_t *picture_read(const char *path, const struct spec *spec, char *why, size_t why_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!can_hold(spec, why, why_size))
        return NULL;
    if (!png_image_begin_read_from_file(&png, path)) {
        snprintf(why, why_size, "cannot read '%s': %s", path, png.message);
        return NULL;
    }
    if (png.width != spec->image.width || png.height != spec->image.height) {
        snprintf(why, why_size, "'%s' is %ux%u, but the image %ux%u", path, png.width, png.height,
                 spec->image.width, spec->image.height);
        png_image_free(&png);
        return NULL;
    }
    png.format = png_format(spec);
    uint8_t *texels = malloc(PNG_IMAGE_SIZE(png));
    if (texels && png_image_finish_read(&png, NULL, texels, 0, NULL))
        return texels;
    snprintf(why, why_size, "cannot read '%s': %s", path,
             texels ? png.message : "not enough memory");
    png_image_free(&png);
    free(texels);
    return NULL;
}

bool picture_write(const char *path, const struct spec *spec, const void *texels, char *why,
                   size_t why_size)
{
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = spec->image.width, .height = spec->image.height};
    if (!can_hold(spec, why, why_size))
        return false;
    png.format = png_format(spec);
    if (png_image_write_to_file(&png, path, 0, texels, 0, NULL))
        return true;
    snprintf(why, why_size, "cannot write '%s': %s", path, png.message);
    return false;
}

#else

uint8_t *picture_read(const char *path, const struct spec *spec, char *why, size_t why_size)
{
    (void)spec;
    snprintf(why, why_size, "'%s': this build of shoal has no libpng", path);
    return NULL;
}

bool picture_write(const char *path, const struct spec *spec, const void *texels, char *why,
                   size_t why_size)
{
    (void)spec, (void)texels;
    snprintf(why, why_size, "'%s': this build of shoal has no libpng", path);
    return false;
}

#endif
