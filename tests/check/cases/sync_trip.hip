// The number of rounds is each thread's own: lanes drop out of the barrier.
// @run --kernel k --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p)
{
    int rounds = p[threadIdx.x] % 3; // @bug
    int rounds = 2; // @right
#pragma clang loop unroll(disable)
    for (int i = 0; i <= rounds; i++) {
        p[threadIdx.x] += i;
        __syncthreads(); // @expect sync:inactive-at-barrier many=1
    }
}
