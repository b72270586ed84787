/* inactive.c: see inactive.h.
 *
 * Until all is emitted, products stay as they are: what looks for divisions or chains of NaNs knows
 * them by their form. What they are to become stands behind each, used by nothing. Then it is found
 * out which floats may be something else in lanes that are not active: integers, or what a register
 * has from before. What is loaded and computed as floats is as good there as elsewhere: products of
 * that stay, for a mask is one more thing to wait for. */
#include "jit/inactive.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/dead.h"
#include "jit/registers.h"

/* What is dear to do with denormals. Sums are not. */
static bool is_product(const struct emitter *e, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return (t == e->v32f32 || t == e->v32f64) &&
           (is_instruction(v, LLVMFMul) || is_instruction(v, LLVMFDiv) ||
            is_instruction(v, LLVMFPExt) || is_instruction(v, LLVMFPTrunc) ||
            is_call_of(v, "llvm.fma.") || is_call_of(v, "llvm.sqrt."));
}

LLVMValueRef lanes_of_products(struct emitter *e, unsigned half)
{
    bool may_matter = e->masks_products && !e->is_rare && !e->is_settling && !e->at->is_full &&
                      !are_all_active(e);
    LLVMValueRef lanes = may_matter ? exec_bools(e, half) : NULL;
    return lanes && !LLVMIsConstant(lanes) ? lanes : NULL;
}

void note_products(struct emitter *e, LLVMValueRef lanes, LLVMValueRef last)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    if (!lanes)
        return;
    bool is_here = last && LLVMGetInstructionParent(last) == here;
    LLVMValueRef v = is_here ? LLVMGetNextInstruction(last) : LLVMGetFirstInstruction(here);
    for (LLVMValueRef next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (!is_product(e, v))
            continue;
        if (next)
            LLVMPositionBuilderBefore(e->b, next);
        else
            LLVMPositionBuilderAtEnd(e->b, here);
        mark(e, LLVMBuildSelect(e->b, lanes, v, LLVMConstNull(LLVMTypeOf(v)), ""), MARK_PRODUCT);
        e->has_products = true;
    }
    LLVMPositionBuilderAtEnd(e->b, here);
}

/* ---- what is no float where lanes are not active ---- */

/* A call whose result is about as much of a float as its operands are. */
static bool is_float_call(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.fma.", "llvm.fabs.", "llvm.copysign.", "llvm.sqrt.",
                                        "llvm.x86."};
    return is_call_of_any(v, names, sizeof names / sizeof *names);
}

/* Whether integers that are constants are denormals as floats; of different ones, as the numbers of
 * lanes, whether the second is. */
static bool is_denormal(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsConstant(v) || LLVMGetTypeKind(t) != LLVMVectorTypeKind ||
        LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMIntegerTypeKind)
        return false;
    LLVMValueRef one = LLVMGetAggregateElement(v, 1);
    uint64_t bits = one && LLVMIsAConstantInt(one) ? LLVMConstIntGetZExtValue(one) : 0;
    return bits && bits < 0x800000;
}

enum content {
    STRANGE,     /* nobody knows what it is as a float */
    AS_OPERANDS, /* a float, if they are */
    A_FLOAT      /* whatever they are */
};

/* What is made of bits by a constant: the sign of a float, a quiet NaN of another, or an exponent.
 */
static enum content content_of_bits(struct emitter *e, LLVMValueRef v)
{
    uint64_t bits;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool is_logic = op == LLVMXor || op == LLVMAnd || op == LLVMOr;
    if ((!is_logic && op != LLVMAdd) || !is_const_splat(e, LLVMGetOperand(v, 1), &bits))
        return STRANGE;
    if (is_logic && (bits == 0x80000000 || bits == 0x7fffffff || bits == 0x400000))
        return AS_OPERANDS;
    return (op == LLVMOr || op == LLVMAdd) && bits >= 0x800000 && bits < 0x7f800000 ? A_FLOAT
                                                                                    : STRANGE;
}

static bool is_gather(LLVMValueRef v) { return is_call_of(v, "llvm.x86.avx512.mask.gather."); }

/* Of a vector. */
static enum content content_of(struct emitter *e, LLVMValueRef v)
{
    bool is_whole = LLVMIsASIToFPInst(v) || LLVMIsAUIToFPInst(v) || is_rounded_to_whole(v),
         is_loaded = LLVMIsALoadInst(v) && is_marked_load(e, v);
    if (is_whole || is_loaded || has_like_parts(v))
        return A_FLOAT;
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = LLVMCountIncoming(v); i-- > 0;)
            if (is_denormal(LLVMGetIncomingValue(v, i)))
                return STRANGE;
        return AS_OPERANDS;
    }
    if (LLVMIsASelectInst(v))
        return is_denormal(LLVMGetOperand(v, 1)) || is_denormal(LLVMGetOperand(v, 2)) ? STRANGE
                                                                                      : AS_OPERANDS;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFNeg:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMBitCast:
    case LLVMFreeze:
    case LLVMShuffleVector:
    case LLVMInsertElement:
        return AS_OPERANDS;
    case LLVMCall:
        return is_float_call(v) || is_call_of(v, "llvm.masked.load.") ? AS_OPERANDS : STRANGE;
    default:
        return content_of_bits(e, v);
    }
}

/* Where waves come in at a label, registers are what they are on the other ways there, if there are
 * any. */
static bool has_only_loads(LLVMValueRef phi)
{
    for (unsigned i = LLVMCountIncoming(phi); i-- > 0;)
        if (!LLVMIsALoadInst(LLVMGetIncomingValue(phi, i)))
            return false;
    return true;
}

/* Whether the operand that a use is of says what its user is. */
static bool says_what(LLVMUseRef use)
{
    LLVMValueRef user = LLVMGetUser(use), v = LLVMGetUsedValue(use);
    if (LLVMIsAPHINode(user))
        return !LLVMIsALoadInst(v) || has_only_loads(user);
    if (LLVMIsASelectInst(user))
        return LLVMGetOperand(user, 1) == v || LLVMGetOperand(user, 2) == v;
    if (is_gather(user)) /* what it is where it does not load */
        return LLVMGetOperand(user, 0) == v;
    if (is_call_of(user, "llvm.masked.load."))
        return LLVMGetOperand(user, LLVMGetNumArgOperands(user) - 1) == v;
    return true;
}

struct search {
    LLVMValueRef *found; /* whose users are to be looked at */
    size_t count, room;
};

/* But of bits. */
static bool is_of_lanes(const struct emitter *e, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetElementType(t) != e->i1;
}

static void put(struct emitter *e, struct search *s, LLVMValueRef v)
{
    if (is_marked(e, v, MARK_STRANGE))
        return;
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 256;
        LLVMValueRef *more = realloc(s->found, room * sizeof *more);
        if (!more) /* some products stay as they are */
            return;
        s->found = more;
        s->room = room;
    }
    mark(e, v, MARK_STRANGE);
    s->found[s->count++] = v;
}

/* Makes a product 0 in lanes that are not active. */
static void leave_out(struct emitter *e, LLVMValueRef product, LLVMValueRef becomes)
{
    unmark(e, becomes, MARK_PRODUCT);
    mark(e, product, MARK_STRANGE); /* which is followed no further */
    LLVMReplaceAllUsesWith(product, becomes);
    LLVMSetOperand(becomes, 1, product);
}

static void follow(struct emitter *e, struct search *s, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsAInstruction(user) || !is_of_lanes(e, user) ||
            is_marked(e, user, MARK_PRODUCT) || !says_what(u) || content_of(e, user) != AS_OPERANDS)
            continue;
        LLVMValueRef becomes = marked_behind(e, user, MARK_PRODUCT);
        if (becomes)
            leave_out(e, user, becomes);
        else
            put(e, s, user);
    }
}

void mask_products(struct emitter *e)
{
    struct search s = {0};
    if (!e->has_products)
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_of_lanes(e, v) && !is_marked(e, v, MARK_PRODUCT) && content_of(e, v) == STRANGE)
                follow(e, &s, v);
    while (s.count)
        follow(e, &s, s.found[--s.count]);
    free(s.found);
}
