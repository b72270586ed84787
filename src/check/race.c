/* race.c: races between waves and between work-groups: what each wave knows to be done. See race.h.
 *
 * What orders accesses on RDNA3, after LLVM's memory model of gfx11 (AMDGPU usage): a barrier, for
 * what its waves had waited for before it; the end of the launch; and a release that an acquire
 * has seen: a store or an atomic behind waits for what came before, then, in another wave, an
 * atomic or a load with GLC of the same address, a wait, and buffer_gl0_inv (for waves of the
 * work-group), after buffer_gl1_inv (for all). */
#include <stdlib.h>
#include <string.h>

#include "check/code_ops.h"
#include "check/race.h"
#include "isa/effects.h"

enum { GRID_ADDRESS = 1, LOOK_AHEAD = 4 };

/* ---- what instructions are ------------------------------------------------------------- */

/* A load whose result is waited for before caches are invalidated: an atomic load with acquire. */
static bool is_acquire(const struct launch *l, struct wave *w, const struct op *op)
{
    const struct isa_exec *isa = l->device->isa;
    uint64_t offset = op->offset;
    for (int i = 0; i < LOOK_AHEAD; i++) {
        struct counting counting;
        offset += op->size_bytes;
        if (offset >= w->code->size_bytes || !(op = isa->op_find(w->code, offset)))
            return false;
        if (!atomic_load_explicit(&op->exec, memory_order_acquire))
            isa->decode(w, op);
        if (isa->syncs(op))
            return true;
        if (!isa->waits || !isa->waits->counting(op, &counting) || !counting.waits)
            return false;
    }
    return false;
}

/* 0: no memory. */
static uint32_t add_site(struct race_launch *l, const struct code *code, uint64_t pc)
{
    uint32_t site = 0;
    pthread_mutex_lock(&l->lock);
    if (l->site_count == l->site_capacity) {
        size_t capacity = l->site_capacity ? 2 * l->site_capacity : 64;
        struct race_site *sites = realloc(l->sites, capacity * sizeof *sites);
        if (sites) {
            l->sites = sites;
            l->site_capacity = capacity;
            l->site_count += !l->site_count; /* 0 is none */
        }
    }
    if (l->site_count < l->site_capacity) {
        site = (uint32_t)l->site_count++;
        l->sites[site] = (struct race_site){code, pc, false};
    }
    pthread_mutex_unlock(&l->lock);
    return site;
}

/* Whether the instruction writes a register. */
static bool has_result(const struct isa_exec *isa, const struct wave *w, const struct op *op)
{
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    size_t count = isa->operands ? isa->operands(op, w->lanes, operands) : 0;
    for (size_t i = 0; i < count; i++)
        if (operands[i].is_write && operands[i].dwords && !operands[i].is_implicit)
            return true;
    return false;
}

/* code_op_make */
static void *make_op(void *race_launch, struct wave *w, const struct op *op)
{
    struct race_launch *l = race_launch;
    const struct launch *launch = l->check->launch;
    const struct isa_exec *isa = launch->device->isa;
    struct race_op *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    if (isa->waits && !isa->waits->counting(op, &o->counting))
        o->counting = (struct counting){0};
    o->syncs = isa->syncs ? isa->syncs(op) : 0;
    bool may_access =
        op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_LDS || op->cls == SHOAL_CLASS_SMEM;
    if (may_access && isa->access) {
        o->is_acquire = is_acquire(launch, w, op);
        o->has_result = has_result(isa, w, op);
        o->site = add_site(l, w->code, isa->op_pc(w, op));
    }
    o->is_of_interest = o->site || o->syncs || o->counting.raises || o->counting.waits;
    return o;
}

/* NULL: no memory, or `op` is not of the code. */
static const struct race_op *op_of(struct race_group *g, struct wave *w, const struct op *op)
{
    struct race_launch *l = g->group->launch->race;
    if (!g->code || g->code->code != w->code)
        g->code = code_ops_of(&l->codes, &l->lock, w->code, NULL, NULL);
    return g->code ? code_op(g->code, w, op, make_op, l) : NULL;
}

/* ---- launches and work-groups ------------------------------------------------------------ */

struct race_launch *race_launch_begin(struct check_launch *c, const struct order_at *at)
{
    struct race_launch *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->check = c;
    l->at = *at;
    l->has_shadow = c->launch->group_count > 1 || l->at.task;
    if (l->has_shadow && !(l->shadow = race_shadow_create())) {
        free(l);
        return NULL;
    }
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void group_free(struct race_group *g)
{
    for (struct race_page *p = g->pages, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    for (struct race_page *p = g->free_pages, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    free(g->table);
    free(g);
}

void race_launch_end(struct race_launch *l)
{
    if (!l)
        return;
    if (l->shadow)
        race_shadow_report(l);
    race_report_all(l);
    race_clock_drop(l->at.known);
    race_shadow_destroy(l->shadow);
    for (struct race_group *g = l->free_groups, *next; g; g = next) {
        next = g->next;
        group_free(g);
    }
    code_ops_free(l->codes, NULL, NULL);
    free(l->sites);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

struct race_group *race_group_begin(struct check_group *g)
{
    struct race_launch *l = g->launch->race;
    pthread_mutex_lock(&l->lock);
    struct race_group *r = l->free_groups;
    if (r)
        l->free_groups = r->next;
    pthread_mutex_unlock(&l->lock);
    if (!r && !(r = calloc(1, sizeof *r)))
        return NULL;
    r->group = g;
    r->released = 0;
    r->has_unreleased = false;
    r->code = NULL;
    r->feeding = 0;
    memset(r->links, 0, sizeof r->links);
    for (uint32_t i = 0; i < g->slot->group.wave_count; i++)
        r->waves[i] = (struct race_wave){0};
    return r;
}

void race_group_end(struct race_group *g)
{
    struct race_launch *l = g->group->launch->race;
    race_cells_finish(g);
    for (uint32_t i = 0; i < g->group->slot->group.wave_count; i++)
        race_clock_drop(g->waves[i].known);
    pthread_mutex_lock(&l->lock);
    g->next = l->free_groups;
    l->free_groups = g;
    pthread_mutex_unlock(&l->lock);
}

/* ---- counters -------------------------------------------------------------------------- */

static void wait_for(struct race_wave *v, unsigned counter, uint32_t most)
{
    uint32_t before = v->done[counter], done = (uint32_t)counter_wait(&v->counters[counter], most);
    if (done > before)
        v->done[counter] = done;
    v->may_release |= v->stored[counter] > before && v->stored[counter] <= v->done[counter];
}

static void count(struct race_wave *v, const struct counting *c)
{
    for (unsigned i = 0; i < RACE_COUNTERS; i++)
        if (c->waits >> i & 1)
            wait_for(v, i, c->most[i]);
    for (unsigned i = 0; i < RACE_COUNTERS; i++)
        if (c->raises >> i & 1)
            counter_raise(&v->counters[i], c, c->is_unordered);
}

/* Of a set without counters, all is done that came before a fence or a barrier. */
static void finish_all(struct race_wave *v)
{
    uint32_t all = (uint32_t)v->counters[0].begun;
    v->may_release |= v->done[0] != all;
    v->done[0] = all;
}

static void see(struct race_wave *v, uint32_t other, const uint32_t done[RACE_COUNTERS])
{
    for (unsigned c = 0; c < RACE_COUNTERS; c++)
        if (v->seen[other][c] < done[c])
            v->seen[other][c] = done[c];
}

/* The wave looks at addresses by which others may have released something. */
static void look_at(struct race_wave *v, uint64_t lanes, const uint64_t *address)
{
    struct race_pending *p = &v->pending[v->pending_count % RACE_PENDING];
    for (unsigned i = 0; i < v->pending_count && i < RACE_PENDING; i++)
        if (v->pending[i].lanes == lanes &&
            memcmp(v->pending[i].address, address, sizeof v->pending[i].address) == 0)
            return;
    p->lanes = lanes;
    memcpy(p->address, address, sizeof p->address);
    v->pending_count++;
}

/* Behind a barrier, each wave may acquire what another has looked at before it. */
static void share_pending(struct race_group *g, uint32_t from, uint32_t waves)
{
    const struct race_wave *v = &g->waves[from];
    unsigned count = v->pending_count < RACE_PENDING ? v->pending_count : RACE_PENDING;
    for (uint32_t left = waves & ~(1u << from); left && count; left &= left - 1)
        for (unsigned i = 0; i < count; i++)
            look_at(&g->waves[__builtin_ctz(left)], v->pending[i].lanes, v->pending[i].address);
}

void race_leave(struct check_group *check, uint32_t waves)
{
    struct race_group *g = check->race;
    bool has_counters = check->slot->launch->device->isa->waits, has_stores = false;
    uint32_t count = check->slot->group.wave_count;
    struct race_clock *known = g->waves[__builtin_ctz(waves)].known;
    bool is_known = true;
    struct race_wave met = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct race_wave *v = &g->waves[i];
        if (!(waves >> i & 1))
            continue;
        if (!has_counters)
            finish_all(v);
        share_pending(g, i, waves);
        is_known &= v->known == known;
        has_stores |= v->may_release;
        for (uint32_t j = 0; j < count; j++)
            see(&met, j, v->seen[j]);
        see(&met, i, v->done);
    }
    known = race_clock_keep(known);
    if (!is_known)
        g->has_unreleased |= race_cells_flush(g, -1, g->released + 1, 0);
    for (uint32_t i = 0; i < count && !is_known; i++)
        if (waves >> i & 1) {
            struct race_clock *joined = race_clock_join(known, g->waves[i].known);
            race_clock_drop(known);
            known = joined;
        }
    for (uint32_t i = 0; i < count; i++) {
        struct race_wave *v = &g->waves[i];
        if (!(waves >> i & 1))
            continue;
        memcpy(v->seen, met.seen, sizeof v->seen[0] * count);
        v->may_release = has_stores;
        race_clock_drop(v->known);
        v->known = race_clock_keep(known);
    }
    race_clock_drop(known);
}

/* ---- synchronisation --------------------------------------------------------------------- */

#define LDS_TAG (UINT64_C(1) << 63) /* in pending addresses */

static void note_learned(struct race_launch *l, uint64_t address)
{
    unsigned i = 0;
    if (!l->at.task)
        return;
    pthread_mutex_lock(&l->lock);
    while (i < l->learned_count && l->learned[i] != address)
        i++;
    if (i == l->learned_count && i < RACE_LEARNED)
        l->learned[l->learned_count++] = address;
    pthread_mutex_unlock(&l->lock);
}

static void learn(struct race_group *g, uint32_t wave, uint64_t address)
{
    struct race_wave *v = &g->waves[wave];
    const struct race_launch *l = g->group->launch->race;
    bool is_lds = address & LDS_TAG;
    uint32_t number;
    unsigned counter;
    int writer = race_cell_writer(g, address & ~LDS_TAG, is_lds, &number, &counter);
    if (writer >= 0 && (uint32_t)writer != wave) {
        for (uint32_t i = 0; i < g->group->slot->group.wave_count; i++)
            see(v, i, g->waves[writer].seen[i]);
        see(v, (uint32_t)writer, g->waves[writer].done);
        if (v->seen[writer][counter] < number)
            v->seen[writer][counter] = number;
    }
    if (is_lds || !v->has_fresh_l1 || !l->shadow)
        return;
    note_learned(g->group->launch->race, address);
    struct race_clock *clock = race_sync_find(l->shadow, address);
    struct race_clock *joined = race_clock_join(v->known, clock);
    race_clock_drop(clock);
    if (joined != v->known)
        g->has_unreleased |= race_cells_flush(g, -1, g->released + 1, 0);
    race_clock_drop(v->known);
    v->known = joined;
}

static void acquire(struct race_group *g, uint32_t wave)
{
    struct race_wave *v = &g->waves[wave];
    unsigned count = v->pending_count < RACE_PENDING ? v->pending_count : RACE_PENDING;
    for (unsigned i = 0; i < count; i++)
        for (uint64_t left = v->pending[i].lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(left);
            learn(g, wave, v->pending[i].address[lane]);
        }
    v->has_acquired |= count && v->has_fresh_l1;
    if (v->has_fresh_l1)
        v->pending_count = 0;
    v->has_fresh_l1 = false;
}

/* What the wave knows to be done is told to whoever looks at these addresses. stamp: of the store
 * that does so, which is then before what they do, too; 0: it is none. */
static void release(struct race_group *g, uint32_t wave, uint64_t lanes, const uint64_t *address,
                    uint32_t stamp)
{
    struct race_wave *v = &g->waves[wave];
    const struct race_launch *l = g->group->launch->race;
    if (!l->shadow)
        return;
    v->may_release = false;
    bool has_new = race_cells_flush(g, (int)wave, g->released + 1, 0);
    if (has_new || g->has_unreleased || (stamp && !g->released))
        g->released++;
    g->has_unreleased = false;
    if (stamp)
        race_cells_flush(g, (int)wave, g->released, stamp);
    if (g->released) {
        struct race_clock *with =
            race_clock_with(v->known, (uint32_t)g->group->slot->index, g->released);
        race_clock_drop(v->known);
        v->known = with;
    }
    for (uint64_t left = lanes; left && v->known; left &= left - 1)
        race_sync_release(l->shadow, address[__builtin_ctzll(left)], v->known);
}

static void synchronise(struct race_group *g, uint32_t wave, unsigned syncs, bool has_counters)
{
    struct race_wave *v = &g->waves[wave];
    if (!has_counters)
        finish_all(v);
    if (syncs & SYNC_GRID) {
        const uint64_t address[64] = {GRID_ADDRESS};
        release(g, wave, 1, address, 0);
        look_at(v, 1, address);
        v->is_in_grid_wait = true;
    }
    v->has_fresh_l1 |= (syncs & SYNC_L1) != 0;
    if (syncs & SYNC_L0)
        acquire(g, wave);
}

/* ---- accesses ---------------------------------------------------------------------------- */

enum { MOST_DWORDS = 4 }; /* of what is stored, for its value to be known */

/* What the lanes store, by dword and lane; false: not known. */
static bool read_data(const struct launch *l, const struct wave *w, const struct access_info *a,
                      bool is_second, uint32_t data[MOST_DWORDS][64])
{
    int first = a->data[is_second];
    if (a->is_scalar && a->has_value) {
        data[0][0] = (uint32_t)a->value;
        data[1][0] = (uint32_t)(a->value >> 32);
        return a->bytes <= sizeof a->value;
    }
    if (first < 0 || a->bytes > 4 * MOST_DWORDS)
        return false;
    for (unsigned i = 0; i < (a->bytes + 3) / 4; i++)
        if (l->device->isa->read_register(w, SHOAL_REG_VECTOR, (unsigned)first + i, data[i]) <
            w->lanes)
            return false;
    return true;
}

/* The part of a lane's bytes from `at` on that is in the granule at `base`, in its place. */
static uint32_t value_in(uint32_t data[MOST_DWORDS][64], unsigned lane, uint64_t at, uint64_t base,
                         unsigned mask)
{
    uint32_t value = 0;
    for (unsigned b = 0; b < RACE_GRANULE; b++)
        if (mask >> b & 1) {
            unsigned from = (unsigned)(base + b - at);
            value |= (data[from / 4][lane] >> from % 4 * 8 & 0xff) << 8 * b;
        }
    return value;
}

static void enter_lane(const struct race_context *x, uint64_t at, uint32_t bytes, unsigned lane,
                       bool has_data, uint32_t data[MOST_DWORDS][64])
{
    uint64_t end = at + bytes;
    for (uint64_t base = at & ~UINT64_C(3); base < end; base += RACE_GRANULE) {
        unsigned mask = 15;
        if (base < at)
            mask &= 15u << (at - base);
        if (end - base < RACE_GRANULE)
            mask &= 15u >> (RACE_GRANULE - (end - base));
        uint32_t value = has_data ? value_in(data, lane, at, base, mask & 15) : 0;
        race_cell_access(x, base, lane, mask & 15, has_data, value);
    }
}

/* Lanes next to each other, in memory too; `dwords` of each. */
static void enter_row(const struct race_context *x, uint64_t at, unsigned lane, unsigned lanes,
                      unsigned dwords, bool has_data, uint32_t data[MOST_DWORDS][64])
{
    uint32_t values[64 * MOST_DWORDS];
    unsigned count = lanes * dwords;
    if (!has_data || dwords == 1) {
        race_row_access(x, at, lane, dwords, count, has_data ? data[0] + lane : NULL);
        return;
    }
    for (unsigned i = 0; i < lanes; i++)
        for (unsigned k = 0; k < dwords; k++)
            values[i * dwords + k] = data[k][lane + i];
    race_row_access(x, at, lane, dwords, count, values);
}

/* How many lanes from this one on, of those in `lanes`, access what is behind each other. */
static unsigned row_lanes(const struct access_info *a, uint64_t lanes, unsigned lane)
{
    uint64_t missing = ~(lanes >> lane);
    unsigned most = missing ? (unsigned)__builtin_ctzll(missing) : 64, count = 1;
    if (a->is_row)
        return most;
    while (count < most &&
           a->lane_address[lane + count] == a->lane_address[lane + count - 1] + a->bytes)
        count++;
    return count;
}

static uint64_t first_lanes(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

/* The accesses of lanes in one space. */
static void enter(const struct race_context *x, const struct access_info *a, uint64_t lanes,
                  int32_t shift, bool has_data, uint32_t data[MOST_DWORDS][64])
{
    bool are_whole = a->bytes % 4 == 0 && x->kind != RACE_ATOMIC;
    bool is_scattered = are_whole && a->bytes == RACE_GRANULE && !a->is_row;
    unsigned count;
    for (uint64_t left = lanes; left && is_scattered; left &= left - 1)
        is_scattered =
            (a->lane_address[__builtin_ctzll(left)] + (uint64_t)(int64_t)shift) % RACE_GRANULE == 0;
    if (is_scattered) {
        race_lanes_access(x, a->lane_address, shift, lanes, has_data ? data[0] : NULL);
        return;
    }
    for (uint64_t left = lanes; left; left &= ~(first_lanes(count) << __builtin_ctzll(left))) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint64_t at = a->lane_address[lane] + (uint64_t)(int64_t)shift;
        count = 1;
        if (are_whole && at % RACE_GRANULE == 0) {
            count = row_lanes(a, left, lane);
            enter_row(x, at, lane, count, a->bytes / 4, has_data, data);
        } else {
            enter_lane(x, at, a->bytes, lane, has_data, data);
        }
    }
}

static unsigned kind_of(const struct access_info *a, const struct race_op *o,
                        const struct race_wave *v, bool is_lds)
{
    if (a->is_atomic || (a->is_load && a->is_store))
        return RACE_ATOMIC;
    if (a->is_load)
        return o->is_acquire ? RACE_ATOMIC : RACE_READ;
    return !is_lds && (v->may_release || v->has_acquired) ? RACE_RELEASE : RACE_WRITE;
}

/* The counter that says when the part of an access that goes to LDS, or the other, is done. */
static unsigned counter_of(const struct race_op *o, bool is_lds)
{
    unsigned local = o->counting.local_part, raises = o->counting.raises;
    if (local)
        raises = is_lds ? local : raises & ~local;
    return raises ? (unsigned)__builtin_ctz(raises) : 0;
}

static void enter_space(struct race_group *g, struct wave *w, const struct race_op *o,
                        const struct access_info *a, uint64_t lanes, bool is_lds)
{
    struct race_wave *v = &g->waves[w->index];
    const struct launch *l = g->group->slot->launch;
    unsigned counter = counter_of(o, is_lds);
    uint32_t number = (uint32_t)v->counters[counter].begun;
    unsigned kind = kind_of(a, o, v, is_lds);
    const struct race_context x = {
        .group = g,
        .launch = g->group->launch->race,
        .wave = w,
        .own = v,
        .where = race_where(o->site, w->index, 0),
        .stamp = race_stamp(number, counter, kind),
        .kind = kind,
        .is_lds = is_lds,
        .returns = o->has_result,
    };
    uint32_t data[MOST_DWORDS][64];
    if (a->is_store && !is_lds)
        v->stored[counter] = number;
    if (kind == RACE_ATOMIC && !a->is_store) { /* what it may race with cannot be told apart */
        uint64_t at[64];
        for (unsigned i = 0; i < 64; i++)
            at[i] = a->lane_address[i] | (is_lds ? LDS_TAG : 0);
        look_at(v, lanes, at);
        return;
    }
    for (unsigned second = 0; second < 1u + a->has_second; second++) {
        bool has_data = kind != RACE_ATOMIC && a->is_store && read_data(l, w, a, second, data);
        enter(&x, a, lanes, second ? a->second : 0, has_data, data);
    }
    if (kind == RACE_ATOMIC && x.returns) {
        uint64_t at[64];
        for (unsigned i = 0; i < 64; i++)
            at[i] = a->lane_address[i] | (is_lds ? LDS_TAG : 0);
        look_at(v, lanes, at);
    }
    if (!is_lds && (kind == RACE_RELEASE ||
                    (kind == RACE_ATOMIC && (v->may_release || v->has_acquired || x.returns))))
        release(g, w->index, lanes, a->lane_address, kind == RACE_RELEASE ? x.stamp : 0);
}

void race_check(struct check_group *check, struct wave *w, const struct op *op,
                const struct accesses *a)
{
    struct race_group *g = check->race;
    const struct race_op *o = op_of(g, w, op);
    bool has_counters = check->slot->launch->device->isa->waits;
    if (!o || !o->is_of_interest)
        return;
    struct race_wave *v = &g->waves[w->index];
    if (v->is_in_grid_wait &&
        !(o->syncs & SYNC_GRID)) { /* all have come; caches were emptied before */
        v->is_in_grid_wait = false;
        v->has_fresh_l1 = true;
        acquire(g, w->index);
    }
    count(v, &o->counting);
    if (o->syncs)
        synchronise(g, w->index, o->syncs, has_counters);
    if (!a || !o->site)
        return;
    if (!has_counters)
        g->waves[w->index].counters[0].begun++;
    if (a->lds)
        enter_space(g, w, o, &a->info, a->lds, true);
    if (a->global)
        enter_space(g, w, o, &a->info, a->global, false);
}
