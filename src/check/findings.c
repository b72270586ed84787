/* findings.c: what was found so far: the same place once, with a count. Which occurrence is
 * described does not depend on threads: that of the first launch, work-group and wave. */
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"

static bool is_same_place(const shoal_check_place *a, int64_t pc_offset, const char *kernel)
{
    return a->pc_offset == pc_offset && strcmp(a->kernel, kernel) == 0;
}

static struct finding *add(struct check *c)
{
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 16;
        struct finding **list = realloc(c->list, capacity * sizeof(struct finding *));
        if (!list)
            return NULL;
        c->list = list;
        c->capacity = capacity;
    }
    struct finding *f = calloc(1, sizeof *f);
    if (f)
        c->list[c->count++] = f;
    return f;
}

static int compare_orders(const uint64_t a[3], const uint64_t b[3])
{
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The finding of this key, with the lock held. */
static struct finding *find(struct check *c, const struct finding_key *k)
{
    for (size_t i = 0; i < c->count; i++) {
        const shoal_check_report *r = &c->list[i]->report;
        if (r->kind == k->kind && strcmp(r->rule, k->rule) == 0 &&
            r->has_other == (k->other != NULL) &&
            is_same_place(&r->place, k->pc_offset, k->kernel) &&
            (!k->other || is_same_place(&r->other, k->other->pc_offset, k->other->kernel)))
            return c->list[i];
    }
    return NULL;
}

/* As finding_enter, with the lock held. */
static struct finding *enter(struct check *c, const struct finding_key *k, uint64_t count)
{
    struct finding *f = find(c, k);
    if (f) {
        f->report.count += count;
        if (compare_orders(k->order, f->order) >= 0)
            return NULL;
    } else if (!(f = add(c))) {
        return NULL;
    } else {
        f->report.kind = k->kind;
        f->report.rule = k->rule;
        f->report.count = count;
        f->report.has_other = k->other != NULL;
    }
    if (k->other)
        f->report.other = *k->other;
    memcpy(f->order, k->order, sizeof f->order);
    return f;
}

struct finding *finding_enter_at(struct check *c, const struct finding_key *key, uint64_t count)
{
    pthread_mutex_lock(&c->lock);
    struct finding *f = enter(c, key, count);
    if (!f)
        pthread_mutex_unlock(&c->lock);
    return f;
}

struct finding *finding_hint(struct check *c, const struct finding_key *k, uint64_t count)
{
    pthread_mutex_lock(&c->lock);
    struct finding *f = enter(c, k, count);
    if (!f && !(f = find(c, k)))
        pthread_mutex_unlock(&c->lock);
    return f;
}

struct finding *finding_enter(struct check_group *g, const struct wave *w, shoal_check_kind kind,
                              const char *rule, const shoal_check_place *other, uint64_t count)
{
    const struct launch *l = g->slot->launch;
    const struct finding_key key = {
        .kind = kind,
        .rule = rule,
        .kernel = l->kernel->info->name,
        .pc_offset = (int64_t)(l->device->isa->op_pc(w, w->next) - l->kernel->entry),
        .other = other,
        .order = {g->launch->number, g->slot->index, w->index},
    };
    pthread_mutex_lock(&g->launch->check->lock);
    return enter(g->launch->check, &key, count);
}

void finding_done(struct check_group *g) { pthread_mutex_unlock(&g->launch->check->lock); }

struct finding *finding_of_call(struct check *c, shoal_check_kind kind, const char *rule,
                                const char *source)
{
    struct finding *f = NULL;
    for (size_t i = 0; i < c->count && !f; i++) {
        const shoal_check_report *r = &c->list[i]->report;
        if (!r->place.kernel[0] && strcmp(r->rule, rule) == 0 &&
            strcmp(r->place.source, source) == 0)
            f = c->list[i];
    }
    if (f || !(f = add(c)))
        return f;
    f->report.kind = kind;
    f->report.rule = rule;
    f->report.place.lane = -1;
    f->report.place.launch = c->launches;
    strncat(f->report.place.source, source, sizeof f->report.place.source - 1);
    f->order[0] = c->launches;
    return f;
}

static int compare(const void *a, const void *b)
{
    const struct finding *x = *(struct finding *const *)a, *y = *(struct finding *const *)b;
    const shoal_check_report *r = &x->report, *s = &y->report;
    int kernel = strcmp(r->place.kernel, s->place.kernel);
    if (x->order[0] != y->order[0])
        return x->order[0] < y->order[0] ? -1 : 1;
    if (kernel)
        return kernel;
    if (r->place.pc_offset != s->place.pc_offset)
        return r->place.pc_offset < s->place.pc_offset ? -1 : 1;
    int source = strcmp(r->place.source, s->place.source);
    if (source)
        return source;
    int rule = strcmp(r->rule, s->rule);
    if (rule)
        return rule;
    return r->other.pc_offset < s->other.pc_offset ? -1 : r->other.pc_offset > s->other.pc_offset;
}

struct finding **findings_sorted(struct check *c, size_t *count)
{
    struct finding **out = calloc(c->count + 1, sizeof(struct finding *));
    *count = 0;
    if (!out)
        return NULL;
    for (size_t i = 0; i < c->count; i++)
        if (!c->list[i]->is_void && !suppressions_have(&c->suppressions, &c->list[i]->report) &&
            !suppressions_have(&c->known, &c->list[i]->report))
            out[(*count)++] = c->list[i];
    qsort(out, *count, sizeof(struct finding *), compare);
    return out;
}

size_t findings_count(struct finding *const *list, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += !list[i]->report.is_note;
    return n;
}

void findings_free(struct check *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->list[i]);
    free(c->list);
    c->list = NULL;
    c->count = c->capacity = 0;
}
