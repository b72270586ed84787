/* error.c: see error.h. A device has no error text of its own: threads must not see each
 * other's, except that of launches, which belong to no thread. */
#include "api/error.h"

#include <string.h>

#include "engine/device.h"

static _Thread_local struct {
    const shoal_device *device; /* NULL: of shoal_device_create */
    uint64_t start_ns;          /* of that device: addresses are used again */
    char text[sizeof((struct diag *)0)->text];
} latest;

static uint64_t start_of(const shoal_device *device) { return device ? device->start_ns : 0; }

shoal_status api_fail(const shoal_device *device, const struct diag *diag)
{
    latest.device = device;
    latest.start_ns = start_of(device);
    memcpy(latest.text, diag->text, sizeof latest.text);
    return diag->status;
}

shoal_status api_error(const shoal_device *device, shoal_status status, const char *format, ...)
{
    struct diag diag = {0};
    va_list args;
    va_start(args, format);
    diag_vfail(&diag, status, format, args);
    va_end(args);
    return api_fail(device, &diag);
}

const char *shoal_last_error(shoal_device *device)
{
    if (latest.device == device && latest.start_ns == start_of(device) && latest.text[0])
        return latest.text;
    latest.device = device;
    latest.start_ns = start_of(device);
    latest.text[0] = 0;
    if (device) {
        pthread_mutex_lock(&device->lock);
        memcpy(latest.text, device->failure_text, sizeof device->failure_text);
        pthread_mutex_unlock(&device->lock);
    }
    return latest.text;
}
