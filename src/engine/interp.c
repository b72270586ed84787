/* interp.c: the interpreter's loop, and its copies with an observer and for trap handlers.
 *
 * They are separate so that a launch without them pays nothing (architecture.md, rule 6). */
#include "engine/interp.h"

#include <string.h>

#include "engine/checker.h"
#include "engine/slot.h"
#include "engine/source.h"

/* What executes an op, which is decoded when it runs first; it counts as executed. */
static inline op_exec_fn fetch(const struct isa_exec *isa, struct wave *wave, const struct op *op)
{
    op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
    if (__builtin_expect(!exec, 0))
        exec = isa->decode(wave, op);
    wave->counts[op->cls]++;
    return exec;
}

void interp_run(const struct isa_exec *isa, struct wave *wave)
{
    const struct op *op = wave->next;
    do {
        op_exec_fn exec = fetch(isa, wave, op);
        op = exec(wave, op);
    } while (op);
}

void interp_run_counted(const struct isa_exec *isa, struct wave *wave)
{
    const struct op *op = wave->next;
    do {
        op_exec_fn exec = fetch(isa, wave, op);
        if (exec == isa->executor(op))
            group_count_call(wave->group, op);
        op = exec(wave, op);
    } while (op);
}

void interp_run_stepped(const struct isa_exec *isa, struct wave *wave)
{
    const struct op *op = wave->next;
    do {
        op_exec_fn exec = fetch(isa, wave, op);
        op = isa->step(wave, op, exec);
    } while (op);
}

void interp_run_checked(struct launch *l, struct wave *wave)
{
    const struct isa_exec *isa = l->device->isa;
    bool is_stepped = wave->machine->trap_handler && isa->step;
    const struct op *op = wave->next;
    do {
        op_exec_fn exec = fetch(isa, wave, op);
        wave->next = op;
        l->checker->before(l, wave, op);
        op = is_stepped ? isa->step(wave, op, exec) : exec(wave, op);
    } while (op);
}

static void observe(const struct launch *l, struct wave *wave, const struct op *op,
                    shoal_observed *at)
{
    const struct isa_exec *isa = l->device->isa;
    const struct code *code = wave->code;
    *at = (shoal_observed){
        .isa = isa->has_dialects ? isa->dialect_isas[l->kernel->config.dialect]
                                 : l->kernel->config.form,
        .kernel = l->kernel->info->name,
        .workgroup = {wave->group->id[0], wave->group->id[1], wave->group->id[2]},
        .wave = wave->index,
        .wave_lanes = wave->lanes,
        .pc = isa->op_pc(wave, op),
        .size_bytes = op->size_bytes,
        .instruction_class = op->cls,
        .engine = isa,
        .state = wave,
        .op = op,
        .code = code,
        .module = l->kernel->module,
    };
    at->pc_offset = at->pc - l->kernel->entry;
    uint64_t offset = at->pc - code->base;
    if (offset < code->size_bytes)
        at->bytes = code->bytes + offset;
    if (!at->bytes || code->size_bytes - offset < at->size_bytes)
        at->size_bytes = 0; /* an op for what follows the code */
}

void interp_prepare(struct launch *l, struct wave *wave, shoal_observed *at)
{
    const struct op *op = wave->next;
    if (!atomic_load_explicit(&op->exec, memory_order_acquire))
        l->device->isa->decode(wave, op);
    observe(l, wave, op, at);
}

const struct op *interp_step(const struct isa_exec *isa, struct wave *wave)
{
    const struct op *op = wave->next;
    op_exec_fn exec = fetch(isa, wave, op);
    return wave->machine->trap_handler && isa->step ? isa->step(wave, op, exec) : exec(wave, op);
}

void interp_run_observed(struct launch *l, struct wave *wave)
{
    const struct shoal_observer *o = l->desc.observer;
    const struct isa_exec *isa = l->device->isa;
    const struct op *op = wave->next;
    do {
        op_exec_fn exec = fetch(isa, wave, op);
        shoal_observed at;
        observe(l, wave, op, &at);
        /* The observer may look at wave->next; it also names the op if this one faults. */
        wave->next = op;
        wave->group->running = NULL; /* what goes wrong in there is the program's */
        if (o->before)
            o->before(o->user, &at);
        if (l->check)
            l->checker->before(l, wave, op);
        wave->group->running = wave;
        op = wave->machine->trap_handler && isa->step ? isa->step(wave, op, exec) : exec(wave, op);
        const struct op *next = op ? op : wave->stop == STOP_END ? NULL : wave->next;
        at.next_pc = next ? isa->op_pc(wave, next) : 0;
        wave->group->running = NULL;
        if (o->after && (op || wave->stop != STOP_FAULT))
            o->after(o->user, &at);
        wave->group->running = wave;
    } while (op);
}

size_t shoal_observed_register(const shoal_observed *at, shoal_register_file file, unsigned index,
                               uint32_t *values)
{
    const struct isa_exec *isa = at->engine;
    return isa->read_register(at->state, (unsigned)file, index, values);
}

bool shoal_observed_access(const shoal_observed *at, shoal_access *out)
{
    const struct isa_exec *isa = at->engine;
    struct access_info a = {0};
    if (!isa->access || !isa->access(at->state, at->op, -1, &a))
        return false;
    *out = (shoal_access){a.address, a.bytes, a.is_store, a.has_value, a.value};
    return true;
}

bool shoal_observed_lane_access(const shoal_observed *at, unsigned lane, shoal_access *out)
{
    const struct isa_exec *isa = at->engine;
    struct access_info a = {0};
    if (!isa->access || lane >= at->wave_lanes || !isa->access(at->state, at->op, (int)lane, &a))
        return false;
    *out = (shoal_access){a.address, a.bytes, a.is_store, a.has_value, a.value};
    return true;
}

bool shoal_observed_lane_accesses(const shoal_observed *at, shoal_lane_accesses *out)
{
    const struct isa_exec *isa = at->engine;
    struct access_info a = {0};
    if (!isa->access || !isa->access(at->state, at->op, -1, &a) || !a.lanes)
        return false;
    *out = (shoal_lane_accesses){
        .space = a.space,
        .bytes = a.bytes,
        .is_load = a.is_load,
        .is_store = a.is_store,
        .is_scalar = a.is_scalar,
        .lanes = a.lanes,
        .has_second = a.has_second,
        .second = a.second,
    };
    memcpy(out->address, a.lane_address, sizeof out->address);
    return true;
}

void shoal_observed_source(const shoal_observed *at, char *text, size_t size)
{
    source_find(at->module, at->pc, text, size);
}

void shoal_observed_text(const shoal_observed *at, char *text, size_t size)
{
    const struct code *code = at->code;
    const struct isa_exec *isa = at->engine;
    if (size > 0)
        text[0] = 0;
    if (at->size_bytes)
        isa->print(code, at->pc - code->base, text, size);
}
