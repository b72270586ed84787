/* build.h: code objects of the test matrix, made by tools/clc and kept by content. */
#ifndef SHOAL_TESTS_BUILD_H
#define SHOAL_TESTS_BUILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct kt_build {
    const char *source;  /* file name in the source directory */
    const char *options; /* of the test, or NULL */
    const char *level;   /* "-O0" */
    unsigned wave_lanes;
    char path[512]; /* of the code object, once built */
    char log[512];  /* of what the compiler said */
    bool failed;
} kt_build;

typedef struct kt_builder {
    const char *clc;        /* path of tools/clc */
    const char *source_dir; /* of the .cl files */
    const char *cache_dir;  /* for code objects; created if missing */
    const char *chip;       /* to compile for; NULL: the compiler's default */
    unsigned jobs;          /* compilers at a time, 1 or more */
} kt_builder;

/* Finds or makes every code object; sets path, or failed and log. compiled: how many were
 * not in the cache. false: the tools are missing, and why[why_size] tells which. */
bool kt_build_all(const kt_builder *builder, kt_build *builds, size_t count, size_t *compiled,
                  char *why, size_t why_size);

#endif
