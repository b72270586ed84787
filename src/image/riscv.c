/* riscv.c: Ventus executables: 32-bit RISC-V ELF files linked for fixed addresses (.riscv, .out).
 * Segments go where they say, kernels are global functions, `_start` runs first if there is one.
 *
 * What the Ventus compiler adds: .riscv.attributes, .ventus.resource.KERNEL (registers and memory
 * of a kernel). What Shoal adds, since the compiler's place for it is not published:
 * .ventus.printf, the format strings of printf, "id:count:size...:format" each with a NUL. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"
#include "isa/registry.h"
#include "shoal/shoal.h"

enum {
    SYMBOLS_MAX = 1 << 20,
    NAME_BYTES_MAX = 4096,
    /* What a thread gets when its file does not say what its kernels use: as PoCL launches. */
    PRIVATE_BYTES = 4096,
    RESOURCE_OLD_BYTES = 8,
    RESOURCE_BYTES = 56,
    RESOURCE_VERSION = 3,
    ATTRIBUTE_ARCH = 5,
};

typedef unsigned long long ull;

struct resource {
    const char *kernel;
    struct view bytes;
};

struct file {
    struct view view;
    Elf32_Ehdr header;
    struct view section_names;
    struct view symbols, symbol_names;
    struct resource *resources; /* [resource_count] by kernel */
    size_t resource_count;
    bool has_named_resources; /* kernels have some: then the other functions are no kernels */
};

/* ---- header ------------------------------------------------------------------ */

bool riscv_is(struct view file)
{
    Elf32_Ehdr header;
    return view_read(file, 0, &header, sizeof header) && view_starts(file, ELFMAG, SELFMAG) &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_machine == ELF_MACHINE_RISCV;
}

static bool read_section(const struct file *f, unsigned index, Elf32_Shdr *out)
{
    return index < f->header.e_shnum &&
           view_read(f->view, f->header.e_shoff + (uint64_t)index * sizeof *out, out, sizeof *out);
}

static bool section_bytes(const struct file *f, const Elf32_Shdr *s, struct view *out)
{
    return s->sh_type != SHT_NOBITS && view_sub(f->view, s->sh_offset, s->sh_size, out);
}

/* A name in a string table; "" if it is not there whole. */
static const char *name_at(struct view table, uint32_t at)
{
    if (at >= table.size)
        return "";
    size_t left = table.size - at;
    const char *name = (const char *)table.bytes + at;
    return memchr(name, 0, left < NAME_BYTES_MAX ? left : NAME_BYTES_MAX) ? name : "";
}

static shoal_status open_file(struct view view, struct file *f, struct diag *diag)
{
    *f = (struct file){.view = view};
    view_read(view, 0, &f->header, sizeof f->header);
    const Elf32_Ehdr *h = &f->header;
    if (h->e_type != ET_EXEC)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The RISC-V file has ELF type %u%s; only executables (type 2) can be run. "
                         "Link it: ld.lld -Ttext=0x80000000 -e _start.",
                         h->e_type, h->e_type == ET_REL ? " (relocatable)" : "");
    if (h->e_phnum && (h->e_phentsize != sizeof(Elf32_Phdr) ||
                       !view_has(view, h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf32_Phdr))))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The RISC-V file's %u program headers at offset %#llx do not fit in the "
                         "file of %zu bytes. It is truncated or damaged; copy or compile it again.",
                         h->e_phnum, (ull)h->e_phoff, view.size);
    if (h->e_shnum && (h->e_shentsize != sizeof(Elf32_Shdr) ||
                       !view_has(view, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf32_Shdr))))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The RISC-V file's %u section headers at offset %#llx do not fit in the "
                         "file of %zu bytes. It is truncated or damaged; copy or compile it again.",
                         h->e_shnum, (ull)h->e_shoff, view.size);
    Elf32_Shdr section;
    if (read_section(f, h->e_shstrndx, &section))
        section_bytes(f, &section, &f->section_names);
    for (unsigned i = 0; i < h->e_shnum; i++) {
        Elf32_Shdr names;
        if (!read_section(f, i, &section) || section.sh_type != SHT_SYMTAB)
            continue;
        section_bytes(f, &section, &f->symbols);
        if (read_section(f, section.sh_link, &names))
            section_bytes(f, &names, &f->symbol_names);
        break;
    }
    return SHOAL_OK;
}

/* ---- segments ---------------------------------------------------------------- */

static shoal_status add_segment(struct segments *segments, const Elf32_Phdr *p, struct diag *diag)
{
    if ((uint64_t)p->p_vaddr + p->p_memsz > UINT64_C(1) << 32)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The segment at address %#llx with %llu bytes ends above 4 GiB. The file "
                         "is damaged; compile it again.",
                         (ull)p->p_vaddr, (ull)p->p_memsz);
    if (p->p_flags & PF_X && p->p_vaddr % 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The code segment at address %#llx is not at a multiple of 4. The file is "
                         "damaged; compile it again.",
                         (ull)p->p_vaddr);
    return segments_add(segments,
                        &(struct segment_header){
                            .vaddr = p->p_vaddr,
                            .offset = p->p_offset,
                            .file_size = p->p_filesz,
                            .mem_size = p->p_memsz,
                            .flags = p->p_flags,
                        },
                        diag);
}

static shoal_status read_segments(struct image_data *data, const struct file *f, struct diag *diag)
{
    unsigned count = f->header.e_phnum;
    struct segments segments;
    bool has_code = false;
    if (!segments_begin(&segments, data, f->view, count))
        return fail_memory(diag);
    for (unsigned i = 0; i < count; i++) {
        Elf32_Phdr p;
        view_read(f->view, f->header.e_phoff + (uint64_t)i * sizeof p, &p, sizeof p);
        if (p.p_type != PT_LOAD || p.p_memsz == 0)
            continue;
        SHOAL_TRY(add_segment(&segments, &p, diag));
        has_code |= (p.p_flags & PF_X) != 0;
    }
    if (!has_code)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The RISC-V file has no executable segment; there is nothing to run.");
    return segments_end(&segments, diag);
}

/* ---- symbols ----------------------------------------------------------------- */

static bool read_symbol(const struct image *image, const struct file *f, size_t index,
                        struct image_symbol *out)
{
    Elf32_Sym raw;
    if (!view_read(f->symbols, index * sizeof raw, &raw, sizeof raw))
        return false;
    unsigned type = ELF32_ST_TYPE(raw.st_info);
    const char *name = name_at(f->symbol_names, raw.st_name);
    if (!name[0] || name[0] == '$' || name[0] == '.' || raw.st_shndx == SHN_UNDEF ||
        raw.st_shndx == SHN_ABS || (type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) ||
        !segment_at(image, raw.st_value, raw.st_size ? raw.st_size : 1))
        return false;
    bool is_code = image_find_exec(image, raw.st_value, 4) != NULL && raw.st_value % 4 == 0;
    *out = (struct image_symbol){
        .name = name,
        .vaddr = raw.st_value,
        .size = raw.st_size,
        /* Assembly code often gives no type. */
        .kind = type == STT_OBJECT ? IMAGE_SYMBOL_OBJECT
                : is_code          ? IMAGE_SYMBOL_FUNCTION
                                   : IMAGE_SYMBOL_OTHER,
        .is_exported = ELF32_ST_BIND(raw.st_info) != STB_LOCAL,
    };
    return true;
}

/* Exported ones first, each part by name, then by address. */
static int compare_symbols(const void *a, const void *b)
{
    const struct image_symbol *x = a, *y = b;
    if (x->is_exported != y->is_exported)
        return x->is_exported ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order ? order : x->vaddr < y->vaddr ? -1 : x->vaddr > y->vaddr;
}

static shoal_status read_symbols(struct image_data *data, const struct file *f, struct diag *diag)
{
    struct image *image = &data->image;
    size_t count = f->symbols.size / sizeof(Elf32_Sym), used = 0, text = 0;
    if (count > SYMBOLS_MAX)
        return diag_fail(diag, SHOAL_E_LIMIT, "The RISC-V file has %zu symbols; at most %d.", count,
                         SYMBOLS_MAX);
    struct image_symbol *list = arena_alloc(&data->arena, count, sizeof *list);
    if (!list)
        return fail_memory(diag);
    for (size_t i = 0; i < count; i++) {
        if (!read_symbol(image, f, i, &list[used]))
            continue;
        /* Many symbols may share the end of one long name. */
        size_t length = strlen(list[used].name);
        if ((text += length) > f->view.size * 4)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The names of the symbols take more bytes than the file has. It is "
                             "damaged; compile it again.");
        if (!(list[used].name = arena_text(&data->arena, list[used].name, length)))
            return fail_memory(diag);
        used++;
    }
    qsort(list, used, sizeof *list, compare_symbols);
    image->symbols = list;
    image->symbol_count = used;
    while (image->exported_symbol_count < used && list[image->exported_symbol_count].is_exported)
        image->exported_symbol_count++;
    return symbols_index(data, diag);
}

/* ---- what the compiler says --------------------------------------------------- */

static bool contains(const char *text, size_t size, const char *word)
{
    return memmem(text, size, word, strlen(word)) != NULL;
}

/* The attributes of the Ventus compiler name zfinx together with zve32f, which no other RISC-V
 * compiler accepts (zve32f has registers of its own). Layout: RISC-V ELF psABI, "Attributes". */
bool riscv_is_toolchain(struct view a)
{
    /* 'A', then u32 size, "riscv\0", tag 1, u32 size; then tag and value each. */
    enum { FIRST = 1 + 4 + 6 + 1 + 4 };
    if (a.size < FIRST || a.bytes[0] != 'A' || memcmp(a.bytes + 5, "riscv", 6) != 0)
        return false;
    for (size_t at = FIRST; at < a.size;) {
        unsigned tag = a.bytes[at++];
        if (tag % 2) { /* text */
            size_t length = strnlen((const char *)a.bytes + at, a.size - at);
            const char *text = (const char *)a.bytes + at;
            if (tag == ATTRIBUTE_ARCH)
                return contains(text, length, "zfinx") && contains(text, length, "zve32");
            at += length + 1;
        } else {
            while (at < a.size && a.bytes[at] & 0x80)
                at++;
            at++;
        }
    }
    return false;
}

static uint32_t known(uint64_t value, uint32_t otherwise)
{
    return value == UINT64_MAX || value > UINT32_MAX ? otherwise : (uint32_t)value;
}

/* .ventus.resource.KERNEL, or .ventus.resource for all of them. */
static void apply_resource(struct image_kernel *k, struct view r)
{
    struct {
        uint32_t version, flags;
        uint64_t vgprs, sgprs, lds, pds, lds_stack, pds_stack;
    } now;
    uint16_t old[4];
    _Static_assert(sizeof now == RESOURCE_BYTES, "version 3");
    if (view_read(r, 0, &now, sizeof now) && now.version == RESOURCE_VERSION) {
        k->vgpr_count = known(now.vgprs, k->vgpr_count);
        k->sgpr_count = known(now.sgprs, k->sgpr_count);
        k->group_size = known(now.lds, 0) + known(now.lds_stack, 0);
        if (now.pds != UINT64_MAX && now.pds_stack != UINT64_MAX)
            k->private_size = known(now.pds + now.pds_stack, k->private_size);
    } else if (r.size == RESOURCE_OLD_BYTES && view_read(r, 0, old, sizeof old)) {
        k->vgpr_count = old[0];
        k->sgpr_count = old[1];
        k->group_size = old[2];
        k->private_size = old[3];
    }
}

static shoal_status read_printfs(struct image_data *data, struct view text, struct diag *diag)
{
    struct image *image = &data->image;
    struct image_printf *list = NULL;
    size_t capacity = 0, at = 0;
    while (at < text.size) {
        size_t length = strnlen((const char *)text.bytes + at, text.size - at);
        struct image_printf entry;
        if (length) {
            SHOAL_TRY(
                printf_parse(&data->arena, (const char *)text.bytes + at, length, &entry, diag));
            list = arena_grow(&data->arena, list, image->printf_count, &capacity, sizeof *list);
            if (!list)
                return fail_memory(diag);
            list[image->printf_count++] = entry;
        }
        at += length + 1;
    }
    image->printfs = list;
    return SHOAL_OK;
}

/* ---- kernels ----------------------------------------------------------------- */

static const char resource_prefix[] = ".ventus.resource";

static int compare_resources(const void *a, const void *b)
{
    const struct resource *x = a, *y = b;
    return strcmp(x->kernel, y->kernel);
}

/* The resource sections, by kernel; "" is for all that have none of their own. */
static shoal_status read_resources(struct image_data *data, struct file *f, struct diag *diag)
{
    f->resources = arena_alloc(&data->arena, f->header.e_shnum, sizeof *f->resources);
    if (!f->resources)
        return fail_memory(diag);
    for (unsigned i = 0; i < f->header.e_shnum; i++) {
        enum { LENGTH = sizeof resource_prefix - 1 };
        Elf32_Shdr s;
        struct resource *r = &f->resources[f->resource_count];
        if (!read_section(f, i, &s))
            continue;
        const char *name = name_at(f->section_names, s.sh_name);
        if (strncmp(name, resource_prefix, LENGTH) != 0 || !section_bytes(f, &s, &r->bytes))
            continue;
        r->kernel = name[LENGTH] == '.' ? name + LENGTH + 1 : "";
        f->has_named_resources |= r->kernel[0] != 0;
        f->resource_count++;
    }
    qsort(f->resources, f->resource_count, sizeof *f->resources, compare_resources);
    return SHOAL_OK;
}

static const struct resource *find_resource(const struct file *f, const char *kernel)
{
    const struct resource key = {.kernel = kernel};
    return bsearch(&key, f->resources, f->resource_count, sizeof key, compare_resources);
}

static int compare_kernels(const void *a, const void *b)
{
    const struct image_kernel *x = a, *y = b;
    if (x->entry_vaddr != y->entry_vaddr)
        return x->entry_vaddr < y->entry_vaddr ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void fill_kernel(const struct image *image, const struct file *f,
                        const struct image_symbol *symbol, struct image_kernel *k)
{
    const struct image_segment *code = image_find_exec(image, symbol->vaddr, 1);
    const struct resource *resource = find_resource(f, symbol->name);
    *k = (struct image_kernel){
        .name = symbol->name,
        .symbol = symbol->name,
        .entry_vaddr = symbol->vaddr,
        .code_size = symbol->size ? symbol->size : code->vaddr + code->mem_size - symbol->vaddr,
        .private_size = PRIVATE_BYTES,
        .language = "",
        .device_enqueue_symbol = "",
        .vec_type_hint = "",
    };
    if (!resource)
        resource = find_resource(f, "");
    if (resource)
        apply_resource(k, resource->bytes);
}

static bool is_start_code(const char *name)
{
    return strcmp(name, "_start") == 0 || strcmp(name, "spike_end") == 0;
}

/* Kernels are the global functions of the file; without any, the program itself is one. */
static shoal_status read_kernels(struct image_data *data, const struct file *f, struct diag *diag)
{
    struct image *image = &data->image;
    struct image_kernel *list =
        arena_alloc(&data->arena, image->exported_symbol_count + 1, sizeof *list);
    if (!list)
        return fail_memory(diag);
    for (size_t i = 0; i < image->exported_symbol_count; i++) {
        const struct image_symbol *s = &image->symbols[i];
        if (s->kind != IMAGE_SYMBOL_FUNCTION || is_start_code(s->name) ||
            (f->has_named_resources && !find_resource(f, s->name)))
            continue;
        fill_kernel(image, f, s, &list[image->kernel_count++]);
    }
    const struct image_symbol *start = image_find_symbol(image, "_start");
    if (start && start->kind == IMAGE_SYMBOL_FUNCTION) {
        image->has_start = true;
        image->start_vaddr = start->vaddr;
        if (image->kernel_count == 0)
            fill_kernel(image, f, start, &list[image->kernel_count++]);
    }
    if (image->kernel_count == 0) { /* stripped: only the entry is known */
        const struct image_symbol entry = {.name = "entry", .vaddr = f->header.e_entry};
        if (!image_find_exec(image, entry.vaddr, 4) || entry.vaddr % 4)
            return diag_fail(
                diag, SHOAL_E_FORMAT,
                "The RISC-V file has no global function, and its entry %#llx is not in "
                "executable memory. Link it with a kernel, or with _start.",
                (ull)entry.vaddr);
        fill_kernel(image, f, &entry, &list[image->kernel_count++]);
        image->has_start = true;
        image->start_vaddr = entry.vaddr;
    }
    qsort(list, image->kernel_count, sizeof *list, compare_kernels);
    image->kernels = list;
    return SHOAL_OK;
}

shoal_status riscv_open(struct view view, struct diag *diag, struct image_data *data)
{
    struct image *image = &data->image;
    const shoal_chip *chip = chip_of_machine(ELF_MACHINE_RISCV);
    struct file f;
    SHOAL_TRY(open_file(view, &f, diag));
    image->isa = chip->isa;
    image->is_absolute = true;
    image->processor = chip->name;
    image->target = "";
    image->dialect = SHOAL_DIALECT_DEFAULT;
    SHOAL_TRY(read_segments(data, &f, diag));
    SHOAL_TRY(read_symbols(data, &f, diag));
    SHOAL_TRY(read_resources(data, &f, diag));
    SHOAL_TRY(read_kernels(data, &f, diag));
    for (unsigned i = 0; i < f.header.e_shnum; i++) {
        Elf32_Shdr s;
        struct view bytes;
        if (!read_section(&f, i, &s) || !section_bytes(&f, &s, &bytes))
            continue;
        const char *name = name_at(f.section_names, s.sh_name);
        if (strcmp(name, ".riscv.attributes") == 0 && riscv_is_toolchain(bytes))
            image->dialect = SHOAL_DIALECT_TOOLCHAIN;
        else if (strcmp(name, ".ventus.printf") == 0)
            SHOAL_TRY(read_printfs(data, bytes, diag));
    }
    return SHOAL_OK;
}
