/* relay.c: see relay.h. */
#include "jit/relay.h"

#include "jit/build.h"
#include "jit/emit_entry.h"
#include "jit/flow.h"
#include "jit/registers.h"
#include "jit/teams.h"

#define GROUP(field) offsetof(struct group, field)
#define TURNS(field) (offsetof(struct group, turns) + offsetof(struct turns, field))

enum { UNKNOWN = -2, NONE = -1 }; /* of block_state.stretch */

/* ---- stretches ---- */

/* Waves come to this block behind a barrier, and from nowhere else in the function. */
static bool can_begin(const struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    const struct team *t = team_of(r, index);
    bool is_taken_together = (t && t->is_stretch && e->team_entry[t - r->teams]) ||
                             (e->batch.tail && e->batch.tail->head == index);
    return b->is_label && !b->preds && !b->is_way && !b->is_root && (int)index != r->entry &&
           !is_taken_together && is_behind_barrier(r, index);
}

/* What is known of block `to` once it is reached from one that is in this stretch. */
static bool meet(struct emitter *e, int to, int stretch)
{
    struct block_state *st = to < 0 ? NULL : &e->states[to];
    if (!st || st->stretch == NONE || st->stretch == stretch || st->stretch == to)
        return false;
    st->stretch = st->stretch == UNKNOWN ? stretch : NONE;
    return true;
}

/* Whether waves get from block `i` to what is in another stretch, or in none. */
static bool is_left(const struct emitter *e, unsigned i)
{
    const struct block *b = &e->region->blocks[i];
    bool is = b->jumps || b->ways[0] >= 0 || b->ways[1] >= 0;
    for (unsigned k = 0; k < 2; k++)
        is |= b->succ[k] >= 0 && e->states[b->succ[k]].stretch != e->states[i].stretch;
    return is;
}

/* Of all blocks: the stretch that each one would be in, by its predecessors. */
static void solve(struct emitter *e)
{
    const struct region *r = e->region;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            for (unsigned k = 0; k < 2 && e->states[i].stretch != UNKNOWN; k++)
                again |= meet(e, b->succ[k], e->states[i].stretch);
        }
    }
}

void find_stretches(struct emitter *e)
{
    const struct region *r = e->region;
    e->wave_in_turn = e->wave;
    e->has_stretches = false;
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        bool is_fixed = b->is_label || b->is_root || (int)i == r->entry;
        e->states[i].stretch = can_begin(e, i) ? (int)i : is_fixed ? NONE : UNKNOWN;
    }
    for (unsigned k = 0; k < r->jump_count; k++)
        if (r->jumps[k] >= 0)
            e->states[r->jumps[k]].stretch = NONE;
    solve(e);
    for (unsigned i = 0; i < r->count; i++) {
        int of = e->states[i].stretch;
        if (of >= 0 && is_left(e, i))
            for (unsigned k = 0; k < r->count; k++)
                if (e->states[k].stretch == of)
                    e->states[k].stretch = NONE;
    }
    for (unsigned i = 0; i < r->count; i++) {
        struct block_state *st = &e->states[i];
        if (!r->isa->start_part || st->stretch == UNKNOWN)
            st->stretch = NONE;
        if (st->stretch != (int)i)
            continue;
        LLVMPositionBuilderAtEnd(e->b, st->entry);
        st->wave = LLVMBuildPhi(e->b, e->ptr, "");
        e->has_stretches = true;
    }
}

void enter_stretch(struct emitter *e, int index)
{
    int of = index < 0 ? NONE : e->states[index].stretch;
    e->wave = of == NONE ? e->wave_in_turn : e->states[of].wave;
}

/* ---- from wave to wave ---- */

/* i64, 0: the wave waits at this label, which has what its code takes for granted. */
static LLVMValueRef is_elsewhere(struct emitter *e, LLVMValueRef wave, unsigned label)
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[label];
    LLVMValueRef own = e->wave;
    e->wave = wave;
    LLVMValueRef next = load_at(e, e->ptr, wave, offsetof(struct wave, next));
    LLVMValueRef here = op_pointer(e, region_op(r, b->first));
    LLVMValueRef mode = load_at(e, e->i32, wave, r->isa->layout.mode);
    LLVMValueRef differ = LLVMBuildXor(e->b, mode, const_i32(e, e->mode), "");
    LLVMValueRef known = differs_from_known(e, b);
    if (known)
        differ = LLVMBuildOr(e->b, differ, known, "");
    for (unsigned half = 0; r->is_whole && half < r->halves; half++)
        differ =
            LLVMBuildOr(e->b, differ, LLVMBuildNot(e->b, load_var(e, exec_var(e, half)), ""), "");
    e->wave = own;
    LLVMValueRef far = LLVMBuildXor(e->b, LLVMBuildPtrToInt(e->b, next, e->i64, ""),
                                    LLVMBuildPtrToInt(e->b, here, e->i64, ""), "");
    return LLVMBuildOr(e->b, far, zext64(e, differ), "");
}

/* The wave goes on at the label. n: i32, the one behind it; held: as many wait. */
static void hand_over(struct emitter *e, LLVMValueRef wave, LLVMValueRef n, LLVMValueRef held,
                      unsigned label)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    store_at(e, held, e->group, TURNS(held));
    store_at(e, n, e->group, TURNS(next));
    store_at(e, wave, e->group, GROUP(running));
    store_at(e, load_at(e, e->i32, e->group, TURNS(budget)), wave, offsetof(struct wave, budget));
    store_at(e, LLVMConstInt(e->i8, STOP_NONE, 0), wave, offsetof(struct wave, stop));
    store_at(e, LLVMConstInt(e->i8, 1, 0), wave, offsetof(struct wave, faulting_access));
    LLVMBuildBr(e->b, e->states[label].entry);
    LLVMAddIncoming(e->states[label].wave, &wave, &here, 1);
}

/* The next wave goes on where this one has come from. index: i32, this one's. */
static void emit_next(struct emitter *e, LLVMValueRef index, LLVMValueRef differ, unsigned label,
                      LLVMBasicBlockRef far)
{
    LLVMBasicBlockRef there = new_block(e, "there");
    LLVMValueRef bytes = const_i64(e, e->region->isa->wave_bytes(e->region->halves));
    LLVMValueRef wave = LLVMBuildInBoundsGEP2(e->b, e->i8, e->wave, &bytes, 1, "");
    LLVMValueRef are_new = load_at(e, e->i8, e->group, TURNS(are_new));
    differ = LLVMBuildOr(e->b, zext64(e, differ), is_elsewhere(e, wave, label), "");
    differ = LLVMBuildOr(e->b, differ, zext64(e, are_new), "");
    branch(e, is_equal(e, differ, const_i64(e, 0)), there, far, 16);
    LLVMPositionBuilderAtEnd(e->b, there);
    hand_over(e, wave, LLVMBuildAdd(e->b, index, const_i32(e, 2), ""),
              LLVMBuildAdd(e->b, index, const_i32(e, 1), ""), label);
}

/* Behind the last wave, if all wait, the first one goes on at the label. differ: 0: all others
 * do. from: the first block of this stretch; NULL: it is none. */
static void emit_first(struct emitter *e, LLVMValueRef n, LLVMValueRef differ,
                       const struct block *from, unsigned label, LLVMBasicBlockRef far)
{
    LLVMBasicBlockRef all = new_block(e, "all"), there = new_block(e, "there");
    LLVMValueRef waves = load_at(e, e->i32, e->group, GROUP(wave_count));
    LLVMValueRef rounds = load_at(e, e->i32, e->group, TURNS(rounds));
    differ = LLVMBuildOr(e->b, differ, LLVMBuildXor(e->b, n, waves, ""), "");
    LLVMValueRef wait = is_equal(e, differ, const_i32(e, 0));
    LLVMValueRef may = LLVMBuildICmp(e->b, LLVMIntNE, rounds, const_i32(e, 0), "");
    branch(e, LLVMBuildAnd(e->b, wait, may, ""), all, far, 16);
    LLVMPositionBuilderAtEnd(e->b, all);
    LLVMValueRef wave = load_at(e, e->ptr, e->group, TURNS(waves));
    LLVMValueRef elsewhere = is_elsewhere(e, wave, label);
    branch(e, is_equal(e, elsewhere, const_i64(e, 0)), there, far, 16);
    LLVMPositionBuilderAtEnd(e->b, there);
    store_at(e, LLVMBuildSub(e->b, rounds, const_i32(e, 1), ""), e->group, TURNS(rounds));
    store_at(e, LLVMConstNull(e->i8), e->group, TURNS(are_new));
    if (from)
        count_stretch(e, from);
    count_from(e, &e->region->blocks[label], const_i32(e, 0));
    hand_over(e, wave, const_i32(e, 1), const_i32(e, 0), label);
}

/* What is counted in memory is compared with the wave's number, from which its next value is made:
 * so no wave waits for what the one before it has stored. */
void emit_relay(struct emitter *e, const struct block *b, const struct op *next)
{
    int from = e->states[b - e->region->blocks].stretch;
    bool goes_on = b->after >= 0 && e->states[b->after].wave;
    if (from < 0 && !goes_on)
        return;
    LLVMBasicBlockRef more = new_block(e, "more"), last = new_block(e, "last"),
                      far = new_block(e, "far");
    stop_wave(e, STOP_BARRIER, op_pointer(e, next));
    LLVMValueRef index = load_at(e, e->i32, e->wave, offsetof(struct wave, index));
    LLVMValueRef n = LLVMBuildAdd(e->b, index, const_i32(e, 1), "");
    LLVMValueRef held = LLVMBuildXor(e->b, load_at(e, e->i32, e->group, TURNS(held)), index, "");
    LLVMValueRef order = LLVMBuildXor(e->b, load_at(e, e->i32, e->group, TURNS(next)), n, "");
    LLVMValueRef differ = LLVMBuildOr(e->b, held, order, "");
    LLVMValueRef end = load_at(e, e->i32, e->group, TURNS(end));
    branch(e, LLVMBuildICmp(e->b, LLVMIntULT, n, end, ""), more, last, 4);
    LLVMPositionBuilderAtEnd(e->b, more);
    if (from >= 0)
        emit_next(e, index, differ, (unsigned)from, far);
    else
        LLVMBuildBr(e->b, far);
    LLVMPositionBuilderAtEnd(e->b, last);
    if (goes_on)
        emit_first(e, n, differ, from < 0 ? NULL : &e->region->blocks[from], (unsigned)b->after,
                   far);
    else
        LLVMBuildBr(e->b, far);
    LLVMPositionBuilderAtEnd(e->b, far);
}
