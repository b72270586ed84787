/* pending.c: see pending.h. */
#include "engine/pending.h"

#include <stdlib.h>

enum {
    LEAST_BYTES = 1024,   /* of less, doing it in the end is most of the work */
    ITEMS_PER_PLACE = 4,  /* of a thread, with which a table pays */
    PLACES_PER_LOOK = 16, /* a line of the cache */
    LINE = 64,
};

/* How much of memory a launch of this size is worth a table for. */
static uint64_t bytes_for(const struct launch *l)
{
    uint64_t waves = l->group_count * l->group_waves / l->threads; /* below 2^64 / 1024 */
    uint64_t bytes = waves * l->lanes / ITEMS_PER_PLACE * sizeof(uint32_t);
    return bytes < MAX_PENDING_BYTES ? bytes : MAX_PENDING_BYTES;
}

/* The part of an allocation that the table stands for: its start, if `at` is in that. */
static void choose_part(struct pending_atomics *p, const struct allocation *a, uint64_t at,
                        uint64_t bytes)
{
    uint64_t first = a->base, end = a->base + a->size;
    if (at - first >= bytes)
        first = (at - bytes / 2) & ~(uint64_t)(LINE - 1);
    p->first = first;
    p->size = (uint32_t)((end - first < bytes ? end - first : bytes) & ~UINT64_C(3));
}

static void begin(struct group *g, uint64_t at, uint32_t operation)
{
    const struct slot *s = (const struct slot *)(void *)g;
    struct window *window = &s->launch->device->window;
    struct pending_atomics *p = g->pending;
    uint64_t bytes = bytes_for(s->launch);
    struct allocation a;
    p->operation = PENDING_REFUSED;
    bool is_memory = window_hold(window, at - window->host_offset, &a);
    window_release(window);
    if (!is_memory || bytes < LEAST_BYTES || a.size < LEAST_BYTES)
        return;
    if (!p->values)
        p->values = calloc(MAX_PENDING_BYTES, 1);
    if (!p->values)
        return;
    choose_part(p, &a, at - window->host_offset, bytes);
    p->first += window->host_offset;
    p->operation = operation;
}

static void operate(enum pending_operation operation, uint32_t *at, uint32_t value)
{
    switch (operation) {
    case PENDING_ADD:
        __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
        break;
    case PENDING_OR:
        __atomic_fetch_or(at, value, __ATOMIC_RELAXED);
        break;
    case PENDING_XOR:
        __atomic_fetch_xor(at, value, __ATOMIC_RELAXED);
        break;
    default:
        break;
    }
}

/* 0 changes nothing, in all of the operations. */
static bool has_values(const uint32_t *v, uint32_t n)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < n; i++)
        any |= v[i];
    return any != 0;
}

static void finish(struct group *g)
{
    struct slot *s = (struct slot *)(void *)g;
    pending_finish(s->worker);
}

void pending_renew(struct worker *k)
{
    k->pending.operation = PENDING_NONE;
    k->pending.begin = begin;
    k->pending.finish = finish;
}

void pending_finish(struct worker *k)
{
    struct pending_atomics *p = &k->pending;
    struct window *window = &k->device->window;
    enum pending_operation operation = p->operation;
    uint32_t *at = (uint32_t *)(uintptr_t)p->first, places = p->size / sizeof *at;
    uint64_t first = p->first - window->host_offset;
    p->operation = PENDING_REFUSED;
    p->size = 0;
    if (!places)
        return;
    /* Another thread may have freed that memory, or be about to. */
    struct allocation a;
    uint64_t there = window_hold(window, first, &a) ? (a.base + a.size - first) / sizeof *at : 0;
    for (uint32_t i = 0; i < places; i += PLACES_PER_LOOK) {
        uint32_t n = places - i < PLACES_PER_LOOK ? places - i : PLACES_PER_LOOK;
        if (!has_values(p->values + i, n))
            continue;
        for (uint32_t j = i; j < i + n; j++) {
            if (p->values[j] && j < there)
                operate(operation, at + j, p->values[j]);
            p->values[j] = 0;
        }
    }
    window_release(window);
}

void pending_free(struct worker *k) { free(k->pending.values); }
