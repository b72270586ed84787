/* code_map.h: which decoded code is at an address of a device.
 *
 * Waves look it up without locks. */
#ifndef SHOAL_ENGINE_CODE_MAP_H
#define SHOAL_ENGINE_CODE_MAP_H

#include <stdatomic.h>

#include "engine/device.h"
#include "isa/machine.h"

struct jit_code;

/* A range of machine code with its decoded forms, one per variant. */
struct region {
    uint64_t base, size_bytes;
    const uint8_t
        *bytes;     /* as they were when it was made: what runs, whatever is stored there since */
    bool has_bytes; /* they are freed with it; else they are where they run (in_place) */
    bool is_read_only; /* its pages are write-protected, those without data */
    _Atomic(struct region_code *) codes;
    struct region *retired; /* in device->retired_regions */
};
struct region_code {
    struct code *code;
    struct jit_code *compiled; /* what its ops may run; freed with it */
    struct region_code *next;
};

/* All regions of a device by address. Never changed: replaced as a whole. */
struct code_map {
    struct code_map *retired; /* older ones, freed when no launch runs */
    size_t count;
    struct region *regions[]; /* sorted by base */
};

shoal_status code_map_add(shoal_device *device, struct region *const *regions, size_t count,
                          struct diag *diag);
/* Takes the regions over: they are freed by the next code_map_collect. */
void code_map_remove(shoal_device *device, struct region *const *regions, size_t count);
/* Keeps compiled code of `code`, which is at pc, as long as that. */
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
/* The same for callers that no launch keeps the map for. */
struct code *code_map_get(shoal_device *device, uint64_t pc, uint32_t variant);
/* Frees a region that was never added. */
void region_free(const shoal_device *device, struct region *region);

#endif
