/* weave.c: see weave.h. Two sequences of rows are woven by taking a block of each in turn, with one
 * permutation for each row that comes of it; four of them as two pairs, and these with blocks of
 * twice the size. */
#include "jit/weave.h"

#include "base/pages.h"
#include "jit/build.h"
#include "jit/registers.h"

enum {
    LANES = 16, /* of a register */
    MAX_ROWS = 4 * MAX_WOVEN,
};

static unsigned log2_of(unsigned n) { return (unsigned)__builtin_ctz(n); }

unsigned can_weave(const struct emitter *e, unsigned most, unsigned bytes, unsigned shift)
{
    bool can = e->masks == MASKS_ALL && e->region->halves == 1 && (bytes == 4 || bytes == 8) &&
               1u << shift <= bytes;
    return !can ? 0 : most >= MAX_WOVEN ? MAX_WOVEN : most >= 2 ? 2 : 0;
}

static LLVMValueRef both(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildAnd(e->b, a, b, "");
}

/* <32 x i32>: by how much each lane's index is greater than the first one's. */
static LLVMValueRef expected(struct emitter *e, const struct weave *w, LLVMValueRef below)
{
    LLVMValueRef lane[32], apart[32];
    unsigned times = log2_of(w->count);
    for (unsigned i = 0; i < 32; i++) {
        lane[i] = const_i32(e, i);
        apart[i] = const_i32(e, i << times);
    }
    LLVMValueRef inside = splat(e, below, e->v32i32);
    inside = both(e, LLVMConstVector(lane, 32), inside);
    LLVMValueRef blocks = LLVMBuildShl(e->b, below, const_i32(e, times), "");
    blocks = splat(e, LLVMBuildNot(e->b, blocks, ""), e->v32i32);
    blocks = both(e, LLVMConstVector(apart, 32), blocks);
    LLVMValueRef sum = LLVMBuildOr(e->b, inside, blocks, "");
    unsigned by = log2_of(w->bytes) - w->shift;
    return by ? LLVMBuildShl(e->b, sum, const_splat(e, e->v32i32, by), "") : sum;
}

LLVMValueRef test_weave(struct emitter *e, struct weave *w)
{
    unsigned greatest = LANES * 4 * 2 / w->count; /* bytes of a block */
    uint64_t all = (uint64_t)32 * w->count * w->bytes;
    LLVMValueRef by = LLVMBuildSub(e->b, w->at[1], w->at[0], ""), one = const_i64(e, 1);
    LLVMValueRef holds = is_equal(e, both(e, by, LLVMBuildSub(e->b, by, one, "")), const_i64(e, 0));
    LLVMValueRef over = LLVMBuildSub(e->b, by, const_i64(e, w->bytes), "");
    holds = both(e, holds,
                 LLVMBuildICmp(e->b, LLVMIntULE, over, const_i64(e, greatest - w->bytes), ""));
    for (unsigned k = 2; k < w->count; k++)
        holds = both(e, holds, is_equal(e, LLVMBuildSub(e->b, w->at[k], w->at[k - 1], ""), by));
    LLVMValueRef dwords = LLVMBuildTrunc(e->b, by, e->i32, "");
    w->block = LLVMBuildLShr(e->b, dwords, const_i32(e, 2), "");
    LLVMValueRef below = LLVMBuildLShr(e->b, dwords, const_i32(e, log2_of(w->bytes)), "");
    below = LLVMBuildSub(e->b, below, const_i32(e, 1), "");
    LLVMValueRef first = lane(e, w->index, 0), last = lane(e, w->index, 31);
    LLVMValueRef rel = LLVMBuildSub(e->b, w->index, pick(e, w->index, NULL, 0, 0, 32), "");
    LLVMValueRef differ = LLVMBuildICmp(e->b, LLVMIntNE, rel, expected(e, w, below), "");
    holds =
        both(e, holds, is_equal(e, LLVMBuildBitCast(e->b, differ, e->i32, ""), const_i32(e, 0)));
    /* indices do not wrap */
    holds = both(e, holds, LLVMBuildICmp(e->b, LLVMIntSLT, first, last, ""));
    LLVMValueRef exec = get_var(e, exec_var(e, 0));
    holds = both(e, holds, is_equal(e, exec, const_i32(e, UINT32_MAX)));
    LLVMValueRef from = LLVMBuildSExt(e->b, first, e->i64, "");
    from = LLVMBuildShl(e->b, from, const_i64(e, w->shift), "");
    w->from = LLVMBuildAdd(e->b, from, w->at[0], "");
    /* on one page: whose fault it is does not depend on the order of the elements */
    LLVMValueRef above = both(e, w->from, const_i64(e, HOST_PAGE - 1));
    return both(e, holds,
                LLVMBuildICmp(e->b, LLVMIntULE, above, const_i64(e, HOST_PAGE - all), ""));
}

/* ---- rows ---- */

static LLVMValueRef splat_row(struct emitter *e, LLVMValueRef v)
{
    return pick(e, splat(e, v, e->v32i32), NULL, 0, 1, LANES);
}

/* For row `half` of the two that come of two rows: which dwords of these. */
static LLVMValueRef order_of(struct emitter *e, LLVMValueRef block, unsigned half)
{
    LLVMValueRef at[LANES], halved[LANES], second[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        at[i] = const_i32(e, LANES * half + i);
        halved[i] = const_i32(e, (LANES * half + i) / 2);
        second[i] = const_i32(e, LANES);
    }
    LLVMValueRef p = LLVMConstVector(at, LANES), mask = splat_row(e, block), zero;
    LLVMValueRef below = splat_row(e, LLVMBuildSub(e->b, block, const_i32(e, 1), ""));
    LLVMValueRef inside = both(e, p, below);
    LLVMValueRef blocks = both(e, LLVMConstVector(halved, LANES), LLVMBuildNot(e->b, below, ""));
    LLVMValueRef order = LLVMBuildOr(e->b, inside, blocks, ""), bit = both(e, p, mask);
    zero = LLVMConstNull(LLVMTypeOf(bit));
    LLVMValueRef is_second = LLVMBuildICmp(e->b, LLVMIntNE, bit, zero, "");
    LLVMValueRef other = LLVMBuildOr(e->b, order, LLVMConstVector(second, LANES), "");
    return LLVMBuildSelect(e->b, is_second, other, order, "");
}

/* out: twice as many rows, of a block of each in turn. */
static void weave_rows(struct emitter *e, const LLVMValueRef *a, const LLVMValueRef *b, unsigned n,
                       const LLVMValueRef order[2], LLVMValueRef *out)
{
    for (unsigned i = 0; i < 2 * n; i++) {
        LLVMValueRef args[3] = {a[i / 2], order[i % 2], b[i / 2]};
        out[i] = call_intrinsic(e, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
    }
}

/* The elements of one store as rows. */
static unsigned rows_of(struct emitter *e, const struct weave *w, const LLVMValueRef v[2],
                        LLVMValueRef *out)
{
    unsigned n = 2 * w->bytes / 4;
    for (unsigned k = 0; k < n; k++) {
        out[k] = w->bytes == 8 ? in_turn(e, v[0], v[1], LANES / 2 * k, LANES)
                               : pick(e, v[0], NULL, LANES * k, 1, LANES);
    }
    return n;
}

void store_woven(struct emitter *e, const struct weave *w, LLVMValueRef v[MAX_WOVEN][2],
                 LLVMValueRef to)
{
    LLVMValueRef rows[MAX_WOVEN][MAX_ROWS], pair[2][MAX_ROWS], all[MAX_ROWS], order[2][2];
    unsigned n = 0;
    for (unsigned k = 0; k < w->count; k++)
        n = rows_of(e, w, v[k], rows[k]);
    for (unsigned level = 0; level < w->count / 2; level++)
        for (unsigned half = 0; half < 2; half++)
            order[level][half] = order_of(
                e, level ? LLVMBuildShl(e->b, w->block, const_i32(e, 1), "") : w->block, half);
    for (unsigned k = 0; k < w->count / 2; k++)
        weave_rows(e, rows[2 * k], rows[2 * k + 1], n, order[0], w->count == 2 ? all : pair[k]);
    if (w->count == MAX_WOVEN)
        weave_rows(e, pair[0], pair[1], 2 * n, order[1], all);
    for (unsigned i = 0; i < w->count * n; i++)
        LLVMSetAlignment(LLVMBuildStore(e->b, all[i], at_offset(e, to, (size_t)LANES * 4 * i)), 1);
}
