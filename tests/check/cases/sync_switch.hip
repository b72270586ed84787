// Each wave has a task of its own, with a barrier of its own in it.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p)
{
    __shared__ int t[128];
    int i = threadIdx.x;
    t[i] = i;
    if (__builtin_amdgcn_readfirstlane(i) >= 64) { // @bug
        t[i] *= 2; // @bug
        __syncthreads(); // @expect sync:different-barriers many=1 @bug
        p[i] = t[191 - i]; // @bug
    } else { // @bug
        t[i] += 5; // @bug
        __syncthreads(); // @bug
        p[i] = t[63 - i]; // @bug
    } // @bug
    __syncthreads(); // @right
    p[i] = t[127 - i]; // @right
}
