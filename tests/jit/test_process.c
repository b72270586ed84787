/* test_process.c: children of processes that run and compile kernels.
 * Expected values: C does the same arithmetic (child.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "child.h"

#define NOT_HERE                                                                                   \
    "The device belongs to the parent process: its threads do not exist in this one. Create a "    \
    "device after fork, or use exec."

static const struct recipe small = {5, 4, 10}, large = {1, 4000, 30};

static int start(struct bench *b, shoal_engine engine, shoal_completion **out)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = (uint64_t)b->groups * ITEMS;
    d.block[0] = ITEMS;
    d.args = &b->out;
    d.args_size = 8;
    d.engine = engine;
    CHECK(shoal_launch_async(b->device, b->kernel, &d, out) == SHOAL_OK);
    return 0;
}

struct family {
    struct bench *parent;
    shoal_completion *running;
};

/* What the parent has made is refused, with the reason, and may be given up; nothing waits. */
static int use_parents(const void *argument)
{
    const struct family *f = argument;
    shoal_device *device = f->parent->device;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = &f->parent->out;
    d.args_size = 8;
    CHECK(shoal_launch(device, f->parent->kernel, &d, NULL) == SHOAL_E_UNSUPPORTED);
    CHECK(!strcmp(shoal_last_error(device), NOT_HERE));
    CHECK(shoal_completion_wait(f->running, NULL) == SHOAL_E_UNSUPPORTED);
    CHECK(!strcmp(shoal_last_error(device), NOT_HERE));
    CHECK(shoal_completion_done(f->running));
    shoal_completion_destroy(f->running);
    CHECK(shoal_module_unload(f->parent->module) == SHOAL_E_UNSUPPORTED);
    shoal_device_destroy(device);
    return 0;
}

/* Its own device works, compiled or, where the fork has cut a compilation off, interpreted. */
static int use_own(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, small, 3));
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    CHECK((stats.engine == SHOAL_ENGINE_JIT) == (b.warnings == 0));
    bench_close(&b);
    return 0;
}

static int use_own_compiled(const void *argument)
{
    struct bench b;
    shoal_launch_stats stats;
    (void)argument;
    TRY(bench_open(&b, small, 3));
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    bench_close(&b);
    return 0;
}

static int fork_while_compiling(const void *argument)
{
    (void)argument;
    struct bench b;
    TRY(bench_open(&b, large, 2));
    for (useconds_t delay = 0; delay < 100000; delay = delay ? delay * 3 : 500) {
        shoal_completion *running;
        TRY(start(&b, SHOAL_ENGINE_JIT, &running));
        usleep(delay);
        const struct family family = {&b, running};
        int first = child_start(use_parents, &family, "0"),
            second = child_start(use_own, NULL, "0");
        CHECK(child_wait(first) == 0);
        CHECK(child_wait(second) == 0);
        CHECK(shoal_completion_wait(running, NULL) == SHOAL_OK);
        shoal_completion_destroy(running);
        CHECK(shoal_module_unload(b.module) == SHOAL_OK);
        b.recipe.first++; /* another kernel: compiled again */
        TRY(bench_load(&b));
    }
    bench_close(&b);
    return 0;
}

static void children_of_a_process_that_compiles_can_run_kernels(void **state)
{
    (void)state;
    assert_int_equal(in_child(fork_while_compiling, NULL, "0"), 0);
}

static int fork_in_peace(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, small, 3));
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    CHECK(in_child(use_own_compiled, NULL, "0") == 0);
    TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    bench_close(&b);
    return 0;
}

static void children_of_a_process_that_has_compiled_compile(void **state)
{
    (void)state;
    assert_int_equal(in_child(fork_in_peace, NULL, "0"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_of_a_process_that_compiles_can_run_kernels),
        cmocka_unit_test(children_of_a_process_that_has_compiled_compile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
