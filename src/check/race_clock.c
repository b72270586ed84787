/* race_clock.c: what work-groups know of each other. Most know nothing; clocks are shared, since
 * all that a release reaches know the same. */
#include <stdatomic.h>
#include <stdlib.h>

#include "check/race.h"

struct race_clock {
    atomic_uint references;
    uint32_t count;
    struct {
        uint32_t group, number;
    } of[]; /* by group */
};

struct race_clock *race_clock_keep(struct race_clock *c)
{
    if (c)
        atomic_fetch_add_explicit(&c->references, 1, memory_order_relaxed);
    return c;
}

void race_clock_drop(struct race_clock *c)
{
    if (c && atomic_fetch_sub_explicit(&c->references, 1, memory_order_acq_rel) == 1)
        free(c);
}

static struct race_clock *create(size_t count)
{
    struct race_clock *c = malloc(sizeof *c + count * sizeof c->of[0]);
    if (c) {
        atomic_init(&c->references, 1);
        c->count = 0;
    }
    return c;
}

/* Whether a has all that b has. */
static bool has_all(const struct race_clock *a, const struct race_clock *b)
{
    if (a->count < b->count)
        return false;
    for (uint32_t i = 0, j = 0; j < b->count; j++) {
        while (i < a->count && a->of[i].group < b->of[j].group)
            i++;
        if (i == a->count || a->of[i].group != b->of[j].group || a->of[i].number < b->of[j].number)
            return false;
    }
    return true;
}

struct race_clock *race_clock_join(struct race_clock *a, struct race_clock *b)
{
    if (!a || !b || a == b)
        return race_clock_keep(a ? a : b);
    if (has_all(a, b))
        return race_clock_keep(a);
    if (has_all(b, a))
        return race_clock_keep(b);
    struct race_clock *out = create((size_t)a->count + b->count);
    uint32_t i = 0, j = 0;
    while (out && (i < a->count || j < b->count)) {
        bool takes_a = j == b->count || (i < a->count && a->of[i].group <= b->of[j].group);
        bool takes_b = i == a->count || (j < b->count && b->of[j].group <= a->of[i].group);
        uint32_t x = takes_a ? a->of[i].number : 0, y = takes_b ? b->of[j].number : 0;
        out->of[out->count].group = takes_a ? a->of[i].group : b->of[j].group;
        out->of[out->count++].number = x > y ? x : y;
        i += takes_a;
        j += takes_b;
    }
    return out;
}

struct race_clock *race_clock_with(struct race_clock *c, uint32_t group, uint32_t number)
{
    if (race_clock_has(c, group, number))
        return race_clock_keep(c);
    struct race_clock *one = create(1);
    if (!one)
        return race_clock_keep(c);
    one->count = 1;
    one->of[0].group = group;
    one->of[0].number = number;
    struct race_clock *out = race_clock_join(c, one);
    race_clock_drop(one);
    return out;
}

bool race_clock_has(const struct race_clock *c, uint32_t group, uint32_t number)
{
    uint32_t low = 0, high = c ? c->count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->of[middle].group < group)
            low = middle + 1;
        else
            high = middle;
    }
    return c && low < c->count && c->of[low].group == group && c->of[low].number >= number;
}
