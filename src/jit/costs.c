/* costs.c: see costs.h. */
#include "jit/costs.h"

#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { ZEN4 = 0x19, ZEN5 = 0x1a }; /* Zen 3, which has no AVX-512, is 0x19, too */

/* Zen 4's quads is taken to cost as many gathers as Zen 5's. Where loops fetch rows to, and whether
 * those of teams do, has been measured on Zen, Zen 5 and on an Intel Xeon (Emerald Rapids). What
 * else is told of those before Zen 4 is of it, and has no use without AVX-512 but for stores. */
static const struct costs zen5 = {.family = "AMD Zen 5",
                                  .gather = 31,
                                  .quads = 76,
                                  .scatter = 48,
                                  .stores = 31,
                                  .loops_fetch_to = 2},
                          zen4 = {.family = "AMD Zen 4",
                                  .gather = 42,
                                  .quads = 103,
                                  .scatter = 48,
                                  .stores = 32,
                                  .loops_fetch_to = 1,
                                  .teams_fetch = true},
                          zen = {.family = "AMD Zen to Zen 3",
                                 .gather = 42,
                                 .quads = 103,
                                 .scatter = 48,
                                 .stores = 32,
                                 .loops_fetch_to = 1},
                          intel = {.family = "Intel",
                                   .gather = 17,
                                   .quads = 76,
                                   .scatter = 32,
                                   .stores = 35,
                                   .loops_fetch_to = 2};

#if defined(__x86_64__)
static unsigned family(unsigned signature)
{
    unsigned base = signature >> 8 & 15;
    return base == 15 ? base + (signature >> 20 & 255) : base;
}
#endif

const struct costs *host_costs(void)
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    char vendor[12] = "";
    if (__get_cpuid(0, &a, &b, &c, &d))
        memcpy(vendor, (const unsigned[]){b, d, c}, sizeof vendor);
    if (!memcmp(vendor, "AuthenticAMD", sizeof vendor) && __get_cpuid(1, &a, &b, &c, &d))
        return family(a) >= ZEN5 ? &zen5 : __builtin_cpu_supports("avx512f") ? &zen4 : &zen;
#endif
    return &intel;
}
