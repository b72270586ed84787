/* operands.c: the functions of operands.h. */
#include "isa/ventus/operands.h"

void ventus_blank(unsigned row, bool is_toolchain, struct ventus_insn *out)
{
    unsigned format = ventus_rows[row].format;
    const struct ventus_format_info *fmt = &ventus_formats[format];
    *out = (struct ventus_insn){.row = (uint16_t)row,
                                .prefix_row = VENTUS_NONE,
                                .format = (uint8_t)format,
                                .size_bytes = (uint8_t)(4 * fmt->dwords),
                                .is_toolchain = is_toolchain};
    if (fmt->places[VROLE_vm].kind)
        out->f[VF_vm] = 1;
    if (fmt->places[VROLE_rm].kind)
        out->f[VF_rm] = 7;
}

/* ---- setting ------------------------------------------------------------------------------ */

bool ventus_set_reg(struct ventus_insn *in, unsigned role, unsigned number)
{
    struct ventus_place p = ventus_place(in, role);
    bool is_vector = ventus_kind(in, role) == VK_v;
    if (number > (is_vector ? 255u : 63u))
        return false;
    if (p.kind == VK_v8 || p.kind == VK_x8) {
        in->f[p.field] = number;
        return true;
    }
    in->f[p.field] = number & 31;
    uint8_t high = (uint8_t)(number >> 5);
    bool is_third = p.kind == VK_acc || p.kind == VK_vs3;
    if (p.field == VF_rd && is_third && !in->is_toolchain)
        in->x3 = high;
    else if (p.field == VF_rd)
        in->xd = high;
    else if (p.field == VF_rs1)
        in->x1 = high;
    else if (p.field == VF_rs2)
        in->x2 = high;
    else
        in->x3 = high;
    return true;
}

void ventus_imm_range(const struct ventus_insn *in, unsigned role, int64_t *low, int64_t *high)
{
    struct ventus_place p = ventus_place(in, role);
    const struct ventus_format_info *fmt = &ventus_formats[in->format];
    unsigned bits = 0;
    for (unsigned i = 0; i < fmt->n_fields; i++)
        if (fmt->fields[i].slot == p.field)
            bits = fmt->fields[i].bits;
    *low = 0;
    *high = (INT64_C(1) << bits) - 1;
    switch (p.kind) {
    case VK_simm5:
    case VK_uimm5: /* with regexti */
        *low = -1024;
        *high = 1023;
        break;
    case VK_imm12d:
        if (!in->is_toolchain)
            break;
        /* fall through */
    case VK_simm8:
    case VK_simm11:
    case VK_simm12:
        *low = -(INT64_C(1) << (bits - 1));
        *high = -*low - 1;
        break;
    case VK_label13:
    case VK_label21:
        *low = -(INT64_C(1) << bits);
        *high = -*low - 2;
        break;
    case VK_upper20:
        *high <<= 12;
        break;
    }
}

bool ventus_set_imm(struct ventus_insn *in, unsigned role, int64_t value)
{
    struct ventus_place p = ventus_place(in, role);
    int64_t low, high;
    ventus_imm_range(in, role, &low, &high);
    if (p.kind == VK_upper20)
        value &= INT64_C(0xffffffff);
    if (p.kind == VK_copysize) {
        if (value != 4 && value != 8 && value != 16)
            return false;
        in->f[p.field] = value == 16 ? 2 : value == 8;
        return true;
    }
    if (value < low || value > high)
        return false;
    uint32_t v = (uint32_t)value;
    switch (p.kind) {
    case VK_simm5:
    case VK_uimm5:
        in->has_imm_high = p.kind == VK_simm5 ? value < -16 || value > 15 : value < 0 || value > 31;
        in->imm_high = in->has_imm_high ? (uint8_t)(v >> 5 & 63) : 0;
        in->f[p.field] = v & 31;
        return true;
    case VK_simm8:
        v &= 255;
        break;
    case VK_simm11:
        v &= 0x7ff;
        break;
    case VK_simm12:
    case VK_imm12d:
        v &= 0xfff;
        break;
    case VK_upper20:
        v >>= 12;
        break;
    case VK_label13:
    case VK_label21:
        if (v & 1)
            return false;
        v = v >> 1 & (p.kind == VK_label13 ? 0xfffu : 0xfffffu);
        break;
    }
    in->f[p.field] = v;
    return true;
}

/* The prefix of a format that extends registers or an immediate, and says nothing else. */
static unsigned compute_prefix(unsigned format, bool is_immediate)
{
    for (unsigned i = 0; i < VENTUS_PREFIX_COUNT; i++) {
        const struct ventus_row *row = &ventus_rows[ventus_prefixes[i]];
        if (row->format == format && !(row->flags & VFLAG_pairs) &&
            !(row->flags & VFLAG_immediate) != is_immediate)
            return ventus_prefixes[i];
    }
    return VENTUS_NONE;
}

unsigned ventus_memory_prefix(unsigned space, unsigned width)
{
    for (unsigned i = 0; i < VENTUS_PREFIX_COUNT; i++) {
        const struct ventus_row *row = &ventus_rows[ventus_prefixes[i]];
        if (row->words == width + 1 && ventus_space(row) == space)
            return ventus_prefixes[i];
    }
    return VENTUS_NONE;
}

void ventus_settle_prefix(struct ventus_insn *in)
{
    bool is_memory =
        in->prefix_row != VENTUS_NONE && ventus_rows[in->prefix_row].format == VFMT_PREM;
    unsigned prefix = VENTUS_NONE;
    if (is_memory)
        prefix = ventus_memory_prefix(in->space, in->width);
    else if (in->pair || in->abs || in->neg)
        prefix = compute_prefix(VFMT_PRE, in->has_imm_high);
    else if (in->has_imm_high || in->xd | in->x1 | in->x2 | in->x3)
        prefix = compute_prefix(VFMT_EXT, in->has_imm_high);
    in->prefix_row = (uint16_t)prefix;
    in->size_bytes =
        (uint8_t)(4 * ventus_formats[in->format].dwords + 4 * (in->prefix_row != VENTUS_NONE));
}

bool ventus_is_canonical(const struct ventus_insn *in)
{
    if (in->prefix_row == VENTUS_NONE)
        return true;
    struct ventus_insn again = *in;
    again.xd = again.x1 = again.x2 = again.x3 = again.imm_high = 0;
    again.has_imm_high = false;
    for (unsigned i = 0; i < ventus_rows[in->row].n_operands; i++) {
        unsigned role = ventus_rows[in->row].operands[i].role;
        unsigned kind = ventus_kind(in, role);
        struct ventus_place p = ventus_place(in, role);
        if (kind == VK_simm5 || kind == VK_uimm5 || kind == VK_shamt5)
            ventus_set_imm(&again, role, ventus_imm(in, role));
        else if (p.kind == VK_acc) /* the text names the destination only */
            ventus_set_reg(&again, role, ventus_reg(in, VROLE_d));
        else if (kind == VK_x || kind == VK_v)
            ventus_set_reg(&again, role, ventus_reg(in, role));
    }
    ventus_settle_prefix(&again);
    uint32_t a[3], b[3];
    return again.prefix_row == in->prefix_row && ventus_encode(&again, a) == ventus_encode(in, b) &&
           a[0] == in->prefix_word;
}

/* ---- the list ----------------------------------------------------------------------------- */

/* Registers that an operand of this type takes. */
static unsigned registers_of(const struct ventus_insn *in, unsigned role, unsigned type)
{
    if (type == VT_frag) {
        struct ventus_matrix m;
        const char *reason;
        if (!ventus_matrix(in->f[VF_dt], in->f[VF_shape], in->f[VF_ct], in->is_toolchain, &m,
                           &reason))
            return 1;
        unsigned elements = role == VROLE_a   ? (unsigned)m.m * m.k
                            : role == VROLE_b ? (unsigned)m.n * m.k
                                              : (unsigned)m.m * m.n;
        unsigned bits = role == VROLE_a || role == VROLE_b ? m.element.bits
                        : in->f[VF_ct]                     ? 32
                                                           : 16;
        return (elements * bits + 1023) / 1024; /* of 32 threads */
    }
    bool is_compute =
        in->prefix_row != VENTUS_NONE && ventus_rows[in->prefix_row].format != VFMT_PREM;
    return ventus_type_bits[type] == 64 || (is_compute && in->pair) ? 2 : 1;
}

/* The bit of ABS and NEG for a role. */
static unsigned source_bit(unsigned role)
{
    return role == VROLE_a ? 1 : role == VROLE_b ? 2 : role == VROLE_c ? 4 : 0;
}

static void fill(const struct ventus_insn *in, const struct ventus_operand_desc *d,
                 shoal_operand *out)
{
    unsigned role = d->role, kind = ventus_kind(in, role);
    *out = (shoal_operand){.is_read = !d->is_write,
                           .is_write = d->is_write,
                           .bits = ventus_type_bits[d->type],
                           .type = ventus_type_names[d->type],
                           .role = ventus_role_names[role]};
    switch (kind) {
    case VK_none:
        out->is_implicit = true;
        out->kind =
            role == VROLE_mem || role == VROLE_lds ? SHOAL_OPERAND_MEMORY : SHOAL_OPERAND_STATE;
        break;
    case VK_x:
    case VK_v:
        out->kind = kind == VK_v ? SHOAL_OPERAND_VGPR : SHOAL_OPERAND_SGPR;
        out->first = (uint16_t)ventus_reg(in, role);
        out->dwords = (uint16_t)registers_of(in, role, d->type);
        out->is_absolute = in->abs & source_bit(role);
        out->is_negated = in->neg & source_bit(role);
        break;
    case VK_label13:
    case VK_label21:
        out->kind = SHOAL_OPERAND_LABEL;
        out->value = ventus_imm(in, role) + (in->prefix_row != VENTUS_NONE ? 4 : 0);
        break;
    default:
        out->kind = SHOAL_OPERAND_IMMEDIATE;
        out->value = ventus_imm(in, role);
    }
}

size_t ventus_operands(const struct ventus_insn *in, shoal_operand out[SHOAL_INSN_MAX_OPERANDS])
{
    const struct ventus_row *row = &ventus_rows[in->row];
    size_t n = 0;
    for (unsigned implicit = 0; implicit < 2; implicit++)
        for (unsigned i = 0; i < row->n_operands; i++) {
            shoal_operand o;
            fill(in, &row->operands[i], &o);
            if (o.is_implicit != implicit)
                continue;
            size_t k = 0;
            while (k < n && out[k].role != o.role)
                k++;
            if (k < n) /* read and written */
                out[k].is_read |= o.is_read;
            else
                out[n++] = o;
        }
    return n;
}
