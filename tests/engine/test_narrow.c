/* test_narrow.c: what the engine does for instruction sets with 32-bit addresses, start code and
 * packets of their own. Expected values follow from fake_isa.h and machine.h. */
#include <stdio.h>
#include <string.h>

#include "run.h"

static shoal_device *make_narrow(const shoal_device_options *options)
{
    shoal_device_options o = options ? *options : shoal_device_options_default();
    shoal_device *device = NULL;
    struct diag diag = {0};
    o.threads = 2;
    assert_int_equal(device_create(&fake_isa32, &fake_chip, &o, &diag, &device), SHOAL_OK);
    return device;
}

static shoal_kernel *load_at(shoal_device *device, const struct fake_insn *code, size_t bytes,
                             const shoal_load_options *options)
{
    shoal_load_options o = options ? *options : (shoal_load_options){0};
    shoal_module *module = NULL;
    o.raw = true;
    assert_int_equal(shoal_module_load(device, code, bytes, &o, &module), SHOAL_OK);
    return shoal_module_kernel_at(module, 0);
}

static void addresses_count_from_the_window(void **state)
{
    (void)state;
    shoal_device *device = make_narrow(NULL);
    uint64_t a, b;
    uint32_t *host = alloc_words(device, 4, &a);
    assert_int_equal(a, 0x100000);
    alloc_words(device, 4, &b);
    assert_int_equal(b, 0x102000); /* a page for each and one between them */
    host[1] = 77;
    uint32_t read = 0;
    assert_int_equal(shoal_mem_read(device, &read, a + 4, 4), SHOAL_OK);
    assert_int_equal(read, 77);
    assert_int_equal(shoal_mem_alloc_at(device, 0x40000000, 4096), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, 0x40001000, 8), SHOAL_OK); /* no gap needed */
    assert_int_equal(shoal_mem_alloc_at(device, 0x40001f00, 0x200), SHOAL_E_BUSY);
    assert_string_equal(shoal_last_error(device),
                        "512 bytes at 0x40001f00 share pages with what is allocated at 0x40001000 "
                        "(8 bytes).");
    assert_int_equal(shoal_mem_alloc_at(device, 0xfffff000, 4096), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, 0xffffe000, 0x2001), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "8193 bytes at 0xffffe000 are not inside device memory, which is 0 to "
                        "0xffffffff.");
    assert_int_equal(shoal_mem_free(device, 0x40000000), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, 0x40000000, 4096), SHOAL_OK);
    shoal_device_destroy(device);
}

/* The kernel runs after start code, at the usual address, and finds its packet. */
static void start_code_calls_the_kernel(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),   F(ENTRY, 2, 0, 0, 0), F(STORE, 2, 1, 0, 0), F(PACKET, 3, 0, 0, 0),
        F(LOAD, 4, 3, 0, 0),  F(STORE, 4, 1, 0, 4), F(LOAD, 5, 3, 0, 4),  F(LOAD, 6, 5, 0, 0),
        F(STORE, 6, 1, 0, 8), F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    uint32_t *out = alloc_words(device, 4, &address);
    shoal_launch_desc d = one_arg(1, 4, &address);
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_OK);
    assert_int_equal(out[0], 0x10000);
    assert_int_equal(out[1], 0x10000);
    assert_int_equal(out[2], address); /* the arguments have a device address */
    assert_int_equal(stats.instructions, 10 + 2);
    shoal_kernel_info info;
    shoal_kernel_get_info(k, &info);
    assert_int_equal(info.entry_address, 0x10000);
    assert_int_equal(info.pointer_bytes, 4);
    assert_int_equal(info.lds_end, 1 << 20);
    assert_int_equal(info.dialect, SHOAL_DIALECT_MANUAL);
    assert_false(info.has_start);
    assert_false(info.has_arguments);
    shoal_device_destroy(device);
}

/* A packet of the caller's, in memory at a fixed address, with code in place. */
static void packets_and_code_of_the_caller_are_used(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        /* start: */ F(PACKET, 1, 0, 0, 0),
        F(LOAD, 2, 1, 0, 0),
        F(JUMP_TO, 2, 0, 0, 0),
        /* kernel: */ F(LOAD, 3, 1, 0, 4),
        F(STORE, 2, 3, 0, 0),
        F(END, 0, 0, 0, 0),
    };
    enum { KERNEL = 0x20000000 + 3 * 8, PACKET = 0x30000000, DATA = 0x31000000 };
    shoal_device *device = make_narrow(NULL);
    const struct fake_packet packet = {KERNEL, DATA, 0, 0};
    assert_int_equal(shoal_mem_alloc_at(device, 0x20000000, sizeof code), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, PACKET, sizeof packet), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, DATA, 64), SHOAL_OK);
    shoal_mem_write(device, 0x20000000, code, sizeof code);
    shoal_mem_write(device, PACKET, &packet, sizeof packet);
    const shoal_load_options o = {.raw = true,
                                  .in_place = true,
                                  .address = 0x20000000,
                                  .kernel_entry = KERNEL,
                                  .name = "mine"};
    shoal_module *module;
    assert_int_equal(shoal_module_load(device, NULL, sizeof code, &o, &module), SHOAL_OK);
    shoal_kernel *k = shoal_module_kernel_at(module, 0);
    shoal_kernel_info info;
    shoal_kernel_get_info(k, &info);
    assert_string_equal(info.name, "mine");
    assert_true(info.has_start);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.packet_address = PACKET;
    d.grid[0] = d.block[0] = 4;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    uint32_t got;
    shoal_mem_read(device, &got, DATA, 4);
    assert_int_equal(got, KERNEL);
    d.packet_address = PACKET + 8; /* ends outside */
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

static void wave_sizes_are_chosen_per_launch(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(ARG, 1, 0, 0, 0), F(MOV, 2, 0, 0, 1), F(ATOMIC, 3, 1, 2, 0),
                                     F(END, 0, 0, 0, 0)};
    shoal_device_options o = shoal_device_options_default();
    o.wave_lanes = 16;
    shoal_device *device = make_narrow(&o);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    uint32_t *out = alloc_words(device, 1, &address);
    for (uint32_t lanes = 0; lanes <= 32; lanes = lanes ? lanes * 2 : 4) {
        shoal_launch_desc d = one_arg(3, 40, &address);
        shoal_launch_stats stats;
        out[0] = 0;
        d.wave_lanes = lanes;
        uint32_t used = lanes ? lanes : 16;
        assert_int_equal(shoal_launch(device, k, &d, &stats), SHOAL_OK);
        assert_int_equal(out[0], 3 * ((40 + used - 1) / used));
        assert_int_equal(stats.lane_instructions, stats.instructions * used);
    }
    shoal_launch_desc d = one_arg(1, 132, &address);
    d.wave_lanes = 4;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_LIMIT);
    assert_string_equal(shoal_last_error(device),
                        "A work-group of 132 work-items takes more than 32 warps of 4 threads.");
    d.wave_lanes = 64;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "A warp of 64 threads is not possible; there are: 4, 8, 16, 32.");
    shoal_device_destroy(device);
}

/* 5 work-items in work-groups of 4 with waves of 4 lanes, then of 8: without trim, all waves of
 * the last work-group run; with it, those without a work-item end at once. */
static void surplus_waves_are_trimmed(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(ARG, 1, 0, 0, 0), F(MOV, 2, 0, 0, 1), F(ATOMIC, 3, 1, 2, 0),
                                     F(BARRIER, 0, 0, 0, 0), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    uint32_t *out = alloc_words(device, 1, &address);
    for (int trim = 0; trim < 2; trim++) {
        shoal_launch_desc d = one_arg(1, 16, &address);
        d.grid[0] = 16 + 5; /* two work-groups of four waves; the second has two with work-items */
        d.wave_lanes = 4;
        d.trim = trim;
        out[0] = 0;
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        assert_int_equal(out[0], trim ? 6 : 8);
    }
    shoal_device_destroy(device);
}

/* Waves 0..3 and 4..5 wait among themselves, in an order in which only that lets them end: the
 * later waves count, and the earlier ones read the count after their barrier. */
static void parts_of_a_group_have_barriers(void **state)
{
    (void)state;
    enum { PART = 4 << 8 };
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),
        F(WAVE, 2, 0, 0, 0),
        F(MOV, 3, 0, 0, 4),
        F(JLT, 0, 2, 3, 9),
        F(PART_BARRIER, 0, 0, 0, 4 | 4 << 8 | 1 << 16),
        F(MOV, 4, 0, 0, 1),
        F(ATOMIC, 5, 1, 4, 0),
        F(BARRIER, 0, 0, 0, 0),
        F(END, 0, 0, 0, 0),
        F(PART_BARRIER, 0, 0, 0, PART | 1 << 16),
        F(MOV, 4, 0, 0, 256),
        F(ATOMIC, 5, 1, 4, 0),
        F(BARRIER, 0, 0, 0, 0),
        F(LOAD, 6, 1, 0, 0),
        F(STORE, 6, 1, 0, 4),
        F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t address;
    uint32_t *out = alloc_words(device, 2, &address);
    shoal_launch_desc d = one_arg(1, 6 * 32, &address);
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(out[1], 4 * 256 + 2); /* the barrier of all came after both */
    shoal_device_destroy(device);
}

/* Wave 0 waits for all, wave 1 for its part in another kind: nobody can go on. */
static void different_barriers_are_a_deadlock(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(WAVE, 2, 0, 0, 0), F(MOV, 3, 0, 0, 1),
        F(JLT, 0, 2, 3, 5),  F(PART_BARRIER, 0, 0, 0, 4 << 8 | 1 << 16),
        F(END, 0, 0, 0, 0),  F(BARRIER, 0, 0, 0, 0),
        F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    uint64_t unused = 0;
    shoal_launch_desc d = one_arg(1, 2 * 32, &unused);
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_FAULT);
    shoal_fault fault;
    assert_true(shoal_last_fault(device, &fault));
    assert_int_equal(fault.cause, SHOAL_FAULT_DEADLOCK);
    assert_non_null(strstr(fault.message, "0 of 2 waves halted, 1 wait at a barrier for the whole "
                                          "work-group, 1 at one for a part of it"));
    shoal_device_destroy(device);
}

/* Every work-group finds 1 MiB of zeroes, whatever the one before has written, at both ends. */
static void local_memory_is_large_and_fresh(void **state)
{
    (void)state;
    enum { LAST = (1 << 20) - 4 };
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),         F(MOV, 2, 0, 0, 0),         F(LDS_LOAD, 3, 2, 0, 0),
        F(ATOMIC, 4, 1, 3, 0),      F(LDS_LOAD, 3, 2, 0, LAST), F(ATOMIC, 4, 1, 3, 0),
        F(MOV, 3, 0, 0, 1),         F(LDS_STORE, 3, 2, 0, 0),   F(LDS_STORE, 3, 2, 0, LAST),
        F(LDS_LOAD, 3, 2, 0, LAST), F(ADDI, 5, 1, 0, 4),        F(ATOMIC, 4, 5, 3, 0),
        F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    uint32_t *out = alloc_words(device, 2, &address);
    /* Work-groups of different sizes use the same memory one after the other; all waves but the
     * first find what the first has written, and count it. */
    uint32_t want = 0;
    for (uint32_t waves = 1; waves <= 32; waves *= 4) {
        shoal_launch_desc d = one_arg(50, 4 * waves, &address);
        d.wave_lanes = 4;
        out[0] = 0;
        assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
        assert_int_equal(out[0], 50 * 2 * (waves - 1));
        assert_int_equal(out[1], want += 50 * waves);
    }
    shoal_device_destroy(device);
}

/* Scratch is device memory: what a wave stores by address it finds as scratch; waves of a
 * work-group follow each other. */
static void scratch_has_device_addresses(void **state)
{
    (void)state;
    const struct fake_insn code[] = {
        F(ARG, 1, 0, 0, 0),          F(SCRATCH, 2, 0, 0, 0),    F(WAVE, 3, 0, 0, 0),
        F(ADDI, 4, 3, 0, 1000),      F(STORE, 4, 2, 0, 16 * 2), /* dword 2 of lane 0 */
        F(SCRATCH_LOAD, 5, 0, 0, 8), F(MULI, 6, 3, 0, 8),       F(ADD, 6, 6, 1, 0),
        F(STORE, 5, 6, 0, 0),        F(STORE, 2, 6, 0, 4),      F(END, 0, 0, 0, 0),
    };
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    uint32_t *out = alloc_words(device, 4, &address);
    shoal_launch_desc d = one_arg(1, 8, &address);
    d.wave_lanes = 4;
    d.private_bytes = 64;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(out[0], 1000);
    assert_int_equal(out[2], 1001);
    assert_int_equal(out[3] - out[1], 4 * 64);
    shoal_device_destroy(device);
}

static void faults_have_device_addresses_and_words(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(MOV, 1, 0, 0, 0x7ffffff0), F(LOAD, 2, 1, 0, 0)};
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    shoal_launch_desc d = shoal_launch_desc_default();
    shoal_fault fault;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_FAULT);
    assert_true(shoal_last_fault(device, &fault));
    assert_int_equal(fault.cause, SHOAL_FAULT_MEMORY);
    assert_int_equal(fault.address, 0x7ffffff0);
    assert_int_equal(fault.pc, 0x10008);
    assert_non_null(strstr(fault.message, "in work-group (0, 0, 0), warp 0, thread 0\n"));
    const struct fake_insn away[] = {F(MOV, 1, 0, 0, 0x7ffffff0), F(JUMP_TO, 1, 0, 0, 0)};
    k = load_at(device, away, sizeof away, &(shoal_load_options){.address = 0x50000000});
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_FAULT);
    assert_true(shoal_last_fault(device, &fault));
    assert_int_equal(fault.pc, 0x50000008);
    assert_non_null(strstr(fault.message, "kernels must end with end."));
    shoal_device_destroy(device);
}

static void options_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct diag diag = {0};
    shoal_device *device = NULL;
    shoal_device_options o = shoal_device_options_default();
    o.window_bytes = 1 << 30;
    assert_int_equal(device_create(&fake_isa32, &fake_chip, &o, &diag, &device), SHOAL_E_ARG);
    o = shoal_device_options_default();
    o.wave_lanes = 6;
    assert_int_equal(device_create(&fake_isa32, &fake_chip, &o, &diag, &device), SHOAL_E_ARG);
    device = make_device(1);
    const struct fake_insn code[] = {F(END, 0, 0, 0, 0)};
    shoal_kernel *k = load(device, code, sizeof code, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.trim = true;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

struct seen {
    int loads, stores;
    uint64_t address, value;
};

static void look(void *user, const shoal_observed *at)
{
    struct seen *seen = user;
    shoal_access a;
    assert_string_equal(at->isa, "fake");
    if (!shoal_observed_access(at, &a))
        return;
    seen->loads += !a.is_store;
    seen->stores += a.is_store;
    if (a.has_value)
        seen->address = a.address, seen->value = a.value;
}

static void observers_see_accesses(void **state)
{
    (void)state;
    const struct fake_insn code[] = {F(ARG, 1, 0, 0, 0), F(LOAD, 2, 1, 0, 0), F(MOV, 3, 0, 0, 9),
                                     F(STORE, 3, 1, 0, 4), F(END, 0, 0, 0, 0)};
    shoal_device *device = make_narrow(NULL);
    shoal_kernel *k = load_at(device, code, sizeof code, NULL);
    uint64_t address;
    alloc_words(device, 2, &address);
    struct seen seen = {0};
    struct shoal_observer observer = {.user = &seen, .before = look};
    shoal_launch_desc d = one_arg(1, 1, &address);
    d.observer = &observer;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    assert_int_equal(seen.loads, 1);
    assert_int_equal(seen.stores, 1);
    assert_int_equal(seen.address, address + 4);
    assert_int_equal(seen.value, 9);
    shoal_device_destroy(device);
}

static void collect(void *user, const char *bytes, size_t size) { strncat(user, bytes, size); }

/* A kernel prints 100 records through a buffer that holds 7, and tells the host after each. */
static void a_small_print_buffer_is_emptied_in_time(void **state)
{
    (void)state;
    enum { PACKET = 0x30000000, PRINT = 0x31000000, PRINT_BYTES = 64, CODE = 0x20000000 };
    const struct fake_insn code[] = {
        F(PACKET, 1, 0, 0, 0),
        F(LOAD, 2, 1, 0, 8),
        F(MOV, 3, 0, 0, 0),
        F(MOV, 4, 0, 0, 100),
        F(MOV, 5, 0, 0, 8),
        /* 5: */ F(ATOMIC, 6, 2, 5, 0),
        F(ADD, 7, 6, 2, 0),
        F(MOV, 8, 0, 0, 1),
        F(STORE, 3, 7, 0, 4),
        F(STORE, 8, 7, 0, 0),
        F(MESSAGE, 0, 0, 0, MACHINE_MESSAGE_PRINT),
        F(ADDI, 3, 3, 0, 1),
        F(JLT, 0, 3, 4, 5),
        F(END, 0, 0, 0, 0),
    };
    const uint32_t sizes[] = {4};
    const struct image_printf format = {
        .id = 1, .arg_count = 1, .arg_sizes = sizes, .format = "%d\n", .format_size = 3};
    const struct image image = {.printfs = &format, .printf_count = 1};
    const struct fake_packet packet = {CODE, 0, PRINT, PRINT_BYTES};
    char text[1024] = "", want[1024] = "";
    shoal_device_options o = shoal_device_options_default();
    o.print = collect;
    o.print_user = text;
    shoal_device *device = make_narrow(&o);
    assert_int_equal(shoal_mem_alloc_at(device, PACKET, sizeof packet), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, PRINT, PRINT_BYTES), SHOAL_OK);
    shoal_mem_write(device, PACKET, &packet, sizeof packet);
    shoal_kernel *k = load_at(device, code, sizeof code,
                              &(shoal_load_options){.address = CODE, .kernel_entry = CODE});
    k->image = &image;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.packet_address = PACKET;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    for (int i = 0; i < 100; i++)
        snprintf(want + strlen(want), sizeof want - strlen(want), "%d\n", i);
    assert_string_equal(text, want);
    uint32_t header[2];
    shoal_mem_read(device, header, PRINT, sizeof header);
    assert_int_equal(header[0], 8); /* counts the header */
    assert_int_equal(header[1], PRINT_BYTES);
    k->image = NULL;
    shoal_device_destroy(device);
}

static void text_images_are_code(void **state)
{
    (void)state;
    char text[64];
    uint32_t words[2];
    const struct fake_insn code[] = {F(END, 0, 0, 0, 0)};
    shoal_device *device = make_narrow(NULL);
    memcpy(words, code, sizeof words);
    snprintf(text, sizeof text, "%08x\n%08x\n", words[0], words[1]);
    shoal_module *module;
    assert_int_equal(shoal_module_load(device, text, strlen(text), NULL, &module), SHOAL_OK);
    shoal_launch_desc d = shoal_launch_desc_default();
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(module, 0), &d, NULL), SHOAL_OK);
    shoal_device_destroy(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_count_from_the_window),
        cmocka_unit_test(start_code_calls_the_kernel),
        cmocka_unit_test(packets_and_code_of_the_caller_are_used),
        cmocka_unit_test(wave_sizes_are_chosen_per_launch),
        cmocka_unit_test(surplus_waves_are_trimmed),
        cmocka_unit_test(parts_of_a_group_have_barriers),
        cmocka_unit_test(different_barriers_are_a_deadlock),
        cmocka_unit_test(local_memory_is_large_and_fresh),
        cmocka_unit_test(scratch_has_device_addresses),
        cmocka_unit_test(faults_have_device_addresses_and_words),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(observers_see_accesses),
        cmocka_unit_test(a_small_print_buffer_is_emptied_in_time),
        cmocka_unit_test(text_images_are_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
