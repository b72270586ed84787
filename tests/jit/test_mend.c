/* test_mend.c: NaNs that a kernel makes itself are mended in place (jit/mend.h), and it does not
 * show whether they are. Expected values: the rule of the manual (3.4.2) op by op, in C: a result
 * that is NaN is the first NaN operand, with its sign as the modifiers have it, made quiet, or
 * 0x7fc00000. */
#include "waves_fixture.h"

#include <math.h>

#include "numbers.h"

enum {
    LANES = 64,
    REGISTERS = 6,
    EXPONENTIAL = REGISTERS,
    ITEM_WORDS = 8,
    WORDS = LANES * ITEM_WORDS,
    OPS = 14,
    TEXT = 16384,
    KERNELS = 60
};

/* ---- the ops ---- */

enum kind { ADD, MUL, SUB, FMA, RNDNE, MOVE, CHOOSE, FLIP, EXP, NARROW, WIDEN, BRANCH };

struct operand {
    unsigned r;
    bool neg, abs;
};

struct made_op {
    enum kind kind;
    unsigned to;
    struct operand from[3];
    uint32_t exec; /* NARROW */
};

static uint32_t read(const uint32_t v[ITEM_WORDS], const struct operand *o)
{
    uint32_t x = v[o->r];
    x &= o->abs ? 0x7fffffff : UINT32_MAX;
    return x ^ (uint32_t)o->neg << 31;
}

static uint32_t by_rule(float result, const uint32_t *x, unsigned n)
{
    if (!isnan(result))
        return bits_of_float(result);
    for (unsigned i = 0; i < n; i++)
        if (is_nan(x[i]))
            return quiet(x[i]);
    return 0x7fc00000;
}

static void expect_op(uint32_t v[ITEM_WORDS], const struct made_op *o)
{
    uint32_t x[3];
    float f[3];
    for (unsigned i = 0; i < 3; i++) {
        x[i] = read(v, &o->from[i]);
        f[i] = float_of_bits(x[i]);
    }
    switch (o->kind) {
    case ADD:
        v[o->to] = by_rule(f[0] + f[1], x, 2);
        break;
    case MUL:
        v[o->to] = by_rule(f[0] * f[1], x, 2);
        break;
    case SUB:
        v[o->to] = by_rule(f[0] - f[1], x, 2);
        break;
    case FMA:
        v[o->to] = by_rule(fmaf(f[0], f[1], f[2]), x, 3);
        break;
    case RNDNE:
        v[o->to] = by_rule(rintf(f[0]), x, 1);
        break;
    case MOVE:
        v[o->to] = v[o->from[0].r];
        break;
    case CHOOSE: /* the second where the first is greater than the third */
        v[o->to] = float_of_bits(v[o->from[0].r]) > float_of_bits(v[o->from[2].r]) ? x[1] : x[0];
        break;
    case EXP: /* of numbers: see test_numbers.c */
        v[EXPONENTIAL] = is_nan(x[0]) ? quiet(x[0]) : 0;
        break;
    case FLIP:
        v[o->to] = v[o->from[0].r] ^ 0x80000000;
        break;
    default:
        break;
    }
}

static const char *operand(char text[16], const struct operand *o)
{
    sprintf(text, "%s%sv%u%s", o->neg ? "-" : "", o->abs ? "|" : "", 10 + o->r, o->abs ? "|" : "");
    return text;
}

static int print_op(char *p, const struct made_op *o)
{
    static const char *const name[] = {"v_add_f32", "v_mul_f32", "v_sub_f32", "v_fma_f32",
                                       "v_rndne_f32"};
    static const unsigned sources[] = {2, 2, 2, 3, 1};
    char text[3][16], *start = p;
    if (o->kind <= RNDNE) {
        p += sprintf(p, "%s v%u", name[o->kind], 10 + o->to);
        for (unsigned i = 0; i < sources[o->kind]; i++)
            p += sprintf(p, ", %s", operand(text[i], &o->from[i]));
        p += sprintf(p, "\n");
    } else if (o->kind == MOVE) {
        p += sprintf(p, "v_mov_b32 v%u, v%u\n", 10 + o->to, 10 + o->from[0].r);
    } else if (o->kind == CHOOSE) {
        p += sprintf(p, "v_cmp_gt_f32 vcc_lo, v%u, v%u\nv_cndmask_b32 v%u, %s, %s, vcc_lo\n",
                     10 + o->from[0].r, 10 + o->from[2].r, 10 + o->to,
                     operand(text[0], &o->from[0]), operand(text[1], &o->from[1]));
    } else if (o->kind == FLIP) {
        p += sprintf(p, "v_xor_b32 v%u, 0x80000000, v%u\n", 10 + o->to, 10 + o->from[0].r);
    } else if (o->kind == EXP) {
        p += sprintf(p, "v_exp_f32 v%u, v%u\n", 10 + EXPONENTIAL, 10 + o->from[0].r);
    } else if (o->kind == NARROW) {
        p += sprintf(p, "s_mov_b32 exec_lo, 0x%x\n", o->exec);
    } else if (o->kind == WIDEN) {
        p += sprintf(p, "s_mov_b32 exec_lo, -1\n");
    } else { /* which is never taken, but ends a block */
        p += sprintf(p, "s_cmp_eq_u32 s6, 1\ns_cbranch_scc1 end\n");
    }
    return (int)(p - start);
}

static void make_ops(struct made_op ops[OPS], uint64_t *seed)
{
    static const uint8_t often[] = {ADD,  ADD,  MUL,   MUL,   SUB,    SUB,    FMA,
                                    FMA,  FMA,  FMA,   EXP,   EXP,    EXP,    EXP,
                                    EXP,  EXP,  EXP,   EXP,   CHOOSE, CHOOSE, CHOOSE,
                                    MOVE, FLIP, RNDNE, WIDEN, NARROW, NARROW, BRANCH};
    for (unsigned i = 0; i < OPS; i++) {
        struct made_op *o = &ops[i];
        *o = (struct made_op){.kind = often[random_below(seed, sizeof often)],
                              .to = random_below(seed, REGISTERS),
                              .exec = random_below(seed, UINT32_C(1) << 31) | 1};
        for (unsigned k = 0; k < 3; k++) {
            bool changes = o->kind <= FMA && random_below(seed, 8) == 0;
            o->from[k] = (struct operand){.r = random_below(seed, REGISTERS),
                                          .neg = changes && random_below(seed, 3) > 0,
                                          .abs = changes && random_below(seed, 3) == 0};
        }
    }
}

static void put_kernel(char *p, const struct made_op *ops, unsigned count)
{
    p += sprintf(
        p,
        "s_load_b64 s[6:7], s[0:1], null\nv_mul_u32_u24 v1, %u, v0\ns_waitcnt lgkmcnt(0)\n"
        "global_load_b128 v[10:13], v1, s[6:7]\nglobal_load_b128 v[14:17], v1, s[6:7] offset:16\n"
        "s_waitcnt vmcnt(0)\n",
        4 * ITEM_WORDS);
    for (unsigned i = 0; i < count; i++)
        p += print_op(p, &ops[i]);
    sprintf(p, "end:\ns_mov_b32 exec_lo, -1\nglobal_store_b128 v1, v[10:13], s[6:7]\n"
               "global_store_b128 v1, v[14:17], s[6:7] offset:16\ns_endpgm\n");
}

/* Mostly numbers, so that in some groups of ops only few lanes, or none, begin with NaNs. kinds:
 * how many of the others may be taken: first infinities, then the default NaN. */
static uint32_t input(uint64_t *seed, unsigned kinds)
{
    static const uint32_t numbers[] = {0x3f800000, 0xbf000000, 0x40490fdb, 0, 0x80000000};
    static const uint32_t others[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
                                      0x7f800001, 0xff812345, 0x7fc54321, 0xffc00001};
    if (random_below(seed, 16) == 0)
        return others[random_below(seed, kinds)];
    return numbers[random_below(seed, sizeof numbers / sizeof *numbers)];
}

/* in: [WORDS] */
static void check_ops(const struct made_op *ops, unsigned count, const uint32_t *in,
                      const char *cpu, const char *backend)
{
    static const uint32_t grid[3] = {LANES, 1, 1};
    static char text[TEXT];
    uint32_t want[WORDS];
    struct fixture f;
    put_kernel(text, ops, count);
    memcpy(want, in, sizeof want);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t exec = UINT32_MAX;
        for (unsigned i = 0; i < count; i++) {
            exec = ops[i].kind == WIDEN ? UINT32_MAX : ops[i].kind == NARROW ? ops[i].exec : exec;
            if (exec >> lane % 32 & 1)
                expect_op(want + ITEM_WORDS * lane, &ops[i]);
        }
    }
    if (!use_level(cpu))
        return;
    setenv("SHOAL_JIT_BACKEND", backend, 1);
    open_kernel(&f, text, IDS_X, WORDS);
    for (unsigned engine = 0; engine < 2; engine++) {
        memcpy(f.host, in, sizeof want);
        assert_int_equal(
            launch_on(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, grid, 1, NULL),
            SHOAL_OK);
        for (unsigned i = 0; i < WORDS; i++)
            if (i % ITEM_WORDS == EXPONENTIAL && !want[i] ? is_nan(f.host[i])
                                                          : f.host[i] != want[i])
                fail_msg("%s, %s: lane %u, v%u: %08x, not %08x\n%s", engine ? "JIT" : "interpreter",
                         cpu ? cpu : "host", i / ITEM_WORDS, 10 + i % ITEM_WORDS, f.host[i],
                         want[i], text);
    }
    shoal_device_destroy(f.device);
    unsetenv("SHOAL_JIT_BACKEND");
    host_cpu = NULL;
}

static void check_kernel(uint64_t seed, unsigned kinds, const char *cpu, const char *backend)
{
    struct made_op ops[OPS];
    uint32_t in[WORDS];
    make_ops(ops, &seed);
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i % ITEM_WORDS < REGISTERS ? input(&seed, kinds) : 0;
    check_ops(ops, OPS, in, cpu, backend);
}

/* The NaN of infinity less itself, negated, made a magnitude, and where its register has another
 * NaN in the lanes that were not active. */
static void nans_that_are_not_the_default_are_kept(void **state)
{
    enum { INFINITE = 0x7f800000, ONE = 0x3f800000, OTHER = (int)0xffc12345, LOW = 0xffff };
    static const struct made_op
        negated[] = {{.kind = SUB, .to = 1},
                     {.kind = EXP, .from = {{.r = 1}}},
                     {.kind = ADD, .to = 2, .from = {{.r = 1, .neg = true}, {.r = 3}}},
                     {.kind = BRANCH}},
        magnitude[] = {{.kind = SUB, .to = 1},
                       {.kind = ADD, .to = 1, .from = {{.r = 1, .neg = true}, {.r = 3}}},
                       {.kind = EXP, .from = {{.r = 1}}},
                       {.kind = FMA, .to = 2, .from = {{.r = 3}, {.r = 1, .abs = true}, {.r = 3}}},
                       {.kind = BRANCH}},
        partial[] = {{.kind = NARROW, .exec = LOW},
                     {.kind = SUB, .to = 1},
                     {.kind = EXP, .from = {{.r = 1}}},
                     {.kind = WIDEN},
                     {.kind = ADD, .to = 2, .from = {{.r = 1}, {.r = 3}}},
                     {.kind = EXP, .from = {{.r = 2}}},
                     {.kind = BRANCH}};
    uint32_t in[WORDS];
    (void)state;
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i % ITEM_WORDS == 0 && i / ITEM_WORDS % 3 == 0 ? INFINITE
                : i % ITEM_WORDS < REGISTERS                   ? ONE
                                                               : 0;
    check_ops(negated, 4, in, NULL, "llvm");
    check_ops(magnitude, 5, in, NULL, "llvm");
    for (unsigned lane = 0; lane < LANES; lane++)
        if (!(LOW >> lane % 32 & 1))
            in[ITEM_WORDS * lane + 1] = (uint32_t)OTHER;
    check_ops(partial, 7, in, NULL, "llvm");
}

static void nans_follow_the_rule(void **state)
{
    (void)state;
    const unsigned kernels = IS_SLOW ? 4 : KERNELS;
    for (unsigned i = 0; i < kernels; i++) {
        unsigned kinds = i % 3 == 0 ? 2 : i % 3 == 1 ? 3 : 8;
        check_kernel(i + 1, kinds, NULL, "llvm");
        check_kernel(i + 1, kinds, NULL, "direct");
        if (i % 4 == 0)
            check_kernel(i + 1, kinds, "avx2", "llvm");
        if (i % 8 == 0)
            check_kernel(i + 1, kinds, "sse2", "llvm");
    }
}

/* exp(-infinity), as compilers make it, in two blocks: NaN until it is chosen away in the second.
 */
static void masked_exponentials_stay_compiled(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_lshlrev_b32 v1, 2, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_load_b32 v2, v1, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_mul_f32 v3, 0x3fb8aa3b, v2\n"
                               "v_fma_f32 v4, 0x3fb8aa3b, v2, -v3\n"
                               "v_rndne_f32 v5, v3\n"
                               "v_fmac_f32 v4, 0x32a5705f, v2\n"
                               "v_sub_f32 v3, v3, v5\n"
                               "v_add_f32 v3, v3, v4\n"
                               "v_cvt_i32_f32 v5, v5\n"
                               "v_exp_f32 v3, v3\n"
                               "s_cmp_eq_u32 s6, 1\n"
                               "s_cbranch_scc1 end\n"
                               "v_ldexp_f32 v3, v3, v5\n"
                               "v_cmp_ngt_f32 vcc_lo, 0xc2ce8ed0, v2\n"
                               "s_cmp_eq_u32 s6, 2\n"
                               "s_cbranch_scc1 end\n"
                               "v_cndmask_b32 v3, 0, v3, vcc_lo\n"
                               "end:\n"
                               "global_store_b32 v1, v3, s[6:7]\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {LANES, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    (void)state;
    setenv("SHOAL_JIT_BACKEND", "direct", 1); /* LLVM's code settles all NaNs */
    open_kernel(&f, text, IDS_X, LANES);
    for (unsigned i = 0; i < LANES; i++)
        f.host[i] = i % 3 ? bits_of_float(-INFINITY) : bits_of_float(-(float)i / 4);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, grid, 1, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned i = 0; i < LANES; i++) {
        float want = i % 3 ? 0 : expf(-(float)i / 4), got = float_of_bits(f.host[i]);
        if (fabsf(got - want) > 1e-6F * want)
            fail_msg("item %u: %g, not %g", i, (double)got, (double)want);
    }
    unsetenv("SHOAL_JIT_BACKEND");
    shoal_device_destroy(f.device);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(nans_follow_the_rule),
                                       cmocka_unit_test(nans_that_are_not_the_default_are_kept),
                                       cmocka_unit_test(masked_exponentials_stay_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
