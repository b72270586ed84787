/* cpu.h: which of the compiled host CPU levels this machine can run. */
#ifndef SHOAL_BASE_CPU_H
#define SHOAL_BASE_CPU_H

#include <stdbool.h>

/* level: "sse2", "avx2" (x86-64-v3), "avx512" (x86-64-v4), "generic". */
bool cpu_has_level(const char *level);

#endif
