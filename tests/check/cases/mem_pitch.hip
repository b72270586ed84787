// The pitch is in bytes, and is taken for a number of floats.
// @run --kernel k --grid 16,8 --block 16,8 --arg buf:f32:256 --arg i32:128
// @variants -O2; -O0 -mwavefrontsize64
#include <hip/hip_runtime.h>
extern "C" __global__ void k(float *p, int pitch)
{
    int x = threadIdx.x, y = threadIdx.y;
    p[y * pitch + x] = x;                  // @expect mem:out-of-bounds item=0,2,0 @bug
    ((float *)((char *)p + y * pitch))[x] = x; // @right
}
