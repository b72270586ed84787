/* jit.c: what compiled code calls by name (jit/jit.h). */
#include <string.h>

#include "isa/rdna3/exec/layer.h"

void *FN(jit_function)(const char *name);

/* Executes the ops from `op` to before `to`, whatever their exec is by now. Returns `to`, or what
 * an executor returned that goes on elsewhere. */
static const struct op *run_ops(struct wave *wave, const struct op *op, const struct op *to)
{
    while (op && op != to) {
        const struct op *next = &op_next((const struct rdna3_op *)op)->base;
        op = ((const struct rdna3_op *)op)->interp(wave, op);
        if (op != next)
            break;
    }
    return op;
}

void *FN(jit_function)(const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } functions[] = {{"shoal_run_ops", (void *)(uintptr_t)&run_ops}};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    return NULL;
}
