/* device.c: what a device does for its program, and checks of what is asked of it. */
#include "engine/device.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine/process.h"

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

shoal_status device_check_lanes(const struct isa_exec *isa, uint32_t lanes, struct diag *diag)
{
    if (lanes && !(lanes & (lanes - 1)) && lanes & isa->lanes_supported)
        return SHOAL_OK;
    char list[64];
    size_t used = 0;
    for (uint32_t i = 1; i && i <= isa->lanes_supported; i *= 2)
        if (isa->lanes_supported & i)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%" PRIu32,
                                     used ? ", " : "", i);
    return diag_fail(diag, SHOAL_E_ARG, "A %s of %" PRIu32 " %ss is not possible; there are: %s.",
                     isa->wave_name, lanes, isa->lane_name, list);
}

shoal_status device_check_process(const shoal_device *device, struct diag *diag)
{
    if (device->generation == process_generation())
        return SHOAL_OK;
    return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                     "The device belongs to the parent process: its threads do not exist in this "
                     "one. Create a device after fork, or use exec.");
}
