/* lds.c: LDS loads, stores and atomics (DS instructions), and LDS as other instructions
 * reach it. The lane permutes and the counters are in sem/lds.c.
 *
 * A work-group runs on one host thread, so nothing here needs host atomics. Any alignment is
 * allowed except for atomics (the alignment mode that compilers assume is UNALIGNED, 3.3.4.1).
 *
 * Manual: 3.3.4, 12.5. */
#include "isa/rdna3/exec/halves.h"
#include "isa/rdna3/exec/mem.h"

MEM_RACY_BEGIN

/* ---- any addresses ---- */

/* The lanes whose elements end inside LDS. */
MEM_INLINE uint32_t lanes_inside(const struct group *g, u32x32 offset, unsigned bytes)
{
    return g->lds_bytes < bytes ? 0 : mask_of(offset <= g->lds_bytes - bytes);
}

void FN(lds_addresses)(const struct rdna3_wave *w, const u32x32 *offset, unsigned bytes, u64x32 *at,
                       uint32_t *on)
{
    const struct group *g = w->base.group;
    *on &= lanes_inside(g, *offset, bytes);
    *at = zext32(*offset) + (uint64_t)(uintptr_t)g->lds;
}

void FN(lds_gather)(const struct rdna3_wave *w, const u32x32 *offset, uint32_t on, unsigned bytes,
                    vec32 raw[4])
{
    u64x32 at;
    FN(lds_addresses)(w, offset, bytes, &at, &on);
    FN(mem_gather)(&at, on, bytes, raw);
}

void FN(lds_scatter)(const struct rdna3_wave *w, const u32x32 *offset, uint32_t on, unsigned bytes,
                     const vec32 raw[4])
{
    u64x32 at;
    FN(lds_addresses)(w, offset, bytes, &at, &on);
    FN(mem_scatter)(&at, on, bytes, raw);
}

bool FN(lds_fault)(struct rdna3_wave *w, const struct rdna3_op *o, const uint32_t on[2],
                   const u32x32 offset[2], unsigned bytes)
{
    const struct group *g = w->base.group;
    uint32_t bad[2] = {0, 0}, lane = 0;
    for (unsigned h = w->halves; h-- > 0;) {
        bad[h] = on[h] & ~lanes_inside(g, offset[h], bytes);
        if (bad[h])
            lane = 32 * h + (uint32_t)__builtin_ctz(bad[h]);
    }
    if (!(bad[0] | bad[1]))
        return false;
    uint32_t first = ((const uint32_t *)&offset[lane / 32])[lane % 32];
    FN(fault)
    (w, o, SHOAL_FAULT_LDS, bad[0] | (uint64_t)bad[1] << 32, first, bytes,
     "%u bytes at offset %u of LDS, of which the work-group has %u bytes", bytes, first,
     g->lds_bytes);
    return true;
}

/* ---- one element per lane ---- */

MEM_INLINE struct pass lds_pass(const struct rdna3_wave *w, u32x32 offset, uint32_t on,
                                unsigned bytes)
{
    const struct group *g = w->base.group;
    struct pass p = {
        on & lanes_inside(g, offset, bytes), (uint64_t)(uintptr_t)g->lds, offset, {{0}}};
    find_halves(&p, bytes);
    return p;
}

MEM_INLINE void load_any(struct rdna3_wave *w, u32x32 offset, uint32_t on, vec32 *raw,
                         unsigned bytes)
{
    struct pass p = lds_pass(w, offset, on, bytes);
    pass_load(&p, bytes, raw);
    if (__builtin_expect(p.on != on, 0))
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            raw[i].u &= lanes_of(p.on);
}

MEM_INLINE void store_any(struct rdna3_wave *w, u32x32 offset, uint32_t on, const vec32 *raw,
                          unsigned bytes)
{
    struct pass p = lds_pass(w, offset, on, bytes);
    pass_store(&p, bytes, raw);
}

static void load_elements(struct rdna3_wave *w, u32x32 offset, uint32_t on, unsigned bytes,
                          vec32 raw[4])
{
    switch (bytes) {
    case 1:
        load_any(w, offset, on, raw, 1);
        break;
    case 2:
        load_any(w, offset, on, raw, 2);
        break;
    case 4:
        load_any(w, offset, on, raw, 4);
        break;
    case 8:
        load_any(w, offset, on, raw, 8);
        break;
    case 12:
        load_any(w, offset, on, raw, 12);
        break;
    default:
        load_any(w, offset, on, raw, 16);
        break;
    }
}

static void store_elements(struct rdna3_wave *w, u32x32 offset, uint32_t on, unsigned bytes,
                           vec32 raw[4])
{
    switch (bytes) {
    case 1:
        store_any(w, offset, on, raw, 1);
        break;
    case 2:
        store_any(w, offset, on, raw, 2);
        break;
    case 4:
        store_any(w, offset, on, raw, 4);
        break;
    case 8:
        store_any(w, offset, on, raw, 8);
        break;
    case 12:
        store_any(w, offset, on, raw, 12);
        break;
    default:
        store_any(w, offset, on, raw, 16);
        break;
    }
}

/* ---- DS instructions ---- */

/* Byte offsets into LDS of the lanes, without the instruction's offsets. */
MEM_INLINE u32x32 lane_base(struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half)
{
    if (m->addtid) /* 12.5: M0 + offset + 4 lane */
        return (w->s[SRC_M0] & 0xffff) + (lane_ids() + 32 * half) * 4;
    return vgpr(w, m->addr, half)->u;
}

u32x32 FN(lds_bases)(struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half)
{
    return lane_base(w, m, half);
}

/* FN(lds_fault) of a DS instruction's elements. */
static bool ds_fault(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    uint32_t on[2] = {0, 0};
    u32x32 offset[2] = {{0}};
    for (unsigned i = 0; i <= m->addr2; i++) {
        for (unsigned h = 0; h < w->halves; h++) {
            on[h] = mem_exec(w, m, h);
            offset[h] = lane_base(w, m, h) + (uint32_t)(i ? m->offset1 : m->offset);
        }
        if (FN(lds_fault)(w, o, on, offset, m->bytes))
            return true;
    }
    return false;
}

static void ds_load(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on)
{
    const struct rdna3_mem *m = &o->mem;
    u32x32 base = lane_base(w, m, half);
    vec32 raw[8];
    load_elements(w, base + (uint32_t)m->offset, on, m->bytes, raw);
    if (!m->addr2) {
        FN(put_load)(w, o, half, on, raw);
        return;
    }
    load_elements(w, base + (uint32_t)m->offset1, on, m->bytes, raw + m->dwords);
    for (unsigned i = 0; i < 2u * m->dwords; i++)
        put_lanes(vgpr(w, m->vdst + i, half), on, raw[i].u);
}

static void ds_store(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on)
{
    const struct rdna3_mem *m = &o->mem;
    u32x32 base = lane_base(w, m, half);
    vec32 raw[4];
    FN(get_store)(w, o, half, m->data, raw);
    store_elements(w, base + (uint32_t)m->offset, on, m->bytes, raw);
    if (m->addr2) {
        FN(get_store)(w, o, half, m->data1, raw);
        store_elements(w, base + (uint32_t)m->offset1, on, m->bytes, raw);
    }
}

/* The STOREXCHG_2ADDR forms read both elements of a lane before they write either. */
static void atomic_pairs(const struct atomic_step *a, const u64x32 at[2], const uint32_t on[2],
                         vec32 old[4])
{
    unsigned n = a->bytes / 4;
    for (uint32_t left = on[0] | on[1]; left; left &= left - 1) {
        uint32_t lane = left & -left;
        for (unsigned i = 0; i < 2; i++)
            if (lane & on[i])
                get_element(((const uint64_t *)&at[i])[__builtin_ctz(left)], a->bytes,
                            raw_lane(old + i * n, (unsigned)__builtin_ctz(left)));
        vec32 ignored[2];
        struct atomic_step second = *a;
        memcpy(second.data, a->data1, sizeof second.data);
        FN(mem_atomic)(a, &at[0], lane & on[0], ignored);
        FN(mem_atomic)(&second, &at[1], lane & on[1], ignored);
    }
}

/* With the row's function for all lanes. false: nothing is done, for lanes are out of range or
 * misaligned. */
static bool ds_atomic_pass(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    const struct group *g = w->base.group;
    uint32_t on[2] = {0, 0};
    u32x32 offset[2];
    for (unsigned h = 0; h < w->halves; h++) {
        offset[h] = vgpr(w, m->addr, h)->u + (uint32_t)m->offset;
        on[h] = mem_exec(w, m, h);
        if (on[h] & ~(mask_of((offset[h] & 3) == 0) & lanes_inside(g, offset[h], 4)))
            return false;
    }
    for (unsigned h = 0; h < w->halves; h++) {
        vec32 old;
        if (!on[h])
            continue;
        m->pass(g->lds, &offset[h], on[h], vgpr(w, m->data, h),
                w->mode & ~(uint32_t)MODE_CACHE_ATOMIC, &old);
        if (m->returns)
            put_lanes(vgpr(w, m->vdst, h), on[h], old.u);
    }
    return true;
}

static const struct op *ds_atomic(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    if (m->pass && ds_atomic_pass(w, o))
        return &op_next(o)->base;
    u64x32 at[2][2];
    uint32_t on[2][2] = {{0}}, bad[2] = {0, 0};
    unsigned addresses = m->addr2 ? 2 : 1;
    for (unsigned i = 0; i < addresses; i++) {
        u64x32 shown[2] = {{0}}; /* offsets, as a fault names them */
        for (unsigned h = 0; h < w->halves; h++) {
            u32x32 offset = vgpr(w, m->addr, h)->u + (uint32_t)(i ? m->offset1 : m->offset);
            on[i][h] = mem_exec(w, m, h);
            FN(lds_addresses)(w, &offset, m->bytes, &at[i][h], &on[i][h]);
            bad[h] = mask_of((offset & (m->bytes - 1)) != 0) & on[i][h];
            shown[h] = zext32(offset);
        }
        if (__builtin_expect(bad[0] | bad[1], 0))
            return FN(memory_fault)(w, o, SHOAL_FAULT_MISALIGNED, bad, shown, m->bytes,
                                    "the address is an offset into LDS");
    }
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t exec = mem_exec(w, m, h);
        struct atomic_step a;
        vec32 old[4] = {0};
        if (!exec)
            continue;
        FN(atomic_operands)(w, o, h, &a);
        if (m->addr2) {
            uint32_t pair_on[2] = {on[0][h], on[1][h]};
            u64x32 pair_at[2] = {at[0][h], at[1][h]};
            atomic_pairs(&a, pair_at, pair_on, old);
        } else {
            FN(mem_atomic)(&a, &at[0][h], on[0][h], old);
        }
        for (unsigned i = 0; m->returns && i < m->dst_dwords; i++)
            put_lanes(vgpr(w, m->vdst + i, h), exec, old[i].u);
    }
    return &op_next(o)->base;
}

const struct op *FN(exec_ds)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_mem *m = &o->mem;
    if (__builtin_expect(w->base.machine->lds_faults, 0) && ds_fault(w, o))
        return NULL;
    if (m->kind == MEM_ATOMIC)
        return ds_atomic(w, o);
    for (unsigned h = 0; h < w->halves; h++) {
        uint32_t on = mem_exec(w, m, h);
        if (!on)
            continue;
        if (m->kind == MEM_LOAD)
            ds_load(w, o, h, on);
        else
            ds_store(w, o, h, on);
    }
    return &op_next(o)->base;
}

MEM_RACY_END
