/* native.h: the hand-vectorised versions: the same arithmetic as the OpenCL C sources, written
 * for vectors of 16 lanes. They say what the CPU can do at best, and are compiled with
 * -O3 -march=native. Also the constants that a case's setup, check and native version share. */
#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef int32_t i32x16 __attribute__((ext_vector_type(16)));
typedef uint32_t u32x16 __attribute__((ext_vector_type(16)));
/* The same at any multiple of four bytes. */
typedef float f32x16_any __attribute__((ext_vector_type(16), aligned(4)));
typedef int32_t i32x16_any __attribute__((ext_vector_type(16), aligned(4)));
typedef uint32_t u32x16_any __attribute__((ext_vector_type(16), aligned(4)));

static inline f32x16 load_f32(const float *from) { return *(const f32x16_any *)from; }
static inline void store_f32(float *to, f32x16 v) { *(f32x16_any *)to = v; }
static inline u32x16 load_u32(const uint32_t *from) { return *(const u32x16_any *)from; }
static inline void store_u32(uint32_t *to, u32x16 v) { *(u32x16_any *)to = v; }
static inline f32x16 all_f32(float x) { return (f32x16){0} + x; }

static inline float sum_f32(f32x16 v)
{
    float part[16], sum = 0;
    memcpy(part, &v, sizeof part);
    for (int step = 8; step > 0; step /= 2)
        for (int i = 0; i < step; i++)
            part[i] += part[i + step];
    sum = part[0];
    return sum;
}

/* Calls body(context, begin, end) for parts of [0, count) of `grain` each, on `threads` threads
 * that are kept for the next call. */
void native_for(unsigned threads, size_t count, size_t grain,
                void (*body)(void *context, size_t begin, size_t end), void *context);

void native_saxpy(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_sgemm(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_wmma(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_nbody(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_mandelbrot(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_fft(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_bitonic(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_histogram(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_sha256(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_stencil(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_reduce(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_scan(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_spmv_csr(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_spmv_ell(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_blackscholes(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_packed_half(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_dpp_sums(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_partition(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_global_atomics(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_rc4(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_list(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_integrate(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_int8_product(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_quicksort(const struct bench_problem *p, void *const *buffers, unsigned threads);
void native_attention(const struct bench_problem *p, void *const *buffers, unsigned threads);

#define NBODY_DT        0.01f
#define NBODY_SOFTENING 0.01f

#define MANDELBROT_LEFT  -2.25f
#define MANDELBROT_TOP   -1.5f
#define MANDELBROT_SIDE  3.0f
#define MANDELBROT_LIMIT 256

#define BITONIC_KEYS 512

#define QUICKSORT_KEYS 64
#define PARTITION_KEYS 2048
#define RC4_BYTES      256
#define LIST_END       0xffffffffu

#define INTEGRATE_STEPS   64
#define ATTENTION_COLUMNS 64

#define STENCIL_CENTRE 0.5f
#define STENCIL_SIDE   0.125f

#define BLACKSCHOLES_RATE       0.02f
#define BLACKSCHOLES_VOLATILITY 0.3f

/* FIPS 180-4, 5.3.3 and 4.2.2; in sha256.c here. */
extern const uint32_t sha256_start[8], sha256_rounds[64];

#endif
