/* Damaged and hostile files: every refusal has one clear message, nothing crashes, nothing is read
 * past the end (open_exact, under ASan). Messages are written by hand; positions of fields are the
 * ELF standard's and AMDGPUUsage's. */
#include "fixture.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"

/* ---- truncation -------------------------------------------------------------------- */

static void every_prefix_is_refused(void **state)
{
    static const char *const names[] = {
        "v5.co", "bare.co", "nosections.co", "plain.hipfb", "zstd3.hipfb", "zlib2.hipfb", "two.o"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct fixture file = fixture_read(names[i]);
        for (size_t size = 0; size < file.size; size++) {
            struct diag diag = {0};
            struct image *image;
            shoal_status status = open_exact(file.bytes, size, &diag, &image);
            image_close(image);
            /* Without section headers, the file may end in bytes that nothing refers to. */
            if (status == SHOAL_OK && strcmp(names[i], "nosections.co") != 0)
                fail_msg("%s: the first %zu of %zu bytes load", names[i], size, file.size);
            if (status != SHOAL_OK && strlen(diag.text) < 20)
                fail_msg("%s: no message for the first %zu bytes", names[i], size);
        }
        free(file.bytes);
    }
}

/* ---- header ------------------------------------------------------------------------ */

/* One changed field of v5.co and the message that it must give. */
struct change {
    size_t offset, size;
    uint64_t value;
    shoal_status status;
    const char *message;
};

static void check_changes(const char *name, const struct change *changes, size_t count)
{
    struct fixture file = fixture_read(name);
    for (size_t i = 0; i < count; i++) {
        const struct change *c = &changes[i];
        uint64_t old = get_bytes(&file, c->offset, c->size);
        put_bytes(&file, c->offset, c->value, c->size);
        assert_refused(file.bytes, file.size, c->status, c->message);
        put_bytes(&file, c->offset, old, c->size);
    }
    free(file.bytes);
}

static void wrong_headers(void **state)
{
    static const struct change changes[] = {
        {EI_CLASS, 1, 1, SHOAL_E_TARGET,
         "The ELF file is not 64-bit little-endian (class 1, data 1, version 1 at offset 4). "
         "Compile for amdgcn-amd-amdhsa, gfx1100."},
        {EI_OSABI, 1, 65, SHOAL_E_TARGET,
         "The code object is for OS/ABI 65 (AMDPAL), not for AMDHSA (64). Compile with "
         "--target=amdgcn-amd-amdhsa."},
        {EI_ABIVERSION, 1, 1, SHOAL_E_UNSUPPORTED,
         "The code object has version 3 (ABI version 1); Shoal loads 4, 5 and 6. Compile with "
         "-mcode-object-version=5."},
        {EI_ABIVERSION, 1, 5, SHOAL_E_UNSUPPORTED,
         "The code object has version 7 (ABI version 5); Shoal loads 4, 5 and 6. Compile with "
         "-mcode-object-version=5."},
        {48, 4, 0x42, SHOAL_E_TARGET,
         "The code object is for gfx1013, not for gfx1100. Compile with -mcpu=gfx1100 or "
         "--offload-arch=gfx1100."},
        {48, 4, 0xee, SHOAL_E_TARGET,
         "The code object is for an unknown processor (e_flags 0xee), not for gfx1100. Compile "
         "with -mcpu=gfx1100."},
        {48, 4, 0x341, SHOAL_E_TARGET,
         "The code object requires xnack, which gfx1100 does not have. Compile with -mcpu=gfx1100 "
         "and no feature suffix."},
        {48, 4, 0xc41, SHOAL_E_TARGET,
         "The code object requires sramecc, which gfx1100 does not have. Compile with "
         "-mcpu=gfx1100 and no feature suffix."},
        {54, 2, 32, SHOAL_E_FORMAT,
         "The ELF file's program headers have 32 bytes each instead of 56. It is damaged; compile "
         "it again."},
        {58, 2, 40, SHOAL_E_FORMAT,
         "The ELF file's section headers have 40 bytes each instead of 64. It is damaged; compile "
         "it again."},
        {56, 2, 0, SHOAL_E_FORMAT,
         "The code object has no loadable segment. Link it with ld.lld -shared."},
    };
    (void)state;
    check_changes("v5.co", changes, sizeof changes / sizeof changes[0]);
    struct fixture file = fixture_read("v5.co");
    char expected[256];
    put_bytes(&file, 32, UINT64_MAX - 100, 8);
    snprintf(expected, sizeof expected,
             "The ELF file's program header table (%u entries of 56 bytes at offset "
             "0xffffffffffffff9b) does not fit in the file of %zu bytes. It is truncated or "
             "damaged; copy or compile it again.",
             (unsigned)get_bytes(&file, 56, 2), file.size);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);
    free(file.bytes);
}

static void other_objects(void **state)
{
    (void)state;
    struct fixture file = fixture_read("gfx906.co");
    assert_refused(file.bytes, file.size, SHOAL_E_TARGET,
                   "The code object is for gfx906, not for gfx1100. Compile with -mcpu=gfx1100 or "
                   "--offload-arch=gfx1100.");
    free(file.bytes);
    file = fixture_read("object.o");
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT,
                   "The code object has ELF type 1 (relocatable); only linked ones (type 3) can be "
                   "loaded. Link it with ld.lld -shared.");
    free(file.bytes);
}

/* ---- segments ---------------------------------------------------------------------- */

/* The file offset of the nth program header of this type. */
static size_t program_header(const struct fixture *file, uint32_t type, unsigned nth)
{
    for (size_t at = (size_t)get_bytes(file, 32, 8);; at += 56) {
        if (get_bytes(file, at, 4) == type && nth-- == 0)
            return at;
    }
}

static void wrong_segments(void **state)
{
    (void)state;
    struct fixture file = fixture_read("v5.co");
    size_t at = program_header(&file, PT_LOAD, 1);
    unsigned long long vaddr = get_bytes(&file, at + 16, 8), size = get_bytes(&file, at + 32, 8);
    unsigned long long offset = get_bytes(&file, at + 8, 8);
    char text[6][400];
    snprintf(text[0], sizeof text[0],
             "The segment at address %#llx has %llu bytes in the file but %llu in memory. The file "
             "is damaged; compile it again.",
             vaddr, size, size - 1);
    snprintf(text[1], sizeof text[1],
             "The segment at address %#llx (%llu bytes at offset 0xffffffffffffff00) does not fit "
             "in the file of %zu bytes. It is truncated or damaged; copy or compile it again.",
             vaddr, size, file.size);
    snprintf(text[2], sizeof text[2],
             "The segment at address %#llx takes 4294967296 bytes of memory; an image may take "
             "4294967296 in all. Allocate large buffers at run time.",
             vaddr);
    snprintf(text[3], sizeof text[3],
             "The segment at address 0xffffffffffffff00 takes %llu bytes of memory; an image may "
             "take 4294967296 in all. Allocate large buffers at run time.",
             size);
    snprintf(text[4], sizeof text[4],
             "The segments at addresses 0 and 0x100 overlap. The file is damaged; compile it "
             "again.");
    snprintf(text[5], sizeof text[5],
             "The segment at address %#llx has alignment 4095, which is not a power of two up to 2 "
             "MiB. The file is damaged; compile it again.",
             vaddr);
    const struct change changes[] = {
        {at + 40, 8, size - 1, SHOAL_E_FORMAT, text[0]},
        {at + 8, 8, UINT64_MAX - 255, SHOAL_E_FORMAT, text[1]},
        {at + 40, 8, UINT64_C(1) << 32, SHOAL_E_LIMIT, text[2]},
        {at + 16, 8, UINT64_MAX - 255, SHOAL_E_LIMIT, text[3]},
        {at + 16, 8, 0x100, SHOAL_E_FORMAT, text[4]},
        {at + 48, 8, 4095, SHOAL_E_FORMAT, text[5]},
    };
    assert_true(offset > 0);
    free(file.bytes);
    check_changes("v5.co", changes, sizeof changes / sizeof changes[0]);
}

/* Code that is not executable is no place for an entry. */
static void entry_outside_code(void **state)
{
    (void)state;
    struct fixture file = fixture_read("bare.co");
    struct image *image = fixture_open("bare.co");
    const struct image_kernel *k = &image->kernels[0];
    size_t descriptor = file_offset_of(&file, k->descriptor_vaddr);
    size_t code = program_header(&file, PT_LOAD, 1);
    char in_data[200], same[200];
    snprintf(same, sizeof same,
             "Kernel descriptor bare.kd: its entry address %#llx is not in executable memory. The "
             "file is damaged; compile it again.",
             (unsigned long long)k->entry_vaddr);
    snprintf(in_data, sizeof in_data,
             "Kernel descriptor bare.kd: its entry address %#llx is not in executable memory. The "
             "file is damaged; compile it again.",
             (unsigned long long)k->descriptor_vaddr);
    const struct change changes[] = {
        {code + 4, 4, PF_R, SHOAL_E_FORMAT, same},
        {descriptor + 16, 8, 0, SHOAL_E_FORMAT, in_data},
        {descriptor + 56, 2, 0x8008, SHOAL_E_UNSUPPORTED,
         "Kernel descriptor bare.kd: kernel_code_properties 0x8008 sets reserved bits 0x8000. "
         "Compile the kernel for gfx1100 with a compiler up to LLVM 22."},
        {descriptor + 56, 2, 0x0009, SHOAL_E_UNSUPPORTED,
         "Kernel descriptor bare.kd asks for a private segment buffer in SGPRs, which chips "
         "with architected flat scratch do not have. Compile the kernel for gfx1100."},
        {descriptor + 58, 2, 100, SHOAL_E_FORMAT,
         "Kernel descriptor bare.kd: kernel_code_properties needs 109 user SGPRs, but "
         "compute_pgm_rsrc2 provides 11. The file is damaged; compile it again."},
    };
    check_changes("bare.co", changes, sizeof changes / sizeof changes[0]);
    image_close(image);
    free(file.bytes);
}

/* ---- symbols and relocations --------------------------------------------------------- */

/* Offset of the value of a dynamic entry. */
static size_t dynamic_value(const struct fixture *file, uint64_t tag)
{
    size_t at = (size_t)get_bytes(file, program_header(file, PT_DYNAMIC, 0) + 8, 8);
    while (get_bytes(file, at, 8) != tag) {
        assert_true(get_bytes(file, at, 8) != DT_NULL);
        at += 16;
    }
    return at + 8;
}

static void wrong_dynamic_sections(void **state)
{
    (void)state;
    struct fixture file = fixture_read("bare.co");
    struct image *image = fixture_open("bare.co");
    size_t symbols = file_offset_of(&file, get_bytes(&file, dynamic_value(&file, DT_SYMTAB), 8));
    size_t strings = (size_t)get_bytes(&file, dynamic_value(&file, DT_STRSZ), 8);
    size_t relas = file_offset_of(&file, get_bytes(&file, dynamic_value(&file, DT_RELA), 8));
    size_t hash = file_offset_of(&file, get_bytes(&file, dynamic_value(&file, DT_HASH), 8));
    unsigned long long symtab = get_bytes(&file, dynamic_value(&file, DT_SYMTAB), 8);
    unsigned long long place = get_bytes(&file, relas, 8);
    const char *first = NULL;
    char text[6][300];
    size_t defined = symbols + 24;
    while (get_bytes(&file, defined + 6, 2) == SHN_UNDEF || !get_bytes(&file, defined + 16, 8))
        defined += 24;
    for (size_t i = 0; i < image->symbol_count; i++) {
        if (image->symbols[i].is_exported &&
            image->symbols[i].vaddr == get_bytes(&file, defined + 8, 8))
            first = image->symbols[i].name;
    }
    assert_non_null(first);
    snprintf(text[0], sizeof text[0],
             "Dynamic symbol 1: its name is at 4294967295 of a string table of %zu bytes. The file "
             "is damaged; compile it again.",
             strings);
    snprintf(text[1], sizeof text[1],
             "Symbol %s (%llu bytes at address 0x7fffffffffffff) is not in a segment. The file is "
             "damaged; compile it again.",
             first, (unsigned long long)get_bytes(&file, defined + 16, 8));
    snprintf(text[2], sizeof text[2],
             "The dynamic section's symbol table at address %#llx is not in the file's data. The "
             "file is damaged; compile it again.",
             symtab);
    snprintf(text[3], sizeof text[3],
             "The relocation at address %#llx has type 7, which does not occur in linked code "
             "objects. Link again with ld.lld -shared.",
             place);
    snprintf(text[4], sizeof text[4],
             "The relocation at address 0xfffffff0 is not in a segment. The file is damaged; "
             "compile it again.");
    const struct change changes[] = {
        {symbols + 24, 4, UINT32_MAX, SHOAL_E_FORMAT, text[0]},
        {defined + 8, 8, UINT64_C(0x7fffffffffffff), SHOAL_E_FORMAT, text[1]},
        {hash + 4, 4, UINT32_MAX, SHOAL_E_FORMAT, text[2]},
        {relas + 8, 4, 7, SHOAL_E_UNSUPPORTED, text[3]},
        {relas, 8, 0xfffffff0, SHOAL_E_FORMAT, text[4]},
        {dynamic_value(&file, DT_RELASZ), 8, 25, SHOAL_E_FORMAT, NULL},
        {dynamic_value(&file, DT_SYMENT), 8, 16, SHOAL_E_FORMAT,
         "The dynamic section's entry size (tag 11) is 16 instead of 24. The file is damaged; "
         "compile it again."},
    };
    snprintf(text[5], sizeof text[5],
             "The dynamic section's relocation table at address %#llx is not in the file's data. "
             "The file is damaged; compile it again.",
             (unsigned long long)get_bytes(&file, dynamic_value(&file, DT_RELA), 8));
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct change change = changes[i];
        if (!change.message)
            change.message = text[5];
        check_changes("bare.co", &change, 1);
    }
    image_close(image);
    free(file.bytes);
}

/* bare.s declares `missing` weak; a strong one must be defined. */
static void undefined_symbol(void **state)
{
    (void)state;
    struct fixture file = fixture_read("bare.co");
    struct image *image = fixture_open("bare.co");
    size_t symbols = file_offset_of(&file, get_bytes(&file, dynamic_value(&file, DT_SYMTAB), 8));
    size_t at = symbols + 24;
    char expected[200];
    while (get_bytes(&file, at + 6, 2) != SHN_UNDEF)
        at += 24;
    put_bytes(&file, at + 4, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), 1);
    snprintf(expected, sizeof expected,
             "Symbol missing is used at address %#llx but not defined in the code object. Link its "
             "definition in.",
             (unsigned long long)image_find_symbol(image, "table")->vaddr + 40);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT, expected);
    image_close(image);
    free(file.bytes);
}

/* Linkers of other machines put relocations elsewhere: DT_JMPREL is read too, DT_REL refused. */
static void relocations_in_other_tables(void **state)
{
    (void)state;
    struct fixture file = fixture_read("bare.co");
    struct diag diag = {0};
    struct image *image;
    const size_t rela = dynamic_value(&file, DT_RELA) - 8,
                 size = dynamic_value(&file, DT_RELASZ) - 8;
    const size_t hash = dynamic_value(&file, DT_GNU_HASH) - 8;
    put_bytes(&file, rela, DT_JMPREL, 8);
    put_bytes(&file, size, DT_PLTRELSZ, 8);
    assert_int_equal(open_exact(file.bytes, file.size, &diag, &image), SHOAL_OK);
    assert_int_equal(image->relocation_count, 5);
    image_close(image);
    put_bytes(&file, hash, DT_REL, 8);
    assert_refused(file.bytes, file.size, SHOAL_E_UNSUPPORTED,
                   "The code object has relocations without addends (DT_REL), which AMDGPU linkers "
                   "do not write. Link it with ld.lld -shared.");
    free(file.bytes);
}

/* The note comes before the string table: the first "third.kd" is the metadata's. */
static void two_kernels_with_one_descriptor(void **state)
{
    (void)state;
    struct fixture file = fixture_read("v5.co");
    uint8_t *at = memmem(file.bytes, file.size, "third.kd", 8);
    assert_non_null(at);
    memcpy(at, "saxpy.kd", 8);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT,
                   "The metadata has two kernels with descriptor saxpy.kd. The file is damaged; "
                   "compile it again.");
    memcpy(at, "other.kd", 8);
    assert_refused(file.bytes, file.size, SHOAL_E_FORMAT,
                   "The metadata names kernel descriptor other.kd, which is not in the dynamic "
                   "symbol table. Link again, without stripping symbols.");
    free(file.bytes);
}

/* Eight headers that all name the whole file. */
static void headers_that_share_bytes(void **state)
{
    (void)state;
    struct {
        Elf64_Ehdr header;
        Elf64_Phdr segments[8];
        uint8_t data[512];
    } file = {.header = {.e_ident = {0x7f, 'E', 'L', 'F', 2, 1, 1, 64, 3},
                         .e_type = ET_DYN,
                         .e_machine = 224,
                         .e_version = 1,
                         .e_flags = 0x41,
                         .e_phoff = sizeof(Elf64_Ehdr),
                         .e_ehsize = sizeof(Elf64_Ehdr),
                         .e_phentsize = sizeof(Elf64_Phdr),
                         .e_phnum = 8}};
    char expected[200];
    for (unsigned i = 0; i < 8; i++)
        file.segments[i] = (Elf64_Phdr){.p_type = PT_LOAD,
                                        .p_flags = PF_R,
                                        .p_vaddr = i * 0x10000,
                                        .p_filesz = sizeof file,
                                        .p_memsz = sizeof file};
    snprintf(expected, sizeof expected,
             "The segments take %zu bytes of a file of %zu. The file is damaged; "
             "compile it again.",
             5 * sizeof file, sizeof file);
    assert_refused((const uint8_t *)&file, sizeof file, SHOAL_E_FORMAT, expected);
}

/* ---- metadata ------------------------------------------------------------------------ */

/* MessagePack by hand, as its specification has it: fixmap 8x, fixarray 9x, fixstr ax/bx. */
struct pack {
    uint8_t bytes[4096];
    size_t size;
};

static void pack_byte(struct pack *p, unsigned byte) { p->bytes[p->size++] = (uint8_t)byte; }

static void pack_text(struct pack *p, const char *text)
{
    size_t length = strlen(text);
    pack_byte(p, 0xd9); /* str 8 */
    pack_byte(p, (unsigned)length);
    memcpy(p->bytes + p->size, text, length);
    p->size += length;
}

static void pack_number(struct pack *p, uint32_t value)
{
    pack_byte(p, 0xce); /* uint 32, big-endian */
    for (int shift = 24; shift >= 0; shift -= 8)
        pack_byte(p, value >> shift & 0xff);
}

static void pack_pair(struct pack *p, const char *key, uint32_t value)
{
    pack_text(p, key);
    pack_number(p, value);
}

/* Metadata with one kernel, 0xd0 bytes; `extra` keys follow that the caller appends. */
static void pack_kernel(struct pack *p, unsigned extra)
{
    p->size = 0;
    pack_byte(p, 0x82);
    pack_text(p, "amdhsa.version");
    pack_byte(p, 0x92);
    pack_byte(p, 1);
    pack_byte(p, 2);
    pack_text(p, "amdhsa.kernels");
    pack_byte(p, 0x91);
    pack_byte(p, 0x80 + 7 + extra);
    pack_text(p, ".name");
    pack_text(p, "k");
    pack_text(p, ".symbol");
    pack_text(p, "k.kd");
    pack_pair(p, ".kernarg_segment_size", 16);
    pack_pair(p, ".group_segment_fixed_size", 0);
    pack_pair(p, ".private_segment_fixed_size", 0);
    pack_pair(p, ".kernarg_segment_align", 8);
    pack_pair(p, ".wavefront_size", 32);
}

static shoal_status read_pack(const struct pack *p, struct diag *diag, struct image_data *data)
{
    uint8_t *copy = malloc(p->size ? p->size : 1);
    struct view note = {copy, p->size};
    *data = (struct image_data){0};
    assert_non_null(copy);
    memcpy(copy, p->bytes, p->size);
    shoal_status status = metadata_read(data, note, 0x1000, diag);
    free(copy);
    return status;
}

static void assert_pack_refused(const struct pack *p, const char *message)
{
    struct image_data data;
    struct diag diag = {0};
    shoal_status status = read_pack(p, &diag, &data);
    arena_free(&data.arena);
    assert_string_equal(diag.text, message);
    assert_int_equal(status, SHOAL_E_FORMAT);
}

static void metadata_unknown_keys_and_types_are_skipped(void **state)
{
    (void)state;
    struct pack p;
    struct image_data data;
    struct diag diag = {0};
    pack_kernel(&p, 3);
    pack_text(&p, ".future");
    pack_byte(&p, 0x82); /* map: nil -> array of float 64 and ext; bin -> false */
    pack_byte(&p, 0xc0);
    pack_byte(&p, 0x92);
    pack_byte(&p, 0xcb);
    for (int i = 0; i < 8; i++)
        pack_byte(&p, 0x40);
    pack_byte(&p, 0xd4); /* fixext 1 */
    pack_byte(&p, 5);
    pack_byte(&p, 6);
    pack_byte(&p, 0xc4); /* bin 8 of 2 bytes */
    pack_byte(&p, 2);
    pack_byte(&p, 0);
    pack_byte(&p, 1);
    pack_byte(&p, 0xc2);
    pack_text(&p, ".kind");
    pack_text(&p, "fini");
    pack_text(&p, ".args");
    pack_byte(&p, 0x91);
    pack_byte(&p, 0x83);
    pack_pair(&p, ".size", 8);
    pack_pair(&p, ".offset", 8);
    pack_text(&p, ".value_kind");
    pack_text(&p, "hidden_from_the_future");
    assert_int_equal(read_pack(&p, &diag, &data), SHOAL_OK);
    assert_int_equal(data.image.kernel_count, 1);
    const struct image_kernel *k = &data.image.kernels[0];
    assert_true(k->is_fini && !k->is_init);
    assert_int_equal(k->arg_count, 1);
    assert_int_equal(k->explicit_arg_count, 0);
    assert_int_equal(k->args[0].kind, KERNEL_ARG_UNKNOWN);
    assert_string_equal(k->args[0].value_kind, "hidden_from_the_future");
    arena_free(&data.arena);
}

static void metadata_refusals(void **state)
{
    (void)state;
    struct pack p = {.size = 0};
    assert_pack_refused(&p, "Metadata: ends too early at offset 0x1000. The file is damaged; "
                            "compile it again.");
    p = (struct pack){{0x91, 0xc0}, 2};
    assert_pack_refused(&p, "Metadata: value of the note ends at offset 0x1001 and is not a map. "
                            "The file is damaged; compile it again.");
    p = (struct pack){{0x80}, 1};
    assert_pack_refused(&p, "Metadata: amdhsa.version is missing; the map ends at offset 0x1001. "
                            "The file is damaged; compile it again.");
    p = (struct pack){{0xc1}, 1}; /* never used by MessagePack */
    assert_pack_refused(&p, "Metadata: not MessagePack at offset 0x1000. The file is damaged; "
                            "compile it again.");
    p = (struct pack){{0xdf, 0xff, 0xff, 0xff, 0xff, 0xc0}, 6}; /* map 32 of 2^32-1 pairs */
    assert_pack_refused(&p, "Metadata: array or map has more elements than bytes follow at offset "
                            "0x1005. The file is damaged; compile it again.");
    p = (struct pack){{0x81, 0xda, 0x7f, 0xff, 'a'}, 5}; /* str 16 */
    assert_pack_refused(&p, "Metadata: string is longer than the note at offset 0x1004. The file "
                            "is damaged; compile it again.");
    p = (struct pack){{0x81, 0xa1, 'x'}, 3};
    memset(p.bytes + 3, 0x91, 100); /* nested arrays */
    p.size = 103;
    assert_pack_refused(&p, "Metadata: nested too deeply at offset 0x1022. The file is damaged; "
                            "compile it again.");

    pack_kernel(&p, 1);
    pack_text(&p, ".name");
    pack_byte(&p, 0xa3);
    memcpy(p.bytes + p.size, "a\0b", 3);
    p.size += 3;
    assert_pack_refused(&p, "Metadata: value of .name ends at offset 0x10db and contains a NUL "
                            "byte. The file is damaged; compile it again.");
    pack_kernel(&p, 1);
    pack_pair(&p, ".wavefront_size", 16);
    assert_pack_refused(&p, "Metadata: kernel k has .wavefront_size 16; waves have 32 or 64 lanes. "
                            "Compile it for gfx1100.");
    pack_kernel(&p, 1);
    pack_pair(&p, ".kernarg_segment_align", 24);
    assert_pack_refused(&p, "Metadata: kernel k has .kernarg_segment_align 24, which is not a "
                            "power of two up to 4096. The file is damaged; compile it again.");
    pack_kernel(&p, 1);
    pack_text(&p, ".args");
    pack_byte(&p, 0x91);
    pack_byte(&p, 0x83);
    pack_pair(&p, ".size", 0xffffffff);
    pack_pair(&p, ".offset", 8);
    pack_text(&p, ".value_kind");
    pack_text(&p, "by_value");
    assert_pack_refused(&p, "Metadata: argument 0 of kernel k takes bytes 8 to 4294967303 of a "
                            "kernarg segment of 16 bytes. The file is damaged; compile it again.");
    pack_kernel(&p, 1);
    pack_text(&p, ".reqd_workgroup_size");
    pack_byte(&p, 0x92);
    pack_byte(&p, 1);
    pack_byte(&p, 1);
    struct diag diag = {0};
    struct image_data data;
    assert_int_equal(read_pack(&p, &diag, &data), SHOAL_E_FORMAT);
    assert_non_null(strstr(diag.text, "value of .reqd_workgroup_size ends at offset "));
    assert_non_null(strstr(diag.text, " and does not have 3 elements."));
    arena_free(&data.arena);
}

static void metadata_without_a_required_key(void **state)
{
    (void)state;
    struct pack p;
    pack_kernel(&p, 0);
    /* Rename the last key, whose value follows in 5 bytes. */
    p.bytes[p.size - 6] = 'X';
    assert_pack_refused(&p, "Metadata: kernel \"k\" that ends at offset 0x10d0 lacks "
                            ".wavefront_size. The file is damaged; compile it again.");
}

static void printf_refusals(void **state)
{
    static const struct {
        const char *entry, *what;
    } cases[] = {
        {"", "has no id"},
        {"x:0:", "has no id"},
        {"1", "has no id"},
        {"4294967296:0:", "has no id"},
        {"1:", "has no argument count"},
        {"1:-1:", "has no argument count"},
        {"1:2:4:%d", "has fewer sizes than its count says"},
        {"1:4294967295:4:%d", "has fewer sizes than its count says"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena = {0};
        struct image_printf out;
        struct diag diag = {0};
        char expected[300];
        snprintf(expected, sizeof expected,
                 "Metadata: amdhsa.printf entry \"%s\" %s; expected "
                 "\"id:count:size1:...:sizeN:format\". The file is damaged; compile it again.",
                 cases[i].entry, cases[i].what);
        assert_int_equal(printf_parse(&arena, cases[i].entry, strlen(cases[i].entry), &out, &diag),
                         SHOAL_E_FORMAT);
        assert_string_equal(diag.text, expected);
        arena_free(&arena);
    }
}

/* AMDGPUPrintfRuntimeBinding escapes what is named here and nothing else. */
static void printf_escapes(void **state)
{
    static const struct {
        const char *entry, *format;
    } cases[] = {
        {"1:0:\\72", ":"},
        {"1:0:\\721", ":1"},
        {"1:0:\\7", "\\7"},
        {"1:0:\\", "\\"},
        {"1:0:\\\\n", "\\\n"},
        {"1:0:\\x\\t", "\\x\\t"},
        {"1:1:4:a\\nb\\a", "a\nb\a"},
        {"0:0:xyz,%d", "xyz,%d"},
        {"0:0:1234567890abcdef0,", "1234567890abcdef0,"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena = {0};
        struct image_printf out;
        assert_int_equal(printf_parse(&arena, cases[i].entry, strlen(cases[i].entry), &out, NULL),
                         SHOAL_OK);
        assert_string_equal(out.format, cases[i].format);
        assert_false(out.has_hash);
        arena_free(&arena);
    }
}

/* ---- random damage ------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Every byte of the object once, in two ways, then random bytes and words in all kinds of files:
 * no crash, and a refusal always has its message. */
static void changed_bytes_do_not_crash(void **state)
{
    static const char *const names[] = {"v5.co",       "hip.co",      "relr.co", "gnuhash.co",
                                        "plain.hipfb", "zlib1.hipfb", "both.o"};
    const char *given = getenv("SHOAL_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20260101, random = seed | 1;
    size_t loaded = 0, refused = 0;
    (void)state;
    print_message("seed %llu (set SHOAL_TEST_SEED to change)\n", (unsigned long long)seed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct fixture file = fixture_read(names[i]);
        uint8_t *old = malloc(file.size);
        assert_non_null(old);
        memcpy(old, file.bytes, file.size);
        size_t rounds = i == 0 ? file.size * 2 : 3000;
        for (size_t round = 0; round < rounds; round++) {
            struct diag diag = {0};
            struct image *image;
            if (i == 0) {
                file.bytes[round / 2] = round % 2 ? 0xff : (uint8_t)~old[round / 2];
            } else {
                for (uint64_t n = 1 + next_random(&random) % 4; n > 0; n--) {
                    size_t at = next_random(&random) % (file.size - 8);
                    put_bytes(&file, at, next_random(&random) >> next_random(&random) % 64,
                              n % 2 ? 1 : 8);
                }
            }
            shoal_status status = open_exact(file.bytes, file.size, &diag, &image);
            assert_true(status == SHOAL_OK || strlen(diag.text) > 20);
            loaded += status == SHOAL_OK;
            refused += status != SHOAL_OK;
            image_close(image);
            memcpy(file.bytes, old, file.size);
        }
        free(old);
        free(file.bytes);
    }
    /* Most bytes are code and data, which no loader checks; both outcomes must occur. */
    assert_true(loaded > 1000 && refused > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_refused),
        cmocka_unit_test(wrong_headers),
        cmocka_unit_test(other_objects),
        cmocka_unit_test(wrong_segments),
        cmocka_unit_test(entry_outside_code),
        cmocka_unit_test(wrong_dynamic_sections),
        cmocka_unit_test(undefined_symbol),
        cmocka_unit_test(relocations_in_other_tables),
        cmocka_unit_test(two_kernels_with_one_descriptor),
        cmocka_unit_test(headers_that_share_bytes),
        cmocka_unit_test(metadata_unknown_keys_and_types_are_skipped),
        cmocka_unit_test(metadata_refusals),
        cmocka_unit_test(metadata_without_a_required_key),
        cmocka_unit_test(printf_refusals),
        cmocka_unit_test(printf_escapes),
        cmocka_unit_test(changed_bytes_do_not_crash),
    };
    return cmocka_run_group_tests_name("image: damage", tests, NULL, NULL);
}
