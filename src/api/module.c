/* module.c: shoal.h, part "modules and kernels". */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/error.h"
#include "engine/device.h"
#include "engine/lifetime.h"
#include "engine/module.h"
#include "isa/registry.h"

shoal_status shoal_module_load(shoal_device *device, const void *bytes, size_t size,
                               const shoal_load_options *options, shoal_module **out)
{
    bool in_device = options && options->raw && options->in_place && options->address;
    if (!device || (!bytes && !in_device) || !out)
        return api_error(device, SHOAL_E_ARG, "shoal_module_load: an argument is NULL.");
    struct diag diag = {0};
    *out = NULL;
    if (module_load(device, bytes, size, options, &diag, out) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

shoal_status shoal_module_load_file(shoal_device *device, const char *path,
                                    const shoal_load_options *options, shoal_module **out)
{
    if (!device || !path || !out)
        return api_error(device, SHOAL_E_ARG, "shoal_module_load_file: an argument is NULL.");
    *out = NULL;
    struct diag diag = {0};
    void *bytes = NULL;
    size_t size = 0;
    if (image_read_file(path, &diag, &bytes, &size) != SHOAL_OK)
        return api_fail(device, &diag);
    shoal_load_options o = options ? *options : (shoal_load_options){0};
    shoal_status st = SHOAL_OK;
    if (o.in_place)
        st = diag_fail(&diag, SHOAL_E_ARG, "Code from a file cannot be used in place.");
    if (st == SHOAL_OK)
        st = module_load(device, bytes, size, &o, &diag, out);
    free(bytes);
    if (st == SHOAL_OK)
        return SHOAL_OK;
    return api_error(device, st, "%s: %s", path, diag.text);
}

shoal_status shoal_module_unload(shoal_module *module)
{
    if (!module)
        return SHOAL_OK;
    const shoal_device *device = module->device;
    struct diag diag = {0};
    if (module_unload(module, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

const char *shoal_identify(const void *bytes, size_t size)
{
    return bytes ? image_identify(bytes, size) : NULL;
}

size_t shoal_module_kernel_count(const shoal_module *module)
{
    return module ? module->kernel_count : 0;
}

shoal_kernel *shoal_module_kernel_at(const shoal_module *module, size_t index)
{
    return module && index < module->kernel_count ? &module->kernels[index] : NULL;
}

shoal_status shoal_module_find_kernel(const shoal_module *module, const char *name,
                                      shoal_kernel **out)
{
    if (!module || !name || !out)
        return api_error(module ? module->device : NULL, SHOAL_E_ARG,
                         "shoal_module_find_kernel: an argument is NULL.");
    *out = module_find(module, name);
    if (*out)
        return SHOAL_OK;
    struct diag diag = {.status = SHOAL_E_NOT_FOUND};
    size_t used = (size_t)snprintf(diag.text, sizeof diag.text,
                                   "There is no kernel \"%.100s\". The module has", name);
    for (size_t i = 0; i < module->kernel_count && used < sizeof diag.text; i++)
        used += (size_t)snprintf(diag.text + used, sizeof diag.text - used, "%s %s", i ? "," : "",
                                 module->kernels[i].info->name);
    if (used < sizeof diag.text)
        snprintf(diag.text + used, sizeof diag.text - used,
                 module->kernel_count ? "." : " no kernels.");
    return api_fail(module->device, &diag);
}

shoal_status shoal_module_find_symbol(const shoal_module *module, const char *name,
                                      uint64_t *out_address, uint64_t *out_size)
{
    if (!module || !name || !out_address || !out_size)
        return api_error(module ? module->device : NULL, SHOAL_E_ARG,
                         "shoal_module_find_symbol: an argument is NULL.");
    for (size_t i = 0; i < module->part_count; i++) {
        const struct module_part *part = &module->parts[i];
        const struct image_symbol *s = image_find_symbol(part->image, name);
        if (s) {
            *out_address = part->base + s->vaddr;
            *out_size = s->size;
            return SHOAL_OK;
        }
    }
    return api_error(module->device, SHOAL_E_NOT_FOUND,
                     "The module has no symbol \"%.200s\"; only variables with external "
                     "visibility can be found.",
                     name);
}

shoal_status shoal_module_symbol_at(const shoal_module *module, size_t index, const char **out_name,
                                    uint64_t *out_address, uint64_t *out_size)
{
    if (!module || !out_name || !out_address || !out_size)
        return api_error(module ? module->device : NULL, SHOAL_E_ARG,
                         "shoal_module_symbol_at: an argument is NULL.");
    for (size_t i = 0; i < module->part_count; i++) {
        const struct module_part *part = &module->parts[i];
        if (index < part->image->symbol_count) {
            const struct image_symbol *s = &part->image->symbols[index];
            *out_name = s->name;
            *out_address = part->base + s->vaddr;
            *out_size = s->size;
            return SHOAL_OK;
        }
        index -= part->image->symbol_count;
    }
    return SHOAL_E_NOT_FOUND;
}

void shoal_kernel_get_info(const shoal_kernel *kernel, shoal_kernel_info *out)
{
    const struct image_kernel *k = kernel->info;
    const struct isa_exec *isa = kernel->module->device->isa;
    uint32_t block = k->max_flat_workgroup_size;
    *out = (shoal_kernel_info){
        .name = k->name,
        .entry_address = kernel->entry,
        .kernarg_bytes = k->kernarg_size,
        .kernarg_align = k->kernarg_align,
        .arg_count = k->arg_count,
        .explicit_arg_count = k->explicit_arg_count,
        .wave_lanes = kernel->config.lanes,
        .vgpr_count = k->descriptor.vgpr_count,
        .sgpr_count = k->sgpr_count,
        .lds_bytes = k->group_size,
        .scratch_bytes = k->private_size,
        .dynamic_stack = k->uses_dynamic_stack,
        .max_block_size = block,
        .required_block = {k->reqd_workgroup_size[0], k->reqd_workgroup_size[1],
                           k->reqd_workgroup_size[2]},
        .code_object_version = kernel->image ? kernel->image->code_object_version : 0,
        .processor = kernel->image ? kernel->image->processor : "",
        .has_arguments = kernel->image && isa->hidden_argument,
        .pointer_bytes = isa->pointer_bytes,
        .lds_end = isa->lds_end,
        .dialect =
            isa->has_dialects ? (shoal_dialect)kernel->config.dialect : SHOAL_DIALECT_DEFAULT,
        .has_start = kernel->start != kernel->entry && !kernel->module->start_code,
    };
    /* A work-group of the largest size that the kernel allows, as compilers assume. */
    out->waves_per_simd = chip_occupancy(kernel->module->device->chip, out->vgpr_count,
                                         out->wave_lanes, k->group_size, block ? block : 256);
}

/* The C++ library of the program knows how names are mangled. */
void shoal_kernel_readable_name(const char *name, char *text, size_t size)
{
    char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
    *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    int status = -1;
    bool is_mangled = strncmp(name, "_Z", 2) == 0;
    char *found = demangle && is_mangled ? demangle(name, NULL, NULL, &status) : NULL;
    snprintf(text, size, "%s", status == 0 ? found : name);
    free(found);
}

uint32_t shoal_kernel_occupancy(const shoal_kernel *kernel, uint32_t block_items,
                                uint32_t dynamic_lds_bytes)
{
    const struct image_kernel *k = kernel->info;
    return chip_occupancy(kernel->module->device->chip, k->descriptor.vgpr_count, k->wave_lanes,
                          k->group_size + dynamic_lds_bytes, block_items);
}

static shoal_arg_kind arg_kind(const struct image_arg *a)
{
    if (a->is_hidden)
        return SHOAL_ARG_HIDDEN;
    switch (a->kind) {
    case KERNEL_ARG_BY_VALUE:
        return SHOAL_ARG_BY_VALUE;
    case KERNEL_ARG_GLOBAL_BUFFER:
        return SHOAL_ARG_GLOBAL_BUFFER;
    case KERNEL_ARG_DYNAMIC_SHARED_POINTER:
        return SHOAL_ARG_DYNAMIC_LDS_POINTER;
    case KERNEL_ARG_IMAGE:
        return SHOAL_ARG_IMAGE;
    case KERNEL_ARG_SAMPLER:
        return SHOAL_ARG_SAMPLER;
    default:
        return SHOAL_ARG_OTHER;
    }
}

shoal_status shoal_kernel_get_arg(const shoal_kernel *kernel, size_t index, shoal_arg_info *out)
{
    if (!kernel || !out)
        return api_error(kernel ? kernel->module->device : NULL, SHOAL_E_ARG,
                         "shoal_kernel_get_arg: an argument is NULL.");
    const struct image_kernel *k = kernel->info;
    if (index >= k->arg_count)
        return api_error(kernel->module->device, SHOAL_E_ARG,
                         "Kernel %s has %zu arguments; there is no argument %zu.", k->name,
                         k->arg_count, index);
    const struct image_arg *a = &k->args[index];
    *out = (shoal_arg_info){
        .name = a->name,
        .type_name = a->type_name,
        .value_kind = a->value_kind,
        .kind = arg_kind(a),
        .offset_bytes = a->offset,
        .size_bytes = a->size,
        .align_bytes = a->pointee_align,
        .address_space = image_address_space_text(a->address_space),
        .access = image_access_text(a->access),
        .is_const = a->is_const,
        .is_restrict = a->is_restrict,
        .is_volatile = a->is_volatile,
        .is_pipe = a->is_pipe,
    };
    return SHOAL_OK;
}
