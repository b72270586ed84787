/* gather.c: see gather.h. */
#include "jit/gather.h"

#include "jit/batch.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/registers.h"
#include "jit/teams.h"
#include "jit/writeback.h"

#define GROUP(field) offsetof(struct group, field)

static LLVMValueRef load_group(struct emitter *e, size_t offset)
{
    return load_at(e, e->i32, e->group, offset);
}

/* ---- on edges ---- */

/* The team's lowest wave, of a wave's number. */
LLVMValueRef team_base(struct emitter *e, const struct team *t)
{
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    return LLVMBuildAnd(e->b, index, const_i32(e, ~(t->waves - 1)), "");
}

LLVMValueRef team_mask(struct emitter *e, const struct team *t, LLVMValueRef base)
{
    return LLVMBuildShl(e->b, const_i32(e, (1u << t->waves) - 1), base, "");
}

/* i1: nobody waits, or here. */
static LLVMValueRef none_waits_elsewhere(struct emitter *e, unsigned head)
{
    LLVMValueRef at = load_group(e, GROUP(turns.parked_at));
    LLVMValueRef here = is_equal(e, at, const_i32(e, e->region->blocks[head].first));
    LLVMValueRef none = is_equal(e, load_group(e, GROUP(turns.parked)), const_i32(e, 0));
    return LLVMBuildOr(e->b, none, here, "");
}

/* i1: an i32 of the work-group is below a limit. */
static LLVMValueRef is_below(struct emitter *e, size_t offset, uint32_t limit)
{
    return LLVMBuildICmp(e->b, LLVMIntULT, load_group(e, offset), const_i32(e, limit), "");
}

static LLVMValueRef all_of(struct emitter *e, const LLVMValueRef *c, unsigned n)
{
    LLVMValueRef all = c[0];
    for (unsigned i = 1; i < n; i++)
        all = LLVMBuildAnd(e->b, all, c[i], "");
    return all;
}

/* i1: all of the team are in this call, and others do not wait elsewhere. */
static LLVMValueRef may_wait(struct emitter *e, const struct team *t, LLVMValueRef base)
{
    LLVMValueRef end = LLVMBuildAdd(e->b, base, const_i32(e, t->waves), ""), c[7];
    unsigned n = 4;
    c[0] = LLVMBuildICmp(e->b, LLVMIntUGE, base, load_group(e, GROUP(turns.first)), "");
    c[1] = LLVMBuildICmp(e->b, LLVMIntULE, end, load_group(e, GROUP(turns.end)), "");
    c[2] = none_waits_elsewhere(e, t->head);
    c[3] = is_below(e, GROUP(failed_teams), MAX_FAILED_TEAMS);
    if (t->is_whole)
        c[n++] = is_equal(e, load_group(e, GROUP(wave_count)), const_i32(e, t->waves));
    if (t->only_computes || t->lanes_leave)
        c[n++] = is_below(e, GROUP(short_teams), MAX_SHORT_TEAMS);
    if (t->lanes_leave) /* others may go round the loop that some lanes are in */
        c[n++] = has_full_exec(e, 0);
    return all_of(e, c, n);
}

/* The wave waits, with all that is read from this label on in memory. Once those of `mask` are
 * there, `entry` runs them. */
static void park(struct emitter *e, const struct block *label, LLVMValueRef mask,
                 LLVMBasicBlockRef entry)
{
    stop_wave(e, STOP_TEAM, op_pointer(e, region_op(e->region, label->first)));
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    LLVMValueRef one = LLVMBuildShl(e->b, const_i32(e, 1), index, "");
    LLVMValueRef parked = LLVMBuildOr(e->b, load_group(e, GROUP(turns.parked)), one, "");
    store_at(e, parked, e->group, GROUP(turns.parked));
    store_at(e, const_i32(e, label->first), e->group, GROUP(turns.parked_at));
    LLVMValueRef there = LLVMBuildAnd(e->b, parked, mask, "");
    branch(e, is_equal(e, there, mask), entry, e->advance, 1);
}

static LLVMValueRef mask_of_tail(struct emitter *e)
{
    return const_i32(e, (1u << e->batch.tail->waves) - 1);
}

/* i1: all waves of the work-group are in this call, and may come to the tail's label. */
static LLVMValueRef may_end_together(struct emitter *e)
{
    const struct team *t = e->batch.tail;
    LLVMValueRef waves = const_i32(e, t->waves), c[6];
    c[0] = is_equal(e, load_group(e, GROUP(turns.end)), waves);
    c[1] = is_equal(e, load_group(e, GROUP(turns.first)), const_i32(e, 0));
    c[2] = is_equal(e, load_group(e, GROUP(wave_count)), waves);
    c[3] = is_below(e, GROUP(failed_batches), MAX_FAILED_BATCHES);
    c[4] = none_waits_elsewhere(e, t->head);
    c[5] = is_equal(e, load_at(e, e->i8, e->group, GROUP(turns.has_no_tail)), LLVMConstNull(e->i8));
    return all_of(e, c, 6);
}

void emit_parking(struct emitter *e, unsigned head)
{
    const struct team *t = team_of(e->region, head);
    const struct block *b = &e->region->blocks[head];
    LLVMBasicBlockRef entry = t ? e->team_entry[t - e->region->teams] : NULL;
    LLVMValueRef may, mask;
    if (e->batch.tail && e->batch.tail->head == head) {
        entry = e->batch.entry;
        may = may_end_together(e);
        mask = mask_of_tail(e);
    } else if (entry && !t->is_stretch) {
        LLVMValueRef base = team_base(e, t);
        may = may_wait(e, t, base);
        mask = team_mask(e, t, base);
    } else {
        return;
    }
    LLVMBasicBlockRef wait = new_block(e, "park"), alone = new_block(e, "alone");
    branch(e, may, wait, alone, 1);
    LLVMPositionBuilderAtEnd(e->b, wait);
    varset dirty = e->dirty;
    store_vars(e, &b->live_in);
    e->dirty = dirty;
    park(e, b, mask, entry);
    LLVMPositionBuilderAtEnd(e->b, alone);
}

void note_failed_batch(struct emitter *e)
{
    LLVMValueRef failed = load_group(e, GROUP(failed_batches));
    failed = LLVMBuildAdd(e->b, failed, const_i32(e, BATCH_FAILS), "");
    store_at(e, failed, e->group, GROUP(failed_batches));
}

void give_tail_up(struct emitter *e)
{
    store_at(e, LLVMConstInt(e->i8, 1, 0), e->group, GROUP(turns.has_no_tail));
    note_failed_batch(e);
}

void emit_unpark(struct emitter *e)
{
    LLVMBasicBlockRef unpark = new_block(e, "unpark"), none = new_block(e, "none_parked");
    LLVMValueRef parked = load_group(e, GROUP(turns.parked));
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, parked, const_i32(e, 0), ""), unpark, none, 1);
    LLVMPositionBuilderAtEnd(e->b, unpark);
    if (e->batch.tail) { /* else they would park there again */
        LLVMBasicBlockRef out = new_block(e, "no_tail"), others = new_block(e, "no_team");
        LLVMValueRef at = load_group(e, GROUP(turns.parked_at));
        LLVMValueRef label = const_i32(e, e->region->blocks[e->batch.tail->head].first);
        branch(e, is_equal(e, at, label), out, others, 1);
        LLVMPositionBuilderAtEnd(e->b, out);
        give_tail_up(e);
        LLVMBuildBr(e->b, others);
        LLVMPositionBuilderAtEnd(e->b, others);
    }
    store_at(e, parked, e->group, GROUP(turns.ready));
    store_at(e, const_i32(e, 0), e->group, GROUP(turns.parked));
    LLVMBuildBr(e->b, e->advance);
    LLVMPositionBuilderAtEnd(e->b, none);
}

/* ---- at labels ---- */

/* i64, 0: `waves` waves from this one on go on at the same op. */
static LLVMValueRef are_elsewhere(struct emitter *e, unsigned waves)
{
    LLVMValueRef differ = NULL;
    LLVMValueRef own = load_at(e, e->ptr, e->wave, offsetof(struct wave, next));
    own = LLVMBuildPtrToInt(e->b, own, e->i64, "");
    for (unsigned w = 1; w < waves; w++) {
        size_t at = w * e->region->isa->wave_bytes(e->region->halves) + offsetof(struct wave, next);
        LLVMValueRef other = load_at(e, e->ptr, e->wave, at);
        other = LLVMBuildXor(e->b, LLVMBuildPtrToInt(e->b, other, e->i64, ""), own, "");
        differ = differ ? LLVMBuildOr(e->b, differ, other, "") : other;
    }
    return differ;
}

/* i1: the wave was taken up just now, and all of its team wait where it does. */
static LLVMValueRef are_there(struct emitter *e, const struct team *t, LLVMValueRef index)
{
    LLVMValueRef next = LLVMBuildAdd(e->b, index, const_i32(e, 1), ""), c[4];
    LLVMValueRef low = LLVMBuildAnd(e->b, index, const_i32(e, t->waves - 1), "");
    c[0] = is_equal(e, next, load_group(e, GROUP(turns.next)));
    c[1] = is_equal(e, low, const_i32(e, 0));
    c[2] = is_below(e, GROUP(failed_teams), MAX_FAILED_TEAMS);
    c[3] = is_equal(e, are_elsewhere(e, t->waves), const_i64(e, 0));
    return all_of(e, c, 4);
}

/* i1: the wave is the first one of its work-group, and each of the others is ready, or is to be
 * taken up next but for those before it. */
static LLVMValueRef are_others_ready(struct emitter *e, unsigned waves)
{
    LLVMValueRef all = const_i32(e, (1u << waves) - 1), c[2];
    LLVMValueRef are_new = load_at(e, e->i8, e->group, GROUP(turns.are_new));
    LLVMValueRef next = load_group(e, GROUP(turns.next)); /* `waves` at most */
    LLVMValueRef left = LLVMBuildAnd(e->b, LLVMBuildShl(e->b, all, next, ""), all, "");
    are_new = LLVMBuildTrunc(e->b, are_new, e->i1, "");
    left = LLVMBuildSelect(e->b, are_new, const_i32(e, 0), left, "");
    left = LLVMBuildOr(e->b, left, load_group(e, GROUP(turns.ready)), "");
    c[0] = is_equal(e, load_at(e, e->i32, e->wave, offsetof(struct wave, index)), const_i32(e, 0));
    c[1] = is_equal(e, left, const_i32(e, (1u << waves) - 2));
    return all_of(e, c, 2);
}

static void enter_tail(struct emitter *e, unsigned label)
{
    const struct team *t = e->batch.tail;
    if (!t || t->head != label)
        return;
    LLVMBasicBlockRef may = new_block(e, "may"), maybe = new_block(e, "maybe"),
                      wait = new_block(e, "park"), alone = new_block(e, "alone");
    branch(e, may_end_together(e), may, alone, 1);
    LLVMPositionBuilderAtEnd(e->b, may);
    branch(e, are_others_ready(e, t->waves), maybe, wait, 1);
    LLVMPositionBuilderAtEnd(e->b, maybe);
    LLVMValueRef elsewhere = are_elsewhere(e, t->waves);
    branch(e, is_equal(e, elsewhere, const_i64(e, 0)), e->batch.entry, wait, 1);
    LLVMPositionBuilderAtEnd(e->b, wait);
    park(e, &e->region->blocks[label], mask_of_tail(e), e->batch.entry);
    LLVMPositionBuilderAtEnd(e->b, alone);
}

static void enter_stretch_together(struct emitter *e, unsigned head)
{
    const struct team *t = team_of(e->region, head);
    LLVMBasicBlockRef entry = t && t->is_stretch ? e->team_entry[t - e->region->teams] : NULL;
    if (!entry)
        return;
    LLVMBasicBlockRef there = new_block(e, "there"), maybe = new_block(e, "maybe"),
                      alone = new_block(e, "alone");
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    LLVMValueRef end = LLVMBuildAdd(e->b, index, const_i32(e, t->waves), "");
    /* What lies behind the call's last wave is not looked at. */
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntULE, end, load_group(e, GROUP(turns.end)), "");
    branch(e, fits, maybe, alone, 1);
    LLVMPositionBuilderAtEnd(e->b, maybe);
    branch(e, are_there(e, t, index), there, alone, 1);
    LLVMPositionBuilderAtEnd(e->b, there);
    store_at(e, end, e->group, GROUP(turns.next));
    LLVMBuildBr(e->b, entry);
    LLVMPositionBuilderAtEnd(e->b, alone);
}

void emit_gathering(struct emitter *e, unsigned label)
{
    enter_tail(e, label);
    enter_stretch_together(e, label);
}
