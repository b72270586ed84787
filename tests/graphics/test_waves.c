/* test_waves.c: waves with a state of the caller's, exports, and what waves of a device share:
 * GDS, global wave sync, ordered count. Programs are assembled here; what they must leave follows
 * from the programs and from manual 12.6, 13.4 and 16.15. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/graphics.h"

static shoal_kernel *load(shoal_device *device, const char *text, bool wave64)
{
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *code;
    options.output = SHOAL_ASM_RAW;
    options.wave64 = wave64;
    shoal_status st = shoal_asm_text("rdna3", text, strlen(text), &options, &code);
    if (st != SHOAL_OK && code && code->diagnostic_count)
        fail_msg("%s: %s", code->diagnostics[0].source, code->diagnostics[0].text);
    assert_int_equal(st, SHOAL_OK);
    shoal_load_options o = {.raw = true, .wave64 = wave64};
    shoal_module *module;
    assert_int_equal(shoal_module_load(device, code->output, code->output_size, &o, &module),
                     SHOAL_OK);
    shoal_asm_result_free(code);
    return shoal_module_kernel_at(module, 0);
}

static shoal_device *make_device(void)
{
    shoal_device *device;
    assert_int_equal(shoal_device_create(NULL, &device), SHOAL_OK);
    return device;
}

static shoal_launch_desc one_wave(shoal_wave_start *start, uint32_t lanes)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = lanes;
    d.start = start;
    return d;
}

static unsigned exports_seen;
static void count_export(void *user, const shoal_export *e)
{
    assert_ptr_equal(user, &exports_seen);
    assert_int_equal(e->target, exports_seen ? SHOAL_EXPORT_MRT0 : SHOAL_EXPORT_POSITION0 + 1);
    exports_seen++;
}

static void state_goes_in_and_comes_out(void **state)
{
    (void)state;
    static const char text[] = "s_add_u32 s2, s0, s1\n"
                               "v_add_nc_u32 v2, v0, v1\n"
                               "v_mov_b32 v4, s2\n"
                               "ds_load_b32 v3, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "exp pos1 v0, v1, v2, v3\n"
                               "exp mrt0 v2, off, off, v4 done\n"
                               "s_endpgm\n";
    for (unsigned wide = 0; wide < 2; wide++) {
        uint32_t lanes = wide ? 64 : 32;
        shoal_device *device = make_device();
        shoal_kernel *k = load(device, text, wide);
        uint32_t sgprs[2] = {40, 2}, vgprs[2 * 64], lds[64], out_s[128], out_v[5 * 64];
        shoal_export exports[1];
        for (uint32_t i = 0; i < lanes; i++) {
            vgprs[i] = 4 * (lanes - 1 - i);
            vgprs[lanes + i] = 1000 * i;
            lds[i] = 7 * i;
        }
        shoal_wave_start t = shoal_wave_start_default();
        t.sgprs = sgprs, t.sgpr_count = 2;
        t.vgprs = vgprs, t.vgpr_count = 2;
        t.lds = lds, t.lds_size = 4 * lanes;
        t.exec = 0x5555555500ff00ff, t.has_exec = true;
        t.m0 = 77;
        t.on_export = count_export, t.user = &exports_seen;
        t.exports = exports, t.export_capacity = 1;
        t.final_sgprs = out_s;
        t.final_vgprs = out_v, t.final_vgpr_count = 5;
        shoal_launch_desc d = one_wave(&t, lanes);
        d.dynamic_lds_bytes = 4 * lanes;
        exports_seen = 0;
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        assert_int_equal(exports_seen, 2);
        assert_int_equal(t.export_count, 2);
        assert_int_equal(out_s[2], 42);
        assert_int_equal(out_s[125], 77);
        uint64_t exec = wide ? t.exec : (uint32_t)t.exec;
        assert_true(exports[0].exec == exec);
        assert_int_equal(exports[0].enable, 15);
        assert_false(exports[0].is_done);
        for (uint32_t i = 0; i < lanes; i++) {
            bool on = exec >> i & 1;
            assert_int_equal(out_v[2 * lanes + i], on ? vgprs[i] + vgprs[lanes + i] : 0);
            assert_int_equal(out_v[3 * lanes + i], on ? 7 * (lanes - 1 - i) : 0);
            assert_int_equal(exports[0].values[3][i], out_v[3 * lanes + i]);
        }
        shoal_device_destroy(device);
    }
}

static void impossible_states_are_refused(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    shoal_kernel *k = load(device, "s_endpgm\n", false);
    uint32_t words[1] = {0};
    shoal_wave_start t = shoal_wave_start_default();
    shoal_launch_desc d = one_wave(&t, 33);
    d.block[0] = 33;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    d = one_wave(&t, 32);
    t.sgprs = words, t.sgpr_count = 107;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    t = shoal_wave_start_default();
    t.vgpr_count = 1; /* and no pointer */
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    t = shoal_wave_start_default();
    t.lds = words, t.lds_size = 4; /* none is allocated */
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    assert_non_null(strstr(shoal_last_error(device), "dynamic_lds_bytes"));
    t = shoal_wave_start_default();
    t.export_capacity = 1;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    t = shoal_wave_start_default();
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    shoal_device_destroy(device);
}

/* ---- between work-groups ---- */

/* kernarg: s[0:1]; work-group id in s2. */
static void run(shoal_device *device, const char *text, uint64_t groups, uint64_t address,
                unsigned threads)
{
    shoal_kernel *k = load(device, text, false);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = groups * 32;
    d.block[0] = 32;
    d.args = &address;
    d.args_size = sizeof address;
    d.threads = threads;
    d.timeout_seconds = 60;
    shoal_status st = shoal_launch(device, k, &d, NULL);
    if (st != SHOAL_OK)
        fail_msg("%s", shoal_last_error(device));
}

#define WITH_ADDRESS                                                                               \
    "s_load_b64 s[4:5], s[0:1], 0\n"                                                               \
    "s_waitcnt lgkmcnt(0)\n"

static uint32_t *words(shoal_device *device, size_t count, uint64_t *address)
{
    void *p;
    assert_int_equal(shoal_mem_alloc(device, 4 * count, 0, address), SHOAL_OK);
    assert_int_equal(shoal_mem_map(device, *address, 4 * count, &p), SHOAL_OK);
    return p;
}

/* Every work-group adds 1, waits for all, reads the sum, waits, and does it again: without the
 * barrier sums would be smaller. */
static void gws_barrier_holds_all_groups(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        enum { GROUPS = 40 };
        shoal_device *device = make_device();
        uint64_t address;
        uint32_t *out = words(device, 1 + 2 * GROUPS, &address);
        run(device,
            "s_mov_b32 m0, 0\n"
            "v_mov_b32 v0, 39\n" /* waves - 1 */
            "ds_gws_init v0 offset:3 gds\n"
            "s_waitcnt lgkmcnt(0)\n"
            "s_endpgm\n",
            1, address, 1);
        run(device,
            WITH_ADDRESS "s_mov_b32 m0, 0\n"
                         "v_mov_b32 v0, 39\n"
                         "v_mov_b32 v1, 0\n"
                         "v_mov_b32 v2, 1\n"
                         "s_mov_b32 s6, 0\n"
                         "s_mov_b32 exec_lo, 1\n"
                         "again:\n"
                         "global_atomic_add_u32 v1, v2, s[4:5]\n"
                         "ds_gws_barrier v0 offset:3 gds\n"
                         "s_waitcnt lgkmcnt(0)\n"
                         "global_load_b32 v3, v1, s[4:5] glc\n"
                         "s_waitcnt vmcnt(0)\n"
                         "ds_gws_barrier v0 offset:3 gds\n"
                         "s_lshl_b32 s7, s2, 3\n" /* out[1 + 2 * group + round] */
                         "s_lshl_b32 s8, s6, 2\n"
                         "s_add_u32 s7, s7, s8\n"
                         "v_mov_b32 v4, s7\n"
                         "global_store_b32 v4, v3, s[4:5] offset:4\n"
                         "s_add_u32 s6, s6, 1\n"
                         "s_cmp_lt_u32 s6, 2\n"
                         "s_cbranch_scc1 again\n"
                         "s_endpgm\n",
            GROUPS, address, threads);
        for (unsigned i = 0; i < GROUPS; i++) {
            assert_int_equal(out[1 + 2 * i], GROUPS);
            assert_int_equal(out[2 + 2 * i], 2 * GROUPS);
        }
        shoal_device_destroy(device);
    }
}

/* A semaphore of 0 units: work-group 0 waits until the last one gives it a unit. */
static void gws_semaphore_hands_over(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    uint64_t address;
    uint32_t *out = words(device, 2, &address);
    run(device,
        WITH_ADDRESS "s_mov_b32 m0, 0x20000\n" /* resources from 2 on */
                     "v_mov_b32 v0, 0\n"
                     "v_mov_b32 v1, 5\n"
                     "s_cmp_eq_u32 s2, 0\n"
                     "s_cbranch_scc0 other\n"
                     "ds_gws_sema_p offset:1 gds\n"
                     "s_waitcnt lgkmcnt(0)\n"
                     "global_load_b32 v2, v0, s[4:5] glc\n"
                     "s_waitcnt vmcnt(0)\n"
                     "global_store_b32 v0, v2, s[4:5] offset:4\n"
                     "s_endpgm\n"
                     "other:\n"
                     "s_cmp_eq_u32 s2, 30\n"
                     "s_cbranch_scc0 end\n"
                     "global_store_b32 v0, v1, s[4:5]\n"
                     "ds_gws_sema_v offset:1 gds\n"
                     "end:\n"
                     "s_endpgm\n",
        31, address, 2);
    assert_int_equal(out[0], 5);
    assert_int_equal(out[1], 5);
    shoal_device_destroy(device);
}

/* Work-groups take places in a buffer in the order of their creation, whoever comes first. */
static void ordered_count_follows_creation(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        enum { GROUPS = 100 };
        shoal_device *device = make_device();
        uint64_t address;
        uint32_t *out = words(device, GROUPS, &address);
        run(device,
            WITH_ADDRESS "s_mov_b32 m0, 0x400000\n" /* base 64 */
                         "s_and_b32 s6, s2, 3\n"    /* group g takes g % 4 + 1 places */
                         "s_add_u32 s6, s6, 1\n"
                         "v_mov_b32 v0, s6\n"
                         "ds_ordered_count v1, v0 offset:0x108 gds\n" /* counter 2, last turn */
                         "s_waitcnt lgkmcnt(0)\n"
                         "s_lshl_b32 s7, s2, 2\n"
                         "v_mov_b32 v2, s7\n"
                         "s_mov_b32 exec_lo, 1\n"
                         "global_store_b32 v2, v1, s[4:5]\n"
                         "s_endpgm\n",
            GROUPS, address, threads);
        uint32_t place = 0;
        for (unsigned i = 0; i < GROUPS; i++) {
            assert_int_equal(out[i], place);
            place += i % 4 + 1;
        }
        shoal_device_destroy(device);
    }
}

/* GDS keeps its contents between launches; only the first active lane takes part; what lies
 * beyond the size in M0 reads as 0. */
static void gds_is_shared_by_the_device(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    uint64_t address;
    uint32_t *out = words(device, 4, &address);
    run(device,
        WITH_ADDRESS "s_mov_b32 m0, 0x01000010\n" /* base 256, size 16 */
                     "v_mov_b32 v0, 4\n"
                     "v_mov_b32 v1, 3\n"
                     "ds_add_u32 v0, v1 offset:4 gds\n"
                     "ds_add_u32 v0, v1 offset:12 gds\n" /* outside */
                     "s_waitcnt lgkmcnt(0)\n"
                     "s_endpgm\n",
        50, address, 2);
    run(device,
        WITH_ADDRESS "s_mov_b32 m0, 0x01000010\n"
                     "v_mov_b32 v0, 4\n"
                     "v_mov_b32 v1, 9\n"
                     "v_mov_b32 v2, 9\n"
                     "s_mov_b32 exec_lo, 0xf0\n"
                     "ds_load_b32 v1, v0 offset:4 gds\n"
                     "ds_load_b32 v2, v0 offset:12 gds\n"
                     "s_waitcnt lgkmcnt(0)\n"
                     "s_mov_b32 exec_lo, -1\n"
                     "v_readlane_b32 s6, v1, 4\n"
                     "v_readlane_b32 s7, v1, 5\n"
                     "v_readlane_b32 s8, v2, 4\n"
                     "v_mov_b32 v0, 0\n"
                     "v_mov_b32 v4, s6\n"
                     "v_mov_b32 v5, s7\n"
                     "v_mov_b32 v6, s8\n"
                     "global_store_b96 v0, v[4:6], s[4:5]\n"
                     "s_endpgm\n",
        1, address, 1);
    assert_int_equal(out[0], 150);
    assert_int_equal(out[1], 9);
    assert_int_equal(out[2], 0);
    shoal_device_destroy(device);
}

/* Streamout registers: 8 of 32 bits, 8 of 64. */
static void streamout_registers_count(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    uint64_t address;
    uint32_t *out = words(device, 8, &address);
    run(device,
        WITH_ADDRESS "v_mov_b32 v0, -1\n"
                     "v_mov_b32 v9, 2\n"
                     "ds_add_gs_reg_rtn v[2:3], v0 offset:16 gds\n" /* register 4 */
                     "ds_sub_gs_reg_rtn v[2:3], v9 offset:16 gds\n"
                     "ds_add_gs_reg_rtn v[4:5], v0 offset:36 gds\n" /* register 9 */
                     "ds_add_gs_reg_rtn v[4:5], v0 offset:36 gds\n"
                     "ds_add_gs_reg_rtn v[4:5], v0 offset:36 gds\n"
                     "s_waitcnt lgkmcnt(0)\n"
                     "v_mov_b32 v3, v4\n"
                     "v_mov_b32 v4, v5\n"
                     "v_mov_b32 v1, 0\n"
                     "s_mov_b32 exec_lo, 1\n"
                     "global_store_b96 v1, v[2:4], s[4:5]\n"
                     "s_endpgm\n",
        1, address, 1);
    assert_int_equal(out[0], 0xffffffff); /* before the subtraction */
    assert_int_equal(out[1], 0xfffffffe); /* 2 * (2^32 - 1) */
    assert_int_equal(out[2], 1);
    shoal_device_destroy(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_goes_in_and_comes_out),
        cmocka_unit_test(impossible_states_are_refused),
        cmocka_unit_test(gws_barrier_holds_all_groups),
        cmocka_unit_test(gws_semaphore_hands_over),
        cmocka_unit_test(ordered_count_follows_creation),
        cmocka_unit_test(gds_is_shared_by_the_device),
        cmocka_unit_test(streamout_registers_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
