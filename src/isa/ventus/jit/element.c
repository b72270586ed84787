/* element.c: what memory instructions move, for the checker of undefined values (jit/shadow.h). */
#include "isa/ventus/jit/layer.h"
#include "jit/shadow.h"

/* Whether memory after the operation depends on what it was before. */
static bool keeps_memory(const struct ventus_op *o)
{
    enum { SOME = 5 };
    return o->fn.atomic(0, SOME) != o->fn.atomic(UINT32_MAX, SOME);
}

void ventus_describe_element(const struct region *r, const struct op *op, struct element *out)
{
    const struct ventus_op *o = ventus_inner(op);
    const struct ventus_mem_op *m = &o->mem;
    bool is_atomic = o->executor == EXECUTOR_exec_atomic || o->executor == EXECUTOR_exec_vatomic;
    bool is_vector = o->executor == EXECUTOR_exec_vmem || o->executor == EXECUTOR_exec_vatomic;
    (void)r;
    if (!is_atomic && !is_vector && o->executor != EXECUTOR_exec_load &&
        o->executor != EXECUTOR_exec_store)
        return;
    if (m->masked || m->sew_data)
        return;
    unsigned first = is_vector ? 0 : VAR_S0;
    out->is_known = true;
    out->is_vector = is_vector;
    out->dwords = is_atomic ? 1 : m->words;
    out->function = (int16_t)(is_atomic || m->bytes == 4 ? -1 : ventus_function(o));
    out->has_data = is_atomic || m->kind == MEM_STORE;
    out->has_result = is_atomic || m->kind == MEM_LOAD;
    out->data = (uint16_t)(first + m->data);
    out->result = (uint16_t)(first + m->d);
    out->replaces = is_atomic && !keeps_memory(o);
}
