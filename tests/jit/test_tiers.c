/* test_tiers.c: when the engine interprets, when it compiles, and that nobody waits for that.
 * Expected values: C does the same arithmetic (child.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "child.h"

static const struct recipe small = {5, 4, 10}, long_loop = {1, 3, 4000};

static int interpreter_only(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, long_loop, 64));
    TRY(bench_run(&b, SHOAL_ENGINE_INTERP, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_INTERP);
    bench_close(&b);
    CHECK(!is_compiler_loaded());
    return 0;
}

static void the_interpreter_never_compiles(void **state)
{
    (void)state;
    assert_int_equal(in_child(interpreter_only, NULL, "0"), 0);
}

static int auto_on_little_work(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, small, 2));
    TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_INTERP);
    bench_close(&b);
    CHECK(!is_compiler_loaded());
    return 0;
}

static void little_work_is_interpreted(void **state)
{
    (void)state;
    /* What is little is told by the clock: on a busy machine, under a sanitizer, a wave may take
     * long. */
    bool is_interpreted = false;
    for (int attempt = 0; attempt < 5 && !is_interpreted; attempt++)
        is_interpreted = in_child(auto_on_little_work, NULL, "0") == 0;
    assert_true(is_interpreted);
}

static int jit_at_once(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats, plain;
    TRY(bench_open(&b, small, 3));
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    CHECK(is_compiler_loaded());
    TRY(bench_run(&b, SHOAL_ENGINE_INTERP, &plain));
    CHECK(plain.engine == SHOAL_ENGINE_INTERP);
    CHECK(stats.instructions == plain.instructions);
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        CHECK(stats.by_class[i] == plain.by_class[i]);
    bench_close(&b);
    return 0;
}

static void the_jit_compiles_before_the_first_wave(void **state)
{
    (void)state;
    assert_int_equal(in_child(jit_at_once, NULL, "0"), 0);
}

/* Many short launches of one kernel are compiled in the end. */
static int auto_over_launches(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats = {0};
    TRY(bench_open(&b, long_loop, 8));
    double end = now_ms() + 120e3;
    while (stats.engine != SHOAL_ENGINE_JIT && now_ms() < end)
        TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    bench_close(&b);
    return 0;
}

static void kernels_that_come_again_are_compiled(void **state)
{
    (void)state;
    assert_int_equal(in_child(auto_over_launches, NULL, "0"), 0);
}

/* The interpreter takes seconds for so many loops, the compiler less than one. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MANY_LOOPS 2000000
#endif
#endif
#ifndef MANY_LOOPS
#define MANY_LOOPS 40000000
#endif

/* One wave in one endless loop enters compiled code at its header. */
static int auto_within_a_wave(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    struct recipe endless = {1, 1, MANY_LOOPS};
    TRY(bench_open(&b, endless, 1));
    TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    bench_close(&b);
    return 0;
}

static void a_running_wave_enters_compiled_code(void **state)
{
    (void)state;
    assert_int_equal(in_child(auto_within_a_wave, NULL, "0"), 0);
}

/* 20,000 instructions: the run must not wait until they are compiled. */
static int large_kernel(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    struct recipe large = {1, 10000, 1};
    TRY(bench_open(&b, large, 40));
    double start = now_ms();
    TRY(bench_run(&b, SHOAL_ENGINE_INTERP, &stats));
    double interp = now_ms() - start;
    start = now_ms();
    TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    double automatic = now_ms() - start;
    bench_close(&b);
    fprintf(stderr, "20,000 instructions: interp %.1f ms, auto %.1f ms\n", interp, automatic);
    CHECK(automatic < 3 * interp + 100);
    return 0;
}

static void large_kernels_do_not_stall(void **state)
{
    (void)state;
    assert_int_equal(in_child(large_kernel, NULL, "0"), 0);
}

/* A module goes while its kernel is looked up or compiled; the device goes right after. */
static int unload_early(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    struct recipe r = {1, 30, 3000};
    TRY(bench_open(&b, r, 16));
    for (uint32_t i = 0; i < 12; i++) {
        TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
        CHECK(shoal_module_unload(b.module) == SHOAL_OK);
        b.recipe.first++;
        TRY(bench_load(&b));
    }
    TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    bench_close(&b);
    return 0;
}

static void modules_may_go_while_they_are_compiled(void **state)
{
    (void)state;
    assert_int_equal(in_child(unload_early, NULL, "0"), 0);
}

static void *device_of_its_own(void *argument)
{
    struct bench b;
    shoal_launch_stats stats;
    struct recipe r = {(uint32_t)(uintptr_t)argument, 5, 50};
    int failed = bench_open(&b, r, 4);
    for (int i = 0; i < 3 && !failed; i++)
        failed = bench_run(&b, i == 1 ? SHOAL_ENGINE_AUTO : SHOAL_ENGINE_JIT, &stats);
    bench_close(&b);
    return (void *)(intptr_t)failed;
}

static int many_devices(const void *argument)
{
    (void)argument;
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, device_of_its_own, (void *)(i + 1)) == 0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        CHECK(pthread_join(threads[i], &failed) == 0);
        CHECK(failed == NULL);
    }
    return 0;
}

static void devices_compile_beside_each_other(void **state)
{
    (void)state;
    assert_int_equal(in_child(many_devices, NULL, "0"), 0);
}

/* More instructions than the JIT takes (MAX_REGION_OPS, 100,000). */
static int too_large(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    struct recipe r = {1, 50001, 1};
    TRY(bench_open(&b, r, 1));
    for (int i = 0; i < 2; i++) {
        TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
        CHECK(stats.engine == SHOAL_ENGINE_INTERP);
        CHECK(b.warnings == 1);
    }
    bench_close(&b);
    return 0;
}

static void what_is_not_compiled_is_interpreted_with_one_warning(void **state)
{
    (void)state;
    assert_int_equal(in_child(too_large, NULL, "0"), 0);
}

/* Compiling 40,000 instructions takes seconds; the kernel itself would be done at once. */
static int too_slow(const void *argument)
{
    (void)argument;
    struct bench b;
    struct recipe r = {1, 20000, 1};
    TRY(bench_open(&b, r, 1));
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = ITEMS;
    d.args = &b.out;
    d.args_size = 8;
    d.engine = SHOAL_ENGINE_JIT;
    d.timeout_seconds = 0.1;
    CHECK(shoal_launch(b.device, b.kernel, &d, NULL) == SHOAL_E_TIMEOUT);
    CHECK(strstr(shoal_last_error(b.device), "kernel raw: time limit\n"));
    CHECK(strstr(shoal_last_error(b.device), "stopped after 0.1 seconds\n"));
    d.engine = SHOAL_ENGINE_INTERP;
    d.timeout_seconds = 100;
    CHECK(shoal_launch(b.device, b.kernel, &d, NULL) == SHOAL_OK);
    bench_close(&b);
    return 0;
}

static void the_time_limit_covers_compiling(void **state)
{
    (void)state;
    assert_int_equal(in_child(too_slow, NULL, "0"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interpreter_never_compiles),
        cmocka_unit_test(little_work_is_interpreted),
        cmocka_unit_test(the_jit_compiles_before_the_first_wave),
        cmocka_unit_test(kernels_that_come_again_are_compiled),
        cmocka_unit_test(a_running_wave_enters_compiled_code),
        cmocka_unit_test(large_kernels_do_not_stall),
        cmocka_unit_test(modules_may_go_while_they_are_compiled),
        cmocka_unit_test(devices_compile_beside_each_other),
        cmocka_unit_test(the_time_limit_covers_compiling),
        cmocka_unit_test(what_is_not_compiled_is_interpreted_with_one_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
