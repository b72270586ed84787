/* sequence.h: the test cases that one `shoal run` runs, one after the other on one device: from
 * the command line, or from a list as the RTL's driver reads it:
 *
 *   # a comment
 *   --kernel name=vecadd,metafile=vecadd.metadata,datafile=vecadd.data
 *
 * Names of files count from the folder of the list. Options that are not about kernels say how the
 * RTL is simulated, and are passed over. */
#ifndef SHOAL_CLI_SEQUENCE_H
#define SHOAL_CLI_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/cli.h"

struct sequence_case {
    char *metadata;
    char *data; /* NULL: beside it */
};

struct sequence {
    struct sequence_case *items; /* [count] */
    size_t count;
};

/* NAME.metadata, or what a list names with its data. */
bool sequence_is_case(const struct sequence_case *c);
/* Adds a file of any kind, or what a list names. CLI_DONE, CLI_USAGE. */
int sequence_add(const struct cli_command *command, struct sequence *s, const char *file);
void sequence_free(struct sequence *s);

#endif
