#include "fixture.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixture fixture_read(const char *name)
{
    const char *directory = getenv("SHOAL_IMAGE_FIXTURES");
    char path[4096];
    struct diag diag = {0};
    struct fixture file = {0};
    void *bytes;
    if (!directory)
        fail_msg("SHOAL_IMAGE_FIXTURES is not set: run the tests with `meson test`");
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (image_read_file(path, &diag, &bytes, &file.size) != SHOAL_OK)
        fail_msg("%s", diag.text);
    file.bytes = bytes;
    return file;
}

struct image *fixture_open(const char *name)
{
    struct fixture file = fixture_read(name);
    struct diag diag = {0};
    struct image *image = NULL;
    shoal_status status = image_open(file.bytes, file.size, &diag, &image);
    free(file.bytes);
    if (status != SHOAL_OK)
        fail_msg("%s: %s", name, diag.text);
    assert_int_equal(diag.status, SHOAL_OK);
    return image;
}

shoal_status open_exact(const uint8_t *bytes, size_t size, struct diag *diag, struct image **out)
{
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size)
        memcpy(copy, bytes, size);
    shoal_status status = image_open(copy, size, diag, out);
    free(copy);
    assert_true((status == SHOAL_OK) == (*out != NULL));
    assert_int_equal(status, diag->status);
    return status;
}

void assert_refused(const uint8_t *bytes, size_t size, shoal_status status, const char *message)
{
    struct diag diag = {0};
    struct image *image;
    shoal_status actual = open_exact(bytes, size, &diag, &image);
    image_close(image);
    assert_string_equal(diag.text, message);
    assert_int_equal(actual, status);
}

size_t file_offset_of(const struct fixture *file, uint64_t vaddr)
{
    Elf64_Ehdr header;
    memcpy(&header, file->bytes, sizeof header);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, file->bytes + header.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type == PT_LOAD && vaddr >= segment.p_vaddr &&
            vaddr - segment.p_vaddr < segment.p_filesz)
            return (size_t)(segment.p_offset + (vaddr - segment.p_vaddr));
    }
    fail_msg("address %#llx is not in the file", (unsigned long long)vaddr);
    return 0;
}

void put_bytes(struct fixture *file, size_t offset, uint64_t value, size_t size)
{
    assert_true(offset + size <= file->size);
    memcpy(file->bytes + offset, &value, size);
}

uint64_t get_bytes(const struct fixture *file, size_t offset, size_t size)
{
    uint64_t value = 0;
    assert_true(offset + size <= file->size);
    memcpy(&value, file->bytes + offset, size);
    return value;
}
