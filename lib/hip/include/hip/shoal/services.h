/* services.h: printf, abort, memory functions in kernels. Allocation (malloc, new) is
 * declared by the compiler's own header. */
#ifndef HIP_SHOAL_SERVICES_H
#define HIP_SHOAL_SERVICES_H

#include <hip/hip_common.h>

#include <hip/shoal/assert.h>

/* clang makes calls of the host out of it. */
extern "C" __device__ int printf(const char *format, ...);

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
