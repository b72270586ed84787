/* registers.c: see registers.h. */
#include "jit/registers.h"

#include "jit/build.h"
#include "jit/fold.h"

static const struct jit_layout *layout_of(const struct emitter *e)
{
    return &e->region->isa->layout;
}

LLVMTypeRef var_type(const struct emitter *e, unsigned var)
{
    return var < VAR_S0 ? e->v32i32 : var >= first_flag(e) ? e->i8 : e->i32;
}

unsigned var_alignment(const struct emitter *e, unsigned var)
{
    return var < VAR_S0 ? VECTOR_BYTES : var >= first_flag(e) ? 1 : 4;
}

unsigned exec_var(const struct emitter *e, unsigned half) { return layout_of(e)->exec + half; }

unsigned first_flag(const struct emitter *e) { return layout_of(e)->first_flag; }

LLVMValueRef var_address(const struct emitter *e, unsigned var)
{
    const struct jit_layout *l = layout_of(e);
    if (var < VAR_S0)
        return wave_field(e, l->vectors + var * VECTOR_BYTES);
    if (var >= l->first_flag)
        return wave_field(e, l->flags + (var - l->first_flag));
    return wave_field(e, l->scalars + 4 * (var - VAR_S0));
}

LLVMValueRef load_var(const struct emitter *e, unsigned var)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, var_type(e, var), var_address(e, var), "");
    LLVMSetAlignment(v, var_alignment(e, var));
    return v;
}

void load_vars(struct emitter *e, const varset *vars)
{
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        e->now[v] = load_var(e, v);
}

LLVMValueRef get_var(struct emitter *e, unsigned var)
{
    if (e->region->isa->is_zero(var))
        return const_i32(e, 0);
    if (!e->now[var])
        e->now[var] = load_var(e, var); /* not live across blocks: the wave has it */
    return e->now[var];
}

void set_var(struct emitter *e, unsigned var, LLVMValueRef value)
{
    if (e->region->isa->is_zero(var))
        return;
    e->now[var] = value;
    var_add(&e->dirty, var);
}

LLVMValueRef exec_bools(struct emitter *e, unsigned half)
{
    LLVMValueRef v = get_var(e, exec_var(e, half));
    if (e->exec->value[half] != v) {
        e->exec->bools[half] = fold_lanes(e, v);
        e->exec->value[half] = v;
    }
    return e->exec->bools[half];
}

LLVMValueRef has_full_exec(struct emitter *e, unsigned half)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    return is_equal(e, exec, const_i32(e, UINT32_MAX));
}

bool are_all_active(const struct emitter *e)
{
    bool may_leave_out = e->rows != NULL; /* a batch may have lanes that are not */
    return e->crew && (!may_leave_out || e->now[exec_var(e, 0)] == const_i32(e, UINT32_MAX));
}

bool is_kept(const struct emitter *e, unsigned var)
{
    return var_has(&e->at->kept, var) && !are_all_active(e);
}

LLVMValueRef under_exec(struct emitter *e, unsigned var, unsigned half, LLVMValueRef value)
{
    if (!is_kept(e, var))
        return value;
    return fold_select(e, exec_bools(e, half), value, get_var(e, var));
}

LLVMValueRef active_lanes(const struct emitter *e, LLVMValueRef v, unsigned half)
{
    bool is_here = e->exec->value[half] && e->exec->value[half] == e->now[exec_var(e, half)];
    while (is_here && LLVMIsAInstruction(v) && LLVMIsASelectInst(v) &&
           LLVMGetOperand(v, 0) == e->exec->bools[half])
        v = LLVMGetOperand(v, 1);
    return v;
}

LLVMValueRef join_s64(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef whole = whole_of(lo, hi, const_i64(e, 32));
    if (whole)
        return whole;
    lo = LLVMBuildZExt(e->b, lo, e->i64, "");
    hi = LLVMBuildZExt(e->b, hi, e->i64, "");
    return LLVMBuildOr(e->b, lo, LLVMBuildShl(e->b, hi, const_i64(e, 32), ""), "");
}

LLVMValueRef get_scalars(struct emitter *e, unsigned var)
{
    if (e->region->isa->is_zero(var))
        return const_i64(e, 0);
    return join_s64(e, get_var(e, var), get_var(e, var + 1));
}

void set_scalars(struct emitter *e, unsigned var, LLVMValueRef value)
{
    set_var(e, var, LLVMBuildTrunc(e->b, value, e->i32, ""));
    set_var(e, var + 1,
            LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, value, const_i64(e, 32), ""), e->i32, ""));
}

/* ---- the wave that is emitted ---- */

void set_faulting(struct emitter *e, bool on)
{
    store_wave_byte(e, offsetof(struct wave, faulting_access), on);
}

void set_stop(struct emitter *e, enum stop why)
{
    store_wave_byte(e, offsetof(struct wave, stop), why);
}

/* Compiled code does not access memory any more. */
void end_access(struct emitter *e)
{
    set_faulting(e, false);
    store_at(e, const_i32(e, 0), e->wave, e->region->isa->layout.access_slot);
}

void stop_wave(struct emitter *e, enum stop why, LLVMValueRef next)
{
    store_at(e, next, e->wave, offsetof(struct wave, next));
    end_access(e);
    set_stop(e, why);
}
