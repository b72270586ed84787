/* salu.c: the operand layer of scalar instructions and branches. Manual: chapters 5, 6. */
#include <stdarg.h>

#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/exec/trap.h"

const struct rdna3_op *FN(fault)(struct rdna3_wave *w, const struct rdna3_op *o,
                                 shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                                 uint32_t bytes, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_fill(&w->base.fault, cause, lanes, address, bytes, format, args);
    va_end(args);
    uint32_t why = cause == SHOAL_FAULT_MEMORY || cause == SHOAL_FAULT_MISALIGNED ? TRAPSTS_MEMORY
                   : cause == SHOAL_FAULT_ILLEGAL                                 ? TRAPSTS_ILLEGAL
                                                                                  : 0;
    if (why && can_trap(w)) { /* these cannot be masked off (3.4.9) */
        const struct rdna3_op *handler = FN(trap_enter)(w, o, op_pc(w, o), 0, false);
        if (!handler)
            return NULL;
        w->trapsts |= why;
        w->base.budget = -1; /* a spent slice, no wait */
        return wave_stop(w, handler, STOP_YIELD);
    }
    return wave_stop(w, o, STOP_FAULT);
}

const struct rdna3_op *FN(jump)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc)
{
    pc &= ~UINT64_C(3);
    struct rdna3_code *code = wave_code(w);
    if (pc - code->base.base >= code->base.size_bytes) {
        struct code *other = w->base.machine->find_code(w->base.machine, pc, code->base.variant);
        if (!other)
            return FN(fault)(w, o, SHOAL_FAULT_PC, 0, pc, 4, "it jumps to %#llx, where no code is",
                             (unsigned long long)pc);
        w->base.code = other;
        code = (struct rdna3_code *)other;
    } else if (code->ops + (pc - code->base.base) / 4 <= o && --w->base.budget < 0) {
        return wave_stop(w, code->ops + (pc - code->base.base) / 4, STOP_YIELD);
    }
    return code->ops + (pc - code->base.base) / 4;
}

const struct op *FN(exec_salu)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_salu *s = &o->salu;
    struct salu_args x;
    x.a = scalar_value(w, &s->a);
    x.b = scalar_value(w, &s->b);
    x.k = s->k;
    x.l = s->l;
    x.d = s64(w, s->dst);
    x.s = x.d;
    x.scc = w->scc;
    x.exec = s64(w, SRC_EXEC_LO);
    o->fn.salu(&x);
    if (s->writes_d) {
        w->s[s->dst] = (uint32_t)x.d;
        if (s->dst64)
            w->s[s->dst + 1] = (uint32_t)(x.d >> 32);
    }
    if (s->writes_exec) {
        w->s[SRC_EXEC_LO] = (uint32_t)x.exec;
        if (s->exec64)
            w->s[SRC_EXEC_HI] = (uint32_t)(x.exec >> 32);
    }
    if (s->writes_scc)
        w->scc = x.scc;
    return &op_next(o)->base;
}

const struct op *FN(exec_branch)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    struct salu_args x;
    uint64_t lanes = w->halves == 1 ? UINT32_MAX : UINT64_MAX;
    x.scc = w->scc;
    x.vccz = !(s64(w, SRC_VCC_LO) & lanes);
    x.execz = !(s64(w, SRC_EXEC_LO) & lanes);
    x.status = w->status;
    x.taken = false;
    o->fn.salu(&x);
    if (!x.taken)
        return &op_next(o)->base;
    if (__builtin_expect(o->salu.target == 0, 0)) /* outside this range of code, or itself */
        return (const struct op *)FN(jump)(w, o,
                                           op_pc(w, o) + 4 + (uint64_t)((int64_t)o->salu.k * 4));
    const struct rdna3_op *to = o + o->salu.target;
    if (o->salu.target < 0 && --w->base.budget < 0)
        return (const struct op *)wave_stop(w, to, STOP_YIELD);
    return &to->base;
}

const struct op *FN(exec_wave)(struct wave *wave, const struct op *op)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    return (const struct op *)o->fn.wave((struct rdna3_wave *)wave, o);
}

const struct op *FN(exec_illegal)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const char *why = o->insn->reason;
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "%s", why ? why : "");
}

const struct op *FN(exec_later)(struct wave *wave, const struct op *op)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    return (const struct op *)FN(fault)((struct rdna3_wave *)wave, o, SHOAL_FAULT_NOT_IMPLEMENTED,
                                        0, 0, 0, "%s", op_row(o)->name);
}

const struct op *FN(exec_outside)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_PC, 0, op_pc(w, o), 4,
                                        "it ran past the end of the code");
}
