/* test_buffers.c: buffers in compiled code, formatted and typed ones, too. Expected values:
 * formulas, of formats those of format_model.h; formats and what is selected: manual, 9.3 and 9.6,
 * table 52. */
#include "../sem/format_model.h"
#include "waves_fixture.h"

enum { ITEMS = 128, MOST = 4, WORDS = 2 * MOST * ITEMS };

/* Table 52: the first of UINT, SINT and FLOAT of 32 bits by components. */
static const unsigned formats[MOST + 1] = {0, 20, 48, 58, 61};
enum {
    FORMAT_8_8_8_8_UINT = 46,
    IN_ORDER = 4 | 5 << 3 | 6 << 6 | 7 << 9,
    REVERSED = 7 | 6 << 3 | 5 << 6 | 4 << 9
};

struct buffers {
    unsigned components;
    unsigned format, select; /* of the descriptor */
    unsigned typed;          /* format in the instruction; 0: none */
};

/* Elements of the first half of the memory, each dword plus its component's number and 1, go to the
 * second one. */
static void open_copy(struct fixture *f, const struct buffers *b)
{
    static const char *const names[MOST + 1] = {"", "x", "xy", "xyz", "xyzw"};
    const char *name = names[b->components];
    unsigned last = b->components + 3;
    char text[2048], format[40] = "", *p = text;
    if (b->typed)
        snprintf(format, sizeof format, " format:%u", b->typed);
    p += sprintf(p,
                 "s_load_b64 s[6:7], s[0:1], null\n"
                 "s_lshl_b32 s5, s2, 6\n"
                 "v_add_nc_u32 v0, s5, v0\n"
                 "v_add_nc_u32 v1, %u, v0\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_mov_b32 s8, s6\n"
                 "s_or_b32 s9, s7, 0x%x\n"
                 "s_mov_b32 s10, %u\n"
                 "s_mov_b32 s11, 0x%x\n",
                 ITEMS, 4 * b->components << 16, 2 * ITEMS, b->select | b->format << 12);
    p += sprintf(p, "%sbuffer_load_format_%s v[4:%u], v0, s[8:11], 0%s idxen\ns_waitcnt vmcnt(0)\n",
                 b->typed ? "t" : "", name, last, format);
    for (unsigned i = 0; i < b->components; i++)
        p += sprintf(p, "v_add_nc_u32 v%u, %u, v%u\n", 4 + i, i + 1, 4 + i);
    sprintf(p, "%sbuffer_store_format_%s v[4:%u], v1, s[8:11], 0%s idxen\ns_endpgm\n",
            b->typed ? "t" : "", name, last, format);
    open_kernel(f, text, IDS_X, WORDS);
}

/* Component i of element `item`, as bits of which a float would be anything. */
static uint32_t value(unsigned item, unsigned i)
{
    return 0x7f800000u + 0x10001u * item + 0x01234567u * i;
}

/* Launches it and looks at each dword. Returns how many ops the interpreter had to execute. */
static uint64_t run(const struct buffers *b)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    unsigned n = b->components;
    open_copy(&f, b);
    for (unsigned k = 0; k < n * ITEMS; k++)
        f.host[k] = value(k / n, k % n);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    for (unsigned k = 0; k < n * ITEMS; k++) {
        /* Reversed twice, it is where it was; what was added to it is of the register. */
        unsigned i = k % n, in_register = b->select == REVERSED && !b->typed ? n - 1 - i : i;
        uint32_t want = value(k / n, i) + in_register + 1;
        if (f.host[n * ITEMS + k] != want)
            fail_msg("element %u, component %u: %#x, not %#x", k / n, i, f.host[n * ITEMS + k],
                     want);
    }
    shoal_device_destroy(f.device);
    return stats.calls;
}

static void elements_of_dwords_stay_in_compiled_code(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= MOST; n++)
        for (unsigned k = 0; k < 3; k++) {
            struct buffers of_buffer = {n, formats[n] + k, IN_ORDER, 0},
                           of_op = {n, 1, REVERSED, formats[n] + k};
            uint64_t calls = run(&of_buffer) + run(&of_op);
            if (has_long_vectors()) /* and gathers: lanes are not next to each other */
                assert_int_equal(calls, 0);
        }
}

static void selected_elements_are_the_interpreters(void **state)
{
    (void)state;
    struct buffers b = {MOST, formats[MOST], REVERSED, 0};
    assert_true(run(&b) > 0);
}

/* Bytes of one dword come apart and go together again; sums do not carry from one to the next, as
 * those of dwords would: integers are stored clamped (9.3.1). */
static void elements_of_bytes_are_the_interpreters(void **state)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {64, 1, 1};
    struct buffers b = {MOST, FORMAT_8_8_8_8_UINT, IN_ORDER, 0};
    struct fixture f;
    shoal_launch_stats stats;
    (void)state;
    open_copy(&f, &b);
    for (unsigned k = 0; k < MOST * ITEMS; k++)
        f.host[k] = k % MOST ? 0 : 0xfe800000u + k;
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    for (unsigned k = 0; k < ITEMS; k++) {
        uint32_t in = f.host[MOST * k], want = 0;
        for (unsigned i = 0; i < 4; i++) {
            uint32_t sum = (in >> 8 * i & 255) + i + 1;
            want |= (sum > 255 ? 255 : sum) << 8 * i;
        }
        assert_int_equal(f.host[MOST * (ITEMS + k)], want);
    }
    assert_true(stats.calls > 0);
    shoal_device_destroy(f.device);
}

/* ---- all formats that MTBUF names ---- */

enum {
    FORMATS = 64,
    LOADED = 64,         /* items, each of which loads one element of each format */
    ELEMENT_WORDS = 4,   /* the largest one */
    SOURCE = 5 * LOADED, /* words that elements are in */
    RESULT = FORMATS * LOADED * MOST,
};

/* Items' elements are so many bytes apart; 0: they follow each other. */
static void open_loads(struct fixture *f, unsigned components, unsigned apart, bool wave64)
{
    static const char *const names[MOST + 1] = {"", "x", "xy", "xyz", "xyzw"};
    static char text[64 << 10];
    const shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .wave64 = wave64};
    char *p = text;
    p += sprintf(p,
                 "s_load_b64 s[6:7], s[0:1], null\n"
                 "v_lshlrev_b32 v2, 4, v0\n"
                 "v_add_nc_u32 v2, %u, v2\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_mov_b32 s8, s6\n"
                 "s_mov_b32 s9, s7\n"
                 "s_mov_b32 s10, %u\n"
                 "s_mov_b32 s11, 0x30000000\n", /* raw */
                 4 * SOURCE, 4 * SOURCE);
    for (unsigned k = 1; k < FORMATS; k++) {
        unsigned bytes = shape_of(format_names[k]).bytes;
        p +=
            sprintf(p,
                    "v_mul_u32_u24 v1, %u, v0\n"
                    "tbuffer_load_format_%s v[4:%u], v1, s[8:11], 0 format:%u offen\n"
                    "s_waitcnt vmcnt(0)\n"
                    "global_store_b128 v2, v[4:7], s[6:7]\n"
                    "v_add_nc_u32 v2, %u, v2\n",
                    apart ? apart : bytes, names[components], 3 + components, k, 4 * MOST * LOADED);
    }
    sprintf(p, "s_endpgm\n");
    open_kernel_as(f, text, &raw, SOURCE + RESULT);
}

static void check_loads(unsigned components, unsigned apart, bool wave64)
{
    static const uint32_t grid[3] = {LOADED, 1, 1}, block[3] = {LOADED, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    open_loads(&f, components, apart, wave64);
    for (unsigned i = 0; i < SOURCE; i++) /* also floats that are none, or denormal */
        f.host[i] = i % 8 == 3 ? 0x7fff7c01 : i % 8 == 5 ? 0x801f0001 : i * 0x9e3779b1u;
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    if (has_long_vectors())
        assert_int_equal(stats.calls, 0);
    for (unsigned k = 1; k < FORMATS; k++) {
        struct shape s = shape_of(format_names[k]);
        for (unsigned item = 0; item < LOADED; item++)
            for (unsigned i = 0; i < components; i++) {
                bool any_nan;
                const uint8_t *from = (const uint8_t *)f.host + item * (apart ? apart : s.bytes);
                uint32_t want = loaded(&s, from, i, false, &any_nan),
                         got = f.host[SOURCE + ((k - 1) * LOADED + item) * MOST + i];
                if (any_nan ? !isnan(f32_value(got)) : got != want)
                    fail_msg("%s, %u apart, item %u, component %u: %#x, not %#x", format_names[k],
                             apart, item, i, got, want);
            }
    }
    shoal_device_destroy(f.device);
}

static void loads_convert_all_formats(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= MOST; n++)
        check_loads(n, 0, false);
    check_loads(MOST, 4 * ELEMENT_WORDS, false);
    check_loads(MOST, 4 * ELEMENT_WORDS + 1, false);
    check_loads(MOST, 0, true);
}

/* Of component i that an item stores: floats and integers about the edges of formats. */
static uint32_t value_to_store(unsigned item, unsigned i)
{
    static const uint32_t edges[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3effffff, 0x7f800000,
        0xff800000, 0x7fc00000, 0xffa00001, 0x437f0000, 0x43000000, 0xc3000000, 0x00000001,
        0x477fe000, 0x477fffff, 0x47800000, 0x38800000, 0x387fffff, 0x33000000, 0xb8812345,
        127,        128,        0xffffff80, 0xffffff7f, 255,        256,        65536,
        0x3b008081, 0x3b80c0c1, 0x40200000, 0x7fffffff, 0x42c85678, 0x3ec01234, 0xbe812345};
    unsigned n = MOST * item + i, count = sizeof edges / sizeof *edges;
    return n % 3 ? edges[n % count] : (n * 0x9e3779b1u & 0x0fffffff) + 0x36000000;
}

static void open_stores(struct fixture *f, unsigned components, bool wave64)
{
    static const char *const names[MOST + 1] = {"", "x", "xy", "xyz", "xyzw"};
    static char text[64 << 10];
    const shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .wave64 = wave64};
    char *p = text;
    p += sprintf(p,
                 "s_load_b64 s[6:7], s[0:1], null\n"
                 "v_lshlrev_b32 v2, 4, v0\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "global_load_b128 v[4:7], v2, s[6:7]\n"
                 "s_mov_b32 s8, s6\n"
                 "s_mov_b32 s9, s7\n"
                 "s_mov_b32 s10, -1\n"
                 "s_mov_b32 s11, 0x30000000\n"
                 "s_movk_i32 s12, %u\n"
                 "s_waitcnt vmcnt(0)\n",
                 4 * SOURCE);
    for (unsigned k = 1; k < FORMATS; k++)
        p += sprintf(p,
                     "v_mul_u32_u24 v1, %u, v0\n"
                     "tbuffer_store_format_%s v[4:%u], v1, s[8:11], s12 format:%u offen\n"
                     "s_addk_i32 s12, %u\n",
                     shape_of(format_names[k]).bytes, names[components], 3 + components, k,
                     4 * MOST * LOADED);
    sprintf(p, "s_endpgm\n");
    open_kernel_as(f, text, &raw, SOURCE + RESULT);
}

static void check_stores(unsigned components, bool wave64)
{
    static const uint32_t grid[3] = {LOADED, 1, 1}, block[3] = {LOADED, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    open_stores(&f, components, wave64);
    memset(f.host, 0xcc, f.words * 4);
    for (unsigned i = 0; i < MOST * LOADED; i++)
        f.host[i] = value_to_store(i / MOST, i % MOST);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    if (has_long_vectors())
        assert_int_equal(stats.calls, 0);
    for (unsigned k = 1; k < FORMATS; k++) {
        struct shape s = shape_of(format_names[k]);
        const uint8_t *to = (const uint8_t *)(f.host + SOURCE + (k - 1) * LOADED * MOST);
        for (unsigned item = 0; item < LOADED; item++)
            for (unsigned i = 0; i < s.count; i++) {
                bool any_nan = false;
                uint32_t value = value_to_store(item, i);
                uint64_t want = i < components ? stored(&s, i, value, false, &any_nan) : 0,
                         got = component_bits(&s, to + item * s.bytes, i);
                if (any_nan ? !is_nan_bits(got, s.bits[i]) : got != want)
                    fail_msg("%s, item %u, component %u of %#x: %#llx, not %#llx", format_names[k],
                             item, i, value, (unsigned long long)got, (unsigned long long)want);
            }
    }
    shoal_device_destroy(f.device);
}

static void stores_convert_to_all_formats(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= MOST; n++)
        check_stores(n, false);
    check_stores(MOST, true);
}

/* ---- bounds ---- */

/* Lanes behind the last record load zeros and store nothing (9.4.1): the whole element is outside.
 */
static void elements_outside_are_zero(void **state)
{
    static const uint32_t grid[3] = {3 * ITEMS, 1, 1}, block[3] = {64, 1, 1};
    struct buffers b = {2, formats[2], IN_ORDER, 0};
    struct fixture f;
    (void)state;
    open_copy(&f, &b);
    for (unsigned k = 0; k < WORDS; k++)
        f.host[k] = 5;
    assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    for (unsigned k = 0; k < WORDS; k++) {
        /* The second ITEMS elements are loaded, too, but have no place behind them. */
        uint32_t want = k >= 2 * ITEMS && k < 4 * ITEMS ? 5 + k % 2 + 1 : 5;
        assert_int_equal(f.host[k], want);
    }
    shoal_device_destroy(f.device);
}

/* Lanes 0 to 19 at one place, one for each wave: of stores the last lane's stays, as with any lanes
 * at one address; sums are of all. */
static void lanes_at_one_place(void **state)
{
    enum { WAVES = 8, ACTIVE = 20 };
    static const uint32_t grid[3] = {32 * WAVES, 1, 1}, block[3] = {32, 1, 1};
    static const char text[] = "s_load_b64 s[8:9], s[0:1], null\n"
                               "s_lshl_b32 s5, s2, 3\n"
                               "s_lshl_b32 s6, s2, 8\n"
                               "v_add_nc_u32 v1, s6, v0\n"
                               "s_mov_b32 s10, 256\n"
                               "s_mov_b32 s11, 0x30014fac\n" /* raw, 32_UINT, x, y, z, w */
                               "v_cmpx_gt_u32 20, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "buffer_store_b32 v1, off, s[8:11], s5\n"
                               "buffer_atomic_add_u32 v1, off, s[8:11], s5 offset:4\n"
                               "s_endpgm\n";
    struct fixture f;
    shoal_launch_stats stats;
    (void)state;
    open_kernel(&f, text, IDS_X, 64);
    memset(f.host, 0, 256);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned wave = 0; wave < WAVES; wave++) {
        assert_int_equal(f.host[2 * wave], 256 * wave + ACTIVE - 1);
        assert_int_equal(f.host[2 * wave + 1], 256 * wave * ACTIVE + ACTIVE * (ACTIVE - 1) / 2);
    }
    shoal_device_destroy(f.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_dwords_stay_in_compiled_code),
        cmocka_unit_test(selected_elements_are_the_interpreters),
        cmocka_unit_test(elements_of_bytes_are_the_interpreters),
        cmocka_unit_test(loads_convert_all_formats),
        cmocka_unit_test(stores_convert_to_all_formats),
        cmocka_unit_test(elements_outside_are_zero),
        cmocka_unit_test(lanes_at_one_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
