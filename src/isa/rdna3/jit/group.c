/* group.c: accesses with one test as IR. See group.h.
 *
 * A team's waves share the test, and access nothing if it fails. */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/jit/access.h"
#include "isa/rdna3/jit/columns.h"
#include "isa/rdna3/jit/group.h"
#include "isa/rdna3/jit/tiles.h"
#include "jit/anywhere.h"
#include "jit/batch_rows.h"
#include "jit/call.h"
#include "jit/emit.h"
#include "jit/emit_nan.h"
#include "jit/flow.h"
#include "jit/inspect.h"
#include "jit/known.h"
#include "jit/liveness.h"
#include "jit/registers.h"
#include "jit/team.h"
#include "jit/team_ops.h"
#include "jit/writeback.h"

static void go_to_op(struct emitter *e, const struct region_op *at)
{
    e->at = at;
    inspect_line(e, at->slot);
}

/* ---- in place ---- */

/* The next of `left` accesses, or several: loads of what follows each other, stores that fill
 * memory together; how many. */
static unsigned do_next(struct emitter *e, const struct plan *p, unsigned left)
{
    struct weave w;
    LLVMValueRef holds, said[2][2];
    go_to_op(e, p->at);
    if (left > 1 && rdna3_do_both_in_place(e, &p[0], &p[1]))
        return 2; /* no group is open that is looked at for NaNs */
    unsigned n = rdna3_find_weave(e, p, left, &w, &holds);
    if (!n) {
        rdna3_do_in_place(e, p);
        return 1;
    }
    LLVMBasicBlockRef woven = new_block(e, "woven"), alone = new_block(e, "not_woven"),
                      on = new_block(e, "stored");
    memcpy(said, e->tests->said, sizeof said);
    branch(e, holds, woven, alone, 1);
    LLVMPositionBuilderAtEnd(e->b, woven);
    rdna3_do_woven(e, p, &w);
    LLVMBuildBr(e->b, on);
    rdna3_forget_said(e, said);
    LLVMPositionBuilderAtEnd(e->b, alone);
    for (unsigned i = 0; i < n; i++) {
        go_to_op(e, p[i].at);
        rdna3_do_in_place(e, &p[i]);
    }
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    rdna3_forget_said(e, said);
    return n;
}

/* The ops in place. */
static void emit_in_place(struct emitter *e, const struct accesses *g)
{
    const struct region_op *at = g->plan[0].at;
    for (unsigned i = 0; at < g->end; at++) {
        go_to_op(e, at);
        if (at != g->plan[0].at)
            nan_before_op(e);
        bool is_next = i < g->count && at == g->plan[i].at;
        if (is_next && !g->between) {
            i += do_next(e, &g->plan[i], g->count - i);
            at = g->plan[i - 1].at;
        } else if (is_next)
            rdna3_do_in_place(e, &g->plan[i++]);
        else if (at->fx.treatment != AS_NOTHING)
            emit_op(e);
        nan_after_op(e);
    }
}

/* Loads elements into registers of `vars`, of those that have not been loaded yet: bit k of wait[i]
 * stands for element k of plan i. */
static void load_awaited(struct emitter *e, const struct accesses *g, const varset *vars,
                         uint8_t wait[MAX_TOGETHER])
{
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *p = &g->plan[i];
        for (unsigned k = 0; k < p->parts && wait[i]; k++) {
            varset results = {{0}};
            for (unsigned n = 0; n < p->a[k].dwords * e->region->halves; n++)
                var_add(&results,
                        rdna3_result_var(e, p, k, n / e->region->halves, n % e->region->halves));
            if (!(wait[i] >> k & 1) || !sets_meet(&results, vars))
                continue;
            wait[i] &= (uint8_t) ~(1u << k);
            go_to_op(e, p->at);
            rdna3_load_part(e, p, k);
        }
    }
}

/* The same with ALU ops behind loads from LDS: each element is loaded where it is first used, so
 * that it needs no register until then, and often none at all. */
static void emit_followed(struct emitter *e, const struct accesses *g)
{
    uint8_t wait[MAX_TOGETHER] = {0};
    unsigned i = 0;
    for (const struct region_op *at = g->plan[0].at; at < g->end; at++) {
        varset touched = at->fx.use;
        add_set(&touched, &at->fx.def);
        add_set(&touched, &at->kept);
        if (i < g->count && at == g->plan[i].at) {
            load_awaited(e, g, &at->fx.def, wait);
            wait[i] = (uint8_t)((1u << g->plan[i].parts) - 1);
            i++;
        } else if (at->fx.treatment != AS_NOTHING) {
            load_awaited(e, g, &touched, wait);
            go_to_op(e, at);
            nan_before_op(e);
            emit_op(e);
            nan_after_op(e);
        }
    }
    load_awaited(e, g, &g->def, wait);
}

/* ---- otherwise ---- */

void rdna3_emit_called(struct emitter *e, const struct accesses *g, LLVMValueRef *values)
{
    LLVMValueRef before[MAX_RESULTS];
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        before[n++] = e->now[v];
    const struct region *r = e->region;
    call_instead(e, op_of(r, g->plan[0].at), op_behind(r, op_of(r, &g->end[-1])), &g->use,
                 &g->kept);
    n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        values[n] = load_var(e, v);
        e->now[v] = before[n];
    }
}

void rdna3_take_results(const struct emitter *e, const struct accesses *g, LLVMValueRef *values)
{
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        values[n++] = e->now[v];
}

void rdna3_put_results(struct emitter *e, const struct accesses *g, const LLVMValueRef *values)
{
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        e->now[v] = values[n++];
}

/* Whether the value was made before the block `first`, which comes before all later ones. */
static bool is_older(LLVMValueRef v, LLVMBasicBlockRef first)
{
    LLVMBasicBlockRef in = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    for (LLVMBasicBlockRef b = first; in && b; b = LLVMGetNextBasicBlock(b))
        if (b == in)
            return false;
    return true;
}

/* The results of both ways, as far as they are read. What is in place a value from before is the
 * same in the other way, as a copy of EXEC. */
static void join_results(struct emitter *e, const struct accesses *g, LLVMValueRef *called,
                         LLVMBasicBlockRef first, LLVMBasicBlockRef in_place, LLVMBasicBlockRef any)
{
    varset live;
    unsigned n = 0;
    region_live_before(e->region, e->block, g->end, &live);
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        if (!var_has(&live, v)) {
            e->now[v] = NULL;
            var_remove(&e->dirty, v);
        } else if (e->now[v] && !is_older(e->now[v], first)) { /* else the wave has it in both */
            LLVMValueRef phi = LLVMBuildPhi(e->b, var_type(e, v), "");
            LLVMAddIncoming(phi, &e->now[v], &in_place, 1);
            LLVMAddIncoming(phi, &called[n], &any, 1);
            e->now[v] = phi;
        }
    }
}

void rdna3_store_exec(struct emitter *e)
{
    varset exec = {{0}};
    for (unsigned h = 0; h < e->region->halves; h++)
        var_add(&exec, VAR_EXEC + h);
    store_vars(e, &exec);
}

/* Two elements that are stored as one meet those of other lanes in another order. */
static bool stores_joined(const struct plan *p)
{
    return p->a[0].is_store && p->a[0].bytes != p->o->mem.bytes;
}

/* Whether the guess is wrong so often that there should be another way than the executor. */
static bool is_unsure(const struct emitter *e, const struct plan *p)
{
    bool may_be_wrong = p->at->is_unsure || (p->a[0].is_lds && p->at->is_limited);
    return p->a[0].way != WAY_ANY && may_be_wrong && can_gather(e);
}

/* Whether some guess of the group is unsure. other: the same ops, with lanes anywhere. */
static bool plan_unsure(struct emitter *e, const struct accesses *g,
                        struct plan other[MAX_TOGETHER])
{
    bool is = false;
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *p = &g->plan[i];
        bool can = p->a[0].is_store || can_gather(e);
        bool is_stack = p->a[0].is_scratch && !p->lo[0]; /* one offset of all lanes */
        if (p->is_atomic || is_stack || p->holds || p->aperture || !can || g->between ||
            g->is_followed || stores_joined(p))
            return false;
        is |= is_unsure(e, p);
        other[i] = *p;
        other[i].is_second = true;
        for (unsigned k = 0; k < p->parts; k++)
            other[i].a[k].way = WAY_ANY;
        if (rdna3_is_global(p) && !rdna3_finish_global(e, &other[i]))
            return false;
    }
    return is;
}

/* The executors do the ops, or they are done in place with lanes anywhere. values: of g->def behind
 * them. Executors leave results in the wave's struct, and so may loads in place, then. */
static void emit_otherwise(struct emitter *e, struct accesses *g, LLVMValueRef *values)
{
    struct plan other[MAX_TOGETHER];
    struct demands d = {.count = 0};
    struct tests tested = *e->tests;
    LLVMValueRef before[MAX_RESULTS], got[MAX_RESULTS];
    LLVMBasicBlockRef from[2];
    if (!plan_unsure(e, g, other)) {
        for (unsigned i = 0; i < g->count; i++)
            g->plan[i].is_to_wave = !g->is_followed;
        rdna3_emit_called(e, g, values);
        return;
    }
    rdna3_take_results(e, g, before);
    for (unsigned i = 0; i < g->count; i++) {
        go_to_op(e, other[i].at);
        rdna3_prepare_access(e, &other[i], &d);
    }
    LLVMBasicBlockRef lanes = new_block(e, "by_lane"), none = new_block(e, "called"),
                      on = new_block(e, "otherwise");
    branch(e, all_hold(e, &d), lanes, none, 16);
    LLVMPositionBuilderAtEnd(e->b, lanes);
    for (unsigned i = 0; i < g->count;)
        i += do_next(e, &other[i], g->count - i);
    rdna3_take_results(e, g, got);
    from[0] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, none);
    rdna3_put_results(e, g, before);
    *e->tests = tested; /* what was tested here is not known elsewhere */
    rdna3_emit_called(e, g, values);
    from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        LLVMValueRef both[2] = {got[n], values[n]};
        values[n] = LLVMBuildPhi(e->b, var_type(e, v), "");
        LLVMAddIncoming(values[n], both, from, 2);
    }
}

/* ---- teams ---- */

/* An access of all waves of a team. */
struct team_access {
    struct plan plan[MAX_TEAM_WAVES];
    unsigned twin[MAX_TEAM_WAVES];
};

/* i1: what must hold for a wave's accesses. Those with the same addresses as another wave's are
 * made once. NULL: it holds. */
static LLVMValueRef prepare_for_team(struct emitter *e, const struct accesses *g,
                                     struct team_access *x, unsigned wave)
{
    struct crew *c = e->crew;
    struct demands d = {.count = 0};
    for (unsigned i = 0; i < g->count && !c->is_broken; i++) {
        go_to_op(e, g->plan[i].at);
        varset what = e->at->fx.use;
        if (!team_is_full(e))
            var_add(&what, exec_var(e, 0));
        x[i].twin[wave] = e->held ? wave : team_twin(e, wave, &what);
        if (x[i].twin[wave] != wave || !team_takes_part(e, wave, true))
            continue;
        team_switch(e, wave);
        c->is_broken |= !rdna3_make_plan(e, &x[i].plan[wave]);
        if (!c->is_broken)
            rdna3_prepare_access(e, &x[i].plan[wave], &d);
    }
    return all_hold(e, &d);
}

/* No wave does what another one does. */
static bool is_every_wave(const struct emitter *e, const struct team_access *x)
{
    for (unsigned w = 0; w < e->crew->team->waves; w++)
        if (x->twin[w] != w)
            return false;
    return true;
}

/* A wave's store of a batch. */
static void store_for_wave(struct emitter *e, const struct team_access *x, unsigned w)
{
    LLVMValueRef all = const_i32(e, UINT32_MAX), lanes = get_var(e, VAR_EXEC);
    size_t which = offsetof(struct group, turns.storing_lanes);
    if (x->twin[w] != w)
        return;
    begin_stores(e, w);
    if (lanes != all)
        store_at(e, lanes, e->group, which);
    rdna3_do_in_place(e, &x->plan[w]);
    if (lanes != all)
        store_at(e, all, e->group, which);
    end_stores(e, w);
}

static void do_for_team(struct emitter *e, const struct team_access *x, bool is_store)
{
    bool is_last = in_batch(e) && is_store;
    struct tile_store *later = NULL;
    if (is_last && e->tiles) {
        later = is_every_wave(e, x) ? rdna3_put_off(e, x->plan) : NULL;
        if (!later)
            rdna3_store_tiles(e); /* they come before it */
    }
    bool is_across = is_last && !later && is_every_wave(e, x) && rdna3_may_be_across(e, x->plan);
    LLVMValueRef across[MAX_TEAM_WAVES], v[4];
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        if (!team_takes_part(e, w, true))
            continue;
        team_switch(e, w);
        nan_before_op(e);
        if (later) {
            rdna3_stored_values(e, &x->plan[w], 0, 0, later->v[w]);
            nan_after_op(e);
            continue;
        }
        if (is_across) {
            rdna3_stored_values(e, &x->plan[w], 0, 0, v);
            across[w] = v[0];
        } else if (is_last)
            store_for_wave(e, x, w);
        else if (x->twin[w] == w)
            rdna3_do_in_place(e, &x->plan[w]);
        else
            team_copy(e, w, x->twin[w], &e->at->fx.def);
        nan_after_op(e);
    }
    if (is_across)
        rdna3_store_across(e, x->plan, across);
}

static bool is_shared(const struct crew *c, const struct team_access *x)
{
    for (unsigned w = 0; w < c->team->waves; w++)
        if (x->twin[w] != 0)
            return false;
    return true;
}

/* Elements into registers of `vars` that have not been loaded yet (load_awaited). */
static void load_awaited_by_team(struct emitter *e, const struct accesses *g,
                                 const struct team_access *x, const varset *vars,
                                 uint8_t wait[MAX_TOGETHER])
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < g->plan[i].parts && wait[i]; k++) {
            const struct plan *p = &g->plan[i];
            varset results = {{0}};
            for (unsigned n = 0; n < p->a[k].dwords; n++)
                var_add(&results, rdna3_result_var(e, p, k, n, 0));
            if (!(wait[i] >> k & 1) || !sets_meet(&results, vars))
                continue;
            wait[i] &= (uint8_t) ~(1u << k);
            go_to_op(e, p->at);
            for (unsigned w = 0; w < e->crew->team->waves; w++) {
                team_switch(e, w);
                if (x[i].twin[w] != w) {
                    team_copy(e, w, x[i].twin[w], &results);
                    continue;
                }
                rdna3_load_part(e, &x[i].plan[w], k);
            }
        }
}

/* emit_followed, for a team. */
static void follow_by_team(struct emitter *e, const struct accesses *g, const struct team_access *x)
{
    uint8_t wait[MAX_TOGETHER] = {0};
    unsigned i = 0;
    for (const struct region_op *at = g->plan[0].at; at < g->end; at++) {
        varset touched = at->fx.use;
        add_set(&touched, &at->fx.def);
        if (i < g->count && at == g->plan[i].at) {
            load_awaited_by_team(e, g, x, &at->fx.def, wait);
            wait[i] = (uint8_t)((1u << g->plan[i].parts) - 1);
            i++;
        } else if (at->fx.treatment != AS_NOTHING) {
            load_awaited_by_team(e, g, x, &touched, wait);
            go_to_op(e, at);
            team_emit_for_all(e);
        }
    }
    load_awaited_by_team(e, g, x, &g->def, wait);
}

/* Whether it is loaded where nothing depends on what is remembered of it. */
static bool can_be_aside(const struct emitter *e, const struct accesses *g)
{
    bool can = !e->tiles && !e->crew->has_stored;
    for (unsigned i = 0; i < g->count; i++)
        can &= rdna3_is_global(&g->plan[i]) && g->plan[i].at->is_load;
    return can;
}

/* With one branch for all. */
static void emit_for_team(struct emitter *e, const struct accesses *g)
{
    struct crew *c = e->crew;
    struct team_access *x = calloc(g->count, sizeof *x);
    LLVMValueRef holds = NULL;
    c->is_broken |= !x || g->between || (c->asides && !can_be_aside(e, g)); /* known.h */
    for (unsigned w = 0; w < c->team->waves && !c->is_broken; w++)
        holds = team_both(e, holds, prepare_for_team(e, g, x, w));
    if (!c->is_broken)
        team_require(e, team_both(e, holds, places_of_team(e)));
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *p = &g->plan[i];
        bool is_store = p->a[0].is_store || p->is_atomic;
        c->is_broken |=
            is_store && (p->is_atomic || p->aperture || (p->a[0].way == WAY_ANY && !in_batch(e)));
        team_access(e, p->a[0].is_lds, is_store);
    }
    if (!c->is_broken && g->is_followed) {
        follow_by_team(e, g, x);
        free(x);
        return;
    }
    /* What all share comes first: the others' loads become operands of what uses them. */
    bool are_apart = true;
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < i; k++)
            are_apart &= !sets_meet(&g->plan[i].at->fx.def, &g->plan[k].at->fx.def);
    for (unsigned pass = 0; pass < 1u + are_apart; pass++)
        for (unsigned i = 0; i < g->count && !c->is_broken; i++) {
            if (are_apart && is_shared(c, &x[i]) != (pass == 0))
                continue;
            go_to_op(e, g->plan[i].at);
            do_for_team(e, &x[i], g->plan[i].a[0].is_store);
        }
    free(x);
}

/* ---- both ways ---- */

void rdna3_emit_group(struct emitter *e, struct accesses *g)
{
    struct demands d = {.count = 0};
    bool has_global = false;
    if (e->crew) {
        emit_for_team(e, g);
        return;
    }
    for (unsigned i = 0; i < g->count; i++) {
        go_to_op(e, g->plan[i].at);
        rdna3_prepare_access(e, &g->plan[i], &d);
        has_global |= rdna3_is_global(&g->plan[i]);
    }
    if (g->between) /* what both ways read is loaded before them */
        for (unsigned v = var_next(&g->use, 0); v < VAR_COUNT; v = var_next(&g->use, v + 1))
            get_var(e, v);
    if (has_global)
        rdna3_store_exec(e);
    if (rdna3_is_global(&g->plan[0])) /* later ones of the same place need not say it again */
        rdna3_say_rows(e, &g->plan[0].a[0], g->plan[0].where[0]);
    LLVMValueRef said[2][2];
    memcpy(said, e->tests->said, sizeof said);
    LLVMBasicBlockRef place = new_block(e, "in_place"), any = new_block(e, "any"),
                      join = new_block(e, "op_done"), first = place;
    branch(e, all_hold(e, &d), place, any, 16);
    LLVMPositionBuilderAtEnd(e->b, any);
    LLVMValueRef called[MAX_RESULTS], none = NULL;
    emit_otherwise(e, g, called);
    LLVMBasicBlockRef again = any;
    any = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, place);
    if (g->is_followed) {
        emit_followed(e, g);
        none = nan_none(e, g->end);
    } else {
        emit_in_place(e, g);
    }
    place = LLVMGetInsertBlock(e->b);
    if (none)
        branch(e, none, join, again, 2000);
    else
        LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    rdna3_forget_said(e, said);
    join_results(e, g, called, first, place, any);
}

bool rdna3_locate_load(struct emitter *e, struct anywhere *out, LLVMValueRef *holds)
{
    struct plan p;
    struct demands d = {.count = 0};
    if (!rdna3_make_plan(e, &p) || !rdna3_is_global(&p) || p.a[0].way != WAY_ANY || p.aperture ||
        p.a[0].bytes != 4 || p.parts != 1)
        return false;
    rdna3_prepare_access(e, &p, &d);
    *holds = all_hold(e, &d);
    rdna3_store_exec(e);
    *out = rdna3_say_lanes(e, &p);
    return *holds != NULL;
}
