/* device.c: shoal.h, part "device": options, creation, version. */
#include <stdlib.h>

#include "api/error.h"
#include "engine/device.h"
#include "shoal/graphics.h"

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)

const char *shoal_version(void)
{
    return TEXT(SHOAL_VERSION_MAJOR) "." TEXT(SHOAL_VERSION_MINOR) "." TEXT(SHOAL_VERSION_PATCH);
}

shoal_device_options shoal_device_options_default(void) { return (shoal_device_options){0}; }

shoal_status shoal_device_create(const shoal_device_options *options, shoal_device **out)
{
    if (!out)
        return api_error(NULL, SHOAL_E_ARG, "shoal_device_create: out is NULL.");
    *out = NULL;
    shoal_device_options o = options ? *options : shoal_device_options_default();
    const char *named = o.host_cpu ? "host_cpu" : "SHOAL_CPU";
    if (!o.host_cpu)
        o.host_cpu = getenv("SHOAL_CPU");
    const struct isa_exec *isa = isa_exec_find(o.isa, o.host_cpu);
    if (!isa) {
        if (!isa_exec_find(o.isa, NULL))
            return api_error(NULL, SHOAL_E_NOT_FOUND,
                             "There is no instruction set \"%s\"; this version has \"rdna3\" and "
                             "\"ventus\".",
                             o.isa ? o.isa : "rdna3");
        return api_error(NULL, SHOAL_E_UNSUPPORTED,
                         "%s \"%s\" is not one of sse2, avx2, avx512 that this CPU and this "
                         "build have.",
                         named, o.host_cpu ? o.host_cpu : "");
    }
    struct diag diag = {0};
    if (device_create(isa, &o, &diag, out) != SHOAL_OK)
        return api_fail(NULL, &diag);
    return SHOAL_OK;
}

void shoal_device_destroy(shoal_device *device)
{
    if (device)
        device_destroy(device);
}

void shoal_device_set_border_colors(shoal_device *device, uint64_t address)
{
    device->machine.border_colors = address;
}

void shoal_device_set_trap_handler(shoal_device *device, uint64_t handler, uint64_t memory)
{
    device->machine.trap_handler = handler;
    device->machine.trap_memory = memory;
}

void shoal_device_trap(shoal_device *device)
{
    atomic_fetch_add_explicit(&device->machine.host_traps, 1, memory_order_release);
}

shoal_status shoal_device_set_watch(shoal_device *device, unsigned number, uint64_t address,
                                    uint64_t size)
{
    if (number > 3)
        return api_error(device, SHOAL_E_ARG, "There are address watches 0 to 3, not %u.", number);
    device->machine.watches[number].address = address;
    device->machine.watches[number].bytes = size;
    return SHOAL_OK;
}
