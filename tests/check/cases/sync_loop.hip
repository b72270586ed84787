// Waves go through a loop with a barrier differently often; the others have ended.
// @run --grid 128 --block 128 --arg buf:i32:128
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *y)
{
    int n = threadIdx.x < 64 ? 4 : 2; // @bug
    int n = 4; // @right
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; i++) {
        y[threadIdx.x] += i;
        __builtin_amdgcn_s_barrier(); // @expect sync:ended-before-barrier wave=0 many=1
    }
}
