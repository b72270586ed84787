// A way out of the critical section that does not unlock.
// @any-order
// @run --grid 192 --block 32 --arg buf:i32:1 --arg buf:i32:1 --arg i32:2
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *lock, int *sum, int full)
{
    if (threadIdx.x != 0)
        return;
    while (__hip_atomic_exchange(lock, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) // @expect sync:spin item=0,0,0
        __builtin_amdgcn_s_sleep(1);
    if (*sum == full) {
        __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); // @right
        return;
    }
    ++*sum;
    __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
