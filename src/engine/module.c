/* module.c: code objects and raw code on their way into device memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/code_map.h"
#include "engine/device.h"
#include "engine/module.h"
#include "image/case.h"
#include "shoal/object.h"

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

static shoal_status module_alloc_at(shoal_module *m, uint64_t address, uint64_t size,
                                    struct diag *diag)
{
    uint64_t *list = realloc(m->allocations, (m->allocation_count + 1) * sizeof *list);
    if (!list)
        return no_memory(diag);
    m->allocations = list;
    SHOAL_TRY(window_alloc_at(&m->device->window, address, size, OWNER_MODULE, diag));
    m->allocations[m->allocation_count++] = address;
    return SHOAL_OK;
}

/* is_fixed: the caller promises that the code stays as it is, wherever it is. Else what runs is a
 * copy, since kernels and copies may overwrite memory. */
static shoal_status module_add_region(shoal_module *m, uint64_t base, uint64_t size, bool is_fixed,
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
    r->bytes = device_host(m->device, base);
    if (!is_fixed) {
        uint8_t *copy = malloc(size ? size : 1);
        if (!copy) {
            free(r);
            return no_memory(diag);
        }
        memcpy(copy, r->bytes, size);
        r->bytes = copy;
        r->has_bytes = true;
    }
    m->regions[m->region_count++] = r;
    return SHOAL_OK;
}

/* Kernels, and the program's copies, cannot store to the pages of [base, base + size), which belong
 * to one allocation. */
static void protect(const shoal_module *m, uint64_t base, uint64_t size)
{
    const struct window *w = &m->device->window;
    if (m->device->machine.code_is_writable || size == 0)
        return;
    for (size_t i = 0; i < m->region_count; i++)
        m->regions[i]->is_read_only |= m->regions[i]->base < base + size &&
                                       base < m->regions[i]->base + m->regions[i]->size_bytes;
    uint64_t first = base & ~(w->page - 1), end = (base + size + w->page - 1) & ~(w->page - 1);
    mprotect(window_host(w, first), end - first, PROT_READ);
}

static bool has_data(const struct image *image, uint64_t first, uint64_t end)
{
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        if ((s->flags & IMAGE_WRITE) && s->vaddr < end && first < s->vaddr + s->mem_size)
            return true;
    }
    return false;
}

/* All pages with code and no data that may be written. */
static void protect_image(const shoal_module *m, const struct image *image, uint64_t base)
{
    uint64_t page = m->device->window.page;
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        if (!(s->flags & IMAGE_EXEC) || (s->flags & IMAGE_WRITE))
            continue;
        uint64_t first = s->vaddr, end = s->vaddr + s->mem_size;
        if (has_data(image, first - (base + first) % page, first))
            first += page - (base + first) % page;
        if (has_data(image, end, end + page - (base + end) % page))
            end -= (base + end) % page;
        if (first < end)
            protect(m, base + first, end - first);
    }
}

/* Start code of Shoal for kernels that bring none: one copy per module. */
static shoal_status place_start_code(shoal_module *m, struct diag *diag)
{
    const struct isa_exec *isa = m->device->isa;
    enum { TRIES = 64, PAGE = 4096 };
    uint64_t at = 0;
    if (m->start_code)
        return SHOAL_OK;
    for (uint64_t i = 0; isa->start_base && !at && i < TRIES; i++)
        if (module_alloc_at(m, isa->start_base - i * PAGE, isa->start_bytes, NULL) == SHOAL_OK)
            at = isa->start_base - i * PAGE;
    if (!at)
        SHOAL_TRY(module_alloc(m, isa->start_bytes, PAGE, diag, &at));
    memcpy(device_host(m->device, at), isa->start_code, isa->start_bytes);
    SHOAL_TRY(module_add_region(m, at, isa->start_bytes, false, diag));
    m->start_code = at;
    return SHOAL_OK;
}

/* What a kernel's waves are like. The caller's word counts more than the device's, and that
 * more than the file's. */
static struct kernel_config configure(const shoal_module *m, const struct image *image,
                                      const struct image_kernel *info, uint32_t wanted_dialect)
{
    struct kernel_config c = {
        .lanes = info->wave_lanes ? info->wave_lanes : m->device->lanes,
        .dialect = wanted_dialect ? wanted_dialect : m->device->dialect,
        .descriptor = info->descriptor.bytes,
    };
    const shoal_chip *chip = image ? shoal_chip_find(image->processor) : NULL;
    c.form = (chip ? chip : m->device->chip)->form;
    if (!c.dialect)
        c.dialect = image && image->dialect ? image->dialect : SHOAL_DIALECT_MANUAL;
    return c;
}

/* Where a kernel begins. */
struct place {
    uint64_t entry;
    bool has_start;
    uint64_t start; /* of the file's own start code */
};

/* Fills in what a kernel needs beside its image_kernel. */
static shoal_status kernel_init(struct shoal_kernel *k, shoal_module *m, const struct image *image,
                                const struct image_kernel *info, struct place place,
                                uint32_t wanted_dialect, struct diag *diag)
{
    const struct isa_exec *isa = m->device->isa;
    uint64_t start = place.has_start ? place.start : place.entry;
    if (isa->start_code && !place.has_start) {
        SHOAL_TRY(place_start_code(m, diag));
        start = m->start_code;
    }
    *k = (struct shoal_kernel){
        .module = m,
        .image = image,
        .info = info,
        .entry = place.entry,
        .start = start,
        .config = configure(m, image, info, wanted_dialect),
    };
    k->isa_kernel = isa->kernel_create(&k->config);
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

/* Segments with fixed addresses. Neighbours are one allocation: they may share pages, and code
 * may reach over the gap between them. */
static shoal_status place_absolute(shoal_module *m, const struct image *image, struct diag *diag)
{
    enum { NEAR_BYTES = 64 << 10 };
    const struct image_segment *s = image->segments;
    for (size_t i = 0, next; i < image->segment_count; i = next) {
        uint64_t end = s[i].vaddr + s[i].mem_size;
        for (next = i + 1; next < image->segment_count && s[next].vaddr - end < NEAR_BYTES; next++)
            end = s[next].vaddr + s[next].mem_size;
        SHOAL_TRY(module_alloc_at(m, s[i].vaddr, end - s[i].vaddr, diag));
    }
    for (size_t i = 0; i < image->segment_count; i++) {
        memcpy(device_host(m->device, s[i].vaddr), s[i].bytes, s[i].file_size);
        /* What is zero at first is no code. */
        if ((s[i].flags & IMAGE_EXEC) && s[i].file_size >= 4)
            SHOAL_TRY(module_add_region(m, s[i].vaddr, s[i].file_size & ~UINT64_C(3), false, diag));
    }
    protect_image(m, image, 0);
    return SHOAL_OK;
}

static shoal_status part_place(shoal_module *m, struct module_part *part, struct diag *diag)
{
    const struct image *image = part->image;
    const char *isa = m->device->isa->isa;
    if (strcmp(image->isa, isa) != 0)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The file holds code for %s, but the device runs %s; create it for "
                         "\"%s\".",
                         image->isa, isa, image->isa);
    if (image->is_absolute)
        return place_absolute(m, image, diag);
    uint64_t align = image->align_bytes > WINDOW_MAX_ALIGN ? WINDOW_MAX_ALIGN : image->align_bytes;
    if (align < image->align_bytes)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "The code object asks for an alignment of %" PRIu64
                         " bytes; at most 2 MiB are supported.",
                         image->align_bytes);
    SHOAL_TRY(module_alloc(m, image->span_bytes, align, diag, &part->base));
    SHOAL_TRY(image_place(image, device_host(m->device, part->base), part->base, diag));
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *s = &image->segments[i];
        if (s->flags & IMAGE_EXEC)
            SHOAL_TRY(module_add_region(m, part->base + s->vaddr, s->mem_size, false, diag));
    }
    protect_image(m, image, part->base);
    return SHOAL_OK;
}

/* Keeps the file if it can tell source lines. */
static void keep_file(struct shoal_module *m, const void *bytes, size_t size)
{
    static const char section[] = "debug_line";
    enum { MOST = 256 << 20 };
    if (size > MOST || !memmem(bytes, size, section, sizeof section - 1))
        return;
    m->file = malloc(size); /* without it reports lack the line */
    m->lines = m->file ? calloc(1, sizeof *m->lines) : NULL;
    if (m->file) {
        memcpy(m->file, bytes, size);
        m->file_size = size;
    }
}

static shoal_status load_image(shoal_module *m, const void *bytes, size_t size,
                               const shoal_load_options *options, struct diag *diag)
{
    struct image_list list = {0};
    SHOAL_TRY(image_open_all(bytes, size, m->device->chip, diag, &list));
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
    keep_file(m, bytes, size);
    m->kernels = calloc(kernel_count ? kernel_count : 1, sizeof *m->kernels);
    if (!m->kernels)
        return no_memory(diag);
    for (size_t i = 0; i < m->part_count; i++) {
        struct module_part *part = &m->parts[i];
        SHOAL_TRY(part_place(m, part, diag));
        for (size_t j = 0; j < part->image->kernel_count; j++) {
            const struct image *image = part->image;
            const struct image_kernel *info = &image->kernels[j];
            const struct place place = {part->base + info->entry_vaddr, image->has_start,
                                        part->base + image->start_vaddr};
            SHOAL_TRY(kernel_init(&m->kernels[m->kernel_count++], m, image, info, place,
                                  options ? options->dialect : 0, diag));
        }
    }
    return SHOAL_OK;
}

/* What is known of code that comes without metadata. */
static void raw_info(const struct isa_exec *isa, struct image_kernel *k,
                     const shoal_load_options *o, size_t size)
{
    *k = (struct image_kernel){
        .name = "raw",
        .symbol = "raw",
        .code_size = size,
        .private_size = o->scratch_bytes,
        .language = "",
        .device_enqueue_symbol = "",
        .vec_type_hint = "",
    };
    if (isa->raw_kernel) {
        struct raw_kernel raw;
        isa->raw_kernel(o, &raw);
        image_decode_descriptor(raw.descriptor, &k->descriptor);
        k->kernarg_align = raw.kernarg_align;
        k->group_size = raw.lds_bytes;
        k->wave_lanes = raw.lanes;
        k->vgpr_count = k->descriptor.vgpr_count;
    }
}

/* Puts raw code where it runs. */
static shoal_status place_raw(shoal_module *m, const void *bytes, size_t size,
                              const shoal_load_options *options, struct diag *diag, uint64_t *out)
{
    shoal_device *device = m->device;
    uint64_t address = options->address;
    if (address % 4 != 0)
        return diag_fail(diag, SHOAL_E_ARG,
                         "Code cannot be at %#" PRIx64 ", which is no multiple of 4.", address);
    if (options->in_place && address) {
        *out = address;
        return window_check(&device->window, address, size, diag);
    }
    if (options->in_place) {
        if (!device->host_addresses || (uintptr_t)bytes % 4 != 0)
            return diag_fail(diag, SHOAL_E_ARG,
                             "Code can be used in place only on a device with host_addresses, at "
                             "a multiple of 4 bytes.");
        *out = (uint64_t)(uintptr_t)bytes;
        return SHOAL_OK;
    }
    uint64_t usual = device->isa->code_base;
    if (address)
        SHOAL_TRY(module_alloc_at(m, address, size, diag));
    else if (usual && module_alloc_at(m, usual, size, NULL) == SHOAL_OK)
        address = usual;
    else
        SHOAL_TRY(module_alloc(m, size, 4096, diag, &address));
    memcpy(device_host(device, address), bytes, size);
    *out = address;
    return SHOAL_OK;
}

/* is_memory: there may be data beside the code. */
static shoal_status load_raw(shoal_module *m, const void *bytes, size_t size,
                             const shoal_load_options *options, bool is_memory, struct diag *diag)
{
    if (size < 4 || size % 4 != 0)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Raw code of %zu bytes: machine code is a multiple of 4 bytes long.",
                         size);
    if (size > IMAGE_MAX_SPAN)
        return diag_fail(diag, SHOAL_E_LIMIT, "Raw code of %zu bytes is too large.", size);
    uint64_t base;
    SHOAL_TRY(place_raw(m, bytes, size, options, diag, &base));
    /* Outside device memory, kernels can write what they like anyway. */
    bool is_fixed = options->in_place && !options->address;
    SHOAL_TRY(module_add_region(m, base, size, is_fixed, diag));
    if (!options->in_place && !is_memory)
        protect(m, base, size);
    raw_info(m->device->isa, &m->raw, options, size);
    if (options->name) {
        m->raw_name = strdup(options->name);
        if (!m->raw_name)
            return no_memory(diag);
        m->raw.name = m->raw.symbol = m->raw_name;
    }
    m->kernels = calloc(1, sizeof *m->kernels);
    if (!m->kernels)
        return no_memory(diag);
    m->kernel_count = 1;
    uint64_t start = options->start ? options->start : base;
    if (start - base >= size || start % 4)
        return diag_fail(diag, SHOAL_E_ARG,
                         "Code at %#" PRIx64 " with %zu bytes cannot start at %#" PRIx64 ".", base,
                         size, start);
    struct place place = {start, options->kernel_entry != 0, start};
    if (place.has_start)
        place.entry = options->kernel_entry;
    return kernel_init(&m->kernels[0], m, NULL, &m->raw, place, options->dialect, diag);
}

/* A .vmem image: raw code as text. */
static shoal_status load_hex(shoal_module *m, const void *bytes, size_t size,
                             const shoal_load_options *options, struct diag *diag)
{
    uint32_t *words;
    size_t count;
    shoal_load_options raw = options ? *options : (shoal_load_options){0};
    SHOAL_TRY(image_read_hex(bytes, size, ".vmem", diag, &words, &count));
    shoal_status st = load_raw(m, words, count * sizeof *words, &raw, true, diag);
    free(words);
    return st;
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
        window_free(&device->window, m->allocations[i], OWNER_MODULE, NULL, NULL);
    for (size_t i = 0; i < m->kernel_count; i++)
        free(m->kernels[i].isa_kernel);
    for (size_t i = 0; i < m->part_count; i++)
        image_close(m->parts[i].image);
    free(m->regions);
    free(m->allocations);
    free(m->raw_name);
    if (m->lines)
        shoal_objects_close(m->lines->objects);
    free(m->lines);
    free(m->file);
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
    shoal_status st = is_raw ? load_raw(m, bytes, size, options, false, diag)
                      : device->isa->code_base && image_is_hex(bytes, size)
                          ? load_hex(m, bytes, size, options, diag)
                          : load_image(m, bytes, size, options, diag);
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
