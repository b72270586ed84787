/* test_strips.c: loops in which each lane goes through a strip of memory of its own and stores
 * there (jit/behind.h): what waits is stored before anybody can tell, wherever lanes load and
 * store. Expected values: the same in C, lane after lane, load after store. */
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "waves_fixture.h"

enum { WORDS = 1 << 14, BYTES = 4 * WORDS, LANES = 32 };

/* What the wave loads in each trip besides; or stores, as it goes on with its other stores. */
enum more { NO_MORE, ONE_DWORD, A_ROW, A_STORE, MORES };

/* Offsets and distances in bytes. */
struct walk {
    int32_t in, in_lane, in_step, out, out_lane, out_step;
    uint32_t trips, lanes, waves;
    bool has_pointers; /* 64-bit addresses in registers */
    bool splits;       /* odd trips store elsewhere in the code */
    enum more more;
    int32_t from; /* of more */
};

static void put_walk(char *text, size_t size, const struct walk *w)
{
    static const char *const more[] = {"", "global_load_b32 v12, v11, s[6:7]\n",
                                       "global_load_b32 v12, v11, s[6:7]\n", ""};
    static const char begin[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "s_lshl_b32 s8, s2, 5\n"
                                "v_add_nc_u32 v1, s8, v0\n"
                                "s_mov_b32 s10, %d\ns_mov_b32 s11, %d\n"
                                "v_mul_lo_u32 v2, v1, s10\nv_add_nc_u32 v2, %d, v2\n"
                                "v_mul_lo_u32 v3, v1, s11\nv_add_nc_u32 v3, %d, v3\n"
                                "v_mul_lo_u32 v13, v1, s11\nv_add_nc_u32 v13, %d, v13\n"
                                "v_mul_u32_u24 v11, %d, v0\nv_add_nc_u32 v11, %d, v11\n"
                                "v_mov_b32 v9, 0\nv_mov_b32 v12, 0\n"
                                "s_mov_b32 s9, 0\ns_mov_b32 exec_lo, 0x%x\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "v_add_co_u32 v4, vcc_lo, s6, v2\n"
                                "v_add_co_ci_u32_e64 v5, null, s7, 0, vcc_lo\n"
                                "v_add_co_u32 v6, vcc_lo, s6, v3\n"
                                "v_add_co_ci_u32_e64 v7, null, s7, 0, vcc_lo\n"
                                "again:\n%s";
    static const char body[] = "s_waitcnt vmcnt(0)\n"
                               "v_mul_lo_u32 v9, v9, 5\n"
                               "v_add3_u32 v9, v9, v8, v12\n"
                               "v_add_nc_u32 v10, s9, v9\n";
    static const char odd[] = "s_bitcmp1_b32 s9, 0\n"
                              "s_cbranch_scc0 even\n"
                              "global_store_b32 v3, v10, s[6:7]\n"
                              "s_branch both\n"
                              "even:\n";
    static const char end[] = "s_add_i32 s9, s9, 1\n"
                              "s_cmp_lt_u32 s9, 0x%x\n"
                              "s_cbranch_scc1 again\n"
                              "s_endpgm\n";
    int n = snprintf(text, size, begin, w->in_lane, w->out_lane, w->in, w->out, w->from,
                     w->more == A_ROW ? 4 : 0, w->from, w->lanes, more[w->more]);
    if (w->has_pointers)
        n += snprintf(text + n, size - (size_t)n,
                      "global_load_b32 v8, v[4:5], off\n%s"
                      "global_store_b32 v[6:7], v10, off\n"
                      "v_add_co_u32 v4, vcc_lo, v4, %d\n"
                      "v_add_co_ci_u32_e64 v5, null, %d, v5, vcc_lo\n"
                      "v_add_co_u32 v6, vcc_lo, v6, %d\n"
                      "v_add_co_ci_u32_e64 v7, null, %d, v7, vcc_lo\n",
                      body, w->in_step, w->in_step < 0 ? -1 : 0, w->out_step,
                      w->out_step < 0 ? -1 : 0);
    else
        n += snprintf(text + n, size - (size_t)n,
                      "global_load_b32 v8, v2, s[6:7]\n%s%s"
                      "global_store_b32 v3, v10, s[6:7]\n"
                      "both:\nv_add_nc_u32 v2, %d, v2\nv_add_nc_u32 v3, %d, v3\n",
                      body, w->splits ? odd : "", w->in_step, w->out_step);
    if (w->more == A_STORE)
        n += snprintf(text + n, size - (size_t)n,
                      "global_store_b32 v13, v9, s[6:7]\nv_add_nc_u32 v13, %d, v13\n", w->out_step);
    snprintf(text + n, size - (size_t)n, end, w->trips);
}

static uint32_t load(const uint8_t *m, int64_t at)
{
    uint32_t v;
    assert_true(at >= 0 && at + 4 <= BYTES);
    memcpy(&v, m + at, 4);
    return v;
}

static void store(uint8_t *m, int64_t at, uint32_t v)
{
    assert_true(at >= 0 && at + 4 <= BYTES);
    memcpy(m + at, &v, 4);
}

/* What wave n does, up to before trip `end`. */
static void go_through(uint8_t *m, const struct walk *w, uint32_t n, uint32_t end)
{
    uint32_t sum[LANES] = {0};
    for (uint32_t k = 0; k < end; k++) {
        for (uint32_t l = 0; l < LANES; l++) {
            int64_t id = LANES * n + l, row = w->more == A_ROW ? 4 * l : 0;
            if (!(w->lanes >> l & 1))
                continue;
            sum[l] = 5 * sum[l] + load(m, w->in + id * w->in_lane + (int64_t)k * w->in_step);
            if (w->more == ONE_DWORD || w->more == A_ROW)
                sum[l] += load(m, w->from + row);
        }
        for (uint32_t i = 0; i < (w->more == A_STORE ? 2 : 1); i++)
            for (uint32_t l = 0; l < LANES; l++) {
                int64_t by = (int64_t)(LANES * n + l) * w->out_lane + (int64_t)k * w->out_step;
                if (w->lanes >> l & 1)
                    store(m, (i ? w->from : w->out) + by, sum[l] + (i ? 0 : k));
            }
    }
}

static void fill(uint8_t *m)
{
    for (uint32_t i = 0; i < WORDS; i++)
        ((uint32_t *)m)[i] = (i + 1) * UINT32_C(2654435761);
}

static void open_walk(struct fixture *f, const struct walk *w, char text[4096])
{
    put_walk(text, 4096, w);
    open_kernel(f, text, IDS_X, WORDS);
    fill((uint8_t *)f->host);
}

static void check_walk(const struct walk *w)
{
    const uint32_t grid[3] = {LANES * w->waves, 1, 1}, block[3] = {LANES, 1, 1};
    struct fixture f;
    char text[4096];
    static uint32_t want[WORDS];
    shoal_launch_stats stats[2];
    fill((uint8_t *)want);
    for (uint32_t n = 0; n < w->waves; n++)
        go_through((uint8_t *)want, w, n, w->trips);
    open_walk(&f, w, text);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats[0]);
    for (uint32_t i = 0; i < WORDS; i++)
        if (f.host[i] != want[i])
            fail_msg("dword %u: 0x%x, not 0x%x:\n%s", i, f.host[i], want[i], text);
    if (has_long_vectors() && w->lanes)
        assert_int_equal(stats[0].calls, 0);
    launch_counting(&f, SHOAL_ENGINE_INTERP, grid, block, 1, &stats[1]);
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f.device);
}

static const struct walk plain = {.in_lane = 404,
                                  .in_step = 4,
                                  .out = BYTES / 2,
                                  .out_lane = 404,
                                  .out_step = 4,
                                  .trips = 101,
                                  .lanes = UINT32_MAX,
                                  .waves = 1};

/* As the loads and stores of matrices' rows lie. */
static void strips_are_stored(void **state)
{
    static const uint32_t lanes[] = {UINT32_MAX, 0xffff, 0xffff0000, 0x7ffffffe,
                                     0x80000001, 0x10,   0x5a5a5a5a};
    static const int32_t apart[] = {404, 64, 60, 68, 400, 4096 / 8, -404, 1000};
    (void)state;
    for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++)
        for (unsigned k = 0; k < sizeof apart / sizeof *apart; k++) {
            struct walk w = plain;
            w.lanes = lanes[i];
            w.out_lane = apart[k];
            w.out += apart[k] < 0 ? LANES * 404 : 0;
            w.trips = apart[k] == 1000 ? 200 : 15 + 23 * k;
            w.trips = k && w.trips > 100 && apart[k] < 1000 ? 100 : w.trips;
            w.has_pointers = (i + k) % 2;
            check_walk(&w);
        }
}

/* Where lanes load what they, or others, store: just before, long before, and later. */
static void loads_find_stores(void **state)
{
    static const int32_t by[] = {0,   4,   8,    -4,  -8,   12,  -12, 60,  64,  68,   -60,
                                 -64, 404, -404, 400, -400, 408, 412, 460, 808, -1212};
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof by / sizeof *by; i++) {
        struct walk w = plain;
        w.in = 4096;
        w.out = w.in + by[i / 2];
        w.waves = 1;
        w.has_pointers = i % 2;
        check_walk(&w);
        w.lanes = i % 4 < 2 ? 0x00ffff00 : 0xfefefefe;
        check_walk(&w);
    }
}

/* A dword, or a row of them, that some lane stores now and then. */
static void other_loads_find_stores(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        struct walk w = plain;
        w.more = ONE_DWORD + i % 2;
        w.from = (int32_t)(i % 3 == 0   ? w.out + 404 * 7 + 4 * (int32_t)i
                           : i % 3 == 1 ? w.out + 404 * 31 + 396
                                        : BYTES - 256);
        w.lanes = i % 5 ? UINT32_MAX : 0xff0ff0ff;
        w.has_pointers = i / 2 % 2;
        check_walk(&w);
    }
}

/* Two strips of each lane: apart, in turn, and one over the other. */
static void stores_meet(void **state)
{
    static const int32_t by[] = {16000, 200, 64, 60, 8, 4, 0, -4, 404, 400, -408, 340, 344};
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof by / sizeof *by; i++) {
        struct walk w = plain;
        w.more = A_STORE;
        w.trips = i % 2 ? 49 : 100;
        w.from = w.out + by[i / 2];
        w.lanes = i % 3 ? UINT32_MAX : 0x3fffc;
        check_walk(&w);
        w.in = w.out + 40 * (int32_t)(i % 3) - 40;
        check_walk(&w);
    }
}

/* Steps that leave something out, stay, or go back; lanes that are not apart. */
static void steps_differ(void **state)
{
    static const int32_t steps[][2] = {{4, 8},  {8, 4},  {-4, -4}, {4, -4}, {0, 4}, {4, 0},
                                       {64, 4}, {4, 64}, {60, 4},  {2, 4},  {4, 2}, {4, 6}};
    (void)state;
    for (unsigned i = 0; i < 4 * sizeof steps / sizeof *steps; i++) {
        struct walk w = plain;
        w.in_step = steps[i / 4][0];
        w.out_step = steps[i / 4][1];
        w.in = 8192;
        w.out = i % 4 == 2 ? w.in + 400 : i % 4 == 3 ? w.in - 40 : BYTES / 2 + 8192;
        w.out_lane = i % 4 == 1 ? 12 : 404;
        w.trips = 60;
        w.has_pointers = i % 2;
        check_walk(&w);
    }
}

/* Several waves, of which each ends in the midst of a strip. */
static void waves_follow(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct walk w = plain;
        w.in_lane = w.out_lane = 100;
        w.trips = 18 + i;
        w.waves = 9;
        w.lanes = i % 3 ? UINT32_MAX : 0xfffffff;
        w.has_pointers = i % 2;
        w.splits = !w.has_pointers;
        check_walk(&w);
    }
}

/* Where no lane is active, nothing is loaded, ahead neither: wherever addresses lead. */
static void no_lanes_load_nothing(void **state)
{
    static const int32_t in[] = {0, 4096, 0x70000000, -0x70000000};
    (void)state;
    for (unsigned i = 0; i < 4 * sizeof in / sizeof *in; i++) {
        struct walk w = plain;
        w.in = in[i / 4];
        w.in_step = i % 4 < 2 ? 4 : 64;
        w.out = i / 4 ? w.in : w.out;
        w.lanes = 0;
        w.has_pointers = i % 2;
        check_walk(&w);
    }
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* [first, end) that a lane's strip, of all lanes, is in. */
static bool is_inside(int64_t at, int64_t lane, int64_t step, int64_t trips)
{
    for (unsigned i = 0; i < 4; i++) {
        int64_t end = at + (i & 1 ? 31 * lane : 0) + (i & 2 ? (trips - 1) * step : 0);
        if (end < 0 || end + 4 > BYTES)
            return false;
    }
    return true;
}

static int32_t any_step(uint32_t *state)
{
    static const int32_t steps[] = {4, 4, 4, 4, 4, 8, -4, 0, 12, 64, 2, 1};
    return steps[next(state) % (sizeof steps / sizeof *steps)];
}

static void any_walks(void **state)
{
    (void)state;
    for (uint32_t n = 0, seed = 1; n < FEW_LOOPS; n++) {
        struct walk w = {.waves = 1};
        do {
            w.in_lane = (int32_t)(next(&seed) % 900) - 300;
            w.out_lane = next(&seed) % 2 ? w.in_lane : (int32_t)(next(&seed) % 900) - 300;
            w.in_step = any_step(&seed);
            w.out_step = next(&seed) % 2 ? w.in_step : any_step(&seed);
            w.in = (int32_t)(next(&seed) % BYTES);
            w.out = next(&seed) % 2 ? w.in + (int32_t)(next(&seed) % 1000) - 500
                                    : (int32_t)(next(&seed) % BYTES);
            if (next(&seed) % 4) { /* mostly aligned */
                w.in_lane &= ~3, w.out_lane &= ~3;
                w.in &= ~3, w.out &= ~3;
            }
            w.trips = 1 + next(&seed) % 130;
        } while (!is_inside(w.in, w.in_lane, w.in_step, w.trips) ||
                 !is_inside(w.out, w.out_lane, w.out_step, w.trips));
        w.lanes = next(&seed) % 3 ? UINT32_MAX : next(&seed) % 8 ? next(&seed) << 8 | 1 : 0;
        w.has_pointers = next(&seed) % 2;
        w.splits = !w.has_pointers && next(&seed) % 2;
        w.more = next(&seed) % 2 ? NO_MORE : next(&seed) % MORES;
        w.from = w.more == A_STORE ? w.out : (int32_t)(next(&seed) % (BYTES - 256)) & ~3;
        for (int32_t from = w.from; w.more == A_STORE && w.from == w.out;) {
            from = w.out + (int32_t)(next(&seed) % 600) - 300;
            w.from = is_inside(from, w.out_lane, w.out_step, w.trips) ? from : w.out;
        }
        check_walk(&w);
    }
}

/* Up to its trip, everything is stored; and whose fault it is, the interpreter says, too. */
static void check_fault(const struct walk *w, uint32_t trip)
{
    static const uint32_t grid[3] = {LANES, 1, 1};
    struct fixture f;
    shoal_fault r[2] = {{0}, {0}};
    static uint32_t want[WORDS];
    char text[4096];
    fill((uint8_t *)want);
    go_through((uint8_t *)want, w, 0, trip);
    open_walk(&f, w, text);
    for (int i = 0; i < 2; i++) {
        fill((uint8_t *)f.host);
        assert_int_equal(
            launch_on(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid, grid, 1, NULL),
            SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r[i]));
        for (uint32_t l = 0; l < LANES; l++) { /* of the trip that faults, some may be */
            int64_t at = w->out + (int64_t)l * w->out_lane + (int64_t)trip * w->out_step;
            if (at >= 0 && at + 4 <= BYTES)
                memcpy((uint8_t *)f.host + at, (uint8_t *)want + at, 4);
        }
        for (uint32_t k = 0; k < WORDS; k++)
            if (f.host[k] != want[k])
                fail_msg("dword %u: 0x%x, not 0x%x, with %d:\n%s", k, f.host[k], want[k], i, text);
    }
    same_faults(&r[0], &r[1]);
    shoal_device_destroy(f.device);
}

static void strips_fault(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t trip = 37 + 5 * i;
        struct walk w = plain;
        w.trips = 200;
        w.has_pointers = i / 2 % 2;
        int32_t last = BYTES - 31 * 404 - 4 * (int32_t)trip; /* of lane 31, behind the memory */
        *(i % 2 ? &w.out : &w.in) = last;
        *(i % 2 ? &w.in : &w.out) = 4096;
        w.more = i % 3 ? NO_MORE : ONE_DWORD;
        check_fault(&w, trip);
    }
}

/* What is loaded ahead and what waits does not touch what is behind the last lane's, which is any
 * of them. */
static void nothing_behind_is_touched(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 12; i++) {
        struct walk w = plain;
        bool is_back = i / 2 % 2;
        w.trips = 90 + i;
        int32_t last = BYTES - (is_back ? 0 : 31 * 404) - 4 * (int32_t)w.trips;
        *(i % 2 ? &w.out : &w.in) = last;
        *(i % 2 ? &w.in : &w.out) = 4096;
        *(i % 2 ? &w.out_lane : &w.in_lane) = is_back ? -404 : 404;
        w.has_pointers = i / 4 % 2;
        check_walk(&w);
    }
}

struct vanishing {
    void *from;
    size_t bytes;
    int failed; /* of mprotect */
};

static void *vanish(void *argument)
{
    struct vanishing *v = argument;
    usleep(20000);
    v->failed = mprotect(v->from, v->bytes, PROT_NONE);
    return NULL;
}

/* Memory that another thread takes away while stores to it wait: a fault as any other. */
static void memory_vanishes(void **state)
{
    static const uint32_t grid[3] = {LANES, 1, 1};
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_mov_b32 s10, 404\ns_mov_b32 s11, 0\n"
                               "v_mul_lo_u32 v1, v0, s10\n"
                               "v_add_nc_u32 v1, %d, v1\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "many:\nv_mov_b32 v2, v1\ns_mov_b32 s9, 0\n"
                               "again:\n"
                               "v_add_nc_u32 v3, s9, v0\n"
                               "global_store_b32 v2, v3, s[6:7]\n"
                               "v_add_nc_u32 v2, 4, v2\n"
                               "s_add_i32 s9, s9, 1\n"
                               "s_cmp_lt_u32 s9, 100\n"
                               "s_cbranch_scc1 again\n"
                               "s_add_i32 s11, s11, 1\n"
                               "s_cmp_lt_u32 s11, 0x1000000\n"
                               "s_cbranch_scc1 many\n"
                               "s_endpgm\n";
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct fixture f;
        pthread_t thread;
        char kernel[4096];
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        snprintf(kernel, sizeof kernel, text, (int)page);
        open_kernel(&f, kernel, IDS_X, WORDS);
        uintptr_t from = ((uintptr_t)f.host + page - 1) / page * page,
                  to = ((uintptr_t)f.host + BYTES) / page * page;
        struct vanishing v = {(void *)from, to - from, 0}; // NOLINT(performance-no-int-to-ptr)
        assert_int_equal(pthread_create(&thread, NULL, vanish, &v), 0);
        shoal_status status = launch_on(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(v.failed, 0);
        assert_int_equal(mprotect(v.from, v.bytes, PROT_READ | PROT_WRITE), 0);
        assert_int_equal(status, SHOAL_E_FAULT);
        shoal_device_destroy(f.device);
    }
}

/* Stores do wait, or all of this says nothing. */
static void stores_wait(void **state)
{
    static const uint32_t grid[3] = {LANES, 1, 1};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct walk w = plain;
        struct fixture f;
        char text[4096];
        w.has_pointers = i;
        open_walk(&f, &w, text);
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        assert_int_equal(has_block(&f, "strips_open"), has_long_vectors());
        shoal_device_destroy(f.device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strips_are_stored),
        cmocka_unit_test(loads_find_stores),
        cmocka_unit_test(other_loads_find_stores),
        cmocka_unit_test(stores_meet),
        cmocka_unit_test(steps_differ),
        cmocka_unit_test(waves_follow),
        cmocka_unit_test(no_lanes_load_nothing),
        cmocka_unit_test(any_walks),
        cmocka_unit_test(strips_fault),
        cmocka_unit_test(nothing_behind_is_touched),
        cmocka_unit_test(memory_vanishes),
        cmocka_unit_test(stores_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
