// reduction.hip: sums and the largest of many numbers, by LDS, by moves between lanes, and by
// atomics.
#include "collection.h"

__global__ void by_lds(const int *in, int *out, int n)
{
    __shared__ int part[256];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

__global__ void by_lanes(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = i < n ? in[i] : 0;
    for (int offset = warpSize / 2; offset; offset /= 2)
        sum += __shfl_down(sum, offset);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(out, sum);
}

__global__ void largest(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(out, in[i]);
}

int main()
{
    const int n = 10007;
    numbers random;
    std::vector<int> in(n);
    for (int &x : in)
        x = (int)random.next() % 2001 - 1000;
    on_device<int> d(in), parts(8), sum(1), top(std::vector<int>{-5000});
    by_lds<<<8, 256>>>(d.data, parts.data, n);
    by_lanes<<<(n + 255) / 256, 256>>>(d.data, sum.data, n);
    largest<<<(n + 255) / 256, 256>>>(d.data, top.data, n);
    OK(hipGetLastError());
    int expected = std::accumulate(in.begin(), in.end(), 0);
    auto p = parts.host();
    CHECK(std::accumulate(p.begin(), p.end(), 0) == expected);
    CHECK(sum.host()[0] == expected);
    CHECK(top.host()[0] == *std::max_element(in.begin(), in.end()));
    return check_end();
}
