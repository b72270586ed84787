/* jit.c: see jit.h. */
#include "engine/jit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/code_map.h"
#include "engine/jit_cache.h"
#include "engine/jit_code.h"
#include "engine/jit_module.h"
#include "engine/process.h"

enum {
    LOOK_UP_AFTER_NS = 300 * 1000,  /* of interpreting: then the cache is worth a look */
    START_NS = 5 * 1000 * 1000,     /* loading LLVM, once */
    COMPILE_NS = 100 * 1000,        /* for one instruction */
    CONSIDER_EVERY_NS = 100 * 1000, /* */
    STACK_BYTES = 16 << 20,         /* LLVM goes deep in large functions */
};

struct jit_service {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool has_thread, is_ending;
    struct shoal_kernel *first, *last; /* to be looked at, linked by jit.next */
    struct shoal_kernel *current;
    atomic_bool is_told;      /* that there is no JIT */
    atomic_bool is_cancelled; /* whoever waits for the current job does not want its code */

    char *module_path;       /* NULL: no JIT here */
    const char *host_cpu;    /* as in jit_api.create */
    struct jit_cache *cache; /* NULL: off */
    /* Of the thread. */
    const struct jit_api *api; /* NULL: not loaded */
    struct jit *jit;
    struct diag failure; /* of loading; later jobs fail with it */
};

/* SHOAL_JIT_BACKEND=direct; LLVM else. */
static enum jit_backend chosen_backend(void)
{
    const char *name = getenv("SHOAL_JIT_BACKEND");
    return name && !strcmp(name, "direct") ? JIT_BACKEND_DIRECT : JIT_BACKEND_LLVM;
}

/* ---- one job ----------------------------------------------------------------------- */

static bool load_compiler(struct jit_service *s, struct diag *diag)
{
    if (process_lost_compiler()) {
        diag_fail(diag, SHOAL_E_UNSUPPORTED, "fork cut a compilation of the parent off");
        return false;
    }
    if (!s->jit && s->failure.status == SHOAL_OK) {
        char why[512] = "";
        s->api = jit_module_open(s->module_path, &s->failure);
        if (s->api && !(s->jit = s->api->create(s->host_cpu, why, sizeof why)))
            diag_fail(&s->failure, SHOAL_E_UNSUPPORTED, "%s", why);
    }
    *diag = s->failure;
    return s->jit != NULL;
}

/* Gives the code to the region that it is for. */
static shoal_status install(shoal_device *device, struct shoal_kernel *kernel,
                            const struct jit_request *q, const struct jit_image *image,
                            struct diag *diag)
{
    struct jit_code *code = NULL;
    SHOAL_TRY(jit_code_install(image, q->isa, q->machine, q->code,
                               q->isa->wave_bytes(kernel->isa_kernel), diag, &code));
    code_map_keep(device, kernel->entry, q->code, code);
    atomic_store_explicit(&kernel->jit.compiled, code, memory_order_release);
    return SHOAL_OK;
}

static shoal_status compile(shoal_device *device, struct shoal_kernel *kernel,
                            const struct jit_request *q, const struct jit_key *key,
                            struct diag *diag)
{
    struct jit_service *s = device->jit;
    char why[512] = "";
    struct jit_image *image = NULL;
    process_begin_compiling();
    shoal_status st = load_compiler(s, diag)
                          ? s->api->compile(s->jit, q, NULL, &image, why, sizeof why)
                          : diag->status;
    process_end_compiling();
    if (diag->status != SHOAL_OK)
        return diag->status;
    if (st != SHOAL_OK)
        return diag_fail(diag, st, "%s", why[0] ? why : shoal_status_text(st));
    st = install(device, kernel, q, image, diag);
    if (st == SHOAL_OK && key)
        jit_cache_store(s->cache, *key, image);
    free(image);
    return st;
}

/* Looks for the kernel's code in the cache; if it is not there and the job is to compile, does
 * that. Returns the kernel's new state. */
static enum jit_state do_job(shoal_device *device, struct shoal_kernel *kernel, bool may_compile)
{
    struct jit_service *s = device->jit;
    struct diag diag = {0};
    struct start_facts facts;
    device->isa->start_facts(kernel->isa_kernel, &facts);
    struct jit_request q = {
        .isa = device->isa,
        .machine = &device->machine,
        .code = kernel->jit.code,
        .entry_offset = kernel->entry - kernel->jit.code->base,
        .mode = facts.mode,
        .rsrc2 = facts.registers,
        .backend = chosen_backend(),
        .is_cancelled = &s->is_cancelled,
    };
    struct jit_key key = {{0}};
    struct jit_image *image = NULL;
    if (s->cache) {
        key = jit_cache_key(s->cache, &q, s->host_cpu);
        image = jit_cache_load(s->cache, key);
    }
    enum jit_state done = JIT_READY;
    if (!image || install(device, kernel, &q, image, &diag) != SHOAL_OK) {
        if (!may_compile)
            done = JIT_NOT_CACHED;
        else if (compile(device, kernel, &q, s->cache ? &key : NULL, &diag) != SHOAL_OK)
            done = diag.status == SHOAL_E_BUSY ? JIT_NOT_CACHED : JIT_FAILED;
    }
    free(image);
    if (done == JIT_FAILED)
        device_log(device, kernel->jit.is_asked_for ? SHOAL_LOG_WARNING : SHOAL_LOG_INFO,
                   "kernel %s is not compiled and runs in the interpreter: %s", kernel->info->name,
                   diag.text);
    return done;
}

/* ---- the thread ---------------------------------------------------------------------- */

static enum jit_state state_of(const struct shoal_kernel *k)
{
    return atomic_load_explicit(&k->jit.state, memory_order_acquire);
}

static void set_state(struct shoal_kernel *k, enum jit_state state)
{
    atomic_store_explicit(&k->jit.state, state, memory_order_release);
}

static void *service_main(void *argument)
{
    shoal_device *device = argument;
    struct jit_service *s = device->jit;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->first && !s->is_ending)
            pthread_cond_wait(&s->changed, &s->lock);
        if (s->is_ending)
            break;
        struct shoal_kernel *k = s->current = s->first;
        s->first = k->jit.next;
        if (!s->first)
            s->last = NULL;
        bool may_compile = state_of(k) == JIT_COMPILING;
        atomic_store(&s->is_cancelled, false);
        pthread_mutex_unlock(&s->lock);
        enum jit_state done = do_job(device, k, may_compile);
        pthread_mutex_lock(&s->lock);
        set_state(k, done);
        s->current = NULL;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* Called with the lock held. */
static bool start_thread(shoal_device *device)
{
    struct jit_service *s = device->jit;
    if (s->has_thread)
        return true;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    s->has_thread = pthread_create(&s->thread, &attributes, service_main, device) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return s->has_thread;
}

/* Takes the kernel, of a launch that runs, from state `from` to a job; false: it is in another
 * state. */
static bool enqueue(shoal_device *device, struct shoal_kernel *k, enum jit_state from,
                    enum jit_state to)
{
    struct jit_service *s = device->jit;
    struct code *code =
        device->machine.find_code(&device->machine, k->entry, k->variant | JIT_VARIANT);
    pthread_mutex_lock(&s->lock);
    bool is_mine = state_of(k) == from;
    if (is_mine && (!code || !start_thread(device))) {
        set_state(k, JIT_FAILED);
    } else if (is_mine) {
        k->jit.code = code;
        set_state(k, to);
        k->jit.next = NULL;
        if (s->last)
            s->last->jit.next = k;
        else
            s->first = k;
        s->last = k;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return is_mine;
}

static bool is_pending(enum jit_state state)
{
    return state == JIT_LOOKING_UP || state == JIT_COMPILING;
}

void jit_forget(shoal_module *module)
{
    shoal_device *device = module->device;
    pthread_mutex_lock(&device->lock);
    struct jit_service *s = device->jit;
    pthread_mutex_unlock(&device->lock);
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    struct shoal_kernel **link = &s->first;
    s->last = NULL;
    while (*link) {
        struct shoal_kernel *k = *link;
        if (k->module == module) {
            *link = k->jit.next;
        } else {
            s->last = k;
            link = &k->jit.next;
        }
    }
    while (s->current && s->current->module == module) {
        atomic_store(&s->is_cancelled, true);
        pthread_cond_wait(&s->changed, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

void jit_destroy(shoal_device *device)
{
    struct jit_service *s = device->jit;
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->is_ending = true;
    atomic_store(&s->is_cancelled, true);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    if (s->has_thread)
        pthread_join(s->thread, NULL);
    if (s->jit)
        s->api->destroy(s->jit);
    jit_cache_close(s->cache);
    free(s->module_path);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    free(s);
    device->jit = NULL;
}

/* The device's service, made on first use. NULL: no memory. Only where no other thread makes
 * one: under device->lock. */
static struct jit_service *service(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct jit_service *s = device->jit;
    if (!s && (s = calloc(1, sizeof *s))) {
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->changed, NULL);
        s->module_path = device->isa->has_jit ? jit_module_path() : NULL;
        s->host_cpu = device->host_cpu;
        uint8_t id[32];
        size_t bytes = s->module_path ? jit_module_id(s->module_path, id, sizeof id) : 0;
        s->cache = bytes ? jit_cache_open(id, bytes) : NULL;
        device->jit = s;
    }
    pthread_mutex_unlock(&device->lock);
    return s;
}

shoal_status jit_check(shoal_device *device, struct diag *diag)
{
    const struct jit_service *s = service(device);
    if (!s)
        return diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    if (!s->module_path)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "There is no JIT (libshoal-jit.so) here. Build with -Djit=enabled, or "
                         "use --engine interp.");
    return SHOAL_OK;
}

/* ---- what a launch does ---------------------------------------------------------------- */

/* Waits for something to change. false: it is past the deadline (0: there is none). */
static bool wait_until(struct jit_service *s, uint64_t deadline_ns)
{
    const struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000),
                               .tv_nsec = (long)(deadline_ns % 1000000000)};
    return deadline_ns
               ? pthread_cond_clockwait(&s->changed, &s->lock, CLOCK_MONOTONIC, &t) != ETIMEDOUT
               : pthread_cond_wait(&s->changed, &s->lock) == 0;
}

/* Past the launch's time limit it returns, and the first wave reports that. */
static void compile_now(shoal_device *device, struct shoal_kernel *k, uint64_t deadline_ns)
{
    struct jit_service *s = device->jit;
    atomic_store(&k->jit.is_asked_for, true);
    if (!enqueue(device, k, JIT_COLD, JIT_COMPILING))
        enqueue(device, k, JIT_NOT_CACHED, JIT_COMPILING);
    pthread_mutex_lock(&s->lock);
    bool is_over = false;
    while (is_pending(state_of(k)) && !is_over)
        is_over = !wait_until(s, deadline_ns);
    if (is_over && s->current == k)
        atomic_store(&s->is_cancelled, true);
    pthread_mutex_unlock(&s->lock);
    if (!is_over && enqueue(device, k, JIT_NOT_CACHED, JIT_COMPILING)) /* it had been a look-up */
        compile_now(device, k, deadline_ns);
}

/* An installation that lost its compiler would be slow without a word. */
static void tell_that_it_lacks(struct jit_service *s, shoal_device *device)
{
    char where[512];
    if (atomic_exchange(&s->is_told, true) || !jit_module_lacks(where, sizeof where))
        return;
    device_log(device, SHOAL_LOG_ERROR,
               "Kernels are interpreted, which takes some twenty times as long, since there is no "
               "compiler: %s Install it there, or choose the interpreter (--engine interp, "
               "SHOAL_ENGINE=interp) to be rid of this message.",
               where);
}

void jit_begin(struct launch *l)
{
    shoal_device *device = l->device;
    shoal_engine engine = l->desc.engine;
    /* Observers watch every instruction: only the interpreter shows them. Waves of another
     * size than the kernel's own run other code. */
    if (engine == SHOAL_ENGINE_INTERP || l->desc.observer || l->state.variant != l->kernel->variant)
        return;
    /* Compiled code is made of what was loaded. */
    if (device->machine.code_is_writable)
        return;
    struct jit_service *s = service(device);
    if (!s || !s->module_path) {
        if (s && device->isa->has_jit)
            tell_that_it_lacks(s, device);
        return;
    }
    l->state.variant |= JIT_VARIANT;
    if (engine == SHOAL_ENGINE_JIT)
        compile_now(device, l->kernel, l->deadline_ns);
    enum jit_state state = state_of(l->kernel);
    atomic_store_explicit(&l->is_tiering, state != JIT_READY && state != JIT_FAILED,
                          memory_order_relaxed);
}

/* Time that compiling the kernel takes: its size is known from its symbol, or is that of all
 * the code. */
static uint64_t compile_ns(const struct launch *l)
{
    uint64_t bytes = l->kernel->info->code_size;
    return START_NS + bytes / 6 * COMPILE_NS; /* instructions are 6 bytes on average */
}

void jit_consider(struct launch *l)
{
    struct shoal_kernel *k = l->kernel;
    uint64_t now = clock_ns(),
             next = atomic_load_explicit(&l->next_consider_ns, memory_order_relaxed);
    if (now < next || !atomic_compare_exchange_strong_explicit(
                          &l->next_consider_ns, &next, now + CONSIDER_EVERY_NS,
                          memory_order_relaxed, memory_order_relaxed))
        return;
    enum jit_state state = state_of(k);
    if (state == JIT_READY || state == JIT_FAILED) {
        atomic_store_explicit(&l->is_tiering, false, memory_order_relaxed);
        return;
    }
    uint64_t here = now - l->start_ns,
             spent = atomic_load_explicit(&k->jit.interp_ns, memory_order_relaxed) + here;
    if (state == JIT_COLD && spent >= LOOK_UP_AFTER_NS)
        enqueue(l->device, k, JIT_COLD, JIT_LOOKING_UP);
    if (state != JIT_NOT_CACHED)
        return;
    /* Worth it if as much time is still to come, or has gone by already: whoever runs a kernel
     * for that long will do it again. */
    uint64_t done = atomic_load_explicit(&l->done_groups, memory_order_relaxed);
    double left = (double)here * (double)(l->group_count - done) / (done ? (double)done : 1.0);
    uint64_t cost = compile_ns(l);
    if (spent >= cost || (done && left >= (double)cost))
        enqueue(l->device, k, JIT_NOT_CACHED, JIT_COMPILING);
}

/* Adds a row to the most frequent ones, if it is one of them. */
static void add_called(struct shoal_called *called, unsigned *count, struct shoal_called row)
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
        uint64_t n = atomic_load_explicit(&l->calls[row], memory_order_relaxed);
        l->stats.calls += n;
        add_called(l->stats.called, &l->stats.called_count,
                   (struct shoal_called){isa->row_name(row), n});
    }
}

void jit_finish(struct launch *l)
{
    bool is_compiled = (l->state.variant & JIT_VARIANT) && state_of(l->kernel) == JIT_READY;
    l->stats.engine = is_compiled ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP;
    if (is_compiled && l->calls)
        collect_calls(l);
    if (!is_compiled)
        atomic_fetch_add_explicit(&l->kernel->jit.interp_ns, clock_ns() - l->start_ns,
                                  memory_order_relaxed);
}

/* ---- for people ---------------------------------------------------------------------------- */

static shoal_jit_stats stats_of(const struct jit_times *t, const struct jit_request *q)
{
    shoal_jit_stats s = {
        .instructions = t->op_count,
        .parts = t->part_count,
        .code_bytes = t->code_bytes,
        .region_ms = (double)t->region_ns * 1e-6,
        .emit_ms = (double)t->emit_ns * 1e-6,
        .passes_ms = (double)t->passes_ns * 1e-6,
        .codegen_ms = (double)t->codegen_ns * 1e-6,
        .link_ms = (double)t->link_ns * 1e-6,
    };
    uint32_t *by_row = calloc(q->isa->row_count, sizeof *by_row);
    for (uint64_t i = 0; by_row && i < q->code->size_bytes / 4; i++)
        if (q->called[i])
            by_row[q->isa->op_at(q->code, 4 * i)->row]++;
    for (unsigned row = 0; by_row && row < q->isa->row_count; row++) {
        s.calls += by_row[row];
        add_called(s.called, &s.called_count,
                   (struct shoal_called){q->isa->row_name(row), by_row[row]});
    }
    free(by_row);
    return s;
}

static shoal_status inspect_with(const struct jit_api *api, struct jit *jit,
                                 const struct jit_request *q, shoal_jit_form form, char **text,
                                 shoal_jit_stats *stats, struct diag *diag)
{
    char why[512] = "";
    shoal_status st = SHOAL_OK;
    if (stats) {
        struct jit_times times;
        struct jit_image *image = NULL;
        st = api->compile(jit, q, &times, &image, why, sizeof why);
        *stats = stats_of(&times, q);
        free(image);
    }
    if (st == SHOAL_OK && text)
        st = api->text(jit, q, (enum jit_text)form, text, why, sizeof why);
    return st == SHOAL_OK ? st : diag_fail(diag, st, "The JIT does not compile it: %s.", why);
}

shoal_status jit_inspect(struct shoal_kernel *kernel, shoal_jit_form form, char **text,
                         shoal_jit_stats *stats, struct diag *diag)
{
    shoal_device *device = kernel->module->device;
    if (!device->isa->has_jit)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED, "There is no JIT for %s.", device->isa->isa);
    SHOAL_TRY(jit_check(device, diag));
    /* Keeps the module, and its decoded code, as a launch does. */
    atomic_fetch_add(&kernel->module->pending, 1);
    struct code *code = code_map_get(device, kernel->entry, kernel->variant | JIT_VARIANT);
    char why[512] = "";
    process_begin_compiling();
    const struct jit_api *api = jit_module_open(device->jit->module_path, diag);
    struct jit *jit = api ? api->create(device->host_cpu, why, sizeof why) : NULL;
    if (!code) {
        diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    } else if (jit) {
        struct start_facts facts;
        device->isa->start_facts(kernel->isa_kernel, &facts);
        const struct jit_request q = {
            .isa = device->isa,
            .machine = &device->machine,
            .code = code,
            .entry_offset = kernel->entry - code->base,
            .mode = facts.mode,
            .rsrc2 = facts.registers,
            .backend = chosen_backend(),
            .called = calloc(code->size_bytes / 4, 1),
        };
        if (q.called)
            inspect_with(api, jit, &q, form, text, stats, diag);
        else
            diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
        free(q.called);
    } else if (api) {
        diag_fail(diag, SHOAL_E_UNSUPPORTED, "The JIT does not work here: %s.", why);
    }
    if (jit)
        api->destroy(jit);
    process_end_compiling();
    atomic_fetch_sub(&kernel->module->pending, 1);
    return diag->status;
}
