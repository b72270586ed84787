/* test_numbers.c: floats taken apart and put together again, as compilers have it around divisions,
 * roots and powers, of which compiled code does some by instructions of the host. Expected values:
 * C's frexp and ldexp, formulas in f64, the manual (16.8) for what is no number. */
#include "waves_fixture.h"

#include <math.h>

#include "numbers.h"

enum { ITEMS = 12288, QUOTIENTS = 4096, RESULTS = 18, INPUTS = 2 };

/* v2, v3: a, b. What is not stored feeds what is. */
static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                           "s_lshl_b32 s2, s2, 8\n"
                           "v_add_nc_u32 v0, s2, v0\n"
                           "v_mul_u32_u24 v1, 0x50, v0\n"
                           "s_waitcnt lgkmcnt(0)\n"
                           "global_load_b64 v[2:3], v1, s[6:7]\n"
                           "s_waitcnt vmcnt(0)\n"
                           "v_frexp_mant_f32 v4, v2\n"
                           "v_frexp_exp_i32_f32 v5, v2\n"
                           "v_ldexp_f32 v6, v2, v3\n"
                           "v_frexp_mant_f32 v20, v3\n"
                           "v_frexp_exp_i32_f32 v21, v3\n"
                           "v_rcp_f32 v22, v20\n"
                           "v_mul_f32 v23, v4, v22\n"
                           "v_sub_nc_u32 v24, v5, v21\n"
                           "v_ldexp_f32 v7, v23, v24\n" /* a / b */
                           "v_sub_nc_u32 v25, 3, v21\n"
                           "v_ldexp_f32 v8, v22, v25\n" /* 8 / b */
                           "v_cvt_i32_f32 v9, v2\n"
                           "v_cvt_i32_f32 v26, v3\n"
                           "v_ldexp_f32 v10, v2, v26\n"
                           "v_rndne_f32 v27, v3\n"
                           "v_cvt_i32_f32 v27, v27\n"
                           "v_ldexp_f32 v11, v2, v27\n"
                           "v_rcp_f32 v12, v2\n"
                           "v_sqrt_f32 v13, v2\n"
                           "v_rsq_f32 v14, v2\n"
                           "v_exp_f32 v15, v2\n"
                           "v_log_f32 v16, v2\n"
                           "v_add_nc_u32 v28, v5, v21\n"
                           "v_add_nc_u32 v28, 0xfffffff9, v28\n"
                           "v_ldexp_f32 v17, v2, v28\n"
                           "v_cmp_gt_f32 vcc_lo, 0x800000, v2\n"
                           "v_cndmask_b32 v29, 0, 32, vcc_lo\n"
                           "v_ldexp_f32 v18, v2, v29\n"
                           "v_add_nc_u32 v30, 5, v26\n"
                           "v_ldexp_f32 v19, v2, v30\n"
                           "v_sqrt_f32 v34, v18\n"
                           "v_cmp_gt_f32 vcc_lo, 0x80000, v2\n" /* scaled too seldom */
                           "v_cndmask_b32 v29, 0, 32, vcc_lo\n"
                           "v_ldexp_f32 v30, v2, v29\n"
                           "v_sqrt_f32 v35, v30\n"
                           "global_store_b64 v1, v[34:35], s[6:7] offset:72\n"
                           "global_store_b128 v1, v[4:7], s[6:7] offset:8\n"
                           "global_store_b128 v1, v[8:11], s[6:7] offset:24\n"
                           "global_store_b128 v1, v[12:15], s[6:7] offset:40\n"
                           "global_store_b128 v1, v[16:19], s[6:7] offset:56\n"
                           "s_endpgm\n";

enum { NO_NUMBER = (int)0xffc00000 };

static bool is_number(uint32_t u) { return (u & 0x7f800000) != 0x7f800000 && u << 1; }
static uint32_t flushed(uint32_t u) { return u & 0x7f800000 ? u : u & 0x80000000; }

static uint32_t significand_of(uint32_t u)
{
    int n;
    return is_number(u) ? bits_of_float(frexpf(float_of_bits(u), &n)) : u;
}

static int32_t exponent_of(uint32_t u)
{
    int n = 0;
    if (is_number(u))
        frexpf(float_of_bits(u), &n);
    return n;
}

static uint32_t scaled(uint32_t u, int32_t n)
{
    return is_nan(u) ? quiet(u) : bits_of_float(ldexpf(float_of_bits(u), n));
}

static int32_t integer(float x)
{
    return isnan(x) ? 0 : x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : (int32_t)x;
}

static uint32_t reciprocal(uint32_t u)
{
    return is_nan(u) ? quiet(u) : flushed(bits_of_float(1 / float_of_bits(flushed(u))));
}

static uint32_t root(uint32_t u)
{
    float x = float_of_bits(flushed(u));
    return is_nan(u) ? quiet(u) : x < 0 ? (uint32_t)NO_NUMBER : bits_of_float(sqrtf(x));
}

/* A quotient of significands, of which 0 * inf and inf * 0 are the manual's NaN (3.4.2). */
static uint32_t product(uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b))
        return quiet(is_nan(a) ? a : b);
    float r = float_of_bits(a) * float_of_bits(b);
    return isnan(r) ? 0x7fc00000 : bits_of_float(r);
}

/* Whether u is r to within an ulp. */
static bool is_near(uint32_t u, double r)
{
    uint32_t want = flushed(bits_of_float((float)r));
    return u == want || u == want + 1 || u + 1 == want;
}

static bool is_root(uint32_t in, uint32_t u)
{
    double x = float_of_bits(flushed(in));
    return is_nan(in) ? u == quiet(in)
           : x == 0   ? u == ((in & 0x80000000) | 0x7f800000)
           : x < 0    ? u == (uint32_t)NO_NUMBER
           : isinf(x) ? u == 0
                      : is_near(u, 1 / sqrt(x));
}

static bool is_power(uint32_t in, uint32_t u)
{
    double x = float_of_bits(in);
    return is_nan(in) ? u == quiet(in)
           : x < -126 ? u == 0
           : x >= 128 ? u == 0x7f800000
                      : is_near(u, exp2(x));
}

static bool is_logarithm(uint32_t in, uint32_t u)
{
    double x = float_of_bits(flushed(in));
    return is_nan(in) ? u == quiet(in)
           : x == 0   ? u == 0xff800000
           : x < 0    ? u == (uint32_t)NO_NUMBER
           : isinf(x) ? u == 0x7f800000
           : x == 1   ? u == 0
                      : is_near(u, log2(x));
}

static void check(const uint32_t *item)
{
    uint32_t a = item[0], b = item[1];
    const uint32_t *r = item + INPUTS;
    uint32_t m = significand_of(a), inverse = reciprocal(significand_of(b));
    int32_t ea = exponent_of(a), eb = exponent_of(b), ib = integer(float_of_bits(b));
    const uint32_t want[RESULTS] = {m,
                                    (uint32_t)ea,
                                    scaled(a, (int32_t)b),
                                    scaled(product(m, inverse), ea - eb),
                                    scaled(inverse, 3 - eb),
                                    (uint32_t)integer(float_of_bits(a)),
                                    scaled(a, ib),
                                    scaled(a, integer(nearbyintf(float_of_bits(b)))),
                                    reciprocal(a),
                                    root(a),
                                    0,
                                    0,
                                    0,
                                    scaled(a, ea + eb - 7),
                                    scaled(a, float_of_bits(a) < 0x1p-126f ? 32 : 0),
                                    scaled(a, (int32_t)((uint32_t)ib + 5)),
                                    root(scaled(a, float_of_bits(a) < 0x1p-126f ? 32 : 0)),
                                    root(scaled(a, float_of_bits(a) < 0x1p-130f ? 32 : 0))};
    for (unsigned i = 0; i < RESULTS; i++) {
        bool is_right = i == 10   ? is_root(a, r[i])
                        : i == 11 ? is_power(a, r[i])
                        : i == 12 ? is_logarithm(a, r[i])
                                  : r[i] == want[i];
        if (!is_right)
            fail_msg("result %u of %08x, %08x: %08x, not %08x", i, a, b, r[i], want[i]);
    }
}

enum { SIGN_AND_FRACTION = (int)0x807fffff };

/* Two numbers whose quotient is normal, and so is the second one's reciprocal. is_large: what
 * divisions leave of the first one is normal, too. */
static void fill_quotient(uint32_t in[INPUTS], uint64_t *seed, bool is_large)
{
    enum { BIAS = 127, FEWEST = 1, MOST = 252, LARGE = 50, LARGEST = 254 };
    unsigned b = FEWEST + random_word(seed) % MOST, a;
    do
        a = b + random_word(seed) % (2 * BIAS - 4) - BIAS +
            3; /* less than 2^126 times, or as little */
    while (a < (is_large ? LARGE : FEWEST) || a > LARGEST);
    in[0] = (random_word(seed) & (uint32_t)SIGN_AND_FRACTION) | a << 23;
    in[1] = (random_word(seed) & (uint32_t)SIGN_AND_FRACTION) | b << 23;
    if (random_word(seed) % 16 == 0) /* nothing, or a denormal, of which there is much */
        in[0] = is_large || random_word(seed) % 2 ? in[0] & 0x80000000
                                                  : (in[0] & 0x803fffff) | 0x400000;
    if (!(in[0] & 0x7f800000))
        in[1] = (in[1] & (uint32_t)SIGN_AND_FRACTION) | (1 + b % 120) << 23;
}

/* Waves of which all lanes have such numbers but one, which is at a limit, or has a denormal
 * quotient, and in others none. */
static void fill_quotients(uint32_t *host, uint64_t *seed)
{
    static const uint32_t limits[][INPUTS] = {{0x3f800000, 0x7e800000},
                                              {0x3f800000, 0x7e7fffff},
                                              {0x7f000000, 0x7e800001},
                                              {0x00800000, 0x3f800001},
                                              {0x00800000, 0x3f800000},
                                              {0x00ffffff, 0x40000000},
                                              {0x007fffff, 0x3f7fffff},
                                              {0x007fffff, 0x3f7ffffe},
                                              {0x7f7fffff, 0x3f7fffff},
                                              {0x7f7fffff, 0x3f800000},
                                              {0x3f800000, 0x00800000},
                                              {0x3f800000, 0x007fffff},
                                              {0, 0},
                                              {0x80000000, 0x7f800000},
                                              {0x7f800000, 0x3f800000},
                                              {0x7fc12345, 0x3f800000},
                                              {0x3f800000, 0xffa00001},
                                              {0x00800001, 0xbf800003}};
    for (unsigned i = 0; i < QUOTIENTS; i++) {
        uint32_t *in = host + i * (INPUTS + RESULTS);
        fill_quotient(in, seed, i / 32 % 4 < 2);
        if (i % 128 == 7)
            memcpy(in, limits[i / 128 % (sizeof limits / sizeof *limits)], sizeof limits[0]);
        if (i % 128 == 71) { /* a quotient of 20 to 23 bits */
            in[0] = (in[0] & (uint32_t)SIGN_AND_FRACTION) | (10 + i / 128 % 4) << 23;
            in[1] = (in[1] & (uint32_t)SIGN_AND_FRACTION) | 140u << 23;
        }
    }
}

/* Edges with edges, and any bits, mostly of one magnitude; at last, quotients. */
static void fill(uint32_t *host)
{
    static const uint32_t edges[] = {
        0,          1,          0x007fffff, 0x00800000, 0x00800001, 0x3f000000, 0x3f7fffff,
        0x3f800000, 0x3f800001, 0x3fb504f3, 0x3fb504f4, 0x42fc0000, 0x42fc0001, 0x42ffffff,
        0x43000000, 0x43150000, 0x4effffff, 0x4f000000, 0x7f7fffff, 0x7f800000, 0x7f800001,
        0x7fc00000, 0x7fa12345, 0x7e800000, 0x00400000, 0x0000ffff, 0x3effffff, 0x4b000001,
        100,        276,        300,        149};
    enum { EDGES = 2 * sizeof edges / sizeof *edges, HALF = (ITEMS - QUOTIENTS) / 2 };
    uint64_t seed = 12345;
    for (unsigned i = 0; i < ITEMS; i++) {
        uint32_t *in = host + i * (INPUTS + RESULTS);
        for (unsigned k = 0; k < INPUTS; k++) {
            unsigned n = k ? i / EDGES : i % EDGES;
            in[k] = edges[n / 2 % (EDGES / 2)] ^ (n & 1) << 31;
            uint32_t any = random_word(&seed);
            if (i >= HALF + k * HALF / 2)
                in[k] = any;
            if (i >= HALF && i % 3 == 0) /* exponents from -16 to 15 */
                in[k] = (in[k] & 0x87ffffff) | 0x38000000;
        }
    }
    fill_quotients(host + (size_t)(ITEMS - QUOTIENTS) * (INPUTS + RESULTS), &seed);
}

static void numbers_are_taken_apart(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"}, *const backends[] = {"llvm",
                                                                                   "direct"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    enum { WORDS = ITEMS * (INPUTS + RESULTS) };
    static uint32_t interpreted[WORDS];
    (void)state;
    for (unsigned n = 0; n < 5; n++) { /* the interpreter, then the compilers */
        setenv("SHOAL_JIT_BACKEND", backends[n == 2], 1);
        if (!use_level(cpus[n > 2 ? n - 2 : 0]))
            continue;
        struct fixture f;
        open_kernel(&f, text, IDS_X, WORDS);
        fill(f.host);
        assert_int_equal(
            launch_on(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, NULL),
            SHOAL_OK);
        for (unsigned i = 0; i < ITEMS; i++)
            check(f.host + i * (INPUTS + RESULTS));
        if (n == 0)
            memcpy(interpreted, f.host, sizeof interpreted);
        else
            assert_memory_equal(interpreted, f.host, sizeof interpreted);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

/* n / d as compilers have it where it must be exact, of f32 and of the same as f64. Zeros and
 * infinities make NaNs on the way, which the last step replaces. */
static const char divide_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s2, s2, 8\n"
                                  "v_add_nc_u32 v0, s2, v0\n"
                                  "v_mul_u32_u24 v1, 0x50, v0\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "global_load_b64 v[2:3], v1, s[6:7]\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_div_scale_f32 v4, null, v3, v3, v2\n"
                                  "v_div_scale_f32 v7, vcc_lo, v2, v3, v2\n"
                                  "v_rcp_f32 v5, v4\n"
                                  "v_fma_f32 v6, -v4, v5, 1.0\n"
                                  "v_fmac_f32 v5, v6, v5\n"
                                  "v_mul_f32 v6, v7, v5\n"
                                  "v_fma_f32 v8, -v4, v6, v7\n"
                                  "v_fmac_f32 v6, v8, v5\n"
                                  "v_fma_f32 v4, -v4, v6, v7\n"
                                  "v_div_fmas_f32 v4, v4, v5, v6\n"
                                  "v_div_fixup_f32 v34, v4, v3, v2\n"
                                  "v_cvt_f64_f32 v[10:11], v2\n"
                                  "v_cvt_f64_f32 v[12:13], v3\n"
                                  "v_div_scale_f64 v[14:15], null, v[12:13], v[12:13], v[10:11]\n"
                                  "v_rcp_f64 v[16:17], v[14:15]\n"
                                  "v_fma_f64 v[18:19], -v[14:15], v[16:17], 1.0\n"
                                  "v_fma_f64 v[16:17], v[16:17], v[18:19], v[16:17]\n"
                                  "v_fma_f64 v[18:19], -v[14:15], v[16:17], 1.0\n"
                                  "v_fma_f64 v[16:17], v[16:17], v[18:19], v[16:17]\n"
                                  "v_div_scale_f64 v[18:19], vcc_lo, v[10:11], v[12:13], v[10:11]\n"
                                  "v_mul_f64 v[20:21], v[18:19], v[16:17]\n"
                                  "v_fma_f64 v[14:15], -v[14:15], v[20:21], v[18:19]\n"
                                  "v_div_fmas_f64 v[14:15], v[14:15], v[16:17], v[20:21]\n"
                                  "v_div_fixup_f64 v[36:37], v[14:15], v[12:13], v[10:11]\n"
                                  "global_store_b32 v1, v34, s[6:7] offset:8\n"
                                  "global_store_b64 v1, v[36:37], s[6:7] offset:12\n"
                                  "s_endpgm\n";

static uint32_t quotient(uint32_t n, uint32_t d)
{
    if (is_nan(n) || is_nan(d))
        return quiet(is_nan(n) ? n : d);
    float r = float_of_bits(n) / float_of_bits(d);
    return isnan(r) ? (uint32_t)NO_NUMBER : bits_of_float(r);
}

static void quotients_are_exact(void **state)
{
    static const char *const cpus[] = {NULL, "avx2"}, *const backends[] = {"llvm", "direct"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    enum { WORDS = ITEMS * (INPUTS + RESULTS) };
    (void)state;
    for (unsigned n = 0; n < 4; n++) { /* the interpreter, then the compilers */
        setenv("SHOAL_JIT_BACKEND", backends[n == 2], 1);
        if (!use_level(cpus[n == 3]))
            continue;
        struct fixture f;
        open_kernel(&f, divide_text, IDS_X, WORDS);
        fill(f.host);
        assert_int_equal(
            launch_on(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, NULL),
            SHOAL_OK);
        for (unsigned i = 0; i < ITEMS; i++) {
            const uint32_t *x = f.host + i * (INPUTS + RESULTS);
            uint32_t want = quotient(x[0], x[1]);
            double r, wide = (double)float_of_bits(x[0]) / (double)float_of_bits(x[1]);
            memcpy(&r, x + 3, sizeof r);
            if (x[2] != want)
                fail_msg("%08x / %08x: %08x, not %08x", x[0], x[1], x[2], want);
            if (isnan(wide) ? !isnan(r) : memcmp(&r, &wide, sizeof r) != 0)
                fail_msg("%08x / %08x in f64: %a, not %a", x[0], x[1], r, wide);
        }
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

/* Of doubles: in whole waves all normal, or so but for one lane at a limit. */
static const char divide_wide_text[] =
    "s_load_b64 s[6:7], s[0:1], null\n"
    "s_lshl_b32 s2, s2, 8\n"
    "v_add_nc_u32 v0, s2, v0\n"
    "v_mul_u32_u24 v1, 24, v0\n"
    "s_waitcnt lgkmcnt(0)\n"
    "global_load_b128 v[10:13], v1, s[6:7]\n"
    "s_waitcnt vmcnt(0)\n"
    "v_div_scale_f64 v[14:15], null, v[12:13], v[12:13], v[10:11]\n"
    "v_rcp_f64 v[16:17], v[14:15]\n"
    "v_fma_f64 v[18:19], -v[14:15], v[16:17], 1.0\n"
    "v_fma_f64 v[16:17], v[16:17], v[18:19], v[16:17]\n"
    "v_fma_f64 v[18:19], -v[14:15], v[16:17], 1.0\n"
    "v_fma_f64 v[16:17], v[16:17], v[18:19], v[16:17]\n"
    "v_div_scale_f64 v[18:19], vcc_lo, v[10:11], v[12:13], v[10:11]\n"
    "v_mul_f64 v[20:21], v[18:19], v[16:17]\n"
    "v_fma_f64 v[14:15], -v[14:15], v[20:21], v[18:19]\n"
    "v_div_fmas_f64 v[14:15], v[14:15], v[16:17], v[20:21]\n"
    "v_div_fixup_f64 v[36:37], v[14:15], v[12:13], v[10:11]\n"
    "global_store_b64 v1, v[36:37], s[6:7] offset:16\n"
    "s_endpgm\n";

enum { WIDE_WORDS = 6 };

static void fill_doubles(uint32_t *host)
{
    enum { BIAS = 1023, LEAST_DIVIDEND = 128 };
    static const uint64_t limits[][2] = {
        {UINT64_C(0x0800000000000000), UINT64_C(0x3ff0000000000003)},
        {UINT64_C(0x07ffffffffffffff), UINT64_C(0x3ff0000000000003)},
        {UINT64_C(0x0010000000000000), UINT64_C(0x3ff0000000000001)},
        {UINT64_C(0x3ff0000000000001), UINT64_C(0x7fdfffffffffffff)},
        {UINT64_C(0x3ff0000000000001), UINT64_C(0x7fe0000000000001)},
        {UINT64_C(0x3ff0000000000001), UINT64_C(0x0010000000000001)},
        {UINT64_C(0x3ff0000000000001), UINT64_C(0x000fffffffffffff)},
        {UINT64_C(0x7fefffffffffffff), UINT64_C(0x3fefffffffffffff)},
        {0, UINT64_C(0xbff0000000000001)},
        {0, 0},
        {UINT64_C(0x7ff0000000000000), UINT64_C(0x3ff0000000000000)},
        {UINT64_C(0x3ff0000000000000), UINT64_C(0xfff0000000000000)},
        {1, UINT64_C(0x4000000000000000)},
        {UINT64_C(0x3ff8000000000000), UINT64_C(0x7fe8000000000000)}};
    uint64_t seed = 4711;
    for (unsigned i = 0; i < ITEMS; i++) {
        uint64_t x[2];
        uint32_t d = 1 + random_word(&seed) % 2045, q = 1 + random_word(&seed) % 2045,
                 n = d + q - BIAS;
        if ((int32_t)n < LEAST_DIVIDEND || n > 2046)
            d = BIAS, n = q < LEAST_DIVIDEND ? BIAS : q;
        for (unsigned k = 0; k < 2; k++) {
            x[k] = (uint64_t)random_word(&seed) << 32 | random_word(&seed);
            x[k] = (x[k] & UINT64_C(0x800fffffffffffff)) | (uint64_t)(k ? d : n) << 52;
        }
        if (i % 16 == 3)
            x[0] &= UINT64_C(1) << 63;
        if (i % 64 == 7)
            memcpy(x, limits[i / 64 % (sizeof limits / sizeof *limits)], sizeof x);
        memcpy(host + (size_t)WIDE_WORDS * i, x, sizeof x);
    }
}

static void quotients_of_doubles_are_exact(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"}, *const backends[] = {"llvm",
                                                                                   "direct"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    (void)state;
    for (unsigned n = 0; n < 5; n++) { /* the interpreter, then the compilers */
        setenv("SHOAL_JIT_BACKEND", backends[n == 2], 1);
        if (!use_level(cpus[n > 2 ? n - 2 : 0]))
            continue;
        struct fixture f;
        open_kernel(&f, divide_wide_text, IDS_X, (size_t)WIDE_WORDS * ITEMS);
        fill_doubles(f.host);
        assert_int_equal(
            launch_on(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, NULL),
            SHOAL_OK);
        for (unsigned i = 0; i < ITEMS; i++) {
            double x[3];
            memcpy(x, f.host + (size_t)WIDE_WORDS * i, sizeof x);
            double want = x[0] / x[1];
            if (isnan(want) ? !isnan(x[2]) : memcmp(&x[2], &want, sizeof want) != 0)
                fail_msg("%a / %a: %a, not %a", x[0], x[1], x[2], want);
        }
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

/* A register of two, of which another op has written one before these ops read it: no division. The
 * engines agree on what that makes. */
static void halves_of_others_are_no_division(void **state)
{
    static const struct change {
        const char *before, *text;
    } changes[] = {
        {"v_rcp_f64", "v_mov_b32 v15, v13\n"},       {"v_mul_f64", "v_mov_b32 v17, v13\n"},
        {"v_mul_f64", "v_mov_b32 v19, v13\n"},       {"v_div_fmas_f64", "v_mov_b32 v15, v13\n"},
        {"v_div_fmas_f64", "v_mov_b32 v17, v13\n"},  {"v_div_fmas_f64", "v_mov_b32 v21, v13\n"},
        {"v_div_fixup_f64", "v_mov_b32 v15, v13\n"}, {"v_div_fixup_f64", "v_mov_b32 v11, v13\n"}};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    static uint32_t want[WIDE_WORDS * ITEMS];
    (void)state;
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
        for (unsigned engine = 0; engine < 2; engine++) {
            char changed[2048];
            struct fixture f;
            const char *at = strstr(divide_wide_text, changes[c].before);
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - divide_wide_text),
                     divide_wide_text, changes[c].text, at);
            open_kernel(&f, changed, IDS_X, (size_t)WIDE_WORDS * ITEMS);
            for (uint32_t i = 0; i < ITEMS; i++) { /* in no wave is there a number at a limit */
                const double x[3] = {i + 1.5, 3.25 + i % 97};
                memcpy(f.host + (size_t)WIDE_WORDS * i, x, sizeof x);
            }
            assert_int_equal(launch_on(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid,
                                       block, 1, NULL),
                             SHOAL_OK);
            if (!engine)
                memcpy(want, f.host, sizeof want);
            for (unsigned i = 0; i < WIDE_WORDS * ITEMS; i++)
                if (f.host[i] != want[i])
                    fail_msg("change %zu, word %u: %08x, not %08x", c, i, f.host[i], want[i]);
            shoal_device_destroy(f.device);
        }
}

/* Sequences that look like a division and are none: the engines agree on what they make. `%s`
 * comes behind the reciprocal, behind the quotient, before the last op, and is its dividend. */
static const char no_division_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                       "s_lshl_b32 s2, s2, 8\n"
                                       "v_add_nc_u32 v0, s2, v0\n"
                                       "v_mul_u32_u24 v1, 12, v0\n"
                                       "s_waitcnt lgkmcnt(0)\n"
                                       "global_load_b64 v[2:3], v1, s[6:7]\n"
                                       "s_waitcnt vmcnt(0)\n"
                                       "v_mov_b32 v9, 0x40490fdb\n"
                                       "v_div_scale_f32 v4, null, v3, v3, v2\n"
                                       "v_div_scale_f32 v7, vcc_lo, v2, v3, v2\n"
                                       "v_rcp_f32 v5, v4\n"
                                       "v_fma_f32 v6, -v4, v5, 1.0\n"
                                       "v_fmac_f32 v5, v6, v5\n"
                                       "%s\n"
                                       "v_mul_f32 v6, v7, v5\n"
                                       "v_fma_f32 v8, -v4, v6, v7\n"
                                       "v_fmac_f32 v6, v8, v5\n"
                                       "%s\n"
                                       "v_fma_f32 v4, -v4, v6, v7\n"
                                       "v_div_fmas_f32 v4, v4, v5, v6\n"
                                       "%s\n"
                                       "v_div_fixup_f32 v2, v4, v3, %s\n"
                                       "s_mov_b32 exec_lo, -1\n"
                                       "global_store_b32 v1, v2, s[6:7] offset:8\n"
                                       "s_endpgm\n";

static void what_is_no_division_stays(void **state)
{
    static const char *const changes[][4] = {
        {"", "", "", "v2"}, /* it is one */
        {"", "", "", "-v2"},
        {"", "", "", "v9"},
        {"", "", "v_add_f32 v3, v3, v9", "v2"},
        {"", "", "v_add_f32 v2, v2, v9", "v2"},
        {"", "s_mov_b32 vcc_lo, -1", "", "v2"},
        {"", "s_mov_b32 s9, vcc_lo\ns_mov_b32 vcc_lo, -1\ns_mov_b32 vcc_lo, s9", "",
         "v2"}, /* one */
        {"", "s_mov_b32 s9, vcc_lo\ns_not_b32 s9, s9\ns_mov_b32 vcc_lo, s9", "", "v2"},
        {"", "s_mov_b32 s9, vcc_lo\ns_mov_b32 s9, 0x0ff0\ns_mov_b32 vcc_lo, s9", "", "v2"},
        {"", "v_div_scale_f32 v9, vcc_lo, v2, v9, v2", "", "v2"},
        {"", "v_mov_b32 v5, v9", "", "v2"},
        {"", "v_fmac_f32 v6, v9, v5", "", "v2"},
        {"", "v_mul_f32 v7, v7, v9", "", "v2"},
        {"v_fmac_f32 v5, v9, v5", "", "", "v2"},
        {"v_mul_f32 v4, v4, v9", "", "", "v2"},
        {"v_rcp_f32 v5, v4", "", "", "v2"},
        {"", "s_mov_b32 exec_lo, 0x0ff0", "", "v2"},
        {"s_mov_b32 exec_lo, 0x0ff0", "", "s_mov_b32 exec_lo, -1", "v2"},
        {"s_round_mode 0x3", "", "s_round_mode 0x0", "v2"}};
    static const uint32_t grid[3] = {2048, 1, 1}, block[3] = {256, 1, 1};
    enum { ITEM_WORDS = 3, WORDS = ITEM_WORDS * 2048, MOVED = 6 /* the mask of it */ };
    static uint32_t want[WORDS];
    char changed[2048];
    (void)state;
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
        for (unsigned engine = 0; engine < 2; engine++) {
            uint64_t seed = c;
            struct fixture f;
            snprintf(changed, sizeof changed, no_division_text, changes[c][0], changes[c][1],
                     changes[c][2], changes[c][3]);
            open_kernel(&f, changed, IDS_X, WORDS);
            for (unsigned i = 0; i < WORDS; i += ITEM_WORDS)
                fill_quotient(f.host + i, &seed, true);
            assert_int_equal(launch_on(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid,
                                       block, 1, NULL),
                             SHOAL_OK);
            if (!engine)
                memcpy(want, f.host, sizeof want);
            else
                assert_true(has_block(&f, "\nlong_way:") == (c == 0 || c == MOVED));
            for (unsigned i = 0; i < WORDS; i += ITEM_WORDS)
                if (f.host[i + 2] != want[i + 2])
                    fail_msg("change %zu, %08x / %08x: %08x, not %08x", c, f.host[i], f.host[i + 1],
                             f.host[i + 2], want[i + 2]);
            shoal_device_destroy(f.device);
        }
}

/* What NaNs become that are chosen, or not, by lane: their bits, also where it is only by way of
 * other choices, copies, scaling and functions that they matter. */
static const char choose_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s2, s2, 8\n"
                                  "v_add_nc_u32 v0, s2, v0\n"
                                  "v_mul_u32_u24 v1, 0x50, v0\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "global_load_b64 v[2:3], v1, s[6:7]\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_cmp_gt_f32 vcc_lo, 2.0, v2\n"
                                  "v_cmp_class_f32 s8, v3, 0x260\n" /* zeros, infinity */
                                  "v_mul_f32 v20, v2, v3\n"
                                  "v_sub_f32 v21, v2, v3\n"
                                  "v_cndmask_b32 v4, 1.0, v20, vcc_lo\n"
                                  "v_cndmask_b32 v5, -v20, |v21|, vcc_lo\n"
                                  "v_cndmask_b32 v6, v4, v21, s8\n"
                                  "v_ldexp_f32 v22, v20, 3\n"
                                  "v_cndmask_b32 v7, v22, 2.0, vcc_lo\n"
                                  "v_sqrt_f32 v23, v21\n"
                                  "v_cndmask_b32 v8, v23, 4.0, s8\n"
                                  "v_mov_b32 v24, v20\n"
                                  "v_mul_f32 v25, v6, v24\n"
                                  "v_cndmask_b32 v9, v25, 0.5, vcc_lo\n"
                                  "v_and_b32 v10, 0x80000001, v24\n"
                                  "v_cmp_u_f32 s9, v6, v7\n"
                                  "v_cndmask_b32 v11, 0, 1, s9\n"
                                  "global_store_b128 v1, v[4:7], s[6:7] offset:8\n"
                                  "global_store_b128 v1, v[8:11], s[6:7] offset:24\n"
                                  "s_endpgm\n";

static uint32_t difference(uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b))
        return quiet(is_nan(a) ? a : b);
    float r = float_of_bits(a) - float_of_bits(b);
    return isnan(r) ? 0x7fc00000 : bits_of_float(r);
}

static void check_chosen(const uint32_t *item)
{
    enum { CHOSEN = 8 };
    uint32_t a = item[0], b = item[1], p = product(a, b), d = difference(a, b);
    bool is_small = float_of_bits(a) < 2, is_edge = !(b << 1) || b == 0x7f800000;
    uint32_t first = is_small ? p : bits_of_float(1), third = is_edge ? d : first,
             fourth = is_small ? bits_of_float(2) : scaled(p, 3);
    const uint32_t want[CHOSEN] = {first,
                                   is_small ? d & 0x7fffffff : p ^ 0x80000000,
                                   third,
                                   fourth,
                                   is_edge ? bits_of_float(4) : root(d),
                                   is_small ? bits_of_float(0.5F) : product(third, p),
                                   p & 0x80000001,
                                   is_nan(third) || is_nan(fourth)};
    for (unsigned i = 0; i < CHOSEN; i++)
        if (item[INPUTS + i] != want[i])
            fail_msg("choice %u of %08x, %08x: %08x, not %08x", i, a, b, item[INPUTS + i], want[i]);
}

static void nans_are_chosen(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"}, *const backends[] = {"llvm",
                                                                                   "direct"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    enum { WORDS = ITEMS * (INPUTS + RESULTS) };
    (void)state;
    for (unsigned n = 0; n < 5; n++) { /* the interpreter, then the compilers */
        setenv("SHOAL_JIT_BACKEND", backends[n == 2], 1);
        if (!use_level(cpus[n > 2 ? n - 2 : 0]))
            continue;
        struct fixture f;
        open_kernel(&f, choose_text, IDS_X, WORDS);
        fill(f.host);
        assert_int_equal(
            launch_on(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, NULL),
            SHOAL_OK);
        for (unsigned i = 0; i < ITEMS; i++)
            check_chosen(f.host + i * (INPUTS + RESULTS));
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

/* e^x as compilers have it, for which infinity - infinity on the way means nothing. */
static const char power_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "s_lshl_b32 s2, s2, 8\n"
                                 "v_add_nc_u32 v0, s2, v0\n"
                                 "v_lshlrev_b32 v1, 2, v0\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "global_load_b32 v2, v1, s[6:7]\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_mul_f32 v3, 0x3fb8aa3b, v2\n"
                                 "v_cmp_ngt_f32 vcc_lo, 0xc2ce8ed0, v2\n"
                                 "v_fma_f32 v4, 0x3fb8aa3b, v2, -v3\n"
                                 "v_rndne_f32 v5, v3\n"
                                 "v_fmamk_f32 v4, v2, 0x32a5705f, v4\n"
                                 "v_sub_f32 v3, v3, v5\n"
                                 "v_add_f32 v3, v3, v4\n"
                                 "v_cvt_i32_f32 v4, v5\n"
                                 "v_exp_f32 v3, v3\n"
                                 "v_ldexp_f32 v3, v3, v4\n"
                                 "v_cndmask_b32 v3, 0, v3, vcc_lo\n"
                                 "v_cmp_nlt_f32 vcc_lo, 0x42b17218, v2\n"
                                 "v_cndmask_b32 v2, 0x7f800000, v3, vcc_lo\n"
                                 "global_store_b32 v1, v2, s[6:7]\n"
                                 "s_endpgm\n";

static void nans_that_are_not_chosen_are_not_looked_at(void **state)
{
    enum { WORDS = 1024 };
    static const uint32_t grid[3] = {WORDS, 1, 1}, block[3] = {256, 1, 1};
    struct fixture f;
    float in[WORDS];
    (void)state;
    open_kernel(&f, power_text, IDS_X, WORDS);
    shoal_launch_stats stats;
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i % 3 == 0 ? -INFINITY : i % 7 == 0 ? INFINITY : (float)i / 16 - 32;
    memcpy(f.host, in, sizeof in);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned i = 0; i < WORDS; i++) {
        double want = exp(in[i]), is = float_of_bits(f.host[i]);
        if (isinf(want) ? is != want : fabs(is - want) > want * 1e-6)
            fail_msg("e^%g: %g, not %g", in[i], is, want);
    }
    shoal_device_destroy(f.device);
}

/* ---- long blocks ---- */

enum { LONG_REGISTERS = 24, LONG_OPS = 700, LONG_TEXT = 65536 };

/* Straight code without loads and stores, in which NaNs come and go. */
static void put_long(char *code, uint64_t seed)
{
    static const char *const ops[] = {
        "v_add_f32 v%u, v%u, v%u\n",          "v_mul_f32 v%u, v%u, v%u\n",
        "v_sub_f32 v%u, v%u, v%u\n",          "v_max_f32 v%u, v%u, v%u\n",
        "v_xor_b32 v%u, v%u, v%u\n",          "v_add_nc_u32 v%u, v%u, v%u\n",
        "v_ldexp_f32 v%u, v%u, v%u\n",        "v_cndmask_b32 v%u, v%u, v%u, vcc_lo\n",
        "v_cndmask_b32 v%u, v%u, -v%u, s9\n", "v_fmac_f32 v%u, v%u, v%u\n",
    };
    enum { KINDS = sizeof ops / sizeof *ops, FIRST = 2 };
    char *p = code;
    p += sprintf(p,
                 "s_load_b64 s[6:7], s[0:1], null\nv_mul_u32_u24 v1, %u, v0\n"
                 "s_waitcnt lgkmcnt(0)\n",
                 4 * LONG_REGISTERS);
    for (unsigned i = 0; i < LONG_REGISTERS; i++)
        p += sprintf(p, "global_load_b32 v%u, v1, s[6:7] offset:%u\n", FIRST + i, 4 * i);
    p += sprintf(p, "s_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < LONG_OPS; i++) {
        unsigned d = FIRST + random_below(&seed, LONG_REGISTERS),
                 a = FIRST + random_below(&seed, LONG_REGISTERS),
                 b = FIRST + random_below(&seed, LONG_REGISTERS),
                 k = random_below(&seed, KINDS + 3);
        if (k < KINDS)
            p += sprintf(p, ops[k], d, a, b);
        else if (k == KINDS)
            p += sprintf(p, "v_sqrt_f32 v%u, v%u\n", d, a);
        else if (k == KINDS + 1)
            p += sprintf(p, "v_cmp_gt_f32 vcc_lo, v%u, v%u\n", a, b);
        else
            p += sprintf(p, "v_cmp_lt_u32 s9, v%u, v%u\n", a, b);
    }
    for (unsigned i = 0; i < LONG_REGISTERS; i++)
        p += sprintf(p, "global_store_b32 v1, v%u, s[6:7] offset:%u\n", FIRST + i, 4 * i);
    sprintf(p, "s_endpgm\n");
}

/* Which NaN comes of what is the interpreter's to say here, in which each op is done alone. */
static void nans_of_long_blocks_are_right(void **state)
{
    static const char *const cpus[] = {NULL, "avx2", "sse2"}, *const backends[] = {"llvm",
                                                                                   "direct"};
    static const uint32_t grid[3] = {64, 1, 1};
    static char code[LONG_TEXT];
    enum { WORDS = 64 * LONG_REGISTERS, KERNELS = 3 };
    static uint32_t in[WORDS], interpreted[WORDS];
    (void)state;
    for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
        uint64_t seed = kernel + 1;
        put_long(code, seed);
        for (unsigned i = 0; i < WORDS; i++) {
            uint32_t kind = random_below(&seed, 40), bits = random_below(&seed, UINT32_C(1) << 31);
            in[i] = kind == 0   ? 0x7f800000 | bits << 1 /* any NaN */
                    : kind == 1 ? 0xff800000
                    : kind == 2 ? 0
                                : (bits & 0x83ffffff) | 0x3e000000 | (kind & 1) << 31;
        }
        for (unsigned n = 0; n < 5; n++) { /* the interpreter, then the compilers */
            struct fixture f;
            setenv("SHOAL_JIT_BACKEND", backends[n == 2], 1);
            if (!use_level(cpus[n > 2 ? n - 2 : 0]))
                continue;
            open_kernel(&f, code, IDS_X, WORDS);
            memcpy(f.host, in, sizeof in);
            assert_int_equal(
                launch_on(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, grid, 1, NULL),
                SHOAL_OK);
            if (n == 0)
                memcpy(interpreted, f.host, sizeof interpreted);
            for (unsigned i = 0; i < WORDS; i++)
                if (f.host[i] != interpreted[i])
                    fail_msg("kernel %u, level %u, lane %u, v%u: %08x, not %08x", kernel, n,
                             i / LONG_REGISTERS, i % LONG_REGISTERS + 2, f.host[i], interpreted[i]);
            shoal_device_destroy(f.device);
        }
    }
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

/* Distances to spheres, most of which the ray does not meet, one after the other in one block: the
 * root is of a number below 0 then, and what comes of it is not chosen. */
static void long_blocks_are_looked_at_in_the_end(void **state)
{
    enum { SPHERES = 40, WORDS = 32 };
    static char code[LONG_TEXT];
    static const uint32_t grid[3] = {WORDS, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    char *p = code;
    (void)state;
    p += sprintf(p, "s_load_b64 s[6:7], s[0:1], null\nv_lshlrev_b32 v1, 2, v0\n"
                    "v_cvt_f32_u32 v2, v0\nv_mov_b32 v3, 0x7f7fffff\n");
    for (unsigned i = 0; i <= SPHERES;
         i++) { /* the root of one is on its way when the next begins */
        unsigned r = 4 + 4 * (i & 1), before = 4 + 4 * (~i & 1);
        if (i < SPHERES)
            p += sprintf(p,
                         "v_subrev_f32 v%u, 0x%08x, v2\nv_sqrt_f32 v%u, v%u\n"
                         "v_sub_f32 v%u, v2, v%u\n",
                         r, bits_of_float((float)i), r + 1, r, r + 2, r + 1);
        if (i)
            p += sprintf(p,
                         "v_cmp_lt_f32 vcc_lo, v%u, v3\nv_cmp_lt_f32 s8, 0, v%u\n"
                         "s_and_b32 vcc_lo, vcc_lo, s8\n"
                         "v_add_f32 v%u, v%u, v%u\nv_cndmask_b32 v3, v3, v%u, vcc_lo\n",
                         before + 2, before, before + 3, before + 2, before + 2, before + 2);
    }
    sprintf(p, "s_waitcnt lgkmcnt(0)\nglobal_store_b32 v1, v3, s[6:7]\ns_endpgm\n");
    open_kernel(&f, code, IDS_X, WORDS);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, grid, 1, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned lane = 0; lane < WORDS; lane++) {
        float want = lane ? (float)lane - sqrtf((float)lane) : 0x1.fffffep127F;
        if (f.host[lane] != bits_of_float(want))
            fail_msg("lane %u: %g, not %g", lane, (double)float_of_bits(f.host[lane]),
                     (double)want);
    }
    shoal_device_destroy(f.device);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_taken_apart),
                                       cmocka_unit_test(quotients_are_exact),
                                       cmocka_unit_test(quotients_of_doubles_are_exact),
                                       cmocka_unit_test(halves_of_others_are_no_division),
                                       cmocka_unit_test(what_is_no_division_stays),
                                       cmocka_unit_test(nans_are_chosen),
                                       cmocka_unit_test(nans_that_are_not_chosen_are_not_looked_at),
                                       cmocka_unit_test(nans_of_long_blocks_are_right),
                                       cmocka_unit_test(long_blocks_are_looked_at_in_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
