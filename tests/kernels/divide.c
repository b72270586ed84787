/* divide.c: the compiler's division sequences are correctly rounded: every pair of exponents of
 * f32 and many of f64, with mantissas whose quotients are next to a tie, against the host's
 * division (IEEE 754). tests/hip/divide.hip asks the same of HIP's compiler. */
#include "hard_divide.h"
#include "kernels.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS = 4, /* mantissas per pair of exponents */
    N32 = ROUNDS * HARD_F32_PAIRS,
    N64 = 1 << 17,
};

static float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static void fill_f32(kt_run *run, bool flush)
{
    float *a = kt_in(run, KT_F32, N32), *b = kt_in(run, KT_F32, N32),
          *out = kt_out(run, KT_F32, N32);
    uint64_t state = 32;
    for (unsigned i = 0; i < N32; i++) {
        uint32_t num, den;
        hard_f32(&state, i, &num, &den);
        memcpy(&a[i], &num, 4);
        memcpy(&b[i], &den, 4);
        out[i] = flush ? flushed(flushed(a[i]) / flushed(b[i])) : a[i] / b[i];
    }
}

static void prepare_f32(kt_run *run) { fill_f32(run, false); }
static void prepare_f32_flushing(kt_run *run) { fill_f32(run, true); }

static void prepare_f64(kt_run *run)
{
    double *a = kt_in(run, KT_F64, N64), *b = kt_in(run, KT_F64, N64),
           *out = kt_out(run, KT_F64, N64);
    uint64_t state = 64;
    for (unsigned i = 0; i < N64; i++) {
        uint64_t num, den;
        hard_f64(&state, &num, &den);
        memcpy(&a[i], &num, 8);
        memcpy(&b[i], &den, 8);
        out[i] = a[i] / b[i];
    }
}

#define EXACT "-cl-fp32-correctly-rounded-divide-sqrt"
static const kt_test tests[] = {
    {"divide_f32", "divide.cl", "divide_f32", .grid = {N32}, .block = {255}, .options = EXACT,
     .prepare = prepare_f32},
    {"divide_f32_flushing", "divide.cl", "divide_f32", .grid = {N32}, .block = {255},
     .options = EXACT " -cl-denorms-are-zero", .prepare = prepare_f32_flushing},
    {"divide_f64", "divide.cl", "divide_f64", .grid = {N64}, .block = {256}, .options = EXACT,
     .prepare = prepare_f64},
};
const kt_group kt_group_divide = {tests, KT_COUNT(tests)};
