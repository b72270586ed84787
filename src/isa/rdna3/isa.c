/* isa.c: RDNA3 behind the functions of shoal/isa.h. */
#include "isa/isa.h"
#include "isa/rdna3/assemble.h"
#include "isa/rdna3/describe.h"
#include "isa/rdna3/operands.h"
#include "isa/rdna3/print.h"
#include "isa/rdna3/scan.h"
#include "isa/registry.h"

static const char *wave64_refusal(const shoal_insn *insn)
{
    struct rdna3_insn in;
    rdna3_expand(insn, &in);
    return rdna3_wave64_refusal(&in);
}

static size_t list_operands(const shoal_insn *insn, bool wave64, shoal_operand *out)
{
    struct rdna3_insn in;
    rdna3_expand(insn, &in);
    return rdna3_operands(&in, wave64, out);
}

static size_t format(const shoal_insn *insn, const shoal_text_options *options, char *text,
                     size_t size)
{
    struct rdna3_insn in;
    struct rdna3_print_options plain = {0};
    if (options)
        plain = (struct rdna3_print_options){options->wave64, options->address, options->label,
                                             options->context};
    rdna3_expand(insn, &in);
    return rdna3_print(&in, &plain, text, size);
}

static const char *format_name(unsigned number)
{
    return number < FMT_COUNT ? rdna3_formats[number].name : "";
}

/* One form per generation. */
#define ISA_OF(index, chip, form_name)                                                             \
    static const struct shoal_isa isa_##chip = {                                                   \
        .name = form_name,                                                                         \
        .decode = rdna3_scan_##chip,                                                               \
        .wave64_refusal = wave64_refusal,                                                          \
        .operands = list_operands,                                                                 \
        .format = format,                                                                          \
        .format_name = format_name,                                                                \
    };
RDNA3_GENERATIONS(ISA_OF)

#define FORM_OF(index, chip, form_name) {&isa_##chip, &rdna3_asm[index]},
const struct isa_set rdna3_set = {
    .name = "rdna3",
    .forms = {RDNA3_GENERATIONS(FORM_OF)},
    .describe = rdna3_describe,
    .find = rdna3_describe_find,
    .fields = rdna3_describe_fields,
    .page = rdna3_page,
};
