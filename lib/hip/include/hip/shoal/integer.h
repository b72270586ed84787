/* integer.h: bits, bytes and wide products. Most are one instruction of gfx11. */
#ifndef HIP_SHOAL_INTEGER_H
#define HIP_SHOAL_INTEGER_H

#include <hip/shoal/sync.h>

#include <hip/hip_vector_types.h>

/* ---- bits ----------------------------------------------------------------------------- */

SHOAL_DEVICE unsigned __popc(unsigned x) { return __builtin_popcount(x); }
SHOAL_DEVICE unsigned __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SHOAL_DEVICE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
SHOAL_DEVICE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
/* The number of the lowest bit that is set, from 1; 0 for none. */
SHOAL_DEVICE unsigned __ffs(unsigned x) { return __builtin_ffs((int)x); }
SHOAL_DEVICE unsigned __ffs(int x) { return __builtin_ffs(x); }
SHOAL_DEVICE unsigned __ffsll(unsigned long long x) { return __builtin_ffsll((long long)x); }
SHOAL_DEVICE unsigned __ffsll(unsigned long x) { return __builtin_ffsll((long long)x); }
SHOAL_DEVICE unsigned __ffsll(long long x) { return __builtin_ffsll(x); }
SHOAL_DEVICE unsigned __ffsll(long x) { return __builtin_ffsll(x); }
SHOAL_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
SHOAL_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
/* The lowest bit that is set, from 0; -1 for none. */
SHOAL_DEVICE int __lastbit_u32_u32(unsigned x) { return x ? __builtin_ctz(x) : -1; }
SHOAL_DEVICE int __lastbit_u32_u64(unsigned long long x) { return x ? __builtin_ctzll(x) : -1; }

SHOAL_DEVICE unsigned __bitextract_u32(unsigned x, unsigned at, unsigned width)
{
    at &= 31, width &= 31;
    return x >> at & ((1u << width) - 1);
}
SHOAL_DEVICE unsigned long long __bitextract_u64(unsigned long long x, unsigned at, unsigned width)
{
    at &= 63, width &= 63;
    return x >> at & ((1ull << width) - 1);
}
SHOAL_DEVICE unsigned __bitinsert_u32(unsigned x, unsigned part, unsigned at, unsigned width)
{
    at &= 31, width &= 31;
    unsigned mask = (1u << width) - 1;
    return (x & ~(mask << at)) | (part & mask) << at;
}
SHOAL_DEVICE unsigned long long __bitinsert_u64(unsigned long long x, unsigned long long part,
                                                unsigned at, unsigned width)
{
    at &= 63, width &= 63;
    unsigned long long mask = (1ull << width) - 1;
    return (x & ~(mask << at)) | (part & mask) << at;
}

/* 32 bits out of (high, low), shifted: amounts modulo 32, or at most 32. */
SHOAL_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
SHOAL_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SHOAL_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
SHOAL_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* The bit of the nth (|offset|) one in mask, from `base` upwards or, if offset < 0, downwards; with
 * offset 0, `base` itself if it is set. All ones for none. */
__device__ static inline unsigned __fns64(unsigned long long mask, unsigned base, int offset)
{
    unsigned long long left = mask;
    int at = (int)base;
    if (offset == 0)
        return mask >> base & 1 ? base : ~0u;
    for (int step = offset < 0 ? -1 : 1, found = 0; at >= 0 && at < 64; at += step) {
        found += left >> at & 1;
        if (found == (offset < 0 ? -offset : offset))
            return (unsigned)at;
    }
    return ~0u;
}
SHOAL_DEVICE unsigned __fns32(unsigned long long mask, unsigned base, int offset)
{
    return __fns64(mask, base, offset);
}
SHOAL_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    return __fns64(mask, base, offset);
}

/* ---- bytes ---------------------------------------------------------------------------- */

/* Each of the 4 low nibbles of `select` chooses one of the 8 bytes of (y, x); its top bit, the sign
 * of it. */
__device__ static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned select)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned made = 0;
    for (int i = 0; i < 4; i++)
        made |= (unsigned)(bytes >> (select >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    return made;
}
SHOAL_DEVICE unsigned __sad(int x, int y, unsigned z)
{
    return z + (x > y ? (unsigned)x - y : (unsigned)y - x);
}
SHOAL_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return z + (x > y ? x - y : y - x);
}
SHOAL_DEVICE unsigned __hadd(int x, int y) { return (unsigned)(((long long)x + y) >> 1); }
SHOAL_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
SHOAL_DEVICE unsigned __uhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y) >> 1);
}
SHOAL_DEVICE unsigned __urhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}

#define SHOAL_DOT(name, T, S, make)                                                                \
    SHOAL_DEVICE T name(make a, make b, T c, bool saturate)                                        \
    {                                                                                              \
        long long sum = (long long)a.x * b.x + (long long)a.y * b.y + S + c;                       \
        const long long low = (T)-1 < 0 ? -0x80000000ll : 0,                                       \
                        high = (T)-1 < 0 ? 0x7fffffffll : 0xffffffffll;                            \
        return (T)(!saturate ? sum : sum < low ? low : sum > high ? high : sum);                   \
    }
SHOAL_DOT(amd_mixed_dot, int, 0, short2)
SHOAL_DOT(amd_mixed_dot, unsigned, 0, ushort2)
SHOAL_DOT(amd_mixed_dot, int, ((long long)a.z * b.z + (long long)a.w * b.w), char4)
SHOAL_DOT(amd_mixed_dot, unsigned, ((long long)a.z * b.z + (long long)a.w * b.w), uchar4)
#undef SHOAL_DOT
/* Eight signed or unsigned nibbles. */
SHOAL_DEVICE int amd_mixed_dot(int a, int b, int c, bool saturate)
{
    long long sum = c;
    for (int i = 0; i < 32; i += 4)
        sum += (a << (28 - i) >> 28) * (b << (28 - i) >> 28);
    return (int)(!saturate             ? sum
                 : sum < -0x80000000ll ? -0x80000000ll
                 : sum > 0x7fffffffll  ? 0x7fffffffll
                                       : sum);
}
SHOAL_DEVICE unsigned amd_mixed_dot(unsigned a, unsigned b, unsigned c, bool saturate)
{
    unsigned long long sum = c;
    for (int i = 0; i < 32; i += 4)
        sum += (a >> i & 15) * (b >> i & 15);
    return (unsigned)(saturate && sum > 0xffffffffull ? 0xffffffffull : sum);
}

/* ---- products ------------------------------------------------------------------------- */

SHOAL_DEVICE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
SHOAL_DEVICE int __umul24(unsigned x, unsigned y) { return (int)((x & 0xffffff) * (y & 0xffffff)); }
SHOAL_DEVICE int mul24(int x, int y) { return __mul24(x, y); }
SHOAL_DEVICE int umul24(unsigned x, unsigned y) { return __umul24(x, y); }
SHOAL_DEVICE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
SHOAL_DEVICE unsigned __umulhi(unsigned x, unsigned y)
{
    return (unsigned)((unsigned long long)x * y >> 32);
}
SHOAL_DEVICE long long __mul64hi(long long x, long long y)
{
    return (long long)((__int128)x * y >> 64);
}
SHOAL_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
SHOAL_DEVICE int mulhi(int x, int y) { return __mulhi(x, y); }
SHOAL_DEVICE unsigned umulhi(unsigned x, unsigned y) { return __umulhi(x, y); }

#endif
