#include "base/cpu.h"

#include <string.h>

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
