/* long.c: expectations for long.cl, by the host's 64- and 128-bit integers; exact. */
#include "kernels.h"

#include <string.h>

enum { N = 500 };

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static int64_t saturate(i128 v)
{
    return v > INT64_MAX ? INT64_MAX : v < INT64_MIN ? INT64_MIN : (int64_t)v;
}

static void prepare_arithmetic(kt_run *run)
{
    int64_t *a = kt_in(run, KT_I64, N);
    int64_t *b = kt_in(run, KT_I64, N);
    int64_t *out = kt_out(run, KT_I64, 16 * N);
    kt_fill_edges(run, KT_I64, a, N);
    kt_fill_edges(run, KT_I64, b, N);
    for (int i = 0; i < N; i++) {
        int64_t x = a[i];
        int64_t y = b[i];
        uint64_t ux = (uint64_t)x;
        uint64_t uy = (uint64_t)y;
        unsigned count = (unsigned)y & 63;
        i128 difference = (i128)x - y;
        int leading = x ? __builtin_clzll(ux) : 64;
        int trailing = x ? __builtin_ctzll(ux) : 99;
        int64_t row[16] = {
            (int64_t)(ux + uy),
            (int64_t)(ux - uy),
            (int64_t)(ux * uy),
            (int64_t)(ux << count),
            x >> count,
            (int64_t)(ux >> count),
            (int64_t)(((i128)x * y) >> 64),
            (int64_t)(((u128)ux * uy) >> 64),
            (x < y) | (x <= y) << 1 | (ux < uy) << 2 | (x == y) << 3,
            x < y ? x : y,
            (int64_t)(ux > uy ? ux : uy),
            (int64_t)(difference < 0 ? -difference : difference),
            saturate((i128)x + y),
            saturate(difference),
            (int64_t)(count ? ux << count | ux >> (64 - count) : ux),
            (int64_t)leading << 16 | (int64_t)__builtin_popcountll(uy) << 8 | trailing,
        };
        memcpy(out + i * 16, row, sizeof row);
    }
}

static void prepare_divide(kt_run *run)
{
    int64_t *a = kt_in(run, KT_I64, N);
    int64_t *b = kt_in(run, KT_I64, N);
    int64_t *out = kt_out(run, KT_I64, 6 * N);
    kt_fill_edges(run, KT_I64, a, N);
    kt_fill_edges(run, KT_I64, b, N);
    for (int i = 0; i < N; i++) {
        b[i] >>= kt_random(run) % 64; /* divisors of all lengths */
        if (b[i] == 0 || (b[i] == -1 && a[i] == INT64_MIN))
            b[i] = 3;
        int64_t row[6] = {
            a[i] / b[i],
            a[i] % b[i],
            (int64_t)((uint64_t)a[i] / (uint64_t)b[i]),
            (int64_t)((uint64_t)a[i] % (uint64_t)b[i]),
            a[i] / 1000003,
            (int64_t)((uint64_t)a[i] % 1000000007u),
        };
        memcpy(out + i * 6, row, sizeof row);
    }
}

static void prepare_divide_int(kt_run *run)
{
    int32_t *a = kt_in(run, KT_I32, N);
    int32_t *b = kt_in(run, KT_I32, N);
    int32_t *out = kt_out(run, KT_I32, 10 * N);
    kt_fill_edges(run, KT_I32, a, N);
    kt_fill_edges(run, KT_I32, b, N);
    for (int i = 0; i < N; i++) {
        b[i] >>= kt_random(run) % 32;
        if (b[i] == 0 || (b[i] == -1 && a[i] == INT32_MIN))
            b[i] = 3;
        int32_t x = a[i];
        int32_t y = b[i];
        int32_t row[10] = {
            x / y,
            x % y,
            (int32_t)((uint32_t)x / (uint32_t)y),
            (int32_t)((uint32_t)x % (uint32_t)y),
            x / 7,
            x % -16,
            (int32_t)((uint32_t)x / 10),
            (int16_t)x / ((int16_t)y ? (int16_t)y : 3),
            (uint8_t)x % ((uint8_t)y ? (uint8_t)y : 5),
            (uint16_t)x / ((uint16_t)y ? (uint16_t)y : 9),
        };
        memcpy(out + i * 10, row, sizeof row);
    }
}

static void prepare_power_mod(kt_run *run)
{
    const uint64_t modulus = 4294967291u; /* the largest prime below 2^32 */
    uint64_t *base = kt_in(run, KT_U64, 200);
    uint32_t *exponent = kt_in(run, KT_U32, 200);
    kt_value(run, &modulus, sizeof modulus);
    uint64_t *out = kt_out(run, KT_U64, 200);
    for (int i = 0; i < 200; i++) {
        base[i] = kt_random(run);
        exponent[i] = (uint32_t)kt_random(run);
        if (i == 0) /* Fermat: a^(p-1) = 1 */
            exponent[i] = 4294967290u;
        u128 result = 1;
        for (int bit = 31; bit >= 0; bit--) {
            result = result * result % modulus;
            if (exponent[i] >> bit & 1)
                result = result * (base[i] % modulus) % modulus;
        }
        out[i] = (uint64_t)result;
    }
}

static const kt_test tests[] = {
    {"long_arithmetic", "long.cl", "arithmetic", .grid = {N}, .block = {64},
     .prepare = prepare_arithmetic},
    {"long_divide", "long.cl", "divide", .grid = {N}, .block = {64}, .prepare = prepare_divide},
    {"int_divide", "long.cl", "divide_int", .grid = {N}, .block = {64},
     .prepare = prepare_divide_int},
    {"long_power_mod", "long.cl", "power_mod", .grid = {200}, .block = {64},
     .prepare = prepare_power_mod},
};
const kt_group kt_group_long = {tests, KT_COUNT(tests)};
