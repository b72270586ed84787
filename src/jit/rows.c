/* rows.c: see rows.h. */
#include "jit/rows.h"

#include "jit/registers.h"

static LLVMValueRef umax(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return call_intrinsic(e, "llvm.umax", &t, 1, args, 2);
}

LLVMValueRef highest(struct emitter *e, const LLVMValueRef v[2])
{
    return v[1] ? umax(e, v[0], v[1]) : v[0];
}

bool is_part_of(LLVMValueRef exec, LLVMValueRef of)
{
    if (exec == of)
        return true;
    if (!LLVMIsAInstruction(exec))
        return false;
    switch (LLVMGetInstructionOpcode(exec)) {
    case LLVMAnd:
        return is_part_of(LLVMGetOperand(exec, 0), of) || is_part_of(LLVMGetOperand(exec, 1), of);
    case LLVMOr:
        return is_part_of(LLVMGetOperand(exec, 0), of) && is_part_of(LLVMGetOperand(exec, 1), of);
    default:
        return false;
    }
}

void make_test(struct emitter *e, struct row_test *t)
{
    uint8_t firsts[32];
    LLVMValueRef steps[32];
    if (!t->hi && LLVMIsConstant(t->lo) && LLVMIsNull(t->lo)) {
        t->holds = LLVMConstInt(e->i1, t->step == 0, 0);
        for (unsigned k = 0; k < 32 / t->row; k++)
            t->first[k] = const_i32(e, 0);
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        firsts[i] = (uint8_t)(i / t->row * t->row);
        steps[i] = const_i32(e, i % t->row * t->step);
    }
    LLVMValueRef rel = shuffle(e, t->lo, NULL, firsts, 32);
    if (t->step)
        rel = LLVMBuildAdd(e->b, rel, LLVMConstVector(steps, 32), "");
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, t->lo, rel, "");
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = lane(e, t->lo, t->row * k);
    LLVMValueRef rises = NULL;
    if (t->hi) {
        LLVMValueRef other =
            LLVMBuildICmp(e->b, LLVMIntNE, t->hi, pick(e, t->hi, NULL, 0, 0, 32), "");
        bad = LLVMBuildOr(e->b, bad, other, "");
        if (t->step) /* the lower halves do not wrap */
            rises = LLVMBuildICmp(e->b, LLVMIntULE, highest(e, t->first),
                                  const_i32(e, UINT32_MAX - t->row * t->step), "");
        LLVMValueRef upper = lane(e, t->hi, 0);
        for (unsigned k = 0; k < 32 / t->row; k++)
            t->first[k] = join_s64(e, t->first[k], upper);
    }
    bad = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, bad, e->i32, ""), t->exec, "");
    t->holds = LLVMBuildICmp(e->b, LLVMIntEQ, bad, const_i32(e, 0), "");
    if (rises)
        t->holds = LLVMBuildAnd(e->b, t->holds, rises, "");
}
