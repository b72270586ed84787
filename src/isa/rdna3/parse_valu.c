/* parse_valu.c: vector ALU formats VOP1, VOP2, VOPC, VOP3, VOP3SD, VOP3P, VINTERP.
 *
 * Without a suffix, the 32-bit form is taken if the operands fit it, else VOP3; with DPP
 * controls the same two with DPP. Operands are fitted by walking the row's columns in the order
 * that the printer writes them. */
#include <string.h>

#include "isa/rdna3/parse_parts.h"

static bool is_wide(unsigned format)
{
    return format == FMT_VOP3 || format == FMT_VOP3SD || format == FMT_VOP3P;
}

/* A fit of the operands to one encoding. */
struct fit {
    uint32_t neg, abs, halves; /* bits by source, 3: the result */
    uint32_t half_slots;       /* which of them are 16-bit VGPRs with .l or .h */
    unsigned sources;
    unsigned half_count, whole_count; /* 16-bit VGPR operands with and without .l or .h */
    const char *half_at;
};

/* A 16-bit VGPR: VOP3 has op_sel bits, the 32-bit formats take bit 7 of the register
 * number and reach v0..v127 only (manual 7.4). */
static bool fit_half(struct parser *s, struct fit *f, const struct operand *o, unsigned slot,
                     uint32_t *value)
{
    if (o->dwords != 1)
        return refuse(s, o->at, "expected a 16-bit half of one register");
    f->half_count += o->half != HALF_NONE;
    f->half_slots |= (uint32_t)(o->half != HALF_NONE) << slot;
    f->whole_count += o->half == HALF_NONE;
    f->half_at = o->at;
    *value = o->reg;
    if (s->in->format == FMT_VINTERP || is_wide(s->in->format)) {
        f->halves |= (uint32_t)(o->half == HALF_HIGH) << slot;
        return true;
    }
    if (o->reg > 127)
        return refuse(s, o->at, "16-bit operands of the 32-bit form are in v0 to v127 (RDNA3 7.4)");
    *value |= (uint32_t)(o->half == HALF_HIGH) << 7;
    return true;
}

/* Do the source modifiers of this operand go into the encoding? */
static bool takes_source_modifiers(const struct parser *s)
{
    unsigned format = s->in->format;
    return format == FMT_VOP3 || format == FMT_VOP3SD || format == FMT_VINTERP ||
           (format == FMT_VOP3P && s->row->flags & FLAG_mix) ||
           (!is_wide(format) && s->seen & MOD_DPP16);
}

/* Integers take neither - nor |...|, by what the row declares. */
static bool is_modifiable(const struct parser *s, unsigned type)
{
    switch (type) {
    case T_f16:
    case T_f32:
    case T_f64:
    case T_bf16:
    case T_mix:
        return true;
    case T_2f16: /* of the dot products in VOP3, and in VOP2 with DPP */
    case T_2bf16:
        return s->in->format == FMT_VOP3 || (s->in->format == FMT_VOP2 && s->seen & MOD_DPP16);
    default:
        return s->row->flags & FLAG_srcmods;
    }
}

static bool fit_vector_source(struct parser *s, struct fit *f, const struct operand *o,
                              unsigned type, unsigned index, unsigned kind, uint32_t *value)
{
    bool modified = o->neg || o->abs, folds = false;
    if (modified) {
        if (!is_modifiable(s, type) || find_operand(s->row, ROLE_k) ||
            (s->in->format == FMT_VOP3P && !(s->row->flags & FLAG_mix)))
            return refuse(s, o->at, "this operand has no source modifiers (RDNA3 7.2.2.1)");
        if (!takes_source_modifiers(s)) {
            if (o->kind == OPERAND_VGPR || o->kind == OPERAND_SCALAR)
                return refuse(s, o->at, "the 32-bit form has no source modifiers (RDNA3 7.2.2.1)");
            folds = true;
        } else {
            f->neg |= (uint32_t)o->neg << index;
            f->abs |= (uint32_t)o->abs << index;
        }
    }
    f->sources++;
    if (o->kind == OPERAND_VGPR) {
        if (is_half_type(type) ? !fit_half(s, f, o, index, value)
                               : !fit_vgpr(s, o, operand_dwords(s, type), value))
            return false;
        if (kind != K_vgpr)
            *value += SRC_VGPR0;
        return true;
    }
    if (kind == K_vgpr) {
        refuse(s, o->at, "%s has no %s as second source in its 32-bit form", s->row->name,
               o->kind == OPERAND_SCALAR ? "sgpr" : "constant");
        if (s->row->op_vop3 >= 0 && s->suffix == SUFFIX_E32)
            asm_hint(s->c, "use %s_e64", s->row->name);
        return false;
    }
    if (kind == K_vgpr9)
        return refuse(s, o->at, "expected a vector register");
    if (o->kind == OPERAND_SCALAR || o->kind == OPERAND_OFF)
        return fit_source(s, o, type, value);
    if (modified && !folds && o->kind == OPERAND_INTEGER && type == T_f64) {
        struct operand plain = *o;
        plain.neg = plain.abs = false;
        uint32_t src;
        if (!fit_constant(s, &plain, type, false, &src))
            return false;
        bool is_half_double = src >= SRC_FLOAT_FIRST && (uint64_t)o->integer <= UINT32_MAX;
        if (src == SRC_LITERAL || is_half_double)
            return refuse(s, o->at, "a modified integer cannot be a 64-bit floating-point literal");
        *value = src;
        return true;
    }
    if (!fit_constant(s, o, type, folds, value))
        return false;
    if (*value == SRC_LITERAL && index == 1 && s->row->flags & FLAG_wave && type == T_u32)
        return refuse(s, o->at, "the lane number must be a register or an inline constant");
    return true;
}

static bool fit_vcc(struct parser *s, const struct operand *o)
{
    uint32_t value;
    if (!fit_scalar(s, o, s->opt->wave64 ? 2 : 1, &value))
        return false;
    if (value != SRC_VCC_LO) {
        refuse(s, o->at, "the lane mask of the 32-bit form is %s",
               s->opt->wave64 ? "vcc" : "vcc_lo");
        if (s->row->op_vop3 >= 0)
            asm_hint(s->c, "use %s_e64", s->row->name);
        return false;
    }
    return true;
}

/* Is the column written in the text? */
static bool is_shown(const struct rdna3_row *row, unsigned i, unsigned kind)
{
    unsigned role = row->operands[i].role;
    bool is_write = i < row->n_writes;
    return !(kind == K_none || role == ROLE_x || role == ROLE_vcc ||
             (!is_write && (role == ROLE_e || role == ROLE_d)));
}

static bool fit_operands(struct parser *s, struct fit *f)
{
    const struct rdna3_row *row = s->row;
    unsigned shown = 0, implicit = 0, next = 0;
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned kind = rdna3_places[s->in->format][row->operands[i].role].kind;
        if (is_shown(row, i, kind)) {
            shown++;
            implicit += kind == K_implicit;
        }
    }
    bool skip_implicit = implicit && s->operand_count == shown - implicit;
    if (!skip_implicit && !expect_operands(s, shown))
        return false;
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type;
        struct rdna3_place place = rdna3_places[s->in->format][role];
        bool is_write = i < row->n_writes;
        if (!is_shown(row, i, place.kind)) {
            f->sources += !is_write && role == ROLE_d;
            continue;
        }
        if (place.kind == K_implicit && skip_implicit)
            continue;
        const struct operand *o = &s->operands[next++];
        uint32_t value = 0;
        if (is_write && (o->neg || o->abs))
            return refuse(s, o->at, "a destination has no source modifiers");
        switch (place.kind) {
        case K_implicit:
            if (!fit_vcc(s, o))
                return false;
            continue;
        case K_imm32:
            if (o->neg || o->abs)
                return refuse(s, o->at, "a literal has no source modifiers");
            if (!fit_literal(s, o, type))
                return false;
            continue;
        case K_sdst:
        case K_smask:
            if (o->neg || o->abs)
                return refuse(s, o->at, "a lane mask has no source modifiers");
            if (!fit_scalar(s, o, operand_dwords(s, type), &value))
                return false;
            break;
        case K_vgpr:
            if (is_write || role == ROLE_e) {
                bool half = is_half_type(type) && !(row->flags & FLAG_dst32);
                if (o->kind != OPERAND_VGPR)
                    return refuse(s, o->at, "expected a vector register");
                if (half ? !fit_half(s, f, o, 3, &value)
                         : !fit_vgpr(s, o, operand_dwords(s, type), &value))
                    return false;
                if (role == ROLE_e)
                    value += SRC_VGPR0;
                break;
            }
            __attribute__((fallthrough));
        default:
            if (!fit_vector_source(s, f, o, type, rdna3_source_slot(role), place.kind, &value))
                return false;
            break;
        }
        s->in->f[place.field] = value;
    }
    if (f->half_count && f->whole_count)
        return refuse(s, f->half_at, "write all 16-bit operands with .l or .h, or none");
    return true;
}

static bool has_halves(const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++)
        if (is_half_type(row->operands[i].type))
            return true;
    return false;
}

/* op_sel as written (the result's bit after the sources') to the field. It says what the .l and .h
 * of registers say, for registers without them, too. */
static bool fit_op_sel(struct parser *s, const struct fit *f, uint32_t *field)
{
    *field = f->halves;
    if (!(s->seen & MOD_OP_SEL))
        return true;
    uint32_t sel = s->op_sel;
    bool permlane = s->row->flags & FLAG_permlane;
    if (!permlane && !has_halves(s->row))
        return refuse(s, s->modifier_at, "%s has no 16-bit operands for op_sel", s->row->name);
    if (permlane && sel >> 2)
        return refuse(s, s->modifier_at, "op_sel has two bits here (RDNA3 7.2.8)");
    if (!permlane) {
        bool to_mask = rdna3_type_bits[s->row->operands[0].type] == 1;
        uint32_t sources = (1u << f->sources) - 1;
        sel = (sel & sources) | (to_mask ? 0 : (sel >> f->sources & 1) << 3);
    }
    if (sel && (sel ^ f->halves) & f->half_slots)
        return refuse(s, s->modifier_at, "op_sel contradicts the .l and .h of the operands");
    *field |= sel;
    return true;
}

static bool refuse_modifiers(struct parser *s, uint32_t allowed, const char *form)
{
    if (s->seen & ~allowed) {
        refuse(s, s->modifier_at, "the %s of %s has no such modifier", form, s->row->name);
        if (s->row->op_vop3 >= 0 && s->suffix == SUFFIX_E32)
            asm_hint(s->c, "use %s_e64", s->row->name);
        return false;
    }
    return true;
}

enum { MOD_DPP = MOD_DPP16 | MOD_DPP8 | MOD_ROW_MASK | MOD_BANK_MASK | MOD_BOUND_CTRL | MOD_FI };

static bool fit_dpp(struct parser *s, const struct fit *f)
{
    struct rdna3_insn *in = s->in;
    if (!(s->row->flags & FLAG_dpp))
        return refuse(s, s->modifier_at, "%s does not take DPP (RDNA3 table 30)", s->row->name);
    if ((s->seen & MOD_DPP16) && (s->seen & MOD_DPP8))
        return refuse(s, s->modifier_at, "DPP8 and DPP16 exclude each other");
    if (in->f[F_src0] < SRC_VGPR0)
        return refuse(s, s->start, "the first source of a DPP instruction is a VGPR (RDNA3 7.7)");
    in->dpp = in->f[F_src0] & 0xff;
    if (s->seen & MOD_DPP8) {
        if (s->seen & (MOD_ROW_MASK | MOD_BANK_MASK | MOD_BOUND_CTRL))
            return refuse(s, s->modifier_at, "DPP8 takes fi only");
        in->ext = EXT_DPP8;
        in->dpp |= s->dpp8 << 8;
        in->dpp8_fi = s->seen & MOD_FI && s->fi;
        return true;
    }
    in->ext = EXT_DPP16;
    uint32_t row_mask = s->seen & MOD_ROW_MASK ? s->row_mask : 15;
    uint32_t bank_mask = s->seen & MOD_BANK_MASK ? s->bank_mask : 15;
    in->dpp |= s->dpp_ctrl << 8 | bank_mask << 24 | row_mask << 28;
    if (s->seen & MOD_BOUND_CTRL)
        in->dpp |= s->bound_ctrl << 19;
    if (s->seen & MOD_FI)
        in->dpp |= s->fi << 18;
    if (!is_wide(in->format))
        in->dpp |= (f->neg & 1) << 20 | (f->abs & 1) << 21 | (f->neg >> 1 & 1) << 22 |
                   (f->abs >> 1 & 1) << 23;
    return true;
}

/* Scalars that an instruction reads share the constant bus: two different ones, where a
 * literal counts; one for the 64-bit shifts. Manual 7.2.2.3. */
struct bus {
    uint32_t used[4];
    unsigned count;
};

static void bus_add(struct bus *b, uint32_t value)
{
    if (value >= SRC_VGPR0 || value == SRC_NULL || (value >= SRC_INT_0 && value < 233) ||
        (value >= SRC_FLOAT_FIRST && value <= SRC_FLOAT_LAST))
        return;
    for (unsigned i = 0; i < b->count; i++)
        if (b->used[i] == value)
            return;
    if (b->count < 4)
        b->used[b->count++] = value;
}

static bool check_bus(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    struct bus b = {.count = 0};
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role;
        struct rdna3_place place = rdna3_places[s->in->format][role];
        if (place.kind == K_src || place.kind == K_smask)
            bus_add(&b, s->in->f[place.field]);
        else if (place.kind == K_imm32)
            bus_add(&b, SRC_LITERAL);
        else if (place.kind == K_implicit && (role == ROLE_m || role == ROLE_vcc))
            bus_add(&b, SRC_VCC_LO);
    }
    unsigned limit = 2;
    if (row->format == FMT_VOP3 && row->n_operands >= 3 && row->operands[1].type == T_u32 &&
        rdna3_type_bits[row->operands[0].type] == 64 && row->operands[2].role == ROLE_b &&
        rdna3_type_bits[row->operands[2].type] == 64)
        limit = 1; /* 64-bit shifts */
    if (b.count > limit)
        return refuse(s, s->start,
                      "%s reads %u different scalar values, where %u can be read at once; a "
                      "literal and vcc count (RDNA3 7.2.2.3)",
                      row->name, b.count, limit);
    return true;
}

static bool fit_packed_modifiers(struct parser *s, const struct fit *f)
{
    uint32_t *field = s->in->f;
    bool mix = s->row->flags & FLAG_mix;
    uint32_t hi = s->seen & MOD_OP_SEL_HI ? s->op_sel_hi : mix ? 0 : 7;
    const struct rdna3_operand_desc *d = &s->row->operands[0];
    bool selects =
        mix || s->row->flags & FLAG_packed || d->type == T_16f16d || d->type == T_16bf16d;
    if (!selects && s->seen & (MOD_OP_SEL | MOD_OP_SEL_HI))
        return refuse(s, s->modifier_at, "%s has no op_sel and op_sel_hi (RDNA3 7.5)",
                      s->row->name);
    if (f->sources < 3 && !mix)
        hi |= 4; /* as LLVM; nothing reads it */
    if (s->seen & MOD_OP_SEL)
        field[F_opsel] = s->op_sel & ((1u << f->sources) - 1);
    field[F_opselhi] = hi & 3;
    field[F_opselhi2] = hi >> 2 & 1;
    field[F_neg] = mix ? f->neg : s->seen & MOD_NEG_LO ? s->neg_lo & ((1u << f->sources) - 1) : 0;
    field[F_neghi] = mix ? f->abs : s->seen & MOD_NEG_HI ? s->neg_hi & ((1u << f->sources) - 1) : 0;
    if (mix && s->seen & (MOD_NEG_LO | MOD_NEG_HI))
        return refuse(s, s->modifier_at, "write -v0 and |v0| here, not neg_lo and neg_hi");
    return true;
}

static bool fit_form(struct parser *s, unsigned format, int op, bool dpp)
{
    struct rdna3_insn *in = s->in;
    struct fit f = {.neg = 0};
    memset(in->f, 0, sizeof in->f);
    in->format = (uint8_t)format;
    in->ext = EXT_NONE;
    in->dpp8_fi = false;
    in->f[F_op] = (uint32_t)op;
    s->has_literal = false;
    s->out->fix = RDNA3_FIX_NONE;
    if (!fit_operands(s, &f))
        return false;
    bool wide = is_wide(format);
    const char *form = wide ? "64-bit form" : "32-bit form";
    uint32_t allowed = (dpp ? (uint32_t)MOD_DPP : 0) | (wide ? MOD_CLAMP : 0);
    if (format == FMT_VOP3)
        allowed |= MOD_OP_SEL | MOD_OMOD;
    if (format == FMT_VOP3SD)
        allowed |= MOD_OMOD;
    if (format == FMT_VOP3P)
        allowed |= MOD_OP_SEL | MOD_OP_SEL_HI | MOD_NEG_LO | MOD_NEG_HI;
    if (!refuse_modifiers(s, allowed, form))
        return false;
    if (wide) {
        in->f[F_clamp] = !!(s->seen & MOD_CLAMP);
        if (format != FMT_VOP3P) {
            in->f[F_omod] = s->seen & MOD_OMOD ? s->omod : 0;
            in->f[F_neg] = f.neg;
        }
        if (format == FMT_VOP3) {
            in->f[F_abs] = f.abs;
            if (!fit_op_sel(s, &f, &in->f[F_opsel]))
                return false;
            if (s->row->n_operands && s->row->operands[0].role == ROLE_x)
                in->f[F_vdst] = SRC_EXEC_LO; /* where V_CMPX writes */
        } else if (format == FMT_VOP3SD) {
            if (f.abs)
                return refuse(s, s->start, "this form has no absolute value modifier");
        } else if (!fit_packed_modifiers(s, &f)) {
            return false;
        }
    }
    if (dpp) {
        if (!fit_dpp(s, &f))
            return false;
        /* RDNA3.5 takes scalars and inline constants there, but not in the mixed FMAs. */
        bool needs_vgpr = s->opt->generation < RDNA3_GFX1150 || s->row->flags & FLAG_mix ||
                          in->f[F_src1] == SRC_LITERAL;
        for (unsigned i = s->row->n_writes; wide && needs_vgpr && i < s->row->n_operands; i++)
            if (s->row->operands[i].role == ROLE_b && in->f[F_src1] < SRC_VGPR0)
                return refuse(s, s->start, "the second source of a DPP instruction is a VGPR");
        if (s->has_literal)
            return refuse(s, s->start, "an instruction with DPP has no literal (RDNA3 7.7)");
    } else if (s->has_literal) {
        in->ext = EXT_LITERAL;
        in->literal = s->literal;
    }
    return check_bus(s);
}

static bool try_form(struct parser *s, unsigned format, int op, bool dpp)
{
    return fit_form(s, format, op, dpp) && check_decodes(s);
}

/* Tells a person why the 64-bit form, the last resort, did not do either. */
static bool no_form(struct parser *s, const char *name)
{
    return refuse(s, s->start, "%s has no such form", name);
}

bool parse_valu(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    if (!parse_operands(s, WITH_MODIFIERS) || !parse_modifiers(s))
        return false;
    bool dpp = s->seen & (MOD_DPP16 | MOD_DPP8);
    if (!dpp && s->seen & MOD_DPP)
        return refuse(s, s->modifier_at, "a DPP control such as quad_perm or row_shr is missing");
    bool only_wide =
        row->format == FMT_VOP3 || row->format == FMT_VOP3SD || row->format == FMT_VOP3P;
    unsigned narrow = row->format;
    unsigned wide = only_wide ? row->format : row->flags & FLAG_vop3sd ? FMT_VOP3SD : FMT_VOP3;
    struct rdna3_opcode op = rdna3_opcode_of(s->opt->generation, row);
    int wide_op = only_wide ? op.base : op.vop3;
    bool may_narrow = !only_wide && s->suffix != SUFFIX_E64 && s->suffix != SUFFIX_E64_DPP;
    bool may_wide =
        wide_op >= 0 && s->suffix != SUFFIX_E32 && (s->suffix != SUFFIX_DPP || only_wide);
    if (s->suffix == SUFFIX_DPP || s->suffix == SUFFIX_E64_DPP) {
        if (!dpp)
            return refuse(s, s->c->p, "a DPP control such as quad_perm or row_shr is missing");
    } else if (s->suffix != SUFFIX_NONE && dpp) {
        refuse(s, s->modifier_at, "%s has no DPP", s->suffix == SUFFIX_E32 ? "_e32" : "_e64");
        asm_hint(s->c, "use %s%s", row->name, s->suffix == SUFFIX_E32 ? "_dpp" : "_e64_dpp");
        return false;
    }
    if (!may_narrow && !may_wide)
        return no_form(s, row->name);
    if (may_narrow) {
        if (try_form(s, narrow, op.base, dpp))
            return true;
        if (!may_wide)
            return false;
        s->c->error->at = NULL;
    }
    return try_form(s, wide, wide_op, dpp);
}

bool parse_vinterp(struct parser *s)
{
    struct rdna3_insn *in = s->in;
    struct fit f = {.neg = 0};
    if (!parse_operands(s, WITH_MODIFIERS) || !parse_modifiers(s) || !fit_operands(s, &f))
        return false;
    if (f.abs)
        return refuse(s, s->start, "interpolation takes no absolute values");
    in->f[F_neg] = f.neg;
    in->f[F_clamp] = !!(s->seen & MOD_CLAMP);
    in->f[F_waitexp] = s->seen & MOD_WAIT ? s->wait : 0;
    if (s->seen & MOD_OP_SEL && !has_halves(s->row))
        return refuse(s, s->modifier_at, "%s has no 16-bit operands for op_sel", s->row->name);
    if (s->seen & MOD_OP_SEL && s->op_sel && (s->op_sel ^ f.halves) & f.half_slots)
        return refuse(s, s->modifier_at, "op_sel contradicts the .l and .h of the operands");
    in->f[F_opsel] = f.halves | (s->seen & MOD_OP_SEL ? s->op_sel : 0);
    return true;
}
