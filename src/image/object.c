/* object.c: the functions of shoal/object.h: code, symbols and lines of a file that is read, not
 * run. Takes sections as they are and checks only that they lie inside the file. */
#include "shoal/object.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/case.h"
#include "image/parts.h"
#include "image/scopes.h"
#include "isa/registry.h"

enum { COMPRESS_ZSTD = 2, RELOC_ABS64 = 3, RELOC_ABS32 = 6, MOST_DEBUG_BYTES = 512 << 20 };
enum { FLAGS_MACHINE = 0xff, WAVE32 = 1 << 10, NAME_MAX_BYTES = 16384 };

struct object {
    shoal_object shown;
    struct arena arena;
};

struct shoal_objects {
    struct object *objects;
    size_t count;
    struct diag *diag;
};

/* One ELF file while it is read. */
struct elf {
    struct view file;
    bool is_32; /* Ventus; all structs are widened when they are read */
    Elf64_Ehdr header;
    uint64_t section_count;
    uint32_t name_table;
};

static size_t section_entry_size(const struct elf *e)
{
    return e->is_32 ? sizeof(Elf32_Shdr) : sizeof(Elf64_Shdr);
}

static bool read_section_at(const struct elf *e, uint64_t at, Elf64_Shdr *out)
{
    Elf32_Shdr s;
    if (!e->is_32)
        return view_read(e->file, at, out, sizeof *out);
    if (!view_read(e->file, at, &s, sizeof s))
        return false;
    *out = (Elf64_Shdr){s.sh_name, s.sh_type, s.sh_flags, s.sh_addr,      s.sh_offset,
                        s.sh_size, s.sh_link, s.sh_info,  s.sh_addralign, s.sh_entsize};
    return true;
}

static bool read_section(const struct elf *e, uint64_t index, Elf64_Shdr *out)
{
    return index < e->section_count &&
           read_section_at(e, e->header.e_shoff + index * section_entry_size(e), out);
}

static size_t symbol_entry_size(const struct elf *e)
{
    return e->is_32 ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
}

static void read_symbol(const struct elf *e, struct view table, uint64_t index, Elf64_Sym *out)
{
    Elf32_Sym s = {0};
    if (!e->is_32) {
        view_read(table, index * sizeof *out, out, sizeof *out);
        return;
    }
    view_read(table, index * sizeof s, &s, sizeof s);
    *out = (Elf64_Sym){s.st_name, s.st_info, s.st_other, s.st_shndx, s.st_value, s.st_size};
}

static bool section_bytes(const struct elf *e, const Elf64_Shdr *s, struct view *out)
{
    return s->sh_type != SHT_NOBITS && view_sub(e->file, s->sh_offset, s->sh_size, out);
}

/* NULL: outside the table, without its final zero, or absurdly long: many symbols may share the
 * end of one name, and each costs its length. */
static const char *table_text(struct view table, uint64_t at)
{
    if (at >= table.size)
        return NULL;
    uint64_t left = table.size - at;
    const uint8_t *text = table.bytes + at;
    return memchr(text, 0, left < NAME_MAX_BYTES ? left : NAME_MAX_BYTES) ? (const char *)text
                                                                          : NULL;
}

static const char *section_name(const struct elf *e, const Elf64_Shdr *s)
{
    Elf64_Shdr table;
    struct view names;
    const char *name = NULL;
    if (read_section(e, e->name_table, &table) && section_bytes(e, &table, &names))
        name = table_text(names, s->sh_name);
    return name ? name : "";
}

static shoal_status read_ventus_header(struct elf *e, struct object *o)
{
    Elf32_Ehdr h;
    view_read(e->file, 0, &h, sizeof h); /* riscv_is has read it */
    e->is_32 = true;
    e->header = (Elf64_Ehdr){.e_type = h.e_type,
                             .e_machine = h.e_machine,
                             .e_shoff = h.e_shoff,
                             .e_shentsize = h.e_shentsize,
                             .e_shnum = h.e_shnum,
                             .e_shstrndx = h.e_shstrndx};
    const shoal_chip *chip = chip_of_machine(ELF_MACHINE_RISCV);
    o->shown.processor = chip->name;
    o->shown.isa = chip->isa;
    return SHOAL_OK;
}

static shoal_status read_header(struct view file, struct elf *e, struct object *o,
                                struct diag *diag)
{
    *e = (struct elf){.file = file};
    if (!view_starts(file, ELFMAG, SELFMAG))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The file is no ELF file and no offload bundle. For bare machine code, "
                         "say so: --raw.");
    if (riscv_is(file))
        return read_ventus_header(e, o);
    if (!view_read(file, 0, &e->header, sizeof e->header) ||
        e->header.e_ident[EI_CLASS] != ELFCLASS64 || e->header.e_ident[EI_DATA] != ELFDATA2LSB)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The ELF file is neither a 64-bit little-endian one nor for Ventus, or it "
                         "ends inside its header. Compile it again.");
    if (e->header.e_machine != ELF_MACHINE_AMDGPU)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The ELF file is for machine %u, not for AMDGPU (224). Compile for "
                         "amdgcn-amd-amdhsa, %s.",
                         e->header.e_machine, chip_default(NULL)->name);
    const char *name = target_processor_name(e->header.e_flags & FLAGS_MACHINE);
    const char *usual = chip_default(NULL)->name;
    struct view target = {(const uint8_t *)name, name ? strlen(name) : 0};
    if (!name || !target_rank(NULL, target))
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The code object is for %s, not for %s. Compile with -mcpu=%s or "
                         "--offload-arch=%s.",
                         name ? name : "an unknown processor", usual, usual, usual);
    o->shown.processor = name;
    o->shown.isa = chip_of_elf(ELF_MACHINE_AMDGPU, e->header.e_flags & FLAGS_MACHINE)->form;
    return SHOAL_OK;
}

static shoal_status find_sections(struct elf *e, struct diag *diag)
{
    Elf64_Shdr first;
    e->section_count = e->header.e_shnum;
    e->name_table = e->header.e_shstrndx;
    if (!e->header.e_shoff)
        return SHOAL_OK;
    if (e->header.e_shentsize != section_entry_size(e) ||
        !read_section_at(e, e->header.e_shoff, &first))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The section header table of the ELF file leads "
                         "outside the file. It is truncated or damaged; "
                         "compile it again.");
    if (!e->section_count) /* counts from 0xff00 are in the first section header */
        e->section_count = first.sh_size;
    if (e->name_table == SHN_XINDEX)
        e->name_table = first.sh_link;
    if (e->section_count > e->file.size / section_entry_size(e) ||
        !view_has(e->file, e->header.e_shoff, e->section_count * section_entry_size(e)))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The section header table of the ELF file leads "
                         "outside the file. It is truncated or damaged; "
                         "compile it again.");
    return SHOAL_OK;
}

/* ---- sections -------------------------------------------------------------------------------- */

/* Executable sections; map[ELF index] is the index in shown.sections or SIZE_MAX. */
static shoal_status read_sections(const struct elf *e, struct object *o, size_t *map,
                                  struct diag *diag)
{
    shoal_object_section *sections = arena_alloc(&o->arena, e->section_count + 1, sizeof *sections);
    if (!sections)
        return fail_memory(diag);
    size_t count = 0;
    for (uint64_t i = 0; i < e->section_count; i++) {
        Elf64_Shdr s;
        struct view bytes;
        map[i] = SIZE_MAX;
        if (!read_section(e, i, &s) || !(s.sh_flags & SHF_EXECINSTR) || s.sh_type != SHT_PROGBITS)
            continue;
        const char *name = section_name(e, &s);
        if (!section_bytes(e, &s, &bytes))
            return diag_fail(
                diag, SHOAL_E_FORMAT,
                "Section %s (%llu bytes at offset %#llx) leads outside the file. It is "
                "truncated or damaged; compile it again.",
                text_clean(name, strlen(name)).chars, (unsigned long long)s.sh_size,
                (unsigned long long)s.sh_offset);
        map[i] = count;
        sections[count++] = (shoal_object_section){name, s.sh_addr, bytes.bytes, bytes.size};
    }
    o->shown.sections = sections;
    o->shown.section_count = count;
    return SHOAL_OK;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const shoal_object_symbol *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->is_function != y->is_function) /* the last one at an address is the one to show */
        return x->is_function ? 1 : -1;
    return strcmp(x->name, y->name);
}

static bool find_table(const struct elf *e, uint32_t type, Elf64_Shdr *out, struct view *symbols,
                       struct view *names)
{
    for (uint64_t i = 0; i < e->section_count; i++) {
        Elf64_Shdr strings;
        if (read_section(e, i, out) && out->sh_type == type && section_bytes(e, out, symbols) &&
            read_section(e, out->sh_link, &strings) && section_bytes(e, &strings, names))
            return true;
    }
    return false;
}

/* The wave size in a kernel descriptor: KERNEL_CODE_PROPERTIES at byte 56. */
static unsigned descriptor_lanes(const struct elf *e, const Elf64_Sym *symbol)
{
    Elf64_Shdr s;
    struct view bytes;
    uint16_t properties;
    if (!read_section(e, symbol->st_shndx, &s) || !section_bytes(e, &s, &bytes) ||
        symbol->st_value < s.sh_addr || !view_has(bytes, symbol->st_value - s.sh_addr, 64) ||
        !view_read(bytes, symbol->st_value - s.sh_addr + 56, &properties, 2))
        return 0;
    return properties & WAVE32 ? 32 : 64;
}

struct kernel {
    const char *name; /* [length]: of the descriptor, without .kd */
    size_t length;
    unsigned lanes;
};

static int by_name(const void *a, const void *b)
{
    const struct kernel *x = a, *y = b;
    int order = memcmp(x->name, y->name, x->length < y->length ? x->length : y->length);
    return order ? order : x->length < y->length ? -1 : x->length > y->length;
}

static void mark_kernels(shoal_object_symbol *symbols, size_t count, struct kernel *kernels,
                         size_t kernel_count)
{
    unsigned common = kernel_count ? kernels[0].lanes : 0;
    for (size_t i = 1; i < kernel_count; i++)
        if (kernels[i].lanes != common)
            common = 0;
    qsort(kernels, kernel_count, sizeof *kernels, by_name);
    for (size_t i = 0; i < count; i++) {
        struct kernel key = {symbols[i].name, strlen(symbols[i].name), 0};
        const struct kernel *k =
            kernel_count ? bsearch(&key, kernels, kernel_count, sizeof key, by_name) : NULL;
        symbols[i].is_kernel = k != NULL;
        symbols[i].wave_lanes = k ? k->lanes : common;
    }
}

static shoal_status read_symbols(const struct elf *e, struct object *o, const size_t *map,
                                 struct diag *diag)
{
    Elf64_Shdr table;
    struct view bytes, names;
    if (!find_table(e, SHT_SYMTAB, &table, &bytes, &names) &&
        !find_table(e, SHT_DYNSYM, &table, &bytes, &names))
        return SHOAL_OK;
    size_t room = bytes.size / symbol_entry_size(e), count = 0, kernel_count = 0;
    shoal_object_symbol *symbols = arena_alloc(&o->arena, room + 1, sizeof *symbols);
    struct kernel *kernels = arena_alloc(&o->arena, room + 1, sizeof *kernels);
    if (!symbols || !kernels)
        return fail_memory(diag);
    for (size_t i = 0; i < room; i++) {
        Elf64_Sym s;
        read_symbol(e, bytes, i, &s);
        unsigned type = ELF64_ST_TYPE(s.st_info);
        const char *name = table_text(names, s.st_name);
        size_t length = name ? strlen(name) : 0;
        if (!length || type == STT_SECTION || type == STT_FILE || s.st_shndx >= e->section_count)
            continue;
        if (length > 3 && strcmp(name + length - 3, ".kd") == 0 && descriptor_lanes(e, &s)) {
            kernels[kernel_count++] = (struct kernel){name, length - 3, descriptor_lanes(e, &s)};
        } else if (map[s.st_shndx] != SIZE_MAX) {
            symbols[count++] = (shoal_object_symbol){.name = name,
                                                     .address = s.st_value,
                                                     .size_bytes = s.st_size,
                                                     .section = map[s.st_shndx],
                                                     .is_function = type == STT_FUNC,
                                                     .is_label = type == STT_NOTYPE};
        }
    }
    mark_kernels(symbols, count, kernels, kernel_count);
    qsort(symbols, count, sizeof *symbols, by_place);
    o->shown.symbols = symbols;
    o->shown.symbol_count = count;
    return SHOAL_OK;
}

static bool find_section(const struct elf *e, const char *name, uint64_t *index, Elf64_Shdr *out)
{
    for (uint64_t i = 0; i < e->section_count; i++)
        if (read_section(e, i, out) && strcmp(section_name(e, out), name) == 0) {
            *index = i;
            return true;
        }
    return false;
}

/* ---- debug information ----------------------------------------------------------------------- */

/* The contents of a section, unpacked if they are compressed; empty if there are none or they are
 * damaged. May be written to. */
static shoal_status debug_section(const struct elf *e, struct object *o, const char *name,
                                  struct view *out, uint64_t *index, struct diag *diag)
{
    Elf64_Shdr s;
    struct view bytes, data;
    *out = (struct view){0};
    if (!find_section(e, name, index, &s) || !section_bytes(e, &s, &bytes))
        return SHOAL_OK;
    if (!(s.sh_flags & SHF_COMPRESSED)) {
        *out = bytes; /* of the arena's copy of the file */
        return SHOAL_OK;
    }
    Elf64_Chdr packed = {0};
    Elf32_Chdr narrow = {0};
    size_t header = e->is_32 ? sizeof narrow : sizeof packed;
    if (!view_read(bytes, 0, e->is_32 ? (void *)&narrow : (void *)&packed, header))
        return SHOAL_OK;
    if (e->is_32)
        packed = (Elf64_Chdr){.ch_type = narrow.ch_type, .ch_size = narrow.ch_size};
    bool is_zlib = packed.ch_type == ELFCOMPRESS_ZLIB;
    if ((!is_zlib && packed.ch_type != COMPRESS_ZSTD) || packed.ch_size > MOST_DEBUG_BYTES ||
        !view_sub(bytes, header, bytes.size - header, &data))
        return SHOAL_OK;
    struct view plain;
    uint64_t taken;
    enum unpack_result result = unpack_stream(is_zlib, data, packed.ch_size, &plain, &taken);
    if (result == UNPACK_NOMEM)
        return fail_memory(diag);
    if (result != UNPACK_OK)
        return SHOAL_OK;
    uint8_t *copy = arena_alloc(&o->arena, plain.size + 1, 1);
    if (copy)
        memcpy(copy, plain.bytes, plain.size);
    free((void *)(uintptr_t)plain.bytes);
    *out = (struct view){copy, plain.size};
    return copy ? SHOAL_OK : fail_memory(diag);
}

static int by_offset(const void *a, const void *b)
{
    const struct line_place *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Relocatable files: puts addresses and offsets into .debug_line and notes which section each
 * address is in. Nothing else in the line table is relocated. */
static shoal_status relocate_lines(const struct elf *e, struct object *o, const size_t *map,
                                   uint64_t index, struct line_sections *debug, struct diag *diag)
{
    struct line_place *places = NULL;
    size_t room = 0;
    for (uint64_t i = 0; i < e->section_count; i++) {
        Elf64_Shdr s, table;
        struct view list, symbols;
        if (!read_section(e, i, &s) || s.sh_type != SHT_RELA || s.sh_info != index || e->is_32 ||
            !section_bytes(e, &s, &list) || !read_section(e, s.sh_link, &table) ||
            !section_bytes(e, &table, &symbols))
            continue;
        for (uint64_t k = 0; k < list.size / sizeof(Elf64_Rela); k++) {
            Elf64_Rela r;
            Elf64_Sym symbol;
            view_read(list, k * sizeof r, &r, sizeof r);
            unsigned type = (unsigned)ELF64_R_TYPE(r.r_info);
            size_t size = type == RELOC_ABS64 ? 8 : type == RELOC_ABS32 ? 4 : 0;
            if (!size || !view_has(debug->dwarf.line, r.r_offset, size) ||
                !view_read(symbols, ELF64_R_SYM(r.r_info) * sizeof symbol, &symbol, sizeof symbol))
                continue;
            uint64_t value = symbol.st_value + (uint64_t)r.r_addend;
            memcpy((uint8_t *)(uintptr_t)debug->dwarf.line.bytes + r.r_offset, &value, size);
            if (symbol.st_shndx >= e->section_count || map[symbol.st_shndx] == SIZE_MAX)
                continue;
            struct line_place *grown =
                arena_grow(&o->arena, places, debug->place_count, &room, sizeof *grown);
            if (!grown)
                return fail_memory(diag);
            places = grown;
            places[debug->place_count++] = (struct line_place){r.r_offset, map[symbol.st_shndx]};
        }
    }
    if (places)
        qsort(places, debug->place_count, sizeof *places, by_offset);
    debug->places = places;
    return SHOAL_OK;
}

static shoal_status read_debug(const struct elf *e, struct object *o, const size_t *map,
                               struct diag *diag)
{
    struct line_sections debug = {.code = o->shown.sections,
                                  .code_count = o->shown.section_count,
                                  .is_relocatable = e->header.e_type == ET_REL};
    struct line_tables tables;
    uint64_t line = 0, other;
#define READ_SECTION(name)                                                                         \
    SHOAL_TRY(debug_section(e, o, ".debug_" #name, &debug.dwarf.name,                              \
                            &debug.dwarf.name == &debug.dwarf.line ? &line : &other, diag));
    DWARF_SECTIONS(READ_SECTION)
#undef READ_SECTION
    if (debug.is_relocatable && debug.dwarf.line.size)
        SHOAL_TRY(relocate_lines(e, o, map, line, &debug, diag));
    SHOAL_TRY(lines_read(&o->arena, &debug, &tables, diag));
    o->shown.lines = tables.lines;
    o->shown.line_count = tables.count;
    if (debug.is_relocatable) /* nothing but the line table is relocated */
        return SHOAL_OK;
    return scopes_read(&o->arena, &debug, &tables, &o->shown.scopes, &o->shown.scope_count, diag);
}

static shoal_status read_object(struct view file, const char *container, struct object *o,
                                struct diag *diag)
{
    struct elf e;
    uint8_t *copy = arena_alloc(&o->arena, file.size + 1, 1); /* all names and code stay in it */
    if (!copy)
        return fail_memory(diag);
    memcpy(copy, file.bytes, file.size);
    file.bytes = copy;
    o->shown.container = container;
    SHOAL_TRY(read_header(file, &e, o, diag));
    SHOAL_TRY(find_sections(&e, diag));
    struct view attributes;
    uint64_t index;
    SHOAL_TRY(debug_section(&e, o, ".riscv.attributes", &attributes, &index, diag));
    if (e.is_32 && riscv_is_toolchain(attributes))
        o->shown.isa = "ventus:toolchain";
    size_t *map = arena_alloc(&o->arena, e.section_count + 1, sizeof *map);
    if (!map)
        return fail_memory(diag);
    SHOAL_TRY(read_sections(&e, o, map, diag));
    SHOAL_TRY(read_symbols(&e, o, map, diag));
    return read_debug(&e, o, map, diag);
}

/* ---- files ------------------------------------------------------------------------------------
 */

static shoal_status add_object(struct shoal_objects *list, struct view file, const char *container)
{
    struct object *grown = realloc(list->objects, (list->count + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(list->diag);
    list->objects = grown;
    struct object *o = &grown[list->count++];
    *o = (struct object){0};
    return read_object(file, container, o, list->diag);
}

static shoal_status take_entry(void *user, const struct bundle_entry *entry, bool *stop)
{
    *stop = false;
    return add_object(user, entry->code, entry->container);
}

/* A .vmem image of code, which has neither symbols nor lines. */
static shoal_status add_hex(struct shoal_objects *list, struct view file)
{
    uint32_t *words;
    size_t count;
    SHOAL_TRY(image_read_hex(file.bytes, file.size, ".vmem", list->diag, &words, &count));
    struct object *o = calloc(1, sizeof *o);
    uint8_t *code = o ? arena_alloc(&o->arena, count, sizeof *words) : NULL;
    shoal_object_section *section = code ? arena_alloc(&o->arena, 1, sizeof *section) : NULL;
    if (!section) {
        if (o)
            arena_free(&o->arena);
        free(o);
        free(words);
        return fail_memory(list->diag);
    }
    memcpy(code, words, count * sizeof *words);
    free(words);
    *section = (shoal_object_section){".text", VENTUS_CODE_BASE, code, count * sizeof *words};
    o->shown = (shoal_object){.container = ".vmem image",
                              .processor = "ventus",
                              .isa = "ventus",
                              .sections = section,
                              .section_count = 1};
    list->objects = o;
    list->count = 1;
    return SHOAL_OK;
}

static shoal_status open_bytes(struct view file, struct shoal_objects *list)
{
    if (image_is_hex(file.bytes, file.size))
        return add_hex(list, file);
    if (view_starts(file, ELFMAG, SELFMAG) && elf_is_host(file))
        SHOAL_TRY(elf_find_fatbin(file, list->diag, &file));
    if (bundle_is(file))
        return bundle_walk(file, NULL, take_entry, list, list->diag);
    return add_object(list, file, "ELF");
}

static void give_message(const struct diag *diag, char message[SHOAL_OBJECT_MESSAGE_BYTES])
{
    if (message)
        snprintf(message, SHOAL_OBJECT_MESSAGE_BYTES, "%s", diag->text);
}

shoal_status shoal_objects_open_bytes(const void *bytes, size_t size, shoal_objects **out,
                                      char message[SHOAL_OBJECT_MESSAGE_BYTES])
{
    struct diag diag = {0};
    if (!out || (!bytes && size))
        return SHOAL_E_ARG;
    *out = NULL;
    struct shoal_objects *list = calloc(1, sizeof *list);
    if (!list)
        return SHOAL_E_NOMEM;
    list->diag = &diag;
    shoal_status st = open_bytes((struct view){bytes, size}, list);
    list->diag = NULL;
    if (st != SHOAL_OK) {
        shoal_objects_close(list);
        give_message(&diag, message);
        return st;
    }
    *out = list;
    return SHOAL_OK;
}

shoal_status shoal_objects_open(const char *path, shoal_objects **out,
                                char message[SHOAL_OBJECT_MESSAGE_BYTES])
{
    struct diag diag = {0};
    void *bytes;
    size_t size;
    if (!path || !out)
        return SHOAL_E_ARG;
    *out = NULL;
    shoal_status st = image_read_file(path, &diag, &bytes, &size);
    if (st != SHOAL_OK) {
        give_message(&diag, message);
        return st;
    }
    st = shoal_objects_open_bytes(bytes, size, out, message);
    free(bytes);
    return st;
}

void shoal_objects_close(shoal_objects *objects)
{
    if (!objects)
        return;
    for (size_t i = 0; i < objects->count; i++)
        arena_free(&objects->objects[i].arena);
    free(objects->objects);
    free(objects);
}

size_t shoal_objects_count(const shoal_objects *objects) { return objects ? objects->count : 0; }

const shoal_object *shoal_objects_at(const shoal_objects *objects, size_t index)
{
    return objects && index < objects->count ? &objects->objects[index].shown : NULL;
}
