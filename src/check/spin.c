/* spin.c: waves that wait for memory that nobody will write.
 *
 * A wave that has spent several time slices without a barrier is watched. If it comes back to the
 * head of its loop with the same registers and scratch, and has changed no memory meanwhile, it
 * goes on only if somebody else writes what it looks at. When that holds for all waves of all
 * work-groups that the launch has begun or has room for, but those that wait at barriers, and once
 * more for each after it held for all, and no memory changed from the first time on, they will
 * never end: from the same state a wave does the same again. Loops that count, or look at a clock,
 * are never in the same state twice. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "check/sync.h"

enum {
    SEARCH_SLICES = 4,  /* in which the head of the loop is looked for */
    WINDOW_SLICES = 64, /* in which it must come back there.. */
    WINDOW_ROUNDS = 8,  /* ..this often at most, in the same state */
    REST_SLICES = 4,    /* between windows; longer each time that one was in vain */
    MOST_REST = 256,
    MOST_LOOKS = 4,
    MOST_STORED = 16, /* bytes of a lane that are compared */
};

enum spin_phase { SPIN_SEARCH, SPIN_WINDOW, SPIN_REST };

/* Memory that a loop loads. */
struct spin_look {
    uint64_t pc, address;
    uint32_t bytes;
    int lane;
    bool is_lds, is_atomic;
};

struct spin_wave {
    enum spin_phase phase;
    uint32_t until, rest;     /* slices */
    const struct code *code;  /* of the loop */
    uint32_t head, low, high; /* offsets: where it is compared, and what it executes */
    bool has_head;
    uint32_t last_back; /* of what is jumped back to, the last in the code; the head is the first */
    bool is_changed;    /* memory, since the window began */
    unsigned rounds;
    uint64_t state;                         /* at the head, when the window began */
    uint64_t window_changes, window_serial; /* struct spin_launch then */
    uint64_t found_at, found_serial; /* likewise of the latest window in which it held; 0: none */
    struct spin_look looks[MOST_LOOKS];
    unsigned look_count;
    /* What the latest store or atomic is about to change. */
    uint64_t stored;
    uint32_t stored_bytes;
    const uint8_t *at[64];
    uint8_t before[64][MOST_STORED];
};

/* ---- state --------------------------------------------------------------------------------- */

static uint64_t mix_file(const struct isa_exec *isa, const struct wave *w, shoal_register_file file,
                         unsigned most, uint64_t hash)
{
    uint32_t values[64];
    for (unsigned i = 0; i < most; i++) {
        size_t count = isa->read_register(w, (unsigned)file, i, values);
        hash = mix_bytes(hash, values, count * sizeof *values);
    }
    return hash;
}

/* All that decides what the wave does next, but memory that others can write. */
static uint64_t state_of(const struct check_group *g, const struct wave *w)
{
    const struct isa_exec *isa = g->slot->launch->device->isa;
    uint64_t hash = mix_file(isa, w, SHOAL_REG_SCALAR, 128, 1);
    hash = mix_file(isa, w, SHOAL_REG_VECTOR, 256, hash);
    hash = mix_file(isa, w, SHOAL_REG_STATUS, 8, hash);
    hash = mix_file(isa, w, SHOAL_REG_STACK, 64, hash);
    return w->scratch ? mix_bytes(hash, w->scratch, (size_t)w->scratch_bytes * w->lanes) : hash;
}

/* Where memory is that may be read; NULL: it is not known. */
static const uint8_t *host_of(const struct check_group *g, uint64_t at, uint64_t bytes, bool is_lds)
{
    struct window *window = &g->slot->launch->device->window;
    const struct group *group = &g->slot->group;
    struct allocation in;
    if (is_lds)
        return at + bytes <= group->lds_bytes ? group->lds + at : NULL;
    if (!window_find(window, at, &in) || at + bytes > in.base + in.size)
        return NULL;
    return window_host(window, at);
}

/* ---- stores -------------------------------------------------------------------------------- */

static void change(const struct check_group *g, struct spin_wave *x)
{
    x->is_changed = true;
    atomic_fetch_add(&g->launch->spin.changes, 1);
}

/* Whether the store of before left memory as it was. */
static void settle_store(const struct check_group *g, struct spin_wave *x)
{
    bool is_same = true;
    for (uint64_t left = x->stored; left && is_same; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        is_same = memcmp(x->at[lane], x->before[lane], x->stored_bytes) == 0;
    }
    x->stored = 0;
    if (!is_same)
        change(g, x);
}

static void note_store(const struct check_group *g, struct spin_wave *x, const struct accesses *a)
{
    uint64_t lanes = a->global | a->lds;
    bool is_known = a->info.bytes <= MOST_STORED && !a->info.has_second;
    for (uint64_t left = lanes; left && is_known; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        x->at[lane] = host_of(g, a->info.lane_address[lane], a->info.bytes, a->lds >> lane & 1);
        is_known = x->at[lane];
        if (is_known)
            memcpy(x->before[lane], x->at[lane], a->info.bytes);
    }
    if (!is_known && lanes) {
        change(g, x);
        return;
    }
    x->stored = lanes;
    x->stored_bytes = a->info.bytes;
}

static void note_load(struct spin_wave *x, const struct accesses *a, uint64_t pc)
{
    uint64_t lanes = a->global | a->lds;
    unsigned i = 0;
    while (i < x->look_count && x->looks[i].pc != pc)
        i++;
    if (!lanes || i == MOST_LOOKS)
        return;
    unsigned lane = (unsigned)__builtin_ctzll(lanes);
    x->looks[i] = (struct spin_look){
        .pc = pc,
        .address = a->info.lane_address[lane],
        .bytes = a->info.bytes,
        .lane = a->info.is_scalar ? -1 : (int)lane,
        .is_lds = a->lds >> lane & 1,
        .is_atomic = a->info.is_atomic || a->info.is_store,
    };
    x->look_count += i == x->look_count;
}

static void note_memory(const struct check_group *g, struct spin_wave *x, const struct wave *w,
                        const struct op *op, const struct accesses *a)
{
    const struct isa_exec *isa = g->slot->launch->device->isa;
    if (x->stored)
        settle_store(g, x);
    bool is_vector = op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_LDS;
    if (!a && is_vector && !isa->syncs(op) && isa->active_lanes && isa->active_lanes(w))
        change(g, x); /* images: not told */
    if (a && a->info.is_store)
        note_store(g, x, a);
    if (a && a->info.is_load)
        note_load(x, a, isa->op_pc(w, op));
}

/* ---- all waves ----------------------------------------------------------------------------- */

/* Whether all waves of the work-group that could go on were found as they are now. */
static bool is_group_found(const struct check_group *g, uint64_t at, uint64_t serial)
{
    for (uint32_t i = 0; i < g->slot->group.wave_count; i++) {
        const struct spin_wave *x = g->last[i].spin;
        unsigned state = g->slot->states[i];
        if (state != WAVE_READY && state != WAVE_NEW)
            continue;
        if (!x || x->found_at != at || x->found_serial < serial)
            return false;
    }
    return true;
}

static bool runs_alone(const struct launch *l)
{
    struct launch_queue *q = &l->device->queue;
    pthread_mutex_lock(&q->lock);
    bool is_alone = q->running <= 1;
    pthread_mutex_unlock(&q->lock);
    return is_alone;
}

/* The wave came back in the same state. */
static void found(struct check_group *g, struct spin_wave *x)
{
    struct launch *l = g->slot->launch;
    struct spin_launch *s = &g->launch->spin;
    pthread_mutex_lock(&s->lock);
    uint64_t at = atomic_load(&s->changes) + 1;
    if (s->at != at) {
        s->at = at;
        s->serial = ++s->last_serial;
        s->is_second = false;
        s->found = 0;
    }
    if (x->window_changes + 1 == at) {
        x->found_at = at;
        x->found_serial = x->window_serial;
    }
    if (g->spin_found != s->serial && is_group_found(g, at, s->is_second ? s->serial : 0)) {
        g->spin_found = s->serial;
        s->found++;
    }
    uint64_t room =
        l->resident_limit > UINT64_MAX / l->threads ? UINT64_MAX : l->resident_limit * l->threads;
    bool is_full = s->alive + s->ended == l->group_count || s->alive >= room;
    if (s->found == s->alive && is_full && runs_alone(l)) {
        s->is_stuck = s->is_second;
        s->is_second = true;
        s->serial = ++s->last_serial;
        s->found = 0;
    }
    if (s->is_stuck && g->launch->check->is_alone) {
        atomic_store(&l->is_deadlocked, true);
        atomic_store(&l->is_stopped, true);
    }
    pthread_mutex_unlock(&s->lock);
}

static void window_begin(struct check_group *g, struct spin_wave *x, uint64_t state)
{
    struct spin_launch *s = &g->launch->spin;
    x->rounds = 0;
    x->state = state;
    x->is_changed = false;
    if (!x->found_at) /* else those of the round before are its, if it is told in this one */
        x->look_count = 0;
    pthread_mutex_lock(&s->lock);
    x->window_changes = atomic_load(&s->changes);
    x->window_serial = s->last_serial;
    pthread_mutex_unlock(&s->lock);
}

/* ---- one wave ------------------------------------------------------------------------------ */

static void rest(struct spin_wave *x, uint32_t slices, bool is_in_vain)
{
    x->rest = !is_in_vain            ? REST_SLICES
              : x->rest >= MOST_REST ? MOST_REST
                                     : 2 * x->rest + REST_SLICES;
    x->phase = SPIN_REST;
    x->until = slices + x->rest;
    x->has_head &= !is_in_vain;
}

static void search(struct spin_wave *x, const struct code *code, uint32_t offset, bool is_back,
                   uint32_t slices)
{
    bool is_first = x->code != code || x->low > x->high;
    x->code = code;
    x->low = is_first || offset < x->low ? offset : x->low;
    x->high = is_first || offset > x->high ? offset : x->high;
    if (is_back) {
        x->head = x->has_head && x->head < offset ? x->head : offset;
        x->last_back = x->has_head && x->last_back > offset ? x->last_back : offset;
        x->has_head = true;
    }
    if (slices < x->until)
        return;
    x->phase = x->has_head ? SPIN_WINDOW : SPIN_REST;
    x->until = slices + WINDOW_SLICES;
    x->window_serial = 0;
}

static void at_head(struct check_group *g, struct spin_wave *x, const struct wave *w,
                    uint32_t slices)
{
    uint64_t state = state_of(g, w);
    if (!x->window_serial) {
        window_begin(g, x, state);
    } else if (!x->is_changed && state == x->state) {
        found(g, x);
        rest(x, slices, false);
    } else if (++x->rounds == WINDOW_ROUNDS) {
        rest(x, slices, true);
    }
}

void spin_note(struct check_group *g, struct wave *w, const struct op *op, const struct accesses *a)
{
    struct sync_wave *s = &g->last[w->index];
    if (!s->spin) {
        if (!(s->spin = calloc(1, sizeof *s->spin)))
            return;
        s->spin->until = s->slices + SEARCH_SLICES;
        s->spin->low = UINT32_MAX;
    }
    struct spin_wave *x = s->spin;
    bool is_inside = w->code == x->code && op->offset >= x->low && op->offset <= x->high;
    if (x->found_at && !is_inside) { /* it has got on */
        x->found_at = 0;
        change(g, x);
    }
    note_memory(g, x, w, op, a);
    bool is_back = s->code == w->code && op->offset <= s->offset;
    switch (x->phase) {
    case SPIN_SEARCH:
        search(x, w->code, op->offset, is_back, s->slices);
        break;
    case SPIN_WINDOW:
        if (w->code == x->code && op->offset == x->head)
            at_head(g, x, w, s->slices);
        else if (!is_inside || s->slices > x->until)
            rest(x, s->slices, true);
        break;
    case SPIN_REST:
        if (s->slices < x->until)
            break;
        x->phase = x->has_head ? SPIN_WINDOW : SPIN_SEARCH;
        x->until = s->slices + (x->has_head ? WINDOW_SLICES : SEARCH_SLICES);
        x->window_serial = 0;
        x->low = x->has_head ? x->low : UINT32_MAX;
        x->high = x->has_head ? x->high : 0;
        break;
    }
}

void spin_forget(struct check_group *g, uint32_t wave)
{
    struct sync_wave *s = &g->last[wave];
    s->slices = 0;
    if (!s->spin)
        return;
    free(s->spin);
    s->spin = NULL;
    atomic_fetch_add(&g->launch->spin.changes, 1);
}

/* ---- launches ------------------------------------------------------------------------------ */

void spin_launch_begin(struct check_launch *c)
{
    pthread_mutex_init(&c->spin.lock, NULL);
    c->spin.last_serial = 1;
}

void spin_launch_end(struct check_launch *c) { pthread_mutex_destroy(&c->spin.lock); }

void spin_group_begin(struct check_group *g)
{
    struct spin_launch *s = &g->launch->spin;
    pthread_mutex_lock(&s->lock);
    s->alive++;
    atomic_fetch_add(&s->changes, 1);
    pthread_mutex_unlock(&s->lock);
}

void spin_group_end(struct check_group *g)
{
    struct spin_launch *s = &g->launch->spin;
    struct launch *l = g->slot->launch;
    pthread_mutex_lock(&s->lock);
    bool is_stopped = launch_is_stopped(l);
    bool is_stuck = s->is_stuck && s->at == atomic_load(&s->changes) + 1;
    s->alive--;
    s->ended++;
    if (!is_stopped)
        atomic_fetch_add(&s->changes, 1);
    pthread_mutex_unlock(&s->lock);
    if (is_stuck && is_stopped && !atomic_load(&l->is_deadlocked))
        sync_stuck(g); /* the time limit came first, as the host might have written */
    for (uint32_t i = 0; i < g->slot->group.wave_count; i++)
        free(g->last[i].spin);
}

/* ---- reports ------------------------------------------------------------------------------- */

/* What the loop waits for, as far as that can be told: an atomic, else the last load. NULL: it
 * loads nothing. */
static const struct spin_look *look_of(const struct spin_wave *x)
{
    for (unsigned i = 0; i < x->look_count; i++)
        if (x->looks[i].is_atomic)
            return &x->looks[i];
    return x->look_count ? &x->looks[x->look_count - 1] : NULL;
}

static void value_text(const struct check_group *g, const struct spin_look *k, char *text,
                       size_t size)
{
    uint32_t bytes = k->bytes < 8 ? k->bytes : 8;
    const uint8_t *at = host_of(g, k->address, bytes, k->is_lds);
    uint64_t value = 0;
    text[0] = 0;
    if (!at)
        return;
    memcpy(&value, at, bytes);
    snprintf(text, size, ", which is %" PRIu64 " each time", value);
}

/* The loop's first line, if what it looks at with has none: a function of a library, which
 * compilers put before the program's own. */
static void find_line(const struct check_group *g, uint32_t wave, const struct spin_wave *x,
                      struct spin_place *out)
{
    shoal_check_place p;
    place_fill_of(g->launch, g->slot->index, wave, -1, out->code, out->pc, &p);
    for (uint32_t at = x->last_back; at <= x->high && !p.source[0]; at += 4) {
        uint64_t pc = x->code->base + at;
        place_fill_of(g->launch, g->slot->index, wave, -1, x->code, pc, &p);
        out->pc = p.source[0] ? pc : out->pc;
    }
}

bool spin_describe(const struct check_group *g, uint32_t wave, struct spin_place *out)
{
    const struct launch *l = g->slot->launch;
    const struct spin_wave *x = g->last[wave].spin;
    char at[128] = "", value[48];
    *out = (struct spin_place){.lane = -1};
    if (!g->launch->spin.is_stuck || !x || !x->found_at)
        return false;
    const struct spin_look *k = look_of(x);
    out->code = x->code;
    out->pc = k ? k->pc : x->code->base + x->head;
    if (!k) {
        snprintf(out->text, sizeof out->text, "goes round a loop that nothing ends");
        return true;
    }
    out->lane = k->lane;
    find_line(g, wave, x, out);
    if (k->is_lds)
        snprintf(at, sizeof at, "at byte %" PRIu64 " of LDS", k->address);
    else
        mem_where(l, k->address, k->bytes, at, sizeof at, out->detail, sizeof out->detail);
    value_text(g, k, value, sizeof value);
    snprintf(out->text, sizeof out->text, "spins on %s %s%s", k->is_atomic ? "an atomic" : "a load",
             at, value);
    return true;
}
