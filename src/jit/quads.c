/* quads.c: see quads.h.
 *
 * AVX-512 has shuffles of two vectors to any order. Without it, a shuffle stays in halves of 128
 * bits, or moves these; so eight lanes at a time are a transposition of 4 x 4 dwords in both halves
 * of four vectors: three shuffles for each of them. */
#include "jit/quads.h"

#include "jit/build.h"
#include "jit/dead.h"

enum { EIGHT = 8 };

/* Which dwords of two vectors a shuffle takes: of both, in turn, the lower or upper ones of each
 * half; the same of pairs of dwords; lower or upper halves. */
enum order { LOW, HIGH, LOW_PAIRS, HIGH_PAIRS, LOW_HALVES, HIGH_HALVES };

static LLVMValueRef shuffled(struct emitter *e, enum order o, LLVMValueRef a, LLVMValueRef b)
{
    static const uint8_t orders[][EIGHT] = {
        [LOW] = {0, 8, 1, 9, 4, 12, 5, 13},        [HIGH] = {2, 10, 3, 11, 6, 14, 7, 15},
        [LOW_PAIRS] = {0, 1, 8, 9, 4, 5, 12, 13},  [HIGH_PAIRS] = {2, 3, 10, 11, 6, 7, 14, 15},
        [LOW_HALVES] = {0, 1, 2, 3, 8, 9, 10, 11}, [HIGH_HALVES] = {4, 5, 6, 7, 12, 13, 14, 15},
    };
    return shuffle(e, a, b, orders[o], EIGHT);
}

/* 4 x 4 dwords in both halves: the quads of lanes n and n + 4 become a dword of each of the eight;
 * and back. */
static void transpose(struct emitter *e, const LLVMValueRef in[QUAD], LLVMValueRef out[QUAD])
{
    LLVMValueRef t[QUAD];
    for (unsigned i = 0; i < QUAD; i++)
        t[i] = shuffled(e, i % 2 ? HIGH : LOW, in[i / 2 * 2], in[i / 2 * 2 + 1]);
    for (unsigned i = 0; i < QUAD; i++)
        out[i] = shuffled(e, i % 2 ? HIGH_PAIRS : LOW_PAIRS, t[i / 2], t[i / 2 + 2]);
}

/* in: two lanes each. out: a dword of each of the eight. */
static void eight_apart(struct emitter *e, const LLVMValueRef in[QUAD], LLVMValueRef out[QUAD])
{
    LLVMValueRef lanes[QUAD];
    for (unsigned i = 0; i < QUAD; i++)
        lanes[i] = shuffled(e, i % 2 ? HIGH_HALVES : LOW_HALVES, in[i / 2], in[i / 2 + 2]);
    transpose(e, lanes, out);
}

static void eight_together(struct emitter *e, const LLVMValueRef in[QUAD], LLVMValueRef out[QUAD])
{
    LLVMValueRef lanes[QUAD];
    transpose(e, in, lanes);
    for (unsigned i = 0; i < QUAD; i++)
        out[i] =
            shuffled(e, i / 2 ? HIGH_HALVES : LOW_HALVES, lanes[i % 2 * 2], lanes[i % 2 * 2 + 1]);
}

/* ---- of lanes at a distance ---- */

void load_quads_apart(struct emitter *e, LLVMValueRef from, unsigned step, LLVMValueRef out[QUAD])
{
    LLVMTypeRef type = LLVMVectorType(e->i32, QUAD);
    LLVMValueRef eight[2][QUAD];
    for (unsigned p = 0; p < 2; p++) {
        LLVMValueRef lanes[QUAD], v[2];
        for (unsigned i = 0; i < QUAD; i++) {
            for (unsigned k = 0; k < 2; k++) {
                size_t lane = EIGHT * p + QUAD * k + i;
                v[k] = LLVMBuildLoad2(e->b, type, at_offset(e, from, lane * step), "");
                LLVMSetAlignment(v[k], 1);
                mark_load(e, v[k]);
            }
            lanes[i] = pick(e, v[0], v[1], 0, 1, EIGHT);
        }
        transpose(e, lanes, eight[p]);
    }
    for (unsigned i = 0; i < QUAD; i++)
        out[i] = pick(e, eight[0][i], eight[1][i], 0, 1, QUAD_LANES);
}

void store_quads_together(struct emitter *e, const LLVMValueRef in[QUAD], LLVMValueRef from,
                          unsigned step)
{
    for (unsigned p = 0; p < 2; p++) {
        LLVMValueRef eight[QUAD], lanes[QUAD];
        for (unsigned i = 0; i < QUAD; i++)
            eight[i] = pick(e, in[i], NULL, EIGHT * p, 1, EIGHT);
        transpose(e, eight, lanes);
        for (unsigned i = 0; i < EIGHT; i++) {
            LLVMValueRef v = pick(e, lanes[i % QUAD], NULL, i / QUAD * QUAD, 1, QUAD),
                         at = at_offset(e, from, (EIGHT * p + i) * (size_t)step);
            LLVMSetAlignment(LLVMBuildStore(e->b, v, at), 1);
        }
    }
}

/* ---- of lanes that follow each other ---- */

void take_quads_apart(struct emitter *e, const LLVMValueRef v[2], LLVMValueRef out[QUAD])
{
    LLVMValueRef part[QUAD][32 / EIGHT];
    if (e->masks == MASKS_ALL) {
        for (unsigned i = 0; i < QUAD; i++)
            out[i] = pick(e, pick(e, v[0], NULL, i, QUAD, QUAD_LANES),
                          pick(e, v[1], NULL, i, QUAD, QUAD_LANES), 0, 1, 32);
        return;
    }
    for (unsigned p = 0; p < 32 / EIGHT; p++) {
        LLVMValueRef in[QUAD], made[QUAD];
        for (unsigned i = 0; i < QUAD; i++)
            in[i] = pick(e, v[p / 2], NULL, EIGHT * (QUAD * (p % 2) + i), 1, EIGHT);
        eight_apart(e, in, made);
        for (unsigned i = 0; i < QUAD; i++)
            part[i][p] = made[i];
    }
    for (unsigned i = 0; i < QUAD; i++)
        out[i] = joined(e, part[i], 32 / EIGHT, EIGHT);
}

LLVMValueRef put_quads_together(struct emitter *e, const LLVMValueRef in[QUAD], unsigned k)
{
    if (e->masks == MASKS_ALL) {
        uint8_t both[32], index[64];
        LLVMValueRef v[2];
        for (unsigned i = 0; i < 32; i++)
            both[i] = (uint8_t)(i % QUAD_LANES + QUAD_LANES * k + (i & QUAD_LANES) * 2);
        for (unsigned i = 0; i < 2; i++)
            v[i] = shuffle(e, in[2 * i], in[2 * i + 1], both, 32);
        for (unsigned i = 0; i < 64; i++)
            index[i] = (uint8_t)(i / QUAD + i % QUAD * QUAD_LANES);
        return shuffle(e, v[0], v[1], index, 64);
    }
    LLVMValueRef part[2 * QUAD];
    for (unsigned p = 0; p < 2; p++) {
        LLVMValueRef eight[QUAD];
        for (unsigned i = 0; i < QUAD; i++)
            eight[i] = pick(e, in[i], NULL, QUAD_LANES * k + EIGHT * p, 1, EIGHT);
        eight_together(e, eight, part + QUAD * p);
    }
    return joined(e, part, 2 * QUAD, EIGHT);
}
