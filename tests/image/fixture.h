/* fixture.h: what the image tests share: the files that make_fixtures.py made (directory in the
 * environment variable SHOAL_IMAGE_FIXTURES) and checks of refusals. */
#ifndef SHOAL_TESTS_IMAGE_FIXTURE_H
#define SHOAL_TESTS_IMAGE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image/image.h"

struct fixture {
    uint8_t *bytes;
    size_t size;
};

/* Fails the test if the file cannot be read. The caller frees bytes. */
struct fixture fixture_read(const char *name);

/* Opens a fixture that must load. The caller closes the image. */
struct image *fixture_open(const char *name);

/* Opens bytes in a heap block of exactly their size, so that ASan sees reads past the end. */
shoal_status open_exact(const uint8_t *bytes, size_t size, struct diag *diag, struct image **out);

/* The bytes must be refused with this status and message. */
void assert_refused(const uint8_t *bytes, size_t size, shoal_status status, const char *message);

/* The place of `size` bytes at `vaddr` in the file, by the program headers. */
size_t file_offset_of(const struct fixture *file, uint64_t vaddr);

void put_bytes(struct fixture *file, size_t offset, uint64_t value, size_t size);
uint64_t get_bytes(const struct fixture *file, size_t offset, size_t size);

#endif
