// 16 bits hold no index of 40,000 elements when it is signed.
// @run --grid 40192 --block 256 --arg buf:i32:40000
// @any-order
// @check mem
#include <hip/hip_runtime.h>
extern "C" __global__ void k(int *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 40000)
        return;
    short at = i; // @bug
    unsigned short at = i; // @right
    y[at] = i; // @expect mem:out-of-bounds item=0,0,0 group=128,0,0
}
