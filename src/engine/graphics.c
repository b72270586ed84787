/* graphics.c: the state that a caller gives to one wave, and what comes back. */
#include "engine/graphics.h"

#include <inttypes.h>
#include <string.h>

#include "shoal/graphics.h"
#include "shoal/observe.h"

shoal_status start_check(const struct shoal_kernel *kernel, const shoal_launch_desc *d,
                         struct diag *diag)
{
    const shoal_wave_start *t = d->start;
    const struct isa_exec *isa = kernel->module->device->isa;
    uint64_t items = d->grid[0] * d->grid[1] * d->grid[2];
    uint32_t lanes = d->wave_lanes ? d->wave_lanes : kernel->config.lanes;
    uint32_t lds = kernel->info->group_size + d->dynamic_lds_bytes;
    if (!isa->wave_start)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED, "Waves of %s cannot be given a state.",
                         isa->isa);
    if (items > lanes || d->block[0] * d->block[1] * d->block[2] < items)
        return diag_fail(diag, SHOAL_E_ARG,
                         "A launch with a start state is one wave of %" PRIu32
                         " lanes; the grid has %" PRIu64 " work-items.",
                         lanes, items);
    if (t->sgpr_count > isa->start_sgprs || (t->sgpr_count && !t->sgprs))
        return diag_fail(diag, SHOAL_E_ARG,
                         "sgpr_count is %" PRIu32 "; at most %" PRIu32
                         " values are possible, and sgprs must point to them.",
                         t->sgpr_count, isa->start_sgprs);
    if (t->vgpr_count > isa->start_vgprs || (t->vgpr_count && !t->vgprs))
        return diag_fail(diag, SHOAL_E_ARG,
                         "vgpr_count is %" PRIu32 "; at most %" PRIu32
                         " registers are possible, and vgprs must point to them.",
                         t->vgpr_count, isa->start_vgprs);
    if (t->lds_size > lds || (t->lds_size && !t->lds))
        return diag_fail(diag, SHOAL_E_ARG,
                         "lds has %zu bytes, but the launch allocates %" PRIu32
                         ": raise dynamic_lds_bytes.",
                         t->lds_size, lds);
    if (t->export_capacity && !t->exports)
        return diag_fail(diag, SHOAL_E_ARG, "exports is NULL, but export_capacity is %zu.",
                         t->export_capacity);
    return SHOAL_OK;
}

void start_apply(struct launch *l, struct slot *s, struct wave *w)
{
    shoal_wave_start *t = l->desc.start;
    if (t->lds_size)
        memcpy(s->group.lds, t->lds, t->lds_size);
    t->export_count = 0;
    l->device->isa->wave_start(w, t);
}

void start_collect(struct launch *l, struct wave *w)
{
    shoal_wave_start *t = l->desc.start;
    const struct isa_exec *isa = l->device->isa;
    uint32_t values[64];
    for (unsigned i = 0; t->final_sgprs && i < 128; i++)
        t->final_sgprs[i] = isa->read_register(w, SHOAL_REG_SCALAR, i, values) ? values[0] : 0;
    for (unsigned i = 0; t->final_vgprs && i < t->final_vgpr_count; i++) {
        memset(values, 0, sizeof values);
        isa->read_register(w, SHOAL_REG_VECTOR, i, values);
        memcpy(t->final_vgprs + i * w->lanes, values, w->lanes * sizeof *values);
    }
}

void start_export(struct machine *m, struct wave *w, const struct wave_export *x)
{
    (void)m;
    struct launch *l = launch_of(w);
    shoal_wave_start *t = l->desc.start;
    if (!t) /* a compute launch: nothing takes exports */
        return;
    shoal_export local = {0}, *out = &local;
    if (t->export_count < t->export_capacity) {
        out = &t->exports[t->export_count];
        *out = local;
    }
    t->export_count++;
    out->target = x->target;
    out->enable = x->enable;
    out->row = x->row;
    out->has_row = x->has_row;
    out->is_done = x->is_done;
    out->exec = x->exec;
    for (unsigned i = 0; i < 4; i++)
        if (x->values[i])
            memcpy(out->values[i], x->values[i], w->lanes * sizeof *out->values[i]);
    w->group->running = NULL; /* what goes wrong in there is the program's */
    if (t->on_export)
        t->on_export(t->user, out);
    w->group->running = w;
}
