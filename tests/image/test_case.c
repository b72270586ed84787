/* test_case.c: Ventus test cases and hexadecimal text. Expected values: the layout that
 * THU-DSP-LAB/ventus-gpgpu's reader has, with the numbers of its case vecadd_32b8w8t. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "image/case.h"

enum { BUFFERS = 7, FIELDS = 14 + 3 * BUFFERS, SIZES = 14 + BUFFERS, ALLOCS = 14 + 2 * BUFFERS };

/* vecadd_32b8w8t.metadata, with less code. */
static const uint64_t vecadd[FIELDS] = {
    0x80000000, 0,          0x20,       1,          1,          8,          4,
    0x90404000, 0x1000,     0x1000,     0x40,       0x40,       0x90004000, BUFFERS,
    0x90000000, 0x90001000, 0x90002000, 0x90003000, 0x80000000, 0x90004000, 0x90404000, /* bases */
    0x10,       0x10,       0x10,       0xc,        0xc0,       0,          0x40, /* contents */
    0x1000,     0x1000,     0x1000,     0x1000,     0x10000000, 0x400000,   0x40, /* memory */
};

/* The kernel metadata buffer of the same case. */
static const uint32_t packet[16] = {0x800000b8, 0x90003000, 1, 0x400, 1, 1, 0x20, 1, 1};

#define HINT " Tests written by hand run with --lenient (shoal_case_open_lenient in C)."

struct text {
    char bytes[1 << 14];
    size_t size;
};

static void add_word(struct text *t, uint32_t word)
{
    t->size += (size_t)sprintf(t->bytes + t->size, "%08x\n", word);
}

static struct text metadata_of(const uint64_t *fields, size_t count)
{
    struct text t = {.size = 0};
    for (size_t i = 0; i < count; i++) {
        add_word(&t, (uint32_t)fields[i]);
        add_word(&t, (uint32_t)(fields[i] >> 32));
    }
    return t;
}

/* Word k of buffer i is i << 16 | k, but for the packet. */
static struct text data_of(const uint64_t *fields, const uint32_t *knl)
{
    struct text t = {.size = 0};
    for (size_t i = 0; i < BUFFERS; i++)
        for (uint32_t k = 0; k < (fields[SIZES + i] + 3) / 4; k++)
            add_word(&t, i == 6 ? knl[k] : (uint32_t)i << 16 | k);
    return t;
}

static shoal_status open_case(const struct text *m, const struct text *d, struct diag *diag,
                              struct case_image **out)
{
    *diag = (struct diag){0};
    return case_open(m->bytes, m->size, d->bytes, d->size, false, diag, out);
}

static void vecadd_is_read(void **state)
{
    (void)state;
    struct text m = metadata_of(vecadd, FIELDS), d = data_of(vecadd, packet);
    struct diag diag;
    struct case_image *c;
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_OK);
    assert_int_equal(c->start_pc, 0x80000000);
    assert_int_equal(c->kernel_entry, 0x800000b8);
    assert_int_equal(c->groups[0], 0x20);
    assert_int_equal(c->groups[2], 1);
    assert_int_equal(c->threads, 8);
    assert_int_equal(c->warps, 4);
    assert_int_equal(c->packet, 0x90404000);
    assert_int_equal(c->lds_bytes, 0x1000);
    assert_int_equal(c->private_bytes, 0x1000);
    assert_int_equal(c->private_address, 0x90004000);
    assert_int_equal(c->sgprs, 0x40);
    assert_int_equal(c->buffer_count, BUFFERS);
    assert_int_equal(c->code, 4);
    assert_int_equal(c->buffers[5].data_bytes, 0);
    assert_int_equal(c->buffers[5].size, 0x400000);
    uint32_t word;
    memcpy(&word, c->buffers[3].data + 8, 4);
    assert_int_equal(word, 3 << 16 | 2);
    memcpy(&word, c->buffers[4].data, 4);
    assert_int_equal(word, 4 << 16);
    case_close(c);
}

static void a_last_partial_word_is_padded(void **state)
{
    (void)state;
    uint64_t f[FIELDS];
    memcpy(f, vecadd, sizeof f);
    f[SIZES] = 5; /* two words, of which one byte of the second counts */
    struct text m = metadata_of(f, FIELDS), d = data_of(f, packet);
    struct diag diag;
    struct case_image *c;
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_OK);
    assert_int_equal(c->buffers[0].data_bytes, 5);
    assert_int_equal(c->buffers[0].data[4], 1);
    uint32_t word;
    memcpy(&word, c->buffers[1].data, 4);
    assert_int_equal(word, 1 << 16);
    case_close(c);
}

/* One change of a field or of the packet, and the message for it. */
static void contradictions_are_named(void **state)
{
    (void)state;
    static const struct {
        size_t field; /* FIELDS + i: word i of the packet */
        uint64_t value;
        const char *text;
    } cases[] = {
        {5, 12, ".metadata field 5 (wf_size) is 12 threads per warp; 4, 8, 16 or 32 are possible."},
        {6, 33, ".metadata field 6 (wg_size, lines 13 and 14) is 0x21; 0x1 to 0x20 is possible."},
        {2, 0,
         ".metadata field 2 (work-groups in x, lines 5 and 6) is 0; 0x1 to 0xffffffff is "
         "possible."},
        {13, 8, "The .metadata file has 70 words; with num_buffer 8 it needs 76."},
        {14, 0x90001000,
         ".metadata: buffers 0 (0x90001000, 0x1000 bytes) and 1 (0x90001000, 0x1000 bytes) "
         "overlap."},
        {15, 0xfffff800, ".metadata: buffer 1 at 0xfffff800 with 0x1000 bytes ends above 4 GiB."},
        {ALLOCS, 8,
         ".metadata: buffer 0 at 0x90000000 has 0x10 bytes of contents, but 0x8 bytes are "
         "allocated." HINT},
        {0, 0x70000000,
         ".metadata: the start PC 0x70000000 is not in the contents of a buffer, or no multiple of "
         "4."},
        {0, 0x80000002,
         ".metadata: the start PC 0x80000002 is not in the contents of a buffer, or no multiple of "
         "4."},
        {7, 0x90404004,
         ".metadata: the kernel metadata buffer, 64 bytes at 0x90404004, is not in memory that is "
         "allocated." HINT},
        {2, 0x21,
         "The .metadata file has 33 work-groups in x, but the kernel metadata buffer has 1024 "
         "work-items in groups of 32."},
        {6, 5,
         "The .metadata file has 5 warps of 8 threads per work-group, but the kernel metadata "
         "buffer has 32 x 1 x 1 work-items."},
        {FIELDS + 0, 0x90000000,
         "The kernel metadata buffer names a kernel at 0x90000000, which is not in the code at "
         "0x80000000."},
        {FIELDS + 7, 2,
         "The .metadata file has 1 work-groups in y, but the kernel metadata buffer has 1 "
         "work-items in groups of 2."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t f[FIELDS];
        uint32_t knl[16];
        memcpy(f, vecadd, sizeof f);
        memcpy(knl, packet, sizeof knl);
        if (cases[i].field < FIELDS)
            f[cases[i].field] = cases[i].value;
        else
            knl[cases[i].field - FIELDS] = (uint32_t)cases[i].value;
        struct text m = metadata_of(f, FIELDS), d = data_of(vecadd, knl);
        struct diag diag;
        struct case_image *c;
        assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_E_FORMAT);
        assert_string_equal(diag.text, cases[i].text);
        assert_null(c);
    }
}

/* Hand-written tests of the RTL do without a metadata buffer: its address is that of memory without
 * contents, or of other data. */
static void a_program_may_do_without_a_metadata_buffer(void **state)
{
    (void)state;
    uint64_t f[FIELDS];
    memcpy(f, vecadd, sizeof f);
    f[SIZES + 6] = 0;
    f[6] = 3; /* nothing to compare with */
    struct text m = metadata_of(f, FIELDS), d = data_of(f, packet);
    struct diag diag;
    struct case_image *c;
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_OK);
    assert_int_equal(c->kernel_entry, 0x80000000);
    case_close(c);
    f[7] = 0x90001000;
    m = metadata_of(f, FIELDS);
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_OK);
    assert_int_equal(c->kernel_entry, 0x80000000);
    case_close(c);
}

/* As sim-verilator/testcase/vmask of THU-DSP-LAB/ventus-gpgpu has them: one word more than
 * declared, and a metadata buffer in no memory; and a buffer that is smaller than its contents. */
static void tests_written_by_hand_are_read_leniently(void **state)
{
    (void)state;
    uint64_t f[FIELDS];
    memcpy(f, vecadd, sizeof f);
    f[7] = 0xa0000000;
    f[ALLOCS + 3] = 8;
    struct text m = metadata_of(f, FIELDS), d = data_of(f, packet);
    struct diag diag = {0};
    struct case_image *c;
    add_word(&d, 0xffffffff);
    assert_int_equal(case_open(m.bytes, m.size, d.bytes, d.size, true, &diag, &c), SHOAL_OK);
    assert_string_equal(
        c->warning,
        "buffer 3 at 0x90003000 has 0xc bytes of contents, but 0x8 bytes are allocated; it gets "
        "room "
        "for its contents; the .data file has 80 words, but the buffers of the .metadata file have "
        "contents of 79 words; the words behind those are left out; the kernel metadata buffer, 64 "
        "bytes at 0xa0000000, is not in memory that is allocated; it is there and zero");
    assert_int_equal(c->buffers[3].size, 12);
    assert_int_equal(c->buffer_count, BUFFERS + 1);
    assert_int_equal(c->buffers[BUFFERS].address, 0xa0000000);
    assert_int_equal(c->buffers[BUFFERS].size, 64);
    assert_int_equal(c->buffers[BUFFERS].data_bytes, 0);
    case_close(c);
    /* fewer words than declared stay an error */
    d.size = 9;
    assert_int_equal(case_open(m.bytes, m.size, d.bytes, d.size, true, &diag, &c), SHOAL_E_FORMAT);
    /* and a case without faults has no warning */
    diag = (struct diag){0};
    m = metadata_of(vecadd, FIELDS);
    d = data_of(vecadd, packet);
    assert_int_equal(case_open(m.bytes, m.size, d.bytes, d.size, true, &diag, &c), SHOAL_OK);
    assert_string_equal(c->warning, "");
    case_close(c);
}

static void data_of_another_case_is_refused(void **state)
{
    (void)state;
    struct text m = metadata_of(vecadd, FIELDS), d = data_of(vecadd, packet);
    struct diag diag;
    struct case_image *c;
    add_word(&d, 0);
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_E_FORMAT);
    assert_string_equal(diag.text,
                        "The .data file has 80 words, but the buffers of the .metadata file have "
                        "contents of 79 words. The two do not belong together." HINT);
    d.size = 9;
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_E_FORMAT);
    m.size = 9 * 27;
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_E_FORMAT);
    assert_string_equal(diag.text,
                        "The .metadata file has 27 words; it needs 28 for its fixed fields. It is "
                        "truncated, or no .metadata file.");
    strcpy(m.bytes, "80000000\n0\nvecadd\n");
    m.size = strlen(m.bytes);
    assert_int_equal(open_case(&m, &d, &diag, &c), SHOAL_E_FORMAT);
    assert_string_equal(
        diag.text, ".metadata line 3: \"vecadd\" is no 32-bit word of 1 to 8 hexadecimal digits.");
}

static void words_are_hexadecimal(void **state)
{
    (void)state;
    static const char text[] = "0\r\n8000ABcd 0x12345678\n\n  ffffffff";
    static const uint32_t want[] = {0, 0x8000abcd, 0x12345678, 0xffffffff};
    uint32_t *words;
    size_t count;
    assert_int_equal(image_read_hex(text, sizeof text - 1, "x", NULL, &words, &count), SHOAL_OK);
    assert_int_equal(count, 4);
    assert_memory_equal(words, want, sizeof want);
    free(words);
    assert_int_equal(image_read_hex("123456789", 9, "x", NULL, &words, &count), SHOAL_E_FORMAT);
    assert_true(image_is_hex("93000000\n0\n", 11));
    assert_false(image_is_hex("93000000 g", 10));
    assert_false(image_is_hex("123456789", 9));
    assert_false(image_is_hex(" \n", 2));
    assert_false(image_is_hex("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vecadd_is_read),
        cmocka_unit_test(a_last_partial_word_is_padded),
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(a_program_may_do_without_a_metadata_buffer),
        cmocka_unit_test(tests_written_by_hand_are_read_leniently),
        cmocka_unit_test(data_of_another_case_is_refused),
        cmocka_unit_test(words_are_hexadecimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
