/* mem.c: the memory layer: addresses, spaces, loads and stores.
 *
 * An access goes through three steps: lane addresses by the instruction's form, their space
 * (which may be the lane's own: flat addresses) with its formula and bounds, and the
 * transfer (isa/exec/elements.h). Nothing is written to a register before all lanes have
 * been read, so a fault leaves the state from before the instruction.
 *
 * Spec memory-model.md 1, 2; isa.md 3.5, 3.7 (PREFIX_MEMORY), 8.3. */
#include "isa/ventus/exec/mem.h"
#include "isa/exec/access_rows.h"
#include "isa/exec/missed.h"
#include "isa/ventus/exec/functions.h"

/* ---- translation ---- */

static unsigned space_of(const struct ventus_insn *in, const struct ventus_row *row)
{
    static const uint8_t spaces[] = {[VENTUS_SPACE_GLOBAL] = SPACE_GLOBAL,
                                     [VENTUS_SPACE_PRIVATE] = SPACE_PRIVATE,
                                     [VENTUS_SPACE_LOCAL] = SPACE_LOCAL};
    unsigned space = in->space ? in->space : ventus_space(row);
    if (space != VENTUS_SPACE_USUAL)
        return spaces[space];
    /* The toolchain's flat family takes every address as it is (isa.md 0.2). */
    return row->flags & VFLAG_flat && !in->is_toolchain ? SPACE_FLAT : SPACE_PLAIN;
}

void FN(translate_mem)(struct ventus_op *o)
{
    const struct ventus_insn *in = o->insn;
    const struct ventus_row *row = op_row(o);
    struct ventus_mem_op *m = &o->mem;
    *m = (struct ventus_mem_op){.words = 1, .bytes = 4};
    m->kind = row->flags & VFLAG_atomic  ? MEM_ATOMIC
              : row->flags & VFLAG_store ? MEM_STORE
                                         : MEM_LOAD;
    m->space = (uint8_t)space_of(in, row);
    m->pair = in->pair || row->flags & VFLAG_addr64;
    m->addr = (uint8_t)ventus_reg(in, VROLE_a);
    if (ventus_place(in, VROLE_k).kind != VK_none)
        m->offset = ventus_imm(in, VROLE_k);
    if (ventus_place(in, VROLE_d).kind != VK_none)
        m->d = (uint8_t)ventus_reg(in, VROLE_d);
    for (unsigned i = 0; i < row->n_operands; i++) {
        const struct ventus_operand_desc *d = &row->operands[i];
        if (d->role == VROLE_mem) {
            m->sew_data = d->type == VT_sew;
            if (!m->sew_data)
                m->bytes = (uint8_t)(ventus_type_bits[d->type] / 8);
        }
        if (d->role == VROLE_b && row->flags & VFLAG_indexed)
            m->index_bytes = (uint8_t)(ventus_type_bits[d->type] / 8);
    }
    m->form = row->flags & VFLAG_unit      ? FORM_UNIT
              : row->flags & VFLAG_strided ? FORM_STRIDED
              : row->flags & VFLAG_indexed ? FORM_INDEXED
              : m->pair                    ? FORM_REG64
                                           : FORM_REG;
    m->typed = m->form == FORM_UNIT || m->form == FORM_STRIDED || m->form == FORM_INDEXED;
    if (m->form == FORM_STRIDED || m->form == FORM_INDEXED)
        m->index = (uint8_t)ventus_reg(in, VROLE_b);
    m->vector = ventus_kind(in, VROLE_d) == VK_v;
    if (m->kind != MEM_LOAD && ventus_place(in, VROLE_b).kind + ventus_place(in, VROLE_c).kind)
        m->data = (uint8_t)ventus_reg(in, m->typed ? VROLE_c : VROLE_b);
    m->masked = ventus_place(in, VROLE_vm).kind != VK_none && !in->f[VF_vm] && !in->is_toolchain;
    if (m->bytes == 4 && !m->sew_data && m->kind != MEM_ATOMIC)
        m->words = in->width + 1;
}

/* ---- spaces ---- */

static const char no_lds[] = "outside the work-group's local memory";
static const char no_private[] =
    "outside the thread's private memory; shoal run --scratch (private_bytes in C) makes it larger";
static const char no_upper[] = "the upper 32 bits of the address are not zero";

bool FN(resolve)(const struct ventus_wave *w, unsigned space, uint64_t a, unsigned lane,
                 unsigned bytes, struct place *out, const char **why)
{
    const struct machine *mc = w->base.machine;
    uint32_t at = (uint32_t)a;
    if (a >> 32) {
        *why = no_upper;
        return false;
    }
    if (space == SPACE_LOCAL)
        at += (uint32_t)mc->shared_base + w->base.group->lds_offset;
    if (space == SPACE_PRIVATE) {
        if (at >= w->base.scratch_bytes || w->base.scratch_bytes - at < bytes) {
            *why = no_private;
            return false;
        }
        at = private_address(w, at, lane);
    }
    out->device = at;
    out->is_lds = in_lds(w, at);
    if (out->is_lds) {
        uint32_t offset = at - (uint32_t)mc->shared_base, end = w->base.group->lds_bytes;
        if (offset >= end || end - offset < bytes) {
            *why = no_lds;
            return false;
        }
        out->host = (uint64_t)(uintptr_t)w->base.group->lds + offset;
        return true;
    }
    if (space == SPACE_LOCAL) {
        *why = no_lds;
        return false;
    }
    if (at - mc->window_base >= mc->window_size ||
        mc->window_size - (at - mc->window_base) < bytes) {
        *why = NULL;
        return false;
    }
    out->host = mc->host_offset + at;
    return true;
}

const struct op *FN(bad_access)(struct ventus_wave *w, const struct ventus_op *o, int lane,
                                uint64_t a, unsigned bytes, const char *why)
{
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_MEMORY,
                                        lane < 0 ? 0 : UINT64_C(1) << lane, a, bytes,
                                        why ? "%s" : NULL, why);
}

/* ---- scalar ---- */

/* Address of a scalar access before the formula of its space. Private memory is lane 0's. */
static uint64_t scalar_address(const struct ventus_wave *w, const struct ventus_mem_op *m)
{
    if (m->pair)
        return pair_value(w, m->addr) + (uint64_t)(int64_t)m->offset;
    return w->x[m->addr] + (uint32_t)m->offset;
}

MEM_RACY_BEGIN

/* Word k of a scalar access; bytewise where private words are not neighbours. */
__attribute__((disable_sanitizer_instrumentation)) static bool
scalar_word(struct ventus_wave *w, const struct ventus_op *o, unsigned k, uint32_t *value)
{
    const struct ventus_mem_op *m = &o->mem;
    uint64_t a = scalar_address(w, m) + 4 * k;
    unsigned step = m->space == SPACE_PRIVATE && (a & 3) + m->bytes > 4 ? 1 : m->bytes;
    struct place p;
    const char *why;
    uint32_t r = 0;
    for (unsigned i = 0; i < m->bytes; i += step) {
        if (!FN(resolve)(w, m->space, a + i, 0, step, &p, &why)) {
            FN(bad_access)(w, o, -1, a, m->bytes, why);
            return false;
        }
        access_begin(w, o);
        if (m->kind == MEM_STORE) {
            uint32_t part = *value >> 8 * i;
            put_element(p.host, step, &part);
        } else {
            uint32_t part;
            get_element(p.host, step, &part);
            r |= part << 8 * i;
        }
        access_end(w);
    }
    if (m->kind == MEM_LOAD)
        *value = r;
    return true;
}

MEM_RACY_END

const struct op *FN(exec_load)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    uint32_t value[4];
    for (unsigned k = 0; k < o->mem.words; k++)
        if (!scalar_word(w, o, k, &value[k]))
            return NULL;
    for (unsigned k = 0; k < o->mem.words; k++)
        set_x(w, o->mem.d + k, o->fn.sload(value[k]));
    return &o->next->base;
}

const struct op *FN(exec_store)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    for (unsigned k = 0; k < o->mem.words; k++) {
        uint32_t value = o->fn.sstore(w->x[o->mem.data + k]);
        if (!scalar_word(w, o, k, &value))
            return NULL;
    }
    return &o->next->base;
}

/* ---- vectors ---- */

/* The lanes of register g of a group. */
struct access {
    uint32_t on;
    uint32_t private_lanes;
    uint32_t wild; /* lanes whose 64-bit address has upper bits */
    u32x32 a;      /* before the private formula */
    uint8_t bytes, words;
};

static bool plan(struct ventus_wave *w, const struct ventus_op *o, unsigned g, struct access *p)
{
    const struct ventus_mem_op *m = &o->mem;
    p->on = w->on;
    p->bytes = m->bytes;
    p->words = m->words;
    if (m->typed) {
        uint32_t first = g * w->base.lanes, left = w->vl > first ? w->vl - first : 0;
        p->on = left < 32 ? w->mask & ((1u << left) - 1) : w->mask;
        if (m->sew_data) {
            p->bytes = (uint8_t)(w->sew == W64 ? 4 : 1u << w->sew);
            p->words = w->sew == W64 ? 2 : 1;
        }
    }
    if (m->masked)
        p->on = masked_lanes(w, p->on);
    p->private_lanes = p->wild = 0;
    if (!p->on)
        return false;
    u32x32 element = lane_ids() + g * w->base.lanes;
    switch (m->form) {
    case FORM_UNIT:
        p->a = w->x[m->addr] + element * p->bytes * p->words;
        break;
    case FORM_STRIDED:
        p->a = w->x[m->addr] + element * w->x[m->index];
        break;
    case FORM_INDEXED:
        p->a = w->x[m->addr] + (w->v[m->index + g].u &
                                (m->index_bytes == 4 ? ~0u : (1u << 8 * m->index_bytes) - 1));
        break;
    case FORM_REG64: {
        u64x32 sum = join32(w->v[m->addr].u, w->v[m->addr + 1].u) + (uint64_t)(int64_t)m->offset;
        p->a = trunc32(sum);
        p->wild = mask_of64((i64x32)(sum >> 32 != 0)) & p->on;
        break;
    }
    default:
        p->a = w->v[m->addr].u + (uint32_t)m->offset;
        break;
    }
    switch (m->space) {
    case SPACE_FLAT: /* decided by the register alone */
        p->private_lanes = mask_of((i32x32)(w->v[m->addr].u < PRIVATE_WINDOW)) & p->on;
        if (m->form == FORM_REG64)
            p->private_lanes &= mask_of((i32x32)(w->v[m->addr + 1].u == 0));
        break;
    case SPACE_PRIVATE:
        p->private_lanes = p->on;
        break;
    case SPACE_LOCAL:
        p->a += (uint32_t)w->base.machine->shared_base + w->base.group->lds_offset;
        break;
    default:
        break;
    }
    return true;
}

/* Device addresses of word k. */
static inline u32x32 word_addresses(const struct ventus_wave *w, const struct access *p, unsigned k)
{
    u32x32 a = p->a + 4 * k;
    if (__builtin_expect(p->private_lanes == 0, 1))
        return a;
    u32x32 formula =
        (a & ~3u) * w->base.lanes + (a & 3) + lane_ids() * 4 + (uint32_t)w->base.scratch_base;
    return select32(p->private_lanes, formula, a);
}

/* Lanes whose word k lies where nothing may be accessed; *lds: lanes in local memory. */
static inline uint32_t bad_lanes(const struct ventus_wave *w, const struct ventus_op *o,
                                 const struct access *p, unsigned k, u32x32 at, uint32_t *lds,
                                 const char **why)
{
    const struct machine *mc = w->base.machine;
    u32x32 offset = at - (uint32_t)mc->shared_base;
    *lds = mask_of((i32x32)(offset < LDS_SPACE_BYTES)) & p->on;
    *why = NULL;
    if (__builtin_expect(p->wild != 0, 0)) {
        *why = no_upper;
        return p->wild;
    }
    uint32_t bad = 0;
    if (*lds) {
        uint32_t size = w->base.group->lds_bytes;
        bad = size < p->bytes ? *lds : mask_of((i32x32)(offset > size - p->bytes)) & *lds;
        *why = no_lds;
    }
    if (o->mem.space == SPACE_LOCAL && *lds != p->on) {
        bad |= p->on & ~*lds;
        *why = no_lds;
    }
    if (__builtin_expect(p->private_lanes != 0, 0)) {
        u32x32 a = p->a + 4 * k;
        uint32_t size = w->base.scratch_bytes;
        uint32_t out = size < p->bytes ? p->private_lanes
                                       : mask_of((i32x32)(a > size - p->bytes)) & p->private_lanes;
        if (out) {
            *why = no_private;
            return out;
        }
    }
    if (bad)
        return bad;
    *why = NULL;
    return mask_of(
               (i32x32)(at - (uint32_t)mc->window_base > (uint32_t)(mc->window_size - p->bytes))) &
           p->on & ~*lds;
}

static inline u64x32 host_addresses(const struct ventus_wave *w, u32x32 at, uint32_t lds)
{
    const struct machine *mc = w->base.machine;
    u64x32 global = splat64(mc->host_offset);
    if (!lds)
        return zext32(at) + global;
    return zext32(at) + select64(lds,
                                 splat64((uint64_t)(uintptr_t)w->base.group->lds - mc->shared_base),
                                 global);
}

/* Lanes whose private access crosses a word: their bytes are no neighbours. */
static uint32_t crossing(const struct access *p)
{
    if (!p->private_lanes || p->bytes == 1)
        return 0;
    return mask_of((i32x32)((p->a & 3) + p->bytes > 4)) & p->private_lanes;
}

MEM_RACY_BEGIN

/* Byte i of a crossing lane's word k. */
static uint64_t crossing_host(const struct ventus_wave *w, const struct access *p, unsigned k,
                              unsigned lane, unsigned i)
{
    return w->base.machine->host_offset + private_address(w, p->a[lane] + 4 * k + i, lane);
}

#define FAULTING __attribute__((disable_sanitizer_instrumentation))

MEM_INLINE void load_bytes(const struct ventus_wave *w, const struct access *p, unsigned k,
                           u32x32 at, uint32_t lds, unsigned bytes, vec32 *raw)
{
    if (p->on == UINT32_MAX && (lds == 0 || lds == UINT32_MAX) && !p->private_lanes) {
        struct run run = run_of(at, p->on, bytes);
        uint64_t offset =
            lds ? (uint64_t)(uintptr_t)w->base.group->lds - w->base.machine->shared_base
                : w->base.machine->host_offset;
        if (run.kind == RUN_DENSE) {
            get_dense(run.first + offset, bytes, raw);
            return;
        }
        if (run.kind == RUN_SAME) {
            uint32_t x;
            get_element(run.first + offset, bytes, &x);
            raw->u = splat32(x);
            return;
        }
    }
    const u64x32 h = host_addresses(w, at, lds);
    const uint64_t *where = (const uint64_t *)&h;
    uint32_t cross = crossing(p);
    raw->u = splat32(0);
    for (uint32_t left = p->on & ~cross; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        get_element(where[l], bytes, raw_lane(raw, l));
    }
    for (uint32_t left = cross; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        for (unsigned i = 0; i < bytes; i++) {
            uint32_t part;
            get_element(crossing_host(w, p, k, l, i), 1, &part);
            *raw_lane(raw, l) |= part << 8 * i;
        }
    }
}

MEM_INLINE void store_bytes(const struct ventus_wave *w, const struct access *p, unsigned k,
                            u32x32 at, uint32_t lds, unsigned bytes, const vec32 *raw)
{
    if (p->on == UINT32_MAX && (lds == 0 || lds == UINT32_MAX) && !p->private_lanes) {
        struct run run = run_of(at, p->on, bytes);
        if (run.kind == RUN_DENSE) {
            uint64_t offset =
                lds ? (uint64_t)(uintptr_t)w->base.group->lds - w->base.machine->shared_base
                    : w->base.machine->host_offset;
            put_dense(run.first + offset, bytes, raw);
            return;
        }
    }
    const u64x32 h = host_addresses(w, at, lds);
    const uint64_t *where = (const uint64_t *)&h;
    uint32_t cross = crossing(p);
    for (uint32_t left = p->on; left; left &= left - 1) { /* ascending: the last lane wins */
        unsigned l = (unsigned)__builtin_ctz(left);
        const uint32_t *r = (const uint32_t *)raw + l;
        if (!(cross >> l & 1)) {
            put_element(where[l], bytes, r);
            continue;
        }
        for (unsigned i = 0; i < bytes; i++) {
            uint32_t part = *r >> 8 * i;
            put_element(crossing_host(w, p, k, l, i), 1, &part);
        }
    }
}

#define BY_SIZE(f, ...)                                                                            \
    switch (p->bytes) {                                                                            \
    case 1:                                                                                        \
        f(__VA_ARGS__, 1, raw);                                                                    \
        break;                                                                                     \
    case 2:                                                                                        \
        f(__VA_ARGS__, 2, raw);                                                                    \
        break;                                                                                     \
    default:                                                                                       \
        f(__VA_ARGS__, 4, raw);                                                                    \
        break;                                                                                     \
    }

FAULTING static void load_word(const struct ventus_wave *w, const struct access *p, unsigned k,
                               u32x32 at, uint32_t lds, vec32 *raw)
{
    BY_SIZE(load_bytes, w, p, k, at, lds);
}

FAULTING static void store_word(const struct ventus_wave *w, const struct access *p, unsigned k,
                                u32x32 at, uint32_t lds, const vec32 *raw)
{
    BY_SIZE(store_bytes, w, p, k, at, lds);
}

MEM_RACY_END

static const struct op *report(struct ventus_wave *w, const struct ventus_op *o, u32x32 at,
                               uint32_t bad, unsigned bytes, const char *why)
{
    return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_MEMORY, bad, at[__builtin_ctz(bad)],
                                        bytes, why ? "%s" : NULL, why);
}

/* Registers of group g's data. */
static vec32 *data_register(struct ventus_wave *w, unsigned first, const struct access *p,
                            unsigned g, unsigned k)
{
    return &w->v[first + g * p->words + k];
}

/* False: the wave has faulted; *lds: lanes of word k in local memory. */
static inline bool check_word(struct ventus_wave *w, const struct ventus_op *o,
                              const struct access *p, unsigned k, u32x32 *at, uint32_t *lds)
{
    const char *why;
    *at = word_addresses(w, p, k);
    uint32_t bad = bad_lanes(w, o, p, k, *at, lds, &why);
    if (__builtin_expect(bad == 0, 1))
        return true;
    report(w, o, *at, bad, p->bytes, why);
    return false;
}

const struct op *FN(exec_vmem)(struct wave *wave, const struct op *op)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_op *o = (const struct ventus_op *)op;
    const struct ventus_mem_op *m = &o->mem;
    unsigned groups = m->typed ? w->lmul : 1, first = m->kind == MEM_STORE ? m->data : m->d;
    if (!groups)
        return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
                                            "vtype is not valid (vill)");
    struct access plans[2];
    vec32 raw[2][4];
    u32x32 at;
    uint32_t lds;
    for (unsigned g = 0; g < groups; g++) {
        struct access *p = &plans[g];
        if (!plan(w, o, g, p))
            continue;
        unsigned n = groups * p->words;
        if ((m->typed && first % n) || first + n > VGPR_COUNT ||
            (m->form == FORM_INDEXED && m->index % groups))
            return FN(exec_misaligned)(wave, op);
        for (unsigned k = 0; k < p->words && n > 1; k++) /* all, before any is written */
            if (!check_word(w, o, p, k, &at, &lds))
                return NULL;
    }
    for (unsigned g = 0; g < groups; g++) {
        const struct access *p = &plans[g];
        for (unsigned k = 0; p->on && k < p->words; k++) {
            if (!check_word(w, o, p, k, &at, &lds))
                return NULL;
            vec32 value;
            if (m->kind == MEM_STORE) {
                o->fn.store(&value, data_register(w, first, p, g, k));
                access_begin(w, o);
                store_word(w, p, k, at, lds, &value);
                access_end(w);
            } else {
                access_begin(w, o);
                load_word(w, p, k, at, lds, &raw[g][k]);
                access_end(w);
            }
        }
    }
    for (unsigned g = 0; g < groups && m->kind == MEM_LOAD; g++)
        for (unsigned k = 0; plans[g].on && k < plans[g].words; k++) {
            vec32 value, *d = data_register(w, first, &plans[g], g, k);
            o->fn.load(&value, &raw[g][k]);
            d->u = plans[g].on == UINT32_MAX ? value.u : select32(plans[g].on, value.u, d->u);
        }
    return &o->next->base;
}

/* ---- faults ---- */

void FN(access_fault)(struct wave *wave, const void *at);

/* The op that compiled code was at, and where its lanes are. */
static const struct ventus_op *compiled_access(struct ventus_wave *w, struct access *p)
{
    const struct ventus_op *o = &wave_code(w)->ops[w->access_slot - 1];
    if (o->next && o->next != o + 1 && o->next->base.offset == o->base.offset + 4)
        o = o->next; /* what a prefix changes */
    *p = (struct access){.on = w->on, .bytes = o->mem.sew_data ? 4 : o->mem.bytes, .words = 1};
    p->a = w->access_step & ACCESS_VECTOR
               ? w->access_at.u
               : splat32(w->access_at.u[0]) + lane_ids() * w->access_step;
    w->access_slot = 0;
    return o;
}

/* Goes through the words of a vector access, of which some were missed. page: lowers it to the
 * lowest page that is. NULL: reports the first word with threads on the page of `at`, or all of the
 * first word's without `at`, and returns true. */
static bool missed_words(struct ventus_wave *w, const struct ventus_op *o, struct access *p,
                         bool is_compiled, uint64_t at, uint64_t *page)
{
    for (unsigned g = 0; g < (o->mem.typed ? w->lmul : 1u); g++) {
        if (!is_compiled && !plan(w, o, g, p))
            continue;
        for (unsigned k = 0; k < p->words; k++) {
            u32x32 where = word_addresses(w, p, k);
            uint32_t lds =
                mask_of((i32x32)(where - (uint32_t)w->base.machine->shared_base < LDS_SPACE_BYTES));
            u64x32 h = host_addresses(w, where, lds);
            if (page) {
                *page = lowest_missed(&h, p->on & ~lds, p->bytes, *page);
                continue;
            }
            uint32_t bad = lanes_on_page(&h, p->on & ~lds, p->bytes, page_of(at));
            if (bad || !at) {
                report(w, o, where, bad ? bad : p->on, p->bytes, NULL);
                return true;
            }
        }
    }
    return false;
}

void FN(access_fault)(struct wave *wave, const void *at)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    struct access p;
    bool is_compiled = w->access_slot != 0;
    const struct ventus_op *o =
        is_compiled ? compiled_access(w, &p) : (const struct ventus_op *)wave->next;
    const struct ventus_mem_op *m = &o->mem;
    uint64_t page = page_of((uint64_t)(uintptr_t)at);
    wave->faulting_access = false;
    struct access_info info = {0};
    bool vector =
        FN(function_kinds)[o->base.row] == FNK_load || FN(function_kinds)[o->base.row] == FNK_store;
    if (vector && at)
        missed_words(w, o, &p, is_compiled, 0, &page);
    if (vector && missed_words(w, o, &p, is_compiled, page, NULL))
        return;
    if (is_compiled)
        info = (struct access_info){.address = w->access_at.u[0],
                                    .bytes = (uint32_t)m->bytes * m->words};
    else
        FN(access_of)(wave, &o->base, -1, &info);
    uint64_t address =
        at && !vector ? (uint64_t)(uintptr_t)at - wave->machine->host_offset : info.address;
    FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, address, info.bytes, NULL);
}

/* What a lane stores, if it is one word. */
static bool stored_value(struct ventus_wave *w, const struct access *p, unsigned lane,
                         const struct ventus_mem_op *m, uint64_t *out)
{
    if (m->kind != MEM_STORE || p->words != 1 || p->bytes > 4)
        return false;
    *out = *vgpr_lane(w, m->data, lane) & (UINT32_MAX >> (32 - 8 * p->bytes));
    return true;
}

/* What a vector load or store does: the lane's access, or the first one's if it is negative. */
static bool vector_access(struct ventus_wave *w, const struct ventus_op *o, int lane,
                          struct access_info *out)
{
    unsigned kind = FN(function_kinds)[o->base.row];
    struct access p;
    if (!w->lmul || !plan(w, o, 0, &p) || (lane >= 0 && !(p.on >> lane & 1)))
        return false;
    unsigned l = lane < 0 ? (unsigned)__builtin_ctz(p.on) : (unsigned)lane;
    u64x32 all = zext32(word_addresses(w, &p, 0));
    *out = (struct access_info){
        .address = all[l],
        .bytes = (uint32_t)p.bytes * p.words,
        .is_store = kind == FNK_store,
        .is_load = kind == FNK_load,
        .lanes = p.on,
        .data = {kind == FNK_store && p.words == 1 ? (int16_t)o->mem.data : -1, -1},
    };
    out->has_value = lane >= 0 && stored_value(w, &p, l, &o->mem, &out->value);
    memcpy(out->lane_address, &all, sizeof all);
    return true;
}

/* The device address of `bytes` bytes at what the program calls `address`. */
static uint64_t device_address(struct ventus_wave *w, const struct ventus_mem_op *m,
                               uint64_t address, unsigned lane, uint32_t bytes)
{
    struct place place = {0};
    const char *why;
    FN(resolve)(w, m->space, address, lane, bytes, &place, &why);
    return place.host ? place.device : address;
}

static bool scalar_access(struct ventus_wave *w, const struct ventus_op *o, int lane,
                          struct access_info *out)
{
    const struct ventus_mem_op *m = &o->mem;
    bool is_store = FN(function_kinds)[o->base.row] == FNK_sstore;
    if (lane > 0)
        return false;
    *out = (struct access_info){
        .address = device_address(w, m, scalar_address(w, m), 0, m->bytes),
        .bytes = (uint32_t)m->bytes * m->words,
        .is_store = is_store,
        .has_value = is_store,
        .value = w->x[m->data] & (m->bytes == 4 ? UINT32_MAX : (1u << 8 * m->bytes) - 1),
        .is_load = !is_store,
        .is_scalar = true,
        .lanes = 1,
        .data = {-1, -1},
    };
    out->lane_address[0] = out->address;
    return true;
}

/* Atomics, LR and SC. */
static bool atomic_access(struct ventus_wave *w, const struct ventus_op *o, int lane,
                          struct access_info *out)
{
    const struct ventus_mem_op *m = &o->mem;
    uint32_t on = m->vector ? w->on : 1;
    if (!on || (lane >= 0 && !(on >> lane & 1)))
        return false;
    *out = (struct access_info){
        .bytes = 4,
        .is_store = m->kind != MEM_LOAD,
        .is_load = m->kind != MEM_STORE,
        .is_scalar = !m->vector,
        .lanes = on,
        .is_atomic = true,
        .data = {-1, -1},
    };
    for (uint32_t left = on; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        out->lane_address[l] = device_address(w, m, FN(atomic_address)(w, o, l), l, 4);
    }
    out->address = out->lane_address[lane < 0 ? __builtin_ctz(on) : lane];
    return true;
}

static bool find_access(struct ventus_wave *w, const struct ventus_op *o, int lane,
                        struct access_info *out)
{
    const struct op *op = &o->base;
    if (op->exec == FN(exec_later) || op->exec == FN(exec_illegal) ||
        op->exec == FN(exec_misaligned))
        return false;
    switch (FN(function_kinds)[o->base.row]) {
    case FNK_load:
    case FNK_store:
        return vector_access(w, o, lane, out);
    case FNK_sload:
    case FNK_sstore:
        return scalar_access(w, o, lane, out);
    case FNK_wave: /* LR, SC */
        return op_row(o)->flags & (VFLAG_load | VFLAG_store) && op->exec == FN(exec_wave) &&
               atomic_access(w, o, lane, out);
    case FNK_atomic:
        return atomic_access(w, o, lane, out);
    default:
        return false;
    }
}

bool FN(access_of)(struct wave *wave, const struct op *op, int lane, struct access_info *out)
{
    bool has_access =
        find_access((struct ventus_wave *)wave, (const struct ventus_op *)op, lane, out);
    if (has_access)
        access_summarize(out);
    return has_access;
}
