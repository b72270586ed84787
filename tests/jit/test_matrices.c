/* test_matrices.c: loops of matrix products, whose registers stay in the wave's struct from block
 * to block (src/jit/region.h, home), and into which elements are loaded there. Expected values:
 * sums of products of small integers, which every order of additions gives; which access faults is
 * written in the kernel. */
#include "waves_fixture.h"

#include "isa/exec/float_bits.h"

enum {
    N = 16,
    STEPS = 5,
    BYTES = 1 << 16,
    A_AT = 0x1000,
    B_AT = 0x6000,
    OUT_AT = 0xc000,    /* D by registers: lane i of register k has row 2 k + i / 16 */
    BESIDE_AT = 0xd000, /* what else a kernel has, a dword per lane */
    LANES_AT = 0xe000,  /* a mask of lanes, ACTIVE */
    ACTIVE = 0x5f5ff05f,
    TEXT_BYTES = 8192,
};

/* The work-item's row of A and column of B are at PITCH times its number modulo 16, from
 * A_AT and B_AT on.
 * s10 counts down from STEPS; v[8:15]: D, v[20:27]: A, v[30:37]: B. */
static const char begin_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "s_movk_i32 s10, STEPS\n"
                                 "v_and_b32 v50, 15, v0\n"
                                 "v_mul_lo_u32 v51, PITCH, v50\n"
                                 "v_ashrrev_i32 v58, 31, v51\n"
                                 "v_lshlrev_b32 v54, 2, v0\n"
                                 "v_mov_b32 v16, 0\n"
                                 "v_mov_b32 v17, 0x7fc12345\n"
                                 "v_mov_b32 v20, 0\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "s_add_u32 s8, s6, A_AT\n"
                                 "s_addc_u32 s9, s7, 0\n"
                                 "v_add_co_u32 v52, vcc_lo, s8, v51\n"
                                 "v_add_co_ci_u32_e64 v53, null, s9, v58, vcc_lo\n"
                                 "s_add_u32 s8, s6, B_AT\n"
                                 "s_addc_u32 s9, s7, 0\n"
                                 "v_add_co_u32 v55, vcc_lo, s8, v51\n"
                                 "v_add_co_ci_u32_e64 v56, null, s9, v58, vcc_lo\n"
                                 "s_add_u32 s6, s6, 0xc000\n"
                                 "s_addc_u32 s7, s7, 0\n";
static const char clear_text[] = "v_mov_b32 v8, 0\nv_mov_b32 v9, 0\nv_mov_b32 v10, 0\n"
                                 "v_mov_b32 v11, 0\nv_mov_b32 v12, 0\nv_mov_b32 v13, 0\n"
                                 "v_mov_b32 v14, 0\nv_mov_b32 v15, 0\n";
static const char load_text[] = ".if HIGH_FIRST\n"
                                "global_load_b128 v[24:27], v[52:53], off offset:16\n"
                                "global_load_b128 v[20:23], v[52:53], off\n"
                                ".else\n"
                                "global_load_b128 v[20:23], v[52:53], off\n"
                                "global_load_b128 v[24:27], v[52:53], off offset:16\n"
                                ".endif\n"
                                "global_load_b128 v[34:37], v[55:56], off offset:16\n"
                                "global_load_b128 v[30:33], v[55:56], off\n"
                                "v_add_co_u32 v52, vcc_lo, v52, 32\n"
                                "v_add_co_ci_u32_e64 v53, null, 0, v53, vcc_lo\n"
                                "v_add_co_u32 v55, vcc_lo, v55, 32\n"
                                "v_add_co_ci_u32_e64 v56, null, 0, v56, vcc_lo\n"
                                "s_waitcnt vmcnt(0)\n";
static const char again_text[] = "s_add_i32 s10, s10, -1\n"
                                 "s_cmp_lg_u32 s10, 0\n"
                                 "s_cbranch_scc1 next\n";
static const char end_text[] = "global_store_b32 v54, v8, s[6:7]\n"
                               "global_store_b32 v54, v9, s[6:7] offset:128\n"
                               "global_store_b32 v54, v10, s[6:7] offset:256\n"
                               "global_store_b32 v54, v11, s[6:7] offset:384\n"
                               "global_store_b32 v54, v12, s[6:7] offset:512\n"
                               "global_store_b32 v54, v13, s[6:7] offset:640\n"
                               "global_store_b32 v54, v14, s[6:7] offset:768\n"
                               "global_store_b32 v54, v15, s[6:7] offset:896\n"
                               "s_add_u32 s6, s6, 0x1000\n"
                               "s_addc_u32 s7, s7, 0\n"
                               "global_store_b32 v54, v16, s[6:7]\n"
                               "s_endpgm\n";

#define WMMA "v_wmma_f32_16x16x16_f16 v[8:15], v[20:27], v[30:37], v[8:15]\n"

struct shape {
    int pitch, a, b;
    bool high_first;
};

/* The loop's head may have code of its own before the loads, and behind the product. */
static void open_loop(struct fixture *f, const struct shape *s, const char *clear,
                      const char *before, const char *product, const char *behind, const char *last)
{
    char text[TEXT_BYTES];
    snprintf(
        text, sizeof text,
        "STEPS = %d\nPITCH = %d\nA_AT = %d\nB_AT = %d\nHIGH_FIRST = %d\n%s%snext:\n%s%s%s%s%s%s%s",
        STEPS, s->pitch, s->a, s->b, s->high_first, begin_text, clear, before, load_text, product,
        behind, again_text, last, end_text);
    open_kernel(f, text, IDS_X, BYTES / 4);
}

/* ---- values ---- */

static int value(unsigned matrix, unsigned row, unsigned k)
{
    return (int)((row * 7 + k * 5 + matrix * 3 + row * k) % 7) - 3;
}

/* Integers of less than 12 bits are exact in f16. */
static uint16_t half_of(int x)
{
    unsigned a = (unsigned)abs(x), exponent = 0;
    if (!a)
        return 0;
    while (a >> exponent > 1)
        exponent++;
    return (uint16_t)((x < 0) << 15 | (exponent + 15) << 10 | ((a << (10 - exponent)) & 0x3ff));
}

static void put_matrices(const struct fixture *f, const struct shape *s)
{
    for (unsigned m = 0; m < 2; m++)
        for (unsigned row = 0; row < N; row++)
            for (unsigned k = 0; k < N * STEPS; k++) {
                int at = (m ? s->b : s->a) + (int)row * s->pitch + 2 * (int)k;
                uint16_t half = half_of(value(m, row, k));
                memcpy((char *)f->host + at, &half, sizeof half);
            }
}

static int dot(unsigned row, unsigned column, unsigned step)
{
    int sum = 0;
    for (unsigned k = N * step; k < N * (step + 1); k++)
        sum += value(0, row, k) * value(1, column, k);
    return sum;
}

static void run(struct fixture *f, const struct shape *s, shoal_engine engine,
                shoal_launch_stats *stats)
{
    static const uint32_t grid[3] = {96, 1, 1}, block[3] = {32, 1, 1};
    memset(f->host, 0, f->words * 4);
    put_matrices(f, s);
    f->host[LANES_AT / 4] = ACTIVE;
    assert_int_equal(launch_on(f, engine, grid, block, 1, stats), SHOAL_OK);
}

/* In both engines: element (row, column) is what `want` says, and the dwords beside, too. */
static void check_loop(struct fixture *f, const struct shape *s,
                       uint32_t (*want)(unsigned row, unsigned column),
                       uint32_t (*beside)(const struct fixture *, const struct shape *, unsigned))
{
    shoal_launch_stats stats[2];
    for (unsigned i = 0; i < 2; i++) {
        run(f, s, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, &stats[i]);
        for (unsigned row = 0; row < N; row++)
            for (unsigned column = 0; column < N; column++)
                assert_int_equal(f->host[OUT_AT / 4 + N * row + column], want(row, column));
        for (unsigned lane = 0; lane < 32; lane++)
            assert_int_equal(f->host[BESIDE_AT / 4 + lane], beside ? beside(f, s, lane) : 0);
    }
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f->device);
}

/* Rows of whole lines; not aligned, so that some of the elements that follow each other lie on two
 * pages; backwards. */
static const struct shape shapes[] = {{1024, A_AT, B_AT, true},
                                      {1024, A_AT, B_AT, false},
                                      {528, A_AT + 16, B_AT + 16, false},
                                      {528, A_AT + 8, B_AT + 24, true},
                                      {-208, A_AT + 0x1000, B_AT + 0x1000, true}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- products ---- */

static uint32_t sum_of_steps(unsigned row, unsigned column)
{
    int sum = 0;
    for (unsigned s = 0; s < STEPS; s++)
        sum += dot(row, column, s);
    return bits_of_float((float)sum);
}

static void products_add_up(void **state)
{
    (void)state;
    struct fixture f;
    for (unsigned i = 0; i < SHAPES; i++) {
        open_loop(&f, &shapes[i], clear_text, "", WMMA, "", "");
        check_loop(&f, &shapes[i], sum_of_steps, NULL);
    }
}

/* D is doubled behind each product. */
static uint32_t doubled(unsigned row, unsigned column)
{
    int sum = 0;
    for (unsigned s = 0; s < STEPS; s++)
        sum = 2 * (sum + dot(row, column, s));
    return bits_of_float((float)sum);
}

static void others_change_sums(void **state)
{
    (void)state;
    struct fixture f;
    for (unsigned i = 0; i < SHAPES; i++) {
        open_loop(&f, &shapes[i], clear_text, "", WMMA,
                  "v_add_f32 v8, v8, v8\nv_add_f32 v9, v9, v9\nv_add_f32 v10, v10, v10\n"
                  "v_add_f32 v11, v11, v11\nv_add_f32 v12, v12, v12\nv_add_f32 v13, v13, v13\n"
                  "v_add_f32 v14, v14, v14\nv_add_f32 v15, v15, v15\n",
                  "");
        check_loop(&f, &shapes[i], doubled, NULL);
    }
}

/* In every second step, register 3 of D is doubled on one way, and register 4 on the other. */
static uint32_t by_turns(unsigned row, unsigned column)
{
    int sum = 0;
    for (unsigned s = 0; s < STEPS; s++) {
        bool is_odd = (STEPS - s) & 1;
        sum += dot(row, column, s);
        sum *= row / 2 == (is_odd ? 4 : 3) ? 2 : 1;
    }
    return bits_of_float((float)sum);
}

static void ways_meet(void **state)
{
    (void)state;
    struct fixture f;
    for (unsigned i = 0; i < SHAPES; i++) {
        open_loop(&f, &shapes[i], clear_text, "", WMMA,
                  "s_bitcmp1_b32 s10, 0\n"
                  "s_cbranch_scc1 odd\n"
                  "v_add_f32 v11, v11, v11\n"
                  "s_branch both\n"
                  "odd:\n"
                  "v_add_f32 v12, v12, v12\n"
                  "both:\n",
                  "");
        check_loop(&f, &shapes[i], by_turns, NULL);
    }
}

/* The sum of A's first dwords, as they were before each step loads others. */
static uint32_t first_dwords(const struct fixture *f, const struct shape *s, unsigned lane)
{
    uint32_t sum = 0;
    for (int step = 0; step + 1 < STEPS; step++) {
        uint32_t x;
        memcpy(&x, (const char *)f->host + s->a + (int)(lane % N) * s->pitch + 32 * step, sizeof x);
        sum += x;
    }
    return sum;
}

/* v17 is a NaN, whose bits are the rule's: executors compute the group again. */
static void old_elements_are_read_first(void **state)
{
    (void)state;
    struct fixture f;
    for (unsigned i = 0; i < 2 * SHAPES; i++) {
        const char *before = i < SHAPES ? "v_add_nc_u32 v16, v16, v20\n"
                                        : "v_add_f32 v18, v17, v17\n"
                                          "v_add_nc_u32 v16, v16, v20\n"
                                          "v_xor_b32 v19, v18, v17\n"
                                          "v_add_nc_u32 v16, v16, v19\n";
        open_loop(&f, &shapes[i % SHAPES], clear_text, before, WMMA, "", "");
        check_loop(&f, &shapes[i % SHAPES], sum_of_steps, first_dwords);
    }
}

/* Elements of A are doubled between the loads and the product. */
static uint32_t twice(unsigned row, unsigned column)
{
    int sum = 0;
    for (unsigned s = 0; s < STEPS; s++)
        sum += 2 * dot(row, column, s);
    return bits_of_float((float)sum);
}

static void loaded_elements_are_changed(void **state)
{
    (void)state;
    struct fixture f;
    char text[1024] = "";
    for (unsigned v = 20; v < 28; v++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "v_pk_add_f16 v%u, v%u, v%u\n", v,
                 v, v);
    strcat(text, WMMA);
    for (unsigned i = 0; i < SHAPES; i++) {
        open_loop(&f, &shapes[i], clear_text, "", text, "", "");
        check_loop(&f, &shapes[i], twice, NULL);
    }
}

/* Results of 16 bits, in the upper halves; the lower ones stay. */
static uint32_t upper_halves(unsigned row, unsigned column)
{
    return (uint32_t)half_of(dot(row, column, STEPS - 1)) << 16 | 0x1234;
}

static void other_halves_stay(void **state)
{
    (void)state;
    struct fixture f;
    char clear[1024] = "";
    for (unsigned v = 8; v < 16; v++)
        snprintf(clear + strlen(clear), sizeof clear - strlen(clear), "v_mov_b32 v%u, 0x1234\n", v);
    for (unsigned i = 0; i < SHAPES; i++) {
        open_loop(&f, &shapes[i], "", clear,
                  "v_wmma_f16_16x16x16_f16 v[8:15], v[20:27], v[30:37], 0 op_sel:[0,0,1]\n", "",
                  "");
        check_loop(&f, &shapes[i], upper_halves, NULL);
    }
}

/* Lanes that are not active are 0 to others (DPP8 without FI). */
static bool is_active(unsigned lane) { return ACTIVE >> lane & 1; }

static uint32_t neighbours(const struct fixture *f, const struct shape *s, unsigned lane)
{
    (void)s;
    return is_active(lane) && is_active(lane ^ 1) ? f->host[OUT_AT / 4 + (lane ^ 1)] : 0;
}

static void neighbours_that_are_not_active(void **state)
{
    (void)state;
    struct fixture f;
    static const char text[] = "s_load_b32 s11, s[6:7], 0x2000\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_mov_b32 exec_lo, s11\n"
                               "v_mov_b32_dpp v16, v8 dpp8:[1,0,3,2,5,4,7,6]\n"
                               "s_mov_b32 exec_lo, -1\n";
    open_loop(&f, &shapes[0], clear_text, "", WMMA, "", text);
    check_loop(&f, &shapes[0], sum_of_steps, neighbours);
}

/* ---- faults ---- */

/* In this step, lane 0's elements of A are at the end of the allocation, less `before` bytes; those
 * of other lanes before. */
static void check_fault(int before, int step, bool high_first, int offset)
{
    static const uint32_t grid[3] = {32, 1, 1}, block[3] = {32, 1, 1};
    struct shape s = {-256, BYTES - before - 32 * step, B_AT + 0x1000, high_first};
    struct fixture f;
    open_loop(&f, &s, clear_text, "", WMMA, "", "");
    for (unsigned i = 0; i < 2; i++) {
        shoal_fault r = {0};
        memset(f.host, 0, f.words * 4);
        shoal_engine engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
        assert_int_equal(launch_on(&f, engine, grid, block, 1, NULL), SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.lane, 0);
        assert_int_equal(r.access_bytes, 16);
        assert_int_equal(r.address, f.out + (uint64_t)(BYTES - before + offset));
        assert_non_null(strstr(r.instruction, offset ? "v[24:27]" : "v[20:23]"));
    }
    shoal_device_destroy(f.device);
}

static void faults_name_the_load(void **state)
{
    (void)state;
    for (int step = 0; step < 3; step++) {
        check_fault(16, step, false, 16); /* the second element is outside */
        check_fault(16, step, true, 16);
        check_fault(0, step, false, 0); /* both are */
        check_fault(0, step, true, 16);
    }
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    static const char *const levels[] = {NULL, "avx2", "sse2"};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_add_up),
        cmocka_unit_test(others_change_sums),
        cmocka_unit_test(ways_meet),
        cmocka_unit_test(old_elements_are_read_first),
        cmocka_unit_test(loaded_elements_are_changed),
        cmocka_unit_test(other_halves_stay),
        cmocka_unit_test(neighbours_that_are_not_active),
        cmocka_unit_test(faults_name_the_load),
    };
    int failed = 0;
    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
        if (use_level(levels[i]))
            failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed;
}
