/* buffer.c: MUBUF and MTBUF: accesses through a buffer descriptor (V#).
 *
 * Manual: chapter 9; 9.4 for addresses and bounds, 9.6 for the descriptor. Alignment mode
 * is UNALIGNED (9.5), except for atomics. */
#include "isa/rdna3/exec/functions.h"
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/texture/format.h"

MEM_RACY_BEGIN

struct descriptor {
    uint64_t base;
    uint32_t stride, records;
    uint8_t swizzle;      /* log2 of the element size; 0: linear */
    uint8_t index_stride; /* log2 */
    uint8_t sel[4];       /* 0, 1, or 4 + component */
    uint8_t format, oob;
    bool add_tid;
    bool is_buffer;
};

enum { SEL_0, SEL_1, SEL_X = 4 };
enum oob { OOB_STRUCTURED, OOB_INDEX, OOB_EMPTY, OOB_RAW };

static struct descriptor descriptor_of(const uint32_t v[4])
{
    static const uint8_t swizzles[4] = {0, 2, 0, 4};
    return (struct descriptor){
        .base = v[0] | (uint64_t)(v[1] & 0xffff) << 32,
        .stride = v[1] >> 16 & 0x3fff,
        .swizzle = swizzles[v[1] >> 30],
        .records = v[2],
        .sel = {v[3] & 7, v[3] >> 3 & 7, v[3] >> 6 & 7, v[3] >> 9 & 7},
        .format = v[3] >> 12 & 63,
        .index_stride = (uint8_t)(3 + (v[3] >> 21 & 3)),
        .add_tid = v[3] >> 23 & 1,
        .oob = v[3] >> 28 & 3,
        .is_buffer = v[3] >> 30 == 0,
    };
}

/* Everything about one pass before memory is touched. */
struct buffer_lanes {
    struct descriptor v;
    const struct texel_format *format; /* of formatted instructions */
    u64x32 index, offset;
    u64x32 start; /* base + SGPR offset */
    unsigned bytes;
    unsigned units; /* parts that are bounds-checked and addressed on their own */
    unsigned unit_bytes;
    u64x32 at[4];   /* of each part */
    uint32_t on[4]; /* lanes whose part is inside the buffer */
    uint32_t exec;
    bool ignored; /* not a buffer descriptor: nothing happens */
};

/* Address of byte `offset` (9.4.1.1, 9.4.2). */
MEM_INLINE u64x32 address_of(const struct buffer_lanes *x, u64x32 offset)
{
    const struct descriptor *v = &x->v;
    if (!v->swizzle)
        return x->start + offset + x->index * v->stride;
    uint64_t index_mask = (UINT64_C(1) << v->index_stride) - 1;
    uint64_t element_mask = (UINT64_C(1) << v->swizzle) - 1;
    u64x32 row = (x->index >> v->index_stride) * v->stride + (offset & ~element_mask);
    return x->start + (row << v->index_stride) + ((x->index & index_mask) << v->swizzle) +
           (offset & element_mask);
}

/* Lanes inside the buffer with `payload` bytes from `offset` on (9.4.1, table 46). */
MEM_INLINE uint32_t in_bounds(const struct buffer_lanes *x, u64x32 offset, unsigned payload,
                              uint32_t soffset)
{
    const struct descriptor *v = &x->v;
    u64x32 end = offset + payload;
    uint64_t records = v->records;
    switch (v->oob) {
    case OOB_STRUCTURED:
        return mask_of64(x->index < records) & mask_of64(end <= v->stride);
    case OOB_INDEX:
        return mask_of64(x->index < records);
    case OOB_EMPTY:
        return records ? UINT32_MAX : 0;
    default: /* OOB_RAW */
        records = records > soffset ? records - soffset : 0;
        if (v->swizzle && v->stride)
            return mask_of64(x->index < records) & mask_of64(end <= v->stride);
        return mask_of64(end <= records);
    }
}

static void find_lanes(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                       struct buffer_lanes *x)
{
    const struct rdna3_mem *m = &o->mem;
    uint32_t soffset = (uint32_t)scalar_value(w, &m->soffset);
    x->v = descriptor_of(&w->s[m->rsrc]);
    x->exec = mem_exec(w, m, half);
    x->ignored = !x->v.is_buffer;
    x->index = x->offset = splat64(0);
    if (m->idxen)
        x->index = zext32(vgpr(w, m->addr, half)->u);
    if (m->offen)
        x->offset = zext32(vgpr(w, m->addr + (unsigned)m->idxen, half)->u);
    if (x->v.add_tid)
        x->index += zext32(lane_ids() + 32 * half);
    x->offset += (uint64_t)(int64_t)m->offset;
    x->start = splat64(x->v.base + soffset);
    unsigned format = m->typed ? m->format : x->v.format;
    x->format = m->formatted && format < FORMAT_BUFFER_END ? texel_format(format) : NULL;
    x->bytes = m->formatted ? (x->format ? x->format->bytes : 0) : m->bytes;
    /* Loads and stores of several dwords are checked, and swizzled, dword by dword. */
    bool parts = !m->formatted && m->kind != MEM_ATOMIC && m->bytes > 4;
    x->units = parts ? m->bytes / 4u : 1;
    x->unit_bytes = parts ? 4 : x->bytes;
    /* Unbound resource (9.6), or a format that buffers do not have. */
    bool unbound = m->formatted && !x->format;
    if (!m->typed && x->v.format == 0 && !x->v.add_tid)
        unbound = true;
    for (unsigned i = 0; i < x->units; i++) {
        u64x32 offset = x->offset + 4 * i;
        x->at[i] = address_of(x, offset);
        x->on[i] =
            unbound || x->ignored ? 0 : x->exec & in_bounds(x, offset, x->unit_bytes, soffset);
    }
}

uint32_t FN(buffer_addresses)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                              u64x32 *at, unsigned *bytes)
{
    struct buffer_lanes x;
    find_lanes(w, o, half, &x);
    *at = x.at[0];
    *bytes = x.bytes;
    uint32_t on = 0;
    for (unsigned i = 0; i < x.units; i++)
        on |= x.on[i];
    return on;
}

uint64_t FN(descriptor_bytes)(const uint32_t words[4], bool is_scalar, uint64_t *base)
{
    struct descriptor v = descriptor_of(words);
    bool counts_bytes = is_scalar ? !v.stride : v.oob == OOB_RAW && !v.swizzle;
    *base = v.base;
    if (!v.is_buffer || v.records == UINT32_MAX || v.oob == OOB_EMPTY || v.add_tid)
        return 0;
    return (uint64_t)v.records * (counts_bytes || !v.stride ? 1 : v.stride);
}

/* Stops the wave and returns false if a lane's part is outside the window or an atomic is
 * not aligned. */
static bool check(struct rdna3_wave *w, const struct rdna3_op *o, const struct buffer_lanes x[2])
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned i = 0; i < x[0].units; i++) {
        uint32_t bad[2] = {0, 0};
        u64x32 at[2] = {x[0].at[i], x[1].at[i]};
        for (unsigned h = 0; h < w->halves; h++)
            bad[h] = outside_window(w->base.machine, &at[h], x[h].on[i], x[h].unit_bytes);
        if (bad[0] | bad[1]) {
            FN(memory_fault)(w, o, SHOAL_FAULT_MEMORY, bad, at, x[0].unit_bytes, NULL);
            return false;
        }
        for (unsigned h = 0; h < w->halves && m->kind == MEM_ATOMIC; h++)
            bad[h] = mask_of64((at[h] & (uint64_t)(m->bytes - 1)) != 0) & x[h].on[i];
        if (bad[0] | bad[1]) {
            FN(memory_fault)(w, o, SHOAL_FAULT_MISALIGNED, bad, at, m->bytes, NULL);
            return false;
        }
    }
    return true;
}

/* ---- transfers ---- */

/* Whether the parts of elements follow each other, and each lane has all or none. */
static bool are_whole(const struct buffer_lanes *x)
{
    bool whole = x->units == 1 || !x->v.swizzle;
    for (unsigned i = 1; i < x->units; i++)
        whole &= x->on[i] == x->on[0];
    return whole;
}

/* The raw elements, lanes out of bounds 0. */
static void read_raw(const struct buffer_lanes *x, vec32 raw[4])
{
    if (are_whole(x)) {
        if (x->bytes)
            FN(mem_gather)(&x->at[0], x->on[0], x->bytes, raw);
        return;
    }
    for (unsigned i = 0; i < x->units; i++)
        FN(mem_gather)(&x->at[i], x->on[i], 4, &raw[i]);
}

/* Where elements of lanes overlap, the last lane wins, as in other memory. */
static void write_raw(const struct buffer_lanes *x, const vec32 raw[4])
{
    if (are_whole(x) && x->bytes) {
        FN(mem_scatter)(&x->at[0], x->on[0], x->bytes, raw);
        return;
    }
    for (unsigned i = 0; x->bytes && i < x->units; i++)
        FN(mem_scatter)(&x->at[i], x->on[i], 4, &raw[i]);
}

/* Which component of the element, or which constant, result component i comes from. */
static unsigned selected(const struct rdna3_mem *m, const struct buffer_lanes *x, unsigned i)
{
    if (!m->typed)
        return x->v.sel[i];
    return x->format && i < x->format->components ? SEL_X + i : SEL_0; /* 9.3, table 42 */
}

_Static_assert((int)CONVERSION_unorm == NUM_UNORM && (int)CONVERSION_float == NUM_FLOAT,
               "conversions are in the order of number formats");

/* Result component i of all lanes. */
static vec32 loaded_component(const struct rdna3_mem *m, const struct buffer_lanes *x,
                              const vec32 raw[4], unsigned i)
{
    unsigned sel = selected(m, x, i), c = sel - SEL_X;
    vec32 v = {.u = splat32(0)};
    if (x->format && sel == SEL_1)
        v.u = splat32(rdna3_format_one(x->format, false));
    if (!x->format || sel < SEL_X || c >= x->format->components)
        return v;
    unsigned at = rdna3_format_first_bit(x->format, c);
    vec32 first = {.u = splat32(at % 32)}, bits = {.u = splat32(x->format->bits[c])};
    FN(unpack)
    [rdna3_format_conversion(x->format, c)](&v, &raw[at / 32], &first, &bits);
    v.u &= lanes_of(x->on[0]);
    return v;
}

/* The same in 16 bits, of one lane. */
static uint32_t loaded_half(const struct rdna3_mem *m, const struct buffer_lanes *x,
                            const vec32 raw[4], unsigned lane, unsigned i)
{
    unsigned sel = selected(m, x, i);
    if (!x->format || sel == SEL_0)
        return 0;
    if (sel == SEL_1)
        return rdna3_format_one(x->format, true);
    if (sel < SEL_X || !(x->on[0] >> lane & 1))
        return 0;
    uint32_t element[4];
    for (unsigned j = 0; j < 4; j++)
        element[j] = raw[j].u[lane];
    return rdna3_format_unpack(x->format, element, sel - SEL_X, true);
}

static void find_halves_of_registers(const struct rdna3_mem *m, const struct buffer_lanes *x,
                                     const vec32 raw[4], vec32 value[4])
{
    for (uint32_t left = x->exec; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        for (unsigned i = 0; i < m->components; i++)
            *raw_lane(&value[i / 2], l) |= loaded_half(m, x, raw, l, i)
                                           << (m->hi || i % 2 ? 16 : 0);
    }
}

/* Converts raw elements and writes them to the destination. */
static void put_formatted(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                          const struct buffer_lanes *x, const vec32 raw[4])
{
    const struct rdna3_mem *m = &o->mem;
    vec32 value[4] = {0};
    if (m->d16)
        find_halves_of_registers(m, x, raw, value);
    for (unsigned i = 0; i < m->components && !m->d16; i++)
        value[i] = loaded_component(m, x, raw, i);
    if (m->tolds) {
        FN(store_to_lds)(w, o, half, x->exec, value);
        return;
    }
    unsigned dwords = m->d16 ? (m->components + 1u) / 2 : m->components;
    for (unsigned i = 0; i < dwords; i++) {
        vec32 *d = vgpr(w, m->vdst + i, half);
        /* An odd last half: the other half of the register keeps its value. */
        if (m->d16 && i == m->components / 2u)
            value[i].u |= d->u & (m->hi ? 0xffffu : 0xffff0000u);
        put_lanes(d, x->exec, value[i].u);
    }
}

/* Which of the instruction's components goes to component c of the element; their number: none. */
static unsigned stored_from(const struct rdna3_mem *m, const struct buffer_lanes *x, unsigned c)
{
    unsigned i = 0;
    while (i < m->components && selected(m, x, i) != SEL_X + c)
        i++;
    return i;
}

/* The elements that a formatted store with D16 writes. */
static void pack_halves(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                        const struct buffer_lanes *x, vec32 raw[4])
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned l = 0; l < 32; l++) {
        uint32_t element[4] = {0};
        for (unsigned c = 0; c < x->format->components; c++) {
            unsigned i = stored_from(m, x, c);
            if (i == m->components)
                continue;
            uint32_t value = vgpr(w, m->data + i / 2, half)->u[l];
            rdna3_format_pack(x->format, element, c, true, m->hi || i % 2 ? value >> 16 : value);
        }
        for (unsigned j = 0; j < 4; j++)
            *raw_lane(&raw[j], l) = element[j];
    }
}

/* The elements that a formatted store writes. */
static void get_formatted(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                          const struct buffer_lanes *x, vec32 raw[4])
{
    const struct rdna3_mem *m = &o->mem;
    if (m->d16) {
        pack_halves(w, o, half, x, raw);
        return;
    }
    for (unsigned c = 0; c < x->format->components; c++) {
        unsigned i = stored_from(m, x, c), at = rdna3_format_first_bit(x->format, c);
        vec32 first = {.u = splat32(at % 32)}, bits = {.u = splat32(x->format->bits[c])}, v;
        if (i == m->components)
            continue;
        FN(pack)
        [rdna3_format_conversion(x->format, c)](&v, vgpr(w, m->data + i, half), &first, &bits);
        raw[at / 32].u |= v.u;
    }
}

static void buffer_load(struct rdna3_wave *w, const struct rdna3_op *o,
                        const struct buffer_lanes x[2])
{
    const struct rdna3_mem *m = &o->mem;
    vec32 raw[2][4];
    memset(raw, 0, sizeof raw);
    access_begin(w, o);
    for (unsigned h = 0; h < w->halves; h++)
        read_raw(&x[h], raw[h]);
    access_end(w);
    for (unsigned h = 0; h < w->halves; h++) {
        if (m->formatted)
            put_formatted(w, o, h, &x[h], raw[h]);
        else if (m->tolds)
            FN(store_to_lds)(w, o, h, x[h].exec, raw[h]);
        else
            FN(put_load)(w, o, h, x[h].exec, raw[h]);
        /* All pages are resident, so the status of TFE is 0 (10.1.1). */
        if (m->tfe)
            put_lanes(vgpr(w, m->vdst + (unsigned)m->dst_dwords, h), x[h].exec, splat32(0));
    }
}

static void buffer_store(struct rdna3_wave *w, const struct rdna3_op *o,
                         const struct buffer_lanes x[2])
{
    const struct rdna3_mem *m = &o->mem;
    for (unsigned h = 0; h < w->halves; h++) {
        vec32 raw[4] = {0};
        if (m->formatted && !x[h].format)
            continue;
        if (m->formatted)
            get_formatted(w, o, h, &x[h], raw);
        else
            FN(get_store)(w, o, h, m->data, raw);
        access_begin(w, o);
        write_raw(&x[h], raw);
        access_end(w);
    }
}

static void buffer_atomic(struct rdna3_wave *w, const struct rdna3_op *o,
                          const struct buffer_lanes x[2])
{
    const struct rdna3_mem *m = &o->mem;
    vec32 old[2][2];
    memset(old, 0, sizeof old);
    for (unsigned h = 0; h < w->halves; h++) {
        struct atomic_step a;
        FN(atomic_operands)(w, o, h, &a);
        a.mode |= MODE_CACHE_ATOMIC;
        a.is_shared = true;
        access_begin(w, o);
        FN(mem_atomic)(&a, &x[h].at[0], x[h].on[0], old[h]);
        access_end(w);
    }
    for (unsigned h = 0; h < w->halves && m->returns; h++)
        for (unsigned i = 0; i < m->dwords; i++)
            put_lanes(vgpr(w, m->vdst + i, h), x[h].exec, old[h][i].u);
}

const struct op *FN(exec_buffer)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    struct buffer_lanes x[2];
    for (unsigned h = 0; h < w->halves; h++)
        find_lanes(w, o, h, &x[h]);
    if (x[0].ignored)
        return &op_next(o)->base;
    if (w->halves == 1) {
        memset(&x[1], 0, sizeof x[1]);
        x[1].units = x[0].units;
    }
    if (!check(w, o, x))
        return NULL;
    switch (o->mem.kind) {
    case MEM_LOAD:
        buffer_load(w, o, x);
        break;
    case MEM_STORE:
        buffer_store(w, o, x);
        break;
    default:
        buffer_atomic(w, o, x);
        break;
    }
    return &op_next(o)->base;
}

MEM_RACY_END
