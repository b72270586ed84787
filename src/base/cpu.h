/* cpu.h: which of the compiled host CPU levels this machine can run, and which CPU it is. */
#ifndef SHOAL_BASE_CPU_H
#define SHOAL_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* level: "sse2", "avx2" (x86-64-v3), "avx512" (x86-64-v4), "generic". */
bool cpu_has_level(const char *level);

/* Between looks at what another thread will write: lets the other one of the core run. */
static inline void cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Words that differ between CPUs with other instructions or another model. */
enum { CPU_IDENTITY_WORDS = 16 };
void cpu_identity(uint32_t words[CPU_IDENTITY_WORDS]);

/* CPUs whose costs differ: Zen is up to Zen 3, Zen 5 and what follows; the rest is as Intel's. */
enum cpu_kind { CPU_INTEL, CPU_ZEN, CPU_ZEN4, CPU_ZEN5 };
enum cpu_kind cpu_kind(void);
/* Bytes of the last level of caches, of which 8 MiB count for each CPU at most; 0: not known. */
uint64_t cpu_cache_bytes(void);

#endif
