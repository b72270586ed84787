/* test_check.c: shoal/check.h does what it says. The kernel was assembled by llvm-mc-22 for
 * gfx1100:
 *
 *   s_load_b64 s[4:5], s[0:1], 0x0
 *   v_mov_b32_e32 v0, 0x1000
 *   s_waitcnt lgkmcnt(0)
 *   global_store_b32 v0, v1, s[4:5]
 *   s_endpgm
 *
 * It stores at 4096 bytes from its argument. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/check.h"

static const uint8_t code[] = {
    0x00, 0x01, 0x04, 0xf4, 0x00, 0x00, 0x00, 0xf8, 0xff, 0x02, 0x00, 0x7e, 0x00, 0x10, 0x00, 0x00,
    0x07, 0xfc, 0x89, 0xbf, 0x00, 0x00, 0x6a, 0xdc, 0x00, 0x01, 0x04, 0x00, 0x00, 0x00, 0xb0, 0xbf,
};

struct fixture {
    shoal_device *device;
    shoal_kernel *kernel;
    char why[SHOAL_CHECK_WHY_BYTES];
};

static void setup(struct fixture *f)
{
    const shoal_load_options options = {.raw = true};
    shoal_module *module;
    assert_int_equal(shoal_device_create(NULL, &f->device), SHOAL_OK);
    assert_int_equal(shoal_module_load(f->device, code, sizeof code, &options, &module), SHOAL_OK);
    f->kernel = shoal_module_kernel_at(module, 0);
}

static void start(struct fixture *f, const char *kinds)
{
    const shoal_check_options options = {.kinds = kinds};
    assert_int_equal(shoal_check_start(f->device, &options, f->why), SHOAL_OK);
}

/* Runs one wave with a buffer of `bytes`, whose start is the argument. */
static uint64_t launch(struct fixture *f, size_t bytes)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    uint64_t address;
    assert_int_equal(shoal_mem_alloc(f->device, bytes, 0, &address), SHOAL_OK);
    d.grid[0] = d.block[0] = 32;
    d.args = &address;
    d.args_size = sizeof address;
    assert_int_equal(shoal_launch(f->device, f->kernel, &d, NULL), SHOAL_OK);
    return address;
}

static void a_finding_has_kind_place_and_count(void **state)
{
    struct fixture f;
    shoal_check_report r;
    (void)state;
    setup(&f);
    start(&f, "mem");
    assert_false(shoal_check_get(f.device, 0, &r));
    launch(&f, 4098); /* 4096 to 4099: two bytes too few, in a page of the host that is there */
    launch(&f, 4100);
    assert_true(shoal_check_get(f.device, 0, &r));
    assert_int_equal(r.kind, SHOAL_CHECK_MEM);
    assert_string_equal(r.rule, "out-of-bounds");
    assert_string_equal(
        r.message, "store of 4 bytes, at byte 4096 of an allocation of 4098, ends 2 bytes past it");
    assert_string_equal(r.place.kernel, "raw");
    assert_string_equal(r.place.instruction, "global_store_b32 v0, v1, s[4:5]");
    assert_int_equal(r.place.pc_offset, 20);
    assert_int_equal(r.place.launch, 1);
    assert_int_equal(r.place.lane, 0);
    assert_int_equal(r.count, 32);
    assert_false(r.has_other);
    assert_false(shoal_check_get(f.device, 1, &r));
    shoal_device_destroy(f.device);
}

static void other_kinds_do_not_look(void **state)
{
    struct fixture f;
    shoal_check_report r;
    (void)state;
    setup(&f);
    start(&f, "wait");
    launch(&f, 4098);
    assert_false(shoal_check_get(f.device, 0, &r));
    shoal_device_destroy(f.device);
}

static void finish_ends_the_checks(void **state)
{
    struct fixture f;
    shoal_check_report r;
    uint64_t findings = 7;
    (void)state;
    setup(&f);
    assert_int_equal(shoal_check_finish(f.device, NULL, &findings, f.why), SHOAL_OK);
    assert_int_equal(findings, 0);
    start(&f, NULL);
    launch(&f, 4098);
    assert_int_equal(shoal_check_finish(f.device, NULL, &findings, f.why), SHOAL_OK);
    assert_int_equal(findings, 1);
    assert_false(shoal_check_get(f.device, 0, &r));
    launch(&f, 4098); /* nobody looks */
    start(&f, "");    /* anew */
    assert_false(shoal_check_get(f.device, 0, &r));
    shoal_device_destroy(f.device);
}

static void count_reports(void *user, const shoal_check_report *report)
{
    unsigned *count = user;
    assert_string_equal(report->rule, "out-of-bounds");
    ++*count;
}

static void a_callback_gets_each_finding_and_launches_may_be_left_out(void **state)
{
    struct fixture f;
    unsigned count = 0;
    const shoal_check_options o = {.kinds = "mem", .each = count_reports, .user = &count};
    shoal_check_report r;
    (void)state;
    setup(&f);
    assert_int_equal(shoal_check_pause(f.device, true), SHOAL_OK); /* nothing is checked */
    assert_int_equal(shoal_check_start(f.device, &o, f.why), SHOAL_OK);
    assert_int_equal(shoal_check_pause(f.device, true), SHOAL_OK);
    launch(&f, 4098);
    assert_false(shoal_check_get(f.device, 0, &r));
    assert_int_equal(shoal_check_pause(f.device, false), SHOAL_OK);
    launch(&f, 4098);
    assert_int_equal(count, 0);
    assert_int_equal(shoal_check_finish(f.device, NULL, NULL, f.why), SHOAL_OK);
    assert_int_equal(count, 1);
    shoal_device_destroy(f.device);
}

/* What the host reads must have been written: by it, or by a kernel. */
static void the_host_may_not_read_what_nobody_wrote(void **state)
{
    struct fixture f;
    shoal_check_report r;
    const uint32_t one = 1;
    uint32_t value[2];
    (void)state;
    setup(&f);
    const shoal_check_options o = {.kinds = "init"};
    shoal_status st = shoal_check_start(f.device, &o, f.why);
    if (st == SHOAL_E_UNSUPPORTED) { /* a build without the compiler */
        assert_non_null(strstr(f.why, "the check 'init' needs the module with the compiler"));
        print_message("SKIPPED: %s\n", f.why);
        shoal_device_destroy(f.device);
        skip();
    }
    assert_int_equal(st, SHOAL_OK);
    uint64_t other, address = launch(&f, 4100);
    assert_int_equal(shoal_mem_alloc(f.device, 8, 0, &other), SHOAL_OK);
    assert_int_equal(shoal_mem_write(f.device, other, &one, 4), SHOAL_OK);
    assert_int_equal(shoal_mem_read(f.device, value, other, 4), SHOAL_OK);
    assert_int_equal(shoal_mem_fill(f.device, address, 0, 4096), SHOAL_OK);
    assert_int_equal(shoal_mem_read(f.device, value, address + 4088, 8), SHOAL_OK);
    assert_false(shoal_check_get(f.device, 0, &r));
    assert_int_equal(shoal_mem_copy(f.device, address, other, 8), SHOAL_OK);
    assert_false(shoal_check_get(f.device, 0, &r)); /* copying is no error */
    assert_int_equal(shoal_mem_read(f.device, value, address, 8), SHOAL_OK);
    assert_true(shoal_check_get(f.device, 0, &r));
    assert_int_equal(r.kind, SHOAL_CHECK_INIT);
    assert_string_equal(r.rule, "undefined-copied");
    assert_string_equal(r.message, "of 8 bytes that the host copies, byte 4 is undefined");
    shoal_device_destroy(f.device);
}

static void calls_of_the_host_are_counted_once(void **state)
{
    struct fixture f;
    shoal_check_report r;
    (void)state;
    setup(&f);
    shoal_check_call(f.device, "bad-free", "free", 64, 0, NULL); /* nothing is checked */
    start(&f, "mem");
    uint64_t address = launch(&f, 8192);
    for (int i = 0; i < 3; i++)
        shoal_check_call(f.device, "bad-free", "free", address + 16, 0, NULL);
    assert_true(shoal_check_get(f.device, 0, &r));
    assert_string_equal(r.rule, "bad-free");
    assert_string_equal(r.message, "free: at byte 16 of an allocation of 8192");
    assert_string_equal(r.place.kernel, "");
    assert_int_equal(r.count, 3);
    assert_false(shoal_check_get(f.device, 1, &r));
    shoal_device_destroy(f.device);
}

static void bad_options_are_refused(void **state)
{
    struct fixture f;
    (void)state;
    setup(&f);
    const shoal_check_options kinds = {.kinds = "mem,luck"}, report = {.report = "xml=a"};
    assert_int_equal(shoal_check_start(f.device, &kinds, f.why), SHOAL_E_ARG);
    assert_string_equal(f.why,
                        "there is no check 'luck'; there are: mem, init, race, sync, wait, hazard");
    assert_int_equal(shoal_check_start(f.device, &report, f.why), SHOAL_E_ARG);
    assert_string_equal(f.why, "'xml=a' is no report; expected json=FILE or sarif=FILE");
    assert_int_equal(shoal_check_start(NULL, NULL, f.why), SHOAL_E_ARG);
    assert_string_equal(shoal_check_kind_name(SHOAL_CHECK_WAIT), "wait");
    assert_null(shoal_check_kind_name(SHOAL_CHECK_COUNT));
    shoal_device_destroy(f.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_has_kind_place_and_count),
        cmocka_unit_test(other_kinds_do_not_look),
        cmocka_unit_test(finish_ends_the_checks),
        cmocka_unit_test(a_callback_gets_each_finding_and_launches_may_be_left_out),
        cmocka_unit_test(the_host_may_not_read_what_nobody_wrote),
        cmocka_unit_test(calls_of_the_host_are_counted_once),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
