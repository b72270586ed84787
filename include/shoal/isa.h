/* isa.h: the instructions of an instruction set, as text and numbers.
 *
 *   shoal_isa_insn insn;
 *   for (size_t i = 0; shoal_isa_insn_at("rdna3", i, &insn) == SHOAL_OK; i++)
 *       puts(insn.mnemonic);
 *
 * Everything comes from the instruction table. Needs no device. All text has static storage.
 * Threads: any function from any thread at any time. */
#ifndef SHOAL_ISA_H
#define SHOAL_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SHOAL_ISA_MAX_ENCODINGS = 8, SHOAL_ISA_MAX_OPERANDS = 8, SHOAL_ISA_MAX_FIELDS = 28 };

typedef struct shoal_isa_operand {
    const char *role;  /* "d" destination, "a", "b", "c" sources, "scc", "mem", ... */
    const char *type;  /* "f32", "u64", "mask", ... */
    const char *field; /* of the encoding; NULL: implicit */
    unsigned bits;     /* 0: depends on the other fields */
    bool is_write;
} shoal_isa_operand;

typedef struct shoal_isa_encoding {
    const char *name;    /* "VOP2", "VOP3 DPP16", "VOPD X" */
    const char *format;  /* "VOP2", for shoal_isa_format_fields */
    int opcode;          /* -1: the format has none */
    unsigned size_bytes; /* without a literal */
} shoal_isa_encoding;

typedef struct shoal_isa_insn {
    const char *mnemonic;
    const char *section;    /* of the manual */
    const char *class_name; /* as in SHOAL_CLASS_LIST (shoal.h) */
    const char *about;      /* what it does, one sentence */
    bool implemented;       /* false: decoded and printed, not executed */
    size_t encoding_count;
    size_t operand_count;
    shoal_isa_encoding encodings[SHOAL_ISA_MAX_ENCODINGS];
    shoal_isa_operand operands[SHOAL_ISA_MAX_OPERANDS];
} shoal_isa_insn;

typedef struct shoal_isa_field {
    const char *name; /* NULL: fixed bits of the format, in `value` */
    unsigned first_bit;
    unsigned bits;
    uint32_t value;
} shoal_isa_field;

/* Describes the instruction at `index` in table order.
 * isa: "rdna3". SHOAL_E_NOT_FOUND: no such instruction set, or index is past the end. */
SHOAL_API shoal_status shoal_isa_insn_at(const char *isa, size_t index, shoal_isa_insn *out);

/* Describes the instruction of a mnemonic, with or without its suffixes: "v_add_f32",
 * "v_add_f32_e64", "v_dual_add_f32". SHOAL_E_NOT_FOUND: none is called so. */
SHOAL_API shoal_status shoal_isa_insn_find(const char *isa, const char *mnemonic,
                                           shoal_isa_insn *out);

/* The bits of a format from the lowest to the highest; *out_count says how many fields.
 * SHOAL_E_NOT_FOUND: no such format. */
SHOAL_API shoal_status shoal_isa_format_fields(const char *isa, const char *format,
                                               shoal_isa_field out[SHOAL_ISA_MAX_FIELDS],
                                               size_t *out_count);

#ifdef __cplusplus
}
#endif
#endif
