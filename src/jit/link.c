/* link.c: see link.h.
 *
 * Sections that take part in execution are laid one after the other; relocations between them
 * are resolved here, so that only absolute addresses of what is outside are left to whoever
 * places the image. Those live in a table behind the sections (what the code addresses through
 * a global offset table) with, behind it, a jump for each function that is called directly.
 *
 * The formats are those of the ELF specification and of the psABI of the host; other hosts
 * than x86-64 need their relocations here before the JIT works there, and say so. */
#include "jit/link.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/direct/direct.h"

enum {
    JUMP_BYTES = 16, /* jmp *slot(%rip), padded */
    SLOT_BYTES = 8,
    MAX_CODE_BYTES = 1 << 30,
};

struct linker {
    /* The object being added */
    const uint8_t *object;
    size_t size;
    const Elf64_Shdr *sections;
    unsigned section_count;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *names;
    size_t name_bytes;
    uint64_t *place;       /* [section_count] in the code; UINT64_MAX: not taken over */
    uint32_t *slot, *jump; /* [symbol_count] in the code, 0: none */

    /* The image so far */
    uint64_t code_bytes;
    uint8_t *code;
    struct jit_fixup *fixups;
    uint32_t fixup_count, fixup_capacity;
    char *out_names;
    uint32_t out_name_bytes;
    char *message;
    size_t message_size;
};

static bool fail(struct linker *l, const char *what, unsigned number)
{
    snprintf(l->message, l->message_size, "generated code cannot be linked: %s %u", what, number);
    return false;
}

static bool is_inside(const struct linker *l, uint64_t offset, uint64_t bytes)
{
    return offset <= l->size && bytes <= l->size - offset;
}

static bool open_object(struct linker *l)
{
    l->symbols = NULL;
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)(const void *)l->object;
    if (l->size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_type != ET_REL)
        return fail(l, "not a relocatable object of ELF class", ELFCLASS64);
    if (h->e_machine != EM_X86_64)
        return fail(l, "no relocations are known for ELF machine", h->e_machine);
    if (!is_inside(l, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr)))
        return fail(l, "bad section table, entries", h->e_shnum);
    l->sections = (const Elf64_Shdr *)(const void *)(l->object + h->e_shoff);
    l->section_count = h->e_shnum;
    for (unsigned i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_NOBITS && !is_inside(l, s->sh_offset, s->sh_size))
            return fail(l, "bad section", i);
        if (s->sh_type != SHT_SYMTAB)
            continue;
        if (s->sh_link >= l->section_count)
            return fail(l, "bad symbol table", i);
        l->symbols = (const Elf64_Sym *)(const void *)(l->object + s->sh_offset);
        l->symbol_count = s->sh_size / sizeof(Elf64_Sym);
        l->names = (const char *)l->object + l->sections[s->sh_link].sh_offset;
        l->name_bytes = l->sections[s->sh_link].sh_size;
    }
    return l->symbols ? true : fail(l, "symbol tables:", 0);
}

/* Unwind tables are not needed: nothing unwinds through compiled code. */
static bool is_taken(const struct linker *l, unsigned i)
{
    const Elf64_Shdr *s = &l->sections[i];
    return (s->sh_flags & SHF_ALLOC) && s->sh_type == SHT_PROGBITS && s->sh_size > 0;
}

static bool place_sections(struct linker *l)
{
    /* Offset 0 of the code is never a slot. */
    l->code_bytes = (l->code_bytes + 63) & ~UINT64_C(63);
    for (unsigned i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        l->place[i] = UINT64_MAX;
        if (!is_taken(l, i)) {
            if ((s->sh_flags & SHF_ALLOC) && s->sh_type == SHT_NOBITS && s->sh_size > 0)
                return fail(l, "variables in section", i);
            continue;
        }
        uint64_t align = s->sh_addralign ? s->sh_addralign : 1;
        l->code_bytes = (l->code_bytes + align - 1) & ~(align - 1);
        l->place[i] = l->code_bytes;
        l->code_bytes += s->sh_size;
    }
    l->code_bytes = (l->code_bytes + 63) & ~UINT64_C(63);
    return l->code_bytes < MAX_CODE_BYTES ? true : fail(l, "code of bytes:", UINT32_MAX);
}

static const char *symbol_name(const struct linker *l, size_t symbol)
{
    uint32_t at = l->symbols[symbol].st_name;
    return at < l->name_bytes ? l->names + at : "";
}

static bool is_outside(const struct linker *l, size_t symbol)
{
    return l->symbols[symbol].st_shndx == SHN_UNDEF;
}

/* Where a symbol of the object is in the code. */
static bool symbol_place(struct linker *l, size_t symbol, uint64_t *out)
{
    unsigned section = l->symbols[symbol].st_shndx;
    if (section >= l->section_count || l->place[section] == UINT64_MAX)
        return fail(l, "reference to section", section);
    *out = l->place[section] + l->symbols[symbol].st_value;
    return true;
}

enum need { NEED_NOTHING, NEED_SLOT, NEED_JUMP };

static enum need need_of(const struct linker *l, uint32_t type, size_t symbol)
{
    switch (type) {
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        return NEED_SLOT;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        return is_outside(l, symbol) ? NEED_JUMP : NEED_NOTHING;
    default:
        return NEED_NOTHING;
    }
}

/* Calls each(l, relocation, place of the section it is in) for all that matter. */
static bool each_relocation(struct linker *l,
                            bool (*each)(struct linker *, const Elf64_Rela *, uint64_t place))
{
    for (unsigned i = 0; i < l->section_count; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_RELA || s->sh_info >= l->section_count ||
            l->place[s->sh_info] == UINT64_MAX)
            continue;
        const Elf64_Rela *r = (const Elf64_Rela *)(const void *)(l->object + s->sh_offset);
        for (size_t k = 0; k < s->sh_size / sizeof *r; k++) {
            if (ELF64_R_SYM(r[k].r_info) >= l->symbol_count)
                return fail(l, "bad symbol in section", i);
            if (r[k].r_offset + 8 > l->sections[s->sh_info].sh_size &&
                r[k].r_offset + 4 > l->sections[s->sh_info].sh_size)
                return fail(l, "bad relocation in section", i);
            if (!each(l, &r[k], l->place[s->sh_info]))
                return false;
        }
    }
    return true;
}

static bool reserve(struct linker *l, const Elf64_Rela *r, uint64_t place)
{
    (void)place;
    size_t symbol = ELF64_R_SYM(r->r_info);
    enum need need = need_of(l, ELF64_R_TYPE(r->r_info), symbol);
    if (need != NEED_NOTHING && !l->slot[symbol]) {
        l->slot[symbol] = (uint32_t)l->code_bytes;
        l->code_bytes += SLOT_BYTES;
    }
    l->fixup_capacity++;
    return true;
}

/* Jumps come behind all slots, so that both stay aligned. */
static bool reserve_jump(struct linker *l, const Elf64_Rela *r, uint64_t place)
{
    (void)place;
    size_t symbol = ELF64_R_SYM(r->r_info);
    if (need_of(l, ELF64_R_TYPE(r->r_info), symbol) == NEED_JUMP && !l->jump[symbol]) {
        l->jump[symbol] = (uint32_t)l->code_bytes;
        l->code_bytes += JUMP_BYTES;
    }
    return true;
}

static uint32_t add_name(struct linker *l, const char *name)
{
    for (uint32_t at = 0; at < l->out_name_bytes; at += (uint32_t)strlen(l->out_names + at) + 1)
        if (!strcmp(l->out_names + at, name))
            return at;
    uint32_t at = l->out_name_bytes;
    size_t bytes = strlen(name) + 1;
    memcpy(l->out_names + at, name, bytes); /* grow() made room for the object's names */
    l->out_name_bytes += (uint32_t)bytes;
    return at;
}

/* The 64 bits at `at` are to be the symbol's address plus `addend`. */
static bool add_fixup(struct linker *l, uint64_t at, size_t symbol, int64_t addend)
{
    struct jit_fixup f = {.offset = (uint32_t)at, .symbol = JIT_SELF, .addend = addend};
    if (is_outside(l, symbol)) {
        f.symbol = add_name(l, symbol_name(l, symbol));
    } else {
        uint64_t target;
        if (!symbol_place(l, symbol, &target))
            return false;
        f.addend += (int64_t)target;
    }
    l->fixups[l->fixup_count++] = f;
    return true;
}

static void put32(uint8_t *at, uint64_t value)
{
    uint32_t v = (uint32_t)value;
    memcpy(at, &v, sizeof v);
}

static bool relocate(struct linker *l, const Elf64_Rela *r, uint64_t place)
{
    size_t symbol = ELF64_R_SYM(r->r_info);
    uint32_t type = ELF64_R_TYPE(r->r_info);
    uint64_t at = place + r->r_offset, target;
    switch (type) {
    case R_X86_64_64:
        return add_fixup(l, at, symbol, r->r_addend);
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        if (is_outside(l, symbol))
            target = l->jump[symbol];
        else if (!symbol_place(l, symbol, &target))
            return false;
        put32(l->code + at, target + (uint64_t)r->r_addend - at);
        return true;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        put32(l->code + at, l->slot[symbol] + (uint64_t)r->r_addend - at);
        return true;
    case R_X86_64_PC64:
        if (is_outside(l, symbol) || !symbol_place(l, symbol, &target))
            return fail(l, "relocation of type", type);
        target += (uint64_t)r->r_addend - at;
        memcpy(l->code + at, &target, sizeof target);
        return true;
    default:
        return fail(l, "relocation of type", type);
    }
}

static bool fill_slots(struct linker *l)
{
    for (size_t i = 0; i < l->symbol_count; i++) {
        if (l->slot[i] && !add_fixup(l, l->slot[i], i, 0))
            return false;
        if (!l->jump[i])
            continue;
        uint8_t *j = l->code + l->jump[i];
        j[0] = 0xff; /* jmp *disp32(%rip) */
        j[1] = 0x25;
        put32(j + 2, (uint64_t)l->slot[i] - (l->jump[i] + 6));
    }
    return true;
}

/* Room for the code, fixups and names that the object may add. */
static bool grow(struct linker *l, uint64_t old_bytes)
{
    uint8_t *code = realloc(l->code, l->code_bytes);
    if (code)
        l->code = code;
    size_t fixups = l->fixup_count + l->fixup_capacity + l->symbol_count + 1;
    struct jit_fixup *f = realloc(l->fixups, fixups * sizeof *f);
    if (f)
        l->fixups = f;
    char *names = realloc(l->out_names, l->out_name_bytes + l->name_bytes + 1);
    if (names)
        l->out_names = names;
    if (!code || !f || !names)
        return fail(l, "out of memory for bytes:", (unsigned)l->code_bytes);
    memset(l->code + old_bytes, 0, l->code_bytes - old_bytes);
    return true;
}

static bool add_sections(struct linker *l)
{
    uint64_t old_bytes = l->code_bytes;
    l->fixup_capacity = 0;
    if (!open_object(l))
        return false;
    l->place = calloc(l->section_count + 1, sizeof *l->place);
    l->slot = calloc(l->symbol_count + 1, sizeof *l->slot);
    l->jump = calloc(l->symbol_count + 1, sizeof *l->jump);
    if (!l->place || !l->slot || !l->jump)
        return fail(l, "out of memory for sections:", l->section_count);
    if (!place_sections(l) || !each_relocation(l, reserve))
        return false;
    l->code_bytes = (l->code_bytes + JUMP_BYTES - 1) & ~(uint64_t)(JUMP_BYTES - 1);
    if (!each_relocation(l, reserve_jump) || !grow(l, old_bytes))
        return false;
    for (unsigned i = 0; i < l->section_count; i++)
        if (l->place[i] != UINT64_MAX)
            memcpy(l->code + l->place[i], l->object + l->sections[i].sh_offset,
                   l->sections[i].sh_size);
    return each_relocation(l, relocate) && fill_slots(l);
}

static bool find_function(struct linker *l, const char *name, uint32_t *entry)
{
    for (size_t i = 0; i < l->symbol_count; i++) {
        uint64_t at;
        if (is_outside(l, i) || strcmp(symbol_name(l, i), name) != 0)
            continue;
        if (!symbol_place(l, i, &at))
            return false;
        *entry = (uint32_t)at;
        return true;
    }
    return fail(l, "the function is missing; symbols:", (unsigned)l->symbol_count);
}

struct linker *linker_create(char *message, size_t message_size)
{
    struct linker *l = calloc(1, sizeof *l);
    if (l) {
        l->message = message;
        l->message_size = message_size;
    }
    return l;
}

void linker_destroy(struct linker *l)
{
    if (!l)
        return;
    free(l->code);
    free(l->fixups);
    free(l->out_names);
    free(l);
}

bool linker_add(struct linker *l, const void *object, size_t size, const char *function,
                uint32_t *entry)
{
    l->object = object;
    l->size = size;
    bool ok = add_sections(l) && find_function(l, function, entry);
    free(l->place);
    free(l->slot);
    free(l->jump);
    l->place = NULL;
    l->slot = l->jump = NULL;
    return ok;
}

bool linker_add_code(struct linker *l, const struct direct_code *c, uint32_t *entry)
{
    uint64_t old_bytes = l->code_bytes, at = (old_bytes + 63) & ~UINT64_C(63);
    l->code_bytes = at + c->count;
    if (l->code_bytes >= MAX_CODE_BYTES)
        return fail(l, "code of bytes:", UINT32_MAX);
    l->fixup_capacity = c->fixup_count;
    l->symbol_count = 0;
    l->name_bytes = 0;
    for (uint32_t i = 0; i < c->fixup_count; i++)
        l->name_bytes += strlen(c->fixups[i].name) + 1;
    if (!grow(l, old_bytes))
        return false;
    memcpy(l->code + at, c->bytes, c->count);
    for (uint32_t i = 0; i < c->fixup_count; i++)
        l->fixups[l->fixup_count++] = (struct jit_fixup){.offset = (uint32_t)at + c->fixups[i].at,
                                                         .symbol = add_name(l, c->fixups[i].name),
                                                         .addend = c->fixups[i].addend};
    *entry = (uint32_t)at + c->entry;
    return true;
}

static uint32_t part(uint64_t *at, uint64_t bytes)
{
    uint64_t start = (*at + 15) & ~UINT64_C(15);
    *at = start + bytes;
    return (uint32_t)start;
}

struct jit_image *linker_finish(struct linker *l, const struct jit_block *blocks, uint32_t count,
                                const struct preload *preloads, uint32_t preload_count)
{
    struct jit_image h = {.fixup_count = l->fixup_count,
                          .block_count = count,
                          .preload_count = preload_count,
                          .name_bytes = l->out_name_bytes,
                          .code_bytes = (uint32_t)l->code_bytes};
    uint64_t at = sizeof h;
    h.fixups = part(&at, l->fixup_count * sizeof *l->fixups);
    h.blocks = part(&at, count * sizeof *blocks);
    h.preloads = part(&at, preload_count * sizeof *preloads);
    h.names = part(&at, l->out_name_bytes);
    h.code = part(&at, l->code_bytes);
    h.size_bytes = at;
    struct jit_image *image = calloc(1, at);
    if (!image) {
        fail(l, "out of memory for bytes:", (unsigned)l->code_bytes);
        return NULL;
    }
    uint8_t *base = (uint8_t *)image;
    memcpy(base, &h, sizeof h);
    if (l->fixup_count)
        memcpy(base + h.fixups, l->fixups, l->fixup_count * sizeof *l->fixups);
    memcpy(base + h.blocks, blocks, count * sizeof *blocks);
    if (preload_count)
        memcpy(base + h.preloads, preloads, preload_count * sizeof *preloads);
    if (l->out_name_bytes)
        memcpy(base + h.names, l->out_names, l->out_name_bytes);
    memcpy(base + h.code, l->code, l->code_bytes);
    return image;
}
