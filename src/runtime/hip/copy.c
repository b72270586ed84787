/* copy.c: copies and fills: from their many signatures to one action, a box of rows and slices.
 *
 * Host and device share addresses, so the direction only matters where HIP checks it. */
#include "runtime.h"

#include "shoal/check.h"

#include <string.h>

/* ---- making actions ------------------------------------------------------------------------- */

static bool is_kind(hipMemcpyKind kind)
{
    enum { DEVICE_TO_DEVICE_NO_CU = 1024 }; /* ROCm 6 */
    return (unsigned)kind <= hipMemcpyDefault || (int)kind == DEVICE_TO_DEVICE_NO_CU;
}

/* Bytes that a box takes from its first to its last one; SIZE_MAX: too many. */
static size_t box_bytes(const struct box *b, size_t width, size_t height, size_t depth)
{
    if (!width || !height || !depth)
        return 0;
    unsigned __int128 bytes = (unsigned __int128)b->slice * (depth - 1) +
                              (unsigned __int128)b->pitch * (height - 1) + width;
    return bytes > SIZE_MAX / 2 ? SIZE_MAX : (size_t)bytes;
}

static bool box_is_valid_locked(const struct box *b, size_t width, size_t height, size_t depth)
{
    size_t bytes = box_bytes(b, width, height, depth);
    return bytes == 0 || (bytes != SIZE_MAX && range_is_valid_locked(b->at, bytes));
}

static bool box_exists_locked(const struct box *b, size_t width, size_t height, size_t depth)
{
    return range_exists_locked(b->at, box_bytes(b, width, height, depth));
}

const void *action_lacks_locked(const struct action *a)
{
    if (a->kind == ACTION_COPY) {
        size_t w = a->copy.width, h = a->copy.height, d = a->copy.depth;
        return !box_exists_locked(&a->copy.to, w, h, d)     ? a->copy.to.at
               : !box_exists_locked(&a->copy.from, w, h, d) ? a->copy.from.at
                                                            : NULL;
    }
    bool is_there = a->kind != ACTION_FILL ||
                    box_exists_locked(&a->fill.to, a->fill.width * a->fill.element_bytes,
                                      a->fill.height, a->fill.depth);
    return is_there ? NULL : a->fill.to.at;
}

/* Tells the checker of memory that the call would have left. */
static void report_box(const struct box *b, size_t width, size_t height, size_t depth)
{
    hip_lock();
    bool is_valid = box_is_valid_locked(b, width, height, depth);
    hip_unlock();
    if (!is_valid)
        shoal_check_call(
            hip.shoal, "copy-out-of-bounds", hip_thread.function ? hip_thread.function : "a copy",
            (uint64_t)(uintptr_t)b->at, box_bytes(b, width, height, depth), hip_thread.caller);
}

static hipError_t make_box_copy(struct box to, struct box from, size_t width, size_t height,
                                size_t depth, hipMemcpyKind direction, struct action *out)
{
    hip_lock();
    bool is_valid = box_is_valid_locked(&to, width, height, depth) &&
                    box_is_valid_locked(&from, width, height, depth);
    hip_unlock();
    if (!is_valid) {
        report_box(&to, width, height, depth);
        report_box(&from, width, height, depth);
        return hipErrorInvalidValue;
    }
    *out = (struct action){.kind = ACTION_COPY};
    if (!width || !height || !depth)
        width = height = depth = 0;
    out->copy.to = to;
    out->copy.from = from;
    out->copy.width = width;
    out->copy.height = height;
    out->copy.depth = depth;
    out->copy.direction = direction;
    return hipSuccess;
}

hipError_t make_copy(void *to, const void *from, size_t size, hipMemcpyKind kind,
                     struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!is_kind(kind))
        return hipErrorInvalidMemcpyDirection;
    if (size && (!to || !from))
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct box t = {to, size, size}, f = {(uint8_t *)(uintptr_t)from, size, size};
    return make_box_copy(t, f, size, 1, 1, kind, out);
}

hipError_t make_copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                        size_t width, size_t height, hipMemcpyKind kind, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!is_kind(kind))
        return hipErrorInvalidMemcpyDirection;
    if (!width || !height)
        return hip_start();
    if (!to || !from)
        return hipErrorInvalidValue;
    if (to_pitch < width || from_pitch < width)
        return hipErrorInvalidPitchValue;
    HIP_TRY(hip_start());
    struct box t = {to, to_pitch, 0}, f = {(uint8_t *)(uintptr_t)from, from_pitch, 0};
    return make_box_copy(t, f, width, height, 1, kind, out);
}

/* One end of a 3D copy. x in bytes; rows: of the whole image, for the slice. */
static bool end_of_array(const hipArray *array, size_t x, size_t y, size_t z, size_t width,
                         size_t height, size_t depth, struct box *out)
{
    struct array_info info;
    hip_lock();
    bool is_known = array_info_locked(array, &info);
    hip_unlock();
    size_t row = is_known ? info.width * info.element_bytes : 0;
    if (!is_known || x > row || width > row - x || y > info.height || height > info.height - y ||
        z > info.depth || depth > info.depth - z)
        return false;
    *out = (struct box){info.data + z * info.slice + y * info.pitch + x, info.pitch, info.slice};
    return true;
}

static bool end_of_memory(void *at, size_t pitch, size_t rows, size_t x, size_t y, size_t z,
                          size_t width, size_t height, size_t depth, struct box *out)
{
    size_t row, last, slice;
    if (!at || __builtin_add_overflow(x, width, &row) || __builtin_add_overflow(y, height, &last))
        return false;
    if (!pitch)
        pitch = row;
    if (!rows)
        rows = last;
    if (pitch < row || (depth > 1 && rows < height) ||
        __builtin_mul_overflow(pitch, rows, &slice) || y > SIZE_MAX / 2 / pitch ||
        z > SIZE_MAX / 2 / (slice + !slice))
        return false;
    *out = (struct box){(uint8_t *)at + z * slice + y * pitch + x, pitch, slice};
    return true;
}

static bool is_too_narrow(const hipPitchedPtr *p, size_t width)
{
    return p->ptr && p->pitch && p->pitch < width;
}

hipError_t make_copy_3d(const hipMemcpy3DParms *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p || (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr))
        return hipErrorInvalidValue;
    if (!is_kind(p->kind))
        return hipErrorInvalidMemcpyDirection;
    HIP_TRY(hip_start());
    hipExtent e = p->extent;
    if (!e.width || !e.height || !e.depth)
        return hipSuccess;
    /* With an array, widths are in its elements. */
    size_t element = 1;
    struct array_info info;
    hip_lock();
    const hipArray *array = p->srcArray ? p->srcArray : p->dstArray;
    bool has_array = array && array_info_locked(array, &info);
    hip_unlock();
    if (array && !has_array)
        return hipErrorInvalidValue;
    if (has_array)
        element = info.element_bytes;
    size_t width = e.width * element;
    if (width / element != e.width)
        return hipErrorInvalidValue;
    if (is_too_narrow(&p->srcPtr, width) || is_too_narrow(&p->dstPtr, width))
        return hipErrorInvalidPitchValue;
    struct box to, from;
    bool from_ok = p->srcArray
                       ? end_of_array(p->srcArray, p->srcPos.x * element, p->srcPos.y, p->srcPos.z,
                                      width, e.height, e.depth, &from)
                       : end_of_memory(p->srcPtr.ptr, p->srcPtr.pitch, p->srcPtr.ysize, p->srcPos.x,
                                       p->srcPos.y, p->srcPos.z, width, e.height, e.depth, &from);
    bool to_ok = p->dstArray
                     ? end_of_array(p->dstArray, p->dstPos.x * element, p->dstPos.y, p->dstPos.z,
                                    width, e.height, e.depth, &to)
                     : end_of_memory(p->dstPtr.ptr, p->dstPtr.pitch, p->dstPtr.ysize, p->dstPos.x,
                                     p->dstPos.y, p->dstPos.z, width, e.height, e.depth, &to);
    if (!from_ok || !to_ok)
        return hipErrorInvalidValue;
    return make_box_copy(to, from, width, e.height, e.depth, p->kind, out);
}

static bool driver_end(hipMemoryType type, void *host, void *device, const hipArray *array,
                       size_t pitch, size_t rows, size_t x, size_t y, size_t z,
                       const HIP_MEMCPY3D *p, struct box *out)
{
    size_t height = p->Height, depth = p->Depth;
    if (type == hipMemoryTypeArray)
        return end_of_array(array, x, y, z, p->WidthInBytes, height, depth, out);
    if (type == hipMemoryTypeHost)
        return end_of_memory(host, pitch, rows, x, y, z, p->WidthInBytes, height, depth, out);
    if (type == hipMemoryTypeDevice || type == hipMemoryTypeUnified || type == hipMemoryTypeManaged)
        return end_of_memory(device, pitch, rows, x, y, z, p->WidthInBytes, height, depth, out);
    return false;
}

hipError_t make_copy_driver(const HIP_MEMCPY3D *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p || p->srcLOD || p->dstLOD)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    if (!p->WidthInBytes || !p->Height || !p->Depth)
        return hipSuccess;
    struct box to, from;
    if (!driver_end(p->srcMemoryType, (void *)(uintptr_t)p->srcHost, p->srcDevice, p->srcArray,
                    p->srcPitch, p->srcHeight, p->srcXInBytes, p->srcY, p->srcZ, p, &from) ||
        !driver_end(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch,
                    p->dstHeight, p->dstXInBytes, p->dstY, p->dstZ, p, &to))
        return hipErrorInvalidValue;
    return make_box_copy(to, from, p->WidthInBytes, p->Height, p->Depth, hipMemcpyDefault, out);
}

hipError_t make_fill(void *to, size_t pitch, size_t slice, uint32_t value, unsigned element_bytes,
                     size_t width, size_t height, size_t depth, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    HIP_TRY(hip_start());
    if (!width || !height || !depth)
        return hipSuccess;
    if (!to || (uintptr_t)to % element_bytes || width > SIZE_MAX / element_bytes)
        return hipErrorInvalidValue;
    if (height > 1 && pitch < width * element_bytes)
        return hipErrorInvalidValue;
    struct box b = {to, pitch, slice};
    hip_lock();
    bool is_valid = box_is_valid_locked(&b, width * element_bytes, height, depth);
    /* Fills are the device's work: the memory must be its, or known to it. */
    is_valid &= is_window(to) || hip.has_hmm || block_find_locked((uint64_t)(uintptr_t)to);
    hip_unlock();
    if (!is_valid) {
        report_box(&b, width * element_bytes, height, depth);
        return hipErrorInvalidValue;
    }
    *out = (struct action){.kind = ACTION_FILL};
    out->fill.to = b;
    out->fill.value = value;
    out->fill.element_bytes = element_bytes;
    out->fill.width = width;
    out->fill.height = height;
    out->fill.depth = depth;
    return hipSuccess;
}

hipError_t make_symbol_copy(const void *symbol, size_t offset, size_t size, void *other,
                            bool to_symbol, hipMemcpyKind kind, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    uint64_t address;
    size_t bytes;
    if (kind != hipMemcpyDefault && kind != hipMemcpyDeviceToDevice &&
        kind != (to_symbol ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost))
        return hipErrorInvalidMemcpyDirection;
    HIP_TRY(hip_start());
    HIP_TRY(symbol_find(symbol, &address, &bytes));
    if (offset > bytes || size > bytes - offset)
        return hipErrorInvalidValue;
    void *at = (void *)(uintptr_t)(address + offset);
    return to_symbol ? make_copy(at, other, size, kind, out)
                     : make_copy(other, at, size, kind, out);
}

/* ---- the functions -------------------------------------------------------------------- */

static hipError_t run(hipError_t made, struct action *a, hipStream_t stream, bool is_sync)
{
    a->caller = hip_thread.caller;
    if (made == hipSuccess)
        made = submit(stream, a, is_sync);
    hip_thread.caller = hip_thread.function = NULL;
    return hip_done(made);
}

/* Who called what, for reports. */
static void called(const char *function, const void *caller)
{
    hip_thread.function = function;
    hip_thread.caller = caller;
}

/* A copy and its forms: null stream and waiting, any stream, per-thread streams. */
#define COPY(name, parameters, make)                                                               \
    hipError_t name parameters                                                                     \
    {                                                                                              \
        struct action a;                                                                           \
        called(#name, __builtin_return_address(0));                                                \
        return run(make, &a, NULL, true);                                                          \
    }
#define COPY_SPT(name, parameters, make)                                                           \
    hipError_t name##_spt parameters                                                               \
    {                                                                                              \
        struct action a;                                                                           \
        called(#name "_spt", __builtin_return_address(0));                                         \
        return run(make, &a, hipStreamPerThread, true);                                            \
    }
#define ASYNC(name, parameters, make)                                                              \
    hipError_t name parameters                                                                     \
    {                                                                                              \
        struct action a;                                                                           \
        called(#name, __builtin_return_address(0));                                                \
        return run(make, &a, stream, false);                                                       \
    }
#define ASYNC_SPT(name, parameters, make)                                                          \
    hipError_t name##_spt parameters                                                               \
    {                                                                                              \
        struct action a;                                                                           \
        called(#name "_spt", __builtin_return_address(0));                                         \
        return run(make, &a, spt(stream), false);                                                  \
    }
#define ARGS(...) (__VA_ARGS__)

COPY(hipMemcpy, ARGS(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind),
     make_copy(dst, src, sizeBytes, kind, &a))
COPY_SPT(hipMemcpy, ARGS(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind),
         make_copy(dst, src, sizeBytes, kind, &a))
ASYNC(hipMemcpyAsync,
      ARGS(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream),
      make_copy(dst, src, sizeBytes, kind, &a))
ASYNC_SPT(hipMemcpyAsync,
          ARGS(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind,
               hipStream_t stream),
          make_copy(dst, src, sizeBytes, kind, &a))
hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind,
                               hipStream_t stream)
{
    struct action a;
    return run(make_copy(dst, src, sizeBytes, kind, &a), &a, stream, true);
}
COPY(hipMemcpyHtoD, ARGS(hipDeviceptr_t dst, const void *src, size_t sizeBytes),
     make_copy(dst, src, sizeBytes, hipMemcpyHostToDevice, &a))
COPY(hipMemcpyDtoH, ARGS(void *dst, hipDeviceptr_t src, size_t sizeBytes),
     make_copy(dst, src, sizeBytes, hipMemcpyDeviceToHost, &a))
COPY(hipMemcpyDtoD, ARGS(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes),
     make_copy(dst, src, sizeBytes, hipMemcpyDeviceToDevice, &a))
ASYNC(hipMemcpyHtoDAsync,
      ARGS(hipDeviceptr_t dst, const void *src, size_t sizeBytes, hipStream_t stream),
      make_copy(dst, src, sizeBytes, hipMemcpyHostToDevice, &a))
ASYNC(hipMemcpyDtoHAsync, ARGS(void *dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream),
      make_copy(dst, src, sizeBytes, hipMemcpyDeviceToHost, &a))
ASYNC(hipMemcpyDtoDAsync,
      ARGS(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream),
      make_copy(dst, src, sizeBytes, hipMemcpyDeviceToDevice, &a))

static hipError_t make_peer(void *dst, int to, const void *src, int from, size_t size,
                            struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    hip_configure();
    if (!is_device(to) || !is_device(from))
        return hipErrorInvalidDevice;
    return make_copy(dst, src, size, hipMemcpyDeviceToDevice, out);
}
COPY(hipMemcpyPeer,
     ARGS(void *dst, int dstDeviceId, const void *src, int srcDeviceId, size_t sizeBytes),
     make_peer(dst, dstDeviceId, src, srcDeviceId, sizeBytes, &a))
ASYNC(hipMemcpyPeerAsync,
      ARGS(void *dst, int dstDeviceId, const void *src, int srcDevice, size_t sizeBytes,
           hipStream_t stream),
      make_peer(dst, dstDeviceId, src, srcDevice, sizeBytes, &a))

#define PARAMETERS_2D                                                                              \
    void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,         \
        hipMemcpyKind kind
COPY(hipMemcpy2D, (PARAMETERS_2D), make_copy_2d(dst, dpitch, src, spitch, width, height, kind, &a))
COPY_SPT(hipMemcpy2D, (PARAMETERS_2D),
         make_copy_2d(dst, dpitch, src, spitch, width, height, kind, &a))
ASYNC(hipMemcpy2DAsync, ARGS(PARAMETERS_2D, hipStream_t stream),
      make_copy_2d(dst, dpitch, src, spitch, width, height, kind, &a))
ASYNC_SPT(hipMemcpy2DAsync, ARGS(PARAMETERS_2D, hipStream_t stream),
          make_copy_2d(dst, dpitch, src, spitch, width, height, kind, &a))

COPY(hipMemcpy3D, (const struct hipMemcpy3DParms *p), make_copy_3d(p, &a))
COPY_SPT(hipMemcpy3D, (const struct hipMemcpy3DParms *p), make_copy_3d(p, &a))
ASYNC(hipMemcpy3DAsync, ARGS(const struct hipMemcpy3DParms *p, hipStream_t stream),
      make_copy_3d(p, &a))
ASYNC_SPT(hipMemcpy3DAsync, ARGS(const struct hipMemcpy3DParms *p, hipStream_t stream),
          make_copy_3d(p, &a))

static hipError_t make_peer_3d(const hipMemcpy3DPeerParms *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p)
        return hipErrorInvalidValue;
    hip_configure();
    if (!is_device(p->srcDevice) || !is_device(p->dstDevice))
        return hipErrorInvalidDevice;
    const hipMemcpy3DParms copy = {
        .srcArray = p->srcArray,
        .srcPos = p->srcPos,
        .srcPtr = p->srcPtr,
        .dstArray = p->dstArray,
        .dstPos = p->dstPos,
        .dstPtr = p->dstPtr,
        .extent = p->extent,
        .kind = hipMemcpyDeviceToDevice,
    };
    return make_copy_3d(&copy, out);
}
COPY(hipMemcpy3DPeer, (hipMemcpy3DPeerParms * p), make_peer_3d(p, &a))
ASYNC(hipMemcpy3DPeerAsync, ARGS(hipMemcpy3DPeerParms *p, hipStream_t stream), make_peer_3d(p, &a))
COPY(hipDrvMemcpy3D, (const HIP_MEMCPY3D *pCopy), make_copy_driver(pCopy, &a))
ASYNC(hipDrvMemcpy3DAsync, ARGS(const HIP_MEMCPY3D *pCopy, hipStream_t stream),
      make_copy_driver(pCopy, &a))

static hipError_t make_param_2d(const hip_Memcpy2D *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p)
        return hipErrorInvalidValue;
    if (p->WidthInBytes > UINT32_MAX || p->Height > UINT32_MAX || p->srcPitch > UINT32_MAX ||
        p->dstPitch > UINT32_MAX || p->srcXInBytes > UINT32_MAX || p->dstXInBytes > UINT32_MAX ||
        p->srcY > UINT32_MAX || p->dstY > UINT32_MAX)
        return hipErrorInvalidValue;
    HIP_MEMCPY3D d = {
        .srcXInBytes = (unsigned)p->srcXInBytes,
        .srcY = (unsigned)p->srcY,
        .srcMemoryType = p->srcMemoryType,
        .srcHost = p->srcHost,
        .srcDevice = p->srcDevice,
        .srcArray = p->srcArray,
        .srcPitch = (unsigned)p->srcPitch,
        .dstXInBytes = (unsigned)p->dstXInBytes,
        .dstY = (unsigned)p->dstY,
        .dstMemoryType = p->dstMemoryType,
        .dstHost = p->dstHost,
        .dstDevice = p->dstDevice,
        .dstArray = p->dstArray,
        .dstPitch = (unsigned)p->dstPitch,
        .WidthInBytes = (unsigned)p->WidthInBytes,
        .Height = (unsigned)p->Height,
        .Depth = 1,
    };
    return make_copy_driver(&d, out);
}
COPY(hipMemcpyParam2D, (const hip_Memcpy2D *pCopy), make_param_2d(pCopy, &a))
ASYNC(hipMemcpyParam2DAsync, ARGS(const hip_Memcpy2D *pCopy, hipStream_t stream),
      make_param_2d(pCopy, &a))
COPY(hipDrvMemcpy2DUnaligned, (const hip_Memcpy2D *pCopy), make_param_2d(pCopy, &a))

/* ---- arrays */

static hipError_t make_array_copy(const hipArray *array, size_t x, size_t y, void *other,
                                  size_t pitch, size_t width, size_t height, bool to_array,
                                  hipMemcpyKind kind, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!is_kind(kind))
        return hipErrorInvalidMemcpyDirection;
    if (!array && to_array)
        return hipErrorInvalidHandle;
    if (!array || !other)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    if (!width || !height)
        return hipSuccess;
    struct box at, memory = {other, pitch, 0};
    if (pitch < width && height > 1)
        return hipErrorInvalidPitchValue;
    if (!end_of_array(array, x, y, 0, width, height, 1, &at))
        return hipErrorInvalidValue;
    return to_array ? make_box_copy(at, memory, width, height, 1, kind, out)
                    : make_box_copy(memory, at, width, height, 1, kind, out);
}

#define TO_ARRAY                                                                                   \
    hipArray *dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width,   \
        size_t height, hipMemcpyKind kind
#define MAKE_TO_ARRAY                                                                              \
    make_array_copy(dst, wOffset, hOffset, (void *)(uintptr_t)src, spitch, width, height, true,    \
                    kind, &a)
COPY(hipMemcpy2DToArray, (TO_ARRAY), MAKE_TO_ARRAY)
COPY_SPT(hipMemcpy2DToArray, (TO_ARRAY), MAKE_TO_ARRAY)
ASYNC(hipMemcpy2DToArrayAsync, ARGS(TO_ARRAY, hipStream_t stream), MAKE_TO_ARRAY)
ASYNC_SPT(hipMemcpy2DToArrayAsync, ARGS(TO_ARRAY, hipStream_t stream), MAKE_TO_ARRAY)

#define FROM_ARRAY                                                                                 \
    void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width,  \
        size_t height, hipMemcpyKind kind
#define MAKE_FROM_ARRAY                                                                            \
    make_array_copy(src, wOffset, hOffset, dst, dpitch, width, height, false, kind, &a)
COPY(hipMemcpy2DFromArray, (FROM_ARRAY), MAKE_FROM_ARRAY)
COPY_SPT(hipMemcpy2DFromArray, (FROM_ARRAY), MAKE_FROM_ARRAY)
ASYNC(hipMemcpy2DFromArrayAsync, ARGS(FROM_ARRAY, hipStream_t stream), MAKE_FROM_ARRAY)
ASYNC_SPT(hipMemcpy2DFromArrayAsync, ARGS(FROM_ARRAY, hipStream_t stream), MAKE_FROM_ARRAY)

/* `count` bytes in the array's order, from an offset on: whole rows in one box, or part of one. */
static hipError_t make_linear_copy(const hipArray *array, size_t x, size_t y, void *other,
                                   size_t count, bool to_array, hipMemcpyKind kind,
                                   struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    struct array_info info;
    hip_lock();
    bool is_known = array && array_info_locked(array, &info);
    hip_unlock();
    if (!is_known)
        return hipErrorInvalidValue;
    size_t row = info.width * info.element_bytes;
    if (count <= row - (x < row ? x : row))
        return make_array_copy(array, x, y, other, count, count, 1, to_array, kind, out);
    if (x || count % row)
        return hipErrorInvalidValue;
    return make_array_copy(array, 0, y, other, row, row, count / row, to_array, kind, out);
}
COPY(hipMemcpyToArray,
     ARGS(hipArray *dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
          hipMemcpyKind kind),
     make_linear_copy(dst, wOffset, hOffset, (void *)(uintptr_t)src, count, true, kind, &a))
COPY(hipMemcpyFromArray,
     ARGS(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count,
          hipMemcpyKind kind),
     make_linear_copy(srcArray, wOffset, hOffset, dst, count, false, kind, &a))
COPY_SPT(hipMemcpyFromArray,
         ARGS(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count,
              hipMemcpyKind kind),
         make_linear_copy(srcArray, wOffset, hOffset, dst, count, false, kind, &a))
COPY(hipMemcpyAtoH, ARGS(void *dst, hipArray *srcArray, size_t srcOffset, size_t count),
     make_linear_copy(srcArray, srcOffset, 0, dst, count, false, hipMemcpyDeviceToHost, &a))
COPY(hipMemcpyHtoA, ARGS(hipArray *dstArray, size_t dstOffset, const void *srcHost, size_t count),
     make_linear_copy(dstArray, dstOffset, 0, (void *)(uintptr_t)srcHost, count, true,
                      hipMemcpyHostToDevice, &a))
COPY(hipMemcpyAtoD, ARGS(hipDeviceptr_t dst, hipArray *srcArray, size_t srcOffset, size_t count),
     make_linear_copy(srcArray, srcOffset, 0, dst, count, false, hipMemcpyDeviceToDevice, &a))
COPY(hipMemcpyDtoA, ARGS(hipArray *dstArray, size_t dstOffset, hipDeviceptr_t src, size_t count),
     make_linear_copy(dstArray, dstOffset, 0, src, count, true, hipMemcpyDeviceToDevice, &a))
ASYNC(hipMemcpyAtoHAsync,
      ARGS(void *dst, hipArray *srcArray, size_t srcOffset, size_t count, hipStream_t stream),
      make_linear_copy(srcArray, srcOffset, 0, dst, count, false, hipMemcpyDeviceToHost, &a))
ASYNC(hipMemcpyHtoAAsync,
      ARGS(hipArray *dstArray, size_t dstOffset, const void *srcHost, size_t count,
           hipStream_t stream),
      make_linear_copy(dstArray, dstOffset, 0, (void *)(uintptr_t)srcHost, count, true,
                       hipMemcpyHostToDevice, &a))

static hipError_t make_array_to_array(const hipArray *dst, size_t dx, size_t dy,
                                      const hipArray *src, size_t sx, size_t sy, size_t width,
                                      size_t height, hipMemcpyKind kind, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    struct box to, from;
    if (!is_kind(kind))
        return hipErrorInvalidMemcpyDirection;
    if (!end_of_array(dst, dx, dy, 0, width, height, 1, &to) ||
        !end_of_array(src, sx, sy, 0, width, height, 1, &from))
        return hipErrorInvalidValue;
    return make_box_copy(to, from, width, height, 1, hipMemcpyDefault, out);
}
COPY(hipMemcpy2DArrayToArray,
     ARGS(hipArray *dst, size_t wOffsetDst, size_t hOffsetDst, hipArray_const_t src,
          size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind),
     make_array_to_array(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height,
                         kind, &a))
COPY(hipMemcpyAtoA,
     ARGS(hipArray *dstArray, size_t dstOffset, hipArray *srcArray, size_t srcOffset, size_t count),
     make_array_to_array(dstArray, dstOffset, 0, srcArray, srcOffset, 0, count, 1,
                         hipMemcpyDeviceToDevice, &a))

/* ---- symbols */

#define TO_SYMBOL                                                                                  \
    const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind
#define MAKE_TO_SYMBOL                                                                             \
    make_symbol_copy(symbol, offset, sizeBytes, (void *)(uintptr_t)src, true, kind, &a)
COPY(hipMemcpyToSymbol, (TO_SYMBOL), MAKE_TO_SYMBOL)
COPY_SPT(hipMemcpyToSymbol, (TO_SYMBOL), MAKE_TO_SYMBOL)
ASYNC(hipMemcpyToSymbolAsync, ARGS(TO_SYMBOL, hipStream_t stream), MAKE_TO_SYMBOL)
ASYNC_SPT(hipMemcpyToSymbolAsync, ARGS(TO_SYMBOL, hipStream_t stream), MAKE_TO_SYMBOL)
#define FROM_SYMBOL                                                                                \
    void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind
#define MAKE_FROM_SYMBOL make_symbol_copy(symbol, offset, sizeBytes, dst, false, kind, &a)
COPY(hipMemcpyFromSymbol, (FROM_SYMBOL), MAKE_FROM_SYMBOL)
COPY_SPT(hipMemcpyFromSymbol, (FROM_SYMBOL), MAKE_FROM_SYMBOL)
ASYNC(hipMemcpyFromSymbolAsync, ARGS(FROM_SYMBOL, hipStream_t stream), MAKE_FROM_SYMBOL)
ASYNC_SPT(hipMemcpyFromSymbolAsync, ARGS(FROM_SYMBOL, hipStream_t stream), MAKE_FROM_SYMBOL)

/* ---- fills */

#define FILL(width) make_fill(dst, 0, 0, (uint8_t)value, 1, width, 1, 1, &a)
COPY(hipMemset, ARGS(void *dst, int value, size_t sizeBytes), FILL(sizeBytes))
COPY_SPT(hipMemset, ARGS(void *dst, int value, size_t sizeBytes), FILL(sizeBytes))
ASYNC(hipMemsetAsync, ARGS(void *dst, int value, size_t sizeBytes, hipStream_t stream),
      FILL(sizeBytes))
ASYNC_SPT(hipMemsetAsync, ARGS(void *dst, int value, size_t sizeBytes, hipStream_t stream),
          FILL(sizeBytes))

#define FILL_2D make_fill(dst, pitch, 0, (uint8_t)value, 1, width, height, 1, &a)
COPY(hipMemset2D, ARGS(void *dst, size_t pitch, int value, size_t width, size_t height), FILL_2D)
COPY_SPT(hipMemset2D, ARGS(void *dst, size_t pitch, int value, size_t width, size_t height),
         FILL_2D)
ASYNC(hipMemset2DAsync,
      ARGS(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
      FILL_2D)
ASYNC_SPT(hipMemset2DAsync,
          ARGS(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
          FILL_2D)

static hipError_t make_fill_3d(hipPitchedPtr p, int value, hipExtent e, struct action *out)
{
    if (e.depth > 1 && p.ysize < e.height) {
        *out = (struct action){.kind = ACTION_EMPTY};
        return hipErrorInvalidValue;
    }
    return make_fill(p.ptr, p.pitch, p.pitch * p.ysize, (uint8_t)value, 1, e.width, e.height,
                     e.depth, out);
}
#define FILL_3D make_fill_3d(pitchedDevPtr, value, extent, &a)
COPY(hipMemset3D, ARGS(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent), FILL_3D)
COPY_SPT(hipMemset3D, ARGS(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent), FILL_3D)
ASYNC(hipMemset3DAsync,
      ARGS(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream), FILL_3D)
ASYNC_SPT(hipMemset3DAsync,
          ARGS(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream),
          FILL_3D)

COPY(hipMemsetD8, ARGS(hipDeviceptr_t dest, unsigned char value, size_t count),
     make_fill(dest, 0, 0, value, 1, count, 1, 1, &a))
COPY(hipMemsetD16, ARGS(hipDeviceptr_t dest, unsigned short value, size_t count),
     make_fill(dest, 0, 0, value, 2, count, 1, 1, &a))
COPY(hipMemsetD32, ARGS(hipDeviceptr_t dest, int value, size_t count),
     make_fill(dest, 0, 0, (uint32_t)value, 4, count, 1, 1, &a))
ASYNC(hipMemsetD8Async,
      ARGS(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream),
      make_fill(dest, 0, 0, value, 1, count, 1, 1, &a))
ASYNC(hipMemsetD16Async,
      ARGS(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream),
      make_fill(dest, 0, 0, value, 2, count, 1, 1, &a))
ASYNC(hipMemsetD32Async, ARGS(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream),
      make_fill(dst, 0, 0, (uint32_t)value, 4, count, 1, 1, &a))

/* Rows of 8, 16 and 32 bits; the pitch is in bytes. */
#define D2D(name, type)                                                                            \
    COPY(name, ARGS(hipDeviceptr_t dst, size_t dstPitch, type value, size_t width, size_t height), \
         make_fill(dst, dstPitch, 0, value, sizeof value, width, height, 1, &a))                   \
    ASYNC(name##Async,                                                                             \
          ARGS(hipDeviceptr_t dst, size_t dstPitch, type value, size_t width, size_t height,       \
               hipStream_t stream),                                                                \
          make_fill(dst, dstPitch, 0, value, sizeof value, width, height, 1, &a))
D2D(hipMemsetD2D8, unsigned char)
D2D(hipMemsetD2D16, unsigned short)
D2D(hipMemsetD2D32, unsigned int)
