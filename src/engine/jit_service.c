/* jit_service.c: see jit_service.h. */
#include "engine/jit_service.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/cpu.h"
#include "engine/code_map.h"
#include "engine/jit_cache.h"
#include "engine/jit_code.h"
#include "engine/jit_module.h"
#include "engine/process.h"

enum {
    STACK_BYTES = 16 << 20, /* LLVM goes deep in large functions */
    LOOK_AGAIN_NS = 1000 * 1000,
};

/* A thread with its jobs, under the service's lock but for what is the thread's own. */
struct line {
    shoal_device *device;
    struct jit_service *service;
    bool has_thread;
    struct shoal_kernel *first, *last; /* to be looked at, linked by jit.next */
    struct shoal_kernel *current;      /* NULL also: the job was abandoned */
    atomic_bool is_cancelled; /* whoever waits for the current job does not want its code */
    _Atomic(enum jit_stage) stage;
    /* Of the thread. */
    const struct jit_api *api; /* NULL: not loaded */
    struct jit *jit;
    struct diag failure; /* of loading; later jobs fail with it */
};

enum { LINE_FIRST, LINE_BETTER, LINE_COUNT };

struct jit_service {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_ending;
    unsigned users; /* the device and the threads: the last one frees it */
    struct line lines[LINE_COUNT];
    atomic_bool is_loaded;
    atomic_bool is_told;  /* that there is no JIT */
    char *module_path;    /* NULL: no JIT here */
    const char *host_cpu; /* as in jit_api.create */
    unsigned cores;
    struct jit_cache *cache; /* NULL: off */
};

/* ---- choices ----------------------------------------------------------------------- */

enum jit_choice jit_choice(void)
{
    const char *name = getenv("SHOAL_JIT_BACKEND");
    if (name && !strcmp(name, "direct"))
        return JIT_CHOICE_DIRECT;
    return name && !strcmp(name, "llvm") ? JIT_CHOICE_LLVM : JIT_CHOICE_AUTO;
}

bool jit_service_has_module(const struct jit_service *s) { return s->module_path != NULL; }

const char *jit_service_module(const struct jit_service *s) { return s->module_path; }

unsigned jit_service_cores(const struct jit_service *s) { return s->cores; }

bool jit_service_is_loaded(struct jit_service *s) { return atomic_load(&s->is_loaded); }

static bool has_level(const struct jit_service *s, const char *level)
{
    return s->host_cpu ? !strcmp(s->host_cpu, level) : cpu_has_level(level);
}

bool jit_service_has_avx512(const struct jit_service *s) { return has_level(s, "avx512"); }

bool jit_service_has_direct(const struct jit_service *s)
{
    return has_level(s, "avx512") || has_level(s, "avx2");
}

bool jit_service_has_tiers(const struct jit_service *s)
{
    return jit_choice() == JIT_CHOICE_AUTO && jit_service_has_direct(s);
}

/* ---- one job ----------------------------------------------------------------------- */

struct job {
    struct line *line;
    struct jit_service *service;
    struct shoal_kernel *kernel;
    struct jit_request request;
    struct diag diag;
};

static bool load_compiler(struct job *j)
{
    struct line *line = j->line;
    if (process_lost_compiler()) {
        diag_fail(&j->diag, SHOAL_E_UNSUPPORTED, "fork cut a compilation of the parent off");
        return false;
    }
    if (!line->jit && line->failure.status == SHOAL_OK) {
        char why[512] = "";
        line->api = jit_module_open(j->service->module_path, &line->failure);
        if (line->api && !(line->jit = line->api->create(j->service->host_cpu, why, sizeof why)))
            diag_fail(&line->failure, SHOAL_E_UNSUPPORTED, "%s", why);
        atomic_store(&j->service->is_loaded, line->jit != NULL);
    }
    j->diag = line->failure;
    return line->jit != NULL;
}

/* Gives the code to the region that it is for. Waves may run older code of the kernel: it stays
 * until the region goes, is of the same ops, and leaves a wave at a label as this code finds it,
 * since both were made of the same analysis. So each wave changes over at its next label. */
static shoal_status install(struct job *j, const struct jit_image *image, enum jit_tier tier,
                            struct jit_record record)
{
    const struct jit_request *q = &j->request;
    struct kernel_jit *k = &j->kernel->jit;
    struct jit_code *code = NULL;
    const struct jit_code *old = atomic_load_explicit(&k->compiled, memory_order_acquire);
    /* A launch makes what new waves begin with once, for whichever code. */
    if (old && !jit_code_begins_alike(old, image))
        return diag_fail(&j->diag, SHOAL_E_FORMAT, "compiled code begins otherwise than before");
    SHOAL_TRY(jit_code_install(image, q->isa, q->machine, q->code,
                               q->isa->wave_bytes(j->kernel->isa_kernel), &j->diag, &code));
    code_map_keep(j->line->device, j->kernel->entry, q->code, code);
    atomic_store_explicit(&k->compiled, code, memory_order_release);
    atomic_store_explicit(&k->tier, tier, memory_order_release);
    pthread_mutex_lock(&j->service->lock);
    struct jit_record *r = &k->records[tier];
    r->compile_ns = record.compile_ns;
    r->ready_ns = clock_ns();
    r->parts = record.parts;
    r->direct = record.direct;
    r->is_from_disk = record.is_from_disk;
    pthread_mutex_unlock(&j->service->lock);
    return SHOAL_OK;
}

static struct jit_key key_of(const struct job *j)
{
    return jit_cache_key(j->service->cache, &j->request, j->service->host_cpu);
}

/* Installs the back end's code, if it is on disk. */
static bool look_up(struct job *j, enum jit_backend backend)
{
    if (!j->service->cache)
        return false;
    j->request.backend = backend;
    struct jit_image *image = jit_cache_load(j->service->cache, key_of(j));
    bool found =
        image && install(j, image, backend == JIT_BACKEND_DIRECT ? JIT_TIER_DIRECT : JIT_TIER_LLVM,
                         (struct jit_record){.is_from_disk = true}) == SHOAL_OK;
    free(image);
    j->diag = (struct diag){0};
    return found;
}

static struct jit_record record_of(const struct jit_times *t)
{
    return (struct jit_record){
        .compile_ns = t->region_ns + t->emit_ns + t->passes_ns + t->codegen_ns + t->link_ns,
        .parts = t->part_count,
        .direct = t->direct_parts,
    };
}

/* Compiles by the back end and installs that. *tier: whose code it is, since the direct back end
 * leaves what it does not know to LLVM. */
static shoal_status compile(struct job *j, enum jit_backend backend, enum jit_tier *tier)
{
    struct line *line = j->line;
    char why[512] = "";
    struct jit_image *image = NULL;
    struct jit_times times = {0};
    j->request.backend = backend;
    process_begin_compiling();
    shoal_status st = load_compiler(j) ? line->api->compile(line->jit, &j->request, &times, &image,
                                                            why, sizeof why)
                                       : j->diag.status;
    process_end_compiling();
    if (j->diag.status != SHOAL_OK)
        return j->diag.status;
    if (st != SHOAL_OK)
        return diag_fail(&j->diag, st, "%s", why[0] ? why : shoal_status_text(st));
    *tier = times.direct_parts ? JIT_TIER_DIRECT : JIT_TIER_LLVM;
    st = install(j, image, *tier, record_of(&times));
    if (*tier == JIT_TIER_LLVM && jit_choice() != JIT_CHOICE_DIRECT)
        j->request.backend = JIT_BACKEND_LLVM; /* it is all that LLVM would make */
    if (st == SHOAL_OK && j->service->cache)
        jit_cache_store(j->service->cache, key_of(j), image);
    free(image);
    return st;
}

static void tell_failure(const struct job *j)
{
    bool is_warning = atomic_load(&j->kernel->jit.is_asked_for);
    device_log(j->line->device, is_warning ? SHOAL_LOG_WARNING : SHOAL_LOG_INFO,
               "kernel %s is not compiled and runs in the interpreter: %s", j->kernel->info->name,
               j->diag.text);
}

/* Returns the kernel's new state. */
static enum jit_state do_job(struct line *line, struct shoal_kernel *kernel, enum jit_state state)
{
    shoal_device *device = line->device;
    struct start_facts facts;
    uint32_t shape = (uint32_t)atomic_load_explicit(&kernel->jit.shape, memory_order_relaxed);
    device->isa->start_facts(kernel->isa_kernel, &facts);
    struct job j = {
        .line = line,
        .service = line->service,
        .kernel = kernel,
        .request =
            {
                .isa = device->isa,
                .machine = &device->machine,
                .code = kernel->jit.code,
                .entry_offset = kernel->entry - kernel->jit.code->base,
                .mode = facts.mode,
                .rsrc2 = facts.registers,
                .group_waves = shape & UINT16_MAX,
                .row_lanes = shape >> 16,
                .is_cancelled = &line->is_cancelled,
                .stage = &line->stage,
            },
    };
    bool has_tiers = jit_service_has_tiers(j.service);
    bool wants_first =
        has_tiers && state != JIT_IMPROVING && !atomic_load(&kernel->jit.is_asked_for);
    enum jit_backend best =
        jit_choice() == JIT_CHOICE_DIRECT ? JIT_BACKEND_DIRECT : JIT_BACKEND_LLVM;
    if (look_up(&j, best))
        return JIT_READY;
    if (wants_first && look_up(&j, JIT_BACKEND_DIRECT))
        return JIT_FIRST;
    if (state == JIT_LOOKING_UP)
        return JIT_NOT_CACHED;
    enum jit_tier tier = JIT_TIER_LLVM;
    if (compile(&j, wants_first ? JIT_BACKEND_DIRECT : best, &tier) == SHOAL_OK)
        return wants_first && tier == JIT_TIER_DIRECT ? JIT_FIRST : JIT_READY;
    bool is_cancelled = j.diag.status == SHOAL_E_BUSY;
    if (state == JIT_IMPROVING) /* if it failed, what is there is as good as it gets */
        return is_cancelled ? JIT_FIRST : JIT_READY;
    if (!is_cancelled)
        tell_failure(&j);
    return is_cancelled ? JIT_NOT_CACHED : JIT_FAILED;
}

/* ---- the threads --------------------------------------------------------------------- */

static void set_state(struct shoal_kernel *k, enum jit_state state)
{
    atomic_store_explicit(&k->jit.state, state, memory_order_release);
}

/* Gives the service up, with its lock held. */
static void leave_service(struct jit_service *s)
{
    bool is_last = --s->users == 0;
    pthread_mutex_unlock(&s->lock);
    if (!is_last)
        return;
    jit_cache_close(s->cache);
    free(s->module_path);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    free(s);
}

/* The device and its kernels may be gone when a job comes back, if it was abandoned. */
static void *line_main(void *argument)
{
    struct line *line = argument;
    struct jit_service *s = line->service;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!line->first && !s->is_ending)
            pthread_cond_wait(&s->changed, &s->lock);
        if (s->is_ending)
            break;
        struct shoal_kernel *k = line->current = line->first;
        line->first = k->jit.next;
        if (!line->first)
            line->last = NULL;
        atomic_store(&line->is_cancelled, false);
        atomic_store(&line->stage, JIT_STAGE_USES);
        pthread_mutex_unlock(&s->lock);
        enum jit_state done = do_job(line, k, jit_state_of(k));
        pthread_mutex_lock(&s->lock);
        if (line->current)
            set_state(k, done);
        line->current = NULL;
        pthread_cond_broadcast(&s->changed);
    }
    if (line->jit)
        line->api->destroy(line->jit);
    leave_service(s);
    return NULL;
}

/* Called with the lock held. */
static bool start_thread(struct line *line)
{
    if (line->has_thread)
        return true;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    line->has_thread = pthread_create(&(pthread_t){0}, &attributes, line_main, line) == 0;
    line->service->users += line->has_thread;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return line->has_thread;
}

static void append(struct line *line, struct shoal_kernel *k)
{
    k->jit.next = NULL;
    if (line->last)
        line->last->jit.next = k;
    else
        line->first = k;
    line->last = k;
}

bool jit_enqueue(shoal_device *device, struct shoal_kernel *k, enum jit_state from,
                 enum jit_state to)
{
    struct jit_service *s = device->jit;
    struct line *line = &s->lines[to == JIT_IMPROVING ? LINE_BETTER : LINE_FIRST];
    struct code *code =
        device->machine.find_code(&device->machine, k->entry, k->variant | JIT_VARIANT);
    pthread_mutex_lock(&s->lock);
    bool is_mine = jit_state_of(k) == from;
    if (is_mine && (!code || !start_thread(line))) {
        set_state(k, to == JIT_IMPROVING ? JIT_READY : JIT_FAILED);
    } else if (is_mine) {
        k->jit.code = code;
        set_state(k, to);
        append(line, k);
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return is_mine;
}

static bool is_pending(enum jit_state state)
{
    return state == JIT_LOOKING_UP || state == JIT_COMPILING || state == JIT_IMPROVING;
}

/* Waits for something to change. false: it is past the deadline (0: there is none). */
static bool wait_until(struct jit_service *s, uint64_t deadline_ns)
{
    const struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000),
                               .tv_nsec = (long)(deadline_ns % 1000000000)};
    return deadline_ns
               ? pthread_cond_clockwait(&s->changed, &s->lock, CLOCK_MONOTONIC, &t) != ETIMEDOUT
               : pthread_cond_wait(&s->changed, &s->lock) == 0;
}

bool jit_wait(shoal_device *device, struct shoal_kernel *k, uint64_t deadline_ns)
{
    struct jit_service *s = device->jit;
    pthread_mutex_lock(&s->lock);
    bool is_over = false;
    while (is_pending(jit_state_of(k)) && !is_over)
        is_over = !wait_until(s, deadline_ns);
    for (unsigned i = 0; i < LINE_COUNT; i++)
        if (is_over && s->lines[i].current == k)
            atomic_store(&s->lines[i].is_cancelled, true);
    pthread_mutex_unlock(&s->lock);
    return !is_over;
}

/* Ends the line's job, if it is of the module (NULL: whichever), with the lock held: when it
 * returns, the job uses nothing of its kernel any more. */
static void stop_job(struct line *line, const shoal_module *module)
{
    while (line->current && (!module || line->current->module == module)) {
        enum jit_stage apart = JIT_STAGE_APART;
        atomic_store(&line->is_cancelled, true);
        if (atomic_compare_exchange_strong(&line->stage, &apart, JIT_STAGE_ABANDONED))
            line->current = NULL;
        else
            wait_until(line->service, clock_ns() + LOOK_AGAIN_NS);
    }
}

static void forget_queued(struct line *line, const shoal_module *module)
{
    struct shoal_kernel **link = &line->first;
    line->last = NULL;
    while (*link) {
        struct shoal_kernel *k = *link;
        if (k->module == module) {
            *link = k->jit.next;
        } else {
            line->last = k;
            link = &k->jit.next;
        }
    }
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
    for (unsigned i = 0; i < LINE_COUNT; i++)
        forget_queued(&s->lines[i], module);
    for (unsigned i = 0; i < LINE_COUNT; i++)
        stop_job(&s->lines[i], module);
    pthread_mutex_unlock(&s->lock);
}

/* The threads end by themselves. */
void jit_destroy(shoal_device *device)
{
    struct jit_service *s = device->jit;
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->is_ending = true;
    pthread_cond_broadcast(&s->changed);
    for (unsigned i = 0; i < LINE_COUNT; i++)
        stop_job(&s->lines[i], NULL);
    device->jit = NULL;
    leave_service(s);
}

struct jit_service *jit_service(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct jit_service *s = device->jit;
    if (!s && (s = calloc(1, sizeof *s))) {
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->changed, NULL);
        for (unsigned i = 0; i < LINE_COUNT; i++) {
            s->lines[i].device = device;
            s->lines[i].service = s;
        }
        s->users = 1;
        s->module_path = device->isa->has_jit ? jit_module_path() : NULL;
        s->host_cpu = device->host_cpu;
        s->cores = cores_usable();
        uint8_t id[32];
        size_t bytes = s->module_path ? jit_module_id(s->module_path, id, sizeof id) : 0;
        s->cache = bytes ? jit_cache_open(id, bytes) : NULL;
        device->jit = s;
    }
    pthread_mutex_unlock(&device->lock);
    return s;
}

struct jit_service *jit_service_lock(shoal_device *device)
{
    pthread_mutex_lock(&device->lock);
    struct jit_service *s = device->jit;
    pthread_mutex_unlock(&device->lock);
    if (s)
        pthread_mutex_lock(&s->lock);
    return s;
}

void jit_service_unlock(struct jit_service *s)
{
    if (s)
        pthread_mutex_unlock(&s->lock);
}

void jit_tell_that_it_lacks(struct jit_service *s, shoal_device *device)
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
