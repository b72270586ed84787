/* indexed.c: V_MOVREL and V_SWAPREL: moves from and to vector registers whose numbers M0 says. All
 * registers that they may be are in the wave's struct then (manual 3.3.2.2, 7.8). */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/jit/layer.h"
#include "jit/adapt.h"
#include "jit/fold.h"
#include "jit/liveness.h"
#include "jit/registers.h"
#include "jit/writeback.h"

/* A vector register of a move: this one, or those from it on if a part of M0 is added. */
struct place {
    unsigned first;
    struct m0_part part;
};

static struct place source_place(const struct rdna3_op *o)
{
    struct m0_part part = source_index_part(op_row(o));
    return (struct place){part.mask ? o->insn->f[F_src0] - SRC_VGPR0 : o->valu.src[0].vgpr, part};
}

static struct place dest_place(const struct rdna3_op *o)
{
    return (struct place){o->valu.dst_vgpr, dest_index_part(op_row(o))};
}

bool rdna3_is_indexed_move(const struct region *r, const struct rdna3_op *o)
{
    const struct rdna3_row *row = op_row(o);
    const struct rdna3_src *s = &o->valu.src[0];
    struct m0_part source = source_index_part(row), dest = dest_index_part(row);
    bool is_scalar = s->kind == SRCK_S32 || s->kind == SRCK_I32;
    if (row->cls != C_valu || !(source.mask || dest.mask) || o->valu.skip_writes)
        return false;
    if (source.mask) /* a field below SRC_VGPR0 is none of them, either */
        return source_place(o).first < r->vectors;
    return s->kind == SRCK_V32 || is_scalar;
}

static void add_register(const struct region *r, varset *s, unsigned n)
{
    for (unsigned h = 0; h < r->halves; h++)
        var_add(s, n * r->halves + h);
}

/* Those that the place may be. */
static void add_place(const struct region *r, varset *s, struct place p)
{
    unsigned end = p.part.mask ? r->vectors : p.first + 1;
    for (unsigned n = p.first; n < end; n++)
        add_register(r, s, n);
}

/* Of registers that are read: out of range it is the first one. */
static void add_sources(const struct region *r, varset *s, const struct rdna3_op *o)
{
    struct place p = source_place(o);
    add_place(r, s, p);
    if (p.part.mask && !o->valu.swaps)
        add_register(r, s, 0);
}

void rdna3_indexed_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    struct place to = dest_place(o);
    for (unsigned h = 0; h < r->halves; h++)
        var_add(&e->use, VAR_EXEC + h);
    var_add(&e->use, VAR_S0 + SRC_M0);
    if (o->valu.src[0].kind == SRCK_S32)
        var_add(&e->use, VAR_S0 + o->valu.src[0].value);
    else if (o->valu.src[0].kind == SRCK_V32 || o->valu.swaps)
        add_sources(r, &e->use, o);
    if (o->valu.dpp_kind) { /* reads inactive lanes, and may write fewer than are active */
        add_place(r, &e->use, to);
        e->across = vgprs_of(&e->use);
    }
    add_place(r, &e->def, to);
    if (o->valu.swaps)
        add_place(r, &e->def, source_place(o));
    if (to.part.mask) { /* what is not written stays, in all lanes */
        add_set(&e->across, &e->def);
        add_set(&e->use, &e->def);
    }
}

/* The number of the register, an i32; *in_range: an i1, whether the wave has it. */
static LLVMValueRef register_number(struct emitter *e, struct place p, LLVMValueRef *in_range)
{
    LLVMValueRef n = get_var(e, VAR_S0 + SRC_M0);
    n = LLVMBuildAnd(e->b, LLVMBuildLShr(e->b, n, const_i32(e, p.part.shift), ""),
                     const_i32(e, p.part.mask), "");
    *in_range = LLVMBuildICmp(e->b, LLVMIntULT, n, const_i32(e, e->region->vectors - p.first), "");
    return LLVMBuildAdd(e->b, n, const_i32(e, p.first), "");
}

/* The wave's copy of register n, or, if `is_it` is false, of register `otherwise`. */
static LLVMValueRef register_address(struct emitter *e, LLVMValueRef is_it, LLVMValueRef n,
                                     unsigned otherwise, unsigned half)
{
    n = LLVMBuildSelect(e->b, is_it, n, const_i32(e, otherwise), "");
    n = LLVMBuildMul(e->b, zext64(e, n), const_i64(e, e->region->halves), "");
    return LLVMBuildGEP2(e->b, e->v32i32, var_address(e, half), &n, 1, "");
}

static LLVMValueRef load_register(struct emitter *e, LLVMValueRef at)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, at, "");
    LLVMSetAlignment(v, VECTOR_BYTES);
    return v;
}

/* Stores lanes of the register: active ones, of `some` if it is not NULL, and none if `is_it` is
 * false. */
static void store_register(struct emitter *e, LLVMValueRef at, LLVMValueRef is_it, unsigned half,
                           LLVMValueRef some, LLVMValueRef value)
{
    LLVMValueRef old = load_register(e, at), none = LLVMConstNull(e->v32i1);
    LLVMValueRef lanes = LLVMBuildSelect(e->b, is_it, exec_bools(e, half), none, "");
    if (some)
        lanes = LLVMBuildAnd(e->b, lanes, some, "");
    value = LLVMBuildSelect(e->b, lanes, value, old, "");
    LLVMSetAlignment(LLVMBuildStore(e->b, value, at), VECTOR_BYTES);
}

/* What the source has in its own lanes. */
static LLVMValueRef source_lanes(struct emitter *e, const struct rdna3_op *o, unsigned half)
{
    const struct rdna3_src *s = &o->valu.src[0];
    struct place from = source_place(o);
    if (s->kind == SRCK_S32)
        return splat(e, get_var(e, VAR_S0 + s->value), e->v32i32);
    if (s->kind != SRCK_V32)
        return const_splat(e, e->v32i32, (uint32_t)s->imm);
    if (!from.part.mask)
        return get_var(e, from.first * e->region->halves + half);
    LLVMValueRef in_range, n = register_number(e, from, &in_range);
    return load_register(e, register_address(e, in_range, n, 0, half));
}

static LLVMValueRef source_value(struct emitter *e, const struct rdna3_op *o,
                                 const struct lane_moves *moves, unsigned half)
{
    const struct source sign = {.bits = 32, .neg = o->valu.src[0].neg, .abs = o->valu.src[0].abs};
    LLVMValueRef v = source_lanes(e, o, half);
    return adapt_source(e, &sign, moves->from ? move_lanes(e, moves, half, v) : v);
}

static void emit_move(struct emitter *e, const struct rdna3_op *o)
{
    unsigned halves = e->region->halves;
    struct place to = dest_place(o);
    struct lane_moves moves = rdna3_lane_moves(&o->valu);
    LLVMValueRef value[2], in_range, n;
    for (unsigned h = 0; h < halves; h++)
        value[h] = source_value(e, o, &moves, h);
    for (unsigned h = 0; h < halves; h++) {
        unsigned var = to.first * halves + h;
        LLVMValueRef some = moves.from ? moved_lanes(e, &moves, h) : NULL;
        if (to.part.mask) {
            n = register_number(e, to, &in_range);
            n = register_address(e, in_range, n, to.first, h);
            store_register(e, n, in_range, h, some, value[h]);
            continue;
        }
        if (some)
            value[h] = LLVMBuildSelect(e->b, some, value[h], get_var(e, var), "");
        set_var(e, var, under_exec(e, var, h, value[h]));
    }
}

/* Both are destinations: one out of range, and nothing happens. */
static void emit_swap(struct emitter *e, const struct rdna3_op *o)
{
    struct place p = source_place(o), q = dest_place(o);
    LLVMValueRef has_p, has_q, np = register_number(e, p, &has_p),
                               nq = register_number(e, q, &has_q);
    LLVMValueRef has_both = LLVMBuildAnd(e->b, has_p, has_q, "");
    for (unsigned h = 0; h < e->region->halves; h++) {
        LLVMValueRef at_p = register_address(e, has_both, np, p.first, h),
                     at_q = register_address(e, has_both, nq, q.first, h);
        LLVMValueRef x = load_register(e, at_p), y = load_register(e, at_q);
        store_register(e, at_p, has_both, h, NULL, y);
        store_register(e, at_q, has_both, h, NULL, x);
    }
}

/* What may have been written is read again, if it is read. */
static void reload(struct emitter *e, const varset *written)
{
    varset live;
    region_live_before(e->region, e->block, e->at + 1, &live);
    for (unsigned v = 0; v < e->region->vectors * e->region->halves; v++)
        if (var_has(written, v))
            e->now[v] = var_has(&live, v) ? load_var(e, v) : NULL;
}

bool rdna3_emit_indexed(struct emitter *e, const struct rdna3_op *o)
{
    varset read = {{0}}, written = {{0}}, both;
    if (source_place(o).part.mask)
        add_sources(e->region, &read, o);
    if (dest_place(o).part.mask)
        add_place(e->region, &written, dest_place(o));
    if (o->valu.swaps)
        add_place(e->region, &written, source_place(o));
    both = read;
    add_set(&both, &written);
    store_vars(e, &both);
    if (o->valu.swaps)
        emit_swap(e, o);
    else
        emit_move(e, o);
    reload(e, &written);
    return true;
}
