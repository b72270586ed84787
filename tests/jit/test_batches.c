/* test_batches.c: short kernels, of which several new waves run together (jit/batch.h), and
 * work-groups that follow each other without the engine. Expected values: formulas over the
 * work-items' ids; of random kernels, what the interpreter leaves; counts: the interpreter's. That
 * waves did run together shows in a kernel with a race: all load before one stores. */
#include "random_kernels.h"

#include <math.h>

/* The shapes of work-groups of 8 waves: rows of many waves, of two, of one, of a half and less; and
 * those whose waves go alone, since a batch would be of two layers in z. */
static const struct shape {
    uint32_t block[3];
    bool has_batches;
} shapes[] = {{{256, 1, 1}, true}, {{64, 4, 1}, true},  {{32, 8, 1}, true},  {{16, 16, 1}, true},
              {{32, 2, 4}, false}, {{8, 8, 4}, false},  {{128, 1, 2}, true}, {{8, 32, 1}, true},
              {{4, 64, 1}, true},  {{2, 128, 1}, true}, {{1, 256, 1}, true}};
enum {
    SHAPES = sizeof shapes / sizeof *shapes,
    GROUP_ITEMS = 256,
    ITEMS = GROUPS_X * GROUPS_Y * GROUP_ITEMS, /* of a grid */
};

/* Without LDS: else work-groups do not follow each other. */
static shoal_status launch_plain(struct fixture *f, shoal_engine engine, const uint32_t grid[3],
                                 const uint32_t block[3], unsigned threads,
                                 shoal_launch_stats *stats)
{
    return launch_with_lds(f, engine, grid, block, threads, 0, 0, stats);
}

/* Whether there is a batch, or on this host can be none. */
static bool has_batch_if_possible(const struct fixture *f)
{
    return has_block(f, "\nbatch:") == has_long_vectors();
}

/* Likewise, or for work-groups of this shape. */
static bool has_batch_if_possible_of(const struct fixture *f, const uint32_t block[3])
{
    return has_batch_if_possible(f) || (block[0] < 16 && block[2] > 1);
}

static const uint32_t line_of_256[3] = {256, 1, 1};

/* Of ITEMS work-items in such work-groups, which have a batch. */
static void run_in_batches(struct fixture *f, unsigned threads)
{
    uint32_t grid[3];
    grid_of(line_of_256, grid);
    assert_int_equal(launch_plain(f, SHOAL_ENGINE_JIT, grid, line_of_256, threads, NULL), SHOAL_OK);
    assert_true(has_batch_if_possible(f));
}

/* ---- together ---- */

/* Each wave adds 1 to what the wave before it has left in the same lane: y[i] = y[i - 32] + 1. */
static void waves_load_before_one_stores(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; shape++) {
        struct writer w = {.used = 0};
        struct fixture f;
        const uint32_t *block = shapes[shape].block;
        uint32_t grid[3], items = ITEMS, together = 0;
        begin_text(&w, block);
        put(&w, "v_lshlrev_b32 v6, 2, v5\nglobal_load_b32 v7, v6, s[6:7]\n"
                "s_waitcnt vmcnt(0)\nv_add_nc_u32 v7, 1, v7\n"
                "global_store_b32 v6, v7, s[6:7] offset:128\ns_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, items + 32);
        grid_of(block, grid);
        memset(f.host, 0, f.words * 4);
        assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        for (uint32_t i = 0; i < items / 32; i++) {
            uint32_t before = f.host[32 * i], now = f.host[32 * i + 32];
            for (uint32_t l = 0; l < 32; l++)
                assert_int_equal(f.host[32 * i + 32 + l], now);
            assert_true(now == before + 1 || now == 1);
            together += now != before + 1;
        }
        assert_true(has_batch_if_possible_of(&f, block));
        assert_int_equal(together,
                         shapes[shape].has_batches && has_long_vectors() ? items / 32 * 3 / 4 : 0);
        shoal_device_destroy(f.device);
    }
}

/* ---- edges ---- */

/* out[y][x] = in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1] inside, else in[y][x]:
 * work-groups at edges, which are the first ones, go alone. */
static const char edges_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "v_and_b32 v1, 0x3ff, v0\n"
                                 "v_bfe_u32 v2, v0, 10, 10\n"
                                 "s_mul_i32 s8, s2, BLOCK_X\n"
                                 "s_mul_i32 s9, s3, BLOCK_Y\n"
                                 "s_movk_i32 s10, WIDTH\n"
                                 "v_add_nc_u32 v1, s8, v1\n"
                                 "v_add_nc_u32 v2, s9, v2\n"
                                 "s_mov_b32 s12, exec_lo\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "s_add_u32 s16, s6, 4*WIDTH*HEIGHT\n" /* out */
                                 "s_addc_u32 s17, s7, 0\n"
                                 "v_mad_u64_u32 v[4:5], null, s10, v2, v[1:2]\n"
                                 "v_ashrrev_i32 v5, 31, v4\n"
                                 "v_lshlrev_b64 v[6:7], 2, v[4:5]\n"
                                 "v_add_co_u32 v8, vcc_lo, s6, v6\n"
                                 "v_add_co_ci_u32 v9, null, s7, v7, vcc_lo\n"
                                 "global_load_b32 v10, v[8:9], off\n"
                                 "v_cmpx_lt_i32_e32 0, v1\n"
                                 "s_cbranch_execz out\n"
                                 "v_cmp_lt_i32_e64 s13, 0, v2\n"
                                 "v_cmp_gt_i32_e32 vcc_lo, WIDTH - 1, v1\n"
                                 "v_cmp_gt_i32_e64 s14, HEIGHT - 1, v2\n"
                                 "s_and_b32 s13, vcc_lo, s13\n"
                                 "s_and_b32 s13, s14, s13\n"
                                 "s_and_saveexec_b32 s15, s13\n"
                                 "s_cbranch_execz inner\n"
                                 "v_subrev_nc_u32 v11, s10, v4\n"
                                 "v_ashrrev_i32 v12, 31, v11\n"
                                 "v_lshlrev_b64 v[11:12], 2, v[11:12]\n"
                                 "v_add_co_u32 v11, vcc_lo, s6, v11\n"
                                 "v_add_co_ci_u32 v12, null, s7, v12, vcc_lo\n"
                                 "global_load_b32 v13, v[8:9], off offset:-4\n"
                                 "global_load_b32 v14, v[8:9], off offset:4\n"
                                 "global_load_b32 v15, v[11:12], off\n"
                                 "global_load_b32 v16, v[8:9], off offset:4*WIDTH\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_add3_u32 v10, v13, v14, v15\n"
                                 "v_add_nc_u32 v10, v10, v16\n"
                                 "inner:\n"
                                 "s_or_b32 exec_lo, exec_lo, s15\n"
                                 "out:\n"
                                 "s_or_b32 exec_lo, exec_lo, s12\n"
                                 "v_lshlrev_b32 v6, 2, v4\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "global_store_b32 v6, v10, s[16:17]\n"
                                 "s_endpgm\n";

static void edges_go_alone(void **state)
{
    (void)state;
    enum { WIDTH = 512, HEIGHT = 64, CELLS = WIDTH * HEIGHT };
    static const uint32_t of[][3] = {{16, 16, 1}, {32, 8, 1}, {64, 4, 1}, {256, 1, 1}, {8, 8, 1},
                                     {4, 16, 1},  {2, 32, 1}, {1, 64, 1}, {12, 16, 1}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        struct fixture f;
        const uint32_t grid[3] = {WIDTH, HEIGHT, 1};
        char text[4096];
        snprintf(text, sizeof text, "BLOCK_X = %u\nBLOCK_Y = %u\nWIDTH = %u\nHEIGHT = %u\n%s",
                 of[k][0], of[k][1], WIDTH, HEIGHT, edges_text);
        open_kernel(&f, text, IDS_XYZ, 2 * CELLS);
        for (int i = 0; i < 2; i++) {
            shoal_launch_stats stats[2];
            for (uint32_t c = 0; c < CELLS; c++)
                f.host[c] = c * 2654435761u;
            memset(f.host + CELLS, 0xcc, 4 * CELLS);
            assert_int_equal(
                launch_plain(&f, SHOAL_ENGINE_JIT, grid, of[k], 1 + (unsigned)i, &stats[0]),
                SHOAL_OK);
            assert_true(has_batch_if_possible(&f) || of[k][0] == 12);
            for (uint32_t y = 0; y < HEIGHT; y++)
                for (uint32_t x = 0; x < WIDTH; x++) {
                    const uint32_t *in = f.host + y * WIDTH + x;
                    bool inside = x > 0 && y > 0 && x < WIDTH - 1 && y < HEIGHT - 1;
                    uint32_t want = inside ? in[-1] + in[1] + in[-WIDTH] + in[WIDTH] : in[0];
                    assert_int_equal(in[CELLS], want);
                }
            assert_int_equal(launch_plain(&f, SHOAL_ENGINE_INTERP, grid, of[k], 1, &stats[1]),
                             SHOAL_OK);
            same_counts(&stats[0], &stats[1]);
        }
        shoal_device_destroy(f.device);
    }
}

/* ---- faults ---- */

/* Wave 2 of work-group 7 accesses memory behind its end, by its 17th lane first. Its place there,
 * in a page: */
enum { FAULT_WAVE = 7 * 8 + 2, FAULT_LANE = 16, PAGE_WORDS = 1024 };

static void check_fault(bool is_store, unsigned threads)
{
    static const uint32_t grid[3] = {40 * 256, 1, 1}, block[3] = {256, 1, 1};
    struct writer w = {.used = 0};
    struct fixture f;
    enum { BY = 32 * FAULT_WAVE + FAULT_LANE, WORDS = 2 * PAGE_WORDS };
    begin_text(&w, block);
    put(&w, "v_lshlrev_b32 v6, 2, v5\nv_mov_b32 v7, v5\n");
    if (!is_store) /* stores stay inside */
        put(&w, "global_load_b32 v7, v6, s[6:7] offset:%d\nv_and_b32 v6, 0x1ffc, v6\n",
            4 * (WORDS - BY));
    put(&w, "s_waitcnt vmcnt(0)\nglobal_store_b32 v6, v7, s[6:7] offset:%d\ns_endpgm\n",
        is_store ? 4 * (WORDS - BY) : 0);
    open_kernel(&f, w.text, IDS_X, WORDS);
    for (int i = 0; i < 2; i++) {
        shoal_fault r = {0};
        shoal_engine engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
        memset(f.host, 0, f.words * 4);
        assert_int_equal(launch_plain(&f, engine, grid, block, threads, NULL), SHOAL_E_FAULT);
        assert_true(i || has_batch_if_possible(&f));
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        if (threads > 1)
            continue;
        assert_int_equal(r.workgroup[0], FAULT_WAVE / 8);
        assert_int_equal(r.wave, FAULT_WAVE % 8);
        assert_int_equal(r.lane, FAULT_LANE);
        assert_int_equal(r.address, f.out + 4 * WORDS);
        assert_int_equal(r.access_bytes, 4);
        assert_non_null(strstr(r.instruction, is_store ? "global_store" : "global_load"));
        /* what waves before it have stored */
        for (uint32_t k = 0; is_store && k < 32 * FAULT_WAVE; k++)
            assert_int_equal(f.host[WORDS - BY + k], k);
    }
    shoal_device_destroy(f.device);
}

static void faults_are_whose_they_are(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        check_fault(true, threads);
        check_fault(false, threads);
    }
}

/* ---- work-groups that follow ---- */

/* out[work-item of the grid] = its work-group's s2 | s3 << 8 | s4 << 16; partial ones at three
 * sides. */
static void groups_have_their_ids(void **state)
{
    (void)state;
    static const uint32_t of[][3] = {{64, 1, 1}, {32, 2, 1}, {16, 4, 2}, {128, 1, 1}};
    static const uint32_t grids[][3] = {{64 * 50, 1, 1}, {64 * 37 + 5, 3, 2}, {33, 7, 9},
                                        {640, 4, 4},     {64, 151, 1},        {16, 250, 3}};
    for (int k = 0; k < 4; k++)
        for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
            for (unsigned threads = 1; threads <= 2; threads++) {
                const uint32_t *block = of[k], *grid = grids[g];
                struct writer w = {.used = 0};
                struct fixture f;
                shoal_launch_stats stats[2];
                put(&w, "s_load_b64 s[6:7], s[0:1], null\n");
                put(&w, "v_and_b32 v1, 0x3ff, v0\nv_bfe_u32 v2, v0, 10, 10\nv_bfe_u32 v3, v0, 20, "
                        "10\n");
                put(&w, "s_mul_i32 s8, s2, %u\ns_mul_i32 s9, s3, %u\ns_mul_i32 s10, s4, %u\n",
                    block[0], block[1], block[2]);
                put(&w,
                    "v_add_nc_u32 v1, s8, v1\nv_add_nc_u32 v2, s9, v2\nv_add_nc_u32 v3, s10, v3\n");
                put(&w, "v_mul_lo_u32 v3, %u, v3\nv_add_nc_u32 v3, v3, v2\n", grid[1]);
                put(&w, "v_mul_lo_u32 v3, %u, v3\nv_add_lshl_u32 v3, v3, v1, 2\n", grid[0]);
                put(&w, "s_lshl_b32 s3, s3, 8\ns_lshl_b32 s4, s4, 16\ns_or_b32 s2, s2, s3\n"
                        "s_or_b32 s2, s2, s4\nv_mov_b32 v4, s2\ns_waitcnt lgkmcnt(0)\n"
                        "global_store_b32 v3, v4, s[6:7]\ns_endpgm\n");
                open_kernel(&f, w.text, IDS_XYZ, grid[0] * grid[1] * grid[2]);
                assert_int_equal(
                    launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, threads, &stats[0]), SHOAL_OK);
                for (uint32_t i = 0; i < f.words; i++)
                    assert_int_equal(f.host[i], i % grid[0] / block[0] |
                                                    i / grid[0] % grid[1] / block[1] << 8 |
                                                    i / grid[0] / grid[1] / block[2] << 16);
                assert_int_equal(launch_plain(&f, SHOAL_ENGINE_INTERP, grid, block, 1, &stats[1]),
                                 SHOAL_OK);
                same_counts(&stats[0], &stats[1]);
                shoal_device_destroy(f.device);
            }
}

/* ---- 64 bits ---- */

struct item {
    uint64_t i, x, y; /* its number, and where it is in its work-group */
};

/* Of a work-item and a number: */
static uint64_t sum(struct item w, uint64_t k) { return w.i + k + (w.x << 32); }
static uint64_t product(struct item w, uint64_t k) { return (uint32_t)k * w.i + w.x; }
static uint64_t great_product(struct item w, uint64_t k)
{
    return (uint32_t)k * (w.i + 42900) + w.x;
}
static uint64_t product_of_four(struct item w, uint64_t k) { return (uint32_t)k * (4 * w.i) + w.x; }
static uint64_t product_by_row(struct item w, uint64_t k)
{
    return (uint32_t)k * (w.y << 12) + w.x;
}
static uint64_t product_of_all(struct item w, uint64_t k)
{
    return (uint64_t)(uint32_t)k * (uint32_t)(w.i / GROUP_ITEMS + 5) + w.i;
}
static uint64_t by_threes(struct item w, uint64_t k)
{
    (void)k;
    return (uint32_t)(w.i * (w.i / GROUP_ITEMS * 3));
}
static uint64_t by_threes_and_two(struct item w, uint64_t k)
{
    (void)k;
    return (uint32_t)(w.i * (w.i / GROUP_ITEMS * 3 + 2));
}
static uint64_t up_11(struct item w, uint64_t k) { return (w.x << 32 | (uint32_t)(w.i + k)) << 11; }
static uint64_t up_30(struct item w, uint64_t k) { return (uint64_t)(uint32_t)(4 * w.i + k) << 30; }
static uint64_t row_up(struct item w, uint64_t k)
{
    return (uint64_t)(uint32_t)((w.y << 12) + k) << 20;
}
static uint64_t index_of(struct item w, uint64_t k)
{
    return (uint64_t)((int64_t)((w.i + k) << 32) >> 30);
}
static uint64_t two(struct item w, uint64_t k) { return (uint32_t)(w.i + k) + (w.x << 27); }
static uint64_t twelves_from(struct item w, uint64_t k) { return 12 * w.i + k; }

static const struct {
    const char *text;
    uint64_t (*value)(struct item w, uint64_t k);
} wide[] = {
    {"v_add_co_u32 v6, vcc_lo, s10, v5\nv_add_co_ci_u32 v7, null, s11, v1, vcc_lo\n", sum},
    {"v_mov_b32 v6, v1\nv_mov_b32 v7, 0\nv_mad_u64_u32 v[6:7], null, s10, v5, v[6:7]\n", product},
    {"v_add_nc_u32 v9, 42900, v5\nv_mov_b32 v6, v1\nv_mov_b32 v7, 0\n"
     "v_mad_u64_u32 v[6:7], null, s10, v9, v[6:7]\n",
     great_product},
    {"v_lshlrev_b32 v9, 2, v5\nv_mov_b32 v6, v1\nv_mov_b32 v7, 0\n"
     "v_mad_u64_u32 v[6:7], null, s10, v9, v[6:7]\n",
     product_of_four},
    {"v_lshlrev_b32 v9, 12, v2\nv_mov_b32 v6, v1\nv_mov_b32 v7, 0\n"
     "v_mad_u64_u32 v[6:7], null, s10, v9, v[6:7]\n",
     product_by_row},
    {"v_mov_b32 v6, v5\nv_mov_b32 v7, 0\ns_add_i32 s12, s8, 5\n"
     "v_mad_u64_u32 v[6:7], null, s10, s12, v[6:7]\n",
     product_of_all},
    {"v_mov_b32 v7, 0\nv_mul_lo_u32 v9, 3, s8\nv_mul_lo_u32 v6, v5, v9\n", by_threes},
    {"v_mov_b32 v7, 0\nv_mul_lo_u32 v9, 3, s8\nv_add_nc_u32 v9, 2, v9\nv_mul_lo_u32 v6, v5, v9\n",
     by_threes_and_two},
    {"v_mov_b32 v7, v1\nv_add_nc_u32 v6, s10, v5\nv_lshlrev_b64 v[6:7], 11, v[6:7]\n", up_11},
    {"v_mov_b32 v7, 0\nv_lshl_add_u32 v6, v5, 2, s10\nv_lshlrev_b64 v[6:7], 30, v[6:7]\n", up_30},
    {"v_mov_b32 v7, 0\nv_lshl_add_u32 v6, v2, 12, s10\nv_lshlrev_b64 v[6:7], 20, v[6:7]\n", row_up},
    {"v_mov_b32 v6, 0\nv_add_nc_u32 v7, s10, v5\nv_ashrrev_i64 v[6:7], 30, v[6:7]\n", index_of},
    {"v_add_nc_u32 v6, s10, v5\nv_lshlrev_b32 v9, 27, v1\nv_lshrrev_b32 v7, 5, v1\n"
     "v_add_co_u32 v6, vcc_lo, v6, v9\nv_add_co_ci_u32 v7, null, 0, v7, vcc_lo\n",
     two},
    {"v_mad_i64_i32 v[6:7], null, v5, 12, s[10:11]\n", twelves_from}};

/* Sums that carry in no lane, in some, and in all. */
static void values_have_64_bits(void **state)
{
    static const uint64_t numbers[] = {0,           1,          0xfffffff0, UINT64_MAX, 0x80000000,
                                       0x7ffffff0,  0x3ffffff0, 0x3fff0000, 0xfffff000, 0x1fffff,
                                       0x100000001, 100000,     0x40000000};
    enum { FORMS = sizeof wide / sizeof *wide, NUMBERS = sizeof numbers / sizeof *numbers };
    (void)state;
    for (unsigned n = 0; n < FORMS * NUMBERS; n++) {
        /* each form and number in some shapes, with rows of many waves, and of half a one */
        const uint32_t *block = shapes[(n % FORMS + n / FORMS * 3) % SHAPES].block;
        uint64_t k = numbers[n / FORMS];
        uint32_t grid[3], items = GROUPS_X * GROUPS_Y * GROUP_ITEMS;
        struct writer w = {.used = 0};
        struct fixture f;
        begin_text(&w, block);
        put(&w, "s_mov_b32 s10, 0x%x\ns_mov_b32 s11, 0x%x\n%s", (uint32_t)k, (uint32_t)(k >> 32),
            wide[n % FORMS].text);
        put(&w, "v_lshlrev_b32 v8, 3, v5\nglobal_store_b64 v8, v[6:7], s[6:7]\ns_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, 2 * items);
        grid_of(block, grid);
        assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        assert_true(has_batch_if_possible_of(&f, block));
        for (uint32_t i = 0; i < items; i++) {
            uint32_t in_group = i % GROUP_ITEMS;
            struct item item = {i, in_group % block[0], in_group / block[0] % block[1]};
            uint64_t want = wide[n % FORMS].value(item, k);
            assert_memory_equal(f.host + 2 * i, &want, 8);
        }
        shoal_device_destroy(f.device);
    }
}

/* ---- loads behind stores ---- */

/* y[i] = i; z[i] = y[j] + 1, where all loads come before all stores, unless it shows that they must
 * not: j = i by another address, or j is far away. */
static void loads_are_behind_stores(void **state)
{
    enum { FAR = 2 * ITEMS };
    (void)state;
    for (int shape = 0; shape < SHAPES; shape++)
        for (uint32_t distance = 0; distance <= FAR; distance += FAR) {
            const uint32_t *block = shapes[shape].block;
            uint32_t grid[3];
            struct writer w = {.used = 0};
            struct fixture f;
            begin_text(&w, block);
            put(&w, "s_load_b64 s[10:11], s[0:1], 0x8\n" /* 0, which compilers do not know */
                    "s_waitcnt lgkmcnt(0)\ns_add_u32 s10, s6, s10\ns_addc_u32 s11, s7, s11\n");
            put(&w, "s_add_u32 s10, s10, 0x%x\ns_addc_u32 s11, s11, 0\n", 4 * distance);
            put(&w, "v_lshlrev_b32 v6, 2, v5\nglobal_store_b32 v6, v5, s[6:7]\n"
                    "global_load_b32 v7, v6, s[10:11]\ns_waitcnt vmcnt(0)\n"
                    "v_add_nc_u32 v7, 1, v7\n");
            put(&w, "v_add_nc_u32 v6, 0x%x, v6\nglobal_store_b32 v6, v7, s[6:7]\ns_endpgm\n",
                4 * ITEMS);
            open_kernel(&f, w.text, IDS_XYZ, 3 * ITEMS);
            grid_of(block, grid);
            memset(f.host, 0xcc, 4 * f.words);
            assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
            assert_true(has_batch_if_possible_of(&f, block));
            for (uint32_t i = 0; i < ITEMS; i++) {
                assert_int_equal(f.host[i], i);
                assert_int_equal(f.host[ITEMS + i], distance ? 0xcccccccd : i + 1);
            }
            shoal_device_destroy(f.device);
        }
}

/* ---- structures ---- */

/* Of each work-item's structure: what is loaded, with its sign, into v10 on, v14 on, .., and stored
 * into another one. */
struct field {
    unsigned load, store; /* as in field_kinds */
    unsigned from, to;    /* bytes in the structures */
};
static const struct {
    const char *load, *store;
    unsigned bytes;
    bool has_sign;
} field_kinds[] = {{"b32", "b32", 4, false},  {"b32", "b32", 4, false},    {"b64", "b64", 8, false},
                   {"b96", "b96", 12, false}, {"b128", "b128", 16, false}, {"u8", "b8", 1, false},
                   {"i8", "b8", 1, true},     {"u16", "b16", 2, false},    {"i16", "b16", 2, true}};
enum { FIELD_KINDS = 9, MAX_FIELDS = 8 };

static const char *registers(char text[16], unsigned first, unsigned bytes)
{
    if (bytes > 4)
        snprintf(text, 16, "v[%u:%u]", first, first + bytes / 4 - 1);
    else
        snprintf(text, 16, "v%u", first);
    return text;
}

/* One after the other, in structures of `bytes`, from that of number `source`, to that of v5
 * `apart` bytes behind; leaves_out: where the first field is even. */
static void put_fields(struct writer *w, const struct field *f, unsigned fields, unsigned bytes,
                       unsigned apart, const char *source, bool leaves_out)
{
    char text[16];
    put(w, "v_mul_u32_u24 v6, %u, %s\nv_mul_u32_u24 v7, %u, v5\nv_add_nc_u32 v7, 0x%x, v7\n", bytes,
        source, bytes, apart);
    for (unsigned i = 0; i < fields; i++)
        put(w, "global_load_%s %s, v6, s[6:7] offset:%u\n", field_kinds[f[i].load].load,
            registers(text, 10 + 4 * i, field_kinds[f[i].load].bytes), f[i].from);
    put(w, "s_waitcnt vmcnt(0)\n");
    if (leaves_out)
        put(w, "v_and_b32 v8, 1, v10\nv_cmpx_eq_u32 0, v8\n");
    for (unsigned i = 0; i < fields; i++)
        put(w, "global_store_%s v7, %s, s[6:7] offset:%u\n", field_kinds[f[i].store].store,
            registers(text, 10 + 4 * i, field_kinds[f[i].store].bytes), f[i].to);
    put(w, "s_endpgm\n");
}

/* The same of one structure. */
static void move_fields(const uint8_t *from, uint8_t *to, const struct field *f, unsigned fields,
                        bool leaves_out)
{
    if (leaves_out && from[f[0].from] & 1)
        return;
    for (unsigned i = 0; i < fields; i++) {
        unsigned bytes = field_kinds[f[i].load].bytes;
        uint8_t v[16] = {0};
        memcpy(v, from + f[i].from, bytes);
        if (field_kinds[f[i].load].has_sign && v[bytes - 1] & 0x80)
            memset(v + bytes, 0xff, 4 - bytes);
        memcpy(to + f[i].to, v, field_kinds[f[i].store].bytes);
    }
}

/* Whether the JIT compiles for AVX-512. */
static bool has_scatters(void)
{
    const char *level = getenv("SHOAL_CPU");
    return cpu_has_level("avx512") && !(level && strcmp(level, "avx512"));
}

/* Whether what waves do together, which comes before what each does alone, has this text. */
static bool batch_has(const struct fixture *f, const char *what)
{
    char *text = NULL;
    assert_int_equal(shoal_jit_text(f->kernel, SHOAL_JIT_IR, &text, NULL), SHOAL_OK);
    char *batch = strstr(text, "\nbatch:"), *alone = batch ? strstr(batch, "\nin_place") : NULL;
    assert_non_null(alone);
    *alone = '\0';
    bool has = strstr(batch, what) != NULL;
    shoal_jit_text_free(text);
    return has;
}

static void fields_move(const struct field *fields, unsigned count, unsigned bytes,
                        const uint32_t block[3], bool is_dense, bool leaves_out)
{
    struct writer w = {.used = 0};
    struct fixture f;
    shoal_launch_stats stats[2];
    uint32_t grid[3], items = GROUPS_X * GROUPS_Y * GROUP_ITEMS, words = items * bytes / 4;
    uint8_t *want = malloc((size_t)4 * words);
    assert_non_null(want);
    begin_text(&w, block);
    put_fields(&w, fields, count, bytes, 4 * words, "v5", leaves_out);
    open_kernel(&f, w.text, IDS_XYZ, 2 * words);
    grid_of(block, grid);
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < words; k++)
            f.host[k] = k * 2654435761u;
        memset(f.host + words, 0xcc, 4 * words);
        memset(want, 0xcc, (size_t)4 * words);
        for (uint32_t k = 0; k < items; k++)
            move_fields((const uint8_t *)f.host + (size_t)k * bytes, want + (size_t)k * bytes,
                        fields, count, leaves_out);
        assert_int_equal(
            launch_plain(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid, block, 1, &stats[i]),
            SHOAL_OK);
        for (uint32_t k = 0; k < 4 * words; k++)
            if (((uint8_t *)(f.host + words))[k] != want[k])
                fail_msg("byte %u of structure %u: 0x%x, not 0x%x:\n%s", k % bytes, k / bytes,
                         ((uint8_t *)(f.host + words))[k], want[k], w.text);
        if (i == 0 && is_dense && has_scatters())
            assert_false(batch_has(&f, "mask.scatter") || batch_has(&f, "mask.gather"));
    }
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f.device);
    free(want);
}

/* All that lanes have, in whole rows: structures of 1 to 16 dwords, each reversed. */
static void structures_are_moved(void **state)
{
    (void)state;
    for (unsigned dwords = 1; dwords <= 16; dwords++)
        for (unsigned fewer = 0; fewer < 2; fewer++) { /* some only */
            struct field f[16];
            unsigned n = 0;
            for (unsigned i = 0; i < dwords && n < MAX_FIELDS; i += 1 + fewer)
                f[n++] = (struct field){0, 0, 4 * i, 4 * (dwords - 1 - i)};
            bool is_dense = dwords > 1 && n >= dwords / 2;
            fields_move(f, n, 4 * dwords, shapes[(dwords + fewer) % 4].block, is_dense, false);
            fields_move(f, n, 4 * dwords, shapes[dwords % 4].block, false, true);
        }
}

/* What lanes have that are more than 64 bytes apart: 16 dwords at the start of each structure, in
 * its midst, or at its end, reversed. */
static void wide_structures_are_moved(void **state)
{
    (void)state;
    enum { WIDE_FIELDS = 16 };
    static const unsigned sizes[] = {68, 72, 96, 132, 256, 1020};
    for (unsigned i = 0; i < 3 * sizeof sizes / sizeof *sizes; i++) {
        unsigned bytes = sizes[i / 3], first = (bytes - 4 * WIDE_FIELDS) / 4 * (i % 3) / 2 * 4;
        struct field f[WIDE_FIELDS];
        for (unsigned k = 0; k < WIDE_FIELDS; k++)
            f[k] = (struct field){0, 0, first + 4 * k, first + 4 * (WIDE_FIELDS - 1 - k)};
        fields_move(f, WIDE_FIELDS, bytes, shapes[i % 4].block, true, false);
        fields_move(f, WIDE_FIELDS, bytes, shapes[i % 4].block, false, true);
    }
}

/* Of structures that end where memory does, only the last field is wanted: rows are not loaded to
 * their end, where there may be no page, for which the waves would go alone. */
static void nothing_behind_is_loaded(void **state)
{
    (void)state;
    enum { BYTES = 16, WORDS = GROUPS_X * GROUPS_Y * GROUP_ITEMS * BYTES / 4 };
    static const uint32_t block[3] = {256, 1, 1}, grid[3] = {GROUPS_X * 256, GROUPS_Y, 1};
    struct writer w = {.used = 0};
    struct fixture f;
    begin_text(&w, block);
    put(&w, "v_lshlrev_b32 v6, 4, v5\nglobal_load_b32 v7, v6, s[6:7] offset:12\n"
            "s_waitcnt vmcnt(0)\nv_add_nc_u32 v7, 1, v7\n"
            "global_store_b32 v6, v7, s[6:7] offset:12\ns_endpgm\n");
    open_kernel(&f, w.text, IDS_XYZ, WORDS);
    memset(f.host, 0, 4 * f.words);
    assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    for (uint32_t i = 0; i < WORDS; i++)
        assert_int_equal(f.host[i], i % 4 == 3);
    assert_true(!has_scatters() || batch_has(&f, "llvm.masked.load.v16i32"));
    shoal_device_destroy(f.device);
}

/* Structures of three dwords from a pointer in scalars on, as arrays of float3: by rows. */
static void pointers_are_added(void **state)
{
    (void)state;
    enum { ALL_ITEMS = GROUPS_X * GROUPS_Y * GROUP_ITEMS };
    static const uint32_t block[3] = {256, 1, 1}, grid[3] = {GROUPS_X * 256, GROUPS_Y, 1};
    struct writer w = {.used = 0};
    struct fixture f;
    begin_text(&w, block);
    put(&w, "v_mad_i64_i32 v[6:7], null, v5, 12, s[6:7]\n"
            "global_load_b96 v[8:10], v[6:7], off\n"
            "s_waitcnt vmcnt(0)\nv_add_nc_u32 v8, v8, v10\nv_add_nc_u32 v9, 1, v9\n"
            "global_store_b96 v[6:7], v[8:10], off\ns_endpgm\n");
    open_kernel(&f, w.text, IDS_XYZ, 3 * ALL_ITEMS);
    for (uint32_t i = 0; i < f.words; i++)
        f.host[i] = i * i;
    assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    for (uint32_t i = 0; i < f.words; i += 3) {
        assert_int_equal(f.host[i], i * i + (i + 2) * (i + 2));
        assert_int_equal(f.host[i + 1], (i + 1) * (i + 1) + 1);
        assert_int_equal(f.host[i + 2], (i + 2) * (i + 2));
    }
    if (has_scatters())
        assert_false(batch_has(&f, "mask.scatter") || batch_has(&f, "mask.gather"));
    shoal_device_destroy(f.device);
}

/* Fields of all kinds, which overlap now and then, in structures of any size. */
static void any_fields_are_moved(void **state)
{
    (void)state;
    for (unsigned n = first_kernel; n < first_kernel + kernels / 4; n++) {
        struct writer w = {.state = n * 7919 + 5};
        struct field f[MAX_FIELDS - 4];
        unsigned bytes = 16 + pick(&w, n % 3 ? 50 : 400), fields = 1 + pick(&w, MAX_FIELDS - 4);
        bytes = pick(&w, 4) ? bytes & ~3u : bytes;
        unsigned align = bytes % 4 ? 1 : 4;
        for (unsigned i = 0; i < fields; i++) {
            unsigned load = pick(&w, FIELD_KINDS), store = pick(&w, FIELD_KINDS);
            while (field_kinds[store].bytes > (field_kinds[load].bytes + 3) / 4 * 4)
                store = pick(&w, FIELD_KINDS);
            f[i] = (struct field){load, store, pick(&w, bytes - field_kinds[load].bytes + 1),
                                  pick(&w, bytes - field_kinds[store].bytes + 1)};
            unsigned by = field_kinds[load].bytes < 4 ? field_kinds[load].bytes : align;
            f[i].from -= f[i].from % by;
            by = field_kinds[store].bytes < 4 ? field_kinds[store].bytes : align;
            f[i].to -= f[i].to % by;
        }
        while (bytes * GROUPS_X * GROUPS_Y * GROUP_ITEMS % 4)
            bytes++;
        fields_move(f, fields, bytes, shapes[n % SHAPES].block, false, pick(&w, 3) == 0);
    }
}

/* Fields that are stored behind the memory, from some structure of wave FAULT_WAVE on: the fault is
 * the interpreter's, and so is what waves before it have stored. */
static void check_fields_fault(const struct field fields[3], uint32_t first)
{
    static const uint32_t grid[3] = {40 * 256, 1, 1}, block[3] = {256, 1, 1};
    enum { BYTES = 16, WORDS = 12 * PAGE_WORDS, IN = 256 * BYTES / 4 };
    struct writer w = {.used = 0};
    struct fixture f;
    shoal_fault r[2] = {{0}, {0}};
    uint32_t from = WORDS - first * BYTES / 4, end = WORDS - (first - FAULT_WAVE * 32) * BYTES / 4;
    uint32_t *left = malloc((size_t)4 * WORDS);
    assert_non_null(left);
    begin_text(&w, block);
    put_fields(&w, fields, 3, BYTES, 4 * from, "v4", false);
    open_kernel(&f, w.text, IDS_XYZ, WORDS);
    for (int i = 0; i < 2; i++) {
        memset(f.host, 0xcc, 4 * f.words);
        for (uint32_t k = 0; k < IN; k++)
            f.host[k] = k * 2654435761u;
        assert_int_equal(
            launch_plain(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid, block, 1, NULL),
            SHOAL_E_FAULT);
        assert_true(i || has_batch_if_possible(&f));
        assert_true(shoal_last_fault(f.device, &r[i]));
        if (i == 0)
            memcpy(left, f.host, 4 * f.words);
    }
    same_faults(&r[0], &r[1]);
    assert_int_equal(r[1].workgroup[0], FAULT_WAVE / 8);
    assert_memory_equal(left, f.host, (size_t)4 * end);
    free(left);
    shoal_device_destroy(f.device);
}

static void fields_fault(void **state)
{
    (void)state;
    static const struct field fields[][3] = {{{0, 0, 0, 4}, {0, 0, 4, 0}, {0, 0, 8, 12}},
                                             {{2, 2, 0, 8}, {5, 5, 8, 1}, {7, 7, 10, 2}}};
    for (unsigned k = 0; k < 8; k++)
        check_fields_fault(fields[k % 2], 32 * FAULT_WAVE + k / 2 * 9);
}

/* ---- lanes that data leave out ---- */

/* The memory: words of which word i is i % 5; then a row of v11 and one of v12, of all work-items.
 */
struct left_out {
    const char *text;
    /* v11 + k in the end, of work-item i, which is that lane of its wave */
    uint32_t (*expected)(uint32_t i, uint32_t lane, unsigned k);
};

/* All waves leave out the same lanes, which keep what each wave had; and what a structure's member
 * is not loaded into. */
static uint32_t kept(uint32_t i, uint32_t lane, unsigned k)
{
    bool is_in = lane % 5 < 2;
    return k == 0 ? (is_in ? lane % 5 + 100 : i) : is_in ? 2 * i % 5 : i + 7;
}

/* Only waves with lanes do what comes up to `out`: in others lanes are not made active again on the
 * way, and s14 stays. */
static uint32_t gone_round(uint32_t i, uint32_t lane, unsigned k)
{
    bool is_in = i / 32 % 5 < 2; /* of all lanes of a wave */
    (void)lane;
    return k == 0 ? (is_in ? 2 * i + 1 : i) : is_in ? 9 : 3;
}

/* What waves without lanes do, and others do not. */
static uint32_t done_by_none(uint32_t i, uint32_t lane, unsigned k)
{
    (void)lane;
    return k == 0 ? i : i / 32 % 5 < 2 ? 3 : 9;
}

/* v13: the number of the wave in the grid % 5, by which v10 is loaded. */
#define WAVE_BY_5                                                                                  \
    "v_lshrrev_b32 v13, 5, v5\nv_mul_hi_u32 v14, 0x33333334, v13\nv_mul_u32_u24 v14, 5, v14\n"     \
    "v_sub_nc_u32 v13, v13, v14\nv_lshlrev_b32 v6, 2, v13\n"                                       \
    "global_load_b32 v10, v6, s[6:7]\nv_mov_b32 v11, v5\ns_movk_i32 s14, 3\n"                      \
    "s_waitcnt vmcnt(0)\nv_cmp_gt_u32 vcc_lo, 2, v10\ns_and_saveexec_b32 s16, vcc_lo\n"

static const struct left_out left_out[] = {
    {"v_lshlrev_b32 v6, 2, v9\nglobal_load_b32 v10, v6, s[6:7]\nv_mov_b32 v11, v5\n"
     "v_add_nc_u32 v12, 7, v5\nv_lshlrev_b32 v7, 3, v5\ns_waitcnt vmcnt(0)\n"
     "v_cmp_gt_u32 vcc_lo, 2, v10\ns_and_saveexec_b32 s16, vcc_lo\n"
     "v_add_nc_u32 v11, 100, v10\nglobal_load_b32 v12, v7, s[6:7]\ns_waitcnt vmcnt(0)\n"
     "s_or_b32 exec_lo, exec_lo, s16\n",
     kept},
    {WAVE_BY_5 "s_cbranch_execz out\ns_movk_i32 s14, 9\nv_add_nc_u32 v11, v11, v11\n"
               "s_or_b32 exec_lo, exec_lo, s16\nv_add_nc_u32 v11, 1, v11\n"
               "out:\ns_or_b32 exec_lo, exec_lo, s16\nv_mov_b32 v12, s14\n",
     gone_round},
    {WAVE_BY_5 "s_cbranch_execnz out\ns_movk_i32 s14, 9\nv_add_nc_u32 v11, v11, v11\n"
               "out:\ns_or_b32 exec_lo, exec_lo, s16\nv_mov_b32 v12, s14\n",
     done_by_none},
};

static void data_leave_lanes_out(void **state)
{
    (void)state;
    enum { ALL = GROUPS_X * GROUPS_Y * GROUP_ITEMS, WORDS = 2 * ALL, RESULTS = 2 };
    static const uint32_t block[3] = {256, 1, 1};
    for (unsigned n = 0; n < sizeof left_out / sizeof *left_out; n++) {
        const struct left_out *t = &left_out[n];
        struct writer w = {.used = 0};
        struct fixture f;
        shoal_launch_stats stats[2];
        uint32_t grid[3];
        begin_text(&w, block);
        put(&w, "v_mbcnt_lo_u32_b32 v9, -1, 0\n%sv_lshlrev_b32 v6, 2, v5\n", t->text);
        for (unsigned k = 0; k < RESULTS; k++)
            put(&w, "v_add_nc_u32 v7, 0x%x, v6\nglobal_store_b32 v7, v%u, s[6:7]\n",
                4 * (WORDS + k * ALL), 11 + k);
        put(&w, "s_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, WORDS + RESULTS * ALL);
        grid_of(block, grid);
        for (int i = 0; i < 2; i++) {
            memset(f.host, 0xcc, 4 * f.words);
            for (uint32_t k = 0; k < WORDS; k++)
                f.host[k] = k % 5;
            assert_int_equal(launch_plain(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid,
                                          block, 1, &stats[i]),
                             SHOAL_OK);
            assert_true(i || t->expected == done_by_none || has_batch_if_possible(&f));
            for (unsigned k = 0; k < RESULTS; k++)
                for (uint32_t item = 0; item < ALL; item++)
                    if (f.host[WORDS + k * ALL + item] != t->expected(item, item % 32, k))
                        fail_msg("text %u, work-item %u, result %u: %u, not %u", n, item, k,
                                 f.host[WORDS + k * ALL + item], t->expected(item, item % 32, k));
        }
        same_counts(&stats[0], &stats[1]);
        shoal_device_destroy(f.device);
    }
}

/* s[6:7]: the memory; v1, v2: where the work-item is in the grid. */
static void put_place_in_grid(struct writer *w, const uint32_t block[3])
{
    put(w,
        "s_load_b64 s[6:7], s[0:1], null\nv_and_b32 v1, 0x3ff, v0\n"
        "v_bfe_u32 v2, v0, 10, 10\ns_mul_i32 s8, s2, %u\ns_mul_i32 s9, s3, %u\n"
        "v_add_nc_u32 v1, s8, v1\nv_add_nc_u32 v2, s9, v2\n",
        block[0], block[1]);
}

/* ---- short rows ---- */

/* out[y][x] = in[y][x] + row[x] + 3 * column[y], of elements of 1 to 16 bytes, dword by dword, in
 * pictures that are wider than a work-group: of lanes that follow each other in a few rows, that
 * are the same in all rows, and that are the same in one. */
static void rows_are_short(void **state)
{
    enum { WIDTH = 37, HEIGHT = 3 * 32, CELLS = WIDTH * HEIGHT, WORDS = 4 * CELLS };
    static const uint32_t of[][3] = {{8, 8, 1},  {8, 16, 1}, {4, 16, 1}, {4, 32, 1}, {2, 32, 1},
                                     {1, 96, 1}, {16, 4, 1}, {32, 2, 1}, {3, 32, 1}};
    (void)state;
    for (unsigned n = 0; n < FIELD_KINDS * (sizeof of / sizeof *of); n++) {
        unsigned kind = n % FIELD_KINDS, bytes = field_kinds[kind].bytes, dwords = (bytes + 3) / 4;
        const uint32_t *block = of[n / FIELD_KINDS];
        const uint32_t grid[3] = {WIDTH / block[0] * block[0], 96, 1};
        struct writer w = {.used = 0};
        struct fixture f;
        char text[16];
        put_place_in_grid(&w, block);
        /* the width as a constant, or as compilers do not know it */
        put(&w,
            n / FIELD_KINDS % 2 ? "v_mul_u32_u24 v3, %u, v2\n"
                                : "s_movk_i32 s10, %u\nv_mul_lo_u32 v3, v2, s10\n",
            WIDTH);
        put(&w, "v_add_nc_u32 v3, v3, v1\ns_waitcnt lgkmcnt(0)\n");
        for (unsigned i = 1; i <= 3; i++)
            put(&w, "v_mul_u32_u24 v%u, %u, v%u\nglobal_load_%s %s, v%u, s[6:7]\n", 3 + i, bytes, i,
                field_kinds[kind].load, registers(text, 4 + 4 * i, bytes), 3 + i);
        put(&w, "s_waitcnt vmcnt(0)\n");
        for (unsigned d = 0; d < dwords; d++)
            put(&w, "v_mul_lo_u32 v%u, 3, v%u\nv_add3_u32 v%u, v%u, v%u, v%u\n", 12 + d, 12 + d,
                8 + d, 8 + d, 12 + d, 16 + d);
        put(&w, "v_add_nc_u32 v6, 0x%x, v6\nglobal_store_%s v6, %s, s[6:7]\ns_endpgm\n", 4 * WORDS,
            field_kinds[kind].store, registers(text, 8, bytes));
        open_kernel(&f, w.text, IDS_XYZ, 2 * WORDS);
        fill(&f, WORDS, n);
        assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        assert_true(has_batch_if_possible(&f) || block[0] == 3);
        for (uint32_t y = 0; y < grid[1]; y++)
            for (uint32_t x = 0; x < grid[0]; x++) {
                uint32_t at[3] = {x, y, y * WIDTH + x}, v[3][4] = {{0}}, want[4];
                const uint8_t *in = (const uint8_t *)f.host;
                for (unsigned i = 0; i < 3; i++)
                    memcpy(v[i], in + (size_t)bytes * at[i], bytes);
                for (unsigned d = 0; d < dwords; d++)
                    want[d] = v[0][d] + 3 * v[1][d] + v[2][d];
                assert_memory_equal(in + 4 * WORDS + (size_t)bytes * at[2], want, bytes);
            }
        shoal_device_destroy(f.device);
    }
}

/* ---- columns ---- */

/* Item (x, y) has (y * 64 + x) * 0x9e3779b9 + 5 for dword x * pitch + y, from the top or, down,
 * from the bottom. The pitch is a constant, or not known to the compiler. */
struct columns {
    uint32_t block[3], pitch;
    bool is_known, down;
};

enum { COLUMNS_WIDTH = 64 };

static void put_columns(struct writer *w, const struct columns *c, uint32_t from)
{
    put_place_in_grid(w, c->block);
    put(w, "v_lshl_add_u32 v3, v2, 6, v1\nv_mul_lo_u32 v3, 0x9e3779b9, v3\n"
           "v_add_nc_u32 v3, 5, v3\n");
    if (c->down)
        put(w, "v_sub_nc_u32 v1, %u, v1\n", COLUMNS_WIDTH - 1);
    if (c->is_known)
        put(w, "v_mul_u32_u24 v4, 0x%x, v1\n", c->pitch);
    else
        put(w, "s_load_b32 s10, s[0:1], 0x8\ns_waitcnt lgkmcnt(0)\nv_mul_lo_u32 v4, v1, s10\n");
    put(w,
        "v_add_lshl_u32 v4, v4, v2, 2\nv_add_nc_u32 v4, 0x%x, v4\n"
        "s_waitcnt lgkmcnt(0)\nglobal_store_b32 v4, v3, s[6:7]\ns_endpgm\n",
        4 * from);
}

static shoal_status launch_columns(struct fixture *f, const struct columns *c, shoal_engine engine,
                                   uint32_t height)
{
    const uint32_t grid[3] = {COLUMNS_WIDTH, height, 1};
    f->argument = c->pitch;
    return launch_plain(f, engine, grid, c->block, 1, NULL);
}

static void check_columns(const struct columns *c)
{
    enum { HEIGHT = 64 };
    uint32_t words = COLUMNS_WIDTH * (c->pitch > HEIGHT ? c->pitch : HEIGHT);
    struct writer w = {.used = 0};
    struct fixture f;
    put_columns(&w, c, 0);
    open_kernel(&f, w.text, IDS_XYZ, words);
    memset(f.host, 0xcc, 4 * f.words);
    assert_int_equal(launch_columns(&f, c, SHOAL_ENGINE_JIT, HEIGHT), SHOAL_OK);
    assert_true(has_batch_if_possible(&f));
    assert_true(has_block(&f, "\nacross:") == has_long_vectors());
    for (uint32_t x = 0; x < COLUMNS_WIDTH; x++)
        for (uint32_t y = 0; y < c->pitch; y++) {
            uint32_t at = (c->down ? COLUMNS_WIDTH - 1 - x : x) * c->pitch + y;
            uint32_t want = y < HEIGHT ? (y * 64 + x) * 0x9e3779b9 + 5 : 0xcccccccc;
            if (f.host[at] != want)
                fail_msg("work-groups of %u x %u, pitch %u: (%u, %u): %#x, not %#x", c->block[0],
                         c->block[1], c->pitch, x, y, f.host[at], want);
        }
    shoal_device_destroy(f.device);
}

static void columns_are_stored(void **state)
{
    static const uint32_t blocks[][3] = {{16, 16, 1}, {32, 8, 1}, {16, 32, 1}, {64, 4, 1}},
                          pitches[] = {64, 67, 128, 1024, 4096};
    (void)state;
    for (unsigned n = 0; n < 80; n++)
        check_columns(&(struct columns){.block = {blocks[n % 4][0], blocks[n % 4][1], 1},
                                        .pitch = pitches[n / 4 % 5],
                                        .is_known = n / 20 & 1,
                                        .down = n / 40 & 1});
}

/* Columns of which the last ones are behind the memory: the fault is the interpreter's, and so is
 * what work-groups before it have stored. */
static void columns_fault(void **state)
{
    enum { PITCH = 1024, GROUP = 16, GROUPS = COLUMNS_WIDTH / GROUP, WORDS = 64 * PAGE_WORDS };
    (void)state;
    for (unsigned n = 0; n < 12; n++) {
        /* the first column that is outside is of some lane, at some work-item in y */
        uint32_t inside = PITCH * (3 * GROUP - n - 1) + n, from = WORDS - inside;
        struct columns c = {.block = {GROUP, GROUP, 1}, .pitch = PITCH, .is_known = n & 1};
        struct writer w = {.used = 0};
        struct fixture f;
        shoal_fault r[2] = {{0}, {0}};
        put_columns(&w, &c, from);
        open_kernel(&f, w.text, IDS_XYZ, WORDS);
        for (unsigned i = 0; i < 2; i++) {
            memset(f.host, 0xcc, 4 * f.words);
            assert_int_equal(
                launch_columns(&f, &c, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, GROUP),
                SHOAL_E_FAULT);
            assert_true(i || has_block(&f, "\nacross:") == has_long_vectors());
            assert_true(shoal_last_fault(f.device, &r[i]));
            for (uint32_t x = 0; x < 2 * GROUP; x++)
                for (uint32_t y = 0; y < GROUP; y++)
                    assert_int_equal(f.host[from + x * PITCH + y], (y * 64 + x) * 0x9e3779b9 + 5);
        }
        assert_int_equal(r[1].workgroup[0], 2);
        same_faults(&r[0], &r[1]);
        shoal_device_destroy(f.device);
    }
}

/* ---- many values ---- */

/* More than two waves have room for: a wave is a batch of its own. out[i] = the sum of products of
 * in[k][i], for each k, with the one five on, up to a limit on i. */
static void values_are_many(void **state)
{
    enum { VALUES = 24, LIMIT = ITEMS - 100 };
    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        struct writer w = {.used = 0};
        struct fixture f;
        begin_text(&w, line_of_256);
        put(&w, "v_lshlrev_b32 v6, 2, v5\n");
        if (n)
            put(&w, "v_cmpx_gt_u32 0x%x, v5\ns_cbranch_execz end\n", LIMIT);
        for (unsigned k = 0; k < VALUES; k++)
            put(&w, "global_load_b32 v%u, v6, s[6:7]\nv_add_nc_u32 v6, 0x%x, v6\n", 10 + k,
                4 * ITEMS);
        put(&w, "v_mov_b32 v9, 0\ns_waitcnt vmcnt(0)\n");
        for (unsigned k = 0; k < VALUES; k++)
            put(&w, "v_mul_lo_u32 v8, v%u, v%u\nv_add_nc_u32 v9, v9, v8\n", 10 + k,
                10 + (k + 5) % VALUES);
        put(&w, "global_store_b32 v6, v9, s[6:7]\nend:\ns_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, (VALUES + 1) * ITEMS);
        fill(&f, VALUES * ITEMS, n);
        run_in_batches(&f, 1);
        for (uint32_t i = 0; i < ITEMS; i++) {
            uint32_t sum = 0;
            for (unsigned k = 0; k < VALUES; k++)
                sum += f.host[k * ITEMS + i] * f.host[(k + 5) % VALUES * ITEMS + i];
            assert_int_equal(f.host[VALUES * ITEMS + i], n && i >= LIMIT ? 0xcccccccc : sum);
        }
        shoal_device_destroy(f.device);
    }
}

/* Of more ops than several waves would do together: a wave is a batch of its own. out[i] = a
 * polynomial of in[i], as C's fmaf has it. */
static void kernels_are_long(void **state)
{
    enum { SUMS = 300 };
    struct writer w = {.used = 0};
    struct fixture f;
    (void)state;
    begin_text(&w, line_of_256);
    put(&w, "v_lshlrev_b32 v6, 2, v5\nglobal_load_b32 v8, v6, s[6:7]\nv_mov_b32 v9, 1.0\n"
            "s_waitcnt vmcnt(0)\n");
    for (unsigned k = 0; k < SUMS; k++)
        put(&w, "v_fma_f32 v9, v9, v8, %s\n", k % 3 ? "0.5" : "-1.0");
    put(&w, "v_add_nc_u32 v7, 0x%x, v6\nglobal_store_b32 v7, v9, s[6:7]\ns_endpgm\n", 4 * ITEMS);
    open_kernel(&f, w.text, IDS_XYZ, 2 * ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++) {
        float x = (float)(i * 7919 % 1009) / 1009;
        memcpy(&f.host[i], &x, sizeof x);
    }
    run_in_batches(&f, 1);
    for (uint32_t i = 0; i < ITEMS; i++) {
        float x, y = 1;
        memcpy(&x, &f.host[i], sizeof x);
        for (unsigned k = 0; k < SUMS; k++)
            y = fmaf(y, x, k % 3 ? 0.5f : -1.0f);
        assert_memory_equal(&f.host[ITEMS + i], &y, sizeof y);
    }
    shoal_device_destroy(f.device);
}

/* Batches do not look for NaNs before addresses that are made of floats: those of the wrong NaN are
 * beyond the table, which is at the end of the allocation. out[i] = table[upper bits of in[i] -
 * in[ITEMS + i]], of which some are infinity - infinity, which is 0x7fc00000. */
static void addresses_come_of_floats(void **state)
{
    enum { UPPER = 22, TABLE = 0x200, EVERY = 1111 };
    (void)state;
    for (unsigned n = 0; n < 4; n++) { /* without such numbers, with them; one thread, two */
        struct writer w = {.used = 0};
        struct fixture f;
        begin_text(&w, line_of_256);
        put(&w,
            "v_lshlrev_b32 v6, 2, v5\nglobal_load_b32 v8, v6, s[6:7]\n"
            "v_add_nc_u32 v6, 0x%x, v6\nglobal_load_b32 v9, v6, s[6:7]\n"
            "v_add_nc_u32 v6, 0x%x, v6\ns_waitcnt vmcnt(0)\nv_sub_f32 v8, v8, v9\n",
            4 * ITEMS, 4 * ITEMS);
        put(&w,
            "v_lshrrev_b32 v9, %u, v8\nv_lshlrev_b32 v9, 2, v9\nv_add_nc_u32 v9, 0x%x, v9\n"
            "global_load_b32 v10, v9, s[6:7]\ns_waitcnt vmcnt(0)\n"
            "global_store_b32 v6, v10, s[6:7]\ns_endpgm\n",
            UPPER, 12 * ITEMS);
        open_kernel(&f, w.text, IDS_XYZ, 3 * ITEMS + TABLE);
        for (uint32_t i = 0; i < ITEMS; i++) {
            float a = (float)(i * 7919 % 1009) + 1000, b = (float)(i * 104729 % 997);
            if (n & 1 && i % EVERY == 5)
                a = b = INFINITY;
            memcpy(&f.host[i], &a, sizeof a);
            memcpy(&f.host[ITEMS + i], &b, sizeof b);
        }
        for (uint32_t i = 0; i < TABLE; i++)
            f.host[3 * ITEMS + i] = i * 0x9e3779b9;
        run_in_batches(&f, 1 + n / 2);
        for (uint32_t i = 0; i < ITEMS; i++) {
            float a, b;
            memcpy(&a, &f.host[i], sizeof a);
            memcpy(&b, &f.host[ITEMS + i], sizeof b);
            float d = a - b;
            uint32_t bits = 0x7fc00000;
            if (!isnan(d))
                memcpy(&bits, &d, sizeof bits);
            assert_int_equal(f.host[2 * ITEMS + i], (bits >> UPPER) * 0x9e3779b9);
        }
        shoal_device_destroy(f.device);
    }
}

/* What only some waves go through, and is long, loads: a way of its own, behind which the same rows
 * are loaded once more. out[i] = in[i], or if that is above a limit, so many steps of y = y * 5 +
 * k ^ in[y & 1023] from in[ITEMS + i] on; plus in[ITEMS + i] in the end. */
static void ways_load(void **state)
{
    enum { STEPS = 12, TABLE = 1024 };
    static const uint32_t limits[] = {UINT32_MAX, 0xff000000, 0xf0000000, 0x80000000, 0};
    (void)state;
    for (size_t n = 0; n < 2 * sizeof limits / sizeof *limits; n++) {
        const uint32_t limit = limits[n / 2];
        struct writer w = {.used = 0};
        struct fixture f;
        begin_text(&w, line_of_256);
        put(&w,
            "v_lshlrev_b32 v6, 2, v5\nglobal_load_b32 v8, v6, s[6:7]\n"
            "v_add_nc_u32 v7, 0x%x, v6\ns_waitcnt vmcnt(0)\nv_cmp_lt_u32 vcc_lo, 0x%x, v8\n"
            "s_and_saveexec_b32 s12, vcc_lo\ns_cbranch_execz on\n"
            "global_load_b32 v8, v7, s[6:7]\ns_waitcnt vmcnt(0)\n",
            4 * ITEMS, limit);
        for (unsigned k = 0; k < STEPS; k++)
            put(&w,
                "v_and_b32 v10, 0x%x, v8\nv_lshlrev_b32 v10, 2, v10\n"
                "global_load_b32 v10, v10, s[6:7]\nv_mul_lo_u32 v8, v8, 5\n"
                "v_add_nc_u32 v8, %u, v8\ns_waitcnt vmcnt(0)\nv_xor_b32 v8, v8, v10\n",
                TABLE - 1, k);
        put(&w,
            "on:\ns_or_b32 exec_lo, exec_lo, s12\nglobal_load_b32 v9, v7, s[6:7]\n"
            "v_add_nc_u32 v7, 0x%x, v7\ns_waitcnt vmcnt(0)\nv_add_nc_u32 v8, v8, v9\n"
            "global_store_b32 v7, v8, s[6:7]\ns_endpgm\n",
            4 * ITEMS);
        open_kernel(&f, w.text, IDS_XYZ, 3 * ITEMS);
        fill(&f, 2 * ITEMS, n);
        run_in_batches(&f, 1 + n % 2);
        assert_true(has_block(&f, "\nbatch_way:") == has_long_vectors());
        for (uint32_t i = 0; i < ITEMS; i++) {
            uint32_t y = f.host[i], other = f.host[ITEMS + i];
            if (y > limit) {
                y = other;
                for (unsigned k = 0; k < STEPS; k++)
                    y = (y * 5 + k) ^ f.host[y & (TABLE - 1)];
            }
            assert_int_equal(f.host[2 * ITEMS + i], y + other);
        }
        shoal_device_destroy(f.device);
    }
}

/* Scalars say which way waves take: one for all, from memory, or what each wave's first lane has.
 * out[i] = in[i] * 3, in[i] + 7, in[i] ^ 0x55, or that twice, by the lowest bits of the scalar. */
static void scalars_say_the_way(void **state)
{
    enum { WAYS = 4, OF_WAVES = WAYS };
    static const uint32_t block[3] = {256, 1, 1};
    (void)state;
    for (unsigned n = 0; n <= OF_WAVES; n++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct writer w = {.used = 0};
            struct fixture f;
            uint32_t grid[3];
            begin_text(&w, block);
            put(&w,
                "s_load_b32 s12, s[6:7], 0x%x\nv_lshlrev_b32 v6, 2, v5\n"
                "global_load_b32 v8, v6, s[6:7]\nv_add_nc_u32 v7, 0x%x, v6\n"
                "s_waitcnt vmcnt(0) lgkmcnt(0)\n",
                8 * ITEMS, 4 * ITEMS);
            if (n == OF_WAVES)
                put(&w, "v_readfirstlane_b32 s12, v8\n");
            put(&w, "s_cbranch_execnz some\ns_trap 2\nsome:\ns_and_b32 s13, s12, 1\n"
                    "s_cmp_lg_u32 s13, 0\ns_cbranch_scc1 odd\ns_and_b32 s13, s12, 2\n"
                    "s_cmp_lg_u32 s13, 0\ns_cbranch_scc0 none\nv_xor_b32 v8, 0x55, v8\n"
                    "s_branch end\nnone:\nv_mul_lo_u32 v8, v8, 3\ns_branch end\n"
                    "odd:\nv_add_nc_u32 v8, 7, v8\ns_bitcmp1_b32 s12, 1\n"
                    "s_cbranch_scc0 end\nv_add_nc_u32 v8, 7, v8\n"
                    "end:\nglobal_store_b32 v7, v8, s[6:7]\ns_endpgm\n");
            open_kernel(&f, w.text, IDS_XYZ, 2 * ITEMS + 1);
            fill(&f, ITEMS, n);
            f.host[2 * ITEMS] = n;
            grid_of(block, grid);
            shoal_launch_stats stats[2];
            for (unsigned engine = 0; engine < 2; engine++)
                assert_int_equal(launch_plain(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP,
                                              grid, block, threads, &stats[engine]),
                                 SHOAL_OK);
            assert_int_equal(stats[0].instructions, stats[1].instructions);
            assert_true(has_batch_if_possible(&f));
            for (uint32_t i = 0; i < ITEMS; i++) {
                const uint32_t x = f.host[i], way = n < OF_WAVES ? n : f.host[i / 32 * 32],
                               want[WAYS] = {x * 3, x + 7, x ^ 0x55, x + 14};
                assert_int_equal(f.host[ITEMS + i], want[way % WAYS]);
            }
            shoal_device_destroy(f.device);
        }
}

/* A batch is given up, for a branch over many ops and a store, when a maximum has a long way for
 * NaNs in it already: out[i] = the greater of in[i] and in[ITEMS + i]. */
static void batches_are_given_up(void **state)
{
    enum { MANY = 30 };
    static const uint32_t block[3] = {256, 1, 1};
    struct writer w = {.used = 0};
    struct fixture f;
    uint32_t grid[3];
    (void)state;
    begin_text(&w, block);
    put(&w, "v_lshlrev_b32 v6, 2, v5\nv_add_nc_u32 v7, 0x%x, v6\n", 4 * ITEMS);
    put(&w, "global_load_b32 v8, v6, s[6:7]\nglobal_load_b32 v9, v7, s[6:7]\n"
            "s_waitcnt vmcnt(0)\nv_max_f32 v8, v8, v9\nv_cmp_gt_f32 vcc_lo, 0, v9\n"
            "s_and_saveexec_b32 s12, vcc_lo\ns_cbranch_execz on\n"
            "global_load_b32 v10, v6, s[6:7]\ns_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < MANY; i++)
        put(&w, "v_not_b32 v10, v10\n");
    put(&w, "global_store_b32 v6, v10, s[6:7]\non:\ns_or_b32 exec_lo, exec_lo, s12\n");
    put(&w, "v_add_nc_u32 v7, 0x%x, v7\nglobal_store_b32 v7, v8, s[6:7]\ns_endpgm\n", 4 * ITEMS);
    open_kernel(&f, w.text, IDS_XYZ, 3 * ITEMS);
    for (uint32_t i = 0; i < 2 * ITEMS; i++) {
        float x = (float)(i * 7919 % 1009) - 500;
        memcpy(&f.host[i], &x, sizeof x);
    }
    grid_of(block, grid);
    assert_int_equal(launch_plain(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    assert_false(has_block(&f, "\nbatch:"));
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t a = i * 7919 % 1009, b = (ITEMS + i) * 7919 % 1009;
        assert_int_equal(f.host[2 * ITEMS + i], f.host[a > b ? i : ITEMS + i]);
    }
    shoal_device_destroy(f.device);
}

/* ---- random kernels ---- */

enum {
    INPUT = 1 << 13,  /* words: random, floats among them */
    RESULT_WORDS = 8, /* of each work-item, behind them */
};

/* An address of 32 bits of `align`ed bytes in the input, in v6: of neighbours, of a row of the
 * input, of anything, or the same for all. */
static void put_place(struct writer *w, unsigned align)
{
    static const char *const sources[] = {"v5", "v1", "v2", "v4", "v0", NULL};
    const char *source = sources[pick(w, 6)];
    unsigned shift = pick(w, 4);
    if (!source) {
        put(w, "v_mov_b32 v6, v%u\n", any(w));
    } else {
        put(w, "v_add_nc_u32 v6, %u, %s\n", pick(w, 100), source);
        if (pick(w, 2))
            put(w, pick(w, 2) ? "v_mad_u32_u24 v6, s8, v2, v6\n" : "v_mad_u32_u24 v6, v6, 3, v1\n");
    }
    switch (pick(w, 12)) { /* lanes at a limit */
    case 0:
        put(w, "v_min_u32 v6, %u, v6\n", pick(w, 600));
        break;
    case 1:
        put(w, "v_max_i32 v6, %u, v6\n", pick(w, 600));
        break;
    case 2:
        put(w, "v_add_nc_u32 v6, -1, v6\nv_and_b32 v6, 0x%x, v6\n", 0x1ff >> pick(w, 6));
        break;
    case 3:
        put(w, "v_cmp_gt_u32 vcc_lo, %u, v6\nv_cndmask_b32 v6, %u, v6, vcc_lo\n", pick(w, 600),
            pick(w, 60));
        break;
    default:
        break;
    }
    if (shift)
        put(w, "v_lshlrev_b32 v6, %u, v6\n", shift);
    if (pick(w, 4))
        put(w, "v_lshlrev_b32 v6, %u, v6\n", (unsigned)__builtin_ctz(align));
    if (!source || pick(w, 2) || !shift)
        put(w, "v_and_b32 v6, 0x%x, v6\n", (4 * INPUT / 2 - 1) & ~(align - 1));
    else /* it is less than that by itself */
        put(w, "v_and_b32 v6, 0x%x, v6\n", 0xffff & ~(align - 1) & (4 * INPUT / 2 - 1));
}

/* v[6:7], which begin as ids, with 64 bits: sums that carry, products and shifts; its halves become
 * results. Numbers are small, or such that sums of some lanes, or all, carry. */
static void put_wide(struct writer *w)
{
    static const char *const sources[] = {"v5", "v1", "v2", "v4"};
    static const uint32_t numbers[] = {1,          3,          96,         4096,       0xffffffff,
                                       0xfffffff0, 0xffff0000, 0x80000000, 0x7ffffff8, 0x3fffff00};
    static const unsigned shifts[] = {1, 2, 5, 11, 17, 26, 28, 30, 31, 32, 40};
    unsigned to = any(w), steps = 1 + pick(w, 3);
    put(w, "v_mov_b32 v6, %s\nv_mov_b32 v7, %u\n", sources[pick(w, 4)], pick(w, 2));
    for (unsigned n = 0; n < steps; n++) {
        put(w, "s_mov_b32 s10, 0x%x\ns_mov_b32 s11, 0x%x\n", numbers[pick(w, 10)],
            pick(w, 2) ? 0 : numbers[pick(w, 10)]);
        const char *source = sources[pick(w, 4)];
        switch (pick(w, 8)) {
        case 0:
            put(w, "v_mad_u64_u32 v[6:7], null, s10, %s, v[6:7]\n", source);
            break;
        case 7:
            put(w, "v_mad_%s v[6:7], null, %s, 12, s[10:11]\n", pick(w, 2) ? "i64_i32" : "u64_u32",
                source);
            break;
        case 1:
            put(w, "v_mad_u64_u32 v[6:7], null, s10, s8, v[6:7]\n");
            break;
        case 2:
            put(w, "v_%s v[6:7], %u, v[6:7]\n", pick(w, 2) ? "ashrrev_i64" : "lshrrev_b64",
                shifts[pick(w, 11)]);
            break;
        case 3:
            put(w, "v_lshlrev_b64 v[6:7], %u, v[6:7]\n", shifts[pick(w, 11)]);
            break;
        case 4:
            put(w, "v_add_co_u32 v6, vcc_lo, v6, %s\nv_add_co_ci_u32 v7, null, s11, v7, vcc_lo\n",
                source);
            break;
        case 5:
            put(w, "v_mul_lo_u32 v9, %u, s8\nv_mul_lo_u32 v6, v9, v6\n", 1 + pick(w, 10));
            break;
        default:
            put(w,
                "v_add_co_u32 v6, vcc_lo, s10, v6\nv_add_co_ci_u32 v7, vcc_lo, s11, v7, vcc_lo\n");
            if (pick(w, 3) == 0)
                put(w, "v_cndmask_b32 v%u, 5, 7, vcc_lo\n", any(w));
            break;
        }
    }
    put(w, "v_mov_b32 v%u, v6\nv_mov_b32 v%u, v7\n", to, any(w));
    if (pick(w, 3) == 0) /* as an index, wherever it is */
        put(w, "v_and_b32 v6, 0x%x, v6\nglobal_load_b32 v%u, v6, s[6:7]\ns_waitcnt vmcnt(0)\n",
            4 * INPUT / 2 - 4, to);
    else if (pick(w, 2)) /* as an offset of 64 bits */
        put(w,
            "v_and_b32 v6, 0x%x, v6\nv_mov_b32 v7, 0\nv_add_co_u32 v6, vcc_lo, s6, v6\n"
            "v_add_co_ci_u32 v7, null, s7, v7, vcc_lo\nglobal_load_b32 v%u, v[6:7], off\n"
            "s_waitcnt vmcnt(0)\n",
            4 * INPUT / 2 - 4, to);
}

/* Bytes and halves of registers, of which the other half stays. */
static void put_half(struct writer *w)
{
    static const char *const ops[] = {"v_add_nc_u16",  "v_sub_nc_u16", "v_max_u16",
                                      "v_lshlrev_b16", "v_and_b16",    "v_xor_b16",
                                      "v_mul_lo_u16"};
    static const char *const loads[] = {"d16_u8", "d16_i8", "d16_b16", "d16_hi_u8", "d16_hi_b16"};
    if (pick(w, 3) == 0) {
        put_place(w, 2);
        put(w, "global_load_%s v%u, v6, s[6:7]\ns_waitcnt vmcnt(0)\n", loads[pick(w, 5)], any(w));
        return;
    }
    put(w, "%s v%u.%c, v%u.%c, v%u.%c\n", ops[pick(w, 7)], any(w), pick(w, 2) ? 'l' : 'h', any(w),
        pick(w, 2) ? 'l' : 'h', any(w), pick(w, 2) ? 'l' : 'h');
}

static void put_load(struct writer *w)
{
    static const struct {
        const char *name;
        unsigned bytes, dwords;
    } loads[] = {{"b32", 4, 1},   {"b32", 4, 1}, {"b32", 4, 1}, {"b64", 8, 2},
                 {"b128", 16, 4}, {"u8", 1, 1},  {"i16", 2, 1}, {"b96", 4, 3}};
    unsigned i = pick(w, 8), offset = pick(w, 64) * loads[i].bytes, to = 10 + pick(w, 13);
    put_place(w, loads[i].bytes);
    put(w, loads[i].dwords > 1 ? "global_load_%s v[%u:%u]" : "global_load_%s v%u", loads[i].name,
        to, to + loads[i].dwords - 1);
    put(w, ", v6, s[6:7] offset:%u\ns_waitcnt vmcnt(0)\n", offset);
    if (pick(w, 3) == 0) /* something else of that structure */
        put(w, "global_load_b32 v%u, v6, s[6:7] offset:%u\ns_waitcnt vmcnt(0)\n", any(w),
            offset + 4 * pick(w, 8));
}

/* Lanes from some x, y or number on are left out up to the end; mostly, none is. */
static void put_guard(struct writer *w, unsigned n)
{
    static const unsigned most[] = {GROUPS_X * 256, ITEMS, ITEMS - 77, 200, 15};
    put(w,
        "v_cmp_gt_u32 vcc_lo, 0x%x, v%u\ns_and_saveexec_b32 s12, vcc_lo\ns_cbranch_execz end%u\n",
        most[pick(w, 4 + (pick(w, 4) == 0))], pick(w, 2) ? 5 : 4, n);
}

/* What data say whether lanes do it: in most waves some do, or none, or all. s14 is changed where
 * some do, and read behind; lanes may stay left out. `n`: numbers the labels. */
static void put_ways(struct writer *w, unsigned *n, unsigned depth)
{
    static const char *const most[] = {"0", "0x10000", "0x3f000000", "0x80000000", "-1"};
    unsigned label = (*n)++, saved = 16 + depth;
    put(w, "v_cmp_%s_u32 vcc_lo, %s, v%u\ns_and_saveexec_b32 s%u, vcc_lo\n",
        pick(w, 2) ? "gt" : "le", most[pick(w, 5)], any(w), saved);
    if (pick(w, 4))
        put(w, "s_cbranch_exec%s way%u\n", pick(w, 8) ? "z" : "nz", label);
    for (unsigned k = 1 + pick(w, 3); k > 0; k--)
        switch (pick(w, 5)) {
        case 0:
            put(w, "s_mul_i32 s14, s14, 5\ns_cmp_lt_u32 s14, s8\n");
            break;
        case 1:
            put_load(w);
            break;
        case 2:
            if (depth < 2)
                put_ways(w, n, depth + 1);
            break;
        default:
            put_computation(w);
            break;
        }
    put(w, "way%u:\n", label);
    if (depth || pick(w, 6))
        put(w, "s_or_b32 exec_lo, exec_lo, s%u\n", saved);
    put(w, "v_add_nc_u32 v%u, s14, v%u\ns_cselect_b32 s15, 7, s15\nv_xor_b32 v%u, s15, v%u\n",
        any(w), any(w), any(w), any(w));
}

static void write_kernel(struct writer *w, const uint32_t block[3])
{
    unsigned guards = pick(w, 3) == 0, loads = 1 + pick(w, 3), stores = 1 + pick(w, 3), ways = 0;
    begin_text(w, block);
    put(w, "s_movk_i32 s14, 3\ns_mov_b32 s15, s8\ns_cmp_eq_u32 s8, 2\n");
    for (unsigned v = 10; v < 26; v++)
        put(w, "v_mul_u32_u24 v%u, %u, v%u\n", v, 1 + pick(w, 1000), 1 + pick(w, 5));
    for (unsigned n = 0; n < guards; n++)
        put_guard(w, n);
    for (unsigned i = 0; i < loads; i++) {
        put_load(w);
        if (pick(w, 3) == 0)
            put_wide(w);
        for (unsigned n = pick(w, 3); n > 0 && w->state & 1; n--)
            put_half(w);
        for (unsigned n = pick(w, 4); n > 0; n--)
            put_computation(w);
        if (pick(w, 4) == 0)
            put_ways(w, &ways, 0);
    }
    /* a work-item's results together, or those of all */
    bool by_item = pick(w, 2);
    put(w, "v_lshlrev_b32 v7, %u, v5\n", by_item ? 5 : 2);
    for (unsigned i = 0; i < stores; i++) {
        static const char *const names[] = {"b32", "b64", "b128", "b8", "b16", "d16_hi_b16"};
        unsigned k = pick(w, by_item ? 6 : 1),
                 dwords = k == 1   ? 2
                          : k == 2 ? 4
                                   : 1,
                 from = 10 + pick(w, 12);
        unsigned at = by_item ? 4 * (pick(w, RESULT_WORDS / 4) * 4) : 4 * i * ITEMS;
        put(w, "v_add_nc_u32 v8, 0x%x, v7\n", 4 * INPUT + at);
        put(w, dwords > 1 ? "global_store_%s v8, v[%u:%u]" : "global_store_%s v8, v%u", names[k],
            from, from + dwords - 1);
        put(w, ", s[6:7]\n");
        if (pick(w, 3) == 0)
            put_computation(w);
        if (pick(w, 6) == 0) /* what was just stored */
            put(w, "global_load_b32 v%u, v8, s[6:7]\ns_waitcnt vmcnt(0)\n", any(w));
        else if (pick(w, 3) == 0) /* something else */
            put_load(w);
    }
    for (unsigned n = guards; n-- > 0;)
        put(w, "end%u:\n", n);
    put(w, "s_endpgm\n");
}

static void random_kernels(void **state)
{
    (void)state;
    static const char *const levels[] = {NULL, "avx2"};
    static struct writer w;
    unsigned batches = 0;
    for (unsigned n = first_kernel; n < first_kernel + kernels; n++) {
        const uint32_t *block = shapes[n % SHAPES].block;
        uint32_t grid[3];
        struct fixture f;
        if (!use_level(levels[n % 8 == 7]))
            continue;
        w = (struct writer){.state = n * 7919 + 3};
        write_kernel(&w, block);
        open_kernel(&f, w.text, IDS_XYZ, INPUT + RESULT_WORDS * ITEMS);
        grid_of(block, grid);
        same_as_interpreter(&f, n, w.text, grid, block, 0, INPUT);
        batches += has_block(&f, "\nbatch:");
        shoal_device_destroy(f.device);
    }
    use_level(NULL);
    printf("%u of %u kernels have batches\n", batches, kernels);
    /* of the few that sanitizers run, fewer */
    assert_true(batches > kernels / (IS_SLOW ? 8 : 4) || !has_long_vectors());
}

int main(int argc, char **argv)
{
    choose_kernels(argc, argv);
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_load_before_one_stores),
        cmocka_unit_test(edges_go_alone),
        cmocka_unit_test(faults_are_whose_they_are),
        cmocka_unit_test(groups_have_their_ids),
        cmocka_unit_test(rows_are_short),
        cmocka_unit_test(values_have_64_bits),
        cmocka_unit_test(loads_are_behind_stores),
        cmocka_unit_test(structures_are_moved),
        cmocka_unit_test(wide_structures_are_moved),
        cmocka_unit_test(nothing_behind_is_loaded),
        cmocka_unit_test(pointers_are_added),
        cmocka_unit_test(any_fields_are_moved),
        cmocka_unit_test(fields_fault),
        cmocka_unit_test(columns_are_stored),
        cmocka_unit_test(columns_fault),
        cmocka_unit_test(data_leave_lanes_out),
        cmocka_unit_test(values_are_many),
        cmocka_unit_test(kernels_are_long),
        cmocka_unit_test(addresses_come_of_floats),
        cmocka_unit_test(ways_load),
        cmocka_unit_test(scalars_say_the_way),
        cmocka_unit_test(batches_are_given_up),
        cmocka_unit_test(random_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
