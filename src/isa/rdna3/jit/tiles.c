/* tiles.c: see tiles.h. */
#include "isa/rdna3/jit/tiles.h"

#include "isa/rdna3/jit/transfer.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/costs.h"
#include "jit/forward.h"
#include "jit/known.h"

/* Host pointers to lanes 0 and 16. */
static void point_at(struct emitter *e, const struct spacing *s, LLVMValueRef out[2])
{
    const struct access global = {.saddr = NULL};
    LLVMValueRef at[2] = {
        batch_scalar(e, LLVMAdd, s->from, const_i64(e, (uint64_t)s->by)),
        const_i64(e, (uint64_t)TILE_LANES * s->step + (uint64_t)(s->up ? 0 : s->by))};
    if (s->up)
        at[1] = LLVMBuildAdd(e->b, at[0], s->up, "");
    else
        at[1] = batch_scalar(e, LLVMAdd, s->from, at[1]);
    for (unsigned k = 0; k < 2; k++)
        out[k] = rdna3_pointer(e, &global, at[k]);
}

/* What the plan's op and those behind it certainly access of one structure. */
struct ahead {
    unsigned cost;  /* of doing so otherwise (costs.h) */
    int32_t before; /* bytes before the op's, where that begins */
    unsigned span;  /* bytes */
};

/* Of an access to unrelated places. */
static unsigned cost_of(const struct emitter *e, unsigned bytes, bool is_load)
{
    unsigned dwords = (bytes + 3) / 4, gather = e->costs->gather;
    if (!is_load)
        return dwords * e->costs->scatter;
    return dwords == 4 && loads_quads(e) ? e->costs->quads
           : dwords == 2                 ? gather + gather / 2
                                         : dwords * gather;
}

/* Of a tile, if lanes are so far apart; one more than 64 bytes apart costs more, since each lane
 * has lines of its own. */
static unsigned tile_cost(const struct spacing *lanes, bool is_load)
{
    unsigned cost = 4 * rows_of_tile(lanes);
    return lanes->step <= MAX_TILE_BYTES ? cost : is_load ? 4 * cost : 2 * cost;
}

static struct ahead look_ahead(const struct emitter *e, const struct plan *p, unsigned step)
{
    const struct region_op *end = &e->region->ops[e->block->op + e->block->ops];
    const struct rdna3_mem *m = &p->o->mem;
    varset where = rdna3_address_vars(e, p->o);
    unsigned cost = 0;
    int32_t low = m->offset, high = low + m->bytes;
    int32_t most = (int32_t)(step < MAX_TILE_BYTES ? step : MAX_TILE_BYTES);
    for (const struct region_op *at = p->at; at < end; at++) {
        const struct rdna3_op *o = rdna3_op(op_of(e->region, at));
        if (rdna3_is_access(e, at) && at->is_load == p->at->is_load) {
            int32_t from = o->mem.offset, to = from + o->mem.bytes;
            bool is_alike = o->insn->format == p->o->insn->format && o->mem.addr == m->addr &&
                            o->mem.saddr == m->saddr;
            if (!is_alike && !at->is_load)
                break;
            if (is_alike && high - from <= most && to - low <= most) {
                low = from < low ? from : low;
                high = to > high ? to : high;
                cost += cost_of(e, o->mem.bytes, at->is_load);
            }
        }
        if (sets_meet(&at->fx.def, &where))
            break;
    }
    return (struct ahead){cost, m->offset - low, (unsigned)(high - low)};
}

/* Whether an element is in a structure's dwords. */
static bool is_aligned(unsigned at, unsigned bytes)
{
    return bytes >= 4 ? at % 4 == 0 : at % 4 + bytes <= 4;
}

/* Where element k is. */
static struct spacing spacing_of(const struct plan *p, unsigned k)
{
    struct spacing s = p->where[k][0].spacing;
    s.by += p->a[k].offset;
    return s;
}

bool rdna3_load_tile(struct emitter *e, const struct plan *p, unsigned k, LLVMValueRef out[4])
{
    const struct access *a = &p->a[k];
    struct spacing lanes = spacing_of(p, k), structure = lanes;
    if (a->is_lds || a->is_scratch || p->parts != 1 || !e->tiles)
        return false;
    if (do_overlap(e, &lanes, a->bytes)) {
        LLVMValueRef from[2];
        point_at(e, &lanes, from);
        out[0] = load_overlapping(e, &lanes, a->bytes, from);
        return true;
    }
    if (!can_tile(e, &lanes))
        return false;
    struct tile *t = find_tile(e, &lanes, a->bytes);
    if (!t) {
        struct ahead n = look_ahead(e, p, lanes.step);
        if (a->bytes > lanes.step || n.cost < tile_cost(&lanes, true) ||
            !tile_pays(e, &lanes, n.span))
            return false;
        if (!is_aligned((unsigned)n.before, a->bytes))
            n = (struct ahead){.span = a->bytes};
        LLVMValueRef from[2];
        structure.by -= n.before;
        point_at(e, &structure, from);
        t = add_tile(e, &structure, n.span, from);
    }
    load_from_tile(e, t, &lanes, a->bytes, out);
    return true;
}

/* Whether an op's elements lie in structures of lanes that are stored together, and begins with
 * these if stores are put off for none. */
static bool can_put_off(struct emitter *e, const struct plan plan[MAX_TEAM_WAVES],
                        const struct spacing lanes[MAX_TEAM_WAVES])
{
    struct tile_stores *s = &e->tiles->put_off;
    unsigned bytes = plan[0].a[0].bytes;
    if (joins_tile_stores(e, lanes, bytes))
        return true;
    rdna3_store_tiles(e);
    struct ahead n = look_ahead(e, &plan[0], lanes[0].step);
    if (bytes > lanes[0].step || n.cost < tile_cost(&lanes[0], false) ||
        !tile_pays(e, &lanes[0], n.span))
        return false;
    if (!is_aligned((unsigned)n.before, bytes))
        n.before = 0;
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        s->lanes[w] = lanes[w];
        s->lanes[w].by -= n.before;
    }
    return true;
}

struct tile_store *rdna3_put_off(struct emitter *e, const struct plan plan[MAX_TEAM_WAVES])
{
    struct spacing lanes[MAX_TEAM_WAVES];
    if (!team_is_full(e))
        return NULL;
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        const struct plan *p = &plan[w];
        lanes[w] = spacing_of(p, 0);
        if (!rdna3_is_global(p) || p->parts != 1 || p->is_atomic || p->a[0].way != WAY_ANY ||
            !can_tile(e, &lanes[w]) || lanes[w].step != lanes[0].step)
            return NULL;
    }
    if (!can_put_off(e, plan, lanes))
        return NULL;
    struct tile_stores *s = &e->tiles->put_off;
    struct tile_store *to = &s->stores[s->count++];
    to->at = (unsigned)(lanes[0].by - s->lanes[0].by);
    to->bytes = plan[0].a[0].bytes;
    e->tiles->has_stores = true;
    return to;
}

void rdna3_store_tiles(struct emitter *e)
{
    struct tile_stores *s = &e->tiles->put_off;
    for (unsigned w = 0; w < e->crew->team->waves && s->count; w++) {
        LLVMValueRef at[2];
        team_switch(e, w);
        point_at(e, &s->lanes[w], at);
        begin_stores(e, w);
        store_tile(e, w, at);
        end_stores(e, w);
    }
    s->count = 0;
}
