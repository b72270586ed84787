// Counts of a block in shared memory, raised without atomics.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128:iota --arg buf:i32:16
// @variants -O0; -O2
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const int *x, int *out)
{
    __shared__ int bins[16];
    int i = threadIdx.x;
    if (i < 16)
        bins[i] = 0;
    __syncthreads();
    if ((i & 31) < 16) {
        bins[x[i] & 15] += i;             // @expect race:write-write many=1 @expect race:read-write many=1 @bug
        atomicAdd(&bins[x[i] & 15], i); // @right
    }
    __syncthreads();
    if (i < 16)
        out[i] = bins[i];
}
