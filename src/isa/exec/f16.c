/* f16.c: f32 to f16 for CPUs without a conversion instruction. Compiled once, for the
 * lowest level; vec.h declares it, for all instruction sets. */
#include "isa/exec/vec.h"

void exec_f16_of_f32(const f32x32 *f, u16x32 *h);

/* Rounds in the host's mode by letting the FPU do it: adding a constant 2^13 times the
 * number's power of two (not below the one of f16's denormals) leaves 11 bits, taking it
 * away is exact. Numbers that are too large then become what multiplying past the range of
 * f32 makes of them: infinity or the largest number, as the mode says. */
void exec_f16_of_f32(const f32x32 *f, u16x32 *h)
{
    u32x32 u = (u32x32)*f, sign = u & 0x80000000, mag = u & 0x7fffffff;
    u32x32 power = mag & 0x7f800000, low = splat32(113u << 23), high = splat32(143u << 23);
    power = pick32((u32x32)(power < low), low, power);
    power = pick32((u32x32)(power > high), high, power);
    f32x32 shift = (f32x32)((power + (13u << 23)) | sign);
    f32x32 rounded = (f32x32)(((u32x32)((*f + shift) - shift) & 0x7fffffff));

    u32x32 r = ((u32x32)rounded - (112u << 23)) >> 13;
    u32x32 denorm = (u32x32) __builtin_convertvector(
        pickf(rounded < splatf(0x1p-14f), rounded, splatf(0)) * 0x1p24f, i32x32);
    r = pick32((u32x32)(rounded < splatf(0x1p-14f)), denorm, r);
    f32x32 over = (f32x32)(sign | (254u << 23)) * 4;
    u32x32 limit = pick32((u32x32)(((u32x32)over & 0x7fffffff) == 0x7f800000), splat32(0x7c00),
                          splat32(0x7bff));
    r = pick32((u32x32)(((i32x32)mag >= 143 << 23) | (rounded > splatf(65504))), limit, r);
    r = pick32((u32x32)(mag == 0x7f800000), splat32(0x7c00), r);
    r = pick32((u32x32)(mag > 0x7f800000), (mag >> 13 & 0x3ff) | 0x7e00, r);
    *h = trunc16(r | sign >> 16);
}
