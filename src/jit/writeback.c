/* writeback.c: see writeback.h. */
#include "jit/writeback.h"

#include "jit/build.h"
#include "jit/loop.h"
#include "jit/registers.h"
#include "jit/slots.h"

/* Lanes that V_WRITELANE has put into a register are put there once more where it is stored, which
 * is seldom: then what reads single lanes needs no register that has them all. */
static LLVMValueRef put_lanes(struct emitter *e, LLVMValueRef v, unsigned depth)
{
    enum { MAX_LANES_PUT = 8 };
    if (depth == MAX_LANES_PUT || !LLVMIsASelectInst(v) || !LLVMIsConstant(LLVMGetOperand(v, 0)))
        return v;
    LLVMValueRef put = LLVMGetOperand(v, 1), scalar = splatted(put);
    if (scalar)
        put = splat(e, scalar, e->v32i32);
    else if (!LLVMIsConstant(put))
        return v;
    LLVMValueRef rest = put_lanes(e, LLVMGetOperand(v, 2), depth + 1);
    return LLVMBuildSelect(e->b, LLVMGetOperand(v, 0), put, rest, "");
}

/* A vector register's value where it is stored in a block that is seldom executed. */
static LLVMValueRef rare_value(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef copy = LLVMIsConstant(v) || e->crew ? v : load_from_slot(e, v);
    return copy ? copy : put_lanes(e, v, 0);
}

static void store_var(struct emitter *e, unsigned var, LLVMValueRef value)
{
    bool is_high;
    const struct address *a = var < VAR_S0 ? find_half(e, value, &is_high) : NULL;
    if (a && !is_lasting_root(e, a->root)) {
        store_address(e, var, a, is_high);
        return;
    }
    if (e->is_rare && var < VAR_S0)
        value = rare_value(e, value);
    LLVMValueRef store = LLVMBuildStore(e->b, value, var_address(e, var));
    LLVMSetAlignment(store, var_alignment(e, var));
    if (a && e->is_rare)
        note_loop_store(e, store, var, a, is_high);
}

void store_vars(struct emitter *e, const varset *vars)
{
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        if (var_has(&e->dirty, v) && e->now[v]) {
            store_var(e, v, e->now[v]);
            var_remove(&e->dirty, v);
        }
}

void store_all(struct emitter *e)
{
    varset dirty = e->dirty;
    store_vars(e, &dirty);
}

void store_rarely(struct emitter *e, const varset *vars)
{
    varset dirty = e->dirty;
    e->is_rare = true;
    store_vars(e, vars);
    e->is_rare = false;
    e->dirty = dirty;
}

void store_values(struct emitter *e, const varset *vars, const LLVMValueRef *values)
{
    for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
        if (values[v])
            store_var(e, v, values[v]);
}
