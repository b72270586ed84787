/* lanes_behind.c: see lanes_behind.h. Compiled as lanes_ahead.c. */
#include "isa/exec/lanes_behind.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "base/cpu.h"
#include "isa/exec/elements.h"
#include "isa/exec/keep_registers.h"
#include "isa/exec/strip_pages.h"
#include "isa/exec/transpose.h"

enum { PAGE = GUEST_PAGE, FEW = 4, DWORDS = STRIP_BYTES / 4 };

MEM_RACY_BEGIN

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wexcessive-regsave"

#define ALWAYS __attribute__((always_inline)) static inline

/* ---- what waits is stored ---- */

ALWAYS uint8_t *place_of(const struct lanes_behind *b, unsigned lane)
{
    return (uint8_t *)(uintptr_t)b->from + (int64_t)b->index[lane] * (INT64_C(1) << b->shift);
}

struct hull {
    uintptr_t low, high;
};

/* The lowest and the highest place of lanes that follow each other up or down. */
ALWAYS struct hull hull_of(const struct lanes_behind *b)
{
    uintptr_t first = (uintptr_t)place_of(b, 0), last = (uintptr_t)place_of(b, AHEAD_LANES - 1);
    return first < last ? (struct hull){first, last} : (struct hull){last, first};
}

/* Whether all lanes are as far from there as the first one. */
ALWAYS bool are_as_far(const int32_t index[AHEAD_LANES], const int32_t from[AHEAD_LANES])
{
    uint32_t first = (uint32_t)index[0] - (uint32_t)from[0], others = 0;
    for (unsigned l = 1; l < AHEAD_LANES; l++)
        others |= ((uint32_t)index[l] - (uint32_t)from[l]) ^ first;
    return !others;
}

AVX512 ALWAYS void flush(const struct lanes_behind *b)
{
    __mmask16 filled = (__mmask16)b->filled;
    for (unsigned h = 0; h < 2; h++) {
        unsigned lanes = b->lanes >> 16 * h & 0xffff;
        __m512i v[DWORDS];
#pragma unroll
        for (unsigned i = 0; i < DWORDS; i++)
            v[i] = _mm512_load_si512(b->row[i] + 16 * h);
        transpose_16(v);
#pragma unroll
        for (unsigned l = 0; l < 16; l++) {
            uint8_t *p = place_of(b, 16 * h + l);
            if (filled == 0xffff && lanes == 0xffff)
                _mm512_storeu_si512(p, v[l]);
            else if (lanes >> l & 1)
                _mm512_mask_storeu_epi32(p, filled, v[l]);
        }
    }
}

AVX2 ALWAYS void flush_quad(const struct lanes_behind *b, unsigned quad)
{
    for (unsigned first = 0; first < AHEAD_LANES; first += 8) {
        __m256i v[4], of[4]; /* lanes first + i and first + 4 + i */
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            v[i] = _mm256_load_si256((const __m256i *)(b->row[4 * quad + i] + first));
        transpose_4x2(v, of);
#pragma unroll
        for (unsigned i = 0; i < 4; i++) {
            unsigned l = first + i;
            if (b->lanes >> l & 1)
                _mm_storeu_si128((__m128i *)(place_of(b, l) + 16 * quad),
                                 _mm256_castsi256_si128(of[i]));
            if (b->lanes >> (l + 4) & 1)
                _mm_storeu_si128((__m128i *)(place_of(b, l + 4) + 16 * quad),
                                 _mm256_extracti128_si256(of[i], 1));
        }
    }
}

AVX2 ALWAYS void flush_avx2(const struct lanes_behind *b)
{
    for (unsigned q = 0; q < DWORDS / 4; q++) {
        unsigned filled = b->filled >> 4 * q & 0xf;
        if (filled == 0xf)
            flush_quad(b, q);
        for (unsigned i = 4 * q; filled != 0xf && filled; filled >>= 1, i++)
            for (unsigned l = 0; filled & 1 && l < AHEAD_LANES; l++)
                if (b->lanes >> l & 1)
                    memcpy(place_of(b, l) + 4 * i, &b->row[i][l], 4);
    }
}

/* Of room k, nothing waits any more. */
ALWAYS void close_one(struct strips *s, unsigned k)
{
    struct lanes_behind *b = &s->behind[k];
    unsigned waited = (unsigned)__builtin_popcount(b->filled);
    if (waited < FEW)
        ++*b->fails;
    else if (*b->fails < MOST_STRIP_FAILS) /* else it stays so: what was loaded ahead is old */
        *b->fails -= *b->fails > 0;
    b->dwords = 0;
    s->open &= ~(1u << k);
    if (s->open)
        return;
    *s->of_group = NULL;
    s->low = s->span = 0;
}

INSIDE AVX512 static void finish(struct strips *s)
{
    while (s->open) {
        unsigned k = (unsigned)__builtin_ctz(s->open);
        flush(&s->behind[k]);
        close_one(s, k);
    }
}

INSIDE AVX2 static void finish_avx2(struct strips *s)
{
    while (s->open) {
        unsigned k = (unsigned)__builtin_ctz(s->open);
        flush_avx2(&s->behind[k]);
        close_one(s, k);
    }
}

/* ---- what may wait ---- */

ALWAYS void give_up(struct lanes_ahead *w)
{
    ++*w->fails;
    w->lanes = 0;
}

/* Lanes that are not active are where the one before them is, or the first one that is. */
ALWAYS void carry(int32_t index[AHEAD_LANES], uint32_t lanes)
{
    int32_t at = index[__builtin_ctz(lanes)];
    for (unsigned l = 0; lanes != UINT32_MAX && l < AHEAD_LANES; l++)
        index[l] = at = lanes >> l & 1 ? index[l] : at;
}

/* The least distance of two lanes, which all follow each other up or down; 0: they do not. */
ALWAYS int64_t find_distance(const struct lanes_behind *b)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    uint32_t others = b->lanes & (b->lanes - 1); /* than the first one */
    for (unsigned l = 0; l + 1 < AHEAD_LANES; l++) {
        int64_t by = (int64_t)b->index[l + 1] - b->index[l];
        bool counts = others >> (l + 1) & 1;
        least = counts && by < least ? by : least;
        most = counts && by > most ? by : most;
    }
    least = least > 0 ? least : most < 0 ? -most : 0;
    return others ? least * (INT64_C(1) << b->shift) : INT32_MAX;
}

/* How many bytes from each lane's place on are on its page, at least; and before it. */
ALWAYS uint32_t find_room(const struct lanes_behind *b, uint32_t *before)
{
    uint32_t least = PAGE, most = 0, base = (uint32_t)(uintptr_t)b->from;
    for (unsigned l = 0; l < AHEAD_LANES; l++) {
        uint32_t at = (base + ((uint32_t)b->index[l] << b->shift)) % PAGE;
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    *before = least;
    return PAGE - most;
}

/* How far lanes store behind what they have loaded ahead, all as far; INT64_MIN: not so. */
ALWAYS int64_t find_offset(const struct lanes_behind *b, const struct lanes_ahead *w,
                           uint32_t lanes)
{
    int64_t by = (int64_t)((uintptr_t)place_of(b, 0) - (uintptr_t)w->from) -
                 (int64_t)w->index[0] * (INT64_C(1) << w->shift);
    bool is = lanes == b->lanes && w->shift == b->shift && are_as_far(b->index, w->index);
    return is ? by : INT64_MIN; /* those that are not active are where carry() puts them */
}

/* Whether what waits may be where lanes have loaded ahead. */
ALWAYS bool may_meet(const struct lanes_behind *b, const struct lanes_ahead *w)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (unsigned l = 0; l < AHEAD_LANES; l++) {
        low = w->index[l] < low ? w->index[l] : low;
        high = w->index[l] > high ? w->index[l] : high;
    }
    struct hull h = hull_of(b);
    uintptr_t from = (uintptr_t)w->from + (uintptr_t)((int64_t)low * (INT64_C(1) << w->shift)),
              end = (uintptr_t)w->from + (uintptr_t)((int64_t)high * (INT64_C(1) << w->shift));
    return from < h.high + STRIP_BYTES && h.low < end + w->bytes;
}

/* Whether loads find what is stored: whether each lane stores apart from what it and others have
 * loaded, or are loading just now, or where it has loaded itself, which is noted. */
ALWAYS bool are_found(struct lanes_behind *b, struct lanes_ahead *w, uint32_t lanes,
                      bool are_loading)
{
    if (!may_meet(b, w))
        return true;
    int64_t by = find_offset(b, w, lanes);
    if (by == INT64_MIN)
        return false;
    int64_t apart = by < 0 ? -by : by;
    if (b->distance - apart < STRIP_BYTES)
        return false;
    if (apart >= STRIP_BYTES)
        return true;
    int64_t end = by + 4 * (32 - __builtin_clz(b->filled)); /* of what waits, or was stored */
    if ((are_loading && end > 0) || (b->first != &b->nowhere && b->first != &w->first))
        return false;
    b->first = &w->first;
    b->above = by + 4;
    w->first = end > w->first ? end : w->first;
    return true;
}

/* What lanes have loaded ahead where room k is to store is given up, if it is not noted. */
ALWAYS void find_loads(struct strips *s, struct lanes_behind *b)
{
    b->first = &b->nowhere;
    for (unsigned i = 0; i < s->ahead_count; i++)
        if (s->ahead[i]->lanes && !are_found(b, s->ahead[i], s->ahead[i]->lanes, false))
            give_up(s->ahead[i]);
}

/* The dwords of active lanes, one after the other. */
ALWAYS void store_now(const struct lanes_behind *b, const uint8_t *from, uint32_t lanes,
                      uint32_t shift)
{
    for (unsigned l = 0; l < AHEAD_LANES; l++)
        if (lanes >> l & 1)
            memcpy((uint8_t *)(uintptr_t)from + (int64_t)b->next_index[l] * (INT64_C(1) << shift),
                   &b->next[l], 4);
}

ALWAYS void forget_loads(struct strips *s)
{
    for (unsigned i = 0; i < s->ahead_count; i++)
        if (s->ahead[i]->lanes)
            give_up(s->ahead[i]);
}

/* Whether dwords of these lanes may wait. waited: how many of each lane did just now; 0 in the end,
 * if these do not go on behind them. */
ALWAYS bool find_next(struct lanes_behind *b, const uint8_t *from, uint32_t lanes, uint32_t shift,
                      uint64_t at, uint64_t *waited)
{
    if (*b->fails >= MOST_STRIP_FAILS || !lanes)
        return false;
    carry(b->next_index, lanes);
    uint32_t first = (uint32_t)b->next_index[0] - (uint32_t)b->index[0];
    int64_t by = from - b->from + (int64_t)(int32_t)first * (INT64_C(1) << shift);
    bool go_on = *waited && are_as_far(b->next_index, b->index) && b->lanes == lanes &&
                 b->shift == shift && by == (int64_t)(4 * *waited) && at == b->at + 4 * *waited;
    memcpy(b->index, b->next_index, sizeof b->index);
    b->from = from;
    b->at = at;
    if (go_on)
        return true;
    *waited = 0;
    b->lanes = lanes;
    b->shift = shift;
    b->distance = find_distance(b);
    return true;
}

/* Whether each lane stores apart from what it and others let wait elsewhere, all as far. */
ALWAYS bool are_apart(const struct lanes_behind *b, const struct lanes_behind *o)
{
    int64_t by = (int64_t)((uintptr_t)place_of(b, 0) - (uintptr_t)place_of(o, 0)),
            apart = by < 0 ? -by : by;
    return are_as_far(b->index, o->index) && b->lanes == o->lanes && b->shift == o->shift &&
           apart >= STRIP_BYTES && b->distance - apart >= STRIP_BYTES;
}

/* Whether what waits elsewhere may be where room k goes on. */
ALWAYS bool do_meet(const struct strips *s, uint32_t k)
{
    struct hull next = hull_of(&s->behind[k]);
    bool meet = false;
    for (uint32_t open = s->open; open; open &= open - 1) {
        const struct lanes_behind *o = &s->behind[__builtin_ctz(open)];
        struct hull h = hull_of(o);
        meet |= h.low < next.high + STRIP_BYTES && next.low < h.high + STRIP_BYTES &&
                !are_apart(&s->behind[k], o);
    }
    return meet;
}

/* Begins to wait, if that may be, with a dword that is stored now, if it is not certain that it can
 * be: on the same page as what was stored before. */
ALWAYS void open_one(struct strips *s, uint32_t k, uint64_t waited, uint32_t lanes)
{
    struct lanes_behind *b = &s->behind[k];
    uint32_t before, room = find_room(b, &before);
    b->filled = 1;
    find_loads(s, b);
    bool is_certain = waited && before >= 4 * waited && room >= 4 * FEW;
    if (room < STRIP_BYTES && are_on_pages(b->index, b->from, lanes, b->shift, STRIP_BYTES)) {
        is_certain = false;
        room = STRIP_BYTES;
    }
    if (!is_certain)
        store_now(b, b->from, lanes, b->shift);
    if (b->distance < STRIP_BYTES || room < 4 * FEW) {
        *b->fails += b->distance < STRIP_BYTES;
        return;
    }
    memcpy(b->row[0], b->next, sizeof b->next);
    for (unsigned l = 0; l < AHEAD_LANES; l++) /* else all lanes' lines are missed at once */
        __builtin_prefetch(place_of(b, l) + STRIP_BYTES - 1, 1);
    b->dwords = room < STRIP_BYTES ? room / 4 : DWORDS;
    struct hull h = hull_of(b);
    uint64_t low = h.low, end = h.high + STRIP_BYTES;
    if (s->open) {
        end = end > s->low + s->span ? end : s->low + s->span;
        low = low < s->low ? low : s->low;
    }
    s->low = low, s->span = end - low;
    s->open |= 1u << k;
    *s->of_group = s;
}

#define OPEN(flush, finish)                                                                        \
    struct lanes_behind *b = &s->behind[k];                                                        \
    uint64_t waited = 0;                                                                           \
    if (s->open >> k & 1) {                                                                        \
        waited = b->dwords;                                                                        \
        flush(b);                                                                                  \
        close_one(s, k);                                                                           \
    }                                                                                              \
    bool may_wait = find_next(b, from, lanes, shift, at, &waited);                                 \
    if (s->open && (!may_wait || do_meet(s, k)))                                                   \
        finish(s);                                                                                 \
    if (may_wait) {                                                                                \
        open_one(s, k, waited, lanes);                                                             \
    } else {                                                                                       \
        ++*b->fails;                                                                               \
        store_now(b, from, lanes, shift);                                                          \
        forget_loads(s);                                                                           \
    }

INSIDE AVX512 static void open_room(struct strips *s, uint32_t k, const uint8_t *from,
                                    uint32_t lanes, uint32_t shift,
                                    uint64_t at){OPEN(flush, finish)}

INSIDE AVX2
    static void open_room_avx2(struct strips *s, uint32_t k, const uint8_t *from, uint32_t lanes,
                               uint32_t shift, uint64_t at){OPEN(flush_avx2, finish_avx2)}

INSIDE AVX512 static void forget(struct strips *s)
{
    if (s->open)
        finish(s);
    forget_loads(s);
}

INSIDE AVX2 static void forget_avx2(struct strips *s)
{
    if (s->open)
        finish_avx2(s);
    forget_loads(s);
}

/* Whether what waits may be where lanes load just now. */
ALWAYS bool is_in_the_way(struct strips *s, struct lanes_ahead *w, uint32_t lanes)
{
    bool is = false;
    if (lanes)
        carry(w->index, lanes);
    for (uint32_t open = s->open; open && !is; open &= open - 1)
        is = !are_found(&s->behind[__builtin_ctz(open)], w, lanes, true);
    return is;
}

INSIDE AVX512 void strips_make_way(struct lanes_ahead *w, uint64_t lanes)
{
    if (is_in_the_way(w->strips, w, (uint32_t)lanes))
        finish(w->strips);
}

INSIDE AVX2 void strips_make_way_avx2(struct lanes_ahead *w, uint64_t lanes)
{
    if (is_in_the_way(w->strips, w, (uint32_t)lanes))
        finish_avx2(w->strips);
}

void strips_end(struct strips *s)
{
    (cpu_has_level("avx512") ? strips_finish : strips_finish_avx2)(s);
}
#pragma clang diagnostic pop

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
__attribute__((naked)) void strips_open(struct strips *s, uint32_t k, const uint8_t *from,
                                        uint32_t lanes, uint32_t shift, uint64_t at)
{
    KEEP_ARGUMENTS(open_room);
}
__attribute__((naked)) void strips_open_avx2(struct strips *s, uint32_t k, const uint8_t *from,
                                             uint32_t lanes, uint32_t shift, uint64_t at)
{
    KEEP_ARGUMENTS(open_room_avx2);
}
__attribute__((naked)) void strips_finish(struct strips *s) { KEEP_ARGUMENTS(finish); }
__attribute__((naked)) void strips_finish_avx2(struct strips *s) { KEEP_ARGUMENTS(finish_avx2); }
__attribute__((naked)) void strips_forget(struct strips *s) { KEEP_ARGUMENTS(forget); }
__attribute__((naked)) void strips_forget_avx2(struct strips *s) { KEEP_ARGUMENTS(forget_avx2); }
#pragma clang diagnostic pop

MEM_RACY_END
#else
void strips_end(struct strips *s) { (void)s; }
#endif
