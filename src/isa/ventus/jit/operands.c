/* operands.c: operands of vector and scalar arithmetic, as exec/arith.c and exec/scalar.c fetch and
 * write them, for the compiler. */
#include "isa/ventus/jit/layer.h"
#include "jit/steps.h"

static struct source constant(uint64_t value)
{
    return (struct source){.kind = SOURCE_CONSTANT, .bits = 32, .constant = value & UINT32_MAX};
}

static struct source scalar(unsigned n)
{
    return (struct source){.kind = SOURCE_SCALAR, .bits = 32, .var = (uint16_t)(VAR_S0 + n)};
}

static struct source vector_source(const struct ventus_source *s)
{
    struct source x = constant((uint64_t)s->imm);
    if (s->kind == FROM_VGPR)
        x = (struct source){.kind = SOURCE_LANES, .bits = 32, .var = s->reg};
    else if (s->kind == FROM_SGPR)
        x = scalar(s->reg);
    else if (s->kind == FROM_NONE)
        x = constant(0);
    x.is_float = s->is_float;
    if (s->is_float && s->kind != FROM_IMM && s->kind != FROM_NONE) {
        x.abs = s->abs;
        x.neg = s->neg;
    } else if (s->abs || s->neg) {
        x.kind = SOURCE_OTHER;
    }
    if (s->is_double)
        x.kind = SOURCE_OTHER;
    return x;
}

/* Whether the row writes the flags of floats. */
static bool writes_flags(const struct ventus_op *o)
{
    return op_row(o)->effects.writes & STATE_FFLAGS;
}

void ventus_vector_computation(const struct ventus_op *o, struct computation *c)
{
    static const struct source lanes_of_v0 = {.kind = SOURCE_LANE_BITS, .bits = 32, .var = 0};
    const struct ventus_vec_op *v = &o->vec;
    bool on_host = o->fn.vec->on_host;
    int function = ventus_function(o);
    *c = (struct computation){.function = (int16_t)function, .is_vector = true, .float_bits = 32};
    if (function < 0 || v->d_double || (v->masked && writes_flags(o)))
        c->function = -1;
    c->has_nan_rule = on_host && v->d_is_float && v->a.is_float + v->b.is_float;
    c->raises = on_host;
    c->is_quiet = writes_flags(o) && !on_host;
    if (!v->d_is_float)
        c->float_bits = 0;
    c->source[0] = vector_source(&v->a);
    c->source[1] = vector_source(&v->b);
    c->source[2] = vector_source(&v->c);
    c->source[3] = constant(0);
    if (v->has_m)
        c->source[3] = lanes_of_v0;
    c->source_count = 4;
    c->is_masked = v->masked;
    c->source[4] = lanes_of_v0;
    c->destination[0] = (struct destination){TO_LANES, 32, false, v->d};
    c->destination_count = 1;
}

void ventus_scalar_computation(const struct ventus_op *o, struct computation *c)
{
    const struct ventus_scalar_op *s = &o->sca;
    *c = (struct computation){.function = (int16_t)ventus_function(o)};
    c->source[0] = s->a_imm ? constant((uint64_t)s->imm) : scalar(s->a);
    c->source[1] = s->b_imm ? constant((uint64_t)s->imm) : scalar(s->b);
    c->source[2] = (struct source){.kind = SOURCE_PC, .bits = 32, .constant = o->base.offset};
    if (!s->reads_pc)
        c->source[2] = constant(0);
    c->source_count = 3;
    c->destination[0] = (struct destination){s->d && s->d < SGPR_TRASH ? TO_SCALAR : TO_NOWHERE, 32,
                                             false, (uint16_t)(VAR_S0 + s->d)};
    c->destination_count = 1;
}

void ventus_branch_computation(const struct ventus_op *o, struct computation *c)
{
    *c = (struct computation){.function = (int16_t)ventus_function(o)};
    c->source[0] = scalar(o->branch.a);
    c->source[1] = scalar(o->branch.b);
    c->source_count = 2;
    c->destination[0] = (struct destination){.kind = TO_NOWHERE, .bits = 8};
    c->destination_count = 1;
}

bool ventus_is_compiled(const struct computation *c)
{
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_OTHER)
            return false;
    return step_list(c->function) != NULL;
}
