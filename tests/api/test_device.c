/* test_device.c: devices, memory and errors through the public header. Expected values are
 * what shoal.h says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "shoal/shoal.h"

static shoal_device *make_device(void)
{
    shoal_device *device = NULL;
    assert_int_equal(shoal_device_create(NULL, &device), SHOAL_OK);
    assert_non_null(device);
    return device;
}

static void version_and_status_texts(void **state)
{
    (void)state;
    assert_string_equal(shoal_version(), "0.1.0");
    assert_string_equal(shoal_status_text(SHOAL_OK), "success");
    assert_string_equal(shoal_status_text(SHOAL_E_NOMEM), "out of memory");
    assert_string_equal(shoal_status_text((shoal_status)-999), "unknown status");
}

static void devices_that_cannot_be_created(void **state)
{
    (void)state;
    shoal_device *device = (shoal_device *)1;
    shoal_device_options o = shoal_device_options_default();
    assert_int_equal(shoal_device_create(NULL, NULL), SHOAL_E_ARG);
    o.isa = "rdna9";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_NOT_FOUND);
    assert_null(device);
    assert_string_equal(shoal_last_error(NULL),
                        "There is no instruction set \"rdna9\"; this version has \"rdna3\" "
                        "and \"ventus\".");
    o.chip = "gfx1100";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_NOT_FOUND);
    o.isa = "ventus";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(NULL),
                        "Chip gfx1100 has the instruction set rdna3, not ventus.");
    o.isa = NULL;
    o.chip = "gfx11-generic"; /* a family */
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_NOT_FOUND);
    assert_string_equal(shoal_last_error(NULL),
                        "There is no chip \"gfx11-generic\"; this version has gfx1100, gfx1101, "
                        "gfx1102, gfx1103, gfx1150, gfx1151, gfx1152, gfx1153, ventus.");
    o.chip = NULL;
    o.isa = "rdna3";
    o.host_cpu = "z80";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_UNSUPPORTED);
    o.host_cpu = NULL;
    o.threads = 100000;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_ARG);
    o.threads = 1;
    o.window_bytes = UINT64_C(1) << 60;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_ARG);
    shoal_device_destroy(NULL);
}

/* The figures of gfx1100: RDNA3 manual 3.3.2.1 and 3.3.4; 48 WGPs: hipGetDeviceProperties of a
 * Radeon RX 7900 XTX. */
static void chips_are_listed_and_chosen(void **state)
{
    (void)state;
    const shoal_chip *chip = shoal_chip_find("gfx1100");
    assert_non_null(chip);
    assert_ptr_equal(chip, shoal_chip_at(0));
    assert_string_equal(chip->isa, "rdna3");
    assert_int_equal(chip->multiprocessors, 48);
    assert_int_equal(chip->vgprs_per_simd, 1536);
    assert_int_equal(chip->lds_group_bytes, 64 << 10);
    assert_null(shoal_chip_find("gfx906"));
    assert_null(shoal_chip_find(NULL));
    size_t count = 0;
    for (; shoal_chip_at(count); count++)
        assert_ptr_equal(shoal_chip_find(shoal_chip_at(count)->name), shoal_chip_at(count));
    assert_true(count >= 3);
    shoal_device_options o = shoal_device_options_default();
    shoal_device *device;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    assert_ptr_equal(shoal_device_get_chip(device), chip);
    shoal_device_destroy(device);
    o.chip = "ventus";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    assert_string_equal(shoal_device_get_chip(device)->name, "ventus");
    shoal_device_destroy(device);
    assert_null(shoal_device_get_chip(NULL));
}

static void memory_is_written_read_copied_and_filled(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    uint64_t a, b;
    assert_int_equal(shoal_mem_alloc(device, 1000, 0, &a), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(device, 1000, 4096, &b), SHOAL_OK);
    assert_int_equal(a % 256, 0);
    assert_int_equal(b % 4096, 0);
    uint8_t bytes[1000], back[1000];
    assert_int_equal(shoal_mem_read(device, back, a, 1000), SHOAL_OK);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(back[i], 0);
    for (int i = 0; i < 1000; i++)
        bytes[i] = (uint8_t)(i * 7);
    assert_int_equal(shoal_mem_write(device, a, bytes, 1000), SHOAL_OK);
    assert_int_equal(shoal_mem_copy(device, b + 500, a, 500), SHOAL_OK);
    assert_int_equal(shoal_mem_fill(device, b, 0xab, 499), SHOAL_OK);
    assert_int_equal(shoal_mem_read(device, back, b, 1000), SHOAL_OK);
    assert_memory_equal(back + 500, bytes, 500);
    assert_int_equal(back[498], 0xab);
    assert_int_equal(back[499], 0);
    void *host = NULL;
    assert_int_equal(shoal_mem_map(device, a, 1000, &host), SHOAL_OK);
    assert_memory_equal(host, bytes, 1000);
    uint64_t base;
    size_t size;
    assert_int_equal(shoal_mem_find(device, a + 999, &base, &size), SHOAL_OK);
    assert_int_equal(base, a);
    assert_int_equal(size, 1000);
    assert_int_equal(shoal_mem_free(device, a), SHOAL_OK);
    assert_int_equal(shoal_mem_find(device, a, &base, &size), SHOAL_E_NOT_FOUND);
    assert_int_equal(shoal_mem_free(device, 0), SHOAL_OK);
    shoal_device_destroy(device);
}

static void memory_errors_say_what_is_wrong(void **state)
{
    (void)state;
    shoal_device *device = make_device();
    assert_string_equal(shoal_last_error(device), "");
    uint64_t a;
    void *host;
    uint8_t bytes[16] = {0};
    assert_int_equal(shoal_mem_alloc(device, 0, 0, &a), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device), "An allocation of 0 bytes is not possible.");
    assert_int_equal(shoal_mem_alloc(device, 1, 24, &a), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_alloc(device, SIZE_MAX, 0, &a), SHOAL_E_NOMEM);
    assert_int_equal(shoal_mem_alloc(device, 100, 0, &a), SHOAL_OK);
    assert_int_equal(shoal_mem_map(device, a + 90, 11, &host), SHOAL_E_ARG);
    assert_null(host);
    assert_non_null(strstr(shoal_last_error(device), "11 bytes at 0x"));
    assert_non_null(strstr(shoal_last_error(device), " end 1 bytes past the allocation at 0x"));
    assert_int_equal(shoal_mem_map(device, 8, 1, &host), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device), "There is no allocation at 0x8.");
    assert_int_equal(shoal_mem_write(device, a + 92, bytes, 16), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_read(device, bytes, a - 1, 16), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_write(device, a, NULL, 16), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_copy(device, a, a + 8, 16), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_copy(device, a, a + 16, 16), SHOAL_OK);
    assert_int_equal(shoal_mem_fill(device, a + 1, 0, 100), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_write(device, 0, NULL, 0), SHOAL_OK); /* nothing to do */
    assert_int_equal(shoal_mem_free(device, a + 4), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_free(device, a), SHOAL_OK);
    assert_int_equal(shoal_mem_free(device, a), SHOAL_E_ARG);
    assert_int_equal(shoal_mem_alloc(NULL, 1, 0, &a), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

static void *fail_in_another_thread(void *argument)
{
    shoal_device *device = argument;
    uint64_t a;
    shoal_mem_alloc(device, 1, 3, &a);
    return strstr(shoal_last_error(device), "alignment is 3") ? NULL : device;
}

static void error_texts_belong_to_thread_and_device(void **state)
{
    (void)state;
    shoal_device *device = make_device(), *other = make_device();
    assert_int_equal(shoal_mem_free(device, 12345), SHOAL_E_ARG);
    pthread_t thread;
    void *wrong;
    assert_int_equal(pthread_create(&thread, NULL, fail_in_another_thread, device), 0);
    pthread_join(thread, &wrong);
    assert_null(wrong);
    assert_non_null(strstr(shoal_last_error(device), "0x3039"));
    assert_string_equal(shoal_last_error(other), "");
    shoal_device_destroy(device);
    shoal_device_destroy(other);
}

static void a_small_window_fills_up(void **state)
{
    (void)state;
    shoal_device_options o = shoal_device_options_default();
    o.window_bytes = 8 << 20;
    shoal_device *device = NULL;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    uint64_t a[64];
    int n = 0;
    while (n < 64 && shoal_mem_alloc(device, 1 << 20, 0, &a[n]) == SHOAL_OK)
        n++;
    assert_int_equal(n, 7); /* the guard pages take a part of the eighth */
    assert_int_equal(shoal_mem_free(device, a[3]), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(device, 1 << 20, 0, &a[3]), SHOAL_OK);
    shoal_device_destroy(device);
}

static void *create_and_destroy(void *argument)
{
    uintptr_t wrong = 0;
    (void)argument;
    for (int i = 0; i < 20; i++) {
        shoal_device *device = NULL;
        uint64_t a;
        wrong += shoal_device_create(NULL, &device) != SHOAL_OK;
        wrong += shoal_mem_alloc(device, 100000, 0, &a) != SHOAL_OK;
        wrong += shoal_mem_fill(device, a, 1, 100000) != SHOAL_OK;
        shoal_device_destroy(device);
    }
    return (void *)wrong;
}

static void devices_come_and_go_in_threads(void **state)
{
    (void)state;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, create_and_destroy, NULL), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_and_status_texts),
        cmocka_unit_test(devices_that_cannot_be_created),
        cmocka_unit_test(chips_are_listed_and_chosen),
        cmocka_unit_test(memory_is_written_read_copied_and_filled),
        cmocka_unit_test(memory_errors_say_what_is_wrong),
        cmocka_unit_test(error_texts_belong_to_thread_and_device),
        cmocka_unit_test(a_small_window_fills_up),
        cmocka_unit_test(devices_come_and_go_in_threads),
    };
    return cmocka_run_group_tests_name("api device", tests, NULL, NULL);
}
