/* trap.c: the trap handler: a change of code and of privilege; address watches and the traps that
 * come behind an instruction. */
#include "isa/rdna3/exec/trap.h"

#include "isa/rdna3/exec/mem.h"

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

/* ---- behind an instruction ---- */

/* Which of the watched ranges the lanes are about to access. Image instructions note it themselves.
 */
static uint32_t watch_hits(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct machine *m = w->base.machine;
    uint32_t hits = 0;
    for (unsigned n = 0; n < 4; n++) {
        uint64_t first = m->watches[n].address, last = first + m->watches[n].bytes - 1;
        if (!m->watches[n].bytes)
            continue;
        unsigned bytes = o->mem.bytes;
        if (o->executor == EXECUTOR_exec_smem) {
            uint64_t at = FN(smem_address)(w, o, &bytes);
            hits |= (uint32_t)(bytes && at <= last && at + bytes > first) << n;
            continue;
        }
        for (unsigned half = 0; half < w->halves; half++) {
            u64x32 at;
            uint32_t on = mem_exec(w, &o->mem, half);
            if (o->executor == EXECUTOR_exec_buffer)
                on &= FN(buffer_addresses)(w, o, half, &at, &bytes);
            else
                FN(flat_addresses)(w, o, half, &at);
            on &= mask_of64(at <= last) & mask_of64(at + bytes > first);
            hits |= (uint32_t)(on != 0) << n;
        }
    }
    return hits;
}

static bool accesses_memory(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_smem || o->executor == EXECUTOR_exec_buffer ||
           (o->executor == EXECUTOR_exec_flat && o->insn->format != FMT_SCRATCH);
}

const struct op *FN(step)(struct wave *wave, const struct op *op, op_exec_fn exec)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    if (!can_trap(w)) /* in the handler, for instance */
        return exec(wave, op);
    uint32_t hits = accesses_memory(o) ? watch_hits(w, o) : 0;
    w->watch_hits = 0;
    const struct op *next = exec(wave, op);
    hits |= w->watch_hits;
    if (!can_trap(w)) /* it has trapped by itself */
        return next;
    w->trapsts |= (hits & 1) << 7 | hits >> 1 << 12;
    if (!next && wave->stop == STOP_END && w->mode & MODE_TRAP_WAVE_END) {
        w->mode &= ~(uint32_t)MODE_TRAP_WAVE_END; /* once; the handler returns to the s_endpgm */
        w->trapsts |= TRAPSTS_WAVE_END;
        return (const struct op *)FN(trap_enter)(w, o, op_pc(w, o), 0, false);
    }
    bool after = w->mode & MODE_TRAP_AFTER_INST;
    const struct op *to = next                                                  ? next
                          : wave->stop == STOP_YIELD || wave->stop == STOP_WAIT ? wave->next
                                                                                : NULL;
    if (!to || !(after || (hits && w->mode & MODE_EXCP_WATCH)))
        return next;
    w->trapsts |= after ? (uint32_t)TRAPSTS_AFTER_INST : 0;
    uint64_t pc =
        wave->code->base + 4 * (uint64_t)((const struct rdna3_op *)to - wave_code(w)->ops);
    const struct op *handler = (const struct op *)FN(trap_enter)(w, o, pc, 0, false);
    if (next || !handler)
        return handler;
    wave->next = handler;
    return NULL;
}
