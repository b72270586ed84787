// kernels.hip: what kernels can do: shared memory, symbols, managed memory, atomics, lane
// operations, 16-bit floats, clocks. Expected values are computed on the host.
#include "check.h"

#include <hip/hip_cooperative_groups.h>

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace cg = cooperative_groups;

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

template <int N> __global__ void sum_static(const int *in, int *out)
{
    __shared__ int part[N];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

__global__ void sum_dynamic(const int *in, int *out)
{
    extern __shared__ int part[];
    int t = threadIdx.x, n = blockDim.x;
    part[t] = in[blockIdx.x * n + t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += part[i];
        out[blockIdx.x] = sum;
    }
}

__constant__ int factors[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__managed__ int shared_value = 7;

__global__ void use_symbols(int *out)
{
    int i = threadIdx.x;
    out[i] = factors[i % 4] * 10 + counter;
    if (i == 0) {
        counter = 99;
        shared_value *= 6;
    }
}

static void symbols()
{
    int *out, h[8];
    OK(hipMalloc((void **)&out, sizeof h));
    CHECK(shared_value == 7);
    use_symbols<<<1, 8>>>(out);
    OK(hipMemcpy(h, out, sizeof h, hipMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        CHECK(h[i] == (i % 4 + 1) * 10 + 5);
    CHECK(shared_value == 42);
    int value = 0;
    OK(hipMemcpyFromSymbol(&value, HIP_SYMBOL(counter), sizeof value, 0, hipMemcpyDeviceToHost));
    CHECK(value == 99);
    int news[2] = {7, 8};
    OK(hipMemcpyToSymbol(HIP_SYMBOL(factors), news, sizeof news, 8, hipMemcpyHostToDevice));
    void *address = nullptr;
    size_t size = 0;
    OK(hipGetSymbolAddress(&address, HIP_SYMBOL(counter)));
    OK(hipGetSymbolSize(&size, HIP_SYMBOL(factors)));
    CHECK(size == 16);
    OK(hipMemset(address, 0, 4));
    use_symbols<<<1, 8>>>(out);
    OK(hipMemcpy(h, out, sizeof h, hipMemcpyDeviceToHost));
    CHECK(h[0] == 10 && h[1] == 20 && h[2] == 70 && h[3] == 80);
    EXPECT(hipMemcpyToSymbol(HIP_SYMBOL(factors), news, 12, 8, hipMemcpyHostToDevice),
           hipErrorInvalidValue);
    EXPECT(hipMemcpyToSymbol(&value, news, 4, 0, hipMemcpyHostToDevice), hipErrorInvalidSymbol);
    OK(hipFree(out));
}

static void sums()
{
    const int n = 1024;
    std::vector<int> h(n);
    int expect = 0, *in, *out, got[4];
    for (int i = 0; i < n; i++)
        h[i] = i * 37 % 101 - 50;
    OK(hipMalloc((void **)&in, n * 4));
    OK(hipMalloc((void **)&out, 16));
    OK(hipMemcpy(in, h.data(), n * 4, hipMemcpyHostToDevice));
    sum_static<256><<<4, 256>>>(in, out);
    OK(hipMemcpy(got, out, 16, hipMemcpyDeviceToHost));
    for (int b = 0; b < 4; b++) {
        expect = 0;
        for (int i = 0; i < 256; i++)
            expect += h[b * 256 + i];
        CHECK(got[b] == expect);
    }
    sum_dynamic<<<2, 512, 512 * 4>>>(in, out);
    OK(hipMemcpy(got, out, 8, hipMemcpyDeviceToHost));
    CHECK(got[0] + got[1] == [&] {
        int s = 0;
        for (int v : h)
            s += v;
        return s;
    }());
    OK(hipFree(in));
    OK(hipFree(out));
}

struct results {
    int add, sub, max, min, and_, or_, xor_, cas, exch;
    unsigned inc, dec;
    unsigned long long add64;
    float addf;
    double addd;
};

__global__ void atomics(results *r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->add, i);
    atomicSub(&r->sub, 2);
    atomicMax(&r->max, i * 3);
    atomicMin(&r->min, -i);
    atomicAnd(&r->and_, ~(1 << (i % 16)));
    atomicOr(&r->or_, 1 << (i % 16));
    atomicXor(&r->xor_, i);
    atomicInc(&r->inc, 9);
    atomicDec(&r->dec, 9);
    atomicAdd(&r->add64, 1ull << 33);
    atomicAdd(&r->addf, 0.5f);
    atomicAdd(&r->addd, 0.25);
    atomicAdd_system(&r->add, 1);
    int seen, old = r->cas;
    do {
        seen = old;
        old = atomicCAS(&r->cas, seen, seen + 2);
    } while (old != seen);
    if (i == 0)
        atomicExch(&r->exch, 17);
}

static void all_atomics()
{
    const int n = 512;
    results *r;
    OK(hipMallocManaged((void **)&r, sizeof *r));
    *r = results{};
    r->and_ = -1;
    atomics<<<n / 128, 128>>>(r);
    OK(hipDeviceSynchronize());
    int x = 0;
    for (int i = 0; i < n; i++)
        x ^= i;
    CHECK(r->add == n * (n - 1) / 2 + n);
    CHECK(r->sub == -2 * n);
    CHECK(r->max == 3 * (n - 1) && r->min == -(n - 1));
    CHECK(r->and_ == (int)0xffff0000 && r->or_ == 0xffff && r->xor_ == x);
    CHECK(r->inc == n % 10);
    CHECK(r->dec == (10 - n % 10) % 10);
    CHECK(r->add64 == (unsigned long long)n << 33);
    CHECK(r->addf == n * 0.5f && r->addd == n * 0.25);
    CHECK(r->cas == 2 * n && r->exch == 17);
    OK(hipFree(r));
}

// Each scope of atomics, on integers and floats, and in shared memory.
struct scoped {
    int ints[5];
    float floats[5];
    double doubles[5];
    int shared;
};

__global__ void atomics_in_scopes(scoped *r)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
#define ADD(i, scope)                                                                              \
    __hip_atomic_fetch_add(&r->ints[i], 1, __ATOMIC_RELAXED, scope);                               \
    __hip_atomic_fetch_add(&r->floats[i], 0.5f, __ATOMIC_RELAXED, scope);                          \
    __hip_atomic_fetch_add(&r->doubles[i], 0.25, __ATOMIC_RELAXED, scope)
    if (threadIdx.x == 0)
        for (int n = 0; n < 4; n++) {
            ADD(0, __HIP_MEMORY_SCOPE_SINGLETHREAD);
        }
    ADD(1, __HIP_MEMORY_SCOPE_WAVEFRONT);
    ADD(2, __HIP_MEMORY_SCOPE_WORKGROUP);
    ADD(3, __HIP_MEMORY_SCOPE_AGENT);
    ADD(4, __HIP_MEMORY_SCOPE_SYSTEM);
    __hip_atomic_fetch_add(&sum, 2, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP);
    __syncthreads();
    if (threadIdx.x == 0)
        r->shared = sum;
}

static void all_scopes()
{
    scoped *r;
    OK(hipMallocManaged((void **)&r, sizeof *r));
    *r = scoped{};
    atomics_in_scopes<<<1, 128>>>(r);
    OK(hipDeviceSynchronize());
    for (int i = 0; i < 5; i++) {
        int n = i ? 128 : 4;
        CHECK(r->ints[i] == n && r->floats[i] == n * 0.5f && r->doubles[i] == n * 0.25);
    }
    CHECK(r->shared == 256);
    OK(hipFree(r));
}

__global__ void tiles(int *sums, unsigned *ranks, unsigned long long *wall)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int sum = threadIdx.x;
    for (int step = tile.size() / 2; step; step /= 2)
        sum += tile.shfl_down(sum, step);
    if (tile.thread_rank() == 0)
        sums[threadIdx.x / 16] = sum;
    ranks[block.thread_rank()] = tile.thread_rank();
    block.sync();
    if (block.thread_rank() == 0) {
        wall[0] = wall_clock64();
        __builtin_amdgcn_s_sleep(1);
        wall[1] = wall_clock64();
    }
}

static void groups_of_lanes()
{
    int *sums;
    unsigned *ranks;
    unsigned long long *wall;
    OK(hipMallocManaged((void **)&sums, 4 * sizeof *sums));
    OK(hipMallocManaged((void **)&ranks, 64 * sizeof *ranks));
    OK(hipMallocManaged((void **)&wall, 2 * sizeof *wall));
    tiles<<<1, 64>>>(sums, ranks, wall);
    OK(hipDeviceSynchronize());
    int wrong = 0;
    for (int t = 0; t < 4; t++)
        wrong += sums[t] != 16 * (16 * t) + 120; // 0 + ... + 15 is 120
    for (unsigned i = 0; i < 64; i++)
        wrong += ranks[i] != i % 16;
    CHECK(wrong == 0);
    CHECK(wall[0] > 0 && wall[1] >= wall[0]);
    OK(hipFree(sums));
    OK(hipFree(ranks));
    OK(hipFree(wall));
}

__global__ void lanes(int *out, unsigned long long *votes)
{
    int i = threadIdx.x;
    out[i] = __shfl(i * 10, 5);
    out[32 + i] = __shfl_up(i, 3);
    out[64 + i] = __shfl_down(i, 4);
    out[96 + i] = __shfl_xor(i, 9);
    out[128 + i] = __shfl(i, (i + 1) % 8, 8);
    if (i == 0)
        votes[2] = __ballot(true);
    unsigned long long b = __ballot(i % 3 == 0);
    if (i == 0) {
        votes[0] = b;
        votes[1] = __popcll(b);
    }
    out[160 + i] = __any(i == 31) + 2 * __all(i < 32) + 4 * __all(i < 31);
}

static void lane_operations()
{
    int *out, h[192];
    unsigned long long *votes, v[3];
    OK(hipMalloc((void **)&out, sizeof h));
    OK(hipMalloc((void **)&votes, sizeof v));
    lanes<<<1, 32>>>(out, votes);
    OK(hipMemcpy(h, out, sizeof h, hipMemcpyDeviceToHost));
    OK(hipMemcpy(v, votes, sizeof v, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < 32; i++) {
        wrong += h[i] != 50;
        wrong += h[32 + i] != (i < 3 ? i : i - 3);
        wrong += h[64 + i] != (i > 27 ? i : i + 4);
        wrong += h[96 + i] != (i ^ 9);
        wrong += h[128 + i] != i / 8 * 8 + (i + 1) % 8;
        wrong += h[160 + i] != 3;
    }
    CHECK(wrong == 0);
    CHECK(v[0] == 0x49249249 && v[1] == 11 && (v[2] & 1));
    OK(hipFree(out));
    OK(hipFree(votes));
}

__global__ void halves(const float *in, float *out, unsigned long long *clocks)
{
    int i = threadIdx.x;
    unsigned long long a = clock64();
    __half h = __float2half(in[i]);
    out[i] = __half2float(__hadd(__hmul(h, h), __float2half(1.0f)));
    hip_bfloat16 b(in[i]);
    out[64 + i] = float(b * b);
    if (i == 0) {
        clocks[0] = clock64() - a;
        clocks[1] = clock64();
    }
}

static void sixteen_bits()
{
    float h[64], o[128], *in, *out;
    unsigned long long *clocks, c[2];
    for (int i = 0; i < 64; i++)
        h[i] = i * 0.25f;
    OK(hipMalloc((void **)&in, sizeof h));
    OK(hipMalloc((void **)&out, sizeof o));
    OK(hipMalloc((void **)&clocks, sizeof c));
    OK(hipMemcpy(in, h, sizeof h, hipMemcpyHostToDevice));
    halves<<<1, 64>>>(in, out, clocks);
    OK(hipMemcpy(o, out, sizeof o, hipMemcpyDeviceToHost));
    OK(hipMemcpy(c, clocks, sizeof c, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        float x = i * 0.25f;
        wrong += std::fabs(o[i] - (x * x + 1)) > (x * x + 1) * 0x1p-10f;
        wrong += std::fabs(o[64 + i] - x * x) > x * x * 0x1p-7f;
    }
    CHECK(wrong == 0);
    CHECK(c[1] > 0);
    OK(hipFree(in));
    OK(hipFree(out));
    OK(hipFree(clocks));
}

static void vectors()
{
    const int n = 10000;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 0.5f * i;
    float *d[3];
    for (auto &p : d)
        OK(hipMalloc((void **)&p, n * 4));
    OK(hipMemcpy(d[0], a.data(), n * 4, hipMemcpyHostToDevice));
    OK(hipMemcpy(d[1], b.data(), n * 4, hipMemcpyHostToDevice));
    add<<<(n + 255) / 256, 256>>>(d[0], d[1], d[2], n);
    OK(hipGetLastError());
    OK(hipMemcpy(c.data(), d[2], n * 4, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += c[i] != a[i] + b[i];
    CHECK(wrong == 0);
    for (auto p : d)
        OK(hipFree(p));
}

static void registered()
{
    std::vector<float> a(100, 1.5f), b(100, 2.0f), c(100);
    for (auto v : {&a, &b, &c})
        OK(hipHostRegister(v->data(), 400, hipHostRegisterDefault));
    float *d = nullptr;
    OK(hipHostGetDevicePointer((void **)&d, c.data(), 0));
    add<<<1, 128>>>(a.data(), b.data(), d, 100);
    OK(hipDeviceSynchronize());
    int wrong = 0;
    for (float v : c)
        wrong += v != 3.5f;
    CHECK(wrong == 0);
    for (auto v : {&a, &b, &c})
        OK(hipHostUnregister(v->data()));
}

struct unwound {
    bool *flag;
    ~unwound() { *flag = true; }
};

static void exceptions()
{
    bool was_unwound = false;
    try {
        unwound u{&was_unwound};
        if (hipMalloc((void **)nullptr, 4) != hipSuccess)
            throw 42;
    } catch (int value) {
        CHECK(value == 42 && was_unwound);
    }
    EXPECT(hipGetLastError(), hipErrorInvalidValue);
    OK(hipGetLastError());
}

int main()
{
    vectors();
    sums();
    symbols();
    all_atomics();
    all_scopes();
    groups_of_lanes();
    lane_operations();
    sixteen_bits();
    registered();
    exceptions();
    return check_end();
}
