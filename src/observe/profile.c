/* profile.c: what the environment asks to be told of launches, and when; see shoal/profile.h. */
#include "shoal/profile.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fcntl.h>

#include "observe/ledger.h"
#include "observe/trace.h"

struct shoal_profiled {
    struct shoal_observer observer;
};

static struct {
    /* Set once, when the environment is read. */
    bool has_stats, is_json;
    atomic_bool has_trace; /* until it turns out that there cannot be one */
    /* The rest under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t is_free; /* `tracing` became NULL */
    bool is_quiet;          /* nothing is said of no launches: a child of fork, or after a report */
    struct ledger ledger;
    shoal_trace *trace;
    shoal_profiled *tracing; /* the launch whose instruction is being written */
} profile = {.lock = PTHREAD_MUTEX_INITIALIZER, .is_free = PTHREAD_COND_INITIALIZER};

/* ---- the environment --------------------------------------------------------------------------
 */

/* "%p" in a name is the number of the process. The caller frees. NULL: no memory. */
static char *expand(const char *name)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (; *name; name++) {
        if (name[0] == '%' && name[1] == 'p') {
            fprintf(out, "%ld", (long)getpid());
            name++;
        } else {
            fputc(*name, out);
        }
    }
    fclose(out);
    return text;
}

/* The child has no launches of its parent, and a file of its own if the name says so. */
static void in_child(void)
{
    pthread_mutex_init(&profile.lock, NULL);
    pthread_cond_init(&profile.is_free, NULL);
    profile.is_quiet = true;
    profile.ledger = (struct ledger){0};
    profile.trace = NULL;
    profile.tracing = NULL;
}

static void start(void)
{
    const char *stats = getenv("SHOAL_STATS"), *trace = getenv("SHOAL_TRACE");
    bool is_plain = stats && strcmp(stats, "1") == 0;
    profile.is_json = stats && strcmp(stats, "json") == 0;
    profile.has_stats = is_plain || profile.is_json;
    if (stats && stats[0] && strcmp(stats, "0") && !profile.has_stats)
        fprintf(stderr, "shoal: SHOAL_STATS=%s is ignored: expected 1 or json\n", stats);
    atomic_store(&profile.has_trace, trace && trace[0]);
    if (profile.has_stats || (trace && trace[0]))
        pthread_atfork(NULL, NULL, in_child);
    if (profile.has_stats)
        at_quick_exit(shoal_profile_report);
}

void shoal_profile_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

/* ---- traces ---------------------------------------------------------------------------------
 */

static bool open_trace_locked(void)
{
    const char *only = getenv("SHOAL_TRACE_ONLY");
    char *path = expand(getenv("SHOAL_TRACE")), why[512] = "not enough memory";
    shoal_trace_options options = {
        .path = path,
        .append = true,
        .has_kernels = true,
        .only = &only,
        .only_count = only && only[0],
    };
    shoal_status status = SHOAL_E_NOMEM;
    if (path)
        status = shoal_trace_open(&options, &profile.trace, why, sizeof why);
    if (status == SHOAL_E_ARG)
        fprintf(stderr, "shoal: SHOAL_TRACE_ONLY=%s: %s; nothing is traced\n", only, why);
    else if (status != SHOAL_OK)
        fprintf(stderr, "shoal: SHOAL_TRACE: %s; nothing is traced\n", why);
    free(path);
    return status == SHOAL_OK;
}

/* Streams launch side by side; an instruction is written as a whole. */
static void before(void *user, const shoal_observed *at)
{
    pthread_mutex_lock(&profile.lock);
    while (profile.tracing && profile.tracing != user)
        pthread_cond_wait(&profile.is_free, &profile.lock);
    profile.tracing = user;
    pthread_mutex_unlock(&profile.lock);
    struct shoal_observer *o = shoal_trace_observer(profile.trace);
    o->before(o->user, at);
}

static void release_locked(void)
{
    profile.tracing = NULL;
    pthread_cond_signal(&profile.is_free);
}

static void after(void *user, const shoal_observed *at)
{
    (void)user;
    struct shoal_observer *o = shoal_trace_observer(profile.trace);
    o->after(o->user, at);
    pthread_mutex_lock(&profile.lock);
    release_locked();
    pthread_mutex_unlock(&profile.lock);
}

static void observe_locked(shoal_profiled *p, shoal_launch_desc *desc)
{
    if (!profile.trace && !open_trace_locked()) {
        atomic_store(&profile.has_trace, false);
        return;
    }
    p->observer = (struct shoal_observer){.user = p, .before = before, .after = after};
    desc->observer = &p->observer;
}

/* ---- launches ---------------------------------------------------------------------------------
 */

shoal_profiled *shoal_profile_begin(shoal_launch_desc *desc)
{
    shoal_profile_start();
    bool has_trace = atomic_load_explicit(&profile.has_trace, memory_order_relaxed);
    if (!profile.has_stats && !has_trace)
        return NULL;
    shoal_profiled *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    desc->count_calls |= profile.has_stats;
    pthread_mutex_lock(&profile.lock);
    if (has_trace && !desc->observer)
        observe_locked(p, desc);
    profile.ledger.running++;
    pthread_mutex_unlock(&profile.lock);
    return p;
}

void shoal_profile_end(shoal_profiled *profiled, const shoal_kernel *kernel, shoal_status status,
                       const shoal_launch_stats *stats)
{
    if (!profiled)
        return;
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    pthread_mutex_lock(&profile.lock);
    if (profile.tracing == profiled) { /* an instruction has faulted */
        trace_end_line(profile.trace);
        release_locked();
    }
    if (profile.trace) {        /* another module may come to where this one is */
        while (profile.tracing) /* who traces an instruction may be about to print its source */
            pthread_cond_wait(&profile.is_free, &profile.lock);
        filter_forget_sources(&profile.trace->filter);
        pthread_cond_signal(&profile.is_free);
    }
    profile.ledger.running--;
    if (profile.has_stats)
        ledger_add(&profile.ledger, info.name, status, stats);
    pthread_mutex_unlock(&profile.lock);
    free(profiled);
}

shoal_status shoal_profile_launch(shoal_device *device, shoal_kernel *kernel,
                                  const shoal_launch_desc *desc, shoal_launch_stats *stats)
{
    shoal_launch_stats own = {0};
    shoal_launch_desc d = *desc;
    shoal_profiled *profiled = shoal_profile_begin(&d);
    shoal_status status = shoal_launch(device, kernel, &d, &own);
    shoal_profile_end(profiled, kernel, status, &own);
    if (stats)
        *stats = own;
    return status;
}

/* ---- the end ------------------------------------------------------------------------------------
 */

/* At once, so that processes can share a file. */
static void write_all(int fd, const char *text, size_t size)
{
    for (ssize_t n; size && ((n = write(fd, text, size)) > 0 || errno == EINTR);) {
        text += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

static void write_report(const char *text, size_t size)
{
    const char *name = getenv("SHOAL_STATS_FILE");
    char *path = name && name[0] ? expand(name) : NULL;
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (path && fd < 0)
        fprintf(stderr, "shoal: SHOAL_STATS_FILE: cannot write '%s': %s\n", path, strerror(errno));
    write_all(fd >= 0 ? fd : STDERR_FILENO, text, size);
    if (fd >= 0)
        close(fd);
    free(path);
}

void shoal_profile_report(void)
{
    char *text = NULL;
    size_t size;
    if (!profile.has_stats)
        return;
    pthread_mutex_lock(&profile.lock);
    bool has_begun = profile.ledger.count || profile.ledger.running;
    FILE *out = has_begun || !profile.is_quiet ? open_memstream(&text, &size) : NULL;
    if (out) {
        if (profile.is_json)
            ledger_write_json(&profile.ledger, out);
        else
            ledger_write(&profile.ledger, out);
        fclose(out);
        write_report(text, size);
        free(text);
    }
    ledger_clear(&profile.ledger);
    profile.is_quiet = true;
    pthread_mutex_unlock(&profile.lock);
}

/* After the handlers of exit, which may wait for kernels, and after the program's destructors. */
__attribute__((destructor)) static void at_end(void) { shoal_profile_report(); }
