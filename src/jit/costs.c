/* costs.c: see costs.h. */
#include "jit/costs.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/cpu.h"

enum { ZEN5 = 0x1a }; /* family; Zen 3 and Zen 4 are both 0x19 */

/* Zen 4's quads is taken to cost as many gathers as Zen 5's. Where loops fetch rows to, and whether
 * those of teams do, has been measured on Zen, Zen 5 and on an Intel Xeon (Emerald Rapids). Forms
 * that costs in cycles decide between need AVX-512, so the row of CPUs without it has none. */
static const struct costs zen5 = {.family = "AMD Zen 5",
                                  .gather = 31,
                                  .quads = 76,
                                  .scatter = 48,
                                  .stores = 31,
                                  .forwards_parts = true,
                                  .loops_fetch_to = 2,
                                  .grid_fetches_to = 2,
                                  .grid_fetches = 8},
                          zen4 = {.family = "AMD Zen 4",
                                  .gather = 42,
                                  .quads = 103,
                                  .scatter = 48,
                                  .stores = 32,
                                  .forwards_parts = true,
                                  .loops_fetch_to = 1,
                                  .grid_fetches_to = 1,
                                  .grid_fetches = 8,
                                  .teams_fetch = FETCH_ALL},
                          zen = {.family = "AMD Zen to Zen 3",
                                 .gather = 64,
                                 .quads = 110,
                                 .scatter = 40,
                                 .loops_fetch_to = 1,
                                 .grid_fetches_to = 1,
                                 .grid_fetches = 8},
                          intel = {.family = "Intel",
                                   .gather = 17,
                                   .quads = 76,
                                   .scatter = 32,
                                   .stores = 35,
                                   .loops_fetch_to = 2,
                                   .grid_fetches_to = 1,
                                   .grid_fetches = 6,
                                   .teams_fetch = FETCH_SHARED};

#if defined(__x86_64__)
static unsigned family(unsigned signature)
{
    unsigned base = signature >> 8 & 15;
    return base == 15 ? base + (signature >> 20 & 255) : base;
}
#endif

const struct costs *host_costs(bool has_avx512)
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (cpu_is_amd() && __get_cpuid(1, &a, &b, &c, &d))
        return family(a) >= ZEN5 ? &zen5 : has_avx512 || cpu_has_level("avx512") ? &zen4 : &zen;
#endif
    (void)has_avx512;
    return &intel;
}
