// Writers take a lock, the reader does not.
// @run --grid 128 --block 32 --arg buf:i32:1 --arg buf:i32:1 --arg buf:i32:4 --threads 1
// @any-order
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *lock, int *sum, int *out)
{
    if (threadIdx.x)
        return;
    while (__hip_atomic_exchange(lock, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT))
        __builtin_amdgcn_s_sleep(1);
    *sum += 1;
    out[blockIdx.x] = *sum; // @right
    __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    out[blockIdx.x] = *sum; // @expect race:read-write many=1 @bug
}
