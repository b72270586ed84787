// modules.hip: code objects that the program loads, launches in all their forms, occupancy.
// code object
#include "check.h"

#include <hip/hip_ext.h>

extern "C" __global__ void scale(int *p, int factor, short n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = p[i] * factor + i;
}

extern "C" {
__device__ int global_value = 11;
}

extern "C" __global__ void __launch_bounds__(128) read_global(int *p) { *p = global_value; }

extern "C" __global__ void dynamic(int *p)
{
    extern __shared__ int lds[];
    lds[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = lds[blockDim.x - 1 - threadIdx.x];
}

texture<float, hipTextureType2D, hipReadModeElementType> plane;

extern "C" __global__ void read_plane(float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D(plane, i % 4 + 0.5f, i / 4 + 0.5f);
}

#ifndef CODE_OBJECT
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// A texture reference of a module, with the driver interface.
static void module_texture(hipModule_t m)
{
    textureReference *r, *same;
    hipFunction_t f;
    hipArray *array;
    HIP_ARRAY_DESCRIPTOR shape = {};
    shape.Width = 4;
    shape.Height = 2;
    shape.Format = HIP_AD_FORMAT_FLOAT;
    shape.NumChannels = 1;
    const float texels[8] = {1, 2, 3, 4, 50, 60, 70, 80};
    float *out, h[8];
    OK(hipArrayCreate(&array, &shape));
    OK(hipMemcpy2DToArray(array, 0, 0, texels, 16, 16, 2, hipMemcpyHostToDevice));
    OK(hipMalloc((void **)&out, sizeof h));
    OK(hipModuleGetFunction(&f, m, "read_plane"));
    OK(hipModuleGetTexRef(&r, m, "plane"));
    OK(hipModuleGetTexRef(&same, m, "plane"));
    CHECK(r == same);
    OK(hipTexRefSetAddressMode(r, 0, hipAddressModeClamp));
    OK(hipTexRefSetAddressMode(r, 1, hipAddressModeClamp));
    OK(hipTexRefSetFilterMode(r, hipFilterModePoint));
    OK(hipTexRefSetFlags(r, 1)); // HIP_TRSF_READ_AS_INTEGER
    OK(hipTexRefSetFormat(r, HIP_AD_FORMAT_FLOAT, 1));
    OK(hipTexRefSetArray(r, array, HIP_TRSA_OVERRIDE_FORMAT));
    void *params[] = {&out};
    OK(hipModuleLaunchKernel(f, 1, 1, 1, 8, 1, 1, 0, nullptr, params, nullptr));
    OK(hipMemcpyDtoH(h, out, sizeof h));
    CHECK(std::vector<float>(h, h + 8) == std::vector<float>(texels, texels + 8));
    OK(hipDeviceSynchronize());
    OK(hipFree(out));
    OK(hipArrayDestroy(array));
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "";
    hipModule_t m, from_data;
    hipFunction_t f, g, d;
    OK(hipModuleLoad(&m, path));
    EXPECT(hipModuleLoad(&from_data, "/nowhere/k.co"), hipErrorFileNotFound);
    EXPECT(hipModuleLoad(&from_data, argv[0] + 0), hipSuccess); // the program's own fat binary
    OK(hipModuleUnload(from_data));
    OK(hipModuleGetFunction(&f, m, "scale"));
    OK(hipModuleGetFunction(&g, m, "read_global"));
    OK(hipModuleGetFunction(&d, m, "dynamic"));
    EXPECT(hipModuleGetFunction(&f, m, "no_such"), hipErrorNotFound);

    int *p, h[100];
    OK(hipMalloc((void **)&p, sizeof h));
    auto reset = [&] {
        for (int i = 0; i < 100; i++)
            h[i] = 1;
        OK(hipMemcpyHtoD(p, h, sizeof h));
    };
    auto is_scaled = [&](int factor) {
        OK(hipMemcpyDtoH(h, p, sizeof h));
        for (int i = 0; i < 100; i++)
            if (h[i] != factor + i)
                return false;
        return true;
    };
    int factor = 5;
    short n = 100;
    void *params[] = {&p, &factor, &n};
    reset();
    OK(hipModuleLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, nullptr, params, nullptr));
    CHECK(is_scaled(5));

    struct {
        int *p;
        int factor;
        short n;
    } packed = {p, 7, 100};
    size_t size = sizeof packed;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    reset();
    OK(hipModuleLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
    CHECK(is_scaled(7));
    EXPECT(hipModuleLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, nullptr, params, extra),
           hipErrorInvalidValue);
    EXPECT(hipModuleLaunchKernel(f, 0, 1, 1, 32, 1, 1, 0, nullptr, params, nullptr),
           hipErrorInvalidConfiguration);
    EXPECT(hipModuleLaunchKernel(f, 1, 1, 1, 1025, 1, 1, 0, nullptr, params, nullptr),
           hipErrorInvalidConfiguration);
    EXPECT(hipModuleLaunchKernel(f, 1, 1, 1, 32, 1, 1, 65537, nullptr, params, nullptr),
           hipErrorInvalidValue);
    EXPECT(hipModuleLaunchKernel((hipFunction_t)params, 1, 1, 1, 32, 1, 1, 0, nullptr, params,
                                 nullptr),
           hipErrorInvalidHandle);
    EXPECT(hipModuleLaunchKernel(g, 1, 1, 1, 256, 1, 1, 0, nullptr, params, nullptr),
           hipErrorLaunchFailure);

    hipDeviceptr_t global;
    size_t bytes;
    int value = 0;
    OK(hipModuleGetGlobal(&global, &bytes, m, "global_value"));
    CHECK(bytes == 4);
    OK(hipMemsetD32(global, 123, 1));
    OK(hipModuleLaunchKernel(g, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr));
    OK(hipMemcpyDtoH(&value, p, 4));
    CHECK(value == 123);
    EXPECT(hipModuleGetGlobal(&global, &bytes, m, "nothing"), hipErrorNotFound);

    OK(hipModuleLaunchKernel(d, 1, 1, 1, 64, 1, 1, 256, nullptr, params, nullptr));
    OK(hipMemcpyDtoH(h, p, 256));
    CHECK(h[0] == 63 && h[63] == 0);

    std::ifstream file(path, std::ios::binary);
    std::string data{std::istreambuf_iterator<char>(file), {}};
    OK(hipModuleLoadData(&from_data, data.data()));
    hipFunction_t again;
    OK(hipModuleGetFunction(&again, from_data, "read_global"));
    OK(hipModuleLaunchKernel(again, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr));
    OK(hipMemcpyDtoH(&value, p, 4));
    CHECK(value == 11); // variables exist once per module
    OK(hipModuleUnload(from_data));
    EXPECT(hipModuleUnload(from_data), hipErrorInvalidHandle);
    EXPECT(hipModuleLaunchKernel(again, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr),
           hipErrorInvalidHandle);
    EXPECT(hipModuleLoadData(&from_data, "not a code object, but long enough to be looked at"),
           hipErrorInvalidImage);

    hipFuncAttributes a;
    OK(hipFuncGetAttributes(&a, (const void *)read_global));
    CHECK(a.maxThreadsPerBlock == 128 && a.sharedSizeBytes == 0 && a.numRegs > 0);
    int blocks = 0, grid = 0, block = 0;
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)scale, 256, 0));
    CHECK(blocks >= 1 && blocks <= 32);
    int with_lds = 0;
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&with_lds, (const void *)scale, 32, 65536));
    CHECK(with_lds == 2); // 128 KiB per WGP
    OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, (const void *)read_global, 0, 0));
    CHECK(block == 128 && grid > 0);
    EXPECT(hipFuncGetAttributes(&a, params), hipErrorInvalidDeviceFunction);

    hipEvent_t start, stop;
    float ms = -1;
    OK(hipEventCreate(&start));
    OK(hipEventCreate(&stop));
    reset();
    OK(hipExtModuleLaunchKernel(f, 100, 1, 1, 32, 1, 1, 0, nullptr, params, nullptr, start, stop,
                                0));
    OK(hipEventSynchronize(stop));
    OK(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 0 && is_scaled(5)); // 100 work-items: the last block is partial
    module_texture(m);
    OK(hipModuleUnload(m));
    OK(hipFree(p));
    return check_end();
}
#endif
