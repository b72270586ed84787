/* format.h: printf of kernels: a format string and arguments as they lie in memory. */
#ifndef SHOAL_ENGINE_FORMAT_H
#define SHOAL_ENGINE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One argument: bytes in a record. A string's bytes may lack the NUL. */
struct format_arg {
    const uint8_t *bytes;
    size_t size;
};

/* Where arguments come from. */
struct format_source {
    /* The next argument; conversion: the letter it is for. false: there are no more. */
    bool (*next)(struct format_source *, char conversion, struct format_arg *out);
};

/* Bytes that grow. After a lack of memory, `failed` is set and nothing more is added. */
struct format_text {
    char *bytes;
    size_t size, capacity;
    bool failed;
};

/* Appends the formatted text to out.
 *
 * format   [size] bytes, without NUL
 * vectors  OpenCL's %v2f and so on are accepted
 *
 * A conversion without argument prints "(missing)"; one that does not exist is copied. */
void format_print(struct format_text *out, const char *format, size_t size, bool vectors,
                  struct format_source *source);

#endif
