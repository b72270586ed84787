/* race.h: the check of races (race.c): two accesses to a byte, one of them a write and not both
 * atomic, that nothing orders. See docs/check.md.
 *
 * There are two shadows. Each work-group has cells (race_cells.c) of what its waves did to LDS and
 * to global memory, in which waves are told apart; no other thread sees them. At the end of the
 * work-group, and where it synchronises with others, the cells go to the launch's shadow
 * (race_shadow.c), in which work-groups are told apart. What it keeps of a byte are the least
 * work-groups of those that did the same to it, so that it does not depend on who was faster. */
#ifndef SHOAL_CHECK_RACE_H
#define SHOAL_CHECK_RACE_H

#include "check/checker.h"
#include "check/counter.h"

enum {
    RACE_COUNTERS = MAX_WAIT_COUNTERS,
    RACE_WAVES = 32,
    RACE_GRANULE = 4, /* bytes of a cell */
    RACE_PAGE_CELLS = 64,
    RACE_PENDING = 4,
    RACE_LINKS = 16,
    RACE_LEARNED = 64,
};

/* RELEASE: a store that is made like a release, which atomic stores are, that the hardware has no
 * instruction for. */
enum race_access { RACE_READ, RACE_WRITE, RACE_ATOMIC, RACE_RELEASE, RACE_ACCESSES };

static inline bool race_is_plain_write(unsigned kind)
{
    return kind == RACE_WRITE || kind == RACE_RELEASE;
}

/* Whether a race is possible between the two. */
static inline bool race_conflict(unsigned a, unsigned b)
{
    bool is_a_sync = a == RACE_ATOMIC || a == RACE_RELEASE;
    if (a == b)
        return race_is_plain_write(a);
    return !is_a_sync || (b != RACE_ATOMIC && b != RACE_RELEASE);
}

/* What work-groups are known to have done, in the order of their numbers: the first `number`
 * releases of each. Immutable and shared; NULL: nothing. */
struct race_clock;
struct race_clock *race_clock_keep(struct race_clock *c);
void race_clock_drop(struct race_clock *c);
/* All that both know; the caller drops it. NULL also if there is no memory. */
struct race_clock *race_clock_join(struct race_clock *a, struct race_clock *b);
/* The same with a release of a work-group. */
struct race_clock *race_clock_with(struct race_clock *c, uint32_t group, uint32_t number);
bool race_clock_has(const struct race_clock *c, uint32_t group, uint32_t number);

/* An instruction, found out once per launch. */
struct race_op {
    struct counting counting;
    unsigned syncs; /* SYNC_* */
    bool has_result;
    bool is_acquire; /* a load that is waited for, and caches are invalidated then */
    uint32_t site;   /* in race_launch.sites, from 1 */
    bool is_of_interest;
};

struct race_site {
    const struct code *code;
    uint64_t pc;
    bool feeds_atomic; /* a load of what a compare and swap changes next: it may be outdated */
};

/* Where an access was: site, wave, lane; 0: nowhere. In cells, RACE_FLUSHED says that the launch's
 * shadow has it: there an access keeps the number of the release that followed it. */
#define RACE_FLUSHED (UINT32_C(1) << 31)
static inline uint32_t race_where(uint32_t site, uint32_t wave, uint32_t lane)
{
    return (site << 11 & ~RACE_FLUSHED) | wave << 6 | lane;
}
static inline uint32_t race_site_of(uint32_t where) { return (where & ~RACE_FLUSHED) >> 11; }
static inline uint32_t race_wave_of(uint32_t where) { return where >> 6 & 31; }
static inline uint32_t race_lane_of(uint32_t where) { return where & 63; }
/* Whether two accesses are of one instruction of one wave. */
static inline bool race_is_same_place(uint32_t a, uint32_t b)
{
    return ((a ^ b) & ~RACE_FLUSHED) >> 6 == 0;
}

/* Of one granule, by the waves of a work-group. [0]: the latest write, or atomic; [1], [2]: reads
 * that are in no order with each other, of different waves (or an atomic besides that of [0]). */
struct race_cell {
    uint32_t where[3];
    uint32_t stamp[3]; /* see STAMP_* in race_cells.c */
    uint32_t value;    /* what [0] wrote, where the stamp says that it is known */
};

/* The cells of as many granules. Only what `has` names is there. Of a generation that is over,
 * nothing is: the page stays in the table for the next work-group. What each access looks at is in
 * one cache line. */
struct race_page {
    uint64_t has[3];  /* cells that have race_cell.where[i] */
    uint64_t dirty;   /* cells that are not in the launch's shadow yet */
    uint64_t split;   /* cells whose bytes have cells of their own */
    uint64_t special; /* cells in which some access was atomic, or not to all bytes */
    uint64_t key;
    uint32_t generation;
    bool is_listed; /* among the work-group's dirty pages */
    struct race_page *next_dirty;
    struct race_page *next;                  /* of the work-group, or free */
    struct shadow_page *shadow;              /* the launch's; NULL: not looked for yet */
    struct race_cell (*bytes)[RACE_GRANULE]; /* [RACE_PAGE_CELLS]; NULL: none is split */
    uint64_t records[3][RACE_PAGE_CELLS];    /* where; in the upper half the stamp */
    uint32_t values[RACE_PAGE_CELLS];
};

struct race_slot {
    uint64_t key;
    struct race_page *page; /* NULL: there is none */
};

/* Addresses whose value a wave has looked at, and what it may have learned from them. */
struct race_pending {
    uint64_t lanes;
    uint64_t address[64];
};

struct race_wave {
    struct counter counters[RACE_COUNTERS];   /* of memory instructions */
    uint32_t done[RACE_COUNTERS];             /* how many of these are known to be done */
    uint32_t stored[RACE_COUNTERS];           /* the latest of them that stored to global memory */
    uint32_t seen[RACE_WAVES][RACE_COUNTERS]; /* of the other waves: before what it does now */
    struct race_clock *known;                 /* the same of other work-groups */
    bool may_release;                         /* stores have been waited for since it released */
    bool has_acquired, has_fresh_l1, is_in_grid_wait;
    unsigned pending_count;
    struct race_pending pending[RACE_PENDING];
};

/* Loads of the same bytes by one wave, shortly behind each other: sites. */
struct race_link {
    uint32_t later, earlier;
};

/* Of a work-group. */
struct race_group {
    struct race_group *next; /* free ones */
    struct check_group *group;
    struct race_slot *table; /* [table_size] by key, open addressing */
    size_t table_size, page_count;
    uint32_t generation;
    struct race_page *pages, *free_pages, *last;
    struct race_page *dirty; /* of global memory */
    uint32_t released;
    bool has_unreleased;   /* the launch's shadow has records that the next release is to cover */
    struct code_ops *code; /* met last */
    uint32_t feeding;      /* the site that was found to feed an atomic last */
    struct race_link links[RACE_LINKS];
    struct race_wave waves[RACE_WAVES];
};

/* What a wave does in one instruction. */
struct race_context {
    struct race_group *group;
    struct race_launch *launch;
    const struct wave *wave;
    struct race_wave *own;
    uint32_t where, stamp; /* lane and mask to be added */
    unsigned kind;         /* enum race_access */
    bool is_lds;
    bool returns; /* an atomic whose result is used */
};

/* The task that a launch, or a copy, belongs to: order.h. */
struct order_at {
    uint64_t task; /* 0: none; it is in order with everything */
    uint32_t chain, number;
    struct race_clock *known; /* what comes before it, and itself */
};

struct race_launch {
    struct check_launch *check;
    struct order_at at;
    bool has_shadow;         /* there are several work-groups */
    pthread_mutex_t lock;    /* of the following */
    struct code_ops *codes;  /* struct race_op */
    struct race_site *sites; /* [site_count]; [0] is none */
    size_t site_count, site_capacity;
    struct race_group *free_groups;
    struct race_pair *pairs;
    uint64_t learned[RACE_LEARNED]; /* addresses by which work-groups acquired something */
    unsigned learned_count;
    struct race_shadow *shadow;
};

/* A record of the launch's shadow. */
struct race_record {
    uint32_t segment, where, value;
    unsigned kind, mask;
    bool has_value;
};

/* The same access to all granules of a page, of lanes next to each other. */
struct race_row {
    struct race_record record; /* where: of the first granule */
    unsigned lane_bits;        /* log2 of a wave's lanes */
    unsigned shift;            /* a lane accesses 1 << shift granules */
};

/* ---- race_cells.c ---- */

/* The lane's access to the bytes `mask` of a granule. */
void race_cell_access(const struct race_context *x, uint64_t address, unsigned lane, unsigned mask,
                      bool has_value, uint32_t value);
/* The same for all bytes of `count` granules, `dwords` of them by each lane from this one on.
 * values: what they store, or NULL. */
void race_row_access(const struct race_context *x, uint64_t address, unsigned lane, unsigned dwords,
                     unsigned count, const uint32_t *values);
/* The same for a granule of each lane. values: by lane, or NULL. */
void race_lanes_access(const struct race_context *x, const uint64_t address[64], int32_t shift,
                       uint64_t lanes, const uint32_t *values);
/* Takes cells over to the launch's shadow; covered_by: only what this wave knows to be done; -1:
 * all. Returns whether there were any. number: of the release that they are before. only: 0, or the
 * stamp of an instruction of that wave, whose records are taken, done or not. */
bool race_cells_flush(struct race_group *g, int covered_by, uint32_t number, uint32_t only);
/* The work-group has ended: the launch's shadow takes what it has not got. */
void race_cells_finish(struct race_group *g);
/* The wave that wrote the granule last; -1: none. *number: of its instruction among those of the
 * counter, if it was a release; 0. */
int race_cell_writer(struct race_group *g, uint64_t address, bool is_lds, uint32_t *number,
                     unsigned *counter);

uint32_t race_stamp(uint32_t number, unsigned counter, unsigned kind);

/* ---- race_shadow.c ---- */

struct race_shadow *race_shadow_create(void);
void race_shadow_destroy(struct race_shadow *s);
/* What a work-group does between two points at which it synchronises. */
uint32_t race_segment(struct race_shadow *s, uint32_t group, uint32_t number,
                      struct race_clock *known);
/* The shadow's part of a race_page of this key; NULL: no memory. It stays where it is. */
struct shadow_page *race_shadow_page(struct race_shadow *s, uint64_t key);
/* Locks it, and others. */
void race_shadow_lock(struct race_shadow *s, uint64_t key);
void race_shadow_unlock(struct race_shadow *s, uint64_t key);
/* index: of the cell in the page. */
void race_shadow_insert(struct race_shadow *s, struct shadow_page *p, unsigned index,
                        const struct race_record *r);
/* The same for all granules of the page. values: [RACE_PAGE_CELLS] or NULL. */
void race_shadow_insert_row(struct race_shadow *s, struct shadow_page *p,
                            const struct race_row *row, const uint32_t *values);
/* Granules for which a plain load of all bytes by this work-group says nothing new. Needs no lock.
 */
uint64_t race_shadow_settled(const struct shadow_page *p, uint64_t group);
/* Accesses of a launch of one kind to a page. */
struct race_at {
    uint32_t group, where;
};
struct race_row_where {
    struct race_at first; /* to the first granule */
    unsigned lane_bits, shift;
};
struct race_seen {
    uint64_t key;
    unsigned kind;
    uint64_t bytes[RACE_PAGE_CELLS * RACE_GRANULE / 64];
    bool is_row;
    struct race_row_where row;
    struct race_at each[RACE_PAGE_CELLS];
};
struct race_at race_at_of_row(const struct race_row_where *row, unsigned granule);
/* Calls `see` for each page and kind. */
void race_shadow_each(struct race_shadow *s, void (*see)(void *user, const struct race_seen *),
                      void *user);
/* The addresses of at most so many releases. */
unsigned race_shadow_syncs(const struct race_shadow *s, uint64_t *out, unsigned most);
/* Reports all races between work-groups. */
void race_shadow_report(struct race_launch *l);
/* What releases at this address say; NULL: there was none. The caller drops it. */
struct race_clock *race_sync_find(struct race_shadow *s, uint64_t address);
void race_sync_release(struct race_shadow *s, uint64_t address, struct race_clock *clock);

/* ---- race_report.c ---- */

struct race_end {
    uint64_t group;
    uint32_t where;
    unsigned kind;
};
struct race_pair {
    struct race_pair *next;
    const char *rule;
    struct race_end first, second; /* in the order of the code; of all, those of the first
                                    * work-groups and waves */
    uint64_t address, count;
    bool is_lds, is_same;
};
/* Two accesses that race; `second` is the one that is reported. is_same: both wrote the same. */
void race_report(struct race_launch *l, const struct race_end *first, const struct race_end *second,
                 uint64_t address, bool is_lds, bool is_same);
void race_report_all(struct race_launch *l);

/* ---- race.c ---- */

/* at: its clock is taken over on success. */
struct race_launch *race_launch_begin(struct check_launch *c, const struct order_at *at);
void race_launch_end(struct race_launch *l);
/* NULL: no memory */
struct race_group *race_group_begin(struct check_group *g);
void race_group_end(struct race_group *g);
/* a: NULL if the instruction accesses no memory. */
void race_check(struct check_group *g, struct wave *w, const struct op *op,
                const struct accesses *a);
void race_leave(struct check_group *g, uint32_t waves);

#endif
