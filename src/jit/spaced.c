/* spaced.c: see spaced.h. */
#include "jit/spaced.h"

#include <stdlib.h>

#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/dead.h"

enum {
    LANES = 16, /* are loaded together */
    REGISTER = 64,
    LEAST = 16,    /* bytes of a vector */
    MAX_LOADS = 4, /* on Zen 5, a gather of 16 lanes takes as long as 15 */
};

/* Vectors that are loaded, all of `width` bytes, at these offsets from the lowest element. */
struct sources {
    unsigned width, count;
    unsigned at[MAX_LOADS];
};

/* Where lane i's element is, from the lowest one. */
static unsigned place_of(int32_t step, unsigned i)
{
    return (unsigned)(step < 0 ? (LANES - 1 - i) * (unsigned)-step : i * (unsigned)step);
}

/* The vector that has all of these bytes; MAX_LOADS: none has. */
static unsigned source_of(const struct sources *s, unsigned at, unsigned bytes)
{
    for (unsigned k = 0; k < s->count; k++)
        if (at >= s->at[k] && at + bytes <= s->at[k] + s->width)
            return k;
    return MAX_LOADS;
}

/* The last one ends where the highest element does. false: they would be too many or too short, or
 * an element is in none. */
static bool find_sources(int32_t step, unsigned bytes, struct sources *s)
{
    unsigned span = (LANES - 1) * (unsigned)abs(step) + bytes, piece = bytes < 4 ? bytes : 4;
    s->width = span >= REGISTER ? REGISTER : span >= REGISTER / 2 ? REGISTER / 2 : LEAST;
    s->count = (span + s->width - 1) / s->width;
    if (span < LEAST || s->count > MAX_LOADS)
        return false;
    for (unsigned k = 0; k < s->count; k++)
        s->at[k] = k + 1 < s->count ? k * s->width : span - s->width;
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned by = 0; by < bytes; by += 4)
            if (source_of(s, place_of(step, i) + by, piece) == MAX_LOADS)
                return false;
    return true;
}

/* ---- by bytes: four lanes are in 16 bytes, of which AVX2 makes what it wants ---- */

enum { QUARTER = 4 /* lanes */ };

static bool is_by_bytes(const struct emitter *e, int32_t step, unsigned bytes)
{
    unsigned apart = (unsigned)abs(step), span = (LANES - 1) * apart + bytes;
    return e->has_lanes && !can_scatter(e) && bytes <= 4 && (apart | bytes) % 4 != 0 &&
           (QUARTER - 1) * apart + bytes <= LEAST && span >= LEAST;
}

/* The elements of 16 lanes, from the lowest on. */
static LLVMValueRef load_by_bytes(struct emitter *e, LLVMValueRef lowest, int32_t step,
                                  unsigned bytes, bool may_fault)
{
    enum { QUARTERS = LANES / QUARTER, NOTHING = 2 * LEAST };
    unsigned span = (LANES - 1) * (unsigned)abs(step) + bytes;
    LLVMTypeRef type = LLVMVectorType(e->i8, LEAST);
    LLVMValueRef none = LLVMConstNull(LLVMVectorType(e->i8, 2 * LEAST)), v[QUARTERS];
    if (step == (int32_t)bytes) {
        v[0] = LLVMBuildLoad2(e->b, LLVMVectorType(bytes == 1 ? e->i8 : e->i16, LANES), lowest, "");
        LLVMSetAlignment(v[0], 1);
        if (may_fault)
            mark_load(e, v[0]);
        return LLVMBuildZExt(e->b, v[0], LLVMVectorType(e->i32, LANES), "");
    }
    uint8_t move[QUARTERS][LEAST];
    for (unsigned k = 0; k < QUARTERS; k++) {
        unsigned first = k * QUARTER, last = first + QUARTER - 1,
                 at = place_of(step, step < 0 ? last : first);
        at = at + LEAST > span ? span - LEAST : at;
        v[k] = LLVMBuildLoad2(e->b, type, at_offset(e, lowest, at), "");
        LLVMSetAlignment(v[k], 1);
        if (may_fault)
            mark_load(e, v[k]);
        for (unsigned i = 0; i < LEAST; i++) {
            unsigned from = place_of(step, first + i / 4) - at + i % 4;
            move[k][i] = (uint8_t)(i % 4 >= bytes ? NOTHING : k % 2 * LEAST + from);
        }
    }
    for (unsigned k = 0; k < QUARTERS / 2; k++) {
        v[k] = pick(e, v[2 * k], v[2 * k + 1], 0, 1, 2 * LEAST);
        v[k] = shuffle(e, v[k], none, move[2 * k], 2 * LEAST);
    }
    LLVMValueRef all = pick(e, v[0], v[1], 0, 1, QUARTERS * LEAST);
    return LLVMBuildBitCast(e->b, all, LLVMVectorType(e->i32, LANES), "");
}

bool can_load_spaced(const struct emitter *e, int32_t step, unsigned bytes)
{
    struct sources s;
    bool is_near = step && abs(step) <= REGISTER && find_sources(step, bytes, &s);
    /* The direct back end moves elements of whole registers; without AVX-512, dwords only. */
    bool by_dwords = (step | (int32_t)bytes) % 4 == 0;
    if (is_by_bytes(e, step, bytes))
        return true;
    return is_near && can_gather(e) &&
           (can_scatter(e) ? s.width == REGISTER || e->has_lanes : by_dwords);
}

/* A vector of all dwords of the sources, one after the other. */
static LLVMValueRef load_sources(struct emitter *e, const struct sources *s, LLVMValueRef lowest,
                                 bool may_fault)
{
    LLVMValueRef v[MAX_LOADS];
    unsigned count = s->count, dwords = s->width / 4;
    LLVMTypeRef type = LLVMVectorType(e->i32, dwords);
    for (unsigned k = 0; k < count; k++) {
        v[k] = LLVMBuildLoad2(e->b, type, at_offset(e, lowest, s->at[k]), "");
        LLVMSetAlignment(v[k], 1);
        if (may_fault)
            mark_load(e, v[k]);
    }
    for (; count > 1; count = (count + 1) / 2, dwords *= 2)
        for (unsigned k = 0; k < (count + 1) / 2; k++)
            v[k] = pick(e, v[2 * k], 2 * k + 1 < count ? v[2 * k + 1] : v[2 * k], 0, 1, 2 * dwords);
    return v[0];
}

static LLVMValueRef constants(struct emitter *e, const uint32_t v[LANES])
{
    LLVMValueRef c[LANES];
    for (unsigned i = 0; i < LANES; i++)
        c[i] = const_i32(e, v[i]);
    return LLVMConstVector(c, LANES);
}

/* `bytes` of each lane, from `by` in its element on, of a dword at most. */
static LLVMValueRef move_to_lanes(struct emitter *e, const struct sources *s, LLVMValueRef all,
                                  int32_t step, unsigned by, unsigned bytes)
{
    uint8_t low[LANES], high[LANES];
    uint32_t down[LANES], up[LANES], wanted[LANES];
    bool is_shifted = false, is_cut = false;
    for (unsigned i = 0; i < LANES; i++) {
        unsigned at = place_of(step, i) + by, k = source_of(s, at, bytes), off = at - s->at[k];
        unsigned bits = 8 * (off % 4), have = 32 - bits;
        bool goes_on = have < 8 * bytes;
        low[i] = (uint8_t)(k * s->width / 4 + off / 4);
        high[i] = (uint8_t)(low[i] + goes_on);
        down[i] = bits;
        up[i] = goes_on ? have : 0;
        wanted[i] = goes_on ? UINT32_MAX : 0;
        is_shifted |= bits != 0;
        is_cut |= goes_on;
    }
    LLVMValueRef v = shuffle(e, all, NULL, low, LANES);
    if (is_shifted)
        v = LLVMBuildLShr(e->b, v, constants(e, down), "");
    if (is_cut) {
        LLVMValueRef next = shuffle(e, all, NULL, high, LANES);
        next = LLVMBuildShl(e->b, next, constants(e, up), "");
        v = LLVMBuildOr(e->b, v, LLVMBuildAnd(e->b, next, constants(e, wanted), ""), "");
    }
    return bytes == 4 ? v : LLVMBuildAnd(e->b, v, const_like(v, (1u << 8 * bytes) - 1), "");
}

/* Dwords that lanes share with those behind them are rows, one dword on each. */
static void load_shared(struct emitter *e, const LLVMValueRef from[2], unsigned bytes,
                        bool may_fault, LLVMValueRef out[4])
{
    LLVMTypeRef type = LLVMVectorType(e->i32, LANES);
    for (unsigned by = 0; by < bytes; by += 4) {
        LLVMValueRef v[2];
        for (unsigned k = 0; k < 2; k++) {
            v[k] = LLVMBuildLoad2(e->b, type, at_offset(e, from[k], by), "");
            LLVMSetAlignment(v[k], 1);
            if (may_fault)
                mark_load(e, v[k]);
        }
        out[by / 4] = pick(e, v[0], v[1], 0, 1, 2 * LANES);
    }
}

void load_spaced(struct emitter *e, const LLVMValueRef from[2], int32_t step, unsigned bytes,
                 bool may_fault, LLVMValueRef out[4])
{
    struct sources s;
    LLVMValueRef all[2], lowest[2];
    if (step == 4 && bytes % 4 == 0) {
        load_shared(e, from, bytes, may_fault, out);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        int64_t below = step < 0 ? (int64_t)step * (LANES - 1) : 0;
        lowest[k] = at_offset(e, from[k], (size_t)below);
    }
    if (is_by_bytes(e, step, bytes)) {
        for (unsigned k = 0; k < 2; k++)
            all[k] = load_by_bytes(e, lowest[k], step, bytes, may_fault);
        out[0] = pick(e, all[0], all[1], 0, 1, 2 * LANES);
        return;
    }
    find_sources(step, bytes, &s);
    for (unsigned k = 0; k < 2; k++)
        all[k] = load_sources(e, &s, lowest[k], may_fault);
    for (unsigned by = 0; by < bytes; by += 4) {
        LLVMValueRef v[2];
        for (unsigned k = 0; k < 2; k++)
            v[k] = move_to_lanes(e, &s, all[k], step, by, bytes < 4 ? bytes : 4);
        out[by / 4] = pick(e, v[0], v[1], 0, 1, 2 * LANES);
    }
}
