/* ventus.h: instructions of the Ventus GPGPU as data: the table's rows, decoding, operands.
 *
 * Knows nothing of execution. The rows come from insts.tbl through tools/gen_ventus.py.
 *
 *   struct ventus_insn in;
 *   shoal_status st = ventus_decode(code, avail, VENTUS_TOOLCHAIN, &in);
 *   const struct ventus_row *row = &ventus_rows[in.row];
 *
 * A prefix and the instruction that it changes are decoded as one, of 8 bytes: register numbers
 * and immediates (ventus_reg, ventus_imm) contain the prefix's bits. */
#ifndef SHOAL_ISA_VENTUS_H
#define SHOAL_ISA_VENTUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/effects.h"
#include "shoal/status.h"
#include "ventus_gen.h"

enum { VENTUS_MAX_OPERANDS = 8, VENTUS_MAX_PIECES = 4, VENTUS_NONE = 0xffff };

/* How ventus_decode reads: the manual's dialect and folded prefixes, unless these are given. */
enum {
    VENTUS_TOOLCHAIN = 1 << 0, /* what today's compiler emits */
    VENTUS_RAW = 1 << 1,       /* a prefix is an instruction of its own */
};

struct ventus_operand_desc {
    uint8_t role; /* enum ventus_role */
    uint8_t type; /* enum ventus_type */
    uint8_t is_write;
};

struct ventus_row {
    const char *name;    /* "vadd.vv" */
    const char *section; /* of the manual */
    uint64_t match, mask;
    uint32_t flags;               /* VFLAG_* */
    uint8_t format;               /* enum ventus_format */
    uint8_t cls;                  /* enum ventus_class */
    uint8_t n_writes, n_operands; /* operands[0..n_writes) are written */
    uint8_t name_length;
    uint8_t words; /* of a memory prefix: that each thread moves; else 0 */
    struct row_effects effects;
    struct ventus_operand_desc operands[VENTUS_MAX_OPERANDS];
};

/* Which memory a prefix says, in ventus_insn.space. */
enum ventus_space {
    VENTUS_SPACE_USUAL, /* that of the instruction */
    VENTUS_SPACE_GLOBAL,
    VENTUS_SPACE_PRIVATE,
    VENTUS_SPACE_LOCAL,
};

/* Where a format keeps a role. */
struct ventus_place {
    uint8_t field; /* slot in ventus_insn.f */
    uint8_t kind;  /* enum ventus_kind; VK_none: it has no such role */
};

/* A field; its value is put together from pieces, the lowest bits first. */
struct ventus_field_info {
    const char *name;
    uint8_t slot, n_pieces, bits;
    struct {
        uint8_t first_bit, bits;
    } pieces[VENTUS_MAX_PIECES];
};

/* The operands as text. */
enum ventus_syntax_what {
    VSYN_END,
    VSYN_ROLE,
    VSYN_TEXT,     /* as it is */
    VSYN_OPTIONAL, /* vm, rm: a comma and the role, unless it has its usual value */
    VSYN_GROUP,    /* with the neighbours of this kind: all of them, unless all are 0 */
};
struct ventus_syntax {
    uint8_t what, role;
    char text[6];
};

/* Another way to write an instruction: some operands follow from the mnemonic. */
struct ventus_pseudo {
    const char *name;
    uint16_t row;
    bool is_printed; /* else only the assembler knows it */
    const struct ventus_syntax *syntax;
    uint8_t n_conditions;
    struct {
        uint8_t role;
        bool is_role; /* the same register as the role `value`; else the number */
        int16_t value;
    } conditions[3];
};

/* How a statement becomes two instructions (pseudo.tbl). */
enum ventus_expand {
    VEXPAND_constant, /* the upper and the lower bits; one is enough for some */
    VEXPAND_address,  /* of a symbol */
    VEXPAND_access,   /* to a symbol, where it is none to a register's address */
    VEXPAND_jump,     /* to a symbol anywhere */
};

struct ventus_expansion {
    const char *name;
    uint16_t first, second; /* rows; the first one's result is the second one's operand a */
    uint8_t how;            /* enum ventus_expand */
    int8_t between;         /* the register of that result; -1: that of the text */
    int8_t destination;     /* of the second; -1: that of the text */
};

struct ventus_format_info {
    const char *name;
    uint8_t dwords, n_fields;
    const struct ventus_field_info *fields;
    const struct ventus_syntax *syntax;
    struct ventus_place places[VROLE_COUNT];
};

extern const struct ventus_row ventus_rows[VENTUS_ROW_COUNT];
extern const struct ventus_format_info ventus_formats[VFMT_COUNT];
extern const struct ventus_pseudo ventus_pseudos[VENTUS_PSEUDO_COUNT];
extern const struct ventus_expansion ventus_expansions[VENTUS_EXPANSION_COUNT];
extern const uint16_t ventus_prefixes[VENTUS_PREFIX_COUNT]; /* rows */
/* Of a word and those that belong to it, by its bits 6:0. */
extern const uint8_t ventus_dwords[128];
extern const char *const ventus_type_names[VT_COUNT];
extern const uint16_t ventus_type_bits[VT_COUNT]; /* 0: depends */
extern const char *const ventus_role_names[VROLE_COUNT];
/* Rows that a word may be, by dialect and bits 14:12 and 6:0: candidates[at[d][k] .. at[d][k+1]).
 */
extern const uint16_t ventus_candidates[];
extern const uint16_t ventus_candidates_at[2][1025];

/* A decoded instruction. */
struct ventus_insn {
    uint16_t row;
    uint16_t prefix_row; /* of the prefix that is folded into it; VENTUS_NONE: none */
    uint8_t format;
    uint8_t size_bytes; /* with the prefix */
    bool is_toolchain;  /* dialect */
    bool has_imm_high;  /* regexti or prefixi: the 5-bit immediate has imm_high above it */
    uint8_t xd, x1, x2, x3, imm_high; /* the prefix's bits of registers and immediate */
    bool pair;                        /* 64-bit operands or, with a memory prefix, address */
    uint8_t abs, neg;                 /* bit 0: a, 1: b, 2: c */
    uint8_t space, width, hint; /* of a memory prefix: enum ventus_space, words - 1, cache hint */
    uint32_t prefix_word;
    uint32_t words[2];    /* of the instruction itself; the second is 0 if it has one */
    uint32_t f[VF_SLOTS]; /* raw fields, VF_* */
    const char *reason;   /* SHOAL_E_RESERVED and SHOAL_E_ILLEGAL: why; else NULL */
};

/* Decodes the instruction at code[avail] (little-endian, any alignment). `how`: VENTUS_*.
 *
 * SHOAL_OK
 * SHOAL_E_TRUNCATED  needs more bytes; in->size_bytes says how many
 * SHOAL_E_ILLEGAL    no row of the dialect has this word; in->size_bytes is 4; in->reason
 * SHOAL_E_RESERVED   a field holds a reserved value, or what follows a prefix cannot take it (then
 *                    `in` is the prefix); in->reason
 *
 * A prefix stands alone (and does nothing) before another prefix, before bytes that are no
 * instruction and at the end of the code, and a memory prefix before all but loads, stores and
 * atomics. Reads nothing past avail, allocates nothing. */
shoal_status ventus_decode(const void *code, size_t avail, unsigned how, struct ventus_insn *in);

/* The instruction's words with its fields and prefix, lowest address first, to out; returns how
 * many bytes (4, 8). The inverse of ventus_decode: in->f, in->prefix_row and the prefix's bits
 * count, the words do not. */
size_t ventus_encode(const struct ventus_insn *in, uint32_t out[3]);

/* The row that a word of a dialect is, -1: none. `high` counts for 64-bit words only. */
int ventus_row_of(uint32_t word, uint32_t high, bool is_toolchain);

void ventus_unpack(unsigned format, uint64_t word, uint32_t f[VF_SLOTS]);
uint64_t ventus_pack(unsigned format, const uint32_t f[VF_SLOTS]);

static inline struct ventus_place ventus_place(const struct ventus_insn *in, unsigned role)
{
    return ventus_formats[in->format].places[role];
}

/* The kind of a role with the dialect settled: VK_x or VK_v for xv; VK_v for acc, vs3, v8; VK_x
 * for x8; others as they are. */
unsigned ventus_kind(const struct ventus_insn *in, unsigned role);

/* Number of the register in `role`: 0..63 for x, 0..255 for v. */
unsigned ventus_reg(const struct ventus_insn *in, unsigned role);

/* Value of the immediate in `role` as the instruction uses it: extended by sign or zeros, shifted
 * (upper20, labels), with the prefix's bits. Labels: bytes from the instruction itself, that is
 * not from its prefix. */
int32_t ventus_imm(const struct ventus_insn *in, unsigned role);

/* Does the row exist in this dialect? */
static inline bool ventus_has(unsigned row, bool is_toolchain)
{
    return !(ventus_rows[row].flags & (is_toolchain ? VFLAG_manual : VFLAG_toolchain));
}

/* Has it matrices for operands, which its mnemonic and fields describe (ventus_matrix)? */
static inline bool ventus_is_matrix(const struct ventus_row *row)
{
    return row->operands[0].type == VT_frag;
}

/* The memory that the row's flags name. */
static inline enum ventus_space ventus_space(const struct ventus_row *row)
{
    return row->flags & VFLAG_global    ? VENTUS_SPACE_GLOBAL
           : row->flags & VFLAG_private ? VENTUS_SPACE_PRIVATE
           : row->flags & VFLAG_local   ? VENTUS_SPACE_LOCAL
                                        : VENTUS_SPACE_USUAL;
}

/* Values that the largest exponent of a matrix element's float format stands for. */
enum ventus_specials {
    VENTUS_IEEE,     /* infinities and NaNs */
    VENTUS_ONE_NAN,  /* numbers, but for the largest fraction: a NaN */
    VENTUS_NO_INFTY, /* numbers */
};

/* Elements of A and B. */
struct ventus_element {
    uint8_t bits;               /* that it takes */
    uint8_t exponent, fraction; /* a float's; exponent 0: an integer, signed unless of one bit */
    uint8_t specials;           /* enum ventus_specials */
};

/* Shapes and types of matrices, from mma and mma64's fields. */
struct ventus_matrix {
    uint8_t m, n;
    uint16_t k;
    struct ventus_element element;
    const char *type;        /* of A and B: "f16", "e4m3", "s8", .. */
    const char *accumulator; /* "f16", "f32", "s32" */
};
/* false: reserved; *reason says why. */
bool ventus_matrix(unsigned dt, unsigned shape, unsigned ct, bool is_toolchain,
                   struct ventus_matrix *out, const char **reason);

#endif
