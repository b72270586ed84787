/* image.h: image resources (T#) and where their texels are; samplers (S#) and filtering.
 *
 * Manual: chapter 10. Everything here is scalar code that touches device memory only through
 * struct texel_reader, so it is the same at every host level and can be tested by itself. */
#ifndef SHOAL_RDNA3_IMAGE_H
#define SHOAL_RDNA3_IMAGE_H

#include "isa/rdna3/texture/format.h"

enum image_type { /* of a T# */
                  IMAGE_1D = 8,
                  IMAGE_2D,
                  IMAGE_3D,
                  IMAGE_CUBE,
                  IMAGE_1D_ARRAY,
                  IMAGE_2D_ARRAY,
                  IMAGE_2D_MSAA,
                  IMAGE_2D_MSAA_ARRAY,
};

enum component_select { SELECT_0, SELECT_1, SELECT_X = 4 }; /* X, Y, Z, W follow */

enum { IMAGE_LEVELS = 16 };

struct rdna3_image {
    uint64_t base;
    const struct texel_format *format;
    uint8_t type; /* enum image_type */
    uint8_t levels, base_level, last_level;
    uint8_t samples; /* 1 but for MSAA */
    uint8_t select[4];
    uint8_t border_swizzle;
    bool is_layer_view; /* 3D: depth is that of the accessed level, z counts from first_layer */
    bool is_unbound;    /* all zeros: reads give 0, nothing else happens */
    uint32_t width, height, depth;     /* texels of level 0; depth 1 but for 3D */
    uint32_t first_layer, layers;      /* of the view; faces for cubes; 1 if there are none */
    uint32_t min_lod, min_lod_warning; /* u4.8, of the resource */
    uint64_t layer_bytes;              /* from one slice (all its levels) to the next */
    struct {
        uint64_t offset; /* from the slice's first byte */
        uint32_t pitch;  /* elements */
    } level[IMAGE_LEVELS];
};

/* Reads the T# of 8 dwords (4 with `r128`). NULL, or why such an image cannot be accessed. */
const char *rdna3_image_parse(const uint32_t *t, bool r128, struct rdna3_image *out);

/* Extent of a level (number in the resource), at least 1. */
static inline uint32_t rdna3_level_extent(uint32_t extent, unsigned level)
{
    return extent >> level ? extent >> level : 1;
}

static inline bool rdna3_image_has_layers(const struct rdna3_image *m)
{
    return m->type == IMAGE_CUBE || m->type == IMAGE_1D_ARRAY || m->type == IMAGE_2D_ARRAY ||
           m->type == IMAGE_2D_MSAA_ARRAY;
}

/* Where one texel is: level in the resource, z or slice of the resource, sample. */
struct texel_place {
    uint32_t level;
    int64_t x, y, z;
    uint32_t sample;
};

/* Address of the element that holds the texel. False: outside the image. */
bool rdna3_texel_address(const struct rdna3_image *m, const struct texel_place *p,
                         uint64_t *address);

/* Device memory as the texture unit sees it. read: false if the page is not resident, the bytes
 * are then 0. */
struct texel_reader {
    bool (*read)(struct texel_reader *, uint64_t address, unsigned bytes, uint8_t *out);
    bool missed; /* some page was not resident */
};

/* A texel in canonical form, without selection. Outside the image: false, zeros. */
bool rdna3_texel_read(const struct rdna3_image *m, const struct texel_place *p,
                      struct texel_reader *reader, uint32_t rgba[4]);
/* Component selection of the T#. */
void rdna3_texel_select(const struct rdna3_image *m, const uint32_t rgba[4], uint32_t out[4]);

/* ---- sampling ---- */

enum wrap_mode {
    WRAP_REPEAT,
    WRAP_MIRROR,
    WRAP_LAST_TEXEL,
    WRAP_MIRROR_ONCE_LAST_TEXEL,
    WRAP_HALF_BORDER,
    WRAP_MIRROR_ONCE_HALF_BORDER,
    WRAP_BORDER,
    WRAP_MIRROR_ONCE_BORDER,
};

struct rdna3_sampler {
    uint8_t wrap[3];
    uint8_t max_anisotropy; /* 1, 2, 4, 8, 16 */
    uint8_t compare;        /* bit 0: less, bit 1: equal, bit 2: greater */
    uint8_t filter_mode;    /* 0 blend, 1 min, 2 max */
    uint8_t mag_filter, min_filter, z_filter, mip_filter;
    uint8_t border_type;
    bool is_unnormalized, truncates, no_cube_wrap, skip_degamma, force_degamma, half_fraction;
    double min_lod, max_lod; /* of the view */
    double lod_bias;
    uint16_t border_index;
};

void rdna3_sampler_parse(const uint32_t s[4], bool unnormalized, struct rdna3_sampler *out);

enum sample_lod { LOD_COMPUTED, LOD_GIVEN, LOD_ZERO };

/* What one lane asks for. Derivatives are in the units of the coordinates, h: to the next pixel
 * of a row, v: to the next row. */
struct sample_request {
    double coord[3]; /* s, t, r */
    double layer;    /* slice of arrays; face + 8 * cube for cubes */
    enum sample_lod lod_kind;
    double lod, lod_bias, lod_clamp; /* clamp: the least LOD; 0 without */
    double dh[3], dv[3];
    int offset[3];
    bool has_compare;
    float reference;
    int gather;         /* component whose four texels are asked for, after selection; -1: none */
    bool gather_row;    /* four in a row instead of 2 x 2 */
    uint32_t border[4]; /* what border_index stands for */
};

struct sample_result {
    uint32_t rgba[4];         /* selected; f32 or integers by format */
    double lod, computed_lod; /* after and before all clamps, relative to the view */
};

void rdna3_sample(const struct rdna3_image *m, const struct rdna3_sampler *s,
                  const struct sample_request *q, struct texel_reader *reader,
                  struct sample_result *out);
/* Only the LODs of the result. */
void rdna3_sample_lod(const struct rdna3_image *m, const struct rdna3_sampler *s,
                      const struct sample_request *q, struct sample_result *out);

#endif
