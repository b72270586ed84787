/* print_scalar.c: the scalar formats SOP1, SOP2, SOPK, SOPC, SOPP and SMEM. */
#include "isa/rdna3/print_parts.h"

void print_scalar(struct pen *p)
{
    const struct rdna3_row *row = p->row;
    put_name(p, row);
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type, kind;
        unsigned value = rdna3_field(p->in, role, &kind);
        if (kind == K_none || (i >= row->n_writes && role == ROLE_d))
            continue; /* implicit, or printed as the destination */
        if (type == T_opt16 && !value)
            continue;
        put_comma(p);
        switch (kind) {
        case K_simm16:
            put_simm16(p, value, type);
            break;
        case K_msg:
            put_message_rtn(p, value);
            break;
        case K_imm32: /* the K of FMAMK and FMAAK in hexadecimal, as of the vector ones */
            if (type == T_f32)
                put_constant_k(p);
            else
                put_imm32(p);
            break;
        default:
            put_source(p, value, type);
            break;
        }
    }
}

void print_smem(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    put_name(p, row);
    if (!row->n_operands)
        return;
    unsigned base_type = T_b64;
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == ROLE_base)
            base_type = row->operands[i].type;
    put_comma(p);
    if (rdna3_places[FMT_SMEM][row->operands[0].role].kind == K_simm7)
        put_simm16(p, in->f[F_sdata], row->operands[0].type);
    else
        put_scalar(p, in->f[F_sdata], type_dwords(p, row->operands[0].type));
    put_comma(p);
    put_scalar(p, 2 * in->f[F_sbase], type_dwords(p, base_type));
    put_comma(p);
    /* 21 bits, signed. Without a register the offset stands alone (manual 8.1). */
    int32_t offset = (int32_t)(in->f[F_offset] << 11) >> 11;
    bool has_register = in->f[F_soffset] != SRC_NULL;
    if (has_register || !offset)
        put_scalar(p, in->f[F_soffset], 1);
    if (offset) {
        put_flag(p, has_register, " offset:");
        put_flag(p, offset < 0, "-");
        put_hex(p, offset < 0 ? (uint32_t)-offset : (uint32_t)offset);
    }
    put_flag(p, in->f[F_glc], " glc");
    put_flag(p, in->f[F_dlc], " dlc");
}
