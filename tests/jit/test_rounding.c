/* test_rounding.c: results that are rounded as MODE says (src/jit/rounding.h). Expected values:
 * sums and products that are exact in 64 bits, rounded by a formula. */
#include "waves_fixture.h"

#include <math.h>

enum {
    ITEMS = 256,
    INPUTS = 10,  /* dwords: a, b, c; n; x, y, z of f64 */
    RESULTS = 19, /* behind them */
    ITEM_WORDS = 32,
};

/* Of f32 and f64; v2 to v4: a, b, c; v5: n; v[6:7], v[8:9], v[10:11]: x, y, z. */
static const char floats_text[] = "v_add_f32 v12, v2, v3\n"
                                  "v_sub_f32 v13, v2, v4\n"
                                  "v_mul_f32 v14, v2, v3\n"
                                  "v_fma_f32 v15, v2, v3, v4\n"
                                  "v_cvt_f32_i32 v16, v5\n"
                                  "v_cvt_f32_u32 v17, v5\n"
                                  "v_cvt_f32_f64 v18, v[6:7]\n"
                                  "v_dual_mul_f32 v19, v2, v4 :: v_dual_add_f32 v20, v4, v3\n"
                                  "v_add_f64 v[22:23], v[6:7], v[10:11]\n"
                                  "v_mul_f64 v[24:25], v[6:7], v[8:9]\n"
                                  "v_fma_f64 v[26:27], v[6:7], v[8:9], v[10:11]\n";
/* Of f16, which a, b, c are made of before: v28 to v30. */
static const char halves_text[] = "v_cvt_f16_f32 v31, v2\n"
                                  "v_add_f16 v32, v28, v29\n"
                                  "v_fma_f16 v33, v28, v29, v30\n"
                                  "v_pk_mul_f16 v34, v28, v30\n";

static void open_text(struct fixture *f, const char *ops, unsigned mode)
{
    char text[4096];
    snprintf(text, sizeof text,
             "s_load_b64 s[6:7], s[0:1], null\n"
             "v_lshlrev_b32 v1, 7, v0\n"
             "s_waitcnt lgkmcnt(0)\n"
             "global_load_b128 v[2:5], v1, s[6:7]\n"
             "global_load_b128 v[6:9], v1, s[6:7] offset:16\n"
             "global_load_b64 v[10:11], v1, s[6:7] offset:32\n"
             "s_waitcnt vmcnt(0)\n"
             "v_cvt_f16_f32 v28, v2\nv_cvt_f16_f32 v29, v3\nv_cvt_f16_f32 v30, v4\n"
             "s_round_mode %#x\n"
             "%s"
             "s_round_mode 0\n"
             "global_store_b128 v1, v[12:15], s[6:7] offset:40\n"
             "global_store_b128 v1, v[16:19], s[6:7] offset:56\n"
             "global_store_b32 v1, v20, s[6:7] offset:72\n"
             "global_store_b128 v1, v[22:25], s[6:7] offset:76\n"
             "global_store_b64 v1, v[26:27], s[6:7] offset:92\n"
             "global_store_b128 v1, v[31:34], s[6:7] offset:100\n"
             "s_endpgm\n",
             mode, ops);
    open_kernel(f, text, IDS_X, ITEMS * ITEM_WORDS);
}

/* To so many bits: to nearest, up, down, to zero. No result is too small or too large. */
static long double rounded(long double v, int bits, unsigned mode)
{
    int exponent;
    long double m = ldexpl(frexpl(v, &exponent), bits);
    m = mode == 0 ? rintl(m) : mode == 1 ? ceill(m) : mode == 2 ? floorl(m) : truncl(m);
    return ldexpl(m, exponent - bits);
}

static uint32_t f32_bits(long double v)
{
    float f = (float)v;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static uint32_t f16_bits(long double v)
{
    _Float16 h = (_Float16)v;
    uint16_t u;
    memcpy(&u, &h, sizeof u);
    return u;
}

static void put_f64(uint32_t *to, long double v)
{
    double d = (double)v;
    memcpy(to, &d, sizeof d);
}

struct input {
    float a, b, c;
    int32_t n;
    double x, y, z;
};

/* Numbers with so few bits that what is computed of them has 64. */
static struct input input_of(unsigned item)
{
    uint64_t r[6], seed = item + 1;
    for (unsigned i = 0; i < 6; i++)
        r[i] = (seed = seed * 6364136223846793005U + 1442695040888963407U) >> 16;
    struct input in = {
        .a = ldexpf((float)(int32_t)(r[0] & 0xffffff) - 0x800000, -22),
        .b = ldexpf((float)(int32_t)(r[1] & 0xffffff) - 0x400000, -20),
        .c = ldexpf((float)(int32_t)(r[2] & 0xffffff) - 0x7fffff, -23),
        .n = (int32_t)(uint32_t)r[3],
        .x = ldexp((double)(int64_t)(r[4] & 0xfffffffff) - 0x7ffffffff, -34),
        .y = ldexp((double)(int32_t)(r[5] & 0xffffff) - 0x7fffff, -22),
        .z = ldexp((double)(int64_t)(r[0] ^ r[4] << 3), -52),
    };
    return in;
}

/* want: [RESULTS] */
static void results_of(const struct input *in, unsigned mode, bool halves, uint32_t *want)
{
    unsigned single = mode & 3, other = mode >> 2;
    long double a = in->a, b = in->b, c = in->c, x = in->x, y = in->y, z = in->z;
    memset(want, 0, RESULTS * sizeof *want);
    if (halves) {
        long double h[3] = {rounded(a, 11, 0), rounded(b, 11, 0), rounded(c, 11, 0)};
        want[15] = f16_bits(rounded(a, 11, other));
        want[16] = f16_bits(rounded(h[0] + h[1], 11, other));
        want[17] = f16_bits(rounded(h[0] * h[1] + h[2], 11, other));
        want[18] = f16_bits(rounded(h[0] * h[2], 11, other));
        return;
    }
    const long double f32[] = {a + b,           a - c, a * b, a * b + c, (long double)in->n,
                               (uint32_t)in->n, x,     a * c, b + c};
    for (unsigned i = 0; i < 9; i++)
        want[i] = f32_bits(rounded(f32[i], 24, single));
    put_f64(want + 9, rounded(x + z, 53, other));
    put_f64(want + 11, rounded(x * y, 53, other));
    put_f64(want + 13, rounded(x * y + z, 53, other));
}

static void check(shoal_engine engine, unsigned mode, bool halves, bool in_place)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    open_text(&f, halves ? halves_text : floats_text, mode);
    for (unsigned i = 0; i < ITEMS; i++) {
        struct input in = input_of(i);
        uint32_t *to = f.host + ITEM_WORDS * i;
        memcpy(to, &in.a, 16);
        memcpy(to + 4, &in.x, 24);
    }
    launch_counting(&f, engine, grid, grid, 1, &stats);
    for (unsigned i = 0; i < ITEMS; i++) {
        struct input in = input_of(i);
        uint32_t want[RESULTS];
        results_of(&in, mode, halves, want);
        for (unsigned k = 0; k < RESULTS; k++) {
            uint32_t is = f.host[ITEM_WORDS * i + INPUTS + k];
            if (k == 18) /* a packed result */
                is &= 0xffff;
            if (is != want[k])
                fail_msg("engine %d, MODE %#x, item %u, result %u: %08x, not %08x", engine, mode, i,
                         k, is, want[k]);
        }
    }
    if (in_place)
        assert_int_equal(stats.calls, 0);
    shoal_device_destroy(f.device);
}

static void results_are_rounded_as_mode_says(void **state)
{
    static const char *const cpus[] = {NULL, NULL, "avx2", "sse2"};
    static const char *const backends[] = {"llvm", "direct", "llvm", "llvm"};
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        if (!use_level(cpus[n]))
            continue;
        setenv("SHOAL_JIT_BACKEND", backends[n], 1);
        bool in_place = !cpus[n] && !getenv("SHOAL_CPU") && cpu_has_level("avx512");
        for (unsigned mode = 0; mode < 16; mode += 1 + (n > 1) * 4) {
            check(SHOAL_ENGINE_JIT, mode, false, in_place);
            check(SHOAL_ENGINE_JIT, mode, true, false);
        }
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

static void the_interpreter_rounds_so_too(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 16; mode += 5) {
        check(SHOAL_ENGINE_INTERP, mode, false, false);
        check(SHOAL_ENGINE_INTERP, mode, true, false);
    }
}

/* ---- f16, rounded once ---- */

enum { TRIPLES = 16384 };

static long double f16_of(uint32_t bits)
{
    uint16_t u = (uint16_t)bits;
    _Float16 h;
    memcpy(&h, &u, sizeof h);
    return (long double)h;
}

/* To nearest; denormals are multiples of 2^-24. */
static uint32_t rounded_to_f16(long double v)
{
    if (fabsl(v) >= 65520)
        return v < 0 ? 0xfc00 : 0x7c00;
    return f16_bits(fabsl(v) < 0x1p-14L ? ldexpl(rintl(ldexpl(v, 24)), -24) : rounded(v, 11, 0));
}

/* Three f16. Of one in four, a * b is half a unit of c, or nearly: the result is half-way between
 * two f16 to the precision of f32. */
static void make_triple(unsigned n, uint32_t out[3])
{
    uint64_t seed = n * UINT64_C(0x9e3779b97f4a7c15) + 7;
    for (unsigned i = 0; i < 3; i++) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        uint32_t bits = (uint32_t)(seed >> 40) & 0xffff;
        out[i] = (bits & 0x7c00) == 0x7c00 ? bits & 0xbfff : bits;
    }
    if (n % 4)
        return;
    static const uint16_t a[] = {0x3c00, 0x3c01, 0x3bfe, 0x3c01},
                          b[] = {0x3c00, 0x3bfe, 0x3c01, 0x3c01};
    uint32_t exponent = 12 + (out[0] >> 4 & 15), kind = out[0] & 3;
    out[2] = (out[2] & 0x83ff) | exponent << 10;
    out[0] = a[kind] | (out[0] & 0x8000);
    out[1] = (uint32_t)b[kind] + ((exponent - 15 - 11) << 10);
}

static void check_triples(shoal_engine engine)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_lshl_b32 s2, s2, 8\n"
                               "v_add_nc_u32 v0, s2, v0\n"
                               "v_lshlrev_b32 v1, 4, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_load_b96 v[2:4], v1, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_pk_fma_f16 v5, v2, v3, v4\n"
                               "global_store_b32 v1, v5, s[6:7] offset:12\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {TRIPLES / 2, 1, 1}, block[3] = {256, 1, 1};
    struct fixture f;
    open_kernel(&f, text, IDS_X, TRIPLES / 2 * 4);
    for (unsigned n = 0; n < TRIPLES; n++) {
        uint32_t h[3], shift = 16 * (n & 1);
        make_triple(n, h);
        for (unsigned i = 0; i < 3; i++) {
            uint32_t *to = &f.host[n / 2 * 4 + i];
            *to = (*to & ~(0xffffu << shift)) | h[i] << shift;
        }
    }
    assert_int_equal(launch_on(&f, engine, grid, block, 1, NULL), SHOAL_OK);
    for (unsigned n = 0; n < TRIPLES; n++) {
        uint32_t h[3], is = f.host[n / 2 * 4 + 3] >> 16 * (n & 1) & 0xffff;
        make_triple(n, h);
        uint32_t want = rounded_to_f16(f16_of(h[0]) * f16_of(h[1]) + f16_of(h[2]));
        if (is != want && (is | want) & 0x7fff) /* the sign of 0 is another matter */
            fail_msg("engine %d: %04x * %04x + %04x: %04x, not %04x", engine, h[0], h[1], h[2], is,
                     want);
    }
    shoal_device_destroy(f.device);
}

static void multiply_adds_of_f16_are_rounded_once(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"};
    (void)state;
    for (unsigned n = 0; n < 3; n++)
        if (use_level(cpus[n]))
            check_triples(SHOAL_ENGINE_JIT);
    host_cpu = NULL;
    check_triples(SHOAL_ENGINE_INTERP);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(results_are_rounded_as_mode_says),
                                       cmocka_unit_test(the_interpreter_rounds_so_too),
                                       cmocka_unit_test(multiply_adds_of_f16_are_rounded_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
