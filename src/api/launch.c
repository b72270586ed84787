/* launch.c: shoal.h, part "launch". */
#include "engine/launch_create.h"
#include "engine/queue.h"

#include <stdlib.h>

#include "api/error.h"
#include "shoal/graphics.h"

struct shoal_completion {
    struct launch *launch;
};

shoal_launch_desc shoal_launch_desc_default(void)
{
    return (shoal_launch_desc){.grid = {1, 1, 1}, .block = {1, 1, 1}};
}

static shoal_status create(shoal_device *device, shoal_kernel *kernel,
                           const shoal_launch_desc *desc, struct launch **out)
{
    if (!device || !kernel || !desc)
        return api_error(device, SHOAL_E_ARG, "A launch needs a device, a kernel and a desc.");
    struct diag diag = {0};
    if (launch_create(device, kernel, desc, &diag, out) != SHOAL_OK)
        return api_fail(device, &diag);
    return SHOAL_OK;
}

static shoal_status result(const struct launch *l, shoal_launch_stats *stats)
{
    if (stats)
        *stats = l->stats;
    return l->diag.status == SHOAL_OK ? SHOAL_OK : api_fail(l->device, &l->diag);
}

shoal_status shoal_launch(shoal_device *device, shoal_kernel *kernel, const shoal_launch_desc *desc,
                          shoal_launch_stats *stats)
{
    struct launch *l;
    SHOAL_TRY(create(device, kernel, desc, &l));
    queue_run(l);
    shoal_status st = result(l, stats);
    launch_destroy(l);
    return st;
}

shoal_status shoal_launch_async(shoal_device *device, shoal_kernel *kernel,
                                const shoal_launch_desc *desc, shoal_completion **out)
{
    if (!out)
        return api_error(device, SHOAL_E_ARG, "shoal_launch_async: out is NULL.");
    *out = NULL;
    struct launch *l;
    SHOAL_TRY(create(device, kernel, desc, &l));
    struct diag diag = {0};
    shoal_completion *c = malloc(sizeof *c);
    if (!c)
        diag_fail(&diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (!c || queue_start(l, &diag) != SHOAL_OK) {
        free(c);
        launch_destroy(l);
        return api_fail(device, &diag);
    }
    c->launch = l;
    *out = c;
    return SHOAL_OK;
}

shoal_status shoal_completion_wait(shoal_completion *completion, shoal_launch_stats *stats)
{
    if (!completion)
        return api_error(NULL, SHOAL_E_ARG, "shoal_completion_wait: completion is NULL.");
    queue_wait(completion->launch);
    return result(completion->launch, stats);
}

bool shoal_completion_done(const shoal_completion *completion)
{
    return !completion || queue_is_done(completion->launch);
}

void shoal_completion_destroy(shoal_completion *completion)
{
    if (!completion)
        return;
    queue_wait(completion->launch);
    launch_destroy(completion->launch);
    free(completion);
}

bool shoal_last_fault(shoal_device *device, shoal_fault *out)
{
    if (!device)
        return false;
    pthread_mutex_lock(&device->lock);
    bool has_fault = device->failure.cause != SHOAL_FAULT_NONE;
    if (has_fault && out)
        *out = device->failure;
    pthread_mutex_unlock(&device->lock);
    return has_fault;
}

shoal_wave_start shoal_wave_start_default(void) { return (shoal_wave_start){0}; }
