/* init_memory.c: undefined bits of memory. Device memory has a shadow as large as its window, in
 * which pages exist once they are written: 1 is undefined, so that memory that nobody reported is
 * defined. LDS and scratch begin undefined, so that their shadows say which bits were written. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check/init.h"
#include "engine/jit_module.h"

/* ---- the device ------------------------------------------------------------------------- */

static void *reserve(uint64_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static const struct shadow_api *find_api(char *why, size_t why_size)
{
    struct diag diag = {0};
    char *path = jit_module_path();
    const struct jit_api *api = path ? jit_module_open(path, &diag) : NULL;
    free(path);
    if (api)
        return api->shadow;
    snprintf(
        why, why_size,
        "the check 'init' needs the module with the compiler, which knows what instructions are "
        "made of: %s",
        diag.text[0] ? diag.text : "libshoal-jit.so is not there");
    return NULL;
}

shoal_status init_device_open(struct check *c, char *why, size_t why_size)
{
    const struct window *w = &c->device->window;
    const struct shadow_api *api = find_api(why, why_size);
    if (!api)
        return SHOAL_E_UNSUPPORTED;
    struct init_device *d = calloc(1, sizeof *d);
    if (d)
        *d = (struct init_device){api, w->base, w->size, reserve(w->size), reserve(w->size)};
    c->init = d;
    if (d && d->bits && d->origins)
        return SHOAL_OK;
    snprintf(why, why_size, "the check 'init' found no room for the shadow of device memory");
    return SHOAL_E_NOMEM;
}

void init_device_close(struct check *c)
{
    struct init_device *d = c->init;
    if (!d)
        return;
    if (d->bits)
        munmap(d->bits, d->size);
    if (d->origins)
        munmap(d->origins, d->size);
    free(d);
    c->init = NULL;
}

void init_forget(struct check *c)
{
    madvise(c->init->bits, c->init->size, MADV_DONTNEED);
    madvise(c->init->origins, c->init->size, MADV_DONTNEED);
}

/* ---- bytes ------------------------------------------------------------------------------ */

/* Where the shadow of some bytes is. */
struct spot {
    uint8_t *bits; /* NULL: they are defined, and stay so */
    uint8_t flip;  /* 0xff: a bit says that it was written */
    uint32_t *origins;
    uint32_t origin; /* where there is none that was stored */
};

static struct spot spot_of(struct check_group *g, const struct wave *w, const struct accesses *a,
                           unsigned lane, uint32_t more, uint32_t bytes)
{
    const struct init_device *d = g->launch->check->init;
    uint64_t at = a->info.lane_address[lane] + more, bit = UINT64_C(1) << lane;
    if (a->lds & bit) {
        bool is_inside = g->init->lds && (uint32_t)at + (uint64_t)bytes <= g->slot->group.lds_bytes;
        return (struct spot){is_inside ? g->init->lds + (uint32_t)at : NULL, 0xff, NULL,
                             origin_of(ORIGIN_LDS, (uint32_t)at)};
    }
    if (a->scratch & bit) {
        uint8_t *scratch = init_wave_of(g, w)->scratch;
        bool is_inside = scratch && (uint32_t)at + (uint64_t)bytes <= w->scratch_bytes;
        return (struct spot){is_inside ? scratch + (size_t)lane * w->scratch_bytes + (uint32_t)at
                                       : NULL,
                             0xff, NULL, origin_of(ORIGIN_SCRATCH, (uint32_t)at)};
    }
    if (at - d->base >= d->size || d->size - (at - d->base) < bytes)
        return (struct spot){NULL, 0, NULL, 0};
    return (struct spot){d->bits + (at - d->base), 0, d->origins + (at - d->base) / 4, 0};
}

static bool prepare(struct check_group *g, const struct wave *w, const struct accesses *a)
{
    struct init_wave *v = init_wave_of(g, w);
    if (a->scratch && !v->scratch)
        v->scratch = calloc(w->lanes, w->scratch_bytes ? w->scratch_bytes : 1);
    return !a->scratch || v->scratch;
}

static uint32_t undefined_bits(const struct spot *s, uint32_t bytes)
{
    uint32_t out = 0;
    if (s->bits && bytes == 4)
        memcpy(&out, s->bits, 4);
    else if (s->bits)
        memcpy(&out, s->bits, bytes == 1 ? 1 : 2);
    return s->flip ? ~out & (UINT32_MAX >> (32 - 8 * bytes)) : out;
}

static void set_undefined(const struct spot *s, uint32_t bits, uint32_t bytes, uint32_t origin)
{
    if (!s->bits)
        return;
    uint32_t put = s->flip ? ~bits : bits;
    if (bytes == 4)
        memcpy(s->bits, &put, 4);
    else
        memcpy(s->bits, &put, bytes == 1 ? 1 : 2);
    if (bits && s->origins)
        *s->origins = origin;
}

static uint32_t first_allocation(struct check_group *g, uint64_t at)
{
    struct allocation found;
    bool is_known = window_find(&g->slot->launch->device->window, at, &found);
    return origin_of(ORIGIN_MEMORY, is_known ? found.number : 0);
}

/* ---- loads ------------------------------------------------------------------------------ */

enum { MOST_ROWS = 16 };

/* The raw dwords of an element, one row of lanes each. */
struct rows {
    unsigned count;
    uint32_t bytes; /* of each */
    uint32_t origin;
    uint64_t any; /* lanes with undefined bits */
    uint32_t bits[MOST_ROWS][64];
};

static void open_rows(struct rows *r, unsigned count, uint32_t bytes)
{
    r->count = count;
    r->bytes = bytes;
    r->origin = 0;
    r->any = 0;
}

static void read_rows(struct check_group *g, const struct wave *w, const struct accesses *a,
                      uint32_t more, struct rows *r)
{
    r->any = 0;
    for (uint64_t left = a->info.lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        for (unsigned k = 0; k < r->count; k++) {
            struct spot s = spot_of(g, w, a, lane, more + 4 * k, r->bytes);
            uint32_t bits = s.bits ? undefined_bits(&s, r->bytes) : 0;
            r->bits[k][lane] = bits;
            if (!bits)
                continue;
            if (!r->any) {
                r->origin = s.origins && *s.origins ? *s.origins : s.origin;
                if (!r->origin)
                    r->origin = first_allocation(g, a->info.lane_address[lane] + more + 4 * k);
            }
            r->any |= UINT64_C(1) << lane;
        }
    }
}

static void define_results(struct check_group *g, struct wave *w, const struct init_op *o)
{
    const struct shadow_set *s = init_set(g);
    for (unsigned v = var_next(&o->def, 0); v < VAR_COUNT; v = var_next(&o->def, v + 1))
        init_define(s, init_wave_of(g, w), w, v);
}

/* A row of loaded bits to the register's pass. */
static void put_row(struct check_group *g, struct wave *w, const struct init_op *o,
                    const struct accesses *a, const uint32_t bits[64], unsigned var, unsigned half)
{
    const struct shadow_set *s = init_set(g);
    uint32_t *at = shadow_at(s, init_wave_of(g, w)->shadow, var);
    uint32_t on = (uint32_t)(a->info.lanes >> 32 * half), out[32];
    memcpy(out, at, sizeof out);
    if (o->shadow.element.function >= 0)
        g->launch->check->init->api->convert(&o->shadow, bits + 32 * (size_t)half,
                                             shadow_at(s, w, var), out);
    else
        memcpy(out, bits + 32 * (size_t)half, sizeof out);
    for (unsigned i = 0; i < 32; i++)
        if (on >> i & 1)
            at[i] = out[i];
}

static void put_results(struct check_group *g, struct wave *w, const struct init_op *o,
                        const struct accesses *a, const struct rows *r, unsigned first)
{
    const struct shadow_set *s = init_set(g);
    struct init_wave *v = init_wave_of(g, w);
    unsigned halves = o->shadow.element.is_vector ? s->halves : 1;
    for (unsigned k = 0; k < r->count; k++)
        for (unsigned h = 0; h < halves; h++) {
            unsigned var = first + k * halves + h;
            if (var >= VAR_COUNT)
                continue;
            if (o->shadow.element.is_vector)
                put_row(g, w, o, a, r->bits[k], var, h);
            else
                memcpy(shadow_at(s, v->shadow, var), &r->bits[k][0], sizeof(uint32_t));
            init_look(s, v, var);
            v->origin[var] = r->origin;
            v->loaded[var] = s->exec->op_pc(w, w->next);
        }
}

/* Registers keep bits that a narrow load does not write. */
static bool keeps_bits(const struct init_op *o) { return o->shadow.element.function >= 0; }

static void load(struct check_group *g, struct wave *w, const struct init_op *o,
                 const struct accesses *a, struct rows *r)
{
    const struct element *e = &o->shadow.element;
    struct rows second;
    open_rows(&second, r->count, r->bytes);
    read_rows(g, w, a, 0, r);
    if (a->info.has_second)
        read_rows(g, w, a, (uint32_t)a->info.second, &second);
    bool any = r->any || (a->info.has_second && second.any);
    if (!e->has_result)
        return;
    if (!any && !keeps_bits(o)) {
        define_results(g, w, o);
        return;
    }
    if (!any && !sets_meet(&o->def, &init_wave_of(g, w)->undefined))
        return;
    unsigned halves = e->is_vector ? init_set(g)->halves : 1;
    put_results(g, w, o, a, r, e->result);
    if (a->info.has_second)
        put_results(g, w, o, a, &second, e->result + r->count * halves);
}

/* ---- stores ----------------------------------------------------------------------------- */

/* The undefined bits of the registers from `first` on, as they are stored. false: there are none.
 */
static bool data_rows(struct check_group *g, const struct wave *w, const struct init_op *o,
                      unsigned first, struct rows *r)
{
    const struct shadow_set *s = init_set(g);
    struct init_wave *v = init_wave_of(g, w);
    bool is_vector = o->shadow.element.is_vector, any = false;
    unsigned halves = is_vector ? s->halves : 1;
    for (unsigned k = 0; k < r->count * halves && first + k < VAR_COUNT; k++)
        if (var_has(&v->undefined, first + k)) {
            if (!any)
                r->origin = v->origin[first + k];
            any = true;
        }
    if (!any)
        return false;
    for (unsigned k = 0; k < r->count; k++)
        for (unsigned h = 0; h < halves; h++) {
            unsigned var = first + k * halves + h;
            uint32_t *out = r->bits[k] + 32 * h;
            if (!is_vector) {
                for (unsigned i = 0; i < 64; i++)
                    memcpy(out + i, shadow_at(s, v->shadow, var), sizeof *out);
            } else if (o->shadow.element.function >= 0) {
                g->launch->check->init->api->convert(&o->shadow, shadow_at(s, v->shadow, var),
                                                     shadow_at(s, w, var), out);
            } else {
                memcpy(out, shadow_at(s, v->shadow, var), 32 * sizeof *out);
            }
        }
    return true;
}

static void store(struct check_group *g, struct wave *w, const struct init_op *o,
                  const struct accesses *a, unsigned first, uint32_t more, struct rows *r,
                  const struct rows *old)
{
    bool any = data_rows(g, w, o, first, r);
    for (uint64_t left = a->info.lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        for (unsigned k = 0; k < r->count; k++) {
            struct spot s = spot_of(g, w, a, lane, more + 4 * k, r->bytes);
            uint32_t bits = any ? r->bits[k][lane] : 0;
            if (old && old->any >> lane & 1)
                bits |= old->bits[k][lane];
            if (s.bits)
                set_undefined(&s, bits, r->bytes, any ? r->origin : old ? old->origin : 0);
        }
    }
}

/* ---- defined values in defined memory ---------------------------------------------------- */

/* Shadow in which all lanes of an access are: that of address x for lane l is at
 * bits + l * stride + x - base. */
struct area {
    uint8_t *bits; /* NULL: there is none */
    uint64_t base, size, stride;
    uint64_t defined; /* of eight bytes that are */
};

static struct area area_of(struct check_group *g, const struct wave *w, const struct accesses *a)
{
    const struct init_device *d = g->launch->check->init;
    uint64_t lanes = a->info.lanes;
    if (a->global == lanes)
        return (struct area){d->bits, d->base, d->size, 0, 0};
    if (a->lds == lanes)
        return (struct area){g->init->lds, 0, g->slot->group.lds_bytes, 0, UINT64_MAX};
    if (a->scratch == lanes)
        return (struct area){init_wave_of(g, w)->scratch, 0, w->scratch_bytes, w->scratch_bytes,
                             UINT64_MAX};
    return (struct area){0};
}

static uint64_t load_up_to_8(const uint8_t *at, uint64_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

static bool is_defined(const uint8_t *at, uint64_t bytes, uint64_t defined)
{
    uint64_t wrong = 0, v;
    for (; bytes >= sizeof v; bytes -= sizeof v, at += sizeof v) {
        memcpy(&v, at, sizeof v);
        wrong |= v ^ defined;
    }
    if (bytes)
        wrong |= (load_up_to_8(at, bytes) ^ defined) << (64 - 8 * bytes);
    return !wrong;
}

static bool is_inside(const struct area *area, const struct access_info *i, uint64_t shift)
{
    uint64_t low = i->low + shift - area->base, high = i->high + shift - area->base;
    return low <= high && high < area->size && area->size - high >= i->bytes;
}

/* Whether active lanes are next to each other, and their elements with them. */
static bool is_solid(const struct area *area, const struct access_info *i)
{
    return i->is_row && !area->stride &&
           i->high - i->low == (uint64_t)(__builtin_popcountll(i->lanes) - 1) * i->bytes;
}

static bool are_defined(const struct area *area, const struct access_info *i, uint64_t shift)
{
    uint64_t wrong = 0, offset = shift - area->base;
    if (is_solid(area, i))
        return is_defined(area->bits + (i->low + offset), i->high - i->low + i->bytes,
                          area->defined);
    for (uint64_t left = i->lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        const uint8_t *at = area->bits + (i->lane_address[lane] + offset + lane * area->stride);
        uint32_t v;
        if (i->bytes == sizeof v) {
            memcpy(&v, at, sizeof v);
            wrong |= v ^ (uint32_t)area->defined;
        } else {
            wrong |= !is_defined(at, i->bytes, area->defined);
        }
    }
    return !wrong;
}

/* Pages that nobody wrote stay so. */
static void define(const struct area *area, const struct access_info *i, uint64_t shift)
{
    uint64_t offset = shift - area->base;
    if (are_defined(area, i, shift))
        return;
    if (is_solid(area, i)) {
        memset(area->bits + (i->low + offset), (uint8_t)area->defined, i->high - i->low + i->bytes);
        return;
    }
    for (uint64_t left = i->lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        memset(area->bits + (i->lane_address[lane] + offset + lane * area->stride),
               (uint8_t)area->defined, i->bytes);
    }
}

/* Almost all accesses load what is defined, or store it. false: not this one. */
static bool quick_access(struct check_group *g, struct wave *w, const struct init_op *o,
                         const struct accesses *a, struct rows *r)
{
    const struct access_info *i = &a->info;
    const struct element *e = &o->shadow.element;
    struct area area = area_of(g, w, a);
    uint64_t second = (uint64_t)(int64_t)i->second;
    if (!area.bits || (i->is_load && i->is_store) || !is_inside(&area, i, 0) ||
        (i->has_second && !is_inside(&area, i, second)))
        return false;
    if (!i->is_store) {
        bool is_loaded =
            are_defined(&area, i, 0) && (!i->has_second || are_defined(&area, i, second));
        if (!is_loaded || (keeps_bits(o) && sets_meet(&o->def, &init_wave_of(g, w)->undefined)))
            return false;
        if (e->has_result && !keeps_bits(o))
            define_results(g, w, o);
        return true;
    }
    if (!e->has_data || data_rows(g, w, o, e->data, r) ||
        (i->has_second && e->has_data1 && data_rows(g, w, o, e->data1, r)))
        return false;
    define(&area, i, 0);
    if (i->has_second)
        define(&area, i, second);
    return true;
}

void init_access(struct check_group *g, struct wave *w, const struct init_op *o,
                 const struct accesses *a)
{
    const struct element *e = &o->shadow.element;
    bool is_narrow = a->info.bytes < 4;
    unsigned count = is_narrow ? 1 : a->info.bytes / 4;
    uint32_t bytes = is_narrow ? a->info.bytes : 4;
    struct rows r, old;
    if (count > MOST_ROWS || !prepare(g, w, a)) {
        define_results(g, w, o);
        return;
    }
    open_rows(&r, count, bytes);
    if (quick_access(g, w, o, a, &r))
        return;
    bool is_atomic = a->info.is_load && a->info.is_store;
    open_rows(&old, count, bytes);
    if (a->info.is_load)
        load(g, w, o, a, &old);
    if (a->info.is_store && e->has_data) {
        const struct rows *kept = is_atomic && !e->replaces ? &old : NULL;
        store(g, w, o, a, e->data, 0, &r, kept);
        if (a->info.has_second)
            store(g, w, o, a, e->has_data1 ? e->data1 : e->data, (uint32_t)a->info.second, &r,
                  NULL);
    }
}

/* ---- the host --------------------------------------------------------------------------- */

/* Makes it zero. Pages that nobody wrote are so, and are not made; many pages are given back. */
static void clear(uint8_t *at, uint64_t size)
{
    enum { PAGE = 4096, MANY = 64 * PAGE };
    uint64_t before = -(uintptr_t)at % PAGE;
    if (size >= MANY + PAGE) {
        uint64_t inside = (size - before) / PAGE * PAGE;
        if (madvise(at + before, inside, MADV_DONTNEED) == 0) {
            clear(at, before);
            at += before + inside;
            size -= before + inside;
        }
    }
    for (uint64_t part; size; size -= part, at += part) {
        part = size < PAGE ? size : PAGE;
        if (!is_defined(at, part, 0))
            memset(at, 0, part);
    }
}

static void copy(void *to, const void *from, uint64_t size)
{
    if (is_defined(from, size, 0))
        clear(to, size);
    else
        memmove(to, from, size);
}

static void read_by_host(struct check *c, uint64_t from, uint64_t size, const void *caller)
{
    const uint8_t *bits = c->init->bits + (from - c->init->base);
    for (uint64_t i = 0; i < size; i++)
        if (bits[i]) {
            init_report_read(c, from + i, i, size, caller);
            return;
        }
}

void init_host(struct check *c, enum checker_memory what, uint64_t to, uint64_t from, uint64_t size,
               const void *caller)
{
    const struct init_device *d = c->init;
    uint64_t at = what == MEMORY_READ ? from : to;
    bool is_inside = at - d->base < d->size && size <= d->size - (at - d->base);
    bool has_source = from - d->base < d->size && size <= d->size - (from - d->base);
    uint64_t offset = at - d->base;
    if (!is_inside || !size)
        return;
    if (what == MEMORY_UNWRITTEN) {
        memset(d->bits + offset, 0xff, size);
        clear((uint8_t *)(d->origins + offset / 4), (size + 3) / 4 * 4);
    } else if (what == MEMORY_WRITTEN || (what == MEMORY_COPIED && !has_source)) {
        clear(d->bits + offset, size);
    } else if (what == MEMORY_COPIED) {
        copy(d->bits + offset, d->bits + (from - d->base), size);
        copy(d->origins + offset / 4, d->origins + (from - d->base) / 4, size / 4 * 4);
    } else {
        read_by_host(c, from, size, caller);
    }
}
