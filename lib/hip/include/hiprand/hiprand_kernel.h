/* hiprand_kernel.h: generators in kernels. Their sequences are those of the host's generators
 * (hiprand.h) with the same seed, sequence 0 and offset. */
#ifndef HIPRAND_KERNEL_H
#define HIPRAND_KERNEL_H

#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#include <hiprand/shoal/engines.h>

typedef struct shoal_xorwow hiprandStateXORWOW_t;
typedef struct shoal_xorwow hiprandState_t;
typedef struct shoal_xorwow hiprandState;
typedef struct shoal_philox hiprandStatePhilox4_32_10_t;
typedef struct shoal_mrg hiprandStateMRG32k3a_t;
/* Sobol's have types of their own, as their values do. */
struct hiprandStateSobol32_t {
    shoal_sobol s;
};
struct hiprandStateScrambledSobol32_t {
    shoal_sobol s;
};
struct hiprandStateSobol64_t {
    shoal_sobol s;
};
struct hiprandStateScrambledSobol64_t {
    shoal_sobol s;
};

#define SHOAL_RNG static inline __device__

/* ---- beginning, skipping, bits -------------------------------------------------------- */

#define SHOAL_RNG_PSEUDO(State, engine, skip, skip_sequence, bits)                                 \
    SHOAL_RNG void hiprand_init(unsigned long long seed, unsigned long long subsequence,           \
                                unsigned long long offset, State *state)                           \
    {                                                                                              \
        shoal_##engine##_init(state, seed, subsequence, offset);                                   \
    }                                                                                              \
    SHOAL_RNG void skipahead(unsigned long long n, State *state) { skip; }                         \
    SHOAL_RNG void skipahead_sequence(unsigned long long n, State *state) { skip_sequence; }       \
    SHOAL_RNG void skipahead_subsequence(unsigned long long n, State *state) { skip_sequence; }    \
    SHOAL_RNG unsigned int hiprand(State *state) { return bits; }
SHOAL_RNG_PSEUDO(hiprandStateXORWOW_t, xorwow, shoal_xorwow_jump(state, 0, n),
                 shoal_xorwow_jump(state, 1, n), shoal_xorwow_next(state))
SHOAL_RNG_PSEUDO(hiprandStatePhilox4_32_10_t, philox, shoal_philox_skip(state, n),
                 shoal_philox_skip_sequence(state, n), shoal_philox_next(state))
SHOAL_RNG_PSEUDO(hiprandStateMRG32k3a_t, mrg, shoal_mrg_jump(state, 0, n),
                 shoal_mrg_jump(state, 1, n), shoal_mrg_bits(shoal_mrg_next(state)))

#define SHOAL_RNG_SOBOL(State, Vectors, Bits, v32, v64)                                            \
    SHOAL_RNG void skipahead(unsigned long long n, State *state)                                   \
    {                                                                                              \
        shoal_sobol_skip(&state->s, n);                                                            \
    }                                                                                              \
    SHOAL_RNG Bits hiprand(State *state) { return (Bits)shoal_sobol_next(&state->s); }
SHOAL_RNG_SOBOL(hiprandStateSobol32_t, hiprandDirectionVectors32_t, unsigned int, , )
SHOAL_RNG_SOBOL(hiprandStateScrambledSobol32_t, hiprandDirectionVectors32_t, unsigned int, , )
SHOAL_RNG_SOBOL(hiprandStateSobol64_t, hiprandDirectionVectors64_t, unsigned long long, , )
SHOAL_RNG_SOBOL(hiprandStateScrambledSobol64_t, hiprandDirectionVectors64_t, unsigned long long, , )

/* The state keeps a pointer to the directions. */
SHOAL_RNG void hiprand_init(const unsigned int *vectors, unsigned int offset,
                            hiprandStateSobol32_t *state)
{
    shoal_sobol_init(&state->s, vectors, nullptr, 0, offset);
}
SHOAL_RNG void hiprand_init(const unsigned int *vectors, unsigned int constant, unsigned int offset,
                            hiprandStateScrambledSobol32_t *state)
{
    shoal_sobol_init(&state->s, vectors, nullptr, constant, offset);
}
SHOAL_RNG void hiprand_init(const unsigned long long *vectors, unsigned int offset,
                            hiprandStateSobol64_t *state)
{
    shoal_sobol_init(&state->s, nullptr, vectors, 0, offset);
}
SHOAL_RNG void hiprand_init(const unsigned long long *vectors, unsigned long long constant,
                            unsigned int offset, hiprandStateScrambledSobol64_t *state)
{
    shoal_sobol_init(&state->s, nullptr, vectors, constant, offset);
}

SHOAL_RNG uint4 hiprand4(hiprandStatePhilox4_32_10_t *state)
{
    uint4 out;
    out.x = shoal_philox_next(state);
    out.y = shoal_philox_next(state);
    out.z = shoal_philox_next(state);
    out.w = shoal_philox_next(state);
    return out;
}

/* ---- distributions -------------------------------------------------------------------- */

SHOAL_RNG float hiprand_uniform(hiprandStateMRG32k3a_t *state)
{
    return shoal_mrg_uniform(shoal_mrg_next(state));
}
SHOAL_RNG double hiprand_uniform_double(hiprandStateMRG32k3a_t *state)
{
    return shoal_mrg_uniform_double(shoal_mrg_next(state));
}
template <typename State> SHOAL_RNG float hiprand_uniform(State *state)
{
    if constexpr (sizeof(hiprand(state)) == 8)
        return shoal_uniform((unsigned int)(hiprand(state) >> 32));
    else
        return shoal_uniform(hiprand(state));
}
template <typename State> struct shoal_is_sobol {
    static const bool value = false;
};
template <> struct shoal_is_sobol<hiprandStateSobol32_t> {
    static const bool value = true;
};
template <> struct shoal_is_sobol<hiprandStateScrambledSobol32_t> {
    static const bool value = true;
};
template <> struct shoal_is_sobol<hiprandStateSobol64_t> {
    static const bool value = true;
};
template <> struct shoal_is_sobol<hiprandStateScrambledSobol64_t> {
    static const bool value = true;
};
template <typename State> SHOAL_RNG double hiprand_uniform_double(State *state)
{
    if constexpr (sizeof(hiprand(state)) == 8) {
        return shoal_uniform_wide(hiprand(state));
    } else if constexpr (shoal_is_sobol<State>::value) {
        return shoal_uniform_wide((unsigned long long)hiprand(state) << 32);
    } else {
        unsigned int low = hiprand(state);
        return shoal_uniform_double(low, hiprand(state));
    }
}
SHOAL_RNG float4 hiprand_uniform4(hiprandStatePhilox4_32_10_t *state)
{
    uint4 v = hiprand4(state);
    return make_float4(shoal_uniform(v.x), shoal_uniform(v.y), shoal_uniform(v.z),
                       shoal_uniform(v.w));
}
SHOAL_RNG double2 hiprand_uniform2_double(hiprandStatePhilox4_32_10_t *state)
{
    double x = hiprand_uniform_double(state);
    return make_double2(x, hiprand_uniform_double(state));
}
SHOAL_RNG double4 hiprand_uniform4_double(hiprandStatePhilox4_32_10_t *state)
{
    double2 a = hiprand_uniform2_double(state), b = hiprand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* Box and Muller; points of Sobol's by the inverse of the normal distribution. */
template <typename State> SHOAL_RNG float2 hiprand_normal2(State *state)
{
    float u = hiprand_uniform(state), v = hiprand_uniform(state), r = sqrtf(-2 * logf(u));
    return make_float2(r * sinf(6.28318530717958647692f * v),
                       r * cosf(6.28318530717958647692f * v));
}
template <typename State> SHOAL_RNG double2 hiprand_normal2_double(State *state)
{
    double u = hiprand_uniform_double(state), v = hiprand_uniform_double(state),
           r = sqrt(-2 * log(u));
    return make_double2(r * sin(6.28318530717958647692 * v), r * cos(6.28318530717958647692 * v));
}
template <typename State> SHOAL_RNG float hiprand_normal(State *state)
{
    if constexpr (shoal_is_sobol<State>::value) {
        return -1.41421356237309504880f * erfcinvf(2 * hiprand_uniform(state));
    } else {
        if (state->pair.has_float) {
            state->pair.has_float = 0;
            return state->pair.f;
        }
        float2 both = hiprand_normal2(state);
        state->pair.has_float = 1;
        state->pair.f = both.y;
        return both.x;
    }
}
template <typename State> SHOAL_RNG double hiprand_normal_double(State *state)
{
    if constexpr (shoal_is_sobol<State>::value) {
        return -1.41421356237309504880 * erfcinv(2 * hiprand_uniform_double(state));
    } else {
        if (state->pair.has_double) {
            state->pair.has_double = 0;
            return state->pair.d;
        }
        double2 both = hiprand_normal2_double(state);
        state->pair.has_double = 1;
        state->pair.d = both.y;
        return both.x;
    }
}
SHOAL_RNG float4 hiprand_normal4(hiprandStatePhilox4_32_10_t *state)
{
    float2 a = hiprand_normal2(state), b = hiprand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
template <typename State> SHOAL_RNG float hiprand_log_normal(State *state, float mean, float stddev)
{
    return expf(mean + stddev * hiprand_normal(state));
}
template <typename State>
SHOAL_RNG double hiprand_log_normal_double(State *state, double mean, double stddev)
{
    return exp(mean + stddev * hiprand_normal_double(state));
}
template <typename State>
SHOAL_RNG float2 hiprand_log_normal2(State *state, float mean, float stddev)
{
    float2 n = hiprand_normal2(state);
    return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}
template <typename State>
SHOAL_RNG double2 hiprand_log_normal2_double(State *state, double mean, double stddev)
{
    double2 n = hiprand_normal2_double(state);
    return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}
SHOAL_RNG float4 hiprand_log_normal4(hiprandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float2 a = hiprand_log_normal2(state, mean, stddev),
           b = hiprand_log_normal2(state, mean, stddev);
    return make_float4(a.x, a.y, b.x, b.y);
}

/* Sums of distributions with small lambdas, each by inversion; beyond 4000, the normal
 * distribution. */
template <typename State> SHOAL_RNG unsigned int hiprand_poisson(State *state, double lambda)
{
    if (lambda > 4000) {
        double value = lambda + sqrt(lambda) * hiprand_normal_double(state) + 0.5;
        return value > 0 ? (unsigned int)value : 0;
    }
    unsigned int sum = 0;
    while (lambda > 0) {
        double part = lambda < 64 ? lambda : 64, p = exp(-part),
               left = hiprand_uniform_double(state) - p;
        for (int k = 1; left > 0 && p > 0; k++) {
            p *= part / k;
            left -= p;
            sum++;
        }
        lambda -= part;
    }
    return sum;
}
SHOAL_RNG uint4 hiprand_poisson4(hiprandStatePhilox4_32_10_t *state, double lambda)
{
    uint4 out;
    out.x = hiprand_poisson(state, lambda);
    out.y = hiprand_poisson(state, lambda);
    out.z = hiprand_poisson(state, lambda);
    out.w = hiprand_poisson(state, lambda);
    return out;
}

SHOAL_RNG double4 hiprand_normal4_double(hiprandStatePhilox4_32_10_t *state)
{
    double2 a = hiprand_normal2_double(state), b = hiprand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}
SHOAL_RNG double4 hiprand_log_normal4_double(hiprandStatePhilox4_32_10_t *state, double mean,
                                             double stddev)
{
    double2 a = hiprand_log_normal2_double(state, mean, stddev),
            b = hiprand_log_normal2_double(state, mean, stddev);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* By inversion: also a sequence of points stays one. */
template <typename State>
SHOAL_RNG unsigned int hiprand_discrete(State *state, hiprandDiscreteDistribution_t distribution)
{
    return distribution->offset +
           shoal_discrete(distribution->cdf, distribution->size, hiprand_uniform_double(state));
}
SHOAL_RNG uint4 hiprand_discrete4(hiprandStatePhilox4_32_10_t *state,
                                  hiprandDiscreteDistribution_t distribution)
{
    uint4 out;
    out.x = hiprand_discrete(state, distribution);
    out.y = hiprand_discrete(state, distribution);
    out.z = hiprand_discrete(state, distribution);
    out.w = hiprand_discrete(state, distribution);
    return out;
}

#undef SHOAL_RNG_PSEUDO
#undef SHOAL_RNG_SOBOL

#endif
