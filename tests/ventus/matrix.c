/* matrix.c: mma and mma64 of every type, shape, layout and rounding against a plain C reference
 * (product.h), at every warp size, in both dialects. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"
#include "product.h"

static uint64_t seed = 7;
static uint32_t word(void) { return product_random(&seed); }

/* ---- fragments ---- */

/* Puts element number `at` of a fragment at v[first], or reads it. */
static void put(struct harness *h, unsigned first, unsigned bits, unsigned at, uint32_t x)
{
    unsigned each = 32 / bits, lane = at / each % h->lanes, reg = at / each / h->lanes;
    uint32_t *word = &((uint32_t *)&h->w->v[first + reg])[lane];
    uint32_t mask = (bits == 32 ? UINT32_MAX : (1u << bits) - 1) << at % each * bits;
    *word = (*word & ~mask) | (x << at % each * bits & mask);
}

static uint32_t get(const struct harness *h, unsigned first, unsigned bits, unsigned at)
{
    unsigned each = 32 / bits, lane = at / each % h->lanes, reg = at / each / h->lanes;
    uint32_t word = h->w->v[first + reg].u[lane] >> at % each * bits;
    return bits == 32 ? word : word & ((1u << bits) - 1);
}

static unsigned registers(const struct harness *h, unsigned elements, unsigned bits)
{
    return elements * bits / 32 / h->lanes;
}

struct windows {
    unsigned a, b, c, d;
};

static void load(struct harness *h, const struct product *x, const struct windows *at)
{
    for (unsigned m = 0; m < x->s.m; m++)
        for (unsigned k = 0; k < x->s.k; k++)
            put(h, at->a, product_bits[x->dt], product_a_number(x, m, k), x->a[m * x->s.k + k]);
    for (unsigned k = 0; k < x->s.k; k++)
        for (unsigned n = 0; n < x->s.n; n++)
            put(h, at->b, product_bits[x->dt], product_b_number(x, k, n), x->b[k * x->s.n + n]);
    for (unsigned i = 0; i < x->s.m * x->s.n; i++)
        put(h, at->c, product_c_bits(x), i, x->c[i]);
}

/* ---- examples ---- */

/* Three windows that do not overlap; D is anywhere. */
static struct windows random_windows(const struct harness *h, const struct product *x)
{
    unsigned size[4] = {registers(h, x->s.m * x->s.k, product_bits[x->dt]),
                        registers(h, x->s.n * x->s.k, product_bits[x->dt]),
                        registers(h, x->s.m * x->s.n, product_c_bits(x)),
                        registers(h, x->s.m * x->s.n, product_c_bits(x))};
    unsigned at[4], turn = word() % 3;
    for (unsigned i = 0; i < 3; i++)
        at[i] = (i + turn) % 3 * 64 + word() % (65 - size[i]);
    at[3] = word() % (257 - size[3]);
    return (struct windows){at[0], at[1], at[2], at[3]};
}

static uint32_t count;

/* Runs `in` and compares D and all other registers. */
static void expect(struct harness *h, const struct ventus_insn *in, struct product *x,
                   const struct windows *at)
{
    static vec32 before[VGPR_COUNT];
    memcpy(before, h->w->v, sizeof before);
    product_compute(x);
    uint32_t flags = harness_csr(h, 1);
    if (!harness_run_insn(h, in))
        fail_msg("type %u shape %u: %s", x->dt, x->shape, h->w->base.fault.text);
    assert_int_equal(harness_csr(h, 1), flags);
    assert_int_equal(fegetround(), FE_TONEAREST);
    for (unsigned i = 0; i < x->s.m * x->s.n; i++) {
        uint32_t got = get(h, at->d, product_c_bits(x), i);
        if (got != x->d[i])
            fail_msg("%s, %u threads%s, type %u shape %u ct %u al %u bl %u mode %u: d[%u][%u] is "
                     "%#x, not %#x",
                     h->isa->host_cpu, h->lanes, x->is_toolchain ? ", toolchain" : "", x->dt,
                     x->shape, x->ct, x->al, x->bl, x->rounding, i / x->s.n, i % x->s.n, got,
                     x->d[i]);
    }
    unsigned n = registers(h, x->s.m * x->s.n, product_c_bits(x));
    for (unsigned r = 0; r < VGPR_COUNT; r++)
        if (r - at->d >= n)
            assert_memory_equal(&h->w->v[r], &before[r], sizeof *before);
    count++;
}

static struct ventus_insn mma(const struct product *x, const struct windows *at)
{
    struct ventus_insn in = harness_insn("mma");
    in.is_toolchain = x->is_toolchain;
    in.f[VF_dt] = x->dt, in.f[VF_shape] = x->shape, in.f[VF_ct] = x->ct;
    in.f[VF_al] = x->al, in.f[VF_bl] = x->bl;
    in.f[VF_rd] = at->d & 31, in.f[VF_rs1] = at->a & 31, in.f[VF_rs2] = at->b & 31;
    in.prefix_row = VENTUS_REGEXT;
    in.xd = (uint8_t)(at->d >> 5), in.x1 = (uint8_t)(at->a >> 5), in.x2 = (uint8_t)(at->b >> 5);
    in.x3 = (uint8_t)(at->c >> 5);
    return in;
}

static struct ventus_insn mma64(const struct product *x, const struct windows *at)
{
    struct ventus_insn in = harness_insn("mma64");
    in.f[VF_dt] = x->dt, in.f[VF_shape] = x->shape, in.f[VF_ct] = x->ct;
    in.f[VF_al] = x->al, in.f[VF_bl] = x->bl, in.f[VF_rdm] = x->rounding;
    in.f[VF_vrd] = at->d, in.f[VF_vrs1] = at->a, in.f[VF_vrs2] = at->b, in.f[VF_vrs3] = at->c;
    return in;
}

/* f for every host level, warp size, type, shape, accumulator and layout. */
static void each_product(bool is_toolchain, void (*f)(struct harness *, struct product *))
{
    static struct product x;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned lanes = 4; lanes <= 32; lanes *= 2) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], lanes, is_toolchain))
                continue;
            for (unsigned i = 0; i < TYPES * 8 * 8; i++) {
                x = (struct product){.dt = i >> 6,
                                     .shape = i >> 3 & 7,
                                     .ct = i & 1,
                                     .al = i >> 1 & 1,
                                     .bl = i >> 2 & 1,
                                     .is_toolchain = is_toolchain};
                if ((!x.ct && x.dt != F16) || (is_toolchain && x.dt > BF16))
                    continue;
                product_randomize(&x, word() % 3, &seed);
                f(&h, &x);
            }
            harness_close(&h);
        }
}

/* ---- tests ---- */

static void one_mma(struct harness *h, struct product *x)
{
    struct windows at = random_windows(h, x);
    /* C has the low bits of D's number (isa.md 0.2); all of them in the toolchain's dialect */
    unsigned size = registers(h, x->s.m * x->s.n, product_c_bits(x));
    at.d = (at.d & ~31u) | (at.c & 31);
    if (x->is_toolchain)
        at.d = at.c;
    if (at.d + size > VGPR_COUNT)
        at.d -= 64;
    struct ventus_insn in = mma(x, &at);
    load(h, x, &at);
    expect(h, &in, x, &at);
}

static void mma_manual(void **state)
{
    (void)state;
    count = 0;
    each_product(false, one_mma);
    assert_true(count >= 4 * (TYPES + 1) * 8 * 4);
}

static void mma_toolchain(void **state)
{
    (void)state;
    count = 0;
    each_product(true, one_mma);
    assert_true(count >= 4 * 4 * 8 * 4);
}

static void one_mma64(struct harness *h, struct product *x)
{
    struct windows at = random_windows(h, x);
    x->rounding = word() % (product_is_integer(x->dt) ? 2 : 4);
    x->saturates = x->rounding == 0;
    struct ventus_insn in = mma64(x, &at);
    load(h, x, &at);
    expect(h, &in, x, &at);
}

static void mma64_registers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        each_product(false, one_mma64);
}

/* Warp `j` of a group of four; its rows of A are in `x`. Other warps' rows are noise. */
static void one_group(struct harness *h, struct product *x)
{
    struct windows at = random_windows(h, x);
    unsigned bits = product_bits[x->dt], j = word() % 4, a_in_memory = word() & 1;
    x->rounding = word() % (product_is_integer(x->dt) ? 2 : 4);
    x->saturates = x->rounding == 0;
    h->group.wave_count = 8;
    h->w->base.index = 4 * (word() & 1) + j;
    load(h, x, &at);
    for (unsigned i = 0; i < HARNESS_LDS; i++)
        h->group.lds[i] = (uint8_t)word();
    /* dense, or some bytes between lines */
    unsigned a_line = (x->al ? 4 * x->s.m : x->s.k) * bits / 8, a_gap = word() % 3 * 5;
    unsigned b_line = (product_b_is_by_columns(x) ? x->s.k : x->s.n) * bits / 8,
             b_gap = word() % 3 * 3;
    unsigned a_at = word() % 64, b_at = 0x8000 + word() % 64;
    struct ventus_insn in = mma64(x, &at);
    in.f[VF_wg] = 1;
    in.f[VF_asrc] = !a_in_memory;
    for (unsigned matrix = 0; matrix < 2; matrix++) {
        unsigned reg = matrix ? at.b : at.a, gap = matrix ? b_gap : a_gap;
        if (!matrix && !a_in_memory)
            continue;
        h->w->v[reg].u[0] = 0x70000000 + (matrix ? b_at : a_at);
        h->w->v[reg].u[1] = gap ? (matrix ? b_line : a_line) + gap : 0;
        h->w->v[reg].u[2] = 0;
        unsigned rows = matrix ? x->s.k : x->s.m, columns = matrix ? x->s.n : x->s.k;
        for (unsigned r = 0; r < rows; r++)
            for (unsigned c = 0; c < columns; c++) {
                bool by_columns = matrix ? product_b_is_by_columns(x) : x->al;
                unsigned row = matrix ? r : r + j * x->s.m;
                unsigned line = by_columns ? c : row, place = by_columns ? row : c;
                unsigned at_bit = place * bits;
                uint8_t *byte = h->group.lds + (matrix ? b_at : a_at) +
                                line * ((matrix ? b_line : a_line) + gap) + at_bit / 8;
                uint32_t e = matrix ? x->b[r * columns + c] : x->a[r * columns + c];
                if (bits >= 8) {
                    memcpy(byte, &e, bits / 8);
                } else {
                    uint32_t mask = ((1u << bits) - 1) << at_bit % 8;
                    *byte = (uint8_t)((*byte & ~mask) | e << at_bit % 8);
                }
            }
    }
    expect(h, &in, x, &at);
}

static void mma64_groups(void **state)
{
    (void)state;
    each_product(false, one_group);
}

/* Spec mma.md 8, with its words: identity times B, by columns and by rows. */
static void published_words(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    for (unsigned bl = 0; bl < 2; bl++) {
        harness_reset(&h);
        for (unsigned i = 0; i < 8; i++)
            put(&h, 4, 16, 9 * i, 0x3c00);
        for (unsigned i = 0; i < 64; i++)
            put(&h, 12, 16, i, 0x4000 + i);
        /* m8n8k8, f16.f16.f16.f16: D v8, A v4, B v12 */
        const uint32_t code = 0x18c2040a | bl << 13;
        assert_true(harness_run(&h, &code, 1));
        for (unsigned i = 0; i < 64; i++)
            assert_int_equal(get(&h, 8, 16, i), 0x4000 + (bl ? i : i % 8 * 8 + i / 8));
    }
    /* mma.m8n8k16.row.row.f32.f16.f16.f32 v8, v4, v12; mma.m16n16k16.col.col.f32.bf16.bf16.f32
     * v9, v5, v13: ones */
    harness_reset(&h);
    for (unsigned l = 0; l < 32; l++)
        for (unsigned r = 4; r < 17; r++)
            h.w->v[r].u[l] = r < 8 ? 0x3c003c00 : r < 12 ? 0 : 0x3c003c00;
    const uint32_t f16 = 0x10c2340a;
    assert_true(harness_run(&h, &f16, 1));
    for (unsigned l = 0; l < 32; l++) {
        assert_int_equal(harness_lane(&h, 8, l), 0x41800000); /* 16 */
        assert_int_equal(harness_lane(&h, 9, l), 0x41800000);
        assert_int_equal(harness_lane(&h, 10, l), 0);
    }
    harness_reset(&h);
    for (unsigned l = 0; l < 32; l++)
        for (unsigned r = 5; r < 17; r++)
            h.w->v[r].u[l] = r < 9 || r >= 13 ? 0x3f803f80 : r == 9 ? 0x3f800000 : 0;
    h.w->v[13].u[0] = 0x3f803f80;
    const uint32_t bf16 = 0x26d2d48a;
    /* D takes v9 to v16, B v13 to v16: C is B's words there */
    assert_true(harness_run(&h, &bf16, 1));
    assert_int_equal(harness_lane(&h, 9, 31), 0x41880000); /* 17 */
    assert_int_equal(harness_lane(&h, 10, 0), 0x41800000);
    assert_int_equal(harness_lane(&h, 16, 0), 0x418803f8); /* 16 + 0x3f803f80 */
    harness_close(&h);
}

static void refuse(struct harness *h, const struct ventus_insn *in, shoal_fault_cause cause,
                   const char *text)
{
    static vec32 before[VGPR_COUNT];
    memcpy(before, h->w->v, sizeof before);
    assert_false(harness_run_insn(h, in));
    assert_int_equal(h->w->base.stop, STOP_FAULT);
    assert_int_equal(h->w->base.fault.cause, cause);
    if (!strstr(h->w->base.fault.text, text))
        fail_msg("no '%s' in '%s'", text, h->w->base.fault.text);
    assert_memory_equal(h->w->v, before, sizeof before);
}

static void faults(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    struct windows at = {0, 16, 32, 64};
    struct product x = {.dt = F16, .shape = 3, .ct = 1};
    struct ventus_insn in = mma64(&x, &at);
    h.w->mask = 0x7fffffff;
    update_on(h.w);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "every thread");
    harness_reset(&h);
    harness_configure(&h, 2, 1, 31);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "every thread");
    harness_reset(&h);
    at.d = 249; /* 8 registers */
    in = mma64(&x, &at);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "D takes 8 registers from v249");
    at.d = 248;
    in = mma64(&x, &at);
    assert_true(harness_run_insn(&h, &in));
    at.a = 253;
    in = mma64(&x, &at);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "A takes 4 registers from v253");
    at.a = 0;

    in = mma64(&x, &at);
    in.f[VF_sp] = 1;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "sparse");
    in = mma64(&x, &at);
    in.f[VF_asrc] = 1;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "warp groups");
    for (unsigned dt = 12; dt < 16; dt++) {
        in.f[VF_asrc] = 0;
        in.f[VF_dt] = dt;
        refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "reserved");
    }
    in.f[VF_dt] = S8, in.f[VF_rdm] = 2;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "saturation");
    in.f[VF_dt] = F32, in.f[VF_ct] = 0, in.f[VF_rdm] = 0;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "only f16");

    /* groups: warps 4 and 5 are not four */
    in = mma64(&x, &at);
    in.f[VF_wg] = 1;
    h.group.wave_count = 6;
    h.w->base.index = 5;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "has 2 from warp 4");
    h.group.wave_count = 8;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "line 16 of A"); /* descriptor 0: address 0 */
    assert_int_equal(h.w->base.fault.address, 16 * 32);
    h.w->v[0].u[0] = 0x70000000;
    h.w->v[16].u[0] = 0x70000000 + HARNESS_LDS - 16 * 32 + 1;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "line 15 of B");
    h.w->v[16].u[0]--;
    assert_true(harness_run_insn(&h, &in));
    h.w->v[16].u[1] = 0xf0000000;
    refuse(&h, &in, SHOAL_FAULT_MEMORY, "line 1 of B");
    h.w->v[16].u[2] = 1;
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "word 2 of B");
    harness_close(&h);

    assert_true(harness_open(&h, NULL, 8, HARNESS_TOOLCHAIN));
    x.dt = S8, x.is_toolchain = true;
    at = (struct windows){0};
    in = mma(&x, &at);
    refuse(&h, &in, SHOAL_FAULT_ILLEGAL, "no such matrix type");
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mma_manual),      cmocka_unit_test(mma_toolchain),
        cmocka_unit_test(mma64_registers), cmocka_unit_test(mma64_groups),
        cmocka_unit_test(published_words), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
