/* memory.c: shoal.h, part "memory". */
#include <inttypes.h>
#include <string.h>

#include "api/error.h"
#include "engine/checker.h"
#include "engine/code_map.h"
#include "engine/device.h"
#include "engine/ranges.h"

/* Tells the device's checker. */
static void tell(shoal_device *device, enum checker_memory what, uint64_t to, uint64_t from,
                 size_t size, const void *caller)
{
    if (device->checker && device->checker->memory && size)
        device->checker->memory(device->checker, what, to, from, size, caller);
}

/* is_owed: as in struct allocation. What a program allocates here goes with its device. */
static shoal_status mem_alloc(shoal_device *device, size_t size, size_t align, const void *caller,
                              bool is_owed, uint64_t *out_address)
{
    struct diag diag = {0};
    if (!device || !out_address)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_alloc: device or out_address is NULL.");
    if (align < device->isa->alloc_align)
        align = device->isa->alloc_align;
    if (window_alloc(&device->window, size, align, OWNER_USER, &diag, out_address) != SHOAL_OK)
        return api_fail(device, &diag);
    if (caller)
        window_set_caller(&device->window, *out_address, caller, is_owed);
    tell(device, MEMORY_UNWRITTEN, *out_address, 0, size, caller);
    return SHOAL_OK;
}

shoal_status shoal_mem_alloc_for(shoal_device *device, size_t size, size_t align,
                                 const void *caller, uint64_t *out_address)
{
    return mem_alloc(device, size, align, caller, caller != NULL, out_address);
}

shoal_status shoal_mem_alloc(shoal_device *device, size_t size, size_t align, uint64_t *out_address)
{
    return mem_alloc(device, size, align, __builtin_return_address(0), false, out_address);
}

shoal_status shoal_mem_alloc_at(shoal_device *device, uint64_t address, size_t size)
{
    struct diag diag = {0};
    if (!device)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_alloc_at: device is NULL.");
    if (window_alloc_at(&device->window, address, size, OWNER_USER, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

shoal_status shoal_mem_free_for(shoal_device *device, uint64_t address, const void *caller)
{
    struct diag diag = {0};
    if (!device)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_free: device is NULL.");
    if (address && window_free(&device->window, address, OWNER_USER, caller, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

shoal_status shoal_mem_free(shoal_device *device, uint64_t address)
{
    return shoal_mem_free_for(device, address, __builtin_return_address(0));
}

shoal_status shoal_mem_map(shoal_device *device, uint64_t address, size_t size, void **out_pointer)
{
    struct diag diag = {0};
    if (!device || !out_pointer)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_map: device or out_pointer is NULL.");
    *out_pointer = NULL;
    if (window_check(&device->window, address, size, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    *out_pointer = device_host(device, address);
    tell(device, MEMORY_WRITTEN, address, 0, size, NULL); /* the host may, at any time */
    return SHOAL_OK;
}

/* A map for copies: nothing to copy needs no address, and data must be somewhere. */
static shoal_status map_copy(shoal_device *device, uint64_t address, const void *data, size_t size,
                             void **out)
{
    struct diag diag = {0};
    *out = NULL;
    if (!device || (size && !data))
        return api_error(device, SHOAL_E_ARG, "A copy of %zu bytes needs a device and a pointer.",
                         size);
    if (size && window_check(&device->window, address, size, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    if (size)
        *out = device_host(device, address);
    return SHOAL_OK;
}

/* The same for what is stored to: not code, whose pages are write-protected. */
static shoal_status map_target(shoal_device *device, uint64_t to, const void *data, size_t size,
                               void **out)
{
    SHOAL_TRY(map_copy(device, to, data, size, out));
    if (!size || !code_map_has(device, to, size))
        return SHOAL_OK;
    return api_error(device, SHOAL_E_ARG,
                     "%zu bytes at %#" PRIx64 " are, or reach into, the code of a module, which "
                     "stays as it was loaded unless SHOAL_CODE_WRITABLE=1 is set.",
                     size, to);
}

shoal_status shoal_mem_write(shoal_device *device, uint64_t to, const void *from, size_t size)
{
    void *at;
    SHOAL_TRY(map_target(device, to, from, size, &at));
    if (size)
        memcpy(at, from, size);
    tell(device, MEMORY_WRITTEN, to, 0, size, NULL);
    return SHOAL_OK;
}

shoal_status shoal_mem_read(shoal_device *device, void *to, uint64_t from, size_t size)
{
    void *at;
    SHOAL_TRY(map_copy(device, from, to, size, &at));
    if (size)
        memcpy(to, at, size);
    tell(device, MEMORY_READ, 0, from, size, __builtin_return_address(0));
    return SHOAL_OK;
}

shoal_status shoal_mem_copy(shoal_device *device, uint64_t to, uint64_t from, size_t size)
{
    void *source, *target;
    SHOAL_TRY(map_copy(device, from, &from, size, &source));
    SHOAL_TRY(map_target(device, to, &to, size, &target));
    if (to - from < size || from - to < size) {
        if (size)
            return api_error(device, SHOAL_E_ARG,
                             "%zu bytes at %#" PRIx64 " and at %#" PRIx64 " overlap.", size, from,
                             to);
    } else {
        memcpy(target, source, size);
        tell(device, MEMORY_COPIED, to, from, size, NULL);
    }
    return SHOAL_OK;
}

shoal_status shoal_mem_fill(shoal_device *device, uint64_t to, uint8_t value, size_t size)
{
    void *at;
    SHOAL_TRY(map_target(device, to, &value, size, &at));
    if (size)
        memset(at, value, size);
    tell(device, MEMORY_WRITTEN, to, 0, size, NULL);
    return SHOAL_OK;
}

shoal_status shoal_mem_find(shoal_device *device, uint64_t address, uint64_t *out_base,
                            size_t *out_size)
{
    if (!device || !out_base || !out_size)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_find: an argument is NULL.");
    struct allocation a;
    if (!window_find(&device->window, address, &a) || a.owner == OWNER_ENGINE)
        return api_error(device, SHOAL_E_NOT_FOUND, "There is no allocation at %#" PRIx64 ".",
                         address);
    *out_base = a.base;
    *out_size = a.size;
    return SHOAL_OK;
}

void shoal_mem_window(const shoal_device *device, uint64_t *out_base, uint64_t *out_size)
{
    *out_base = device->window.base;
    *out_size = device->window.size;
}

shoal_status shoal_mem_register(shoal_device *device, void *pointer, size_t size)
{
    struct diag diag = {0};
    if (!device)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_register: device is NULL.");
    if (ranges_add(device, (uint64_t)(uintptr_t)pointer, size, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

shoal_status shoal_mem_unregister(shoal_device *device, void *pointer)
{
    struct diag diag = {0};
    if (!device)
        return api_error(device, SHOAL_E_ARG, "shoal_mem_unregister: device is NULL.");
    if (ranges_remove(device, (uint64_t)(uintptr_t)pointer, &diag) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}
