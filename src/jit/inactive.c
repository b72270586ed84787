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
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/registers.h"

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
    bool may_matter = e->leaves_out && e->costs->slow_denormals && !e->is_rare && !e->is_settling &&
                      !e->at->is_full && !are_all_active(e);
    LLVMValueRef lanes = may_matter ? exec_bools(e, half) : NULL;
    return lanes && !LLVMIsConstant(lanes) ? lanes : NULL;
}

void note_products(struct emitter *e, LLVMValueRef lanes, LLVMBasicBlockRef in, LLVMValueRef last)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    if (!lanes)
        return;
    LLVMValueRef v =
        here == in && last ? LLVMGetNextInstruction(last) : LLVMGetFirstInstruction(here);
    for (LLVMValueRef next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (!is_product(e, v))
            continue;
        if (next)
            LLVMPositionBuilderBefore(e->b, next);
        else
            LLVMPositionBuilderAtEnd(e->b, here);
        mark(e, LLVMBuildSelect(e->b, lanes, v, LLVMConstNull(LLVMTypeOf(v)), ""), MARK_PRODUCT);
    }
    LLVMPositionBuilderAtEnd(e->b, here);
}

/* ---- what is no float where lanes are not active ---- */

static bool is_one_of(LLVMValueRef v, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_call_of(v, names[i]))
            return true;
    return false;
}

/* A call whose result is about as much of a float as its operands are. */
static bool is_float_call(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.fma.",    "llvm.fabs.",   "llvm.copysign.",
                                        "llvm.sqrt.",   "llvm.minnum.", "llvm.maxnum.",
                                        "llvm.minimum", "llvm.maximum", "llvm.x86."};
    return is_one_of(v, names, sizeof names / sizeof *names);
}

/* Floats that are whole numbers, whatever they are made of. */
static bool makes_whole(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.rint.", "llvm.roundeven.", "llvm.floor.",
                                        "llvm.ceil.", "llvm.trunc."};
    return LLVMIsASIToFPInst(v) || LLVMIsAUIToFPInst(v) ||
           is_one_of(v, names, sizeof names / sizeof *names);
}

/* Whether bits are those of a denormal, or of some lanes. */
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

enum origin {
    NEW,    /* nobody knows what it is as a float */
    PASSED, /* as its operands */
    CALM    /* what operands there may be, it is a float */
};

/* What is made of bits by a constant: the sign of a float, a quiet NaN of another, or an exponent.
 */
static enum origin origin_of_bits(struct emitter *e, LLVMValueRef v)
{
    uint64_t bits;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool is_logic = op == LLVMXor || op == LLVMAnd || op == LLVMOr;
    if ((!is_logic && op != LLVMAdd) || !is_const_splat(e, LLVMGetOperand(v, 1), &bits))
        return NEW;
    if (is_logic && (bits == 0x80000000 || bits == 0x7fffffff || bits == 0x400000))
        return PASSED;
    return (op == LLVMOr || op == LLVMAdd) && bits >= 0x800000 && bits < 0x7f800000 ? CALM : NEW;
}

static bool is_gather(LLVMValueRef v) { return is_call_of(v, "llvm.x86.avx512.mask.gather."); }

/* Of a vector. */
static enum origin origin_of(struct emitter *e, LLVMValueRef v)
{
    if (makes_whole(v) || has_like_parts(v) || (LLVMIsALoadInst(v) && is_marked_load(e, v)))
        return CALM;
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = LLVMCountIncoming(v); i-- > 0;)
            if (is_denormal(LLVMGetIncomingValue(v, i)))
                return NEW;
        return PASSED;
    }
    if (LLVMIsASelectInst(v))
        return is_denormal(LLVMGetOperand(v, 1)) || is_denormal(LLVMGetOperand(v, 2)) ? NEW
                                                                                      : PASSED;
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
        return PASSED;
    case LLVMCall:
        return is_float_call(v) || is_call_of(v, "llvm.masked.load.") ? PASSED : NEW;
    default:
        return origin_of_bits(e, v);
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
static bool is_passed(LLVMUseRef use)
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
static bool has_lanes(const struct emitter *e, LLVMValueRef v)
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

/* What stands behind a product; NULL: nothing. */
static LLVMValueRef what_becomes_of(const struct emitter *e, LLVMValueRef product)
{
    LLVMValueRef next = LLVMGetNextInstruction(product);
    return next && is_marked(e, next, MARK_PRODUCT) && LLVMGetOperand(next, 1) == product ? next
                                                                                          : NULL;
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
        if (!LLVMIsAInstruction(user) || !has_lanes(e, user) || is_marked(e, user, MARK_PRODUCT) ||
            !is_passed(u) || origin_of(e, user) != PASSED)
            continue;
        LLVMValueRef becomes = what_becomes_of(e, user);
        if (becomes)
            leave_out(e, user, becomes);
        else
            put(e, s, user);
    }
}

void leave_out_inactive(struct emitter *e)
{
    struct search s = {0};
    if (!e->leaves_out || !e->costs->slow_denormals)
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (has_lanes(e, v) && !is_marked(e, v, MARK_PRODUCT) && origin_of(e, v) == NEW)
                follow(e, &s, v);
    while (s.count)
        follow(e, &s, s.found[--s.count]);
    free(s.found);
}
