// A reduction over shared memory that is larger than the block.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64 --kernel f
#include <hip/hip_runtime.h>
extern "C" __global__ void f(const int *x, int *y)
{
    __shared__ int t[128];
    int i = threadIdx.x;
    t[i] = x[i];
    t[i + 64] = 0; // @right
    __syncthreads();
    for (int n = 64; n > 0; n /= 2) {
        if (i < n)
            t[i] += t[i + n];
        __syncthreads();
    }
    y[t[0] & 63] = i; // @expect init:undefined-address
}
