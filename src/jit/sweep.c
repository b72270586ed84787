/* sweep.c: see sweep.h. */
#include "jit/sweep.h"

#include <string.h>

#include "jit/build.h"
#include "jit/emit_entry.h"
#include "jit/fold.h"
#include "jit/registers.h"

void note_lane_read(struct emitter *e, LLVMValueRef value, LLVMValueRef of, LLVMValueRef lane)
{
    struct sweeps *s = e->sweeps;
    s->reads[s->read_count++ % MAX_LANE_READS] = (struct lane_read){e->at, value, of, lane};
}

/* ---- the form ---- */

static const struct {
    LLVMOpcode opcode;
    const char *intrinsic; /* NULL: it is an instruction */
    uint32_t neutral;
} operations[] = {
    {LLVMAdd, NULL, 0},
    {LLVMOr, NULL, 0},
    {LLVMXor, NULL, 0},
    {LLVMAnd, NULL, UINT32_MAX},
    {LLVMCall, "llvm.umax", 0},
    {LLVMCall, "llvm.umin", UINT32_MAX},
    {LLVMCall, "llvm.smax", (uint32_t)INT32_MIN},
    {LLVMCall, "llvm.smin", INT32_MAX},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* v without what its lower five bits do not depend on. */
static LLVMValueRef low_bits(const struct emitter *e, LLVMValueRef v)
{
    while (is_instruction(v, LLVMAnd)) {
        unsigned i = LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? 0 : 1;
        if (LLVMGetOperand(v, i) != const_i32(e, 31))
            break;
        v = LLVMGetOperand(v, 1 - i);
    }
    return v;
}

/* The number of the first bit of `mask`, which is not 0. */
static bool is_first_bit(const struct emitter *e, LLVMValueRef v, LLVMValueRef mask)
{
    v = low_bits(e, v);
    if (LLVMIsASelectInst(v)) {
        LLVMValueRef c = LLVMGetOperand(v, 0);
        if (!LLVMIsAICmpInst(c) || LLVMGetOperand(c, 0) != mask ||
            LLVMGetOperand(c, 1) != const_i32(e, 0))
            return false;
        v = low_bits(e, LLVMGetOperand(v, LLVMGetICmpPredicate(c) == LLVMIntEQ ? 2 : 1));
    }
    return is_call_of(v, "llvm.cttz.i32") && LLVMGetOperand(v, 0) == mask;
}

/* All bits but the first one of `mask`. */
static bool is_all_but_first(const struct emitter *e, LLVMValueRef v, LLVMValueRef mask)
{
    LLVMValueRef minus_2 = const_i32(e, (uint32_t)-2);
    if (is_call_of(v, "llvm.fshl.i32"))
        return LLVMGetOperand(v, 0) == minus_2 && LLVMGetOperand(v, 1) == minus_2 &&
               is_first_bit(e, LLVMGetOperand(v, 2), mask);
    if (!is_instruction(v, LLVMXor) || LLVMGetOperand(v, 1) != const_i32(e, UINT32_MAX))
        return false;
    v = LLVMGetOperand(v, 0);
    return is_instruction(v, LLVMShl) && LLVMGetOperand(v, 0) == const_i32(e, 1) &&
           is_first_bit(e, LLVMGetOperand(v, 1), mask);
}

static bool loses_first(const struct emitter *e, LLVMValueRef v, LLVMValueRef mask)
{
    for (unsigned i = 0; is_instruction(v, LLVMAnd) && i < 2; i++)
        if (LLVMGetOperand(v, i) == mask && is_all_but_first(e, LLVMGetOperand(v, 1 - i), mask))
            return true;
    return false;
}

/* The loop's vector that `v` is the first lane of `mask` of; NULL: it is something else. */
static LLVMValueRef lane_of_mask(const struct emitter *e, LLVMValueRef v, LLVMValueRef mask)
{
    const struct sweeps *s = e->sweeps;
    const struct block_state *st = &e->states[e->block - e->region->blocks];
    for (unsigned i = 0; i < MAX_LANE_READS; i++) {
        const struct lane_read *r = &s->reads[i];
        for (unsigned var = 0; v == r->value && var < VAR_S0; var++)
            if (r->of == st->phi[var] && e->now[var] == r->of && is_first_bit(e, r->lane, mask))
                return r->of;
    }
    return NULL;
}

/* The addition with a carry or an overflow, of which v is the sum; NULL: it is something else. */
static LLVMValueRef added(LLVMValueRef v)
{
    if (!LLVMIsAExtractValueInst(v) || LLVMGetIndices(v)[0] != 0)
        return NULL;
    v = LLVMGetOperand(v, 0);
    bool is_it =
        is_call_of(v, "llvm.sadd.with.overflow") || is_call_of(v, "llvm.uadd.with.overflow");
    return is_it ? v : NULL;
}

static bool is_sum(const struct emitter *e, unsigned var, LLVMValueRef mask, struct sweep_sum *out)
{
    LLVMValueRef v = e->now[var], before = e->states[e->block - e->region->blocks].phi[var];
    LLVMValueRef sum = added(v);
    for (unsigned n = 0; n < OPERATIONS; n++) {
        const char *intrinsic = operations[n].intrinsic;
        bool is_it = sum         ? operations[n].opcode == LLVMAdd
                     : intrinsic ? is_call_of(v, intrinsic)
                                 : is_instruction(v, operations[n].opcode);
        if (!is_it)
            continue;
        v = sum ? sum : v;
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef of = LLVMGetOperand(v, i) == before
                                  ? lane_of_mask(e, LLVMGetOperand(v, 1 - i), mask)
                                  : NULL;
            *out = (struct sweep_sum){var, n, of};
            if (of)
                return true;
        }
    }
    return false;
}

/* It computes scalars, and does nothing else. */
static bool is_harmless(const struct emitter *e, const struct region_op *at)
{
    bool computes = at->kind == OP_COMPUTE || at->kind == OP_BRANCH;
    for (unsigned i = 0; i < MAX_LANE_READS; i++)
        computes |= e->sweeps->reads[i].at == at;
    return at->fx.treatment == AS_NOTHING ||
           (at->fx.treatment == AS_IR && computes && !has_nan_rule(e->region, at));
}

bool find_sweep(const struct emitter *e, LLVMValueRef taken, struct sweep *f)
{
    const struct block *b = e->block;
    const struct block_state *st = &e->states[b - e->region->blocks];
    LLVMValueRef mask = NULL;
    if (e->sweeps->swept_count + 1 + MAX_SUMS > MAX_SWEPT)
        return false;
    for (uint32_t k = 0; k < b->ops; k++)
        if (!is_harmless(e, &e->region->ops[b->op + k]))
            return false;
    *f = (struct sweep){0};
    for (unsigned v = VAR_S0; v < VAR_COUNT && !mask; v++)
        if (st->phi[v] && e->now[v] && loses_first(e, e->now[v], st->phi[v])) {
            mask = st->phi[v];
            f->mask = v;
        }
    if (!mask || !LLVMIsAICmpInst(taken) || LLVMGetICmpPredicate(taken) != LLVMIntNE ||
        LLVMGetOperand(taken, 0) != e->now[f->mask] || LLVMGetOperand(taken, 1) != const_i32(e, 0))
        return false;
    for (unsigned v = 0; v < VAR_COUNT; v++) {
        if (v == f->mask || !var_has(&b->def, v) || !var_has(&b->live_in, v))
            continue;
        if (f->sum_count == MAX_SUMS || !st->phi[v] || !e->now[v] ||
            !is_sum(e, v, mask, &f->sums[f->sum_count++]))
            return false;
    }
    return true;
}

/* ---- all lanes at once ---- */

static LLVMValueRef operate(struct emitter *e, unsigned operation, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return operations[operation].intrinsic
               ? call_intrinsic(e, operations[operation].intrinsic, &t, 1, args, 2)
               : LLVMBuildBinOp(e->b, operations[operation].opcode, a, b, "");
}

static LLVMValueRef sum_of(struct emitter *e, const struct sweep_sum *x, LLVMValueRef lanes)
{
    LLVMValueRef none = const_splat(e, e->v32i32, operations[x->operation].neutral);
    LLVMValueRef v = LLVMBuildSelect(e->b, fold_lanes(e, lanes), x->of, none, "");
    v = operate(e, x->operation, pick(e, v, NULL, 0, 1, 16), pick(e, v, NULL, 16, 1, 16));
    for (unsigned by = 8; by; by /= 2) {
        uint8_t index[16];
        for (unsigned i = 0; i < 16; i++)
            index[i] = (uint8_t)(i ^ by);
        v = operate(e, x->operation, v, shuffle(e, v, NULL, index, 16));
    }
    return operate(e, x->operation, e->now[x->var], lane(e, v, 0));
}

static void note_swept(struct emitter *e, unsigned var, LLVMValueRef value)
{
    struct sweeps *s = e->sweeps;
    s->swept[s->swept_count++] =
        (struct swept){(unsigned)(e->block - e->region->blocks), var, value};
}

void emit_sweep(struct emitter *e, const struct sweep *f)
{
    /* The last lane is left to the loop. */
    LLVMValueRef args[2] = {e->now[f->mask], LLVMConstInt(e->i1, 1, 0)};
    LLVMValueRef last = LLVMBuildLShr(e->b, const_i32(e, 1U << 31),
                                      call_intrinsic(e, "llvm.ctlz", &e->i32, 1, args, 2), "");
    LLVMValueRef others = LLVMBuildXor(e->b, args[0], last, "");
    LLVMValueRef n = call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &others, 1);
    /* Where the time slice does not last for all, none is done. */
    LLVMValueRef p = wave_field(e, offsetof(struct wave, budget));
    LLVMValueRef budget = LLVMBuildLoad2(e->b, e->i32, p, "");
    LLVMValueRef lasts = LLVMBuildICmp(e->b, LLVMIntSGE, budget, n, "");
    n = LLVMBuildSelect(e->b, lasts, n, const_i32(e, 0), "");
    LLVMBuildStore(e->b, LLVMBuildSub(e->b, budget, n, ""), p);
    count_times(e, e->block, n);
    note_swept(e, f->mask, LLVMBuildSelect(e->b, lasts, last, args[0], ""));
    for (unsigned i = 0; i < f->sum_count; i++) {
        LLVMValueRef sum = sum_of(e, &f->sums[i], others), one = e->now[f->sums[i].var];
        note_swept(e, f->sums[i].var, LLVMBuildSelect(e->b, lasts, sum, one, ""));
    }
}

LLVMValueRef value_on_edge(const struct emitter *e, unsigned from, unsigned to, unsigned var,
                           LLVMValueRef value)
{
    const struct sweeps *s = e->sweeps;
    for (unsigned i = 0; i < s->swept_count && from == to; i++)
        if (s->swept[i].block == from && s->swept[i].var == var)
            return s->swept[i].value;
    return value;
}
