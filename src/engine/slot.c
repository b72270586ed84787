/* slot.c: the memory of work-groups, which workers keep from one to the next. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/device.h"
#include "engine/slot.h"

enum {
    STATE_ALIGN = 4096,
    KEEP_SLOTS = 8, /* per worker, between launches */
    KEEP_BYTES = 64 << 20,
    /* Of a large LDS, what every work-group may touch at little cost: stacks of its waves and
     * some more. */
    LDS_EAGER = 16 << 10,
    LDS_EAGER_PER_WAVE = 1 << 10,
    CLEAR_BY_MEMSET = 256 << 10, /* larger scratch is given back to the system instead */
};

static size_t round_up(size_t value, size_t align) { return (value + align - 1) & ~(align - 1); }

static size_t lds_offset(const struct launch *l)
{
    return round_up(l->group_waves * l->wave_bytes, STATE_ALIGN);
}

static size_t scratch_offset(const struct launch *l)
{
    return lds_offset(l) + round_up(l->state.lds_bytes + LDS_MARGIN, STATE_ALIGN);
}

size_t slot_bytes(const struct launch *l)
{
    return scratch_offset(l) + round_up(l->group_waves * l->scratch_stride, STATE_ALIGN);
}

uint8_t *slot_lds(const struct launch *l, const struct slot *s)
{
    return s->lds ? s->lds : s->memory + lds_offset(l);
}

void slot_free(struct shoal_device *device, struct slot *s)
{
    if (s->memory)
        munmap(s->memory, s->memory_bytes);
    if (s->lds)
        munmap(s->lds, device->isa->lds_reserve);
    if (s->window_scratch)
        window_free(&device->window, s->window_scratch, OWNER_ENGINE, NULL, NULL);
    free(s);
}

static uint8_t *map_pages(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* LDS of a fixed large size, of which work-groups touch little. */
static bool slot_take_lds(struct slot *s, uint32_t bytes, size_t eager)
{
    if (s->lds && s->lds_eager == eager && !s->is_lds_touched) {
        memset(s->lds, 0, eager);
        return true;
    }
    if (s->lds ? madvise(s->lds, bytes, MADV_DONTNEED) != 0 : !(s->lds = map_pages(bytes)))
        return false;
    s->lds_eager = eager;
    s->is_lds_touched = false;
    return mprotect(s->lds, eager, PROT_READ | PROT_WRITE) == 0 &&
           mprotect(s->lds + eager, bytes - eager, PROT_NONE) == 0;
}

/* Scratch that has device addresses. */
static bool slot_take_scratch(struct slot *s, struct launch *l, size_t bytes)
{
    struct window *w = &l->device->window;
    if (s->window_bytes < bytes) {
        if (s->window_scratch)
            window_free(w, s->window_scratch, OWNER_ENGINE, NULL, NULL);
        s->window_scratch = s->window_bytes = 0;
        if (window_alloc(w, bytes, 4096, OWNER_ENGINE, NULL, &s->window_scratch) != SHOAL_OK)
            return false;
        s->window_bytes = bytes;
        s->scratch_serial = l->serial; /* fresh pages are zero */
    }
    s->scratch = window_host(w, s->window_scratch);
    return true;
}

static struct slot *slot_create(void)
{
    struct slot *s = aligned_alloc(_Alignof(struct slot), sizeof *s);
    if (s) {
        memset(s, 0, sizeof *s);
        s->patterns.tries = PATTERN_TRIES;
    }
    return s;
}

/* Makes that there are pages around LDS: masked loads that begin or end where there is none take
 * the CPU longer than a call. */
static void touch_around_lds(const struct slot *s, const struct launch *l)
{
    const volatile uint8_t *lds = s->memory + lds_offset(l);
    _Static_assert(LDS_MARGIN <= STATE_ALIGN, "before LDS there is a wave, of a page at least");
    (void)lds[-1];
    (void)lds[l->state.lds_bytes];
    (void)lds[l->state.lds_bytes + LDS_MARGIN - 1];
}

/* What a kernel reads from scratch before it writes there is undefined on hardware. Here it
 * is zero for the first work-group in a slot, whatever ran before the launch. */
static void scratch_clear(struct slot *s, const struct launch *l, size_t bytes)
{
    if (s->scratch_serial == l->serial || bytes == 0)
        return;
    s->scratch_serial = l->serial;
    if (bytes <= CLEAR_BY_MEMSET || madvise(s->scratch, bytes, MADV_DONTNEED) != 0)
        memset(s->scratch, 0, bytes);
}

struct slot *slot_take(struct worker *k, struct launch *l)
{
    size_t bytes = slot_bytes(l);
    struct slot *s = k->free_slots;
    if (s)
        k->free_slots = s->next;
    else if (!(s = slot_create()))
        return NULL;
    if (s->memory_bytes < bytes) {
        if (s->memory)
            munmap(s->memory, s->memory_bytes);
        s->memory = map_pages(bytes);
        if (!s->memory) {
            s->memory_bytes = 0;
            slot_free(l->device, s);
            return NULL;
        }
        s->memory_bytes = bytes;
        if (!l->device->machine.host_offset)
            s->scratch_serial = l->serial; /* fresh pages are zero */
    }
    s->waves = s->memory;
    s->scratch = s->memory + scratch_offset(l);
    if (l->state.lds_bytes)
        touch_around_lds(s, l);
    size_t scratch = l->group_waves * l->scratch_stride;
    uint32_t reserve = l->device->isa->lds_reserve;
    size_t eager = round_up(LDS_EAGER + l->group_waves * LDS_EAGER_PER_WAVE, STATE_ALIGN);
    if ((reserve && !slot_take_lds(s, reserve, eager)) ||
        (l->device->machine.host_offset && scratch && !slot_take_scratch(s, l, scratch))) {
        slot_free(l->device, s);
        return NULL;
    }
    scratch_clear(s, l, scratch);
    return s;
}

void slots_free(struct shoal_device *device, struct slot **link)
{
    while (*link) {
        struct slot *next = (*link)->next;
        slot_free(device, *link);
        *link = next;
    }
}

void worker_trim(struct worker *k)
{
    size_t bytes = 0;
    unsigned count = 0;
    struct slot **link = &k->free_slots;
    for (; *link; link = &(*link)->next) {
        bytes += (*link)->memory_bytes + (*link)->window_bytes;
        if (++count > KEEP_SLOTS || bytes > KEEP_BYTES)
            break;
    }
    slots_free(k->device, link);
}
