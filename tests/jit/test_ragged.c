/* test_ragged.c: loops that lanes leave one by one, run lane by lane (src/jit/lanes.h).
 * Expected values: sums computed in C; the quiet NaN that the manual's rule gives (3.4.2); where a
 * fault is, is written in the kernel. Random loops: the interpreter, which knows no such loops. */
#include "waves_fixture.h"

#include "random_text.h"

enum {
    DATA_BYTES = 1 << 20,
    RESULTS_AT = 1 << 18, /* behind what kernels read */
    ITEMS = 128,
    RANDOM_LOOPS = IS_SLOW ? FEW_LOOPS : 250,
};

static uint32_t items[3] = {ITEMS, 1, 1};
static const uint32_t group[3] = {64, 1, 1};

/* With the same data before each run. */
static shoal_status run(struct fixture *f, shoal_engine engine, double seconds,
                        void (*patch)(uint32_t *words), shoal_launch_stats *stats)
{
    for (uint32_t i = 0; i < f->words; i++)
        f->host[i] = i * UINT32_C(2654435761);
    if (patch)
        patch(f->host);
    return launch_for(f, engine, items, group, 1, seconds, stats);
}

/* Whether the kernel, as compiled for the latest launch, has a loop that is run lane by lane. */
static bool has_lanes(const struct fixture *f) { return has_block(f, "\ntrip:"); }

/* ---- sums of rows of different lengths ---- */

/* Item i, unless i & 15 is 9, adds LENGTH words from word 40 i on: to v12, as SUM says, with v11
 * the word and v13 that at its low 8 bits. LENGTH is (5 i & 31) + 1, or what v8 has been made. */
static const char rows_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "v_lshlrev_b32 v1, 6, s2\n"
                                "v_add_nc_u32 v1, v1, v0\n" /* item */
                                "v_and_b32 v8, 15, v1\n"
                                "v_cmpx_ne_u32_e64 9, v8\n"
                                "v_mul_u32_u24 v8, 5, v1\n"
                                "v_and_b32 v8, 31, v8\n"
                                "v_add_nc_u32 v8, 1, v8\n"
                                "LENGTH\n"
                                "v_mul_u32_u24 v2, 160, v1\n"
                                "v_mov_b32 v3, 0\n"
                                "v_mov_b32 v12, 0\n"
                                "s_mov_b32 s10, 0\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "v_add_co_u32 v4, vcc_lo, s6, v2\n"
                                "v_add_co_ci_u32_e64 v5, null, s7, v3, vcc_lo\n"
                                "v_mov_b32 v9, 0\n"
                                "next:\n"
                                "global_load_b32 v11, v[4:5], off\n"
                                "s_waitcnt vmcnt(0)\n"
                                "v_and_b32 v6, 0xff, v11\n"
                                "v_mov_b32 v7, 0\n"
                                "v_lshlrev_b64 v[6:7], 2, v[6:7]\n"
                                "v_add_co_u32 v6, vcc_lo, s6, v6\n"
                                "v_add_co_ci_u32_e64 v7, null, s7, v7, vcc_lo\n"
                                "global_load_b32 v13, v[6:7], off offset:64\n"
                                "v_add_co_u32 v4, vcc_lo, v4, 4\n"
                                "v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo\n"
                                "v_add_nc_u32 v9, STEP, v9\n"
                                "s_waitcnt vmcnt(0)\n"
                                "SUM\n"
                                "v_cmp_ge_i32_e64 s0, v9, v8\n"
                                "s_or_b32 s10, s0, s10\n"
                                "s_and_not1_b32 exec_lo, exec_lo, s10\n"
                                "s_cbranch_execnz next\n"
                                "s_or_b32 exec_lo, exec_lo, s10\n"
                                "v_lshlrev_b32 v1, 2, v1\n"
                                "v_add_nc_u32 v1, RESULTS, v1\n"
                                "global_store_b32 v1, v12, s[6:7]\n"
                                "s_endpgm\n";

static bool is_idle(uint32_t item) { return (item & 15) == 9; }

static void open_rows(struct fixture *f, const char *length, const char *sum, unsigned step)
{
    char text[TEXT_BYTES];
    const char *a = strstr(rows_text, "LENGTH\n"), *b = strstr(rows_text, "SUM\n");
    snprintf(text, sizeof text, "STEP = %u\nRESULTS = %d\n%.*s%s%.*s%s%s", step, RESULTS_AT,
             (int)(a - rows_text), rows_text, length, (int)(b - a - 6), a + 6, sum, b + 3);
    open_kernel(f, text, IDS_X, DATA_BYTES / 4);
}

static void rows_of_different_lengths(void **state)
{
    struct fixture f;
    shoal_launch_stats stats[2];
    (void)state;
    open_rows(&f, "", "v_mul_lo_u32 v13, v11, v13\nv_add_nc_u32 v12, v12, v13", 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, 0, NULL, &stats[i]),
                         SHOAL_OK);
        for (uint32_t n = 0; n < ITEMS; n++) {
            uint32_t sum = 0;
            if (is_idle(n))
                continue;
            for (uint32_t k = 0; k < (5 * n & 31) + 1; k++)
                sum += f.host[40 * n + k] * f.host[(f.host[40 * n + k] & 0xff) + 16];
            assert_int_equal(f.host[RESULTS_AT / 4 + n], sum);
        }
    }
    same_counts(&stats[0], &stats[1]);
    assert_true(has_lanes(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

/* ---- NaN ---- */

static void patch_nan(uint32_t *words)
{
    for (unsigned i = 0; i < RESULTS_AT / 4; i++) {
        float a = (float)(i % 7);
        memcpy(words + i, &a, 4);
    }
    words[37 * 40 + 2] = 0x7fa12345; /* signalling */
}

static void a_nan_is_whose_it_is(void **state)
{
    struct fixture f;
    shoal_launch_stats stats[2];
    (void)state;
    open_rows(&f, "", "v_fmac_f32 v12, 1.0, v11", 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, 0, patch_nan, &stats[i]), SHOAL_OK);
        for (uint32_t n = 0; n < ITEMS; n++) {
            float sum = 0;
            if (is_idle(n))
                continue;
            uint32_t bits;
            for (uint32_t k = 0; k < (5 * n & 31) + 1; k++) /* exact */
                sum += (float)((40 * n + k) % 7);
            memcpy(&bits, &sum, 4);
            assert_int_equal(f.host[RESULTS_AT / 4 + n], n == 37 ? 0x7fe12345 : bits);
        }
    }
    same_counts(&stats[0], &stats[1]);
    assert_true(has_lanes(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

/* ---- faults, long loops, loops without end ---- */

/* Item 70 meets an index far beyond the allocation in its third iteration, item 67, which is in a
 * lower lane, in its sixth. */
enum { FAR_INDEX = 1 << 24 };

static void patch_far(uint32_t *words)
{
    for (uint32_t i = 0; i < RESULTS_AT / 4; i++)
        words[i] = i & 0xff;
    words[67 * 40 + 5] = FAR_INDEX;
    words[70 * 40 + 2] = FAR_INDEX + 1;
}

static void check_fault(void)
{
    char text[TEXT_BYTES];
    struct fixture f;
    const char *a = strstr(rows_text, "LENGTH\n"), *sum = strstr(rows_text, "SUM\n");
    snprintf(text, sizeof text, "STEP = 1\nRESULTS = %d\n%.*s%.*sv_add_nc_u32 v12, v12, v13%s",
             RESULTS_AT, (int)(a - rows_text), rows_text, (int)(sum - a - 7), a + 7, sum + 3);
    memcpy(strstr(text, "v_and_b32 v6, 0xff, v11\n"), "v_mov_b32 v6, v11      \n", 24);
    open_kernel(&f, text, IDS_X, DATA_BYTES / 4);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, 0, patch_far, NULL),
                         SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.wave, 0);
        assert_int_equal(r.lane, 6);
        assert_int_equal(r.address, f.out + 4 * (FAR_INDEX + 1) + 64);
        assert_non_null(strstr(r.instruction, "global_load_b32"));
    }
    assert_true(has_lanes(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

static void a_fault_is_whose_it_is(void **state)
{
    (void)state;
    check_fault();
    items[0] = 100; /* the second work-group is a part of one */
    check_fault();
    items[0] = ITEMS;
}

/* Far outside of the window: addresses of 2^46 and above. */
static void addresses_outside_are_told(void **state)
{
    struct fixture f;
    (void)state;
    char text[TEXT_BYTES];
    const char *a = strstr(rows_text, "LENGTH\n"), *at = strstr(rows_text, "v_mov_b32 v9, 0\n"),
               *sum = strstr(rows_text, "SUM\n");
    snprintf(text, sizeof text,
             "STEP = 1\nRESULTS = %d\n%.*s%.*sv_cmp_eq_u32 vcc_lo, 44, v1\n"
             "v_cndmask_b32 v5, v5, 0x4000, vcc_lo\n%.*sv_add_nc_u32 v12, v12, v13%s",
             RESULTS_AT, (int)(a - rows_text), rows_text, (int)(at - a - 7), a + 7, (int)(sum - at),
             at, sum + 3);
    char *long_constant = strstr(text, "v_cndmask_b32 v5, v5, 0x4000, vcc_lo\n");
    memcpy(long_constant, "v_cndmask_b32 v5, v5, v15, vcc_lo\n   ", 37);
    char with[TEXT_BYTES];
    snprintf(with, sizeof with, "%.*sv_mov_b32 v15, 0x4000\n%s",
             (int)(strstr(text, "v_cmp_eq_u32 vcc_lo, 44") - text), text,
             strstr(text, "v_cmp_eq_u32 vcc_lo, 44"));
    open_kernel(&f, with, IDS_X, DATA_BYTES / 4);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, 0, NULL, NULL),
                         SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.wave, 1);
        assert_int_equal(r.lane, 12);
        assert_int_equal(r.address >> 32, 0x4000);
    }
    shoal_device_destroy(f.device);
}

static void the_time_limit_holds(void **state)
{
    struct fixture f;
    (void)state;
    open_rows(&f, "",
              "v_add_nc_u32 v12, v12, v13\nv_sub_co_u32 v4, vcc_lo, v4, 4\n"
              "v_subrev_co_ci_u32_e64 v5, null, 0, v5, vcc_lo",
              0);
    assert_int_equal(run(&f, SHOAL_ENGINE_JIT, 0.1, NULL, NULL), SHOAL_E_TIMEOUT);
    shoal_device_destroy(f.device);
}

static void long_loops_are_counted(void **state)
{
    struct fixture f;
    shoal_launch_stats stats[2];
    (void)state;
    open_rows(&f, "v_lshlrev_b32 v8, 9, v8", "v_add_nc_u32 v12, v12, v13", 1); /* to 16 K */
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, 0, NULL, &stats[i]),
                         SHOAL_OK);
        for (uint32_t n = 0; n < ITEMS; n++) {
            uint32_t sum = 0;
            if (is_idle(n))
                continue;
            for (uint32_t k = 0; k < ((5 * n & 31) + 1) << 9; k++)
                sum += f.host[(f.host[40 * n + k] & 0xff) + 16];
            assert_int_equal(f.host[RESULTS_AT / 4 + n], sum);
        }
    }
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f.device);
}

/* ---- random loops ---- */

/* An op of the loop. */
static void put_op(struct writer *w)
{
    static const char *const binary[] = {
        "v_add_nc_u32", "v_xor_b32",    "v_mul_lo_u32", "v_min_u32", "v_add_f32",
        "v_fmac_f32",   "v_sub_nc_u32", "v_and_b32",    "v_mul_f32", "v_lshlrev_b32",
        "v_or_b32",     "v_mul_hi_u32", "v_max_i32",    "v_sub_f32", "v_max_f32"};
    unsigned d = data_register(w), a = any_register(w), b = any_register(w);
    switch (pick(w, 20)) {
    case 0:
        put(w, "global_load_b32 v%u, v20, s[6:7] offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 1:
        put(w, "global_load_b32 v%u, v[22:23], off offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 2:
        put(w, "global_load_b64 v[16:17], v[22:23], off\n");
        break;
    case 3: /* at an index that was computed */
        put(w,
            "v_and_b32 v28, 0xfff, v%u\nv_ashrrev_i32 v29, 31, v28\n"
            "v_lshlrev_b64 v[28:29], 2, v[28:29]\nv_add_co_u32 v28, vcc_lo, s6, v28\n"
            "v_add_co_ci_u32_e64 v29, null, s7, v29, vcc_lo\n"
            "global_load_b32 v%u, v[28:29], off offset:%u\n",
            a, 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 4:
        put(w, "v_cmp_lt_u32 vcc_lo, v%u, v%u\nv_cndmask_b32 v%u, v%u, v%u, vcc_lo\n", a, b, d, b,
            a);
        break;
    case 5:
        put(w,
            "v_cmp_gt_f32 s20, v%u, v%u\nv_cmp_ne_u32 s21, v%u, v%u\ns_xor_b32 s20, s20, s21\n"
            "v_cndmask_b32_e64 v%u, v%u, v%u, s20\n",
            a, b, b, d, d, b, a);
        break;
    case 6:
        put(w, "v_add3_u32 v%u, v%u, v%u, v%u\n", d, a, b, any_register(w));
        break;
    case 7:
        put(w,
            "v_add_co_u32 v%u, vcc_lo, v%u, v%u\nv_add_co_ci_u32_e64 v%u, vcc_lo, v%u, s14, "
            "vcc_lo\n",
            d, a, b, data_register(w), a);
        break;
    case 8:
        put(w, "v_mad_u64_u32 v[12:13], vcc_lo, v%u, s14, v[%u:%u]\n", a, b, b + 1);
        break;
    case 9:
        put(w, "v_cndmask_b32_e64 v%u, v%u, v%u, s22\n", d, a, b); /* a mask from before */
        break;
    case 10:
        put(w, "v_add_f32 v%u, -v%u, |v%u|\n", d, a, b);
        break;
    case 11:
        put(w, "v_cvt_f32_u32 v%u, v%u\n", d, a);
        break;
    case 12:
        put(w, "v_dual_mov_b32 v%u, v%u :: v_dual_add_nc_u32 v%u, v%u, v%u\n", 10 + 2 * pick(w, 3),
            10 + 2 * pick(w, 5), 11 + 2 * pick(w, 3), 17, 13);
        break;
    default:
        put(w, "%s v%u, v%u, v%u\n", binary[pick(w, sizeof binary / sizeof *binary)], d, a, b);
        break;
    }
}

static void write_loop(struct writer *w)
{
    put(w,
        "s_load_b64 s[6:7], s[0:1], null\n"
        "v_lshlrev_b32 v1, 6, s2\nv_add_nc_u32 v3, v1, v0\n" /* item */
        "v_mul_lo_u32 v10, 0x9e3779b9, v3\n"
        "v_lshrrev_b32 v8, 13, v10\nv_and_b32 v8, %u, v8\nv_add_nc_u32 v8, 1, v8\n" /* trips */
        "v_mov_b32 v11, v3\nv_mov_b32 v12, 5\nv_xor_b32 v13, 77, v3\n"
        "v_cvt_f32_u32 v14, v3\nv_mov_b32 v15, 0.5\n"
        "v_mov_b32 v16, 1\nv_mov_b32 v17, 2\nv_mov_b32 v18, 3\nv_mov_b32 v19, 4\n"
        "v_mov_b32 v9, 0\ns_mov_b32 s10, %s\ns_mov_b32 s14, 77\ns_mov_b32 s20, 5\n"
        "s_mov_b32 s21, 0x1234567\ns_mov_b32 s22, 0x5a5a1234\ns_mov_b32 s23, 0xff00ff\n"
        "s_mov_b32 vcc_lo, 0\nv_mov_b32 v28, 0\nv_mov_b32 v29, 0\n"
        "v_mul_u32_u24 v20, %u, v3\nv_mul_u32_u24 v22, %u, v3\n"
        "s_waitcnt lgkmcnt(0)\n"
        "v_add_co_u32 v22, vcc_lo, s6, v22\nv_add_co_ci_u32_e64 v23, null, s7, 0, vcc_lo\n"
        "s_mov_b32 s18, exec_lo\n",
        (1u << pick(w, 6)) - 1, pick(w, 3) ? "0" : "0x3000c", 4 * (1 + pick(w, 50)),
        4 * (1 + pick(w, 50)));
    if (pick(w, 6)) /* some lanes are not active: with all of them, the wave's form may be better */
        put(w, "v_and_b32 v1, %u, v10\nv_cmpx_le_u32_e64 %u, v1\ns_cbranch_execz over\n",
            256 + (4u << pick(w, 4)), pick(w, 3) ? 1 : 256);
    put(w, "next:\n");
    for (unsigned i = 2 + pick(w, 8); i-- > 0;)
        put_op(w);
    put(w, "s_waitcnt vmcnt(0)\n");
    for (unsigned i = 1 + pick(w, 5); i-- > 0;)
        put_op(w);
    put(w, "global_load_b32 v19, v[22:23], off\nglobal_load_b32 v18, v20, s[6:7]\n"
           "v_add_nc_u32 v9, 1, v9\n");
    if (pick(w, 2))
        put(w, "v_add_nc_u32 v20, %u, v20\n", 4 * pick(w, 32));
    if (pick(w, 3))
        put(w, "v_add_co_u32 v22, vcc_lo, v22, %u\nv_add_co_ci_u32_e64 v23, null, 0, v23, vcc_lo\n",
            4 * pick(w, 16));
    if (pick(w, 4) == 0)
        put(w, "s_or_b32 s23, s23, exec_lo\n");
    put(w, "s_waitcnt vmcnt(0)\nv_xor_b32 v10, v10, v19\nv_cmp_ge_i32_e64 s0, v9, v8\n");
    if (pick(w, 4) == 0)
        put(w, "v_cmp_lt_u32 vcc_lo, 0xf0000000, v%u\ns_or_b32 s0, s0, vcc_lo\n", any_register(w));
    switch (pick(w, 4)) {
    case 0:
        put(w, "s_and_not1_b32 exec_lo, exec_lo, s0\n");
        break;
    case 1:
        put(w, "s_and_not1_b32 s20, exec_lo, s0\ns_mov_b32 exec_lo, s20\n");
        break;
    default:
        put(w, "s_or_b32 s10, s0, s10\ns_and_not1_b32 exec_lo, exec_lo, s10\n");
        break;
    }
    put(w, "s_cbranch_execnz next\n");
    put(w, "v_mov_b32 v30, 1\nover:\ns_mov_b32 exec_lo, s18\n"
           "v_mov_b32 v31, s10\nv_mov_b32 v32, s23\nv_mov_b32 v33, exec_lo\n"
           "v_lshlrev_b32 v3, 7, v3\nv_add_nc_u32 v3, RESULTS, v3\n"
           "v_sub_nc_u32 v22, v22, s6\nv_mov_b32 v23, v8\n"
           "global_store_b128 v3, v[8:11], s[6:7]\n"
           "global_store_b128 v3, v[12:15], s[6:7] offset:16\n"
           "global_store_b128 v3, v[16:19], s[6:7] offset:32\n"
           "global_store_b128 v3, v[20:23], s[6:7] offset:48\n"
           "global_store_b64 v3, v[31:32], s[6:7] offset:64\n");
    if (pick(w, 2)) /* also masks that the loop may have left in another way */
        put(w, "v_mov_b32 v1, s20\nv_mov_b32 v2, s21\nglobal_store_b64 v3, v[1:2], s[6:7] "
               "offset:72\n");
    put(w, "s_endpgm\n");
}

static void random_loops(void **state)
{
    static struct writer w;
    enum { ITEM_BYTES = 128 };
    size_t results = ITEMS * ITEM_BYTES;
    uint8_t *want = malloc(results);
    unsigned by_lane = 0;
    (void)state;
    assert_non_null(want);
    for (unsigned n = 0; n < RANDOM_LOOPS; n++) {
        struct fixture f;
        shoal_launch_stats stats[2];
        w = (struct writer){.state = n * 77 + 5};
        put(&w, "RESULTS = %d\n", RESULTS_AT);
        write_loop(&w);
        open_kernel(&f, w.text, IDS_X, DATA_BYTES / 4);
        assert_int_equal(run(&f, SHOAL_ENGINE_INTERP, 0, NULL, &stats[0]), SHOAL_OK);
        memcpy(want, (uint8_t *)f.host + RESULTS_AT, results);
        assert_int_equal(run(&f, SHOAL_ENGINE_JIT, 0, NULL, &stats[1]), SHOAL_OK);
        if (memcmp(want, (uint8_t *)f.host + RESULTS_AT, results)) {
            const uint8_t *is = (const uint8_t *)f.host + RESULTS_AT;
            uint32_t values[2];
            size_t at = 0;
            while (memcmp(want + at, is + at, sizeof *values) == 0)
                at += sizeof *values;
            memcpy(&values[0], is + at, sizeof *values);
            memcpy(&values[1], want + at, sizeof *values);
            fputs(w.text, stderr);
            fail_msg("loop %u, item %zu, byte %zu: %08x, not %08x", n, at / ITEM_BYTES,
                     at % ITEM_BYTES, values[0], values[1]);
        }
        same_counts(&stats[0], &stats[1]);
        by_lane += has_lanes(&f);
        shoal_device_destroy(f.device);
    }
    free(want);
    printf("%u of %u loops are run lane by lane\n", by_lane, (unsigned)RANDOM_LOOPS);
    assert_true(by_lane > RANDOM_LOOPS / 4 || !has_lane_loops());
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_different_lengths),
        cmocka_unit_test(a_nan_is_whose_it_is),
        cmocka_unit_test(a_fault_is_whose_it_is),
        cmocka_unit_test(addresses_outside_are_told),
        cmocka_unit_test(the_time_limit_holds),
        cmocka_unit_test(long_loops_are_counted),
        cmocka_unit_test(random_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
