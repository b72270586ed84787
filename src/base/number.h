/* number.h: numbers for people. */
#ifndef SHOAL_BASE_NUMBER_H
#define SHOAL_BASE_NUMBER_H

#include <stdint.h>

/* "1,234,567"; returns out. */
const char *number_grouped(uint64_t value, char out[32]);

#endif
