/* host_float.h: exception flags that the host's FPU raises, in its own code.
 *
 * A wave's flags accumulate in the FPU itself: it is looked at after every operation, and only
 * where it shows flags that the wave does not have yet is there something to find out. */
#ifndef SHOAL_VENTUS_HOST_FLOAT_H
#define SHOAL_VENTUS_HOST_FLOAT_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether a result is tiny that is denormal only before it is rounded, as on Arm. RISC-V and x86
 * look at it after rounding. */
#if defined(__aarch64__)
enum { HOST_TINY_BEFORE_ROUNDING = true };
#else
enum { HOST_TINY_BEFORE_ROUNDING = false };
#endif

#ifdef __SSE__
#include <immintrin.h>

enum { HOST_FLAGS = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT };

static inline uint32_t host_flags(void) { return _mm_getcsr() & HOST_FLAGS; }
static inline void clear_host_flags(void) { _mm_setcsr(_mm_getcsr() & ~(uint32_t)HOST_FLAGS); }
#else
static inline uint32_t host_flags(void) { return (uint32_t)fetestexcept(FE_ALL_EXCEPT); }
static inline void clear_host_flags(void) { feclearexcept(FE_ALL_EXCEPT); }
#endif

#endif
