/* isa.h: what an instruction set offers to the functions of shoal/isa.h. */
#ifndef SHOAL_ISA_ISA_H
#define SHOAL_ISA_ISA_H

#include "shoal/isa.h"
#include "shoal/shoal.h"

struct shoal_isa {
    const char *name;
    shoal_status (*decode)(const void *code, size_t avail, shoal_insn *out);
    const char *(*wave64_refusal)(const shoal_insn *insn);
    size_t (*operands)(const shoal_insn *insn, bool wave64, shoal_operand *out);
    size_t (*format)(const shoal_insn *insn, const shoal_text_options *options, char *text,
                     size_t size);
    const char *(*format_name)(unsigned format);
    bool (*is_register)(const char *name, size_t length); /* for colours; NULL: as in RDNA3 */
};

extern const char *const isa_class_names[SHOAL_CLASS_COUNT];

#endif
