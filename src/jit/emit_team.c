/* emit_team.c: see emit_team.h. Emitted are, for each team of a loop:
 *
 *   parking   on edges into the loop: registers go to the wave's struct, and the next wave runs;
 *             if the whole team is there: -> entry
 *   entry     tests that waves share what they were guessed to; loads what the loop reads
 *   loop      an iteration of all waves, op by op; what two of them compute of the same, once
 *   over      the loop has ended: results go to the waves' structs; they go on there
 *   pause     it has run for long: the waves go on with the next iteration, each alone
 *   fail      something else is needed: they begin with the first iteration, each alone
 *
 * A stretch between barriers is a loop of one iteration, without parking, since its waves wait
 * already: where the first one goes on (emit_gathering), the others are taken along.
 *
 * In a loop with barriers, all waves of a work-group are there, so barriers are nothing but that
 * what was done before them stays done. What waves need to go on behind one goes to their structs
 * where that is left, and before device memory is accessed, which may be a fault. */
#include "jit/emit_team.h"

#include <stdlib.h>
#include <string.h>

#include "jit/address.h"
#include "jit/compute.h"
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/emit_entry.h"
#include "jit/emit_nan.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/form.h"
#include "jit/gather.h"
#include "jit/half.h"
#include "jit/inspect.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/stay.h"
#include "jit/steps.h"
#include "jit/team.h"
#include "jit/team_ops.h"

enum {
    MAX_ITERATIONS = 1 << 15, /* then other work-groups get their turn */
    SLICE_SHIFT = 6,          /* so many iterations, as a power of two, count as one alone */
};

#define TURNS(field) (offsetof(struct group, turns) + offsetof(struct turns, field))

/* A vector register that the loop changes only by adding something uniform (loop.h). */
struct climb {
    unsigned var, wave;
    bool is_wide;         /* with the next variable */
    LLVMValueRef root[2]; /* before the loop */
    LLVMValueRef by;      /* a phi: i32, wide: i64; all waves have the same */
    LLVMValueRef next;    /* in the next iteration */
    unsigned first;       /* index of the variable's first climb */
};

enum { MAX_CLIMBS = MAX_LASTING };

/* Of a loop with barriers: from one to the next. */
struct part {
    const struct block *first;
    LLVMBasicBlockRef commit, body; /* commit has no end yet */
    LLVMBasicBlockRef fail;
    bool may_fault;
    LLVMValueRef *start; /* [MAX_TEAM_WAVES][VAR_COUNT] what variables are where it begins */
    LLVMValueRef by[MAX_CLIMBS];
};

struct making {
    struct emitter *e;
    const struct team *t;
    const struct block *b; /* which is emitted */
    varset def;            /* what an iteration writes */
    struct part part[MAX_TEAM_BLOCKS];
    unsigned parts;
    LLVMBasicBlockRef none; /* the team does not go on */
    struct crew crew;
    varset exposed;                           /* read before they are written */
    varset looped;                            /* of these: written, and no climb */
    struct nan_later put_off[MAX_TEAM_WAVES]; /* looked at behind the loop (emit_nan.h) */
    LLVMValueRef *first;                      /* [MAX_TEAM_WAVES][VAR_COUNT] before the loop */
    LLVMValueRef *phi;                        /* likewise, in it */
    struct climb climb[MAX_CLIMBS];
    unsigned climbs;
    LLVMBasicBlockRef loop;
    LLVMValueRef count; /* a phi, i64: iterations before this one */
    varset left;        /* bits of lanes that have left the loop: none, as long as it goes on */
    LLVMValueRef mask;  /* i32: the waves */
};

static LLVMValueRef *slot_of(LLVMValueRef *values, unsigned wave, unsigned var)
{
    return values + (size_t)wave * VAR_COUNT + var;
}

static LLVMValueRef load_turn(struct emitter *e, size_t offset)
{
    return load_at(e, e->i32, e->group, offset);
}

static void store_turn(struct emitter *e, size_t offset, LLVMValueRef v)
{
    store_at(e, v, e->group, offset);
}

/* ---- before the loop ---- */

/* What the waves begin the loop with. All lanes of all are to be active, and none to have left it.
 */
static void load_first(struct making *m)
{
    struct emitter *e = m->e;
    LLVMValueRef *first[MAX_TEAM_WAVES], zero = const_i32(e, 0);
    for (unsigned w = 0; w < m->t->waves; w++)
        first[w] = slot_of(m->first, w, 0);
    team_load(e, &m->exposed, &e->region->blocks[m->t->head], first);
    team_load_exec(e, UINT32_MAX, first);
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = var_next(&m->left, 0); v < VAR_COUNT; v = var_next(&m->left, v + 1))
            if (team_sharer(m->t, v, w) == w)
                team_assume(e, is_equal(e, first[w][v], zero));
}

/* Of a stretch: what becomes of the waves. (Those of a loop have stopped already.) */
static void set_stops(struct making *m, enum stop why)
{
    struct emitter *e = m->e;
    for (unsigned w = 0; w < m->t->waves && m->t->is_stretch; w++) {
        e->wave = m->crew.pointer[w];
        store_wave_byte(e, offsetof(struct wave, stop), why);
    }
}

static void begin_entry(struct making *m)
{
    struct emitter *e = m->e;
    LLVMPositionBuilderAtEnd(e->b, m->crew.entry);
    LLVMValueRef base = team_base(e, m->t);
    m->mask = team_mask(e, m->t, base);
    if (!m->t->is_stretch) {
        LLVMValueRef others =
            LLVMBuildAnd(e->b, load_turn(e, TURNS(parked)), LLVMBuildNot(e->b, m->mask, ""), "");
        store_turn(e, TURNS(parked), others);
        store_turn(e, TURNS(ready), m->mask);
    }
    store_turn(e, TURNS(team), m->mask);
    store_wave_byte(e, offsetof(struct wave, faulting_access), 1);
    LLVMValueRef bytes = const_i64(e, e->region->isa->wave_bytes(e->region->halves));
    LLVMValueRef at = LLVMBuildMul(e->b, zext64(e, base), bytes, "");
    LLVMValueRef p = load_at(e, e->ptr, e->group, TURNS(waves));
    for (unsigned w = 0; w < m->t->waves; w++) {
        m->crew.pointer[w] = p = LLVMBuildInBoundsGEP2(e->b, e->i8, p, &at, 1, "");
        at = bytes;
    }
    set_stops(m, STOP_TEAM);
}

/* ---- variables in the loop ---- */

/* The value, or half of it, in an iteration in which `by` has been added. */
static void climbed(struct emitter *e, const struct climb *c, LLVMValueRef by, LLVMValueRef out[2])
{
    if (!c->is_wide) {
        out[0] = LLVMBuildAdd(e->b, c->root[0], splat(e, by, e->v32i32), "");
        return;
    }
    LLVMValueRef sum = fold_join(e, c->root[0], c->root[1]);
    sum = LLVMBuildAdd(e->b, sum, splat(e, by, e->v32i64), "");
    fold_split(e, sum, out);
}

static void add_climb(struct making *m, unsigned var, unsigned wave, bool is_wide)
{
    struct emitter *e = m->e;
    unsigned from = team_sharer(m->t, var, wave),
             high = is_wide ? team_sharer(m->t, var + 1, wave) : from;
    for (unsigned i = 0; i < m->climbs && from == high; i++)
        if (m->climb[i].var == var && m->climb[i].wave == from) {
            for (unsigned k = 0; k < 1u + is_wide; k++)
                m->crew.now[wave][var + k] = m->crew.now[from][var + k];
            return;
        }
    struct climb *c = &m->climb[m->climbs];
    LLVMTypeRef t = is_wide ? e->i64 : e->i32;
    if (m->climbs == MAX_CLIMBS || from != high) {
        m->crew.is_broken = true;
        return;
    }
    m->climbs++;
    *c = (struct climb){.var = var, .wave = wave, .is_wide = is_wide};
    c->root[0] = *slot_of(m->first, wave, var);
    c->root[1] = is_wide ? *slot_of(m->first, wave, var + 1) : NULL;
    while (m->climb[c->first].var != var)
        c->first++;
    c->by = c->first == m->climbs - 1 ? LLVMBuildPhi(e->b, t, "") : m->climb[c->first].by;
}

/* Behind all phis of the loop. */
static void begin_climbs(struct making *m)
{
    struct emitter *e = m->e;
    for (unsigned i = 0; i < m->climbs; i++) {
        const struct climb *c = &m->climb[i];
        LLVMValueRef v[2] = {NULL, NULL};
        climbed(e, c, c->by, v);
        struct address a = {.lo = v[0], .hi = v[1], .root = c->root[0], .root_hi = c->root[1]};
        *(c->is_wide ? &a.plus : &a.by) = c->by;
        m->crew.is_broken |= !add_lasting(e, a);
        for (unsigned w = 0; w < m->t->waves; w++)
            for (unsigned k = 0; k < 1u + c->is_wide && team_sharer(m->t, c->var, w) == c->wave;
                 k++)
                m->crew.now[w][c->var + k] = v[k];
    }
}

/* Of a stretch: values are those from before it. */
static void begin_stretch(struct making *m)
{
    for (unsigned w = 0; w < m->t->waves; w++)
        memcpy(m->crew.now[w], slot_of(m->first, w, 0), VAR_COUNT * sizeof *m->first);
}

static void begin_loop(struct making *m)
{
    struct emitter *e = m->e;
    uint8_t kinds[VAR_S0];
    find_increments(e->region, m->t, kinds);
    m->count = LLVMBuildPhi(e->b, e->i64, "");
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = var_next(&m->exposed, 0); v < VAR_COUNT;
             v = var_next(&m->exposed, v + 1)) {
            unsigned from = team_sharer(m->t, v, w);
            uint8_t kind = v < VAR_S0 ? kinds[v] : INCREMENT_OTHERWISE;
            bool is_wide = kind == INCREMENT_LOW && v + 1 < VAR_S0 &&
                           kinds[v + 1] == INCREMENT_HIGH && var_has(&m->exposed, v + 1);
            bool is_high = kind == INCREMENT_HIGH && v && kinds[v - 1] == INCREMENT_LOW &&
                           var_has(&m->exposed, v - 1);
            if (is_high)
                continue;
            if (kind == INCREMENT_ALONE || kind == INCREMENT_LOW) {
                add_climb(m, v, w, is_wide);
                continue;
            }
            bool is_left = var_has(&m->left, v);
            m->crew.now[w][v] = is_left ? const_i32(e, 0) : *slot_of(m->first, w, v);
            if (!var_has(&m->def, v) || is_left)
                continue;
            var_add(&m->looped, v);
            if (from == w)
                *slot_of(m->phi, w, v) = LLVMBuildPhi(e->b, var_type(e, v), "");
            m->crew.now[w][v] = *slot_of(m->phi, from, v);
        }
    begin_climbs(m);
    for (unsigned w = 0; w < m->t->waves; w++)
        m->crew.now[w][exec_var(e, 0)] = const_i32(e, UINT32_MAX);
}

/* The values of the next iteration. What waves shared before it, they must share then. */
static void end_iteration_of_all(struct making *m)
{
    struct emitter *e = m->e;
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = var_next(&m->looped, 0); v < VAR_COUNT; v = var_next(&m->looped, v + 1))
            m->crew.is_broken |=
                !m->crew.now[w][v] || m->crew.now[w][v] != m->crew.now[team_sharer(m->t, v, w)][v];
    for (unsigned i = 0; i < m->climbs; i++) {
        struct climb *c = &m->climb[i];
        LLVMValueRef *now = m->crew.now[c->wave];
        struct address a = c->is_wide ? find_address(e, now[c->var], now[c->var + 1])
                                      : find_offset(e, now[c->var]);
        c->next = c->is_wide ? a.plus : a.by;
        m->crew.is_broken |= a.root != c->root[0] || a.root_hi != c->root[1] || !c->next ||
                             !team_are_alike(c->next, m->climb[c->first].next);
    }
}

/* ---- ops ---- */

/* Some ops of the block. */
static void emit_ops(struct making *m, uint32_t ops)
{
    struct emitter *e = m->e;
    for (uint32_t k = 0; k < ops && !m->crew.is_broken;) {
        e->at = &e->region->ops[m->b->op + k];
        k += team_emit(e, ops - k);
    }
}

/* ---- behind the loop ---- */

/* Stores these variables, of those that iterations write, to all waves. value: [MAX_TEAM_WAVES];
 * by: what climbs have added. */
static void store_values_of(struct making *m, const varset *live, LLVMValueRef *const *value,
                            const LLVMValueRef *by)
{
    struct emitter *e = m->e;
    LLVMValueRef made[MAX_CLIMBS][2];
    varset plain = m->def;
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        plain.w[i] &= live->w[i];
    for (unsigned i = 0; i < m->climbs; i++) {
        climbed(e, &m->climb[i], by[i], made[i]);
        var_remove(&plain, m->climb[i].var);
        if (m->climb[i].is_wide)
            var_remove(&plain, m->climb[i].var + 1);
    }
    for (unsigned w = 0; w < m->t->waves; w++) {
        e->wave = m->crew.pointer[w];
        for (unsigned v = var_next(&plain, 0); v < VAR_COUNT; v = var_next(&plain, v + 1))
            if (value[w][v])
                LLVMSetAlignment(LLVMBuildStore(e->b, value[w][v], var_address(e, v)),
                                 var_alignment(e, v));
        for (unsigned i = 0; i < m->climbs; i++)
            for (unsigned k = 0; k < 1u + m->climb[i].is_wide; k++) {
                unsigned v = m->climb[i].var + k;
                if (team_sharer(m->t, m->climb[i].var, w) == m->climb[i].wave && var_has(live, v))
                    LLVMSetAlignment(LLVMBuildStore(e->b, made[i][k], var_address(e, v)),
                                     VECTOR_BYTES);
            }
    }
}

/* The same, of what iterations so far have made. */
static void store_results(struct making *m, const varset *live)
{
    LLVMValueRef by[MAX_CLIMBS];
    for (unsigned i = 0; i < m->climbs; i++)
        by[i] = m->climb[i].next;
    store_values_of(m, live, m->crew.now, by);
}

/* Where the waves go on. */
static void set_next(struct making *m, LLVMValueRef op)
{
    struct emitter *e = m->e;
    for (unsigned w = 0; w < m->t->waves; w++) {
        e->wave = m->crew.pointer[w];
        LLVMBuildStore(e->b, op, wave_field(e, offsetof(struct wave, next)));
    }
}

/* Counts a block's instructions, n times for all waves, as the first one's. */
static void count_for_all(struct making *m, const struct block *b, LLVMValueRef n)
{
    struct emitter *e = m->e;
    uint32_t counts[COUNT_SLOTS];
    count_block(e->region, b, counts);
    e->wave = m->crew.pointer[0];
    for (unsigned c = 0; c < SHOAL_CLASS_COUNT; c++) {
        size_t at = offsetof(struct wave, counts) + c * sizeof(uint64_t);
        if (!counts[c])
            continue;
        LLVMValueRef by = LLVMBuildMul(e->b, n, const_i64(e, counts[c] * m->t->waves), "");
        LLVMBuildStore(e->b, LLVMBuildAdd(e->b, load_at(e, e->i64, e->wave, at), by, ""),
                       wave_field(e, at));
    }
}

/* Counts n iterations, unless that was done at barriers, and takes them from the waves' time
 * slices. */
static void count_iterations(struct making *m, LLVMValueRef n)
{
    struct emitter *e = m->e;
    if (!m->t->is_whole)
        count_for_all(m, m->b, n);
    LLVMValueRef slices =
        LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, n, const_i64(e, SLICE_SHIFT), ""), e->i32, "");
    for (unsigned w = 0; w < m->t->waves; w++) {
        e->wave = m->crew.pointer[w];
        LLVMValueRef p = wave_field(e, offsetof(struct wave, budget));
        LLVMValueRef left = LLVMBuildLoad2(e->b, e->i32, p, "");
        LLVMBuildStore(e->b, LLVMBuildSub(e->b, left, slices, ""), p);
    }
}

static void go_on(struct making *m, LLVMValueRef n)
{
    struct emitter *e = m->e;
    count_iterations(m, n);
    store_turn(e, TURNS(team), const_i32(e, 0));
    LLVMBuildBr(e->b, e->advance);
}

static void emit_fail(struct making *m)
{
    struct emitter *e = m->e;
    size_t at = offsetof(struct group, failed_teams);
    LLVMPositionBuilderAtEnd(e->b, m->none);
    if (m->t->is_stretch)
        store_turn(e, TURNS(ready), m->mask);
    store_turn(e, at, LLVMBuildAdd(e->b, load_turn(e, at), const_i32(e, 1), ""));
    store_turn(e, TURNS(team), const_i32(e, 0));
    LLVMBuildBr(e->b, e->advance);
}

/* ---- between barriers of a loop ---- */

static void begin_part(struct making *m, const struct block *first)
{
    struct emitter *e = m->e;
    struct part *p = &m->part[m->parts++];
    p->first = first;
    p->commit = new_block(e, "team_part");
    p->body = new_block(e, "team_body");
    p->fail = m->crew.fail = new_block(e, "team_back");
    LLVMBuildBr(e->b, p->commit);
    LLVMPositionBuilderAtEnd(e->b, p->body);
    m->crew.has_loaded = m->crew.is_final = m->crew.may_fault = false;
    for (unsigned w = 0; w < m->t->waves; w++)
        memcpy(slot_of(p->start, w, 0), m->crew.now[w], VAR_COUNT * sizeof *p->start);
    for (unsigned i = 0; i < m->climbs; i++) {
        const struct climb *c = &m->climb[i];
        LLVMValueRef *now = m->crew.now[c->wave];
        struct address a = c->is_wide ? find_address(e, now[c->var], now[c->var + 1])
                                      : find_offset(e, now[c->var]);
        p->by[i] = c->is_wide ? a.plus : a.by;
        m->crew.is_broken |= a.root != c->root[0] || a.root_hi != c->root[1] || !p->by[i];
    }
}

/* What was done since the last barrier stays done. */
static void end_part(struct making *m)
{
    struct emitter *e = m->e;
    struct part *p = &m->part[m->parts - 1];
    p->may_fault = m->crew.may_fault;
    for (const struct block *b = p->first;; b = &e->region->blocks[b->succ[0]]) {
        count_for_all(m, b, const_i64(e, 1));
        if (b == m->b)
            return;
    }
}

static void store_part(struct making *m, struct part *p, bool sets_next)
{
    LLVMValueRef *start[MAX_TEAM_WAVES];
    for (unsigned w = 0; w < m->t->waves; w++)
        start[w] = slot_of(p->start, w, 0);
    store_values_of(m, &p->first->live_in, start, p->by);
    if (sets_next)
        set_next(m, op_pointer(m->e, region_op(m->e->region, p->first->first)));
}

/* Now that it is known which of them access device memory. */
static void end_parts(struct making *m)
{
    struct emitter *e = m->e;
    unsigned faulting = 0;
    for (unsigned i = 0; i < m->parts; i++)
        faulting += m->part[i].may_fault;
    for (unsigned i = 0; i < m->parts; i++) {
        struct part *p = &m->part[i];
        LLVMPositionBuilderAtEnd(e->b, p->commit);
        if (p->may_fault)
            store_part(m, p, i || faulting > 1);
        LLVMBuildBr(e->b, p->body);
        if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(p->fail))) {
            LLVMDeleteBasicBlock(p->fail);
            continue;
        }
        LLVMPositionBuilderAtEnd(e->b, p->fail);
        if (!p->may_fault)
            store_part(m, p, true);
        LLVMBuildBr(e->b, m->none);
    }
}

/* The barrier behind a stretch, where all waves wait. */
static void emit_barrier(struct making *m)
{
    struct emitter *e = m->e;
    team_require_numbers(e);
    store_results(m, &m->b->live_out);
    set_stops(m, STOP_BARRIER);
    set_next(m, op_pointer(e, op_behind(e->region, op_of(e->region, e->at))));
    LLVMValueRef held = load_turn(e, TURNS(held));
    store_turn(e, TURNS(held), LLVMBuildAdd(e->b, held, const_i32(e, m->t->waves), ""));
    go_on(m, const_i64(e, 1));
}

/* What was not looked at in each iteration, is no NaN, in lanes that have just left neither. */
static void require_put_off(struct making *m)
{
    struct emitter *e = m->e;
    team_switch(e, 0);
    LLVMValueRef *exec = &e->now[exec_var(e, 0)], was = *exec;
    *exec = const_i32(e, UINT32_MAX);
    for (unsigned w = 0; w < m->t->waves; w++)
        nan_look_later(e, &m->put_off[w], m->crew.now[w]);
    team_require(e, nan_none(e, e->at));
    *exec = was;
}

/* Whether n iterations were worth what a team costs that shares no loads. */
static void count_short(struct making *m, LLVMValueRef n)
{
    struct emitter *e = m->e;
    size_t at = offsetof(struct group, short_teams);
    if (!m->t->only_computes && !m->t->lanes_leave)
        return;
    LLVMValueRef more = LLVMBuildAdd(e->b, load_turn(e, at), const_i32(e, 1), "");
    LLVMValueRef is_short = LLVMBuildICmp(e->b, LLVMIntULT, n, const_i64(e, FEW_ITERATIONS), "");
    store_turn(e, at, LLVMBuildSelect(e->b, is_short, more, const_i32(e, 0), ""));
}

/* i1, of the wave that is emitted: the branch leads back into the loop. */
static LLVMValueRef goes_back(struct making *m)
{
    LLVMValueRef taken = emit_condition(m->e);
    return m->b->succ[1] == (int)m->t->head ? taken : LLVMBuildNot(m->e->b, taken, "");
}

/* Lanes have left the loop: waves go on behind it, or in it, each alone. */
static void set_own_next(struct making *m)
{
    struct emitter *e = m->e;
    const struct block *head = &e->region->blocks[m->t->head];
    const struct block *exit = &e->region->blocks[m->t->exit];
    for (unsigned w = 0; w < m->t->waves; w++) {
        team_switch(e, w);
        LLVMValueRef next =
            LLVMBuildSelect(e->b, goes_back(m), op_pointer(e, region_op(e->region, head->first)),
                            op_pointer(e, region_op(e->region, exit->first)), "");
        LLVMBuildStore(e->b, next, wave_field(e, offsetof(struct wave, next)));
    }
}

/* i1, of the wave that is emitted: no lane leaves the loop, so that the branch leads back. */
static LLVMValueRef all_stay(struct making *m)
{
    struct emitter *e = m->e;
    LLVMValueRef *exec = &e->now[exec_var(e, 0)], was = *exec, ones = const_i32(e, UINT32_MAX);
    LLVMValueRef all = is_equal(e, was, ones);
    for (unsigned v = var_next(&m->left, 0); v < VAR_COUNT; v = var_next(&m->left, v + 1))
        all = team_both(e, all, is_equal(e, e->now[v], const_i32(e, 0)));
    *exec = ones;
    LLVMValueRef goes = goes_back(m);
    *exec = was;
    m->crew.is_broken |= !LLVMIsAConstantInt(goes) || is_const_zero(goes);
    return all;
}

/* i1: the loop goes on. */
static LLVMValueRef all_go_back(struct making *m)
{
    LLVMValueRef all = NULL;
    for (unsigned w = 0; w < m->t->waves && (m->t->lanes_leave || !w); w++) {
        team_switch(m->e, w);
        all = team_both(m->e, all, m->t->lanes_leave ? all_stay(m) : goes_back(m));
    }
    return all;
}

/* Where no lane has left. */
static void set_all_stay(struct making *m)
{
    for (unsigned w = 0; w < m->t->waves && m->t->lanes_leave; w++) {
        m->crew.now[w][exec_var(m->e, 0)] = const_i32(m->e, UINT32_MAX);
        for (unsigned v = var_next(&m->left, 0); v < VAR_COUNT; v = var_next(&m->left, v + 1))
            m->crew.now[w][v] = const_i32(m->e, 0);
    }
}

/* The loop goes on: goes back, or pauses. */
static void emit_again(struct making *m, LLVMBasicBlockRef again)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef pause = new_block(e, "pause");
    LLVMPositionBuilderAtEnd(e->b, again);
    LLVMValueRef n = LLVMBuildAdd(e->b, m->count, const_i64(e, 1), "");
    LLVMValueRef goes_on = LLVMBuildICmp(e->b, LLVMIntULT, n, const_i64(e, MAX_ITERATIONS), "");
    branch(e, goes_on, m->loop, pause, 2000);
    LLVMAddIncoming(m->count, &n, &again, 1);
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = var_next(&m->looped, 0); v < VAR_COUNT; v = var_next(&m->looped, v + 1))
            if (*slot_of(m->phi, w, v))
                LLVMAddIncoming(*slot_of(m->phi, w, v), &m->crew.now[w][v], &again, 1);
    for (unsigned i = 0; i < m->climbs; i++)
        if (m->climb[i].first == i)
            LLVMAddIncoming(m->climb[i].by, &m->climb[i].next, &again, 1);

    LLVMPositionBuilderAtEnd(e->b, pause);
    require_put_off(m);
    const struct block *head = &e->region->blocks[m->t->head];
    store_results(m, &head->live_in);
    if (m->t->is_whole)
        set_next(m, op_pointer(e, region_op(e->region, head->first)));
    go_on(m, n);
}

/* What goes on by the size of the grid: the next work-group begins with the rows behind those that
 * this one has begun with. They are fetched while waves do what is behind the loop. */
static void fetch_next(struct making *m)
{
    struct emitter *e = m->e;
    const struct crew *c = &m->crew;
    uint64_t bytes = 0;
    if (!c->grid_count || !c->grid_step)
        return;
    for (unsigned i = 0; i < c->grid_count; i++)
        bytes += c->grid[i].bytes;
    LLVMValueRef by = LLVMBuildMul(e->b, m->count, c->grid_step, "");
    by = LLVMBuildSub(e->b, const_i64(e, bytes), by, "");
    for (unsigned n = 0; n < e->costs->grid_fetches; n++) {
        for (unsigned i = 0; i < c->grid_count; i++)
            for (unsigned line = 0; line < c->grid[i].bytes; line += CACHE_LINE) {
                LLVMValueRef at = LLVMBuildAdd(e->b, by, const_i64(e, line), "");
                prefetch(e, LLVMBuildGEP2(e->b, e->i8, c->grid[i].from, &at, 1, ""),
                         e->costs->grid_fetches_to, false);
            }
        by = LLVMBuildAdd(e->b, by, c->grid_step, "");
    }
}

/* The loop is over, or lanes have left it. */
static void emit_over(struct making *m)
{
    struct emitter *e = m->e;
    const struct block *exit = &e->region->blocks[m->t->exit];
    varset live = exit->live_in;
    fetch_next(m);
    require_put_off(m);
    if (m->t->lanes_leave)
        add_set(&live, &e->region->blocks[m->t->head].live_in);
    store_results(m, &live);
    if (m->t->lanes_leave)
        set_own_next(m);
    else
        set_next(m, op_pointer(e, region_op(e->region, exit->first)));
    LLVMValueRef n = LLVMBuildAdd(e->b, m->count, const_i64(e, 1), "");
    count_short(m, n);
    go_on(m, n);
}

/* The branch, and what lies behind it. What only the rare test needs is made there. */
static void emit_end(struct making *m)
{
    struct emitter *e = m->e;
    LLVMBasicBlockRef over = new_block(e, "over"), again = new_block(e, "again"), rare = NULL;
    for (unsigned w = 0; w < m->t->waves && !m->t->is_whole; w++) {
        team_switch(e, w);
        nan_put_off(e, e->at, slot_of(m->phi, w, 0), &m->put_off[w]);
    }
    team_require_numbers(e);
    varset in = e->at->fx.use;
    for (unsigned w = 1; w < m->t->waves && !m->t->lanes_leave; w++)
        m->crew.is_broken |= team_twin(e, w, &in) != 0;
    end_iteration_of_all(m);
    if (m->crew.is_broken)
        return;
    if (m->t->is_whole)
        end_part(m);
    LLVMValueRef stay = m->t->lanes_leave ? team_stays(e, &m->left) : NULL;
    if (stay) {
        rare = new_block(e, "lanes_may_leave");
        branch(e, stay, again, rare, 16);
        LLVMPositionBuilderAtEnd(e->b, rare);
    }
    branch(e, all_go_back(m), again, over, 1);

    enum { MAX_BEHIND = 16 }; /* what others use is not made in `rare` */
    LLVMBasicBlockRef behind[MAX_BEHIND] = {over}, last = LLVMGetLastBasicBlock(e->function);
    unsigned count = 1;
    LLVMPositionBuilderAtEnd(e->b, over);
    emit_over(m);
    while (rare && count < MAX_BEHIND && (last = LLVMGetNextBasicBlock(last)) != NULL)
        behind[count++] = last;
    set_all_stay(m);
    emit_again(m, again);
    if (rare)
        sink_computations(e, m->loop, rare, behind, count);
}

/* Ends the entry, now that it is known what the loop takes for granted. */
static void end_entry(struct making *m)
{
    struct emitter *e = m->e;
    LLVMPositionBuilderAtEnd(e->b, m->crew.entry);
    LLVMValueRef holds = m->crew.holds ? m->crew.holds : LLVMConstInt(e->i1, 1, 0);
    branch(e, holds, m->loop, m->none, 2000);
    if (m->t->is_stretch)
        return;
    LLVMValueRef zero = const_i64(e, 0);
    LLVMAddIncoming(m->count, &zero, &m->crew.entry, 1);
    for (unsigned w = 0; w < m->t->waves; w++)
        for (unsigned v = var_next(&m->looped, 0); v < VAR_COUNT; v = var_next(&m->looped, v + 1))
            if (*slot_of(m->phi, w, v))
                LLVMAddIncoming(*slot_of(m->phi, w, v), slot_of(m->first, w, v), &m->crew.entry, 1);
    for (unsigned i = 0; i < m->climbs; i++) {
        LLVMValueRef none = LLVMConstNull(LLVMTypeOf(m->climb[i].by));
        if (m->climb[i].first == i)
            LLVMAddIncoming(m->climb[i].by, &none, &m->crew.entry, 1);
    }
}

/* ---- one team ---- */

/* All ops but the last one. */
static void emit_blocks(struct making *m)
{
    struct emitter *e = m->e;
    for (unsigned i = 0; i < m->t->blocks && !m->crew.is_broken; i++) {
        m->b = e->block = &e->region->blocks[m->t->block[i]];
        const struct region_op *last = &e->region->ops[m->b->op + m->b->ops - 1];
        bool goes_on = i + 1 < m->t->blocks && !last->is_barrier;
        if (!i && m->t->is_whole)
            begin_part(m, m->b);
        emit_ops(m, m->b->ops - !goes_on);
        e->at = last;
        if (goes_on || i + 1 == m->t->blocks || m->crew.is_broken)
            continue;
        team_require_numbers(e);
        end_part(m);
        begin_part(m, &e->region->blocks[m->t->block[i + 1]]);
    }
}

static void emit_loop(struct making *m)
{
    struct emitter *e = m->e;
    begin_entry(m);
    load_first(m);
    LLVMPositionBuilderAtEnd(e->b, m->loop);
    (m->t->is_stretch ? begin_stretch : begin_loop)(m);
    emit_blocks(m);
    if (!m->crew.is_broken)
        (m->t->is_stretch ? emit_barrier : emit_end)(m);
    if (m->crew.is_broken)
        return;
    end_entry(m);
    end_parts(m);
    emit_fail(m);
}

static void emit_team(struct emitter *e, unsigned index)
{
    const struct team *t = &e->region->teams[index];
    enum { ARRAYS = (3 + MAX_TEAM_BLOCKS) * MAX_TEAM_WAVES };
    struct making *m = calloc(1, sizeof *m);
    LLVMValueRef *values = calloc((size_t)ARRAYS * VAR_COUNT, sizeof *values);
    struct crew_place place;
    if (m && values) {
        *m = (struct making){.e = e, .t = t, .b = &e->region->blocks[t->head]};
        m->exposed = exposed_vars(e->region, t);
        var_remove(&m->exposed, exec_var(e, 0)); /* all ones */
        if (t->lanes_leave)
            m->left = left_vars(e->region, t);
        for (unsigned i = 0; i < t->blocks; i++)
            add_set(&m->def, &e->region->blocks[t->block[i]].def);
        for (unsigned i = 0; i < MAX_TEAM_BLOCKS; i++)
            m->part[i].start = values + (size_t)(3 + i) * MAX_TEAM_WAVES * VAR_COUNT;
        m->first = values;
        m->phi = values + (size_t)MAX_TEAM_WAVES * VAR_COUNT;
        m->crew = (struct crew){.team = t};
        LLVMValueRef *now = values + (size_t)2 * MAX_TEAM_WAVES * VAR_COUNT;
        if (team_begin(e, &m->crew, now, &place)) {
            m->crew.entry = new_block(e, "team");
            m->loop = new_block(e, "team_loop");
            m->none = m->crew.fail = new_block(e, "team_fail");
            e->block = m->b;
            emit_loop(m);
            if (!m->crew.is_broken)
                e->team_entry[index] = m->crew.entry;
            team_end(e, &place, m->crew.entry);
        }
    }
    free(values);
    free(m);
}

/* A stretch of a loop with barriers that is run together. */
static bool is_in_other(const struct emitter *e, unsigned index)
{
    for (unsigned i = 0; i < index; i++) {
        const struct team *t = &e->region->teams[i];
        for (unsigned k = 0; e->team_entry[i] && k < t->blocks; k++)
            if (t->block[k] == e->region->teams[index].head)
                return true;
    }
    return false;
}

void emit_teams(struct emitter *e)
{
    for (unsigned i = 0; i < e->region->team_count; i++) {
        memset(e->addresses, 0, sizeof *e->addresses);
        memset(e->tests, 0, sizeof *e->tests);
        if (!is_in_other(e, i))
            emit_team(e, i);
    }
    memset(e->addresses, 0, sizeof *e->addresses);
    memset(e->tests, 0, sizeof *e->tests);
}
