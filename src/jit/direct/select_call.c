/* select_call.c: calls of functions, and LLVM's intrinsics. See select.h. */
#include <string.h>

#include "jit/direct/select.h"

static LLVMValueRef arg(LLVMValueRef v, unsigned n) { return LLVMGetOperand(v, n); }

/* ---- scalars ---- */

static reg imm_reg(struct select *s, int64_t n)
{
    reg d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, MOVI);
    i->d = d, i->imm = n;
    return d;
}

/* d = cc ? yes : d, with the flags as they are. */
static void move_if(struct select *s, reg d, unsigned cc, reg yes)
{
    struct ins *i = put(s, CMOV);
    i->d = d, i->b = yes, i->tied = i->wide = true, i->cc = (uint8_t)cc;
}

static void in_place(struct select *s, unsigned op, reg d, reg b, bool wide)
{
    struct ins *i = put(s, op);
    i->d = d, i->b = b, i->tied = true, i->wide = wide;
}

static bool subtract_to_zero(struct select *s, LLVMValueRef v, unsigned n)
{
    bool wide = shape(s, v).bits == 64;
    reg a = general(s, arg(v, 0)), b = general(s, arg(v, 1)), zero = imm_reg(s, 0),
        d = copy_of(s, a);
    if (shape(s, v).bits < 32)
        return false;
    (void)n;
    in_place(s, SUB, d, b, wide);
    move_if(s, d, CC_B, zero);
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static bool extreme(struct select *s, LLVMValueRef v, unsigned cc)
{
    if (shape(s, v).bits < 32)
        return false;
    reg a = general(s, arg(v, 0)), b = general(s, arg(v, 1)), d = copy_of(s, a);
    struct ins *i = put(s, CMP);
    i->d = a, i->b = b, i->wide = shape(s, v).bits == 64;
    move_if(s, d, cc, b);
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static bool count_bits(struct select *s, LLVMValueRef v, unsigned op)
{
    if (shape(s, v).bits < 32)
        return false;
    reg a = general(s, arg(v, 0)), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, op);
    i->d = d, i->b = a, i->wide = shape(s, v).bits == 64;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static bool with_overflow(struct select *s, LLVMValueRef v, unsigned op)
{
    reg a = general(s, arg(v, 0)), b = general(s, arg(v, 1)), d = copy_of(s, a);
    unsigned bits = shape(s, arg(v, 0)).bits;
    if (bits < 32)
        return false;
    in_place(s, op == SUBI ? SUB : op, d, b, bits == 64);
    reg over = flag_value(s, CC_O);
    struct val *x = new_val(s, v, VAL_REGS);
    x->r[0] = d;
    x->r[1] = over;
    return true;
}

static bool absolute(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    bool wide = shape(s, v).bits == 64;
    if (shape(s, v).bits < 32)
        return false;
    reg a = general(s, arg(v, 0)), d = copy_of(s, a);
    in_place(s, NEG, d, 0, wide);
    move_if(s, d, CC_S, a);
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* |a| of an f32. */
static bool magnitude_of_one(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    reg a = general(s, arg(v, 0)), d = copy_of(s, a);
    struct ins *i = put(s, ANDI);
    i->d = d, i->tied = true, i->imm = INT32_MAX;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* r op= a constant. */
static void with_imm(struct select *s, unsigned op, reg r, int64_t imm, bool wide)
{
    struct ins *i = put(s, op);
    i->d = r, i->tied = true, i->wide = wide, i->imm = imm;
}

/* Groups of n bits, which mask has the lower ones of, exchange places with their neighbours. */
static reg exchange_bits(struct select *s, reg x, unsigned n, uint64_t mask, bool wide)
{
    reg m = imm_reg(s, (int64_t)(wide ? mask : (uint32_t)mask)), low = copy_of(s, x),
        high = copy_of(s, x);
    with_imm(s, SHRI, high, n, wide);
    in_place(s, AND, high, m, wide);
    in_place(s, AND, low, m, wide);
    with_imm(s, SHLI, low, n, wide);
    in_place(s, OR, low, high, wide);
    return low;
}

static bool reverse_bits(struct select *s, LLVMValueRef v, unsigned n)
{
    static const uint64_t masks[] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                     UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                     UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
    unsigned bits = shape(s, v).bits;
    (void)n;
    if (bits < 32)
        return false;
    reg x = general(s, arg(v, 0));
    for (unsigned i = 0; 1U << i < bits; i++)
        x = exchange_bits(s, x, 1U << i, masks[i], bits == 64);
    new_val(s, v, VAL_REGS)->r[0] = x;
    return true;
}

/* Two scalars one behind the other, shifted to the left by n. */
static bool funnel_of_two(struct select *s, LLVMValueRef v, unsigned n)
{
    unsigned bits = shape(s, v).bits;
    reg high = copy_of(s, general(s, arg(v, 0))), low = copy_of(s, general(s, arg(v, 1)));
    if (n) {
        with_imm(s, SHLI, high, n, bits == 64);
        with_imm(s, SHRI, low, bits - n, bits == 64);
        in_place(s, OR, high, low, bits == 64);
    }
    new_val(s, v, VAL_REGS)->r[0] = high;
    return true;
}

/* Rotations of a scalar by a constant, and of two. */
static bool rotate(struct select *s, LLVMValueRef v, unsigned is_right)
{
    uint64_t n;
    unsigned bits = shape(s, v).bits;
    if (bits < 32 || !const_int(arg(v, 2), &n))
        return false;
    n &= bits - 1;
    if (arg(v, 0) != arg(v, 1))
        return !is_right && funnel_of_two(s, v, (unsigned)n);
    reg a = general(s, arg(v, 0)), d = copy_of(s, a);
    struct ins *i = put(s, ROLI);
    i->d = d, i->tied = true, i->wide = bits == 64;
    i->imm = (int64_t)(is_right ? (bits - n) & (bits - 1) : n);
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* ---- vectors ---- */

static bool binary(struct select *s, LLVMValueRef v, unsigned op)
{
    struct shape t = shape(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, arg(v, 0), p), d = result(s, v)->r[p];
        val_of(s, arg(v, 1));
        struct ins *i = put(s, op);
        i->d = d, i->a = a, i->vl = t.vl;
        operand_b(s, i, arg(v, 1), p);
    }
    return true;
}

static bool unary(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a, int64_t imm)
{
    struct shape t = shape(s, v);
    val_of(s, a);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, op);
        i->d = d, i->vl = t.vl, i->imm = imm;
        operand_b(s, i, a, p);
    }
    return true;
}

/* Both by piece: d = op(a, b) with registers. */
static reg two(struct select *s, unsigned op, reg a, reg b)
{
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->b = b, i->vl = 2;
    return d;
}

static reg shifted(struct select *s, unsigned op, reg a, int64_t by)
{
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, op);
    i->d = d, i->b = a, i->vl = 2, i->imm = by;
    return d;
}

void move_to(struct select *s, LLVMValueRef v, unsigned p, reg r)
{
    reg d = result(s, v)->r[p];
    struct ins *i = put(s, VMOVDQU32);
    i->d = d, i->b = r, i->vl = 2;
    s->f->hints[d - REG_VIRTUAL] = r;
}

/* Each lane's dword: with one constant for all. */
static reg with_constant(struct select *s, unsigned op, reg a, uint32_t c)
{
    reg d = new_reg(s->f, CLASS_Z);
    uint32_t at = pool_bytes(s->f, &c, 4);
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->vl = 2, i->mem = pool_mem(at), i->broadcast = true;
    return d;
}

static bool funnel(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    LLVMValueRef a = arg(v, 0), b = arg(v, 1), by = arg(v, 2);
    struct shape t = shape(s, v);
    struct val *c = is_constant(by) ? val_of(s, by) : NULL;
    bool is_fixed = c && c->is_splat;
    int64_t count = is_fixed ? (int64_t)(c->bits & 31) : 0;
    if (t.bits != 32 || t.vl != 2)
        return false;
    if (a == b && is_fixed)
        return unary(s, v, VPRORDI, a, count);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg ra = piece(s, a, p), rb = piece(s, b, p), out;
        if (is_fixed && count == 0) {
            out = rb;
        } else if (is_fixed) {
            reg low = shifted(s, VPSRLDI, rb, count);
            out = two(s, VPORD, low, shifted(s, VPSLLDI, ra, 32 - count));
        } else if (a == b) {
            out = two(s, VPRORVD, ra, piece(s, by, p));
        } else {
            reg m = with_constant(s, VPANDD, piece(s, by, p), 31);
            reg low = two(s, VPSRLVD, rb, m), back = with_constant(s, VPXORD, m, 31);
            out = two(s, VPORD, low, two(s, VPSLLVD, shifted(s, VPSLLDI, ra, 1), back));
        }
        move_to(s, v, p, out);
    }
    return true;
}

static bool multiply_add(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    LLVMValueRef a = arg(v, 0), b = arg(v, 1), c = arg(v, 2);
    if (t.bits == 16 && !s->has_f16)
        return false;
    if (is_constant(a)) {
        LLVMValueRef x = a;
        a = b, b = x;
    }
    bool is_double = t.bits == 64, is_213 = t.bits > 16 && is_constant(c) && !is_constant(b);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg first = piece(s, is_213 ? a : c, p), second = piece(s, is_213 ? b : a, p);
        LLVMValueRef last = is_213 ? c : b;
        val_of(s, last);
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, VMOVDQU32);
        i->d = d, i->b = first, i->vl = 2;
        s->f->hints[d - REG_VIRTUAL] = first;
        i = put(s, t.bits == 16 ? VFMADD231PH
                   : is_213     ? is_double ? VFMADD213PD : VFMADD213PS
                   : is_double  ? VFMADD231PD
                                : VFMADD231PS);
        i->d = d, i->a = second, i->tied = true, i->vl = t.vl;
        operand_b(s, i, last, p);
    }
    return true;
}

/* A constant of the elements' width in all lanes, in memory. */
static struct mem everywhere(struct select *s, unsigned bits, uint64_t value)
{
    uint64_t all[8];
    for (unsigned i = 0; i < 8; i++)
        all[i] = bits == 64   ? value
                 : bits == 32 ? value << 32 | value
                              : value * UINT64_C(0x0001000100010001);
    return pool_mem(pool_bytes(s->f, all, 64));
}

static uint64_t sign_of(unsigned bits) { return UINT64_C(1) << (bits - 1); }

static bool magnitude(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    if (t.bits < 16)
        return false;
    struct mem m = everywhere(s, t.bits, sign_of(t.bits) - 1);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, arg(v, 0), p), d = result(s, v)->r[p];
        struct ins *i = put(s, VPANDD);
        i->d = d, i->a = a, i->vl = t.vl, i->mem = m;
    }
    return true;
}

static bool copy_sign(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    if (t.bits < 16)
        return false;
    struct mem m = everywhere(s, t.bits, sign_of(t.bits) - 1);
    enum { SELECT_BY_C = 0xe4 };
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, arg(v, 0), p), b = piece(s, arg(v, 1), p);
        move_to(s, v, p, a);
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, VPTERNLOGD);
        i->d = d, i->a = b, i->tied = true, i->vl = t.vl, i->mem = m, i->imm = SELECT_BY_C;
    }
    return true;
}

static bool rounded(struct select *s, LLVMValueRef v, unsigned mode)
{
    struct shape t = shape(s, v);
    if (t.bits == 16 && !s->has_f16)
        return half_round(s, v, arg(v, 0), mode);
    return unary(s, v,
                 t.bits == 16   ? VRNDSCALEPH
                 : t.bits == 32 ? VRNDSCALEPS
                                : VRNDSCALEPD,
                 arg(v, 0), mode);
}

static bool root(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    if (t.bits == 16 && !s->has_f16)
        return false;
    return unary(s, v, t.bits == 16 ? VSQRTPH : t.bits == 32 ? VSQRTPS : VSQRTPD, arg(v, 0), 0);
}

/* How many bits of each dword are 1: of nibbles by a table, and sums of bytes and words. */
static reg ones_of(struct select *s, reg x)
{
    enum { NIBBLES = 0x0f0f0f0f };
    static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    uint8_t table[64], one[64];
    uint16_t words[32];
    for (unsigned i = 0; i < 64; i++)
        table[i] = ones[i % 16], one[i] = 1, words[i / 2] = 1;
    reg low = with_constant(s, VPANDD, x, NIBBLES),
        high = with_constant(s, VPANDD, shifted(s, VPSRLDI, x, 4), NIBBLES),
        t = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VMOVDQU32);
    i->d = t, i->vl = 2, i->mem = pool_mem(pool_bytes(s->f, table, 64));
    reg a = two(s, VPSHUFB, t, low), sum = two(s, VPADDB, a, two(s, VPSHUFB, t, high));
    reg pairs = new_reg(s->f, CLASS_Z), d = new_reg(s->f, CLASS_Z);
    i = put(s, VPMADDUBSW);
    i->d = pairs, i->a = sum, i->vl = 2, i->mem = pool_mem(pool_bytes(s->f, one, 64));
    i = put(s, VPMADDWD);
    i->d = d, i->a = pairs, i->vl = 2, i->mem = pool_mem(pool_bytes(s->f, words, 64));
    return d;
}

static bool count_ones(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    if (t.bits != 32 || t.vl != 2)
        return false;
    if (s->has_vpopcnt)
        return unary(s, v, VPOPCNTD, arg(v, 0), 0);
    for (unsigned p = 0; p < t.pieces; p++)
        move_to(s, v, p, ones_of(s, piece(s, arg(v, 0), p)));
    return true;
}

/* Zeros below the lowest one: those bits are ones in (x - 1) & ~x. */
static bool count_trailing(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    struct shape t = shape(s, v);
    if (t.bits != 32 || t.vl != 2)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg x = piece(s, arg(v, 0), p),
            below = two(s, VPANDND, x, with_constant(s, VPADDD, x, UINT32_MAX));
        if (!s->has_vpopcnt) {
            move_to(s, v, p, ones_of(s, below));
            continue;
        }
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, VPOPCNTD);
        i->d = d, i->b = below, i->vl = t.vl;
    }
    return true;
}

/* The bits of dwords in reverse: nibbles from tables, then bytes. */
static bool reverse_dwords(struct select *s, LLVMValueRef v, unsigned n)
{
    enum { NIBBLES = 0x0f0f0f0f };
    static const uint8_t reversed[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    uint8_t tables[3][64];
    reg table[3];
    struct shape t = shape(s, v);
    (void)n;
    if (t.bits != 32 || t.vl != 2)
        return false;
    for (unsigned i = 0; i < 64; i++) {
        tables[0][i] = (uint8_t)(reversed[i % 16] << 4);
        tables[1][i] = reversed[i % 16];
        tables[2][i] = (uint8_t)((i % 16) ^ 3);
    }
    for (unsigned i = 0; i < 3; i++) {
        table[i] = new_reg(s->f, CLASS_Z);
        struct ins *load = put(s, VMOVDQU32);
        load->d = table[i], load->vl = 2, load->mem = pool_mem(pool_bytes(s->f, tables[i], 64));
    }
    for (unsigned p = 0; p < t.pieces; p++) {
        reg x = piece(s, arg(v, 0), p), low = with_constant(s, VPANDD, x, NIBBLES),
            high = with_constant(s, VPANDD, shifted(s, VPSRLDI, x, 4), NIBBLES);
        reg both = two(s, VPORD, two(s, VPSHUFB, table[0], low), two(s, VPSHUFB, table[1], high));
        move_to(s, v, p, two(s, VPSHUFB, both, table[2]));
    }
    return true;
}

/* Sums and differences that are the limit beyond it: the sum's sign is wrong if it is not that of
 * both numbers, a difference's if theirs differ and it is not the first one's. */
static void saturate_signed(struct select *s, LLVMValueRef v, bool is_sum)
{
    enum { SUM = 0x42, DIFFERENCE = 0x18 }; /* (a ^ d) & (b ^ d), (a ^ b) & (a ^ d) of a, b, d */
    struct shape t = shape(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, arg(v, 0), p), b = piece(s, arg(v, 1), p),
            sum = two(s, is_sum ? VPADDD : VPSUBD, a, b), wrong = copy_of(s, a),
            k = new_reg(s->f, CLASS_K);
        struct ins *i = put(s, VPTERNLOGD);
        i->d = wrong, i->a = b, i->b = sum, i->tied = true, i->vl = 2,
        i->imm = is_sum ? SUM : DIFFERENCE;
        i = put(s, VPMOVD2M);
        i->d = k, i->b = wrong, i->vl = 2;
        reg limit = with_constant(s, VPXORD, shifted(s, VPSRADI, a, 31), INT32_MAX),
            d = result(s, v)->r[p];
        i = put(s, VPBLENDMD);
        i->d = d, i->a = sum, i->b = limit, i->k = k, i->vl = 2;
    }
}

/* Saturating sums and differences of dwords; words have instructions. */
static bool saturate(struct select *s, LLVMValueRef v, unsigned word_op)
{
    struct shape t = shape(s, v);
    if (t.bits == 16)
        return binary(s, v, word_op);
    if (t.bits != 32 || t.vl != 2)
        return false;
    if (word_op == VPADDSW || word_op == VPSUBSW) {
        saturate_signed(s, v, word_op == VPADDSW);
        return true;
    }
    for (unsigned p = 0; p < t.pieces; p++) {
        reg a = piece(s, arg(v, 0), p), b = piece(s, arg(v, 1), p);
        if (word_op == VPADDUSW) {
            reg room = with_constant(s, VPXORD, a, UINT32_MAX);
            move_to(s, v, p, two(s, VPADDD, a, two(s, VPMINUD, b, room)));
        } else {
            move_to(s, v, p, two(s, VPSUBD, two(s, VPMAXUD, a, b), b));
        }
    }
    return true;
}

static bool permute_two(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    reg a = piece(s, arg(v, 0), 0), index = piece(s, arg(v, 1), 0), b = piece(s, arg(v, 2), 0);
    move_to(s, v, 0, index);
    reg d = result(s, v)->r[0];
    struct ins *i = put(s, VPERMI2D);
    i->d = d, i->a = a, i->b = b, i->tied = true, i->vl = 2;
    return true;
}

static bool permute_one(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    reg from = piece(s, arg(v, 0), 0), index = piece(s, arg(v, 1), 0), d = result(s, v)->r[0];
    struct ins *i = put(s, VPERMD);
    i->d = d, i->a = index, i->b = from, i->vl = 2;
    return true;
}

/* ---- memory ---- */

static unsigned row_op(unsigned bits, bool is_store)
{
    static const uint16_t ops[2][4] = {{VMOVDQU8, VMOVDQU16, VMOVDQU32, VMOVDQU64},
                                       {ST_VMOVDQU8, ST_VMOVDQU16, ST_VMOVDQU32, ST_VMOVDQU64}};
    return ops[is_store][bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
}

static bool is_all(struct select *s, LLVMValueRef mask)
{
    if (!is_constant(mask))
        return false;
    struct shape t = shape(s, mask);
    return val_of(s, mask)->bits == (UINT64_C(1) << t.lanes) - 1;
}

static bool is_zero(struct select *s, LLVMValueRef v)
{
    if (!is_constant(v))
        return false;
    struct val *x = val_of(s, v);
    return x->is_splat && x->bits == 0;
}

static bool masked_load(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    LLVMValueRef mask = arg(v, 1), other = arg(v, 2);
    struct shape t = shape(s, v);
    struct mem m = address(s, arg(v, 0));
    bool all = is_all(s, mask), zero = is_zero(s, other);
    if (LLVMGetNumArgOperands(v) != 3 || t.kind != SHAPE_VECTOR)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg k = all ? 0 : mask_for(s, mask, p, t.bits);
        if (!all && !zero)
            move_to(s, v, p, piece(s, other, p));
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, row_op(t.bits, false));
        i->d = d, i->k = k, i->vl = t.vl, i->mem = m;
        i->zeroing = !all && zero, i->tied = !all && !zero;
        m.disp += 64;
    }
    return true;
}

static bool masked_store(struct select *s, LLVMValueRef v, unsigned n)
{
    (void)n;
    LLVMValueRef what = arg(v, 0), mask = arg(v, 2);
    struct shape t = shape(s, what);
    struct mem m = address(s, arg(v, 1));
    bool all = is_all(s, mask);
    if (LLVMGetNumArgOperands(v) != 3 || t.kind != SHAPE_VECTOR)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg k = all ? 0 : mask_for(s, mask, p, t.bits), r = piece(s, what, p);
        struct ins *i = put(s, row_op(t.bits, true));
        i->a = r, i->k = k, i->vl = t.vl, i->mem = m;
        m.disp += 64;
    }
    return true;
}

/* base + index of lanes. false: base has an index already. */
static bool lanes_address(struct select *s, LLVMValueRef base, LLVMValueRef index,
                          LLVMValueRef scale, struct mem *m)
{
    uint64_t n;
    if (!const_int(scale, &n))
        return false;
    *m = address(s, base);
    if (m->index || m->kind != MEM_AT)
        *m = (struct mem){.kind = MEM_AT, .base = general(s, base)};
    m->index = piece(s, index, 0);
    m->scale = (uint8_t)n;
    return true;
}

static bool gather(struct select *s, LLVMValueRef v, unsigned op)
{
    struct mem m;
    if (!lanes_address(s, arg(v, 1), arg(v, 2), arg(v, 4), &m))
        return false;
    reg k = copy_of(s, piece(s, arg(v, 3), 0));
    move_to(s, v, 0, piece(s, arg(v, 0), 0));
    reg d = result(s, v)->r[0];
    struct ins *i = put(s, op);
    i->d = d, i->tied = i->late = i->clobbers_k = true, i->k = k, i->vl = shape(s, v).vl,
    i->mem = m;
    return true;
}

static bool scatter(struct select *s, LLVMValueRef v, unsigned op)
{
    struct mem m;
    if (!lanes_address(s, arg(v, 0), arg(v, 2), arg(v, 4), &m))
        return false;
    reg k = copy_of(s, piece(s, arg(v, 1), 0)), r = piece(s, arg(v, 3), 0);
    struct ins *i = put(s, op);
    i->a = r, i->clobbers_k = i->late = true, i->k = k, i->vl = 2, i->mem = m;
    return true;
}

/* A comparison whose result is a vector, for all ones. */
static bool compare_floats(struct select *s, LLVMValueRef v, unsigned op)
{
    uint64_t predicate;
    if (!const_int(arg(v, 2), &predicate) || shape(s, v).pieces != 1)
        return false;
    reg a = piece(s, arg(v, 0), 0), d = result(s, v)->r[0];
    val_of(s, arg(v, 1));
    struct ins *i = put(s, op);
    i->d = d, i->a = a, i->vl = shape(s, v).vl, i->imm = (int64_t)predicate;
    operand_b(s, i, arg(v, 1), 0);
    return true;
}

static bool signs(struct select *s, LLVMValueRef v, unsigned op)
{
    reg a = piece(s, arg(v, 0), 0), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, op);
    i->d = d, i->b = a, i->vl = shape(s, arg(v, 0)).vl;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static bool prefetch(struct select *s, LLVMValueRef v, unsigned n)
{
    uint64_t locality = 3;
    (void)n;
    const_int(arg(v, 2), &locality);
    struct mem m = address(s, arg(v, 0));
    struct ins *i = put(s, !locality ? PREFETCHNTA : locality == 2 ? PREFETCHT1 : PREFETCHT0);
    i->mem = m;
    return true;
}

/* llvm.is.fpclass: by comparisons of bits with what subnormals and zeros are below. */
static bool is_class(struct select *s, LLVMValueRef v, unsigned n)
{
    enum { ZERO = 0x60, SUBNORMAL = 0x90 };
    uint64_t classes = 0;
    struct shape t = shape(s, arg(v, 0));
    (void)n;
    const_int(arg(v, 1), &classes);
    if (t.bits != 32 || classes != (ZERO | SUBNORMAL))
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        uint32_t exponent = 0x7f800000;
        uint32_t at = pool_bytes(s->f, &exponent, 4);
        reg a = piece(s, arg(v, 0), p), d = result(s, v)->r[p];
        struct ins *i = put(s, VPTESTNMD);
        i->d = d, i->a = a, i->vl = 2, i->mem = pool_mem(at), i->broadcast = true;
    }
    return true;
}

/* ---- which ---- */

struct intrinsic {
    const char *name; /* behind "llvm." */
    bool (*make)(struct select *, LLVMValueRef, unsigned);
    unsigned with[2]; /* for scalars or 32 bits, for 64 */
};

static bool by_width(struct select *s, LLVMValueRef v, unsigned n)
{
    struct shape t = shape(s, v);
    if (t.bits == 16)
        return binary(s, v,
                      n == VPMINSD   ? VPMINSW
                      : n == VPMAXSD ? VPMAXSW
                      : n == VPMINUD ? VPMINUW
                                     : VPMAXUW);
    return t.bits >= 32 && binary(s, v, t.bits == 64 ? n + 1 : n);
}

static const struct intrinsic scalars[] = {
    {"usub.sat", subtract_to_zero, {0}},
    {"umax", extreme, {CC_B}},
    {"umin", extreme, {CC_A}},
    {"smax", extreme, {CC_L}},
    {"smin", extreme, {CC_G}},
    {"cttz", count_bits, {TZCNT}},
    {"ctlz", count_bits, {LZCNT}},
    {"ctpop", count_bits, {POPCNT}},
    {"abs", absolute, {0}},
    {"bitreverse", reverse_bits, {0}},
    {"fabs", magnitude_of_one, {0}},
    {"fshl", rotate, {false}},
    {"fshr", rotate, {true}},
    {"x86.avx.movmsk.ps.256", signs, {VMOVMSKPS}},
};

static const struct intrinsic vectors[] = {
    {"fshr", funnel, {0}},
    {"fma", multiply_add, {0}},
    {"fabs", magnitude, {0}},
    {"copysign", copy_sign, {0}},
    {"roundeven", rounded, {8}},
    {"floor", rounded, {9}},
    {"ceil", rounded, {10}},
    {"trunc", rounded, {11}},
    {"sqrt", root, {0}},
    {"ctpop", count_ones, {0}},
    {"cttz", count_trailing, {0}},
    {"smin", by_width, {VPMINSD}},
    {"smax", by_width, {VPMAXSD}},
    {"umin", by_width, {VPMINUD}},
    {"umax", by_width, {VPMAXUD}},
    {"uadd.sat", saturate, {VPADDUSW}},
    {"usub.sat", saturate, {VPSUBUSW}},
    {"sadd.sat", saturate, {VPADDSW}},
    {"ssub.sat", saturate, {VPSUBSW}},
    {"bitreverse", reverse_dwords, {0}},
    {"masked.load", masked_load, {0}},
    {"x86.avx512.vpermi2var.d.512", permute_two, {0}},
    {"x86.avx512.permvar.si.512", permute_one, {0}},
    {"x86.avx512.mask.gather.dpi.512", gather, {VPGATHERDD}},
    {"x86.avx512.mask.gather.dpq.512", gather, {VPGATHERDQ}},
    {"x86.avx2.gather.d.d.256", gather, {VGATHERDD}},
    {"x86.avx2.gather.d.q.256", gather, {VGATHERDQ}},
    {"x86.avx2.pmadd.wd", binary, {VPMADDWD}},
    {"x86.avx.cmp.ps.256", compare_floats, {VCMPPS}},
};

static const struct intrinsic masks[] = {{"is.fpclass", is_class, {0}}};

static const struct intrinsic others[] = {
    {"masked.store", masked_store, {0}},
    {"prefetch", prefetch, {0}},
    {"x86.avx512.mask.scatter.dpi.512", scatter, {VPSCATTERDD}},
    {"x86.avx512.mask.scatter.dpq.512", scatter, {VPSCATTERDQ}},
    {"sadd.with.overflow", with_overflow, {ADD}},
    {"ssub.with.overflow", with_overflow, {SUB}},
};

static bool make(struct select *s, LLVMValueRef v, const char *name, const struct intrinsic *list,
                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(list[i].name);
        if (!strncmp(name, list[i].name, n) && (name[n] == 0 || name[n] == '.'))
            return list[i].make(s, v, list[i].with[0]);
    }
    return false;
}

#define MAKE(list) make(s, v, name + 5, list, sizeof list / sizeof *list)

static bool call(struct select *s, LLVMValueRef v, LLVMValueRef f, const char *name)
{
    static const char keeps[] = "no_caller_saved_registers";
    struct call c = {.count = LLVMGetNumArgOperands(v)};
    if (c.count > MAX_ARGS)
        return false;
    for (unsigned n = 0; n < c.count; n++) {
        struct shape t = shape(s, arg(v, n));
        if (t.kind != SHAPE_SCALAR || t.is_float)
            return false;
        c.args[n] = copy_source(s, arg(v, n), 0);
    }
    if (name) {
        c.keeps_all = LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, keeps,
                                                    sizeof keeps - 1) != NULL;
        c.target.from = FROM_POOL;
        c.target.mem = pool_mem(pool_address(s->f, name, 0));
    } else {
        c.target.source = general(s, f);
    }
    struct shape t = shape(s, v);
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind;
    if (has_result && (t.kind != SHAPE_SCALAR || t.is_float))
        return false;
    reg d = has_result && LLVMGetFirstUse(v) ? new_reg(s->f, CLASS_G) : 0, out = d;
    if (!reserve(s->f, &s->f->calls, &s->f->call_capacity, s->f->call_count, 1, sizeof c))
        return false;
    s->f->calls[s->f->call_count] = c;
    struct ins *i = put(s, OP_CALL);
    i->d = d, i->imm = s->f->call_count++;
    if (d && t.bits < 64) {
        out = new_reg(s->f, CLASS_G);
        i = put(s, t.bits <= 8 ? MOVZX8 : t.bits == 16 ? MOVZX16 : MOV);
        i->d = out, i->b = d;
    }
    if (has_result)
        new_val(s, v, VAL_REGS)->r[0] = out;
    return true;
}

bool select_call(struct select *s, LLVMValueRef v)
{
    LLVMValueRef f = LLVMGetCalledValue(v);
    if (LLVMIsAInlineAsm(f)) /* no code: it keeps a load, which stays here */
        return true;
    if (!LLVMIsAFunction(f))
        return call(s, v, f, NULL);
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (strncmp(name, "llvm.", 5) != 0)
        return call(s, v, f, name);
    switch (shape(s, v).kind) {
    case SHAPE_SCALAR:
        return MAKE(scalars);
    case SHAPE_VECTOR:
        return MAKE(vectors) || select_host(s, v, name);
    case SHAPE_MASK:
        return MAKE(masks);
    default:
        return MAKE(others);
    }
}
