/* int_wmma.c: V_WMMA_* against plain 16x16 matrix products (RDNA3 7.9), in both wave sizes and
 * at every host level.
 *
 * The register layout is that of AMD's WMMA examples: A by rows and B by columns, one per lane
 * modulo 16, k packed from the low bits up; D[m][n] in lane n + 16 (m mod rows), register
 * m / rows, rows being 2 in wave32 and 4 in wave64.
 *
 * Integers and floats with small integer values have to be exact in any order of summation.
 * Other floats are compared with a product in double under the bound of 24 additions in f32 (each
 * at most half an ulp of a partial sum, and no partial sum exceeds the sum of magnitudes), plus
 * one rounding to f16 or bf16 where D has 16 bits; the manual does not say more. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <math.h>

#include "harness.h"

enum { A_REG = 16, B_REG = 32, C_REG = 48, D_REG = 64, N = 16 };

enum kind { F32_F16, F32_BF16, F16_F16, BF16_BF16, I32_IU8, I32_IU4, KINDS };
static const char *const names[KINDS] = {"v_wmma_f32_16x16x16_f16", "v_wmma_f32_16x16x16_bf16",
                                         "v_wmma_f16_16x16x16_f16", "v_wmma_bf16_16x16x16_bf16",
                                         "v_wmma_i32_16x16x16_iu8", "v_wmma_i32_16x16x16_iu4"};
static const unsigned element_bits[KINDS] = {16, 16, 16, 16, 8, 4};

static bool is_integer(enum kind k) { return k >= I32_IU8; }
static bool has_16bit_result(enum kind k) { return k == F16_F16 || k == BF16_BF16; }
static bool is_bf16(enum kind k) { return k == F32_BF16 || k == BF16_BF16; }

static uint64_t random_state = 0x853c49e6748fea9b;
static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1d;
}

/* ---- scalar floats ---- */

static double value_f32(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}
static double value16(uint32_t bits, bool bf16)
{
    if (bf16)
        return value_f32(bits << 16);
    int exponent = (int)(bits >> 10 & 31);
    double m = bits & 0x3ff;
    double v = exponent == 31 ? (m != 0 ? (double)NAN : (double)INFINITY)
               : exponent     ? ldexp(m + 1024, exponent - 25)
                              : ldexp(m, -24);
    return bits & 0x8000 ? -v : v;
}
/* The bits of a small integer, exact in either format. */
static uint32_t bits16(int v, bool bf16)
{
    float f = (float)v;
    uint32_t u;
    memcpy(&u, &f, 4);
    if (bf16)
        return u >> 16;
    if (v == 0)
        return 0;
    return (u >> 16 & 0x8000) | (((u >> 23 & 0xff) - 127 + 15) << 10) | (u >> 13 & 0x3ff);
}

/* ---- matrices and registers ---- */

struct matrices {
    uint32_t a[N][N], b[N][N], c[N][N]; /* raw elements: a[m][k], b[k][n], c[m][n] */
};

static void put_matrices(struct harness *h, enum kind kind, const struct matrices *x,
                         unsigned c_half)
{
    unsigned bits = element_bits[kind], per = 32 / bits, rows = h->lanes / 16;
    for (unsigned l = 0; l < h->lanes; l++) {
        for (unsigned reg = 0; reg < N * bits / 32; reg++) {
            uint32_t a = 0, b = 0;
            for (unsigned i = 0; i < per; i++) {
                a |= (x->a[l % 16][reg * per + i] & ((1u << bits) - 1)) << bits * i;
                b |= (x->b[reg * per + i][l % 16] & ((1u << bits) - 1)) << bits * i;
            }
            harness_set_v(h, A_REG + reg, l, a);
            harness_set_v(h, B_REG + reg, l, b);
        }
        for (unsigned reg = 0; reg < N / rows; reg++) {
            uint32_t c = x->c[reg * rows + l / 16][l % 16];
            if (has_16bit_result(kind))
                c = c_half ? c << 16 | 0x5a5a : c | 0xa5a50000;
            harness_set_v(h, C_REG + reg, l, c);
            harness_set_v(h, D_REG + reg, l, 0x77778888);
        }
    }
}

static uint32_t result(const struct harness *h, unsigned d, unsigned m, unsigned n)
{
    unsigned rows = h->lanes / 16;
    return harness_v(h, d + m / rows, n + 16 * (m % rows));
}

static struct rdna3_insn wmma(enum kind kind)
{
    struct rdna3_insn in = harness_insn(names[kind], FMT_VOP3P);
    in.f[F_vdst] = D_REG;
    in.f[F_src0] = SRC_VGPR0 + A_REG;
    in.f[F_src1] = SRC_VGPR0 + B_REG;
    in.f[F_src2] = SRC_VGPR0 + C_REG;
    return in;
}

static void run(struct harness *h, const struct rdna3_insn *in)
{
    if (!harness_run_insn(h, in))
        fail_msg("%s faulted: %s", rdna3_rows[in->row].name, h->w->base.fault.text);
}

static void everywhere(void (*body)(struct harness *))
{
    unsigned opened = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes)) {
                print_message("not run: %s\n", host_levels[level]);
                continue;
            }
            opened++;
            body(&h);
            harness_close(&h);
        }
    assert_true(opened > 0);
}

#define TEST(name)                                                                                 \
    static void name##_body(struct harness *);                                                     \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        everywhere(name##_body);                                                                   \
    }                                                                                              \
    static void name##_body(struct harness *h)

/* ---- integers ---- */

static int64_t extend(uint32_t raw, unsigned bits, bool is_signed)
{
    int64_t v = raw & ((1u << bits) - 1);
    return is_signed && v >> (bits - 1) ? v - (1 << bits) : v;
}

TEST(integer_products_are_exact)
{
    for (enum kind kind = I32_IU8; kind <= I32_IU4; kind++)
        for (unsigned variant = 0; variant < 16; variant++) {
            bool a_signed = variant & 1, b_signed = variant & 2, clamp = variant & 4;
            struct matrices x;
            for (unsigned i = 0; i < N; i++)
                for (unsigned j = 0; j < N; j++) {
                    x.a[i][j] = (uint32_t)random64();
                    x.b[i][j] = (uint32_t)random64();
                    /* every other run near both ends of the range */
                    x.c[i][j] = (uint32_t)random64();
                    if (variant & 8)
                        x.c[i][j] =
                            ((x.c[i][j] & 1) ? 0x7fffffffu : 0x80000000u) ^ (x.c[i][j] >> 20);
                }
            put_matrices(h, kind, &x, 0);
            set_s64(h->w, SRC_EXEC_LO, variant & 1 ? 0 : 0x5555); /* does not matter */
            struct rdna3_insn in = wmma(kind);
            in.f[F_neg] = (uint32_t)a_signed | (uint32_t)b_signed << 1;
            in.f[F_clamp] = clamp;
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++) {
                    int64_t want = (int32_t)x.c[m][n];
                    for (unsigned k = 0; k < N; k++)
                        want += extend(x.a[m][k], element_bits[kind], a_signed) *
                                extend(x.b[k][n], element_bits[kind], b_signed);
                    if (clamp)
                        want = want > INT32_MAX ? INT32_MAX : want < INT32_MIN ? INT32_MIN : want;
                    if (result(h, D_REG, m, n) != (uint32_t)want)
                        fail_msg("%s wave%u d[%u][%u] is %d, expected %lld", names[kind], h->lanes,
                                 m, n, (int)result(h, D_REG, m, n), (long long)want);
                }
        }
}

/* ---- floats ---- */

static void small_integers(struct matrices *x, enum kind kind, int range)
{
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            x->a[i][j] =
                bits16((int)(random64() % (unsigned)(2 * range + 1)) - range, is_bf16(kind));
            x->b[i][j] =
                bits16((int)(random64() % (unsigned)(2 * range + 1)) - range, is_bf16(kind));
            int c = (int)(random64() % 17) - 8;
            float f = (float)c;
            if (has_16bit_result(kind))
                x->c[i][j] = bits16(c, is_bf16(kind));
            else
                memcpy(&x->c[i][j], &f, 4);
        }
}

static double addend(enum kind kind, uint32_t raw)
{
    return has_16bit_result(kind) ? value16(raw, is_bf16(kind)) : value_f32(raw);
}

/* The value of D[m][n] in the half that was written; checks that the other half was not. */
static double float_result(const struct harness *h, enum kind kind, unsigned m, unsigned n,
                           unsigned half)
{
    uint32_t d = result(h, D_REG, m, n);
    if (!has_16bit_result(kind))
        return value_f32(d);
    if (half)
        assert_int_equal(d & 0xffff, 0x8888);
    else
        assert_int_equal(d >> 16, 0x7777);
    return value16(half ? d >> 16 : d & 0xffff, is_bf16(kind));
}

/* Integer values so small that every sum is exact in the result's format: f16 has 11 bits
 * (16 * 9 * 9 + 8 < 2048), bf16 8 (16 * 3 * 3 + 8 < 256), f32 24. OP_SEL[2] picks the half. */
TEST(float_products_of_small_integers_are_exact)
{
    for (enum kind kind = F32_F16; kind <= BF16_BF16; kind++)
        for (unsigned half = 0; half < 2; half++) {
            if (half && !has_16bit_result(kind))
                continue;
            struct matrices x;
            small_integers(&x, kind, kind == BF16_BF16 ? 3 : 9);
            put_matrices(h, kind, &x, half);
            set_s64(h->w, SRC_EXEC_LO, 0);
            struct rdna3_insn in = wmma(kind);
            in.f[F_opsel] = half << 2;
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++) {
                    double want = addend(kind, x.c[m][n]);
                    for (unsigned k = 0; k < N; k++)
                        want +=
                            value16(x.a[m][k], is_bf16(kind)) * value16(x.b[k][n], is_bf16(kind));
                    double got = float_result(h, kind, m, n, half);
                    if (got != want)
                        fail_msg("%s wave%u d[%u][%u] is %g, expected %g", names[kind], h->lanes, m,
                                 n, got, want);
                }
        }
}

/* NEG for even k, NEG_HI for odd k of A and B; {NEG_HI[2], NEG[2]} are ABS and NEG of C. */
TEST(modifiers)
{
    for (enum kind kind = F32_F16; kind <= BF16_BF16; kind++)
        for (unsigned bits = 0; bits < 64; bits++) {
            unsigned neg = bits & 7, neg_hi = bits >> 3;
            struct matrices x;
            small_integers(&x, kind, kind == BF16_BF16 ? 3 : 9);
            put_matrices(h, kind, &x, 0);
            struct rdna3_insn in = wmma(kind);
            in.f[F_neg] = neg;
            in.f[F_neghi] = neg_hi;
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++) {
                    double c = addend(kind, x.c[m][n]);
                    double want = neg_hi & 4 ? fabs(c) : c;
                    want = neg & 4 ? -want : want;
                    for (unsigned k = 0; k < N; k++) {
                        unsigned flips = k & 1 ? neg_hi : neg;
                        double product =
                            value16(x.a[m][k], is_bf16(kind)) * value16(x.b[k][n], is_bf16(kind));
                        want += (flips & 1) != (flips >> 1 & 1) ? -product : product;
                    }
                    assert_true(float_result(h, kind, m, n, 0) == want);
                }
        }
}

/* A NaN is what the DOT instructions that sums are made of give (3.4.2): C's, made quiet, also
 * where A has one, else the positive default NaN; the same at every host level. */
TEST(nan_results)
{
    for (enum kind kind = F32_F16; kind <= BF16_BF16; kind++) {
        struct matrices x;
        uint32_t infinity = is_bf16(kind) ? 0x7f80 : 0x7c00;
        bool is_wide = !has_16bit_result(kind);
        uint32_t standard = is_wide ? 0x7fc00000 : is_bf16(kind) ? 0x7fc0 : 0x7e00;
        uint32_t signalling = is_wide ? 0xff812000 : is_bf16(kind) ? 0xff81 : 0xfc09;
        uint32_t quiet = is_wide ? 0xffc12000 : is_bf16(kind) ? 0xffc1 : 0xfe09;
        small_integers(&x, kind, 3);
        x.a[3][5] = infinity | 0x8023; /* a row of NaNs */
        x.a[6][2] = infinity;          /* infinity * 0 */
        for (unsigned n = 0; n < N; n++)
            x.b[2][n] = 0;
        x.c[3][7] = x.c[9][1] = signalling;
        put_matrices(h, kind, &x, 0);
        struct rdna3_insn in = wmma(kind);
        run(h, &in);
        for (unsigned m = 0; m < N; m++)
            for (unsigned n = 0; n < N; n++) {
                uint32_t d = result(h, D_REG, m, n) & (is_wide ? UINT32_MAX : 0xffff);
                if (x.c[m][n] == signalling)
                    assert_int_equal(d, quiet);
                else if (m == 3 || m == 6)
                    assert_int_equal(d, standard);
                else
                    assert_true(!isnan(float_result(h, kind, m, n, 0)));
            }
    }
}

TEST(random_floats_within_bound)
{
    for (enum kind kind = F32_F16; kind <= BF16_BF16; kind++)
        for (unsigned i = 0; i < 8; i++) {
            struct matrices x;
            for (unsigned r = 0; r < N; r++)
                for (unsigned c = 0; c < N; c++) {
                    /* f16 below 16, some denormal; bf16 of exponents near 0 */
                    uint32_t a = (uint32_t)random64(), b = (uint32_t)random64();
                    x.a[r][c] = is_bf16(kind) ? (a & 0x87ff) | 0x3c00 : a & 0xcfff;
                    x.b[r][c] = is_bf16(kind) ? (b & 0x87ff) | 0x3c00 : b & 0xcfff;
                    float f = (float)((int)random64() >> 20);
                    uint32_t u;
                    memcpy(&u, &f, 4);
                    x.c[r][c] = !has_16bit_result(kind) ? u : is_bf16(kind) ? u >> 16 : x.a[c][r];
                }
            put_matrices(h, kind, &x, 0);
            struct rdna3_insn in = wmma(kind);
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++) {
                    double c = addend(kind, x.c[m][n]), want = c, magnitude = fabs(c);
                    for (unsigned k = 0; k < N; k++) {
                        double p =
                            value16(x.a[m][k], is_bf16(kind)) * value16(x.b[k][n], is_bf16(kind));
                        want += p;
                        magnitude += fabs(p);
                    }
                    double bound = 25 * 0x1p-24 * magnitude;
                    if (kind == F16_F16)
                        bound += fmax(0x1p-11 * (fabs(want) + bound), 0x1p-25);
                    if (kind == BF16_BF16)
                        bound += 0x1p-8 * (fabs(want) + bound);
                    double got = float_result(h, kind, m, n, 0);
                    if (!(fabs(got - want) <= bound))
                        fail_msg("%s wave%u d[%u][%u] is %.9g, expected %.9g within %g",
                                 names[kind], h->lanes, m, n, got, want, bound);
                }
        }
}

/* Infinities and NaNs go where the matrix product puts them; f16 overflows to infinity. */
TEST(special_values)
{
    static const uint32_t inf[2] = {0x7c00, 0x7f80}, nan[2] = {0x7e00, 0x7fc0};
    for (enum kind kind = F32_F16; kind <= BF16_BF16; kind++) {
        unsigned f = is_bf16(kind);
        struct matrices x = {0};
        for (unsigned i = 0; i < N; i++)
            x.a[i][i] = x.b[i][i] = bits16(1, f); /* identity * identity */
        x.a[2][2] = inf[f];
        x.b[5][5] = nan[f];
        x.a[7][7] = kind == F16_F16 ? 0x7bff : inf[f]; /* 65504 * 2 */
        x.b[7][7] = bits16(2, f);
        put_matrices(h, kind, &x, 0);
        struct rdna3_insn in = wmma(kind);
        run(h, &in);
        for (unsigned m = 0; m < N; m++)
            for (unsigned n = 0; n < N; n++) {
                double got = float_result(h, kind, m, n, 0);
                bool inf_row = m == 2 || (m == 7 && kind != F16_F16);
                if (inf_row && m != n)
                    assert_true(isnan(got)); /* infinity * 0 */
                else if (n == 5)
                    assert_true(isnan(got));
                else if (m == n && (m == 2 || m == 7))
                    assert_true(isinf(got) && got > 0);
                else
                    assert_true(got == (m == n ? 1 : 0));
            }
    }
}

/* ---- operands ---- */

/* C as an inline constant: 1.0 in the format of C, or an integer. */
TEST(constant_addend)
{
    for (enum kind kind = 0; kind < KINDS; kind++)
        for (unsigned half = 0; half < 2; half++) {
            if (half && !has_16bit_result(kind))
                continue;
            struct matrices x = {0};
            put_matrices(h, kind, &x, 0);
            struct rdna3_insn in = wmma(kind);
            in.f[F_src2] = is_integer(kind) ? SRC_INT_M1 + 2 : SRC_FLOAT_FIRST + 2;
            in.f[F_opsel] = half << 2;
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++) {
                    if (is_integer(kind))
                        assert_int_equal((int)result(h, D_REG, m, n), -3);
                    else
                        assert_true(float_result(h, kind, m, n, half) == 1);
                }
        }
}

/* D over A and B: all is read first. */
TEST(result_may_overlap_sources)
{
    for (enum kind kind = F32_F16; kind < KINDS; kind += I32_IU8 - F32_F16) {
        struct matrices x;
        uint32_t want[N][N];
        if (is_integer(kind)) {
            for (unsigned i = 0; i < N; i++)
                for (unsigned j = 0; j < N; j++)
                    x.a[i][j] = x.b[i][j] = x.c[i][j] = (uint32_t)random64();
        } else {
            small_integers(&x, kind, 9);
        }
        put_matrices(h, kind, &x, 0);
        struct rdna3_insn in = wmma(kind);
        run(h, &in);
        for (unsigned m = 0; m < N; m++)
            for (unsigned n = 0; n < N; n++)
                want[m][n] = result(h, D_REG, m, n);
        for (unsigned at = 0; at < 3; at++) {
            static const unsigned regs[] = {A_REG, B_REG + 2, C_REG};
            put_matrices(h, kind, &x, 0);
            in.f[F_vdst] = regs[at];
            run(h, &in);
            for (unsigned m = 0; m < N; m++)
                for (unsigned n = 0; n < N; n++)
                    assert_int_equal(result(h, regs[at], m, n), want[m][n]);
        }
    }
}

/* D ends at the last register of the file, or one behind it: then nothing is written. */
TEST(result_out_of_range_is_dropped)
{
    struct matrices x = {0};
    unsigned regs = 16 / (h->lanes / 16);
    put_matrices(h, I32_IU8, &x, 0);
    struct rdna3_insn in = wmma(I32_IU8);
    in.f[F_src2] = SRC_INT_0 + 9;
    for (unsigned r = 250 - regs; r < 256; r++)
        harness_set_v(h, r, 0, 1);
    in.f[F_vdst] = 256 - regs + 1;
    run(h, &in);
    assert_int_equal(harness_v(h, 255, 0), 1);
    in.f[F_vdst] = 256 - regs;
    run(h, &in);
    assert_int_equal(harness_v(h, 255, 0), 9);
    assert_int_equal(harness_v(h, 255 - regs, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_products_are_exact),
        cmocka_unit_test(float_products_of_small_integers_are_exact),
        cmocka_unit_test(modifiers),
        cmocka_unit_test(nan_results),
        cmocka_unit_test(random_floats_within_bound),
        cmocka_unit_test(special_values),
        cmocka_unit_test(constant_addend),
        cmocka_unit_test(result_may_overlap_sources),
        cmocka_unit_test(result_out_of_range_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
