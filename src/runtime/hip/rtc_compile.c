/* rtc_compile.c: see rtc.h: files in a folder of their own, the compiler wrapper that lies beside
 * this library (lib/hip/hipcc), and the names that it gave to what the program names.
 *
 * The compiler makes IR as text first. There stand the symbols of the name expressions, as what
 * variables that were added to the source are initialised with. The second step makes the code
 * object or the bitcode. */
#include "rtc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The wrapper's exit status when something has to be installed. */
enum { NOT_INSTALLED = 77 };

/* ---- bytes ---------------------------------------------------------------------------- */

bool rtc_append(struct rtc_bytes *bytes, const void *data, size_t size)
{
    char *grown = realloc(bytes->data, bytes->size + size + 1);
    if (!grown)
        return false;
    bytes->data = grown;
    memcpy(grown + bytes->size, data, size);
    bytes->size += size;
    grown[bytes->size] = '\0';
    return true;
}

bool rtc_print(struct rtc_bytes *bytes, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return false;
    bool good = rtc_append(bytes, text, (size_t)length);
    free(text);
    return good;
}

void rtc_clear(struct rtc_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct rtc_bytes){0};
}

/* ---- files ---------------------------------------------------------------------------- */

static bool write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wbe");
    if (!file)
        return false;
    bool good = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

bool rtc_read_file(const char *path, struct rtc_bytes *out)
{
    char part[65536];
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    bool good = true;
    for (size_t n; good && (n = fread(part, 1, sizeof part, file)) > 0;)
        good = rtc_append(out, part, n);
    good = good && !ferror(file);
    fclose(file);
    return good && out->size > 0;
}

/* A folder that is removed with all that is in it. */
struct work {
    char path[256];
};

static bool open_work(struct work *w, struct rtc_bytes *log)
{
    const char *parent = getenv("TMPDIR");
    snprintf(w->path, sizeof w->path, "%.200s/shoal-rtc.XXXXXX",
             parent && parent[0] ? parent : "/tmp");
    if (mkdtemp(w->path))
        return true;
    rtc_print(log, "hiprtc: cannot make the folder %s: %s\n", w->path, strerror(errno));
    return false;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info, (void)type, (void)walk;
    remove(path);
    return 0;
}

static void close_work(struct work *w) { nftw(w->path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

/* The folder's path of a file in it. The caller frees. */
static char *in_work(const struct work *w, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", w->path, name) < 0 ? NULL : path;
}

/* Writes a file into the folder, under folders of its own if the name has some. */
static bool put_file(const struct work *w, const char *name, const void *data, size_t size)
{
    char *path = in_work(w, name);
    if (!path)
        return false;
    for (char *at = path + strlen(w->path) + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            break;
    }
    bool good = write_file(path, data, size);
    free(path);
    return good;
}

static bool get_file(const struct work *w, const char *name, struct rtc_bytes *out)
{
    char *path = in_work(w, name);
    bool good = path && rtc_read_file(path, out);
    free(path);
    return good;
}

/* ---- the compiler ----------------------------------------------------------------------- */

/* The wrapper beside this library. The caller frees. */
static char *wrapper_path(void)
{
    Dl_info info;
    char *path = NULL;
    if (dladdr((const void *)(uintptr_t)&wrapper_path, &info) && info.dli_fname)
        path = realpath(info.dli_fname, NULL);
    char *slash = path ? strrchr(path, '/') : NULL, *wrapper = NULL;
    if (slash && asprintf(&wrapper, "%.*s/hipcc", (int)(slash - path), path) < 0)
        wrapper = NULL;
    free(path);
    return wrapper;
}

/* Runs the wrapper with words[1] and on; what it prints goes to the log. Returns its exit status,
 * 0 too when the program ignores the ends of its children. Negative: it did not start. */
static int run_wrapper(const char **words, struct rtc_bytes *log)
{
    posix_spawn_file_actions_t actions;
    int pipe_ends[2], status = 0;
    pid_t child;
    char *wrapper = wrapper_path();
    if (!wrapper || pipe2(pipe_ends, O_CLOEXEC) != 0) {
        free(wrapper);
        return -1;
    }
    words[0] = wrapper;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);
    int error =
        posix_spawn(&child, wrapper, &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[1]);
    char part[4096];
    for (ssize_t n; !error && (n = read(pipe_ends[0], part, sizeof part)) != 0;) {
        if (n > 0)
            rtc_append(log, part, (size_t)n);
        else if (errno != EINTR)
            break;
    }
    close(pipe_ends[0]);
    if (error)
        rtc_print(log, "hiprtc: cannot start %s: %s\n", wrapper, strerror(error));
    free(wrapper);
    words[0] = NULL;
    if (error)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs the wrapper and takes the file that it was to make. */
static hiprtcResult make(const struct work *w, const char **words, const char *output,
                         struct rtc_bytes *out, struct rtc_bytes *log)
{
    size_t before = log->size;
    int status = run_wrapper(words, log);
    if (status < 0)
        return HIPRTC_ERROR_INTERNAL_ERROR;
    if (status == NOT_INSTALLED) {
        /* Few programs print the log for this, and without it nobody knows what to do. */
        fprintf(stderr, "shoal: hiprtc cannot compile:\n%s", log->data ? log->data + before : "");
        return HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    return status == 0 && get_file(w, output, out) ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

/* "#line 1 "name"", so that messages name what the program calls it. */
static bool print_line(struct rtc_bytes *text, const char *name)
{
    bool good = rtc_print(text, "\n#line 1 \"");
    for (; good && *name; name++)
        good = rtc_print(text, *name == '"' || *name == '\\' ? "\\%c" : "%c",
                         *name == '\n' ? ' ' : *name);
    return good && rtc_print(text, "\"\n");
}

#define NAME_VARIABLE "__shoal_name_"

/* What programs have without an include, the wrapper puts before all (--shoal-rtc); the macro is
 * for programs that ask. */
static bool print_source(struct rtc_bytes *text, const struct rtc_source *s)
{
    bool good = rtc_print(text, "#define __HIPCC_RTC__ 1") && print_line(text, s->name) &&
                rtc_print(text, "%s", s->text);
    for (size_t i = 0; good && i < s->name_count; i++)
        good = print_line(text, s->names[i]) &&
               rtc_print(text,
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
                               struct rtc_bytes *log)
{
    hiprtcResult result = HIPRTC_SUCCESS;
    for (size_t i = 0; i < s->name_count; i++) {
        lowered[i] = find_lowered(ir, i);
        if (!lowered[i]) {
            rtc_print(log,
                      "hiprtc: the name expression '%s' is no kernel and no address of a "
                      "variable\n",
                      s->names[i]);
            result = HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
        }
    }
    return result;
}

/* From IR to what the program wants. */
static hiprtcResult finish(const struct work *w, const struct rtc_source *s, struct rtc_bytes *out,
                           struct rtc_bytes *log)
{
    char *ir = in_work(w, "program.ll"), *path = in_work(w, "program.out");
    const char *words[] = {
        NULL, s->is_relocatable ? "--shoal-bitcode" : "--shoal-code", ir, "-o", path, NULL};
    hiprtcResult result =
        ir && path ? make(w, words, "program.out", out, log) : HIPRTC_ERROR_OUT_OF_MEMORY;
    free(ir);
    free(path);
    return result;
}

static hiprtcResult make_ir(const struct work *w, const struct rtc_source *s, struct rtc_bytes *ir,
                            struct rtc_bytes *log)
{
    char *source = in_work(w, "program.hip"), *path = in_work(w, "program.ll");
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
    struct rtc_bytes text = {0};
    bool good = print_source(&text, s) && put_file(w, "program.hip", text.data, text.size);
    rtc_clear(&text);
    for (size_t i = 0; good && i < s->header_count; i++) {
        char *name;
        good = asprintf(&name, "include/%s", s->header_names[i]) >= 0;
        if (good) {
            good = put_file(w, name, s->headers[i], strlen(s->headers[i]));
            free(name);
        }
    }
    return good;
}

hiprtcResult rtc_compile(const struct rtc_source *source, struct rtc_bytes *out, char **lowered,
                         struct rtc_bytes *log)
{
    struct work w;
    struct rtc_bytes ir = {0};
    hiprtcResult result;
    if (!open_work(&w, log))
        return HIPRTC_ERROR_INTERNAL_ERROR;
    if (!put_sources(&w, source)) {
        rtc_print(log, "hiprtc: cannot write the source to %s: %s\n", w.path, strerror(errno));
        result = HIPRTC_ERROR_INTERNAL_ERROR;
    } else if ((result = make_ir(&w, source, &ir, log)) == HIPRTC_SUCCESS &&
               (result = find_names(source, ir.data, lowered, log)) == HIPRTC_SUCCESS) {
        result = finish(&w, source, out, log);
    }
    rtc_clear(&ir);
    close_work(&w);
    return result;
}

hiprtcResult rtc_link(size_t count, const struct rtc_bytes *inputs, struct rtc_bytes *out,
                      struct rtc_bytes *log)
{
    struct work w;
    hiprtcResult result = HIPRTC_ERROR_OUT_OF_MEMORY;
    const char **words = calloc(count + 8, sizeof *words);
    char **paths = calloc(count + 1, sizeof *paths);
    if (!open_work(&w, log)) {
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
        good = put_file(&w, name, inputs[i].data, inputs[i].size) &&
               (paths[i] = in_work(&w, name)) != NULL;
        if (good)
            words[n++] = paths[i];
    }
    if (good && (paths[count] = in_work(&w, "linked")) != NULL) {
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
    close_work(&w);
    return result;
}
