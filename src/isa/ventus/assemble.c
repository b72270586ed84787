/* assemble.c: Ventus for the assembler: its instructions, relocations, directives and ELF header.
 *
 * RISC-V ELF psABI, "Relocations"; GNU as, "RISC-V Dependent Features". */
#include <stdio.h>
#include <string.h>

#include "isa/asm/asm.h"
#include "isa/asm/assembler.h"
#include "isa/registry.h"
#include "isa/ventus/parse.h"

enum { SHT_RISCV_ATTRIBUTES = 0x70000003 };
#define NOP 0x00000013u

enum {
    R_32 = 1,
    R_64 = 2,
    R_BRANCH = 16,
    R_JAL = 17,
    R_CALL_PLT = 19,
    R_PCREL_HI20 = 23,
    R_PCREL_LO12_I = 24,
    R_PCREL_LO12_S = 25,
    R_HI20 = 26,
    R_LO12_I = 27,
    R_LO12_S = 28,
    R_32_PCREL = 57,
};

/* An instruction with %pcrel_hi, or one with %pcrel_lo that waits for it. */
struct pcrel {
    struct pcrel *next;
    struct asm_section *section;
    uint64_t offset;
    const struct asm_expr *expr; /* of hi: the target; of lo: the label of the hi, NULL: see hi */
    uint64_t hi_offset;          /* of lo without expr */
    enum ventus_fix fix;
    const char *at;
};

struct ventus_state {
    struct pcrel *hi, *lo;
    unsigned label_count;
    struct asm_section *prefix_section; /* where a prefix written by hand ends */
    uint64_t prefix_end;
};

static bool is_toolchain(const struct asm_isa *isa) { return isa == &ventus_asm_toolchain; }

/* ---- relocations ----------------------------------------------------------------------------- */

static int find_function(const char *name, size_t length)
{
    (void)name;
    (void)length;
    return -1;
}

/* What follows a symbol's @; VARIANT_KEEP is no text: the relocation is to name this symbol. */
enum { VARIANT_PLT = 1, VARIANT_KEEP };

static int find_variant(const char *name, size_t length)
{
    return asm_word_is_nocase(name, length, "plt") ? VARIANT_PLT : -1; /* call f@plt */
}

static bool needs_got(unsigned variant)
{
    (void)variant;
    return false;
}

static enum ventus_fix fix_of(unsigned kind) { return (enum ventus_fix)(kind - ASM_FIXUP_ISA); }

static bool is_relative(unsigned kind, unsigned variant)
{
    (void)variant;
    switch (fix_of(kind)) {
    case VENTUS_FIX_BRANCH:
    case VENTUS_FIX_JUMP:
    case VENTUS_FIX_PCREL_HI:
    case VENTUS_FIX_PCREL_LO_I:
    case VENTUS_FIX_PCREL_LO_S:
    case VENTUS_FIX_CALL:
        return true;
    default:
        return false;
    }
}

static bool keeps_symbol_of_object(unsigned kind)
{
    return fix_of(kind) == VENTUS_FIX_PCREL_LO_I || fix_of(kind) == VENTUS_FIX_PCREL_LO_S;
}

static int64_t adjust(unsigned kind, unsigned variant, int64_t value)
{
    (void)kind;
    (void)variant;
    return value;
}

static const char *apply(unsigned kind, uint8_t *at, int64_t value)
{
    return ventus_apply(fix_of(kind), at, value);
}

static int relocation(unsigned kind, unsigned size, unsigned variant, bool relative)
{
    (void)variant;
    if (kind < ASM_FIXUP_ISA)
        return size == 4 ? relative ? R_32_PCREL : R_32 : size == 8 && !relative ? R_64 : -1;
    switch (fix_of(kind)) {
    case VENTUS_FIX_BRANCH:
        return R_BRANCH;
    case VENTUS_FIX_JUMP:
        return R_JAL;
    case VENTUS_FIX_LO_I:
        return R_LO12_I;
    case VENTUS_FIX_LO_S:
        return R_LO12_S;
    case VENTUS_FIX_HI:
        return R_HI20;
    case VENTUS_FIX_PCREL_HI:
        return R_PCREL_HI20;
    case VENTUS_FIX_PCREL_LO_I:
        return R_PCREL_LO12_I;
    case VENTUS_FIX_PCREL_LO_S:
        return R_PCREL_LO12_S;
    case VENTUS_FIX_CALL:
        return R_CALL_PLT;
    default:
        return -1;
    }
}

/* ---- %pcrel_lo ----------------------------------------------------------------------------------
 */

static const struct pcrel *find_hi(const struct ventus_state *st, const struct asm_section *section,
                                   uint64_t offset)
{
    for (const struct pcrel *h = st->hi; h; h = h->next)
        if (h->section == section && h->offset == offset)
            return h;
    return NULL;
}

static struct asm_expr *make(struct assembler *as, unsigned op, const char *at)
{
    struct asm_expr *e = asm_alloc(as, sizeof *e);
    if (e) {
        e->op = (uint8_t)op;
        e->at = at;
    }
    return e;
}

/* left + number, or left - the place (section, number) */
static const struct asm_expr *combine(struct assembler *as, const struct asm_expr *left,
                                      struct asm_section *section, int64_t number)
{
    struct asm_expr *e = make(as, section ? ASM_OP_SUBTRACT : ASM_OP_ADD, left->at);
    struct asm_expr *right = make(as, section ? ASM_OP_HERE : ASM_OP_NUMBER, left->at);
    if (!e || !right)
        return NULL;
    right->section = section;
    right->number = number;
    e->left = (struct asm_expr *)(uintptr_t)left;
    e->right = right;
    return e;
}

/* The symbol at a %pcrel_hi, in the file's symbol table even if it is a local name. */
static const struct asm_expr *name_hi(struct assembler *as, const struct pcrel *lo,
                                      const struct pcrel *hi)
{
    struct ventus_state *st = as->isa_state;
    struct asm_symbol *s;
    if (lo->expr && lo->expr->op == ASM_OP_SYMBOL) {
        s = lo->expr->symbol;
    } else {
        char name[32];
        int n = snprintf(name, sizeof name, ".Lpcrel_hi%u", st->label_count++);
        s = asm_symbol_get(as, name, (size_t)n);
        if (!s)
            return NULL;
        s->kind = ASM_SYMBOL_LABEL;
        s->section = hi->section;
        s->number = (int64_t)hi->offset;
        s->at = lo->at;
    }
    s->is_bound = s->is_used = true;
    struct asm_expr *e = make(as, ASM_OP_SYMBOL, lo->at);
    if (e) {
        e->symbol = s;
        e->variant = VARIANT_KEEP;
    }
    return e;
}

static bool settle_lo(struct assembler *as, struct asm_cursor *c, const struct pcrel *lo)
{
    struct ventus_state *st = as->isa_state;
    struct asm_section *section = lo->section;
    uint64_t offset = lo->hi_offset;
    struct asm_relocatable v;
    if (lo->expr) {
        if (!asm_evaluate(as, c, lo->expr, &v))
            return false;
        if (v.add && v.add->kind == ASM_SYMBOL_LABEL && !v.section) {
            v.section = v.add->section;
            v.number += v.add->number;
        }
        section = v.section;
        offset = (uint64_t)v.number;
    }
    const struct pcrel *hi = section ? find_hi(st, section, offset) : NULL;
    if (!hi) {
        asm_fail(c, lo->at, "there is no %%pcrel_hi at this label");
        asm_hint(c, "%%pcrel_lo takes the label of the auipc, not the target");
        return false;
    }
    if (!asm_evaluate(as, c, hi->expr, &v))
        return false;
    bool is_near = v.section == hi->section && !v.add && !v.subtract;
    bool is_object = as->options->output == SHOAL_ASM_RELOCATABLE;
    bool is_store = lo->fix == VENTUS_FIX_PCREL_LO_S;
    unsigned fix = !is_near ? lo->fix : is_store ? VENTUS_FIX_LO_S : VENTUS_FIX_LO_I;
    const struct asm_expr *e =
        is_near     ? combine(as, hi->expr, hi->section, (int64_t)hi->offset)
        : is_object ? name_hi(as, lo, hi)
                    : combine(as, hi->expr, NULL, (int64_t)lo->offset - (int64_t)hi->offset);
    return e && asm_add_fixup(as, lo->section, lo->offset, ASM_FIXUP_ISA + fix, 4, e);
}

/* ---- instructions --------------------------------------------------------------------------- */

static bool note_pcrel(struct assembler *as, const struct ventus_parsed *p, uint64_t offset,
                       uint64_t before)
{
    struct ventus_state *st = as->isa_state;
    struct pcrel *x = asm_alloc(as, sizeof *x);
    bool is_hi = p->fix == VENTUS_FIX_PCREL_HI;
    if (!x)
        return false;
    *x = (struct pcrel){.next = is_hi ? st->hi : st->lo,
                        .section = as->section,
                        .offset = offset,
                        .expr = p->expr,
                        .hi_offset = before,
                        .fix = p->fix,
                        .at = p->fix_at};
    *(is_hi ? &st->hi : &st->lo) = x;
    return true;
}

static size_t write_words(const struct ventus_insn *in, uint8_t *at)
{
    uint32_t words[3];
    size_t size = ventus_encode(in, words);
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    return size;
}

/* A prefix written by hand acts on the next instruction, before which none can be inserted; but it
 * may be the very one that the instruction needs, as in the compiler's listings: `regext zero,
 * zero, 64` and then `vblt v33, v1, x`. *is_there: it is. */
static bool check_prefix(struct assembler *as, struct asm_cursor *c, const char *start,
                         const struct ventus_insn *in, bool *is_there)
{
    struct ventus_state *st = as->isa_state;
    bool is_after = st->prefix_section == as->section && st->prefix_end == as->section->size;
    *is_there = false;
    if (is_after && in->prefix_row != VENTUS_NONE) {
        uint8_t words[12];
        write_words(in, words);
        *is_there = memcmp(words, as->section->data + as->section->size - 4, 4) == 0;
        if (!*is_there) {
            asm_fail(c, start, "this instruction needs another prefix than the one before it");
            asm_hint(c, "leave out the prefix, or write its bits and the low register numbers");
            return false;
        }
    }
    if (ventus_rows[in->row].flags & VFLAG_prefix) {
        st->prefix_section = as->section;
        st->prefix_end = as->section->size + 4;
    }
    return true;
}

static bool instruction(struct assembler *as, struct asm_cursor *c)
{
    struct ventus_parse_options opt = {.is_toolchain = is_toolchain(as->isa), .as = as};
    struct ventus_parsed parsed[VENTUS_MAX_PARSED];
    unsigned count;
    const char *start = c->p;
    bool has_prefix;
    if (!ventus_parse(c, &opt, parsed, &count) ||
        !check_prefix(as, c, start, &parsed[0].in, &has_prefix))
        return false;
    if (has_prefix)
        parsed[0].in.prefix_row = VENTUS_NONE;
    uint64_t before = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct ventus_parsed *p = &parsed[i];
        if (as->lines)
            asm_note_line(as);
        uint64_t offset = as->section->size;
        uint8_t words[12];
        size_t size = write_words(&p->in, words);
        uint8_t *at = asm_reserve(as, as->section, size);
        if (!at)
            return asm_fail(c, start, "out of memory");
        memcpy(at, words, size);
        offset += p->in.prefix_row != VENTUS_NONE ? 4 : 0; /* of the instruction itself */
        if (p->fix == VENTUS_FIX_PCREL_HI || p->fix == VENTUS_FIX_PCREL_LO_I ||
            p->fix == VENTUS_FIX_PCREL_LO_S) {
            if (!note_pcrel(as, p, offset, before))
                return false;
        }
        if (p->expr && p->fix != VENTUS_FIX_PCREL_LO_I && p->fix != VENTUS_FIX_PCREL_LO_S &&
            !asm_add_fixup(as, as->section, offset, ASM_FIXUP_ISA + p->fix, 4, p->expr))
            return false;
        before = offset;
    }
    if (as->section->align < 4)
        as->section->align = 4;
    return true;
}

/* .insn */
static int raw_instruction(struct assembler *as, struct asm_cursor *c)
{
    struct ventus_parse_options opt = {.is_toolchain = is_toolchain(as->isa), .as = as};
    struct ventus_raw raw;
    const char *start = c->p;
    if (!ventus_parse_raw(c, &opt, &raw))
        return -1;
    if (as->section->type == ELF_SHT_NOBITS) {
        asm_fail(c, start, "an instruction cannot be in %s, which has no contents",
                 as->section->name);
        return -1;
    }
    if (as->lines)
        asm_note_line(as);
    uint64_t offset = as->section->size;
    uint8_t *at = asm_reserve(as, as->section, raw.size);
    if (!at) {
        asm_fail(c, start, "out of memory");
        return -1;
    }
    memcpy(at, raw.bytes, raw.size);
    if (as->section->align < 4)
        as->section->align = 4;
    bool ok = raw.fix == VENTUS_FIX_NONE ||
              asm_add_fixup(as, as->section, offset, ASM_FIXUP_ISA + raw.fix, 4, raw.value.expr);
    return ok ? 1 : -1;
}

static bool one_raw(struct asm_cursor *c, const struct ventus_parse_options *opt,
                    uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes)
{
    struct ventus_raw raw;
    if (!ventus_parse_raw(c, opt, &raw))
        return false;
    memcpy(code, raw.bytes, raw.size);
    *size_bytes = raw.size;
    return true;
}

static bool one(const struct asm_isa *isa, struct asm_cursor *c, bool wave64,
                uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes)
{
    struct ventus_parse_options opt = {.is_toolchain = is_toolchain(isa)};
    struct ventus_parsed parsed[VENTUS_MAX_PARSED];
    unsigned count;
    (void)wave64;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    if (asm_word_is(word, n, ".insn")) {
        c->p = word + strlen(".insn");
        return one_raw(c, &opt, code, size_bytes);
    }
    if (!ventus_parse(c, &opt, parsed, &count))
        return false;
    for (unsigned i = 0; i < count; i++)
        *size_bytes += write_words(&parsed[i].in, code + *size_bytes);
    return true;
}

/* ---- directives --------------------------------------------------------------------------------
 */

static int directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length)
{
    static const struct {
        const char *name, *same;
    } data[] = {{".half", ".2byte"}, {".dword", ".8byte"}, {".dtprelword", NULL}};
    for (size_t i = 0; i < sizeof data / sizeof *data; i++)
        if (data[i].same && asm_word_is(word, length, data[i].name))
            return asm_data_directive(as, c, data[i].same, strlen(data[i].same));
    if (asm_word_is(word, length, ".insn"))
        return raw_instruction(as, c);
    /* Relaxation and attributes: nothing here depends on them. */
    if (asm_word_is(word, length, ".option") || asm_word_is(word, length, ".attribute")) {
        while (*c->p && *c->p != '\n' && *c->p != ';')
            c->p++;
        return 1;
    }
    return 0;
}

/* ---- the end of the text --------------------------------------------------------------------- */

static void define(struct assembler *as, const char *name, struct asm_section *section,
                   uint64_t number)
{
    struct asm_symbol *s = asm_symbol_find(as, name, strlen(name));
    if (!s || s->kind != ASM_SYMBOL_UNDEFINED || s->is_common)
        return;
    s->kind = ASM_SYMBOL_LABEL;
    s->section = section;
    s->number = (int64_t)number;
    s->binding = ASM_GLOBAL;
}

/* Symbols that a linker script would define. Start code clears what is from _edata to _end: behind
 * the last section with contents, and none of it. */
static void define_ends(struct assembler *as)
{
    struct asm_section *data = NULL, *data_end = NULL, *zeros = NULL, *zeros_end = NULL;
    for (struct asm_section *s = as->sections; s; s = s->next) {
        bool has_contents = s->type != ELF_SHT_NOBITS;
        if (!(s->flags & ELF_SHF_WRITE) || !(s->flags & ELF_SHF_ALLOC) || !s->size)
            continue;
        if (!*(has_contents ? &data : &zeros))
            *(has_contents ? &data : &zeros) = s;
        *(has_contents ? &data_end : &zeros_end) = s;
    }
    if (!data) { /* behind the zeros' start or the code, where nothing is to be cleared but zeros */
        data = data_end = zeros ? zeros : as->sections;
    }
    uint64_t edata = data_end == zeros ? 0 : data_end->size;
    struct asm_section *last = zeros_end ? zeros_end : data_end;
    define(as, "__global_pointer$", data, 0x800);
    define(as, "_edata", data_end, edata);
    define(as, "edata", data_end, edata);
    define(as, "__bss_start", zeros ? zeros : data_end, zeros ? 0 : edata);
    define(as, "_end", last, last->size);
    define(as, "end", last, last->size);
}

/* The toolchain's dialect is recognised by the attributes of its compiler. Not in relocatable
 * files: LLVM's linker refuses zfinx beside zve32f. */
static bool put_attributes(struct assembler *as)
{
    static const char arch[] = "rv32i2p0_m2p0_a2p0_zfinx1p0_zve32f1p0_zve32x1p0_zvl32b1p0";
    static const char vendor[] = "riscv";
    struct asm_section *s = asm_section_get(as, ".riscv.attributes", 17, SHT_RISCV_ATTRIBUTES, 0);
    uint32_t file = (uint32_t)(1 + 4 + 1 + sizeof arch);
    uint32_t whole = (uint32_t)(4 + sizeof vendor) + file;
    uint8_t *at = s && !s->size ? asm_reserve(as, s, 1 + whole) : NULL;
    if (!at)
        return s && s->size;
    *at++ = 'A';
    for (unsigned i = 0; i < 4; i++)
        *at++ = (uint8_t)(whole >> 8 * i);
    memcpy(at, vendor, sizeof vendor);
    at += sizeof vendor;
    *at++ = 1; /* of the file */
    for (unsigned i = 0; i < 4; i++)
        *at++ = (uint8_t)(file >> 8 * i);
    *at++ = 5; /* Tag_RISCV_arch */
    memcpy(at, arch, sizeof arch);
    return true;
}

static bool finish_text(struct assembler *as, struct asm_cursor *c)
{
    struct ventus_state *st = as->isa_state;
    if (as->options->output == SHOAL_ASM_CODE_OBJECT)
        define_ends(as);
    for (const struct pcrel *lo = st->lo; lo && !as->is_stopped; lo = lo->next)
        if (!settle_lo(as, c, lo))
            asm_report(as, c, SHOAL_ASM_ERROR);
    bool wants_attributes = as->options->output == SHOAL_ASM_CODE_OBJECT && is_toolchain(as->isa);
    return !wants_attributes || put_attributes(as) || asm_fail(c, c->p, "out of memory");
}

static void elf_header(struct assembler *as, uint32_t *flags, uint8_t *osabi, uint8_t *abi_version)
{
    (void)as;
    *flags = 0;
    *osabi = *abi_version = 0;
}

#define VENTUS_ASM(id)                                                                             \
    const struct asm_isa id = {                                                                    \
        .name = "Ventus",                                                                          \
        .elf_machine = ELF_MACHINE_RISCV,                                                          \
        .is_elf32 = true,                                                                          \
        .has_hash_comments = true,                                                                 \
        .align_is_power = true,                                                                    \
        .image_base = 0x80000000u,                                                                 \
        .entry = "_start",                                                                         \
        .code_fill = NOP,                                                                          \
        .find_function = find_function,                                                            \
        .find_variant = find_variant,                                                              \
        .state_size = sizeof(struct ventus_state),                                                 \
        .instruction = instruction,                                                                \
        .directive = directive,                                                                    \
        .finish = finish_text,                                                                     \
        .apply = apply,                                                                            \
        .is_relative = is_relative,                                                                \
        .adjust = adjust,                                                                          \
        .needs_got = needs_got,                                                                    \
        .keeps_symbol = keeps_symbol_of_object,                                                    \
        .relocation = relocation,                                                                  \
        .one = one,                                                                                \
        .elf_header = elf_header,                                                                  \
    }
VENTUS_ASM(ventus_asm_manual);
VENTUS_ASM(ventus_asm_toolchain);
