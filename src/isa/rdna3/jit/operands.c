/* operands.c: operands of vector and scalar ALU ops, as exec/valu.c and exec/salu.c fetch and write
 * them, for the compiler. */
#include "isa/rdna3/jit/layer.h"

/* ---- vector operations ---- */

static unsigned vgpr_var(const struct region *r, unsigned n) { return n * r->halves; }

static struct source constant(uint64_t value, unsigned bits)
{
    return (struct source){.kind = SOURCE_CONSTANT, .bits = (uint8_t)bits, .constant = value};
}

static struct source register_source(const struct region *r, const struct rdna3_src *s)
{
    struct source x = {
        .neg = s->neg, .abs = s->abs, .is_float = s->type == T_f32 || s->type == T_f64};
    switch (s->kind) {
    case SRCK_V16:
    case SRCK_V32:
    case SRCK_V64:
        x.kind = SOURCE_LANES;
        x.bits = s->kind == SRCK_V16 ? 16 : s->kind == SRCK_V32 ? 32 : 64;
        x.var = (uint16_t)vgpr_var(r, s->vgpr);
        x.is_high = s->kind == SRCK_V16 && s->half;
        return x;
    case SRCK_S16:
    case SRCK_S32:
    case SRCK_S64:
        x.kind = SOURCE_SCALAR;
        x.bits = s->kind == SRCK_S16 ? 16 : s->kind == SRCK_S32 ? 32 : 64;
        x.var = (uint16_t)(VAR_S0 + s->value);
        x.is_high = s->kind == SRCK_S16 && s->half;
        return x;
    case SRCK_SCC:
        x.kind = SOURCE_SCALAR;
        x.bits = 32;
        x.var = VAR_SCC;
        return x;
    case SRCK_I16:
        x.constant = s->imm >> (s->half ? 16 : 0) & 0xffff;
        x.bits = 16;
        break;
    case SRCK_I32:
        x.constant = s->imm & UINT32_MAX;
        x.bits = 32;
        break;
    case SRCK_I64:
        x.constant = s->imm;
        x.bits = 64;
        break;
    default:
        return x;
    }
    x.kind = SOURCE_CONSTANT;
    return x;
}

static unsigned dst_bits(const struct rdna3_valu *v)
{
    return v->dst_kind == DST_V16 ? 16 : v->dst_kind == DST_V64 ? 64 : 32;
}

static struct source vector_source(const struct region *r, const struct rdna3_valu *v,
                                   unsigned role)
{
    switch (role) {
    case ROLE_a:
        return register_source(r, &v->src[0]);
    case ROLE_b:
        return register_source(r, &v->src[1]);
    case ROLE_c:
        return register_source(r, &v->src[2]);
    case ROLE_k:
        return v->dst_kind == DST_V16 ? constant(v->k & 0xffff, 16)
                                      : constant(v->k & UINT32_MAX, 32);
    case ROLE_d:
        if (v->dst_kind == DST_V128)
            break;
        return (struct source){.kind = SOURCE_LANES,
                               .bits = (uint8_t)dst_bits(v),
                               .is_high = v->dst_half,
                               .is_float = v->dst_type == T_f32 || v->dst_type == T_f64,
                               .var = (uint16_t)vgpr_var(r, v->dst_vgpr)};
    case ROLE_m:
    case ROLE_vcc: /* NULL is 0 for both halves; what follows it is M0 */
        if (!v->reads_m)
            return constant(0, 32);
        return (struct source){
            .kind = SOURCE_MASK, .bits = 32, .var = (uint16_t)(VAR_S0 + v->m_sgpr)};
    case ROLE_mode:
        return constant(r->mode, 32);
    case ROLE_lane0:
        return (struct source){.kind = SOURCE_LANE0, .bits = 32};
    case ROLE_neg:
        return constant(v->neg_bits, 32);
    case SIG_ROLE_CLAMP:
        return constant(v->clamp, 32);
    default:
        break;
    }
    return (struct source){.kind = SOURCE_OTHER};
}

static struct destination vector_destination(const struct region *r, const struct rdna3_valu *v,
                                             unsigned role)
{
    switch (role) {
    case ROLE_d:
        if (v->dst_kind == DST_V128 || v->dst_kind == DST_NONE || v->skip_writes)
            break;
        return (struct destination){TO_LANES, (uint8_t)dst_bits(v), v->dst_half,
                                    (uint16_t)vgpr_var(r, v->dst_vgpr)};
    case ROLE_e:
        return (struct destination){TO_LANES, 32, false, (uint16_t)vgpr_var(r, v->dst2_vgpr)};
    default:
        if (!v->writes_co)
            break;
        return (struct destination){TO_MASK, 32, false,
                                    (uint16_t)(v->co_is_exec ? VAR_EXEC : VAR_S0 + v->co_sgpr)};
    }
    return (struct destination){.kind = TO_NOWHERE};
}

void rdna3_vector_computation(const struct region *r, const struct rdna3_op *o,
                              const struct rdna3_valu *v, struct computation *c)
{
    int index = rdna3_function(o);
    const struct signature *sig = index < 0 ? NULL : signature_at((unsigned)index);
    *c = (struct computation){.function = (int16_t)index,
                              .is_vector = true,
                              .has_nan_rule = v->nan_rule,
                              .is_clamped = v->clamp,
                              .is_scaling = op_row(o)->flags & FLAG_scale,
                              .crosses_lanes = v->dpp_kind != 0,
                              .float_bits = v->dst_type == T_f32   ? 32
                                            : v->dst_type == T_f64 ? 64
                                                                   : 0};
    for (unsigned i = 0; sig && i < sig->count; i++) {
        if (sig->param[i].is_read)
            c->source[c->source_count++] = vector_source(r, v, sig->param[i].role);
        if (sig->param[i].is_written)
            c->destination[c->destination_count++] = vector_destination(r, v, sig->param[i].role);
    }
}

/* ---- scalar operations ---- */

static struct source scalar_register(unsigned n, unsigned bits)
{
    return (struct source){
        .kind = SOURCE_SCALAR, .bits = (uint8_t)bits, .var = (uint16_t)(VAR_S0 + n)};
}

static struct source scalar_operand(const struct rdna3_scalar *x, unsigned bits)
{
    if (x->index == SCALAR_IMM)
        return constant(x->imm, bits);
    return scalar_register(x->index == SCALAR_SCC ? SGPR_SLOTS : x->index, bits);
}

static unsigned param_bits(unsigned type)
{
    return type == SIG_I64 ? 64 : type == SIG_I16 ? 16 : type == SIG_BOOL ? 8 : 32;
}

static struct source scalar_source(const struct rdna3_op *o, const struct sig_param *p)
{
    const struct rdna3_salu *s = &o->salu;
    unsigned bits = param_bits(p->type);
    switch (p->role) {
    case ROLE_a:
        return scalar_operand(&s->a, bits == 64 ? 64 : 32);
    case ROLE_b:
        return scalar_operand(&s->b, bits == 64 ? 64 : 32);
    case ROLE_k:
        return constant(s->k, bits);
    case ROLE_l:
        return constant(s->l, bits);
    case ROLE_pc:
        return (struct source){
            .kind = SOURCE_PC, .bits = 64, .constant = o->base.offset + o->base.size_bytes};
    case ROLE_d:
    case ROLE_s:
        return scalar_register(s->dst, bits);
    case ROLE_exec:
        return scalar_register(SRC_EXEC_LO, bits);
    case ROLE_scc:
        return scalar_register(SGPR_SLOTS, 8);
    case ROLE_vccz:
    case ROLE_execz:
        return (struct source){
            .kind = SOURCE_NONE_SET,
            .bits = 8,
            .var = (uint16_t)(VAR_S0 + (p->role == ROLE_vccz ? SRC_VCC_LO : SRC_EXEC_LO))};
    case ROLE_status:
        return (struct source){
            .kind = SOURCE_FIELD, .bits = 32, .constant = offsetof(struct rdna3_wave, status)};
    default:
        return (struct source){.kind = SOURCE_OTHER};
    }
}

static struct destination scalar_destination(const struct rdna3_op *o, const struct sig_param *p)
{
    const struct rdna3_salu *s = &o->salu;
    struct destination to = {TO_SCALAR, (uint8_t)param_bits(p->type), false, 0};
    switch (p->role) {
    case ROLE_d:
        to.var = (uint16_t)(VAR_S0 + s->dst);
        to.kind = s->dst < SGPR_TRASH ? TO_SCALAR : TO_NOWHERE;
        break;
    case ROLE_exec:
        to.var = VAR_EXEC;
        break;
    case ROLE_scc:
        to.var = VAR_SCC;
        to.kind = s->writes_scc ? TO_SCALAR : TO_NOWHERE;
        break;
    default: /* whether a branch is taken */
        to.kind = TO_NOWHERE;
        break;
    }
    return to;
}

void rdna3_scalar_computation(const struct region *r, const struct rdna3_op *o,
                              struct computation *c)
{
    int index = rdna3_function(o);
    const struct signature *sig = index < 0 ? NULL : signature_at((unsigned)index);
    *c = (struct computation){.function = (int16_t)index};
    for (unsigned i = 0; sig && i < sig->count; i++) {
        if (sig->param[i].is_read)
            c->source[c->source_count++] = scalar_source(o, &sig->param[i]);
        if (sig->param[i].is_written)
            c->destination[c->destination_count++] = scalar_destination(o, &sig->param[i]);
    }
    (void)r;
}
