/* select_constant.c: the bits of constants, however they are written. See select.h. */
#include <string.h>

#include "jit/direct/select.h"

/* 0: it is no number. */
static unsigned width(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t);
    case LLVMHalfTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMPointerTypeKind:
    case LLVMDoubleTypeKind:
        return 64;
    default:
        return 0;
    }
}

static void put_bits(struct constant *x, unsigned at, unsigned bits, uint64_t value)
{
    if (bits % 8 == 0 && at % 8 == 0) {
        memcpy(x->bytes + at / 8, &value, bits / 8);
        return;
    }
    for (unsigned i = 0; i < bits; i++)
        x->bytes[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

/* An element of a constant, which LLVM does not fold behind a bit cast. */
static bool read_element(LLVMValueRef v, unsigned bits, struct constant *out)
{
    struct constant all;
    LLVMValueRef index = LLVMGetOperand(v, 1);
    uint64_t value = 0;
    if (!LLVMIsAConstantInt(index) || bits % 8 || !read_constant(LLVMGetOperand(v, 0), &all))
        return false;
    uint64_t at = LLVMConstIntGetZExtValue(index) * (bits / 8);
    if (at + bits / 8 > sizeof all.bytes)
        return false;
    memcpy(&value, all.bytes + at, bits / 8);
    put_bits(out, 0, bits, value);
    return true;
}

static bool read_number(LLVMValueRef v, struct constant *out)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = width(t);
    if (!bits || bits > 64)
        return false;
    if (LLVMIsUndef(v) || LLVMIsNull(v))
        return true;
    if (LLVMIsAConstantFP(v))
        v = LLVMConstBitCast(v, LLVMIntTypeInContext(LLVMGetTypeContext(t), bits));
    if (LLVMIsAConstantInt(v)) {
        put_bits(out, 0, bits, LLVMConstIntGetZExtValue(v));
        return true;
    }
    if (!LLVMIsAConstantExpr(v))
        return false;
    return LLVMGetConstOpcode(v) == LLVMBitCast
               ? read_constant(LLVMGetOperand(v, 0), out)
               : LLVMGetConstOpcode(v) == LLVMExtractElement && read_element(v, bits, out);
}

bool read_constant(LLVMValueRef v, struct constant *out)
{
    memset(out, 0, sizeof *out);
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMBitCast)
        v = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return read_number(v, out);
    unsigned bits = width(LLVMGetElementType(t)), count = LLVMGetVectorSize(t);
    if (!bits || bits > 64 || bits * count > 8 * sizeof out->bytes)
        return false;
    for (unsigned i = 0; i < count && !LLVMIsUndef(v) && !LLVMIsNull(v); i++) {
        struct constant one = {{0}};
        uint64_t value;
        LLVMValueRef e = LLVMGetAggregateElement(v, i);
        if (!e || !read_number(e, &one))
            return false;
        memcpy(&value, one.bytes, sizeof value);
        put_bits(out, i * bits, bits, value);
    }
    return true;
}

bool const_int(LLVMValueRef v, uint64_t *out)
{
    struct constant x;
    *out = 0;
    if (LLVMIsAConstantInt(v)) { /* mostly */
        *out = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!LLVMIsConstant(v) || !width(LLVMTypeOf(v)) || !read_constant(v, &x))
        return false;
    memcpy(out, x.bytes, sizeof *out);
    return true;
}
