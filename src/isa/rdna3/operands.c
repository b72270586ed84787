/* operands.c: the operands of a decoded instruction as data: which registers, which constants, read
 * or written. What the row says is joined with the fields; text is print_*.c's. */
#include "isa/rdna3/operands.h"

#include <string.h>

struct list {
    const struct rdna3_insn *in;
    const struct rdna3_row *row;
    bool wave64, is_y;
    shoal_operand *out;
    size_t count;
};

static shoal_operand *add(struct list *l, const struct rdna3_operand_desc *o)
{
    if (l->count == SHOAL_INSN_MAX_OPERANDS)
        l->count--; /* two rows of VOPD and five image addresses stay below the limit */
    shoal_operand *p = &l->out[l->count++];
    *p = (shoal_operand){.is_read = !o->is_write,
                         .is_write = o->is_write,
                         .is_y = l->is_y,
                         .bits = rdna3_type_bits[o->type],
                         .type = rdna3_type_names[o->type],
                         .role = rdna3_role_names[o->role]};
    return p;
}

static void set_register(shoal_operand *p, unsigned kind, unsigned first, unsigned dwords)
{
    p->kind = (uint8_t)kind;
    p->first = (uint16_t)first;
    p->dwords = (uint16_t)dwords;
}

/* The table of SRC0, manual 15.3. */
static void set_source(const struct list *l, shoal_operand *p, unsigned value, unsigned type,
                       unsigned dwords)
{
    unsigned align = dwords == 1 ? 0 : dwords == 2 ? 1 : 3; /* low bits are not looked at */
    if (value >= SRC_VGPR0) {
        set_register(p, SHOAL_OPERAND_VGPR, value - SRC_VGPR0, dwords);
    } else if (value < SRC_VCC_LO) {
        set_register(p, SHOAL_OPERAND_SGPR, value & ~align, dwords);
    } else if (value < SRC_TTMP0) {
        set_register(p, SHOAL_OPERAND_VCC, (value & ~align) & 1, dwords);
    } else if (value < SRC_NULL) {
        set_register(p, SHOAL_OPERAND_TTMP, (value & ~align) - SRC_TTMP0, dwords);
    } else if (value == SRC_NULL) {
        p->kind = SHOAL_OPERAND_NULL;
    } else if (value == SRC_M0) {
        set_register(p, SHOAL_OPERAND_M0, 0, 1);
    } else if (value <= SRC_EXEC_HI) {
        set_register(p, SHOAL_OPERAND_EXEC, value & ~align & 1, dwords);
    } else if (value == SRC_SCC) {
        p->kind = SHOAL_OPERAND_SCC;
    } else if (value == SRC_LITERAL) {
        p->kind = SHOAL_OPERAND_LITERAL;
        p->value = l->in->literal;
    } else if (value >= SRC_SHARED_BASE && value <= SRC_PRIVATE_LIMIT) {
        p->kind = SHOAL_OPERAND_APERTURE;
        p->value = value;
    } else {
        p->kind = SHOAL_OPERAND_CONSTANT;
        p->value = (int64_t)rdna3_inline_constant(value, type);
    }
}

static bool is_16_bit(unsigned type)
{
    return type == T_b16 || type == T_u16 || type == T_i16 || type == T_f16 || type == T_bf16;
}

static int source_index(unsigned role)
{
    return role == ROLE_a || role == ROLE_e ? 0 : role == ROLE_b ? 1 : role == ROLE_c ? 2 : -1;
}

/* Halves and signs, manual 7.4 and 15.3. */
static void set_modifiers(const struct list *l, shoal_operand *p,
                          const struct rdna3_operand_desc *o)
{
    const struct rdna3_insn *in = l->in;
    int index = source_index(o->role);
    bool is_wide = in->format == FMT_VOP3 || in->format == FMT_VOP3SD;
    if (p->kind == SHOAL_OPERAND_VGPR && is_16_bit(o->type)) {
        if (in->format == FMT_VOP3 && (index >= 0 || (o->role == ROLE_d && o->is_write))) {
            p->is_high_half = in->f[F_opsel] >> (index >= 0 ? index : 3) & 1;
        } else if (in->format == FMT_VOP1 || in->format == FMT_VOP2 || in->format == FMT_VOPC) {
            p->is_high_half = p->first >> 7 & 1;
            p->first &= 127;
        }
    }
    if (index < 0 || o->is_write || l->is_y)
        return;
    if (is_wide) {
        p->is_negated = in->f[F_neg] >> index & 1;
        p->is_absolute = in->format == FMT_VOP3 && in->f[F_abs] >> index & 1;
    } else if (in->ext == EXT_DPP16 && in->format != FMT_VOP3P && index < 2) {
        p->is_negated = in->dpp >> (20 + 2 * index) & 1;
        p->is_absolute = in->dpp >> (21 + 2 * index) & 1;
    }
}

/* Roles without a field. false: nothing that a reader of code could look at. */
static bool set_implicit(const struct list *l, shoal_operand *p, unsigned role)
{
    p->is_implicit = true;
    switch (role) {
    case ROLE_scc:
        p->kind = SHOAL_OPERAND_SCC;
        return true;
    case ROLE_vcc:
    case ROLE_m:
    case ROLE_co:
        p->is_implicit = role == ROLE_vcc;
        set_register(p, SHOAL_OPERAND_VCC, 0, l->wave64 ? 2 : 1);
        return true;
    case ROLE_exec:
    case ROLE_x:
        set_register(p, SHOAL_OPERAND_EXEC, 0, l->wave64 ? 2 : 1);
        return true;
    case ROLE_vccz:
        set_register(p, SHOAL_OPERAND_VCC, 0, l->wave64 ? 2 : 1);
        return true;
    case ROLE_execz:
        set_register(p, SHOAL_OPERAND_EXEC, 0, l->wave64 ? 2 : 1);
        return true;
    case ROLE_mem:
    case ROLE_lds:
        p->kind = SHOAL_OPERAND_MEMORY;
        return true;
    case ROLE_taken: /* what the semantics return; the label says it */
    case ROLE_neg:   /* a field */
    case ROLE_lane0:
        return false;
    default:
        p->kind = SHOAL_OPERAND_STATE;
        return true;
    }
}

static void set_immediate(const struct list *l, shoal_operand *p, unsigned value, unsigned type)
{
    p->kind = SHOAL_OPERAND_IMMEDIATE;
    p->value = value;
    if (type == T_label) {
        p->kind = SHOAL_OPERAND_LABEL;
        p->value = 4 + 4 * (int64_t)(int16_t)value;
    } else if (type == T_i16) {
        p->value = (int16_t)value;
    } else if (type == T_i21) {
        p->value = (int32_t)(l->in->f[F_offset] << 11) >> 11;
    }
}

static void add_image_address(struct list *l, const struct rdna3_operand_desc *o)
{
    struct rdna3_image_address a;
    rdna3_image_address(l->in, &a);
    for (unsigned i = 0; i < a.count; i++)
        set_register(add(l, o), SHOAL_OPERAND_VGPR, a.vgpr[i], a.dwords[i]);
}

/* Address registers of FLAT, GLOBAL and SCRATCH, manual 15.9; 0: none. */
static unsigned flat_address_dwords(const struct rdna3_insn *in, unsigned type)
{
    bool has_saddr = in->f[F_saddr] != SRC_NULL && in->f[F_saddr] != SRC_EXEC_HI;
    if (in->format == FMT_SCRATCH)
        return in->f[F_sve] ? 1 : 0;
    return in->format == FMT_GLOBAL && has_saddr ? 1 : rdna3_type_dwords(type, false);
}

static unsigned vgpr_dwords(const struct list *l, const struct rdna3_operand_desc *o)
{
    unsigned dwords = rdna3_type_dwords(o->type, l->wave64);
    if (l->in->format == FMT_MIMG && !rdna3_type_bits[o->type])
        return rdna3_image_data_dwords(l->in);
    if (l->in->format == FMT_MUBUF || l->in->format == FMT_MTBUF)
        dwords += l->in->f[F_tfe];
    return dwords;
}

static void add_operand(struct list *l, const struct rdna3_operand_desc *o)
{
    const struct rdna3_insn *in = l->in;
    struct rdna3_place place = rdna3_places[in->format][o->role];
    unsigned value = place.field == 0xff ? 0 : in->f[place.field], n;
    if (in->format == FMT_VOPD) {
        const unsigned x[3] = {in->f[F_vdstx], in->f[F_src0x], in->f[F_vsrc1x]};
        const unsigned y[3] = {in->f[F_vdsty] << 1 | !(x[0] & 1), in->f[F_src0y], in->f[F_vsrc1y]};
        int index = o->role == ROLE_d ? 0 : o->role == ROLE_a ? 1 : o->role == ROLE_b ? 2 : -1;
        if (index >= 0)
            value = (l->is_y ? y : x)[index];
        if (o->role == ROLE_k)
            place.kind = K_imm32;
    }
    if (place.kind == K_vimgaddr) {
        add_image_address(l, o);
        return;
    }
    if (place.kind == K_vaddr && !flat_address_dwords(in, o->type))
        return;
    bool is_flat = in->format == FMT_FLAT || in->format == FMT_GLOBAL;
    if (o->role == ROLE_d && is_flat && l->row->flags & FLAG_atomic && !in->f[F_glc])
        return; /* the old value is not asked for */
    shoal_operand *p = add(l, o);
    switch (place.kind) {
    case K_none:
    case K_implicit:
        if (!set_implicit(l, p, o->role))
            l->count--;
        break;
    case K_vgpr:
    case K_vgpr9:
        set_register(p, SHOAL_OPERAND_VGPR, value & 255, vgpr_dwords(l, o));
        break;
    case K_vaddr:
        set_register(p, SHOAL_OPERAND_VGPR, value, flat_address_dwords(in, o->type));
        break;
    case K_vbufaddr:
        n = in->f[F_idxen] + in->f[F_offen];
        if (n)
            set_register(p, SHOAL_OPERAND_VGPR, value, n);
        else
            l->count--;
        break;
    case K_saddr:
        if (value == SRC_EXEC_HI) /* also means none, manual 15.9.1 */
            value = SRC_NULL;
        set_source(l, p, value, o->type, in->format == FMT_GLOBAL ? 2 : 1);
        break;
    case K_sbase:
        set_source(l, p, 2 * value, o->type, rdna3_type_dwords(o->type, false));
        break;
    case K_srsrc:
    case K_trsrc:
    case K_ssamp:
        set_source(l, p, 4 * value, o->type, rdna3_type_dwords(o->type, false));
        break;
    case K_simm7:
    case K_simm16:
    case K_simm21:
    case K_msg:
        set_immediate(l, p, value, o->type);
        break;
    case K_imm32:
        p->kind = SHOAL_OPERAND_LITERAL;
        p->value = in->literal;
        break;
    default:
        set_source(l, p, value, o->type, rdna3_type_dwords(o->type, l->wave64));
        break;
    }
    set_modifiers(l, p, o);
}

static void add_row(struct list *l)
{
    size_t start = l->count;
    for (unsigned i = 0; i < l->row->n_operands; i++) {
        const struct rdna3_operand_desc *o = &l->row->operands[i];
        bool known = false;
        for (size_t k = start; k < l->count && !o->is_write && !known; k++)
            if (l->out[k].role == rdna3_role_names[o->role]) {
                l->out[k].is_read = true;
                known = true;
            }
        if (!known)
            add_operand(l, o);
    }
}

/* The lanes that take part. */
static void add_exec(struct list *l)
{
    static const struct rdna3_operand_desc lanes = {.role = ROLE_exec, .type = T_mask};
    for (size_t i = 0; i < l->count; i++)
        if (l->out[i].kind == SHOAL_OPERAND_EXEC && l->out[i].is_implicit) { /* V_CMPX */
            l->out[i].is_read = true;
            return;
        }
    set_implicit(l, add(l, &lanes), ROLE_exec);
}

size_t rdna3_operands(const struct rdna3_insn *in, bool wave64, shoal_operand *out)
{
    struct list l = {.in = in, .row = &rdna3_rows[in->row], .wave64 = wave64, .out = out};
    add_row(&l);
    if (in->format == FMT_VOPD) {
        l.row = &rdna3_rows[in->row_y];
        l.is_y = true;
        add_row(&l);
        l.is_y = false;
    }
    if (rdna3_reads_exec(&rdna3_rows[in->row]))
        add_exec(&l);
    return l.count;
}
