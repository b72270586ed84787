/* rtc.h: what the two parts of hiprtc share: hiprtc.c owns programs and what is asked about them,
 * rtc_compile.c how the compiler is run.
 *
 * hiprtc is part of libamdhip64 and, for programs of later ROCm versions, a library of its own
 * (libhiprtc): nothing here uses HIP. */
#ifndef SHOAL_HIP_RTC_H
#define SHOAL_HIP_RTC_H

#include <stdbool.h>
#include <stddef.h>

#include "../compiler/compiler.h"
#include "rtc_types.h"

/* ---- rtc_compile.c ---------------------------------------------------------------------- */

/* What is compiled. */
struct rtc_source {
    const char *text;
    const char *name; /* for messages */
    size_t header_count;
    char *const *headers;      /* their texts */
    char *const *header_names; /* as they are included */
    size_t name_count;
    char *const *names; /* expressions */
    size_t option_count;
    const char *const *options;
    bool is_relocatable; /* bitcode is wanted, not code */
};

/* Compiles; `out` becomes a code object or bitcode, lowered[i] the symbol of names[i] (allocated;
 * NULL: it has none). Messages of the compiler are added to the log. */
hiprtcResult rtc_compile(const struct rtc_source *source, struct bytes *out, char **lowered,
                         struct bytes *log);

/* Links files of bitcode to a code object. */
hiprtcResult rtc_link(size_t count, const struct bytes *inputs, struct bytes *out,
                      struct bytes *log);

#endif
