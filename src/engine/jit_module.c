/* jit_module.c: see jit_module.h. */
#include "engine/jit_module.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULE_NAME "libshoal-jit.so"

/* Seen from the library: in the same folder, in Shoal's own one beside it (an installation), in
 * the build tree. */
static const char *const places[] = {"", "shoal/", "jit/"};

/* Programs of the build tree that have the library in them (tests) say where the JIT is. */
const char *const jit_tree_path __attribute__((weak)) = NULL;

/* The folder of the library or program that this code is part of; NULL: not known. */
static char *own_folder(void)
{
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)&jit_module_path, &info) || !info.dli_fname)
        return NULL;
    /* For the program itself, the loader has what the caller named it: perhaps not a path. */
    char *path = realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        *slash = '\0';
    return path;
}

static char *existing(char *path)
{
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

static char *copy(const char *path) { return path ? strdup(path) : NULL; }

static char *join(const char *folder, const char *place)
{
    char *path;
    return asprintf(&path, "%s/%s%s", folder, place, MODULE_NAME) < 0 ? NULL : path;
}

char *jit_module_path(void)
{
    const char *asked = secure_getenv("SHOAL_JIT_MODULE");
    if (asked)
        return existing(copy(asked));
    char *folder = own_folder(), *path = NULL;
    for (size_t i = 0; folder && !path && i < sizeof places / sizeof *places; i++)
        path = existing(join(folder, places[i]));
    free(folder);
    if (!path)
        path = existing(copy(jit_tree_path));
#ifdef SHOAL_JIT_INSTALLED
    if (!path)
        path = existing(copy(SHOAL_JIT_INSTALLED));
#endif
    return path;
}

bool jit_module_lacks(char *text, size_t size)
{
#ifdef SHOAL_JIT_INSTALLED
    char *path = jit_module_path(), *folder = own_folder();
    const char *asked = secure_getenv("SHOAL_JIT_MODULE");
    bool is_missing = !path;
    if (asked)
        snprintf(text, size, "SHOAL_JIT_MODULE=%s cannot be read.", asked);
    else
        snprintf(text, size,
                 MODULE_NAME " is neither in %s, nor in shoal/ there, nor is there a %s.",
                 folder ? folder : "the library's folder", SHOAL_JIT_INSTALLED);
    free(folder);
    free(path);
    return is_missing;
#else
    (void)text;
    (void)size;
    return false;
#endif
}

/* The GNU build id among the notes at [offset, offset + size) of the file. */
static size_t find_id(int file, uint64_t offset, uint64_t size, void *id, size_t id_size)
{
    uint8_t notes[4096];
    if (size > sizeof notes || pread(file, notes, size, (off_t)offset) != (ssize_t)size)
        return 0;
    ElfW(Nhdr) n;
    for (uint64_t at = 0; at + sizeof n <= size;) {
        memcpy(&n, notes + at, sizeof n);
        uint64_t name = at + sizeof n, desc = name + ((n.n_namesz + UINT64_C(3)) & ~UINT64_C(3));
        at = desc + ((n.n_descsz + UINT64_C(3)) & ~UINT64_C(3));
        if (at > size)
            return 0;
        if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && !memcmp(notes + name, "GNU", 4)) {
            size_t bytes = n.n_descsz < id_size ? n.n_descsz : id_size;
            memcpy(id, notes + desc, bytes);
            return bytes;
        }
    }
    return 0;
}

size_t jit_module_id(const char *path, void *id, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    size_t bytes = 0;
    ElfW(Ehdr) h;
    if (pread(file, &h, sizeof h, 0) == (ssize_t)sizeof h && !memcmp(h.e_ident, ELFMAG, SELFMAG) &&
        h.e_phentsize == sizeof(ElfW(Phdr)))
        for (unsigned i = 0; i < h.e_phnum && !bytes; i++) {
            ElfW(Phdr) p;
            off_t at = (off_t)(h.e_phoff + i * sizeof p);
            if (pread(file, &p, sizeof p, at) == (ssize_t)sizeof p && p.p_type == PT_NOTE)
                bytes = find_id(file, p.p_offset, p.p_filesz, id, size);
        }
    close(file);
    return bytes;
}

const struct jit_api *jit_module_open(const char *path, struct diag *diag)
{
    const struct jit_api *(*get)(int) = NULL;
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        diag_fail(diag, SHOAL_E_UNSUPPORTED, "the JIT cannot be loaded: %s", dlerror());
        return NULL;
    }
    *(void **)(&get) = dlsym(module, "shoal_jit_api");
    const struct jit_api *api = get ? get(JIT_ABI) : NULL;
    if (!api)
        diag_fail(diag, SHOAL_E_UNSUPPORTED, "%s belongs to another version of Shoal", path);
    return api;
}
