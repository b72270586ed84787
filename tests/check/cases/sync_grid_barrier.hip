// A barrier of the grid that waits for one work-group more than there are.
// @run --grid 192 --block 64 --arg buf:i32:2 --arg buf:i32:192
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *count, int *y)
{
    y[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        __hip_atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
        int all = gridDim.x + 1; // @bug
        int all = gridDim.x; // @right
        while (__hip_atomic_load(count, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < all) // @expect sync:spin item=0,0,0 group=0,0,0
            ;
    }
    __syncthreads();
    y[blockIdx.x * 64 + threadIdx.x] += 1;
}
