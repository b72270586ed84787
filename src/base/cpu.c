#include "base/cpu.h"

#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

bool cpu_has_level(const char *level)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!strcmp(level, "sse2"))
        return true;
    if (!strcmp(level, "avx2"))
        return __builtin_cpu_supports("x86-64-v3");
    if (!strcmp(level, "avx512"))
        return __builtin_cpu_supports("x86-64-v4");
    return false;
#else
    return !strcmp(level, "generic");
#endif
}

void cpu_identity(uint32_t words[CPU_IDENTITY_WORDS])
{
    memset(words, 0, CPU_IDENTITY_WORDS * sizeof *words);
#if defined(__x86_64__)
    /* EBX of leaf 1 says which core is asked; the other words are the same on all. What the
     * system enables (XCR0) decides what may be used of it. */
    uint32_t a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d))
        memcpy(words, (const uint32_t[]){a, c, d}, 12);
    if (c & bit_OSXSAVE)
        __asm__("xgetbv" : "=a"(words[3]), "=d"(words[4]) : "c"(0));
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        memcpy(words + 5, (const uint32_t[]){a, b, c, d}, 16);
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
        memcpy(words + 9, (const uint32_t[]){a, b, c, d}, 16);
    if (__get_cpuid(0x80000001, &a, &b, &c, &d))
        memcpy(words + 13, (const uint32_t[]){c, d}, 8);
#else
    unsigned long caps[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    memcpy(words, caps, sizeof caps);
#endif
}

#if defined(__x86_64__)
static unsigned family(unsigned signature)
{
    unsigned base = signature >> 8 & 15;
    return base == 15 ? base + (signature >> 20 & 255) : base;
}
#endif

enum cpu_kind cpu_kind(void)
{
#if defined(__x86_64__)
    enum { ZEN5 = 0x1a }; /* family; Zen 3 and Zen 4 are both 0x19 */
    uint32_t a = 0, b = 0, c = 0, d = 0;
    __builtin_cpu_init();
    if (__builtin_cpu_is("amd") && __get_cpuid(1, &a, &b, &c, &d))
        return family(a) >= ZEN5 ? CPU_ZEN5 : cpu_has_level("avx512") ? CPU_ZEN4 : CPU_ZEN;
#endif
    return CPU_INTEL;
}

/* By CPUID, since the C library counts what other cores have, too. */
uint64_t cpu_cache_bytes(void)
{
    uint64_t last = 0;
#if defined(__x86_64__)
    enum { MAX_CACHES = 8, MOST_EACH = 8 << 20 };
    uint32_t a = 0, b = 0, c = 0, d = 0, leaf = cpu_kind() == CPU_INTEL ? 4 : 0x8000001d;
    for (uint32_t i = 0; i < MAX_CACHES && __get_cpuid_count(leaf, i, &a, &b, &c, &d); i++) {
        if (!(a & 31)) /* no further cache */
            break;
        last = (uint64_t)((b >> 22) + 1) * ((b >> 12 & 0x3ff) + 1) * ((b & 0xfff) + 1) *
               ((uint64_t)c + 1);
    }
    /* A virtual machine has few of the CPUs that share the cache it tells of. */
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    if (cpus > 0 && last / MOST_EACH > (uint64_t)cpus)
        last = (uint64_t)cpus * MOST_EACH;
#endif
    return last;
}
