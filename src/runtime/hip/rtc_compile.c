/* rtc_compile.c: see rtc.h: files in a folder of their own, the compiler wrapper that lies beside
 * this library (lib/hip/hipcc), and the names that it gave to what the program names.
 *
 * The compiler makes IR as text first. There stand the symbols of the name expressions, as what
 * variables that were added to the source are initialised with. The second step makes the code
 * object or the bitcode. */
#include "rtc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs the compiler wrapper that lies beside this library. */
static int run_wrapper(const char **words, struct bytes *log)
{
    char *wrapper = compiler_beside("hipcc");
    int status = wrapper ? compiler_run(wrapper, words, "hiprtc", log) : -1;
    free(wrapper);
    return status;
}

/* Runs the wrapper and takes the file that it was to make. */
static hiprtcResult make(const struct work *w, const char **words, const char *output,
                         struct bytes *out, struct bytes *log)
{
    size_t before = log->size;
    int status = run_wrapper(words, log);
    if (status < 0)
        return HIPRTC_ERROR_INTERNAL_ERROR;
    if (status == COMPILER_NOT_INSTALLED) {
        /* Few programs print the log for this, and without it nobody knows what to do. */
        fprintf(stderr, "shoal: hiprtc cannot compile:\n%s", log->data ? log->data + before : "");
        return HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    return status == 0 && work_get(w, output, out) ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

/* "#line 1 "name"", so that messages name what the program calls it. */
static bool print_line(struct bytes *text, const char *name)
{
    bool good = bytes_print(text, "\n#line 1 \"");
    for (; good && *name; name++)
        good = bytes_print(text, *name == '"' || *name == '\\' ? "\\%c" : "%c",
                           *name == '\n' ? ' ' : *name);
    return good && bytes_print(text, "\"\n");
}

#define NAME_VARIABLE "__shoal_name_"

/* What programs have without an include, the wrapper puts before all (--shoal-rtc); the macro is
 * for programs that ask. */
static bool print_source(struct bytes *text, const struct rtc_source *s)
{
    bool good = bytes_print(text, "#define __HIPCC_RTC__ 1") && print_line(text, s->name) &&
                bytes_print(text, "%s", s->text);
    for (size_t i = 0; good && i < s->name_count; i++)
        good =
            print_line(text, s->names[i]) &&
            bytes_print(text,
                        "extern \"C\" __device__ __attribute__((used)) const void *" NAME_VARIABLE
                        "%zu = (const void *)(%s);\n",
                        i, s->names[i]);
    return good;
}

/* The symbol that IR initialises the variable of name `index` with. NULL: none. */
static char *find_lowered(const char *ir, size_t index)
{
    char start[64];
    snprintf(start, sizeof start, "\n@" NAME_VARIABLE "%zu = ", index);
    const char *line = strstr(ir, start);
    if (!line)
        return NULL;
    line += strlen(start);
    size_t length = strcspn(line, "\n"), at = strcspn(line, "@");
    if (at >= length)
        return NULL;
    const char *name = line + at + 1;
    bool is_quoted = *name == '"';
    name += is_quoted;
    size_t size = is_quoted ? strcspn(name, "\"\n") : strcspn(name, " ,)\n");
    return size ? strndup(name, size) : NULL;
}

static hiprtcResult find_names(const struct rtc_source *s, const char *ir, char **lowered,
                               struct bytes *log)
{
    hiprtcResult result = HIPRTC_SUCCESS;
    for (size_t i = 0; i < s->name_count; i++) {
        lowered[i] = find_lowered(ir, i);
        if (!lowered[i]) {
            bytes_print(log,
                        "hiprtc: the name expression '%s' is no kernel and no address of a "
                        "variable\n",
                        s->names[i]);
            result = HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
        }
    }
    return result;
}

/* From IR to what the program wants. */
static hiprtcResult finish(const struct work *w, const struct rtc_source *s, struct bytes *out,
                           struct bytes *log)
{
    char *ir = work_path(w, "program.ll"), *path = work_path(w, "program.out");
    const char *words[] = {
        NULL, s->is_relocatable ? "--shoal-bitcode" : "--shoal-code", ir, "-o", path, NULL};
    hiprtcResult result =
        ir && path ? make(w, words, "program.out", out, log) : HIPRTC_ERROR_OUT_OF_MEMORY;
    free(ir);
    free(path);
    return result;
}

static hiprtcResult make_ir(const struct work *w, const struct rtc_source *s, struct bytes *ir,
                            struct bytes *log)
{
    char *source = work_path(w, "program.hip"), *path = work_path(w, "program.ll");
    char *include = NULL;
    const char **words = calloc(s->option_count + 16, sizeof *words);
    hiprtcResult result = HIPRTC_ERROR_OUT_OF_MEMORY;
    if (source && path && words && asprintf(&include, "-I%s/include", w->path) >= 0) {
        size_t n = 1;
        words[n++] = "--shoal-rtc";
        for (size_t i = 0; i < s->option_count; i++)
            words[n++] = s->options[i];
        const char *const last[] = {
            "-S", "-emit-llvm", "--cuda-device-only", "-Wno-unused-value", include, source,
            "-o", path};
        for (size_t i = 0; i < sizeof last / sizeof *last; i++)
            words[n++] = last[i];
        result = make(w, words, "program.ll", ir, log);
    }
    free(source);
    free(path);
    free(include);
    free(words);
    return result;
}

static bool put_sources(const struct work *w, const struct rtc_source *s)
{
    struct bytes text = {0};
    bool good = print_source(&text, s) && work_put(w, "program.hip", text.data, text.size);
    bytes_clear(&text);
    for (size_t i = 0; good && i < s->header_count; i++) {
        char *name;
        good = asprintf(&name, "include/%s", s->header_names[i]) >= 0;
        if (good) {
            good = work_put(w, name, s->headers[i], strlen(s->headers[i]));
            free(name);
        }
    }
    return good;
}

hiprtcResult rtc_compile(const struct rtc_source *source, struct bytes *out, char **lowered,
                         struct bytes *log)
{
    struct work w;
    struct bytes ir = {0};
    hiprtcResult result;
    if (!work_open(&w, "hiprtc", log))
        return HIPRTC_ERROR_INTERNAL_ERROR;
    if (!put_sources(&w, source)) {
        bytes_print(log, "hiprtc: cannot write the source to %s: %s\n", w.path, strerror(errno));
        result = HIPRTC_ERROR_INTERNAL_ERROR;
    } else if ((result = make_ir(&w, source, &ir, log)) == HIPRTC_SUCCESS &&
               (result = find_names(source, ir.data, lowered, log)) == HIPRTC_SUCCESS) {
        result = finish(&w, source, out, log);
    }
    bytes_clear(&ir);
    work_close(&w);
    return result;
}

hiprtcResult rtc_link(size_t count, const struct bytes *inputs, struct bytes *out,
                      struct bytes *log)
{
    struct work w;
    hiprtcResult result = HIPRTC_ERROR_OUT_OF_MEMORY;
    const char **words = calloc(count + 8, sizeof *words);
    char **paths = calloc(count + 1, sizeof *paths);
    if (!work_open(&w, "hiprtc", log)) {
        free(words);
        free(paths);
        return HIPRTC_ERROR_INTERNAL_ERROR;
    }
    bool good = words && paths;
    size_t n = 1;
    if (good) {
        words[n++] = "--shoal-code";
        words[n++] = "-flto"; /* the files are linked as bitcode: kernels may call across them */
    }
    for (size_t i = 0; good && i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "input%zu.bc", i);
        good = work_put(&w, name, inputs[i].data, inputs[i].size) &&
               (paths[i] = work_path(&w, name)) != NULL;
        if (good)
            words[n++] = paths[i];
    }
    if (good && (paths[count] = work_path(&w, "linked")) != NULL) {
        words[n++] = "-o";
        words[n++] = paths[count];
        result = make(&w, words, "linked", out, log);
        if (result == HIPRTC_ERROR_COMPILATION)
            result = HIPRTC_ERROR_LINKING;
    }
    for (size_t i = 0; paths && i <= count; i++)
        free(paths[i]);
    free(paths);
    free(words);
    work_close(&w);
    return result;
}
