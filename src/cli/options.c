/* options.c: owns how options and numbers are read from the command line, what is said
 * when they are wrong, help texts, and when the terminal gets colour. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- messages ------------------------------------------------------------------- */

const char *cli_colour(FILE *out, enum cli_colour colour)
{
    static const char *const escapes[] = {
        [CLI_PLAIN] = "\033[0m",  [CLI_BOLD] = "\033[1m", [CLI_RED] = "\033[1;31m",
        [CLI_GREEN] = "\033[32m", [CLI_DIM] = "\033[2m",
    };
    /* https://no-color.org: set and not empty means no colour. */
    const char *no_colour = getenv("NO_COLOR");
    if ((no_colour && *no_colour) || !isatty(fileno(out)))
        return "";
    return escapes[colour];
}

void cli_print_clean(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        fputc(c < 0x20 || c == 0x7f ? '?' : c, out);
    }
}

static void print_prefix(const struct cli_command *command)
{
    fprintf(stderr, "%sshoal%s%s:%s ", cli_colour(stderr, CLI_RED), command ? " " : "",
            command ? command->name : "", cli_colour(stderr, CLI_PLAIN));
}

int cli_fail(const struct cli_command *command, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    print_prefix(command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_USAGE;
}

int cli_bad_value(const struct cli_command *command, size_t option, const char *value,
                  const char *why)
{
    const struct cli_option *o = &command->options[option];
    if (o->example)
        return cli_fail(command, "%s '%s': %s; %s takes %s, for example %s", o->name, value, why,
                        o->name, o->value, o->example);
    return cli_fail(command, "%s '%s': %s; %s takes %s", o->name, value, why, o->name, o->value);
}

/* ---- nearest name ------------------------------------------------------------------ */

/* Levenshtein's distance of two words of less than 64 characters. */
static size_t distance(const char *a, const char *b)
{
    size_t row[64];
    size_t length = strlen(b);
    if (strlen(a) >= 64 || length >= 64)
        return SIZE_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t replace = diagonal + (a[i] != b[j]);
            size_t other = 1 + (row[j] < row[j + 1] ? row[j] : row[j + 1]);
            diagonal = row[j + 1];
            row[j + 1] = replace < other ? replace : other;
        }
    }
    return row[length];
}

const char *cli_nearest(const char *word, const void *names, size_t count, size_t stride)
{
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2; /* more would be a guess */
    for (size_t i = 0; i < count; i++) {
        const char *name = *(const char *const *)((const char *)names + i * stride);
        size_t d = distance(word, name);
        if (d < best_distance && d < strlen(word)) {
            best = name;
            best_distance = d;
        }
    }
    return best;
}

/* ---- options -------------------------------------------------------------------------- */

struct cli_reader cli_reader_start(const struct cli_command *command, int argc, char **argv)
{
    return (struct cli_reader){.command = command, .argc = argc, .argv = argv, .at = 1};
}

static int unknown_option(const struct cli_command *command, const char *word, size_t length)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), word);
    const char *near = cli_nearest(name, &command->options[0].name, command->option_count,
                                   sizeof *command->options);
    if (near)
        cli_fail(command, "unknown option '%s'; did you mean '%s'?", name, near);
    else
        cli_fail(command, "unknown option '%s'; see 'shoal help %s'", name, command->name);
    return CLI_ERROR;
}

static int missing_value(const struct cli_command *command, const struct cli_option *option)
{
    if (option->example)
        cli_fail(command, "%s needs a value: %s %s, for example %s", option->name, option->name,
                 option->value, option->example);
    else
        cli_fail(command, "%s needs a value: %s %s", option->name, option->name, option->value);
    return CLI_ERROR;
}

int cli_next(struct cli_reader *reader, const char **value)
{
    const struct cli_command *command = reader->command;
    *value = NULL;
    if (reader->at >= reader->argc)
        return CLI_END;
    const char *word = reader->argv[reader->at++];
    if (!reader->only_words && strcmp(word, "--") == 0) {
        reader->only_words = true;
        if (reader->at >= reader->argc)
            return CLI_END;
        word = reader->argv[reader->at++];
    }
    if (reader->only_words || word[0] != '-' || word[1] == '\0') {
        *value = word;
        return CLI_WORD;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return CLI_HELP;

    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < command->option_count; i++) {
        const struct cli_option *option = &command->options[i];
        if (strlen(option->name) != length || memcmp(option->name, word, length) != 0)
            continue;
        bool has_value = word[length] == '=';
        if (has_value && !option->value) {
            cli_fail(command, "%s takes no value; '%s' gives one", option->name, word);
            return CLI_ERROR;
        }
        if (has_value) {
            *value = word + length + 1;
            return **value == '\0' ? missing_value(command, option) : (int)i;
        }
        if (!option->value || option->value_optional)
            return (int)i;
        /* A word with two dashes is the next option: no value of ours looks like one. */
        if (reader->at >= reader->argc || strncmp(reader->argv[reader->at], "--", 2) == 0)
            return missing_value(command, option);
        *value = reader->argv[reader->at++];
        return (int)i;
    }
    return unknown_option(command, word, length);
}

/* Whether `value` is one of the words in "a|b|c". */
static bool is_choice(const char *choices, const char *value)
{
    size_t wanted = strlen(value);
    for (const char *at = choices; *at;) {
        size_t length = strcspn(at, "|");
        if (length == wanted && memcmp(at, value, length) == 0)
            return true;
        at += length + (at[length] == '|');
    }
    return false;
}

int cli_choice(const struct cli_command *command, size_t option, const char *value,
               const char **out)
{
    *out = value;
    if (is_choice(command->options[option].value, value))
        return CLI_DONE;
    return cli_bad_value(command, option, value, "there is no such choice");
}

/* ---- help -------------------------------------------------------------------------------- */

static void print_indented(FILE *out, const char *text, int indent)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%.*s\n", (int)length, text);
        text += length;
        if (*text == '\n') {
            text++;
            fprintf(out, "%*s", indent, "");
        }
    }
}

void cli_print_help(const struct cli_command *command, FILE *out)
{
    enum { column = 26 };
    fprintf(out, "%s\n\nusage: ", command->summary);
    print_indented(out, command->usage, 7);
    fputs("\noptions:\n", out);
    for (size_t i = 0; i < command->option_count; i++) {
        const struct cli_option *o = &command->options[i];
        int width = fprintf(out, "  %s", o->name);
        if (o->value)
            width += fprintf(out, o->value_optional ? "[=%s]" : " %s", o->value);
        if (width + 2 > column)
            fprintf(out, "\n%*s", column, "");
        else
            fprintf(out, "%*s", column - width, "");
        print_indented(out, o->help, column);
    }
    fprintf(out, "  --help%*sprint this\n", column - 8, "");
    if (command->print_notes) {
        fputc('\n', out);
        command->print_notes(out);
    }
}

/* ---- numbers -------------------------------------------------------------------------------- */

bool cli_parse_u64(const char *text, uint64_t max, uint64_t *out)
{
    unsigned base = 10;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    uint64_t value = 0;
    size_t digits = 0;
    for (;; text++, digits++) {
        unsigned digit;
        if (*text >= '0' && *text <= '9')
            digit = (unsigned)(*text - '0');
        else if (base == 16 && *text >= 'a' && *text <= 'f')
            digit = (unsigned)(*text - 'a') + 10;
        else if (base == 16 && *text >= 'A' && *text <= 'F')
            digit = (unsigned)(*text - 'A') + 10;
        else
            break;
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value))
            return false;
    }
    unsigned shift = *text == 'K' || *text == 'k' ? 10 : *text == 'M' ? 20 : *text == 'G' ? 30 : 0;
    if (shift)
        text++;
    if (digits == 0 || *text != '\0' || value > (UINT64_MAX >> shift) || value << shift > max)
        return false;
    *out = value << shift;
    return true;
}

bool cli_parse_dims(const char *text, uint64_t max, uint64_t out[3])
{
    char part[32];
    out[0] = out[1] = out[2] = 1;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof part)
            return false;
        memcpy(part, text, length);
        part[length] = '\0';
        if (!cli_parse_u64(part, max, &out[i]) || out[i] == 0)
            return false;
        text += length;
        if (*text == '\0')
            return true;
        text++;
    }
    return false;
}
