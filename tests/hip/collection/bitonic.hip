// bitonic.hip: a sorting network, a launch per step, with pairs that stay together.
#include "collection.h"

__global__ void step(uint2 *pairs, uint32_t size, uint32_t distance)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ distance;
    if (j <= i)
        return;
    uint2 a = pairs[i], b = pairs[j];
    if ((a.x > b.x) == ((i & size) == 0)) {
        pairs[i] = b;
        pairs[j] = a;
    }
}

int main()
{
    const uint32_t n = 2048;
    numbers random;
    std::vector<uint2> in(n);
    for (uint32_t i = 0; i < n; i++)
        in[i] = make_uint2(random.next() << 11 | i, i); // keys differ
    on_device<uint2> d(in);
    for (uint32_t size = 2; size <= n; size *= 2)
        for (uint32_t distance = size / 2; distance; distance /= 2)
            step<<<n / 256, 256>>>(d.data, size, distance);
    auto got = d.host();
    std::sort(in.begin(), in.end(), [](uint2 a, uint2 b) { return a.x < b.x; });
    int wrong = 0;
    for (uint32_t i = 0; i < n; i++)
        wrong += got[i].x != in[i].x || got[i].y != in[i].y;
    CHECK(wrong == 0);
    return check_end();
}
