/* compiler.h: what runtimes that compile share (hiprtc, OpenCL): bytes, a folder for the files of
 * one compilation, and running the compiler's script in it.
 *
 * It is part of each library that uses it, and uses no other part of Shoal. */
#ifndef SHOAL_COMPILER_H
#define SHOAL_COMPILER_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that grow; data is NULL or ends with a zero that size does not count. */
struct bytes {
    char *data;
    size_t size;
};

/* false: no memory; nothing changed. */
bool bytes_append(struct bytes *bytes, const void *data, size_t size);
__attribute__((format(printf, 2, 3))) bool bytes_print(struct bytes *bytes, const char *format,
                                                       ...);
void bytes_clear(struct bytes *bytes);

/* Appends a file. false: it cannot be read, or is empty. */
bool bytes_read_file(const char *path, struct bytes *out);

/* A folder that is removed with all that is in it. */
struct work {
    char path[256];
};

/* Makes it in $TMPDIR, with `who` in its name. false, and a line in the log: it cannot be. */
bool work_open(struct work *w, const char *who, struct bytes *log);
void work_close(struct work *w);
/* The path of a file in it. The caller frees. NULL: no memory. */
char *work_path(const struct work *w, const char *name);
/* Writes a file into the folder, under folders of its own if the name has some. */
bool work_put(const struct work *w, const char *name, const void *data, size_t size);
/* Appends a file of it, as bytes_read_file. */
bool work_get(const struct work *w, const char *name, struct bytes *out);

/* The script's exit status when something has to be installed. */
enum { COMPILER_NOT_INSTALLED = 77 };

/* The file of this name beside the library that this code is in. The caller frees. */
char *compiler_beside(const char *name);

/* Runs a program with words[1] and on (words[0] becomes its path, then NULL again); what it prints
 * goes to the log. Returns its exit status, 0 too when the process ignores the ends of its
 * children. Negative: it did not start, as a line of the log says, which begins with `who`. */
int compiler_run(const char *program, const char **words, const char *who, struct bytes *log);

#endif
