/* test_spaced.c: loads of elements that are a few bytes apart from lane to lane (src/jit/spaced.h),
 * and elements of two bytes at odd places. Expected values: bytes of memory, put together in C.
 * Faults: pages that are not there, whose place follows from the kernel's text. */
#include "waves_fixture.h"

enum {
    ITEMS = 128,
    PITCH = 300,         /* bytes from one row of 16 work-items to the next one */
    RESULTS_AT = 0x8000, /* behind what kernels read */
    BYTES = 0x9000,      /* whole pages: what is behind them is not there */
    LDS_BYTES = 0x1000,
    KEPT = 0x5ca1ab1e, /* what registers have before the load */
    ABOVE = 0xf00,
    DOWN = 0x300,
    TEXT_BYTES = 4096,
};

/* v1 is x, v3 is y * PITCH; work-items 0 to 63 and 64 to 127 are of two work-groups, or rows of
 * one. v[20:23] is the result. */
static const char text_of_rows[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_lshlrev_b32 v1, 6, s2\n"
                                   "v_add_nc_u32 v1, v1, v0\n"
                                   "v_mov_b32 v10, v1\n"
                                   "v_mov_b32 v3, 0\n";
static const char text_of_squares[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                      "v_and_b32 v1, 0x3ff, v0\n"
                                      "v_bfe_u32 v3, v0, 10, 10\n"
                                      "v_lshl_add_u32 v10, v3, 4, v1\n"
                                      "v_mul_u32_u24 v3, PITCH, v3\n";
/* Each work-group's LDS gets the first bytes of memory. */
static const char text_of_lds[] = "s_waitcnt lgkmcnt(0)\n"
                                  "v_and_b32 v4, 63, v10\n"
                                  "v_lshlrev_b32 v4, 6, v4\n"
                                  "AT = 0\n"
                                  ".rept 4\n"
                                  "global_load_b128 v[24:27], v4, s[6:7] offset:AT\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "ds_store_b128 v4, v[24:27] offset:AT\n"
                                  "AT = AT + 16\n"
                                  ".endr\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_barrier\n";
static const char text_of_load[] = "v_mul_u32_u24 v2, FACTOR, v1\n"
                                   "v_add_nc_u32 v2, v2, v3\n"
                                   "v_mov_b32 v20, KEPT\n"
                                   "v_mov_b32 v21, KEPT\n"
                                   "v_mov_b32 v22, KEPT\n"
                                   "v_mov_b32 v23, KEPT\n"
                                   "BEFORE\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "LOAD\n"
                                   "s_waitcnt vmcnt(0) & lgkmcnt(0)\n"
                                   "s_mov_b32 exec_lo, -1\n"
                                   "v_lshlrev_b32 v10, 4, v10\n"
                                   "v_add_nc_u32 v10, RESULTS_AT, v10\n"
                                   "global_store_b128 v10, v[20:23], s[6:7]\n"
                                   "s_endpgm\n";

/* How an element's bytes come into registers. */
struct load {
    const char *name, *ds, *to;
    unsigned bytes;
    bool is_signed, is_high, is_low; /* d16: the other half is kept */
};

static const struct load loads[] = {
    {"u8", "u8", "v20", 1, false, false, false},
    {"i8", "i8", "v20", 1, true, false, false},
    {"u16", "u16", "v20", 2, false, false, false},
    {"i16", "i16", "v20", 2, true, false, false},
    {"b32", "b32", "v20", 4, false, false, false},
    {"b64", "b64", "v[20:21]", 8, false, false, false},
    {"b96", "b96", "v[20:22]", 12, false, false, false},
    {"d16_u8", "u8_d16", "v20", 1, false, false, true},
    {"d16_b16", "u16_d16", "v20", 2, false, false, true},
    {"d16_hi_b16", "u16_d16_hi", "v20", 2, false, true, false},
    {"d16_hi_i8", "i8_d16_hi", "v20", 1, true, true, false},
};

static uint8_t byte_at(uint32_t at) { return (uint8_t)(at * UINT32_C(2654435761) >> 13); }

static void element(const struct load *l, uint32_t at, uint32_t out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = KEPT;
    for (unsigned by = 0; by < l->bytes; by += 4) {
        uint32_t v = 0;
        for (unsigned k = 0; k < 4 && by + k < l->bytes; k++)
            v |= (uint32_t)byte_at(at + by + k) << 8 * k;
        if (l->is_signed)
            v = (uint32_t)(l->bytes == 1 ? (int32_t)(int8_t)v : (int32_t)(int16_t)v);
        if (l->is_low)
            v = (v & 0xffff) | (KEPT & 0xffff0000);
        if (l->is_high)
            v = v << 16 | (KEPT & 0xffff);
        out[by / 4] = v;
    }
}

/* What is done to the address in v2, and to EXEC, before the load. */
enum spoiler {
    NOTHING,
    ONE_ELSEWHERE,
    SOME_INACTIVE,
    FROM_ABOVE,
    MIRRORED, /* the same, as compilers make it */
    CROSSED,  /* with the neighbour */
    BELOW,    /* by what the instruction adds */
    SPOILERS
};

static const char *const before[SPOILERS] = {
    "",
    "v_cmp_eq_u32 vcc_lo, 77, v10\nv_cndmask_b32 v4, 0, 19, vcc_lo\nv_add_nc_u32 v2, v2, v4\n",
    "v_and_b32 v4, 7, v10\nv_cmpx_ne_u32_e64 3, v4\n",
    "v_sub_nc_u32 v2, ABOVE, v2\n",
    "v_xad_u32 v2, v2, -1, ABOVE + 1\n",
    "v_xor_b32 v4, 1, v1\nv_mul_u32_u24 v2, FACTOR, v4\nv_add_nc_u32 v2, v2, v3\n",
    "v_subrev_nc_u32 v2, DOWN, v2\n",
};

static uint32_t address_of(uint32_t item, bool is_square, unsigned factor, enum spoiler s)
{
    item ^= s == CROSSED;
    uint32_t at = is_square ? item % 16 * factor + item / 16 * PITCH : item * factor;
    return s == FROM_ABOVE || s == MIRRORED   ? ABOVE - at
           : s == ONE_ELSEWHERE && item == 77 ? at + 19
                                              : at;
}

static bool is_compiled_spaced(const struct fixture *f) { return has_block(f, "\nspaced:"); }

static void write_text(char *text, bool is_square, bool is_lds, unsigned factor,
                       const char *spoiler, const char *load)
{
    const char *a = strstr(text_of_load, "BEFORE\n"), *b = strstr(text_of_load, "LOAD\n");
    snprintf(text, TEXT_BYTES,
             "PITCH = %d\nFACTOR = %u\nKEPT = %d\nRESULTS_AT = %d\nABOVE = %d\nDOWN = "
             "%d\n%s%s%.*s%s%.*s%s%s",
             PITCH, factor, KEPT, RESULTS_AT, ABOVE, DOWN,
             is_square ? text_of_squares : text_of_rows, is_lds ? text_of_lds : "",
             (int)(a - text_of_load), text_of_load, spoiler, (int)(b - a - 7), a + 7, load, b + 4);
}

static shoal_status run(struct fixture *f, bool is_square, shoal_launch_stats *stats)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    const uint64_t args[2] = {f->out, 0};
    d.grid[0] = is_square ? 16 : ITEMS;
    d.grid[1] = is_square ? 8 : 1;
    d.block[0] = is_square ? 16 : 64;
    d.block[1] = is_square ? 8 : 1;
    d.args = args;
    d.args_size = sizeof args;
    d.engine = SHOAL_ENGINE_JIT;
    d.threads = 1;
    d.dynamic_lds_bytes = LDS_BYTES;
    d.count_calls = true;
    for (uint32_t i = 0; i < BYTES; i++)
        ((uint8_t *)f->host)[i] = byte_at(i);
    return shoal_launch(f->device, f->kernel, &d, stats);
}

/* What registers have after the load; of compiled code, that it did it itself. Returns whether it
 * has the form. */
static bool check(const struct load *l, bool is_square, bool is_lds, unsigned factor,
                  enum spoiler s, int32_t offset)
{
    struct fixture f;
    char text[TEXT_BYTES], load[256];
    shoal_launch_stats stats = {0};
    if (is_lds)
        snprintf(load, sizeof load, "ds_load_%s %s, v2 offset:%d", l->ds, l->to,
                 offset + (s == BELOW ? DOWN : 0));
    else
        snprintf(load, sizeof load, "global_load_%s %s, v2, s[6:7] offset:%d", l->name, l->to,
                 offset);
    write_text(text, is_square, is_lds, factor, before[s], load);
    open_kernel(&f, text, is_square ? IDS_XYZ : IDS_X, BYTES / 4);
    assert_int_equal(run(&f, is_square, &stats), SHOAL_OK);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t want[4] = {KEPT, KEPT, KEPT, KEPT}, *got = f.host + RESULTS_AT / 4 + 4 * i;
        if (s != SOME_INACTIVE || (i & 7) != 3)
            element(l, address_of(i, is_square, factor, s) + (uint32_t)offset, want);
        for (unsigned k = 0; k < 4; k++)
            if (want[k] != got[k])
                fail_msg("%s, %u bytes apart%s, %s: item %u has %08x in dword %u, wanted %08x",
                         load, factor, is_square ? ", squares" : "", before[s], i, got[k], k,
                         want[k]);
    }
    bool is_row = factor == l->bytes && s != CROSSED && s != MIRRORED;
    if (stats.calls && !is_row)
        fail_msg("%s, %u bytes apart%s, %s: %s is called", load, factor,
                 is_square ? ", squares" : "", before[s], stats.called[0].mnemonic);
    bool is = is_compiled_spaced(&f);
    shoal_device_destroy(f.device);
    return is;
}

static bool is_gathered(const char *level) { return !level || strcmp(level, "sse2"); }

/* More kernels of distances() than so many have the form, on a host with gathers: without AVX-512
 * only those of dwords that are whole dwords apart, and of four lanes in 16 bytes (spaced.c). */
static unsigned fewest_spaced(const char *level)
{
    bool has_all = (!level || !strcmp(level, "avx512")) && use_level("avx512");
    use_level(NULL);
    return has_all ? 100 : 120;
}

/* A half is tested, less where it is slow, with each load and each distance. */
enum { EACH = IS_SANITIZED ? 6 : IS_SLOW ? 3 : 2 };

static bool is_left_out(unsigned load, unsigned factor) { return (load + factor) % EACH != 0; }

/* Everything that reads one element, at all distances up to 20 bytes and both ways. */
static void distances(void **state)
{
    (void)state;
    unsigned spaced = 0;
    for (unsigned n = 0; n < sizeof loads / sizeof *loads; n++)
        for (unsigned factor = 1; factor <= 20; factor += factor < 9 ? 1 : 3)
            for (unsigned k = 0; k < 4 && !is_left_out(n, factor); k++) {
                bool is_lds = k & 1, is_square = k & 2;
                enum spoiler s = (n + factor + k / 2) % 3 == 0   ? FROM_ABOVE
                                 : (n + factor + k / 2) % 3 == 1 ? MIRRORED
                                                                 : NOTHING;
                spaced += check(&loads[n], is_square, is_lds, factor, s, (int32_t)(n + factor) % 5);
            }
    printf("%u kernels have a form for that\n", spaced);
    const char *level = getenv("SHOAL_CPU");
    assert_true(spaced > fewest_spaced(level) / EACH || !is_gathered(level));
}

/* Where a lane is elsewhere, and where some are not active, they are gathered. */
static void exceptions(void **state)
{
    (void)state;
    for (unsigned n = 0; n < sizeof loads / sizeof *loads; n++)
        for (unsigned factor = 1; factor <= 12; factor++)
            for (unsigned k = 0; k < 2 && !is_left_out(n, factor); k++) {
                enum spoiler s = factor % 2 ? ONE_ELSEWHERE : SOME_INACTIVE;
                check(&loads[n], k, (n + factor / 2) % 2, factor, s, (int32_t)(factor % 3));
            }
}

/* What is not in the order of lanes, and addresses that are in LDS only with the offset. */
static void crossed(void **state)
{
    (void)state;
    for (unsigned n = 0; n < sizeof loads / sizeof *loads; n++)
        for (unsigned factor = 1; factor <= 12; factor++) {
            if (is_left_out(n, factor))
                continue;
            check(&loads[n], n & 1, factor & 1, factor, CROSSED, 1);
            check(&loads[n], !(n & 1), true, factor, BELOW, (int32_t)(n % 3));
        }
}

/* At all levels of the CPU. */
static void levels(void **state)
{
    static const char *const all[] = {"sse2", "avx2", "avx512"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        if (!use_level(all[i]))
            continue;
        for (unsigned n = 0; n < sizeof loads / sizeof *loads && is_gathered(all[i]); n += 2)
            for (unsigned factor = 1; factor <= 12 && !is_left_out(n, 0); factor += 3)
                check(&loads[n], n & 2, factor & 1, factor, NOTHING, 1);
    }
    use_level(NULL);
}

/* ---- where memory ends ---- */

/* The last element ends `by` bytes behind the last page, or the first begins as many before the
 * first one. */
static void check_end(const struct load *l, unsigned factor, bool is_first, int32_t by)
{
    struct fixture f;
    char text[TEXT_BYTES], load[256], move[128];
    shoal_launch_stats stats = {0};
    shoal_fault r = {0};
    uint32_t span = (ITEMS - 1) * factor + l->bytes;
    int32_t to = is_first ? -by : (int32_t)(BYTES - span) + by;
    if (is_first) /* item 127 is the lowest one */
        snprintf(move, sizeof move, "v_sub_nc_u32 v2, %u, v2\n", (ITEMS - 1) * factor);
    else
        move[0] = 0;
    snprintf(load, sizeof load,
             "s_add_u32 s8, s6, %d\ns_addc_u32 s9, s7, %d\nglobal_load_%s %s, v2, s[8:9]", to,
             to < 0 ? -1 : 0, l->name, l->to);
    write_text(text, false, false, factor, move, load);
    open_kernel(&f, text, IDS_X, BYTES / 4);
    shoal_status status = run(&f, false, &stats);
    if (by == 0) {
        assert_int_equal(status, SHOAL_OK);
        uint32_t want[4], last = (uint32_t)(is_first ? 0 : BYTES - l->bytes);
        element(l, last, want);
        assert_memory_equal(f.host + RESULTS_AT / 4 + 4 * (ITEMS - 1), want, 16);
    } else {
        assert_int_equal(status, SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.workgroup[0], 1);
        assert_int_equal(r.wave, 1);
        assert_int_equal(r.lane, 31);
        assert_int_equal(r.address, f.out + (is_first ? 0 : BYTES - l->bytes) +
                                        (uint64_t)(int64_t)(is_first ? -by : by));
    }
    shoal_device_destroy(f.device);
}

static void ends_of_memory(void **state)
{
    static const unsigned factors[] = {1, 3, 8, 12};
    (void)state;
    for (unsigned n = 0; n < 7; n += 1 + (n == 0))
        for (unsigned i = 0; i < 4; i++)
            for (unsigned k = 0; k < 4; k++) {
                /* as many bytes as one lane, and no other, is outside by */
                bool is_fault = k & 1, is_first = k & 2;
                unsigned by = factors[i] < loads[n].bytes ? factors[i] : loads[n].bytes;
                check_end(&loads[n], factors[i], is_first, is_fault ? (int32_t)by : 0);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances), cmocka_unit_test(exceptions),     cmocka_unit_test(crossed),
        cmocka_unit_test(levels),    cmocka_unit_test(ends_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
