/* test_settle.c: NaNs in the operands of arithmetic are settled in compiled code (jit/settle.h),
 * with no executor called, around loads, too. Expected values: the rule of the manual (3.4.2) in C:
 * a result that is NaN is the first NaN operand, made quiet if MODE.IEEE is set, or the default
 * NaN. */
#include "waves_fixture.h"

#include <inttypes.h>
#include <math.h>

#include "numbers.h"

enum { VALUES = 8, SOURCES = 4, ITEMS = VALUES * VALUES * VALUES, ITEM_WORDS = 16, TEXT = 2048 };

/* ---- floats of either width, as words ---- */

static bool is_nan_of(uint64_t u, bool is_wide)
{
    return is_wide ? u << 1 > UINT64_C(0x7ff) << 53 : is_nan((uint32_t)u);
}

static double number(uint64_t u, bool is_wide)
{
    double d;
    memcpy(&d, &u, sizeof d);
    return is_wide ? d : (double)float_of_bits((uint32_t)u);
}

static uint64_t bits(double d, bool is_wide)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return is_wide ? u : bits_of_float((float)d);
}

/* x[n]: operands in their order. */
static uint64_t by_rule(double result, const uint64_t *x, unsigned n, bool is_wide, bool quiets)
{
    uint64_t quiet_bit = !quiets ? 0 : is_wide ? UINT64_C(0x8000000000000) : QUIET;
    if (!isnan(result))
        return bits(result, is_wide);
    for (unsigned i = 0; i < n; i++)
        if (is_nan_of(x[i], is_wide))
            return x[i] | quiet_bit;
    return is_wide ? UINT64_C(0x7ff8000000000000) : 0x7fc00000;
}

/* ---- ops ---- */

/* Of the operands in the order of the rule, of numbers whose sums and products are exact. */
static double sum(const double *x) { return x[0] + x[1]; }
static double difference(const double *x) { return x[0] - x[1]; }
static double reverse(const double *x) { return x[1] - x[0]; }
static double product(const double *x) { return x[0] * x[1]; }
static double fused(const double *x) { return x[0] * x[1] + x[2]; }
static double with_constant(const double *x) { return x[0] * x[1] + 2.5; }
static double by_constant(const double *x) { return x[0] * 2.5 + x[1]; }
static double rounded(const double *x) { return rint(x[0]); }

/* Registers: sources v2, v3, v4 (of doubles v[2:3], v[4:5], v[6:7]), result v8. */
static const struct made {
    const char *text;
    double (*of)(const double *x);
    uint8_t count, order[3]; /* which sources the operands are */
    bool is_wide, negates;   /* the first operand */
} ops[] = {
    {"v_add_f32 v8, v2, v3", sum, 2, {0, 1}, false, false},
    {"v_sub_f32 v8, v3, v2", difference, 2, {1, 0}, false, false},
    {"v_subrev_f32 v8, v2, v3", reverse, 2, {0, 1}, false, false},
    {"v_mul_f32 v8, v2, v3", product, 2, {0, 1}, false, false},
    {"v_fma_f32 v8, v2, v3, v4", fused, 3, {0, 1, 2}, false, false},
    {"v_fma_f32 v8, v4, v2, v3", fused, 3, {2, 0, 1}, false, false},
    {"v_fma_f32 v8, -v2, v3, v4", fused, 3, {0, 1, 2}, false, true},
    {"v_mov_b32 v8, v2\nv_fmac_f32 v8, v3, v4", fused, 3, {1, 2, 0}, false, false},
    {"v_fmaak_f32 v8, v2, v3, 0x40200000", with_constant, 2, {0, 1}, false, false},
    {"v_fmamk_f32 v8, v2, 0x40200000, v3", by_constant, 2, {0, 1}, false, false},
    {"v_rndne_f32 v8, v2", rounded, 1, {0}, false, false},
    {"v_mov_b32 v8, v2\nv_dual_fmac_f32 v8, v3, v4 :: v_dual_add_f32 v9, v2, v3",
     fused,
     3,
     {1, 2, 0},
     false,
     false},
    {"v_add_f32_dpp v8, v2, v3 quad_perm:[0,1,2,3]", sum, 2, {0, 1}, false, false},
    {"v_add_f64 v[8:9], v[2:3], v[4:5]", sum, 2, {0, 1}, true, false},
    {"v_mul_f64 v[8:9], v[4:5], v[2:3]", product, 2, {1, 0}, true, false},
    {"v_fma_f64 v[8:9], v[2:3], v[4:5], v[6:7]", fused, 3, {0, 1, 2}, true, false},
    {"v_fma_f64 v[8:9], -v[6:7], v[2:3], v[4:5]", fused, 3, {2, 0, 1}, true, true},
};

/* A word of each kind: NaNs that signal and do not, of both signs, infinities and numbers. */
static uint64_t value(unsigned kind, bool is_wide)
{
    static const uint32_t narrow[VALUES] = {0x7fc12345, 0xffc00001, 0x7f800077, 0xffbfffff,
                                            0x7f800000, 0xff800000, 0x3fc00000, 0xc0000000};
    static const uint64_t wide[VALUES] = {
        UINT64_C(0x7ff8123456789abc), UINT64_C(0xfff8000000000001), UINT64_C(0x7ff0000000000077),
        UINT64_C(0xfff7ffffffffffff), UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000),
        UINT64_C(0x3ff8000000000000), UINT64_C(0xc000000000000000)};
    return is_wide ? wide[kind] : narrow[kind];
}

/* Item i's source n; the last one is loaded behind the op. */
static uint64_t source_of(unsigned i, unsigned n, bool is_wide)
{
    unsigned kind = n == 0   ? i % VALUES
                    : n == 1 ? i / VALUES % VALUES
                    : n == 2 ? i / (VALUES * VALUES)
                             : i * 5 / 3 % VALUES;
    return value(kind, is_wide);
}

static void put_kernel(char *p, const struct made *m, bool quiets)
{
    p += sprintf(p, "s_load_b64 s[6:7], s[0:1], null\ns_lshl_b32 s2, s2, 6\n"
                    "v_add_lshl_u32 v1, s2, v0, 6\ns_waitcnt lgkmcnt(0)\n"
                    "global_load_b128 v[2:5], v1, s[6:7]\n"
                    "global_load_b64 v[6:7], v1, s[6:7] offset:16\n"
                    "s_waitcnt vmcnt(0)\n");
    if (!m->is_wide)
        p += sprintf(p, "v_mov_b32 v3, v4\nv_mov_b32 v4, v6\n");
    if (!quiets) /* no quiet NaNs, and denormals as they are */
        p += sprintf(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 9, 1), 0\n");
    p += sprintf(p, "%s\nglobal_load_b64 v[10:11], v1, s[6:7] offset:24\ns_waitcnt vmcnt(0)\n",
                 m->text);
    p += sprintf(p, m->is_wide ? "v_add_f64 v[12:13], v[10:11], v[8:9]\n"
                               : "v_add_f32 v12, v10, v8\n");
    sprintf(p, "global_store_b64 v1, v[8:9], s[6:7] offset:32\n"
               "global_store_b64 v1, v[12:13], s[6:7] offset:40\ns_endpgm\n");
}

static void expect(const struct made *m, unsigned item, bool quiets, uint64_t out[2])
{
    uint64_t x[3], y[2];
    double d[3];
    for (unsigned i = 0; i < m->count; i++) {
        x[i] = source_of(item, m->order[i], m->is_wide);
        x[i] ^= m->negates && !i ? UINT64_C(1) << (m->is_wide ? 63 : 31) : 0;
        d[i] = number(x[i], m->is_wide);
    }
    y[1] = out[0] = by_rule(m->of(d), x, m->count, m->is_wide, quiets);
    y[0] = source_of(item, 3, m->is_wide);
    out[1] = by_rule(number(y[0], m->is_wide) + number(y[1], m->is_wide), y, 2, m->is_wide, quiets);
}

static void check(const struct made *m, bool quiets, const char *cpu, bool is_compiled)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {64, 1, 1};
    char text[TEXT];
    struct fixture f;
    shoal_launch_stats stats;
    if (!use_level(cpu))
        return;
    put_kernel(text, m, quiets);
    open_kernel(&f, text, IDS_X, ITEMS * ITEM_WORDS);
    for (unsigned i = 0; i < ITEMS; i++)
        for (unsigned n = 0; n < SOURCES; n++) {
            uint64_t v = source_of(i, n, m->is_wide);
            memcpy(f.host + (size_t)ITEM_WORDS * i + 2 * n, &v, sizeof v);
        }
    launch_counting(&f, is_compiled ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1,
                    &stats);
    for (unsigned i = 0; i < ITEMS; i++) {
        uint64_t want[2], got[2], mask = m->is_wide ? UINT64_MAX : UINT32_MAX;
        expect(m, i, quiets, want);
        memcpy(got, f.host + (size_t)ITEM_WORDS * i + 8, sizeof got);
        for (unsigned k = 0; k < 2; k++)
            if ((got[k] & mask) != want[k])
                fail_msg("%s, %s%s: item %u, result %u: %" PRIx64 ", not %" PRIx64, m->text,
                         is_compiled ? cpu ? cpu : "host" : "interpreter",
                         quiets ? "" : ", no IEEE", i, k, got[k] & mask, want[k]);
    }
    /* Else MODE changes, which the engine does; without long vectors some loads are called. */
    if (is_compiled && quiets && has_long_vectors() && !(cpu && !strcmp(cpu, "sse2")))
        assert_int_equal(stats.calls, 0);
    shoal_device_destroy(f.device);
    host_cpu = NULL;
}

static void nans_are_settled_in_compiled_code(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"};
    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        for (unsigned quiets = 0; quiets < 2; quiets++) {
            check(&ops[i], quiets, NULL, false);
            for (unsigned c = 0; c < (IS_SLOW ? 1 : 3); c++)
                check(&ops[i], quiets, cpus[c], true);
        }
}

/* Lanes that are not active when a register is loaded keep the NaN that it had. */
static void loads_leave_nans_in_other_lanes(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_lshlrev_b32 v1, 2, v0\n"
                               "v_mov_b32 v2, 0x7f800000\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "v_sub_f32 v8, v2, v2\n"
                               "s_mov_b32 exec_lo, 0xffff\n"
                               "global_load_b32 v8, v1, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "s_mov_b32 exec_lo, -1\n"
                               "global_store_b32 v1, v8, s[6:7]\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {32, 1, 1};
    static const char *const cpus[] = {NULL, "avx2", "sse2"};
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        struct fixture f;
        if (!use_level(cpus[c]))
            continue;
        open_kernel(&f, text, IDS_X, 32);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        for (unsigned i = 0; i < 32; i++)
            assert_int_equal(f.host[i], i < 16 ? 0xcccccccc : 0x7fc00000);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    setenv("SHOAL_JIT_BACKEND", "llvm", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(nans_are_settled_in_compiled_code),
                                       cmocka_unit_test(loads_leave_nans_in_other_lanes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
