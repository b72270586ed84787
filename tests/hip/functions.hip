// functions.hip: what kernels may call: integers, conversions, moves and votes of a wave, atomics,
// groups, services. Expected values are computed on the host, by C++ and, for rounding modes, by
// the host's FPU.
#include "check.h"

#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

/* A buffer of n values that the device fills. */
template <class T> struct Output {
    T *device;
    std::vector<T> host;
    explicit Output(size_t n) : host(n)
    {
        OK(hipMalloc(&device, n * sizeof(T)));
        OK(hipMemset(device, 0, n * sizeof(T)));
    }
    ~Output() { OK(hipFree(device)); }
    const std::vector<T> &fetch()
    {
        OK(hipMemcpy(host.data(), device, host.size() * sizeof(T), hipMemcpyDeviceToHost));
        return host;
    }
};

/* ---- integers ------------------------------------------------------------------------- */

static const unsigned numbers[] = {0,          1,          2,          0x80000000,
                                   0x7fffffff, 0xffffffff, 0x12345678, 0xdeadbeef,
                                   0x00ff0000, 0x8001,     77,         0xfffffffe};
enum { NUMBERS = sizeof numbers / sizeof *numbers, INTEGER_RESULTS = 26 };

__global__ void integers(const unsigned *in, unsigned long long *out)
{
    unsigned x = in[threadIdx.x], y = in[blockIdx.x];
    unsigned long long wide = (unsigned long long)x << 32 | y,
                       *o = out + (blockIdx.x * NUMBERS + threadIdx.x) * INTEGER_RESULTS;
    *o++ = __popc(x);
    *o++ = __popcll(wide);
    *o++ = __clz((int)x);
    *o++ = __clzll((long long)wide);
    *o++ = __ffs(x);
    *o++ = __ffsll(wide);
    *o++ = __brev(x);
    *o++ = __brevll(wide);
    *o++ = __umulhi(x, y);
    *o++ = (unsigned)__mulhi((int)x, (int)y);
    *o++ = __umul64hi(wide, wide ^ 0x5555);
    *o++ = (unsigned long long)__mul64hi((long long)wide, -77);
    *o++ = (unsigned)__mul24((int)x, (int)y);
    *o++ = (unsigned)__umul24(x, y);
    *o++ = __byte_perm(x, y, 0x7214);
    *o++ = __funnelshift_l(x, y, 5);
    *o++ = __funnelshift_r(x, y, 37);
    *o++ = __funnelshift_lc(x, y, 40);
    *o++ = __funnelshift_rc(x, y, 32);
    *o++ = __usad(x, y, 3);
    *o++ = __sad((int)x, (int)y, 3);
    *o++ = __uhadd(x, y);
    *o++ = (unsigned)__rhadd((int)x, (int)y);
    *o++ = __bitextract_u32(x, 5, 9);
    *o++ = __bitinsert_u32(x, y, 3, 8);
    *o++ = __fns64(wide, 60, -3);
}

static void test_integers()
{
    unsigned *in;
    Output<unsigned long long> out(NUMBERS * NUMBERS * INTEGER_RESULTS);
    OK(hipMalloc(&in, sizeof numbers));
    OK(hipMemcpy(in, numbers, sizeof numbers, hipMemcpyHostToDevice));
    integers<<<NUMBERS, NUMBERS>>>(in, out.device);
    const auto &got = out.fetch();
    int wrong = 0;
    size_t at = 0;
    for (unsigned y : numbers)
        for (unsigned x : numbers) {
            unsigned long long wide = (unsigned long long)x << 32 | y,
                               both = (unsigned long long)y << 32 | x, reversed = 0;
            for (int i = 0; i < 64; i++)
                reversed |= (wide >> i & 1) << (63 - i);
            auto bit = [](unsigned long long v, int i) { return (int)(v >> i & 1); };
            int ones = 0, highest = -1, lowest = -1, high32 = -1, low32 = -1, ones32 = 0,
                third = -1;
            for (int i = 0, left = 3; i < 64; i++) {
                ones += bit(wide, i);
                if (bit(wide, i))
                    highest = i, lowest = lowest < 0 ? i : lowest;
                if (i < 32 && bit(x, i))
                    high32 = i, low32 = low32 < 0 ? i : low32, ones32++;
                if (60 - i >= 0 && bit(wide, 60 - i) && --left == 0)
                    third = 60 - i;
            }
            auto signed24 = [](unsigned v) {
                return (long long)((v & 0xffffff) ^ 0x800000) - 0x800000;
            };
            long long sx = (int)x, sy = (int)y;
            const unsigned long long want[] = {
                (unsigned)ones32,
                (unsigned)ones,
                (unsigned)(31 - high32),
                (unsigned)(63 - highest),
                (unsigned)(low32 + 1),
                (unsigned)(lowest + 1),
                __builtin_bitreverse32(x),
                reversed,
                (unsigned long long)x * y >> 32,
                (unsigned)((unsigned long long)(sx * sy) >> 32),
                (unsigned long long)((unsigned __int128)wide * (wide ^ 0x5555) >> 64),
                (unsigned long long)((__int128)(long long)wide * -77 >> 64),
                (unsigned)(signed24(x) * signed24(y)),
                (unsigned)((unsigned long long)(x & 0xffffff) * (y & 0xffffff)),
                (y & 0xff) | (x >> 8 & 0xff) << 8 | (x >> 16 & 0xff) << 16 | (y >> 24) << 24,
                (unsigned)(both << 5 >> 32),
                (unsigned)(both >> 5),
                x,
                y,
                3u + (x > y ? x - y : y - x),
                3u + (unsigned)(sx > sy ? sx - sy : sy - sx),
                (unsigned)(((unsigned long long)x + y) / 2),
                (unsigned)((sx + sy + 1) >> 1),
                x / 32 % 512,
                (x & ~0x7f8u) | (y & 0xff) << 3,
                (unsigned)third};
            for (int k = 0; k < INTEGER_RESULTS; k++, at++)
                if (got[at] != want[k] && wrong++ < 8)
                    std::printf("integer %d of %#x, %#x: %#llx, not %#llx\n", k, x, y, got[at],
                                want[k]);
        }
    CHECK(wrong == 0);
    OK(hipFree(in));
}

/* ---- conversions with a rounding mode ------------------------------------------------- */

enum { CONVERSIONS = 28 };
__global__ void convert(const double *doubles, const long long *integers_, double *out)
{
    double d = doubles[threadIdx.x], *o = out + threadIdx.x * CONVERSIONS;
    long long i = integers_[threadIdx.x];
    float f = (float)d;
    *o++ = __double2float_rn(d), *o++ = __double2float_rz(d), *o++ = __double2float_rd(d),
    *o++ = __double2float_ru(d);
    *o++ = __ll2float_rn(i), *o++ = __ll2float_rz(i), *o++ = __ll2float_rd(i),
    *o++ = __ll2float_ru(i);
    *o++ = __ll2double_rn(i), *o++ = __ll2double_rz(i), *o++ = __ll2double_rd(i),
    *o++ = __ll2double_ru(i);
    *o++ = __ull2float_rn((unsigned long long)i), *o++ = __ull2float_rz((unsigned long long)i);
    *o++ = __ull2float_rd((unsigned long long)i), *o++ = __ull2float_ru((unsigned long long)i);
    *o++ = __int2float_rn((int)i), *o++ = __int2float_rz((int)i), *o++ = __int2float_rd((int)i),
    *o++ = __int2float_ru((int)i);
    f = f > 1e9f || f < -1e9f ? 1.5f : f;
    *o++ = __float2int_rn(f), *o++ = __float2int_rz(f), *o++ = __float2int_rd(f),
    *o++ = __float2int_ru(f);
    *o++ = __double2ll_rn(f), *o++ = __double2ll_rz(f), *o++ = __double2ll_rd(f),
    *o++ = __double2ll_ru(f);
}

static void test_conversions()
{
    std::vector<double> doubles = {0,
                                   0.1,
                                   -0.1,
                                   1.5,
                                   2.5,
                                   -2.5,
                                   1e39,
                                   -1e39,
                                   1e-46,
                                   -1e-46,
                                   0x1.000001p0,
                                   0x1.0000011p0,
                                   -0x1.000003p5,
                                   3.4028235e38,
                                   3.40282357e38,
                                   1e-40,
                                   123456789.125,
                                   -7.25,
                                   0x1p-150};
    std::vector<long long> integers_ = {0,
                                        1,
                                        -1,
                                        16777217,
                                        -16777217,
                                        16777219,
                                        0x7fffffffffffffff,
                                        -0x7fffffffffffffff - 1,
                                        0x7fffffbfffffffff,
                                        33554435,
                                        0x20000000000001,
                                        0x20000000000003,
                                        -0x20000000000001,
                                        0x7fffffff,
                                        -0x7fffffff,
                                        123456789012345678,
                                        5,
                                        0x100000100000001,
                                        99};
    const int n = (int)doubles.size();
    double *in;
    long long *in_integers;
    Output<double> out(n * CONVERSIONS);
    OK(hipMalloc(&in, n * 8));
    OK(hipMalloc(&in_integers, n * 8));
    OK(hipMemcpy(in, doubles.data(), n * 8, hipMemcpyHostToDevice));
    OK(hipMemcpy(in_integers, integers_.data(), n * 8, hipMemcpyHostToDevice));
    convert<<<1, n>>>(in, in_integers, out.device);
    const auto &got = out.fetch();
    const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    int wrong = 0;
    for (int t = 0; t < n; t++)
        for (int m = 0; m < 4; m++) {
            volatile double d = doubles[t];
            volatile long long i = integers_[t];
            volatile unsigned long long u = (unsigned long long)i;
            volatile int small = (int)i;
            float f = (float)d;
            f = f > 1e9f || f < -1e9f ? 1.5f : f;
            volatile float kept = f;
            std::fesetround(modes[m]);
            volatile float a = (float)d, b = (float)i, c = (float)u, e = (float)small;
            volatile double g = (double)i, rounded = std::nearbyint((double)kept);
            std::fesetround(FE_TONEAREST);
            const double want[] = {a, b, g, c, e, rounded, rounded};
            for (int k = 0; k < 7; k++)
                if (got[t * CONVERSIONS + 4 * k + m] != want[k] && wrong++ < 8)
                    std::printf("conversion %d, mode %d, of %a, %lld: %a, not %a\n", k, m,
                                (double)d, (long long)i, got[t * CONVERSIONS + 4 * k + m], want[k]);
        }
    CHECK(wrong == 0);
    OK(hipFree(in));
    OK(hipFree(in_integers));
}

/* ---- waves ---------------------------------------------------------------------------- */

enum { WAVE_RESULTS = 22 };
__global__ void waves(unsigned long long *out)
{
    int lane = threadIdx.x;
    unsigned long long *o = out + lane * WAVE_RESULTS;
    double value = lane * 1.5;
    *o++ = __lane_id();
    *o++ = (unsigned long long)(__shfl(value, 5) * 2);
    *o++ = (unsigned)__shfl(lane, 3, 8);
    *o++ = (unsigned)__shfl_up(lane, 3);
    *o++ = (unsigned)__shfl_up(lane, 2, 8);
    *o++ = (unsigned)__shfl_down(lane, 3);
    *o++ = (unsigned)__shfl_down(lane, 2, 8);
    *o++ = (unsigned)__shfl_xor(lane, 5);
    *o++ = (unsigned)__shfl_xor_sync(0xffffffffull, lane, 9, 8);
    *o++ = __ballot(lane % 3 == 0);
    *o++ = __ballot_sync(0xffull, lane % 3 == 0);
    *o++ = __any(lane == 7) * 2 + __all(lane < 32);
    *o++ = __any_sync(0xf0ull, lane == 3) * 2 + __all_sync(0xfull, lane < 4);
    *o++ = __match_any_sync(~0ull >> 32, lane / 4);
    int same;
    *o++ = __match_all_sync(0xfull, lane / 4, &same);
    *o++ = (unsigned)__reduce_add_sync(0xff00ull, lane);
    *o++ = (unsigned)__reduce_max_sync(0xffffffffu, lane ^ 0x15);
    *o++ = (unsigned)__reduce_xor_sync(0xffffull, lane * lane);
    *o++ = lane % 2 ? __activemask() : 0;
    *o++ = __lanemask_lt() + __lanemask_ge();
    /* A mask of 64 lanes names those that there are. */
    *o++ = (unsigned)__reduce_add_sync(~0ull, lane);
    *o++ = __match_all_sync(~0ull, 3, &same);
}

static void test_waves()
{
    Output<unsigned long long> out(32 * WAVE_RESULTS);
    waves<<<1, 32>>>(out.device);
    const auto &got = out.fetch();
    int wrong = 0, sum_xor = 0;
    for (int i = 0; i < 16; i++)
        sum_xor ^= i * i;
    for (int i = 0; i < 32; i++) {
        auto xor8 = [](int lane) {
            int to = lane ^ 9;
            return to >= (lane & ~7) + 8 ? lane : to;
        };
        const unsigned long long want[] = {(unsigned)i,
                                           15,
                                           (unsigned)(i / 8 * 8 + 3),
                                           (unsigned)(i < 3 ? i : i - 3),
                                           (unsigned)(i % 8 < 2 ? i : i - 2),
                                           (unsigned)(i + 3 > 31 ? i : i + 3),
                                           (unsigned)(i % 8 + 2 > 7 ? i : i + 2),
                                           (unsigned)(i ^ 5),
                                           (unsigned)xor8(i),
                                           0x49249249,
                                           0x49,
                                           3,
                                           1,
                                           0xfull << i / 4 * 4,
                                           0xf,
                                           92,
                                           31,
                                           (unsigned)sum_xor,
                                           i % 2 ? 0xaaaaaaaa : 0,
                                           0xffffffff,
                                           496,
                                           0xffffffff};
        for (int k = 0; k < WAVE_RESULTS; k++)
            if (got[i * WAVE_RESULTS + k] != want[k] && !(k == 14 && i / 4 != 0) && wrong++ < 8)
                std::printf("wave %d, lane %d: %#llx, not %#llx\n", k, i, got[i * WAVE_RESULTS + k],
                            want[k]);
    }
    CHECK(wrong == 0);
}

/* ---- atomics -------------------------------------------------------------------------- */

template <class T> __global__ void atomics(T *p)
{
    T i = (T)(threadIdx.x + blockIdx.x * blockDim.x);
    atomicAdd(p + 0, i);
    atomicSub(p + 1, i);
    atomicMin(p + 2, i);
    atomicMax(p + 3, i);
    atomicAdd_system(p + 4, (T)1);
    for (T old = p[5], seen; (seen = atomicCAS(p + 5, old, (T)(old + 2))) != old;)
        old = seen;
    atomicExch(p + 6, (T)7);
    atomicMax_system(p + 7, i);
}
template <class T> static void test_atomics()
{
    T *p, got[8], start[8] = {0, 0, 50, 1, 0, 0, 0, 0};
    OK(hipMalloc(&p, sizeof got));
    OK(hipMemcpy(p, start, sizeof got, hipMemcpyHostToDevice));
    atomics<T><<<8, 64>>>(p);
    OK(hipMemcpy(got, p, sizeof got, hipMemcpyDeviceToHost));
    const int sum = 511 * 512 / 2;
    CHECK(got[0] == (T)sum && got[1] == (T)-sum && got[2] == 0 && got[3] == 511 && got[4] == 512 &&
          got[5] == 1024 && got[6] == 7 && got[7] == 511);
    OK(hipFree(p));
}
__global__ void bits(unsigned *p, float *f, unsigned short *s)
{
    unsigned i = threadIdx.x;
    atomicOr(p + 0, 1u << i % 32);
    atomicAnd(p + 1, ~(1u << i % 8));
    atomicXor(p + 2, i);
    atomicInc(p + 3, 9);
    atomicDec(p + 4, 9);
    unsafeAtomicAdd(f, 0.5f);
    unsafeAtomicMax(f + 1, (float)i);
    safeAtomicMin(f + 2, -(float)i);
    for (unsigned short old = *s, seen;
         (seen = atomicCAS(s, old, (unsigned short)(old + 1))) != old;)
        old = seen;
}
static void test_bits()
{
    unsigned *p, got[5], start[5] = {0, 0xffff, 0, 0, 0};
    float *f, floats[3];
    unsigned short *s, small[2];
    OK(hipMalloc(&p, sizeof got));
    OK(hipMalloc(&f, sizeof floats));
    OK(hipMalloc(&s, sizeof small));
    OK(hipMemcpy(p, start, sizeof got, hipMemcpyHostToDevice));
    OK(hipMemset(f, 0, sizeof floats));
    OK(hipMemset(s, 0, sizeof small));
    bits<<<1, 64>>>(p, f, s);
    OK(hipMemcpy(got, p, sizeof got, hipMemcpyDeviceToHost));
    OK(hipMemcpy(floats, f, sizeof floats, hipMemcpyDeviceToHost));
    OK(hipMemcpy(small, s, sizeof small, hipMemcpyDeviceToHost));
    CHECK(got[0] == 0xffffffff && got[1] == 0xff00 && got[2] == 0 && got[3] == 64 % 10 &&
          got[4] == 6);
    CHECK(floats[0] == 32 && floats[1] == 63 && floats[2] == -63 && small[0] == 64 &&
          small[1] == 0);
    OK(hipFree(p));
    OK(hipFree(f));
    OK(hipFree(s));
}

/* ---- groups --------------------------------------------------------------------------- */

enum { GROUP_RESULTS = 16 };
__global__ void groups(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    int t = (int)block.thread_rank(), *o = out + t * GROUP_RESULTS;
    auto tile = cg::tiled_partition<8>(block);
    *o++ = (int)block.size();
    *o++ = (int)tile.thread_rank();
    *o++ = (int)tile.meta_group_rank();
    *o++ = (int)tile.meta_group_size();
    *o++ = cg::reduce(tile, t, cg::plus<int>());
    *o++ = cg::reduce(tile, t, cg::greater<int>());
    *o++ = cg::inclusive_scan(tile, t);
    *o++ = cg::exclusive_scan(tile, t);
    *o++ = (int)tile.ballot(t % 2);
    *o++ = tile.shfl(t, 2);
    *o++ = tile.any(t == 5);
    auto sub = cg::tiled_partition<4>(tile);
    *o++ = cg::reduce(sub, 1, cg::plus<int>()) + 10 * (int)sub.meta_group_rank();
    if (t % 3 == 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        o[0] = (int)some.thread_rank();
        o[1] = cg::reduce(some, t, cg::plus<int>());
    }
    o += 2;
    auto half = cg::binary_partition(cg::tiled_partition<32>(block), t % 4 == 0);
    *o++ = (int)half.size();
    *o++ =
        __syncthreads_count(t < 21) * 4 + __syncthreads_or(t == 63) * 2 + __syncthreads_and(t < 64);
}
static void test_groups()
{
    Output<int> out(64 * GROUP_RESULTS);
    groups<<<1, 64>>>(out.device);
    const auto &got = out.fetch();
    int wrong = 0;
    for (int t = 0; t < 64; t++) {
        int first = t / 8 * 8, sum = 0, below = 0, wave = t / 32 * 32, rank = 0, coalesced = 0;
        for (int i = first; i < first + 8; i++)
            sum += i, below += i < t ? i : 0;
        for (int i = wave; i < wave + 32; i++)
            if (i % 3 == 0)
                coalesced += i, rank += i < t;
        const int want[] = {64,
                            t % 8,
                            t / 8,
                            8,
                            sum,
                            first + 7,
                            below + t,
                            below,
                            0xaa,
                            first + 2,
                            first == 0,
                            4 + 10 * (t % 8 / 4),
                            t % 3 ? 0 : rank,
                            t % 3 ? 0 : coalesced,
                            t % 4 == 0 ? 8 : 24,
                            21 * 4 + 2 + 1};
        for (int k = 0; k < GROUP_RESULTS; k++)
            if (got[t * GROUP_RESULTS + k] != want[k] && wrong++ < 8)
                std::printf("group %d, thread %d: %d, not %d\n", k, t, got[t * GROUP_RESULTS + k],
                            want[k]);
    }
    CHECK(wrong == 0);
}

/* ---- services, vectors, complex numbers ----------------------------------------------- */

__global__ void services(int *out, const char *text, int n)
{
    char copy[32];
    memset(copy, 0, sizeof copy);
    memcpy(copy, text, n);
    memmove(copy + 2, copy, n);
    out[0] = (int)strlen(copy);
    out[1] = memcmp(copy + 2, text, n);
    int *list = (int *)malloc(40);
    int *more = new int[4];
    for (int i = 0; i < 10; i++)
        list[i] = i;
    more[3] = list[9];
    out[2] = more[3];
    free(list);
    delete[] more;
    long long before = wall_clock64(), cycles = clock64();
    __nanosleep(1000);
    /* gfx11's cycle counter has 20 bits and wraps every 0.4 ms: only differences of that width mean
     * something. */
    out[3] = wall_clock64() > before && ((clock64() - cycles) & 0xfffff) != 0;
    float3 v = make_float3(1, 2, 3) * 2.0f + make_float3(1, 1, 1);
    int2 w = make_int2(7, 9);
    w += 1;
    out[4] = (int)(v.x + v.y * 10 + v.z * 100) + w.x * 10000;
    hipFloatComplex q = hipCdivf(make_hipFloatComplex(5, 10), make_hipFloatComplex(3, 4));
    out[5] = q.x > 2.1999f && q.x < 2.2001f && q.y > 0.3999f && q.y < 0.4001f;
    out[6] = (int)hipCabs(make_hipDoubleComplex(3e200, 4e200) / 1e200);
    out[7] = max(3, 4u) + min(5ll, 6) + __float_as_int(__int_as_float(100)) +
             __double2hiint(__hiloint2double(9, 8));
    assert(out[0] > 0);
    printf("group %u of %d, thread %u\n", blockIdx.x, gridDim.x, threadIdx.x);
}
static void test_services()
{
    Output<int> out(8);
    char *text;
    OK(hipMalloc(&text, 16));
    OK(hipMemcpy(text, "shoal", 6, hipMemcpyHostToDevice));
    services<<<1, 1>>>(out.device, text, 6);
    const auto &got = out.fetch();
    const int want[] = {7, 0, 9, 1, 3 + 50 + 700 + 80000, 1, 5, 4 + 5 + 100 + 9};
    for (int i = 0; i < 8; i++)
        if (got[i] != want[i])
            std::printf("service %d: %d, not %d\n", i, got[i], want[i]);
    CHECK(!std::memcmp(got.data(), want, sizeof want));
    OK(hipFree(text));
}

int main()
{
    test_integers();
    test_conversions();
    test_waves();
    test_atomics<int>();
    test_atomics<long long>();
    test_atomics<unsigned long>();
    test_atomics<float>();
    test_atomics<double>();
    test_bits();
    test_groups();
    test_services();
    return check_end();
}
