/* hip_version.h: the level of these headers. hipRuntimeGetVersion says the same of the library. */
#ifndef HIP_VERSION_H
#define HIP_VERSION_H

/* The generation of the library: 6, or 7 (shoal hipcc --hip-version=7). */
#ifndef SHOAL_HIP_GENERATION
#define SHOAL_HIP_GENERATION 6
#endif
#if SHOAL_HIP_GENERATION >= 7
#define SHOAL_API_VERSION unsigned int
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 51831
#else
#define SHOAL_API_VERSION int
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 3
#define HIP_VERSION_PATCH 42131
#endif
#define HIP_VERSION_GITHASH    ""
#define HIP_VERSION_BUILD_ID   0
#define HIP_VERSION_BUILD_NAME "shoal"
#define HIP_VERSION            (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)
#define __HIP_HAS_GET_PCH      0

#endif
