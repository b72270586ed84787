/* jit_sets.c: the instruction sets that are compiled (jit/isa.h), by the names of the registry. */
#include <string.h>

#include "jit/isa.h"

extern const struct jit_isa rdna3_jit, ventus_jit;

const struct jit_isa *jit_isa_find(const char *name)
{
    static const struct jit_isa *const sets[] = {&rdna3_jit, &ventus_jit};
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i]->name, name))
            return sets[i];
    return NULL;
}
