/* test_run.c: work-groups, waves, barriers, progress. Expected values follow from the
 * programs. */
#include "run.h"

static void store_per_group(shoal_device *device, uint64_t groups)
{
    /* out[index] = index + 1 */
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),  F(INDEX, 2, 0, 0, 0), F(MULI, 3, 2, 0, 4), F(ADD, 3, 3, 1, 0),
        F(ADDI, 2, 2, 0, 1), F(STORE, 2, 3, 0, 0), F(END, 0, 0, 0, 0),
    };
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, groups, &address);
    shoal_launch_desc d = one_arg(groups, 1, &address);
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_OK);
    for (uint64_t i = 0; i < groups; i++)
        assert_int_equal(out[i], i + 1);
    assert_int_equal(stats.workgroups, groups);
    assert_int_equal(stats.waves, groups);
    assert_int_equal(stats.instructions, 7 * groups);
    assert_int_equal(stats.lane_instructions, 7 * 32 * groups);
    assert_int_equal(stats.by_class[SHOAL_CLASS_SALU], 7 * groups);
    assert_int_equal(stats.engine, SHOAL_ENGINE_INTERP);
}

static void every_group_runs_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        shoal_device *device = make_device(threads);
        store_per_group(device, 1);
        store_per_group(device, 7);
        store_per_group(device, 5000);
        shoal_device_destroy(device);
    }
}

static void group_ids_run_x_fastest_and_edges_are_partial(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    /* out[next++] = x + 16 y + 256 z + 4096 bx + 65536 by + 1048576 bz */
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),   F(MOV, 2, 0, 0, 1),   F(ATOMIC, 3, 1, 2, 0),
        F(GROUP, 4, 0, 0, 0), F(GROUP, 5, 0, 0, 1), F(MULI, 5, 5, 0, 16),
        F(ADD, 4, 4, 5, 0),   F(GROUP, 5, 0, 0, 2), F(MULI, 5, 5, 0, 256),
        F(ADD, 4, 4, 5, 0),   F(BLOCK, 5, 0, 0, 0), F(MULI, 5, 5, 0, 4096),
        F(ADD, 4, 4, 5, 0),   F(BLOCK, 5, 0, 0, 1), F(MULI, 5, 5, 0, 65536),
        F(ADD, 4, 4, 5, 0),   F(BLOCK, 5, 0, 0, 2), F(MULI, 5, 5, 0, 1048576),
        F(ADD, 4, 4, 5, 0),   F(MULI, 3, 3, 0, 4),  F(ADD, 3, 3, 1, 0),
        F(STORE, 4, 3, 0, 4), F(END, 0, 0, 0, 0),
    };
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, 1 + 3 * 2 * 3, &address);
    shoal_launch_desc d = one_arg(1, 1, &address);
    /* 3 x 2 x 3 groups: the last ones are 2 of 4, 1 of 3, and 2 of 2 */
    d.grid[0] = 10, d.grid[1] = 4, d.grid[2] = 6;
    d.block[0] = 4, d.block[1] = 3, d.block[2] = 2;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    uint32_t n = 0;
    for (uint32_t z = 0; z < 3; z++)
        for (uint32_t y = 0; y < 2; y++)
            for (uint32_t x = 0; x < 3; x++) {
                uint32_t bx = x == 2 ? 2 : 4, by = y == 1 ? 1 : 3, bz = 2;
                assert_int_equal(out[1 + n++],
                                 x + 16 * y + 256 * z + 4096 * bx + 65536 * by + 1048576 * bz);
            }
    assert_int_equal(out[0], n);
    shoal_device_destroy(device);
}

static void barrier_orders_lds(void **state)
{
    (void)state;
    /* Every wave writes lds[wave] = wave + 1, waits, and sums all of lds; twice. LDS is zero at
     * the start of each group: lds[124..127] is added too. */
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),     F(WAVE, 2, 0, 0, 0),        F(MULI, 3, 2, 0, 4),
        F(ADDI, 4, 2, 0, 1),    F(LDS_STORE, 4, 3, 0, 0),   F(BARRIER, 0, 0, 0, 0),
        F(MOV, 5, 0, 0, 0),                              /* address */
        F(MOV, 6, 0, 0, 0),                              /* sum */
        F(MOV, 7, 0, 0, 512),   F(LDS_LOAD, 8, 5, 0, 0), /* 9 */
        F(ADD, 6, 6, 8, 0),     F(ADDI, 5, 5, 0, 4),        F(JLT, 0, 5, 7, 9),
        F(BARRIER, 0, 0, 0, 0), F(LDS_STORE, 4, 3, 0, 256), /* so that a second group would see it
                                                             */
        F(INDEX, 9, 0, 0, 0),   F(MULI, 9, 9, 0, 128),      F(ADD, 9, 9, 3, 0),
        F(ADD, 9, 9, 1, 0),     F(STORE, 6, 9, 0, 0),       F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, code, sizeof code, 512, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, 40 * 32, &address);
    shoal_launch_desc d = one_arg(40, 1024, &address);
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    for (int i = 0; i < 40 * 32; i++)
        assert_int_equal(out[i], 32 * 33 / 2);
    shoal_device_destroy(device);
}

static void waves_that_ended_do_not_hold_a_barrier(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),     F(WAVE, 2, 0, 0, 0),   F(MOV, 3, 0, 0, 1),
        F(JLT, 0, 2, 3, 5),     F(JUMP, 0, 0, 0, 6),   F(END, 0, 0, 0, 0),
        F(BARRIER, 0, 0, 0, 0), F(ATOMIC, 4, 1, 3, 0), F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, 1, &address);
    shoal_launch_desc d = one_arg(1, 256, &address);
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(out[0], 7);
    shoal_device_destroy(device);
}

/* Group 0 waits for a flag that the last group sets; with or without sleep. Returns how many
 * instructions that took. */
static uint64_t spin(unsigned threads, uint64_t groups, bool sleeps)
{
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),
        F(INDEX, 2, 0, 0, 0),
        F(MOV, 3, 0, 0, 0),
        F(MOV, 4, 0, 0, 1),
        F(JNE, 0, 2, 3, 9),
        F(LOAD, 5, 1, 0, 0), /* 5: wait */
        sleeps ? F(SLEEP, 0, 0, 0, 0) : F(MOV, 6, 0, 0, 0),
        F(JNE, 0, 5, 4, 5),
        F(END, 0, 0, 0, 0),
        F(ARG, 7, 0, 0, 8), /* 9: is it the last group? */
        F(JNE, 0, 2, 7, 12),
        F(STORE, 4, 1, 0, 0),
        F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(threads);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t args[2] = {0, groups - 1};
    alloc_words(device, 1, &args[0]);
    shoal_launch_desc d = one_arg(groups, 32, args);
    d.args_size = sizeof args;
    d.timeout_seconds = 20;
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_OK);
    shoal_device_destroy(device);
    return stats.instructions;
}

static void group_may_wait_for_a_later_group(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++)
        for (int sleeps = 0; sleeps < 2; sleeps++) {
            spin(threads, 2, sleeps);
            spin(threads, 300, sleeps);
        }
}

/* A wave that comes back to the same place with the same in its registers is not taken for one with
 * a long loop: it looks a few times in each round, instead of thousands of times. */
static void groups_that_wait_take_little_time(void **state)
{
    (void)state;
    enum { GROUPS = 300, TO_FIND_OUT = 7 * 512 * 3, EACH = 5 + 40 * 3 };
    assert_in_range(spin(1, GROUPS, false), GROUPS, TO_FIND_OUT + GROUPS * EACH);
}

/* Each group waits for the one before: more groups than can be resident. The last launch follows
 * one in which none waited, so that each thread begins with a share of its own. */
static void chain_of_groups_finishes(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0), F(INDEX, 2, 0, 0, 0),  F(MOV, 4, 0, 0, 1), F(LOAD, 5, 1, 0, 0), /* 3 */
        F(JNE, 0, 5, 2, 3), F(ATOMIC, 6, 1, 4, 0), F(END, 0, 0, 0, 0),
    };
    for (unsigned threads = 1; threads <= 3; threads++) {
        shoal_device *device = make_device(threads);
        shoal_kernel *k = load(device, code, sizeof code, 0, 0);
        uint64_t address;
        uint32_t *out = alloc_words(device, 1, &address);
        static const uint32_t groups[] = {500, 1, 500};
        for (unsigned i = 0; i < 3; i++) {
            shoal_launch_desc d = one_arg(groups[i], 32, &address);
            d.timeout_seconds = 30;
            out[0] = 0;
            assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
            assert_int_equal(out[0], groups[i]);
        }
        shoal_device_destroy(device);
    }
}

/* All groups add to a counter and wait until all have. fake_isa holds 64 waves: 32 groups of
 * 2. */
static void grid_barrier_within_the_resident_limit(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),    F(WAVE, 2, 0, 0, 0),    F(MOV, 3, 0, 0, 0),
        F(MOV, 4, 0, 0, 1),    F(MOV, 7, 0, 0, 32),    F(JNE, 0, 2, 3, 8),
        F(ATOMIC, 5, 1, 4, 0), F(JUMP, 0, 0, 0, 8),    F(LOAD, 6, 1, 0, 0), /* 8 */
        F(JLT, 0, 6, 7, 8),    F(BARRIER, 0, 0, 0, 0), F(END, 0, 0, 0, 0),
    };
    for (unsigned threads = 1; threads <= 3; threads++) {
        shoal_device *device = make_device(threads);
        shoal_kernel *k = load(device, code, sizeof code, 0, 0);
        uint64_t address;
        uint32_t *out = alloc_words(device, 1, &address);
        shoal_launch_desc d = one_arg(32, 64, &address);
        d.timeout_seconds = 30;
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        assert_int_equal(out[0], 32);
        shoal_device_destroy(device);
    }
}

static void on_progress(void *user, uint64_t done, uint64_t total)
{
    uint64_t *last = user;
    assert_true(done >= last[0] && done <= total);
    last[0] = done;
    last[1] = total;
}

/* 2^32 work-items in each of x and y: begins, counts right and can be stopped. */
static void huge_grid(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(INDEX, 1, 0, 0, 0), F(MOV, 2, 0, 0, 100000),
                                     F(JLT, 0, 1, 2, 4), F(TRAP, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t last[2] = {0, 0};
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.grid[1] = UINT64_C(1) << 32;
    d.block[0] = 256, d.block[1] = 4;
    d.progress = on_progress;
    d.progress_user = last;
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_E_FAULT);
    shoal_fault fault;
    assert_true(shoal_last_fault(device, &fault));
    assert_int_equal(fault.workgroup[0], 100000);
    assert_int_equal(stats.workgroups, 100001);
    d.grid[2] = 1 << 20; /* 2^24 * 2^30 * 2^20 groups */
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_E_LIMIT);
    shoal_device_destroy(device);
}

/* Scratch is private to a wave and zero for the first group of a launch. */
static void scratch_is_private_and_starts_as_zero(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),
        F(WAVE, 2, 0, 0, 0),
        F(SCRATCH_LOAD, 3, 0, 0, 12),
        F(ADDI, 4, 2, 0, 100),
        F(SCRATCH_STORE, 4, 0, 0, 12),
        F(BARRIER, 0, 0, 0, 0),
        F(SCRATCH_LOAD, 5, 0, 0, 12),
        F(MULI, 3, 3, 0, 1000),
        F(ADD, 5, 5, 3, 0),
        F(MULI, 6, 2, 0, 4),
        F(ADD, 6, 6, 1, 0),
        F(STORE, 5, 6, 0, 0),
        F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 16);
    uint64_t address;
    uint32_t *out = alloc_words(device, 4, &address);
    shoal_launch_desc d = one_arg(1, 128, &address);
    for (int run = 0; run < 3; run++) {
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        for (uint32_t i = 0; i < 4; i++)
            assert_int_equal(out[i], 100 + i);
    }
    shoal_device_destroy(device);
}

static void code_of_another_module_can_be_called(void **state)
{
    (void)state;
    const struct fake_insn callee[] = {F(MOV, 2, 0, 0, 77), F(STORE, 2, 1, 0, 0),
                                       F(END, 0, 0, 0, 0)};
    const struct fake_insn caller[] = {F(ARG, 1, 0, 0, 0), F(ARG, 3, 0, 0, 8),
                                       F(JUMP_TO, 3, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_kernel_info info;
    shoal_kernel_get_info(load(device, callee, sizeof callee, 0, 0), &info);
    shoal_kernel *k = load(device, caller, sizeof caller, 0, 0);
    uint64_t args[2] = {0, info.entry_address};
    uint32_t *out = alloc_words(device, 1, &args[0]);
    shoal_launch_desc d = one_arg(1, 32, args);
    d.args_size = sizeof args;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(out[0], 77);
    shoal_device_destroy(device);
}

/* ---- observer, progress, queue ------------------------------------------------------ */

struct seen {
    unsigned before, after, wrong;
    uint64_t last_offset;
    char text[64];
};

static void on_before(void *user, const shoal_observed *at)
{
    struct seen *s = user;
    uint32_t value = 0;
    s->before++;
    s->last_offset = at->pc_offset;
    s->wrong += shoal_observed_register(at, SHOAL_REG_SCALAR, 99, &value) != 0;
    shoal_observed_text(at, s->text, sizeof s->text);
}

static void on_after(void *user, const shoal_observed *at)
{
    struct seen *s = user;
    uint32_t value = 0;
    s->after++;
    s->wrong += at->pc_offset != s->last_offset;
    if (at->pc_offset == 0) { /* MOV r2 = 5 */
        s->wrong += shoal_observed_register(at, SHOAL_REG_SCALAR, 2, &value) != 1;
        s->wrong += value != 5;
    }
}

static void observer_sees_every_instruction(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(MOV, 2, 0, 0, 5), F(BARRIER, 0, 0, 0, 0),
                                     F(ADDI, 2, 2, 0, 1), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(4);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = 64 * 3, d.block[0] = 64;
    struct seen seen = {0};
    struct shoal_observer o = {.user = &seen, .before = on_before, .after = on_after};
    d.observer = &o;
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_OK);
    assert_int_equal(seen.before, 4 * 6);
    assert_int_equal(seen.after, 4 * 6);
    assert_int_equal(seen.wrong, 0);
    assert_int_equal(stats.instructions, 4 * 6);
    assert_int_equal(stats.threads, 1);
    assert_string_equal(seen.text, "op0 r0, r0, r0");
    shoal_device_destroy(device);
}

static void progress_ends_at_the_total(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t last[2] = {0, 0};
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = 1000;
    d.progress = on_progress;
    d.progress_user = last;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(last[0], 1000);
    assert_int_equal(last[1], 1000);
    shoal_device_destroy(device);
}

static void async_launches_run_in_order(void **state)
{
    (void)state;
    /* x = x * 3 + arg1, 40 times: the result depends on the order */
    const struct fake_insn code[] = {F(ARG, 1, 0, 0, 0),  F(ARG, 2, 0, 0, 8), F(LOAD, 3, 1, 0, 0),
                                     F(MULI, 3, 3, 0, 3), F(ADD, 3, 3, 2, 0), F(STORE, 3, 1, 0, 0),
                                     F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t args[2];
    uint32_t *out = alloc_words(device, 1, &args[0]);
    shoal_completion *done[40];
    uint32_t expect = 0;
    for (uint32_t i = 0; i < 40; i++) {
        args[1] = i;
        shoal_launch_desc d = one_arg(1, 1, args);
        d.args_size = sizeof args;
        if (i % 10 == 9) {
            done[i] = NULL;
            assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        } else {
            assert_int_equal(shoal_launch_async(device, k, &d, &done[i]), SHOAL_OK);
        }
        expect = expect * 3 + i;
    }
    for (int i = 0; i < 40; i++) {
        shoal_launch_stats stats;
        if (!done[i])
            continue;
        assert_int_equal(shoal_completion_wait(done[i], &stats), SHOAL_OK);
        assert_true(shoal_completion_done(done[i]));
        assert_int_equal(stats.instructions, 7);
        shoal_completion_destroy(done[i]);
    }
    assert_int_equal(out[0], expect);
    shoal_device_destroy(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_group_runs_once),
        cmocka_unit_test(group_ids_run_x_fastest_and_edges_are_partial),
        cmocka_unit_test(barrier_orders_lds),
        cmocka_unit_test(waves_that_ended_do_not_hold_a_barrier),
        cmocka_unit_test(group_may_wait_for_a_later_group),
        cmocka_unit_test(groups_that_wait_take_little_time),
        cmocka_unit_test(chain_of_groups_finishes),
        cmocka_unit_test(grid_barrier_within_the_resident_limit),
        cmocka_unit_test(huge_grid),
        cmocka_unit_test(scratch_is_private_and_starts_as_zero),
        cmocka_unit_test(code_of_another_module_can_be_called),
        cmocka_unit_test(observer_sees_every_instruction),
        cmocka_unit_test(progress_ends_at_the_total),
        cmocka_unit_test(async_launches_run_in_order),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
