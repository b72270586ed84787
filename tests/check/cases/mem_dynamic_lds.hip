// Dynamic shared memory: the launch gives 32 floats, the kernel uses one for each of 64 threads.
// @run --kernel reverse --grid 64 --block 64 --arg buf:f32:64:iota --lds 128
#include <hip/hip_runtime.h>
extern "C" __global__ void reverse(float *p)
{
    extern __shared__ float tile[];
    int i = threadIdx.x;
    int n = 64; // @bug
    int n = 32; // @right
    if (i < n)
        tile[i] = p[i]; // @expect mem:lds-out-of-bounds item=32,0,0
    __syncthreads();
    if (i < 32)
        p[i] = tile[31 - i];
}
