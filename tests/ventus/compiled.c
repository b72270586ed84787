/* compiled.c: C compiled by LLVM for riscv32, run in a warp, against the same C on the host.
 *
 *     compiled GUEST.riscv...
 *
 * Scalar code (compiled_work.h) or, with VECTOR, vector code (compiled_vector.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/shoal.h"
#ifdef VECTOR
#include "compiled_vector.h"
#else
#include "compiled_work.h"
#endif

static char **guests;

static void run_guest(const char *path, uint64_t seed, unsigned warp)
{
    static uint32_t in[IN_WORDS], copy[IN_WORDS], want[OUT_WORDS], got[OUT_WORDS];
    for (unsigned i = 0; i < IN_WORDS; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        in[i] = copy[i] = (uint32_t)(seed >> 33) ^ (i % 3 ? 0 : 0x80000000);
        if (i % 5 == 0) /* numbers of moderate size, too */
            in[i] = copy[i] = 0x3f000000 + (in[i] >> 6);
    }
    memset(want, 0, sizeof want);
    uint32_t count = work_all(copy, want), guest_count;
    assert_true(count > 600);

    shoal_device *device;
    shoal_module *module;
    shoal_kernel *kernel;
    uint64_t buffers[3];
    shoal_device_options options = shoal_device_options_default();
    options.isa = "ventus";
    options.threads = 1;
    options.wave_lanes = warp;
    assert_int_equal(shoal_device_create(&options, &device), SHOAL_OK);
    if (shoal_module_load_file(device, path, NULL, &module) != SHOAL_OK)
        fail_msg("%s", shoal_last_error(device));
    assert_int_equal(shoal_module_find_kernel(module, "work", &kernel), SHOAL_OK);
    shoal_mem_alloc(device, sizeof in, 0, &buffers[0]);
    shoal_mem_alloc(device, sizeof want, 0, &buffers[1]);
    shoal_mem_alloc(device, 4, 0, &buffers[2]);
    shoal_mem_write(device, buffers[0], in, sizeof in);
    const uint32_t args[] = {(uint32_t)buffers[0], (uint32_t)buffers[1], (uint32_t)buffers[2]};
    shoal_launch_desc d = shoal_launch_desc_default();
    for (int i = 0; i < 3; i++)
        d.grid[i] = d.block[i] = i ? 1 : warp; /* all threads: vector code is theirs */
    d.args = args;
    d.args_size = sizeof args;
    d.trim = true;
    d.timeout_seconds = 60;
    if (shoal_launch(device, kernel, &d, NULL) != SHOAL_OK)
        fail_msg("%s: %s", path, shoal_last_error(device));
    shoal_mem_read(device, &guest_count, buffers[2], 4);
    shoal_mem_read(device, got, buffers[1], sizeof got);
    assert_int_equal(guest_count, count);
    for (unsigned i = 0; i < count; i++)
        if (got[i] != want[i])
            fail_msg("%s: word %u of %u: %#x, not %#x", path, i, count, got[i], want[i]);
    shoal_mem_read(device, got, buffers[0], sizeof in);
    assert_memory_equal(got, copy, sizeof in); /* sorted */
    shoal_device_destroy(device);
}

static void same_as_host(void **state)
{
    (void)state;
    for (char **g = guests; *g; g++)
        for (uint64_t seed = 1; seed <= 8; seed++)
            run_guest(*g, seed, 4u << seed % 4);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("0 passed, 0 failed, 1 skipped: no clang for riscv32, or no ld.lld\n");
        return 77;
    }
    guests = argv + 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_host)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
