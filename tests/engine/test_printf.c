/* test_printf.c: formats, and records in the printf buffer. Expected texts: C17 7.21.6.1 and
 * OpenCL C 6.15.14, written by hand; records as clang-22 lays them out (noted at each). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

#include "engine/format.h"
#include "engine/launch_create.h"
#include "engine/printf.h"

/* ---- formats -------------------------------------------------------------------------- */

struct list {
    struct format_source source;
    struct format_arg args[4];
    unsigned count, next;
};

static bool next_arg(struct format_source *source, char conversion, struct format_arg *out)
{
    struct list *l = (struct list *)source;
    (void)conversion;
    if (l->next >= l->count)
        return false;
    *out = l->args[l->next++];
    return true;
}

static void check(const char *format, struct list *l, const char *expect)
{
    struct format_text t = {0};
    l->source.next = next_arg;
    l->next = 0;
    format_print(&t, format, strlen(format), true, &l->source);
    assert_int_equal(t.size, strlen(expect));
    if (t.size)
        assert_memory_equal(t.bytes, expect, t.size);
    free(t.bytes);
}

#define ONE(format, value, expect)                                                                 \
    do {                                                                                           \
        struct list l_ = {.count = 1, .args = {{(const uint8_t *)&(value), sizeof(value)}}};       \
        check(format, &l_, expect);                                                                \
    } while (0)

static void integers(void **state)
{
    (void)state;
    int32_t minus = -5;
    uint32_t big = 0xdeadbeef;
    int64_t wide = INT64_MIN;
    uint8_t byte = 0xfe;
    ONE("[%d]", minus, "[-5]");
    ONE("[%u]", minus, "[4294967291]");
    ONE("[%x]", big, "[deadbeef]");
    ONE("[%#X]", big, "[0XDEADBEEF]");
    ONE("[%hx]", big, "[beef]");
    ONE("[%hhd]", byte, "[-2]");
    ONE("[%o]", byte, "[376]");
    ONE("[%ld]", wide, "[-9223372036854775808]");
    ONE("[%8d]", minus, "[      -5]");
    ONE("[%-8d]", minus, "[-5      ]");
    ONE("[%08.3d]", minus, "[    -005]");
    ONE("[%+d]", byte, "[-2]");
    ONE("[%p]", big, "[0xdeadbeef]");
    int32_t letter = 'A';
    ONE("[%c]", letter, "[A]");
    ONE("[%3c]", letter, "[  A]");
    /* %ld of a 4-byte argument is sign-extended from its 4 bytes */
    ONE("[%ld]", minus, "[-5]");
}

static void floats(void **state)
{
    (void)state;
    float f = 2.5f;
    double d = -1.0 / 3, nan_value = NAN, inf = INFINITY;
    uint16_t half = 0x3555, half_denormal = 1, half_inf = 0xfc00;
    ONE("[%f]", f, "[2.500000]");
    ONE("[%.2f]", d, "[-0.33]");
    ONE("[%10.3e]", d, "[-3.333e-01]");
    ONE("[%g]", d, "[-0.333333]");
    ONE("[%a]", f, "[0x1.4p+1]");
    ONE("[%F]", inf, "[INF]");
    ONE("[%f]", nan_value, "[nan]");
    ONE("[%.7f]", half, "[0.3332520]");          /* 0x3555: 1365 / 4096 */
    ONE("[%.3e]", half_denormal, "[5.960e-08]"); /* 2^-24 */
    ONE("[%f]", half_inf, "[-inf]");
}

static void strings_stars_and_odd_formats(void **state)
{
    (void)state;
    char text[8] = "abc";
    ONE("[%s]", text, "[abc]");
    ONE("[%5s]", text, "[  abc]");
    ONE("[%-5.2s]", text, "[ab   ]");
    char unended[3] = {'x', 'y', 'z'};
    ONE("[%s]", unended, "[xyz]");
    int32_t width = -6, value = 42;
    struct list l = {.count = 2,
                     .args = {{(const uint8_t *)&width, 4}, {(const uint8_t *)&value, 4}}};
    check("[%*d]", &l, "[42    ]");
    struct list none = {.count = 0};
    check("100%% %d %s", &none, "100% (missing) (missing)");
    check("%", &none, "%");
    check("%y %-", &none, "%y %-");
    check("%v1d %v99f %v", &none, "%v1d %v99f %v");
    check("", &none, "");
    check("%.99999999999999999999d", &none, "(missing)");
    int32_t zero = 0;
    struct list wide = {.count = 1, .args = {{(const uint8_t *)&zero, 4}}};
    struct format_text t = {0};
    wide.source.next = next_arg;
    format_print(&t, "%999999999d", 11, false, &wide.source);
    assert_int_equal(t.size, 4096); /* widths are limited */
    free(t.bytes);
}

static void vectors(void **state)
{
    (void)state;
    float v4[4] = {1, 2.5f, -3, 0}, v3[3] = {1, 2, 3};
    int16_t s2[2] = {-1, 300};
    uint8_t c4[4] = {1, 2, 0xff, 0x10};
    double d2[2] = {0.5, 1e10};
    ONE("%v4hlf", v4, "1.000000,2.500000,-3.000000,0.000000");
    ONE("%.1v4hlf", v4, "1.0,2.5,-3.0,0.0");
    ONE("%v3hlf", v4, "1.000000,2.500000,-3.000000"); /* 3 in the room of 4 */
    ONE("%v3hlg", v3, "1,2,3");
    ONE("%v2hd", s2, "-1,300");
    ONE("%#v4hhx", c4, "0x1,0x2,0xff,0x10");
    ONE("%v2lg", d2, "0.5,1e+10");
    ONE("%v4f", v4, "1.000000,2.500000,-3.000000,0.000000"); /* size from the argument */
    ONE("%v8hd", s2, "-1,300,(missing),(missing),(missing),(missing),(missing),(missing)");
}

/* ---- records --------------------------------------------------------------------------- */

static void collect(void *user, const char *bytes, size_t size)
{
    char *text = user;
    strncat(text, bytes, size);
}

static const uint32_t sizes_a[] = {8, 4, 4};
static const uint32_t sizes_b[] = {8, 8, 4};
static const struct image_printf opencl_formats[] = {
    {.id = 1, .format = "plain\n", .format_size = 6},
    {.id = 4,
     .arg_count = 3,
     .arg_sizes = sizes_a,
     .format = "hello %s %d %c\n",
     .format_size = 15},
    {.id = 2,
     .arg_count = 3,
     .arg_sizes = sizes_b,
     .format = "p %p l %ld u %u %%\n",
     .format_size = 19},
};
static const struct image_printf hip_formats[] = {
    {.has_hash = true,
     .hash = 485197712330630481u,
     .format = "hello %s %d %f\n",
     .format_size = 15},
};

/* Puts a record buffer in place of the one that a kernel would leave, and prints it. */
static void flush(const struct image_printf *formats, size_t count, const void *records,
                  uint32_t bytes, const char *expect)
{
    char text[512] = "";
    shoal_device_options o = shoal_device_options_default();
    o.threads = 1;
    o.print = collect;
    o.print_user = text;
    shoal_device *device = NULL;
    assert_int_equal(device_create(&fake_isa, &fake_chip, &o, NULL, &device), SHOAL_OK);
    const struct fake_insn end[] = {F(END, 0, 0, 0, 0)};
    shoal_kernel *k = load(device, end, sizeof end, 0, 0);
    struct image image = {.printfs = formats, .printf_count = count};
    k->image = &image;
    struct launch *l = NULL;
    shoal_launch_desc d = shoal_launch_desc_default();
    struct diag diag = {0};
    assert_int_equal(launch_create(device, k, &d, &diag, &l), SHOAL_OK);
    struct launch_context context = {0};
    l->context = &context;
    assert_int_equal(printf_setup(l), SHOAL_OK);
    uint8_t *buffer = (uint8_t *)(uintptr_t)context.printf_buffer;
    memcpy(buffer, &bytes, 4);
    memcpy(buffer + 8, records, bytes < 4096 ? bytes : 4096);
    printf_flush(l);
    assert_string_equal(text, expect);
    /* clang leaves the NUL of some strings to the buffer: the next launch finds zeros. */
    for (int i = 8; i < 4096; i++)
        assert_int_equal(buffer[i], 0);
    launch_destroy(l);
    shoal_device_destroy(device);
}

/* printf("hello %s %d %c\n", "const", n, c): u32 4, "const\0" padded to 8, n, c as an int. */
static void opencl_records(void **state)
{
    (void)state;
    const uint32_t records[] = {4, 1936617315, 116, (uint32_t)-7, 'z', 1, 2, 0x12345678, 0,
                                5, 1,          9};
    flush(opencl_formats, 3, records, sizeof records,
          "hello const -7 z\nplain\np 0x12345678 l 4294967301 u 9 %\n");
}

static void damaged_records_end_the_output(void **state)
{
    (void)state;
    const uint32_t unknown[] = {1, 77, 1};
    flush(opencl_formats, 3, unknown, sizeof unknown, "plain\n");
    const uint32_t cut[] = {1, 4, 1936617315};
    flush(opencl_formats, 3, cut, sizeof cut, "plain\n");
    const uint32_t first[1024] = {1, 99};
    flush(opencl_formats, 3, first, UINT32_MAX, "plain\n"); /* an impossible length */
    const uint32_t control[] = {0xffffffff, 0, 0};
    flush(hip_formats, 1, control, sizeof control, "");
    const uint32_t too_short[] = {3, 0, 0};
    flush(hip_formats, 1, too_short, sizeof too_short, "");
}

/* clang -mprintf-kind=buffered: control 146 = 36 << 2 | 2, the hash, "const\0" padded to 8,
 * then 8 bytes per argument. Without a constant format: bit 1 clear, the format inline. */
static void buffered_records(void **state)
{
    (void)state;
    uint8_t r[80] = {0};
    uint32_t control = 146;
    uint64_t hash = 485197712330630481u, n = (uint32_t)-3;
    double f = 0.25;
    memcpy(r, &control, 4);
    memcpy(r + 4, &hash, 8);
    memcpy(r + 12, "const", 5);
    memcpy(r + 20, &n, 8);
    memcpy(r + 28, &f, 8);
    control = (4 + 8 + 8) << 2;
    n = 12;
    memcpy(r + 36, &control, 4);
    memcpy(r + 40, "n=%x.\n", 7);
    memcpy(r + 48, &n, 8);
    /* clang extends an int with zeros */
    flush(hip_formats, 1, r, 56, "hello const -3 0.250000\nn=c.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(strings_stars_and_odd_formats),
        cmocka_unit_test(vectors),
        cmocka_unit_test(opencl_records),
        cmocka_unit_test(damaged_records_end_the_output),
        cmocka_unit_test(buffered_records),
    };
    return cmocka_run_group_tests_name("engine printf", tests, NULL, NULL);
}
