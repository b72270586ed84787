/* launch_create.c: checks of everything that a caller may have got wrong, and what follows from the
 * description of a launch. */
#include "engine/launch_create.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/checker.h"
#include "engine/graphics.h"
#include "engine/jit.h"
#include "engine/slot.h"
#include "isa/registry.h"

/* ---- checks --------------------------------------------------------------------- */

static const char axis[3] = {'x', 'y', 'z'};

static shoal_status check_grid(const shoal_launch_desc *d, struct diag *diag)
{
    uint64_t items = 1;
    if (d->dims > 3)
        return diag_fail(diag, SHOAL_E_ARG, "The grid has %d dimensions; 1 to 3 are possible.",
                         d->dims);
    for (int i = 0; i < 3; i++) {
        if (d->grid[i] < 1 || d->grid[i] > UINT64_C(1) << 32)
            return diag_fail(diag, d->grid[i] ? SHOAL_E_LIMIT : SHOAL_E_ARG,
                             "The grid has %" PRIu64 " work-items in %c; 1 to 2^32 are possible.",
                             d->grid[i], axis[i]);
        if (d->block[i] < 1)
            return diag_fail(diag, SHOAL_E_ARG,
                             "The work-group has 0 work-items in %c; it needs at least 1.",
                             axis[i]);
        items *= d->block[i];
        if (d->block[i] > MAX_GROUP_ITEMS || items > MAX_GROUP_ITEMS)
            return diag_fail(diag, SHOAL_E_LIMIT,
                             "A work-group of %" PRIu32 " x %" PRIu32 " x %" PRIu32
                             " work-items is too large; the device's limit is %d.",
                             d->block[0], d->block[1], d->block[2], MAX_GROUP_ITEMS);
    }
    return SHOAL_OK;
}

static shoal_status check_block(const struct shoal_kernel *kernel, const shoal_launch_desc *d,
                                struct diag *diag)
{
    const struct image_kernel *k = kernel->info;
    const uint32_t *want = k->reqd_workgroup_size;
    if (want[0] && (d->block[0] != want[0] || d->block[1] != want[1] || d->block[2] != want[2]))
        return diag_fail(diag, SHOAL_E_ARG,
                         "Kernel %s requires work-groups of %" PRIu32 " x %" PRIu32 " x %" PRIu32
                         " work-items, not %" PRIu32 " x %" PRIu32 " x %" PRIu32 ".",
                         k->name, want[0], want[1], want[2], d->block[0], d->block[1], d->block[2]);
    uint32_t items = d->block[0] * d->block[1] * d->block[2];
    /* A promise that the compiler built on (clang's default is 256 for OpenCL); most kernels
     * run all the same, and the hardware would not refuse either. */
    if (k->max_flat_workgroup_size && items > k->max_flat_workgroup_size)
        device_log(kernel->module->device, SHOAL_LOG_WARNING,
                   "kernel %s was compiled for work-groups of at most %" PRIu32
                   " work-items and runs with %" PRIu32 ": its results may be wrong",
                   k->name, k->max_flat_workgroup_size, items);
    return SHOAL_OK;
}

static shoal_status check_args(const struct shoal_kernel *kernel, const shoal_launch_desc *d,
                               struct diag *diag)
{
    const struct image_kernel *k = kernel->info;
    if (d->args_size && !d->args)
        return diag_fail(diag, SHOAL_E_ARG, "args is NULL, but args_size is %zu.", d->args_size);
    if (d->user_data_count > MAX_USER_DATA || (d->user_data_count && !d->user_data))
        return diag_fail(diag, SHOAL_E_ARG,
                         "user_data_count is %" PRIu32 "; at most %d values are possible, and "
                         "user_data must point to them.",
                         d->user_data_count, MAX_USER_DATA);
    if (d->args_size < kernel->explicit_bytes)
        return diag_fail(diag, SHOAL_E_ARG,
                         "Kernel %s takes %zu argument%s in %" PRIu32 " bytes; args has %zu.",
                         k->name, k->explicit_arg_count, k->explicit_arg_count == 1 ? "" : "s",
                         kernel->explicit_bytes, d->args_size);
    uint64_t most = kernel->image && k->has_metadata ? k->kernarg_size : 64 << 10;
    /* Callers may round the explicit part up. */
    if (most < (uint64_t)kernel->explicit_bytes + 16)
        most = (uint64_t)kernel->explicit_bytes + 16;
    if (d->args_size > most)
        return diag_fail(diag, SHOAL_E_ARG,
                         "Kernel %s takes %" PRIu32 " bytes of arguments; args has %zu.", k->name,
                         kernel->explicit_bytes, d->args_size);
    return SHOAL_OK;
}

static shoal_status check_memory(const struct shoal_kernel *kernel, const shoal_launch_desc *d,
                                 struct diag *diag)
{
    const struct image_kernel *k = kernel->info;
    const struct isa_exec *isa = kernel->module->device->isa;
    uint32_t reserve = isa->lds_reserve;
    uint32_t most = reserve ? reserve : kernel->module->device->chip->lds_group_bytes;
    if (d->dynamic_lds_bytes > most || k->group_size > most ||
        k->group_size > most - d->dynamic_lds_bytes)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "Kernel %s needs %" PRIu32 " bytes of local memory and %" PRIu32
                         " more are asked for; a work-group has at most %" PRIu32 ".",
                         k->name, k->group_size, d->dynamic_lds_bytes, most);
    uint32_t lanes = d->wave_lanes ? d->wave_lanes : kernel->config.lanes;
    uint32_t scratch = d->private_bytes ? d->private_bytes : kernel->scratch_bytes;
    if ((uint64_t)scratch * lanes > isa->wave_scratch_limit)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "Kernel %s needs %" PRIu32 " bytes of private memory per work-item; at "
                         "most %" PRIu32 " are possible.",
                         k->name, scratch, isa->wave_scratch_limit / lanes);
    return SHOAL_OK;
}

/* Without a size, that of Ventus's fork of Spike (parse_gpgpuarch_string). */
static uint32_t lds_slot_bytes(const shoal_launch_desc *d, uint32_t lanes)
{
    uint32_t items = d->block[0] * d->block[1] * d->block[2];
    return d->lds_slot_bytes ? d->lds_slot_bytes : (items + lanes - 1) / lanes * lanes << 10;
}

/* What only some instruction sets have. */
static shoal_status check_waves(shoal_device *device, const struct shoal_kernel *kernel,
                                const shoal_launch_desc *d, struct diag *diag)
{
    const struct isa_exec *isa = device->isa;
    uint32_t lanes = d->wave_lanes ? d->wave_lanes : kernel->config.lanes;
    SHOAL_TRY(device_check_lanes(isa, lanes, diag));
    if (kernel->info->wave_lanes && lanes != kernel->info->wave_lanes)
        return diag_fail(
            diag, SHOAL_E_ARG, "Kernel %s is compiled for %ss of %" PRIu32 " %ss, not %" PRIu32 ".",
            kernel->info->name, isa->wave_name, kernel->info->wave_lanes, isa->lane_name, lanes);
    uint32_t items = d->block[0] * d->block[1] * d->block[2];
    if (items > MAX_GROUP_WAVES * lanes)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "A work-group of %" PRIu32 " work-items takes more than %d %ss of %" PRIu32
                         " %ss.",
                         items, MAX_GROUP_WAVES, isa->wave_name, lanes, isa->lane_name);
    if ((d->trim && !isa->full_groups) || (d->packet_address && !isa->packet_read) ||
        (d->lds_slots && !isa->lds_reserve))
        return diag_fail(diag, SHOAL_E_ARG, "trim, packet_address and lds_slots are not for %s.",
                         isa->isa);
    uint32_t bytes = lds_slot_bytes(d, lanes);
    if ((uint64_t)d->lds_slots * bytes > isa->lds_reserve)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "%" PRIu32 " slots of %" PRIu32 " bytes do not fit into local memory, "
                         "which has %" PRIu32 ".",
                         d->lds_slots, bytes, isa->lds_reserve);
    if (d->packet_address && d->args_size)
        return diag_fail(diag, SHOAL_E_ARG,
                         "args must be empty with packet_address, which names the arguments.");
    if (d->packet_address)
        return window_check(&device->window, d->packet_address, isa->packet_bytes, diag);
    return SHOAL_OK;
}

static shoal_status check(shoal_device *device, const struct shoal_kernel *kernel,
                          const shoal_launch_desc *d, struct diag *diag)
{
    SHOAL_TRY(device_check_process(device, diag));
    if (kernel->module->device != device)
        return diag_fail(diag, SHOAL_E_ARG, "Kernel %s is loaded on another device.",
                         kernel->info->name);
    if (d->engine != SHOAL_ENGINE_AUTO && d->engine != SHOAL_ENGINE_INTERP &&
        d->engine != SHOAL_ENGINE_JIT)
        return diag_fail(diag, SHOAL_E_ARG, "There is no engine %d.", (int)d->engine);
    if (d->threads > POOL_MAX_THREADS)
        return diag_fail(diag, SHOAL_E_LIMIT, "%u threads are too many; the limit is %d.",
                         d->threads, POOL_MAX_THREADS);
    if (!(d->timeout_seconds >= 0))
        return diag_fail(diag, SHOAL_E_ARG, "The time limit of %g seconds is not possible.",
                         d->timeout_seconds);
    SHOAL_TRY(check_grid(d, diag));
    SHOAL_TRY(check_block(kernel, d, diag));
    SHOAL_TRY(check_args(kernel, d, diag));
    SHOAL_TRY(check_waves(device, kernel, d, diag));
    if (d->start)
        SHOAL_TRY(start_check(kernel, d, diag));
    if (d->engine == SHOAL_ENGINE_JIT && !device->isa->has_jit)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "There is no JIT for %s; use the interpreter (--engine interp).",
                         device->isa->isa);
    if (d->engine == SHOAL_ENGINE_JIT)
        SHOAL_TRY(jit_check(device, diag));
    return check_memory(kernel, d, diag);
}

/* ---- setting up -------------------------------------------------------------------- */

static shoal_status shape_grid(struct launch *l, struct diag *diag)
{
    const shoal_launch_desc *d = &l->desc;
    unsigned __int128 count = 1;
    for (int i = 0; i < 3; i++) {
        l->groups[i] = (d->grid[i] + d->block[i] - 1) / d->block[i];
        l->last_block[i] = (uint32_t)(d->grid[i] - (l->groups[i] - 1) * d->block[i]);
        count *= l->groups[i];
    }
    if (count >> 63)
        return diag_fail(diag, SHOAL_E_LIMIT, "The grid has more than 2^63 work-groups.");
    l->group_count = (uint64_t)count;
    return SHOAL_OK;
}

/* How many work-groups a worker may have begun, and how many it takes at once. */
static void shape_work(struct launch *l)
{
    const shoal_launch_desc *d = &l->desc;
    enum { MEMORY_BYTES = 1 << 30 }; /* of all work-groups that have begun */
    uint32_t items = d->block[0] * d->block[1] * d->block[2];
    l->group_waves = (items + l->lanes - 1) / l->lanes;
    l->lds_slots = d->lds_slots ? d->lds_slots : 1;
    l->lds_slot_bytes = lds_slot_bytes(d, l->lanes);

    l->threads = d->threads ? d->threads : l->device->threads;
    if (d->observer)
        l->threads = 1;
    if (l->threads > l->group_count)
        l->threads = (unsigned)l->group_count;
    uint64_t resident = chip_resident_waves(l->device->chip) / l->group_waves;
    uint64_t by_memory = MEMORY_BYTES / slot_bytes(l);
    if (resident > by_memory)
        resident = by_memory;
    l->resident_limit = (resident + l->threads - 1) / l->threads;
    if (l->resident_limit == 0)
        l->resident_limit = 1;
    l->claim_size = l->group_count / (l->threads * UINT64_C(16));
    if (l->claim_size > 256)
        l->claim_size = 256;
    if (l->claim_size == 0)
        l->claim_size = 1;
}

/* The kernel's constants for another wave size than it was loaded for. */
static shoal_status shape_lanes(struct launch *l, struct diag *diag)
{
    struct kernel_config config = l->kernel->config;
    l->lanes = l->desc.wave_lanes ? l->desc.wave_lanes : config.lanes;
    l->state.kernel = l->kernel->isa_kernel;
    l->state.variant = l->kernel->variant;
    if (l->lanes == config.lanes)
        return SHOAL_OK;
    config.lanes = l->lanes;
    l->own_kernel = l->device->isa->kernel_create(&config);
    if (!l->own_kernel)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    l->state.kernel = l->own_kernel;
    l->state.variant = l->device->isa->code_variant(l->own_kernel);
    return SHOAL_OK;
}

static void shape_state(struct launch *l)
{
    const struct shoal_kernel *k = l->kernel;
    struct launch_state *s = &l->state;
    l->wave_bytes = l->device->isa->wave_bytes(s->kernel);
    s->entry = k->start;
    s->kernel_entry = k->entry;
    s->machine = &l->device->machine;
    s->multigrid_sync = l->desc.multigrid_sync;
    s->compute_units = l->device->chip->compute_units;
    s->trim = l->desc.trim;
    s->dims = l->desc.dims;
    uint32_t scratch = l->desc.private_bytes ? l->desc.private_bytes : k->scratch_bytes;
    s->scratch_bytes = (scratch + 3) & ~UINT32_C(3);
    s->lds_bytes = k->info->group_size + l->desc.dynamic_lds_bytes;
    s->dynamic_lds_bytes = l->desc.dynamic_lds_bytes;
    l->scratch_stride = (size_t)s->scratch_bytes * l->lanes;
    if (!l->device->machine.host_offset)
        l->scratch_stride = (l->scratch_stride + 127) & ~(size_t)127;
    for (int i = 0; i < 3; i++) {
        s->block[i] = l->desc.block[i];
        s->grid[i] = l->desc.grid[i];
        s->offset[i] = l->desc.offset[i];
    }
    if (l->desc.user_data) {
        memcpy(l->user_data, l->desc.user_data, l->desc.user_data_count * sizeof(uint32_t));
        s->user_data = l->user_data;
        s->user_data_count = l->desc.user_data_count;
    }
    l->desc.user_data = NULL;
    const struct image_kernel *info = k->info;
    l->uses_printf = l->device->isa->packet_has_print && k->image && k->image->printf_count > 0;
    for (size_t i = 0; i < info->arg_count; i++) {
        enum kernel_arg_kind kind = info->args[i].kind;
        l->uses_printf |= kind == KERNEL_ARG_HIDDEN_PRINTF_BUFFER;
        l->uses_hostcall |= kind == KERNEL_ARG_HIDDEN_HOSTCALL_BUFFER;
    }
}

static shoal_status copy_args(struct launch *l, struct diag *diag)
{
    if (l->desc.args_size == 0)
        return SHOAL_OK;
    l->args = malloc(l->desc.args_size);
    if (!l->args)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    memcpy(l->args, l->desc.args, l->desc.args_size);
    l->desc.args = NULL;
    return SHOAL_OK;
}

static shoal_status make_counts(struct launch *l, struct diag *diag)
{
    l->calls = calloc((size_t)l->threads * l->device->isa->row_count, sizeof *l->calls);
    return l->calls ? SHOAL_OK : diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
}

shoal_status launch_create(shoal_device *device, shoal_kernel *kernel,
                           const shoal_launch_desc *desc, struct diag *diag, struct launch **out)
{
    if (kernel->module->is_displaced)
        return diag_fail(diag, SHOAL_E_ARG,
                         "The code of kernel %s was replaced when another test case was loaded; "
                         "load its case again.",
                         kernel->info->name);
    SHOAL_TRY(check(device, kernel, desc, diag));
    struct launch *l = aligned_alloc(64, (sizeof *l + 63) & ~(size_t)63);
    if (!l)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    memset(l, 0, sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_init(&l->print.lock, NULL);
    l->device = device;
    l->kernel = kernel;
    l->desc = *desc;
    l->checker = device->checker && !device->checker->is_paused ? device->checker : NULL;
    /* A trap handler may stop a wave at any instruction, a checker looks at all of them. */
    if (device->machine.trap_handler || l->checker)
        l->desc.engine = SHOAL_ENGINE_INTERP;
    atomic_fetch_add(&kernel->module->pending, 1);
    shoal_status st = shape_grid(l, diag);
    if (st == SHOAL_OK)
        st = copy_args(l, diag);
    if (st == SHOAL_OK)
        st = shape_lanes(l, diag);
    if (st == SHOAL_OK) {
        shape_state(l);
        shape_work(l);
        if (desc->count_calls)
            st = make_counts(l, diag);
    }
    if (st != SHOAL_OK) {
        launch_destroy(l);
        return st;
    }
    const struct image_kernel *info = kernel->info;
    if (info->uniform_work_group_size &&
        (desc->grid[0] % desc->block[0] || desc->grid[1] % desc->block[1] ||
         desc->grid[2] % desc->block[2]))
        device_log(device, SHOAL_LOG_WARNING,
                   "kernel %s was compiled for grids that are a multiple of the work-group; its "
                   "last work-groups may see a wrong size",
                   info->name);
    *out = l;
    return SHOAL_OK;
}

void launch_destroy(struct launch *l)
{
    if (!l)
        return;
    atomic_fetch_sub(&l->kernel->module->pending, 1);
    pthread_mutex_destroy(&l->lock);
    pthread_mutex_destroy(&l->print.lock);
    free(l->calls);
    free(l->own_kernel);
    free(l->args);
    free(l);
}
