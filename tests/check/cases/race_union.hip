// Two tables share their memory: the second is filled while waves still read the first.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p)
{
    __shared__ union {
        int whole[128];
        short half[256];
    } u;
    int i = threadIdx.x;
    u.whole[i] = p[i];
    __syncthreads();
    int other = u.whole[127 - i];
    __syncthreads(); // @right
    u.half[i] = (short)other; // @expect race:read-write many=1
    __syncthreads();
    p[i] = u.half[i];
}
