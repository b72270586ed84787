/* printf.c: output of kernels that goes through a buffer, printed after the launch.
 *
 * The buffer is {u32 used, u32 size} and records. OpenCL: u32 id of the format string in the
 * metadata, then the arguments with the sizes given there. HIP with -mprintf-kind=buffered:
 * u32 control (bit 1: a u64 hash of the format string follows, else the string itself; from
 * bit 2: size of the record), then arguments of 8 bytes, strings inline and padded to 8.
 *
 * Reference: LLVM, AMDGPUPrintfRuntimeBinding.cpp and AMDGPUEmitPrintf.cpp. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/format.h"
#include "engine/printf.h"

enum {
    HEADER_BYTES = 8,
    KEEP_BYTES = 1 << 20, /* more than this is given back to the system */
    CHUNK_BYTES = 64 << 10,
    CONTROL_HASH = 2,
};

/* The rest of a record. */
struct record {
    struct format_source source; /* first */
    const uint8_t *at, *end;
    const struct image_printf *format; /* OpenCL: sizes of the arguments */
    uint32_t index;
    shoal_device *device; /* OpenCL: where strings may be */
};

static void write_header(const struct print_area *p)
{
    const uint32_t header[2] = {p->first, p->size};
    memcpy(p->bytes, header, sizeof header);
}

shoal_status printf_attach(struct launch *l, uint64_t address, uint32_t bytes)
{
    struct print_area *p = &l->print;
    if (bytes < 2 * HEADER_BYTES || address % 4)
        return diag_fail(&l->diag, SHOAL_E_ARG,
                         "The print buffer at %#" PRIx64 " has %" PRIu32
                         " bytes; it needs %d, at a multiple of 4.",
                         address, bytes, 2 * HEADER_BYTES);
    p->bytes = device_host(l->device, address);
    p->size = bytes;
    p->first = p->done = l->device->isa->print_counts_header ? HEADER_BYTES : 0;
    write_header(p);
    return SHOAL_OK;
}

shoal_status printf_setup(struct launch *l)
{
    shoal_device *device = l->device;
    if (!l->context->printf_buffer)
        SHOAL_TRY(window_alloc(&device->window, PRINTF_BUFFER_BYTES, 4096, OWNER_ENGINE, &l->diag,
                               &l->context->printf_buffer));
    l->state.print_buffer = l->context->printf_buffer;
    l->state.print_bytes = PRINTF_BUFFER_BYTES;
    return printf_attach(l, l->context->printf_buffer, PRINTF_BUFFER_BYTES);
}

static uint32_t read_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static bool take(struct record *r, size_t size, struct format_arg *out)
{
    size_t left = (size_t)(r->end - r->at);
    if (size > left)
        return false;
    *out = (struct format_arg){r->at, size};
    r->at += size;
    return true;
}

/* A string is in the record, or, where lib/opencl/printf.awk hid it from LLVM, in memory. */
static void follow_string(const struct record *r, struct format_arg *a)
{
    uint64_t address;
    struct allocation there;
    if (a->size != sizeof address)
        return;
    memcpy(&address, a->bytes, sizeof address);
    if (!window_find(&r->device->window, address, &there))
        return;
    a->bytes = device_host(r->device, address);
    a->size = (size_t)(there.base + there.size - address);
}

static bool next_opencl(struct format_source *source, char conversion, struct format_arg *out)
{
    struct record *r = (struct record *)source;
    if (r->index >= r->format->arg_count)
        return false;
    if (!take(r, r->format->arg_sizes[r->index++], out))
        return false;
    if (conversion == 's')
        follow_string(r, out);
    return true;
}

static bool next_buffered(struct format_source *source, char conversion, struct format_arg *out)
{
    struct record *r = (struct record *)source;
    if (conversion != 's')
        return take(r, 8, out);
    size_t left = (size_t)(r->end - r->at);
    size_t size = strnlen((const char *)r->at, left) + 1; /* with the NUL */
    size = (size + 7) & ~(size_t)7;
    return take(r, size < left ? size : left, out);
}

/* An OpenCL record at `at`; returns what follows it, or NULL if the rest is not readable. */
static const uint8_t *print_opencl(struct launch *l, const uint8_t *at, const uint8_t *end,
                                   struct format_text *text)
{
    const struct image *image = l->kernel->image;
    const struct image_printf *format = image_find_printf(image, read_u32(at));
    if (!format)
        return NULL;
    uint64_t size = 4;
    for (uint32_t i = 0; i < format->arg_count; i++)
        size += format->arg_sizes[i];
    if (size > (uint64_t)(end - at))
        return NULL;
    struct record r = {{next_opencl}, at + 4, at + size, format, 0, l->device};
    format_print(text, format->format, format->format_size, true, &r.source);
    return at + size;
}

static const struct image_printf *find_hash(const struct image *image, uint64_t hash)
{
    for (size_t i = 0; i < image->printf_count; i++)
        if (image->printfs[i].has_hash && image->printfs[i].hash == hash)
            return &image->printfs[i];
    return NULL;
}

static const uint8_t *print_buffered(const struct image *image, const uint8_t *at,
                                     const uint8_t *end, struct format_text *text)
{
    uint32_t control = read_u32(at), size = control >> 2;
    if (size < 4 || size > (uint64_t)(end - at))
        return NULL;
    struct record r = {{next_buffered}, at + 4, at + size, NULL, 0, NULL};
    struct format_arg format;
    if (!(control & CONTROL_HASH)) {
        if (next_buffered(&r.source, 's', &format))
            format_print(text, (const char *)format.bytes,
                         strnlen((const char *)format.bytes, format.size), false, &r.source);
    } else if (take(&r, 8, &format)) {
        uint64_t hash;
        memcpy(&hash, format.bytes, sizeof hash);
        const struct image_printf *known = find_hash(image, hash);
        if (!known)
            return NULL;
        format_print(text, known->format, known->format_size, false, &r.source);
    }
    return at + size;
}

static bool is_buffered(const struct image *image)
{
    for (size_t i = 0; i < image->printf_count; i++)
        if (image->printfs[i].has_hash)
            return true;
    return image->printf_count == 0; /* formats only known at run time */
}

/* Bytes of records behind the header, as the kernels have counted them. */
static uint32_t used_bytes(const struct print_area *p)
{
    uint32_t used =
        atomic_load_explicit((_Atomic uint32_t *)(void *)p->bytes, memory_order_acquire) - p->first;
    uint32_t most = p->size - HEADER_BYTES;
    return used < most ? used : most;
}

/* Prints the records from p->done on. to_end: every record counts; else one whose id is not
 * written yet is left for later, with those after it. false: nothing more can be read. */
static bool print_records(struct launch *l, bool to_end)
{
    shoal_device *device = l->device;
    struct print_area *p = &l->print;
    const struct image *image = l->kernel->image;
    const uint8_t *start = p->bytes + HEADER_BYTES;
    const uint8_t *at = start + (p->done - p->first), *end = start + used_bytes(p);
    bool buffered = is_buffered(image);
    struct format_text text = {0};
    while (end - at >= 4 && (to_end || read_u32(at))) {
        const uint8_t *after =
            buffered ? print_buffered(image, at, end, &text) : print_opencl(l, at, end, &text);
        if (!after) {
            if (to_end)
                device_log(device, SHOAL_LOG_WARNING,
                           "printf of kernel %s: record %#" PRIx32
                           " at byte %zu is not readable; the output after it is lost",
                           l->kernel->info->name, read_u32(at), (size_t)(at - start));
            break;
        }
        at = after;
        if (text.size >= CHUNK_BYTES) {
            device_print(device, text.bytes, text.size);
            text.size = 0;
        }
    }
    device_print(device, text.bytes, text.size);
    free(text.bytes);
    p->done = p->first + (uint32_t)(at - start);
    return end - at < 4;
}

void printf_poll(struct launch *l)
{
    struct print_area *p = &l->print;
    if (!l->uses_printf || used_bytes(p) < p->size / 2)
        return;
    pthread_mutex_lock(&p->lock);
    uint32_t used = used_bytes(p);
    if (used >= p->size / 2 && print_records(l, false)) {
        /* Nobody has asked for room since: the buffer is empty again. */
        uint32_t expected = p->first + used;
        memset(p->bytes + HEADER_BYTES, 0, used);
        if (atomic_compare_exchange_strong((_Atomic uint32_t *)(void *)p->bytes, &expected,
                                           p->first))
            p->done = p->first;
    }
    pthread_mutex_unlock(&p->lock);
}

void printf_flush(struct launch *l)
{
    struct print_area *p = &l->print;
    uint32_t used = used_bytes(p);
    print_records(l, true);
    if (used >= p->size - 4096 && p->size > 4096)
        device_log(l->device, SHOAL_LOG_WARNING,
                   "printf of kernel %s: the buffer of %" PRIu32
                   " KiB was full; later output is lost",
                   l->kernel->info->name, p->size >> 10);
    /* LLVM does not write the NUL of a string whose length is a multiple of 4: the next kernel
     * has to find zeros. */
    if (used <= KEEP_BYTES || p->size != PRINTF_BUFFER_BYTES ||
        madvise(p->bytes, PRINTF_BUFFER_BYTES, MADV_DONTNEED) != 0)
        memset(p->bytes + HEADER_BYTES, 0, used);
    write_header(p);
}
