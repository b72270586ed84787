/* assembler.h: what the files of the assembler and an instruction set's half share: the state of
 * one run, its symbols, sections and fixups.
 *
 * All of it lives in one arena that goes when the run is over, except section contents. */
#ifndef SHOAL_ISA_ASM_ASSEMBLER_H
#define SHOAL_ISA_ASM_ASSEMBLER_H

#include "isa/asm/elf.h"
#include "isa/asm/expr.h"
#include "shoal/asm.h"

enum asm_symbol_kind {
    ASM_SYMBOL_UNDEFINED,
    ASM_SYMBOL_LABEL,  /* section + number */
    ASM_SYMBOL_NUMBER, /* absolute */
    ASM_SYMBOL_EXPR,   /* of .set, not a number yet */
};

enum asm_binding { ASM_LOCAL, ASM_GLOBAL, ASM_WEAK };

struct asm_symbol {
    const char *name;
    uint32_t length, hash;
    struct asm_symbol *next;             /* with the same hash slot */
    struct asm_symbol *next_made;        /* in order of appearance */
    uint8_t kind;                        /* enum asm_symbol_kind */
    uint8_t binding;                     /* enum asm_binding */
    uint8_t visibility;                  /* STV_* */
    uint8_t type;                        /* STT_* */
    bool is_redefinable;                 /* by .set */
    bool is_used, is_visiting, is_bound; /* is_bound: .globl, .local or .weak named it */
    bool is_common, is_reported;
    bool is_named; /* by a relocation: local labels (.L) are in the table only then */
    struct asm_section *section;
    int64_t number; /* LABEL: offset; NUMBER: value */
    struct asm_expr *expr;
    struct asm_value size;
    bool has_size;
    const char *at;                    /* where it was defined, or first used */
    uint32_t elf_index, dynamic_index; /* for the writers */
};

struct asm_section {
    const char *name;
    struct asm_section *next;
    uint32_t type;  /* SHT_* */
    uint64_t flags; /* SHF_* */
    uint64_t entry_size;
    uint64_t align; /* a power of two */
    uint8_t *data;  /* NULL for SHT_NOBITS */
    size_t size, room;
    /* for the writers */
    uint64_t address, file_offset;
    uint32_t elf_index, symbol_index;
    uint32_t relocation_count;
    uint8_t place; /* in a code object: enum of elf_image.c */
};

/* A place in a section that waits for a value. */
enum asm_fixup_kind {
    ASM_FIXUP_DATA = 0, /* `size` bytes, little-endian */
    ASM_FIXUP_LEB,      /* an unsigned or signed LEB128 padded to `size` bytes */
    ASM_FIXUP_ISA = 16, /* and up: the instruction set's */
};

struct asm_fixup {
    struct asm_section *section;
    uint64_t offset;
    uint8_t kind, size;
    const struct asm_expr *expr;
};

/* A fixup whose value is an address that the assembler alone does not know. */
struct asm_relocation {
    struct asm_section *section;
    uint64_t offset;
    uint8_t kind, size, variant;        /* of the fixup */
    bool is_relative;                   /* to its own place */
    struct asm_symbol *symbol;          /* either this */
    struct asm_section *symbol_section; /* or an offset (the addend) in this */
    int64_t addend;
    const char *at;
};

struct asm_buffer; /* a text that is read: file, expansion of a macro */
struct asm_macro;
struct asm_condition;
struct asm_lines; /* the line table of .loc */

/* One instruction set's half. */
struct asm_isa {
    const char *name;
    unsigned form; /* which form of its set */
    uint16_t elf_machine;
    bool is_elf32;
    bool
        has_hash_comments; /* # begins a comment, and ; separates statements: as GNU's for RISC-V */
    bool align_is_power;   /* .align 3 means eight bytes */
    uint64_t image_base;   /* code objects are executables for fixed addresses from here on; 0:
                            * they are shared objects */
    const char *entry;     /* symbol where an executable starts; without it, at its first byte */
    uint32_t code_fill;    /* the instruction that fills gaps in code */
    /* Functions of expressions, like max(a, b): the number of NAME, -1: none; the value, or
     * a problem as text. */
    int (*find_function)(const char *name, size_t length);
    const char *(*call)(struct assembler *as, unsigned function, const int64_t *arguments,
                        unsigned count, int64_t *out);
    /* What follows a symbol's @, -1: unknown. */
    int (*find_variant)(const char *name, size_t length);
    /* State of its own, zeroed; freed by free(). */
    size_t state_size;
    bool (*begin)(struct assembler *as);
    void (*end)(struct assembler *as);
    /* The statement at the cursor as an instruction. */
    bool (*instruction)(struct assembler *as, struct asm_cursor *c);
    /* The directive `word`, after which the cursor is: 1: done, 0: not one of ours, -1: error. */
    int (*directive)(struct assembler *as, struct asm_cursor *c, const char *word, size_t length);
    /* Takes the line if the text is between two directives whose lines are not statements
     * (metadata). */
    bool (*raw_line)(struct assembler *as, struct asm_cursor *c, const char *line, size_t length);
    /* Before symbols are resolved: writes what waits for the end of the text. */
    bool (*finish)(struct assembler *as, struct asm_cursor *c);
    /* Writes the value of a fixup (kinds from ASM_FIXUP_ISA); NULL, or the problem. `value` is
     * relative to the fixup's own address if is_relative says so. */
    const char *(*apply)(unsigned kind, uint8_t *at, int64_t value);
    bool (*is_relative)(unsigned kind, unsigned variant);
    int64_t (*adjust)(unsigned kind, unsigned variant, int64_t value); /* @lo, @hi */
    bool (*needs_got)(unsigned variant);
    /* Must a relocation of this kind name its symbol, not section and offset? May be NULL. */
    bool (*keeps_symbol)(unsigned kind);
    /* The relocation's number; -1: there is none. */
    int (*relocation)(unsigned kind, unsigned size, unsigned variant, bool is_relative);
    int relative_relocation; /* base + addend, 64 bits */
    /* One statement without symbols to bytes, for shoal_asm_insn. */
    bool (*one)(const struct asm_isa *isa, struct asm_cursor *c, bool wave64,
                uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes);
    /* The ELF header's e_flags, EI_OSABI and EI_ABIVERSION. */
    void (*elf_header)(struct assembler *as, uint32_t *flags, uint8_t *osabi, uint8_t *abi_version);
};

struct assembler {
    const struct asm_isa *isa;
    const shoal_asm_options *options;
    shoal_asm_result *result;
    void *isa_state;
    const char *text; /* the whole of what was given */
    size_t text_length;
    struct asm_block *arena;
    bool keeps_symbols; /* relocatable output: weak symbols may be replaced */
    bool is_stopped;    /* error limit, or out of memory */

    struct asm_buffer *buffer, *all_buffers;
    struct asm_section *sections, **last_section, *section, *previous;
    struct asm_section *section_stack[32][2];
    unsigned section_depth;

    struct asm_symbol **symbol_slots;
    size_t symbol_slot_count, symbol_count;
    struct asm_symbol *symbols, **last_symbol;
    struct asm_local *locals; /* 1:, 1f, 1b */

    struct asm_fixup *fixups;
    size_t fixup_count, fixup_room;
    struct asm_relocation *relocations;
    size_t relocation_count, relocation_room;

    struct asm_condition *conditions;
    struct asm_macro *macros;
    unsigned expansions;     /* number of the present one, for \@ */
    unsigned nesting;        /* macros and repetitions inside each other */
    uint64_t expanded_bytes; /* so that text cannot grow without end */

    struct asm_lines *lines;
    size_t diagnostic_room;
};

/* ---- storage.c --------------------------------------------------------------------------- */

/* Zeroed memory for the run's length; NULL: out of memory. */
void *asm_alloc(struct assembler *as, size_t size);
char *asm_copy(struct assembler *as, const char *text, size_t length);
void asm_free_arena(struct assembler *as);

struct asm_symbol *asm_symbol_get(struct assembler *as, const char *name, size_t length);
struct asm_symbol *asm_symbol_find(struct assembler *as, const char *name, size_t length);
/* The label `number:` before or after this place; NULL: none before, or out of memory. */
struct asm_symbol *asm_local_label(struct assembler *as, uint64_t number, bool forward);
struct asm_symbol *asm_new_local_label(struct assembler *as, uint64_t number);

struct asm_section *asm_section_get(struct assembler *as, const char *name, size_t length,
                                    uint32_t type, uint64_t flags);
/* Room for `size` more bytes at the section's end, which it then contains; NULL: out of
 * memory. The bytes are not set; for SHT_NOBITS there are none and the result is not NULL. */
uint8_t *asm_reserve(struct assembler *as, struct asm_section *s, size_t size);
bool asm_add_fixup(struct assembler *as, struct asm_section *s, uint64_t offset, unsigned kind,
                   unsigned size, const struct asm_expr *expr);
bool asm_out_of_memory(struct assembler *as);

/* ---- report.c ---------------------------------------------------------------------------- */

/* Reports c->error, if there is one, and clears it. */
void asm_report(struct assembler *as, struct asm_cursor *c, shoal_asm_severity severity);
/* File, line and column of a place in one of the buffers. */
void asm_locate(struct assembler *as, const char *at, const char **file, unsigned *line,
                unsigned *column, const char **source, size_t *source_length);

/* ---- buffer.c ---------------------------------------------------------------------------- */

/* Reads `text` next; `parent_at` is where it was asked for. */
bool asm_push_buffer(struct assembler *as, const char *name, const char *text, size_t length,
                     const char *parent_at, bool is_expansion);
/* Leaves the expansion that is being read (.exitm); false: there is none. */
bool asm_exit_expansion(struct assembler *as);
/* The next whole line of the buffer that is being read, and the cursor after it; NULL: no more. */
const char *asm_next_line(struct assembler *as, size_t *length);

/* ---- assemble.c -------------------------------------------------------------------------- */

bool asm_define_label(struct assembler *as, struct asm_cursor *c, const char *name, size_t length);

/* ---- symbol.c ---------------------------------------------------------------------------- */

bool asm_set_symbol(struct assembler *as, struct asm_cursor *c, const char *name, size_t length,
                    bool redefinable);

/* ---- directive.c, data.c, macro.c, line_table.c ------------------------------------------- */

/* 1: done, 0: unknown, -1: error */
int asm_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length);
int asm_data_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length);
int asm_macro_directive(struct assembler *as, struct asm_cursor *c, const char *word,
                        size_t length);
int asm_line_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length);
const char *asm_nearest_directive(const char *word, size_t length);

bool asm_align(struct assembler *as, struct asm_cursor *c, uint64_t align, bool has_fill,
               uint64_t fill, unsigned fill_size, uint64_t most);

struct asm_macro *asm_find_macro(struct assembler *as, const char *name, size_t length);
bool asm_expand_macro(struct assembler *as, struct asm_cursor *c, struct asm_macro *m);
/* Is the text skipped by .if? */
bool asm_is_skipping(const struct assembler *as);
bool asm_check_conditions(struct assembler *as, struct asm_cursor *c);

/* Notes the place of an instruction for the line table. */
void asm_note_line(struct assembler *as);
bool asm_write_lines(struct assembler *as, struct asm_cursor *c);
void asm_free_lines(struct assembler *as);

/* ---- resolve.c, elf_object.c, elf_image.c, elf_executable.c -------------------------------- */

/* Gives fixups their values; what stays open becomes relocations. */
bool asm_resolve(struct assembler *as, struct asm_cursor *c);
bool asm_write_object(struct assembler *as);
bool asm_write_image(struct assembler *as, struct asm_cursor *c);
bool asm_write_executable(struct assembler *as, struct asm_cursor *c);

#endif
