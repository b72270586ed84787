/* trap.c: the trap handler: a change of code and of privilege. */
#include "isa/rdna3/exec/trap.h"

/* Goes to pc in code that is decoded with or without privilege. */
static const struct rdna3_op *change_code(struct rdna3_wave *w, const struct rdna3_op *o,
                                          uint64_t pc, bool is_privileged)
{
    struct machine *m = w->base.machine;
    uint32_t variant = w->base.code->variant & ~VARIANT_PRIV;
    pc &= ~UINT64_C(3);
    struct code *code = m->find_code(m, pc, is_privileged ? variant | VARIANT_PRIV : variant);
    if (!code) {
        w->status &= ~(uint32_t)STATUS_TRAP_EN; /* no trap for this one */
        return FN(fault)(w, o, SHOAL_FAULT_PC, 0, pc, 4,
                         is_privileged ? "the trap handler is at %#llx, where no code is"
                                       : "s_rfe returns to %#llx, where no code is",
                         (unsigned long long)pc);
    }
    w->base.code = code;
    return ((struct rdna3_code *)code)->ops + (pc - code->base) / 4;
}

const struct rdna3_op *FN(trap_enter)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc,
                                      uint32_t id, bool from_host)
{
    const struct rdna3_op *to = change_code(w, o, w->base.machine->trap_handler, true);
    if (!to)
        return NULL;
    /* 3.4.9: {7'h0, HT, trapID[7:0], PC[47:0]} */
    w->s[SRC_TTMP0] = (uint32_t)pc;
    w->s[SRC_TTMP0 + 1] =
        (uint32_t)(pc >> 32 & 0xffff) | (id & 0xff) << 16 | (uint32_t)from_host << 24;
    w->status |= STATUS_PRIV;
    if (from_host)
        w->trapsts |= TRAPSTS_HOST;
    return to;
}

const struct rdna3_op *FN(trap_return)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc)
{
    const struct rdna3_op *to = change_code(w, o, pc, false);
    if (!to)
        return NULL;
    w->status &= ~(uint32_t)STATUS_PRIV;
    if (w->status & STATUS_HALT) /* put off while in the handler */
        return FN(fault)(w, o, SHOAL_FAULT_DEADLOCK, 0, 0, 0,
                         "the trap handler left the wave halted (STATUS.HALT) and no debugger can "
                         "resume it");
    return to;
}
