/* cross.c: a module that stands before libshoal-jit.so, for code that is compiled on one machine
 * and run on another.
 *
 * Where CROSS_CPU names a level ("avx512"), every request is compiled for the CPU at hand, as ever,
 * and for that level, and the latter's image is kept in CROSS_FOLDER. Where it does not, images are
 * taken from there, without LLVM; one that is not there is compiled by CROSS_MODULE, the compiler,
 * and told of on stderr. */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/siphash.h"
#include "jit/jit.h"

struct jit {
    struct jit *own, *other;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct jit_api *compiler;
static atomic_uint found_count;

__attribute__((destructor)) static void tell(void)
{
    if (found_count)
        fprintf(stderr, "cross: %u found\n", found_count);
}

static const char *setting(const char *name)
{
    const char *text = getenv(name);
    return text && *text ? text : NULL;
}

static const struct jit_api *open_compiler(void)
{
    const char *path = setting("CROSS_MODULE");
    void *module = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *symbol = module ? dlsym(module, "shoal_jit_api") : NULL;
    const struct jit_api *(*get)(int) = NULL;
    memcpy(&get, &symbol, sizeof get);
    return get ? get(JIT_ABI) : NULL;
}

/* With the lock held. */
static bool find_compiler(char *message, size_t size)
{
    if (!compiler && !(compiler = open_compiler()))
        snprintf(message, size, "CROSS_MODULE is no compiler");
    return compiler != NULL;
}

static struct jit *cross_create(const char *host_cpu, char *message, size_t size)
{
    const char *level = setting("CROSS_CPU");
    struct jit *j = calloc(1, sizeof *j);
    pthread_mutex_lock(&lock);
    bool is_ready = j && (!level || find_compiler(message, size));
    pthread_mutex_unlock(&lock);
    if (!is_ready) {
        free(j);
        return NULL;
    }
    if (level) {
        /* the first one decides LLVM's options */
        j->other = compiler->create(level, message, size);
        j->own = compiler->create(host_cpu, message, size);
    }
    return j;
}

static void cross_destroy(struct jit *j)
{
    if (j->own)
        compiler->destroy(j->own);
    if (j->other)
        compiler->destroy(j->other);
    free(j);
}

/* What an image or a text is of; `form`: a text's, or -1. */
static void path_of(const struct jit_request *q, int form, char *path, size_t size)
{
    const uint64_t facts[] = {q->entry_offset,   q->mode,        q->rsrc2,
                              q->backend,        q->group_waves, q->row_lanes,
                              q->part_ops,       q->guess,       form < 0 && q->called,
                              q->code->variant,  (uint64_t)form, q->machine->window_size,
                              q->machine->guard, JIT_ABI};
    struct siphash h;
    uint64_t key[2];
    siphash_init(&h);
    siphash_add(&h, facts, sizeof facts);
    siphash_add(&h, q->isa->isa, strlen(q->isa->isa));
    siphash_add(&h, q->code->bytes, q->code->size_bytes);
    siphash_finish(&h, key);
    const char *folder = setting("CROSS_FOLDER");
    snprintf(path, size, "%s/%016" PRIx64 "%016" PRIx64, folder ? folder : ".", key[0], key[1]);
}

/* A file: the times, the bytes of `called`, the image or text. */
static void keep(const char *path, const struct jit_times *times, const struct jit_request *q,
                 const void *bytes, size_t size)
{
    char fresh[4200];
    snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid());
    FILE *f = fopen(fresh, "wb");
    if (!f)
        return;
    fwrite(times, sizeof *times, 1, f);
    if (q->called)
        fwrite(q->called, 1, q->code->size_bytes / 4, f);
    fwrite(bytes, 1, size, f);
    if (fclose(f) == 0)
        rename(fresh, path);
}

/* *out: with a 0 behind it, to be freed. */
static bool find(const char *path, struct jit_times *times, const struct jit_request *q, int form,
                 char **out)
{
    struct stat s;
    size_t called = form < 0 && q->called ? q->code->size_bytes / 4 : 0,
           before = sizeof *times + called;
    FILE *f = fopen(path, "rb");
    bool is_there = f && !fstat(fileno(f), &s) && (size_t)s.st_size > before &&
                    fread(times, sizeof *times, 1, f) == 1 &&
                    (!called || fread(q->called, 1, called, f) == called);
    *out = is_there ? calloc(1, (size_t)s.st_size - before + 1) : NULL;
    is_there = *out && fread(*out, 1, (size_t)s.st_size - before, f) == (size_t)s.st_size - before;
    if (f)
        fclose(f);
    return is_there;
}

/* The compiler's own one, of this CPU, for what is not in the folder. */
static struct jit *late(struct jit *j, const struct jit_request *q, int form, char *message,
                        size_t size)
{
    fprintf(stderr, "cross: %s of %" PRIu64 " bytes, %u waves in rows of %u, is made here\n",
            form < 0 ? "code" : "a text", q->code->size_bytes, q->group_waves, q->row_lanes);
    pthread_mutex_lock(&lock);
    if (!j->own && find_compiler(message, size))
        j->own = compiler->create(NULL, message, size);
    pthread_mutex_unlock(&lock);
    return j->own;
}

/* Compiles, or makes a text, for the other CPU, and keeps that. */
static void keep_other(struct jit *j, const struct jit_request *asked, int form)
{
    struct jit_request q = *asked;
    struct jit_image *image = NULL;
    struct jit_times times = {0};
    char path[4096], why[512] = "", *text = NULL;
    path_of(&q, form, path, sizeof path);
    q.called = form < 0 && q.called ? calloc(q.code->size_bytes / 4, 1) : NULL;
    q.stage = NULL; /* the request may go while LLVM works, but not while ours does */
    q.is_cancelled = NULL;
    shoal_status st =
        form < 0 ? compiler->compile(j->other, &q, &times, &image, why, sizeof why)
                 : compiler->text(j->other, &q, (enum jit_text)form, &text, why, sizeof why);
    if (st == SHOAL_OK)
        keep(path, &times, &q, text ? text : (char *)image,
             text ? strlen(text) : image->size_bytes);
    else
        fprintf(stderr, "cross: not compiled: %s\n", why);
    free(q.called);
    free(image);
    free(text);
}

/* Takes the image, or the text, from the folder, or compiles. */
static shoal_status find_own(struct jit *j, const struct jit_request *q, int form,
                             struct jit_times *times, char **out, char *message, size_t size)
{
    char path[4096];
    struct jit_times none;
    struct jit_image *image = NULL;
    path_of(q, form, path, sizeof path);
    if (find(path, times ? times : &none, q, form, out)) {
        found_count++;
        return SHOAL_OK;
    }
    if (!late(j, q, form, message, size))
        return SHOAL_E_UNSUPPORTED;
    if (form >= 0)
        return compiler->text(j->own, q, (enum jit_text)form, out, message, size);
    shoal_status st = compiler->compile(j->own, q, times, &image, message, size);
    *out = (char *)image;
    return st;
}

static shoal_status cross_compile(struct jit *j, const struct jit_request *q,
                                  struct jit_times *times, struct jit_image **out, char *message,
                                  size_t size)
{
    if (!j->other) {
        char *found = NULL;
        shoal_status st = find_own(j, q, -1, times, &found, message, size);
        *out = (struct jit_image *)(void *)found;
        return st;
    }
    keep_other(j, q, -1);
    keep_other(j, q, JIT_TEXT_IR); /* tests look at it where there is AVX-512, and only there */
    return compiler->compile(j->own, q, times, out, message, size);
}

static shoal_status cross_text(struct jit *j, const struct jit_request *q, enum jit_text form,
                               char **out, char *message, size_t size)
{
    if (!j->other)
        return find_own(j, q, (int)form, NULL, out, message, size);
    keep_other(j, q, (int)form);
    return compiler->text(j->own, q, form, out, message, size);
}

SHOAL_API const struct jit_api *shoal_jit_api(int abi)
{
    static struct jit_api api = {.create = cross_create,
                                 .destroy = cross_destroy,
                                 .compile = cross_compile,
                                 .text = cross_text};
    return abi == JIT_ABI ? &api : NULL;
}
