/* hostcall.c: services of the host for running HIP kernels.
 *
 * A wave takes a packet from the free stack, writes a request per lane, pushes the packet on
 * the ready stack, adds to the doorbell signal, sends MSG_INTERRUPT and waits until the
 * packet's ready bit is clear. The message lets the engine answer at once, in the wave's own
 * thread. Stacks hold packet numbers with a tag above index_mask against reuse; 0 is empty.
 *
 * Reference: the bitcode of ROCm's device library, __ockl_hostcall_internal (layout, stacks,
 * bits), __ockl_fprintf_* (messages), __ockl_dm_* (memory). */
#include "engine/hostcall.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/format.h"

enum {
    /* More than waves can be resident: the device code does not look for an empty stack. */
    PACKETS = 16384,
    LANES = 64,
    PAYLOAD_QWORDS = 8,
    HEAP_BYTES = 128 << 10, /* hidden_heap_v1, zero at first */
    CONTROL_READY = 1,
    MAX_MESSAGES = 1 << 16,
    MAX_MESSAGE_QWORDS = 1 << 20,
};

enum service { SERVICE_CALL = 1, SERVICE_PRINTF, SERVICE_MEMORY, SERVICE_SANITIZER };

/* Descriptor of a part of a message, first qword of a printf request. */
enum { PART_BEGIN = 1, PART_END = 2, PART_COUNT_SHIFT = 5, PART_COUNT_MASK = 7, PART_ID_SHIFT = 8 };

struct packet_header {
    uint64_t next, active_lanes;
    uint32_t service;
    _Atomic uint32_t control;
};

struct signal {
    int64_t kind;
    _Atomic int64_t value;
    uint64_t event_mailbox;
    uint32_t event_id, reserved0;
    uint64_t start_ts, end_ts, queue;
    uint32_t reserved1[2];
};

struct buffer {
    uint64_t headers, payloads, doorbell;
    _Atomic uint64_t free_stack, ready_stack;
    uint64_t index_mask;
};

/* All of it in one piece of device memory. */
struct shared {
    struct buffer buffer;
    _Alignas(64) struct signal doorbell;
    _Alignas(64) uint64_t mailbox;
    _Alignas(64) struct packet_header headers[PACKETS];
    _Alignas(4096) uint64_t payloads[PACKETS][LANES][PAYLOAD_QWORDS];
};

/* printf in progress: its parts so far. */
struct message {
    bool is_used;
    uint64_t *qwords;
    size_t count, capacity;
};

struct hostcall {
    struct shared *shared; /* device memory */
    pthread_mutex_t lock;
    struct message *messages;
    size_t message_count;
    bool has_warned;
};

/* ---- printf ------------------------------------------------------------------------- */

static bool find_message(struct hostcall *h, uint64_t *out)
{
    for (size_t i = 0; i < h->message_count; i++)
        if (!h->messages[i].is_used) {
            h->messages[i].is_used = true;
            h->messages[i].count = 0;
            *out = i;
            return true;
        }
    if (h->message_count >= MAX_MESSAGES)
        return false;
    size_t count = h->message_count ? h->message_count * 2 : 64;
    struct message *grown = realloc(h->messages, count * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + h->message_count, 0, (count - h->message_count) * sizeof *grown);
    *out = h->message_count;
    h->messages = grown;
    h->message_count = count;
    h->messages[*out].is_used = true;
    return true;
}

static bool add_qwords(struct message *m, const uint64_t *qwords, size_t count)
{
    if (m->count + count > MAX_MESSAGE_QWORDS)
        return false;
    if (m->count + count > m->capacity) {
        size_t capacity = (m->count + count) * 2 + 16;
        uint64_t *grown = realloc(m->qwords, capacity * sizeof *grown);
        if (!grown)
            return false;
        m->qwords = grown;
        m->capacity = capacity;
    }
    memcpy(m->qwords + m->count, qwords, count * sizeof *qwords);
    m->count += count;
    return true;
}

struct message_args {
    struct format_source source; /* first */
    const uint8_t *at, *end;
};

/* A qword, or a string padded to whole qwords. */
static bool next_qword(struct format_source *source, char conversion, struct format_arg *out)
{
    struct message_args *m = (struct message_args *)source;
    size_t left = (size_t)(m->end - m->at), size = 8;
    if (left < 8)
        return false;
    if (conversion == 's')
        size = (strnlen((const char *)m->at, left) + 8) & ~(size_t)7;
    if (size > left)
        size = left;
    *out = (struct format_arg){m->at, size};
    m->at += size;
    return true;
}

/* A whole message: qword 0 says where to (0: stdout, 1: stderr), then format and arguments.
 * Returns the number of bytes printed. */
static uint64_t print_message(shoal_device *device, const struct message *m)
{
    if (m->count < 2)
        return 0;
    const uint8_t *bytes = (const uint8_t *)m->qwords;
    struct message_args args = {{next_qword}, bytes + 8, bytes + m->count * 8};
    struct format_arg format;
    struct format_text text = {0};
    next_qword(&args.source, 's', &format);
    format_print(&text, (const char *)format.bytes,
                 strnlen((const char *)format.bytes, format.size), false, &args.source);
    if (m->qwords[0] == 1 && !device->print)
        fwrite(text.bytes, 1, text.size, stderr);
    else
        device_print(device, text.bytes, text.size);
    free(text.bytes);
    return text.size;
}

/* One part; returns the handle for the next one, or what printf returns. */
static uint64_t serve_printf(const struct launch *l, const uint64_t *payload)
{
    struct hostcall *h = l->context->hostcall;
    uint64_t part = payload[0], id = part >> PART_ID_SHIFT;
    size_t count = part >> PART_COUNT_SHIFT & PART_COUNT_MASK;
    if (part & PART_BEGIN) {
        if (!find_message(h, &id))
            return 0;
    } else if (id >= h->message_count || !h->messages[id].is_used) {
        return 0;
    }
    struct message *m = &h->messages[id];
    if (!add_qwords(m, payload + 1, count)) {
        m->is_used = false; /* too long, or no memory: the output is lost */
        return 0;
    }
    if (!(part & PART_END))
        return id << PART_ID_SHIFT;
    m->is_used = false;
    return print_message(l->device, m);
}

/* ---- memory ------------------------------------------------------------------------- */

/* Device malloc: an address of 0 asks for bytes, another is freed. The device library gets
 * slabs of 2 MiB and tells other blocks from slabs by their alignment. */
static uint64_t serve_memory(shoal_device *device, const uint64_t *payload)
{
    uint64_t address = payload[0], bytes = payload[1], out = 0;
    if (address) {
        window_free(&device->window, address, OWNER_KERNEL, NULL, NULL);
    } else if (bytes) {
        uint64_t align = bytes % WINDOW_MAX_ALIGN == 0 ? WINDOW_MAX_ALIGN : 4096;
        window_alloc(&device->window, bytes, align, OWNER_KERNEL, NULL, &out);
    }
    return out;
}

/* ---- packets -------------------------------------------------------------------------- */

static void warn_once(const struct launch *l, uint32_t service)
{
    if (l->context->hostcall->has_warned)
        return;
    l->context->hostcall->has_warned = true;
    device_log(l->device, SHOAL_LOG_WARNING,
               "kernel %s asks the host for service %" PRIu32 " (%s), which is not supported; it "
               "gets 0",
               l->kernel->info->name, service,
               service == SERVICE_CALL        ? "function call"
               : service == SERVICE_SANITIZER ? "sanitizer report"
                                              : "unknown");
}

static void serve_packet(const struct launch *l, uint64_t index)
{
    struct shared *shared = l->context->hostcall->shared;
    struct packet_header *header = &shared->headers[index];
    uint64_t lanes = header->active_lanes;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t *payload = shared->payloads[index][__builtin_ctzll(lanes)];
        uint64_t answer = 0;
        if (header->service == SERVICE_PRINTF)
            answer = serve_printf(l, payload);
        else if (header->service == SERVICE_MEMORY)
            answer = serve_memory(l->device, payload);
        else
            warn_once(l, header->service);
        payload[0] = answer;
        payload[1] = 0;
    }
    atomic_fetch_and_explicit(&header->control, ~(uint32_t)CONTROL_READY, memory_order_release);
}

void hostcall_serve(const struct launch *l)
{
    struct hostcall *h = l->context->hostcall;
    if (!h)
        return;
    struct buffer *buffer = &h->shared->buffer;
    if (atomic_load_explicit(&buffer->ready_stack, memory_order_relaxed) == 0)
        return;
    pthread_mutex_lock(&h->lock);
    uint64_t top = atomic_exchange_explicit(&buffer->ready_stack, 0, memory_order_acquire);
    /* The latest is on top: turn the list round. A kernel can write anything here, so the
     * list is no longer than there are packets. */
    uint64_t first = 0;
    for (unsigned i = 0; top && i < PACKETS; i++) {
        struct packet_header *header = &h->shared->headers[top & (PACKETS - 1)];
        uint64_t next = header->next;
        header->next = first;
        first = top;
        top = next;
    }
    for (unsigned i = 0; first && i < PACKETS; i++) {
        uint64_t index = first & (PACKETS - 1);
        first = h->shared->headers[index].next;
        serve_packet(l, index);
    }
    pthread_mutex_unlock(&h->lock);
}

/* ---- set-up ----------------------------------------------------------------------------- */

/* Stacks as they are when no wave runs: a wave that faulted keeps its packet for ever. */
static void reset_stacks(struct shared *shared)
{
    for (uint64_t i = 0; i < PACKETS; i++) {
        /* Numbers carry the tag 1, or packet 0 would look like an empty stack. */
        shared->headers[i].next = i ? (PACKETS | (i - 1)) : 0;
        atomic_store_explicit(&shared->headers[i].control, 0, memory_order_relaxed);
    }
    shared->buffer = (struct buffer){
        .headers = (uint64_t)(uintptr_t)shared->headers,
        .payloads = (uint64_t)(uintptr_t)shared->payloads,
        .doorbell = (uint64_t)(uintptr_t)&shared->doorbell,
        .free_stack = PACKETS | (PACKETS - 1),
        .index_mask = PACKETS - 1,
    };
    shared->doorbell.event_mailbox = (uint64_t)(uintptr_t)&shared->mailbox;
    shared->doorbell.event_id = 1;
}

/* Blocks that one kernel allocates, another may free: all launches share the heap. */
static shoal_status make_heap(struct launch *l)
{
    shoal_device *device = l->device;
    shoal_status st = SHOAL_OK;
    pthread_mutex_lock(&device->lock);
    if (!device->heap)
        st = window_alloc(&device->window, HEAP_BYTES, 4096, OWNER_ENGINE, &l->diag, &device->heap);
    pthread_mutex_unlock(&device->lock);
    return st;
}

shoal_status hostcall_setup(struct launch *l)
{
    SHOAL_TRY(make_heap(l));
    if (l->context->hostcall)
        return SHOAL_OK;
    struct hostcall *h = calloc(1, sizeof *h);
    if (!h)
        return diag_fail(&l->diag, SHOAL_E_NOMEM, "Out of host memory.");
    uint64_t address = 0;
    shoal_status st = window_alloc(&l->device->window, sizeof(struct shared), 4096, OWNER_ENGINE,
                                   &l->diag, &address);
    if (st != SHOAL_OK) {
        free(h);
        return st;
    }
    h->shared = (struct shared *)(uintptr_t)address;
    reset_stacks(h->shared);
    pthread_mutex_init(&h->lock, NULL);
    l->context->hostcall = h;
    return SHOAL_OK;
}

void hostcall_finish(const struct launch *l)
{
    struct hostcall *h = l->context->hostcall;
    if (!h)
        return;
    hostcall_serve(l);
    for (size_t i = 0; i < h->message_count; i++)
        h->messages[i].is_used = false;
    if (atomic_load(&l->is_stopped))
        reset_stacks(h->shared);
}

void hostcall_destroy(struct hostcall *h)
{
    if (!h)
        return;
    for (size_t i = 0; i < h->message_count; i++)
        free(h->messages[i].qwords);
    free(h->messages);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

uint64_t hostcall_buffer(const struct launch *l)
{
    const struct hostcall *h = l->context->hostcall;
    return h ? (uint64_t)(uintptr_t)&h->shared->buffer : 0;
}

uint64_t hostcall_heap(const shoal_device *device) { return device->heap; }
