/* exec_find.c: the executable instruction sets of this build, best host CPU level first. */
#include <string.h>

#include "base/cpu.h"
#include "isa/machine.h"
#include "isa/registry.h"

#define DECLARED(id, level) extern const struct isa_exec id##_exec_table_##level;
#define ROW(id, level)      &id##_exec_table_##level,
#define DECLARED_AVX512(id) DECLARED(id, avx512)
#define DECLARED_AVX2(id)   DECLARED(id, avx2)
#define DECLARED_SSE2(id)   DECLARED(id, sse2)
#define DECLARED_ANY(id)    DECLARED(id, generic)
#define ROW_AVX512(id)      ROW(id, avx512)
#define ROW_AVX2(id)        ROW(id, avx2)
#define ROW_SSE2(id)        ROW(id, sse2)
#define ROW_ANY(id)         ROW(id, generic)

ISA_LIST(DECLARED_AVX512)
ISA_LIST(DECLARED_AVX2)
ISA_LIST(DECLARED_SSE2)
ISA_LIST(DECLARED_ANY)

static const struct isa_exec *const tables[] = {
#ifdef SHOAL_HAVE_AVX512
    ISA_LIST(ROW_AVX512)
#endif
#ifdef SHOAL_HAVE_AVX2
        ISA_LIST(ROW_AVX2)
#endif
#ifdef SHOAL_HAVE_SSE2
            ISA_LIST(ROW_SSE2)
#endif
#ifdef SHOAL_HAVE_GENERIC
                ISA_LIST(ROW_ANY)
#endif
};

const struct isa_exec *isa_exec_find(const char *isa, const char *host_cpu)
{
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i]->isa, isa ? isa : isa_set_at(0)->name) &&
            (!host_cpu || !strcmp(tables[i]->host_cpu, host_cpu)) &&
            cpu_has_level(tables[i]->host_cpu))
            return tables[i];
    return NULL;
}
