// A product whose inner dimension is split among blocks: their sums meet in one cell.
// @run --kernel k --grid 64 --block 32 --arg buf:f32:32 --arg buf:f32:64:iota --threads 1
// @variants -O0; -O2 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(float *c, const float *a)
{
    int i = threadIdx.x;
    float part = a[32 * blockIdx.x + i] + 1.0f;
    c[i] += part; // @expect race:write-write many=1 @bug
    atomicAdd(&c[i], part); // @right
}
