/* print_valu.c: vector ALU formats VOP1, VOP2, VOPC, VOP3, VOP3SD, VOP3P, VOPD, VINTERP. */
#include "isa/rdna3/print_parts.h"

static bool is_wide(unsigned format)
{
    return format == FMT_VOP3 || format == FMT_VOP3SD || format == FMT_VOP3P;
}

static bool is_16_bit(unsigned type)
{
    return type == T_b16 || type == T_u16 || type == T_i16 || type == T_f16 || type == T_bf16;
}

static bool is_float(unsigned type)
{
    return type == T_f16 || type == T_bf16 || type == T_f32 || type == T_f64 || type == T_mix ||
           type == T_2f16 || type == T_2bf16;
}

/* _e32 and _e64 tell the forms of one instruction apart; those with one form have none. */
static void put_mnemonic(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    bool dpp = in->ext == EXT_DPP16 || in->ext == EXT_DPP8;
    put_name(p, p->row);
    if (!p->row->n_operands)
        return;
    if (is_wide(in->format)) {
        put_flag(p, dpp || p->row->op_vop3 >= 0, "_e64");
    } else if (p->row->op_vop3 >= 0 && !(p->row->flags & FLAG_plain)) {
        put_flag(p, !dpp, "_e32");
    }
    put_flag(p, dpp && in->format != FMT_VOPC, "_dpp");
}

static void put_half(struct pen *p, unsigned vgpr, bool high)
{
    put_vgpr(p, vgpr, 1);
    put_text(p, high ? ".h" : ".l");
}

static void put_vcc(struct pen *p) { put_scalar(p, SRC_VCC_LO, p->opt->wave64 ? 2 : 1); }

/* A 9-bit source. 16-bit VGPR halves: VOP3 has op_sel bits, the 32-bit formats take bit 7 of
 * the register number and reach v0..v127 only (manual 7.4). */
static void put_vector_source(struct pen *p, unsigned value, unsigned type, unsigned index)
{
    if (value < SRC_VGPR0 || !is_16_bit(type)) {
        put_source(p, value, type);
        return;
    }
    unsigned vgpr = value - SRC_VGPR0;
    if (is_wide(p->in->format))
        put_half(p, vgpr, p->in->f[F_opsel] >> index & 1);
    else
        put_half(p, vgpr & 127, vgpr >> 7);
}

struct modifiers {
    uint32_t neg, abs;
};

/* Source modifiers sit in the DPP dword or in VOP3's fields (manual 15.3). */
static struct modifiers source_modifiers(const struct rdna3_insn *in)
{
    struct modifiers m = {0, 0};
    switch (in->format) {
    case FMT_VOP3:
        m = (struct modifiers){in->f[F_neg], in->f[F_abs]};
        break;
    case FMT_VOP3SD:
        m.neg = in->f[F_neg];
        break;
    case FMT_VOP1:
    case FMT_VOP2:
    case FMT_VOPC:
        if (in->ext == EXT_DPP16) {
            m.neg = (in->dpp >> 20 & 1) | (in->dpp >> 21 & 2);
            m.abs = (in->dpp >> 21 & 1) | (in->dpp >> 22 & 2);
        }
        break;
    }
    return m;
}

static void put_modified(struct pen *p, unsigned value, unsigned type, unsigned index,
                         struct modifiers m)
{
    bool neg = m.neg >> index & 1, abs = m.abs >> index & 1;
    if (!is_float(type) && !(p->row->flags & FLAG_srcmods))
        neg = abs = false;                                /* the bits are there and ignored */
    bool word = neg && !abs && is_number(p, value, type); /* -1 is another constant than neg(1) */
    put_flag(p, neg, word ? "neg(" : "-");
    put_flag(p, abs, "|");
    put_vector_source(p, value, type, index);
    put_flag(p, abs, "|");
    put_flag(p, word, ")");
}

static void put_destination(struct pen *p, unsigned value, unsigned type)
{
    if (!is_16_bit(type) || p->row->flags & FLAG_dst32)
        put_vgpr(p, value, type_dwords(p, type));
    else if (is_wide(p->in->format))
        put_half(p, value, p->in->f[F_opsel] >> 3 & 1);
    else
        put_half(p, value & 127, value >> 7);
}

static bool reads(const struct rdna3_row *row, unsigned role)
{
    for (unsigned i = row->n_writes; i < row->n_operands; i++)
        if (row->operands[i].role == role)
            return true;
    return false;
}

/* FMAMK: is the constant in front of the last source? */
static bool k_is_inner(const struct rdna3_row *row)
{
    return reads(row, ROLE_k) && row->operands[row->n_operands - 1].role != ROLE_k;
}

static bool has_halves(const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++)
        if (is_16_bit(row->operands[i].type))
            return true;
    return false;
}

static void put_op_sel(struct pen *p, unsigned sources)
{
    const struct rdna3_insn *in = p->in;
    uint32_t sel = in->f[F_opsel];
    bool permlane = p->row->flags & FLAG_permlane;
    if (!sel || (!permlane && !has_halves(p->row)) || reads(p->row, ROLE_m))
        return; /* LLVM shows the halves of V_CNDMASK_B16 by register name only */
    if (permlane)
        put_bits(p, "op_sel", sel, 2);
    else if (p->row->operands[0].role == ROLE_x ||
             (p->row->format == FMT_VOPC && (in->ext == EXT_DPP16 || in->ext == EXT_DPP8)))
        put_bits(p, "op_sel", sel, sources); /* LLVM leaves the result's bit out here */
    else
        put_bits(p, "op_sel", (sel & ((1u << sources) - 1)) | (sel >> 3 & 1) << sources,
                 sources + 1);
}

static void put_packed_modifiers(struct pen *p, unsigned sources)
{
    const struct rdna3_insn *in = p->in;
    uint32_t all = (1u << sources) - 1;
    uint32_t hi = (in->f[F_opselhi] | in->f[F_opselhi2] << 2) & all;
    bool mix = p->row->flags & FLAG_mix, selects = mix || p->row->flags & FLAG_packed;
    unsigned result = p->row->operands[0].type;
    selects |= result == T_16f16d || result == T_16bf16d;
    if (in->f[F_opsel] & all)
        put_bits(p, "op_sel", in->f[F_opsel], sources);
    if (selects && hi != (mix ? 0 : all))
        put_bits(p, "op_sel_hi", hi, sources);
    if (mix)
        return;
    if (in->f[F_neg] & all)
        put_bits(p, "neg_lo", in->f[F_neg], sources);
    if (in->f[F_neghi] & all)
        put_bits(p, "neg_hi", in->f[F_neghi], sources);
}

static void put_output_modifiers(struct pen *p)
{
    static const char *const omod[4] = {"", " mul:2", " mul:4", " div:2"};
    const struct rdna3_insn *in = p->in;
    put_flag(p, in->f[F_clamp], " clamp");
    if (in->format != FMT_VOP3P)
        put_text(p, omod[in->f[F_omod]]);
}

void print_valu(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    struct modifiers m = source_modifiers(in);
    if (in->format == FMT_VOP3P && row->flags & FLAG_mix)
        m = (struct modifiers){in->f[F_neg], in->f[F_neghi]};
    unsigned sources = 0;
    put_mnemonic(p);
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type, kind;
        unsigned value = rdna3_field(in, role, &kind);
        bool is_write = i < row->n_writes;
        if (kind == K_none || role == ROLE_x || role == ROLE_vcc || (!is_write && role == ROLE_e))
            continue; /* implicit, or read and written and printed once */
        if (!is_write && role == ROLE_d) {
            sources++;
            continue;
        }
        put_comma(p);
        switch (kind) {
        case K_implicit:
            put_vcc(p);
            break;
        case K_sdst:
        case K_smask:
            put_scalar(p, value, type_dwords(p, type));
            break;
        case K_imm32:
            put_constant_k(p);
            break;
        case K_vgpr:
            if (is_write && role == ROLE_d)
                put_destination(p, value, type);
            else if (role == ROLE_e)
                put_vector_source(p, value, type, 0);
            else
                put_modified(p, SRC_VGPR0 + (value & 255), type, rdna3_source_slot(role), m);
            break;
        default:
            put_modified(p, value, type, rdna3_source_slot(role), m);
            break;
        }
        if (!is_write && kind != K_imm32 && role != ROLE_m)
            sources++;
    }
    if (in->format == FMT_VOP3)
        put_op_sel(p, sources);
    else if (in->format == FMT_VOP3P)
        put_packed_modifiers(p, sources);
    if (is_wide(in->format))
        put_output_modifiers(p);
    put_dpp(p);
}

static void put_dual(struct pen *p, const struct rdna3_row *row, const unsigned fields[3],
                     bool has_k)
{
    p->has_operand = false;
    put_text(p, row->flags & FLAG_dualonly ? "" : "v_dual_");
    put_text(p, row->flags & FLAG_dualonly ? row->name : row->name + 2);
    put_comma(p);
    put_vgpr(p, fields[0], 1);
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type;
        if (role != ROLE_a && role != ROLE_b && role != ROLE_k)
            continue;
        put_comma(p);
        if (role == ROLE_a && fields[1] == SRC_LITERAL && has_k)
            put_imm32(p); /* LLVM does not use lit() for what it has seen before */
        else if (role == ROLE_a)
            put_source(p, fields[1], type);
        else if (role == ROLE_b)
            put_vgpr(p, fields[2], 1);
        else
            put_constant_k(p);
    }
}

void print_vopd(struct pen *p)
{
    const uint32_t *f = p->in->f;
    unsigned x[3] = {f[F_vdstx], f[F_src0x], f[F_vsrc1x]};
    /* vdsty has no lowest bit: it is the opposite of vdstx's (manual 15.3.7). */
    unsigned y[3] = {f[F_vdsty] << 1 | !(f[F_vdstx] & 1), f[F_src0y], f[F_vsrc1y]};
    put_dual(p, p->row, x, false);
    put_text(p, " :: ");
    const struct rdna3_row *row_y = &rdna3_rows[p->in->row_y];
    put_dual(p, row_y, y, k_is_inner(p->row) && reads(row_y, ROLE_k));
}

void print_vinterp(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    put_name(p, row);
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned kind, value = rdna3_field(in, row->operands[i].role, &kind);
        unsigned index = i ? i - 1 : 3;
        if (kind == K_none) /* MODE */
            continue;
        put_comma(p);
        put_flag(p, i && in->f[F_neg] >> index & 1, "-");
        if (is_16_bit(row->operands[i].type))
            put_half(p, value & 255, in->f[F_opsel] >> index & 1);
        else
            put_vgpr(p, value & 255, 1);
    }
    put_flag(p, in->f[F_clamp], " clamp");
    if (in->f[F_opsel] && has_halves(row))
        put_bits(p, "op_sel", in->f[F_opsel], 4);
    put_text(p, " wait_exp:");
    put_unsigned(p, in->f[F_waitexp]);
}
