/* decode.c: machine code to struct ventus_insn and back; prefixes; reserved values. */
#include <string.h>

#include "isa/ventus/ventus.h"

static uint32_t word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int ventus_row_of(uint32_t word, uint32_t high, bool is_toolchain)
{
    const uint16_t *at = &ventus_candidates_at[is_toolchain][(word & 0x7f) | (word >> 12 & 7) << 7];
    uint64_t w = word | (uint64_t)high << 32;
    for (unsigned i = at[0]; i < at[1]; i++) {
        const struct ventus_row *row = &ventus_rows[ventus_candidates[i]];
        if ((w & row->mask) == row->match)
            return ventus_candidates[i];
    }
    return -1;
}

/* Has the word that begins so 64 bits? */
static bool is_long(uint32_t word) { return ventus_dwords[word & 0x7f] == 2; }

void ventus_unpack(unsigned format, uint64_t word, uint32_t f[VF_SLOTS])
{
    const struct ventus_format_info *fmt = &ventus_formats[format];
    for (unsigned i = 0; i < fmt->n_fields; i++) {
        const struct ventus_field_info *x = &fmt->fields[i];
        uint32_t value = 0;
        for (unsigned k = 0, at = 0; k < x->n_pieces; at += x->pieces[k++].bits)
            value |= (uint32_t)(word >> x->pieces[k].first_bit & ((1u << x->pieces[k].bits) - 1))
                     << at;
        f[x->slot] = value;
    }
}

uint64_t ventus_pack(unsigned format, const uint32_t f[VF_SLOTS])
{
    const struct ventus_format_info *fmt = &ventus_formats[format];
    uint64_t word = 0;
    for (unsigned i = 0; i < fmt->n_fields; i++) {
        const struct ventus_field_info *x = &fmt->fields[i];
        for (unsigned k = 0, at = 0; k < x->n_pieces; at += x->pieces[k++].bits)
            word |= (uint64_t)(f[x->slot] >> at & ((1u << x->pieces[k].bits) - 1))
                    << x->pieces[k].first_bit;
    }
    return word;
}

/* ---- operands ------------------------------------------------------------------------------ */

unsigned ventus_kind(const struct ventus_insn *in, unsigned role)
{
    unsigned kind = ventus_place(in, role).kind;
    switch (kind) {
    case VK_xv:
        return in->is_toolchain ? VK_v : VK_x;
    case VK_acc:
    case VK_vs3:
    case VK_v8:
        return VK_v;
    case VK_x8:
        return VK_x;
    default:
        return kind;
    }
}

unsigned ventus_reg(const struct ventus_insn *in, unsigned role)
{
    struct ventus_place p = ventus_place(in, role);
    unsigned low = in->f[p.field], high = 0;
    if (p.kind == VK_v8 || p.kind == VK_x8)
        return low;
    switch (p.field) {
    case VF_rd:
        high = p.kind != VK_acc && p.kind != VK_vs3 ? in->xd : in->is_toolchain ? in->xd : in->x3;
        break;
    case VF_rs1:
        high = in->x1;
        break;
    case VF_rs2:
        high = in->x2;
        break;
    case VF_rs3:
        high = in->x3;
        break;
    }
    return low | (ventus_kind(in, role) == VK_v ? high : high & 1) << 5;
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

int32_t ventus_imm(const struct ventus_insn *in, unsigned role)
{
    struct ventus_place p = ventus_place(in, role);
    uint32_t v = in->f[p.field];
    switch (p.kind) {
    case VK_simm5:
        return in->has_imm_high ? sign_extend(v | (uint32_t)in->imm_high << 5, 11)
                                : sign_extend(v, 5);
    case VK_uimm5:
        return in->has_imm_high ? sign_extend(v | (uint32_t)in->imm_high << 5, 11) : (int32_t)v;
    case VK_simm8:
        return sign_extend(v, 8);
    case VK_simm11:
        return sign_extend(v, 11);
    case VK_simm12:
        return sign_extend(v, 12);
    case VK_imm12d:
        return in->is_toolchain ? sign_extend(v, 12) : (int32_t)v;
    case VK_upper20:
        return (int32_t)(v << 12);
    case VK_label13:
        return sign_extend(v << 1, 13);
    case VK_label21:
        return sign_extend(v << 1, 21);
    case VK_copysize:
        return 4 << v;
    default:
        return (int32_t)v;
    }
}

/* ---- reserved values ------------------------------------------------------------------------ */

static const char *reserved_wide(const struct ventus_insn *in)
{
    if (in->format == VFMT_MMA64) {
        if (in->f[VF_sp])
            return "sparse matrices are reserved";
        if (!in->f[VF_wg] && in->f[VF_asrc])
            return "the bit for A's place is for warp groups";
        struct ventus_matrix m;
        const char *reason;
        if (ventus_matrix(in->f[VF_dt], in->f[VF_shape], in->f[VF_ct], false, &m, &reason) &&
            *m.accumulator == 's' && in->f[VF_rdm] > 1)
            return "integers have no such saturation";
        return NULL;
    }
    if (in->f[VF_vss] == 3 || in->f[VF_vds] == 3)
        return "operands have 16, 32 or 64 bits";
    if (in->format == VFMT_C64VX && in->f[VF_vs1] > 63)
        return "there are 64 scalar registers";
    return NULL;
}

static const char *reserved(const struct ventus_insn *in)
{
    const char *reason = NULL;
    switch (in->format) {
    case VFMT_FR:
    case VFMT_FR4:
    case VFMT_FU:
        return in->f[VF_rm] == 5 || in->f[VF_rm] == 6 ? "a reserved rounding mode" : NULL;
    case VFMT_FENCE:
        if (in->f[VF_rd] || in->f[VF_rs1])
            return "a fence has no registers";
        return in->f[VF_fm] && (in->f[VF_fm] != 8 || in->f[VF_pred] != 3 || in->f[VF_succ] != 3)
                   ? "a reserved mode of fence"
                   : NULL;
    case VFMT_DMA:
        return in->f[VF_cs] == 3 ? "a copy has 4, 8 or 16 bytes" : NULL;
    case VFMT_MMA:
    case VFMT_MMA64: {
        struct ventus_matrix m;
        ventus_matrix(in->f[VF_dt], in->f[VF_shape], in->f[VF_ct], in->is_toolchain, &m, &reason);
        return reason || in->format == VFMT_MMA ? reason : reserved_wide(in);
    }
    case VFMT_C64VV:
    case VFMT_C64VX:
    case VFMT_C64VI:
        return reserved_wide(in);
    default:
        return NULL;
    }
}

/* ---- prefixes ----------------------------------------------------------------------------------
 */

static bool takes_immediate_bits(const struct ventus_insn *in)
{
    unsigned kind = ventus_place(in, VROLE_a).kind;
    return kind == VK_simm5 || kind == VK_uimm5 || kind == VK_shamt5;
}

/* A compute prefix changes what a function gets or gives: rows that are one function of registers.
 */
static bool takes_modifiers(const struct ventus_row *row)
{
    return (row->cls == VC_valu || row->cls == VC_salu) && !(row->flags & VFLAG_wave);
}

static bool has_registers(const struct ventus_insn *in)
{
    for (unsigned role = 1; role < VROLE_COUNT; role++) {
        unsigned kind = ventus_kind(in, role);
        if (kind == VK_x || kind == VK_v)
            return true;
    }
    return false;
}

static void take_registers(struct ventus_insn *in, uint32_t imm12)
{
    in->xd = imm12 & 7;
    in->x1 = imm12 >> 3 & 7;
    in->x2 = imm12 >> 6 & 7;
    in->x3 = imm12 >> 9 & 7;
}

static void take_immediate(struct ventus_insn *in, uint32_t imm12)
{
    in->xd = imm12 & 7;
    in->x2 = imm12 >> 3 & 7;
    in->imm_high = imm12 >> 6 & 63;
    in->has_imm_high = true;
}

enum fold { FOLD, ALONE, REFUSED };

/* Gives `in`, which follows the prefix `p`, what that says. */
static enum fold fold_prefix(struct ventus_insn *p, struct ventus_insn *in)
{
    const struct ventus_row *row = &ventus_rows[in->row], *prefix = &ventus_rows[p->row];
    uint32_t imm = p->f[VF_imm];
    if (row->flags & VFLAG_prefix)
        return ALONE; /* the second replaces the first */
    bool is_memory = p->format == VFMT_PREM;
    if (is_memory && !(row->flags & (VFLAG_load | VFLAG_store | VFLAG_atomic)))
        return ALONE;
    if (ventus_formats[in->format].dwords == 2) {
        p->reason = "a 64-bit instruction takes no prefix";
        return REFUSED;
    }
    if (prefix->flags & VFLAG_immediate) {
        if (!takes_immediate_bits(in)) {
            p->reason = "the next instruction has no 5-bit immediate that this prefix could extend";
            return REFUSED;
        }
        take_immediate(in, imm);
    } else {
        if (!has_registers(in)) {
            p->reason = "the next instruction has no register that this prefix could extend";
            return REFUSED;
        }
        take_registers(in, imm);
    }
    if (p->format == VFMT_PRE || prefix->flags & VFLAG_pairs) {
        if (!takes_modifiers(row)) {
            p->reason = "the next instruction does not compute: it cannot take this prefix";
            return REFUSED;
        }
        in->pair = p->format == VFMT_PRE ? p->f[VF_pair] : true;
        in->abs = p->format == VFMT_PRE ? (uint8_t)p->f[VF_abs] : 0;
        in->neg = p->format == VFMT_PRE ? (uint8_t)p->f[VF_neg] : 0;
    } else if (is_memory) {
        in->space = (uint8_t)ventus_space(prefix);
        in->width = prefix->words - 1;
        in->pair = p->f[VF_pair];
        in->hint = (uint8_t)p->f[VF_ch];
    }
    in->prefix_row = p->row;
    in->prefix_word = p->words[0];
    in->size_bytes = 8;
    return FOLD;
}

/* ---- decoding ------------------------------------------------------------------------------- */

static shoal_status refuse(struct ventus_insn *in, uint32_t word)
{
    in->size_bytes = 4;
    if ((word & 0x7fffu) == 0x73)
        in->reason = "Ventus has neither ecall, ebreak nor privileged instructions";
    else if (!is_long(word) && ventus_row_of(word, 0, !in->is_toolchain) >= 0)
        in->reason = in->is_toolchain ? "an instruction of the manual's dialect only"
                                      : "an instruction of the toolchain's dialect only";
    else if ((word & 3) != 3 && ventus_candidates_at[in->is_toolchain][word & 0x7f] ==
                                    ventus_candidates_at[in->is_toolchain][(word & 0x7f) + 1])
        in->reason = "no opcode of Ventus, which has no compressed instructions";
    else
        in->reason = "no instruction has these bits";
    return SHOAL_E_ILLEGAL;
}

static shoal_status decode_one(const uint8_t *code, size_t avail, bool is_toolchain,
                               struct ventus_insn *in)
{
    *in = (struct ventus_insn){
        .prefix_row = VENTUS_NONE, .size_bytes = 4, .is_toolchain = is_toolchain};
    if (avail < 4) {
        in->reason = "the code ends within an instruction";
        return SHOAL_E_TRUNCATED;
    }
    uint32_t word = word_at(code), high = 0;
    in->words[0] = word;
    if (is_long(word) && ventus_candidates_at[is_toolchain][word & 0x7f] !=
                             ventus_candidates_at[is_toolchain][(word & 0x7f) + 1]) {
        if (avail < 8) {
            in->size_bytes = 8;
            in->reason = "the code ends within an instruction";
            return SHOAL_E_TRUNCATED;
        }
        in->words[1] = high = word_at(code + 4);
    }
    int row = ventus_row_of(word, high, is_toolchain);
    if (row < 0)
        return refuse(in, word);
    in->row = (uint16_t)row;
    in->format = ventus_rows[row].format;
    in->size_bytes = (uint8_t)(4 * ventus_formats[in->format].dwords);
    ventus_unpack(in->format, word | (uint64_t)high << 32, in->f);
    in->reason = reserved(in);
    return in->reason ? SHOAL_E_RESERVED : SHOAL_OK;
}

shoal_status ventus_decode(const void *code, size_t avail, unsigned how, struct ventus_insn *in)
{
    const uint8_t *bytes = code;
    bool is_toolchain = how & VENTUS_TOOLCHAIN;
    shoal_status st = decode_one(bytes, avail, is_toolchain, in);
    if (st != SHOAL_OK || how & VENTUS_RAW || !(ventus_rows[in->row].flags & VFLAG_prefix))
        return st;
    struct ventus_insn next;
    if (decode_one(bytes + 4, avail - 4, is_toolchain, &next) != SHOAL_OK)
        return SHOAL_OK; /* what follows is found wrong at its own address */
    switch (fold_prefix(in, &next)) {
    case FOLD:
        *in = next;
        return SHOAL_OK;
    case ALONE:
        return SHOAL_OK;
    default:
        return SHOAL_E_RESERVED;
    }
}

/* ---- encoding ----------------------------------------------------------------------------------
 */

static uint32_t prefix_of(const struct ventus_insn *in)
{
    uint32_t f[VF_SLOTS] = {0};
    const struct ventus_row *row = &ventus_rows[in->prefix_row];
    f[VF_imm] = in->has_imm_high ? in->xd | (uint32_t)in->x2 << 3 | (uint32_t)in->imm_high << 6
                                 : in->xd | (uint32_t)in->x1 << 3 | (uint32_t)in->x2 << 6 |
                                       (uint32_t)in->x3 << 9;
    if (row->format == VFMT_PRE || row->format == VFMT_PREM)
        f[VF_pair] = in->pair;
    if (row->format == VFMT_PRE) {
        f[VF_abs] = in->abs;
        f[VF_neg] = in->neg;
    } else if (row->format == VFMT_PREM) {
        f[VF_ch] = in->hint;
    }
    return (uint32_t)(row->match | ventus_pack(row->format, f));
}

size_t ventus_encode(const struct ventus_insn *in, uint32_t out[3])
{
    size_t n = 0;
    if (in->prefix_row != VENTUS_NONE)
        out[n++] = prefix_of(in);
    uint64_t word = ventus_rows[in->row].match | ventus_pack(in->format, in->f);
    out[n++] = (uint32_t)word;
    if (ventus_formats[in->format].dwords == 2)
        out[n++] = (uint32_t)(word >> 32);
    return 4 * n;
}
