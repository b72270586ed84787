/* device.c: creating and destroying devices, and what waves ask of them. */
#include "engine/device.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/hostcall.h"
#include "engine/jit.h"
#include "engine/launch.h"
#include "engine/signals.h"

/* Apertures of flat addresses: not canonical on x86-64 and in no process's memory. */
#define SHARED_BASE  (UINT64_C(1) << 48)
#define PRIVATE_BASE (UINT64_C(2) << 48)

/* The address space of a process, for host_addresses: from the second page to the last
 * user address. */
#define HOST_BASE UINT64_C(4096)
#define HOST_END  ((UINT64_C(1) << 47) - 4096)

enum { MSG_INTERRUPT = 1 };

uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* 100 MHz, as S_MEMREALTIME's counter. */
static uint64_t realtime(struct machine *m) { return (clock_ns() - device_of(m)->start_ns) / 10; }

static void message(struct machine *m, struct wave *wave, uint32_t number, uint32_t payload)
{
    (void)wave;
    (void)payload;
    if (number == MSG_INTERRUPT)
        hostcall_serve(device_of(m));
}

void device_log(shoal_device *device, shoal_log_level level, const char *format, ...)
{
    if (!device->log)
        return;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pthread_mutex_lock(&device->log_lock);
    device->log(device->log_user, level, text);
    pthread_mutex_unlock(&device->log_lock);
}

void device_print(shoal_device *device, const char *bytes, size_t size)
{
    if (size == 0)
        return;
    pthread_mutex_lock(&device->print_lock);
    if (device->print)
        device->print(device->print_user, bytes, size);
    else
        fwrite(bytes, 1, size, stdout);
    pthread_mutex_unlock(&device->print_lock);
}

static unsigned core_count(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > POOL_MAX_THREADS ? POOL_MAX_THREADS : (unsigned)n;
}

shoal_status device_create(const struct isa_exec *isa, const shoal_device_options *options,
                           struct diag *diag, shoal_device **out)
{
    if (options->threads > POOL_MAX_THREADS)
        return diag_fail(diag, SHOAL_E_ARG, "%u threads are too many; the limit is %d.",
                         options->threads, POOL_MAX_THREADS);
    shoal_device *d = calloc(1, sizeof *d);
    if (!d)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    shoal_status st = window_init(&d->window, options->window_bytes, diag);
    if (st != SHOAL_OK) {
        free(d);
        return st;
    }
    d->isa = isa;
    d->threads = options->threads ? options->threads : core_count();
    d->host_addresses = options->host_addresses;
    d->log = options->log;
    d->log_user = options->log_user;
    d->print = options->print;
    d->print_user = options->print_user;
    d->start_ns = clock_ns();
    d->machine = (struct machine){
        .window_base = d->host_addresses ? HOST_BASE : d->window.base,
        .window_size = d->host_addresses ? HOST_END - HOST_BASE : d->window.size,
        .shared_base = SHARED_BASE,
        .private_base = PRIVATE_BASE,
        .find_code = code_map_find,
        .message = message,
        .realtime = realtime,
    };
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->log_lock, NULL);
    pthread_mutex_init(&d->print_lock, NULL);
    pool_init(&d->pool);
    queue_init(&d->queue);
    signals_install();
    *out = d;
    return SHOAL_OK;
}

void device_destroy(shoal_device *d)
{
    queue_destroy(d);
    pool_destroy(&d->pool);
    while (d->modules)
        module_free(d->modules);
    code_map_destroy(d);
    hostcall_destroy(d);
    jit_unload(d);
    for (int i = 0; i < POOL_MAX_THREADS; i++)
        worker_free(d->workers[i]);
    window_destroy(&d->window);
    signals_remove();
    pthread_mutex_destroy(&d->lock);
    pthread_mutex_destroy(&d->log_lock);
    pthread_mutex_destroy(&d->print_lock);
    free(d);
}
