/* lds.c: DS instructions that are more than a load, store or atomic per lane: permutes,
 * counters, the ray-tracing stack; and cache invalidations, which have nothing to do here.
 *
 * Manual: 12.5.2, 12.5.3, 16.15. */
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/sem/sem.h"

/* ---- caches: memory is always coherent ---- */

#define NOTHING(name)                                                                              \
    SEM(name)                                                                                      \
    {                                                                                              \
        (void)w;                                                                                   \
        return op_next(o);                                                                         \
    }
NOTHING(ds_nop)
NOTHING(s_gl1_inv)
NOTHING(s_dcache_inv)
NOTHING(s_atc_probe)
NOTHING(s_atc_probe_buffer)
NOTHING(buffer_gl0_inv)
NOTHING(buffer_gl1_inv)

/* ---- permutes ---- */

/* Lane n of the result: lane from[n] & 31 of x. */
#ifdef __AVX512F__
static inline u32x32 gather_lanes(u32x32 x, u32x32 from)
{
    typedef VEC(uint32_t, 64) u32x16;
    typedef union {
        u32x32 all;
        u32x16 row[2];
    } rows;
    rows v = {x}, at = {from}, low, high;
    for (unsigned i = 0; i < 2; i++) {
        low.row[i] = __builtin_shufflevector(v.row[0], at.row[i] & 15);
        high.row[i] = __builtin_shufflevector(v.row[1], at.row[i] & 15);
    }
    return pick32((u32x32)((from & 16) != 0), high.all, low.all);
}
#else
/* Through memory: taking vectors apart lane by lane costs far more. */
static __attribute__((noinline)) void gather_words(uint32_t *r, const uint32_t *x,
                                                   const uint32_t *from)
{
    for (unsigned l = 0; l < 32; l++)
        r[l] = x[from[l] & 31];
}

static inline u32x32 gather_lanes(u32x32 x, u32x32 from)
{
    u32x32 r;
    gather_words((uint32_t *)&r, (const uint32_t *)&x, (const uint32_t *)&from);
    return r;
}
#endif

/* Lane n of the result: lane from[n] of src if that lane is active, else 0. */
static inline u32x32 pull(const vec32 *src, u32x32 from, uint32_t exec)
{
    return gather_lanes(select32(exec, src->u, splat32(0)), from);
}

/* Lane that each lane reads, for a 16-bit swizzle pattern. */
static inline u32x32 swizzle_lanes(uint32_t offset)
{
    u32x32 i = lane_ids();
    if (offset >= 0xe000) { /* FFT */
        uint32_t mask = offset & 31;
        u32x32 j = (i & 1) << 4 | (i & 2) << 2 | (i & 4) | (i & 8) >> 2 | (i & 16) >> 4;
        return j >> (uint32_t)__builtin_popcount(mask) | (i & mask);
    }
    if (offset >= 0xc000) { /* rotate */
        uint32_t mask = offset & 31, by = offset >> 5 & 31;
        if (offset & 0x400)
            by = -by;
        return (i & mask) | ((i + by) & ~mask & 31);
    }
    if (offset & 0x8000) /* quads */
        return (i & 28) | ((offset & 0xff) >> (i & 3) * 2 & 3);
    return ((i & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31);
}

SEM(ds_swizzle_b32)
{
    const struct rdna3_mem *m = &o->mem;
    u32x32 from = swizzle_lanes((uint32_t)m->offset);
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = mem_exec(w, m, h);
        put_lanes(vgpr(w, m->vdst, h), exec, pull(vgpr(w, m->addr, h), from, exec));
    }
    return op_next(o);
}

/* Each half of wave64 is permuted on its own (12.5.2). */
SEM(ds_bpermute_b32)
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = mem_exec(w, m, h);
        u32x32 from = (vgpr(w, m->addr, h)->u + (uint32_t)m->offset) >> 2;
        put_lanes(vgpr(w, m->vdst, h), exec, pull(vgpr(w, m->data, h), from, exec));
    }
    return op_next(o);
}

SEM(ds_permute_b32)
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = mem_exec(w, m, h);
        u32x32 to = (vgpr(w, m->addr, h)->u + (uint32_t)m->offset) >> 2;
        vec32 data = *vgpr(w, m->data, h), r = {.u = splat32(0)};
        for (uint32_t left = exec; left; left &= left - 1) {
            unsigned l = (unsigned)__builtin_ctz(left);
            r.u[to[l] & 31] = data.u[l];
        }
        put_lanes(vgpr(w, m->vdst, h), exec, r.u);
    }
    return op_next(o);
}

/* ---- counters ---- */

/* One addition for the whole wave. The address is M0[15:0] + offset: 16.15 speaks of M0.base,
 * which is in the upper half for GDS; compilers put an LDS address into the lower. */
static const struct rdna3_op *count(struct rdna3_wave *w, const struct rdna3_op *o, bool up)
{
    const struct rdna3_mem *m = &o->mem;
    uint64_t exec = m->no_exec ? 0 : wave_exec(w);
    uint32_t at = (w->s[SRC_M0] & 0xffff) + (uint32_t)m->offset, old = 0;
    const struct group *g = w->base.group;
    if (!exec)
        return op_next(o);
    if (at & 3)
        return FN(fault)(w, o, SHOAL_FAULT_MISALIGNED, exec, at, 4,
                         "the address is an offset into LDS");
    if (at + UINT64_C(4) <= g->lds_bytes) {
        uint32_t n = (uint32_t)__builtin_popcountll(exec), x;
        memcpy(&old, g->lds + at, 4);
        x = up ? old + n : old - n;
        memcpy(g->lds + at, &x, 4);
    }
    for (unsigned h = 0; h < w->halves; h++)
        put_lanes(vgpr(w, m->vdst, h), mem_exec(w, m, h), splat32(old));
    return op_next(o);
}

SEM(ds_append) { return count(w, o, true); }
SEM(ds_consume) { return count(w, o, false); }

/* ---- ray tracing ---- */

#define INVALID_NODE UINT32_MAX

struct bvh_stack {
    uint8_t *lds;
    uint32_t lds_bytes;
    uint32_t base, index, size;
};

/* Entries of one lane are 32 dwords apart: the stacks of 32 lanes are interleaved. */
static uint32_t *stack_entry(const struct bvh_stack *s)
{
    uint64_t at = s->base + (uint64_t)(s->index & (s->size - 1)) * 128;
    return at + 4 <= s->lds_bytes ? (uint32_t *)(void *)(s->lds + at) : NULL;
}

static void push(struct bvh_stack *s, uint32_t node)
{
    uint32_t *p = stack_entry(s);
    if (p)
        *p = node;
    s->index = (s->index + 1) & 0xffff;
}

/* The entry pushed last; it is marked invalid, so that a stack that has wrapped around
 * and is exhausted says so. */
static uint32_t pop(struct bvh_stack *s)
{
    s->index = (s->index - 1) & 0xffff;
    uint32_t *p = stack_entry(s), node = p ? *p : 0;
    if (p)
        *p = INVALID_NODE;
    return node;
}

static bool is_node(uint32_t node, uint32_t last) { return node != INVALID_NODE && node != last; }

SEM(ds_bvh_stack_rtn_b32)
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned h = 0; h < w->halves; h++) {
        vec32 result = *vgpr(w, m->vdst, h), address = *vgpr(w, m->addr, h);
        for (uint32_t left = mem_exec(w, m, h); left; left &= left - 1) {
            unsigned l = (unsigned)__builtin_ctz(left);
            uint32_t a = address.u[l], last = vgpr(w, m->data, h)->u[l];
            struct bvh_stack s = {w->base.group->lds, w->base.group->lds_bytes, a >> 18 << 2,
                                  a & 0xffff, 8u << ((uint32_t)m->offset >> 12 & 3)};
            bool matched = false;
            for (unsigned i = 0; i < 3 && !matched; i++) {
                uint32_t node = vgpr(w, m->data1 + i, h)->u[l];
                if (is_node(node, last))
                    push(&s, node);
                else if (node == last && last != INVALID_NODE)
                    matched = true; /* what follows has been visited already */
            }
            uint32_t node = vgpr(w, m->data1 + 3u, h)->u[l];
            result.u[l] = !matched && is_node(node, last) ? node : pop(&s);
            address.u[l] = (a & ~0xffffu) | s.index;
        }
        *vgpr(w, m->vdst, h) = result;
        if (!m->no_exec)
            *vgpr(w, m->addr, h) = address;
    }
    return op_next(o);
}
