/* lanes.c: a lane of a VGPR to a scalar register: V_READFIRSTLANE, which has no operand that says
 * which lane, and V_READLANE, which has. */
#include "isa/rdna3/jit/layer.h"
#include "jit/fold.h"
#include "jit/registers.h"

/* The first active lane. */
static LLVMValueRef first_lane(struct emitter *e)
{
    bool is_wide = e->region->halves == 2;
    LLVMTypeRef t = is_wide ? e->i64 : e->i32;
    LLVMValueRef exec = is_wide ? get_scalars(e, VAR_EXEC) : get_var(e, VAR_EXEC);
    LLVMValueRef args[2] = {exec, LLVMConstNull(e->i1)};
    LLVMValueRef n = call_intrinsic(e, "llvm.cttz", &t, 1, args, 2);
    /* of no lanes it is the number of bits: the first lane */
    return is_wide ? LLVMBuildTrunc(e->b, n, e->i32, "") : n;
}

/* Which lane is read, as an i32; NULL: something unusual says it. */
static LLVMValueRef lane_number(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_src *select = &o->valu.src[1];
    LLVMValueRef last = const_i32(e, 32 * e->region->halves - 1), n = NULL;
    if (o->valu.nsrc == 1)
        n = first_lane(e);
    else if (select->kind == SRCK_I32)
        n = const_i32(e, (uint32_t)select->imm);
    else if (select->kind == SRCK_S32)
        n = get_var(e, VAR_S0 + select->value);
    return n ? LLVMBuildAnd(e->b, n, last, "") : NULL;
}

static bool reads_one_lane(const struct rdna3_row *row)
{
    return row->n_writes == 1 && row->operands[0].role == ROLE_sd;
}

bool rdna3_emit_lane(struct emitter *e, const struct op *op)
{
    const struct rdna3_op *o = rdna3_op(op);
    const struct rdna3_src *s = &o->valu.src[0];
    LLVMValueRef lane = reads_one_lane(op_row(o)) && s->kind == SRCK_V32 ? lane_number(e, o) : NULL,
                 value[2];
    if (!lane)
        return false;
    LLVMValueRef in_half = LLVMBuildAnd(e->b, lane, const_i32(e, 31), "");
    for (unsigned half = 0; half < e->region->halves; half++)
        value[half] = LLVMBuildExtractElement(e->b, get_var(e, s->vgpr * e->region->halves + half),
                                              in_half, "");
    if (e->region->halves == 2) {
        LLVMValueRef is_low = LLVMBuildICmp(e->b, LLVMIntULT, lane, const_i32(e, 32), "");
        value[0] = fold_select(e, is_low, value[0], value[1]);
    }
    set_var(e, VAR_S0 + o->valu.co_sgpr, value[0]);
    return true;
}
