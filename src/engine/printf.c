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
#include "engine/launch.h"

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
};

static void write_header(const shoal_device *device)
{
    const uint32_t header[2] = {0, PRINTF_BUFFER_BYTES};
    memcpy((void *)(uintptr_t)device->printf_buffer, header, sizeof header);
}

shoal_status printf_setup(struct launch *l)
{
    shoal_device *device = l->device;
    if (!device->printf_buffer)
        SHOAL_TRY(window_alloc(&device->window, PRINTF_BUFFER_BYTES, 4096, OWNER_ENGINE, &l->diag,
                               &device->printf_buffer));
    write_header(device);
    return SHOAL_OK;
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

static bool next_opencl(struct format_source *source, char conversion, struct format_arg *out)
{
    struct record *r = (struct record *)source;
    (void)conversion;
    if (r->index >= r->format->arg_count)
        return false;
    return take(r, r->format->arg_sizes[r->index++], out);
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
static const uint8_t *print_opencl(const struct image *image, const uint8_t *at, const uint8_t *end,
                                   struct format_text *text)
{
    const struct image_printf *format = image_find_printf(image, read_u32(at));
    if (!format)
        return NULL;
    uint64_t size = 4;
    for (uint32_t i = 0; i < format->arg_count; i++)
        size += format->arg_sizes[i];
    if (size > (uint64_t)(end - at))
        return NULL;
    struct record r = {{next_opencl}, at + 4, at + size, format, 0};
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
    struct record r = {{next_buffered}, at + 4, at + size, NULL, 0};
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

void printf_flush(struct launch *l)
{
    shoal_device *device = l->device;
    const struct image *image = l->kernel->image;
    uint8_t *buffer = (uint8_t *)(uintptr_t)device->printf_buffer;
    uint32_t used = read_u32(buffer);
    if (used > PRINTF_BUFFER_BYTES - HEADER_BYTES)
        used = PRINTF_BUFFER_BYTES - HEADER_BYTES;
    const uint8_t *at = buffer + HEADER_BYTES, *end = at + used;
    bool buffered = is_buffered(image);
    struct format_text text = {0};
    while (at && end - at >= 4) {
        const uint8_t *after =
            buffered ? print_buffered(image, at, end, &text) : print_opencl(image, at, end, &text);
        if (!after)
            device_log(device, SHOAL_LOG_WARNING,
                       "printf of kernel %s: record %#" PRIx32 " at byte %zu is not readable; the "
                       "output after it is lost",
                       l->kernel->info->name, read_u32(at), (size_t)(at - buffer) - HEADER_BYTES);
        at = after;
        if (text.size >= CHUNK_BYTES) {
            device_print(device, text.bytes, text.size);
            text.size = 0;
        }
    }
    device_print(device, text.bytes, text.size);
    free(text.bytes);
    if (used >= PRINTF_BUFFER_BYTES - 4096)
        device_log(device, SHOAL_LOG_WARNING,
                   "printf of kernel %s: the buffer of %d MiB was full; later output is lost",
                   l->kernel->info->name, PRINTF_BUFFER_BYTES >> 20);
    /* LLVM does not write the NUL of a string whose length is a multiple of 4: the next kernel
     * has to find zeros. */
    if (used <= KEEP_BYTES || madvise(buffer, PRINTF_BUFFER_BYTES, MADV_DONTNEED) != 0)
        memset(buffer + HEADER_BYTES, 0, used);
    write_header(device);
}
