/* elf_executable.c: an executable for fixed addresses: what a linker would make of the relocatable
 * file when nothing else is linked. Code first, from the instruction set's image base, then
 * constants, data and zeros, each from a page of its own. */
#include <string.h>

#include "isa/asm/elf_writer.h"

enum { PAGE = 0x1000, PLACES = 5 };

/* Where a section goes; the order of the file. */
enum place { PLACE_CODE, PLACE_CONSTANTS, PLACE_DATA, PLACE_ZEROS, PLACE_UNLOADED };

static unsigned place_of(const struct asm_section *s)
{
    if (!(s->flags & ELF_SHF_ALLOC))
        return PLACE_UNLOADED;
    if (s->flags & ELF_SHF_EXECINSTR)
        return PLACE_CODE;
    if (!(s->flags & ELF_SHF_WRITE))
        return PLACE_CONSTANTS;
    return s->type == ELF_SHT_NOBITS ? PLACE_ZEROS : PLACE_DATA;
}

static bool is_kept(const struct asm_section *s)
{
    return strcmp(s->name, ".note.GNU-stack") != 0 && (s->size || strcmp(s->name, ".text") == 0);
}

static uint64_t align_to(uint64_t v, uint64_t align) { return (v + align - 1) & ~(align - 1); }

struct segment {
    uint64_t offset, address, file_size, memory_size;
    uint32_t flags;
};

/* Addresses and file offsets; returns how many segments there are. */
static unsigned lay_out(struct assembler *as, struct segment segments[PLACES], unsigned *sections)
{
    static const uint32_t flags[PLACES] = {ELF_PF_R | ELF_PF_X, ELF_PF_R, ELF_PF_R | ELF_PF_W,
                                           ELF_PF_R | ELF_PF_W, 0};
    uint64_t address = as->isa->image_base, offset = PAGE;
    unsigned count = 0;
    *sections = 1;
    for (unsigned place = 0; place < PLACES; place++) {
        struct segment *g = NULL;
        for (struct asm_section *s = as->sections; s; s = s->next) {
            if (place_of(s) != place)
                continue;
            s->elf_index = 0;
            if (!is_kept(s)) { /* symbols in it still have an address */
                s->address = address;
                continue;
            }
            s->elf_index = (*sections)++;
            if (place == PLACE_UNLOADED) {
                offset = align_to(offset, s->align);
                s->file_offset = offset;
                s->address = 0;
                offset += s->size;
                continue;
            }
            if (!g) {
                /* zeros continue the data's segment in memory */
                bool joins = place == PLACE_ZEROS && count && segments[count - 1].flags & ELF_PF_W;
                if (!joins) {
                    uint64_t page = s->align > PAGE ? s->align : PAGE;
                    address = count ? align_to(address, page) : address;
                    offset = align_to(offset, PAGE);
                    segments[count++] = (struct segment){offset, address, 0, 0, flags[place]};
                }
                g = &segments[count - 1];
            }
            address = align_to(address, s->align);
            s->address = address;
            s->file_offset = g->offset + (address - g->address);
            address += s->size;
            g->memory_size = address - g->address;
            if (place != PLACE_ZEROS) {
                g->file_size = g->memory_size;
                offset = g->offset + g->file_size;
            }
        }
    }
    return count;
}

static uint64_t symbol_address(const struct asm_symbol *s)
{
    return s->kind == ASM_SYMBOL_LABEL    ? s->section->address + (uint64_t)s->number
           : s->kind == ASM_SYMBOL_NUMBER ? (uint64_t)s->number
                                          : 0;
}

static void apply_relocations(struct assembler *as, struct asm_cursor *c)
{
    for (size_t i = 0; i < as->relocation_count && !as->is_stopped; i++) {
        const struct asm_relocation *r = &as->relocations[i];
        uint64_t target = r->symbol ? symbol_address(r->symbol) : r->symbol_section->address;
        int64_t value = (int64_t)(target + (uint64_t)r->addend);
        uint8_t *at = r->section->data + r->offset;
        const char *problem = NULL;
        if (r->is_relative)
            value -= (int64_t)(r->section->address + r->offset);
        if (r->kind >= ASM_FIXUP_ISA)
            problem = as->isa->apply(r->kind, at, as->isa->adjust(r->kind, r->variant, value));
        else if (r->size < 8 &&
                 (value >= INT64_C(1) << 8 * r->size || value < -(INT64_C(1) << (8 * r->size - 1))))
            problem = "the address does not fit here";
        else
            for (unsigned k = 0; k < r->size; k++)
                at[k] = (uint8_t)((uint64_t)value >> 8 * k);
        if (problem) {
            asm_fail(c, r->at, "%s", problem);
            asm_report(as, c, SHOAL_ASM_ERROR);
        }
    }
}

static void pad_to(struct elf_bytes *b, uint64_t offset)
{
    static const uint8_t zeros[64];
    while (b->size < offset && !b->failed)
        elf_put(b, zeros, offset - b->size < sizeof zeros ? offset - b->size : sizeof zeros);
}

static void put_symbols(struct assembler *as, struct elf_bytes *symbols, struct elf_bytes *strings,
                        uint32_t *locals)
{
    elf_put_symbol(as, symbols, 0, 0, 0, 0, 0, 0, 0);
    *locals = 1;
    for (unsigned global = 0; global < 2; global++)
        for (struct asm_symbol *s = as->symbols; s; s = s->next_made) {
            bool is_bare = s->kind == ASM_SYMBOL_LABEL && !s->section->elf_index;
            if (!elf_is_listed(s) || (elf_binding(s) != ASM_LOCAL) != (global != 0))
                continue;
            unsigned section = s->kind != ASM_SYMBOL_LABEL ? (unsigned)ELF_SHN_UNDEF
                               : is_bare                   ? (unsigned)ELF_SHN_ABS
                                                           : s->section->elf_index;
            if (s->kind == ASM_SYMBOL_NUMBER)
                section = ELF_SHN_ABS;
            elf_put_symbol(as, symbols, elf_put_string(strings, s->name, s->length), elf_binding(s),
                           s->type, s->visibility, section, symbol_address(s), elf_symbol_size(s));
            *locals += !global;
        }
    elf_put_string(strings, "", 0);
}

static void put_contents(struct assembler *as, struct elf_bytes *file, struct elf_bytes *headers,
                         struct elf_bytes *strings)
{
    elf_put_section_header(as, headers, &(struct elf_section_header){0});
    for (unsigned place = 0; place < PLACES; place++)
        for (struct asm_section *s = as->sections; s; s = s->next) {
            if (place_of(s) != place || !is_kept(s))
                continue;
            struct elf_section_header h = {.name =
                                               elf_put_string(strings, s->name, strlen(s->name)),
                                           .type = s->type,
                                           .flags = s->flags,
                                           .address = s->address,
                                           .offset = s->file_offset,
                                           .size = s->size,
                                           .align = s->align,
                                           .entry_size = s->entry_size};
            elf_put_section_header(as, headers, &h);
            if (s->type == ELF_SHT_NOBITS)
                continue;
            pad_to(file, s->file_offset);
            elf_put(file, s->data, s->size);
        }
}

static void write_file(struct assembler *as, const struct segment *segments, unsigned count,
                       unsigned sections)
{
    struct elf_bytes file = {.data = NULL}, headers = {.data = NULL};
    struct elf_bytes symbols = {.data = NULL}, strings = {.data = NULL};
    uint32_t locals;
    elf_put_header(as, &file, ELF_ET_EXEC, count, 0, sections + 2, sections + 1);
    for (unsigned i = 0; i < count; i++) { /* the order of members is that of ELF32 */
        const struct segment *g = &segments[i];
        elf_put_int(&file, ELF_PT_LOAD, 4);
        elf_put_int(&file, g->offset, 4);
        elf_put_int(&file, g->address, 4);
        elf_put_int(&file, g->address, 4);
        elf_put_int(&file, g->file_size, 4);
        elf_put_int(&file, g->memory_size, 4);
        elf_put_int(&file, g->flags, 4);
        elf_put_int(&file, PAGE, 4);
    }
    put_symbols(as, &symbols, &strings, &locals);
    put_contents(as, &file, &headers, &strings);
    elf_pad(&file, 4);
    struct elf_section_header h = {.name = elf_put_string(&strings, ".symtab", 7),
                                   .type = ELF_SHT_SYMTAB,
                                   .offset = file.size,
                                   .size = symbols.size,
                                   .link = sections + 1,
                                   .info = locals,
                                   .align = 4,
                                   .entry_size = elf_symbol_bytes(as)};
    elf_put_section_header(as, &headers, &h);
    elf_put(&file, symbols.data, symbols.size);
    h = (struct elf_section_header){.name = elf_put_string(&strings, ".strtab", 7),
                                    .type = ELF_SHT_STRTAB,
                                    .offset = file.size,
                                    .align = 1};
    h.size = strings.size;
    elf_put_section_header(as, &headers, &h);
    elf_put(&file, strings.data, strings.size);
    elf_pad(&file, 4);
    uint64_t at = file.size;
    elf_put(&file, headers.data, headers.size);
    file.failed = file.failed || symbols.failed || strings.failed || headers.failed;
    const struct asm_symbol *entry = asm_symbol_find(as, as->isa->entry, strlen(as->isa->entry));
    bool has_entry = entry && entry->kind == ASM_SYMBOL_LABEL;
    elf_set_entry(as, &file, has_entry ? symbol_address(entry) : as->isa->image_base);
    elf_set_section_headers(as, &file, at);
    elf_free(&symbols);
    elf_free(&strings);
    elf_free(&headers);
    elf_finish(as, &file);
}

bool asm_write_executable(struct assembler *as, struct asm_cursor *c)
{
    struct segment segments[PLACES];
    unsigned sections, count = lay_out(as, segments, &sections);
    apply_relocations(as, c);
    if (as->result->error_count || as->is_stopped)
        return false;
    write_file(as, segments, count, sections);
    return !as->is_stopped;
}
