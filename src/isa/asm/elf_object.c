/* elf_object.c: a relocatable ELF file, for a linker. */
#include <string.h>

#include "isa/asm/elf_writer.h"

/* Section indices: one per section, one per section with relocations, symtab, strtab. */
static unsigned number_sections(struct assembler *as)
{
    unsigned n = 1;
    for (struct asm_section *s = as->sections; s; s = s->next) {
        s->elf_index = n++;
        n += s->relocation_count != 0;
    }
    return n;
}

static unsigned symbol_section(const struct asm_symbol *s)
{
    return s->kind == ASM_SYMBOL_LABEL    ? s->section->elf_index
           : s->kind == ASM_SYMBOL_NUMBER ? (unsigned)ELF_SHN_ABS
                                          : (unsigned)ELF_SHN_UNDEF;
}

/* Local symbols, section symbols, then the others; returns the number of local ones. */
static uint32_t put_symbols(struct assembler *as, struct elf_bytes *symbols,
                            struct elf_bytes *strings)
{
    uint32_t n = 1, local = 1;
    elf_put_symbol(as, symbols, 0, 0, 0, 0, 0, 0, 0);
    for (int global = 0; global < 2; global++) {
        for (struct asm_section *s = as->sections; s && !global; s = s->next) {
            s->symbol_index = n++;
            elf_put_symbol(as, symbols, 0, ASM_LOCAL, ELF_STT_SECTION, 0, s->elf_index, 0, 0);
        }
        for (struct asm_symbol *s = as->symbols; s; s = s->next_made) {
            if ((elf_binding(s) != ASM_LOCAL) != global || !elf_is_listed(s))
                continue;
            s->elf_index = n++;
            elf_put_symbol(as, symbols, elf_put_string(strings, s->name, s->length), elf_binding(s),
                           s->type, s->visibility, symbol_section(s), (uint64_t)s->number,
                           elf_symbol_size(s));
        }
        if (!global)
            local = n;
    }
    return local;
}

static void put_relocations(struct assembler *as, struct elf_bytes *b, struct asm_section *s)
{
    for (size_t i = 0; i < as->relocation_count; i++) {
        const struct asm_relocation *r = &as->relocations[i];
        if (r->section != s)
            continue;
        int type = as->isa->relocation(r->kind, r->size, r->variant, r->is_relative);
        elf_put_rela(as, b, r->offset,
                     r->symbol ? r->symbol->elf_index : r->symbol_section->symbol_index,
                     (uint32_t)type, r->addend);
    }
}

bool asm_write_object(struct assembler *as)
{
    struct elf_bytes file = {.data = NULL}, symbols = {.data = NULL}, strings = {.data = NULL};
    struct elf_bytes headers = {.data = NULL};
    for (size_t i = 0; i < as->relocation_count; i++)
        as->relocations[i].section->relocation_count++;
    unsigned symtab = number_sections(as);
    uint32_t locals = put_symbols(as, &symbols, &strings);
    elf_put_header(as, &file, ELF_ET_REL, 0, 0, symtab + 2, symtab + 1);
    elf_put_section_header(as, &headers, &(struct elf_section_header){0});
    for (struct asm_section *s = as->sections; s; s = s->next) {
        elf_pad(&file, s->align);
        struct elf_section_header h = {.name = elf_put_string(&strings, s->name, strlen(s->name)),
                                       .type = s->type,
                                       .flags = s->flags,
                                       .offset = file.size,
                                       .size = s->size,
                                       .align = s->align,
                                       .entry_size = s->entry_size};
        elf_put_section_header(as, &headers, &h);
        if (s->type != ELF_SHT_NOBITS)
            elf_put(&file, s->data, s->size);
        if (!s->relocation_count)
            continue;
        elf_pad(&file, 8);
        char name[512] = ".rela";
        size_t n = strlen(s->name);
        n = n > sizeof name - 6 ? sizeof name - 6 : n;
        memcpy(name + 5, s->name, n);
        h = (struct elf_section_header){.name = elf_put_string(&strings, name, n + 5),
                                        .type = ELF_SHT_RELA,
                                        .flags = ELF_SHF_INFO_LINK,
                                        .offset = file.size,
                                        .size = (uint64_t)s->relocation_count * elf_rela_bytes(as),
                                        .link = symtab,
                                        .info = s->elf_index,
                                        .align = elf_word(as),
                                        .entry_size = elf_rela_bytes(as)};
        elf_put_section_header(as, &headers, &h);
        put_relocations(as, &file, s);
    }
    elf_pad(&file, 8);
    uint32_t symtab_name = elf_put_string(&strings, ".symtab", 7);
    uint32_t strtab_name = elf_put_string(&strings, ".strtab", 7);
    struct elf_section_header h = {.name = symtab_name,
                                   .type = ELF_SHT_SYMTAB,
                                   .offset = file.size,
                                   .size = symbols.size,
                                   .link = symtab + 1,
                                   .info = locals,
                                   .align = elf_word(as),
                                   .entry_size = elf_symbol_bytes(as)};
    elf_put_section_header(as, &headers, &h);
    elf_put(&file, symbols.data, symbols.size);
    h = (struct elf_section_header){.name = strtab_name,
                                    .type = ELF_SHT_STRTAB,
                                    .offset = file.size,
                                    .size = strings.size,
                                    .align = 1};
    elf_put_section_header(as, &headers, &h);
    elf_put(&file, strings.data, strings.size);
    elf_pad(&file, 8);
    uint64_t at = file.size;
    elf_put(&file, headers.data, headers.size);
    file.failed = file.failed || symbols.failed || strings.failed || headers.failed;
    elf_set_section_headers(as, &file, at);
    elf_free(&symbols);
    elf_free(&strings);
    elf_free(&headers);
    elf_finish(as, &file);
    return !as->is_stopped;
}
