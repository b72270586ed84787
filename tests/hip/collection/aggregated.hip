/* aggregated.hip: atomics that a wave does once for all its lanes, filters, moves between lanes by every way the compiler has,
 * inline assembly, and halves, bfloat16 and 8-bit floats in one product. */
#include "collection.h"

#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

namespace cg = cooperative_groups;

__device__ int aggregated_add(int *counter)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0)
        base = atomicAdd(counter, g.num_threads());
    return g.shfl(base, 0) + g.thread_rank();
}
__global__ void filter(const int *in, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0)
        out[aggregated_add(count)] = in[i];
}
/* One addition per key of a wave. */
__global__ void by_key(const int *keys, const int *values, int n, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long active = __activemask(), same = __match_any_sync(active, keys[i]);
    int leader = __ffsll(same) - 1, sum = 0;
    for (unsigned long long left = same; left; left &= left - 1)
        sum += __shfl(values[i], __ffsll(left) - 1);
    if ((int)__lane_id() == leader)
        atomicAdd(&sums[keys[i]], sum);
}

__global__ void moves(int *out)
{
    int i = threadIdx.x, v = i * 10;
    int *mine = out + i * 8;
    mine[0] = __builtin_amdgcn_mov_dpp(v, 0x111, 0xf, 0xf, true);             /* row_shr:1 */
    mine[1] = __builtin_amdgcn_update_dpp(-1, v, 0x161, 0xf, 0xf, false);     /* row_xmask:1 */
    mine[2] = __builtin_amdgcn_ds_swizzle(v, 0x041f);                         /* xor 1 */
    mine[3] = __builtin_amdgcn_ds_bpermute(((i + 5) % 32) * 4, v);
    mine[4] = __builtin_amdgcn_permlane16(v, v, 0x76543210, 0xfedcba98, false, false);
    mine[5] = __builtin_amdgcn_readlane(v, 7) + __builtin_amdgcn_readfirstlane(v);
    int sum, low;
    asm("v_add3_u32 %0, %1, %1, 3" : "=v"(sum) : "v"(v));
    asm volatile("v_mul_lo_u32 %0, %1, %2" : "=v"(low) : "v"(v), "v"(i));
    mine[6] = sum;
    unsigned mask;
    asm volatile("s_mov_b32 %0, exec_lo" : "=s"(mask));
    mine[7] = low + (mask == ~0u);
}

template <typename T> __global__ void product(const T *a, const T *b, float *c, int n)
{
    int row = threadIdx.y, column = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += (float)a[row * n + k] * (float)b[k * n + column];
    c[row * n + column] = sum;
}
__global__ void pairs(const __half2 *a, const __half2 *b, __half2 *out, const __hip_bfloat162 *c, __hip_bfloat162 *d)
{
    int i = threadIdx.x;
    __half2 x = __hfma2(a[i], b[i], __float2half2_rn(1.0f));
    x = __hmul2(x, __halves2half2(__high2half(a[i]), __low2half(a[i])));
    out[i] = __hgt2(x, b[i]).x ? x : __hneg2(x);
    d[i] = __hadd2(c[i], __hmul2(c[i], __float2bfloat162_rn(2.0f)));
}
template <typename T> static void products()
{
    const int n = 16;
    std::vector<T> a, b;
    std::vector<double> x, y;
    numbers random;
    for (int i = 0; i < n * n; i++) {
        x.push_back((int)(random.next() % 9) - 4);
        y.push_back((int)(random.next() % 9) - 4);
        a.push_back(T((float)x.back()));
        b.push_back(T((float)y.back()));
    }
    on_device<T> da(a), db(b);
    on_device<float> c(n * n);
    product<T><<<1, dim3(n, n)>>>(da.data, db.data, c.data, n);
    std::vector<float> got = c.host();
    int wrong = 0;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int l = 0; l < n; l++)
                sum += x[r * n + l] * y[l * n + k];
            wrong += got[r * n + k] != sum;
        }
    CHECK(wrong == 0);
}

int main()
{
    const int n = 3000;
    numbers random;
    std::vector<int> in(n), keys(n), expected, sums(10);
    for (int i = 0; i < n; i++) {
        in[i] = random.next() % 1000;
        keys[i] = random.next() % 10;
        sums[keys[i]] += in[i];
        if (in[i] % 3 == 0)
            expected.push_back(in[i]);
    }
    on_device<int> d(in), k(keys), out(n), count(1), s(10);
    filter<<<(n + 127) / 128, 128>>>(d.data, n, out.data, count.data);
    by_key<<<(n + 127) / 128, 128>>>(k.data, d.data, n, s.data);
    std::vector<int> got = out.host();
    CHECK(count.host()[0] == (int)expected.size());
    got.resize(expected.size());
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    CHECK(got == expected && s.host() == sums);

    on_device<int> m(32 * 8);
    moves<<<1, 32>>>(m.data);
    got = m.host();
    int wrong = 0;
    for (int i = 0; i < 32; i++) {
        const int *r = &got[i * 8];
        wrong += r[0] != (i % 16 ? (i - 1) * 10 : 0) || r[1] != (i ^ 1) * 10 || r[2] != (i ^ 1) * 10 || r[3] != (i + 5) % 32 * 10 ||
                 r[4] != i * 10 || r[5] != 70 || r[6] != 20 * i + 3 || r[7] != 10 * i * i + 1;
    }
    CHECK(wrong == 0);

    products<__half>();
    products<__hip_bfloat16>();
    products<__hip_fp8_e4m3>();
    products<__hip_fp8_e5m2>();
    products<__hip_fp8_e4m3_fnuz>();
    std::vector<__half2> a, b;
    std::vector<__hip_bfloat162> c;
    for (int i = 0; i < 64; i++) {
        a.push_back(__floats2half2_rn(i * 0.25f, 3 - i * 0.125f));
        b.push_back(__floats2half2_rn(i * 0.5f - 7, i));
        c.push_back(__hip_bfloat162(__float2bfloat16(i), __float2bfloat16(-i * 2.0f)));
    }
    on_device<__half2> da(a), db(b), dout(64);
    on_device<__hip_bfloat162> dc(c), dd(64);
    pairs<<<1, 64>>>(da.data, db.data, dout.data, dc.data, dd.data);
    std::vector<__half2> h = dout.host();
    std::vector<__hip_bfloat162> e = dd.host();
    for (int i = 0; i < 64; i++) {
        float ax = i * 0.25f, ay = 3 - i * 0.125f, bx = i * 0.5f - 7, by = i;
        auto half = [](float v) { return (float)(_Float16)v; };
        float x = half(half(ax * bx + 1) * ay), y = half(half(ay * by + 1) * ax);
        if (!(x > bx))
            x = -x, y = -y;
        wrong += __low2float(h[i]) != x || __high2float(h[i]) != y;
        wrong += __bfloat162float(e[i].x) != 3.f * i || __bfloat162float(e[i].y) != -6.f * i;
    }
    CHECK(wrong == 0);
    return check_end();
}
