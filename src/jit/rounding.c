/* rounding.c: see rounding.h. */
#include "jit/rounding.h"

#include <stddef.h>

#include <llvm-c/Core.h>

#include "jit/walk.h"

const struct rounding *rounding_of(const struct step *s)
{
    static const struct rounding all[] = {
        {LLVMFAdd, NULL, "add", 2},
        {LLVMFSub, NULL, "sub", 2},
        {LLVMFMul, NULL, "mul", 2},
        {LLVMFDiv, NULL, "div", 2},
        {LLVMCall, "llvm.fma", "vfmadd", 3},
        {LLVMCall, "llvm.sqrt", "sqrt", 1},
        {LLVMSIToFP, NULL, "sitofp.round", 1},
        {LLVMUIToFP, NULL, "uitofp.round", 1},
        {LLVMFPTrunc, NULL, "narrow", 1},
    };
    const char *intrinsic = s->opcode == LLVMCall ? step_intrinsic(s) : NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].opcode == s->opcode &&
            (!intrinsic || (all[i].intrinsic && !strcmp(all[i].intrinsic, intrinsic))))
            return &all[i];
    return NULL;
}

static bool is_float(unsigned kind)
{
    return kind == KIND_F16 || kind == KIND_F32 || kind == KIND_F64;
}

/* Floats that are exact. */
static bool is_exact(const struct step *s)
{
    static const char *const exact[] = {
        "llvm.fabs",      "llvm.copysign", "llvm.floor",  "llvm.ceil",    "llvm.trunc",
        "llvm.roundeven", "llvm.minnum",   "llvm.maxnum", "llvm.minimum", "llvm.maximum"};
    if (s->opcode == LLVMFRem)
        return false;
    if (s->opcode != LLVMCall)
        return true; /* signs, extensions, choices and moves */
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (!strcmp(exact[i], step_intrinsic(s)))
            return true;
    return false;
}

static bool can_round_step(const struct step_list *l, const struct step *s)
{
    unsigned kind = step_kind(s->type);
    /* What hosts have a form of, is computed by other steps. */
    if (!is_float(kind) || (s->opcode == LLVMCall && is_host_form(step_intrinsic(s))))
        return true;
    if (!rounding_of(s))
        return is_exact(s);
    if (s->opcode == LLVMSIToFP || s->opcode == LLVMUIToFP)
        return kind != KIND_F16;
    if (s->opcode != LLVMFPTrunc)
        return true;
    /* No instruction makes f16 of f64, whose parameters have no type here. */
    bool is_step = s->arg[0] >= l->params;
    return kind == KIND_F32 || !is_step ||
           step_kind(step_at(l, (unsigned)(s->arg[0] - l->params))->type) == KIND_F32;
}

bool can_round(int function)
{
    const struct step_list *l = step_list(function);
    for (unsigned i = 0; l && i < l->count; i++)
        if (!can_round_step(l, step_at(l, i)))
            return false;
    return l;
}
