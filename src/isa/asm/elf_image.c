/* elf_image.c: a code object that a loader takes: what a linker would make of the relocatable
 * file when nothing else is linked. Segments in ld.lld's order: headers, notes, symbols and
 * constants; code; dynamic section and global offset table; data.
 *
 * System V gABI, "Program Loading" and "Dynamic Linking"; LLVM AMDGPUUsage, "Code Object". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/elf_writer.h"

enum { PAGE = 0x1000 };

/* Where a section goes; the order of the file. */
enum place {
    PLACE_NOTE,
    PLACE_CONSTANTS,
    PLACE_CODE,
    PLACE_RELRO,
    PLACE_DATA,
    PLACE_ZEROS,
    PLACE_UNLOADED,
    PLACES
};

/* A section header of the file: input sections of one place and family, one after the other. */
struct output {
    const char *name;
    size_t name_length;
    uint32_t type;
    uint64_t flags, align, entry_size, address, offset, size;
    unsigned place, index;
};

struct image {
    struct assembler *as;
    struct asm_cursor *c;
    struct output *outputs;
    unsigned output_count, output_room;
    struct asm_symbol **got; /* what each slot of the global offset table is for */
    size_t got_count;
    struct asm_symbol **exported;
    size_t exported_count;
    struct elf_bytes dynamic_symbols, dynamic_strings, hash, gnu_hash, rela;
    size_t rela_count;   /* dynamic relocations, known before the addresses are */
    uint64_t address[8]; /* of the parts of enum part */
    uint64_t dynamic_address, got_address;
    struct elf_bytes file;
};

enum part { PART_DYNSYM, PART_GNU_HASH, PART_HASH, PART_DYNSTR, PART_RELA, PARTS };
static const char *const part_names[PARTS] = {".dynsym", ".gnu.hash", ".hash", ".dynstr",
                                              ".rela.dyn"};

static bool no_memory(struct image *m)
{
    asm_out_of_memory(m->as);
    return false;
}

/* ---- which section goes where -------------------------------------------------------------- */

static unsigned place_of(const struct asm_section *s)
{
    if (s->type == ELF_SHT_NOTE && !(s->flags & ELF_SHF_WRITE))
        return PLACE_NOTE;
    if (!(s->flags & ELF_SHF_ALLOC))
        return PLACE_UNLOADED;
    if (s->flags & ELF_SHF_EXECINSTR)
        return PLACE_CODE;
    if (!(s->flags & ELF_SHF_WRITE))
        return PLACE_CONSTANTS;
    if (!strncmp(s->name, ".data.rel.ro", 12))
        return PLACE_RELRO;
    return s->type == ELF_SHT_NOBITS ? PLACE_ZEROS : PLACE_DATA;
}

/* .text.f is part of .text, as in ld.lld. */
static size_t family_length(const char *name)
{
    static const char *const families[] = {".text", ".rodata",     ".data.rel.ro", ".data",
                                           ".bss",  ".init_array", ".fini_array"};
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
        size_t n = strlen(families[i]);
        if (!strncmp(name, families[i], n) && (!name[n] || name[n] == '.'))
            return n;
    }
    return strlen(name);
}

/* Empty sections without symbols are left out, but .text. */
static bool is_kept(const struct asm_section *s)
{
    static const char stack[] = ".note.GNU-stack";
    return strcmp(s->name, stack) != 0 && (s->size || !strcmp(s->name, ".text"));
}

static struct output *find_output(struct image *m, const struct asm_section *s)
{
    size_t n = family_length(s->name);
    for (unsigned i = 0; i < m->output_count; i++) {
        struct output *o = &m->outputs[i];
        if (o->place == s->place && o->name_length == n && !memcmp(o->name, s->name, n))
            return o;
    }
    if (m->output_count == m->output_room) {
        unsigned room = m->output_room ? 2 * m->output_room : 16;
        struct output *grown = realloc(m->outputs, room * sizeof *grown);
        if (!grown)
            return NULL;
        m->outputs = grown;
        m->output_room = room;
    }
    struct output *o = &m->outputs[m->output_count++];
    *o = (struct output){.name = s->name,
                         .name_length = n,
                         .type = s->type,
                         .flags = s->flags,
                         .align = 1,
                         .entry_size = s->entry_size,
                         .place = s->place};
    return o;
}

static bool collect_outputs(struct image *m)
{
    for (unsigned place = 0; place < PLACES; place++)
        for (struct asm_section *s = m->as->sections; s; s = s->next) {
            s->place = (uint8_t)place_of(s);
            if (s->place != place || (!is_kept(s)))
                continue;
            struct output *o = find_output(m, s);
            if (!o)
                return no_memory(m);
            if (place != PLACE_UNLOADED)
                o->flags |= ELF_SHF_ALLOC;
            o->align = s->align > o->align ? s->align : o->align;
        }
    return true;
}

/* ---- symbols that others see ----------------------------------------------------------------- */

static bool is_exported(const struct asm_symbol *s)
{
    return elf_is_listed(s) && s->binding != ASM_LOCAL && s->kind != ASM_SYMBOL_UNDEFINED &&
           (s->visibility == ELF_STV_DEFAULT || s->visibility == ELF_STV_PROTECTED);
}

static uint32_t hash_gnu(const char *name)
{
    uint32_t h = 5381;
    for (; *name; name++)
        h = h * 33 + (unsigned char)*name;
    return h;
}

static uint32_t hash_sysv(const char *name)
{
    uint32_t h = 0;
    for (; *name; name++) {
        h = (h << 4) + (unsigned char)*name;
        uint32_t g = h & 0xf0000000;
        h ^= g >> 24;
        h &= ~g;
    }
    return h;
}

static bool collect_exports(struct image *m)
{
    size_t n = 0;
    for (struct asm_symbol *s = m->as->symbols; s; s = s->next_made)
        n += is_exported(s);
    m->exported = calloc(n ? n : 1, sizeof *m->exported);
    if (!m->exported)
        return no_memory(m);
    /* In the order of the GNU hash table's buckets. */
    uint32_t buckets = n > 4 ? (uint32_t)(n / 4) : 1;
    for (uint32_t b = 0; b < buckets; b++)
        for (struct asm_symbol *s = m->as->symbols; s; s = s->next_made)
            if (is_exported(s) && hash_gnu(s->name) % buckets == b)
                m->exported[m->exported_count++] = s;
    for (size_t i = 0; i < n; i++) {
        m->exported[i]->dynamic_index = (uint32_t)i + 1;
        elf_put_string(&m->dynamic_strings, m->exported[i]->name, m->exported[i]->length);
    }
    if (!n)
        elf_put_string(&m->dynamic_strings, "", 0);
    uint32_t count = (uint32_t)n;
    elf_put_int(&m->gnu_hash, buckets, 4);
    elf_put_int(&m->gnu_hash, 1, 4); /* the first symbol that is in the table */
    /* A filter of about 12 bits per symbol, as ld.lld's, so that addresses are alike. */
    uint32_t words = 1;
    while (words <= count * 12 / 64)
        words *= 2;
    elf_put_int(&m->gnu_hash, words, 4);
    elf_put_int(&m->gnu_hash, 26, 4);
    for (uint32_t w = 0; w < words; w++) {
        uint64_t filter = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t h = hash_gnu(m->exported[i]->name);
            if (h / 64 % words == w)
                filter |= UINT64_C(1) << h % 64 | UINT64_C(1) << (h >> 26) % 64;
        }
        elf_put_int(&m->gnu_hash, filter, 8);
    }
    for (uint32_t b = 0, i = 0; b < buckets; b++) {
        uint32_t first = i;
        while (i < count && hash_gnu(m->exported[i]->name) % buckets == b)
            i++;
        elf_put_int(&m->gnu_hash, i > first ? first + 1 : 0, 4);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t h = hash_gnu(m->exported[i]->name);
        bool last = i + 1 == count || hash_gnu(m->exported[i + 1]->name) % buckets != h % buckets;
        elf_put_int(&m->gnu_hash, (h & ~1u) | last, 4);
    }
    uint32_t slots = count + 1;
    uint32_t *heads = calloc(slots, sizeof *heads), *chains = calloc(slots, sizeof *chains);
    if (heads && chains) {
        for (uint32_t i = 1; i <= count; i++) {
            uint32_t *head = &heads[hash_sysv(m->exported[i - 1]->name) % slots];
            chains[i] = *head;
            *head = i;
        }
        elf_put_int(&m->hash, slots, 4);
        elf_put_int(&m->hash, slots, 4);
        for (uint32_t i = 0; i < slots; i++)
            elf_put_int(&m->hash, heads[i], 4);
        for (uint32_t i = 0; i < slots; i++)
            elf_put_int(&m->hash, chains[i], 4);
    }
    bool ok = heads && chains;
    free(heads);
    free(chains);
    return ok || no_memory(m);
}

/* ---- relocations ------------------------------------------------------------------------------
 */

static bool is_dynamic(const struct image *m, const struct asm_relocation *r)
{
    return (r->section->flags & ELF_SHF_ALLOC) && !r->is_relative && r->kind == ASM_FIXUP_DATA &&
           r->size == 8 && !m->as->isa->needs_got(r->variant) &&
           !(r->symbol && r->symbol->kind != ASM_SYMBOL_LABEL);
}

static size_t got_slot(const struct image *m, const struct asm_relocation *r)
{
    size_t i = 0;
    while (i < m->got_count && m->got[i] != r->symbol)
        i++;
    return i;
}

/* What the relocations need: slots of the offset table, dynamic relocations. */
static bool prepare_relocations(struct image *m)
{
    struct assembler *as = m->as;
    m->got = calloc(as->relocation_count + 1, sizeof *m->got);
    if (!m->got)
        return no_memory(m);
    for (size_t i = 0; i < as->relocation_count; i++) {
        struct asm_relocation *r = &as->relocations[i];
        const struct asm_symbol *s = r->symbol;
        if (as->isa->needs_got(r->variant)) {
            size_t slot = got_slot(m, r);
            if (slot == m->got_count) {
                m->got[m->got_count++] = r->symbol;
                m->rela_count += !(s && s->kind != ASM_SYMBOL_LABEL);
            }
        }
        m->rela_count += is_dynamic(m, r);
    }
    return true;
}

static uint64_t symbol_address(const struct asm_symbol *s)
{
    return s->kind == ASM_SYMBOL_LABEL    ? s->section->address + (uint64_t)s->number
           : s->kind == ASM_SYMBOL_NUMBER ? (uint64_t)s->number
                                          : 0;
}

static uint64_t target_address(const struct asm_relocation *r)
{
    return (r->symbol ? symbol_address(r->symbol) : r->symbol_section->address) +
           (uint64_t)r->addend;
}

static void put_rela(struct image *m, uint64_t at, uint64_t addend)
{
    elf_put_int(&m->rela, at, 8);
    elf_put_int(&m->rela, (uint32_t)m->as->isa->relative_relocation, 8);
    elf_put_int(&m->rela, addend, 8);
}

static void apply_relocations(struct image *m)
{
    struct assembler *as = m->as;
    for (size_t i = 0; i < as->relocation_count && !as->is_stopped; i++) {
        const struct asm_relocation *r = &as->relocations[i];
        uint64_t place = r->section->address + r->offset, target;
        uint8_t *at = r->section->data + r->offset;
        if (as->isa->needs_got(r->variant))
            target = m->got_address + 8 * got_slot(m, r) + (uint64_t)r->addend;
        else
            target = target_address(r);
        if (is_dynamic(m, r))
            put_rela(m, place, target);
        int64_t value = (int64_t)(r->is_relative ? target - place : target);
        if (r->kind >= ASM_FIXUP_ISA) {
            const char *problem =
                as->isa->apply(r->kind, at, as->isa->adjust(r->kind, r->variant, value));
            if (problem) {
                asm_fail(m->c, r->at, "%s", problem);
                asm_report(as, m->c, SHOAL_ASM_ERROR);
            }
        } else {
            for (unsigned k = 0; k < r->size; k++)
                at[k] = (uint8_t)((uint64_t)value >> 8 * k);
        }
    }
    for (size_t i = 0; i < m->got_count; i++)
        if (m->got[i]->kind == ASM_SYMBOL_LABEL)
            put_rela(m, m->got_address + 8 * i, symbol_address(m->got[i]));
}

/* ---- addresses ---------------------------------------------------------------------------------
 */

static uint64_t align_to(uint64_t v, uint64_t align) { return (v + align - 1) & ~(align - 1); }

/* Addresses of the input sections of one output, from `offset` in the file; `delta` is added
 * for the address. Returns the end. */
static uint64_t place_inputs(struct image *m, struct output *o, uint64_t offset, uint64_t delta)
{
    offset = align_to(offset, o->align);
    o->offset = offset;
    o->address = o->place == PLACE_UNLOADED ? 0 : offset + delta;
    for (struct asm_section *s = m->as->sections; s; s = s->next) {
        if (s->place != o->place || !is_kept(s) || family_length(s->name) != o->name_length ||
            memcmp(s->name, o->name, o->name_length) != 0)
            continue;
        offset = align_to(offset, s->align);
        s->file_offset = offset;
        s->address = o->place == PLACE_UNLOADED ? offset - o->offset : offset + delta;
        offset += s->size;
    }
    o->size = offset - o->offset;
    return offset;
}

struct segment {
    uint32_t type, flags;
    uint64_t offset, address, file_size, memory_size, align;
};

struct layout {
    struct segment segments[10];
    unsigned count;
};

static struct segment *add_segment(struct layout *l, uint32_t type, uint32_t flags, uint64_t offset,
                                   uint64_t address, uint64_t size, uint64_t align)
{
    struct segment *s = &l->segments[l->count++];
    *s = (struct segment){type, flags, offset, address, size, size, align};
    return s;
}

static uint64_t place_outputs(struct image *m, unsigned place, uint64_t offset, uint64_t delta)
{
    for (unsigned i = 0; i < m->output_count; i++)
        if (m->outputs[i].place == place)
            offset = place_inputs(m, &m->outputs[i], offset, delta);
    return offset;
}

static unsigned count_place(const struct image *m, unsigned place)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->output_count; i++)
        n += m->outputs[i].place == place;
    return n;
}

static uint64_t most_align(const struct image *m, unsigned place)
{
    uint64_t align = 1;
    for (unsigned i = 0; i < m->output_count; i++)
        if (m->outputs[i].place == place && m->outputs[i].align > align)
            align = m->outputs[i].align;
    return align;
}

static uint64_t part_size(const struct image *m, unsigned part)
{
    switch (part) {
    case PART_DYNSYM:
        return (m->exported_count + 1) * ELF_SYM_SIZE;
    case PART_GNU_HASH:
        return m->gnu_hash.size;
    case PART_HASH:
        return m->hash.size;
    case PART_DYNSTR:
        return m->dynamic_strings.size;
    default:
        return m->rela_count * ELF_RELA_SIZE;
    }
}

static unsigned dynamic_entries(const struct image *m) { return m->rela_count ? 11 : 7; }

/* Offsets and addresses of all; the program headers. */
static uint64_t lay_out(struct image *m, struct layout *l)
{
    bool has_data = count_place(m, PLACE_DATA) || count_place(m, PLACE_ZEROS);
    bool has_code = count_place(m, PLACE_CODE), has_note = count_place(m, PLACE_NOTE);
    unsigned segments = 6u + has_data + has_code + has_note;
    uint64_t headers = ELF_EHDR_SIZE + segments * (uint64_t)ELF_PHDR_SIZE;
    add_segment(l, ELF_PT_PHDR, ELF_PF_R, ELF_EHDR_SIZE, ELF_EHDR_SIZE, headers - ELF_EHDR_SIZE, 8);
    uint64_t offset = align_to(headers, 4), note = offset;
    offset = place_outputs(m, PLACE_NOTE, offset, 0);
    uint64_t note_end = offset;
    for (unsigned i = 0; i < PARTS; i++) {
        offset = align_to(offset, i == PART_DYNSTR ? 1 : i == PART_HASH ? 4 : 8);
        m->address[i] = offset;
        offset += part_size(m, i);
    }
    offset = place_outputs(m, PLACE_CONSTANTS, offset, 0);
    add_segment(l, ELF_PT_LOAD, ELF_PF_R, 0, 0, offset, PAGE);
    uint64_t delta = 0;
    if (has_code) {
        offset = align_to(offset, most_align(m, PLACE_CODE));
        delta += PAGE;
        uint64_t start = offset;
        offset = place_outputs(m, PLACE_CODE, offset, delta);
        add_segment(l, ELF_PT_LOAD, ELF_PF_R | ELF_PF_X, start, start + delta, offset - start,
                    PAGE);
    }
    uint64_t align = most_align(m, PLACE_RELRO);
    offset = align_to(offset, align > 8 ? align : 8);
    delta += PAGE;
    uint64_t start = offset;
    offset = align_to(place_outputs(m, PLACE_RELRO, offset, delta), 8);
    uint64_t dynamic = offset, dynamic_size = dynamic_entries(m) * (uint64_t)ELF_DYN_SIZE;
    m->dynamic_address = dynamic + delta;
    offset += dynamic_size;
    m->got_address = offset + delta;
    offset += 8 * m->got_count;
    uint64_t relro_end = align_to(offset + delta, PAGE) - start - delta;
    add_segment(l, ELF_PT_LOAD, ELF_PF_R | ELF_PF_W, start, start + delta, offset - start, PAGE)
        ->memory_size = relro_end;
    if (has_data) {
        uint64_t data_align = most_align(m, PLACE_DATA), zero_align = most_align(m, PLACE_ZEROS);
        offset = align_to(offset, data_align > zero_align ? data_align : zero_align);
        delta += PAGE;
        uint64_t data = offset;
        offset = place_outputs(m, PLACE_DATA, offset, delta);
        uint64_t zeros = place_outputs(m, PLACE_ZEROS, offset, delta);
        add_segment(l, ELF_PT_LOAD, ELF_PF_R | ELF_PF_W, data, data + delta, offset - data, PAGE)
            ->memory_size = zeros - data;
    }
    add_segment(l, ELF_PT_DYNAMIC, ELF_PF_R | ELF_PF_W, dynamic, m->dynamic_address, dynamic_size,
                8);
    add_segment(l, ELF_PT_GNU_RELRO, ELF_PF_R, start, l->segments[2 + has_code].address,
                l->segments[2 + has_code].file_size, 1)
        ->memory_size = relro_end;
    add_segment(l, ELF_PT_GNU_STACK, ELF_PF_R | ELF_PF_W, 0, 0, 0, 0);
    if (has_note)
        add_segment(l, ELF_PT_NOTE, ELF_PF_R, note, note, note_end - note, 4);
    return place_outputs(m, PLACE_UNLOADED, offset, 0);
}

/* ---- writing ------------------------------------------------------------------------------------
 */

static void seek(struct image *m, uint64_t offset)
{
    static const uint8_t zeros[256];
    while (m->file.size < offset && !m->file.failed) {
        uint64_t n = offset - m->file.size;
        elf_put(&m->file, zeros, n < sizeof zeros ? (size_t)n : sizeof zeros);
    }
}

static void put_inputs(struct image *m, unsigned place)
{
    for (unsigned i = 0; i < m->output_count; i++) {
        const struct output *o = &m->outputs[i];
        if (o->place != place)
            continue;
        seek(m, o->offset);
        for (struct asm_section *s = m->as->sections; s; s = s->next) {
            if (s->place != place || !is_kept(s) || family_length(s->name) != o->name_length ||
                memcmp(s->name, o->name, o->name_length) != 0 || s->type == ELF_SHT_NOBITS)
                continue;
            seek(m, s->file_offset);
            elf_put(&m->file, s->data, s->size);
        }
    }
}

static unsigned header_index(const struct image *m, const struct asm_section *s)
{
    for (unsigned i = 0; i < m->output_count; i++) {
        const struct output *o = &m->outputs[i];
        if (o->place == s->place && o->name_length == family_length(s->name) &&
            !memcmp(o->name, s->name, o->name_length))
            return o->index;
    }
    return ELF_SHN_ABS;
}

static void put_symbol(struct image *m, struct elf_bytes *to, uint32_t name,
                       const struct asm_symbol *s)
{
    unsigned section = s->kind == ASM_SYMBOL_LABEL    ? header_index(m, s->section)
                       : s->kind == ASM_SYMBOL_NUMBER ? (unsigned)ELF_SHN_ABS
                                                      : (unsigned)ELF_SHN_UNDEF;
    elf_put_symbol(m->as, to, name, elf_binding(s), s->type, s->visibility, section,
                   symbol_address(s), elf_symbol_size(s));
}

static void put_dynamic(struct image *m)
{
    const uint64_t entries[][2] = {
        {ELF_DT_RELA, m->address[PART_RELA]},
        {ELF_DT_RELASZ, m->rela_count * ELF_RELA_SIZE},
        {ELF_DT_RELAENT, ELF_RELA_SIZE},
        {ELF_DT_RELACOUNT, m->rela_count},
        {ELF_DT_SYMTAB, m->address[PART_DYNSYM]},
        {ELF_DT_SYMENT, ELF_SYM_SIZE},
        {ELF_DT_STRTAB, m->address[PART_DYNSTR]},
        {ELF_DT_STRSZ, m->dynamic_strings.size},
        {ELF_DT_GNU_HASH, m->address[PART_GNU_HASH]},
        {ELF_DT_HASH, m->address[PART_HASH]},
        {ELF_DT_NULL, 0},
    };
    for (unsigned i = m->rela_count ? 0 : 4; i < sizeof entries / sizeof *entries; i++) {
        elf_put_int(&m->file, entries[i][0], 8);
        elf_put_int(&m->file, entries[i][1], 8);
    }
    for (size_t i = 0; i < m->got_count; i++)
        elf_put_int(&m->file, symbol_address(m->got[i]), 8);
}

struct headers {
    struct assembler *as;
    struct elf_bytes bytes, names;
    unsigned count;
};

static void put_header(struct headers *h, const char *name, size_t length, uint32_t type,
                       uint64_t flags, uint64_t address, uint64_t offset, uint64_t size,
                       uint32_t link, uint32_t info, uint64_t align, uint64_t entry)
{
    elf_put_section_header(h->as, &h->bytes,
                           &(struct elf_section_header){elf_put_string(&h->names, name, length),
                                                        type, flags, address, offset, size, link,
                                                        info, align, entry});
    h->count++;
}

static void put_output_headers(struct image *m, struct headers *h, unsigned place)
{
    for (unsigned i = 0; i < m->output_count; i++) {
        const struct output *o = &m->outputs[i];
        if (o->place == place)
            put_header(h, o->name, o->name_length, o->type, o->flags, o->address, o->offset,
                       o->size, 0, 0, o->align, o->entry_size);
    }
}

/* Section indices as put_all_headers writes them. */
static unsigned number_outputs(struct image *m, unsigned *dynsym, unsigned *dynstr)
{
    unsigned n = 1;
    for (unsigned place = 0; place < PLACES; place++) {
        for (unsigned i = 0; i < m->output_count; i++)
            if (m->outputs[i].place == place)
                m->outputs[i].index = n++;
        if (place == PLACE_RELRO)
            n += 1u + (m->got_count != 0);
        if (place == PLACE_NOTE) {
            *dynsym = n;
            *dynstr = n + 3;
            n += PARTS - !m->rela_count;
        }
    }
    return n;
}

static void put_part_headers(struct image *m, struct headers *h, unsigned dynsym, unsigned dynstr)
{
    static const uint32_t types[PARTS] = {ELF_SHT_DYNSYM, ELF_SHT_GNU_HASH, ELF_SHT_HASH,
                                          ELF_SHT_STRTAB, ELF_SHT_RELA};
    static const uint8_t entry[PARTS] = {ELF_SYM_SIZE, 0, 4, 0, ELF_RELA_SIZE};
    for (unsigned i = 0; i < PARTS - !m->rela_count; i++)
        put_header(h, part_names[i], strlen(part_names[i]), types[i], ELF_SHF_ALLOC, m->address[i],
                   m->address[i], part_size(m, i),
                   i == PART_DYNSYM   ? dynstr
                   : i == PART_DYNSTR ? 0
                                      : dynsym,
                   i == PART_DYNSYM,
                   i == PART_DYNSTR ? 1
                   : i == PART_HASH ? 4
                                    : 8,
                   entry[i]);
}

static void put_segments(struct image *m, const struct layout *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        const struct segment *s = &l->segments[i];
        elf_put_int(&m->file, s->type, 4);
        elf_put_int(&m->file, s->flags, 4);
        elf_put_int(&m->file, s->offset, 8);
        elf_put_int(&m->file, s->address, 8);
        elf_put_int(&m->file, s->address, 8);
        elf_put_int(&m->file, s->file_size, 8);
        elf_put_int(&m->file, s->memory_size, 8);
        elf_put_int(&m->file, s->align, 8);
    }
}

/* What is loaded, in the order of its addresses. Returns where .dynamic is in the file. */
static uint64_t put_contents(struct image *m, const struct layout *l)
{
    put_inputs(m, PLACE_NOTE);
    elf_put_symbol(m->as, &m->dynamic_symbols, 0, 0, 0, 0, 0, 0, 0);
    uint32_t name = 1;
    for (size_t i = 0; i < m->exported_count; i++) {
        put_symbol(m, &m->dynamic_symbols, name, m->exported[i]);
        name += m->exported[i]->length + 1;
    }
    const struct elf_bytes *parts[PARTS] = {&m->dynamic_symbols, &m->gnu_hash, &m->hash,
                                            &m->dynamic_strings, &m->rela};
    for (unsigned i = 0; i < PARTS; i++) {
        seek(m, m->address[i]);
        elf_put(&m->file, parts[i]->data, parts[i]->size);
    }
    put_inputs(m, PLACE_CONSTANTS);
    put_inputs(m, PLACE_CODE);
    uint64_t dynamic_offset = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (l->segments[i].type == ELF_PT_DYNAMIC)
            dynamic_offset = l->segments[i].offset;
    put_inputs(m, PLACE_RELRO);
    seek(m, dynamic_offset);
    put_dynamic(m);
    put_inputs(m, PLACE_DATA);
    put_inputs(m, PLACE_UNLOADED);
    return dynamic_offset;
}

/* The headers of all sections that are loaded. */
static void put_loaded_headers(struct image *m, struct headers *h, uint64_t dynamic_offset,
                               unsigned dynsym, unsigned dynstr)
{
    elf_put_section_header(m->as, &h->bytes, &(struct elf_section_header){0});
    h->count = 1;
    put_output_headers(m, h, PLACE_NOTE);
    put_part_headers(m, h, dynsym, dynstr);
    put_output_headers(m, h, PLACE_CONSTANTS);
    put_output_headers(m, h, PLACE_CODE);
    put_output_headers(m, h, PLACE_RELRO);
    put_header(h, ".dynamic", 8, ELF_SHT_DYNAMIC, ELF_SHF_WRITE | ELF_SHF_ALLOC, m->dynamic_address,
               dynamic_offset, dynamic_entries(m) * (uint64_t)ELF_DYN_SIZE, dynstr, 0, 8,
               ELF_DYN_SIZE);
    if (m->got_count)
        put_header(h, ".got", 4, ELF_SHT_PROGBITS, ELF_SHF_WRITE | ELF_SHF_ALLOC, m->got_address,
                   dynamic_offset + dynamic_entries(m) * (uint64_t)ELF_DYN_SIZE, 8 * m->got_count,
                   0, 0, 8, 0);
    for (unsigned place = PLACE_DATA; place < PLACES; place++)
        put_output_headers(m, h, place);
}

/* All symbols, local ones first. Returns how many are local. */
static uint32_t put_all_symbols(struct image *m, struct elf_bytes *symbols,
                                struct elf_bytes *strings)
{
    uint32_t locals = 1;
    elf_put_symbol(m->as, symbols, 0, 0, 0, 0, 0, 0, 0);
    for (unsigned global = 0; global < 2; global++)
        for (struct asm_symbol *s = m->as->symbols; s; s = s->next_made) {
            /* An undefined weak symbol is zero by now. */
            if (!elf_is_listed(s) || (elf_binding(s) != ASM_LOCAL) != (global != 0))
                continue;
            put_symbol(m, symbols, elf_put_string(strings, s->name, s->length), s);
            locals += !global;
        }
    elf_put_string(strings, "", 0);
    return locals;
}

static void write_file(struct image *m, const struct layout *l)
{
    struct assembler *as = m->as;
    struct headers h = {.as = as};
    unsigned dynsym, dynstr, symtab = number_outputs(m, &dynsym, &dynstr);
    struct elf_bytes symbols = {.data = NULL}, strings = {.data = NULL};

    elf_put_header(as, &m->file, ELF_ET_DYN, l->count, 0, symtab + 3, symtab + 1);
    put_segments(m, l);
    uint64_t dynamic_offset = put_contents(m, l);
    put_loaded_headers(m, &h, dynamic_offset, dynsym, dynstr);
    uint32_t locals = put_all_symbols(m, &symbols, &strings);
    elf_pad(&m->file, 8);
    put_header(&h, ".symtab", 7, ELF_SHT_SYMTAB, 0, 0, m->file.size, symbols.size, symtab + 2,
               locals, 8, ELF_SYM_SIZE);
    elf_put(&m->file, symbols.data, symbols.size);
    elf_put_string(&h.names, "", 0);
    uint64_t names_at = m->file.size;
    uint32_t shstrtab = elf_put_string(&h.names, ".shstrtab", 9);
    uint32_t strtab = elf_put_string(&h.names, ".strtab", 7);
    elf_put(&m->file, h.names.data, h.names.size);
    elf_put_section_header(as, &h.bytes,
                           &(struct elf_section_header){.name = shstrtab,
                                                        .type = ELF_SHT_STRTAB,
                                                        .offset = names_at,
                                                        .size = h.names.size,
                                                        .align = 1});
    elf_put_section_header(as, &h.bytes,
                           &(struct elf_section_header){.name = strtab,
                                                        .type = ELF_SHT_STRTAB,
                                                        .offset = m->file.size,
                                                        .size = strings.size,
                                                        .align = 1});
    elf_put(&m->file, strings.data, strings.size);
    elf_pad(&m->file, 8);
    uint64_t at = m->file.size;
    elf_put(&m->file, h.bytes.data, h.bytes.size);
    m->file.failed |= symbols.failed || strings.failed || h.bytes.failed || h.names.failed ||
                      m->rela.failed || m->hash.failed || m->gnu_hash.failed ||
                      m->dynamic_symbols.failed || m->dynamic_strings.failed;
    elf_set_section_headers(as, &m->file, at);
    elf_free(&symbols);
    elf_free(&strings);
    elf_free(&h.bytes);
    elf_free(&h.names);
}

bool asm_write_image(struct assembler *as, struct asm_cursor *c)
{
    struct image m = {.as = as, .c = c};
    struct layout l = {.count = 0};
    bool ok = collect_outputs(&m) && collect_exports(&m) && prepare_relocations(&m);
    if (ok) {
        lay_out(&m, &l);
        apply_relocations(&m);
        ok = !as->result->error_count && !as->is_stopped;
    }
    if (ok) {
        write_file(&m, &l);
        elf_finish(as, &m.file);
    }
    free(m.outputs);
    free(m.got);
    free(m.exported);
    elf_free(&m.dynamic_symbols);
    elf_free(&m.dynamic_strings);
    elf_free(&m.hash);
    elf_free(&m.gnu_hash);
    elf_free(&m.rela);
    return ok && !as->is_stopped;
}
