// A transposed tile: rows are written up to the diagonal, and read in full.
// @check init
// @run --kernel k --grid 8,8 --block 8,8 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O2; -O0 -mwavefrontsize64
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const int *x, int *y)
{
    __shared__ int t[8][8];
    int c = threadIdx.x, r = threadIdx.y;
    if (c <= r) // @bug
        t[r][c] = x[8 * r + c];
    __syncthreads();
    y[t[c][r] & 63] = r; // @expect init:undefined-address item=0,1,0
}
