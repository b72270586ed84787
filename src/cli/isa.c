/* isa.c: `shoal isa`: lists the instructions of an instruction set, or explains some. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/isa_option.h"
#include "cli/isa_page.h"

enum { OPT_JSON, OPT_NOTATION, OPT_COUNT };

static const struct cli_option options[OPT_COUNT] = {
    [OPT_JSON] = {"--json", NULL, false, "print one JSON array of objects", NULL},
    [OPT_NOTATION] = {"--notation", NULL, false,
                      "explain how formulas are read, and what DPP forms do", NULL},
};

static void print_notes(FILE *out)
{
    fputs("Without MNEMONIC, lists every instruction: mnemonic, encodings, `yes` if shoal\n"
          "executes it or `later` if it only decodes it, and the manual's section; of Ventus\n"
          "also the dialect, and `ours` where no published source gives the encoding and Shoal\n"
          "assigned one. With MNEMONIC, explains it: what it computes as a formula (see\n"
          "--notation), operands, modifiers, state and counters it touches, hazards, encodings.\n"
          "Suffixes like _e64 may be given. The beginning of mnemonics lists those that have it.\n"
          "Without an instruction set, all of them are searched.\n"
          "exit status: 0 done; 2 usage, or an unknown mnemonic\n"
          "\n"
          "examples:\n"
          "  shoal isa v_fmac_f32\n"
          "  shoal isa v_wmma\n"
          "  shoal isa ventus --json\n",
          out);
}

static const struct cli_command command = {
    .name = "isa",
    .summary = "shoal isa: lists the instructions of an instruction set, or explains some",
    .usage = "shoal isa rdna3|ventus [MNEMONIC] [--json]\n"
             "shoal isa MNEMONIC [--json]\n"
             "shoal isa --notation",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = cmd_isa,
};

/* The instruction sets that a command is about: one, or all. */
struct sets {
    const char *only; /* NULL: all */
};

static const char *set_at(const struct sets *sets, size_t index)
{
    return sets->only ? (index ? NULL : sets->only) : shoal_isa_name_at(index);
}

/* ---- not found ------------------------------------------------------------------ */

static int unknown_mnemonic(const struct sets *sets, const char *name)
{
    const char *names[4096], *set;
    size_t count = 0;
    shoal_isa_insn d;
    for (size_t s = 0; (set = set_at(sets, s)); s++) {
        if (!sets->only)
            names[count++] = set;
        for (size_t i = 0;
             count < sizeof names / sizeof *names - 1 && shoal_isa_insn_at(set, i, &d) == SHOAL_OK;
             i++)
            names[count++] = d.mnemonic;
    }
    char what[64];
    snprintf(what, sizeof what, sets->only ? "%s instruction" : "instruction%s",
             sets->only ? sets->only : " or instruction set");
    const char *near = cli_nearest(name, names, count, sizeof *names);
    if (near)
        return cli_fail(&command, "no %s is called '%s'; did you mean '%s'?", what, name, near);
    return cli_fail(&command, "no %s is called '%s'; see 'shoal isa %s'", what, name,
                    sets->only ? sets->only : shoal_isa_name_at(0));
}

/* ---- lists and pages ------------------------------------------------------------ */

/* Prints the instructions whose mnemonic begins with `prefix`. Returns how many there are; prints
 * nothing of one alone, which *found is then. */
static size_t list(const struct sets *sets, const char *prefix, bool as_json, const char **found)
{
    shoal_isa_insn d, first;
    size_t count = 0, length = strlen(prefix);
    const char *set;
    struct json json = json_start(stdout);
    for (size_t s = 0; (set = set_at(sets, s)); s++)
        for (size_t i = 0; shoal_isa_insn_at(set, i, &d) == SHOAL_OK; i++) {
            if (strncmp(d.mnemonic, prefix, length) != 0)
                continue;
            if (count++ == 0) {
                first = d;
                *found = set;
                continue;
            }
            if (count == 2 && as_json) {
                json_open_array(&json, NULL);
                json_newline(&json);
                isa_print_json(&json, *found, &first);
            } else if (count == 2) {
                isa_print_line(&first);
            }
            if (as_json) {
                json_newline(&json);
                isa_print_json(&json, set, &d);
            } else {
                isa_print_line(&d);
            }
        }
    if (count > 1 && as_json) {
        json_close_array(&json);
        putchar('\n');
    }
    return count;
}

static void explain(const char *isa_name, const shoal_isa_insn *d, bool as_json)
{
    if (!as_json) {
        isa_print_page(isa_name, d);
        return;
    }
    struct json json = json_start(stdout);
    json_open_array(&json, NULL);
    isa_print_json(&json, isa_name, d);
    json_close_array(&json);
    putchar('\n');
}

static int show(const struct sets *sets, const char *name, bool as_json)
{
    shoal_isa_insn d;
    const char *set, *found = NULL;
    for (size_t s = 0; (set = set_at(sets, s)); s++)
        if (shoal_isa_insn_find(set, name, &d) == SHOAL_OK) {
            explain(set, &d, as_json);
            return CLI_DONE;
        }
    size_t count = list(sets, name, as_json, &found);
    if (!count)
        return unknown_mnemonic(sets, name);
    for (size_t i = 0; count == 1 && shoal_isa_insn_at(found, i, &d) == SHOAL_OK; i++)
        if (strncmp(d.mnemonic, name, strlen(name)) == 0) {
            explain(found, &d, as_json);
            break;
        }
    return CLI_DONE;
}

/* ---- command -------------------------------------------------------------------- */

static bool is_set(const char *name)
{
    for (size_t i = 0; shoal_isa_name_at(i); i++)
        if (strcmp(shoal_isa_name_at(i), name) == 0)
            return true;
    return false;
}

static int print_notation(void)
{
    for (size_t i = 0; shoal_isa_notation(i); i++)
        puts(shoal_isa_notation(i));
    return CLI_DONE;
}

int cmd_isa(int argc, char **argv)
{
    struct cli_reader reader = cli_reader_start(&command, argc, argv);
    const char *first = NULL, *second = NULL, *value;
    bool as_json = false, notation = false;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        switch (which) {
        case OPT_JSON:
            as_json = true;
            break;
        case OPT_NOTATION:
            notation = true;
            break;
        case CLI_HELP:
            cli_print_help(&command, stdout);
            return CLI_DONE;
        case CLI_ERROR:
            return CLI_USAGE;
        default:
            if (second)
                return cli_fail(&command, "one mnemonic at a time; '%s' is too many", value);
            *(first ? &second : &first) = value;
            break;
        }
    }
    if (notation)
        return print_notation();
    if (!first)
        return cli_fail(&command, "which instruction, or instruction set? There are: %s",
                        isa_option_all());
    if (!second && !is_set(first))
        return show(&(struct sets){NULL}, first, as_json);
    if (!isa_option_name(&command, &(struct isa_option){.isa = first}))
        return CLI_USAGE;
    const char *found;
    if (second)
        return show(&(struct sets){first}, second, as_json);
    list(&(struct sets){first}, "", as_json, &found);
    return CLI_DONE;
}

const struct cli_command *isa_command(void) { return &command; }
