#include "child.h"

#include <dirent.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shoal/asm.h"

static const char head[] = "s_load_b64 s[4:5], s[0:1], null\n"
                           "v_and_b32 v0, 0x3ff, v0\n"
                           "s_lshl_b32 s6, s2, 6\n"
                           "v_add_nc_u32 v0, s6, v0\n"
                           "v_lshlrev_b32 v1, 2, v0\n"
                           "v_mov_b32 v2, v0\n"
                           "s_mov_b32 s7, %u\n"
                           "s_waitcnt lgkmcnt(0)\n"
                           "loop:\n";
static const char step[] = "v_mul_lo_u32 v2, v2, %u\n"
                           "v_add_nc_u32 v2, %u, v2\n";
static const char back[] = "s_sub_u32 s7, s7, 1\n"
                           "s_cmp_lg_u32 s7, 0\n"
                           "s_cbranch_scc1 loop\n";
static const char tail[] = "global_store_b32 v1, v2, s[4:5]\n"
                           "s_endpgm\n";

static char *write_text(struct recipe r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, head, r.loops);
    for (uint32_t k = r.first; k < r.first + r.length; k++)
        fprintf(out, step, 2 * k + 3, k);
    if (r.loops > 1) /* a branch does not reach over very long code */
        fputs(back, out);
    fputs(tail, out);
    fclose(out);
    return text;
}

static void count_log(void *user, shoal_log_level level, const char *text)
{
    struct bench *b = user;
    (void)text;
    b->warnings += level == SHOAL_LOG_WARNING;
}

int bench_load(struct bench *b)
{
    char *text = write_text(b->recipe);
    shoal_asm_options options = shoal_asm_options_default();
    options.output = SHOAL_ASM_RAW;
    shoal_asm_result *code = NULL;
    const shoal_load_options raw = {.raw = true};
    CHECK(shoal_asm_text("rdna3", text, strlen(text), &options, &code) == SHOAL_OK);
    CHECK(shoal_module_load(b->device, code->output, code->output_size, &raw, &b->module) ==
          SHOAL_OK);
    CHECK(shoal_module_find_kernel(b->module, "raw", &b->kernel) == SHOAL_OK);
    shoal_asm_result_free(code);
    free(text);
    return 0;
}

int bench_open(struct bench *b, struct recipe recipe, uint32_t groups)
{
    *b = (struct bench){.recipe = recipe, .groups = groups};
    shoal_device_options options = shoal_device_options_default();
    options.log = count_log;
    options.log_user = b;
    CHECK(shoal_device_create(&options, &b->device) == SHOAL_OK);
    TRY(bench_load(b));
    void *host;
    CHECK(shoal_mem_alloc(b->device, groups * ITEMS * 4, 0, &b->out) == SHOAL_OK);
    CHECK(shoal_mem_map(b->device, b->out, groups * ITEMS * 4, &host) == SHOAL_OK);
    b->host = host;
    return 0;
}

/* The result of item i; kept short for many loops by checking some items only. */
static uint32_t expected(struct recipe r, uint32_t i)
{
    uint32_t x = i;
    for (uint32_t n = 0; n < r.loops; n++)
        for (uint32_t k = r.first; k < r.first + r.length; k++)
            x = x * (2 * k + 3) + k;
    return x;
}

int bench_run(struct bench *b, shoal_engine engine, shoal_launch_stats *stats)
{
    return bench_run_on(b, engine, 0, stats);
}

int bench_run_on(struct bench *b, shoal_engine engine, unsigned threads, shoal_launch_stats *stats)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = (uint64_t)b->groups * ITEMS;
    d.block[0] = ITEMS;
    d.args = &b->out;
    d.args_size = 8;
    d.engine = engine;
    d.threads = threads;
    CHECK(shoal_mem_fill(b->device, b->out, 0xcc, b->groups * ITEMS * 4) == SHOAL_OK);
    CHECK(shoal_launch(b->device, b->kernel, &d, stats) == SHOAL_OK);
    const uint32_t items = b->groups * ITEMS;
    for (uint32_t i = 0; i < items; i += i < 2 * ITEMS ? 7 : items / 5)
        CHECK(b->host[i] == expected(b->recipe, i));
    CHECK(b->host[items - 1] == expected(b->recipe, items - 1));
    return 0;
}

void bench_close(struct bench *b) { shoal_device_destroy(b->device); }

static int is_jit(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    *(bool *)found |= strstr(info->dlpi_name, "libshoal-jit") != NULL;
    return 0;
}

bool is_compiler_loaded(void)
{
    bool found = false;
    dl_iterate_phdr(is_jit, &found);
    return found;
}

double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- processes ---------------------------------------------------------------------- */

enum { EXIT_AGAIN = 77 };

int child_start(int (*body)(const void *), const void *argument, const char *cache)
{
    fflush(NULL);
    int process = fork();
    if (process != 0)
        return process;
    if (cache)
        setenv("SHOAL_CACHE", cache, 1);
    else
        unsetenv("SHOAL_CACHE");
    int failed = body(argument);
    fflush(NULL);
    _exit(failed == CHILD_AGAIN ? EXIT_AGAIN : failed != 0);
}

int child_wait(int process)
{
    int status;
    if (process < 0 || waitpid(process, &status, 0) != process || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status) == EXIT_AGAIN ? CHILD_AGAIN : WEXITSTATUS(status);
}

int in_child(int (*body)(const void *), const void *argument, const char *cache)
{
    return child_wait(child_start(body, argument, cache));
}

/* ---- folders -------------------------------------------------------------------------- */

void folder_make(char path[64])
{
    const char *tmp = getenv("TMPDIR");
    if (!tmp || strlen(tmp) > 40)
        tmp = "/tmp";
    snprintf(path, 64, "%s/shoal-test-XXXXXX", tmp);
    if (!mkdtemp(path))
        abort();
}

static bool is_name(const char *name) { return strcmp(name, ".") != 0 && strcmp(name, "..") != 0; }

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && !strcmp(name + n - m, suffix);
}

void folder_remove(const char *path)
{
    DIR *d = opendir(path);
    for (const struct dirent *e; d && (e = readdir(d));)
        if (is_name(e->d_name)) {
            char file[512];
            snprintf(file, sizeof file, "%s/%s", path, e->d_name);
            if (unlink(file) != 0)
                folder_remove(file);
        }
    if (d)
        closedir(d);
    rmdir(path);
}

unsigned folder_count(const char *path, const char *suffix, uint64_t *bytes)
{
    unsigned n = 0;
    uint64_t sum = 0;
    DIR *d = opendir(path);
    for (const struct dirent *e; d && (e = readdir(d));) {
        char file[512];
        struct stat s;
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        if (!is_name(e->d_name) || !ends_in(e->d_name, suffix) || stat(file, &s) != 0)
            continue;
        n++;
        sum += (uint64_t)s.st_size;
    }
    if (d)
        closedir(d);
    if (bytes)
        *bytes = sum;
    return n;
}

bool folder_only_file(const char *path, char file[256])
{
    bool found = false;
    DIR *d = opendir(path);
    for (const struct dirent *e; d && (e = readdir(d));)
        if (is_name(e->d_name)) {
            if (found || snprintf(file, 256, "%s/%s", path, e->d_name) >= 256) {
                found = false;
                break;
            }
            found = true;
        }
    if (d)
        closedir(d);
    return found;
}
