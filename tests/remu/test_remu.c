/* test_remu.c: libremu's two entry points. Expected values follow from the kernels' text
 * (kernels.s) and the interface in remu.h. The code runs from this process's memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "runtime/remu/remu.h"

static uint8_t *code;
static uint32_t code_size;

static const uint8_t *kernel(unsigned n) { return code + 0x100 * n; }
static uint32_t left(unsigned n) { return code_size - 0x100 * n; }

static void old_interface_three_dimensions(void **state)
{
    (void)state;
    uint32_t *out = calloc(8 * 16, 4);
    uint64_t args[1] = {(uint64_t)(uintptr_t)out};
    assert_int_equal(run_asm(kernel(0), left(0), 2, 2, 2, 4, 2, 2, args), 0);
    for (uint32_t g = 0; g < 8; g++)
        for (uint32_t i = 0; i < 16; i++)
            assert_int_equal(out[g * 16 + i], (g & 1) | (g >> 1 & 1) << 8 | (g >> 2) << 16);
    free(out);
}

static void old_interface_one_dimension(void **state)
{
    (void)state;
    uint32_t *out = malloc(5 * 32 * 4);
    memset(out, 0xff, 5 * 32 * 4);
    uint64_t args[1] = {(uint64_t)(uintptr_t)out};
    assert_int_equal(run_asm(kernel(1), left(1), 5, 1, 1, 32, 1, 1, args), 0);
    for (uint32_t i = 0; i < 5 * 32; i++)
        assert_int_equal(out[i], i / 32);
    free(out);
}

static void initial_mode_and_zeroed_lds(void **state)
{
    (void)state;
    uint32_t out[4];
    uint64_t args[1] = {(uint64_t)(uintptr_t)out};
    for (int run = 0; run < 2; run++) { /* the first run leaves 7 in LDS */
        memset(out, 0xff, sizeof out);
        assert_int_equal(run_asm(kernel(2), left(2), 1, 1, 1, 1, 1, 1, args), 0);
        assert_int_equal(out[0], 0);          /* f32 denormal flushed */
        assert_int_equal(out[1] & 0xffff, 1); /* f16 denormal kept */
        assert_int_equal(out[2], 0);
        assert_int_equal(out[3] & 0x3ff, 0x3c0); /* IEEE, DX10_CLAMP, denormals, nearest */
    }
}

static void user_data_and_rsrc2(void **state)
{
    (void)state;
    uint32_t value = 0;
    uint64_t at = (uint64_t)(uintptr_t)&value;
    uint32_t user[5] = {0, 0, (uint32_t)at, (uint32_t)(at >> 32), 1234};
    assert_int_equal(
        run_asm_ex(kernel(3), left(3), 1, 1, 1, 1, 1, 1, NULL, 5 << 1, 0, "rdna3", user, 5), 0);
    assert_int_equal(value, 1234);
}

static void scratch_per_lane(void **state)
{
    (void)state;
    uint32_t out[3 * 32];
    /* no user data: s[0:1] = args_ptr; 2 user SGPRs, id x enabled: s2 */
    assert_int_equal(run_asm_ex(kernel(4), left(4), 3, 1, 1, 32, 1, 1, out,
                                2 << 1 | 1 << 7 | 1 << 15, 16, "rdna3", NULL, 0),
                     0);
    for (uint32_t i = 0; i < 3 * 32; i++)
        assert_int_equal(out[i], 100 + i % 32);
}

static void unmapped_store_is_a_fault_not_a_crash(void **state)
{
    (void)state;
    const uint64_t bad[] = {0, 0x10, 0x7000000000, UINT64_C(0xdead000000000000)};
    for (unsigned i = 0; i < 4; i++) {
        uint32_t user[5] = {0, 0, (uint32_t)bad[i], (uint32_t)(bad[i] >> 32), 1};
        assert_int_not_equal(
            run_asm_ex(kernel(3), left(3), 1, 1, 1, 1, 1, 1, NULL, 5 << 1, 0, "rdna3", user, 5), 0);
    }
    /* and the device still works */
    user_data_and_rsrc2(state);
}

static void bad_arguments(void **state)
{
    (void)state;
    assert_int_not_equal(run_asm(NULL, 16, 1, 1, 1, 1, 1, 1, NULL), 0);
    assert_int_not_equal(
        run_asm_ex(kernel(3), left(3), 1, 1, 1, 1, 1, 1, NULL, 0, 0, "rdna4", NULL, 0), 0);
    assert_int_not_equal(run_asm(kernel(1), left(1), 1, 1, 1, 1025, 1, 1, NULL), 0);
    assert_int_equal(run_asm(kernel(1), left(1), 0, 1, 1, 32, 1, 1, NULL), 0);
}

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!f) {
        fprintf(stderr, "usage: test_remu kernels.bin\n");
        return 2;
    }
    code = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED || !fread(code, 1, 65536, f))
        return 2;
    fclose(f);
    code_size = 65536;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_interface_three_dimensions),
        cmocka_unit_test(old_interface_one_dimension),
        cmocka_unit_test(initial_mode_and_zeroed_lds),
        cmocka_unit_test(user_data_and_rsrc2),
        cmocka_unit_test(scratch_per_lane),
        cmocka_unit_test(unmapped_store_is_a_fault_not_a_crash),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
