/* montecarlo.hip: pi from points in a square, by numbers that hipRAND wrote and by those that kernels make themselves; the price
 * of an option from normal ones, compared with Black's and Scholes' formula. */
// needs: hiprand
#include "collection.h"

#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

constexpr int N = 8192;

__global__ void inside(const float *points, unsigned *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = points[2 * i], y = points[2 * i + 1];
    if (x * x + y * y <= 1)
        atomicAdd(count, 1u);
}

__global__ void inside_made_here(unsigned *count)
{
    hiprandStatePhilox4_32_10_t state;
    hiprand_init(2026, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned mine = 0;
    for (int i = 0; i < 8; i++) {
        float4 p = hiprand_uniform4(&state);
        mine += (p.x * p.x + p.y * p.y <= 1) + (p.z * p.z + p.w * p.w <= 1);
    }
    atomicAdd(count, mine);
}

__global__ void pay(float *normal, float s, float k, float r, float v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float end = s * expf(r - v * v / 2 + v * normal[i]);
    normal[i] = end > k ? (end - k) * expf(-r) : 0;
}

int main()
{
    hiprandGenerator_t g;
    on_device<float> points(2 * N), normal(N);
    on_device<unsigned> counts(2);
    CHECK(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_XORWOW) == HIPRAND_STATUS_SUCCESS);
    CHECK(hiprandSetPseudoRandomGeneratorSeed(g, 7) == HIPRAND_STATUS_SUCCESS);
    CHECK(hiprandGenerateUniform(g, points.data, 2 * N) == HIPRAND_STATUS_SUCCESS);
    inside<<<N / 128, 128>>>(points.data, counts.data);
    inside_made_here<<<N / 16 / 64, 64>>>(counts.data + 1);
    for (unsigned count : counts.host()) /* the same numbers each time: 6 standard errors */
        CHECK(std::abs(4.0 * count / N - 3.14159265) < 6 * 1.65 / std::sqrt(N));
    const float s = 100, k = 105, r = 0.05f, v = 0.2f;
    CHECK(hiprandGenerateNormal(g, normal.data, N, 0, 1) == HIPRAND_STATUS_SUCCESS);
    pay<<<N / 128, 128>>>(normal.data, s, k, r, v);
    std::vector<float> paid = normal.host();
    double mean = std::accumulate(paid.begin(), paid.end(), 0.0) / N, d1 = (std::log(s / k) + r + v * v / 2) / v;
    auto below = [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; };
    CHECK(std::abs(mean - (s * below(d1) - k * std::exp(-r) * below(d1 - v))) < 6 * 14 / std::sqrt(N));
    CHECK(hiprandDestroyGenerator(g) == HIPRAND_STATUS_SUCCESS);
    return check_end();
}
