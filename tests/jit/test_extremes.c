/* test_extremes.c: the lesser and the greater of two floats, by instructions of the host
 * (jit/extreme.h): every pair of zeros, denormals, infinities, and quiet and signalling NaNs.
 * Expected values: the manual (16.7, 16.12: V_MIN and V_MAX of F32 and F64 with MODE.IEEE) in C. */
#include "waves_fixture.h"

#include "numbers.h"

static const uint32_t values[] = {
    0,          0x80000000, 1,          0x80000001, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffbfffff, 0xfffffff9, 0x40e00000};
enum { VALUES = sizeof values / sizeof *values, ITEMS = VALUES * VALUES, INPUTS = 2 };

/* ---- the manual ---- */

/* -0 is less than +0. */
static bool is_less(uint32_t a, uint32_t b)
{
    if (!(a << 1) && !(b << 1))
        return a > b;
    return float_of_bits(a) < float_of_bits(b);
}

static bool signals(uint32_t u) { return is_nan(u) && !(u & QUIET); }

static uint32_t extreme(bool is_max, uint32_t a, uint32_t b)
{
    if (signals(a) || signals(b))
        return quiet(signals(a) ? a : b);
    if (is_nan(a) || is_nan(b))
        return is_nan(b) ? a : b;
    return is_less(a, b) != is_max ? a : b;
}
static uint32_t min(uint32_t a, uint32_t b) { return extreme(false, a, b); }
static uint32_t max(uint32_t a, uint32_t b) { return extreme(true, a, b); }

/* ---- ops ---- */

#define ONE         UINT32_C(0x3f800000)
#define MINUS_ZERO  UINT32_C(0x80000000)
#define MINUS_SEVEN UINT32_C(0xfffffff9) /* the integer, which is a NaN */

static uint32_t min_of(uint32_t a, uint32_t b) { return min(a, b); }
static uint32_t max_of(uint32_t a, uint32_t b) { return max(a, b); }
static uint32_t min_zero_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(0, a);
}
static uint32_t max_zero_of(uint32_t a, uint32_t b)
{
    (void)b;
    return max(0, a);
}
static uint32_t min_minus_zero_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(MINUS_ZERO, a);
}
static uint32_t max_minus_zero_of(uint32_t a, uint32_t b)
{
    (void)b;
    return max(MINUS_ZERO, a);
}
static uint32_t min_one_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(ONE, a);
}
static uint32_t max_one_of(uint32_t a, uint32_t b)
{
    (void)b;
    return max(ONE, a);
}
static uint32_t min_last_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(a, ONE);
}
static uint32_t max_last_of(uint32_t a, uint32_t b)
{
    (void)b;
    return max(a, 0);
}
static uint32_t max_nan_of(uint32_t a, uint32_t b)
{
    (void)b;
    return max(MINUS_SEVEN, a);
}
static uint32_t min_nan_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(a, MINUS_SEVEN);
}
static uint32_t same_of(uint32_t a, uint32_t b)
{
    (void)b;
    return quiet(a);
}
static uint32_t negated_of(uint32_t a, uint32_t b) { return min(a ^ MINUS_ZERO, b & ~MINUS_ZERO); }
static uint32_t quieted_of(uint32_t a, uint32_t b) { return max(quiet(a), quiet(b)); }
static uint32_t limited_of(uint32_t a, uint32_t b)
{
    (void)b;
    return min(ONE, max(0, quiet(a)));
}
static uint32_t of_limited_of(uint32_t a, uint32_t b) { return max(min(ONE, quiet(a)), b); }
static uint32_t of_both_of(uint32_t a, uint32_t b) { return min(min(quiet(a), b), quiet(a)); }
static uint32_t three_of(uint32_t a, uint32_t b) { return max(max(a, b), 0); }
static uint32_t of_integer_of(uint32_t a, uint32_t b)
{
    return max(bits_of_float((float)(int32_t)a), b);
}
static uint32_t of_minimum_of(uint32_t a, uint32_t b) { return min(max(a, b), b); }
static uint32_t of_logic_of(uint32_t a, uint32_t b) { return max(a & b, a | b); }

/* v2, v3: a, b; v4: the result. */
struct made_op {
    const char *text;
    uint32_t (*want)(uint32_t a, uint32_t b); /* NULL: it is of doubles */
    uint64_t (*wide)(uint64_t a, uint64_t b);
};
static const struct made_op ops[] = {
    {"v_min_f32 v4, v2, v3\n", min_of, NULL},
    {"v_max_f32 v4, v2, v3\n", max_of, NULL},
    {"v_min_f32 v4, 0, v2\n", min_zero_of, NULL},
    {"v_max_f32 v4, 0, v2\n", max_zero_of, NULL},
    {"v_min_f32 v4, 0x80000000, v2\n", min_minus_zero_of, NULL},
    {"v_max_f32 v4, 0x80000000, v2\n", max_minus_zero_of, NULL},
    {"v_min_f32 v4, 1.0, v2\n", min_one_of, NULL},
    {"v_max_f32 v4, 1.0, v2\n", max_one_of, NULL},
    {"v_min_f32_e64 v4, v2, 1.0\n", min_last_of, NULL},
    {"v_max_f32_e64 v4, v2, 0\n", max_last_of, NULL},
    {"v_max_f32 v4, -7, v2\n", max_nan_of, NULL},
    {"v_min_f32_e64 v4, v2, -7\n", min_nan_of, NULL},
    {"v_max_f32 v4, v2, v2\n", same_of, NULL},
    {"v_min_f32_e64 v4, -v2, |v3|\n", negated_of, NULL},
    {"v_max_f32 v5, v2, v2\nv_max_f32 v6, v3, v3\nv_max_f32 v4, v5, v6\n", quieted_of, NULL},
    {"v_max_f32 v5, v2, v2\nv_max_f32 v5, 0, v5\nv_min_f32 v4, 1.0, v5\n", limited_of, NULL},
    {"v_max_f32 v5, v2, v2\nv_min_f32 v5, 1.0, v5\nv_max_f32 v4, v5, v3\n", of_limited_of, NULL},
    {"v_max_f32 v5, v2, v2\nv_min_f32 v6, v5, v3\nv_min_f32 v4, v6, v5\n", of_both_of, NULL},
    {"v_max3_f32 v4, v2, v3, 0\n", three_of, NULL},
    {"v_cvt_f32_i32 v5, v2\nv_max_f32 v4, v5, v3\n", of_integer_of, NULL},
    {"v_max_f32 v5, v2, v3\nv_min_f32 v4, v5, v3\n", of_minimum_of, NULL},
    {"v_and_b32 v5, v2, v3\nv_or_b32 v6, v2, v3\nv_max_f32 v4, v5, v6\n", of_logic_of, NULL},
};

/* ---- doubles ---- */

static const uint64_t wide_values[] = {0,
                                       UINT64_C(0x8000000000000000),
                                       1,
                                       UINT64_C(0x8000000000000001),
                                       UINT64_C(0x3ff0000000000000),
                                       UINT64_C(0xbff0000000000000),
                                       UINT64_C(0x7fefffffffffffff),
                                       UINT64_C(0xffefffffffffffff),
                                       UINT64_C(0x7ff0000000000000),
                                       UINT64_C(0xfff0000000000000),
                                       UINT64_C(0x7ff8000000000000),
                                       UINT64_C(0xfff8000000012345),
                                       UINT64_C(0x7ff0000000000001),
                                       UINT64_C(0xfff7ffffffffffff),
                                       UINT64_C(0x7ff0000100000000),
                                       UINT64_C(0x4008000000000000)};
#define WIDE_SIGN  (UINT64_C(1) << 63)
#define WIDE_QUIET (UINT64_C(1) << 51)
#define WIDE_ONE   (UINT64_C(0x3ff) << 52)

static bool is_wide_nan(uint64_t u) { return (u & ~WIDE_SIGN) > UINT64_C(0x7ff) << 52; }
static bool is_wide_signal(uint64_t u) { return is_wide_nan(u) && !(u & WIDE_QUIET); }
static uint64_t quiet_wide(uint64_t u) { return is_wide_nan(u) ? u | WIDE_QUIET : u; }

static bool is_wide_less(uint64_t a, uint64_t b)
{
    double x, y;
    if (!(a << 1) && !(b << 1))
        return a > b;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x < y;
}

static uint64_t wide_extreme(bool is_max, uint64_t a, uint64_t b)
{
    if (is_wide_signal(a) || is_wide_signal(b))
        return quiet_wide(is_wide_signal(a) ? a : b);
    if (is_wide_nan(a) || is_wide_nan(b))
        return is_wide_nan(b) ? a : b;
    return is_wide_less(a, b) != is_max ? a : b;
}

static uint64_t wide_min_of(uint64_t a, uint64_t b) { return wide_extreme(false, a, b); }
static uint64_t wide_max_of(uint64_t a, uint64_t b) { return wide_extreme(true, a, b); }
static uint64_t wide_max_zero_of(uint64_t a, uint64_t b)
{
    (void)b;
    return wide_max_of(0, a);
}
static uint64_t wide_min_zero_of(uint64_t a, uint64_t b)
{
    (void)b;
    return wide_min_of(a, 0);
}
static uint64_t wide_min_one_of(uint64_t a, uint64_t b)
{
    (void)b;
    return wide_min_of(a, WIDE_ONE);
}
static uint64_t wide_same_of(uint64_t a, uint64_t b)
{
    (void)b;
    return quiet_wide(a);
}
static uint64_t wide_negated_of(uint64_t a, uint64_t b)
{
    return wide_min_of(a ^ WIDE_SIGN, b & ~WIDE_SIGN);
}
static uint64_t wide_quieted_of(uint64_t a, uint64_t b)
{
    return wide_max_of(quiet_wide(a), quiet_wide(b));
}
static uint64_t wide_limited_of(uint64_t a, uint64_t b)
{
    return wide_min_of(wide_max_of(quiet_wide(a), 0), quiet_wide(b));
}
static uint64_t wide_of_minimum_of(uint64_t a, uint64_t b)
{
    return wide_min_of(wide_max_of(a, b), b);
}
static uint64_t wide_of_word_of(uint64_t a, uint64_t b)
{
    const double x = (double)(int32_t)(uint32_t)a;
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return wide_max_of(u, b);
}
static uint64_t wide_of_halves_of(uint64_t a, uint64_t b)
{
    return wide_max_of((a & UINT32_MAX) | (b >> 32 << 32), a);
}

/* v[2:3], v[4:5]: a, b; v[6:7]: the result. */
static const struct made_op wide_ops[] = {
    {"v_min_f64 v[6:7], v[2:3], v[4:5]\n", NULL, wide_min_of},
    {"v_max_f64 v[6:7], v[2:3], v[4:5]\n", NULL, wide_max_of},
    {"v_max_f64 v[6:7], 0, v[2:3]\n", NULL, wide_max_zero_of},
    {"v_min_f64 v[6:7], v[2:3], 0\n", NULL, wide_min_zero_of},
    {"v_min_f64 v[6:7], v[2:3], 1.0\n", NULL, wide_min_one_of},
    {"v_max_f64 v[6:7], v[2:3], v[2:3]\n", NULL, wide_same_of},
    {"v_min_f64 v[6:7], -v[2:3], |v[4:5]|\n", NULL, wide_negated_of},
    {"v_max_f64 v[8:9], v[2:3], v[2:3]\nv_max_f64 v[10:11], v[4:5], v[4:5]\n"
     "v_max_f64 v[6:7], v[8:9], v[10:11]\n",
     NULL, wide_quieted_of},
    {"v_max_f64 v[8:9], v[2:3], v[2:3]\nv_max_f64 v[10:11], v[4:5], v[4:5]\n"
     "v_max_f64 v[8:9], v[8:9], 0\nv_min_f64 v[6:7], v[8:9], v[10:11]\n",
     NULL, wide_limited_of},
    {"v_max_f64 v[8:9], v[2:3], v[4:5]\nv_min_f64 v[6:7], v[8:9], v[4:5]\n", NULL,
     wide_of_minimum_of},
    {"v_cvt_f64_i32 v[8:9], v2\nv_max_f64 v[6:7], v[8:9], v[4:5]\n", NULL, wide_of_word_of},
    {"v_mov_b32 v8, v2\nv_mov_b32 v9, v5\nv_max_f64 v[6:7], v[8:9], v[2:3]\n", NULL,
     wide_of_halves_of},
};
_Static_assert(sizeof wide_values / sizeof *wide_values == VALUES, "as many of either width");

/* ---- both ---- */

static uint64_t value(const struct made_op *o, unsigned i)
{
    return o->wide ? wide_values[i] : values[i];
}

/* Without a call of the interpreter: no result is to be looked at for NaNs. */
static void check_op(const struct made_op *o, const char *cpu, const char *backend)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    const unsigned bytes = o->wide ? sizeof(uint64_t) : sizeof(uint32_t);
    char text[1024];
    struct fixture f;
    shoal_launch_stats stats;
    if (!use_level(cpu))
        return;
    snprintf(text, sizeof text,
             "s_load_b64 s[6:7], s[0:1], null\nv_lshlrev_b32 v1, %u, v0\ns_waitcnt lgkmcnt(0)\n"
             "%s, v1, s[6:7]\ns_waitcnt vmcnt(0)\n%s%s, s[6:7]\ns_endpgm\n",
             o->wide ? 4 : 3, o->wide ? "global_load_b128 v[2:5]" : "global_load_b64 v[2:3]",
             o->text, o->wide ? "global_store_b64 v1, v[6:7]" : "global_store_b32 v1, v4");
    setenv("SHOAL_JIT_BACKEND", backend, 1);
    open_kernel(&f, text, IDS_X, (size_t)INPUTS * ITEMS * bytes / sizeof(uint32_t));
    uint8_t *item = (uint8_t *)f.host;
    for (unsigned engine = 0; engine < 2; engine++) {
        for (unsigned i = 0; i < ITEMS; i++) {
            const uint64_t a = value(o, i / VALUES), b = value(o, i % VALUES);
            memcpy(item + (size_t)INPUTS * bytes * i, &a, bytes);
            memcpy(item + (size_t)INPUTS * bytes * i + bytes, &b, bytes);
        }
        launch_counting(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1,
                        &stats);
        for (unsigned i = 0; i < ITEMS; i++) {
            const uint64_t a = value(o, i / VALUES), b = value(o, i % VALUES),
                           want = o->wide ? o->wide(a, b) : o->want((uint32_t)a, (uint32_t)b);
            uint64_t got = 0;
            memcpy(&got, item + (size_t)INPUTS * bytes * i, bytes);
            if (got != want)
                fail_msg("%s, %s, %s: of %0*llx, %0*llx: %0*llx, not %0*llx\n%s",
                         engine ? "JIT" : "interpreter", cpu ? cpu : "host", backend,
                         (int)(2 * bytes), (unsigned long long)a, (int)(2 * bytes),
                         (unsigned long long)b, (int)(2 * bytes), (unsigned long long)got,
                         (int)(2 * bytes), (unsigned long long)want, o->text);
        }
    }
    assert_int_equal(stats.calls, 0);
    shoal_device_destroy(f.device);
    unsetenv("SHOAL_JIT_BACKEND");
    host_cpu = NULL;
}

static void check_ops(const struct made_op *some, size_t count)
{
    static const char *const levels[] = {NULL, "avx2", "sse2"};
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
            check_op(&some[i], levels[k], "llvm");
        check_op(&some[i], NULL, "direct");
    }
}

static void the_lesser_and_the_greater(void **state)
{
    (void)state;
    check_ops(ops, sizeof ops / sizeof *ops);
}

static void the_lesser_and_the_greater_of_doubles(void **state)
{
    (void)state;
    check_ops(wide_ops, sizeof wide_ops / sizeof *wide_ops);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_lesser_and_the_greater),
                                       cmocka_unit_test(the_lesser_and_the_greater_of_doubles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
