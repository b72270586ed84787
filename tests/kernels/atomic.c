/* atomic.c: expectations for atomic.cl; exact, since the operations commute or the check
 * accepts every order. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200, CELLS = 11 };

/* What N work-items with the values x[N] make of the cells, in 64-bit arithmetic. */
#define MAKE_CELLS(T)                                                                              \
    static void make_cells_##T(const T *x, const T *initial, T *cells)                             \
    {                                                                                              \
        memcpy(cells, initial, CELLS * sizeof *cells);                                             \
        for (int i = 0; i < N; i++) {                                                              \
            cells[0] = (T)((uint64_t)cells[0] + (uint64_t)x[i]);                                   \
            cells[1] = (T)((uint64_t)cells[1] - (uint64_t)x[i]);                                   \
            cells[2] &= x[i] | 0xf0;                                                               \
            cells[3] |= x[i] & 0x0f0f;                                                             \
            cells[4] ^= x[i];                                                                      \
            cells[5] = x[i] < cells[5] ? x[i] : cells[5];                                          \
            cells[6] = x[i] > cells[6] ? x[i] : cells[6];                                          \
            cells[7] = (T)((uint64_t)cells[7] + 1);                                                \
            cells[8] = (T)((uint64_t)cells[8] - 1);                                                \
        }                                                                                          \
        cells[9] = 77;                                                                             \
    }
MAKE_CELLS(int32_t)
MAKE_CELLS(uint32_t)
MAKE_CELLS(int64_t)
MAKE_CELLS(uint64_t)

/* The compare-and-swap cell starts at a value that no work-item expects: nothing happens. A
 * chain would depend on the order; `tickets` tests a successful exchange. */
#define PREPARE_CELLS(T, type)                                                                     \
    static void prepare_##T(kt_run *run)                                                           \
    {                                                                                              \
        T *x = kt_in(run, type, N);                                                                \
        kt_both cells = kt_inout(run, type, CELLS);                                                \
        kt_fill_edges(run, type, x, N);                                                            \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = i % 4 ? x[i] / 2 : x[i];                                                        \
        T *initial = cells.initial;                                                                \
        kt_fill_edges(run, type, initial, CELLS);                                                  \
        initial[2] = (T)-1;                                                                        \
        initial[5] = 12345;                                                                        \
        initial[6] = 12345;                                                                        \
        initial[10] = 1000000;                                                                     \
        make_cells_##T(x, initial, cells.want);                                                    \
    }
PREPARE_CELLS(int32_t, KT_I32)
PREPARE_CELLS(uint32_t, KT_U32)
PREPARE_CELLS(int64_t, KT_I64)
PREPARE_CELLS(uint64_t, KT_U64)

enum { TICKETS = 240, TICKET_GROUP = 80 };

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The values in column `column` of the rows [from, to) must be 0, step, 2 * step, ... */
static bool are_tickets(const uint32_t *rows, int from, int to, int column, uint32_t step,
                        char *why, size_t why_size)
{
    uint32_t seen[TICKETS];
    int count = to - from;
    for (int i = 0; i < count; i++)
        seen[i] = rows[(from + i) * 4 + column];
    qsort(seen, (size_t)count, sizeof *seen, compare_u32);
    for (int i = 0; i < count; i++) {
        if (seen[i] != (uint32_t)i * step) {
            snprintf(why, why_size, "column %d, rows %d to %d: ticket %u is missing or double",
                     column, from, to - 1, (uint32_t)i * step);
            return false;
        }
    }
    return true;
}

static bool check_tickets(const kt_run *run, const void *got, char *why, size_t why_size)
{
    (void)run;
    const uint32_t *rows = got;
    for (int i = 0; i < TICKETS; i++) {
        if (rows[i * 4 + 2] != 1) {
            snprintf(why, why_size, "row %d: the generic atomic gave no value", i);
            return false;
        }
    }
    if (!are_tickets(rows, 0, TICKETS, 0, 1, why, why_size) ||
        !are_tickets(rows, 0, TICKETS, 3, 1, why, why_size))
        return false;
    for (int g = 0; g < TICKETS; g += TICKET_GROUP) {
        if (!are_tickets(rows, g, g + TICKET_GROUP, 1, 3, why, why_size))
            return false;
    }
    return true;
}

static void prepare_tickets(kt_run *run)
{
    kt_out_checked(run, KT_U32, TICKETS * 4, NULL, check_tickets);
    kt_both counter = kt_inout(run, KT_U32, 2);
    kt_both wide = kt_inout(run, KT_U64, 1);
    ((uint32_t *)counter.want)[0] = TICKETS;
    *(uint64_t *)wide.want = UINT64_C(0x100000001) * TICKETS;
}

static void prepare_float_sums(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    kt_both cas = kt_inout(run, KT_F32, 1);
    kt_both sums = kt_inout(run, KT_F32, 4);
    kt_both wide = kt_inout(run, KT_F64, 1);
    float sum = 0;
    float low = 1000;
    float high = -1000;
    for (int i = 0; i < N; i++) {
        x[i] = (float)(kt_random(run) % 1001) - 500;
        sum += x[i];
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    float *want = sums.want;
    *(float *)cas.want = sum;
    *(double *)wide.want = (double)sum * 0.5;
    ((float *)sums.initial)[1] = 1000;
    ((float *)sums.initial)[2] = -1000;
    want[0] = sum;
    want[1] = low;
    want[2] = high;
    want[3] = sum;
}

static void prepare_histogram(kt_run *run)
{
    enum { COUNT = 5000 };
    uint8_t *data = kt_in(run, KT_U8, COUNT);
    kt_u32(run, COUNT);
    uint32_t *bins = kt_inout(run, KT_U32, 64).want;
    for (int i = 0; i < COUNT; i++) {
        data[i] = (uint8_t)(kt_random(run) & kt_random(run)); /* uneven */
        bins[data[i] >> 2]++;
    }
}

enum { LOCKERS = 96 };

static bool check_order(const kt_run *run, const void *got, char *why, size_t why_size)
{
    (void)run;
    uint32_t seen[LOCKERS];
    memcpy(seen, got, sizeof seen);
    qsort(seen, LOCKERS, sizeof *seen, compare_u32);
    for (uint32_t i = 0; i < LOCKERS; i++) {
        if (seen[i] != i) {
            snprintf(why, why_size, "work-item %u did not hold the lock exactly once", i);
            return false;
        }
    }
    return true;
}

static void prepare_critical_section(kt_run *run)
{
    kt_inout(run, KT_U32, 1); /* the lock, free again */
    uint32_t *shared = kt_inout(run, KT_U32, 2).want;
    kt_out_checked(run, KT_U32, LOCKERS, NULL, check_order);
    shared[0] = LOCKERS;
    for (int i = 0; i < LOCKERS; i++)
        shared[1] = shared[1] * 3 + 1;
}

static const kt_test tests[] = {
    {"atomic_int_global", "atomic.cl", "int_global", .grid = {N}, .block = {50},
     .prepare = prepare_int32_t},
    {"atomic_uint_global", "atomic.cl", "uint_global", .grid = {N}, .block = {50},
     .prepare = prepare_uint32_t},
    {"atomic_int_local", "atomic.cl", "int_local", .grid = {N}, .block = {N},
     .prepare = prepare_int32_t},
    {"atomic_uint_local", "atomic.cl", "uint_local", .grid = {N}, .block = {N},
     .prepare = prepare_uint32_t},
    {"atomic_long_global", "atomic.cl", "long_global", .grid = {N}, .block = {50},
     .prepare = prepare_int64_t},
    {"atomic_ulong_global", "atomic.cl", "ulong_global", .grid = {N}, .block = {50},
     .prepare = prepare_uint64_t},
    {"atomic_long_local", "atomic.cl", "long_local", .grid = {N}, .block = {N},
     .prepare = prepare_int64_t},
    {"atomic_ulong_local", "atomic.cl", "ulong_local", .grid = {N}, .block = {N},
     .prepare = prepare_uint64_t},
    {"atomic_tickets", "atomic.cl", "tickets", .grid = {TICKETS}, .block = {TICKET_GROUP},
     .prepare = prepare_tickets},
    {"atomic_float_sums", "atomic.cl", "float_sums", .grid = {N}, .block = {40},
     .prepare = prepare_float_sums},
    {"atomic_histogram_lds", "atomic.cl", "histogram", .grid = {4 * 128}, .block = {128},
     .prepare = prepare_histogram},
    {"atomic_critical_section", "atomic.cl", "critical_section", .grid = {LOCKERS}, .block = {1},
     .prepare = prepare_critical_section},
};
const kt_group kt_group_atomic = {tests, KT_COUNT(tests)};
