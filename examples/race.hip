// race.hip: turns each block of an array round through shared memory, and forgets to wait until all
// threads have stored: here, as mostly on a GPU, waves of 32 threads read what is not there yet. What
// `make demo` shows:
//
//   shoal hipcc -g examples/race.hip -o race && shoal exec --check ./race
#include <hip/hip_runtime.h>

#include <cstdio>

constexpr int group = 64;

__global__ void turn(int *x)
{
    __shared__ int tile[group];
    tile[threadIdx.x] = x[threadIdx.x];
    // Here belongs: __syncthreads();
    x[threadIdx.x] = tile[group - 1 - threadIdx.x];
}

int main()
{
    int host[group], *x;
    for (int i = 0; i < group; i++)
        host[i] = i;
    if (hipMalloc((void **)&x, sizeof host) != hipSuccess ||
        hipMemcpy(x, host, sizeof host, hipMemcpyHostToDevice) != hipSuccess)
        return 1;
    turn<<<1, group>>>(x);
    if (hipMemcpy(host, x, sizeof host, hipMemcpyDeviceToHost) != hipSuccess ||
        hipFree(x) != hipSuccess)
        return 1;
    std::printf("first: %d, expected: %d\n", host[0], group - 1);
    return 0;
}
