/* test_guesses.c: where lanes are, as the code shows it and compiled code guesses it: in the shapes
 * of work-groups, at the edges of arrays, and with lanes that are not active, nothing is left to
 * the interpreter. Expected values: formulas over the work-items' ids, of the same in C. */
#include "waves_fixture.h"

static void run_with_lds(struct fixture *f, const uint32_t grid[3], const uint32_t block[3],
                         uint32_t lds_bytes)
{
    for (unsigned k = 0; k < 3; k++) { /* then, in the order of threads' shares, too */
        shoal_launch_stats stats;
        launch_counting_with_lds(f, SHOAL_ENGINE_JIT, grid, block, 1 + k % 2, lds_bytes, &stats);
        if (has_long_vectors())
            assert_int_equal(stats.calls, 0);
    }
}

static void run(struct fixture *f, const uint32_t grid[3], const uint32_t block[3])
{
    run_with_lds(f, grid, block, 0);
}

/* Opens the kernel of these three texts, one after the other, with numbers in all words. */
static void open_filled(struct fixture *f, const char *first, const char *second, const char *third,
                        uint32_t ids, uint32_t words)
{
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s", first, second, third);
    open_kernel(f, text, ids, words);
    for (uint32_t i = 0; i < words; i++)
        f->host[i] = (i + 1) * UINT32_C(2654435761);
}

/* ---- rows of work-items that are no multiple of 16 ---- */

/* out[y][x] = in[y][x] + in[x][y] of a square with sides of a power of two; and what is the same in
 * a row: in[y]. */
static const char square_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "v_and_b32 v1, 0x3ff, v0\n"
                                  "v_bfe_u32 v2, v0, 10, 10\n"
                                  "s_mul_i32 s8, s2, BLOCK_X\n"
                                  "s_mul_i32 s9, s3, BLOCK_Y\n"
                                  "v_add_nc_u32 v1, s8, v1\n"
                                  "v_add_nc_u32 v2, s9, v2\n"
                                  "v_mul_u32_u24 v3, SIDE, v2\n"
                                  "v_mul_u32_u24 v4, SIDE, v1\n"
                                  "v_add_lshl_u32 v3, v3, v1, 2\n"
                                  "v_add_lshl_u32 v4, v4, v2, 2\n"
                                  "v_lshlrev_b32 v5, 2, v2\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "global_load_b32 v6, v3, s[6:7]\n"
                                  "global_load_b32 v7, v4, s[6:7]\n"
                                  "global_load_b32 v8, v5, s[6:7]\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_add3_u32 v6, v6, v7, v8\n"
                                  "v_add_nc_u32 v3, 4*SIDE*SIDE, v3\n"
                                  "global_store_b32 v3, v6, s[6:7]\n"
                                  "s_endpgm\n";

static void rows_may_be_short(void **state)
{
    enum { SIDE = 48, CELLS = SIDE * SIDE };
    static const uint32_t blocks[][3] = {{8, 8, 1},   {4, 16, 1}, {24, 8, 1}, {12, 12, 1},
                                         {16, 16, 1}, {48, 4, 1}, {2, 24, 1}};
    static const uint32_t grid[3] = {SIDE, SIDE, 1};
    (void)state;
    for (unsigned k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        struct fixture f;
        char numbers[64];
        snprintf(numbers, sizeof numbers, "BLOCK_X = %u\nBLOCK_Y = %u\nSIDE = %u\n", blocks[k][0],
                 blocks[k][1], SIDE);
        open_filled(&f, numbers, "", square_text, IDS_XYZ, 2 * CELLS);
        run(&f, grid, blocks[k]);
        for (uint32_t y = 0; y < SIDE; y++)
            for (uint32_t x = 0; x < SIDE; x++)
                assert_int_equal(f.host[CELLS + y * SIDE + x],
                                 f.host[y * SIDE + x] + f.host[x * SIDE + y] + f.host[y]);
        shoal_device_destroy(f.device);
    }
}

/* ---- lanes at a limit ---- */

/* v1: the work-item; s[6:7]: `in`, of so many words; OUT behind it. */
static const char before_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s8, s2, 6\n"
                                  "v_add_nc_u32 v1, s8, v0\n"
                                  "s_waitcnt lgkmcnt(0)\n";
/* out = in[v2] + in[v3] */
static const char behind_text[] = "v_lshlrev_b32 v2, 2, v2\n"
                                  "v_lshlrev_b32 v3, 2, v3\n"
                                  "global_load_b32 v4, v2, s[6:7]\n"
                                  "global_load_b32 v5, v3, s[6:7]\n"
                                  "v_lshlrev_b32 v6, 2, v1\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_add_nc_u32 v4, v4, v5\n"
                                  "global_store_b32 v6, v4, s[6:7] offset:2048\n"
                                  "s_endpgm\n";

enum { LENGTH = 512 };

static uint32_t clamped(int64_t i)
{
    return (uint32_t)(i < 0 ? 0 : i > LENGTH - 1 ? LENGTH - 1 : i);
}
static uint32_t wrapped(int64_t i) { return (uint32_t)i % LENGTH; }
static uint32_t first_outside(int64_t i) { return i < 0 || i > LENGTH - 1 ? 7 : (uint32_t)i; }

static void lanes_may_be_at_a_limit(void **state)
{
    static const struct {
        const char *text;
        uint32_t (*place)(int64_t);
    } limits[] = {{"v_add_nc_u32 v2, -1, v1\nv_max_i32 v2, 0, v2\n"
                   "v_add_nc_u32 v3, 1, v1\nv_min_i32 v3, 511, v3\n",
                   clamped},
                  {"v_add_nc_u32 v2, -1, v1\nv_med3_i32 v2, v2, 0, 511\n"
                   "v_add_nc_u32 v3, 1, v1\nv_min_u32 v3, 511, v3\n",
                   clamped},
                  {"v_add_nc_u32 v2, -1, v1\nv_and_b32 v2, 511, v2\n"
                   "v_add_nc_u32 v3, 1, v1\nv_and_b32 v3, 511, v3\n",
                   wrapped},
                  {"v_add_nc_u32 v2, -1, v1\nv_cmp_gt_u32 vcc_lo, 512, v2\n"
                   "v_cndmask_b32 v2, 7, v2, vcc_lo\n"
                   "v_add_nc_u32 v3, 1, v1\nv_cmp_gt_u32 vcc_lo, 512, v3\n"
                   "v_cndmask_b32 v3, 7, v3, vcc_lo\n",
                   first_outside}};
    static const uint32_t grid[3] = {LENGTH, 1, 1}, block[3] = {64, 1, 1};
    (void)state;
    for (unsigned k = 0; k < sizeof limits / sizeof *limits; k++) {
        struct fixture f;
        open_filled(&f, before_text, limits[k].text, behind_text, IDS_X, 2 * LENGTH);
        run(&f, grid, block);
        for (int64_t i = 0; i < LENGTH; i++)
            assert_int_equal(f.host[LENGTH + i],
                             f.host[limits[k].place(i - 1)] + f.host[limits[k].place(i + 1)]);
        shoal_device_destroy(f.device);
    }
}

/* ---- places that lanes choose ---- */

/* out = in[c], c being the greatest of three constants that data choose. */
static const char chosen_text[] = "v_lshlrev_b32 v2, 2, v1\n"
                                  "global_load_b32 v3, v2, s[6:7]\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_cmp_lt_u32 vcc_lo, 0x55555555, v3\n"
                                  "v_cndmask_b32_e64 v4, 0, 5, vcc_lo\n"
                                  "v_cmp_lt_u32 vcc_lo, 0xaaaaaaaa, v3\n"
                                  "v_cndmask_b32 v4, v4, v6, vcc_lo\n"
                                  "v_lshlrev_b32 v4, 2, v4\n"
                                  "global_load_b32 v5, v4, s[6:7]\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "global_store_b32 v2, v5, s[6:7] offset:2048\n"
                                  "s_endpgm\n";

static void places_may_be_chosen(void **state)
{
    static const uint32_t grid[3] = {LENGTH, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    (void)state;
    open_filled(&f, before_text, "v_mov_b32 v6, 11\n", chosen_text, IDS_X, 2 * LENGTH);
    run(&f, grid, block);
    for (uint32_t i = 0; i < LENGTH; i++) {
        uint32_t v = f.host[i], c = v > 0xaaaaaaaa ? 11 : v > 0x55555555 ? 5 : 0;
        assert_int_equal(f.host[LENGTH + i], f.host[c]);
    }
    shoal_device_destroy(f.device);
}

/* Private memory: 16 dwords, dword k being item * 31 + k * 0x1030507. Two are loaded, and added to,
 * at a place that data choose; then what is between bytes `at` and at + 16, at being the item's
 * last two bits and 4 more than the choice, with a load of each size. */
static const char slots_text[] = "v_lshlrev_b32 v2, 2, v1\n"
                                 "global_load_b32 v3, v2, s[6:7]\n"
                                 "v_mul_u32_u24 v4, 31, v1\n"
                                 ".set k, 0\n.rept 16\n"
                                 "scratch_store_b32 off, v4, off offset:k*4\n"
                                 "v_add_nc_u32 v4, 0x1030507, v4\n"
                                 ".set k, k+1\n.endr\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_mov_b32 v6, 32\n"
                                 "v_cmp_lt_u32 vcc_lo, 0x55555555, v3\n"
                                 "v_cndmask_b32_e64 v5, 0, 12, vcc_lo\n"
                                 "v_cmp_lt_u32 vcc_lo, 0xaaaaaaaa, v3\n"
                                 "v_cndmask_b32 v5, v5, v6, vcc_lo\n"
                                 "scratch_load_b64 v[6:7], v5, off offset:4\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_add_nc_u32 v6, 5, v6\n"
                                 "v_add_nc_u32 v7, 9, v7\n"
                                 "scratch_store_b64 v5, v[6:7], off offset:4\n"
                                 "v_and_b32 v6, 3, v1\n"
                                 "v_add_nc_u32 v5, v5, v6\n"
                                 "scratch_load_b32 v6, v5, off offset:4\n"
                                 "scratch_load_b64 v[8:9], v5, off offset:8\n"
                                 "scratch_load_b96 v[10:12], v5, off offset:8\n"
                                 "scratch_load_b128 v[14:17], v5, off offset:4\n"
                                 "v_lshlrev_b32 v2, 4, v1\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_xor_b32 v14, v14, v6\n"
                                 "v_add_nc_u32 v15, v15, v8\n"
                                 "v_add_nc_u32 v16, v16, v9\n"
                                 "v_add_nc_u32 v16, v16, v11\n"
                                 "v_add_nc_u32 v17, v17, v12\n"
                                 "v_add_nc_u32 v2, 2048, v2\n"
                                 "v_xor_b32 v14, v14, v10\n"
                                 "global_store_b128 v2, v[14:17], s[6:7]\n"
                                 "s_endpgm\n";

static void slots_may_be_chosen(void **state)
{
    static const uint32_t grid[3] = {LENGTH, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    (void)state;
    open_filled(&f, before_text, "", slots_text, IDS_X, 5 * LENGTH);
    run(&f, grid, block);
    for (uint32_t i = 0; i < LENGTH; i++) {
        uint32_t v = f.host[i], c = v > 0xaaaaaaaa ? 8 : v > 0x55555555 ? 3 : 0, slot[16], d[4];
        for (uint32_t k = 0; k < 16; k++)
            slot[k] = i * 31 + k * 0x1030507 + (k == c + 1 ? 5 : k == c + 2 ? 9 : 0);
        memcpy(d, (uint8_t *)slot + 4 * c + 4 + i % 4, sizeof d);
        const uint32_t want[4] = {d[0] ^ d[0] ^ d[1], d[1] + d[1], d[2] + d[2] + d[2], d[3] + d[3]};
        assert_memory_equal(f.host + LENGTH + 4 * i, want, sizeof want);
    }
    shoal_device_destroy(f.device);
}

/* ---- rows of 16 bytes ---- */

/* out = in * 3, of four dwords each, in work-groups of ITEMS; `in` is behind `out`. */
static const char wide_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "s_mul_i32 s8, s2, ITEMS\n"
                                "v_add_nc_u32 v1, s8, v0\n"
                                "v_lshlrev_b32 v1, 4, v1\n"
                                "v_add_nc_u32 v2, 16*ALL, v1\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "global_load_b128 v[4:7], v2, s[6:7]\n"
                                "s_waitcnt vmcnt(0)\n"
                                "v_mul_lo_u32 v4, 3, v4\n"
                                "v_mul_lo_u32 v5, 3, v5\n"
                                "v_mul_lo_u32 v6, 3, v6\n"
                                "v_mul_lo_u32 v7, 3, v7\n"
                                "global_store_b128 v1, v[4:7], s[6:7]\n"
                                "s_endpgm\n";

static void wide_rows_may_be_halves(void **state)
{
    enum { ALL = 16384 }; /* items */
    static const uint32_t items[] = {48, 16, 80, 32};
    (void)state;
    for (unsigned k = 0; k < sizeof items / sizeof *items; k++) {
        const uint32_t grid[3] = {ALL / items[k] * items[k], 1, 1}, block[3] = {items[k], 1, 1};
        const uint32_t all = grid[0];
        struct fixture f;
        char numbers[64];
        snprintf(numbers, sizeof numbers, "ITEMS = %u\nALL = %u\n", items[k], all);
        open_filled(&f, numbers, "", wide_text, IDS_X, 8 * all);
        run(&f, grid, block);
        for (uint32_t i = 0; i < 4 * all; i++)
            assert_int_equal(f.host[i], f.host[4 * all + i] * 3);
        shoal_device_destroy(f.device);
    }
}

/* ---- small tables ---- */

static const char *const table_loads[] = {"u8", "u16", "b32"};

/* out = element number v of a table of 1 << BITS, v being so many bits of in, or 77 where `in` is
 * odd and LEAVES_OUT is set. The table is AT bytes behind `in`, or in LDS, from AT on, where each
 * lane has brought a dword of it; there is nothing behind it. Then no lane is active. */
static const char table_text[] = "v_lshlrev_b32 v2, 2, v1\n"
                                 "global_load_b32 v3, v2, s[6:7]\n"
                                 "v_mov_b32 v5, 77\n"
                                 "v_mov_b32 v6, 0\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_and_b32 v6, LEAVES_OUT, v3\n"
                                 "v_cmp_eq_u32 vcc_lo, 0, v6\n"
                                 "v_bfe_u32 v4, v3, 7, BITS\n"
                                 ".if SHIFT\nv_lshlrev_b32 v4, SHIFT, v4\n.endif\n"
                                 ".if IS_LDS\n"
                                 "v_lshlrev_b32 v7, 2, v0\n"
                                 "v_add_nc_u32 v8, 4*512, v7\n"
                                 "global_load_b32 v9, v8, s[6:7]\n"
                                 "global_load_b32 v10, v8, s[6:7] offset:256\n"
                                 "global_load_b32 v11, v8, s[6:7] offset:512\n"
                                 "global_load_b32 v12, v8, s[6:7] offset:768\n"
                                 "v_add_nc_u32 v7, AT, v7\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "ds_store_b32 v7, v9\n"
                                 "ds_store_b32 v7, v10 offset:256\n"
                                 "ds_store_b32 v7, v11 offset:512\n"
                                 "ds_store_b32 v7, v12 offset:768\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "s_barrier\n"
                                 ".endif\n"
                                 "s_add_u32 s10, s6, AT\n"
                                 "s_addc_u32 s11, s7, 0\n"
                                 "s_and_saveexec_b32 s9, vcc_lo\n"
                                 ".if IS_LDS\nds_load_LOAD v5, v4 offset:AT\n.else\n"
                                 "global_load_LOAD v5, v4, s[10:11]\n.endif\n"
                                 "s_mov_b32 exec_lo, 0\n"
                                 ".if IS_LDS\nds_load_LOAD v5, v4 offset:65532\n.else\n"
                                 "global_load_LOAD v5, v4, s[10:11]\n.endif\n"
                                 "s_mov_b32 exec_lo, s9\n"
                                 "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                                 "v_add_nc_u32 v2, 4*2048, v2\n"
                                 "global_store_b32 v2, v5, s[6:7]\n"
                                 "s_endpgm\n";

static void small_tables(unsigned shift, unsigned bits, bool is_lds, unsigned at, bool leaves_out)
{
    static const uint32_t grid[3] = {LENGTH, 1, 1}, block[3] = {64, 1, 1};
    enum { WORDS = 4096 };
    struct fixture f;
    char numbers[256];
    snprintf(numbers, sizeof numbers,
             "BITS = %u\nSHIFT = %u\nIS_LDS = %u\nAT = %u\nLEAVES_OUT = %u\n"
             ".macro ds_load_LOAD a:vararg\nds_load_%s \\a\n.endm\n"
             ".macro global_load_LOAD a:vararg\nglobal_load_%s \\a\n.endm\n",
             bits, shift, is_lds, at, leaves_out, table_loads[shift], table_loads[shift]);
    open_filled(&f, numbers, before_text, table_text, IDS_X, WORDS);
    uint8_t *table = (uint8_t *)f.host + (is_lds ? 4 * LENGTH : at), copy[1024];
    memcpy(copy, table, sizeof copy);
    run_with_lds(&f, grid, block, is_lds ? at + 1024 : 0);
    for (uint32_t i = 0; i < LENGTH; i++) {
        uint32_t v = f.host[i] >> 7 & ((1u << bits) - 1), want = 0;
        memcpy(&want, copy + (v << shift), 1u << shift);
        if (leaves_out && f.host[i] & 1)
            want = 77;
        assert_int_equal(f.host[WORDS / 2 + i], want);
    }
    shoal_device_destroy(f.device);
}

static void tables_may_be_small(void **state)
{
    (void)state;
    for (unsigned shift = 0; shift < 3; shift++)
        for (unsigned bits = 1; shift + bits <= 10; bits++) {
            bool leaves_out = bits % 2;
            small_tables(shift, bits, true, 0, leaves_out);
            small_tables(shift, bits, true, 5000, !leaves_out);
            small_tables(shift, bits, false, 2048, leaves_out);
            small_tables(shift, bits, false, 4096 - (1u << shift), !leaves_out); /* two pages */
        }
}

/* ---- lanes that are not active ---- */

/* Work-items inside add what is on both sides of them, from an address that they alone compute, in
 * a register in which the others keep what they have. */
static const char inside_text[] = "v_mov_b32 v3, s7\n"
                                  "v_lshlrev_b32 v2, 2, v1\n"
                                  "v_ashrrev_i32 v9, 31, v1\n"
                                  "v_add_co_u32 v7, vcc_lo, s6, v2\n"
                                  "v_add_co_ci_u32 v8, null, s7, v9, vcc_lo\n"
                                  "global_load_b32 v3, v[7:8], off\n"
                                  "v_add_nc_u32 v4, -1, v1\n"
                                  "v_cmp_gt_u32 vcc_lo, 510, v4\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "s_and_saveexec_b32 s9, vcc_lo\n"
                                  "v_add_co_u32 v3, vcc_lo, s6, v2\n"
                                  "v_add_co_ci_u32 v4, null, s7, v9, vcc_lo\n"
                                  "global_load_b32 v5, v[3:4], off offset:-4\n"
                                  "global_load_b32 v6, v[3:4], off offset:4\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_add_nc_u32 v3, v5, v6\n"
                                  "s_mov_b32 exec_lo, s9\n"
                                  "global_store_b32 v2, v3, s[6:7] offset:2048\n"
                                  "s_endpgm\n";

static void others_keep_what_they_have(void **state)
{
    static const uint32_t grid[3] = {LENGTH, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    (void)state;
    /* IDS_XYZ: so that rows may have 16 lanes */
    open_filled(&f, before_text, "", inside_text, IDS_XYZ, 2 * LENGTH);
    run(&f, grid, block);
    for (uint32_t i = 0; i < LENGTH; i++) {
        const uint32_t *in = f.host + i;
        bool is_inside = i > 0 && i < LENGTH - 1;
        assert_int_equal(in[LENGTH], is_inside ? in[-1] + in[1] : in[0]);
    }
    shoal_device_destroy(f.device);
}

/* The first work-item of a work-group stores to LDS, without a branch around that; all load it. */
static const char one_text[] = "v_mov_b32 v2, 0\n"
                               "s_add_i32 s10, s2, 77\n"
                               "v_mov_b32 v3, s10\n"
                               "v_cmp_eq_u32 vcc_lo, 0, v0\n"
                               "s_and_saveexec_b32 s9, vcc_lo\n"
                               "ds_store_b32 v2, v3\n"
                               "ds_store_b8 v2, v3 offset:4\n"
                               "s_mov_b32 exec_lo, s9\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_barrier\n"
                               "ds_load_b32 v4, v2\n"
                               "ds_load_u8 v5, v2 offset:4\n"
                               "v_lshlrev_b32 v1, 2, v1\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "v_lshl_add_u32 v4, v5, 16, v4\n"
                               "global_store_b32 v1, v4, s[6:7]\n"
                               "s_endpgm\n";

static void waves_without_lanes_store_nothing(void **state)
{
    static const uint32_t grid[3] = {4096, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    char text[4096];
    (void)state;
    snprintf(text, sizeof text, "%s%s", before_text, one_text);
    open_kernel(&f, text, IDS_X, grid[0]);
    run_with_lds(&f, grid, block, 64);
    for (uint32_t i = 0; i < grid[0]; i++)
        assert_int_equal(f.host[i], (i / 64 + 77) | (i / 64 + 77) << 16);
    shoal_device_destroy(f.device);
}

/* A work-group's items exchange by LDS, where the sum with the offset wraps: out = in[i - FAR]
 * where that is in the work-group, else 1; and that of its neighbours, of which the first and the
 * last have one. */
static const char far_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_lshl_b32 s8, s2, 10\n"
                               "v_add_nc_u32 v1, s8, v0\n"
                               "v_lshlrev_b32 v1, 2, v1\n"
                               "v_lshlrev_b32 v2, 2, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_load_b32 v3, v1, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_subrev_nc_u32 v4, 64, v2\n"
                               "ds_store_b32 v4, v3 offset:64\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_barrier\n"
                               "v_mov_b32 v4, 1\n"
                               "v_subrev_nc_u32 v5, 4*FAR, v2\n"
                               "v_cmp_le_u32 vcc_lo, FAR, v0\n"
                               "s_and_saveexec_b32 s9, vcc_lo\n"
                               "ds_load_b32 v4, v5\n"
                               "s_mov_b32 exec_lo, s9\n"
                               "v_add_nc_u32 v6, -1, v0\n"
                               "v_max_i32 v6, 0, v6\n"
                               "v_lshlrev_b32 v6, 2, v6\n"
                               "v_add_nc_u32 v7, 1, v0\n"
                               "v_min_u32 v7, 1023, v7\n"
                               "v_lshlrev_b32 v7, 2, v7\n"
                               "ds_load_b32 v6, v6\n"
                               "ds_load_b32 v7, v7\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "v_add3_u32 v4, v4, v6, v7\n"
                               "v_add_nc_u32 v1, 4096, v1\n"
                               "global_store_b32 v1, v4, s[6:7]\n"
                               "s_endpgm\n";

static void lanes_far_from_lds_load_nothing(void **state)
{
    enum { ITEMS = 1024 };
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {ITEMS, 1, 1};
    (void)state;
    for (uint32_t far = 1; far < ITEMS; far = far < 4 ? far * 2 : far * 4 - 3) {
        struct fixture f;
        char numbers[32];
        snprintf(numbers, sizeof numbers, "FAR = %u\n", far);
        open_filled(&f, numbers, "", far_text, IDS_X, 2 * ITEMS);
        run_with_lds(&f, grid, block, 4 * ITEMS);
        for (uint32_t i = 0; i < ITEMS; i++) {
            const uint32_t *in = f.host + i;
            assert_int_equal(in[ITEMS], (i < far ? 1 : *(in - far)) + in[i ? -1 : 0] +
                                            in[i < ITEMS - 1 ? 1 : 0]);
        }
        shoal_device_destroy(f.device);
    }
}

/* ---- halves of f64 ---- */

/* Of a[i] * 1 and b[i] * 1, doubles, the first one where i is even, chosen by halves. */
static const char halves_text[] = "v_lshlrev_b32 v2, 4, v1\n"
                                  "global_load_b128 v[4:7], v2, s[6:7]\n"
                                  "v_and_b32 v3, 1, v1\n"
                                  "v_cmp_eq_u32 vcc_lo, 0, v3\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_mul_f64 v[4:5], v[4:5], 1.0\n"
                                  "v_mul_f64 v[6:7], v[6:7], 1.0\n"
                                  "v_cndmask_b32 v8, v6, v4, vcc_lo\n"
                                  "v_cndmask_b32 v9, v7, v5, vcc_lo\n"
                                  "v_lshlrev_b32 v2, 3, v1\n"
                                  "v_add_nc_u32 v2, 16*64*4, v2\n"
                                  "global_store_b64 v2, v[8:9], s[6:7]\n"
                                  "s_endpgm\n";

static void halves_of_doubles_are_no_floats(void **state)
{
    enum { ITEMS = 256 };
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    char text[4096];
    (void)state;
    snprintf(text, sizeof text, "%s%s", before_text, halves_text);
    open_kernel(&f, text, IDS_X, 6 * ITEMS);
    for (uint32_t i = 0; i < 2 * ITEMS; i++) {
        f.host[2 * i] = 0x7fc00000 + i; /* of floats, NaNs */
        f.host[2 * i + 1] = 0x3ff00000 + i;
    }
    run(&f, grid, block);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_memory_equal(f.host + 4 * ITEMS + 2 * i, f.host + 4 * i + (i % 2 ? 2 : 0), 8);
    shoal_device_destroy(f.device);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_may_be_short),
        cmocka_unit_test(lanes_may_be_at_a_limit),
        cmocka_unit_test(places_may_be_chosen),
        cmocka_unit_test(slots_may_be_chosen),
        cmocka_unit_test(wide_rows_may_be_halves),
        cmocka_unit_test(tables_may_be_small),
        cmocka_unit_test(others_keep_what_they_have),
        cmocka_unit_test(waves_without_lanes_store_nothing),
        cmocka_unit_test(lanes_far_from_lds_load_nothing),
        cmocka_unit_test(halves_of_doubles_are_no_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
