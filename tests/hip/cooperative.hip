// cooperative.hip: grid synchronisation: every block waits for all others, many times.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

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

int main()
{
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
