/* random_kernels.h: raw kernels over the ids of work-items, and random ones that the JIT has to run
 * as the interpreter does. */
#ifndef SHOAL_TESTS_JIT_RANDOM_KERNELS_H
#define SHOAL_TESTS_JIT_RANDOM_KERNELS_H

#include "waves_fixture.h"

#include "random_text.h"

enum { GROUPS_X = 5, GROUPS_Y = 3 };

static inline uint32_t items_of(const uint32_t block[3]) { return block[0] * block[1] * block[2]; }

static inline void grid_of(const uint32_t block[3], uint32_t grid[3])
{
    grid[0] = GROUPS_X * block[0];
    grid[1] = GROUPS_Y * block[1];
    grid[2] = block[2];
}

/* s[6:7]: the memory; v1, v2, v3: the work-item in its work-group; v4: its number there; s8: that
 * of the work-group; v5: that of the work-item in the grid, where all of a group follow each other.
 */
static inline void begin_text(struct writer *w, const uint32_t block[3])
{
    put(w, "s_load_b64 s[6:7], s[0:1], null\n");
    put(w, "v_and_b32 v1, 0x3ff, v0\nv_bfe_u32 v2, v0, 10, 10\nv_bfe_u32 v3, v0, 20, 10\n");
    put(w, "v_mul_u32_u24 v4, %u, v3\nv_add_nc_u32 v4, v4, v2\n", block[1]);
    put(w, "v_mul_u32_u24 v4, %u, v4\nv_add_nc_u32 v4, v4, v1\n", block[0]);
    put(w, "s_mul_i32 s8, s3, %u\ns_add_i32 s8, s8, s2\n", GROUPS_X);
    put(w, "s_mul_i32 s9, s8, %u\nv_add_nc_u32 v5, s9, v4\ns_waitcnt lgkmcnt(0)\n",
        items_of(block));
}

/* v10 to v25 have anything. */
static inline unsigned any(struct writer *w) { return 10 + pick(w, 16); }

/* Of the ids of work-items, constants of lanes come, of which the compiler makes others. */
static inline void put_computation(struct writer *w)
{
    static const char *const unary[] = {
        "v_not_b32",     "v_bfrev_b32",      "v_clz_i32_u32", "v_ctz_i32_b32",
        "v_cls_i32",     "v_cvt_f32_i32",    "v_cvt_f32_u32", "v_cvt_i32_f32",
        "v_cvt_u32_f32", "v_cvt_f32_ubyte2", "v_floor_f32",   "v_fract_f32",
        "v_trunc_f32",   "v_rndne_f32",      "v_cvt_f16_f32", "v_frexp_mant_f32"};
    static const char *const binary[] = {
        "v_add_nc_u32",  "v_sub_nc_u32",    "v_xor_b32",        "v_and_b32",
        "v_or_b32",      "v_xnor_b32",      "v_max_u32",        "v_min_i32",
        "v_add_f32",     "v_mul_f32",       "v_min_f32",        "v_max_f32",
        "v_sub_f32",     "v_lshlrev_b32",   "v_lshrrev_b32",    "v_ashrrev_i32",
        "v_mul_lo_u32",  "v_mul_hi_u32",    "v_mul_hi_i32",     "v_mul_u32_u24",
        "v_mul_i32_i24", "v_bcnt_u32_b32",  "v_ldexp_f32",      "v_bfm_b32",
        "v_pk_add_f16",  "v_pk_mul_lo_u16", "v_pk_lshrrev_b16", "v_cvt_pk_rtz_f16_f32"};
    static const char *const ternary[] = {
        "v_fma_f32",       "v_add3_u32",  "v_bfe_u32",      "v_bfe_i32",      "v_alignbit_b32",
        "v_alignbyte_b32", "v_perm_b32",  "v_bfi_b32",      "v_lshl_or_b32",  "v_and_or_b32",
        "v_or3_b32",       "v_xor3_b32",  "v_lshl_add_u32", "v_add_lshl_u32", "v_mad_u32_u24",
        "v_mad_i32_i24",   "v_max3_f32",  "v_min3_u32",     "v_med3_f32",     "v_med3_i32",
        "v_sad_u8",        "v_sad_u32",   "v_cubeid_f32",   "v_msad_u8",      "v_pk_fma_f16",
        "v_dot4_u32_u8",   "v_maxmin_i32"};
    switch (pick(w, 6)) {
    case 0:
    case 1:
        put(w, "%s v%u, v%u, v%u, v%u\n", ternary[pick(w, sizeof ternary / sizeof *ternary)],
            any(w), any(w), any(w), any(w));
        break;
    case 2:
        put(w, "v_cmp_lt_u32 vcc_lo, v%u, v%u\nv_cndmask_b32 v%u, v%u, v%u, vcc_lo\n", any(w),
            any(w), any(w), any(w), any(w));
        break;
    case 3:
        put(w, "%s v%u, v%u\n", unary[pick(w, sizeof unary / sizeof *unary)], any(w), any(w));
        break;
    default:
        put(w, "%s v%u, v%u, v%u\n", binary[pick(w, sizeof binary / sizeof *binary)], any(w),
            any(w), any(w));
        break;
    }
}

/* ---- both engines ---- */

/* The memory's first `input` words are random, floats among them; the others are 0xcc. */
static inline void fill(struct fixture *f, uint32_t input, uint32_t state)
{
    for (uint32_t i = 0; i < input; i++) {
        uint32_t x = next_random(&state) << 8 ^ next_random(&state);
        x = i % 1024 < 3 ? x : x & 0xbfffffff; /* few NaNs and infinities */
        f->host[i] = i % 3 == 0 ? x : i % 3 == 1 ? 0x3f000000 | (x & 0x9fffff) : x & 0xfff;
    }
    memset(f->host + input, 0xcc, 4 * (f->words - input));
}

/* Kernel `n`, on a second thread, too, if that is odd: what the JIT leaves behind the input, and
 * the counts, are the interpreter's. */
static inline void same_as_interpreter(struct fixture *f, unsigned n, const char *text,
                                       const uint32_t grid[3], const uint32_t block[3],
                                       uint32_t lds_bytes, uint32_t input)
{
    shoal_launch_stats stats[2];
    size_t words = f->words - input;
    uint32_t *want = malloc(4 * words);
    assert_non_null(want);
    fill(f, input, n);
    if (launch_with_lds(f, SHOAL_ENGINE_INTERP, grid, block, 1, 0, lds_bytes, &stats[0])) {
        puts(text);
        fail_msg("kernel %u: %s", n, shoal_last_error(f->device));
    }
    memcpy(want, f->host + input, 4 * words);
    fill(f, input, n);
    assert_int_equal(
        launch_with_lds(f, SHOAL_ENGINE_JIT, grid, block, 1 + n % 2, 0, lds_bytes, &stats[1]),
        SHOAL_OK);
    for (size_t i = 0; i < words; i++)
        if (f->host[input + i] != want[i])
            fail_msg("kernel %u, work-groups of %u x %u x %u, word %zu: 0x%x, not 0x%x:\n%s", n,
                     block[0], block[1], block[2], i, f->host[input + i], want[i], text);
    same_counts(&stats[0], &stats[1]);
    free(want);
}

/* ---- which ones ---- */

/* By hand: a test's arguments FIRST COUNT run other random kernels. */
static unsigned first_kernel, kernels = IS_SANITIZED ? 20 : IS_SLOW ? 40 : 125;

static inline void choose_kernels(int argc, char **argv)
{
    if (argc == 3) {
        first_kernel = (unsigned)atoi(argv[1]);
        kernels = (unsigned)atoi(argv[2]);
    }
}

#endif
