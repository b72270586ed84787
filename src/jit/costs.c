/* costs.c: see costs.h. */
#include "jit/costs.h"

#include "base/cpu.h"

/* Where rows are fetched to, and whether loops of teams do, has been measured on each of AMD's and
 * on an Intel Xeon (Emerald Rapids). (Zen 4: saxpy 8.1 ms with rows fetched to the first level, 4.7
 * to the second; reduce 5.1 and 2.9; spmv_ell 8.1 and 5.6; sgemm_naive_1024 55.1 where loops of
 * teams fetch, 48.8 where they do not.) Forms that costs in cycles decide
 * between need AVX-512, so the row of CPUs without it has none. */
static const struct costs zen5 = {.family = "AMD Zen 5",
                                  .gather = 31,
                                  .quads = 76,
                                  .scatter = 48,
                                  .stores = 31,
                                  .forwards_parts = true,
                                  .rows_fetch_to = 1,
                                  .loops_fetch_to = 2,
                                  .grid_fetches_to = 2,
                                  .grid_fetches = 8},
                          zen4 = {.family = "AMD Zen 4",
                                  .gather = 42,
                                  .quads = 105,
                                  .scatter = 43,
                                  .stores = 32,
                                  .forwards_parts = true,
                                  .rows_fetch_to = 2,
                                  .loops_fetch_to = 2,
                                  .grid_fetches_to = 2,
                                  .grid_fetches = 8},
                          zen = {.family = "AMD Zen to Zen 3",
                                 .gather = 64,
                                 .quads = 110,
                                 .scatter = 40,
                                 .rows_fetch_to = 1,
                                 .loops_fetch_to = 1,
                                 .grid_fetches_to = 1,
                                 .grid_fetches = 8},
                          intel = {.family = "Intel",
                                   .gather = 17,
                                   .quads = 76,
                                   .scatter = 32,
                                   .stores = 35,
                                   .rows_fetch_to = 1,
                                   .loops_fetch_to = 2,
                                   .grid_fetches_to = 1,
                                   .grid_fetches = 6,
                                   .slow_denormals = true,
                                   .teams_fetch = true};

const struct costs *host_costs(bool has_avx512)
{
    switch (cpu_kind()) {
    case CPU_ZEN5:
        return &zen5;
    case CPU_ZEN4:
        return &zen4;
    case CPU_ZEN:
        return has_avx512 ? &zen4 : &zen;
    case CPU_INTEL:
        break;
    }
    return &intel;
}
