/* directive.c: directives about symbols, sections and files, and the list of all of them. */
#include <stdlib.h>
#include <string.h>

#include "isa/asm/assembler.h"

/* ---- helpers ------------------------------------------------------------------------------ */

/* A string as a name, which is in `buffer`. */
static bool quoted_name(struct asm_cursor *c, char *buffer, size_t size, const char **name,
                        size_t *length)
{
    ptrdiff_t n = asm_string(c, buffer, size);
    *name = buffer;
    *length = n < 0 ? 0 : (size_t)n;
    return n >= 0;
}

/* A symbol's name: a word or a string. */
static struct asm_symbol *read_symbol(struct assembler *as, struct asm_cursor *c)
{
    const char *word;
    asm_skip(c);
    const char *at = c->p;
    if (*at == '"') {
        char name[512];
        ptrdiff_t n = asm_string(c, name, sizeof name);
        struct asm_symbol *s = n >= 0 ? asm_symbol_get(as, name, (size_t)n) : NULL;
        if (!s)
            asm_fail(c, at, "out of memory");
        else if (!s->is_used && s->kind == ASM_SYMBOL_UNDEFINED)
            s->at = at;
        return s;
    }
    size_t n = asm_word(c, &word);
    if (!n) {
        asm_fail(c, at, "expected a symbol");
        return NULL;
    }
    struct asm_symbol *s = asm_symbol_get(as, word, n);
    if (!s)
        asm_fail(c, at, "out of memory");
    return s;
}

static bool for_symbols(struct assembler *as, struct asm_cursor *c,
                        void (*action)(struct asm_symbol *, unsigned), unsigned value)
{
    do {
        struct asm_symbol *s = read_symbol(as, c);
        if (!s)
            return false;
        action(s, value);
    } while (asm_eat(c, ','));
    return true;
}

static void bind(struct asm_symbol *s, unsigned binding)
{
    if (!(binding == ASM_GLOBAL && s->binding == ASM_WEAK)) /* a weak symbol stays weak */
        s->binding = (uint8_t)binding;
    s->is_bound = true;
}

static void set_visibility(struct asm_symbol *s, unsigned visibility)
{
    s->visibility = (uint8_t)visibility;
}

static void ignore(struct asm_symbol *s, unsigned value) { (void)s, (void)value; }

static bool set_directive(struct assembler *as, struct asm_cursor *c, bool redefinable)
{
    const char *word;
    size_t n = asm_word(c, &word);
    if (!n)
        return asm_fail(c, c->p, "expected a symbol");
    if (!asm_eat(c, ','))
        return asm_fail(c, c->p, "expected ',' and a value");
    return asm_set_symbol(as, c, word, n, redefinable);
}

/* .type NAME, @function */
static bool type_directive(struct assembler *as, struct asm_cursor *c)
{
    static const struct {
        const char *name;
        uint8_t type;
    } types[] = {
        {"function", ELF_STT_FUNC},
        {"object", ELF_STT_OBJECT},
        {"notype", ELF_STT_NOTYPE},
        {"tls_object", ELF_STT_TLS},
        {"common", ELF_STT_OBJECT},
        {"gnu_unique_object", ELF_STT_OBJECT},
        {"STT_FUNC", ELF_STT_FUNC},
        {"STT_OBJECT", ELF_STT_OBJECT},
        {"STT_NOTYPE", ELF_STT_NOTYPE},
        {"STT_TLS", ELF_STT_TLS},
        {"amdgpu_hsa_kernel", 10},
        {"STT_AMDGPU_HSA_KERNEL", 10},
        {"gnu_indirect_function", ELF_STT_GNU_IFUNC},
    };
    struct asm_symbol *s = read_symbol(as, c);
    if (!s)
        return false;
    asm_eat(c, ',');
    asm_skip(c);
    const char *at = c->p, *word;
    char quoted[40];
    size_t n;
    if (*at == '"') {
        if (!quoted_name(c, quoted, sizeof quoted, &word, &n))
            return false;
    } else {
        if (*at == '@' || *at == '%' || *at == '#')
            c->p++;
        n = asm_word(c, &word);
    }
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (asm_word_is(word, n, types[i].name)) {
            s->type = types[i].type;
            return true;
        }
    return asm_fail(c, at, "expected @function, @object or @notype");
}

static bool size_directive(struct assembler *as, struct asm_cursor *c)
{
    struct asm_symbol *s = read_symbol(as, c);
    if (!s)
        return false;
    if (!asm_eat(c, ','))
        return asm_fail(c, c->p, "expected ',' and a size");
    s->has_size = true;
    return asm_parse_expr(as, c, &s->size);
}

/* ---- sections ----------------------------------------------------------------------------- */

static void switch_to(struct assembler *as, struct asm_section *s)
{
    as->previous = as->section;
    as->section = s;
}

static bool enter(struct assembler *as, struct asm_cursor *c, const char *name, uint32_t type,
                  uint64_t flags)
{
    struct asm_section *s = asm_section_get(as, name, strlen(name), type, flags);
    int64_t subsection = 0;
    if (!s)
        return asm_fail(c, c->p, "out of memory");
    if (!asm_at_end(c) && !asm_parse_number(as, c, "a subsection", &subsection))
        return false;
    if (subsection)
        return asm_fail(c, c->p, "subsections other than 0 are not supported");
    switch_to(as, s);
    return true;
}

/* Type and flags of sections with well-known names. */
static void default_section(const char *name, size_t n, uint32_t *type, uint64_t *flags)
{
    static const struct {
        const char *name;
        uint32_t type;
        uint32_t flags;
    } known[] = {
        {".text", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_EXECINSTR},
        {".init", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_EXECINSTR},
        {".fini", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_EXECINSTR},
        {".rodata", ELF_SHT_PROGBITS, ELF_SHF_ALLOC},
        {".data", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE},
        {".data.rel.ro", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE},
        {".bss", ELF_SHT_NOBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE},
        {".init_array", ELF_SHT_INIT_ARRAY, ELF_SHF_ALLOC | ELF_SHF_WRITE},
        {".fini_array", ELF_SHT_FINI_ARRAY, ELF_SHF_ALLOC | ELF_SHF_WRITE},
        {".note", ELF_SHT_NOTE, 0},
    };
    *type = ELF_SHT_PROGBITS;
    *flags = 0;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].name);
        if (n >= length && !memcmp(name, known[i].name, length) &&
            (n == length || name[length] == '.')) {
            *type = known[i].type;
            *flags = known[i].flags;
        }
    }
}

static bool read_flags(struct asm_cursor *c, uint64_t *flags)
{
    char text[32];
    const char *at = c->p;
    ptrdiff_t n = asm_string(c, text, sizeof text);
    if (n < 0)
        return false;
    *flags = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        static const char letters[] = "awxMSeoRG";
        static const uint32_t bits[] = {ELF_SHF_ALLOC, ELF_SHF_WRITE,   ELF_SHF_EXECINSTR,
                                        ELF_SHF_MERGE, ELF_SHF_STRINGS, 0x80000000u,
                                        0x80,          0x200000,        0x200};
        const char *found = text[i] ? strchr(letters, text[i]) : NULL;
        if (!found || text[i] == 'o' || text[i] == 'G')
            return asm_fail(c, at, "unknown section flag '%c': use a, w, x, M, S, e, R", text[i]);
        *flags |= bits[found - letters];
    }
    return true;
}

static bool read_type(struct asm_cursor *c, uint32_t *type)
{
    static const struct {
        const char *name;
        uint32_t type;
    } types[] = {
        {"progbits", ELF_SHT_PROGBITS},
        {"nobits", ELF_SHT_NOBITS},
        {"note", ELF_SHT_NOTE},
        {"init_array", ELF_SHT_INIT_ARRAY},
        {"fini_array", ELF_SHT_FINI_ARRAY},
        {"unwind", 0x70000001},
    };
    asm_skip(c);
    const char *at = c->p, *word;
    char quoted[32];
    size_t n;
    if (*at == '"') {
        if (!quoted_name(c, quoted, sizeof quoted, &word, &n))
            return false;
    } else {
        if (*at != '@' && *at != '%')
            return asm_fail(c, at, "expected @progbits, @nobits or @note");
        c->p++;
        if (asm_is(*c->p, ASM_DIGIT) || *c->p == '0') {
            struct asm_number number;
            if (!asm_number(c, &number))
                return false;
            *type = (uint32_t)number.integer;
            return true;
        }
        n = asm_word(c, &word);
    }
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (asm_word_is(word, n, types[i].name)) {
            *type = types[i].type;
            return true;
        }
    return asm_fail(c, at, "expected @progbits, @nobits or @note");
}

/* .section NAME [, "FLAGS" [, @TYPE [, ENTRY SIZE]]] */
static bool section_directive(struct assembler *as, struct asm_cursor *c, bool push)
{
    char quoted[256];
    const char *name;
    size_t n;
    asm_skip(c);
    const char *at = c->p;
    if (*at == '"') {
        if (!quoted_name(c, quoted, sizeof quoted, &name, &n))
            return false;
    } else { /* names like .note.GNU-stack need no quotes */
        name = at;
        while (asm_is(*c->p, ASM_WORD) || *c->p == '-')
            c->p++;
        n = (size_t)(c->p - at);
    }
    if (!n)
        return asm_fail(c, at, "expected a section's name");
    uint32_t type;
    uint64_t flags;
    int64_t entry_size = 0;
    bool has_flags = false, has_type = false;
    default_section(name, n, &type, &flags);
    if (asm_eat(c, ',')) {
        asm_skip(c);
        if (*c->p == '"') {
            has_flags = true;
            if (!read_flags(c, &flags))
                return false;
            if (asm_eat(c, ',')) {
                has_type = true;
                if (!read_type(c, &type))
                    return false;
            }
            if (flags & ELF_SHF_MERGE) {
                if (!asm_eat(c, ','))
                    return asm_fail(c, c->p, "a mergeable section needs the size of its entries");
                const char *size_at = c->p;
                if (!asm_parse_number(as, c, "the size of entries", &entry_size))
                    return false;
                if (entry_size <= 0 || entry_size > 1 << 20)
                    return asm_fail(c, size_at, "the size of entries must be positive");
            }
        } else if (asm_is(*c->p, ASM_DIGIT)) {
            if (!asm_parse_number(as, c, "a subsection", &entry_size))
                return false;
            if (entry_size)
                return asm_fail(c, c->p, "subsections other than 0 are not supported");
        } else if (!read_type(c, &type)) {
            return false;
        }
    }
    struct asm_section *s = asm_section_get(as, name, n, type, flags);
    if (!s)
        return asm_fail(c, at, "out of memory");
    if (has_flags && s->flags != flags)
        return asm_fail(c, at, "section %s had other flags before", s->name);
    if (has_type && s->type != type && s->size)
        return asm_fail(c, at, "section %s had another type before", s->name);
    if (has_type && !s->size)
        s->type = type;
    s->entry_size = (uint64_t)entry_size;
    if (push) {
        if (as->section_depth == sizeof as->section_stack / sizeof *as->section_stack)
            return asm_fail(c, at, "sections are nested too deeply");
        as->section_stack[as->section_depth][0] = as->section;
        as->section_stack[as->section_depth++][1] = as->previous;
    }
    switch_to(as, s);
    return true;
}

static bool pop_section(struct assembler *as, struct asm_cursor *c)
{
    if (!as->section_depth)
        return asm_fail(c, c->p, ".popsection without .pushsection");
    as->section_depth--;
    as->section = as->section_stack[as->section_depth][0];
    as->previous = as->section_stack[as->section_depth][1];
    return true;
}

static bool previous_section(struct assembler *as, struct asm_cursor *c)
{
    if (!as->previous)
        return asm_fail(c, c->p, ".previous without a section before");
    switch_to(as, as->previous);
    return true;
}

/* .comm NAME, SIZE [, ALIGNMENT]: a variable of zeros, here in .bss. */
static bool common_directive(struct assembler *as, struct asm_cursor *c, bool local)
{
    struct asm_symbol *s = read_symbol(as, c);
    const char *at = c->p;
    int64_t size, align = 1;
    if (!s)
        return false;
    if (!asm_eat(c, ','))
        return asm_fail(c, c->p, "expected ',' and a size");
    if (!asm_parse_number(as, c, "the size", &size) ||
        (asm_eat(c, ',') && !asm_parse_number(as, c, "the alignment", &align)))
        return false;
    if (size < 0 || size > INT64_C(1) << 40 || align <= 0 || align & (align - 1) || align > 1 << 20)
        return asm_fail(c, at, "the size must not be negative, the alignment a power of two");
    if (s->kind != ASM_SYMBOL_UNDEFINED)
        return asm_fail(c, at, "'%s' is defined already", s->name);
    struct asm_section *bss =
        asm_section_get(as, ".bss", 4, ELF_SHT_NOBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE);
    if (!bss)
        return asm_fail(c, at, "out of memory");
    bss->size = (bss->size + (uint64_t)align - 1) & ~((uint64_t)align - 1);
    if (bss->align < (uint64_t)align)
        bss->align = (uint64_t)align;
    s->kind = ASM_SYMBOL_LABEL;
    s->section = bss;
    s->number = (int64_t)bss->size;
    s->type = ELF_STT_OBJECT;
    s->has_size = true;
    s->size = (struct asm_value){.number = size};
    if (!local)
        bind(s, ASM_GLOBAL);
    bss->size += (uint64_t)size;
    return true;
}

/* ---- files and messages -------------------------------------------------------------------- */

static bool include_directive(struct assembler *as, struct asm_cursor *c, bool binary)
{
    char name[512];
    asm_skip(c);
    const char *at = c->p;
    ptrdiff_t n = asm_string(c, name, sizeof name - 1);
    int64_t skip = 0, count = -1;
    if (n < 0)
        return false;
    name[n] = 0;
    if (binary && asm_eat(c, ',')) {
        asm_skip(c);
        if (*c->p != ',' && !asm_parse_number(as, c, "the number of bytes to skip", &skip))
            return false;
        if (asm_eat(c, ',') && !asm_parse_number(as, c, "the number of bytes", &count))
            return false;
    }
    size_t size = 0;
    char *bytes =
        as->options->read_file ? as->options->read_file(as->options->context, name, &size) : NULL;
    if (!bytes)
        return asm_fail(c, at, "cannot read the file '%s'", name);
    bool ok = true;
    if (binary) {
        if (skip < 0 || (uint64_t)skip > size)
            ok = asm_fail(c, at, "the file has %zu bytes only", size);
        size_t length = ok ? size - (size_t)skip : 0;
        if (count >= 0 && (uint64_t)count < length)
            length = (size_t)count;
        uint8_t *to = ok ? asm_reserve(as, as->section, length) : NULL;
        if (to && as->section->type != ELF_SHT_NOBITS && length)
            memcpy(to, bytes + skip, length);
        ok = ok && to;
    } else {
        char *copy = asm_copy(as, name, (size_t)n);
        as->expanded_bytes += size;
        ok = copy && asm_push_buffer(as, copy, bytes, size, at, false);
    }
    free(bytes);
    return ok;
}

static bool message_directive(struct asm_cursor *c, const char *at, bool is_error)
{
    char text[256];
    ptrdiff_t n = 0;
    if (!asm_at_end(c) && *c->p == '"')
        n = asm_string(c, text, sizeof text - 1);
    else
        while (*c->p && *c->p != '\n')
            c->p++;
    if (n < 0)
        return false;
    text[n] = 0;
    return asm_fail(c, at, "%s", n ? text : is_error ? ".err" : ".warning");
}

static bool skip_line(struct asm_cursor *c)
{
    while (*c->p && *c->p != '\n')
        c->p++;
    return true;
}

/* ---- the list ------------------------------------------------------------------------------- */

enum action {
    DO_BIND,
    DO_VISIBILITY,
    DO_SET,
    DO_EQUIV,
    DO_TYPE,
    DO_SIZE,
    DO_SECTION,
    DO_PUSH,
    DO_POP,
    DO_PREVIOUS,
    DO_TEXT,
    DO_DATA,
    DO_RODATA,
    DO_BSS,
    DO_COMM,
    DO_LCOMM,
    DO_INCLUDE,
    DO_INCBIN,
    DO_ERROR,
    DO_WARNING,
    DO_IGNORE_LINE,
    DO_IGNORE_SYMBOLS,
    DO_IDENT,
    DO_END,
};

static const struct {
    const char *name;
    uint8_t action, value;
} directives[] = {
    {".globl", DO_BIND, ASM_GLOBAL},
    {".global", DO_BIND, ASM_GLOBAL},
    {".weak", DO_BIND, ASM_WEAK},
    {".local", DO_BIND, ASM_LOCAL},
    {".hidden", DO_VISIBILITY, ELF_STV_HIDDEN},
    {".protected", DO_VISIBILITY, ELF_STV_PROTECTED},
    {".internal", DO_VISIBILITY, ELF_STV_INTERNAL},
    {".set", DO_SET, 0},
    {".equ", DO_SET, 0},
    {".equiv", DO_EQUIV, 0},
    {".type", DO_TYPE, 0},
    {".size", DO_SIZE, 0},
    {".section", DO_SECTION, 0},
    {".pushsection", DO_PUSH, 0},
    {".popsection", DO_POP, 0},
    {".previous", DO_PREVIOUS, 0},
    {".text", DO_TEXT, 0},
    {".data", DO_DATA, 0},
    {".rodata", DO_RODATA, 0},
    {".bss", DO_BSS, 0},
    {".comm", DO_COMM, 0},
    {".common", DO_COMM, 0},
    {".lcomm", DO_LCOMM, 0},
    {".include", DO_INCLUDE, 0},
    {".incbin", DO_INCBIN, 0},
    {".error", DO_ERROR, 0},
    {".err", DO_ERROR, 0},
    {".warning", DO_WARNING, 0},
    {".ident", DO_IDENT, 0},
    {".end", DO_END, 0},
    {".addrsig", DO_IGNORE_LINE, 0},
    {".addrsig_sym", DO_IGNORE_SYMBOLS, 0},
    {".print", DO_IGNORE_LINE, 0},
    {".title", DO_IGNORE_LINE, 0},
    {".version", DO_IGNORE_LINE, 0},
    {".line", DO_IGNORE_LINE, 0},
    {".noaltmacro", DO_IGNORE_LINE, 0}, /* there is no .altmacro */
};
enum { DIRECTIVES = sizeof directives / sizeof *directives };

/* Names that other files know, for suggestions. */
static const char *const other_names[] = {
    ".byte",
    ".short",
    ".long",
    ".quad",
    ".octa",
    ".ascii",
    ".asciz",
    ".string",
    ".fill",
    ".zero",
    ".space",
    ".skip",
    ".float",
    ".double",
    ".p2align",
    ".balign",
    ".align",
    ".uleb128",
    ".sleb128",
    ".org",
    ".if",
    ".ifdef",
    ".ifndef",
    ".else",
    ".elseif",
    ".endif",
    ".macro",
    ".endm",
    ".rept",
    ".irp",
    ".irpc",
    ".endr",
    ".exitm",
    ".purgem",
    ".file",
    ".loc",
    ".int",
    ".word",
    ".hword",
    ".2byte",
    ".4byte",
    ".8byte",
    ".amdgcn_target",
    ".amdhsa_kernel",
    ".end_amdhsa_kernel",
    ".amdgpu_metadata",
    ".end_amdgpu_metadata",
    ".amdhsa_code_object_version",
};

const char *asm_nearest_directive(const char *word, size_t length)
{
    const char *best = NULL;
    unsigned best_distance = length / 3 + 1;
    for (unsigned i = 0; i < DIRECTIVES + sizeof other_names / sizeof *other_names; i++) {
        const char *name = i < DIRECTIVES ? directives[i].name : other_names[i - DIRECTIVES];
        unsigned d = asm_distance(word, length, name, best_distance);
        if (d < best_distance) {
            best_distance = d;
            best = name;
        }
    }
    return best;
}

static bool ident_directive(struct assembler *as, struct asm_cursor *c)
{
    char text[1024];
    ptrdiff_t n = asm_string(c, text, sizeof text);
    struct asm_section *s =
        asm_section_get(as, ".comment", 8, ELF_SHT_PROGBITS, ELF_SHF_MERGE | ELF_SHF_STRINGS);
    if (n < 0)
        return false;
    if (!s)
        return asm_fail(c, c->p, "out of memory");
    s->entry_size = 1;
    size_t first = s->size ? 0 : 1; /* the section begins with an empty string */
    uint8_t *to = asm_reserve(as, s, first + (size_t)n + 1);
    if (!to)
        return asm_fail(c, c->p, "out of memory");
    to[0] = 0;
    memcpy(to + first, text, (size_t)n);
    to[first + (size_t)n] = 0;
    return true;
}

static bool run(struct assembler *as, struct asm_cursor *c, const char *word, unsigned action,
                unsigned value)
{
    switch (action) {
    case DO_BIND:
        return for_symbols(as, c, bind, value);
    case DO_VISIBILITY:
        return for_symbols(as, c, set_visibility, value);
    case DO_SET:
        return set_directive(as, c, true);
    case DO_EQUIV:
        return set_directive(as, c, false);
    case DO_TYPE:
        return type_directive(as, c);
    case DO_SIZE:
        return size_directive(as, c);
    case DO_SECTION:
        return section_directive(as, c, false);
    case DO_PUSH:
        return section_directive(as, c, true);
    case DO_POP:
        return pop_section(as, c);
    case DO_PREVIOUS:
        return previous_section(as, c);
    case DO_TEXT:
        return enter(as, c, ".text", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_EXECINSTR);
    case DO_DATA:
        return enter(as, c, ".data", ELF_SHT_PROGBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE);
    case DO_RODATA:
        return enter(as, c, ".rodata", ELF_SHT_PROGBITS, ELF_SHF_ALLOC);
    case DO_BSS:
        return enter(as, c, ".bss", ELF_SHT_NOBITS, ELF_SHF_ALLOC | ELF_SHF_WRITE);
    case DO_COMM:
        return common_directive(as, c, false);
    case DO_LCOMM:
        return common_directive(as, c, true);
    case DO_INCLUDE:
        return include_directive(as, c, false);
    case DO_INCBIN:
        return include_directive(as, c, true);
    case DO_ERROR:
        return message_directive(c, word, true);
    case DO_WARNING:
        message_directive(c, word, false);
        asm_report(as, c, SHOAL_ASM_WARNING);
        return true;
    case DO_IDENT:
        return ident_directive(as, c);
    case DO_IGNORE_SYMBOLS:
        return for_symbols(as, c, ignore, 0);
    case DO_END: {
        size_t n;
        skip_line(c);
        while (asm_next_line(as, &n))
            ;
        return true;
    }
    default:
        return skip_line(c);
    }
}

int asm_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length)
{
    int done = asm_data_directive(as, c, word, length);
    if (done)
        return done;
    for (unsigned i = 0; i < DIRECTIVES; i++)
        if (asm_word_is(word, length, directives[i].name))
            return run(as, c, word, directives[i].action, directives[i].value) ? 1 : -1;
    done = asm_macro_directive(as, c, word, length);
    if (!done)
        done = asm_line_directive(as, c, word, length);
    if (!done)
        done = as->isa->directive(as, c, word, length);
    return done;
}
