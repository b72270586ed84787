/* plan.c: what ops access, and in which way it can be done in place. See plan.h. */
#include "isa/rdna3/jit/plan.h"
#include "isa/rdna3/jit/atomic.h"
#include "isa/rdna3/jit/buffer.h"
#include "isa/rdna3/jit/scratch.h"
#include "jit/registers.h"

bool rdna3_is_plain_access(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool known = m->bytes == 1 || m->bytes == 2 || (m->bytes && m->bytes % 4 == 0);
    bool is_known = m->kind == MEM_ATOMIC ? rdna3_is_simple_atomic(o) : known;
    return is_known && !m->addtid && !m->tolds && !m->no_exec && !m->tfe && rdna3_is_convertible(m);
}

bool rdna3_is_on_stack(const struct rdna3_op *o)
{
    unsigned above = (unsigned)o->mem.offset & 3;
    return (above == 0 || above + o->mem.bytes <= 4) && o->executor == EXECUTOR_exec_flat &&
           o->insn->format == FMT_SCRATCH && !o->mem.has_addr && rdna3_is_plain_access(o);
}

bool rdna3_stores_row(const struct region *r, const struct block *b, const struct region_op *at,
                      uint32_t *from, uint32_t *bytes)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    int64_t base = 0;
    if (at->kind != OP_ACCESS || at->fx.treatment != AS_IR || at->is_load || !rdna3_is_on_stack(o))
        return false;
    if (o->mem.saddr != NO_SADDR) {
        unsigned var = VAR_S0 + o->mem.saddr;
        const struct fixed *f = fixed_in(r, b, var);
        for (const struct region_op *k = &r->ops[b->op]; f && k < at; k++)
            if (var_has(&k->fx.def, var))
                f = NULL;
        if (!f)
            return false;
        base = f->value;
    }
    base = (base + o->mem.offset) & ~INT64_C(3);
    *from = (uint32_t)base;
    *bytes = o->mem.bytes < 4 ? 4 : o->mem.bytes;
    return base >= 0 && base <= INT32_MAX;
}

/* Of lanes that are not active, an address does not matter. */
static LLVMValueRef address_half(struct emitter *e, unsigned vgpr, unsigned half)
{
    return active_lanes(e, get_var(e, rdna3_vgpr_of(e, vgpr, half)), half);
}

/* One element, with its registers; loads are told from what stores, too. */
static void open_access(struct plan *p)
{
    const struct rdna3_mem *m = &p->o->mem;
    unsigned second;
    p->parts = 1;
    p->is_atomic = m->kind == MEM_ATOMIC;
    p->has_second = p->is_atomic && rdna3_second_operand(p->o, &second);
    p->a[0] = (struct access){.is_store = m->kind != MEM_LOAD,
                              .bytes = m->bytes,
                              .dwords = m->dwords,
                              .offset = m->offset};
    for (unsigned i = 0; i < m->dwords; i++) {
        p->data[0][i] = (uint8_t)(m->data + i);
        p->data[1][i] = p->has_second ? (uint8_t)(second + i) : 0;
    }
}

/* false: it cannot be done in place. */
static bool choose_way(struct emitter *e, struct plan *p)
{
    struct access *a = &p->a[0];
    a->way = p->is_atomic ? WAY_ANY : way_of(e, a);
    if (a->way == WAY_CALL && a->is_store) /* by lane */
        a->way = WAY_ANY;
    a->row = row_of(e, a);
    a->is_strict = a->is_store; /* also of atomics: executors test all lanes before they store */
    return a->way != WAY_CALL;
}

bool rdna3_finish_global(struct emitter *e, struct plan *p)
{
    struct access *a = &p->a[0];
    a->is_rooted = a->way == WAY_ANY;
    for (unsigned h = 0; h < e->region->halves; h++) {
        struct address address, first;
        a->is_rooted &= find_index(e, a, p->lo[0], p->hi[0], &first) &&
                        find_index(e, a, p->lo[h], p->hi[h], &address) &&
                        first.shift == address.shift;
    }
    return a->way != WAY_ANY || a->is_rooted || e->machine->window_size >= UNROOTED_WINDOW;
}

bool rdna3_plan_buffer(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    struct buffer b;
    *p = (struct plan){.at = e->at, .o = o};
    if (!rdna3_is_plain_access(o))
        return false;
    open_access(p);
    if (!choose_way(e, p))
        return false;
    if (!o->mem.offen && !o->mem.idxen) { /* all lanes are at one place */
        /* of stores there, the last lane's stays */
        p->a[0].way = p->a[0].is_store ? WAY_ANY : WAY_SAME;
        p->a[0].row = row_of(e, &p->a[0]);
    }
    p->a[0].is_strict = true; /* faults are of its parts */
    rdna3_find_buffer(e, o, &b);
    p->a[0].saddr = b.from;
    p->holds = b.holds;
    for (unsigned h = 0; h < e->region->halves; h++)
        p->lo[h] = b.at[h];
    return rdna3_finish_global(e, p);
}

bool rdna3_plan_global(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    struct access *a = &p->a[0];
    open_access(p);
    if (!m->has_addr || !choose_way(e, p))
        return false;
    if (m->saddr != NO_SADDR)
        a->saddr = get_scalars(e, VAR_S0 + m->saddr);
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = address_half(e, m->addr, h);
        if (m->saddr == NO_SADDR)
            p->hi[h] = address_half(e, m->addr + 1u, h);
    }
    return rdna3_finish_global(e, p);
}

bool rdna3_plan_scratch(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    struct access *a = &p->a[0];
    bool is_flat = o->insn->format == FMT_FLAT;
    open_access(p);
    if (p->is_atomic)
        return false;
    a->is_scratch = true;
    a->row = 32;
    a->way = rdna3_scratch_way(e, a, m->has_addr, m->saddr != NO_SADDR);
    if (a->way == WAY_CALL)
        return false;
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = m->has_addr ? address_half(e, m->addr, h) : NULL;
        if (is_flat)
            p->hi[h] = address_half(e, m->addr + 1u, h);
    }
    p->base = m->saddr == NO_SADDR ? NULL : get_var(e, VAR_S0 + m->saddr);
    p->aperture = is_flat ? (uint32_t)(e->machine->private_base >> 32) : 0;
    return true;
}

void rdna3_plan_row(struct plan *p, int32_t offset)
{
    open_access(p);
    p->a[0].is_scratch = true;
    p->a[0].row = 32;
    p->a[0].way = WAY_SAME;
    p->a[0].offset = offset;
}

bool rdna3_plan_shared(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    open_access(p);
    p->a[0].is_lds = true;
    if (!choose_way(e, p))
        return false;
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = address_half(e, m->addr, h);
        p->hi[h] = address_half(e, m->addr + 1u, h);
    }
    p->aperture = (uint32_t)(e->machine->shared_base >> 32);
    return true;
}

/* The second element of a lane. Two that follow each other are loaded, or stored, as one. */
static void open_second(const struct emitter *e, struct plan *p)
{
    const struct rdna3_mem *m = &p->o->mem;
    p->parts = 2;
    p->a[1] = p->a[0];
    p->a[1].offset = m->offset1;
    for (unsigned i = 0; i < m->dwords; i++)
        p->data[1][i] = (uint8_t)(m->data1 + i);
    if (!p->is_atomic && m->bytes == 4 && m->offset1 == m->offset + 4 && e->at->step == 8) {
        p->parts = 1;
        p->a[0].bytes = 8;
        p->a[0].dwords = 2;
        p->data[0][1] = p->data[1][0];
    }
}

static bool plan_lds(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    open_access(p);
    p->a[0].is_lds = true;
    if (m->addr2)
        open_second(e, p);
    if (!choose_way(e, p))
        return false;
    p->a[1].way = p->a[0].way;
    p->a[1].row = p->a[0].row;
    for (unsigned h = 0; h < e->region->halves; h++)
        p->lo[h] = address_half(e, m->addr, h);
    return true;
}

bool rdna3_is_access(const struct emitter *e, const struct region_op *at)
{
    (void)e;
    return at->fx.treatment == AS_IR && at->kind == OP_ACCESS;
}

bool rdna3_make_plan(struct emitter *e, struct plan *p)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    if (!rdna3_is_access(e, e->at) || !rdna3_is_plain_access(o))
        return false;
    *p = (struct plan){.at = e->at, .o = o};
    if (o->insn->format == FMT_FLAT || o->executor == EXECUTOR_exec_buffer)
        return false; /* emit_flat, emit_buffer */
    return (o->executor != EXECUTOR_exec_flat ? plan_lds
            : o->insn->format == FMT_SCRATCH  ? rdna3_plan_scratch
                                              : rdna3_plan_global)(e, o, p);
}

varset rdna3_address_vars(const struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    varset s = {{0}};
    bool is_lds = o->executor == EXECUTOR_exec_ds, is_scratch = o->insn->format == FMT_SCRATCH;
    for (unsigned h = 0; h < e->region->halves; h++) {
        if (!is_scratch || m->has_addr)
            var_add(&s, rdna3_vgpr_of(e, m->addr, h));
        if (!is_lds && !is_scratch && m->saddr == NO_SADDR)
            var_add(&s, rdna3_vgpr_of(e, m->addr + 1u, h));
    }
    if (!is_lds && m->saddr != NO_SADDR) {
        var_add(&s, VAR_S0 + m->saddr);
        var_add(&s, VAR_S0 + m->saddr + 1u);
    }
    return s;
}
