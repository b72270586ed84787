/* checker.h: what the parts of the checker share: what belongs to a device, a launch, a work-group;
 * and how a finding is entered. See docs/check.md. */
#ifndef SHOAL_CHECK_CHECKER_H
#define SHOAL_CHECK_CHECKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/checker.h"
#include "engine/slot.h"
#include "isa/machine.h"
#include "shoal/check.h"
#include "shoal/observe.h"

/* A finding: an instruction (or two) and what is wrong there. */
struct finding {
    shoal_check_report report;
    uint64_t order[3]; /* launch, work-group, wave: the first of all is the one that is described */
    bool is_void;      /* not to be reported, since another launch did otherwise */
    unsigned useful;   /* wait.c, of hints: counters that the instruction did wait for */
};

/* A line of a file of suppressions: patterns of a shell, NULL for any. */
struct suppression {
    char *rule; /* "mem:out-of-bounds" */
    char *kernel, *source, *call;
};

struct suppressions {
    struct suppression *items; /* [count] */
    size_t count;
};

/* How many of the findings are no notes. */
size_t findings_count(struct finding *const *list, size_t count);

/* Of a device. */
struct check {
    struct checker hooks; /* first */
    struct shoal_device *device;
    unsigned kinds; /* 1 << SHOAL_CHECK_* */
    uint64_t max_reports;
    bool has_json, has_sarif, is_new_baseline, has_late_results, has_hints;
    bool is_alone; /* nobody but the launch writes to memory while it runs */
    void (*each)(void *user, const shoal_check_report *report); /* NULL: none */
    void *user;
    bool is_environment;               /* made by SHOAL_CHECK */
    char *report, *suggest, *baseline; /* paths; NULL: none */
    struct suppressions suppressions, known;
    struct check *next;       /* of those made by SHOAL_CHECK */
    struct init_device *init; /* init.h; NULL: not checked */
    struct order *order;      /* order.h; NULL: races are not checked */

    pthread_mutex_t lock;  /* of the following */
    struct finding **list; /* [count] */
    size_t count, capacity;
    uint64_t launches;
};

/* spin.c, of a launch: how many of its work-groups only wait. */
struct spin_launch {
    pthread_mutex_t lock;         /* of the following */
    atomic_uint_fast64_t changes; /* of memory by waves that are watched, barriers, work-groups */
    uint64_t at;                  /* changes + 1 that `found` is about */
    uint64_t serial, last_serial; /* of what is being counted */
    bool is_second;               /* it held for all once */
    bool is_stuck;
    uint64_t found, alive, ended; /* work-groups */
};

/* Of a launch that runs. */
struct check_launch {
    struct check *check;
    struct launch *launch;
    uint64_t number;                /* from 1 */
    struct code_ops *uses;          /* wait.c: struct op_uses */
    struct code_ops *hazard_ops;    /* hazard.c: struct op_hazards */
    struct code_ops *init_codes;    /* init_code.c: struct init_op */
    struct init_group *init_groups; /* init.c: that no work-group has now */
    pthread_mutex_t lock;           /* of these */
    struct race_launch *race;       /* NULL: races are not checked */
    struct spin_launch spin;
};

/* A range in which everything may be accessed. */
struct known_range {
    uint64_t base, end;
};
enum { KNOWN_RANGES = 4 };

/* Of a work-group that runs. */
struct check_group {
    struct check_launch *launch;
    struct slot *slot;
    uint32_t items[3];
    /* Allocations that were found lately, and window.changes at that time. */
    struct known_range known[KNOWN_RANGES];
    uint64_t changes;
    unsigned next_known;
    struct code_ops *uses;       /* wait.c: of the code that was met last */
    struct code_ops *hazard_ops; /* hazard.c: of the code that was met last */
    uint8_t *hazards;            /* hazard_bytes() for each wave; NULL: hazards are not checked */
    struct init_group *init;     /* NULL: undefined values are not checked */
    uint8_t *waits;              /* wait_bytes() for each wave; NULL: waits are not checked */
    struct race_group *race;     /* NULL: races are not checked */
    struct sync_wave *last;      /* of each wave; NULL: barriers are not checked */
    uint64_t spin_found;         /* spin_launch.serial for which it was counted */
    uint64_t compared[2]; /* sync.c: the places of the latest two barriers that were compared */
};

static inline bool checks(const struct check *c, shoal_check_kind kind)
{
    return c->kinds >> kind & 1;
}

/* What an instruction is going to do to memory, by what its addresses mean. */
struct accesses {
    struct access_info info;
    uint64_t global, lds, scratch; /* lanes of each */
};

/* ---- place.c ---- */

/* The wave's instruction at wave->next, in `lane` (-1: the whole wave). */
void place_fill(const struct check_group *g, const struct wave *w, int lane,
                shoal_check_place *out);
/* The same for another instruction of the wave. */
void place_fill_at(const struct check_group *g, const struct wave *w, uint64_t pc, int lane,
                   shoal_check_place *out);
/* The same for any wave of the launch, by the index of its work-group. */
void place_fill_of(const struct check_launch *c, uint64_t group, uint32_t wave, int lane,
                   const struct code *code, uint64_t pc, shoal_check_place *out);
/* Who it is, in a grid of so many work-groups of `block` work-items; last_block: of the last ones.
 */
void place_set_item(shoal_check_place *p, const uint64_t groups[3], const uint32_t block[3],
                    const uint32_t last_block[3], uint32_t lanes, uint64_t group, uint32_t wave,
                    int lane);
/* "work-group (0, 0, 0), wave 0, lane 3, work-item (3, 0, 0)" */
void place_title(const shoal_check_place *p, const char *wave, const char *lane, char *text,
                 size_t size);

/* "+0x1c": bytes from the kernel's first instruction; functions that it calls may be before it. */
void place_offset(const shoal_check_place *p, char *text, size_t size);
/* A path below the working folder, from there on; another one as it is. */
const char *place_relative(const char *path);
/* "file:line:column" in parts. Column 0: none; line 0: it is no such text. */
void place_split(const char *source, char *file, size_t size, unsigned *line, unsigned *column);

/* ---- findings.c ---- */

/* Counts `count` times the finding `rule` at the wave's next instruction. Returns it with the lock
 * held if it has to be described, because it is new, or the first in the order of work-groups; else
 * NULL. `other`: NULL, or the place that it is about besides. finding_done gives the lock back. */
struct finding *finding_enter(struct check_group *g, const struct wave *w, shoal_check_kind kind,
                              const char *rule, const shoal_check_place *other, uint64_t count);
void finding_done(struct check_group *g);

/* What tells findings apart, and which of their occurrences is described. */
struct finding_key {
    shoal_check_kind kind;
    const char *rule, *kernel;
    int64_t pc_offset;
    const shoal_check_place *other; /* NULL: there is none */
    uint64_t order[3];              /* launch, work-group, wave */
};
/* finding_enter for an instruction that a wave has executed before. Gives the lock back itself if
 * it returns NULL; else check->lock is held, and the caller gives it back. */
struct finding *finding_enter_at(struct check *c, const struct finding_key *key, uint64_t count);
/* A finding that depends on all launches: the one of this key, new or not, with the lock held,
 * which the caller gives back; NULL: no memory. */
struct finding *finding_hint(struct check *c, const struct finding_key *key, uint64_t count);
/* The findings that are not suppressed, in order; the caller frees. NULL: no memory. With the lock
 * held. */
struct finding **findings_sorted(struct check *c, size_t *count);
void findings_free(struct check *c);
/* A finding that is about a call of the host. */
struct finding *finding_of_call(struct check *c, shoal_check_kind kind, const char *rule,
                                const char *source);

/* ---- mem.c ---- */

void mem_check(struct check_group *g, struct wave *w, const struct accesses *a);
/* The same for what an image instruction accesses, if the op is one. */
void mem_check_texels(struct check_group *g, struct wave *w, const struct op *op);
/* Before a memory instruction: what it says of its memory, whether or not it accesses any. */
void mem_check_address(struct check_group *g, struct wave *w, const struct op *op);
/* Where [at, at + bytes) is: "at byte 4 of an allocation of 40", and more about the allocation. */
void mem_where(const struct launch *l, uint64_t at, uint64_t bytes, char *where, size_t where_size,
               char *detail, size_t detail_size);
/* The same of memory that no launch of now is about. */
void mem_where_of(struct check *c, uint64_t at, uint64_t bytes, char *where, size_t where_size,
                  char *detail, size_t detail_size);
/* The allocation of this number; "": there is none. l: as in fault_argument, or NULL. */
void mem_describe_number(struct shoal_device *device, const struct launch *l, uint64_t number,
                         char *text, size_t text_size);
/* The allocation that shoal_check_call is about. */
void mem_describe_call(struct check *c, uint64_t address, uint64_t size, char *text,
                       size_t text_size);

/* ---- leak.c ---- */

/* Enters what the program has allocated and not freed, as notes. */
void leak_report(struct check *c);

/* ---- suppress.c ---- */

/* SHOAL_E_IO, SHOAL_E_ARG (a line cannot be read). */
shoal_status suppressions_read(const char *path, struct suppressions *out, char *why);
bool suppressions_have(const struct suppressions *s, const shoal_check_report *r);
shoal_status suppressions_write(const char *path, struct finding *const *list, size_t count,
                                char *why);
void suppressions_free(struct suppressions *s);

/* ---- text.c, sarif.c ---- */

void text_write(const struct check *c, FILE *out, struct finding *const *list, size_t count);
shoal_status machine_write(const struct check *c, struct finding *const *list, size_t count,
                           char *why);

#endif
