/* test_roots.c: square roots of doubles as compilers have them where they must be exact, of which
 * compiled code makes one of the host, and sequences that look like one and are none. Expected
 * values: C's sqrt (IEEE 754), and of what is no root, the interpreter's. */
#include "waves_fixture.h"

#include <math.h>

#include "numbers.h"

enum { ITEMS = 8192, ITEM_WORDS = 8, WORDS = ITEMS * ITEM_WORDS, PLACES = 6 };

/* Places: the class, how y or x are chosen, and what else comes behind x, behind the first guess,
 * before y is made, behind it, behind the choice, and in the end. */
struct form {
    const char *class, *choice, *at[PLACES];
};

#define CLASS "v_cmp_class_f64 VCC, v[2:3], 0x260\n"
#define DUAL  "v_dual_cndmask_b32 v3, v5, v3 :: v_dual_cndmask_b32 v2, v4, v2\n"
#define CHOICE                                                                                     \
    "v_cndmask_b32 v2, v4, v2, VCC\n"                                                              \
    "v_cndmask_b32 v3, v5, v3, VCC\n"

static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                           "s_lshl_b32 s2, s2, 8\n"
                           "v_add_nc_u32 v0, s2, v0\n"
                           "v_lshlrev_b32 v1, 5, v0\n"
                           "s_waitcnt lgkmcnt(0)\n"
                           "global_load_b64 v[2:3], v1, s[6:7]\n"
                           "v_mov_b32 v10, 0\n"
                           "v_mov_b32 v11, 0\n"
                           "s_waitcnt vmcnt(0)\n"
                           "v_cmp_gt_f64 LESS, 0x10000000, v[2:3]\n"
                           "v_cndmask_b32 v4, 0, 0x100, LESS\n"
                           "v_ldexp_f64 v[2:3], v[2:3], v4\n"
                           "@2"
                           "v_rsq_f64 v[4:5], v[2:3]\n"
                           "v_mul_f64 v[6:7], v[2:3], v[4:5]\n"
                           "v_mul_f64 v[4:5], v[4:5], 0.5\n"
                           "v_fma_f64 v[8:9], -v[4:5], v[6:7], 0.5\n"
                           "@3"
                           "v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]\n"
                           "v_fma_f64 v[4:5], v[4:5], v[8:9], v[4:5]\n"
                           "v_fma_f64 v[8:9], -v[6:7], v[6:7], v[2:3]\n"
                           "v_fma_f64 v[6:7], v[8:9], v[4:5], v[6:7]\n"
                           "v_fma_f64 v[8:9], -v[6:7], v[6:7], v[2:3]\n"
                           "v_fma_f64 v[4:5], v[8:9], v[4:5], v[6:7]\n"
                           "v_cndmask_b32 v6, 0, 0xffffff80, LESS\n"
                           "@0"
                           "@4"
                           "v_ldexp_f64 v[4:5], v[4:5], v6\n"
                           "@5"
                           "@1"
                           "@6"
                           "ALL\n"
                           "global_store_b64 v1, v[2:3], s[6:7] offset:8\n"
                           "global_store_b64 v1, v[10:11], s[6:7] offset:16\n"
                           "@7"
                           "s_endpgm\n";

static const struct form roots[] = {
    {CLASS, DUAL, {"", "", "", "", "", ""}},
    {CLASS, CHOICE, {"", "", "", "", "", ""}},
    {"", CLASS DUAL, {"", "", "", "", "", ""}},
    {CLASS,
     "v_cndmask_b32 v3, v5, v3, VCC\nv_add_f64 v[10:11], v[10:11], 1.0\nv_cndmask_b32 v2, v4, v2, "
     "VCC\n",
     {"", "", "", "", "", ""}},
};

static const struct form no_roots[] = {
    {"v_cmp_class_f64 VCC, v[2:3], 0x240\n", CHOICE, {"", "", "", "", "", ""}},
    {"v_cmp_class_f64 VCC, -v[2:3], 0x260\n", CHOICE, {"", "", "", "", "", ""}},
    {"v_cmp_class_f64 VCC, v[4:5], 0x260\n", CHOICE, {"", "", "", "", "", ""}},
    {CLASS,
     "v_dual_cndmask_b32 v3, v3, v5 :: v_dual_cndmask_b32 v2, v4, v2\n",
     {"", "", "", "", "", ""}},
    {CLASS,
     "v_dual_cndmask_b32 v3, v4, v2 :: v_dual_cndmask_b32 v2, v5, v3\n",
     {"", "", "", "", "", ""}},
    {CLASS,
     "v_cndmask_b32 v2, v4, -v2, VCC\nv_cndmask_b32 v3, v5, v3, VCC\n",
     {"", "", "", "", "", ""}},
    {CLASS, "v_cndmask_b32 v3, v5, v3, VCC\n", {"", "", "", "", "", ""}},
    {CLASS,
     "v_cndmask_b32 v2, v4, v2, VCC\ns_mov_b32 vcc_lo, 0x0ff0\nv_cndmask_b32 v3, v5, v3, VCC\n",
     {"", "", "", "", "", ""}},
    {CLASS, CHOICE, {"v_add_f64 v[2:3], v[2:3], 1.0\n", "", "", "", "", ""}},
    {CLASS, CHOICE, {"s_mov_b32 exec_lo, 0x0ff0\n", "", "", "", "", ""}},
    {CLASS, CHOICE, {"s_round_mode 0x3\n", "", "", "", "s_round_mode 0x0\n", ""}},
    {CLASS, CHOICE, {"", "v_add_f64 v[8:9], v[8:9], 0.5\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_fma_f64 v[8:9], -v[6:7], v[4:5], 0.5\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_fma_f64 v[8:9], v[4:5], v[6:7], 0.5\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_fma_f64 v[8:9], -v[4:5], v[4:5], 0.5\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_mov_b32 v9, v3\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_mov_b32 v7, v3\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_mov_b32 v5, v3\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "", "v_mov_b32 v5, v3\n", "", "", ""}},
    {CLASS, CHOICE, {"v_mov_b32 v3, 0x3ff00000\n", "", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_mul_f64 v[4:5], v[4:5], v[2:3]\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "v_add_f64 v[2:3], v[2:3], 1.0\n", "", "", "", ""}},
    {CLASS, CHOICE, {"", "", "v_mov_b32 v6, 1\n", "", "", ""}},
    {CLASS, CHOICE, {"", "", "v_add_f64 v[4:5], v[4:5], 1.0\n", "", "", ""}},
    {CLASS, CHOICE, {"", "", "v_add_f64 v[2:3], v[2:3], 1.0\n", "", "", ""}},
    {CLASS, CHOICE, {"", "", "v_mov_b32 v2, v3\n", "", "", ""}},
    {CLASS, CHOICE, {"", "", "s_mov_b32 vcc_lo, 0x0ff0\n", "", "", ""}},
    {CLASS, CHOICE, {"", "", "s_mov_b32 exec_lo, 0x0ff0\n", "", "", ""}},
    {CLASS,
     CHOICE,
     {"", "", "v_cmp_gt_f64 LESS, 1.0, v[2:3]\nv_cndmask_b32 v6, 0, 0xffffff80, LESS\n", "", "",
      ""}},
    {CLASS, CHOICE, {"", "", "", "v_add_f64 v[10:11], v[2:3], 1.0\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "v_add_f64 v[10:11], v[4:5], 1.0\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "v_mov_b32 v10, v5\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "v_add_f64 v[4:5], v[4:5], 1.0\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "s_mov_b32 exec_lo, 0x0ff0\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "v_cmpx_lt_f64 1.0, v[6:7]\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "global_store_b64 v1, v[2:3], s[6:7] offset:24\n", "", ""}},
    {CLASS,
     CHOICE,
     {"", "", "", "global_load_b64 v[10:11], v1, s[6:7]\ns_waitcnt vmcnt(0)\n", "", ""}},
    {CLASS, CHOICE, {"", "", "", "", "v_mov_b32 v10, v5\n", ""}},
    {CLASS, CHOICE, {"", "", "", "", "", "global_store_b64 v1, v[4:5], s[6:7] offset:24\n"}},
    {CLASS,
     "v_dual_cndmask_b32 v11, v5, v3 :: v_dual_cndmask_b32 v10, v4, v2\n",
     {"", "", "", "", "", ""}},
};

static void write_form(char *out, size_t size, const struct form *f, bool wave64)
{
    const struct {
        const char *word, *by;
    } words[] = {{"VCC", wave64 ? "vcc" : "vcc_lo"},
                 {"LESS", wave64 ? "s[8:9]" : "s8"},
                 {"ALL", wave64 ? "s_mov_b64 exec, -1" : "s_mov_b32 exec_lo, -1"}};
    enum { WORD_COUNT = sizeof words / sizeof *words, LEAST_ROOM = 32 };
    const char *from[2] = {text, NULL}, *end = out + size - LEAST_ROOM;
    while (*from[0] && out < end) {
        const char **p = &from[from[1] != NULL];
        size_t i = 0;
        while (i < WORD_COUNT && strncmp(*p, words[i].word, strlen(words[i].word)) != 0)
            i++;
        if (!**p) { /* a place is over */
            from[1] = NULL;
        } else if (**p == '@') {
            unsigned place = (unsigned)((*p)[1] - '0');
            *p += 2;
            from[1] = place == 0 ? f->class : place == 1 ? f->choice : f->at[place - 2];
        } else if (i < WORD_COUNT) {
            out = stpcpy(out, words[i].by);
            *p += strlen(words[i].word);
        } else {
            *out++ = *(*p)++;
        }
    }
    assert_true(out < end);
    *out = 0;
}

/* ---- numbers ---- */

static double double_of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Next to a square, or to one of a tie between two roots, times a power of 4. */
static double near_square(uint64_t *seed)
{
    const uint32_t how = random_word(seed);
    uint64_t fraction = (uint64_t)random_word(seed) << 20 | random_word(seed) >> 12;
    double g = 1 + (double)fraction * 0x1p-52, x = g * g;
    if (how & 1) /* (g + 2^-53)^2 */
        x = fma(g, g, g * 0x1p-52);
    if (how & 2)
        x = nextafter(x, how & 4 ? 0 : INFINITY);
    return ldexp(x, 2 * ((int)(how >> 8 & 0x1ff) - 380));
}

/* Whole waves of numbers that are no matter, and waves with one at a limit, or a zero. */
static void fill(uint32_t *host, bool has_nans)
{
    static const uint64_t limits[] = {
        0, UINT64_C(0x8000000000000000), UINT64_C(0x7ff0000000000000),
        UINT64_C(0x1000000000000000), /* 2^-767 */
        UINT64_C(0x0fffffffffffffff), UINT64_C(0x0010000000000000), UINT64_C(0x000fffffffffffff), 1,
        UINT64_C(0x7fefffffffffffff), UINT64_C(0x3fefffffffffffff), UINT64_C(0x3ff0000000000001),
        /* no number has such a root */
        UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000012345), UINT64_C(0xfff0000000000001),
        UINT64_C(0xbff0000000000000), UINT64_C(0x8000000000000001)};
    enum { ALL = sizeof limits / sizeof *limits, NUMBERS = 11, EVERY = 96, AT = 41 };
    uint64_t seed = 19;
    for (unsigned i = 0; i < ITEMS; i++) {
        double x = near_square(&seed);
        if (i % EVERY == AT)
            x = double_of_bits(limits[i / EVERY % (has_nans ? ALL : NUMBERS)]);
        memcpy(host + (size_t)ITEM_WORDS * i, &x, sizeof x);
        memset(host + (size_t)ITEM_WORDS * i + 2, 0xcc, (ITEM_WORDS - 2) * 4);
    }
}

/* ---- tests ---- */

static const struct engine {
    const char *backend, *cpu;
    bool has_fma; /* the interpreter has C's */
} engines[] = {{NULL, NULL, true},
               {"llvm", NULL, true},
               {"direct", NULL, true},
               {"llvm", "avx2", true},
               {"llvm", "sse2", false}};
enum { ENGINES = sizeof engines / sizeof *engines };

/* VOPD is. */
static bool is_for_wave32(const struct form *form) { return strstr(form->choice, "v_dual"); }

/* The kernel for engine n, the first of which is the interpreter; false: it is not here. */
static bool open_form(struct fixture *f, unsigned n, const struct form *form, bool wave64)
{
    const shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .wave64 = wave64};
    char code[4096];
    setenv("SHOAL_JIT_BACKEND", n ? engines[n].backend : "llvm", 1);
    if ((wave64 && is_for_wave32(form)) || !use_level(engines[n].cpu))
        return false;
    write_form(code, sizeof code, form, wave64);
    open_kernel_as(f, code, &raw, WORDS);
    return true;
}

/* Has engine n make its results of the numbers. How many instructions were left to the interpreter.
 */
static uint64_t run(struct fixture *f, unsigned n, bool has_nans)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {256, 1, 1};
    shoal_launch_stats stats = {0};
    fill(f->host, has_nans);
    if (n)
        launch_counting(f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    else
        assert_int_equal(launch_on(f, SHOAL_ENGINE_INTERP, grid, block, 1, NULL), SHOAL_OK);
    return stats.calls;
}

static void close_form(struct fixture *f)
{
    shoal_device_destroy(f->device);
    host_cpu = NULL;
    unsetenv("SHOAL_JIT_BACKEND");
}

static void check_roots(const uint32_t *out, size_t form, unsigned engine)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        double x[2];
        memcpy(x, out + (size_t)ITEM_WORDS * i, sizeof x);
        double want = sqrt(x[0]);
        if (isnan(want) ? !isnan(x[1]) : memcmp(&x[1], &want, sizeof want) != 0)
            fail_msg("form %zu, engine %u: the root of %a: %a, not %a", form, engine, x[0], x[1],
                     want);
    }
}

/* With sanitizers, each engine runs a third of the forms. Without FMA, where code is long, there is
 * no root that could be made of the wrong form: a quarter. */
static bool is_left_out(size_t form, unsigned engine)
{
    return (IS_SANITIZED && (form + engine) % 3) || (!engines[engine].has_fma && form % 4);
}

static void roots_are_exact(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof roots / sizeof *roots; c++)
        for (unsigned n = 0; n < 2 * ENGINES; n++) {
            struct fixture f;
            unsigned engine = n / 2;
            if (is_left_out(c, engine) || !open_form(&f, engine, &roots[c], n & 1))
                continue;
            for (unsigned has_nans = 0; has_nans < 2; has_nans++) {
                uint64_t calls = run(&f, engine, has_nans);
                check_roots(f.host, c, engine);
                if (!has_nans && engine && engines[engine].has_fma) /* a zero's root is one, too */
                    assert_int_equal(calls, 0);
            }
            close_form(&f);
        }
}

/* Of waves of 32 and 64 lanes in turn. */
static void what_is_no_root_stays(void **state)
{
    static uint32_t want[WORDS];
    (void)state;
    for (size_t c = 0; c < sizeof no_roots / sizeof *no_roots; c++) {
        bool wave64 = c % 2 && !is_for_wave32(&no_roots[c]);
        for (unsigned engine = 0; engine < ENGINES; engine++) {
            struct fixture f;
            if ((engine && is_left_out(c, engine)) || !open_form(&f, engine, &no_roots[c], wave64))
                continue;
            run(&f, engine, true);
            if (!engine)
                memcpy(want, f.host, sizeof want);
            for (unsigned i = 0; i < WORDS; i++)
                if (f.host[i] != want[i])
                    fail_msg("form %zu, engine %u, word %u of item %u: %08x, not %08x", c, engine,
                             i % ITEM_WORDS, i / ITEM_WORDS, f.host[i], want[i]);
            close_form(&f);
        }
    }
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(roots_are_exact),
                                       cmocka_unit_test(what_is_no_root_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
