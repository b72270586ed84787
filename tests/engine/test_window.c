/* test_window.c: device memory: placement, guard pages, reuse, look-up. Expected values follow
 * from window.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

#include "engine/window.h"

static void allocations_are_aligned_and_apart(void **state)
{
    (void)state;
    struct window w;
    struct diag diag = {0};
    assert_int_equal(window_init(&w, UINT64_C(64) << 20, NULL, &diag), SHOAL_OK);
    assert_int_equal(w.size, 64 << 20);
    uint64_t last_end = 0;
    for (uint64_t align = 1; align <= WINDOW_MAX_ALIGN; align *= 2) {
        uint64_t at;
        assert_int_equal(window_alloc(&w, 100, align, OWNER_USER, &diag, &at), SHOAL_OK);
        assert_int_equal(at % align, 0);
        assert_int_equal(at % 256, 0);
        assert_true(at >= w.base + w.page && at + 100 <= w.base + w.size - w.page);
        struct allocation a;
        assert_true(window_find(&w, at + 99, &a));
        assert_int_equal(a.base, at);
        assert_int_equal(a.size, 100);
        assert_true(a.map_base >= last_end + w.page); /* a guard page at least */
        last_end = a.map_base + a.map_size;
        memset((void *)(uintptr_t)a.map_base, 1, a.map_size);
    }
    window_destroy(&w);
}

static void large_windows_begin_at_a_multiple_of_4_gib(void **state)
{
    (void)state;
    enum { COUNT = 3 }; /* only one of them can be where windows are put first */
    struct window w[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(window_init(&w[i], UINT64_C(8) << 30, NULL, NULL), SHOAL_OK);
        assert_int_equal(w[i].base % (UINT64_C(1) << 32), 0);
    }
    for (unsigned i = 0; i < COUNT; i++)
        window_destroy(&w[i]);
}

static void an_allocation_ends_at_its_guard_page(void **state)
{
    (void)state;
    struct window w;
    assert_int_equal(window_init(&w, UINT64_C(64) << 20, NULL, NULL), SHOAL_OK);
    uint64_t at;
    assert_int_equal(window_alloc(&w, 3 * w.page + 512, 0, OWNER_USER, NULL, &at), SHOAL_OK);
    assert_int_equal((at + 3 * w.page + 512) % w.page, 0);
    window_destroy(&w);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    struct window w;
    assert_int_equal(window_init(&w, UINT64_C(64) << 20, NULL, NULL), SHOAL_OK);
    const struct {
        uint64_t size, align;
        shoal_status status;
        const char *text;
    } cases[] = {
        {0, 0, SHOAL_E_ARG, "An allocation of 0 bytes is not possible."},
        {1, 3, SHOAL_E_ARG, "The alignment is 3; it must be a power of two up to 2 MiB."},
        {1, 4 << 20, SHOAL_E_ARG,
         "The alignment is 4194304; it must be a power of two up to 2 MiB."},
        {UINT64_C(1) << 40, 0, SHOAL_E_NOMEM,
         "No room for 1099511627776 bytes: device memory has 64 MiB."},
        {UINT64_MAX, 0, SHOAL_E_NOMEM,
         "No room for 18446744073709551615 bytes: device memory has 64 MiB."},
        {64 << 20, 0, SHOAL_E_NOMEM,
         "No room for 67108864 bytes: device memory has 64 MiB and 0 allocations. Free some, or "
         "create the device with a larger window_bytes."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct diag diag = {0};
        uint64_t at = 1;
        assert_int_equal(window_alloc(&w, cases[i].size, cases[i].align, OWNER_USER, &diag, &at),
                         cases[i].status);
        assert_string_equal(diag.text, cases[i].text);
        assert_int_equal(at, 0);
    }
    struct diag diag = {0};
    struct window large;
    assert_int_equal(window_init(&large, UINT64_C(1) << 47, NULL, &diag), SHOAL_E_ARG);
    window_destroy(&w);
}

static void freed_memory_reads_as_zero_and_is_reused(void **state)
{
    (void)state;
    enum { WINDOW = 16 << 20, BYTES = 3 << 20 };
    struct window w;
    assert_int_equal(window_init(&w, WINDOW, NULL, NULL), SHOAL_OK);
    uint64_t first = 0;
    bool came_again = false;
    for (int i = 0; i < 40; i++) {
        uint64_t at;
        assert_int_equal(window_alloc(&w, BYTES, 0, OWNER_USER, NULL, &at), SHOAL_OK);
        if (i == 0)
            first = at;
        else if (at == first)
            came_again = true;
        else if (i == 1)
            assert_true(at > first); /* not reused at once */
        uint8_t *bytes = (uint8_t *)(uintptr_t)at;
        for (size_t j = 0; j < BYTES; j += 1000)
            assert_int_equal(bytes[j], 0);
        memset(bytes, 0xff, BYTES);
        assert_int_equal(window_free(&w, at, OWNER_USER, NULL, NULL), SHOAL_OK);
    }
    assert_true(came_again);
    window_destroy(&w);
}

static void frees_of_what_is_not_allocated_are_refused(void **state)
{
    (void)state;
    struct window w;
    assert_int_equal(window_init(&w, UINT64_C(64) << 20, NULL, NULL), SHOAL_OK);
    uint64_t user, module;
    assert_int_equal(window_alloc(&w, 1000, 0, OWNER_USER, NULL, &user), SHOAL_OK);
    assert_int_equal(window_alloc(&w, 1000, 0, OWNER_MODULE, NULL, &module), SHOAL_OK);
    struct diag diag = {0};
    assert_int_equal(window_free(&w, user + 8, OWNER_USER, NULL, &diag), SHOAL_E_ARG);
    assert_non_null(strstr(diag.text, " is 8 bytes inside the allocation at "));
    assert_int_equal(window_free(&w, module, OWNER_USER, NULL, NULL), SHOAL_E_ARG);
    assert_int_equal(window_free(&w, user, OWNER_USER, NULL, NULL), SHOAL_OK);
    assert_int_equal(window_free(&w, user, OWNER_USER, NULL, NULL), SHOAL_E_ARG);
    assert_int_equal(window_free(&w, 12345, OWNER_USER, NULL, NULL), SHOAL_E_ARG);
    window_destroy(&w);
}

static void ranges_and_neighbours(void **state)
{
    (void)state;
    struct window w;
    assert_int_equal(window_init(&w, UINT64_C(64) << 20, NULL, NULL), SHOAL_OK);
    struct allocation a;
    assert_false(window_nearest(&w, w.base, &a));
    uint64_t low, high, hidden;
    assert_int_equal(window_alloc(&w, 4096, 0, OWNER_USER, NULL, &low), SHOAL_OK);
    assert_int_equal(window_alloc(&w, 4096, 0, OWNER_ENGINE, NULL, &hidden), SHOAL_OK);
    assert_int_equal(window_alloc(&w, 4096, 0, OWNER_USER, NULL, &high), SHOAL_OK);
    assert_true(low < hidden && hidden < high);
    assert_int_equal(window_check(&w, low, 4096, NULL), SHOAL_OK);
    assert_int_equal(window_check(&w, low + 4095, 1, NULL), SHOAL_OK);
    assert_int_equal(window_check(&w, low + 1, 4096, NULL), SHOAL_E_ARG);
    assert_int_equal(window_check(&w, low, UINT64_MAX, NULL), SHOAL_E_ARG);
    assert_int_equal(window_check(&w, low - 1, 1, NULL), SHOAL_E_ARG);
    assert_int_equal(window_check(&w, low + 4096, 1, NULL), SHOAL_E_ARG);
    assert_int_equal(window_check(&w, hidden, 1, NULL), SHOAL_E_ARG);
    assert_true(window_nearest(&w, low + 4096, &a) && a.base == low);
    assert_true(window_nearest(&w, hidden + 8, &a) && a.base == low);
    assert_true(window_nearest(&w, high - 1, &a) && a.base == high);
    assert_true(window_nearest(&w, 0, &a) && a.base == low);
    assert_true(window_nearest(&w, UINT64_MAX, &a) && a.base == high);
    window_destroy(&w);
}

/* Blocks of a random size are filled with a number of their own, checked and freed, by
 * several threads. */
static void *allocate_and_free(void *argument)
{
    struct window *w = argument;
    enum { SLOTS = 16, ROUNDS = 1500 };
    struct {
        uint64_t at, size;
    } held[SLOTS] = {{0, 0}};
    unsigned seed = (unsigned)(uintptr_t)&held;
    uint8_t number = (uint8_t)(seed >> 4);
    uintptr_t wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned s = (unsigned)rand_r(&seed) % SLOTS;
        if (held[s].at) {
            const uint8_t *bytes = (const uint8_t *)(uintptr_t)held[s].at;
            wrong += bytes[0] != number || bytes[held[s].size - 1] != number;
            wrong += window_free(w, held[s].at, OWNER_USER, NULL, NULL) != SHOAL_OK;
            held[s].at = 0;
        } else {
            held[s].size = 1 + (unsigned)rand_r(&seed) % 40000;
            wrong += window_alloc(w, held[s].size, 0, OWNER_USER, NULL, &held[s].at) != SHOAL_OK;
            uint8_t *bytes = (uint8_t *)(uintptr_t)held[s].at;
            wrong += bytes[0] != 0 || bytes[held[s].size - 1] != 0;
            memset(bytes, number, held[s].size);
        }
    }
    return (void *)wrong;
}

static void threads_allocate_at_once(void **state)
{
    (void)state;
    struct window w;
    assert_int_equal(window_init(&w, UINT64_C(16) << 20, NULL, NULL), SHOAL_OK);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_and_free, &w), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    for (size_t i = 1; i < w.count; i++)
        assert_true(w.list[i - 1].map_base + w.list[i - 1].map_size + w.page <= w.list[i].map_base);
    window_destroy(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_are_aligned_and_apart),
        cmocka_unit_test(large_windows_begin_at_a_multiple_of_4_gib),
        cmocka_unit_test(an_allocation_ends_at_its_guard_page),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(freed_memory_reads_as_zero_and_is_reused),
        cmocka_unit_test(frees_of_what_is_not_allocated_are_refused),
        cmocka_unit_test(ranges_and_neighbours),
        cmocka_unit_test(threads_allocate_at_once),
    };
    return cmocka_run_group_tests_name("engine window", tests, NULL, NULL);
}
