/* test_riscv.c: Ventus executables. The files are made here, byte by byte, after the ELF
 * specification and the RISC-V psABI; numbers are those of the Ventus linker script. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "image/image.h"
#include "shoal/shoal.h"

#define TEXT UINT32_C(0x80000000)
#define DATA UINT32_C(0x80002000)
enum { FILE_BYTES = 4096 };

/* Sections by number; 0 is the null section. */
enum { S_TEXT = 1, S_DATA, S_SYMTAB, S_STRTAB, S_SHSTRTAB, S_FIRST_EXTRA };

struct elf {
    uint8_t bytes[FILE_BYTES];
    size_t used;
    Elf32_Ehdr *header;
    Elf32_Phdr *segments;
    Elf32_Shdr sections[12];
    unsigned section_count;
    char names[512], section_names[512];
    size_t names_used, section_names_used;
    Elf32_Sym symbols[16];
    size_t symbol_count;
};

static uint32_t put(struct elf *e, const void *bytes, size_t size)
{
    uint32_t at = (uint32_t)e->used;
    assert_true(at + size <= FILE_BYTES);
    memcpy(e->bytes + at, bytes, size);
    e->used = (e->used + size + 3) & ~(size_t)3;
    return at;
}

static uint32_t add_name(char *table, size_t *used, const char *name)
{
    uint32_t at = (uint32_t)*used;
    strcpy(table + at, name);
    *used += strlen(name) + 1;
    return at;
}

static void section(struct elf *e, unsigned index, const char *name, uint32_t type,
                    const void *bytes, size_t size)
{
    e->sections[index] = (Elf32_Shdr){
        .sh_name = add_name(e->section_names, &e->section_names_used, name),
        .sh_type = type,
        .sh_offset = put(e, bytes, size),
        .sh_size = (Elf32_Word)size,
    };
    if (index >= e->section_count)
        e->section_count = index + 1;
}

static void symbol(struct elf *e, const char *name, uint32_t value, uint32_t size, unsigned bind,
                   unsigned type)
{
    e->symbols[e->symbol_count++] = (Elf32_Sym){
        .st_name = add_name(e->names, &e->names_used, name),
        .st_value = value,
        .st_size = size,
        .st_info = ELF32_ST_INFO(bind, type),
        .st_shndx = value >= DATA ? S_DATA : S_TEXT,
    };
}

static const uint32_t code[8] = {0x0000400b, 2, 3, 4, 5, 6, 7, 8};
static const uint32_t values[2] = {0x11111111, 0x22222222};

/* Text of 32 bytes and data of 8, with 16 in memory. */
static void begin(struct elf *e)
{
    memset(e, 0, sizeof *e);
    e->used = sizeof(Elf32_Ehdr) + 2 * sizeof(Elf32_Phdr);
    e->header = (Elf32_Ehdr *)(void *)e->bytes;
    e->segments = (Elf32_Phdr *)(void *)(e->bytes + sizeof(Elf32_Ehdr));
    e->names_used = e->section_names_used = e->symbol_count = 1;
    memcpy(e->header->e_ident, ELFMAG, SELFMAG);
    e->header->e_ident[EI_CLASS] = ELFCLASS32;
    e->header->e_ident[EI_DATA] = ELFDATA2LSB;
    e->header->e_ident[EI_VERSION] = EV_CURRENT;
    e->header->e_type = ET_EXEC;
    e->header->e_machine = EM_RISCV;
    e->header->e_entry = TEXT;
    e->header->e_phoff = sizeof(Elf32_Ehdr);
    e->header->e_phentsize = sizeof(Elf32_Phdr);
    e->header->e_phnum = 2;
    e->header->e_shentsize = sizeof(Elf32_Shdr);
    section(e, S_TEXT, ".text", SHT_PROGBITS, code, sizeof code);
    section(e, S_DATA, ".data", SHT_PROGBITS, values, sizeof values);
    e->segments[0] = (Elf32_Phdr){.p_type = PT_LOAD,
                                  .p_offset = e->sections[S_TEXT].sh_offset,
                                  .p_vaddr = TEXT,
                                  .p_filesz = sizeof code,
                                  .p_memsz = sizeof code,
                                  .p_flags = PF_R | PF_X};
    e->segments[1] = (Elf32_Phdr){.p_type = PT_LOAD,
                                  .p_offset = e->sections[S_DATA].sh_offset,
                                  .p_vaddr = DATA,
                                  .p_filesz = sizeof values,
                                  .p_memsz = 16,
                                  .p_flags = PF_R | PF_W};
}

static void finish(struct elf *e)
{
    section(e, S_SYMTAB, ".symtab", SHT_SYMTAB, e->symbols, e->symbol_count * sizeof(Elf32_Sym));
    e->sections[S_SYMTAB].sh_link = S_STRTAB;
    section(e, S_STRTAB, ".strtab", SHT_STRTAB, e->names, e->names_used);
    uint32_t name = add_name(e->section_names, &e->section_names_used, ".shstrtab");
    section(e, S_SHSTRTAB, "", SHT_STRTAB, e->section_names, e->section_names_used);
    e->sections[S_SHSTRTAB].sh_name = name;
    if (e->section_count < S_FIRST_EXTRA)
        e->section_count = S_FIRST_EXTRA;
    e->header->e_shstrndx = S_SHSTRTAB;
    e->header->e_shnum = (Elf32_Half)e->section_count;
    e->header->e_shoff = put(e, e->sections, e->section_count * sizeof(Elf32_Shdr));
}

static struct image *open_ok(const struct elf *e)
{
    struct diag diag = {0};
    struct image *image = NULL;
    assert_int_equal(image_open(e->bytes, e->used, &diag, &image), SHOAL_OK);
    return image;
}

/* Two kernels, start code, a variable. */
static void make_program(struct elf *e)
{
    begin(e);
    symbol(e, "_start", TEXT, 8, STB_GLOBAL, STT_NOTYPE);
    symbol(e, "spike_end", TEXT + 8, 4, STB_GLOBAL, STT_NOTYPE);
    symbol(e, "second", TEXT + 24, 8, STB_GLOBAL, STT_FUNC);
    symbol(e, "first", TEXT + 16, 0, STB_GLOBAL, STT_NOTYPE);
    symbol(e, "helper", TEXT + 12, 4, STB_LOCAL, STT_FUNC);
    symbol(e, "$x", TEXT, 0, STB_LOCAL, STT_NOTYPE);
    symbol(e, "table", DATA, 8, STB_GLOBAL, STT_OBJECT);
}

static void kernels_are_the_global_functions(void **state)
{
    (void)state;
    struct elf e;
    make_program(&e);
    finish(&e);
    struct image *image = open_ok(&e);
    assert_string_equal(image->isa, "ventus");
    assert_true(image->is_absolute);
    assert_int_equal(image->segment_count, 2);
    assert_int_equal(image->segments[1].vaddr, DATA);
    assert_int_equal(image->segments[1].mem_size, 16);
    assert_memory_equal(image->segments[1].bytes, values, sizeof values);
    assert_true(image->has_start);
    assert_int_equal(image->start_vaddr, TEXT);
    assert_int_equal(image->kernel_count, 2);
    assert_string_equal(image->kernels[0].name, "first");
    assert_int_equal(image->kernels[0].entry_vaddr, TEXT + 16);
    assert_int_equal(image->kernels[0].code_size, 16); /* to the end of the segment */
    assert_int_equal(image->kernels[0].private_size, 4096);
    assert_string_equal(image->kernels[1].name, "second");
    assert_int_equal(image->kernels[1].code_size, 8);
    assert_int_equal(image_find_symbol(image, "table")->vaddr, DATA);
    assert_null(image_find_symbol(image, "$x"));
    assert_string_equal(image_symbol_at(image, TEXT + 13)->name, "helper");
    assert_int_equal(image->dialect, SHOAL_DIALECT_DEFAULT);
    image_close(image);
}

/* .riscv.attributes: 'A', size, "riscv", tag 1 (file), size, then tag 4 (stack alignment, a
 * number) and tag 5 (architecture, text). */
static void add_attributes(struct elf *e, const char *arch)
{
    uint8_t a[256] = {'A'};
    uint32_t length = (uint32_t)strlen(arch) + 1;
    uint32_t size = 4 + 6 + 1 + 4 + 2 + 1 + length, inner = 1 + 4 + 2 + 1 + length;
    memcpy(a + 1, &size, 4);
    memcpy(a + 5, "riscv", 6);
    a[11] = 1;
    memcpy(a + 12, &inner, 4);
    a[16] = 4;
    a[17] = 16;
    a[18] = 5;
    memcpy(a + 19, arch, length);
    section(e, S_FIRST_EXTRA, ".riscv.attributes", 0x70000003, a, 1 + size);
}

static void the_dialect_follows_the_compiler(void **state)
{
    (void)state;
    static const struct {
        const char *arch;
        uint32_t dialect;
    } cases[] = {
        {"rv32i2p0_m2p0_a2p0_zfinx1p0_zdinx1p0_zve32f1p0_zve32x1p0_zvl32b1p0_zhinx1p0",
         SHOAL_DIALECT_TOOLCHAIN},
        {"rv32i2p1_m2p0_a2p1_zve32x1p0_zvl32b1p0", SHOAL_DIALECT_DEFAULT},
        {"rv32i2p1_zfinx1p0", SHOAL_DIALECT_DEFAULT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct elf e;
        make_program(&e);
        add_attributes(&e, cases[i].arch);
        finish(&e);
        struct image *image = open_ok(&e);
        assert_int_equal(image->dialect, cases[i].dialect);
        image_close(image);
    }
}

static void resources_come_from_their_sections(void **state)
{
    (void)state;
    struct elf e;
    /* Version 3 for "second", which makes it the only kernel; pds unknown. */
    const struct {
        uint32_t version, flags;
        uint64_t values[6];
    } now = {3, 0, {40, 48, 1024, 256, 512, UINT64_MAX}};
    make_program(&e);
    section(&e, S_FIRST_EXTRA, ".ventus.resource.second", SHT_PROGBITS, &now, sizeof now);
    finish(&e);
    struct image *image = open_ok(&e);
    assert_int_equal(image->kernel_count, 1);
    const struct image_kernel *k = image->kernels;
    assert_string_equal(k->name, "second");
    assert_int_equal(k->vgpr_count, 40);
    assert_int_equal(k->sgpr_count, 48);
    assert_int_equal(k->group_size, 1536);
    assert_int_equal(k->private_size, 4096);
    image_close(image);

    const uint16_t old[4] = {32, 64, 2048, 128};
    make_program(&e);
    section(&e, S_FIRST_EXTRA, ".ventus.resource", SHT_PROGBITS, old, sizeof old);
    finish(&e);
    image = open_ok(&e);
    assert_int_equal(image->kernel_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(image->kernels[i].vgpr_count, 32);
        assert_int_equal(image->kernels[i].group_size, 2048);
        assert_int_equal(image->kernels[i].private_size, 128);
    }
    image_close(image);
}

static void printf_formats_are_read(void **state)
{
    (void)state;
    static const char formats[] = "1:2:4:4:%d %f\\n\0"
                                  "2:0:done\\72\\n";
    struct elf e;
    make_program(&e);
    section(&e, S_FIRST_EXTRA, ".ventus.printf", SHT_PROGBITS, formats, sizeof formats);
    finish(&e);
    struct image *image = open_ok(&e);
    assert_int_equal(image->printf_count, 2);
    assert_string_equal(image_find_printf(image, 1)->format, "%d %f\n");
    assert_int_equal(image_find_printf(image, 1)->arg_sizes[1], 4);
    assert_string_equal(image_find_printf(image, 2)->format, "done:\n");
    image_close(image);
}

static void programs_without_kernels_are_one(void **state)
{
    (void)state;
    struct elf e;
    begin(&e);
    symbol(&e, "_start", TEXT + 4, 0, STB_GLOBAL, STT_NOTYPE);
    finish(&e);
    struct image *image = open_ok(&e);
    assert_int_equal(image->kernel_count, 1);
    assert_string_equal(image->kernels[0].name, "_start");
    assert_int_equal(image->start_vaddr, TEXT + 4);
    image_close(image);

    begin(&e); /* stripped */
    finish(&e);
    image = open_ok(&e);
    assert_string_equal(image->kernels[0].name, "entry");
    assert_int_equal(image->start_vaddr, TEXT);
    image_close(image);
}

static void kernels_without_start_code_have_none(void **state)
{
    (void)state;
    struct elf e;
    begin(&e);
    symbol(&e, "only", TEXT, 32, STB_GLOBAL, STT_FUNC);
    finish(&e);
    struct image *image = open_ok(&e);
    assert_false(image->has_start);
    assert_int_equal(image->kernels[0].entry_vaddr, TEXT);
    image_close(image);
}

static void damage_is_named(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "The RISC-V file has ELF type 1 (relocatable); only executables (type 2) can be run. Link "
        "it: ld.lld -Ttext=0x80000000 -e _start.",
        "The segments at addresses 0x80000000 and 0x80000010 overlap. The file is damaged; compile "
        "it again.",
        "The RISC-V file has no executable segment; there is nothing to run.",
        "The segment at address 0xfffffff8 with 16 bytes ends above 4 GiB. The file is damaged; "
        "compile it again.",
        "The code segment at address 0x80000001 is not at a multiple of 4. The file is damaged; "
        "compile it again.",
        "The RISC-V file has no global function, and its entry 0x1234 is not in executable memory. "
        "Link it with a kernel, or with _start.",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct elf e;
        begin(&e);
        finish(&e);
        if (i == 0)
            e.header->e_type = ET_REL;
        else if (i == 1)
            e.segments[1].p_vaddr = TEXT + 16;
        else if (i == 2)
            e.segments[0].p_flags = PF_R;
        else if (i == 3)
            e.segments[1].p_vaddr = 0xfffffff8;
        else if (i == 4)
            e.segments[0].p_vaddr = TEXT + 1;
        else
            e.header->e_entry = 0x1234;
        struct diag diag = {0};
        struct image *image;
        assert_int_equal(image_open(e.bytes, e.used, &diag, &image), SHOAL_E_FORMAT);
        assert_string_equal(diag.text, texts[i]);
        assert_null(image);
    }
}

/* Every prefix of a file is refused or gives an image. */
static void truncated_files_do_no_harm(void **state)
{
    (void)state;
    struct elf e;
    make_program(&e);
    finish(&e);
    for (size_t size = 0; size < e.used; size++) {
        uint8_t *copy = malloc(size ? size : 1); /* its own block: reads past it are seen */
        memcpy(copy, e.bytes, size);
        struct diag diag = {0};
        struct image *image;
        if (image_open(copy, size, &diag, &image) == SHOAL_OK)
            image_close(image);
        else
            assert_true(diag.text[0] != 0);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_the_global_functions),
        cmocka_unit_test(the_dialect_follows_the_compiler),
        cmocka_unit_test(resources_come_from_their_sections),
        cmocka_unit_test(printf_formats_are_read),
        cmocka_unit_test(programs_without_kernels_are_one),
        cmocka_unit_test(kernels_without_start_code_have_none),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(truncated_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
