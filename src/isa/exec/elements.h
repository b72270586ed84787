/* elements.h: memory elements of 1 to 16 bytes for 32 lanes, to and from vectors.
 *
 * "Raw" elements: dword i of every lane's element in raw[i], upper bits of narrow elements
 * 0. Guest programs may race with each other: accesses are of dwords or wider without
 * tearing when aligned, and hidden from the thread sanitizer (MEM_RACY). */
#ifndef SHOAL_EXEC_ELEMENTS_H
#define SHOAL_EXEC_ELEMENTS_H

#include "isa/exec/vec.h"

#define MEM_RACY_BEGIN                                                                             \
    _Pragma("clang attribute push(__attribute__((no_sanitize(\"thread\"))), apply_to = function)")
#define MEM_RACY_END _Pragma("clang attribute pop")

#define MEM_INLINE static inline __attribute__((always_inline))

/* Values in memory of any alignment. volatile: each is one access, made once. */
typedef volatile uint8_t any_u8;
typedef volatile uint16_t any_u16 __attribute__((aligned(1), may_alias));
typedef volatile uint32_t any_u32 __attribute__((aligned(1), may_alias));
typedef volatile uint64_t any_u64 __attribute__((aligned(1), may_alias));
typedef u8x32 any_u8x32 __attribute__((aligned(1), may_alias));
typedef u16x32 any_u16x32 __attribute__((aligned(1), may_alias));
typedef u32x32 any_u32x32 __attribute__((aligned(1), may_alias));

MEM_RACY_BEGIN

MEM_INLINE void *host(uint64_t address) { return (void *)(uintptr_t)address; }

MEM_INLINE uint32_t *raw_lane(vec32 *raw, unsigned lane) { return (uint32_t *)raw + lane; }

/* ---- one lane's element ---- */

MEM_INLINE void get_element(uint64_t at, unsigned bytes, uint32_t *r)
{
    uint64_t x;
    switch (bytes) {
    case 1:
        r[0] = *(any_u8 *)host(at);
        break;
    case 2:
        r[0] = *(any_u16 *)host(at);
        break;
    case 4:
        r[0] = *(any_u32 *)host(at);
        break;
    case 12:
        r[0] = *(any_u32 *)host(at);
        r[32] = *(any_u32 *)host(at + 4);
        r[64] = *(any_u32 *)host(at + 8);
        break;
    case 16:
        x = *(any_u64 *)host(at + 8);
        r[64] = (uint32_t)x;
        r[96] = (uint32_t)(x >> 32);
        __attribute__((fallthrough));
    default:
        x = *(any_u64 *)host(at);
        r[0] = (uint32_t)x;
        r[32] = (uint32_t)(x >> 32);
        break;
    }
}

MEM_INLINE void put_element(uint64_t at, unsigned bytes, const uint32_t *r)
{
    switch (bytes) {
    case 1:
        *(any_u8 *)host(at) = (uint8_t)r[0];
        break;
    case 2:
        *(any_u16 *)host(at) = (uint16_t)r[0];
        break;
    case 4:
        *(any_u32 *)host(at) = r[0];
        break;
    case 12:
        *(any_u32 *)host(at) = r[0];
        *(any_u32 *)host(at + 4) = r[32];
        *(any_u32 *)host(at + 8) = r[64];
        break;
    case 16:
        *(any_u64 *)host(at + 8) = r[64] | (uint64_t)r[96] << 32;
        __attribute__((fallthrough));
    default:
        *(any_u64 *)host(at) = r[0] | (uint64_t)r[32] << 32;
        break;
    }
}

/* ---- elements that follow each other ---- */

#define EVENS(a, b)                                                                                \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32,   \
                            34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62)
#define ODDS(a, b)                                                                                 \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33,   \
                            35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63)
#define ZIP_LOW(a, b)                                                                              \
    __builtin_shufflevector(a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40,   \
                            9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47)
#define ZIP_HIGH(a, b)                                                                             \
    __builtin_shufflevector(a, b, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55,  \
                            24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63)

/* 32 elements in a row, one per lane. */
MEM_INLINE void get_dense(uint64_t at, unsigned bytes, vec32 *raw)
{
    const any_u32x32 *p = host(at);
    switch (bytes) {
    case 1:
        raw[0].u = WIDEN(u32x32, *(const any_u8x32 *)host(at));
        break;
    case 2:
        raw[0].u = WIDEN(u32x32, *(const any_u16x32 *)host(at));
        break;
    case 4:
        raw[0].u = p[0];
        break;
    case 8: {
        u32x32 a = p[0], b = p[1];
        raw[0].u = EVENS(a, b);
        raw[1].u = ODDS(a, b);
        break;
    }
    case 16: {
        u32x32 a = p[0], b = p[1], c = p[2], d = p[3];
        u32x32 xz0 = EVENS(a, b), xz1 = EVENS(c, d), yw0 = ODDS(a, b), yw1 = ODDS(c, d);
        raw[0].u = EVENS(xz0, xz1);
        raw[1].u = EVENS(yw0, yw1);
        raw[2].u = ODDS(xz0, xz1);
        raw[3].u = ODDS(yw0, yw1);
        break;
    }
    default:
        for (unsigned l = 0; l < 32; l++)
            get_element(at + l * bytes, 12, raw_lane(raw, l));
        break;
    }
}

MEM_INLINE void put_dense(uint64_t at, unsigned bytes, const vec32 *raw)
{
    any_u32x32 *p = host(at);
    switch (bytes) {
    case 1:
        *(any_u8x32 *)host(at) = WIDEN(u8x32, raw[0].u);
        break;
    case 2:
        *(any_u16x32 *)host(at) = WIDEN(u16x32, raw[0].u);
        break;
    case 4:
        p[0] = raw[0].u;
        break;
    case 8:
        p[0] = ZIP_LOW(raw[0].u, raw[1].u);
        p[1] = ZIP_HIGH(raw[0].u, raw[1].u);
        break;
    case 16: {
        u32x32 xz0 = ZIP_LOW(raw[0].u, raw[2].u), xz1 = ZIP_HIGH(raw[0].u, raw[2].u);
        u32x32 yw0 = ZIP_LOW(raw[1].u, raw[3].u), yw1 = ZIP_HIGH(raw[1].u, raw[3].u);
        p[0] = ZIP_LOW(xz0, yw0);
        p[1] = ZIP_HIGH(xz0, yw0);
        p[2] = ZIP_LOW(xz1, yw1);
        p[3] = ZIP_HIGH(xz1, yw1);
        break;
    }
    default:
        for (unsigned l = 0; l < 32; l++)
            put_element(at + l * bytes, 12, (const uint32_t *)raw + l);
        break;
    }
}

/* ---- patterns of addresses ---- */

/* How 32-bit offsets of the lanes in `on` (not empty) are laid out. */
enum run_kind { RUN_NONE, RUN_SAME, RUN_DENSE };
struct run {
    enum run_kind kind;
    uint32_t first; /* offset of lane 0 (RUN_DENSE), of all (RUN_SAME) */
};

MEM_INLINE struct run run_of(u32x32 offset, uint32_t on, unsigned bytes)
{
    unsigned lane = (unsigned)__builtin_ctz(on);
    uint32_t first = offset[lane];
    if ((mask_of(offset != first) & on) == 0)
        return (struct run){RUN_SAME, first};
    uint64_t base = (uint64_t)first - lane * bytes;
    u32x32 want = splat32((uint32_t)base) + lane_ids() * bytes;
    if ((mask_of(offset != want) & on) || base > UINT32_MAX - 32 * bytes)
        return (struct run){RUN_NONE, 0};
    return (struct run){RUN_DENSE, (uint32_t)base};
}

MEM_RACY_END

#endif
