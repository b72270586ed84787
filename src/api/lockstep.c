/* lockstep.c: shoal/lockstep.h. */
#include "engine/lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/error.h"
#include "engine/launch_create.h"
#include "engine/launch_run.h"
#include "engine/queue.h"
#include "engine/signals.h"
#include "engine/workgroup.h"

/* Waves are stepped one by one, in the interpreter, whatever the launch asks for. */
static shoal_launch_desc stepped(const shoal_launch_desc *desc)
{
    shoal_launch_desc d = *desc;
    d.engine = SHOAL_ENGINE_INTERP;
    d.threads = 1;
    d.timeout_seconds = 0;
    d.observer = NULL;
    d.progress = NULL;
    d.start = NULL;
    return d;
}

static struct worker *worker_create(shoal_device *device)
{
    struct worker *k = aligned_alloc(_Alignof(struct worker), sizeof *k);
    if (k) {
        memset(k, 0, sizeof *k);
        k->device = device;
    }
    return k;
}

static shoal_status create(shoal_device *device, struct launch *launch, shoal_lockstep **out)
{
    shoal_lockstep *l = calloc(1, sizeof *l);
    struct worker *k = worker_create(device);
    if (!l || !k || queue_hold(launch) != SHOAL_OK) {
        free(l);
        free(k);
        return diag_fail(&launch->diag, SHOAL_E_NOMEM, "Out of host memory.");
    }
    if (launch_prepare(launch) != SHOAL_OK) {
        queue_release(launch);
        free(l);
        free(k);
        return launch->diag.status;
    }
    signals_ensure();
    l->launch = launch;
    l->worker = k;
    *out = l;
    return SHOAL_OK;
}

shoal_status shoal_lockstep_create(shoal_device *device, shoal_kernel *kernel,
                                   const shoal_launch_desc *desc, shoal_lockstep **out)
{
    if (!device || !kernel || !desc || !out)
        return api_error(device, SHOAL_E_ARG,
                         "A lockstep needs a device, a kernel, a desc and a place for it.");
    *out = NULL;
    shoal_launch_desc d = stepped(desc);
    struct diag diag = {0};
    struct launch *launch;
    if (launch_create(device, kernel, &d, &diag, &launch) != SHOAL_OK)
        return api_fail(device, &diag);
    if (create(device, launch, out) != SHOAL_OK) {
        diag = launch->diag;
        launch_destroy(launch);
        return api_fail(device, &diag);
    }
    return SHOAL_OK;
}

void shoal_lockstep_destroy(shoal_lockstep *l)
{
    if (!l)
        return;
    while (l->groups)
        lockstep_drop(l, l->groups->index);
    worker_free(l->worker);
    queue_release(l->launch);
    launch_destroy(l->launch);
    free(l);
}

shoal_lockstep_shape shoal_lockstep_get_shape(const shoal_lockstep *l)
{
    const struct launch *launch = l->launch;
    return (shoal_lockstep_shape){
        .groups = {launch->groups[0], launch->groups[1], launch->groups[2]},
        .waves = launch->group_waves,
        .wave_lanes = launch->lanes,
        .entry = launch->kernel->entry,
        .start_address = launch->state.entry,
    };
}

/* The wave, whose work-group begins if it has not. */
static shoal_status find(shoal_lockstep *l, uint64_t group, uint32_t wave,
                         struct lockstep_group **out)
{
    struct launch *launch = l->launch;
    if (group >= launch->group_count)
        return api_error(launch->device, SHOAL_E_ARG,
                         "The launch has %" PRIu64 " work-groups; there is no number %" PRIu64 ".",
                         launch->group_count, group);
    struct lockstep_group *g = lockstep_group(l, group);
    if (!g)
        return api_error(launch->device, SHOAL_E_NOMEM, "Out of host memory.");
    if (wave >= g->slot->group.wave_count)
        return api_error(launch->device, SHOAL_E_ARG,
                         "Work-group %" PRIu64 " has %" PRIu32 " %ss; there is no number %" PRIu32
                         ".",
                         group, g->slot->group.wave_count, launch->device->isa->wave_name, wave);
    *out = g;
    return SHOAL_OK;
}

shoal_status shoal_lockstep_step(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                 shoal_retired *out)
{
    struct lockstep_group *g;
    if (out)
        *out = (shoal_retired){0};
    SHOAL_TRY(find(l, group, wave, &g));
    shoal_device *device = l->launch->device;
    const char *name = device->isa->wave_name;
    shoal_wave_status status = lockstep_status(g->slot, wave);
    if (out)
        out->status = status;
    if (status == SHOAL_WAVE_ENDED)
        return api_error(device, SHOAL_E_ARG, "%s %" PRIu32 " of work-group %" PRIu64 " has ended.",
                         name, wave, group);
    if (status != SHOAL_WAVE_RUNS)
        return api_error(device, SHOAL_E_BUSY, "%s %" PRIu32 " of work-group %" PRIu64 " %s.", name,
                         wave, group,
                         status == SHOAL_WAVE_WAITS ? "waits at a barrier" : "is halted");
    if (lockstep_step(l, g, wave, out) != SHOAL_OK)
        return api_fail(device, &l->launch->diag);
    return SHOAL_OK;
}

shoal_status shoal_lockstep_where(shoal_lockstep *l, uint64_t group, uint32_t wave, uint64_t *pc,
                                  shoal_wave_status *status)
{
    struct lockstep_group *g;
    SHOAL_TRY(find(l, group, wave, &g));
    shoal_wave_status now = lockstep_status(g->slot, wave);
    const struct wave *w = slot_wave(l->launch, g->slot, wave);
    if (status)
        *status = now;
    if (pc)
        *pc = now == SHOAL_WAVE_ENDED ? 0 : l->launch->device->isa->op_pc(w, w->next);
    return SHOAL_OK;
}

size_t shoal_lockstep_read(shoal_lockstep *l, uint64_t group, uint32_t wave,
                           shoal_register_file file, unsigned index, uint32_t *values)
{
    struct lockstep_group *g;
    if (find(l, group, wave, &g) != SHOAL_OK)
        return 0;
    return l->launch->device->isa->read_register(slot_wave(l->launch, g->slot, wave),
                                                 (unsigned)file, index, values);
}

shoal_status shoal_lockstep_set(shoal_lockstep *l, uint64_t group, uint32_t wave,
                                shoal_register_file file, unsigned index, const uint32_t *values)
{
    struct lockstep_group *g;
    SHOAL_TRY(find(l, group, wave, &g));
    const struct isa_exec *isa = l->launch->device->isa;
    if (!isa->write_register(slot_wave(l->launch, g->slot, wave), (unsigned)file, index, values))
        return api_error(l->launch->device, SHOAL_E_ARG,
                         "Register %u of file %u does not exist, or cannot be set to that.", index,
                         (unsigned)file);
    return SHOAL_OK;
}

shoal_status shoal_lockstep_jump(shoal_lockstep *l, uint64_t group, uint32_t wave, uint64_t pc)
{
    struct lockstep_group *g;
    SHOAL_TRY(find(l, group, wave, &g));
    struct launch *launch = l->launch;
    struct machine *m = &launch->device->machine;
    struct code *code = m->find_code(m, pc, launch->state.variant);
    if (!code || pc & 3)
        return api_error(launch->device, SHOAL_E_ARG, "There is no code at %#" PRIx64 ".", pc);
    struct wave *w = slot_wave(launch, g->slot, wave);
    w->code = code;
    w->next = launch->device->isa->op_find(code, pc - code->base);
    return SHOAL_OK;
}

void shoal_lockstep_drop(shoal_lockstep *l, uint64_t group) { lockstep_drop(l, group); }
