// Each block also stores the first cell of its right neighbour, which that one does itself.
// @run --kernel k --grid 128 --block 32 --arg buf:i32:160
// @variants -O2; -O0 -mwavefrontsize64
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = i; // @expect race:write-write many=1
    if (threadIdx.x == 31) // @bug
        p[i + 1] = -i; // @bug
}
