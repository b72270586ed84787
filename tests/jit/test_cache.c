/* test_cache.c: compiled code on disk: found again, bounded, and never trusted when damaged.
 * Whether code was compiled or found shows in whether LLVM is loaded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/siphash.h"
#include "child.h"

static const struct recipe first = {7, 6, 3};

struct expectation {
    struct recipe recipe;
    shoal_engine engine;
    bool compiles;
};

static int run_once(const void *argument)
{
    const struct expectation *e = argument;
    struct bench b;
    shoal_launch_stats stats;
    TRY(bench_open(&b, e->recipe, 2));
    TRY(bench_run(&b, e->engine, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    bench_close(&b);
    CHECK(is_compiler_loaded() == e->compiles);
    return 0;
}

static const struct expectation compiled = {{7, 6, 3}, SHOAL_ENGINE_JIT, true};
static const struct expectation found = {{7, 6, 3}, SHOAL_ENGINE_JIT, false};

static void code_is_found_again_without_llvm(void **state)
{
    (void)state;
    char cache[64];
    folder_make(cache);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_int_equal(folder_count(cache, ".jit", NULL), 1);
    assert_int_equal(in_child(run_once, &found, cache), 0);
    /* Other code, even of the same size, is other code. */
    struct expectation other = compiled;
    other.recipe.first++;
    assert_int_equal(in_child(run_once, &other, cache), 0);
    assert_int_equal(folder_count(cache, "", NULL), 2);
    folder_remove(cache);
}

static int auto_from_cache(const void *argument)
{
    (void)argument;
    struct bench b;
    shoal_launch_stats stats = {0};
    struct recipe r = {7, 6, 3};
    TRY(bench_open(&b, r, 2));
    double end = now_ms() + 60e3;
    while (stats.engine != SHOAL_ENGINE_JIT && now_ms() < end)
        TRY(bench_run(&b, SHOAL_ENGINE_AUTO, &stats));
    CHECK(stats.engine == SHOAL_ENGINE_JIT);
    CHECK(!is_compiler_loaded());
    bench_close(&b);
    return 0;
}

static void auto_takes_what_it_finds(void **state)
{
    (void)state;
    char cache[64];
    folder_make(cache);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_int_equal(in_child(auto_from_cache, NULL, cache), 0);
    folder_remove(cache);
}

static void off_means_off(void **state)
{
    (void)state;
    char home[64], place[128];
    folder_make(home);
    setenv("XDG_CACHE_HOME", home, 1);
    assert_int_equal(in_child(run_once, &compiled, "0"), 0);
    assert_int_equal(folder_count(home, "", NULL), 0);
    assert_int_equal(in_child(run_once, &compiled, NULL), 0);
    snprintf(place, sizeof place, "%s/shoal", home);
    assert_int_equal(folder_count(place, ".jit", NULL), 1);
    assert_int_equal(in_child(run_once, &found, NULL), 0);
    unsetenv("XDG_CACHE_HOME");
    char *old_home = strdup(getenv("HOME") ? getenv("HOME") : "/");
    setenv("HOME", home, 1);
    assert_int_equal(in_child(run_once, &compiled, NULL), 0);
    snprintf(place, sizeof place, "%s/.cache/shoal", home);
    assert_int_equal(folder_count(place, ".jit", NULL), 1);
    setenv("HOME", old_home, 1);
    free(old_home);
    folder_remove(home);
}

/* A place that cannot be written is as good as none. */
static void no_place_is_no_error(void **state)
{
    (void)state;
    assert_int_equal(in_child(run_once, &compiled, "/proc/none"), 0);
}

static void damage(const char *file, long at, int change, long length)
{
    FILE *f = fopen(file, "r+b");
    assert_non_null(f);
    if (change) {
        fseek(f, at, SEEK_SET);
        int c = fgetc(f);
        fseek(f, at, SEEK_SET);
        fputc(c ^ change, f);
    }
    fclose(f);
    if (length >= 0)
        assert_int_equal(truncate(file, length), 0);
}

static void damaged_files_are_compiled_anew(void **state)
{
    (void)state;
    char cache[64], file[256];
    folder_make(cache);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_true(folder_only_file(cache, file));
    struct stat s;
    assert_int_equal(stat(file, &s), 0);
    const long places[] = {0, 9, 25, 41, 60, 100, (long)s.st_size / 2, (long)s.st_size - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        damage(file, places[i], 0x10, -1);
        assert_int_equal(in_child(run_once, &compiled, cache), 0);
        assert_int_equal(in_child(run_once, &found, cache), 0);
    }
    const long lengths[] = {0, 20, 57, (long)s.st_size - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        damage(file, 0, 0, lengths[i]);
        assert_int_equal(in_child(run_once, &compiled, cache), 0);
        assert_int_equal(in_child(run_once, &found, cache), 0);
    }
    /* What others can write is not executed. */
    assert_int_equal(chmod(file, 0666), 0);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_int_equal(chmod(cache, 0777), 0);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    folder_remove(cache);
}

/* What is no file of ours under a name of the cache is left alone, and nobody waits for it. */
static void other_things_in_the_cache_are_left_alone(void **state)
{
    (void)state;
    char cache[64], file[256], other[64], link[128];
    folder_make(cache);
    folder_make(other);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_true(folder_only_file(cache, file));
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
    assert_int_equal(in_child(run_once, &compiled, cache), 0); /* and replaces it */
    assert_int_equal(unlink(file), 0);
    snprintf(link, sizeof link, "%s/target", other);
    assert_int_equal(symlink(link, file), 0);
    assert_int_equal(in_child(run_once, &compiled, cache), 0);
    assert_int_equal(folder_count(other, "", NULL), 0);
    /* A folder may be a link of the user's own, but not of somebody else. */
    snprintf(link, sizeof link, "%s/link", other);
    assert_int_equal(symlink(cache, link), 0);
    assert_int_equal(in_child(run_once, &found, link), 0);
    if (geteuid() == 0) {
        assert_int_equal(lchown(link, 12345, 12345), 0);
        assert_int_equal(in_child(run_once, &compiled, link), 0);
    } else {
        print_message("SKIP: a link of another user: only root can make one\n");
    }
    folder_remove(cache);
    folder_remove(other);
}

static void the_oldest_go_when_it_is_full(void **state)
{
    (void)state;
    char cache[64];
    folder_make(cache);
    struct expectation e = compiled;
    uint64_t one, all;
    assert_int_equal(in_child(run_once, &e, cache), 0);
    folder_count(cache, "", &one);
    char limit[32];
    snprintf(limit, sizeof limit, "%llu", (unsigned long long)(3 * one + one / 2));
    setenv("SHOAL_CACHE_SIZE", limit, 1);
    for (uint32_t i = 1; i <= 5; i++) {
        usleep(20000); /* times of files are coarser than these runs */
        e.recipe.first = first.first + i;
        assert_int_equal(in_child(run_once, &e, cache), 0);
        if (i == 2) { /* used again: not among the oldest any more */
            usleep(20000);
            assert_int_equal(in_child(run_once, &found, cache), 0);
        }
        folder_count(cache, "", &all);
        assert_true(all <= 3 * one + one / 2);
    }
    assert_int_equal(folder_count(cache, ".jit", NULL), 3);
    e.compiles = false; /* the last two are there */
    assert_int_equal(in_child(run_once, &e, cache), 0);
    e.recipe.first--;
    assert_int_equal(in_child(run_once, &e, cache), 0);
    e.recipe.first = first.first + 1; /* the first to go */
    e.compiles = true;
    assert_int_equal(in_child(run_once, &e, cache), 0);
    unsetenv("SHOAL_CACHE_SIZE");
    folder_remove(cache);
}

static int several_kernels(const void *argument)
{
    const uint32_t *seed = argument;
    for (uint32_t i = 0; i < 4; i++) {
        struct bench b;
        shoal_launch_stats stats;
        struct recipe r = {1 + (*seed + i) % 4, 5, 2};
        TRY(bench_open(&b, r, 1));
        TRY(bench_run(&b, SHOAL_ENGINE_JIT, &stats));
        CHECK(stats.engine == SHOAL_ENGINE_JIT);
        bench_close(&b);
    }
    return 0;
}

static void processes_share_it(void **state)
{
    (void)state;
    char cache[64];
    folder_make(cache);
    uint32_t seeds[6];
    int processes[6];
    for (uint32_t i = 0; i < 6; i++) {
        seeds[i] = i;
        processes[i] = child_start(several_kernels, &seeds[i], cache);
    }
    for (int i = 0; i < 6; i++)
        assert_int_equal(child_wait(processes[i]), 0);
    assert_int_equal(folder_count(cache, ".jit", NULL), 4);
    assert_int_equal(folder_count(cache, "", NULL), 4); /* nothing half-written is left */
    struct expectation e = {{1, 5, 2}, SHOAL_ENGINE_JIT, false};
    assert_int_equal(in_child(run_once, &e, cache), 0);
    folder_remove(cache);
}

/* Test vectors of the paper's reference implementation (vectors_sip128): bytes 0, 1, 2, .. */
static void siphash_is_siphash(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        uint8_t hash[16];
    } vectors[] = {
        {0,
         {0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02,
          0x93}},
        {1,
         {0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc,
          0x45}},
        {2,
         {0x81, 0x77, 0x22, 0x8d, 0xa4, 0xa4, 0x5d, 0xc7, 0xfc, 0xa3, 0x8b, 0xde, 0xf6, 0x0a, 0xff,
          0xe4}},
    };
    const uint8_t bytes[3] = {0, 1, 2};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct siphash h;
        uint64_t out[2];
        siphash_init(&h);
        siphash_add(&h, bytes, vectors[i].length);
        siphash_finish(&h, out);
        assert_memory_equal(out, vectors[i].hash, 16);
    }
    /* However the bytes are cut. */
    uint8_t many[100];
    for (size_t i = 0; i < sizeof many; i++)
        many[i] = (uint8_t)i;
    uint64_t whole[2], parts[2];
    struct siphash h;
    siphash_init(&h);
    siphash_add(&h, many, sizeof many);
    siphash_finish(&h, whole);
    for (size_t cut = 0; cut <= sizeof many; cut++) {
        siphash_init(&h);
        siphash_add(&h, many, cut);
        siphash_add(&h, many + cut, sizeof many - cut);
        siphash_finish(&h, parts);
        assert_memory_equal(whole, parts, sizeof whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(siphash_is_siphash),
        cmocka_unit_test(code_is_found_again_without_llvm),
        cmocka_unit_test(auto_takes_what_it_finds),
        cmocka_unit_test(off_means_off),
        cmocka_unit_test(no_place_is_no_error),
        cmocka_unit_test(damaged_files_are_compiled_anew),
        cmocka_unit_test(other_things_in_the_cache_are_left_alone),
        cmocka_unit_test(the_oldest_go_when_it_is_full),
        cmocka_unit_test(processes_share_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
