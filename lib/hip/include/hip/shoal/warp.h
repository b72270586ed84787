/* warp.h: functions of a wave: votes, moves between lanes, matches, reductions. Masks have a bit
 * per lane; those of CUDA's _sync functions may have 32 or 64 bits, and the lanes in them are those
 * that take part. */
#ifndef HIP_SHOAL_WARP_H
#define HIP_SHOAL_WARP_H

#include <hip/shoal/index.h>
#include <hip/shoal/integer.h>

#define SHOAL_WAVE __device__ static inline __attribute__((always_inline, convergent))

SHOAL_DEVICE unsigned __lane_id()
{
#if __AMDGCN_WAVEFRONT_SIZE == 32
    return __builtin_amdgcn_mbcnt_lo(~0u, 0);
#else
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
#endif
}
/* Masks have 64 bits, as for waves of 64: those of lanes that there are. */
SHOAL_DEVICE unsigned long long shoal_lanes(unsigned long long mask)
{
    return mask & (__AMDGCN_WAVEFRONT_SIZE == 32 ? 0xffffffffull : ~0ull);
}

SHOAL_DEVICE unsigned long long __lanemask_eq() { return 1ull << __lane_id(); }
SHOAL_DEVICE unsigned long long __lanemask_lt() { return (1ull << __lane_id()) - 1; }
SHOAL_DEVICE unsigned long long __lanemask_le() { return __lanemask_lt() | __lanemask_eq(); }
SHOAL_DEVICE unsigned long long __lanemask_gt() { return shoal_lanes(~__lanemask_le()); }
SHOAL_DEVICE unsigned long long __lanemask_ge() { return __lanemask_gt() | __lanemask_eq(); }

/* ---- votes ---------------------------------------------------------------------------- */

SHOAL_WAVE unsigned long long __ballot64(int predicate)
{
#if __AMDGCN_WAVEFRONT_SIZE == 32
    return __builtin_amdgcn_ballot_w32(predicate != 0);
#else
    return __builtin_amdgcn_ballot_w64(predicate != 0);
#endif
}
SHOAL_WAVE unsigned long long __ballot(int predicate) { return __ballot64(predicate); }
SHOAL_WAVE unsigned long long __activemask() { return __ballot64(true); }
SHOAL_WAVE int __any(int predicate) { return __ballot64(predicate) != 0; }
SHOAL_WAVE int __all(int predicate) { return __ballot64(predicate == 0) == 0; }
template <class Mask> SHOAL_WAVE unsigned long long __ballot_sync(Mask mask, int predicate)
{
    return __ballot64(predicate) & mask;
}
template <class Mask> SHOAL_WAVE int __any_sync(Mask mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}
template <class Mask> SHOAL_WAVE int __all_sync(Mask mask, int predicate)
{
    return __ballot_sync(mask, predicate == 0) == 0;
}

/* Lanes of a wave run together: what one writes, the others see after this. */
SHOAL_WAVE void __syncwarp()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
template <class Mask> SHOAL_WAVE void __syncwarp(Mask) { __syncwarp(); }

/* ---- moves between lanes -------------------------------------------------------------- */

/* Any value, dword by dword, from the lane of the given number. */
template <class T> SHOAL_WAVE T shoal_from_lane(T value, int lane)
{
    union Words {
        T value;
        int words[(sizeof(T) + 3) / 4];
        __device__ Words() : words{} {}
    } u;
    u.value = value;
    for (unsigned i = 0; i < sizeof u.words / 4; i++)
        u.words[i] = __builtin_amdgcn_ds_bpermute(lane << 2, u.words[i]);
    return u.value;
}
template <class T> SHOAL_WAVE T __shfl(T value, int source, int width = warpSize)
{
    return shoal_from_lane(value, (source & (width - 1)) + ((int)__lane_id() & ~(width - 1)));
}
template <class T> SHOAL_WAVE T __shfl_up(T value, unsigned delta, int width = warpSize)
{
    int self = (int)__lane_id(), lane = self - (int)delta;
    return shoal_from_lane(value, lane < (self & ~(width - 1)) ? self : lane);
}
template <class T> SHOAL_WAVE T __shfl_down(T value, unsigned delta, int width = warpSize)
{
    int self = (int)__lane_id();
    return shoal_from_lane(value,
                           (self & (width - 1)) + (int)delta >= width ? self : self + (int)delta);
}
template <class T> SHOAL_WAVE T __shfl_xor(T value, int mask, int width = warpSize)
{
    int self = (int)__lane_id(), lane = self ^ mask;
    return shoal_from_lane(value, lane >= ((self + width) & ~(width - 1)) ? self : lane);
}
template <class Mask, class T>
SHOAL_WAVE T __shfl_sync(Mask, T value, int source, int width = warpSize)
{
    return __shfl(value, source, width);
}
template <class Mask, class T>
SHOAL_WAVE T __shfl_up_sync(Mask, T value, unsigned delta, int width = warpSize)
{
    return __shfl_up(value, delta, width);
}
template <class Mask, class T>
SHOAL_WAVE T __shfl_down_sync(Mask, T value, unsigned delta, int width = warpSize)
{
    return __shfl_down(value, delta, width);
}
template <class Mask, class T>
SHOAL_WAVE T __shfl_xor_sync(Mask, T value, int mask, int width = warpSize)
{
    return __shfl_xor(value, mask, width);
}

/* AMD's own moves. */
SHOAL_WAVE unsigned __hip_ds_bpermute(int lane4, unsigned value)
{
    return (unsigned)__builtin_amdgcn_ds_bpermute(lane4, (int)value);
}
SHOAL_WAVE float __hip_ds_bpermutef(int lane4, float value)
{
    return __builtin_bit_cast(float,
                              __builtin_amdgcn_ds_bpermute(lane4, __builtin_bit_cast(int, value)));
}
SHOAL_WAVE unsigned __hip_ds_permute(int lane4, unsigned value)
{
    return (unsigned)__builtin_amdgcn_ds_permute(lane4, (int)value);
}
SHOAL_WAVE float __hip_ds_permutef(int lane4, float value)
{
    return __builtin_bit_cast(float,
                              __builtin_amdgcn_ds_permute(lane4, __builtin_bit_cast(int, value)));
}
#define __hip_ds_swizzle(value, pattern)                                                           \
    ((unsigned)__builtin_amdgcn_ds_swizzle((int)(value), (pattern)))
#define __hip_ds_swizzlef(value, pattern)                                                          \
    __builtin_bit_cast(                                                                            \
        float, __builtin_amdgcn_ds_swizzle(__builtin_bit_cast(int, (float)(value)), (pattern)))
#define __hip_move_dpp(value, control, rows, banks, bounds)                                        \
    __builtin_amdgcn_mov_dpp((value), (control), (rows), (banks), (bounds))

/* ---- matches and reductions ----------------------------------------------------------- */

/* Bit for bit. */
template <class T> SHOAL_DEVICE bool shoal_is_same(const T &a, const T &b)
{
    auto p = (const unsigned char *)&a, q = (const unsigned char *)&b;
    bool is_same = true;
    for (unsigned i = 0; i < sizeof(T); i++)
        is_same = is_same && p[i] == q[i];
    return is_same;
}
/* The lanes in mask with the same value. */
template <class Mask, class T> SHOAL_WAVE unsigned long long __match_any_sync(Mask mask, T value)
{
    unsigned long long left = (unsigned long long)mask & __activemask(), same = 0;
    for (; left; left &= left - 1) {
        int lane = __builtin_ctzll(left);
        T other = shoal_from_lane(value, lane);
        same |= (unsigned long long)(shoal_is_same(other, value)) << lane;
    }
    return same;
}
template <class T> SHOAL_WAVE unsigned long long __match_any(T value)
{
    return __match_any_sync(__activemask(), value);
}
/* mask if all in it have the same value, else 0. */
template <class Mask, class T>
SHOAL_WAVE unsigned long long __match_all_sync(Mask mask, T value, int *is_same)
{
    T first = shoal_from_lane(value, __builtin_ctzll((unsigned long long)mask));
    *is_same = __all_sync(mask, shoal_is_same(first, value));
    return *is_same ? shoal_lanes(mask) : 0;
}
template <class T> SHOAL_WAVE unsigned long long __match_all(T value, int *is_same)
{
    return __match_all_sync(__activemask(), value, is_same);
}

/* In the order of the lanes. */
#define SHOAL_REDUCE(name, expression)                                                             \
    template <class Mask, class T> SHOAL_WAVE T __reduce_##name##_sync(Mask mask, T value)         \
    {                                                                                              \
        unsigned long long left = shoal_lanes(mask);                                               \
        T a = shoal_from_lane(value, __builtin_ctzll(left));                                       \
        while (left &= left - 1) {                                                                 \
            T b = shoal_from_lane(value, __builtin_ctzll(left));                                   \
            a = expression;                                                                        \
        }                                                                                          \
        return a;                                                                                  \
    }
SHOAL_REDUCE(add, a + b)
SHOAL_REDUCE(min, b < a ? b : a)
SHOAL_REDUCE(max, a < b ? b : a)
SHOAL_REDUCE(and, a &b)
SHOAL_REDUCE(or, a | b)
SHOAL_REDUCE(xor, a ^ b)
#undef SHOAL_REDUCE

#endif
