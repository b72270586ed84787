/* indexed.c: V_MOVRELS and V_MOVRELD: moves from or to a vector register whose number M0 says. All
 * registers that it may be are in the wave's struct then (manual 3.3.2.2, 7.8). */
#include "isa/rdna3/jit/layer.h"
#include "jit/fold.h"
#include "jit/liveness.h"
#include "jit/registers.h"
#include "jit/writeback.h"

static bool reads_indexed(const struct rdna3_op *o)
{
    return op_row(o)->effects.reads & STATE_VGPRS;
}
static bool writes_indexed(const struct rdna3_op *o)
{
    return op_row(o)->effects.writes & STATE_VGPRS;
}

/* The register that is meant where M0 is 0. */
static unsigned first_register(const struct rdna3_op *o)
{
    return reads_indexed(o) ? o->insn->f[F_src0] - SRC_VGPR0 : o->insn->f[F_vdst];
}

bool rdna3_is_indexed_move(const struct region *r, const struct rdna3_op *o)
{
    const struct rdna3_row *row = op_row(o);
    const struct rdna3_src *s = &o->valu.src[0];
    bool is_vector = s->kind == SRCK_V32, is_scalar = s->kind == SRCK_S32 || s->kind == SRCK_I32;
    if (row->cls != C_valu || row->n_writes != 1 || reads_indexed(o) == writes_indexed(o) ||
        o->valu.dpp_kind || s->abs || s->neg || o->valu.skip_writes)
        return false;
    return (is_vector || (is_scalar && writes_indexed(o))) && first_register(o) < r->vectors;
}

void rdna3_indexed_effects(const struct region *r, const struct rdna3_op *o, struct effects *e)
{
    varset any = {{0}};
    unsigned first = first_register(o), halves = r->halves;
    for (unsigned v = first * halves; v < r->vectors * halves; v++)
        var_add(&any, v);
    for (unsigned h = 0; h < halves && reads_indexed(o); h++)
        var_add(&any, h); /* out of range it is the first one */
    for (unsigned h = 0; h < halves; h++) {
        var_add(&e->use, VAR_EXEC + h);
        if (reads_indexed(o))
            var_add(&e->def, o->valu.dst_vgpr * halves + h);
        else if (o->valu.src[0].kind == SRCK_V32)
            var_add(&e->use, o->valu.src[0].vgpr * halves + h);
    }
    if (o->valu.src[0].kind == SRCK_S32)
        var_add(&e->use, VAR_S0 + o->valu.src[0].value);
    var_add(&e->use, VAR_S0 + SRC_M0);
    add_set(&e->use, &any);
    if (writes_indexed(o)) /* what is not written stays, in all lanes */
        add_set(&e->def, &any);
    e->across = writes_indexed(o) ? any : (varset){{0}};
}

/* The wave's copy of the register; *in_range: an i1. */
static LLVMValueRef indexed_register(struct emitter *e, const struct rdna3_op *o, unsigned half,
                                     LLVMValueRef *in_range)
{
    unsigned first = first_register(o), halves = e->region->halves;
    LLVMValueRef m0 = get_var(e, VAR_S0 + SRC_M0);
    *in_range = LLVMBuildICmp(e->b, LLVMIntULT, m0, const_i32(e, e->region->vectors - first), "");
    LLVMValueRef n = LLVMBuildAdd(e->b, m0, const_i32(e, first), "");
    n = LLVMBuildSelect(e->b, *in_range, n, const_i32(e, reads_indexed(o) ? 0 : first), "");
    n = LLVMBuildMul(e->b, zext64(e, n), const_i64(e, halves), "");
    return LLVMBuildGEP2(e->b, e->v32i32, var_address(e, half), &n, 1, "");
}

static LLVMValueRef load_register(struct emitter *e, LLVMValueRef at)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, at, "");
    LLVMSetAlignment(v, VECTOR_BYTES);
    return v;
}

static void emit_from_indexed(struct emitter *e, const struct rdna3_op *o)
{
    unsigned halves = e->region->halves;
    LLVMValueRef value[2], in_range;
    for (unsigned h = 0; h < halves; h++)
        value[h] = load_register(e, indexed_register(e, o, h, &in_range));
    for (unsigned h = 0; h < halves; h++) {
        unsigned var = o->valu.dst_vgpr * halves + h;
        set_var(e, var, under_exec(e, var, h, value[h]));
    }
}

static void emit_to_indexed(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_src *s = &o->valu.src[0];
    unsigned halves = e->region->halves;
    LLVMValueRef value[2], in_range;
    for (unsigned h = 0; h < halves; h++)
        value[h] = s->kind == SRCK_V32   ? get_var(e, s->vgpr * halves + h)
                   : s->kind == SRCK_S32 ? splat(e, get_var(e, VAR_S0 + s->value), e->v32i32)
                                         : const_splat(e, e->v32i32, (uint32_t)s->imm);
    for (unsigned h = 0; h < halves; h++) {
        LLVMValueRef at = indexed_register(e, o, h, &in_range), old = load_register(e, at);
        LLVMValueRef none = LLVMConstNull(e->v32i1);
        LLVMValueRef lanes = LLVMBuildSelect(e->b, in_range, exec_bools(e, h), none, "");
        LLVMValueRef store =
            LLVMBuildStore(e->b, LLVMBuildSelect(e->b, lanes, value[h], old, ""), at);
        LLVMSetAlignment(store, VECTOR_BYTES);
    }
    varset changed;
    region_live_before(e->region, e->block, e->at + 1, &changed);
    for (unsigned v = first_register(o) * halves; v < e->region->vectors * halves; v++)
        e->now[v] = var_has(&changed, v) ? load_var(e, v) : NULL;
}

bool rdna3_emit_indexed(struct emitter *e, const struct rdna3_op *o)
{
    unsigned halves = e->region->halves;
    varset any = {{0}};
    for (unsigned v = 0; v < e->region->vectors * halves; v++)
        if (v < halves || v >= first_register(o) * halves)
            var_add(&any, v);
    store_vars(e, &any);
    if (reads_indexed(o))
        emit_from_indexed(e, o);
    else
        emit_to_indexed(e, o);
    return true;
}
