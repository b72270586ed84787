/* describe.c: rows of the table as text, for `shoal isa`, documentation and tests. */
#include "isa/rdna3/describe.h"

#include <assert.h>
#include <string.h>

#include "isa/isa.h"
#include "isa/rdna3/rdna3.h"

static void add_encoding(shoal_isa_insn *d, unsigned format, const char *name, int opcode,
                         unsigned bytes)
{
    d->encodings[d->encoding_count++] = (shoal_isa_encoding){
        .name = name, .format = rdna3_formats[format].name, .opcode = opcode, .size_bytes = bytes};
}

/* A vector format and its DPP forms, which have one dword more. */
static void add_with_dpp(shoal_isa_insn *d, const struct rdna3_row *row, unsigned format,
                         int opcode)
{
    static const char *const dpp16[FMT_COUNT] = {
        [FMT_VOP1] = "VOP1 DPP16", [FMT_VOP2] = "VOP2 DPP16",     [FMT_VOPC] = "VOPC DPP16",
        [FMT_VOP3] = "VOP3 DPP16", [FMT_VOP3SD] = "VOP3SD DPP16", [FMT_VOP3P] = "VOP3P DPP16",
    };
    static const char *const dpp8[FMT_COUNT] = {
        [FMT_VOP1] = "VOP1 DPP8", [FMT_VOP2] = "VOP2 DPP8",     [FMT_VOPC] = "VOPC DPP8",
        [FMT_VOP3] = "VOP3 DPP8", [FMT_VOP3SD] = "VOP3SD DPP8", [FMT_VOP3P] = "VOP3P DPP8",
    };
    unsigned bytes = 4u * rdna3_formats[format].dwords;
    add_encoding(d, format, rdna3_formats[format].name, opcode, bytes);
    if (row->flags & FLAG_dpp && dpp16[format]) {
        add_encoding(d, format, dpp16[format], opcode, bytes + 4);
        add_encoding(d, format, dpp8[format], opcode, bytes + 4);
    }
}

static_assert(SHOAL_ISA_MAX_OPERANDS > RDNA3_MAX_OPERANDS, "one for EXEC");

static void add_operands(shoal_isa_insn *d, const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++) {
        const struct rdna3_operand_desc *o = &row->operands[i];
        struct rdna3_place place = rdna3_places[row->format][o->role];
        const struct rdna3_field_list *list = &rdna3_fields[row->format];
        shoal_isa_operand *out = &d->operands[d->operand_count++];
        *out = (shoal_isa_operand){.role = rdna3_role_names[o->role],
                                   .type = rdna3_type_names[o->type],
                                   .bits = rdna3_type_bits[o->type],
                                   .is_write = o->is_write,
                                   .meaning = rdna3_role_meaning(o->role),
                                   .place = rdna3_kind_place(place.kind)};
        if (place.kind == K_imm32)
            out->field = "literal";
        if (place.kind != K_none && place.kind != K_implicit && !out->field)
            for (unsigned k = 0; k < list->count; k++)
                if (list->fields[k].slot == place.field)
                    out->field = list->fields[k].name;
    }
}

/* The lanes that take part, as in shoal_insn_operands. */
static void add_exec(shoal_isa_insn *d)
{
    d->operands[d->operand_count++] = (shoal_isa_operand){.role = rdna3_role_names[ROLE_exec],
                                                          .type = rdna3_type_names[T_mask],
                                                          .bits = rdna3_type_bits[T_mask],
                                                          .meaning = "active lanes",
                                                          .place = ""};
}

/* Name of the first chip of a generation; "" for those before the first and behind the last. */
static const char *chip_of(int generation)
{
#define CHIP(index, chip, form) #chip,
    static const char *const chips[] = {RDNA3_GENERATIONS(CHIP)};
#undef CHIP
    return generation > 0 && generation < RDNA3_GENERATION_COUNT ? chips[generation] : "";
}

bool rdna3_describe(size_t index, shoal_isa_insn *out)
{
    if (index >= RDNA3_ROW_COUNT)
        return false;
    const struct rdna3_row *row = &rdna3_rows[index];
    *out = (shoal_isa_insn){.mnemonic = row->name,
                            .section = rdna3_sections[row->section],
                            .class_name = isa_class_names[row->cls],
                            .about = rdna3_page_pool + rdna3_page_texts[index].about,
                            .implemented = !(row->flags & FLAG_later),
                            .dialect = "",
                            .since = chip_of(__builtin_ctz(row->generations)),
                            .until = chip_of(32 - __builtin_clz(row->generations))};
    if (row->op >= 0 || row->format == FMT_EXP)
        add_with_dpp(out, row, row->format, row->op);
    if (row->op_vop3 >= 0)
        add_with_dpp(out, row, row->flags & FLAG_vop3sd ? FMT_VOP3SD : FMT_VOP3, row->op_vop3);
    if (row->op_x >= 0)
        add_encoding(out, FMT_VOPD, "VOPD X", row->op_x, 8);
    if (row->op_y >= 0)
        add_encoding(out, FMT_VOPD, "VOPD Y", row->op_y, 8);
    if (row->format == FMT_MIMG)
        add_encoding(out, FMT_MIMG, "MIMG NSA", row->op, 12);
    add_operands(out, row);
    if (rdna3_reads_exec(row))
        add_exec(out);
    return true;
}

static bool strip(const char *name, size_t *length, const char *suffix)
{
    size_t n = strlen(suffix);
    if (*length <= n || memcmp(name + *length - n, suffix, n) != 0)
        return false;
    *length -= n;
    return true;
}

ptrdiff_t rdna3_describe_find(const char *name)
{
    char plain[64];
    size_t length = strlen(name);
    if (length >= sizeof plain)
        return -1;
    const struct rdna3_row *row = rdna3_find(name, length);
    if (!row) {
        strip(name, &length, "_dpp");
        if (!strip(name, &length, "_e64"))
            strip(name, &length, "_e32");
        row = rdna3_find(name, length);
    }
    static const char dual[] = "v_dual_";
    if (!row && length > sizeof dual && !memcmp(name, dual, sizeof dual - 1)) {
        plain[0] = 'v';
        plain[1] = '_';
        memcpy(plain + 2, name + sizeof dual - 1, length - (sizeof dual - 1));
        row = rdna3_find(plain, length - (sizeof dual - 1) + 2);
    }
    return row ? row - rdna3_rows : -1;
}

size_t rdna3_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS])
{
    unsigned f = 0;
    while (f < FMT_COUNT && strcmp(rdna3_formats[f].name, format) != 0)
        f++;
    if (f == FMT_COUNT)
        return 0;
    const struct rdna3_field_list *list = &rdna3_fields[f];
    size_t n = 0;
    for (unsigned bit = 0; bit < 32u * rdna3_formats[f].dwords && n < SHOAL_ISA_MAX_FIELDS;) {
        unsigned next = 64, i = list->count;
        for (unsigned k = 0; k < list->count; k++)
            if (list->fields[k].first_bit == bit)
                i = k;
            else if (list->fields[k].first_bit > bit && list->fields[k].first_bit < next)
                next = list->fields[k].first_bit;
        shoal_isa_field *o = &out[n++];
        if (i < list->count) {
            *o = (shoal_isa_field){list->fields[i].name, bit, list->fields[i].bits, 0};
        } else { /* the format's own bits, or bits that nothing uses */
            unsigned end =
                next < 32u * rdna3_formats[f].dwords ? next : 32u * rdna3_formats[f].dwords;
            if (bit < 32 && end > 32)
                end = 32;
            uint32_t value = bit < 32 ? rdna3_formats[f].match >> bit : 0;
            if (end - bit < 32)
                value &= (1u << (end - bit)) - 1;
            *o = (shoal_isa_field){NULL, bit, end - bit, value};
        }
        bit += o->bits;
    }
    return n;
}
