/* convert.c: expectations for convert.cl, by OpenCL C 3.0, 6.4.3: in long double, which
 * holds every value of every source type. */
#include "kernels.h"

#include <math.h>
#include <string.h>

enum { N = 256 };

static const kt_type int_types[] = {KT_I8, KT_U8, KT_I16, KT_U16, KT_I32, KT_U32, KT_I64, KT_U64};
static const kt_type float_types[] = {KT_F16, KT_F32, KT_F64};

static bool is_signed(kt_type type)
{
    return type == KT_I8 || type == KT_I16 || type == KT_I32 || type == KT_I64;
}

static long double lowest(kt_type type)
{
    return is_signed(type) ? -ldexpl(1, (int)kt_size(type) * 8 - 1) : 0;
}

static long double highest(kt_type type)
{
    return ldexpl(1, (int)kt_size(type) * 8 - is_signed(type)) - 1;
}

static long double load(kt_type type, const void *array, int i)
{
    switch (type) {
    case KT_I8:
        return ((const int8_t *)array)[i];
    case KT_U8:
        return ((const uint8_t *)array)[i];
    case KT_I16:
        return ((const int16_t *)array)[i];
    case KT_U16:
        return ((const uint16_t *)array)[i];
    case KT_I32:
        return ((const int32_t *)array)[i];
    case KT_U32:
        return ((const uint32_t *)array)[i];
    case KT_I64:
        return ((const int64_t *)array)[i];
    case KT_U64:
        return ((const uint64_t *)array)[i];
    case KT_F16:
        return (long double)kt_from_half(((const uint16_t *)array)[i]);
    case KT_F32:
        return (long double)((const float *)array)[i];
    case KT_F64:
        return (long double)((const double *)array)[i];
    }
    return 0;
}

/* value is whole; saturated, since the bits beyond the type's are not wanted here. */
static void store_int(kt_type type, void *array, int i, long double value)
{
    if (isnan(value))
        value = 0;
    value = fminl(fmaxl(value, lowest(type)), highest(type));
    uint64_t bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    memcpy((char *)array + (size_t)i * kt_size(type), &bits, kt_size(type));
}

static void store_float(kt_type type, void *array, int i, long double value, char rounding)
{
    if (type == KT_F16)
        ((uint16_t *)array)[i] = kt_round_half(value, rounding);
    else if (type == KT_F32)
        ((float *)array)[i] = kt_round_f32(value, rounding);
    else
        ((double *)array)[i] = kt_round_f64(value, rounding);
}

/* The low bytes of the two's complement, as C and convert_ without _sat give them. */
static void wrap(kt_type to, void *array, int i, long double value)
{
    uint64_t bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    memcpy((char *)array + (size_t)i * kt_size(to), &bits, kt_size(to));
}

static long double round_whole(long double value, char rounding)
{
    return rounding == 'e'   ? rintl(value)
           : rounding == 'z' ? truncl(value)
           : rounding == 'p' ? ceill(value)
                             : floorl(value);
}

static void fill(kt_run *run, kt_type type, void *in)
{
    kt_fill_edges(run, type, in, N);
    if (type < KT_F16) {
        /* All lengths, so that int to float meets ties as well as exact values. */
        for (int i = 0; i < N; i++) {
            long double v = load(type, in, i);
            if (i % 2)
                store_int(type, in, i, truncl(ldexpl(v, -(int)(kt_random(run) % 64))));
        }
        return;
    }
    /* Values near the limits of every integer type, and halves. */
    for (int i = 0; i < N; i++) {
        int pick = (int)(kt_random(run) % 4);
        kt_type near = int_types[kt_random(run) % KT_COUNT(int_types)];
        long double nudge = (long double)(kt_random(run) % 9) / 4 - 1;
        if (pick == 0)
            store_float(type, in, i, highest(near) + nudge, 'e');
        else if (pick == 1)
            store_float(type, in, i, lowest(near) + nudge, 'e');
        else if (pick == 2)
            store_float(type, in, i, (long double)(kt_random(run) % 4000) / 4 - 500, 'e');
    }
}

static void prepare(kt_run *run, kt_type from)
{
    static const char roundings_to_int[] = "zezpn";
    static const char roundings_to_float[] = "eezpn";
    void *in = kt_in(run, from, N);
    fill(run, from, in);
    for (size_t t = 0; t < KT_COUNT(int_types); t++) {
        kt_type to = int_types[t];
        int columns = from < KT_F16 ? 2 : 5;
        void *out = kt_out(run, to, (size_t)(N * columns));
        for (int i = 0; i < N; i++) {
            long double v = load(from, in, i);
            if (from < KT_F16) {
                store_int(to, out, i * 2, v);
                wrap(to, out, i * 2 + 1, v);
                continue;
            }
            for (int k = 0; k < 5; k++)
                store_int(to, out, i * 5 + k, round_whole(v, roundings_to_int[k]));
        }
    }
    for (size_t t = 0; t < KT_COUNT(float_types); t++) {
        void *out = kt_out(run, float_types[t], N * 5);
        for (int i = 0; i < N * 5; i++)
            store_float(float_types[t], out, i, load(from, in, i / 5), roundings_to_float[i % 5]);
    }
}

static void prepare_casts(kt_run *run)
{
    float *in = kt_in(run, KT_F32, 4 * N);
    uint8_t *bytes = kt_out(run, KT_U8, 4 * N);
    int32_t *rounded = kt_out(run, KT_I32, 4 * N);
    float *back = kt_out(run, KT_F32, 4 * N);
    uint32_t *bits = kt_out(run, KT_U32, 4 * N);
    for (int i = 0; i < 4 * N; i++) {
        in[i] = (float)kt_random_in(run, -300, 600);
        if (i % 3 == 0)
            in[i] = rintf(in[i]) + 0.5f;
        store_int(KT_U8, bytes, i, rintl((long double)in[i]));
        rounded[i] = (int32_t)in[i];
        back[i] = (float)bytes[i] + (float)rounded[i];
        memcpy(&bits[i], &in[i], 4);
        bits[i] ^= bits[i] + 1;
    }
}

#define TYPES(X)                                                                                   \
    X(char, KT_I8)                                                                                 \
    X(uchar, KT_U8)                                                                                \
    X(short, KT_I16)                                                                               \
    X(ushort, KT_U16)                                                                              \
    X(int, KT_I32)                                                                                 \
    X(uint, KT_U32)                                                                                \
    X(long, KT_I64) X(ulong, KT_U64) X(half, KT_F16) X(float, KT_F32) X(double, KT_F64)
#define PREPARE(name, type)                                                                        \
    static void prepare_##name(kt_run *run) { prepare(run, type); }
TYPES(PREPARE)

#define INT_TEST(name)                                                                             \
    {                                                                                              \
        "convert_from_" #name, "convert.cl", "from_" #name, "-DFROM_INTS", {N}, {64},              \
            .prepare = prepare_##name                                                              \
    }
#define FLOAT_TEST(name)                                                                           \
    {                                                                                              \
        "convert_from_" #name, "convert.cl", "from_" #name, NULL, {N}, {64},                       \
            .prepare = prepare_##name                                                              \
    }

static const kt_test tests[] = {
    INT_TEST(char),
    INT_TEST(uchar),
    INT_TEST(short),
    INT_TEST(ushort),
    INT_TEST(int),
    INT_TEST(uint),
    INT_TEST(long),
    INT_TEST(ulong),
    FLOAT_TEST(half),
    FLOAT_TEST(float),
    FLOAT_TEST(double),
    {"convert_casts", "convert.cl", "casts", .grid = {N}, .block = {64}, .prepare = prepare_casts},
};
const kt_group kt_group_convert = {tests, KT_COUNT(tests)};
