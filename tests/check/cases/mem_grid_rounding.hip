// Two elements for each thread, and a number of elements that is odd.
// @run --kernel k --grid 64 --block 32 --arg buf:i32:101:iota --arg i32:101
// @variants -O2; -O0 -mwavefrontsize64
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    p[i] /= 3;
    if (i + 1 < n) // @right
        p[i + 1] = 7; // @expect mem:out-of-bounds group=1,0,0 item=18,0,0
}
