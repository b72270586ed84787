/* print_memory.c: DS, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF, MIMG, EXP and LDSDIR. */
#include "isa/rdna3/print_parts.h"

static const struct rdna3_operand_desc *find_operand(const struct rdna3_row *row, unsigned role)
{
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == role)
            return &row->operands[i];
    return NULL;
}

static void put_cache_policy(struct pen *p)
{
    put_flag(p, p->in->f[F_glc], " glc");
    put_flag(p, p->in->f[F_slc], " slc");
    put_flag(p, p->in->f[F_dlc], " dlc");
}

static void put_offset(struct pen *p, const char *name, int32_t offset)
{
    if (!offset)
        return;
    put_text(p, name);
    put_signed(p, offset);
}

void print_ldsdir(struct pen *p)
{
    const uint32_t *f = p->in->f;
    put_name(p, p->row);
    put_comma(p);
    put_vgpr(p, f[F_vdst], 1);
    if (find_operand(p->row, ROLE_attr)) {
        put_comma(p);
        put_text(p, "attr");
        put_unsigned(p, f[F_attr]);
        put_char(p, '.');
        put_char(p, "xyzw"[f[F_attrchan]]);
    }
    put_text(p, " wait_vdst:");
    put_unsigned(p, f[F_waitvdst]);
}

void print_ds(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    static const unsigned order[] = {ROLE_d, ROLE_addr, ROLE_data, ROLE_data1};
    put_name(p, row);
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        const struct rdna3_operand_desc *o = find_operand(row, order[i]);
        if (!o)
            continue;
        unsigned kind, value = rdna3_field(in, order[i], &kind);
        put_comma(p);
        put_vgpr(p, value, type_dwords(p, o->type));
    }
    uint32_t offset = in->f[F_offset0] | in->f[F_offset1] << 8;
    if (row->flags & FLAG_addr2) {
        put_offset(p, " offset0:", (int32_t)in->f[F_offset0]);
        put_offset(p, " offset1:", (int32_t)in->f[F_offset1]);
    } else if (row->flags & FLAG_swizzle) {
        put_swizzle(p, offset);
    } else {
        put_offset(p, " offset:", (int32_t)offset);
    }
    put_flag(p, in->f[F_gds], " gds");
}

/* Destination, address, data, scalar base in LLVM's order; `off` stands for an absent
 * address. SCRATCH: sve says whether there is a VGPR (manual 15.9.1). */
void print_flat(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    const struct rdna3_operand_desc *d = find_operand(row, ROLE_d);
    const struct rdna3_operand_desc *addr = find_operand(row, ROLE_addr);
    const struct rdna3_operand_desc *data = find_operand(row, ROLE_data);
    /* 0x7f also means no address (manual 15.9.1). */
    bool has_saddr = in->f[F_saddr] != SRC_NULL && in->f[F_saddr] != SRC_EXEC_HI;
    put_name(p, row);
    if (d && (!(row->flags & FLAG_atomic) || in->f[F_glc])) {
        put_comma(p);
        put_vgpr(p, in->f[F_vdst], type_dwords(p, d->type));
    }
    if (addr) {
        put_comma(p);
        if (in->format == FMT_SCRATCH && !in->f[F_sve])
            put_text(p, "off");
        else
            put_vgpr(p, in->f[F_addr],
                     in->format == FMT_GLOBAL && has_saddr ? 1 : type_dwords(p, addr->type));
    }
    if (data) {
        put_comma(p);
        put_vgpr(p, in->f[F_data], type_dwords(p, data->type));
    }
    if (in->format != FMT_FLAT) {
        put_comma(p);
        if (has_saddr)
            put_scalar(p, in->f[F_saddr], in->format == FMT_GLOBAL ? 2 : 1);
        else
            put_text(p, "off");
    }
    int32_t offset = (int32_t)in->f[F_offset]; /* FLAT's is unsigned (manual 11.2) */
    put_offset(p, " offset:", in->format == FMT_FLAT ? offset : (offset ^ 0x1000) - 0x1000);
    put_cache_policy(p);
}

void print_buffer(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    const struct rdna3_operand_desc *d = find_operand(row, ROLE_d);
    const struct rdna3_operand_desc *data = find_operand(row, ROLE_data);
    put_name(p, row);
    if (!row->n_operands)
        return;
    if (data || d) {
        put_comma(p);
        put_vgpr(p, in->f[F_vdata], type_dwords(p, (data ? data : d)->type) + in->f[F_tfe]);
    }
    put_comma(p);
    if (in->f[F_idxen] || in->f[F_offen])
        put_vgpr(p, in->f[F_vaddr], in->f[F_idxen] + in->f[F_offen]);
    else
        put_text(p, "off");
    put_comma(p);
    put_scalar(p, 4 * in->f[F_srsrc], 4);
    put_comma(p);
    put_source(p, in->f[F_soffset], T_b32);
    if (in->format == FMT_MTBUF)
        put_buffer_format(p, in->f[F_format]);
    put_flag(p, in->f[F_idxen], " idxen");
    put_flag(p, in->f[F_offen], " offen");
    put_offset(p, " offset:", (int32_t)in->f[F_offset]);
    put_cache_policy(p);
    put_flag(p, in->f[F_tfe], " tfe");
}

void print_image(struct pen *p)
{
    const struct rdna3_insn *in = p->in;
    const struct rdna3_row *row = p->row;
    const struct rdna3_operand_desc *rsrc = find_operand(row, ROLE_rsrc);
    const struct rdna3_operand_desc *d = find_operand(row, row->n_writes ? ROLE_d : ROLE_data);
    bool bvh = rdna3_type_bits[rsrc->type] == 128;
    put_name(p, row);
    put_flag(p, in->ext == EXT_NSA && find_operand(row, ROLE_samp), " "); /* as LLVM does */
    put_comma(p);
    put_vgpr(p, in->f[F_vdata],
             d && rdna3_type_bits[d->type] ? type_dwords(p, d->type) : rdna3_image_data_dwords(in));
    put_comma(p);
    struct rdna3_image_address a;
    rdna3_image_address(in, &a);
    if (in->ext == EXT_NSA)
        put_char(p, '[');
    for (unsigned i = 0; i < a.count; i++) {
        put_flag(p, i, ", ");
        put_vgpr(p, a.vgpr[i], a.dwords[i]);
    }
    if (in->ext == EXT_NSA)
        put_char(p, ']');
    put_comma(p);
    put_scalar(p, 4 * in->f[F_srsrc], type_dwords(p, rsrc->type));
    if (find_operand(row, ROLE_samp)) {
        put_comma(p);
        put_scalar(p, 4 * in->f[F_ssamp], 4);
    }
    if (!bvh) {
        if (in->f[F_dmask]) {
            put_text(p, " dmask:");
            put_hex(p, in->f[F_dmask]);
        }
        put_text(p, " dim:SQ_RSRC_IMG_");
        put_text(p, image_dim_name(in->f[F_dim]));
        put_flag(p, in->f[F_unrm], " unorm");
    }
    put_cache_policy(p);
    put_flag(p, in->f[F_r128] && !bvh, " r128");
    put_flag(p, in->f[F_a16], " a16");
    put_flag(p, in->f[F_tfe], " tfe");
    put_flag(p, in->f[F_lwe], " lwe");
    put_flag(p, in->f[F_d16], " d16");
}

void print_export(struct pen *p)
{
    const uint32_t *f = p->in->f;
    const uint32_t source[4] = {f[F_vsrc0], f[F_vsrc1], f[F_vsrc2], f[F_vsrc3]};
    put_name(p, p->row);
    put_char(p, ' ');
    put_export_target(p, f[F_target]);
    for (unsigned i = 0; i < 4; i++) {
        put_comma(p);
        if (f[F_en] >> i & 1)
            put_vgpr(p, source[i], 1);
        else
            put_text(p, "off");
    }
    put_flag(p, f[F_done], " done");
    put_flag(p, f[F_row], " row_en");
}
