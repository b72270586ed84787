/* settings.h: what the environment says of Ventus devices, for libventus and OpenCL. */
#ifndef SHOAL_VENTUS_SETTINGS_H
#define SHOAL_VENTUS_SETTINGS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/shoal.h"

enum { VENTUS_MAX_WARPS = 32 }; /* of a work-group */

/* NUM_THREAD, which PoCL reads too. */
static inline uint32_t ventus_threads_per_warp(void)
{
    const char *text = getenv("NUM_THREAD");
    unsigned long value = text ? strtoul(text, NULL, 10) : 0;
    return value == 4 || value == 8 || value == 16 ? (uint32_t)value : 32;
}

/* SHOAL_VENTUS_DIALECT */
static inline shoal_dialect ventus_dialect(void)
{
    const char *text = getenv("SHOAL_VENTUS_DIALECT");
    return !text                            ? SHOAL_DIALECT_DEFAULT
           : strcmp(text, "manual") == 0    ? SHOAL_DIALECT_MANUAL
           : strcmp(text, "toolchain") == 0 ? SHOAL_DIALECT_TOOLCHAIN
                                            : SHOAL_DIALECT_DEFAULT;
}

#endif
