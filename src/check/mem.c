/* mem.c: accesses outside of what a work-item may access: byte by byte at the ends of allocations,
 * which the pages of the host, the engine's own check, cannot see.
 *
 * Almost all accesses of a wave are inside of one allocation, or of a few: those that were found
 * lately are kept with the work-group, and hold as long as the window's list of allocations does.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/checker.h"
#include "engine/fault_place.h"
#include "isa/hazard.h"

/* Linux lets no program have memory below this (vm.mmap_min_addr). */
enum { NULL_BYTES = 64 << 10 };

/* ---- ranges ---------------------------------------------------------------------------- */

static bool is_known(const struct check_group *g, uint64_t at, uint64_t bytes)
{
    for (unsigned i = 0; i < KNOWN_RANGES; i++)
        if (at >= g->known[i].base && at < g->known[i].end)
            return g->known[i].end - at >= bytes;
    return false;
}

static void forget_changed(struct check_group *g, struct window *w)
{
    uint64_t changes = atomic_load_explicit(&w->changes, memory_order_acquire);
    if (changes == g->changes)
        return;
    memset(g->known, 0, sizeof g->known);
    g->changes = changes;
}

/* Scalar loads fetch whole dwords: what is behind the end of memory in the last one of it is never
 * looked at by compiled code, and cannot fault. */
static uint64_t rounded_end(const struct accesses *a, uint64_t end)
{
    return a->info.is_scalar && !a->info.is_store ? (end + 3) & ~UINT64_C(3) : end;
}

/* Whether [at, at + bytes) may be accessed. */
static bool is_allowed(struct check_group *g, const struct accesses *a, uint64_t at)
{
    struct shoal_device *device = g->slot->launch->device;
    struct machine *m = &device->machine;
    struct window *w = &device->window;
    uint64_t bytes = a->info.bytes;
    struct allocation found;
    if (is_known(g, at, bytes))
        return true;
    if (at - w->base >= w->size)
        return device->host_addresses || (m->allows && m->allows(m, at, bytes));
    if (w->is_open)
        return true;
    if (!window_find(w, at, &found))
        return false;
    uint64_t end = found.base + found.size;
    g->known[g->next_known++ % KNOWN_RANGES] = (struct known_range){found.base, end};
    return at + bytes <= rounded_end(a, end);
}

/* ---- reports --------------------------------------------------------------------------- */

static const char *action(const struct accesses *a)
{
    return a->info.is_load && a->info.is_store ? "atomic" : a->info.is_store ? "store" : "load";
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

/* "of 4 bytes" */
static void size_text(uint64_t bytes, char text[48])
{
    snprintf(text, 48, "%" PRIu64 " byte%s", bytes, plural(bytes));
}

/* Who has, or had, the memory [base, base + size), and who asked for it or freed it. */
static void owner_text(const struct launch *l, uint64_t number, uint64_t base, uint64_t size,
                       const char *verb, const void *caller, char *text, size_t text_size)
{
    char argument[96] = "", where[256];
    if (l)
        fault_argument(l, base, size, argument, sizeof argument);
    fault_caller(caller, where, sizeof where);
    size_t used = 0;
    if (number)
        used = (size_t)snprintf(text, text_size, "allocation %" PRIu64 " (%" PRIu64 " byte%s)%s%s",
                                number, size, plural(size), argument[0] ? ": " : "", argument);
    else
        used = (size_t)snprintf(text, text_size, "memory of %" PRIu64 " byte%s%s%s", size,
                                plural(size), argument[0] ? ": " : "", argument);
    if (where[0] && used < text_size)
        snprintf(text + used, text_size - used, "\n%s at %s", verb, where);
}

/* The allocation that an address is in, or nearest to, with the words for where it is. */
static void nearest_text(struct window *w, const struct launch *l, uint64_t at, uint64_t bytes,
                         char *where, size_t where_size, char *detail, size_t detail_size)
{
    struct allocation a;
    if (!window_nearest(w, at, &a)) {
        snprintf(where, where_size, "no memory is allocated");
        return;
    }
    uint64_t end = a.base + a.size;
    uint64_t past = at >= end ? at - end : 0;
    uint64_t before = at < a.base ? a.base - at : 0;
    if ((past | before) >> 32) {
        snprintf(where, where_size, "far from every allocation");
        return;
    }
    owner_text(l, a.number, a.base, a.size, "allocated", a.caller, detail, detail_size);
    if (at >= end)
        snprintf(where, where_size, "%" PRIu64 " byte%s past the end of an allocation of %" PRIu64,
                 past, plural(past), a.size);
    else if (before)
        snprintf(where, where_size, "%" PRIu64 " byte%s before an allocation of %" PRIu64, before,
                 plural(before), a.size);
    else if (at + bytes <= end)
        snprintf(where, where_size, "at byte %" PRIu64 " of an allocation of %" PRIu64, at - a.base,
                 a.size);
    else
        snprintf(where, where_size,
                 "at byte %" PRIu64 " of an allocation of %" PRIu64 ", ends %" PRIu64
                 " byte%s past it",
                 at - a.base, a.size, at + bytes - end, plural(at + bytes - end));
}

void mem_where(const struct launch *l, uint64_t at, uint64_t bytes, char *where, size_t where_size,
               char *detail, size_t detail_size)
{
    nearest_text(&l->device->window, l, at, bytes, where, where_size, detail, detail_size);
}

void mem_where_of(struct check *c, uint64_t at, uint64_t bytes, char *where, size_t where_size,
                  char *detail, size_t detail_size)
{
    nearest_text(&c->device->window, NULL, at, bytes, where, where_size, detail, detail_size);
}

/* What is wrong with the address of a bad access to global memory. */
static const char *rule_of(struct check_group *g, uint64_t at, struct freed_allocation *freed)
{
    struct window *w = &g->slot->launch->device->window;
    if (window_find_freed(w, at, freed))
        return "use-after-free";
    if (at < NULL_BYTES && at < w->first)
        return "null-pointer";
    return "out-of-bounds";
}

static void report_global(struct check_group *g, struct wave *w, const struct accesses *a,
                          unsigned lane, unsigned count)
{
    struct launch *l = g->slot->launch;
    struct freed_allocation freed;
    uint64_t at = a->info.lane_address[lane];
    const char *rule = rule_of(g, at, &freed);
    char where[128], size[48];
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_MEM, rule, NULL, count);
    if (f) {
        shoal_check_report *r = &f->report;
        place_fill(g, w, a->info.is_scalar ? -1 : (int)lane, &r->place);
        size_text(a->info.bytes, size);
        r->detail[0] = 0;
        if (rule[0] == 'u') {
            snprintf(where, sizeof where, "at byte %" PRIu64 " of memory that was freed",
                     at - freed.base);
            owner_text(l, freed.number, freed.base, freed.size, "freed", freed.caller, r->detail,
                       sizeof r->detail);
        } else if (rule[0] == 'n') {
            snprintf(where, sizeof where,
                     at ? "%" PRIu64 " bytes from a null pointer" : "at a null pointer", at);
        } else {
            nearest_text(&l->device->window, l, at, a->info.bytes, where, sizeof where, r->detail,
                         sizeof r->detail);
        }
        snprintf(r->message, sizeof r->message, "%s of %s, %s", action(a), size, where);
    }
    finding_done(g);
}

/* Accesses behind the end of LDS or scratch, which hardware drops and reads as 0. */
static void report_local(struct check_group *g, struct wave *w, const struct accesses *a,
                         const char *rule, const char *what, uint64_t at, uint32_t limit,
                         unsigned lane, unsigned count)
{
    char size[48];
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_MEM, rule, NULL, count);
    if (f) {
        shoal_check_report *r = &f->report;
        place_fill(g, w, (int)lane, &r->place);
        size_text(a->info.bytes, size);
        snprintf(r->message, sizeof r->message,
                 "%s of %s at byte %" PRIu64 " of %s, which has %" PRIu32, action(a), size, at,
                 what, limit);
        r->detail[0] = 0;
    }
    finding_done(g);
}

/* ---- checks ---------------------------------------------------------------------------- */

static void check_global(struct check_group *g, struct wave *w, const struct accesses *a)
{
    uint64_t bad = 0, span = a->info.high - a->info.low;
    forget_changed(g, &g->slot->launch->device->window);
    if (a->global == a->info.lanes && span <= UINT32_MAX &&
        is_known(g, a->info.low, span + a->info.bytes))
        return;
    for (uint64_t left = a->global; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        if (!is_allowed(g, a, a->info.lane_address[lane]))
            bad |= UINT64_C(1) << lane;
    }
    if (bad)
        report_global(g, w, a, (unsigned)__builtin_ctzll(bad), (unsigned)__builtin_popcountll(bad));
}

/* Elements at byte offsets that must end within `limit`; what: of the report. */
static void check_local(struct check_group *g, struct wave *w, const struct accesses *a,
                        uint64_t lanes, int32_t shift, uint32_t limit, const char *rule,
                        const char *what)
{
    uint64_t bad = 0;
    if (lanes == a->info.lanes && shift >= 0 && a->info.low <= a->info.high &&
        a->info.high <= UINT32_MAX && a->info.high + (uint64_t)shift + a->info.bytes <= limit)
        return;
    for (uint64_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint32_t at = (uint32_t)a->info.lane_address[lane] + (uint32_t)shift;
        if ((uint64_t)at + a->info.bytes > limit)
            bad |= UINT64_C(1) << lane;
    }
    if (!bad)
        return;
    unsigned lane = (unsigned)__builtin_ctzll(bad);
    uint32_t at = (uint32_t)a->info.lane_address[lane] + (uint32_t)shift;
    report_local(g, w, a, rule, what, at, limit, lane, (unsigned)__builtin_popcountll(bad));
}

/* ---- what descriptors and addresses say --------------------------------------------------- */

static void report_claim(struct check_group *g, struct wave *w, const struct hazard_address *h,
                         const struct allocation *in)
{
    struct finding *f =
        finding_enter(g, w, SHOAL_CHECK_MEM, "descriptor-beyond-allocation", NULL, 1);
    if (f) {
        shoal_check_report *r = &f->report;
        uint64_t past = h->base + h->bytes - (in->base + in->size);
        place_fill(g, w, -1, &r->place);
        r->is_note = true;
        snprintf(r->message, sizeof r->message,
                 "the descriptor has %" PRIu64 " bytes from byte %" PRIu64
                 " of an allocation of %" PRIu64 " on, %" PRIu64 " byte%s more than there are",
                 h->bytes, h->base - in->base, in->size, past, plural(past));
        owner_text(g->slot->launch, in->number, in->base, in->size, "allocated", in->caller,
                   r->detail, sizeof r->detail);
    }
    finding_done(g);
}

static void report_dropped(struct check_group *g, struct wave *w, const struct hazard_address *h)
{
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_MEM, "misaligned", NULL, 1);
    if (f) {
        place_fill(g, w, -1, &f->report.place);
        f->report.detail[0] = 0;
        snprintf(
            f->report.message, sizeof f->report.message,
            "the address of a scalar load is not a multiple of 4: its lowest bits, %u, are dropped",
            h->dropped);
    }
    finding_done(g);
}

void mem_check_address(struct check_group *g, struct wave *w, const struct op *op)
{
    const struct isa_hazards *isa = g->slot->launch->device->isa->hazards;
    struct window *window = &g->slot->launch->device->window;
    struct hazard_address h;
    struct allocation in;
    if (!isa || !isa->address(w, op, &h))
        return;
    forget_changed(g, window);
    if (h.dropped)
        report_dropped(g, w, &h);
    /* Of several that it may be meant for, the one in which it begins. */
    if (!h.bytes || is_known(g, h.base, h.bytes) || !window_find(window, h.base, &in))
        return;
    if (h.base + h.bytes > in.base + in.size)
        report_claim(g, w, &h, &in);
}

void mem_check(struct check_group *g, struct wave *w, const struct accesses *a)
{
    if (a->global)
        check_global(g, w, a);
    if (a->lds) {
        uint32_t limit = g->slot->group.lds_bytes;
        check_local(g, w, a, a->lds, 0, limit, "lds-out-of-bounds", "LDS");
        if (a->info.has_second)
            check_local(g, w, a, a->lds, a->info.second, limit, "lds-out-of-bounds", "LDS");
    }
    if (a->scratch)
        check_local(g, w, a, a->scratch, 0, w->scratch_bytes, "scratch-out-of-bounds",
                    "the work-item's scratch");
}

/* ---- images -------------------------------------------------------------------------------- */

struct looking {
    struct texel_look look; /* first */
    struct check_group *group;
    struct accesses bad; /* .global: lanes that access something else, at their first such place */
};

static void see_texel(struct texel_look *look, unsigned lane, uint64_t at, uint32_t bytes,
                      bool is_load, bool is_store)
{
    struct looking *x = (struct looking *)(void *)look;
    struct access_info *a = &x->bad.info;
    a->bytes = bytes;
    a->is_load = is_load;
    a->is_store = is_store;
    if (x->bad.global >> lane & 1 || is_allowed(x->group, &x->bad, at))
        return;
    x->bad.global |= UINT64_C(1) << lane;
    a->lane_address[lane] = at;
}

void mem_check_texels(struct check_group *g, struct wave *w, const struct op *op)
{
    const struct launch *l = g->slot->launch;
    if (!l->device->isa->texels)
        return;
    struct looking x = {.look.see = see_texel, .group = g};
    forget_changed(g, &l->device->window);
    l->device->isa->texels(w, op, &x.look);
    if (x.bad.global)
        report_global(g, w, &x.bad, (unsigned)__builtin_ctzll(x.bad.global),
                      (unsigned)__builtin_popcountll(x.bad.global));
}

void mem_describe_call(struct check *c, uint64_t address, uint64_t size, char *text,
                       size_t text_size)
{
    struct window *w = &c->device->window;
    struct freed_allocation freed;
    char where[128] = "", detail[400] = "", bytes[48];
    text[0] = 0;
    if (window_find_freed(w, address, &freed)) {
        snprintf(where, sizeof where, "at byte %" PRIu64 " of memory that was freed",
                 address - freed.base);
        owner_text(NULL, freed.number, freed.base, freed.size, "freed", freed.caller, detail,
                   sizeof detail);
    } else {
        nearest_text(w, NULL, address, size, where, sizeof where, detail, sizeof detail);
    }
    size_text(size, bytes);
    if (size)
        snprintf(text, text_size, "%s, %s%s%s", bytes, where, detail[0] ? "\n" : "", detail);
    else
        snprintf(text, text_size, "%s%s%s", where, detail[0] ? "\n" : "", detail);
}

void mem_describe_number(struct shoal_device *device, const struct launch *l, uint64_t number,
                         char *text, size_t text_size)
{
    struct window *w = &device->window;
    struct allocation found = {0};
    pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < w->count; i++)
        if (number && w->list[i].number == number)
            found = w->list[i];
    pthread_mutex_unlock(&w->lock);
    text[0] = 0;
    if (found.size)
        owner_text(l, found.number, found.base, found.size, "allocated", found.caller, text,
                   text_size);
}
