/* sort.c: expectations for sort.cl, by the C library's qsort or by insertion; exact. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

static int compare_ints(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a;
    int32_t y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void prepare_bitonic(kt_run *run)
{
    int32_t *in = kt_in(run, KT_I32, 3 * 512);
    int32_t *out = kt_out(run, KT_I32, 3 * 512);
    kt_fill_edges(run, KT_I32, in, 3 * 512);
    memcpy(out, in, 3 * 512 * sizeof *in);
    for (int g = 0; g < 3; g++)
        qsort(out + g * 512, 512, sizeof *out, compare_ints);
}

static void prepare_radix(kt_run *run)
{
    enum { SHIFT = 12, COUNT = 4 * 256 };
    uint32_t *keys = kt_in(run, KT_U32, COUNT);
    uint16_t *values = kt_in(run, KT_U16, COUNT);
    uint32_t *out_keys = kt_out(run, KT_U32, COUNT);
    uint16_t *out_values = kt_out(run, KT_U16, COUNT);
    kt_u32(run, SHIFT);
    for (int i = 0; i < COUNT; i++) {
        keys[i] = (uint32_t)kt_random(run);
        values[i] = (uint16_t)i;
    }
    for (int base = 0; base < COUNT; base += 256) {
        int place = base;
        for (uint32_t digit = 0; digit < 16; digit++) {
            for (int i = base; i < base + 256; i++) {
                if ((keys[i] >> SHIFT & 15) != digit)
                    continue;
                out_keys[place] = keys[i];
                out_values[place++] = values[i];
            }
        }
    }
}

static void prepare_merge(kt_run *run)
{
    enum { LENGTH = 200, COUNT = 4 * LENGTH };
    double *in = kt_in(run, KT_F64, COUNT);
    double *out = kt_out(run, KT_F64, COUNT);
    kt_u32(run, LENGTH);
    for (int i = 0; i < COUNT; i++)
        in[i] = (double)(int64_t)(kt_random(run) % 500) / 7 - 20;
    memcpy(out, in, COUNT * sizeof *in);
    for (int i = 0; i < COUNT; i += LENGTH)
        qsort(in + i, LENGTH, sizeof *in, compare_doubles);
    for (int i = 0; i < COUNT; i += 2 * LENGTH)
        qsort(out + i, 2 * LENGTH, sizeof *out, compare_doubles);
}

static const kt_test tests[] = {
    {"sort_bitonic", "sort.cl", "bitonic", .grid = {3 * 256}, .block = {256},
     .prepare = prepare_bitonic},
    {"sort_radix_pass", "sort.cl", "radix_pass", .grid = {4 * 256}, .block = {256},
     .prepare = prepare_radix},
    {"sort_merge", "sort.cl", "merge_runs", .grid = {800}, .block = {80}, .prepare = prepare_merge},
};
const kt_group kt_group_sort = {tests, KT_COUNT(tests)};
