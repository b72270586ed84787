/* group.c: expectations for group.cl: loops over the work-items of a (sub-)group in order of
 * their linear local id. Exact: integers wrap, and the floats are small integers. */
#include "kernels.h"

#include <math.h>
#include <string.h>

static void prepare_ids(kt_run *run)
{
    const kt_test *test = kt_test_of(run);
    const uint32_t lanes = kt_wave_lanes(run);
    uint64_t grid[3], block[3];
    for (int d = 0; d < 3; d++) {
        grid[d] = test->grid[d] ? test->grid[d] : 1;
        block[d] = test->block[d] ? test->block[d] : 1;
    }
    uint32_t *out = kt_out(run, KT_U32, grid[0] * grid[1] * grid[2] * 8);
    const uint32_t full = (uint32_t)(block[0] * block[1] * block[2]);
    uint64_t id[3];
    for (id[2] = 0; id[2] < grid[2]; id[2]++) {
        for (id[1] = 0; id[1] < grid[1]; id[1]++) {
            for (id[0] = 0; id[0] < grid[0]; id[0]++) {
                uint64_t size[3], local[3];
                for (int d = 0; d < 3; d++) {
                    local[d] = id[d] % block[d];
                    uint64_t left = grid[d] - (id[d] - local[d]);
                    size[d] = left < block[d] ? left : block[d];
                }
                uint32_t work_items = (uint32_t)(size[0] * size[1] * size[2]);
                uint32_t linear = (uint32_t)((local[2] * size[1] + local[1]) * size[0] + local[0]);
                uint32_t first = linear / lanes * lanes;
                uint32_t active = work_items - first < lanes ? work_items - first : lanes;
                uint32_t row[8] = {
                    linear / lanes,
                    linear % lanes,
                    active,
                    (work_items + lanes - 1) / lanes,
                    full < lanes ? full : lanes,
                    (full + lanes - 1) / lanes,
                    (first + active <= 40 ? 1 : 0) + (first <= 33 && 33 < first + active ? 2 : 0) +
                        4,
                    first + 5,
                };
                memcpy(out, row, sizeof row);
                out += 8;
            }
        }
    }
}

/* In each group of `size` from the first of every `block`, rows of 10 as in group.cl. All
 * arithmetic is on T; `top` and `bottom` are the identities of min and max. */
#define MAKE_ROWS(T)                                                                               \
    static void make_rows_##T(const T *in, T *out, int count, int block, int size, T top,          \
                              T bottom)                                                            \
    {                                                                                              \
        for (int i = 0; i < count; i++) {                                                          \
            int in_block = i % block;                                                              \
            int first = i - in_block % size;                                                       \
            int block_end = i - in_block + block < count ? i - in_block + block : count;           \
            int end = first + size < block_end ? first + size : block_end;                         \
            T *row = out + i * 10;                                                                 \
            T add = 0;                                                                             \
            T low = top;                                                                           \
            T high = bottom;                                                                       \
            for (int k = first; k < end; k++) {                                                    \
                if (k == i) {                                                                      \
                    row[6] = add;                                                                  \
                    row[7] = low;                                                                  \
                    row[8] = high;                                                                 \
                }                                                                                  \
                add = (T)(add + in[k]);                                                            \
                low = in[k] < low ? in[k] : low;                                                   \
                high = in[k] > high ? in[k] : high;                                                \
                if (k == i) {                                                                      \
                    row[3] = add;                                                                  \
                    row[4] = low;                                                                  \
                    row[5] = high;                                                                 \
                }                                                                                  \
            }                                                                                      \
            row[0] = add;                                                                          \
            row[1] = low;                                                                          \
            row[2] = high;                                                                         \
            row[9] = in[first + 3];                                                                \
        }                                                                                          \
    }
MAKE_ROWS(int32_t)
MAKE_ROWS(uint32_t)
MAKE_ROWS(int64_t)
MAKE_ROWS(uint64_t)
MAKE_ROWS(float)
MAKE_ROWS(double)

enum { N = 400, BLOCK = 150 };

/* Values small enough for sums without overflow or rounding, of either sign. */
#define PREPARE(name, T, type, group_size, top, bottom)                                            \
    static void prepare_##name(kt_run *run)                                                        \
    {                                                                                              \
        T *in = kt_in(run, type, N);                                                               \
        T *out = kt_out(run, type, N * 10);                                                        \
        for (int i = 0; i < N; i++)                                                                \
            in[i] = (T)((int)(kt_random(run) % 4001) - ((T)-1 < 0 ? 2000 : 0));                    \
        make_rows_##T(in, out, N, BLOCK, group_size, top, bottom);                                 \
    }
#define WAVE ((int)kt_wave_lanes(run))
PREPARE(sub_int, int32_t, KT_I32, WAVE, INT32_MAX, INT32_MIN)
PREPARE(sub_uint, uint32_t, KT_U32, WAVE, UINT32_MAX, 0)
PREPARE(sub_long, int64_t, KT_I64, WAVE, INT64_MAX, INT64_MIN)
PREPARE(sub_ulong, uint64_t, KT_U64, WAVE, UINT64_MAX, 0)
PREPARE(sub_float, float, KT_F32, WAVE, INFINITY, -INFINITY)
PREPARE(sub_double, double, KT_F64, WAVE, (double)INFINITY, (double)-INFINITY)
PREPARE(work_int, int32_t, KT_I32, BLOCK, INT32_MAX, INT32_MIN)
PREPARE(work_ulong, uint64_t, KT_U64, BLOCK, UINT64_MAX, 0)
PREPARE(work_double, double, KT_F64, BLOCK, (double)INFINITY, (double)-INFINITY)

/* Half: integers whose sums stay below 2048, in float. */
static void prepare_sub_half(kt_run *run)
{
    uint16_t *in = kt_in(run, KT_F16, N);
    uint16_t *out = kt_out(run, KT_F16, N * 10);
    float wide[N];
    float rows[N * 10];
    for (int i = 0; i < N; i++) {
        wide[i] = (float)(kt_random(run) % 61) - 30;
        in[i] = kt_half((double)wide[i]);
    }
    make_rows_float(wide, rows, N, BLOCK, WAVE, INFINITY, -INFINITY);
    for (int i = 0; i < N * 10; i++)
        out[i] = kt_half((double)rows[i]);
}

static void prepare_shuffles(kt_run *run)
{
    enum { COUNT = 3 * 128 };
    const uint32_t lanes = kt_wave_lanes(run);
    uint64_t *in = kt_in(run, KT_U64, COUNT);
    uint64_t *out = kt_out(run, KT_U64, COUNT * 6);
    for (int i = 0; i < COUNT; i++) /* bit 62 clear: neither part is a NaN */
        in[i] = kt_random(run) & 0xbfffffffbfffffff;
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t lane = i % lanes;
        const uint64_t *wave = in + (i - lane);
        uint64_t row[6] = {
            wave[(lane * 7 + 3) % lanes],
            (uint64_t)(int16_t)wave[lane ^ (lanes / 2 + 1)],
            (uint32_t)wave[lane < 9 ? lane : lane - 9],
            wave[lane + 33 < lanes ? lane + 33 : lane],
            (uint64_t)(int8_t)wave[lane ^ 1],
            (uint32_t)wave[lanes - 1 - lane],
        };
        memcpy(out + i * 6, row, sizeof row);
    }
}

static void prepare_2d(kt_run *run)
{
    enum { NX = 36, NY = 14, BX = 12, BY = 7 };
    uint32_t *in = kt_in(run, KT_U32, NX * NY);
    uint32_t *out = kt_out(run, KT_U32, NX * NY * 5);
    for (int i = 0; i < NX * NY; i++)
        in[i] = 101 + (uint32_t)(kt_random(run) % 1000);
    in[5] = 70000; /* in the first group */
    in[20] = 50;   /* in the second */
    for (int by = 0; by < NY; by += BY) {
        for (int bx = 0; bx < NX; bx += BX) {
            uint32_t sum = 0;
            bool all = true;
            bool any = false;
            bool small = true;
            for (int k = 0; k < BX * BY; k++) {
                uint32_t v = in[(by + k / BX) * NX + bx + k % BX];
                sum += v;
                all = all && v > 100;
                any = any || v > 60000;
                small = small && v < 65536;
            }
            for (int k = 0; k < BX * BY; k++) {
                int at = (by + k / BX) * NX + bx + k % BX;
                sum -= in[at];
                out[at * 5] = in[(by + 1) * NX + bx + 2];
                out[at * 5 + 1] = (uint32_t)(all | any << 1 | small << 2);
                out[at * 5 + 2] = sum;
                out[at * 5 + 3] = in[by * NX + bx];
                out[at * 5 + 4] = BX * BY - 1;
            }
        }
    }
}

static const kt_test tests[] = {
    {"group_sub_group_ids", "group.cl", "sub_group_ids", .grid = {230}, .block = {105},
     .prepare = prepare_ids},
    {"group_sub_group_ids_3d", "group.cl", "sub_group_ids", .grid = {14, 9, 5}, .block = {7, 6, 3},
     .prepare = prepare_ids},
    {"group_sub_group_int", "group.cl", "sub_group_int", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_int},
    {"group_sub_group_uint", "group.cl", "sub_group_uint", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_uint},
    {"group_sub_group_long", "group.cl", "sub_group_long", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_long},
    {"group_sub_group_ulong", "group.cl", "sub_group_ulong", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_ulong},
    {"group_sub_group_float", "group.cl", "sub_group_float", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_float},
    {"group_sub_group_double", "group.cl", "sub_group_double", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_double},
    {"group_sub_group_half", "group.cl", "sub_group_half", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_sub_half},
    {"group_sub_group_shuffle", "group.cl", "shuffles", .grid = {3 * 128}, .block = {128},
     .prepare = prepare_shuffles},
    {"group_work_group_int", "group.cl", "work_group_int", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_work_int},
    {"group_work_group_ulong", "group.cl", "work_group_ulong", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_work_ulong},
    {"group_work_group_double", "group.cl", "work_group_double", .grid = {N}, .block = {BLOCK},
     .prepare = prepare_work_double},
    {"group_work_group_2d", "group.cl", "work_group_2d", .grid = {36, 14}, .block = {12, 7},
     .prepare = prepare_2d},
};
const kt_group kt_group_group = {tests, KT_COUNT(tests)};
