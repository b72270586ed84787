/* compute.c: computations as IR: operands, the semantic function's steps (steps.h), results.
 *
 * Vector results are written under EXEC, a pass of 32 lanes at a time. */
#include "jit/compute.h"

#include "jit/adapt.h"
#include "jit/address.h"
#include "jit/build.h"
#include "jit/emit_nan.h"
#include "jit/emit_steps.h"
#include "jit/fold.h"
#include "jit/inactive.h"
#include "jit/liveness.h"
#include "jit/quotient.h"
#include "jit/registers.h"
#include "jit/settle.h"
#include "jit/signature.h"
#include "jit/steps.h"

/* ---- sources ---- */

static LLVMValueRef vector_i16(struct emitter *e, LLVMValueRef v, bool high)
{
    if (high)
        v = fold_binary(e, LLVMLShr, v, const_splat(e, e->v32i32, 16));
    return fold_cast(e, LLVMTrunc, v, e->v32i16);
}

static LLVMTypeRef lanes_type(const struct emitter *e, unsigned bits)
{
    return bits == 16 ? e->v32i16 : bits == 64 ? e->v32i64 : e->v32i32;
}

/* moves: NULL, or how it is moved between lanes. */
static LLVMValueRef vector_register(struct emitter *e, const struct source *s,
                                    const struct lane_moves *moves, unsigned half)
{
    LLVMValueRef low = moves ? move_lanes(e, moves, half, get_var(e, s->var + half))
                             : active_lanes(e, get_var(e, s->var + half), half);
    if (s->bits == 16)
        return vector_i16(e, low, s->is_high);
    if (s->bits != 64)
        return low;
    return fold_join(e, low, active_lanes(e, get_var(e, s->var + e->region->halves + half), half));
}

/* A scalar of the source's width. */
static LLVMValueRef scalar_register(struct emitter *e, const struct source *s)
{
    LLVMValueRef v = s->bits == 64 ? get_scalars(e, s->var) : get_var(e, s->var);
    if (s->bits == 16 && s->is_high)
        v = LLVMBuildLShr(e->b, v, const_i32(e, 16), "");
    if (s->bits == 16)
        v = LLVMBuildTrunc(e->b, v, e->i16, "");
    return v;
}

/* A lane mask. Without the AND with EXEC that comparisons end in, if that is all that it is:
 * results in inactive lanes do not matter. */
static LLVMValueRef lane_mask(struct emitter *e, unsigned var, unsigned half)
{
    LLVMValueRef m = get_var(e, var + half);
    bool is_and = is_instruction(m, LLVMAnd);
    return is_and && LLVMGetOperand(m, 1) == get_var(e, exec_var(e, half)) ? LLVMGetOperand(m, 0)
                                                                           : m;
}

static LLVMValueRef lane_bits(struct emitter *e, unsigned var, unsigned half)
{
    return LLVMBuildTrunc(e->b, get_var(e, var + half), e->v32i1, "");
}

/* A source as the function's parameter of such a type; NULL: it is not one that can be compiled. */
static LLVMValueRef vector_argument(struct emitter *e, const struct computation *c, unsigned i,
                                    bool is_lanes, unsigned half)
{
    const struct source *s = &c->source[i];
    switch (s->kind) {
    case SOURCE_LANES:
        return adapt_source(
            e, s, vector_register(e, s, c->moves.from && s->is_moved ? &c->moves : NULL, half));
    case SOURCE_SCALAR:
        return adapt_scalar(e, s, scalar_register(e, s), lanes_type(e, s->bits));
    case SOURCE_CONSTANT:
        if (!is_lanes)
            return const_i32(e, (uint32_t)s->constant);
        return adapt_source(e, s, const_splat(e, lanes_type(e, s->bits), s->constant));
    case SOURCE_MASK:
        return lane_mask(e, s->var, half);
    case SOURCE_LANE_BITS:
        return LLVMBuildBitCast(e->b, lane_bits(e, s->var, half), e->i32, "");
    case SOURCE_LANE0:
        return const_i32(e, 32 * half);
    default:
        return NULL;
    }
}

/* ---- vector computations ---- */

/* The mask that a computation writes, by destination; NULL: none. */
static const struct destination *mask_of(const struct computation *c, unsigned *index)
{
    for (*index = 0; *index < c->destination_count; (*index)++)
        if (c->destination[*index].kind == TO_MASK)
            return &c->destination[*index];
    return NULL;
}

/* Results of 64 bits of which only the lower half is read, as in computing indices. */
static bool is_low_only(const struct emitter *e, const struct computation *c)
{
    const struct destination *to = &c->destination[0];
    unsigned index;
    if (to->kind != TO_LANES || to->bits != 64 || c->has_nan_rule)
        return false;
    const struct destination *mask = mask_of(c, &index);
    if (mask && !e->region->isa->is_zero(mask->var))
        return false;
    varset live;
    region_live_before(e->region, e->block, e->at + 1, &live);
    for (unsigned half = 0; half < e->region->halves; half++)
        if (var_has(&live, to->var + e->region->halves + half))
            return false;
    return true;
}

/* What an op makes that may be the last one of several for which the host has one. *also: the first
 * variable that gets it, too, else as it was; also NULL: one of two ops at once, which end no root.
 */
static LLVMValueRef fold_sequence(struct emitter *e, const LLVMValueRef *args, unsigned half,
                                  LLVMValueRef value, unsigned *also)
{
    const struct jit_isa *isa = e->region->isa;
    unsigned x, high = e->region->halves + half;
    if (isa->is_division && isa->is_division(e->region, e->block, e->at))
        return fold_division(e, args[2], args[1], value);
    if (!also || !isa->find_root || !isa->find_root(e->region, e->block, e->at, &x))
        return value;
    LLVMValueRef scaled[2] = {active_lanes(e, get_var(e, x + half), half),
                              active_lanes(e, get_var(e, x + high), half)},
                 root = fold_root(e, scaled, value);
    if (!root)
        return value;
    *also = x;
    return root;
}

/* The results of one pass; false: nothing was emitted. */
static bool compute_pass(struct emitter *e, const struct computation *c, unsigned half,
                         LLVMValueRef *results, unsigned *also)
{
    const struct signature *sig = signature_at((unsigned)c->function);
    LLVMValueRef args[SIG_MAX];
    if (c->round && (e->masks != MASKS_ALL || (c->float_bits == 16 && !e->has_f16)))
        return false;
    for (unsigned i = 0, n = 0; i < sig->count; i++) {
        if (!sig->param[i].is_read)
            continue;
        bool is_lanes = sig->param[i].type <= SIG_V128;
        args[n] = vector_argument(e, c, n, is_lanes, half);
        if (!args[n++])
            return false;
    }
    e->pass = half;
    e->is_strict = c->raises;
    e->round = c->round;
    e->wants_low = is_low_only(e, c);
    bool is_free = !c->raises && !c->round; /* to be another instruction */
    LLVMValueRef lanes = c->float_bits && is_free ? lanes_of_products(e, half) : NULL,
                 last = LLVMGetLastInstruction(LLVMGetInsertBlock(e->b));
    emit_semantics(e, c->function, args, results);
    if (c->float_bits >= 32 && is_free && !e->is_settling)
        results[0] = fold_sequence(e, args, half, results[0], also);
    if (e->is_settling && c->has_nan_rule)
        results[0] = settle_result(e, c, args, results[0]);
    note_products(e, lanes, last);
    e->is_strict = e->wants_low = false;
    e->round = 0;
    for (unsigned i = 0; c->is_quiet && i < c->source_count; i++)
        if (c->source[i].is_float)
            nan_source(e, half, args[i]);
    return true;
}

/* lanes: NULL, or those of the active ones that are written. */
static void write_lanes(struct emitter *e, const struct destination *to, unsigned half,
                        LLVMValueRef lanes, LLVMValueRef d)
{
    LLVMValueRef parts[2] = {d, NULL};
    unsigned width = to->bits == 64 ? 2 : 1;
    if (to->bits == 64) {
        fold_split(e, d, parts);
    } else if (to->bits == 16) {
        LLVMValueRef old = get_var(e, to->var + half);
        LLVMValueRef wide = fold_cast(e, LLVMZExt, d, e->v32i32);
        if (to->is_high)
            wide = fold_binary(e, LLVMShl, wide, const_splat(e, e->v32i32, 16));
        old = fold_binary(e, LLVMAnd, old,
                          const_splat(e, e->v32i32, to->is_high ? 0xffff : 0xffff0000));
        parts[0] = fold_binary(e, LLVMOr, old, wide);
    }
    for (unsigned k = 0; k < width; k++) {
        unsigned var = to->var + k * e->region->halves + half;
        if (lanes)
            parts[k] = LLVMBuildSelect(e->b, lanes, parts[k], get_var(e, var), "");
        set_var(e, var, under_exec(e, var, half, parts[k]));
    }
}

static void write_result(struct emitter *e, const struct computation *c, unsigned half,
                         const LLVMValueRef *results)
{
    const struct destination *to = &c->destination[0];
    if (to->kind != TO_LANES)
        return;
    e->nan->raises |= c->raises;
    if (!e->is_settling)
        (c->has_nan_rule ? nan_result : nan_picked)(e, c, half, results[0]);
    LLVMValueRef d = adapt_result(e, c, results[0]),
                 lanes = c->moves.from ? moved_lanes(e, &c->moves, half) : NULL;
    if (c->is_masked)
        d = LLVMBuildSelect(e->b, lane_bits(e, c->source[c->source_count].var, half), d,
                            get_var(e, to->var + half), "");
    write_lanes(e, to, half, lanes, d);
}

/* What address.c can use. */
static void note(struct emitter *e, const struct computation *c, unsigned half,
                 const struct noted *n, LLVMValueRef co)
{
    const struct destination *to = &c->destination[0];
    unsigned var = to->var + half, high = var + e->region->halves;
    bool is_wide = to->bits == 64;
    if (!e->region->isa->layout.root)
        return;
    if (n->form.kind == FORM_OTHER || c->is_masked)
        return;
    LLVMValueRef exec = get_var(e, exec_var(e, half)), lo = active_lanes(e, e->now[var], half);
    LLVMValueRef hi = is_wide ? active_lanes(e, e->now[high], half) : NULL;
    if ((is_kept(e, var) && lo == e->now[var]) ||
        (is_wide && is_kept(e, high) && hi == e->now[high]))
        return;
    note_result(e, n, exec, lo, hi);
    if (co)
        note_carry(e, n, lo, co, exec);
}

/* A mask has bits of the lanes that are written only. */
static LLVMValueRef mask_result(struct emitter *e, const struct computation *c, unsigned half,
                                LLVMValueRef bits)
{
    LLVMValueRef lanes = c->moves.from ? moved_lanes(e, &c->moves, half) : NULL;
    bits = fold_binary(e, LLVMAnd, bits, get_var(e, exec_var(e, half)));
    return lanes ? LLVMBuildAnd(e->b, bits, LLVMBuildBitCast(e->b, lanes, e->i32, ""), "") : bits;
}

/* A result for another variable, too. */
static void copy_var(struct emitter *e, unsigned to, unsigned from, unsigned half)
{
    set_var(e, to, under_exec(e, to, half, active_lanes(e, get_var(e, from), half)));
}

static bool emit_vector(struct emitter *e, const struct computation *c)
{
    LLVMValueRef co[2] = {NULL, NULL}, results[STEP_RESULTS];
    unsigned halves = e->region->halves, index;
    const struct destination *mask = mask_of(c, &index);
    for (unsigned half = 0; half < halves; half++) {
        struct noted noted;
        unsigned also = VAR_COUNT;
        note_operands(e, c, half, &noted);
        if (!compute_pass(e, c, half, results, &also))
            return false;
        if (mask)
            co[half] = mask_result(e, c, half, results[index]);
        write_result(e, c, half, results);
        for (unsigned var = half; also != VAR_COUNT && var < 2 * halves; var += halves)
            copy_var(e, also + var, c->destination[0].var + var, half);
        note(e, c, half, &noted, co[half]);
    }
    for (unsigned half = 0; mask && half < halves; half++)
        set_var(e, mask->var + half, co[half]);
    return true;
}

/* Both read before one writes. */
static bool emit_pair(struct emitter *e, const struct computation *const c[2])
{
    for (unsigned half = 0; half < e->region->halves; half++) {
        LLVMValueRef results[2][STEP_RESULTS];
        struct noted noted[2];
        for (unsigned i = 0; i < 2; i++) {
            note_operands(e, c[i], half, &noted[i]);
            if (!compute_pass(e, c[i], half, results[i], NULL))
                return false;
        }
        for (unsigned i = 0; i < 2; i++) {
            write_result(e, c[i], half, results[i]);
            note(e, c[i], half, &noted[i], NULL);
        }
    }
    return true;
}

/* ---- scalar computations ---- */

static LLVMTypeRef scalar_type(const struct emitter *e, unsigned bits)
{
    return bits == 64 ? e->i64 : bits == 8 ? e->i8 : bits == 16 ? e->i16 : e->i32;
}

static LLVMValueRef scalar_argument(struct emitter *e, const struct source *s)
{
    LLVMTypeRef t = scalar_type(e, s->bits);
    switch (s->kind) {
    case SOURCE_SCALAR:
        if (s->var >= first_flag(e))
            return s->bits == 8 ? get_var(e, s->var)
                                : LLVMBuildZExt(e->b, get_var(e, s->var), t, "");
        return s->bits == 64 ? get_scalars(e, s->var) : get_var(e, s->var);
    case SOURCE_CONSTANT:
        return LLVMConstInt(t, s->constant, 0);
    case SOURCE_NONE_SET: {
        LLVMValueRef m = e->region->halves == 1 ? get_var(e, s->var) : get_scalars(e, s->var),
                     none = LLVMConstNull(LLVMTypeOf(m));
        return LLVMBuildZExt(e->b, is_equal(e, m, none), e->i8, "");
    }
    case SOURCE_FIELD:
        return LLVMBuildLoad2(e->b, e->i32, wave_field(e, s->constant), "");
    case SOURCE_PC:
        return s->bits == 64 ? code_address(e, s->constant)
                             : LLVMBuildTrunc(e->b, code_address(e, s->constant), t, "");
    default:
        return NULL;
    }
}

/* The function's results; false: nothing was emitted. */
static bool compute_scalar(struct emitter *e, const struct computation *c, LLVMValueRef *results)
{
    LLVMValueRef args[MAX_SOURCES];
    for (unsigned i = 0; i < c->source_count; i++)
        if (!(args[i] = scalar_argument(e, &c->source[i])))
            return false;
    emit_semantics(e, c->function, args, results);
    return true;
}

static bool emit_scalar(struct emitter *e, const struct computation *c)
{
    LLVMValueRef results[STEP_RESULTS];
    if (!compute_scalar(e, c, results))
        return false;
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind == TO_NOWHERE)
            continue;
        if (to->bits == 64)
            set_scalars(e, to->var, results[i]);
        else
            set_var(e, to->var, results[i]);
    }
    return true;
}

bool emit_computations(struct emitter *e)
{
    const struct region *r = e->region;
    const struct computation *c[2] = {NULL, NULL};
    for (unsigned i = 0; i < computations_of(e->at); i++) {
        c[i] = computation_of(r, e->at, i);
        if (!step_list(c[i]->function))
            return false;
    }
    return c[1] ? emit_pair(e, c) : c[0]->is_vector ? emit_vector(e, c[0]) : emit_scalar(e, c[0]);
}

LLVMValueRef emit_condition(struct emitter *e)
{
    LLVMValueRef taken[STEP_RESULTS];
    compute_scalar(e, computation_of(e->region, e->at, 0), taken);
    return fold_cast(e, LLVMTrunc, taken[0], e->i1);
}
