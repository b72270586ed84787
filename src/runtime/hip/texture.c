/* texture.c: texture and surface objects: image descriptors in device memory.
 *
 * Device code takes an object for a pointer to dwords: T# in 0..7 (V# in 0..3 of linear memory),
 * channel type and order as HSA numbers them in 8 and 9, the width in 10, S# in 12..15.
 * Reference: the bitcode of ROCm's device library, __ockl_image_*. */
#include "texture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_WORD = 8, ORDER_WORD, WIDTH_WORD, SAMPLER_WORD = 12, OBJECT_WORDS = 16 };

struct texture {
    uint64_t address; /* what programs hold */
    bool is_surface;
    hipResourceDesc resource;
    hipTextureDesc desc;
    hipResourceViewDesc view;
    bool has_view;
    struct texture *next;
};
static struct texture *textures;

/* ---- formats ------------------------------------------------------------------------------------
 */

unsigned texture_format(const hipChannelFormatDesc *d, bool is_normalized, bool is_srgb)
{
    static const char *const kinds[] = {"SINT", "UINT", "FLOAT"};
    static const char *const normalized[] = {"SNORM", "UNORM", "FLOAT"};
    if ((unsigned)d->f > hipChannelFormatKindFloat)
        return 0;
    char name[40] = "";
    unsigned channels = channels_of(d);
    int used = 0;
    for (unsigned i = 0; i < channels; i++)
        used += snprintf(name + used, sizeof name - (size_t)used, "%d_", d->x);
    bool is_small = d->x <= 16;
    const char *kind = is_srgb                     ? "SRGB"
                       : is_normalized && is_small ? normalized[d->f]
                                                   : kinds[d->f];
    snprintf(name + used, sizeof name - (size_t)used, "%s", kind);
    return shoal_image_format(name);
}

/* hsa_ext_image_channel_type_t, hsa_ext_image_channel_order_t */
static uint32_t hsa_type(const hipChannelFormatDesc *d, bool is_normalized)
{
    enum { SNORM8 = 0, SNORM16, UNORM8, UNORM16, SINT8 = 8, UINT8 = 11, HALF = 14, FLOAT = 15 };
    uint32_t size = d->x == 8 ? 0 : d->x == 16 ? 1 : 2;
    if (d->f == hipChannelFormatKindFloat)
        return d->x == 16 ? HALF : FLOAT;
    bool is_signed = d->f == hipChannelFormatKindSigned;
    if (is_normalized && size < 2)
        return (is_signed ? SNORM8 : UNORM8) + size;
    return (is_signed ? SINT8 : UINT8) + size;
}

static uint32_t hsa_order(const hipChannelFormatDesc *d)
{
    enum { R = 1, RG = 3, RGBA = 8 };
    unsigned channels = channels_of(d);
    return channels == 1 ? R : channels == 2 ? RG : RGBA;
}

/* ---- descriptors ---------------------------------------------------------------------- */

shoal_image_type texture_type(size_t height, size_t depth, unsigned flags)
{
    if (flags & hipArrayCubemap)
        return SHOAL_IMAGE_CUBE;
    if (flags & hipArrayLayered)
        return height ? SHOAL_IMAGE_2D_ARRAY : SHOAL_IMAGE_1D_ARRAY;
    return depth ? SHOAL_IMAGE_3D : height ? SHOAL_IMAGE_2D : SHOAL_IMAGE_1D;
}

/* The format of a view's number. They come in threes: 1, 2 and 4 channels of a kind.
 * false: none, or one of compressed blocks. */
static bool view_format(int number, hipChannelFormatDesc *out)
{
    static const struct {
        int bits;
        hipChannelFormatKind kind;
    } kinds[] = {{8, hipChannelFormatKindUnsigned},  {8, hipChannelFormatKindSigned},
                 {16, hipChannelFormatKindUnsigned}, {16, hipChannelFormatKindSigned},
                 {32, hipChannelFormatKindUnsigned}, {32, hipChannelFormatKindSigned},
                 {16, hipChannelFormatKindFloat},    {32, hipChannelFormatKindFloat}};
    unsigned n = (unsigned)number - 1;
    if (n / 3 >= sizeof kinds / sizeof *kinds)
        return false;
    int bits = kinds[n / 3].bits, channels = 1 << n % 3;
    *out = (hipChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                  channels > 2 ? bits : 0, kinds[n / 3].kind};
    return true;
}

/* Narrows an image to what a view shows of it. */
static hipError_t apply_view(const hipResourceViewDesc *v, struct array_image *m,
                             unsigned *first_layer, unsigned *last_layer)
{
    hipChannelFormatDesc f = m->format;
    unsigned levels = m->last_level - m->first_level;
    if (v->format && (!view_format(v->format, &f) ||
                      f.x * (int)channels_of(&f) != m->format.x * (int)channels_of(&m->format)))
        return hipErrorInvalidValue;
    if (v->firstMipmapLevel > v->lastMipmapLevel || v->lastMipmapLevel > levels ||
        v->firstLayer > v->lastLayer || v->lastLayer > *last_layer)
        return hipErrorInvalidValue;
    m->format = f;
    m->last_level = m->first_level + v->lastMipmapLevel;
    m->first_level += v->firstMipmapLevel;
    m->width = m->width >> v->firstMipmapLevel ? m->width >> v->firstMipmapLevel : 1;
    if (v->lastLayer) {
        *first_layer = v->firstLayer;
        *last_layer = v->lastLayer;
    }
    return hipSuccess;
}

/* The T# of an image, or of what a view shows of it; view may be NULL. */
static hipError_t describe_image(struct array_image m, const hipResourceViewDesc *view,
                                 bool is_normalized, bool is_srgb, uint32_t words[OBJECT_WORDS])
{
    /* Manual, 10.5: BASE_LEVEL and LAST_LEVEL; the last layer and BASE_ARRAY. */
    enum { LEVELS = 0xff << 12, FIRST_LEVEL = 12, LAST_LEVEL = 16, FIRST_LAYER = 16 };
    bool has_layers = m.desc.type != SHOAL_IMAGE_3D && m.desc.depth;
    unsigned first_layer = 0, last_layer = has_layers ? m.desc.depth - 1 : 0;
    if (view)
        HIP_TRY(apply_view(view, &m, &first_layer, &last_layer));
    m.desc.format = texture_format(&m.format, is_normalized, is_srgb);
    if (shoal_image_describe(&m.desc, m.address, words, NULL))
        return hipErrorInvalidValue;
    words[3] =
        (words[3] & ~(uint32_t)LEVELS) | m.first_level << FIRST_LEVEL | m.last_level << LAST_LEVEL;
    if (has_layers)
        words[4] = last_layer | first_layer << FIRST_LAYER;
    words[TYPE_WORD] = hsa_type(&m.format, is_normalized);
    words[ORDER_WORD] = hsa_order(&m.format);
    words[WIDTH_WORD] = (uint32_t)m.width;
    return hipSuccess;
}

/* An array or a mipmapped array. */
static hipError_t describe_array(const hipResourceDesc *r, const hipResourceViewDesc *view,
                                 bool is_normalized, bool is_srgb, uint32_t words[OBJECT_WORDS])
{
    struct array_image m;
    hip_lock();
    bool is_known = r->resType == hipResourceTypeArray
                        ? array_image_locked(r->res.array.array, &m)
                        : mipmapped_image_locked(r->res.mipmap.mipmap, &m);
    hip_unlock();
    return is_known ? describe_image(m, view, is_normalized, is_srgb, words) : hipErrorInvalidValue;
}

/* Rows begin at multiples of texturePitchAlignment. */
static hipError_t describe_pitch(const hipResourceDesc *r, bool is_normalized, bool is_srgb,
                                 uint32_t words[OBJECT_WORDS])
{
    enum { PITCH_ALIGNMENT = 256, MOST_TEXELS = 16384 };
    const hipChannelFormatDesc *f = &r->res.pitch2D.desc;
    size_t width = r->res.pitch2D.width, height = r->res.pitch2D.height;
    size_t pitch = r->res.pitch2D.pitchInBytes, element = channels_of(f) * (unsigned)f->x / 8;
    void *at = r->res.pitch2D.devPtr;
    struct array_image m = {
        .desc = {.type = SHOAL_IMAGE_2D, .width = (uint32_t)width, .height = (uint32_t)height},
        .format = *f,
        .address = (uint64_t)(uintptr_t)at,
        .width = width,
    };
    if (!at || !width || !height || !is_channel_desc(f) || width > MOST_TEXELS ||
        height > MOST_TEXELS || pitch / element > MOST_TEXELS ||
        (height > 1 && (pitch % PITCH_ALIGNMENT || pitch % element)) ||
        (height > 1 && pitch < width * element))
        return hipErrorInvalidValue;
    hip_lock();
    bool is_valid = range_is_valid_locked(at, pitch * (height - 1) + width * element);
    hip_unlock();
    HIP_TRY(is_valid ? describe_image(m, NULL, is_normalized, is_srgb, words)
                     : hipErrorInvalidValue);
    if (height > 1) /* manual, 10.5: the pitch is where other images have their depth */
        words[4] = (uint32_t)(pitch / element - 1);
    return hipSuccess;
}

/* V# of a structured buffer with a format. Manual, 9.4 (buffer resource). */
static hipError_t describe_linear(const hipResourceDesc *r, bool is_normalized,
                                  uint32_t words[OBJECT_WORDS])
{
    enum { SEL_0 = 0, SEL_1 = 1, SEL_X = 4, FORMAT_SHIFT = 12, STRIDE_SHIFT = 16 };
    const hipChannelFormatDesc *f = &r->res.linear.desc;
    unsigned channels = channels_of(f), format = texture_format(f, is_normalized, false);
    uint64_t address = (uint64_t)(uintptr_t)r->res.linear.devPtr;
    size_t element = channels * (unsigned)f->x / 8;
    hip_lock();
    bool is_valid = range_is_valid_locked(r->res.linear.devPtr, r->res.linear.sizeInBytes);
    hip_unlock();
    if (!address || !format || !is_channel_desc(f) || !is_valid ||
        r->res.linear.sizeInBytes < element || r->res.linear.sizeInBytes / element > UINT32_MAX)
        return hipErrorInvalidValue;
    uint32_t count = (uint32_t)(r->res.linear.sizeInBytes / element), select = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = i < channels ? SEL_X + i : i == 3 ? SEL_1 : SEL_0;
        select |= from << (3 * i);
    }
    words[0] = (uint32_t)address;
    words[1] = (uint32_t)(address >> 32) | (uint32_t)element << STRIDE_SHIFT;
    words[2] = count;
    words[3] = select | format << FORMAT_SHIFT;
    words[TYPE_WORD] = hsa_type(f, is_normalized);
    words[ORDER_WORD] = hsa_order(f);
    words[WIDTH_WORD] = count;
    return hipSuccess;
}

static shoal_wrap wrap_of(enum hipTextureAddressMode mode, bool is_normalized)
{
    switch (mode) {
    case hipAddressModeBorder:
        return SHOAL_WRAP_BORDER;
    case hipAddressModeWrap: /* with texel coordinates, HIP clamps */
        return is_normalized ? SHOAL_WRAP_REPEAT : SHOAL_WRAP_EDGE;
    case hipAddressModeMirror:
        return is_normalized ? SHOAL_WRAP_MIRROR : SHOAL_WRAP_EDGE;
    default:
        return SHOAL_WRAP_EDGE;
    }
}

static void describe_sampler(const hipTextureDesc *t, uint32_t words[4])
{
    const float *b = t->borderColor;
    /* Such as samplers have without a table of colours: transparent or opaque black, white. */
    bool is_white = b[0] != 0 && b[1] != 0 && b[2] != 0;
    shoal_sampler_desc s = {
        .unnormalized = !t->normalizedCoords,
        .linear = t->filterMode == hipFilterModeLinear,
        .mip_linear = t->mipmapFilterMode == hipFilterModeLinear,
        .anisotropy = t->maxAnisotropy,
        .border = is_white    ? 2
                  : b[3] != 0 ? 1
                              : 0,
        .lod_bias = t->mipmapLevelBias,
        .min_lod = t->minMipmapLevelClamp,
        .max_lod = fmaxf(t->maxMipmapLevelClamp, 1e-6f), /* 0 would be no limit */
    };
    for (int i = 0; i < 3; i++)
        s.wrap[i] = wrap_of(t->addressMode[i], t->normalizedCoords);
    shoal_sampler_describe(&s, words);
    /* Device libraries move coordinates of nearest texels to the texel's edge, with an error: they
     * count on a device that rounds. */
    words[0] &= ~(UINT32_C(1) << 27);
}

/* ---- objects -------------------------------------------------------------------------- */

/* Puts the words into device memory and the object into the list. */
static hipError_t publish(struct texture *t, const uint32_t words[OBJECT_WORDS], void **out)
{
    void *at = NULL;
    hipError_t error =
        block_alloc(BLOCK_DEVICE, OBJECT_WORDS * 4, 256, hip_thread.device, 0, NULL, &at);
    if (error != hipSuccess) {
        free(t);
        return error;
    }
    t->address = (uint64_t)(uintptr_t)at;
    shoal_mem_write(hip.shoal, t->address, words, OBJECT_WORDS * 4);
    hip_lock();
    struct block *b = block_find_locked(t->address);
    if (b)
        b->is_array = true; /* not to be freed by hipFree */
    t->next = textures;
    textures = t;
    hip_unlock();
    *out = at;
    return hipSuccess;
}

hipError_t texture_create(hipTextureObject_t *out, const hipResourceDesc *r,
                          const hipTextureDesc *d, const hipResourceViewDesc *view)
{
    if (!out || !r || !d || (unsigned)d->filterMode > hipFilterModeLinear ||
        (unsigned)d->readMode > hipReadModeNormalizedFloat)
        return hipErrorInvalidValue;
    for (int i = 0; i < 3; i++)
        if ((unsigned)d->addressMode[i] > hipAddressModeBorder)
            return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    uint32_t words[OBJECT_WORDS] = {0};
    bool is_normalized = d->readMode == hipReadModeNormalizedFloat;
    hipError_t error = hipErrorInvalidValue;
    if (r->resType == hipResourceTypeArray || r->resType == hipResourceTypeMipmappedArray)
        error = describe_array(r, view, is_normalized, d->sRGB, words);
    else if (HIP_GENERATION >= 7 && r->resType == hipResourceTypePitch2D &&
             (!r->res.pitch2D.width || !r->res.pitch2D.height))
        error = hipSuccess; /* no image: its words are zero */
    else if (r->resType == hipResourceTypePitch2D)
        error = describe_pitch(r, is_normalized, d->sRGB, words);
    else if (r->resType == hipResourceTypeLinear)
        error = describe_linear(r, is_normalized, words);
    HIP_TRY(error);
    describe_sampler(d, words + SAMPLER_WORD);
    struct texture *t = calloc(1, sizeof *t);
    if (!t)
        return hipErrorOutOfMemory;
    t->resource = *r;
    t->desc = *d;
    t->has_view = view != NULL;
    if (view)
        t->view = *view;
    return publish(t, words, (void **)out);
}

static struct texture **find_locked(const void *object, bool is_surface)
{
    struct texture **link = &textures;
    while (*link &&
           ((*link)->address != (uint64_t)(uintptr_t)object || (*link)->is_surface != is_surface))
        link = &(*link)->next;
    return link;
}

static hipError_t destroy(const void *object, bool is_surface)
{
    if (!object)
        return hipSuccess;
    hip_lock();
    struct texture **link = find_locked(object, is_surface), *t = *link;
    if (t) {
        device_wait_locked(hip_thread.device);
        link = find_locked(object, is_surface); /* another thread may have been faster */
        t = *link;
        if (t)
            *link = t->next;
    }
    hip_unlock();
    if (!t)
        return hipErrorInvalidValue;
    hipError_t error = block_free(t->address, 1 << BLOCK_DEVICE);
    free(t);
    return error;
}

void textures_reset(int device)
{
    for (;;) {
        hip_lock();
        const struct texture *t = textures;
        const struct block *b = NULL;
        while (t && !((b = block_find_locked(t->address)) && b->device == device))
            t = t->next;
        bool is_surface = t && t->is_surface;
        const void *object = t ? (const void *)(uintptr_t)t->address : NULL;
        hip_unlock();
        if (!object || destroy(object, is_surface) != hipSuccess)
            return;
    }
}

hipError_t texture_destroy(hipTextureObject_t object) { return destroy(object, false); }

hipError_t hipCreateTextureObject(hipTextureObject_t *pTexObject, const hipResourceDesc *pResDesc,
                                  const hipTextureDesc *pTexDesc,
                                  const hipResourceViewDesc *pResViewDesc)
{
    return hip_done(texture_create(pTexObject, pResDesc, pTexDesc, pResViewDesc));
}

hipError_t hipDestroyTextureObject(hipTextureObject_t textureObject)
{
    return hip_done(texture_destroy(textureObject));
}

hipError_t texture_get(hipTextureObject_t object, hipResourceDesc *resource, hipTextureDesc *desc,
                       hipResourceViewDesc *view)
{
    if (!resource && !desc && !view)
        return hipErrorInvalidValue;
    hip_lock();
    const struct texture *t = *find_locked(object, false);
    bool is_known = t && (!view || t->has_view);
    if (is_known && resource)
        *resource = t->resource;
    if (is_known && desc)
        *desc = t->desc;
    if (is_known && view)
        *view = t->view;
    hip_unlock();
    return is_known ? hipSuccess : hipErrorInvalidValue;
}

hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *pResDesc,
                                           hipTextureObject_t textureObject)
{
    return hip_done(texture_get(textureObject, pResDesc, NULL, NULL));
}
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *pTexDesc,
                                          hipTextureObject_t textureObject)
{
    return hip_done(texture_get(textureObject, NULL, pTexDesc, NULL));
}
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *pResViewDesc,
                                               hipTextureObject_t textureObject)
{
    return hip_done(texture_get(textureObject, NULL, NULL, pResViewDesc));
}

hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *pSurfObject, const hipResourceDesc *pResDesc)
{
    if (!pSurfObject || !pResDesc || pResDesc->resType != hipResourceTypeArray)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    uint32_t words[OBJECT_WORDS] = {0};
    if (error == hipSuccess)
        error = describe_array(pResDesc, NULL, false, false, words);
    if (error != hipSuccess)
        return hip_done(error);
    struct texture *t = calloc(1, sizeof *t);
    if (!t)
        return hip_done(hipErrorOutOfMemory);
    t->is_surface = true;
    t->resource = *pResDesc;
    return hip_done(publish(t, words, (void **)pSurfObject));
}

hipError_t hipDestroySurfaceObject(hipSurfaceObject_t surfaceObject)
{
    return hip_done(destroy(surfaceObject, true));
}
