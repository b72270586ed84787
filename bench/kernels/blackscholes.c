/* blackscholes.c: prices of 4 M options. */
#include "native/native.h"

#include <math.h>

static void setup(struct bench_problem *p, bool quick)
{
    p->n = quick ? 1 << 13 : 1 << 22;
    bench_buffer(p, p->n * 4);
    bench_buffer(p, p->n * 4);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, 5, 30, 18);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, 1, 100, 19);
    bench_fill_floats(bench_buffer(p, p->n * 4), p->n, 0.25f, 10, 20);
    bench_step(p, "blackscholes", p->n, 1, 256, 1);
    for (unsigned i = 0; i < 5; i++)
        bench_arg_buffer(p, i);
    bench_arg_float(p, BLACKSCHOLES_RATE);
    bench_arg_float(p, BLACKSCHOLES_VOLATILITY);
}

/* The distribution itself, not the polynomial, whose error is below 7.5e-8. */
static double normal(double d) { return 0.5 * erfc(-d * M_SQRT1_2); }

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const float *price = p->buffers[2].bytes, *strike = p->buffers[3].bytes;
    const float *years = p->buffers[4].bytes;
    const double rate = (double)BLACKSCHOLES_RATE, volatility = (double)BLACKSCHOLES_VOLATILITY;
    double *call = bench_alloc(p->n * sizeof *call), *put = bench_alloc(p->n * sizeof *put);
    for (uint32_t i = 0; i < p->n; i++) {
        double s = price[i], x = strike[i], t = years[i];
        double d1 =
            (log(s / x) + (rate + volatility * volatility / 2) * t) / (volatility * sqrt(t));
        double d2 = d1 - volatility * sqrt(t);
        double discounted = x * exp(-rate * t);
        call[i] = s * normal(d1) - discounted * normal(d2);
        put[i] = discounted * normal(-d2) - s * normal(-d1);
    }
    bool ok = bench_close(results[0], call, p->n, 1e-4, 0, why) &&
              bench_close(results[1], put, p->n, 1e-4, 0, why);
    free(call);
    free(put);
    return ok;
}

const struct bench_case bench_case_blackscholes = {
    .name = "blackscholes",
    .source = "blackscholes",
    .size = "4 M options",
    .quick_size = "8 K options",
    .tolerance = "1e-4",
    .setup = setup,
    .check = check,
    .native = native_blackscholes,
};
