/* select_shuffle.c: moves of vector elements. See select.h. */
#include "jit/direct/select.h"

#include <string.h>

enum { MAX_LANES = 64, UNDEFINED = -1 };

struct shuffle {
    struct shape from, to;
    LLVMValueRef in[2];
    reg r[2][MAX_PIECES]; /* of the inputs, as they are asked for */
    int index[MAX_LANES];
};

/* The register with element i of the inputs. */
static reg source(struct select *s, struct shuffle *x, unsigned i)
{
    unsigned per = x->from.lanes / x->from.pieces, in = i >= x->from.lanes,
             p = i % x->from.lanes / per;
    if (!x->r[in][p])
        x->r[in][p] = piece(s, x->in[in], p);
    return x->r[in][p];
}

static void take(struct select *s, LLVMValueRef v, unsigned p, reg r)
{
    struct val *x = result(s, v);
    struct ins *i = put(s, reg_class(s->f, r) == CLASS_K ? KMOVQ_KK : VMOVDQU32);
    reg d = x->r[p];
    i->d = d, i->b = r, i->vl = 2;
    s->f->hints[d - REG_VIRTUAL] = r;
}

/* Elements in a row that begin where a register does. */
static bool is_whole(const struct shuffle *x, unsigned first, unsigned count)
{
    int at = x->index[first];
    if (at < 0 || (unsigned)at % (x->from.lanes / x->from.pieces))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (x->index[first + i] != UNDEFINED && x->index[first + i] != at + (int)i)
            return false;
    return true;
}

/* One register's `count` elements, from any place that is a multiple of them. */
static bool is_part(const struct shuffle *x, unsigned count)
{
    int at = x->index[0];
    if (x->to.pieces != 1 || at < 0 || (unsigned)at % count)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (x->index[i] != at + (int)i)
            return false;
    return true;
}

/* Which of the registers r[count] has the elements, and which elements those are. */
static unsigned sources(struct select *s, struct shuffle *x, unsigned first, unsigned lanes, reg *r,
                        uint8_t *which)
{
    unsigned count = 0;
    for (unsigned i = 0; i < lanes; i++) {
        which[i] = 0;
        if (x->index[first + i] == UNDEFINED)
            continue;
        reg from = source(s, x, (unsigned)x->index[first + i]);
        unsigned n = 0;
        while (n < count && r[n] != from)
            n++;
        if (n == count)
            r[count++] = from;
        which[i] = (uint8_t)n;
    }
    return count;
}

/* The elements of registers from and from + 1 of the list, by an index of elements, as one. */
static reg permute(struct select *s, const struct shuffle *x, unsigned first, unsigned lanes,
                   const uint8_t *which, const reg *r, unsigned from, unsigned count)
{
    unsigned per = x->from.lanes / x->from.pieces, bytes = x->from.bits / 8;
    uint8_t index[64] = {0};
    for (unsigned i = 0; i < lanes; i++) {
        unsigned n = x->index[first + i] < 0 ? 0 : (unsigned)x->index[first + i] % per;
        if (which[i] == from + 1)
            n += 64 / bytes;
        index[i * bytes] = (uint8_t)n;
    }
    uint32_t at = pool_bytes(s->f, index, 64);
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VMOVDQU32);
    i->d = d, i->vl = 2, i->mem = pool_mem(at);
    reg index_reg = d;
    if (count == 1) {
        i->d = index_reg = new_reg(s->f, CLASS_Z);
        i = put(s, bytes == 2 ? VPERMW : bytes == 4 ? VPERMD : VPERMQ);
        i->d = d, i->a = index_reg, i->b = r[from], i->vl = 2;
        return d;
    }
    i = put(s, bytes == 2 ? VPERMI2W : bytes == 4 ? VPERMI2D : VPERMI2Q);
    i->d = d, i->a = r[from], i->b = r[from + 1], i->vl = 2, i->tied = true;
    return d;
}

/* What the lanes select out of b instead of a. */
static reg merge(struct select *s, const struct shuffle *x, uint64_t lanes, reg a, reg b)
{
    reg g = new_reg(s->f, CLASS_G), k = new_reg(s->f, CLASS_K), d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, MOVI);
    i->d = g, i->imm = (int64_t)lanes;
    i = put(s, KMOVD_KR);
    i->d = k, i->b = g;
    i = put(s, x->from.bits == 16 ? VPBLENDMW : x->from.bits == 32 ? VPBLENDMD : VPBLENDMQ);
    i->d = d, i->a = a, i->b = b, i->k = k, i->vl = 2;
    return d;
}

/* What an element was set to, if that is a scalar. */
static LLVMValueRef inserted(struct shuffle *x, unsigned lane)
{
    LLVMValueRef v = x->in[lane >= x->from.lanes];
    for (uint64_t at; LLVMIsAInsertElementInst(v); v = LLVMGetOperand(v, 0)) {
        if (!const_int(LLVMGetOperand(v, 2), &at))
            return NULL;
        if (at == lane % x->from.lanes)
            return LLVMGetOperand(v, 1);
    }
    return NULL;
}

/* One element in all lanes of a piece. 0: it is not that, or not the first one of a register. */
static reg repeat(struct select *s, struct shuffle *x, unsigned first, unsigned lanes)
{
    int at = x->index[first];
    unsigned per = x->from.lanes / x->from.pieces;
    for (unsigned i = 1; i < lanes; i++)
        if (x->index[first + i] != at)
            return 0;
    if (at < 0 || x->from.bits < 32)
        return 0;
    LLVMValueRef scalar = inserted(x, (unsigned)at);
    if (!scalar && (unsigned)at % per)
        return 0;
    reg r = scalar ? general(s, scalar) : source(s, x, (unsigned)at), d = new_reg(s->f, CLASS_Z);
    bool is_wide = x->from.bits == 64;
    struct ins *i = put(s, scalar    ? is_wide ? VPBROADCASTQ_R : VPBROADCASTD_R
                           : is_wide ? VPBROADCASTQ
                                     : VPBROADCASTD);
    i->d = d, i->b = r, i->vl = 2;
    return d;
}

static bool general_shuffle(struct select *s, LLVMValueRef v, struct shuffle *x, unsigned p,
                            unsigned lanes)
{
    reg r[9],
        one = x->to.kind == SHAPE_VECTOR && !x->to.is_float ? repeat(s, x, p * lanes, lanes) : 0;
    uint8_t which[MAX_LANES];
    if (one) {
        take(s, v, p, one);
        return true;
    }
    unsigned first = p * lanes, count = sources(s, x, first, lanes, r, which);
    if (x->from.bits < 16 || x->from.vl != 2)
        return false;
    reg out = 0;
    for (unsigned from = 0; from < count || !out; from += 2) {
        reg part = permute(s, x, first, lanes, which, r, from, count - from >= 2 ? 2 : 1);
        uint64_t chosen = 0;
        for (unsigned i = 0; i < lanes; i++)
            chosen |= (uint64_t)(which[i] >= from) << i;
        out = out ? merge(s, x, chosen, out, part) : part;
    }
    take(s, v, p, out);
    return true;
}

/* One element in all lanes. */
static bool splat(struct select *s, LLVMValueRef v, const struct shuffle *x)
{
    unsigned bits = x->to.bits;
    if (bits != 16 && bits != 32 && bits != 64)
        return false;
    LLVMValueRef in = x->in[0];
    uint64_t at;
    bool from_scalar = LLVMIsAInsertElementInst(in) && const_int(LLVMGetOperand(in, 2), &at) &&
                       at == 0 && shape(s, LLVMGetOperand(in, 1)).kind == SHAPE_SCALAR;
    reg r = from_scalar ? general(s, LLVMGetOperand(in, 1)) : piece(s, in, 0),
        d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, from_scalar  ? bits == 16   ? VPBROADCASTW_R
                                          : bits == 32 ? VPBROADCASTD_R
                                                       : VPBROADCASTQ_R
                           : bits == 16 ? VPBROADCASTW
                           : bits == 32 ? VPBROADCASTD
                                        : VPBROADCASTQ);
    i->d = d, i->b = r, i->vl = x->to.vl;
    struct val *out = new_val(s, v, VAL_REGS);
    for (unsigned p = 0; p < x->to.pieces; p++)
        out->r[p] = d;
    return true;
}

/* Two masks of 16 lanes as one of 32, which is two registers, too. */
static bool join_masks(struct select *s, LLVMValueRef v, const struct shuffle *x)
{
    for (int i = 0; i < 32; i++)
        if (x->index[i] != i)
            return false;
    reg low = piece(s, x->in[0], 0), high = piece(s, x->in[1], 0);
    struct val *out = new_val(s, v, VAL_REGS);
    out->r[0] = low;
    out->r[1] = high;
    return true;
}

/* Lanes of a mask in any order: as vectors. */
static bool permute_mask(struct select *s, LLVMValueRef v, const struct shuffle *x)
{
    reg z[2];
    uint32_t index[16];
    for (unsigned p = 0; p < 2; p++) {
        reg k = piece(s, x->in[0], p);
        z[p] = new_reg(s->f, CLASS_Z);
        struct ins *i = put(s, VPMOVM2D);
        i->d = z[p], i->b = k, i->vl = 2;
    }
    for (unsigned p = 0; p < 2; p++) {
        for (unsigned n = 0; n < 16; n++) {
            if (x->index[16 * p + n] >= 32)
                return false;
            index[n] = x->index[16 * p + n] < 0 ? 0 : (uint32_t)x->index[16 * p + n];
        }
        reg all = new_reg(s->f, CLASS_Z), d = result(s, v)->r[p];
        struct ins *i = put(s, VMOVDQU32);
        i->d = all, i->vl = 2, i->mem = pool_mem(pool_bytes(s->f, index, 64));
        i = put(s, VPERMI2D);
        i->d = all, i->a = z[0], i->b = z[1], i->tied = true, i->vl = 2;
        i = put(s, VPMOVD2M);
        i->d = d, i->b = all, i->vl = 2;
    }
    return true;
}

static bool shuffle_masks(struct select *s, LLVMValueRef v, const struct shuffle *x)
{
    int at = x->index[0];
    unsigned lanes = x->to.lanes;
    if (lanes == 32 && x->from.lanes == 16)
        return join_masks(s, v, x);
    if (lanes == 32 && x->from.lanes == 32)
        return permute_mask(s, v, x);
    if (at < 0 || (unsigned)at % lanes || lanes > 16)
        return false;
    for (unsigned i = 0; i < lanes; i++)
        if (x->index[i] != at + (int)i)
            return false;
    reg k = piece(s, x->in[0], (unsigned)at / 16);
    if (at % 16) {
        reg d = new_reg(s->f, CLASS_K);
        struct ins *i = put(s, KSHIFTRW);
        i->d = d, i->b = k, i->imm = at % 16;
        k = d;
    }
    new_val(s, v, VAL_REGS)->r[0] = k;
    return true;
}

/* Whole registers of the inputs: no instruction at all. */
static bool take_whole(struct select *s, LLVMValueRef v, struct shuffle *x)
{
    unsigned per = x->to.lanes / x->to.pieces;
    reg r[MAX_PIECES] = {0};
    if (x->to.vl != x->from.vl)
        return false;
    for (unsigned p = 0; p < x->to.pieces; p++)
        if (!is_whole(x, p * per, per))
            return false;
    for (unsigned p = 0; p < x->to.pieces; p++)
        r[p] = source(s, x, (unsigned)x->index[p * per]);
    struct val *out = new_val(s, v, VAL_REGS);
    for (unsigned p = 0; p < x->to.pieces; p++)
        out->r[p] = r[p];
    return true;
}

static bool read_shuffle(struct select *s, LLVMValueRef v, struct shuffle *x)
{
    x->to = shape(s, v);
    x->in[0] = LLVMGetOperand(v, 0);
    x->in[1] = LLVMGetOperand(v, 1);
    x->from = shape(s, x->in[0]);
    if (x->to.kind == SHAPE_NONE || x->from.kind == SHAPE_NONE || x->to.lanes > MAX_LANES)
        return false;
    for (unsigned i = 0; i < x->to.lanes; i++)
        x->index[i] = LLVMGetMaskValue(v, i);
    return true;
}

/* Two vectors of eight dwords in one of the orders that AVX2 has instructions for. */
static bool shuffle_eight(struct select *s, LLVMValueRef v, struct shuffle *x)
{
    static const struct {
        uint16_t op;
        uint8_t imm, index[8];
    } orders[] = {
        {VPUNPCKLDQ, 0, {0, 8, 1, 9, 4, 12, 5, 13}},
        {VPUNPCKHDQ, 0, {2, 10, 3, 11, 6, 14, 7, 15}},
        {VPUNPCKLQDQ, 0, {0, 1, 8, 9, 4, 5, 12, 13}},
        {VPUNPCKHQDQ, 0, {2, 3, 10, 11, 6, 7, 14, 15}},
        {VPERM2I128, 0x20, {0, 1, 2, 3, 8, 9, 10, 11}},
        {VPERM2I128, 0x31, {4, 5, 6, 7, 12, 13, 14, 15}},
    };
    if (!s->f->is_narrow || x->to.lanes != 8 || x->from.lanes != 8 || x->to.bits != 32)
        return false;
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        unsigned n = 0;
        while (n < 8 && x->index[n] == orders[o].index[n])
            n++;
        if (n < 8)
            continue;
        reg a = source(s, x, 0), b = source(s, x, 8), d = result(s, v)->r[0];
        struct ins *i = put(s, orders[o].op);
        i->d = d, i->a = a, i->b = b, i->vl = 1, i->imm = orders[o].imm;
        return true;
    }
    return false;
}

bool select_shuffle(struct select *s, LLVMValueRef v)
{
    struct shuffle x = {.r = {{0}}};
    if (!read_shuffle(s, v, &x))
        return false;
    bool is_splat = true;
    for (unsigned i = 0; i < x.to.lanes; i++)
        is_splat = is_splat && x.index[i] == 0;
    if (x.to.kind == SHAPE_MASK)
        return shuffle_masks(s, v, &x);
    if (is_splat)
        return splat(s, v, &x);
    unsigned per = x.to.lanes / x.to.pieces;
    if (x.to.vl == 1 && x.from.vl == 2 && is_part(&x, per)) {
        unsigned at = (unsigned)x.index[0];
        reg r = source(s, &x, at);
        unsigned high = at / per % 2;
        struct ins *i;
        reg d = result(s, v)->r[0];
        i = put(s, high ? VEXTRACTI64X4 : VMOVDQU32);
        i->d = d, i->vl = 2, i->imm = 1;
        if (high)
            i->a = r;
        else
            i->b = r, i->imm = 0;
        return true;
    }
    if (x.to.vl == 0 && x.from.vl > 0 && is_part(&x, per)) {
        unsigned at = (unsigned)x.index[0], in = x.from.lanes / x.from.pieces;
        reg r = source(s, &x, at), d = result(s, v)->r[0];
        struct ins *i = put(s, VEXTRACTI32X4);
        i->d = d, i->a = r, i->vl = 2, i->imm = at % in / per;
        return true;
    }
    if (x.from.vl == 1 && x.to.vl == 2 && x.to.pieces == 1 && is_whole(&x, 0, per / 2) &&
        is_whole(&x, per / 2, per / 2)) {
        reg low = source(s, &x, (unsigned)x.index[0]),
            high = source(s, &x, (unsigned)x.index[per / 2]);
        reg d = result(s, v)->r[0];
        struct ins *i = put(s, VINSERTI64X4);
        i->d = d, i->a = low, i->b = high, i->vl = 2, i->imm = 1;
        return true;
    }
    if (x.from.vl == 0 && x.to.vl == 1 && is_whole(&x, 0, per / 2) &&
        is_whole(&x, per / 2, per / 2)) {
        reg low = source(s, &x, (unsigned)x.index[0]),
            high = source(s, &x, (unsigned)x.index[per / 2]), d = result(s, v)->r[0];
        struct ins *i = put(s, VINSERTI32X4);
        i->d = d, i->a = low, i->b = high, i->vl = 1, i->imm = 1;
        return true;
    }
    if (take_whole(s, v, &x) || shuffle_eight(s, v, &x))
        return true;
    for (unsigned p = 0; p < x.to.pieces; p++) {
        if (x.to.vl == x.from.vl && is_whole(&x, p * per, per))
            take(s, v, p, source(s, &x, (unsigned)x.index[p * per]));
        else if (x.to.vl != 2 || !general_shuffle(s, v, &x, p, per))
            return false;
    }
    return true;
}
