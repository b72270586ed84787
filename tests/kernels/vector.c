/* vector.c: expectations for vector.cl. Exact: every float operation is one IEEE operation. */
#include "kernels.h"

#include <math.h>
#include <string.h>

enum { N = 1000 };

static void prepare_add(kt_run *run)
{
    float *x = kt_in(run, KT_F32, N);
    float *y = kt_in(run, KT_F32, N);
    float *sum = kt_out(run, KT_F32, N);
    kt_fill_edges(run, KT_F32, x, N);
    kt_fill_edges(run, KT_F32, y, N);
    for (int i = 0; i < N; i++)
        sum[i] = x[i] + y[i];
}

static void prepare_saxpy(kt_run *run)
{
    const float a = -1.7f;
    kt_f32(run, a);
    float *x = kt_in(run, KT_F32, N);
    kt_both y = kt_inout(run, KT_F32, N);
    for (int i = 0; i < N; i++) {
        x[i] = (float)kt_random_in(run, -100, 100);
        ((float *)y.initial)[i] = (float)kt_random_in(run, -100, 100);
        ((float *)y.want)[i] = fmaf(a, x[i], ((float *)y.initial)[i]);
    }
}

static uint64_t pack(const uint64_t v[3]) { return v[0] | v[1] << 16 | v[2] << 32; }

/* OpenCL C 3.0, 6.15.1, written with divisions. */
static void prepare_ids(kt_run *run)
{
    const kt_test *test = kt_test_of(run);
    uint64_t size[3], block[3], groups[3];
    uint64_t dims = 1;
    for (unsigned d = 0; d < 3; d++) {
        size[d] = test->grid[d] ? test->grid[d] : 1;
        block[d] = test->block[d] ? test->block[d] : 1;
        groups[d] = (size[d] + block[d] - 1) / block[d];
        if (size[d] > 1)
            dims = d + 1;
    }
    uint64_t *out = kt_out(run, KT_U64, size[0] * size[1] * size[2] * 16);
    uint64_t id[3];
    for (id[2] = 0; id[2] < size[2]; id[2]++) {
        for (id[1] = 0; id[1] < size[1]; id[1]++) {
            for (id[0] = 0; id[0] < size[0]; id[0]++) {
                uint64_t global[3], local[3], group[3], local_size[3];
                for (int d = 0; d < 3; d++) {
                    global[d] = id[d] + test->offset[d];
                    local[d] = id[d] % block[d];
                    group[d] = id[d] / block[d];
                    uint64_t left = size[d] - group[d] * block[d];
                    local_size[d] = left < block[d] ? left : block[d];
                }
                uint64_t dim = global[0] % 3;
                uint64_t row[16] = {
                    global[0],
                    global[1],
                    global[2],
                    pack(local),
                    pack(group),
                    pack(local_size),
                    pack(block),
                    pack(groups),
                    size[0],
                    size[1],
                    size[2],
                    pack(test->offset),
                    (local[2] * local_size[1] + local[1]) * local_size[0] + local[0],
                    dims,
                    0 << 8 | 1 << 4 | 1,
                    global[dim] << 32 | local_size[dim],
                };
                memcpy(out, row, sizeof row);
                out += 16;
            }
        }
    }
}

/* Laid out as in vector.cl: both compilers use natural alignment. */
typedef struct affine {
    char tag;
    int16_t shift[3];
    float scale;
    double bias;
    struct {
        uint8_t low, high;
    } bounds;
    int64_t mask;
} affine;

static void prepare_by_value(kt_run *run)
{
    affine a;
    memset(&a, 0, sizeof a);
    a.tag = -7;
    a.shift[0] = -300;
    a.shift[1] = 5;
    a.shift[2] = 30;
    a.scale = 0.375f;
    a.bias = 16.5;
    a.bounds.low = 3;
    a.bounds.high = 250;
    a.mask = (int64_t)0x8000000080000001;
    uint8_t extra = 200;
    kt_value(run, &a, sizeof a);
    int32_t *x = kt_in(run, KT_I32, N);
    int64_t *out = kt_out(run, KT_I64, N);
    kt_value(run, &extra, sizeof extra);
    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)kt_random_in(run, -2000, 2000);
        /* x * 3/8 + 16.5 is exact in double, with or without fma. */
        int64_t v = (int64_t)((double)x[i] * (double)a.scale + a.bias);
        v += a.shift[i % 3] + a.tag + extra;
        v = v < 3 ? 3 : v > 250 ? 250 : v;
        out[i] = v ^ a.mask;
    }
}

/* Bit by bit, from the reflected polynomial 0xedb88320 (IEEE 802.3). */
static void prepare_crc32(kt_run *run)
{
    uint8_t *data = kt_in(run, KT_U8, 300 * 64);
    uint32_t *out = kt_out(run, KT_U32, 300);
    for (int i = 0; i < 300 * 64; i++)
        data[i] = (uint8_t)kt_random(run);
    for (int i = 0; i < 300; i++) {
        uint32_t crc = UINT32_MAX;
        for (int k = 0; k < 64 * 8; k++) {
            uint32_t bit = (data[i * 64 + k / 8] >> (k % 8)) & 1;
            crc = (crc >> 1) ^ (((crc ^ bit) & 1) ? 0xedb88320u : 0);
        }
        out[i] = ~crc;
    }
}

static void prepare_program_scope(kt_run *run)
{
    static const int weights[5] = {3, -5, 7, -11, 13};
    int32_t *out = kt_out(run, KT_I32, 128);
    for (int i = 0; i < 128; i++) {
        int sum = 0;
        for (int k = i % 4; k < 128; k += 4)
            sum += k;
        out[i] = 40 + weights[i % 5] + sum;
    }
}

static int clamp_to(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

static void prepare_char_vectors(kt_run *run)
{
    enum { COUNT = 4 * 200 };
    int8_t *a = kt_in(run, KT_I8, COUNT);
    uint8_t *b = kt_in(run, KT_U8, COUNT);
    int8_t *sum = kt_out(run, KT_I8, COUNT);
    uint8_t *average = kt_out(run, KT_U8, COUNT);
    int16_t *wide = kt_out(run, KT_I16, COUNT);
    kt_fill_edges(run, KT_I8, a, COUNT);
    kt_fill_edges(run, KT_U8, b, COUNT);
    for (int i = 0; i < COUNT; i++) {
        sum[i] = (int8_t)clamp_to(a[i] + a[i ^ 3], -128, 127);
        average[i] = (uint8_t)((b[i] + b[i ^ 1] + 1) >> 1);
        wide[i] = (int16_t)(a[i] * b[i]);
    }
}

static void prepare_short_vectors(kt_run *run)
{
    enum { COUNT = 8 * 200 };
    int16_t *a = kt_in(run, KT_I16, COUNT);
    int16_t *b = kt_in(run, KT_I16, COUNT);
    int16_t *out = kt_out(run, KT_I16, COUNT);
    int32_t *products = kt_out(run, KT_I32, COUNT);
    kt_fill_edges(run, KT_I16, a, COUNT);
    kt_fill_edges(run, KT_I16, b, COUNT);
    for (int i = 0; i < COUNT; i++) {
        int difference = a[i] - b[i];
        out[i] = (int16_t)(a[i] > b[i] ? clamp_to(difference, -32768, 32767) : difference);
        products[i] = a[i ^ 7] * b[i];
    }
}

static void prepare_wide_vectors(kt_run *run)
{
    enum { VECTORS = 100 };
    uint32_t *a = kt_in(run, KT_U32, VECTORS * 16);
    uint32_t *out = kt_out(run, KT_U32, VECTORS * 16);
    uint8_t *indices = kt_in(run, KT_U8, VECTORS * 16);
    kt_fill_edges(run, KT_U32, a, VECTORS * 16);
    for (int v = 0; v < VECTORS; v++, a += 16, out += 16, indices += 16) {
        for (int k = 0; k < 16; k++) {
            indices[k] = (uint8_t)kt_random(run); /* shuffle takes the low 4 bits */
            out[k] = a[indices[k] & 15];
        }
        for (int k = 0; k < 16; k += 2)
            out[k] = (int32_t)a[k + 1] < (int32_t)out[k] ? a[k + 1] : out[k];
        for (int k = 0; k < 8; k++)
            out[k] += a[k + 8];
    }
}

static void prepare_triples(kt_run *run)
{
    float *a = kt_in(run, KT_F32, 3 * N);
    float *out = kt_out(run, KT_F32, 3 * N);
    for (int i = 0; i < 3 * N; i++)
        a[i] = (float)kt_random_in(run, -1, 1);
    for (int i = 0; i < 3 * N; i += 3) {
        out[i] = a[i + 2] * 2;
        out[i + 1] = a[i] * 2;
        out[i + 2] = a[i + 1] * 2;
    }
}

static const kt_test tests[] = {
    {"vector_add", "vector.cl", "add", .grid = {N}, .block = {256}, .prepare = prepare_add},
    {"vector_saxpy", "vector.cl", "saxpy", .grid = {N}, .block = {100}, .prepare = prepare_saxpy},
    {"vector_ids_1d", "vector.cl", "ids", .grid = {200}, .block = {64}, .prepare = prepare_ids},
    {"vector_ids_1d_offset", "vector.cl", "ids", .grid = {77}, .block = {33}, .offset = {1000},
     .prepare = prepare_ids},
    {"vector_ids_2d_partial", "vector.cl", "ids", .grid = {21, 13}, .block = {8, 4},
     .prepare = prepare_ids},
    {"vector_ids_3d_partial_offset", "vector.cl", "ids", .grid = {9, 7, 5}, .block = {4, 3, 2},
     .offset = {5, 300, 2}, .prepare = prepare_ids},
    {"vector_ids_full_group", "vector.cl", "ids", .grid = {16, 16, 8}, .block = {16, 16, 4},
     .prepare = prepare_ids},
    {"vector_struct_by_value", "vector.cl", "by_value", .grid = {N}, .block = {128},
     .prepare = prepare_by_value},
    {"vector_crc32_constant_table", "vector.cl", "crc32", .grid = {300}, .block = {64},
     .prepare = prepare_crc32},
    {"vector_program_scope", "vector.cl", "program_scope", .grid = {128}, .block = {128},
     .prepare = prepare_program_scope},
    {"vector_char4", "vector.cl", "char_vectors", .grid = {200}, .block = {64},
     .prepare = prepare_char_vectors},
    {"vector_short8", "vector.cl", "short_vectors", .grid = {200}, .block = {64},
     .prepare = prepare_short_vectors},
    {"vector_int16_shuffle", "vector.cl", "wide_vectors", .grid = {100}, .block = {50},
     .prepare = prepare_wide_vectors},
    {"vector_float3", "vector.cl", "triples", .grid = {N}, .block = {64},
     .prepare = prepare_triples},
};
const kt_group kt_group_vector = {tests, KT_COUNT(tests)};
