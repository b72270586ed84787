/* flat.c: FLAT, GLOBAL and SCRATCH instructions.
 *
 * GLOBAL addresses are host addresses inside the window. FLAT addresses in the shared or
 * private aperture go to LDS or scratch, lane by lane. Scratch is kept as
 * [dword][lane], which is also the hardware's swizzle.
 *
 * Manual: chapter 11. */
#include <stdio.h>

#include "isa/rdna3/exec/halves.h"
#include "isa/rdna3/exec/mem.h"

MEM_RACY_BEGIN

MEM_INLINE bool is_scratch(const struct rdna3_op *o) { return o->insn->format == FMT_SCRATCH; }

MEM_INLINE u32x32 thread_ids(unsigned half) { return lane_ids() + 32 * half; }

/* The part of a GLOBAL address that all lanes share. */
MEM_INLINE uint64_t scalar_base(const struct rdna3_wave *w, const struct rdna3_mem *m)
{
    uint64_t base = (uint64_t)(int64_t)m->offset;
    return m->saddr == NO_SADDR ? base : base + s64(w, m->saddr);
}

/* Offset into the lane's scratch; sums are of 32 bits (11.2). */
MEM_INLINE u32x32 scratch_offsets(struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half)
{
    uint32_t base = (uint32_t)m->offset + (m->saddr == NO_SADDR ? 0 : w->s[m->saddr]);
    return m->has_addr ? vgpr(w, m->addr, half)->u + base : splat32(base);
}

void FN(flat_addresses)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, u64x32 *at)
{
    const struct rdna3_mem *m = &o->mem;
    if (is_scratch(o)) {
        *at = zext32(scratch_offsets(w, m, half));
        return;
    }
    uint64_t base = scalar_base(w, m);
    if (m->addtid)
        *at = base + zext32(thread_ids(half) * 4);
    else if (m->saddr != NO_SADDR)
        *at = base + zext32(vgpr(w, m->addr, half)->u);
    else
        *at = base + join32(vgpr(w, m->addr, half)->u, vgpr(w, m->addr + 1u, half)->u);
}

/* ---- scratch ---- */

/* Host address of byte `offset` of lane `lane`. */
MEM_INLINE uint64_t scratch_at(const struct rdna3_wave *w, uint32_t offset, unsigned lane)
{
    return (uint64_t)(uintptr_t)w->base.scratch +
           ((uint64_t)(offset >> 2) * w->base.lanes + lane) * 4 + (offset & 3);
}

/* One dword at each lane's offset, which is a multiple of 4. */
static void scratch_dwords(const struct rdna3_wave *w, u32x32 offset, uint32_t on, unsigned half,
                           vec32 *value, bool store)
{
    struct run run = run_of(offset, on, 4);
    if (run.kind == RUN_SAME) {
        any_u32x32 *p = host(scratch_at(w, run.first, 32 * half));
        if (store)
            *p = select32(on, value->u, *p);
        else
            value->u = *p;
        return;
    }
    u64x32 at = zext32(offset >> 2) * w->base.lanes + zext32(thread_ids(half));
    at = at * 4 + (uint64_t)(uintptr_t)w->base.scratch;
    if (store)
        FN(mem_scatter)(&at, on, 4, value);
    else
        FN(mem_gather)(&at, on, 4, value);
}

/* Elements inside a dword, and elements that straddle dwords, byte by byte. */
static void scratch_bytes(const struct rdna3_wave *w, u32x32 offset, uint32_t on, unsigned half,
                          unsigned bytes, vec32 raw[4], bool store)
{
    for (unsigned i = 0; !store && i < (bytes + 3) / 4; i++)
        raw[i].u = splat32(0);
    for (; on; on &= on - 1) {
        unsigned l = (unsigned)__builtin_ctz(on);
        for (unsigned b = 0; b < bytes; b++) {
            uint8_t *p = host(scratch_at(w, offset[l] + b, l + 32 * half));
            uint32_t *r = raw_lane(&raw[b / 4], l);
            if (store)
                *p = (uint8_t)(*r >> b % 4 * 8);
            else
                *r |= (uint32_t)*p << b % 4 * 8;
        }
    }
}

static void scratch_access(const struct rdna3_wave *w, u32x32 offset, uint32_t on, unsigned half,
                           unsigned bytes, vec32 raw[4], bool store)
{
    if (!on)
        return;
    if (bytes < 4 || (mask_of((offset & 3) != 0) & on)) {
        scratch_bytes(w, offset, on, half, bytes, raw, store);
        return;
    }
    for (unsigned i = 0; i < bytes / 4; i++)
        scratch_dwords(w, offset + 4 * i, on, half, &raw[i], store);
}

/* Lanes whose element does not fit in their scratch. */
MEM_INLINE uint32_t outside_scratch(const struct rdna3_wave *w, u32x32 offset, uint32_t on,
                                    unsigned bytes)
{
    if (w->base.scratch_bytes < bytes)
        return on;
    return mask_of(offset > w->base.scratch_bytes - bytes) & on;
}

static void scratch_fault(struct rdna3_wave *w, const struct rdna3_op *o, const uint32_t bad[2],
                          const u64x32 at[2])
{
    char text[160];
    u64x32 offset[2];
    for (unsigned h = 0; h < w->halves; h++)
        offset[h] = at[h] & UINT32_MAX;
    snprintf(text, sizeof text,
             "the address is an offset into scratch, of which a lane has %u bytes",
             w->base.scratch_bytes);
    FN(memory_fault)(w, o, SHOAL_FAULT_MEMORY, bad, offset, o->mem.bytes, text);
}

/* ---- SCRATCH at one offset for all lanes: what compilers make of stack slots ---- */

/* The offset that all active lanes of a pass use, if they do and it is in range. */
MEM_INLINE bool common_offset(struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half,
                              uint32_t on, uint32_t *offset)
{
    struct run run = {RUN_SAME, 0};
    if (m->has_addr)
        run = run_of(scratch_offsets(w, m, half), on, 4);
    else
        run.first = scratch_offsets(w, m, half)[0];
    *offset = run.first;
    return run.kind == RUN_SAME && run.first + (uint64_t)m->bytes <= w->base.scratch_bytes &&
           (run.first % 4 == 0 || run.first % 4 + m->bytes <= 4);
}

static void slot_load(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                      uint32_t offset)
{
    const struct rdna3_mem *m = &o->mem;
    vec32 raw[4];
    for (unsigned i = 0; i < m->dwords; i++)
        raw[i].u = *(const any_u32x32 *)host(scratch_at(w, (offset & ~3u) + 4 * i, 32 * half));
    if (m->bytes < 4)
        raw[0].u = raw[0].u >> offset % 4 * 8 & ((1u << 8 * m->bytes) - 1);
    FN(put_load)(w, o, half, on, raw);
}

static void slot_store(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                       uint32_t offset)
{
    const struct rdna3_mem *m = &o->mem;
    uint32_t part = m->bytes < 4 ? ((1u << 8 * m->bytes) - 1) << offset % 4 * 8 : UINT32_MAX;
    vec32 raw[4];
    FN(get_store)(w, o, half, m->data, raw);
    for (unsigned i = 0; i < m->dwords; i++) {
        any_u32x32 *p = host(scratch_at(w, (offset & ~3u) + 4 * i, 32 * half));
        u32x32 mask = lanes_of(on) & part;
        *p = pick32(mask, raw[i].u << offset % 4 * 8, *p);
    }
}

static bool scratch_pattern(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    uint32_t on[2], offset[2];
    for (unsigned h = 0; h < w->halves; h++) {
        on[h] = mem_exec(w, m, h);
        if (on[h] && !common_offset(w, m, h, on[h], &offset[h]))
            return false;
    }
    for (unsigned h = 0; h < w->halves; h++) {
        if (on[h] && m->kind == MEM_LOAD)
            slot_load(w, o, h, on[h], offset[h]);
        else if (on[h])
            slot_store(w, o, h, on[h], offset[h]);
    }
    return true;
}

/* ---- GLOBAL, and FLAT where it is the same ---- */

/* Where the lanes of a pass are. false: not all of them are inside the window with one upper
 * half of their addresses, or they may be in an aperture. */
MEM_INLINE bool find_pass(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                          struct pass *p, unsigned bytes)
{
    const struct rdna3_mem *m = &o->mem;
    const struct machine *mc = w->base.machine;
    p->on = mem_exec(w, m, half);
    p->offset = vgpr(w, m->addr, half)->u;
    p->base = scalar_base(w, m);
    if (!p->on) {
        find_halves(p, bytes);
        return true;
    }
    if (m->saddr == NO_SADDR) {
        const vec32 *high = vgpr(w, m->addr + 1u, half);
        uint32_t first = ((const uint32_t *)high)[__builtin_ctz(p->on)];
        if (mask_of(high->u != first) & p->on)
            return false;
        if (o->insn->format == FMT_FLAT && (first == (uint32_t)(mc->shared_base >> 32) ||
                                            first == (uint32_t)(mc->private_base >> 32)))
            return false;
        p->base += (uint64_t)first << 32;
    }
    find_halves(p, bytes);
    for (unsigned h = 0; h < 2; h++) {
        struct half x = p->half[h];
        uint64_t from = p->base - mc->window_base;
        if (x.on && x.kind == RUN_NONE) {
            u64x16 at = from + WIDEN(u64x16, h ? HIGH16(p->offset) : LOW16(p->offset));
            if (mc->window_size < bytes ||
                (mask16(WIDEN(i32x16, at > mc->window_size - bytes)) & x.on))
                return false;
        } else if (x.on) {
            uint64_t at, span = half_span(x, bytes, &at);
            if (!in_window(mc, p->base + at, span))
                return false;
        }
    }
    return true;
}

MEM_INLINE bool plain_load(struct rdna3_wave *w, const struct rdna3_op *o, unsigned bytes)
{
    struct pass p[2];
    vec32 raw[2][4];
    for (unsigned h = 0; h < w->halves; h++)
        if (!find_pass(w, o, h, &p[h], bytes))
            return false;
    access_begin(w, o);
    for (unsigned h = 0; h < w->halves; h++)
        pass_load(&p[h], bytes, raw[h]);
    access_end(w);
    for (unsigned h = 0; h < w->halves; h++)
        FN(put_load)(w, o, h, p[h].on, raw[h]);
    return true;
}

MEM_INLINE bool plain_store(struct rdna3_wave *w, const struct rdna3_op *o, unsigned bytes)
{
    struct pass p[2];
    vec32 raw[2][4];
    for (unsigned h = 0; h < w->halves; h++) {
        if (!find_pass(w, o, h, &p[h], bytes))
            return false;
        FN(get_store)(w, o, h, o->mem.data, raw[h]);
    }
    access_begin(w, o);
    for (unsigned h = 0; h < w->halves; h++)
        pass_store(&p[h], bytes, raw[h]);
    access_end(w);
    return true;
}

static bool plain_access(struct rdna3_wave *w, const struct rdna3_op *o)
{
    bool load = o->mem.kind == MEM_LOAD;
    switch (o->mem.bytes) {
    case 1:
        return load ? plain_load(w, o, 1) : plain_store(w, o, 1);
    case 2:
        return load ? plain_load(w, o, 2) : plain_store(w, o, 2);
    case 4:
        return load ? plain_load(w, o, 4) : plain_store(w, o, 4);
    case 8:
        return load ? plain_load(w, o, 8) : plain_store(w, o, 8);
    case 12:
        return load ? plain_load(w, o, 12) : plain_store(w, o, 12);
    default:
        return load ? plain_load(w, o, 16) : plain_store(w, o, 16);
    }
}

/* ---- any addresses ---- */

/* The lanes of an instruction, sorted by where they go. */
struct lanes {
    u64x32 at[2]; /* device addresses; of wave32 only the first is set */
    uint32_t exec[2], global[2], lds[2], scratch[2];
};

static void find_lanes(struct rdna3_wave *w, const struct rdna3_op *o, struct lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    const struct machine *mc = w->base.machine;
    for (unsigned h = 0; h < 2; h++)
        x->exec[h] = x->global[h] = x->lds[h] = x->scratch[h] = 0;
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t on = x->exec[h] = mem_exec(w, m, h);
        FN(flat_addresses)(w, o, h, &x->at[h]);
        if (is_scratch(o)) {
            x->scratch[h] = on;
            continue;
        }
        if (o->insn->format == FMT_FLAT) {
            /* The aperture test is made before the offset is added (11.1.1). */
            u32x32 high = vgpr(w, m->addr + 1u, h)->u;
            x->lds[h] = mask_of(high == (uint32_t)(mc->shared_base >> 32)) & on;
            x->scratch[h] = mask_of(high == (uint32_t)(mc->private_base >> 32)) & on & ~x->lds[h];
        }
        x->global[h] = on & ~x->lds[h] & ~x->scratch[h];
    }
}

/* Stops the wave with the first check that fails and returns false, or returns true. */
static bool check_lanes(struct rdna3_wave *w, const struct rdna3_op *o, const struct lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    uint32_t bad[2] = {0, 0}, overflow[2] = {0, 0}, misaligned[2] = {0, 0}, wide[2] = {0, 0};
    if (__builtin_expect(w->base.machine->lds_faults && x->lds[0] | x->lds[1], 0)) {
        u32x32 offset[2] = {trunc32(x->at[0]), trunc32(x->at[1])};
        if (FN(lds_fault)(w, o, x->lds, offset, m->bytes))
            return false;
    }
    for (unsigned h = 0; h < w->halves; h++) {
        bad[h] = outside_window(w->base.machine, &x->at[h], x->global[h], m->bytes);
        if (x->scratch[h])
            overflow[h] = outside_scratch(w, trunc32(x->at[h]), x->scratch[h], m->bytes);
        if (m->kind == MEM_ATOMIC) {
            misaligned[h] = mask_of64((x->at[h] & (uint64_t)(m->bytes - 1)) != 0) & x->exec[h];
            wide[h] = m->bytes == 8 ? x->scratch[h] : 0;
        }
    }
    if (bad[0] | bad[1])
        FN(memory_fault)(w, o, SHOAL_FAULT_MEMORY, bad, x->at, m->bytes, NULL);
    else if (overflow[0] | overflow[1])
        scratch_fault(w, o, overflow, x->at);
    else if (misaligned[0] | misaligned[1])
        FN(memory_fault)(w, o, SHOAL_FAULT_MISALIGNED, misaligned, x->at, m->bytes, NULL);
    else if (wide[0] | wide[1]) /* 11.1.1 */
        FN(memory_fault)
    (w, o, SHOAL_FAULT_MEMORY, wide, x->at, m->bytes, "scratch has no 64-bit atomics");
    else return true;
    return false;
}

static void flat_load(struct rdna3_wave *w, const struct rdna3_op *o, const struct lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    vec32 raw[2][4];
    access_begin(w, o);
    for (unsigned h = 0; h < w->halves; h++)
        FN(mem_gather)(&x->at[h], x->global[h], m->bytes, raw[h]);
    access_end(w);
    for (unsigned h = 0; h < w->halves; h++) {
        if (!(x->lds[h] | x->scratch[h]))
            continue;
        u32x32 low = trunc32(x->at[h]);
        vec32 part[4];
        if (x->lds[h]) {
            FN(lds_gather)(w, &low, x->lds[h], m->bytes, part);
            for (unsigned i = 0; i < m->dwords; i++)
                put_lanes(&raw[h][i], x->lds[h], part[i].u);
        }
        if (x->scratch[h]) {
            scratch_access(w, low, x->scratch[h], h, m->bytes, part, false);
            for (unsigned i = 0; i < m->dwords; i++)
                put_lanes(&raw[h][i], x->scratch[h], part[i].u);
        }
    }
    for (unsigned h = 0; h < w->halves; h++) {
        if (!x->exec[h])
            continue;
        if (m->tolds)
            FN(store_to_lds)(w, o, h, x->exec[h], raw[h]);
        else
            FN(put_load)(w, o, h, x->exec[h], raw[h]);
    }
}

static void flat_store(struct rdna3_wave *w, const struct rdna3_op *o, const struct lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    vec32 raw[4];
    for (unsigned h = 0; h < w->halves; h++) {
        u32x32 low = trunc32(x->at[h]);
        if (!x->exec[h])
            continue;
        FN(get_store)(w, o, h, m->data, raw);
        access_begin(w, o);
        FN(mem_scatter)(&x->at[h], x->global[h], m->bytes, raw);
        access_end(w);
        if (x->lds[h])
            FN(lds_scatter)(w, &low, x->lds[h], m->bytes, raw);
        scratch_access(w, low, x->scratch[h], h, m->bytes, raw, true);
    }
}

static void flat_atomic(struct rdna3_wave *w, const struct rdna3_op *o, const struct lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    vec32 old[2][2];
    memset(old, 0, sizeof old);
    for (unsigned h = 0; h < w->halves; h++) {
        struct atomic_step a;
        if (!x->exec[h])
            continue;
        FN(atomic_operands)(w, o, h, &a);
        uint32_t in_lds = x->lds[h], scratch = x->scratch[h];
        u32x32 low = trunc32(x->at[h]);
        u64x32 at;
        FN(lds_addresses)(w, &low, m->bytes, &at, &in_lds);
        FN(mem_atomic)(&a, &at, in_lds, old[h]);
        a.mode |= MODE_CACHE_ATOMIC;
        for (uint32_t left = scratch; left; left &= left - 1) {
            unsigned l = (unsigned)__builtin_ctz(left);
            at = splat64(scratch_at(w, (uint32_t)x->at[h][l], l + 32 * h));
            FN(mem_atomic)(&a, &at, left & -left, old[h]);
        }
        a.is_shared = true;
        access_begin(w, o);
        FN(mem_atomic)(&a, &x->at[h], x->global[h], old[h]);
        access_end(w);
    }
    for (unsigned h = 0; h < w->halves && m->returns; h++)
        for (unsigned i = 0; i < m->dwords; i++)
            put_lanes(vgpr(w, m->vdst + i, h), x->exec[h], old[h][i].u);
}

const struct op *FN(exec_flat)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_mem *m = &o->mem;
    if (m->kind != MEM_ATOMIC && !m->tolds) {
        if (is_scratch(o) ? scratch_pattern(w, o) : m->has_addr && plain_access(w, o))
            return &op_next(o)->base;
    }
    struct lanes x;
    find_lanes(w, o, &x);
    if (__builtin_expect(!check_lanes(w, o, &x), 0))
        return NULL;
    if (m->kind == MEM_LOAD)
        flat_load(w, o, &x);
    else if (m->kind == MEM_STORE)
        flat_store(w, o, &x);
    else
        flat_atomic(w, o, &x);
    return &op_next(o)->base;
}

MEM_RACY_END
