/* test_kernarg.c: hidden arguments, AQL packet and queue, against tables of offsets written
 * down here from LLVM's "User Guide for AMDGPU Backend" (Code Object V4 and V5 metadata) and
 * the HSA specification, not from the engine. */
#include <string.h>

#include "run.h"

#include "engine/launch.h"

#define ARG(id, at, bytes)                                                                         \
    {                                                                                              \
        .name = "", .type_name = "", .value_kind = "", .kind = KERNEL_ARG_HIDDEN_##id,             \
        .is_hidden = true, .offset = BASE + at, .size = bytes                                      \
    }

/* A kernel with one explicit pointer; hidden arguments begin at 8. */
enum { BASE = 8 };

static const struct image_arg v5_args[] = {
    {.name = "p",
     .type_name = "int*",
     .value_kind = "global_buffer",
     .kind = KERNEL_ARG_GLOBAL_BUFFER,
     .offset = 0,
     .size = 8},
    ARG(BLOCK_COUNT_X, 0, 4),
    ARG(BLOCK_COUNT_Y, 4, 4),
    ARG(BLOCK_COUNT_Z, 8, 4),
    ARG(GROUP_SIZE_X, 12, 2),
    ARG(GROUP_SIZE_Y, 14, 2),
    ARG(GROUP_SIZE_Z, 16, 2),
    ARG(REMAINDER_X, 18, 2),
    ARG(REMAINDER_Y, 20, 2),
    ARG(REMAINDER_Z, 22, 2),
    ARG(GLOBAL_OFFSET_X, 40, 8),
    ARG(GLOBAL_OFFSET_Y, 48, 8),
    ARG(GLOBAL_OFFSET_Z, 56, 8),
    ARG(GRID_DIMS, 64, 2),
    ARG(PRINTF_BUFFER, 72, 8),
    ARG(HOSTCALL_BUFFER, 80, 8),
    ARG(MULTIGRID_SYNC_ARG, 88, 8),
    ARG(HEAP_V1, 96, 8),
    ARG(DEFAULT_QUEUE, 104, 8),
    ARG(COMPLETION_ACTION, 112, 8),
    ARG(DYNAMIC_LDS_SIZE, 120, 4),
    ARG(PRIVATE_BASE, 192, 4),
    ARG(SHARED_BASE, 196, 4),
    ARG(QUEUE_PTR, 200, 8),
};

static const struct image_arg v4_args[] = {
    {.name = "p",
     .type_name = "int*",
     .value_kind = "global_buffer",
     .kind = KERNEL_ARG_GLOBAL_BUFFER,
     .offset = 0,
     .size = 8},
    ARG(GLOBAL_OFFSET_X, 0, 8),
    ARG(GLOBAL_OFFSET_Y, 8, 8),
    ARG(GLOBAL_OFFSET_Z, 16, 8),
    ARG(HOSTCALL_BUFFER, 24, 8),
    ARG(DEFAULT_QUEUE, 32, 8),
    ARG(COMPLETION_ACTION, 40, 8),
    ARG(MULTIGRID_SYNC_ARG, 48, 8),
};

/* What a kernel would have read, copied after the launch. */
struct seen {
    uint8_t segment[512], packet[64], queue[256];
    uint64_t segment_at, packet_at, queue_at;
    uint64_t printf_at;
};

static uint64_t u64_at(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}
static uint32_t u32_at(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}
static uint16_t u16_at(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, 2);
    return v;
}

/* Launches a kernel with the given metadata and keeps what it would have read. */
static void launch_with(shoal_device *device, const struct image_arg *args, size_t count,
                        uint32_t kernarg_size, struct seen *seen)
{
    const struct fake_insn end[] = {F(END, 0, 0, 0, 0)};
    static struct image empty; /* without printf formats */
    shoal_kernel *k = load(device, end, sizeof end, 1024, 64);
    struct image_kernel *info = &k->module->raw;
    info->args = args;
    info->arg_count = count;
    info->explicit_arg_count = 1;
    info->has_metadata = true;
    info->kernarg_size = kernarg_size;
    k->explicit_bytes = 8;
    k->image = &empty;
    info->entry_vaddr = 0x100;
    info->descriptor_vaddr = 0x40;

    uint64_t pointer = UINT64_C(0x1122334455667788);
    shoal_launch_desc d = one_arg(1, 1, &pointer);
    d.grid[0] = 1000, d.grid[1] = 7, d.grid[2] = 5;
    d.block[0] = 64, d.block[1] = 3, d.block[2] = 2;
    d.offset[0] = 11, d.offset[1] = UINT64_C(1) << 40, d.offset[2] = 13;
    d.dynamic_lds_bytes = 777;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);

    const struct launch_context *context = device->queue.idle;
    seen->segment_at = context->kernarg;
    memcpy(seen->segment, (void *)(uintptr_t)context->kernarg, sizeof seen->segment);
    seen->queue_at = context->packet;
    seen->packet_at = context->packet + 1024;
    memcpy(seen->queue, (void *)(uintptr_t)seen->queue_at, sizeof seen->queue);
    memcpy(seen->packet, (void *)(uintptr_t)seen->packet_at, sizeof seen->packet);
    seen->printf_at = context->printf_buffer;
}

static void v5_layout(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    struct seen s;
    launch_with(device, v5_args, sizeof v5_args / sizeof v5_args[0], BASE + 256, &s);
    const uint8_t *h = s.segment + 8;
    assert_int_equal(u64_at(s.segment), UINT64_C(0x1122334455667788));
    /* full work-groups: 1000 / 64, 7 / 3, 5 / 2 */
    assert_int_equal(u32_at(h + 0), 15);
    assert_int_equal(u32_at(h + 4), 2);
    assert_int_equal(u32_at(h + 8), 2);
    assert_int_equal(u16_at(h + 12), 64);
    assert_int_equal(u16_at(h + 14), 3);
    assert_int_equal(u16_at(h + 16), 2);
    assert_int_equal(u16_at(h + 18), 1000 - 15 * 64);
    assert_int_equal(u16_at(h + 20), 1);
    assert_int_equal(u16_at(h + 22), 1);
    for (int i = 24; i < 40; i++)
        assert_int_equal(h[i], 0);
    assert_int_equal(u64_at(h + 40), 11);
    assert_int_equal(u64_at(h + 48), UINT64_C(1) << 40);
    assert_int_equal(u64_at(h + 56), 13);
    assert_int_equal(u16_at(h + 64), 3);
    assert_true(s.printf_at != 0);
    assert_int_equal(u64_at(h + 72), s.printf_at);
    uint32_t *printf_buffer = (uint32_t *)(uintptr_t)s.printf_at;
    assert_int_equal(printf_buffer[0], 0);
    assert_int_equal(printf_buffer[1], 16 << 20);
    assert_true(u64_at(h + 80) != 0);
    assert_int_equal(u64_at(h + 88), 0);
    assert_true(u64_at(h + 96) != 0);
    assert_int_equal(u64_at(h + 104), 0);
    assert_int_equal(u64_at(h + 112), 0);
    assert_int_equal(u32_at(h + 120), 777);
    for (int i = 124; i < 192; i++)
        assert_int_equal(h[i], 0);
    assert_int_equal((uint64_t)u32_at(h + 192) << 32, device->machine.private_base);
    assert_int_equal((uint64_t)u32_at(h + 196) << 32, device->machine.shared_base);
    assert_int_equal(u64_at(h + 200), s.queue_at);
    shoal_device_destroy(device);
}

static void v4_layout(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    struct seen s;
    launch_with(device, v4_args, sizeof v4_args / sizeof v4_args[0], BASE + 56, &s);
    const uint8_t *h = s.segment + 8;
    assert_int_equal(u64_at(h), 11);
    assert_int_equal(u64_at(h + 8), UINT64_C(1) << 40);
    assert_int_equal(u64_at(h + 16), 13);
    assert_true(u64_at(h + 24) != 0);
    for (int i = 32; i < 56; i++)
        assert_int_equal(h[i], 0);
    /* the upper halves of the apertures: LLVM's getSegmentAperture reads 0x40 and 0x44 */
    assert_int_equal((uint64_t)u32_at(s.queue + 0x40) << 32, device->machine.shared_base);
    assert_int_equal((uint64_t)u32_at(s.queue + 0x44) << 32, device->machine.private_base);
    shoal_device_destroy(device);
}

static void dispatch_packet(void **state)
{
    (void)state;
    shoal_device *device = make_device(1);
    struct seen s;
    launch_with(device, v5_args, sizeof v5_args / sizeof v5_args[0], BASE + 256, &s);
    const uint8_t *p = s.packet;
    assert_int_equal(u16_at(p) & 0xff, 2); /* kernel dispatch */
    assert_int_equal(u16_at(p + 2) & 3, 3);
    assert_int_equal(u16_at(p + 4), 64);
    assert_int_equal(u16_at(p + 6), 3);
    assert_int_equal(u16_at(p + 8), 2);
    assert_int_equal(u32_at(p + 12), 1000);
    assert_int_equal(u32_at(p + 16), 7);
    assert_int_equal(u32_at(p + 20), 5);
    assert_int_equal(u32_at(p + 24), 64);
    assert_int_equal(u32_at(p + 28), 1024 + 777);
    shoal_kernel_info info;
    shoal_kernel_get_info(&device->modules->kernels[0], &info);
    assert_int_equal(u64_at(p + 32), info.entry_address - 0x100 + 0x40);
    assert_int_equal(u64_at(p + 40), s.segment_at);
    shoal_device_destroy(device);
}

static void argument_bytes_are_checked(void **state)
{
    (void)state;
    const struct fake_insn end[] = {F(END, 0, 0, 0, 0)};
    shoal_device *device = make_device(1);
    shoal_kernel *k = load(device, end, sizeof end, 0, 0);
    k->module->raw.explicit_arg_count = 3;
    k->explicit_bytes = 20;
    uint8_t args[64] = {0};
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = args;
    d.args_size = 19;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "Kernel raw takes 3 arguments in 20 bytes; args has 19.");
    d.args_size = 24;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_OK);
    d.args_size = (64 << 10) + 1;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    d.args = NULL;
    d.args_size = 20;
    assert_int_equal(shoal_launch(device, k, &d, NULL), SHOAL_E_ARG);
    shoal_device_destroy(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v5_layout),
        cmocka_unit_test(v4_layout),
        cmocka_unit_test(dispatch_packet),
        cmocka_unit_test(argument_bytes_are_checked),
    };
    return cmocka_run_group_tests_name("engine kernarg", tests, NULL, NULL);
}
