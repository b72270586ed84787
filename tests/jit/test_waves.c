/* test_waves.c: waves that compiled code begins by itself, many in one call: what they begin with,
 * barriers and LDS between them, faults in the middle of them, and what is counted.
 * Expected values: formulas over the work-items' ids; which wave faults is written in the kernel;
 * counts: the interpreter's. */
#include "waves_fixture.h"

/* out[linear work-item of the grid] = s2 | s3 << 8 | s4 << 16, and v0 behind it. The group's size
 * and the number of groups are constants of the text. */
static const char ids_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_mul_i32 s8, s4, 3\n" /* 3 groups in y */
                               "s_add_i32 s8, s8, s3\n"
                               "s_mul_i32 s8, s8, 5\n" /* 5 in x */
                               "s_add_i32 s8, s8, s2\n"
                               "s_mul_i32 s8, s8, 80\n" /* 10 x 4 x 2 items */
                               "v_and_b32 v1, 0x3ff, v0\n"
                               "v_bfe_u32 v2, v0, 10, 10\n"
                               "v_bfe_u32 v3, v0, 20, 10\n"
                               "v_mul_u32_u24 v3, 4, v3\n"
                               "v_add_nc_u32 v2, v2, v3\n"
                               "v_mul_u32_u24 v2, 10, v2\n"
                               "v_add3_u32 v1, v1, v2, s8\n"
                               "v_lshlrev_b32 v1, 3, v1\n"
                               "s_lshl_b32 s3, s3, 8\n"
                               "s_lshl_b32 s4, s4, 16\n"
                               "s_or_b32 s2, s2, s3\n"
                               "s_or_b32 s2, s2, s4\n"
                               "v_mov_b32 v4, s2\n"
                               "v_mov_b32 v5, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b64 v1, v[4:5], s[6:7]\n"
                               "s_endpgm\n";

static void check_ids(const struct fixture *f, const uint32_t grid[3])
{
    for (uint32_t z = 0; z < grid[2]; z++)
        for (uint32_t y = 0; y < grid[1]; y++)
            for (uint32_t x = 0; x < grid[0]; x++) {
                uint32_t group = x / 10 | y / 4 << 8 | z / 2 << 16,
                         item = x % 10 | (y % 4) << 10 | (z % 2) << 20,
                         index = (((z / 2) * 3 + y / 4) * 5 + x / 10) * 80 +
                                 ((z % 2) * 4 + y % 4) * 10 + x % 10;
                assert_int_equal(f->host[2 * index], group);
                assert_int_equal(f->host[2 * index + 1], item);
            }
}

static void check_begin(const char *text)
{
    struct fixture f;
    /* Whole work-groups of two and a half waves, and partial ones at three sides. */
    static const uint32_t block[3] = {10, 4, 2}, grids[2][3] = {{50, 12, 14}, {47, 11, 13}};
    open_kernel(&f, text, IDS_XYZ, 2 * 50 * 12 * 14);
    for (int i = 0; i < 2; i++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            shoal_launch_stats jit, interp;
            assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grids[i], block, threads, &jit),
                             SHOAL_OK);
            assert_int_equal(jit.engine, SHOAL_ENGINE_JIT);
            check_ids(&f, grids[i]);
            assert_int_equal(launch(&f, SHOAL_ENGINE_INTERP, grids[i], block, threads, &interp),
                             SHOAL_OK);
            same_counts(&jit, &interp);
        }
    shoal_device_destroy(f.device);
}

static void waves_begin_with_their_ids(void **state)
{
    (void)state;
    check_begin(ids_text);
}

/* A load from behind the arguments, of which nobody knows that it gives the same for all waves. */
static void loads_of_no_argument_stay_in_the_waves(void **state)
{
    (void)state;
    char text[4096];
    snprintf(text, sizeof text, "s_load_b32 s9, s[0:1], 0x%x\n%s", BEHIND_ARGUMENTS, ids_text);
    check_begin(text);
}

/* Each wave adds its number + 1 to the word of LDS behind its own, in a ring, three times with
 * barriers between; out[group] = the sum of all, if LDS was 0 at first. Odd work-groups have an
 * instruction in between that compiled code leaves to the interpreter. */
static const char ring_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                "v_lshrrev_b32 v1, 5, v0\n"
                                "v_add_nc_u32 v2, 1, v1\n" /* wave + 1 */
                                "v_and_b32 v3, 3, v2\n"
                                "v_lshlrev_b32 v3, 2, v3\n"
                                "v_lshlrev_b32 v4, 2, v1\n"
                                "s_mov_b32 s8, 3\n"
                                "s_mov_b32 exec_lo, 1\n"
                                "loop:\n"
                                "ds_load_b32 v5, v3\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "v_add_nc_u32 v5, v5, v2\n"
                                "ds_store_b32 v3, v5\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "s_barrier\n"
                                "s_bitcmp0_b32 s2, 0\n"
                                "s_cbranch_scc1 even\n"
                                "v_add_nc_u32_dpp v6, v6, v6 row_shr:1 row_mask:0xf bank_mask:0xf\n"
                                "even:\n"
                                "s_sub_u32 s8, s8, 1\n"
                                "s_cmp_lg_u32 s8, 0\n"
                                "s_cbranch_scc1 loop\n"
                                "v_mov_b32 v7, 0\n"
                                "ds_load_b128 v[8:11], v7\n"
                                "s_waitcnt lgkmcnt(0)\n"
                                "v_add3_u32 v8, v8, v9, v10\n"
                                "v_add_nc_u32 v8, v8, v11\n"
                                "s_lshl_b32 s9, s2, 2\n"
                                "v_mov_b32 v9, s9\n"
                                "s_barrier\n"
                                "global_store_b32 v9, v8, s[6:7]\n"
                                "s_endpgm\n";

static void barriers_and_lds(void **state)
{
    (void)state;
    struct fixture f;
    enum { GROUPS = 300 };
    static const uint32_t grid[3] = {GROUPS * 128, 1, 1}, block[3] = {128, 1, 1};
    open_kernel(&f, ring_text, IDS_XYZ, GROUPS);
    shoal_launch_stats jit, interp;
    assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, block, 2, &jit), SHOAL_OK);
    for (uint32_t g = 0; g < GROUPS; g++)
        assert_int_equal(f.host[g], 3 * (1 + 2 + 3 + 4));
    assert_int_equal(launch(&f, SHOAL_ENGINE_INTERP, grid, block, 2, &interp), SHOAL_OK);
    same_counts(&jit, &interp);
    shoal_device_destroy(f.device);
}

/* ---- atomics of LDS ---- */

/* Lanes meet at 16 cells of 8 bytes, which begin with 5 - cell. FIRST and SECOND have the operands
 * A, lane 7 has B. out[lane]: what the second returned, and the cell of the lane's number. */
static const char atomics_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_lshlrev_b32 v1, 3, v0\n"
                                   "v_sub_nc_u32 v2, 5, v0\n"
                                   "v_ashrrev_i32 v3, 31, v2\n"
                                   "ds_store_b64 v1, v[2:3]\n"
                                   "v_mul_u32_u24 v3, 7, v0\n"
                                   "v_lshrrev_b32 v2, 2, v0\n"
                                   "v_xor_b32 v3, v3, v2\n"
                                   "v_and_b32 v3, 15, v3\n"
                                   "v_lshlrev_b32 v3, 3, v3\n"
                                   "v_cmp_eq_u32 vcc_lo, 7, v0\n"
                                   "v_mov_b32 v5, B\n"
                                   "v_cndmask_b32 v4, A, v5, vcc_lo\n"
                                   "v_mov_b32 v5, v4\n"
                                   "v_mov_b32 v10, 0\n"
                                   "v_mov_b32 v11, 0\n"
                                   ".if BARRIER\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "s_barrier\n" /* behind which nobody knows the operands */
                                   ".endif\n"
                                   "s_mov_b32 exec_lo, LANES\n"
                                   "FIRST\n"
                                   "SECOND\n"
                                   "s_mov_b32 exec_lo, -1\n"
                                   "ds_load_b64 v[12:13], v1\n"
                                   "v_lshlrev_b32 v1, 4, v0\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "global_store_b128 v1, v[10:13], s[6:7]\n"
                                   "s_endpgm\n";

/* The manual's formulas. */
static uint64_t inc(uint64_t tmp, uint64_t data) { return tmp >= data ? 0 : tmp + 1; }
static uint64_t dec(uint64_t tmp, uint64_t data) { return tmp == 0 || tmp > data ? data : tmp - 1; }
static uint64_t add(uint64_t tmp, uint64_t data) { return tmp + data; }
static uint64_t most(uint64_t tmp, uint64_t data) { return data > tmp ? data : tmp; }

struct lds_atomic {
    const char *name; /* with a place for "_rtn" */
    uint64_t (*function)(uint64_t, uint64_t);
    unsigned dwords;
};

static void expect_atomics(const struct lds_atomic *x, bool returns, const uint32_t data[2],
                           uint32_t lanes, uint32_t out[32][4])
{
    uint64_t cells[32], mask = x->dwords == 2 ? UINT64_MAX : UINT32_MAX;
    for (unsigned l = 0; l < 32; l++)
        cells[l] = (uint64_t)(5 - (int64_t)l);
    memset(out, 0, 32 * sizeof *out);
    for (unsigned n = 0; n < 2; n++)
        for (unsigned l = 0; l < 32; l++) {
            uint64_t *cell = &cells[(l * 7 ^ l >> 2) & 15], before = *cell & mask,
                     d = data[l == 7] * UINT64_C(0x100000001);
            if (!(lanes >> l & 1))
                continue;
            *cell = (*cell & ~mask) | (x->function(before, d & mask) & mask);
            for (unsigned i = 0; i < x->dwords && n && returns; i++)
                out[l][i] = (uint32_t)(before >> 32 * i);
        }
    for (unsigned l = 0; l < 32; l++) {
        out[l][2] = (uint32_t)cells[l];
        out[l][3] = (uint32_t)(cells[l] >> 32);
    }
}

static void check_atomics(const struct lds_atomic *x, bool returns, bool barrier,
                          const uint32_t data[2], uint32_t lanes)
{
    static const uint32_t size[3] = {32, 1, 1};
    char name[32], from[16], op[2][64], text[3072];
    uint32_t want[32][4];
    struct fixture f;
    shoal_launch_stats jit, interp;
    snprintf(name, sizeof name, x->name, returns ? "_rtn" : "");
    snprintf(from, sizeof from, x->dwords == 2 ? "v[4:5]" : "v4");
    for (int i = 0; i < 2; i++)
        snprintf(op[i], sizeof op[i], "%s %s%s v3, %s", name,
                 !returns         ? ""
                 : x->dwords == 2 ? (i ? "v[10:11]" : "v[20:21]")
                                  : (i ? "v10" : "v20"),
                 returns ? "," : "", from);
    const char *first = strstr(atomics_text, "FIRST"), *rest = strstr(first, "s_mov");
    snprintf(text, sizeof text, "A = %d\nB = %d\nLANES = 0x%x\nBARRIER = %d\n%.*s%s\n%s\n%s",
             (int)data[0], (int)data[1], lanes, barrier, (int)(first - atomics_text), atomics_text,
             op[0], op[1], rest);
    open_kernel(&f, text, IDS_XYZ, 128);
    expect_atomics(x, returns, data, lanes, want);
    assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, size, size, 1, &jit), SHOAL_OK);
    assert_memory_equal(f.host, want, sizeof want);
    assert_int_equal(launch(&f, SHOAL_ENGINE_INTERP, size, size, 1, &interp), SHOAL_OK);
    assert_memory_equal(f.host, want, sizeof want);
    same_counts(&jit, &interp);
    shoal_device_destroy(f.device);
}

static void lanes_meet_in_lds(void **state)
{
    (void)state;
    static const struct lds_atomic ops[] = {{"ds_inc%s_u32", inc, 1}, {"ds_dec%s_u32", dec, 1},
                                            {"ds_add%s_u32", add, 1}, {"ds_inc%s_u64", inc, 2},
                                            {"ds_dec%s_u64", dec, 2}, {"ds_max%s_u64", most, 2}};
    static const uint32_t all = UINT32_MAX, data[3][2] = {{all, all}, {3, 3}, {all, 3}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        for (int k = 0; k < 3; k++) {
            check_atomics(&ops[i], k == 1, k != 0, data[k], all);
            check_atomics(&ops[i], k != 1, k != 1, data[k], k == 2 ? 0x0ff7fffe : all);
            check_atomics(&ops[i], true, true, data[k], all);
        }
}

/* Wave 2 of work-group (7, 0, 0) stores outside: lane 5 to an address of its own (FAR), or all
 * lanes in a row, BY bytes further than usual. */
static const char fault_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "v_lshrrev_b32 v1, 5, v0\n"
                                 "v_readfirstlane_b32 s8, v1\n"
                                 "s_lshl_b32 s8, s8, 8\n"
                                 "s_or_b32 s8, s8, s2\n" /* wave << 8 | group */
                                 "v_lshlrev_b32 v2, 2, v0\n"
                                 "v_mov_b32 v3, 0\n"
                                 "s_cmp_lg_u32 s8, 0x207\n"
                                 "s_cbranch_scc1 store\n"
                                 "v_and_b32 v4, 31, v0\n"
                                 ".if FAR\n"
                                 "v_cmp_eq_u32 vcc_lo, 5, v4\n"
                                 "v_cndmask_b32 v3, 0, BY, vcc_lo\n"
                                 ".else\n"
                                 "v_mov_b32 v3, BY\n"
                                 ".endif\n"
                                 "store:\n"
                                 "v_add_nc_u32 v2, v2, v3\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "global_store_b32 v2, v3, s[6:7]\n"
                                 "s_endpgm\n";

static void check_fault(uint32_t rsrc2, bool far, uint32_t by, uint32_t lane)
{
    struct fixture f;
    static const uint32_t grid[3] = {40 * 128, 1, 1}, block[3] = {128, 1, 1};
    char text[2048];
    snprintf(text, sizeof text, "FAR = %d\nBY = %u\n%s", far, by, fault_text);
    open_kernel(&f, text, rsrc2, 1024);
    for (int i = 0; i < 2; i++) {
        shoal_fault r = {0};
        shoal_engine engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
        assert_int_equal(launch(&f, engine, grid, block, 1, NULL), SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.workgroup[0], 7);
        assert_int_equal(r.wave, 2);
        assert_int_equal(r.lane, lane);
        assert_int_equal(r.address, f.out + by + 4 * (64 + lane));
        assert_int_equal(r.access_bytes, 4);
        assert_non_null(strstr(r.instruction, "global_store_b32"));
    }
    shoal_device_destroy(f.device);
}

/* Loads from where no memory is. What they load is read only where the next access leaves compiled
 * code, or on a way that the wave does not take. */
static void loads_without_use_fault(void **state)
{
    static const char *const loads[] = {"s_load_b32 s19, s[6:7], 0x10f",
                                        "global_load_b32 v4, v3, s[6:7]"};
    static const char *const reads[] = {"scratch_load_b128 v[8:11], off, off offset:24\n"
                                        "s_waitcnt vmcnt(0) lgkmcnt(0)\n",
                                        "s_cmp_lg_u32 s2, 0\n"
                                        "s_cbranch_scc0 end\n"
                                        "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                                        "v_add_nc_u32 v4, s19, v4\n"
                                        "global_store_b32 v3, v4, s[8:9]\n"
                                        "end:\n"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        static const uint32_t block[3] = {32, 1, 1};
        char text[512], message[2][sizeof((shoal_fault *)NULL)->message];
        snprintf(text, sizeof text,
                 "s_load_b64 s[8:9], s[0:1], null\n"
                 "v_lshlrev_b32 v3, 2, v0\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_add_u32 s6, s8, 0x40000000\n" /* 1 GiB behind the buffer */
                 "s_addc_u32 s7, s9, 0\n"
                 "%s\n%s"
                 "s_endpgm\n",
                 loads[i % 2], reads[i / 2]);
        struct fixture f;
        open_kernel(&f, text, IDS_X, 1024);
        for (unsigned k = 0; k < 2; k++) {
            shoal_fault r = {0};
            assert_int_equal(
                launch(&f, k ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, block, block, 1, NULL),
                SHOAL_E_FAULT);
            assert_true(shoal_last_fault(f.device, &r));
            snprintf(message[k], sizeof message[k], "%s", r.message);
        }
        assert_string_equal(message[0], message[1]);
        shoal_device_destroy(f.device);
    }
}

static void faults_name_the_wave(void **state)
{
    (void)state;
    check_fault(IDS_XYZ, true, 0x100000, 5);
    check_fault(IDS_XYZ, false, 0x100000, 0);
    for (uint32_t lane = 3; lane < 32; lane += 17) { /* the first one behind the allocation */
        check_fault(IDS_XYZ, false, 4096 - 4 * (64 + lane), lane); /* rows of 16 lanes */
        check_fault(IDS_X, false, 4096 - 4 * (64 + lane), lane);   /* of 32 */
    }
}

/* Loads from base + (x + y * PITCH + BY) * STRIDE << SHIFT, the factor sign-extended. */
static const char outside_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_and_b32 v1, 0x3ff, v0\n"
                                   "v_bfe_u32 v2, v0, 10, 10\n"
                                   "v_mul_lo_u32 v2, v2, PITCH\n"
                                   "v_add_nc_u32 v1, v1, v2\n"
                                   "s_mov_b32 s5, BY\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   ".if STRIDE > 1\n"
                                   "v_mul_lo_u32 v1, v1, STRIDE\n"
                                   ".endif\n"
                                   "v_add_nc_u32 v1, s5, v1\n"
                                   "v_ashrrev_i32 v2, 31, v1\n"
                                   "v_lshlrev_b64 v[1:2], SHIFT, v[1:2]\n"
                                   "v_add_co_u32 v1, vcc_lo, s6, v1\n"
                                   "v_add_co_ci_u32 v2, vcc_lo, s7, v2, vcc_lo\n"
                                   "global_load_b32 v3, v[1:2], off offset:8\n"
                                   "s_waitcnt vmcnt(0)\n"
                                   "s_endpgm\n";

/* Both engines name the first lane that is outside, and say the same of it. `from`: of the base, in
 * bytes from the allocation, or if `is_end`, from the end of the window. */
static void check_outside(int32_t by, int32_t pitch, unsigned stride, unsigned shift, int64_t from,
                          bool is_end, unsigned width)
{
    struct fixture f;
    char text[2048], message[2][sizeof((shoal_fault *)NULL)->message];
    uint64_t window, window_bytes;
    snprintf(text, sizeof text, "BY = %d\nPITCH = %d\nSTRIDE = %u\nSHIFT = %u\n%s", by, pitch,
             stride, shift, outside_text);
    open_kernel(&f, text, IDS_XYZ, 4096);
    shoal_mem_window(f.device, &window, &window_bytes);
    uint64_t base = (is_end ? window + window_bytes : f.out) + (uint64_t)from;
    for (int i = 0; i < 2; i++) {
        shoal_fault r = {0};
        shoal_launch_desc d = shoal_launch_desc_default();
        d.grid[0] = d.block[0] = width;
        d.grid[1] = d.block[1] = 32 / width;
        d.args = &base;
        d.args_size = sizeof base;
        d.engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
        assert_int_equal(shoal_launch(f.device, f.kernel, &d, NULL), SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        uint32_t x = (uint32_t)r.lane % width, y = (uint32_t)r.lane / width;
        uint32_t index = (x + y * (uint32_t)pitch) * stride + (uint32_t)by;
        assert_int_equal(r.address, base + ((uint64_t)(int64_t)(int32_t)index << shift) + 8);
        assert_true(r.address - window >= window_bytes || r.address - f.out >= 4096 * 4);
        memcpy(message[i], r.message, sizeof message[i]);
    }
    assert_string_equal(message[0], message[1]);
    shoal_device_destroy(f.device);
}

static void guards_are_outside(void **state)
{
    (void)state;
    static const int32_t far[] = {-(1 << 20), 1 << 20, -(1 << 29), 1 << 29, 1 << 30, INT32_MAX - 5};
    for (unsigned width = 16; width <= 32; width += 16)
        for (unsigned stride = 1; stride <= 3; stride += 2)
            for (unsigned i = 0; i < sizeof far / sizeof *far; i++) {
                check_outside(far[i], 16, stride, 2, 0, false, width);
                check_outside(far[i], 16, stride, 3, -4096, true, width);
                check_outside(0, far[i], stride, 2, 64, false, 16); /* the second row only */
            }
    check_outside(-20, 16, 1, 2, -16, true, 32);                /* lanes on both sides of the end */
    check_outside(0, 16, 1, 2, -(INT64_C(1) << 40), false, 32); /* further than the guard */
    check_outside(0, 16, 1, 2, INT64_C(1) << 36, true, 32);
}

/* out[i] = i ^ 5 of a launch that writes more than many CPUs' caches hold, in rows of 32 lanes or
 * of 16, at whole lines or not, by dwords or by four of them; GUARDED: up to the item LIMIT. */
static const char stream_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "v_and_b32 v1, 0x3ff, v0\n"
                                  "v_bfe_u32 v2, v0, 10, 10\n"
                                  "v_lshlrev_b32 v2, 4, v2\n"
                                  "v_add_nc_u32 v1, v1, v2\n"
                                  "s_lshl_b32 s2, s2, 8\n"
                                  "v_add_nc_u32 v1, s2, v1\n"
                                  "v_lshlrev_b32 v2, SHIFT, v1\n"
                                  "v_xor_b32 v3, 5, v2\n"
                                  "v_xor_b32 v4, 1, v3\n"
                                  "v_xor_b32 v5, 2, v3\n"
                                  "v_xor_b32 v6, 3, v3\n"
                                  "v_add_lshl_u32 v2, SHIFTED, v2, 2\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "%s"
                                  "%s\n"
                                  "end:\n"
                                  "s_endpgm\n";

struct stream {
    uint32_t shifted, quads, guarded; /* each: whether */
    const uint32_t *block;
};

static void check_stream(struct stream s)
{
    enum { WORDS = 20 << 20 };
    uint32_t items = s.quads ? WORDS / 4 : WORDS, grid[3] = {items / s.block[1], s.block[1], 1};
    uint32_t limit = s.guarded ? items - 300 : items, words = s.quads ? 4 * limit : limit;
    struct fixture f;
    char text[2048], body[1024];
    snprintf(body, sizeof body, stream_text,
             s.guarded ? "v_cmp_gt_u32 vcc_lo, LIMIT, v1\n"
                         "s_and_saveexec_b32 s8, vcc_lo\n"
                         "s_cbranch_execz end\n"
                       : "",
             s.quads ? "global_store_b128 v2, v[3:6], s[6:7]" : "global_store_b32 v2, v3, s[6:7]");
    snprintf(text, sizeof text, "SHIFTED = %u\nSHIFT = %u\nLIMIT = %u\n%s", s.shifted,
             s.quads ? 2 : 0, limit, body);
    open_kernel(&f, text, IDS_XYZ, WORDS + 2);
    assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, s.block, 2, NULL), SHOAL_OK);
    size_t wrong = 0;
    for (uint32_t n = 0; n < words; n++)
        wrong += f.host[n + s.shifted] != (n ^ 5);
    assert_int_equal(wrong, 0);
    assert_int_equal(f.host[words + s.shifted], 0xcccccccc);
    shoal_device_destroy(f.device);
}

static void lines_are_stored_past_the_caches(void **state)
{
    (void)state;
    static const uint32_t blocks[2][3] = {{256, 1, 1}, {16, 16, 1}};
    for (uint32_t n = 0; n < 16; n++)
        check_stream((struct stream){n & 1, n >> 1 & 1, n >> 2 & 1, blocks[n >> 3]});
}

/* Lanes below 20 load in a row, and behind a branch all lanes from there, of which the others are
 * 16 places before: what was tested of some does not hold for all. In even work-groups lane 31
 * does nothing. Each work-group has 64 dwords: 32 ids, then what was loaded. */
static const char wider_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "s_lshl_b32 s9, s2, 8\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "s_add_u32 s6, s6, s9\n"
                                 "s_addc_u32 s7, s7, 0\n"
                                 "v_lshlrev_b32 v2, 2, v0\n"
                                 "global_store_b32 v2, v0, s[6:7]\n"
                                 "v_cmp_gt_u32 vcc_lo, 20, v0\n"
                                 "v_cndmask_b32 v3, 0xffffffc0, 0, vcc_lo\n"
                                 "v_add_nc_u32 v1, v2, v3\n"
                                 "s_waitcnt_vscnt null, 0\n"
                                 "s_and_saveexec_b32 s8, vcc_lo\n"
                                 "global_load_b32 v4, v1, s[6:7]\n"
                                 "s_and_b32 s9, s2, 1\n"
                                 "s_cmp_eq_u32 s9, 0\n"
                                 "s_cbranch_scc1 even\n"
                                 "s_mov_b32 exec_lo, s8\n"
                                 "s_branch both\n"
                                 "even:\n"
                                 "s_and_b32 exec_lo, s8, 0x7fffffff\n"
                                 "both:\n"
                                 "global_load_b32 v5, v1, s[6:7]\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "global_store_b32 v2, v5, s[6:7] offset:128\n"
                                 "s_endpgm\n";

static void tests_of_some_lanes_are_not_of_all(void **state)
{
    (void)state;
    struct fixture f;
    enum { GROUPS = 8 };
    static const uint32_t grid[3] = {GROUPS * 32, 1, 1}, block[3] = {32, 1, 1};
    open_kernel(&f, wider_text, IDS_X, GROUPS * 64);
    assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    for (uint32_t g = 0; g < GROUPS; g++)
        for (uint32_t lane = 0; lane < 32; lane++)
            assert_int_equal(f.host[64 * g + 32 + lane], lane < 20            ? lane
                                                         : g % 2 || lane < 31 ? lane - 16
                                                                              : 0xcccccccc);
    shoal_device_destroy(f.device);
}

/* Twice a product of bytes, of which the second wave of a work-group has only eight lanes: what the
 * others have in A is 0. Stores two of each lane's eight sums. */
static const char product_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                   "v_lshlrev_b32 v1, 4, v0\n"
                                   "s_mov_b32 s8, 2\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "loop:\n"
                                   "v_mov_b32 v16, 0xcccccccc\n"
                                   "v_mov_b32 v17, v16\n"
                                   "v_mov_b32 v18, v16\n"
                                   "v_mov_b32 v19, v16\n"
                                   "global_load_b128 v[20:23], v1, s[6:7]\n"
                                   "s_waitcnt vmcnt(0)\n"
                                   "v_wmma_i32_16x16x16_iu8 v[8:15], v[16:19], v[20:23], v[8:15]\n"
                                   "s_sub_u32 s8, s8, 1\n"
                                   "s_cmp_lg_u32 s8, 0\n"
                                   "s_cbranch_scc1 loop\n"
                                   "v_mov_b32 v3, v8\n"
                                   "v_mov_b32 v4, v15\n"
                                   "v_lshlrev_b32 v2, 3, v0\n"
                                   "s_lshl_b32 s9, s2, 9\n"
                                   "v_add_nc_u32 v2, s9, v2\n"
                                   "global_store_b64 v2, v[3:4], s[6:7] offset:1024\n"
                                   "s_endpgm\n";

static void products_of_waves_that_lack_lanes(void **state)
{
    (void)state;
    struct fixture f;
    enum { GROUPS = 9, SUM = 2 * 16 * 0xcc * 0xcc };
    shoal_launch_stats jit, interp;
    open_kernel(&f, product_text, IDS_X, 256 + GROUPS * 128);
    for (uint32_t items = 40; items <= 64; items += 24) {
        const uint32_t grid[3] = {GROUPS * items, 1, 1}, block[3] = {items, 1, 1};
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(launch(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid, block, 1,
                                    i ? &interp : &jit),
                             SHOAL_OK);
            for (uint32_t g = 0; g < GROUPS; g++)
                for (uint32_t t = 0; t < items; t++) {
                    const uint32_t *sum = f.host + 256 + 128 * g + 2 * t;
                    assert_int_equal(sum[0], SUM);
                    assert_int_equal(sum[1], items == 64 || t < 32 ? SUM : 0);
                }
        }
        same_counts(&jit, &interp);
    }
    shoal_device_destroy(f.device);
}

/* A time limit ends a launch whose waves each do little. */
static void the_time_limit_holds(void **state)
{
    (void)state;
    struct fixture f;
    open_kernel(&f, "s_endpgm\n", IDS_XYZ, 16);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = UINT64_C(1) << 32;
    d.grid[1] = UINT64_C(1) << 20;
    d.block[0] = 32;
    d.engine = SHOAL_ENGINE_JIT;
    d.timeout_seconds = 0.05;
    assert_int_equal(shoal_launch(f.device, f.kernel, &d, NULL), SHOAL_E_TIMEOUT);
    shoal_device_destroy(f.device);
}

/* A division of scalars, as compilers make it of a reciprocal: 1000003 / the second argument, which
 * all waves of a launch compute alike. out[i] = that + i. */
static const char division_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                    "s_load_b64 s[8:9], s[0:1], 8\n"
                                    "s_lshl_b32 s3, s2, 6\n"
                                    "v_add_nc_u32 v0, s3, v0\n"
                                    "v_lshlrev_b32 v2, 2, v0\n"
                                    "s_mov_b32 s14, 1000003\n"
                                    "s_waitcnt lgkmcnt(0)\n"
                                    "v_cvt_f32_u32 v1, s8\n"
                                    "s_sub_i32 s10, 0, s8\n"
                                    "v_rcp_iflag_f32 v1, v1\n"
                                    "v_mul_f32 v1, 0x4f7ffffe, v1\n"
                                    "v_cvt_u32_f32 v1, v1\n"
                                    "v_readfirstlane_b32 s11, v1\n"
                                    "s_mul_i32 s10, s10, s11\n"
                                    "s_mul_hi_u32 s10, s11, s10\n"
                                    "s_add_i32 s11, s11, s10\n"
                                    "s_mul_hi_u32 s11, s14, s11\n"
                                    "s_mul_i32 s12, s11, s8\n"
                                    "s_sub_i32 s12, s14, s12\n"
                                    "s_add_i32 s13, s11, 1\n"
                                    "s_sub_i32 s9, s12, s8\n"
                                    "s_cmp_ge_u32 s12, s8\n"
                                    "s_cselect_b32 s11, s13, s11\n"
                                    "s_cselect_b32 s12, s9, s12\n"
                                    "s_add_i32 s13, s11, 1\n"
                                    "s_cmp_ge_u32 s12, s8\n"
                                    "s_cselect_b32 s11, s13, s11\n"
                                    "v_add_nc_u32 v3, s11, v0\n"
                                    "global_store_b32 v2, v3, s[6:7]\n"
                                    "s_endpgm\n";

/* Several launches of one kernel, with work-groups that are whole and one that is not. */
static void launches_have_divisions_of_their_own(void **state)
{
    static const uint32_t divisors[] = {1, 2, 3, 7, 1000, 999999, 1000003, 4000000000};
    struct fixture f;
    (void)state;
    open_kernel(&f, division_text, IDS_X, 4096);
    for (unsigned i = 0; i < 4 * sizeof divisors / sizeof *divisors; i++) {
        shoal_launch_desc d = shoal_launch_desc_default();
        uint32_t divisor = divisors[i / 4];
        uint64_t args[2] = {f.out, divisor};
        memset(f.host, 0xcc, f.words * 4);
        d.grid[0] = i % 4 == 3 ? 64 : 64 * 20 + (i % 2 ? 33 : 0);
        d.block[0] = 64;
        d.args = args;
        d.args_size = sizeof args;
        d.engine = SHOAL_ENGINE_JIT;
        d.threads = 1 + i / 2 % 2;
        assert_int_equal(shoal_launch(f.device, f.kernel, &d, NULL), SHOAL_OK);
        for (uint32_t k = 0; k < f.words; k++)
            assert_int_equal(f.host[k], k < d.grid[0] ? 1000003 / divisor + k : 0xcccccccc);
    }
    shoal_device_destroy(f.device);
}

/* V_READFIRSTLANE of what active lanes have in common, where lane 0 is not active, no lane is, or
 * lanes have become active in between. */
static void first_lanes_of_what_is_alike(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "s_load_b64 s[8:9], s[0:1], 8\n"
                               "v_lshlrev_b32 v9, 4, v0\n"
                               "v_add_nc_u32 v1, 70, v0\n"
                               "v_mov_b32 v2, v1\n"
                               "v_mov_b32 v3, v1\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "s_add_i32 s8, s8, 5\n"
                               "s_mov_b32 exec_lo, 0x30\n"
                               "v_mov_b32 v1, s8\n"
                               "v_readfirstlane_b32 s10, v1\n"
                               "s_mov_b32 exec_lo, 0\n"
                               "v_add_nc_u32 v2, 3, s8\n"
                               "v_readfirstlane_b32 s11, v2\n"
                               "s_mov_b32 exec_lo, 0x30\n"
                               "v_mov_b32 v3, s8\n"
                               "s_mov_b32 exec_lo, 0x38\n"
                               "v_readfirstlane_b32 s12, v3\n"
                               "s_mov_b32 exec_lo, -1\n"
                               "v_readfirstlane_b32 s13, v3\n"
                               "v_mov_b32 v4, s10\n"
                               "v_mov_b32 v5, s11\n"
                               "v_mov_b32 v6, s12\n"
                               "v_mov_b32 v7, s13\n"
                               "global_store_b128 v9, v[4:7], s[6:7]\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {64, 1, 1};
    struct fixture f;
    (void)state;
    open_kernel(&f, text, IDS_X, 4 * 64);
    for (unsigned engine = 0; engine < 2; engine++) {
        assert_int_equal(
            launch(&f, engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, grid, 1, NULL),
            SHOAL_OK);
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t first = i / 32 * 32 + 70;
            assert_int_equal(f.host[4 * i], 5);
            assert_int_equal(f.host[4 * i + 1], first);
            assert_int_equal(f.host[4 * i + 2], first + 3);
            assert_int_equal(f.host[4 * i + 3], first);
        }
    }
    shoal_device_destroy(f.device);
}

/* Infinity less infinity is a NaN, and a group of ops with those of 16 bits is done again op by op:
 * as often, whoever runs the work-groups. */
static void calls_are_counted_in_all_threads(void **state)
{
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_mov_b32 v2, 0x7c00\n"
                               "v_lshlrev_b32 v1, 2, v0\n"
                               "v_sub_f16 v3, v2, v2\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b32 v1, v3, s[6:7]\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {64 * 300, 1, 1}, block[3] = {64, 1, 1};
    struct fixture f;
    shoal_launch_stats stats, first;
    (void)state;
    open_kernel(&f, text, IDS_X, 64);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &first);
    assert_true(first.calls >= 2 * 300);
    for (unsigned threads = 1; threads <= 4; threads++) {
        launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, threads, &stats);
        assert_int_equal(stats.calls, first.calls);
    }
    shoal_device_destroy(f.device);
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_begin_with_their_ids),
        cmocka_unit_test(loads_of_no_argument_stay_in_the_waves),
        cmocka_unit_test(barriers_and_lds),
        cmocka_unit_test(lanes_meet_in_lds),
        cmocka_unit_test(faults_name_the_wave),
        cmocka_unit_test(loads_without_use_fault),
        cmocka_unit_test(launches_have_divisions_of_their_own),
        cmocka_unit_test(first_lanes_of_what_is_alike),
        cmocka_unit_test(guards_are_outside),
        cmocka_unit_test(tests_of_some_lanes_are_not_of_all),
        cmocka_unit_test(lines_are_stored_past_the_caches),
        cmocka_unit_test(products_of_waves_that_lack_lanes),
        cmocka_unit_test(the_time_limit_holds),
        cmocka_unit_test(calls_are_counted_in_all_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
