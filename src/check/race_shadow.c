/* race_shadow.c: what the work-groups of a launch did to global memory. A granule has room for two
 * records, which is enough for as long as there is no race: of a work-group that wrote it and one
 * that read it, or of the first two of those that only read. As long as each work-group did the
 * same to all granules of a page, lane by lane, the page has these records instead. All others, and
 * granules whose bytes differ, have a table of the first two work-groups for each kind of access
 * and each byte. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "check/race.h"

enum {
    SHARDS = 64,
    BUCKETS = 1024, /* of a shard, at first */
    SEGMENT_BITS = 25,
    MASK_SHIFT = SEGMENT_BITS,
    KIND_SHIFT = SEGMENT_BITS + 4, /* 2 bits */
    VALUE_SHIFT = KIND_SHIFT + 2,
    CHUNK = 1 << 13,
    CHUNKS = 1 << (SEGMENT_BITS - 13),
};

struct kept {
    uint32_t segment; /* with mask and kind */
    uint32_t where;   /* 0: nothing */
};

/* The same for all granules of a page. */
struct kept_row {
    uint32_t segment; /* as kept.segment; 0: nothing */
    uint32_t where;   /* of the first granule */
    uint8_t lane_bits, shift;
};

struct granules {
    struct kept kept[2][RACE_PAGE_CELLS];
};

struct side_record {
    uint32_t segment, where, value;
    bool has_value;
};

struct side {
    bool has_race[RACE_GRANULE];
    struct side_record of[RACE_GRANULE][RACE_ACCESSES][2];
};

struct shadow_page {
    struct shadow_page *next; /* in its bucket */
    uint64_t key;
    struct side **sides; /* [RACE_PAGE_CELLS]; NULL: there are none */
    struct kept_row rows[2];
    struct granules *granules; /* instead of rows; NULL: there are none yet */
    uint32_t *values;          /* [RACE_PAGE_CELLS] of those that wrote; NULL: not known */
    /* Granules that two work-groups have loaded, all bytes, and nobody wrote; and the last one of
     * these, which never becomes less. */
    _Atomic uint64_t settled;
    _Atomic uint32_t settled_by;
};

struct sync {
    struct sync *next;
    uint64_t address;
    struct race_clock *clock;
};

struct shard {
    _Alignas(64) pthread_mutex_t lock;
    struct shadow_page **buckets; /* [bucket_count]; NULL: none yet */
    size_t bucket_count, page_count;
    struct sync *syncs[64];
};

struct segment {
    uint32_t group, number;
    struct race_clock *known;
};

struct race_shadow {
    struct shard shards[SHARDS];
    pthread_mutex_t lock; /* of new chunks */
    uint32_t segment_count;
    _Atomic(struct segment *) chunks[CHUNKS];
};

static uint64_t hash(uint64_t key) { return key * UINT64_C(0x9e3779b97f4a7c15); }

static struct shard *shard_of(struct race_shadow *s, uint64_t key)
{
    return &s->shards[hash(key) >> 58];
}

struct race_shadow *race_shadow_create(void)
{
    struct race_shadow *s = aligned_alloc(64, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < SHARDS; i++)
        pthread_mutex_init(&s->shards[i].lock, NULL);
    pthread_mutex_init(&s->lock, NULL);
    s->segment_count = 1; /* 0 is none */
    return s;
}

static void shard_free(struct shard *h)
{
    for (size_t i = 0; i < h->bucket_count; i++)
        for (struct shadow_page *p = h->buckets[i], *next; p; p = next) {
            next = p->next;
            for (unsigned c = 0; p->sides && c < RACE_PAGE_CELLS; c++)
                free(p->sides[c]);
            free(p->sides);
            free(p->granules);
            free(p->values);
            free(p);
        }
    free(h->buckets);
    for (unsigned i = 0; i < 64; i++)
        for (struct sync *y = h->syncs[i], *next; y; y = next) {
            next = y->next;
            race_clock_drop(y->clock);
            free(y);
        }
    pthread_mutex_destroy(&h->lock);
}

void race_shadow_destroy(struct race_shadow *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < SHARDS; i++)
        shard_free(&s->shards[i]);
    for (unsigned i = 0; i < CHUNKS && s->chunks[i]; i++) {
        for (unsigned j = 0; j < CHUNK; j++)
            race_clock_drop(s->chunks[i][j].known);
        free(s->chunks[i]);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* ---- segments ------------------------------------------------------------------------ */

uint32_t race_segment(struct race_shadow *s, uint32_t group, uint32_t number,
                      struct race_clock *known)
{
    uint32_t id = 0;
    pthread_mutex_lock(&s->lock);
    if (s->segment_count >> SEGMENT_BITS == 0) {
        unsigned chunk = s->segment_count / CHUNK;
        if (!s->chunks[chunk])
            s->chunks[chunk] = calloc(CHUNK, sizeof(struct segment));
        if (s->chunks[chunk]) {
            id = s->segment_count++;
            s->chunks[chunk][id % CHUNK] = (struct segment){group, number, race_clock_keep(known)};
        }
    }
    pthread_mutex_unlock(&s->lock);
    return id;
}

static const struct segment *segment_of(const struct race_shadow *s, uint32_t id)
{
    return &s->chunks[id / CHUNK][id % CHUNK];
}

static bool is_same_group(const struct race_shadow *s, uint32_t a, uint32_t b)
{
    return a == b || segment_of(s, a)->group == segment_of(s, b)->group;
}

static bool is_before(const struct race_shadow *s, uint32_t a, uint32_t b)
{
    const struct segment *x = segment_of(s, a);
    return race_clock_has(segment_of(s, b)->known, x->group, x->number);
}

/* Whether a plain write stands for what its own work-group did before: whoever races with that
 * races with the write, too, if the work-group has not learned of others in between. */
static bool stands_for(const struct race_shadow *s, uint32_t earlier, const struct race_record *r)
{
    const struct segment *x = segment_of(s, earlier), *y = segment_of(s, r->segment);
    return r->kind == RACE_WRITE && x->group == y->group && x->known == y->known;
}

static bool is_unordered(const struct race_shadow *s, uint32_t a, uint32_t b)
{
    return !is_same_group(s, a, b) && !is_before(s, a, b) && !is_before(s, b, a);
}

/* ---- pages --------------------------------------------------------------------------- */

static bool grow(struct shard *h)
{
    size_t count = h->bucket_count ? 4 * h->bucket_count : BUCKETS;
    struct shadow_page **buckets = calloc(count, sizeof(struct shadow_page *));
    if (!buckets)
        return false;
    for (size_t i = 0; i < h->bucket_count; i++)
        for (struct shadow_page *p = h->buckets[i], *next; p; p = next) {
            next = p->next;
            struct shadow_page **to = &buckets[hash(p->key) >> 20 & (count - 1)];
            p->next = *to;
            *to = p;
        }
    free(h->buckets);
    h->buckets = buckets;
    h->bucket_count = count;
    return true;
}

static struct shadow_page *page_find(struct shard *h, uint64_t key)
{
    if (h->page_count >= h->bucket_count && !grow(h) && !h->bucket_count)
        return NULL;
    struct shadow_page **bucket = &h->buckets[hash(key) >> 20 & (h->bucket_count - 1)],
                       *p = *bucket;
    while (p && p->key != key)
        p = p->next;
    if (!p && (p = calloc(1, sizeof *p))) {
        p->key = key;
        p->next = *bucket;
        *bucket = p;
        h->page_count++;
    }
    return p;
}

/* ---- records ------------------------------------------------------------------------- */

static uint32_t id_of(const struct kept *k) { return k->segment & ((1u << SEGMENT_BITS) - 1); }
static unsigned mask_of(const struct kept *k) { return k->segment >> MASK_SHIFT & 15; }
static unsigned kind_of(const struct kept *k) { return k->segment >> KIND_SHIFT & 3; }

static struct kept pack(const struct race_record *r)
{
    return (struct kept){r->segment | r->mask << MASK_SHIFT | r->kind << KIND_SHIFT |
                             (uint32_t)r->has_value << VALUE_SHIFT,
                         r->where};
}

static struct race_record unpack(const struct kept *k, uint32_t value)
{
    return (struct race_record){id_of(k),   k->where,   value,
                                kind_of(k), mask_of(k), k->segment >> VALUE_SHIFT & 1};
}

/* What a granule keeps. */
static struct race_record kept_at(const struct shadow_page *p, unsigned index, unsigned i)
{
    return unpack(&p->granules->kept[i][index], p->values ? p->values[index] : 0);
}

struct race_at race_at_of_row(const struct race_row_where *r, unsigned granule)
{
    uint32_t where = r->first.where;
    uint32_t item =
        (race_wave_of(where) << r->lane_bits | race_lane_of(where)) + (granule >> r->shift);
    return (struct race_at){r->first.group, race_where(race_site_of(where), item >> r->lane_bits,
                                                       item & ((1u << r->lane_bits) - 1))};
}

/* The access to the granule among those of a row. */
static uint32_t where_in_row(const struct kept_row *r, unsigned index)
{
    const struct race_row_where row = {{0, r->where}, r->lane_bits, r->shift};
    return race_at_of_row(&row, index).where;
}

static bool make_values(struct shadow_page *p)
{
    return p->values || (p->values = calloc(RACE_PAGE_CELLS, sizeof *p->values));
}

/* Each granule of the page has records of its own from now on. */
static bool make_granules(struct shadow_page *p)
{
    if (p->granules)
        return true;
    if (!(p->granules = calloc(1, sizeof *p->granules)))
        return false;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < RACE_PAGE_CELLS && p->rows[i].segment; k++)
            p->granules->kept[i][k] =
                (struct kept){p->rows[i].segment, where_in_row(&p->rows[i], k)};
    return true;
}

/* Whether that is a load of all bytes by each of two work-groups; the last of them. */
static bool is_settled(const struct race_shadow *s, const struct race_record list[2],
                       unsigned count, uint32_t *last)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t group = segment_of(s, list[i].segment)->group;
        if (list[i].kind != RACE_READ || list[i].mask != 15)
            return false;
        *last = group > *last ? group : *last;
    }
    return count == 2;
}

static void settle(const struct race_shadow *s, struct shadow_page *p, uint64_t granules,
                   const struct race_record list[2], unsigned count)
{
    uint32_t last = atomic_load_explicit(&p->settled_by, memory_order_relaxed);
    uint64_t settled = atomic_load_explicit(&p->settled, memory_order_relaxed);
    bool is = is_settled(s, list, count, &last);
    if (is)
        atomic_store_explicit(&p->settled_by, last, memory_order_relaxed);
    atomic_store_explicit(&p->settled, is ? settled | granules : settled & ~granules,
                          memory_order_release);
}

uint64_t race_shadow_settled(const struct shadow_page *p, uint64_t group)
{
    uint64_t settled = atomic_load_explicit(&p->settled, memory_order_acquire);
    return group > atomic_load_explicit(&p->settled_by, memory_order_relaxed) ? settled : 0;
}

/* Keeps the first two work-groups of a kind, and the latest access of each. */
static void side_keep(const struct race_shadow *s, struct side_record two[2],
                      const struct side_record *r)
{
    uint32_t group = segment_of(s, r->segment)->group;
    for (int i = 0; i < 2; i++) {
        if (!two[i].where || segment_of(s, two[i].segment)->group == group) {
            two[i] = *r;
            return;
        }
        if (group < segment_of(s, two[i].segment)->group) {
            if (i == 0)
                two[1] = two[0];
            two[i] = *r;
            return;
        }
    }
}

static void side_insert(const struct race_shadow *s, struct side *d, const struct race_record *r)
{
    const struct side_record kept = {r->segment, r->where, r->value, r->has_value};
    for (unsigned b = 0; b < RACE_GRANULE; b++) {
        if (!(r->mask >> b & 1))
            continue;
        for (unsigned k = 0; k < RACE_ACCESSES; k++)
            for (unsigned i = 0; i < 2; i++) {
                const struct side_record *e = &d->of[b][k][i];
                if (e->where && race_conflict(k, r->kind) &&
                    is_unordered(s, e->segment, r->segment))
                    d->has_race[b] = true;
            }
        /* What comes before a write is of no more interest. What is left must not depend on who
         * was faster: what others did is dropped where they have synchronised, and then it does. */
        for (unsigned k = 0; k < RACE_ACCESSES && r->kind != RACE_READ; k++)
            for (unsigned i = 2; i-- > 0;) {
                struct side_record *two = d->of[b][k];
                if (two[i].where &&
                    (stands_for(s, two[i].segment, r) ||
                     (!d->has_race[b] && is_before(s, two[i].segment, r->segment)))) {
                    two[i] = i == 0 ? two[1] : (struct side_record){0};
                    if (i == 0)
                        two[1] = (struct side_record){0};
                }
            }
        side_keep(s, d->of[b][r->kind], &kept);
    }
}

/* The granule's records go to a table of their own. */
static void promote(struct race_shadow *s, struct shadow_page *p, unsigned index,
                    const struct race_record *r)
{
    if (!p->sides && !(p->sides = calloc(RACE_PAGE_CELLS, sizeof(struct side *))))
        return;
    struct side *d = calloc(1, sizeof *d);
    if (!d)
        return;
    p->sides[index] = d;
    settle(s, p, UINT64_C(1) << index, NULL, 0);
    for (unsigned i = 2; i-- > 0;) { /* the newer one is the first */
        struct race_record old = kept_at(p, index, i);
        if (old.where)
            side_insert(s, d, &old);
    }
    side_insert(s, d, r);
}

/* Whether two records say all that there is to say: list, of which *count are old ones or r. */
static bool fits(const struct race_shadow *s, const struct race_record old[2],
                 const struct race_record *r, struct race_record list[3], unsigned *count)
{
    list[0] = *r;
    *count = 1;
    for (unsigned i = 0; i < 2; i++) {
        const struct race_record *e = &old[i];
        if (!e->segment)
            continue;
        if (e->mask != r->mask)
            return false;
        bool is_same = is_same_group(s, e->segment, r->segment);
        if (is_same ? e->kind == r->kind || stands_for(s, e->segment, r)
                    : r->kind != RACE_READ && is_before(s, e->segment, r->segment))
            continue;
        if (race_conflict(e->kind, r->kind) && is_unordered(s, e->segment, r->segment))
            return false;
        list[(*count)++] = *e;
    }
    if (*count == 3) { /* of the same harmless kind: the first two work-groups */
        if (list[0].kind != list[1].kind || list[0].kind != list[2].kind)
            return false;
        unsigned last = 0;
        for (unsigned i = 1; i < 3; i++)
            if (segment_of(s, list[i].segment)->group > segment_of(s, list[last].segment)->group)
                last = i;
        list[last] = list[--*count];
    }
    return true;
}

/* The same for a granule; then they are what it keeps. */
static bool put_granule(struct race_shadow *s, struct shadow_page *p, unsigned index,
                        const struct race_record *r)
{
    const struct race_record old[2] = {kept_at(p, index, 0), kept_at(p, index, 1)};
    struct race_record list[3];
    unsigned count;
    if (!fits(s, old, r, list, &count))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        if (i < count && list[i].has_value) {
            if (!make_values(p))
                return false;
            p->values[index] = list[i].value;
        }
        p->granules->kept[i][index] = i < count ? pack(&list[i]) : (struct kept){0, 0};
    }
    settle(s, p, UINT64_C(1) << index, list, count);
    return true;
}

struct shadow_page *race_shadow_page(struct race_shadow *s, uint64_t key)
{
    race_shadow_lock(s, key);
    struct shadow_page *p = page_find(shard_of(s, key), key);
    race_shadow_unlock(s, key);
    return p;
}

void race_shadow_lock(struct race_shadow *s, uint64_t key)
{
    pthread_mutex_lock(&shard_of(s, key)->lock);
}

void race_shadow_unlock(struct race_shadow *s, uint64_t key)
{
    pthread_mutex_unlock(&shard_of(s, key)->lock);
}

void race_shadow_insert(struct race_shadow *s, struct shadow_page *p, unsigned index,
                        const struct race_record *r)
{
    if (!r->segment)
        return; /* too many, or no memory */
    if (p->sides && p->sides[index])
        side_insert(s, p->sides[index], r);
    else if (make_granules(p) && !put_granule(s, p, index, r))
        promote(s, p, index, r);
}

static struct race_record unpack_row(const struct kept_row *r)
{
    const struct kept k = {r->segment, r->where};
    return unpack(&k, 0);
}

/* Whether rows say all that there is to say of the page; then they are what it keeps. */
static bool put_row(struct race_shadow *s, struct shadow_page *p, const struct race_row *row,
                    const uint32_t *values)
{
    const struct race_record *r = &row->record;
    struct kept_row old[2] = {p->rows[0], p->rows[1]};
    const struct race_record records[2] = {unpack_row(&old[0]), unpack_row(&old[1])};
    struct race_record list[3];
    unsigned count;
    if (p->granules || !fits(s, records, r, list, &count) || (values && !make_values(p)))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct kept_row *to = &p->rows[i];
        *to = (struct kept_row){0};
        if (i < count && list[i].segment == r->segment && list[i].where == r->where) {
            *to = (struct kept_row){pack(r).segment, r->where, (uint8_t)row->lane_bits,
                                    (uint8_t)row->shift};
            if (values)
                memcpy(p->values, values, RACE_PAGE_CELLS * sizeof *values);
        } else if (i < count) {
            *to = old[list[i].segment == records[1].segment && list[i].where == records[1].where];
        }
    }
    settle(s, p, UINT64_MAX, list, count);
    return true;
}

void race_shadow_insert_row(struct race_shadow *s, struct shadow_page *p,
                            const struct race_row *row, const uint32_t *values)
{
    const struct kept_row r = {0, row->record.where, (uint8_t)row->lane_bits, (uint8_t)row->shift};
    struct race_record one = row->record;
    if (!one.segment || put_row(s, p, row, values))
        return;
    for (unsigned i = 0; i < RACE_PAGE_CELLS; i++) {
        one.where = where_in_row(&r, i);
        one.value = values ? values[i] : 0;
        race_shadow_insert(s, p, i, &one);
    }
}

/* ---- releases ------------------------------------------------------------------------ */

static struct sync *sync_at(struct shard *h, uint64_t address, bool may_make)
{
    struct sync **bucket = &h->syncs[hash(address) >> 50 & 63], *y = *bucket;
    while (y && y->address != address)
        y = y->next;
    if (!y && may_make && (y = calloc(1, sizeof *y))) {
        y->address = address;
        y->next = *bucket;
        *bucket = y;
    }
    return y;
}

struct race_clock *race_sync_find(struct race_shadow *s, uint64_t address)
{
    struct shard *h = shard_of(s, address);
    pthread_mutex_lock(&h->lock);
    const struct sync *y = sync_at(h, address, false);
    struct race_clock *clock = y ? race_clock_keep(y->clock) : NULL;
    pthread_mutex_unlock(&h->lock);
    return clock;
}

void race_sync_release(struct race_shadow *s, uint64_t address, struct race_clock *clock)
{
    struct shard *h = shard_of(s, address);
    pthread_mutex_lock(&h->lock);
    struct sync *y = sync_at(h, address, true);
    if (y && y->clock != clock) {
        struct race_clock *joined = race_clock_join(y->clock, clock);
        race_clock_drop(y->clock);
        y->clock = joined;
    }
    pthread_mutex_unlock(&h->lock);
}

unsigned race_shadow_syncs(const struct race_shadow *s, uint64_t *out, unsigned most)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SHARDS; i++)
        for (unsigned k = 0; k < 64; k++)
            for (const struct sync *y = s->shards[i].syncs[k]; y && count < most; y = y->next)
                out[count++] = y->address;
    return count;
}

/* ---- all that was done --------------------------------------------------------------- */

static void add_seen(const struct race_shadow *s, struct race_seen *seen, unsigned index,
                     uint32_t segment, uint32_t where, unsigned mask)
{
    uint64_t *word = &seen->bytes[index / 16], bits = (uint64_t)mask << index % 16 * RACE_GRANULE;
    if (!(*word >> index % 16 * RACE_GRANULE & 15))
        seen->each[index] = (struct race_at){segment_of(s, segment)->group, where};
    *word |= bits;
}

static void see_granules(const struct race_shadow *s, const struct shadow_page *p,
                         struct race_seen seen[RACE_ACCESSES])
{
    for (unsigned k = 0; k < RACE_PAGE_CELLS; k++) {
        for (unsigned i = 0; p->granules && i < 2; i++) {
            struct race_record r = kept_at(p, k, i);
            if (r.segment && r.where && !(p->sides && p->sides[k]))
                add_seen(s, &seen[r.kind], k, r.segment, r.where, r.mask);
        }
        for (unsigned i = 0; p->sides && p->sides[k] && i < RACE_GRANULE * RACE_ACCESSES; i++) {
            const struct side_record *e = &p->sides[k]->of[i / RACE_ACCESSES][i % RACE_ACCESSES][0];
            if (e->where)
                add_seen(s, &seen[i % RACE_ACCESSES], k, e->segment, e->where,
                         1u << i / RACE_ACCESSES);
        }
    }
}

static void see_rows(const struct race_shadow *s, const struct shadow_page *p,
                     struct race_seen seen[RACE_ACCESSES])
{
    for (unsigned i = 0; i < 2; i++) {
        const struct kept_row *row = &p->rows[i];
        struct race_record r = unpack_row(row);
        if (!r.segment || seen[r.kind].is_row)
            continue;
        seen[r.kind].is_row = true;
        seen[r.kind].row = (struct race_row_where){
            {segment_of(s, r.segment)->group, row->where}, row->lane_bits, row->shift};
        memset(seen[r.kind].bytes, 0xff, sizeof seen[r.kind].bytes);
    }
}

void race_shadow_each(struct race_shadow *s, void (*see)(void *user, const struct race_seen *),
                      void *user)
{
    for (unsigned i = 0; i < SHARDS; i++)
        for (size_t j = 0; j < s->shards[i].bucket_count; j++)
            for (const struct shadow_page *p = s->shards[i].buckets[j]; p; p = p->next) {
                struct race_seen seen[RACE_ACCESSES] = {0};
                if (p->granules || p->sides)
                    see_granules(s, p, seen);
                else
                    see_rows(s, p, seen);
                for (unsigned k = 0; k < RACE_ACCESSES; k++) {
                    seen[k].key = p->key;
                    seen[k].kind = k;
                    if (seen[k].bytes[0] | seen[k].bytes[1] | seen[k].bytes[2] | seen[k].bytes[3])
                        see(user, &seen[k]);
                }
            }
}

/* ---- reports ------------------------------------------------------------------------- */

struct pair {
    struct side_record first, second;
    unsigned first_kind, second_kind;
};

/* The pair of the first work-groups that race for a byte. */
static bool find_pair(const struct race_shadow *s, const struct side *d, unsigned b,
                      struct pair *out)
{
    uint32_t best[2] = {UINT32_MAX, UINT32_MAX};
    for (unsigned i = 0; i < 2 * RACE_ACCESSES; i++)
        for (unsigned j = 0; j < 2 * RACE_ACCESSES; j++) {
            const struct side_record *x = &d->of[b][i / 2][i % 2], *y = &d->of[b][j / 2][j % 2];
            if (!x->where || !y->where || !race_conflict(i / 2, j / 2) ||
                !is_unordered(s, x->segment, y->segment))
                continue;
            uint32_t one = segment_of(s, x->segment)->group, two = segment_of(s, y->segment)->group;
            if (one > two || one > best[0] || (one == best[0] && two >= best[1]))
                continue;
            best[0] = one;
            best[1] = two;
            *out = (struct pair){*x, *y, i / 2, j / 2};
        }
    return best[0] != UINT32_MAX;
}

static bool is_same_pair(const struct pair *a, const struct pair *b)
{
    return a->first.where == b->first.where && a->second.where == b->second.where &&
           a->first.segment == b->first.segment && a->second.segment == b->second.segment;
}

/* Whether both wrote the same to all bytes, from `b` on, for which they race: a sum that is lost
 * may be like the other one in its first bytes. */
static bool wrote_same(const struct race_shadow *s, const struct side *d, unsigned b,
                       const struct pair *pair)
{
    struct pair other;
    uint32_t bytes = 0;
    for (; b < RACE_GRANULE; b++)
        if (d->has_race[b] && find_pair(s, d, b, &other) && is_same_pair(&other, pair))
            bytes |= 0xffu << 8 * b;
    return pair->first.has_value && pair->second.has_value &&
           (pair->first.value & bytes) == (pair->second.value & bytes);
}

static void report_side(struct race_launch *l, const struct side *d, uint64_t address)
{
    const struct race_shadow *s = l->shadow;
    struct pair last = {0}, pair;
    for (unsigned b = 0; b < RACE_GRANULE; b++) {
        if (!d->has_race[b] || !find_pair(s, d, b, &pair) || is_same_pair(&pair, &last))
            continue;
        last = pair;
        const struct race_end first = {segment_of(s, pair.first.segment)->group, pair.first.where,
                                       pair.first_kind};
        const struct race_end second = {segment_of(s, pair.second.segment)->group,
                                        pair.second.where, pair.second_kind};
        race_report(l, &first, &second, address + b, false, wrote_same(s, d, b, &pair));
    }
}

static int compare_pages(const void *a, const void *b)
{
    const struct shadow_page *x = *(struct shadow_page *const *)a,
                             *y = *(struct shadow_page *const *)b;
    return x->key < y->key ? -1 : x->key > y->key;
}

void race_shadow_report(struct race_launch *l)
{
    struct race_shadow *s = l->shadow;
    size_t count = 0;
    for (unsigned i = 0; i < SHARDS; i++)
        count += s->shards[i].page_count;
    struct shadow_page **list = calloc(count + 1, sizeof(struct shadow_page *));
    if (!list)
        return;
    count = 0;
    for (unsigned i = 0; i < SHARDS; i++)
        for (size_t j = 0; j < s->shards[i].bucket_count; j++)
            for (struct shadow_page *p = s->shards[i].buckets[j]; p; p = p->next)
                if (p->sides)
                    list[count++] = p;
    qsort(list, count, sizeof(struct shadow_page *), compare_pages);
    for (size_t i = 0; i < count; i++)
        for (unsigned c = 0; c < RACE_PAGE_CELLS; c++)
            if (list[i]->sides[c])
                report_side(l, list[i]->sides[c],
                            (list[i]->key * RACE_PAGE_CELLS + c) * RACE_GRANULE);
    free(list);
}
