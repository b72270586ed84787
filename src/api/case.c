/* case.c: case.h: Ventus test cases on a device. */
#include "shoal/case.h"

#include <stdlib.h>
#include <string.h>

#include "api/error.h"
#include "engine/device.h"
#include "engine/lifetime.h"
#include "image/case.h"

struct shoal_case {
    struct case_image *image;
    shoal_case_info info;
    shoal_case_buffer *buffers; /* [info.buffer_count] */
};

/* The arguments are where KNL_ARG_BASE, word 1 of the metadata buffer, points. */
static uint32_t argument_address(const struct case_image *image)
{
    uint32_t value = 0;
    for (size_t i = 0; i < image->buffer_count; i++) {
        const struct case_buffer *b = &image->buffers[i];
        uint64_t offset = image->packet - b->address;
        if (image->packet >= b->address && offset + 8 <= b->data_bytes)
            memcpy(&value, b->data + offset + 4, sizeof value);
    }
    return value;
}

static bool holds(const struct case_buffer *b, uint64_t address)
{
    return address >= b->address && address - b->address < b->size;
}

static shoal_case_role role_of(const struct case_image *image, size_t index)
{
    const struct case_buffer *b = &image->buffers[index];
    if (index == image->code)
        return SHOAL_CASE_CODE;
    if (holds(b, image->packet))
        return SHOAL_CASE_PACKET;
    if (b->data_bytes == 0 && holds(b, image->private_address))
        return SHOAL_CASE_PRIVATE;
    return holds(b, argument_address(image)) ? SHOAL_CASE_ARGUMENTS : SHOAL_CASE_DATA;
}

static void fill_info(shoal_case *c)
{
    const struct case_image *image = c->image;
    c->info = (shoal_case_info){
        .start_pc = image->start_pc,
        .kernel_entry = image->kernel_entry,
        .groups = {image->groups[0], image->groups[1], image->groups[2]},
        .threads = image->threads,
        .warps = image->warps,
        .packet_address = image->packet,
        .lds_bytes = image->lds_bytes,
        .private_bytes = image->private_bytes,
        .private_address = image->private_address,
        .sgprs = image->sgprs,
        .vgprs = image->vgprs,
        .buffer_count = image->buffer_count,
        .buffers = c->buffers,
        .warning = image->warning,
    };
    for (size_t i = 0; i < image->buffer_count; i++) {
        const struct case_buffer *b = &image->buffers[i];
        c->buffers[i] =
            (shoal_case_buffer){b->address, b->size, b->data_bytes, b->data, role_of(image, i)};
    }
}

static shoal_status open_case(const void *metadata, size_t metadata_size, const void *data,
                              size_t data_size, bool is_lenient, shoal_case **out)
{
    struct diag diag = {0};
    if (!metadata || !data || !out)
        return api_error(NULL, SHOAL_E_ARG, "shoal_case_open: an argument is NULL.");
    *out = NULL;
    shoal_case *c = calloc(1, sizeof *c);
    if (!c)
        return api_error(NULL, SHOAL_E_NOMEM, "Out of host memory.");
    if (case_open(metadata, metadata_size, data, data_size, is_lenient, &diag, &c->image) !=
        SHOAL_OK) {
        free(c);
        return api_fail(NULL, &diag);
    }
    c->buffers = calloc(c->image->buffer_count, sizeof *c->buffers);
    if (!c->buffers) {
        shoal_case_close(c);
        return api_error(NULL, SHOAL_E_NOMEM, "Out of host memory.");
    }
    fill_info(c);
    *out = c;
    return SHOAL_OK;
}

shoal_status shoal_case_open(const void *metadata, size_t metadata_size, const void *data,
                             size_t data_size, shoal_case **out)
{
    return open_case(metadata, metadata_size, data, data_size, false, out);
}

shoal_status shoal_case_open_lenient(const void *metadata, size_t metadata_size, const void *data,
                                     size_t data_size, shoal_case **out)
{
    return open_case(metadata, metadata_size, data, data_size, true, out);
}

void shoal_case_close(shoal_case *c)
{
    if (!c)
        return;
    case_close(c->image);
    free(c->buffers);
    free(c);
}

const shoal_case_info *shoal_case_get_info(const shoal_case *c) { return &c->info; }

shoal_status shoal_case_reset(shoal_device *device, const shoal_case *c)
{
    for (size_t i = 0; i < c->info.buffer_count; i++) {
        const shoal_case_buffer *b = &c->info.buffers[i];
        SHOAL_TRY(shoal_mem_write(device, b->address, b->data, b->data_bytes));
        /* Untouched pages need no clearing. */
        if (b->role == SHOAL_CASE_DATA && b->size_bytes > b->data_bytes)
            SHOAL_TRY(shoal_mem_fill(device, b->address + b->data_bytes, 0,
                                     b->size_bytes - b->data_bytes));
    }
    return SHOAL_OK;
}

shoal_status shoal_case_load(shoal_device *device, const shoal_case *c,
                             const shoal_load_options *options, shoal_module **out)
{
    if (!device || !c || !out)
        return api_error(device, SHOAL_E_ARG, "shoal_case_load: an argument is NULL.");
    *out = NULL;
    const shoal_case_info *info = &c->info;
    struct diag diag = {0};
    for (size_t i = 0; i < info->buffer_count; i++) {
        const shoal_case_buffer *b = &info->buffers[i];
        if (b->size_bytes == 0)
            continue;
        if (module_displace(device, b->address, b->data_bytes, &diag) != SHOAL_OK ||
            window_cover(&device->window, b->address, b->size_bytes, OWNER_USER, &diag) != SHOAL_OK)
            return api_fail(device, &diag);
        SHOAL_TRY(shoal_mem_write(device, b->address, b->data, b->data_bytes));
    }
    const shoal_case_buffer *code = &info->buffers[c->image->code];
    shoal_load_options load = {
        .raw = true,
        .in_place = true,
        .name = options ? options->name : NULL,
        .dialect = options ? options->dialect : SHOAL_DIALECT_DEFAULT,
        .address = code->address,
        .start = info->start_pc,
        .kernel_entry = info->kernel_entry,
    };
    if (load.dialect == SHOAL_DIALECT_DEFAULT)
        load.dialect = SHOAL_DIALECT_TOOLCHAIN;
    return shoal_module_load(device, NULL, code->data_bytes & ~UINT64_C(3), &load, out);
}

shoal_launch_desc shoal_case_launch_desc(const shoal_case *c)
{
    const shoal_case_info *info = &c->info;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.block[0] = info->threads * info->warps;
    for (int i = 0; i < 3; i++)
        d.grid[i] = info->groups[i] * d.block[i];
    d.wave_lanes = info->threads;
    d.packet_address = info->packet_address;
    d.private_bytes = info->private_bytes;
    d.lds_slot_bytes = info->lds_bytes;
    return d;
}
