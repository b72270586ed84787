// The ticket is published before its payload is stored.
// @run --kernel k --grid 64 --block 32 --arg buf:i32:1 --arg buf:u32:1 --arg buf:i32:1
// @variants -O2; -O0 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *payload, unsigned *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *payload = 42; // @right
        __threadfence();
        atomicExch(ready, 1u);
        *payload = 42; // @bug
    } else {
        while (atomicAdd(ready, 0u) == 0)
            ;
        __threadfence();
        *out = *payload; // @expect race:read-write many=1
    }
}
