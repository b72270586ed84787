/* code_map.h: which decoded code is at an address of a device.
 *
 * Waves look code up without taking a lock: a map is never changed but replaced as a whole, and the
 * old one is kept until no launch runs that might be reading it. */
#ifndef SHOAL_ENGINE_CODE_MAP_H
#define SHOAL_ENGINE_CODE_MAP_H

#include <stdatomic.h>

#include "engine/device.h"
#include "isa/machine.h"

struct jit_code;

/* A range of machine code with its decoded forms, one per variant. */
struct region {
    uint64_t base, size_bytes;
    /* [size_bytes] The code as it was when the region was made. This is what runs, whatever is
     * stored at `base` since. */
    const uint8_t *bytes;
    bool has_bytes;    /* `bytes` is a copy that the region owns; else it is the code itself */
    bool is_read_only; /* its pages are write-protected, but for those with data in them */
    _Atomic(struct region_code *) codes;
    struct region *retired; /* in device->retired_regions */
};
struct region_code {
    struct code *code;
    struct jit_code *compiled; /* compiled code that its ops may run; owned */
    struct region_code *next;
};

/* All regions of a device, by address. */
struct code_map {
    struct code_map *retired; /* older ones, freed when no launch runs */
    size_t count;
    struct region *regions[]; /* sorted by base */
};

/* Adds regions, which the map owns then. SHOAL_E_BUSY: one overlaps code that is loaded;
 * SHOAL_E_NOMEM. */
shoal_status code_map_add(shoal_device *device, struct region *const *regions, size_t count,
                          struct diag *diag);
/* Takes regions out of the map. The next code_map_collect frees them. */
void code_map_remove(shoal_device *device, struct region *const *regions, size_t count);
/* Gives compiled code to `code`, the decoded code at pc, with which it is freed. */
void code_map_keep(shoal_device *device, uint64_t pc, const struct code *code,
                   struct jit_code *compiled);
/* Frees what is no longer in use. Only while no launch runs or begins. */
void code_map_collect(shoal_device *device);
void code_map_destroy(shoal_device *device);
/* Whether [address, address + bytes) meets code that is read-only. */
bool code_map_has(shoal_device *device, uint64_t address, uint64_t bytes);
/* An empty map with room for `count` regions; NULL: no memory. */
struct code_map *code_map_create(size_t count);
/* Replaces the device's map, which is freed when no launch runs. With device->lock held. */
void code_map_publish(shoal_device *device, struct code_map *map);
/* machine->find_code */
struct code *code_map_find(struct machine *machine, uint64_t pc, uint32_t variant);
/* The same for callers that are not part of a launch, which keeps the map from being freed. */
struct code *code_map_get(shoal_device *device, uint64_t pc, uint32_t variant);
/* Frees a region that was never added. */
void region_free(const shoal_device *device, struct region *region);

#endif
