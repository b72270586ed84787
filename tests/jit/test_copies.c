/* test_copies.c: functions that code calls, each of which may be compiled once for each call, in
 * whole launches. Expected values: formulas; NaNs: the manual (3.4.2: the first NaN operand, made
 * quiet, and 0x7fc00000 of inf - inf). */
#include "waves_fixture.h"

#include "isa/exec/float_bits.h"

/* The address of a function in two scalars, as compilers make it. */
#define ADDRESS(lo, hi, name, n)                                                                   \
    "s_getpc_b64 s[" #lo ":" #hi "]\nhere" #n ":\n"                                                \
    "s_add_u32 s" #lo ", s" #lo ", " name "-here" #n "\n"                                          \
    "s_addc_u32 s" #hi ", s" #hi ", 0\n"
#define CALL(lo, hi) "s_swappc_b64 s[30:31], s[" #lo ":" #hi "]\n"
/* Without some of its lanes, item x has the float x, but item 12 inf and item 14 a signalling NaN;
 * v3 is x. Five times: v4 += outer(v1), where outer saves v3 in the other lanes, keeps its return
 * address in lanes of v3, and calls inner, of 2 * v1; v5 += 1 or 16, by a branch in a function. */
#define KERNEL                                                                                     \
    "s_load_b64 s[4:5], s[0:1], null\n"                                                            \
    "v_cvt_f32_u32 v1, v0\n"                                                                       \
    "v_mov_b32 v2, 0x7f800000\n"                                                                   \
    "v_cmp_eq_u32 vcc_lo, 12, v0\n"                                                                \
    "v_cndmask_b32 v1, v1, v2, vcc_lo\n"                                                           \
    "v_mov_b32 v2, 0x7fa12345\n"                                                                   \
    "v_cmp_eq_u32 vcc_lo, 14, v0\n"                                                                \
    "v_cndmask_b32 v1, v1, v2, vcc_lo\n"                                                           \
    "v_mov_b32 v3, v0\n"                                                                           \
    "v_mov_b32 v4, 0\n"                                                                            \
    "v_mov_b32 v5, 0\n"                                                                            \
    "v_mov_b32 v7, 7\n"                                                                            \
    "s_mov_b32 s8, 0\n"                                                                            \
    "s_mov_b32 s32, 16\n"                                                                          \
    "v_and_b32 v2, 31, v0\n"                                                                       \
    "v_cmp_lt_u32 vcc_lo, v2, 20\n"                                                                \
    "s_and_saveexec_b32 s9, vcc_lo\n"

#define LOOP(back)                                                                                 \
    "loop:\n" ADDRESS(6, 7, "outer", 1) CALL(6, 7) back                                            \
        "v_add_f32 v4, v4, v2\n" ADDRESS(6, 7, "either", 2)                                        \
            CALL(6, 7) "s_add_u32 s8, s8, 1\n"                                                     \
                       "s_cmp_lt_u32 s8, 5\n"                                                      \
                       "s_cbranch_scc1 loop\n"                                                     \
                       "s_mov_b32 exec_lo, s9\n"                                                   \
                       "v_mov_b32 v6, v3\n"                                                        \
                       "v_lshlrev_b32 v0, 4, v0\n"                                                 \
                       "global_store_b128 v0, v[4:7], s[4:5]\n"                                    \
                       "s_endpgm\n"

#define FUNCTIONS(end)                                                                             \
    "outer:\n"                                                                                     \
    "s_mov_b32 s2, s33\n"                                                                          \
    "s_mov_b32 s33, s32\n"                                                                         \
    "s_xor_saveexec_b32 s3, -1\n"                                                                  \
    "scratch_store_b32 off, v3, s33\n"                                                             \
    "s_mov_b32 exec_lo, s3\n"                                                                      \
    "v_writelane_b32 v3, s30, 0\n"                                                                 \
    "s_add_i32 s32, s32, 16\n"                                                                     \
    "v_mul_f32 v2, 2.0, v1\n" ADDRESS(10, 11, "inner", 3) "v_writelane_b32 v3, s31, 1\n" CALL(     \
        10, 11) "v_add_f32 v2, v2, v1\n"                                                           \
                "v_readlane_b32 s31, v3, 1\n"                                                      \
                "v_readlane_b32 s30, v3, 0\n"                                                      \
                "s_mov_b32 s32, s33\n"                                                             \
                "s_xor_saveexec_b32 s3, -1\n"                                                      \
                "scratch_load_b32 v3, off, s33\n"                                                  \
                "s_mov_b32 exec_lo, s3\n"                                                          \
                "s_mov_b32 s33, s2\n" end "s_setpc_b64 s[30:31]\n"                                 \
                "inner:\n" /* v2 - v2 / 2 */                                                       \
                "v_mul_f32 v8, 0.5, v2\n"                                                          \
                "v_sub_f32 v2, v2, v8\n"                                                           \
                "s_setpc_b64 s[30:31]\n"                                                           \
                "either:\n"                                                                        \
                "s_bitcmp1_b32 s8, 0\n"                                                            \
                "s_cbranch_scc1 odd\n"                                                             \
                "v_add_nc_u32 v5, 1, v5\n"                                                         \
                "s_setpc_b64 s[30:31]\n"                                                           \
                "odd:\n"                                                                           \
                "v_add_nc_u32 v5, 16, v5\n"                                                        \
                "s_setpc_b64 s[30:31]\n"

enum { ITEMS = 64, WORDS = 4 * ITEMS };

/* A kernel whose code begins at this address; 0: anywhere. */
static void open_at(struct fixture *f, const char *text, uint64_t below_boundary)
{
    shoal_device_options options = shoal_device_options_default();
    shoal_asm_options asm_options = shoal_asm_options_default();
    asm_options.output = SHOAL_ASM_RAW;
    options.host_cpu = host_cpu;
    shoal_asm_result *code = NULL;
    uint64_t base, size;
    void *host;
    shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .scratch_bytes = 256};
    assert_int_equal(shoal_device_create(&options, &f->device), SHOAL_OK);
    assert_int_equal(shoal_asm_text("rdna3", text, strlen(text), &asm_options, &code), SHOAL_OK);
    shoal_mem_window(f->device, &base, &size);
    if (below_boundary)
        raw.address = (base | UINT32_MAX) + 1 - below_boundary;
    assert_int_equal(
        shoal_module_load(f->device, code->output, code->output_size, &raw, &f->module), SHOAL_OK);
    shoal_asm_result_free(code);
    assert_int_equal(shoal_module_find_kernel(f->module, "raw", &f->kernel), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(f->device, WORDS * 4, 0, &f->out), SHOAL_OK);
    assert_int_equal(shoal_mem_map(f->device, f->out, WORDS * 4, &host), SHOAL_OK);
    f->host = host;
    f->words = WORDS;
}

/* skipped: additions of outer's result that are left out. */
static void expect(const struct fixture *f, bool skipped)
{
    for (uint32_t x = 0; x < ITEMS; x++) {
        const uint32_t *got = &f->host[4 * x];
        bool is_active = x % 32 < 20;
        uint32_t sum = bits_of_float(is_active && !skipped ? 10.0f * (float)x : 0);
        if (x == 12 && !skipped)
            sum = 0x7fc00000;
        if (x == 14 && !skipped)
            sum = 0x7fe12345;
        assert_int_equal(got[0], sum);
        assert_int_equal(got[1], is_active ? 3 * 1 + 2 * 16 : 0);
        if (x % 32 > 1) /* lanes 0 and 1 had the return address */
            assert_int_equal(got[2], x);
        assert_int_equal(got[3], 7);
    }
}

static void run(const char *text, uint64_t below_boundary, bool skipped)
{
    static const char *const levels[] = {NULL, "avx2", "sse2"};
    const uint32_t grid[3] = {ITEMS, 1, 1};
    for (unsigned k = 0; k < 3; k++) {
        shoal_launch_stats stats[2];
        struct fixture f;
        if (!use_level(levels[k]))
            continue;
        open_at(&f, text, below_boundary);
        if (launch(&f, SHOAL_ENGINE_INTERP, grid, grid, 1, &stats[0]))
            fail_msg("%s", shoal_last_error(f.device));
        expect(&f, skipped);
        if (launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, &stats[1]))
            fail_msg("%s", shoal_last_error(f.device));
        expect(&f, skipped);
        same_counts(&stats[0], &stats[1]);
        shoal_device_destroy(f.device);
    }
    use_level(NULL);
}

static void functions_are_called(void **state)
{
    (void)state;
    run(KERNEL LOOP("") FUNCTIONS(""), 0, false);
}

/* The address of a function needs the carry from its lower half. */
static void functions_are_behind_4_gib(void **state)
{
    (void)state;
    run(KERNEL LOOP("") FUNCTIONS(""), 256, false);
}

/* A function that returns behind the instruction that it should return to, which is 4 bytes. */
static void functions_return_elsewhere(void **state)
{
    (void)state;
    run(KERNEL LOOP("s_nop 0\n") FUNCTIONS("s_add_u32 s30, s30, 8\ns_addc_u32 s31, s31, 0\n"), 0,
        true);
}

/* Lanes that are not active have 7 in v3, others their item, and all of them are read where EXEC is
 * set aside, and nowhere else. */
static void exec_is_set_aside(void **state)
{
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "v_mov_b32 v3, 7\n"
                               "v_mov_b32 v4, 1\n"
                               "v_and_b32 v2, 31, v0\n"
                               "v_cmp_lt_u32 vcc_lo, v2, 20\n"
                               "s_and_saveexec_b32 s9, vcc_lo\n"
                               "v_mov_b32 v3, v0\n"
                               "s_xor_saveexec_b32 s3, -1\n"
                               "v_add_nc_u32 v5, 1, v3\n"
                               "s_mov_b32 exec_lo, s3\n"
                               "v_add_nc_u32 v5, 3, v3\n"
                               "s_or_saveexec_b32 s3, -1\n"
                               "v_add_nc_u32 v6, 2, v3\n"
                               "s_mov_b32 exec_lo, s3\n"
                               "v_mov_b32 v3, 0\n"
                               "s_mov_b32 exec_lo, s9\n"
                               "v_mov_b32 v7, 9\n"
                               "v_lshlrev_b32 v0, 4, v0\n"
                               "global_store_b128 v0, v[4:7], s[4:5]\n"
                               "s_endpgm\n";
    static const shoal_engine engines[] = {SHOAL_ENGINE_INTERP, SHOAL_ENGINE_JIT};
    const uint32_t grid[3] = {ITEMS, 1, 1};
    struct fixture f;
    (void)state;
    open_at(&f, text, 0);
    for (unsigned e = 0; e < 2; e++) {
        assert_int_equal(launch(&f, engines[e], grid, grid, 1, NULL), SHOAL_OK);
        for (uint32_t x = 0; x < ITEMS; x++) {
            bool is_active = x % 32 < 20;
            const uint32_t want[4] = {1, is_active ? x + 3 : 8, is_active ? x + 2 : 9, 9};
            assert_memory_equal(&f.host[4 * x], want, sizeof want);
        }
    }
    shoal_device_destroy(f.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_called), cmocka_unit_test(functions_are_behind_4_gib),
        cmocka_unit_test(functions_return_elsewhere), cmocka_unit_test(exec_is_set_aside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
