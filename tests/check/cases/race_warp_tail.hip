// The last steps of a reduction without barriers, for waves of 64: with 32 lanes they are two waves.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128:iota --arg buf:i32:1
// @variants -O0; -O2
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const int *x, int *y)
{
    __shared__ int t[128];
    int i = threadIdx.x;
    t[i] = x[i];
    __syncthreads();
    if (i < 64)
        t[i] += t[i + 64];
    __syncthreads(); // @right
    if (i < 32) {
        int sum = t[i] + t[i + 32]; // @expect race:read-write many=1
        for (int j = 16; j; j /= 2)
            sum += __shfl_down(sum, j, 32);
        if (i == 0)
            *y = sum;
    }
}
