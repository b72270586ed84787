/* control.c: scalar and vector branches, join, end and barriers.
 *
 * Spec isa.md 3.1, 3.3 and simt-stack.md. What a vector branch does to the stack is the
 * layer's (exec/branch.c). */
#include "isa/ventus/exec/layer.h"
#include "isa/ventus/sem/sem.h"

SEM(beq) { *taken = a == b; }
SEM(bne) { *taken = a != b; }
SEM(blt) { *taken = (int32_t)a < (int32_t)b; }
SEM(bge) { *taken = (int32_t)a >= (int32_t)b; }
SEM(bltu) { *taken = a < b; }
SEM(bgeu) { *taken = a >= b; }

/* vs2 OP vs1: the manual's words for vblt and vbge swap them, all binaries do not. */
SEM(vbeq) { *taken = mask_of(b->i == a->i); }
SEM(vbne) { *taken = mask_of(b->i != a->i); }
SEM(vblt) { *taken = mask_of(b->i < a->i); }
SEM(vbge) { *taken = mask_of(b->i >= a->i); }
SEM(vbltu) { *taken = mask_of((i32x32)(b->u < a->u)); }
SEM(vbgeu) { *taken = mask_of((i32x32)(b->u >= a->u)); }

SEM(jal)
{
    uint32_t pc = op_pc(w, o);
    set_x(w, ventus_reg(o->insn, VROLE_d), pc + 4);
    return FN(jump)(w, o, pc + (uint32_t)ventus_imm(o->insn, VROLE_k));
}

SEM(jalr)
{
    uint32_t to = w->x[ventus_reg(o->insn, VROLE_a)] + (uint32_t)ventus_imm(o->insn, VROLE_k);
    set_x(w, ventus_reg(o->insn, VROLE_d), op_pc(w, o) + 4);
    return FN(jump)(w, o, to & ~1u);
}

SEM(setrpc)
{
    w->rpc = w->x[ventus_reg(o->insn, VROLE_a)] + (uint32_t)ventus_imm(o->insn, VROLE_k);
    set_x(w, ventus_reg(o->insn, VROLE_d), w->rpc);
    return o->next;
}

SEM(join)
{
    if (w->depth == 0 || w->stack[w->depth - 1].rpc != op_pc(w, o))
        return o->next;
    const struct ventus_entry *top = &w->stack[--w->depth];
    w->mask = top->mask;
    update_on(w);
    return FN(jump)(w, o, top->next_pc);
}

/* NULL: the stack is empty, as it must be. */
static const struct ventus_op *divergent(struct ventus_wave *w, const struct ventus_op *o,
                                         bool *faults)
{
    *faults = w->depth != 0;
    if (!*faults)
        return NULL;
    return FN(fault)(w, o, SHOAL_FAULT_STACK, w->mask, 0, 0,
                     "%s inside divergence: the SIMT stack holds %u entries; the upper one waits "
                     "for a join at %#x",
                     op_row(o)->name, w->depth, w->stack[w->depth - 1].rpc);
}

SEM(endprg)
{
    bool faults;
    const struct ventus_op *stop = divergent(w, o, &faults);
    return faults ? stop : wave_stop(w, o, STOP_END);
}

SEM(barrier)
{
    bool faults;
    const struct ventus_op *stop = divergent(w, o, &faults);
    if (faults)
        return stop;
    w->base.barrier.kind = 0;
    w->base.barrier.first = 0;
    w->base.barrier.count = 0;
    return wave_stop(w, o->next, STOP_BARRIER);
}

/* A sub-group is one warp: nothing to wait for. */
SEM(barriersub)
{
    bool faults;
    const struct ventus_op *stop = divergent(w, o, &faults);
    return faults ? stop : o->next;
}

SEM(fence)
{
    atomic_thread_fence(memory_order_seq_cst);
    (void)w;
    return o->next;
}

/* A prefix that stands alone: what follows is a prefix itself, or no memory access (manual,
 * PREFIX_MEMORY), or no instruction. */
SEM(prefix)
{
    (void)w;
    return o->next;
}
