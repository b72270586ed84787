// One wave fills a ring in LDS, the other takes what is in it; it waits for one item more than there are.
// @run --grid 128 --block 128 --arg buf:i32:16 --arg i32:8
// @check mem,sync,wait
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int ring[4], head, tail;
    if (threadIdx.x == 0)
        head = tail = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < n; i++) {
            while (__hip_atomic_load(&tail, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) + 4 <= i)
                ;
            ring[i % 4] = i;
            __hip_atomic_store(&head, i + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
        }
    } else if (threadIdx.x == 64) {
        for (int i = 0; i < n + 1; i++) { // @bug
        for (int i = 0; i < n; i++) { // @right
            while (__hip_atomic_load(&head, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) <= i) // @expect sync:spin item=64,0,0
                ;
            out[i] = ring[i % 4];
            __hip_atomic_store(&tail, i + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
        }
    }
}
