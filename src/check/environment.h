/* environment.h: checks that SHOAL_CHECK asks for, in programs that know nothing of them. */
#ifndef SHOAL_CHECK_ENVIRONMENT_H
#define SHOAL_CHECK_ENVIRONMENT_H

#include "shoal/check.h"

struct check;

/* Starts the checks of a new device as the environment says, if it does. What is wrong with the
 * environment is said on standard error. */
void check_environment(shoal_device *device);
/* Writes what was found so far, and remembers whether it was anything. */
void environment_report(struct check *c);
/* The check is going to be freed. */
void environment_forget(struct check *c);
/* Writes findings as shoal_check_finish does. */
shoal_status check_write(struct check *c, FILE *text, uint64_t *findings, char *why);

#endif
