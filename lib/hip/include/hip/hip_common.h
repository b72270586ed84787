/* hip_common.h: what is compiled (platform, compiler, side, chip), and the words of HIP's language.
 */
#ifndef HIP_COMMON_H
#define HIP_COMMON_H

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

/* A compiler that knows HIP compiles each source twice, for the host and for the device. */
#if defined(__HIP__) && defined(__clang__)
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#define SHOAL_HIP_LANGUAGE 1
#ifndef __HIP_CLANG_ONLY__
#define __HIP_CLANG_ONLY__ 1
#endif
#define SHOAL_HD __host__ __device__
#else
#define SHOAL_HIP_LANGUAGE 0
#define SHOAL_HD
#endif
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ == 0
#undef __HIP_DEVICE_COMPILE__
#endif

/* What gfx1100 has; zero for the host, as programs expect. */
#ifdef __HIP_DEVICE_COMPILE__
#define SHOAL_ARCH_HAS 1
#else
#define SHOAL_ARCH_HAS 0
#endif
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__     SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__     SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__         SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__     SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__     SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_DOUBLES__                  SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_WARP_VOTE__                SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_WARP_BALLOT__              SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_WARP_SHUFFLE__             SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__        0
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__      SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__          0
#define __HIP_ARCH_HAS_SURFACE_FUNCS__            SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_3DGRID__                   SHOAL_ARCH_HAS
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__         0

/* clang defines most words itself, before any header. */
#if SHOAL_HIP_LANGUAGE
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif
#ifndef __constant__
#define __constant__ __attribute__((constant))
#endif
#ifndef __managed__
#define __managed__ __attribute__((managed))
#endif
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif
#if defined(__clang__) && SHOAL_HIP_LANGUAGE
/* Names of attributes, not macros, in later compilers: [[gnu::noinline]] and the like stay usable.
 */
#define __noinline__ __attribute__((noinline))
#endif
#define __forceinline__ inline __attribute__((always_inline))
#define __hip_restrict  __restrict

#ifdef __cplusplus
#define SHOAL_DEFAULT(value) = value
#define SHOAL_API            extern "C"
#define __dparm(value)       = value
#define DEFAULT(value)       = value
#else
#define SHOAL_DEFAULT(value)
#define SHOAL_API
#define __dparm(value)
#define DEFAULT(value)
#endif
#define HIP_PUBLIC_API            __attribute__((visibility("default")))
#define HIP_INTERNAL_EXPORTED_API __attribute__((visibility("default")))
#define DEPRECATED(text)

#endif
