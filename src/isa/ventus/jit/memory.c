/* memory.c: loads and stores as IR.
 *
 * What is common is done in place: dwords, bytes and halfwords of threads that follow each other
 * (rows), are at one place, or, on CPUs with gathers, anywhere. Which of these an access is
 * compiled as is a guess (jit/shape.c) that emitted code tests, with the bounds of the window and
 * of local memory, which an address tells apart. Everything else is the executor's, which knows all
 * spaces, and faults. Before device memory is accessed, the wave gets what access_fault works out
 * from whose fault it was. */
#include "isa/ventus/jit/layer.h"
#include "jit/anywhere.h"
#include "jit/call.h"
#include "jit/emit_nan.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/writeback.h"

#define WAVE(field) offsetof(struct ventus_wave, field)

enum { LANE_COUNT = 32 };

/* Where something of a lane, or of the first one of a row, is. */
struct spot {
    LLVMValueRef at;      /* i32: device address */
    LLVMValueRef pointer; /* on the host, if `fits` */
    LLVMValueRef fits;    /* i1: all of it is in the window, or in local memory */
};

static LLVMValueRef both(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return a && b ? LLVMBuildAnd(e->b, a, b, "") : a ? a : b;
}

static uint32_t shared_base(const struct emitter *e) { return (uint32_t)e->machine->shared_base; }

/* What an instruction of this space adds to addresses: the work-group's CSR_LDS, or nothing. */
static LLVMValueRef plus_base(struct emitter *e, unsigned space, LLVMValueRef at)
{
    if (space != SPACE_LOCAL)
        return at;
    LLVMValueRef slot = load_at(e, e->i32, e->group, offsetof(struct group, lds_offset));
    LLVMValueRef base = LLVMBuildAdd(e->b, slot, const_i32(e, shared_base(e)), "");
    LLVMTypeRef t = LLVMTypeOf(at);
    return LLVMBuildAdd(e->b, at, t == e->i32 ? base : splat(e, base, t), "");
}

/* i1: `span` bytes from `offset` on, which counts from the start of LDS, are in it. */
static LLVMValueRef fits_lds(struct emitter *e, LLVMValueRef offset, unsigned span)
{
    LLVMValueRef end = LLVMBuildSub(e->b, e->lds_size, const_i32(e, span), "");
    LLVMValueRef has_any = LLVMBuildICmp(e->b, LLVMIntUGE, e->lds_size, const_i32(e, span), "");
    return both(e, has_any, LLVMBuildICmp(e->b, LLVMIntULE, offset, end, ""));
}

static LLVMValueRef pointer_to(struct emitter *e, LLVMValueRef from, LLVMValueRef offset)
{
    LLVMValueRef at = zext64(e, offset);
    return LLVMBuildGEP2(e->b, e->i8, from, &at, 1, "");
}

/* The same as an offset in the window, and the greatest one that `span` bytes fit behind. */
static LLVMValueRef in_window(struct emitter *e, LLVMValueRef at)
{
    uint32_t base = (uint32_t)e->machine->window_base;
    LLVMTypeRef t = LLVMTypeOf(at);
    LLVMValueRef by = t == e->i32 ? const_i32(e, -base) : const_splat(e, t, -base);
    return base ? LLVMBuildAdd(e->b, at, by, "") : at;
}

static uint32_t last_in_window(const struct emitter *e, unsigned span)
{
    return (uint32_t)(e->machine->window_size - span);
}

/* Where `span` bytes from device address `at` on are. */
static struct spot find_spot(struct emitter *e, LLVMValueRef at, unsigned span, bool is_local)
{
    LLVMValueRef offset = LLVMBuildSub(e->b, at, const_i32(e, shared_base(e)), "");
    LLVMValueRef is_lds = fits_lds(e, offset, span), from_lds = pointer_to(e, e->lds, offset);
    if (is_local)
        return (struct spot){at, from_lds, is_lds};
    /* no byte of it is in LDS */
    LLVMValueRef last = LLVMBuildAdd(e->b, offset, const_i32(e, span - 1), "");
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntUGE, last, const_i32(e, LDS_SPACE_BYTES + span - 1), "");
    LLVMValueRef there = in_window(e, at);
    fits = both(e, fits,
                LLVMBuildICmp(e->b, LLVMIntULE, there, const_i32(e, last_in_window(e, span)), ""));
    LLVMValueRef pointer = pointer_to(e, symbol_address(e, "shoal_window"), there);
    return (struct spot){at, LLVMBuildSelect(e->b, is_lds, from_lds, pointer, ""),
                         LLVMBuildOr(e->b, is_lds, fits, "")};
}

/* ---- whose fault it is ---- */

_Static_assert(WAVE(access_step) == WAVE(access_slot) + 4, "both are stored at once");

static void say_slot(struct emitter *e, uint32_t step)
{
    uint64_t both = (e->at->slot + 1) | (uint64_t)step << 32;
    LLVMValueRef store = LLVMBuildStore(e->b, const_i64(e, both), wave_field(e, WAVE(access_slot)));
    LLVMSetAlignment(store, 4);
}

/* ---- one access of a warp ---- */

enum way_of_lanes { LANES_CALL, LANES_ROWS, LANES_SAME, LANES_ANY };

struct plan {
    const struct ventus_op *o;
    enum way_of_lanes way;
    bool is_store;
    unsigned bytes;
    struct spot spot;   /* of the first lane; LANES_ANY: at: of all */
    LLVMValueRef index; /* LANES_ANY: from spot.pointer, signed */
};

static LLVMTypeRef element_type(const struct emitter *e, unsigned bytes)
{
    return bytes == 1 ? e->i8 : bytes == 2 ? e->i16 : e->i32;
}

static enum way_of_lanes choose(const struct emitter *e, const struct ventus_mem_op *m)
{
    bool is_dword = m->bytes == 4 || m->sew_data;
    if (m->masked || m->words != 1 || m->space == SPACE_PRIVATE)
        return LANES_CALL;
    if (m->form == FORM_UNIT)
        return m->space == SPACE_PLAIN || m->space == SPACE_GLOBAL ? LANES_ROWS : LANES_CALL;
    if (m->form != FORM_REG)
        return LANES_CALL;
    if (e->at->step == m->bytes)
        return LANES_ROWS;
    if (e->at->step == 0 && m->kind == MEM_LOAD)
        return LANES_SAME;
    return is_dword && can_gather(e) ? LANES_ANY : LANES_CALL;
}

static LLVMValueRef compare(struct emitter *e, LLVMIntPredicate p, LLVMValueRef v, uint32_t with)
{
    return LLVMBuildICmp(e->b, p, v, const_splat(e, e->v32i32, with), "");
}

/* Lanes that are anywhere in the window, or in local memory where the instruction says so. */
static LLVMValueRef find_any(struct emitter *e, struct plan *p)
{
    const struct ventus_mem_op *m = &p->o->mem;
    LLVMValueRef reg = get_var(e, m->addr),
                 at = LLVMBuildAdd(e->b, reg, const_splat(e, e->v32i32, (uint32_t)m->offset), "");
    if (m->space == SPACE_LOCAL) {
        LLVMValueRef end = LLVMBuildSub(e->b, e->lds_size, const_i32(e, 4), "");
        LLVMValueRef has_any = LLVMBuildICmp(e->b, LLVMIntUGE, e->lds_size, const_i32(e, 4), "");
        p->spot.at = plus_base(e, m->space, at);
        p->index = LLVMBuildSub(e->b, p->spot.at, const_splat(e, e->v32i32, shared_base(e)), "");
        p->spot.pointer = e->lds;
        LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntUGT, p->index, splat(e, end, e->v32i32), "");
        return both(e, has_any, none_active(e, bad, 0));
    }
    LLVMValueRef last = LLVMBuildAdd(e->b, at, const_splat(e, e->v32i32, 3 - shared_base(e)), "");
    LLVMValueRef bad = compare(e, LLVMIntULT, last, LDS_SPACE_BYTES + 3), there = in_window(e, at);
    bad = LLVMBuildOr(e->b, bad, compare(e, LLVMIntUGT, there, last_in_window(e, 4)), "");
    if (m->space == SPACE_FLAT)
        bad = LLVMBuildOr(e->b, bad, compare(e, LLVMIntULT, reg, PRIVATE_WINDOW), "");
    /* instructions take signed indices */
    LLVMValueRef middle = const_i64(e, UINT64_C(1) << 31);
    p->index = LLVMBuildXor(e->b, there, const_splat(e, e->v32i32, UINT32_C(1) << 31), "");
    p->spot.at = at;
    p->spot.pointer = LLVMBuildGEP2(e->b, e->i8, symbol_address(e, "shoal_window"), &middle, 1, "");
    return none_active(e, bad, 0);
}

static unsigned element_bytes(const struct ventus_mem_op *m) { return m->sew_data ? 4 : m->bytes; }

/* The offsets, from the first thread's register, of what this op and those behind it access that
 * have its address register as it is now. */
static void find_reach(const struct emitter *e, const struct ventus_mem_op *m, struct reach *out)
{
    const struct region *r = e->region;
    const struct region_op *end = &r->ops[e->block->op + e->block->ops];
    out->low = m->offset;
    out->high = m->offset + (int64_t)(LANE_COUNT * element_bytes(m));
    for (const struct region_op *at = e->at; at < end; at++) {
        const struct ventus_op *o = ventus_inner(op_of(r, at));
        const struct ventus_mem_op *q = &o->mem;
        if (at->kind == OP_ACCESS && q->form == FORM_REG && q->addr == m->addr &&
            q->space == m->space && q->words == 1) {
            int64_t last = q->offset + (int64_t)(LANE_COUNT * element_bytes(q));
            out->low = q->offset < out->low ? q->offset : out->low;
            out->high = last > out->high ? last : out->high;
        }
        if (var_has(&at->fx.def, m->addr) || at->fx.exec != EXEC_STAYS)
            break;
    }
}

/* The same with the test that all of it is there, which its accesses share. */
static const struct reach *reach_of(struct emitter *e, const struct plan *p)
{
    const struct ventus_mem_op *m = &p->o->mem;
    const struct row_test *t =
        test_rows(e, get_var(e, m->addr), NULL, 0, p->way == LANES_SAME ? 0 : p->bytes, LANE_COUNT);
    LLVMValueRef first = t->first[0], rows = t->holds;
    for (unsigned i = 0; i < e->tests->reach_count; i++) {
        const struct reach *k = &e->tests->reaches[i];
        if (k->rows == rows && k->first == first && k->space == m->space && k->low <= m->offset &&
            k->high >= m->offset + (int64_t)(LANE_COUNT * p->bytes))
            return k;
    }
    if (e->tests->reach_count == MAX_ROW_TESTS)
        e->tests->reach_count = 0;
    struct reach *k = &e->tests->reaches[e->tests->reach_count++];
    *k = (struct reach){.rows = rows, .first = first, .space = m->space, .holds = rows};
    find_reach(e, m, k);
    unsigned span = (unsigned)(k->high - k->low);
    if (m->space == SPACE_FLAT) { /* no register is in the private window, none wraps into it */
        k->holds = both(e, k->holds,
                        LLVMBuildICmp(e->b, LLVMIntUGE, first, const_i32(e, PRIVATE_WINDOW), ""));
        k->holds = both(e, k->holds,
                        LLVMBuildICmp(e->b, LLVMIntULE, first,
                                      const_i32(e, UINT32_MAX - LANE_COUNT * p->bytes), ""));
    }
    LLVMValueRef low = LLVMBuildAdd(e->b, first, const_i32(e, (uint32_t)k->low), "");
    struct spot s = find_spot(e, plus_base(e, m->space, low), span, m->space == SPACE_LOCAL);
    k->holds = both(e, k->holds, s.fits);
    k->at = s.at;
    k->from = s.pointer;
    return k;
}

/* Sets where the lanes are; i1: if they are there. */
static LLVMValueRef find_lanes(struct emitter *e, struct plan *p)
{
    const struct ventus_mem_op *m = &p->o->mem;
    LLVMValueRef holds, on = get_var(e, VAR_ON);
    if (p->way == LANES_ANY)
        return find_any(e, p);
    if (m->form == FORM_UNIT) {
        p->spot = find_spot(e, get_var(e, VAR_S0 + m->addr), LANE_COUNT * p->bytes, false);
        holds = p->spot.fits;
    } else {
        const struct reach *k = reach_of(e, p);
        uint32_t from = (uint32_t)(m->offset - k->low);
        p->spot.at = LLVMBuildAdd(e->b, k->at, const_i32(e, from), "");
        p->spot.pointer = at_offset(e, k->from, from);
        holds = k->holds;
    }
    if (p->way == LANES_SAME) /* there is a lane whose address that is */
        holds = both(e, holds, LLVMBuildICmp(e->b, LLVMIntNE, on, const_i32(e, 0), ""));
    else if (!has_masks(e, p->bytes))
        holds = both(e, holds, is_equal(e, on, const_i32(e, UINT32_MAX)));
    return holds;
}

static void say_places(struct emitter *e, const struct plan *p)
{
    say_slot(e, p->way == LANES_ANY ? ACCESS_VECTOR : p->way == LANES_ROWS ? p->bytes : 0);
    LLVMValueRef to = wave_field(e, WAVE(access_at));
    LLVMSetAlignment(LLVMBuildStore(e->b, p->spot.at, to), 128);
}

/* ---- transfers ---- */

static struct anywhere lanes_at(struct emitter *e, const struct plan *p)
{
    return (struct anywhere){
        .from = p->spot.pointer, .index = p->index, .lanes = exec_bools(e, 0), .scale = 1};
}

static LLVMValueRef gather(struct emitter *e, const struct plan *p)
{
    struct anywhere lanes = lanes_at(e, p);
    return gather_dwords(e, &lanes, NULL);
}

static void scatter(struct emitter *e, const struct plan *p, LLVMValueRef value)
{
    struct anywhere lanes = lanes_at(e, p);
    scatter_dwords(e, &lanes, value);
}

/* The row's function between an element and a register. */
static LLVMValueRef converted(struct emitter *e, const struct ventus_op *o, LLVMValueRef v)
{
    LLVMValueRef result;
    emit_semantics(e, ventus_function(o), &v, &result);
    return result;
}

/* Rows of warps of 32 are accessed without a mask where all threads are active: what is stored so
 * is forwarded to loads. */
static bool has_all_lanes(const struct emitter *e)
{
    return ((const struct ventus_code *)e->region->code)->lanes == LANE_COUNT;
}

static LLVMValueRef load_whole(struct emitter *e, const struct plan *p, LLVMTypeRef row)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, row, p->spot.pointer, "");
    LLVMSetAlignment(v, 1);
    return v;
}

static LLVMValueRef load_row(struct emitter *e, const struct plan *p, LLVMTypeRef row)
{
    if (!has_masks(e, p->bytes))
        return load_whole(e, p, row);
    if (!has_all_lanes(e))
        return call_masked(e, false, p->spot.pointer, exec_bools(e, 0), LLVMConstNull(row));
    struct forms f = begin_forms(e, has_full_exec(e, 0), 4);
    LLVMValueRef v[2] = {load_whole(e, p, row)};
    next_form(e, &f);
    v[1] = call_masked(e, false, p->spot.pointer, exec_bools(e, 0), LLVMConstNull(row));
    end_forms(e, &f);
    LLVMBasicBlockRef from[2] = {f.holds, f.other};
    LLVMValueRef phi = LLVMBuildPhi(e->b, row, "");
    LLVMAddIncoming(phi, v, from, 2);
    return phi;
}

static void store_row(struct emitter *e, const struct plan *p, LLVMValueRef v)
{
    bool is_masked = has_masks(e, p->bytes), has_both = is_masked && has_all_lanes(e);
    struct forms f = {.done = NULL};
    if (has_both)
        f = begin_forms(e, has_full_exec(e, 0), 4);
    if (has_both || !is_masked)
        LLVMSetAlignment(LLVMBuildStore(e->b, v, p->spot.pointer), 1);
    if (has_both)
        next_form(e, &f);
    if (is_masked)
        call_masked(e, true, p->spot.pointer, exec_bools(e, 0), v);
    if (has_both)
        end_forms(e, &f);
}

static void load_lanes(struct emitter *e, const struct plan *p)
{
    LLVMTypeRef t = element_type(e, p->bytes), row = LLVMVectorType(t, LANE_COUNT);
    LLVMValueRef v;
    if (p->way == LANES_ANY) {
        v = gather(e, p);
    } else if (p->way == LANES_SAME) {
        v = LLVMBuildLoad2(e->b, t, p->spot.pointer, "");
        LLVMSetAlignment(v, 1);
        v = splat(e, p->bytes < 4 ? LLVMBuildZExt(e->b, v, e->i32, "") : v, e->v32i32);
    } else {
        v = load_row(e, p, row);
        v = p->bytes < 4 ? LLVMBuildZExt(e->b, v, e->v32i32, "") : v;
    }
    unsigned d = p->o->mem.d;
    set_var(e, d, under_exec(e, d, 0, converted(e, p->o, v)));
}

static void store_lanes(struct emitter *e, const struct plan *p)
{
    LLVMValueRef v = converted(e, p->o, get_var(e, p->o->mem.data));
    if (p->way == LANES_ANY) {
        scatter(e, p, v);
        return;
    }
    if (p->bytes < 4)
        v = LLVMBuildTrunc(e->b, v, LLVMVectorType(element_type(e, p->bytes), LANE_COUNT), "");
    store_row(e, p, v);
}

/* ---- both ways ---- */

/* The executor does it; the value of its result. */
static LLVMValueRef call_access(struct emitter *e)
{
    const struct region *r = e->region;
    const struct op *op = op_of(r, e->at);
    unsigned d = var_next(&e->at->fx.def, 0);
    call_instead(e, op, op_behind(r, op), &e->at->fx.use, &e->at->kept);
    return d < VAR_COUNT ? load_var(e, d) : NULL;
}

static void emit_access(struct emitter *e, struct plan *p)
{
    varset on = {{0}};
    unsigned d = var_next(&e->at->fx.def, 0);
    var_add(&on, VAR_ON);
    LLVMValueRef holds = find_lanes(e, p);
    varset used = e->at->fx.use;
    for (unsigned v = var_next(&used, 0); v < VAR_COUNT; v = var_next(&used, v + 1))
        get_var(e, v); /* what both ways read */
    if (d < VAR_COUNT && is_kept(e, d))
        get_var(e, d);
    exec_bools(e, 0);
    store_vars(e, &on); /* for access_fault */
    LLVMBasicBlockRef in_place = new_block(e, "in_place"), any = new_block(e, "any"),
                      join = new_block(e, "op_done");
    branch(e, holds, in_place, any, 16);
    LLVMPositionBuilderAtEnd(e->b, any);
    LLVMValueRef values[2];
    values[1] = call_access(e);
    any = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, in_place);
    say_places(e, p);
    if (p->is_store)
        store_lanes(e, p);
    else
        load_lanes(e, p);
    in_place = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    if (p->is_store)
        return;
    LLVMBasicBlockRef blocks[2] = {in_place, any};
    values[0] = get_var(e, d);
    LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
    LLVMAddIncoming(phi, values, blocks, 2);
    set_var(e, d, phi);
}

uint32_t ventus_emit_accesses(struct emitter *e, uint32_t left)
{
    const struct region_op *at = e->at;
    (void)left;
    if (at->kind != OP_ACCESS || at->fx.treatment != AS_IR)
        return 0;
    struct plan p = {.o = ventus_inner(op_of(e->region, at))};
    const struct ventus_mem_op *m = &p.o->mem;
    p.way = choose(e, m);
    p.is_store = m->kind == MEM_STORE;
    p.bytes = element_bytes(m);
    if (p.way == LANES_CALL)
        return 0;
    emit_access(e, &p);
    nan_after_op(e);
    return 1;
}

/* ---- scalars ---- */

/* Where the scalar's `words` are; else the executor says what is wrong. NULL: it is called. */
static LLVMValueRef scalar_place(struct emitter *e, const struct op *op, const struct ventus_op *o)
{
    const struct ventus_mem_op *m = &o->mem;
    if (m->pair || m->space == SPACE_PRIVATE)
        return NULL;
    LLVMValueRef at =
        LLVMBuildAdd(e->b, get_var(e, VAR_S0 + m->addr), const_i32(e, (uint32_t)m->offset), "");
    at = plus_base(e, m->space, at);
    struct spot s = find_spot(e, at, 4 * (m->words - 1u) + m->bytes, m->space == SPACE_LOCAL);
    LLVMBasicBlockRef on = new_block(e, "scalar"), outside = new_block(e, "outside");
    branch(e, s.fits, on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    leave_before(e, op);
    LLVMPositionBuilderAtEnd(e->b, on);
    say_slot(e, 0);
    LLVMBuildStore(e->b, at, wave_field(e, WAVE(access_at)));
    return s.pointer;
}

/* An element that is loaded as a register has it, as the row says. */
static LLVMValueRef extended(struct emitter *e, const struct ventus_op *o, LLVMValueRef v)
{
    const struct ventus_row *row = op_row(o);
    bool is_signed = false;
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == VROLE_mem)
            is_signed = row->operands[i].type == VT_i8 || row->operands[i].type == VT_i16;
    if (LLVMTypeOf(v) == e->i32)
        return v;
    return is_signed ? LLVMBuildSExt(e->b, v, e->i32, "") : LLVMBuildZExt(e->b, v, e->i32, "");
}

bool ventus_emit_scalar_load(struct emitter *e, const struct op *op)
{
    const struct ventus_op *o = ventus_inner(op);
    LLVMTypeRef t = element_type(e, o->mem.bytes);
    LLVMValueRef p = scalar_place(e, op, o), value[4];
    if (!p)
        return false;
    for (unsigned k = 0; k < o->mem.words; k++) {
        value[k] = load_at(e, t, p, 4 * k);
        LLVMSetAlignment(value[k], 1);
        value[k] = extended(e, o, value[k]);
    }
    for (unsigned k = 0; k < o->mem.words; k++)
        set_var(e, VAR_S0 + o->mem.d + k, value[k]);
    return true;
}

bool ventus_emit_scalar_store(struct emitter *e, const struct ventus_op *o)
{
    const struct op *op = op_of(e->region, e->at);
    LLVMTypeRef t = element_type(e, o->mem.bytes);
    LLVMValueRef p = scalar_place(e, op, o);
    if (!p)
        return false;
    for (unsigned k = 0; k < o->mem.words; k++) {
        LLVMValueRef v = get_var(e, VAR_S0 + o->mem.data + k);
        v = o->mem.bytes < 4 ? LLVMBuildTrunc(e->b, v, t, "") : v;
        LLVMSetAlignment(LLVMBuildStore(e->b, v, at_offset(e, p, 4 * k)), 1);
    }
    return true;
}
