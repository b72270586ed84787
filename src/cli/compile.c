/* compile.c: see compile.h. */
#include "cli/compile.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/place.h"

enum language { NO_SOURCE, OPENCL, HIP, ASSEMBLY };

static enum language language_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *dot = strrchr(slash ? slash : file, '.');
    if (!dot)
        return NO_SOURCE;
    return strcmp(dot, ".cl") == 0    ? OPENCL
           : strcmp(dot, ".hip") == 0 ? HIP
           : strcmp(dot, ".s") == 0   ? ASSEMBLY
                                      : NO_SOURCE;
}

bool compile_is_source(const char *file) { return language_of(file) != NO_SOURCE; }

/* ---- options --------------------------------------------------------------------------- */

int compile_add_flag(const struct cli_command *command, struct compile_flags *flags,
                     const char *word)
{
    if (flags->count == COMPILE_FLAGS_MAX)
        return cli_fail(command, "there are more than %d options for the compiler",
                        COMPILE_FLAGS_MAX);
    flags->words[flags->count++] = word;
    return CLI_DONE;
}

/* Moves one word from *text to `out`, without quotation marks. false: a quotation does not end. */
static bool take_word(const char **text, char *out)
{
    char quote = '\0';
    const char *at = *text;
    for (; *at && (quote || (*at != ' ' && *at != '\t' && *at != '\n')); at++) {
        if (*at == quote)
            quote = '\0';
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1])
            *out++ = *++at;
        else
            *out++ = *at;
    }
    *out = '\0';
    *text = at;
    return !quote;
}

int compile_split_flags(const struct cli_command *command, struct compile_flags *flags,
                        const char *text)
{
    char *room = flags->owned_count < COMPILE_FLAGS_MAX ? malloc(2 * strlen(text) + 2) : NULL;
    if (!room)
        return cli_fail(command, "--cflags: not enough memory");
    flags->owned[flags->owned_count++] = room;
    for (const char *at = text;;) {
        at += strspn(at, " \t\n");
        if (!*at)
            return CLI_DONE;
        if (!take_word(&at, room))
            return cli_fail(command, "--cflags '%s': a quotation mark is not closed", text);
        if (compile_add_flag(command, flags, room) != CLI_DONE)
            return CLI_USAGE;
        room += strlen(room) + 1;
    }
}

void compile_free_flags(struct compile_flags *flags)
{
    while (flags->owned_count)
        free(flags->owned[--flags->owned_count]);
}

/* ---- processes --------------------------------------------------------------------------- */

int compile_run_script(const struct cli_command *command, char *path, int argc, char **argv,
                       const char *missing)
{
    int result = CLI_DONE;
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        cli_print_help(command, stdout);
    } else if (argc < 2) {
        result = cli_fail(command, "no file; 'shoal help %s' explains", command->name);
    } else if (!path) {
        result = cli_fail(command, "%s", missing);
    } else {
        argv[0] = path;
        execv(path, argv);
        result = cli_fail(command, "cannot start '%s': %s", path, strerror(errno));
    }
    free(path);
    return result;
}

/* Runs a program and waits. As for system(3), the keys that stop programs are the child's: its
 * output is deleted afterwards. Returns the status of waitpid, or -1. */
static int run_program(char *const argv[])
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    int status = -1;
    fflush(stdout);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        execv(argv[0], argv);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return child < 0 ? -1 : status;
}

/* ---- compiling ----------------------------------------------------------------------------- */

struct words {
    char *items[COMPILE_FLAGS_MAX + 16];
    size_t count;
};

static void add(struct words *words, const char *word)
{
    words->items[words->count++] = (char *)(uintptr_t)word; /* argv is not written to */
}

/* What is put in front of the user's options: names and types of arguments, and lines for reports.
 */
static char *add_tool(struct words *words, enum language language, const char *isa)
{
    char *tool = language == OPENCL ? place_opencl("clc")
                 : language == HIP  ? place_hip("hipcc")
                                    : realpath("/proc/self/exe", NULL);
    add(words, tool);
    if (language == ASSEMBLY) {
        add(words, "as");
        if (isa) {
            add(words, "--isa");
            add(words, isa);
        }
        return tool;
    }
    if (language == HIP)
        add(words, "--genco");
    else
        add(words, "-cl-kernel-arg-info");
    add(words, "-O2");
    add(words, "-gline-tables-only");
    return tool;
}

/* A file name in a folder of its own, which only this user can read. NULL: errno says why. */
static char *make_output(void)
{
    const char *folder = getenv("TMPDIR");
    char *path = NULL, *file = NULL;
    if (asprintf(&path, "%s/shoal-XXXXXX", folder && *folder ? folder : "/tmp") < 0)
        return NULL;
    if (mkdtemp(path) && asprintf(&file, "%s/out.co", path) < 0)
        file = NULL;
    free(path);
    return file;
}

void compile_discard(char *path)
{
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash) {
        unlink(path);
        *slash = '\0';
        rmdir(path);
    }
    free(path);
}

int compile_source(const struct cli_command *command, const char *file, const char *isa,
                   const struct compile_flags *flags, char **out)
{
    struct words words = {0};
    enum language language = language_of(file);
    *out = NULL;
    if (access(file, R_OK) != 0)
        return cli_fail(command, "cannot read '%s': %s", file, strerror(errno));
    char *tool = add_tool(&words, language, isa);
    char *output = tool ? make_output() : NULL;
    if (!tool)
        return cli_fail(command,
                        "'%s' cannot be compiled: the compiler script of 'shoal %s' is not "
                        "installed beside this shoal",
                        file, language == HIP ? "hipcc" : "clc");
    if (!output) {
        free(tool);
        return cli_fail(command, "cannot make a temporary folder: %s", strerror(errno));
    }
    for (size_t i = 0; i < flags->count; i++)
        add(&words, flags->words[i]);
    add(&words, file);
    add(&words, "-o");
    add(&words, output);
    int status = run_program(words.items);
    free(tool);
    if (status == 0) {
        *out = output;
        return CLI_DONE;
    }
    compile_discard(output);
    if (status != -1 && WIFSIGNALED(status))
        raise(WTERMSIG(status));
    return cli_fail(command, "'%s' does not compile; see the messages above", file);
}
