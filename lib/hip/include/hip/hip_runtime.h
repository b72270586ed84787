/* hip_runtime.h: HIP's host interface and, where the compiler knows HIP, its language: launches and
 * what kernels may use. Each part is a file in shoal/. */
#ifndef HIP_RUNTIME_H
#define HIP_RUNTIME_H

#if !defined(__HIPCC_RTC__)
#ifdef __cplusplus
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#else
#include <math.h>
#include <stdlib.h>
#include <string.h>
#endif
#endif

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <hip/library_types.h>

#if SHOAL_HIP_LANGUAGE && defined(__cplusplus)
#include <hip/shoal/atomic.h>
#include <hip/shoal/index.h>
#include <hip/shoal/integer.h>
#include <hip/shoal/launch.h>
#include <hip/shoal/math.h>
#include <hip/shoal/services.h>
#include <hip/shoal/surface.h>
#include <hip/shoal/sync.h>
#include <hip/shoal/texture.h>
#include <hip/shoal/warp.h>
#endif

#endif
