/* semantics.c: the steps of all semantic functions, as semlib wrote them at build time. */
#include <stddef.h>

#include "jit/steps.h"

#include "semantics.inc"

const struct step_list *step_list(int function)
{
    return function >= 0 && lists[function].first != UINT32_MAX ? &lists[function] : NULL;
}

const struct step *step_at(const struct step_list *l, unsigned index)
{
    return &steps[l->first + index];
}

const struct step_constant *step_constant(int16_t n) { return &constants[-1 - n]; }

const uint64_t *step_elements(const struct step_constant *k) { return &elements[k->value]; }

const char *step_intrinsic(const struct step *s) { return intrinsics[s->detail]; }
