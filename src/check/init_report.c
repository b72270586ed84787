/* init_report.c: what is said of an undefined value: where it was used, and where it was born. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/init.h"
#include "engine/fault_place.h"

static void register_name(const struct shadow_set *s, uint32_t var, char text[24])
{
    if (var >= s->first_flag)
        snprintf(text, 24, "a flag");
    else if (var < VAR_S0)
        s->exec->register_name(SHOAL_REG_VECTOR, var, text);
    else
        s->exec->register_name(SHOAL_REG_SCALAR, var - VAR_S0, text);
}

/* What was never written, and for memory who made it. */
static void birth(const struct check_group *g, uint32_t origin, char *text, size_t size,
                  char *detail, size_t detail_size)
{
    const struct launch *l = g->slot->launch;
    uint32_t number = origin & ((1u << ORIGIN_SHIFT) - 1);
    char name[24];
    detail[0] = 0;
    switch (origin >> ORIGIN_SHIFT) {
    case ORIGIN_REGISTER:
        register_name(init_set(g), number, name);
        snprintf(text, size, "%s, which is undefined when the kernel starts", name);
        break;
    case ORIGIN_LDS:
        snprintf(text, size, "byte %" PRIu32 " of LDS, which nobody wrote", number);
        break;
    case ORIGIN_SCRATCH:
        snprintf(text, size, "byte %" PRIu32 " of the work-item's scratch, which nobody wrote",
                 number);
        break;
    default:
        snprintf(text, size, "memory that nobody wrote");
        mem_describe_number(l->device, l, number, detail, detail_size);
        break;
    }
}

void init_report(struct check_group *g, struct wave *w, const char *rule, const char *what,
                 unsigned var, int lane)
{
    const struct init_wave *v = init_wave_of(g, w);
    bool is_loaded = v->loaded[var];
    shoal_check_place loaded;
    if (is_loaded)
        place_fill_at(g, w, v->loaded[var], lane, &loaded);
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_INIT, rule, is_loaded ? &loaded : NULL, 1);
    if (f) {
        char from[128];
        shoal_check_report *r = &f->report;
        place_fill(g, w, lane, &r->place);
        birth(g, v->origin[var], from, sizeof from, r->detail, sizeof r->detail);
        r->other_title = "the instruction that loaded it";
        snprintf(r->message, sizeof r->message, "%s depends on %s", what, from);
    }
    finding_done(g);
}

void init_report_read(struct check *c, uint64_t address, uint64_t offset, uint64_t size,
                      const void *caller)
{
    struct allocation a;
    char source[256];
    fault_caller(caller, source, sizeof source);
    pthread_mutex_lock(&c->lock);
    struct finding *f = finding_of_call(c, SHOAL_CHECK_INIT, "undefined-copied", source);
    if (f && f->report.count++ == 0) {
        bool is_known = window_find(&c->device->window, address, &a);
        snprintf(f->report.message, sizeof f->report.message,
                 "of %" PRIu64 " bytes that the host copies, byte %" PRIu64 " is undefined", size,
                 offset);
        if (is_known)
            mem_describe_number(c->device, NULL, a.number, f->report.detail,
                                sizeof f->report.detail);
    }
    pthread_mutex_unlock(&c->lock);
}
