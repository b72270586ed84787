// A queue: places by tickets, each with a flag that says that it is filled.
// @run --grid 128 --block 32 --arg buf:i32:4 --arg buf:i32:4 --arg buf:i32:4 --arg buf:i32:2 --threads 1
// @any-order
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *item, int *full, int *out, int *tickets)
{
    if (threadIdx.x)
        return;
    int at = __hip_atomic_fetch_add(&tickets[0], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_store(&full[at], 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); // @bug
    item[at] = 100 + blockIdx.x; // @expect race:read-write many=1
    __hip_atomic_store(&full[at], 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); // @right
    int mine = __hip_atomic_fetch_add(&tickets[1], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    mine = (mine + 1) % 4;
    while (!__hip_atomic_load(&full[mine], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT))
        __builtin_amdgcn_s_sleep(1);
    out[mine] = item[mine];
}
