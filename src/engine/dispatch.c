/* dispatch.c: all work-groups of a launch over the worker threads.
 *
 * Work-groups are taken in order from an atomic counter, a few at a time. From a kernel's second
 * launch on, each worker has a share of the grid: work-groups that follow each other, the same in
 * all launches of that size, so that its caches know what they worked on before; whose share is
 * over takes from the others'. In launches behind one that failed, or whose work-groups waited for
 * each other, all is one share, so that the earliest are begun first. A worker runs one work-group
 * to its end before it begins the next, as long as that goes on. A work-group that waits for others
 * (spinning on a flag, at a grid barrier) is set aside, and the worker begins more of them: after
 * each round over those it has without one that ended, up to as many again, until the modelled
 * device would be full. Once any has waited, those of the first share are begun first. So whoever
 * is waited for gets to run: the earliest work-group that is not over is always begun, or is the
 * next that some worker begins. */
#include <fenv.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/deadlock.h"
#include "engine/dispatch.h"
#include "engine/hostcall.h"
#include "engine/pending.h"
#include "engine/printf.h"
#include "engine/signals.h"
#include "engine/workgroup.h"

/* Work-groups that a worker takes at once where they wait for each other: those that are waited for
 * should not be far behind. */
enum { WAITING_CLAIM = 64 };

/* So many rounds without an end are taken for long loops. */
enum { LONG_LOOP_ROUNDS = 8 };

/* A worker whose work-groups wait begins no more for so long, while others end some; that they do
 * is seen when they have ended what they took. */
enum { PATIENCE_NS = 5000 * 1000, QUIET_NS = 100 * 1000 };

/* The work-groups that a worker has begun, in the order in which they run next. */
struct ring {
    struct slot *first, *last;
    uint64_t count;
};

static void ring_push(struct ring *r, struct slot *s)
{
    s->next = NULL;
    if (r->last)
        r->last->next = s;
    else
        r->first = s;
    r->last = s;
    r->count++;
}

static struct slot *ring_pop(struct ring *r)
{
    struct slot *s = r->first;
    r->first = s->next;
    if (!r->first)
        r->last = NULL;
    r->count--;
    return s;
}

/* Divides the grid: among the threads, or all is one share. */
static void share_out(struct launch *l)
{
    bool was_calm = atomic_load_explicit(&l->kernel->was_calm, memory_order_relaxed);
    l->share_count = was_calm ? l->threads : 1;
    uint64_t size = l->group_count / l->share_count, more = l->group_count % l->share_count, at = 0;
    for (unsigned i = 0; i < l->share_count; i++) {
        struct share *s = &l->context->shares[i];
        atomic_store_explicit(&s->next, at, memory_order_relaxed);
        s->end = at += size + (i < more);
    }
}

static uint64_t share_left(const struct share *s)
{
    uint64_t next = atomic_load_explicit(&s->next, memory_order_relaxed);
    return next < s->end ? s->end - next : 0;
}

/* Where a worker takes work-groups from: the first share from its own on that has any left, or the
 * first of all. NULL: all are begun. */
static struct share *find_share(struct launch *l, unsigned worker)
{
    unsigned own = launch_has_waited(l) || worker >= l->share_count ? 0 : worker;
    for (unsigned i = 0; i < l->share_count; i++) {
        struct share *s = &l->context->shares[(own + i) % l->share_count];
        if (share_left(s)) /* which keeps idle workers from driving `next` past 2^64, too */
            return s;
    }
    return NULL;
}

static void claim_take(struct claim *c, const struct launch *l, uint64_t at, uint64_t end)
{
    c->next = at;
    c->end = end;
    c->id[0] = (uint32_t)(at % l->groups[0]);
    c->id[1] = (uint32_t)(at / l->groups[0] % l->groups[1]);
    c->id[2] = (uint32_t)(at / l->groups[0] / l->groups[1]);
}

/* Takes work-groups that nobody has begun, `most` at most, and no more than a quarter of a thread's
 * part of what is left of a share, so that all threads end at about the same time. */
static bool claim_more(struct worker *k, struct launch *l, uint64_t most)
{
    struct share *s;
    while ((s = find_share(l, k->index))) {
        uint64_t size = l->claim_size < most ? l->claim_size : most,
                 part = share_left(s) / (l->threads / l->share_count * UINT64_C(4)) + 1;
        size = part < size ? part : size;
        if (size > WAITING_CLAIM && launch_has_waited(l))
            size = WAITING_CLAIM;
        uint64_t at = atomic_fetch_add_explicit(&s->next, size, memory_order_relaxed);
        if (at < s->end) {
            claim_take(&k->claim, l, at, s->end - at < size ? s->end : at + size);
            return true;
        }
    }
    return false;
}

static bool can_claim(const struct worker *k, struct launch *l)
{
    return k->claim.next < k->claim.end || find_share(l, k->index);
}

static void stop_for_memory(struct launch *l)
{
    pthread_mutex_lock(&l->lock);
    diag_fail(&l->diag, SHOAL_E_NOMEM,
              "Out of host memory for a work-group of kernel %s (%zu bytes with %u bytes of "
              "scratch per lane).",
              l->kernel->info->name, slot_bytes(l), l->state.scratch_bytes);
    pthread_mutex_unlock(&l->lock);
    atomic_store(&l->is_stopped, true);
}

/* Tells the caller how far the launch is, about 20 times a second. */
static void tell_progress(struct launch *l)
{
    uint64_t now = clock_ns();
    if (now < l->next_progress_ns)
        return;
    l->next_progress_ns = now + 50000000;
    l->desc.progress(l->desc.progress_user, atomic_load(&l->done_groups), l->group_count);
}

/* The state of a worker's rounds over the work-groups that it has begun. */
struct rounds {
    uint64_t left;      /* turns until the round is over */
    uint64_t may_begin; /* work-groups that may be begun beside those that wait */
    unsigned fruitless; /* rounds in a row in which none ended */
    bool has_slept, has_ended;
    /* Of launches with several workers; 0: not known yet */
    uint64_t begun_ns; /* when this one last began or ended one, about */
    uint64_t done;     /* the launch's done_groups.. */
    uint64_t done_ns;  /* ..and when they were first seen to be so many */
};

/* Whether others end work-groups, for which those of this worker may only have to wait a little:
 * more of them would mostly wait, too, and each takes time to find that out. */
static bool others_go_on(struct rounds *r, const struct launch *l)
{
    uint64_t done = atomic_load_explicit(&l->done_groups, memory_order_relaxed), now = clock_ns();
    if (r->has_ended || r->begun_ns == 0)
        r->begun_ns = now;
    if (done != r->done || r->done_ns == 0)
        r->done_ns = now;
    r->done = done;
    return now - r->done_ns < QUIET_NS && now - r->begun_ns < PATIENCE_NS;
}

static void round_over(struct rounds *r, const struct ring *ring, const struct launch *l,
                       bool can_begin)
{
    r->fruitless = r->has_ended ? 0 : r->fruitless + 1;
    bool goes_on = l->threads > 1 && others_go_on(r, l);
    /* A wave in s_sleep waits, or one that is where it was; others have a long loop, probably. */
    if (can_begin && !goes_on && r->fruitless >= (r->has_slept ? 1 : LONG_LOOP_ROUNDS)) {
        r->may_begin = ring->count;
        r->begun_ns = 0;
    } else if (r->fruitless) {
        sched_yield(); /* whoever is waited for may run in another thread */
    }
    r->left = ring->count;
    r->has_slept = r->has_ended = false;
}

/* Says that so many work-groups have ended: seldom, since threads take the line of memory from each
 * other. */
static void tell_done(struct launch *l, uint64_t *done)
{
    launch_tell_done(l, *done);
    *done = 0;
}

static void work(struct worker *k, struct launch *l, bool is_first)
{
    struct claim *claim = &k->claim;
    struct ring ring = {0};
    struct rounds rounds = {0};
    uint64_t done = 0; /* work-groups that ended, and of which nobody else knows yet */
    bool tells_each = l->threads == 1 || l->desc.progress || atomic_load(&l->is_tiering);
    while (!launch_is_stopped(l)) {
        struct slot *s = NULL;
        uint64_t room = l->resident_limit - ring.count;
        bool is_new = false;
        if (ring.count == 0 || (rounds.may_begin > 0 && room > 0)) {
            if (claim->next < claim->end || claim_more(k, l, room)) {
                s = group_start(k, l);
                if (!s) {
                    stop_for_memory(l);
                    break;
                }
                is_new = true;
                if (rounds.may_begin)
                    rounds.may_begin--;
            } else if (ring.count == 0) {
                break;
            } else {
                rounds.may_begin = 0;
            }
        }
        if (!s)
            s = ring_pop(&ring);
        k->others_wait = ring.count > 0;
        k->may_follow = is_new && ring.count == 0 && !l->desc.progress;
        uint64_t changes = atomic_load(&l->device->machine.sync_changes);
        enum slice slice = group_run(k, l, s);
        uint64_t ended = k->followed + (slice == SLICE_DONE);
        rounds.has_ended |= ended > 0;
        done += ended;
        if (tells_each || launch_has_waited(l) || claim->next == claim->end ||
            slice != SLICE_DONE || ring.count > 0)
            tell_done(l, &done);
        if (slice == SLICE_WAITING) {
            if (!launch_has_waited(l))
                atomic_store_explicit(&l->has_waited, true, memory_order_relaxed);
            rounds.has_slept |= k->has_slept;
            if (k->only_waits)
                deadlock_consider(l, s, changes);
            ring_push(&ring, s);
        } else {
            if (slice == SLICE_STOPPED && atomic_load(&l->is_deadlocked)) /* a checker says so */
                deadlock_report(l, s);
            group_end(k, l, s);
        }
        if (!is_new && rounds.left > 0)
            rounds.left--;
        if (ring.count > 0 && rounds.left == 0 && rounds.may_begin == 0) {
            if (l->uses_hostcall)
                hostcall_serve(l);
            round_over(&rounds, &ring, l, ring.count < l->resident_limit && can_claim(k, l));
        } else if (ring.count == 0) {
            rounds = (struct rounds){0};
        }
        if (is_first && l->desc.progress)
            tell_progress(l);
    }
    tell_done(l, &done);
    while (ring.count > 0) {
        struct slot *s = ring_pop(&ring);
        if (atomic_load(&l->is_deadlocked)) /* the first one of all is reported */
            deadlock_report(l, s);
        group_end(k, l, s);
    }
}

static void add_stats(struct launch *l, const struct worker *k)
{
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++) {
        l->stats.by_class[i] += k->by_class[i];
        l->stats.instructions += k->by_class[i];
        l->stats.lane_instructions += k->by_class[i] * l->lanes;
    }
    l->stats.waves += k->waves;
    l->stats.workgroups += k->groups;
    pthread_mutex_unlock(&l->lock);
}

static void worker_main(void *context, unsigned index)
{
    struct launch *l = context;
    struct worker *k = l->context->workers[index];
    if (!k) {
        k = l->context->workers[index] = aligned_alloc(_Alignof(struct worker), sizeof *k);
        if (!k) {
            if (index == 0)
                stop_for_memory(l);
            return; /* the others do the work */
        }
        *k = (struct worker){.device = l->device, .index = index};
    }
    memset(k->by_class, 0, sizeof k->by_class);
    k->waves = k->groups = 0;
    k->claim = (struct claim){0};
    /* The program may have set another rounding mode in this thread. */
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    pending_renew(k);
    work(k, l, index == 0);
    pending_finish(k);
    fesetenv(&host);
    add_stats(l, k);
    worker_trim(k);
}

void dispatch(struct launch *l)
{
    signals_ensure();
    const struct isa_exec *isa = l->device->isa;
    void *start = isa->start_create ? isa->start_create(&l->device->machine, &l->state) : NULL;
    l->state.start = start;
    share_out(l);
    l->stats.threads = pool_run(&l->context->pool, l->threads, worker_main, l);
    atomic_store_explicit(&l->kernel->was_calm, !launch_has_waited(l) && !launch_is_stopped(l),
                          memory_order_relaxed);
    l->state.start = NULL;
    free(start);
    if (l->desc.progress && !launch_is_stopped(l))
        l->desc.progress(l->desc.progress_user, atomic_load(&l->done_groups), l->group_count);
}
