/* print.c: expectations for print.cl, by the host's printf of the same values. */
#include "kernels.h"

#include <math.h>

static void prepare_formats(kt_run *run)
{
    const int32_t d = -1234;
    const uint32_t u = 0xbeef;
    const float f = -3.14159274f;
    const double wide_f = (double)f;
    const int64_t l = -1234567890123456;
    const char c = 'A';
    const double g = 1 / 3.0;
    kt_value(run, &d, sizeof d);
    kt_value(run, &u, sizeof u);
    kt_value(run, &f, sizeof f);
    kt_value(run, &l, sizeof l);
    kt_value(run, &c, sizeof c);
    kt_value(run, &g, sizeof g);
    kt_print(run, "plain text\n");
    kt_print(run, "%d|%5d|%-5d|%05d|%+d|% d\n", d, d, d, d, d, d);
    kt_print(run, "%i|%u|%o|%x|%X|%#x|%#o\n", d, u, u, u, u, u, u);
    kt_print(run, "%f|%.2f|%10.3f|%-10.1f|%e|%.3E|%g|%G|%a\n", wide_f, wide_f, wide_f, wide_f,
             wide_f, wide_f, wide_f, wide_f, wide_f);
    kt_print(run, "%lld|%llu|%llx|%20lld\n", (long long)l, (unsigned long long)l,
             (unsigned long long)l, (long long)l);
    kt_print(run, "%hd|%hu|%hhd|%hhx\n", (short)d, (unsigned short)d, (signed char)d,
             (unsigned char)d);
    kt_print(run, "%c%c%c|%5c|%%|%s|%10s|%.3s\n", c, c + 1, 'z', c, "string", "right", "truncate");
    kt_print(run, "%.17g|%.15e|%F\n", g, g, g);
    kt_print(run, "%d%%\n", 100);
    kt_print(run, "%f %f %f %d\n", (double)INFINITY, (double)-INFINITY, 0.0, d);
}

/* OpenCL C 3.0, 6.15.14: the components are separated by commas. */
static void print_vector(kt_run *run, const char *format, const double *v, int count)
{
    for (int i = 0; i < count; i++) {
        if (i)
            kt_print(run, ",");
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
        kt_print(run, format, v[i]);
#pragma clang diagnostic pop
    }
}

static void prepare_vectors(kt_run *run)
{
    const float f[4] = {1.5f, -2.25f, 1e10f, 0};
    const int32_t i[2] = {-7, 2000000000};
    const uint8_t c[4] = {0, 1, 200, 255};
    const int16_t s[8] = {1, -2, 3, -4, 5, -6, 32767, -32768};
    const int64_t l[2] = {-1, INT64_C(0x123456789abcdef)};
    const double d[2] = {0.1, -1e100};
    uint32_t u[16];
    double wide[4];
    for (uint32_t k = 0; k < 16; k++)
        u[k] = k * 0x11111111u;
    for (int k = 0; k < 4; k++)
        wide[k] = (double)f[k];
    kt_value(run, f, sizeof f);
    kt_value(run, i, sizeof i);
    kt_value(run, c, sizeof c);
    kt_value(run, s, sizeof s);
    kt_value(run, l, sizeof l);
    kt_value(run, d, sizeof d);
    kt_value(run, u, sizeof u);

    print_vector(run, "%f", wide, 4);
    kt_print(run, "\n");
    print_vector(run, "%.2f", wide, 4);
    kt_print(run, "|");
    print_vector(run, "%8.1f", wide, 4);
    kt_print(run, "\n%d,%d\n", i[0], i[1]);
    kt_print(run, "%d,%d,%d,%d|%x,%x,%x,%x\n", c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]);
    for (int k = 0; k < 8; k++)
        kt_print(run, "%s%d", k ? "," : "", s[k]);
    kt_print(run, "\n%lld,%lld|%llx,%llx\n", (long long)l[0], (long long)l[1],
             (unsigned long long)l[0], (unsigned long long)l[1]);
    print_vector(run, "%f", d, 2);
    kt_print(run, "|");
    print_vector(run, "%.3e", d, 2);
    kt_print(run, "\n");
    for (int k = 0; k < 16; k++)
        kt_print(run, "%s%u", k ? "," : "", u[k]);
    kt_print(run, "\n");
}

static void prepare_from_all(kt_run *run)
{
    enum { COUNT = 150 };
    int32_t *results = kt_out(run, KT_I32, COUNT);
    kt_print_any_order(run);
    for (int i = 0; i < COUNT; i++) {
        results[i] = 0; /* OpenCL C: 0 if the record was stored */
        kt_print(run, "item %d of %s\n", i, "the grid");
        if (i % 3 == 0)
            kt_print(run, "third %d %u\n", i, (unsigned)(i * i));
    }
}

static void prepare_in_function(kt_run *run)
{
    kt_i32(run, 6);
    for (int k = 0; k < 6; k++)
        kt_print(run, k & 1 ? "odd %d\n" : "even %d or zero\n", k);
}

static const kt_test tests[] = {
    {"print_formats", "print.cl", "formats", .prepare = prepare_formats},
    {"print_vectors", "print.cl", "vectors", .prepare = prepare_vectors},
    {"print_from_all_lanes", "print.cl", "from_all", .grid = {150}, .block = {50},
     .prepare = prepare_from_all},
    {"print_in_loop", "print.cl", "in_function", .prepare = prepare_in_function},
};
const kt_group kt_group_print = {tests, KT_COUNT(tests)};
