/* build.c: options and the compiler: lib/opencl/clc, run in a folder of its own. What a source
 * without files of its own, or SPIR-V, became is kept by its text (cache_*), so that it compiles
 * once. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../compiler/compiler.h"
#include "opencl.h"

/* ---- options -------------------------------------------------------------------------------- */

struct options {
    char *text; /* the words stand in it */
    const char **words;
    size_t count;
    bool has_standard, is_old, is_uniform, has_files, is_library;
};

static void options_free(struct options *o)
{
    free(o->text);
    free(o->words);
}

/* Words are parted by spaces; quotes keep them together and go, as backslashes do before them. */
static bool split(const char *text, struct options *o)
{
    size_t length = strlen(text);
    o->text = malloc(length + 1);
    o->words = calloc(length / 2 + 2, sizeof *o->words);
    if (!o->text || !o->words)
        return false;
    char *to = o->text;
    while (*text) {
        while (*text == ' ' || *text == '\t' || *text == '\n')
            text++;
        if (!*text)
            break;
        o->words[o->count++] = to;
        for (char quote = 0; *text && (quote || !strchr(" \t\n", *text)); text++) {
            if (*text == '\\' && (text[1] == '"' || text[1] == '\\'))
                *to++ = *++text;
            else if (*text == quote)
                quote = 0;
            else if (!quote && *text == '"')
                quote = *text;
            else
                *to++ = *text;
        }
        *to++ = '\0';
    }
    return true;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* 3.0 API, 5.8.6 and 5.8.7. false: there is no such option. */
static bool check_options(struct options *o, bool is_link)
{
    static const char *const both[] = {"-cl-denorms-are-zero",
                                       "-cl-no-signed-zeros",
                                       "-cl-unsafe-math-optimizations",
                                       "-cl-finite-math-only",
                                       "-cl-fast-relaxed-math",
                                       "-cl-no-subgroup-ifp",
                                       NULL};
    static const char *const compiler[] = {"-cl-single-precision-constant",
                                           "-cl-fp32-correctly-rounded-divide-sqrt",
                                           "-cl-opt-disable",
                                           "-cl-strict-aliasing",
                                           "-cl-mad-enable",
                                           "-cl-kernel-arg-info",
                                           "-cl-std=CL1.0",
                                           "-cl-std=CL1.1",
                                           "-cl-std=CL1.2",
                                           "-cl-std=CL2.0",
                                           "-cl-std=CL3.0",
                                           "-cl-uniform-work-group-size",
                                           "-w",
                                           "-Werror",
                                           "-g",
                                           "-O0",
                                           "-O1",
                                           "-O2",
                                           "-O3",
                                           NULL};
    static const char *const linker[] = {"-create-library", "-enable-link-options", NULL};
    size_t kept = 0;
    o->is_old = true;
    for (size_t i = 0; i < o->count; i++) {
        const char *word = o->words[i];
        bool is_define = strncmp(word, "-D", 2) == 0 || strncmp(word, "-I", 2) == 0 ||
                         strncmp(word, "-U", 2) == 0;
        if (is_link ? is_one_of(word, linker) : is_define) {
            o->is_library |= strcmp(word, "-create-library") == 0;
            o->has_files |= word[1] == 'I';
            if (is_link)
                continue;
            if (!word[2]) { /* the next word is its value */
                if (i + 1 == o->count)
                    return false;
                o->words[kept++] = word;
                word = o->words[++i];
            }
        } else if (!is_one_of(word, both) && (is_link || !is_one_of(word, compiler))) {
            return false;
        }
        if (strcmp(word, "-cl-no-subgroup-ifp") == 0)
            continue; /* nothing changes: sub-groups progress together here */
        if (strcmp(word, "-cl-opt-disable") == 0)
            word = "-O0";
        if (strncmp(word, "-cl-std=CL", 10) == 0) {
            o->has_standard = true;
            o->is_old = word[10] == '1';
        }
        o->is_uniform |= strcmp(word, "-cl-uniform-work-group-size") == 0;
        o->words[kept++] = word;
    }
    o->count = kept;
    return true;
}

/* ---- the cache ---------------------------------------------------------------------------------
 */

/* What else decides what comes out: the tools, by name, size and time. */
static void add_stamp(struct bytes *key, const char *path)
{
    struct stat s;
    if (path && stat(path, &s) == 0)
        bytes_print(key, "%s %lld %lld.%ld\n", path, (long long)s.st_size,
                    (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

/* The script: where $SHOAL_OPENCL_DIR says, beside the library, or where both are built or
 * installed. The caller frees. NULL: it is nowhere. */
static char *find_script(void)
{
    static const char *const places[] = {"../../../lib/opencl/clc", "clc", SHOAL_LIB_TO_CLC};
    const char *set = getenv("SHOAL_OPENCL_DIR");
    char *path = NULL;
    if (set && set[0] && asprintf(&path, "%s/clc", set) >= 0 && access(path, X_OK) == 0)
        return path;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        free(path);
        path = compiler_beside(places[i]);
        if (path && access(path, X_OK) == 0)
            return path;
    }
    free(path);
    return access(SHOAL_CLC, X_OK) == 0 ? strdup(SHOAL_CLC) : NULL;
}

/* Arrays that are indexed by variables stay in private memory, where lanes cost little here; clang
 * would have them in registers, among which each access compares and chooses, or in LDS, as pays on
 * the hardware. */
static const char *const for_arrays[] = {"-mllvm", "-disable-promote-alloca-to-vector", "-mllvm",
                                         "-disable-promote-alloca-to-lds"};
enum { FOR_ARRAYS = sizeof for_arrays / sizeof *for_arrays };

/* Everything that the output depends on; empty: do not keep it. */
static void make_key(struct bytes *key, const char *script, const struct build_input *in,
                     const struct options *o)
{
    static const char *const sources[] = {"*.cl", "*.h", "*.ll", "*.awk"};
    /* A file of the program's own may change without the text changing. */
    if (in->source ? o->has_files || strstr(in->source, "include") : !in->il)
        return;
    const char *slash = strrchr(script, '/');
    add_stamp(key, script);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char *pattern;
        glob_t found;
        if (asprintf(&pattern, "%.*s/%s", (int)(slash - script), script, sources[i]) < 0)
            continue;
        if (glob(pattern, 0, NULL, &found) == 0) {
            for (size_t file = 0; file < found.gl_pathc; file++)
                add_stamp(key, found.gl_pathv[file]);
            globfree(&found);
        }
        free(pattern);
    }
    add_stamp(key, getenv("CLANG"));
    add_stamp(key, getenv("LIBCLC"));
    add_stamp(key, "/usr/bin/clang-22");
    bytes_print(key, "PATH %s\n%s\n", getenv("PATH") ? getenv("PATH") : "",
                in->is_object ? "object" : "code");
    for (size_t i = 0; i < FOR_ARRAYS; i++)
        bytes_print(key, "%s\n", for_arrays[i]);
    for (size_t i = 0; i < o->count; i++)
        bytes_print(key, "%s\n", o->words[i]);
    if (in->source) {
        bytes_print(key, "\n%s", in->source);
        return;
    }
    struct bytes tool = {0};
    if (spirv_tool(&tool))
        add_stamp(key, tool.data);
    bytes_clear(&tool);
    bytes_print(key, "SPIR-V\n");
    bytes_append(key, in->il->data, in->il->size);
}

/* The file of a key: its folder is made if need be. The caller frees. NULL: no cache. */
static char *cache_path(const struct bytes *key)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a; equal hashes do no harm, see cache_read */
    const char *build = getenv("SHOAL_BUILD"), *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char *folder, *path;
    for (size_t i = 0; i < key->size; i++)
        hash = (hash ^ (unsigned char)key->data[i]) * 0x100000001b3u;
    int made = build && build[0]   ? asprintf(&folder, "%s/clc", build)
               : cache && cache[0] ? asprintf(&folder, "%s/shoal/clc", cache)
               : home && home[0]   ? asprintf(&folder, "%s/.cache/shoal/clc", home)
                                   : -1;
    if (made < 0)
        return NULL;
    for (char *at = folder + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
        *at = '\0';
        mkdir(folder, 0755);
    }
    mkdir(folder, 0755);
    if (asprintf(&path, "%s/program-%016llx", folder, (unsigned long long)hash) < 0)
        path = NULL;
    free(folder);
    return path;
}

/* A file of the cache: the size of the key, of the log, then key, log and output. */
static bool cache_read(const char *path, const struct bytes *key, struct bytes *log,
                       struct bytes *out)
{
    struct bytes file = {0};
    uint64_t sizes[2];
    bool good = path && bytes_read_file(path, &file) && file.size > sizeof sizes;
    if (good) {
        memcpy(sizes, file.data, sizeof sizes);
        const char *at = file.data + sizeof sizes;
        size_t left = file.size - sizeof sizes;
        good = sizes[0] == key->size && sizes[0] < left && sizes[1] < left - sizes[0] &&
               memcmp(at, key->data, key->size) == 0 &&
               bytes_append(log, at + sizes[0], sizes[1]) &&
               bytes_append(out, at + sizes[0] + sizes[1], left - sizes[0] - sizes[1]);
    }
    bytes_clear(&file);
    return good;
}

/* Written beside and renamed, so that no reader sees half of it. Failure costs time only. */
static void cache_write(const char *path, const struct bytes *key, const struct bytes *log,
                        const struct bytes *out)
{
    char *fresh;
    const uint64_t sizes[2] = {key->size, log->size};
    if (!path || asprintf(&fresh, "%s.XXXXXX", path) < 0)
        return;
    int descriptor = mkstemp(fresh);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (file) {
        bool good = fwrite(sizes, sizeof sizes, 1, file) == 1 &&
                    fwrite(key->data, 1, key->size, file) == key->size &&
                    (!log->size || fwrite(log->data, 1, log->size, file) == log->size) &&
                    fwrite(out->data, 1, out->size, file) == out->size;
        if (fclose(file) != 0 || !good || rename(fresh, path) != 0)
            remove(fresh);
    }
    free(fresh);
}

/* ---- runs ---------------------------------------------------------------------------------------
 */

/* Messages name files as the program does: without the folder. */
static void clean_log(struct bytes *log, const char *folder)
{
    size_t length = strlen(folder);
    if (!log->data)
        return;
    char *to = log->data;
    for (const char *from = log->data; *from;) {
        if (strncmp(from, folder, length) == 0 && from[length] == '/') {
            from += length + 1;
            if (strncmp(from, "include/", 8) == 0)
                from += 8;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    log->size = (size_t)(to - log->data);
}

static bool put_inputs(const struct work *w, const struct build_input *in)
{
    bool good = !in->source || work_put(w, "program.cl", in->source, strlen(in->source));
    for (size_t i = 0; good && i < in->header_count; i++) {
        char *name;
        good = asprintf(&name, "include/%s", in->header_names[i]) >= 0;
        if (good) {
            good = work_put(w, name, in->header_texts[i], strlen(in->header_texts[i]));
            free(name);
        }
    }
    for (size_t i = 0; good && i < in->object_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "input%zu.bc", i);
        good = work_put(w, name, in->objects[i].data, in->objects[i].size);
    }
    return good;
}

enum { FIXED_WORDS = 24 + FOR_ARRAYS };

/* The words of the script. Paths are added to `made`, for the caller to free. */
static size_t make_words(const char **words, char **made, const struct work *w,
                         const struct build_input *in, const struct options *o)
{
    size_t n = 1, m = 0;
    for (size_t i = 0; i < FOR_ARRAYS; i++)
        words[n++] = for_arrays[i];
    if (in->source) {
        if (in->is_object)
            words[n++] = "--object";
        if (!o->has_standard)
            words[n++] = "-cl-std=CL1.2"; /* the highest 1.x (3.0 API, 5.8.6.5) */
        /* Older clangs, of which other compilers are made, warn; programs rely on that. */
        words[n++] = "-Wno-error=incompatible-pointer-types";
        if (o->has_standard && !o->is_old) {
            /* What the device has not, clang is not to define. */
            words[n++] = "-Xclang";
            words[n++] = "-cl-ext=+__opencl_c_subgroups,+__opencl_c_images,"
                         "+__opencl_c_3d_image_writes,+__opencl_c_read_write_images,"
                         "-__opencl_c_device_enqueue,+__opencl_c_pipes,"
                         "-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes";
        }
        for (size_t i = 0; i < o->count; i++)
            words[n++] = o->words[i];
        if (asprintf(&made[m], "-I%s/include", w->path) >= 0)
            words[n++] = made[m++];
        /* Reports of faults name lines of it, in no folder: the program gave a string. */
        words[n++] = "-ffile-compilation-dir=.";
        if (asprintf(&made[m], "-ffile-prefix-map=%s/=", w->path) >= 0)
            words[n++] = made[m++];
        words[n++] = made[m++] = work_path(w, "program.cl");
    } else {
        words[n++] = o->is_library || in->is_object ? "--library" : "--link";
        for (size_t i = 0; i < in->object_count; i++) {
            char name[32];
            snprintf(name, sizeof name, "input%zu.bc", i);
            words[n++] = made[m++] = work_path(w, name);
        }
    }
    words[n++] = "-o";
    words[n++] = made[m++] = work_path(w, "output");
    return m;
}

static cl_int run_script(const char *script, const struct build_input *in, const struct options *o,
                         cl_int failure, struct bytes *out, struct bytes *log)
{
    struct work w;
    CHECK(work_open(&w, "clc", log), CL_OUT_OF_HOST_MEMORY);
    cl_int result = CL_OUT_OF_HOST_MEMORY;
    const char **words = calloc(o->count + in->object_count + FIXED_WORDS, sizeof *words);
    char **made = calloc(in->object_count + FIXED_WORDS, sizeof *made);
    if (words && made && put_inputs(&w, in)) {
        size_t count = make_words(words, made, &w, in, o);
        int status = compiler_run(script, words, "shoal", log);
        result = status == 0 && work_get(&w, "output", out) ? CL_SUCCESS : failure;
        if (status == 2) { /* something is not installed: few programs print the log */
            fprintf(stderr, "shoal: cannot compile OpenCL C:\n%s", log->data ? log->data : "");
            result = CL_COMPILER_NOT_AVAILABLE;
        }
        for (size_t i = 0; i < count; i++)
            free(made[i]);
    }
    free(words);
    free(made);
    clean_log(log, w.path);
    work_close(&w);
    return result;
}

/* SPIR-V becomes an object first. */
static cl_int run_il(const char *script, const struct build_input *in, const struct options *o,
                     cl_int failure, struct bytes *out, struct bytes *log)
{
    struct bytes object = {0};
    struct build_input linked = *in;
    cl_int result = spirv_translate(in->il, failure, &object, log);
    if (result == CL_SUCCESS) {
        bytes_clear(log);
        linked.object_count = 1;
        linked.objects = &object;
        result = run_script(script, &linked, o, failure, out, log);
    }
    bytes_clear(&object);
    return result;
}

cl_int build_run(const struct build_input *in, cl_int bad_options, cl_int failure,
                 struct bytes *out, char **log_text, bool *is_uniform)
{
    struct options o = {0};
    struct bytes key = {0}, log = {0};
    cl_int result = CL_OUT_OF_HOST_MEMORY;
    char *script = find_script(), *path = NULL;
    if (!script) {
        bytes_print(&log, "shoal: the compiler script clc belongs to no folder beside this "
                          "library; set SHOAL_OPENCL_DIR\n");
        result = CL_COMPILER_NOT_AVAILABLE;
    } else if (!split(in->options ? in->options : "", &o)) {
        result = CL_OUT_OF_HOST_MEMORY;
    } else if (!check_options(&o, !in->source && !in->il)) {
        bytes_print(&log, "shoal: unknown option, or one without its value, in '%s'\n",
                    in->options);
        result = bad_options;
    } else {
        make_key(&key, script, in, &o);
        path = key.size ? cache_path(&key) : NULL;
        if (cache_read(path, &key, &log, out)) {
            result = CL_SUCCESS;
        } else {
            bytes_clear(&log);
            result = (in->il ? run_il : run_script)(script, in, &o, failure, out, &log);
            if (result == CL_SUCCESS)
                cache_write(path, &key, &log, out);
        }
        *is_uniform = (in->source && (o.is_old || o.is_uniform)) || (in->il && o.is_uniform);
    }
    options_free(&o);
    free(script);
    free(path);
    bytes_clear(&key);
    *log_text = log.data ? log.data : strdup("");
    return result;
}

cl_int build_spirv_text(const struct bytes *il, cl_int failure, struct bytes *out,
                        struct bytes *log)
{
    struct work w;
    char *script = find_script();
    if (!script || !work_open(&w, "spirv", log)) {
        free(script);
        return script ? CL_OUT_OF_HOST_MEMORY : CL_COMPILER_NOT_AVAILABLE;
    }
    char *input = work_path(&w, "input.spv"), *output = work_path(&w, "output");
    const char *words[] = {NULL, "--spirv", input, "-o", output, NULL};
    cl_int result = CL_OUT_OF_HOST_MEMORY;
    if (input && output && work_put(&w, "input.spv", il->data, il->size))
        result = compiler_run(script, words, "shoal", log) == 0 && work_get(&w, "output", out)
                     ? CL_SUCCESS
                     : failure;
    clean_log(log, w.path);
    free(input);
    free(output);
    free(script);
    work_close(&w);
    return result;
}
