/* build.c: runs tools/clc for what the cache lacks, a few at a time. */
#include "build.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 32
#define MAX_JOBS  64

/* Two FNV-1a hashes with different starts: 128 bits, enough for file names of our own. */
typedef struct hash {
    uint64_t a, b;
} hash;

static hash hash_start(void) { return (hash){0xcbf29ce484222325u, 0x84222325cbf29ce4u}; }

static void hash_bytes(hash *h, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        h->a = (h->a ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
        h->b = (h->b ^ (((const uint8_t *)bytes)[i] + 0x5bu)) * 0x100000001b3u;
    }
}

static void hash_text(hash *h, const char *text) { hash_bytes(h, text, strlen(text) + 1); }

static bool hash_file(hash *h, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char block[4096];
    size_t size;
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        hash_bytes(h, block, size);
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

/* First line of what `clc --fingerprint` prints; on failure, of its error text. */
static bool fingerprint(const char *clc, char *line, size_t line_size)
{
    int pipe_ends[2];
    if (pipe(pipe_ends)) {
        snprintf(line, line_size, "pipe: %s", strerror(errno));
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], STDOUT_FILENO);
        dup2(pipe_ends[1], STDERR_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        execl(clc, clc, "--fingerprint", (char *)NULL);
        printf("cannot run '%s': %s\n", clc, strerror(errno));
        fflush(stdout);
        _exit(2);
    }
    close(pipe_ends[1]);
    size_t used = 0;
    ssize_t got;
    while (used + 1 < line_size &&
           (got = read(pipe_ends[0], line + used, line_size - 1 - used)) > 0)
        used += (size_t)got;
    line[used] = 0;
    line[strcspn(line, "\n")] = 0;
    close(pipe_ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Replaces the process by clc. The output gets its name only when it is complete, so that
 * an interrupted run leaves nothing wrong in the cache. */
static void run_clc(const kt_builder *builder, const kt_build *build)
{
    int log = open(build->log, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (log < 0)
        _exit(2);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    close(log);

    char source[1024];
    char temporary[1024];
    snprintf(source, sizeof source, "%s/%s", builder->source_dir, build->source);
    snprintf(temporary, sizeof temporary, "%s.%ld", build->path, (long)getpid());

    char *words[MAX_WORDS];
    size_t n = 0;
    char level[8];
    char wave[] = "-mwavefrontsize64";
    char output[] = "-o";
    char options[512];
    snprintf(level, sizeof level, "%s", build->level);
    snprintf(options, sizeof options, "%s", build->options ? build->options : "");
    words[n++] = source;
    words[n++] = level;
    if (build->wave_lanes == 64)
        words[n++] = wave;
    char cpu[64];
    snprintf(cpu, sizeof cpu, "-mcpu=%s", builder->chip ? builder->chip : "");
    char version[] = "-mcode-object-version=6";
    if (builder->chip)
        words[n++] = cpu;
    if (builder->chip && strstr(builder->chip, "-generic")) /* needs it */
        words[n++] = version;
    char *rest = NULL;
    for (char *word = strtok_r(options, " ", &rest); word && n < MAX_WORDS - 4;
         word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    words[n++] = output;
    words[n++] = temporary;
    words[n] = NULL;

    char program[1024];
    snprintf(program, sizeof program, "%s", builder->clc);
    char *command[MAX_WORDS + 1] = {program};
    memcpy(command + 1, words, (n + 1) * sizeof *words);

    pid_t child = fork();
    if (child == 0) {
        execv(program, command);
        fprintf(stderr, "cannot run '%s': %s\n", program, strerror(errno));
        _exit(2);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0) {
        unlink(temporary);
        _exit(1);
    }
    _exit(rename(temporary, build->path) ? 1 : 0);
}

static void wait_for_one(pid_t *running, kt_build **of, size_t *count)
{
    int status = 0;
    pid_t ended = wait(&status);
    for (size_t i = 0; i < *count; i++) {
        if (running[i] != ended)
            continue;
        of[i]->failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        --*count;
        running[i] = running[*count];
        of[i] = of[*count];
        return;
    }
}

bool kt_build_all(const kt_builder *builder, kt_build *builds, size_t count, size_t *compiled,
                  char *why, size_t why_size)
{
    *compiled = 0;
    char print[512];
    if (!fingerprint(builder->clc, print, sizeof print)) {
        snprintf(why, why_size, "%s", print);
        return false;
    }
    if (mkdir(builder->cache_dir, 0755) && errno != EEXIST) {
        snprintf(why, why_size, "cannot create '%s': %s", builder->cache_dir, strerror(errno));
        return false;
    }

    pid_t running[MAX_JOBS];
    kt_build *of[MAX_JOBS];
    size_t running_count = 0;
    size_t jobs = builder->jobs > MAX_JOBS ? MAX_JOBS : builder->jobs;
    for (size_t i = 0; i < count; i++) {
        kt_build *build = &builds[i];
        char source[1024];
        snprintf(source, sizeof source, "%s/%s", builder->source_dir, build->source);
        hash h = hash_start();
        hash_text(&h, print);
        hash_text(&h, build->options ? build->options : "");
        hash_text(&h, build->level);
        hash_text(&h, builder->chip ? builder->chip : "");
        hash_text(&h, build->wave_lanes == 64 ? "64" : "32");
        if (!hash_file(&h, source)) {
            snprintf(why, why_size, "cannot read '%s'", source);
            return false;
        }
        int stem = (int)strcspn(build->source, ".");
        int length = snprintf(build->path, sizeof build->path,
                              "%s/%.*s%s-w%u-%016" PRIx64 "%016" PRIx64 ".co", builder->cache_dir,
                              stem, build->source, build->level, build->wave_lanes, h.a, h.b);
        if (length < 0 || (size_t)length + 8 > sizeof build->path) {
            snprintf(why, why_size, "the path '%s' is too long", builder->cache_dir);
            return false;
        }
        snprintf(build->log, sizeof build->log, "%.*slog", length - 2, build->path);
        if (access(build->path, R_OK) == 0)
            continue;

        if (running_count == jobs)
            wait_for_one(running, of, &running_count);
        ++*compiled;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            run_clc(builder, build);
        if (child < 0) {
            build->failed = true;
            continue;
        }
        running[running_count] = child;
        of[running_count++] = build;
    }
    while (running_count)
        wait_for_one(running, of, &running_count);
    return true;
}
