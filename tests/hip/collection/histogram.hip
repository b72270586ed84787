// histogram.hip: counts in LDS of a block, added to those of all; the order of additions does not
// matter.
#include "collection.h"

__global__ void histogram(const uint8_t *in, uint32_t *bins, int n)
{
    __shared__ uint32_t own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main()
{
    const int n = 9000;
    numbers random;
    std::vector<uint8_t> in(n);
    std::vector<uint32_t> expected(256);
    for (auto &x : in) {
        x = (uint8_t)std::min(random.next() & 255, random.next() & 255);
        expected[x]++;
    }
    on_device<uint8_t> d(in);
    on_device<uint32_t> bins(256);
    histogram<<<5, 256>>>(d.data, bins.data, n);
    CHECK(bins.host() == expected);
    return check_end();
}
