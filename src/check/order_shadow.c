/* order_shadow.c: what tasks did to global memory, byte by byte, for as long as others may race
 * with it. Of what tasks did one after the other, the last one is enough: who is in no order with
 * an earlier one, and comes later, is in no order with it either. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/order.h"
#include "engine/fault_place.h"

enum { BUCKETS = 4096, MOST_SYNCS = 64, WORDS = 4, PAGE = RACE_PAGE_CELLS * RACE_GRANULE };

struct order_source {
    unsigned refs; /* under the lock of struct order */
    uint64_t launch, groups[3];
    uint32_t block[3], last_block[3], lanes;
    const shoal_check_place **places; /* [place_count] by site; NULL: a call */
    size_t place_count;
    const shoal_check_place *call;
    /* Addresses by which it released what it did, and from which it acquired what others did. */
    uint64_t released[MOST_SYNCS], learned[MOST_SYNCS];
    unsigned released_count, learned_count;
};

struct entry {
    struct entry *next;
    struct order_source *by;
    uint64_t task;
    uint32_t chain, number;
    unsigned kind;
    uint64_t bytes[WORDS];
    struct race_row_where row;
    struct race_at *each; /* [RACE_PAGE_CELLS] instead of row; NULL: it is a row, or a call */
};

struct order_page {
    struct order_page *next;
    uint64_t key;
    struct entry *entries;
};

/* A place of an instruction, whoever executes it. */
struct order_place {
    struct order_place *next;
    uint64_t pc; /* of a call: its address */
    shoal_check_place place;
};

struct order_shadow {
    struct order_page *buckets[BUCKETS];
    struct order_place *places;
    bool has_pages;
};

struct order_shadow *order_shadow_create(void) { return calloc(1, sizeof(struct order_shadow)); }

void order_source_drop(struct order_source *s)
{
    if (!s || --s->refs > 0)
        return;
    free(s->places);
    free(s);
}

static void entry_free(struct entry *e)
{
    order_source_drop(e->by);
    free(e->each);
    free(e);
}

void order_shadow_clear(struct order_shadow *s)
{
    for (size_t i = 0; i < BUCKETS && s->has_pages; i++) {
        for (struct order_page *p = s->buckets[i], *next; p; p = next) {
            next = p->next;
            for (struct entry *e = p->entries, *after; e; e = after) {
                after = e->next;
                entry_free(e);
            }
            free(p);
        }
        s->buckets[i] = NULL;
    }
    s->has_pages = false;
}

void order_shadow_destroy(struct order_shadow *s)
{
    if (!s)
        return;
    order_shadow_clear(s);
    for (struct order_place *p = s->places, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    free(s);
}

static struct order_page **bucket_of(struct order_shadow *s, uint64_t key)
{
    return &s->buckets[key * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}

void order_shadow_forget(struct order_shadow *s, uint64_t at, uint64_t size)
{
    for (size_t i = 0; i < BUCKETS && s->has_pages && size; i++)
        for (struct order_page *p = s->buckets[i]; p; p = p->next)
            if (p->key * PAGE < at + size && (p->key + 1) * PAGE > at)
                while (p->entries) {
                    struct entry *e = p->entries;
                    p->entries = e->next;
                    entry_free(e);
                }
}

/* ---- who did it ---------------------------------------------------------------------------- */

static struct order_source *source_create(void)
{
    struct order_source *s = calloc(1, sizeof *s);
    if (s)
        s->refs = 1;
    return s;
}

/* The place at this address; NULL: it is not known yet. */
static const shoal_check_place *place_find(struct order_shadow *s, uint64_t pc, const char *kernel)
{
    for (struct order_place *p = s->places; p; p = p->next)
        if (p->pc == pc && strcmp(p->place.kernel, kernel) == 0)
            return &p->place;
    return NULL;
}

static shoal_check_place *place_add(struct order_shadow *s, uint64_t pc)
{
    struct order_place *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->pc = pc;
    p->next = s->places;
    s->places = p;
    return &p->place;
}

struct order_source *order_source_of_launch(struct race_launch *l)
{
    const struct launch *launch = l->check->launch;
    struct order_shadow *shadow = order_shadow_of(l->check->check);
    struct order_source *s = source_create();
    if (!s || !(s->places = calloc(l->site_count + 1, sizeof *s->places))) {
        order_source_drop(s);
        return NULL;
    }
    s->launch = l->check->number;
    s->lanes = launch->lanes;
    s->place_count = l->site_count;
    for (int i = 0; i < 3; i++) {
        s->groups[i] = launch->groups[i];
        s->block[i] = launch->desc.block[i];
        s->last_block[i] = launch->device->isa->full_groups ? s->block[i] : launch->last_block[i];
    }
    for (size_t i = 1; i < l->site_count; i++) {
        const struct race_site *site = &l->sites[i];
        s->places[i] = place_find(shadow, site->pc, launch->kernel->info->name);
        shoal_check_place *made = s->places[i] ? NULL : place_add(shadow, site->pc);
        if (!made)
            continue;
        place_fill_of(l->check, 0, 0, 0, site->code, site->pc, made);
        s->places[i] = made;
    }
    s->released_count = race_shadow_syncs(l->shadow, s->released, MOST_SYNCS);
    s->learned_count = l->learned_count;
    memcpy(s->learned, l->learned, s->learned_count * sizeof *s->learned);
    return s;
}

struct order_source *order_source_of_call(struct check *c, const void *caller)
{
    struct order_shadow *shadow = order_shadow_of(c);
    struct order_source *s = source_create();
    uint64_t at = (uint64_t)(uintptr_t)caller;
    if (!s || (s->call = place_find(shadow, at, "")))
        return s;
    shoal_check_place *made = place_add(shadow, at);
    if (made) {
        made->lane = -1;
        fault_caller(caller, made->source, sizeof made->source);
        for (const char *p = made->source; *p; p++) /* tells calls apart */
            made->pc_offset = (made->pc_offset * 31 + *p) & INT32_MAX;
    }
    s->call = made;
    return s;
}

/* Whether one may have learned by atomics that the other had done something. */
static bool is_synchronised(const struct order_source *a, const struct order_source *b)
{
    for (unsigned i = 0; i < a->released_count; i++)
        for (unsigned k = 0; k < b->learned_count; k++)
            if (a->released[i] == b->learned[k])
                return true;
    return false;
}

/* ---- reports ------------------------------------------------------------------------------- */

/* The place of the entry's access to a granule of its page. */
static bool fill(const struct entry *e, unsigned granule, shoal_check_place *out)
{
    const struct order_source *s = e->by;
    struct race_at at = e->each ? e->each[granule] : race_at_of_row(&e->row, granule);
    if (s->call) {
        *out = *s->call;
        return true;
    }
    uint32_t site = race_site_of(at.where);
    if (site >= s->place_count || !s->places[site])
        return false;
    *out = *s->places[site];
    out->launch = s->launch;
    place_set_item(out, s->groups, s->block, s->last_block, s->lanes, at.group,
                   race_wave_of(at.where), (int)race_lane_of(at.where));
    return true;
}

static const char *const nouns[RACE_ACCESSES] = {"load", "store", "atomic", "store"};

static void describe(struct check *c, const struct entry *first, const struct entry *second,
                     uint64_t address, shoal_check_report *r)
{
    char where[128];
    r->detail[0] = 0;
    mem_where_of(c, address, 1, where, sizeof where, r->detail, sizeof r->detail);
    snprintf(r->message, sizeof r->message, "%s %s, which is in no order with %s %s by another %s",
             nouns[second->kind], where, first->kind == RACE_ATOMIC ? "an" : "a",
             nouns[first->kind], first->by->call ? "call" : "launch");
    r->other_title = "the other access";
}

static void report(struct check *c, const struct entry *a, const struct entry *b, uint64_t key,
                   unsigned byte, uint64_t count)
{
    bool is_swapped = a->by->call && !b->by->call   ? false
                      : b->by->call && !a->by->call ? true
                                                    : b->task < a->task;
    const struct entry *first = is_swapped ? b : a, *second = is_swapped ? a : b;
    shoal_check_place place, other;
    if (!fill(first, byte / RACE_GRANULE, &other) || !fill(second, byte / RACE_GRANULE, &place))
        return;
    const struct finding_key k = {
        .kind = SHOAL_CHECK_RACE,
        .rule = "launches",
        .kernel = place.kernel,
        .pc_offset = place.pc_offset,
        .other = &other,
        .order = {place.launch, place.workgroup[0], place.wave},
    };
    struct finding *f = finding_enter_at(c, &k, count);
    if (!f)
        return;
    f->report.place = place;
    describe(c, first, second, key * PAGE + byte, &f->report);
    pthread_mutex_unlock(&c->lock);
}

/* ---- accesses ------------------------------------------------------------------------------ */

static struct order_page *page_of(struct order_shadow *s, uint64_t key)
{
    struct order_page **bucket = bucket_of(s, key), *p = *bucket;
    while (p && p->key != key)
        p = p->next;
    if (p || !(p = calloc(1, sizeof *p)))
        return p;
    p->key = key;
    p->next = *bucket;
    *bucket = p;
    s->has_pages = true;
    return p;
}

/* Bytes that both access; *first: the first of them. */
static uint64_t overlap(const struct entry *a, const struct entry *b, unsigned *first)
{
    uint64_t count = 0;
    for (unsigned i = WORDS; i-- > 0;) {
        uint64_t both = a->bytes[i] & b->bytes[i];
        count += (uint64_t)__builtin_popcountll(both);
        *first = both ? 64 * i + (unsigned)__builtin_ctzll(both) : *first;
    }
    return count;
}

/* Takes from an entry what a later one stands for. Returns whether nothing is left. */
static bool take_over(struct entry *old, const struct entry *e)
{
    uint64_t left = 0;
    bool stands_for = race_is_plain_write(e->kind) || e->kind == old->kind;
    for (unsigned i = 0; i < WORDS; i++) {
        old->bytes[i] &= stands_for ? ~e->bytes[i] : UINT64_MAX;
        left |= old->bytes[i];
    }
    return !left;
}

static bool is_of_program(struct check *c, uint64_t key)
{
    struct allocation in;
    return window_find(&c->device->window, key * PAGE, &in)
               ? in.owner == OWNER_USER || in.owner == OWNER_MODULE
               : window_find(&c->device->window, (key + 1) * PAGE - 1, &in) && /* of a small one */
                     in.owner == OWNER_USER;
}

void order_shadow_add(struct check *c, struct order_shadow *s, const struct order_at *at,
                      struct order_source *by, const struct race_seen *seen)
{
    struct order_page *p = is_of_program(c, seen->key) ? page_of(s, seen->key) : NULL;
    struct entry *e = p ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return;
    *e = (struct entry){.by = by,
                        .task = at->task,
                        .chain = at->chain,
                        .number = at->number,
                        .kind = seen->kind,
                        .row = seen->row};
    memcpy(e->bytes, seen->bytes, sizeof e->bytes);
    by->refs++;
    if (!seen->is_row && !by->call && (e->each = malloc(sizeof seen->each)))
        memcpy(e->each, seen->each, sizeof seen->each);
    for (struct entry **link = &p->entries; *link;) {
        struct entry *old = *link;
        unsigned first = 0;
        uint64_t both = overlap(old, e, &first);
        bool is_before = race_clock_has(at->known, old->chain, old->number);
        if (both && !is_before && race_conflict(old->kind, e->kind) &&
            !is_synchronised(old->by, by) && !is_synchronised(by, old->by))
            report(c, old, e, seen->key, first, (both + RACE_GRANULE - 1) / RACE_GRANULE);
        if (is_before && take_over(old, e)) {
            *link = old->next;
            entry_free(old);
        } else {
            link = &old->next;
        }
    }
    e->next = p->entries;
    p->entries = e;
}
