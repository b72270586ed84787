/* select_half.c: halves on CPUs that do not compute with them: in f32, whose results of these
 * operations, rounded once more, are the ones of f16. See select.h. */
#include "jit/direct/select.h"

/* 16 of them, from the lower or the upper 256 bits, as f32. */
static reg as_single(struct select *s, reg r, unsigned upper)
{
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i;
    reg half = joined_half(s, r, upper);
    if (half) {
        r = half;
    } else if (upper) {
        reg part = new_reg(s->f, CLASS_Z);
        i = put(s, VEXTRACTI64X4);
        i->d = part, i->a = r, i->vl = 2, i->imm = 1;
        r = part;
    }
    i = put(s, VCVTPH2PS);
    i->d = d, i->b = r, i->vl = 2;
    return d;
}

/* 16 of them, rounded as MXCSR says. */
static reg as_half(struct select *s, reg r)
{
    enum { BY_MXCSR = 4 };
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VCVTPS2PH);
    i->d = d, i->a = r, i->vl = 2, i->imm = BY_MXCSR;
    return d;
}

/* Piece p of v: one part or two. */
static void join(struct select *s, LLVMValueRef v, unsigned p, const reg part[2])
{
    reg d = result(s, v)->r[p];
    struct ins *i = put(s, part[1] ? VINSERTI64X4 : VMOVDQU32);
    i->d = d, i->vl = 2;
    if (part[1])
        i->a = part[0], i->b = part[1], i->imm = 1, join_halves(s, d, part[0], part[1]);
    else
        i->b = part[0];
}

/* Parts of 16 halves that a piece has. */
static unsigned parts(struct shape t) { return t.vl == 2 ? 2 : 1; }

bool half_compare(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b,
                  unsigned predicate)
{
    struct shape t = shape(s, a);
    if (t.vl == 0 || t.pieces > 1)
        return false;
    reg ra = piece(s, a, 0), rb = piece(s, b, 0);
    for (unsigned n = 0; n < parts(t); n++) {
        reg x = as_single(s, ra, n), y = as_single(s, rb, n), d = result(s, v)->r[n];
        struct ins *i = put(s, VCMPPS);
        i->d = d, i->a = x, i->b = y, i->vl = 2, i->imm = predicate;
    }
    return true;
}

/* Of signed or unsigned words. */
bool half_from_words(struct select *s, LLVMValueRef v, LLVMValueRef a, bool is_signed)
{
    struct shape t = shape(s, v);
    if (t.vl != 2)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, a, p), out[2] = {0};
        struct ins *i;
        for (unsigned n = 0; n < 2; n++) {
            reg in = r, wide = new_reg(s->f, CLASS_Z), x = new_reg(s->f, CLASS_Z);
            if (n) {
                i = put(s, VEXTRACTI64X4);
                i->d = in = new_reg(s->f, CLASS_Z), i->a = r, i->vl = 2, i->imm = 1;
            }
            i = put(s, is_signed ? VPMOVSXWD : VPMOVZXWD);
            i->d = wide, i->b = in, i->vl = 2;
            i = put(s, VCVTDQ2PS);
            i->d = x, i->b = wide, i->vl = 2;
            out[n] = as_half(s, x);
        }
        join(s, v, p, out);
    }
    return true;
}

bool half_round(struct select *s, LLVMValueRef v, LLVMValueRef a, unsigned mode)
{
    struct shape t = shape(s, v);
    if (t.vl == 0)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, a, p), out[2] = {0};
        for (unsigned n = 0; n < parts(t); n++) {
            reg x = as_single(s, r, n), y = new_reg(s->f, CLASS_Z);
            struct ins *i = put(s, VRNDSCALEPS);
            i->d = y, i->b = x, i->vl = 2, i->imm = mode;
            out[n] = as_half(s, y);
        }
        join(s, v, p, out);
    }
    return true;
}
