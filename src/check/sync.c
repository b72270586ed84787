/* sync.c: waves of a work-group that do not meet where they should: at different barriers, at one
 * that some never come to, or never again.
 *
 * RDNA3 counts the waves that have not ended (manual: S_BARRIER), so that a barrier that some never
 * reach because they have ended works there, and the languages leave it undefined: a note. The same
 * holds for lanes that are not active at a barrier. Barriers have no names on RDNA3 either: waves
 * at two of them go on together, each believing that all others are where it is, which is an error
 * if the source has two. Compilers may make two instructions of one barrier. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/sync.h"

static uint64_t pc_of(const struct sync_wave *s) { return s->code->base + s->offset; }

static void fill(const struct check_group *g, uint32_t wave, int lane, shoal_check_place *out)
{
    const struct sync_wave *s = &g->last[wave];
    place_fill_of(g->launch, g->slot->index, wave, lane, s->code, pc_of(s), out);
}

/* Enters a finding at what `wave` executed last; NULL: it is not to be described. */
static struct finding *enter(struct check_group *g, const char *rule, uint32_t wave,
                             const shoal_check_place *other)
{
    const struct launch *l = g->slot->launch;
    const struct finding_key key = {
        .kind = SHOAL_CHECK_SYNC,
        .rule = rule,
        .kernel = l->kernel->info->name,
        .pc_offset = (int64_t)(pc_of(&g->last[wave]) - l->kernel->entry),
        .other = other,
        .order = {g->launch->number, g->slot->index, wave},
    };
    return finding_enter_at(g->launch->check, &key, 1);
}

static void done(struct check_group *g) { pthread_mutex_unlock(&g->launch->check->lock); }

/* ---- different barriers -------------------------------------------------------------------- */

/* Whether two instructions come from the same place of the source, through the same calls. */
static bool is_same_source(const shoal_check_place *a, const shoal_check_place *b)
{
    bool is_same = strcmp(a->source, b->source) == 0 && a->frame_count == b->frame_count;
    for (size_t i = 0; is_same && i < a->frame_count; i++)
        is_same = strcmp(a->frames[i].source, b->frames[i].source) == 0;
    return is_same;
}

static void report_different(struct check_group *g, uint32_t first, uint32_t second)
{
    const char *waves = g->slot->launch->device->isa->wave_name;
    shoal_check_place other, place;
    fill(g, first, -1, &other);
    fill(g, second, -1, &place);
    bool has_lines = other.source[0] && place.source[0];
    if (has_lines && is_same_source(&place, &other))
        return; /* two instructions of one barrier */
    struct finding *f = enter(g, "different-barriers", second, &other);
    if (!f)
        return;
    f->report.place = place;
    f->report.is_note = !has_lines;
    f->report.other_title = "the other barrier";
    f->report.detail[0] = 0;
    snprintf(f->report.message, sizeof f->report.message,
             "%s %" PRIu32 " waits at this barrier, %s %" PRIu32
             " at another, and the two go on together",
             waves, second, waves, first);
    done(g);
}

/* Whether this pair of places was compared before in the work-group. */
static bool is_compared(struct check_group *g, uint32_t first, uint32_t second)
{
    uint64_t pair[2] = {pc_of(&g->last[first]), pc_of(&g->last[second])};
    if (memcmp(g->compared, pair, sizeof pair) == 0)
        return true;
    memcpy(g->compared, pair, sizeof pair);
    return false;
}

/* ---- waves and lanes that are not there ------------------------------------------------------ */

static void report_ended(struct check_group *g, uint32_t ended, uint32_t waits)
{
    const char *waves = g->slot->launch->device->isa->wave_name;
    shoal_check_place other;
    fill(g, ended, -1, &other);
    struct finding *f = enter(g, "ended-before-barrier", waits, &other);
    if (!f)
        return;
    fill(g, waits, -1, &f->report.place);
    f->report.is_note = true;
    f->report.other_title = "where it ended";
    f->report.detail[0] = 0;
    snprintf(f->report.message, sizeof f->report.message,
             "%s %" PRIu32 " has ended and never comes to this barrier, which goes on without it",
             waves, ended);
    done(g);
}

/* The lanes of a wave that have a work-item. */
static uint64_t lanes_of(const struct check_group *g, const struct wave *w)
{
    uint64_t items = (uint64_t)g->items[0] * g->items[1] * g->items[2];
    uint64_t before = (uint64_t)w->index * w->lanes, left = items > before ? items - before : 0;
    uint64_t all = w->lanes == 64 ? UINT64_MAX : (UINT64_C(1) << w->lanes) - 1;
    return left >= w->lanes ? all : (UINT64_C(1) << left) - 1;
}

static void report_lanes(struct check_group *g, const struct wave *w, uint64_t missing)
{
    const char *waves = g->slot->launch->device->isa->wave_name;
    int count = __builtin_popcountll(missing);
    struct finding *f = enter(g, "inactive-at-barrier", w->index, NULL);
    if (!f)
        return;
    fill(g, w->index, __builtin_ctzll(missing), &f->report.place);
    f->report.is_note = true;
    f->report.detail[0] = 0;
    snprintf(f->report.message, sizeof f->report.message,
             "%d of the %s's work-items %s not active at the barrier", count, waves,
             count == 1 ? "is" : "are");
    done(g);
}

void sync_leave(struct check_group *g, uint32_t waves)
{
    const struct launch *l = g->slot->launch;
    uint32_t first = (uint32_t)__builtin_ctz(waves), count = g->slot->group.wave_count;
    for (uint32_t left = waves; left; left &= left - 1)
        spin_forget(g, (uint32_t)__builtin_ctz(left));
    bool is_part = slot_wave(l, g->slot, first)->barrier.count != 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct wave *w = slot_wave(l, g->slot, i);
        bool is_there = waves >> i & 1;
        if (!g->last[i].code)
            continue;
        if (!is_there && g->slot->states[i] == WAVE_ENDED && !is_part)
            report_ended(g, i, first);
        if (!is_there)
            continue;
        if (pc_of(&g->last[i]) != pc_of(&g->last[first]) && !is_compared(g, first, i))
            report_different(g, first, i);
        uint64_t missing = l->device->isa->active_lanes ? lanes_of(g, w) : 0;
        missing = missing ? missing & ~l->device->isa->active_lanes(w) : 0;
        if (missing)
            report_lanes(g, w, missing);
    }
}

void sync_unbalanced(struct check_group *g, const struct wave *w)
{
    struct finding *f = enter(g, "unbalanced-stack", w->index, NULL);
    if (!f)
        return;
    int lane = w->fault.lanes ? __builtin_ctzll(w->fault.lanes) : -1;
    fill(g, w->index, lane, &f->report.place);
    f->report.detail[0] = 0;
    snprintf(f->report.message, sizeof f->report.message, "%s", w->fault.text);
    done(g);
}

/* ---- deadlocks ----------------------------------------------------------------------------- */

static const char *state_text(const struct check_group *g, uint32_t wave)
{
    switch (g->slot->states[wave]) {
    case WAVE_AT_BARRIER:
        return slot_wave(g->slot->launch, g->slot, wave)->barrier.count
                   ? "waits at a barrier for a part of the work-group"
                   : "waits at a barrier";
    case WAVE_HALTED:
        return "has halted";
    case WAVE_ENDED:
        return "has ended";
    default:
        return "waits for other work-groups";
    }
}

/* A line about a wave that has not ended, or has. */
static int wave_text(const struct check_group *g, uint32_t wave, char *text, size_t size)
{
    const char *waves = g->slot->launch->device->isa->wave_name;
    struct spin_place spin;
    shoal_check_place p;
    char at[24];
    bool is_spinning = spin_describe(g, wave, &spin);
    if (is_spinning)
        place_fill_of(g->launch, g->slot->index, wave, -1, spin.code, spin.pc, &p);
    else
        fill(g, wave, -1, &p);
    place_offset(&p, at, sizeof at);
    return snprintf(text, size, "%s %" PRIu32 " %s: %s%s%s, %s", waves, wave,
                    is_spinning ? spin.text : state_text(g, wave), p.source, p.source[0] ? " " : "",
                    at, p.instruction);
}

/* The waves that spin of a launch in which all only wait: each place at which they do. */
static bool report_spinning(struct check_group *g, const char *detail)
{
    const struct launch *l = g->slot->launch;
    bool has_any = false;
    for (uint32_t i = 0; i < g->slot->group.wave_count; i++) {
        struct spin_place spin;
        if (!g->last[i].code || g->slot->states[i] != WAVE_READY || !spin_describe(g, i, &spin))
            continue;
        has_any = true;
        const struct finding_key key = {
            .kind = SHOAL_CHECK_SYNC,
            .rule = "spin",
            .kernel = l->kernel->info->name,
            .pc_offset = (int64_t)(spin.pc - l->kernel->entry),
            .order = {g->launch->number, g->slot->index, i},
        };
        struct finding *f = finding_enter_at(g->launch->check, &key, 1);
        if (!f)
            continue;
        shoal_check_report *r = &f->report;
        place_fill_of(g->launch, g->slot->index, i, spin.lane, spin.code, spin.pc, &r->place);
        snprintf(r->message, sizeof r->message, "%s %" PRIu32 " %s: all waves that are left wait",
                 l->device->isa->wave_name, i, spin.text);
        snprintf(r->detail, sizeof r->detail, "%s%s%s", spin.detail, spin.detail[0] ? "\n" : "",
                 detail);
        done(g);
    }
    return has_any;
}

void sync_stuck(struct check_group *g)
{
    const char *waves = g->slot->launch->device->isa->wave_name;
    uint32_t count = g->slot->group.wave_count, first = count;
    char detail[sizeof((shoal_check_report *)0)->detail - sizeof((struct spin_place *)0)->detail];
    size_t used = 0;
    detail[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!g->last[i].code)
            continue;
        if (first == count && g->slot->states[i] != WAVE_ENDED && g->slot->states[i] != WAVE_HALTED)
            first = i;
        char line[400];
        size_t n = (size_t)wave_text(g, i, line, sizeof line);
        if (n < sizeof line && used + n + 1 < sizeof detail)
            used += (size_t)snprintf(detail + used, sizeof detail - used, "%s%s", used ? "\n" : "",
                                     line);
    }
    if (report_spinning(g, detail))
        return;
    struct finding *f = first < count ? enter(g, "deadlock", first, NULL) : NULL;
    if (!f)
        return;
    fill(g, first, -1, &f->report.place);
    snprintf(f->report.message, sizeof f->report.message,
             "%s %" PRIu32 " %s, and nothing will ever let it go on", waves, first,
             state_text(g, first));
    snprintf(f->report.detail, sizeof f->report.detail, "%s", detail);
    done(g);
}
