/* race_cells.c: what the waves of a work-group did to each granule of memory, and whether anything
 * orders it. An access of another wave comes before what this wave does if it is known to be done
 * there (race_wave.seen), by the number that it has among those that raised the same counter. */
#include <stdlib.h>
#include <string.h>

#include "check/race.h"

enum {
    STAMP_NUMBER = (1 << 23) - 1,
    STAMP_COUNTER = 23, /* 2 bits */
    STAMP_RELEASE = 1 << 25,
    STAMP_ATOMIC = 1 << 26,
    STAMP_VALUE = 1 << 27, /* race_cell.value is known */
    STAMP_MASK = 28,       /* 4 bits: bytes */
    FIRST_TABLE = 64,
};
#define LDS_KEY (UINT64_C(1) << 63)

uint32_t race_stamp(uint32_t number, unsigned counter, unsigned kind)
{
    uint32_t kept = number < STAMP_NUMBER ? number : STAMP_NUMBER;
    return kept | counter << STAMP_COUNTER | (kind == RACE_ATOMIC ? (uint32_t)STAMP_ATOMIC : 0) |
           (kind == RACE_RELEASE ? (uint32_t)STAMP_RELEASE : 0);
}

static unsigned mask_of(uint32_t stamp) { return stamp >> STAMP_MASK; }

static unsigned kind_of(const struct race_cell *c, unsigned i)
{
    return c->stamp[i] & STAMP_ATOMIC    ? RACE_ATOMIC
           : c->stamp[i] & STAMP_RELEASE ? RACE_RELEASE
           : i == 0                      ? RACE_WRITE
                                         : RACE_READ;
}

/* ---- pages --------------------------------------------------------------------------- */

static size_t slot_of(const struct race_group *g, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (g->table_size - 1);
    while (g->table[i] && g->table[i]->key != key)
        i = (i + 1) & (g->table_size - 1);
    return i;
}

static bool grow(struct race_group *g)
{
    size_t old = g->table_size, size = old ? 2 * old : FIRST_TABLE;
    struct race_page **table = calloc(size, sizeof(struct race_page *));
    if (!table)
        return false;
    free(g->table);
    g->table = table;
    g->table_size = size;
    for (struct race_page *p = g->pages; p; p = p->next)
        g->table[slot_of(g, p->key)] = p;
    return true;
}

static struct race_page *page_find(struct race_group *g, uint64_t key)
{
    if (g->last && g->last->key == key)
        return g->last;
    if (2 * g->page_count >= g->table_size && !grow(g))
        return NULL;
    struct race_page **slot = &g->table[slot_of(g, key)], *p = *slot;
    if (!p) {
        p = g->free_pages;
        if (p)
            g->free_pages = p->next;
        else if (!(p = malloc(sizeof *p)))
            return NULL;
        memset(p, 0, sizeof *p);
        p->key = key;
        p->next = g->pages;
        g->pages = *slot = p;
        g->page_count++;
    }
    return g->last = p;
}

struct race_cell *race_cell_find(struct race_group *g, uint64_t address, bool is_lds,
                                 struct race_page **page, unsigned *index)
{
    uint64_t granule = address / RACE_GRANULE;
    struct race_page *p = page_find(g, granule / RACE_PAGE_CELLS | (is_lds ? LDS_KEY : 0));
    if (!p)
        return NULL;
    *page = p;
    *index = (unsigned)(granule % RACE_PAGE_CELLS);
    return &p->cells[*index];
}

int race_cell_writer(struct race_group *g, uint64_t address, bool is_lds, uint32_t *number,
                     unsigned *counter)
{
    struct race_page *p;
    unsigned i;
    const struct race_cell *c = race_cell_find(g, address, is_lds, &p, &i);
    if (c && p->split >> i & 1)
        c = &p->bytes[i][address % RACE_GRANULE];
    if (!c || !c->where[0])
        return -1;
    *number = kind_of(c, 0) == RACE_RELEASE ? c->stamp[0] & STAMP_NUMBER : 0;
    *counter = c->stamp[0] >> STAMP_COUNTER & 3;
    return (int)race_wave_of(c->where[0]);
}

void race_cells_clear(struct race_group *g)
{
    for (struct race_page *p = g->pages, *next; p; p = next) {
        next = p->next;
        free(p->bytes);
        p->bytes = NULL;
        p->next = g->free_pages;
        g->free_pages = p;
    }
    if (g->table)
        memset(g->table, 0, g->table_size * sizeof(struct race_page *));
    g->pages = g->last = g->dirty = NULL;
    g->page_count = 0;
}

/* ---- accesses ------------------------------------------------------------------------ */

/* Whether the record comes before what a wave that has seen this much does now. */
static bool is_seen(const uint32_t seen[RACE_WAVES][RACE_COUNTERS], uint32_t where, uint32_t stamp)
{
    return (stamp & STAMP_NUMBER) <= seen[race_wave_of(where)][stamp >> STAMP_COUNTER & 3];
}

static void report(const struct race_context *x, const struct race_cell *c, unsigned i,
                   uint64_t address, unsigned lane, bool is_same)
{
    uint64_t group = x->group->group->slot->index;
    const struct race_end first = {group, c->where[i] & ~RACE_FLUSHED, kind_of(c, i)};
    const struct race_end second = {group, x->where | lane, x->kind};
    race_report(x->launch, &first, &second, address, x->is_lds, is_same);
}

/* Looks for accesses that nothing orders before this one. */
static void compare(const struct race_context *x, const struct race_cell *c, uint64_t address,
                    unsigned lane, unsigned mask, bool has_value, uint32_t value)
{
    uint32_t wave = x->wave->index;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t where = c->where[i], stamp = c->stamp[i];
        if (!where || !(mask_of(stamp) & mask))
            continue;
        bool is_same = i == 0 && race_is_plain_write(x->kind) && has_value && stamp & STAMP_VALUE &&
                       value == c->value;
        if (race_wave_of(where) == wave) {
            /* The lanes of one instruction. */
            if (i == 0 && race_is_plain_write(x->kind) &&
                race_site_of(where) == race_site_of(x->where) &&
                (stamp & STAMP_NUMBER) == (x->stamp & STAMP_NUMBER) &&
                (stamp & STAMP_NUMBER) != STAMP_NUMBER && race_lane_of(where) != lane)
                report(x, c, i, address, lane, is_same);
        } else if (race_conflict(kind_of(c, i), x->kind) && !is_seen(x->own->seen, where, stamp)) {
            report(x, c, i, address, lane, is_same);
        }
    }
}

static void put(const struct race_context *x, struct race_cell *c, unsigned i, unsigned lane,
                unsigned mask)
{
    uint32_t where = x->where | lane;
    if (c->where[i] && race_is_same_place(c->where[i], where))
        mask |= mask_of(c->stamp[i]);
    c->where[i] = where;
    c->stamp[i] = x->stamp | mask << STAMP_MASK;
}

static bool is_free(const struct race_context *x, const struct race_cell *c, unsigned i)
{
    return !c->where[i] || race_wave_of(c->where[i]) == x->wave->index ||
           is_seen(x->own->seen, c->where[i], c->stamp[i]);
}

static void put_read(const struct race_context *x, struct race_cell *c, unsigned lane,
                     unsigned mask)
{
    bool is_second = c->where[2] && race_wave_of(c->where[2]) == x->wave->index;
    if (!is_second && is_free(x, c, 1))
        put(x, c, 1, lane, mask);
    else if (is_second || is_free(x, c, 2))
        put(x, c, 2, lane, mask);
}

/* Compilers make atomics that the hardware lacks of a plain load and a loop of compare and swap,
 * which notices when the loaded value is outdated. */
static void find_feeding_load(const struct race_context *x, const struct race_cell *c)
{
    enum { MOST_BETWEEN = 64 }; /* memory instructions */
    for (unsigned i = 1; i < 3; i++) {
        uint32_t where = c->where[i], site = race_site_of(where);
        if (!where || race_wave_of(where) != x->wave->index || kind_of(c, i) != RACE_READ ||
            site == x->group->feeding)
            continue;
        uint32_t between = (x->stamp & STAMP_NUMBER) - (c->stamp[i] & STAMP_NUMBER);
        bool has_one_counter = ((x->stamp ^ c->stamp[i]) >> STAMP_COUNTER & 3) == 0;
        if (has_one_counter && between > MOST_BETWEEN)
            continue;
        x->group->feeding = site;
        pthread_mutex_lock(&x->launch->lock);
        x->launch->sites[site].feeds_atomic = true;
        pthread_mutex_unlock(&x->launch->lock);
    }
}

static void put_write(const struct race_context *x, struct race_cell *c, unsigned lane,
                      unsigned mask, bool has_value, uint32_t value)
{
    /* An atomic does not stand for what others did before it, or a plain store of its own wave. */
    bool is_seen_by_all = c->where[0] && race_wave_of(c->where[0]) != x->wave->index &&
                          is_seen(x->own->seen, c->where[0], c->stamp[0]);
    bool is_own_atomic =
        c->where[0] && race_wave_of(c->where[0]) == x->wave->index && kind_of(c, 0) == RACE_ATOMIC;
    if (x->kind == RACE_ATOMIC && c->where[0] && !is_seen_by_all && !is_own_atomic) {
        put_read(x, c, lane, mask);
        return;
    }
    uint32_t bytes = 0;
    for (unsigned i = 0; i < RACE_GRANULE; i++)
        bytes |= mask >> i & 1 ? 0xffu << 8 * i : 0;
    bool is_partly = c->where[0] && race_is_same_place(c->where[0], x->where);
    c->value = is_partly ? (c->value & ~bytes) | value : value;
    put(x, c, 0, lane, mask);
    if (has_value)
        c->stamp[0] |= STAMP_VALUE;
    c->where[1] = c->where[2] = 0;
}

/* Whether the records are about the same bytes as the access, or of the same instruction. */
static bool is_alike(const struct race_context *x, const struct race_cell *c, unsigned mask)
{
    for (unsigned i = 0; i < 3; i++)
        if (c->where[i] && mask_of(c->stamp[i]) != mask &&
            !race_is_same_place(c->where[i], x->where))
            return false;
    return true;
}

static bool split(struct race_page *p, unsigned index)
{
    if (!p->bytes && !(p->bytes = calloc(RACE_PAGE_CELLS, sizeof *p->bytes)))
        return false;
    const struct race_cell *c = &p->cells[index];
    for (unsigned b = 0; b < RACE_GRANULE; b++) {
        struct race_cell *part = &p->bytes[index][b];
        *part = *c;
        part->value = c->value & 0xffu << 8 * b;
        for (unsigned i = 0; i < 3; i++) {
            bool has = mask_of(c->stamp[i]) >> b & 1;
            part->where[i] = has ? c->where[i] : 0;
            part->stamp[i] = (c->stamp[i] & ((1u << STAMP_MASK) - 1)) | 1u << b << STAMP_MASK;
        }
    }
    p->split |= UINT64_C(1) << index;
    return true;
}

static void cell_access(const struct race_context *x, struct race_cell *c, uint64_t address,
                        unsigned lane, unsigned mask, bool has_value, uint32_t value)
{
    if (c->where[0] | c->where[1])
        compare(x, c, address, lane, mask, has_value, value);
    if (x->kind == RACE_ATOMIC && x->returns)
        find_feeding_load(x, c);
    if (x->kind == RACE_READ)
        put_read(x, c, lane, mask);
    else
        put_write(x, c, lane, mask, has_value, value);
}

void race_cell_access(const struct race_context *x, uint64_t address, unsigned lane, unsigned mask,
                      bool has_value, uint32_t value)
{
    struct race_page *p;
    unsigned index;
    struct race_cell *c = race_cell_find(x->group, address, x->is_lds, &p, &index);
    if (!c)
        return;
    p->dirty |= UINT64_C(1) << index;
    if (!x->is_lds && !p->is_listed) {
        p->is_listed = true;
        p->next_dirty = x->group->dirty;
        x->group->dirty = p;
    }
    if (!(p->split >> index & 1) && (is_alike(x, c, mask) || !split(p, index))) {
        cell_access(x, c, address, lane, mask, has_value, value);
        return;
    }
    for (unsigned b = 0; b < RACE_GRANULE; b++)
        if (mask >> b & 1)
            cell_access(x, &p->bytes[index][b], (address & ~UINT64_C(3)) + b, lane, 1u << b,
                        has_value, value & 0xffu << 8 * b);
}

/* ---- to the launch's shadow ------------------------------------------------------------ */

struct flush {
    struct race_group *group;
    struct race_launch *launch;
    struct shadow_page *to;
    int covered_by;
    uint32_t number;
    uint32_t only; /* the stamp of the instruction whose records are taken; 0: of all */
    uint32_t segments[RACE_WAVES]; /* 0: not made yet */
    bool has_any;
};

static bool is_covered(const struct flush *f, uint32_t where, uint32_t stamp)
{
    const struct race_wave *w = &f->group->waves[f->covered_by < 0 ? 0 : f->covered_by];
    if (f->covered_by < 0)
        return true;
    if (f->only)
        return race_wave_of(where) == (uint32_t)f->covered_by &&
               (stamp & STAMP_NUMBER) == (f->only & STAMP_NUMBER);
    if (race_wave_of(where) == (uint32_t)f->covered_by)
        return (stamp & STAMP_NUMBER) <= w->done[stamp >> STAMP_COUNTER & 3];
    return is_seen(w->seen, where, stamp);
}

/* false: the record has to stay. */
static bool flush_record(struct flush *f, struct race_cell *c, unsigned i, unsigned index)
{
    if (c->where[i] & RACE_FLUSHED)
        return true;
    if (!is_covered(f, c->where[i], c->stamp[i]))
        return false;
    uint32_t wave = race_wave_of(c->where[i]);
    if (!f->segments[wave])
        f->segments[wave] = race_segment(f->launch->shadow, (uint32_t)f->group->group->slot->index,
                                         f->number, f->group->waves[wave].known);
    const struct race_record r = {
        .segment = f->segments[wave],
        .where = c->where[i],
        .value = c->value,
        .has_value = i == 0 && c->stamp[0] & STAMP_VALUE,
        .kind = kind_of(c, i),
        .mask = mask_of(c->stamp[i]),
    };
    race_shadow_insert(f->launch->shadow, f->to, index, &r);
    f->has_any = true;
    c->where[i] |= RACE_FLUSHED;
    return true;
}

/* A write stands for the reads that came before it. */
static bool flush_cell(struct flush *f, struct race_cell *c, unsigned index)
{
    bool is_done = true, has_write = c->where[0] != 0;
    if (has_write)
        is_done &= flush_record(f, c, 0, index);
    for (unsigned i = 1; i < 3; i++)
        if (c->where[i] && (!has_write || kind_of(c, 0) != RACE_WRITE))
            is_done &= flush_record(f, c, i, index);
    return is_done;
}

static void flush_page(struct flush *f, struct race_page *p)
{
    f->to = race_shadow_open(f->launch->shadow, p->key);
    if (!f->to)
        return;
    for (uint64_t left = p->dirty; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        bool is_done = true;
        if (p->split >> i & 1) {
            for (unsigned b = 0; b < RACE_GRANULE; b++)
                is_done &= flush_cell(f, &p->bytes[i][b], i);
        } else {
            is_done = flush_cell(f, &p->cells[i], i);
        }
        if (is_done)
            p->dirty &= ~(UINT64_C(1) << i);
    }
    race_shadow_close(f->launch->shadow, p->key);
}

bool race_cells_flush(struct race_group *g, int covered_by, uint32_t number, uint32_t only)
{
    struct race_launch *l = g->group->launch->race;
    struct flush f = {g, l, NULL, covered_by, number, only, {0}, false};
    struct window *w = &l->check->check->device->window;
    struct allocation a = {0};
    for (struct race_page **link = &g->dirty; *link && l->has_shadow;) {
        struct race_page *p = *link;
        uint64_t address = p->key * RACE_PAGE_CELLS * RACE_GRANULE;
        /* What belongs to the engine is given to one work-group after the other. */
        if (address - a.map_base >= a.map_size && !window_find(w, address, &a))
            a = (struct allocation){0};
        if (a.map_size && a.owner == OWNER_ENGINE)
            p->dirty = 0;
        else
            flush_page(&f, p);
        p->is_listed = p->dirty != 0;
        if (p->is_listed)
            link = &p->next_dirty;
        else
            *link = p->next_dirty;
    }
    return f.has_any;
}
