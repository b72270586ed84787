/* isa.h: the instructions of an instruction set, as text and numbers; machine code to text.
 *
 *   const shoal_isa *isa = shoal_isa_find("rdna3");
 *   shoal_insn insn;
 *   char text[SHOAL_INSN_TEXT_BYTES];
 *   for (size_t at = 0; at < size; at += insn.size_bytes) {
 *       if (shoal_insn_decode(isa, code + at, size - at, &insn) == SHOAL_OK)
 *           shoal_insn_format(isa, &insn, NULL, text, sizeof text);
 *       else
 *           snprintf(text, sizeof text, "// %s", insn.reason);
 *       puts(text);
 *   }
 *
 * Everything comes from the instruction table. Needs no device. All text has static storage.
 * The library libshoal-isa has this header and asm.h and depends on libc only.
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

enum {
    SHOAL_ISA_MAX_ENCODINGS = 8,
    SHOAL_ISA_MAX_OPERANDS = 9,
    SHOAL_ISA_MAX_FIELDS = 28,
    SHOAL_ISA_MAX_WORDS = 20,
    SHOAL_ISA_MAX_HAZARDS = 12,
};

typedef struct shoal_isa_operand {
    const char *role;  /* "d" destination, "a", "b", "c" sources, "scc", "mem", ... */
    const char *type;  /* "f32", "u64", "mask", ... */
    const char *field; /* of the encoding; NULL: implicit */
    unsigned bits;     /* 0: depends on the other fields */
    bool is_write;
    const char *meaning; /* "first source", "address" */
    const char *place;   /* "VGPR", "SGPR, constant or VGPR"; "" of implicit ones */
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
    const char *dialect;  /* ventus: "manual", "toolchain" or "both"; rdna3: "" */
    const char *since;    /* first chip that has it; "": the first of the instruction set */
    const char *until;    /* first later chip that has it no more; "": there is none */
    bool is_own_encoding; /* no published source gives these bits: they are Shoal's assignment */
    uint64_t match, mask; /* ventus: a word w is the instruction if (w & mask) == match */
} shoal_isa_insn;

typedef struct shoal_isa_field {
    const char *name; /* NULL: fixed bits of the format, in `value`. A field in pieces comes once
                       * for each */
    unsigned first_bit;
    unsigned bits;
    uint32_t value;
} shoal_isa_field;

/* Two instructions that hardware does not keep apart by itself. */
typedef struct shoal_isa_hazard {
    const char *name;
    bool is_first, is_second; /* which of the two the instruction may be */
    const char *where;        /* which registers they share */
    const char *until;        /* when it is over */
    const char *remedy;       /* what a program does about it */
    const char *source;       /* who says so */
    bool wave64_only;
    unsigned valu;  /* it is over after so many VALU instructions between the two; 0: not so */
    unsigned trans; /* likewise, of transcendental ones */
} shoal_isa_hazard;

/* What there is to know of an instruction besides its encodings. */
typedef struct shoal_isa_page {
    const char *operation; /* a formula, see shoal_isa_notation; a statement per line */
    const char *precision; /* of an approximation, or another remark; may be empty */
    const char *fragments; /* what lanes and registers of matrices hold, a table; empty: none */
    const char *flow;      /* "next", "branch", "end", ... */
    const char *modifiers[SHOAL_ISA_MAX_WORDS]; /* a sentence for each */
    const char *reads[SHOAL_ISA_MAX_WORDS];     /* state that no operand names: "MODE", "EXEC" */
    const char *writes[SHOAL_ISA_MAX_WORDS];
    const char *raises[SHOAL_ISA_MAX_WORDS]; /* counters: "vmcnt" */
    const char *waits[SHOAL_ISA_MAX_WORDS];  /* counters it waits for */
    shoal_isa_hazard hazards[SHOAL_ISA_MAX_HAZARDS];
    size_t modifier_count, read_count, write_count, raise_count, wait_count, hazard_count;
} shoal_isa_page;

/* The page of a mnemonic, which is found as by shoal_isa_insn_find.
 * SHOAL_E_NOT_FOUND: none is called so. */
SHOAL_API shoal_status shoal_isa_page_find(const char *isa, const char *mnemonic,
                                           shoal_isa_page *out);

/* How formulas are read: a line of text, without its end; NULL: there are no more. */
SHOAL_API const char *shoal_isa_notation(size_t line);

/* Describes the instruction at `index` in table order.
 * isa: "rdna3", "ventus". SHOAL_E_NOT_FOUND: no such instruction set, or index is past the end. */
SHOAL_API shoal_status shoal_isa_insn_at(const char *isa, size_t index, shoal_isa_insn *out);

/* Describes the instruction of a mnemonic, with or without its suffixes: "v_add_f32",
 * "v_add_f32_e64", "v_dual_add_f32", "amoadd.w.aq"; or that a pseudo-instruction stands for.
 * SHOAL_E_NOT_FOUND: none is called so. */
SHOAL_API shoal_status shoal_isa_insn_find(const char *isa, const char *mnemonic,
                                           shoal_isa_insn *out);

/* The bits of a format from the lowest to the highest; *out_count says how many fields.
 * SHOAL_E_NOT_FOUND: no such format. */
SHOAL_API shoal_status shoal_isa_format_fields(const char *isa, const char *format,
                                               shoal_isa_field out[SHOAL_ISA_MAX_FIELDS],
                                               size_t *out_count);

/* ---- machine code ----------------------------------------------------------------------- */

typedef struct shoal_isa shoal_isa;

/* The instruction set of this name; NULL: there is none. Static storage.
 *
 * "rdna3"                 AMD RDNA3
 * "ventus"                Ventus as its manual encodes it. A prefix and the instruction that it
 *                         changes are one instruction
 * "ventus:toolchain"      Ventus as today's compiler encodes it
 * "ventus:raw"            as the manual encodes it, prefixes being instructions of their own
 * "ventus:toolchain,raw"  both
 *
 * The functions above take these names, too. */
SHOAL_API const shoal_isa *shoal_isa_find(const char *name);

/* The names without their dialects, one by one from index 0: "rdna3", "ventus". NULL: past the end.
 * The first is the default. */
SHOAL_API const char *shoal_isa_name_at(size_t index);

enum {
    SHOAL_INSN_TEXT_BYTES = 320, /* room for the longest text, with labels up to 80 bytes */
    SHOAL_INSN_MAX_BYTES = 12,
    SHOAL_INSN_MAX_OPERANDS = 16,
    SHOAL_INSN_NONE = 0xffff,
};

/* What an instruction does to the program's flow and to memory. */
enum {
    SHOAL_INSN_BRANCH = 1 << 0,      /* may go to its target, see branch_bytes */
    SHOAL_INSN_CONDITIONAL = 1 << 1, /* a branch that may go on instead */
    SHOAL_INSN_CALL = 1 << 2,        /* keeps the address of the next instruction */
    SHOAL_INSN_INDIRECT = 1 << 3,    /* goes to an address in registers */
    SHOAL_INSN_END = 1 << 4,         /* ends the program of the wave */
    SHOAL_INSN_LOAD = 1 << 5,        /* reads memory or LDS */
    SHOAL_INSN_STORE = 1 << 6,       /* writes memory or LDS */
    SHOAL_INSN_ATOMIC = 1 << 7,
    SHOAL_INSN_BARRIER = 1 << 8,
    SHOAL_INSN_LITERAL = 1 << 9, /* a literal dword follows */
    SHOAL_INSN_DPP = 1 << 10,    /* a DPP dword follows: reads other lanes */
    SHOAL_INSN_DUAL = 1 << 11,   /* two instructions in one (VOPD): id and id_y */
};

/* One decoded instruction: what a scanner of code needs. Operands: shoal_insn_operands. */
typedef struct shoal_insn {
    uint16_t id;          /* index for shoal_isa_insn_at; of the X half with SHOAL_INSN_DUAL */
    uint16_t id_y;        /* of the Y half; else SHOAL_INSN_NONE */
    uint16_t flags;       /* SHOAL_INSN_* */
    uint8_t size_bytes;   /* with all that follows; 4 if it is no instruction */
    uint8_t format;       /* index for shoal_insn_format_name */
    uint8_t class_index;  /* SHOAL_CLASS_* of shoal.h */
    uint8_t extra;        /* private */
    int32_t branch_bytes; /* from the start of the instruction to the target, if it is a branch
                           * and not SHOAL_INSN_INDIRECT */
    uint32_t words[SHOAL_INSN_MAX_BYTES / 4]; /* [size_bytes / 4], the rest is not specified */
    const char *reason;                       /* unless SHOAL_OK: why, as a phrase; else NULL */
} shoal_insn;

/* Decodes the instruction at code[avail] (little-endian, any alignment).
 *
 * isa    from shoal_isa_find; not NULL
 * avail  bytes readable at `code`; may exceed the instruction
 * out    result; out->size_bytes is 4, 8 or 12
 *
 * SHOAL_OK
 * SHOAL_E_TRUNCATED  needs more than `avail` bytes; out->size_bytes says how many
 * SHOAL_E_ILLEGAL    no instruction has these bits
 * SHOAL_E_RESERVED   a field holds a value that it must not have; out holds what is known
 *
 * Allocates nothing; reads nothing past `avail`. */
SHOAL_API shoal_status shoal_insn_decode(const shoal_isa *isa, const void *code, size_t avail,
                                         shoal_insn *out);

/* Why a wave of 64 lanes cannot run this instruction, as a phrase; NULL if it can. The bits alone
 * do not say for how many lanes they are.
 *
 * insn   as shoal_insn_decode left it with SHOAL_OK. Manual: RDNA3 7.6, 7.2.2.3 */
SHOAL_API const char *shoal_insn_wave64_refusal(const shoal_isa *isa, const shoal_insn *insn);

typedef enum shoal_operand_kind {
    SHOAL_OPERAND_VGPR, /* registers first .. first + dwords - 1 */
    SHOAL_OPERAND_SGPR,
    SHOAL_OPERAND_TTMP,
    SHOAL_OPERAND_VCC, /* first: 0 for the low half, 1 for the high half */
    SHOAL_OPERAND_EXEC,
    SHOAL_OPERAND_M0,
    SHOAL_OPERAND_SCC,
    SHOAL_OPERAND_NULL,
    SHOAL_OPERAND_APERTURE,  /* src_shared_base, ...: value is the source field */
    SHOAL_OPERAND_CONSTANT,  /* inline constant; value: its bits in the operand's width */
    SHOAL_OPERAND_LITERAL,   /* value: the 32 bits after the instruction */
    SHOAL_OPERAND_IMMEDIATE, /* value: the field, sign-extended where it is signed */
    SHOAL_OPERAND_LABEL,     /* value: bytes from the instruction's start to the target */
    SHOAL_OPERAND_MEMORY,    /* memory, LDS or a GPU-wide buffer: no register */
    SHOAL_OPERAND_STATE,     /* other state of the wave, named by role: pc, mode, status, ... */
} shoal_operand_kind;

typedef struct shoal_operand {
    uint8_t kind; /* shoal_operand_kind */
    bool is_read, is_write;
    bool is_implicit;  /* not in the text */
    bool is_high_half; /* the upper 16 bits of `first` */
    bool is_negated, is_absolute;
    bool is_y;        /* of the Y half of a dual instruction */
    uint16_t first;   /* register number */
    uint16_t dwords;  /* registers that are touched; 0: no register */
    uint16_t bits;    /* of the type; 0: image or formatted data */
    const char *type; /* "f32", "u64", "mask", ... */
    const char *role; /* as in shoal_isa_operand */
    int64_t value;
} shoal_operand;

/* Lists the operands of a decoded instruction: destinations first, explicit before implicit
 * in each part of the table's row. An operand that is read and written is one entry. The last one
 * of a vector instruction is EXEC, implicit, unless it ignores EXEC.
 *
 * insn    as shoal_insn_decode left it with SHOAL_OK
 * wave64  lane masks are pairs of SGPRs
 *
 * Returns how many of out[] are set. Address registers of image instructions follow each
 * other as separate entries with the role "addr". */
SHOAL_API size_t shoal_insn_operands(const shoal_isa *isa, const shoal_insn *insn, bool wave64,
                                     shoal_operand out[SHOAL_INSN_MAX_OPERANDS]);

/* The microcode format, "VOP2"; "" for other numbers. */
SHOAL_API const char *shoal_insn_format_name(const shoal_isa *isa, unsigned format);

typedef struct shoal_text_options {
    bool wave64; /* lane masks are pairs of SGPRs: vcc, s[0:1] instead of vcc_lo, s0 */
    /* Branches: with `label`, the target is printed as the name that label(context, address)
     * returns; NULL from it, or no `label`, prints the raw field as LLVM's objdump does. */
    uint64_t address; /* of this instruction */
    const char *(*label)(void *context, uint64_t address);
    void *context;
} shoal_text_options;

/* Writes the text in LLVM's syntax to text[size], always with a final zero if size > 0.
 *
 * insn     as shoal_insn_decode left it with SHOAL_OK
 * options  NULL: wave32, no labels
 *
 * Returns the length of the whole text without the zero; `text` holds all of it if that is
 * less than size. Allocates nothing. */
SHOAL_API size_t shoal_insn_format(const shoal_isa *isa, const shoal_insn *insn,
                                   const shoal_text_options *options, char *text, size_t size);

typedef enum shoal_token {
    SHOAL_TOKEN_MNEMONIC,
    SHOAL_TOKEN_REGISTER, /* with its range: "s[0:3]" */
    SHOAL_TOKEN_NUMBER,
    SHOAL_TOKEN_LABEL,
    SHOAL_TOKEN_NAME,        /* modifiers and named values: "offset", "vmcnt", "clamp" */
    SHOAL_TOKEN_PUNCTUATION, /* with the spaces around it */
    SHOAL_TOKEN_COMMENT,
} shoal_token;

/* As shoal_insn_format, but hands the text to `put` in pieces from left to right, which
 * together are that text: for colours. `text` is borrowed until put returns. */
SHOAL_API void
shoal_insn_tokens(const shoal_isa *isa, const shoal_insn *insn, const shoal_text_options *options,
                  void (*put)(void *user, shoal_token token, const char *text, size_t length),
                  void *user);

#ifdef __cplusplus
}
#endif
#endif
