/* rand.hip: libhiprand and hiprand_kernel.h: known answers of the generators, that host, device memory and kernels have the
 * same sequences, what skips them, and the shape of the distributions. */
// needs: hiprand
#include "../collection/collection.h"

#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

#define RAND(call) CHECK((call) == HIPRAND_STATUS_SUCCESS)

static hiprandGenerator_t made(hiprandRngType_t type, unsigned long long seed, bool is_host = false)
{
    hiprandGenerator_t g = nullptr;
    RAND(is_host ? hiprandCreateGeneratorHost(&g, type) : hiprandCreateGenerator(&g, type));
    if (type < HIPRAND_RNG_QUASI_DEFAULT)
        RAND(hiprandSetPseudoRandomGeneratorSeed(g, seed));
    return g;
}

static std::vector<unsigned> bits(hiprandGenerator_t g, size_t n)
{
    on_device<unsigned> out(n);
    RAND(hiprandGenerate(g, out.data, n));
    return out.host();
}

/* ---- known answers -------------------------------------------------------------------------------------------- */

static void known()
{
    /* Random123's kat_vectors of philox4x32 with 10 rounds: counters and keys of 0, of all ones, and of digits of pi. */
    const unsigned expected[][10] = {
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (auto &e : expected) {
        unsigned out[4];
        shoal_philox_block(e, e + 4, out);
        CHECK(std::equal(out, out + 4, e + 6));
    }
    hiprandGenerator_t g = made(HIPRAND_RNG_PSEUDO_PHILOX4_32_10, 0);
    CHECK((bits(g, 4) == std::vector<unsigned>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    RAND(hiprandDestroyGenerator(g));
    /* The first numbers of Matsumoto's and Nishimura's generator with seed 5489, and the 10000th, as C++ has it of mt19937. */
    g = made(HIPRAND_RNG_PSEUDO_MT19937, 5489);
    std::vector<unsigned> mt = bits(g, 10000);
    CHECK(mt[0] == 3499211612 && mt[1] == 581869302 && mt[9999] == 4123659995);
    RAND(hiprandDestroyGenerator(g));
    /* Their init_by_array({0x123, 0x234}) is this with two words: the same as a seed of 64 bits. */
    std::vector<uint32_t> w(624);
    w[0] = 19650218;
    for (uint32_t i = 1; i < 624; i++)
        w[i] = 1812433253u * (w[i - 1] ^ w[i - 1] >> 30) + i;
    g = made(HIPRAND_RNG_PSEUDO_MT19937, 0x234ull << 32 | 0x123);
    CHECK(bits(g, 1)[0] != mt[0]);
    RAND(hiprandDestroyGenerator(g));
    /* XORWOW's recurrence as Marsaglia wrote it (2003), from the state that the seed gives. */
    shoal_xorwow s;
    shoal_xorwow_init(&s, 0, 0, 0);
    unsigned x = s.x[0], y = s.x[1], z = s.x[2], ww = s.x[3], v = s.x[4], d = s.d;
    bool is_same = true;
    for (int i = 0; i < 100; i++) {
        unsigned t = x ^ (x >> 2);
        x = y;
        y = z;
        z = ww;
        ww = v;
        v = (v ^ (v << 4)) ^ (t ^ (t << 1));
        is_same = is_same && (d += 362437) + v == shoal_xorwow_next(&s);
    }
    CHECK(is_same);
    /* MRG32k3a with L'Ecuyer's state, six times 12345: his program prints 0.1270111220 (norm 2.328306549295728e-10) first. */
    shoal_mrg m;
    for (auto &part : m.g)
        part[0] = part[1] = part[2] = 12345;
    CHECK(std::abs(shoal_mrg_next(&m) * 2.328306549295728e-10 - 0.1270111220) < 1e-9);
    CHECK(std::abs(shoal_mrg_next(&m) * 2.328306549295728e-10 - 0.3185275653) < 1e-9);
    CHECK(std::abs(shoal_mrg_next(&m) * 2.328306549295728e-10 - 0.3091860156) < 1e-9);
}

/* The first points of Joe's and Kuo's sequences: 0, 1/2, then 3/4 1/4, .. in dimension 1; 0, .5, .25, .75, .375 in 2. */
static void sobol()
{
    hiprandGenerator_t g = made(HIPRAND_RNG_QUASI_SOBOL32, 0);
    RAND(hiprandSetQuasiRandomGeneratorDimensions(g, 3));
    std::vector<unsigned> p = bits(g, 3 * 8);
    const double first[3][8] = {{0, .5, .75, .25, .375, .875, .625, .125}, {0, .5, .25, .75, .375, .875, .125, .625}, {0, .5, .25, .75, .625, .125, .875, .375}};
    for (int dim = 0; dim < 3; dim++)
        for (int i = 0; i < 8; i++)
            CHECK(p[dim * 8 + i] / 4294967296. == first[dim][i]);
    on_device<unsigned> odd(7);
    CHECK(hiprandGenerate(g, odd.data, 7) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(hiprandSetQuasiRandomGeneratorDimensions(g, 0) == HIPRAND_STATUS_OUT_OF_RANGE);
    CHECK(hiprandSetQuasiRandomGeneratorDimensions(g, 20001) == HIPRAND_STATUS_OUT_OF_RANGE);
    /* In each dimension of many, the first 1024 points hit each of 1024 intervals once, scrambled or not. */
    const unsigned dimensions = 20000, points = 64;
    for (hiprandRngType_t type : {HIPRAND_RNG_QUASI_SOBOL32, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
        hiprandGenerator_t many = made(type, 0);
        RAND(hiprandSetQuasiRandomGeneratorDimensions(many, dimensions));
        std::vector<unsigned> all = bits(many, dimensions * points);
        unsigned wrong = 0;
        for (unsigned dim = 0; dim < dimensions; dim++) {
            unsigned long long hit = 0;
            for (unsigned i = 0; i < points; i++)
                hit |= 1ull << (all[dim * points + i] >> 26);
            wrong += hit != ~0ull;
        }
        CHECK(wrong == 0);
        RAND(hiprandDestroyGenerator(many));
    }
    /* 64 bits: the upper ones are those of 32. */
    hiprandGenerator_t wide = made(HIPRAND_RNG_QUASI_SOBOL64, 0);
    on_device<unsigned long long> out(24);
    RAND(hiprandSetQuasiRandomGeneratorDimensions(wide, 3));
    RAND(hiprandGenerateLongLong(wide, out.data, 24));
    CHECK(hiprandGenerate(wide, odd.data, 3) == HIPRAND_STATUS_TYPE_ERROR);
    std::vector<unsigned long long> w = out.host();
    for (int i = 0; i < 24; i++)
        CHECK(w[i] >> 32 == p[i]);
    RAND(hiprandDestroyGenerator(wide));
    RAND(hiprandDestroyGenerator(g));
}

/* ---- kernels and the host ------------------------------------------------------------------------------------------ */

template <typename State> __global__ void draw(unsigned long long seed, unsigned long long sequence, unsigned offset, unsigned *out, float *uniform,
                                               double *wide, float *normal)
{
    unsigned i = threadIdx.x;
    State s;
    hiprand_init(seed, sequence, offset + i, &s); /* each thread has one number of the sequence */
    out[i] = hiprand(&s);
    hiprand_init(seed, sequence, offset + i, &s);
    uniform[i] = hiprand_uniform(&s);
    hiprand_init(seed, sequence, offset + 2 * i, &s);
    wide[i] = hiprand_uniform_double(&s);
    hiprand_init(seed, sequence, offset + 2 * i, &s);
    float2 pair = hiprand_normal2(&s);
    normal[2 * i] = pair.x;
    normal[2 * i + 1] = pair.y;
}

template <typename State> void same(hiprandRngType_t type, bool is_wide_of_two)
{
    const unsigned n = 64;
    const unsigned long long seed = 0x123456789abcdefull;
    for (unsigned long long offset : {0ull, 1ull, 1000003ull}) {
        on_device<unsigned> out(n), host_out(n);
        on_device<float> uniform(n), normal(2 * n), floats(2 * n);
        on_device<double> wide(n), doubles(n);
        draw<State><<<1, n>>>(seed, 0, (unsigned)offset, out.data, uniform.data, wide.data, normal.data);
        OK(hipDeviceSynchronize());
        hiprandGenerator_t g = made(type, seed), h = made(type, seed, true);
        RAND(hiprandSetGeneratorOffset(g, offset));
        RAND(hiprandSetGeneratorOffset(h, offset));
        std::vector<unsigned> numbers = bits(g, n), host(n);
        RAND(hiprandGenerate(h, host.data(), n));
        CHECK(out.host() == numbers && host == numbers);
        RAND(hiprandSetGeneratorOffset(g, offset)); /* begins anew */
        RAND(hiprandGenerateUniform(g, floats.data, n));
        std::vector<float> f = floats.host(), u = uniform.host();
        CHECK(std::equal(u.begin(), u.end(), f.begin()));
        CHECK(*std::min_element(u.begin(), u.end()) > 0 && *std::max_element(u.begin(), u.end()) <= 1);
        RAND(hiprandSetGeneratorOffset(g, offset));
        RAND(hiprandGenerateUniformDouble(g, doubles.data, n));
        std::vector<double> a = wide.host(), b = doubles.host();
        unsigned equal = 0;
        for (unsigned i = 0; i < n; i++) /* of two numbers each, or of one, of which kernels skipped every second */
            equal += is_wide_of_two ? a[i] == b[i] : 2 * i >= n || a[i] == b[2 * i];
        CHECK(equal == n);
        RAND(hiprandSetGeneratorOffset(g, offset));
        RAND(hiprandGenerateNormal(g, floats.data, 2 * n, 0, 1));
        std::vector<float> z = normal.host();
        f = floats.host();
        float most = 0;
        for (unsigned i = 0; i < 2 * n; i++)
            most = std::max(most, std::abs(z[i] - f[i]));
        CHECK(most < 1e-4f); /* sines differ in their last bits */
        RAND(hiprandDestroyGenerator(g));
        RAND(hiprandDestroyGenerator(h));
    }
    /* What skips is what steps do. */
    State a, b;
    (void)a, (void)b;
}

/* Jumps by 2^i numbers are steps; by sequences, they commute with them, and two are one by two. */
template <typename S, typename I, typename N, typename J> void jumps(I init, N next, J jump)
{
    for (unsigned long long n : {1ull, 2ull, 5ull, 64ull, 1000ull}) {
        S a, b;
        init(&a, 42, 0, 0);
        init(&b, 42, 0, n);
        for (unsigned long long i = 0; i < n; i++)
            next(&a);
        CHECK(next(&a) == next(&b));
        init(&a, 42, n, 7);
        init(&b, 42, 0, 7);
        jump(&b, 1, n - 1);
        jump(&b, 1, 1);
        CHECK(next(&a) == next(&b));
        init(&a, 42, 0, 0); /* 2^40 + n: in two ways */
        jump(&a, 0, 1ull << 40);
        jump(&a, 0, n);
        init(&b, 42, 0, (1ull << 40) + n);
        CHECK(next(&a) == next(&b));
    }
}

__global__ void points(const hiprandDirectionVectors32_t *v, unsigned constant, unsigned *out, float *normal)
{
    hiprandStateScrambledSobol32_t s;
    hiprand_init(v[blockIdx.x], constant, threadIdx.x, &s);
    out[blockIdx.x * blockDim.x + threadIdx.x] = hiprand(&s);
    hiprand_init(v[blockIdx.x], constant, threadIdx.x + 1, &s);
    normal[blockIdx.x * blockDim.x + threadIdx.x] = hiprand_normal(&s);
}

static void sobol_in_kernels()
{
    hiprandDirectionVectors32_t *vectors;
    RAND(hiprandGetDirectionVectors32(&vectors, HIPRAND_DIRECTION_VECTORS_32_JOEKUO6));
    on_device<unsigned> v(std::vector<unsigned>(&vectors[0][0], &vectors[5][0])), out(5 * 32);
    on_device<float> normal(5 * 32), expected(5 * 32);
    points<<<5, 32>>>((const hiprandDirectionVectors32_t *)v.data, 0, out.data, normal.data);
    OK(hipDeviceSynchronize());
    hiprandGenerator_t g = made(HIPRAND_RNG_QUASI_SOBOL32, 0);
    RAND(hiprandSetQuasiRandomGeneratorDimensions(g, 5));
    CHECK(out.host() == bits(g, 5 * 32));
    RAND(hiprandSetGeneratorOffset(g, 1));
    RAND(hiprandGenerateNormal(g, expected.data, 5 * 32, 0, 1));
    std::vector<float> a = normal.host(), b = expected.host();
    float most = 0;
    for (int i = 0; i < 5 * 32; i++)
        most = std::max(most, std::abs(a[i] - b[i]));
    CHECK(most < 1e-4f);
    RAND(hiprandDestroyGenerator(g));
}

/* ---- distributions ---------------------------------------------------------------------------------------------------- */

struct moments {
    double mean = 0, deviation = 0, skew = 0;
};
template <typename T> moments of(const std::vector<T> &x)
{
    moments m;
    for (T v : x)
        m.mean += (double)v / x.size();
    for (T v : x)
        m.deviation += std::pow((double)v - m.mean, 2) / x.size();
    m.deviation = std::sqrt(m.deviation);
    for (T v : x)
        m.skew += std::pow(((double)v - m.mean) / m.deviation, 3) / x.size();
    return m;
}

/* Limits are 6 standard errors of n numbers; sequences are always the same. */
static void distributions(hiprandRngType_t type)
{
    const size_t n = 40000;
    const double error = 6 / std::sqrt(n);
    hiprandGenerator_t g = made(type, 2026);
    on_device<float> f(n);
    on_device<double> d(n);
    on_device<unsigned> u(n);
    on_device<half> h(n);
    if (type >= HIPRAND_RNG_QUASI_DEFAULT)
        RAND(hiprandSetGeneratorOffset(g, 1)); /* without the point 0 */
    RAND(hiprandGenerateUniform(g, f.data, n));
    moments m = of(f.host());
    CHECK(std::abs(m.mean - 0.5) < error * 0.3 && std::abs(m.deviation - std::sqrt(1 / 12.)) < error * 0.3);
    RAND(hiprandGenerateUniformDouble(g, d.data, n));
    m = of(d.host());
    CHECK(std::abs(m.mean - 0.5) < error * 0.3 && std::abs(m.deviation - std::sqrt(1 / 12.)) < error * 0.3);
    RAND(hiprandGenerateNormal(g, f.data, n, 3, 2));
    m = of(f.host());
    CHECK(std::abs(m.mean - 3) < error * 2 && std::abs(m.deviation - 2) < error * 2 && std::abs(m.skew) < error * std::sqrt(6));
    RAND(hiprandGenerateNormalDouble(g, d.data, n, -1, 0.5));
    m = of(d.host());
    CHECK(std::abs(m.mean + 1) < error && std::abs(m.deviation - 0.5) < error && std::abs(m.skew) < error * std::sqrt(6));
    RAND(hiprandGenerateLogNormal(g, f.data, n, 0.5f, 0.25f)); /* mean exp(m + s^2 / 2) */
    std::vector<float> logs = f.host();
    m = of(logs);
    CHECK(std::abs(m.mean - std::exp(0.5 + 0.25 * 0.25 / 2)) < error);
    for (float &v : logs)
        v = std::log(v);
    m = of(logs);
    CHECK(std::abs(m.mean - 0.5) < error && std::abs(m.deviation - 0.25) < error);
    for (double lambda : {0.5, 10., 200., 50000.}) {
        RAND(hiprandGeneratePoisson(g, u.data, n, lambda));
        m = of(u.host());
        CHECK(std::abs(m.mean - lambda) < error * std::sqrt(lambda) && std::abs(m.deviation / std::sqrt(lambda) - 1) < error * 2);
    }
    CHECK(hiprandGeneratePoisson(g, u.data, n, 0) == HIPRAND_STATUS_OUT_OF_RANGE);
    RAND(hiprandGenerateUniformHalf(g, h.data, n));
    std::vector<float> halves;
    for (half v : h.host())
        halves.push_back(__half2float(v));
    m = of(halves);
    CHECK(std::abs(m.mean - 0.5) < error * 0.3 && *std::max_element(halves.begin(), halves.end()) <= 1);
    RAND(hiprandDestroyGenerator(g));
}

template <typename State> __global__ void poisson(unsigned *out, double lambda)
{
    State s;
    hiprand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &s);
    for (int i = 0; i < 8; i++)
        out[(blockIdx.x * blockDim.x + threadIdx.x) * 8 + i] = hiprand_poisson(&s, lambda);
}

template <typename State> __global__ void discrete(unsigned *out, hiprandDiscreteDistribution_t d)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    State s;
    hiprand_init(2026, 0, 2 * i, &s); /* a number takes two */
    out[i] = hiprand_discrete(&s, d);
}
__global__ void fours(unsigned *out, double4 *wide, double4 *logs, hiprandDiscreteDistribution_t d)
{
    hiprandStatePhilox4_32_10_t s, t;
    hiprand_init(9, threadIdx.x, 0, &s);
    uint4 v = hiprand_discrete4(&s, d);
    for (unsigned i = 0; i < 4; i++)
        out[threadIdx.x * 4 + i] = (&v.x)[i];
    t = s;
    wide[threadIdx.x] = hiprand_normal4_double(&s);
    logs[threadIdx.x] = hiprand_log_normal4_double(&t, 1, 2);
}

/* Kernels have the host's numbers, whose moments are looked at above; how often each of the first values comes is
 * Poisson's probability of it: chi squared of 15 degrees of freedom is beyond 44 in one of 10,000 sequences. */
static void discrete_distributions()
{
    const unsigned n = 1 << 14;
    on_device<unsigned> out(n), host(n);
    for (double lambda : {0.01, 4., 300., 1e6}) {
        hiprandDiscreteDistribution_t d = nullptr;
        RAND(hiprandCreatePoissonDistribution(lambda, &d));
        discrete<hiprandStateXORWOW_t><<<n / 256, 256>>>(out.data, d);
        OK(hipDeviceSynchronize());
        hiprandGenerator_t g = made(HIPRAND_RNG_PSEUDO_XORWOW, 2026);
        RAND(hiprandGeneratePoisson(g, host.data, n, lambda));
        std::vector<unsigned> values = out.host();
        CHECK(values == host.host());
        RAND(hiprandDestroyGenerator(g));
        if (lambda == 4.) {
            std::vector<double> count(16), expected(16);
            for (unsigned v : values)
                count[std::min(v, 15u)]++;
            double p = std::exp(-lambda), rest = 1, chi = 0;
            for (int k = 0; k < 15; p *= lambda / ++k) {
                expected[k] = n * p;
                rest -= p;
            }
            expected[15] = n * rest;
            for (int k = 0; k < 16; k++)
                chi += std::pow(count[k] - expected[k], 2) / expected[k];
            CHECK(chi < 44);
            on_device<double4> wide(256), logs(256);
            fours<<<1, 256>>>(out.data, wide.data, logs.data, d);
            OK(hipDeviceSynchronize());
            values = out.host();
            values.resize(1024);
            moments m = of(values);
            CHECK(std::abs(m.mean - 4) < 6 * 2 / 32. && std::abs(m.deviation - 2) < 6 * 2 / 32.);
            std::vector<double4> a = wide.host(), b = logs.host();
            std::vector<double> flat;
            for (int i = 0; i < 256; i++)
                for (int c = 0; c < 4; c++) {
                    flat.push_back((&a[i].x)[c]);
                    CHECK(std::abs((&b[i].x)[c] / std::exp(1 + 2 * (&a[i].x)[c]) - 1) < 1e-12);
                }
            m = of(flat);
            CHECK(std::abs(m.mean) < 6 / 32. && std::abs(m.deviation - 1) < 6 / 32.);
        }
        RAND(hiprandDestroyDistribution(d));
        CHECK(hiprandDestroyDistribution(d) == HIPRAND_STATUS_OUT_OF_RANGE);
    }
    hiprandDiscreteDistribution_t d;
    CHECK(hiprandCreatePoissonDistribution(0, &d) == HIPRAND_STATUS_OUT_OF_RANGE);
    CHECK(hiprandCreatePoissonDistribution(4, nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
    CHECK(hiprandDestroyDistribution(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
}

/* ---- order, errors ------------------------------------------------------------------------------------------------------ */

static void order()
{
    hipStream_t s;
    OK(hipStreamCreate(&s));
    hiprandGenerator_t g = made(HIPRAND_RNG_PSEUDO_XORWOW, 1), other = made(HIPRAND_RNG_PSEUDO_XORWOW, 1);
    RAND(hiprandSetStream(g, s));
    on_device<unsigned> out(16);
    std::vector<unsigned> all = bits(other, 64);
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    RAND(hiprandGenerate(g, out.data, 16));
    OK(hipStreamEndCapture(s, &graph));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 2; i++) { /* each launch goes on where the last one ended */
        OK(hipGraphLaunch(exec, s));
        OK(hipStreamSynchronize(s));
        CHECK(out.host() == std::vector<unsigned>(all.begin() + 16 * i, all.begin() + 16 * (i + 1)));
    }
    RAND(hiprandGenerate(g, out.data, 16));
    OK(hipStreamSynchronize(s));
    CHECK(out.host() == std::vector<unsigned>(all.begin() + 32, all.begin() + 48));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    RAND(hiprandDestroyGenerator(g));
    RAND(hiprandDestroyGenerator(other));
    OK(hipStreamDestroy(s));
}

static void misuse()
{
    hiprandGenerator_t g;
    on_device<float> x(8);
    CHECK(hiprandCreateGenerator(&g, (hiprandRngType_t)7) == HIPRAND_STATUS_TYPE_ERROR);
    CHECK(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_MTGP32) == HIPRAND_STATUS_NOT_IMPLEMENTED);
    CHECK(hiprandGenerate(nullptr, (unsigned *)x.data, 8) == HIPRAND_STATUS_NOT_INITIALIZED);
    g = made(HIPRAND_RNG_PSEUDO_MT19937, 1);
    CHECK(hiprandSetGeneratorOffset(g, 1) == HIPRAND_STATUS_TYPE_ERROR);
    CHECK(hiprandSetQuasiRandomGeneratorDimensions(g, 2) == HIPRAND_STATUS_TYPE_ERROR);
    CHECK(hiprandGenerateNormal(g, x.data, 7, 0, 1) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(hiprandGenerateNormal(g, x.data + 1, 6, 0, 1) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE);
    RAND(hiprandGenerateSeeds(g));
    RAND(hiprandSetGeneratorOrdering(g, HIPRAND_ORDERING_PSEUDO_LEGACY));
    CHECK(hiprandSetGeneratorOrdering(g, HIPRAND_ORDERING_QUASI_DEFAULT) == HIPRAND_STATUS_OUT_OF_RANGE);
    RAND(hiprandDestroyGenerator(g));
    CHECK(hiprandDestroyGenerator(g) == HIPRAND_STATUS_NOT_INITIALIZED);
    /* Bytes are those of the numbers, four at a time. */
    hiprandGenerator_t a = made(HIPRAND_RNG_PSEUDO_PHILOX4_32_10, 0);
    on_device<unsigned char> bytes(6);
    RAND(hiprandGenerateChar(a, bytes.data, 6));
    CHECK((bytes.host() == std::vector<unsigned char>{0xd5, 0xe8, 0x27, 0x66, 0x8d, 0xc5}));
    RAND(hiprandDestroyGenerator(a));
    int version = 0;
    RAND(hiprandGetVersion(&version));
    CHECK(version == HIPRAND_VERSION);
}

int main()
{
    known();
    sobol();
    same<hiprandStateXORWOW_t>(HIPRAND_RNG_PSEUDO_XORWOW, true);
    same<hiprandStatePhilox4_32_10_t>(HIPRAND_RNG_PSEUDO_PHILOX4_32_10, true);
    same<hiprandStateMRG32k3a_t>(HIPRAND_RNG_PSEUDO_MRG32K3A, false);
    jumps<shoal_xorwow>(shoal_xorwow_init, shoal_xorwow_next, shoal_xorwow_jump);
    jumps<shoal_mrg>(shoal_mrg_init, shoal_mrg_next, shoal_mrg_jump);
    jumps<shoal_philox>(shoal_philox_init, shoal_philox_next, [](shoal_philox *s, int kind, unsigned long long n) {
        kind ? shoal_philox_skip_sequence(s, n) : shoal_philox_skip(s, n);
    });
    sobol_in_kernels();
    for (hiprandRngType_t type : {HIPRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_MT19937,
                                  HIPRAND_RNG_PSEUDO_PHILOX4_32_10, HIPRAND_RNG_QUASI_SOBOL32, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32,
                                  HIPRAND_RNG_QUASI_SOBOL64, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64})
        distributions(type);
    on_device<unsigned> counts(256 * 8);
    for (double lambda : {3., 150.}) {
        poisson<hiprandStatePhilox4_32_10_t><<<4, 64>>>(counts.data, lambda);
        OK(hipDeviceSynchronize());
        moments m = of(counts.host());
        CHECK(std::abs(m.mean - lambda) < 6 * std::sqrt(lambda / 2048) && std::abs(m.deviation / std::sqrt(lambda) - 1) < 6 / std::sqrt(2048));
    }
    discrete_distributions();
    order();
    misuse();
    return check_end();
}
