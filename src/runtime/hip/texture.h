/* texture.h: formats and kinds of images, for arrays and for the objects that read them. */
#ifndef SHOAL_HIP_TEXTURE_H
#define SHOAL_HIP_TEXTURE_H

#include "runtime.h"
#include "shoal/rdna3.h"

/* Number of the data format; 0: there is none. */
unsigned texture_format(const hipChannelFormatDesc *desc, bool is_normalized, bool is_srgb);
/* height and depth as HIP has them: 0 where there is no such dimension. */
shoal_image_type texture_type(size_t height, size_t depth, unsigned flags);

#endif
