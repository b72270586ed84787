// The grid is rounded up, and the guard is missing: the last work-group stores behind the buffer.
// @run --kernel copy --grid 256 --block 64 --arg buf:f32:200 --arg buf:f32:256 --arg i32:200
#include <hip/hip_runtime.h>
extern "C" __global__ void copy(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) // @right
        y[i] = x[i]; // @expect mem:out-of-bounds group=3,0,0 item=8,0,0
}
