/* spread.c: see spread.h. */
#include "jit/spread.h"

#include "jit/build.h"
#include "jit/fold.h"

enum { LANES = 32, LATEST = 64 };

/* What was made of masks in this block so far. */
struct made {
    LLVMValueRef mask, value;
};

struct latest {
    struct made made[LATEST];
    unsigned count;
};

/* Lanes of a mask: all, a half, a quarter, or an eighth. LLVM takes 32 dwords apart well, but not
 * what was cast from them, so parts are made of parts from the start. */
struct part {
    unsigned first, count;
    LLVMTypeRef type;   /* of dwords */
    LLVMValueRef flags; /* 1 << lane */
    struct latest made; /* of that type, 0 or -1 each */
    struct latest leaf; /* <count x i1>, of masks that are no logic */
};

enum { LEAST = 4, PARTS = 2 * LANES / LEAST - 1 };

struct spreader {
    struct emitter *e;
    LLVMBasicBlockRef block;
    struct latest bits;       /* i32 */
    struct part parts[PARTS]; /* [part_number()] */
};

static LLVMValueRef find(const struct latest *l, LLVMValueRef mask)
{
    for (unsigned i = 0; i < LATEST && i < l->count; i++)
        if (l->made[i].mask == mask)
            return l->made[i].value;
    return NULL;
}

static LLVMValueRef add(struct latest *l, LLVMValueRef mask, LLVMValueRef value)
{
    l->made[l->count++ % LATEST] = (struct made){mask, value};
    return value;
}

static bool is_logic(LLVMValueRef v)
{
    LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    return op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

static bool is_here(const struct spreader *s, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == s->block;
}

static bool is_bits(const struct spreader *s, LLVMValueRef mask)
{
    return LLVMIsABitCastInst(mask) && LLVMTypeOf(LLVMGetOperand(mask, 0)) == s->e->i32;
}

/* Whether the mask is at hand as an i32, or has to be, since it comes from another block. */
static bool comes_as_bits(const struct spreader *s, LLVMValueRef mask)
{
    if (LLVMIsConstant(mask) || !LLVMIsAInstruction(mask))
        return false;
    if (is_bits(s, mask) || !is_here(s, mask))
        return true;
    return is_logic(mask) && comes_as_bits(s, LLVMGetOperand(mask, 0)) &&
           comes_as_bits(s, LLVMGetOperand(mask, 1));
}

/* The i32 of a mask that is no such logic, made where the mask is. */
static LLVMValueRef taken(struct spreader *s, LLVMValueRef mask)
{
    LLVMBuilderRef b = s->e->b;
    LLVMValueRef next = LLVMGetNextInstruction(mask);
    if (LLVMIsABitCastInst(next) && LLVMGetOperand(next, 0) == mask &&
        LLVMTypeOf(next) == s->e->i32)
        return next;
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(b, next);
    return LLVMBuildBitCast(b, mask, s->e->i32, "");
}

/* The mask as an i32. */
static LLVMValueRef bits_of(struct spreader *s, LLVMValueRef mask, LLVMValueRef user)
{
    LLVMValueRef v = find(&s->bits, mask);
    if (v)
        return v;
    if (LLVMIsConstant(mask))
        return LLVMConstBitCast(mask, s->e->i32);
    if (is_bits(s, mask))
        return LLVMGetOperand(mask, 0);
    if (is_logic(mask)) {
        LLVMValueRef x = bits_of(s, LLVMGetOperand(mask, 0), user);
        LLVMValueRef y = bits_of(s, LLVMGetOperand(mask, 1), user);
        LLVMPositionBuilderBefore(s->e->b, user);
        v = fold_binary(s->e, LLVMGetInstructionOpcode(mask), x, y);
    } else {
        v = taken(s, mask);
    }
    return add(&s->bits, mask, v);
}

static unsigned part_number(unsigned first, unsigned count)
{
    return LANES / count - 1 + first / count;
}

static LLVMValueRef part_of(struct spreader *s, const struct part *p, LLVMValueRef v)
{
    return p->count < LANES ? pick(s->e, v, NULL, p->first, 1, p->count) : v;
}

static bool is_compare(LLVMValueRef v) { return LLVMIsAICmpInst(v) || LLVMIsAFCmpInst(v); }

/* Some lanes of a comparison. */
static LLVMValueRef part_of_compare(struct emitter *e, LLVMValueRef v, unsigned from,
                                    unsigned count)
{
    LLVMValueRef x = pick(e, LLVMGetOperand(v, 0), NULL, from, 1, count);
    LLVMValueRef y = pick(e, LLVMGetOperand(v, 1), NULL, from, 1, count);
    return LLVMIsAICmpInst(v) ? LLVMBuildICmp(e->b, LLVMGetICmpPredicate(v), x, y, "")
                              : LLVMBuildFCmp(e->b, LLVMGetFCmpPredicate(v), x, y, "");
}

static LLVMValueRef make_leaf(struct spreader *s, struct part *p, LLVMValueRef mask,
                              LLVMValueRef user)
{
    LLVMBuilderRef b = s->e->b;
    if (comes_as_bits(s, mask)) {
        LLVMValueRef v = bits_of(s, mask, user);
        LLVMPositionBuilderBefore(b, user);
        v = part_of(s, p, splat(s->e, v, s->e->v32i32));
        return LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildAnd(b, v, p->flags, ""), p->flags, "");
    }
    LLVMPositionBuilderBefore(b, user);
    if (p->count == LANES || !is_compare(mask))
        return part_of(s, p, mask);
    return part_of_compare(s->e, mask, p->first, p->count);
}

/* A mask of this part that is no logic, as LLVM's. */
static LLVMValueRef leaf_of(struct spreader *s, struct part *p, LLVMValueRef mask,
                            LLVMValueRef user)
{
    LLVMValueRef v = find(&p->leaf, mask);
    return v ? v : add(&p->leaf, mask, make_leaf(s, p, mask, user));
}

/* As many lanes of a comparison as a host register has dwords, as dwords. */
static LLVMValueRef compared(struct emitter *e, LLVMValueRef v, unsigned from, unsigned count)
{
    return LLVMBuildSExt(e->b, part_of_compare(e, v, from, count), LLVMVectorType(e->i32, count),
                         "");
}

static bool compares_dwords(const struct emitter *e, LLVMValueRef v)
{
    LLVMTypeRef t = is_compare(v) ? LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(v, 0))) : NULL;
    return t && (t == e->i32 || LLVMGetTypeKind(t) == LLVMFloatTypeKind);
}

/* A mask of LLVM's as dwords: of more than a register, comparisons would be made bytes before. */
static LLVMValueRef widened(struct emitter *e, LLVMValueRef v, unsigned lanes)
{
    unsigned n = e->masks == MASKS_WIDE ? 8 : 4;
    LLVMValueRef part[LANES / LEAST];
    if (lanes <= n || !compares_dwords(e, v))
        return LLVMBuildSExt(e->b, v, LLVMVectorType(e->i32, lanes), "");
    for (unsigned i = 0; i < lanes / n; i++)
        part[i] = compared(e, v, i * n, n);
    return joined(e, part, lanes / n, n);
}

static bool is_leaf(const struct spreader *s, LLVMValueRef mask)
{
    return !is_logic(mask) || comes_as_bits(s, mask);
}

/* The mask as a dword for each lane, before `user`. */
static LLVMValueRef wide_of(struct spreader *s, struct part *p, LLVMValueRef mask,
                            LLVMValueRef user)
{
    LLVMValueRef v = find(&p->made, mask);
    if (v)
        return v;
    if (is_leaf(s, mask))
        return add(&p->made, mask, widened(s->e, leaf_of(s, p, mask, user), p->count));
    LLVMValueRef x = wide_of(s, p, LLVMGetOperand(mask, 0), user);
    LLVMValueRef y = wide_of(s, p, LLVMGetOperand(mask, 1), user);
    LLVMPositionBuilderBefore(s->e->b, user);
    v = LLVMBuildBinOp(s->e->b, LLVMGetInstructionOpcode(mask), x, y, "");
    return add(&p->made, mask, v);
}

/* The mask as LLVM's, of a comparison. */
static LLVMValueRef lanes_of(struct spreader *s, struct part *p, LLVMValueRef mask,
                             LLVMValueRef user)
{
    if (is_leaf(s, mask))
        return leaf_of(s, p, mask, user);
    LLVMValueRef v = wide_of(s, p, mask, user);
    LLVMPositionBuilderBefore(s->e->b, user);
    return LLVMBuildICmp(s->e->b, LLVMIntSLT, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

static bool widens(const struct spreader *s, LLVMValueRef user)
{
    return LLVMIsASExtInst(user) && LLVMTypeOf(user) == s->e->v32i32;
}

/* A comparison in the same block is what LLVM takes as it is, but where dwords are made of it. */
static bool is_plain(const struct spreader *s, LLVMValueRef mask, LLVMValueRef user)
{
    return LLVMIsConstant(mask) || !LLVMIsAInstruction(mask) ||
           (is_here(s, mask) && !is_logic(mask) && !is_bits(s, mask) &&
            !(widens(s, user) && compares_dwords(s->e, mask)));
}

/* The part of a mask that this takes out; NULL: it does not. */
static struct part *part_taken(struct spreader *s, LLVMValueRef user)
{
    if (!LLVMIsAShuffleVectorInst(user) || !LLVMIsUndef(LLVMGetOperand(user, 1)))
        return NULL;
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(user));
    int first = LLVMGetMaskValue(user, 0);
    bool is_part = n >= LEAST && n < LANES && LANES % n == 0 && first >= 0 && first % (int)n == 0;
    for (unsigned i = 1; is_part && i < n; i++)
        is_part = LLVMGetMaskValue(user, i) == first + (int)i;
    return is_part ? &s->parts[part_number((unsigned)first, n)] : NULL;
}

/* An instruction that takes the mask as its operand k. */
static void change(struct spreader *s, LLVMValueRef user, unsigned k)
{
    struct emitter *e = s->e;
    LLVMValueRef mask = LLVMGetOperand(user, k);
    struct part *part = part_taken(s, user), *whole = &s->parts[part_number(0, LANES)];
    if (LLVMIsConstant(mask) || is_logic(user))
        return;
    if (part) {
        LLVMReplaceAllUsesWith(user, lanes_of(s, part, mask, user));
    } else if (is_plain(s, mask, user)) {
        return;
    } else if (LLVMIsABitCastInst(user) && LLVMTypeOf(user) == e->i32) {
        if (is_logic(mask))
            LLVMReplaceAllUsesWith(user, bits_of(s, mask, user));
    } else if (widens(s, user)) {
        LLVMReplaceAllUsesWith(user, wide_of(s, whole, mask, user));
    } else {
        LLVMSetOperand(user, k, lanes_of(s, whole, mask, user));
    }
}

static void spread_in(struct spreader *s, LLVMBasicBlockRef block)
{
    s->block = block;
    s->bits.count = 0;
    for (unsigned i = 0; i < PARTS; i++)
        s->parts[i].made.count = s->parts[i].leaf.count = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block), next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (LLVMIsAPHINode(v))
            continue;
        for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(v); k < n; k++)
            if (LLVMTypeOf(LLVMGetOperand(v, k)) == s->e->v32i1)
                change(s, v, k);
    }
}

/* What takes the bits of a comparison: by packing its dwords, which leaves eight lanes of one
 * register next to those of the others. LLVM would put them in order each time. */
static LLVMValueRef packed_bits(struct emitter *e, LLVMValueRef v)
{
    static const uint8_t order[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    LLVMTypeRef bytes = LLVMVectorType(e->i8, 32);
    LLVMValueRef d[4], w[2], x;
    for (unsigned i = 0; i < 4; i++)
        d[i] = compared(e, v, 8 * i, 8);
    for (unsigned i = 0; i < 2; i++)
        w[i] = call_intrinsic(e, "llvm.x86.avx2.packssdw", NULL, 0, &d[2 * i], 2);
    x = call_intrinsic(e, "llvm.x86.avx2.packsswb", NULL, 0, w, 2);
    x = shuffle(e, LLVMBuildBitCast(e->b, x, LLVMVectorType(e->i32, 8), ""), NULL, order, 8);
    x = LLVMBuildBitCast(e->b, x, bytes, "");
    return call_intrinsic(e, "llvm.x86.avx2.pmovmskb", NULL, 0, &x, 1);
}

static void pack_in(struct emitter *e, LLVMBasicBlockRef block)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction(block), next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        LLVMValueRef from = LLVMIsABitCastInst(v) ? LLVMGetOperand(v, 0) : NULL;
        if (!from || LLVMTypeOf(v) != e->i32 || LLVMTypeOf(from) != e->v32i1 ||
            !compares_dwords(e, from))
            continue;
        LLVMPositionBuilderBefore(e->b, v);
        LLVMReplaceAllUsesWith(v, packed_bits(e, from));
    }
}

void spread_masks(struct emitter *e)
{
    struct spreader s = {.e = e};
    LLVMValueRef flags[LANES];
    for (unsigned i = 0; i < LANES; i++)
        flags[i] = const_i32(e, UINT32_C(1) << i);
    for (unsigned n = LANES; n >= LEAST; n /= 2)
        for (unsigned first = 0; first < LANES; first += n)
            s.parts[part_number(first, n)] = (struct part){
                .first = first,
                .count = n,
                .type = LLVMVectorType(e->i32, n),
                .flags = LLVMConstVector(&flags[first], n),
            };
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        spread_in(&s, b);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); e->masks == MASKS_WIDE && b;
         b = LLVMGetNextBasicBlock(b))
        pack_in(e, b);
}
