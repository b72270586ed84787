/* select_vector.c: arithmetic, logic, comparisons and conversions of vectors and lane masks. See
 * select.h. */
#include "jit/direct/select.h"

#include <string.h>

/* One instruction per piece: d = op(a, b). */
static void binary(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a, LLVMValueRef b)
{
    struct shape t = shape(s, v);
    reg ra[MAX_PIECES];
    unsigned count;
    struct val x = result_of(s, v, is_uniform(s, a) && is_uniform(s, b), &count);
    for (unsigned p = 0; p < count; p++)
        ra[p] = piece(s, a, p);
    for (unsigned p = 0; p < count; p++) {
        struct ins *i = put(s, op);
        i->d = x.r[p], i->a = ra[p], i->vl = t.vl;
        operand_b(s, i, b, p);
    }
}

static void unary(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a, int64_t imm)
{
    struct shape t = shape(s, v);
    unsigned count;
    struct val x = result_of(s, v, is_uniform(s, a), &count);
    for (unsigned p = 0; p < count; p++) {
        struct ins *i = put(s, op);
        i->d = x.r[p], i->vl = t.vl, i->imm = imm;
        operand_b(s, i, a, p);
    }
}

/* Operations that 16, 32 and 64 bits have; 0: there is none. */
static unsigned integer_op(LLVMOpcode op, unsigned bits)
{
    static const struct {
        uint8_t op;
        uint16_t mop[3];
    } ops[] = {
        {LLVMAdd, {VPADDW, VPADDD, VPADDQ}},     {LLVMSub, {VPSUBW, VPSUBD, VPSUBQ}},
        {LLVMMul, {VPMULLW, VPMULLD, VPMULLQ}},  {LLVMShl, {VPSLLVW, VPSLLVD, VPSLLVQ}},
        {LLVMLShr, {VPSRLVW, VPSRLVD, VPSRLVQ}}, {LLVMAShr, {VPSRAVW, VPSRAVD, VPSRAVQ}},
        {LLVMFAdd, {VADDPH, VADDPS, VADDPD}},    {LLVMFSub, {VSUBPH, VSUBPS, VSUBPD}},
        {LLVMFMul, {VMULPH, VMULPS, VMULPD}},    {LLVMFDiv, {VDIVPH, VDIVPS, VDIVPD}},
    };
    unsigned column = bits == 16 ? 0 : bits == 32 ? 1 : 2;
    for (unsigned i = 0; bits >= 16 && i < sizeof ops / sizeof *ops; i++)
        if (ops[i].op == op)
            return ops[i].mop[column];
    return 0;
}

/* ---- logic ---- */

static bool is_tested(struct select *s, LLVMValueRef v);

static bool is_logic(LLVMOpcode op) { return op == LLVMAnd || op == LLVMOr || op == LLVMXor; }

static unsigned logic_of(LLVMOpcode op, unsigned a, unsigned b)
{
    return op == LLVMAnd ? a & b : op == LLVMOr ? a | b : a ^ b;
}

static bool is_later(struct select *s, LLVMValueRef v)
{
    struct val *x = LLVMIsAInstruction(v) ? known_val(s, v) : NULL;
    return x && x->kind == VAL_LATER;
}

/* All ones, which only turns what it meets. */
static bool is_ones(struct select *s, LLVMValueRef v)
{
    if (!is_constant(v))
        return false;
    struct val *x = val_of(s, v);
    unsigned bits = shape(s, v).bits;
    return x->kind == VAL_CONST && x->is_splat &&
           x->bits == (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
}

struct logic {
    LLVMValueRef in[3];
    unsigned count;
    bool too_many;
};

/* The truth table of v over the inputs, which are its leaves. */
static unsigned table(struct select *s, struct logic *l, LLVMValueRef v)
{
    static const uint8_t tables[3] = {0xf0, 0xcc, 0xaa};
    if (is_ones(s, v))
        return 0xff;
    if (is_later(s, v)) {
        unsigned a = table(s, l, LLVMGetOperand(v, 0)), b = table(s, l, LLVMGetOperand(v, 1));
        return logic_of(LLVMGetInstructionOpcode(v), a, b);
    }
    for (unsigned i = 0; i < l->count; i++)
        if (l->in[i] == v)
            return tables[i];
    if (l->count == 3) {
        l->too_many = true;
        return 0;
    }
    l->in[l->count++] = v;
    return tables[l->count - 1];
}

/* Its user can have it as part of an instruction of three inputs. What the user's other operand is
 * may not be known yet: then that one sees what this one has become. */
static bool joins(struct select *s, LLVMValueRef v, const struct logic *l)
{
    LLVMValueRef user = only_user(s, v);
    if (!user || !is_logic(LLVMGetInstructionOpcode(user)) || l->count > 2)
        return false;
    LLVMValueRef a = LLVMGetOperand(user, 0), b = LLVMGetOperand(user, 1), other = a == v ? b : a;
    struct logic both = *l;
    if (other == v)
        return false;
    if (is_later(s, other))
        table(s, &both, other);
    return !both.too_many;
}

static void ternary(struct select *s, LLVMValueRef v, const struct logic *l, unsigned imm)
{
    struct shape t = shape(s, v);
    reg a[MAX_PIECES], b[MAX_PIECES];
    for (unsigned p = 0; p < t.pieces; p++) {
        a[p] = piece(s, l->in[0], p);
        b[p] = piece(s, l->in[1], p);
    }
    val_of(s, l->in[2]);
    struct val x = *result(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        struct ins *i = put(s, VMOVDQU32);
        i->d = x.r[p], i->b = a[p], i->vl = 2;
        s->f->hints[x.r[p] - REG_VIRTUAL] = a[p];
        i = put(s, VPTERNLOGD);
        i->d = x.r[p], i->a = b[p], i->tied = true, i->vl = t.vl, i->imm = imm;
        operand_b(s, i, l->in[2], p);
    }
}

static bool logic(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    struct logic l = {.count = 0};
    unsigned imm = logic_of(op, table(s, &l, a), table(s, &l, b)) & 0xff;
    if (l.too_many || !l.count)
        return false;
    if (joins(s, v, &l)) {
        new_val(s, v, VAL_LATER);
        return true;
    }
    bool is_plain = l.count == 2 && !is_later(s, a) && !is_later(s, b);
    if (is_plain && op == LLVMAnd && is_tested(s, v)) {
        new_val(s, v, VAL_LATER);
        return true;
    }
    if (is_plain) {
        if (is_constant(a))
            binary(s, v, op == LLVMAnd ? VPANDD : op == LLVMOr ? VPORD : VPXORD, b, a);
        else
            binary(s, v, op == LLVMAnd ? VPANDD : op == LLVMOr ? VPORD : VPXORD, a, b);
        return true;
    }
    while (l.count < 3) {
        l.in[l.count] = l.in[0];
        l.count++;
    }
    /* A constant is best the last one, which may be in memory. */
    ternary(s, v, &l, imm);
    return true;
}

/* ---- shifts and products ---- */

static bool shift(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    static const uint16_t ops[3][3] = {
        {VPSLLWI, VPSLLDI, VPSLLQI}, {VPSRLWI, VPSRLDI, VPSRLQI}, {VPSRAWI, VPSRADI, VPSRAQI}};
    LLVMValueRef by = LLVMGetOperand(v, 1);
    unsigned bits = shape(s, v).bits;
    struct val *x = is_constant(by) ? val_of(s, by) : NULL;
    if (bits < 16)
        return false;
    if (x && x->is_splat) {
        unsigned row = op == LLVMShl ? 0 : op == LLVMLShr ? 1 : 2;
        unary(s, v,
              ops[row][bits == 16   ? 0
                       : bits == 32 ? 1
                                    : 2],
              LLVMGetOperand(v, 0), (int64_t)(x->bits & (bits - 1)));
    } else {
        binary(s, v, integer_op(op, bits), LLVMGetOperand(v, 0), by);
    }
    return true;
}

/* Whether all lanes have this number, which is known. */
static bool is_known_splat(struct select *s, LLVMValueRef v, uint64_t *n)
{
    struct val *x = is_constant(v) ? val_of(s, v) : NULL;
    *n = x ? x->bits : 0;
    return x && x->is_splat;
}

/* A 64-bit value whose upper half is 0: a zext, a shift, a mask, or a constant. */
static bool is_short(struct select *s, LLVMValueRef v)
{
    uint64_t n;
    if (is_constant(v) || !LLVMIsAInstruction(v))
        return is_known_splat(s, v, &n) && n >> 32 == 0;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op != LLVMLShr && op != LLVMAnd)
        return op == LLVMZExt;
    return is_known_splat(s, LLVMGetOperand(v, 1), &n) && (op == LLVMLShr ? n >= 32 : n >> 32 == 0);
}

/* One whose upper half is the lower one's sign: a sext, a shift, or a constant. */
static bool is_sext(struct select *s, LLVMValueRef v)
{
    uint64_t n;
    if (is_constant(v) || !LLVMIsAInstruction(v))
        return is_known_splat(s, v, &n) && (int64_t)n == (int32_t)(uint32_t)n;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op != LLVMAShr)
        return op == LLVMSExt;
    return is_known_splat(s, LLVMGetOperand(v, 1), &n) && n >= 32;
}

static void multiply_wide(struct select *s, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    unsigned op = is_short(s, a) && is_short(s, b) ? VPMULUDQ
                  : is_sext(s, a) && is_sext(s, b) ? VPMULDQ
                                                   : VPMULLQ;
    binary(s, v, op, a, b);
}

/* Whether dwords are numbers of 16 bits with a sign, by the instruction that makes them; *positive:
 * of 15 bits without one. */
static bool is_word(struct select *s, LLVMValueRef v, bool *positive)
{
    *positive = false;
    if (is_constant(v)) {
        struct val *x = val_of(s, v);
        *positive = x->is_splat && x->bits < 0x8000;
        return *positive;
    }
    if (!LLVMIsAInstruction(v))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if ((op != LLVMAShr && op != LLVMLShr && op != LLVMAnd) || !is_constant(LLVMGetOperand(v, 1)))
        return false;
    struct val *by = val_of(s, LLVMGetOperand(v, 1));
    *positive = by->is_splat &&
                ((op == LLVMLShr && by->bits >= 17) || (op == LLVMAnd && by->bits < 0x8000));
    return *positive || (by->is_splat && op == LLVMAShr && by->bits >= 16);
}

/* Products of words: VPMULLD takes two steps and ten cycles. The upper words of one factor must be
 * 0. */
static bool multiply_words(struct select *s, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    struct shape t = shape(s, v);
    bool positive[2];
    if (t.bits != 32 || t.vl != 2 || !is_word(s, a, &positive[0]) || !is_word(s, b, &positive[1]))
        return false;
    uint32_t words = 0xffff;
    uint32_t at = pool_bytes(s->f, &words, 4);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg ra = piece(s, a, p), rb = piece(s, b, p);
        struct ins *i;
        if (!positive[0] && !positive[1]) {
            reg low = new_reg(s->f, CLASS_Z);
            i = put(s, VPANDD);
            i->d = low, i->a = ra, i->vl = 2, i->mem = pool_mem(at), i->broadcast = true;
            ra = low;
        }
        reg d = result(s, v)->r[p];
        i = put(s, VPMADDWD);
        i->d = d, i->a = ra, i->b = rb, i->vl = 2;
    }
    return true;
}

/* ---- lane masks ---- */

static bool mask_logic(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    struct shape t = shape(s, v);
    unsigned mop = op == LLVMAnd ? KANDW : op == LLVMOr ? KORW : KXORW;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg ra = piece(s, a, p), rb = piece(s, b, p), d = result(s, v)->r[p];
        struct ins *i = put(s, mop);
        i->d = d, i->a = ra, i->b = rb;
    }
    return true;
}

/* Masks of compare instructions, of `lanes` lanes each, as pieces of 16. */
static void join_masks(struct select *s, LLVMValueRef v, const reg *k, unsigned lanes)
{
    struct shape t = shape(s, v);
    struct val *x = result(s, v);
    reg d[2] = {x->r[0], x->r[1]};
    for (unsigned p = 0; p < t.pieces; p++) {
        if (lanes == 8 && t.lanes > 8) {
            struct ins *i = put(s, KUNPCKBW);
            i->d = d[p], i->a = k[2 * p + 1], i->b = k[2 * p];
        } else if (lanes == 32 && p == 1) {
            struct ins *i = put(s, KSHIFTRD);
            i->d = d[1], i->b = k[0], i->imm = 16;
        } else {
            struct ins *i = put(s, KMOVQ_KK);
            i->d = d[p], i->b = k[lanes == 32 ? 0 : p];
            s->f->hints[d[p] - REG_VIRTUAL] = i->b;
            s->f->hints[i->b - REG_VIRTUAL] = d[p];
        }
    }
}

static void compare_vectors(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a,
                            LLVMValueRef b, unsigned predicate)
{
    struct shape t = shape(s, a);
    reg ra[MAX_PIECES], k[MAX_PIECES];
    unsigned lanes = (128U << t.vl) / t.bits;
    for (unsigned p = 0; p < t.pieces; p++)
        ra[p] = piece(s, a, p);
    val_of(s, b);
    bool is_direct = lanes == 16 || (lanes == 8 && t.lanes == 8);
    struct val x = *result(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        k[p] = is_direct ? x.r[p] : new_reg(s->f, CLASS_K);
        struct ins *i = put(s, op);
        i->d = k[p], i->a = ra[p], i->vl = t.vl, i->imm = predicate;
        operand_b(s, i, b, p);
    }
    if (!is_direct)
        join_masks(s, v, k, lanes);
}

static bool is_null(struct select *s, LLVMValueRef v)
{
    if (!is_constant(v))
        return false;
    struct val *x = val_of(s, v);
    return x->kind == VAL_CONST && x->is_splat && x->bits == 0;
}

/* Whether all that v is used for is which elements are 0, here. */
static bool is_tested(struct select *s, LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    if (!use || shape(s, v).bits != 32)
        return false;
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAICmpInst(user) || LLVMGetInstructionParent(user) != s->llvm_block ||
            (LLVMGetICmpPredicate(user) != LLVMIntEQ && LLVMGetICmpPredicate(user) != LLVMIntNE) ||
            LLVMGetOperand(user, 0) != v || !is_null(s, LLVMGetOperand(user, 1)))
            return false;
    }
    return true;
}

static void test_vectors(struct select *s, LLVMValueRef v, LLVMValueRef a, bool are_zero)
{
    bool is_and = is_later(s, a);
    LLVMValueRef b = is_and ? LLVMGetOperand(a, 1) : a;
    if (is_and)
        a = LLVMGetOperand(a, 0);
    if (is_constant(a)) {
        LLVMValueRef t = a;
        a = b, b = t;
    }
    compare_vectors(s, v, are_zero ? VPTESTNMD : VPTESTMD, a, b, 0);
}

static bool compare_integers(struct select *s, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    enum { EQ, LT, LE, NE = 4, NLT, NLE };
    static const struct {
        uint8_t predicate;
        bool is_signed;
    } rows[] = {{EQ, true},  {NE, true},  {NLE, false}, {NLT, false}, {LT, false},
                {LE, false}, {NLE, true}, {NLT, true},  {LT, true},   {LE, true}};
    unsigned n = (unsigned)(LLVMGetICmpPredicate(v) - LLVMIntEQ), bits = shape(s, a).bits;
    if (bits < 16)
        return false;
    if (bits == 32 && n < 2 && !is_constant(a) && is_null(s, b)) {
        test_vectors(s, v, a, n == 0);
        return true;
    }
    unsigned op = bits == 16   ? rows[n].is_signed ? VPCMPW : VPCMPUW
                  : bits == 32 ? rows[n].is_signed ? VPCMPD : VPCMPUD
                               : (rows[n].is_signed ? VPCMPQ : VPCMPUQ);
    unsigned predicate = rows[n].predicate;
    if (is_constant(a)) { /* a < b is b > a */
        static const uint8_t turned[] = {EQ, NLE, NLT, 0, NE, LE, LT};
        LLVMValueRef t = a;
        a = b, b = t;
        predicate = turned[predicate];
    }
    compare_vectors(s, v, op, a, b, predicate);
    return true;
}

static bool compare_floats(struct select *s, LLVMValueRef v)
{
    /* By LLVM's predicate: false, oeq, ogt, oge, olt, ole, one, ord, uno, ueq, ugt, uge, ult, ule,
     * une */
    static const uint8_t predicates[] = {0x0b, 0x00, 0x1e, 0x1d, 0x11, 0x12, 0x0c, 0x07,
                                         0x03, 0x08, 0x16, 0x15, 0x19, 0x1a, 0x04, 0x0f};
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    unsigned bits = shape(s, a).bits;
    if (bits == 16 && !s->has_f16)
        return half_compare(s, v, a, b, predicates[LLVMGetFCmpPredicate(v)]);
    compare_vectors(s, v,
                    bits == 16   ? VCMPPH
                    : bits == 32 ? VCMPPS
                                 : VCMPPD,
                    a, b, predicates[LLVMGetFCmpPredicate(v)]);
    return true;
}

reg mask_for(struct select *s, LLVMValueRef mask, unsigned p, unsigned bits)
{
    struct shape m = shape(s, mask);
    if (bits == 32 || m.lanes <= 8 || (bits == 64 && m.lanes == 8))
        return piece(s, mask, p);
    reg d;
    struct ins *i;
    if (bits == 64) {
        reg k = piece(s, mask, p / 2);
        if (p % 2 == 0)
            return k;
        d = new_reg(s->f, CLASS_K);
        i = put(s, KSHIFTRW);
        i->d = d, i->b = k, i->imm = 8;
        return d;
    }
    if (m.pieces == 1)
        return piece(s, mask, 0);
    reg low = piece(s, mask, 0), high = piece(s, mask, 1);
    d = new_reg(s->f, CLASS_K);
    i = put(s, KUNPCKWD);
    i->d = d, i->a = high, i->b = low;
    return d;
}

/* A mask of all lanes that are the scalar i1. */
static reg spread(struct select *s, LLVMValueRef c)
{
    reg g = copy_of(s, general(s, c)), k = new_reg(s->f, CLASS_K);
    struct ins *i = put(s, NEG);
    i->d = g, i->tied = true;
    i = put(s, KMOVD_KR);
    i->d = k, i->b = g;
    return k;
}

/* c & yes | ~c & no */
static bool choose_mask(struct select *s, LLVMValueRef v)
{
    LLVMValueRef c = LLVMGetOperand(v, 0);
    reg all = shape(s, c).kind == SHAPE_SCALAR ? spread(s, c) : 0;
    for (unsigned p = 0; p < shape(s, v).pieces; p++) {
        reg k = all ? all : piece(s, c, p), yes = piece(s, LLVMGetOperand(v, 1), p),
            no = piece(s, LLVMGetOperand(v, 2), p);
        reg a = new_reg(s->f, CLASS_K), b = new_reg(s->f, CLASS_K), d = result(s, v)->r[p];
        struct ins *i = put(s, KANDW);
        i->d = a, i->a = k, i->b = yes;
        i = put(s, KANDNW);
        i->d = b, i->a = k, i->b = no;
        i = put(s, KORW);
        i->d = d, i->a = a, i->b = b;
    }
    return true;
}

/* What is `a < b ? a : b`, or `a > b ? a : b`, of floats; 0: something else. */
static unsigned extreme(struct select *s, LLVMValueRef c, LLVMValueRef yes, LLVMValueRef no)
{
    struct shape t = shape(s, yes);
    if (!LLVMIsAFCmpInst(c) || LLVMGetOperand(c, 0) != yes || LLVMGetOperand(c, 1) != no ||
        t.bits < 32)
        return 0;
    LLVMRealPredicate p = LLVMGetFCmpPredicate(c);
    return p == LLVMRealOLT   ? (t.bits == 32 ? VMINPS : VMINPD)
           : p == LLVMRealOGT ? (t.bits == 32 ? VMAXPS : VMAXPD)
                              : 0;
}

static bool choose(struct select *s, LLVMValueRef v)
{
    LLVMValueRef c = LLVMGetOperand(v, 0), yes = LLVMGetOperand(v, 1), no = LLVMGetOperand(v, 2);
    struct shape t = shape(s, v);
    if (t.kind == SHAPE_MASK)
        return choose_mask(s, v);
    if (t.bits < 16 || t.kind != SHAPE_VECTOR)
        return false;
    unsigned op = extreme(s, c, yes, no);
    if (op) {
        binary(s, v, op, yes, no);
        return true;
    }
    bool is_scalar = shape(s, c).kind == SHAPE_SCALAR;
    reg k = is_scalar ? spread(s, c) : 0;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg m = is_scalar ? k : mask_for(s, c, p, t.bits);
        bool is_zero = is_constant(no) && is_uniform(s, no) && !val_of(s, no)->bits;
        reg other = is_zero ? 0 : piece(s, no, p);
        val_of(s, yes);
        reg d = result(s, v)->r[p];
        struct ins *i;
        if (is_zero && t.bits >= 32 && !is_constant(yes)) {
            reg r = piece(s, yes, p);
            i = put(s, t.bits == 32 ? VMOVDQU32 : VMOVDQU64);
            i->d = d, i->b = r, i->k = m, i->zeroing = true, i->vl = t.vl;
            continue;
        }
        if (is_zero)
            other = piece(s, no, p);
        put(s, OP_NONE); /* room for what merge_mask makes */
        i = put(s, t.bits == 16 ? VPBLENDMW : t.bits == 32 ? VPBLENDMD : VPBLENDMQ);
        i->d = d, i->a = other, i->k = m, i->vl = t.vl;
        operand_b(s, i, yes, p);
    }
    return true;
}

/* ---- conversions ---- */

/* 256 bits more of a register. */
static reg upper(struct select *s, reg r)
{
    if (joined_half(s, r, 1))
        return joined_half(s, r, 1);
    reg d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VEXTRACTI64X4);
    i->d = d, i->a = r, i->vl = 2, i->imm = 1;
    return d;
}

/* Elements become twice as wide. */
static void widen(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a, unsigned each)
{
    struct shape t = shape(s, v), from = shape(s, a);
    reg half = 0;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, a, from.pieces * each > t.pieces ? p : p / each);
        if (p % each)
            r = half = each == 2 ? upper(s, r) : 0;
        else if (each == 2 && joined_half(s, r, 0))
            r = joined_half(s, r, 0);
        reg d = result(s, v)->r[p];
        struct ins *i = put(s, op);
        i->d = d, i->b = r, i->vl = t.vl;
    }
    (void)half;
}

/* Elements become half as wide: the results of two pieces are one. */
static void narrow(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a,
                   bool is_store_form, int64_t imm)
{
    struct shape t = shape(s, v), from = shape(s, a);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg half[2] = {0}, in[2];
        unsigned count = from.pieces > t.pieces ? 2 : 1;
        reg d = result(s, v)->r[p];
        for (unsigned n = 0; n < count; n++) {
            in[n] = piece(s, a, count * p + n);
            half[n] = count == 1 ? d : new_reg(s->f, CLASS_Z);
            struct ins *i = put(s, op);
            i->d = half[n], i->vl = from.vl, i->imm = imm;
            if (is_store_form)
                i->a = in[n];
            else
                i->b = in[n];
        }
        if (count == 2) {
            struct ins *i = put(s, VINSERTI64X4);
            i->d = d, i->a = half[0], i->b = half[1], i->vl = 2, i->imm = 1;
            join_halves(s, d, half[0], half[1]);
        }
    }
}

/* d = all ones or, with one, 1 in lanes of a mask. */
static bool extend_mask(struct select *s, LLVMValueRef v, LLVMValueRef a, bool is_signed)
{
    struct shape t = shape(s, v);
    if (t.bits < 16)
        return false;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg k = mask_for(s, a, p, t.bits), d = result(s, v)->r[p];
        unsigned op = t.bits == 16 ? VPMOVM2W : t.bits == 32 ? VPMOVM2D : VPMOVM2Q;
        struct ins *i = put(s, op);
        i->d = d, i->b = k, i->vl = t.vl;
        if (is_signed)
            continue;
        reg one = d;
        i->d = one = new_reg(s->f, CLASS_Z);
        i = put(s, t.bits == 16 ? VPSRLWI : t.bits == 32 ? VPSRLDI : VPSRLQI);
        i->d = d, i->b = one, i->vl = t.vl, i->imm = t.bits - 1;
    }
    return true;
}

/* 32 bytes as dwords. */
static void extend_bytes(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a)
{
    struct shape t = shape(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, a, 0), d;
        struct ins *i;
        if (p) {
            d = new_reg(s->f, CLASS_Z);
            i = put(s, VEXTRACTI32X4);
            i->d = d, i->a = r, i->vl = 2, i->imm = p;
            r = d;
        }
        d = result(s, v)->r[p];
        i = put(s, op);
        i->d = d, i->b = r, i->vl = t.vl;
    }
}

static void pack_bytes(struct select *s, LLVMValueRef v, LLVMValueRef a)
{
    reg half[2];
    for (unsigned p = 0; p < 2; p++) {
        reg r = piece(s, a, p);
        half[p] = new_reg(s->f, CLASS_Z);
        struct ins *i = put(s, VPMOVDB);
        i->d = half[p], i->a = r, i->vl = 2;
    }
    reg d = result(s, v)->r[0];
    struct ins *i = put(s, VINSERTI32X4);
    i->d = d, i->a = half[0], i->b = half[1], i->vl = 2, i->imm = 1;
}

static bool convert_integers(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0);
    struct shape t = shape(s, v), from = shape(s, a);
    if (from.kind == SHAPE_MASK)
        return t.kind == SHAPE_VECTOR && extend_mask(s, v, a, op == LLVMSExt);
    if (op != LLVMTrunc) {
        if (from.bits == 8 && t.bits == 32) {
            extend_bytes(s, v, op == LLVMZExt ? VPMOVZXBD : VPMOVSXBD, a);
            return true;
        }
        if (t.bits != 2 * from.bits || from.bits < 16)
            return false;
        unsigned zext = t.bits == 64 ? VPMOVZXDQ : VPMOVZXWD,
                 sext = t.bits == 64 ? VPMOVSXDQ : VPMOVSXWD;
        widen(s, v, op == LLVMZExt ? zext : sext, a, from.vl == 2 ? 2 : 1);
        return true;
    }
    if (t.kind == SHAPE_MASK && from.bits == 32) {
        for (unsigned p = 0; p < t.pieces; p++) {
            reg r = piece(s, a, p), d = result(s, v)->r[p];
            uint32_t one = 1;
            uint32_t at = pool_bytes(s->f, &one, 4);
            struct ins *i = put(s, VPTESTMD);
            i->d = d, i->a = r, i->vl = from.vl, i->mem = pool_mem(at), i->broadcast = true;
        }
        return true;
    }
    if (t.bits == 8 && from.bits == 32 && t.lanes == 32) {
        pack_bytes(s, v, a);
        return true;
    }
    if (from.bits != 2 * t.bits || t.bits < 16)
        return false;
    narrow(s, v, t.bits == 32 ? VPMOVQD : VPMOVDW, a, true, 0);
    return true;
}

static bool convert_floats(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0);
    struct shape t = shape(s, v), from = shape(s, a);
    bool is_signed = op == LLVMSIToFP || op == LLVMFPToSI;
    if (op == LLVMSIToFP || op == LLVMUIToFP) {
        if (from.bits == 16 && t.bits == 16 && s->has_f16) {
            unary(s, v, is_signed ? VCVTW2PH : VCVTUW2PH, a, 0);
            return true;
        }
        if (from.bits == 16 && t.bits == 16)
            return half_from_words(s, v, a, is_signed);
        if (from.bits != 32 || t.bits < 32)
            return false;
        if (t.bits == 32)
            unary(s, v, is_signed ? VCVTDQ2PS : VCVTUDQ2PS, a, 0);
        else
            widen(s, v, is_signed ? VCVTDQ2PD : VCVTUDQ2PD, a, from.vl == 2 ? 2 : 1);
    } else if (op == LLVMFPToSI || op == LLVMFPToUI) {
        if (from.bits == 16 && t.bits == 16 && s->has_f16) {
            unary(s, v, is_signed ? VCVTTPH2W : VCVTTPH2UW, a, 0);
            return true;
        }
        if (t.bits != 32 || from.bits < 32)
            return false;
        if (from.bits == 32)
            unary(s, v, is_signed ? VCVTTPS2DQ : VCVTTPS2UDQ, a, 0);
        else
            narrow(s, v, is_signed ? VCVTTPD2DQ : VCVTTPD2UDQ, a, false, 0);
    } else if (op == LLVMFPExt) {
        if (t.bits != 2 * from.bits)
            return false;
        widen(s, v, t.bits == 64 ? VCVTPS2PD : VCVTPH2PS, a, from.vl == 2 ? 2 : 1);
    } else {
        if (from.bits != 2 * t.bits)
            return false;
        narrow(s, v, t.bits == 32 ? VCVTPD2PS : VCVTPS2PH, a, t.bits == 16, t.bits == 16 ? 4 : 0);
    }
    return true;
}

/* The same registers under another type. */
static bool alias(struct select *s, LLVMValueRef v, LLVMValueRef a)
{
    if (shape(s, v).pieces != shape(s, a).pieces)
        return false;
    reg r[MAX_PIECES];
    for (unsigned p = 0; p < shape(s, v).pieces; p++)
        r[p] = piece(s, a, p);
    struct val *x = new_val(s, v, VAL_REGS);
    memcpy(x->r, r, sizeof r);
    return true;
}

static bool cast(struct select *s, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand(v, 0);
    struct shape t = shape(s, v), from = shape(s, a);
    struct ins *i;
    if (t.kind == SHAPE_VECTOR && from.kind == SHAPE_VECTOR)
        return alias(s, v, a);
    if (t.kind == SHAPE_MASK && from.kind == SHAPE_SCALAR) {
        /* Bits above the lanes may be anything. */
        if (LLVMIsATruncInst(a) && t.lanes == 16)
            a = LLVMGetOperand(a, 0);
        reg g = general(s, a);
        struct val x = *result(s, v);
        i = put(s, KMOVD_KR);
        i->d = x.r[0], i->b = g;
        if (t.pieces == 2) {
            i = put(s, KSHIFTRD);
            i->d = x.r[1], i->b = x.r[0], i->imm = 16;
        }
        return true;
    }
    if (t.kind != SHAPE_SCALAR || from.kind != SHAPE_MASK)
        return false;
    reg k = piece(s, a, 0);
    if (from.pieces == 2) {
        reg high = piece(s, a, 1), both = new_reg(s->f, CLASS_K);
        i = put(s, KUNPCKWD);
        i->d = both, i->a = high, i->b = k;
        k = both;
    }
    reg d = result(s, v)->r[0];
    i = put(s, from.lanes == 32 ? KMOVD_RK : from.lanes == 16 ? KMOVW_RK : KMOVB_RK);
    i->d = d, i->b = k;
    return true;
}

static bool negate(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    if (t.bits < 16)
        return false;
    uint64_t sign = t.bits == 16   ? UINT64_C(0x8000800080008000)
                    : t.bits == 32 ? UINT64_C(0x8000000080000000)
                                   : UINT64_C(1) << 63;
    uint64_t eight[8];
    for (unsigned k = 0; k < 8; k++)
        eight[k] = sign;
    uint32_t at = pool_bytes(s->f, eight, 64);
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, LLVMGetOperand(v, 0), p), d = result(s, v)->r[p];
        struct ins *i = put(s, VPXORD);
        i->d = d, i->a = r, i->vl = t.vl, i->mem = pool_mem(at);
    }
    return true;
}

bool select_vector(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    struct shape t = shape(s, v);
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : a;
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return t.kind == SHAPE_MASK ? mask_logic(s, v, op) : logic(s, v, op);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shift(s, v, op);
    case LLVMAdd:
    case LLVMMul:
    case LLVMFAdd:
    case LLVMFMul:
        if (op == LLVMMul && t.bits == 64) {
            multiply_wide(s, v);
            return true;
        }
        if (op == LLVMMul && multiply_words(s, v))
            return true;
        if (is_constant(a)) {
            LLVMValueRef x = a;
            a = b, b = x;
        }
        /* fall through */
    case LLVMSub:
    case LLVMFSub:
    case LLVMFDiv:
        if (!integer_op(op, t.bits) || (t.is_float && t.bits == 16 && !s->has_f16))
            return false;
        binary(s, v, integer_op(op, t.bits), a, b);
        return true;
    case LLVMICmp:
        return shape(s, a).kind == SHAPE_VECTOR && compare_integers(s, v);
    case LLVMFCmp:
        return shape(s, a).kind == SHAPE_VECTOR && compare_floats(s, v);
    case LLVMSelect:
        return choose(s, v);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return convert_integers(s, v, op);
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFPExt:
    case LLVMFPTrunc:
        return convert_floats(s, v, op);
    case LLVMBitCast:
        return cast(s, v);
    case LLVMFreeze:
        return alias(s, v, a);
    case LLVMFNeg:
        return negate(s, v);
    default:
        return false;
    }
}
