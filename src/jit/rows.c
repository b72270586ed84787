/* rows.c: see rows.h. */
#include "jit/rows.h"

#include "jit/batch_rows.h"
#include "jit/flow.h"
#include "jit/registers.h"

static LLVMValueRef umax(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return call_intrinsic(e, "llvm.umax", &t, 1, args, 2);
}

LLVMValueRef highest(struct emitter *e, const LLVMValueRef v[2])
{
    return v[1] ? umax(e, v[0], v[1]) : v[0];
}

LLVMValueRef times(struct emitter *e, LLVMValueRef v, unsigned n)
{
    unsigned shift = (unsigned)__builtin_ctz(n);
    return n >> shift != 1 ? LLVMBuildMul(e->b, v, const_i32(e, n), "")
           : shift         ? LLVMBuildShl(e->b, v, const_i32(e, shift), "")
                           : v;
}

LLVMValueRef first_active(struct emitter *e, LLVMValueRef exec)
{
    LLVMValueRef args[2] = {exec, LLVMConstNull(e->i1)};
    LLVMValueRef n = call_intrinsic(e, "llvm.cttz", &e->i32, 1, args, 2);
    return LLVMBuildAnd(e->b, n, const_i32(e, 31), "");
}

LLVMValueRef splat_lane(struct emitter *e, LLVMValueRef v, LLVMValueRef n)
{
    if (LLVMIsAConstantInt(n))
        return pick(e, v, NULL, (unsigned)LLVMConstIntGetZExtValue(n), 0, 32);
    if (e->masks != MASKS_ALL)
        return splat(e, LLVMBuildExtractElement(e->b, v, n, ""), e->v32i32);
    LLVMValueRef args[3] = {pick(e, v, NULL, 0, 1, 16),
                            pick(e, splat(e, n, e->v32i32), NULL, 0, 1, 16),
                            pick(e, v, NULL, 16, 1, 16)};
    LLVMValueRef all = call_intrinsic(e, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
    return pick(e, all, all, 0, 1, 32);
}

enum { MAX_PARTS = 10 }; /* steps back from a value of EXEC */

static bool is_part(const struct emitter *e, LLVMValueRef exec, LLVMValueRef of, unsigned left);

/* Whether a phi at the start of a block is a part of it on all ways there. */
static bool is_part_on_all_ways(const struct emitter *e, LLVMValueRef phi, LLVMValueRef of,
                                unsigned left)
{
    LLVMBasicBlockRef in = LLVMGetInstructionParent(phi);
    int preds[MAX_JOINED];
    for (unsigned i = 0; i < e->region->count; i++) {
        const struct block_state *st = &e->states[i];
        if (st->entry != in)
            continue;
        unsigned n = all_preds(e, i, preds), half = st->phi[exec_var(e, 0)] == phi ? 0 : 1;
        if (!n || half >= e->region->halves || st->phi[exec_var(e, half)] != phi)
            return false;
        for (unsigned k = 0; k < n; k++) {
            LLVMValueRef before = e->states[preds[k]].out[exec_var(e, half)];
            if (!before || !is_part(e, before, of, left))
                return false;
        }
        return true;
    }
    return false;
}

static bool is_part(const struct emitter *e, LLVMValueRef exec, LLVMValueRef of, unsigned left)
{
    if (exec == of)
        return true;
    if (!LLVMIsAInstruction(exec) || !left--)
        return false;
    switch (LLVMGetInstructionOpcode(exec)) {
    case LLVMAnd:
        return is_part(e, LLVMGetOperand(exec, 0), of, left) ||
               is_part(e, LLVMGetOperand(exec, 1), of, left);
    case LLVMOr:
        return is_part(e, LLVMGetOperand(exec, 0), of, left) &&
               is_part(e, LLVMGetOperand(exec, 1), of, left);
    case LLVMPHI:
        return is_part_on_all_ways(e, exec, of, left);
    default:
        return false;
    }
}

bool is_part_of(const struct emitter *e, LLVMValueRef exec, LLVMValueRef of)
{
    return is_part(e, exec, of, MAX_PARTS);
}

/* <32 x i1>: where values do not follow that of their row's first lane. Sets first. */
static LLVMValueRef test_first(struct emitter *e, struct row_test *t)
{
    uint8_t firsts[32];
    LLVMValueRef steps[32];
    for (unsigned i = 0; i < 32; i++) {
        firsts[i] = (uint8_t)(i / t->row * t->row);
        steps[i] = const_i32(e, i % t->row * t->step);
    }
    LLVMValueRef rel = shuffle(e, t->lo, NULL, firsts, 32);
    if (t->step)
        rel = LLVMBuildAdd(e->b, rel, LLVMConstVector(steps, 32), "");
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = lane(e, t->lo, t->row * k);
    return LLVMBuildICmp(e->b, LLVMIntNE, t->lo, rel, "");
}

/* <32 x i32>: v[k] in all lanes of row k. */
static LLVMValueRef in_rows(struct emitter *e, const struct row_test *t, const LLVMValueRef v[2])
{
    if (t->row == 32)
        return v[0];
    LLVMValueRef part[2] = {pick(e, v[0], NULL, 0, 1, ROW), pick(e, v[1], NULL, 0, 1, ROW)};
    return joined(e, part, 2, ROW);
}

/* The same from the value of lane n[k] of row k on, or of any other row if it has no lanes. */
static LLVMValueRef test_from(struct emitter *e, struct row_test *t, const LLVMValueRef n[2])
{
    LLVMValueRef steps[32], from[2], before[2];
    for (unsigned k = 0; k < 32 / t->row; k++) {
        from[k] = splat_lane(e, t->lo, n[k]);
        t->first[k] = lane(e, from[k], 0);
    }
    LLVMValueRef rel = in_rows(e, t, from);
    if (t->step) {
        for (unsigned k = 0; k < 32 / t->row; k++) {
            LLVMValueRef in_row =
                t->row == 32 ? n[k] : LLVMBuildAnd(e->b, n[k], const_i32(e, t->row - 1), "");
            before[k] = times(e, in_row, t->step);
            t->first[k] = LLVMBuildSub(e->b, t->first[k], before[k], "");
            before[k] = splat(e, before[k], e->v32i32);
        }
        for (unsigned i = 0; i < 32; i++)
            steps[i] = const_i32(e, i % t->row * t->step);
        LLVMValueRef by = LLVMBuildSub(e->b, LLVMConstVector(steps, 32), in_rows(e, t, before), "");
        rel = LLVMBuildAdd(e->b, rel, by, "");
    }
    return LLVMBuildICmp(e->b, LLVMIntNE, t->lo, rel, "");
}

/* i32: with its sign bit, if a first lane's value is not near. */
static LLVMValueRef how_far(struct emitter *e, const LLVMValueRef first[2])
{
    LLVMValueRef far = LLVMBuildAdd(e->b, first[0], const_i32(e, NEAR), "");
    if (first[1])
        far = LLVMBuildOr(e->b, far, LLVMBuildAdd(e->b, first[1], const_i32(e, NEAR), ""), "");
    return far;
}

LLVMValueRef are_near(struct emitter *e, const LLVMValueRef first[2])
{
    return LLVMBuildICmp(e->b, LLVMIntSGE, how_far(e, first), const_i32(e, 0), "");
}

/* Whether values follow each other from that of lane n[k] of row k on, NULL: of the first ones. */
static void make_from(struct emitter *e, struct row_test *t, const LLVMValueRef n[2])
{
    LLVMValueRef bad = n ? test_from(e, t, n) : test_first(e, t), rises = NULL;
    if (t->hi) {
        LLVMValueRef upper = splat_lane(e, t->hi, n ? n[0] : const_i32(e, 0));
        bad = LLVMBuildOr(e->b, bad, LLVMBuildICmp(e->b, LLVMIntNE, t->hi, upper, ""), "");
        if (t->step) /* the lower halves do not wrap */
            rises = LLVMBuildICmp(e->b, LLVMIntULE, highest(e, t->first),
                                  const_i32(e, UINT32_MAX - t->row * t->step), "");
        upper = lane(e, upper, 0);
        for (unsigned k = 0; k < 32 / t->row; k++)
            t->first[k] = join_s64(e, t->first[k], upper);
    }
    bad = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, bad, e->i32, ""), t->exec, "");
    if (t->is_near) {
        LLVMValueRef far = LLVMBuildAnd(e->b, how_far(e, t->first), const_i32(e, 1u << 31), "");
        bad = LLVMBuildOr(e->b, bad, far, "");
    }
    t->holds = is_equal(e, bad, const_i32(e, 0));
    if (rises)
        t->holds = LLVMBuildAnd(e->b, t->holds, rises, "");
}

/* Of a batch, what a vector was made of may say it. */
static bool is_known_row(struct emitter *e, struct row_test *t)
{
    struct batch_row r;
    if (!in_batch(e) || t->hi || t->is_near || !find_batch_row(e, t->lo, &r) || r.step != t->step ||
        (r.up && e->rows->row < t->row))
        return false;
    t->first[0] = lane(e, t->lo, 0);
    if (t->row == ROW)
        t->first[1] = LLVMBuildAdd(e->b, t->first[0], r.up ? r.up : const_i32(e, ROW * r.step), "");
    t->holds = LLVMConstInt(e->i1, 1, 0);
    return true;
}

/* The scalar that active lanes have been given; NULL: it is not known. */
static LLVMValueRef given(const struct emitter *e, LLVMValueRef v, LLVMValueRef exec)
{
    for (unsigned h = 0; h < e->region->halves; h++)
        if (e->exec->value[h] == exec)
            v = active_lanes(e, v, h);
    return splatted(v);
}

/* Of one place: active lanes have been given it. */
static bool is_given(struct emitter *e, struct row_test *t)
{
    LLVMValueRef lo = t->step ? NULL : given(e, t->lo, t->exec),
                 hi = t->hi ? given(e, t->hi, t->exec) : NULL;
    if (!lo || (t->hi && !hi))
        return false;
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = hi ? join_s64(e, lo, hi) : lo;
    t->holds = t->is_near ? are_near(e, (LLVMValueRef[]){lo, NULL}) : LLVMConstInt(e->i1, 1, 0);
    return true;
}

/* Whether that needs no look at the lanes; sets holds and first then. */
static bool is_seen(struct emitter *e, struct row_test *t)
{
    if (t->hi || !is_const_zero(t->lo))
        return is_known_row(e, t) || is_given(e, t);
    t->holds = LLVMConstInt(e->i1, t->step == 0, 0);
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = const_i32(e, 0);
    return true;
}

void make_test(struct emitter *e, struct row_test *t)
{
    if (!is_seen(e, t))
        make_from(e, t, NULL);
}

LLVMValueRef exec_of_row(struct emitter *e, LLVMValueRef exec, unsigned row, unsigned k)
{
    return row == 32 ? exec : LLVMBuildAnd(e->b, exec, const_i32(e, 0xffffu << ROW * k), "");
}

/* From the first active lane of each row. */
static void make_from_active(struct emitter *e, struct row_test *t)
{
    LLVMValueRef n[2];
    for (unsigned k = 0; k < 32 / t->row; k++) {
        LLVMValueRef lanes = exec_of_row(e, t->exec, t->row, k);
        if (t->row != 32)
            lanes = LLVMBuildSelect(e->b, is_equal(e, lanes, const_i32(e, 0)), t->exec, lanes, "");
        n[k] = first_active(e, lanes);
    }
    make_from(e, t, n);
}

void make_test_of_active(struct emitter *e, struct row_test *t)
{
    if (!is_seen(e, t))
        make_from_active(e, t);
}

LLVMValueRef join_ways(struct emitter *e, LLVMValueRef v[2], LLVMBasicBlockRef from[2])
{
    LLVMValueRef phi = LLVMBuildPhi(e->b, LLVMTypeOf(v[0]), "");
    LLVMAddIncoming(phi, v, from, 2);
    return phi;
}

/* i1: each row has an active lane. */
static LLVMValueRef have_lanes(struct emitter *e, const struct row_test *t)
{
    LLVMValueRef all = NULL;
    for (unsigned k = 0; k < 32 / t->row; k++) {
        LLVMValueRef lanes = exec_of_row(e, t->exec, t->row, k);
        lanes = LLVMBuildICmp(e->b, LLVMIntNE, lanes, const_i32(e, 0), "");
        all = all ? LLVMBuildAnd(e->b, all, lanes, "") : lanes;
    }
    return all;
}

void make_test_twice(struct emitter *e, struct row_test *t)
{
    make_test(e, t);
    if (LLVMIsConstant(t->holds))
        return;
    struct row_test other = *t;
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(e->b), NULL},
                      again = new_block(e, "from_active"), on = new_block(e, "tested");
    LLVMValueRef holds = t->holds;
    if (t->row != 32)
        holds = LLVMBuildAnd(e->b, holds, have_lanes(e, t), "");
    branch(e, holds, on, again, 4);
    LLVMPositionBuilderAtEnd(e->b, again);
    make_from_active(e, &other);
    from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    t->holds = join_ways(e, (LLVMValueRef[]){t->holds, other.holds}, from);
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = join_ways(e, (LLVMValueRef[]){t->first[k], other.first[k]}, from);
}
