/* test_seek.c: loops in which each lane looks for something in memory (src/jit/seek.h).
 * Expected values: searches in C; where a fault is, follows from where the allocation ends. Random
 * loops: the interpreter, which knows no such loops. */
#include "waves_fixture.h"

#include "random_text.h"

enum {
    WORDS = 1 << 18,
    RESULTS = 1 << 17, /* word: behind what kernels read */
    ITEMS = 128,
    ROW = 296, /* words from one item's start to the next one's: some are near the end of a page */
    RANDOM_LOOPS = IS_SLOW ? FEW_LOOPS : 250,
};

static uint32_t items[3] = {ITEMS, 1, 1};
static const uint32_t group[3] = {64, 1, 1};

/* With the same data before each run. */
static shoal_status run(struct fixture *f, shoal_engine engine, void (*fill)(uint32_t *words),
                        shoal_launch_stats *stats)
{
    for (uint32_t i = 0; i < f->words; i++)
        f->host[i] = i * UINT32_C(2654435761);
    if (fill)
        fill(f->host);
    return launch_for(f, engine, items, group, 1, 0, stats);
}

/* Whether lanes of the kernel, as compiled for the latest launch, look ahead. */
static bool seeks(const struct fixture *f) { return has_block(f, "\nseek_lane:"); }

/* ---- a key of each lane ---- */

/* Item i, unless i & 15 is 9, looks from word ROW i + BEFORE on, in steps of BY words, for one that
 * is at least its key, 0xf0000000, with an odd number of i 0xfc000000. Results: the word, and how
 * far it is. */
static const char search_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "v_lshlrev_b32 v1, 6, s2\n"
                                  "v_add_nc_u32 v1, v1, v0\n" /* item */
                                  "v_and_b32 v8, 15, v1\n"
                                  "v_mov_b32 v10, 0xf0000000\n"
                                  "v_and_b32 v2, 1, v1\n"
                                  "v_mul_u32_u24 v2, 12, v2\n"
                                  "v_lshlrev_b32 v2, 24, v2\n"
                                  "v_or_b32 v10, v10, v2\n"
                                  "v_cmpx_ne_u32_e64 9, v8\n"
                                  "v_mul_u32_u24 v2, 4 * ROW, v1\n"
                                  "v_add_nc_u32 v2, 4 * BEFORE, v2\n"
                                  "v_mov_b32 v9, 0\n"
                                  "s_mov_b32 s10, 0\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "v_add_co_u32 v4, vcc_lo, s6, v2\n"
                                  "v_add_co_ci_u32_e64 v5, null, s7, 0, vcc_lo\n"
                                  "next:\n"
                                  "global_load_b32 v11, v[4:5], off\n"
                                  "v_add_co_u32 v4, vcc_lo, v4, BYTES\n"
                                  "v_add_co_ci_u32_e64 v5, null, HIGH, v5, vcc_lo\n"
                                  "v_mov_b32 v8, v9\n"
                                  "v_add_nc_u32 v9, 1, v8\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_cmp_ge_u32_e64 s0, v11, v10\n"
                                  "s_or_b32 s10, s0, s10\n"
                                  "s_and_not1_b32 exec_lo, exec_lo, s10\n"
                                  "s_cbranch_execnz next\n"
                                  "s_or_b32 exec_lo, exec_lo, s10\n"
                                  "v_sub_nc_u32 v12, v4, s6\n"
                                  "v_lshlrev_b32 v1, 4, v1\n"
                                  "v_add_nc_u32 v1, 4 * RESULTS, v1\n"
                                  "global_store_b64 v1, v[11:12], s[6:7]\n"
                                  "global_store_b64 v1, v[8:9], s[6:7] offset:8\n"
                                  "s_endpgm\n";

static bool is_idle(uint32_t item) { return (item & 15) == 9; }

static void open_search(struct fixture *f, int by, unsigned before)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text, "ROW = %d\nRESULTS = %d\nBYTES = %d\nHIGH = %d\nBEFORE = %u\n%s",
             ROW, RESULTS, 4 * by, by < 0 ? -1 : 0, before, search_text);
    open_kernel(f, text, IDS_X, WORDS);
}

static void check_search(int by, unsigned before, void (*fill)(uint32_t *words))
{
    struct fixture f;
    shoal_launch_stats stats[2];
    open_search(&f, by, before);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, fill, &stats[i]),
                         SHOAL_OK);
        for (uint32_t n = 0; n < ITEMS; n++) {
            uint32_t key = n & 1 ? 0xfc000000 : 0xf0000000, at = ROW * n + before, trips = 0;
            const uint32_t *is = &f.host[RESULTS + 4 * n];
            if (is_idle(n))
                continue;
            while (f.host[at + (uint32_t)by * trips++] < key)
                ;
            assert_int_equal(is[0], f.host[at + (uint32_t)by * (trips - 1)]);
            assert_int_equal(is[1], 4 * (at + (uint32_t)by * trips));
            assert_int_equal(is[2], trips - 1);
            assert_int_equal(is[3], trips);
        }
    }
    same_counts(&stats[0], &stats[1]);
    assert_true(seeks(&f) == (has_lane_loops() && (by == 1 || by == -1)));
    shoal_device_destroy(f.device);
}

/* Searches of up to 200 words, of some lanes of one alone. */
static void fill_far(uint32_t *words)
{
    for (uint32_t i = 0; i < RESULTS; i++)
        words[i] = i;
    for (uint32_t n = 0; n <= ITEMS; n++) {
        words[ROW * n] = 0xff000000 + n;
        words[ROW * n + (n * 37) % 200] = 0xfd000000 + n;
        words[ROW * n + (n * 11) % 200] = 0xf1000000 + n; /* for even ones */
    }
}

/* All lanes find their key at once, or after 31 to 33 words. */
static void fill_near(uint32_t *words)
{
    for (uint32_t i = 0; i < RESULTS; i++)
        words[i] = 0xffffffff;
}

static void fill_edge(uint32_t *words)
{
    for (uint32_t i = 0; i < RESULTS; i++)
        words[i] = i % ROW < 31 + (i / ROW) % 3 ? 7 : 0xffff0000;
}

static void lanes_find_keys_above(void **state)
{
    (void)state;
    check_search(1, 0, NULL);
    check_search(1, 0, fill_far);
    check_search(1, 1, fill_far);
    check_search(1, 0, fill_near);
    check_search(1, 0, fill_edge);
}

static void lanes_find_keys_below(void **state)
{
    (void)state;
    check_search(-1, 1000, NULL);
    check_search(-1, 250, fill_far);
    check_search(-1, ROW - 1, fill_far);
    check_search(-1, 64, fill_near);
}

/* Which are not the next ones. */
static void other_steps(void **state)
{
    (void)state;
    check_search(2, 0, NULL);
    check_search(-3, 1000, NULL);
}

/* ---- faults ---- */

/* Nobody finds anything: the last item, in the lane that has the least way to go, comes to the end
 * of what is mapped first. */
static void fill_ones(uint32_t *words) { memset(words, 0xff, 4 * WORDS); }
static void fill_none(uint32_t *words) { memset(words, 0, 4 * WORDS); }

static void a_search_ends_where_memory_does(void **state)
{
    struct fixture f;
    shoal_launch_stats stats[2];
    uint64_t at[2];
    uint32_t lane[2];
    (void)state;
    open_search(&f, 1, 0);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, fill_none, &stats[i]),
                         SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_non_null(strstr(r.instruction, "global_load_b32"));
        at[i] = r.address;
        lane[i] = r.lane;
        assert_int_equal(r.wave, 1);
    }
    assert_true(at[0] >= f.out + 4 * WORDS && at[0] % 4096 == 0);
    assert_int_equal(at[0], at[1]);
    assert_int_equal(lane[0], 31); /* of the first work-group */
    assert_int_equal(lane[1], 31);
    assert_true(seeks(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

/* Items 40 and above begin behind what is mapped, all others find a key at once. */
static void a_search_begins_where_no_memory_is(void **state)
{
    struct fixture f;
    (void)state;
    open_search(&f, 1, WORDS - 40 * ROW);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, fill_ones, NULL),
                         SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.address, f.out + 4 * WORDS);
        assert_int_equal(r.wave, 1);
        assert_int_equal(r.lane, 8);
    }
    assert_true(seeks(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

/* Item 40, the last one, begins 50 words before the end, and finds nothing. */
enum { LEFT_WORDS = 50 };

static void fill_all_but_last(uint32_t *words)
{
    memset(words, 0xff, 4 * WORDS);
    memset(words + WORDS - LEFT_WORDS, 0, 4 * LEFT_WORDS);
}

static void a_search_comes_to_the_end_soon(void **state)
{
    struct fixture f;
    (void)state;
    items[0] = 41;
    open_search(&f, 1, WORDS - LEFT_WORDS - 40 * ROW);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(
            run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, fill_all_but_last, NULL),
            SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.address, f.out + 4 * WORDS);
        assert_int_equal(r.wave, 1);
        assert_int_equal(r.lane, 8);
    }
    items[0] = ITEMS;
    assert_true(seeks(&f) == has_lane_loops());
    shoal_device_destroy(f.device);
}

/* ---- random loops ---- */

/* An op of an iteration, of what is loaded, v16, and other registers. */
static void put_op(struct writer *w)
{
    static const char *const binary[] = {"v_add_nc_u32", "v_xor_b32",     "v_mul_lo_u32",
                                         "v_min_u32",    "v_sub_nc_u32",  "v_and_b32",
                                         "v_or_b32",     "v_lshlrev_b32", "v_max_i32"};
    unsigned d = 24 + pick(w, 4), a = pick(w, 3) ? 8 + pick(w, 9) : 24 + pick(w, 4),
             b = pick(w, 3) ? 16 : 8 + pick(w, 5);
    switch (pick(w, 8)) {
    case 0:
        put(w, "v_cmp_lt_u32 vcc_lo, v%u, v%u\nv_cndmask_b32 v%u, v%u, v%u, vcc_lo\n", a, b, d, b,
            a);
        break;
    case 1:
        put(w,
            "v_cmp_gt_f32 s20, v%u, v%u\nv_cmp_ne_u32 s21, v%u, v%u\ns_xor_b32 s20, s20, s21\n"
            "v_cndmask_b32_e64 v%u, v%u, v%u, s20\n",
            a, b, b, d, d, b, a);
        break;
    case 2:
        put(w, "v_cndmask_b32_e64 v%u, v%u, v%u, s22\n", d, a, b); /* a mask from before */
        break;
    case 3:
        put(w, "v_add_nc_u32 v%u, s14, v%u\n", d, a);
        break;
    case 4: /* a part of the address */
        put(w, "v_xor_b32 v%u, v%u, v%u\n", d, b, 22 + pick(w, 2));
        break;
    default:
        put(w, "%s v%u, v%u, v%u\n", binary[pick(w, sizeof binary / sizeof *binary)], d, a, b);
        break;
    }
}

static void put_growth(struct writer *w)
{
    if (pick(w, 2))
        put(w, "v_add_nc_u32 v12, %u, v12\n", 1 + pick(w, 60));
    if (pick(w, 3) == 0)
        put(w, "v_mov_b32 v14, v13\nv_add_nc_u32 v13, %d, v14\n", (int)pick(w, 40) - 20);
    if (pick(w, 4) == 0)
        put(w, "v_subrev_nc_u32 v15, 3, v15\n");
    if (pick(w, 8) == 0)
        put(w, "v_xor_b32 v11, 1, v11\n"); /* this is no growth */
}

static void put_move(struct writer *w, bool is_down)
{
    put(w, is_down ? "v_add_co_u32 v22, vcc_lo, v22, -4\nv_add_co_ci_u32_e64 v23, null, -1, v23, "
                     "vcc_lo\n"
                   : "v_add_co_u32 v22, vcc_lo, v22, 4\nv_add_co_ci_u32_e64 v23, null, 0, v23, "
                     "vcc_lo\n");
}

static void write_loop(struct writer *w)
{
    bool is_down = pick(w, 2), moves_late = pick(w, 2);
    static const uint32_t keys[] = {0x80000000, 0xe0000000, 0xf8000000, 0xff000000};
    put(w,
        "s_load_b64 s[6:7], s[0:1], null\n"
        "v_lshlrev_b32 v1, 6, s2\nv_add_nc_u32 v3, v1, v0\n" /* item */
        "v_mul_lo_u32 v10, 0x9e3779b9, v3\n"
        "v_lshrrev_b32 v8, 13, v10\nv_and_b32 v8, %u, v8\nv_add_nc_u32 v8, 1, v8\n" /* at most */
        "v_lshrrev_b32 v10, 5, v10\nv_or_b32 v10, 0x%x, v10\n"                      /* key */
        "v_mov_b32 v11, v3\nv_mov_b32 v12, 5\nv_xor_b32 v13, 77, v3\nv_mov_b32 v14, 9\n"
        "v_mov_b32 v15, 0.5\nv_mov_b32 v16, 1\nv_mov_b32 v24, 2\nv_mov_b32 v25, 3\n"
        "v_mov_b32 v26, 4\nv_mov_b32 v27, 5\n"
        "v_mov_b32 v9, 0\ns_mov_b32 s10, %s\ns_mov_b32 s14, 77\ns_mov_b32 s20, 5\n"
        "s_mov_b32 s21, 0x1234567\ns_mov_b32 s22, 0x5a5a1234\ns_mov_b32 s23, 0xff00ff\n"
        "s_mov_b32 vcc_lo, 0\n"
        "v_mul_u32_u24 v22, %u, v3\nv_add_nc_u32 v22, %u, v22\n"
        "s_waitcnt lgkmcnt(0)\n"
        "v_add_co_u32 v22, vcc_lo, s6, v22\nv_add_co_ci_u32_e64 v23, null, s7, 0, vcc_lo\n"
        "s_mov_b32 s18, exec_lo\n",
        (1u << pick(w, 9)) - 1, keys[pick(w, 4)], pick(w, 5) ? "0" : "0x3000c",
        4 * (1 + pick(w, 300)), 4096 + (pick(w, 8) ? 0 : pick(w, 4)));
    if (pick(w, 3))
        put(w,
            "v_mul_lo_u32 v1, 0x6789abcd, v3\nv_lshrrev_b32 v1, 20, v1\n"
            "v_cmpx_le_u32_e64 %u, v1\ns_cbranch_execz over\n",
            1u << (6 + pick(w, 6)));
    put(w, "next:\n");
    if (pick(w, 3) == 0)
        put_op(w);
    put(w, "global_load_b32 v16, v[22:23], off offset:%d\n", 4 * ((int)pick(w, 20) - 10));
    if (!moves_late)
        put_move(w, is_down);
    put_growth(w);
    put(w, "s_waitcnt vmcnt(0)\n");
    for (unsigned i = pick(w, 4); i-- > 0;)
        put_op(w);
    if (moves_late)
        put_move(w, is_down);
    put(w, "v_add_nc_u32 v9, 1, v9\n");
    if (pick(w, 6) == 0)
        put(w, "s_or_b32 s23, s23, exec_lo\n");
    put(w, "v_cmp_ge_u32_e64 s0, v%u, v10\n", pick(w, 3) ? 16 : 24 + pick(w, 4));
    put(w, "v_cmp_ge_i32_e64 vcc_lo, v9, v8\ns_or_b32 s0, s0, vcc_lo\n");
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
           "v_lshlrev_b32 v3, 7, v3\nv_add_nc_u32 v3, 4 * RESULTS, v3\n"
           "v_sub_nc_u32 v22, v22, s6\nv_mov_b32 v23, v8\n"
           "global_store_b128 v3, v[8:11], s[6:7]\n"
           "global_store_b128 v3, v[12:15], s[6:7] offset:16\n"
           "global_store_b128 v3, v[24:27], s[6:7] offset:32\n"
           "global_store_b64 v3, v[22:23], s[6:7] offset:48\n"
           "global_store_b32 v3, v16, s[6:7] offset:56\n"
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
    unsigned found = 0;
    const char *seed = getenv("SHOAL_TEST_SEED");
    uint32_t first = seed ? (uint32_t)strtoul(seed, NULL, 0) : 5;
    (void)state;
    assert_non_null(want);
    for (unsigned n = 0; n < RANDOM_LOOPS; n++) {
        struct fixture f;
        shoal_launch_stats stats[2];
        w = (struct writer){.state = n * 77 + first};
        put(&w, "RESULTS = %d\n", RESULTS);
        write_loop(&w);
        open_kernel(&f, w.text, IDS_X, WORDS);
        assert_int_equal(run(&f, SHOAL_ENGINE_INTERP, NULL, &stats[0]), SHOAL_OK);
        memcpy(want, f.host + RESULTS, results);
        assert_int_equal(run(&f, SHOAL_ENGINE_JIT, NULL, &stats[1]), SHOAL_OK);
        if (memcmp(want, f.host + RESULTS, results)) {
            size_t at = 0;
            while (want[at] == ((uint8_t *)(f.host + RESULTS))[at])
                at++;
            fputs(w.text, stderr);
            fail_msg("loop %u, item %zu, byte %zu", n, at / ITEM_BYTES, at % ITEM_BYTES);
        }
        same_counts(&stats[0], &stats[1]);
        found += seeks(&f);
        shoal_device_destroy(f.device);
    }
    free(want);
    printf("lanes look ahead in %u of %u loops\n", found, (unsigned)RANDOM_LOOPS);
    assert_true(found > RANDOM_LOOPS / 4 || !has_lane_loops());
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_find_keys_above),
        cmocka_unit_test(lanes_find_keys_below),
        cmocka_unit_test(other_steps),
        cmocka_unit_test(a_search_ends_where_memory_does),
        cmocka_unit_test(a_search_begins_where_no_memory_is),
        cmocka_unit_test(a_search_comes_to_the_end_soon),
        cmocka_unit_test(random_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
