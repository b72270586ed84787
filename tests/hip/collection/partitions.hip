/* partitions.hip: cooperative groups: tiles of every size, labels, reductions and scans of several operations and types,
 * a scan of a whole grid. */
#include "collection.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

template <int size> __device__ void of_tile(cg::thread_block block, int *out)
{
    auto tile = cg::tiled_partition<size>(block);
    int v = block.thread_rank() * 3 % 17;
    out[0] = cg::reduce(tile, v, cg::plus<int>());
    out[1] = cg::reduce(tile, v, cg::less<int>());
    out[2] = cg::reduce(tile, v, cg::greater<int>());
    out[3] = cg::reduce(tile, v, cg::bit_xor<int>());
    out[4] = cg::inclusive_scan(tile, v);
    out[5] = cg::exclusive_scan(tile, v);
    out[6] = tile.meta_group_rank() * 1000 + tile.meta_group_size();
    out[7] = tile.shfl(v, tile.num_threads() - 1) + tile.shfl_xor(v, size / 2) * 100;
}
__global__ void tiles(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    int *mine = out + block.thread_rank() * 48;
    of_tile<1>(block, mine);
    of_tile<2>(block, mine + 8);
    of_tile<4>(block, mine + 16);
    of_tile<8>(block, mine + 24);
    of_tile<16>(block, mine + 32);
    of_tile<32>(block, mine + 40);
}
__global__ void labels(int *sums, int *sizes, unsigned long long *floats)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int label = tile.thread_rank() * tile.thread_rank() % 5;
    cg::coalesced_group same = cg::labeled_partition(tile, label);
    cg::coalesced_group odd = cg::binary_partition(tile, tile.thread_rank() % 3 == 0);
    sums[block.thread_rank()] = cg::reduce(same, (int)tile.thread_rank(), cg::plus<int>());
    sizes[block.thread_rank()] = same.num_threads() * 100 + odd.num_threads();
    if (label == 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        float x = cg::reduce(active, 0.5f * tile.thread_rank(), cg::plus<float>());
        if (active.thread_rank() == 0)
            floats[tile.meta_group_rank()] = (unsigned long long)(x * 4);
    }
}

/* Prefix sums of the whole grid, blocks' sums in between. */
__global__ void scan(const int *in, int *out, int *parts)
{
    extern __shared__ int lds[];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    lds[block.thread_rank()] = in[grid.thread_rank()];
    block.sync();
    for (unsigned step = 1; step < block.num_threads(); step *= 2) {
        int v = block.thread_rank() >= step ? lds[block.thread_rank() - step] : 0;
        block.sync();
        lds[block.thread_rank()] += v;
        block.sync();
    }
    if (block.thread_rank() == block.num_threads() - 1)
        parts[grid.block_rank()] = lds[block.thread_rank()];
    grid.sync();
    int before = 0;
    for (unsigned i = 0; i < grid.block_rank(); i++)
        before += parts[i];
    out[grid.thread_rank()] = before + lds[block.thread_rank()];
}

template <typename F> static void expect_tiles(const std::vector<int> &got, int which, int size, F f)
{
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        std::vector<int> v;
        for (int k = 0; k < size; k++)
            v.push_back((i / size * size + k) * 3 % 17);
        f(v, i, i % size, &got[i * 48 + which * 8], wrong);
    }
    CHECK(wrong == 0);
}

int main()
{
    on_device<int> out(64 * 48);
    tiles<<<1, 64>>>(out.data);
    std::vector<int> got = out.host();
    for (int which = 0; which < 6; which++) {
        int size = 1 << which;
        expect_tiles(got, which, size, [=](const std::vector<int> &v, int thread, int rank, const int *r, int &wrong) {
            int bits = 0;
            for (int x : v)
                bits ^= x;
            int until = std::accumulate(v.begin(), v.begin() + rank + 1, 0);
            wrong += r[0] != std::accumulate(v.begin(), v.end(), 0) || r[1] != *std::min_element(v.begin(), v.end()) ||
                     r[2] != *std::max_element(v.begin(), v.end()) || r[3] != bits || r[4] != until || r[5] != until - v[rank] ||
                     r[6] != thread / size * 1000 + 64 / size || r[7] != v.back() + v[rank ^ size / 2] * 100;
        });
    }
    on_device<int> sums(64), sizes(64);
    on_device<unsigned long long> floats(2);
    labels<<<1, 64>>>(sums.data, sizes.data, floats.data);
    std::vector<int> s = sums.host(), n = sizes.host();
    int wrong = 0, quarter = 0;
    for (int i = 0; i < 64; i++) {
        int sum = 0, same = 0, odd = 0;
        for (int k = 0; k < 32; k++) {
            bool is_same = k * k % 5 == (i % 32) * (i % 32) % 5;
            sum += is_same ? k : 0;
            same += is_same;
            odd += (k % 3 == 0) == (i % 32 % 3 == 0);
            quarter += i == 0 && k * k % 5 == 1 ? 2 * k : 0;
        }
        wrong += s[i] != sum || n[i] != same * 100 + odd;
    }
    CHECK(wrong == 0);
    CHECK(floats.host()[0] == (unsigned)quarter && floats.host()[1] == (unsigned)quarter);

    numbers random;
    std::vector<int> values(8 * 128), expected;
    for (int &v : values)
        v = random.next() % 100;
    on_device<int> in(values), scanned(values.size()), parts(8);
    void *args[] = {&in.data, &scanned.data, &parts.data};
    OK(hipLaunchCooperativeKernel((void *)scan, dim3(8), dim3(128), args, 128 * sizeof(int), nullptr));
    std::partial_sum(values.begin(), values.end(), std::back_inserter(expected));
    CHECK(scanned.host() == expected);
    return check_end();
}
