/* behind.c: see behind.h. */
#include "jit/behind.h"

#include <stdlib.h>

#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/form.h"
#include "jit/isa.h"
#include "jit/registers.h"

#define STRIPS(field) offsetof(struct strips, field)
#define BEHIND(field) offsetof(struct lanes_behind, field)

/* ---- loops ---- */

/* An op of the loop. */
struct loop_op {
    unsigned block;
    uint32_t k;
};

static const struct region_op *loop_op_at(const struct region *r, struct loop_op o)
{
    return &r->ops[r->blocks[o.block].op + o.k];
}

/* Which op has written a variable before `to`: the last one in its block, else the loop's only one.
 * false: there may be several. has_none: none does. */
static bool find_writer(const struct region *r, const uint8_t *body, unsigned var,
                        struct loop_op to, struct loop_op *out, bool *has_none)
{
    unsigned count = 0;
    for (out->block = to.block, out->k = to.k; out->k-- > 0;)
        if (var_has(&loop_op_at(r, *out)->fx.def, var))
            return true;
    for (struct loop_op o = {0, 0}; o.block < r->count; o.block++)
        for (o.k = 0; body[o.block] && o.k < r->blocks[o.block].ops; o.k++)
            if (var_has(&loop_op_at(r, o)->fx.def, var)) {
                *out = o;
                count++;
            }
    *has_none = !count;
    return count <= 1;
}

/* Whether it may be that what a vector register has before an op goes on by the same in all lanes:
 * it comes of others that do, and nothing was loaded for it. */
static bool goes_on(const struct region *r, const uint8_t *body, unsigned var, struct loop_op to,
                    unsigned depth)
{
    struct loop_op o;
    bool has_none = false;
    if (!find_writer(r, body, var, to, &o, &has_none))
        return false;
    if (has_none)
        return true;
    const struct region_op *at = loop_op_at(r, o);
    if (!depth || (at->kind != OP_COMPUTE && at->kind != OP_PAIR))
        return false;
    if (increment_of(r, at, var) != INCREMENT_OTHERWISE)
        return true;
    for (unsigned v = var_next(&at->fx.use, 0); v < VAR_S0; v = var_next(&at->fx.use, v + 1))
        if (!goes_on(r, body, v, o, depth - 1))
            return false;
    return true;
}

static bool is_such_a_loop(const struct region *r, const uint8_t *body)
{
    enum { DEPTH = 6 };
    bool stores = false;
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        if (body[i] && (b->jumps || b->after >= 0))
            return false;
        for (uint32_t k = 0; body[i] && k < b->ops; k++) {
            const struct region_op *at = &r->ops[b->op + k];
            if (var_has(&at->fx.def, r->isa->layout.exec)) /* lanes leave, or stay away */
                return false;
            enum strip_part part = r->isa->strip_part(r, at);
            if (part == STRIP_NOT ||
                (part != STRIP_LETS &&
                 !goes_on(r, body, at->address, (struct loop_op){i, k}, DEPTH)))
                return false;
            stores |= part == STRIP_STORES;
        }
    }
    return stores;
}

void find_behind(struct emitter *e)
{
    const struct region *r = e->region;
    struct behind *k = e->behind;
    if (!r->isa->strip_part || r->halves != 1)
        return;
    uint8_t *body = malloc(r->count);
    for (unsigned i = 0; body && i < r->count; i++) {
        if (!r->blocks[i].is_loop || !region_loop(r, i, false, body) || !is_such_a_loop(r, body))
            continue;
        k->loop = k->loop ? k->loop : calloc(r->count, 1);
        bool is_new = k->loop && !k->loop[i] && k->loops < STRIP_LOOPS;
        k->loops += is_new;
        for (unsigned n = 0; is_new && n < r->count; n++)
            if (body[n] && !k->loop[n])
                k->loop[n] = (uint8_t)k->loops;
    }
    free(body);
}

bool is_block_behind(const struct emitter *e, unsigned block)
{
    return e->behind && e->behind->loop && e->behind->loop[block];
}

bool is_behind(const struct emitter *e)
{
    return e->block && !e->crew && is_block_behind(e, (unsigned)(e->block - e->region->blocks));
}

/* ---- rooms ---- */

static LLVMValueRef strips_of(struct emitter *e)
{
    struct behind *k = e->behind;
    if (!k->strips) {
        k->strips = room_of(e, LLVMArrayType2(e->i8, sizeof(struct strips)));
        LLVMSetAlignment(k->strips, _Alignof(struct strips));
    }
    return k->strips;
}

/* Of the block being emitted. */
static unsigned loop_here(const struct emitter *e)
{
    return e->behind->loop[e->block - e->region->blocks] - 1u;
}

bool note_ahead(struct emitter *e, LLVMValueRef room)
{
    struct behind *k = e->behind;
    if (k->ahead_count == MAX_AHEADS || !is_behind(e))
        return false;
    k->ahead[k->ahead_count].room = room;
    k->ahead[k->ahead_count++].loop = loop_here(e);
    return true;
}

static size_t fails_of(unsigned loop)
{
    return offsetof(struct group, failed_strips) + loop * sizeof(uint32_t);
}

LLVMValueRef may_be_behind(struct emitter *e)
{
    LLVMValueRef fails = load_at(e, e->i32, e->group, fails_of(loop_here(e)));
    return LLVMBuildICmp(e->b, LLVMIntULT, fails, const_i32(e, MOST_STRIP_FAILS), "");
}

bool add_behind(struct emitter *e, unsigned *number)
{
    if (e->behind->behind_count == MAX_BEHINDS || !is_behind(e))
        return false;
    *number = e->behind->behind_count++;
    e->behind->of_behind[*number] = loop_here(e);
    return true;
}

LLVMValueRef room_behind(struct emitter *e, unsigned number)
{
    return at_offset(e, strips_of(e), STRIPS(behind) + number * sizeof(struct lanes_behind));
}

/* ---- stores ---- */

static void store_row(struct emitter *e, LLVMValueRef v, LLVMValueRef p)
{
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), 64);
}

/* The dword is row n of the room. */
static void let_wait(struct emitter *e, LLVMValueRef room, LLVMValueRef n, LLVMValueRef by,
                     LLVMValueRef v)
{
    LLVMValueRef row = LLVMBuildMul(e->b, n, const_i64(e, 4 * AHEAD_LANES), "");
    store_row(e, v, LLVMBuildGEP2(e->b, e->i8, room, &row, 1, ""));
    LLVMValueRef filled = at_offset(e, room, BEHIND(filled)),
                 bit = LLVMBuildShl(e->b, const_i32(e, 1), LLVMBuildTrunc(e->b, n, e->i32, ""), "");
    bit = LLVMBuildOr(e->b, LLVMBuildLoad2(e->b, e->i32, filled, ""), bit, "");
    LLVMBuildStore(e->b, bit, filled);
    /* what was loaded ahead of there is not what loads are to find any more */
    LLVMValueRef first = load_at(e, e->ptr, room, BEHIND(first)),
                 args[2] = {LLVMBuildLoad2(e->b, e->i64, first, ""),
                            LLVMBuildAdd(e->b, by, load_at(e, e->i64, room, BEHIND(above)), "")};
    LLVMBuildStore(e->b, call_intrinsic(e, "llvm.smax", &e->i64, 1, args, 2), first);
}

void begin_behind(struct emitter *e, const struct behind_store *s, struct forms *f)
{
    LLVMValueRef exec = get_var(e, exec_var(e, 0)), room = room_behind(e, s->number);
    LLVMValueRef by = LLVMBuildSub(e->b, s->at, load_at(e, e->i64, room, BEHIND(at)), ""),
                 turned[3] = {by, by, const_i64(e, 2)},
                 n = call_intrinsic(e, "llvm.fshr", &e->i64, 1, turned, 3);
    LLVMValueRef holds =
        LLVMBuildICmp(e->b, LLVMIntULT, n, load_at(e, e->i64, room, BEHIND(dwords)), "");
    holds =
        LLVMBuildAnd(e->b, holds, is_equal(e, exec, load_at(e, e->i32, room, BEHIND(lanes))), "");
    *f = begin_forms(e, holds, 8);
    LLVMBasicBlockRef open = new_block(e, "open"), plain = new_block(e, "plain");
    let_wait(e, room, n, by, s->v);
    next_form(e, f);
    branch(e, may_be_behind(e), open, plain, 16);
    LLVMPositionBuilderAtEnd(e->b, open);
    store_row(e, s->v, at_offset(e, room, BEHIND(next)));
    store_row(e, s->index, at_offset(e, room, BEHIND(next_index)));
    LLVMValueRef args[6] = {strips_of(e), const_i32(e, s->number), s->from,
                            exec,         const_i32(e, s->shift),  s->at};
    call_keeping(e, "strips_open", args, 6);
    LLVMBuildBr(e->b, f->done);
    LLVMPositionBuilderAtEnd(e->b, plain);
    finish_behind(e);
}

void forget_behind(struct emitter *e)
{
    LLVMValueRef strips = strips_of(e);
    call_keeping(e, "strips_forget", &strips, 1);
}

void end_behind(struct emitter *e)
{
    LLVMValueRef strips = strips_of(e);
    call_keeping(e, "strips_finish", &strips, 1);
}

static void finish_unless(struct emitter *e, LLVMValueRef holds)
{
    LLVMBasicBlockRef some = new_block(e, "behind"), on = new_block(e, "none_behind");
    branch(e, holds, on, some, 16);
    LLVMPositionBuilderAtEnd(e->b, some);
    end_behind(e);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
}

void finish_behind(struct emitter *e)
{
    LLVMValueRef open = load_at(e, e->i32, strips_of(e), STRIPS(open));
    finish_unless(e, is_equal(e, open, const_i32(e, 0)));
}

void finish_behind_at(struct emitter *e, const LLVMValueRef *p, unsigned count, unsigned bytes)
{
    LLVMValueRef n = const_i64(e, bytes), apart = NULL,
                 low = LLVMBuildSub(e->b, load_at(e, e->i64, strips_of(e), STRIPS(low)), n, ""),
                 span = LLVMBuildAdd(e->b, load_at(e, e->i64, strips_of(e), STRIPS(span)), n, "");
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef by = LLVMBuildSub(e->b, LLVMBuildPtrToInt(e->b, p[i], e->i64, ""), low, "");
        LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntUGE, by, span, "");
        apart = apart ? LLVMBuildAnd(e->b, apart, is, "") : is;
    }
    finish_unless(e, apart);
}

/* ---- the function ---- */

static void begin_strips(struct emitter *e)
{
    const struct behind *k = e->behind;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->function);
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(entry));
    store_at(e, const_i32(e, 0), k->strips, STRIPS(open));
    store_at(e, const_i64(e, 0), k->strips, STRIPS(low));
    store_at(e, const_i64(e, 0), k->strips, STRIPS(span));
    store_at(e, const_i32(e, k->ahead_count), k->strips, STRIPS(ahead_count));
    store_at(e, at_offset(e, e->group, offsetof(struct group, strips)), k->strips,
             STRIPS(of_group));
    for (unsigned i = 0; i < k->ahead_count; i++) {
        LLVMValueRef room = k->ahead[i].room,
                     fails = at_offset(e, e->group, fails_of(k->ahead[i].loop));
        store_at(e, room, k->strips, STRIPS(ahead) + i * sizeof(void *));
        store_at(e, const_i64(e, 0), room, offsetof(struct lanes_ahead, lanes));
        store_at(e, k->strips, room, offsetof(struct lanes_ahead, strips));
        store_at(e, at_offset(e, k->strips, STRIPS(open)), room,
                 offsetof(struct lanes_ahead, open));
        store_at(e, fails, room, offsetof(struct lanes_ahead, fails));
    }
    for (unsigned i = 0; i < k->behind_count; i++) {
        size_t from = STRIPS(behind) + i * sizeof(struct lanes_behind);
        store_at(e, const_i64(e, 0), k->strips, from + BEHIND(dwords));
        store_at(e, at_offset(e, e->group, fails_of(k->of_behind[i])), k->strips,
                 from + BEHIND(fails));
    }
}

/* Behind the block's phis. */
static void end_at_start(struct emitter *e, LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i && LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    LLVMPositionBuilderBefore(e->b, i);
    end_behind(e);
}

void complete_behind(struct emitter *e)
{
    struct behind *k = e->behind;
    const struct region *r = e->region;
    for (unsigned to = 0; k->strips && to < r->count; to++) {
        bool is_behind_loop = false;
        for (unsigned i = 0; i < r->count && !k->loop[to]; i++)
            is_behind_loop |=
                k->loop[i] && (r->blocks[i].succ[0] == (int)to || r->blocks[i].succ[1] == (int)to);
        if (is_behind_loop)
            end_at_start(e, e->states[to].entry);
    }
    if (k->strips)
        begin_strips(e);
    free(k->loop);
    k->loop = NULL;
}
