/* test_pending.c: atomics without results that compiled code does later than the wave comes to them
 * (jit/waiting.h), in whole launches: nothing can tell, neither what is in memory in the end nor
 * what the wave does behind them. Expected values: formulas, made in C of what the manual says of
 * each operation; counts: the interpreter's. */
#include "waves_fixture.h"

enum { GROUPS = 64, ITEMS = GROUPS * 256, PLACES = 1024, TIMES = ITEMS / PLACES };

/* v1: the work-item's number, v2: offset of its place, 5 times as far from that of its neighbour
 * as dwords are; s[6:7]: the buffer, s[8:9]: PLACES dwords further. */
static const char head_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "s_lshl_b32 s10, s2, 8\n"
                                "v_and_b32 v1, 0x3ff, v0\n"
                                "v_add_nc_u32 v1, s10, v1\n"
                                "v_mul_u32_u24 v2, 5, v1\n"
                                "v_and_b32 v2, 1023, v2\n"
                                "v_lshlrev_b32 v2, 2, v2\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "s_add_u32 s8, s6, 4096\n"
                                "s_addc_u32 s9, s7, 0\n";

static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};

static void open_text(struct fixture *f, const char *text, size_t words)
{
    char whole[4096];
    int n = snprintf(whole, sizeof whole, "%s%ss_endpgm\n", head_text, text);
    assert_true(n > 0 && (size_t)n < sizeof whole);
    open_kernel(f, whole, IDS_XYZ, words);
}

/* From memory of zeros. */
static void launch_zero(struct fixture *f, shoal_engine engine, unsigned threads,
                        shoal_launch_stats *stats)
{
    memset(f->host, 0, f->words * 4);
    assert_int_equal(launch_for(f, engine, grid, block, threads, 60, stats), SHOAL_OK);
}

static uint32_t place_of(uint32_t item) { return item * 5 % PLACES; }

/* ---- sums ---- */

static uint32_t add(uint32_t a, uint32_t b) { return a + b; }
static uint32_t sub(uint32_t a, uint32_t b) { return a - b; }
static uint32_t all_of(uint32_t a, uint32_t b) { return a & b; }
static uint32_t any_of(uint32_t a, uint32_t b) { return a | b; }
static uint32_t one_of(uint32_t a, uint32_t b) { return a ^ b; }
static uint32_t max(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t min(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t signed_max(uint32_t a, uint32_t b) { return (int32_t)a > (int32_t)b ? a : b; }
static uint32_t signed_min(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b ? a : b; }

/* Each active lane's value, its number times an odd one, goes to its place, one of so many, in
 * both halves of the buffer. */
static void check_sums(const char *name, uint32_t (*f)(uint32_t, uint32_t), uint32_t exec,
                       uint32_t places)
{
    char text[512];
    uint32_t want[2 * PLACES];
    struct fixture x;
    snprintf(text, sizeof text,
             "s_mov_b32 exec_lo, 0x%x\n"
             "v_and_b32 v2, 0x%x, v2\n"
             "v_mul_lo_u32 v3, 0x9e3779b1, v1\n"
             "global_atomic_%s v2, v3, s[6:7]\n"
             "global_atomic_%s v2, v3, s[8:9]\n",
             exec, 4 * places - 1, name, name);
    open_text(&x, text, 2 * PLACES);
    for (uint32_t k = 0; k < 2 * PLACES; k++)
        want[k] = 0xcccccccc;
    for (uint32_t i = 0; i < ITEMS; i++)
        if (exec >> i % 32 & 1)
            for (unsigned k = 0; k < 2; k++) {
                uint32_t *p = &want[k * PLACES + place_of(i) % places];
                *p = f(*p, i * 0x9e3779b1u);
            }
    for (unsigned threads = 1; threads <= 2; threads++) {
        shoal_launch_stats jit, interp;
        assert_int_equal(launch(&x, SHOAL_ENGINE_JIT, grid, block, threads, &jit), SHOAL_OK);
        assert_int_equal(jit.engine, SHOAL_ENGINE_JIT);
        assert_memory_equal(x.host, want, sizeof want);
        assert_int_equal(launch(&x, SHOAL_ENGINE_INTERP, grid, block, threads, &interp), SHOAL_OK);
        assert_memory_equal(x.host, want, sizeof want);
        same_counts(&jit, &interp);
    }
    shoal_device_destroy(x.device);
}

static void sums_are_whole(void **state)
{
    (void)state;
    static const uint32_t masks[] = {UINT32_MAX, 0x0ff7fffe};
    for (int i = 0; i < 2; i++) {
        check_sums("add_u32", add, masks[i], PLACES);
        check_sums("sub_u32", sub, masks[i], PLACES);
        check_sums("or_b32", any_of, masks[i], PLACES);
        check_sums("and_b32", all_of, masks[i], PLACES);
        check_sums("xor_b32", one_of, masks[i], PLACES);
    }
}

/* Operations that mostly leave memory as it is; lanes at places of their own, and at one's. */
static void greatest_and_least(void **state)
{
    (void)state;
    static const uint32_t masks[] = {UINT32_MAX, 0x0ff7fffe};
    for (int i = 0; i < 2; i++)
        for (uint32_t places = 1; places <= PLACES; places *= 32) {
            check_sums("max_u32", max, masks[i], places);
            check_sums("min_u32", min, masks[i], places);
            check_sums("max_i32", signed_max, masks[i], places);
            check_sums("min_i32", signed_min, masks[i], places);
        }
}

/* Sums of floats that are exact, which hosts make by exchanges, at one place and at many. */
static void floats_add_up(void **state)
{
    (void)state;
    for (uint32_t places = 1; places <= PLACES; places *= 32)
        for (int returns = 0; returns < 2; returns++) {
            float want[PLACES] = {0};
            struct fixture f;
            char text[512];
            snprintf(text, sizeof text,
                     "v_and_b32 v2, 0x%x, v2\n"
                     "v_and_b32 v3, 7, v1\n"
                     "v_cvt_f32_u32 v3, v3\n"
                     "global_atomic_add_f32 %sv2, v3, s[6:7]%s\n",
                     4 * places - 1, returns ? "v4, " : "", returns ? " glc" : "");
            open_text(&f, text, PLACES);
            for (uint32_t i = 0; i < ITEMS; i++)
                want[place_of(i) % places] += (float)(i % 8);
            for (unsigned threads = 1; threads <= 2; threads++) {
                launch_zero(&f, SHOAL_ENGINE_JIT, threads, NULL);
                assert_memory_equal(f.host, want, sizeof want);
            }
            shoal_device_destroy(f.device);
        }
}

/* ---- order ---- */

/* What a wave does to its places in turn, on one thread; each place is met TIMES times. v3 is 5, v4
 * is 3. The first half of the buffer becomes `first` everywhere, the second one `second`. */
static void check_order(const char *text, uint32_t first, uint32_t second)
{
    char whole[1024];
    struct fixture f;
    snprintf(whole, sizeof whole, "v_mov_b32 v3, 5\nv_mov_b32 v4, 3\n%s", text);
    open_text(&f, whole, 2 * PLACES);
    static const shoal_engine engines[] = {SHOAL_ENGINE_JIT, SHOAL_ENGINE_INTERP};
    for (int i = 0; i < 2; i++) {
        launch_zero(&f, engines[i], 1, NULL);
        for (uint32_t k = 0; k < PLACES; k++) {
            assert_int_equal(f.host[k], first);
            assert_int_equal(f.host[PLACES + k], second);
        }
    }
    shoal_device_destroy(f.device);
}

static void other_operations_come_behind(void **state)
{
    (void)state;
    uint32_t mixed = 0;
    for (int i = 0; i < TIMES; i++)
        mixed = (mixed + 5) | 3;
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_atomic_max_u32 v2, v4, s[6:7]\n",
                5 * TIMES, 0);
    check_order("global_atomic_max_u32 v2, v4, s[6:7]\n"
                "global_atomic_add_u32 v2, v3, s[6:7]\n",
                3 + 5 * TIMES, 0);
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_atomic_or_b32 v2, v4, s[6:7]\n",
                mixed, 0);
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_atomic_swap_b32 v2, v4, s[6:7]\n",
                3, 0);
    /* of the other half in between, which does not wait: it is no part of the table */
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_atomic_add_u32 v2, v3, s[8:9]\n"
                "global_atomic_max_u32 v2, v4, s[8:9]\n"
                "global_atomic_max_u32 v2, v4, s[6:7]\n",
                5 * TIMES, 5 * TIMES);
}

/* The same place by another base and another offset, and as half of an element of 64 bits. */
static void places_are_met_by_other_ways(void **state)
{
    (void)state;
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "v_add_nc_u32 v5, 0xfffff000, v2\n"
                "v_mov_b32 v6, -1\n"
                "v_add_co_u32 v7, vcc_lo, s8, v2\n"
                "v_add_co_ci_u32 v8, vcc_lo, s9, 0, vcc_lo\n"
                "v_add_co_u32 v7, vcc_lo, 0xfffff000, v7\n"
                "v_add_co_ci_u32 v8, vcc_lo, v8, v6, vcc_lo\n"
                "global_atomic_swap_b32 v[7:8], v4, off\n",
                3, 0);
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "v_and_b32 v5, 0xff8, v2\n"
                "v_mov_b32 v6, 9\n"
                "v_mov_b32 v7, 9\n"
                "global_atomic_swap_b64 v5, v[6:7], s[6:7]\n",
                9, 0);
}

/* An operation that gives what was there sees all that the wave, and those before it, did. */
static void results_are_the_latest(void **state)
{
    (void)state;
    check_order("v_mov_b32 v5, 0\n"
                "global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_atomic_add_u32 v6, v2, v5, s[6:7] glc\n"
                "s_waitcnt vmcnt(0)\n"
                "global_atomic_max_u32 v2, v6, s[8:9]\n",
                5 * TIMES, 5 * TIMES);
    /* a load: then nothing before it waits */
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "s_waitcnt_vscnt null, 0x0\n"
                "global_load_b32 v6, v2, s[6:7]\n"
                "s_waitcnt vmcnt(0)\n"
                "global_atomic_add_u32 v2, v6, s[8:9]\n",
                5 * TIMES, 5 * TIMES * (TIMES + 1) / 2);
    check_order("global_atomic_add_u32 v2, v3, s[6:7]\n"
                "global_load_b32 v6, v2, s[6:7]\n"
                "s_waitcnt vmcnt(0)\n"
                "global_atomic_add_u32 v2, v6, s[8:9]\n",
                5 * TIMES, 5 * TIMES * (TIMES + 1) / 2);
}

/* ---- any order ---- */

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* One instruction of a wave, or two: of its lanes, some, at one of two places in one of two halves.
 */
static int print_random(char *text, size_t size, uint64_t *state)
{
    static const struct {
        const char *name, *data;
        bool is_wide, is_read;
    } ops[] = {
        {"global_atomic_add_u32", "v3", false, false},
        {"global_atomic_add_u32", "v4", false, false},
        {"global_atomic_or_b32", "v4", false, false},
        {"global_atomic_xor_b32", "v3", false, false},
        {"global_atomic_max_u32", "v4", false, false},
        {"global_atomic_swap_b32", "v3", false, false},
        {"global_atomic_and_b32", "v3", false, false},
        {"global_atomic_inc_u32", "v4", false, false},
        {"global_atomic_xor_b64", "v[3:4]", true, false},
        {"global_atomic_add_u32", "v3", false, true},
    };
    static const char *const offsets[] = {"v2", "v2", "v5", "v6"}, *const bases[] = {
                                                                       "s[6:7]", "s[6:7]", "s[8:9]",
                                                                       "s[8:9] offset:-4096"};
    uint32_t mask = next_random(state) % 3 ? UINT32_MAX : next_random(state) << 1 | 1;
    unsigned op = next_random(state) % (sizeof ops / sizeof *ops);
    const char *offset = ops[op].is_wide ? "v6" : offsets[next_random(state) % 4],
               *base = bases[next_random(state) % 4];
    int n = snprintf(text, size, "s_mov_b32 exec_lo, 0x%x\n", mask);
    return n + snprintf(text + n, size - (size_t)n, "%s %s%s, %s, %s%s", ops[op].name,
                        ops[op].is_read ? "v4, " : "", offset, ops[op].data, base,
                        ops[op].is_read ? " glc\ns_waitcnt vmcnt(0)\n" : "\n");
}

/* The interpreter, which does everything at once, says what is right. */
static void any_order_is_kept(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int i = 0; i < 60; i++) {
        struct fixture f;
        char text[2048];
        static uint32_t want[2 * PLACES];
        int n = snprintf(text, sizeof text,
                         "v_mul_lo_u32 v3, 0x9e3779b1, v1\n"
                         "v_mul_lo_u32 v4, 0x85ebca6b, v1\n"
                         "v_mul_u32_u24 v5, 3, v1\n"
                         "v_and_b32 v5, 1023, v5\n"
                         "v_lshlrev_b32 v5, 2, v5\n"
                         "v_and_b32 v6, 0xff8, v5\n");
        for (unsigned count = 2 + next_random(&seed) % 5; count--;)
            n += print_random(text + n, sizeof text - (size_t)n, &seed);
        open_text(&f, text, 2 * PLACES);
        launch_zero(&f, SHOAL_ENGINE_INTERP, 1, NULL);
        memcpy(want, f.host, sizeof want);
        launch_zero(&f, SHOAL_ENGINE_JIT, 1, NULL);
        if (memcmp(f.host, want, sizeof want) != 0)
            print_error("%s", text);
        assert_memory_equal(f.host, want, sizeof want);
        shoal_device_destroy(f.device);
    }
}

/* ---- others ---- */

/* This work-group does not go on before others have added to where it looks. `more`: work-items of
 * another one, behind those that are whole. */
static void check_waiting(unsigned group, uint32_t more)
{
    struct fixture f;
    char text[1024];
    const uint32_t all[3] = {ITEMS + more, 1, 1};
    snprintf(text, sizeof text,
             "v_and_b32 v2, 1023, v1\n" /* rows: what is no row, an executor loads */
             "v_lshlrev_b32 v2, 2, v2\n"
             "v_mov_b32 v3, 5\n"
             "s_cmp_lg_u32 s2, %u\n"
             "s_cbranch_scc1 sum\n"
             "look:\n"
             "global_load_b32 v4, v2, s[6:7] glc\n"
             "s_waitcnt vmcnt(0)\n"
             "v_cmp_eq_u32 vcc_lo, 0, v4\n"
             "s_cbranch_vccnz look\n"
             "sum:\n"
             "global_atomic_add_u32 v2, v3, s[6:7]\n",
             group);
    open_text(&f, text, 2 * PLACES);
    for (unsigned threads = 1; threads <= 2; threads++) {
        memset(f.host, 0, f.words * 4);
        assert_int_equal(launch_for(&f, SHOAL_ENGINE_JIT, all, block, threads, 60, NULL), SHOAL_OK);
        for (uint32_t k = 0; k < PLACES; k++)
            assert_int_equal(f.host[k], 5 * (TIMES + (k < more)));
    }
    shoal_device_destroy(f.device);
}

static void who_waits_for_sums_gets_them(void **state)
{
    (void)state;
    check_waiting(0, 0);
    check_waiting(GROUPS / 2, 0);
    check_waiting(GROUPS, 100); /* which compiled code does not begin */
}

/* Work-item 5000 has its place where no memory is: behind the buffer, but not further from its
 * start than tables reach. */
static void check_fault_of(const char *name)
{
    struct fixture f;
    static const shoal_engine engines[] = {SHOAL_ENGINE_JIT, SHOAL_ENGINE_INTERP};
    struct shoal_fault fault[2];
    static const uint32_t many[3] = {1 << 20, 1, 1};
    char text[512];
    snprintf(text, sizeof text,
             "v_mov_b32 v3, 5\n"
             "v_mov_b32 v4, 0x20000\n"
             "v_add_nc_u32 v4, v2, v4\n"
             "v_cmp_eq_u32 vcc_lo, 5000, v1\n"
             "v_cndmask_b32 v4, v2, v4, vcc_lo\n"
             "v_lshrrev_b32 v4, 2, v4\n"
             "v_lshlrev_b32 v4, 2, v4\n"
             "global_atomic_%s v4, v3, s[6:7]\n",
             name);
    open_text(&f, text, 2 * PLACES);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(launch(&f, engines[i], many, block, 1, NULL), SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &fault[i]));
    }
    same_faults(&fault[0], &fault[1]);
    shoal_device_destroy(f.device);
}

static void faults_stay(void **state)
{
    (void)state;
    check_fault_of("add_u32"); /* waits */
    check_fault_of("max_u32"); /* looks first */
    check_fault_of("and_b32"); /* so does this, which is the host's operation */
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_whole),
        cmocka_unit_test(greatest_and_least),
        cmocka_unit_test(floats_add_up),
        cmocka_unit_test(other_operations_come_behind),
        cmocka_unit_test(places_are_met_by_other_ways),
        cmocka_unit_test(results_are_the_latest),
        cmocka_unit_test(any_order_is_kept),
        cmocka_unit_test(who_waits_for_sums_gets_them),
        cmocka_unit_test(faults_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
