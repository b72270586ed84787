/* ranges.c: memory of the process that kernels may access beside the device's window.
 *
 * Waves look ranges up without locks and only for addresses outside the window: the list is
 * never changed but replaced, and old lists are kept until no launch runs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ranges.h"

/* Index of the first range that begins above `at`. */
static size_t upper_index(const struct host_ranges *r, uint64_t at)
{
    size_t low = 0, high = r ? r->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->ranges[middle].base <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ranges_allow(const struct machine *machine, uint64_t at, uint64_t bytes)
{
    struct shoal_device *device = (struct shoal_device *)(uintptr_t)machine;
    const struct host_ranges *r = atomic_load_explicit(&device->host_ranges, memory_order_acquire);
    size_t index = upper_index(r, at);
    if (index == 0)
        return false;
    const struct host_range *range = &r->ranges[index - 1];
    return at - range->base < range->size && bytes <= range->size - (at - range->base);
}

static void publish(shoal_device *device, struct host_ranges *ranges)
{
    struct host_ranges *old = atomic_load_explicit(&device->host_ranges, memory_order_relaxed);
    atomic_store_explicit(&device->host_ranges, ranges, memory_order_release);
    if (old) {
        old->retired = device->retired_ranges;
        device->retired_ranges = old;
    }
}

static struct host_ranges *create(size_t count)
{
    return calloc(1, sizeof(struct host_ranges) + count * sizeof(struct host_range));
}

static shoal_status add_locked(shoal_device *device, uint64_t base, uint64_t size,
                               struct diag *diag)
{
    const struct host_ranges *old =
        atomic_load_explicit(&device->host_ranges, memory_order_relaxed);
    size_t count = old ? old->count : 0, index = upper_index(old, base);
    if ((index > 0 && base - old->ranges[index - 1].base < old->ranges[index - 1].size) ||
        (index < count && old->ranges[index].base - base < size))
        return diag_fail(diag, SHOAL_E_ARG,
                         "%" PRIu64 " bytes at %#" PRIx64
                         " overlap memory that is registered already.",
                         size, base);
    struct host_ranges *ranges = create(count + 1);
    if (!ranges)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    ranges->count = count + 1;
    if (index)
        memcpy(ranges->ranges, old->ranges, index * sizeof ranges->ranges[0]);
    ranges->ranges[index] = (struct host_range){base, size};
    if (count > index)
        memcpy(ranges->ranges + index + 1, old->ranges + index,
               (count - index) * sizeof ranges->ranges[0]);
    publish(device, ranges);
    return SHOAL_OK;
}

shoal_status ranges_add(shoal_device *device, uint64_t base, uint64_t size, struct diag *diag)
{
    const struct window *w = &device->window;
    if (w->host_offset)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Addresses of this device are not addresses of the process.");
    if (!base || !size || base + size < base)
        return diag_fail(diag, SHOAL_E_ARG,
                         "There is no memory of %" PRIu64 " bytes at %#" PRIx64 " to register.",
                         size, base);
    if (base < w->base + w->size && w->base < base + size)
        return diag_fail(diag, SHOAL_E_ARG,
                         "%#" PRIx64 " is device memory; only other memory can be registered.",
                         base);
    pthread_mutex_lock(&device->lock);
    shoal_status st = add_locked(device, base, size, diag);
    pthread_mutex_unlock(&device->lock);
    return st;
}

static shoal_status remove_locked(shoal_device *device, uint64_t base, struct diag *diag)
{
    const struct host_ranges *old =
        atomic_load_explicit(&device->host_ranges, memory_order_relaxed);
    size_t index = upper_index(old, base);
    if (index == 0 || old->ranges[index - 1].base != base)
        return diag_fail(diag, SHOAL_E_ARG, "No registered memory starts at %#" PRIx64 ".", base);
    index--;
    struct host_ranges *ranges = create(old->count - 1);
    if (!ranges)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    ranges->count = old->count - 1;
    memcpy(ranges->ranges, old->ranges, index * sizeof ranges->ranges[0]);
    memcpy(ranges->ranges + index, old->ranges + index + 1,
           (ranges->count - index) * sizeof ranges->ranges[0]);
    publish(device, ranges);
    return SHOAL_OK;
}

shoal_status ranges_remove(shoal_device *device, uint64_t base, struct diag *diag)
{
    pthread_mutex_lock(&device->lock);
    shoal_status st = remove_locked(device, base, diag);
    pthread_mutex_unlock(&device->lock);
    return st;
}

void ranges_collect(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct host_ranges *r = device->retired_ranges;
    device->retired_ranges = NULL;
    pthread_mutex_unlock(&device->lock);
    while (r) {
        struct host_ranges *next = r->retired;
        free(r);
        r = next;
    }
}

void ranges_destroy(shoal_device *device)
{
    ranges_collect(device);
    free(atomic_load_explicit(&device->host_ranges, memory_order_relaxed));
    atomic_store_explicit(&device->host_ranges, NULL, memory_order_relaxed);
}
