/* parse_scalar.c: the scalar formats SOP1, SOP2, SOPK, SOPC, SOPP and SMEM. */
#include "isa/rdna3/parse_parts.h"

static bool parse_scalar_operand(struct parser *s, unsigned role, unsigned type, unsigned kind)
{
    struct rdna3_place place = rdna3_places[s->in->format][role];
    struct operand o;
    uint32_t value;
    switch (kind) {
    case K_simm16:
        if (!parse_simm16(s, type, &value))
            return false;
        break;
    case K_msg:
        if (!parse_message(s, true, &value))
            return false;
        break;
    case K_imm32:
        return parse_operand(s, &o, 0) && fit_literal(s, &o, type);
    default:
        if (!parse_operand(s, &o, 0))
            return false;
        if (o.kind == OPERAND_VGPR)
            return refuse(s, o.at, "%s takes scalar registers and constants only", s->row->name);
        if (kind == K_ssrc ? !fit_source(s, &o, type, &value)
                           : !fit_scalar(s, &o, operand_dwords(s, type), &value))
            return false;
        if (kind == K_ssrc && s->row->flags & FLAG_sgpr &&
            (o.kind != OPERAND_SCALAR || (value > 127 && rdna3_type_bits[type] == 64)))
            return refuse(s, o.at, "%s needs a register here", s->row->name);
        if (kind == K_sdst && value > 127)
            return refuse(s, o.at, "this value cannot be written");
        if (s->row->format == FMT_SOPK && type == T_b32 && role == ROLE_s && value != SRC_NULL &&
            s->row->operands[s->row->n_operands - 1].type == T_u16)
            return refuse(s, o.at, "the first operand of this wait must be null");
        break;
    }
    s->in->f[place.field] = value;
    return true;
}

bool parse_scalar_format(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    bool first = true;
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type;
        unsigned kind = rdna3_places[s->in->format][role].kind;
        if (kind == K_none || (i >= row->n_writes && role == ROLE_d))
            continue; /* implicit, or written as the destination */
        if (!first)
            asm_eat(s->c, ',');
        first = false;
        if (type != T_opt16 && asm_at_end(s->c))
            return refuse(s, s->c->p, "%s needs one more operand", row->name);
        if (!parse_scalar_operand(s, role, type, kind))
            return false;
    }
    asm_eat(s->c, ',');
    if (!asm_at_end(s->c))
        return refuse(s, s->c->p, "%s ends here", row->name);
    if (s->has_literal) {
        s->in->ext = EXT_LITERAL;
        s->in->literal = s->literal;
    }
    return true;
}

/* s_load_b64 d, base, OFFSET or register [offset:OFFSET] [glc] [dlc] */
bool parse_smem(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    uint32_t *f = s->in->f, value;
    if (!row->n_operands) {
        f[F_sdata] = f[F_sbase] = f[F_soffset] = 0;
        return true;
    }
    unsigned base_type = T_b64;
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == ROLE_base)
            base_type = row->operands[i].type;
    if (!parse_operands(s, 0))
        return false;
    if (s->operand_count != 2 && !expect_operands(s, 3)) /* the offset may be left out */
        return false;
    const struct operand *o = s->operands;
    if (rdna3_places[FMT_SMEM][row->operands[0].role].kind == K_simm7) {
        if (o[0].kind != OPERAND_INTEGER || o[0].integer < -64 || o[0].integer > 127)
            return refuse(s, o[0].at,
                          "the first operand is a number of 7 bits: what the access is for");
        value = (uint32_t)o[0].integer & 127;
    } else if (!fit_scalar(s, &o[0], operand_dwords(s, row->operands[0].type), &value)) {
        return false;
    } else if (value > 127) {
        return refuse(s, o[0].at, "this value cannot be written");
    }
    f[F_sdata] = value;
    if (!fit_scalar(s, &o[1], operand_dwords(s, base_type), &value))
        return false;
    if (value > 127)
        return refuse(s, o[1].at, "the base must be in SGPRs (RDNA3 8.1)");
    if (base_type == T_b128 && value >= SRC_NULL)
        return refuse(s, o[1].at, "the resource must be in four SGPRs");
    f[F_sbase] = value / 2;
    f[F_soffset] = SRC_NULL;
    int64_t offset = 0;
    const char *at = s->c->p;
    if (!parse_modifiers(s))
        return false;
    if (s->operand_count == 2 && s->seen & MOD_OFFSET)
        return refuse(s, s->modifier_at,
                      "offset: is for an offset register: write the number after "
                      "the base, or null before offset:");
    if (s->operand_count == 3 && o[2].kind == OPERAND_INTEGER) {
        if (s->seen & MOD_OFFSET)
            return refuse(s, s->modifier_at,
                          "there are two offsets: leave out offset:, or put a "
                          "register before it");
        offset = o[2].integer;
        at = o[2].at;
    } else if (s->operand_count == 3) {
        if (!fit_scalar(s, &o[2], 1, &value))
            return false;
        if (value > 127)
            return refuse(s, o[2].at, "the offset must be an SGPR, M0 or a number (RDNA3 8.1)");
        f[F_soffset] = value;
    }
    if (s->seen & MOD_OFFSET) {
        offset = s->offset;
        at = s->modifier_at;
    }
    bool is_buffer = base_type == T_b128;
    if (is_buffer ? offset < 0 || offset > 0xfffff : offset < -0x100000 || offset > 0xfffff)
        return refuse(s, at,
                      is_buffer ? "the offset has 20 bits without a sign (RDNA3 8.1)"
                                : "the offset has 21 bits with sign (RDNA3 8.1)");
    f[F_offset] = (uint32_t)offset & 0x1fffff;
    f[F_glc] = !!(s->seen & MOD_GLC);
    f[F_dlc] = !!(s->seen & MOD_DLC);
    return true;
}
