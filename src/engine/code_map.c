/* code_map.c: which decoded code is at an address.
 *
 * Waves look code up without locks: the map is never changed but replaced; old maps, and the
 * code of modules that are gone, are kept until no launch runs. */
#include <stdlib.h>
#include <string.h>

#include "engine/code_map.h"
#include "engine/jit_code.h"

static struct region *map_find(const struct code_map *map, uint64_t pc)
{
    size_t low = 0, high = map ? map->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct region *r = map->regions[middle];
        if (pc < r->base)
            high = middle;
        else if (pc - r->base >= r->size_bytes)
            low = middle + 1;
        else
            return r;
    }
    return NULL;
}

static struct code *region_find(const struct region *region, uint32_t variant)
{
    struct region_code *c = atomic_load_explicit(&region->codes, memory_order_acquire);
    for (; c; c = c->next)
        if (c->code->variant == variant)
            return c->code;
    return NULL;
}

static struct code *region_decode(shoal_device *device, struct region *region, uint32_t variant)
{
    struct region_code *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->code = device->isa->code_create(region->base, region->bytes, region->size_bytes, variant);
    if (!c->code) {
        free(c);
        return NULL;
    }
    c->next = atomic_load_explicit(&region->codes, memory_order_relaxed);
    atomic_store_explicit(&region->codes, c, memory_order_release);
    return c->code;
}

struct code *code_map_find(struct machine *machine, uint64_t pc, uint32_t variant)
{
    shoal_device *device = device_of(machine);
    struct region *region =
        map_find(atomic_load_explicit(&device->code_map, memory_order_acquire), pc);
    if (!region)
        return NULL;
    struct code *code = region_find(region, variant);
    return code ? code : code_map_get(device, pc, variant);
}

struct code *code_map_get(shoal_device *device, uint64_t pc, uint32_t variant)
{
    pthread_mutex_lock(&device->lock);
    struct region *region =
        map_find(atomic_load_explicit(&device->code_map, memory_order_relaxed), pc);
    /* Another worker may have been first. */
    struct code *code = region ? region_find(region, variant) : NULL;
    if (region && !code)
        code = region_decode(device, region, variant);
    pthread_mutex_unlock(&device->lock);
    return code;
}

void code_map_keep(shoal_device *device, uint64_t pc, const struct code *code,
                   struct jit_code *compiled)
{
    pthread_mutex_lock(&device->lock);
    const struct region *region =
        map_find(atomic_load_explicit(&device->code_map, memory_order_relaxed), pc);
    struct region_code *c = atomic_load_explicit(&region->codes, memory_order_relaxed);
    while (c->code != code)
        c = c->next;
    compiled->next = c->compiled;
    c->compiled = compiled;
    pthread_mutex_unlock(&device->lock);
}

static int compare_regions(const void *a, const void *b)
{
    uint64_t x = (*(struct region *const *)a)->base, y = (*(struct region *const *)b)->base;
    return x < y ? -1 : x > y;
}

struct code_map *code_map_create(size_t count)
{
    struct code_map *map = malloc(sizeof *map + count * sizeof map->regions[0]);
    if (map) {
        map->retired = NULL;
        map->count = 0;
    }
    return map;
}

void code_map_publish(shoal_device *device, struct code_map *map)
{
    struct code_map *old = atomic_load_explicit(&device->code_map, memory_order_relaxed);
    atomic_store_explicit(&device->code_map, map, memory_order_release);
    if (old) {
        old->retired = device->retired_maps;
        device->retired_maps = old;
    }
}

shoal_status code_map_add(shoal_device *device, struct region *const *regions, size_t count,
                          struct diag *diag)
{
    shoal_status st = SHOAL_OK;
    pthread_mutex_lock(&device->lock);
    const struct code_map *old = atomic_load_explicit(&device->code_map, memory_order_relaxed);
    size_t old_count = old ? old->count : 0;
    struct code_map *map = code_map_create(old_count + count);
    if (!map) {
        st = diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
        goto out;
    }
    if (old_count)
        memcpy(map->regions, old->regions, old_count * sizeof map->regions[0]);
    if (count) /* a file may have no code */
        memcpy(map->regions + old_count, regions, count * sizeof map->regions[0]);
    map->count = old_count + count;
    if (map->count)
        qsort(map->regions, map->count, sizeof map->regions[0], compare_regions);
    for (size_t i = 1; i < map->count; i++) {
        const struct region *a = map->regions[i - 1], *b = map->regions[i];
        if (b->base - a->base < a->size_bytes) { /* only code used in place can overlap */
            st = diag_fail(diag, SHOAL_E_BUSY,
                           "The code at %#llx overlaps code that is loaded at %#llx; unload it "
                           "first.",
                           (unsigned long long)b->base, (unsigned long long)a->base);
            free(map);
            goto out;
        }
    }
    code_map_publish(device, map);
out:
    pthread_mutex_unlock(&device->lock);
    return st;
}

static bool contains(struct region *const *regions, size_t count, const struct region *region)
{
    for (size_t i = 0; i < count; i++)
        if (regions[i] == region)
            return true;
    return false;
}

void code_map_remove(shoal_device *device, struct region *const *regions, size_t count)
{
    pthread_mutex_lock(&device->lock);
    struct code_map *old = atomic_load_explicit(&device->code_map, memory_order_relaxed);
    size_t old_count = old ? old->count : 0;
    struct code_map *map = code_map_create(old_count);
    if (map) {
        for (size_t i = 0; i < old_count; i++)
            if (!contains(regions, count, old->regions[i]))
                map->regions[map->count++] = old->regions[i];
        code_map_publish(device, map);
    } else if (old) {
        /* No memory for the smaller map: forget all code, so that what runs faults with a
         * report instead of running freed code. */
        code_map_publish(device, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        regions[i]->retired = device->retired_regions;
        device->retired_regions = regions[i];
    }
    pthread_mutex_unlock(&device->lock);
}

bool code_map_has(shoal_device *device, uint64_t address, uint64_t bytes)
{
    bool found = false;
    pthread_mutex_lock(&device->lock);
    const struct code_map *map = atomic_load_explicit(&device->code_map, memory_order_relaxed);
    for (size_t i = 0; map && i < map->count && !found; i++) {
        const struct region *r = map->regions[i];
        found = r->is_read_only && address < r->base + r->size_bytes && r->base < address + bytes;
    }
    pthread_mutex_unlock(&device->lock);
    return found;
}

void region_free(const shoal_device *device, struct region *region)
{
    struct region_code *c = atomic_load_explicit(&region->codes, memory_order_relaxed);
    while (c) {
        struct region_code *next = c->next;
        for (struct jit_code *k = c->compiled, *more; k; k = more) {
            more = k->next;
            jit_code_free(k);
        }
        device->isa->code_destroy(c->code);
        free(c);
        c = next;
    }
    if (region->has_bytes)
        free((void *)(uintptr_t)region->bytes);
    free(region);
}

void code_map_collect(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct code_map *map = device->retired_maps;
    struct region *region = device->retired_regions;
    device->retired_maps = NULL;
    device->retired_regions = NULL;
    pthread_mutex_unlock(&device->lock);
    while (map) {
        struct code_map *next = map->retired;
        free(map);
        map = next;
    }
    while (region) {
        struct region *next = region->retired;
        region_free(device, region);
        region = next;
    }
}

void code_map_destroy(shoal_device *device)
{
    code_map_collect(device);
    free(atomic_load_explicit(&device->code_map, memory_order_relaxed));
    atomic_store_explicit(&device->code_map, NULL, memory_order_relaxed);
}
