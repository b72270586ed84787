/* as.c: `shoal as`: assembly text to a code object, a relocatable file or bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/isa_option.h"
#include "shoal/asm.h"

enum {
    OPT_OUTPUT,
    OPT_RELOCATABLE,
    OPT_RAW,
    OPT_HEX,
    OPT_WAVE64,
    OPT_ISA,
    OPT_MCPU,
    OPT_DIALECT,
    OPT_DEFINE,
    OPT_INCLUDE,
    OPT_LIMIT,
    OPT_COUNT
};

static const struct cli_option options[OPT_COUNT] = {
    [OPT_OUTPUT] = {"-o", "FILE", false,
                    "write to FILE (default: the input's name with .co, .o or .bin)", "kernel.co"},
    [OPT_RELOCATABLE] = {"-c", NULL, false, "write a relocatable object for ld.lld", NULL},
    [OPT_RAW] = {"--raw", NULL, false, "write the bytes of .text only", NULL},
    [OPT_HEX] = {"--hex", NULL, false,
                 "one instruction per line: print its bytes, or `error: COLUMN: ...`", NULL},
    [OPT_WAVE64] = {"--wave64", NULL, false,
                    "lane masks are SGPR pairs (else the first .amdhsa_wavefront_size32 says)",
                    NULL},
    [OPT_MCPU] = {"--mcpu", "CHIP", false, "the chip to assemble for (default gfx1100)", "gfx1150"},
    [OPT_ISA] = {"--isa", "NAME", false, "rdna3 (the default) or ventus", "ventus"},
    [OPT_DIALECT] = {"--dialect", "NAME", false, "of Ventus: manual (the default) or toolchain",
                     "toolchain"},
    [OPT_DEFINE] = {"--define", "NAME[=VALUE]", false,
                    "set a symbol before the first line (value 1)", "--define SIZE=64"},
    [OPT_INCLUDE] = {"--include", "DIR", false, "look for .include and .incbin files in DIR, too",
                     "--include lib"},
    [OPT_LIMIT] = {"--error-limit", "N", false, "stop after N errors (default 20)", "100"},
};

static void print_notes(FILE *out)
{
    fputs(
        "FILE is assembly in LLVM's syntax for gfx1100, or for RISC-V and Ventus with --isa "
        "ventus;\n"
        "- or nothing reads standard input.\n"
        "The output is complete or is not written at all.\n"
        "exit status: 0 done; 1 the text has errors; 2 usage, or a file cannot be read or written\n"
        "\n"
        "examples:\n"
        "  shoal as saxpy.s -o saxpy.co && shoal info saxpy.co\n"
        "  shoal as -c part.s -o part.o && ld.lld-22 -shared part.o -o part.co\n"
        "  echo 'v_add_f32 v0, s1, v2' | shoal as --hex\n"
        "  shoal as --isa ventus saxpy.s -o saxpy.riscv\n",
        out);
}

static int run(int argc, char **argv);

const struct cli_command cli_as = {
    .name = "as",
    .summary = "shoal as: assembles gfx1100 and Ventus code",
    .usage = "shoal as [FILE] [-o FILE] [-c | --raw] [options]\n"
             "shoal as --hex [--wave64] [--isa NAME] [FILE]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

struct request {
    shoal_asm_options asm_options;
    const char *isa; /* for shoal_asm_text */
    const char *input, *output;
    bool hex;
    shoal_asm_define *defines;
    const char **folders;
    size_t folder_count;
};

/* ---- files ------------------------------------------------------------------------------- */

/* For .include: as it is named, beside the input, in the folders of --include. */
static char *read_included(void *context, const char *name, size_t *size)
{
    const struct request *r = context;
    char path[4096];
    char *bytes = cli_read_file(name, size);
    const char *slash = strrchr(r->input, '/');
    if (!bytes && slash && *name != '/') {
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - r->input), r->input, name);
        bytes = cli_read_file(path, size);
    }
    for (size_t i = 0; !bytes && *name != '/' && i < r->folder_count; i++) {
        snprintf(path, sizeof path, "%s/%s", r->folders[i], name);
        bytes = cli_read_file(path, size);
    }
    return bytes;
}

/* Writes beside the target and renames, so that no partial file is ever seen under its name. */
static int write_output(const char *path, const uint8_t *bytes, size_t size)
{
    if (strcmp(path, "-") == 0) {
        fwrite(bytes, 1, size, stdout);
        return CLI_DONE; /* main looks at stdout's errors */
    }
    size_t n = strlen(path) + 32;
    char *temporary = malloc(n);
    if (!temporary)
        return cli_fail(&cli_as, "out of memory");
    struct stat st;
    bool special = stat(path, &st) == 0 && !S_ISREG(st.st_mode); /* /dev/null and the like */
    if (special)
        snprintf(temporary, n, "%s", path);
    else
        snprintf(temporary, n, "%s.tmp%ld", path, (long)getpid());
    FILE *out = fopen(temporary, "wb");
    bool ok = out != NULL;
    if (out) {
        ok = fwrite(bytes, 1, size, out) == size;
        ok = (fclose(out) == 0) && ok;
        ok = ok && (special || rename(temporary, path) == 0);
    }
    int status = CLI_DONE;
    if (!ok) {
        status = cli_fail(&cli_as, "cannot write %s: %s", path, strerror(errno));
        if (out && !special)
            remove(temporary);
    }
    free(temporary);
    return status;
}

/* The input's name with another ending, from malloc. */
static char *default_output(const char *input, const char *ending)
{
    const char *base = strcmp(input, "-") == 0 ? "a" : input;
    const char *slash = strrchr(base, '/'), *dot = strrchr(base, '.');
    size_t n =
        dot && (!slash || dot > slash + 1) && dot != base ? (size_t)(dot - base) : strlen(base);
    char *out = malloc(n + strlen(ending) + 1);
    if (out) {
        memcpy(out, base, n);
        strcpy(out + n, ending);
    }
    return out;
}

/* ---- one instruction per line --------------------------------------------------------------- */

static void print_line(const char *isa, const char *line, bool wave64)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t code[SHOAL_ASM_INSN_BYTES];
    char message[SHOAL_ASM_MESSAGE_BYTES], text[2 * SHOAL_ASM_INSN_BYTES + 1];
    size_t size;
    if (shoal_asm_insn(isa, line, wave64, code, &size, message) != SHOAL_OK) {
        printf("error: %s\n", message);
        return;
    }
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[code[i] >> 4];
        text[2 * i + 1] = digits[code[i] & 15];
    }
    text[2 * size] = '\n';
    fwrite(text, 1, 2 * size + 1, stdout);
}

static int assemble_lines(const struct request *r)
{
    size_t size;
    char *text = cli_read_input(r->input, &size);
    if (!text)
        return cli_fail(&cli_as, "cannot read '%s': %s", r->input, strerror(errno));
    for (char *line = text, *end = text + size; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop)
            *stop = 0;
        print_line(r->isa, line, r->asm_options.wave64);
        line = stop ? stop + 1 : end;
    }
    free(text);
    return CLI_DONE;
}

/* ---- files of assembly -------------------------------------------------------------------------
 */

static void print_diagnostics(const shoal_asm_result *result)
{
    static const enum cli_colour colours[] = {CLI_RED, CLI_BOLD, CLI_DIM};
    for (size_t i = 0; i < result->diagnostic_count; i++) {
        const shoal_asm_diagnostic *d = &result->diagnostics[i];
        char text[4096];
        shoal_asm_format_diagnostic(d, text, sizeof text);
        fprintf(stderr, "%s%s%s", cli_colour(stderr, colours[d->severity]), text,
                cli_colour(stderr, CLI_PLAIN));
    }
    if (result->has_more_errors)
        fprintf(stderr, "shoal as: more errors follow; --error-limit shows them\n");
}

static int assemble_file(const struct request *r)
{
    const char *endings[] = {".co", ".o", ".bin"};
    if (strcmp(r->isa, "rdna3") != 0)
        endings[SHOAL_ASM_CODE_OBJECT] = ".riscv";
    size_t size;
    char *text = cli_read_input(r->input, &size);
    if (!text)
        return cli_fail(&cli_as, "cannot read '%s': %s", r->input, strerror(errno));
    shoal_asm_result *result;
    shoal_status st = shoal_asm_text(r->isa, text, size, &r->asm_options, &result);
    free(text);
    if (!result)
        return cli_fail(&cli_as, "%s", shoal_status_text(st));
    print_diagnostics(result);
    int status = CLI_FAILED;
    if (st == SHOAL_OK) {
        char *name = NULL;
        const char *path = r->output;
        if (!path)
            path = name = default_output(r->input, endings[r->asm_options.output]);
        status = path ? write_output(path, result->output, result->output_size)
                      : cli_fail(&cli_as, "out of memory");
        free(name);
    }
    shoal_asm_result_free(result);
    return status;
}

/* ---- the command line ---- */

static bool read_define(const char *value, shoal_asm_define *out)
{
    char *copy = strdup(value), *equals = copy ? strchr(copy, '=') : NULL, *end;
    out->name = copy;
    out->value = 1;
    if (!copy)
        return false;
    if (equals) {
        *equals = 0;
        errno = 0;
        out->value = strtoll(equals + 1, &end, 0);
        if (errno || end == equals + 1 || *end)
            return false;
    }
    return *copy != 0;
}

static int read_options(struct request *r, int argc, char **argv, bool *is_over)
{
    struct cli_reader reader = cli_reader_start(&cli_as, argc, argv);
    struct isa_option isa = {.isa = NULL};
    const char *value;
    uint64_t limit;
    *is_over = true;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        switch (which) {
        case CLI_HELP:
            cli_print_help(&cli_as, stdout);
            return CLI_DONE;
        case CLI_ERROR:
            return CLI_USAGE;
        case CLI_WORD:
            if (r->input)
                return cli_fail(&cli_as, "'%s' is one file too many; '%s' is given already", value,
                                r->input);
            r->input = value;
            break;
        case OPT_OUTPUT:
            r->output = value;
            break;
        case OPT_RELOCATABLE:
        case OPT_RAW:
            if (r->asm_options.output != SHOAL_ASM_CODE_OBJECT)
                return cli_fail(&cli_as, "-c and --raw exclude each other");
            r->asm_options.output = which == OPT_RAW ? SHOAL_ASM_RAW : SHOAL_ASM_RELOCATABLE;
            break;
        case OPT_HEX:
            r->hex = true;
            break;
        case OPT_WAVE64:
            r->asm_options.wave64 = true;
            break;
        case OPT_ISA:
            isa.isa = value;
            break;
        case OPT_MCPU:
            isa.mcpu = value;
            break;
        case OPT_DIALECT:
            isa.dialect = value;
            break;
        case OPT_DEFINE:
            if (!read_define(value, &r->defines[r->asm_options.define_count++]))
                return cli_bad_value(&cli_as, OPT_DEFINE, value, "expected NAME or NAME=NUMBER");
            break;
        case OPT_INCLUDE:
            r->folders[r->folder_count++] = value;
            break;
        case OPT_LIMIT:
            if (!cli_parse_u64(value, 1000000, &limit) || !limit)
                return cli_bad_value(&cli_as, OPT_LIMIT, value,
                                     "expected a whole number from 1 to 1000000");
            r->asm_options.error_limit = (unsigned)limit;
            break;
        }
    }
    *is_over = false;
    r->isa = isa_option_name(&cli_as, &isa);
    if (!r->isa)
        return CLI_USAGE;
    r->asm_options.chip = isa.mcpu;
    if (r->hex && (r->output || r->asm_options.output != SHOAL_ASM_CODE_OBJECT))
        return cli_fail(&cli_as,
                        "--hex prints to standard output; it takes neither -o, -c nor --raw");
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    struct request r = {.asm_options = shoal_asm_options_default()};
    bool is_over;
    r.defines = calloc((size_t)argc + 1, sizeof *r.defines);
    r.folders = calloc((size_t)argc + 1, sizeof *r.folders);
    int status = CLI_USAGE;
    if (!r.defines || !r.folders) {
        cli_fail(&cli_as, "out of memory");
        goto out;
    }
    status = read_options(&r, argc, argv, &is_over);
    if (is_over || status != CLI_DONE)
        goto out;
    if (!r.input)
        r.input = "-";
    r.asm_options.file_name = strcmp(r.input, "-") == 0 ? "<stdin>" : r.input;
    r.asm_options.defines = r.defines;
    r.asm_options.read_file = read_included;
    r.asm_options.context = &r;
    status = r.hex ? assemble_lines(&r) : assemble_file(&r);
out:
    for (size_t i = 0; r.defines && i < r.asm_options.define_count; i++)
        free((char *)(uintptr_t)r.defines[i].name);
    free(r.defines);
    free(r.folders);
    return status;
}
