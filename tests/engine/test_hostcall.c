/* test_hostcall.c: the host's half of HIP's hostcall protocol. The device's half is done here
 * as the bitcode of ROCm's device library 5.2.3 does it (__ockl_hostcall_internal,
 * __ockl_fprintf_stdout_begin, ..._append_string_n, ..._append_args, __ockl_devmem_request),
 * with the offsets of its structures. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

#include "engine/hostcall.h"
#include "engine/launch_create.h"
#include "engine/slot.h"

enum { LANES = 64 };

/* %9 = { headers, payloads, doorbell, free_stack, ready_stack, index_mask } */
struct device_buffer {
    uint64_t headers, payloads, doorbell;
    _Atomic uint64_t free_stack, ready_stack;
    uint64_t index_mask;
};
/* %10 = { next, activemask, service, control } */
struct device_header {
    uint64_t next, activemask;
    uint32_t service, control;
};

struct fixture {
    struct launch_context context;
    shoal_device *device;
    struct launch *launch;
    char out[4096], log[512];
};

static void collect(void *user, const char *bytes, size_t size)
{
    struct fixture *f = user;
    strncat(f->out, bytes, size);
}

static void collect_log(void *user, shoal_log_level level, const char *text)
{
    struct fixture *f = user;
    (void)level;
    strncat(f->log, text, sizeof f->log - strlen(f->log) - 1);
}

static void begin(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    shoal_device_options o = shoal_device_options_default();
    o.threads = 1;
    o.print = collect;
    o.print_user = f;
    o.log = collect_log;
    o.log_user = f;
    assert_int_equal(device_create(&fake_isa, &fake_chip, &o, NULL, &f->device), SHOAL_OK);
    const struct fake_insn end[] = {F(END, 0, 0, 0, 0)};
    shoal_kernel *k = load(f->device, end, sizeof end, 0, 0);
    shoal_launch_desc d = shoal_launch_desc_default();
    assert_int_equal(launch_create(f->device, k, &d, NULL, &f->launch), SHOAL_OK);
    f->launch->context = &f->context;
    assert_int_equal(hostcall_setup(f->launch), SHOAL_OK);
}

static void end(struct fixture *f)
{
    hostcall_destroy(f->context.hostcall);
    launch_destroy(f->launch);
    shoal_device_destroy(f->device);
}

static struct device_buffer *buffer_of(struct fixture *f)
{
    return (struct device_buffer *)(uintptr_t)hostcall_buffer(f->launch);
}

static struct device_header *header_at(struct device_buffer *b, uint64_t packet)
{
    return (struct device_header *)(uintptr_t)b->headers + (packet & b->index_mask);
}

static uint64_t *payload_at(struct device_buffer *b, uint64_t packet, unsigned lane)
{
    return (uint64_t *)(uintptr_t)b->payloads + ((packet & b->index_mask) * LANES + lane) * 8;
}

/* Pops a packet: the stack's top becomes its `next`. */
static uint64_t pop(struct device_buffer *b)
{
    uint64_t top = b->free_stack;
    while (!atomic_compare_exchange_weak(&b->free_stack, &top, header_at(b, top)->next))
        ;
    return top;
}

static void push_ready(struct device_buffer *b, uint64_t packet)
{
    uint64_t top = b->ready_stack;
    do
        header_at(b, packet)->next = top;
    while (!atomic_compare_exchange_weak(&b->ready_stack, &top, packet));
}

static void give_back(struct device_buffer *b, uint64_t packet)
{
    uint64_t next = packet + b->index_mask + 1;
    if (next == 0)
        next = b->index_mask + 1;
    uint64_t top = b->free_stack;
    do
        header_at(b, next)->next = top;
    while (!atomic_compare_exchange_weak(&b->free_stack, &top, next));
}

/* One lane's request; returns the first qword of the answer. */
static uint64_t call(struct fixture *f, uint32_t service, unsigned lane, const uint64_t args[8])
{
    struct device_buffer *b = buffer_of(f);
    uint64_t packet = pop(b);
    struct device_header *h = header_at(b, packet);
    h->service = service;
    h->activemask = UINT64_C(1) << lane;
    h->control = 1;
    memcpy(payload_at(b, packet, lane), args, 64);
    push_ready(b, packet);
    struct slot slot = {.launch = f->launch};
    struct wave wave = {.group = &slot.group};
    f->device->machine.message(&f->device->machine, &wave, 1, 1); /* s_sendmsg(MSG_INTERRUPT) */
    assert_int_equal(h->control & 1, 0);
    uint64_t answer = payload_at(b, packet, lane)[0];
    give_back(b, packet);
    return answer;
}

static uint64_t request(struct fixture *f, unsigned lane, uint64_t part, const uint64_t *qwords,
                        unsigned count)
{
    uint64_t args[8] = {part};
    for (unsigned i = 0; i < count; i++)
        args[1 + i] = qwords[i];
    return call(f, 2, lane, args);
}

static uint64_t printf_begin(struct fixture *f, unsigned lane, uint64_t stream)
{
    return request(f, lane, 33, &stream, 1);
}

/* Strings go in parts of up to 56 bytes, with their NUL. */
static uint64_t append_string(struct fixture *f, unsigned lane, uint64_t handle, const char *text,
                              bool is_last)
{
    size_t left = strlen(text) + 1;
    while (left > 0) {
        uint64_t qwords[7] = {0};
        size_t n = left < 56 ? left : 56;
        memcpy(qwords, text, n);
        uint64_t count = (n + 7) / 8;
        uint64_t part = (handle & ~UINT64_C(0xe2)) | count << 5 | (is_last && n == left ? 2 : 0);
        handle = request(f, lane, part, qwords, (unsigned)count);
        text += n;
        left -= n;
    }
    return handle;
}

static uint64_t append_args(struct fixture *f, unsigned lane, uint64_t handle, const uint64_t *args,
                            unsigned count, bool is_last)
{
    return request(f, lane, (handle & ~UINT64_C(0xe0)) | (uint64_t)count << 5 | (is_last ? 2 : 0),
                   args, count);
}

static void printf_of_two_lanes_interleaved(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    const char *format = "lane %d: %s and a format that is longer than one part of a message: %g\n";
    uint64_t a = printf_begin(&f, 3, 0), b = printf_begin(&f, 40, 0);
    assert_int_equal(a & 0xff, 0);
    assert_int_not_equal(a, b);
    a = append_string(&f, 3, a, format, false);
    b = append_string(&f, 40, b, format, false);
    uint64_t three = 3, forty = 40, value;
    double half = 0.5;
    memcpy(&value, &half, 8);
    a = append_args(&f, 3, a, &three, 1, false);
    b = append_args(&f, 40, b, &forty, 1, false);
    a = append_string(&f, 3, a, "three", false);
    b = append_string(&f, 40, b, "a string of forty characters, or so, long", false);
    uint64_t printed = append_args(&f, 40, b, &value, 1, true);
    append_args(&f, 3, a, &value, 1, true);
    const char *second = "lane 40: a string of forty characters, or so, long and a format that is "
                         "longer than one part of a message: 0.5\n";
    char expect[400];
    snprintf(expect, sizeof expect, "%s%s", second,
             "lane 3: three and a format that is longer than one part of a message: 0.5\n");
    assert_string_equal(f.out, expect);
    assert_int_equal(printed, strlen(second));
    /* handles are used again */
    assert_true(printf_begin(&f, 0, 0) == a || printf_begin(&f, 0, 0) == b);
    end(&f);
}

static void parts_without_a_beginning_are_ignored(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    uint64_t value = 1;
    assert_int_equal(append_args(&f, 0, UINT64_C(1234) << 8, &value, 1, true), 0);
    assert_int_equal(append_args(&f, 0, UINT64_MAX & ~UINT64_C(1), &value, 1, true), 0);
    uint64_t a = printf_begin(&f, 0, 0);
    assert_int_equal(request(&f, 0, a | 2, NULL, 0), 0); /* ends without a format */
    assert_string_equal(f.out, "");
    end(&f);
}

static void device_memory(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    const uint64_t slab_args[8] = {0, 2 << 20}, block_args[8] = {0, 5000};
    uint64_t slab = call(&f, 3, 0, slab_args), block = call(&f, 3, 1, block_args);
    assert_true(slab && slab % (2 << 20) == 0);
    assert_true(block && block % 4096 == 0);
    uint64_t base;
    size_t size;
    assert_int_equal(shoal_mem_find(f.device, block + 4999, &base, &size), SHOAL_OK);
    assert_int_equal(base, block);
    assert_int_equal(size, 5000);
    assert_int_equal(shoal_mem_free(f.device, block), SHOAL_E_ARG); /* the kernel's */
    const uint64_t free_args[8] = {block, 0};
    call(&f, 3, 0, free_args);
    assert_int_equal(shoal_mem_find(f.device, block, &base, &size), SHOAL_E_NOT_FOUND);
    const uint64_t huge_args[8] = {0, UINT64_MAX};
    assert_int_equal(call(&f, 3, 0, huge_args), 0);
    end(&f);
}

static void unknown_services_answer_zero_and_warn_once(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    const uint64_t args[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(call(&f, 1, 5, args), 0);
    assert_int_equal(call(&f, 77, 5, args), 0);
    assert_string_equal(f.log, "kernel raw asks the host for service 1 (function call), which is "
                               "not supported; it gets 0");
    end(&f);
}

static void all_packets_can_be_out_at_once(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct device_buffer *b = buffer_of(&f);
    uint64_t count = b->index_mask + 1;
    uint64_t *packets = calloc(count, sizeof *packets);
    uint8_t *seen = calloc(count, 1);
    assert_non_null(packets);
    assert_non_null(seen);
    for (uint64_t i = 0; i < count; i++) {
        packets[i] = pop(b);
        assert_true(packets[i] != 0);
        assert_int_equal(seen[packets[i] & b->index_mask]++, 0);
    }
    assert_int_equal(b->free_stack, 0);
    for (uint64_t i = 0; i < count; i++) {
        header_at(b, packets[i])->activemask = 0;
        header_at(b, packets[i])->control = 1;
        push_ready(b, packets[i]);
    }
    hostcall_serve(f.launch);
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(header_at(b, packets[i])->control, 0);
    /* a list that a kernel has made a ring of does not hang the host */
    header_at(b, packets[0])->next = packets[0];
    b->ready_stack = packets[0];
    hostcall_serve(f.launch);
    free(packets);
    free(seen);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printf_of_two_lanes_interleaved),
        cmocka_unit_test(parts_without_a_beginning_are_ignored),
        cmocka_unit_test(device_memory),
        cmocka_unit_test(unknown_services_answer_zero_and_warn_once),
        cmocka_unit_test(all_packets_can_be_out_at_once),
    };
    return cmocka_run_group_tests_name("engine hostcall", tests, NULL, NULL);
}
