/* reduce.c: expectations for reduce.cl, by plain loops; exact. */
#include "kernels.h"

#include <math.h>

enum { GROUP = 256, GROUPS = 5 };

static void prepare_sum(kt_run *run)
{
    uint32_t *in = kt_in(run, KT_U32, GROUP * GROUPS);
    uint32_t *out = kt_out(run, KT_U32, GROUPS);
    kt_local(run, GROUP * sizeof(uint32_t));
    kt_fill_edges(run, KT_U32, in, GROUP * GROUPS);
    for (int g = 0; g < GROUPS; g++) {
        out[g] = 0;
        for (int i = 0; i < GROUP; i++)
            out[g] += in[g * GROUP + i];
    }
}

static void prepare_find_max(kt_run *run)
{
    enum { COUNT = 5000, THREADS = 128, GRID = 3 * THREADS };
    float *in = kt_in(run, KT_F32, COUNT);
    kt_u32(run, COUNT);
    float *values = kt_out(run, KT_F32, 3);
    uint32_t *places = kt_out(run, KT_U32, 3);
    /* Few distinct values, so that equal maxima meet. */
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)(kt_random(run) % 200) - 150;
    in[17] = NAN; /* never greater */
    for (uint32_t g = 0; g < 3; g++) {
        values[g] = -INFINITY;
        places[g] = UINT32_MAX;
        for (uint32_t i = 0; i < COUNT; i++) {
            if (i % GRID / THREADS == g && in[i] > values[g]) {
                values[g] = in[i];
                places[g] = i;
            }
        }
    }
}

static void prepare_scan_steps(kt_run *run)
{
    int32_t *in = kt_in(run, KT_I32, GROUP * GROUPS);
    int32_t *out = kt_out(run, KT_I32, GROUP * GROUPS);
    for (int i = 0; i < GROUP * GROUPS; i++) {
        in[i] = (int32_t)kt_random_in(run, -1000000, 1000000);
        out[i] = in[i] + (i % GROUP ? out[i - 1] : 0);
    }
}

static void prepare_scan_sweeps(kt_run *run)
{
    uint64_t *in = kt_in(run, KT_U64, GROUP * GROUPS);
    uint64_t *out = kt_out(run, KT_U64, GROUP * GROUPS);
    uint64_t *totals = kt_out(run, KT_U64, GROUPS);
    kt_fill_edges(run, KT_U64, in, GROUP * GROUPS);
    for (int i = 0; i < GROUP * GROUPS; i++) {
        out[i] = i % GROUP ? out[i - 1] + in[i - 1] : 0;
        totals[i / GROUP] = out[i] + in[i];
    }
}

static const kt_test tests[] = {
    {"reduce_sum_tree", "reduce.cl", "sum_tree", .grid = {GROUP * GROUPS}, .block = {GROUP},
     .prepare = prepare_sum},
    {"reduce_find_max", "reduce.cl", "find_max", .grid = {3 * 128}, .block = {128},
     .prepare = prepare_find_max},
    {"reduce_scan_hillis_steele", "reduce.cl", "scan_steps", .grid = {GROUP * GROUPS},
     .block = {GROUP}, .prepare = prepare_scan_steps},
    {"reduce_scan_blelloch", "reduce.cl", "scan_sweeps", .grid = {128 * GROUPS}, .block = {128},
     .prepare = prepare_scan_sweeps},
};
const kt_group kt_group_reduce = {tests, KT_COUNT(tests)};
