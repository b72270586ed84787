/* cli.h: what the subcommands of `shoal` share: the command list, option parsing with
 * errors for people, exit statuses, numbers.
 *
 *   static const struct cli_option options[] = {
 *       {.name = "--grid", .value = "X[,Y[,Z]]", .help = "work-items per dimension"},
 *       {.name = "--json", .help = "print JSON"},
 *   };
 *   const struct cli_command cli_run = {.name = "run", .options = options, ...};
 *   struct cli_reader reader = cli_reader_start(&cli_run, argc, argv);
 *   while ((which = cli_next(&reader, &value)) != CLI_END) ...
 *
 * A cli_command is the only description of its options: `shoal help NAME` prints it, and
 * the tests compare manual pages and completions with that. Front ends include the public
 * headers only, so nothing here knows the library's insides. */
#ifndef SHOAL_CLI_CLI_H
#define SHOAL_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses of `shoal`. */
enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,   /* the kernel faulted or an expectation failed */
    CLI_USAGE = 2,    /* usage, or input that cannot be read */
    CLI_INTERNAL = 3, /* an error of Shoal itself */
    CLI_FINDINGS = 4, /* --check found something */
};

struct cli_option {
    const char *name;    /* "--grid" */
    const char *value;   /* "X[,Y[,Z]]"; NULL: takes none */
    bool value_optional; /* the value is given as --name=VALUE or not at all */
    const char *help;    /* one line, or several separated by newlines */
    const char *example; /* shown when the value is missing or wrong; may be NULL */
};

struct cli_command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *usage;   /* what follows "usage: ", lines separated by newlines */
    const struct cli_option *options;
    size_t option_count;
    void (*print_notes)(FILE *out); /* after the options; may be NULL */
    /* argv[0] is the command's name. Returns the exit status. */
    int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_run;
extern const struct cli_command cli_info;
extern const struct cli_command cli_as;
extern const struct cli_command cli_dis;
extern const struct cli_command cli_jit;
extern const struct cli_command cli_exec;
extern const struct cli_command cli_hipcc, cli_rocm_path;
extern const struct cli_command cli_diff_log;
extern const struct cli_command cli_cc_ventus, cli_clc, cli_clinfo;

/* `shoal run` (run.c); its command is described in run_options.c. */
int run_main(int argc, char **argv);

int cmd_isa(int argc, char **argv);
const struct cli_command *isa_command(void);

/* Prints what may follow on the command line of a command (complete.c). words[count]: those after
 * its name, the last one being typed. */
int complete_words(const struct cli_command *command, int count, char **words);

/* ---- options (options.c) ------------------------------------------------------ */

enum {
    CLI_END = -1,   /* no more words */
    CLI_WORD = -2,  /* a word that is no option, in *value */
    CLI_HELP = -3,  /* --help or -h */
    CLI_ERROR = -4, /* a message was printed */
};

struct cli_reader {
    const struct cli_command *command;
    int argc;
    char **argv;
    int at;
    bool only_words; /* after "--" */
};

struct cli_reader cli_reader_start(const struct cli_command *command, int argc, char **argv);

/* The next option's index in command->options, or one of the values above. *value: the
 * option's value, NULL if an optional one is absent; borrowed from argv. */
int cli_next(struct cli_reader *reader, const char **value);

/* Prints usage, options and notes. */
void cli_print_help(const struct cli_command *command, FILE *out);

/* "shoal NAME: message" on stderr. Returns CLI_USAGE. command NULL: "shoal: message". */
__attribute__((format(printf, 2, 3))) int cli_fail(const struct cli_command *command,
                                                   const char *format, ...);

/* As cli_fail, about the value of an option: adds what it takes and an example. */
int cli_bad_value(const struct cli_command *command, size_t option, const char *value,
                  const char *why);

/* Takes one of the words that the option's value lists, as in "a|b|c". CLI_DONE, or CLI_USAGE after
 * a message. */
int cli_choice(const struct cli_command *command, size_t option, const char *value,
               const char **out);

/* The closest of `count` names to `word`, or NULL if none is close. `stride` bytes lie
 * between one name pointer and the next. */
const char *cli_nearest(const char *word, const void *names, size_t count, size_t stride);

/* ---- numbers (options.c) -------------------------------------------------------- */

/* Decimal or 0x digits, then K, M or G for a power of 1024. false: none, or above max. */
bool cli_parse_u64(const char *text, uint64_t max, uint64_t *out);

/* "X[,Y[,Z]]", each 1..max; missing ones become 1. */
bool cli_parse_dims(const char *text, uint64_t max, uint64_t out[3]);

/* ---- terminal (options.c) --------------------------------------------------------- */

enum cli_colour { CLI_PLAIN, CLI_BOLD, CLI_RED, CLI_GREEN, CLI_DIM };

/* The escape sequence if `out` is a terminal and NO_COLOR is not set, else "". */
const char *cli_colour(FILE *out, enum cli_colour colour);

/* Prints text of unknown origin (names in files) with control characters replaced by '?',
 * so that a file cannot steer the terminal. */
void cli_print_clean(FILE *out, const char *text);

/* All bytes of a file, with a zero behind them, which *size does not count. NULL: an error,
 * in errno. The caller frees. cli_read_input: "-" is standard input. */
char *cli_read_file(const char *path, size_t *size);
char *cli_read_input(const char *name, size_t *size);
/* Cuts [size] bytes, with a zero behind them, into lines: their ends become zeros. What comes
 * behind the last '\n' is a line if it is not empty. NULL: not enough memory. The caller frees. */
char **cli_cut_lines(char *text, size_t size, size_t *count);
/* Standard input can be read once: true for who asks first. */
bool cli_take_stdin(void);

#endif
