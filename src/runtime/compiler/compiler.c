/* compiler.c: see compiler.h. */
#include "compiler.h"

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

/* ---- bytes ---------------------------------------------------------------------------- */

bool bytes_append(struct bytes *bytes, const void *data, size_t size)
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

bool bytes_print(struct bytes *bytes, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return false;
    bool good = bytes_append(bytes, text, (size_t)length);
    free(text);
    return good;
}

void bytes_clear(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
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

bool bytes_read_file(const char *path, struct bytes *out)
{
    char part[65536];
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    bool good = true;
    for (size_t n; good && (n = fread(part, 1, sizeof part, file)) > 0;)
        good = bytes_append(out, part, n);
    good = good && !ferror(file);
    fclose(file);
    return good && out->size > 0;
}

bool work_open(struct work *w, const char *who, struct bytes *log)
{
    const char *parent = getenv("TMPDIR");
    snprintf(w->path, sizeof w->path, "%.200s/shoal-%.24s.XXXXXX",
             parent && parent[0] ? parent : "/tmp", who);
    if (mkdtemp(w->path))
        return true;
    bytes_print(log, "%s: cannot make the folder %s: %s\n", who, w->path, strerror(errno));
    return false;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info, (void)type, (void)walk;
    remove(path);
    return 0;
}

void work_close(struct work *w) { nftw(w->path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

char *work_path(const struct work *w, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", w->path, name) < 0 ? NULL : path;
}

bool work_put(const struct work *w, const char *name, const void *data, size_t size)
{
    char *path = work_path(w, name);
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

bool work_get(const struct work *w, const char *name, struct bytes *out)
{
    char *path = work_path(w, name);
    bool good = path && bytes_read_file(path, out);
    free(path);
    return good;
}

/* ---- the compiler ----------------------------------------------------------------------- */

char *compiler_beside(const char *name)
{
    Dl_info info;
    char *path = NULL;
    if (dladdr((const void *)(uintptr_t)&compiler_beside, &info) && info.dli_fname)
        path = realpath(info.dli_fname, NULL);
    char *slash = path ? strrchr(path, '/') : NULL, *beside = NULL;
    if (slash && asprintf(&beside, "%.*s/%s", (int)(slash - path), path, name) < 0)
        beside = NULL;
    free(path);
    return beside;
}

int compiler_run(const char *program, const char **words, const char *who, struct bytes *log)
{
    posix_spawn_file_actions_t actions;
    int pipe_ends[2], status = 0;
    pid_t child;
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
        bytes_print(log, "%s: no pipe: %s\n", who, strerror(errno));
        return -1;
    }
    words[0] = program;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);
    int error =
        posix_spawn(&child, program, &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[1]);
    char part[4096];
    for (ssize_t n; !error && (n = read(pipe_ends[0], part, sizeof part)) != 0;) {
        if (n > 0)
            bytes_append(log, part, (size_t)n);
        else if (errno != EINTR)
            break;
    }
    close(pipe_ends[0]);
    words[0] = NULL;
    if (error) {
        bytes_print(log, "%s: cannot start %s: %s\n", who, program, strerror(error));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
