/* engine.h: generators as the host runs them. */
#ifndef SHOAL_RAND_ENGINE_H
#define SHOAL_RAND_ENGINE_H

#include <hiprand/hiprand.h>
#include <stdbool.h>
#include <stdint.h>

#include <hiprand/shoal/engines.h>

enum { MT_WORDS = 624, MAX_DIMENSIONS = 20000 };

struct mt19937 {
    uint32_t word[MT_WORDS], at;
};
void mt19937_init(struct mt19937 *s, uint64_t seed);
uint32_t mt19937_next(struct mt19937 *s);

/* Directions of all dimensions, [MAX_DIMENSIONS][32 or 64], and constants to scramble with. NULL:
 * out of memory. */
const hiprandDirectionVectors32_t *sobol_directions32(bool is_scrambled);
const hiprandDirectionVectors64_t *sobol_directions64(bool is_scrambled);
const unsigned *sobol_constants32(void);
const unsigned long long *sobol_constants64(void);

struct engine {
    hiprandRngType_t type; /* none of the defaults */
    union {
        struct shoal_xorwow xorwow;
        struct shoal_philox philox;
        struct shoal_mrg mrg;
        struct mt19937 mt;
        struct {
            uint64_t offset; /* points that were made */
            unsigned dimensions;
        } sobol;
    };
};

static inline bool is_quasi(hiprandRngType_t type) { return type >= HIPRAND_RNG_QUASI_DEFAULT; }
static inline bool is_wide(hiprandRngType_t type)
{
    return type == HIPRAND_RNG_QUASI_SOBOL64 || type == HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

void engine_init(struct engine *e, hiprandRngType_t type, uint64_t seed, uint64_t offset,
                 unsigned dimensions);

enum shape { BITS8, BITS16, BITS32, BITS64, UNIFORM, NORMAL, LOG_NORMAL, POISSON };
/* What is asked for: numbers of 2 (halves), 4 or 8 bytes, or integers. */
struct request {
    enum shape shape;
    unsigned bytes;
    size_t count;
    double mean, deviation; /* mean: also Poisson's lambda */
};
/* Sums of Poisson's probabilities from `first` on, where nearly all of them are. */
struct sums {
    double *until; /* [count] */
    size_t count;
    double first;
};
/* false: out of memory. */
bool make_sums(struct sums *s, double lambda);

/* Makes them, and moves the engine on. false: out of memory. */
bool engine_fill(struct engine *e, const struct request *r, void *out);

#endif
