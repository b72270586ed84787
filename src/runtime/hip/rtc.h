/* rtc.h: hiprtc's types, as <hip/hiprtc.h> declares them, and what its two parts share: hiprtc.c
 * owns programs and what is asked about them, rtc_compile.c how the compiler is run.
 *
 * hiprtc is part of libamdhip64 and, for programs of later ROCm versions, a library of its own
 * (libhiprtc): nothing here uses HIP. */
#ifndef SHOAL_HIP_RTC_H
#define SHOAL_HIP_RTC_H

#include <stdbool.h>
#include <stddef.h>

#include "../compiler/compiler.h"

typedef enum hiprtcResult {
    HIPRTC_SUCCESS = 0,
    HIPRTC_ERROR_OUT_OF_MEMORY = 1,
    HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    HIPRTC_ERROR_INVALID_INPUT = 3,
    HIPRTC_ERROR_INVALID_PROGRAM = 4,
    HIPRTC_ERROR_INVALID_OPTION = 5,
    HIPRTC_ERROR_COMPILATION = 6,
    HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    HIPRTC_ERROR_INTERNAL_ERROR = 11,
    HIPRTC_ERROR_LINKING = 100,
} hiprtcResult;

typedef struct _hiprtcProgram *hiprtcProgram;
typedef struct ihiprtcLinkState *hiprtcLinkState;

/* Of the options and inputs of the linker, those that mean something here. */
typedef enum hiprtcJIT_option {
    HIPRTC_JIT_ERROR_LOG_BUFFER = 5,
    HIPRTC_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
} hiprtcJIT_option;

typedef enum hiprtcJITInputType {
    HIPRTC_JIT_INPUT_LLVM_BITCODE = 100,
} hiprtcJITInputType;

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
