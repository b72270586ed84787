/* dis.c: `shoal dis`: machine code to text: owns the options and the reading of the input. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/compile.h"
#include "cli/dis_cfg.h"
#include "cli/dis_json.h"
#include "cli/dis_text.h"
#include "cli/isa_option.h"
#include "cli/program.h"

enum {
    OPT_RAW,
    OPT_HEX,
    OPT_NO_ADDRESSES,
    OPT_ENCODINGS,
    OPT_SYMBOL,
    OPT_SOURCE,
    OPT_CFG,
    OPT_WAVE64,
    OPT_ISA,
    OPT_MCPU,
    OPT_DIALECT,
    OPT_PREFIXES,
    OPT_JSON,
    OPT_DATA,
    OPT_LENIENT,
    OPT_COUNT
};

static const struct cli_option options[OPT_COUNT] = {
    [OPT_RAW] = {"--raw", NULL, false, "FILE is bare machine code", NULL},
    [OPT_HEX] = {"--hex", NULL, false,
                 "one instruction per line, as hex bytes in memory order: print one\n"
                 "line for each, or `invalid: REASON`",
                 NULL},
    [OPT_NO_ADDRESSES] = {"--no-addresses", NULL, false,
                          "labels instead of addresses: text that `shoal as` takes", NULL},
    [OPT_ENCODINGS] = {"--encodings", NULL, false,
                       "with --no-addresses: the dwords of each instruction", NULL},
    [OPT_SYMBOL] = {"--symbol", "NAME", false, "only this kernel or function", "saxpy"},
    [OPT_SOURCE] = {"--source", NULL, false,
                    "source lines in between, if the file has line information (-g)", NULL},
    [OPT_CFG] = {"--cfg", "dot", true, "basic blocks; with =dot for Graphviz", "--cfg=dot"},
    [OPT_WAVE64] = {"--wave64", NULL, false,
                    "lane masks are SGPR pairs (else the kernel's descriptor says)", NULL},
    [OPT_MCPU] = {"--mcpu", "CHIP", false,
                  "the chip whose code it is (default: what the file says, or gfx1100)", "gfx1150"},
    [OPT_ISA] = {"--isa", "NAME", false,
                 "rdna3 or ventus (default: what the file is for; bare code is rdna3)", "ventus"},
    [OPT_DIALECT] = {"--dialect", "NAME", false,
                     "of Ventus: manual or toolchain (default: what the file shows)", "toolchain"},
    [OPT_PREFIXES] = {"--raw-prefixes", NULL, false,
                      "of Ventus: show prefixes such as regext as instructions of their own", NULL},
    [OPT_JSON] = {"--json", NULL, false, "print one JSON object", NULL},
    [OPT_DATA] = {"--data", "FILE", false,
                  "contents of a .metadata file's buffers (default: its name with .data)",
                  "vecadd.data"},
    [OPT_LENIENT] = {"--lenient", NULL, false,
                     "of a test case: buffers may have more contents than they declare", NULL},
};

static void print_notes(FILE *out)
{
    fputs("FILE is a code object, a relocatable object, an offload bundle, a program with one\n"
          "inside, an ELF file or .vmem image for Ventus, or a source (.cl, .hip, .s), which is\n"
          "compiled; '-' is standard input. Of a Ventus test case, NAME.metadata with NAME.data,\n"
          "launch and buffers are shown before its code. The text is llvm-objdump's. What is no "
          "instruction prints as .long\n"
          "with the reason.\n"
          "exit status: 0 done; 1 the files of a test case contradict each other; 2 usage, or a\n"
          "file that cannot be read\n"
          "\n"
          "examples:\n"
          "  shoal dis saxpy.co\n"
          "  shoal dis saxpy.co --no-addresses --symbol saxpy\n"
          "  echo '01050406' | shoal dis --hex\n",
          out);
}

static int run(int argc, char **argv);

const struct cli_command cli_dis = {
    .name = "dis",
    .summary = "shoal dis: disassembles gfx1100 and Ventus code",
    .usage = "shoal dis FILE [options]\n"
             "shoal dis NAME.metadata [--data FILE] [options]\n"
             "shoal dis --hex [--wave64] [FILE]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

static bool has_symbol(const shoal_object *const *objects, size_t count, const char *name,
                       const char **nearest)
{
    for (size_t i = 0; i < count; i++) {
        const shoal_object *o = objects[i];
        for (size_t k = 0; k < o->symbol_count; k++)
            if (strcmp(o->symbols[k].name, name) == 0)
                return true;
        if (!*nearest && o->symbol_count)
            *nearest = cli_nearest(name, &o->symbols[0].name, o->symbol_count, sizeof *o->symbols);
    }
    return false;
}

/* ---- input ---- */

static int show_objects(const struct dis_request *q, const shoal_object *const *objects,
                        size_t count)
{
    const char *nearest = NULL;
    if (q->symbol && !has_symbol(objects, count, q->symbol, &nearest)) {
        if (nearest)
            return cli_fail(&cli_dis, "'%s' has no symbol '%s'; did you mean '%s'?", q->file,
                            q->symbol, nearest);
        return cli_fail(&cli_dis, "'%s' has no symbol '%s'; 'shoal dis %s' shows those it has",
                        q->file, q->symbol, q->file);
    }
    bool has_lines = false;
    for (size_t i = 0; i < count; i++)
        has_lines |= objects[i]->line_count != 0;
    if (q->source && !has_lines)
        fprintf(stderr, "shoal dis: '%s' has no line information; compile it with -g\n", q->file);
    if (q->cfg)
        return dis_cfg_file(q, objects, count) ? CLI_DONE : cli_fail(&cli_dis, "out of memory");
    if (q->json)
        dis_json_file(q, objects, count);
    for (size_t i = 0; i < count && !q->json; i++)
        if (!dis_text_file(q, objects[i]))
            return cli_fail(&cli_dis, "out of memory");
    return CLI_DONE;
}

/* Bare code is one object of one section. */
static int show_raw(const struct dis_request *q)
{
    size_t size;
    char *bytes = cli_read_input(q->file, &size);
    if (!bytes)
        return cli_fail(&cli_dis, "cannot read '%s': %s", q->file, strerror(errno));
    shoal_object_section section = {"code", 0, (const uint8_t *)bytes, size};
    shoal_object object = {.container = "machine code",
                           .processor = q->isa_name,
                           .isa = q->isa_name,
                           .sections = &section,
                           .section_count = 1};
    const shoal_object *one = &object;
    int status = show_objects(q, &one, 1);
    free(bytes);
    return status;
}

/* The bytes of the file, or of what a source is compiled to. NULL after a message. */
static char *read_file(const struct dis_request *q, const struct isa_option *isa, size_t *size)
{
    static const struct compile_flags none;
    char *compiled = NULL;
    if (compile_is_source(q->file) &&
        compile_source(&cli_dis, q->file, isa->isa, &none, &compiled) != CLI_DONE)
        return NULL;
    char *bytes = cli_read_input(compiled ? compiled : q->file, size);
    if (!bytes)
        cli_fail(&cli_dis, "cannot read '%s': %s", q->file, strerror(errno));
    compile_discard(compiled);
    return bytes;
}

static int show_file(struct dis_request *q, const struct isa_option *isa)
{
    char message[SHOAL_OBJECT_MESSAGE_BYTES] = "";
    shoal_objects *objects = NULL;
    size_t size;
    char *bytes = read_file(q, isa, &size);
    if (!bytes)
        return CLI_USAGE;
    shoal_status st = shoal_objects_open_bytes(bytes, size, &objects, message);
    size_t count = st == SHOAL_OK ? shoal_objects_count(objects) : 0;
    const shoal_object **all = calloc(count + 1, sizeof *all);
    for (size_t i = 0; all && i < count; i++)
        all[i] = shoal_objects_at(objects, i);
    int status = CLI_USAGE;
    if (st != SHOAL_OK)
        cli_fail(&cli_dis, "%s: %s", q->file, message[0] ? message : shoal_status_text(st));
    else if (!all)
        cli_fail(&cli_dis, "out of memory");
    else
        q->isa_name = isa_option_for_file(&cli_dis, isa, all[0]->isa);
    if (st == SHOAL_OK && all && q->isa_name) {
        q->isa = shoal_isa_find(q->isa_name);
        status = show_objects(q, all, count);
    }
    free(all);
    shoal_objects_close(objects);
    free(bytes);
    return status;
}

/* Symbols of a test case's code: what runs first, and the kernel, which has the case's name. */
static size_t name_code(const struct program *p, const shoal_object_section *s,
                        shoal_object_symbol out[2])
{
    const shoal_case_info *info = shoal_case_get_info(p->test_case);
    const shoal_object_symbol kernel = {
        .name = p->name, .address = info->kernel_entry, .is_function = true, .is_kernel = true};
    if (info->start_pc == info->kernel_entry) {
        out[0] = kernel;
        return 1;
    }
    const shoal_object_symbol start = {
        .name = "_start", .address = info->start_pc, .is_function = true};
    bool is_first = start.address < kernel.address;
    out[is_first ? 0 : 1] = start;
    out[is_first ? 1 : 0] = kernel;
    out[0].size_bytes = out[1].address - out[0].address;
    out[1].size_bytes = s->address + s->size_bytes - out[1].address;
    return 2;
}

static int show_case(struct dis_request *q, const struct isa_option *isa,
                     const struct program_request *r)
{
    struct program p = {0};
    int status = program_open_case(&cli_dis, r, &p);
    if (status == CLI_DONE &&
        !(q->isa_name = isa_option_for_file(&cli_dis, isa, "ventus:toolchain")))
        status = CLI_USAGE;
    if (status != CLI_DONE) {
        program_close(&p);
        return status;
    }
    const shoal_case_info *info = shoal_case_get_info(p.test_case);
    shoal_object_section section = {.name = ".text"};
    shoal_object_symbol symbols[2];
    for (size_t i = 0; i < info->buffer_count; i++) {
        const shoal_case_buffer *b = &info->buffers[i];
        if (b->role == SHOAL_CASE_CODE)
            section = (shoal_object_section){".text", b->address, b->data, b->data_bytes};
    }
    shoal_object object = {.container = "test case",
                           .processor = "ventus",
                           .isa = q->isa_name,
                           .sections = &section,
                           .section_count = 1,
                           .symbols = symbols};
    const shoal_object *one = &object;
    object.symbol_count = name_code(&p, &section, symbols);
    q->isa = shoal_isa_find(q->isa_name);
    if (!q->json && !q->cfg)
        program_print_case(&p, q->no_addresses ? "# " : "");
    status = show_objects(q, &one, 1);
    program_close(&p);
    return status;
}

static int show_hex(const struct dis_request *q)
{
    size_t size;
    char *text = cli_read_input(q->file, &size);
    if (!text)
        return cli_fail(&cli_dis, "cannot read '%s': %s", q->file, strerror(errno));
    dis_hex_lines(q, text, size);
    free(text);
    return CLI_DONE;
}

/* ---- the command line --------------------------------------------------------------------------
 */

static int check_request(struct dis_request *q)
{
    if (q->hex &&
        (q->raw || q->cfg || q->json || q->source || q->symbol || q->no_addresses || q->encodings))
        return cli_fail(&cli_dis, "--hex goes with --wave64 and the choice of instructions only");
    if (q->cfg && q->json)
        return cli_fail(&cli_dis, "--cfg and --json exclude each other");
    if (q->raw && (q->symbol || q->source))
        return cli_fail(&cli_dis, "bare code (--raw) has neither symbols nor source lines");
    if (!q->file && q->hex)
        q->file = "-";
    if (!q->file)
        return cli_fail(&cli_dis, "no file is given; for example: shoal dis saxpy.co");
    return CLI_DONE;
}

/* Takes one option, or the file. */
static int take_option(struct dis_request *q, struct isa_option *isa, struct program_request *c,
                       int which, const char *value)
{
    switch (which) {
    case CLI_WORD:
        if (q->file)
            return cli_fail(&cli_dis, "'%s' is one file too many; '%s' is given already", value,
                            q->file);
        q->file = value;
        break;
    case OPT_RAW:
        q->raw = true;
        break;
    case OPT_HEX:
        q->hex = true;
        break;
    case OPT_NO_ADDRESSES:
        q->no_addresses = true;
        break;
    case OPT_ENCODINGS:
        q->encodings = true;
        break;
    case OPT_SYMBOL:
        q->symbol = value;
        break;
    case OPT_SOURCE:
        q->source = true;
        break;
    case OPT_CFG:
        if (value && strcmp(value, "dot") != 0)
            return cli_bad_value(&cli_dis, OPT_CFG, value, "the only form is dot");
        q->cfg = value ? CFG_DOT : CFG_TEXT;
        break;
    case OPT_WAVE64:
        q->wave64 = true;
        break;
    case OPT_ISA:
        isa->isa = value;
        break;
    case OPT_MCPU:
        isa->mcpu = value;
        break;
    case OPT_DIALECT:
        isa->dialect = value;
        break;
    case OPT_PREFIXES:
        isa->raw_prefixes = true;
        break;
    case OPT_JSON:
        q->json = true;
        break;
    case OPT_DATA:
        c->data = value;
        break;
    case OPT_LENIENT:
        c->lenient = true;
        break;
    }
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    struct dis_request q = {.file = NULL};
    struct isa_option isa = {.isa = NULL};
    struct program_request test_case = {.file = NULL};
    struct cli_reader reader = cli_reader_start(&cli_dis, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        if (which == CLI_HELP) {
            cli_print_help(&cli_dis, stdout);
            return CLI_DONE;
        }
        int status =
            which == CLI_ERROR ? CLI_USAGE : take_option(&q, &isa, &test_case, which, value);
        if (status != CLI_DONE)
            return status;
    }
    q.isa_name = isa_option_name(&cli_dis, &isa);
    if (!q.isa_name)
        return CLI_USAGE;
    q.isa = shoal_isa_find(q.isa_name);
    int status = check_request(&q);
    if (status != CLI_DONE)
        return status;
    test_case.file = q.file;
    bool is_case = test_case.data || program_names_case(q.file);
    if (test_case.lenient && !is_case)
        return cli_fail(&cli_dis, "--lenient is for test cases (.metadata)");
    return q.hex     ? show_hex(&q)
           : q.raw   ? show_raw(&q)
           : is_case ? show_case(&q, &isa, &test_case)
                     : show_file(&q, &isa);
}
