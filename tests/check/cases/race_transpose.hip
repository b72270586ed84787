// A tile of LDS is read before all waves have stored.
// @run --grid 32,32 --block 32,8 --arg buf:f32:1024:iota --arg buf:f32:1024
// @check race
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float tile[8][33];
    int i = blockIdx.y * 8 * 32 + threadIdx.y * 32 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[i];
    __syncthreads(); // @right
    out[i] = tile[threadIdx.x % 8][threadIdx.y]; // @expect race:read-write many=1
}
