/* rdna3.h: descriptors of RDNA3 images (T#) and samplers (S#), for callers that pass them to
 * kernels. Manual 10.5, 10.6. Surfaces are linear.
 *
 *     shoal_image_desc d = {.format = shoal_image_format("rgba8"), .type = SHOAL_IMAGE_2D,
 *                           .width = 640, .height = 480};
 *     shoal_image_layout layout;
 *     shoal_image_describe(&d, 0, NULL, &layout);             // how much memory it takes
 *     shoal_mem_alloc(device, layout.size_bytes, 256, &address);
 *     uint32_t t[8];
 *     shoal_image_describe(&d, address, t, &layout); */
#ifndef SHOAL_RDNA3_DESCRIPTORS_H
#define SHOAL_RDNA3_DESCRIPTORS_H

#include "shoal/shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoal_image_type { /* values of the T# */
                                SHOAL_IMAGE_1D = 8,
                                SHOAL_IMAGE_2D,
                                SHOAL_IMAGE_3D,
                                SHOAL_IMAGE_CUBE,
                                SHOAL_IMAGE_1D_ARRAY,
                                SHOAL_IMAGE_2D_ARRAY,
} shoal_image_type;

/* Number of a data format (manual, table 52) by its name there ("8_8_8_8_UNORM") or a short one
 * ("rgba8", "rg16f", "r32ui", "srgba8", "bc1", ...), in any case. 0: there is none. */
SHOAL_API unsigned shoal_image_format(const char *name);
/* The table's name; NULL for reserved numbers. */
SHOAL_API const char *shoal_image_format_name(unsigned format);

typedef struct shoal_image_desc {
    unsigned format;
    shoal_image_type type;
    uint32_t width, height; /* texels, up to 16384; 0 counts as 1 */
    uint32_t depth;         /* of 3D images; layers of arrays, faces of cubes; up to 8192 */
    uint32_t levels;        /* 0 counts as 1 */
} shoal_image_desc;

typedef struct shoal_image_layout {
    uint64_t size_bytes;  /* of the surface; it starts at a multiple of 256 */
    uint64_t layer_bytes; /* from one slice or layer to the next */
    struct {
        uint64_t offset_bytes;  /* in each slice */
        uint32_t row_bytes;     /* from one row of elements to the next */
        uint32_t columns, rows; /* elements */
    } level[16];
    uint32_t element_bytes;             /* of a texel, or of a block */
    uint32_t block_width, block_height; /* texels of an element */
    uint32_t components;                /* of a texel */
    uint32_t component_bits;            /* if all are alike and bytes; else 0 */
    char component_type;                /* 'u', 'i', 'f' as loaded; 'n' normalised */
    uint32_t opencl_type, opencl_order; /* cl_channel_type, cl_channel_order; 0: OpenCL has none */
} shoal_image_layout;

/* Works out layout and descriptor; t and layout may be NULL. Returns NULL, or in a sentence why
 * there can be no such image: unknown format or type, a size out of range, a bad address. */
SHOAL_API const char *shoal_image_describe(const shoal_image_desc *desc, uint64_t address,
                                           uint32_t t[8], shoal_image_layout *layout);

typedef enum shoal_wrap {
    SHOAL_WRAP_REPEAT,
    SHOAL_WRAP_MIRROR,
    SHOAL_WRAP_EDGE,
    SHOAL_WRAP_BORDER = 6
} shoal_wrap;

typedef struct shoal_sampler_desc {
    shoal_wrap wrap[3];
    bool unnormalized;   /* coordinates count texels */
    bool linear;         /* filters within a level */
    bool mip_linear;     /* and between levels; else the nearest level */
    unsigned anisotropy; /* 0 or 1: none; 2, 4, 8, 16 */
    unsigned compare;    /* 0: no comparison is made by instructions without _C anyway */
    unsigned border;     /* 0: transparent black, 1: opaque black, 2: white */
    float lod_bias, min_lod, max_lod; /* max_lod 0: no limit */
} shoal_sampler_desc;

SHOAL_API void shoal_sampler_describe(const shoal_sampler_desc *desc, uint32_t s[4]);

#ifdef __cplusplus
}
#endif
#endif
