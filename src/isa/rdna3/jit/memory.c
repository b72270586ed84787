/* memory.c: loads and stores as IR: which of them are done together, and how.
 *
 * What is common is done in place (place.h). One branch tests that it can be, for accesses that
 * follow each other (group.h); everything else is the executor's, which knows all patterns, what is
 * outside the window, and faults. */
#include <string.h>

#include "isa/rdna3/jit/access.h"
#include "isa/rdna3/jit/buffer.h"
#include "isa/rdna3/jit/group.h"
#include "isa/rdna3/jit/held.h"
#include "isa/rdna3/jit/layer.h"
#include "isa/rdna3/jit/scratch.h"
#include "jit/behind.h"
#include "jit/call.h"
#include "jit/dead.h"
#include "jit/emit_nan.h"
#include "jit/flow.h"
#include "jit/liveness.h"
#include "jit/registers.h"
#include "jit/slots.h"
#include "jit/steps.h"

enum { MAX_BETWEEN = 12 }; /* ALU ops between accesses with one test */

/* ---- groups ---- */

/* Whether what holds for the lanes of an access at the start of the group holds for those of this
 * one, of which there may be fewer. */
static bool is_tested(const struct accesses *g, const struct plan *p)
{
    const struct access *a = &p->a[0];
    if (!a->is_lds || (a->way != WAY_ANY && a->way != WAY_ROWS))
        return false;
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *q = &g->plan[i];
        if (q->a[0].is_lds && q->a[0].way == a->way && q->a[0].bytes == a->bytes &&
            q->o->mem.addr == p->o->mem.addr)
            return true;
    }
    return false;
}

/* Ops from the group's end to before e->at. */
struct gap {
    varset def;
    unsigned ops;
    bool narrows;
};

/* Adds an ALU op to the gap behind the group. */
static bool widen_gap(struct emitter *e, const struct accesses *g, struct gap *gap)
{
    const struct region_op *at = e->at;
    bool is_alu = at->kind == OP_COMPUTE || at->kind == OP_PAIR;
    bool narrows = at->fx.exec == EXEC_NARROWS;
    if (at->fx.treatment != AS_IR || !is_alu || (at->fx.exec != EXEC_STAYS && !narrows) ||
        g->between + gap->ops == MAX_BETWEEN || e->nan->count || e->crew)
        return false;
    gap->ops++;
    gap->narrows |= narrows;
    add_set(&gap->def, &at->fx.def);
    return true;
}

/* Adds what an op reads and writes. */
static void add_effects(struct accesses *g, const struct region_op *at)
{
    varset use = at->fx.use, kept = at->kept;
    remove_set(&use, &g->def);
    remove_set(&kept, &g->def);
    add_set(&g->use, &use);
    add_set(&g->kept, &kept);
    add_set(&g->def, &at->fx.def);
}

/* Adds the op at e->at, and the gap before it. */
static bool joins(struct emitter *e, struct accesses *g, const struct gap *gap)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    struct plan *p = &g->plan[g->count];
    varset def = g->def;
    unsigned results = 0;
    add_set(&def, &gap->def);
    if (g->count == MAX_TOGETHER || (g->count && nan_check_is_due(e, e->at)))
        return false;
    if (!rdna3_is_access(e, e->at) || (g->count && rdna3_is_on_stack(o)))
        return false;
    if (g->count) {
        varset where = rdna3_address_vars(e, o);
        if (sets_meet(&where, &def))
            return false;
    }
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        results += (unsigned)__builtin_popcountll(def.w[i] | e->at->fx.def.w[i]);
    if (results > MAX_RESULTS || !rdna3_make_plan(e, p) || (e->held && p->a[0].is_lds))
        return false;
    /* Which waves of a team store the same is known when that has been loaded. */
    if (e->crew && g->count && p->a[0].is_store != g->plan[0].a[0].is_store)
        return false;
    bool narrows = g->narrows || gap->narrows;
    /* Device memory is not as fast with other accesses and ALU ops in one block: scan x 1.06. */
    bool updates_lds = p->a[0].is_store && p->a[0].is_lds && g->plan[0].a[0].is_lds;
    if ((narrows && !is_tested(g, p)) || (gap->ops && !updates_lds))
        return false;
    for (const struct region_op *at = g->count ? g->end : e->at; at <= e->at; at++)
        add_effects(g, at);
    g->count++;
    g->end = e->at + 1;
    g->between += gap->ops;
    g->narrows = narrows;
    return true;
}

/* How many of the variables below `end` are in the set. */
static unsigned count_below(const varset *s, unsigned end)
{
    unsigned n = 0;
    for (unsigned v = var_next(s, 0); v < end; v = var_next(s, v + 1))
        n++;
    return n;
}

static unsigned vectors_in(const varset *s) { return count_below(s, VAR_S0); }

/* An ALU op that is certainly compiled, and could be done again. */
static bool can_follow(const struct region *r, const struct region_op *at)
{
    bool can = at->fx.treatment == AS_IR && at->fx.exec == EXEC_STAYS &&
               (at->kind == OP_COMPUTE || at->kind == OP_PAIR);
    for (unsigned i = 0; can && i < computations_of(at); i++) {
        const struct computation *c = computation_of(r, at, i);
        can = c->is_vector && !c->raises && !c->is_quiet && step_list(c->function);
        for (unsigned k = 0; k < c->source_count; k++)
            can &= c->source[k].kind != SOURCE_OTHER;
    }
    return can;
}

/* Where loads from LDS fill more registers than the host has, as those of tiles of a matrix do:
 * adds the ALU ops behind them, up to where the fewest values are left. */
static void add_followers(struct emitter *e, struct accesses *g, const struct region_op *last)
{
    const struct region *r = e->region;
    const unsigned host_registers = 32, per_variable = 2;
    unsigned loaded = vectors_in(&g->def), least = loaded / 2, checks = 0;
    const struct region_op *end = g->end;
    varset def = g->def, live;
    for (unsigned i = 0; i < g->count; i++)
        if (!g->plan[i].a[0].is_lds || g->plan[i].a[0].is_store)
            return;
    bool pays = 3 * loaded * per_variable >= 2 * host_registers || r->is_trial;
    if (g->between || nan_is_open(e) || !pays)
        return;
    if (r->is_trial)
        least = MAX_RESULTS;
    for (const struct region_op *at = g->end; at < last; at++) {
        if (at->fx.treatment == AS_NOTHING)
            continue;
        checks += r->halves * computations_of(at);
        add_set(&def, &at->fx.def);
        if (!can_follow(r, at) || checks + 3 * r->halves > MAX_NAN_CHECKS ||
            count_below(&def, VAR_COUNT) > MAX_RESULTS)
            break;
        region_live_before(r, e->block, at + 1, &live);
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            live.w[i] &= def.w[i];
        if (vectors_in(&live) <= least) {
            least = vectors_in(&live);
            end = at + 1;
        }
    }
    g->is_followed = end != g->end;
    for (; g->end < end; g->end++)
        add_effects(g, g->end);
}

/* ---- stacks ---- */

/* What the accesses from e->at on reach from the scalar that they have in common, in this block.
 * Whether there are dwords among them, so that the scalar is a multiple of 4. */
static bool find_reach(const struct emitter *e, int32_t *low, int32_t *high)
{
    const struct region_op *end = &e->region->ops[e->block->op + e->block->ops];
    uint16_t saddr = rdna3_op(op_of(e->region, e->at))->mem.saddr;
    bool has_dwords = false;
    *low = INT32_MAX, *high = INT32_MIN;
    for (const struct region_op *at = e->at; at < end; at++) {
        const struct rdna3_op *o = rdna3_op(op_of(e->region, at));
        int32_t from = o->mem.offset, to = from + o->mem.bytes;
        if (rdna3_is_access(e, at) && rdna3_is_on_stack(o) && o->mem.saddr == saddr) {
            *low = from < *low ? from : *low;
            *high = to > *high ? to : *high;
            has_dwords |= o->mem.bytes >= 4;
        }
        if (saddr != NO_SADDR && var_has(&at->fx.def, VAR_S0 + saddr))
            break;
    }
    return has_dwords;
}

/* Whether FLAT's address is the same number in all active lanes, and one of private memory, as
 * those of variables on the stack are: *at, an offset in it. */
static bool is_fixed_private(struct emitter *e, const struct rdna3_op *o, int64_t *at)
{
    uint32_t aperture = (uint32_t)(e->machine->private_base >> 32);
    for (unsigned h = 0; h < e->region->halves; h++) {
        uint64_t n[2];
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef v = get_var(e, rdna3_vgpr_of(e, o->mem.addr + i, h));
            if (!is_const_splat(e, active_lanes(e, v, h), &n[i]))
                return false;
        }
        int64_t here = (int64_t)n[0] + o->mem.offset;
        if (n[1] != aperture || here < 0 || here > INT32_MAX || (h && here != *at))
            return false;
        *at = here;
    }
    return true;
}

/* As a row of the stack, if it is one. */
static bool plan_fixed_private(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    int64_t at;
    if (o->insn->format != FMT_FLAT || !o->mem.has_addr || o->mem.saddr != NO_SADDR ||
        !rdna3_is_plain_access(o) || o->mem.kind == MEM_ATOMIC || !is_fixed_private(e, o, &at) ||
        (at % 4 && at % 4 + o->mem.bytes > 4))
        return false;
    rdna3_plan_row(p, (int32_t)at);
    return true;
}

/* false: nothing was emitted. */
static bool emit_on_stack(struct emitter *e)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    struct plan p = {.at = e->at, .o = o};
    int32_t low, high;
    bool is_aligned = true;
    if (plan_fixed_private(e, o, &p)) {
        low = p.a[0].offset;
        high = low + (int32_t)p.a[0].bytes;
    } else if (rdna3_is_on_stack(o) && rdna3_plan_scratch(e, o, &p)) {
        is_aligned = find_reach(e, &low, &high);
    } else {
        return false;
    }
    if (!rdna3_find_stack(e, &p.a[0], p.base, low, high, is_aligned, &p.where[0][0]))
        return false;
    p.where[0][1] = p.where[0][0];
    rdna3_do_in_place(e, &p);
    nan_after_op(e);
    return true;
}

/* ---- FLAT ---- */

enum { MAX_WAYS = 3 };

/* The ways in which a FLAT access can be done in place: all active lanes are in device memory,
 * in private memory, in LDS. */
static unsigned plan_ways(struct emitter *e, struct plan way[MAX_WAYS])
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    bool (*const plan[MAX_WAYS])(struct emitter *, const struct rdna3_op *, struct plan *) = {
        rdna3_plan_global, rdna3_plan_scratch, rdna3_plan_shared};
    unsigned n = 0;
    for (unsigned i = 0; rdna3_is_plain_access(o) && i < MAX_WAYS; i++) {
        way[n] = (struct plan){.at = e->at, .o = o};
        n += plan[i](e, o, &way[n]);
    }
    return n;
}

/* One test after the other, then the executor. false: nothing was emitted. */
static bool emit_flat(struct emitter *e)
{
    struct plan way[MAX_WAYS];
    struct accesses g = {.end = e->at + 1};
    LLVMValueRef before[MAX_RESULTS], values[MAX_WAYS + 1][MAX_RESULTS];
    LLVMBasicBlockRef place[MAX_WAYS], end[MAX_WAYS + 1];
    unsigned ways = plan_ways(e, way), n = 0;
    if (!ways)
        return false;
    add_effects(&g, e->at);
    g.plan[0].at = e->at;
    for (unsigned v = var_next(&g.use, 0); v < VAR_COUNT; v = var_next(&g.use, v + 1))
        get_var(e, v);
    for (unsigned v = var_next(&g.kept, 0); v < VAR_COUNT; v = var_next(&g.kept, v + 1))
        get_var(e, v);
    rdna3_store_exec(e);
    struct tests tested;
    for (unsigned i = 0; i < ways; i++) {
        struct demands d = {.count = 0};
        rdna3_prepare_access(e, &way[i], &d);
        if (i == 0)
            tested = *e->tests;
        place[i] = new_block(e, "in_place");
        LLVMBasicBlockRef next = new_block(e, "any");
        branch(e, all_hold(e, &d), place[i], next, 4);
        LLVMPositionBuilderAtEnd(e->b, next);
    }
    *e->tests = tested; /* others do not hold everywhere */
    LLVMValueRef said[2][2];
    memcpy(said, e->tests->said, sizeof said);
    LLVMBasicBlockRef join = new_block(e, "op_done");
    rdna3_take_results(e, &g, before);
    rdna3_emit_called(e, &g, values[ways]);
    end[ways] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    for (unsigned i = 0; i < ways; i++) {
        LLVMPositionBuilderAtEnd(e->b, place[i]);
        rdna3_put_results(e, &g, before);
        rdna3_do_in_place(e, &way[i]);
        rdna3_take_results(e, &g, values[i]);
        end[i] = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, join);
        rdna3_forget_said(e, said);
    }
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned v = var_next(&g.def, 0); v < VAR_COUNT; v = var_next(&g.def, v + 1), n++) {
        e->now[v] = LLVMBuildPhi(e->b, var_type(e, v), "");
        for (unsigned i = 0; i <= ways; i++)
            LLVMAddIncoming(e->now[v], &values[i][n], &end[i], 1);
    }
    nan_after_op(e);
    return true;
}

/* ---- all ---- */

static bool emit_buffer(struct emitter *e)
{
    struct accesses g = {.count = 1, .end = e->at + 1};
    if (!rdna3_plan_buffer(e, rdna3_op(op_of(e->region, e->at)), &g.plan[0]))
        return false;
    add_effects(&g, e->at);
    rdna3_emit_group(e, &g);
    return true;
}

/* Returns how many ops of these it has emitted. */
static uint32_t emit_some(struct emitter *e, uint32_t left)
{
    const struct region_op *first = e->at;
    struct plan plan;
    if (e->crew && (!rdna3_make_plan(e, &plan) || plan.a[0].is_scratch))
        return 0;
    if (rdna3_op(op_of(e->region, first))->executor == EXECUTOR_exec_buffer)
        return emit_buffer(e);
    if (rdna3_op(op_of(e->region, first))->insn->format == FMT_FLAT)
        return emit_flat(e);
    struct accesses g = {.end = first};
    struct gap gap = {.ops = 0};
    for (uint32_t k = 0; k < left; k++) {
        e->at = first + k;
        if (e->at->fx.treatment == AS_NOTHING && k)
            continue;
        if (joins(e, &g, &gap))
            gap = (struct gap){.ops = 0};
        else if (g.count == 0 || !widen_gap(e, &g, &gap))
            break;
    }
    e->at = first;
    if (g.count) {
        add_followers(e, &g, first + left);
        rdna3_emit_group(e, &g);
    }
    return (uint32_t)(g.end - first);
}

/* It may have stored to private memory, at a place that is not known. */
static bool may_store_anywhere(const struct emitter *e, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, at));
    bool is_private = o->insn->format == FMT_FLAT || o->insn->format == FMT_SCRATCH;
    return is_private && !at->is_load;
}

uint32_t rdna3_emit_accesses(struct emitter *e, uint32_t left)
{
    const struct region_op *first = e->at;
    if (!rdna3_is_access(e, first))
        return 0;
    if (!e->crew && emit_on_stack(e))
        return 1;
    if (e->held && rdna3_op(op_of(e->region, first))->executor == EXECUTOR_exec_ds)
        return rdna3_emit_held(e);
    uint32_t n = emit_some(e, left);
    for (uint32_t i = 0; i < n; i++)
        if (may_store_anywhere(e, &first[i]))
            forget_slots(e);
    return n;
}

/* ---- scalar loads ---- */

enum { SCALAR_REACH = 4096 };

/* Tests that [at, at + bytes), relative to the window, is inside; else `o` is the
 * interpreter's. */
static void check_scalar(struct emitter *e, const struct rdna3_op *o, LLVMValueRef at,
                         unsigned bytes)
{
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, e->machine->window_size - bytes), "");
    LLVMBasicBlockRef on = new_block(e, "smem"), outside = new_block(e, "outside");
    branch(e, fits, on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    leave_before(e, &o->base);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* SGPRs n, n + 1 as an address relative to the window, without the two low bits. */
static LLVMValueRef scalar_address(struct emitter *e, unsigned n)
{
    LLVMValueRef at =
        LLVMBuildAnd(e->b, get_scalars(e, VAR_S0 + n), const_i64(e, ~UINT64_C(3)), ""); /* 8.1.1 */
    return LLVMBuildSub(e->b, at, window_base(e), "");
}

/* The same, with all that offsets in [0, SCALAR_REACH) lead to inside the window. */
static LLVMValueRef scalar_base(struct emitter *e, const struct rdna3_op *o)
{
    unsigned n = o->mem.rsrc;
    LLVMValueRef lo = get_var(e, VAR_S0 + n), hi = get_var(e, VAR_S0 + n + 1u);
    for (unsigned i = 0; i < e->tests->scalar_count; i++)
        if (e->tests->scalars[i].lo == lo && e->tests->scalars[i].hi == hi)
            return e->tests->scalars[i].from;
    struct scalar_base b = {lo, hi, scalar_address(e, n)};
    check_scalar(e, o, b.from, SCALAR_REACH);
    if (e->tests->scalar_count == MAX_SCALAR_BASES)
        e->tests->scalar_count = 0;
    e->tests->scalars[e->tests->scalar_count++] = b;
    return b.from;
}

/* Loads dwords from `at`, relative to the window, where they may. */
static void load_scalars(struct emitter *e, const struct rdna3_mem *m, LLVMValueRef at,
                         LLVMValueRef *out)
{
    if (!e->crew) {
        rdna3_say_slot(e, 0);
        LLVMBuildStore(e->b, at, wave_field(e, offsetof(struct rdna3_wave, rows)));
        e->tests->said[0][0] = NULL;
    }
    LLVMValueRef p = LLVMBuildGEP2(e->b, e->i8, symbol_address(e, "shoal_window"), &at, 1, "");
    if (is_behind(e))
        finish_behind_at(e, &p, 1, 4 * m->dwords);
    for (unsigned k = 0; k < m->dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        out[k] = LLVMBuildLoad2(e->b, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), "");
        LLVMSetAlignment(out[k], 4);
        mark_load(e, out[k]);
    }
}

/* What is not all inside is the executor's. */
static bool load_from_scalar_buffer(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    const varset none = {{0}};
    LLVMValueRef at, value[2][16];
    LLVMBasicBlockRef end[2], place, any, join;
    if (e->crew || m->offset < 0 || m->rsrc + 2u >= SRC_TTMP0)
        return false;
    check_nan(e, e->at);
    LLVMValueRef holds = rdna3_find_scalar_buffer(e, m, &at);
    place = new_block(e, "in_place"), any = new_block(e, "any"), join = new_block(e, "op_done");
    branch(e, holds, place, any, 16);
    LLVMPositionBuilderAtEnd(e->b, any);
    call_instead(e, &o->base, op_behind(e->region, &o->base), &e->at->fx.use, &none);
    for (unsigned k = 0; k < m->dwords; k++)
        value[1][k] = load_var(e, VAR_S0 + m->sdst + k);
    end[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, place);
    load_scalars(e, m, at, value[0]);
    end[0] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < m->dwords; k++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->i32, "");
        LLVMAddIncoming(phi, (LLVMValueRef[]){value[0][k], value[1][k]}, end, 2);
        set_var(e, VAR_S0 + m->sdst + k, phi);
    }
    return true;
}

bool rdna3_emit_scalar_load(struct emitter *e, const struct op *op)
{
    const struct rdna3_op *o = rdna3_op(op);
    const struct rdna3_mem *m = &o->mem;
    LLVMValueRef value[16];
    if (m->sdst >= SRC_TTMP0 || e->machine->window_size < SCALAR_REACH)
        return false;
    if (m->formatted)
        return load_from_scalar_buffer(e, o);
    LLVMValueRef at, offset = const_i64(e, (uint64_t)(int64_t)(m->offset & ~3));
    if (m->saddr == SRC_NULL && m->offset >= 0 && m->offset + m->bytes <= SCALAR_REACH) {
        at = LLVMBuildAdd(e->b, scalar_base(e, o), offset, "");
    } else {
        at = LLVMBuildAdd(e->b, scalar_address(e, m->rsrc), offset, "");
        LLVMValueRef more = zext64(e, get_var(e, VAR_S0 + m->saddr));
        more = LLVMBuildAnd(e->b, more, const_i64(e, ~UINT64_C(3)), "");
        at = LLVMBuildAdd(e->b, at, more, "");
        check_scalar(e, o, at, m->bytes);
    }
    load_scalars(e, m, at, value);
    for (unsigned k = 0; k < m->dwords; k++)
        set_var(e, VAR_S0 + m->sdst + k, value[k]);
    return true;
}

/* ---- waits ---- */

/* A wait for stores is a locked instruction on memory of the wave, behind which the host loads
 * nothing before they are seen. At a barrier, those who go on to load them are of this thread. */
static void emit_wait(struct emitter *e)
{
    const struct region_op *last = last_op_of(e->region, e->block), *next = e->at + 1;
    while (next < last && next->fx.treatment == AS_NOTHING)
        next++;
    if (next <= last && next->is_barrier)
        return;
    LLVMBuildAtomicRMW(e->b, LLVMAtomicRMWBinOpOr, wave_field(e, offsetof(struct wave, budget)),
                       const_i32(e, 0), LLVMAtomicOrderingSequentiallyConsistent, 0);
}

bool rdna3_emit_own(struct emitter *e, const struct op *op)
{
    if (rdna3_is_swap(rdna3_op(op)))
        return rdna3_emit_swap(e, rdna3_op(op));
    if (!row_waits_for_stores(&op_row(rdna3_op(op))->effects))
        return rdna3_emit_lane(e, op);
    emit_wait(e);
    return true;
}
