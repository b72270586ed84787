/* mem.c: the parts that all memory instructions share: translation of their operands, the
 * transfer of elements between host memory and registers, atomics.
 *
 * Manual: 3.3.2.2, 3.3.3 (registers out of range, alignment), chapters 8, 9, 11, 12. */
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/exec/functions.h"
#include "isa/rdna3/exec/halves.h"
#include "isa/rdna3/texture/format.h"

void FN(x_mem_copy)(vec32 *, const vec32 *);

uint32_t FN(mem_refused)(const struct machine *mc, const u64x32 *at, uint32_t bad, unsigned bytes)
{
    for (uint32_t left = bad; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (is_allowed(mc, (*at)[lane], bytes))
            bad &= ~(UINT32_C(1) << lane);
    }
    return bad;
}

/* ---- translation ---- */

/* First VGPR of a source group; a group that reaches out of the allocation starts at
 * VGPR0 instead (3.3.2.2). */
static uint8_t source(const struct rdna3_code *c, unsigned n, unsigned dwords)
{
    return (uint8_t)(n + dwords > c->vgprs ? 0 : n);
}

static unsigned dwords_of(unsigned type) { return (rdna3_type_bits[type] + 31) / 32; }

/* Scalar sources of addresses: TTMPs and NULL read as 0, M0 is allowed. s[] holds 0 for
 * TTMPs and NULL. EXEC is not allowed and reads as 0 (3.3.1.4). */
static uint16_t address_sgpr(unsigned n) { return (uint16_t)(n >= SRC_EXEC_LO ? SRC_NULL : n); }

static void translate_smem(const struct rdna3_insn *in, const struct rdna3_row *row,
                           struct rdna3_mem *m)
{
    unsigned base = in->f[F_sbase] * 2;
    bool buffer = false;
    unsigned dwords = 1, sdst = in->f[F_sdata];
    for (unsigned i = 0; i < row->n_operands; i++) {
        if (row->operands[i].role == ROLE_base)
            buffer = row->operands[i].type == T_b128;
        if (row->operands[i].role == ROLE_mem)
            dwords = dwords_of(row->operands[i].type);
    }
    m->formatted = buffer;
    if (buffer)
        base &= ~3u;
    /* NULL, M0 and EXEC give zeros: TTMPs do too, and a V# of zeros fits there. */
    m->rsrc = (uint16_t)(base >= SRC_TTMP0 ? SRC_TTMP0 : base);
    m->saddr = address_sgpr(in->f[F_soffset]);
    m->offset = (int32_t)(in->f[F_offset] << 11) >> 11;
    m->dwords = m->dst_dwords = (uint8_t)dwords;
    m->bytes = (uint8_t)(dwords * 4);
    /* Two dwords start at an even register, more at a multiple of four (8.4); what begins
     * or ends outside SGPRs and VCC goes nowhere (8.4.1). */
    sdst &= ~(dwords >= 4 ? 3u : dwords - 1);
    m->sdst = (uint16_t)(sdst + dwords > SRC_TTMP0 ? SGPR_TRASH : sdst);
}

static struct rdna3_scalar buffer_soffset(unsigned n)
{
    if (n < SRC_INT_0)
        return (struct rdna3_scalar){0, address_sgpr(n)};
    if (n <= 208 || (n >= SRC_FLOAT_FIRST && n <= SRC_FLOAT_LAST))
        return (struct rdna3_scalar){rdna3_inline_constant(n, T_b32), SCALAR_IMM};
    return (struct rdna3_scalar){0, SCALAR_IMM};
}

static void translate_addresses(const struct rdna3_code *c, const struct rdna3_insn *in,
                                struct rdna3_mem *m, unsigned addr_dwords)
{
    bool stride64 = rdna3_rows[in->row].flags & FLAG_stride64;
    unsigned step = m->bytes * (stride64 ? 64u : 1u);
    switch (in->format) {
    case FMT_DS:
        m->addr = source(c, in->f[F_addr], 1);
        if (m->addr2) {
            m->offset = (int32_t)(in->f[F_offset0] * step);
            m->offset1 = (int32_t)(in->f[F_offset1] * step);
        } else {
            m->offset = (int32_t)(in->f[F_offset0] | in->f[F_offset1] << 8);
        }
        break;
    case FMT_MUBUF:
    case FMT_MTBUF:
        m->offen = in->f[F_offen];
        m->idxen = in->f[F_idxen];
        m->addr = source(c, in->f[F_vaddr], (unsigned)m->offen + m->idxen);
        m->offset = (int32_t)in->f[F_offset];
        m->rsrc = (uint16_t)(in->f[F_srsrc] * 4);
        if (m->rsrc >= SRC_TTMP0)
            m->rsrc = SRC_TTMP0;
        m->soffset = buffer_soffset(in->f[F_soffset]);
        break;
    default: {
        /* 15.9.1 also accepts 0x7f for "no SADDR". */
        unsigned saddr = in->f[F_saddr];
        bool none = saddr == SRC_NULL || saddr == SRC_EXEC_HI || in->format == FMT_FLAT;
        bool wide = in->format != FMT_SCRATCH;
        saddr = address_sgpr(saddr);
        if (wide && saddr == SRC_M0) /* a pair from M0 on would leave its region */
            saddr = SRC_TTMP0;
        m->saddr = (uint16_t)(none ? NO_SADDR : wide ? saddr & ~1u : saddr);
        m->has_addr = in->format == FMT_SCRATCH ? in->f[F_sve] : addr_dwords && !m->addtid;
        m->addr = source(c, in->f[F_addr], addr_dwords == 2 && none ? 2 : 1);
        /* FLAT ignores the sign bit (chapter 11, OFFSET) */
        m->offset = in->format == FMT_FLAT ? (int32_t)(in->f[F_offset] & 0xfff)
                                           : (int32_t)(in->f[F_offset] << 19) >> 19;
        break;
    }
    }
}

/* Of formatted elements: what they are in memory, and whether that is dwords as in registers. MTBUF
 * says so; MUBUF may be executed so where the buffer's format is one of these. */
static void find_elements(struct rdna3_mem *m)
{
    const struct texel_format *f = m->typed ? texel_format(m->format) : NULL;
    if (f && m->format < FORMAT_BUFFER_END) {
        m->bytes = f->bytes;
        m->dwords = (uint8_t)((m->bytes + 3) / 4);
    }
    if (m->typed && !rdna3_format_is_dwords(f, m->components))
        return;
    while (!rdna3_format_is_dwords(texel_format(m->format), m->components))
        m->format++;
    m->copies = true;
    m->dwords = m->components;
    m->bytes = (uint8_t)(4 * m->components);
}

void FN(translate_mem)(const struct rdna3_code *c, struct rdna3_op *o)
{
    const struct rdna3_insn *in = o->insn;
    const struct rdna3_row *row = op_row(o);
    struct rdna3_mem *m = &o->mem;
    memset(m, 0, sizeof *m);
    m->kind = row->flags & FLAG_atomic  ? MEM_ATOMIC
              : row->flags & FLAG_store ? MEM_STORE
                                        : MEM_LOAD;
    if (in->format == FMT_SMEM) {
        translate_smem(in, row, m);
        return;
    }
    m->addtid = row->flags & FLAG_addtid;
    m->addr2 = row->flags & FLAG_addr2;
    m->tolds = row->flags & FLAG_tolds;
    m->formatted = row->flags & FLAG_format;
    m->d16 = row->flags & FLAG_d16;
    m->hi = row->flags & FLAG_hi;
    m->components = row->components ? row->components : 1;
    bool buffer = in->format == FMT_MUBUF || in->format == FMT_MTBUF;
    unsigned vdst = in->f[buffer ? F_vdata : F_vdst];
    unsigned data = in->f[buffer ? F_vdata : in->format == FMT_DS ? F_data0 : F_data];
    unsigned data_dwords = 0, data1_dwords = 0, addr_dwords = 0;
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        switch (d.role) {
        case ROLE_d:
            if (d.is_write)
                m->dst_dwords = (uint8_t)dwords_of(d.type);
            break;
        case ROLE_mem:
            m->bytes = (uint8_t)(rdna3_type_bits[d.type] / 8);
            break;
        case ROLE_addr:
            addr_dwords = dwords_of(d.type);
            break;
        case ROLE_data:
            data_dwords = dwords_of(d.type);
            break;
        case ROLE_data1:
            data1_dwords = dwords_of(d.type);
            break;
        default:
            break;
        }
    }
    m->dwords = (uint8_t)((m->bytes + 3) / 4);
    m->pair_in_data = m->kind == MEM_ATOMIC && data_dwords == 2u * m->dwords;
    m->data = source(c, data, data_dwords);
    if (in->format == FMT_DS)
        m->data1 = source(c, in->f[F_data1], data1_dwords);
    m->copies = o->fn.load == FN(x_mem_copy) && !m->formatted;
    if (m->kind == MEM_ATOMIC)
        m->returns = in->format == FMT_DS ? row->flags & FLAG_rtn : in->f[F_glc];
    if (m->kind == MEM_ATOMIC && in->format == FMT_DS && !m->addr2)
        m->pass = FN(atomic_pass)(o->fn.atomic);
    if (in->format == FMT_MTBUF) {
        m->typed = true;
        m->format = (uint8_t)in->f[F_format];
    }
    if (m->formatted && !m->d16)
        find_elements(m);
    if (buffer)
        m->tfe = in->f[F_tfe] && m->kind == MEM_LOAD && !m->tolds;
    translate_addresses(c, in, m, addr_dwords);
    bool writes = m->dst_dwords && (m->kind != MEM_ATOMIC || m->returns);
    if (writes && vdst + m->dst_dwords + m->tfe > c->vgprs)
        m->no_exec = true;
    m->vdst = (uint8_t)(writes && !m->no_exec ? vdst : 0);
}

MEM_RACY_BEGIN

/* ---- gather and scatter ---- */

MEM_INLINE void gather(const u64x32 *at, uint32_t on, unsigned bytes, vec32 *raw)
{
    const u64x16 *a = (const u64x16 *)at;
    u32x16 low[4], high[4];
    gather16(a[0], on & ALL16, bytes, low);
    gather16(a[1], on >> 16, bytes, high);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        raw[i].u = JOIN16(low[i], high[i]);
}

MEM_INLINE void scatter(const u64x32 *at, uint32_t on, unsigned bytes, const vec32 *raw)
{
    const u64x16 *a = (const u64x16 *)at;
    u32x16 in[4];
    for (unsigned h = 0; h < 2; h++) {
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            in[i] = h ? HIGH16(raw[i].u) : LOW16(raw[i].u);
        scatter16(a[h], h ? on >> 16 : on & ALL16, bytes, in);
    }
}

/* bytes as a constant in each case. */
#define BY_SIZE(bytes, f, ...)                                                                     \
    switch (bytes) {                                                                               \
    case 1:                                                                                        \
        f(__VA_ARGS__, 1);                                                                         \
        break;                                                                                     \
    case 2:                                                                                        \
        f(__VA_ARGS__, 2);                                                                         \
        break;                                                                                     \
    case 4:                                                                                        \
        f(__VA_ARGS__, 4);                                                                         \
        break;                                                                                     \
    case 8:                                                                                        \
        f(__VA_ARGS__, 8);                                                                         \
        break;                                                                                     \
    case 12:                                                                                       \
        f(__VA_ARGS__, 12);                                                                        \
        break;                                                                                     \
    default:                                                                                       \
        f(__VA_ARGS__, 16);                                                                        \
        break;                                                                                     \
    }
#define GATHER(at, on, raw, bytes)  gather(at, on, bytes, raw)
#define SCATTER(at, on, raw, bytes) scatter(at, on, bytes, raw)

void FN(mem_gather)(const u64x32 *at, uint32_t on, unsigned bytes, vec32 raw[4])
{
    BY_SIZE(bytes, GATHER, at, on, raw);
}

void FN(mem_scatter)(const u64x32 *at, uint32_t on, unsigned bytes, const vec32 raw[4])
{
    BY_SIZE(bytes, SCATTER, at, on, raw);
}

/* ---- atomics ---- */

void FN(atomic_operands)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                         struct atomic_step *a)
{
    const struct rdna3_mem *m = &o->mem;
    unsigned n = m->dwords, second = m->pair_in_data ? m->data + n : m->data1;
    a->fn = o->fn.atomic;
    a->mode = w->mode & ~(uint32_t)MODE_CACHE_ATOMIC;
    a->bytes = m->bytes;
    a->is_shared = false;
    for (unsigned i = 0; i < 2; i++) {
        a->data[i] = i < n ? *vgpr(w, m->data + i, half) : (vec32){0};
        a->data1[i] = i < n ? *vgpr(w, second + i, half) : (vec32){0};
    }
}

MEM_INLINE uint64_t lane_value(const vec32 v[2], unsigned lane, unsigned bytes)
{
    uint64_t x = ((const uint32_t *)&v[0])[lane];
    return bytes == 8 ? x | (uint64_t)((const uint32_t *)&v[1])[lane] << 32 : x;
}

MEM_INLINE void set_lane_value(vec32 v[2], unsigned lane, unsigned bytes, uint64_t x)
{
    *raw_lane(&v[0], lane) = (uint32_t)x;
    if (bytes == 8)
        *raw_lane(&v[1], lane) = (uint32_t)(x >> 32);
}

MEM_INLINE uint64_t peek(uint64_t at, unsigned bytes)
{
    if (bytes == 8)
        return __atomic_load_n((uint64_t *)host(at), __ATOMIC_RELAXED);
    return __atomic_load_n((uint32_t *)host(at), __ATOMIC_RELAXED);
}

MEM_INLINE void poke(uint64_t at, unsigned bytes, uint64_t x)
{
    if (bytes == 8)
        __atomic_store_n((uint64_t *)host(at), x, __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint32_t *)host(at), (uint32_t)x, __ATOMIC_RELAXED);
}

/* Replaces *old by x if memory still holds it; else *old becomes what it holds. */
MEM_INLINE bool exchange(uint64_t at, unsigned bytes, uint64_t *old, uint64_t x)
{
    if (bytes == 8)
        return __atomic_compare_exchange_n((uint64_t *)host(at), old, x, true, __ATOMIC_SEQ_CST,
                                           __ATOMIC_RELAXED);
    uint32_t old32 = (uint32_t)*old;
    bool done = __atomic_compare_exchange_n((uint32_t *)host(at), &old32, (uint32_t)x, true,
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    *old = old32;
    return done;
}

/* The lanes in `on`, all at one address, as one step. */
MEM_INLINE void atomic_at(const struct atomic_step *a, uint64_t at, uint32_t on, unsigned bytes,
                          vec32 old[2])
{
    uint64_t before = peek(at, bytes), x;
    do {
        x = before;
        for (uint32_t left = on; left; left &= left - 1) {
            unsigned l = (unsigned)__builtin_ctz(left);
            set_lane_value(old, l, bytes, x);
            x = a->fn(x, lane_value(a->data, l, bytes), lane_value(a->data1, l, bytes), a->mode);
        }
        if (!a->is_shared) {
            poke(at, bytes, x);
            return;
        }
    } while (!exchange(at, bytes, &before, x));
}

MEM_INLINE void atomics(const struct atomic_step *a, const u64x32 *at, uint32_t on, vec32 old[2],
                        unsigned bytes)
{
    const uint64_t *where = (const uint64_t *)at;
    uint64_t first = where[__builtin_ctz(on)];
    if ((mask_of64(*at != first) & on) == 0) {
        atomic_at(a, first, on, bytes, old);
        return;
    }
    for (; on; on &= on - 1)
        atomic_at(a, where[__builtin_ctz(on)], on & -on, bytes, old);
}

void FN(mem_atomic)(const struct atomic_step *a, const u64x32 *at, uint32_t on, vec32 old[2])
{
    if (!on)
        return;
    if (a->bytes == 8)
        atomics(a, at, on, old, 8);
    else
        atomics(a, at, on, old, 4);
}

/* ---- registers ---- */

void FN(put_load)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                  const vec32 raw[4])
{
    const struct rdna3_mem *m = &o->mem;
    if (m->copies) {
        for (unsigned i = 0; i < m->dwords; i++)
            put_lanes(vgpr(w, m->vdst + i, half), on, raw[i].u);
        return;
    }
    vec32 *d = vgpr(w, m->vdst, half), r = *d;
    o->fn.load(&r, raw);
    put_lanes(d, on, r.u);
}

void FN(get_store)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, unsigned from,
                   vec32 raw[4])
{
    const struct rdna3_mem *m = &o->mem;
    if (!m->copies) {
        o->fn.store(raw, vgpr(w, from, half));
        return;
    }
    for (unsigned i = 0; i < m->dwords; i++)
        raw[i] = *vgpr(w, from + i, half);
}

void FN(store_to_lds)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                      const vec32 raw[4])
{
    vec32 value = {0};
    o->fn.load(&value, raw);
    u32x32 offset =
        (w->s[SRC_M0] & 0xffff) + (uint32_t)o->mem.offset + (lane_ids() + 32 * half) * 4;
    FN(lds_scatter)(w, &offset, on, 4, &value);
}

MEM_RACY_END
