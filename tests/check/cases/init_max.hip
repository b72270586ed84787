// The largest of four values per thread, of which the first was left out.
// @check init
// @run --kernel k --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O0; -O0 -mwavefrontsize64
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const int *x, int *y)
{
    int v[4];
    for (int j = 1; j < 4; j++) // @bug
    for (int j = 0; j < 4; j++) // @right
        v[j] = x[(threadIdx.x + j) & 63];
    int best = 0;
    for (int j = 0; j < 4; j++)
        if (v[j] > v[best]) // @expect init:undefined-mask many=1
            best = j;
    y[threadIdx.x] = best;
}
