/* Bundles, compressed bundles, host programs and files. Made by clang-offload-bundler and clang;
 * the zlib bundles by make_fixtures.py after the layout in LLVM's "Clang Offload Bundler" page. */
#include "fixture.h"
#include "image/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

/* The bundles hold v5.co: the image is the same as the file's. */
static void assert_is_v5(const struct image *image)
{
    struct image *plain = fixture_open("v5.co");
    assert_int_equal(image->kernel_count, plain->kernel_count);
    assert_int_equal(image->span_bytes, plain->span_bytes);
    for (size_t i = 0; i < plain->segment_count; i++)
        assert_memory_equal(image->segments[i].bytes, plain->segments[i].bytes,
                            plain->segments[i].file_size);
    image_close(plain);
}

static void gfx1100_entry_of_every_kind_of_bundle_is_taken(void **state)
{
    static const char *const plain = "offload bundle", *const packed = "compressed offload bundle";
    const struct {
        const char *name, *container;
    } cases[] = {
        {"plain.hipfb", plain},  {"zstd2.hipfb", packed}, {"zstd3.hipfb", packed},
        {"zlib1.hipfb", packed}, {"zlib2.hipfb", packed}, {"zlib3.hipfb", packed},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct image *image = fixture_open(cases[i].name);
        assert_string_equal(image->container, cases[i].container);
        assert_is_v5(image);
        image_close(image);
    }
}

/* A version 1 header states no file size: the compressed data ends itself. */
static void zstd_version_1_is_read(void **state)
{
    (void)state;
    struct fixture file = fixture_read("zstd2.hipfb");
    struct diag diag = {0};
    struct image *image;
    put_bytes(&file, 4, 1, 2);
    memmove(file.bytes + 8, file.bytes + 12, file.size - 12);
    assert_int_equal(open_exact(file.bytes, file.size - 4, &diag, &image), SHOAL_OK);
    assert_is_v5(image);
    image_close(image);
    free(file.bytes);
}

static void bundle_without_gfx1100_lists_what_it_has(void **state)
{
    (void)state;
    struct fixture file = fixture_read("other.hipfb");
    assert_refused(file.bytes, file.size, SHOAL_E_TARGET,
                   "The offload bundle has no code for gfx1100. It has: "
                   "host-x86_64-unknown-linux-unknown-, hipv4-amdgcn-amd-amdhsa--gfx906. Compile "
                   "with --offload-arch=gfx1100.");
    free(file.bytes);
}

/* A plain bundle with these ids, all naming `code`. The caller frees the result. */
static struct fixture make_bundle(const char *const *ids, size_t count, const struct fixture *code)
{
    struct fixture bundle = {malloc(65536 + code->size), 0};
    uint64_t words[3] = {0, code->size, 0}, at = 32, total = count;
    assert_non_null(bundle.bytes);
    for (size_t i = 0; i < count; i++)
        words[0] += 24 + strlen(ids[i]);
    words[0] += 32;
    memcpy(bundle.bytes, "__CLANG_OFFLOAD_BUNDLE__", 24);
    memcpy(bundle.bytes + 24, &total, 8);
    for (size_t i = 0; i < count; i++) {
        words[2] = strlen(ids[i]);
        memcpy(bundle.bytes + at, words, 24);
        memcpy(bundle.bytes + at + 24, ids[i], words[2]);
        at += 24 + words[2];
    }
    if (code->size)
        memcpy(bundle.bytes + at, code->bytes, code->size);
    bundle.size = at + code->size;
    return bundle;
}

static void bundle_ids(void **state)
{
    static const struct {
        const char *id;
        bool taken;
    } cases[] = {
        {"hipv4-amdgcn-amd-amdhsa--gfx1100", true},
        {"hip-amdgcn-amd-amdhsa-gfx1100", true},
        {"hip-amdgcn-amd-amdhsa--gfx1100", true},
        {"openmp-amdgcn-amd-amdhsa--gfx1100", true},
        {"hipv4-amdgcn-amd-amdhsa-unknown-gfx1100", true},
        {"hipv4-amdgcn-amd-amdhsa--gfx11-generic", true},
        {"hipv4-amdgcn-amd-amdhsa--gfx1100:xnack-", true},
        {"hipv4-amdgcn-amd-amdhsa--gfx1100:xnack+", false},
        {"hipv4-amdgcn-amd-amdhsa--gfx1101", true},
        {"hipv4-amdgcn-amd-amdhsa--gfx1150", true},
        {"hipv4-amdgcn-amd-amdhsa--gfx1200", false},
        {"hipv4-amdgcn-amd-amdhsa--gfx11000", false},
        {"hipv4-amdgcn-amd-amdhsa--gfx110", false},
        {"hipv4-amdgcn-amd-amdhsa--gfx12-generic", false},
        {"host-x86_64-unknown-linux--gfx1100", false},
        {"hipv4-amdgcn-amd-amdhsa", false},
        {"", false},
    };
    (void)state;
    struct fixture code = fixture_read("v5.co");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture bundle = make_bundle(&cases[i].id, 1, &code);
        struct diag diag = {0};
        struct image *image;
        shoal_status status = open_exact(bundle.bytes, bundle.size, &diag, &image);
        if (status != (cases[i].taken ? SHOAL_OK : SHOAL_E_TARGET))
            fail_msg("%s: %s", cases[i].id, diag.text);
        image_close(image);
        free(bundle.bytes);
    }
    free(code.bytes);
}

/* The generic code comes first in the table and would load, but its processor says which it is. */
static void gfx1100_is_preferred_to_generic(void **state)
{
    static const char *const ids[] = {"hipv4-amdgcn-amd-amdhsa--gfx11-generic",
                                      "hipv4-amdgcn-amd-amdhsa--gfx1100"};
    (void)state;
    struct fixture generic = fixture_read("generic.co"), exact = fixture_read("v5.co");
    struct fixture bundle = make_bundle(ids, 2, &exact);
    struct diag diag = {0};
    struct image *image;
    /* The first entry's code is appended. */
    bundle.bytes = realloc(bundle.bytes, bundle.size + generic.size);
    assert_non_null(bundle.bytes);
    memcpy(bundle.bytes + bundle.size, generic.bytes, generic.size);
    put_bytes(&bundle, 32, bundle.size, 8);
    put_bytes(&bundle, 40, generic.size, 8);
    bundle.size += generic.size;
    assert_int_equal(open_exact(bundle.bytes, bundle.size, &diag, &image), SHOAL_OK);
    assert_string_equal(image->processor, "gfx1100");
    image_close(image);
    free(bundle.bytes);
    free(generic.bytes);
    free(exact.bytes);
}

/* Which code of a bundle a chip takes: its own, that of its generation, that of its family, that of
 * another generation (docs/hip.md). */
static void each_chip_takes_the_code_that_suits_it_best(void **state)
{
    static const struct {
        const char *chip;
        const char *targets[5]; /* the best first; then those that do not suit */
        int ranks[5];
    } cases[] = {
        {"gfx1100", {"gfx1100", "gfx1102", "gfx11-generic", "gfx1150", "gfx1200"}, {4, 3, 2, 1, 0}},
        {"gfx1103", {"gfx1103", "gfx1100", "gfx11-generic", "gfx1153", "gfx1030"}, {4, 3, 2, 1, 0}},
        {"gfx1151", {"gfx1151", "gfx1150", "gfx11-generic", "gfx1100", "ventus"}, {4, 3, 2, 1, 0}},
        {NULL, {"gfx1100", "gfx1101:xnack-", "gfx1152", "gfx1100:xnack+", ""}, {4, 3, 1, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < 5; k++) {
            const char *target = cases[i].targets[k];
            struct view view = {(const uint8_t *)target, strlen(target)};
            int rank = target_rank(shoal_chip_find(cases[i].chip), view);
            if (rank != cases[i].ranks[k])
                fail_msg("%s on %s: %d", target, cases[i].chip ? cases[i].chip : "any", rank);
        }
}

static void long_lists_of_ids_are_cut(void **state)
{
    (void)state;
    const char *ids[64];
    struct fixture code = {0};
    struct diag diag = {0};
    struct image *image;
    for (size_t i = 0; i < 64; i++)
        ids[i] = "hipv4-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-";
    struct fixture bundle = make_bundle(ids, 64, &code);
    assert_int_equal(open_exact(bundle.bytes, bundle.size, &diag, &image), SHOAL_E_TARGET);
    assert_non_null(strstr(diag.text, "xnack- and 53 more. Compile with --offload-arch=gfx1100."));
    free(bundle.bytes);
}

static void damage_in_an_entry_names_the_entry(void **state)
{
    static const char *const ids[] = {"hipv4-amdgcn-amd-amdhsa--gfx1100"};
    (void)state;
    struct fixture code = fixture_read("gfx906.co");
    struct fixture bundle = make_bundle(ids, 1, &code);
    assert_refused(bundle.bytes, bundle.size, SHOAL_E_TARGET,
                   "Entry hipv4-amdgcn-amd-amdhsa--gfx1100 of the offload bundle: The code object "
                   "is for gfx906, not for gfx1100. Compile with -mcpu=gfx1100 or "
                   "--offload-arch=gfx1100.");
    free(bundle.bytes);
    free(code.bytes);
}

/* ---- compressed bundles -------------------------------------------------------- */

static void lies_in_compressed_headers_are_refused(void **state)
{
    (void)state;
    struct fixture file = fixture_read("zlib3.hipfb");
    char expected[512];
    const unsigned long long size = file.size;
    const uint64_t plain = get_bytes(&file, 16, 8);

    put_bytes(&file, 8, size + 1, 8);
    snprintf(expected, sizeof expected,
             "The compressed offload bundle at offset 0 states a size of %llu bytes, but %llu "
             "follow. It is truncated or damaged; copy or compile it again.",
             size + 1, size);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);
    put_bytes(&file, 8, size, 8);

    put_bytes(&file, 16, plain - 1, 8);
    snprintf(expected, sizeof expected,
             "The compressed offload bundle at offset 0 does not unpack with zlib to the %llu "
             "bytes that it states: there is more. It is truncated or damaged; copy or compile it "
             "again.",
             (unsigned long long)plain - 1);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);

    put_bytes(&file, 16, plain + 1, 8);
    snprintf(expected, sizeof expected,
             "The compressed offload bundle at offset 0 does not unpack with zlib to the %llu "
             "bytes that it states: there is less. It is truncated or damaged; copy or compile it "
             "again.",
             (unsigned long long)plain + 1);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);

    put_bytes(&file, 16, UINT64_MAX, 8);
    assert_refused(
        file.bytes, file.size, SHOAL_E_LIMIT,
        "The compressed offload bundle at offset 0 unpacks to 18446744073709551615 "
        "bytes; at most 2147483648 in all are allowed. Unpack it with clang-offload-bundler.");
    put_bytes(&file, 16, plain, 8);

    put_bytes(&file, 6, 2, 2);
    assert_refused(file.bytes, file.size, SHOAL_E_UNSUPPORTED,
                   "The compressed offload bundle at offset 0 has version 3 and compression method "
                   "2; Shoal knows versions 1 to 3 and methods 0 (zlib) and 1 (zstd). Unpack it "
                   "with clang-offload-bundler.");
    put_bytes(&file, 6, 1, 2); /* zlib data, zstd header */
    snprintf(expected, sizeof expected,
             "The compressed offload bundle at offset 0 does not unpack with zstd to the %llu "
             "bytes that it states: the data is damaged. It is truncated or damaged; copy or "
             "compile it again.",
             (unsigned long long)plain);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);
    free(file.bytes);
}

static void packed_data_that_is_no_bundle(void **state)
{
    (void)state;
    const uint8_t plain[] = "hello, this is text";
    uint8_t file[200] = "CCOB\3\0\0\0"; /* version 3, zlib */
    uLongf packed = sizeof file - 32;
    assert_int_equal(compress2(file + 32, &packed, plain, sizeof plain, 9), Z_OK);
    file[8] = (uint8_t)(32 + packed);
    file[16] = sizeof plain;
    assert_refused(file, 32 + packed, SHOAL_E_FORMAT,
                   "The compressed offload bundle at offset 0 does not hold an offload bundle. It "
                   "is damaged; compile it again.");
}

static void empty_bundle(void **state)
{
    (void)state;
    const uint8_t file[32] = "__CLANG_OFFLOAD_BUNDLE__";
    assert_refused(file, sizeof file, SHOAL_E_TARGET,
                   "The offload bundle has no entries. Compile with --offload-arch=gfx1100.");
}

/* ---- host programs ------------------------------------------------------------- */

static void every_translation_unit_of_a_program_is_found(void **state)
{
    (void)state;
    struct fixture file = fixture_read("both.o");
    struct diag diag = {0};
    struct image_list list;
    assert_int_equal(image_open_all(file.bytes, file.size, NULL, &diag, &list), SHOAL_OK);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.images[0]->container, "offload bundle in .hip_fatbin");
    assert_non_null(image_find_kernel(list.images[0], "one"));
    assert_string_equal(list.images[1]->container, "compressed offload bundle in .hip_fatbin");
    assert_non_null(image_find_kernel(list.images[1], "two"));
    assert_non_null(image_find_symbol(list.images[1], "two_var"));
    image_list_close(&list);
    assert_null(list.images);

    struct image *image;
    assert_int_equal(image_open(file.bytes, file.size, &diag, &image), SHOAL_OK);
    assert_non_null(image_find_kernel(image, "one"));
    image_close(image);
    free(file.bytes);
}

/* The test program itself is a host program without GPU code. */
static void program_without_gpu_code(void **state)
{
    (void)state;
    struct diag diag = {0};
    void *bytes;
    size_t size;
    struct image *image;
    assert_int_equal(image_read_file("/proc/self/exe", &diag, &bytes, &size), SHOAL_OK);
    assert_int_equal(image_open(bytes, size, &diag, &image), SHOAL_E_TARGET);
    assert_non_null(strstr(diag.text, " and has no .hip_fatbin section with GPU code. Give a "
                                      "gfx1100 code object, or a program compiled with "
                                      "--offload-arch=gfx1100."));
    free(bytes);
}

/* ---- files ----------------------------------------------------------------------- */

static void files_that_are_something_else(void **state)
{
    (void)state;
    const uint8_t text[] = "hello";
    struct diag diag = {0};
    struct image *image;
    assert_int_equal(image_open(NULL, 5, &diag, &image), SHOAL_E_ARG);
    assert_refused(text, 0, SHOAL_E_FORMAT,
                   "The file is empty. Give a gfx1100 code object, an offload bundle, or a HIP "
                   "program.");
    assert_refused(text, 2, SHOAL_E_FORMAT,
                   "The file starts with 68 65: neither an ELF file nor an offload bundle. Give a "
                   "gfx1100 code object, an offload bundle, or a HIP program; bare machine code "
                   "needs --raw.");
    assert_refused(text, 5, SHOAL_E_FORMAT,
                   "The file starts with 68 65 6c 6c: neither an ELF file nor an offload bundle. "
                   "Give a gfx1100 code object, an offload bundle, or a HIP program; bare machine "
                   "code needs --raw.");
}

static void reading_files(void **state)
{
    (void)state;
    struct diag diag = {0};
    void *bytes;
    size_t size;
    assert_int_equal(image_read_file("/nonexistent/k.co", &diag, &bytes, &size), SHOAL_E_IO);
    assert_string_equal(diag.text, "/nonexistent/k.co: cannot open: No such file or directory.");
    assert_null(bytes);
    diag = (struct diag){0};
    assert_int_equal(image_read_file("/", &diag, &bytes, &size), SHOAL_E_IO);
    assert_string_equal(diag.text, "/: cannot read: Is a directory.");
    diag = (struct diag){0};
    assert_int_equal(image_read_file("/dev/null", &diag, &bytes, &size), SHOAL_OK);
    assert_int_equal(size, 0);
    assert_non_null(bytes);
    free(bytes);
}

static void pipes_are_read_to_their_end(void **state)
{
    (void)state;
    struct diag diag = {0};
    int ends[2];
    char path[64], block[1000];
    void *bytes;
    size_t size;
    assert_int_equal(pipe(ends), 0);
    memset(block, 7, sizeof block);
    for (int i = 0; i < 60; i++) /* below the 64 KiB that a pipe holds */
        assert_int_equal(write(ends[1], block, sizeof block), (int)sizeof block);
    close(ends[1]);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    assert_int_equal(image_read_file(path, &diag, &bytes, &size), SHOAL_OK);
    close(ends[0]);
    assert_int_equal(size, 60000);
    assert_int_equal(((char *)bytes)[59999], 7);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gfx1100_entry_of_every_kind_of_bundle_is_taken),
        cmocka_unit_test(zstd_version_1_is_read),
        cmocka_unit_test(bundle_without_gfx1100_lists_what_it_has),
        cmocka_unit_test(bundle_ids),
        cmocka_unit_test(gfx1100_is_preferred_to_generic),
        cmocka_unit_test(each_chip_takes_the_code_that_suits_it_best),
        cmocka_unit_test(long_lists_of_ids_are_cut),
        cmocka_unit_test(damage_in_an_entry_names_the_entry),
        cmocka_unit_test(lies_in_compressed_headers_are_refused),
        cmocka_unit_test(packed_data_that_is_no_bundle),
        cmocka_unit_test(empty_bundle),
        cmocka_unit_test(every_translation_unit_of_a_program_is_found),
        cmocka_unit_test(program_without_gpu_code),
        cmocka_unit_test(files_that_are_something_else),
        cmocka_unit_test(reading_files),
        cmocka_unit_test(pipes_are_read_to_their_end),
    };
    return cmocka_run_group_tests_name("image: containers", tests, NULL, NULL);
}
