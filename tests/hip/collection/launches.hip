/* launches.hip: the ways of launching a kernel, what occupancy says, and dynamic LDS of templates. */
#include "collection.h"

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_ext.h>

namespace cg = cooperative_groups;

template <typename T> __device__ T *dynamic_lds()
{
    extern __shared__ __attribute__((aligned(16))) unsigned char bytes[];
    return reinterpret_cast<T *>(bytes);
}
template <typename T> __global__ void __launch_bounds__(256) block_sum(const T *in, T *out)
{
    T *part = dynamic_lds<T>();
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned n = blockDim.x / 2; n; n /= 2) {
        __syncthreads();
        if (threadIdx.x < n)
            part[threadIdx.x] += part[threadIdx.x + n];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}
__global__ void grid_sum(const int *in, int *parts, int *total)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        parts[blockIdx.x] = 0;
    block.sync();
    atomicAdd(&parts[blockIdx.x], in[grid.thread_rank()]);
    grid.sync();
    if (grid.thread_rank() == 0)
        for (unsigned i = 0; i < grid.num_blocks(); i++)
            *total += parts[i];
}
__global__ void fill(int *p, int value) { p[blockIdx.x * blockDim.x + threadIdx.x] = value; }

int main()
{
    const int blocks = 4, threads = 128, n = blocks * threads;
    std::vector<int> ones(n, 1);
    std::vector<double> halves(n, 0.5);
    on_device<int> in(ones), parts(blocks), total(1);
    on_device<double> wide(halves), sums(blocks);
    hipStream_t s;
    OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));

    block_sum<int><<<blocks, threads, threads * sizeof(int), s>>>(in.data, parts.data);
    block_sum<double><<<blocks, threads, threads * sizeof(double), s>>>(wide.data, sums.data);
    hipLaunchKernelGGL(block_sum<int>, dim3(blocks), dim3(threads), threads * sizeof(int), s, in.data, parts.data);
    OK(hipStreamSynchronize(s));
    CHECK(parts.host() == std::vector<int>(blocks, threads) && sums.host() == std::vector<double>(blocks, threads * 0.5));

    void *args[] = {&in.data, &parts.data, &total.data};
    OK(hipLaunchCooperativeKernel((void *)grid_sum, dim3(blocks), dim3(threads), args, 0, s));
    OK(hipLaunchCooperativeKernel(grid_sum, blocks, threads, args, 0, s));
    OK(hipStreamSynchronize(s));
    CHECK(total.host()[0] == 2 * n);

    hipLaunchConfig_t config = {};
    hipLaunchAttribute attribute = {};
    attribute.id = hipLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.stream = s;
    config.attrs = &attribute;
    config.numAttrs = 1;
    OK(hipLaunchKernelExC(&config, (const void *)grid_sum, args));
    OK(hipLaunchKernelEx(&config, grid_sum, (const int *)in.data, parts.data, total.data));
    OK(hipStreamSynchronize(s));
    CHECK(total.host()[0] == 4 * n);

    hipEvent_t start, stop;
    OK(hipEventCreate(&start));
    OK(hipEventCreate(&stop));
    hipExtLaunchKernelGGL(fill, dim3(blocks), dim3(threads), 0, s, start, stop, 0, in.data, 7);
    OK(hipEventSynchronize(stop));
    float ms = -1;
    OK(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 0 && in.host() == std::vector<int>(n, 7));
    int eight = 8;
    void *fill_args[] = {&in.data, &eight};
    OK(hipExtLaunchKernel((const void *)fill, dim3(blocks), dim3(threads), fill_args, 0, s, nullptr, stop, 0));
    OK(hipEventSynchronize(stop));
    CHECK(in.host() == std::vector<int>(n, 8));
    OK(hipLaunchKernel((const void *)fill, dim3(blocks), dim3(threads), fill_args, 0, s));

    int size = 0, grid = 0, active = 0;
    OK(hipOccupancyMaxPotentialBlockSize(&grid, &size, block_sum<int>, 0, 0));
    CHECK(size == 256 && grid > 0); /* what __launch_bounds__ lets */
    OK(hipOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, block_sum<double>, [](int t) { return t * sizeof(double); }, 0));
    CHECK(size > 0 && size <= 256 && grid > 0);
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&active, block_sum<int>, 256, 32768));
    CHECK(active >= 1 && active <= 4); /* of LDS: 64 or 128 KiB */
    int fewer = 0;
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, block_sum<int>, 256, 65536));
    CHECK(fewer <= active / 2 || fewer == 1);
    hipFuncAttributes a;
    OK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(&block_sum<double>)));
    CHECK(a.maxThreadsPerBlock == 256 && a.numRegs > 0 && a.binaryVersion > 0);
    OK(hipFuncSetAttribute((const void *)block_sum<double>, hipFuncAttributeMaxDynamicSharedMemorySize, 65536));
    OK(hipFuncSetCacheConfig((const void *)block_sum<double>, hipFuncCachePreferL1));
    block_sum<int><<<1, 512, 2048, s>>>(in.data, parts.data);
    CHECK(hipGetLastError() != hipSuccess); /* more threads than it was compiled for */
    block_sum<int><<<1, 128, 65536 + 4, s>>>(in.data, parts.data);
    CHECK(hipGetLastError() != hipSuccess);
    OK(hipStreamDestroy(s));
    OK(hipEventDestroy(start));
    OK(hipEventDestroy(stop));
    return check_end();
}
