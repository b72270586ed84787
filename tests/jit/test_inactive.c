/* test_inactive.c: products of lanes that are not active, which Intel's CPUs are spared
 * (inactive.h): which these are, and that all other lanes have what they should. Expected values:
 * the same in C; which products are masked: by what their operands are. */
#include <math.h>

#include "waves_fixture.h"

enum { LANES = 32, WORDS = 3 * LANES, ACTIVE = 19 };

static bool masks_products(void) { return cpu_has_level("avx512") && cpu_kind() == CPU_INTEL; }

/* Of lines of the IR with `product`, how many are followed by the choice of its lanes. */
static unsigned masked(const struct fixture *f, const char *product)
{
    char *text = NULL;
    unsigned n = 0;
    assert_int_equal(shoal_jit_text(f->kernel, SHOAL_JIT_OPT_IR, &text, NULL), SHOAL_OK);
    for (const char *at = text; (at = strstr(at, product)) != NULL; at++) {
        const char *next = strchr(at, '\n'), *end = next ? strchr(next + 1, '\n') : NULL,
                   *choice = next ? strstr(next, "= select <32 x i1>") : NULL;
        n += end && choice && choice < end;
    }
    shoal_jit_text_free(text);
    return n;
}

/* v2, v3: floats of lane l, in[l] and in[32 + l], of lanes below ACTIVE; v4: what is stored to
 * [64 + l]; of other lanes, v4 is l before. */
static void open_body(struct fixture *f, const char *body)
{
    char text[4096];
    snprintf(text, sizeof text,
             "s_load_b64 s[6:7], s[0:1], null\n"
             "v_lshlrev_b32 v1, 2, v0\nv_mov_b32 v4, v0\n"
             "s_mov_b32 s8, 0x40400000\n"
             "v_cmp_gt_u32 vcc_lo, %d, v0\n"
             "s_waitcnt lgkmcnt(0)\n"
             "s_and_saveexec_b32 s9, vcc_lo\n"
             "s_cbranch_execz none\n"
             "global_load_b32 v2, v1, s[6:7]\n"
             "global_load_b32 v3, v1, s[6:7] offset:128\n"
             "s_waitcnt vmcnt(0)\n"
             "%s"
             "none:\ns_mov_b32 exec_lo, s9\n"
             "global_store_b32 v1, v4, s[6:7] offset:256\n"
             "s_endpgm\n",
             ACTIVE, body);
    open_kernel(f, text, IDS_X, WORDS);
}

static float in(unsigned word) { return 0.25f + 0.37f * (float)word; }

/* The body's result for a lane's floats. */
static void check_body(const char *body, float (*of)(unsigned lane, float a, float b),
                       const char *product, unsigned count)
{
    static const uint32_t grid[3] = {LANES, 1, 1};
    for (shoal_engine engine = SHOAL_ENGINE_INTERP; engine <= SHOAL_ENGINE_JIT; engine++) {
        struct fixture f;
        open_body(&f, body);
        for (unsigned i = 0; i < 2 * LANES; i++) {
            float x = in(i);
            memcpy(&f.host[i], &x, 4);
        }
        assert_int_equal(launch_on(&f, engine, grid, grid, 1, NULL), SHOAL_OK);
        for (unsigned l = 0; l < LANES; l++) {
            float got, want = of(l, in(l), in(LANES + l));
            uint32_t bits = f.host[2 * LANES + l];
            memcpy(&got, &bits, 4);
            if (l < ACTIVE ? got != want : bits != l)
                fail_msg("lane %u: 0x%x, not %g:\n%s", l, bits, (double)want, body);
        }
        if (engine == SHOAL_ENGINE_JIT)
            assert_int_equal(masked(&f, product), masks_products() ? count : 0);
        shoal_device_destroy(f.device);
    }
}

/* v4: a + b where active, and an integer elsewhere; then fewer lanes are active. */
#define FEWER "v_add_f32 v4, v2, v3\ns_and_b32 exec_lo, exec_lo, 0xffff\n"

static float product(unsigned lane, float a, float b) { return lane < 16 ? (a + b) * b : a + b; }
static float quotient(unsigned lane, float a, float b) { return lane < 16 ? 1 / (a + b) : a + b; }
static float multiply_add(unsigned lane, float a, float b)
{
    return lane < 16 ? fmaf(a + b, 3, 0.5f) : a + b;
}
static float power(unsigned lane, float a, float b)
{
    float p = (a + b) * b;
    return lane < 16 ? p * p * (p * p) : a + b;
}
static float loaded(unsigned lane, float a, float b)
{
    (void)lane;
    return a * b;
}
static float scalars(unsigned lane, float a, float b)
{
    (void)b, (void)lane;
    return 3.0f * 2.5f + a;
}
static float whole(unsigned lane, float a, float b)
{
    return lane < 16 ? rintf(a + b) * 0.3f : a + b;
}

static void products_are_masked(void **state)
{
    (void)state;
    check_body(FEWER "v_mul_f32 v4, v4, v3\n", product, "= fmul <32 x float>", 1);
    check_body(FEWER "v_rcp_f32 v4, v4\n", quotient, "= fdiv <32 x float>", 1);
    check_body(FEWER "v_fma_f32 v4, v4, s8, 0.5\n", multiply_add, "@llvm.fma.v32f32(", 1);
}

/* Floats that were loaded, and what is made of nothing but what is masked, scalars and whole
 * numbers. */
static void others_are_not(void **state)
{
    (void)state;
    check_body(FEWER "v_mul_f32 v4, v4, v3\nv_mul_f32 v4, v4, v4\nv_mul_f32 v4, v4, v4\n", power,
               "= fmul <32 x float>", 1);
    check_body("v_mul_f32 v4, v2, v3\n", loaded, "= fmul <32 x float>", 0);
    check_body("v_mov_b32 v5, s8\nv_mul_f32 v5, 0x40200000, v5\nv_add_f32 v4, v2, v5\n", scalars,
               "= fmul <32 x float>", 0);
    check_body(FEWER "v_rndne_f32 v4, v4\nv_mul_f32 v4, 0x3e99999a, v4\n", whole,
               "= fmul <32 x float>", 0);
}

/* Where EXEC is what the kernel began with, no lane is likely to be left out. */
static void nor_where_all_are(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_lshlrev_b32 v1, 2, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_load_b32 v2, v1, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_mul_f32 v4, v2, v2\n"
                               "global_store_b32 v1, v4, s[6:7]\n"
                               "s_endpgm\n";
    struct fixture f;
    (void)state;
    open_kernel(&f, text, IDS_X, WORDS);
    assert_int_equal(masked(&f, "= fmul <32 x float>"), 0);
    shoal_device_destroy(f.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_masked),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(nor_where_all_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
