/* assert.h: what a failed assertion in a kernel does; for Shoal's own headers and, by compat.h, in
 * place of what those of ROCm 5 have: a report on stderr and a trap. */
#ifndef HIP_SHOAL_ASSERT_H
#define HIP_SHOAL_ASSERT_H

#if !defined(__HIPCC_RTC__)
/* The host's __assert_fail has to be declared first. */
#include <assert.h>
#endif

/* The device library's part of messages to stderr. */
extern "C" __attribute__((device)) unsigned long __ockl_fprintf_stderr_begin();
extern "C" __attribute__((device)) unsigned long
__ockl_fprintf_append_args(unsigned long message, unsigned count, unsigned long a, unsigned long b,
                           unsigned long c, unsigned long d, unsigned long e, unsigned long f,
                           unsigned long g, unsigned is_last);
extern "C" __attribute__((device)) unsigned long
__ockl_fprintf_append_string_n(unsigned long message, const char *text, unsigned long size,
                               unsigned is_last);

/* Out of line, so that kernels stay small. */
extern "C" __attribute__((device)) inline __attribute__((noinline)) void
shoal_assert_report(const char *assertion, const char *file, unsigned line, const char *function)
{
    auto text = [](unsigned long message, const char *at, unsigned is_last) {
        unsigned long size = 1; /* the NUL counts */
        while (at[size - 1])
            size++;
        return __ockl_fprintf_append_string_n(message, at, size, is_last);
    };
    unsigned long message =
        text(__ockl_fprintf_stderr_begin(), "%s:%u: %s: Device-side assertion `%s' failed.\n", 0);
    message = text(message, file, 0);
    message = __ockl_fprintf_append_args(message, 1, line, 0, 0, 0, 0, 0, 0, 0);
    message = text(message, function, 0);
    text(message, assertion, 1);
}

/* The report of the trap names the line of the assertion: without debug information of its own,
 * inlined code has the line of the call. */
extern "C" __attribute__((device)) inline __attribute__((always_inline, nodebug)) void
__assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    shoal_assert_report(assertion, file, line, function);
    __builtin_trap();
}
#endif
