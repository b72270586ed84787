/* lifetime.c: making and ending devices and modules, and what waves ask of their device. */
#include "engine/lifetime.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "engine/checker.h"
#include "engine/code_map.h"
#include "engine/code_refresh.h"
#include "engine/device.h"
#include "engine/graphics.h"
#include "engine/hostcall.h"
#include "engine/jit.h"
#include "engine/jit_service.h"
#include "engine/module.h"
#include "engine/printf.h"
#include "engine/process.h"
#include "engine/queue.h"
#include "engine/ranges.h"
#include "engine/signals.h"
#include "engine/slot.h"

/* The address space of a process, for host_addresses: from the second page to the last
 * user address. */
#define HOST_BASE UINT64_C(4096)
#define HOST_END  ((UINT64_C(1) << 47) - 4096)

enum { MSG_INTERRUPT = 1 };

/* 100 MHz, as S_MEMREALTIME's counter. */
static uint64_t realtime(struct machine *m) { return (clock_ns() - device_of(m)->start_ns) / 10; }

static void warn_of_copy(struct launch *l, uint32_t destination)
{
    if (!atomic_exchange(&l->has_warned, true))
        device_log(l->device, SHOAL_LOG_WARNING,
                   "kernel %s: the destination of a copy, %#" PRIx32
                   ", is no address of local memory; it and others like it count from CSR_LDS",
                   l->kernel->info->name, destination);
}

static void message(struct machine *m, struct wave *wave, uint32_t number, uint32_t payload)
{
    if (number == MSG_INTERRUPT)
        hostcall_serve(launch_of(wave));
    else if (number == MACHINE_MESSAGE_CODE)
        code_map_refresh(device_of(m));
    else if (number == MACHINE_MESSAGE_COPY)
        warn_of_copy(launch_of(wave), payload);
    else if (number == MACHINE_MESSAGE_PRINT)
        printf_poll(launch_of(wave));
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0] && strcmp(value, "0") != 0;
}

static unsigned core_count(void)
{
    unsigned n = cores_usable();
    return n > POOL_MAX_THREADS ? POOL_MAX_THREADS : n;
}

shoal_status device_create(const struct isa_exec *isa, const struct shoal_chip *chip,
                           const shoal_device_options *options, struct diag *diag,
                           shoal_device **out)
{
    if (options->threads > POOL_MAX_THREADS)
        return diag_fail(diag, SHOAL_E_ARG, "%u threads are too many; the limit is %d.",
                         options->threads, POOL_MAX_THREADS);
    uint32_t lanes = options->wave_lanes ? options->wave_lanes : isa->default_lanes;
    SHOAL_TRY(device_check_lanes(isa, lanes, diag));
    if (isa->window_bytes && (options->host_addresses || options->window_bytes))
        return diag_fail(diag, SHOAL_E_ARG,
                         "A device with 32-bit addresses has %" PRIu64
                         " MiB of its own: host_addresses and window_bytes are not possible.",
                         isa->window_bytes >> 20);
    if (!isa->window_bytes && (options->open_memory || options->lenient_copies))
        return diag_fail(diag, SHOAL_E_ARG, "%s is for devices with 32-bit addresses (ventus).",
                         options->open_memory ? "open_memory" : "lenient_copies");
    process_prepare();
    shoal_device *d = calloc(1, sizeof *d);
    size_t share_bytes = (isa->share_bytes + 63) & ~(size_t)63;
    void *share = share_bytes ? aligned_alloc(64, share_bytes) : NULL;
    if (!d || (share_bytes && !share)) {
        free(d);
        free(share);
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    }
    if (share)
        memset(share, 0, share_bytes);
    const struct window_shape shape = {
        .bytes = isa->window_bytes,
        .first = isa->alloc_base,
        /* what the engine needs beside programs' memory: from the last eighth */
        .engine_first = isa->window_bytes / 8 * 7,
        .is_open = options->open_memory,
    };
    shoal_status st = window_init(&d->window, options->window_bytes, &shape, diag);
    if (st != SHOAL_OK) {
        free(share);
        free(d);
        return st;
    }
    d->isa = isa;
    d->chip = chip;
    d->generation = process_generation();
    d->lanes = lanes;
    d->dialect = options->dialect;
    d->threads = options->threads ? options->threads : core_count();
    d->host_cpu = options->host_cpu ? isa->host_cpu : NULL;
    d->host_addresses = options->host_addresses;
    d->log = options->log;
    d->log_user = options->log_user;
    d->print = options->print;
    d->print_user = options->print_user;
    d->start_ns = clock_ns();
    d->machine = (struct machine){
        .window_base = d->host_addresses ? HOST_BASE : d->window.base,
        .window_size = d->host_addresses ? HOST_END - HOST_BASE : d->window.size,
        .guard = d->host_addresses ? 0 : d->window.guard,
        .host_offset = d->window.host_offset,
        .lds_faults = options->lds_faults,
        .lenient_copies = options->lenient_copies,
        .code_is_writable = is_set("SHOAL_CODE_WRITABLE"),
        .shared_base = isa->shared_base,
        .private_base = isa->private_base,
        .allows = ranges_allow,
        .find_code = code_map_find,
        .message = message,
        .export_data = start_export,
        .realtime = realtime,
        .share = share,
    };
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->log_lock, NULL);
    pthread_mutex_init(&d->print_lock, NULL);
    queue_init(&d->queue);
    signals_install();
    *out = d;
    return SHOAL_OK;
}

void device_destroy(shoal_device *d)
{
    if (d->generation != process_generation())
        return;
    queue_destroy(d);
    if (d->checker)
        d->checker->destroy(d->checker);
    jit_destroy(d);
    while (d->modules)
        module_free(d->modules);
    code_map_destroy(d);
    ranges_destroy(d);
    window_destroy(&d->window);
    signals_remove();
    pthread_mutex_destroy(&d->lock);
    pthread_mutex_destroy(&d->log_lock);
    pthread_mutex_destroy(&d->print_lock);
    free(d->machine.share);
    free(d);
}

shoal_status module_unload(shoal_module *m, struct diag *diag)
{
    SHOAL_TRY(device_check_process(m->device, diag));
    unsigned pending = atomic_load(&m->pending);
    if (pending)
        return diag_fail(diag, SHOAL_E_BUSY,
                         "The module cannot be unloaded: %u launch%s of its kernels %s pending.",
                         pending, pending == 1 ? "" : "es", pending == 1 ? "is" : "are");
    jit_forget(m);
    module_free(m);
    return SHOAL_OK;
}

static bool is_in_place(const shoal_module *m, uint64_t address, uint64_t size)
{
    if (m->allocation_count || m->region_count != 1)
        return false;
    const struct region *r = m->regions[0];
    return r->base < address + size && address < r->base + r->size_bytes;
}

shoal_status module_displace(shoal_device *device, uint64_t address, uint64_t size,
                             struct diag *diag)
{
    shoal_module *m;
    do {
        pthread_mutex_lock(&device->lock);
        for (m = device->modules; m && !is_in_place(m, address, size);)
            m = m->next;
        pthread_mutex_unlock(&device->lock);
        if (m && atomic_load(&m->pending))
            return diag_fail(diag, SHOAL_E_BUSY,
                             "The code at %#" PRIx64 " cannot be replaced: a launch of kernel %s "
                             "is pending.",
                             m->regions[0]->base, m->kernels[0].info->name);
        if (m) {
            jit_forget(m);
            code_map_remove(device, m->regions, m->region_count);
            m->region_count = 0;
            m->is_displaced = true;
        }
    } while (m);
    return SHOAL_OK;
}
