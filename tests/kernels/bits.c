/* bits.c: expectations for bits.cl, in 64-bit arithmetic by the definitions of OpenCL C 3.0,
 * 6.15.3; exact. */
#include "kernels.h"

#include <string.h>

enum { N = 300 };

static int64_t clamp_to(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

/* Results are cut to the type when stored. */
static void make_row(int bits, int64_t x, int64_t y, int64_t z, int64_t row[20])
{
    const int64_t mask = (INT64_C(1) << bits) - 1;
    const int64_t high = mask >> 1;
    const int64_t low = -high - 1;
    const int64_t ux = x & mask;
    const int64_t uy = y & mask;
    const int64_t uz = z & mask;
    const int count = (int)(uy % bits);
    int leading = 0;
    int ones = 0;
    for (int k = bits - 1; k >= 0 && !(ux >> k & 1); k--)
        leading++;
    for (int k = 0; k < bits; k++)
        ones += ux >> k & 1;
    /* ux * uy + uz needs 64 unsigned bits. */
    uint64_t wide = (uint64_t)ux * (uint64_t)uy;
    uint64_t sum = wide + (uint64_t)uz;
    row[0] = clamp_to(x + y, low, high);
    row[1] = clamp_to(ux + uy, 0, mask);
    row[2] = clamp_to(x - y, low, high);
    row[3] = clamp_to(ux - uy, 0, mask);
    row[4] = (x + y) >> 1;
    row[5] = (ux + uy) >> 1;
    row[6] = (x + y + 1) >> 1;
    row[7] = (ux + uy + 1) >> 1;
    row[8] = x < 0 ? -x : x;
    row[9] = x > y ? x - y : y - x;
    row[10] = (x * y) >> bits;
    row[11] = (int64_t)(wide >> bits);
    row[12] = ((x * y) >> bits) + z;
    row[13] = clamp_to(x * y + z, low, high);
    row[14] = sum > (uint64_t)mask ? mask : (int64_t)sum;
    row[15] = ux << count | ux >> (bits - count);
    row[16] = leading;
    row[17] = ones;
    row[18] = (x & ~z) | (y & z);
    row[19] = clamp_to(x, y < z ? y : z, y < z ? z : y);
}

#define PREPARE(T, type)                                                                           \
    static void prepare_##T(kt_run *run)                                                           \
    {                                                                                              \
        T *a = kt_in(run, type, N);                                                                \
        T *b = kt_in(run, type, N);                                                                \
        T *c = kt_in(run, type, N);                                                                \
        T *out = kt_out(run, type, 20 * N);                                                        \
        kt_fill_edges(run, type, a, N);                                                            \
        kt_fill_edges(run, type, b, N);                                                            \
        kt_fill_edges(run, type, c, N);                                                            \
        for (int i = 0; i < N; i++) {                                                              \
            int64_t row[20];                                                                       \
            make_row((int)sizeof(T) * 8, a[i], b[i], c[i], row);                                   \
            for (int k = 0; k < 20; k++)                                                           \
                out[i * 20 + k] = (T)row[k];                                                       \
        }                                                                                          \
    }
PREPARE(int8_t, KT_I8)
PREPARE(int16_t, KT_I16)
PREPARE(int32_t, KT_I32)

static void prepare_fields(kt_run *run)
{
    uint32_t *a = kt_in(run, KT_U32, N);
    uint32_t *b = kt_in(run, KT_U32, N);
    uint32_t *out = kt_out(run, KT_U32, 12 * N);
    kt_fill_edges(run, KT_U32, a, N);
    kt_fill_edges(run, KT_U32, b, N);
    for (int i = 0; i < N; i++) {
        uint32_t x = a[i];
        uint32_t y = b[i];
        uint32_t offset = y & 31;
        uint32_t width = y >> 5 & 15;
        uint32_t reversed = 0;
        uint32_t highest = 77;
        uint32_t lowest = 88;
        for (uint32_t k = 0; k < 32; k++) {
            reversed |= (x >> k & 1) << (31 - k);
            if (x >> k & 1)
                highest = k;
            if (x >> (31 - k) & 1)
                lowest = 31 - k;
        }
        int64_t x24 = (int64_t)(x & 0xffffff) - (x & 0x800000 ? 0x1000000 : 0);
        int64_t y24 = (int64_t)(y & 0xffffff) - (y & 0x800000 ? 0x1000000 : 0);
        uint32_t row[12] = {
            (uint32_t)((uint64_t)x >> offset) & ((1u << width) - 1),
            x >> offset & 1 ? UINT32_MAX : 0,
            (x & 0xffff00ff) | (y & 0xff) << 8,
            reversed,
            x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24,
            (uint32_t)(x24 * y24) + y,
            (uint32_t)((uint64_t)(x & 0xffffff) * (y & 0xffffff)),
            x << 16 | (y & 0xffff),
            highest,
            lowest,
            x >> 24 | (x & 0xff) << 8 | (x & 0xff0000) | (x >> 8 & 0xff) << 24,
            (x ^ y) & ((x | y) + ~x),
        };
        memcpy(out + i * 12, row, sizeof row);
    }
}

static void prepare_morton(kt_run *run)
{
    uint32_t *points = kt_in(run, KT_U32, 2 * N);
    uint64_t *codes = kt_out(run, KT_U64, N);
    uint32_t *back = kt_out(run, KT_U32, 2 * N);
    kt_fill_edges(run, KT_U32, points, 2 * N);
    memcpy(back, points, 2 * N * sizeof *back);
    for (int i = 0; i < N; i++) {
        codes[i] = 0;
        for (int k = 0; k < 64; k++)
            codes[i] |= (uint64_t)(points[2 * i + k % 2] >> (k / 2) & 1) << k;
    }
}

static const kt_test tests[] = {
    {"bits_char", "bits.cl", "char_functions", .grid = {N}, .block = {64},
     .prepare = prepare_int8_t},
    {"bits_short", "bits.cl", "short_functions", .grid = {N}, .block = {64},
     .prepare = prepare_int16_t},
    {"bits_int", "bits.cl", "int_functions", .grid = {N}, .block = {64},
     .prepare = prepare_int32_t},
    {"bits_fields", "bits.cl", "fields", .grid = {N}, .block = {64}, .prepare = prepare_fields},
    {"bits_morton", "bits.cl", "morton", .grid = {N}, .block = {64}, .prepare = prepare_morton},
};
const kt_group kt_group_bits = {tests, KT_COUNT(tests)};
