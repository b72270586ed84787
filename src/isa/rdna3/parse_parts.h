/* parse_parts.h: what the files of the parser share; included by parse*.c only.
 *
 * A statement is read into operands (registers, constants) and modifiers (name or name:value),
 * which are then fitted to an encoding of the mnemonic's row. */
#ifndef SHOAL_ISA_RDNA3_PARSE_PARTS_H
#define SHOAL_ISA_RDNA3_PARSE_PARTS_H

#include "isa/rdna3/names.h"
#include "isa/rdna3/parse.h"

enum operand_kind {
    OPERAND_VGPR,
    OPERAND_SCALAR,  /* a register or named value of a scalar source field */
    OPERAND_INTEGER, /* a number */
    OPERAND_FLOAT,
    OPERAND_EXPR, /* a number that is not known yet */
    OPERAND_OFF,
};

enum operand_half { HALF_NONE, HALF_LOW, HALF_HIGH };

struct operand {
    uint8_t kind;
    uint8_t half;       /* v0.l, v0.h */
    uint8_t dwords;     /* of a register range; 0: fits all sizes */
    bool neg, abs, lit; /* lit(...): not as an inline constant */
    uint16_t reg;       /* VGPR number, or value of a source field */
    const char *at;
    union {
        int64_t integer;
        double real;
        struct asm_expr *expr;
    };
};

enum { MAX_OPERANDS = 8 };

/* Modifiers that are there or not. */
enum modifier_bit {
    MOD_CLAMP = 1 << 0,
    MOD_OMOD = 1 << 1,
    MOD_OP_SEL = 1 << 2,
    MOD_OP_SEL_HI = 1 << 3,
    MOD_NEG_LO = 1 << 4,
    MOD_NEG_HI = 1 << 5,
    MOD_DPP16 = 1 << 6, /* a control: quad_perm, row_... */
    MOD_DPP8 = 1 << 7,
    MOD_ROW_MASK = 1 << 8,
    MOD_BANK_MASK = 1 << 9,
    MOD_BOUND_CTRL = 1 << 10,
    MOD_FI = 1 << 11,
    MOD_WAIT = 1 << 12, /* wait_exp, wait_vdst */
    MOD_GLC = 1 << 13,
    MOD_SLC = 1 << 14,
    MOD_DLC = 1 << 15,
    MOD_OFFSET = 1 << 16,
    MOD_OFFSET0 = 1 << 17,
    MOD_OFFSET1 = 1 << 18,
    MOD_GDS = 1 << 19,
    MOD_IDXEN = 1 << 20,
    MOD_OFFEN = 1 << 21,
    MOD_TFE = 1 << 22,
    MOD_FORMAT = 1 << 23,
    MOD_DMASK = 1 << 24,
    MOD_DIM = 1 << 25,
    MOD_UNORM = 1 << 26,
    MOD_R128 = 1 << 27,
    MOD_A16 = 1 << 28,
    MOD_LWE = 1 << 29,
    MOD_D16 = 1 << 30,
};
#define MOD_DONE   MOD_CLAMP /* EXP only, where there is no clamp */
#define MOD_ROW_EN MOD_OMOD

enum suffix { SUFFIX_NONE, SUFFIX_E32, SUFFIX_E64, SUFFIX_DPP, SUFFIX_E64_DPP };

struct parser {
    struct asm_cursor *c;
    const struct rdna3_parse_options *opt;
    struct rdna3_parsed *out;
    struct rdna3_insn *in; /* of out */
    const struct rdna3_row *row;
    const char *start; /* of the mnemonic */
    enum suffix suffix;
    unsigned operand_count;
    struct operand operands[MAX_OPERANDS];
    /* modifiers; the values are set where their bit is */
    uint32_t seen;           /* enum modifier_bit */
    const char *modifier_at; /* the last one */
    int64_t offset;
    uint32_t omod, op_sel, op_sel_hi, neg_lo, neg_hi, wait;
    uint32_t dpp_ctrl, row_mask, bank_mask, bound_ctrl, fi, dpp8;
    uint32_t offset0, offset1, format, dmask, dim;
    bool has_literal;
    uint32_t literal; /* of the operands so far */
    bool is_checked;  /* the decoder takes what `in` is now */
};

/* How an operand failed to fit, written down only when it is the final word. */
bool refuse(struct parser *s, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The decoder has the last word: what it refuses is an error, with its reason. */
bool check_decodes(struct parser *s);

/* parse_operand.c */
enum operand_flags { WITH_MODIFIERS = 1, WITH_OFF = 2 };
bool parse_operand(struct parser *s, struct operand *o, unsigned flags);
bool parse_scalar_or_vgpr(struct parser *s, struct operand *o, bool *found);
bool parse_integer(struct parser *s, const char *what, int64_t low, int64_t high, int64_t *out);
bool at_register(struct parser *s);

/* parse_constant.c: operand to source field value, in *value. */
unsigned operand_dwords(const struct parser *s, unsigned type);
bool fit_constant(struct parser *s, const struct operand *o, unsigned type, bool fold_modifiers,
                  uint32_t *value);
bool fit_scalar(struct parser *s, const struct operand *o, unsigned dwords, uint32_t *value);
bool fit_vgpr(struct parser *s, const struct operand *o, unsigned dwords, uint32_t *value);
bool fit_source(struct parser *s, const struct operand *o, unsigned type, uint32_t *value);
bool fit_literal(struct parser *s, const struct operand *o, unsigned type); /* imm32 */
bool take_literal(struct parser *s, const char *at, uint32_t bits);
bool is_half_type(unsigned type);

/* parse_modifier.c */
bool parse_modifiers(struct parser *s);
bool is_modifier_next(struct parser *s);

/* parse_immediate.c */
bool parse_simm16(struct parser *s, unsigned type, uint32_t *value);
bool parse_message(struct parser *s, bool rtn, uint32_t *value);
bool parse_swizzle(struct parser *s, int64_t *offset);
bool parse_buffer_format(struct parser *s, uint32_t *format);
bool parse_export_target(struct parser *s, uint32_t *target);
bool parse_image_dim(struct parser *s, uint32_t *dim);

/* One per family of formats. */
bool parse_scalar_format(struct parser *s);
bool parse_smem(struct parser *s);
bool parse_valu(struct parser *s);
bool parse_vopd(struct parser *s, const struct rdna3_row *x);
bool parse_vinterp(struct parser *s);
bool parse_ldsdir(struct parser *s);
bool parse_ds(struct parser *s);
bool parse_flat(struct parser *s);
bool parse_buffer(struct parser *s);
bool parse_image(struct parser *s);
bool parse_export(struct parser *s);

/* Operands separated by commas, up to the first modifier or the end. */
bool parse_operands(struct parser *s, unsigned flags);
/* Refuses unless there are `count` operands. */
bool expect_operands(struct parser *s, unsigned count);
const struct rdna3_row *find_row(const char *word, size_t length, enum suffix *suffix);
const struct rdna3_operand_desc *find_operand(const struct rdna3_row *row, unsigned role);

#endif
