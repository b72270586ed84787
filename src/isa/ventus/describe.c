/* describe.c: rows of the table as text, for `shoal isa`, documentation and tests. */
#include "isa/ventus/describe.h"

#include <string.h>

#include "isa/isa.h"
#include "isa/ventus/mnemonic.h"
#include "isa/ventus/ventus.h"

static const char *field_name(const struct ventus_format_info *fmt, unsigned slot)
{
    for (unsigned i = 0; i < fmt->n_fields; i++)
        if (fmt->fields[i].slot == slot)
            return fmt->fields[i].name;
    return NULL;
}

bool ventus_describe(size_t index, shoal_isa_insn *out)
{
    if (index >= VENTUS_ROW_COUNT)
        return false;
    const struct ventus_row *row = &ventus_rows[index];
    const struct ventus_format_info *fmt = &ventus_formats[row->format];
    *out = (shoal_isa_insn){.mnemonic = row->name,
                            .section = row->section,
                            .class_name = isa_class_names[row->cls],
                            .about = ventus_page_pool + ventus_page_texts[index].about,
                            .implemented = !(row->flags & VFLAG_later),
                            .encoding_count = 1,
                            .operand_count = row->n_operands,
                            .since = "",
                            .until = "",
                            .dialect = row->flags & VFLAG_manual      ? "manual"
                                       : row->flags & VFLAG_toolchain ? "toolchain"
                                                                      : "both",
                            .is_own_encoding = row->flags & VFLAG_ours,
                            .match = row->match,
                            .mask = row->mask};
    out->encodings[0] = (shoal_isa_encoding){fmt->name, fmt->name, -1, 4u * fmt->dwords};
    for (unsigned i = 0; i < row->n_operands; i++) {
        const struct ventus_operand_desc *o = &row->operands[i];
        struct ventus_place place = fmt->places[o->role];
        out->operands[i] = (shoal_isa_operand){
            .role = ventus_role_names[o->role],
            .type = ventus_type_names[o->type],
            .field = place.kind == VK_none ? NULL : field_name(fmt, place.field),
            .bits = ventus_type_bits[o->type],
            .is_write = o->is_write,
            .meaning = ventus_role_meaning(o->role),
            .place = ventus_kind_place(place.kind),
        };
    }
    return true;
}

ptrdiff_t ventus_describe_find(const char *name)
{
    size_t suffix;
    int row = ventus_find_name(name, strlen(name), &suffix);
    if (row >= 0)
        return row;
    for (unsigned i = 0; i < VENTUS_PSEUDO_COUNT; i++)
        if (strcmp(ventus_pseudos[i].name, name) == 0)
            return ventus_pseudos[i].row;
    return -1;
}

size_t ventus_describe_fields(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS])
{
    const struct ventus_format_info *fmt = NULL;
    for (unsigned f = 0; f < VFMT_COUNT && !fmt; f++)
        if (strcmp(ventus_formats[f].name, format) == 0)
            fmt = &ventus_formats[f];
    size_t n = 0;
    for (unsigned bit = 0; fmt && bit < 32u * fmt->dwords && n < SHOAL_ISA_MAX_FIELDS;) {
        unsigned next = 32u * fmt->dwords;
        shoal_isa_field *o = &out[n++];
        *o = (shoal_isa_field){.first_bit = bit};
        for (unsigned i = 0; i < fmt->n_fields; i++)
            for (unsigned k = 0; k < fmt->fields[i].n_pieces; k++) {
                unsigned first = fmt->fields[i].pieces[k].first_bit;
                if (first == bit) {
                    o->name = fmt->fields[i].name;
                    o->bits = fmt->fields[i].pieces[k].bits;
                } else if (first > bit && first < next) {
                    next = first;
                }
            }
        if (!o->name) /* bits that rows fix, or that nothing uses */
            o->bits = next - bit;
        bit += o->bits;
    }
    return n;
}
