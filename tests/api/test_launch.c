/* test_launch.c: modules and launches of RDNA3 code through the public header. The code was
 * assembled with llvm-mc-22 -mcpu=gfx1100; code objects are tested in tests/kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "shoal/observe.h"
#include "shoal/shoal.h"

/* out[group * 32 + lane] = group * 32 + lane */
static const uint32_t iota[] = {
    0xf4040100, 0xf8000000, /* s_load_b64 s[4:5], s[0:1], null */
    0x360000ff, 0x000003ff, /* v_and_b32 v0, 0x3ff, v0 */
    0xbf89fc07,             /* s_waitcnt lgkmcnt(0) */
    0x84068502,             /* s_lshl_b32 s6, s2, 5 */
    0x4a000006,             /* v_add_nc_u32 v0, s6, v0 */
    0x30020082,             /* v_lshlrev_b32 v1, 2, v0 */
    0xdc6a0000, 0x00040001, /* global_store_b32 v1, v0, s[4:5] */
    0xbfb00000,             /* s_endpgm */
};

static const shoal_load_options raw = {.raw = true};

struct setup {
    shoal_device *device;
    shoal_module *module;
    shoal_kernel *kernel;
    uint64_t out;
    uint32_t *host;
};

static void set_up(struct setup *s, size_t words)
{
    void *host;
    assert_int_equal(shoal_device_create(NULL, &s->device), SHOAL_OK);
    assert_int_equal(shoal_module_load(s->device, iota, sizeof iota, &raw, &s->module), SHOAL_OK);
    assert_int_equal(shoal_module_find_kernel(s->module, "raw", &s->kernel), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(s->device, words * 4, 0, &s->out), SHOAL_OK);
    assert_int_equal(shoal_mem_map(s->device, s->out, words * 4, &host), SHOAL_OK);
    s->host = host;
}

static shoal_launch_desc desc_of(const struct setup *s, uint32_t groups)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = groups * 32;
    d.block[0] = 32;
    d.args = &s->out;
    d.args_size = 8;
    return d;
}

static void raw_code_runs(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 3200);
    shoal_launch_desc d = desc_of(&s, 100);
    d.grid[0] = 3190; /* the last work-group is partial */
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, &stats), SHOAL_OK);
    for (uint32_t i = 0; i < 3190; i++)
        assert_int_equal(s.host[i], i);
    for (uint32_t i = 3190; i < 3200; i++)
        assert_int_equal(s.host[i], 0);
    assert_int_equal(stats.waves, 100);
    assert_int_equal(stats.workgroups, 100);
    assert_int_equal(stats.instructions, 800);
    assert_int_equal(stats.lane_instructions, 800 * 32);
    assert_int_equal(stats.by_class[SHOAL_CLASS_SMEM], 100);
    assert_int_equal(stats.by_class[SHOAL_CLASS_VALU], 300);
    assert_int_equal(stats.by_class[SHOAL_CLASS_SALU], 100);
    assert_int_equal(stats.by_class[SHOAL_CLASS_VMEM], 100);
    assert_int_equal(stats.by_class[SHOAL_CLASS_OTHER] + stats.by_class[SHOAL_CLASS_BRANCH], 200);
    assert_true(stats.kernel_ms >= 0 && stats.threads >= 1);
    shoal_device_destroy(s.device);
}

static void kernels_of_raw_modules(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 1);
    assert_int_equal(shoal_module_kernel_count(s.module), 1);
    assert_ptr_equal(shoal_module_kernel_at(s.module, 0), s.kernel);
    assert_null(shoal_module_kernel_at(s.module, 1));
    shoal_kernel *none;
    assert_int_equal(shoal_module_find_kernel(s.module, "saxpy", &none), SHOAL_E_NOT_FOUND);
    assert_null(none);
    assert_string_equal(shoal_last_error(s.device),
                        "There is no kernel \"saxpy\". The module has raw.");
    uint64_t address, size;
    assert_int_equal(shoal_module_find_symbol(s.module, "x", &address, &size), SHOAL_E_NOT_FOUND);
    shoal_kernel_info info;
    shoal_kernel_get_info(s.kernel, &info);
    assert_string_equal(info.name, "raw");
    assert_int_equal(info.wave_lanes, 32);
    assert_int_equal(info.vgpr_count, 256);
    /* 1536 VGPRs per lane of a SIMD: six times 256 less rounding (RDNA3, gfx1100) */
    assert_true(info.waves_per_simd >= 5 && info.waves_per_simd <= 6);
    assert_int_equal(info.arg_count, 0);
    assert_int_equal(info.code_object_version, 0);
    shoal_arg_info arg;
    assert_int_equal(shoal_kernel_get_arg(s.kernel, 0, &arg), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(s.device),
                        "Kernel raw has 0 arguments; there is no argument 0.");
    /* Code is visible to copies, but not for shoal_mem_free. */
    uint32_t first;
    assert_int_equal(shoal_mem_read(s.device, &first, info.entry_address, 4), SHOAL_OK);
    assert_int_equal(first, iota[0]);
    assert_int_equal(shoal_mem_free(s.device, info.entry_address), SHOAL_E_ARG);
    assert_int_equal(shoal_module_unload(s.module), SHOAL_OK);
    assert_int_equal(shoal_mem_read(s.device, &first, info.entry_address, 4), SHOAL_E_ARG);
    shoal_device_destroy(s.device);
}

/* What readelf shows of examples/saxpy.co: the kernel of 160 bytes at 0x1900, its descriptor of 64
 * at 0x800. */
static void symbols_of_a_code_object(void **state)
{
    (void)state;
    shoal_device *device;
    shoal_module *module;
    assert_int_equal(shoal_device_create(NULL, &device), SHOAL_OK);
    assert_int_equal(shoal_module_load_file(device, SAXPY_CO, NULL, &module), SHOAL_OK);
    const char *name;
    uint64_t at[2] = {0}, size[2] = {0}, address, bytes;
    size_t count = 0;
    while (shoal_module_symbol_at(module, count, &name, &address, &bytes) == SHOAL_OK) {
        bool is_descriptor = strcmp(name, "saxpy.kd") == 0;
        assert_true(is_descriptor || strcmp(name, "saxpy") == 0);
        assert_int_equal(size[is_descriptor], 0); /* each once */
        at[is_descriptor] = address;
        size[is_descriptor] = bytes;
        assert_int_equal(shoal_module_find_symbol(module, name, &address, &bytes), SHOAL_OK);
        assert_int_equal(address, at[is_descriptor]);
        assert_int_equal(bytes, size[is_descriptor]);
        count++;
    }
    assert_int_equal(count, 2);
    assert_int_equal(size[0], 160);
    assert_int_equal(size[1], 64);
    assert_int_equal(at[0] - at[1], 0x1900 - 0x800);
    assert_int_equal(shoal_module_symbol_at(module, 2, &name, &address, &bytes), SHOAL_E_NOT_FOUND);
    assert_int_equal(shoal_module_symbol_at(module, SIZE_MAX, &name, &address, &bytes),
                     SHOAL_E_NOT_FOUND);
    assert_int_equal(shoal_module_symbol_at(NULL, 0, &name, &address, &bytes), SHOAL_E_ARG);
    assert_int_equal(shoal_module_symbol_at(module, 0, NULL, &address, &bytes), SHOAL_E_ARG);
    assert_int_equal(shoal_module_symbol_at(module, 0, &name, NULL, &bytes), SHOAL_E_ARG);
    assert_int_equal(shoal_module_symbol_at(module, 0, &name, &address, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

static void files_that_cannot_be_loaded(void **state)
{
    (void)state;
    shoal_device *device = NULL;
    assert_int_equal(shoal_device_create(NULL, &device), SHOAL_OK);
    shoal_module *m = (shoal_module *)1;
    assert_int_equal(shoal_module_load(device, "not an ELF file", 15, NULL, &m), SHOAL_E_FORMAT);
    assert_null(m);
    assert_int_equal(shoal_module_load(device, iota, 6, &raw, &m), SHOAL_E_FORMAT);
    assert_string_equal(shoal_last_error(device),
                        "Raw code of 6 bytes: machine code is a multiple of 4 bytes long.");
    assert_int_equal(shoal_module_load(device, NULL, 4, &raw, &m), SHOAL_E_ARG);
    assert_int_equal(shoal_module_load_file(device, "/nonexistent/k.co", NULL, &m), SHOAL_E_IO);
    assert_non_null(strstr(shoal_last_error(device), "/nonexistent/k.co"));
    shoal_load_options in_place = {.raw = true, .in_place = true};
    assert_int_equal(shoal_module_load(device, iota, sizeof iota, &in_place, &m), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

/* ---- faults of real instructions ------------------------------------------------------- */

static void fault_reports(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 64);
    shoal_launch_desc d = desc_of(&s, 4);
    shoal_status st = shoal_launch(s.device, s.kernel, &d, NULL);
    /* 128 words into an allocation of 64: the first page ends with it */
    assert_int_equal(st, SHOAL_E_FAULT);
    shoal_fault f;
    assert_true(shoal_last_fault(s.device, &f));
    assert_int_equal(f.cause, SHOAL_FAULT_MEMORY);
    assert_true(f.workgroup[0] == 2 || f.workgroup[0] == 3);
    assert_int_equal(f.lane, 0);
    assert_int_equal(f.pc_offset, 8 * 4);
    assert_int_equal(f.address, s.out + 4 * 32 * f.workgroup[0]);
    assert_int_equal(f.access_bytes, 4);
    assert_string_equal(f.instruction, "global_store_b32 v1, v0, s[4:5]");
    assert_string_equal(shoal_last_error(s.device), f.message);

    static const uint32_t illegal[] = {0xbfff0000, 0xbfb00000};
    shoal_module *m;
    assert_int_equal(shoal_module_load(s.device, illegal, sizeof illegal, &raw, &m), SHOAL_OK);
    assert_int_equal(shoal_launch(s.device, shoal_module_kernel_at(m, 0), &d, NULL), SHOAL_E_FAULT);
    assert_true(shoal_last_fault(s.device, &f));
    assert_int_equal(f.cause, SHOAL_FAULT_ILLEGAL);
    assert_int_equal(f.pc_offset, 0);

    static const uint32_t nop[] = {0xbf800000}; /* s_nop 0, and no s_endpgm */
    assert_int_equal(shoal_module_load(s.device, nop, sizeof nop, &raw, &m), SHOAL_OK);
    assert_int_equal(shoal_launch(s.device, shoal_module_kernel_at(m, 0), &d, NULL), SHOAL_E_FAULT);
    assert_true(shoal_last_fault(s.device, &f));
    assert_int_equal(f.cause, SHOAL_FAULT_PC);

    static const uint32_t loop[] = {0xbfa0ffff}; /* s_branch to itself */
    assert_int_equal(shoal_module_load(s.device, loop, sizeof loop, &raw, &m), SHOAL_OK);
    d.timeout_seconds = 0.05;
    assert_int_equal(shoal_launch(s.device, shoal_module_kernel_at(m, 0), &d, NULL),
                     SHOAL_E_TIMEOUT);
    assert_true(shoal_last_fault(s.device, &f));
    assert_int_equal(f.cause, SHOAL_FAULT_TIMEOUT);
    shoal_device_destroy(s.device);
}

/* ---- threads ------------------------------------------------------------------------------ */

struct job {
    shoal_device *device;
    shoal_kernel *kernel;
    uintptr_t wrong;
};

static void *launch_often(void *argument)
{
    struct job *j = argument;
    for (int i = 0; i < 50; i++) {
        uint64_t out;
        void *host = NULL;
        shoal_module *m = NULL;
        j->wrong += shoal_mem_alloc(j->device, 320 * 4, 0, &out) != SHOAL_OK;
        j->wrong += shoal_module_load(j->device, iota, sizeof iota, &raw, &m) != SHOAL_OK;
        shoal_launch_desc d = shoal_launch_desc_default();
        d.grid[0] = 320;
        d.block[0] = 32;
        d.args = &out;
        d.args_size = 8;
        shoal_kernel *k = i % 2 ? j->kernel : shoal_module_kernel_at(m, 0);
        if (i % 3) {
            j->wrong += shoal_launch(j->device, k, &d, NULL) != SHOAL_OK;
        } else {
            shoal_completion *c = NULL;
            j->wrong += shoal_launch_async(j->device, k, &d, &c) != SHOAL_OK;
            j->wrong += shoal_completion_wait(c, NULL) != SHOAL_OK;
            shoal_completion_destroy(c);
        }
        shoal_mem_map(j->device, out, 320 * 4, &host);
        for (uint32_t n = 0; n < 320; n++)
            j->wrong += ((uint32_t *)host)[n] != n;
        j->wrong += shoal_module_unload(m) != SHOAL_OK;
        j->wrong += shoal_mem_free(j->device, out) != SHOAL_OK;
    }
    return NULL;
}

static void threads_share_a_device(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 1);
    pthread_t threads[4];
    struct job jobs[4];
    for (int i = 0; i < 4; i++) {
        jobs[i] = (struct job){s.device, s.kernel, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, &jobs[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    shoal_device_destroy(s.device);
}

/* ---- beside each other ---------------------------------------------------------------------- */

/* Stores 1 where the first argument points and waits until the second points to something
 * else than 0. */
static const uint32_t meet[] = {
    0xf4080100, 0xf8000000, /* s_load_b128 s[4:7], s[0:1], null */
    0x7e000280,             /* v_mov_b32 v0, 0 */
    0x7e020281,             /* v_mov_b32 v1, 1 */
    0xbf89fc07,             /* s_waitcnt lgkmcnt(0) */
    0xdc6a4000, 0x00040100, /* global_store_b32 v0, v1, s[4:5] glc */
    0xdc524000, 0x02060000, /* global_load_b32 v2, v0, s[6:7] glc */
    0xbf8903f7,             /* s_waitcnt vmcnt(0) */
    0x7e100502,             /* v_readfirstlane_b32 s8, v2 */
    0xbf068008,             /* s_cmp_eq_u32 s8, 0 */
    0xbfa2fffa,             /* s_cbranch_scc1 to the load */
    0xbfb00000,             /* s_endpgm */
};

struct meeting {
    shoal_device *device;
    shoal_kernel *kernel;
    uint64_t args[2];
    shoal_status status;
};

static void *launch_meeting(void *argument)
{
    struct meeting *m = argument;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = m->args;
    d.args_size = sizeof m->args;
    d.timeout_seconds = 60;
    d.concurrent = true;
    m->status = shoal_launch(m->device, m->kernel, &d, NULL);
    return NULL;
}

/* In call order, the first would wait for ever. */
static void concurrent_launches_wait_for_each_other(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 2);
    shoal_module *module;
    assert_int_equal(shoal_module_load(s.device, meet, sizeof meet, &raw, &module), SHOAL_OK);
    struct meeting m[2];
    pthread_t threads[2];
    for (unsigned i = 0; i < 2; i++) {
        m[i] = (struct meeting){s.device,
                                shoal_module_kernel_at(module, 0),
                                {s.out + 4 * i, s.out + 4 * (1 - i)},
                                SHOAL_E_ARG};
        assert_int_equal(pthread_create(&threads[i], NULL, launch_meeting, &m[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(m[i].status, SHOAL_OK);
        assert_int_equal(s.host[i], 1);
    }
    shoal_device_destroy(s.device);
}

/* ---- the process's own memory ------------------------------------------------------------------
 */

static void registered_memory_is_accessible(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 1);
    uint32_t *own = calloc(96, 4);
    uint64_t base, size;
    shoal_mem_window(s.device, &base, &size);
    assert_true(s.out - base < size && (uint64_t)(uintptr_t)own - base >= size);
    s.out = (uint64_t)(uintptr_t)own;
    shoal_launch_desc d = desc_of(&s, 2);
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, NULL), SHOAL_E_FAULT);
    assert_int_equal(shoal_mem_register(s.device, own, 64 * 4), SHOAL_OK);
    assert_int_equal(shoal_mem_register(s.device, own + 63, 8), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_register(s.device, own, 0), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_register(s.device, (void *)(uintptr_t)base, 64), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_register(s.device, own + 70, 8), SHOAL_OK);
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, NULL), SHOAL_OK);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(own[i], i);
    d.grid[0] = 96; /* the third work-group has memory that is registered in part */
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, NULL), SHOAL_E_FAULT);
    shoal_fault fault;
    assert_true(shoal_last_fault(s.device, &fault));
    assert_int_equal(fault.address, (uint64_t)(uintptr_t)(own + 64));
    assert_int_equal(own[65], 0);
    assert_int_equal(shoal_mem_unregister(s.device, own + 1), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_unregister(s.device, own), SHOAL_OK);
    assert_int_equal(shoal_mem_unregister(s.device, own), SHOAL_E_ARG);
    d.grid[0] = 64;
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, NULL), SHOAL_E_FAULT);
    shoal_device_destroy(s.device);
    free(own);
}

/* ---- observer ------------------------------------------------------------------------------ */

struct trace {
    unsigned count;
    char text[16][64];
    uint32_t exec, v0_lane5;
};

static void before(void *user, const shoal_observed *at)
{
    struct trace *t = user;
    if (t->count < 16)
        shoal_observed_text(at, t->text[t->count], sizeof t->text[0]);
    t->count++;
}

static void after(void *user, const shoal_observed *at)
{
    struct trace *t = user;
    uint32_t values[64];
    if (at->pc_offset == 6 * 4) { /* v_add_nc_u32 */
        assert_int_equal(shoal_observed_register(at, SHOAL_REG_VECTOR, 0, values), 32);
        t->v0_lane5 = values[5];
        assert_int_equal(shoal_observed_register(at, SHOAL_REG_SCALAR, 126, values), 1);
        t->exec = values[0];
    }
}

static void observer_reads_registers(void **state)
{
    (void)state;
    struct setup s;
    set_up(&s, 64);
    struct trace t = {0};
    struct shoal_observer o = {.user = &t, .before = before, .after = after};
    shoal_launch_desc d = desc_of(&s, 2);
    d.grid[0] = 40; /* the second work-group has 8 lanes */
    d.observer = &o;
    assert_int_equal(shoal_launch(s.device, s.kernel, &d, NULL), SHOAL_OK);
    assert_int_equal(t.count, 16);
    assert_int_equal(t.v0_lane5, 37);
    assert_int_equal(t.exec, 0xff);
    assert_string_equal(t.text[0], "s_load_b64 s[4:5], s[0:1], null");
    assert_string_equal(t.text[15], "s_endpgm");
    shoal_device_destroy(s.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raw_code_runs),
        cmocka_unit_test(kernels_of_raw_modules),
        cmocka_unit_test(symbols_of_a_code_object),
        cmocka_unit_test(files_that_cannot_be_loaded),
        cmocka_unit_test(fault_reports),
        cmocka_unit_test(threads_share_a_device),
        cmocka_unit_test(concurrent_launches_wait_for_each_other),
        cmocka_unit_test(registered_memory_is_accessible),
        cmocka_unit_test(observer_reads_registers),
    };
    return cmocka_run_group_tests_name("api launch", tests, NULL, NULL);
}
