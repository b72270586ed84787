/* texture.h: images: of arrays and their levels, and of the objects and references that read them.
 */
#ifndef SHOAL_HIP_TEXTURE_H
#define SHOAL_HIP_TEXTURE_H

#include "runtime.h"
#include "shoal/rdna3.h"

/* Number of the data format; 0: there is none. */
unsigned texture_format(const hipChannelFormatDesc *desc, bool is_normalized, bool is_srgb);
/* height and depth as HIP has them: 0 where there is no such dimension. */
shoal_image_type texture_type(size_t height, size_t depth, unsigned flags);

/* What an image unit is told of an array: the image that it is, or that it is levels of. */
struct array_image {
    shoal_image_desc desc;
    hipChannelFormatDesc format;
    uint64_t address;
    unsigned first_level, last_level;
    size_t width; /* of the first level */
};
/* false: there is no such array. */
bool array_image_locked(const hipArray *array, struct array_image *out);
bool mipmapped_image_locked(const hipMipmappedArray *array, struct array_image *out);

/* Formats of the driver interface. false: there is no such format. */
bool desc_of_format(hipArray_Format format, unsigned channels, hipChannelFormatDesc *out);
hipArray_Format format_of_desc(const hipChannelFormatDesc *desc);
/* Channels of one size, without gaps. */
bool is_channel_desc(const hipChannelFormatDesc *desc);
unsigned channels_of(const hipChannelFormatDesc *desc);

hipError_t texture_create(hipTextureObject_t *out, const hipResourceDesc *resource,
                          const hipTextureDesc *desc, const hipResourceViewDesc *view);
hipError_t texture_destroy(hipTextureObject_t object);
/* What is wanted of it; view: it must have been made with one. */
hipError_t texture_get(hipTextureObject_t object, hipResourceDesc *resource, hipTextureDesc *desc,
                       hipResourceViewDesc *view);

#endif
