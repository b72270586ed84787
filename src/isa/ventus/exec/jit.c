/* jit.c: what compiled code calls by name (jit/jit.h). */
#include <string.h>

#include "isa/exec/keep_registers.h"
#include "isa/ventus/exec/layer.h"

void *FN(jit_function)(const char *name);

/* Executes the ops from `op` to before `to`, whatever their exec is by now. false: the wave does
 * not go on at `to`; compiled code returns left_to. It runs with faulting_access set, which
 * executors clear. */
static bool call(struct wave *wave, const struct op *op, const struct op *to)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    w->access_slot = 0;
    while (op != to) {
        const struct op *next = &((const struct ventus_op *)op)->next->base;
        group_count_call(wave->group, op);
        op = ((const struct ventus_op *)op)->interp(wave, op);
        if (__builtin_expect(op != next, 0)) {
            w->left_to = op;
            return false;
        }
    }
    wave->faulting_access = true;
    return true;
}

/* The same for ops with branches of threads that meet again before `to`. Compiled code has counted
 * their instructions and jumps. */
static bool walk(struct wave *wave, const struct op *op, const struct op *to)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    int32_t budget = wave->budget;
    w->access_slot = 0;
    wave->budget = INT32_MAX;
    for (; op && op != to; op = ((const struct ventus_op *)op)->interp(wave, op))
        group_count_call(wave->group, op);
    wave->budget = budget;
    wave->faulting_access = true;
    w->left_to = op;
    return op != NULL;
}

KEEPING_ALL(call, RESULT)
KEEPING_ALL(walk, RESULT)

void *FN(jit_function)(const char *name)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {{"shoal_call", (void *)(uintptr_t)&call},
                     {"shoal_rare_call", KEPT(call)},
                     {"shoal_walk", (void *)(uintptr_t)&walk},
                     {"shoal_rare_walk", KEPT(walk)}};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    return NULL;
}
