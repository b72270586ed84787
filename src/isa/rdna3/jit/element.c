/* element.c: what memory instructions move, for the checker of undefined values (jit/shadow.h). */
#include "isa/rdna3/jit/plan.h"
#include "jit/shadow.h"

/* Whether memory after the operation depends on what it was before. */
static bool keeps_memory(const struct rdna3_op *o)
{
    enum { SOME = 5, OTHER = 9 };
    return o->fn.atomic(0, SOME, OTHER, MODE_PLAIN) !=
           o->fn.atomic(UINT64_MAX, SOME, OTHER, MODE_PLAIN);
}

void rdna3_describe_element(const struct region *r, const struct op *op, struct element *out)
{
    const struct rdna3_op *o = rdna3_op(op);
    const struct rdna3_mem *m = &o->mem;
    bool is_scalar = o->executor == EXECUTOR_exec_smem;
    if (!is_scalar && o->executor != EXECUTOR_exec_flat && o->executor != EXECUTOR_exec_ds &&
        o->executor != EXECUTOR_exec_buffer)
        return;
    if (m->formatted || m->typed || m->tolds || m->tfe || m->no_exec)
        return;
    out->is_known = true;
    out->is_vector = !is_scalar;
    out->dwords = is_scalar ? m->dst_dwords : m->dwords;
    out->function =
        (int16_t)(is_scalar || m->copies || m->kind == MEM_ATOMIC ? -1 : rdna3_function(o));
    out->has_data = !is_scalar && m->kind != MEM_LOAD;
    out->has_data1 = out->has_data && m->addr2;
    out->has_result = m->kind == MEM_LOAD || (m->kind == MEM_ATOMIC && m->returns);
    out->data = (uint16_t)(m->data * r->halves);
    out->data1 = (uint16_t)(m->data1 * r->halves);
    out->result = (uint16_t)(is_scalar ? VAR_S0 + m->sdst : m->vdst * r->halves);
    out->replaces = m->kind == MEM_ATOMIC && !keeps_memory(o);
    if (is_scalar && m->sdst >= SGPR_TRASH)
        out->has_result = false;
}

bool rdna3_describe_lane_load(const struct region *r, const struct op *op, struct lane_load *out)
{
    const struct rdna3_op *o = rdna3_op(op);
    const struct rdna3_mem *m = &o->mem;
    if (o->executor != EXECUTOR_exec_flat || o->insn->format != FMT_GLOBAL || !m->has_addr ||
        m->kind != MEM_LOAD || !m->copies || m->bytes != 4 * m->dwords || r->halves != 1 ||
        !rdna3_is_plain_access(o))
        return false;
    *out = (struct lane_load){.address = (uint16_t)m->addr,
                              .is_wide = m->saddr == NO_SADDR,
                              .base = (uint16_t)(VAR_S0 + m->saddr),
                              .offset = m->offset,
                              .dwords = m->dwords,
                              .result = (uint16_t)m->vdst};
    return true;
}
