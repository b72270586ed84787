/* jit_cache.c: see jit_cache.h.
 *
 * A file is written under a name of its own and renamed, so readers see all of it or nothing;
 * of two writers of one key the last one wins, and both wrote the same. Reading a file makes
 * it young; the oldest go first.
 *
 * Folders may lie where others can make files, too (/tmp). So a symbolic link to the folder is
 * followed only if it is ours or the system's, files are opened without following links or waiting
 * for a writer, and what counts is what was opened, not what a name stands for at another moment.
 */
#include "engine/jit_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/siphash.h"
#include "engine/jit_code.h"

#define SUFFIX    ".jit"
#define TEMPORARY "new-"

enum {
    KEY_CHARS = 32,
    DEFAULT_BYTES = 256 << 20,
    OLD_TEMPORARY_SECONDS = 3600,
    ID_BYTES = 64,
};

struct jit_cache {
    char *directory;
    uint64_t limit_bytes;
    uint8_t compiler_id[ID_BYTES];
    size_t compiler_id_bytes;
};

/* Head of a file; the image follows. */
struct head {
    char magic[8];
    struct jit_key key;
    uint64_t checksum[2]; /* of the image */
    uint64_t image_bytes;
};
static const char magic[8] = {'S', 'h', 'o', 'a', 'l', 'J', 'I', 'T'};

/* ---- place and size -------------------------------------------------------------- */

static char *path_join(const char *directory, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

static char *directory_name(void)
{
    const char *own = secure_getenv("SHOAL_CACHE");
    if (own && !strcmp(own, "0"))
        return NULL;
    if (own && *own)
        return strdup(own);
    /* The XDG base directory specification: relative paths are to be ignored. */
    const char *xdg = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    if (xdg && xdg[0] == '/')
        return path_join(xdg, "shoal");
    return home && home[0] == '/' ? path_join(home, ".cache/shoal") : NULL;
}

/* "64M", "1G", "100000"; anything else is the default. */
static uint64_t limit_bytes(void)
{
    const char *text = secure_getenv("SHOAL_CACHE_SIZE");
    if (!text || *text < '0' || *text > '9')
        return DEFAULT_BYTES;
    char *end;
    uint64_t n = strtoull(text, &end, 10);
    unsigned shift = *end == 'K' || *end == 'k'   ? 10
                     : *end == 'M' || *end == 'm' ? 20
                     : *end == 'G' || *end == 'g' ? 30
                                                  : 0;
    if (end[shift ? 1 : 0] || n > UINT64_MAX >> shift)
        return DEFAULT_BYTES;
    return n << shift;
}

/* What is in the files is executed: nobody else may be able to write them. */
static bool is_ours(const struct stat *s)
{
    return s->st_uid == geteuid() && (s->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The folder, open; -1: it is not there, or not ours. */
static int open_directory(const char *path)
{
    struct stat s;
    int place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    bool is_theirs = place < 0 || fstat(place, &s) ||
                     (S_ISLNK(s.st_mode) && s.st_uid != geteuid() && s.st_uid != 0);
    if (place >= 0)
        close(place);
    int directory = is_theirs ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0 && (fstat(directory, &s) || !is_ours(&s))) {
        close(directory);
        return -1;
    }
    return directory;
}

static bool make_directory(const char *path)
{
    char *p = strdup(path);
    if (!p)
        return false;
    for (char *slash = p + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(p, 0700); /* there already, or the last one fails */
        *slash = '/';
    }
    free(p);
    mkdir(path, 0700);
    int directory = open_directory(path);
    if (directory >= 0)
        close(directory);
    return directory >= 0;
}

struct jit_cache *jit_cache_open(const void *compiler_id, size_t compiler_id_bytes)
{
    char *directory = directory_name();
    struct jit_cache *c = directory ? calloc(1, sizeof *c) : NULL;
    if (!c || compiler_id_bytes > ID_BYTES || !make_directory(directory)) {
        free(directory);
        free(c);
        return NULL;
    }
    c->directory = directory;
    c->limit_bytes = limit_bytes();
    memcpy(c->compiler_id, compiler_id, compiler_id_bytes);
    c->compiler_id_bytes = compiler_id_bytes;
    return c;
}

void jit_cache_close(struct jit_cache *c)
{
    if (!c)
        return;
    free(c->directory);
    free(c);
}

struct jit_key jit_cache_key(const struct jit_cache *c, const struct jit_request *q,
                             const char *host_cpu)
{
    struct {
        uint64_t abi, size_bytes, entry, window_size, guard;
        uint32_t variant, mode, rsrc2, backend, group_waves, row_lanes;
        char isa[16], host_cpu[16];
    } facts;
    memset(&facts, 0, sizeof facts);
    facts.abi = JIT_ABI;
    facts.size_bytes = q->code->size_bytes;
    facts.entry = q->entry_offset;
    facts.window_size = q->machine->window_size;
    facts.guard = q->machine->guard;
    facts.variant = q->code->variant;
    facts.mode = q->mode;
    facts.rsrc2 = q->rsrc2;
    facts.backend = q->backend;
    facts.group_waves = q->group_waves;
    facts.row_lanes = q->row_lanes;
    snprintf(facts.isa, sizeof facts.isa, "%s", q->isa->isa);
    snprintf(facts.host_cpu, sizeof facts.host_cpu, "%s", host_cpu ? host_cpu : "");
    uint32_t cpu[CPU_IDENTITY_WORDS];
    cpu_identity(cpu);
    struct siphash h;
    siphash_init(&h);
    siphash_add(&h, &facts, sizeof facts);
    siphash_add(&h, cpu, sizeof cpu);
    siphash_add(&h, c->compiler_id, c->compiler_id_bytes);
    siphash_add(&h, q->code->bytes, q->code->size_bytes);
    struct jit_key key;
    siphash_finish(&h, key.hash);
    return key;
}

enum { NAME_BYTES = KEY_CHARS + sizeof SUFFIX };

static void file_name(struct jit_key key, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%016" PRIx64 "%016" PRIx64 SUFFIX, key.hash[0], key.hash[1]);
}

static void checksum(const struct jit_image *image, uint64_t size, uint64_t out[2])
{
    struct siphash h;
    siphash_init(&h);
    siphash_add(&h, image, size);
    siphash_finish(&h, out);
}

/* ---- reading ------------------------------------------------------------------------ */

static bool read_all(int file, void *out, uint64_t size)
{
    uint8_t *p = out;
    while (size > 0) {
        ssize_t n = read(file, p, size > 1 << 30 ? 1 << 30 : (size_t)size);
        if (n <= 0)
            return false;
        p += n;
        size -= (uint64_t)n;
    }
    return true;
}

static struct jit_image *read_image(int file, struct jit_key key)
{
    struct stat s;
    struct head h;
    if (fstat(file, &s) || !S_ISREG(s.st_mode) || !is_ours(&s) || s.st_size < (off_t)sizeof h ||
        !read_all(file, &h, sizeof h) || memcmp(h.magic, magic, sizeof magic) != 0 ||
        memcmp(&h.key, &key, sizeof key) != 0 || h.image_bytes != (uint64_t)s.st_size - sizeof h)
        return NULL;
    struct jit_image *image = h.image_bytes ? malloc(h.image_bytes) : NULL;
    if (!image)
        return NULL;
    uint64_t sum[2];
    if (read_all(file, image, h.image_bytes)) {
        checksum(image, h.image_bytes, sum);
        if (!memcmp(sum, h.checksum, sizeof sum) && jit_image_is_sound(image, h.image_bytes))
            return image;
    }
    free(image);
    return NULL;
}

struct jit_image *jit_cache_load(const struct jit_cache *c, struct jit_key key)
{
    char name[NAME_BYTES];
    file_name(key, name);
    int directory = open_directory(c->directory);
    if (directory < 0)
        return NULL;
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    close(directory);
    if (file < 0)
        return NULL;
    struct jit_image *image = read_image(file, key);
    if (image) /* used: young again */
        futimens(file, NULL);
    close(file);
    return image;
}

/* ---- writing ------------------------------------------------------------------------- */

static bool write_all(int file, const void *bytes, uint64_t size)
{
    const uint8_t *p = bytes;
    while (size > 0) {
        ssize_t n = write(file, p, size > 1 << 30 ? 1 << 30 : (size_t)size);
        if (n <= 0)
            return false;
        p += n;
        size -= (uint64_t)n;
    }
    return true;
}

struct entry {
    char *name;
    struct timespec used;
    uint64_t bytes;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : x->used.tv_nsec > y->used.tv_nsec;
}

static bool has_suffix(const char *name)
{
    size_t n = strlen(name);
    return n == KEY_CHARS + sizeof SUFFIX - 1 && !strcmp(name + KEY_CHARS, SUFFIX);
}

static bool is_temporary(const char *name)
{
    return !strncmp(name, TEMPORARY, sizeof TEMPORARY - 1);
}

/* The images in the directory; removes what writers that died have left behind. */
static struct entry *list_entries(int directory, size_t *count, uint64_t *bytes)
{
    int own = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = own < 0 ? NULL : fdopendir(own);
    struct entry *list = NULL;
    size_t n = 0, room = 0;
    time_t now = time(NULL);
    for (const struct dirent *e; d && (e = readdir(d));) {
        struct stat s;
        if ((!has_suffix(e->d_name) && !is_temporary(e->d_name)) ||
            fstatat(directory, e->d_name, &s, AT_SYMLINK_NOFOLLOW) || !S_ISREG(s.st_mode))
            continue;
        if (n == room) {
            size_t more = room ? 2 * room : 64;
            struct entry *p = is_temporary(e->d_name) ? NULL : realloc(list, more * sizeof *list);
            if (p) {
                list = p;
                room = more;
            }
        }
        if (is_temporary(e->d_name) || n == room) {
            if (is_temporary(e->d_name) && now - s.st_mtime > OLD_TEMPORARY_SECONDS)
                unlinkat(directory, e->d_name, 0);
            continue;
        }
        char *name = strdup(e->d_name);
        if (!name)
            continue;
        list[n++] = (struct entry){name, s.st_mtim, (uint64_t)s.st_size};
        *bytes += (uint64_t)s.st_size;
    }
    if (d)
        closedir(d);
    else if (own >= 0)
        close(own);
    *count = n;
    return list;
}

static void evict(const struct jit_cache *c, int directory)
{
    size_t count = 0;
    uint64_t bytes = 0;
    struct entry *list = list_entries(directory, &count, &bytes);
    if (count > 0 && bytes > c->limit_bytes)
        qsort(list, count, sizeof *list, compare_entries);
    for (size_t i = 0; i < count; i++) {
        if (bytes > c->limit_bytes && unlinkat(directory, list[i].name, 0) == 0)
            bytes -= list[i].bytes;
        free(list[i].name);
    }
    free(list);
}

void jit_cache_store(const struct jit_cache *c, struct jit_key key, const struct jit_image *image)
{
    struct head h = {.key = key, .image_bytes = image->size_bytes};
    memcpy(h.magic, magic, sizeof magic);
    checksum(image, image->size_bytes, h.checksum);
    if (image->size_bytes + sizeof h > c->limit_bytes)
        return;
    static atomic_uint serial;
    char name[NAME_BYTES], temporary[64];
    file_name(key, name);
    snprintf(temporary, sizeof temporary, TEMPORARY "%ld-%u", (long)getpid(),
             atomic_fetch_add(&serial, 1));
    int directory = open_directory(c->directory);
    int file = directory < 0 ? -1
                             : openat(directory, temporary,
                                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) {
        bool ok = write_all(file, &h, sizeof h) && write_all(file, image, image->size_bytes);
        ok &= close(file) == 0;
        if (!ok || renameat(directory, temporary, directory, name) != 0)
            unlinkat(directory, temporary, 0);
        else
            evict(c, directory);
    }
    if (directory >= 0)
        close(directory);
}
