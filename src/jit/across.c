/* across.c: see across.h. Of rows of 16 lanes a wave has two, of which the second is a dword
 * further. */
#include "jit/across.h"

#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/fold.h"
#include "jit/tile.h"

enum { DWORD = 4, ROW_LANES = TILE_LANES, FARTHEST = 1 << 20 };

/* Rows of a wave that are a dword apart, and how many dwords a lane gets. */
static unsigned rows_of(const struct emitter *e) { return e->rows->row == ROW_LANES ? 2 : 1; }
static unsigned dwords_of(const struct emitter *e) { return e->crew->team->waves * rows_of(e); }

/* i1: a <n x i1> is true throughout. */
static LLVMValueRef all_true(struct emitter *e, LLVMValueRef v)
{
    LLVMTypeRef bits = LLVMIntTypeInContext(e->c, LLVMGetVectorSize(LLVMTypeOf(v)));
    return is_equal(e, LLVMBuildBitCast(e->b, v, bits, ""), LLVMConstAllOnes(bits));
}

/* By how many bytes a wave's place is behind the first one's. */
static LLVMValueRef behind_first(struct emitter *e, const struct place *p,
                                 const struct place *first)
{
    const struct spacing *a = &p->spacing, *b = &first->spacing;
    if (a->from && a->from == b->from)
        return const_i64(e, (uint64_t)(a->by - b->by));
    return p->at[0] == first->at[0] ? const_i64(e, 0)
                                    : LLVMBuildSub(e->b, p->at[0], first->at[0], "");
}

/* i1: lanes of the first wave come one after the other, far enough apart, and not too far. */
static LLVMValueRef are_apart(struct emitter *e, const struct place *first)
{
    unsigned lanes = 32 / rows_of(e), least = dwords_of(e) * DWORD >> first->shift;
    uint8_t these[32], those[32];
    for (unsigned i = 0; i < lanes; i++) {
        these[i] = (uint8_t)(i < lanes - 1 ? i : i - 1);
        those[i] = (uint8_t)(these[i] + 1);
    }
    LLVMValueRef before = shuffle(e, first->index, NULL, these, lanes),
                 next = shuffle(e, first->index, NULL, those, lanes),
                 apart = LLVMBuildSub(e->b, next, before, "");
    LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntSGT, next, before, ""),
                 far = LLVMBuildICmp(e->b, LLVMIntUGE, apart, const_like(apart, least), "");
    LLVMValueRef last = LLVMBuildExtractElement(e->b, first->index, const_i32(e, lanes - 1), "");
    LLVMValueRef room =
        LLVMBuildICmp(e->b, LLVMIntSLT, last, const_i32(e, INT32_MAX - FARTHEST), "");
    return team_both(e, all_true(e, LLVMBuildAnd(e->b, is, far, "")), room);
}

/* i1: the lanes of a half of the wave are so many bytes further than those of a half of the first
 * one. */
static LLVMValueRef is_further(struct emitter *e, const struct place *p, unsigned half,
                               const struct place *first, unsigned of_first, unsigned bytes)
{
    LLVMValueRef by = const_i64(e, bytes), steps, shift = const_i64(e, first->shift);
    by = LLVMBuildSub(e->b, by, behind_first(e, p, first), "");
    steps = LLVMBuildLShr(e->b, by, shift, "");
    LLVMValueRef is = is_equal(e, LLVMBuildShl(e->b, steps, shift, ""), by);
    is = team_both(e, is, LLVMBuildICmp(e->b, LLVMIntULT, steps, const_i64(e, FARTHEST), ""));
    LLVMValueRef at = LLVMBuildTrunc(e->b, steps, e->i32, "");
    at = LLVMBuildAdd(e->b, fold_half(e, first->index, of_first),
                      fold_half(e, splat(e, at, e->v32i32), 0), "");
    return team_both(
        e, is, all_true(e, LLVMBuildICmp(e->b, LLVMIntEQ, fold_half(e, p->index, half), at, "")));
}

LLVMValueRef are_across(struct emitter *e, const struct place *const where[MAX_TEAM_WAVES])
{
    unsigned waves = e->crew->team->waves, rows = rows_of(e), n = dwords_of(e);
    if (n < 4 || n > MAX_TILE_ROWS || (e->rows->row != ROW_LANES && e->rows->row < 32))
        return NULL;
    for (unsigned w = 0; w < waves; w++)
        if (!where[w]->index || where[w]->shift != where[0]->shift || where[w]->shift > 2)
            return NULL;
    LLVMValueRef are = are_apart(e, where[0]);
    for (unsigned w = 0; w < waves; w++)
        for (unsigned half = 0; half < 2; half++) {
            unsigned further = w * rows + (rows > 1 ? half : 0), of_first = rows > 1 ? 0 : half;
            if (further)
                are = team_both(e, are,
                                is_further(e, where[w], half, where[0], of_first, DWORD * further));
        }
    return are;
}

void store_across(struct emitter *e, const struct anywhere *first,
                  const LLVMValueRef v[MAX_TEAM_WAVES])
{
    unsigned rows = rows_of(e), n = dwords_of(e);
    for (unsigned from = 0; from < 32; from += rows * ROW_LANES) {
        LLVMValueRef column[MAX_TILE_ROWS], row[MAX_TILE_ROWS];
        for (unsigned c = 0; c < n; c++)
            column[c] = fold_half(e, v[c / rows], rows > 1 ? c % rows : from / ROW_LANES);
        weave_columns(e, column, n, row);
        for (unsigned i = 0; i < ROW_LANES; i++) {
            LLVMValueRef part = pick(e, row[i * n / ROW_LANES], NULL, i * n % ROW_LANES, 1, n);
            LLVMSetAlignment(LLVMBuildStore(e->b, part, place_of_lane(e, first, from + i)), DWORD);
        }
    }
}
