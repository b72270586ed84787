/* action.c: what an operation of a stream or a node of a graph does when its turn comes. */
#include "event.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/check.h"
#include "shoal/profile.h"

/* ---- faults ------------------------------------------------------------------------------ */

hipError_t device_status(int device)
{
    return (hipError_t)atomic_load_explicit(&hip.devices[device].sticky, memory_order_relaxed);
}

static hipError_t error_of_fault(const shoal_fault *f)
{
    switch (f->cause) {
    case SHOAL_FAULT_MEMORY:
    case SHOAL_FAULT_MISALIGNED:
    case SHOAL_FAULT_PC:
    case SHOAL_FAULT_LDS:
        return hipErrorIllegalAddress;
    case SHOAL_FAULT_TIMEOUT:
        return hipErrorLaunchTimeOut;
    default:
        return hipErrorLaunchFailure;
    }
}

/* One report per fault: later launches of the device do not begin. kernel NULL: none. */
static hipError_t report(int device, hipError_t error, const char *text, const char *kernel)
{
    int none = hipSuccess;
    bool is_first = atomic_compare_exchange_strong(&hip.devices[device].sticky, &none, (int)error);
    if (!is_first)
        return error;
    fprintf(stderr, "shoal: device %d: %s\n", device, text);
    char name[512] = "";
    if (kernel)
        shoal_kernel_readable_name(kernel, name, sizeof name);
    if (kernel && strcmp(name, kernel) != 0)
        fprintf(stderr, "  kernel %s\n", name);
    if (hip.has_abort) {
        shoal_profile_report();
        abort();
    }
    return error;
}

static hipError_t fail(int device, shoal_status status)
{
    shoal_fault fault = {0};
    bool is_fault = status == SHOAL_E_FAULT || status == SHOAL_E_TIMEOUT;
    is_fault = is_fault && shoal_last_fault(hip.shoal, &fault);
    hipError_t error = is_fault ? error_of_fault(&fault) : hip_error_of(status);
    return report(device, error, shoal_last_error(hip.shoal), is_fault ? fault.kernel : NULL);
}

/* ---- what actions do ------------------------------------------------------------------------ */

/* Sets up resource 0 of global wave sync, which grid barriers use, for a number of arrivals
 * less one: as ROCm, by a kernel of its own. */
static const uint32_t gws_init[] = {
    0xf4000100, 0xf8000000, /* s_load_b32 s4, s[0:1], null */
    0xbefd0080,             /* s_mov_b32 m0, 0 */
    0xbf89fc07,             /* s_waitcnt lgkmcnt(0) */
    0x7e000204,             /* v_mov_b32 v0, s4 */
    0xd8660000, 0x00000000, /* ds_gws_init v0 gds */
    0xbf89fc07,             /* s_waitcnt lgkmcnt(0) */
    0xbfb00000,             /* s_endpgm */
};
/* The resource is one of the device: cooperative launches run one after the other. */
static pthread_mutex_t cooperative_lock = PTHREAD_MUTEX_INITIALIZER;

static shoal_status init_barrier(uint64_t groups)
{
    static shoal_module *module;
    const shoal_load_options raw = {.raw = true};
    shoal_status st = SHOAL_OK;
    if (!module)
        st = shoal_module_load(hip.shoal, gws_init, sizeof gws_init, &raw, &module);
    if (st != SHOAL_OK)
        return st;
    uint32_t last = (uint32_t)(groups - 1);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = &last;
    d.args_size = sizeof last;
    d.concurrent = true;
    return shoal_launch(hip.shoal, shoal_module_kernel_at(module, 0), &d, NULL);
}

/* What kernels find as hidden_multigrid_sync_arg: the device library's grid barrier counts in it
 * where it does not use global wave sync, as that of ROCm 6 on gfx11, and its presence is what
 * grid_group::is_valid asks for. Grids of several devices do not wait for each other. */
struct grid_sync {
    uint64_t grids; /* address of what all grids count in */
    uint32_t grid, grid_count;
    uint64_t items_before, items;
    uint32_t arrived[2]; /* work-groups, and how often all of them had */
    uint32_t group_count;
};

static shoal_status make_grid_sync(const shoal_launch_desc *d, uint64_t groups, uint64_t *out)
{
    static uint64_t at; /* under cooperative_lock */
    shoal_status st = SHOAL_OK;
    if (!at)
        st = shoal_mem_alloc(hip.shoal, sizeof(struct grid_sync), 64, &at);
    const struct grid_sync sync = {
        .items = d->grid[0] * d->grid[1] * d->grid[2],
        .group_count = (uint32_t)groups,
    };
    *out = at;
    return st == SHOAL_OK ? shoal_mem_write(hip.shoal, at, &sync, sizeof sync) : st;
}

static shoal_status run_cooperative(shoal_kernel *kernel, shoal_launch_desc *d)
{
    uint64_t groups = 1;
    for (int i = 0; i < 3; i++)
        groups *= (d->grid[i] + d->block[i] - 1) / d->block[i];
    pthread_mutex_lock(&cooperative_lock);
    uint64_t task = shoal_check_enter(hip.shoal, 0); /* what follows is the runtime's own memory */
    shoal_status st = init_barrier(groups);
    if (st == SHOAL_OK)
        st = make_grid_sync(d, groups, &d->multigrid_sync);
    shoal_check_enter(hip.shoal, task);
    if (st == SHOAL_OK)
        st = shoal_profile_launch(hip.shoal, kernel, d, NULL);
    pthread_mutex_unlock(&cooperative_lock);
    return st;
}

static hipError_t run_kernel(struct action *a, int device)
{
    shoal_kernel *kernel;
    HIP_TRY(function_kernel(a->kernel.function, device, &kernel));
    shoal_launch_desc d = shoal_launch_desc_default();
    for (int i = 0; i < 3; i++) {
        d.grid[i] = a->kernel.grid[i];
        d.block[i] = a->kernel.block[i];
    }
    d.args = a->kernel.args;
    d.args_size = a->kernel.args_bytes;
    d.dynamic_lds_bytes = a->kernel.lds_bytes;
    d.concurrent = true;
    d.engine = hip.engine;
    d.timeout_seconds = hip.timeout_seconds;
    shoal_status st = a->kernel.is_cooperative ? run_cooperative(kernel, &d)
                                               : shoal_profile_launch(hip.shoal, kernel, &d, NULL);
    return st == SHOAL_OK ? hipSuccess : fail(device, st);
}

/* Tells a checker of a row that was copied, or read by the host. */
static void tell_copy(uint8_t *to, const uint8_t *from, size_t bytes, const void *caller)
{
    uint64_t t = (uint64_t)(uintptr_t)to, f = (uint64_t)(uintptr_t)from;
    bool is_device = t - hip.window_base < hip.window_size;
    shoal_check_memory(hip.shoal, is_device ? SHOAL_CHECK_COPIED : SHOAL_CHECK_READ, t, f, bytes,
                       caller);
}

static void move_row(uint8_t *to, const uint8_t *from, size_t bytes, const void *caller)
{
    memmove(to, from, bytes);
    tell_copy(to, from, bytes, caller);
}

static void run_copy(const struct action *a)
{
    size_t width = a->copy.width;
    struct box to = a->copy.to, from = a->copy.from;
    if (width == 0)
        return;
    if (to.pitch == width && from.pitch == width) { /* rows without gaps */
        width *= a->copy.height;
        to.pitch = from.pitch = 0;
    }
    if (!to.pitch && to.slice == width && from.slice == width) {
        move_row(to.at, from.at, width * a->copy.depth, a->caller);
        return;
    }
    for (size_t z = 0; z < a->copy.depth; z++) {
        uint8_t *t = to.at + z * to.slice;
        const uint8_t *f = from.at + z * from.slice;
        for (size_t y = 0; y < (to.pitch ? a->copy.height : 1); y++)
            move_row(t + y * to.pitch, f + y * from.pitch, width, a->caller);
    }
}

static void fill_row(uint8_t *at, uint32_t value, unsigned element_bytes, size_t count,
                     const void *caller)
{
    shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, (uint64_t)(uintptr_t)at, 0,
                       element_bytes * count, caller);
    if (element_bytes == 1) {
        memset(at, (int)value, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(at + i * element_bytes, &value, element_bytes); /* little-endian host */
}

static void run_fill(const struct action *a)
{
    for (size_t z = 0; z < a->fill.depth; z++)
        for (size_t y = 0; y < a->fill.height; y++)
            fill_row(a->fill.to.at + z * a->fill.to.slice + y * a->fill.to.pitch, a->fill.value,
                     a->fill.element_bytes, a->fill.width, a->caller);
}

static hipError_t run_work(const struct action *a, int device)
{
    char text[256] = "";
    if (a->host.work->run(a->host.work, text, sizeof text))
        return hipSuccess;
    return report(device, hipErrorIllegalAddress, text, NULL);
}

/* After a fault, device work is left out; the program's own functions still run. */
hipError_t action_run(struct action *a, int device, hipError_t before)
{
    hipError_t sticky = device_status(device);
    if (sticky != hipSuccess)
        before = sticky;
    bool is_work = a->kind == ACTION_HOST && a->host.work;
    if (before != hipSuccess && (a->kind != ACTION_HOST || is_work) && a->kind != ACTION_CALLBACK &&
        a->kind != ACTION_FREE && a->kind != ACTION_EVENT_SIGNAL)
        return before;
    switch (a->kind) {
    case ACTION_KERNEL:
        return run_kernel(a, device);
    case ACTION_COPY:
        run_copy(a);
        break;
    case ACTION_FILL:
        run_fill(a);
        break;
    case ACTION_HOST:
        if (is_work)
            return run_work(a, device);
        a->host.fn(a->host.user);
        break;
    case ACTION_CALLBACK:
        a->host.callback(a->host.stream, before, a->host.user);
        break;
    case ACTION_EVENT_RECORD:
        hip_lock();
        event_set_locked(a->event.event, NULL);
        hip_unlock();
        break;
    case ACTION_EVENT_SIGNAL:
        event_share_signal(a->event.event, a->event.ticket);
        break;
    case ACTION_EVENT_WAIT: { /* in a graph, or of an event that processes share */
        if (a->event.event->share) {
            uint64_t ticket = a->event.ticket;
            event_share_wait(a->event.event, ticket ? ticket : event_share_latest(a->event.event),
                             device);
            break;
        }
        hip_lock();
        struct op *op = a->event.event->op;
        hipError_t error = op && !atomic_load(&op->is_done) ? op_wait_locked(op) : hipSuccess;
        hip_unlock();
        return error;
    }
    case ACTION_VALUES:
        values_run(a, device);
        break;
    case ACTION_FREE:
        hip_thread.caller = a->caller;
        if (a->memory.ticket) {
            hip_lock();
            pool_freed_locked(a->memory.ticket);
            hip_unlock();
        } else if (!a->memory.graph) {
            block_free(a->memory.address, 1 << BLOCK_DEVICE | 1 << BLOCK_IMPORTED);
        }
        hip_thread.caller = NULL;
        break;
    case ACTION_GRAPH:
        return exec_run(a->graph.exec, device);
    case ACTION_ALLOC: /* the memory is there since the node was made */
    case ACTION_EMPTY:
        break;
    }
    return hipSuccess;
}

hipError_t action_run_node(struct action *a, int device)
{
    hip_lock();
    const void *lacks = action_lacks_locked(a);
    hip_unlock();
    if (!lacks)
        return action_run(a, device, hipSuccess);
    char text[128];
    snprintf(text, sizeof text, "a graph's %s: the memory at %p was freed",
             a->kind == ACTION_COPY ? "copy" : "memset", lacks);
    return report(device, hipErrorIllegalAddress, text, NULL);
}

/* ---- ownership ---------------------------------------------------------------------------------
 */

void action_clear_locked(struct action *a)
{
    switch (a->kind) {
    case ACTION_KERNEL:
        function_unref(a->kernel.function);
        free(a->kernel.args);
        a->kernel.args = NULL;
        break;
    case ACTION_VALUES:
        free(a->values.ops);
        a->values.ops = NULL;
        break;
    case ACTION_HOST:
        if (a->host.work && atomic_fetch_sub(&a->host.work->refs, 1) == 1)
            a->host.work->destroy(a->host.work);
        a->host.work = NULL;
        break;
    case ACTION_EVENT_RECORD:
    case ACTION_EVENT_WAIT:
    case ACTION_EVENT_SIGNAL:
        event_unref_locked(a->event.event);
        a->event.event = NULL;
        break;
    case ACTION_GRAPH:
        exec_unref_locked(a->graph.exec);
        a->graph.exec = NULL;
        break;
    case ACTION_ALLOC:
    case ACTION_FREE:
        graph_memory_unref_locked(a->memory.graph);
        a->memory.graph = NULL;
        break;
    default:
        break;
    }
    a->kind = ACTION_EMPTY;
}

static void *copy_of(const void *bytes, size_t size, struct action *owner)
{
    void *copy = malloc(size + 1);
    if (copy)
        memcpy(copy, bytes, size);
    else
        owner->kind = ACTION_EMPTY;
    return copy;
}

hipError_t action_clone_locked(const struct action *from, struct action *to)
{
    *to = *from;
    switch (from->kind) {
    case ACTION_KERNEL:
        to->kernel.args = copy_of(from->kernel.args, from->kernel.args_bytes, to);
        if (!to->kernel.args)
            return hipErrorOutOfMemory;
        function_ref(to->kernel.function);
        break;
    case ACTION_VALUES:
        to->values.ops = copy_of(from->values.ops, from->values.count * sizeof *to->values.ops, to);
        if (!to->values.ops)
            return hipErrorOutOfMemory;
        break;
    case ACTION_HOST:
        if (to->host.work)
            atomic_fetch_add(&to->host.work->refs, 1);
        break;
    case ACTION_EVENT_RECORD:
    case ACTION_EVENT_WAIT:
    case ACTION_EVENT_SIGNAL:
        to->event.event->refs++;
        break;
    case ACTION_GRAPH:
        exec_ref_locked(to->graph.exec);
        break;
    case ACTION_ALLOC:
    case ACTION_FREE:
        graph_memory_ref_locked(to->memory.graph);
        break;
    default:
        break;
    }
    return hipSuccess;
}
