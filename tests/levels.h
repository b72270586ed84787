/* levels.h: the host CPU levels that a build for this host may have, best first (isa_exec_find). */
#ifndef TESTS_LEVELS_H
#define TESTS_LEVELS_H

#if defined(__x86_64__)
enum { HOST_LEVELS = 3 };
static const char *const host_levels[HOST_LEVELS] = {"avx512", "avx2", "sse2"};
#else
enum { HOST_LEVELS = 1 };
static const char *const host_levels[HOST_LEVELS] = {"generic"};
#endif

#endif
