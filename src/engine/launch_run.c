/* launch_run.c: sets up device memory, lets the workers run all work-groups, and collects
 * statistics, output and the fault. */
#include "engine/launch_run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "engine/checker.h"
#include "engine/dispatch.h"
#include "engine/hostcall.h"
#include "engine/jit.h"
#include "engine/kernarg.h"
#include "engine/printf.h"

static void keep_failure(struct launch *l)
{
    shoal_device *device = l->device;
    pthread_mutex_lock(&device->lock);
    if (l->has_fault)
        device->failure = l->fault;
    memcpy(device->failure_text, l->diag.text, sizeof device->failure_text);
    pthread_mutex_unlock(&device->lock);
}

/* Waves begin without asking whether there is code. */
static shoal_status check_entry(struct launch *l)
{
    struct machine *m = &l->device->machine;
    if (m->find_code(m, l->state.entry, l->state.variant))
        return SHOAL_OK;
    return diag_fail(&l->diag, SHOAL_E_ARG,
                     "Kernel %s starts at %#" PRIx64 ", where the file has no code, or there is no "
                     "memory to decode it.",
                     l->kernel->info->name, l->state.entry);
}

/* The launch's checker may need memory. */
static shoal_status check_begin(struct launch *l)
{
    if (!l->checker || (l->check = l->checker->begin(l->checker, l)))
        return SHOAL_OK;
    return diag_fail(&l->diag, SHOAL_E_NOMEM, "Out of host memory for the checks of kernel %s.",
                     l->kernel->info->name);
}

shoal_status launch_prepare(struct launch *l)
{
    SHOAL_TRY(kernarg_setup(l));
    return check_entry(l);
}

void launch_conclude(struct launch *l)
{
    if (l->has_fault)
        diag_fail(&l->diag,
                  l->fault.cause == SHOAL_FAULT_TIMEOUT    ? SHOAL_E_TIMEOUT
                  : l->fault.cause == SHOAL_FAULT_INTERNAL ? SHOAL_E_INTERNAL
                                                           : SHOAL_E_FAULT,
                  "%s", l->fault.message);
    if (l->diag.status != SHOAL_OK)
        keep_failure(l);
}

void launch_forget_fault(struct launch *l)
{
    l->has_fault = false;
    l->diag = (struct diag){0};
    atomic_store(&l->is_stopped, false);
}

void launch_run(struct launch *l)
{
    l->stats.engine = SHOAL_ENGINE_INTERP;
    /* Above 2^33 seconds, which is past the life of the clock, there is no limit. */
    if (l->desc.timeout_seconds > 0 && l->desc.timeout_seconds < 0x1p33)
        l->deadline_ns = clock_ns() + (uint64_t)ceil(l->desc.timeout_seconds * 1e9);
    jit_begin(l);
    if (launch_prepare(l) == SHOAL_OK && check_begin(l) == SHOAL_OK) {
        l->start_ns = clock_ns();
        l->next_progress_ns = l->start_ns + 50000000;
        dispatch(l);
        jit_finish(l);
        l->stats.kernel_ms = (double)(clock_ns() - l->start_ns) * 1e-6;
        if (l->uses_hostcall)
            hostcall_finish(l);
        if (l->uses_printf)
            printf_flush(l);
        if (l->check)
            l->checker->end(l);
    }
    launch_conclude(l);
}
