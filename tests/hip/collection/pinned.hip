// pinned.hip: host memory that kernels reach, copies of it in turns, and events that say how long
// and in which order.
#include "collection.h"

__global__ void square(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

int main()
{
    const int n = 1024, parts = 4;
    float *in, *out, *mapped, *device_in[2], *device_out[2];
    hipStream_t streams[2];
    hipEvent_t begin, end;
    OK(hipHostMalloc((void **)&in, n * parts * sizeof(float), hipHostMallocDefault));
    OK(hipHostMalloc((void **)&out, n * parts * sizeof(float), hipHostMallocMapped));
    for (int i = 0; i < n * parts; i++)
        in[i] = (float)i;
    OK(hipEventCreate(&begin));
    OK(hipEventCreate(&end));
    for (int s = 0; s < 2; s++) {
        OK(hipStreamCreate(&streams[s]));
        OK(hipMalloc((void **)&device_in[s], n * sizeof(float)));
        OK(hipMalloc((void **)&device_out[s], n * sizeof(float)));
    }
    OK(hipEventRecord(begin, streams[0]));
    for (int p = 0; p < parts; p++) {
        int s = p % 2;
        OK(hipMemcpyAsync(device_in[s], in + p * n, n * sizeof(float), hipMemcpyHostToDevice,
                          streams[s]));
        square<<<n / 256, 256, 0, streams[s]>>>(device_in[s], device_out[s], n);
        OK(hipMemcpyAsync(out + p * n, device_out[s], n * sizeof(float), hipMemcpyDeviceToHost,
                          streams[s]));
    }
    OK(hipEventRecord(end, streams[0]));
    OK(hipEventSynchronize(end));
    float ms = -1;
    OK(hipEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0);
    OK(hipStreamSynchronize(streams[1]));
    int wrong = 0;
    for (int i = 0; i < n * parts; i++)
        wrong += out[i] != (float)i * (float)i;
    CHECK(wrong == 0);
    // The kernel reads and writes the host's memory itself.
    OK(hipHostGetDevicePointer((void **)&mapped, out, 0));
    square<<<n / 256, 256>>>(mapped, mapped, n);
    OK(hipDeviceSynchronize());
    CHECK(out[3] == 81 && out[10] == 10000);
    for (int s = 0; s < 2; s++) {
        OK(hipStreamDestroy(streams[s]));
        OK(hipFree(device_in[s]));
        OK(hipFree(device_out[s]));
    }
    OK(hipEventDestroy(begin));
    OK(hipEventDestroy(end));
    OK(hipHostFree(in));
    OK(hipHostFree(out));
    return check_end();
}
