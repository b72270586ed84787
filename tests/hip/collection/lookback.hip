/* lookback.hip: a scan in one pass, whose blocks wait for the sums of those before them, and a radix sort by it; a hash table by
 * compare-and-swap; a sparse product with a wave per row. */
#include "collection.h"

#include <map>

__global__ void lookback(const unsigned *in, unsigned *out, unsigned long long *status, unsigned *ticket, int n)
{
    __shared__ unsigned tile, before, parts[8];
    if (threadIdx.x == 0)
        tile = atomicAdd(ticket, 1);
    __syncthreads();
    int i = tile * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, wave = threadIdx.x / 32;
    unsigned v = i < n ? in[i] : 0;
    for (int s = 1; s < 32; s *= 2) {
        unsigned up = __shfl_up(v, s, 32);
        v += lane >= s ? up : 0;
    }
    if (lane == 31)
        parts[wave] = v;
    __syncthreads();
    unsigned add = 0;
    for (int w = 0; w < wave; w++)
        add += parts[w];
    v += add;
    if (threadIdx.x == blockDim.x - 1) {
        __hip_atomic_store(&status[tile], (tile ? 1ull : 2ull) << 32 | v, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        unsigned sum = 0;
        for (int t = (int)tile - 1; t >= 0; t--) {
            unsigned long long s;
            while (!((s = __hip_atomic_load(&status[t], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) >> 32))
                __builtin_amdgcn_s_sleep(1);
            sum += (unsigned)s;
            if (s >> 32 == 2)
                break;
        }
        before = sum;
        if (tile)
            __hip_atomic_store(&status[tile], 2ull << 32 | (sum + v), __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    }
    __syncthreads();
    if (i < n)
        out[i] = before + v;
}
struct slot { unsigned key, value; };
__global__ void insert(slot *table, unsigned mask, const unsigned *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (unsigned at = keys[i] * 2654435761u & mask;; at = (at + 1) & mask) {
        unsigned seen = atomicCAS(&table[at].key, ~0u, keys[i]);
        if (seen == ~0u || seen == keys[i]) { atomicAdd(&table[at].value, 1u); return; }
    }
}
__global__ void spmv_wave(const int *rows, const int *cols, const double *vals, const double *x, double *y, int n)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
    if (row >= n) return;
    double sum = 0;
    for (int k = rows[row] + lane; k < rows[row + 1]; k += warpSize) sum = fma(vals[k], x[cols[k]], sum);
    for (int s = warpSize / 2; s; s /= 2) sum += __shfl_down(sum, s);
    if (lane == 0) y[row] = sum;
}
__global__ void digits(const unsigned *in, int n, int shift, unsigned *counts)
{
    __shared__ unsigned local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[in[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}
__global__ void scatter(const unsigned *in, unsigned *out, int n, int shift, const unsigned *before)
{
    __shared__ unsigned base[16], wave_count[8][16];
    int i = blockIdx.x * blockDim.x + threadIdx.x, wave = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x < 16) base[threadIdx.x] = blockIdx.x || threadIdx.x ? before[threadIdx.x * gridDim.x + blockIdx.x - 1] : 0;
    for (int k = threadIdx.x; k < 8 * 16; k += blockDim.x) (&wave_count[0][0])[k] = 0;
    __syncthreads();
    unsigned d = i < n ? in[i] >> shift & 15 : 16;
    unsigned long long peers = __match_any_sync(~0ull >> 32, d);
    unsigned rank = __popcll(peers & ((1ull << lane) - 1));
    if (d < 16 && rank == 0) wave_count[wave][d] = __popcll(peers);
    __syncthreads();
    if (d < 16) {
        unsigned at = base[d] + rank;
        for (int w = 0; w < wave; w++) at += wave_count[w][d];
        out[at] = in[i];
    }
}
int main()
{
    numbers random;
    const int n = 10000, blocks = (n + 255) / 256;
    std::vector<unsigned> v(n), keys(n), sums(n);
    for (auto &x : v) x = random.next();
    for (auto &x : keys) x = random.next() % 700;
    on_device<unsigned> in(v), out(n), ticket(1), k(keys);
    on_device<unsigned long long> status(blocks);
    lookback<<<blocks, 256>>>(in.data, out.data, status.data, ticket.data, n);
    std::partial_sum(v.begin(), v.end(), sums.begin());
    CHECK(out.host() == sums);
    std::vector<slot> empty(2048, slot{~0u, 0});
    on_device<slot> table(empty);
    insert<<<blocks, 256>>>(table.data, 2047, k.data, n);
    std::map<unsigned, unsigned> got, want;
    for (unsigned x : keys) want[x]++;
    for (slot s : table.host()) if (s.key != ~0u) got[s.key] += s.value;
    CHECK(got == want);
    const int rows = 100;
    std::vector<int> rp{0}, ci; std::vector<double> va, x(rows), y(rows);
    for (int r = 0; r < rows; r++) { for (int c = 0; c < rows; c++) if (random.next() % 3 == 0) { ci.push_back(c); va.push_back(random.next() % 8); } rp.push_back(ci.size()); x[r] = random.next() % 8; }
    for (int r = 0; r < rows; r++) for (int i = rp[r]; i < rp[r + 1]; i++) y[r] += va[i] * x[ci[i]];
    on_device<int> drp(rp), dci(ci); on_device<double> dva(va), dx(x), dy(rows);
    spmv_wave<<<(rows * 32 + 127) / 128, 128>>>(drp.data, dci.data, dva.data, dx.data, dy.data, rows);
    CHECK(dy.host() == y);
    on_device<unsigned> a(v), b(n), counts(16 * blocks), before(16 * blocks);
    unsigned *from = a.data, *to = b.data;
    for (int shift = 0; shift < 32; shift += 4) {
        digits<<<blocks, 256>>>(from, n, shift, counts.data);
        OK(hipMemsetAsync(ticket.data, 0, 4)); OK(hipMemsetAsync(status.data, 0, 8 * blocks));
        lookback<<<(16 * blocks + 255) / 256, 256>>>(counts.data, before.data, status.data, ticket.data, 16 * blocks);
        scatter<<<blocks, 256>>>(from, to, n, shift, before.data);
        std::swap(from, to);
    }
    OK(hipDeviceSynchronize());
    std::sort(v.begin(), v.end());
    CHECK(a.host() == v);
    return check_end();
}
