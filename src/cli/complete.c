/* complete.c: `shoal complete WORD...`: what may follow on a command line, for the completions of
 * shells (completions/), so that these know no command or option themselves.
 *
 * The words are those after `shoal`; the last one is being typed and may be empty. A line per
 * candidate: the whole word, a tab, a description. The line ":files" asks the shell for names of
 * files too, ":commands" for programs. Candidates that end in ':' or '=' want more behind them. */
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/mangled.h"
#include "shoal/check.h"
#include "shoal/chip.h"
#include "shoal/isa.h"
#include "shoal/shoal.h"

/* ---- candidates ------------------------------------------------------------------------ */

struct typed {
    const struct cli_command *command;
    char **words; /* [count] after the command's name; the last is being typed */
    int count;
    const char *word; /* the last */
    const char *file; /* the first word that is no option or value; NULL: none yet */
    const char *kernel;
    size_t specs; /* --arg without a name, so far */
};

/* One line, if the candidate, of `head` and `tail`, continues what is typed. */
static void offer(const struct typed *t, const char *head, const char *tail, const char *about)
{
    size_t length = strlen(t->word), first = strlen(head);
    size_t compared = length < first ? length : first;
    if (memcmp(t->word, head, compared) != 0 ||
        (length > first && strncmp(t->word + first, tail, length - first) != 0))
        return;
    printf("%s%s\t%.*s\n", head, tail, (int)strcspn(about, "\n"), about);
}

static void offer_choices(const struct typed *t, const char *head, const char *choices,
                          const char *about)
{
    char choice[64];
    for (const char *at = choices; *at;) {
        size_t length = strcspn(at, "|");
        snprintf(choice, sizeof choice, "%.*s", (int)(length < 63 ? length : 63), at);
        char *placeholder = strstr(choice, "=FILE");
        if (placeholder)
            placeholder[1] = '\0'; /* the user's to replace */
        offer(t, head, choice, about);
        at += length + (at[length] == '|');
    }
}

/* ---- what is in the file ----------------------------------------------------------------- */

struct opened {
    shoal_device *device;
    shoal_module *module;
};

static bool open_file(const char *path, struct opened *out)
{
    size_t size;
    char *bytes = path ? cli_read_file(path, &size) : NULL;
    *out = (struct opened){0};
    if (!bytes)
        return false;
    shoal_device_options options = shoal_device_options_default();
    options.isa = shoal_identify(bytes, size);
    options.threads = 1;
    bool is_open = options.isa && shoal_device_create(&options, &out->device) == SHOAL_OK &&
                   shoal_module_load(out->device, bytes, size, NULL, &out->module) == SHOAL_OK;
    free(bytes);
    return is_open;
}

static void offer_kernels(const struct typed *t, const char *head)
{
    struct opened f;
    bool is_open = open_file(t->file, &f);
    for (size_t i = 0; is_open && i < shoal_module_kernel_count(f.module); i++) {
        shoal_kernel_info info;
        char plain[256];
        shoal_kernel_get_info(shoal_module_kernel_at(f.module, i), &info);
        bool is_mangled = mangled_name(info.name, plain, sizeof plain);
        if (is_mangled)
            offer(t, head, plain, info.name);
        if (!is_mangled || *t->word == '_')
            offer(t, head, info.name, is_mangled ? plain : "kernel");
    }
    shoal_device_destroy(f.device);
}

/* The arguments of the kernel that is meant: for --arg "x=" with what to write for it, or only the
 * names followed by `tail`. */
static void offer_arguments(const struct typed *t, bool is_spec, const char *tail)
{
    struct opened f;
    shoal_kernel *kernel = NULL;
    if (open_file(t->file, &f) && t->kernel)
        shoal_module_find_kernel(f.module, t->kernel, &kernel);
    else if (f.module && shoal_module_kernel_count(f.module) == 1)
        kernel = shoal_module_kernel_at(f.module, 0);
    shoal_kernel_info info = {0};
    if (kernel)
        shoal_kernel_get_info(kernel, &info);
    for (size_t i = 0; i < info.explicit_arg_count; i++) {
        shoal_arg_info arg;
        char text[160], hint[64];
        shoal_kernel_get_arg(kernel, i, &arg);
        argument_suggest(&arg, hint, sizeof hint);
        char *value = strrchr(hint, ':');
        if (is_spec && value)
            value[1] = '\0'; /* the placeholder is the user's to replace */
        snprintf(text, sizeof text, "%s=%s", arg.name, hint);
        if (is_spec && i == t->specs)
            offer(t, hint, "", arg.type_name[0] ? arg.type_name : "the next argument");
        if (is_spec && arg.name[0])
            offer(t, text, "", arg.type_name);
        else if (!is_spec && arg.name[0] && arg.kind != SHOAL_ARG_BY_VALUE)
            offer(t, arg.name, tail, arg.type_name);
    }
    shoal_device_destroy(f.device);
}

/* ---- words of --arg ------------------------------------------------------------------------ */

static void offer_types(const struct typed *t, const char *head, const char *about)
{
    char name[16];
    for (const char *at = value_type_names(); *at;) {
        size_t length = strcspn(at, ", ");
        snprintf(name, sizeof name, "%.*s:", (int)length, at);
        if (length)
            offer(t, head, name, about);
        at += length + strspn(at + length, ", ");
    }
}

static void offer_specs(const struct typed *t)
{
    static const struct {
        const char *head, *about;
    } kinds[] = {{"buf:", "a buffer"},
                 {"lds:", "local memory"},
                 {"hex:", "bytes"},
                 {"img:", "an image"},
                 {"smp:", "a sampler"}};
    static const struct {
        const char *word, *about;
    } contents[] = {{"zero", "zeros"},        {"iota", "0, 1, 2, ..."},
                    {"fill=", "one value"},   {"rand", "random values"},
                    {"rand=", "with a seed"}, {"file=", "a file"},
                    {"{", "a list"}};
    size_t name = spec_name_length(t->word);
    name = name && t->word[name] == '=' ? name + 1 : 0;
    char *head = strdup(t->word); /* what is complete */
    char *colon = head ? strrchr(head + name, ':') : NULL;
    const char *spec = t->word + name;
    if (!head)
        return;
    head[colon ? (size_t)(colon + 1 - head) : name] = '\0';
    bool is_buffer = strncmp(spec, "buf:", 4) == 0;
    size_t colons = 0;
    for (const char *c = spec; *c; c++)
        colons += *c == ':';
    if (!colons) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            offer(t, head, kinds[i].head, kinds[i].about);
        offer_types(t, head, "a value");
        offer_arguments(t, true, "");
    } else if (is_buffer && colons == 1) {
        offer_types(t, head, "of the elements");
    } else if (is_buffer && colons == 3) {
        for (size_t i = 0; i < sizeof contents / sizeof *contents; i++)
            offer(t, head, contents[i].word, contents[i].about);
    } else if (strncmp(spec, "smp:", 4) == 0) {
        offer_choices(t, "smp:", "nearest|linear|edge|border|repeat|mirror|unnormalized",
                      "of the sampler");
    }
    free(head);
}

/* ---- options --------------------------------------------------------------------------------- */

static void offer_chips(const struct typed *t, const char *head, bool with_families)
{
    const shoal_chip *chip;
    for (size_t i = 0; (chip = shoal_chip_at(i)); i++)
        if (with_families || !chip->is_generic)
            offer(t, head, chip->name, chip->form);
}

/* Names with commas: of the last one. */
static void offer_kinds(const struct typed *t, const char *head)
{
    char before[128];
    const char *comma = strrchr(t->word, ',');
    snprintf(before, sizeof before, "%.*s", comma ? (int)(comma + 1 - t->word) : 127,
             comma ? t->word : head);
    for (unsigned kind = 0; shoal_check_kind_name(kind); kind++)
        offer(t, before, shoal_check_kind_name(kind), "a kind of checks");
}

/* Values of an option; head: "" or "--name=". */
static void offer_values(const struct typed *t, const struct cli_option *option, const char *head)
{
    const char *value = option->value;
    if (strchr(value, '|'))
        offer_choices(t, head, value, option->help);
    else if (strcmp(option->name, "--kernel") == 0 || strcmp(option->name, "--symbol") == 0)
        offer_kernels(t, head);
    else if (strcmp(option->name, "--chip") == 0 || strcmp(option->name, "--mcpu") == 0)
        offer_chips(t, head, strcmp(option->name, "--mcpu") == 0);
    else if (strcmp(option->name, "--check") == 0)
        offer_kinds(t, head);
    else if (strcmp(option->name, "--arg") == 0)
        offer_specs(t);
    else if (strcmp(option->name, "--print") == 0)
        offer_arguments(t, false, "");
    else if (strncmp(value, "N=", 2) == 0)
        offer_arguments(t, false, "=");
    else if (strstr(value, "FILE") || strstr(value, "FOLDER"))
        puts(":files");
    else if (option->value_optional)
        offer(t, head, value, option->help);
}

static void offer_options(const struct typed *t)
{
    const struct cli_command *c = t->command;
    size_t typed = strcspn(t->word, "=");
    for (size_t i = 0; i < c->option_count; i++) {
        const struct cli_option *o = &c->options[i];
        char head[64];
        snprintf(head, sizeof head, "%s=", o->name);
        if (t->word[typed] == '=') {
            if (o->value && strlen(o->name) == typed && memcmp(o->name, t->word, typed) == 0)
                offer_values(t, o, head);
            continue;
        }
        offer(t, o->name, "", o->help);
        if (o->value_optional && strcmp(o->value, "FILE") == 0)
            offer(t, head, "", o->help);
        else if (o->value_optional && strcmp(o->value, "KINDS") == 0)
            offer(t, head, "", o->help);
        else if (o->value_optional)
            offer_values(t, o, head);
    }
    offer(t, "--help", "", "print a summary");
}

static const struct cli_option *find_option(const struct cli_command *c, const char *word)
{
    for (size_t i = 0; i < c->option_count; i++)
        if (strcmp(c->options[i].name, word) == 0)
            return &c->options[i];
    return NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void offer_mnemonics(const struct typed *t, const char *isa)
{
    shoal_isa_insn insn;
    for (size_t i = 0; shoal_isa_insn_at(isa, i, &insn) == SHOAL_OK; i++)
        offer(t, insn.mnemonic, "", isa);
}

static void offer_words(const struct typed *t)
{
    const char *name = t->command->name;
    if (strcmp(name, "isa") != 0) {
        puts(strcmp(name, "exec") == 0 && !t->file ? ":commands" : ":files");
        return;
    }
    for (size_t i = 0; shoal_isa_name_at(i); i++) {
        const char *isa = shoal_isa_name_at(i);
        bool is_named = t->file && strcmp(t->file, isa) == 0;
        if (!t->file)
            offer(t, isa, "", "instruction set");
        if (is_named || (!t->file && *t->word))
            offer_mnemonics(t, isa);
    }
}

int complete_words(const struct cli_command *command, int count, char **words)
{
    struct typed t = {.command = command, .words = words, .count = count, .word = words[count - 1]};
    const struct cli_option *pending = NULL;
    for (int i = 0; i < count - 1; i++) {
        const char *word = words[i];
        if (pending) {
            if (strcmp(pending->name, "--kernel") == 0)
                t.kernel = word;
            t.specs += strcmp(pending->name, "--arg") == 0 && !strchr(word, '=');
            pending = NULL;
        } else if (word[0] == '-' && word[1] && !(t.file && strcmp(command->name, "exec") == 0)) {
            pending = find_option(command, word);
            if (pending && (!pending->value || pending->value_optional))
                pending = NULL;
        } else if (!t.file) {
            t.file = word;
        }
    }
    if (pending)
        offer_values(&t, pending, "");
    else if (t.word[0] == '-' && !(t.file && strcmp(command->name, "exec") == 0))
        offer_options(&t);
    else
        offer_words(&t);
    return CLI_DONE;
}
