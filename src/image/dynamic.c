/* dynamic.c: exported symbols and relocations of a code object, read from memory through PT_DYNAMIC
 * as a loader does, so that files without section headers load too; and the placing of an image.
 * Relocations are resolved and checked once, on opening; image_place only adds and stores.
 *
 * Reference: LLVM AMDGPUUsage, "Relocation Records"; System V gABI, "Dynamic Linking". */
#include <stdlib.h>
#include <string.h>

#include <elf.h>

#include "image/parts.h"

/* elf.h lacks the machine's relocation types. */
enum {
    R_AMDGPU_NONE = 0,
    R_AMDGPU_ABS32_LO = 1,
    R_AMDGPU_ABS32_HI = 2,
    R_AMDGPU_ABS64 = 3,
    R_AMDGPU_REL32 = 4,
    R_AMDGPU_REL64 = 5,
    R_AMDGPU_ABS32 = 6,
    R_AMDGPU_REL32_LO = 10,
    R_AMDGPU_REL32_HI = 11,
    R_AMDGPU_RELATIVE64 = 13,
};

/* elf.h of Debian 12 may lack the packed form. */
enum { TAG_RELRSZ = 35, TAG_RELR = 36, TAG_RELRENT = 37 };

typedef unsigned long long ull;

struct dynamic {
    uint64_t symtab, strtab, strsz, hash, gnu_hash;
    uint64_t rela, relasz, jmprel, pltrelsz, relr, relrsz;
    struct view strings;
    const struct image_symbol *unsorted; /* [symbol_count], with NULL names for undefined ones */
    uint32_t symbol_count;
    size_t relocation_capacity;
    uint64_t file_bytes; /* of all segments */
};

/* ---- segments ---------------------------------------------------------------- */

const struct image_segment *segment_at(const struct image *image, uint64_t vaddr, uint64_t size)
{
    size_t low = 0, high = image->segment_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->segments[middle].vaddr <= vaddr)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const struct image_segment *segment = &image->segments[low - 1];
    uint64_t offset = vaddr - segment->vaddr;
    if (offset >= segment->mem_size || size > segment->mem_size - offset)
        return NULL;
    return segment;
}

bool segment_view(const struct image *image, uint64_t vaddr, uint64_t size, struct view *out)
{
    const struct image_segment *segment = segment_at(image, vaddr, size);
    if (!segment)
        return false;
    struct view file = {segment->bytes, (size_t)segment->file_size};
    return view_sub(file, vaddr - segment->vaddr, size, out);
}

/* All file bytes from vaddr to the end of its segment. */
static bool segment_rest(const struct image *image, uint64_t vaddr, struct view *out)
{
    const struct image_segment *segment = segment_at(image, vaddr, 1);
    if (!segment || vaddr - segment->vaddr >= segment->file_size)
        return false;
    uint64_t offset = vaddr - segment->vaddr;
    return segment_view(image, vaddr, segment->file_size - offset, out);
}

const struct image_segment *image_find_exec(const struct image *image, uint64_t vaddr,
                                            uint64_t size)
{
    const struct image_segment *segment = size ? segment_at(image, vaddr, size) : NULL;
    return segment && segment->flags & IMAGE_EXEC ? segment : NULL;
}

/* ---- symbols ----------------------------------------------------------------- */

enum image_symbol_kind symbol_kind(const char *name, unsigned type)
{
    size_t length = strlen(name);
    if (type == STT_FUNC)
        return IMAGE_SYMBOL_FUNCTION;
    if (type != STT_OBJECT && type != 10 /* STT_AMDGPU_HSA_KERNEL of old files */)
        return IMAGE_SYMBOL_OTHER;
    return length > 3 && strcmp(name + length - 3, ".kd") == 0 ? IMAGE_SYMBOL_DESCRIPTOR
                                                               : IMAGE_SYMBOL_OBJECT;
}

static shoal_status fail_table(struct diag *diag, const char *what, uint64_t vaddr)
{
    return diag_fail(diag, SHOAL_E_FORMAT,
                     "The dynamic section's %s at address %#llx is not in the file's data. The "
                     "file is damaged; compile it again.",
                     what, (ull)vaddr);
}

/* The number of dynamic symbols is not stated anywhere but in the hash tables. */
static shoal_status count_symbols(const struct image *image, struct dynamic *d, struct diag *diag)
{
    struct view table;
    uint32_t head[4], bucket, last = 0;
    if (d->hash) {
        if (!segment_view(image, d->hash, 8, &table) || !view_read(table, 0, head, 8))
            return fail_table(diag, "hash table", d->hash);
        d->symbol_count = head[1];
        return SHOAL_OK;
    }
    if (!d->gnu_hash) {
        d->symbol_count = 0;
        return SHOAL_OK;
    }
    if (!segment_rest(image, d->gnu_hash, &table) || !view_read(table, 0, head, 16))
        return fail_table(diag, "GNU hash table", d->gnu_hash);
    const uint64_t buckets = 16 + (uint64_t)head[2] * 8, chains = buckets + (uint64_t)head[0] * 4;
    for (uint64_t i = 0; i < head[0]; i++) {
        if (!view_read(table, buckets + i * 4, &bucket, 4))
            return fail_table(diag, "GNU hash table", d->gnu_hash);
        if (bucket > last)
            last = bucket;
    }
    d->symbol_count = head[1];
    if (last < head[1])
        return SHOAL_OK;
    for (uint32_t word = 0; !(word & 1); last++) {
        if (!view_read(table, chains + (uint64_t)(last - head[1]) * 4, &word, 4))
            return fail_table(diag, "GNU hash table", d->gnu_hash);
    }
    d->symbol_count = last;
    return SHOAL_OK;
}

static shoal_status read_symbol(const struct image *image, const struct dynamic *d,
                                const Elf64_Sym *raw, uint32_t index, struct image_symbol *out,
                                struct diag *diag)
{
    if (raw->st_name >= d->strings.size)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Dynamic symbol %u: its name is at %u of a string table of %zu bytes. The "
                         "file is damaged; compile it again.",
                         index, raw->st_name, d->strings.size);
    const char *name = (const char *)d->strings.bytes + raw->st_name;
    size_t room = d->strings.size - raw->st_name;
    size_t length = strnlen(name, room);
    if (length == room || length > SYMBOL_NAME_MAX)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Dynamic symbol %u: its name has no end or is longer than %d bytes. The "
                         "file is damaged; compile it again.",
                         index, SYMBOL_NAME_MAX);
    *out = (struct image_symbol){.name = name,
                                 .vaddr = raw->st_value,
                                 .size = raw->st_size,
                                 .kind = symbol_kind(name, ELF64_ST_TYPE(raw->st_info)),
                                 .is_exported = raw->st_shndx != SHN_UNDEF};
    if (!out->is_exported || raw->st_shndx == SHN_ABS)
        return SHOAL_OK;
    if (raw->st_size ? !segment_at(image, raw->st_value, raw->st_size)
                     : raw->st_value > image->span_bytes) {
        struct text shown = text_clean(name, length);
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Symbol %s (%llu bytes at address %#llx) is not in a segment. The file is "
                         "damaged; compile it again.",
                         shown.chars, (ull)raw->st_size, (ull)raw->st_value);
    }
    return SHOAL_OK;
}

static int compare_names(const void *a, const void *b)
{
    const struct image_symbol *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static shoal_status read_symbols(struct image_data *data, struct dynamic *d, struct diag *diag)
{
    struct image *image = &data->image;
    struct view table = {0};
    SHOAL_TRY(count_symbols(image, d, diag));
    if (d->symbol_count &&
        !segment_view(image, d->symtab, (uint64_t)d->symbol_count * sizeof(Elf64_Sym), &table))
        return fail_table(diag, "symbol table", d->symtab);
    if (d->symbol_count && !segment_view(image, d->strtab, d->strsz, &d->strings))
        return fail_table(diag, "string table", d->strtab);
    struct image_symbol *all = arena_alloc(&data->arena, d->symbol_count, sizeof *all);
    struct image_symbol *exported = arena_alloc(&data->arena, d->symbol_count, sizeof *exported);
    size_t used = 0, name_bytes = 0;
    if (!all || !exported)
        return fail_memory(diag);
    for (uint32_t i = 0; i < d->symbol_count; i++) {
        Elf64_Sym raw;
        view_read(table, (uint64_t)i * sizeof raw, &raw, sizeof raw);
        SHOAL_TRY(read_symbol(image, d, &raw, i, &all[i], diag));
        /* Names that overlap would make sorting slow; linkers share suffixes at most. */
        name_bytes += strlen(all[i].name);
        if (name_bytes / 4 > d->strings.size)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The names of the dynamic symbols overlap in their string table. The "
                             "file is damaged; compile it again.");
        /* Absolute symbols have no place in memory: relocations use them, lists do not. */
        if (all[i].is_exported && raw.st_shndx != SHN_ABS && all[i].name[0])
            exported[used++] = all[i];
    }
    qsort(exported, used, sizeof *exported, compare_names);
    for (size_t i = 1; i < used; i++) {
        if (strcmp(exported[i - 1].name, exported[i].name) == 0) {
            struct text shown = text_clean(exported[i].name, strlen(exported[i].name));
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "Two dynamic symbols are named %s. The file is damaged; compile it "
                             "again.",
                             shown.chars);
        }
    }
    d->unsorted = all;
    image->symbols = exported;
    image->symbol_count = image->exported_symbol_count = used;
    return SHOAL_OK;
}

size_t symbol_exported_index(const struct image *image, const char *name)
{
    size_t low = 0, high = image->exported_symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(image->symbols[middle].name, name);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

static int compare_addresses(const void *a, const void *b)
{
    const struct image_symbol *x = *(const struct image_symbol *const *)a;
    const struct image_symbol *y = *(const struct image_symbol *const *)b;
    if (x->vaddr != y->vaddr)
        return x->vaddr < y->vaddr ? -1 : 1;
    return x < y ? -1 : x > y;
}

shoal_status symbols_index(struct image_data *data, struct diag *diag)
{
    const struct image *image = &data->image;
    data->by_address = arena_alloc(&data->arena, image->symbol_count, sizeof *data->by_address);
    if (!data->by_address)
        return fail_memory(diag);
    for (size_t i = 0; i < image->symbol_count; i++)
        data->by_address[i] = &image->symbols[i];
    qsort(data->by_address, image->symbol_count, sizeof *data->by_address, compare_addresses);
    return SHOAL_OK;
}

const struct image_symbol *image_symbol_at(const struct image *image, uint64_t vaddr)
{
    /* Symbols nest rarely and not deeply; a bound keeps hostile files from making this slow. */
    enum { LOOK_BACK = 64 };
    const struct image_data *data = (const struct image_data *)image;
    size_t low = 0, high = image->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (data->by_address[middle]->vaddr <= vaddr)
            low = middle + 1;
        else
            high = middle;
    }
    const struct image_symbol *found = NULL;
    for (size_t i = 0; i < LOOK_BACK && i < low; i++) {
        const struct image_symbol *symbol = data->by_address[low - 1 - i];
        if (vaddr - symbol->vaddr >= symbol->size)
            continue;
        if (symbol->kind == IMAGE_SYMBOL_FUNCTION)
            return symbol;
        if (!found)
            found = symbol;
    }
    return found;
}

/* ---- relocations ------------------------------------------------------------- */

static unsigned relocation_bytes(uint32_t type)
{
    switch (type) {
    case R_AMDGPU_ABS32_LO:
    case R_AMDGPU_ABS32_HI:
    case R_AMDGPU_ABS32:
    case R_AMDGPU_REL32:
    case R_AMDGPU_REL32_LO:
    case R_AMDGPU_REL32_HI:
        return 4;
    case R_AMDGPU_ABS64:
    case R_AMDGPU_REL64:
    case R_AMDGPU_RELATIVE64:
        return 8;
    default:
        return 0;
    }
}

static shoal_status add_relocation(struct image_data *data, struct dynamic *d,
                                   const struct relocation *relocation, struct diag *diag)
{
    struct image *image = &data->image;
    unsigned bytes = relocation_bytes(relocation->type);
    if (bytes == 0)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "The relocation at address %#llx has type %u, which does not occur in "
                         "linked code objects. Link again with ld.lld -shared.",
                         (ull)relocation->vaddr, relocation->type);
    if (!segment_at(image, relocation->vaddr, bytes))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The relocation at address %#llx is not in a segment. The file is "
                         "damaged; compile it again.",
                         (ull)relocation->vaddr);
    /* Packed tables take a bit per relocation: without a bound, a small file could ask for memory
     * without end. */
    if (image->relocation_count >= d->file_bytes / 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The code object has more relocations than words to relocate. The file is "
                         "damaged; compile it again.");
    struct relocation *grown = arena_grow(&data->arena, data->relocations, image->relocation_count,
                                          &d->relocation_capacity, sizeof *grown);
    if (!grown)
        return fail_memory(diag);
    data->relocations = grown;
    data->relocations[image->relocation_count++] = *relocation;
    return SHOAL_OK;
}

static shoal_status read_rela(struct image_data *data, struct dynamic *d, const Elf64_Rela *raw,
                              struct diag *diag)
{
    uint32_t index = (uint32_t)ELF64_R_SYM(raw->r_info);
    struct relocation relocation = {.vaddr = raw->r_offset,
                                    .type = (uint32_t)ELF64_R_TYPE(raw->r_info),
                                    .value = (uint64_t)raw->r_addend};
    if (relocation.type == R_AMDGPU_NONE)
        return SHOAL_OK;
    if (relocation.type == R_AMDGPU_RELATIVE64)
        return add_relocation(data, d, &relocation, diag);
    if (index >= d->symbol_count)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The relocation at address %#llx names symbol %u of %u. The file is "
                         "damaged; compile it again.",
                         (ull)raw->r_offset, index, d->symbol_count);
    struct view table;
    Elf64_Sym symbol;
    if (!segment_view(&data->image, d->symtab + (uint64_t)index * sizeof symbol, sizeof symbol,
                      &table) ||
        !view_read(table, 0, &symbol, sizeof symbol))
        return fail_table(diag, "symbol table", d->symtab);
    /* Symbol 0 and undefined weak symbols have value 0. */
    if (index == 0 || symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS)
        relocation.is_absolute = true;
    if (index != 0 && symbol.st_shndx == SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_WEAK) {
        struct text name = text_clean(d->unsorted[index].name, strlen(d->unsorted[index].name));
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Symbol %s is used at address %#llx but not defined in the code object. "
                         "Link its definition in.",
                         name.chars, (ull)raw->r_offset);
    }
    if (symbol.st_shndx != SHN_UNDEF)
        relocation.value += symbol.st_value;
    return add_relocation(data, d, &relocation, diag);
}

static shoal_status read_relas(struct image_data *data, struct dynamic *d, uint64_t vaddr,
                               uint64_t size, struct diag *diag)
{
    struct view table;
    if (size == 0)
        return SHOAL_OK;
    if (size % sizeof(Elf64_Rela) || !segment_view(&data->image, vaddr, size, &table))
        return fail_table(diag, "relocation table", vaddr);
    for (uint64_t at = 0; at < size; at += sizeof(Elf64_Rela)) {
        Elf64_Rela raw;
        view_read(table, at, &raw, sizeof raw);
        SHOAL_TRY(read_rela(data, d, &raw, diag));
    }
    return SHOAL_OK;
}

/* A RELATIVE64 whose addend is the word in place. */
static shoal_status add_relative(struct image_data *data, struct dynamic *d, uint64_t vaddr,
                                 struct diag *diag)
{
    struct relocation relocation = {.vaddr = vaddr, .type = R_AMDGPU_RELATIVE64};
    struct view word;
    if (!segment_view(&data->image, vaddr, 8, &word))
        return fail_table(diag, "packed relocation", vaddr);
    view_read(word, 0, &relocation.value, 8);
    return add_relocation(data, d, &relocation, diag);
}

/* DT_RELR: an even word is an address; an odd one has a bit for each of the next 63 words. */
static shoal_status read_relr(struct image_data *data, struct dynamic *d, struct diag *diag)
{
    struct view table;
    uint64_t next = 0, entry;
    if (d->relrsz == 0)
        return SHOAL_OK;
    if (d->relrsz % 8 || !segment_view(&data->image, d->relr, d->relrsz, &table))
        return fail_table(diag, "packed relocation table", d->relr);
    for (uint64_t at = 0; at < d->relrsz; at += 8) {
        view_read(table, at, &entry, 8);
        if (!(entry & 1)) {
            SHOAL_TRY(add_relative(data, d, entry, diag));
            next = entry + 8;
            continue;
        }
        for (unsigned i = 0; i < 63; i++) {
            if (entry >> (i + 1) & 1)
                SHOAL_TRY(add_relative(data, d, next + (uint64_t)i * 8, diag));
        }
        next += 63 * 8;
    }
    return SHOAL_OK;
}

shoal_status dynamic_read(struct image_data *data, uint64_t dynamic_vaddr, uint64_t dynamic_size,
                          struct diag *diag)
{
    struct dynamic d = {0};
    struct view table;
    Elf64_Dyn entry;
    for (size_t i = 0; i < data->image.segment_count; i++)
        d.file_bytes += data->image.segments[i].file_size;
    if (!segment_view(&data->image, dynamic_vaddr, dynamic_size, &table))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The dynamic section (%llu bytes at address %#llx) is not in the file's "
                         "data. The file is damaged; compile it again.",
                         (ull)dynamic_size, (ull)dynamic_vaddr);
    for (uint64_t at = 0; view_read(table, at, &entry, sizeof entry) && entry.d_tag != DT_NULL;
         at += sizeof entry) {
        const uint64_t value = entry.d_un.d_val;
        switch (entry.d_tag) {
        case DT_SYMTAB:
            d.symtab = value;
            break;
        case DT_STRTAB:
            d.strtab = value;
            break;
        case DT_STRSZ:
            d.strsz = value;
            break;
        case DT_HASH:
            d.hash = value;
            break;
        case DT_GNU_HASH:
            d.gnu_hash = value;
            break;
        case DT_RELA:
            d.rela = value;
            break;
        case DT_RELASZ:
            d.relasz = value;
            break;
        case DT_JMPREL:
            d.jmprel = value;
            break;
        case DT_PLTRELSZ:
            d.pltrelsz = value;
            break;
        case TAG_RELR:
            d.relr = value;
            break;
        case TAG_RELRSZ:
            d.relrsz = value;
            break;
        case DT_SYMENT:
        case DT_RELAENT:
        case TAG_RELRENT:
            if (value != (entry.d_tag == TAG_RELRENT ? 8 : 24))
                return diag_fail(diag, SHOAL_E_FORMAT,
                                 "The dynamic section's entry size (tag %lld) is %llu instead of "
                                 "%d. The file is damaged; compile it again.",
                                 (long long)entry.d_tag, (ull)value,
                                 entry.d_tag == TAG_RELRENT ? 8 : 24);
            break;
        case DT_REL:
            return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                             "The code object has relocations without addends (DT_REL), which "
                             "AMDGPU linkers do not write. Link it with ld.lld -shared.");
        }
    }
    SHOAL_TRY(read_symbols(data, &d, diag));
    SHOAL_TRY(read_relas(data, &d, d.rela, d.relasz, diag));
    SHOAL_TRY(read_relas(data, &d, d.jmprel, d.pltrelsz, diag));
    return read_relr(data, &d, diag);
}

/* ---- placing ----------------------------------------------------------------- */

shoal_status image_place(const struct image *image, void *host, uint64_t device_base,
                         struct diag *diag)
{
    const struct image_data *data = (const struct image_data *)image;
    uint8_t *memory = host;
    if (image->is_absolute)
        return diag_fail(diag, SHOAL_E_ARG, "The image has addresses of its own.");
    if (device_base & (image->align_bytes - 1))
        return diag_fail(diag, SHOAL_E_ARG,
                         "The image needs an address that is a multiple of %llu, not %#llx.",
                         (ull)image->align_bytes, (ull)device_base);
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (segment->file_size)
            memcpy(memory + segment->vaddr, segment->bytes, (size_t)segment->file_size);
    }
    for (size_t i = 0; i < image->relocation_count; i++) {
        const struct relocation *r = &data->relocations[i];
        uint64_t value = r->value + (r->is_absolute ? 0 : device_base);
        uint64_t relative = value - (device_base + r->vaddr);
        uint64_t word = value;
        if (r->type == R_AMDGPU_REL64 || r->type == R_AMDGPU_REL32 || r->type == R_AMDGPU_REL32_LO)
            word = relative;
        else if (r->type == R_AMDGPU_REL32_HI)
            word = relative >> 32;
        else if (r->type == R_AMDGPU_ABS32_HI)
            word = value >> 32;
        if ((r->type == R_AMDGPU_ABS32 && word >> 32) ||
            (r->type == R_AMDGPU_REL32 && (uint64_t)(int64_t)(int32_t)word != word))
            return diag_fail(diag, SHOAL_E_LIMIT,
                             "The 32-bit relocation at address %#llx cannot hold %#llx. Compile "
                             "without absolute 32-bit addresses.",
                             (ull)r->vaddr, (ull)word);
        memcpy(memory + r->vaddr, &word, relocation_bytes(r->type));
    }
    return SHOAL_OK;
}
