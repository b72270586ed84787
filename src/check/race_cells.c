/* race_cells.c: what the waves of a work-group did to each granule of memory, and whether anything
 * orders it. An access of another wave comes before what this wave does if it is known to be done
 * there (race_wave.seen), by the number that it has among those that raised the same counter. */
#include <stddef.h>
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
    STAMP_PLACE = STAMP_NUMBER | 3 << STAMP_COUNTER,
    FIRST_TABLE = 64,
    NO_RECORD = 3,
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
    while (g->table[i].page && g->table[i].key != key)
        i = (i + 1) & (g->table_size - 1);
    return i;
}

static bool grow(struct race_group *g)
{
    size_t old = g->table_size, size = old ? 2 * old : FIRST_TABLE;
    struct race_slot *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    free(g->table);
    g->table = table;
    g->table_size = size;
    for (struct race_page *p = g->pages; p; p = p->next)
        g->table[slot_of(g, p->key)] = (struct race_slot){p->key, p};
    return true;
}

__attribute__((noinline)) static struct race_page *page_add(struct race_group *g, uint64_t key)
{
    if (2 * g->page_count >= g->table_size && !grow(g))
        return NULL;
    struct race_page *p = g->free_pages;
    if (p)
        g->free_pages = p->next;
    else if (!(p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64)))
        return NULL;
    p->key = key;
    p->generation = g->generation - 1;
    p->is_listed = false;
    p->shadow = NULL;
    p->bytes = NULL;
    p->next = g->pages;
    g->pages = p;
    g->table[slot_of(g, key)] = (struct race_slot){key, p};
    g->page_count++;
    return p;
}

/* Made if need be; NULL: no memory. */
static inline struct race_page *page_find(struct race_group *g, uint64_t address, bool is_lds)
{
    uint64_t key = address / RACE_GRANULE / RACE_PAGE_CELLS | (is_lds ? LDS_KEY : 0);
    if (g->last && g->last->key == key)
        return g->last;
    struct race_page *p = g->table_size ? g->table[slot_of(g, key)].page : NULL;
    if (!p && !(p = page_add(g, key)))
        return NULL;
    if (p->generation != g->generation) {
        p->generation = g->generation;
        p->has[0] = p->has[1] = p->has[2] = p->dirty = p->split = p->special = 0;
    }
    return g->last = p;
}

/* The table has no such page any more. */
static void slot_clear(struct race_group *g, uint64_t key)
{
    size_t mask = g->table_size - 1, hole = slot_of(g, key);
    for (size_t i = (hole + 1) & mask; g->table[i].page; i = (i + 1) & mask) {
        size_t wanted = (size_t)(g->table[i].key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
        if (((i - wanted) & mask) < ((i - hole) & mask))
            continue;
        g->table[hole] = g->table[i];
        hole = i;
    }
    g->table[hole] = (struct race_slot){0, NULL};
}

/* Pages that this work-group made no use of are free; the others are likely to be met again. */
static void cells_clear(struct race_group *g)
{
    for (struct race_page **link = &g->pages, *p; (p = *link);) {
        if (p->bytes)
            free(p->bytes);
        p->bytes = NULL;
        p->is_listed = false;
        if (p->generation == g->generation) {
            link = &p->next;
            continue;
        }
        *link = p->next;
        slot_clear(g, p->key);
        p->next = g->free_pages;
        g->free_pages = p;
        g->page_count--;
    }
    g->last = g->dirty = NULL;
    g->generation++;
}

static unsigned index_of(uint64_t address) { return address / RACE_GRANULE % RACE_PAGE_CELLS; }

static struct race_cell cell_get(const struct race_page *p, unsigned index)
{
    struct race_cell c = {0};
    for (unsigned i = 0; i < 3; i++)
        if (p->has[i] >> index & 1) {
            c.where[i] = (uint32_t)p->records[i][index];
            c.stamp[i] = (uint32_t)(p->records[i][index] >> 32);
        }
    if (c.stamp[0] & STAMP_VALUE)
        c.value = p->values[index];
    return c;
}

static void cell_set(struct race_page *p, unsigned index, const struct race_cell *c)
{
    uint64_t bit = UINT64_C(1) << index;
    for (unsigned i = 0; i < 3; i++) {
        p->records[i][index] = c->where[i] | (uint64_t)c->stamp[i] << 32;
        p->has[i] = c->where[i] ? p->has[i] | bit : p->has[i] & ~bit;
    }
    p->values[index] = c->value;
}

int race_cell_writer(struct race_group *g, uint64_t address, bool is_lds, uint32_t *number,
                     unsigned *counter)
{
    const struct race_page *p = page_find(g, address, is_lds);
    unsigned i = index_of(address);
    if (!p)
        return -1;
    struct race_cell whole = cell_get(p, i);
    const struct race_cell *c = p->split >> i & 1 ? &p->bytes[i][address % RACE_GRANULE] : &whole;
    if (!c->where[0])
        return -1;
    *number = kind_of(c, 0) == RACE_RELEASE ? c->stamp[0] & STAMP_NUMBER : 0;
    *counter = c->stamp[0] >> STAMP_COUNTER & 3;
    return (int)race_wave_of(c->where[0]);
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

/* Whether a record is of this wave, or comes before what it does now. */
static bool is_before(const struct race_context *x, uint64_t record)
{
    uint32_t where = (uint32_t)record;
    return race_wave_of(where) == x->wave->index ||
           is_seen(x->own->seen, where, (uint32_t)(record >> 32));
}

static bool is_free(const struct race_context *x, const struct race_cell *c, unsigned i)
{
    return !c->where[i] || race_wave_of(c->where[i]) == x->wave->index ||
           is_seen(x->own->seen, c->where[i], c->stamp[i]);
}

/* The record that a read becomes; NO_RECORD: there is no room. */
static unsigned record_of_read(const struct race_context *x, const struct race_cell *c)
{
    bool is_second = c->where[2] && race_wave_of(c->where[2]) == x->wave->index;
    if (!is_second && is_free(x, c, 1))
        return 1;
    return is_second || is_free(x, c, 2) ? 2 : NO_RECORD;
}

/* Whether few memory instructions of the wave are between that record's and this one. */
static bool is_shortly_before(const struct race_context *x, uint32_t stamp)
{
    enum { MOST_BETWEEN = 64 };
    uint32_t between = (x->stamp & STAMP_NUMBER) - (stamp & STAMP_NUMBER);
    bool has_one_counter = ((x->stamp ^ stamp) >> STAMP_COUNTER & 3) == 0;
    return !has_one_counter || between <= MOST_BETWEEN;
}

/* A load takes the place of that record: one of the same wave may have been for the same purpose.
 */
static void link_loads(const struct race_context *x, uint32_t where, uint32_t stamp)
{
    uint32_t earlier = race_site_of(where), later = race_site_of(x->where);
    if (earlier != later && race_wave_of(where) == x->wave->index && !(stamp & STAMP_ATOMIC) &&
        is_shortly_before(x, stamp))
        x->group->links[later % RACE_LINKS] = (struct race_link){later, earlier};
}

static void put_read(const struct race_context *x, struct race_cell *c, unsigned lane,
                     unsigned mask)
{
    unsigned i = record_of_read(x, c);
    if (i == NO_RECORD)
        return;
    if (c->where[i] && x->kind == RACE_READ)
        link_loads(x, c->where[i], c->stamp[i]);
    put(x, c, i, lane, mask);
}

/* Compilers make atomics that the hardware lacks of a plain load and a loop of compare and swap,
 * which notices when the loaded value is outdated. Programs load before such loops, too. */
static void mark_feeding(const struct race_context *x, uint32_t site)
{
    struct race_group *g = x->group;
    if (site == g->feeding)
        return;
    g->feeding = site;
    pthread_mutex_lock(&x->launch->lock);
    for (unsigned i = 0; site && i < RACE_LINKS; i++) {
        const struct race_link *link = &g->links[site % RACE_LINKS];
        x->launch->sites[site].feeds_atomic = true;
        site = link->later == site ? link->earlier : 0;
    }
    pthread_mutex_unlock(&x->launch->lock);
}

static void find_feeding_load(const struct race_context *x, const struct race_cell *c)
{
    for (unsigned i = 1; i < 3; i++) {
        uint32_t where = c->where[i];
        if (where && race_wave_of(where) == x->wave->index && kind_of(c, i) == RACE_READ &&
            is_shortly_before(x, c->stamp[i]))
            mark_feeding(x, race_site_of(where));
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
    const struct race_cell whole = cell_get(p, index), *c = &whole;
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

/* Cells of the page are accessed. */
static void touch(const struct race_context *x, struct race_page *p, uint64_t cells)
{
    p->dirty |= cells;
    if (x->is_lds || p->is_listed)
        return;
    p->is_listed = true;
    p->next_dirty = x->group->dirty;
    x->group->dirty = p;
}

static void page_access(const struct race_context *x, struct race_page *p, uint64_t address,
                        unsigned lane, unsigned mask, bool has_value, uint32_t value)
{
    unsigned index = index_of(address);
    uint64_t bit = UINT64_C(1) << index;
    if (mask != 15 || x->kind == RACE_ATOMIC)
        p->special |= bit;
    if (!(p->split & bit)) {
        struct race_cell c = cell_get(p, index);
        if (is_alike(x, &c, mask) || !split(p, index)) {
            cell_access(x, &c, address, lane, mask, has_value, value);
            cell_set(p, index, &c);
            return;
        }
    }
    for (unsigned b = 0; b < RACE_GRANULE; b++)
        if (mask >> b & 1)
            cell_access(x, &p->bytes[index][b], (address & ~UINT64_C(3)) + b, lane, 1u << b,
                        has_value, value & 0xffu << 8 * b);
}

void race_cell_access(const struct race_context *x, uint64_t address, unsigned lane, unsigned mask,
                      bool has_value, uint32_t value)
{
    struct race_page *p = page_find(x->group, address, x->is_lds);
    if (!p)
        return;
    touch(x, p, UINT64_C(1) << index_of(address));
    page_access(x, p, address, lane, mask, has_value, value);
}

/* ---- rows ------------------------------------------------------------------------------ */

enum { LANE_BITS = 63 };

static uint64_t ones(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

/* How many cells from this one on, `most` at most, have the same records but for the lanes. */
static unsigned alike_cells(const struct race_page *p, unsigned index, unsigned most)
{
    for (unsigned i = 0; i < 3; i++) {
        uint64_t has = p->has[i] >> index, other = has & 1 ? ~has : has;
        if (other && (unsigned)__builtin_ctzll(other) < most)
            most = (unsigned)__builtin_ctzll(other);
    }
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t *r = p->records[i] + index;
        uint64_t differs = 0;
        if (!(p->has[i] >> index & 1))
            continue;
        for (unsigned k = 0; k < most; k++)
            differs |= r[k] ^ r[0];
        for (unsigned k = 1; differs & ~(uint64_t)LANE_BITS && k < most; k++)
            if ((r[k] ^ r[0]) & ~(uint64_t)LANE_BITS)
                most = k;
    }
    return most;
}

/* Whether a plain access to the whole granule is in order with all that the cell knows; then which
 * record it becomes, NO_RECORD: none. */
static bool is_in_order(const struct race_context *x, const struct race_cell *c, unsigned *record)
{
    uint32_t wave = x->wave->index;
    bool is_read = x->kind == RACE_READ;
    if (!is_alike(x, c, 15))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t where = c->where[i];
        if (!where)
            continue;
        bool is_same_instruction = race_site_of(where) == race_site_of(x->where) &&
                                   (c->stamp[i] & STAMP_NUMBER) == (x->stamp & STAMP_NUMBER);
        if (race_wave_of(where) == wave ? !is_read && is_same_instruction
                                        : race_conflict(kind_of(c, i), x->kind) &&
                                              !is_seen(x->own->seen, where, c->stamp[i]))
            return false;
    }
    if (is_read)
        *record = record_of_read(x, c);
    else
        *record = 0;
    return true;
}

/* Cells of a page, from `index` on. made: their new records. */
static void row_part(const struct race_context *x, struct race_page *p, unsigned index,
                     unsigned count, const uint64_t *made, const uint32_t *values)
{
    uint64_t cells = ones(count) << index;
    bool is_read = x->kind == RACE_READ;
    unsigned record = is_read;
    touch(x, p, cells);
    bool is_new = !((p->has[0] | p->has[1] | p->has[2] | p->split) & cells);
    for (unsigned done = 0, n; done < count; done += n) {
        unsigned at = index + done;
        n = is_new ? count : alike_cells(p, at, count - done);
        struct race_cell c;
        if (!is_new) {
            c = cell_get(p, at);
            if (p->split & ones(n) << at || !is_in_order(x, &c, &record)) {
                uint64_t base = (p->key & ~LDS_KEY) * RACE_PAGE_CELLS * RACE_GRANULE;
                for (unsigned k = done; k < done + n; k++)
                    page_access(x, p, base + (index + k) * RACE_GRANULE, made[k] & LANE_BITS, 15,
                                values, values ? values[k] : 0);
                continue;
            }
        }
        if (record == NO_RECORD)
            continue;
        if (is_read && !is_new && c.where[record])
            link_loads(x, c.where[record], c.stamp[record]);
        memcpy(p->records[record] + at, made + done, n * sizeof *made);
        p->has[record] |= ones(n) << at;
        if (is_read)
            continue;
        p->has[1] &= ~(ones(n) << at);
        p->has[2] &= ~(ones(n) << at);
        if (values)
            memcpy(p->values + at, values + done, n * sizeof *values);
    }
}

/* record_of_read for a cell that has only been read, all bytes of it. */
static unsigned record_of_plain_read(const struct race_context *x, const struct race_page *p,
                                     unsigned index)
{
    uint64_t one = p->records[1][index], two = p->records[2][index];
    bool has_one = p->has[1] >> index & 1, has_two = p->has[2] >> index & 1;
    bool is_second = has_two && race_wave_of((uint32_t)two) == x->wave->index;
    if (!is_second && (!has_one || is_before(x, one)))
        return 1;
    return is_second || !has_two || is_before(x, two) ? 2 : NO_RECORD;
}

/* The same for one cell: the cases that most are. */
static void cell_part(const struct race_context *x, struct race_page *p, unsigned index,
                      uint64_t made, const uint32_t *value)
{
    uint64_t bit = UINT64_C(1) << index, met = p->has[0] | p->split | p->special;
    bool is_read = x->kind == RACE_READ;
    if (!((met | p->has[1] | p->has[2]) & bit)) {
        p->records[is_read][index] = made;
        p->has[is_read] |= bit;
        if (value)
            p->values[index] = *value;
    } else if (is_read && !(met & bit)) {
        unsigned record = record_of_plain_read(x, p, index);
        if (record != NO_RECORD) {
            if (p->has[record] & bit)
                link_loads(x, (uint32_t)p->records[record][index],
                           (uint32_t)(p->records[record][index] >> 32));
            p->records[record][index] = made;
            p->has[record] |= bit;
        }
    } else {
        row_part(x, p, index, 1, &made, value);
        return;
    }
    touch(x, p, bit);
}

static uint64_t record_of(const struct race_context *x, bool has_value)
{
    uint32_t stamp = x->stamp | 15u << STAMP_MASK | (has_value ? (uint32_t)STAMP_VALUE : 0);
    return (uint64_t)stamp << 32 | x->where;
}

void race_lanes_access(const struct race_context *x, const uint64_t address[64], int32_t shift,
                       uint64_t lanes, const uint32_t *values)
{
    uint64_t record = record_of(x, values), left;
    struct race_page *pages[64];
    bool is_read = x->kind == RACE_READ;
    for (left = lanes; left; left &= left - 1) { /* so that memory comes at the same time */
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint64_t at = address[lane] + (uint64_t)(int64_t)shift;
        pages[lane] = page_find(x->group, at, x->is_lds);
        if (pages[lane])
            __builtin_prefetch(&pages[lane]->records[is_read][index_of(at)], 1);
    }
    for (left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint64_t at = address[lane] + (uint64_t)(int64_t)shift;
        if (pages[lane])
            cell_part(x, pages[lane], index_of(at), record | lane, values ? values + lane : NULL);
    }
}

void race_row_access(const struct race_context *x, uint64_t address, unsigned lane, unsigned dwords,
                     unsigned count, const uint32_t *values)
{
    uint64_t made[RACE_PAGE_CELLS];
    uint64_t record = record_of(x, values);
    for (unsigned done = 0, n; done < count; done += n) {
        unsigned index = index_of(address + done * (uint64_t)RACE_GRANULE);
        n = count - done < RACE_PAGE_CELLS - index ? count - done : RACE_PAGE_CELLS - index;
        struct race_page *p =
            page_find(x->group, address + done * (uint64_t)RACE_GRANULE, x->is_lds);
        if (!p)
            return;
        if (dwords == 1)
            for (unsigned k = 0; k < n; k++)
                made[k] = record | (lane + done + k);
        else
            for (unsigned k = 0; k < n; k++)
                made[k] = record | (lane + (done + k) / dwords);
        row_part(x, p, index, n, made, values ? values + done : NULL);
    }
}

/* ---- to the launch's shadow ------------------------------------------------------------ */

struct flush {
    struct race_group *group;
    struct race_launch *launch;
    int covered_by;
    uint32_t number;
    uint32_t only; /* the stamp of the instruction whose records are taken; 0: of all */
    uint32_t segments[RACE_WAVES]; /* 0: not made yet */
    bool has_any;
    bool is_last; /* cells are not needed any more */
    unsigned lane_bits;
    struct allocation met[4]; /* lately */
    unsigned next_met;
};

/* Of all work-items, which accessed: their waves follow each other. */
static unsigned item_of(uint64_t record, unsigned lane_bits)
{
    return race_wave_of((uint32_t)record) << lane_bits | race_lane_of((uint32_t)record);
}

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

/* Waves that know the same share a segment. */
static uint32_t segment_of(struct flush *f, uint32_t wave)
{
    const struct race_wave *waves = f->group->waves;
    for (uint32_t i = 0; i < RACE_WAVES && !f->segments[wave]; i++)
        if (f->segments[i] && waves[i].known == waves[wave].known)
            f->segments[wave] = f->segments[i];
    if (!f->segments[wave])
        f->segments[wave] = race_segment(f->launch->shadow, (uint32_t)f->group->group->slot->index,
                                         f->number, waves[wave].known);
    return f->segments[wave];
}

/* false: the record has to stay. */
static bool flush_record(struct flush *f, struct shadow_page *to, struct race_cell *c, unsigned i,
                         unsigned index)
{
    if (c->where[i] & RACE_FLUSHED)
        return true;
    if (!is_covered(f, c->where[i], c->stamp[i]))
        return false;
    const struct race_record r = {
        .segment = segment_of(f, race_wave_of(c->where[i])),
        .where = c->where[i],
        .value = c->value,
        .has_value = i == 0 && c->stamp[0] & STAMP_VALUE,
        .kind = kind_of(c, i),
        .mask = mask_of(c->stamp[i]),
    };
    race_shadow_insert(f->launch->shadow, to, index, &r);
    f->has_any = true;
    c->where[i] |= RACE_FLUSHED;
    return true;
}

/* A write stands for the reads that came before it. */
static bool flush_cell(struct flush *f, struct shadow_page *to, struct race_cell *c, unsigned index)
{
    bool is_done = true, has_write = c->where[0] != 0;
    if (has_write)
        is_done &= flush_record(f, to, c, 0, index);
    for (unsigned i = 1; i < 3; i++)
        if (c->where[i] && (!has_write || kind_of(c, 0) != RACE_WRITE))
            is_done &= flush_record(f, to, c, i, index);
    return is_done;
}

/* The cells' records of this number, if they say the same of lanes next to each other. */
static bool find_row(struct flush *f, const struct race_page *p, unsigned i, struct race_row *out)
{
    const uint64_t *r = p->records[i], same = ~(UINT64_C(2047) | (uint64_t)STAMP_PLACE << 32);
    const struct race_cell first = cell_get(p, 0);
    unsigned lane_bits = f->lane_bits, item = item_of(r[0], lane_bits), shift = 0;
    uint64_t differs = 0;
    unsigned wrong = 0;
    while (shift < 2 && item_of(r[1u << shift], lane_bits) == item)
        shift++;
    for (unsigned k = 0; k < RACE_PAGE_CELLS; k++) {
        differs |= r[k] ^ r[0];
        wrong |= item_of(r[k], lane_bits) ^ (item + (k >> shift));
    }
    if (wrong || differs & same || r[0] & RACE_FLUSHED)
        return false;
    uint32_t last = race_wave_of((uint32_t)r[RACE_PAGE_CELLS - 1]);
    uint32_t segment = segment_of(f, race_wave_of(first.where[i]));
    for (uint32_t w = race_wave_of(first.where[i]); w <= last; w++)
        if (segment_of(f, w) != segment)
            return false;
    *out = (struct race_row){
        {segment, first.where[i], 0, kind_of(&first, i), 15, first.stamp[i] & STAMP_VALUE},
        lane_bits,
        shift};
    return segment;
}

/* false: it is no row of plain accesses. */
static bool flush_row(struct flush *f, const struct race_page *p)
{
    struct race_row row;
    bool is_write = p->has[0] == UINT64_MAX;
    if (p->dirty != UINT64_MAX || p->split | p->special ||
        (is_write ? p->records[0][0] >> 32 & STAMP_RELEASE && p->has[1] | p->has[2]
                  : p->has[1] != UINT64_MAX || p->has[0] | p->has[2]) ||
        !find_row(f, p, !is_write, &row))
        return false;
    race_shadow_insert_row(f->launch->shadow, p->shadow, &row,
                           row.record.has_value ? p->values : NULL);
    f->has_any = true;
    return true;
}

static void flush_cells(struct flush *f, struct race_page *p, uint64_t cells)
{
    for (uint64_t left = cells; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        bool is_done = true;
        if (p->split >> i & 1) {
            for (unsigned b = 0; b < RACE_GRANULE; b++)
                is_done &= flush_cell(f, p->shadow, &p->bytes[i][b], i);
        } else {
            struct race_cell c = cell_get(p, i);
            is_done = flush_cell(f, p->shadow, &c, i);
            if (!f->is_last)
                cell_set(p, i, &c);
        }
        if (is_done)
            p->dirty &= ~(UINT64_C(1) << i);
    }
}

static void flush_page(struct flush *f, struct race_page *p)
{
    struct race_shadow *s = f->launch->shadow;
    uint64_t cells = p->dirty;
    if (!p->shadow && !(p->shadow = race_shadow_page(s, p->key)))
        return;
    if (f->is_last)
        cells &= ~(race_shadow_settled(p->shadow, f->group->group->slot->index) &
                   ~(p->has[0] | p->split | p->special));
    if (!cells)
        return;
    race_shadow_lock(s, p->key);
    if (!f->is_last || !flush_row(f, p))
        flush_cells(f, p, cells);
    race_shadow_unlock(s, p->key);
}

/* What belongs to the engine is given to one work-group after the other. */
static bool is_of_engine(struct flush *f, uint64_t address)
{
    enum { KEPT = sizeof f->met / sizeof f->met[0] };
    for (unsigned i = 0; i < KEPT; i++)
        if (address - f->met[i].map_base < f->met[i].map_size)
            return f->met[i].owner == OWNER_ENGINE;
    struct allocation *a = &f->met[f->next_met++ % KEPT];
    if (!window_find(&f->launch->check->check->device->window, address, a))
        *a = (struct allocation){0};
    return a->map_size && a->owner == OWNER_ENGINE;
}

static void flush_all(struct flush *f)
{
    struct race_group *g = f->group;
    f->launch = g->group->launch->race;
    f->lane_bits = slot_wave(g->group->slot->launch, g->group->slot, 0)->lanes == 64 ? 6 : 5;
    for (struct race_page **link = &g->dirty; *link && f->launch->has_shadow;) {
        struct race_page *p = *link;
        if (is_of_engine(f, p->key * RACE_PAGE_CELLS * RACE_GRANULE))
            p->dirty = 0;
        else
            flush_page(f, p);
        p->is_listed = p->dirty != 0;
        if (p->is_listed)
            link = &p->next_dirty;
        else
            *link = p->next_dirty;
    }
}

bool race_cells_flush(struct race_group *g, int covered_by, uint32_t number, uint32_t only)
{
    struct flush f = {.group = g, .covered_by = covered_by, .number = number, .only = only};
    flush_all(&f);
    return f.has_any;
}

void race_cells_finish(struct race_group *g)
{
    struct flush f = {.group = g, .covered_by = -1, .number = g->released + 1, .is_last = true};
    flush_all(&f);
    cells_clear(g);
}
