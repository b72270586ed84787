/* race_report.c: findings of races: each pair of instructions once, entered when the launch has
 * ended. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/race.h"

static const char *const nouns[RACE_ACCESSES] = {"load", "store", "atomic", "store"};

static void fill(struct race_launch *l, const struct race_end *e, shoal_check_place *out)
{
    const struct race_site *site = &l->sites[race_site_of(e->where)];
    place_fill_of(l->check, e->group, race_wave_of(e->where), (int)race_lane_of(e->where),
                  site->code, site->pc, out);
}

static const char *rule_of(const struct race_end *a, const struct race_end *b, bool is_lane,
                           bool is_same)
{
    bool has_atomic = a->kind == RACE_ATOMIC || b->kind == RACE_ATOMIC;
    return is_same                                        ? "same-value"
           : is_lane                                      ? "lanes"
           : has_atomic                                   ? "atomic-and-plain"
           : a->kind == RACE_READ || b->kind == RACE_READ ? "read-write"
                                                          : "write-write";
}

static void describe(struct race_launch *l, const struct race_pair *p, shoal_check_report *r)
{
    const struct launch *launch = l->check->launch;
    const struct isa_exec *isa = launch->device->isa;
    bool is_group = p->first.group != p->second.group;
    bool is_lane = !is_group && race_wave_of(p->first.where) == race_wave_of(p->second.where);
    const char *who = is_group ? "work-group" : is_lane ? isa->lane_name : isa->wave_name;
    char where[128];
    r->detail[0] = 0;
    if (p->is_lds)
        snprintf(where, sizeof where, "at byte %" PRIu64 " of LDS", p->address);
    else
        mem_where(launch, p->address, 1, where, sizeof where, r->detail, sizeof r->detail);
    snprintf(r->message, sizeof r->message,
             "%s %s, which is in no order with %s %s by another %s%s", nouns[p->second.kind], where,
             p->first.kind == RACE_ATOMIC ? "an" : "a", nouns[p->first.kind], who,
             p->is_same ? "; both store the same value" : "");
    r->is_note = p->is_same;
    r->other_title = "the other access";
}

static uint64_t wave_order(const struct race_end *e) { return e->group << 11 | (e->where & 0x7ff); }

static bool is_earlier(const struct race_pair *a, const struct race_pair *b)
{
    const uint64_t x[2] = {wave_order(&a->second), wave_order(&a->first)};
    const uint64_t y[2] = {wave_order(&b->second), wave_order(&b->first)};
    uint64_t late_x = x[0] > x[1] ? x[0] : x[1], late_y = y[0] > y[1] ? y[0] : y[1];
    if (late_x != late_y)
        return late_x < late_y;
    if (x[0] != y[0])
        return x[0] < y[0];
    return x[1] != y[1] ? x[1] < y[1] : a->address < b->address;
}

void race_report(struct race_launch *l, const struct race_end *first, const struct race_end *second,
                 uint64_t address, bool is_lds, bool is_same)
{
    bool is_lane =
        first->group == second->group && race_wave_of(first->where) == race_wave_of(second->where);
    pthread_mutex_lock(&l->lock);
    /* The instruction that comes later in the code is the one that is reported. */
    bool is_swapped =
        race_site_of(first->where) != race_site_of(second->where) &&
        l->sites[race_site_of(first->where)].pc > l->sites[race_site_of(second->where)].pc;
    struct race_pair made = {.rule = rule_of(first, second, is_lane, is_same),
                             .first = is_swapped ? *second : *first,
                             .second = is_swapped ? *first : *second,
                             .address = address,
                             .is_lds = is_lds,
                             .is_same = is_same};
    struct race_pair *p = l->pairs;
    while (p && (p->rule != made.rule ||
                 race_site_of(p->first.where) != race_site_of(made.first.where) ||
                 race_site_of(p->second.where) != race_site_of(made.second.where)))
        p = p->next;
    if (!p && (p = calloc(1, sizeof *p))) {
        made.next = l->pairs;
        *p = made;
        l->pairs = p;
    } else if (p && is_earlier(&made, p)) {
        made.next = p->next;
        made.count = p->count;
        *p = made;
    }
    if (p)
        p->count++;
    pthread_mutex_unlock(&l->lock);
}

static void enter(struct race_launch *l, const struct race_pair *p)
{
    const struct launch *launch = l->check->launch;
    shoal_check_place other;
    fill(l, &p->first, &other);
    const struct finding_key key = {
        .kind = SHOAL_CHECK_RACE,
        .rule = p->rule,
        .kernel = launch->kernel->info->name,
        .pc_offset = (int64_t)(l->sites[race_site_of(p->second.where)].pc - launch->kernel->entry),
        .other = &other,
        .order = {l->check->number, p->second.group, race_wave_of(p->second.where)},
    };
    struct finding *f = finding_enter_at(l->check->check, &key, p->count);
    if (!f)
        return;
    fill(l, &p->second, &f->report.place);
    describe(l, p, &f->report);
    pthread_mutex_unlock(&l->check->check->lock);
}

static bool feeds_atomic(const struct race_launch *l, const struct race_end *load,
                         const struct race_end *atomic)
{
    return load->kind == RACE_READ && atomic->kind == RACE_ATOMIC &&
           l->sites[race_site_of(load->where)].feeds_atomic;
}

void race_report_all(struct race_launch *l)
{
    for (struct race_pair *p = l->pairs, *next; p; p = next) {
        next = p->next;
        if (!feeds_atomic(l, &p->first, &p->second) && !feeds_atomic(l, &p->second, &p->first))
            enter(l, p);
        free(p);
    }
    l->pairs = NULL;
}
