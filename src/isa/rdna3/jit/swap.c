/* swap.c: V_SWAP: two vector registers, or halves of them, change places. Its function has two
 * results that are lanes, which computations (jit/op.h) do not. */
#include "isa/rdna3/jit/layer.h"
#include "jit/emit_steps.h"
#include "jit/fold.h"
#include "jit/registers.h"

/* A register, or a half of one. */
struct part {
    unsigned vgpr;
    bool is_half, is_high;
};

bool rdna3_is_swap(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_valu && o->valu.swaps && !o->valu.skip_writes;
}

static LLVMValueRef read_part(struct emitter *e, struct part p, unsigned half)
{
    LLVMValueRef v = get_var(e, p.vgpr * e->region->halves + half);
    if (p.is_high)
        v = fold_binary(e, LLVMLShr, v, const_splat(e, e->v32i32, 16));
    return p.is_half ? fold_cast(e, LLVMTrunc, v, e->v32i16) : v;
}

static void write_part(struct emitter *e, struct part p, unsigned half, LLVMValueRef v)
{
    unsigned var = p.vgpr * e->region->halves + half;
    if (p.is_half) { /* the other half stays */
        LLVMValueRef mask = const_splat(e, e->v32i32, p.is_high ? 0xffff : 0xffff0000);
        v = fold_cast(e, LLVMZExt, v, e->v32i32);
        if (p.is_high)
            v = fold_binary(e, LLVMShl, v, const_splat(e, e->v32i32, 16));
        v = fold_binary(e, LLVMOr, fold_binary(e, LLVMAnd, get_var(e, var), mask), v);
    }
    set_var(e, var, under_exec(e, var, half, v));
}

bool rdna3_emit_swap(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_valu *v = &o->valu;
    bool is_half = v->dst_kind == DST_V16;
    const struct part parts[2] = {{v->dst_vgpr, is_half, is_half && v->dst_half},
                                  {v->dst2_vgpr, is_half, is_half && v->src[0].half}};
    for (unsigned h = 0; h < e->region->halves; h++) {
        LLVMValueRef args[2], results[2];
        for (unsigned i = 0; i < 2; i++)
            args[i] = read_part(e, parts[i], h);
        emit_semantics(e, rdna3_function(o), args, results);
        for (unsigned i = 0; i < 2; i++)
            write_part(e, parts[i], h, results[i]);
    }
    return true;
}
