/* select_dot.c: sums of four products of bytes, which are one instruction (VNNI). See select.h. */
#include "jit/direct/select.h"

/* Byte `index` of the elements of x. */
struct byte {
    LLVMValueRef x;
    unsigned index;
    bool is_signed;
};

struct dot {
    LLVMValueRef x[2]; /* what has the bytes */
    bool is_signed[2];
    unsigned products; /* by bit, those that have been found */
    LLVMValueRef rest; /* the fifth term; NULL: there is none */
};

static bool shifted_by(struct select *s, LLVMValueRef v, LLVMOpcode op, uint64_t *n)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != op ||
        !is_constant(LLVMGetOperand(v, 1)))
        return false;
    struct val *by = val_of(s, LLVMGetOperand(v, 1));
    *n = by->bits;
    return by->kind == VAL_CONST && by->is_splat;
}

/* x & 255, x << 8 n >> 24, x >> 24 */
static bool byte_of(struct select *s, LLVMValueRef v, struct byte *out)
{
    uint64_t n;
    if (shifted_by(s, v, LLVMAnd, &n) && n == 255) {
        *out = (struct byte){.x = LLVMGetOperand(v, 0)};
        return true;
    }
    bool is_signed = shifted_by(s, v, LLVMAShr, &n);
    if ((!is_signed && !shifted_by(s, v, LLVMLShr, &n)) || n != 24)
        return false;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (!shifted_by(s, x, LLVMShl, &n))
        n = 0;
    else
        x = LLVMGetOperand(x, 0);
    *out = (struct byte){x, 3 - (unsigned)n / 8, is_signed};
    return n % 8 == 0 && n < 32;
}

static bool is_op(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static bool add_product(struct select *s, struct dot *d, LLVMValueRef v)
{
    struct byte b[2];
    if (!byte_of(s, LLVMGetOperand(v, 0), &b[0]) || !byte_of(s, LLVMGetOperand(v, 1), &b[1]) ||
        b[0].index != b[1].index || d->products >> b[0].index & 1)
        return false;
    bool first = !d->products, turned = !first && (b[0].x != d->x[0] || b[1].x != d->x[1]);
    for (unsigned i = 0; i < 2; i++) {
        const struct byte *own = &b[turned ? 1 - i : i];
        if (first)
            d->x[i] = own->x, d->is_signed[i] = own->is_signed;
        if (d->x[i] != own->x || d->is_signed[i] != own->is_signed)
            return false;
    }
    d->products |= 1U << b[0].index;
    return true;
}

/* The terms of a sum: products of bytes, and at most one other. */
static bool add_terms(struct select *s, struct dot *d, LLVMValueRef v, unsigned depth)
{
    enum { DEEPEST = 4 };
    if (is_op(v, LLVMMul) && add_product(s, d, v))
        return true;
    if (is_op(v, LLVMAdd) && depth < DEEPEST) {
        struct dot before = *d;
        if (add_terms(s, d, LLVMGetOperand(v, 0), depth + 1) &&
            add_terms(s, d, LLVMGetOperand(v, 1), depth + 1))
            return true;
        *d = before;
    }
    if (d->rest)
        return false;
    d->rest = v;
    return true;
}

/* d += bytes of a, without signs, times those of b, with signs. */
static reg accumulate(struct select *s, unsigned op, reg start, reg a, reg b)
{
    reg d = copy_of(s, start);
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->b = b, i->tied = true, i->vl = 2;
    return d;
}

static reg zero(struct select *s)
{
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VPXORD);
    i->d = d, i->vl = 2, i->a = i->b = Z(SCRATCH_Z);
    return d;
}

/* Bytes less 128, or plus 128, which changes whether they have signs. */
static reg turned(struct select *s, reg r, reg limit)
{
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VPXORD);
    i->d = d, i->a = r, i->b = limit, i->vl = 2;
    return d;
}

/* Where both have signs or none, a * b is (a +- 128) * b -+ 128 * b. */
static reg both_alike(struct select *s, const struct dot *d, reg start, reg a, reg b)
{
    uint32_t limits = 0x80808080;
    reg limit = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VPBROADCASTD);
    i->d = limit, i->vl = 2, i->mem = pool_mem(pool_bytes(s->f, &limits, 4));
    bool is_signed = d->is_signed[0];
    reg sum = is_signed ? accumulate(s, VPDPBUSD, start, turned(s, a, limit), b)
                        : accumulate(s, VPDPBUSD, start, a, turned(s, b, limit)),
        more = is_signed ? accumulate(s, VPDPBUSD, zero(s), limit, b)
                         : accumulate(s, VPDPBUSD, zero(s), a, limit);
    reg out = new_reg(s->f, CLASS_Z);
    i = put(s, VPSUBD);
    i->d = out, i->a = sum, i->b = more, i->vl = 2;
    return out;
}

bool select_dot(struct select *s, LLVMValueRef v, LLVMValueRef sum, LLVMValueRef more)
{
    enum { ALL = 15 };
    struct shape t = shape(s, v);
    struct dot d = {.rest = more};
    bool saturates = more != NULL;
    if (!s->has_vnni || t.bits != 32 || t.vl != 2 || t.is_float || !is_op(sum, LLVMAdd) ||
        !(is_op(LLVMGetOperand(sum, 0), LLVMAdd) || is_op(LLVMGetOperand(sum, 1), LLVMAdd)) ||
        !add_terms(s, &d, sum, 0) || d.products != ALL ||
        (saturates && d.is_signed[0] == d.is_signed[1]))
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, d.x[0], p), b = piece(s, d.x[1], p),
            start = d.rest ? piece(s, d.rest, p) : zero(s), out;
        if (d.is_signed[0] == d.is_signed[1])
            out = both_alike(s, &d, start, a, b);
        else
            out = accumulate(s, saturates ? VPDPBUSDS : VPDPBUSD, start, d.is_signed[0] ? b : a,
                             d.is_signed[0] ? a : b);
        reg to = result(s, v)->r[p];
        struct ins *i = put(s, VMOVDQU32);
        i->d = to, i->b = out, i->vl = 2;
        s->f->hints[to - REG_VIRTUAL] = out;
    }
    return true;
}
