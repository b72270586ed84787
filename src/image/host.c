/* host.c: source lines of the program that runs kernels, for reports about what it did; see
 * image.h. */
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "image/image.h"
#include "image/lines.h"

enum { CODE_MAX = 64 };

/* The bytes of a section, unpacked; empty if it has none. Valid until the file is closed. */
static struct view contents(Elf_Scn *scn, const GElf_Shdr *header)
{
    if (header->sh_flags & SHF_COMPRESSED && elf_compress(scn, 0, 0) < 0)
        return (struct view){0};
    const Elf_Data *data = elf_getdata(scn, NULL);
    return data && data->d_buf ? (struct view){data->d_buf, data->d_size} : (struct view){0};
}

/* The last line that begins at or before `address`. */
static const shoal_object_line *line_at(const shoal_object_line *lines, size_t count,
                                        uint64_t address)
{
    const shoal_object_line *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (lines[i].address <= address && (!best || lines[i].address >= best->address))
            best = &lines[i];
    return best && best->line ? best : NULL;
}

static void find_line(Elf *elf, uint64_t address, char *text, size_t size)
{
    shoal_object_section code[CODE_MAX];
    struct line_sections debug = {.code = code};
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn)) != NULL;) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || header.sh_type == SHT_NOBITS)
            continue;
        struct view *wanted = name[0] == '.' ? dwarf_section(&debug.dwarf, name + 1) : NULL;
        if (wanted)
            *wanted = contents(scn, &header);
        else if (header.sh_flags & SHF_EXECINSTR && debug.code_count < CODE_MAX)
            code[debug.code_count++] = (shoal_object_section){
                .name = name, .address = header.sh_addr, .size_bytes = header.sh_size};
    }
    struct arena arena = {0};
    struct line_tables tables;
    if (debug.dwarf.line.size && lines_read(&arena, &debug, &tables, NULL) == SHOAL_OK) {
        const shoal_object_line *line = line_at(tables.lines, tables.count, address);
        if (line)
            snprintf(text, size, line->column ? "%s:%u:%u" : "%s:%u", line->file, line->line,
                     line->column);
    }
    arena_free(&arena);
}

void image_host_line(const char *path, uint64_t load_base, uint64_t pc, char *text, size_t size)
{
    GElf_Ehdr header;
    text[0] = '\0';
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || elf_version(EV_CURRENT) == EV_NONE)
        goto out;
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    /* Only programs at fixed addresses have these in their tables. */
    if (elf && gelf_getehdr(elf, &header))
        find_line(elf, header.e_type == ET_EXEC ? pc : pc - load_base, text, size);
    elf_end(elf);
out:
    if (fd >= 0)
        close(fd);
}
