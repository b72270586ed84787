/* test_fault.c: kernels that go wrong, and the reports about them. The texts are part of the
 * interface (style.md, section 5). */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

static shoal_fault run_fault(shoal_device *device, shoal_kernel *k, const shoal_launch_desc *d)
{
    shoal_fault f = {0};
    shoal_status st = shoal_launch(device, k, d, NULL);
    assert_true(st == SHOAL_E_FAULT || st == SHOAL_E_TIMEOUT);
    assert_true(shoal_last_fault(device, &f));
    assert_int_equal(st == SHOAL_E_TIMEOUT, f.cause == SHOAL_FAULT_TIMEOUT);
    assert_string_equal(shoal_last_error(device), f.message);
    return f;
}

/* Stores in group 3, wave 1 to the address in the argument. */
static const struct fake_insn store_once[] = {
    F(ARG, 1, 0, 0, 0), F(INDEX, 2, 0, 0, 0), F(MOV, 3, 0, 0, 3),
    F(JNE, 0, 2, 3, 8), F(WAVE, 2, 0, 0, 0),  F(MOV, 3, 0, 0, 1),
    F(JNE, 0, 2, 3, 8), F(STORE, 9, 1, 0, 0), F(END, 0, 0, 0, 0),
};

static void report_of_a_memory_fault(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, store_once, sizeof store_once, 0, 0);
    shoal_kernel_info info;
    shoal_kernel_get_info(k, &info);
    uint64_t buffer;
    alloc_words(device, 1024, &buffer);
    uint64_t address = buffer + 4096 + 16;
    shoal_launch_desc d = one_arg(8, 64, &address);
    shoal_fault f = run_fault(device, k, &d);
    assert_int_equal(f.cause, SHOAL_FAULT_MEMORY);
    assert_string_equal(f.kernel, "raw");
    assert_int_equal(f.workgroup[0], 3);
    assert_int_equal(f.wave, 1);
    assert_int_equal(f.lane, 0);
    assert_int_equal(f.pc, info.entry_address + 7 * 8);
    assert_int_equal(f.pc_offset, 7 * 8);
    assert_int_equal(f.address, address);
    assert_int_equal(f.access_bytes, 4);
    char expect[512];
    snprintf(expect, sizeof expect,
             "kernel raw: memory fault\n"
             "  in work-group (3, 0, 0), wave 1, lane 0\n"
             "  at pc %#llx (kernel + 0x38): op%d r9, r1, r0\n"
             "  address %#llx, 4 bytes: 16 bytes past the end of the allocation %#llx (4096 "
             "bytes)\n"
             "  Check the buffer's size and the index; pass device addresses only.",
             (unsigned long long)f.pc, F_STORE, (unsigned long long)address,
             (unsigned long long)buffer);
    assert_string_equal(f.message, expect);

    /* The device goes on working. */
    address = buffer;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    /* Before the allocation, in its guard page. */
    address = buffer - 8;
    f = run_fault(device, k, &d);
    assert_non_null(strstr(f.message, ": 8 bytes before the allocation "));
    shoal_device_destroy(device);
}

static void addresses_outside_the_window_fault(void **state)
{
    (void)state;
    static uint32_t host_variable = 5;
    const uint64_t addresses[] = {0,
                                  16,
                                  (uint64_t)(uintptr_t)&host_variable,
                                  UINT64_MAX - 3,
                                  UINT64_C(1) << 47,
                                  UINT64_C(1) << 48};
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, store_once, sizeof store_once, 0, 0);
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        uint64_t address = addresses[i];
        shoal_launch_desc d = one_arg(8, 64, &address);
        shoal_fault f = run_fault(device, k, &d);
        assert_int_equal(f.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(f.address, address);
    }
    assert_int_equal(host_variable, 5);
    shoal_device_destroy(device);
}

/* Places that the report knows more about than the nearest allocation. */
static void report_names_the_place(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, store_once, sizeof store_once, 0, 0);
    uint64_t buffer, gone, address = 8;
    char expect[256];
    shoal_launch_desc d = one_arg(8, 64, &address);
    shoal_fault f = run_fault(device, k, &d);
    assert_non_null(strstr(f.message, "  address 0x8, 4 bytes: 8 bytes from a null pointer\n"));
    address = 0;
    f = run_fault(device, k, &d);
    assert_non_null(strstr(f.message, "  address 0, 4 bytes: a null pointer\n"));

    static uint32_t host_variable = 1; /* in a mapping that has a name, also under ASan */
    address = (uint64_t)(uintptr_t)&host_variable;
    f = run_fault(device, k, &d);
    assert_non_null(strstr(f.message, ": memory of the program ("));
    assert_non_null(strstr(f.message, "), which kernels cannot access\n"));

    /* The pointer to the end of a buffer is the buffer's. */
    alloc_words(device, 1024, &buffer);
    address = buffer + 4096;
    f = run_fault(device, k, &d);
    snprintf(expect, sizeof expect,
             ": 0 bytes past the end of the allocation %#llx (4096 bytes) of the pointer at byte 0 "
             "of the arguments\n",
             (unsigned long long)buffer);
    assert_non_null(strstr(f.message, expect));

    alloc_words(device, 1024, &gone);
    assert_int_equal(shoal_mem_free(device, gone), SHOAL_OK);
    unsigned freed_line = __LINE__ - 1;
    address = gone + 16;
    f = run_fault(device, k, &d);
    snprintf(expect, sizeof expect,
             ": 16 bytes into the allocation %#llx (4096 bytes) of the pointer at byte 0 of the "
             "arguments, which was freed\n  freed at ",
             (unsigned long long)gone);
    assert_non_null(strstr(f.message, expect));
    snprintf(expect, sizeof expect, "test_fault.c:%u:", freed_line);
    assert_non_null(strstr(f.message, expect));
    shoal_device_destroy(device);
}

static void host_addresses_reach_the_process_and_still_fault(void **state)
{
    (void)state;
    static uint32_t host_variable = 5;
    shoal_device_options o = shoal_device_options_default();
    o.host_addresses = true;
    o.threads = 1;
    shoal_device *device = NULL;
    struct diag diag = {0};
    assert_int_equal(device_create(&fake_isa, &fake_chip, &o, &diag, &device), SHOAL_OK);
    /* in place: not copied */
    static struct fake_insn code[sizeof store_once / sizeof store_once[0]];
    memcpy(code, store_once, sizeof store_once);
    shoal_load_options lo = {.raw = true, .in_place = true};
    shoal_module *m = NULL, *again = NULL;
    assert_int_equal(shoal_module_load(device, code, sizeof code, &lo, &m), SHOAL_OK);
    assert_int_equal(shoal_module_load(device, code, sizeof code, &lo, &again), SHOAL_E_BUSY);
    shoal_kernel_info info;
    shoal_kernel_get_info(shoal_module_kernel_at(m, 0), &info);
    assert_int_equal(info.entry_address, (uint64_t)(uintptr_t)code);
    uint64_t address = (uint64_t)(uintptr_t)&host_variable;
    shoal_launch_desc d = one_arg(8, 64, &address);
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(m, 0), &d, NULL), SHOAL_OK);
    assert_int_equal(host_variable, 0);
    address = 65536 + 4; /* below what Linux gives out */
    shoal_fault f = run_fault(device, shoal_module_kernel_at(m, 0), &d);
    assert_int_equal(f.cause, SHOAL_FAULT_MEMORY);
    assert_int_equal(f.address, address);
    /* unloaded: the range is free for other code */
    assert_int_equal(shoal_module_unload(m), SHOAL_OK);
    assert_int_equal(shoal_module_load(device, code, sizeof code, &lo, &m), SHOAL_OK);
    shoal_device_destroy(device);
}

static void user_data_goes_to_the_first_registers(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(ARG, 5, 0, 0, 0), F(STORE, 0, 5, 0, 0), F(STORE, 2, 5, 0, 4),
                                     F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, 2, &address);
    const uint32_t values[3] = {11, 22, 33};
    shoal_launch_desc d = one_arg(1, 1, &address);
    d.user_data = values;
    d.user_data_count = 3;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(out[0], 11);
    assert_int_equal(out[1], 33);
    d.user_data_count = 33;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

static void causes_that_an_instruction_states(void **state)
{
    (void)state;
    const struct fake_insn trap[] = {F(TRAP, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    const struct fake_insn illegal[] = {F(COUNT, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    const struct fake_insn away[] = {F(MOV, 1, 0, 0, 0x1234560), F(JUMP_TO, 1, 0, 0, 0)};
    const struct fake_insn past[] = {F(MOV, 1, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_launch_desc d = shoal_launch_desc_default();
    shoal_fault f = run_fault(device, load(device, trap, sizeof trap, 0, 0), &d);
    assert_int_equal(f.cause, SHOAL_FAULT_TRAP);
    assert_int_equal(f.lane, -1);
    f = run_fault(device, load(device, illegal, sizeof illegal, 0, 0), &d);
    assert_int_equal(f.cause, SHOAL_FAULT_ILLEGAL);
    f = run_fault(device, load(device, away, sizeof away, 0, 0), &d);
    assert_int_equal(f.cause, SHOAL_FAULT_PC);
    assert_int_equal(f.address, 0x1234560);
    assert_int_equal(f.pc_offset, 8);
    f = run_fault(device, load(device, past, sizeof past, 0, 0), &d);
    assert_int_equal(f.cause, SHOAL_FAULT_PC);
    assert_int_equal(f.pc_offset, 8);
    assert_string_equal(f.instruction, "");
    shoal_device_destroy(device);
}

static void endless_kernels_are_stopped(void **state)
{
    (void)state;
    const struct fake_insn loop[] = {F(JUMP, 0, 0, 0, 0)};
    const struct fake_insn sleep[] = {F(SLEEP, 0, 0, 0, 0), F(JUMP, 0, 0, 0, 0)};
    const struct fake_insn barriers[] = {F(BARRIER, 0, 0, 0, 0), F(JUMP, 0, 0, 0, 0)};
    const struct fake_insn brief[] = {F(END, 0, 0, 0, 0)};
    for (unsigned threads = 1; threads <= 2; threads++) {
        shoal_device *device = make_device(threads);
        shoal_launch_desc d = shoal_launch_desc_default();
        d.grid[0] = 1000, d.block[0] = 64;
        d.timeout_seconds = 0.05;
        assert_int_equal(run_fault(device, load(device, loop, sizeof loop, 0, 0), &d).cause,
                         SHOAL_FAULT_TIMEOUT);
        assert_int_equal(run_fault(device, load(device, sleep, sizeof sleep, 0, 0), &d).cause,
                         SHOAL_FAULT_TIMEOUT);
        shoal_fault f = run_fault(device, load(device, barriers, sizeof barriers, 0, 0), &d);
        assert_int_equal(f.cause, SHOAL_FAULT_TIMEOUT);
        assert_non_null(strstr(f.message, "\n  stopped after 0.05 seconds\n"));
        /* no wave runs long, but there are 2^32 of them */
        d.grid[0] = UINT64_C(1) << 32;
        d.block[0] = 1;
        assert_int_equal(run_fault(device, load(device, brief, sizeof brief, 0, 0), &d).cause,
                         SHOAL_FAULT_TIMEOUT);
        shoal_device_destroy(device);
    }
}

static void a_group_that_cannot_go_on_is_a_deadlock(void **state)
{
    (void)state;
    /* wave 2 halts, the others wait for it */
    const struct fake_insn code[] = {F(WAVE, 1, 0, 0, 0),    F(MOV, 2, 0, 0, 2),
                                     F(JNE, 0, 1, 2, 4),     F(HALT, 0, 0, 0, 0),
                                     F(BARRIER, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = 128, d.block[0] = 128;
    shoal_fault f = run_fault(device, k, &d);
    assert_int_equal(f.cause, SHOAL_FAULT_DEADLOCK);
    assert_int_equal(f.wave, 2);
    assert_non_null(strstr(f.message, "1 of 4 waves halted, 3 wait at a barrier"));
    shoal_device_destroy(device);
}

/* A wild access of Shoal's own code is no memory fault of the kernel, whether or not an access of
 * the wave is going on. Where nobody handles the signal, it ends the launch and not the process. */
static void errors_of_shoal_itself_are_called_that(void **state)
{
    (void)state;
    struct sigaction before, none = {.sa_handler = SIG_DFL};
    sigaction(SIGSEGV, &none, &before);
    shoal_device *device = make_device(2);
    for (int in_access = 0; in_access < 2; in_access++) {
        const struct fake_insn code[] = {F(MOV, 1, 0, 0, 3), F(SELFTEST_CRASH, 0, 0, 0, in_access),
                                         F(END, 0, 0, 0, 0)};
        shoal_kernel *k = load(device, code, sizeof code, 0, 0);
        shoal_launch_desc d = shoal_launch_desc_default();
        shoal_fault f;
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_INTERNAL);
        assert_true(shoal_last_fault(device, &f));
        assert_int_equal(f.cause, SHOAL_FAULT_INTERNAL);
        assert_int_equal(f.pc_offset, 8);
        assert_non_null(strstr(f.message, "kernel raw: internal error\n"
                                          "  in work-group (0, 0, 0), wave 0\n"));
        assert_non_null(
            strstr(f.message, "\n  Shoal accessed host address 0x8 from its own code at 0x"));
        assert_non_null(strstr(f.message,
                               "\n  This is an error of Shoal, not of the kernel: please "
                               "report it with this message and the kernel."));
    }
    shoal_device_destroy(device);
    sigaction(SIGSEGV, &before, NULL);
}

static void the_first_group_of_one_thread_is_reported(void **state)
{
    (void)state;
    /* groups from 20 on trap */
    const struct fake_insn code[] = {F(INDEX, 1, 0, 0, 0), F(MOV, 2, 0, 0, 20), F(JLT, 0, 1, 2, 4),
                                     F(TRAP, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = 10000;
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_E_FAULT);
    shoal_fault f;
    assert_true(shoal_last_fault(device, &f));
    assert_int_equal(f.workgroup[0], 20);
    assert_int_equal(stats.workgroups, 21);
    shoal_device_destroy(device);
}

static void async_fault_is_told_by_wait(void **state)
{
    (void)state;
    const struct fake_insn trap[] = {F(TRAP, 0, 0, 0, 0)};
    shoal_device *device = make_device(2);
    shoal_kernel *k = load(device, trap, sizeof trap, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    shoal_completion *c = NULL;
    assert_int_equal(shoal_launch_async(device, k, &d, &c), SHOAL_OK);
    assert_int_equal(shoal_completion_wait(c, NULL), SHOAL_E_FAULT);
    assert_non_null(strstr(shoal_last_error(device), "kernel raw: trap\n"));
    shoal_completion_destroy(c);
    shoal_device_destroy(device);
}

static void launches_that_are_refused(void **state)
{
    (void)state;
    const struct fake_insn end[] = {F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1), *other = make_device(1);
    shoal_kernel *k = load(device, end, sizeof end, 1024, 0);
    const struct {
        uint64_t grid;
        uint32_t block[3], lds;
        shoal_engine engine;
        shoal_status status;
        const char *text;
    } cases[] = {
        {0,
         {1, 1, 1},
         0,
         0,
         SHOAL_E_ARG,
         "The grid has 0 work-items in x; 1 to 2^32 are possible."},
        {(UINT64_C(1) << 32) + 1,
         {1, 1, 1},
         0,
         0,
         SHOAL_E_LIMIT,
         "The grid has 4294967297 work-items in x; 1 to 2^32 are possible."},
        {1,
         {1, 0, 1},
         0,
         0,
         SHOAL_E_ARG,
         "The work-group has 0 work-items in y; it needs at least 1."},
        {1,
         {32, 33, 1},
         0,
         0,
         SHOAL_E_LIMIT,
         "A work-group of 32 x 33 x 1 work-items is too large; the device's limit is 1024."},
        {1,
         {4294967295u, 4294967295u, 2},
         0,
         0,
         SHOAL_E_LIMIT,
         "A work-group of 4294967295 x 4294967295 x 2 work-items is too large; the device's limit "
         "is 1024."},
        {1,
         {1, 1, 1},
         64513,
         0,
         SHOAL_E_LIMIT,
         "Kernel raw needs 1024 bytes of local memory and 64513 more are asked for; a work-group "
         "has at most 65536."},
        {1, {1, 1, 1}, 0, 99, SHOAL_E_ARG, "There is no engine 99."},
        {1, {1, 1, 1}, 64512, 0, SHOAL_OK, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoal_launch_desc d = shoal_launch_desc_default();
        d.grid[0] = cases[i].grid;
        memcpy(d.block, cases[i].block, sizeof d.block);
        d.dynamic_lds_bytes = cases[i].lds;
        d.engine = cases[i].engine;
        assert_int_equal(shoal_launch(device, k, &d, NULL), cases[i].status);
        if (cases[i].text)
            assert_string_equal(shoal_last_error(device), cases[i].text);
    }
    shoal_launch_desc d = shoal_launch_desc_default();
    assert_int_equal(shoal_launch(other, k, &d, NULL), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(other), "Kernel raw is loaded on another device.");
    assert_false(shoal_last_fault(device, NULL));
    d.timeout_seconds = -1;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
    shoal_device_destroy(other);
}

static void a_module_in_use_is_not_unloaded(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(ARG, 1, 0, 0, 0),   F(LOAD, 2, 1, 0, 0), /* 1 */
                                     F(SLEEP, 0, 0, 0, 0), F(JNE, 0, 2, 3, 5),
                                     F(JUMP, 0, 0, 0, 1),  F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_load_options o = {.raw = true};
    shoal_module *m = NULL;
    assert_int_equal(shoal_module_load(device, code, sizeof code, &o, &m), SHOAL_OK);
    uint64_t address;
    uint32_t *flag = alloc_words(device, 1, &address);
    shoal_launch_desc d = one_arg(1, 1, &address);
    shoal_completion *c = NULL;
    assert_int_equal(shoal_launch_async(device, shoal_module_kernel_at(m, 0), &d, &c), SHOAL_OK);
    assert_false(shoal_completion_done(c));
    assert_int_equal(shoal_module_unload(m), SHOAL_E_BUSY);
    assert_string_equal(shoal_last_error(device), "The module cannot be unloaded: 1 launch of its "
                                                  "kernels is pending.");
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    assert_int_equal(shoal_completion_wait(c, NULL), SHOAL_OK);
    shoal_completion_destroy(c);
    assert_int_equal(shoal_module_unload(m), SHOAL_OK);
    shoal_device_destroy(device);
}

/* ---- signals of others -------------------------------------------------------------- */

static volatile sig_atomic_t foreign_signals;
static sigjmp_buf foreign_context;

static void foreign_handler(int number)
{
    (void)number;
    foreign_signals++;
    siglongjmp(foreign_context, 1);
}

static void faults_of_the_program_go_to_its_own_handler(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = foreign_handler, .sa_flags = SA_NODEFER}, before, now;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before);
    shoal_device *device = make_device(1), *second = make_device(1);
    shoal_device_destroy(second);
    if (sigsetjmp(foreign_context, 1) == 0)
        *(volatile uint32_t *)(uintptr_t)device->window.base = 1; /* the first page is a guard */
    assert_int_equal(foreign_signals, 1);
    /* sent, not raised by an access */
    if (sigsetjmp(foreign_context, 1) == 0)
        raise(SIGSEGV);
    assert_int_equal(foreign_signals, 2);
    shoal_device_destroy(device);
    sigaction(SIGSEGV, &before, &now);
    assert_true(now.sa_handler == foreign_handler);
}

/* A handler that was installed over ours and asks the one before it, which is ours. */
static struct sigaction asked;
static volatile sig_atomic_t asking_signals;

static void asking_handler(int number, siginfo_t *info, void *context)
{
    if (++asking_signals > 1)
        _exit(3);
    asked.sa_sigaction(number, info, context);
}

static void handlers_installed_later_do_not_hide_faults(void **state)
{
    (void)state;
    struct sigaction foreign = {.sa_handler = foreign_handler, .sa_flags = SA_NODEFER}, before;
    sigemptyset(&foreign.sa_mask);
    sigaction(SIGSEGV, &foreign, &before);
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, store_once, sizeof store_once, 0, 0);
    uint64_t address = device->window.base + 16;
    shoal_launch_desc d = one_arg(8, 64, &address);
    struct sigaction asking = {.sa_sigaction = asking_handler, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&asking.sa_mask);
    sigaction(SIGSEGV, &asking, &asked);
    /* Ours is on top again for the launch. */
    assert_int_equal(run_fault(device, k, &d).cause, SHOAL_FAULT_MEMORY);
    assert_int_equal(asking_signals, 0);
    /* Not a kernel's: ours asks the one before, which asks ours. That ends, as if there were
     * no handlers, with the signal's default. */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        *(volatile uint32_t *)(uintptr_t)device->window.base = 1;
        _exit(4);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
    shoal_device_destroy(device);
    sigaction(SIGSEGV, &before, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_of_a_memory_fault),
        cmocka_unit_test(addresses_outside_the_window_fault),
        cmocka_unit_test(report_names_the_place),
        cmocka_unit_test(host_addresses_reach_the_process_and_still_fault),
        cmocka_unit_test(user_data_goes_to_the_first_registers),
        cmocka_unit_test(causes_that_an_instruction_states),
        cmocka_unit_test(endless_kernels_are_stopped),
        cmocka_unit_test(a_group_that_cannot_go_on_is_a_deadlock),
        cmocka_unit_test(errors_of_shoal_itself_are_called_that),
        cmocka_unit_test(the_first_group_of_one_thread_is_reported),
        cmocka_unit_test(async_fault_is_told_by_wait),
        cmocka_unit_test(launches_that_are_refused),
        cmocka_unit_test(a_module_in_use_is_not_unloaded),
        cmocka_unit_test(faults_of_the_program_go_to_its_own_handler),
        cmocka_unit_test(handlers_installed_later_do_not_hide_faults),
    };
    return cmocka_run_group_tests_name("engine faults", tests, NULL, NULL);
}
