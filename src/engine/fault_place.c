/* fault_place.c: what the report about a bad address says about the place. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/code_map.h"
#include "engine/fault_place.h"

/* Linux lets no program have memory below this (vm.mmap_min_addr), and members of a struct that a
 * null pointer is taken for are not far from it. */
enum { NULL_BYTES = 64 << 10, BELOW_LDS = 64 << 10 };

/* ---- arguments ------------------------------------------------------------------------- */

/* A pointer among the arguments of a launch. */
struct pointer {
    uint64_t value;
    size_t argument; /* its number; NO_ARGUMENT: the file describes none */
    const char *name;
    uint32_t offset_bytes; /* in the argument, or in all of them */
    bool is_member;        /* perhaps a pointer, of a struct */
};
enum { POINTERS_MAX = 64 };
#define NO_ARGUMENT SIZE_MAX

struct pointers {
    struct pointer items[POINTERS_MAX];
    size_t count;
};

static void add_pointer(struct pointers *out, const struct launch *l, uint32_t at,
                        struct pointer pointer)
{
    uint32_t bytes = l->device->isa->pointer_bytes;
    if (out->count == POINTERS_MAX || at > l->desc.args_size || bytes > l->desc.args_size - at)
        return;
    memcpy(&pointer.value, l->args + at, bytes); /* little-endian host */
    out->items[out->count++] = pointer;
}

static void list_pointers(const struct launch *l, struct pointers *out)
{
    const struct image_kernel *info = l->kernel->info;
    uint32_t bytes = l->device->isa->pointer_bytes;
    out->count = 0;
    if (!l->args)
        return;
    for (size_t i = 0; i < info->explicit_arg_count; i++) {
        const struct image_arg *a = &info->args[i];
        bool is_value = a->kind == KERNEL_ARG_BY_VALUE;
        if (!is_value && a->kind != KERNEL_ARG_GLOBAL_BUFFER)
            continue;
        for (uint32_t at = 0; at + bytes <= a->size; at += bytes)
            add_pointer(
                out, l, a->offset + at,
                (struct pointer){
                    .argument = i, .name = a->name, .offset_bytes = at, .is_member = is_value});
    }
    for (uint32_t at = 0; !info->arg_count && at < l->desc.args_size; at += bytes)
        add_pointer(
            out, l, at,
            (struct pointer){
                .argument = NO_ARGUMENT, .name = "", .offset_bytes = at, .is_member = true});
}

/* "argument 2 (y)", "argument 1 (params) at byte 8", "the pointer at byte 8 of the arguments". */
static void pointer_title(const struct pointer *p, char *text, size_t size)
{
    if (p->argument == NO_ARGUMENT) {
        snprintf(text, size, "the pointer at byte %" PRIu32 " of the arguments", p->offset_bytes);
        return;
    }
    size_t used = (size_t)snprintf(text, size, p->name[0] ? "argument %zu (%.60s)" : "argument %zu",
                                   p->argument, p->name);
    if (p->offset_bytes && used < size)
        snprintf(text + used, size - used, " at byte %" PRIu32, p->offset_bytes);
}

void fault_argument(const struct launch *l, uint64_t base, uint64_t bytes, char *text, size_t size)
{
    struct pointers all;
    text[0] = '\0';
    list_pointers(l, &all);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].value - base <= bytes && all.items[i].value) {
            pointer_title(&all.items[i], text, size);
            return;
        }
}

/* The first pointer argument that is null; values that are zero need not be pointers. */
static void null_title(const struct launch *l, char *text, size_t size)
{
    struct pointers all;
    text[0] = '\0';
    list_pointers(l, &all);
    for (size_t i = 0; i < all.count; i++)
        if (!all.items[i].value && !all.items[i].is_member) {
            pointer_title(&all.items[i], text, size);
            return;
        }
}

/* ---- places ---------------------------------------------------------------------------- */

static const char *of(const char *title) { return title[0] ? " of " : ""; }

void fault_caller(const void *caller, char *text, size_t size)
{
    Dl_info host;
    /* A return address: the call is in front of it. */
    const uint8_t *call = caller ? (const uint8_t *)caller - 1 : NULL;
    text[0] = 0;
    if (!call || !dladdr(call, &host) || !host.dli_fname)
        return;
    image_host_line(host.dli_fname, (uintptr_t)host.dli_fbase, (uintptr_t)call, text, size);
    if (text[0])
        return;
    if (host.dli_sname)
        snprintf(text, size, "%s + %#tx in %s", host.dli_sname,
                 call - (const uint8_t *)host.dli_saddr, host.dli_fname);
    else
        snprintf(text, size, "%#tx in %s (compile with -g for the line)",
                 call - (const uint8_t *)host.dli_fbase, host.dli_fname);
}

static void freed_place(struct launch *l, uint64_t address, const struct freed_allocation *f,
                        char *text, size_t size)
{
    char title[96], line[400];
    fault_argument(l, f->base, f->size, title, sizeof title);
    int used = snprintf(text, size,
                        "%" PRIu64 " bytes into the allocation %#" PRIx64 " (%" PRIu64
                        " bytes)%s%s, which was freed",
                        address - f->base, f->base, f->size, of(title), title);
    if (used < 0 || (size_t)used >= size)
        return;
    text += used;
    size -= (size_t)used;
    if (f->owner == OWNER_KERNEL) {
        snprintf(text, size, " by a kernel");
        return;
    }
    fault_caller(f->caller, line, sizeof line);
    if (line[0])
        snprintf(text, size, "\n  freed at %s", line);
}

static void null_place(struct launch *l, uint64_t address, char *text, size_t size)
{
    char title[96];
    null_title(l, title, sizeof title);
    size_t used = 0;
    if (address)
        used = (size_t)snprintf(text, size, "%" PRIu64 " bytes from a null pointer", address);
    else
        used = (size_t)snprintf(text, size, "a null pointer");
    if (title[0])
        snprintf(text + used, size - used, "; %s is null", title);
}

/* The mapping of the process that holds an address: "[stack]", a file, "" for one without a name.
 * false: there is none. */
static bool find_mapping(uint64_t address, char *name, size_t size)
{
    char line[512];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        uint64_t from, to;
        char access[5];
        int at = 0;
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %n", &from, &to, access, &at) < 3)
            continue;
        found = address >= from && address < to && access[0] == 'r';
        if (found)
            snprintf(name, size, "%.*s", at ? (int)strcspn(line + at, "\n") : 0, line + at);
    }
    if (maps)
        fclose(maps);
    return found;
}

static void allocation_place(struct launch *l, uint64_t address, uint32_t bytes, char *text,
                             size_t size)
{
    const struct window *w = &l->device->window;
    struct allocation a;
    char title[96], where[80];
    if (!window_nearest(&l->device->window, address, &a)) {
        snprintf(text, size, "no memory is allocated");
        return;
    }
    fault_argument(l, a.base, a.size, title, sizeof title);
    uint64_t end = a.base + a.size;
    bool is_device = address - w->base < w->size;
    if (is_device && address >= end && address - end < UINT64_C(1) << 32)
        snprintf(where, sizeof where, "%" PRIu64 " bytes past the end of the allocation",
                 address - end);
    else if (is_device && address < a.base && a.base - address < UINT64_C(1) << 32)
        snprintf(where, sizeof where, "%" PRIu64 " bytes before the allocation", a.base - address);
    else if (address >= a.base && address < end && address + bytes > end)
        snprintf(where, sizeof where, "ends %" PRIu64 " bytes past the allocation",
                 address + bytes - end);
    else if (address >= a.base && address < end)
        snprintf(where, sizeof where, "in the allocation");
    else
        snprintf(where, sizeof where, "far from any allocation; the nearest is");
    snprintf(text, size, "%s %#" PRIx64 " (%" PRIu64 " bytes)%s%s", where, a.base, a.size,
             of(title), title);
}

/* Whether the address is just below LDS, in a window that LDS is a part of. */
static bool is_below_lds(const struct launch *l, uint64_t address)
{
    const struct machine *m = &l->device->machine;
    return l->device->isa->lds_reserve && address < m->shared_base &&
           m->shared_base - address <= BELOW_LDS;
}

void fault_place(struct launch *l, uint64_t address, uint32_t bytes, char *text, size_t size)
{
    struct window *w = &l->device->window;
    struct freed_allocation freed;
    char mapping[120];
    bool is_device = address - w->base < w->size;
    if (window_find_freed(w, address, &freed))
        freed_place(l, address, &freed, text, size);
    else if (address < NULL_BYTES && address < w->first)
        null_place(l, address, text, size);
    else if (!is_device && !w->host_offset && !l->device->host_addresses &&
             find_mapping(address, mapping, sizeof mapping))
        snprintf(text, size, "memory of the program%s%s%s, which kernels cannot access",
                 mapping[0] ? " (" : "", mapping, mapping[0] ? ")" : "");
    else if (is_below_lds(l, address))
        snprintf(text, size,
                 "%" PRIu64
                 " bytes below local memory (CSR_LDS), where stacks that grow down go if "
                 "the start code gives them no room; that of shoal cc-ventus does",
                 l->device->machine.shared_base - address);
    else if (code_map_has(l->device, address, bytes))
        snprintf(text, size,
                 "in code, which kernels cannot store to unless SHOAL_CODE_WRITABLE=1 is set");
    else
        allocation_place(l, address, bytes, text, size);
}
