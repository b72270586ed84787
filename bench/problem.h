/* problem.h: what a benchmark computes, without regard to who computes it: buffers, the
 * kernels to launch, the check of the results. A case is one file in kernels/, beside its
 * OpenCL C source; columns (column.h) run it. */
#ifndef BENCH_PROBLEM_H
#define BENCH_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_MAX_BUFFERS = 8, BENCH_MAX_STEPS = 12, BENCH_MAX_ARGS = 8, BENCH_WHY_BYTES = 256 };

/* An argument of a kernel: a buffer by its index, or 32 bits. */
struct bench_arg {
    bool is_buffer;
    uint32_t bits; /* index or value */
};

/* One launch. */
struct bench_step {
    const char *kernel;
    uint32_t grid[2], block[2]; /* work-items; block[0] 0: the end of the steps */
    struct bench_arg args[BENCH_MAX_ARGS];
    unsigned arg_count;
};

struct bench_problem {
    /* Contents before the first run; the columns have copies of their own. */
    struct {
        void *bytes;
        size_t size;
    } buffers[BENCH_MAX_BUFFERS];
    unsigned buffer_count;
    struct bench_step steps[BENCH_MAX_STEPS];
    unsigned step_count;
    uint32_t n; /* size, for check and native: what it counts is the case's affair */
    uint32_t m;
};

struct bench_case {
    const char *name;   /* "sgemm_naive_512" */
    const char *source; /* "sgemm": kernels/sgemm.cl */
    const char *size;   /* "512 x 512" */
    const char *quick_size;
    const char *tolerance;      /* of the check, for people; "exact" */
    bool gpu_only;              /* the source has what PoCL lacks, such as builtins of the GPU */
    bool is_unoptimized;        /* compiled without optimisation */
    const char *opencl_options; /* of clBuildProgram; NULL: none */
    void (*setup)(struct bench_problem *p, bool quick);
    /* Compares the buffers after one run with a reference in C. */
    bool (*check)(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES]);
    /* The hand-vectorised version, in native/. */
    void (*native)(const struct bench_problem *p, void *const *buffers, unsigned threads);
};

/* All cases in the order of the table; ends with a NULL. */
extern const struct bench_case *const bench_cases[];

/* ---- for setup ------------------------------------------------------------------------ */

/* Adds a zeroed buffer and returns its contents. Ends the program without memory. */
void *bench_buffer(struct bench_problem *p, size_t size);

/* Adds a launch; arguments follow with bench_arg_*, in order. */
void bench_step(struct bench_problem *p, const char *kernel, uint32_t columns, uint32_t rows,
                uint32_t block_columns, uint32_t block_rows);
void bench_arg_buffer(struct bench_problem *p, unsigned index);
void bench_arg_int(struct bench_problem *p, uint32_t value);
void bench_arg_float(struct bench_problem *p, float value);

/* xorshift64*: the same numbers everywhere. */
uint32_t bench_random(uint64_t *state);
/* In [low, high). */
float bench_random_float(uint64_t *state, float low, float high);
void bench_fill_floats(float *out, size_t count, float low, float high, uint64_t seed);

void bench_problem_free(struct bench_problem *p);

/* ---- for check ------------------------------------------------------------------------ */

/* Whether |got - want| <= absolute + relative |want| for all; else says where not. */
bool bench_close(const float *got, const double *want, size_t count, double absolute,
                 double relative, char why[BENCH_WHY_BYTES]);
bool bench_equal(const uint32_t *got, const uint32_t *want, size_t count,
                 char why[BENCH_WHY_BYTES]);

/* Order of uint32_t for qsort. */
int bench_by_value(const void *a, const void *b);
/* Whether `got` is `in` with each of `count` parts of `keys` sorted. */
bool bench_sorted(const uint32_t *got, const uint32_t *in, size_t count, size_t keys,
                  char why[BENCH_WHY_BYTES]);

/* malloc that ends the program without memory. */
void *bench_alloc(size_t size);

#endif
