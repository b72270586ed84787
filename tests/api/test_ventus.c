/* test_ventus.c: the API with Ventus: test cases, files that are told apart, fixed addresses.
 * Expected values follow from case.h and from the case that is made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/case.h"
#include "shoal/observe.h"

enum { BUFFERS = 5, DATA_WORDS = 8, ENDPRG = 0x0000400b };

struct text {
    char bytes[4096];
    size_t size;
};

static void add(struct text *t, uint64_t word)
{
    t->size +=
        (size_t)snprintf(t->bytes + t->size, sizeof t->bytes - t->size, "%08x\n", (unsigned)word);
}

/* Three work-groups of two warps of eight threads that end at once. */
static void make_case(struct text *metadata, struct text *data)
{
    static const uint64_t fields[] = {
        0x80000000, 0,
        3,          1,
        1,          8,
        2,          0x90003000,
        0x1000,     0x400,
        32,         40,
        0x90004000, BUFFERS,
        0x80000000, 0x90000000,
        0x90001000, 0x90003000,
        0x90004000, /* addresses */
        8,          4 * DATA_WORDS,
        4,          64,
        0, /* contents */
        0x10000,    0x1000,
        0x1000,     64,
        0x100000, /* memory */
    };
    static const uint32_t packet[16] = {0x80000004, 0x90001000, 1, 48, 1, 1, 16, 1, 1};
    metadata->size = data->size = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        add(metadata, fields[i]);
        add(metadata, 0);
    }
    add(data, ENDPRG);
    add(data, ENDPRG);
    for (uint32_t i = 0; i < DATA_WORDS; i++)
        add(data, 100 + i);
    add(data, 0x90000000);
    for (int i = 0; i < 16; i++)
        add(data, packet[i]);
}

static shoal_case *open_case(void)
{
    struct text m, d;
    shoal_case *c = NULL;
    make_case(&m, &d);
    assert_int_equal(shoal_case_open(m.bytes, m.size, d.bytes, d.size, &c), SHOAL_OK);
    return c;
}

static shoal_device *make_device(const char *isa)
{
    shoal_device_options o = shoal_device_options_default();
    shoal_device *device = NULL;
    o.isa = isa;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    return device;
}

static void a_case_is_described(void **state)
{
    (void)state;
    static const shoal_case_role roles[BUFFERS] = {SHOAL_CASE_CODE, SHOAL_CASE_DATA,
                                                   SHOAL_CASE_ARGUMENTS, SHOAL_CASE_PACKET,
                                                   SHOAL_CASE_PRIVATE};
    shoal_case *c = open_case();
    const shoal_case_info *info = shoal_case_get_info(c);
    assert_int_equal(info->buffer_count, BUFFERS);
    for (int i = 0; i < BUFFERS; i++)
        assert_int_equal(info->buffers[i].role, roles[i]);
    assert_int_equal(info->kernel_entry, 0x80000004);
    assert_int_equal(info->sgprs, 32);
    assert_int_equal(info->vgprs, 40);
    shoal_launch_desc d = shoal_case_launch_desc(c);
    assert_int_equal(d.grid[0], 48);
    assert_int_equal(d.block[0], 16);
    assert_int_equal(d.wave_lanes, 8);
    assert_int_equal(d.packet_address, 0x90003000);
    assert_int_equal(d.private_bytes, 0x400);
    assert_false(d.trim);
    shoal_case_close(c);
}

static void a_case_is_loaded_run_and_reset(void **state)
{
    (void)state;
    shoal_case *c = open_case();
    shoal_device *device = make_device("ventus");
    const shoal_load_options o = {.name = "mine"};
    shoal_module *module;
    assert_int_equal(shoal_case_load(device, c, &o, &module), SHOAL_OK);
    assert_int_equal(shoal_module_kernel_count(module), 1);
    shoal_kernel_info info;
    shoal_kernel_get_info(shoal_module_kernel_at(module, 0), &info);
    assert_string_equal(info.name, "mine");
    assert_int_equal(info.dialect, SHOAL_DIALECT_TOOLCHAIN);
    assert_true(info.has_start);
    uint32_t words[DATA_WORDS];
    assert_int_equal(shoal_mem_read(device, words, 0x90000000, sizeof words), SHOAL_OK);
    for (uint32_t i = 0; i < DATA_WORDS; i++)
        assert_int_equal(words[i], 100 + i);
    shoal_launch_desc d = shoal_case_launch_desc(c);
    shoal_launch_stats stats;
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(module, 0), &d, &stats), SHOAL_OK);
    assert_int_equal(stats.workgroups, 3);
    assert_int_equal(stats.waves, 6);
    assert_int_equal(stats.instructions, 6);
    /* Contents and what follows them are as at first. */
    assert_int_equal(shoal_mem_fill(device, 0x90000000, 0xff, 0x1000), SHOAL_OK);
    assert_int_equal(shoal_case_reset(device, c), SHOAL_OK);
    assert_int_equal(shoal_mem_read(device, words, 0x90000000, sizeof words), SHOAL_OK);
    assert_int_equal(words[7], 107);
    assert_int_equal(shoal_mem_read(device, words, 0x90000ff8, 8), SHOAL_OK);
    assert_int_equal(words[0], 0);
    shoal_device_destroy(device);
    shoal_case_close(c);
}

static shoal_module *assemble(shoal_device *device, const char *text)
{
    shoal_asm_result *r = NULL;
    shoal_module *module = NULL;
    assert_int_equal(shoal_asm_text("ventus", text, strlen(text), NULL, &r), SHOAL_OK);
    assert_int_equal(shoal_module_load(device, r->output, r->output_size, NULL, &module), SHOAL_OK);
    shoal_asm_result_free(r);
    return module;
}

/* case.h: a case after another keeps memory, but for what it states. */
static void cases_follow_each_other(void **state)
{
    (void)state;
    shoal_case *c = open_case();
    shoal_device *device = make_device("ventus");
    shoal_module *first, *second;
    uint32_t words[2];
    assert_int_equal(shoal_case_load(device, c, NULL, &first), SHOAL_OK);
    assert_int_equal(shoal_mem_fill(device, 0x90000000, 0xff, 0x1000), SHOAL_OK);
    assert_int_equal(shoal_case_load(device, c, NULL, &second), SHOAL_OK);
    assert_int_equal(shoal_mem_read(device, words, 0x90000000 + 4 * DATA_WORDS - 4, 8), SHOAL_OK);
    assert_int_equal(words[0], 107);
    assert_int_equal(words[1], 0xffffffff);
    shoal_launch_desc d = shoal_case_launch_desc(c);
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(first, 0), &d, NULL), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "The code of kernel raw was replaced when another test case was loaded; "
                        "load its case again.");
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(second, 0), &d, NULL), SHOAL_OK);
    assert_int_equal(shoal_module_unload(first), SHOAL_OK);
    assert_int_equal(shoal_launch(device, shoal_module_kernel_at(second, 0), &d, NULL), SHOAL_OK);
    /* Memory that is no case's is not taken over. */
    assert_int_equal(shoal_mem_free(device, 0x90000000), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, 0x90000000, 16), SHOAL_OK);
    assert_int_equal(shoal_case_load(device, c, NULL, &first), SHOAL_E_BUSY);
    assert_string_equal(shoal_last_error(device),
                        "4096 bytes at 0x90000000 share pages with what is allocated at "
                        "0x90000000 (16 bytes).");
    shoal_device_destroy(device);
    shoal_case_close(c);
}

static shoal_status store_to(shoal_device *device, uint32_t address)
{
    shoal_kernel *kernel;
    shoal_module *module = assemble(device, ".globl s\n.type s, @function\ns:\nlw t0, 0(a0)\n"
                                            "lw t1, 0(t0)\naddi t1, t1, 5\nsw t1, 0(t0)\nret\n");
    assert_int_equal(shoal_module_find_kernel(module, "s", &kernel), SHOAL_OK);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = &address;
    d.args_size = sizeof address;
    shoal_status st = shoal_launch(device, kernel, &d, NULL);
    shoal_module_unload(module);
    return st;
}

/* shoal.h: open_memory. */
static void open_memory_is_zero_and_keeps_what_is_written(void **state)
{
    (void)state;
    shoal_device_options o = shoal_device_options_default();
    shoal_device *device;
    uint32_t word = 1;
    uint64_t address;
    o.isa = "ventus";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    assert_int_equal(store_to(device, 0xa0000000), SHOAL_E_FAULT);
    assert_int_equal(shoal_mem_read(device, &word, 0xa0000000, 4), SHOAL_E_ARG);
    shoal_device_destroy(device);

    o.open_memory = true;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    assert_int_equal(store_to(device, 0xa0000000), SHOAL_OK);
    assert_int_equal(store_to(device, 0xa0000000), SHOAL_OK);
    assert_int_equal(shoal_mem_read(device, &word, 0xa0000000, 4), SHOAL_OK);
    assert_int_equal(word, 10);
    /* Allocations are zero all the same, and memory is open again behind them. */
    assert_int_equal(store_to(device, 0x90000000), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(device, 4096, 0, &address), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc_at(device, 0xa0000000, 4), SHOAL_OK);
    for (int i = 0; i < 2; i++) {
        uint64_t at = i ? 0xa0000000 : address;
        assert_int_equal(shoal_mem_read(device, &word, at, 4), SHOAL_OK);
        assert_int_equal(word, 0);
        assert_int_equal(shoal_mem_free(device, at), SHOAL_OK);
        assert_int_equal(store_to(device, (uint32_t)at), SHOAL_OK);
    }
    assert_int_equal(shoal_mem_read(device, &word, 0xfffffffe, 4), SHOAL_E_ARG);
    shoal_device_destroy(device);

    o.isa = "rdna3";
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(NULL),
                        "open_memory is for devices with 32-bit addresses (ventus).");
}

/* ---- what a warp begins with -------------------------------------------------------------- */

/* Counts vector registers that are not zero at the first instruction of each warp. */
struct first_look {
    uint32_t seen; /* warps */
    unsigned dirty;
};

static void look(void *user, const shoal_observed *at)
{
    struct first_look *l = user;
    uint32_t values[64];
    if (l->seen & 1u << at->wave)
        return;
    l->seen |= 1u << at->wave;
    for (unsigned r = 0; r < 256; r++) {
        assert_int_equal(shoal_observed_register(at, SHOAL_REG_VECTOR, r, values), at->wave_lanes);
        for (uint32_t lane = 0; lane < at->wave_lanes; lane++)
            l->dirty += values[lane] != 0;
    }
}

static void run_warps(shoal_device *device, shoal_module *module, const char *name, uint32_t warps,
                      struct shoal_observer *observer)
{
    shoal_kernel *kernel;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = warps * 32;
    d.observer = observer;
    assert_int_equal(shoal_module_find_kernel(module, name, &kernel), SHOAL_OK);
    if (shoal_launch(device, kernel, &d, NULL) != SHOAL_OK)
        fail_msg("%s", shoal_last_error(device));
}

/* Manual: all registers are zero when a warp begins, whatever ran before it: in registers that need
 * no prefix, that do, in pairs and in words of a load. */
static void registers_of_new_warps_are_zero(void **state)
{
    (void)state;
    static const char *const dirty[] = {
        "vmv.v.i v5, -1\nvmv.v.i v31, -1",
        "li t0, 3\nvsetvli zero, t0, e64, m2\nvmv.v.i v28, -1",
        "vmv.v.i v33, -1\nvmv.v.i v255, -1",
        ("vmv.v.i v2, -1\nvmv.v.i v3, -1\nvmv.v.i v4, -1\nvmv.v.i v5, -1\n"
         "vsw12.v v2, 0(v0), local, w128\nvlw12.v v120, 0(v0), local, w128"),
        "vmv.v.i v130, -1\nprefix 0, 1, 4, 4\nvadd.vv v6, v2, v2",
    };
    for (size_t i = 0; i < sizeof dirty / sizeof *dirty; i++) {
        shoal_device *device = make_device("ventus");
        char text[512];
        snprintf(text, sizeof text,
                 ".globl a\n.type a, @function\na:\nret\n"
                 ".globl b\n.type b, @function\nb:\n%s\nret\n",
                 dirty[i]);
        shoal_module *module = assemble(device, text);
        struct first_look l = {0};
        struct shoal_observer observer = {.user = &l, .before = look};
        run_warps(device, module, "a", 1, &observer);
        run_warps(device, module, "b", 4, NULL);
        l.seen = 0;
        run_warps(device, module, "b", 3, &observer);
        assert_int_equal(l.seen, 7);
        l.seen = 0;
        run_warps(device, module, "a", 4, &observer);
        assert_int_equal(l.dirty, 0);
        shoal_device_destroy(device);
    }
}

static void a_case_needs_a_ventus_device(void **state)
{
    (void)state;
    shoal_case *c = open_case();
    shoal_device *device = make_device(NULL);
    shoal_module *module = NULL;
    assert_int_equal(shoal_case_load(device, c, NULL, &module), SHOAL_E_ARG);
    assert_null(module);
    shoal_device_destroy(device);
    shoal_case_close(c);
}

static void mistakes_have_messages(void **state)
{
    (void)state;
    struct text m, d;
    shoal_case *c = (shoal_case *)1;
    make_case(&m, &d);
    assert_int_equal(shoal_case_open(m.bytes, m.size, d.bytes, d.size - 9, &c), SHOAL_E_FORMAT);
    assert_null(c);
    assert_string_equal(shoal_last_error(NULL),
                        "The .data file has 26 words, but the buffers of the .metadata file have "
                        "contents of 27 words. The two do not belong together.");
    assert_int_equal(shoal_case_open(NULL, 0, d.bytes, d.size, &c), SHOAL_E_ARG);
    shoal_case_close(NULL);
}

static void files_are_told_apart(void **state)
{
    (void)state;
    uint8_t elf[64] = {0x7f, 'E', 'L', 'F', 1, 1, 1};
    elf[18] = 243; /* e_machine: RISC-V */
    assert_string_equal(shoal_identify(elf, sizeof elf), "ventus");
    elf[4] = 2; /* 64 bits */
    elf[18] = 224;
    assert_string_equal(shoal_identify(elf, sizeof elf), "rdna3");
    assert_string_equal(shoal_identify("0000400b\n", 9), "ventus");
    assert_string_equal(shoal_identify("__CLANG_OFFLOAD_BUNDLE__________", 32), "rdna3");
    assert_null(shoal_identify("hello", 5));
    assert_null(shoal_identify("", 0));
    assert_null(shoal_identify(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_is_described),
        cmocka_unit_test(a_case_is_loaded_run_and_reset),
        cmocka_unit_test(cases_follow_each_other),
        cmocka_unit_test(open_memory_is_zero_and_keeps_what_is_written),
        cmocka_unit_test(registers_of_new_warps_are_zero),
        cmocka_unit_test(a_case_needs_a_ventus_device),
        cmocka_unit_test(mistakes_have_messages),
        cmocka_unit_test(files_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
