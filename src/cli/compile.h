/* compile.h: sources that `shoal run` is given instead of a code object: compiled by the tool that
 * `shoal clc`, `shoal hipcc` or `shoal as` is, into a file of this run alone, so that nothing can
 * be stale. */
#ifndef SHOAL_CLI_COMPILE_H
#define SHOAL_CLI_COMPILE_H

#include "cli/cli.h"

enum { COMPILE_FLAGS_MAX = 64 };

/* Further options of the compiler. Words of --cflags are owned, others are borrowed from argv. */
struct compile_flags {
    const char *words[COMPILE_FLAGS_MAX];
    size_t count;
    char *owned[COMPILE_FLAGS_MAX];
    size_t owned_count;
};

/* By its name: .cl, .hip, .s. */
bool compile_is_source(const char *file);

/* Adds one word, or the words of a text as a shell would split it (blanks, '...', "...", \). Prints
 * a message and returns CLI_USAGE if there are too many or a quotation does not end. */
int compile_add_flag(const struct cli_command *command, struct compile_flags *flags,
                     const char *word);
int compile_split_flags(const struct cli_command *command, struct compile_flags *flags,
                        const char *text);
void compile_free_flags(struct compile_flags *flags);

/* Compiles `file`; the compiler's messages go to stderr as they are. isa: for assembly; may be
 * NULL. *out: path of the code object, for compile_discard. CLI_DONE, or CLI_USAGE after a message.
 */
int compile_source(const struct cli_command *command, const char *file, const char *isa,
                   const struct compile_flags *flags, char **out);
/* Deletes the file and frees the path. NULL is allowed. */
void compile_discard(char *path);

/* The whole of a command that is one of Shoal's compiler scripts: prints its help, or replaces this
 * process by the script, which reads argv. path: of the script, as place.h gives it; freed. NULL:
 * `missing` is said. Returns the exit status. */
int compile_run_script(const struct cli_command *command, char *path, int argc, char **argv,
                       const char *missing);

#endif
