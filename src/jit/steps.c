/* steps.c: IR of a semantic function from its steps. */
#include "jit/steps.h"

#include <string.h>

#include "jit/fold.h"

#include "semantics.inc"

static LLVMTypeRef scalar_type(const struct emitter *e, unsigned kind)
{
    switch (kind) {
    case KIND_I1:
        return e->i1;
    case KIND_I8:
        return e->i8;
    case KIND_I16:
        return e->i16;
    case KIND_I32:
        return e->i32;
    case KIND_I64:
        return e->i64;
    case KIND_F16:
        return LLVMHalfTypeInContext(e->c);
    case KIND_F32:
        return LLVMFloatTypeInContext(e->c);
    default:
        return LLVMDoubleTypeInContext(e->c);
    }
}

static LLVMTypeRef type_of(struct emitter *e, unsigned type)
{
    if (!e->step_types[type]) {
        LLVMTypeRef t = scalar_type(e, type / 16);
        e->step_types[type] = type % 16 ? LLVMVectorType(t, 1u << type % 16) : t;
    }
    return e->step_types[type];
}

/* ---- constants ---- */

static LLVMValueRef constant(struct emitter *e, const struct step_constant *k)
{
    static const uint8_t integer[] = {KIND_I1,  KIND_I8,  KIND_I16, KIND_I32,
                                      KIND_I64, KIND_I16, KIND_I32, KIND_I64};
    LLVMTypeRef scalar = scalar_type(e, integer[k->type / 16]);
    LLVMValueRef each[256];
    unsigned lanes = 1u << k->type % 16;
    for (unsigned i = 0; i < lanes; i++)
        each[i] = i && k->is_splat
                      ? each[0]
                      : LLVMConstInt(scalar, k->is_splat ? k->value : elements[k->value + i], 0);
    LLVMValueRef v = lanes > 1 ? LLVMConstVector(each, lanes) : each[0];
    return LLVMConstBitCast(v, type_of(e, k->type));
}

/* ---- instructions ---- */

static LLVMValueRef call(struct emitter *e, const struct step *s, LLVMValueRef *arg)
{
    const char *name = intrinsics[s->detail];
    LLVMTypeRef over = LLVMTypeOf(arg[0]);
    if (over == e->v32i32 && !strcmp(name, "llvm.fshr"))
        return fold_funnel(e, arg[0], arg[1], arg[2]);
    LLVMValueRef limited = fold_limit(e, name, arg[0], arg[1]);
    if (limited)
        return limited;
    unsigned n = 1;
    while (n < 3 && s->arg[n] != NO_STEP)
        n++;
    return call_intrinsic(e, name, &over, 1, arg, n);
}

static LLVMValueRef build_one(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    LLVMOpcode op = (LLVMOpcode)s->opcode;
    switch (op) {
    case LLVMCall:
        return call(e, s, arg);
    case LLVMExtractValue:
        return LLVMBuildExtractValue(e->b, arg[0], s->detail, "");
    case LLVMICmp:
        return fold_icmp(e, (LLVMIntPredicate)s->detail, arg[0], arg[1]);
    case LLVMFCmp:
        return LLVMBuildFCmp(e->b, (LLVMRealPredicate)s->detail, arg[0], arg[1], "");
    case LLVMSelect:
        return fold_select(e, arg[0], arg[1], arg[2]);
    case LLVMFNeg:
        return LLVMBuildFNeg(e->b, arg[0], "");
    default:
        return s->arg[1] == NO_STEP ? fold_cast(e, op, arg[0], type_of(e, s->type))
                                    : fold_binary(e, op, arg[0], arg[1]);
    }
}

/* Of constants that lanes choose between, both results are constants, too. */
static LLVMValueRef build(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    LLVMValueRef arms[2][3];
    bool by_lane = 1u << s->type % 16 == 32 && s->opcode != LLVMSelect;
    LLVMValueRef lanes = by_lane ? fold_choice(arg, arms) : NULL;
    if (!lanes || LLVMTypeOf(lanes) != e->v32i1)
        return build_one(e, s, arg);
    LLVMValueRef a = build_one(e, s, arms[0]), b = build_one(e, s, arms[1]);
    return fold_select(e, lanes, a, b);
}

static LLVMValueRef value_of(struct emitter *e, const LLVMValueRef *values, int16_t n)
{
    return n >= 0 ? values[n] : constant(e, &constants[-1 - n]);
}

bool has_semantics(unsigned row)
{
    int i = signature_of_row(row);
    return i >= 0 && lists[i].first != UINT32_MAX;
}

void emit_semantics(struct emitter *e, unsigned row, const LLVMValueRef *args,
                    LLVMValueRef *results)
{
    const struct step_list *l = &lists[signature_of_row(row)];
    LLVMValueRef values[MAX_STEPS];
    memcpy(values, args, l->params * sizeof *values);
    for (unsigned i = 0; i < l->count; i++) {
        const struct step *s = &steps[l->first + i];
        LLVMValueRef arg[3] = {NULL, NULL, NULL};
        for (unsigned k = 0; k < 3 && s->arg[k] != NO_STEP; k++)
            arg[k] = value_of(e, values, s->arg[k]);
        values[l->params + i] = build(e, s, arg);
    }
    for (unsigned i = 0; i < l->results; i++)
        results[i] = value_of(e, values, l->result[i]);
}
