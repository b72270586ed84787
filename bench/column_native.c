/* column_native.c: the hand-vectorised versions of native/. */
#include "column.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_BYTES = 2 << 20 };

struct state {
    const struct column_settings *settings;
    void *buffers[BENCH_MAX_BUFFERS];
};

static void native_close(void *state, struct column_facts *facts)
{
    (void)facts;
    struct state *s = state;
    for (unsigned i = 0; i < s->settings->problem->buffer_count; i++)
        free(s->buffers[i]);
    free(s);
}

static void *native_open(const struct column_settings *settings, struct column_facts *facts,
                         char why[BENCH_WHY_BYTES])
{
    (void)why;
    struct state *s = bench_alloc(sizeof *s);
    *s = (struct state){.settings = settings};
    const struct bench_problem *p = settings->problem;
    for (unsigned i = 0; i < p->buffer_count; i++) {
        size_t size = (p->buffers[i].size + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
        s->buffers[i] = aligned_alloc(HUGE_BYTES, size);
        if (!s->buffers[i])
            abort();
        madvise(s->buffers[i], size, MADV_HUGEPAGE); /* as Shoal does */
        memcpy(s->buffers[i], p->buffers[i].bytes, p->buffers[i].size);
    }
    facts->compile_ms = -1;
    return s;
}

static bool native_run(void *state, char why[BENCH_WHY_BYTES])
{
    (void)why;
    struct state *s = state;
    s->settings->which->native(s->settings->problem, s->buffers, s->settings->threads);
    return true;
}

static void *native_read(void *state, unsigned index, char why[BENCH_WHY_BYTES])
{
    (void)why;
    struct state *s = state;
    size_t size = s->settings->problem->buffers[index].size;
    void *bytes = bench_alloc(size);
    memcpy(bytes, s->buffers[index], size);
    return bytes;
}

const struct column column_native = {"native", native_open, native_run, native_read, native_close};
