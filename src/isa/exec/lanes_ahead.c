/* lanes_ahead.c: see lanes_ahead.h. Compiled without VZEROUPPER, which would clear halves of
 * registers that are kept. */
#include "isa/exec/lanes_ahead.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>

#include "isa/exec/elements.h"
#include "isa/exec/keep_registers.h"
#include "isa/exec/strip_pages.h"
#include "isa/exec/transpose.h"

enum { LINE = 64, MAX_REACH = 1 << 14 };
_Static_assert((int)STRIP_LANES == (int)AHEAD_LANES, "strip_pages.h");

/* Guest programs may race (elements.h). */
MEM_RACY_BEGIN

/* What is called here is inlined. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wexcessive-regsave"

/* How far ahead of the lanes to look. Where their parts of an array follow each other, these are
 * followed by those of the next wave; else each lane goes on to the next line. */
__attribute__((always_inline)) static inline int64_t find_reach(const struct lanes_ahead *w,
                                                                uint32_t lanes, uint32_t shift)
{
#define EACH(n) 32 * 65536 / (n)
    static const uint32_t by_lanes[AHEAD_LANES] = {
        0,        EACH(1),  EACH(2),  EACH(3),  EACH(4),  EACH(5),  EACH(6),  EACH(7),
        EACH(8),  EACH(9),  EACH(10), EACH(11), EACH(12), EACH(13), EACH(14), EACH(15),
        EACH(16), EACH(17), EACH(18), EACH(19), EACH(20), EACH(21), EACH(22), EACH(23),
        EACH(24), EACH(25), EACH(26), EACH(27), EACH(28), EACH(29), EACH(30), EACH(31)};
#undef EACH
    unsigned first = (unsigned)__builtin_ctz(lanes), last = 31 - (unsigned)__builtin_clz(lanes);
    int64_t span = ((int64_t)w->index[last] - w->index[first]) * (INT64_C(1) << shift);
    int64_t reach = span * by_lanes[last - first] >> 16;
    return reach > 0 && reach < MAX_REACH ? reach : LINE;
}

/* How far from their base 16 lanes are; those that are not in `on`, as far as the first one that
 * is.
 */
AVX512 __attribute__((always_inline)) static inline void
find_places(const int32_t *index, __mmask16 on, uint32_t shift, __m512i place[2])
{
    __m512i all = _mm512_load_si512(index);
    __m128i by = _mm_cvtsi32_si128((int)shift);
    if (on != 0xffff) {
        __m512i first = _mm512_permutexvar_epi32(_mm512_set1_epi32(__builtin_ctz(on)), all);
        all = _mm512_mask_mov_epi32(first, on, all);
    }
    place[0] = _mm512_sll_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(all)), by);
    place[1] = _mm512_sll_epi64(_mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(all, 1)), by);
}

/* The 16 bytes at each of these places, by dword. */
AVX512 __attribute__((always_inline)) static inline void load_each(const uint8_t *const at[16],
                                                                   unsigned bytes, __m512i row[4])
{
    __m512i v[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++) { /* lanes k, 4 + k, 8 + k, 12 + k */
#define PLACE(n) _mm_loadu_si128((const __m128i *)(at[4 * (n) + k] + bytes))
        v[k] = _mm512_castsi128_si512(PLACE(0));
        v[k] = _mm512_inserti32x4(v[k], PLACE(1), 1);
        v[k] = _mm512_inserti32x4(v[k], PLACE(2), 2);
        v[k] = _mm512_inserti32x4(v[k], PLACE(3), 3);
#undef PLACE
    }
    transpose_4x4(v, row);
}

/* Lanes 16 h to 16 h + 15: those that are not active load what the first active one does.
 * is_for_both: the other 16 lanes load the same. */
AVX512 __attribute__((always_inline)) static inline void
load_half(uint32_t (*rows)[AHEAD_LANES], const int32_t *indices, const uint8_t *from, unsigned h,
          uint32_t lanes, uint32_t shift, int64_t reach, bool is_for_both)
{
    __mmask16 on = (__mmask16)(lanes >> 16 * h);
    if (!on)
        return;
    int64_t at[16] __attribute__((aligned(64)));
    __m512i place[2];
    find_places(indices + 16 * h, on, shift, place);
    _mm512_store_si512(at, place[0]);
    _mm512_store_si512(at + 8, place[1]);
    for (unsigned k = 0; reach && k < 16; k++)
        _mm_prefetch((const char *)from + at[k] + reach, _MM_HINT_T0);
    const uint8_t *places[16];
    __m512i row[4];
    for (unsigned k = 0; k < 16; k++)
        places[k] = from + at[k];
    load_each(places, 0, row);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        _mm512_store_si512(rows[i] + 16 * h, row[i]);
        if (is_for_both)
            _mm512_store_si512(rows[i] + 16 * !h, row[i]);
    }
}

/* Lanes 16 to 31 are where lanes 0 to 15 are, as copies of a matrix's rows have it. */
AVX512 __attribute__((always_inline)) static inline bool are_twice(const int32_t *index,
                                                                   uint32_t lanes)
{
    __m512i low = _mm512_load_si512(index), high = _mm512_load_si512(index + 16);
    return lanes == UINT32_MAX && _mm512_cmpneq_epi32_mask(low, high) == 0;
}

INSIDE AVX512 static void load_quads(uint32_t (*row)[AHEAD_LANES], const uint8_t *from,
                                     uint32_t lanes, uint32_t shift, const int32_t *index)
{
    if (are_twice(index, lanes)) {
        load_half(row, index, from, 0, lanes, shift, 0, true);
        return;
    }
    load_half(row, index, from, 0, lanes, shift, 0, false);
    load_half(row, index, from, 1, lanes, shift, 0, false);
}

/* 32 bytes of each of lanes 16 h to 16 h + 15, which are all in these places. */
AVX512 __attribute__((always_inline)) static inline void
load_pairs(uint32_t (*low)[AHEAD_LANES], uint32_t (*high)[AHEAD_LANES], const uint8_t *from,
           const int64_t at[16], unsigned h, bool is_for_both)
{
    __m512i row[2][4]; /* lanes 0 to 3 and 8 to 11, 4 to 7 and 12 to 15; their dwords i, 4 + i */
#pragma unroll
    for (unsigned n = 0; n < 2; n++) {
        __m512i v[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) { /* lanes 4 n + k, 8 + 4 n + k */
#define PLACE(l) _mm256_loadu_si256((const __m256i *)(from + at[l]))
            v[k] = _mm512_castsi256_si512(PLACE(4 * n + k));
            v[k] = _mm512_inserti64x4(v[k], PLACE(8 + 4 * n + k), 1);
#undef PLACE
        }
        transpose_4x4(v, row[n]);
    }
    __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
            odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
#pragma unroll
    for (unsigned i = 0; i < 4; i++) {
        __m512i x = _mm512_permutex2var_epi64(row[0][i], even, row[1][i]),
                y = _mm512_permutex2var_epi64(row[0][i], odd, row[1][i]);
        _mm512_store_si512(low[i] + 16 * h, x);
        _mm512_store_si512(high[i] + 16 * h, y);
        if (is_for_both) {
            _mm512_store_si512(low[i] + 16 * !h, x);
            _mm512_store_si512(high[i] + 16 * !h, y);
        }
    }
}

/* The same, to memory. Which ones begin less than 32 bytes before the end of a page. */
AVX512 __attribute__((always_inline)) static inline __mmask8
find_pairs(const int32_t *index, const uint8_t *from, __mmask16 on, uint32_t shift, int64_t at[16])
{
    __m512i place[2], page = _mm512_set1_epi64(GUEST_PAGE - 1),
                      last = _mm512_set1_epi64(GUEST_PAGE - 2 * AHEAD_BYTES),
                      base = _mm512_set1_epi64((int64_t)(uintptr_t)from);
    find_places(index, on, shift, place);
    _mm512_store_si512(at, place[0]);
    _mm512_store_si512(at + 8, place[1]);
    __m512i low = _mm512_and_si512(_mm512_add_epi64(place[0], base), page),
            high = _mm512_and_si512(_mm512_add_epi64(place[1], base), page);
    return _mm512_cmpgt_epi64_mask(_mm512_max_epi64(low, high), last);
}

AVX512 bool lanes_load_two_quads(uint32_t (*low)[AHEAD_LANES], uint32_t (*high)[AHEAD_LANES],
                                 const uint8_t *from, uint32_t lanes, uint32_t shift,
                                 const int32_t *index)
{
    int64_t at[2][16] __attribute__((aligned(64)));
    if (are_twice(index, lanes)) {
        if (find_pairs(index, from, 0xffff, shift, at[0]))
            return false;
        load_pairs(low, high, from, at[0], 0, true);
        return true;
    }
    for (unsigned h = 0; h < 2; h++) {
        __mmask16 on = (__mmask16)(lanes >> 16 * h);
        if (on && find_pairs(index + 16 * h, from, on, shift, at[h]))
            return false;
    }
    for (unsigned h = 0; h < 2; h++)
        if (lanes >> 16 * h & 0xffff)
            load_pairs(low, high, from, at[h], h, false);
    return true;
}

/* 64 bytes of each of lanes 16 h to 16 h + 15, at from + (index << shift). */
AVX512 __attribute__((always_inline)) static inline void load_lines(uint32_t (*rows)[AHEAD_LANES],
                                                                    const int32_t *index,
                                                                    unsigned h, const uint8_t *from,
                                                                    uint32_t shift, int64_t reach)
{
    const uint8_t *at[16];
#pragma unroll
    for (unsigned k = 0; k < 16; k++) {
        int32_t i = index[16 * h + k];
        __asm__("" : "+r"(i)); /* not as vectors, of which each would have to be extracted */
        at[k] = from + (int64_t)i * (INT64_C(1) << shift);
    }
    for (unsigned k = 0; k < 16; k++)
        _mm_prefetch((const char *)at[k] + reach, _MM_HINT_T0);
#pragma unroll
    for (unsigned c = 0; c < 4; c++) {
        __m512i row[4];
        load_each(at, 16 * c, row);
        for (unsigned i = 0; i < 4; i++)
            _mm512_store_si512(rows[4 * c + i] + 16 * h, row[i]);
    }
}

enum { MOST_LONE = 4, LONG_RUN = 4 };

/* Notes where the next fill is. Whether so many before it were of no use that it is to be of
 * elements alone, as where each iteration goes on by more than is loaded. */
__attribute__((always_inline)) static inline bool
note_fill(struct lanes_ahead *w, const uint8_t *from, uint32_t shift, uint64_t at)
{
    uint64_t by = at - w->at,
             most = w->lanes && w->bytes == STRIP_BYTES ? 2 * STRIP_BYTES : 2 * AHEAD_BYTES;
    bool goes_on = by < most;
    w->lone = goes_on ? 0 : (uint8_t)(w->lone + (w->lone < MOST_LONE));
    w->runs = goes_on ? (uint8_t)(w->runs + (w->runs < LONG_RUN)) : 0;
    w->at = at;
    w->from = from;
    w->shift = shift;
    w->first = 0;
    if (w->open && w->lone == MOST_LONE)
        ++*w->fails;
    return w->lone == MOST_LONE;
}

/* So many bytes of each lane are to be loaded; 0: only the elements. */
__attribute__((always_inline)) static inline void note_bytes(struct lanes_ahead *w, uint32_t lanes,
                                                             uint32_t bytes, uint32_t elements)
{
    w->bytes = bytes ? bytes : elements;
    w->lanes = bytes ? lanes : 0;
}

/* The elements of active lanes alone: what is behind them may not be there. */
__attribute__((always_inline)) static inline void load_elements(struct lanes_ahead *w,
                                                                const uint8_t *from, uint32_t lanes,
                                                                uint32_t shift, uint32_t bytes)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = (unsigned)__builtin_ctz(lanes);
        const uint8_t *p = from + (int64_t)w->index[l] * (INT64_C(1) << shift);
        get_element((uintptr_t)p, bytes, &w->row[0][l]);
    }
}

/* Functions of their own, so that others need not keep the registers that they use. */
INSIDE AVX512 __attribute__((noinline)) static bool are_near(const struct lanes_ahead *w,
                                                             const uint8_t *from, uint64_t lanes,
                                                             uint64_t shift, uint64_t bytes)
{
    return are_on_pages(w->index, from, (uint32_t)lanes, (uint32_t)shift, (uint32_t)bytes);
}

/* Whether so many bytes from each lane's place on are certainly there. */
AVX512 __attribute__((always_inline)) static inline bool are_there(const struct lanes_ahead *w,
                                                                   const uint8_t *from,
                                                                   uint32_t lanes, uint32_t shift,
                                                                   int bytes)
{
    __m512i page = _mm512_set1_epi32(GUEST_PAGE - 1), last = _mm512_set1_epi32(GUEST_PAGE - bytes),
            base = _mm512_set1_epi32((int)(uint32_t)(uintptr_t)from);
    __m128i by = _mm_cvtsi32_si128((int)shift);
    uint32_t beyond = 0;
    for (unsigned h = 0; h < 2; h++) {
        __m512i p = _mm512_load_si512(w->index + 16 * h);
        p = _mm512_and_si512(_mm512_add_epi32(_mm512_sll_epi32(p, by), base), page);
        beyond |= (uint32_t)_mm512_cmpgt_epi32_mask(p, last) << 16 * h;
    }
    return !(beyond & lanes) || are_near(w, from, lanes, shift, (uint32_t)bytes);
}

INSIDE AVX512 __attribute__((noinline)) static void
load_long(struct lanes_ahead *w, const uint8_t *from, uint64_t active, uint64_t by, int64_t reach)
{
    uint32_t lanes = (uint32_t)active, shift = (uint32_t)by;
    int32_t some[AHEAD_LANES] __attribute__((aligned(64)));
    const int32_t *index = w->index;
    __m512i first = _mm512_set1_epi32(index[__builtin_ctz(lanes)]);
    for (unsigned h = 0; lanes != UINT32_MAX && h < 2; h++) {
        __mmask16 on = (__mmask16)(lanes >> 16 * h);
        __m512i all = _mm512_mask_mov_epi32(first, on, _mm512_load_si512(w->index + 16 * h));
        _mm512_store_si512(some + 16 * h, all);
        index = some;
    }
    load_lines(w->row, index, 0, from, shift, reach);
    load_lines(w->row, index, 1, from, shift, reach);
}

INSIDE AVX512 static void fill_ahead(struct lanes_ahead *w, const uint8_t *from, uint32_t lanes,
                                     uint32_t shift, uint64_t at, uint32_t bytes)
{
    bool lone = note_fill(w, from, shift, at);
    uint32_t ahead = !lanes ? 0
                     : w->runs == LONG_RUN && are_there(w, from, lanes, shift, STRIP_BYTES)
                         ? STRIP_BYTES
                     : !lone && are_there(w, from, lanes, shift, AHEAD_BYTES) ? AHEAD_BYTES
                                                                              : 0;
    note_bytes(w, lanes, ahead, bytes);
    if (w->open && *w->open)
        strips_make_way(w, lanes);
    if (!ahead) {
        load_elements(w, from, lanes, shift, bytes);
        return;
    }
    int64_t reach = find_reach(w, lanes, shift);
    if (ahead == STRIP_BYTES) {
        load_long(w, from, lanes, shift, reach);
        return;
    }
    load_half(w->row, w->index, from, 0, lanes, shift, reach, false);
    load_half(w->row, w->index, from, 1, lanes, shift, reach, false);
}

/* ---- AVX2 ---- */

enum { EIGHT = 8 };

/* Where lanes first to first + 7 are; those that are not active, where the first active one is. */
AVX2 __attribute__((always_inline)) static inline void
find_eight(const int32_t *index, const uint8_t *from, unsigned first, uint32_t lanes,
           uint32_t shift, const uint8_t *at[EIGHT])
{
    int32_t other = index[__builtin_ctz(lanes)];
#pragma unroll
    for (unsigned k = 0; k < EIGHT; k++) {
        int64_t by = lanes >> (first + k) & 1 ? index[first + k] : other;
        at[k] = from + by * (INT64_C(1) << shift);
    }
}

/* The active lanes that begin less than `bytes` before the end of a page. */
AVX2 __attribute__((always_inline)) static inline uint32_t
find_last(const int32_t *index, const uint8_t *from, uint32_t lanes, uint32_t shift, int bytes)
{
    __m256i page = _mm256_set1_epi32(GUEST_PAGE - 1), last = _mm256_set1_epi32(GUEST_PAGE - bytes),
            base = _mm256_set1_epi32((int)(uint32_t)(uintptr_t)from);
    __m128i by = _mm_cvtsi32_si128((int)shift);
    uint32_t found = 0;
    for (unsigned first = 0; first < AHEAD_LANES; first += EIGHT) {
        __m256i p = _mm256_load_si256((const __m256i *)(index + first));
        p = _mm256_and_si256(_mm256_add_epi32(_mm256_sll_epi32(p, by), base), page);
        p = _mm256_cmpgt_epi32(p, last);
        found |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(p)) << first;
    }
    return found & lanes;
}

AVX2 __attribute__((always_inline)) static inline void
load_eights(uint32_t (*rows)[AHEAD_LANES], const int32_t *index, const uint8_t *from,
            uint32_t lanes, uint32_t shift, int64_t reach)
{
    for (unsigned first = 0; first < AHEAD_LANES; first += EIGHT) {
        const uint8_t *at[EIGHT];
        __m256i v[4], row[4];
        if (!(lanes >> first & 0xff))
            continue;
        find_eight(index, from, first, lanes, shift, at);
        for (unsigned k = 0; reach && k < EIGHT; k++)
            _mm_prefetch((const char *)at[k] + reach, _MM_HINT_T0);
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            v[k] = _mm256_inserti128_si256(
                _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)at[k])),
                _mm_loadu_si128((const __m128i *)at[4 + k]), 1);
        transpose_4x2(v, row);
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            _mm256_store_si256((__m256i *)(rows[i] + first), row[i]);
    }
}

INSIDE AVX2 static void load_quads_avx2(uint32_t (*row)[AHEAD_LANES], const uint8_t *from,
                                        uint32_t lanes, uint32_t shift, const int32_t *index)
{
    load_eights(row, index, from, lanes, shift, 0);
}

AVX2 bool lanes_load_two_quads_avx2(uint32_t (*low)[AHEAD_LANES], uint32_t (*high)[AHEAD_LANES],
                                    const uint8_t *from, uint32_t lanes, uint32_t shift,
                                    const int32_t *index)
{
    if (find_last(index, from, lanes, shift, 2 * AHEAD_BYTES))
        return false;
    for (unsigned first = 0; first < AHEAD_LANES; first += EIGHT) {
        const uint8_t *at[EIGHT];
        __m256i v[EIGHT], row[EIGHT];
        if (!(lanes >> first & 0xff))
            continue;
        find_eight(index, from, first, lanes, shift, at);
#pragma unroll
        for (unsigned k = 0; k < EIGHT; k++)
            v[k] = _mm256_loadu_si256((const __m256i *)at[k]);
        transpose_4x2(v, row); /* dwords i and 4 + i of lanes 0 to 3 */
        transpose_4x2(v + 4, row + 4);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            _mm256_store_si256((__m256i *)(low[i] + first),
                               _mm256_permute2x128_si256(row[i], row[4 + i], 0x20));
            _mm256_store_si256((__m256i *)(high[i] + first),
                               _mm256_permute2x128_si256(row[i], row[4 + i], 0x31));
        }
    }
    return true;
}

INSIDE AVX2 __attribute__((noinline)) static bool are_near_avx2(const struct lanes_ahead *w,
                                                                const uint8_t *from, uint64_t lanes,
                                                                uint64_t shift, uint64_t bytes)
{
    return are_on_pages(w->index, from, (uint32_t)lanes, (uint32_t)shift, (uint32_t)bytes);
}

AVX2 __attribute__((always_inline)) static inline bool are_there_avx2(const struct lanes_ahead *w,
                                                                      const uint8_t *from,
                                                                      uint32_t lanes,
                                                                      uint32_t shift, int bytes)
{
    return !find_last(w->index, from, lanes, shift, bytes) ||
           are_near_avx2(w, from, lanes, shift, (uint32_t)bytes);
}

INSIDE AVX2 static void fill_ahead_avx2(struct lanes_ahead *w, const uint8_t *from, uint32_t lanes,
                                        uint32_t shift, uint64_t at, uint32_t bytes)
{
    bool lone = note_fill(w, from, shift, at);
    uint32_t ahead = !lanes ? 0
                     : w->runs == LONG_RUN && are_there_avx2(w, from, lanes, shift, STRIP_BYTES)
                         ? STRIP_BYTES
                     : !lone && are_there_avx2(w, from, lanes, shift, AHEAD_BYTES) ? AHEAD_BYTES
                                                                                   : 0;
    note_bytes(w, lanes, ahead, bytes);
    if (w->open && *w->open)
        strips_make_way_avx2(w, lanes);
    if (!ahead) {
        load_elements(w, from, lanes, shift, bytes);
        return;
    }
    int64_t reach = find_reach(w, lanes, shift);
    for (unsigned k = 0; k < ahead; k += AHEAD_BYTES)
        load_eights(w->row + k / 4, w->index, from + k, lanes, shift, k ? 0 : reach);
}

INSIDE static void store_parts(uint8_t *from, const uint32_t *at, const uint32_t *v, uint32_t lanes,
                               uint32_t bytes)
{
    if (lanes == UINT32_MAX && bytes == 1) {
#pragma unroll
        for (unsigned l = 0; l < AHEAD_LANES; l++)
            from[at[l]] = (uint8_t)v[l];
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = (unsigned)__builtin_ctz(lanes);
        from[at[l]] = (uint8_t)v[l];
        if (bytes == 2)
            from[at[l] + 1] = (uint8_t)(v[l] >> 8);
    }
}
#pragma clang diagnostic pop

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
__attribute__((naked)) void lanes_load_quads(uint32_t (*row)[AHEAD_LANES], const uint8_t *from,
                                             uint32_t lanes, uint32_t shift, const int32_t *index)
{
    KEEP_ARGUMENTS(load_quads);
}
__attribute__((naked)) void lanes_load_quads_avx2(uint32_t (*row)[AHEAD_LANES], const uint8_t *from,
                                                  uint32_t lanes, uint32_t shift,
                                                  const int32_t *index)
{
    KEEP_ARGUMENTS(load_quads_avx2);
}
__attribute__((naked)) void lanes_fill_ahead_avx2(struct lanes_ahead *w, const uint8_t *from,
                                                  uint32_t lanes, uint32_t shift, uint64_t at,
                                                  uint32_t bytes)
{
    KEEP_ARGUMENTS(fill_ahead_avx2);
}
__attribute__((naked)) void lanes_fill_ahead(struct lanes_ahead *w, const uint8_t *from,
                                             uint32_t lanes, uint32_t shift, uint64_t at,
                                             uint32_t bytes)
{
    KEEP_ARGUMENTS(fill_ahead);
}
__attribute__((naked)) void lanes_store_parts(uint8_t *from, const uint32_t *at, const uint32_t *v,
                                              uint32_t lanes, uint32_t bytes)
{
    KEEP_ARGUMENTS(store_parts);
}
#pragma clang diagnostic pop

MEM_RACY_END
#endif
