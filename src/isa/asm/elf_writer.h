/* elf_writer.h: what the two ELF writers share: growing bytes, string tables, headers, the
 * order of symbols. */
#ifndef SHOAL_ISA_ASM_ELF_WRITER_H
#define SHOAL_ISA_ASM_ELF_WRITER_H

#include "isa/asm/assembler.h"

/* Growing bytes; after a failed allocation nothing more is added and `failed` is set. */
struct elf_bytes {
    uint8_t *data;
    size_t size, room;
    bool failed;
};

void elf_put(struct elf_bytes *b, const void *bytes, size_t n);
void elf_put_int(struct elf_bytes *b, uint64_t v, unsigned size);
void elf_pad(struct elf_bytes *b, uint64_t align);
void elf_free(struct elf_bytes *b);
/* Adds the string with its final zero and returns its offset. */
uint32_t elf_put_string(struct elf_bytes *b, const char *s, size_t n);

/* Addresses, offsets and sizes are of 4 bytes in ELF32, of 8 in ELF64; so are the sizes of tables.
 */
static inline unsigned elf_word(const struct assembler *as) { return as->isa->is_elf32 ? 4 : 8; }
static inline unsigned elf_symbol_bytes(const struct assembler *as)
{
    return as->isa->is_elf32 ? ELF32_SYM_SIZE : ELF_SYM_SIZE;
}
static inline unsigned elf_rela_bytes(const struct assembler *as)
{
    return as->isa->is_elf32 ? ELF32_RELA_SIZE : ELF_RELA_SIZE;
}
void elf_put_rela(struct assembler *as, struct elf_bytes *b, uint64_t offset, uint32_t symbol,
                  uint32_t type, int64_t addend);
/* Sets e_entry and e_shoff of a file whose header was written. */
void elf_set_entry(struct assembler *as, struct elf_bytes *b, uint64_t entry);
void elf_set_section_headers(struct assembler *as, struct elf_bytes *b, uint64_t at);

void elf_put_header(struct assembler *as, struct elf_bytes *b, unsigned type, unsigned segments,
                    uint64_t section_headers, unsigned section_count, unsigned name_section);
struct elf_section_header {
    uint32_t name, type;
    uint64_t flags, address, offset, size;
    uint32_t link, info;
    uint64_t align, entry_size;
};
void elf_put_section_header(struct assembler *as, struct elf_bytes *b,
                            const struct elf_section_header *h);
void elf_put_symbol(struct assembler *as, struct elf_bytes *b, uint32_t name, unsigned binding,
                    unsigned type, unsigned visibility, unsigned section, uint64_t value,
                    uint64_t size);

/* Does the symbol belong into a symbol table? Not: names beginning with .L, what is only
 * mentioned and never used. */
bool elf_is_listed(const struct asm_symbol *s);
/* The binding in the file: what is used and not defined is global. */
unsigned elf_binding(const struct asm_symbol *s);
uint64_t elf_symbol_size(const struct asm_symbol *s);

/* Gives the bytes to the result. */
void elf_finish(struct assembler *as, struct elf_bytes *b);

#endif
