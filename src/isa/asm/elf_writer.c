/* elf_writer.c: bytes, headers and symbols of ELF files. */
#include "isa/asm/elf_writer.h"

#include <stdlib.h>
#include <string.h>

static bool grow(struct elf_bytes *b, size_t n)
{
    if (b->failed)
        return false;
    if (b->room - b->size >= n)
        return true;
    size_t room = b->room ? b->room : 4096;
    while (room - b->size < n) {
        if (room > SIZE_MAX / 4) {
            b->failed = true;
            return false;
        }
        room *= 2;
    }
    uint8_t *data = realloc(b->data, room);
    if (!data) {
        b->failed = true;
        return false;
    }
    b->data = data;
    b->room = room;
    return true;
}

void elf_put(struct elf_bytes *b, const void *bytes, size_t n)
{
    if (!n || !grow(b, n))
        return;
    memcpy(b->data + b->size, bytes, n);
    b->size += n;
}

void elf_put_int(struct elf_bytes *b, uint64_t v, unsigned size)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(v >> 8 * i);
    elf_put(b, bytes, size);
}

void elf_pad(struct elf_bytes *b, uint64_t align)
{
    size_t n = (size_t)(-b->size & (align - 1));
    if (!n || !grow(b, n))
        return;
    memset(b->data + b->size, 0, n);
    b->size += n;
}

void elf_free(struct elf_bytes *b)
{
    free(b->data);
    *b = (struct elf_bytes){.data = NULL};
}

uint32_t elf_put_string(struct elf_bytes *b, const char *s, size_t n)
{
    if (!b->size)
        elf_put(b, "", 1);
    if (!n)
        return 0;
    uint32_t at = (uint32_t)b->size;
    elf_put(b, s, n);
    elf_put(b, "", 1);
    return at;
}

void elf_put_header(struct assembler *as, struct elf_bytes *b, unsigned type, unsigned segments,
                    uint64_t section_headers, unsigned section_count, unsigned name_section)
{
    uint32_t flags = 0;
    uint8_t osabi = 0, abi_version = 0;
    as->isa->elf_header(as, &flags, &osabi, &abi_version);
    bool is32 = as->isa->is_elf32;
    unsigned word = elf_word(as), size = is32 ? ELF32_EHDR_SIZE : ELF_EHDR_SIZE;
    const uint8_t ident[16] = {0x7f, 'E', 'L', 'F', is32 ? 1 : 2, 1, 1, osabi, abi_version};
    elf_put(b, ident, sizeof ident);
    elf_put_int(b, type, 2);
    elf_put_int(b, as->isa->elf_machine, 2);
    elf_put_int(b, 1, 4);
    elf_put_int(b, 0, word); /* entry */
    elf_put_int(b, segments ? size : 0, word);
    elf_put_int(b, section_headers, word);
    elf_put_int(b, flags, 4);
    elf_put_int(b, size, 2);
    elf_put_int(b, !segments ? 0 : is32 ? ELF32_PHDR_SIZE : ELF_PHDR_SIZE, 2);
    elf_put_int(b, segments, 2);
    elf_put_int(b, is32 ? ELF32_SHDR_SIZE : ELF_SHDR_SIZE, 2);
    elf_put_int(b, section_count, 2);
    elf_put_int(b, name_section, 2);
}

static void set_word(struct assembler *as, struct elf_bytes *b, size_t at, uint64_t value)
{
    for (unsigned i = 0; i < elf_word(as) && !b->failed; i++)
        b->data[at + i] = (uint8_t)(value >> 8 * i);
}

void elf_set_entry(struct assembler *as, struct elf_bytes *b, uint64_t entry)
{
    set_word(as, b, 24, entry);
}

void elf_set_section_headers(struct assembler *as, struct elf_bytes *b, uint64_t at)
{
    set_word(as, b, 24 + 2 * elf_word(as), at);
}

void elf_put_section_header(struct assembler *as, struct elf_bytes *b,
                            const struct elf_section_header *h)
{
    unsigned word = elf_word(as);
    elf_put_int(b, h->name, 4);
    elf_put_int(b, h->type, 4);
    elf_put_int(b, h->flags, word);
    elf_put_int(b, h->address, word);
    elf_put_int(b, h->offset, word);
    elf_put_int(b, h->size, word);
    elf_put_int(b, h->link, 4);
    elf_put_int(b, h->info, 4);
    elf_put_int(b, h->align, word);
    elf_put_int(b, h->entry_size, word);
}

void elf_put_symbol(struct assembler *as, struct elf_bytes *b, uint32_t name, unsigned binding,
                    unsigned type, unsigned visibility, unsigned section, uint64_t value,
                    uint64_t size)
{
    elf_put_int(b, name, 4);
    if (as->isa->is_elf32) {
        elf_put_int(b, value, 4);
        elf_put_int(b, size, 4);
    }
    elf_put_int(b, binding << 4 | type, 1);
    elf_put_int(b, visibility, 1);
    elf_put_int(b, section, 2);
    if (!as->isa->is_elf32) {
        elf_put_int(b, value, 8);
        elf_put_int(b, size, 8);
    }
}

void elf_put_rela(struct assembler *as, struct elf_bytes *b, uint64_t offset, uint32_t symbol,
                  uint32_t type, int64_t addend)
{
    unsigned word = elf_word(as);
    elf_put_int(b, offset, word);
    elf_put_int(b, as->isa->is_elf32 ? symbol << 8 | type : (uint64_t)symbol << 32 | type, word);
    elf_put_int(b, (uint64_t)addend, word);
}

bool elf_is_listed(const struct asm_symbol *s)
{
    if (s->type == ELF_STT_SECTION)
        return false;
    if (s->length >= 2 && s->name[0] == '.' && s->name[1] == 'L' && !s->is_bound && !s->is_named)
        return false;
    return s->kind != ASM_SYMBOL_UNDEFINED || s->is_used || (s->is_bound && s->binding == ASM_WEAK);
}

unsigned elf_binding(const struct asm_symbol *s)
{
    if (s->binding == ASM_LOCAL && s->kind == ASM_SYMBOL_UNDEFINED)
        return ASM_GLOBAL;
    return s->binding;
}

uint64_t elf_symbol_size(const struct asm_symbol *s)
{
    return s->has_size ? (uint64_t)s->size.number : 0;
}

void elf_finish(struct assembler *as, struct elf_bytes *b)
{
    if (b->failed) {
        elf_free(b);
        asm_out_of_memory(as);
        return;
    }
    as->result->output = b->data;
    as->result->output_size = b->size;
}
