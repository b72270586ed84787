/* scalar.c: the operand layer of scalar instructions, branches, faults.
 *
 * Spec isa.md 5, 7.1 (pairs), 3.7 (PREFIX on scalars), simt-stack.md (vector branches). */
#include <stdarg.h>

#include "isa/ventus/exec/layer.h"

const struct ventus_op *FN(fault)(struct ventus_wave *w, const struct ventus_op *o,
                                  shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                                  uint32_t bytes, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_fill(&w->base.fault, cause, lanes, address, bytes, format, args);
    va_end(args);
    return wave_stop(w, o, STOP_FAULT);
}

const struct ventus_op *FN(jump)(struct ventus_wave *w, const struct ventus_op *o, uint32_t pc)
{
    struct ventus_code *code = wave_code(w);
    uint64_t offset = (uint64_t)pc - code->base.base;
    if (pc & 3)
        return FN(fault)(w, o, SHOAL_FAULT_PC, 0, pc, 4,
                         "it jumps to %#x, which is no multiple of 4", pc);
    if (offset >= code->base.size_bytes) {
        struct code *other = w->base.machine->find_code(w->base.machine, pc, code->base.variant);
        if (!other)
            return FN(fault)(w, o, SHOAL_FAULT_PC, 0, pc, 4, "it jumps to %#x, where no code is",
                             pc);
        w->base.code = other;
        code = (struct ventus_code *)other;
        offset = pc - other->base;
        if (--w->base.budget < 0)
            return wave_stop(w, code->ops + offset / 4, STOP_YIELD);
    } else if (offset <= o->base.offset && --w->base.budget < 0) {
        return wave_stop(w, code->ops + offset / 4, STOP_YIELD);
    }
    return code->ops + offset / 4;
}

/* ---- arithmetic ---- */

const struct op *FN(exec_scalar)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_scalar_op *s = &o->sca;
    struct scalar_args x;
    x.a = s->a_imm ? (uint64_t)s->imm : w->x[s->a];
    x.b = s->b_imm ? (uint64_t)s->imm : w->x[s->b];
    x.c = 0;
    x.env = &w->env;
    if (s->reads_pc)
        w->env.pc = op_pc(w, o);
    o->fn.sca->at32(&x);
    w->x[s->d] = (uint32_t)x.d;
    return &o->next->base;
}

/* ABS, then NEG, on a source. */
static uint64_t modified(const struct ventus_scalar_op *s, unsigned index, uint64_t v)
{
    uint64_t sign = s->pair ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    bool abs = s->abs >> index & 1, neg = s->neg >> index & 1;
    if (s->is_float)
        return neg ? (abs ? v & ~sign : v) ^ sign : abs ? v & ~sign : v;
    if (abs && v & sign)
        v = -v;
    return neg ? -v : v;
}

static uint64_t source(const struct ventus_wave *w, const struct ventus_scalar_op *s, unsigned n)
{
    return s->pair ? pair_value(w, n) : w->x[n];
}

const struct op *FN(exec_scalar_any)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_scalar_op *s = &o->sca;
    unsigned rm = s->rm == 7 ? w->frm : s->rm;
    if (s->fp && rm > SF_RMM)
        return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
                                            "frm holds the reserved rounding mode %u", rm);
    struct scalar_args x = {
        .a = s->a_imm ? (uint64_t)s->imm : modified(s, 0, source(w, s, s->a)),
        .b = s->b_imm ? (uint64_t)s->imm : modified(s, 1, source(w, s, s->b)),
        .c = modified(s, 2, source(w, s, s->c)),
        .env = &w->env,
    };
    w->env.pc = op_pc(w, o);
    w->env.fp.rm = (uint8_t)rm;
    (s->pair ? o->fn.sca->at64 : o->fn.sca->at32)(&x);
    w->env.fp.rm = w->frm;
    if (s->pair)
        set_pair(w, s->d, x.d);
    else
        set_x(w, s->d, (uint32_t)x.d);
    return &o->next->base;
}

/* ---- branches ---- */

static const struct ventus_op *go(struct ventus_wave *w, const struct ventus_op *o)
{
    const struct ventus_branch_op *b = &o->branch;
    if (__builtin_expect(!b->to, 0)) /* outside this range of code */
        return FN(jump)(w, o, op_pc(w, o) + (uint32_t)b->offset);
    if (b->offset <= 0 && --w->base.budget < 0)
        return wave_stop(w, b->to, STOP_YIELD);
    return b->to;
}

const struct op *FN(exec_branch)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    struct branch_args x = {.a = w->x[o->branch.a], .b = w->x[o->branch.b]};
    o->fn.branch(&x);
    return x.taken ? (const struct op *)go(w, o) : &o->next->base;
}

static void push(struct ventus_wave *w, uint32_t next_pc, uint32_t mask)
{
    w->stack[w->depth++] = (struct ventus_entry){w->rpc, next_pc, mask};
}

/* The smaller side runs first, of equal ones the target; simt-stack.md 2. */
const struct op *FN(exec_vbranch)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    uint32_t taken;
    o->fn.vbranch(&taken, &w->v[o->branch.a], &w->v[o->branch.b]);
    taken &= w->mask;
    if (!taken)
        return &o->next->base;
    uint32_t fallen = w->mask & ~taken;
    if (!fallen)
        return (const struct op *)go(w, o);
    if (w->depth + 2 > w->base.lanes)
        return (const struct op *)FN(fault)(
            w, o, SHOAL_FAULT_STACK, w->mask, 0, 0,
            "the SIMT stack overflows: it holds %u of %u entries and a divergent branch needs two",
            w->depth, w->base.lanes);
    push(w, w->rpc, w->mask);
    uint32_t pc = op_pc(w, o);
    if (__builtin_popcount(fallen) < __builtin_popcount(taken)) {
        push(w, pc + (uint32_t)o->branch.offset, taken);
        w->mask = fallen;
        update_on(w);
        return &o->next->base;
    }
    push(w, pc + 4, fallen);
    w->mask = taken;
    update_on(w);
    return (const struct op *)go(w, o);
}

/* ---- others ---- */

const struct op *FN(exec_wave)(struct wave *wave, const struct op *op)
{
    const struct ventus_op *o = (const struct ventus_op *)op;
    return (const struct op *)o->fn.wave((struct ventus_wave *)wave, o);
}

const struct op *FN(exec_illegal)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const char *why = o->insn ? o->insn->reason : NULL;
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "%s", why ? why : "");
}

const struct op *FN(exec_misaligned)(struct wave *wave, const struct op *op)
{
    const struct ventus_op *o = (const struct ventus_op *)op;
    return (const struct op *)FN(fault)((struct ventus_wave *)wave, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
                                        "%s",
                                        "a 64-bit operand is a pair of registers: the first has an "
                                        "even number and the second exists");
}

const struct op *FN(exec_later)(struct wave *wave, const struct op *op)
{
    const struct ventus_op *o = (const struct ventus_op *)op;
    return (const struct op *)FN(fault)((struct ventus_wave *)wave, o, SHOAL_FAULT_NOT_IMPLEMENTED,
                                        0, 0, 0, "%s", op_row(o)->name);
}

const struct op *FN(exec_outside)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_PC, 0, op_pc(w, o), 4,
                                        "it ran past the end of the code");
}
