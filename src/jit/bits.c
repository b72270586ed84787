/* bits.c: see bits.h. */
#include "jit/bits.h"

#include "jit/build.h"

enum { DEPTH = 6 /* so many operations are looked through */ };

static LLVMOpcode opcode_of(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
}

static unsigned width_of(LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
}

/* Bits of each lane of a constant that all lanes share. */
static bool is_splat_of(struct emitter *e, LLVMValueRef v, uint32_t *bits)
{
    uint64_t n;
    if (!LLVMIsConstant(v) || !is_const_splat(e, v, &n))
        return false;
    *bits = (uint32_t)n;
    return true;
}

static uint32_t zeros(struct emitter *e, LLVMValueRef v, unsigned depth)
{
    uint32_t n;
    if (is_splat_of(e, v, &n))
        return ~n;
    if (!depth)
        return 0;
    LLVMOpcode op = opcode_of(v);
    LLVMValueRef x = op == LLVMRet ? NULL : LLVMGetOperand(v, 0);
    switch (op) {
    case LLVMFreeze:
        return zeros(e, x, depth - 1);
    case LLVMZExt:
        return width_of(x) < 32 ? UINT32_MAX << width_of(x) : 0;
    case LLVMAnd:
        return zeros(e, x, depth - 1) | zeros(e, LLVMGetOperand(v, 1), depth - 1);
    case LLVMOr:
    case LLVMXor:
        return zeros(e, x, depth - 1) & zeros(e, LLVMGetOperand(v, 1), depth - 1);
    case LLVMShl:
        return is_splat_of(e, LLVMGetOperand(v, 1), &n) && n < 32
                   ? zeros(e, x, depth - 1) << n | ((UINT32_C(1) << n) - 1)
                   : 0;
    case LLVMLShr:
        return is_splat_of(e, LLVMGetOperand(v, 1), &n) && n < 32
                   ? zeros(e, x, depth - 1) >> n | ~(UINT32_MAX >> n)
                   : 0;
    default:
        return 0;
    }
}

uint32_t zero_bits(struct emitter *e, LLVMValueRef v)
{
    return LLVMTypeOf(v) == e->v32i32 ? zeros(e, v, DEPTH) : 0;
}

LLVMValueRef same_within(struct emitter *e, LLVMValueRef v, uint32_t mask)
{
    for (unsigned depth = DEPTH; depth; depth--) {
        LLVMOpcode op = opcode_of(v);
        LLVMValueRef x = op == LLVMRet ? NULL : LLVMGetOperand(v, 0), y;
        uint32_t n;
        switch (op) {
        case LLVMFreeze:
            v = x;
            continue;
        case LLVMAnd:
            y = LLVMGetOperand(v, 1);
            if (is_splat_of(e, x, &n) && (n & mask) == mask)
                v = y;
            else if (is_splat_of(e, y, &n) && (n & mask) == mask)
                v = x;
            else
                return v;
            continue;
        case LLVMOr:
        case LLVMXor:
            y = LLVMGetOperand(v, 1);
            if ((zero_bits(e, y) & mask) == mask)
                v = x;
            else if ((zero_bits(e, x) & mask) == mask)
                v = y;
            else
                return v;
            continue;
        default:
            return v;
        }
    }
    return v;
}

/* What has been shifted up before is only taken from there. */
static LLVMValueRef shifted_down(struct emitter *e, LLVMValueRef v, uint32_t mask)
{
    uint32_t n, up;
    if (opcode_of(v) != LLVMLShr || !is_splat_of(e, LLVMGetOperand(v, 1), &n) || n > 31)
        return v;
    LLVMValueRef x = same_within(e, LLVMGetOperand(v, 0), mask << n);
    if (opcode_of(x) == LLVMShl && is_splat_of(e, LLVMGetOperand(x, 1), &up) && up == n &&
        (mask << n) >> n == mask)
        return same_within(e, LLVMGetOperand(x, 0), mask);
    return x == LLVMGetOperand(v, 0) ? v : LLVMBuildLShr(e->b, x, LLVMGetOperand(v, 1), "");
}

LLVMValueRef low_part(struct emitter *e, LLVMValueRef v, LLVMTypeRef to)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMGetElementType(to));
    uint32_t mask = (UINT32_C(1) << width) - 1;
    v = shifted_down(e, same_within(e, v, mask), mask);
    if (opcode_of(v) != LLVMZExt)
        return LLVMBuildTrunc(e->b, v, to, "");
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (width_of(from) == width)
        return from;
    return LLVMBuildCast(e->b, width_of(from) < width ? LLVMZExt : LLVMTrunc, from, to, "");
}
