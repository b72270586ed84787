/* effects.c: what one op reads and writes, and how it is compiled: from its translated form and its
 * row. */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/jit/buffer.h"

static void add_vgprs(const struct region *r, varset *s, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned n = first + i < r->vectors ? first + i : 0;
        for (unsigned h = 0; h < r->halves; h++)
            var_add(s, n * r->halves + h);
    }
}

static void add_sgprs(varset *s, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count && first + i < SGPR_SLOTS; i++)
        var_add(s, VAR_S0 + first + i);
}

void rdna3_all_variables(const struct region *r, varset *s)
{
    for (unsigned i = 0; i < r->vectors * r->halves; i++)
        var_add(s, i);
    for (unsigned i = 0; i < SGPR_TRASH; i++)
        if (i < SRC_TTMP0 || i > SRC_NULL)
            var_add(s, VAR_S0 + i);
    var_add(s, VAR_SCC);
}

/* The op reads or keeps other lanes than active ones of its VGPRs. */
static void read_across(struct effects *e)
{
    varset written = vgprs_of(&e->def);
    add_set(&e->use, &written);
    e->across = vgprs_of(&e->use);
}

static void add_exec(const struct region *r, varset *s) { add_sgprs(s, SRC_EXEC_LO, r->halves); }

static void add_scalar(varset *s, const struct rdna3_scalar *x, unsigned dwords)
{
    if (x->index < SGPR_SLOTS)
        add_sgprs(s, x->index, dwords);
    else if (x->index == SCALAR_SCC)
        var_add(s, VAR_SCC);
}

/* Sources; whether one of them is part of a matrix. */
static bool source_effects(const struct region *r, const struct rdna3_valu *v, struct effects *e)
{
    bool is_matrix = false;
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        is_matrix |= s->kind == SRCK_V96 || s->kind == SRCK_V128;
        switch (s->kind) {
        case SRCK_V16:
        case SRCK_V32:
            add_vgprs(r, &e->use, s->vgpr, 1);
            break;
        case SRCK_V64:
            add_vgprs(r, &e->use, s->vgpr, 2);
            break;
        case SRCK_V96:
        case SRCK_V128:
            add_vgprs(r, &e->use, s->vgpr, 4);
            break;
        case SRCK_S16:
        case SRCK_S32:
            add_sgprs(&e->use, s->value, 1);
            break;
        case SRCK_S64:
            add_sgprs(&e->use, s->value, 2);
            break;
        case SRCK_SCC:
            var_add(&e->use, VAR_SCC);
            break;
        default:
            break;
        }
    }
    return is_matrix;
}

/* Scalar floats: on one lane, whatever EXEC is. */
static void lane_valu_effects(const struct region *r, const struct rdna3_valu *v, struct effects *e)
{
    source_effects(r, v, e);
    if (v->dst_kind == DST_NONE) {
        var_add(&e->def, VAR_SCC);
        return;
    }
    if (v->reads_d)
        add_sgprs(&e->use, v->dst, 1);
    add_sgprs(&e->def, v->dst, 1);
}

static void valu_effects(const struct region *r, const struct rdna3_valu *v, struct effects *e)
{
    bool is_matrix = source_effects(r, v, e) || v->dst_kind == DST_V128;
    unsigned width = v->dst_kind == DST_NONE   ? 0
                     : v->dst_kind == DST_V64  ? 2
                     : v->dst_kind == DST_V128 ? 4
                                               : 1;
    if (width && !v->skip_writes) {
        /* half a register keeps the other half, and DPP may write fewer lanes than are active */
        if (v->reads_d || v->swaps || v->dst_kind == DST_V16 || v->dpp_kind)
            add_vgprs(r, &e->use, v->dst_vgpr, width);
        add_vgprs(r, &e->def, v->dst_vgpr, width);
    }
    if (v->swaps) {
        add_vgprs(r, &e->use, v->dst2_vgpr, 1);
        add_vgprs(r, &e->def, v->dst2_vgpr, 1);
    }
    if (v->dpp_kind)
        e->across = vgprs_of(&e->use);
    if (is_matrix)
        read_across(e);
    if (v->reads_m)
        add_sgprs(&e->use, v->m_sgpr, r->halves);
    if (v->writes_co && !v->skip_writes)
        add_sgprs(&e->def, v->co_is_exec ? SRC_EXEC_LO : v->co_sgpr, r->halves);
    add_exec(r, &e->use);
}

static void mem_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_mem *m = &o->mem;
    unsigned addr = 0, data = 0, data1 = 0;
    const struct rdna3_row *row = op_row(o);
    if (o->insn->format == FMT_SMEM) {
        add_sgprs(&e->use, m->rsrc, m->formatted ? 4 : 2);
        if (m->saddr < SGPR_SLOTS)
            add_sgprs(&e->use, m->saddr, 1);
        add_sgprs(&e->def, m->sdst, m->dst_dwords);
        return;
    }
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned n = (unsigned)(rdna3_type_bits[row->operands[i].type] + 31) / 32;
        if (row->operands[i].role == ROLE_addr)
            addr = n ? n : 1;
        if (row->operands[i].role == ROLE_data)
            data = n ? n : 4;
        if (row->operands[i].role == ROLE_data1)
            data1 = n ? n : 4;
    }
    if (o->insn->format == FMT_MUBUF || o->insn->format == FMT_MTBUF) {
        addr = 2;
        data = 4;
        add_sgprs(&e->use, m->rsrc, 4);
        add_scalar(&e->use, &m->soffset, 1);
    }
    if (o->insn->format == FMT_SCRATCH && !m->has_addr)
        addr = 0;
    if (m->saddr < SGPR_SLOTS)
        add_sgprs(&e->use, m->saddr, 2);
    add_vgprs(r, &e->use, m->addr, addr);
    add_vgprs(r, &e->use, m->data, data);
    add_vgprs(r, &e->use, m->data1, data1);
    unsigned written = m->dst_dwords + m->tfe;
    if (written && (m->kind != MEM_ATOMIC || m->returns)) {
        bool replaces = m->copies || (rdna3_is_converted(m) && rdna3_is_convertible(m));
        bool is_whole = m->kind == MEM_LOAD && replaces && !m->tfe && !m->no_exec && !m->tolds;
        if (!is_whole)
            add_vgprs(r, &e->use, m->vdst, written);
        add_vgprs(r, &e->def, m->vdst, written);
    }
    add_sgprs(&e->use, SRC_M0, 1);
    add_exec(r, &e->use);
}

static void salu_effects(const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_salu *s = &o->salu;
    const struct rdna3_row *row = op_row(o);
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        unsigned dwords = rdna3_type_bits[d.type] == 64 ? 2 : 1;
        varset *set = d.is_write ? &e->def : &e->use;
        switch (d.role) {
        case ROLE_a:
            add_scalar(&e->use, &s->a, dwords);
            break;
        case ROLE_b:
            add_scalar(&e->use, &s->b, dwords);
            break;
        case ROLE_d:
        case ROLE_s:
            add_sgprs(set, s->dst, dwords);
            break;
        case ROLE_scc:
            if (!d.is_write || s->writes_scc)
                var_add(set, VAR_SCC);
            break;
        case ROLE_exec:
            add_sgprs(set, SRC_EXEC_LO, dwords);
            break;
        default:
            break;
        }
    }
}

static void branch_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_row *row = op_row(o);
    for (unsigned i = 0; i < row->n_operands; i++) {
        switch (row->operands[i].role) {
        case ROLE_scc:
            var_add(&e->use, VAR_SCC);
            break;
        case ROLE_vccz:
            add_sgprs(&e->use, SRC_VCC_LO, r->halves);
            break;
        case ROLE_execz:
            add_exec(r, &e->use);
            break;
        default:
            break;
        }
    }
}

static void reads_all(const struct region *r, struct effects *e)
{
    rdna3_all_variables(r, &e->use);
    e->across = vgprs_of(&e->use);
    e->exec = EXEC_CHANGES;
}

/* A group of registers that ends out of range is taken from VGPR 0, manual 3.3.2.2. */
static void add_group(const struct region *r, varset *s, unsigned field, unsigned count)
{
    unsigned n = field - SRC_VGPR0;
    if (field >= SRC_VGPR0) /* else it is a constant */
        add_vgprs(r, s, n + count > r->vectors ? 0 : n, count);
}

/* WMMA: EXEC is ignored, and C and D are eight times 32 lanes in both wave sizes. */
static void matrix_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_row *row = op_row(o);
    const uint32_t fields[] = {o->insn->f[F_src0], o->insn->f[F_src1], o->insn->f[F_src2]};
    unsigned regs = 8 / r->halves, d = o->insn->f[F_vdst];
    e->treatment = AS_CALL;
    for (unsigned i = 0; i < 3; i++) {
        unsigned type = row->operands[row->n_writes + i].type;
        add_group(r, &e->use, fields[i], i == 2 ? regs : rdna3_type_bits[type] / 32u);
    }
    if (d + regs <= r->vectors)
        add_vgprs(r, &e->def, d, regs);
    read_across(e);
    e->wants_all = true;
}

/* Moves between lanes: their functions read scalar selects from the fields. */
static void lane_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_row *row = op_row(o);
    e->treatment = AS_IR;
    valu_effects(r, &o->valu, e);
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned kind, n = rdna3_field(o->insn, row->operands[i].role, &kind);
        if (i < row->n_writes && row->operands[i].role == ROLE_sd) {
            if (n < SRC_NULL || n == SRC_M0) {
                add_sgprs(&e->def, n, 1);
            } else { /* EXEC: any lane may be active then */
                e->treatment = AS_SYNC;
                e->exec = EXEC_CHANGES;
            }
        } else if (i >= row->n_writes && (kind == K_src || kind == K_ssrc)) {
            if (n < SGPR_SLOTS)
                add_sgprs(&e->use, n, 1);
            else if (n >= SRC_VGPR0)
                add_vgprs(r, &e->use, n - SRC_VGPR0, 1);
        } else if (i >= row->n_writes && kind == K_vgpr) {
            add_vgprs(r, &e->use, n & 0xff, 1);
        }
    }
    read_across(e);
}

/* Moves between lanes by way of LDS's network: no memory. */
static void swizzle_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    e->treatment = AS_IR;
    add_vgprs(r, &e->use, o->insn->f[F_addr], 1);
    add_vgprs(r, &e->use, o->insn->f[F_data0], 1);
    add_vgprs(r, &e->def, o->insn->f[F_vdst], 1);
    add_exec(r, &e->use);
    read_across(e);
}

/* Compute kernels end with this message, by which nothing happens here. */
static bool frees_registers(const struct rdna3_op *o)
{
    const struct rdna3_row *row = op_row(o);
    return row->operands[0].type == T_msg && (o->salu.k & 0xff) == MSG_DEALLOC_VGPRS;
}

/* S_ROUND_MODE and S_DENORM_MODE; *mode: what MODE is behind the op, which its executor sets in a
 * wave. false: another op, or no memory. */
static bool sets_mode(const struct region *r, const struct rdna3_op *o, uint32_t *mode)
{
    const struct row_effects *x = &op_row(o)->effects;
    bool is_it =
        x->flow == FLOW_NEXT && x->writes == STATE_MODE && !(x->reads & ~(uint32_t)STATE_MODE);
    size_t bytes = wave_size(r->halves);
    struct rdna3_wave *w = is_it ? aligned_alloc(_Alignof(struct rdna3_wave), bytes) : NULL;
    if (!w)
        return false;
    memset(w, 0, bytes);
    w->mode = r->mode;
    o->interp(&w->base, &o->base);
    *mode = w->mode;
    free(w);
    return true;
}

/* To an address in scalar registers, and whether that of the next instruction is kept. */
static void jump_effects(const struct rdna3_op *o, struct description *d)
{
    const struct rdna3_row *row = op_row(o);
    bool is_call = row->effects.flow == FLOW_CALL;
    if ((!is_call && row->effects.flow != FLOW_RETURN) || row->n_operands == row->n_writes ||
        o->salu.a.index >= SRC_VCC_LO || (is_call && o->salu.dst >= SRC_VCC_LO))
        return;
    d->to = (uint16_t)(VAR_S0 + o->salu.a.index);
    if (is_call)
        d->link = (uint16_t)(VAR_S0 + o->salu.dst);
}

/* State that the variables do not have, and that no access of compiled code depends on. */
enum { STATE_BESIDE = STATE_STATUS | STATE_HWREG | STATE_EXEC | STATE_MODE };

/* Rows that act on the wave: what the row says. */
static void wave_effects(const struct region *r, const struct rdna3_op *o, struct description *d)
{
    const struct rdna3_row *row = op_row(o);
    const struct row_effects *x = &row->effects;
    struct effects *e = &d->fx;
    bool is_silent = !(x->reads | x->writes) && row->cls == C_other;
    if (row_waits_for_stores(x)) {
        d->kind = OP_OWN;
        e->treatment = AS_IR;
    } else if (row_is_timing(x) || (x->flow == FLOW_MESSAGE && frees_registers(o))) {
        e->treatment = AS_NOTHING;
    } else if (row->cls == C_valu && row->flags & FLAG_wmma) {
        matrix_effects(r, o, e);
    } else if (row->cls == C_valu && x->flow == FLOW_NEXT &&
               !((x->reads | x->writes) & ~(uint32_t)STATE_BESIDE)) {
        d->kind = OP_OWN;
        lane_effects(r, o, e);
        if (e->treatment == AS_IR)
            d->copy = rdna3_lane_copy(r, o);
        d->is_pure = d->copy.kind != LANE_NONE;
    } else if (rdna3_is_indexed_move(r, o)) {
        d->kind = OP_OWN;
        e->treatment = AS_IR;
        rdna3_indexed_effects(r, o, e);
    } else if (row->cls == C_lds && !((x->reads | x->writes) & ~(uint32_t)STATE_BESIDE)) {
        d->kind = OP_OWN;
        swizzle_effects(r, o, e);
    } else if (row_ends_program(x)) { /* nothing of the wave is looked at afterwards */
        e->treatment = AS_LEAVE;
    } else if (row_gives_way(x) && is_silent) { /* registers stay until the wave comes back */
        e->treatment = AS_LEAVE;
        d->waits = true;
        d->is_barrier = x->flow == FLOW_BARRIER;
    } else if (x->flow == FLOW_HALT || (x->writes == STATE_STATUS && x->flow == FLOW_NEXT)) {
        e->treatment = AS_CALL; /* no register but perhaps M0 */
        if (x->reads & STATE_M0)
            add_sgprs(&e->use, SRC_M0, 1);
    } else { /* MODE may be another one afterwards: the next label looks */
        uint32_t mode;
        if (sets_mode(r, o, &mode)) {
            d->kind = OP_MODE;
            d->target = (int32_t)mode;
        }
        bool leaves =
            row_jumps(x) || x->flow == FLOW_FAULT || x->writes & STATE_MODE || row->cls == C_other;
        e->treatment = leaves ? AS_LEAVE : AS_SYNC;
        reads_all(r, e);
    }
    jump_effects(o, d);
    d->ends = row_ends_program(x);
    d->returns = row_goes_on(x);
}

/* Whether the operand layer of compiled code knows a source. */
static bool is_simple_source(const struct rdna3_valu *v, unsigned i)
{
    const struct rdna3_src *s = &v->src[i];
    bool is_moved = v->dpp_kind && i == 0;
    if (s->kind == SRCK_V96 || s->kind == SRCK_V128 || s->kind == SRCK_SCC || s->quad)
        return false;
    return !is_moved || s->kind == SRCK_V32 || s->kind == SRCK_V16;
}

/* Whether the function's steps can be emitted for it. */
static bool is_simple_valu(const struct region *r, const struct rdna3_op *o,
                           const struct rdna3_valu *v)
{
    const uint32_t denormals = MODE_DENORM32 | MODE_DENORM16_64;
    uint32_t unusual = (r->mode ^ MODE_PLAIN) & v->mode_mask;
    if (unusual & ~(denormals | MODE_ROUND32 | MODE_ROUND16_64) ||
        (unusual & (MODE_ROUND32 | MODE_ROUND16_64) && !rdna3_can_round(r, o, v)))
        return false;
    if (v->swaps || v->skip_writes || rdna3_function(o) < 0 || v->dst_kind == DST_V128)
        return false;
    for (unsigned i = 0; i < v->nsrc; i++) {
        unsigned type = v->src[i].type;
        if (!is_simple_source(v, i) || (unusual && (type == T_bf16 || type == T_2bf16)))
            return false;
    }
    return true;
}

static void describe_dual(const struct region *r, const struct rdna3_op *o, struct description *d)
{
    const struct rdna3_op *part[2] = {o->vopd.x, o->vopd.y};
    d->kind = OP_PAIR;
    d->fx.treatment = AS_IR;
    for (unsigned i = 0; i < 2; i++) {
        if (!is_simple_valu(r, part[i], &part[i]->valu))
            d->fx.treatment = AS_CALL;
        valu_effects(r, &part[i]->valu, &d->fx);
        rdna3_vector_computation(r, part[i], &part[i]->valu, &d->computation[i]);
    }
}

static void describe_access(const struct region *r, const struct rdna3_op *o, struct description *d)
{
    const struct rdna3_mem *m = &o->mem;
    bool is_plain = o->executor == EXECUTOR_exec_ds || m->has_addr || rdna3_is_offset_buffer(o);
    d->kind = OP_ACCESS;
    d->fx.treatment = AS_IR;
    d->is_load = m->kind == MEM_LOAD && !m->tolds;
    d->bytes = m->bytes;
    if (is_plain && !m->addtid)
        d->address = (uint16_t)(m->addr * r->halves);
    mem_effects(r, o, &d->fx);
}

void rdna3_describe_op(const struct region *r, const struct op *op, struct description *d)
{
    const struct rdna3_op *o = rdna3_op(op);
    struct effects *e = &d->fx;
    switch (o->executor) {
    case EXECUTOR_exec_valu:
    case EXECUTOR_exec_valu32:
    case EXECUTOR_exec_plain:
        if (rdna3_is_swap(o)) {
            d->kind = OP_OWN;
            d->is_pure = true;
            e->treatment = AS_IR;
            valu_effects(r, &o->valu, e);
            break;
        }
        d->kind = OP_COMPUTE;
        e->treatment = is_simple_valu(r, o, &o->valu) ? AS_IR : AS_CALL;
        valu_effects(r, &o->valu, e);
        rdna3_vector_computation(r, o, &o->valu, &d->computation[0]);
        break;
    case EXECUTOR_exec_vopd:
    case EXECUTOR_exec_vopd32:
        describe_dual(r, o, d);
        break;
    case EXECUTOR_exec_lane:
        e->treatment = AS_CALL;
        lane_valu_effects(r, &o->valu, e);
        break;
    case EXECUTOR_exec_salu:
        d->kind = OP_COMPUTE;
        e->treatment = AS_IR;
        salu_effects(o, e);
        rdna3_scalar_computation(r, o, &d->computation[0]);
        break;
    case EXECUTOR_exec_branch:
        d->kind = OP_BRANCH;
        e->treatment = AS_IR;
        d->target = o->salu.target;
        d->is_conditional = op_row(o)->effects.is_conditional;
        branch_effects(r, o, e);
        rdna3_scalar_computation(r, o, &d->computation[0]);
        break;
    case EXECUTOR_exec_smem:
        d->kind = OP_SCALAR_LOAD;
        d->is_load = true;
        e->treatment = AS_IR;
        mem_effects(r, o, e);
        break;
    case EXECUTOR_exec_flat:
    case EXECUTOR_exec_ds:
        describe_access(r, o, d);
        break;
    case EXECUTOR_exec_buffer:
        if (rdna3_is_plain_buffer(o)) {
            describe_access(r, o, d);
            break;
        }
        e->treatment = AS_CALL;
        mem_effects(r, o, e);
        break;
    case EXECUTOR_exec_wave:
        wave_effects(r, o, d);
        break;
    case EXECUTOR_exec_illegal:
    case EXECUTOR_exec_later:
    case EXECUTOR_exec_outside:
        e->treatment = AS_LEAVE;
        break;
    default:
        e->treatment = AS_LEAVE;
        d->returns = true;
        reads_all(r, e);
        break;
    }
}
