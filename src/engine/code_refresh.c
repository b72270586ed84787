/* code_refresh.c: decoding anew what was overwritten. */
#include "engine/code_refresh.h"

#include <stdlib.h>
#include <string.h>

#include "engine/code_map.h"
#include "engine/module.h"

/* The same place with what is in memory now. NULL: no memory. */
static struct region *region_again(const shoal_device *device, const struct region *old)
{
    struct region *r = calloc(1, sizeof *r);
    uint8_t *bytes = malloc(old->size_bytes);
    if (!r || !bytes) {
        free(r);
        free(bytes);
        return NULL;
    }
    memcpy(bytes, device_host(device, old->base), old->size_bytes);
    *r = (struct region){.base = old->base, .size_bytes = old->size_bytes};
    r->bytes = bytes;
    r->has_bytes = true;
    return r;
}

static void replace_locked(shoal_device *device, struct code_map *map, struct region *old,
                           struct region *new)
{
    for (size_t i = 0; i < map->count; i++)
        if (map->regions[i] == old)
            map->regions[i] = new;
    for (struct shoal_module *m = device->modules; m; m = m->next)
        for (size_t i = 0; i < m->region_count; i++)
            if (m->regions[i] == old)
                m->regions[i] = new;
    old->retired = device->retired_regions;
    device->retired_regions = old;
}

void code_map_refresh(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct code_map *old = atomic_load_explicit(&device->code_map, memory_order_relaxed);
    struct code_map *map = old ? code_map_create(old->count) : NULL;
    if (map) {
        map->count = old->count;
        memcpy(map->regions, old->regions, old->count * sizeof map->regions[0]);
        for (size_t i = 0; i < map->count; i++) {
            struct region *r = map->regions[i], *again = NULL;
            if (r->has_bytes && memcmp(r->bytes, device_host(device, r->base), r->size_bytes) != 0)
                again = region_again(device, r);
            if (again)
                replace_locked(device, map, r, again);
        }
        code_map_publish(device, map);
    }
    pthread_mutex_unlock(&device->lock);
}
