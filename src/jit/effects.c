/* effects.c: what one op reads and writes, and how it is compiled. */
#include "isa/rdna3/exec/layer.h"
#include "jit/region.h"
#include "jit/signature.h"

static void add_vgprs(const struct region *r, varset *s, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned n = first + i < r->code->vgprs ? first + i : 0;
        for (unsigned h = 0; h < r->halves; h++)
            var_add(s, n * r->halves + h);
    }
}

static void add_sgprs(varset *s, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count && first + i < SGPR_SLOTS; i++)
        var_add(s, VAR_S0 + first + i);
}

void add_all(const struct region *r, varset *s)
{
    for (unsigned i = 0; i < r->code->vgprs * r->halves; i++)
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
    else if (x->index == 0xfffe)
        var_add(s, VAR_SCC);
}

static unsigned vgpr_of(const struct region *r, uint32_t offset)
{
    return offset / (r->halves * (unsigned)sizeof(vec32));
}

static void valu_effects(const struct region *r, const struct rdna3_op *o,
                         const struct rdna3_valu *v, struct effects *e)
{
    bool is_matrix = v->dst_kind == DST_V128;
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        is_matrix |= s->kind == SRCK_V96 || s->kind == SRCK_V128;
        switch (s->kind) {
        case SRCK_V16:
        case SRCK_V32:
            add_vgprs(r, &e->use, vgpr_of(r, s->value), 1);
            break;
        case SRCK_V64:
            add_vgprs(r, &e->use, vgpr_of(r, s->value), 2);
            break;
        case SRCK_V96:
        case SRCK_V128:
            add_vgprs(r, &e->use, vgpr_of(r, s->value), 4);
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
    unsigned width = v->dst_kind == DST_NONE   ? 0
                     : v->dst_kind == DST_V64  ? 2
                     : v->dst_kind == DST_V128 ? 4
                                               : 1;
    if (width && !v->skip_writes) {
        /* half a register keeps the other half, and DPP may write fewer lanes than are active */
        if (v->reads_d || v->swaps || v->dst_kind == DST_V16 || v->dpp_kind)
            add_vgprs(r, &e->use, vgpr_of(r, v->dst), width);
        add_vgprs(r, &e->def, vgpr_of(r, v->dst), width);
    }
    if (v->swaps) {
        add_vgprs(r, &e->use, vgpr_of(r, v->dst2), 1);
        add_vgprs(r, &e->def, vgpr_of(r, v->dst2), 1);
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
    (void)o;
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
    if (m->saddr < SGPR_SLOTS)
        add_sgprs(&e->use, m->saddr, 2);
    add_vgprs(r, &e->use, m->addr, addr);
    add_vgprs(r, &e->use, m->data, data);
    add_vgprs(r, &e->use, m->data1, data1);
    unsigned written = m->dst_dwords + m->tfe;
    if (written && (m->kind != MEM_ATOMIC || m->returns)) {
        bool is_whole = m->kind == MEM_LOAD && m->copies && !m->tfe && !m->no_exec && !m->tolds;
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
    add_all(r, &e->use);
    e->across = vgprs_of(&e->use);
    e->exec = EXEC_CHANGES;
}

/* A group of registers that ends out of range is taken from VGPR 0, manual 3.3.2.2. */
static void add_group(const struct region *r, varset *s, unsigned field, unsigned count)
{
    unsigned n = field - SRC_VGPR0;
    if (field >= SRC_VGPR0) /* else it is a constant */
        add_vgprs(r, s, n + count > r->code->vgprs ? 0 : n, count);
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
    if (d + regs <= r->code->vgprs)
        add_vgprs(r, &e->def, d, regs);
    read_across(e);
}

/* Rows that act on the wave: what they may touch, by row. */
static void wave_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    const struct rdna3_row *row = op_row(o);
    switch (o->base.row) {
    case RDNA3_S_NOP:
    case RDNA3_S_CLAUSE:
    case RDNA3_S_DELAY_ALU:
    case RDNA3_S_WAITCNT:
    case RDNA3_S_WAITCNT_DEPCTR:
    case RDNA3_S_WAITCNT_VSCNT:
    case RDNA3_S_WAITCNT_VMCNT:
    case RDNA3_S_WAITCNT_EXPCNT:
    case RDNA3_S_WAITCNT_LGKMCNT:
    case RDNA3_S_SET_INST_PREFETCH_DISTANCE:
    case RDNA3_S_WAIT_IDLE:
    case RDNA3_S_ICACHE_INV:
    case RDNA3_BUFFER_GL0_INV:
    case RDNA3_BUFFER_GL1_INV:
    case RDNA3_S_GL1_INV:
    case RDNA3_S_DCACHE_INV:
        e->treatment = AS_NOTHING;
        return;
    case RDNA3_V_READFIRSTLANE_B32:
    case RDNA3_V_READLANE_B32:
    case RDNA3_V_WRITELANE_B32:
    case RDNA3_V_PERMLANE16_B32:
    case RDNA3_V_PERMLANEX16_B32:
    case RDNA3_V_PERMLANE64_B32:
        e->treatment = AS_IR;
        valu_effects(r, o, &o->valu, e);
        for (unsigned i = 0; i < row->n_writes; i++)
            if (row->operands[i].role == ROLE_sd) {
                unsigned kind, n = rdna3_field(o->insn, ROLE_sd, &kind);
                if (n < SRC_NULL || n == SRC_M0)
                    add_sgprs(&e->def, n, 1);
                else
                    e->treatment = AS_SYNC;
            }
        for (unsigned i = row->n_writes; i < row->n_operands; i++) {
            /* scalar selects are read from their fields by these functions */
            unsigned kind, n = rdna3_field(o->insn, row->operands[i].role, &kind);
            if (kind == K_src || kind == K_ssrc) {
                if (n < SGPR_SLOTS)
                    add_sgprs(&e->use, n, 1);
                else if (n >= SRC_VGPR0)
                    add_vgprs(r, &e->use, n - SRC_VGPR0, 1);
            } else if (kind == K_vgpr) {
                add_vgprs(r, &e->use, n & 0xff, 1);
            }
        }
        read_across(e);
        return;
    case RDNA3_S_SETPRIO:
    case RDNA3_S_SETHALT:
        e->treatment = AS_CALL;
        return;
    case RDNA3_S_SENDMSG:
        if ((o->salu.k & 0xff) == 3) { /* MSG_DEALLOC_VGPRS: nothing happens */
            e->treatment = AS_NOTHING;
            return;
        }
        e->treatment = AS_CALL;
        add_sgprs(&e->use, SRC_M0, 1);
        return;
    case RDNA3_S_BARRIER: /* registers stay as they are until the wave comes back */
    case RDNA3_S_SLEEP:
        e->treatment = AS_LEAVE;
        return;
    case RDNA3_DS_SWIZZLE_B32:
    case RDNA3_DS_PERMUTE_B32:
    case RDNA3_DS_BPERMUTE_B32:
        e->treatment = AS_CALL;
        add_vgprs(r, &e->use, o->insn->f[F_addr], 1);
        add_vgprs(r, &e->use, o->insn->f[F_data0], 1);
        add_vgprs(r, &e->def, o->insn->f[F_vdst], 1);
        add_exec(r, &e->use);
        read_across(e);
        return;
    default:
        break;
    }
    if (row->flags & FLAG_wmma) {
        matrix_effects(r, o, e);
        return;
    }
    if (o->base.row == RDNA3_S_ENDPGM || o->base.row == RDNA3_S_ENDPGM_SAVED ||
        o->base.row == RDNA3_S_ENDPGM_ORDERED_PS_DONE) {
        e->treatment = AS_LEAVE; /* nothing of the wave is looked at afterwards */
        return;
    }
    /* MODE may be another one afterwards: the next label looks. */
    bool sets_mode = o->base.row == RDNA3_S_SETREG_B32 || o->base.row == RDNA3_S_SETREG_IMM32_B32;
    bool leaves = row->cls == C_other || row->format == FMT_SOPP || sets_mode;
    for (unsigned i = 0; i < row->n_writes; i++)
        leaves |= row->operands[i].role == ROLE_pc || row->operands[i].role == ROLE_taken;
    e->treatment = leaves ? AS_LEAVE : AS_SYNC;
    reads_all(r, e);
}

/* Whether emit_valu can do it. */
static bool is_simple_valu(const struct region *r, const struct rdna3_op *o,
                           const struct rdna3_valu *v)
{
    /* Rounds or flushes otherwise than plain code does: the operand layer knows how. */
    if ((r->mode ^ MODE_PLAIN) & v->mode_mask)
        return false;
    if (v->dpp_kind || v->omod || v->swaps || v->skip_writes || signature_of_row(o->base.row) < 0)
        return false;
    if (v->clamp && !(op_row(o)->flags & FLAG_iclamp))
        return false;
    if (v->dst_kind == DST_V128)
        return false;
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        if (s->kind == SRCK_V96 || s->kind == SRCK_V128 || s->type == T_mix)
            return false;
        bool packed = s->type == T_2f16 || s->type == T_2bf16 || s->type == T_2i16 ||
                      s->type == T_2u16 || s->type == T_2b16;
        if (packed && (s->sel_lo != 0 || s->sel_hi != 1 || s->neg || s->neg_hi || s->abs))
            return false;
        if (s->kind == SRCK_SCC)
            return false;
    }
    return !v->nan_rule || v->dst_type == T_f32 || v->dst_type == T_f64;
}

static bool is_exec(const struct rdna3_scalar *x) { return x->index == SRC_EXEC_LO; }

static enum exec_change salu_exec_change(const struct rdna3_op *o)
{
    const struct rdna3_salu *s = &o->salu;
    bool is_dst = s->dst == SRC_EXEC_LO, with_exec = is_exec(&s->a) || is_exec(&s->b);
    switch (o->base.row) {
    case RDNA3_S_AND_B32:
    case RDNA3_S_AND_B64:
        return is_dst && with_exec ? EXEC_NARROWS : EXEC_CHANGES;
    case RDNA3_S_AND_NOT1_B32:
    case RDNA3_S_AND_NOT1_B64:
        return is_dst && is_exec(&s->a) ? EXEC_NARROWS : EXEC_CHANGES;
    case RDNA3_S_AND_SAVEEXEC_B32:
    case RDNA3_S_AND_SAVEEXEC_B64:
    case RDNA3_S_AND_NOT0_SAVEEXEC_B32:
    case RDNA3_S_AND_NOT0_SAVEEXEC_B64:
        return is_dst ? EXEC_CHANGES : EXEC_NARROWS;
    case RDNA3_S_OR_B32:
    case RDNA3_S_OR_B64:
        return is_dst && with_exec ? EXEC_WIDENS : EXEC_CHANGES;
    case RDNA3_S_OR_SAVEEXEC_B32:
    case RDNA3_S_OR_SAVEEXEC_B64:
        return is_dst ? EXEC_CHANGES : EXEC_WIDENS;
    case RDNA3_S_MOV_B32:
    case RDNA3_S_MOV_B64:
        return is_dst && s->a.index == 0xffff && s->a.imm == UINT64_MAX ? EXEC_WIDENS
                                                                        : EXEC_CHANGES;
    default:
        return EXEC_CHANGES;
    }
}

/* Vector instructions write only bits of active lanes to EXEC. */
static enum exec_change exec_change(const struct region *r, const struct rdna3_op *o,
                                    const struct effects *e)
{
    varset exec = {{0}};
    add_exec(r, &exec);
    bool is_written = false;
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        is_written |= (exec.w[i] & e->def.w[i]) != 0;
    if (e->exec != EXEC_STAYS || !is_written)
        return e->exec;
    if (o->executor == EXECUTOR_exec_salu)
        return salu_exec_change(o);
    return is_vector(o) ? EXEC_NARROWS : EXEC_CHANGES;
}

void op_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    memset(e, 0, sizeof *e);
    switch (o->executor) {
    case EXECUTOR_exec_valu:
    case EXECUTOR_exec_valu32:
    case EXECUTOR_exec_plain:
        e->treatment = is_simple_valu(r, o, &o->valu) ? AS_IR : AS_CALL;
        valu_effects(r, o, &o->valu, e);
        break;
    case EXECUTOR_exec_vopd:
    case EXECUTOR_exec_vopd32:
        e->treatment = is_simple_valu(r, o->vopd.x, &o->vopd.x->valu) &&
                               is_simple_valu(r, o->vopd.y, &o->vopd.y->valu)
                           ? AS_IR
                           : AS_CALL;
        valu_effects(r, o, &o->vopd.x->valu, e);
        valu_effects(r, o, &o->vopd.y->valu, e);
        break;
    case EXECUTOR_exec_salu:
        e->treatment = AS_IR;
        salu_effects(o, e);
        break;
    case EXECUTOR_exec_branch:
        e->treatment = AS_IR;
        branch_effects(r, o, e);
        break;
    case EXECUTOR_exec_smem:
    case EXECUTOR_exec_flat:
    case EXECUTOR_exec_ds:
        e->treatment = AS_IR;
        mem_effects(r, o, e);
        break;
    case EXECUTOR_exec_buffer:
        e->treatment = AS_CALL;
        mem_effects(r, o, e);
        break;
    case EXECUTOR_exec_wave:
        wave_effects(r, o, e);
        break;
    case EXECUTOR_exec_illegal:
    case EXECUTOR_exec_later:
    case EXECUTOR_exec_outside:
        e->treatment = AS_LEAVE;
        break;
    default:
        e->treatment = AS_LEAVE;
        reads_all(r, e);
        break;
    }
    e->exec = exec_change(r, o, e);
    /* NULL reads as 0 and the slots behind EXEC are nowhere. */
    for (unsigned i = SGPR_TRASH; i < SGPR_SLOTS; i++) {
        var_remove(&e->use, VAR_S0 + i);
        var_remove(&e->def, VAR_S0 + i);
    }
    var_remove(&e->use, VAR_S0 + SRC_NULL);
    var_remove(&e->def, VAR_S0 + SRC_NULL);
}

bool may_return(const struct rdna3_op *o)
{
    if (o->executor == EXECUTOR_exec_illegal || o->executor == EXECUTOR_exec_later ||
        o->executor == EXECUTOR_exec_outside)
        return false;
    switch (o->base.row) {
    case RDNA3_S_ENDPGM:
    case RDNA3_S_ENDPGM_SAVED:
    case RDNA3_S_ENDPGM_ORDERED_PS_DONE:
    case RDNA3_S_SETPC_B64:
    case RDNA3_S_TRAP:
    case RDNA3_S_CODE_END:
        return false;
    default:
        return true;
    }
}

bool is_branch(const struct rdna3_op *o) { return o->executor == EXECUTOR_exec_branch; }

bool is_vector(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_valu || o->executor == EXECUTOR_exec_valu32 ||
           o->executor == EXECUTOR_exec_plain;
}

bool is_dual(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_vopd || o->executor == EXECUTOR_exec_vopd32;
}

bool is_wait(const struct rdna3_op *o)
{
    return o->base.row == RDNA3_S_BARRIER || o->base.row == RDNA3_S_SLEEP;
}
