/* constant.c: numbers to the source values of inline constants (manual 15.3, table of SRC0). */
#include "isa/rdna3/constant.h"

#include "isa/rdna3/rdna3.h"

uint32_t rdna3_small_integer(int64_t v)
{
    if (v >= 0 && v <= 64)
        return SRC_INT_0 + (uint32_t)v;
    if (v >= -16 && v < 0)
        return SRC_INT_M1 + (uint32_t)(-v - 1);
    return 0;
}

uint32_t rdna3_inline_float(uint64_t bits, unsigned type)
{
    for (uint32_t src = SRC_FLOAT_FIRST; src <= SRC_FLOAT_LAST; src++)
        if (rdna3_inline_constant(src, type) == bits)
            return src;
    return 0;
}

uint32_t rdna3_inline_source(unsigned type, bool both_halves, uint32_t bits)
{
    uint32_t low = bits & 0xffff, src;
    switch (type) {
    case T_f16:
    case T_mix:
    case T_bf16:
        src = rdna3_small_integer((int16_t)low);
        return src ? src : rdna3_inline_float(low, type == T_bf16 ? T_bf16 : T_f16);
    case T_2f16:
        src = rdna3_small_integer((int32_t)bits);
        if (src || !both_halves)
            return src ? src : rdna3_inline_float(bits, T_f16);
        if (low != bits >> 16)
            return 0;
        src = low && low <= 64 ? rdna3_small_integer((int64_t)low) : 0;
        return src ? src : rdna3_inline_float(low, T_f16);
    case T_2bf16:
    case T_16bf16d:
        src = rdna3_small_integer((int32_t)bits);
        return src ? src : rdna3_inline_float(bits, T_bf16);
    case T_16f16d:
        src = rdna3_small_integer((int32_t)bits);
        return src ? src : rdna3_inline_float(bits, T_f16);
    default:
        src = rdna3_small_integer((int32_t)bits);
        return src ? src : rdna3_inline_float(bits, T_f32);
    }
}
