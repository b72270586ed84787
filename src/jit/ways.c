/* ways.c: see ways.h. */
#include "jit/ways.h"

#include "jit/registers.h"

static struct flat_scalar *scalar_at(struct flat *f, unsigned var)
{
    for (unsigned i = 0; i < f->scalar_count; i++)
        if (f->scalars[i].var == var)
            return &f->scalars[i];
    struct flat_scalar *s = &f->scalars[f->scalar_count++];
    *s = (struct flat_scalar){.var = var};
    return s;
}

/* What the ways behind e->at write. */
static void find_scalars(struct emitter *e)
{
    struct flat *f = e->flat;
    unsigned way = 0;
    f->scalar_count = 0;
    for (const struct region_op *at = e->at + 1; at->kind != OP_WIDEN; at++) {
        const varset *def = &at->fx.def;
        if (at->kind == OP_TURN)
            way = 1;
        for (unsigned v = var_next(def, VAR_S0); at->kind == OP_COMPUTE && v < VAR_COUNT;
             v = var_next(def, v + 1))
            scalar_at(f, v)->is_written[way] = true;
    }
    for (unsigned i = 0; i < f->scalar_count; i++) {
        struct flat_scalar *s = &f->scalars[i];
        s->value[0] = s->value[1] = get_var(e, s->var);
    }
}

void begin_way_scalars(struct emitter *e, unsigned way)
{
    struct flat *f = e->flat;
    if (!way)
        find_scalars(e);
    for (unsigned i = 0; way && i < f->scalar_count; i++) {
        struct flat_scalar *s = &f->scalars[i];
        s->value[1] = get_var(e, s->var);
        set_var(e, s->var, s->value[0]);
    }
}

void end_way_scalars(struct emitter *e, LLVMValueRef has[2], LLVMValueRef second_is_last)
{
    struct flat *f = e->flat;
    bool is_second = false; /* the second way is there */
    for (unsigned i = 0; i < f->scalar_count; i++)
        is_second |= f->scalars[i].is_written[1];
    for (const struct region_op *at = e->at; at->kind != OP_NARROW; at--)
        is_second |= at->kind == OP_TURN;
    for (unsigned i = 0; i < f->scalar_count; i++) {
        struct flat_scalar *s = &f->scalars[i];
        LLVMValueRef v = s->value[0], now = get_var(e, s->var);
        if (!is_second) /* this is the end of the first one */
            s->value[1] = now;
        if (s->is_written[0])
            v = LLVMBuildSelect(e->b, has[0], s->value[1], v, "");
        if (s->is_written[1]) {
            LLVMValueRef counts = has[1];
            if (s->is_written[0]) /* it has lanes, and the first one has none or comes before */
                counts = LLVMBuildAnd(
                    e->b, counts,
                    LLVMBuildOr(e->b, LLVMBuildNot(e->b, has[0], ""), second_is_last, ""), "");
            v = LLVMBuildSelect(e->b, counts, now, v, "");
        }
        set_var(e, s->var, v);
    }
}
