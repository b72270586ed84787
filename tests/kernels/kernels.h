/* kernels.h: what a kernel test says about itself, and the helpers it says it with.
 *
 * A test names an OpenCL C kernel and a launch. Its prepare function makes the arguments
 * with a fixed PRNG and computes, in plain C, what every buffer must hold afterwards. The
 * runner compiles the kernel for each level and wave size, runs it and compares. A group
 * of tests is one .c file beside the .cl file it uses; groups are listed in run_kernels.c.
 *
 *   static void prepare_add(kt_run *run)
 *   {
 *       float *x = kt_in(run, KT_F32, 1000);
 *       float *sum = kt_out(run, KT_F32, 1000);
 *       ...fill x, compute sum...
 *   }
 *   static const kt_test tests[] = {
 *       {"vector_add", "vector.cl", "add", .grid = {1000}, .block = {256}, .prepare = prepare_add},
 *   };
 */
#ifndef SHOAL_TESTS_KERNELS_H
#define SHOAL_TESTS_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KT_COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef enum kt_type {
    KT_I8,
    KT_U8,
    KT_I16,
    KT_U16,
    KT_I32,
    KT_U32,
    KT_I64,
    KT_U64,
    KT_F16, /* as its bits, uint16_t */
    KT_F32,
    KT_F64,
} kt_type;

size_t kt_size(kt_type type);

typedef struct kt_run kt_run;

/* Variants of one test, as bits: which compilations cannot exist. */
enum { KT_O0 = 1, KT_O1 = 2, KT_O3 = 4, KT_WAVE32 = 8, KT_WAVE64 = 16 };

typedef struct kt_test {
    const char *name;
    const char *source;  /* file in tests/kernels */
    const char *kernel;  /* function in it */
    const char *options; /* further options for tools/clc, one string of words, or NULL */
    uint64_t grid[3];    /* work-items; 0 means 1 */
    uint32_t block[3];
    uint64_t offset[3];
    void (*prepare)(kt_run *run);
    unsigned impossible; /* variants that the compiler cannot make: skipped loudly */
    const char *impossible_reason;
} kt_test;

typedef struct kt_group {
    const kt_test *tests;
    size_t count;
} kt_group;

/* ---- arguments, in the order of the kernel's parameters ----------------------- */

/* A buffer that the kernel must leave as it is; the test fills it. All pointers below
 * belong to the run. */
void *kt_in(kt_run *run, kt_type type, size_t count);

/* A buffer that starts with bytes 0xa5 and must end equal to what the test stores in the
 * result, bit for bit (any NaN equals any NaN in the float types). Elements that the test
 * does not store must stay untouched. */
void *kt_out(kt_run *run, kt_type type, size_t count);

/* A buffer with initial contents; both arrays are zeroed and filled by the test. */
typedef struct kt_both {
    void *initial;
    void *want;
} kt_both;
kt_both kt_inout(kt_run *run, kt_type type, size_t count);

/* As kt_out for float types, but an error of `ulps` is allowed: units in the last place of
 * the wanted value, which is given in double. `reason` says who grants it. */
double *kt_out_ulp(kt_run *run, kt_type type, size_t count, double ulps, const char *reason);

/* A float buffer with initial contents in[count] that must end within `error`, an absolute
 * bound, of want[count]. Both arrays are copied. */
void kt_inout_error(kt_run *run, kt_type type, const void *in, const double *want, size_t count,
                    double error, const char *reason);

/* As kt_out, for results that have more than one right answer: `check` judges them, and
 * writes what is wrong to why[why_size] if it returns false. initial may be NULL (zero). */
typedef bool (*kt_check_fn)(const kt_run *run, const void *got, char *why, size_t why_size);
void kt_out_checked(kt_run *run, kt_type type, size_t count, const void *initial,
                    kt_check_fn check);

/* A by-value argument of `size` bytes. */
void kt_value(kt_run *run, const void *value, size_t size);
void kt_i32(kt_run *run, int32_t value);
void kt_u32(kt_run *run, uint32_t value);
void kt_f32(kt_run *run, float value);

/* A __local pointer to `size` bytes. */
void kt_local(kt_run *run, size_t size);

/* ---- what the kernel prints ---------------------------------------------------- */

/* Appends to the text that the kernel must print. */
void kt_print(kt_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The lines may come in any order. */
void kt_print_any_order(kt_run *run);

/* ---- about the run -------------------------------------------------------------- */

const kt_test *kt_test_of(const kt_run *run);
unsigned kt_wave_lanes(const kt_run *run);

/* ---- numbers -------------------------------------------------------------------- */

/* A fixed sequence per test (splitmix64, seeded by the test's name). */
uint64_t kt_random(kt_run *run);
/* In [low, high), evenly spread. */
double kt_random_in(kt_run *run, double low, double high);
/* Random bits, one in eight an edge value of the type (0, 1, -1, extremes, infinities,
 * NaN, denormals). */
void kt_fill_edges(kt_run *run, kt_type type, void *array, size_t count);

/* binary16, rounded to nearest even; and back. */
uint16_t kt_half(double value);
double kt_from_half(uint16_t bits);
/* In a given rounding: 'e' nearest even, 'z' zero, 'p' up, 'n' down. */
uint16_t kt_round_half(long double value, char rounding);
float kt_round_f32(long double value, char rounding);
double kt_round_f64(long double value, char rounding);

/* The distance of one unit in the last place of `value` in the type. */
double kt_ulp(kt_type type, double value);

#endif
