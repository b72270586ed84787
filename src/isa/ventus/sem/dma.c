/* dma.c: asynchronous copies from global to local memory, and the barrier that waits for them.
 *
 * A copy is complete when its instruction is: a program may expect nothing of local memory before
 * cp_dma_mbarrier, so it can find the data there already (memory-model.md 6). Operands come from
 * scalar registers or lane 0: which threads are active does not matter. */
#include "isa/ventus/exec/mem.h"
#include "isa/ventus/sem/sem.h"

enum {
    MAX_RANK = 5,
    TENSOR_LANES = 15, /* of the box's descriptor */
    MAX_BOX = 256,
    MAX_STEP = 8,
    STRIDE_ALIGN = 16,
    SWIZZLE_BLOCK = 128,
    BARRIER_WARPS = 4,
    BARRIER_KIND = 1, /* 0 is that of `barrier` */
};

#define REFUSE(...) FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, __VA_ARGS__)

/* ---- places ---- */

/* The bytes at device address `at` of local memory; NULL: the wave has faulted. */
static uint8_t *destination(struct ventus_wave *w, const struct ventus_op *o, uint32_t at,
                            uint64_t bytes)
{
    uint32_t base = (uint32_t)w->base.machine->shared_base, end = w->base.group->lds_bytes;
    uint32_t size = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
    if (!in_lds(w, at)) {
        FN(fault)
        (w, o, SHOAL_FAULT_MEMORY, 0, at, size,
         "the destination of a copy must be local memory, from %#x on%s", base,
         at < end ? "; shoal run --lenient (lenient_copies in C) lets it count from there" : "");
        return NULL;
    }
    if (at - base > end || bytes > end - (at - base)) {
        FN(fault)
        (w, o, SHOAL_FAULT_MEMORY, 0, at, size,
         "the destination reaches past the work-group's local memory");
        return NULL;
    }
    return (uint8_t *)w->base.group->lds + (at - base);
}

/* The host's address of `bytes` at device address `at` of global memory; 0: the wave has
 * faulted. What is not mapped there faults when it is read. */
static uint64_t source(struct ventus_wave *w, const struct ventus_op *o, uint64_t at,
                       uint32_t bytes)
{
    struct place p;
    const char *why = NULL;
    if (at <= UINT32_MAX && in_lds(w, (uint32_t)at)) {
        FN(fault)
        (w, o, SHOAL_FAULT_MEMORY, 0, at, bytes, "the source of a copy must be global memory");
        return 0;
    }
    if (FN(resolve)(w, SPACE_PLAIN, at, 0, bytes, &p, &why))
        return p.host;
    FN(bad_access)(w, o, -1, at, bytes, why);
    return 0;
}

MEM_RACY_BEGIN

/* Words stay whole: other work-groups may write them meanwhile. */
__attribute__((disable_sanitizer_instrumentation)) static void copy(uint8_t *to, uint64_t from,
                                                                    uint64_t bytes)
{
    uint64_t i = 0;
    for (; bytes - i >= 8; i += 8)
        *(any_u64 *)(void *)(to + i) = *(any_u64 *)host(from + i);
    if (bytes - i >= 4) {
        *(any_u32 *)(void *)(to + i) = *(any_u32 *)host(from + i);
        i += 4;
    }
    for (; i < bytes; i++)
        to[i] = *(any_u8 *)host(from + i);
}

MEM_RACY_END

static void copy_in(struct ventus_wave *w, const struct ventus_op *o, uint8_t *to, uint64_t from,
                    uint64_t bytes)
{
    access_begin(w, o);
    copy(to, from, bytes);
    access_end(w);
}

/* Address in local memory: a scalar register; in the toolchain's dialect a vector's lane 0. Tests
 * written by hand have distances from the start of the work-group's local memory. */
static uint32_t target(struct ventus_wave *w, const struct ventus_op *o)
{
    struct machine *m = w->base.machine;
    unsigned n = ventus_reg(o->insn, VROLE_d);
    uint32_t at = ventus_kind(o->insn, VROLE_d) == VK_v ? w->v[n].u[0] : w->x[n];
    if (!m->lenient_copies || at >= w->base.group->lds_bytes)
        return at;
    m->message(m, &w->base, MACHINE_MESSAGE_COPY, at);
    return (uint32_t)m->shared_base + w->base.group->lds_offset + at;
}

/* ---- bytes ---- */

SEM(cp_dma)
{
    uint32_t from = w->x[ventus_reg(o->insn, VROLE_a)], valid = w->x[ventus_reg(o->insn, VROLE_b)];
    uint32_t bytes = (uint32_t)ventus_imm(o->insn, VROLE_k);
    if (valid > bytes)
        return REFUSE("a source of %u bytes is larger than the copy of %u", valid, bytes);
    uint8_t *to = destination(w, o, target(w, o), bytes);
    if (!to)
        return NULL;
    if (valid) {
        uint64_t at = source(w, o, from, valid);
        if (!at)
            return NULL;
        copy_in(w, o, to, at, valid);
    }
    memset(to + valid, 0, bytes - valid);
    return o->next;
}

/* The manual wants multiples of 16; the RTL, whose code the toolchain's dialect runs, moves
 * groups of 4. */
SEM(cp_dma_bulk)
{
    uint32_t from = w->x[ventus_reg(o->insn, VROLE_a)], bytes = w->x[ventus_reg(o->insn, VROLE_b)];
    uint32_t to = target(w, o), unit = o->insn->is_toolchain ? 4 : 16;
    if (!bytes || bytes % unit)
        return REFUSE("a copy of %u bytes: it needs a multiple of %u", bytes, unit);
    if (from % unit || to % unit)
        return FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, from % unit ? from : to, bytes,
                         "the %s of a copy must be a multiple of %u",
                         from % unit ? "source" : "destination", unit);
    uint8_t *at = destination(w, o, to, bytes);
    uint64_t read = at ? source(w, o, from, bytes) : 0;
    if (!read)
        return NULL;
    copy_in(w, o, at, read, bytes);
    return o->next;
}

/* ---- tensors ---- */

struct tensor {
    unsigned rank, width; /* bytes of an element */
    uint32_t box_at;
    uint32_t size[MAX_RANK];   /* in elements */
    uint32_t stride[MAX_RANK]; /* bytes from one element of the dimension to the next */
    uint32_t step[MAX_RANK];   /* elements from one that is taken to the next */
    uint32_t count[MAX_RANK];  /* of elements that are taken */
    int64_t start[MAX_RANK];   /* the box's first element */
    uint8_t fill;              /* every byte of an element outside of the tensor */
    unsigned swizzle;
};

/* Widths, and which are floats: numbers of the CUDA tensor maps, as in the RTL. */
static const struct {
    uint8_t bytes;
    bool is_float;
} data_types[] = {{1, 0}, {2, 0}, {4, 0}, {4, 0}, {8, 0}, {8, 0}, {2, 1},
                  {4, 1}, {8, 1}, {2, 1}, {4, 1}, {4, 1}, {4, 1}};

/* Dimension d of the descriptors; NULL: good, or the wave has faulted. */
static bool read_dimension(struct ventus_wave *w, const struct ventus_op *o, const vec32 *tensor,
                           const vec32 *box, unsigned d, struct tensor *t)
{
    uint32_t size = tensor->u[3 + d], taken = box->u[1 + d], step = box->u[6 + d];
    t->size[d] = size;
    t->stride[d] = d ? tensor->u[8 + d - 1] : t->width;
    t->step[d] = d ? step : 1; /* of dimension 0 it does not count */
    if (!size)
        REFUSE("dimension %u of the tensor has no elements", d);
    else if (!taken || taken > MAX_BOX)
        REFUSE("dimension %u of the box is %u: from 1 to %u", d, taken, MAX_BOX);
    else if (d && (!step || step > MAX_STEP))
        REFUSE("element stride %u of dimension %u: from 1 to %u", step, d, MAX_STEP);
    else if (d && (!t->stride[d] || t->stride[d] % STRIDE_ALIGN))
        REFUSE("stride %#x of dimension %u: a multiple of %u, not 0", t->stride[d], d,
               STRIDE_ALIGN);
    else {
        t->count[d] = (taken + t->step[d] - 1) / t->step[d];
        return true;
    }
    return false;
}

/* False: the wave has faulted. */
static bool read_tensor(struct ventus_wave *w, const struct ventus_op *o, struct tensor *t)
{
    const vec32 *tensor = &w->v[ventus_reg(o->insn, VROLE_a)];
    const vec32 *box = &w->v[ventus_reg(o->insn, VROLE_b)];
    uint32_t type = tensor->u[0], fill = box->u[14];
    *t = (struct tensor){.rank = tensor->u[1], .box_at = box->u[0], .swizzle = box->u[12]};
    if (w->base.lanes < TENSOR_LANES)
        REFUSE("the descriptors have %u words: a warp of %u threads cannot hold them", TENSOR_LANES,
               w->base.lanes);
    else if (type >= sizeof data_types / sizeof *data_types)
        REFUSE("data type %u of the tensor: from 0 to 12", type);
    else if (t->rank < 1 || t->rank > MAX_RANK)
        REFUSE("rank %u of the tensor: from 1 to %u", t->rank, MAX_RANK);
    else if (box->u[11])
        REFUSE("interleave %u of the box is reserved: 0", box->u[11]);
    else if (t->swizzle > 3)
        REFUSE("swizzle %u of the box: from 0 to 3", t->swizzle);
    else if (fill > 1)
        REFUSE("fill %u of the box: 0 for zero, 1 for NaN", fill);
    else {
        t->width = data_types[type].bytes;
        t->fill = fill && data_types[type].is_float ? 0xff : 0;
        for (unsigned d = 0; d < t->rank; d++)
            if (!read_dimension(w, o, tensor, box, d, t))
                return false;
        for (unsigned d = t->rank; d < MAX_RANK; d++)
            t->size[d] = t->count[d] = t->step[d] = 1;
        /* The box's start as elements: the highest dimension takes as much as it can. */
        int64_t rest = (int64_t)t->box_at - tensor->u[2];
        for (unsigned d = t->rank; d-- > 0;) {
            t->start[d] = rest / t->stride[d];
            t->start[d] -= rest % (int64_t)t->stride[d] < 0;
            rest -= t->start[d] * t->stride[d];
        }
        if (!rest)
            return true;
        REFUSE("the box at %#x begins inside an element of the tensor at %#x", t->box_at,
               tensor->u[2]);
    }
    return false;
}

/* Where byte `at` of local memory lies: 16-byte pieces of 128-byte rows change places by the
 * row's number. 32, 64, 128 bytes: swizzle 1, 2, 3. */
static uint32_t swizzled(uint32_t at, unsigned swizzle)
{
    return at ^ (at >> 7 & ((1u << swizzle) - 1)) << 4;
}

/* `bytes` to offset `at` of local memory from host address `from`, or, if that is 0, the fill. */
static void put(struct ventus_wave *w, const struct ventus_op *o, const struct tensor *t,
                uint32_t at, uint64_t from, uint32_t bytes)
{
    uint8_t *lds = w->base.group->lds;
    for (uint32_t i = 0, n; i < bytes; i += n) {
        n = bytes - i;
        if (t->swizzle && n > 16 - (at + i) % 16)
            n = 16 - (at + i) % 16;
        uint8_t *to = lds + swizzled(at + i, t->swizzle);
        if (from)
            copy_in(w, o, to, from + i, n);
        else
            memset(to, t->fill, n);
    }
}

/* One row of the box, to offset `to` of local memory; j: its number in dimensions 1 to 4. False:
 * the wave has faulted. */
static bool copy_row(struct ventus_wave *w, const struct ventus_op *o, const struct tensor *t,
                     const uint32_t j[MAX_RANK], uint32_t to)
{
    uint64_t at = t->box_at;
    bool is_inside = true;
    for (unsigned d = 1; d < t->rank; d++) {
        int64_t element = t->start[d] + (int64_t)j[d] * t->step[d];
        is_inside &= element >= 0 && element < t->size[d];
        at += (uint64_t)j[d] * t->step[d] * t->stride[d];
    }
    /* Dimension 0: what the row has left; in a tensor of rank 1 the box may begin before it. */
    int64_t before = t->start[0] < 0 ? -t->start[0] : 0, end = t->size[0] - t->start[0];
    uint32_t n = t->count[0];
    uint32_t first = before > n ? n : (uint32_t)before;
    uint32_t last = !is_inside || end < first ? first : end > n ? n : (uint32_t)end;
    uint64_t from = 0;
    if (last > first) {
        from = source(w, o, at + (uint64_t)first * t->width, (last - first) * t->width);
        if (!from)
            return false;
    }
    put(w, o, t, to, 0, first * t->width);
    put(w, o, t, to + first * t->width, from, (last - first) * t->width);
    put(w, o, t, to + last * t->width, 0, (n - last) * t->width);
    return true;
}

SEM(cp_dma_tensor)
{
    struct tensor t;
    if (!read_tensor(w, o, &t))
        return NULL;
    uint32_t at = target(w, o), row = t.width * t.count[0], j[MAX_RANK] = {0};
    uint64_t rows = 1;
    for (unsigned d = 1; d < MAX_RANK; d++)
        rows *= t.count[d];
    /* Swizzled bytes stay in their block. */
    uint32_t head = t.swizzle ? at % SWIZZLE_BLOCK : 0;
    uint64_t bytes = head + rows * row, block = t.swizzle ? SWIZZLE_BLOCK : 1;
    if (!destination(w, o, at - head, (bytes + block - 1) / block * block))
        return NULL;
    uint32_t to = at - (uint32_t)w->base.machine->shared_base;
    for (uint64_t r = 0; r < rows; r++, to += row) {
        if (!copy_row(w, o, &t, j, to))
            return NULL;
        for (unsigned d = 1; d < MAX_RANK && ++j[d] == t.count[d]; d++)
            j[d] = 0;
    }
    return o->next;
}

/* ---- barrier ---- */

/* Four warps, or those that the last group of four has. */
SEM(cp_dma_mbarrier)
{
    uint32_t first = w->base.index / BARRIER_WARPS * BARRIER_WARPS;
    uint32_t left = w->base.group->wave_count - first;
    w->base.barrier.kind = BARRIER_KIND;
    w->base.barrier.first = (uint16_t)first;
    w->base.barrier.count = (uint16_t)(left < BARRIER_WARPS ? left : BARRIER_WARPS);
    return wave_stop(w, o->next, STOP_BARRIER);
}
