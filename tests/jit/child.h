/* child.h: a kernel with a known result, and processes of their own to run it in: what is
 * loaded (the compiler) and what the environment says belongs to a process. */
#ifndef SHOAL_TESTS_CHILD_H
#define SHOAL_TESTS_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "shoal/shoal.h"

/* out[i] = i, `loops` times: x = x * (2 k + 3) + k for k = first .. first + length - 1. */
struct recipe {
    uint32_t first, length, loops;
};

enum { ITEMS = 64 }; /* of a work-group */

struct bench {
    shoal_device *device;
    shoal_module *module;
    shoal_kernel *kernel;
    struct recipe recipe;
    uint64_t out;
    const uint32_t *host;
    uint32_t groups;
    unsigned warnings; /* logged so far */
};

/* 0, or the line of what failed. */
int bench_open(struct bench *b, struct recipe recipe, uint32_t groups);
int bench_load(struct bench *b); /* again after the module was unloaded */
/* Launches, and compares with what C computes. */
int bench_run(struct bench *b, shoal_engine engine, shoal_launch_stats *stats);
/* threads: 0: all. */
int bench_run_on(struct bench *b, shoal_engine engine, unsigned threads, shoal_launch_stats *stats);
void bench_close(struct bench *b);

bool is_compiler_loaded(void);
double now_ms(void);

#define CHECK(x)                                                                                   \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #x);                        \
            return __LINE__;                                                                       \
        }                                                                                          \
    } while (0)
#define TRY(call)                                                                                  \
    do {                                                                                           \
        int failed_ = (call);                                                                      \
        if (failed_)                                                                               \
            return failed_;                                                                        \
    } while (0)

enum { CHILD_AGAIN = -2 }; /* no failure: what was to be seen did not come about */

/* Runs body in a process of its own, with $SHOAL_CACHE = cache (NULL: not set). Returns 0 or
 * CHILD_AGAIN if body did, 1 if it failed, -1 if the process died. child_start, child_wait:
 * likewise, in parallel. */
int in_child(int (*body)(const void *), const void *argument, const char *cache);
int child_start(int (*body)(const void *), const void *argument, const char *cache);
int child_wait(int process);

/* A new empty folder under $TMPDIR; and its removal with all files in it. */
void folder_make(char path[64]);
void folder_remove(const char *path);
/* Number of files, and bytes in *bytes, whose names end in `suffix` ("": all). */
unsigned folder_count(const char *path, const char *suffix, uint64_t *bytes);
/* Path of the only file in the folder. */
bool folder_only_file(const char *path, char file[256]);

#endif
