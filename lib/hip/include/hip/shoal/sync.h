/* sync.h: barriers of the work-group, memory fences, clocks. */
#ifndef HIP_SHOAL_SYNC_H
#define HIP_SHOAL_SYNC_H

#include <hip/hip_common.h>

#define SHOAL_DEVICE __device__ static inline __attribute__((always_inline))

/* ---- fences ------------------------------------------------------------------------------------
 */

SHOAL_DEVICE void __threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
SHOAL_DEVICE void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
SHOAL_DEVICE void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

/* ---- barriers ------------------------------------------------------------------------- */

__device__ inline __attribute__((convergent, always_inline)) void __syncthreads()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__device__ inline __attribute__((convergent, always_inline)) void __barrier(int)
{
    __syncthreads();
}

/* Of all threads of the work-group: how many, whether all, whether any. Each wave adds its own to a
 * word of local memory; three barriers keep two uses in a row apart. */
__device__ __attribute__((convergent)) inline int __syncthreads_count(int predicate)
{
    __shared__ int sum;
    int in_wave = __builtin_popcountll(__builtin_amdgcn_ballot_w64(predicate != 0));
    bool is_first = __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workitem_id_y() +
                        __builtin_amdgcn_workitem_id_z() ==
                    0;
    if (is_first)
        sum = 0;
    __syncthreads();
    unsigned long long active = __builtin_amdgcn_ballot_w64(true);
    if (__builtin_amdgcn_mbcnt_hi((unsigned)(active >> 32),
                                  __builtin_amdgcn_mbcnt_lo((unsigned)active, 0)) == 0)
        __hip_atomic_fetch_add(&sum, in_wave, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __syncthreads();
    int all = sum;
    __syncthreads();
    return all;
}
__device__ __attribute__((convergent)) inline int __syncthreads_or(int predicate)
{
    return __syncthreads_count(predicate) != 0;
}
__device__ __attribute__((convergent)) inline int __syncthreads_and(int predicate)
{
    return __syncthreads_count(predicate == 0) == 0;
}

/* ---- clocks --------------------------------------------------------------------------- */

SHOAL_DEVICE long long clock64() { return (long long)__builtin_readcyclecounter(); }
SHOAL_DEVICE long long __clock64() { return clock64(); }
SHOAL_DEVICE long long clock() { return clock64(); }
SHOAL_DEVICE long long __clock() { return clock64(); }
SHOAL_DEVICE long long wall_clock64() { return (long long)__builtin_readsteadycounter(); }
/* Waits at least so long; the counter of wall_clock64 has 100 MHz. */
__device__ static inline void __nanosleep(unsigned nanoseconds)
{
    for (long long end = wall_clock64() + nanoseconds / 10; wall_clock64() < end;)
        __builtin_amdgcn_s_sleep(1);
}

#endif
