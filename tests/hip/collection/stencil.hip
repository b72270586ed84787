// stencil.hip: heat that spreads in a rod which two streams share: each computes its half, borders
// are exchanged by copies, and events keep the order. The same numbers as the host's, bit by bit.
#include "collection.h"

__global__ void spread(const float *now, float *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i <= n)
        next[i] = 0.25f * now[i - 1] + 0.5f * now[i] +
                  0.25f * now[i + 1]; // sums of these are exact enough to be the same
}

int main()
{
    const int n = 300, half = n / 2, steps = 20;
    std::vector<float> heat(n + 2, 0.0f), next(n + 2, 0.0f);
    heat[half] = 1024, heat[7] = 512;
    // Each half has a cell of the other one, or of the cold outside, at both ends.
    float *parts[2][2];
    hipStream_t streams[2];
    hipEvent_t computed[2], copied[2];
    for (int s = 0; s < 2; s++) {
        OK(hipStreamCreateWithFlags(&streams[s], hipStreamNonBlocking));
        OK(hipEventCreateWithFlags(&computed[s], hipEventDisableTiming));
        OK(hipEventCreateWithFlags(&copied[s], hipEventDisableTiming));
        for (int k = 0; k < 2; k++) {
            OK(hipMallocAsync((void **)&parts[s][k], (half + 2) * sizeof(float), streams[s]));
            OK(hipMemcpyAsync(parts[s][k], heat.data() + s * half, (half + 2) * sizeof(float),
                              hipMemcpyHostToDevice, streams[s]));
        }
    }
    for (int t = 0; t < steps; t++) {
        int from = t % 2, to = 1 - from;
        for (int s = 0; s < 2; s++) {
            if (t)
                OK(hipStreamWaitEvent(streams[s], copied[1 - s], 0));
            spread<<<(half + 63) / 64, 64, 0, streams[s]>>>(parts[s][from], parts[s][to], half);
            OK(hipEventRecord(computed[s], streams[s]));
        }
        for (int s = 0; s < 2; s++) { // the edge of the other one
            OK(hipStreamWaitEvent(streams[s], computed[1 - s], 0));
            float *edge = parts[s][to] + (s ? 0 : half + 1),
                  *other = parts[1 - s][to] + (s ? half : 1);
            OK(hipMemcpyAsync(edge, other, sizeof(float), hipMemcpyDeviceToDevice, streams[s]));
            OK(hipEventRecord(copied[s], streams[s]));
        }
        for (int i = 1; i <= n; i++)
            next[i] = 0.25f * heat[i - 1] + 0.5f * heat[i] + 0.25f * heat[i + 1];
        heat.swap(next);
    }
    std::vector<float> got(n);
    for (int s = 0; s < 2; s++)
        OK(hipMemcpyAsync(got.data() + s * half, parts[s][steps % 2] + 1, half * sizeof(float),
                          hipMemcpyDeviceToHost, streams[s]));
    OK(hipDeviceSynchronize());
    CHECK(std::equal(got.begin(), got.end(), heat.begin() + 1));
    for (int s = 0; s < 2; s++) {
        for (auto *p : parts[s])
            OK(hipFreeAsync(p, streams[s]));
        OK(hipStreamSynchronize(streams[s]));
        OK(hipStreamDestroy(streams[s]));
        OK(hipEventDestroy(computed[s]));
        OK(hipEventDestroy(copied[s]));
    }
    return check_end();
}
