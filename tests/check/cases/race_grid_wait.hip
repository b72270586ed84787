// A barrier for the whole grid, made of a counter: __syncthreads() is none, and there are no fences.
// @run --kernel k --grid 64 --block 32 --arg buf:i32:64 --arg buf:u32:1 --arg buf:i32:64
// @variants -O0; -O2 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *part, unsigned *count, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = i;
    __syncthreads(); // @bug
    __threadfence(); // @right
    __syncthreads(); // @right
    if (threadIdx.x == 0) {        // @right
        atomicAdd(count, 1u);      // @right
        while (atomicAdd(count, 0u) < gridDim.x) // @right
            ;                      // @right
    }                              // @right
    __syncthreads(); // @right
    __threadfence(); // @right
    out[i] = part[63 - i]; // @expect race:read-write many=1
}
