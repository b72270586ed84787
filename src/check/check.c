/* check.c: check.h, and what the engine calls: which checks look at an instruction. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"
#include "check/environment.h"
#include "check/hazard.h"
#include "check/init.h"
#include "check/order.h"
#include "check/race.h"
#include "check/sync.h"
#include "check/wait.h"
#include "engine/fault_place.h"

static const char *const kind_names[] = {
#define KIND_NAME(id, name, about) name,
    SHOAL_CHECK_LIST(KIND_NAME)};

const char *shoal_check_kind_name(unsigned kind)
{
    return kind < SHOAL_CHECK_COUNT ? kind_names[kind] : NULL;
}

/* ---- hooks ----------------------------------------------------------------------------- */

static void *begin(struct checker *hooks, struct launch *l)
{
    struct check *c = (struct check *)(void *)hooks;
    struct check_launch *out = calloc(1, sizeof *out);
    if (!out)
        return NULL;
    out->check = c;
    out->launch = l;
    struct order_at at = order_current(c);
    if (checks(c, SHOAL_CHECK_RACE) && !(out->race = race_launch_begin(out, &at))) {
        race_clock_drop(at.known);
        free(out);
        return NULL;
    }
    pthread_mutex_init(&out->lock, NULL);
    spin_launch_begin(out);
    pthread_mutex_lock(&c->lock);
    out->number = ++c->launches;
    pthread_mutex_unlock(&c->lock);
    return out;
}

static void end(struct launch *l)
{
    struct check_launch *c = l->check;
    if (c->race)
        order_launch(c->race);
    race_launch_end(c->race);
    spin_launch_end(c);
    wait_launch_end(c);
    hazard_launch_end(c);
    if (c->check->init)
        init_launch_end(c);
    pthread_mutex_destroy(&c->lock);
    free(c);
    l->check = NULL;
}

static void group_free(struct check_group *g)
{
    if (g->race)
        race_group_end(g->race);
    if (g->waits)
        wait_group_end(g);
    free(g->last);
    free(g->waits);
    free(g->hazards);
    free(g);
}

static bool group_begin(struct launch *l, struct slot *s, const uint32_t items[3])
{
    struct check_group *g = calloc(1, sizeof *g);
    if (!g)
        return false;
    g->launch = l->check;
    g->slot = s;
    memcpy(g->items, items, sizeof g->items);
    const struct check *c = g->launch->check;
    uint32_t waves = s->group.wave_count;
    bool has_waits = checks(c, SHOAL_CHECK_WAIT) && wait_bytes(l);
    bool has_hazards = checks(c, SHOAL_CHECK_HAZARD) && hazard_bytes(l);
    if ((has_waits && !(g->waits = calloc(waves, wait_bytes(l)))) ||
        (has_hazards && !(g->hazards = calloc(waves, hazard_bytes(l)))) ||
        (checks(c, SHOAL_CHECK_SYNC) && !(g->last = calloc(waves, sizeof *g->last))) ||
        (g->launch->race && !(g->race = race_group_begin(g)))) {
        group_free(g);
        return false;
    }
    if (g->launch->check->init && !init_group_begin(g)) {
        init_group_end(g);
        group_free(g);
        return false;
    }
    if (g->last)
        spin_group_begin(g);
    s->check = g;
    return true;
}

static void group_end(struct launch *l, struct slot *s)
{
    const struct check_group *g = s->check;
    (void)l;
    if (g->last)
        spin_group_end(s->check);
    init_group_end(s->check);
    group_free(s->check);
}

/* Addresses were changed. */
static void range_again(struct access_info *a)
{
    a->low = UINT64_MAX;
    a->high = 0;
    a->is_row = false;
    for (uint64_t left = a->lanes; left; left &= left - 1) {
        uint64_t at = a->lane_address[__builtin_ctzll(left)];
        a->low = at < a->low ? at : a->low;
        a->high = at > a->high ? at : a->high;
    }
}

/* Parts the lanes by what their addresses mean. */
static void part(const struct launch *l, struct accesses *a)
{
    const struct machine *m = &l->device->machine;
    uint32_t reserve = l->device->isa->lds_reserve;
    bool has_apertures = a->info.space == SHOAL_SPACE_FLAT;
    a->lds = a->info.space == SHOAL_SPACE_LDS ? a->info.lanes : 0;
    a->scratch = a->info.space == SHOAL_SPACE_SCRATCH ? a->info.lanes : 0;
    a->global = a->info.lanes & ~(a->lds | a->scratch);
    if (!a->global || (!has_apertures && !reserve))
        return;
    for (uint64_t left = a->global; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint64_t bit = UINT64_C(1) << lane, at = a->info.lane_address[lane];
        bool is_lds = has_apertures ? at >> 32 == m->shared_base >> 32 && m->shared_base
                                    : at - m->shared_base < reserve;
        bool is_scratch = has_apertures && m->private_base && at >> 32 == m->private_base >> 32;
        a->lds |= is_lds ? bit : 0;
        a->scratch |= is_scratch ? bit : 0;
        if (is_lds || is_scratch)
            a->info.lane_address[lane] = has_apertures ? (uint32_t)at : at - m->shared_base;
    }
    a->global &= ~(a->lds | a->scratch);
    if (a->lds | a->scratch)
        range_again(&a->info);
}

/* false: the op accesses no memory. */
static bool find_accesses(const struct launch *l, struct wave *w, const struct op *op,
                          struct accesses *out)
{
    const struct isa_exec *isa = l->device->isa;
    bool may_access =
        op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_LDS || op->cls == SHOAL_CLASS_SMEM;
    if (!may_access || !isa->access || !isa->access(w, op, -1, &out->info))
        return false;
    part(l, out);
    return true;
}

static void before(struct launch *l, struct wave *w, const struct op *op)
{
    struct check_group *g = ((const struct slot *)(const void *)w->group)->check;
    struct accesses a;
    if (g->launch->check->has_late_results && g->waits)
        wait_hide(g, w);
    bool has_accesses = find_accesses(l, w, op, &a);
    if (g->last)
        sync_note(g, w, op, has_accesses ? &a : NULL);
    if (g->waits)
        wait_check(g, w, op, has_accesses ? &a : NULL);
    if (g->hazards)
        hazard_check(g, w, op);
    if (checks(g->launch->check, SHOAL_CHECK_MEM)) {
        if (op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_SMEM)
            mem_check_address(g, w, op);
        if (has_accesses)
            mem_check(g, w, &a);
        else if (op->cls == SHOAL_CLASS_VMEM)
            mem_check_texels(g, w, op);
    }
    if (g->race)
        race_check(g, w, op, has_accesses ? &a : NULL);
    if (g->init)
        init_check(g, w, op, has_accesses ? &a : NULL);
}

static void memory(struct checker *hooks, enum checker_memory what, uint64_t to, uint64_t from,
                   uint64_t size, const void *caller)
{
    struct check *c = (struct check *)(void *)hooks;
    if (c->init)
        init_host(c, what, to, from, size, caller);
    if (c->order)
        order_host(c, what, to, from, size, caller);
}

static void leave(struct launch *l, struct slot *s, uint32_t waves)
{
    struct check_group *g = s->check;
    (void)l;
    if (g->race)
        race_leave(g, waves);
    if (g->last)
        sync_leave(g, waves);
}

static void stuck(struct launch *l, struct slot *s)
{
    struct check_group *g = s->check;
    (void)l;
    if (g->last)
        sync_stuck(g);
}

static void faulted(struct launch *l, struct slot *s, const struct wave *w)
{
    struct check_group *g = s->check;
    (void)l;
    if (g->last && w->fault.cause == SHOAL_FAULT_STACK)
        sync_unbalanced(g, w);
}

static void check_free(struct check *c)
{
    init_device_close(c);
    order_destroy(c->order);
    findings_free(c);
    suppressions_free(&c->suppressions);
    suppressions_free(&c->known);
    pthread_mutex_destroy(&c->lock);
    free(c->report);
    free(c->suggest);
    free(c->baseline);
    free(c);
}

static void destroy(struct checker *hooks)
{
    struct check *c = (struct check *)(void *)hooks;
    if (c->is_environment)
        environment_report(c);
    check_free(c);
}

/* ---- options --------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static shoal_status refuse(char *why, shoal_status status,
                                                                 const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, SHOAL_CHECK_WHY_BYTES, format, args);
    va_end(args);
    return status;
}

/* The kind of this name; SHOAL_CHECK_COUNT: there is none. */
static unsigned find_kind(const char *name, size_t length)
{
    unsigned kind = 0;
    while (kind < SHOAL_CHECK_COUNT &&
           (strlen(kind_names[kind]) != length || memcmp(kind_names[kind], name, length) != 0))
        kind++;
    return kind;
}

static shoal_status read_kinds(const char *text, unsigned *out, char *why)
{
    *out = (1u << SHOAL_CHECK_COUNT) - 1;
    if (!text || !text[0] || strcmp(text, "all") == 0)
        return SHOAL_OK;
    for (*out = 0; *text;) {
        size_t length = strcspn(text, ",");
        unsigned kind = find_kind(text, length);
        if (kind == SHOAL_CHECK_COUNT) {
            char names[128] = "";
            for (unsigned i = 0; i < SHOAL_CHECK_COUNT; i++) {
                strncat(names, i ? ", " : "", sizeof names - strlen(names) - 1);
                strncat(names, kind_names[i], sizeof names - strlen(names) - 1);
            }
            return refuse(why, SHOAL_E_ARG, "there is no check '%.*s'; there are: %s", (int)length,
                          text, names);
        }
        *out |= 1u << kind;
        text += length + (text[length] == ',');
    }
    return SHOAL_OK;
}

static shoal_status read_report(struct check *c, const char *text, char *why)
{
    if (!text)
        return SHOAL_OK;
    c->has_json = strncmp(text, "json=", 5) == 0 && text[5];
    c->has_sarif = strncmp(text, "sarif=", 6) == 0 && text[6];
    if (!c->has_json && !c->has_sarif)
        return refuse(why, SHOAL_E_ARG, "'%s' is no report; expected json=FILE or sarif=FILE",
                      text);
    c->report = strdup(strchr(text, '=') + 1);
    return c->report ? SHOAL_OK : refuse(why, SHOAL_E_NOMEM, "not enough memory");
}

static shoal_status read_files(struct check *c, const shoal_check_options *o, char *why)
{
    if (o->suppressions)
        SHOAL_TRY(suppressions_read(o->suppressions, &c->suppressions, why));
    if (o->suggest && !(c->suggest = strdup(o->suggest)))
        return refuse(why, SHOAL_E_NOMEM, "not enough memory");
    if (!o->baseline)
        return SHOAL_OK;
    if (!(c->baseline = strdup(o->baseline)))
        return refuse(why, SHOAL_E_NOMEM, "not enough memory");
    FILE *file = fopen(o->baseline, "re");
    c->is_new_baseline = !file;
    if (!file)
        return SHOAL_OK;
    fclose(file);
    return suppressions_read(o->baseline, &c->known, why);
}

static bool is_busy(struct shoal_device *device)
{
    struct launch_queue *q = &device->queue;
    pthread_mutex_lock(&q->lock);
    bool busy = q->running || q->first;
    pthread_mutex_unlock(&q->lock);
    return busy;
}

/* Asked for by name, it must be possible; among all kinds, the others do without it. */
static shoal_status open_init(struct check *c, const char *kinds, char *why)
{
    shoal_status st = init_device_open(c, why, SHOAL_CHECK_WHY_BYTES);
    if (st == SHOAL_OK || (kinds && kinds[0] && strcmp(kinds, "all") != 0))
        return st;
    device_log(c->device, SHOAL_LOG_WARNING, "%s", why);
    why[0] = 0;
    c->kinds &= ~(1u << SHOAL_CHECK_INIT);
    return SHOAL_OK;
}

shoal_status shoal_check_start(shoal_device *device, const shoal_check_options *options,
                               char why[SHOAL_CHECK_WHY_BYTES])
{
    shoal_check_options o = options ? *options : (shoal_check_options){0};
    why[0] = 0;
    if (!device || is_busy(device))
        return refuse(why, SHOAL_E_ARG, "checks begin while no launch of a device is pending");
    SHOAL_TRY(shoal_check_finish(device, NULL, NULL, why));
    struct check *c = calloc(1, sizeof *c);
    if (!c)
        return refuse(why, SHOAL_E_NOMEM, "not enough memory");
    pthread_mutex_init(&c->lock, NULL);
    c->device = device;
    c->each = o.each;
    c->user = o.user;
    c->max_reports = o.max_reports ? o.max_reports : 50;
    c->hooks = (struct checker){
        .begin = begin,
        .end = end,
        .group_begin = group_begin,
        .group_end = group_end,
        .before = before,
        .leave = leave,
        .stuck = stuck,
        .faulted = faulted,
        .memory = memory,
        .destroy = destroy,
    };
    c->has_late_results = o.late_results;
    c->has_hints = o.hints;
    c->is_alone = o.alone;
    shoal_status st = read_kinds(o.kinds, &c->kinds, why);
    if (st == SHOAL_OK && (o.late_results || o.hints) && !checks(c, SHOAL_CHECK_WAIT))
        st = refuse(why, SHOAL_E_ARG, "late results and hints need the check 'wait'");
    if (st == SHOAL_OK && checks(c, SHOAL_CHECK_INIT))
        st = open_init(c, o.kinds, why);
    if (st == SHOAL_OK && checks(c, SHOAL_CHECK_RACE) && !(c->order = order_create()))
        st = refuse(why, SHOAL_E_NOMEM, "not enough memory");
    if (st == SHOAL_OK)
        st = read_report(c, o.report, why);
    if (st == SHOAL_OK)
        st = read_files(c, &o, why);
    if (st != SHOAL_OK) {
        check_free(c);
        return st;
    }
    device->checker = &c->hooks;
    return SHOAL_OK;
}

/* ---- results --------------------------------------------------------------------------- */

bool shoal_check_get(shoal_device *device, size_t index, shoal_check_report *out)
{
    struct check *c = device ? (struct check *)(void *)device->checker : NULL;
    size_t count;
    if (!c)
        return false;
    pthread_mutex_lock(&c->lock);
    struct finding **list = findings_sorted(c, &count);
    bool is_there = list && index < count;
    if (is_there)
        *out = list[index]->report;
    pthread_mutex_unlock(&c->lock);
    free(list);
    return is_there;
}

shoal_status check_write(struct check *c, FILE *text, uint64_t *findings, char *why)
{
    size_t count = 0;
    shoal_status st = SHOAL_OK;
    pthread_mutex_lock(&c->lock);
    struct finding **list = findings_sorted(c, &count);
    if (!list)
        st = refuse(why, SHOAL_E_NOMEM, "not enough memory");
    if (st == SHOAL_OK && c->suggest)
        st = suppressions_write(c->suggest, list, count, why);
    if (st == SHOAL_OK && c->is_new_baseline) {
        st = suppressions_write(c->baseline, list, count, why);
        count = 0;
    }
    if (list && text)
        text_write(c, text, list, count);
    if (st == SHOAL_OK && c->report)
        st = machine_write(c, list, count, why);
    pthread_mutex_unlock(&c->lock);
    if (findings)
        *findings = list ? findings_count(list, count) : 0;
    free(list);
    return st;
}

/* The report as the caller of shoal_check_start wants it, one finding after the other. */
static shoal_status tell_each(struct check *c, char *why)
{
    size_t count;
    if (!c->each)
        return SHOAL_OK;
    pthread_mutex_lock(&c->lock);
    struct finding **list = findings_sorted(c, &count);
    pthread_mutex_unlock(&c->lock);
    if (!list)
        return refuse(why, SHOAL_E_NOMEM, "not enough memory");
    for (size_t i = 0; i < count; i++)
        c->each(c->user, &list[i]->report);
    free(list);
    return SHOAL_OK;
}

shoal_status shoal_check_pause(shoal_device *device, bool is_paused)
{
    struct check *c = device ? (struct check *)(void *)device->checker : NULL;
    if (!c)
        return SHOAL_OK;
    if (is_busy(device))
        return SHOAL_E_BUSY;
    c->hooks.is_paused = is_paused;
    if (is_paused && c->init)
        init_forget(c);
    return SHOAL_OK;
}

shoal_status shoal_check_finish(shoal_device *device, FILE *text, uint64_t *findings,
                                char why[SHOAL_CHECK_WHY_BYTES])
{
    struct check *c = device ? (struct check *)(void *)device->checker : NULL;
    why[0] = 0;
    if (findings)
        *findings = 0;
    if (!c)
        return SHOAL_OK;
    if (is_busy(device))
        return refuse(why, SHOAL_E_BUSY, "launches are pending");
    shoal_status st = check_write(c, text, findings, why);
    if (st == SHOAL_OK)
        st = tell_each(c, why);
    device->checker = NULL;
    if (c->is_environment)
        environment_forget(c);
    check_free(c);
    return st;
}

void shoal_check_memory(shoal_device *device, shoal_check_access access, uint64_t to, uint64_t from,
                        uint64_t size, const void *caller)
{
    if (device && device->checker)
        memory(device->checker, (enum checker_memory)access, to, from, size, caller);
}

void shoal_check_call(shoal_device *device, const char *rule, const char *what, uint64_t address,
                      uint64_t size, const void *caller)
{
    struct check *c = device ? (struct check *)(void *)device->checker : NULL;
    char source[256];
    if (!c || !checks(c, SHOAL_CHECK_MEM))
        return;
    fault_caller(caller, source, sizeof source);
    pthread_mutex_lock(&c->lock);
    struct finding *f = finding_of_call(c, SHOAL_CHECK_MEM, rule, source);
    if (f && f->report.count++ == 0) {
        char text[640];
        mem_describe_call(c, address, size, text, sizeof text);
        size_t line = strcspn(text, "\n");
        snprintf(f->report.message, sizeof f->report.message, "%.40s: %.*s", what, (int)line, text);
        snprintf(f->report.detail, sizeof f->report.detail, "%s",
                 text[line] ? text + line + 1 : "");
    }
    pthread_mutex_unlock(&c->lock);
}
