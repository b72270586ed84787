// cooperative.hip: grid synchronisation: every block waits for all others, many times.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

#include <cstdlib>

namespace cg = cooperative_groups;

// Each round, a block reads what the next block wrote in the round before.
__global__ void rounds(int *a, int *b, int n)
{
    cg::grid_group grid = cg::this_grid();
    int block = blockIdx.x, next = (block + 1) % gridDim.x;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0)
            b[block] = a[next] + 1;
        grid.sync();
        if (threadIdx.x == 0)
            a[block] = b[block];
        grid.sync();
    }
}

// Two devices, each with a grid that waits for itself.
static void two_devices()
{
    const int blocks = 8, n = 5;
    hipLaunchParams launches[2];
    void *params[2][3];
    int *a[2], *b[2], h[blocks], rounds_count = n;
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        OK(hipMalloc((void **)&a[d], sizeof h));
        OK(hipMalloc((void **)&b[d], sizeof h));
        for (int i = 0; i < blocks; i++)
            h[i] = i * 100 + d;
        OK(hipMemcpy(a[d], h, sizeof h, hipMemcpyHostToDevice));
        hipStream_t stream;
        OK(hipStreamCreate(&stream));
        params[d][0] = &a[d];
        params[d][1] = &b[d];
        params[d][2] = &rounds_count;
        launches[d].func = (void *)rounds;
        launches[d].gridDim = dim3(blocks);
        launches[d].blockDim = dim3(32);
        launches[d].args = params[d];
        launches[d].sharedMem = 0;
        launches[d].stream = stream;
    }
    OK(hipLaunchCooperativeKernelMultiDevice(launches, 2, 0));
    int wrong = 0;
    for (int d = 0; d < 2; d++) {
        OK(hipSetDevice(d));
        OK(hipStreamSynchronize(launches[d].stream));
        OK(hipMemcpy(h, a[d], sizeof h, hipMemcpyDeviceToHost));
        for (int i = 0; i < blocks; i++)
            wrong += h[i] != (i + n) % blocks * 100 + n + d;
        OK(hipStreamDestroy(launches[d].stream));
        OK(hipFree(a[d]));
        OK(hipFree(b[d]));
    }
    CHECK(wrong == 0);
    OK(hipSetDevice(0));
}

int main()
{
    setenv("SHOAL_DEVICES", "2", 1); // read on first use
    two_devices();
    const int blocks = 40, n = 25;
    int *p, h[blocks], rounds_count = n;
    OK(hipMalloc((void **)&p, 2 * sizeof h));
    for (int i = 0; i < blocks; i++)
        h[i] = i * 100;
    OK(hipMemcpy(p, h, sizeof h, hipMemcpyHostToDevice));
    int *a = p, *b = p + blocks;
    void *params[] = {&a, &b, &rounds_count};
    OK(hipLaunchCooperativeKernel((const void *)rounds, dim3(blocks), dim3(64), params, 0, 0));
    OK(hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < blocks; i++)
        wrong += h[i] != (i + n) % blocks * 100 + n;
    CHECK(wrong == 0);

    int per_wgp = 0;
    hipDeviceProp_t prop;
    OK(hipGetDeviceProperties(&prop, 0));
    CHECK(prop.cooperativeLaunch == 1);
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&per_wgp, (const void *)rounds, 1024, 0));
    EXPECT(hipLaunchCooperativeKernel((const void *)rounds,
                                      dim3(per_wgp * prop.multiProcessorCount + 1), dim3(1024),
                                      params, 0, 0),
           hipErrorCooperativeLaunchTooLarge);
    (void)hipGetLastError();
    OK(hipFree(p));
    return check_end();
}
