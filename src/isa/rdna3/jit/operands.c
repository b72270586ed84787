/* operands.c: operands of vector and scalar ALU ops, as exec/valu.c and exec/salu.c fetch and write
 * them, for the compiler. */
#include "isa/rdna3/jit/layer.h"

#include "jit/rounding.h"

/* ---- vector operations ---- */

static unsigned vgpr_var(const struct region *r, unsigned n) { return n * r->halves; }

static struct source constant(uint64_t value, unsigned bits)
{
    return (struct source){.kind = SOURCE_CONSTANT, .bits = (uint8_t)bits, .constant = value};
}

static bool is_float(unsigned type) { return type == T_f16 || type == T_f32 || type == T_f64; }

/* An operand of mixed precision that is an f16. */
static bool is_widened(const struct rdna3_src *s) { return s->type == T_mix && s->half & 2; }

/* Whether denormals of such an operand are flushed under MODE, where it keeps them or not. */
static bool flushes(uint32_t mode, unsigned type, bool keeps, uint32_t keeps32, uint32_t keeps16_64)
{
    bool is_32 = type == T_f32 || type == T_mix;
    bool is_other = type == T_f16 || type == T_2f16 || type == T_f64;
    return !keeps && ((is_32 && !(mode & keeps32)) || (is_other && !(mode & keeps16_64)));
}

static bool flushes_source(uint32_t mode, const struct rdna3_valu *v, unsigned type)
{
    return flushes(mode, type, v->keeps_in, MODE_DENORM32_IN, MODE_DENORM16_64_IN);
}

static struct source register_source(const struct region *r, const struct rdna3_src *s)
{
    struct source x = {.neg = s->neg,
                       .abs = s->abs,
                       .is_float = is_float(s->type) || (s->type == T_mix && !is_widened(s))};
    if (is_widened(s)) {
        x.adapt = ADAPT_WIDEN;
        x.is_high = s->half & 1;
    } else if (rdna3_is_packed(s->type)) {
        bool is_changed = s->sel_lo != 0 || s->sel_hi != 1 || s->neg || s->neg_hi;
        x.adapt = is_changed ? ADAPT_HALVES : ADAPT_NONE;
        x.low = s->sel_lo;
        x.high = s->sel_hi;
        x.neg_high = s->neg_hi;
        x.abs = false;
        x.is_packed = s->type == T_2f16 && s->sel_lo != s->sel_hi;
    }
    switch (s->kind) {
    case SRCK_V16:
    case SRCK_V32:
    case SRCK_V64:
        x.kind = SOURCE_LANES;
        x.bits = s->kind == SRCK_V16 ? 16 : s->kind == SRCK_V32 ? 32 : 64;
        x.var = (uint16_t)vgpr_var(r, s->vgpr);
        x.is_high |= s->kind == SRCK_V16 && s->half;
        return x;
    case SRCK_S16:
    case SRCK_S32:
    case SRCK_S64:
        x.kind = SOURCE_SCALAR;
        x.bits = s->kind == SRCK_S16 ? 16 : s->kind == SRCK_S32 ? 32 : 64;
        x.var = (uint16_t)(VAR_S0 + s->value);
        x.is_high |= s->kind == SRCK_S16 && s->half;
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

/* Source `n`, without the denormals that MODE does not let it have. */
static struct source operand_source(const struct region *r, const struct rdna3_valu *v, unsigned n)
{
    struct source x = register_source(r, &v->src[n]);
    unsigned type = v->src[n].type;
    x.is_moved = n == 0 && v->dpp_kind;
    x.flushes = flushes_source(r->mode, v, type);
    x.flushes_half = x.adapt == ADAPT_WIDEN && flushes_source(r->mode, v, T_f16);
    if (x.flushes && rdna3_is_packed(type) && x.adapt == ADAPT_NONE) {
        x.adapt = ADAPT_HALVES;
        x.high = 1;
    }
    return x;
}

static struct source vector_source(const struct region *r, const struct rdna3_valu *v,
                                   unsigned role)
{
    switch (role) {
    case ROLE_a:
        return operand_source(r, v, 0);
    case ROLE_b:
        return operand_source(r, v, 1);
    case ROLE_c:
        return operand_source(r, v, 2);
    case ROLE_k: {
        struct source k =
            v->dst_kind == DST_V16 ? constant(v->k & 0xffff, 16) : constant(v->k & UINT32_MAX, 32);
        k.flushes = flushes_source(r->mode, v, v->dst_type);
        return k;
    }
    case ROLE_d:
        if (v->dst_kind == DST_V128)
            break;
        bool packed_flush = v->dst_type == T_2f16 && flushes_source(r->mode, v, T_2f16);
        return (struct source){.kind = SOURCE_LANES,
                               .bits = (uint8_t)dst_bits(v),
                               .is_high = v->dst_half,
                               .is_float = is_float(v->dst_type),
                               .is_packed = v->dst_type == T_2f16,
                               .is_old = true,
                               .flushes = flushes_source(r->mode, v, v->dst_type),
                               .adapt = packed_flush ? ADAPT_HALVES : ADAPT_NONE,
                               .high = 1,
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

/* OMOD does nothing with IEEE set or output denormals on, manual 7.2.3.1. */
static void output_modifiers(const struct region *r, const struct rdna3_op *o,
                             const struct rdna3_valu *v, struct computation *c)
{
    uint32_t out = v->dst_type == T_f32 ? MODE_DENORM32_OUT : MODE_DENORM16_64_OUT;
    c->is_clamped = v->clamp && c->float_bits && !(op_row(o)->flags & FLAG_iclamp);
    c->nan_clamps_to_zero = r->mode & MODE_DX10_CLAMP;
    if (c->is_clamped && c->nan_clamps_to_zero)
        c->has_nan_rule = false; /* whichever it is */
    if (c->float_bits && !c->is_packed && !(r->mode & (MODE_IEEE | out)))
        c->scale = v->omod;
    c->flushes =
        flushes(r->mode, v->dst_type, v->keeps_out, MODE_DENORM32_OUT, MODE_DENORM16_64_OUT);
    c->is_adapted = c->is_clamped || c->scale || c->flushes;
}

/* How the row's result is rounded, as MODE says it. Rows that round to zero do so by their steps.
 */
static unsigned rounding(const struct region *r, const struct rdna3_valu *v)
{
    bool rounds =
        (is_float(v->dst_type) || v->dst_type == T_2f16) && !v->nearest && !v->toward_zero;
    return rounds ? r->mode >> (v->dst_type == T_f32 ? 0 : 2) & 3 : 0;
}

bool rdna3_can_round(const struct region *r, const struct rdna3_op *o, const struct rdna3_valu *v)
{
    int index = rdna3_function(o);
    const struct signature *sig = index < 0 ? NULL : signature_at((unsigned)index);
    for (unsigned i = 0; sig && i < sig->count; i++)
        if (sig->param[i].is_read && sig->param[i].role == ROLE_mode)
            return false;
    return sig && !v->toward_zero && (!rounding(r, v) || (!v->omod && can_round(index)));
}

struct lane_moves rdna3_lane_moves(const struct rdna3_valu *v)
{
    if (!v->dpp_kind)
        return (struct lane_moves){.from = NULL};
    return (struct lane_moves){.from = (const uint8_t *)&v->dpp->from,
                               .valid = v->dpp->in_range,
                               .writes = {v->dpp->writes[0], v->dpp->writes[1]},
                               .reads_inactive = v->dpp->fi,
                               .gives_zero = v->dpp->zero};
}

void rdna3_vector_computation(const struct region *r, const struct rdna3_op *o,
                              const struct rdna3_valu *v, struct computation *c)
{
    int index = rdna3_function(o);
    const struct signature *sig = index < 0 ? NULL : signature_at((unsigned)index);
    bool is_packed = v->dst_type == T_2f16;
    *c = (struct computation){.function = (int16_t)index,
                              .is_vector = true,
                              .has_nan_rule = v->nan_rule,
                              .is_scaling = op_row(o)->flags & FLAG_scale,
                              .is_packed = is_packed,
                              .round = (uint8_t)rounding(r, v),
                              .float_bits = v->dst_type == T_f32                ? 32
                                            : v->dst_type == T_f64              ? 64
                                            : v->dst_type == T_f16 || is_packed ? 16
                                                                                : 0};
    output_modifiers(r, o, v, c);
    c->moves = rdna3_lane_moves(v);
    c->is_adapted |= v->dpp_kind != 0;
    for (unsigned i = 0; sig && i < sig->count; i++) {
        if (sig->param[i].is_read) {
            struct source *s = &c->source[c->source_count++];
            *s = vector_source(r, v, sig->param[i].role);
            c->is_adapted |= s->adapt || s->flushes;
        }
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
