/* select_host.c: LLVM's intrinsics that are an instruction of AVX-512, of 16 lanes. See select.h.
 */
#include <string.h>

#include "jit/direct/select.h"

static LLVMValueRef arg(LLVMValueRef v, unsigned n) { return LLVMGetOperand(v, n); }

/* ---- with a rounding mode of their own ---- */

/* argument: which says it. */
static bool has_rounding(LLVMValueRef v, unsigned argument, uint8_t *rounding)
{
    enum { NO_EXCEPTIONS = 8 };
    uint64_t mode;
    if (!const_int(arg(v, argument), &mode) || mode < NO_EXCEPTIONS || mode > NO_EXCEPTIONS + 3)
        return false;
    *rounding = (uint8_t)(1 + mode - NO_EXCEPTIONS);
    return true;
}

/* Of one operand, which a mask may follow, or of two; the rounding mode is the last one. */
static bool rounded(struct select *s, LLVMValueRef v, unsigned op)
{
    unsigned last = (unsigned)LLVMGetNumArgOperands(v) - 1;
    bool has_two = last == 2;
    uint8_t rounding;
    if (!has_rounding(v, last, &rounding))
        return false;
    reg a = has_two ? piece(s, arg(v, 0), 0) : 0, b = piece(s, arg(v, has_two), 0);
    struct ins *i = put(s, op);
    i->d = result(s, v)->r[0], i->a = a, i->b = b, i->vl = 2, i->rounding = rounding;
    return true;
}

static bool multiply_add_rounded(struct select *s, LLVMValueRef v, unsigned op)
{
    uint8_t rounding;
    if (!has_rounding(v, 3, &rounding))
        return false;
    reg a = piece(s, arg(v, 0), 0), b = piece(s, arg(v, 1), 0);
    move_to(s, v, 0, piece(s, arg(v, 2), 0));
    reg d = result(s, v)->r[0];
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->b = b, i->tied = true, i->vl = 2;
    i->rounding = rounding;
    return true;
}

/* Sums of products of bytes. */
static bool dot(struct select *s, LLVMValueRef v, unsigned op)
{
    move_to(s, v, 0, piece(s, arg(v, 0), 0));
    reg d = result(s, v)->r[0], a = piece(s, arg(v, 1), 0), b = piece(s, arg(v, 2), 0);
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->b = b, i->tied = true, i->vl = 2;
    return true;
}

/* ---- llvm.x86.avx512.mask: operations under a mask, which is that of all lanes ---- */

/* argument: what stands before the mask, and what lanes outside of it get if there is something. */
static bool has_all_lanes(LLVMValueRef v, unsigned argument)
{
    uint64_t lanes;
    return const_int(arg(v, argument), &lanes) && (uint16_t)lanes == 0xffff;
}

static bool one_of_all(struct select *s, LLVMValueRef v, unsigned op)
{
    uint64_t how = 0;
    bool has_how = op == VGETMANTPS;
    if ((has_how && !const_int(arg(v, 1), &how)) || !has_all_lanes(v, has_how ? 3 : 2))
        return false;
    val_of(s, arg(v, 0));
    struct ins *i = put(s, op);
    i->d = result(s, v)->r[0], i->vl = 2, i->imm = (int64_t)how;
    operand_b(s, i, arg(v, 0), 0);
    return true;
}

static bool two_of_all(struct select *s, LLVMValueRef v, unsigned op)
{
    uint64_t how = 0;
    bool has_how = op == VRANGEPS;
    if ((has_how && !const_int(arg(v, 2), &how)) || !has_all_lanes(v, has_how ? 4 : 3))
        return false;
    reg a = piece(s, arg(v, 0), 0), b = piece(s, arg(v, 1), 0);
    struct ins *i = put(s, op);
    i->d = result(s, v)->r[0], i->a = a, i->b = b, i->vl = 2, i->imm = (int64_t)how;
    return true;
}

static bool fixed(struct select *s, LLVMValueRef v, unsigned op)
{
    uint64_t how;
    if (!const_int(arg(v, 3), &how) || !has_all_lanes(v, 4))
        return false;
    reg a = piece(s, arg(v, 1), 0);
    val_of(s, arg(v, 2));
    move_to(s, v, 0, piece(s, arg(v, 0), 0));
    struct ins *i = put(s, op);
    i->d = result(s, v)->r[0], i->a = a, i->tied = true, i->vl = 2, i->imm = (int64_t)how;
    operand_b(s, i, arg(v, 2), 0);
    return true;
}

/* To f16, rounded as an operand says. */
static bool narrowed_rounded(struct select *s, LLVMValueRef v, unsigned op)
{
    uint64_t how;
    if (!const_int(arg(v, 1), &how) || how > 3 || !has_all_lanes(v, 3))
        return false;
    reg a = piece(s, arg(v, 0), 0);
    struct ins *i = put(s, op);
    i->d = result(s, v)->r[0], i->a = a, i->vl = 2, i->imm = (int64_t)how;
    return true;
}

bool select_host(struct select *s, LLVMValueRef v, const char *name)
{
    static const struct {
        const char *name;
        bool (*make)(struct select *, LLVMValueRef, unsigned);
        unsigned op;
    } all[] = {
        {".add.ps.512", rounded, VADDPS},
        {".add.pd.512", rounded, VADDPD},
        {".sub.ps.512", rounded, VSUBPS},
        {".sub.pd.512", rounded, VSUBPD},
        {".mul.ps.512", rounded, VMULPS},
        {".mul.pd.512", rounded, VMULPD},
        {".div.ps.512", rounded, VDIVPS},
        {".div.pd.512", rounded, VDIVPD},
        {".vfmadd.ps.512", multiply_add_rounded, VFMADD231PS},
        {".vfmadd.pd.512", multiply_add_rounded, VFMADD231PD},
        {".sqrt.ps.512", rounded, VSQRTPS},
        {".sqrt.pd.512", rounded, VSQRTPD},
        {".sitofp.round.v16f32.v16i32", rounded, VCVTDQ2PS},
        {".uitofp.round.v16f32.v16i32", rounded, VCVTUDQ2PS},
        {".mask.cvtpd2ps.512", rounded, VCVTPD2PS},
        {".mask.vcvtps2ph.512", narrowed_rounded, VCVTPS2PH},
        {"fp16.add.ph.512", rounded, VADDPH},
        {"fp16.sub.ph.512", rounded, VSUBPH},
        {"fp16.mul.ph.512", rounded, VMULPH},
        {"fp16.div.ph.512", rounded, VDIVPH},
        {"fp16.vfmadd.ph.512", multiply_add_rounded, VFMADD231PH},
        {"fp16.sqrt.ph.512", rounded, VSQRTPH},
        {".vpdpbusd.512", dot, VPDPBUSD},
        {".vpdpbusds.512", dot, VPDPBUSDS},
        {".mask.range.ps.512", two_of_all, VRANGEPS},
        {".mask.scalef.ps.512", two_of_all, VSCALEFPS},
        {".mask.getmant.ps.512", one_of_all, VGETMANTPS},
        {".mask.getexp.ps.512", one_of_all, VGETEXPPS},
        {".mask.cvttps2dq.512", one_of_all, VCVTTPS2DQ},
        {".mask.fixupimm.ps.512", fixed, VFIXUPIMMPS},
    };
    static const char prefix[] = "llvm.x86.avx512";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name + sizeof prefix - 1, all[i].name))
            return all[i].make(s, v, all[i].op);
    return false;
}
