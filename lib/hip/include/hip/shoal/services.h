/* services.h: printf, assert, abort, memory functions in kernels. Allocation (malloc, new) is
 * declared by the compiler's own header. */
#ifndef HIP_SHOAL_SERVICES_H
#define HIP_SHOAL_SERVICES_H

#include <hip/hip_common.h>

#if !defined(__HIPCC_RTC__)
/* The host's __assert_fail has to be declared first. */
#include <assert.h>
#endif

/* clang makes calls of the host out of it. */
extern "C" __device__ int printf(const char *format, ...);

/* The device library's part of messages to stderr. */
extern "C" __device__ unsigned long __ockl_fprintf_stderr_begin();
extern "C" __device__ unsigned long
__ockl_fprintf_append_args(unsigned long message, unsigned count, unsigned long a, unsigned long b,
                           unsigned long c, unsigned long d, unsigned long e, unsigned long f,
                           unsigned long g, unsigned is_last);
extern "C" __device__ unsigned long __ockl_fprintf_append_string_n(unsigned long message,
                                                                   const char *text,
                                                                   unsigned long size,
                                                                   unsigned is_last);

/* Out of line, so that kernels stay small. */
extern "C" __device__ inline __attribute__((noinline)) void
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
extern "C" __device__ inline __attribute__((always_inline, nodebug)) void
__assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    shoal_assert_report(assertion, file, line, function);
    __builtin_trap();
}
extern "C" __device__ inline __attribute__((always_inline, nodebug)) void
__assertfail(const char *assertion, const char *file, unsigned line, const char *function,
             __SIZE_TYPE__)
{
    __assert_fail(assertion, file, line, function);
}
__device__ inline __attribute__((always_inline, nodebug)) void __abort() { __builtin_trap(); }
__device__ inline __attribute__((always_inline, nodebug)) void abort() { __builtin_trap(); }
__device__ inline __attribute__((always_inline, nodebug)) void __trap() { __builtin_trap(); }
__device__ inline __attribute__((always_inline)) void __brkpt() { __builtin_debugtrap(); }
__device__ inline __attribute__((always_inline)) void __assume(bool is_true)
{
    __builtin_assume(is_true);
}
#if defined(__HIPCC_RTC__) && !defined(assert)
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
#endif

/* clang turns copies of known size into moves. Loops are volatile-free, and no calls of themselves.
 */
extern "C" __device__ inline __attribute__((always_inline)) void *
__hip_device_memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
    if (__builtin_constant_p(size))
        return __builtin_memcpy(to, from, size);
    auto target = (unsigned char *)to;
    auto source = (const unsigned char *)from;
    for (; size >= 4 && !(((__SIZE_TYPE__)target | (__SIZE_TYPE__)source) & 3);
         size -= 4, target += 4, source += 4)
        *(unsigned __attribute__((may_alias)) *)target =
            *(const unsigned __attribute__((may_alias)) *)source;
    for (; size; size--)
        *target++ = *source++;
    return to;
}
extern "C" __device__ inline __attribute__((always_inline)) void *
__hip_device_memset(void *to, int value, __SIZE_TYPE__ size)
{
    if (__builtin_constant_p(size))
        return __builtin_memset(to, value, size);
    auto target = (unsigned char *)to;
    for (; size; size--)
        *target++ = (unsigned char)value;
    return to;
}
__device__ static inline __attribute__((always_inline)) void *memcpy(void *to, const void *from,
                                                                     __SIZE_TYPE__ size)
{
    return __hip_device_memcpy(to, from, size);
}
__device__ static inline __attribute__((always_inline)) void *memset(void *to, int value,
                                                                     __SIZE_TYPE__ size)
{
    return __hip_device_memset(to, value, size);
}
__device__ static inline void *memmove(void *to, const void *from, __SIZE_TYPE__ size)
{
    auto target = (unsigned char *)to;
    auto source = (const unsigned char *)from;
    if (target <= source)
        for (__SIZE_TYPE__ i = 0; i < size; i++)
            target[i] = source[i];
    else
        while (size--)
            target[size] = source[size];
    return to;
}
__device__ static inline int memcmp(const void *left, const void *right, __SIZE_TYPE__ size)
{
    auto a = (const unsigned char *)left, b = (const unsigned char *)right;
    for (__SIZE_TYPE__ i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
__device__ static inline __SIZE_TYPE__ strlen(const char *text)
{
    __SIZE_TYPE__ size = 0;
    while (text[size])
        size++;
    return size;
}

#endif
