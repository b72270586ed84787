/* jit.c: see jit.h. */
#include "engine/jit.h"

#include <string.h>

#include "base/clock.h"
#include "engine/jit_service.h"
#include "jit/jit.h"

/* ---- what code costs ------------------------------------------------------------------- */

enum {
    LOOK_UP_AFTER_NS = 300 * 1000,  /* of interpreting: then the cache is worth a look */
    START_NS = 3 * 1000 * 1000,     /* loading LLVM, once */
    CONSIDER_EVERY_NS = 100 * 1000, /* */
};

/* As measured: docs/jit.md, The direct back end. */
struct prices {
    uint64_t llvm_ns, direct_ns; /* for one instruction */
    uint64_t llvm_per_direct;    /* LLVM's CPU time by the direct back end's */
    uint64_t llvm_gain;          /* of the time in direct code, LLVM's saves one part in so many */
};

static const struct prices *prices_of(const struct launch *l)
{
    static const struct prices avx512 = {150 * 1000, 20 * 1000, 8, 8},
                               others = {1000 * 1000, 55 * 1000, 16, 3};
    return jit_service_has_avx512(l->device->jit) ? &avx512 : &others;
}

/* Time that compiling the kernel takes: its size is known from its symbol, or is that of all
 * the code. */
static uint64_t compile_ns(const struct launch *l, uint64_t each_ns)
{
    bool is_loaded = jit_service_is_loaded(l->device->jit);
    uint64_t bytes = l->kernel->info->code_size;
    return (is_loaded ? 0 : START_NS) +
           bytes / 6 * each_ns; /* instructions are 6 bytes on average */
}

/* LLVM's time for a kernel that has direct code: what that took says most about it. */
static uint64_t llvm_ns(const struct launch *l)
{
    const struct jit_record *r = &l->kernel->jit.records[JIT_TIER_DIRECT];
    bool is_alike = r->compile_ns && r->direct == r->parts; /* else some of it was LLVM's */
    const struct prices *p = prices_of(l);
    return is_alike ? r->compile_ns * p->llvm_per_direct : compile_ns(l, p->llvm_ns);
}

/* How long a launch may run in the first code before LLVM's is worth compiling.
 *
 * With AVX-512, this is a ski rental: each moment in the first code loses an eighth of it, as rent
 * does, and LLVM's code has a price. Who buys when as much rent is paid loses least whenever the
 * end comes: at most an eighth of the time so far; over ends from a quarter of the price to 64
 * prices 2.6 % in the geometric mean. At half of that it is 3.9 %, and programs that go on for
 * longer, as most do that have come so far, have their best code sooner: so that is it. All threads
 * pay rent, but the price only once. Where a core is idle nobody waits for LLVM, and the price is
 * only not to be wasted. Code that was on disk belongs to a program that comes again, which pays
 * rent each time.
 */
static uint64_t improve_after_ns(const struct launch *l)
{
    bool is_free = l->threads < jit_service_cores(l->device->jit) ||
                   l->kernel->jit.records[JIT_TIER_DIRECT].is_from_disk;
    uint64_t price = llvm_ns(l);
    return is_free ? price / 2 : price * prices_of(l)->llvm_gain / 2 / l->threads;
}

/* ---- what a launch does ---------------------------------------------------------------- */

static void add_relaxed(atomic_uint_fast64_t *sum, uint64_t n)
{
    atomic_fetch_add_explicit(sum, n, memory_order_relaxed);
}

static uint64_t load_relaxed(const atomic_uint_fast64_t *p)
{
    return atomic_load_explicit(p, memory_order_relaxed);
}

shoal_status jit_check(shoal_device *device, struct diag *diag)
{
    const struct jit_service *s = jit_service(device);
    if (!s)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (!jit_service_has_module(s))
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "There is no JIT (libshoal-jit.so) here. Build with -Djit=enabled, or "
                         "use --engine interp.");
    return SHOAL_OK;
}

/* Past the launch's time limit it returns, and the first wave reports that. */
static void compile_now(shoal_device *device, struct shoal_kernel *k, uint64_t deadline_ns)
{
    static const enum jit_state next[][2] = {
        {JIT_COLD, JIT_COMPILING}, {JIT_NOT_CACHED, JIT_COMPILING}, {JIT_FIRST, JIT_IMPROVING}};
    atomic_store(&k->jit.is_asked_for, true);
    /* A job that a launch of engine auto has begun may lead to any of these states. */
    for (bool is_over = false; !is_over;) {
        bool is_new = false;
        for (unsigned i = 0; i < sizeof next / sizeof *next && !is_new; i++)
            is_new = jit_enqueue(device, k, next[i][0], next[i][1]);
        is_over = !jit_wait(device, k, deadline_ns);
        enum jit_state state = jit_state_of(k);
        is_over |= state == JIT_READY || state == JIT_FAILED;
    }
}

/* What compiled code may guess of work-groups (struct jit_request), in powers of two, so that few
 * kernels are compiled twice. */
static uint32_t shape_of(const struct launch *l)
{
    enum { LEAST = JIT_LEAST_ROW, MOST_WAVES = 8 };
    const uint32_t *block = l->desc.block;
    uint32_t group = 1, x = block[0], row = x == LEAST ? LEAST : l->lanes;
    while (2 * group <= l->group_waves && group < MOST_WAVES)
        group *= 2;
    while (row < MOST_WAVES * l->lanes && row < x)
        row *= 2;
    if (x < l->lanes ? l->lanes % x : x % l->lanes) /* no wave begins a row */
        row = MOST_WAVES * l->lanes;
    if (x % LEAST && (block[1] > 1 || block[2] > 1))
        row = x < LEAST && !(x & (x - 1)) && block[2] == 1 ? x : JIT_ODD_ROWS;
    return group | row << 16;
}

void jit_begin(struct launch *l)
{
    shoal_device *device = l->device;
    shoal_engine engine = l->desc.engine;
    struct kernel_jit *k = &l->kernel->jit;
    l->tier = JIT_TIER_INTERP;
    uint64_t none = 0;
    if (!load_relaxed(&k->begin_ns))
        atomic_compare_exchange_strong(&k->begin_ns, &none, clock_ns());
    /* Observers watch every instruction: only the interpreter shows them. Waves of another
     * size than the kernel's own run other code. */
    if (engine == SHOAL_ENGINE_INTERP || l->desc.observer || l->state.variant != l->kernel->variant)
        return;
    /* Compiled code is made of what was loaded. */
    if (device->machine.code_is_writable)
        return;
    struct jit_service *s = jit_service(device);
    if (!s || !jit_service_has_module(s)) {
        if (s && device->isa->has_jit)
            jit_tell_that_it_lacks(s, device);
        return;
    }
    l->state.variant |= JIT_VARIANT;
    atomic_store_explicit(&l->kernel->jit.shape, shape_of(l), memory_order_relaxed);
    if (engine == SHOAL_ENGINE_JIT)
        compile_now(device, l->kernel, l->deadline_ns);
    enum jit_state state = jit_state_of(l->kernel);
    l->tier = atomic_load_explicit(&k->tier, memory_order_acquire);
    atomic_store_explicit(&l->is_tiering, state != JIT_READY && state != JIT_FAILED,
                          memory_order_relaxed);
}

/* Where a launch is, for the decision. */
struct view {
    enum jit_tier tier;
    uint64_t here_ns;  /* of the launch in its tier */
    uint64_t spent_ns; /* of all launches of the kernel in it */
    double left_ns;    /* until the launch's end, if it stays; 0: unknown */
};

/* Adds the time until now to what ran, if that is another tier now or the launch is over, and
 * looks how the launch stands. */
static struct view look(struct launch *l, uint64_t now, bool is_over)
{
    struct kernel_jit *k = &l->kernel->jit;
    uint64_t done = load_relaxed(&l->done_groups);
    pthread_mutex_lock(&l->lock);
    if (!l->tier_from_ns)
        l->tier_from_ns = l->start_ns;
    enum jit_tier tier = l->state.variant & JIT_VARIANT
                             ? atomic_load_explicit(&k->tier, memory_order_acquire)
                             : JIT_TIER_INTERP;
    if (tier != l->tier || is_over) {
        add_relaxed(&k->records[l->tier].run_ns, now - l->tier_from_ns);
        l->tier = tier;
        l->tier_from_ns = now;
        l->tier_from_groups = done;
    }
    uint64_t here = now - l->tier_from_ns, did = done - l->tier_from_groups;
    pthread_mutex_unlock(&l->lock);
    return (struct view){
        .tier = tier,
        .here_ns = here,
        .spent_ns = load_relaxed(&k->records[tier].run_ns) + here,
        .left_ns = did ? (double)here * (double)(l->group_count - done) / (double)did : 0,
    };
}

void jit_consider(struct launch *l)
{
    struct shoal_kernel *k = l->kernel;
    uint64_t now = clock_ns(), next = load_relaxed(&l->next_consider_ns);
    if (now < next || !atomic_compare_exchange_strong_explicit(
                          &l->next_consider_ns, &next, now + CONSIDER_EVERY_NS,
                          memory_order_relaxed, memory_order_relaxed))
        return;
    enum jit_state state = jit_state_of(k);
    struct view v = look(l, now, false);
    uint64_t enough;
    switch (state) {
    case JIT_READY:
    case JIT_FAILED:
        atomic_store_explicit(&l->is_tiering, false, memory_order_relaxed);
        return;
    case JIT_COLD:
        if (v.spent_ns >= LOOK_UP_AFTER_NS)
            jit_enqueue(l->device, k, JIT_COLD, JIT_LOOKING_UP);
        return;
    case JIT_NOT_CACHED:
        /* Worth it if as much time is still to come, or has gone by already: whoever runs a
         * kernel for that long will do it again. */
        enough = compile_ns(l, jit_service_has_tiers(l->device->jit) ? prices_of(l)->direct_ns
                                                                     : prices_of(l)->llvm_ns);
        if (v.spent_ns >= enough || v.left_ns >= (double)enough)
            jit_enqueue(l->device, k, JIT_NOT_CACHED, JIT_COMPILING);
        return;
    case JIT_FIRST:
        enough = improve_after_ns(l);
        if (v.spent_ns >= enough || v.left_ns >= (double)enough)
            jit_enqueue(l->device, k, JIT_FIRST, JIT_IMPROVING);
        return;
    default:
        return;
    }
}

void jit_add_called(struct shoal_called *called, unsigned *count, struct shoal_called row)
{
    unsigned at = *count;
    while (at > 0 && called[at - 1].count < row.count)
        at--;
    if (at == SHOAL_CALLED_MAX || !row.count)
        return;
    unsigned last = *count < SHOAL_CALLED_MAX ? (*count)++ : SHOAL_CALLED_MAX - 1;
    memmove(&called[at + 1], &called[at], (last - at) * sizeof *called);
    called[at] = row;
}

static void collect_calls(struct launch *l)
{
    const struct isa_exec *isa = l->device->isa;
    for (unsigned row = 0; row < isa->row_count; row++) {
        uint64_t n = 0;
        for (unsigned i = 0; i < l->threads; i++)
            n += l->calls[(size_t)i * isa->row_count + row];
        l->stats.calls += n;
        jit_add_called(l->stats.called, &l->stats.called_count,
                       (struct shoal_called){isa->row_name(row), n});
    }
}

void jit_finish(struct launch *l)
{
    struct kernel_jit *k = &l->kernel->jit;
    enum jit_tier tier = look(l, clock_ns(), true).tier;
    add_relaxed(&k->records[tier].launches, 1);
    l->stats.engine = tier == JIT_TIER_INTERP ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
    if (tier != JIT_TIER_INTERP && l->calls)
        collect_calls(l);
}
