// scan.hip: prefix sums of many blocks: within a block (Hillis and Steele), of the blocks' sums,
// and both together.
#include "collection.h"

enum { BLOCK = 128 };

__global__ void scan_blocks(const uint32_t *in, uint32_t *out, uint32_t *sums, int n)
{
    __shared__ uint32_t buffer[2][BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x, from = 0;
    buffer[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        buffer[1 - from][t] = buffer[from][t] + (t >= distance ? buffer[from][t - distance] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n)
        out[i] = buffer[from][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = buffer[from][t];
}

__global__ void add_before(uint32_t *out, const uint32_t *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x)
        out[i] += sums[blockIdx.x - 1];
}

int main()
{
    const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
    static_assert((5000 + BLOCK - 1) / BLOCK <= BLOCK, "the sums are one block");
    numbers random;
    std::vector<uint32_t> in(n), expected(n);
    for (auto &x : in)
        x = random.next();
    std::partial_sum(in.begin(), in.end(), expected.begin()); // modulo 2^32 on both sides
    on_device<uint32_t> d(in), out(n), sums(blocks), all(1);
    scan_blocks<<<blocks, BLOCK>>>(d.data, out.data, sums.data, n);
    scan_blocks<<<1, BLOCK>>>(sums.data, sums.data, all.data, blocks);
    add_before<<<blocks, BLOCK>>>(out.data, sums.data, n);
    CHECK(out.host() == expected);
    CHECK(all.host()[0] == expected.back());
    return check_end();
}
