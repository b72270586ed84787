// Dynamic shared memory of which every other element is set.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64 --kernel f --lds 256
#include <hip/hip_runtime.h>
extern "C" __global__ void f(const int *x, int *y)
{
    extern __shared__ int t[];
    int i = threadIdx.x;
    t[i & ~1] = x[i]; // @bug
    t[i] = x[i]; // @right
    __syncthreads();
    y[t[i ^ 1] & 63] = i; // @expect init:undefined-address item=0,0,0
}
