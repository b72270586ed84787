/* describe.h: the table's rows as plain text and numbers, for front ends and documentation.
 *
 *   struct rdna3_description d;
 *   for (size_t i = 0; rdna3_describe(i, &d); i++)
 *       puts(d.name);
 *
 * Needs none of the generated headers. All text has static storage. */
#ifndef SHOAL_ISA_RDNA3_DESCRIBE_H
#define SHOAL_ISA_RDNA3_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RDNA3_MAX_ENCODINGS = 8, RDNA3_MAX_DESCRIBED = 8, RDNA3_MAX_FIELDS = 28 };

struct rdna3_described_operand {
    const char *role;  /* "d" destination, "a", "b", "c" sources, "scc", "mem", ... */
    const char *type;  /* "f32", "u64", "mask", ... */
    const char *where; /* field that holds it; NULL: implicit */
    unsigned bits;     /* 0: depends on the other fields */
    bool is_write;
};

struct rdna3_described_encoding {
    const char *name;   /* "VOP2", "VOP3 DPP16", "VOPD X" */
    const char *format; /* "VOP2", for rdna3_describe_fields */
    int opcode;         /* -1: the format has none */
    unsigned bytes;     /* without a literal */
};

struct rdna3_description {
    const char *name, *section, *cls, *about;
    bool implemented;
    size_t encoding_count, operand_count;
    struct rdna3_described_encoding encodings[RDNA3_MAX_ENCODINGS];
    struct rdna3_described_operand operands[RDNA3_MAX_DESCRIBED];
};

struct rdna3_described_field {
    const char *name; /* NULL: fixed bits of the format, in `value` */
    unsigned first_bit, bits;
    uint32_t value;
};

/* Describes instruction `index` in table order. false: there is none. */
bool rdna3_describe(size_t index, struct rdna3_description *out);

/* The index of a mnemonic, with or without _e32, _e64, _dpp and v_dual_; -1: none. */
ptrdiff_t rdna3_describe_find(const char *name);

/* The bits of a format from the lowest to the highest; returns how many fields. */
size_t rdna3_describe_fields(const char *format,
                             struct rdna3_described_field out[RDNA3_MAX_FIELDS]);

#endif
