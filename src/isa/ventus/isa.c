/* isa.c: Ventus behind the functions of shoal/isa.h, in both dialects, with and without folding. */
#include "isa/isa.h"
#include "isa/asm/asm.h"
#include "isa/registry.h"
#include "isa/ventus/describe.h"
#include "isa/ventus/names.h"
#include "isa/ventus/operands.h"
#include "isa/ventus/print.h"

/* The target is so many bytes away: the format has an immediate for it. */
static bool has_distance(const struct ventus_row *row)
{
    unsigned kind = ventus_formats[row->format].places[VROLE_k].kind;
    return kind == VK_label13 || kind == VK_label21;
}

static uint16_t flags_of(const struct ventus_insn *in)
{
    const struct ventus_row *row = &ventus_rows[in->row];
    const struct row_effects *e = &row->effects;
    uint32_t flags = 0;
    if (row_jumps(e))
        flags |= SHOAL_INSN_BRANCH;
    if (e->flow == FLOW_BRANCH && e->is_conditional)
        flags |= SHOAL_INSN_CONDITIONAL;
    if (e->flow == FLOW_CALL && ventus_reg(in, VROLE_d)) /* x0: the address is not kept */
        flags |= SHOAL_INSN_CALL;
    if (row_jumps(e) && !has_distance(row)) /* of a register, or as the SIMT stack says */
        flags |= SHOAL_INSN_INDIRECT;
    if (row_ends_program(e))
        flags |= SHOAL_INSN_END;
    if (e->flow == FLOW_BARRIER)
        flags |= SHOAL_INSN_BARRIER;
    if (row->flags & VFLAG_load)
        flags |= SHOAL_INSN_LOAD;
    if (row->flags & VFLAG_store)
        flags |= SHOAL_INSN_STORE;
    if (row->flags & VFLAG_atomic)
        flags |= SHOAL_INSN_ATOMIC | SHOAL_INSN_LOAD | SHOAL_INSN_STORE;
    return (uint16_t)flags;
}

static void fill(const struct ventus_insn *in, unsigned how, shoal_insn *out)
{
    *out = (shoal_insn){.id = in->row,
                        .id_y = SHOAL_INSN_NONE,
                        .size_bytes = in->size_bytes,
                        .format = in->format,
                        .class_index = ventus_rows[in->row].cls,
                        .extra = (uint8_t)how,
                        .reason = in->reason};
    bool has_prefix = in->prefix_row != VENTUS_NONE;
    if (has_prefix)
        out->words[0] = in->prefix_word;
    out->words[has_prefix] = in->words[0];
    out->words[has_prefix + 1] = in->words[1];
    if (in->reason)
        return;
    out->flags = flags_of(in);
    if (out->flags & SHOAL_INSN_BRANCH && !(out->flags & SHOAL_INSN_INDIRECT))
        out->branch_bytes = ventus_imm(in, VROLE_k) + (has_prefix ? 4 : 0);
}

/* A prefix that the text could not bring back is shown as an instruction of its own. */
static shoal_status decode(const void *code, size_t avail, unsigned how, struct ventus_insn *in)
{
    shoal_status st = ventus_decode(code, avail, how, in);
    if (st == SHOAL_OK && !ventus_is_canonical(in))
        st = ventus_decode(code, avail, how | VENTUS_RAW, in);
    return st;
}

static shoal_status decode_as(const void *code, size_t avail, unsigned how, shoal_insn *out)
{
    struct ventus_insn in;
    shoal_status st = decode(code, avail, how, &in);
    fill(&in, how, out);
    return st;
}

static void expand(const shoal_insn *insn, struct ventus_insn *in)
{
    uint8_t bytes[SHOAL_INSN_MAX_BYTES];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(insn->words[i / 4] >> 8 * (i % 4));
    decode(bytes, insn->size_bytes, insn->extra, in);
}

static size_t list_operands(const shoal_insn *insn, bool wave64, shoal_operand *out)
{
    struct ventus_insn in;
    (void)wave64;
    expand(insn, &in);
    return ventus_operands(&in, out);
}

static size_t format(const shoal_insn *insn, const shoal_text_options *options, char *text,
                     size_t size)
{
    struct ventus_insn in;
    struct ventus_print_options plain = {0};
    if (options)
        plain = (struct ventus_print_options){
            .pc = options->address, .label = options->label, .context = options->context};
    expand(insn, &in);
    return ventus_print(&in, &plain, text, size);
}

static const char *format_name(unsigned number)
{
    return number < VFMT_COUNT ? ventus_formats[number].name : "";
}

static bool is_register(const char *name, size_t length)
{
    bool is_vector = length > 1 && *name == 'v' && name[1] >= '0' && name[1] <= '9';
    return is_vector || ventus_scalar_number(name, length) >= 0;
}

#define VARIANT(id, text, how)                                                                     \
    static shoal_status decode_##id(const void *code, size_t avail, shoal_insn *out)               \
    {                                                                                              \
        return decode_as(code, avail, how, out);                                                   \
    }                                                                                              \
    static const struct shoal_isa ventus_isa_##id = {                                              \
        .name = text,                                                                              \
        .decode = decode_##id,                                                                     \
        .operands = list_operands,                                                                 \
        .format = format,                                                                          \
        .format_name = format_name,                                                                \
        .is_register = is_register,                                                                \
    };
VARIANT(manual, "ventus", 0)
VARIANT(toolchain, "ventus:toolchain", VENTUS_TOOLCHAIN)
VARIANT(manual_raw, "ventus:raw", VENTUS_RAW)
VARIANT(toolchain_raw, "ventus:toolchain,raw", VENTUS_TOOLCHAIN | VENTUS_RAW)

const struct isa_set ventus_set = {
    .name = "ventus",
    .forms = {{&ventus_isa_manual, &ventus_asm_manual},
              {&ventus_isa_toolchain, &ventus_asm_toolchain},
              {.isa = &ventus_isa_manual_raw},
              {.isa = &ventus_isa_toolchain_raw}},
    .describe = ventus_describe,
    .find = ventus_describe_find,
    .fields = ventus_describe_fields,
    .page = ventus_page,
};
