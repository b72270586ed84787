/* case.h: test cases of the Ventus RTL and of its OpenCL driver: a .metadata file, which says
 * what memory holds and how the kernel is launched, and a .data file with the contents.
 *
 * Both are text, a 32-bit hexadecimal word per line; the fields of .metadata take two words, the
 * low one first. Reference: THU-DSP-LAB/ventus-gpgpu, sim-verilator; the driver's file writer. */
#ifndef SHOAL_IMAGE_CASE_H
#define SHOAL_IMAGE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* ---- hexadecimal text (hex.c) --------------------------------------------------- */

/* Whether bytes[size] is nothing but hexadecimal words of at most 8 digits, one at least. */
bool image_is_hex(const void *bytes, size_t size);

/* Reads the words; a "0x" before them is allowed. what: names the file in messages. The caller
 * frees *out. SHOAL_E_FORMAT, SHOAL_E_NOMEM. */
shoal_status image_read_hex(const void *bytes, size_t size, const char *what, struct diag *diag,
                            uint32_t **out, size_t *out_count);

/* ---- cases ---------------------------------------------------------------------- */

struct case_buffer {
    uint64_t address, size; /* memory to allocate */
    uint64_t data_bytes;    /* of initial contents; <= size */
    const uint8_t *data;    /* [data_bytes] */
};

enum { CASE_WARNING_BYTES = 512 };

struct case_image {
    bool is_lenient;
    uint64_t start_pc;
    uint64_t groups[3];          /* work-groups */
    uint32_t threads, warps;     /* per warp; per work-group */
    uint64_t packet;             /* address of the kernel metadata buffer */
    uint32_t lds_bytes;          /* per work-group */
    uint32_t private_bytes;      /* per thread */
    uint64_t private_address;    /* what CSR_PDS counts from on hardware */
    uint32_t sgprs, vgprs;       /* that the kernel uses */
    uint64_t kernel_entry;       /* from the kernel metadata buffer; start_pc if there is none */
    size_t code;                 /* index of the buffer that start_pc is in */
    struct case_buffer *buffers; /* [buffer_count] in file order */
    size_t buffer_count;
    uint8_t *data;                    /* of all buffers; owned */
    char warning[CASE_WARNING_BYTES]; /* what a lenient reading let pass, "" if nothing */
};

/* Reads both files, which may be freed afterwards. The caller frees the case. is_lenient: for tests
 * that were written by hand: buffers grow to their contents, words behind the last buffer's are
 * left out, and a kernel metadata buffer that is in no memory becomes a buffer of its own.
 * SHOAL_E_FORMAT: malformed, or one contradicts the other; the message says where.
 * SHOAL_E_LIMIT, SHOAL_E_NOMEM. */
shoal_status case_open(const void *metadata, size_t metadata_size, const void *data,
                       size_t data_size, bool is_lenient, struct diag *diag,
                       struct case_image **out);
/* NULL is allowed. */
void case_close(struct case_image *c);

#endif
