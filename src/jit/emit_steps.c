/* emit_steps.c: see emit_steps.h. */
#include "jit/emit_steps.h"

#include <stdio.h>
#include <string.h>

#include "jit/build.h"
#include "jit/dot.h"
#include "jit/emit_half.h"
#include "jit/emit_round.h"
#include "jit/fold.h"
#include "jit/host_form.h"
#include "jit/steps.h"

static LLVMTypeRef type_of(struct emitter *e, unsigned type)
{
    LLVMTypeRef t = type_of_kind(e, type / 16);
    return type % 16 ? LLVMVectorType(t, 1u << type % 16) : t;
}

/* ---- constants ---- */

static LLVMValueRef constant(struct emitter *e, const struct step_constant *k)
{
    static const uint8_t integer[] = {KIND_I1,  KIND_I8,  KIND_I16, KIND_I32,
                                      KIND_I64, KIND_I16, KIND_I32, KIND_I64};
    LLVMTypeRef scalar = type_of_kind(e, integer[k->type / 16]);
    LLVMValueRef each[256];
    unsigned lanes = 1u << k->type % 16;
    for (unsigned i = 0; i < lanes; i++)
        each[i] = i && k->is_splat
                      ? each[0]
                      : LLVMConstInt(scalar, k->is_splat ? k->value : step_elements(k)[i], 0);
    LLVMValueRef v = lanes > 1 ? LLVMConstVector(each, lanes) : each[0];
    return LLVMConstBitCast(v, type_of(e, k->type));
}

static bool is_f16(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMHalfTypeKind;
}

/* ---- instructions ---- */

static LLVMValueRef call(struct emitter *e, const struct step *s, LLVMValueRef *arg)
{
    const char *name = step_intrinsic(s);
    LLVMTypeRef over = LLVMTypeOf(arg[0]);
    if (is_host_form(name))
        return e->round ? arg[2] : host_form(e, name, arg); /* hosts' forms round to nearest */
    if (over == e->v32i32 && !strcmp(name, "llvm.fshr"))
        return fold_funnel(e, arg[0], arg[1], arg[2]);
    if (!strcmp(name, "llvm.sadd.sat")) {
        LLVMValueRef sum = dot_sum(e, arg[0], arg[1], true);
        if (sum)
            return sum;
    }
    LLVMValueRef limited = fold_limit(e, name, arg[0], arg[1]);
    if (limited)
        return limited;
    unsigned n = 1;
    while (n < 3 && s->arg[n] != NO_STEP)
        n++;
    return call_intrinsic(e, name, &over, 1, arg, n);
}

/* The same operation as one that raises exception flags, which LLVM neither computes beforehand,
 * nor removes, nor moves over what looks at them. NULL: it raises none. */
static LLVMValueRef build_strict(struct emitter *e, const struct step *s, const char *intrinsic,
                                 LLVMValueRef arg[3])
{
    static const struct {
        unsigned opcode;
        const char *intrinsic, *name;
        unsigned args, types; /* types: that it is overloaded on, the result's first */
    } strict[] = {
        {LLVMFAdd, NULL, "fadd", 2, 1},      {LLVMFSub, NULL, "fsub", 2, 1},
        {LLVMFMul, NULL, "fmul", 2, 1},      {LLVMFDiv, NULL, "fdiv", 2, 1},
        {LLVMSIToFP, NULL, "sitofp", 1, 2},  {LLVMUIToFP, NULL, "uitofp", 1, 2},
        {LLVMCall, "llvm.fma", "fma", 3, 1}, {LLVMCall, "llvm.sqrt", "sqrt", 1, 1},
    };
    static const char rounding[] = "round.tonearest", flags[] = "fpexcept.strict";
    LLVMTypeRef over[2] = {type_of(e, s->type), LLVMTypeOf(arg[0])};
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++) {
        unsigned n = strict[i].args;
        if (strict[i].opcode != s->opcode ||
            (intrinsic && strcmp(strict[i].intrinsic, intrinsic) != 0))
            continue;
        char name[48];
        snprintf(name, sizeof name, "llvm.experimental.constrained.%s", strict[i].name);
        LLVMValueRef args[5] = {arg[0], arg[1], arg[2]};
        args[n] =
            LLVMMetadataAsValue(e->c, LLVMMDStringInContext2(e->c, rounding, sizeof rounding - 1));
        args[n + 1] =
            LLVMMetadataAsValue(e->c, LLVMMDStringInContext2(e->c, flags, sizeof flags - 1));
        return call_intrinsic(e, name, over, strict[i].types, args, n + 2);
    }
    return NULL;
}

static LLVMValueRef build_one(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    LLVMOpcode op = (LLVMOpcode)s->opcode;
    LLVMValueRef special = e->is_strict
                               ? build_strict(e, s, op == LLVMCall ? step_intrinsic(s) : NULL, arg)
                           : e->round ? build_rounded(e, s, arg)
                                      : NULL;
    if (special)
        return special;
    bool is_arithmetic = op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul ||
                         (op == LLVMCall && !strcmp(step_intrinsic(s), "llvm.fma"));
    if (is_arithmetic && is_f16(arg[0]) && !e->has_f16)
        return build_f16(e, op, arg);
    switch (op) {
    case LLVMCall:
        return call(e, s, arg);
    case LLVMExtractValue:
        return LLVMBuildExtractValue(e->b, arg[0], s->detail, "");
    case LLVMICmp:
        return fold_icmp(e, (LLVMIntPredicate)s->detail, arg[0], arg[1]);
    case LLVMFCmp:
        return fold_fcmp(e, (LLVMRealPredicate)s->detail, arg[0], arg[1]);
    case LLVMSelect:
        return fold_select(e, arg[0], arg[1], arg[2]);
    case LLVMFNeg:
        return LLVMBuildFNeg(e->b, arg[0], "");
    case LLVMAdd: {
        LLVMValueRef sum = dot_sum(e, arg[0], arg[1], false);
        return sum ? sum : fold_binary(e, op, arg[0], arg[1]);
    }
    default:
        return s->arg[1] == NO_STEP ? fold_cast(e, op, arg[0], type_of(e, s->type))
                                    : fold_binary(e, op, arg[0], arg[1]);
    }
}

/* Of constants that lanes choose between, both results are constants, too. */
static LLVMValueRef build(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    LLVMValueRef arms[2][3];
    bool by_lane = 1u << s->type % 16 == 32 && s->opcode != LLVMSelect && !e->is_strict;
    LLVMValueRef lanes = by_lane ? fold_choice(arg, arms) : NULL;
    if (!lanes || LLVMTypeOf(lanes) != e->v32i1)
        return build_one(e, s, arg);
    LLVMValueRef a = build_one(e, s, arms[0]), b = build_one(e, s, arms[1]);
    return fold_select(e, lanes, a, b);
}

static LLVMValueRef value_of(struct emitter *e, const LLVMValueRef *values, int16_t n)
{
    return n >= 0 ? values[n] : constant(e, step_constant(n));
}

void emit_semantics(struct emitter *e, int function, const LLVMValueRef *args,
                    LLVMValueRef *results)
{
    const struct step_list *l = step_list(function);
    LLVMValueRef values[MAX_STEPS];
    memcpy(values, args, l->params * sizeof *values);
    for (unsigned i = 0; i < l->count; i++) {
        const struct step *s = step_at(l, i);
        LLVMValueRef arg[3] = {NULL, NULL, NULL};
        for (unsigned k = 0; k < 3 && s->arg[k] != NO_STEP; k++)
            arg[k] = value_of(e, values, s->arg[k]);
        values[l->params + i] = build(e, s, arg);
    }
    for (unsigned i = 0; i < l->results; i++)
        results[i] = value_of(e, values, l->result[i]);
}
