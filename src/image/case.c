/* case.c: reads Ventus test cases and checks that their two files say the same; see case.h. */
#include "image/case.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"

enum {
    FIELD_START,
    FIELD_KERNEL_ID,
    FIELD_GROUPS,
    FIELD_THREADS = FIELD_GROUPS + 3,
    FIELD_WARPS,
    FIELD_PACKET,
    FIELD_LDS,
    FIELD_PDS,
    FIELD_SGPRS,
    FIELD_VGPRS,
    FIELD_PDS_BASE,
    FIELD_BUFFERS,
    FIXED_FIELDS,
    BUFFERS_MAX = 4096,
    WARPS_MAX = 32,
    LDS_MAX = 256 << 20,
    PRIVATE_MAX = 1 << 20,
};

/* The kernel metadata buffer, in words (manual: KNL_*). */
enum {
    KNL_ENTRY,
    KNL_ARGUMENTS,
    KNL_DIMENSIONS,
    KNL_GLOBAL_SIZE,
    KNL_LOCAL_SIZE = KNL_GLOBAL_SIZE + 3,
    KNL_WORDS = 16,
};

static const char *const field_names[FIXED_FIELDS] = {
    "start PC",  "kernel id", "work-groups in x", "work-groups in y", "work-groups in z",
    "wf_size",   "wg_size",   "metadata address", "ldsSize",          "pdsSize",
    "sgprUsage", "vgprUsage", "pdsBaseAddr",      "num_buffer",
};

/* ---- fields -------------------------------------------------------------------- */

static shoal_status check_range(const uint64_t *fields, unsigned index, uint64_t low, uint64_t high,
                                struct diag *diag)
{
    if (fields[index] >= low && fields[index] <= high)
        return SHOAL_OK;
    return diag_fail(diag, SHOAL_E_FORMAT,
                     ".metadata field %u (%s, lines %u and %u) is %#" PRIx64 "; %#" PRIx64
                     " to %#" PRIx64 " is possible.",
                     index, field_names[index], 2 * index + 1, 2 * index + 2, fields[index], low,
                     high);
}

static shoal_status check_fields(const uint64_t *f, struct diag *diag)
{
    SHOAL_TRY(check_range(f, FIELD_START, 0, UINT32_MAX - 3, diag));
    for (unsigned i = 0; i < 3; i++)
        SHOAL_TRY(check_range(f, FIELD_GROUPS + i, 1, UINT32_MAX, diag));
    SHOAL_TRY(check_range(f, FIELD_THREADS, 4, 32, diag));
    if (f[FIELD_THREADS] & (f[FIELD_THREADS] - 1))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         ".metadata field 5 (wf_size) is %" PRIu64
                         " threads per warp; 4, 8, 16 or 32 are possible.",
                         f[FIELD_THREADS]);
    SHOAL_TRY(check_range(f, FIELD_WARPS, 1, WARPS_MAX, diag));
    SHOAL_TRY(check_range(f, FIELD_PACKET, 0, UINT32_MAX, diag));
    SHOAL_TRY(check_range(f, FIELD_LDS, 0, LDS_MAX, diag));
    SHOAL_TRY(check_range(f, FIELD_PDS, 0, PRIVATE_MAX, diag));
    return check_range(f, FIELD_BUFFERS, 1, BUFFERS_MAX, diag);
}

/* The 64-bit fields of .metadata; the caller frees them. */
static shoal_status read_fields(const void *bytes, size_t size, struct diag *diag, uint64_t **out)
{
    uint32_t *words;
    size_t count;
    SHOAL_TRY(image_read_hex(bytes, size, ".metadata", diag, &words, &count));
    shoal_status status = SHOAL_OK;
    uint64_t *fields = malloc((count / 2 + 1) * sizeof *fields);
    if (!fields) {
        free(words);
        return fail_memory(diag);
    }
    for (size_t i = 0; i < count / 2; i++)
        fields[i] = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
    free(words);
    if (count < 2 * FIXED_FIELDS)
        status = diag_fail(diag, SHOAL_E_FORMAT,
                           "The .metadata file has %zu words; it needs %d for its fixed fields. It "
                           "is truncated, or no .metadata file.",
                           count, 2 * FIXED_FIELDS);
    if (status == SHOAL_OK)
        status = check_fields(fields, diag);
    if (status == SHOAL_OK) {
        uint64_t wanted = 2 * (FIXED_FIELDS + 3 * fields[FIELD_BUFFERS]);
        if (count != wanted)
            status = diag_fail(diag, SHOAL_E_FORMAT,
                               "The .metadata file has %zu words; with num_buffer %" PRIu64
                               " it needs %" PRIu64 ".",
                               count, fields[FIELD_BUFFERS], wanted);
    }
    if (status != SHOAL_OK) {
        free(fields);
        return status;
    }
    *out = fields;
    return SHOAL_OK;
}

/* ---- lenience ---------------------------------------------------------------------- */

#define LENIENT_HINT " Tests written by hand run with --lenient (shoal_case_open_lenient in C)."

/* Adds to the warning. */
__attribute__((format(printf, 2, 3))) static void let_pass(struct case_image *c, const char *format,
                                                           ...)
{
    size_t used = strlen(c->warning);
    va_list args;
    if (used)
        used += (size_t)snprintf(c->warning + used, sizeof c->warning - used, "; ");
    if (used >= sizeof c->warning)
        return;
    va_start(args, format);
    vsnprintf(c->warning + used, sizeof c->warning - used, format, args);
    va_end(args);
}

/* ---- buffers -------------------------------------------------------------------- */

static shoal_status check_buffer(struct case_image *c, size_t index, struct diag *diag)
{
    struct case_buffer *b = &c->buffers[index];
    if (b->data_bytes > b->size && !c->is_lenient)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         ".metadata: buffer %zu at %#" PRIx64 " has %#" PRIx64
                         " bytes of contents, but %#" PRIx64 " bytes are allocated." LENIENT_HINT,
                         index, b->address, b->data_bytes, b->size);
    if (b->data_bytes > b->size) {
        let_pass(c,
                 "buffer %zu at %#" PRIx64 " has %#" PRIx64 " bytes of contents, but %#" PRIx64
                 " bytes are allocated; it gets room for its contents",
                 index, b->address, b->data_bytes, b->size);
        b->size = b->data_bytes;
    }
    if (b->address > UINT32_MAX || b->size > (UINT64_C(1) << 32) - b->address)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         ".metadata: buffer %zu at %#" PRIx64 " with %#" PRIx64
                         " bytes ends above 4 GiB.",
                         index, b->address, b->size);
    for (size_t i = 0; i < index; i++) {
        const struct case_buffer *o = &c->buffers[i];
        if (b->address < o->address + o->size && o->address < b->address + b->size)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             ".metadata: buffers %zu (%#" PRIx64 ", %#" PRIx64
                             " bytes) and %zu (%#" PRIx64 ", %#" PRIx64 " bytes) overlap.",
                             i, o->address, o->size, index, b->address, b->size);
    }
    return SHOAL_OK;
}

static uint64_t word_count(const struct case_buffer *b) { return (b->data_bytes + 3) / 4; }

static shoal_status fill_buffers(struct case_image *c, const uint64_t *lists, struct diag *diag,
                                 uint64_t *words)
{
    size_t n = c->buffer_count;
    *words = 0;
    for (size_t i = 0; i < n; i++) {
        c->buffers[i] = (struct case_buffer){
            .address = lists[i], .data_bytes = lists[n + i], .size = lists[2 * n + i]};
        SHOAL_TRY(check_buffer(c, i, diag));
        *words += word_count(&c->buffers[i]);
    }
    return SHOAL_OK;
}

/* Takes the words of .data over as the contents of all buffers. */
static shoal_status read_data(struct case_image *c, const void *bytes, size_t size, uint64_t wanted,
                              struct diag *diag)
{
    uint32_t *words;
    size_t count;
    SHOAL_TRY(image_read_hex(bytes, size, ".data", diag, &words, &count));
    c->data = (uint8_t *)words;
    if (count != wanted && !(count > wanted && c->is_lenient))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The .data file has %zu words, but the buffers of the .metadata file have "
                         "contents of %" PRIu64 " words. The two do not belong together.%s",
                         count, wanted, count > wanted ? LENIENT_HINT : "");
    if (count != wanted)
        let_pass(
            c,
            "the .data file has %zu words, but the buffers of the .metadata file have contents "
            "of %" PRIu64 " words; the words behind those are left out",
            count, wanted);
    const uint8_t *at = c->data;
    for (size_t i = 0; i < c->buffer_count; i++) {
        c->buffers[i].data = at;
        at += 4 * word_count(&c->buffers[i]);
    }
    return SHOAL_OK;
}

/* The buffer with contents at [address, address + size); buffer_count: there is none. */
static size_t find_contents(const struct case_image *c, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < c->buffer_count; i++) {
        const struct case_buffer *b = &c->buffers[i];
        uint64_t offset = address - b->address;
        if (address >= b->address && offset < b->data_bytes && size <= b->data_bytes - offset)
            return i;
    }
    return c->buffer_count;
}

/* The buffer that is just the kernel metadata buffer; buffer_count: there is none. */
static size_t find_packet(const struct case_image *c, uint64_t size)
{
    size_t i = 0;
    while (i < c->buffer_count &&
           (c->buffers[i].address != c->packet || c->buffers[i].data_bytes != size))
        i++;
    return i;
}

static bool is_allocated(const struct case_image *c, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < c->buffer_count; i++) {
        const struct case_buffer *b = &c->buffers[i];
        uint64_t offset = address - b->address;
        if (address >= b->address && offset < b->size && size <= b->size - offset)
            return true;
    }
    return false;
}

/* ---- the kernel metadata buffer --------------------------------------------------- */

static shoal_status check_sizes(const struct case_image *c, const uint32_t *knl, struct diag *diag)
{
    static const char axis[3] = {'x', 'y', 'z'};
    const uint32_t *global = knl + KNL_GLOBAL_SIZE, *local = knl + KNL_LOCAL_SIZE;
    uint64_t items = 1, most = (uint64_t)c->threads * c->warps;
    for (int i = 0; i < 3; i++) {
        if (global[i] != local[i] * c->groups[i])
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The .metadata file has %" PRIu64 " work-groups in %c, but the kernel "
                             "metadata buffer has %" PRIu32 " work-items in groups of %" PRIu32 ".",
                             c->groups[i], axis[i], global[i], local[i]);
        items *= local[i];
        if (items > most)
            break;
    }
    if (items == 0 || items > most || items <= most - c->threads)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The .metadata file has %" PRIu32 " warps of %" PRIu32
                         " threads per work-group, but the kernel metadata buffer has %" PRIu32
                         " x %" PRIu32 " x %" PRIu32 " work-items.",
                         c->warps, c->threads, local[0], local[1], local[2]);
    return SHOAL_OK;
}

static shoal_status check_packet(struct case_image *c, struct diag *diag)
{
    uint32_t knl[KNL_WORDS];
    c->code = find_contents(c, c->start_pc, 4);
    if (c->code == c->buffer_count || c->start_pc % 4 || c->buffers[c->code].address % 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         ".metadata: the start PC %#" PRIx64 " is not in the contents of a buffer, "
                         "or no multiple of 4.",
                         c->start_pc);
    if (!is_allocated(c, c->packet, sizeof knl)) {
        if (!c->is_lenient)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             ".metadata: the kernel metadata buffer, 64 bytes at %#" PRIx64
                             ", is not in memory that is allocated." LENIENT_HINT,
                             c->packet);
        let_pass(c,
                 "the kernel metadata buffer, 64 bytes at %#" PRIx64
                 ", is not in memory that is allocated; it is there and zero",
                 c->packet);
        c->buffers[c->buffer_count++] =
            (struct case_buffer){.address = c->packet, .size = sizeof knl, .data = c->data};
    }
    /* Hand-written tests do without one, and name any memory. */
    size_t at = find_packet(c, sizeof knl);
    if (at == c->buffer_count) {
        c->kernel_entry = c->start_pc;
        return SHOAL_OK;
    }
    memcpy(knl, c->buffers[at].data, sizeof knl);
    if (find_contents(c, knl[KNL_ENTRY], 4) != c->code || knl[KNL_ENTRY] % 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The kernel metadata buffer names a kernel at %#" PRIx32
                         ", which is not in the code at %#" PRIx64 ".",
                         knl[KNL_ENTRY], c->buffers[c->code].address);
    c->kernel_entry = knl[KNL_ENTRY];
    return check_sizes(c, knl, diag);
}

/* ---- entry points --------------------------------------------------------------- */

static shoal_status open_fields(struct case_image *c, const uint64_t *f, bool is_lenient,
                                const void *data, size_t data_size, struct diag *diag)
{
    uint64_t words;
    *c = (struct case_image){
        .is_lenient = is_lenient,
        .start_pc = f[FIELD_START],
        .groups = {f[FIELD_GROUPS], f[FIELD_GROUPS + 1], f[FIELD_GROUPS + 2]},
        .threads = (uint32_t)f[FIELD_THREADS],
        .warps = (uint32_t)f[FIELD_WARPS],
        .packet = f[FIELD_PACKET],
        .lds_bytes = (uint32_t)f[FIELD_LDS],
        .private_bytes = (uint32_t)f[FIELD_PDS],
        .private_address = f[FIELD_PDS_BASE],
        .sgprs = (uint32_t)f[FIELD_SGPRS],
        .vgprs = (uint32_t)f[FIELD_VGPRS],
        .buffer_count = (size_t)f[FIELD_BUFFERS],
    };
    c->buffers = calloc(c->buffer_count + 1, sizeof *c->buffers); /* and one for lenience */
    if (!c->buffers)
        return fail_memory(diag);
    SHOAL_TRY(fill_buffers(c, f + FIXED_FIELDS, diag, &words));
    SHOAL_TRY(read_data(c, data, data_size, words, diag));
    return check_packet(c, diag);
}

shoal_status case_open(const void *metadata, size_t metadata_size, const void *data,
                       size_t data_size, bool is_lenient, struct diag *diag,
                       struct case_image **out)
{
    uint64_t *fields;
    *out = NULL;
    SHOAL_TRY(read_fields(metadata, metadata_size, diag, &fields));
    struct case_image *c = calloc(1, sizeof *c);
    shoal_status status =
        c ? open_fields(c, fields, is_lenient, data, data_size, diag) : fail_memory(diag);
    free(fields);
    if (status != SHOAL_OK) {
        case_close(c);
        return status;
    }
    *out = c;
    return SHOAL_OK;
}

void case_close(struct case_image *c)
{
    if (!c)
        return;
    free(c->buffers);
    free(c->data);
    free(c);
}
