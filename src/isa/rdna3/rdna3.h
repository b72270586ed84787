/* rdna3.h: instructions of RDNA3 (gfx1100) as data: the table's rows, decoding, operands.
 *
 * Knows nothing of execution. The rows come from insts.tbl through tools/gen_isa.py.
 *
 *   struct rdna3_insn in;
 *   shoal_status st = rdna3_decode(code, avail, &in);
 *   const struct rdna3_row *row = &rdna3_rows[in.row];
 *
 * Manual: RDNA3, chapter 15 (microcode formats). */
#ifndef SHOAL_ISA_RDNA3_H
#define SHOAL_ISA_RDNA3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/effects.h"
#include "rdna3_gen.h"
#include "shoal/status.h"

enum { RDNA3_MAX_OPERANDS = 8 };

/* One operand column of a row. */
struct rdna3_operand_desc {
    uint8_t role; /* enum rdna3_role */
    uint8_t type; /* enum rdna3_type */
    uint8_t is_write;
};

struct rdna3_row {
    const char *name;    /* "v_add_f32" */
    uint64_t flags;      /* FLAG_* */
    uint8_t format;      /* enum rdna3_format of the base encoding */
    uint8_t cls;         /* enum rdna3_class */
    uint8_t generations; /* bit per enum rdna3_generation: the row exists there */
    uint8_t section;     /* of the manual: index of rdna3_sections */
    /* Opcodes are those of the row's first generation; in others: rdna3_opcode. */
    int16_t op;                   /* in the base encoding; -1: it has none (VOPD only, EXP) */
    int16_t op_vop3;              /* in VOP3/VOP3SD, if the base is VOP1, VOP2 or VOPC; -1: none */
    int8_t op_x, op_y;            /* in VOPD; -1: none */
    uint8_t n_writes, n_operands; /* operands[0..n_writes) are written */
    uint16_t image;               /* IMG_*: parts of an image address besides the coordinates */
    uint8_t components;           /* of formatted memory instructions */
    uint8_t exact;                /* enum rdna3_exact: its part in an exact division or root */
    uint8_t name_length;
    uint32_t dpp_zero;          /* bits of the DPP16 dword that must be 0 in 32-bit formats */
    struct row_effects effects; /* in the base encoding; rdna3_effects knows the others */
    struct rdna3_operand_desc operands[RDNA3_MAX_OPERANDS];
};

/* Where a format keeps a role. */
struct rdna3_place {
    uint8_t field; /* slot in rdna3_insn.f; 0xff: none */
    uint8_t kind;  /* enum rdna3_kind */
};

struct rdna3_format_info {
    const char *name;
    uint32_t match, mask; /* of the first dword */
    uint8_t dwords;       /* without literal, DPP and NSA dwords */
};

struct rdna3_map {
    const uint16_t *row_plus_1; /* [size], by opcode; 0: none */
    uint16_t size;              /* 1: the format has no opcode */
};

/* The fields of each format. */
struct rdna3_field_info {
    const char *name;
    uint8_t first_bit, bits;
    uint8_t slot; /* F_* */
};
struct rdna3_field_list {
    const struct rdna3_field_info *fields;
    unsigned count;
};
extern const struct rdna3_field_list rdna3_fields[FMT_COUNT];

/* Bits of the first two dwords that must hold a value: fields that the row has no use for,
 * and fields with one legal value, which are in `required`. */
struct rdna3_fixed {
    uint64_t mask, value, required;
};

/* [row][0]: in the row's own format, [1]: in VOP3 and VOP3SD if that is another one. */
extern const struct rdna3_fixed rdna3_fixed[RDNA3_ROW_COUNT][2];
/* Which field is wrong, as text, if `bits` differ from what is fixed. */
const char *rdna3_fixed_reason(unsigned format, uint64_t bits);

extern const struct rdna3_row rdna3_rows[RDNA3_ROW_COUNT];
extern const char rdna3_short_names[RDNA3_ROW_COUNT][16]; /* name, cut, without a final zero */
struct rdna3_number {
    char digits[4];
    uint8_t length;
};
extern const struct rdna3_number rdna3_numbers[256]; /* in decimal */
extern const struct rdna3_place rdna3_places[FMT_COUNT][ROLE_COUNT];
extern const struct rdna3_format_info rdna3_formats[FMT_COUNT];
/* Opcodes of a row in a generation: in its base encoding and in VOP3; -1: none. */
struct rdna3_opcode {
    int16_t base, vop3;
};
/* A row whose opcodes are other ones from a generation on than in its first one. */
struct rdna3_moved {
    uint16_t row; /* RDNA3_ROW_COUNT: the list ends */
    uint8_t generation;
    struct rdna3_opcode op;
};
extern const struct rdna3_moved rdna3_moved[];
extern const char *const rdna3_sections[]; /* of the manual, "6.8" */
extern const struct rdna3_map rdna3_maps[RDNA3_GENERATION_COUNT][FMT_COUNT];
extern const struct rdna3_map rdna3_map_vopd_x[RDNA3_GENERATION_COUNT];
extern const struct rdna3_map rdna3_map_vopd_y[RDNA3_GENERATION_COUNT];
extern const char *const rdna3_type_names[T_COUNT];
extern const uint16_t rdna3_type_bits[T_COUNT]; /* 0: formatted or image data */
extern const char *const rdna3_role_names[ROLE_COUNT];
extern const char *const rdna3_format_names[FMT_COUNT];

void rdna3_unpack(unsigned format, const uint32_t w[2], uint32_t f[F_SLOTS]);
void rdna3_pack(unsigned format, const uint32_t f[F_SLOTS], uint32_t w[2]);

/* Values of 9-bit source fields (manual 15.3, table of SRC0; scalar ones are the same
 * without VGPRs). */
enum {
    SRC_VCC_LO = 106,
    SRC_TTMP0 = 108,
    SRC_NULL = 124,
    SRC_M0 = 125,
    SRC_EXEC_LO = 126,
    SRC_EXEC_HI = 127,
    SRC_INT_0 = 128,  /* 128..192: 0..64 */
    SRC_INT_M1 = 193, /* 193..208: -1..-16 */
    SRC_DPP8 = 233,
    SRC_DPP8_FI = 234,
    SRC_SHARED_BASE = 235,
    SRC_SHARED_LIMIT = 236,
    SRC_PRIVATE_BASE = 237,
    SRC_PRIVATE_LIMIT = 238,
    SRC_FLOAT_FIRST = 240, /* 0.5 -0.5 1 -1 2 -2 4 -4 1/(2 pi) */
    SRC_FLOAT_LAST = 248,
    SRC_DPP16 = 250,
    SRC_SCC = 253,
    SRC_LITERAL = 255,
    SRC_VGPR0 = 256,
};

enum rdna3_ext { EXT_NONE, EXT_LITERAL, EXT_DPP16, EXT_DPP8, EXT_NSA };

/* A decoded instruction: the row, the encoding it was found in, its raw fields. */
struct rdna3_insn {
    uint16_t row;
    uint16_t row_y; /* VOPD: the Y half's row; `row` is the X half's */
    uint8_t format; /* the encoding: VOP3 for a VOP1 row in its 64-bit form */
    uint8_t ext;    /* enum rdna3_ext */
    uint8_t size_bytes;
    uint8_t nsa_dwords;  /* MIMG: further address bytes, in `nsa` */
    uint32_t f[F_SLOTS]; /* raw fields, F_*; with DPP, the src0 field holds the real
                          * source (256 + VGPR) */
    uint32_t literal;    /* EXT_LITERAL */
    uint32_t dpp;        /* EXT_DPP16, EXT_DPP8: the dword after the instruction */
    bool dpp8_fi;
    uint32_t nsa;        /* EXT_NSA: the dword with addresses 1..4 */
    const char *ignored; /* rdna3_decode_run: why rdna3_decode refuses it; else NULL */
    const char *reason;  /* SHOAL_E_RESERVED and SHOAL_E_ILLEGAL: why; else NULL */
};

/* Fields of the DPP16 dword (manual 15.3.8). */
static inline uint32_t rdna3_dpp16_ctrl(uint32_t dpp) { return dpp >> 8 & 0x1ff; }
static inline bool rdna3_dpp16_fi(uint32_t dpp) { return dpp >> 18 & 1; }
static inline bool rdna3_dpp16_bound_ctrl(uint32_t dpp) { return dpp >> 19 & 1; }

/* Decodes the instruction at code[avail] (little-endian, any alignment), of gfx1100.
 *
 * SHOAL_OK
 * SHOAL_E_TRUNCATED  needs more bytes; in->size_bytes says how many
 * SHOAL_E_ILLEGAL    no row has this opcode; in->size_bytes is 4; in->reason says why
 * SHOAL_E_RESERVED   a field holds a reserved value; `in` holds the rest; in->reason
 *
 * Reads nothing past avail, allocates nothing. */
shoal_status rdna3_decode(const void *code, size_t avail, struct rdna3_insn *in);
/* Likewise of an enum rdna3_generation. */
shoal_status rdna3_decode_of(unsigned generation, const void *code, size_t avail,
                             struct rdna3_insn *in);

/* As rdna3_decode_of, for running: values in fields that the instruction does not use are no reason
 * to refuse it, since chips ignore them (errata E-052). The fields hold what they would have to,
 * and in->ignored says what is wrong, if anything is. */
shoal_status rdna3_decode_run(unsigned generation, const void *code, size_t avail,
                              struct rdna3_insn *in);

/* Why a wave of 64 lanes cannot run a decoded instruction; NULL if it can. */
const char *rdna3_wave64_refusal(const struct rdna3_insn *in);

/* What of a pair of VOPD cannot be at once (manual 7.6): which source of the Y half is one too
 * many, with a sentence. */
enum rdna3_vopd_rule { VOPD_FINE, VOPD_SRC0, VOPD_SRC1 };
enum rdna3_vopd_rule rdna3_vopd_refusal(const struct rdna3_insn *in, char text[160]);

/* Writes the instruction's dwords to out and returns the size in bytes (4..12, 20). The
 * inverse of rdna3_decode. */
size_t rdna3_encode(const struct rdna3_insn *in, uint32_t out[5]);

/* The generation of a form of the instruction set, "rdna3.5"; the first one if there is none of
 * this name, or for NULL. */
unsigned rdna3_generation_of(const char *form);
struct rdna3_opcode rdna3_opcode_of(unsigned generation, const struct rdna3_row *row);

/* The row with this mnemonic (without suffixes like _e64), or NULL. */
const struct rdna3_row *rdna3_find(const char *name, size_t length);

/* Field value and kind of `role` in the insn's encoding; kind K_none if it has none. */
static inline unsigned rdna3_field(const struct rdna3_insn *in, unsigned role, unsigned *kind)
{
    struct rdna3_place p = rdna3_places[in->format][role];
    *kind = p.kind;
    return p.field == 0xff ? 0 : in->f[p.field];
}

/* Does EXEC choose the lanes of this row? Then it is read, which operands[] does not say. */
static inline bool rdna3_reads_exec(const struct rdna3_row *row)
{
    bool has_lanes =
        row->cls == C_valu || row->cls == C_lds || row->cls == C_vmem || row->format == FMT_EXP;
    return has_lanes && row->n_operands && !(row->flags & FLAG_noexec);
}

/* Registers of an operand. Matrix results hold half as many per lane in wave64, where twice
 * as many lanes share them (manual 7.9). */
static inline unsigned rdna3_type_dwords(unsigned type, bool wave64)
{
    unsigned bits = rdna3_type_bits[type];
    switch (type) {
    case T_mask:
        return wave64 ? 2 : 1;
    case T_8f32:
    case T_8i32:
    case T_16f16d:
    case T_16bf16d:
        return wave64 ? bits / 64 : bits / 32;
    default:
        return bits <= 32 ? 1 : bits / 32;
    }
}

/* Data registers of an image instruction: one per bit of dmask, half of that with D16, one
 * more with TFE. */
unsigned rdna3_image_data_dwords(const struct rdna3_insn *in);

/* Address VGPRs of a MIMG instruction, in the order of the manual's 10.1.1. */
struct rdna3_image_address {
    uint8_t count;     /* of separate ranges: 1 without NSA */
    uint8_t vgpr[5];   /* first register of each */
    uint8_t dwords[5]; /* how many follow each other */
};
void rdna3_image_address(const struct rdna3_insn *in, struct rdna3_image_address *out);

/* Two 16-bit values in one register. */
static inline bool rdna3_is_packed(unsigned type)
{
    return type == T_2f16 || type == T_2bf16 || type == T_2i16 || type == T_2u16 || type == T_2b16;
}

/* Which of the three source slots a role is in, for modifiers and op_sel. */
static inline unsigned rdna3_source_slot(unsigned role)
{
    switch (role) {
    case ROLE_b:
    case ROLE_sb:
        return 1;
    case ROLE_c:
    case ROLE_sc:
    case ROLE_m:
        return 2;
    default:
        return 0;
    }
}

/* The 64-bit value of an inline constant (source field 128..208 or 240..248) for an
 * operand of `type`, in the low bits of the operand's width. */
uint64_t rdna3_inline_constant(unsigned src, unsigned type);

#endif
