/* array.c: arrays: images in device memory, row after row. */
#include "texture.h"

#include "shoal/check.h"

#include <stdlib.h>
#include <string.h>

/* What programs hold is a pointer to `shape`, which they may look into. */
struct array {
    hipArray shape; /* first */
    struct array_info info;
    struct array_image image;
    struct array *next;
    bool is_level; /* of a mipmapped array: not freed alone */
};
struct mipmapped {
    hipMipmappedArray shape; /* first */
    struct array_image image;
    struct array **levels; /* [level_count] */
    unsigned level_count;
    struct mipmapped *next;
};
static struct array *arrays;
static struct mipmapped *mipmaps;

static struct array *array_of_locked(const hipArray *array)
{
    for (struct array *a = arrays; a; a = a->next)
        if (&a->shape == array)
            return a;
    return NULL;
}

bool array_info_locked(const hipArray *array, struct array_info *out)
{
    const struct array *a = array ? array_of_locked(array) : NULL;
    if (a)
        *out = a->info;
    return a != NULL;
}

bool array_image_locked(const hipArray *array, struct array_image *out)
{
    const struct array *a = array ? array_of_locked(array) : NULL;
    if (a)
        *out = a->image;
    return a != NULL;
}

static struct mipmapped *mipmapped_of_locked(const hipMipmappedArray *array)
{
    struct mipmapped *m = mipmaps;
    while (m && &m->shape != array)
        m = m->next;
    return m;
}

bool mipmapped_image_locked(const hipMipmappedArray *array, struct array_image *out)
{
    const struct mipmapped *m = array ? mipmapped_of_locked(array) : NULL;
    if (m)
        *out = m->image;
    return m != NULL;
}

/* ---- formats --------------------------------------------------------------------------------- */

bool is_channel_desc(const hipChannelFormatDesc *d)
{
    int widths[4] = {d->x, d->y, d->z, d->w};
    bool has_ended = false;
    if ((unsigned)d->f > hipChannelFormatKindFloat || d->z == 0 ? d->w != 0 : false)
        return false;
    for (int i = 0; i < 4; i++) {
        if (widths[i] && (has_ended || widths[i] != d->x))
            return false;
        has_ended |= widths[i] == 0;
    }
    bool is_float = d->f == hipChannelFormatKindFloat;
    return d->x == 32 || d->x == 16 || (d->x == 8 && !is_float);
}

unsigned channels_of(const hipChannelFormatDesc *d)
{
    return 1u + (d->y != 0) + (d->z != 0) + (d->w != 0);
}

hipArray_Format format_of_desc(const hipChannelFormatDesc *d)
{
    if (d->f == hipChannelFormatKindFloat)
        return d->x == 16 ? HIP_AD_FORMAT_HALF : HIP_AD_FORMAT_FLOAT;
    bool is_signed = d->f == hipChannelFormatKindSigned;
    switch (d->x) {
    case 8:
        return is_signed ? HIP_AD_FORMAT_SIGNED_INT8 : HIP_AD_FORMAT_UNSIGNED_INT8;
    case 16:
        return is_signed ? HIP_AD_FORMAT_SIGNED_INT16 : HIP_AD_FORMAT_UNSIGNED_INT16;
    default:
        return is_signed ? HIP_AD_FORMAT_SIGNED_INT32 : HIP_AD_FORMAT_UNSIGNED_INT32;
    }
}

bool desc_of_format(hipArray_Format format, unsigned channels, hipChannelFormatDesc *out)
{
    int bits;
    enum hipChannelFormatKind kind = hipChannelFormatKindUnsigned;
    switch (format) {
    case HIP_AD_FORMAT_SIGNED_INT8:
        kind = hipChannelFormatKindSigned;
        bits = 8;
        break;
    case HIP_AD_FORMAT_UNSIGNED_INT8:
        bits = 8;
        break;
    case HIP_AD_FORMAT_SIGNED_INT16:
        kind = hipChannelFormatKindSigned;
        bits = 16;
        break;
    case HIP_AD_FORMAT_UNSIGNED_INT16:
        bits = 16;
        break;
    case HIP_AD_FORMAT_SIGNED_INT32:
        kind = hipChannelFormatKindSigned;
        bits = 32;
        break;
    case HIP_AD_FORMAT_UNSIGNED_INT32:
        bits = 32;
        break;
    case HIP_AD_FORMAT_HALF:
        kind = hipChannelFormatKindFloat;
        bits = 16;
        break;
    case HIP_AD_FORMAT_FLOAT:
        kind = hipChannelFormatKindFloat;
        bits = 32;
        break;
    default:
        return false;
    }
    if (channels != 1 && channels != 2 && channels != 4)
        return false;
    *out = (hipChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                  channels > 2 ? bits : 0, kind};
    return true;
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, enum hipChannelFormatKind f)
{
    return (hipChannelFormatDesc){x, y, z, w, f};
}

/* ---- making and freeing --------------------------------------------------------------- */

/* Where rows, slices and levels are: where the image unit looks for them. */
static hipError_t plan(const hipChannelFormatDesc *desc, hipExtent e, unsigned levels,
                       unsigned flags, struct array_image *out, shoal_image_layout *layout)
{
    const unsigned known =
        hipArrayLayered | hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;
    if (!desc || !is_channel_desc(desc) || channels_of(desc) == 3 || !e.width || (flags & ~known) ||
        e.width > UINT32_MAX || e.height > UINT32_MAX || e.depth > UINT32_MAX ||
        (e.depth && !e.height && !(flags & hipArrayLayered)) ||
        ((flags & hipArrayCubemap) && (e.width != e.height || e.depth % 6)) ||
        ((flags & hipArrayTextureGather) && (!e.height || e.depth)))
        return hipErrorInvalidValue;
    *out = (struct array_image){
        .desc = {.format = texture_format(desc, false, false),
                 .type = texture_type(e.height, e.depth, flags),
                 .width = (uint32_t)e.width,
                 .height = (uint32_t)e.height,
                 .depth = (uint32_t)e.depth,
                 .levels = levels},
        .format = *desc,
        .last_level = levels - 1,
        .width = e.width,
    };
    return shoal_image_describe(&out->desc, 0, NULL, layout) ? hipErrorInvalidValue : hipSuccess;
}

/* Memory of an image, that only its array's functions free. */
static hipError_t alloc_image(const shoal_image_layout *layout, struct array_image *image)
{
    void *data;
    HIP_TRY(hip_start());
    HIP_TRY(block_alloc(BLOCK_DEVICE, layout->size_bytes, 256, hip_thread.device, 0, NULL, &data));
    image->address = (uint64_t)(uintptr_t)data;
    /* What kernels write to images, the check of undefined values does not see. */
    shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, image->address, 0, layout->size_bytes, NULL);
    hip_lock();
    struct block *b = block_find_locked(image->address);
    if (b)
        b->is_array = true;
    hip_unlock();
    return hipSuccess;
}

static size_t extent_of(size_t n, unsigned level) { return n >> level ? n >> level : n != 0; }

/* The array of one level. NULL: out of memory. */
static struct array *array_new(const struct array_image *image, const shoal_image_layout *layout,
                               hipExtent e, unsigned level, unsigned flags)
{
    const hipChannelFormatDesc *desc = &image->format;
    struct array *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    bool has_layers = flags & (hipArrayLayered | hipArrayCubemap);
    e = (hipExtent){extent_of(e.width, level), extent_of(e.height, level),
                    has_layers ? e.depth : extent_of(e.depth, level)};
    a->info = (struct array_info){
        .width = e.width,
        .height = e.height ? e.height : 1,
        .depth = e.depth ? e.depth : 1,
        .element_bytes = (size_t)desc->x / 8 * channels_of(desc),
        .pitch = layout->level[level].row_bytes,
        .slice = layout->layer_bytes,
        .flags = flags,
        .device = hip_thread.device,
        .data = (uint8_t *)(uintptr_t)(image->address + layout->level[level].offset_bytes),
    };
    a->image = *image;
    a->image.first_level = a->image.last_level = level;
    a->image.width = e.width;
    a->shape = (hipArray){
        .data = a->info.data,
        .desc = *desc,
        .type = flags,
        .width = (unsigned)e.width,
        .height = (unsigned)e.height,
        .depth = (unsigned)e.depth,
        .Format = format_of_desc(desc),
        .NumChannels = channels_of(desc),
    };
    hip_lock();
    a->next = arrays;
    arrays = a;
    hip_unlock();
    return a;
}

static hipError_t make(hipArray **out, const hipChannelFormatDesc *desc, size_t width,
                       size_t height, size_t depth, unsigned flags)
{
    struct array_image image;
    shoal_image_layout layout;
    hipExtent e = {width, height, depth};
    HIP_TRY(out ? plan(desc, e, 1, flags, &image, &layout) : hipErrorInvalidValue);
    HIP_TRY(alloc_image(&layout, &image));
    struct array *a = array_new(&image, &layout, e, 0, flags);
    if (a)
        *out = &a->shape;
    else
        block_free(image.address, 1 << BLOCK_DEVICE);
    return a ? hipSuccess : hipErrorOutOfMemory;
}

/* Takes it out of the list; its memory, if it is its own, is freed when the device's work is done.
 */
static hipError_t release(const hipArray *array, bool is_level)
{
    if (!array)
        return hipErrorInvalidValue;
    hip_lock();
    struct array *a = array_of_locked(array);
    if (!a || a->is_level != is_level) {
        hip_unlock();
        return hipErrorInvalidHandle;
    }
    device_wait_locked(a->info.device);
    for (struct array **link = &arrays; *link; link = &(*link)->next)
        if (*link == a) {
            *link = a->next;
            break;
        }
    hip_unlock();
    hipError_t error = is_level ? hipSuccess : block_free(a->image.address, 1 << BLOCK_DEVICE);
    free(a);
    return error;
}

hipError_t hipMallocArray(hipArray **array, const hipChannelFormatDesc *desc, size_t width,
                          size_t height, unsigned int flags)
{
    return hip_done(make(array, desc, width, height, 0, flags));
}

hipError_t hipMalloc3DArray(hipArray **array, const struct hipChannelFormatDesc *desc,
                            struct hipExtent extent, unsigned int flags)
{
    return hip_done(make(array, desc, extent.width, extent.height, extent.depth, flags));
}

static hipError_t create(hipArray **out, size_t width, size_t height, size_t depth,
                         enum hipArray_Format format, unsigned channels, unsigned flags)
{
    hipChannelFormatDesc desc;
    if (!desc_of_format(format, channels, &desc))
        return hipErrorInvalidValue;
    hipError_t error = make(out, &desc, width, height, depth, flags);
    if (error == hipSuccess)
        (*out)->isDrv = true;
    return error;
}

hipError_t hipArrayCreate(hipArray **pHandle, const HIP_ARRAY_DESCRIPTOR *d)
{
    if (!d)
        return hip_done(hipErrorInvalidValue);
    return hip_done(create(pHandle, d->Width, d->Height, 0, d->Format, d->NumChannels, 0));
}

hipError_t hipArray3DCreate(hipArray **array, const HIP_ARRAY3D_DESCRIPTOR *d)
{
    if (!d)
        return hip_done(hipErrorInvalidValue);
    return hip_done(
        create(array, d->Width, d->Height, d->Depth, d->Format, d->NumChannels, d->Flags));
}

hipError_t hipFreeArray(hipArray *array) { return hip_done(release(array, false)); }
hipError_t hipArrayDestroy(hipArray *array) { return hip_done(release(array, false)); }

/* ---- what they are like --------------------------------------------------------------- */

static bool shape_of(const hipArray *array, hipArray *out)
{
    hip_lock();
    const struct array *a = array ? array_of_locked(array) : NULL;
    if (a)
        *out = a->shape;
    hip_unlock();
    return a != NULL;
}

hipError_t hipGetChannelDesc(hipChannelFormatDesc *desc, hipArray_const_t array)
{
    hipArray shape;
    if (!desc)
        return hip_done(hipErrorInvalidValue);
    if (!shape_of(array, &shape))
        return hip_done(hipErrorInvalidHandle);
    *desc = shape.desc;
    return hip_done(hipSuccess);
}

hipError_t hipArrayGetInfo(hipChannelFormatDesc *desc, hipExtent *extent, unsigned int *flags,
                           hipArray *array)
{
    hipArray shape;
    if (!shape_of(array, &shape))
        return hip_done(hipErrorInvalidHandle);
    if (desc)
        *desc = shape.desc;
    if (extent)
        *extent = (hipExtent){shape.width, shape.height, shape.depth};
    if (flags)
        *flags = shape.type;
    return hip_done(hipSuccess);
}

hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *pArrayDescriptor, hipArray *array)
{
    hipArray shape;
    if (!pArrayDescriptor)
        return hip_done(hipErrorInvalidValue);
    if (!shape_of(array, &shape))
        return hip_done(hipErrorInvalidHandle);
    *pArrayDescriptor =
        (HIP_ARRAY_DESCRIPTOR){shape.width, shape.height, shape.Format, shape.NumChannels};
    return hip_done(hipSuccess);
}

hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *pArrayDescriptor, hipArray *array)
{
    hipArray shape;
    if (!pArrayDescriptor)
        return hip_done(hipErrorInvalidValue);
    if (!shape_of(array, &shape))
        return hip_done(hipErrorInvalidHandle);
    *pArrayDescriptor = (HIP_ARRAY3D_DESCRIPTOR){shape.width,  shape.height,      shape.depth,
                                                 shape.Format, shape.NumChannels, shape.type};
    return hip_done(hipSuccess);
}

/* ---- mipmapped arrays: one image, an array per level of it ---------------------------- */

static void mipmapped_free(struct mipmapped *m)
{
    for (unsigned i = 0; i < m->level_count; i++)
        release(&m->levels[i]->shape, true);
    if (m->image.address)
        block_free(m->image.address, 1 << BLOCK_DEVICE);
    free(m->levels);
    free(m);
}

static hipError_t fill_mipmapped(struct mipmapped *m, const hipChannelFormatDesc *desc, hipExtent e,
                                 unsigned levels, unsigned flags)
{
    shoal_image_layout layout;
    HIP_TRY(plan(desc, e, levels, flags, &m->image, &layout));
    HIP_TRY(alloc_image(&layout, &m->image));
    m->levels = calloc(levels, sizeof(struct array *));
    for (; m->levels && m->level_count < levels; m->level_count++) {
        struct array *a = array_new(&m->image, &layout, e, m->level_count, flags);
        if (!a)
            return hipErrorOutOfMemory;
        hip_lock();
        a->is_level = true;
        hip_unlock();
        m->levels[m->level_count] = a;
    }
    m->shape = (hipMipmappedArray){
        .data = (void *)(uintptr_t)m->image.address,
        .desc = *desc,
        .type = flags,
        .width = (unsigned)e.width,
        .height = (unsigned)e.height,
        .depth = (unsigned)e.depth,
        .max_mipmap_level = levels,
        .flags = flags,
        .format = format_of_desc(desc),
    };
    return m->levels ? hipSuccess : hipErrorOutOfMemory;
}

static hipError_t make_mipmapped(hipMipmappedArray **out, const hipChannelFormatDesc *desc,
                                 hipExtent e, unsigned levels, unsigned flags)
{
    if (!out || !levels)
        return hipErrorInvalidValue;
    struct mipmapped *m = calloc(1, sizeof *m);
    if (!m)
        return hipErrorOutOfMemory;
    hipError_t error = fill_mipmapped(m, desc, e, levels, flags);
    if (error != hipSuccess) {
        mipmapped_free(m);
        return error;
    }
    hip_lock();
    m->next = mipmaps;
    mipmaps = m;
    hip_unlock();
    *out = &m->shape;
    return hipSuccess;
}

static hipError_t free_mipmapped(const hipMipmappedArray *array)
{
    if (!array)
        return hipErrorInvalidValue;
    hip_lock();
    struct mipmapped *found = NULL;
    for (struct mipmapped **link = &mipmaps; *link; link = &(*link)->next)
        if (&(*link)->shape == array) {
            found = *link;
            *link = found->next;
            break;
        }
    hip_unlock();
    if (!found)
        return hipErrorInvalidHandle;
    mipmapped_free(found);
    return hipSuccess;
}

static hipError_t level_of(hipArray_t *out, const hipMipmappedArray *array, unsigned level)
{
    if (!out)
        return hipErrorInvalidValue;
    hip_lock();
    const struct mipmapped *m = mipmapped_of_locked(array);
    bool is_valid = m && level < m->level_count;
    if (is_valid)
        *out = &m->levels[level]->shape;
    hip_unlock();
    return is_valid ? hipSuccess : m ? hipErrorInvalidValue : hipErrorInvalidHandle;
}

void arrays_reset(int device)
{
    for (;;) {
        hip_lock();
        const struct mipmapped *m = mipmaps;
        while (m && m->levels[0]->info.device != device)
            m = m->next;
        const struct array *a = arrays;
        while (a && (a->is_level || a->info.device != device))
            a = a->next;
        hip_unlock();
        hipError_t error = m   ? free_mipmapped(&m->shape)
                           : a ? release(&a->shape, false)
                               : hipErrorNotFound;
        if (error != hipSuccess)
            return;
    }
}

hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *mipmappedArray,
                                   const struct hipChannelFormatDesc *desc, struct hipExtent extent,
                                   unsigned int numLevels, unsigned int flags)
{
    return hip_done(make_mipmapped(mipmappedArray, desc, extent, numLevels, flags));
}
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t mipmappedArray)
{
    return hip_done(free_mipmapped(mipmappedArray));
}
hipError_t hipGetMipmappedArrayLevel(hipArray_t *levelArray,
                                     hipMipmappedArray_const_t mipmappedArray, unsigned int level)
{
    return hip_done(level_of(levelArray, mipmappedArray, level));
}
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *pHandle, HIP_ARRAY3D_DESCRIPTOR *d,
                                   unsigned int numMipmapLevels)
{
    hipChannelFormatDesc desc;
    if (!d || !desc_of_format(d->Format, d->NumChannels, &desc))
        return hip_done(hipErrorInvalidValue);
    return hip_done(make_mipmapped(pHandle, &desc, (hipExtent){d->Width, d->Height, d->Depth},
                                   numMipmapLevels, d->Flags));
}
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t hMipmappedArray)
{
    return hip_done(free_mipmapped(hMipmappedArray));
}
hipError_t hipMipmappedArrayGetLevel(hipArray_t *pLevelArray, hipMipmappedArray_t hMipMappedArray,
                                     unsigned int level)
{
    return hip_done(level_of(pLevelArray, hMipMappedArray, level));
}
