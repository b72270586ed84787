// The last work-group adds up what the others have stored; the fence between is missing.
// @run --grid 1024 --block 128 --arg buf:i32:8 --arg buf:u32:1 --arg buf:i32:1 --threads 1
// @any-order
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *part, unsigned *count, int *out)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        __threadfence(); // @right
        is_last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        __threadfence();
        int sum = 0;
#pragma clang loop unroll(disable)
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += part[i]; // @expect race:read-write many=1
        *out = sum;
    }
}
