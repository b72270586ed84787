// Threads behind the end of the data return, in the middle of a wave, before the barrier.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128 --arg i32:100
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p, int n)
{
    __shared__ int t[128];
    int i = threadIdx.x;
    if (i >= n)  // @bug
        return;  // @bug
    t[i] = p[i];
    __syncthreads(); // @expect sync:inactive-at-barrier many=1 @bug
    __syncthreads(); // @right
    if (i < n)
        p[i] = t[n - 1 - i];
}
