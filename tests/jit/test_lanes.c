/* test_lanes.c: what lanes of compiled code compute, keep, exchange and load, in whole launches.
 * Expected values: written in the kernel, formulas, and simulations in C; NaNs: the manual (3.4.2).
 */
#include "waves_fixture.h"

#include "isa/exec/float_bits.h"

/* A result that is the last of a block and is read only behind it follows the NaN rule, too:
 * inf - inf is 0x7fc00000 (manual 3.4.2; x86 gives 0xffc00000). */
static const char nan_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_lshlrev_b32_e32 v1, 2, v0\n"
                               "v_lshrrev_b32_e32 v2, 31, v0\n" /* 0, which only the run shows */
                               "v_add_nc_u32_e32 v2, 0x7f800000, v2\n"
                               "s_mov_b32 s8, 2\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "v_sub_f32_e32 v3, v2, v2\n"
                               "again:\n"
                               "s_sub_u32 s8, s8, 1\n"
                               "s_cmp_lg_u32 s8, 0\n"
                               "s_cbranch_scc1 again\n"
                               "global_store_b32 v1, v3, s[6:7]\n"
                               "s_endpgm\n";

static void nan_at_the_end_of_a_block(void **state)
{
    static const shoal_engine engines[] = {SHOAL_ENGINE_INTERP, SHOAL_ENGINE_JIT};
    const uint32_t items[3] = {32, 1, 1};
    struct fixture f;
    (void)state;
    open_kernel(&f, nan_text, IDS_X, 32);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(launch(&f, engines[i], items, items, 1, NULL), SHOAL_OK);
        for (unsigned l = 0; l < 32; l++)
            assert_int_equal(f.host[l], 0x7fc00000);
    }
    shoal_device_destroy(f.device);
}

/* More loads from LDS than the host has registers for, and what uses them up. Item x has the float
 * x in LDS, but item 40 a signalling NaN, 44 and 47 inf and -inf. v4 = the sum of twice the
 * elements from its own on, with 1.0 instead of the sixteenth. A NaN operand is the result, made
 * quiet; inf - inf is 0x7fc00000 (manual 3.4.2; x86 gives 0xffc00000). Half of the waves meet
 * neither. */
static const char tile_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "v_lshlrev_b32 v1, 2, v0\n"
                                "v_cvt_f32_u32 v2, v0\n"
                                "v_mov_b32 v3, 0x7fa12345\n"
                                "v_cmp_eq_u32 vcc_lo, 40, v0\n"
                                "v_cndmask_b32 v2, v2, v3, vcc_lo\n"
                                "v_mov_b32 v3, 0x7f800000\n"
                                "v_cmp_eq_u32 vcc_lo, 44, v0\n"
                                "v_cndmask_b32 v2, v2, v3, vcc_lo\n"
                                "v_cmp_eq_u32 vcc_lo, 47, v0\n"
                                "v_cndmask_b32 v2, v2, -v3, vcc_lo\n"
                                "ds_store_b32 v1, v2\n"
                                "ds_store_b32 v1, v2 offset:512\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "s_barrier\n"
                                "v_mov_b32 v4, 0\n"
                                "I = 0\n"
                                ".rept 8\n"
                                "ds_load_2addr_b32 v[10+I:11+I], v1 offset0:I offset1:I+1\n"
                                "I = I + 2\n"
                                ".endr\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "v_mov_b32 v25, 1.0\n"
                                "I = 0\n"
                                ".rept 16\n"
                                "v_fmac_f32 v4, 2.0, v[10+I]\n"
                                "I = I + 1\n"
                                ".endr\n"
                                "v_mov_b32 v5, v10\n"
                                "v_lshlrev_b32 v1, 3, v0\n"
                                "s_lshl_b32 s2, s2, 10\n"
                                "v_add_nc_u32 v1, s2, v1\n"
                                "global_store_b64 v1, v[4:5], s[6:7]\n"
                                "s_endpgm\n";

static uint32_t tile_element(unsigned x)
{
    return x == 40   ? 0x7fa12345
           : x == 44 ? 0x7f800000
           : x == 47 ? 0xff800000
                     : bits_of_float((float)x);
}

static uint32_t tile_sum(unsigned item)
{
    uint32_t nan = 0, infinity = 0;
    float sum = 0;
    for (unsigned i = 0; i < 15; i++) {
        unsigned x = (item + i) % 128;
        if (x == 40)
            nan = 0x7fe12345;
        else if (x == 44 || (x == 47 && !infinity))
            infinity = tile_element(x);
        else if (x == 47 && !nan)
            nan = 0x7fc00000;
        sum += 2 * (float)x;
    }
    return nan ? nan : infinity ? infinity : bits_of_float(sum + 2);
}

static void loads_of_a_tile_and_what_uses_them(void **state)
{
    static const shoal_engine engines[] = {SHOAL_ENGINE_INTERP, SHOAL_ENGINE_JIT};
    static const uint32_t grid[3] = {512, 1, 1}, block[3] = {128, 1, 1};
    struct fixture f;
    (void)state;
    open_kernel(&f, tile_text, IDS_X, 1024);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(launch(&f, engines[i], grid, block, 1, NULL), SHOAL_OK);
        for (unsigned k = 0; k < 512; k++) {
            assert_int_equal(f.host[2 * k], tile_sum(k % 128));
            assert_int_equal(f.host[2 * k + 1], tile_element(k % 128));
        }
    }
    shoal_device_destroy(f.device);
}

/* Lanes that the other way of a condition gives back, and lanes that it does not, since EXEC has
 * become smaller in between: in these, v3 and v4 stay as they were. */
static const char ways_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "v_and_b32 v0, 0x3ff, v0\n"
                                "v_lshlrev_b32 v1, 3, v0\n"
                                "v_mov_b32 v3, 1\n"
                                "v_mov_b32 v4, 1\n"
                                "s_mov_b32 s8, exec_lo\n"
                                "v_cmp_gt_u32 vcc_lo, 16, v0\n"
                                "s_and_saveexec_b32 s9, vcc_lo\n"
                                "s_xor_b32 s10, exec_lo, s9\n" /* lanes 16 to 31 */
                                "v_mov_b32 v3, 2\n"            /* in 0 to 15 */
                                "s_or_b32 exec_lo, exec_lo, s10\n"
                                "v_add_nc_u32 v3, 4, v3\n" /* in all */
                                "v_cmp_gt_u32 vcc_lo, 16, v0\n"
                                "s_and_saveexec_b32 s9, vcc_lo\n"
                                "s_xor_b32 s10, exec_lo, s9\n"
                                "v_cmp_gt_u32 vcc_lo, 8, v0\n"
                                "s_and_saveexec_b32 s11, vcc_lo\n"
                                "s_or_b32 exec_lo, exec_lo, s10\n" /* 0 to 7, 16 to 31 */
                                "v_mov_b32 v4, v3\n"
                                "v_mov_b32 v3, 9\n"
                                "s_mov_b32 exec_lo, s8\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "global_store_b64 v1, v[3:4], s[6:7]\n"
                                "s_endpgm\n";

static void lanes_of_both_ways_are_kept(void **state)
{
    (void)state;
    static const uint32_t grid[3] = {32, 1, 1};
    struct fixture f;
    open_kernel(&f, ways_text, IDS_XYZ, 64);
    assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
    for (uint32_t l = 0; l < 32; l++) {
        bool is_in = l < 8 || l >= 16;
        uint32_t sum = l < 16 ? 6 : 5;
        assert_int_equal(f.host[2 * l], is_in ? 9 : sum);
        assert_int_equal(f.host[2 * l + 1], is_in ? sum : 1);
    }
    shoal_device_destroy(f.device);
}

/* v1 takes some bits of v2 in some lanes. Behind the barrier both come from the wave, v2 for this
 * alone: LLVM 22 exchanged operands there (guard_bit_select in fold.c). Expected: what the lines
 * say, in C. */
static const struct {
    const char *line;
    uint32_t from_v2;
} bit_selects[] = {
    {"v_bfi_b32 v1, 0x7fffffff, v2, v1", 0x7fffffff},
    {"v_bfi_b32 v1, 0x80000000, v1, v2", 0x7fffffff},
    {"v_bfi_b32 v1, 0x00ffff00, v2, v1", 0x00ffff00},
    {"v_bfi_b32 v1, 0x00ffff00, v1, v2", 0xff0000ff},
    {"v_and_b32 v3, 0xffff, v1\nv_and_or_b32 v1, 0xffff0000, v2, v3", 0xffff0000},
    {"v_and_b32 v3, 0xffff, v2\nv_and_or_b32 v1, 0xffff0000, v1, v3", 0x0000ffff},
    {"v_xor_b32 v3, v1, v2\nv_and_b32 v3, 0xf0f0, v3\nv_xor_b32 v1, v1, v3", 0x0000f0f0},
    {"v_mov_b16 v1.l, v2.l", 0x0000ffff},
    {"v_and_b32 v3, 0xffff0000, v2\nv_and_b32 v1, 0xffff, v1\nv_or_b32 v1, v1, v3", 0xffff0000},
};

static void bits_of_two_registers_are_merged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bit_selects / sizeof *bit_selects; i++) {
        struct fixture f;
        static const uint32_t grid[3] = {64, 1, 1};
        char text[1024];
        snprintf(text, sizeof text,
                 "s_load_b64 s[4:5], s[0:1], null\n"
                 "v_mul_u32_u24 v1, 0x12345, v0\n"
                 "v_lshlrev_b32 v1, 9, v1\n"
                 "v_not_b32 v2, v1\n"
                 "v_mul_lo_u32 v2, v2, v1\n"
                 "v_lshlrev_b32 v5, 2, v0\n"
                 "s_mov_b32 s6, 0x5a3c5a3c\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_barrier\n"
                 "s_mov_b32 exec_lo, s6\n"
                 "%s\n"
                 "s_mov_b32 exec_lo, -1\n"
                 "v_mov_b32 v2, 0\n"
                 "global_store_b32 v5, v1, s[4:5]\n"
                 "s_endpgm\n",
                 bit_selects[i].line);
        open_kernel(&f, text, IDS_X, 64);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        for (uint32_t l = 0; l < 64; l++) {
            uint32_t a = l * 0x12345 << 9, b = ~a * a, bits = bit_selects[i].from_v2;
            bool is_on = 0x5a3c5a3c >> l % 32 & 1;
            assert_int_equal(f.host[l], is_on ? (a & ~bits) | (b & bits) : a);
        }
        shoal_device_destroy(f.device);
    }
}

/* FMAs of f16 whose sum is next to the middle of two f16, and so near that f32 would have it there.
 * Expected: exact arithmetic. (1 + 2^-10) * 2^-11 * (1 - 2^-10) + (1 + 2^-10) is 1 + 2^-10 + 2^-11
 * - 2^-31, and (1 + 22 / 2^10) * 2^-11 * (1 - 43 / 2^11) + 1 is 1 + 2^-11 + 78 / 2^32. */
static void halves_are_rounded_once(void **state)
{
    static const char *const cpus[] = {NULL, "avx512", "avx2", "sse2"};
    static const uint32_t grid[3] = {64, 1, 1};
    static const uint32_t want[] = {0x3c013c01, 0xbc01bc01, 0x3c013c01, 0x3c013c01, 0x3c01bc01};
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "s_mov_b32 s6, 0x3c003c01\n" /* c */
                               "v_mov_b32 v1, 0x10161001\n" /* a */
                               "v_mov_b32 v2, 0x3bd53bfe\n" /* b */
                               "v_mov_b32 v3, 0x3c013c00\n" /* c, halves exchanged */
                               "v_mul_u32_u24 v10, 20, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_barrier\n"
                               "v_pk_fma_f16 v4, v1, v2, s6\n"
                               "v_pk_fma_f16 v5, v1, v2, s6 neg_lo:[1,0,1] neg_hi:[0,1,1]\n"
                               "v_pk_fma_f16 v6, v1, v2, v3 op_sel:[0,0,1] op_sel_hi:[1,1,0]\n"
                               "v_mov_b32 v7, s6\n"
                               "v_fmac_f16 v7.l, v1.l, v2.l\n"
                               "v_fma_f16 v7.h, v1.h, v2.h, v3.l\n"
                               "v_fma_f16 v8.l, v1.l, -v2.l, -v3.h\n"
                               "v_fma_f16 v8.h, -v1.h, -v2.h, v3.l\n"
                               "global_store_b128 v10, v[4:7], s[4:5]\n"
                               "global_store_b32 v10, v8, s[4:5] offset:16\n"
                               "s_endpgm\n";
    (void)state;
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
        struct fixture f;
        if (!use_level(cpus[i]))
            continue;
        open_kernel(&f, text, IDS_X, 64 * 5);
        host_cpu = NULL;
        for (unsigned engine = 0; engine < 2; engine++) {
            assert_int_equal(
                launch(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, grid, 1, NULL),
                SHOAL_OK);
            for (size_t w = 0; w < f.words; w++)
                assert_int_equal(f.host[w], want[w % 5]);
        }
        shoal_device_destroy(f.device);
    }
}

/* Two waves at all levels of the CPU; of each lane, four dwords. */
static void expect_at_levels(const char *text, uint32_t want[64][4])
{
    static const char *const cpus[] = {NULL, "avx512", "avx2", "sse2"};
    static const uint32_t grid[3] = {64, 1, 1};
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
        struct fixture f;
        if (!use_level(cpus[i]))
            continue;
        open_kernel(&f, text, IDS_X, 64 * 4);
        host_cpu = NULL;
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        for (uint32_t l = 0; l < 64; l++)
            for (uint32_t k = 0; k < 4; k++)
                assert_int_equal(f.host[4 * l + k], want[l][k]);
        shoal_device_destroy(f.device);
    }
}

/* Scalars that are spilled to lanes of a register, which is spilled to a stack: from memory, from
 * before a store there, and as just written. */
static void spilled_scalars_come_back(void **state)
{
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "s_mov_b32 s33, 16\n"
                               "s_movk_i32 s6, 1234\n"
                               "v_mul_u32_u24 v9, 3, v0\n"
                               "v_writelane_b32 v9, s6, 5\n"
                               "scratch_store_b32 off, v9, s33 offset:8\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_barrier\n"
                               "s_mov_b32 exec_lo, -1\n"
                               "s_movk_i32 s7, 1000\n"
                               "scratch_load_b32 v10, off, s33 offset:8\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_readlane_b32 s8, v10, 5\n"
                               "v_writelane_b32 v10, s7, 6\n"
                               "scratch_store_b32 off, v0, s33 offset:8\n"
                               "v_readlane_b32 s9, v10, 6\n"
                               "v_readlane_b32 s10, v10, 7\n"
                               "v_lshlrev_b32 v5, 4, v0\n"
                               "v_mov_b32 v1, s8\n"
                               "v_mov_b32 v2, s9\n"
                               "v_mov_b32 v3, s10\n"
                               "v_mov_b32 v4, v10\n"
                               "global_store_b128 v5, v[1:4], s[4:5]\n"
                               "s_endpgm\n";
    (void)state;
    uint32_t want[64][4];
    for (uint32_t l = 0; l < 64; l++) {
        want[l][0] = 1234;
        want[l][1] = 1000;
        want[l][2] = 3 * (l / 32 * 32 + 7);
        want[l][3] = l % 32 == 5 ? 1234 : l % 32 == 6 ? 1000 : 3 * l;
    }
    expect_at_levels(text, want);
}

/* A loop that code knows scalars of, and to which a wave comes back with others. */
static void scalars_are_others(void **state)
{
    static const char text[] =
        "s_load_b64 s[4:5], s[0:1], null\ns_mov_b32 s6, 5\ns_mov_b32 s7, 0x76543210\n"
        "s_mov_b32 s8, 0\ns_mov_b32 s9, 0\nv_mov_b32 v1, 0\ns_getpc_b64 s[10:11]\n"
        "loop:\nv_add_nc_u32 v1, s6, v1\nv_permlane16_b32 v2, v0, s7, s7\n"
        "s_add_i32 s8, s8, 1\ns_cmp_lt_u32 s8, 4\ns_cbranch_scc1 loop\n"
        "s_cmp_lg_u32 s9, 0\ns_cbranch_scc1 end\n"
        "s_mov_b32 s6, 7\ns_mov_b32 s7, 0x67452301\ns_mov_b32 s8, 0\ns_mov_b32 s9, 1\n"
        "v_mov_b32 v3, s10\nv_readfirstlane_b32 s10, v3\ns_setpc_b64 s[10:11]\n"
        "end:\nv_mov_b32 v3, s6\nv_mov_b32 v4, s8\nv_lshlrev_b32 v5, 4, v0\n"
        "global_store_b128 v5, v[1:4], s[4:5]\ns_endpgm\n";
    uint32_t want[64][4];
    (void)state;
    for (uint32_t l = 0; l < 64; l++)
        memcpy(want[l], (uint32_t[4]){4 * 5 + 4 * 7, (l & ~15U) + ((l & 7) ^ 1), 7, 4}, 16);
    expect_at_levels(text, want);
}

/* Lanes that a lane's value makes active again have what they had. */
static void lanes_come_back(void **state)
{
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "v_lshlrev_b32 v5, 4, v0\n"
                               "v_mov_b32 v1, 11\n"
                               "v_mov_b32 v2, 22\n"
                               "v_mov_b32 v3, 33\n"
                               "v_mov_b32 v4, 44\n"
                               "v_mov_b32 v6, -1\n"
                               "s_mov_b32 exec_lo, 0xffff\n"
                               "v_add_nc_u32 v1, 100, v0\n"
                               "v_cvt_f32_u32 v2, v0\n"
                               "v_cvt_f64_u32 v[3:4], v0\n"
                               "v_readfirstlane_b32 exec_lo, v6\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b128 v5, v[1:4], s[4:5]\n"
                               "s_endpgm\n";
    (void)state;
    uint32_t want[64][4];
    for (uint32_t l = 0; l < 64; l++) {
        float single = (float)l;
        double wide = l;
        memcpy(want[l], (uint32_t[4]){11, 22, 33, 44}, 16);
        if (l % 32 >= 16)
            continue;
        want[l][0] = 100 + l;
        memcpy(&want[l][1], &single, sizeof single);
        memcpy(&want[l][2], &wide, sizeof wide);
    }
    expect_at_levels(text, want);
}

/* What a stack holds where ways of lanes join, in a loop: whole dwords, pairs, bytes of them, by
 * two scalars that name the same place, by a FLAT address, and scalars spilled in one of the ways.
 */
static void slots_join(void **state)
{
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "s_mov_b32 s33, 16\n"
                               "s_mov_b32 s34, 8\n"
                               "s_mov_b32 s7, 0\n"
                               "s_mov_b64 s[14:15], src_private_base\n"
                               "v_mov_b32 v9, 0\n"
                               "v_mov_b32 v1, 0\n"
                               "v_mov_b32 v2, 5\n"
                               "scratch_store_b64 off, v[1:2], s33 offset:8\n"
                               "scratch_store_b32 off, v1, s33 offset:16\n"
                               "v_mov_b32 v6, 32\n" /* of the FLAT address */
                               "v_mov_b32 v7, s15\n"
                               "loop:\n"
                               "v_writelane_b32 v9, 7, 3\n"
                               "scratch_store_b32 off, v9, s33 offset:20\n"
                               "scratch_load_b32 v10, off, s33 offset:12\n"
                               "scratch_load_b32 v10, off, s33 offset:16\n"
                               "scratch_load_b32 v3, off, s33 offset:8\n"
                               "v_cmp_lt_u32 vcc_lo, v3, v0\n"
                               "s_and_saveexec_b32 s6, vcc_lo\n"
                               "s_cbranch_execz join\n"
                               "v_writelane_b32 v9, s7, 3\n"
                               "s_or_saveexec_b32 s9, -1\n"
                               "scratch_store_b32 off, v9, s33 offset:20\n"
                               "s_mov_b32 exec_lo, s9\n"
                               "v_add_nc_u32 v3, 3, v3\n"
                               "scratch_store_b32 off, v3, s33 offset:8\n"
                               "flat_store_b8 v[6:7], v3\n"
                               "scratch_load_b32 v10, off, s33 offset:12\n"
                               "scratch_store_b8 off, v3, s34 offset:21\n"
                               "scratch_load_b32 v10, off, s34 offset:20\n"
                               "join:\n"
                               "s_mov_b32 exec_lo, s6\n"
                               "scratch_load_b32 v9, off, s33 offset:20\n"
                               "s_waitcnt vmcnt(0)\n"
                               "v_readlane_b32 s8, v9, 3\n"
                               "s_add_i32 s7, s7, 1\n"
                               "s_cmp_lt_u32 s7, 15\n"
                               "s_cbranch_scc1 loop\n"
                               "scratch_load_b64 v[1:2], off, s33 offset:8\n"
                               "scratch_load_b32 v4, off, s33 offset:16\n"
                               "v_mov_b32 v3, s8\n"
                               "v_lshlrev_b32 v5, 4, v0\n"
                               "global_store_b128 v5, v[1:4], s[4:5]\n"
                               "s_endpgm\n";
    (void)state;
    uint32_t want[64][4];
    for (uint32_t l = 0; l < 64; l++) {
        want[l][0] = want[l][3] = l < 45 ? (l + 2) / 3 * 3 : 45;
        want[l][1] = 5 | want[l][0] << 8;
        want[l][2] = l / 32 ? 14 : 7;
    }
    expect_at_levels(text, want);
}

/* Chains of f16 in a loop: sums, products that overflow and are made small again in the same turn,
 * and numbers that become denormal. Expected: the interpreter, which rounds after each operation.
 */
static void chains_of_halves(void **state)
{
    static const char *const cpus[] = {NULL, "avx512", "avx2", "sse2"};
    static const uint32_t grid[3] = {64, 1, 1};
    static const char text[] = "s_load_b64 s[4:5], s[0:1], null\n"
                               "s_mov_b32 s6, 0xb4cd3001\n"
                               "s_mov_b32 s7, 24\n"
                               "v_mul_lo_u32 v1, v0, 0x9e3779b1\n"
                               "v_and_b32 v2, 0xbbffbbff, v1\n" /* below 1 */
                               "v_and_b32 v3, 0x01ff83ff, v1\n"
                               "v_or_b32 v3, 0x40004000, v3\n" /* 2 to 4 */
                               "v_mov_b32 v4, 0\n"
                               "v_mov_b32 v5, v3\n"
                               "v_mov_b32 v6, v2\n"
                               "v_mov_b32 v7, 0\n"
                               "v_mov_b32 v8, 0x04000400\n"
                               "v_mov_b32 v9, 0x38003800\n"
                               "v_mov_b32 v10, 0x00018001\n"
                               "v_mov_b32 v12, 0x76007600\n" /* 24576 */
                               "loop:\n"
                               "v_pk_fma_f16 v4, v4, v2, s6 op_sel_hi:[1,1,0]\n"
                               "v_pk_fma_f16 v4, v2, v4, s6 op_sel:[0,0,1]\n"
                               "v_pk_mul_f16 v5, v5, v2\n"
                               "v_pk_mul_f16 v11, v3, v12\n"
                               "v_pk_fma_f16 v7, v11, v8, v6\n"
                               "v_pk_fma_f16 v6, v6, v9, v10\n"
                               "v_pk_add_f16 v7, v7, v6 neg_lo:[0,1]\n"
                               "s_sub_u32 s7, s7, 1\n"
                               "s_cmp_lg_u32 s7, 0\n"
                               "s_cbranch_scc1 loop\n"
                               "v_lshlrev_b32 v0, 4, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b128 v0, v[4:7], s[4:5]\n"
                               "s_endpgm\n";
    (void)state;
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++) {
        struct fixture f;
        uint32_t want[64 * 4];
        if (!use_level(cpus[i]))
            continue;
        open_kernel(&f, text, IDS_X, 64 * 4);
        host_cpu = NULL;
        assert_int_equal(launch(&f, SHOAL_ENGINE_INTERP, grid, grid, 1, NULL), SHOAL_OK);
        memcpy(want, f.host, sizeof want);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        assert_memory_equal(f.host, want, sizeof want);
        shoal_device_destroy(f.device);
    }
}

/* 128 words of LDS, turn j = 1 to 63: item t writes j to word t; if (t + j) & 3, t + 1000 j to word
 * t ^ j; then a = 3 a + word (t ^ 7 j) & 31 | t & 96 + word 2 (t & 31) + (j & 1) + (t & 96), with a
 * barrier after each. out[item] = a. t & 1 is added and taken away again, so that nothing is known
 * of how addresses grow. */
static const char exchange_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                    "v_lshlrev_b32 v1, 2, v0\n"
                                    "v_and_b32 v2, 1, v0\n"
                                    "v_mov_b32 v3, 0\n"
                                    "s_mov_b32 s8, 1\n"
                                    "v_and_b32 v11, 31, v0\n"
                                    "v_and_b32 v12, 0x60, v0\n"
                                    "loop:\n"
                                    "v_mov_b32 v4, s8\n"
                                    "ds_store_b32 v1, v4\n"
                                    "s_waitcnt lgkmcnt(0)\n"
                                    "s_barrier\n"
                                    "v_xor_b32 v4, s8, v0\n"
                                    "v_add_nc_u32 v4, v4, v2\n"
                                    "v_sub_nc_u32 v4, v4, v2\n"
                                    "v_lshlrev_b32 v4, 2, v4\n"
                                    "s_mul_i32 s9, s8, 1000\n"
                                    "v_add_nc_u32 v5, s9, v0\n"
                                    "v_add_nc_u32 v6, s8, v0\n"
                                    "v_and_b32 v6, 3, v6\n"
                                    "s_mov_b32 s10, exec_lo\n"
                                    "v_cmpx_ne_u32 0, v6\n"
                                    "ds_store_b32 v4, v5\n"
                                    "s_mov_b32 exec_lo, s10\n"
                                    "s_waitcnt lgkmcnt(0)\n"
                                    "s_barrier\n"
                                    "s_mul_i32 s9, s8, 7\n"
                                    "v_xor_b32 v7, s9, v0\n"
                                    "v_and_b32 v7, 31, v7\n"
                                    "v_or_b32 v7, v7, v12\n"
                                    "v_add_nc_u32 v7, v7, v2\n"
                                    "v_sub_nc_u32 v7, v7, v2\n"
                                    "v_lshlrev_b32 v7, 2, v7\n"
                                    "ds_load_b32 v8, v7\n"
                                    "s_and_b32 s9, s8, 1\n"
                                    "v_lshl_add_u32 v9, v11, 1, v12\n"
                                    "v_add3_u32 v9, v9, s9, v2\n"
                                    "v_sub_nc_u32 v9, v9, v2\n"
                                    "v_lshlrev_b32 v9, 2, v9\n"
                                    "ds_load_b32 v10, v9\n"
                                    "s_waitcnt lgkmcnt(0)\n"
                                    "v_mul_lo_u32 v3, v3, 3\n"
                                    "v_add3_u32 v3, v3, v8, v10\n"
                                    "s_barrier\n"
                                    "s_add_u32 s8, s8, 1\n"
                                    "s_cmp_lg_u32 s8, 64\n"
                                    "s_cbranch_scc1 loop\n"
                                    "s_lshl_b32 s9, s2, 9\n"
                                    "v_add_nc_u32 v1, s9, v1\n"
                                    "global_store_b32 v1, v3, s[6:7]\n"
                                    "s_endpgm\n";

static uint32_t exchange_word(uint32_t word, uint32_t turn)
{
    if (word >= 128)
        return 0;
    uint32_t from = word ^ turn;
    return (from + turn) & 3 ? from + 1000 * turn : turn;
}

static uint32_t exchange_sum(uint32_t item)
{
    uint32_t sum = 0;
    for (uint32_t turn = 1; turn < 64; turn++)
        sum = 3 * sum + exchange_word(((item ^ 7 * turn) & 31) | (item & 96), turn) +
              exchange_word(2 * (item & 31) + (turn & 1) + (item & 96), turn);
    return sum;
}

static void lanes_exchange_words_of_lds(void **state)
{
    (void)state;
    static const char *const cpus[] = {"sse2", "avx2", NULL};
    enum { GROUPS = 20, ITEMS = 128 };
    static const uint32_t grid[3] = {GROUPS * ITEMS, 1, 1}, block[3] = {ITEMS, 1, 1};
    for (unsigned k = 0; k < sizeof cpus / sizeof *cpus; k++) {
        struct fixture f;
        shoal_launch_stats jit, interp;
        if (!use_level(cpus[k]))
            continue;
        open_kernel(&f, exchange_text, IDS_X, GROUPS * ITEMS);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, block, 2, &jit), SHOAL_OK);
        for (uint32_t i = 0; i < GROUPS * ITEMS; i++)
            assert_int_equal(f.host[i], exchange_sum(i % ITEMS));
        assert_int_equal(launch(&f, SHOAL_ENGINE_INTERP, grid, block, 2, &interp), SHOAL_OK);
        same_counts(&jit, &interp);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

/* Word t is 0x9e3779b1 t; word 32 + t: byte 2 + (13 t & 31) of these. What is gathered is the
 * dwords around the bytes; the one around lane 0's byte begins below the address that its offset of
 * 0 is added to. */
static const char bytes_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "v_lshlrev_b32 v1, 2, v0\n"
                                 "v_mul_lo_u32 v2, 0x9e3779b1, v0\n"
                                 "v_mul_u32_u24 v3, 13, v0\n"
                                 "v_and_b32 v3, 31, v3\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "global_store_b32 v1, v2, s[6:7]\n"
                                 "s_waitcnt_vscnt null, 0x0\n"
                                 "global_load_u8 v4, v3, s[6:7] offset:2\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "global_store_b32 v1, v4, s[6:7] offset:128\n"
                                 "s_endpgm\n";

static void bytes_are_gathered_from_odd_places(void **state)
{
    (void)state;
    static const char *const cpus[] = {"avx2", NULL};
    static const uint32_t grid[3] = {32, 1, 1};
    for (unsigned k = 0; k < sizeof cpus / sizeof *cpus; k++) {
        struct fixture f;
        if (!use_level(cpus[k]))
            continue;
        open_kernel(&f, bytes_text, IDS_X, 64);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        for (uint32_t t = 0; t < 32; t++) {
            uint32_t at = 2 + (13 * t & 31),
                     word = at / 4 < 32 ? UINT32_C(0x9e3779b1) * (at / 4) : 0;
            assert_int_equal(f.host[32 + t], word >> at % 4 * 8 & 0xff);
        }
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

/* Word 512 + t says where lane t begins. Three times: it goes on by an element for 3 + t % 8
 * iterations, a = 2 a + this element + a later one, where another lane may end sooner; then a
 * becomes word t, which lanes read in the next turn. The last lanes end where the allocation does,
 * or, of bytes and words, 16 bytes before that. */
enum { FORWARD_WORDS = 1 << 14 };
#define FORWARD_BEGIN(lengths, start)                                                              \
    "s_load_b64 s[6:7], s[0:1], null\n"                                                            \
    "v_lshlrev_b32 v1, 2, v0\n" lengths "v_mov_b32 v3, 0\n"                                        \
    "s_mov_b32 s8, 0\n"                                                                            \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "global_load_b32 v10, v1, s[6:7] offset:2048\n"                                                \
    "s_waitcnt vmcnt(0)\n"                                                                         \
    "outer:\n" start "v_mov_b32 v7, 0\n"                                                           \
    "s_mov_b32 s9, exec_lo\n"
#define FORWARD_END                                                                                \
    "global_store_b32 v1, v3, s[6:7]\n"                                                            \
    "s_waitcnt_vscnt null, 0x0\n"                                                                  \
    "s_add_u32 s8, s8, 1\n"                                                                        \
    "s_cmp_lg_u32 s8, 3\n"                                                                         \
    "s_cbranch_scc1 outer\n"                                                                       \
    "s_endpgm\n"

#define FORWARD(lengths, start, loads, step)                                                       \
    FORWARD_BEGIN(lengths, start)                                                                  \
    "inner:\n" loads "s_waitcnt vmcnt(0)\n"                                                        \
    "v_lshl_add_u32 v3, v3, 1, v8\n"                                                               \
    "v_add_nc_u32 v3, v3, v9\n" step "v_add_nc_u32 v7, 1, v7\n"                                    \
    "v_cmpx_le_u32 v7, v6\n"                                                                       \
    "s_cbranch_execnz inner\n"                                                                     \
    "s_mov_b32 exec_lo, s9\n" FORWARD_END

/* The loop is entered behind its first block, and the second element is 0 where a lane's last one
 * is: fewer lanes load it. Registers of sums are kept where lanes have left. */
#define FORWARD_FROM_BEHIND(lengths, start, first, second, step)                                   \
    FORWARD_BEGIN(lengths, start)                                                                  \
    "v_mov_b32 v14, 0\nv_mov_b32 v15, 0\n"                                                         \
    "s_branch inner\n"                                                                             \
    "next:\n" step "v_add_nc_u32 v7, 1, v7\n"                                                      \
    "v_cmpx_le_u32 v7, v6\n"                                                                       \
    "s_cbranch_execz done\n"                                                                       \
    "inner:\n" first "v_mov_b32 v9, 0\n"                                                           \
    "s_mov_b32 s12, exec_lo\n"                                                                     \
    "v_cmpx_ne_u32 v7, v6\n"                                                                       \
    "s_cbranch_execz less\n" second "less:\n"                                                      \
    "s_mov_b32 exec_lo, s12\n"                                                                     \
    "s_waitcnt vmcnt(0)\n"                                                                         \
    "v_lshl_add_u32 v3, v3, 1, v8\n"                                                               \
    "v_add_nc_u32 v3, v3, v9\n"                                                                    \
    "s_branch next\n"                                                                              \
    "done:\n"                                                                                      \
    "s_mov_b32 exec_lo, s9\n"                                                                      \
    "v_xor_b32 v14, v14, v15\nv_and_b32 v14, 0, v14\nv_add_nc_u32 v3, v3, v14\n" FORWARD_END

#define LONG     "v_and_b32 v6, 7, v0\nv_add_nc_u32 v6, 2, v6\n"
#define SHORT    "v_and_b32 v6, 1, v0\n"
#define POINTERS "v_add_co_u32 v4, vcc_lo, s6, v10\nv_add_co_ci_u32 v5, null, s7, 0, vcc_lo\n"
#define OFFSETS  "v_mov_b32 v4, v10\n"
#define POINTERS_STEP(by)                                                                          \
    "v_add_co_u32 v4, vcc_lo, v4, " by "\nv_add_co_ci_u32 v5, null, 0, v5, vcc_lo\n"
#define TWO(load, at, second)                                                                      \
    load " v8, v[" at "], off\n" load " v9, v[" at "], off offset:" second "\n"
/* Pointers stay, and a scalar is added to them. */
#define STAYING POINTERS "s_mov_b64 s[10:11], 0\n"
/* The same in all turns: the pointers come into the inner loop from the outer one. */
#define STAYING_LONG                                                                               \
    "s_cmp_lg_u32 s8, 0\ns_cbranch_scc1 again\n" POINTERS "again:\ns_mov_b64 s[10:11], 0\n"
#define SUM          "v_add_co_u32 v14, vcc_lo, v4, s10\nv_add_co_ci_u32 v15, null, s11, v5, vcc_lo\n"
#define SUM_STEP(by) "s_add_u32 s10, s10, " by "\ns_addc_u32 s11, s11, 0\n"
#define QUAD                                                                                       \
    "global_load_b128 v[11:14], v[4:5], off\ns_waitcnt vmcnt(0)\nv_mov_b32 v8, v11\n"              \
    "v_mov_b32 v9, v14\n"

enum {
    IS_SIGNED = 1,
    COPIES = 2,   /* the second word becomes the first one plus 1 before it is read */
    IS_SHORT = 4, /* 1 + t % 2 iterations instead of 3 + t % 8 */
    IS_TWICE = 8, /* lanes 16 to 31 are where lanes 0 to 15 are */
    IS_LESS = 16, /* the last iteration's second element counts as 0 */
};

static const struct {
    const char *text;
    uint32_t step, second; /* bytes */
    uint8_t bytes, is;     /* of an element; IS_SIGNED, ... */
} forward_kernels[] = {
    {FORWARD(LONG, POINTERS, TWO("global_load_b32", "4:5", "4"), POINTERS_STEP("4")), 4, 4, 4, 0},
    {FORWARD(SHORT, POINTERS, TWO("global_load_b32", "4:5", "4"), POINTERS_STEP("4")), 4, 4, 4,
     IS_SHORT},
    {FORWARD(SHORT, POINTERS, "global_load_b64 v[8:9], v[4:5], off\n", POINTERS_STEP("4")), 4, 4, 4,
     IS_SHORT},
    {FORWARD(LONG, OFFSETS,
             "global_load_b32 v8, v4, s[6:7]\nglobal_load_b32 v9, v4, s[6:7] offset:4\n",
             "v_add_nc_u32 v4, 4, v4\n"),
     4, 4, 4, 0},
    {FORWARD(LONG, POINTERS, "global_load_b64 v[8:9], v[4:5], off\n", POINTERS_STEP("8")), 8, 4, 4,
     0},
    {FORWARD(LONG, POINTERS, QUAD, POINTERS_STEP("4")), 4, 12, 4, 0},
    {FORWARD(LONG, POINTERS,
             "global_load_b32 v8, v[4:5], off\ns_waitcnt vmcnt(0)\nv_add_nc_u32 v9, 1, v8\n"
             "global_store_b32 v[4:5], v9, off offset:4\n",
             POINTERS_STEP("4")),
     4, 4, 4, COPIES},
    {FORWARD(LONG, POINTERS, QUAD, POINTERS_STEP("4")), 4, 12, 4, IS_TWICE},
    {FORWARD(LONG, POINTERS, TWO("global_load_u8", "4:5", "1"), POINTERS_STEP("1")), 1, 1, 1, 0},
    {FORWARD(LONG, POINTERS, TWO("global_load_i8", "4:5", "14"), POINTERS_STEP("3")), 3, 14, 1,
     IS_SIGNED},
    {FORWARD(LONG, POINTERS, TWO("global_load_u16", "4:5", "2"), POINTERS_STEP("2")), 2, 2, 2, 0},
    {FORWARD(LONG, OFFSETS,
             "global_load_i16 v8, v4, s[6:7]\nglobal_load_i16 v9, v4, s[6:7] offset:5\n",
             "v_add_nc_u32 v4, 1, v4\n"),
     1, 5, 2, IS_SIGNED},
    {FORWARD(LONG, STAYING, SUM TWO("global_load_u8", "14:15", "2"), SUM_STEP("1")), 1, 2, 1, 0},
    {FORWARD(LONG, STAYING, SUM TWO("global_load_b32", "14:15", "4"), SUM_STEP("4")), 4, 4, 4, 0},
    {FORWARD(LONG, STAYING, SUM TWO("global_load_b32", "14:15", "4"), SUM_STEP("0x400")), 1024, 4,
     4, 0},
    {FORWARD(LONG, STAYING, SUM TWO("global_load_u16", "14:15", "40"), SUM_STEP("30")), 30, 40, 2,
     0},
    {FORWARD(SHORT, STAYING, SUM TWO("global_load_b32", "14:15", "4"), SUM_STEP("4")), 4, 4, 4,
     IS_SHORT},
    {FORWARD_FROM_BEHIND(LONG, STAYING, SUM "global_load_u8 v8, v[14:15], off\n",
                         "global_load_u8 v9, v[14:15], off offset:3\n", SUM_STEP("1")),
     1, 3, 1, IS_LESS},
    {FORWARD_FROM_BEHIND(LONG, STAYING, SUM "global_load_b32 v8, v[14:15], off\n",
                         "global_load_b32 v9, v[14:15], off offset:4\n", SUM_STEP("4")),
     4, 4, 4, IS_LESS},
    {FORWARD_FROM_BEHIND(SHORT, STAYING, SUM "global_load_b32 v8, v[14:15], off\n",
                         "global_load_b32 v9, v[14:15], off offset:4\n", SUM_STEP("4")),
     4, 4, 4, IS_SHORT | IS_LESS},
    {FORWARD_FROM_BEHIND(SHORT, STAYING_LONG, SUM "global_load_b32 v8, v[14:15], off\n",
                         "global_load_b32 v9, v[14:15], off offset:4\n", SUM_STEP("4")),
     4, 4, 4, IS_SHORT | IS_LESS},
};

static uint32_t forward_iterations(unsigned k, uint32_t t)
{
    return forward_kernels[k].is & IS_SHORT ? 1 + t % 2 : 3 + t % 8;
}

static uint32_t forward_element(const uint32_t *word, unsigned k, uint32_t at)
{
    uint32_t v = 0, above = 32 - 8 * forward_kernels[k].bytes;
    memcpy(&v, (const char *)word + at, forward_kernels[k].bytes);
    return forward_kernels[k].is & IS_SIGNED ? (uint32_t)((int32_t)(v << above) >> above) : v;
}

static void forward_expected(uint32_t *word, unsigned k)
{
    uint32_t sum[32] = {0}, second = forward_kernels[k].second;
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned t = 0; t < 32; t++) {
            uint32_t at = word[512 + t];
            for (unsigned i = 0; i < forward_iterations(k, t); i++, at += forward_kernels[k].step) {
                if (forward_kernels[k].is & COPIES)
                    word[at / 4 + 1] = word[at / 4] + 1;
                sum[t] = 2 * sum[t] + forward_element(word, k, at);
                if (!(forward_kernels[k].is & IS_LESS) || i + 1 < forward_iterations(k, t))
                    sum[t] += forward_element(word, k, at + second);
            }
        }
        memcpy(word, sum, sizeof sum);
    }
}

/* Where lane t begins: 80 bytes behind the one before it, mostly. */
static uint32_t forward_start(unsigned k, uint32_t t)
{
    uint32_t odd = forward_kernels[k].bytes == 4 ? 0 : t % 4 / forward_kernels[k].bytes;
    odd *= forward_kernels[k].bytes;
    if (t < 8 && !(forward_kernels[k].is & COPIES))
        return 20 * t + odd;
    if (t < 28)
        return 4 * (1016 - 300) + 80 * t + odd;
    uint32_t left = forward_kernels[k].bytes < 4 && !(forward_kernels[k].is & IS_SIGNED) ? 16 : 0;
    return 4 * FORWARD_WORDS - (2 + t % 8) * forward_kernels[k].step - forward_kernels[k].second -
           forward_kernels[k].bytes - 80 * (31 - t) - left;
}

static void lanes_go_forward(void **state)
{
    (void)state;
    static const char *const cpus[] = {"avx2", NULL};
    static const uint32_t grid[3] = {32, 1, 1};
    for (unsigned n = 0; n < 2 * sizeof forward_kernels / sizeof *forward_kernels; n++) {
        struct fixture f;
        static uint32_t want[FORWARD_WORDS];
        unsigned k = n / 2;
        if (!use_level(cpus[n % 2]))
            continue;
        open_kernel(&f, forward_kernels[k].text, IDS_X, FORWARD_WORDS);
        for (uint32_t i = 0; i < FORWARD_WORDS; i++)
            want[i] = UINT32_C(0x9e3779b1) * i;
        for (uint32_t t = 0; t < 32; t++)
            want[512 + t] = forward_kernels[k].is & IS_TWICE && t >= 16 ? want[512 + t - 16]
                                                                        : forward_start(k, t);
        memcpy(f.host, want, sizeof want);
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL), SHOAL_OK);
        forward_expected(want, k);
        for (uint32_t i = 0; i < FORWARD_WORDS; i++)
            assert_int_equal(f.host[i], want[i]);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

/* Addresses that scalars are: what is looked at before of the one says nothing of the other. Word
 * 128 + i = word 0 + 256 * word 64 + 65536 * byte 128; word 192 = 7. A load from one place, where
 * each 16 lanes are looked at, is behind a store to one place of all. */
static const char places_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s2, s2, 6\n"
                                  "v_bfe_u32 v1, v0, 10, 10\n"
                                  "v_and_b32 v11, 0, v1\n"
                                  "v_and_b32 v0, 0x3ff, v0\n"
                                  "v_lshl_add_u32 v0, v1, 4, v0\n"
                                  "v_add_lshl_u32 v1, s2, v0, 2\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_add_u32 s8, s6, 256\n"
                                  "s_addc_u32 s9, s7, 0\n"
                                  "v_mov_b32 v2, s6\n"
                                  "v_mov_b32 v3, s7\n"
                                  "v_mov_b32 v4, s8\n"
                                  "v_mov_b32 v5, s9\n"
                                  "v_mov_b32 v8, 0\n"
                                  "v_mov_b32 v10, 7\n"
                                  "global_store_b32 v8, v10, s[6:7] offset:768\n"
                                  "global_load_b32 v6, v[2:3], off\n"
                                  "global_load_b32 v7, v[4:5], off\n"
                                  "global_load_u8 v9, v11, s[6:7] offset:128\n"
                                  "s_waitcnt vmcnt(0)\n"
                                  "v_lshl_add_u32 v6, v7, 8, v6\n"
                                  "v_lshl_add_u32 v6, v9, 16, v6\n"
                                  "global_store_b32 v1, v6, s[6:7] offset:1024\n"
                                  "s_endpgm\n";

static void scalars_are_places(void **state)
{
    (void)state;
    enum { PLACE_ITEMS = 64 * 64 };
    static const char *const cpus[] = {"sse2", "avx2", NULL};
    static const uint32_t grid[3] = {PLACE_ITEMS / 4, 4, 1}, block[3] = {16, 4, 1};
    for (unsigned n = 0; n < sizeof cpus / sizeof *cpus; n++) {
        struct fixture f;
        if (!use_level(cpus[n]))
            continue;
        open_kernel(&f, places_text, IDS_XYZ, 256 + PLACE_ITEMS);
        f.host[0] = 0x12, f.host[64] = 0x34, f.host[32] = 0x56;
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        assert_int_equal(f.host[192], 7);
        for (uint32_t i = 0; i < PLACE_ITEMS; i++)
            assert_int_equal(f.host[256 + i], 0x563412);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

/* A loop over the lanes of a mask, as LLVM makes it of an atomic at one place: s8 = the sum, s9 the
 * greatest, s10 the least (signed), s11 all bits of the lanes' words; s12, s13: what the last lane
 * leaves. */
static const char sweep_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "v_lshlrev_b32 v1, 2, v0\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "global_load_b32 v2, v1, s[6:7]\n"
                                 "s_mov_b32 s8, 1000\n"
                                 "s_mov_b32 s9, 0\n"
                                 "s_mov_b32 s10, 0x7fffffff\n"
                                 "s_mov_b32 s11, 0\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_and_b32 v3, 1, v2\n"
                                 "v_cmp_ne_u32 vcc_lo, 0, v3\n"
                                 "s_mov_b32 s4, vcc_lo\n"
                                 "again:\n"
                                 "s_ctz_i32_b32 s12, s4\n"
                                 "v_readlane_b32 s13, v2, s12\n"
                                 "s_lshl_b32 s12, 1, s12\n"
                                 "s_add_i32 s8, s8, s13\n"
                                 "s_max_u32 s9, s9, s13\n"
                                 "s_min_i32 s10, s10, s13\n"
                                 "s_or_b32 s11, s11, s13\n"
                                 "s_and_not1_b32 s4, s4, s12\n"
                                 "s_cbranch_scc1 again\n"
                                 "v_mov_b32 v4, 0\n"
                                 ".irp n, 8, 9, 10, 11, 12, 13\n"
                                 "v_mov_b32 v5, s\\n\n"
                                 "global_store_b32 v4, v5, s[6:7] offset:4*\\n+128\n"
                                 ".endr\n"
                                 "s_endpgm\n";

static void lanes_are_added_up_at_once(void **state)
{
    static const uint32_t grid[3] = {32, 1, 1};
    static const char *const cpus[] = {"avx2", NULL};
    (void)state;
    for (unsigned n = 0; n < 32; n++) {
        struct fixture f;
        uint32_t in[32], want[6] = {1000, 0, INT32_MAX, 0, 0, 0};
        if (!use_level(cpus[n % 2]))
            continue;
        open_kernel(&f, sweep_text, IDS_X, 64);
        for (uint32_t i = 0; i < 32; i++) {
            in[i] = UINT32_C(0x9e3779b1) * (i + 32 * n + 1) >> (n & 3);
            bool is_in = n < 2 || i == n || (n > 8 && in[i] >> 7 & 1); /* all, one, some */
            in[i] = (in[i] & ~1U) | is_in;
            if (!is_in)
                continue;
            want[0] += in[i];
            want[1] = in[i] > want[1] ? in[i] : want[1];
            want[2] = (int32_t)in[i] < (int32_t)want[2] ? in[i] : want[2];
            want[3] |= in[i];
            want[4] = 1U << i;
            want[5] = in[i];
        }
        memcpy(f.host, in, sizeof in);
        shoal_launch_stats stats[2];
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_INTERP, grid, grid, 1, &stats[0]), SHOAL_OK);
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, grid, 1, &stats[1]), SHOAL_OK);
        same_counts(&stats[0], &stats[1]);
        for (uint32_t i = 0; i < 6; i++)
            assert_int_equal(f.host[40 + i], want[i]);
        shoal_device_destroy(f.device);
    }
    host_cpu = NULL;
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nan_at_the_end_of_a_block),
        cmocka_unit_test(loads_of_a_tile_and_what_uses_them),
        cmocka_unit_test(lanes_of_both_ways_are_kept),
        cmocka_unit_test(bits_of_two_registers_are_merged),
        cmocka_unit_test(halves_are_rounded_once),
        cmocka_unit_test(chains_of_halves),
        cmocka_unit_test(spilled_scalars_come_back),
        cmocka_unit_test(scalars_are_others),
        cmocka_unit_test(lanes_come_back),
        cmocka_unit_test(slots_join),
        cmocka_unit_test(lanes_exchange_words_of_lds),
        cmocka_unit_test(bytes_are_gathered_from_odd_places),
        cmocka_unit_test(lanes_go_forward),
        cmocka_unit_test(scalars_are_places),
        cmocka_unit_test(lanes_are_added_up_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
