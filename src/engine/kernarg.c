/* kernarg.c: device memory that a kernel finds its arguments and the description of its launch in.
 * What is in it, the instruction set says. */
#include <string.h>

#include "engine/hostcall.h"
#include "engine/kernarg.h"
#include "engine/printf.h"
#include "shoal/chip.h"

enum {
    PACKET_BYTES = 4096,
    MIN_KERNARG_BYTES = 64 << 10,
    /* Scalar loads may be widened up to 64 bytes where alignment permits. */
    KERNARG_SLACK = 64,
};

static void put(uint8_t *segment, const struct image_arg *a, uint64_t value)
{
    /* Little-endian host. The loader has checked that the argument is inside the segment. */
    memset(segment + a->offset, 0, a->size);
    memcpy(segment + a->offset, &value, a->size < sizeof value ? a->size : sizeof value);
}

/* Writes the hidden arguments that the metadata lists. */
static void put_hidden(const struct launch *l, uint8_t *segment)
{
    const struct image_kernel *info = l->kernel->info;
    for (size_t i = 0; i < info->arg_count; i++)
        if (info->args[i].is_hidden)
            put(segment, &info->args[i],
                l->device->isa->hidden_argument(info->args[i].kind, &l->state));
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
        {l->context->packet, l->device->isa->packet_bytes},
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
    if (!c->packet)
        SHOAL_TRY(window_alloc(&l->device->window, PACKET_BYTES, 4096, OWNER_ENGINE, &l->diag,
                               &c->packet));
    SHOAL_TRY(make_kernarg(l, bytes + KERNARG_SLACK));
    if (l->uses_printf)
        SHOAL_TRY(printf_setup(l));
    if (l->uses_hostcall)
        SHOAL_TRY(hostcall_setup(l));

    const struct shoal_device *device = l->device;
    const struct isa_exec *isa = device->isa;
    struct launch_state *state = &l->state;
    uint8_t *segment = device_host(device, c->kernarg);
    memset(segment, 0, bytes + KERNARG_SLACK);
    if (l->desc.args_size)
        memcpy(segment, l->args, l->desc.args_size);
    l->kernarg_bytes = bytes + KERNARG_SLACK;
    state->kernarg = c->kernarg;
    state->kernarg_dwords = (const uint32_t *)(const void *)segment;
    state->dispatch_id = l->dispatch_id;
    state->hostcall_buffer = hostcall_buffer(l);
    state->heap = hostcall_heap(device);
    state->kernel_object =
        k->image ? k->entry - k->info->entry_vaddr + k->info->descriptor_vaddr : k->entry;
    isa->packet_write(device_host(device, c->packet), c->packet, state);
    if (isa->hidden_argument)
        put_hidden(l, segment);
    return SHOAL_OK;
}
