/* loop.c: see loop.h. */
#include "jit/loop.h"

#include <stdlib.h>
#include <string.h>

#include "isa/exec/lanes_ahead.h"
#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/team.h"

/* ---- what a loop does ---- */

static bool leads_to(const struct block *b, unsigned to)
{
    return b->succ[0] == (int)to || b->succ[1] == (int)to;
}

/* How the loop writes each VGPR. */
static void find_steps_of(const struct region *r, const uint8_t *in_body, uint8_t kinds[VAR_S0])
{
    memset(kinds, INCREMENT_NEVER, VAR_S0);
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        for (uint32_t k = 0; in_body[i] && k < b->ops; k++) {
            const struct region_op *at = &r->ops[b->op + k];
            for (unsigned v = var_next(&at->fx.def, 0); v < VAR_S0;
                 v = var_next(&at->fx.def, v + 1)) {
                uint8_t kind = var_has(&at->kept, v)
                                   ? INCREMENT_OTHERWISE
                                   : increment_of(r, at, v / r->halves * r->halves);
                kinds[v] =
                    kinds[v] == INCREMENT_NEVER || kinds[v] == kind ? kind : INCREMENT_OTHERWISE;
            }
        }
    }
}

/* ---- variables ---- */

static void add_variable(struct emitter *e, unsigned index, unsigned var, bool is_wide)
{
    struct loops *l = e->loops;
    if (l->variable_count == MAX_LASTING)
        return;
    struct address a = {.lo = e->now[var], .root = LLVMBuildPhi(e->b, e->v32i32, "")};
    if (is_wide) {
        a.hi = e->now[var + e->region->halves];
        a.root_hi = LLVMBuildPhi(e->b, e->v32i32, "");
        a.plus = LLVMBuildPhi(e->b, e->i64, "");
    } else {
        a.by = LLVMBuildPhi(e->b, e->i32, "");
    }
    l->variables[l->variable_count++] =
        (struct loop_variable){.block = index, .var = var, .a = add_lasting(e, a)};
}

void begin_loop(struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    struct block_state *st = &e->states[index];
    unsigned halves = r->halves;
    uint8_t kinds[VAR_S0], *body = NULL;
    if (r->blocks[index].is_loop && r->isa->layout.root)
        body = malloc(r->count);
    if (body && region_loop(r, index, false, body)) { /* behind a wait, registers are loaded anew */
        find_steps_of(r, body, kinds);
        st->is_loop = true;
        for (unsigned h = 0; h < halves; h++)
            st->exec[h] = get_var(e, exec_var(e, h));
        for (unsigned v = 0; v < VAR_S0; v++)
            if (kinds[v] == INCREMENT_NEVER && st->phi[v])
                var_add(&st->same, v);
        for (unsigned v = 0; v < VAR_S0; v++) {
            bool is_wide = kinds[v] == INCREMENT_LOW && v + halves < VAR_S0 &&
                           kinds[v + halves] == INCREMENT_HIGH && st->phi[v + halves];
            if (st->phi[v] && (kinds[v] == INCREMENT_ALONE || kinds[v] == INCREMENT_LOW))
                add_variable(e, index, v, is_wide);
        }
    }
    free(body);
}

void end_iteration(struct emitter *e)
{
    struct loops *l = e->loops;
    unsigned from = (unsigned)(e->block - e->region->blocks), halves = e->region->halves;
    for (unsigned i = 0; i < l->variable_count; i++) {
        const struct loop_variable *v = &l->variables[i];
        LLVMValueRef lo = e->now[v->var], hi = v->a->hi ? e->now[v->var + halves] : NULL;
        if (!leads_to(e->block, v->block) || l->step_count == MAX_LOOP_STEPS || !lo)
            continue;
        struct address a = v->a->hi ? find_address(e, lo, hi) : find_offset(e, lo);
        if (a.root == v->a->root && a.root_hi == v->a->root_hi)
            l->steps[l->step_count++] = (struct loop_step){i, from, v->a->hi ? a.plus : a.by};
    }
}

void note_loop_store(struct emitter *e, LLVMValueRef store, unsigned var, const struct address *a,
                     bool is_high)
{
    struct loops *l = e->loops;
    if (l->store_count == l->store_capacity) {
        unsigned capacity = 2 * l->store_capacity + 64;
        struct loop_store *stores = realloc(l->stores, capacity * sizeof *stores);
        if (!stores)
            return;
        l->stores = stores;
        l->store_capacity = capacity;
    }
    l->stores[l->store_count++] = (struct loop_store){store, *a, var, is_high};
}

/* What is added to the root on the way from `end`; NULL: the root is another one. */
static LLVMValueRef step_from(const struct emitter *e, unsigned variable, LLVMBasicBlockRef end)
{
    const struct loops *l = e->loops;
    for (unsigned i = 0; i < l->step_count; i++) {
        const struct block_state *from = &e->states[l->steps[i].from];
        if (l->steps[i].variable == variable &&
            (from->taken_end == end || from->through_end == end))
            return l->steps[i].by;
    }
    return NULL;
}

/* What comes into a phi from `end`. */
static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef end)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == end)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

static void finish_variable(struct emitter *e, unsigned index)
{
    const struct address *a = e->loops->variables[index].a;
    LLVMValueRef by = a->hi ? a->plus : a->by, none = LLVMConstNull(LLVMTypeOf(by));
    for (unsigned k = 0; k < LLVMCountIncoming(a->lo); k++) {
        LLVMBasicBlockRef end = LLVMGetIncomingBlock(a->lo, k);
        LLVMValueRef step = step_from(e, index, end);
        LLVMValueRef lo = step ? a->root : LLVMGetIncomingValue(a->lo, k);
        LLVMAddIncoming(a->root, &lo, &end, 1);
        if (a->hi) {
            LLVMValueRef hi = step ? a->root_hi : incoming(a->hi, end);
            LLVMAddIncoming(a->root_hi, &hi, &end, 1);
        }
        LLVMAddIncoming(by, step ? &step : &none, &end, 1);
    }
}

/* ---- tests ---- */

/* The variable that `v` is in all iterations of the loop, or the root of; VAR_S0: of none. */
static unsigned shared_variable(const struct emitter *e, unsigned index, LLVMValueRef v)
{
    const struct block_state *st = &e->states[index];
    for (unsigned i = 0; i < e->loops->variable_count; i++) {
        const struct loop_variable *x = &e->loops->variables[i];
        if (x->block == index && x->a->root == v)
            return x->var;
        if (x->block == index && x->a->root_hi == v)
            return x->var + e->region->halves;
    }
    for (unsigned x = var_next(&st->same, 0); x < VAR_S0; x = var_next(&st->same, x + 1))
        if (st->phi[x] == v)
            return x;
    return VAR_S0;
}

/* The block at whose start `v` is a phi; region->count: none. */
static unsigned block_of_phi(const struct emitter *e, LLVMValueRef v)
{
    unsigned i = 0, count = e->region->count;
    LLVMBasicBlockRef at = LLVMIsAPHINode(v) ? LLVMGetInstructionParent(v) : NULL;
    while (at && i < count && e->states[i].entry != at)
        i++;
    return at ? i : count;
}

/* The loop whose first block `v` is a phi of; region->count: none. */
static unsigned loop_of(const struct emitter *e, LLVMValueRef v)
{
    unsigned i = block_of_phi(e, v), none = e->region->count;
    return i < none && e->states[i].is_loop ? i : none;
}

/* A value that ways within a loop do not change, before they joined. */
static LLVMValueRef before_joins(const struct emitter *e, LLVMValueRef v)
{
    const struct region *r = e->region;
    unsigned i = block_of_phi(e, v);
    while (i < r->count && !r->blocks[i].is_loop) {
        unsigned count = LLVMCountIncoming(v);
        LLVMValueRef only = count ? LLVMGetIncomingValue(v, 0) : NULL;
        for (unsigned k = 1; k < count; k++)
            only = LLVMGetIncomingValue(v, k) == only ? only : NULL;
        if (!only)
            break;
        v = only;
        i = block_of_phi(e, v);
    }
    return v;
}

/* Whether v is what a register has that no block of the loop writes. */
static bool is_unwritten(const struct emitter *e, const struct block_state *loop, LLVMValueRef v)
{
    for (unsigned x = var_next(&loop->same, 0); x < VAR_S0; x = var_next(&loop->same, x + 1))
        if (e->now[x] == v)
            return true;
    return false;
}

/* Likewise where the loop is entered behind its first block, as compilers make it where lanes may
 * leave at several places: v is a phi of the block at which it is entered. */
static bool find_loop_around(const struct emitter *e, LLVMValueRef v, unsigned *block)
{
    const struct region *r = e->region;
    unsigned at = block_of_phi(e, v), here = (unsigned)(e->block - r->blocks);
    uint8_t *body = at < r->count ? malloc(r->count) : NULL;
    bool is = false;
    for (unsigned i = 0; body && i < r->count && !is; i++) {
        *block = i;
        is = e->states[i].is_loop && is_unwritten(e, &e->states[i], v) &&
             region_loop(r, i, false, body) && body[here] && body[at];
    }
    free(body);
    return is;
}

bool loop_shares_root(const struct emitter *e, struct address *a, unsigned *block)
{
    a->root = before_joins(e, a->root);
    a->root_hi = a->root_hi ? before_joins(e, a->root_hi) : NULL;
    *block = loop_of(e, a->root);
    if (*block < e->region->count)
        return shared_variable(e, *block, a->root) != VAR_S0 &&
               (!a->root_hi || shared_variable(e, *block, a->root_hi) != VAR_S0);
    if (!find_loop_around(e, a->root, block))
        return false;
    return !a->root_hi ||
           (is_unwritten(e, &e->states[*block], a->root_hi) && LLVMIsAPHINode(a->root_hi) &&
            LLVMGetInstructionParent(a->root_hi) == LLVMGetInstructionParent(a->root));
}

const struct row_test *carried_test(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                    LLVMValueRef exec, unsigned half, unsigned step, unsigned row,
                                    bool is_near)
{
    struct loops *l = e->loops;
    if (e->crew)
        return team_test(e, lo, hi, exec, step, row, is_near);
    unsigned index = loop_of(e, lo);
    if (index == e->region->count || !is_part_of(e, exec, e->states[index].exec[half]))
        return NULL;
    for (unsigned i = 0; i < l->test_count; i++) {
        const struct row_test *t = &l->tests[i].test;
        if (t->lo != lo || t->hi != hi || t->step != step || t->row != row || t->is_near != is_near)
            continue;
        l->tests[i].is_full &= e->at->is_full;
        return t;
    }
    unsigned var = shared_variable(e, index, lo), var_hi = hi ? shared_variable(e, index, hi) : 0;
    if (var == VAR_S0 || var_hi == VAR_S0 || l->test_count == MAX_LOOP_TESTS)
        return NULL;
    struct loop_test *c = &l->tests[l->test_count++];
    *c = (struct loop_test){
        .block = index, .half = half, .var = var, .var_hi = var_hi, .is_full = e->at->is_full};
    c->test = (struct row_test){.lo = lo,
                                .hi = hi,
                                .exec = e->states[index].exec[half],
                                .step = step,
                                .row = row,
                                .is_near = is_near};
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(e->states[index].entry));
    c->test.holds = LLVMBuildPhi(e->b, e->i1, "");
    for (unsigned k = 0; k < 32 / row; k++)
        c->test.first[k] = LLVMBuildPhi(e->b, hi ? e->i64 : e->i32, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    return &c->test;
}

/* The test where a wave goes on that has its registers in memory, at the start of this block. */
static void test_in_memory(struct emitter *e, const struct loop_test *c, LLVMBasicBlockRef at,
                           struct row_test *t)
{
    LLVMTypeRef types[6] = {e->ptr, e->i32, e->i32, e->i32, e->i32, e->ptr},
                type = LLVMFunctionType(e->i8, types, 6, 0);
    LLVMValueRef first = room_of(e, LLVMArrayType2(e->i64, 2)),
                 args[6] = {e->wave,
                            const_i32(e, c->var),
                            const_i32(e, t->hi ? c->var_hi : c->var),
                            const_i32(e, t->step),
                            const_i32(e, t->row),
                            first};
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(at));
    LLVMValueRef r = LLVMBuildCall2(e->b, type, c_function(e, "are_rows", type), args, 6, "");
    t->holds = LLVMBuildICmp(e->b, LLVMIntNE, r, LLVMConstNull(e->i8), "");
    for (unsigned k = 0; k < 32 / t->row; k++)
        t->first[k] = load_at(e, t->hi ? e->i64 : e->i32, first, sizeof(uint64_t) * k);
    if (t->is_near)
        t->holds = LLVMBuildAnd(e->b, t->holds, are_near(e, t->first), "");
}

static void finish_test(struct emitter *e, const struct loop_test *c)
{
    const struct block_state *st = &e->states[c->block];
    for (unsigned k = 0; k < LLVMCountIncoming(c->test.lo); k++) {
        LLVMBasicBlockRef end = LLVMGetIncomingBlock(c->test.lo, k);
        LLVMValueRef exec = LLVMIsAPHINode(st->exec[c->half]) &&
                                    LLVMGetInstructionParent(st->exec[c->half]) == st->entry
                                ? incoming(st->exec[c->half], end)
                                : st->exec[c->half];
        struct row_test t = {.lo = LLVMGetIncomingValue(c->test.lo, k),
                             .hi = c->test.hi ? incoming(c->test.hi, end) : NULL,
                             .exec = exec,
                             .step = c->test.step,
                             .row = c->test.row,
                             .is_near = c->test.is_near};
        const struct row_test *from = NULL;
        if (t.lo == c->test.lo && t.hi == c->test.hi && is_part_of(e, exec, st->exec[c->half])) {
            from = &c->test;
        } else if (end == st->label) {
            test_in_memory(e, c, end, &t);
        } else {
            LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(end));
            from = carried_test(e, t.lo, t.hi, exec, c->half, t.step, t.row, t.is_near);
            LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(end));
            if (!from)
                (c->is_full ? make_test : make_test_of_active)(e, &t);
        }
        if (from)
            t = *from;
        LLVMAddIncoming(c->test.holds, &t.holds, &end, 1);
        for (unsigned h = 0; h < 32 / t.row; h++)
            LLVMAddIncoming(c->test.first[h], &t.first[h], &end, 1);
    }
}

/* ---- what is not needed ---- */

static bool is_loop_store(const struct loops *l, LLVMValueRef v)
{
    for (unsigned i = 0; i < l->store_count; i++)
        if (l->stores[i].store == v)
            return true;
    return false;
}

/* Whether all that uses of a phi lead to is the phi again, and stores into the wave. */
static bool feeds_itself_only(const struct loops *l, LLVMValueRef phi)
{
    enum { MAX_USERS = 64 };
    LLVMValueRef users[MAX_USERS] = {phi};
    unsigned count = 1;
    for (unsigned i = 0; i < count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(users[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            unsigned k = 0;
            while (k < count && users[k] != user)
                k++;
            if (k < count || is_loop_store(l, user))
                continue;
            if (count == MAX_USERS || fold_has_effect(user))
                return false;
            users[count++] = user;
        }
    return true;
}

static void drop(LLVMValueRef phi)
{
    LLVMReplaceAllUsesWith(phi, LLVMGetPoison(LLVMTypeOf(phi)));
    LLVMInstructionEraseFromParent(phi);
}

/* Makes the stores of values with this root ones of what they are made of. */
static void store_roots(struct emitter *e, LLVMValueRef root)
{
    struct loops *l = e->loops;
    for (unsigned i = 0; i < l->store_count; i++) {
        struct loop_store *s = &l->stores[i];
        if (s->a.root != root)
            continue;
        LLVMPositionBuilderBefore(e->b, s->store);
        store_address(e, s->var, &s->a, s->is_high);
        LLVMInstructionEraseFromParent(s->store);
        *s = l->stores[--l->store_count];
        i--;
    }
}

static void drop_unneeded(struct emitter *e)
{
    struct loops *l = e->loops;
    e->is_rare = true;
    for (unsigned i = 0; i < l->variable_count; i++) {
        const struct address *a = l->variables[i].a;
        if (!feeds_itself_only(l, a->lo) || (a->hi && !feeds_itself_only(l, a->hi)))
            continue;
        struct block_state *st = &e->states[l->variables[i].block];
        store_roots(e, a->root);
        drop(a->lo);
        st->phi[l->variables[i].var] = NULL;
        if (a->hi) {
            drop(a->hi);
            st->phi[l->variables[i].var + e->region->halves] = NULL;
        }
    }
    e->is_rare = false;
    for (unsigned i = 0; i < l->variable_count; i++) {
        const struct address *a = l->variables[i].a;
        LLVMValueRef phis[4] = {a->root, a->root_hi, a->by, a->plus};
        for (unsigned k = 0; k < 4; k++)
            if (phis[k] && feeds_itself_only(l, phis[k]))
                drop(phis[k]);
    }
}

static void give_up(struct emitter *e, const struct loop_ahead *x, LLVMBasicBlockRef end)
{
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(end));
    LLVMBuildStore(e->b, const_i64(e, 0),
                   at_offset(e, x->room, offsetof(struct lanes_ahead, lanes)));
    /* Where no lane is active, none misses what is not loaded: so many bytes, those of the greatest
     * element, let iterations read the first rows only. */
    LLVMBuildStore(e->b, const_i64(e, sizeof(uint64_t)),
                   at_offset(e, x->room, offsetof(struct lanes_ahead, bytes)));
}

/* On the edges by which something else than the root comes into the phis of the loop's blocks that
 * the root comes from. */
static void give_up_outside(struct emitter *e, const struct loop_ahead *x, LLVMValueRef root)
{
    enum { MOST = 32 };
    LLVMValueRef phis[MOST] = {root};
    unsigned count = 1;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < LLVMCountIncoming(phis[i]); k++) {
            LLVMValueRef v = LLVMGetIncomingValue(phis[i], k);
            unsigned n = 0, at = block_of_phi(e, v);
            while (n < count && phis[n] != v)
                n++;
            if (n < count)
                continue;
            if (n < MOST && at < e->region->count && x->body[at])
                phis[count++] = v;
            else
                give_up(e, x, LLVMGetIncomingBlock(phis[i], k));
        }
}

/* Where the root is another one, what has been loaded from there on is given up. */
static void finish_ahead(struct emitter *e, const struct loop_ahead *x)
{
    const struct loops *l = e->loops;
    unsigned n = 0;
    while (n < l->variable_count && l->variables[n].a->root != x->root)
        n++;
    if (n == l->variable_count) {
        give_up_outside(e, x, x->root);
        if (x->root_hi)
            give_up_outside(e, x, x->root_hi);
        return;
    }
    LLVMValueRef phi = l->variables[n].a->lo;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (!step_from(e, n, LLVMGetIncomingBlock(phi, k)))
            give_up(e, x, LLVMGetIncomingBlock(phi, k));
}

/* The room is none of strips', so no stores wait that its loads would have to come behind. */
static void has_no_strips(struct emitter *e, const struct loop_ahead *x)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->function);
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(entry));
    store_at(e, LLVMConstNull(e->ptr), x->room, offsetof(struct lanes_ahead, open));
}

void finish_loops(struct emitter *e)
{
    struct loops *l = e->loops;
    for (unsigned i = 0; i < l->ahead_count; i++) {
        const struct loop_ahead *x = &l->aheads[i];
        if (!x->is_store)
            finish_ahead(e, x);
        if (!x->is_store && !x->is_behind)
            has_no_strips(e, x);
        free(x->body);
    }
    for (unsigned i = 0; i < l->variable_count; i++)
        finish_variable(e, i);
    for (unsigned i = 0; i < l->test_count; i++) /* more may come while they are made */
        finish_test(e, &l->tests[i]);
    drop_unneeded(e);
    free(l->stores);
    l->stores = NULL;
    l->store_count = l->store_capacity = l->ahead_count = 0;
}
