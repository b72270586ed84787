/* isa.c: `shoal isa`: lists the instructions of an instruction set, or explains one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/isa_option.h"
#include "cli/json.h"
#include "shoal/isa.h"

enum { OPT_JSON, OPT_COUNT };

static const struct cli_option options[OPT_COUNT] = {
    [OPT_JSON] = {"--json", NULL, false, "print one JSON array of objects", NULL},
};

static void print_notes(FILE *out)
{
    fputs("Without MNEMONIC, lists every instruction: mnemonic, encodings, `yes` if shoal\n"
          "executes it or `later` if it only decodes it, and the manual's section; of Ventus\n"
          "also the dialect, and `ours` where no published source gives the encoding and Shoal\n"
          "assigned one. With MNEMONIC, explains it; suffixes like _e64 may be given.\n"
          "exit status: 0 done; 2 usage, or an unknown mnemonic\n"
          "\n"
          "examples:\n"
          "  shoal isa rdna3 v_add_f32\n"
          "  shoal isa ventus --json\n",
          out);
}

static const struct cli_command command = {
    .name = "isa",
    .summary = "shoal isa: lists the instructions of an instruction set, or explains one",
    .usage = "shoal isa rdna3|ventus [MNEMONIC] [--json]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = cmd_isa,
};

/* ---- JSON ------------------------------------------------------------------------------- */

static void print_json_one(struct json *json, const shoal_isa_insn *d)
{
    json_open_object(json, NULL);
    json_string(json, "mnemonic", d->mnemonic);
    json_open_array(json, "encodings");
    for (size_t i = 0; i < d->encoding_count; i++)
        json_string(json, NULL, d->encodings[i].name);
    json_close_array(json);
    json_open_array(json, "opcodes");
    for (size_t i = 0; i < d->encoding_count; i++) {
        json_open_object(json, NULL);
        json_string(json, "encoding", d->encodings[i].name);
        if (d->encodings[i].opcode >= 0)
            json_i64(json, "opcode", d->encodings[i].opcode);
        json_u64(json, "bytes", d->encodings[i].size_bytes);
        json_close_object(json);
    }
    json_close_array(json);
    json_bool(json, "implemented", d->implemented);
    json_string(json, "section", d->section);
    if (*d->dialect) {
        char word[24];
        json_string(json, "dialect", d->dialect);
        json_bool(json, "own_encoding", d->is_own_encoding);
        snprintf(word, sizeof word, "0x%08" PRIx64, d->match);
        json_string(json, "match", word);
        snprintf(word, sizeof word, "0x%08" PRIx64, d->mask);
        json_string(json, "mask", word);
    }
    json_string(json, "class", d->class_name);
    json_open_array(json, "operands");
    for (size_t i = 0; i < d->operand_count; i++) {
        const shoal_isa_operand *o = &d->operands[i];
        json_open_object(json, NULL);
        json_string(json, "role", o->role);
        json_string(json, "type", o->type);
        json_string(json, "access", o->is_write ? "write" : "read");
        json_string(json, "field", o->field);
        json_close_object(json);
    }
    json_close_array(json);
    json_string(json, "about", d->about);
    json_close_object(json);
}

/* ---- text ------------------------------------------------------------------------------- */

static void print_encoding_names(const shoal_isa_insn *d)
{
    for (size_t i = 0; i < d->encoding_count; i++)
        printf("%s%s", i ? ", " : "", d->encodings[i].name);
}

static void print_line(const shoal_isa_insn *d)
{
    const char *implemented = d->implemented ? "yes" : "later";
    if (*d->dialect) { /* sections are titles, and not of ASCII */
        printf("%-20s %-5s %-9s %-4s %-9s %s\n", d->mnemonic, implemented, d->dialect,
               d->is_own_encoding ? "ours" : "", d->encodings[0].name, d->section);
        return;
    }
    printf("%-36s %-5s %-8s ", d->mnemonic, implemented, d->section);
    print_encoding_names(d);
    putchar('\n');
}

/* A fixed bit: of the format, or of the instruction where it says which; - if it may be either. */
static char fixed_bit(const shoal_isa_insn *d, const shoal_isa_field *f, unsigned bit)
{
    if (!d->mask)
        return (char)('0' + (f->value >> bit & 1));
    unsigned at = f->first_bit + bit;
    return d->mask >> at & 1 ? (char)('0' + (d->match >> at & 1)) : '-';
}

static void print_layout(const char *isa_name, const shoal_isa_insn *d, const shoal_isa_encoding *e)
{
    shoal_isa_field fields[SHOAL_ISA_MAX_FIELDS];
    size_t n = 0;
    shoal_isa_format_fields(isa_name, e->format, fields, &n);
    for (size_t i = 0; i < n; i++) {
        const shoal_isa_field *f = &fields[i];
        unsigned last = f->first_bit + f->bits - 1;
        printf("    %2u..%-2u  ", f->first_bit, last);
        if (!f->name) {
            for (unsigned bit = f->bits; bit-- > 0;)
                putchar(fixed_bit(d, f, bit));
            putchar('\n');
        } else if (!strcmp(f->name, "op") && e->opcode >= 0) {
            printf("op = %d\n", e->opcode);
        } else {
            puts(f->name);
        }
    }
}

/* One layout per format; DPP forms differ by a dword that src0 announces. */
static void print_encodings(const char *isa_name, const shoal_isa_insn *d)
{
    const char *shown = "";
    for (size_t i = 0; i < d->encoding_count; i++) {
        const shoal_isa_encoding *e = &d->encodings[i];
        printf("  %s, %u bytes", e->name, e->size_bytes);
        if (e->opcode >= 0)
            printf(", opcode %d", e->opcode);
        bool repeated = !strcmp(e->format, shown);
        if (repeated && strstr(e->name, "DPP16"))
            printf(": as above, src0 = 250, then a DPP16 dword");
        else if (repeated && strstr(e->name, "DPP8"))
            printf(": as above, src0 = 233 or 234, then a DPP8 dword");
        else if (repeated && strstr(e->name, "NSA"))
            printf(": as above, nsa = 1, then a dword with address registers");
        putchar('\n');
        if (!repeated)
            print_layout(isa_name, d, e);
        shown = e->format;
    }
}

static void print_one(const char *isa_name, const shoal_isa_insn *d)
{
    printf("%s%s%s: %s\n\n", cli_colour(stdout, CLI_BOLD), d->mnemonic,
           cli_colour(stdout, CLI_PLAIN), d->about);
    printf("Manual section %s, class %s, %s.\n\nOperands:\n", d->section, d->class_name,
           d->implemented ? "executed by shoal" : "decoded and printed, not executed yet");
    if (!d->operand_count)
        puts("  none");
    for (size_t i = 0; i < d->operand_count; i++) {
        const shoal_isa_operand *o = &d->operands[i];
        printf("  %-6s %-6s %-6s ", o->is_write ? "writes" : "reads", o->role, o->type);
        if (o->field)
            printf("in %s\n", o->field);
        else
            puts("implicit");
    }
    if (*d->dialect)
        printf("\nDialect: %s. Bits: %#0*" PRIx64 " under the mask %#0*" PRIx64 "%s.\n", d->dialect,
               2 + 2 * (int)d->encodings[0].size_bytes, d->match,
               2 + 2 * (int)d->encodings[0].size_bytes, d->mask,
               d->is_own_encoding ? ", which is Shoal's own assignment" : "");
    puts("\nEncodings:");
    print_encodings(isa_name, d);
}

/* ---- command ----------------------------------------------------------------------------- */

static int unknown_mnemonic(const char *isa_name, const char *name)
{
    shoal_isa_insn d;
    size_t count = 0;
    while (shoal_isa_insn_at(isa_name, count, &d) == SHOAL_OK)
        count++;
    const char **names = calloc(count, sizeof *names);
    for (size_t i = 0; names && shoal_isa_insn_at(isa_name, i, &d) == SHOAL_OK; i++)
        names[i] = d.mnemonic;
    const char *near = names ? cli_nearest(name, names, count, sizeof *names) : NULL;
    free(names);
    if (near)
        return cli_fail(&command, "no %s instruction is called '%s'; did you mean '%s'?", isa_name,
                        name, near);
    return cli_fail(&command, "no %s instruction is called '%s'; see 'shoal isa %s'", isa_name,
                    name, isa_name);
}

static int explain(const char *isa_name, const char *name, bool as_json)
{
    shoal_isa_insn d;
    if (shoal_isa_insn_find(isa_name, name, &d) != SHOAL_OK)
        return unknown_mnemonic(isa_name, name);
    if (!as_json) {
        print_one(isa_name, &d);
        return CLI_DONE;
    }
    struct json json = json_start(stdout);
    json_open_array(&json, NULL);
    print_json_one(&json, &d);
    json_close_array(&json);
    putchar('\n');
    return CLI_DONE;
}

static int list(const char *isa_name, bool as_json)
{
    shoal_isa_insn d;
    struct json json = json_start(stdout);
    if (as_json)
        json_open_array(&json, NULL);
    for (size_t i = 0; shoal_isa_insn_at(isa_name, i, &d) == SHOAL_OK; i++) {
        if (as_json) {
            json_newline(&json);
            print_json_one(&json, &d);
        } else {
            print_line(&d);
        }
    }
    if (as_json) {
        json_close_array(&json);
        putchar('\n');
    }
    return CLI_DONE;
}

int cmd_isa(int argc, char **argv)
{
    struct cli_reader reader = cli_reader_start(&command, argc, argv);
    const char *isa = NULL, *name = NULL, *value;
    bool as_json = false;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        switch (which) {
        case OPT_JSON:
            as_json = true;
            break;
        case CLI_HELP:
            cli_print_help(&command, stdout);
            return CLI_DONE;
        case CLI_ERROR:
            return CLI_USAGE;
        default:
            if (isa && name)
                return cli_fail(&command, "one mnemonic at a time; '%s' is too many", value);
            *(isa ? &name : &isa) = value;
            break;
        }
    }
    if (!isa)
        return cli_fail(&command, "which instruction set? There are: %s", isa_option_all());
    if (!isa_option_name(&command, &(struct isa_option){.isa = isa}))
        return CLI_USAGE;
    return name ? explain(isa, name, as_json) : list(isa, as_json);
}
