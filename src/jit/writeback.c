/* writeback.c: see writeback.h. */
#include "jit/writeback.h"

#include "jit/loop.h"
#include "jit/registers.h"

static void store_var(struct emitter *e, unsigned var, LLVMValueRef value)
{
    bool is_high;
    const struct address *a = var < VAR_S0 ? find_half(e, value, &is_high) : NULL;
    if (a && !is_lasting_root(e, a->root)) {
        store_address(e, var, a, is_high);
        return;
    }
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
