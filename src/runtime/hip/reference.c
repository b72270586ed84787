/* reference.c: texture references, and texture objects of the driver interface.
 *
 * A reference is a structure that exists on the host and, for each device, in its code. Binding
 * makes a texture object of it and puts that into both; what is changed later makes another object.
 */
#include "texture.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AS_INTEGER = 1, NORMALIZED = 2, SRGB = 0x10 };  /* HIP_TRSF_... */
enum { OVERRIDE_FORMAT = 1, MOST_LINEAR_TEXELS = 1 << 27 }; /* HIP_TRSA_OVERRIDE_FORMAT */

struct reference {
    textureReference *host;
    bool is_owned;      /* of a module: made by hipModuleGetTexRef */
    hipModule_t module; /* NULL: of the program */
    uint64_t address;   /* of a module: in its code */
    hipResourceDesc resource;
    bool is_bound;
    float border[4];
    struct reference *next;
};
static struct reference *references;

/* ---- bookkeeping -------------------------------------------------------------------------------
 */

static struct reference *find_locked(const textureReference *host)
{
    struct reference *r = references;
    while (r && r->host != host)
        r = r->next;
    return r;
}

static struct reference *add_locked(textureReference *host)
{
    struct reference *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->host = host;
    r->next = references;
    references = r;
    return r;
}

/* The reference and where it is in the current device's code. hipErrorInvalidValue: no constructor
 * registered it, nor did a module have it. */
static hipError_t open_reference(const textureReference *host, struct reference **out,
                                 uint64_t *address)
{
    size_t size;
    if (!host)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    hip_lock();
    *out = find_locked(host);
    *address = *out ? (*out)->address : 0;
    hip_unlock();
    if (*address)
        return hipSuccess;
    if (symbol_find(host, address, &size) != hipSuccess || size < sizeof(textureReference))
        return hipErrorInvalidValue;
    hip_lock();
    if (!*out)
        *out = add_locked((textureReference *)(uintptr_t)host);
    hip_unlock();
    return *out ? hipSuccess : hipErrorOutOfMemory;
}

/* ---- binding -------------------------------------------------------------------------- */

static hipTextureDesc sampling_of(const struct reference *r)
{
    const textureReference *t = r->host;
    hipTextureDesc d = {
        .filterMode = t->filterMode,
        .readMode = t->readMode,
        .sRGB = t->sRGB,
        .normalizedCoords = t->normalized,
        .maxAnisotropy = t->maxAnisotropy,
        .mipmapFilterMode = t->mipmapFilterMode,
        .mipmapLevelBias = t->mipmapLevelBias,
        .minMipmapLevelClamp = t->minMipmapLevelClamp,
        .maxMipmapLevelClamp = t->maxMipmapLevelClamp,
    };
    memcpy(d.addressMode, t->addressMode, sizeof d.addressMode);
    memcpy(d.borderColor, r->border, sizeof d.borderColor);
    return d;
}

static hipError_t bind(struct reference *r, uint64_t address, const hipResourceDesc *resource)
{
    hipTextureObject_t made;
    hipTextureDesc d = sampling_of(r);
    HIP_TRY(texture_create(&made, resource, &d, NULL));
    if (r->is_bound)
        texture_destroy(r->host->textureObject);
    r->resource = *resource;
    r->is_bound = true;
    r->host->textureObject = made;
    return hip_error_of(shoal_mem_write(hip.shoal, address, r->host, sizeof *r->host));
}

static hipError_t bind_host(const textureReference *host, const hipResourceDesc *resource)
{
    struct reference *r;
    uint64_t address;
    HIP_TRY(open_reference(host, &r, &address));
    return bind(r, address, resource);
}

/* After a change of how it samples. A reference that is not bound waits for that. */
static hipError_t changed(const textureReference *host)
{
    uint64_t address;
    hip_lock();
    struct reference *r = find_locked(host);
    bool is_bound = r && r->is_bound;
    hip_unlock();
    if (!is_bound)
        return hipSuccess;
    HIP_TRY(open_reference(host, &r, &address));
    return bind(r, address, &r->resource);
}

/* Size 0: all that there is behind the address. */
static hipError_t linear(const void *at, const hipChannelFormatDesc *desc, size_t size,
                         hipResourceDesc *out)
{
    hip_lock();
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)at);
    size_t rest = b ? b->size - ((uint64_t)(uintptr_t)at - b->base) : 0;
    hip_unlock();
    if (!at || !desc || !b)
        return hipErrorInvalidValue;
    *out = (hipResourceDesc){.resType = hipResourceTypeLinear};
    out->res.linear.devPtr = (void *)(uintptr_t)at;
    out->res.linear.desc = *desc;
    out->res.linear.sizeInBytes = size == UINT_MAX || size == SIZE_MAX ? rest : size;
    return hipSuccess;
}

static hipError_t pitched(const void *at, const hipChannelFormatDesc *desc, size_t width,
                          size_t height, size_t pitch, hipResourceDesc *out)
{
    if (!at || !desc)
        return hipErrorInvalidValue;
    *out = (hipResourceDesc){.resType = hipResourceTypePitch2D};
    out->res.pitch2D.devPtr = (void *)(uintptr_t)at;
    out->res.pitch2D.desc = *desc;
    out->res.pitch2D.width = width;
    out->res.pitch2D.height = height;
    out->res.pitch2D.pitchInBytes = pitch;
    return hipSuccess;
}

/* Any address will do: texels are where the pointer says. */
static void no_offset(size_t *offset)
{
    if (offset)
        *offset = 0;
}

hipError_t hipBindTexture(size_t *offset, const textureReference *tex, const void *devPtr,
                          const hipChannelFormatDesc *desc, size_t size)
{
    hipResourceDesc r;
    hipError_t error = linear(devPtr, desc, size, &r);
    no_offset(offset);
    return hip_done(error == hipSuccess ? bind_host(tex, &r) : error);
}

hipError_t hipBindTexture2D(size_t *offset, const textureReference *tex, const void *devPtr,
                            const hipChannelFormatDesc *desc, size_t width, size_t height,
                            size_t pitch)
{
    hipResourceDesc r;
    if (HIP_GENERATION >= 7 && (!tex || !devPtr))
        return hip_done(hipErrorNotFound);
    hipError_t error = pitched(devPtr, desc, width, height, pitch, &r);
    no_offset(offset);
    return hip_done(error == hipSuccess ? bind_host(tex, &r) : error);
}

/* The array's own format counts. */
hipError_t hipBindTextureToArray(const textureReference *tex, hipArray_const_t array,
                                 const hipChannelFormatDesc *desc)
{
    hipResourceDesc r = {.resType = hipResourceTypeArray};
    if (HIP_GENERATION >= 7 && (!tex || !array || !desc))
        return hip_done(hipErrorInvalidChannelDescriptor);
    r.res.array.array = (hipArray *)(uintptr_t)array;
    return hip_done(desc ? bind_host(tex, &r) : hipErrorInvalidValue);
}

hipError_t hipBindTextureToMipmappedArray(const textureReference *tex,
                                          hipMipmappedArray_const_t mipmappedArray,
                                          const hipChannelFormatDesc *desc)
{
    hipResourceDesc r = {.resType = hipResourceTypeMipmappedArray};
    r.res.mipmap.mipmap = (hipMipmappedArray *)(uintptr_t)mipmappedArray;
    return hip_done(desc ? bind_host(tex, &r) : hipErrorInvalidValue);
}

hipError_t hipUnbindTexture(const textureReference *tex)
{
    hip_lock();
    struct reference *r = tex ? find_locked(tex) : NULL;
    bool is_bound = r && r->is_bound;
    if (is_bound)
        r->is_bound = false;
    hip_unlock();
    if (!is_bound)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = texture_destroy(r->host->textureObject);
    r->host->textureObject = NULL;
    return hip_done(error);
}

/* A reference that is bound. */
static bool get_bound(const textureReference *host, struct reference *out)
{
    hip_lock();
    const struct reference *r = host ? find_locked(host) : NULL;
    bool is_bound = r && r->is_bound;
    if (is_bound)
        *out = *r;
    hip_unlock();
    return is_bound;
}

hipError_t hipGetTextureAlignmentOffset(size_t *offset, const textureReference *texref)
{
    struct reference r;
    if (HIP_GENERATION >= 7 && !texref)
        return hip_done(hipErrorInvalidTexture);
    if (!offset || !get_bound(texref, &r))
        return hip_done(hipErrorInvalidValue);
    *offset = 0;
    return hip_done(hipSuccess);
}

hipError_t hipGetTextureReference(const textureReference **texref, const void *symbol)
{
    struct reference *r;
    uint64_t address;
    if (!texref)
        return hip_done(hipErrorInvalidValue);
    if (open_reference(symbol, &r, &address) != hipSuccess)
        return hip_done(hipErrorInvalidSymbol);
    *texref = r->host;
    return hip_done(hipSuccess);
}

/* ---- of modules ----------------------------------------------------------------------- */

static textureReference *make_locked(hipModule_t module, uint64_t address)
{
    for (const struct reference *r = references; r; r = r->next)
        if (r->module == module && r->address == address)
            return r->host;
    textureReference *host = calloc(1, sizeof *host);
    struct reference *r = host ? add_locked(host) : NULL;
    if (!r) {
        free(host);
        return NULL;
    }
    r->is_owned = true;
    r->module = module;
    r->address = address;
    return host;
}

hipError_t hipModuleGetTexRef(textureReference **texRef, hipModule_t hmod, const char *name)
{
    hipDeviceptr_t at;
    size_t size;
    if (!texRef || !name)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hipModuleGetGlobal(&at, &size, hmod, name);
    if (error != hipSuccess)
        return error;
    if (size < sizeof(textureReference))
        return hip_done(hipErrorNotFound);
    hip_lock();
    textureReference *host = make_locked(hmod, (uint64_t)(uintptr_t)at);
    hip_unlock();
    if (host)
        *texRef = host;
    return hip_done(host ? hipSuccess : hipErrorOutOfMemory);
}

void references_forget(hipModule_t module)
{
    hip_lock();
    struct reference *gone = NULL;
    for (struct reference **link = &references; *link;) {
        struct reference *r = *link;
        if (r->is_owned && r->module == module) {
            *link = r->next;
            r->next = gone;
            gone = r;
        } else {
            link = &r->next;
        }
    }
    hip_unlock();
    while (gone) {
        struct reference *r = gone;
        gone = r->next;
        if (r->is_bound)
            texture_destroy(r->host->textureObject);
        free(r->host);
        free(r);
    }
}

/* ---- the driver interface: what to read ----------------------------------------------- */

static bool format_of(const textureReference *t, hipChannelFormatDesc *out)
{
    return desc_of_format(t->format, (unsigned)t->numChannels, out);
}

hipError_t hipTexRefSetFormat(textureReference *texRef, hipArray_Format fmt,
                              int NumPackedComponents)
{
    hipChannelFormatDesc d;
    if (!texRef || NumPackedComponents < 1 ||
        !desc_of_format(fmt, (unsigned)NumPackedComponents, &d))
        return hip_done(hipErrorInvalidValue);
    texRef->format = fmt;
    texRef->numChannels = NumPackedComponents;
    texRef->channelDesc = d;
    return hip_done(hipSuccess);
}

hipError_t hipTexRefGetFormat(hipArray_Format *pFormat, int *pNumChannels,
                              const textureReference *texRef)
{
    if (!pFormat || !pNumChannels || !texRef)
        return hip_done(hipErrorInvalidValue);
    *pFormat = texRef->format;
    *pNumChannels = texRef->numChannels;
    return hip_done(hipSuccess);
}

hipError_t hipTexRefSetAddress(size_t *ByteOffset, textureReference *texRef, hipDeviceptr_t dptr,
                               size_t bytes)
{
    hipChannelFormatDesc d;
    hipResourceDesc r;
    if (!texRef || !format_of(texRef, &d))
        return hip_done(hipErrorInvalidValue);
    hipError_t error = linear(dptr, &d, bytes, &r);
    no_offset(ByteOffset);
    return hip_done(error == hipSuccess ? bind_host(texRef, &r) : error);
}

hipError_t hipTexRefSetAddress2D(textureReference *texRef, const HIP_ARRAY_DESCRIPTOR *desc,
                                 hipDeviceptr_t dptr, size_t Pitch)
{
    hipChannelFormatDesc d;
    hipResourceDesc r;
    if (!texRef || !desc || !desc_of_format(desc->Format, desc->NumChannels, &d))
        return hip_done(hipErrorInvalidValue);
    hipError_t error = pitched(dptr, &d, desc->Width, desc->Height, Pitch, &r);
    return hip_done(error == hipSuccess ? bind_host(texRef, &r) : error);
}

hipError_t hipTexRefGetAddress(hipDeviceptr_t *dev_ptr, const textureReference *texRef)
{
    struct reference r;
    if (!dev_ptr || !get_bound(texRef, &r))
        return hip_done(hipErrorInvalidValue);
    if (r.resource.resType == hipResourceTypeLinear)
        *dev_ptr = r.resource.res.linear.devPtr;
    else if (r.resource.resType == hipResourceTypePitch2D)
        *dev_ptr = r.resource.res.pitch2D.devPtr;
    else
        return hip_done(hipErrorInvalidValue);
    return hip_done(hipSuccess);
}

/* The format is the array's, which is the only flag there is. */
hipError_t hipTexRefSetArray(textureReference *tex, hipArray_const_t array, unsigned int flags)
{
    hipResourceDesc r = {.resType = hipResourceTypeArray};
    r.res.array.array = (hipArray *)(uintptr_t)array;
    return hip_done(flags & ~(unsigned)OVERRIDE_FORMAT ? hipErrorInvalidValue : bind_host(tex, &r));
}

hipError_t hipTexRefSetMipmappedArray(textureReference *texRef, hipMipmappedArray *mipmappedArray,
                                      unsigned int Flags)
{
    hipResourceDesc r = {.resType = hipResourceTypeMipmappedArray};
    r.res.mipmap.mipmap = mipmappedArray;
    return hip_done(Flags & ~(unsigned)OVERRIDE_FORMAT ? hipErrorInvalidValue
                                                       : bind_host(texRef, &r));
}

hipError_t hipTexRefGetArray(hipArray_t *pArray, const textureReference *texRef)
{
    struct reference r;
    if (!pArray || !get_bound(texRef, &r) || r.resource.resType != hipResourceTypeArray)
        return hip_done(hipErrorInvalidValue);
    *pArray = r.resource.res.array.array;
    return hip_done(hipSuccess);
}

hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *pArray, const textureReference *texRef)
{
    struct reference r;
    if (!pArray || !get_bound(texRef, &r) || r.resource.resType != hipResourceTypeMipmappedArray)
        return hip_done(hipErrorInvalidValue);
    *pArray = r.resource.res.mipmap.mipmap;
    return hip_done(hipSuccess);
}

/* ---- and how -------------------------------------------------------------------------- */

/* Sets a field, or gets one. */
#define SET(is_valid, field, value)                                                                \
    do {                                                                                           \
        if (!texRef || !(is_valid))                                                                \
            return hip_done(hipErrorInvalidValue);                                                 \
        texRef->field = (value);                                                                   \
        return hip_done(changed(texRef));                                                          \
    } while (0)
#define GET(out, field)                                                                            \
    do {                                                                                           \
        if (!texRef || !(out))                                                                     \
            return hip_done(hipErrorInvalidValue);                                                 \
        *(out) = texRef->field;                                                                    \
        return hip_done(hipSuccess);                                                               \
    } while (0)

static bool is_filter(hipTextureFilterMode mode) { return (unsigned)mode <= hipFilterModeLinear; }

hipError_t hipTexRefSetAddressMode(textureReference *texRef, int dim, hipTextureAddressMode am)
{
    SET(dim >= 0 && dim < 3 && (unsigned)am <= hipAddressModeBorder, addressMode[dim], am);
}
hipError_t hipTexRefGetAddressMode(hipTextureAddressMode *pam, const textureReference *texRef,
                                   int dim)
{
    if (dim < 0 || dim >= 3)
        return hip_done(hipErrorInvalidValue);
    GET(pam, addressMode[dim]);
}
hipError_t hipTexRefSetFilterMode(textureReference *texRef, hipTextureFilterMode fm)
{
    SET(is_filter(fm), filterMode, fm);
}
hipError_t hipTexRefGetFilterMode(hipTextureFilterMode *pfm, const textureReference *texRef)
{
    GET(pfm, filterMode);
}
hipError_t hipTexRefSetMipmapFilterMode(textureReference *texRef, hipTextureFilterMode fm)
{
    SET(is_filter(fm), mipmapFilterMode, fm);
}
hipError_t hipTexRefGetMipmapFilterMode(hipTextureFilterMode *pfm, const textureReference *texRef)
{
    GET(pfm, mipmapFilterMode);
}
hipError_t hipTexRefSetMipmapLevelBias(textureReference *texRef, float bias)
{
    SET(true, mipmapLevelBias, bias);
}
hipError_t hipTexRefGetMipmapLevelBias(float *pbias, const textureReference *texRef)
{
    GET(pbias, mipmapLevelBias);
}
hipError_t hipTexRefSetMaxAnisotropy(textureReference *texRef, unsigned int maxAniso)
{
    SET(true, maxAnisotropy, maxAniso);
}
hipError_t hipTexRefGetMaxAnisotropy(int *pmaxAnsio, const textureReference *texRef)
{
    if (!texRef || !pmaxAnsio)
        return hip_done(hipErrorInvalidValue);
    *pmaxAnsio = (int)texRef->maxAnisotropy;
    return hip_done(hipSuccess);
}
hipError_t hipTexRefSetMipmapLevelClamp(textureReference *texRef, float minMipMapLevelClamp,
                                        float maxMipMapLevelClamp)
{
    if (!texRef)
        return hip_done(hipErrorInvalidValue);
    texRef->minMipmapLevelClamp = minMipMapLevelClamp;
    SET(true, maxMipmapLevelClamp, maxMipMapLevelClamp);
}
hipError_t hipTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                        const textureReference *texRef)
{
    if (!texRef || !pminMipmapLevelClamp)
        return hip_done(hipErrorInvalidValue);
    *pminMipmapLevelClamp = texRef->minMipmapLevelClamp;
    GET(pmaxMipmapLevelClamp, maxMipmapLevelClamp);
}
hipError_t hipTexRefSetBorderColor(textureReference *texRef, float *pBorderColor)
{
    struct reference *r;
    uint64_t address;
    if (!pBorderColor)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = open_reference(texRef, &r, &address);
    if (error != hipSuccess)
        return hip_done(error);
    memcpy(r->border, pBorderColor, sizeof r->border);
    return hip_done(changed(texRef));
}
hipError_t hipTexRefGetBorderColor(float *pBorderColor, const textureReference *texRef)
{
    struct reference *r;
    uint64_t address;
    if (!pBorderColor)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = open_reference((textureReference *)(uintptr_t)texRef, &r, &address);
    if (error == hipSuccess)
        memcpy(pBorderColor, r->border, sizeof r->border);
    return hip_done(error);
}
hipError_t hipTexRefSetFlags(textureReference *texRef, unsigned int Flags)
{
    if (!texRef || Flags & ~(unsigned)(READ_AS_INTEGER | NORMALIZED | SRGB))
        return hip_done(hipErrorInvalidValue);
    texRef->readMode =
        Flags & READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
    texRef->normalized = (Flags & NORMALIZED) != 0;
    SET(true, sRGB, (Flags & SRGB) != 0);
}
hipError_t hipTexRefGetFlags(unsigned int *pFlags, const textureReference *texRef)
{
    if (!texRef || !pFlags)
        return hip_done(hipErrorInvalidValue);
    *pFlags = (texRef->readMode == hipReadModeElementType ? READ_AS_INTEGER : 0u) |
              (texRef->normalized ? NORMALIZED : 0u) | (texRef->sRGB ? SRGB : 0u);
    return hip_done(hipSuccess);
}

/* ---- texture objects of the driver interface ------------------------------------------ */

static bool from_driver_resource(const HIP_RESOURCE_DESC *d, hipResourceDesc *out)
{
    *out = (hipResourceDesc){.resType = (hipResourceType)d->resType};
    switch (d->resType) {
    case HIP_RESOURCE_TYPE_ARRAY:
        out->res.array.array = d->res.array.hArray;
        return true;
    case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        out->res.mipmap.mipmap = d->res.mipmap.hMipmappedArray;
        return true;
    case HIP_RESOURCE_TYPE_LINEAR:
        out->res.linear.devPtr = d->res.linear.devPtr;
        out->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
        return desc_of_format(d->res.linear.format, d->res.linear.numChannels,
                              &out->res.linear.desc);
    case HIP_RESOURCE_TYPE_PITCH2D:
        out->res.pitch2D.devPtr = d->res.pitch2D.devPtr;
        out->res.pitch2D.width = d->res.pitch2D.width;
        out->res.pitch2D.height = d->res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
        return desc_of_format(d->res.pitch2D.format, d->res.pitch2D.numChannels,
                              &out->res.pitch2D.desc);
    }
    return false;
}

static void to_driver_resource(const hipResourceDesc *r, HIP_RESOURCE_DESC *out)
{
    *out = (HIP_RESOURCE_DESC){.resType = (HIPresourcetype)r->resType};
    switch (r->resType) {
    case hipResourceTypeArray:
        out->res.array.hArray = r->res.array.array;
        break;
    case hipResourceTypeMipmappedArray:
        out->res.mipmap.hMipmappedArray = r->res.mipmap.mipmap;
        break;
    case hipResourceTypeLinear:
        out->res.linear.devPtr = r->res.linear.devPtr;
        out->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        out->res.linear.format = format_of_desc(&r->res.linear.desc);
        out->res.linear.numChannels = channels_of(&r->res.linear.desc);
        break;
    case hipResourceTypePitch2D:
        out->res.pitch2D.devPtr = r->res.pitch2D.devPtr;
        out->res.pitch2D.width = r->res.pitch2D.width;
        out->res.pitch2D.height = r->res.pitch2D.height;
        out->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        out->res.pitch2D.format = format_of_desc(&r->res.pitch2D.desc);
        out->res.pitch2D.numChannels = channels_of(&r->res.pitch2D.desc);
        break;
    }
}

static hipTextureDesc from_driver_texture(const HIP_TEXTURE_DESC *d)
{
    hipTextureDesc t = {
        .filterMode = (hipTextureFilterMode)d->filterMode,
        .readMode =
            d->flags & READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat,
        .sRGB = (d->flags & SRGB) != 0,
        .normalizedCoords = (d->flags & NORMALIZED) != 0,
        .maxAnisotropy = d->maxAnisotropy,
        .mipmapFilterMode = (hipTextureFilterMode)d->mipmapFilterMode,
        .mipmapLevelBias = d->mipmapLevelBias,
        .minMipmapLevelClamp = d->minMipmapLevelClamp,
        .maxMipmapLevelClamp = d->maxMipmapLevelClamp,
    };
    for (int i = 0; i < 3; i++)
        t.addressMode[i] = (hipTextureAddressMode)d->addressMode[i];
    memcpy(t.borderColor, d->borderColor, sizeof t.borderColor);
    return t;
}

static HIP_TEXTURE_DESC to_driver_texture(const hipTextureDesc *t)
{
    HIP_TEXTURE_DESC d = {
        .filterMode = (HIPfilter_mode)t->filterMode,
        .flags = (t->readMode == hipReadModeElementType ? READ_AS_INTEGER : 0u) |
                 (t->normalizedCoords ? NORMALIZED : 0u) | (t->sRGB ? SRGB : 0u),
        .maxAnisotropy = t->maxAnisotropy,
        .mipmapFilterMode = (HIPfilter_mode)t->mipmapFilterMode,
        .mipmapLevelBias = t->mipmapLevelBias,
        .minMipmapLevelClamp = t->minMipmapLevelClamp,
        .maxMipmapLevelClamp = t->maxMipmapLevelClamp,
    };
    for (int i = 0; i < 3; i++)
        d.addressMode[i] = (HIPaddress_mode)t->addressMode[i];
    memcpy(d.borderColor, t->borderColor, sizeof d.borderColor);
    return d;
}

/* Both structures of views begin alike. */
_Static_assert(offsetof(HIP_RESOURCE_VIEW_DESC, lastLayer) ==
                   offsetof(hipResourceViewDesc, lastLayer),
               "views");

hipError_t hipTexObjectCreate(hipTextureObject_t *pTexObject, const HIP_RESOURCE_DESC *pResDesc,
                              const HIP_TEXTURE_DESC *pTexDesc,
                              const HIP_RESOURCE_VIEW_DESC *pResViewDesc)
{
    hipResourceDesc r;
    hipResourceViewDesc view;
    if (!pTexObject || !pResDesc || !pTexDesc || !from_driver_resource(pResDesc, &r))
        return hip_done(hipErrorInvalidValue);
    if (pResViewDesc)
        memcpy(&view, pResViewDesc, sizeof view);
    hipTextureDesc t = from_driver_texture(pTexDesc);
    return hip_done(texture_create(pTexObject, &r, &t, pResViewDesc ? &view : NULL));
}

hipError_t hipTexObjectDestroy(hipTextureObject_t texObject)
{
    return hip_done(texture_destroy(texObject));
}

hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *pResDesc, hipTextureObject_t texObject)
{
    hipResourceDesc r;
    hipError_t error = pResDesc ? texture_get(texObject, &r, NULL, NULL) : hipErrorInvalidValue;
    if (error == hipSuccess)
        to_driver_resource(&r, pResDesc);
    return hip_done(error);
}

hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *pTexDesc, hipTextureObject_t texObject)
{
    hipTextureDesc t;
    hipError_t error = pTexDesc ? texture_get(texObject, NULL, &t, NULL) : hipErrorInvalidValue;
    if (error == hipSuccess)
        *pTexDesc = to_driver_texture(&t);
    return hip_done(error);
}

hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *pResViewDesc,
                                           hipTextureObject_t texObject)
{
    hipResourceViewDesc view;
    hipError_t error =
        pResViewDesc ? texture_get(texObject, NULL, NULL, &view) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        *pResViewDesc = (HIP_RESOURCE_VIEW_DESC){0};
        memcpy(pResViewDesc, &view, sizeof view);
    }
    return hip_done(error);
}

hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t *max_width, const hipChannelFormatDesc *desc,
                                               int device)
{
    hip_configure();
    if (!max_width || !desc || !texture_format(desc, false, false))
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    *max_width = MOST_LINEAR_TEXELS;
    return hip_done(hipSuccess);
}
