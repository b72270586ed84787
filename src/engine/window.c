/* window.c: address space, allocations and guard pages. See window.h. */
#include "engine/window.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MIN_ALIGN = 256 };

#define HUGE_BYTES (UINT64_C(2) << 20)
/* Large windows begin at multiples of it, so that compiled code can test the upper halves of
 * addresses for all lanes at once (emit_mem.c). */
#define LOW_HALF_BYTES (UINT64_C(1) << 32)
/* Where windows are put if the place is free: the same addresses in every run. */
#define PREFERRED_BASE UINT64_C(0x200000000000)
#define RESERVE_FLAGS  (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

static uint64_t round_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) & ~(align - 1);
}

/* What 32-bit indices, times 16 at most, and offsets reach from a place in the window. */
#define GUARD_BYTES ((UINT64_C(1) << 36) + HUGE_BYTES)

/* Reserves `bytes`, a guard of at least 2 MiB behind them, and one of `guard` before them. */
static void *reserve(uint64_t bytes, uint64_t guard)
{
    uint64_t behind = guard ? guard : HUGE_BYTES;
    /* Host pages and huge pages begin at multiples of 2 MiB in the window. */
    uint64_t align = bytes > LOW_HALF_BYTES ? LOW_HALF_BYTES : HUGE_BYTES;
    uint64_t total = guard + bytes + behind + align;
    void *wanted = (void *)(PREFERRED_BASE - guard);
    uint8_t *at = mmap(wanted, total, PROT_NONE, RESERVE_FLAGS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    uint8_t *base = (uint8_t *)round_up((uintptr_t)at + guard, align);
    uint8_t *first = base - guard, *end = base + bytes + behind;
    if (first != at)
        munmap(at, (size_t)(first - at));
    munmap(end, (size_t)(at + total - end));
    return base;
}

shoal_status window_init(struct window *w, uint64_t bytes, const struct window_shape *shape,
                         struct diag *diag)
{
    memset(w, 0, sizeof *w);
    bool has_offset = shape && shape->bytes;
    if (has_offset)
        bytes = shape->bytes;
    if (bytes > UINT64_C(1) << 46)
        return diag_fail(diag, SHOAL_E_ARG,
                         "window_bytes is %" PRIu64 "; the largest device memory is 2^46 bytes.",
                         bytes);
    w->page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t least = bytes ? round_up(bytes, HUGE_BYTES) : WINDOW_MIN_BYTES;
    uint64_t size = bytes ? least : WINDOW_DEFAULT_BYTES;
    void *base = NULL;
    for (; size >= least; size /= 2) {
        w->guard = has_offset ? 0 : GUARD_BYTES;
        base = reserve(size, w->guard);
        if (!base && w->guard) {
            w->guard = 0;
            base = reserve(size, 0);
        }
        if (base)
            break;
    }
    if (!base)
        return diag_fail(diag, SHOAL_E_NOMEM,
                         "Cannot reserve %" PRIu64 " MiB of address space for device memory: %s. "
                         "Check `ulimit -v`, or ask for less with window_bytes.",
                         least >> 20, strerror(errno));
    w->base = has_offset ? 0 : (uint64_t)(uintptr_t)base;
    w->host_offset = has_offset ? (uint64_t)(uintptr_t)base : 0;
    w->size = size;
    w->first = w->base + w->page;
    w->engine_cursor = w->first;
    if (has_offset) {
        w->first = shape->first;
        w->engine_cursor = shape->engine_first;
    }
    w->is_open = has_offset && shape->is_open;
    if (w->is_open && mprotect(base, size, PROT_READ | PROT_WRITE) != 0) {
        munmap(base, size + HUGE_BYTES);
        return diag_fail(diag, SHOAL_E_NOMEM,
                         "The system refuses %" PRIu64 " MiB of memory that is open: %s.",
                         size >> 20, strerror(errno));
    }
    w->cursor = w->first;
    pthread_mutex_init(&w->lock, NULL);
    return SHOAL_OK;
}

void window_destroy(struct window *w)
{
    if (!w->size)
        return;
    uint8_t *base = window_host(w, w->base);
    munmap(base - w->guard, w->guard + w->size + (w->guard ? w->guard : HUGE_BYTES));
    pthread_mutex_destroy(&w->lock);
    free(w->list);
    free(w->freed);
    memset(w, 0, sizeof *w);
}

/* Index of the first allocation whose pages begin above `address`. */
static size_t upper_index(const struct window *w, uint64_t address)
{
    size_t low = 0, high = w->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (w->list[middle].map_base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Looks for bytes + one guard page on each side at or above `from`, below `to`. */
static bool search(const struct window *w, uint64_t from, uint64_t to, uint64_t bytes,
                   uint64_t align, uint64_t *out, size_t *out_index)
{
    size_t index = upper_index(w, from);
    uint64_t at = from;
    if (index > 0) {
        const struct allocation *previous = &w->list[index - 1];
        uint64_t free_from = previous->map_base + previous->map_size + w->page;
        if (at < free_from)
            at = free_from;
    }
    for (;; index++) {
        at = round_up(at, align);
        uint64_t limit = index < w->count ? w->list[index].map_base : to;
        if (limit > to)
            limit = to;
        if (at < limit && limit - at > bytes && limit - at - bytes >= w->page) {
            *out = at;
            *out_index = index;
            return true;
        }
        if (index >= w->count || w->list[index].map_base >= to)
            return false;
        at = w->list[index].map_base + w->list[index].map_size + w->page;
    }
}

static bool make_room(struct window *w)
{
    if (w->count < w->capacity)
        return true;
    size_t capacity = w->capacity ? w->capacity * 2 : 64;
    struct allocation *list = realloc(w->list, capacity * sizeof *list);
    if (!list)
        return false;
    w->list = list;
    w->capacity = capacity;
    return true;
}

static void insert(struct window *w, size_t index, struct allocation a)
{
    if (a.owner == OWNER_USER || a.owner == OWNER_KERNEL)
        a.number = ++w->numbers;
    atomic_fetch_add_explicit(&w->changes, 1, memory_order_release);
    memmove(w->list + index + 1, w->list + index, (w->count - index) * sizeof *w->list);
    w->list[index] = a;
    w->count++;
}

/* Takes pages, their contents and, unless the window is open, the access away in one call. */
static void renew(const struct window *w, uint64_t at, uint64_t bytes)
{
    void *pages = window_host(w, at);
    int access = w->is_open ? PROT_READ | PROT_WRITE : PROT_NONE;
    if (mmap(pages, bytes, access, RESERVE_FLAGS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        madvise(pages, bytes, MADV_DONTNEED);
        mprotect(pages, bytes, access);
    }
}

static shoal_status commit(struct window *w, uint64_t at, uint64_t bytes, struct diag *diag)
{
    if (mprotect(window_host(w, at), bytes, PROT_READ | PROT_WRITE) == 0)
        return SHOAL_OK;
    return diag_fail(diag, SHOAL_E_NOMEM,
                     "The system refuses %" PRIu64 " bytes of memory: %s (%zu allocations; "
                     "each needs two of the mappings that /proc/sys/vm/max_map_count allows).",
                     bytes, strerror(errno), w->count);
}

static shoal_status alloc_locked(struct window *w, uint64_t size, uint64_t align,
                                 enum window_owner owner, struct diag *diag, uint64_t *out)
{
    uint64_t used = round_up(size, align < MIN_ALIGN ? MIN_ALIGN : align);
    uint64_t bytes = round_up(used, w->page);
    uint64_t map_align = align > w->page ? align : w->page;
    if (owner == OWNER_USER && size >= 2 * HUGE_BYTES)
        map_align = HUGE_BYTES;
    uint64_t end = w->base + w->size;
    uint64_t *cursor = owner == OWNER_ENGINE && w->host_offset ? &w->engine_cursor : &w->cursor;
    uint64_t at;
    size_t index;
    if (!search(w, *cursor, end, bytes, map_align, &at, &index) &&
        !search(w, w->first, end, bytes, map_align, &at, &index))
        return diag_fail(diag, SHOAL_E_NOMEM,
                         "No room for %" PRIu64 " bytes: device memory has %" PRIu64
                         " MiB and %zu allocations. Free some, or create the device with a "
                         "larger window_bytes.",
                         size, w->size >> 20, w->count);
    if (!make_room(w))
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (w->is_open) /* what was written there before it was anybody's goes away */
        renew(w, at, bytes);
    SHOAL_TRY(commit(w, at, bytes, diag));
    if (map_align == HUGE_BYTES && bytes >= 2 * HUGE_BYTES)
        madvise(window_host(w, at), bytes, MADV_HUGEPAGE);
    insert(w, index,
           (struct allocation){
               .base = at + (align > w->page ? 0 : bytes - used),
               .size = size,
               .map_base = at,
               .map_size = bytes,
               .owner = owner,
           });
    *cursor = at + bytes + w->page;
    *out = w->list[index].base;
    return SHOAL_OK;
}

static shoal_status alloc_at_locked(struct window *w, uint64_t address, uint64_t size,
                                    enum window_owner owner, struct diag *diag)
{
    uint64_t at = address & ~(w->page - 1);
    uint64_t bytes = round_up(address - at + size, w->page);
    size_t index = upper_index(w, at);
    const struct allocation *other = NULL;
    if (index > 0 && w->list[index - 1].map_base + w->list[index - 1].map_size > at)
        other = &w->list[index - 1];
    else if (index < w->count && w->list[index].map_base < at + bytes)
        other = &w->list[index];
    if (other)
        return diag_fail(diag, SHOAL_E_BUSY,
                         "%" PRIu64 " bytes at %#" PRIx64 " share pages with what is allocated at "
                         "%#" PRIx64 " (%" PRIu64 " bytes).",
                         size, address, other->base, other->size);
    if (!make_room(w))
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (w->is_open)
        renew(w, at, bytes);
    SHOAL_TRY(commit(w, at, bytes, diag));
    insert(w, index,
           (struct allocation){
               .base = address, .size = size, .map_base = at, .map_size = bytes, .owner = owner});
    return SHOAL_OK;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t most(uint64_t a, uint64_t b) { return a > b ? a : b; }

static shoal_status cover_locked(struct window *w, uint64_t address, uint64_t size,
                                 enum window_owner owner, struct diag *diag)
{
    uint64_t at = address & ~(w->page - 1), end = round_up(address + size, w->page);
    struct allocation all = {.base = address,
                             .size = size,
                             .map_base = at,
                             .map_size = end - at,
                             .owner = owner,
                             .is_shared = true};
    size_t first = upper_index(w, at);
    if (first > 0 && w->list[first - 1].map_base + w->list[first - 1].map_size > at)
        first--;
    size_t last = first;
    for (; last < w->count && w->list[last].map_base < end; last++) {
        const struct allocation *o = &w->list[last];
        if (!o->is_shared || o->owner != owner)
            return alloc_at_locked(w, address, size, owner, diag); /* says what is in the way */
        uint64_t map_end = most(all.map_base + all.map_size, o->map_base + o->map_size);
        uint64_t byte_end = most(all.base + all.size, o->base + o->size);
        all.map_base = least(all.map_base, o->map_base);
        all.base = least(all.base, o->base);
        all.map_size = map_end - all.map_base;
        all.size = byte_end - all.base;
    }
    if (!make_room(w))
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    SHOAL_TRY(commit(w, at, end - at, diag));
    memmove(w->list + first, w->list + last, (w->count - last) * sizeof *w->list);
    w->count -= last - first;
    insert(w, first, all);
    return SHOAL_OK;
}

static shoal_status check_inside(const struct window *w, uint64_t address, uint64_t size,
                                 struct diag *diag)
{
    if (size == 0)
        return diag_fail(diag, SHOAL_E_ARG, "An allocation of 0 bytes is not possible.");
    if (address - w->base >= w->size || size > w->size - (address - w->base))
        return diag_fail(diag, SHOAL_E_ARG,
                         "%" PRIu64 " bytes at %#" PRIx64 " are not inside device memory, which is "
                         "%#" PRIx64 " to %#" PRIx64 ".",
                         size, address, w->base, w->base + w->size - 1);
    return SHOAL_OK;
}

shoal_status window_alloc_at(struct window *w, uint64_t address, uint64_t size,
                             enum window_owner owner, struct diag *diag)
{
    SHOAL_TRY(check_inside(w, address, size, diag));
    pthread_mutex_lock(&w->lock);
    shoal_status st = alloc_at_locked(w, address, size, owner, diag);
    pthread_mutex_unlock(&w->lock);
    return st;
}

shoal_status window_cover(struct window *w, uint64_t address, uint64_t size,
                          enum window_owner owner, struct diag *diag)
{
    SHOAL_TRY(check_inside(w, address, size, diag));
    pthread_mutex_lock(&w->lock);
    shoal_status st = cover_locked(w, address, size, owner, diag);
    pthread_mutex_unlock(&w->lock);
    return st;
}

shoal_status window_alloc(struct window *w, uint64_t size, uint64_t align, enum window_owner owner,
                          struct diag *diag, uint64_t *out)
{
    *out = 0;
    if (align == 0)
        align = MIN_ALIGN;
    if (size == 0)
        return diag_fail(diag, SHOAL_E_ARG, "An allocation of 0 bytes is not possible.");
    if (align > WINDOW_MAX_ALIGN || (align & (align - 1)) != 0)
        return diag_fail(diag, SHOAL_E_ARG,
                         "The alignment is %" PRIu64 "; it must be a power of two up to 2 MiB.",
                         align);
    if (size > w->size)
        return diag_fail(diag, SHOAL_E_NOMEM,
                         "No room for %" PRIu64 " bytes: device memory has %" PRIu64 " MiB.", size,
                         w->size >> 20);
    pthread_mutex_lock(&w->lock);
    shoal_status st = alloc_locked(w, size, align, owner, diag, out);
    pthread_mutex_unlock(&w->lock);
    return st;
}

static const struct allocation *find_locked(const struct window *w, uint64_t address)
{
    size_t index = upper_index(w, address);
    if (index == 0)
        return NULL;
    const struct allocation *a = &w->list[index - 1];
    return address >= a->base && address - a->base < a->size ? a : NULL;
}

static const char *owner_text(enum window_owner owner)
{
    switch (owner) {
    case OWNER_USER:
        return "allocation";
    case OWNER_MODULE:
        return "module";
    case OWNER_KERNEL:
        return "kernel (it was allocated by malloc there)";
    case OWNER_ENGINE:
        break;
    }
    return "part of the engine";
}

static void remember_freed(struct window *w, const struct allocation *a, const void *caller)
{
    if (a->owner != OWNER_USER && a->owner != OWNER_KERNEL)
        return;
    if (!w->freed && !(w->freed = calloc(WINDOW_FREED_MAX, sizeof *w->freed)))
        return;
    w->freed[w->freed_count++ % WINDOW_FREED_MAX] =
        (struct freed_allocation){a->base, a->size, a->owner, a->number, caller};
}

static shoal_status free_locked(struct window *w, uint64_t address, enum window_owner owner,
                                const void *caller, struct diag *diag)
{
    const struct allocation *a = find_locked(w, address);
    if (!a)
        return diag_fail(diag, SHOAL_E_ARG,
                         "There is no allocation at %#" PRIx64 "; it may have been freed before.",
                         address);
    if (a->base != address)
        return diag_fail(diag, SHOAL_E_ARG,
                         "%#" PRIx64 " is %" PRIu64 " bytes inside the allocation at %#" PRIx64
                         "; free that address.",
                         address, address - a->base, a->base);
    if (a->owner != owner)
        return diag_fail(diag, SHOAL_E_ARG, "%#" PRIx64 " belongs to a %s and is not freed here.",
                         address, owner_text(a->owner));
    remember_freed(w, a, caller);
    atomic_fetch_add_explicit(&w->changes, 1, memory_order_release);
    renew(w, a->map_base, a->map_size);
    size_t index = (size_t)(a - w->list);
    memmove(w->list + index, w->list + index + 1, (w->count - index - 1) * sizeof *w->list);
    w->count--;
    return SHOAL_OK;
}

shoal_status window_free(struct window *w, uint64_t address, enum window_owner owner,
                         const void *caller, struct diag *diag)
{
    pthread_mutex_lock(&w->lock);
    shoal_status st = free_locked(w, address, owner, caller, diag);
    pthread_mutex_unlock(&w->lock);
    return st;
}

void window_set_caller(struct window *w, uint64_t address, const void *caller, bool is_owed)
{
    pthread_mutex_lock(&w->lock);
    size_t index = upper_index(w, address);
    if (index > 0 && w->list[index - 1].base == address) {
        w->list[index - 1].caller = caller;
        w->list[index - 1].is_owed = is_owed;
    }
    pthread_mutex_unlock(&w->lock);
}

bool window_find(struct window *w, uint64_t address, struct allocation *out)
{
    pthread_mutex_lock(&w->lock);
    const struct allocation *a = find_locked(w, address);
    if (a)
        *out = *a;
    pthread_mutex_unlock(&w->lock);
    return a != NULL;
}

bool window_hold(struct window *w, uint64_t address, struct allocation *out)
{
    pthread_mutex_lock(&w->lock);
    const struct allocation *a = find_locked(w, address);
    bool is_theirs = a && (a->owner == OWNER_USER || a->owner == OWNER_KERNEL);
    if (is_theirs)
        *out = *a;
    return is_theirs;
}

void window_release(struct window *w) { pthread_mutex_unlock(&w->lock); }

bool window_find_freed(struct window *w, uint64_t address, struct freed_allocation *out)
{
    bool found = false;
    pthread_mutex_lock(&w->lock);
    size_t kept = w->freed_count < WINDOW_FREED_MAX ? w->freed_count : WINDOW_FREED_MAX;
    for (size_t i = 0; i < kept && !found && !find_locked(w, address); i++) {
        const struct freed_allocation *f = &w->freed[(w->freed_count - 1 - i) % WINDOW_FREED_MAX];
        found = address - f->base < f->size;
        if (found)
            *out = *f;
    }
    pthread_mutex_unlock(&w->lock);
    return found;
}

static uint64_t distance(const struct allocation *a, uint64_t address)
{
    if (address < a->base)
        return a->base - address;
    return address - a->base < a->size ? 0 : address - (a->base + a->size) + 1;
}

bool window_nearest(struct window *w, uint64_t address, struct allocation *out)
{
    const struct allocation *best = NULL;
    pthread_mutex_lock(&w->lock);
    /* The nearest on each side that the user knows of. */
    size_t index = upper_index(w, address);
    for (size_t i = index; i-- > 0;)
        if (w->list[i].owner != OWNER_ENGINE) {
            best = &w->list[i];
            break;
        }
    for (size_t i = index; i < w->count; i++)
        if (w->list[i].owner != OWNER_ENGINE) {
            if (!best || distance(&w->list[i], address) < distance(best, address))
                best = &w->list[i];
            break;
        }
    if (best)
        *out = *best;
    pthread_mutex_unlock(&w->lock);
    return best != NULL;
}

shoal_status window_check(struct window *w, uint64_t address, uint64_t size, struct diag *diag)
{
    struct allocation a;
    uint64_t offset = address - w->base;
    if (w->is_open && offset < w->size && size <= w->size - offset)
        return SHOAL_OK;
    if (window_find(w, address, &a) && a.owner != OWNER_ENGINE) {
        uint64_t left = a.size - (address - a.base);
        if (size <= left)
            return SHOAL_OK;
        return diag_fail(diag, SHOAL_E_ARG,
                         "%" PRIu64 " bytes at %#" PRIx64 " end %" PRIu64
                         " bytes past the allocation at %#" PRIx64 " (%" PRIu64 " bytes).",
                         size, address, size - left, a.base, a.size);
    }
    return diag_fail(diag, SHOAL_E_ARG, "There is no allocation at %#" PRIx64 ".", address);
}
