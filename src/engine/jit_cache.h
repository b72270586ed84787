/* jit_cache.h: compiled code on disk, so that a kernel is compiled once per machine.
 *
 * One file per image, named after its key, in $SHOAL_CACHE, $XDG_CACHE_HOME/shoal or
 * ~/.cache/shoal; SHOAL_CACHE=0: no cache. Files that are damaged, of another key, or of
 * another user are as if they were not there. Several processes may use one directory. */
#ifndef SHOAL_ENGINE_JIT_CACHE_H
#define SHOAL_ENGINE_JIT_CACHE_H

#include "jit/jit.h"

struct jit_cache;

/* compiler_id: what changes with the compiler. NULL: there is no cache. */
struct jit_cache *jit_cache_open(const void *compiler_id, size_t compiler_id_bytes);
void jit_cache_close(struct jit_cache *);

struct jit_key {
    uint64_t hash[2];
};

/* The key of a request: a hash of all that the image depends on. host_cpu: as in jit_api.create. */
struct jit_key jit_cache_key(const struct jit_cache *, const struct jit_request *,
                             const char *host_cpu);
/* NULL: there is none. Caller frees with free(). */
struct jit_image *jit_cache_load(const struct jit_cache *, struct jit_key);
/* Stores the image, and removes the oldest ones if the cache has become too large. Errors are
 * ignored: the kernel will be compiled again. */
void jit_cache_store(const struct jit_cache *, struct jit_key, const struct jit_image *);

#endif
