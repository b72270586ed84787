/* strict.h: `shoal run --strict`: reports instructions that run although the disassembler refuses
 * their words: those with values in fields that the instruction does not use. Chips ignore such
 * values, so the run goes on; each place is reported once.
 *
 *   struct strict *strict = strict_open(NULL);
 *   desc.observer = strict_observer(strict);
 *   ...
 *   unsigned found = strict_close(strict);
 *
 * The instruction sets of src/isa say which words those are. */
#ifndef SHOAL_CLI_STRICT_H
#define SHOAL_CLI_STRICT_H

#include "shoal/observe.h"

struct strict;

/* next: an observer that watches the same run, or NULL. NULL: no memory. */
struct strict *strict_open(struct shoal_observer *next);
struct shoal_observer *strict_observer(struct strict *strict);
/* Frees it and returns how many places were reported. NULL is allowed. */
unsigned strict_close(struct strict *strict);

#endif
