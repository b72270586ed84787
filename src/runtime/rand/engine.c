/* engine.c: numbers of an engine, and what distributions make of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

/* Of libamdhip64, as the compiler's. */
unsigned short __gnu_f2h_ieee(float value);

void engine_init(struct engine *e, hiprandRngType_t type, uint64_t seed, uint64_t offset,
                 unsigned dimensions)
{
    memset(e, 0, sizeof *e);
    e->type = type;
    switch (type) {
    case HIPRAND_RNG_PSEUDO_XORWOW:
        shoal_xorwow_init(&e->xorwow, seed, 0, offset);
        break;
    case HIPRAND_RNG_PSEUDO_MRG32K3A:
        shoal_mrg_init(&e->mrg, seed, 0, offset);
        break;
    case HIPRAND_RNG_PSEUDO_PHILOX4_32_10:
        shoal_philox_init(&e->philox, seed, 0, offset);
        break;
    case HIPRAND_RNG_PSEUDO_MT19937:
        mt19937_init(&e->mt, seed);
        break;
    default:
        e->sobol.offset = offset;
        e->sobol.dimensions = dimensions;
        break;
    }
}

/* A point of a dimension, or where numbers come from. */
struct source {
    struct engine *engine;
    struct shoal_sobol sobol;
};

static uint64_t bits(struct source *s) /* 32, or 64 of a wide one */
{
    struct engine *e = s->engine;
    switch (e->type) {
    case HIPRAND_RNG_PSEUDO_XORWOW:
        return shoal_xorwow_next(&e->xorwow);
    case HIPRAND_RNG_PSEUDO_MRG32K3A:
        return shoal_mrg_bits(shoal_mrg_next(&e->mrg));
    case HIPRAND_RNG_PSEUDO_PHILOX4_32_10:
        return shoal_philox_next(&e->philox);
    case HIPRAND_RNG_PSEUDO_MT19937:
        return mt19937_next(&e->mt);
    default:
        return shoal_sobol_next(&s->sobol);
    }
}

static float uniform(struct source *s)
{
    if (s->engine->type == HIPRAND_RNG_PSEUDO_MRG32K3A)
        return shoal_mrg_uniform(shoal_mrg_next(&s->engine->mrg));
    return shoal_uniform((unsigned)(is_wide(s->engine->type) ? bits(s) >> 32 : bits(s)));
}

static double uniform_double(struct source *s)
{
    if (s->engine->type == HIPRAND_RNG_PSEUDO_MRG32K3A)
        return shoal_mrg_uniform_double(shoal_mrg_next(&s->engine->mrg));
    if (is_quasi(s->engine->type))
        return shoal_uniform_wide(is_wide(s->engine->type) ? bits(s) : bits(s) << 32);
    unsigned low = (unsigned)bits(s);
    return shoal_uniform_double(low, (unsigned)bits(s));
}

/* The inverse of the normal distribution by bisection and Newton's method, as the function is
 * smooth and rises. */
static double inverse_normal(double u)
{
    double low = -40, high = 40, x = 0;
    if (u >= 1)
        return 8.2; /* beyond what 1 - 2^-53 gives */
    for (int i = 0; i < 12; i++) {
        x = (low + high) / 2;
        if (erfc(-x / sqrt(2)) / 2 < u)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < 5; i++) {
        double error = erfc(-x / sqrt(2)) / 2 - u,
               slope = exp(-x * x / 2) / sqrt(2 * 3.14159265358979323846);
        double step = slope > 0 ? error / slope : 0;
        x -= step > 0.5 ? 0.5 : step < -0.5 ? -0.5 : step;
    }
    return x;
}

/* Two numbers; of points, the second is none. */
static void normal_pair(struct source *s, unsigned bytes, double out[2])
{
    if (is_quasi(s->engine->type)) {
        out[0] = inverse_normal(bytes == 8 ? uniform_double(s) : (double)uniform(s));
    } else if (bytes == 8) {
        double u = uniform_double(s), v = uniform_double(s), r = sqrt(-2 * log(u));
        out[0] = r * sin(6.28318530717958647692 * v);
        out[1] = r * cos(6.28318530717958647692 * v);
    } else {
        float u = uniform(s), v = uniform(s), r = sqrtf(-2 * logf(u));
        out[0] = r * sinf(6.28318530717958647692f * v);
        out[1] = r * cosf(6.28318530717958647692f * v);
    }
}

bool make_sums(struct sums *s, double lambda)
{
    double width = 10 * sqrt(lambda) + 40, sum = 0;
    s->first = lambda > width ? floor(lambda - width) : 0;
    s->count = (size_t)(lambda + width - s->first) + 1;
    s->until = malloc(s->count * sizeof *s->until);
    for (size_t i = 0; s->until && i < s->count; i++) {
        double k = s->first + (double)i;
        sum += exp(k * log(lambda) - lambda - lgamma(k + 1));
        s->until[i] = sum;
    }
    return s->until;
}

static void store(void *out, size_t i, unsigned bytes, double value)
{
    float narrow = (float)value;
    if (bytes == 8)
        ((double *)out)[i] = value;
    else if (bytes == 4)
        ((float *)out)[i] = narrow;
    else
        ((uint16_t *)out)[i] = __gnu_f2h_ieee(narrow);
}

/* `count` numbers one after the other. */
static void fill(struct source *s, const struct request *r, const struct sums *sums, size_t count,
                 uint8_t *out)
{
    double pair[2];
    unsigned bytes = r->bytes;
    for (size_t i = 0; i < count; i++) {
        switch (r->shape) {
        case BITS8:
        case BITS16:
        case BITS32: /* as many of a number's as it has */
        case BITS64: {
            size_t each = is_wide(s->engine->type) ? 8 : 4, first = i * bytes % each;
            uint64_t value = first == 0 ? bits(s) : 0;
            if (first == 0)
                memcpy(out + i * bytes, &value,
                       bytes < each ? ((count - i) * bytes < each ? (count - i) * bytes : each)
                                    : bytes);
            break;
        }
        case UNIFORM:
            store(out, i, bytes, bytes == 8 ? uniform_double(s) : (double)uniform(s));
            break;
        case NORMAL:
        case LOG_NORMAL: {
            if (i % 2 == 0 || is_quasi(s->engine->type))
                normal_pair(s, bytes, pair);
            double value = r->mean + r->deviation * pair[is_quasi(s->engine->type) ? 0 : i % 2];
            store(out, i, bytes, r->shape == LOG_NORMAL ? exp(value) : value);
            break;
        }
        case POISSON:
            ((unsigned *)(void *)out)[i] =
                (unsigned)sums->first +
                shoal_discrete(sums->until, (unsigned)sums->count, uniform_double(s));
            break;
        }
    }
}

static void start_sobol(const struct engine *e, unsigned dimension, struct shoal_sobol *out)
{
    bool is_scrambled = e->type == HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
                        e->type == HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    if (is_wide(e->type))
        shoal_sobol_init(out, NULL, sobol_directions64(is_scrambled)[dimension],
                         is_scrambled ? sobol_constants64()[dimension] : 0, e->sobol.offset);
    else
        shoal_sobol_init(out, sobol_directions32(is_scrambled)[dimension], NULL,
                         is_scrambled ? sobol_constants32()[dimension] : 0, e->sobol.offset);
}

bool engine_fill(struct engine *e, const struct request *r, void *out)
{
    struct sums sums = {0};
    struct source s = {.engine = e};
    if (is_quasi(e->type) &&
        (is_wide(e->type) ? !sobol_directions64(true) : !sobol_directions32(true)))
        return false;
    if (r->shape == POISSON && !make_sums(&sums, r->mean))
        return false;
    if (is_quasi(e->type)) { /* all points of a dimension, then those of the next */
        size_t each = r->count / e->sobol.dimensions;
        for (unsigned d = 0; d < e->sobol.dimensions; d++) {
            start_sobol(e, d, &s.sobol);
            fill(&s, r, &sums, each, (uint8_t *)out + d * each * r->bytes);
        }
        e->sobol.offset += each;
    } else {
        fill(&s, r, &sums, r->count, out);
    }
    free(sums.until);
    return true;
}
