/* elf.c: one AMDHSA code object: header, segments, the metadata note, and the joining of kernels
 * with their descriptors. libelf reads headers, sections and notes; everything that it would bend
 * silently (counts beyond the file, foreign classes) is checked before. Also finds .hip_fatbin in
 * host programs. Symbols and relocations are dynamic.c's.
 *
 * Reference: LLVM AMDGPUUsage, "ELF Code Object". */
#include <stdlib.h>
#include <string.h>

#include <gelf.h>
#include <libelf.h>

#include "image/parts.h"
#include "isa/registry.h"

enum {
    OSABI_AMDGPU_HSA = 64,
    ABI_VERSION_V4 = 2,
    ABI_VERSION_V6 = 4,
    FLAGS_MACH = 0xff,
    FLAGS_XNACK = 0x300,
    FLAGS_SRAMECC = 0xc00,
    NOTE_METADATA = 32, /* NT_AMDGPU_METADATA */
    DESCRIPTOR_BYTES = 64,
};

typedef unsigned long long ull;

/* ---- header ------------------------------------------------------------------ */

/* Checks what all ELF files that we take have in common: a whole 64-bit little-endian header. */
static shoal_status check_ident(struct view file, struct diag *diag)
{
    if (file.size < sizeof(Elf64_Ehdr))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The ELF file ends after %zu bytes, inside its header of 64 bytes. It is "
                         "truncated; copy or compile it again.",
                         file.size);
    if (file.bytes[EI_CLASS] != ELFCLASS64 || file.bytes[EI_DATA] != ELFDATA2LSB ||
        file.bytes[EI_VERSION] != EV_CURRENT)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The ELF file is not 64-bit little-endian (class %u, data %u, version %u "
                         "at offset 4). Compile for amdgcn-amd-amdhsa, %s.",
                         file.bytes[EI_CLASS], file.bytes[EI_DATA], file.bytes[EI_VERSION],
                         chip_default(NULL)->name);
    return SHOAL_OK;
}

/* Checks that [offset, offset + count * entry_size) is inside the file. */
static shoal_status check_table(struct view file, const char *what, uint64_t offset, uint64_t count,
                                uint64_t entry_size, struct diag *diag)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(count, entry_size, &bytes) || !view_has(file, offset, bytes))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The ELF file's %s (%llu entries of %llu bytes at offset %#llx) does not "
                         "fit in the file of %zu bytes. It is truncated or damaged; copy or "
                         "compile it again.",
                         what, (ull)count, (ull)entry_size, (ull)offset, file.size);
    return SHOAL_OK;
}

/* Opens with libelf after checking both header tables. The caller calls elf_end. */
static shoal_status open_elf(struct view file, struct diag *diag, Elf **out, GElf_Ehdr *header)
{
    SHOAL_TRY(check_ident(file, diag));
    memcpy(header, file.bytes, sizeof *header);
    if (header->e_phnum && header->e_phentsize != sizeof(Elf64_Phdr))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The ELF file's program headers have %u bytes each instead of 56. It is "
                         "damaged; compile it again.",
                         header->e_phentsize);
    if (header->e_phnum == PN_XNUM)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "The ELF file has more than 65,534 program headers. It is damaged; "
                         "compile it again.");
    SHOAL_TRY(check_table(file, "program header table", header->e_phoff, header->e_phnum,
                          sizeof(Elf64_Phdr), diag));
    if (header->e_shoff) {
        if (header->e_shentsize != sizeof(Elf64_Shdr))
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The ELF file's section headers have %u bytes each instead of 64. It "
                             "is damaged; compile it again.",
                             header->e_shentsize);
        Elf64_Shdr first;
        uint64_t count = header->e_shnum;
        /* Counts from 0xff00 are in the first section header. */
        if (count == 0 && view_read(file, header->e_shoff, &first, sizeof first))
            count = first.sh_size;
        SHOAL_TRY(check_table(file, "section header table", header->e_shoff, count ? count : 1,
                              sizeof(Elf64_Shdr), diag));
    }
    elf_version(EV_CURRENT);
    /* libelf only reads: the cast drops a const that its interface lacks. */
    *out = elf_memory((char *)(uintptr_t)file.bytes, file.size);
    if (!*out || elf_kind(*out) != ELF_K_ELF) {
        elf_end(*out);
        *out = NULL;
        return diag_fail(diag, SHOAL_E_FORMAT, "The ELF header cannot be read: %s.",
                         elf_errmsg(-1));
    }
    return SHOAL_OK;
}

static shoal_status check_target(const GElf_Ehdr *header, struct image *image, struct diag *diag)
{
    const uint32_t mach = header->e_flags & FLAGS_MACH;
    const uint32_t xnack = header->e_flags & FLAGS_XNACK;
    const uint32_t sramecc = header->e_flags & FLAGS_SRAMECC;
    const shoal_chip *chip = chip_of_elf(ELF_MACHINE_AMDGPU, mach);
    const char *name = target_processor_name(mach), *usual = chip_default(NULL)->name;
    if (header->e_machine != ELF_MACHINE_AMDGPU)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The ELF file is for machine %u, not for AMDGPU (224). Compile for "
                         "amdgcn-amd-amdhsa, %s.",
                         header->e_machine, usual);
    if (header->e_ident[EI_OSABI] != OSABI_AMDGPU_HSA) {
        unsigned abi = header->e_ident[EI_OSABI];
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The code object is for OS/ABI %u%s, not for AMDHSA (64). Compile with "
                         "--target=amdgcn-amd-amdhsa.",
                         abi,
                         abi == 65   ? " (AMDPAL)"
                         : abi == 66 ? " (Mesa)"
                                     : "");
    }
    if (!chip) {
        if (!name)
            return diag_fail(diag, SHOAL_E_TARGET,
                             "The code object is for an unknown processor (e_flags %#x), not for "
                             "%s. Compile with -mcpu=%s.",
                             header->e_flags, usual, usual);
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The code object is for %s, not for %s. Compile with -mcpu=%s "
                         "or --offload-arch=%s.",
                         name, usual, usual, usual);
    }
    if (header->e_ident[EI_ABIVERSION] < ABI_VERSION_V4 ||
        header->e_ident[EI_ABIVERSION] > ABI_VERSION_V6)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "The code object has version %u (ABI version %u); Shoal loads 4, 5 and 6. "
                         "Compile with -mcode-object-version=5.",
                         header->e_ident[EI_ABIVERSION] + 2u, header->e_ident[EI_ABIVERSION]);
    if (xnack == FLAGS_XNACK || sramecc == FLAGS_SRAMECC)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The code object requires %s, which %s does not have. Compile with "
                         "-mcpu=%s and no feature suffix.",
                         xnack == FLAGS_XNACK ? "xnack" : "sramecc", name, name);
    if (header->e_type != ET_DYN)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The code object has ELF type %u%s; only linked ones (type 3) can be "
                         "loaded. Link it with ld.lld -shared.",
                         header->e_type, header->e_type == ET_REL ? " (relocatable)" : "");
    image->code_object_version = header->e_ident[EI_ABIVERSION] + 2u;
    image->isa = chip->isa;
    image->processor = name;
    return SHOAL_OK;
}

/* ---- segments ---------------------------------------------------------------- */

static shoal_status add_segment(struct segments *segments, const GElf_Phdr *header,
                                struct diag *diag)
{
    struct image *image = &segments->data->image;
    uint64_t end;
    if (__builtin_add_overflow(header->p_vaddr, header->p_memsz, &end) || end > IMAGE_MAX_SPAN)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "The segment at address %#llx takes %llu bytes of memory; an image may "
                         "take %llu in all. Allocate large buffers at run time.",
                         (ull)header->p_vaddr, (ull)header->p_memsz, (ull)IMAGE_MAX_SPAN);
    if (header->p_align > (2u << 20) || (header->p_align & (header->p_align - 1)))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The segment at address %#llx has alignment %llu, which is not a power "
                         "of two up to 2 MiB. The file is damaged; compile it again.",
                         (ull)header->p_vaddr, (ull)header->p_align);
    SHOAL_TRY(segments_add(segments,
                           &(struct segment_header){
                               .vaddr = header->p_vaddr,
                               .offset = header->p_offset,
                               .file_size = header->p_filesz,
                               .mem_size = header->p_memsz,
                               .flags = header->p_flags,
                           },
                           diag));
    if (end > image->span_bytes)
        image->span_bytes = end;
    if (header->p_align > image->align_bytes)
        image->align_bytes = header->p_align;
    return SHOAL_OK;
}

static shoal_status read_segments(struct image_data *data, Elf *elf, struct view file,
                                  unsigned count, GElf_Phdr *dynamic, struct diag *diag)
{
    struct segments segments;
    if (!segments_begin(&segments, data, file, count))
        return fail_memory(diag);
    data->image.align_bytes = 256; /* as shader code addresses need */
    for (unsigned i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header))
            return diag_fail(diag, SHOAL_E_FORMAT, "Program header %u cannot be read: %s.", i,
                             elf_errmsg(-1));
        if (header.p_type == PT_DYNAMIC)
            *dynamic = header;
        if (header.p_type == PT_LOAD && header.p_memsz)
            SHOAL_TRY(add_segment(&segments, &header, diag));
    }
    if (segments.count == 0)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The code object has no loadable segment. Link it with ld.lld -shared.");
    return segments_end(&segments, diag);
}

/* ---- notes ------------------------------------------------------------------- */

static shoal_status read_note_segment(struct image_data *data, Elf *elf, const GElf_Phdr *header,
                                      struct view file, struct diag *diag)
{
    if (!view_has(file, header->p_offset, header->p_filesz))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The notes (%llu bytes at offset %#llx) do not fit in the file of %zu "
                         "bytes. It is truncated or damaged; copy or compile it again.",
                         (ull)header->p_filesz, (ull)header->p_offset, file.size);
    if (header->p_filesz == 0)
        return SHOAL_OK;
    Elf_Data *notes = elf_getdata_rawchunk(elf, (int64_t)header->p_offset, header->p_filesz,
                                           header->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    if (!notes)
        return diag_fail(diag, SHOAL_E_FORMAT, "The notes at offset %#llx cannot be read: %s.",
                         (ull)header->p_offset, elf_errmsg(-1));
    struct view view = {notes->d_buf, notes->d_size};
    GElf_Nhdr note;
    size_t name, desc, next;
    for (size_t at = 0; (next = gelf_getnote(notes, at, &note, &name, &desc)) > at; at = next) {
        struct view owner, body;
        if (note.n_type != NOTE_METADATA || !view_sub(view, name, note.n_namesz, &owner) ||
            owner.size < 6 || memcmp(owner.bytes, "AMDGPU", 6) != 0)
            continue;
        if (!view_sub(view, desc, note.n_descsz, &body))
            break;
        /* There are several where the linker generated code in parts (-fgpu-rdc). */
        SHOAL_TRY(metadata_read(data, body, header->p_offset + desc, diag));
    }
    return SHOAL_OK;
}

static shoal_status read_notes(struct image_data *data, Elf *elf, struct view file, unsigned count,
                               struct diag *diag)
{
    size_t total = 0;
    for (unsigned i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_NOTE)
            continue;
        SHOAL_TRY(read_note_segment(data, elf, &header, file, diag));
        /* As with segments: many headers for the same bytes would take long. */
        total += header.p_filesz;
        if (total > file.size * 4)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The notes of the code object take %zu bytes of a file of %zu. The "
                             "file is damaged; compile it again.",
                             total, file.size);
    }
    return SHOAL_OK;
}

/* ---- kernels ----------------------------------------------------------------- */

/* Fills the descriptor half of a kernel from its .kd symbol. */
static shoal_status join_descriptor(struct image_data *data, struct image_kernel *kernel,
                                    const struct image_symbol *symbol, struct diag *diag)
{
    const struct image *image = &data->image;
    struct text name = text_clean(kernel->symbol, strlen(kernel->symbol));
    struct view bytes;
    if (symbol->vaddr % 4 || !segment_view(image, symbol->vaddr, DESCRIPTOR_BYTES, &bytes))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Kernel descriptor %s at address %#llx is not in the file's data. The "
                         "file is damaged; compile it again.",
                         name.chars, (ull)symbol->vaddr);
    image_decode_descriptor(bytes.bytes, &kernel->descriptor);
    SHOAL_TRY(descriptor_check(&kernel->descriptor, kernel->symbol, diag));
    kernel->descriptor_vaddr = symbol->vaddr;
    kernel->entry_vaddr = symbol->vaddr + (uint64_t)kernel->descriptor.entry_byte_offset;
    const struct image_segment *code = image_find_exec(image, kernel->entry_vaddr, 4);
    if (!code || kernel->entry_vaddr % 4)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Kernel descriptor %s: its entry address %#llx is not in executable "
                         "memory. The file is damaged; compile it again.",
                         name.chars, (ull)kernel->entry_vaddr);
    kernel->code_size = code->vaddr + code->mem_size - kernel->entry_vaddr;
    const struct image_symbol *entry = image_symbol_at(image, kernel->entry_vaddr);
    if (entry && entry->kind == IMAGE_SYMBOL_FUNCTION && entry->vaddr == kernel->entry_vaddr)
        kernel->code_size = entry->size;
    return SHOAL_OK;
}

static shoal_status check_agreement(const struct image_kernel *kernel, struct diag *diag)
{
    uint32_t lanes = kernel->descriptor.wave32 ? 32 : 64;
    struct text name = text_clean(kernel->name, strlen(kernel->name));
    if (kernel->wave_lanes != lanes)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Kernel %s: the metadata says wave%u, the kernel descriptor wave%u. The "
                         "file is damaged; compile it again.",
                         name.chars, kernel->wave_lanes, lanes);
    return SHOAL_OK;
}

static void fill_without_metadata(struct image_kernel *kernel)
{
    const struct image_descriptor *d = &kernel->descriptor;
    kernel->kernarg_size = d->kernarg_size;
    kernel->kernarg_align = 16;
    kernel->group_size = d->group_segment_fixed_size;
    kernel->private_size = d->private_segment_fixed_size;
    kernel->wave_lanes = d->wave32 ? 32 : 64;
    kernel->vgpr_count = d->vgpr_count;
    kernel->sgpr_count = 128; /* GFX10 and later always allocate 128, no field says so */
    kernel->uses_dynamic_stack = d->uses_dynamic_stack;
    kernel->workgroup_processor_mode = d->wgp_mode;
}

static shoal_status add_bare_kernel(struct image_data *data, const struct image_symbol *symbol,
                                    struct image_kernel *kernel, struct diag *diag)
{
    char *name = arena_text(&data->arena, symbol->name, strlen(symbol->name) - 3);
    if (!name)
        return fail_memory(diag);
    *kernel = (struct image_kernel){.name = name,
                                    .symbol = symbol->name,
                                    .language = "",
                                    .device_enqueue_symbol = "",
                                    .vec_type_hint = ""};
    SHOAL_TRY(join_descriptor(data, kernel, symbol, diag));
    fill_without_metadata(kernel);
    return SHOAL_OK;
}

static shoal_status join_kernels(struct image_data *data, struct diag *diag)
{
    struct image *image = &data->image;
    size_t with_metadata = image->kernel_count, total = with_metadata;
    bool *taken = arena_alloc(&data->arena, image->exported_symbol_count, sizeof *taken);
    struct image_kernel *kernels =
        arena_alloc(&data->arena, with_metadata + image->exported_symbol_count, sizeof *kernels);
    if (!taken || !kernels)
        return fail_memory(diag);
    if (with_metadata)
        memcpy(kernels, image->kernels, with_metadata * sizeof *kernels);
    for (size_t i = 0; i < with_metadata; i++) {
        struct image_kernel *kernel = &kernels[i];
        struct text name = text_clean(kernel->symbol, strlen(kernel->symbol));
        size_t index = symbol_exported_index(image, kernel->symbol);
        if (index == SIZE_MAX)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The metadata names kernel descriptor %s, which is not in the dynamic "
                             "symbol table. Link again, without stripping symbols.",
                             name.chars);
        if (taken[index])
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The metadata has two kernels with descriptor %s. The file is "
                             "damaged; compile it again.",
                             name.chars);
        taken[index] = true;
        SHOAL_TRY(join_descriptor(data, kernel, &image->symbols[index], diag));
        SHOAL_TRY(check_agreement(kernel, diag));
        if (kernel->descriptor.kernarg_size > kernel->kernarg_size)
            kernel->kernarg_size = kernel->descriptor.kernarg_size;
        if (kernel->kernarg_align < 4)
            kernel->kernarg_align = 4;
    }
    for (size_t i = 0; i < image->exported_symbol_count; i++) {
        if (!taken[i] && image->symbols[i].kind == IMAGE_SYMBOL_DESCRIPTOR)
            SHOAL_TRY(add_bare_kernel(data, &image->symbols[i], &kernels[total++], diag));
    }
    image->kernels = kernels;
    image->kernel_count = total;
    return SHOAL_OK;
}

/* ---- local symbols ----------------------------------------------------------- */

/* One .symtab entry: false if it does not name a place in the image. */
static bool take_local_symbol(const struct image *image, Elf_Data *table, size_t index,
                              const char *strings, size_t strings_size, struct image_symbol *out)
{
    GElf_Sym raw;
    if (index > INT32_MAX || !gelf_getsym(table, (int)index, &raw))
        return false;
    unsigned type = GELF_ST_TYPE(raw.st_info);
    if (raw.st_shndx == SHN_UNDEF || raw.st_shndx == SHN_ABS || raw.st_name >= strings_size ||
        (type != STT_FUNC && type != STT_OBJECT))
        return false;
    const char *name = strings + raw.st_name;
    if (!*name || strnlen(name, SYMBOL_NAME_MAX + 1) > SYMBOL_NAME_MAX ||
        !segment_at(image, raw.st_value, raw.st_size ? raw.st_size : 1) ||
        symbol_exported_index(image, name) != SIZE_MAX)
        return false;
    *out = (struct image_symbol){
        .name = name, .vaddr = raw.st_value, .size = raw.st_size, .kind = symbol_kind(name, type)};
    return true;
}

/* Appends the functions and variables of .symtab that are not exported. They only name places in
 * reports, so that entries which make no sense are left out instead of refused. */
static shoal_status read_local_symbols(struct image_data *data, Elf *elf, struct diag *diag)
{
    struct image *image = &data->image;
    Elf_Scn *section = NULL;
    GElf_Shdr header = {0};
    while ((section = elf_nextscn(elf, section))) {
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            break;
    }
    Elf_Scn *names = section ? elf_getscn(elf, header.sh_link) : NULL;
    Elf_Data *table = section ? elf_getdata(section, NULL) : NULL;
    Elf_Data *text = names ? elf_getdata(names, NULL) : NULL;
    if (!table || !table->d_buf || !text || !text->d_buf || text->d_type != ELF_T_BYTE ||
        header.sh_entsize != sizeof(Elf64_Sym))
        return SHOAL_OK;

    size_t count = table->d_size / sizeof(Elf64_Sym), used = image->exported_symbol_count;
    struct image_symbol *all = arena_alloc(&data->arena, used + count, sizeof *all);
    const char *strings = arena_text(&data->arena, text->d_buf, text->d_size);
    if (!all || !strings)
        return fail_memory(diag);
    if (used)
        memcpy(all, image->symbols, used * sizeof *all);
    /* Overlapping names of a hostile file would take long to compare. */
    size_t name_bytes = 0;
    for (size_t i = 0; i < count && name_bytes / 4 <= text->d_size; i++) {
        if (take_local_symbol(image, table, i, strings, text->d_size, &all[used]))
            used++;
        GElf_Sym raw;
        if (gelf_getsym(table, (int)i, &raw) && raw.st_name < text->d_size)
            name_bytes += strnlen(strings + raw.st_name, SYMBOL_NAME_MAX + 1);
    }
    image->symbols = all;
    image->symbol_count = used;
    return SHOAL_OK;
}

/* ---- the whole --------------------------------------------------------------- */

shoal_status elf_open_code_object(struct view file, struct diag *diag, struct image_data *data)
{
    Elf *elf;
    GElf_Ehdr header;
    GElf_Phdr dynamic = {0};
    shoal_status status = open_elf(file, diag, &elf, &header);
    if (status != SHOAL_OK)
        return status;
    data->image.target = "";
    status = check_target(&header, &data->image, diag);
    if (status == SHOAL_OK)
        status = read_segments(data, elf, file, header.e_phnum, &dynamic, diag);
    if (status == SHOAL_OK && dynamic.p_filesz == 0)
        status = diag_fail(diag, SHOAL_E_FORMAT,
                           "The code object has no dynamic section, so no symbols to find kernels "
                           "by. Link it with ld.lld -shared.");
    if (status == SHOAL_OK)
        status = dynamic_read(data, dynamic.p_vaddr, dynamic.p_filesz, diag);
    if (status == SHOAL_OK)
        status = read_local_symbols(data, elf, diag);
    if (status == SHOAL_OK)
        status = symbols_index(data, diag);
    if (status == SHOAL_OK)
        status = read_notes(data, elf, file, header.e_phnum, diag);
    if (status == SHOAL_OK)
        status = join_kernels(data, diag);
    elf_end(elf);
    return status;
}

/* ---- host programs ----------------------------------------------------------- */

bool elf_is_host(struct view file)
{
    Elf64_Ehdr header;
    return view_read(file, 0, &header, sizeof header) && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_machine != ELF_MACHINE_AMDGPU;
}

shoal_status elf_find_fatbin(struct view file, struct diag *diag, struct view *out)
{
    Elf *elf;
    GElf_Ehdr header;
    size_t names;
    SHOAL_TRY(open_elf(file, diag, &elf, &header));
    static const char wanted[] = ".hip_fatbin";
    shoal_status status = SHOAL_E_TARGET;
    struct view text = {0};
    GElf_Shdr found;
    /* Not elf_strptr: it looks for the end of each name, which a hostile file makes slow. */
    if (elf_getshdrstrndx(elf, &names) == 0 && gelf_getshdr(elf_getscn(elf, names), &found))
        view_sub(file, found.sh_offset, found.sh_size, &text);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        struct view name;
        if (!gelf_getshdr(section, &found) ||
            !view_sub(text, found.sh_name, sizeof wanted, &name) ||
            memcmp(name.bytes, wanted, sizeof wanted) != 0)
            continue;
        status = SHOAL_OK;
        if (found.sh_type == SHT_NOBITS || !view_sub(file, found.sh_offset, found.sh_size, out))
            status = diag_fail(diag, SHOAL_E_FORMAT,
                               "Section .hip_fatbin (%llu bytes at offset %#llx) is not in the "
                               "file of %zu bytes. It is truncated or stripped; compile it again.",
                               (ull)found.sh_size, (ull)found.sh_offset, file.size);
        break;
    }
    if (status == SHOAL_E_TARGET && header.e_machine == EM_RISCV)
        diag_fail(diag, status,
                  "The ELF file is for riscv64, and Ventus is a machine of 32 bits. Compile with "
                  "--target=riscv32, or with shoal cc-ventus.");
    else if (status == SHOAL_E_TARGET)
        diag_fail(diag, status,
                  "The ELF file is for machine %u%s and has no .hip_fatbin section with GPU code. "
                  "Give a %s code object, or a program compiled with --offload-arch=%s.",
                  header.e_machine, header.e_machine == EM_X86_64 ? " (x86-64)" : "",
                  chip_default(NULL)->name, chip_default(NULL)->name);
    elf_end(elf);
    return status;
}
