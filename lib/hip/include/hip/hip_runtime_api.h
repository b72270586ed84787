/* hip_runtime_api.h: HIP's host interface, for C and C++ and any compiler. Types and functions are
 * generated from the tables that Shoal's library is made of. */
#ifndef HIP_RUNTIME_API_H
#define HIP_RUNTIME_API_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hip/hip_common.h>
#include <hip/hip_version.h>

/* Structures of ROCm 6 have names of their own in the library. */
#define hipDeviceProp_t        hipDeviceProp_tR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
#define hipChooseDevice        hipChooseDeviceR0600

#include <hip/shoal/types.h>

#define hipTextureType1D                0x01
#define hipTextureType2D                0x02
#define hipTextureType3D                0x03
#define hipTextureTypeCubemap           0x0C
#define hipTextureType1DLayered         0xF1
#define hipTextureType2DLayered         0xF2
#define hipTextureTypeCubemapLayered    0xFC
#define HIP_IMAGE_OBJECT_SIZE_DWORD     12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD   8
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_TEXTURE_OBJECT_SIZE_DWORD   (HIP_IMAGE_OBJECT_SIZE_DWORD + HIP_SAMPLER_OBJECT_SIZE_DWORD)
#define HIP_TRSA_OVERRIDE_FORMAT        0x01
#define HIP_TRSF_READ_AS_INTEGER        0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_SRGB                   0x10
#define HIP_IPC_HANDLE_SIZE             64
#define hipHostAllocDefault             hipHostMallocDefault
#define hipHostAllocPortable            hipHostMallocPortable
#define hipHostAllocMapped              hipHostMallocMapped
#define hipHostAllocWriteCombined       hipHostMallocWriteCombined
#define hipHostMallocUncached           0x10000000
#define hipExtHostAllocDefault          hipHostMallocDefault
#define hipDeviceMallocContiguous       0x4

#include <hip/shoal/functions.h>

static inline struct hipPitchedPtr make_hipPitchedPtr(void *p, size_t pitch, size_t xsize,
                                                      size_t ysize)
{
    struct hipPitchedPtr made = {p, pitch, xsize, ysize};
    return made;
}
static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z)
{
    struct hipPos made = {x, y, z};
    return made;
}
static inline struct hipExtent make_hipExtent(size_t width, size_t height, size_t depth)
{
    struct hipExtent made = {width, height, depth};
    return made;
}

/* -fgpu-default-stream=per-thread: functions without a stream, and stream 0, mean the thread's own.
 */
#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#include <hip/shoal/per_thread.h>
#endif

#include <hip/shoal/channels.h>
#ifdef __cplusplus
#include <hip/shoal/templates.h>
#endif

#endif
