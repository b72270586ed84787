/* kernarg.c: what a kernel finds in memory when it starts: arguments, the dispatch packet,
 * the queue.
 *
 * Layouts: LLVM, "User Guide for AMDGPU Backend" (hidden arguments: Code Object V4 and V5
 * Metadata); HSA Runtime and Platform System Architecture 1.2 (AQL packet, hsa_queue_t). */
#include <inttypes.h>
#include <string.h>

#include "engine/hostcall.h"
#include "engine/launch.h"

/* Device memory with the queue and the packet, context->system. */
enum {
    QUEUE_AT = 0,
    PACKET_AT = 1024,
    SYSTEM_BYTES = 4096,
    MIN_KERNARG_BYTES = 64 << 10,
    /* Scalar loads may be widened up to 64 bytes where alignment permits. */
    KERNARG_SLACK = 64,
};

/* hsa_kernel_dispatch_packet_t, 64 bytes */
struct packet {
    uint16_t header, setup;
    uint16_t workgroup_size[3], reserved0;
    uint32_t grid_size[3];
    uint32_t private_segment_size, group_segment_size;
    uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
};
_Static_assert(sizeof(struct packet) == 64, "AQL packets have 64 bytes");
enum { PACKET_TYPE_KERNEL_DISPATCH = 2, FENCE_SYSTEM = 2, ACQUIRE_SHIFT = 9, RELEASE_SHIFT = 11 };

/* amd_queue_t. Code object v4 reads the upper halves of the apertures at 0x40 and 0x44. */
struct queue {
    uint32_t type, features;
    uint64_t base_address, doorbell_signal;
    uint32_t size, reserved0;
    uint64_t id;
    uint32_t reserved1[4];
    uint64_t write_dispatch_id;
    uint32_t group_segment_aperture_base_hi, private_segment_aperture_base_hi;
    uint32_t max_cu_id, max_wave_id;
};
_Static_assert(offsetof(struct queue, group_segment_aperture_base_hi) == 0x40, "amd_queue_t");

static uint32_t saturate(uint64_t value)
{
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static uint32_t grid_dims(const struct launch *l)
{
    return l->desc.grid[2] > 1 ? 3 : l->desc.grid[1] > 1 ? 2 : 1;
}

static void put(uint8_t *segment, const struct image_arg *a, uint64_t value)
{
    /* Little-endian host. The loader has checked that the argument is inside the segment. */
    memset(segment + a->offset, 0, a->size);
    memcpy(segment + a->offset, &value, a->size < sizeof value ? a->size : sizeof value);
}

static uint64_t hidden_value(const struct launch *l, enum image_arg_kind kind)
{
    const struct shoal_device *device = l->device;
    const shoal_launch_desc *d = &l->desc;
    switch (kind) {
    case IMAGE_ARG_HIDDEN_GLOBAL_OFFSET_X:
    case IMAGE_ARG_HIDDEN_GLOBAL_OFFSET_Y:
    case IMAGE_ARG_HIDDEN_GLOBAL_OFFSET_Z:
        return d->offset[kind - IMAGE_ARG_HIDDEN_GLOBAL_OFFSET_X];
    case IMAGE_ARG_HIDDEN_BLOCK_COUNT_X:
    case IMAGE_ARG_HIDDEN_BLOCK_COUNT_Y:
    case IMAGE_ARG_HIDDEN_BLOCK_COUNT_Z: {
        /* Full work-groups only; a partial one is told by the remainder. */
        int i = (int)kind - (int)IMAGE_ARG_HIDDEN_BLOCK_COUNT_X;
        return saturate(d->grid[i] / d->block[i]);
    }
    case IMAGE_ARG_HIDDEN_GROUP_SIZE_X:
    case IMAGE_ARG_HIDDEN_GROUP_SIZE_Y:
    case IMAGE_ARG_HIDDEN_GROUP_SIZE_Z:
        return d->block[kind - IMAGE_ARG_HIDDEN_GROUP_SIZE_X];
    case IMAGE_ARG_HIDDEN_REMAINDER_X:
    case IMAGE_ARG_HIDDEN_REMAINDER_Y:
    case IMAGE_ARG_HIDDEN_REMAINDER_Z: {
        int i = (int)kind - (int)IMAGE_ARG_HIDDEN_REMAINDER_X;
        return d->grid[i] % d->block[i];
    }
    case IMAGE_ARG_HIDDEN_GRID_DIMS:
        return grid_dims(l);
    case IMAGE_ARG_HIDDEN_DYNAMIC_LDS_SIZE:
        return d->dynamic_lds_bytes;
    case IMAGE_ARG_HIDDEN_PRIVATE_BASE:
        return device->machine.private_base >> 32;
    case IMAGE_ARG_HIDDEN_SHARED_BASE:
        return device->machine.shared_base >> 32;
    case IMAGE_ARG_HIDDEN_QUEUE_PTR:
        return l->context->system + QUEUE_AT;
    case IMAGE_ARG_HIDDEN_PRINTF_BUFFER:
        return l->context->printf_buffer;
    case IMAGE_ARG_HIDDEN_HOSTCALL_BUFFER:
        return hostcall_buffer(l);
    case IMAGE_ARG_HIDDEN_HEAP_V1:
        return hostcall_heap(device);
    case IMAGE_ARG_HIDDEN_MULTIGRID_SYNC_ARG:
        return d->multigrid_sync;
    default: /* default queue, completion action: none, as on a device without device-side
              * enqueue */
        return 0;
    }
}

void kernarg_hidden(const struct launch *l, uint8_t *segment)
{
    const struct image_kernel *info = l->kernel->info;
    for (size_t i = 0; i < info->arg_count; i++)
        if (info->args[i].is_hidden)
            put(segment, &info->args[i], hidden_value(l, info->args[i].kind));
}

static void write_packet(const struct launch *l, uint64_t kernel_object)
{
    const shoal_launch_desc *d = &l->desc;
    struct packet p = {
        .header = PACKET_TYPE_KERNEL_DISPATCH | FENCE_SYSTEM << ACQUIRE_SHIFT |
                  FENCE_SYSTEM << RELEASE_SHIFT,
        .setup = (uint16_t)grid_dims(l),
        .private_segment_size = l->state.scratch_bytes,
        .group_segment_size = l->state.lds_bytes,
        .kernel_object = kernel_object,
        .kernarg_address = l->state.kernarg,
    };
    for (int i = 0; i < 3; i++) {
        p.workgroup_size[i] = (uint16_t)d->block[i];
        p.grid_size[i] = saturate(d->grid[i]);
    }
    memcpy(device_host(l->device, l->state.dispatch_packet), &p, sizeof p);
}

static void write_queue(const struct launch *l)
{
    const struct machine *machine = &l->device->machine;
    struct queue q = {
        .features = 1, /* kernel dispatch */
        .base_address = l->context->system + PACKET_AT,
        .size = 1,
        .id = 1,
        .write_dispatch_id = l->dispatch_id + 1,
        .group_segment_aperture_base_hi = (uint32_t)(machine->shared_base >> 32),
        .private_segment_aperture_base_hi = (uint32_t)(machine->private_base >> 32),
        .max_cu_id = l->device->chip->compute_units - 1,
        .max_wave_id = 31,
    };
    memcpy(device_host(l->device, l->context->system + QUEUE_AT), &q, sizeof q);
}

/* Device memory for `bytes` of arguments. */
static shoal_status make_kernarg(struct launch *l, uint64_t bytes)
{
    struct window *window = &l->device->window;
    struct launch_context *c = l->context;
    if (c->kernarg_bytes >= bytes)
        return SHOAL_OK;
    if (c->kernarg)
        window_free(window, c->kernarg, OWNER_ENGINE, NULL, NULL);
    c->kernarg = 0;
    c->kernarg_bytes = 0;
    if (bytes < MIN_KERNARG_BYTES)
        bytes = MIN_KERNARG_BYTES;
    SHOAL_TRY(window_alloc(window, bytes, 4096, OWNER_ENGINE, &l->diag, &c->kernarg));
    c->kernarg_bytes = bytes;
    return SHOAL_OK;
}

/* The packet comes with the program: the engine reads it as the kernel will. */
static shoal_status adopt_packet(struct launch *l)
{
    const struct isa_exec *isa = l->device->isa;
    struct launch_state *s = &l->state;
    uint64_t address = l->desc.packet_address;
    SHOAL_TRY(window_check(&l->device->window, address, isa->packet_bytes, &l->diag));
    s->dispatch_packet = address;
    isa->packet_read(device_host(l->device, address), s);
    if (!l->uses_printf || !s->print_buffer || !s->print_bytes) {
        l->uses_printf = false;
        return SHOAL_OK;
    }
    SHOAL_TRY(window_check(&l->device->window, s->print_buffer, s->print_bytes, &l->diag));
    return printf_attach(l, s->print_buffer, s->print_bytes);
}

const void *kernarg_find(void *launch, uint64_t at, uint64_t bytes)
{
    const struct launch *l = launch;
    const struct {
        uint64_t base, size;
    } own[] = {
        {l->state.kernarg, l->kernarg_bytes},
        {l->state.dispatch_packet, sizeof(struct packet)},
        {l->state.queue, sizeof(struct queue)},
    };
    for (unsigned i = 0; l->kernarg_bytes && i < sizeof own / sizeof *own; i++)
        if (at - own[i].base <= own[i].size && bytes <= own[i].size - (at - own[i].base))
            return device_host(l->device, at);
    return NULL;
}

shoal_status kernarg_setup(struct launch *l)
{
    struct launch_context *c = l->context;
    const struct shoal_kernel *k = l->kernel;
    if (l->desc.packet_address)
        return adopt_packet(l);
    uint64_t bytes = k->info->kernarg_size;
    if (bytes < l->desc.args_size)
        bytes = l->desc.args_size;
    if (!c->system)
        SHOAL_TRY(window_alloc(&l->device->window, SYSTEM_BYTES, 4096, OWNER_ENGINE, &l->diag,
                               &c->system));
    SHOAL_TRY(make_kernarg(l, bytes + KERNARG_SLACK));
    if (l->uses_printf)
        SHOAL_TRY(printf_setup(l));
    if (l->uses_hostcall)
        SHOAL_TRY(hostcall_setup(l));

    const struct shoal_device *device = l->device;
    uint8_t *segment = device_host(device, c->kernarg);
    memset(segment, 0, bytes + KERNARG_SLACK);
    if (l->desc.args_size)
        memcpy(segment, l->args, l->desc.args_size);
    l->state.kernarg = c->kernarg;
    l->kernarg_bytes = bytes + KERNARG_SLACK;
    l->state.kernarg_dwords = (const uint32_t *)(const void *)segment;
    l->state.dispatch_packet = c->system + PACKET_AT;
    l->state.queue = c->system + QUEUE_AT;
    l->state.dispatch_id = l->dispatch_id;
    if (device->isa->packet_bytes) {
        device->isa->packet_write(device_host(device, l->state.dispatch_packet), &l->state);
        return SHOAL_OK;
    }
    kernarg_hidden(l, segment);
    uint64_t object =
        k->image ? k->entry - k->info->entry_vaddr + k->info->descriptor_vaddr : k->entry;
    write_packet(l, object);
    write_queue(l);
    return SHOAL_OK;
}
