/* emit_seek.c: see emit_seek.h. Emitted are, on the edge into a loop:
 *
 * - seek: what lanes have goes to rows on the stack;
 * - lane, for each active lane: up to 32 iterations at once, each as a lane of vectors, with what
 *   registers will be then and the dwords that follow each other; the first one after which the
 *   lane is not active any more is how many iterations it can skip;
 * - go: all lanes skip theirs, and the wave counts as many iterations as the slowest lane skips; if
 *   that was all of them, it looks again.
 *
 * Then the loop runs as ever, and all lanes leave in its first iteration, in which they write what
 * is read behind it. Lanes that have not found anything have all skipped the same, so the wave's
 * iterations are those of the slowest lane in any case.
 *
 * What is loaded ahead is on the page of the dword that the lane loads next, so if it faults, the
 * first iteration does, and the report is the same. */
#include "jit/emit_seek.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "jit/address.h"
#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/compute.h"
#include "jit/emit_entry.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/inspect.h"
#include "jit/known.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/seek.h"
#include "jit/teams.h"

enum {
    AHEAD = 32, /* iterations at once */
    AHEAD_BYTES = 4 * AHEAD,
    /* cycles, about: what an iteration of the wave takes; what looking ahead takes, and of each
     * lane; how much may be lost before it is given up, and gained to lose again */
    ITERATION = 60,
    LOOK = 80,
    LOOK_LANE = 7,
    CREDIT = 1 << 13,
};

/* What the emitter knows on the other edge. */
struct before {
    LLVMValueRef now[VAR_COUNT];
    varset dirty;
    struct known known;
    const struct block *block;
    const struct region_op *at;
};

struct seeking {
    struct emitter *e;
    const struct seek *s;
    const struct block *b;
    varset exposed;
    struct before before;
    struct anywhere lanes;
    LLVMValueRef credit;
    LLVMValueRef phi[MAX_SEEK_STEPS][2];                     /* registers where it looks... */
    LLVMValueRef further[MAX_SEEK_STEPS][2];                 /* ... and where it goes on */
    LLVMValueRef row[VAR_S0], first, start, beyond, skipped; /* rows on the stack */
    LLVMValueRef lane, lane32;
    LLVMBasicBlockRef fails[3], gone,
        out; /* gone, and those where nothing is skipped, lead there */
    unsigned fail_count;
    bool is_broken;
};

static void keep_knowledge(struct emitter *e, struct before *k)
{
    memcpy(k->now, e->now, sizeof k->now);
    k->dirty = e->dirty;
    note_known(e, &k->known);
    k->block = e->block;
    k->at = e->at;
}

static void restore_knowledge(struct emitter *e, const struct before *k)
{
    memcpy(e->now, k->now, sizeof k->now);
    e->dirty = k->dirty;
    forget_since(e, &k->known);
    e->block = k->block;
    e->at = k->at;
}

static LLVMValueRef row_of_lanes(struct emitter *e)
{
    LLVMValueRef row = room_of_lanes(e);
    LLVMSetAlignment(row, 64);
    return row;
}

static LLVMValueRef load_row(struct emitter *e, LLVMValueRef row)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, row, "");
    LLVMSetAlignment(v, 64);
    return v;
}

static LLVMValueRef element(struct seeking *k, LLVMValueRef row)
{
    LLVMValueRef p = LLVMBuildInBoundsGEP2(k->e->b, k->e->i32, row, &k->lane, 1, "");
    return LLVMBuildLoad2(k->e->b, k->e->i32, p, "");
}

static void add_incoming(LLVMValueRef phi, LLVMValueRef v, LLVMBasicBlockRef from)
{
    LLVMAddIncoming(phi, &v, &from, 1);
}

static LLVMValueRef call_on(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return call_intrinsic(e, name, &t, 1, args, 2);
}

/* v * by. LLVM's generic combiner, which makes shifts of products, does not run. */
static LLVMValueRef scaled(struct emitter *e, LLVMValueRef v, uint32_t by)
{
    if (!by || by & (by - 1))
        return LLVMBuildMul(e->b, v, const_like(v, by), "");
    return by == 1 ? v : LLVMBuildShl(e->b, v, const_like(v, (unsigned)__builtin_ctz(by)), "");
}

/* ---- iterations of one lane ---- */

static const struct seek_step *step_of(const struct seeking *k, unsigned var)
{
    for (unsigned i = 0; i < k->s->steps; i++)
        if (k->s->step[i].var == var || (k->s->step[i].is_wide && k->s->step[i].var + 1u == var))
            return &k->s->step[i];
    return NULL;
}

/* What a register is in each iteration. number: <32 x i32>, of the iterations. */
static void begin_step(struct seeking *k, const struct seek_step *s, LLVMValueRef number)
{
    struct emitter *e = k->e;
    LLVMTypeRef t = s->is_wide ? e->v32i64 : e->v32i32;
    LLVMValueRef by = s->is_wide ? LLVMBuildSExt(e->b, number, t, "") : number;
    by = scaled(e, by, s->by < 0 ? -(uint32_t)s->by : (uint32_t)s->by);
    LLVMValueRef v = element(k, k->row[s->var]);
    if (s->is_wide)
        v = join_s64(e, v, element(k, k->row[s->var + 1]));
    v = (s->by < 0 ? LLVMBuildSub : LLVMBuildAdd)(e->b, splat(e, v, t), by, "");
    if (s->is_wide)
        fold_split(e, v, &e->now[s->var]);
    else
        e->now[s->var] = v;
}

static LLVMValueRef bits_of_lane(struct seeking *k, LLVMValueRef mask)
{
    struct emitter *e = k->e;
    LLVMValueRef bit = LLVMBuildLShr(e->b, mask, k->lane32, "");
    return LLVMBuildSExt(e->b, LLVMBuildTrunc(e->b, bit, e->i1, ""), e->i32, "");
}

/* What the variables are in each iteration, if the lane stays until then. */
static void begin_iterations(struct seeking *k, LLVMValueRef number)
{
    struct emitter *e = k->e;
    unsigned exec = exec_var(e, 0);
    for (unsigned v = var_next(&k->b->def, 0); v < VAR_COUNT; v = var_next(&k->b->def, v + 1))
        e->now[v] = LLVMConstNull(var_type(e, v)); /* written before it is read, or see below */
    for (unsigned v = var_next(&k->exposed, 0); v < VAR_COUNT; v = var_next(&k->exposed, v + 1)) {
        const struct seek_step *s = v < VAR_S0 ? step_of(k, v) : NULL;
        if (s && s->var == v)
            begin_step(k, s, number);
        else if (!s && v < VAR_S0)
            e->now[v] = splat(e, element(k, k->row[v]), e->v32i32);
        else if (v != exec && var_has(&k->s->bits, v) && !var_has(&k->b->def, v))
            e->now[v] = bits_of_lane(k, k->before.now[v]);
    }
    e->now[exec] = const_i32(e, UINT32_MAX);
    e->exec->value[0] = NULL;
}

/* i32: after which iterations the lane is active, if it was before. dwords: what they load. */
static LLVMValueRef emit_iterations(struct seeking *k, LLVMValueRef dwords)
{
    struct emitter *e = k->e;
    const struct region *r = e->region;
    e->block = k->b;
    for (uint32_t n = 0; n + 1 < k->b->ops && !k->is_broken; n++) {
        e->at = &r->ops[k->b->op + n];
        inspect_line(e, e->at->slot);
        if (e->at->fx.treatment == AS_NOTHING)
            continue;
        if (e->at->kind == OP_ACCESS) {
            struct lane_load l;
            r->isa->describe_lane_load(r, op_of(r, e->at), &l);
            e->now[l.result] = dwords;
        } else {
            k->is_broken |= !emit_computations(e);
        }
    }
    return e->now[exec_var(e, 0)];
}

/* Whether a bit that the loop carries on is 0 in an iteration after which the lane stays, if it was
 * before. */
static bool stays_zero(const struct seeking *k, unsigned v)
{
    const struct emitter *e = k->e;
    LLVMValueRef active = e->now[exec_var(e, 0)], all = const_i32(e, UINT32_MAX);
    if (LLVMIsAConstantInt(e->now[v]))
        return LLVMIsNull(e->now[v]);
    bool is_not = is_instruction(active, LLVMXor) && LLVMGetOperand(active, 1) == all;
    return is_not && LLVMGetOperand(active, 0) == e->now[v];
}

/* The scalars that the loop carries on, as lanes' bits, are such. */
static void check_bits(struct seeking *k)
{
    for (unsigned v = var_next(&k->exposed, VAR_S0); v < VAR_COUNT;
         v = var_next(&k->exposed, v + 1))
        if (var_has(&k->b->def, v) && v != exec_var(k->e, 0))
            k->is_broken |= !var_has(&k->s->bits, v) || !stays_zero(k, v);
}

/* i32: how many iterations the lane can skip; AHEAD: it leaves in none of those on its page. */
static LLVMValueRef look(struct seeking *k)
{
    struct emitter *e = k->e;
    LLVMValueRef first = element(k, k->first), beyond = element(k, k->beyond), number[AHEAD];
    for (unsigned i = 0; i < AHEAD; i++)
        number[i] = const_i32(e, i);
    LLVMValueRef numbers = LLVMConstVector(number, AHEAD),
                 place = LLVMBuildSExt(e->b, element(k, k->start), e->i64, "");
    place = scaled(e, place, k->lanes.scale);
    place = LLVMBuildGEP2(e->b, e->i8, k->lanes.from, &place, 1, "");
    LLVMValueRef dwords = LLVMBuildLoad2(e->b, e->v32i32, place, "");
    LLVMSetAlignment(dwords, 1);
    /* The lane itself is number `own` of these. */
    LLVMValueRef own = LLVMBuildLShr(e->b, LLVMBuildNeg(e->b, first, ""), const_i32(e, 2), "");
    own = splat(e, own, e->v32i32);
    numbers =
        k->s->is_down ? LLVMBuildSub(e->b, own, numbers, "") : LLVMBuildSub(e->b, numbers, own, "");
    begin_iterations(k, numbers);
    LLVMValueRef leaving = LLVMBuildNot(e->b, emit_iterations(k, dwords), "");
    check_bits(k);
    leaving = (k->s->is_down ? LLVMBuildShl : LLVMBuildLShr)(e->b, leaving, beyond, "");
    return call_on(e, k->s->is_down ? "llvm.ctlz" : "llvm.cttz", leaving, LLVMConstNull(e->i1));
}

/* ---- all lanes ---- */

/* Registers n iterations later; 0 in lanes that are not active. */
static void go_further(struct seeking *k, LLVMValueRef n)
{
    struct emitter *e = k->e;
    for (unsigned i = 0; i < k->s->steps; i++) {
        const struct seek_step *s = &k->s->step[i];
        bool is_less = s->by < 0;
        uint32_t size = is_less ? -(uint32_t)s->by : (uint32_t)s->by;
        LLVMValueRef by = scaled(e, n, size), lo = k->phi[i][0], hi = k->phi[i][1];
        LLVMValueRef v = is_less ? LLVMBuildSub(e->b, lo, by, "") : LLVMBuildAdd(e->b, lo, by, "");
        k->further[i][0] = v;
        if (!s->is_wide)
            continue;
        LLVMValueRef carry = is_less ? LLVMBuildICmp(e->b, LLVMIntULT, lo, by, "")
                                     : LLVMBuildICmp(e->b, LLVMIntULT, v, by, "");
        carry = LLVMBuildSExt(e->b, carry, e->v32i32, "");
        k->further[i][1] =
            is_less ? LLVMBuildAdd(e->b, hi, carry, "") : LLVMBuildSub(e->b, hi, carry, "");
    }
}

static unsigned parts_of(const struct seek_step *s) { return s->is_wide ? 2 : 1; }

/* As far as lanes stay on their pages: rows with the first dword that is loaded for each, in bytes
 * from its own and as an index, and with how many of them are on the other side of it. i1: they are
 * whole dwords away, and indices do not wrap. */
static LLVMValueRef begin_pages(struct seeking *k)
{
    struct emitter *e = k->e;
    LLVMTypeRef t = e->v32i32;
    LLVMValueRef from = LLVMBuildPtrToInt(e->b, k->lanes.from, e->i64, ""),
                 at = LLVMBuildTrunc(e->b, from, e->i32, ""), index = k->lanes.index;
    at = LLVMBuildAdd(e->b, splat(e, at, t), scaled(e, index, k->lanes.scale), "");
    at = LLVMBuildAnd(e->b, at, const_splat(e, t, HOST_PAGE - 1), "");
    LLVMValueRef all = const_splat(e, t, AHEAD_BYTES - 4), less, first;
    if (k->s->is_down) {
        less = call_on(e, "llvm.usub.sat", all, at);
        first = LLVMBuildSub(e->b, less, all, "");
    } else {
        less = call_on(e, "llvm.usub.sat", at, const_splat(e, t, HOST_PAGE - AHEAD_BYTES));
        first = LLVMBuildNeg(e->b, less, "");
    }
    unsigned shift = (unsigned)__builtin_ctz(k->lanes.scale);
    LLVMValueRef start = shift ? LLVMBuildAShr(e->b, first, const_splat(e, t, shift), "") : first;
    start = LLVMBuildAdd(e->b, index, start, "");
    k->first = row_of_lanes(e);
    k->start = row_of_lanes(e);
    k->beyond = row_of_lanes(e);
    store_for_lanes(e, first, k->first);
    store_for_lanes(e, start, k->start);
    store_for_lanes(e, LLVMBuildLShr(e->b, less, const_splat(e, t, 2), ""), k->beyond);
    LLVMValueRef odd = LLVMBuildAnd(e->b, less, const_splat(e, t, 3), ""),
                 wrapped = LLVMBuildAnd(e->b, index, LLVMBuildNot(e->b, start, ""), "");
    wrapped = LLVMBuildAnd(e->b, wrapped, const_splat(e, t, UINT32_C(1) << 31), "");
    odd = LLVMBuildOr(e->b, odd, wrapped, "");
    odd = LLVMBuildICmp(e->b, LLVMIntNE, odd, LLVMConstNull(t), "");
    odd = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, odd, e->i32, ""), e->now[exec_var(e, 0)], "");
    return is_equal(e, odd, const_i32(e, 0));
}

/* What lanes have, and where they are; i1: where loads can be made in place. */
static LLVMValueRef begin_rows(struct seeking *k)
{
    struct emitter *e = k->e;
    LLVMValueRef holds = NULL;
    e->block = k->b;
    e->at = &e->region->ops[k->s->load];
    if (!e->region->isa->locate_load(e, &k->lanes, &holds) || k->lanes.scale > 4)
        return NULL;
    k->skipped = row_of_lanes(e);
    store_for_lanes(e, LLVMConstNull(e->v32i32), k->skipped);
    for (unsigned v = var_next(&k->exposed, 0); v < VAR_S0; v = var_next(&k->exposed, v + 1)) {
        k->row[v] = row_of_lanes(e);
        store_for_lanes(e, e->now[v], k->row[v]);
    }
    return LLVMBuildAnd(e->b, holds, begin_pages(k), "");
}

/* What looking has gained or lost so far. */
static LLVMValueRef new_credit(struct emitter *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef p = LLVMBuildAlloca(e->b, e->i32, "credit");
    LLVMBuildStore(e->b, const_i32(e, CREDIT), p);
    LLVMPositionBuilderAtEnd(e->b, here);
    return p;
}

static void change_credit(struct seeking *k, LLVMValueRef skipped)
{
    struct emitter *e = k->e;
    LLVMValueRef exec = e->now[exec_var(e, 0)],
                 lanes = call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &exec, 1);
    LLVMValueRef n = LLVMBuildLoad2(e->b, e->i32, k->credit, "");
    n = LLVMBuildAdd(e->b, n, LLVMBuildMul(e->b, skipped, const_i32(e, ITERATION), ""), "");
    n = LLVMBuildSub(e->b, n, LLVMBuildMul(e->b, lanes, const_i32(e, LOOK_LANE), ""), "");
    n = LLVMBuildSub(e->b, n, const_i32(e, LOOK), "");
    LLVMBuildStore(e->b, call_on(e, "llvm.smin", n, const_i32(e, CREDIT)), k->credit);
}

/* i1: there are lanes, bits that the loop carries on are 0, and looking has paid so far. */
static LLVMValueRef may_look(struct seeking *k)
{
    struct emitter *e = k->e;
    LLVMValueRef exec = get_var(e, exec_var(e, 0)), none = const_i32(e, 0), set = NULL;
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntNE, exec, none, "");
    for (unsigned v = var_next(&k->exposed, VAR_S0); v < VAR_COUNT;
         v = var_next(&k->exposed, v + 1))
        if (var_has(&k->b->def, v) && v != exec_var(e, 0))
            set = set ? LLVMBuildOr(e->b, set, get_var(e, v), "") : get_var(e, v);
    if (set && !LLVMIsNull(set)) {
        set = LLVMBuildAnd(e->b, set, exec, "");
        c = LLVMBuildAnd(e->b, c, is_equal(e, set, none), "");
    }
    if (e->region->is_trial)
        return c;
    LLVMValueRef credit = LLVMBuildLoad2(e->b, e->i32, k->credit, "");
    return LLVMBuildAnd(e->b, c, LLVMBuildICmp(e->b, LLVMIntSGE, credit, none, ""), "");
}

/* Registers where it looks, at the start of `seek`. */
static void begin_phis(struct seeking *k, LLVMBasicBlockRef from)
{
    struct emitter *e = k->e;
    for (unsigned i = 0; i < k->s->steps; i++)
        for (unsigned n = 0; n < parts_of(&k->s->step[i]); n++) {
            unsigned v = k->s->step[i].var + n;
            k->phi[i][n] = LLVMBuildPhi(e->b, e->v32i32, "");
            add_incoming(k->phi[i][n], e->now[v], from);
            e->now[v] = k->phi[i][n];
        }
}

/* Whether active lanes have come to the end of their pages. */
static LLVMValueRef are_beyond(struct seeking *k)
{
    struct emitter *e = k->e;
    LLVMValueRef n = load_row(e, k->skipped), beyond = load_row(e, k->beyond);
    LLVMValueRef a = is_equal(e, n, const_splat(e, e->v32i32, AHEAD)),
                 b = LLVMBuildICmp(e->b, LLVMIntNE, beyond, LLVMConstNull(e->v32i32), "");
    a = LLVMBuildBitCast(e->b, LLVMBuildAnd(e->b, a, b, ""), e->i32, "");
    return LLVMBuildICmp(e->b, LLVMIntNE, a, const_i32(e, 0), "");
}

/* Each lane looks, which goes to `done` with what the slowest one can skip. Lanes are counted, so
 * that what is left of them is one host instruction, and the branch another. */
static LLVMValueRef emit_looking(struct seeking *k, LLVMBasicBlockRef done)
{
    struct emitter *e = k->e;
    LLVMBasicBlockRef located = LLVMGetInsertBlock(e->b), each = new_block(e, "seek_lane"),
                      looked = new_block(e, "seek_looked"), far = new_block(e, "seek_far");
    LLVMValueRef exec = e->now[exec_var(e, 0)], one = const_i32(e, 1), none = const_i32(e, 0),
                 lanes = call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &exec, 1);
    LLVMBuildBr(e->b, each);
    LLVMPositionBuilderAtEnd(e->b, each);
    LLVMValueRef left = LLVMBuildPhi(e->b, e->i32, ""), count = LLVMBuildPhi(e->b, e->i32, ""),
                 most = LLVMBuildPhi(e->b, e->i32, "");
    add_incoming(left, exec, located);
    add_incoming(count, lanes, located);
    add_incoming(most, none, located);
    k->lane32 = first_lane(e, left);
    k->lane = zext64(e, k->lane32);
    LLVMValueRef n = look(k);
    LLVMBuildStore(e->b, n, LLVMBuildInBoundsGEP2(e->b, e->i32, k->skipped, &k->lane, 1, ""));
    LLVMValueRef slowest = call_on(e, "llvm.umax", most, n);
    add_incoming(left, without_first_lane(e, left), each);
    LLVMValueRef more = LLVMBuildSub(e->b, count, one, "");
    add_incoming(count, more, each);
    add_incoming(most, slowest, each);
    branch(e, LLVMBuildICmp(e->b, LLVMIntNE, more, none, ""), each, looked, 8);

    LLVMPositionBuilderAtEnd(e->b, looked);
    LLVMValueRef is_far = is_equal(e, slowest, const_i32(e, AHEAD));
    branch(e, is_far, far, done, 1);
    LLVMPositionBuilderAtEnd(e->b, far);
    k->fails[k->fail_count++] = far;
    branch(e, are_beyond(k), k->out, done, 1);
    return slowest;
}

/* All lanes skip what they can, if the time slice lasts. */
static void emit_going(struct seeking *k, LLVMBasicBlockRef seek, LLVMValueRef slowest)
{
    struct emitter *e = k->e;
    LLVMBasicBlockRef go = new_block(e, "seek_go");
    LLVMValueRef skipped = load_row(e, k->skipped);
    LLVMValueRef p = wave_field(e, offsetof(struct wave, budget)),
                 budget = LLVMBuildLoad2(e->b, e->i32, p, "");
    change_credit(k, slowest);
    k->fails[k->fail_count++] = LLVMGetInsertBlock(e->b);
    branch(e, LLVMBuildICmp(e->b, LLVMIntSGE, budget, slowest, ""), go, k->out, 2000);
    LLVMPositionBuilderAtEnd(e->b, go);
    LLVMBuildStore(e->b, LLVMBuildSub(e->b, budget, slowest, ""), p);
    count_times(e, k->b, slowest);
    go_further(k, skipped);
    LLVMBasicBlockRef gone = LLVMGetInsertBlock(e->b);
    branch(e, is_equal(e, slowest, const_i32(e, AHEAD)), seek, k->out, 1);
    for (unsigned i = 0; i < k->s->steps; i++)
        for (unsigned n = 0; n < parts_of(&k->s->step[i]); n++)
            add_incoming(k->phi[i][n], k->further[i][n], gone);
    k->gone = gone;
}

/* The edge to the loop. */
static void emit_out(struct seeking *k, struct seek_edge *edge)
{
    struct emitter *e = k->e;
    LLVMPositionBuilderAtEnd(e->b, k->out);
    memcpy(edge->values, e->now, sizeof edge->values);
    for (unsigned i = 0; i < k->s->steps; i++)
        for (unsigned n = 0; n < parts_of(&k->s->step[i]); n++) {
            LLVMValueRef v = LLVMBuildPhi(e->b, e->v32i32, "");
            add_incoming(v, k->further[i][n], k->gone);
            for (unsigned f = 0; f < k->fail_count; f++)
                add_incoming(v, k->phi[i][n], k->fails[f]);
            edge->values[k->s->step[i].var + n] = v;
        }
    edge->end = k->out;
    LLVMBuildBr(e->b, e->states[k->s->head].entry);
}

static void emit_all(struct seeking *k, LLVMBasicBlockRef from, LLVMBasicBlockRef seek,
                     struct seek_edge *edge)
{
    struct emitter *e = k->e;
    LLVMBasicBlockRef lanes = new_block(e, "seek_lanes"), done = new_block(e, "seek_done");
    k->out = new_block(e, "seek_out");
    LLVMPositionBuilderAtEnd(e->b, seek);
    begin_phis(k, from);
    LLVMValueRef holds = begin_rows(k);
    if (!holds) {
        k->is_broken = true;
        return;
    }
    k->fails[k->fail_count++] = LLVMGetInsertBlock(e->b);
    branch(e, holds, lanes, k->out, 2000);
    LLVMPositionBuilderAtEnd(e->b, lanes);
    LLVMValueRef slowest = emit_looking(k, done);
    if (k->is_broken)
        return;
    LLVMPositionBuilderAtEnd(e->b, done);
    restore_knowledge(e, &k->before);
    emit_going(k, seek, slowest);
    emit_out(k, edge);
}

void emit_seek(struct emitter *e, unsigned head)
{
    const struct seek *s = seek_of(e->region, head);
    struct seek_edge *edge = s ? &e->seeks->of[s - e->region->seeks] : NULL;
    struct seeking *k = NULL;
    if (!s || !e->has_lanes || !can_gather(e) || edge->end || !(k = calloc(1, sizeof *k)))
        return;
    *k = (struct seeking){.e = e, .s = s, .b = &e->region->blocks[head]};
    k->exposed = exposed_vars(e->region, &(struct team){.block = {head}, .blocks = 1});
    /* what both edges have is known before they part */
    for (unsigned v = var_next(&k->exposed, 0); v < VAR_COUNT; v = var_next(&k->exposed, v + 1))
        get_var(e, v);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), seek = new_block(e, "seek");
    k->credit = new_credit(e);
    LLVMValueRef may = may_look(k);
    keep_knowledge(e, &k->before);
    emit_all(k, here, seek, edge);
    restore_knowledge(e, &k->before);
    LLVMPositionBuilderAtEnd(e->b, here);
    if (k->is_broken) {
        remove_blocks(seek);
        edge->end = NULL;
    } else {
        LLVMBasicBlockRef plain = new_block(e, "sought");
        branch(e, may, seek, plain, 2000);
        LLVMPositionBuilderAtEnd(e->b, plain);
    }
    free(k);
}
