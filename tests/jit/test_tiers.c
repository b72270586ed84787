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
#include "shoal/jit.h"

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

/* ---- the first tier ------------------------------------------------------------------------- */

/* Whether this host has the direct back end. */
static bool has_direct(shoal_kernel *kernel)
{
    return shoal_jit_text_by(kernel, SHOAL_JIT_BACKEND_DIRECT, SHOAL_JIT_ASM, NULL,
                             &(shoal_jit_stats){0}) == SHOAL_OK;
}

static shoal_jit_run run_of(const struct bench *b)
{
    shoal_jit_run run;
    shoal_jit_get_run(b->kernel, &run);
    return run;
}

static bool is_in(const shoal_jit_run *run, shoal_jit_tier tier)
{
    return run->tiers[tier].is_there;
}

/* Launches by engine auto until code of the tier is there. */
static int run_until(struct bench *b, shoal_jit_tier tier, unsigned threads)
{
    double end = now_ms() + 120e3;
    shoal_jit_run run = run_of(b);
    while (!is_in(&run, tier) && now_ms() < end) {
        shoal_launch_stats stats;
        TRY(bench_run_on(b, SHOAL_ENGINE_AUTO, threads, &stats));
        run = run_of(b);
    }
    CHECK(is_in(&run, tier));
    return 0;
}

static int direct_then_llvm(const void *argument)
{
    const unsigned *threads = argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, long_loop, 64));
    if (!has_direct(b.kernel)) {
        bench_close(&b);
        return 0;
    }
    TRY(run_until(&b, SHOAL_JIT_TIER_DIRECT, *threads));
    shoal_jit_run run = run_of(&b);
    CHECK(run.tiers[SHOAL_JIT_TIER_DIRECT].direct_parts == run.tiers[SHOAL_JIT_TIER_DIRECT].parts);
    CHECK(run.tiers[SHOAL_JIT_TIER_DIRECT].compile_ms > 0);
    TRY(run_until(&b, SHOAL_JIT_TIER_LLVM, *threads));
    /* What runs from now on is LLVM's, and is still right. */
    TRY(bench_run_on(&b, SHOAL_ENGINE_AUTO, *threads, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    uint64_t before = run_of(&b).tiers[SHOAL_JIT_TIER_LLVM].launches;
    TRY(bench_run_on(&b, SHOAL_ENGINE_AUTO, *threads, &stats));
    run = run_of(&b);
    CHECK(run.tiers[SHOAL_JIT_TIER_LLVM].launches == before + 1);
    CHECK(run.tiers[SHOAL_JIT_TIER_LLVM].direct_parts == 0);
    CHECK(run.tiers[SHOAL_JIT_TIER_INTERP].run_ms > 0 &&
          run.tiers[SHOAL_JIT_TIER_DIRECT].run_ms > 0);
    CHECK(run.tiers[SHOAL_JIT_TIER_DIRECT].ready_ms <= run.tiers[SHOAL_JIT_TIER_LLVM].ready_ms);
    bench_close(&b);
    return 0;
}

static void direct_code_comes_first_and_llvms_follows(void **state)
{
    (void)state;
    static const unsigned one = 1, two = 2;
    assert_int_equal(in_child(direct_then_llvm, &one, "0"), 0);
    assert_int_equal(in_child(direct_then_llvm, &two, "0"), 0);
}

/* Waves of one launch go through all three, at the head of their loop, on two threads. */
static int all_within_a_launch(const void *argument)
{
    const struct recipe *recipe = argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, *recipe, 4));
    bool is_tiered = has_direct(b.kernel);
    TRY(bench_run_on(&b, SHOAL_ENGINE_AUTO, 2, &stats));
    shoal_jit_run run = run_of(&b);
    bench_close(&b);
    if (run.tiers[SHOAL_JIT_TIER_LLVM].launches == 0)
        return CHILD_AGAIN; /* the launch was over before LLVM was */
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    CHECK(!is_tiered || run.tiers[SHOAL_JIT_TIER_DIRECT].run_ms > 0);
    return 0;
}

/* How long LLVM takes beside the waves, only the machine knows: under a sanitizer, with others at
 * work, it was 20 seconds. */
static void running_waves_change_to_better_code(void **state)
{
    (void)state;
    struct recipe r = {1, 1, MANY_LOOPS};
    int end = in_child(all_within_a_launch, &r, "0");
    for (; end == CHILD_AGAIN && r.loops < INT32_MAX / 3; r.loops *= 3)
        end = in_child(all_within_a_launch, &r, "0");
    assert_int_equal(end, 0);
}

/* Waiting for compiled code means LLVM's, also where direct code runs already. */
static int ask_for_llvm(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, long_loop, 64));
    if (has_direct(b.kernel)) {
        TRY(run_until(&b, SHOAL_JIT_TIER_DIRECT, 1));
        TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
        shoal_jit_run run = run_of(&b);
        CHECK(run.tiers[SHOAL_JIT_TIER_LLVM].launches >= 1);
    }
    bench_close(&b);
    return 0;
}

static void engine_jit_waits_for_llvm(void **state)
{
    (void)state;
    assert_int_equal(in_child(ask_for_llvm, NULL, "0"), 0);
}

/* argument: what SHOAL_JIT_BACKEND says. */
static int one_back_end(const void *argument)
{
    const char *name = argument;
    struct bench b;
    shoal_launch_stats stats = {0};
    setenv("SHOAL_JIT_BACKEND", name, 1);
    TRY(bench_open(&b, long_loop, 64));
    bool is_direct = !strcmp(name, "direct") && has_direct(b.kernel);
    TRY(run_until(&b, is_direct ? SHOAL_JIT_TIER_DIRECT : SHOAL_JIT_TIER_LLVM, 1));
    for (int i = 0; i < 20; i++)
        TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    shoal_jit_run run = run_of(&b);
    CHECK(is_in(&run, SHOAL_JIT_TIER_DIRECT) == is_direct);
    CHECK(is_in(&run, SHOAL_JIT_TIER_LLVM) != is_direct);
    bench_close(&b);
    return 0;
}

static void one_back_end_may_be_chosen(void **state)
{
    (void)state;
    assert_int_equal(in_child(one_back_end, "llvm", "0"), 0);
    assert_int_equal(in_child(one_back_end, "direct", "0"), 0);
}

/* The code that is there first, whether it is from disk, and the code to wait for. */
struct stages {
    shoal_jit_tier first, last;
    bool is_from_disk;
};

static int with_cache(const void *argument)
{
    const struct stages *s = argument;
    struct bench b;
    if (s->last == SHOAL_JIT_TIER_DIRECT) /* LLVM could be done before the process ends */
        setenv("SHOAL_JIT_BACKEND", "direct", 1);
    TRY(bench_open(&b, long_loop, 64));
    if (has_direct(b.kernel)) {
        TRY(run_until(&b, s->first, 1));
        CHECK(run_of(&b).tiers[s->first].is_from_disk == s->is_from_disk);
        CHECK((run_of(&b).tiers[s->first].compile_ms > 0) != s->is_from_disk);
        TRY(run_until(&b, s->last, 1));
        shoal_jit_run run = run_of(&b);
        CHECK(s->first != SHOAL_JIT_TIER_LLVM || !is_in(&run, SHOAL_JIT_TIER_DIRECT));
    } else {
        fprintf(stderr, "no direct back end here\n");
    }
    bench_close(&b);
    return 0;
}

static unsigned images(const char *folder) { return folder_count(folder, ".jit", NULL); }

static void both_codes_are_kept_on_disk(void **state)
{
    (void)state;
    char folder[64];
    folder_make(folder);
    const struct stages direct = {SHOAL_JIT_TIER_DIRECT, SHOAL_JIT_TIER_DIRECT, false},
                        improved = {SHOAL_JIT_TIER_DIRECT, SHOAL_JIT_TIER_LLVM, true},
                        at_once = {SHOAL_JIT_TIER_LLVM, SHOAL_JIT_TIER_LLVM, true};
    assert_int_equal(in_child(with_cache, &direct, folder), 0);
    unsigned first = images(folder);
    if (first) { /* else the host has no tiers */
        assert_int_equal(in_child(with_cache, &improved, folder), 0);
        assert_int_equal(images(folder), 2);
        assert_int_equal(in_child(with_cache, &at_once, folder), 0);
        assert_int_equal(images(folder), 2);
    }
    folder_remove(folder);
}

/* 10,000 instructions in one loop: direct code is there soon, and LLVM takes a second or more. */
static const struct recipe improving = {1, 4000, 40};

static int start_improving(struct bench *b)
{
    TRY(bench_open(b, improving, 16));
    if (has_direct(b->kernel))
        TRY(run_until(b, SHOAL_JIT_TIER_DIRECT, 1));
    double end = now_ms() + 100; /* of launches in direct code, which LLVM's job is worth then */
    shoal_launch_stats stats;
    while (now_ms() < end)
        TRY(bench_run(b, SHOAL_ENGINE_AUTO, &stats));
    return 0;
}

/* argument: what is given back in the middle. */
static int give_back(const void *argument)
{
    struct bench b;
    shoal_launch_stats stats;
    TRY(start_improving(&b));
    double start = now_ms();
    if (*(const bool *)argument) {
        CHECK(shoal_module_unload(b.module) == SHOAL_OK);
        fprintf(stderr, "unloading took %.1f ms\n", now_ms() - start);
        /* The compiler is still busy; the next module is compiled all the same. */
        b.recipe = long_loop;
        TRY(bench_load(&b));
        TRY(run_until(&b, has_direct(b.kernel) ? SHOAL_JIT_TIER_DIRECT : SHOAL_JIT_TIER_LLVM, 1));
        TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
        start = now_ms();
    }
    bench_close(&b);
    fprintf(stderr, "closing took %.1f ms\n", now_ms() - start);
    return 0;
}

static void modules_and_devices_may_go_while_code_is_improved(void **state)
{
    (void)state;
    static const bool device = false, module = true;
    assert_int_equal(in_child(give_back, &module, "0"), 0);
    assert_int_equal(in_child(give_back, &device, "0"), 0);
}

/* A launch that waits for LLVM's code and may not: the kernel goes on in the first code. */
static int stop_waiting(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, improving, 16));
    if (has_direct(b.kernel)) {
        TRY(run_until(&b, SHOAL_JIT_TIER_DIRECT, 1));
        shoal_launch_desc d = shoal_launch_desc_default();
        d.grid[0] = d.block[0] = ITEMS;
        d.args = &b.out;
        d.args_size = 8;
        d.engine = SHOAL_ENGINE_JIT;
        d.timeout_seconds = 0.05;
        CHECK(shoal_launch(b.device, b.kernel, &d, NULL) == SHOAL_E_TIMEOUT);
        TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
        CHECK(stats.engine == SHOAL_ENGINE_JIT);
        TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
        CHECK(run_of(&b).tiers[SHOAL_JIT_TIER_LLVM].is_there);
    }
    bench_close(&b);
    return 0;
}

static void who_stops_waiting_for_better_code_keeps_the_first(void **state)
{
    (void)state;
    assert_int_equal(in_child(stop_waiting, NULL, "0"), 0);
}

/* exit in the middle, as main returns. */
static int exit_early(const void *argument)
{
    (void)argument;
    struct bench b;
    TRY(start_improving(&b));
    exit(0);
}

static void processes_may_end_while_code_is_improved(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(in_child(exit_early, NULL, "0"), 0);
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
        cmocka_unit_test(direct_code_comes_first_and_llvms_follows),
        cmocka_unit_test(running_waves_change_to_better_code),
        cmocka_unit_test(engine_jit_waits_for_llvm),
        cmocka_unit_test(one_back_end_may_be_chosen),
        cmocka_unit_test(both_codes_are_kept_on_disk),
        cmocka_unit_test(modules_and_devices_may_go_while_code_is_improved),
        cmocka_unit_test(who_stops_waiting_for_better_code_keeps_the_first),
        cmocka_unit_test(processes_may_end_while_code_is_improved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
