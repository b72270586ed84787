/* order.c: which tasks come before which. See order.h. */
#include <stdlib.h>
#include <string.h>

#include "check/order.h"

struct task {
    uint32_t chain, number;
    struct race_clock *known; /* with itself */
    size_t count;
    uint64_t after[]; /* [count] tasks */
};

struct order {
    pthread_mutex_t lock;
    /* Tasks first, first + 1, ..; NULL: the host knows that it is over. */
    struct task **tasks;
    uint64_t first;
    size_t count, capacity;
    uint32_t *chains; /* [chain_count] the latest number of each */
    uint32_t chain_count;
    struct race_clock *host;  /* what the program has waited for */
    struct race_clock *ended; /* what is over */
    struct order_shadow *shadow;
};

struct order_shadow *order_shadow_of(const struct check *c) { return c->order->shadow; }

static _Thread_local uint64_t current; /* task of this thread */

struct order *order_create(void)
{
    struct order *o = calloc(1, sizeof *o);
    if (!o || !(o->shadow = order_shadow_create())) {
        free(o);
        return NULL;
    }
    pthread_mutex_init(&o->lock, NULL);
    o->first = 1;
    return o;
}

static void task_free(struct task *t)
{
    if (t)
        race_clock_drop(t->known);
    free(t);
}

void order_destroy(struct order *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->count; i++)
        task_free(o->tasks[i]);
    free(o->tasks);
    free(o->chains);
    race_clock_drop(o->host);
    race_clock_drop(o->ended);
    order_shadow_destroy(o->shadow);
    pthread_mutex_destroy(&o->lock);
    free(o);
}

/* NULL: there is no such task any more. */
static struct task *task_of(const struct order *o, uint64_t id)
{
    return id >= o->first && id - o->first < o->count ? o->tasks[id - o->first] : NULL;
}

static void learn(struct race_clock **known, struct race_clock *more)
{
    struct race_clock *joined = race_clock_join(*known, more);
    race_clock_drop(*known);
    *known = joined;
}

/* ---- tasks --------------------------------------------------------------------------------- */

/* A chain that ends with one of these tasks, or with one that the host knows to be over; else a new
 * one. UINT32_MAX: no memory. */
static uint32_t find_chain(struct order *o, const uint64_t *after, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct task *t = task_of(o, after[i]);
        if (t && o->chains[t->chain] == t->number)
            return t->chain;
    }
    for (uint32_t i = 0; i < o->chain_count; i++)
        if (race_clock_has(o->host, i, o->chains[i]))
            return i;
    uint32_t *chains = realloc(o->chains, (o->chain_count + 1) * sizeof *chains);
    if (!chains)
        return UINT32_MAX;
    o->chains = chains;
    chains[o->chain_count] = 0;
    return o->chain_count++;
}

static bool make_room(struct order *o)
{
    if (o->count < o->capacity)
        return true;
    size_t capacity = o->capacity ? 2 * o->capacity : 64;
    struct task **tasks = realloc(o->tasks, capacity * sizeof(struct task *));
    if (!tasks)
        return false;
    o->tasks = tasks;
    o->capacity = capacity;
    return true;
}

/* Takes over what the tasks before it have learned since. */
static void catch_up(const struct order *o, struct task *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct task *before = task_of(o, t->after[i]);
        if (before)
            learn(&t->known, before->known);
    }
}

static uint64_t task_create(struct order *o, const uint64_t *after, size_t count)
{
    uint32_t chain = find_chain(o, after, count);
    struct task *t = make_room(o) ? calloc(1, sizeof *t + count * sizeof *after) : NULL;
    if (!t || chain == UINT32_MAX) {
        free(t);
        return 0;
    }
    t->chain = chain;
    t->number = ++o->chains[chain];
    t->count = count;
    if (count)
        memcpy(t->after, after, count * sizeof *after);
    t->known = race_clock_with(o->host, t->chain, t->number);
    catch_up(o, t);
    o->tasks[o->count++] = t;
    return o->first + o->count - 1;
}

/* Tasks that the host knows to be over need not be kept, nor what they did. */
static void prune(struct order *o)
{
    size_t gone = 0;
    bool is_empty = true;
    for (size_t i = 0; i < o->count; i++) {
        const struct task *t = o->tasks[i];
        if (t && race_clock_has(o->host, t->chain, t->number)) {
            task_free(o->tasks[i]);
            o->tasks[i] = NULL;
        }
        is_empty &= !o->tasks[i];
    }
    while (gone < o->count && !o->tasks[gone])
        gone++;
    o->count -= gone;
    o->first += gone;
    if (o->count)
        memmove(o->tasks, o->tasks + gone, o->count * sizeof(struct task *));
    if (is_empty)
        order_shadow_clear(o->shadow);
}

static struct order *order_of(const shoal_device *device)
{
    return device && device->checker ? ((struct check *)(void *)device->checker)->order : NULL;
}

uint64_t shoal_check_task(shoal_device *device, const uint64_t *after, size_t count)
{
    struct order *o = order_of(device);
    if (!o)
        return 0;
    pthread_mutex_lock(&o->lock);
    uint64_t task = task_create(o, after, count);
    pthread_mutex_unlock(&o->lock);
    return task;
}

uint64_t shoal_check_enter(shoal_device *device, uint64_t task)
{
    struct order *o = order_of(device);
    uint64_t before = current;
    if (!o)
        return 0;
    pthread_mutex_lock(&o->lock);
    struct task *left = task_of(o, before), *t = task_of(o, task);
    if (left)
        learn(&o->ended, left->known);
    if (t)
        catch_up(o, t);
    pthread_mutex_unlock(&o->lock);
    current = task;
    return before;
}

void shoal_check_learned(shoal_device *device, uint64_t task)
{
    struct order *o = order_of(device);
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    struct task *t = task_of(o, task);
    if (t)
        learn(&t->known, o->ended);
    pthread_mutex_unlock(&o->lock);
}

void shoal_check_waited(shoal_device *device, uint64_t task)
{
    struct order *o = order_of(device);
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    const struct task *t = task_of(o, task);
    if (t) {
        learn(&o->host, t->known);
        prune(o);
    }
    pthread_mutex_unlock(&o->lock);
}

struct order_at order_current(struct check *c)
{
    struct order_at at = {0};
    struct order *o = c->order;
    if (!o || !current)
        return at;
    pthread_mutex_lock(&o->lock);
    const struct task *t = task_of(o, current);
    if (t)
        at = (struct order_at){current, t->chain, t->number, race_clock_keep(t->known)};
    pthread_mutex_unlock(&o->lock);
    return at;
}

/* ---- accesses ------------------------------------------------------------------------------ */

static void add_range(struct check *c, const struct order_at *at, struct order_source *by,
                      uint64_t from, uint64_t size, unsigned kind)
{
    enum { PAGE = RACE_PAGE_CELLS * RACE_GRANULE };
    for (uint64_t end = from + size; from < end;) {
        uint64_t key = from / PAGE, last = end < (key + 1) * PAGE ? end : (key + 1) * PAGE;
        struct race_seen seen = {.key = key, .kind = kind};
        if (last - from == PAGE)
            memset(seen.bytes, 0xff, sizeof seen.bytes);
        for (; last - from < PAGE && from < last; from++)
            seen.bytes[from % PAGE / 64] |= UINT64_C(1) << from % 64;
        from = last;
        order_shadow_add(c, c->order->shadow, at, by, &seen);
    }
}

void order_host(struct check *c, enum checker_memory what, uint64_t to, uint64_t from,
                uint64_t size, const void *caller)
{
    struct order *o = c->order;
    struct order_at at = order_current(c);
    pthread_mutex_lock(&o->lock);
    struct order_source *by =
        at.task && what != MEMORY_UNWRITTEN ? order_source_of_call(c, caller) : NULL;
    if (what == MEMORY_UNWRITTEN)
        order_shadow_forget(o->shadow, to, size);
    if (by && (what == MEMORY_READ || what == MEMORY_COPIED))
        add_range(c, &at, by, from, size, RACE_READ);
    if (by && (what == MEMORY_WRITTEN || what == MEMORY_COPIED))
        add_range(c, &at, by, to, size, RACE_WRITE);
    order_source_drop(by);
    pthread_mutex_unlock(&o->lock);
    race_clock_drop(at.known);
}

struct seeing {
    struct check *check;
    const struct order_at *at;
    struct order_source *by;
};

static void see(void *user, const struct race_seen *seen)
{
    const struct seeing *s = user;
    order_shadow_add(s->check, s->check->order->shadow, s->at, s->by, seen);
}

void order_launch(struct race_launch *l)
{
    struct check *c = l->check->check;
    if (!l->at.task || !l->shadow)
        return;
    pthread_mutex_lock(&c->order->lock);
    struct seeing s = {c, &l->at, order_source_of_launch(l)};
    if (s.by)
        race_shadow_each(l->shadow, see, &s);
    order_source_drop(s.by);
    pthread_mutex_unlock(&c->order->lock);
}
