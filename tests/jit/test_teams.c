/* test_teams.c: loops that waves of a work-group run together (src/jit/teams.h).
 * Expected values: sums of products computed in C; the quiet NaN that the manual's rule gives
 * (3.4.2); where a fault is, is written in the kernel. Random loops: the interpreter, which knows
 * no teams. */
#include "waves_fixture.h"

#include "random_text.h"

enum {
    DATA_BYTES = 1 << 20,
    RESULTS_AT = 1 << 18, /* behind what kernels read */
    ITEM_BYTES = 128,     /* of results */
    RANDOM_LOOPS = IS_SLOW ? FEW_LOOPS : 200,
};

static void open_text(struct fixture *f, const char *text)
{
    open_kernel(f, text, IDS_XYZ, DATA_BYTES / 4);
}

/* With the same data before each run: word i is i * 2654435761, and what `patch` makes of it. */
static shoal_status run(struct fixture *f, shoal_engine engine, const uint32_t grid[3],
                        const uint32_t block[3], unsigned threads, double seconds,
                        void (*patch)(uint32_t *words), shoal_launch_stats *stats)
{
    for (uint32_t i = 0; i < f->words; i++)
        f->host[i] = i * UINT32_C(2654435761);
    if (patch)
        patch(f->host);
    return launch_for(f, engine, grid, block, threads, seconds, stats);
}

/* A loop of a team. */
static bool has_team(const struct fixture *f) { return has_block(f, "team_loop:"); }
/* A loop with barriers, of all waves of a work-group. */
static bool has_whole_team(const struct fixture *f) { return has_block(f, "team_body:"); }

/* The text with barriers in its loop: each work-item of 16 in x stores v4 to LDS, and loads what
 * one of another wave has stored. */
static void put_barriers_in(char out[], const char *text)
{
    const char *loop = strstr(text, "next:\n"), *end = strstr(text, "s_cbranch_scc1");
    snprintf(out, TEXT_BYTES,
             "%.*sv_lshlrev_b32 v30, 4, v2\n"
             "v_add_nc_u32 v30, v30, v1\n"
             "v_lshlrev_b32 v30, 2, v30\n"
             "v_xor_b32 v32, 0x80, v30\n"
             "next:\n"
             "ds_store_b32 v30, v4\n"
             "s_waitcnt lgkmcnt(0)\n"
             "s_barrier\n"
             "%.*sds_load_b32 v31, v32\n"
             "s_waitcnt lgkmcnt(0)\n"
             "s_barrier\n%s",
             (int)(loop - text), text, (int)(end - loop - 6), loop + 6, end);
}

/* ---- a matrix product ---- */

/* C = A B of N x N words: A at 0, B at 64 KiB, C at RESULTS_AT. */
static const char product_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_and_b32 v1, 0x3ff, v0\n"
                                   "v_bfe_u32 v2, v0, 10, 10\n"
                                   "s_mul_i32 s2, s2, BX\n"
                                   "s_mul_i32 s3, s3, BY\n"
                                   "v_add_nc_u32 v1, s2, v1\n" /* column */
                                   "v_add_nc_u32 v2, s3, v2\n" /* row */
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "s_add_u32 s8, s6, 0x10000\n"
                                   "s_addc_u32 s9, s7, 0\n"
                                   "v_mul_lo_u32 v3, 4 * N, v2\n"
                                   "v_add_co_u32 v4, vcc_lo, s6, v3\n"
                                   "v_add_co_ci_u32_e64 v5, null, s7, 0, vcc_lo\n"
                                   "v_mov_b32 v6, v1\n"
                                   "v_mov_b32 v12, 0\n"
                                   "s_mov_b32 s10, N\n"
                                   "next:\n"
                                   "v_ashrrev_i32 v7, 31, v6\n"
                                   "s_add_i32 s10, s10, -1\n"
                                   "s_cmp_lg_u32 s10, 0\n"
                                   "v_lshlrev_b64 v[8:9], 2, v[6:7]\n"
                                   "v_add_nc_u32 v6, N, v6\n"
                                   "v_add_co_u32 v8, vcc_lo, s8, v8\n"
                                   "v_add_co_ci_u32_e64 v9, null, s9, v9, vcc_lo\n"
                                   "global_load_b32 v10, v[4:5], off\n"
                                   "global_load_b32 v11, v[8:9], off\n"
                                   "v_add_co_u32 v4, vcc_lo, v4, 4\n"
                                   "v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo\n"
                                   "s_waitcnt vmcnt(0)\n"
                                   "SUM\n"
                                   "s_cbranch_scc1 next\n"
                                   "v_lshlrev_b32 v1, 2, v1\n"
                                   "v_add3_u32 v1, v1, v3, RESULTS\n"
                                   "global_store_b32 v1, v12, s[6:7]\n"
                                   "s_endpgm\n";

/* lanes_leave: the loop ends where EXEC is 0. */
static void open_product_with(struct fixture *f, unsigned n, const uint32_t block[3],
                              const char *sum, bool lanes_leave)
{
    static const char branch[] = "s_cbranch_scc1 next\n";
    char text[TEXT_BYTES];
    const char *at = strstr(product_text, "SUM\n"), *end = strstr(at, branch);
    snprintf(text, sizeof text, "N = %u\nBX = %u\nBY = %u\nRESULTS = %u\n%.*s%s\n%s%s", n, block[0],
             block[1], RESULTS_AT, (int)(at - product_text), product_text, sum,
             lanes_leave ? "v_mov_b32 v20, s10\n"
                           "v_cmp_lt_i32 vcc_lo, 0, v20\n"
                           "s_and_b32 exec_lo, exec_lo, vcc_lo\n"
                           "s_cbranch_execnz next\n"
                           "s_mov_b32 exec_lo, -1\n"
                         : branch,
             end + sizeof branch - 1);
    open_text(f, text);
}

static void open_product(struct fixture *f, unsigned n, const uint32_t block[3], const char *sum)
{
    open_product_with(f, n, block, sum, false);
}

static void check_product(const uint32_t block[3], unsigned threads)
{
    enum { N = 64 };
    static const shoal_engine engines[] = {SHOAL_ENGINE_JIT, SHOAL_ENGINE_INTERP};
    const uint32_t grid[3] = {N, N, 1};
    struct fixture f;
    shoal_launch_stats stats[2];
    open_product(&f, N, block, "v_mul_lo_u32 v13, v10, v11\nv_add_nc_u32 v12, v12, v13");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run(&f, engines[i], grid, block, threads, 0, NULL, &stats[i]), SHOAL_OK);
        for (uint32_t y = 0; y < N; y++)
            for (uint32_t x = 0; x < N; x++) {
                uint32_t sum = 0;
                for (uint32_t k = 0; k < N; k++)
                    sum += f.host[y * N + k] * f.host[0x10000 / 4 + k * N + x];
                assert_int_equal(f.host[RESULTS_AT / 4 + y * N + x], sum);
            }
    }
    same_counts(&stats[0], &stats[1]);
    assert_true(has_team(&f) == has_long_vectors());
    shoal_device_destroy(f.device);
}

static void rows_of_a_matrix_are_shared(void **state)
{
    static const uint32_t blocks[][3] = {
        {16, 16, 1}, {32, 8, 1}, {64, 4, 1}, {16, 8, 1}, {32, 2, 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
        check_product(blocks[i], 1 + i % 2);
}

/* Compiled for other work-groups: what was guessed to be shared is not. */
static void other_work_groups_do_without(void **state)
{
    enum { N = 64 };
    static const uint32_t first[3] = {16, 16, 1}, then[3] = {64, 4, 1}, grid[3] = {N, N, 1};
    struct fixture f;
    (void)state;
    open_product(&f, N, then, "v_mul_lo_u32 v13, v10, v11\nv_add_nc_u32 v12, v12, v13");
    assert_int_equal(run(&f, SHOAL_ENGINE_JIT, first, first, 1, 0, NULL, NULL), SHOAL_OK);
    assert_int_equal(run(&f, SHOAL_ENGINE_JIT, grid, then, 1, 0, NULL, NULL), SHOAL_OK);
    for (uint32_t i = 0; i < N * N; i++) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < N; k++)
            sum += f.host[i / N * N + k] * f.host[0x10000 / 4 + k * N + i % N];
        assert_int_equal(f.host[RESULTS_AT / 4 + i], sum);
    }
    shoal_device_destroy(f.device);
}

/* ---- NaN ---- */

static void patch_nan(uint32_t *words)
{
    for (unsigned i = 0; i < 64 * 64; i++) {
        float a = (float)(i % 7), b = (float)(i % 5) - 2;
        memcpy(words + i, &a, 4);
        memcpy(words + 0x10000 / 4 + i, &b, 4);
    }
    words[37 * 64 + 41] = 0x7fa12345; /* signalling: row 37 of C */
}

/* Also some that are made of infinity times 0: the host's have another sign. */
static void patch_infinity(uint32_t *words)
{
    patch_nan(words);
    words[20 * 64 + 10] = 0x7f800000;
}

enum team_kind { PLAIN_TEAM, WHOLE_TEAM, NO_WHOLE_TEAM };

static void check_nan(const char *op, enum team_kind kind)
{
    static const uint32_t block[3] = {16, 16, 1}, grid[3] = {64, 64, 1};
    struct fixture f;
    shoal_launch_stats stats[2];
    open_product(&f, 64, block, op);
    assert_int_equal(run(&f, SHOAL_ENGINE_INTERP, grid, block, 1, 0, patch_nan, &stats[0]),
                     SHOAL_OK);
    assert_int_equal(run(&f, SHOAL_ENGINE_JIT, grid, block, 1, 0, patch_nan, &stats[1]), SHOAL_OK);
    same_counts(&stats[0], &stats[1]);
    for (uint32_t i = 0; i < 64 * 64; i++) {
        const float *a = (const float *)f.host, *b = a + 0x10000 / 4;
        float sum = 0;
        for (unsigned k = 0; k < 64 && i / 64 != 37; k++) /* small integers: exact in any order */
            sum += a[i / 64 * 64 + k] * b[k * 64 + i % 64];
        uint32_t bits;
        memcpy(&bits, &sum, 4);
        assert_int_equal(f.host[RESULTS_AT / 4 + i], i / 64 == 37 ? 0x7fe12345 : bits);
    }
    bool has = kind == PLAIN_TEAM ? has_team(&f) : has_whole_team(&f);
    assert_true(has == (kind != NO_WHOLE_TEAM && has_long_vectors()));
    shoal_device_destroy(f.device);
}

static void a_nan_is_whose_it_is(void **state)
{
    (void)state;
    check_nan("v_fmac_f32 v12, v10, v11", PLAIN_TEAM);
    /* behind a barrier, where what waves had before it is in the host's registers */
    check_nan("v_and_b32 v30, 0x3ff, v0\n"
              "v_bfe_u32 v31, v0, 10, 10\n"
              "v_lshl_add_u32 v30, v31, 4, v30\n"
              "v_lshlrev_b32 v30, 2, v30\n"
              "ds_store_b32 v30, v10\n"
              "s_waitcnt lgkmcnt(0)\n"
              "s_barrier\n"
              "ds_load_b32 v32, v30\n"
              "s_waitcnt lgkmcnt(0)\n"
              "v_fmac_f32 v12, v32, v11\n"
              "s_barrier",
              WHOLE_TEAM);
    /* Behind a store over what was loaded nothing may fail, as the sum does here: it would count
     * the iteration twice, and the difference to its number is added to the sum. */
    check_nan("v_and_b32 v30, 0x3ff, v0\n"
              "v_bfe_u32 v31, v0, 10, 10\n"
              "v_lshl_add_u32 v30, v31, 4, v30\n"
              "v_lshlrev_b32 v30, 2, v30\n"
              "v_sub_nc_u32 v37, 63, s10\n" /* number of the iteration */
              "v_min_u32 v38, 1, v37\n"
              "s_barrier\n"
              "ds_load_b32 v33, v30\n"
              "s_waitcnt lgkmcnt(0)\n"
              "v_mul_u32_u24 v33, v33, v38\n"
              "v_sub_nc_u32 v35, v33, v37\n"
              "v_cvt_f32_i32 v35, v35\n"
              "v_add_f32 v12, v12, v35\n"
              "v_add_nc_u32 v33, 1, v33\n"
              "ds_store_b32 v30, v33\n"
              "s_waitcnt lgkmcnt(0)\n"
              "v_fmac_f32 v12, v10, v11\n"
              "s_barrier",
              NO_WHOLE_TEAM);
}

/* Sums that stay NaN are looked at behind the loop, others in each iteration: whatever is made of
 * them, all is as the interpreter leaves it. */
static void nans_are_found_behind_loops(void **state)
{
    static const uint32_t block[3] = {16, 16, 1}, grid[3] = {64, 64, 1};
    static const char *const sums[] = {
        "v_mul_f32 v13, v10, v11\nv_add_f32 v12, v12, v13",
        "v_fma_f32 v12, v10, v11, v12",
        "v_sub_f32 v12, v12, v10\nv_fmac_f32 v12, v10, v11",
        "v_fma_f32 v12, v10, v11, v12 clamp",
        "v_add_f32_e64 v12, v12, v10 mul:2",
        "v_fma_f32 v12, v10, v11, -v12",
        "v_fma_f32 v12, v10, v11, |v12|",
        "v_fmac_f32 v12, v10, v11\nv_max_f32 v12, 0, v12",
        "v_cmp_lt_f32 vcc_lo, v12, v10\nv_cndmask_b32 v12, v12, v10, vcc_lo\n"
        "v_add_f32 v12, v12, v11",
        "v_fmac_f32 v13, v10, v11\nv_xor_b32 v12, v12, v13", /* bits of a sum that is not stored */
        "v_fmac_f32 v13, v10, v11\nv_mov_b32 v12, v14\nv_mov_b32 v14, v13", /* one trip later */
        "v_mul_f32 v13, v10, v11\nv_fmac_f32 v12, v10, v13\nv_min_f32 v14, v12, v10\n"
        "v_add_f32 v12, v12, v14",
        "v_pk_fma_f16 v12, v10, v11, v12",
        "v_pk_fma_f16 v12, v12, v11, v10\n"
        "v_pk_fma_f16 v12, v12, v10, v11 op_sel:[0,0,1] op_sel_hi:[1,1,0]",
        "v_pk_fma_f16 v12, v12, v11, v10 op_sel:[1,0,0] op_sel_hi:[0,1,1]", /* halves change places
                                                                             */
        "v_pk_add_f16 v12, v12, v10 clamp",
        "v_pk_fma_f16 v12, v10, v11, v12\nv_pk_max_f16 v12, v12, v10",
        "v_pk_fma_f16 v12, v12, v11, v10\nv_add_f32 v12, v12, v11",
        "v_add_f32 v12, v12, v11\nv_pk_fma_f16 v12, v12, v10, v11",
    };
    (void)state;
    for (unsigned n = 0; n < 2 * (sizeof sums / sizeof *sums); n++) {
        unsigned i = n / 2;
        struct fixture f;
        shoal_launch_stats stats[2];
        uint32_t want[64 * 64];
        open_product_with(&f, 64, block, sums[i], n % 2);
        assert_int_equal(run(&f, SHOAL_ENGINE_INTERP, grid, block, 1, 0, patch_infinity, &stats[0]),
                         SHOAL_OK);
        memcpy(want, f.host + RESULTS_AT / 4, sizeof want);
        assert_int_equal(
            run(&f, SHOAL_ENGINE_JIT, grid, block, 1 + i % 2, 0, patch_infinity, &stats[1]),
            SHOAL_OK);
        same_counts(&stats[0], &stats[1]);
        for (unsigned k = 0; k < 64 * 64; k++)
            if (f.host[RESULTS_AT / 4 + k] != want[k])
                fail_msg("%s: element %u: 0x%x, not 0x%x", sums[i], k, f.host[RESULTS_AT / 4 + k],
                         want[k]);
        assert_true(has_team(&f) == has_long_vectors());
        shoal_device_destroy(f.device);
    }
}

/* Loops without loads: an LCG and a chain of FMAs, of so few iterations that waves soon do not wait
 * for each other, or of more. The LCG's formula is written out here. */
static void loops_that_only_compute(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_lshl_b32 s2, s2, 8\n"
                               "v_add_nc_u32 v1, s2, v0\n"
                               "v_mov_b32 v2, v1\n"
                               "v_mov_b32 v3, 0x3c003c00\n" /* 1, 1 */
                               "s_mov_b32 s10, TRIPS\n"
                               "next:\n"
                               "v_mul_lo_u32 v2, 0x19660d, v2\n"
                               "s_add_i32 s10, s10, -1\n"
                               "v_pk_fma_f16 v3, v3, 1.0, 0.5 op_sel_hi:[1,0,0]\n"
                               "s_cmp_lg_u32 s10, 0\n"
                               "v_add_nc_u32 v2, 0x3c6ef35f, v2\n"
                               "s_cbranch_scc1 next\n"
                               "v_lshlrev_b32 v1, 3, v1\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b64 v1, v[2:3], s[6:7]\n"
                               "s_endpgm\n";
    static const uint32_t block[3] = {256, 1, 1}, grid[3] = {32 * 256, 1, 1};
    (void)state;
    for (unsigned trips = 1; trips <= 64; trips *= 4) {
        char all[TEXT_BYTES];
        struct fixture f;
        shoal_launch_stats stats[2];
        snprintf(all, sizeof all, "TRIPS = %u\n%s", trips, text);
        open_text(&f, all);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(run(&f, i ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, 0,
                                 NULL, &stats[i]),
                             SHOAL_OK);
            for (uint32_t k = 0; k < grid[0]; k++) {
                uint32_t x = k;
                for (unsigned n = 0; n < trips; n++)
                    x = x * 0x19660d + 0x3c6ef35f;
                assert_int_equal(f.host[2 * k], x);
                /* 1 + trips / 2 is exact in f16: the exponent and what stands behind the first bit
                 */
                _Float16 half = (_Float16)(1 + (float)trips / 2);
                uint16_t bits;
                memcpy(&bits, &half, sizeof bits);
                assert_int_equal(f.host[2 * k + 1], bits * 0x10001u);
            }
        }
        same_counts(&stats[0], &stats[1]);
        assert_true(has_team(&f) == has_long_vectors());
        shoal_device_destroy(f.device);
    }
}

/* ---- faults, long loops, loops without end ---- */

/* Row 5 of a work-group of 16 x 16, in wave 2, begins 16 bytes before the allocation's end and
 * leaves it after four iterations. */
static const char far_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_and_b32 v1, 0x3ff, v0\n"
                               "v_bfe_u32 v2, v0, 10, 10\n"
                               "v_lshlrev_b32 v3, 2, v2\n"
                               "v_mov_b32 v4, 0\n"
                               "v_cmp_eq_u32 vcc_lo, 5, v2\n"
                               "v_mov_b32 v5, 0x100000\n" /* DATA_BYTES */
                               "v_cndmask_b32 v5, 0, v5, vcc_lo\n"
                               "v_add_nc_u32 v3, v3, v5\n" /* DATA_BYTES - 9 * 4 */
                               "v_cndmask_b32 v5, 0, -1, vcc_lo\n"
                               "v_mul_lo_u32 v5, 36, v5\n"
                               "v_add_nc_u32 v3, v3, v5\n"
                               "s_mov_b32 s10, 64\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "next:\n"
                               "global_load_b32 v6, v3, s[6:7]\n"
                               "v_add_nc_u32 v3, 4, v3\n"
                               "s_add_i32 s10, s10, -1\n"
                               "s_cmp_lg_u32 s10, 0\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_add_nc_u32 v4, v4, v6\n"
                               "s_cbranch_scc1 next\n"
                               "s_endpgm\n";

/* The same, with the offset from the start counted in LDS, and barriers: from its start, the loop
 * cannot be begun again. */
static const char counted_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_and_b32 v1, 0x3ff, v0\n"
                                   "v_bfe_u32 v2, v0, 10, 10\n"
                                   "v_lshlrev_b32 v3, 2, v2\n"
                                   "v_mov_b32 v4, 0\n"
                                   "v_cmp_eq_u32 vcc_lo, 5, v2\n"
                                   "v_mov_b32 v5, 0x100000-36\n"
                                   "v_cndmask_b32 v5, 0, v5, vcc_lo\n"
                                   "v_add_nc_u32 v5, v3, v5\n"
                                   "v_mov_b32 v3, v5\n"
                                   "v_lshl_add_u32 v30, v2, 4, v1\n"
                                   "v_lshlrev_b32 v30, 2, v30\n"
                                   "v_lshlrev_b32 v34, 6, v2\n"
                                   "s_mov_b32 s10, 64\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "next:\n"
                                   "global_load_b32 v6, v3, s[6:7]\n"
                                   "s_waitcnt vmcnt(0)\n"
                                   "v_add_nc_u32 v4, v4, v6\n"
                                   "s_barrier\n"
                                   "ds_load_b32 v31, v34\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "v_add_nc_u32 v31, 4, v31\n"
                                   "ds_store_b32 v30, v31\n"
                                   "v_add_nc_u32 v3, v5, v31\n"
                                   "s_add_i32 s10, s10, -1\n"
                                   "s_cmp_lg_u32 s10, 0\n"
                                   "s_cbranch_scc1 next\n"
                                   "s_endpgm\n";

/* ---- loops that go on by the size of the grid ---- */

/* The sum of every 512th word from a work-item's own on, up to a length, or down from the last one.
 */
static const char stride_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s8, s2, 8\n"
                                  "v_add_nc_u32 v1, s8, v0\n"
                                  "v_lshlrev_b32 v5, 2, v1\n"
                                  "v_mov_b32 v4, 0\n"
                                  "s_mov_b32 s12, LENGTH\n"
                                  "s_mov_b32 s13, 0\n"
                                  "s_movk_i32 s14, 512\n"
                                  ".if DOWN\n"
                                  "v_add_nc_u32 v1, LENGTH - 512, v1\n"
                                  "s_movk_i32 s14, -512\n"
                                  ".endif\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_cbranch_execz over\n"
                                  "next:\n"
                                  "v_ashrrev_i32 v2, 31, v1\n"
                                  "v_lshlrev_b64 v[2:3], 2, v[1:2]\n"
                                  "v_add_co_u32 v2, vcc_lo, s6, v2\n"
                                  "v_add_co_ci_u32 v3, null, s7, v3, vcc_lo\n"
                                  "global_load_b32 v6, v[2:3], off\n"
                                  "v_add_nc_u32 v1, s14, v1\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_add_nc_u32 v4, v4, v6\n"
                                  "%s"
                                  "s_cbranch_execnz next\n"
                                  "over:\n"
                                  "s_mov_b32 exec_lo, -1\n"
                                  "v_add_nc_u32 v5, 0x40000, v5\n" /* RESULTS_AT */
                                  "global_store_b32 v5, v4, s[6:7]\n"
                                  "s_endpgm\n";

/* Which lanes go on: those of which s13 does not keep that they have passed the length, or those
 * for which the comparison holds. */
#define KEPT    "s_or_b32 s13, vcc_lo, s13\ns_and_not1_b32 exec_lo, exec_lo, s13\n"
#define STAYING "s_and_b32 exec_lo, exec_lo, vcc_lo\n"

static void lanes_leave_behind_a_length(void **state)
{
    static const struct {
        const char *text;
        bool is_down;
    } ends[] = {{"v_cmp_le_i32 vcc_lo, s12, v1\n" KEPT, false},
                {"v_cmp_ge_i32 vcc_lo, v1, v20\n" KEPT, false}, /* v20: below */
                {"v_cmp_le_u32 vcc_lo, s12, v1\n" KEPT, false},
                {"v_cmp_gt_i32 vcc_lo, s12, v1\n" STAYING, false},
                {"v_cmp_gt_u32 vcc_lo, s12, v1\n" STAYING, false},
                {"v_cmp_gt_i32 vcc_lo, 0, v1\n" KEPT, true},
                {"v_cmp_lt_i32 vcc_lo, -1, v1\n" STAYING, true}};
    static const uint32_t lengths[] = {512 * 32, 512 * 20 + 1, 512 * 20 + 77, 512 * 24 + 288,
                                       512 * 17 + 511};
    static const uint32_t block[3] = {256, 1, 1}, grid[3] = {512, 1, 1};
    enum { ENDS = sizeof ends / sizeof *ends, LENGTHS = sizeof lengths / sizeof *lengths };
    (void)state;
    for (unsigned k = 0; k < ENDS * LENGTHS; k++) {
        const char *end = ends[k / LENGTHS].text;
        uint32_t length = lengths[k % LENGTHS];
        bool is_down = ends[k / LENGTHS].is_down;
        char text[TEXT_BYTES], all[TEXT_BYTES], first[64] = "";
        struct fixture f;
        shoal_launch_stats stats[2];
        if (strstr(end, "v20"))
            snprintf(first, sizeof first, "v_mov_b32 v20, LENGTH\n");
        snprintf(all, sizeof all, stride_text, end);
        snprintf(text, sizeof text, "LENGTH = %u\nDOWN = %d\n%s%s", length, is_down, first, all);
        open_text(&f, text);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(run(&f, i ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block,
                                 1 + i % 2, 0, NULL, &stats[i > 0]),
                             SHOAL_OK);
            for (int64_t n = 0; n < 512; n++) {
                int64_t from = is_down ? (int64_t)length - 512 + n : n;
                uint32_t sum = 0;
                for (int64_t at = from; at >= 0 && at < (int64_t)length; at += is_down ? -512 : 512)
                    sum += (uint32_t)at * UINT32_C(2654435761);
                if (f.host[RESULTS_AT / 4 + n] != sum)
                    fail_msg("%s, length %u, engine %u: element %u: 0x%x, not 0x%x", end, length, i,
                             (unsigned)n, f.host[RESULTS_AT / 4 + n], sum);
            }
            if (i)
                same_counts(&stats[0], &stats[1]);
        }
        assert_true(has_team(&f) == has_long_vectors());
        shoal_device_destroy(f.device);
    }
}

static void check_fault(const char *text, bool is_whole)
{
    static const uint32_t block[3] = {16, 16, 1};
    struct fixture f;
    open_text(&f, text);
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(
            run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, block, block, 1, 0, NULL, NULL),
            SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.wave, 2);
        assert_int_equal(r.lane, 16);
        assert_int_equal(r.address, f.out + DATA_BYTES);
        assert_non_null(strstr(r.instruction, "global_load_b32"));
    }
    assert_true((is_whole ? has_whole_team(&f) : has_team(&f)) == has_long_vectors());
    shoal_device_destroy(f.device);
}

static void a_fault_is_whose_it_is(void **state)
{
    char text[TEXT_BYTES];
    (void)state;
    check_fault(far_text, false);
    put_barriers_in(text, far_text);
    check_fault(text, true);
    check_fault(counted_text, true);
}

/* COUNT iterations of v4 += s8 + word[y], s8 += 3. */
static const char long_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "v_and_b32 v1, 0x3ff, v0\n"
                                "v_bfe_u32 v2, v0, 10, 10\n"
                                "v_lshlrev_b32 v3, 2, v2\n"
                                "v_mov_b32 v4, v1\n"
                                "s_mov_b32 s8, 0\n"
                                "s_mov_b32 s10, COUNT\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "next:\n"
                                "global_load_b32 v6, v3, s[6:7]\n"
                                "s_add_i32 s8, s8, 3\n"
                                "v_add_nc_u32 v4, s8, v4\n"
                                "s_add_i32 s10, s10, -STEP\n"
                                "s_cmp_lg_u32 s10, 0\n"
                                "s_waitcnt vmcnt(0)\n"
                                "v_add_nc_u32 v4, v4, v6\n"
                                "s_cbranch_scc1 next\n"
                                "v_lshlrev_b32 v2, 4, v2\n"
                                "v_add_nc_u32 v2, v2, v1\n"
                                "v_lshlrev_b32 v2, 2, v2\n"
                                "v_add_nc_u32 v2, RESULTS, v2\n"
                                "global_store_b32 v2, v4, s[6:7]\n"
                                "s_endpgm\n";

static void check_long(bool is_whole)
{
    enum { COUNT = 100000 };
    static const uint32_t block[3] = {16, 16, 1};
    char text[TEXT_BYTES], with[TEXT_BYTES];
    struct fixture f;
    shoal_launch_stats stats[2];
    snprintf(text, sizeof text, "COUNT = %d\nSTEP = 1\nRESULTS = %d\n%s", COUNT, RESULTS_AT,
             long_text);
    put_barriers_in(with, text);
    open_text(&f, is_whole ? with : text);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, block, block, 1, 0,
                             NULL, &stats[i]),
                         SHOAL_OK);
        for (uint32_t k = 0; k < 256; k++) {
            uint32_t n = COUNT, sum = k % 16 + n * f.host[k / 16] + 3 * (n / 2 * (n + 1));
            assert_int_equal(f.host[RESULTS_AT / 4 + k], sum);
        }
    }
    same_counts(&stats[0], &stats[1]);
    assert_true((is_whole ? has_whole_team(&f) : has_team(&f)) == has_long_vectors());
    shoal_device_destroy(f.device);
}

static void long_loops_go_on_alone(void **state)
{
    (void)state;
    check_long(false);
    check_long(true);
}

static void check_limit(bool is_whole)
{
    static const uint32_t block[3] = {16, 16, 1};
    char text[TEXT_BYTES], with[TEXT_BYTES];
    struct fixture f;
    snprintf(text, sizeof text, "COUNT = 5\nSTEP = 2\nRESULTS = %d\n%s", RESULTS_AT, long_text);
    char *step = strstr(text, "-STEP"); /* never 0 */
    memcpy(step, "0    ", 5);
    put_barriers_in(with, text);
    open_text(&f, is_whole ? with : text);
    assert_int_equal(run(&f, SHOAL_ENGINE_JIT, block, block, 1, 0.1, NULL, NULL), SHOAL_E_TIMEOUT);
    assert_true((is_whole ? has_whole_team(&f) : has_team(&f)) == has_long_vectors());
    shoal_device_destroy(f.device);
}

static void the_time_limit_holds_in_teams(void **state)
{
    (void)state;
    check_limit(false);
    check_limit(true);
}

/* ---- random loops ---- */

/* A move between lanes. */
static void put_move(struct writer *w, unsigned d, unsigned a)
{
    static const char *const dpp[] = {"quad_perm:[1,0,3,2]", "row_ror:3", "row_shr:5",
                                      "row_mirror",          "row_shl:1", "row_share:7"};
    switch (pick(w, 7)) {
    case 0:
        put(w, "v_permlanex16_b32 v%u, v%u, s14, s11\n", d, a);
        break;
    case 1:
        put(w, "v_readlane_b32 s16, v%u, %u\nv_xor_b32 v%u, s16, v%u\n", a, pick(w, 32), d, a);
        break;
    case 2:
        put(w, "v_readfirstlane_b32 s16, v%u\nv_add_nc_u32 v%u, s16, v%u\n", a, d, a);
        break;
    case 3:
        put(w, "ds_swizzle_b32 v%u, v%u offset:swizzle(SWAP,%u)\ns_waitcnt lgkmcnt(0)\n", d, a,
            1u << pick(w, 5));
        break;
    case 4:
        put(w, "ds_bpermute_b32 v%u, v%u, v%u\ns_waitcnt lgkmcnt(0)\n", d, any_register(w), a);
        break;
    default:
        put(w, "v_%s_dpp v%u, v%u, v%u %s row_mask:0x%x bank_mask:0x%x%s\n",
            pick(w, 2) ? "add_f32" : "xor_b32", d, a, any_register(w), dpp[pick(w, 6)],
            pick(w, 3) ? 15 : 1 + pick(w, 14), pick(w, 3) ? 15 : 1 + pick(w, 14),
            pick(w, 2) ? " bound_ctrl:1" : "");
        break;
    }
}

/* An op of the loop. loads: it may be a load of lanes. */
static void put_op_of(struct writer *w, bool loads)
{
    enum { LOADS = 5, KINDS = 22 };
    static const char *const binary[] = {
        "v_add_nc_u32", "v_xor_b32",    "v_mul_lo_u32", "v_min_u32",    "v_lshlrev_b32",
        "v_add_f32",    "v_fmac_f32",   "v_max_f32",    "v_sub_nc_u32", "v_and_b32",
        "v_mul_f32",    "v_pk_add_u16", "v_pk_add_f16", "v_pk_mul_f16", "v_mul_f16"};
    unsigned d = data_register(w), a = any_register(w), b = any_register(w);
    switch (loads ? pick(w, KINDS) : LOADS + pick(w, KINDS - LOADS)) {
    case 0:
        put(w, "global_load_b32 v%u, v20, s[6:7] offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 1:
        put(w, "global_load_b32 v%u, v[22:23], off offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 2:
        put(w, "global_load_b64 v[16:17], v[24:25], off\n");
        break;
    case 3:
        put(w, "ds_load_b32 v%u, v26 offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 4:
        put(w, "ds_load_b32 v%u, v27 offset:%u\n", 16 + pick(w, 4), 4 * pick(w, 64));
        break;
    case 5:
        put(w, "s_load_b32 s16, s[12:13], %u\ns_waitcnt lgkmcnt(0)\nv_add_nc_u32 v%u, s16, v%u\n",
            4 * pick(w, 16), d, a);
        break;
    case 6:
        put(w, "s_add_u32 s11, s11, 5\ns_mul_i32 s15, s11, s14\nv_xor_b32 v%u, s15, v%u\n", d, a);
        break;
    case 7:
        put(w, "v_cmp_lt_u32 vcc_lo, v%u, v%u\nv_cndmask_b32 v%u, v%u, v%u, vcc_lo\n", a, b, d, b,
            a);
        break;
    case 10:
    case 11:
        put_move(w, d, a);
        break;
    case 9:
        put(w, "v_pk_fma_f16 v%u, v%u, v%u, v%u\n", d, a, b, d);
        break;
    case 8:
        put(w, "v_add3_u32 v%u, v%u, v%u, v%u\n", d, a, b, any_register(w));
        break;
    default:
        put(w, "%s v%u, v%u, v%u\n", binary[pick(w, sizeof binary / sizeof *binary)], d, a, b);
        break;
    }
}

static void put_op(struct writer *w) { put_op_of(w, true); }

static void put_climbs(struct writer *w)
{
    if (pick(w, 2))
        put(w, pick(w, 3) ? "v_add_nc_u32 v20, %u, v20\n" : "v_add_co_u32 v20, vcc_lo, %u, v20\n",
            4 * pick(w, 16));
    if (pick(w, 2))
        put(w, "v_add_co_u32 v22, vcc_lo, v22, %u\nv_add_co_ci_u32_e64 v23, null, 0, v23, vcc_lo\n",
            4 * pick(w, 16));
    if (pick(w, 2))
        put(w,
            "v_add_co_u32 v24, vcc_lo, v24, s17\nv_add_co_ci_u32_e64 v25, null, 0, v25, vcc_lo\n");
    if (pick(w, 2))
        put(w, "s_add_u32 s12, s12, 4\ns_addc_u32 s13, s13, 0\n");
    if (pick(w, 2))
        put(w, "v_add_nc_u32 v26, 4, v26\n");
}

/* Before the first barrier: work-items store what is theirs, at 1536 and at 2560. */
static void put_stores(struct writer *w)
{
    for (unsigned i = pick(w, 4); i-- > 0;)
        put_op(w);
    put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
    switch (pick(w, 4)) {
    case 0:
        put(w, "ds_store_2addr_stride64_b32 v32, v%u, v%u offset0:6 offset1:10\n", any_register(w),
            any_register(w));
        break;
    case 1:
        put(w, "ds_store_b32 v32, v%u offset:1536\n", any_register(w));
        for (unsigned i = pick(w, 3); i-- > 0;)
            put_op(w);
        put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\nds_store_b32 v32, v%u offset:2560\n",
            any_register(w));
        break;
    default:
        put(w, "ds_store_b32 v32, v%u offset:1536\n", any_register(w));
        break;
    }
    put(w, "s_waitcnt lgkmcnt(0)\ns_barrier\n");
}

/* Behind it: loads of what others have stored; stores at 2880; loads of these. */
static void put_exchange(struct writer *w)
{
    for (unsigned i = 1 + pick(w, 3); i-- > 0;)
        put(w, "ds_load_b32 v%u, v%u offset:%u\n", 16 + pick(w, 4), pick(w, 2) ? 32 : 26,
            1536 + 4 * pick(w, 64));
    put(w, "s_waitcnt lgkmcnt(0)\n");
    for (unsigned i = pick(w, 4); i-- > 0;)
        put_op(w);
    put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
    if (pick(w, 3) == 0) { /* stored over what was loaded: then nothing is begun again */
        put(w, "ds_load_b32 v16, v32 offset:2880\ns_waitcnt lgkmcnt(0)\n"
               "v_add_nc_u32 v16, 5, v16\nds_store_b32 v32, v16 offset:2880\n");
        for (unsigned i = pick(w, 3); i-- > 0;)
            put_op(w);
        put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
    } else if (pick(w, 2)) {
        put(w, "ds_store_b32 v32, v%u offset:2880\n", any_register(w));
        if (pick(w, 2))
            put(w,
                "s_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v%u, v%u offset:%u\n"
                "s_waitcnt lgkmcnt(0)\n",
                16 + pick(w, 4), pick(w, 2) ? 32 : 26, 2880 + 4 * pick(w, 16));
    }
    put(w, "s_waitcnt lgkmcnt(0)\ns_barrier\n");
}

/* Before a loop that lanes leave: how often each runs it. Of one in three, all do so as often. */
static void put_trips(struct writer *w)
{
    static const char *const more[] = {"v_and_b32 v34, 63, v3\n", "v_lshrrev_b32 v34, 5, v3\n",
                                       "v_bfe_u32 v34, v10, 9, 3\n"};
    put(w, "v_mov_b32 v33, s10\n");
    if (pick(w, 3))
        put(w, "%sv_max_u32 v33, v33, v34\n", more[pick(w, 3)]);
    put(w, "v_mov_b32 v34, 0\n");
}

/* The end of such a loop. */
static void put_leave(struct writer *w)
{
    static const char *const ends[] = {
        ("v_cmp_ge_i32 vcc_lo, 0, v33\ns_or_b32 s19, vcc_lo, s19\n"
         "s_and_not1_b32 exec_lo, exec_lo, s19\n"),
        "v_cmp_lt_i32 vcc_lo, 0, v33\ns_and_b32 exec_lo, exec_lo, vcc_lo\n",
        "v_cmpx_lt_i32 0, v33\n",
        "v_cmp_lt_i32 s19, 0, v33\ns_and_b32 exec_lo, s19, exec_lo\ns_add_i32 s11, s11, 3\n",
    };
    put(w, "v_add_nc_u32 v33, -1, v33\n%ss_cbranch_execnz next\ns_mov_b32 exec_lo, -1\n",
        ends[pick(w, sizeof ends / sizeof *ends)]);
}

/* Whether it is one that lanes leave. */
static bool write_loop(struct writer *w, const uint32_t block[3])
{
    bool has_barriers = pick(w, 2) == 0, loads = has_barriers || pick(w, 3),
         lanes_leave = !has_barriers && loads && pick(w, 2);
    put(w,
        "s_load_b64 s[6:7], s[0:1], null\n"
        "v_and_b32 v1, 0x3ff, v0\n"
        "v_bfe_u32 v2, v0, 10, 10\n"
        "v_mul_u32_u24 v3, %u, v2\n"
        "v_add_nc_u32 v3, v3, v1\n" /* item of the work-group */
        "v_mul_lo_u32 v10, 0x9e3779b9, v3\n"
        "v_mov_b32 v11, v1\nv_mov_b32 v12, v2\nv_xor_b32 v13, v1, v2\n"
        "v_cvt_f32_u32 v14, v3\nv_mov_b32 v15, 0.5\n"
        "v_mov_b32 v16, 1\nv_mov_b32 v17, 2\nv_mov_b32 v18, 3\nv_mov_b32 v19, 4\n"
        "s_mov_b32 s11, 7\ns_mov_b32 s15, 0\ns_mov_b32 s16, 0\n"
        "v_readfirstlane_b32 s14, v2\n"
        "v_lshlrev_b32 v26, 2, v3\n"
        "ds_store_b32 v26, v10\n"
        "v_lshlrev_b32 v26, 2, v1\nv_lshlrev_b32 v27, 2, v2\n"
        "v_lshlrev_b32 v20, 2, v%u\n"
        "v_mul_u32_u24 v22, 64, v%u\n"
        "v_lshlrev_b32 v24, 3, v1\n"
        "s_waitcnt lgkmcnt(0)\n"
        "s_mov_b64 s[12:13], s[6:7]\n"
        "v_add_co_u32 v22, vcc_lo, s6, v22\nv_add_co_ci_u32_e64 v23, null, s7, 0, vcc_lo\n"
        "v_add_co_u32 v24, vcc_lo, s6, v24\nv_add_co_ci_u32_e64 v25, null, s7, 0, vcc_lo\n"
        "s_mov_b32 s17, 8\n"
        "s_mul_i32 s10, s2, 5\ns_add_i32 s10, s10, %u\n"
        "v_lshlrev_b32 v32, 2, v3\n"
        "v_mov_b32 v33, 0\nv_mov_b32 v34, 0\ns_mov_b32 s19, 0\n"
        "s_barrier\n",
        block[0], lanes_leave ? 1 : 1 + pick(w, 2), 1 + pick(w, 2), 1 + pick(w, 9));
    if (lanes_leave)
        put_trips(w);
    put(w, lanes_leave ? "next:\nglobal_load_b32 v16, v20, s[6:7]\n" : "next:\n");
    if (has_barriers)
        put_stores(w);
    for (unsigned i = 3 + pick(w, 10); i-- > 0;)
        put_op_of(w, loads);
    put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
    for (unsigned i = 1 + pick(w, 5); i-- > 0;)
        put_op_of(w, loads);
    put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
    if (has_barriers)
        put_exchange(w);
    put_climbs(w);
    if (lanes_leave) {
        put_leave(w);
    } else {
        put(w, "s_add_i32 s10, s10, -1\ns_cmp_%s_u32 s10, 0\n", w->state & 256 ? "lg" : "eq");
        put(w, "s_cbranch_scc%u next\n", w->state & 256 ? 1 : 0);
    }
    put(w,
        "s_mul_i32 s2, s2, %u\nv_add_nc_u32 v3, s2, v3\n"
        "v_lshlrev_b32 v3, 7, v3\nv_add_nc_u32 v3, %u, v3\n"
        "v_mov_b32 v28, s11\nv_mov_b32 v29, s15\nv_mov_b32 v30, s16\nv_mov_b32 v31, s14\n"
        "v_sub_nc_u32 v22, v22, s6\nv_sub_nc_u32 v24, v24, s6\n"
        "global_store_b128 v3, v[10:13], s[6:7]\n"
        "global_store_b128 v3, v[14:17], s[6:7] offset:16\n"
        "global_store_b128 v3, v[18:21], s[6:7] offset:32\n"
        "global_store_b32 v3, v22, s[6:7] offset:48\n"
        "global_store_b32 v3, v24, s[6:7] offset:52\n"
        "global_store_b128 v3, v[26:29], s[6:7] offset:64\n"
        "global_store_b64 v3, v[30:31], s[6:7] offset:80\n"
        "v_mov_b32 v34, s19\n"
        "global_store_b64 v3, v[33:34], s[6:7] offset:88\n"
        "s_endpgm\n",
        block[0] * block[1], RESULTS_AT);
    return lanes_leave;
}

static void random_loops(void **state)
{
    enum { GROUPS = 3 };
    static const uint32_t blocks[][3] = {{16, 16, 1}, {64, 4, 1}, {32, 8, 1}, {256, 1, 1},
                                         {16, 8, 1},  {8, 16, 1}, {32, 3, 1}};
    static struct writer w;
    size_t results = DATA_BYTES - RESULTS_AT;
    uint8_t *want = malloc(results);
    unsigned teams = 0, whole = 0, left = 0;
    (void)state;
    assert_non_null(want);
    for (unsigned n = 0; n < RANDOM_LOOPS; n++) {
        const uint32_t *block = blocks[n % (sizeof blocks / sizeof *blocks)];
        const uint32_t grid[3] = {GROUPS * block[0], block[1], 1};
        struct fixture f;
        shoal_launch_stats stats[2];
        w = (struct writer){.state = n * 77 + 1};
        bool lanes_leave = write_loop(&w, block);
        open_text(&f, w.text);
        assert_int_equal(run(&f, SHOAL_ENGINE_INTERP, grid, block, 1, 0, NULL, &stats[0]),
                         SHOAL_OK);
        memcpy(want, (uint8_t *)f.host + RESULTS_AT, results);
        assert_int_equal(run(&f, SHOAL_ENGINE_JIT, grid, block, 1 + n % 2, 0, NULL, &stats[1]),
                         SHOAL_OK);
        if (memcmp(want, (uint8_t *)f.host + RESULTS_AT, results)) {
            size_t at = 0;
            while (want[at] == ((uint8_t *)f.host + RESULTS_AT)[at])
                at++;
            fputs(w.text, stderr);
            fail_msg("loop %u, work-groups of %u x %u, item %zu, byte %zu:\n%s", n, block[0],
                     block[1], at / ITEM_BYTES, at % ITEM_BYTES, w.text);
        }
        same_counts(&stats[0], &stats[1]);
        teams += has_team(&f);
        whole += has_whole_team(&f);
        left += lanes_leave && has_team(&f);
        shoal_device_destroy(f.device);
    }
    free(want);
    printf("%u of %u loops are run by teams, %u with barriers, %u while no lane leaves\n", teams,
           (unsigned)RANDOM_LOOPS, whole, left);
    assert_true(teams > RANDOM_LOOPS / 4 || !has_long_vectors());
    assert_true(whole > RANDOM_LOOPS / 16 || !has_long_vectors());
    assert_true(left > RANDOM_LOOPS / 16 || !has_long_vectors());
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_a_matrix_are_shared),
        cmocka_unit_test(other_work_groups_do_without),
        cmocka_unit_test(a_nan_is_whose_it_is),
        cmocka_unit_test(nans_are_found_behind_loops),
        cmocka_unit_test(loops_that_only_compute),
        cmocka_unit_test(lanes_leave_behind_a_length),
        cmocka_unit_test(a_fault_is_whose_it_is),
        cmocka_unit_test(long_loops_go_on_alone),
        cmocka_unit_test(the_time_limit_holds_in_teams),
        cmocka_unit_test(random_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
