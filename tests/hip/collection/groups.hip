// groups.hip: cooperative groups: sums of tiles, the lanes that agree, and a grid that waits for
// itself.
#include "collection.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[i];
    for (int offset = tile.size() / 2; offset; offset /= 2)
        sum += tile.shfl_xor(sum, offset);
    out[i] = sum;
}

__global__ void even(const int *in, int *sizes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 2 == 0) {
        auto together = cg::coalesced_threads();
        sizes[i] = (int)(together.size() * 100 + together.thread_rank());
    }
}

// Each block adds what its neighbour had in the round before: wrong if one is ahead.
__global__ void rounds(int *a, int *b, int count)
{
    cg::grid_group grid = cg::this_grid();
    for (int r = 0; r < count; r++) {
        if (threadIdx.x == 0)
            b[blockIdx.x] = a[blockIdx.x] + a[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
        if (threadIdx.x == 0)
            a[blockIdx.x] = b[blockIdx.x];
        grid.sync();
    }
}

int main()
{
    const int n = 128;
    numbers random;
    std::vector<int> in(n), sums(n), sizes(n), ring = {1, 0, 0, 0, 5, 0}, next(6);
    for (int &x : in)
        x = random.next() % 1000;
    for (int i = 0; i < n; i++)
        sums[i] = std::accumulate(&in[i / 8 * 8], &in[i / 8 * 8] + 8, 0);
    for (int wave = 0; wave < n; wave += 32) {
        int evens = 0, rank = 0;
        for (int i = wave; i < wave + 32; i++)
            evens += in[i] % 2 == 0;
        for (int i = wave; i < wave + 32; i++)
            sizes[i] = in[i] % 2 == 0 ? evens * 100 + rank++ : 0;
    }
    on_device<int> d(in), out(n), together(n), a(ring), b(6);
    tiles<<<2, 64>>>(d.data, out.data);
    even<<<2, 64>>>(d.data, together.data);
    CHECK(out.host() == sums);
    CHECK(together.host() == sizes);
    int count = 5;
    void *arguments[] = {&a.data, &b.data, &count};
    OK(hipLaunchCooperativeKernel((void *)rounds, dim3(6), dim3(32), arguments, 0, nullptr));
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < 6; i++)
            next[i] = ring[i] + ring[(i + 1) % 6];
        ring = next;
    }
    CHECK(a.host() == ring);
    return check_end();
}
