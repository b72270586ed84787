/* find.c: the executable instruction sets of this build, best host level first. */
#include <string.h>

#include "base/cpu.h"
#include "isa/machine.h"

#ifdef SHOAL_HAVE_AVX512
extern const struct isa_exec rdna3_exec_table_avx512, ventus_exec_table_avx512;
#endif
#ifdef SHOAL_HAVE_AVX2
extern const struct isa_exec rdna3_exec_table_avx2, ventus_exec_table_avx2;
#endif
#ifdef SHOAL_HAVE_SSE2
extern const struct isa_exec rdna3_exec_table_sse2, ventus_exec_table_sse2;
#endif
#ifdef SHOAL_HAVE_GENERIC
extern const struct isa_exec rdna3_exec_table_generic, ventus_exec_table_generic;
#endif

static const struct isa_exec *const tables[] = {
#ifdef SHOAL_HAVE_AVX512
    &rdna3_exec_table_avx512,  &ventus_exec_table_avx512,
#endif
#ifdef SHOAL_HAVE_AVX2
    &rdna3_exec_table_avx2,    &ventus_exec_table_avx2,
#endif
#ifdef SHOAL_HAVE_SSE2
    &rdna3_exec_table_sse2,    &ventus_exec_table_sse2,
#endif
#ifdef SHOAL_HAVE_GENERIC
    &rdna3_exec_table_generic, &ventus_exec_table_generic,
#endif
};

const struct isa_exec *isa_exec_find(const char *isa, const char *host_cpu)
{
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i]->isa, isa ? isa : "rdna3") &&
            (!host_cpu || !strcmp(tables[i]->host_cpu, host_cpu)) &&
            cpu_has_level(tables[i]->host_cpu))
            return tables[i];
    return NULL;
}
