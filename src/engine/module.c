/* module.c: code objects and raw code on their way into device memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/device.h"

/* COMPUTE_PGM_RSRC1, RSRC2 and KERNEL_CODE_PROPERTIES that raw code gets where the caller
 * states none. LLVM, "User Guide for AMDGPU Backend", Kernel Descriptor. */
/* Denormals kept, DX10_CLAMP, IEEE, WGP mode, memory ordered, forward progress: what clang
 * writes for gfx1100; and 256 VGPRs, since raw code does not say what it uses. */
#define RAW_RSRC1_MODE UINT32_C(0xe0af0000)
enum {
    RAW_VGPRS_WAVE32 = 31, /* granules of 8 */
    RAW_VGPRS_WAVE64 = 63, /* granules of 4 */
    /* 2 user SGPRs, work-group ids x, y, z; work-item ids x, y, z. */
    RAW_RSRC2 = 2 << 1 | 7 << 7 | 2 << 11,
    PROPERTY_KERNARG = 1 << 3,
    PROPERTY_WAVE32 = 1 << 10,
    /* RSRC2 GRANULATED_LDS_SIZE: units of 512 bytes */
    LDS_SHIFT = 15,
    LDS_MASK = 0x1ff,
    LDS_GRANULE = 512,
};

/* Kernels with a dynamic stack do not say how deep their calls go. */
enum { DYNAMIC_STACK_BYTES = 64 << 10 };

static shoal_status no_memory(struct diag *diag)
{
    return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
}

static shoal_status module_alloc(shoal_module *m, uint64_t size, uint64_t align, struct diag *diag,
                                 uint64_t *out)
{
    uint64_t *list = realloc(m->allocations, (m->allocation_count + 1) * sizeof *list);
    if (!list)
        return no_memory(diag);
    m->allocations = list;
    SHOAL_TRY(window_alloc(&m->device->window, size, align, OWNER_MODULE, diag, out));
    m->allocations[m->allocation_count++] = *out;
    return SHOAL_OK;
}

static shoal_status module_add_region(shoal_module *m, uint64_t base, uint64_t size,
                                      struct diag *diag)
{
    struct region **list = realloc(m->regions, (m->region_count + 1) * sizeof(struct region *));
    if (!list)
        return no_memory(diag);
    m->regions = list;
    struct region *r = calloc(1, sizeof *r);
    if (!r)
        return no_memory(diag);
    r->base = base;
    r->size_bytes = size;
    r->bytes = (const uint8_t *)(uintptr_t)base;
    m->regions[m->region_count++] = r;
    return SHOAL_OK;
}

/* Fills in what a kernel needs beside its image_kernel. */
static shoal_status kernel_init(struct shoal_kernel *k, shoal_module *m, const struct image *image,
                                const struct image_kernel *info, uint64_t entry, struct diag *diag)
{
    const struct isa_exec *isa = m->device->isa;
    const struct image_descriptor *d = &info->descriptor;
    *k = (struct shoal_kernel){.module = m, .image = image, .info = info, .entry = entry};
    k->isa_kernel = isa->kernel_create(d->rsrc1, d->rsrc2, d->rsrc3, d->code_properties,
                                       d->kernarg_preload, info->wave_lanes == 64);
    if (!k->isa_kernel)
        return no_memory(diag);
    k->variant = isa->code_variant(k->isa_kernel);
    k->scratch_bytes = info->private_size;
    if (info->uses_dynamic_stack && k->scratch_bytes < UINT32_MAX - DYNAMIC_STACK_BYTES)
        k->scratch_bytes += DYNAMIC_STACK_BYTES;
    for (size_t i = 0; i < info->arg_count; i++) {
        const struct image_arg *a = &info->args[i];
        if (!a->is_hidden && a->offset + a->size > k->explicit_bytes)
            k->explicit_bytes = a->offset + a->size;
    }
    return SHOAL_OK;
}

static shoal_status part_place(shoal_module *m, struct module_part *part, struct diag *diag)
{
    const struct image *image = part->image;
    uint64_t align = image->align_bytes > WINDOW_MAX_ALIGN ? WINDOW_MAX_ALIGN : image->align_bytes;
    if (align < image->align_bytes)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "The code object asks for an alignment of %" PRIu64
                         " bytes; at most 2 MiB are supported.",
                         image->align_bytes);
    SHOAL_TRY(module_alloc(m, image->span_bytes, align, diag, &part->base));
    SHOAL_TRY(image_place(image, (void *)(uintptr_t)part->base, part->base, diag));
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        if (s->flags & IMAGE_EXEC)
            SHOAL_TRY(module_add_region(m, part->base + s->vaddr, s->mem_size, diag));
    }
    return SHOAL_OK;
}

static shoal_status load_image(shoal_module *m, const void *bytes, size_t size, struct diag *diag)
{
    struct image_list list = {0};
    SHOAL_TRY(image_open_all(bytes, size, diag, &list));
    m->parts = calloc(list.count, sizeof *m->parts);
    if (!m->parts) {
        image_list_close(&list);
        return no_memory(diag);
    }
    size_t kernel_count = 0;
    for (size_t i = 0; i < list.count; i++) {
        m->parts[i].image = list.images[i];
        list.images[i] = NULL;
        kernel_count += m->parts[i].image->kernel_count;
    }
    m->part_count = list.count;
    image_list_close(&list);
    m->kernels = calloc(kernel_count ? kernel_count : 1, sizeof *m->kernels);
    if (!m->kernels)
        return no_memory(diag);
    for (size_t i = 0; i < m->part_count; i++) {
        struct module_part *part = &m->parts[i];
        SHOAL_TRY(part_place(m, part, diag));
        for (size_t j = 0; j < part->image->kernel_count; j++) {
            const struct image_kernel *info = &part->image->kernels[j];
            SHOAL_TRY(kernel_init(&m->kernels[m->kernel_count++], m, part->image, info,
                                  part->base + info->entry_vaddr, diag));
        }
    }
    return SHOAL_OK;
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* A kernel descriptor for code that comes without one. */
static void raw_info(struct image_kernel *k, const shoal_load_options *o, size_t size)
{
    uint32_t lanes = o->wave64 ? 64 : 32;
    uint32_t rsrc1 = o->rsrc1, rsrc2 = o->rsrc2 ? o->rsrc2 : RAW_RSRC2;
    if (rsrc1 == 0)
        rsrc1 = RAW_RSRC1_MODE | (o->wave64 ? (uint32_t)RAW_VGPRS_WAVE64 : RAW_VGPRS_WAVE32);
    uint32_t lds = (rsrc2 >> LDS_SHIFT & LDS_MASK) * LDS_GRANULE;
    uint8_t descriptor[64] = {0};
    put_u32(descriptor, lds);
    put_u32(descriptor + 4, o->scratch_bytes);
    put_u32(descriptor + 48, rsrc1);
    put_u32(descriptor + 52, rsrc2);
    put_u32(descriptor + 56, PROPERTY_KERNARG | (o->wave64 ? 0 : PROPERTY_WAVE32));
    image_decode_descriptor(descriptor, &k->descriptor);
    k->name = "raw";
    k->symbol = "raw";
    k->code_size = size;
    k->kernarg_align = 64;
    k->group_size = lds;
    k->private_size = o->scratch_bytes;
    k->wave_lanes = lanes;
    k->vgpr_count = k->descriptor.vgpr_count;
    k->language = "";
    k->device_enqueue_symbol = "";
    k->vec_type_hint = "";
}

static shoal_status load_raw(shoal_module *m, const void *bytes, size_t size,
                             const shoal_load_options *options, struct diag *diag)
{
    if (size < 4 || size % 4 != 0)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Raw code of %zu bytes: machine code is a multiple of 4 bytes long.",
                         size);
    if (size > IMAGE_MAX_SPAN)
        return diag_fail(diag, SHOAL_E_LIMIT, "Raw code of %zu bytes is too large.", size);
    uint64_t base;
    if (options->in_place) {
        if (!m->device->host_addresses || (uintptr_t)bytes % 4 != 0)
            return diag_fail(diag, SHOAL_E_ARG,
                             "Code can be used in place only on a device with host_addresses, at "
                             "a multiple of 4 bytes.");
        base = (uint64_t)(uintptr_t)bytes;
    } else {
        SHOAL_TRY(module_alloc(m, size, 4096, diag, &base));
        memcpy((void *)(uintptr_t)base, bytes, size);
    }
    SHOAL_TRY(module_add_region(m, base, size, diag));
    raw_info(&m->raw, options, size);
    m->kernels = calloc(1, sizeof *m->kernels);
    if (!m->kernels)
        return no_memory(diag);
    m->kernel_count = 1;
    return kernel_init(&m->kernels[0], m, NULL, &m->raw, base, diag);
}

/* Frees the module, which is in no list. is_published: its code is in the code map. */
static void module_release(shoal_module *m, bool is_published)
{
    shoal_device *device = m->device;
    if (is_published) {
        code_map_remove(device, m->regions, m->region_count);
    } else {
        for (size_t i = 0; i < m->region_count; i++)
            region_free(device, m->regions[i]);
    }
    for (size_t i = 0; i < m->allocation_count; i++)
        window_free(&device->window, m->allocations[i], OWNER_MODULE, NULL);
    for (size_t i = 0; i < m->kernel_count; i++)
        free(m->kernels[i].isa_kernel);
    for (size_t i = 0; i < m->part_count; i++)
        image_close(m->parts[i].image);
    free(m->regions);
    free(m->allocations);
    free(m->kernels);
    free(m->parts);
    free(m);
}

shoal_status module_load(shoal_device *device, const void *bytes, size_t size,
                         const shoal_load_options *options, struct diag *diag, shoal_module **out)
{
    shoal_module *m = calloc(1, sizeof *m);
    if (!m)
        return no_memory(diag);
    m->device = device;
    bool is_raw = options && options->raw;
    shoal_status st =
        is_raw ? load_raw(m, bytes, size, options, diag) : load_image(m, bytes, size, diag);
    if (st == SHOAL_OK)
        st = code_map_add(device, m->regions, m->region_count, diag);
    if (st != SHOAL_OK) {
        module_release(m, false);
        return st;
    }
    pthread_mutex_lock(&device->lock);
    m->next = device->modules;
    device->modules = m;
    pthread_mutex_unlock(&device->lock);
    *out = m;
    return SHOAL_OK;
}

void module_free(shoal_module *m)
{
    shoal_device *device = m->device;
    pthread_mutex_lock(&device->lock);
    for (shoal_module **link = &device->modules; *link; link = &(*link)->next)
        if (*link == m) {
            *link = m->next;
            break;
        }
    pthread_mutex_unlock(&device->lock);
    module_release(m, true);
}

shoal_status module_unload(shoal_module *m, struct diag *diag)
{
    unsigned pending = atomic_load(&m->pending);
    if (pending)
        return diag_fail(diag, SHOAL_E_BUSY,
                         "The module cannot be unloaded: %u launch%s of its kernels %s pending.",
                         pending, pending == 1 ? "" : "es", pending == 1 ? "is" : "are");
    module_free(m);
    return SHOAL_OK;
}

shoal_kernel *module_find(const shoal_module *m, const char *name)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (strcmp(m->kernels[i].info->name, name) == 0)
            return &m->kernels[i];
    for (size_t i = 0; i < m->kernel_count; i++)
        if (strcmp(m->kernels[i].info->symbol, name) == 0)
            return &m->kernels[i];
    return NULL;
}
