/* test_driver.c: libventus.so, called as PoCL's Ventus device does: buffers, argument buffer,
 * private memory and metadata buffer in device memory, then vt_start. The layouts are PoCL's
 * (launch-abi: kernel metadata buffer, argument buffer); results follow from program.s.
 *
 *   test_driver PROGRAM.riscv */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/ventus/ventus.h"

static const char *program;
static uint8_t *elf;
static size_t elf_bytes;

/* What PoCL asks `nm` for. */
static uint32_t address_of(const char *name)
{
    const Elf32_Ehdr *h = (const Elf32_Ehdr *)(const void *)elf;
    const Elf32_Shdr *s = (const Elf32_Shdr *)(const void *)(elf + h->e_shoff);
    for (unsigned i = 0; i < h->e_shnum; i++) {
        if (s[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf32_Sym *symbols = (const Elf32_Sym *)(const void *)(elf + s[i].sh_offset);
        const char *names = (const char *)elf + s[s[i].sh_link].sh_offset;
        for (unsigned j = 0; j < s[i].sh_size / sizeof *symbols; j++)
            if (strcmp(names + symbols[j].st_name, name) == 0)
                return symbols[j].st_value;
    }
    fail_msg("no symbol %s", name);
    return 0;
}

struct run {
    vt_device_h device;
    uint64_t out;
    struct vt_metadata metadata;
};

/* Buffers and metadata of a launch of `kernel` with `groups` work-groups of warps x threads; the
 * second argument is `value`. */
static void prepare(struct run *r, const char *kernel, uint32_t groups, uint32_t warps,
                    uint32_t threads, uint32_t value)
{
    uint32_t items = warps * threads;
    uint64_t args, pds, knl;
    assert_int_equal(vt_buf_alloc(r->device, 4 * items * groups, &r->out, 0, 0, 0), 0);
    assert_int_equal(vt_buf_alloc(r->device, 8, &args, 0, 0, 0), 0);
    assert_int_equal(vt_buf_alloc(r->device, 0x1000 * items * groups, &pds, 0, 0, 0), 0);
    assert_int_equal(vt_buf_alloc(r->device, 64, &knl, 0, 0, 0), 0);
    const uint32_t arguments[2] = {(uint32_t)r->out, value};
    const uint32_t packet[16] = {
        address_of(kernel), (uint32_t)args, 1, items * groups, 1, 1, items, 1, 1};
    assert_int_equal(vt_copy_to_dev(r->device, args, arguments, sizeof arguments, 0, 0), 0);
    assert_int_equal(vt_copy_to_dev(r->device, knl, packet, sizeof packet, 0, 0), 0);
    r->metadata =
        (struct vt_metadata){0, {groups, 1, 1}, threads, warps, knl, 0x1000, 0x1000, 64, 64, pds};
}

static void expect_add(const struct run *r, uint32_t count, uint32_t want)
{
    uint32_t *out = malloc(4 * count);
    assert_int_equal(vt_copy_from_dev(r->device, r->out, out, 4 * count, 0, 0), 0);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(out[i], want);
    free(out);
}

static void capabilities(void **state)
{
    (void)state;
    uint64_t v;
    assert_int_equal(vt_dev_caps(NULL, VT_CAPS_MAX_THREADS, &v), 0);
    assert_int_equal(v, 32);
    setenv("NUM_THREAD", "8", 1);
    assert_int_equal(vt_dev_caps(NULL, VT_CAPS_MAX_THREADS, &v), 0);
    assert_int_equal(v, 8);
    unsetenv("NUM_THREAD");
    assert_int_equal(vt_dev_caps(NULL, VT_CAPS_ALLOC_BASE_ADDR, &v), 0);
    assert_int_equal(v, 0x90000000);
    assert_int_equal(vt_dev_caps(NULL, VT_CAPS_KERNEL_BASE_ADDR, &v), 0);
    assert_int_equal(v, 0x80000000);
    assert_int_equal(vt_dev_caps(NULL, 8, &v), -1);
    assert_int_equal(vt_dev_caps(NULL, 0, NULL), -1);
}

static void a_file_runs(void **state)
{
    (void)state;
    static const struct {
        uint32_t warps, threads;
    } shapes[] = {{1, 4}, {2, 8}, {4, 16}, {1, 32}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct run r = {0};
        assert_int_equal(vt_dev_open(&r.device), 0);
        assert_int_equal(vt_root_mem_alloc(r.device, 0), 0);
        assert_int_equal(vt_upload_kernel_file(r.device, program, 0), 0);
        prepare(&r, "shift", 1, shapes[i].warps, shapes[i].threads, 0x7ffff000);
        assert_true(r.out >= 0x90000000);
        assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
        assert_int_equal(vt_ready_wait(r.device, 1000), 0);
        uint32_t count = shapes[i].warps * shapes[i].threads, out[256];
        assert_int_equal(vt_copy_from_dev(r.device, r.out, out, 4 * count, 0, 0), 0);
        for (uint32_t t = 0; t + 1 < count; t++)
            assert_int_equal(out[t], t + 1);
        uint64_t unused = 0;
        assert_int_equal(vt_buf_free(r.device, 0, &unused, 0, 0), 0);
        prepare(&r, "add", 3, 1, shapes[i].threads, 100);
        assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
        assert_int_equal(vt_ready_wait(r.device, 1000), 0);
        /* Work-groups count in no order, but all threads of one see the same. */
        count = 3 * shapes[i].threads;
        assert_int_equal(vt_copy_from_dev(r.device, r.out, out, 4 * count, 0, 0), 0);
        for (uint32_t t = 0; t < count; t++) {
            assert_true(out[t] >= 100 && out[t] <= 102);
            assert_int_equal(out[t], out[t / shapes[i].threads * shapes[i].threads]);
        }
        assert_int_equal(vt_dev_close(r.device), 0);
    }
}

/* The file is loaded at every start: its variables have their first values again. */
static void every_start_loads_the_file(void **state)
{
    (void)state;
    struct run r = {0};
    assert_int_equal(vt_dev_open(&r.device), 0);
    assert_int_equal(vt_upload_kernel_bytes(r.device, elf, elf_bytes, 0), 0);
    for (int i = 0; i < 3; i++) {
        prepare(&r, "add", 1, 1, 32, 7);
        assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
        assert_int_equal(vt_finish_all_kernel(r.device, NULL), 0);
        expect_add(&r, 32, 7);
        assert_int_equal(vt_one_buf_free(r.device, 0, &r.out, 0, 0), 0);
        assert_int_equal(vt_one_buf_free(r.device, 0, &r.out, 0, 0), -1);
    }
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_int_equal(vt_dump_perf(r.device, out), 0);
    fclose(out);
    assert_non_null(strstr(text, "PERF: kernels=3, failed=0, workgroups=3, warps=3, "));
    assert_int_equal(vt_dev_close(r.device), 0);
}

/* As for the RTL: the words of .text are copied to the device, there is no file. Without one,
 * variables stay as they are left. */
static void copied_code_runs(void **state)
{
    (void)state;
    struct run r = {0};
    const Elf32_Ehdr *h = (const Elf32_Ehdr *)(const void *)elf;
    const Elf32_Phdr *p = (const Elf32_Phdr *)(const void *)(elf + h->e_phoff);
    assert_int_equal(vt_dev_open(&r.device), 0);
    for (unsigned i = 0; i < h->e_phnum; i++)
        if (p[i].p_type == PT_LOAD)
            assert_int_equal(
                vt_copy_to_dev(r.device, p[i].p_vaddr, elf + p[i].p_offset, p[i].p_filesz, 0, 0),
                0);
    for (uint32_t i = 0; i < 3; i++) {
        prepare(&r, "add", 1, 1, 16, 50);
        assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
        assert_int_equal(vt_ready_wait(r.device, 1000), 0);
        expect_add(&r, 16, 50 + i);
    }
    /* A file takes its place, and code that of the file. */
    assert_int_equal(vt_upload_kernel_file(r.device, program, 0), 0);
    prepare(&r, "add", 1, 1, 16, 50);
    assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
    assert_int_equal(vt_ready_wait(r.device, 1000), 0);
    expect_add(&r, 16, 50);
    assert_int_equal(vt_dev_close(r.device), 0);
}

/* The addresses of the RTL's driver: granules of 4 KiB from 0x90000000, without gaps. */
static void buffers_lie_side_by_side(void **state)
{
    (void)state;
    vt_device_h device;
    uint64_t a[5];
    static const uint64_t sizes[5] = {1, 4096, 4097, 0x1000000, 16};
    static const uint64_t expected[5] = {0x90000000, 0x90001000, 0x90002000, 0x90004000,
                                         0x91004000};
    assert_int_equal(vt_dev_open(&device), 0);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(vt_buf_alloc(device, sizes[i], &a[i], 0, 0, 0), 0);
        assert_int_equal(a[i], expected[i]);
        assert_int_equal(vt_copy_to_dev(device, a[i], "x", 1, 0, 0), 0);
    }
    /* What is freed is given out again, where it fits. */
    assert_int_equal(vt_one_buf_free(device, 4096, &a[1], 0, 0), 0);
    assert_int_equal(vt_buf_alloc(device, 8192, &a[0], 0, 0, 0), 0);
    assert_int_equal(a[0], 0x91005000);
    assert_int_equal(vt_buf_alloc(device, 64, &a[0], 0, 0, 0), 0);
    assert_int_equal(a[0], 0x90001000);
    char byte = 1;
    assert_int_equal(vt_copy_from_dev(device, a[0], &byte, 1, 0, 0), 0);
    assert_int_equal(byte, 0);
    assert_int_equal(vt_buf_free(device, 0, NULL, 0, 0), 0);
    assert_int_equal(vt_buf_alloc(device, 64, &a[0], 0, 0, 0), 0);
    assert_int_equal(a[0], 0x90000000);
    assert_int_equal(vt_buf_alloc(device, UINT64_C(1) << 40, &a[0], 0, 0, 0), -1);
    assert_int_equal(vt_dev_close(device), 0);
}

static void mistakes_are_refused(void **state)
{
    (void)state;
    struct run r = {0};
    uint64_t address = 0x90000000;
    uint32_t word = 0;
    assert_int_equal(vt_dev_open(NULL), -1);
    assert_int_equal(vt_dev_close(NULL), -1);
    assert_int_equal(vt_dev_open(&r.device), 0);
    assert_int_equal(vt_ready_wait(r.device, 1), -1);
    assert_int_equal(vt_copy_to_dev(r.device, address, &word, 4, 0, 0), -1);
    assert_int_equal(vt_buf_alloc(r.device, 0, &address, 0, 0, 0), -1);
    assert_int_equal(vt_upload_kernel_file(r.device, "no-such.riscv", 0), -1);
    prepare(&r, "add", 1, 1, 32, 0);
    assert_int_equal(vt_start(r.device, &r.metadata, 0), -1); /* no kernel */
    assert_int_equal(vt_upload_kernel_file(r.device, program, 0), 0);
    struct vt_metadata m = r.metadata;
    m.threads = 12;
    assert_int_equal(vt_start(r.device, &m, 0), -1);
    m = r.metadata;
    m.packet = 0x40000000;
    assert_int_equal(vt_start(r.device, &m, 0), -1);
    m = r.metadata;
    m.groups[1] = 0;
    assert_int_equal(vt_start(r.device, &m, 0), -1);
    prepare(&r, "broken", 1, 1, 32, 0);
    assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
    assert_int_equal(vt_ready_wait(r.device, 1000), -1);
    prepare(&r, "add", 1, 1, 32, 9); /* the device is still good */
    assert_int_equal(vt_start(r.device, &r.metadata, 0), 0);
    assert_int_equal(vt_ready_wait(r.device, 1000), 0);
    expect_add(&r, 32, 9);
    assert_int_equal(vt_start(r.device, &r.metadata, 0), 0); /* closed while it runs */
    assert_int_equal(vt_dev_close(r.device), 0);
}

static bool read_program(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    elf = malloc(1 << 20);
    elf_bytes = fread(elf, 1, 1 << 20, file);
    fclose(file);
    program = path;
    return elf_bytes > 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capabilities),
        cmocka_unit_test(a_file_runs),
        cmocka_unit_test(every_start_loads_the_file),
        cmocka_unit_test(copied_code_runs),
        cmocka_unit_test(buffers_lie_side_by_side),
        cmocka_unit_test(mistakes_are_refused),
    };
    if (argc != 2 || !read_program(argv[1])) {
        fprintf(stderr, "usage: test_driver PROGRAM.riscv\n");
        return 2;
    }
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    free(elf);
    return result;
}
