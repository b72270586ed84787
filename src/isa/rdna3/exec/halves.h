/* halves.h: elements of memory for the active lanes of a pass, half-wave by half-wave: a row
 * of a 16 x 16 work-group is 16 lanes.
 *
 * The active lanes of a half are in a row, all at one place, or anywhere; the last is done
 * lane by lane, by the CPU's instructions where it has them. Elements are raw ones (mem.h).
 * The caller has made sure that the elements of all active lanes may be accessed; nothing
 * of other lanes is touched. */
#ifndef SHOAL_RDNA3_HALVES_H
#define SHOAL_RDNA3_HALVES_H

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "isa/exec/elements.h"

MEM_RACY_BEGIN

typedef VEC(uint32_t, 64) u32x16;
typedef VEC(int32_t, 64) i32x16;
typedef VEC(uint64_t, 128) u64x16;
typedef bool bool16 __attribute__((ext_vector_type(16)));
typedef VEC(uint8_t, 16) u8x16;
typedef VEC(uint16_t, 32) u16x16;
typedef u32x16 any_u32x16 __attribute__((aligned(1), may_alias));
typedef u8x16 any_u8x16 __attribute__((aligned(1), may_alias));
typedef u16x16 any_u16x16 __attribute__((aligned(1), may_alias));
typedef VEC(uint32_t, 16) u32x4;
typedef u32x4 any_u32x4 __attribute__((aligned(1), may_alias));

#define LOW16(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define HIGH16(v)                                                                                  \
    __builtin_shufflevector(v, v, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)
#define JOIN16(a, b)                                                                               \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,    \
                            18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)
#define EVENS16(a, b)                                                                              \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODDS16(a, b)                                                                               \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define ZIP_LOW16(a, b)                                                                            \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define ZIP_HIGH16(a, b)                                                                           \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define UNPACK_LOW16(a, b)                                                                         \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define UNPACK_HIGH16(a, b)                                                                        \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define PAIRS_LOW16(a, b)                                                                          \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define PAIRS_HIGH16(a, b)                                                                         \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define JOIN4(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define JOIN8(a, b)                                                                                \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

enum { ALL16 = 0xffff };

MEM_INLINE uint32_t mask16(i32x16 c)
{
    bool16 b = __builtin_convertvector(c, bool16);
    uint16_t m;
    memcpy(&m, &b, sizeof m);
    return m;
}

MEM_INLINE u32x16 lane_ids16(void)
{
    return (u32x16){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

/* ---- where the lanes of a half are ---- */

struct half {
    enum run_kind kind; /* RUN_NONE: anywhere */
    uint32_t on;        /* active lanes, of 16; 0: nothing is to be done */
    uint32_t first;     /* offset of lane 0 (RUN_DENSE), of all (RUN_SAME) */
};

/* Whether the elements of some lanes of a row can be accessed as such. */
MEM_INLINE bool can_mask(unsigned bytes)
{
#ifdef __AVX512BW__
    return bytes <= 8;
#else
    (void)bytes;
    return false;
#endif
}

MEM_INLINE struct half half_of(u32x16 offset, uint32_t on, unsigned bytes)
{
    struct half h = {RUN_NONE, on, 0};
    if (!on)
        return h;
    unsigned lane = (unsigned)__builtin_ctz(on);
    uint32_t first = lane ? offset[lane] : offset[0];
    u32x16 rel = offset - first;
    if (!(mask16(rel != 0) & on)) {
        h.kind = RUN_SAME;
        h.first = first;
        return h;
    }
    uint32_t before = lane * bytes;
    if (!(mask16(rel != lane_ids16() * bytes - before) & on) && first >= before &&
        first - before <= UINT32_MAX - 16 * bytes && bytes != 12 &&
        (on == ALL16 || can_mask(bytes))) {
        h.kind = RUN_DENSE;
        h.first = first - before;
    }
    return h;
}

/* The bytes that a half in a row, or at one place, accesses. */
MEM_INLINE uint64_t half_span(struct half h, unsigned bytes, uint64_t *from)
{
    unsigned lane = (unsigned)__builtin_ctz(h.on), last = 31 - (unsigned)__builtin_clz(h.on);
    bool same = h.kind == RUN_SAME;
    *from = same ? h.first : h.first + (uint64_t)lane * bytes;
    return same ? bytes : (last - lane + 1) * bytes;
}

/* ---- elements in a row ---- */

#ifdef __AVX512BW__
/* Lanes that are not in `on` get 0. */
MEM_INLINE void load_some(uint64_t at, uint32_t on, unsigned bytes, u32x16 *out)
{
    if (bytes == 1) {
        out[0] = WIDEN(u32x16, (u8x16)_mm_maskz_loadu_epi8((__mmask16)on, host(at)));
    } else if (bytes == 2) {
        out[0] = WIDEN(u32x16, (u16x16)_mm256_maskz_loadu_epi16((__mmask16)on, host(at)));
    } else if (bytes == 4) {
        out[0] = (u32x16)_mm512_maskz_loadu_epi32((__mmask16)on, host(at));
    } else {
        u32x16 a = (u32x16)_mm512_maskz_loadu_epi64((__mmask8)on, host(at));
        u32x16 b = (u32x16)_mm512_maskz_loadu_epi64((__mmask8)(on >> 8), host(at + 64));
        out[0] = EVENS16(a, b);
        out[1] = ODDS16(a, b);
    }
}

MEM_INLINE void store_some(uint64_t at, uint32_t on, unsigned bytes, const u32x16 *in)
{
    if (bytes == 1) {
        _mm_mask_storeu_epi8(host(at), (__mmask16)on, (__m128i)WIDEN(u8x16, in[0]));
    } else if (bytes == 2) {
        _mm256_mask_storeu_epi16(host(at), (__mmask16)on, (__m256i)WIDEN(u16x16, in[0]));
    } else if (bytes == 4) {
        _mm512_mask_storeu_epi32(host(at), (__mmask16)on, (__m512i)in[0]);
    } else {
        _mm512_mask_storeu_epi64(host(at), (__mmask8)on, (__m512i)ZIP_LOW16(in[0], in[1]));
        _mm512_mask_storeu_epi64(host(at + 64), (__mmask8)(on >> 8),
                                 (__m512i)ZIP_HIGH16(in[0], in[1]));
    }
}
#else
MEM_INLINE void load_some(uint64_t at, uint32_t on, unsigned bytes, u32x16 *out)
{
    (void)at, (void)on, (void)bytes, (void)out;
}
MEM_INLINE void store_some(uint64_t at, uint32_t on, unsigned bytes, const u32x16 *in)
{
    (void)at, (void)on, (void)bytes, (void)in;
}
#endif

MEM_INLINE void load_row(uint64_t at, unsigned bytes, u32x16 *out)
{
    const any_u32x16 *p = host(at);
    if (bytes == 1) {
        out[0] = WIDEN(u32x16, *(const any_u8x16 *)host(at));
    } else if (bytes == 2) {
        out[0] = WIDEN(u32x16, *(const any_u16x16 *)host(at));
    } else if (bytes == 4) {
        out[0] = p[0];
    } else if (bytes == 8) {
        u32x16 a = p[0], b = p[1];
        out[0] = EVENS16(a, b);
        out[1] = ODDS16(a, b);
    } else {
        u32x16 a = p[0], b = p[1], c = p[2], d = p[3];
        u32x16 xz0 = EVENS16(a, b), xz1 = EVENS16(c, d);
        u32x16 yw0 = ODDS16(a, b), yw1 = ODDS16(c, d);
        out[0] = EVENS16(xz0, xz1);
        out[1] = EVENS16(yw0, yw1);
        out[2] = ODDS16(xz0, xz1);
        out[3] = ODDS16(yw0, yw1);
    }
}

MEM_INLINE void store_row(uint64_t at, unsigned bytes, const u32x16 *in)
{
    any_u32x16 *p = host(at);
    if (bytes == 1) {
        *(any_u8x16 *)host(at) = WIDEN(u8x16, in[0]);
    } else if (bytes == 2) {
        *(any_u16x16 *)host(at) = WIDEN(u16x16, in[0]);
    } else if (bytes == 4) {
        p[0] = in[0];
    } else if (bytes == 8) {
        p[0] = ZIP_LOW16(in[0], in[1]);
        p[1] = ZIP_HIGH16(in[0], in[1]);
    } else {
        u32x16 xz0 = ZIP_LOW16(in[0], in[2]), xz1 = ZIP_HIGH16(in[0], in[2]);
        u32x16 yw0 = ZIP_LOW16(in[1], in[3]), yw1 = ZIP_HIGH16(in[1], in[3]);
        p[0] = ZIP_LOW16(xz0, yw0);
        p[1] = ZIP_HIGH16(xz0, yw0);
        p[2] = ZIP_LOW16(xz1, yw1);
        p[3] = ZIP_HIGH16(xz1, yw1);
    }
}

/* ---- elements anywhere ---- */

/* In each of the four blocks of four, element i of v[j] becomes element j of v[i]. */
MEM_INLINE void transpose_blocks(u32x16 v[4])
{
    u32x16 a = UNPACK_LOW16(v[0], v[1]), b = UNPACK_HIGH16(v[0], v[1]);
    u32x16 c = UNPACK_LOW16(v[2], v[3]), d = UNPACK_HIGH16(v[2], v[3]);
    v[0] = PAIRS_LOW16(a, c);
    v[1] = PAIRS_HIGH16(a, c);
    v[2] = PAIRS_LOW16(b, d);
    v[3] = PAIRS_HIGH16(b, d);
}

/* 16 bytes per lane: loaded whole, then transposed. */
MEM_INLINE void gather_wide(const uint64_t at[16], u32x16 out[4])
{
    for (unsigned j = 0; j < 4; j++) {
        u32x4 x0 = *(any_u32x4 *)host(at[j]), x1 = *(any_u32x4 *)host(at[j + 4]);
        u32x4 x2 = *(any_u32x4 *)host(at[j + 8]), x3 = *(any_u32x4 *)host(at[j + 12]);
        out[j] = JOIN8(JOIN4(x0, x1), JOIN4(x2, x3));
    }
    transpose_blocks(out);
}

MEM_INLINE void scatter_wide(const uint64_t at[16], uint32_t on, const u32x16 in[4])
{
    u32x16 v[4] = {in[0], in[1], in[2], in[3]};
    u32x4 elements[16];
    transpose_blocks(v);
    for (unsigned j = 0; j < 4; j++)
        for (unsigned block = 0; block < 4; block++)
            memcpy(&elements[4 * block + j], (const uint32_t *)&v[j] + 4 * block, 16);
    if (on == ALL16) {
        for (unsigned l = 0; l < 16; l++)
            *(any_u32x4 *)host(at[l]) = elements[l];
        return;
    }
    for (; on; on &= on - 1) {
        unsigned l = (unsigned)__builtin_ctz(on);
        *(any_u32x4 *)host(at[l]) = elements[l];
    }
}

/* Elements of 4 or 8 bytes at `at`; lanes that are not in `on` get 0. */
#ifdef __AVX512F__
enum { HAS_GATHER = 1 };
MEM_INLINE void gather_some(u64x16 at, uint32_t on, unsigned bytes, u32x16 *out)
{
    const __m512i *a = (const __m512i *)&at;
    __mmask8 low = (__mmask8)on, high = (__mmask8)(on >> 8);
    if (bytes == 4) {
        __m256i x = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), low, a[0], NULL, 1);
        __m256i y = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), high, a[1], NULL, 1);
        out[0] = (u32x16)_mm512_inserti64x4(_mm512_castsi256_si512(x), y, 1);
    } else {
        u32x16 x = (u32x16)_mm512_mask_i64gather_epi64(_mm512_setzero_si512(), low, a[0], NULL, 1);
        u32x16 y = (u32x16)_mm512_mask_i64gather_epi64(_mm512_setzero_si512(), high, a[1], NULL, 1);
        out[0] = EVENS16(x, y);
        out[1] = ODDS16(x, y);
    }
}

/* The instructions store in the order of lanes, so the last one wins. */
MEM_INLINE void scatter_some(u64x16 at, uint32_t on, unsigned bytes, const u32x16 *in)
{
    const __m512i *a = (const __m512i *)&at;
    __mmask8 low = (__mmask8)on, high = (__mmask8)(on >> 8);
    if (bytes == 4) {
        _mm512_mask_i64scatter_epi32(NULL, low, a[0], _mm512_castsi512_si256((__m512i)in[0]), 1);
        _mm512_mask_i64scatter_epi32(NULL, high, a[1], _mm512_extracti64x4_epi64((__m512i)in[0], 1),
                                     1);
    } else {
        _mm512_mask_i64scatter_epi64(NULL, low, a[0], (__m512i)ZIP_LOW16(in[0], in[1]), 1);
        _mm512_mask_i64scatter_epi64(NULL, high, a[1], (__m512i)ZIP_HIGH16(in[0], in[1]), 1);
    }
}
#else
enum { HAS_GATHER = 0 };
MEM_INLINE void gather_some(u64x16 at, uint32_t on, unsigned bytes, u32x16 *out)
{
    (void)at, (void)on, (void)bytes, (void)out;
}
MEM_INLINE void scatter_some(u64x16 at, uint32_t on, unsigned bytes, const u32x16 *in)
{
    (void)at, (void)on, (void)bytes, (void)in;
}
#endif

/* Lanes that are not in `on` get 0. */
MEM_INLINE void gather16(u64x16 at, uint32_t on, unsigned bytes, u32x16 *out)
{
    const uint64_t *a = (const uint64_t *)&at;
    if (HAS_GATHER && (bytes == 4 || bytes == 8)) {
        gather_some(at, on, bytes, out);
    } else if (bytes == 16 && on == ALL16) {
        gather_wide(a, out);
    } else {
        uint32_t r[4 * 32];
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            memset(r + 32 * i, 0, 64);
        for (; on; on &= on - 1) {
            unsigned l = (unsigned)__builtin_ctz(on);
            get_element(a[l], bytes, r + l);
        }
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            memcpy(&out[i], r + 32 * i, 64);
    }
}

/* Lanes in order, so the last one wins. */
MEM_INLINE void scatter16(u64x16 at, uint32_t on, unsigned bytes, const u32x16 *in)
{
    const uint64_t *a = (const uint64_t *)&at;
    if (HAS_GATHER && (bytes == 4 || bytes == 8)) {
        scatter_some(at, on, bytes, in);
    } else if (bytes == 16) {
        scatter_wide(a, on, in);
    } else {
        uint32_t r[4 * 32];
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            memcpy(r + 32 * i, &in[i], 64);
        for (; on; on &= on - 1) {
            unsigned l = (unsigned)__builtin_ctz(on);
            put_element(a[l], bytes, r + l);
        }
    }
}

/* ---- a half ---- */

/* Lanes that are not active get anything. */
MEM_INLINE void half_load(struct half h, uint64_t base, u32x16 offset, unsigned bytes, u32x16 *out)
{
    if (h.kind == RUN_SAME) {
        uint32_t r[4 * 32];
        get_element(base + h.first, bytes, r);
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            out[i] = (u32x16){0} + r[32 * i];
    } else if (h.kind == RUN_DENSE) {
        if (h.on == ALL16)
            load_row(base + h.first, bytes, out);
        else
            load_some(base + h.first, h.on, bytes, out);
    } else {
        gather16(base + WIDEN(u64x16, offset), h.on, bytes, out);
    }
}

MEM_INLINE void half_store(struct half h, uint64_t base, u32x16 offset, unsigned bytes,
                           const u32x16 *in)
{
    if (h.kind == RUN_SAME) { /* the last lane wins */
        uint32_t r[4 * 32];
        unsigned last = 31 - (unsigned)__builtin_clz(h.on);
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            r[32 * i] = in[i][last];
        put_element(base + h.first, bytes, r);
    } else if (h.kind == RUN_DENSE) {
        if (h.on == ALL16)
            store_row(base + h.first, bytes, in);
        else
            store_some(base + h.first, h.on, bytes, in);
    } else {
        scatter16(base + WIDEN(u64x16, offset), h.on, bytes, in);
    }
}

/* ---- a pass ---- */

/* The lanes of a pass at base + offset. */
struct pass {
    uint32_t on;
    uint64_t base;
    u32x32 offset;
    struct half half[2];
};

MEM_INLINE void find_halves(struct pass *p, unsigned bytes)
{
    p->half[0] = half_of(LOW16(p->offset), p->on & ALL16, bytes);
    p->half[1] = half_of(HIGH16(p->offset), p->on >> 16, bytes);
}

/* Lanes that are not active get anything. */
MEM_INLINE void pass_load(const struct pass *p, unsigned bytes, vec32 *raw)
{
    u32x16 a[4] = {{0}}, b[4] = {{0}};
    if (p->half[0].on)
        half_load(p->half[0], p->base, LOW16(p->offset), bytes, a);
    if (p->half[1].on)
        half_load(p->half[1], p->base, HIGH16(p->offset), bytes, b);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        raw[i].u = JOIN16(a[i], b[i]);
}

MEM_INLINE void pass_store(const struct pass *p, unsigned bytes, const vec32 *raw)
{
    u32x16 in[4];
    for (unsigned h = 0; h < 2; h++) {
        if (!p->half[h].on)
            continue;
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            in[i] = h ? HIGH16(raw[i].u) : LOW16(raw[i].u);
        half_store(p->half[h], p->base, h ? HIGH16(p->offset) : LOW16(p->offset), bytes, in);
    }
}

MEM_RACY_END

#endif
