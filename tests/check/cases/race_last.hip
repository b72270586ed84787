// Which block was the last one: each stores its number, and counts on being in order.
// @run --kernel k --grid 128 --block 32 --arg buf:i32:1
// @variants -O0; -O2 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *last)
{
    if (threadIdx.x == 31) {
        *last = blockIdx.x + 1; // @expect race:write-write many=1 @bug
        atomicMax(last, (int)blockIdx.x + 1); // @right
    }
}
