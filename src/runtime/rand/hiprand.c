/* hiprand.c: libhiprand: generators, whose numbers are made on the host, for device memory in the
 * order of a stream.
 *
 * The engine moves on when the work runs, so that launches of a graph give further numbers. What
 * was set before goes along with the next work as a fresh engine. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../hip/library.h"
#include "engine.h"

struct hiprandGenerator_st {
    struct hiprandGenerator_st *next;
    unsigned refs; /* its own, and one per work */
    hiprandRngType_t type;
    bool is_host, is_set; /* is_set: the engine is to be a fresh one */
    uint64_t seed, offset;
    unsigned dimensions;
    hipStream_t stream;
    struct engine engine; /* of who runs the stream */
};

struct generation {
    struct hip_work base;
    hiprandGenerator_t generator; /* referenced */
    struct request request;
    void *out;
    struct engine *fresh; /* owned; taken by the first run. NULL: goes on */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hiprandGenerator_st *generators;

static struct hiprandGenerator_st **find(hiprandGenerator_t g)
{
    for (struct hiprandGenerator_st **at = &generators; *at; at = &(*at)->next)
        if (*at == g)
            return at;
    return NULL;
}

/* With the lock, or false. */
static bool open_generator(hiprandGenerator_t g)
{
    pthread_mutex_lock(&lock);
    if (find(g))
        return true;
    pthread_mutex_unlock(&lock);
    return false;
}

static void unref_locked(struct hiprandGenerator_st *g)
{
    if (--g->refs == 0)
        free(g);
}

/* ---- generators ----------------------------------------------------------------------- */

static hiprandStatus_t create(hiprandGenerator_t *out, hiprandRngType_t type, bool is_host)
{
    if (type == HIPRAND_RNG_PSEUDO_DEFAULT)
        type = HIPRAND_RNG_PSEUDO_XORWOW;
    if (type == HIPRAND_RNG_QUASI_DEFAULT)
        type = HIPRAND_RNG_QUASI_SOBOL32;
    if (!out)
        return HIPRAND_STATUS_OUT_OF_RANGE;
    if (type ==
        HIPRAND_RNG_PSEUDO_MTGP32) /* its sets of parameters are found by a search of days */
        return HIPRAND_STATUS_NOT_IMPLEMENTED;
    if (type < HIPRAND_RNG_PSEUDO_XORWOW ||
        (type > HIPRAND_RNG_PSEUDO_PHILOX4_32_10 && type < HIPRAND_RNG_QUASI_SOBOL32) ||
        type > HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64)
        return HIPRAND_STATUS_TYPE_ERROR;
    if (!is_host && shoal_hip_stream(NULL) != hipSuccess)
        return HIPRAND_STATUS_INITIALIZATION_FAILED;
    struct hiprandGenerator_st *g = calloc(1, sizeof *g);
    if (!g)
        return HIPRAND_STATUS_ALLOCATION_FAILED;
    *g = (struct hiprandGenerator_st){
        .refs = 1, .type = type, .is_host = is_host, .is_set = true, .dimensions = 1};
    if (type == HIPRAND_RNG_PSEUDO_MRG32K3A)
        g->seed = 12345;
    if (type == HIPRAND_RNG_PSEUDO_PHILOX4_32_10)
        g->seed = 0xdeadbeefdeadbeef;
    pthread_mutex_lock(&lock);
    g->next = generators;
    generators = g;
    pthread_mutex_unlock(&lock);
    *out = g;
    return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t type)
{
    return create(generator, type, false);
}
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator, hiprandRngType_t type)
{
    return create(generator, type, true);
}

hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t g)
{
    if (!open_generator(g))
        return HIPRAND_STATUS_NOT_INITIALIZED;
    *find(g) = g->next;
    unref_locked(g);
    pthread_mutex_unlock(&lock);
    return HIPRAND_STATUS_SUCCESS;
}

/* Changes a generator, if `is_good`. */
#define SET(status, is_good, change)                                                               \
    do {                                                                                           \
        if (!open_generator(g))                                                                    \
            return HIPRAND_STATUS_NOT_INITIALIZED;                                                 \
        bool good = (is_good);                                                                     \
        if (good) {                                                                                \
            change;                                                                                \
        }                                                                                          \
        pthread_mutex_unlock(&lock);                                                               \
        return good ? HIPRAND_STATUS_SUCCESS : (status);                                           \
    } while (0)

hiprandStatus_t hiprandSetStream(hiprandGenerator_t g, hipStream_t stream)
{
    bool is_there = shoal_hip_stream(stream) == hipSuccess;
    SET(HIPRAND_STATUS_OUT_OF_RANGE, is_there, g->stream = stream);
}
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t g, unsigned long long seed)
{
    SET(HIPRAND_STATUS_TYPE_ERROR, !is_quasi(g->type), g->seed = seed; g->is_set = true);
}
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t g, unsigned long long offset)
{
    SET(HIPRAND_STATUS_TYPE_ERROR, g->type != HIPRAND_RNG_PSEUDO_MT19937, g->offset = offset;
        g->is_set = true);
}
/* All orderings are the same one: numbers come in the order of the sequence. */
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t g, hiprandOrdering_t order)
{
    bool is_pseudo =
        order >= HIPRAND_ORDERING_PSEUDO_BEST && order <= HIPRAND_ORDERING_PSEUDO_DYNAMIC;
    SET(HIPRAND_STATUS_OUT_OF_RANGE,
        is_quasi(g->type) ? order == HIPRAND_ORDERING_QUASI_DEFAULT : is_pseudo, g->is_set = true);
}
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t g, unsigned dimensions)
{
    hiprandStatus_t status = dimensions < 1 || dimensions > MAX_DIMENSIONS
                                 ? HIPRAND_STATUS_OUT_OF_RANGE
                                 : HIPRAND_STATUS_TYPE_ERROR;
    SET(status, status == HIPRAND_STATUS_TYPE_ERROR && is_quasi(g->type),
        g->dimensions = dimensions;
        g->is_set = true);
}
hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t g)
{
    SET(HIPRAND_STATUS_TYPE_ERROR, true, (void)g);
}

hiprandStatus_t hiprandGetVersion(int *version)
{
    if (!version)
        return HIPRAND_STATUS_OUT_OF_RANGE;
    *version = HIPRAND_VERSION;
    return HIPRAND_STATUS_SUCCESS;
}

/* ---- numbers -------------------------------------------------------------------------- */

static bool run(struct hip_work *base, char *text, size_t size)
{
    struct generation *n = (struct generation *)base;
    char why[160];
    if (!n->generator->is_host && !shoal_hip_memory(n->out, n->request.count * n->request.bytes,
                                                    HIP_WORK_WRITES, why, sizeof why)) {
        snprintf(text, size, "hiprand, output: %s", why);
        return false;
    }
    if (n->fresh)
        n->generator->engine = *n->fresh;
    free(n->fresh);
    n->fresh = NULL;
    if (engine_fill(&n->generator->engine, &n->request, n->out))
        return true;
    snprintf(text, size, "hiprand: out of memory");
    return false;
}

static void destroy(struct hip_work *base)
{
    struct generation *n = (struct generation *)base;
    pthread_mutex_lock(&lock);
    unref_locked(n->generator);
    pthread_mutex_unlock(&lock);
    free(n->fresh);
    free(n);
}

static bool is_lambda(double mean) { return mean > 0 && mean < 1e9; }

static hiprandStatus_t check(const struct hiprandGenerator_st *g, const struct request *r,
                             const void *out)
{
    bool is_integer = r->shape <= BITS64;
    if (is_integer && is_wide(g->type) != (r->shape == BITS64))
        return HIPRAND_STATUS_TYPE_ERROR;
    if (is_quasi(g->type) && r->count % g->dimensions)
        return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    bool is_pairs = (r->shape == NORMAL || r->shape == LOG_NORMAL) && !is_quasi(g->type);
    if (is_pairs && (r->count % 2 || (uintptr_t)out % (2 * r->bytes)))
        return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (r->shape == POISSON && !is_lambda(r->mean))
        return HIPRAND_STATUS_OUT_OF_RANGE;
    return HIPRAND_STATUS_SUCCESS;
}

static hiprandStatus_t generate(hiprandGenerator_t g, void *out, const struct request *r)
{
    if (!open_generator(g))
        return HIPRAND_STATUS_NOT_INITIALIZED;
    hiprandStatus_t status = check(g, r, out);
    struct generation *n =
        status == HIPRAND_STATUS_SUCCESS && r->count ? calloc(1, sizeof *n) : NULL;
    struct engine *fresh = n && g->is_set ? malloc(sizeof *fresh) : NULL;
    bool lacks = status == HIPRAND_STATUS_SUCCESS && r->count && (!n || (g->is_set && !fresh));
    if (n && !lacks) {
        if (fresh)
            engine_init(fresh, g->type, g->seed, g->offset, g->dimensions);
        g->is_set = false;
        g->refs++;
    }
    hipStream_t stream = g->stream;
    pthread_mutex_unlock(&lock);
    if (lacks)
        free(n);
    if (lacks || status != HIPRAND_STATUS_SUCCESS || !n)
        return lacks ? HIPRAND_STATUS_ALLOCATION_FAILED : status;
    *n = (struct generation){.base = {.refs = 1, .run = run, .destroy = destroy},
                             .generator = g,
                             .request = *r,
                             .out = out,
                             .fresh = fresh};
    if (g->is_host) {
        char text[256];
        bool is_done = run(&n->base, text, sizeof text);
        destroy(&n->base);
        return is_done ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_ALLOCATION_FAILED;
    }
    return shoal_hip_submit(stream, &n->base, false) == hipSuccess ? HIPRAND_STATUS_SUCCESS
                                                                   : HIPRAND_STATUS_LAUNCH_FAILURE;
}

#define INTEGERS(name, type, kind)                                                                 \
    hiprandStatus_t name(hiprandGenerator_t g, type *out, size_t n)                                \
    {                                                                                              \
        return generate(g, out,                                                                    \
                        &(struct request){.shape = kind, .bytes = sizeof(type), .count = n});      \
    }
INTEGERS(hiprandGenerateChar, unsigned char, BITS8)
INTEGERS(hiprandGenerateShort, unsigned short, BITS16)
INTEGERS(hiprandGenerate, unsigned, BITS32)
INTEGERS(hiprandGenerateLongLong, unsigned long long, BITS64)
INTEGERS(hiprandGenerateUniform, float, UNIFORM)
INTEGERS(hiprandGenerateUniformDouble, double, UNIFORM)
INTEGERS(hiprandGenerateUniformHalf, half, UNIFORM)

#define FLOATS(name, type, kind, get)                                                              \
    hiprandStatus_t name(hiprandGenerator_t g, type *out, size_t n, type mean, type deviation)     \
    {                                                                                              \
        return generate(g, out,                                                                    \
                        &(struct request){.shape = kind,                                           \
                                          .bytes = sizeof(type),                                   \
                                          .count = n,                                              \
                                          .mean = get(mean),                                       \
                                          .deviation = get(deviation)});                           \
    }
FLOATS(hiprandGenerateNormal, float, NORMAL, )
FLOATS(hiprandGenerateNormalDouble, double, NORMAL, )
FLOATS(hiprandGenerateLogNormal, float, LOG_NORMAL, )
FLOATS(hiprandGenerateLogNormalDouble, double, LOG_NORMAL, )

/* Halves come as their bits. */
float __gnu_h2f_ieee(unsigned short bits);
static double of_half(half value)
{
    union {
        half value;
        unsigned short bits;
    } u = {.value = value};
    return __gnu_h2f_ieee(u.bits);
}
FLOATS(hiprandGenerateNormalHalf, half, NORMAL, of_half)
FLOATS(hiprandGenerateLogNormalHalf, half, LOG_NORMAL, of_half)

hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t g, unsigned *out, size_t n, double lambda)
{
    return generate(g, out,
                    &(struct request){.shape = POISSON, .bytes = 4, .count = n, .mean = lambda});
}

/* ---- for kernels ---------------------------------------------------------------------- */

hiprandStatus_t hiprandCreatePoissonDistribution(double lambda,
                                                 hiprandDiscreteDistribution_t *distribution)
{
    struct sums sums;
    if (!distribution || !is_lambda(lambda))
        return HIPRAND_STATUS_OUT_OF_RANGE;
    if (!make_sums(&sums, lambda))
        return HIPRAND_STATUS_ALLOCATION_FAILED;
    struct hiprandDiscreteDistribution_st *made = NULL, header = {.size = (unsigned)sums.count,
                                                                  .offset = (unsigned)sums.first};
    size_t bytes = sums.count * sizeof *sums.until;
    bool is_made = hipMalloc((void **)&made, sizeof header + bytes) == hipSuccess;
    header.cdf = is_made ? (const double *)(made + 1) : NULL;
    bool is_done = is_made &&
                   hipMemcpy(made, &header, sizeof header, hipMemcpyHostToDevice) == hipSuccess &&
                   hipMemcpy(made + 1, sums.until, bytes, hipMemcpyHostToDevice) == hipSuccess;
    free(sums.until);
    if (is_made && !is_done)
        hipFree(made);
    if (!is_done)
        return HIPRAND_STATUS_ALLOCATION_FAILED;
    *distribution = made;
    return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandDestroyDistribution(hiprandDiscreteDistribution_t distribution)
{
    return distribution && hipFree(distribution) == hipSuccess ? HIPRAND_STATUS_SUCCESS
                                                               : HIPRAND_STATUS_OUT_OF_RANGE;
}

/* The program may write to what it gets, as the interface has it, and does not. */
#define GIVE(out, from)                                                                            \
    do {                                                                                           \
        if (!(out))                                                                                \
            return HIPRAND_STATUS_OUT_OF_RANGE;                                                    \
        *(out) = (void *)(uintptr_t)(from);                                                        \
        return *(out) ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_ALLOCATION_FAILED;                 \
    } while (0)

#define DIRECTIONS(bits)                                                                           \
    hiprandStatus_t hiprandGetDirectionVectors##bits(hiprandDirectionVectors##bits##_t **vectors,  \
                                                     hiprandDirectionVectorSet_t set)              \
    {                                                                                              \
        bool is_scrambled = set == HIPRAND_SCRAMBLED_DIRECTION_VECTORS_##bits##_JOEKUO6;           \
        if (!is_scrambled && set != HIPRAND_DIRECTION_VECTORS_##bits##_JOEKUO6)                    \
            return HIPRAND_STATUS_OUT_OF_RANGE;                                                    \
        GIVE(vectors, sobol_directions##bits(is_scrambled));                                       \
    }
DIRECTIONS(32)
DIRECTIONS(64)
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned **constants)
{
    GIVE(constants, sobol_constants32());
}
hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **constants)
{
    GIVE(constants, sobol_constants64());
}
