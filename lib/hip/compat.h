/* compat.h: what the HIP headers of ROCm 5.2 need with clang 19 and later. Included before the
 * program by hipcc. */
#ifndef SHOAL_HIP_COMPAT_H
#define SHOAL_HIP_COMPAT_H

#if defined(__HIP__) && defined(__clang__)
/* The compiler no longer says how wide waves are; gfx1100 has 32 lanes by default. */
#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE__
#define __AMDGCN_WAVEFRONT_SIZE__ 32
#endif

/* Declared, but in no device library. */
extern "C" __attribute__((device)) inline __attribute__((always_inline)) _Float16
__llvm_amdgcn_rcp_f16(_Float16 x)
{
    return __builtin_amdgcn_rcph(x);
}
typedef _Float16 shoal_half2 __attribute__((ext_vector_type(2)));
extern "C" __attribute__((device)) inline __attribute__((always_inline)) shoal_half2
__llvm_amdgcn_rcp_2f16(shoal_half2 x)
{
    return shoal_half2{(_Float16)__builtin_amdgcn_rcph(x.x), (_Float16)__builtin_amdgcn_rcph(x.y)};
}

/* The headers' atomicInc and atomicDec name intrinsics that LLVM 19 removed; their wall_clock64 is
 * unknown to the host's compilation, and an instruction that gfx11 does not have. */
#define atomicInc    shoal_unused_atomic_inc
#define atomicDec    shoal_unused_atomic_dec
#define wall_clock64 shoal_unused_wall_clock64
/* A failed assertion ends with a trap inside the headers' __assert_fail, so that reports would name
 * the header's line: the one below has none of its own. The host's is declared first. */
#include <assert.h>
#define __assert_fail shoal_unused_assert_fail
#include <hip/hip_runtime.h>
#undef __assert_fail
#undef atomicInc
#undef atomicDec
#undef wall_clock64
__device__ inline unsigned atomicInc(unsigned *address, unsigned value)
{
    return __builtin_amdgcn_atomic_inc32(address, value, __ATOMIC_RELAXED, "agent");
}
__device__ inline unsigned atomicDec(unsigned *address, unsigned value)
{
    return __builtin_amdgcn_atomic_dec32(address, value, __ATOMIC_RELAXED, "agent");
}
__device__ inline long long wall_clock64() { return (long long)__builtin_readsteadycounter(); }

#include "rocm/include/hip/shoal/assert.h"
#endif
#endif
