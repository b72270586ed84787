/* steps.c: IR of a semantic function from its steps. */
#include "jit/steps.h"

#include <string.h>

#include "jit/fold.h"

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
                      : LLVMConstInt(scalar, k->is_splat ? k->value : step_elements(k)[i], 0);
    LLVMValueRef v = lanes > 1 ? LLVMConstVector(each, lanes) : each[0];
    return LLVMConstBitCast(v, type_of(e, k->type));
}

/* ---- instructions ---- */

static LLVMValueRef call(struct emitter *e, const struct step *s, LLVMValueRef *arg)
{
    const char *name = step_intrinsic(s);
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

/* The same operation as one that raises exception flags, which LLVM neither computes beforehand,
 * nor removes, nor moves over what looks at them. NULL: it raises none. */
static LLVMValueRef build_strict(struct emitter *e, const struct step *s, const char *intrinsic,
                                 LLVMValueRef arg[3])
{
    LLVMTypeRef over[2] = {type_of(e, s->type), LLVMTypeOf(arg[0])};
    unsigned n = 2, types = 1;
    const char *name = NULL;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMFAdd:
        name = "llvm.experimental.constrained.fadd";
        break;
    case LLVMFSub:
        name = "llvm.experimental.constrained.fsub";
        break;
    case LLVMFMul:
        name = "llvm.experimental.constrained.fmul";
        break;
    case LLVMFDiv:
        name = "llvm.experimental.constrained.fdiv";
        break;
    case LLVMSIToFP:
        name = "llvm.experimental.constrained.sitofp";
        n = 1, types = 2;
        break;
    case LLVMUIToFP:
        name = "llvm.experimental.constrained.uitofp";
        n = 1, types = 2;
        break;
    case LLVMCall:
        if (!strcmp(intrinsic, "llvm.fma")) {
            name = "llvm.experimental.constrained.fma";
            n = 3;
        } else if (!strcmp(intrinsic, "llvm.sqrt")) {
            name = "llvm.experimental.constrained.sqrt";
            n = 1;
        }
        break;
    default:
        break;
    }
    if (!name)
        return NULL;
    static const char rounding[] = "round.tonearest", flags[] = "fpexcept.strict";
    LLVMValueRef args[5];
    memcpy(args, arg, n * sizeof *args);
    args[n] =
        LLVMMetadataAsValue(e->c, LLVMMDStringInContext2(e->c, rounding, sizeof rounding - 1));
    args[n + 1] = LLVMMetadataAsValue(e->c, LLVMMDStringInContext2(e->c, flags, sizeof flags - 1));
    return call_intrinsic(e, name, over, types, args, n + 2);
}

static LLVMValueRef build_one(struct emitter *e, const struct step *s, LLVMValueRef arg[3])
{
    LLVMOpcode op = (LLVMOpcode)s->opcode;
    LLVMValueRef strict =
        e->is_strict ? build_strict(e, s, op == LLVMCall ? step_intrinsic(s) : NULL, arg) : NULL;
    if (strict)
        return strict;
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

/* ---- lower halves ---- */

/* Values of a function as far as they are made; NULL: not yet, or not at all. */
struct halving {
    struct emitter *e;
    const struct step_list *list;
    const LLVMValueRef *args;
};

/* A condition that is the same whatever the lanes are: 0 or 1; -1: it is not. */
static int fixed_condition(const struct halving *h, int16_t n)
{
    if (n < 0)
        return step_constant(n)->is_splat ? (int)(step_constant(n)->value & 1) : -1;
    if (n < h->list->params) {
        LLVMValueRef v = h->args[n];
        return v && LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) != 0 : -1;
    }
    const struct step *s = step_at(h->list, (unsigned)(n - h->list->params));
    if (s->opcode == LLVMSelect) {
        int which = fixed_condition(h, s->arg[0]);
        return which < 0 ? -1 : fixed_condition(h, s->arg[which ? 1 : 2]);
    }
    bool is_zero_test = s->opcode == LLVMICmp && s->detail == LLVMIntEQ && s->arg[1] < 0 &&
                        step_constant(s->arg[1])->value == 0;
    int tested = is_zero_test ? fixed_condition(h, s->arg[0]) : -1;
    return tested < 0 ? -1 : !tested;
}

static LLVMValueRef low_of(const struct halving *h, int16_t n);

static LLVMValueRef low_of_step(const struct halving *h, const struct step *s)
{
    LLVMValueRef a, b;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        a = low_of(h, s->arg[0]);
        b = a ? low_of(h, s->arg[1]) : NULL;
        return b ? fold_binary(h->e, (LLVMOpcode)s->opcode, a, b) : NULL;
    case LLVMSelect: {
        int which = fixed_condition(h, s->arg[0]);
        return which < 0 ? NULL : low_of(h, s->arg[which ? 1 : 2]);
    }
    case LLVMZExt:
    case LLVMSExt:
        return s->arg[0] >= 0 && s->arg[0] < h->list->params &&
                       LLVMTypeOf(h->args[s->arg[0]]) == h->e->v32i32
                   ? h->args[s->arg[0]]
                   : NULL;
    default:
        return NULL;
    }
}

static LLVMValueRef low_of(const struct halving *h, int16_t n)
{
    if (n < 0)
        return NULL;
    if (n >= h->list->params)
        return low_of_step(h, step_at(h->list, (unsigned)(n - h->list->params)));
    return LLVMTypeOf(h->args[n]) == h->e->v32i64
               ? fold_cast(h->e, LLVMTrunc, h->args[n], h->e->v32i32)
               : NULL;
}

LLVMValueRef emit_low_half(struct emitter *e, int function, const LLVMValueRef *args)
{
    struct halving h = {e, step_list(function), args};
    return h.list ? low_of(&h, h.list->result[0]) : NULL;
}

bool has_low_half(int function)
{
    const struct step_list *l = step_list(function);
    for (unsigned i = 0; l && i < l->count; i++)
        if (step_at(l, i)->opcode == LLVMMul && step_at(l, i)->type == KIND_I64 * 16 + 5)
            return true;
    return false;
}
