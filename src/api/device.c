/* device.c: shoal.h, part "device": options, creation, version. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/error.h"
#include "check/environment.h"
#include "engine/device.h"
#include "engine/lifetime.h"
#include "isa/registry.h"
#include "shoal/graphics.h"

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)

const char *shoal_version(void)
{
    return TEXT(SHOAL_VERSION_MAJOR) "." TEXT(SHOAL_VERSION_MINOR) "." TEXT(SHOAL_VERSION_PATCH);
}

shoal_device_options shoal_device_options_default(void) { return (shoal_device_options){0}; }

static void append(char *text, size_t size, size_t *used, const char *format, const char *name)
{
    int n = snprintf(text + *used, size - *used, format, name);
    *used += n > 0 && (size_t)n < size - *used ? (size_t)n : 0;
}

static shoal_status no_such_isa(const char *name)
{
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; shoal_isa_name_at(i); i++)
        append(known, sizeof known, &used,
               !i                         ? "\"%s\""
               : shoal_isa_name_at(i + 1) ? ", \"%s\""
                                          : " and \"%s\"",
               shoal_isa_name_at(i));
    return api_error(NULL, SHOAL_E_NOT_FOUND,
                     "There is no instruction set \"%s\"; this version has %s.", name, known);
}

/* The chip that the options ask for, by its name or its instruction set. */
static shoal_status choose_chip(const shoal_device_options *o, const shoal_chip **out)
{
    *out = o->chip ? shoal_chip_find(o->chip) : chip_default(o->isa);
    if (*out && !(*out)->is_generic && (!o->isa || strcmp(o->isa, (*out)->isa) == 0))
        return SHOAL_OK;
    if (!o->chip || (o->isa && !chip_default(o->isa)))
        return no_such_isa(o->isa);
    if (*out && !(*out)->is_generic)
        return api_error(NULL, SHOAL_E_ARG, "Chip %s has the instruction set %s, not %s.", o->chip,
                         (*out)->isa, o->isa);
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; shoal_chip_at(i); i++)
        if (!shoal_chip_at(i)->is_generic)
            append(known, sizeof known, &used, i ? ", %s" : "%s", shoal_chip_at(i)->name);
    return api_error(NULL, SHOAL_E_NOT_FOUND, "There is no chip \"%s\"; this version has %s.",
                     o->chip, known);
}

shoal_status shoal_device_create(const shoal_device_options *options, shoal_device **out)
{
    if (!out)
        return api_error(NULL, SHOAL_E_ARG, "shoal_device_create: out is NULL.");
    *out = NULL;
    shoal_device_options o = options ? *options : shoal_device_options_default();
    const char *named = o.host_cpu ? "host_cpu" : "SHOAL_CPU";
    if (!o.host_cpu)
        o.host_cpu = getenv("SHOAL_CPU");
    const shoal_chip *chip;
    SHOAL_TRY(choose_chip(&o, &chip));
    const struct isa_exec *isa = isa_exec_find(chip->isa, o.host_cpu);
    if (!isa)
        return api_error(NULL, SHOAL_E_UNSUPPORTED,
                         "%s \"%s\" is not one of sse2, avx2, avx512 that this CPU and this "
                         "build have.",
                         named, o.host_cpu ? o.host_cpu : "");
    struct diag diag = {0};
    if (device_create(isa, chip, &o, &diag, out) != SHOAL_OK)
        return api_fail(NULL, &diag);
    check_environment(*out);
    return SHOAL_OK;
}

void shoal_device_destroy(shoal_device *device)
{
    if (device)
        device_destroy(device);
}

const shoal_chip *shoal_device_get_chip(const shoal_device *device)
{
    return device ? device->chip : NULL;
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
