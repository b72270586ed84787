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

__global__ void validity(int *out) { out[blockIdx.x] = cg::this_grid().is_valid(); }

// A grid barrier that counts in memory, on what ROCm 6's device library takes for one on gfx11: the
// hidden argument hidden_multigrid_sync_arg (12th of code object version 5) points to a structure
// with two counters at 32 and the number of work-groups at 40.
__global__ void counted(int *sum, int *out, int n)
{
    char *sync = ((char *const *)__builtin_amdgcn_implicitarg_ptr())[11];
    unsigned *arrived = (unsigned *)(sync + 32), groups = *(unsigned *)(sync + 40);
    int wrong = groups != gridDim.x;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            atomicAdd(sum + i, 1);
            __threadfence();
            unsigned turn = atomicAdd(arrived, 1) / groups;
            while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) /
                       groups ==
                   turn)
                __builtin_amdgcn_s_sleep(1);
            wrong += __hip_atomic_load(sum + i, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) !=
                     (int)gridDim.x;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = wrong;
}

static void grid_argument()
{
    const int blocks = 12;
    int n = 20, h[blocks], *p, *sum;
    OK(hipMalloc((void **)&p, sizeof h));
    OK(hipMalloc((void **)&sum, n * sizeof *sum));
    void *one[] = {&p}, *three[] = {&sum, &p, &n};
    OK(hipLaunchCooperativeKernel((const void *)validity, dim3(blocks), dim3(1), one, 0, 0));
    OK(hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost));
    CHECK(h[0] == 1 && h[blocks - 1] == 1);
    OK(hipLaunchKernel((const void *)validity, dim3(blocks), dim3(1), one, 0, 0));
    OK(hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost));
    CHECK(h[0] == 0);
    for (int launch = 0; launch < 2; launch++) { // the counters are new for each
        OK(hipMemset(sum, 0, n * sizeof *sum));
        OK(hipLaunchCooperativeKernel((const void *)counted, dim3(blocks), dim3(64), three, 0, 0));
        OK(hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost));
        int wrong = 0;
        for (int i = 0; i < blocks; i++)
            wrong += h[i];
        CHECK(wrong == 0);
    }
    OK(hipFree(p));
    OK(hipFree(sum));
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
    grid_argument();
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
