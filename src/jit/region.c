#include "jit/region.h"

#include <stdlib.h>

#include "isa/rdna3/exec/layer.h"
#include "jit/shape.h"
#include "jit/signature.h"

/* ---- what one op reads and writes ---- */

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

/* Every register that the wave has. Its VGPRs end where its allocation ends: the memory
 * behind them is not the wave's. */
static void add_all(const struct region *r, varset *s)
{
    for (unsigned i = 0; i < r->code->vgprs * r->halves; i++)
        var_add(s, i);
    for (unsigned i = 0; i < SGPR_TRASH; i++)
        if (i < SRC_TTMP0 || i > SRC_NULL)
            var_add(s, VAR_S0 + i);
    var_add(s, VAR_SCC);
}

static void add_set(varset *to, const varset *from)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        to->w[i] |= from->w[i];
}

static void remove_set(varset *from, const varset *what)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        from->w[i] &= ~what->w[i];
}

/* The VGPRs of a set. */
static varset vgprs_of(const varset *s)
{
    varset v = *s;
    for (unsigned i = VAR_S0 / 64; i < VARSET_WORDS; i++)
        v.w[i] &= i == VAR_S0 / 64 ? (UINT64_C(1) << VAR_S0 % 64) - 1 : 0;
    return v;
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
    case RDNA3_S_GETPC_B64:
        e->treatment = AS_CALL;
        add_sgprs(&e->def, o->salu.dst, 2);
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
    switch (o->executor) {
    case EXECUTOR_exec_salu:
        return salu_exec_change(o);
    case EXECUTOR_exec_valu:
    case EXECUTOR_exec_valu32:
    case EXECUTOR_exec_plain:
        return EXEC_NARROWS;
    default:
        return EXEC_CHANGES;
    }
}

static void op_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
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

/* ---- blocks ---- */

static bool ends_block(const struct rdna3_op *o, enum treatment t)
{
    return o->executor == EXECUTOR_exec_branch || t == AS_LEAVE;
}

static bool is_branch(const struct rdna3_op *o) { return o->executor == EXECUTOR_exec_branch; }

/* Whether the op after a leaving op can be where the wave goes on. */
static bool may_return(const struct rdna3_op *o)
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

enum { SEEN = 1, LEADER = 2, LABEL = 4, LOOP = 8 };

struct finder {
    struct region *r;
    uint8_t *marks; /* [op_count] */
    uint32_t *stack;
    size_t depth, capacity;
    void (*decode)(void *, struct rdna3_op *);
    void *context;
};

static bool push(struct finder *f, uint32_t slot, uint8_t marks)
{
    if (slot >= f->r->code->op_count)
        return true; /* runs out of the code: the interpreter reports it */
    f->marks[slot] |= LEADER | marks;
    if (f->marks[slot] & SEEN)
        return true;
    if (f->depth == f->capacity) {
        size_t n = f->capacity ? 2 * f->capacity : 256;
        uint32_t *p = realloc(f->stack, n * sizeof *p);
        if (!p)
            return false;
        f->stack = p;
        f->capacity = n;
    }
    f->stack[f->depth++] = slot;
    return true;
}

/* Marks every op that direct control flow reaches. */
static bool explore(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    if (!push(f, entry, LABEL))
        return false;
    while (f->depth) {
        uint32_t slot = f->stack[--f->depth], run = 0;
        while (slot < r->code->op_count && !(f->marks[slot] & SEEN)) {
            f->marks[slot] |= SEEN;
            struct rdna3_op *o = &r->code->ops[slot];
            f->decode(f->context, o);
            if (++r->op_count > MAX_REGION_OPS)
                return false;
            struct effects e;
            op_effects(r, o, &e);
            uint32_t next = slot + o->base.size_bytes / 4;
            if (is_branch(o)) {
                if (o->salu.target) {
                    uint32_t to = (uint32_t)((int32_t)slot + o->salu.target);
                    if (!push(f, to, to <= slot ? LOOP | LABEL : 0))
                        return false;
                }
                if (o->base.row != RDNA3_S_BRANCH && !push(f, next, 0))
                    return false;
                break;
            }
            if (e.treatment == AS_LEAVE) {
                if (may_return(o) && !push(f, next, LABEL))
                    return false;
                break;
            }
            slot = next;
            /* Every op is in one block: where this goes on in known code, a block begins. */
            if (slot < r->code->op_count && (++run % MAX_BLOCK_OPS == 0 || f->marks[slot] & SEEN))
                f->marks[slot] |= LEADER;
        }
    }
    return true;
}

static bool cut_blocks(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    size_t n = r->code->op_count, count = 0;
    for (size_t s = 0; s < n; s++)
        count += (f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER);
    r->blocks = calloc(count, sizeof *r->blocks);
    r->block_at = malloc(n * sizeof *r->block_at);
    if (!r->blocks || !r->block_at)
        return false;
    for (size_t s = 0; s < n; s++) {
        r->block_at[s] = -1;
        if ((f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER)) {
            r->block_at[s] = (int32_t)r->count;
            struct block *b = &r->blocks[r->count++];
            b->first = (uint32_t)s;
            b->is_label = f->marks[s] & LABEL;
            b->is_loop = f->marks[s] & LOOP;
            if (s == entry)
                r->entry = (int)r->count - 1;
        }
    }
    return true;
}

static int block_of_slot(const struct region *r, uint32_t slot)
{
    return slot < r->code->op_count ? r->block_at[slot] : -1;
}

/* Ops, end and successors of each block. */
static void scan_block(struct region *r, struct block *b)
{
    uint32_t slot = b->first;
    b->succ[0] = b->succ[1] = b->after = -1;
    b->op = r->ops_found;
    for (;;) {
        const struct rdna3_op *o = &r->code->ops[slot];
        struct region_op *at = &r->ops[r->ops_found++];
        at->slot = slot;
        op_effects(r, o, &at->fx);
        add_set(&b->def, &at->fx.def);
        b->ops++;
        b->last = slot;
        uint32_t next = slot + o->base.size_bytes / 4;
        if (ends_block(o, at->fx.treatment)) {
            if (is_branch(o)) {
                if (o->salu.target)
                    b->succ[1] = block_of_slot(r, (uint32_t)((int32_t)slot + o->salu.target));
                if (o->base.row != RDNA3_S_BRANCH)
                    b->succ[0] = block_of_slot(r, next);
            } else if (may_return(o)) {
                b->after = block_of_slot(r, next);
            }
            return;
        }
        if (next >= r->code->op_count || r->block_at[next] >= 0) {
            b->succ[0] = block_of_slot(r, next);
            return;
        }
        slot = next;
    }
}

/* ---- what is known of lane masks ---- */

static bool has(const uint64_t set[2], unsigned n) { return set[n / 64] >> n % 64 & 1; }

static void put_fact(uint64_t set[2], unsigned n, bool holds)
{
    set[n / 64] = (set[n / 64] & ~(UINT64_C(1) << n % 64)) | (uint64_t)holds << n % 64;
}

struct mask {
    bool within, full;
};

static struct mask facts_of(const struct mask_facts *f, unsigned n)
{
    return (struct mask){has(f->within, n), has(f->full, n)};
}

static struct mask operand_mask(const struct mask_facts *f, const struct rdna3_scalar *x)
{
    if (x->index < SGPR_TRASH && x->index != SRC_NULL)
        return facts_of(f, x->index);
    return (struct mask){x->index == 0xffff && x->imm == 0, false};
}

static void set_mask(struct mask_facts *f, unsigned n, struct mask m)
{
    if (n < SGPR_TRASH) {
        put_fact(f->within, n, m.within);
        put_fact(f->full, n, m.full);
    }
}

static struct mask and_mask(struct mask a, struct mask b)
{
    return (struct mask){a.within || b.within, a.full && b.full};
}

static struct mask or_mask(struct mask a, struct mask b)
{
    return (struct mask){a.within && b.within, (a.full && b.within) || (b.full && a.within)};
}

/* A scalar op on masks of the wave's width: from the facts before it to those behind. */
static void salu_masks(const struct region *r, const struct rdna3_op *o,
                       const struct mask_facts *before, struct mask_facts *f)
{
    const struct rdna3_salu *s = &o->salu;
    struct mask a = operand_mask(before, &s->a), b = operand_mask(before, &s->b),
                exec = facts_of(before, SRC_EXEC_LO), both = {a.within && b.within, false};
    bool is_wide = r->halves == 2;
#define IS(name) (o->base.row == (is_wide ? RDNA3_##name##_B64 : RDNA3_##name##_B32))
    if (IS(S_MOV))
        set_mask(f, s->dst, a);
    else if (IS(S_AND))
        set_mask(f, s->dst, and_mask(a, b));
    else if (IS(S_OR))
        set_mask(f, s->dst, or_mask(a, b));
    else if (IS(S_XOR))
        set_mask(f, s->dst, both);
    else if (IS(S_AND_NOT1))
        set_mask(f, s->dst, (struct mask){a.within, false});
    else if (IS(S_CSELECT))
        set_mask(f, s->dst, (struct mask){both.within, a.full && b.full});
    if (s->dst == SRC_EXEC_LO || !s->writes_exec)
        return;
    struct mask now = {false, false};
    if (IS(S_AND_SAVEEXEC))
        now = and_mask(a, exec);
    else if (IS(S_OR_SAVEEXEC))
        now = or_mask(a, exec);
    else if (IS(S_XOR_SAVEEXEC))
        now.within = a.within && exec.within;
    else if (IS(S_AND_NOT0_SAVEEXEC))
        now.within = exec.within;
    else if (IS(S_AND_NOT1_SAVEEXEC))
        now.within = a.within;
    else
        return;
#undef IS
    set_mask(f, s->dst, exec);
    set_mask(f, SRC_EXEC_LO, now);
}

static void follow_masks(const struct region *r, struct region_op *at, struct mask_facts *f)
{
    const struct rdna3_op *o = &r->code->ops[at->slot];
    struct mask_facts before = *f;
    struct mask exec = facts_of(f, SRC_EXEC_LO);
    at->is_full = exec.full;
    at->is_within = exec.within;
    /* What is written is unknown, but for the cases below. */
    for (unsigned n = 0; n <= SRC_EXEC_HI; n++)
        if (var_has(&at->fx.def, VAR_S0 + n)) {
            set_mask(f, n, (struct mask){false, false});
            if (r->halves == 2 && n > 0)
                set_mask(f, n - 1, (struct mask){false, false});
        }
    if (at->fx.treatment == AS_LEAVE || at->fx.treatment == AS_SYNC) {
        bool stays = o->base.row == RDNA3_S_BARRIER || o->base.row == RDNA3_S_SLEEP;
        if (!stays)
            *f = (struct mask_facts){{0}, {0}};
    } else if (o->executor == EXECUTOR_exec_salu) {
        salu_masks(r, o, &before, f);
    } else if ((o->executor == EXECUTOR_exec_valu || o->executor == EXECUTOR_exec_valu32 ||
                o->executor == EXECUTOR_exec_plain) &&
               o->valu.writes_co) {
        set_mask(f, o->valu.co_is_exec ? SRC_EXEC_LO : o->valu.co_sgpr,
                 (struct mask){exec.within, false});
    }
    at->ends_within = has(f->within, SRC_EXEC_LO);
}

static void mark_loops(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int to = r->blocks[i].succ[k];
            for (unsigned n = (unsigned)to; to >= 0 && n <= i; n++)
                r->blocks[n].is_in_loop = true;
        }
}

/* What is live behind a block. */
static void live_behind(const struct region *r, const struct block *b, struct liveness *out)
{
    const struct rdna3_op *last = &r->code->ops[b->last];
    enum treatment t = r->ops[b->op + b->ops - 1].fx.treatment;
    bool outside = t == AS_LEAVE && may_return(last);
    bool runs_out = t != AS_LEAVE && b->succ[0] < 0 && b->succ[1] < 0;
    bool stays = last->base.row == RDNA3_S_BARRIER || last->base.row == RDNA3_S_SLEEP;
    int next[3] = {b->succ[0], b->succ[1], outside && stays ? b->after : -1};
    if ((outside && next[2] < 0) || runs_out || (is_branch(last) && last->salu.target == 0)) {
        add_all(r, &out->active);
        out->suspended = out->never = vgprs_of(&out->active);
    }
    for (unsigned k = 0; k < 3; k++)
        if (next[k] >= 0) {
            const struct liveness *in = &r->blocks[next[k]].in;
            add_set(&out->active, &in->active);
            add_set(&out->suspended, &in->suspended);
            add_set(&out->never, &in->never);
        }
    if (b->ends_full) /* there are no such lanes */
        memset(&out->suspended, 0, sizeof out->suspended);
}

static varset live_anywhere(const struct liveness *l)
{
    varset s = l->active;
    add_set(&s, &l->suspended);
    add_set(&s, &l->never);
    return s;
}

/* A lane that is in one of the classes before EXEC is written may be in several behind. */
static void live_before_exec(const struct region_op *o, struct liveness *l)
{
    enum exec_change x = o->fx.exec;
    varset any = live_anywhere(l), started = l->active;
    any = vgprs_of(&any);
    add_set(&started, &l->suspended);
    started = vgprs_of(&started);
    if (x == EXEC_STAYS)
        return;
    if (x != EXEC_WIDENS)
        add_set(&l->active, o->is_within && o->ends_within ? &started : &any);
    if (x == EXEC_NARROWS)
        return;
    if (o->ends_within) {
        l->suspended = started;
    } else {
        l->suspended = l->never = any;
    }
}

/* From what is live behind an op to what is live before it, and what it keeps. */
static void live_before(const struct region_op *o, struct liveness *l, varset *kept)
{
    live_before_exec(o, l);
    if (o->is_full) /* there are no such lanes */
        memset(&l->suspended, 0, sizeof l->suspended);
    if (kept)
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            kept->w[i] = o->fx.def.w[i] & (l->suspended.w[i] | l->never.w[i]);
    remove_set(&l->active, &o->fx.def);
    add_set(&l->active, &o->fx.use);
    add_set(&l->suspended, &o->fx.across);
    add_set(&l->never, &o->fx.across);
}

void region_live_before(const struct region *r, const struct block *b, const struct region_op *at,
                        varset *out)
{
    struct liveness l = b->out;
    for (const struct region_op *o = &r->ops[b->op + b->ops]; o-- > at;)
        live_before(o, &l, NULL);
    *out = live_anywhere(&l);
}

static bool grows(varset *s, const varset *by)
{
    bool yes = false;
    for (unsigned i = 0; i < VARSET_WORDS; i++) {
        yes |= (by->w[i] & ~s->w[i]) != 0;
        s->w[i] |= by->w[i];
    }
    return yes;
}

static void meet_masks(struct mask_facts *into, const struct mask_facts *with)
{
    for (unsigned i = 0; i < 2; i++) {
        into->within[i] &= with->within[i];
        into->full[i] &= with->full[i];
    }
}

/* Facts at the start of blocks: what holds on all ways there. */
static void solve_masks(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        memset(&r->blocks[i].masks, (int)i == r->entry ? 0 : 0xff, sizeof r->blocks[i].masks);
    set_mask(&r->blocks[r->entry].masks, SRC_EXEC_LO, (struct mask){true, true});
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            struct mask_facts f = b->masks;
            for (uint32_t k = 0; k < b->ops; k++)
                follow_masks(r, &r->ops[b->op + k], &f);
            b->ends_full = has(f.full, SRC_EXEC_LO);
            int next[3] = {b->succ[0], b->succ[1], b->after};
            for (unsigned k = 0; k < 3; k++) {
                if (next[k] < 0)
                    continue;
                struct mask_facts *to = &r->blocks[next[k]].masks, old = *to;
                meet_masks(to, &f);
                again |= memcmp(to, &old, sizeof old) != 0;
            }
        }
    }
}

static void solve_liveness(struct region *r)
{
    solve_masks(r);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = r->count; i-- > 0;) {
            struct block *b = &r->blocks[i];
            live_behind(r, b, &b->out);
            struct liveness l = b->out;
            for (uint32_t k = b->ops; k-- > 0;)
                live_before(&r->ops[b->op + k], &l, &r->ops[b->op + k].kept);
            again |= grows(&b->in.active, &l.active);
            again |= grows(&b->in.suspended, &l.suspended);
            again |= grows(&b->in.never, &l.never);
        }
    }
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        b->live_in = live_anywhere(&b->in);
        b->live_out = live_anywhere(&b->out);
    }
}

static void solve_dirty(struct region *r)
{
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            for (unsigned k = 0; k < 2; k++) {
                if (b->succ[k] < 0)
                    continue;
                struct block *s = &r->blocks[b->succ[k]];
                for (unsigned w = 0; w < VARSET_WORDS; w++) {
                    uint64_t d =
                        (b->dirty_in.w[w] | b->def.w[w] | s->dirty_in.w[w]) & s->live_in.w[w];
                    d |= s->dirty_in.w[w];
                    again |= d != s->dirty_in.w[w];
                    s->dirty_in.w[w] = d;
                }
            }
        }
    }
}

/* Whether a part may end before block b although it is not full: loops stay whole then. */
static bool is_good_cut(const struct region *r, const struct block *b, unsigned ops)
{
    return b->is_loop ? ops >= r->part_ops / 2 : b->is_label && ops >= r->part_ops * 3 / 4;
}

/* Deals the blocks out to parts, in code order. */
static void cut_parts(struct region *r)
{
    unsigned part = 0, ops = 0;
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        if (ops > 0 && (ops + b->ops > r->part_ops || is_good_cut(r, b, ops))) {
            part++;
            ops = 0;
        }
        b->part = part;
        ops += b->ops;
    }
    r->part_count = part + 1;
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int to = r->blocks[i].succ[k];
            if (to >= 0 && r->blocks[to].part != r->blocks[i].part)
                r->blocks[to].is_label = true;
        }
}

static void count_preds(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] >= 0) {
                r->blocks[r->blocks[i].succ[k]].preds++;
                r->blocks[r->blocks[i].succ[k]].pred = (int)i;
            }
}

static void take_entry(struct region *part, const struct region *r, int index)
{
    part->entry = index;
    part->preload_count = r->preload_count;
    memcpy(part->preloads, r->preloads, sizeof r->preloads);
    memcpy(part->preload_slots, r->preload_slots, sizeof r->preload_slots);
}

struct region *region_part(const struct region *r, unsigned part)
{
    struct region *p = calloc(1, sizeof *p);
    int *index = malloc(r->count * sizeof *index);
    if (p)
        *p = (struct region){.code = r->code,
                             .halves = r->halves,
                             .mode = r->mode,
                             .part_count = 1,
                             .entry = -1,
                             .ops = r->ops,
                             .is_part = true};
    if (!p || !index || !(p->blocks = calloc(r->count, sizeof *p->blocks))) {
        region_free(p);
        free(index);
        return NULL;
    }
    for (unsigned i = 0; i < r->count; i++) {
        index[i] = -1;
        if (r->blocks[i].part != part)
            continue;
        index[i] = (int)p->count;
        if ((int)i == r->entry)
            take_entry(p, r, index[i]);
        p->op_count += r->blocks[i].ops;
        p->blocks[p->count] = r->blocks[i];
        memset(&p->blocks[p->count++].dirty_in, 0, sizeof p->blocks[0].dirty_in);
    }
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int to = p->blocks[i].succ[k];
            p->blocks[i].succ[k] = to < 0 ? -1 : index[to];
        }
    free(index);
    count_preds(p);
    /* What a new wave begins with is nowhere else (emit_entry.c). */
    if (p->entry >= 0)
        p->blocks[p->entry].dirty_in = p->blocks[p->entry].live_in;
    solve_dirty(p);
    return p;
}

/* ---- arguments ---- */

static bool is_first_only(const struct region *r, const struct block *b)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] >= 0 && &r->blocks[r->blocks[i].succ[k]] == b)
                return false;
    return true;
}

static bool meet(const varset *a, const varset *b)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        if (a->w[i] & b->w[i])
            return true;
    return false;
}

/* Loads through user SGPRs, which have the same value in all waves, that can be made before the
 * first block: nothing before them there has to do with what they read or write. */
static void find_preloads(struct region *r, uint32_t rsrc2)
{
    const struct block *b = &r->blocks[r->entry];
    unsigned users = rsrc2 >> 1 & 31, dwords = 0;
    varset touched = {{0}}, loaded = {{0}};
    if (!is_first_only(r, b))
        return;
    for (uint32_t k = 0; k < b->ops && r->preload_count < MAX_PRELOADS; k++) {
        struct region_op *at = &r->ops[b->op + k];
        const struct rdna3_op *o = &r->code->ops[at->slot];
        const struct rdna3_mem *m = &o->mem;
        bool is_load = o->executor == EXECUTOR_exec_smem;
        if ((at->fx.treatment != AS_IR && at->fx.treatment != AS_NOTHING) ||
            o->executor == EXECUTOR_exec_flat || o->executor == EXECUTOR_exec_ds)
            return;
        if (is_load && !m->formatted && m->saddr == SRC_NULL && m->rsrc + 1u < users &&
            m->sdst < SRC_TTMP0 && dwords + m->dwords <= MAX_PRELOAD_DWORDS &&
            !meet(&at->fx.def, &touched) && !meet(&at->fx.def, &loaded) &&
            !var_has(&touched, VAR_S0 + m->rsrc) && !var_has(&touched, VAR_S0 + m->rsrc + 1u) &&
            !meet(&at->fx.use, &loaded)) {
            r->preloads[r->preload_count] =
                (struct preload){m->rsrc, m->dwords, (int32_t)(m->offset & ~3)};
            r->preload_slots[r->preload_count++] = at->slot;
            dwords += m->dwords;
            add_set(&loaded, &at->fx.def);
            at->fx = (struct effects){.treatment = AS_NOTHING};
        } else {
            add_set(&touched, &at->fx.use);
            add_set(&touched, &at->fx.def);
        }
    }
}

struct region *region_find(struct rdna3_code *code, uint32_t entry, uint32_t mode, uint32_t rsrc2,
                           uint32_t part_ops, void (*decode)(void *, struct rdna3_op *),
                           void *context)
{
    struct region *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->code = code;
    r->halves = code->lanes / 32;
    r->mode = mode;
    r->part_ops = part_ops ? part_ops : MAX_PART_OPS;
    struct finder f = {.r = r, .decode = decode, .context = context};
    f.marks = calloc(code->op_count, 1);
    bool ok = f.marks && explore(&f, entry) && cut_blocks(&f, entry);
    if (ok) {
        r->ops = calloc(r->op_count, sizeof *r->ops);
        ok = r->ops != NULL;
    }
    if (ok) {
        for (unsigned i = 0; i < r->count; i++)
            scan_block(r, &r->blocks[i]);
        find_preloads(r, rsrc2);
        mark_loops(r);
        solve_liveness(r);
        cut_parts(r);
        ok = find_steps(r);
    }
    free(f.marks);
    free(f.stack);
    if (!ok) {
        region_free(r);
        return NULL;
    }
    return r;
}

void region_free(struct region *r)
{
    if (!r)
        return;
    free(r->blocks);
    free(r->block_at);
    if (!r->is_part)
        free(r->ops);
    free(r);
}
