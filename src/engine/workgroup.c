/* workgroup.c: the waves of one work-group, on one host thread.
 *
 * Waves take turns. A wave runs until it ends, waits at a barrier, sleeps, or has spent its
 * slice, which is counted in backward branches: slices are short at first, so that a wave
 * that spins on a flag soon lets go, and longer each time one is spent, so that long loops
 * are not switched often. */
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/mix.h"
#include "engine/checker.h"
#include "engine/code_map.h"
#include "engine/deadlock.h"
#include "engine/fault.h"
#include "engine/graphics.h"
#include "engine/interp.h"
#include "engine/jit.h"
#include "engine/jit_code.h"
#include "engine/kernarg.h"
#include "engine/pending.h"
#include "engine/workgroup.h"

enum {
    FIRST_BUDGET = 512, /* backward branches */
    FREE_ROUNDS = 64,   /* for which compiled code does not ask; it goes through no loop in them */
    ROUNDS_PER_LOOK = 16,
    MAX_PATIENCE = 4, /* slices grow to 512 << 4 */
    /* Instead of a patience, from here on: the wave waits, and only looks whether it may go on;
     * that it still waits is looked at after so many slices. */
    WAITS = MAX_PATIENCE + 1,
    WAITS_LOOK = WAITS + 64,
    WAITING_BUDGET = 8,
    SCALAR_BYTES = 1024, /* of what a wave has, there are its scalars */
    /* Measured on saxpy, on an Intel Xeon (Emerald Rapids): 10.3 ms without, 9.6 with 64, 9.1 with
     * 256, 8.85 with 512 to 1024; on older ones 9.6 with 512, 8.1 with 64 to 320, and 10.2
     * without, 6.5 with 512; on a newer one (Granite Rapids) 7.7 with 320, 7.9 with 128 and
     * 256, 8.4 with 512. Narrow work-groups, whose rows are in different lines of memory, lose by
     * more than a few groups: their lines are in the same set of the first-level cache
     * (stencil 20.0 ms with 512, 18.2 with 2 groups). On an AMD EPYC (Zen 5): 4.7 ms with 256, 4.3
     * with 1024 to 2048, 4.6 with 4096; in loops, reduce 5.4 with 256, 9.4 with 1024. On one
     * without AVX-512 (Zen 3): 12.0 to 13.7 ms with 64 to 128, 14.2 to 20 with 320 to 1024, 12.8
     * without; stencil 20.6 ms with 2 groups, 18.7 with 8, 19.9 with 16, 22.8 without. On Zen 4,
     * where rows are fetched to the second level: 4.7 ms with 32 to 320 in batches, 5.5 with
     * 384, 7.2 with 512; scan 9.1 with 128, 10.5 with 256; of single waves partition 18.8 with
     * 128, 14.6 with 1024; stencil 13.3 with 2 groups, 12.3 with 8 or more. */
    LOOP_ITEMS_AHEAD = 256,
    NARROW = 32, /* work-items in x: less than a wave */
    LINE_BYTES = 64,
};
static const struct distances {
    unsigned items, batches, groups; /* batches: items, too; groups: narrow ones */
} distances[] = {[CPU_INTEL] = {320, 320, 2},
                 [CPU_ZEN] = {96, 96, 8},
                 [CPU_ZEN4] = {1024, 128, 8},
                 [CPU_ZEN5] = {1024, 1024, 2}};

/* ---- start and end ---------------------------------------------------------------- */

/* The heads of the waves that a slot has room for. They stay the same, but for what a wave
 * changes when it runs, for all work-groups of the launch that the slot is used for. */
static void fill_in_heads(struct launch *l, struct slot *s)
{
    for (uint32_t i = 0; i < l->group_waves; i++) {
        struct wave *w = slot_wave(l, s, i);
        memset(w, 0, sizeof *w);
        w->machine = &l->device->machine;
        w->group = &s->group;
        w->index = i;
        w->lanes = l->lanes;
        w->scratch = s->scratch + i * l->scratch_stride;
        w->scratch_bytes = l->state.scratch_bytes;
        w->scratch_base = (uint64_t)(uintptr_t)w->scratch - l->device->machine.host_offset;
        if (l->state.start && (l->state.variant & JIT_VARIANT)) /* compiled code sets little */
            l->device->isa->wave_init(w, &l->state, l->desc.block);
        s->code = w->code;
    }
    s->waves_serial = l->serial;
}

/* The size of a work-group. */
static void group_block(const struct launch *l, const uint32_t id[3], uint32_t block[3])
{
    for (int i = 0; i < 3; i++)
        block[i] = id[i] == l->groups[i] - 1 ? l->last_block[i] : l->desc.block[i];
}

static bool is_full(const struct launch *l, const uint32_t id[3])
{
    for (int i = 0; i < 3; i++)
        if (id[i] == l->groups[i] - 1 && l->last_block[i] != l->desc.block[i])
            return false;
    return true;
}

static void claim_advance(struct claim *c, const struct launch *l)
{
    c->next++;
    if (++c->id[0] == l->groups[0] || c->id[0] == 0) {
        c->id[0] = 0;
        if (++c->id[1] == l->groups[1] || c->id[1] == 0) {
            c->id[1] = 0;
            c->id[2]++;
        }
    }
}

/* So many more work-groups make up for failures of batches (jit/batch.h). */
static void forgive_batches(struct group *g, uint32_t groups)
{
    g->failed_batches -= groups < g->failed_batches ? groups : g->failed_batches;
}

/* Enters that so many work-groups of the slot have ended, and others took their place. */
static void count_followed(struct worker *k, const struct slot *s, uint32_t groups)
{
    k->waves += (uint64_t)groups * s->group.wave_count;
    k->groups += groups;
    k->followed += groups;
}

/* How many work-groups behind the one in the slot compiled code may begin by itself, since nothing
 * but the id in x changes, or that in y if the grid is one wide (struct turns.follow). */
static void offer_groups(struct worker *k, const struct launch *l, struct slot *s)
{
    enum { MOST = 16 };
    const struct claim *c = &k->claim;
    unsigned in = l->groups[0] == 1;
    bool may = k->may_follow && s->compiled && !s->lds && !l->state.lds_bytes && c->id[in] > 0 &&
               is_full(l, c->id);
    uint64_t n = MOST, left = c->end - c->next, in_row = l->groups[in] - c->id[in];
    in_row -= l->last_block[in] != l->desc.block[in];
    n = left < n ? left : n;
    n = in_row < n ? in_row : n;
    n = s->uncounted < n ? s->uncounted : n;
    s->group.turns.follow = k->offered = may ? (uint32_t)n : 0;
    s->group.turns.follow_in = in;
}

/* Enters how many of those that were offered have begun. */
static void take_groups(struct worker *k, struct launch *l, struct slot *s)
{
    uint32_t n = k->offered - s->group.turns.follow;
    s->group.turns.follow = k->offered = 0;
    count_followed(k, s, n);
    forgive_batches(&s->group, n);
    s->uncounted -= n;
    for (; n > 0; n--) {
        s->index = k->claim.next;
        claim_advance(&k->claim, l);
    }
}

/* Makes the slot, whose group is complete but for that, the next work-group of the claim. */
static void group_place(struct worker *k, struct launch *l, struct slot *s)
{
    lane_patterns_renew(&s->patterns);
    struct claim *c = &k->claim;
    s->index = c->next;
    s->group.index = (uint32_t)c->next;
    s->group.lds_offset = (uint32_t)(c->next % l->lds_slots) * l->lds_slot_bytes;
    memcpy(s->group.id, c->id, sizeof s->group.id);
    claim_advance(c, l);
    forgive_batches(&s->group, 1);
    s->live = s->group.wave_count;
    s->arrived = s->arrived_parts = 0;
    s->stuck_at = 0;
    /* Of no bytes, memset has a masked store to a page that may not be there: slow. */
    if (!s->lds && l->state.lds_bytes)
        memset(s->group.lds, 0, l->state.lds_bytes);
}

/* Whether compiled code finds in l->state.start what it begins with. */
static bool can_begin(struct launch *l, const struct jit_code *c)
{
    unsigned char how = atomic_load_explicit(&l->beginning, memory_order_acquire);
    if (how != BEGIN_UNKNOWN)
        return how == BEGIN_COMPILED;
    pthread_mutex_lock(&l->lock);
    how = atomic_load_explicit(&l->beginning, memory_order_relaxed);
    if (how == BEGIN_UNKNOWN) {
        bool ok = l->device->isa->start_preload(l->state.start, c->preloads, c->preload_count,
                                                kernarg_find, l);
        how = ok ? BEGIN_COMPILED : BEGIN_INIT;
        atomic_store_explicit(&l->beginning, how, memory_order_release);
    }
    pthread_mutex_unlock(&l->lock);
    return how == BEGIN_COMPILED;
}

static const struct jit_code *latest_code(const struct launch *l)
{
    return atomic_load_explicit(&l->kernel->jit.compiled, memory_order_acquire);
}

/* Compiled code that can begin waves of the launch, NULL: there is none. */
static const struct jit_code *compiled_start(struct launch *l)
{
    if (!(l->state.variant & JIT_VARIANT) || !l->state.start || l->desc.start)
        return NULL;
    const struct jit_code *c = latest_code(l);
    return c && can_begin(l, c) ? c : NULL;
}

/* Waves that compiled code begins. */
static void waves_prepare(const struct launch *l, struct slot *s)
{
    for (uint32_t i = 0; i < s->group.wave_count; i++) {
        slot_wave(l, s, i)->code = s->code; /* earlier waves may have gone to another */
        s->states[i] = WAVE_NEW;
        s->patience[i] = 0;
    }
}

static void waves_init(struct launch *l, struct slot *s, const uint32_t block[3])
{
    for (uint32_t i = 0; i < s->group.wave_count; i++) {
        struct wave *w = slot_wave(l, s, i);
        w->stop = STOP_NONE;
        w->barrier.kind = 0;
        w->barrier.first = w->barrier.count = 0;
        s->states[i] = WAVE_READY;
        s->patience[i] = 0;
        l->device->isa->wave_init(w, &l->state, block);
        if (l->desc.start)
            start_apply(l, s, w);
        if (w->stop == STOP_END) {
            s->states[i] = WAVE_ENDED;
            s->live--;
        }
    }
}

/* struct group, ahead. */
static uint64_t items_ahead(const struct launch *l, enum ahead_of kind)
{
    static _Atomic(const struct distances *) of_cpu;
    if (!of_cpu)
        of_cpu = &distances[cpu_kind()];
    const struct distances *d = of_cpu;
    if (l->desc.block[0] < NARROW)
        return (uint64_t)d->groups * l->desc.block[0];
    return kind == AHEAD_LOOPS ? LOOP_ITEMS_AHEAD : kind == AHEAD_BATCHES ? d->batches : d->items;
}

/* struct group, not_streamed: whether so many bytes for each work-item fill the caches. */
static uint64_t not_streamed(const struct launch *l, uint64_t width)
{
    static _Atomic uint64_t cache;
    if (!cache)
        cache = cpu_cache_bytes() | 1;
    uint64_t bytes = width * l->desc.grid[0] * l->desc.grid[1] * l->desc.grid[2];
    return cache > 1 && bytes > cache ? LINE_BYTES - 1 : UINT64_MAX;
}

struct slot *group_start(struct worker *k, struct launch *l)
{
    const struct isa_exec *isa = l->device->isa;
    const uint32_t *id = k->claim.id;
    uint32_t block[3];
    group_block(l, id, block);
    const uint32_t *items = isa->full_groups ? l->desc.block : block;
    uint32_t waves = (items[0] * items[1] * items[2] + l->lanes - 1) / l->lanes;
    bool full = is_full(l, id);
    struct slot *s = slot_take(k, l);
    if (!s)
        return NULL;
    s->launch = l;
    s->worker = k;
    s->uncounted = 0;
    s->group = (struct group){
        .lds = slot_lds(l, s),
        .lds_bytes = s->lds ? isa->lds_reserve : l->state.lds_bytes,
        .wave_count = waves,
        .turn = &l->turn,
        .calls = l->calls ? l->calls + (size_t)k->index * l->device->isa->row_count : NULL,
        .turns = {.waves = s->waves, .start = l->state.start},
        .patterns = &s->patterns,
        .ahead = {[AHEAD_WAVES] = items_ahead(l, AHEAD_WAVES),
                  [AHEAD_LOOPS] = items_ahead(l, AHEAD_LOOPS),
                  [AHEAD_BATCHES] = items_ahead(l, AHEAD_BATCHES)},
        .not_streamed = {not_streamed(l, 4), not_streamed(l, 8), not_streamed(l, 16)},
    };
    group_place(k, l, s);
    if (s->waves_serial != l->serial)
        fill_in_heads(l, s);
    for (uint32_t i = 0; i < waves; i++)
        memset(slot_wave(l, s, i)->counts, 0, sizeof slot_wave(l, s, i)->counts);
    s->compiled = full ? compiled_start(l) : NULL;
    if (s->compiled)
        waves_prepare(l, s);
    else
        waves_init(l, s, block);
    if (l->check && !l->checker->group_begin(l, s, items)) {
        slot_free(l->device, s);
        return NULL;
    }
    return s;
}

/* What compiled code would have counted later, had no fault made it leave. */
static void count_rest(struct group *g)
{
    struct turns *t = &g->turns;
    for (int i = 0; i < COUNT_SLOTS; i++)
        g->counts[0][i] += t->uncounted[i] * (t->uncounted_to - t->uncounted_from);
    t->uncounted_to = t->uncounted_from;
}

/* Takes over what compiled code has counted. */
static void take_counts(struct worker *k, struct slot *s)
{
    for (unsigned i = 0; i < COUNT_SLOTS; i++)
        k->by_class[i] += group_count(&s->group, i);
    memset(s->group.counts, 0, sizeof s->group.counts);
    /* A turn executes at most all instructions before, between and behind each of its backward
     * branches. Of 32 bits, a quarter leaves room for the longest slice. */
    uint64_t round = s->compiled ? (uint64_t)s->compiled->op_count *
                                       (FIRST_BUDGET + FREE_ROUNDS + 2) * s->group.wave_count
                                 : 0;
    s->uncounted = round ? (uint32_t)(UINT32_MAX / 4 / round) : 0;
}

/* All waves have had a turn; makes sure that what they count in another one has room. */
static void count_round(struct worker *k, struct slot *s)
{
    if (s->uncounted == 0)
        take_counts(k, s);
    else
        s->uncounted--;
}

void group_end(struct worker *k, struct launch *l, struct slot *s)
{
    if (s->check)
        l->checker->group_end(l, s);
    s->check = NULL;
    if (l->desc.start)
        start_collect(l, slot_wave(l, s, 0));
    take_counts(k, s);
    for (uint32_t i = 0; i < s->group.wave_count; i++)
        for (int c = 0; c < SHOAL_CLASS_COUNT; c++)
            k->by_class[c] += slot_wave(l, s, i)->counts[c];
    k->waves += s->group.wave_count;
    k->groups++;
    s->next = k->free_slots;
    k->free_slots = s;
}

/* The work-group in the slot has ended: lets the next one of the claim take its place. false:
 * there is none, or something else has to be looked at first. */
static bool group_follow(struct worker *k, struct launch *l, struct slot *s)
{
    const struct claim *c = &k->claim;
    if (!k->may_follow || !s->compiled || c->next == c->end || !is_full(l, c->id) ||
        launch_is_stopped(l) || (l->deadline_ns && clock_ns() >= l->deadline_ns))
        return false;
    count_round(k, s);
    count_followed(k, s, 1);
    group_place(k, l, s);
    if (launch_has_waited(l)) { /* somebody may look whether others go on */
        launch_tell_done(l, k->followed);
        k->followed = 0;
    }
    return true;
}

void worker_free(struct worker *k)
{
    if (!k)
        return;
    slots_free(k->device, &k->free_slots);
    pending_free(k);
    free(k);
}

/* ---- running ------------------------------------------------------------------------ */

static void report_timeout(struct launch *l, struct slot *s, uint32_t wave)
{
    struct wave *w = slot_wave(l, s, wave);
    w->fault = (struct fault_info){.cause = SHOAL_FAULT_TIMEOUT};
    fault_record(l, s, w);
}

/* Whether this wave waits for all that have not ended, whatever the kind of barrier. */
static bool is_whole(const struct slot *s, const struct wave *w)
{
    return w->barrier.count == 0 || w->barrier.count >= s->group.wave_count;
}

/* Of so many bytes, at most, of what the wave has of its own, apart from memory; not 0. */
static uint64_t state_hash(const struct launch *l, const struct wave *w, size_t most)
{
    size_t bytes = l->wave_bytes - sizeof *w;
    return mix_bytes((uintptr_t)w->next, w + 1, bytes < most ? bytes : most) | 1;
}

/* Whether the wave, a slice of which is spent, is where it was after the one before, with the same
 * in all registers: it waits for memory to change. Mostly the first of them, which are scalars,
 * tell that it just has a long loop. */
static bool is_where_it_was(const struct launch *l, struct slot *s, uint32_t i)
{
    const struct wave *w = slot_wave(l, s, i);
    uint64_t begin = state_hash(l, w, SCALAR_BYTES), all = 0;
    bool is_same = begin == s->spent_begin[i];
    if (is_same) {
        all = state_hash(l, w, SIZE_MAX);
        is_same = all == s->spent_state[i];
    }
    s->spent_begin[i] = begin;
    s->spent_state[i] = all;
    return is_same;
}

/* The wave's slice is spent. */
static void spend(struct worker *k, const struct launch *l, struct slot *s, uint32_t i)
{
    uint8_t *patience = &s->patience[i];
    if (*patience >= WAITS && *patience < WAITS_LOOK)
        ++*patience;
    else if (is_where_it_was(l, s, i))
        *patience = WAITS;
    else if (*patience >= WAITS)
        *patience = 1;
    else if (*patience < MAX_PATIENCE && !l->check)
        ++*patience; /* in checked launches, what spins costs ten times as much */
    k->has_slept |= *patience >= WAITS;
}

/* Enters what became of a wave that ran. Returns whether it got to a barrier or to its end. */
static bool wave_settle(struct worker *k, struct launch *l, struct slot *s, uint32_t i)
{
    struct wave *w = slot_wave(l, s, i);
    switch (w->stop) {
    case STOP_END:
        s->states[i] = WAVE_ENDED;
        s->live--;
        return true;
    case STOP_BARRIER:
        s->states[i] = WAVE_AT_BARRIER;
        s->patience[i] = 0;
        if (w->barrier.kind == 0 && is_whole(s, w))
            s->arrived++;
        else
            s->arrived_parts++;
        return true;
    case STOP_HALT:
        s->states[i] = WAVE_HALTED;
        return false;
    case STOP_FAULT:
        if (l->check)
            l->checker->faulted(l, s, w);
        fault_record(l, s, w);
        return false;
    case STOP_TEAM:
        s->states[i] = WAVE_READY;
        return true;
    default:
        s->states[i] = WAVE_READY;
        k->only_waits &= w->stop == STOP_WAIT;
        if (w->budget >= 0)
            k->has_slept = true;
        else
            spend(k, l, s, i);
        return false;
    }
}

/* Backward branches of the next slice. Where other work-groups of the worker wait, this one may,
 * too, which two slices tell: they are short. */
static int32_t budget_of(const struct worker *k, unsigned patience)
{
    if (patience >= WAITS)
        return WAITING_BUDGET;
    return k->others_wait ? FIRST_BUDGET >> MAX_PATIENCE << 2 * patience : FIRST_BUDGET << patience;
}

/* Lets one wave run. Returns whether it got to a barrier or to its end. */
static bool wave_turn(struct worker *k, struct launch *l, struct slot *s, uint32_t i)
{
    struct wave *w = slot_wave(l, s, i);
    pending_finish(k);
    w->budget = budget_of(k, s->patience[i]);
    w->stop = STOP_NONE;
    s->group.running = w;
    if (l->desc.observer)
        interp_run_observed(l, w);
    else if (l->check)
        interp_run_checked(l, w);
    else if (__builtin_expect(l->device->machine.trap_handler && l->device->isa->step, 0))
        interp_run_stepped(l->device->isa, w);
    else if (__builtin_expect(s->group.calls != NULL, 0))
        interp_run_counted(l->device->isa, w);
    else
        interp_run(l->device->isa, w);
    if (s->patience[i] > 0) /* a long slice */
        take_counts(k, s);
    return wave_settle(k, l, s, i);
}

/* ---- several waves in one call of compiled code ---- */

static op_exec_fn next_code(const struct launch *l, const struct slot *s, uint32_t i)
{
    return atomic_load_explicit(&slot_wave(l, s, i)->next->exec, memory_order_acquire);
}

/* Looks now and then whether other code is worth compiling. */
static void tier(struct worker *k, struct launch *l)
{
    if (atomic_load_explicit(&l->is_tiering, memory_order_relaxed) &&
        k->rounds++ % ROUNDS_PER_LOOK == 0)
        jit_consider(l);
}

/* struct turns.more, where the call is for all waves of a work-group: all have ended, and the next
 * work-group follows, or all are at a barrier, and go on. */
static bool next_round(struct group *g)
{
    struct slot *s = (struct slot *)(void *)g;
    struct worker *k = s->worker;
    struct launch *l = s->launch;
    struct turns *t = &g->turns;
    tier(k, l);
    if (t->held == 0) {
        take_groups(k, l, s);
        t->are_new = k->turns_exec == latest_code(l)->start && group_follow(k, l, s);
        if (!t->are_new)
            return false;
        t->has_no_tail = false;
        offer_groups(k, l, s);
    } else {
        if (t->held < g->wave_count || next_code(l, s, 0) != k->turns_exec ||
            launch_is_stopped(l) || (l->deadline_ns && clock_ns() >= l->deadline_ns))
            return false;
        count_round(k, s);
        t->are_new = false;
        t->held = 0;
    }
    t->next = 0;
    t->rounds = FREE_ROUNDS;
    k->has_round = true;
    return true;
}

/* Compiled code that can run this wave together with those behind it; NULL: it runs alone. */
static op_exec_fn turns_code(const struct launch *l, const struct slot *s, uint32_t i)
{
    if (!s->compiled)
        return NULL;
    if (s->states[i] == WAVE_NEW)
        return s->compiled->start;
    op_exec_fn exec = next_code(l, s, i);
    return s->patience[i] == 0 && jit_code_has(s->compiled, exec) ? exec : NULL;
}

/* A call for several waves is over: enters what became of all of them but the one that ran last.
 * Returns whether one got to a barrier, to its end, or to a loop that others run, too. */
static bool end_turns(struct worker *k, struct launch *l, struct slot *s, uint32_t running)
{
    struct turns *t = &s->group.turns;
    bool progress = false;
    for (uint32_t i = t->next; i < t->end; i++)
        s->states[i] = t->are_new ? WAVE_NEW : WAVE_READY;
    for (uint32_t i = t->first; i < t->next; i++)
        if (i != running)
            progress |= wave_settle(k, l, s, i);
    t->next = t->end = t->first = t->parked = t->ready = 0;
    t->more = NULL;
    return progress;
}

/* Lets wave `first` run, and those behind it that begin or go on in the same code. Returns the last
 * one that did; *progress: whether one got to a barrier or to its end. */
static uint32_t run_turns(struct worker *k, struct launch *l, struct slot *s, uint32_t first,
                          op_exec_fn exec, bool *progress)
{
    struct turns *t = &s->group.turns;
    uint32_t end = first + 1;
    while (end < s->group.wave_count && s->states[end] == s->states[first] &&
           turns_code(l, s, end) == exec)
        end++;
    *t = (struct turns){
        .waves = s->waves,
        .next = first,
        .end = end,
        .budget = budget_of(k, 0),
        .are_new = s->states[first] == WAVE_NEW,
        .start = l->state.start,
        .first = first,
        .storing_lanes = UINT32_MAX,
        .more = first == 0 && end == s->group.wave_count ? next_round : NULL,
    };
    uint32_t rounds = t->rounds = t->more ? FREE_ROUNDS : 0;
    k->turns_exec = exec;
    k->has_round = false;
    if (t->more && t->are_new)
        offer_groups(k, l, s);
    s->group.pending = l->check ? NULL : &k->pending;
    const struct op *op = exec(slot_wave(l, s, first), NULL);
    s->group.pending = NULL;
    take_groups(k, l, s);
    uint32_t last = t->next - 1, running = s->group.running->index;
    *progress |= end_turns(k, l, s, running) || k->has_round || t->rounds < rounds;
    if (op) { /* the interpreter goes on with it */
        slot_wave(l, s, running)->next = op;
        *progress |= wave_turn(k, l, s, running);
    } else {
        *progress |= wave_settle(k, l, s, running);
    }
    if (s->live)
        pending_finish(k);
    return last;
}

/* Whether all waves in the range of w's barrier that have not ended wait at the same one. */
static bool part_is_complete(const struct launch *l, const struct slot *s, const struct wave *w)
{
    uint32_t first = w->barrier.first;
    uint32_t count = w->barrier.count ? w->barrier.count : s->group.wave_count;
    for (uint32_t i = first; i < s->group.wave_count && i - first < count; i++) {
        const struct wave *other = slot_wave(l, s, i);
        if (s->states[i] == WAVE_ENDED)
            continue;
        if (s->states[i] != WAVE_AT_BARRIER || other->barrier.kind != w->barrier.kind ||
            other->barrier.first != first || other->barrier.count != w->barrier.count)
            return false;
    }
    return true;
}

/* Barriers of a part of the work-group, or of a kind of their own. */
static void release_parts(struct launch *l, struct slot *s)
{
    for (uint32_t i = 0; i < s->group.wave_count && s->arrived_parts; i++) {
        const struct wave *w = slot_wave(l, s, i);
        if (s->states[i] != WAVE_AT_BARRIER || (w->barrier.kind == 0 && is_whole(s, w)) ||
            !part_is_complete(l, s, w))
            continue;
        uint32_t first = w->barrier.first, waves = 0;
        uint32_t count = w->barrier.count ? w->barrier.count : s->group.wave_count;
        for (uint32_t j = first; j < s->group.wave_count && j - first < count; j++)
            if (s->states[j] == WAVE_AT_BARRIER) {
                s->states[j] = WAVE_READY;
                s->arrived_parts--;
                waves |= 1u << j;
            }
        if (l->check)
            l->checker->leave(l, s, waves);
    }
}

/* Waves that have ended do not count (manual: S_BARRIER). */
static void release_barrier(struct launch *l, struct slot *s)
{
    if (s->arrived_parts)
        release_parts(l, s);
    if (s->arrived == 0 || s->arrived < s->live)
        return;
    uint32_t waves = 0;
    for (uint32_t i = 0; i < s->group.wave_count; i++)
        if (s->states[i] == WAVE_AT_BARRIER) {
            s->states[i] = WAVE_READY;
            waves |= 1u << i;
        }
    s->arrived = 0;
    if (l->check)
        l->checker->leave(l, s, waves);
}

/* Runs every wave for at least one slice. Apart from group_run, whose variables a jump out of
 * the signal handler would spoil. */
static __attribute__((noinline)) enum slice run_waves(struct worker *k, struct launch *l,
                                                      struct slot *s)
{
    k->has_slept = false;
    for (uint32_t last = 0;;) {
        bool has_progress = false;
        uint32_t ran = 0;
        k->only_waits = true;
        if (l->deadline_ns && clock_ns() >= l->deadline_ns) {
            report_timeout(l, s, last);
            return SLICE_STOPPED;
        }
        if (atomic_load_explicit(&l->is_tiering, memory_order_relaxed))
            jit_consider(l);
        if (s->compiled) /* waves go on in newer code, and begin in it */
            s->compiled = latest_code(l);
        for (uint32_t i = 0; i < s->group.wave_count; i++) {
            if (s->states[i] != WAVE_READY && s->states[i] != WAVE_NEW)
                continue;
            if (l->device->machine.trap_handler && l->device->isa->poll)
                l->device->isa->poll(slot_wave(l, s, i));
            op_exec_fn exec = turns_code(l, s, i);
            if (exec)
                i = run_turns(k, l, s, i, exec, &has_progress);
            else
                has_progress |= wave_turn(k, l, s, i);
            if (launch_is_stopped(l))
                return SLICE_STOPPED;
            ran++;
            last = i;
        }
        count_round(k, s);
        if (s->live == 0) {
            if (!group_follow(k, l, s))
                return SLICE_DONE;
            waves_prepare(l, s);
            continue;
        }
        release_barrier(l, s);
        if (ran == 0) {
            deadlock_report(l, s);
            return SLICE_STOPPED;
        }
        if (!has_progress)
            return SLICE_WAITING;
    }
}

/* Shoal itself accessed what is no memory of the device, while it executed an op of the wave. */
static void report_internal(struct launch *l, struct slot *s, struct wave *w,
                            const struct recovery *r)
{
    w->fault = (struct fault_info){.cause = SHOAL_FAULT_INTERNAL};
    snprintf(w->fault.text, sizeof w->fault.text,
             "Shoal accessed host address %#" PRIxPTR " from its own code at %#" PRIxPTR,
             (uintptr_t)r->address, (uintptr_t)r->host_pc);
    fault_record(l, s, w);
}

/* A host fault in an access to device memory becomes a fault of the wave that ran. */
static enum slice access_fault(struct worker *k, struct launch *l, struct slot *s)
{
    struct wave *w = s->group.running;
    s->group.pending = NULL;
    pending_finish(k);
    count_rest(&s->group);
    take_groups(k, l, s);
    fesetenv(FE_DFL_ENV); /* the instruction did not come to restore it */
    if (s->group.turns.team && !k->recovery.host_pc) {
        /* Whose fault it is shows when each runs the loop alone, from its start. */
        s->group.turns.team = 0;
        s->group.failed_teams = s->group.failed_batches = UINT32_MAX / 2;
        end_turns(k, l, s, UINT32_MAX);
        k->only_waits = false;
        return SLICE_WAITING;
    }
    if (s->group.turns.storing) { /* one of a batch */
        s->group.running = w = slot_wave(l, s, s->group.turns.storing - 1);
        s->group.turns.storing = 0;
        l->device->isa->wave_catch_up(w, s->group.turns.are_new ? &l->state : NULL,
                                      s->group.turns.storing_lanes);
    }
    w->stop = STOP_FAULT;
    if (k->recovery.host_pc) {
        report_internal(l, s, w, &k->recovery);
        return SLICE_STOPPED;
    }
    l->device->isa->access_fault(w, k->recovery.address);
    if (w->stop != STOP_FAULT) /* a trap handler takes care of it */
        return SLICE_WAITING;
    fault_record(l, s, w);
    return SLICE_STOPPED;
}

static struct recovery *enter(struct worker *k, const struct launch *l, struct slot *s)
{
    struct recovery *r = &k->recovery;
    r->lazy = s->lds ? s->lds + s->lds_eager : NULL;
    r->lazy_bytes = s->lds ? l->device->isa->lds_reserve - s->lds_eager : 0;
    r->is_touched = s->is_lds_touched;
    k->followed = 0;
    recovery_enter(r, &s->group);
    return r;
}

static __attribute__((noinline)) enum slice step_wave(struct worker *k, struct launch *l,
                                                      struct slot *s, uint32_t i)
{
    struct wave *w = slot_wave(l, s, i);
    w->budget = FIRST_BUDGET;
    w->stop = STOP_NONE;
    s->group.running = w;
    const struct op *op = interp_step(l->device->isa, w);
    if (op) {
        w->next = op;
        return SLICE_WAITING;
    }
    wave_settle(k, l, s, i);
    release_barrier(l, s);
    return launch_is_stopped(l) ? SLICE_STOPPED : s->live ? SLICE_WAITING : SLICE_DONE;
}

enum slice group_step(struct worker *k, struct launch *l, struct slot *s, uint32_t wave)
{
    struct recovery *r = enter(k, l, s);
    enum slice slice =
        sigsetjmp(r->context, 0) == 0 ? step_wave(k, l, s, wave) : access_fault(k, l, s);
    recovery_leave();
    s->is_lds_touched = r->is_touched;
    return slice;
}

enum slice group_run(struct worker *k, struct launch *l, struct slot *s)
{
    struct recovery *r = enter(k, l, s);
    enum slice slice = sigsetjmp(r->context, 0) == 0 ? run_waves(k, l, s) : access_fault(k, l, s);
    recovery_leave();
    s->is_lds_touched = r->is_touched;
    return slice;
}
