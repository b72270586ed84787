/* leak.c: memory that the program asked a runtime for and has not given back when it ends. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"
#include "engine/fault_place.h"

/* What was allocated at one line. */
struct site {
    const void *caller;
    char source[256];
    uint64_t count, bytes, number; /* number: of the first */
};

static int by_caller(const void *a, const void *b)
{
    const struct allocation *x = a, *y = b;
    if (x->caller != y->caller)
        return (uintptr_t)x->caller < (uintptr_t)y->caller ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void shoal_check_owed(shoal_device *device, uint64_t address, const void *caller)
{
    if (device)
        window_set_caller(&device->window, address, caller, caller != NULL);
}

/* Copies of those that the program should have freed. NULL: no memory. */
static struct allocation *list_owed(struct window *w, size_t *count)
{
    pthread_mutex_lock(&w->lock);
    struct allocation *out = calloc(w->count + 1, sizeof *out);
    *count = 0;
    for (size_t i = 0; out && i < w->count; i++)
        if (w->list[i].is_owed)
            out[(*count)++] = w->list[i];
    pthread_mutex_unlock(&w->lock);
    if (out)
        qsort(out, *count, sizeof *out, by_caller);
    return out;
}

/* Several calls of a line are one. */
static struct site *find_site(struct site *sites, size_t count, const char *source)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(sites[i].source, source) == 0)
            return &sites[i];
    return NULL;
}

static int by_number(const void *a, const void *b)
{
    const struct site *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void report(struct check *c, const struct site *s)
{
    struct finding *f = finding_of_call(c, SHOAL_CHECK_MEM, "leak", s->source);
    if (!f)
        return;
    shoal_check_report *r = &f->report;
    r->is_note = true;
    r->count = s->count;
    bool is_one = s->count == 1;
    snprintf(r->message, sizeof r->message,
             "%" PRIu64 " allocation%s of %" PRIu64 " byte%s%s %s never freed", s->count,
             is_one ? "" : "s", s->bytes, s->bytes == 1 ? "" : "s", is_one ? "" : " in all",
             is_one ? "was" : "were");
    snprintf(r->detail, sizeof r->detail,
             is_one ? "allocation %" PRIu64 : "the first is allocation %" PRIu64, s->number);
}

void leak_report(struct check *c)
{
    size_t count, site_count = 0;
    struct allocation *owed = list_owed(&c->device->window, &count);
    struct site *sites = calloc(count + 1, sizeof *sites), *s = NULL;
    for (size_t i = 0; owed && sites && i < count; i++) {
        char source[256];
        if (!s || s->caller != owed[i].caller) {
            fault_caller(owed[i].caller, source, sizeof source);
            s = find_site(sites, site_count, source);
            if (!s) {
                s = &sites[site_count++];
                snprintf(s->source, sizeof s->source, "%s", source);
                s->number = owed[i].number;
            }
            s->caller = owed[i].caller;
        }
        s->count++;
        s->bytes += owed[i].size;
        s->number = owed[i].number < s->number ? owed[i].number : s->number;
    }
    if (sites)
        qsort(sites, site_count, sizeof *sites, by_number);
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; sites && i < site_count; i++)
        report(c, &sites[i]);
    pthread_mutex_unlock(&c->lock);
    free(sites);
    free(owed);
}
