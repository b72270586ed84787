/* isa_option.h: the instruction set that --isa, --dialect and --raw-prefixes name together. */
#ifndef SHOAL_CLI_ISA_OPTION_H
#define SHOAL_CLI_ISA_OPTION_H

#include <stdbool.h>

struct cli_command;

struct isa_option {
    const char *isa;     /* of --isa; NULL: not given */
    const char *dialect; /* of --dialect; NULL: not given */
    const char *mcpu;    /* of --mcpu: a chip; NULL: not given */
    bool raw_prefixes;
};

/* The same for code of a file that is for `file_isa` (shoal_object.isa). */
const char *isa_option_for_file(const struct cli_command *command, const struct isa_option *o,
                                const char *file_isa);

/* The name that shoal_isa_find and shoal_asm_text take. NULL: the options do not go together, and
 * the message was printed. */
const char *isa_option_name(const struct cli_command *command, const struct isa_option *o);

/* All names of instruction sets, for messages: "rdna3, ventus". */
const char *isa_option_all(void);

/* Checks the value of --chip: a chip that a device can be, of `isa` unless NULL. CLI_USAGE, with a
 * message: it is none. */
int chip_option_check(const struct cli_command *command, const char *name, const char *isa);

#endif
