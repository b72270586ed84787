/* translate.c: a decoded instruction to the op that the interpreter runs.
 *
 * Ops are made on first execution, under the code's lock; an op becomes visible to other
 * threads by the release store of its exec. Everything that depends only on the
 * instruction (operand kinds, constants, out-of-range registers, branch targets) is
 * settled here once. Manual: 3.3.1.4 and 3.3.2.2 for registers out of range. */
#include "isa/rdna3/exec/functions.h"
#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/exec/trap.h"

static bool is_ttmp(unsigned n) { return n >= SRC_TTMP0 && n < SRC_NULL; }

/* Index into s[] for a scalar destination of `dwords`; writes to NULL, TTMPs (unless the code is
 * privileged) and past the end of the SGPRs go nowhere. */
static uint16_t scalar_dst(const struct rdna3_code *c, unsigned n, unsigned dwords)
{
    if (is_ttmp(n) && c->is_privileged && n + dwords <= SRC_NULL)
        return (uint16_t)n;
    if (n == SRC_NULL || is_ttmp(n) || n > SRC_EXEC_HI)
        return SGPR_TRASH;
    if (dwords >= 2 && n < SRC_TTMP0)
        n &= ~1u;
    if (n < SRC_TTMP0 && n + dwords > SRC_TTMP0)
        return SGPR_TRASH;
    return (uint16_t)n;
}

static uint64_t literal64(uint32_t literal, unsigned type)
{
    switch (type) { /* manual 7.2.2.2 */
    case T_f64:
        return (uint64_t)literal << 32;
    case T_i64:
        return (uint64_t)(int64_t)(int32_t)literal;
    default:
        return literal;
    }
}

/* A scalar source field as a place to read. */
static struct rdna3_scalar scalar_src(const struct rdna3_insn *in, unsigned n, unsigned type)
{
    unsigned bits = rdna3_type_bits[type];
    if (n < SRC_INT_0 && n != SRC_NULL)
        return (struct rdna3_scalar){0, (uint16_t)(bits >= 64 && n < SRC_EXEC_LO ? n & ~1u : n)};
    if (n == SRC_SCC)
        return (struct rdna3_scalar){0, SCALAR_SCC};
    if (n == SRC_LITERAL)
        return (struct rdna3_scalar){literal64(in->literal, type), SCALAR_IMM};
    if (n == SRC_NULL)
        return (struct rdna3_scalar){0, SCALAR_IMM};
    return (struct rdna3_scalar){rdna3_inline_constant(n, type), SCALAR_IMM};
}

struct translation {
    struct rdna3_code *code;
    struct rdna3_op *o;
    const struct rdna3_insn *in;
    const struct rdna3_row *row;
    struct machine *machine;
};

/* Value of the aperture registers (source values 235..238), manual 15.3. */
static uint64_t aperture(const struct machine *m, unsigned n)
{
    switch (n) {
    case SRC_SHARED_BASE:
        return m->shared_base;
    case SRC_SHARED_LIMIT:
        return m->shared_base | UINT32_MAX;
    case SRC_PRIVATE_BASE:
        return m->private_base;
    default:
        return m->private_base | UINT32_MAX;
    }
}

static struct rdna3_scalar scalar_operand(const struct translation *t, unsigned n, unsigned type)
{
    if (n >= SRC_SHARED_BASE && n <= SRC_PRIVATE_LIMIT) {
        uint64_t v = aperture(t->machine, n);
        /* 32-bit reads of an aperture give its upper half, like LLVM assumes for
         * s_mov_b32 of src_shared_base's hi register */
        return (struct rdna3_scalar){rdna3_type_bits[type] >= 64 ? v : v >> 32, SCALAR_IMM};
    }
    return scalar_src(t->in, n, type);
}

/* ---- vector operands ---- */

static uint32_t vgpr_offset(const struct rdna3_code *c, unsigned n)
{
    return n * (c->lanes / 32) * (uint32_t)sizeof(vec32);
}

static unsigned src_index(const struct rdna3_insn *in, unsigned role)
{
    struct rdna3_place p = rdna3_places[in->format][role];
    if (in->format == FMT_VOP3 || in->format == FMT_VOP3SD || in->format == FMT_VOP3P)
        return p.field == F_src0 ? 0 : p.field == F_src1 ? 1 : 2;
    return role == ROLE_a ? 0 : role == ROLE_b ? 1 : 2;
}

static bool is_constant(unsigned value)
{
    return (value >= SRC_INT_0 && value <= SRC_INT_M1 + 15) ||
           (value >= SRC_FLOAT_FIRST && value <= SRC_FLOAT_LAST);
}

/* NEG and ABS are for floats and for the rows that say so (moves and selects), 7.2.2.1. */
static bool takes_modifiers(const struct rdna3_row *row, unsigned type)
{
    return type == T_f16 || type == T_bf16 || type == T_f32 || type == T_f64 || type == T_2f16 ||
           type == T_2bf16 || (row->flags & FLAG_srcmods);
}

/* The type by which an inline constant is expanded. 16-bit integer operands see the low
 * half of the 32-bit constant, float encodings included; moves and selects, which may hold
 * floats, and rows flagged so see f16. Errata E-014 */
static unsigned constant_type(const struct rdna3_row *row, unsigned type)
{
    if (type == T_b16 || type == T_u16 || type == T_i16)
        return row->flags & (FLAG_srcmods | FLAG_f16const) ? T_f16 : T_b32;
    if (row->cls == C_salu && type == T_2f16)
        return T_b32; /* of one half of which a scalar row makes use */
    return type == T_16bf16d ? T_bf16 : type;
}

/* A source of a vector instruction; index: 0..2 for modifiers. value: the 9-bit field. */
static struct rdna3_src vector_src(const struct translation *t, unsigned value, unsigned type,
                                   unsigned index)
{
    const struct rdna3_insn *in = t->in;
    struct rdna3_src s = {.type = (uint8_t)type};
    unsigned bits = rdna3_type_bits[type];
    bool vop3 = in->format == FMT_VOP3 || in->format == FMT_VOP3SD, vop3p = in->format == FMT_VOP3P;
    if (vop3 || vop3p) {
        s.neg = in->f[F_neg] >> index & 1;
        s.abs = in->format == FMT_VOP3 && (in->f[F_abs] >> index & 1);
        if (in->format == FMT_VOP3)
            s.half = in->f[F_opsel] >> index & 1;
    } else if (in->ext == EXT_DPP16 && index < 2) {
        s.neg = in->dpp >> (20 + 2 * index) & 1;
        s.abs = in->dpp >> (21 + 2 * index) & 1;
    }
    if (in->format == FMT_VINTERP) { /* f16 operands are half a register, widened (12.3.1) */
        value |= SRC_VGPR0;          /* parameters are in VGPRs whatever the top bit says */
        s.neg = in->f[F_neg] >> index & 1;
        if (t->row->flags & (FLAG_p10 | FLAG_p2) && index == 0)
            s.quad = t->row->flags & FLAG_p10 ? 2 : 3;
        else if (t->row->flags & FLAG_p10 && index == 2)
            s.quad = 1;
        if (type == T_f16) {
            s.type = T_mix;
            s.half = (uint8_t)(2 | (in->f[F_opsel] >> index & 1));
            bits = 32;
        }
    } else if (vop3p) {
        unsigned hi = in->f[F_opselhi] | in->f[F_opselhi2] << 2;
        s.sel_lo = in->f[F_opsel] >> index & 1;
        s.sel_hi = hi >> index & 1;
        s.neg_hi = in->f[F_neghi] >> index & 1;
        if (type == T_mix) {
            s.half = (uint8_t)(s.sel_lo | s.sel_hi << 1);
            s.abs = s.neg_hi;
            s.neg_hi = false;
        } else if (type != T_2f16 && type != T_2bf16 && type != T_f32) {
            s.neg = s.neg_hi = false; /* of integer dot products NEG says which are signed */
        }
    } else {
        s.sel_hi = 1;
        if (!takes_modifiers(t->row, type))
            s.neg = s.abs = false;
    }
    if (value >= SRC_VGPR0) {
        unsigned n = value - SRC_VGPR0, regs = bits <= 32 ? 1 : bits / 32;
        if (bits == 16 && !vop3 && !vop3p) { /* true 16-bit: bit 7 selects the half */
            s.half = n >> 7 & 1;
            n &= 0x7f;
        }
        if (n + regs > t->code->vgprs)
            n = in->format == FMT_VOPD ? n % 4 : 0;
        s.kind = bits == 16 ? SRCK_V16 : bits == 64 ? SRCK_V64 : bits == 128 ? SRCK_V128 : SRCK_V32;
        s.value = vgpr_offset(t->code, n);
        s.vgpr = (uint8_t)n;
        return s;
    }
    if (value == SRC_SCC) {
        s.kind = SRCK_SCC;
        return s;
    }
    bool literal = value == SRC_LITERAL;
    struct rdna3_scalar x = scalar_operand(t, value, literal ? type : constant_type(t->row, type));
    bool is_reg = x.index < SGPR_SLOTS;
    /* bf16 dot products and forms without OPSEL see a 16-bit constant in both halves, 7.2.1, 7.5.1.
     */
    if (is_constant(value) && (type == T_2bf16 || (type == T_2f16 && !vop3p)))
        x.imm = (x.imm & 0xffff) * 0x10001;
    s.kind = bits == 16   ? (is_reg ? SRCK_S16 : SRCK_I16)
             : bits == 64 ? (is_reg ? SRCK_S64 : SRCK_I64)
                          : (is_reg ? SRCK_S32 : SRCK_I32);
    s.value = is_reg ? x.index : 0;
    s.imm = x.imm;
    return s;
}

static void set_dst(const struct translation *t, struct rdna3_valu *v, unsigned n, unsigned type)
{
    unsigned bits = rdna3_type_bits[type], regs = bits <= 32 ? 1 : bits / 32;
    bool vop3 =
        t->in->format == FMT_VOP3 || t->in->format == FMT_VOP3SD || t->in->format == FMT_VOP3P;
    v->dst_type = (uint8_t)type;
    if (bits == 16) {
        if (t->in->format == FMT_VOP3 || t->in->format == FMT_VINTERP)
            v->dst_half = t->in->f[F_opsel] >> 3 & 1;
        else if (!vop3) {
            v->dst_half = n >> 7 & 1;
            n &= 0x7f;
        }
        if (t->row->flags & FLAG_dsthi)
            v->dst_half = 1;
    }
    v->dst_kind = bits == 16 ? DST_V16 : bits == 64 ? DST_V64 : bits == 128 ? DST_V128 : DST_V32;
    if (n + regs > t->code->vgprs)
        v->skip_writes = true;
    v->dst_vgpr = v->skip_writes ? 0 : (uint8_t)n;
    v->dst = vgpr_offset(t->code, v->dst_vgpr);
}

static uint16_t mask_src(const struct rdna3_code *c, unsigned n)
{
    if (n == SRC_NULL || n > SRC_EXEC_HI)
        return SRC_NULL;
    return (uint16_t)(c->lanes == 64 && n < SRC_TTMP0 ? n & ~1u : n);
}

/* The bits of MODE that matter to an operand of `type`. */
static uint32_t mode_bits(unsigned type)
{
    switch (type) {
    case T_f32:
        return MODE_ROUND32 | MODE_DENORM32;
    case T_f16:
    case T_2f16:
        return MODE_ROUND16_64 | MODE_DENORM16_64 | MODE_FP16_OVFL;
    case T_f64:
        return MODE_ROUND16_64 | MODE_DENORM16_64;
    case T_bf16:
    case T_2bf16:
    case T_mix:
        return MODE_PLAIN_MASK | MODE_FP16_OVFL;
    default:
        return 0;
    }
}

/* How the row rounds and treats denormals, manual 7.2.4 and the notes in chapter 16. */
static void translate_mode(const struct rdna3_row *row, struct rdna3_valu *v)
{
    v->keeps_in = row->flags & (FLAG_noflush | FLAG_rawin);
    v->keeps_out = row->flags & (FLAG_noflush | FLAG_rawout);
    v->nearest = row->flags & (FLAG_trans | FLAG_rne);
    v->toward_zero = row->flags & FLAG_rtz;
    v->mode_mask = 0;
    for (unsigned i = 0; i < row->n_operands; i++)
        v->mode_mask |= mode_bits(row->operands[i].type);
    if (v->mode_mask) /* exceptions are looked for by exec_valu */
        v->mode_mask |= MODE_EXCP_FLOAT;
    if (v->nearest)
        v->mode_mask &= ~(uint32_t)(MODE_ROUND32 | MODE_ROUND16_64);
    if (v->keeps_in && v->keeps_out)
        v->mode_mask &= ~(uint32_t)(MODE_DENORM32 | MODE_DENORM16_64);
    if (row->flags & FLAG_nomods) { /* float dot products: 7.2.3.1 */
        v->clamp = false;
        v->omod = 0;
    }
}

/* An operand that is written. */
static void translate_result(const struct translation *t, struct rdna3_valu *v,
                             struct rdna3_operand_desc d, unsigned kind, unsigned value)
{
    switch (d.role) {
    case ROLE_d:
        set_dst(t, v, value, d.type);
        break;
    case ROLE_co:
        v->writes_co = true;
        v->co_sgpr = kind == K_implicit ? SRC_VCC_LO
                                        : scalar_dst(t->code, value, t->code->lanes == 64 ? 2 : 1);
        break;
    case ROLE_x:
        v->writes_co = v->co_is_exec = true;
        break;
    case ROLE_sd: /* readlane: data, not a mask */
        v->co_sgpr = scalar_dst(t->code, value, 1);
        break;
    case ROLE_e: {
        v->swaps = true;
        unsigned n = value & 0xff;
        if (rdna3_type_bits[d.type] == 16) {
            v->src[0].half = n >> 7 & 1;
            n &= 0x7f;
        }
        if (n >= t->code->vgprs)
            v->skip_writes = true;
        v->dst2_vgpr = v->skip_writes ? 0 : (uint8_t)n;
        v->dst2 = vgpr_offset(t->code, v->dst2_vgpr);
        break;
    }
    default:
        break;
    }
}

/* False: no memory. */
static bool translate_valu(const struct translation *t, struct rdna3_valu *v, bool vopd_y)
{
    const struct rdna3_insn *in = t->in;
    const struct rdna3_row *row = t->row;
    bool has_opcode_bits =
        in->format == FMT_VOP3 || in->format == FMT_VOP3SD || in->format == FMT_VOP3P;
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        unsigned kind, value;
        if (in->format == FMT_VOPD) { /* roles of VOPD: X and Y fields, else as in VOP2 */
            kind = K_src;
            value = d.role == ROLE_a   ? in->f[vopd_y ? F_src0y : F_src0x]
                    : d.role == ROLE_b ? in->f[vopd_y ? F_vsrc1y : F_vsrc1x]
                    : d.role == ROLE_d
                        ? (vopd_y ? in->f[F_vdsty] << 1 | (~in->f[F_vdstx] & 1) : in->f[F_vdstx])
                        : 0;
            if (d.role == ROLE_b)
                kind = K_vgpr;
            if (d.role == ROLE_m)
                kind = K_implicit;
        } else {
            value = rdna3_field(in, d.role, &kind);
        }
        if (d.is_write) {
            translate_result(t, v, d, kind, value);
            continue;
        }
        switch (d.role) {
        case ROLE_a:
        case ROLE_b:
        case ROLE_c:
        case ROLE_sb:
        case ROLE_sc: {
            unsigned at = d.role == ROLE_a ? 0 : d.role == ROLE_b || d.role == ROLE_sb ? 1 : 2;
            if (kind == K_vgpr)
                value += SRC_VGPR0;
            v->src[at] = vector_src(t, value, d.type,
                                    at < 2 || !has_opcode_bits ? at : src_index(in, d.role));
            if (at + 1 > v->nsrc)
                v->nsrc = (uint8_t)(at + 1);
            break;
        }
        case ROLE_d:
            v->reads_d = true;
            break;
        case ROLE_k:
            v->has_k = true;
            v->k = in->literal;
            break;
        case ROLE_m:
        case ROLE_vcc:
            /* s[SRC_NULL + 1] is M0: NULL is 0 for both halves of a wave64 */
            v->reads_m =
                t->code->lanes == 32 || kind == K_implicit || mask_src(t->code, value) != SRC_NULL;
            v->m_sgpr = kind == K_implicit ? SRC_VCC_LO : mask_src(t->code, value);
            break;
        default:
            break;
        }
    }
    v->nan_rule = row->flags & FLAG_nan;
    if (has_opcode_bits || in->format == FMT_VINTERP) {
        v->clamp = in->f[F_clamp];
        if (in->format == FMT_VOP3 || in->format == FMT_VOP3SD)
            v->omod = (uint8_t)in->f[F_omod];
        v->neg_bits = (uint8_t)in->f[F_neg];
    }
    translate_mode(row, v);
    if (in->ext == EXT_DPP16 || in->ext == EXT_DPP8) {
        struct rdna3_dpp *plan = op_store_take(&t->code->store, sizeof *plan);
        if (!plan)
            return false;
        FN(dpp_plan)(in, plan);
        v->dpp_kind = in->ext == EXT_DPP16 ? 16 : 8;
        v->dpp = plan;
    }
    return true;
}

/* Whether it is a plain 32-bit operation: what exec_valu32 and exec_plain can run. */
static bool is_plain(const struct rdna3_row *row, const struct rdna3_valu *v)
{
    if (v->clamp || v->omod || v->skip_writes || v->swaps || !v->nsrc || row->flags & FLAG_mix)
        return false;
    if (v->dst_kind != DST_V32 && v->dst_kind != DST_NONE)
        return false;
    if (v->dst_kind == DST_V32 && v->nan_rule && v->dst_type != T_f32)
        return false;
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        if ((s->kind != SRCK_V32 && s->kind != SRCK_S32 && s->kind != SRCK_I32) || s->neg ||
            s->abs || s->neg_hi || s->type == T_mix)
            return false;
        if (rdna3_is_packed(s->type) && (s->sel_lo != 0 || s->sel_hi != 1))
            return false;
    }
    return true;
}

static struct rdna3_op *sub_op(struct rdna3_code *c, unsigned row);

static enum executor translate_vopd(struct translation *t)
{
    const struct rdna3_insn *in = t->in;
    t->o->vopd.x = sub_op(t->code, in->row);
    t->o->vopd.y = sub_op(t->code, in->row_y);
    if (!t->o->vopd.x || !t->o->vopd.y)
        return EXECUTOR_exec_illegal;
    t->row = &rdna3_rows[in->row];
    bool ok = translate_valu(t, &t->o->vopd.x->valu, false);
    t->row = &rdna3_rows[in->row_y];
    if (!ok || !translate_valu(t, &t->o->vopd.y->valu, true))
        return EXECUTOR_exec_illegal;
    bool plain = is_plain(&rdna3_rows[in->row], &t->o->vopd.x->valu) &&
                 is_plain(t->row, &t->o->vopd.y->valu);
    return plain && t->code->lanes == 32 ? EXECUTOR_exec_vopd32 : EXECUTOR_exec_vopd;
}

/* ---- scalar instructions ---- */

static void translate_salu(const struct translation *t)
{
    const struct rdna3_insn *in = t->in;
    struct rdna3_salu *s = &t->o->salu;
    s->dst = SGPR_TRASH;
    for (unsigned i = 0; i < t->row->n_operands; i++) {
        struct rdna3_operand_desc d = t->row->operands[i];
        unsigned kind, value = rdna3_field(in, d.role, &kind);
        unsigned dwords = rdna3_type_bits[d.type] == 64 ? 2 : 1;
        switch (d.role) {
        case ROLE_d:
            s->dst = scalar_dst(t->code, value, dwords);
            s->dst64 = dwords == 2;
            s->ttmp_dst = is_ttmp(value) && !t->code->is_privileged;
            s->writes_d |= d.is_write;
            break;
        case ROLE_s: /* SOPK compares read the register in SDST */
            s->dst = (uint16_t)value;
            break;
        case ROLE_a:
            s->a = scalar_operand(t, value, d.type);
            break;
        case ROLE_b:
            s->b = scalar_operand(t, value, d.type);
            break;
        case ROLE_k:
            s->k = d.type == T_u16 ? value : (uint64_t)(int64_t)(int16_t)value;
            break;
        case ROLE_l:
            s->l = in->literal;
            break;
        case ROLE_pc:
            s->pc = t->code->base.base + t->o->base.offset + in->size_bytes;
            break;
        case ROLE_exec:
            s->writes_exec |= d.is_write;
            s->exec64 = dwords == 2;
            break;
        case ROLE_scc:
            s->writes_scc |= d.is_write;
            break;
        default:
            break;
        }
    }
    /* A failed write of a TTMP leaves SCC alone too, manual 3.3.1.4. */
    if (s->ttmp_dst)
        s->writes_scc = false;
}

/* Scalar floats: a vector operation whose sources are scalars, and whose result is, too. */
static bool translate_lane(const struct translation *t)
{
    struct rdna3_valu *v = &t->o->valu;
    if (!translate_valu(t, v, false))
        return false;
    if (v->dst_kind == DST_NONE)
        return true; /* a comparison: SCC */
    v->dst_kind = v->dst_kind == DST_V16 ? DST_S16 : DST_S32;
    v->dst_half = 0;
    v->dst = scalar_dst(t->code, t->in->f[F_sdst], 1);
    v->skip_writes = false;
    return true;
}

static void translate_branch(const struct translation *t)
{
    struct rdna3_salu *s = &t->o->salu;
    int32_t simm = (int16_t)t->in->f[F_simm16];
    s->k = (uint64_t)(int64_t)simm;
    int64_t at = (int64_t)(t->o - t->code->ops) + 1 + simm;
    s->target = at >= 0 && at < (int64_t)t->code->store.count ? simm + 1 : 0;
}

/* ---- code ---- */

op_exec_fn FN(translate)(struct rdna3_wave *w, struct rdna3_op *o);

static struct rdna3_op *sub_op(struct rdna3_code *c, unsigned row)
{
    struct rdna3_op *o = op_store_take(&c->store, sizeof *o);
    if (o) {
        o->base.row = (uint16_t)row;
        o->fn = FN(functions)[row];
    }
    return o;
}

static enum executor translate_wave(const struct translation *t)
{
    const struct rdna3_row *row = t->row;
    if (row->flags & FLAG_gdsonly || row->format == FMT_LDSDIR || row->format == FMT_EXP)
        return EXECUTOR_exec_wave; /* a few fields, read where they are */
    if (row->format == FMT_DS || row->format == FMT_SMEM || row->format == FMT_MUBUF)
        FN(translate_mem)(t->code, t->o);
    else if (row->format == FMT_MIMG)
        FN(translate_mimg)(t->code, t->o);
    else if (row->format == FMT_SOP1 || row->format == FMT_SOPK || row->format == FMT_SOPP)
        translate_salu(t);
    else if (!translate_valu(t, &t->o->valu, false))
        return EXECUTOR_exec_illegal;
    return EXECUTOR_exec_wave;
}

static enum executor translate_locked(struct rdna3_wave *w, struct rdna3_code *c,
                                      struct rdna3_op *o)
{
    size_t slot = (size_t)(o - c->ops), offset = 4 * slot;
    o->base.offset = (uint32_t)offset;
    o->base.size_bytes = 4;
    o->base.cls = SHOAL_CLASS_OTHER;
    if (slot >= c->store.count)
        return EXECUTOR_exec_outside;
    struct rdna3_insn *in = op_store_take(&c->store, sizeof *in);
    if (!in)
        return EXECUTOR_exec_outside;
    o->insn = in;
    shoal_status st =
        rdna3_decode_run(c->generation, c->base.bytes + offset, c->base.size_bytes - offset, in);
    if (st != SHOAL_OK) {
        if (st == SHOAL_E_TRUNCATED)
            in->reason = "the code ends inside it";
        return EXECUTOR_exec_illegal;
    }
    const struct rdna3_row *row = &rdna3_rows[in->row];
    o->base.row = in->row;
    o->base.size_bytes = in->size_bytes;
    o->base.cls = row->cls;
    o->fn = FN(functions)[in->row];
    struct translation t = {c, o, in, row, w->base.machine};
    if (in->format == FMT_VOPD)
        return translate_vopd(&t);
    if (in->format == FMT_DS && in->f[F_gds] && !(row->flags & FLAG_gdsonly)) {
        FN(translate_mem)(c, o);
        return EXECUTOR_exec_gds;
    }
    switch (FN(function_kinds)[in->row]) {
    case FNK_valu:
        if (row->cls == C_salu)
            return translate_lane(&t) ? EXECUTOR_exec_lane : EXECUTOR_exec_illegal;
        if (!translate_valu(&t, &o->valu, false))
            return EXECUTOR_exec_illegal;
        if (in->format == FMT_VINTERP)
            return EXECUTOR_exec_interp;
        return !is_plain(row, &o->valu)              ? EXECUTOR_exec_valu
               : c->lanes == 32 && !o->valu.dpp_kind ? EXECUTOR_exec_valu32
                                                     : EXECUTOR_exec_plain;
    case FNK_salu:
        if (row->flags & FLAG_branch) {
            translate_branch(&t);
            return EXECUTOR_exec_branch;
        }
        translate_salu(&t);
        return EXECUTOR_exec_salu;
    case FNK_wave:
        return translate_wave(&t);
    case FNK_load:
    case FNK_store:
    case FNK_atomic:
        FN(translate_mem)(c, o);
        switch (in->format) {
        case FMT_SMEM:
            return EXECUTOR_exec_smem;
        case FMT_DS:
            return EXECUTOR_exec_ds;
        case FMT_MUBUF:
        case FMT_MTBUF:
            return EXECUTOR_exec_buffer;
        default:
            return EXECUTOR_exec_flat;
        }
    default:
        return EXECUTOR_exec_later;
    }
}

static op_exec_fn const executors[] = {
#define X(name) [EXECUTOR_##name] = FN(name),
    LAYER_EXECUTORS(X)
#undef X
};

/* Fills in `o` and returns its exec. */
op_exec_fn FN(translate)(struct rdna3_wave *w, struct rdna3_op *o)
{
    struct rdna3_code *c = wave_code(w);
    pthread_mutex_lock(&c->store.mutex);
    op_exec_fn exec = atomic_load_explicit(&o->base.exec, memory_order_relaxed);
    if (!exec) {
        o->executor = (uint8_t)translate_locked(w, c, o);
        exec = o->interp = executors[o->executor];
        atomic_store_explicit(&o->base.exec, exec, memory_order_release);
    }
    pthread_mutex_unlock(&c->store.mutex);
    return exec;
}
