/* fault.c: the report about a wave that cannot go on. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/fault.h"
#include "engine/fault_place.h"
#include "engine/source.h"

/* Text that grows in a fixed buffer and is cut at its end. */
struct text {
    char *at;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->at + t->used, t->size - t->used, format, args);
    va_end(args);
    if (n > 0)
        t->used = t->used + (size_t)n < t->size ? t->used + (size_t)n : t->size - 1;
}

static const char *cause_text(shoal_fault_cause cause)
{
    switch (cause) {
    case SHOAL_FAULT_NONE:
        break;
    case SHOAL_FAULT_MEMORY:
        return "memory fault";
    case SHOAL_FAULT_MISALIGNED:
        return "misaligned atomic";
    case SHOAL_FAULT_ILLEGAL:
        return "illegal instruction";
    case SHOAL_FAULT_NOT_IMPLEMENTED:
        return "not implemented";
    case SHOAL_FAULT_PC:
        return "pc left the code";
    case SHOAL_FAULT_TRAP:
        return "trap";
    case SHOAL_FAULT_TIMEOUT:
        return "time limit";
    case SHOAL_FAULT_DEADLOCK:
        return "deadlock";
    case SHOAL_FAULT_STACK:
        return "divergence";
    case SHOAL_FAULT_LDS:
        return "LDS overflow";
    case SHOAL_FAULT_INTERNAL:
        return "internal error";
    }
    return "fault";
}

static const char *advice(shoal_fault_cause cause)
{
    switch (cause) {
    case SHOAL_FAULT_NONE:
        break;
    case SHOAL_FAULT_MEMORY:
        return "Check the buffer's size and the index; pass device addresses only.";
    case SHOAL_FAULT_MISALIGNED:
        return "Atomics need an address that is a multiple of their size.";
    case SHOAL_FAULT_ILLEGAL:
        return "Check that the code was compiled for this GPU and that the pc did not run into "
               "data.";
    case SHOAL_FAULT_NOT_IMPLEMENTED:
        return "The instruction is valid, but this version of Shoal cannot run it.";
    case SHOAL_FAULT_TRAP:
        return "The program stopped itself: a failed assertion, abort() or "
               "__builtin_trap().";
    case SHOAL_FAULT_TIMEOUT:
        return "Raise the time limit, or look for a loop that does not end.";
    case SHOAL_FAULT_LDS:
        return "Check the index, and the size of dynamic shared memory that the launch asks for.";
    case SHOAL_FAULT_INTERNAL:
        return "This is an error of Shoal, not of the kernel: please report it with this message "
               "and the kernel.";
    case SHOAL_FAULT_STACK:
        return "Every branch that parts the threads needs a setrpc before it and is closed by the "
               "join there.";
    default:
        break;
    }
    return "";
}

static void add_advice(struct text *t, const struct isa_exec *isa, shoal_fault_cause cause)
{
    if (cause == SHOAL_FAULT_PC)
        add(t, "  Check function pointers and the stack; kernels must end with %s.", isa->end_name);
    else if (cause == SHOAL_FAULT_DEADLOCK)
        add(t, "  No %s of the work-group can go on.", isa->wave_name);
    else
        add(t, "  %s", advice(cause));
}

static void disassemble(const struct launch *l, const struct wave *w, uint64_t pc, char *text,
                        size_t size)
{
    text[0] = 0;
    const struct code *code = w->code;
    if (code && pc - code->base < code->size_bytes) {
        uint64_t offset = pc - code->base;
        l->device->isa->print(code, offset, text, size);
    }
}

static void describe(struct launch *l, const struct wave *w, struct shoal_fault *f)
{
    const struct isa_exec *isa = l->device->isa;
    struct text t = {f->message, sizeof f->message, 0};
    add(&t, "kernel %s: %s\n", f->kernel, cause_text(f->cause));
    add(&t, "  in work-group (%" PRIu32 ", %" PRIu32 ", %" PRIu32 "), %s %" PRIu32, f->workgroup[0],
        f->workgroup[1], f->workgroup[2], isa->wave_name, f->wave);
    if (f->lane >= 0)
        add(&t, ", %s %d", isa->lane_name, f->lane);
    if (w->fault.lanes & (w->fault.lanes - 1))
        add(&t, " and %d more", __builtin_popcountll(w->fault.lanes) - 1);
    int64_t offset = (int64_t)f->pc_offset;
    add(&t, "\n  at pc %#" PRIx64 " (kernel %c %#" PRIx64 "): %s\n", f->pc, offset < 0 ? '-' : '+',
        offset < 0 ? 0 - f->pc_offset : f->pc_offset, f->instruction);
    if (f->source[0])
        add(&t, "  source %s\n", f->source);
    if (f->cause == SHOAL_FAULT_MEMORY || f->cause == SHOAL_FAULT_MISALIGNED) {
        add(&t, "  address %#" PRIx64, f->address);
        if (f->access_bytes)
            add(&t, ", %" PRIu32 " bytes", f->access_bytes);
        if (f->cause == SHOAL_FAULT_MEMORY) {
            char place[400];
            fault_place(l, f->address, f->access_bytes, place, sizeof place);
            add(&t, ": %s", place);
        }
        add(&t, "\n");
    }
    if (f->cause == SHOAL_FAULT_TIMEOUT)
        add(&t, "  stopped after %g seconds\n", l->desc.timeout_seconds);
    /* For an address in the window, the instruction set knows no more than the place says, unless
     * all its addresses are. */
    const struct machine *m = &l->device->machine;
    bool is_placed = f->cause == SHOAL_FAULT_MEMORY && !isa->window_bytes &&
                     f->address - m->window_base < m->window_size;
    if (w->fault.text[0] && !is_placed)
        add(&t, "  %s\n", w->fault.text);
    add_advice(&t, isa, f->cause);
}

void fault_record(struct launch *l, const struct slot *s, const struct wave *w)
{
    atomic_store(&l->is_stopped, true);
    pthread_mutex_lock(&l->lock);
    if (l->has_fault && l->fault_group <= s->index)
        goto out;
    l->has_fault = true;
    l->fault_group = s->index;
    struct shoal_fault *f = &l->fault;
    *f = (struct shoal_fault){
        .cause = w->fault.cause,
        .workgroup = {s->group.id[0], s->group.id[1], s->group.id[2]},
        .wave = w->index,
        .lane = w->fault.lanes ? __builtin_ctzll(w->fault.lanes) : -1,
        .pc = l->device->isa->op_pc(w, w->next),
        .address = w->fault.address,
        .access_bytes = w->fault.bytes,
    };
    snprintf(f->kernel, sizeof f->kernel, "%s", l->kernel->info->name);
    f->pc_offset = f->pc - l->kernel->entry;
    disassemble(l, w, f->pc, f->instruction, sizeof f->instruction);
    source_find(l->kernel->module, f->pc, f->source, sizeof f->source);
    describe(l, w, f);
out:
    pthread_mutex_unlock(&l->lock);
}
