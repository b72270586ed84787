/* build_ventus.c: programs for Ventus: the clang of its toolchain, which SHOAL_VENTUS_CLANG names,
 * run as the toolchain's README and PoCL's driver run it: source to executable with start code, the
 * library of work-item functions and a linker script of the same installation. What of these is not
 * there is left out; SHOAL_VENTUS_FLAGS is added behind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencl.h"

enum { WORDS = 128 };

/* Words of a command. Those that are made here are freed with it. */
struct words {
    const char *list[WORDS + 1];
    size_t count;
    char *made[WORDS];
    size_t made_count;
};

static void add(struct words *w, const char *word)
{
    if (w->count < WORDS)
        w->list[w->count++] = word;
}

/* Takes `word` over. */
static void add_made(struct words *w, char *word)
{
    if (!word || w->made_count == WORDS) {
        free(word);
        return;
    }
    w->made[w->made_count++] = word;
    add(w, word);
}

/* Words with spaces between them; all belong to the command. */
static void add_text(struct words *w, const char *text)
{
    for (size_t length; text && *text; text += length) {
        text += strspn(text, " \t\n");
        length = strcspn(text, " \t\n");
        if (length)
            add_made(w, strndup(text, length));
    }
}

/* A file of the installation, behind `before`, if it is there. */
static void add_file(struct words *w, const char *prefix, const char *before, const char *name)
{
    char *path, *word = NULL;
    if (asprintf(&path, "%s/%s", prefix, name) < 0)
        return;
    if (access(path, F_OK) == 0 && asprintf(&word, "%s%s", before, path) >= 0)
        add_made(w, word);
    free(path);
}

static const char *compiler(void)
{
    const char *path = getenv("SHOAL_VENTUS_CLANG");
    return path && path[0] && access(path, X_OK) == 0 ? path : NULL;
}

bool build_ventus_is_there(void) { return compiler() != NULL; }

/* What every kernel is linked with. */
static void add_libraries(struct words *w, const char *clang)
{
    const char *slash = strrchr(clang, '/');
    char *prefix;
    if (!slash || asprintf(&prefix, "%.*s/..", (int)(slash - clang), clang) < 0)
        return;
    add(w, "-nodefaultlibs");
    add_file(w, prefix, "", "lib/crt0.o");
    add_file(w, prefix, "", "lib/riscv32clc.o");
    add_file(w, prefix, "", "lib/libworkitem.a");
    add_file(w, prefix, "-I", "../libclc/generic/include");
    add_file(w, prefix, "-Wl,-T,", "../utils/ldscripts/ventus/elf32lriscv.ld");
    free(prefix);
}

static bool put_inputs(const struct work *folder, const struct build_input *in, struct words *w)
{
    bool good = true;
    char name[32];
    if (in->source) {
        good = work_put(folder, "program.cl", in->source, strlen(in->source));
        add_made(w, work_path(folder, "program.cl"));
    }
    for (size_t i = 0; good && i < in->header_count; i++) {
        good =
            work_put(folder, in->header_names[i], in->header_texts[i], strlen(in->header_texts[i]));
    }
    for (size_t i = 0; good && i < in->object_count; i++) {
        snprintf(name, sizeof name, "input%zu.o", i);
        good = work_put(folder, name, in->objects[i].data, in->objects[i].size);
        add_made(w, work_path(folder, name));
    }
    return good;
}

static void add_options(struct words *w, const struct work *folder, const struct build_input *in)
{
    char *include;
    bool has_standard = in->options && strstr(in->options, "-cl-std=");
    if (!has_standard)
        add(w, "-cl-std=CL2.0");
    add(w, "-O1");
    if (asprintf(&include, "-I%s", folder->path) >= 0)
        add_made(w, include);
    add_text(w, in->options);
}

cl_int build_ventus(const struct build_input *in, cl_int failure, struct bytes *out, char **log)
{
    const char *clang = compiler();
    struct bytes text = {0};
    struct words w = {.count = 1};
    struct work folder;
    cl_int result = CL_COMPILER_NOT_AVAILABLE;
    if (!clang) {
        bytes_print(&text, "shoal: there is no compiler for Ventus: SHOAL_VENTUS_CLANG names none "
                           "that can be run; executables can be given as binaries\n");
        *log = text.data;
        return result;
    }
    CHECK(work_open(&folder, "ventus", &text), CL_OUT_OF_HOST_MEMORY);
    bool is_library = !in->source && in->options && strstr(in->options, "-create-library");
    add_text(&w, "-target riscv32 -mcpu=ventus-gpgpu");
    if (in->source)
        add_options(&w, &folder, in);
    result = put_inputs(&folder, in, &w) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (in->is_object || is_library)
        add_text(&w, in->is_object ? "-c" : "-r -nostdlib");
    else
        add_libraries(&w, clang);
    add_text(&w, getenv("SHOAL_VENTUS_FLAGS"));
    add(&w, "-o");
    add_made(&w, work_path(&folder, "output"));
    if (result == CL_SUCCESS &&
        (compiler_run(clang, w.list, "shoal", &text) != 0 || !work_get(&folder, "output", out)))
        result = failure;
    for (size_t i = 0; i < w.made_count; i++)
        free(w.made[i]);
    work_close(&folder);
    *log = text.data;
    return result;
}
