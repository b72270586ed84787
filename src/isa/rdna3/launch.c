/* launch.c: see launch.h. */
#include "isa/rdna3/launch.h"

#include "isa/rdna3/mode.h"

/* ---- kernels ------------------------------------------------------------------------------- */

/* Raw code where the caller states no COMPUTE_PGM_RSRC1 and RSRC2. RSRC1 as clang writes it for
 * gfx1100: denormals kept, DX10_CLAMP, IEEE, WGP mode, memory ordered, forward progress; and 256
 * VGPRs, since raw code does not say what it uses. RSRC2: 2 user SGPRs, the address of the
 * arguments; ids of the work-group and of work-items in x, y, z. */
static void raw_defaults(uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], bool has_rsrc1,
                         bool has_rsrc2)
{
    static const struct {
        enum amdhsa_field field;
        uint8_t value;
    } rsrc1[] = {{AMDHSA_denorm_mode_32, 3}, {AMDHSA_denorm_mode_16_64, 3}, {AMDHSA_dx10_clamp, 1},
                 {AMDHSA_ieee_mode, 1},      {AMDHSA_wgp_mode, 1},          {AMDHSA_mem_ordered, 1},
                 {AMDHSA_fwd_progress, 1}},
      rsrc2[] = {{AMDHSA_user_sgpr_count, 2},
                 {AMDHSA_workgroup_id_x, 1},
                 {AMDHSA_workgroup_id_y, 1},
                 {AMDHSA_workgroup_id_z, 1},
                 {AMDHSA_workitem_id, 2}};
    uint32_t lanes = amdhsa_get(descriptor, AMDHSA_wave32) ? 32 : 64;
    if (!has_rsrc1) {
        for (unsigned i = 0; i < sizeof rsrc1 / sizeof *rsrc1; i++)
            amdhsa_put(descriptor, rsrc1[i].field, rsrc1[i].value);
        amdhsa_put(descriptor, AMDHSA_vgpr_granules, RDNA3_VGPRS / AMDHSA_VGPR_GRANULE(lanes) - 1);
    }
    for (unsigned i = 0; !has_rsrc2 && i < sizeof rsrc2 / sizeof *rsrc2; i++)
        amdhsa_put(descriptor, rsrc2[i].field, rsrc2[i].value);
}

void rdna3_descriptor_write(uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], uint32_t rsrc1,
                            uint32_t rsrc2, uint32_t properties)
{
    memset(descriptor, 0, AMDHSA_DESCRIPTOR_BYTES);
    amdhsa_put(descriptor, AMDHSA_rsrc1, rsrc1);
    amdhsa_put(descriptor, AMDHSA_rsrc2, rsrc2);
    amdhsa_put(descriptor, AMDHSA_code_properties, properties);
}

void rdna3_raw_kernel(const shoal_load_options *o, struct raw_kernel *out)
{
    rdna3_descriptor_write(out->descriptor, o->rsrc1, o->rsrc2, 0);
    amdhsa_put(out->descriptor, AMDHSA_sgpr_kernarg_segment_ptr, 1);
    amdhsa_put(out->descriptor, AMDHSA_wave32, !o->wave64);
    raw_defaults(out->descriptor, o->rsrc1 != 0, o->rsrc2 != 0);
    out->lanes = o->wave64 ? 64 : 32;
    out->lds_bytes = amdhsa_get(out->descriptor, AMDHSA_lds_granules) * AMDHSA_LDS_GRANULE;
    out->kernarg_align = 64;
    amdhsa_put(out->descriptor, AMDHSA_group_segment_fixed_size, out->lds_bytes);
    amdhsa_put(out->descriptor, AMDHSA_private_segment_fixed_size, o->scratch_bytes);
}

void rdna3_kernel_read(const uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], uint32_t lanes,
                       struct rdna3_kernel *out)
{
    memcpy(out->descriptor, descriptor, sizeof out->descriptor);
    out->lanes = lanes;
    out->vgprs = (amdhsa_get(descriptor, AMDHSA_vgpr_granules) + 1) * AMDHSA_VGPR_GRANULE(lanes);
    if (out->vgprs > RDNA3_VGPRS)
        out->vgprs = RDNA3_VGPRS;
    static const struct {
        enum amdhsa_field field;
        uint32_t bits;
    } mode[] = {
        {AMDHSA_round_mode_32, MODE_ROUND32},   {AMDHSA_round_mode_16_64, MODE_ROUND16_64},
        {AMDHSA_denorm_mode_32, MODE_DENORM32}, {AMDHSA_denorm_mode_16_64, MODE_DENORM16_64},
        {AMDHSA_dx10_clamp, MODE_DX10_CLAMP},   {AMDHSA_ieee_mode, MODE_IEEE},
        {AMDHSA_exceptions, MODE_EXCEPTIONS},   {AMDHSA_fp16_overflow, MODE_FP16_OVFL},
    };
    out->mode = 0;
    for (unsigned i = 0; i < sizeof mode / sizeof *mode; i++)
        out->mode |= amdhsa_get(descriptor, mode[i].field) << __builtin_ctz(mode[i].bits);
    out->status = STATUS_VALID;
    if (amdhsa_get(descriptor, AMDHSA_trap_handler))
        out->status |= STATUS_TRAP_EN;
}

void rdna3_start_facts(const void *kernel, struct start_facts *out)
{
    const struct rdna3_kernel *k = kernel;
    out->mode = k->mode;
    out->registers = amdhsa_get(k->descriptor, AMDHSA_rsrc2);
}

/* ---- registers ----------------------------------------------------------------------------- */

struct sgpr_writer {
    uint32_t *sgprs;
    unsigned next, limit;
};

static void put(struct sgpr_writer *p, uint32_t value)
{
    if (p->next < p->limit)
        p->sgprs[p->next++] = value;
}

static void put64(struct sgpr_writer *p, uint64_t value)
{
    put(p, (uint32_t)value);
    put(p, (uint32_t)(value >> 32));
}

bool rdna3_has_scratch_sgprs(const struct rdna3_kernel *k)
{
    return amdhsa_get(k->descriptor, AMDHSA_sgpr_flat_scratch_init);
}

void rdna3_user_sgprs(const struct rdna3_kernel *k, const struct launch_state *l,
                      uint64_t scratch_base, uint32_t sgprs[RDNA3_USER_SGPRS])
{
    const uint8_t *d = k->descriptor;
    struct sgpr_writer p = {sgprs, 0, amdhsa_get(d, AMDHSA_user_sgpr_count)};
    if (l->user_data) {
        p.limit = RDNA3_USER_SGPRS;
        for (uint32_t i = 0; i < l->user_data_count; i++)
            put(&p, l->user_data[i]);
        return;
    }
    if (amdhsa_get(d, AMDHSA_sgpr_private_segment_buffer)) {
        put64(&p, 0);
        put64(&p, 0);
    }
    if (amdhsa_get(d, AMDHSA_sgpr_dispatch_ptr))
        put64(&p, l->dispatch_packet);
    if (amdhsa_get(d, AMDHSA_sgpr_queue_ptr))
        put64(&p, l->queue);
    if (amdhsa_get(d, AMDHSA_sgpr_kernarg_segment_ptr))
        put64(&p, l->kernarg);
    if (amdhsa_get(d, AMDHSA_sgpr_dispatch_id))
        put64(&p, l->dispatch_id);
    if (amdhsa_get(d, AMDHSA_sgpr_flat_scratch_init))
        put64(&p, scratch_base);
    if (amdhsa_get(d, AMDHSA_sgpr_private_segment_size))
        put(&p, l->scratch_bytes);
    uint32_t at = amdhsa_get(d, AMDHSA_preload_offset);
    for (uint32_t i = 0; i < amdhsa_get(d, AMDHSA_preload_length); i++)
        put(&p, l->kernarg_dwords ? l->kernarg_dwords[at + i] : 0);
}

struct rdna3_group_sgprs rdna3_group_sgprs(const struct rdna3_kernel *k)
{
    static const enum amdhsa_field wanted[] = {AMDHSA_workgroup_id_x, AMDHSA_workgroup_id_y,
                                               AMDHSA_workgroup_id_z, AMDHSA_workgroup_info};
    uint8_t places[4], next = (uint8_t)amdhsa_get(k->descriptor, AMDHSA_user_sgpr_count);
    /* The private segment offset comes last; with architected FLAT_SCRATCH it is unused: 0. */
    for (unsigned i = 0; i < 4; i++)
        places[i] = amdhsa_get(k->descriptor, wanted[i]) ? next++ : RDNA3_NO_SGPR;
    return (struct rdna3_group_sgprs){{places[0], places[1], places[2]}, places[3]};
}

uint32_t rdna3_group_info(const struct group *g, uint32_t index)
{
    return g->wave_count | (index == 0 ? 1u << 31 : 0);
}

uint32_t rdna3_status(const struct rdna3_kernel *k, const struct launch_state *l,
                      const struct machine *m)
{
    return k->status | (l->scratch_bytes ? STATUS_SCRATCH_EN : 0) |
           (m->trap_handler ? STATUS_TRAP_EN : 0);
}

void rdna3_start_written(const struct launch_state *l, uint64_t written[3], unsigned *vectors)
{
    enum { TTMP0 = 108 - 64, M0 = 125 - 64 }; /* operands, as bits of the second word */
    const struct rdna3_kernel *k = l->kernel;
    struct rdna3_group_sgprs ids = rdna3_group_sgprs(k);
    uint32_t user = amdhsa_get(k->descriptor, AMDHSA_user_sgpr_count);
    uint64_t has[3] = {0, UINT64_MAX << TTMP0, UINT64_MAX};
    const uint8_t places[] = {ids.id[0], ids.id[1], ids.id[2], ids.info};
    unsigned last = user;
    for (unsigned i = 0; i < sizeof places; i++)
        if (places[i] != RDNA3_NO_SGPR)
            last = places[i] + 1u > last ? places[i] + 1u : last;
    if (l->user_data && last < RDNA3_USER_SGPRS)
        last = RDNA3_USER_SGPRS;
    if (amdhsa_get(k->descriptor, AMDHSA_private_segment))
        last++; /* the private segment's offset */
    has[0] = (UINT64_C(1) << last) - 1;
    has[1] &= ~(UINT64_C(1) << M0);
    has[2] &= ~(UINT64_C(1) << (RDNA3_SCALARS - 128)); /* SCC, behind them */
    memcpy(written, has, sizeof has);
    *vectors = 1;
}

uint64_t rdna3_item_ids(uint32_t *v0, const struct rdna3_kernel *kernel, uint32_t index,
                        const uint32_t block[3])
{
    const uint32_t lanes = kernel->lanes;
    const uint32_t wanted =
        amdhsa_get(kernel->descriptor, AMDHSA_workitem_id); /* 0: x, 1: y, 2: z */
    const uint32_t shown = (1u << RDNA3_ID_BITS * (wanted < 2 ? wanted + 1 : 3)) - 1;
    uint64_t items = (uint64_t)block[0] * block[1] * block[2];
    uint64_t first = (uint64_t)index * lanes, exec = 0;
    for (unsigned lane = 0; lane < lanes && first + lane < items; lane++) {
        uint64_t i = first + lane;
        uint32_t x = (uint32_t)(i % block[0]), y = (uint32_t)(i / block[0] % block[1]),
                 z = (uint32_t)(i / block[0] / block[1]);
        exec |= UINT64_C(1) << lane;
        v0[lane] = (x | y << RDNA3_ID_BITS | z << 2 * RDNA3_ID_BITS) & shown;
    }
    return exec;
}

/* ---- memory -------------------------------------------------------------------------------- */

/* hsa_kernel_dispatch_packet_t, 64 bytes */
struct packet {
    uint16_t header, setup;
    uint16_t workgroup_size[3], reserved0;
    uint32_t grid_size[3];
    uint32_t private_segment_size, group_segment_size;
    uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
};
_Static_assert(RDNA3_PACKET_AT + sizeof(struct packet) == RDNA3_PACKET_BYTES,
               "AQL packets have 64 bytes");
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
_Static_assert(sizeof(struct queue) <= RDNA3_PACKET_AT, "the packet is behind the queue");

static uint32_t saturate(uint64_t value)
{
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static uint32_t grid_dims(const struct launch_state *l)
{
    return l->dims ? l->dims : l->grid[2] > 1 ? 3 : l->grid[1] > 1 ? 2 : 1;
}

void rdna3_packet_write(void *packet, uint64_t address, struct launch_state *l)
{
    const struct queue q = {
        .features = 1, /* kernel dispatch */
        .base_address = address + RDNA3_PACKET_AT,
        .size = 1,
        .id = 1,
        .write_dispatch_id = l->dispatch_id + 1,
        .group_segment_aperture_base_hi = (uint32_t)(l->machine->shared_base >> 32),
        .private_segment_aperture_base_hi = (uint32_t)(l->machine->private_base >> 32),
        .max_cu_id = l->compute_units - 1,
        .max_wave_id = 31,
    };
    struct packet p = {
        .header = PACKET_TYPE_KERNEL_DISPATCH | FENCE_SYSTEM << ACQUIRE_SHIFT |
                  FENCE_SYSTEM << RELEASE_SHIFT,
        .setup = (uint16_t)grid_dims(l),
        .private_segment_size = l->scratch_bytes,
        .group_segment_size = l->lds_bytes,
        .kernel_object = l->kernel_object,
        .kernarg_address = l->kernarg,
    };
    for (int i = 0; i < 3; i++) {
        p.workgroup_size[i] = (uint16_t)l->block[i];
        p.grid_size[i] = saturate(l->grid[i]);
    }
    memcpy(packet, &q, sizeof q);
    memcpy((uint8_t *)packet + RDNA3_PACKET_AT, &p, sizeof p);
    l->queue = address;
    l->dispatch_packet = address + RDNA3_PACKET_AT;
}

uint64_t rdna3_hidden_argument(enum kernel_arg_kind kind, const struct launch_state *l)
{
    switch (kind) {
    case KERNEL_ARG_HIDDEN_GLOBAL_OFFSET_X:
    case KERNEL_ARG_HIDDEN_GLOBAL_OFFSET_Y:
    case KERNEL_ARG_HIDDEN_GLOBAL_OFFSET_Z:
        return l->offset[kind - KERNEL_ARG_HIDDEN_GLOBAL_OFFSET_X];
    case KERNEL_ARG_HIDDEN_BLOCK_COUNT_X:
    case KERNEL_ARG_HIDDEN_BLOCK_COUNT_Y:
    case KERNEL_ARG_HIDDEN_BLOCK_COUNT_Z: {
        /* Full work-groups only; a partial one is told by the remainder. */
        int i = (int)kind - (int)KERNEL_ARG_HIDDEN_BLOCK_COUNT_X;
        return saturate(l->grid[i] / l->block[i]);
    }
    case KERNEL_ARG_HIDDEN_GROUP_SIZE_X:
    case KERNEL_ARG_HIDDEN_GROUP_SIZE_Y:
    case KERNEL_ARG_HIDDEN_GROUP_SIZE_Z:
        return l->block[kind - KERNEL_ARG_HIDDEN_GROUP_SIZE_X];
    case KERNEL_ARG_HIDDEN_REMAINDER_X:
    case KERNEL_ARG_HIDDEN_REMAINDER_Y:
    case KERNEL_ARG_HIDDEN_REMAINDER_Z: {
        int i = (int)kind - (int)KERNEL_ARG_HIDDEN_REMAINDER_X;
        return l->grid[i] % l->block[i];
    }
    case KERNEL_ARG_HIDDEN_GRID_DIMS:
        return grid_dims(l);
    case KERNEL_ARG_HIDDEN_DYNAMIC_LDS_SIZE:
        return l->dynamic_lds_bytes;
    case KERNEL_ARG_HIDDEN_PRIVATE_BASE:
        return l->machine->private_base >> 32;
    case KERNEL_ARG_HIDDEN_SHARED_BASE:
        return l->machine->shared_base >> 32;
    case KERNEL_ARG_HIDDEN_QUEUE_PTR:
        return l->queue;
    case KERNEL_ARG_HIDDEN_PRINTF_BUFFER:
        return l->print_buffer;
    case KERNEL_ARG_HIDDEN_HOSTCALL_BUFFER:
        return l->hostcall_buffer;
    case KERNEL_ARG_HIDDEN_HEAP_V1:
        return l->heap;
    case KERNEL_ARG_HIDDEN_MULTIGRID_SYNC_ARG:
        return l->multigrid_sync;
    default: /* default queue, completion action: none, as on a device without device-side
              * enqueue */
        return 0;
    }
}
