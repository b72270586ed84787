/* atomic.h: atomic operations on global and local memory: atomicX(), of the device;
 * atomicX_system(), of all devices and the host; atomicX_block(), of the work-group. Each gives the
 * value before. */
#ifndef HIP_SHOAL_ATOMIC_H
#define HIP_SHOAL_ATOMIC_H

#include <hip/shoal/sync.h>

#define SHOAL_SCOPES(X, ...)                                                                       \
    X(, __HIP_MEMORY_SCOPE_AGENT, __VA_ARGS__)                                                     \
    X(_system, __HIP_MEMORY_SCOPE_SYSTEM, __VA_ARGS__)                                             \
    X(_block, __HIP_MEMORY_SCOPE_WORKGROUP, __VA_ARGS__)

#define SHOAL_FETCH(suffix, scope, name, operation, T)                                             \
    SHOAL_DEVICE T name##suffix(T *address, T value)                                               \
    {                                                                                              \
        return __hip_atomic_##operation(address, value, __ATOMIC_RELAXED, scope);                  \
    }
/* The first 32 bits, signed and not, then 64. */
#define SHOAL_INTEGERS(name, operation)                                                            \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, int)                                                \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, unsigned)                                           \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, long)                                               \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, unsigned long)                                      \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, long long)                                          \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, unsigned long long)
#define SHOAL_NUMBERS(name, operation)                                                             \
    SHOAL_INTEGERS(name, operation)                                                                \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, float)                                              \
    SHOAL_SCOPES(SHOAL_FETCH, name, operation, double)
SHOAL_NUMBERS(atomicAdd, fetch_add)
SHOAL_NUMBERS(atomicMin, fetch_min)
SHOAL_NUMBERS(atomicMax, fetch_max)
SHOAL_NUMBERS(atomicExch, exchange)
SHOAL_INTEGERS(atomicAnd, fetch_and)
SHOAL_INTEGERS(atomicOr, fetch_or)
SHOAL_INTEGERS(atomicXor, fetch_xor)
#undef SHOAL_INTEGERS
#undef SHOAL_NUMBERS

#define SHOAL_SUBTRACT(suffix, scope, T)                                                           \
    SHOAL_DEVICE T atomicSub##suffix(T *address, T value)                                          \
    {                                                                                              \
        return __hip_atomic_fetch_add(address, -value, __ATOMIC_RELAXED, scope);                   \
    }
#define SHOAL_COMPARE(suffix, scope, T)                                                            \
    SHOAL_DEVICE T atomicCAS##suffix(T *address, T expected, T value)                              \
    {                                                                                              \
        __hip_atomic_compare_exchange_strong(address, &expected, value, __ATOMIC_RELAXED,          \
                                             __ATOMIC_RELAXED, scope);                             \
        return expected;                                                                           \
    }
#define SHOAL_TYPE(T) SHOAL_SCOPES(SHOAL_SUBTRACT, T) SHOAL_SCOPES(SHOAL_COMPARE, T)
SHOAL_TYPE(int)
SHOAL_TYPE(unsigned)
SHOAL_TYPE(long)
SHOAL_TYPE(unsigned long)
SHOAL_TYPE(long long)
SHOAL_TYPE(unsigned long long)
SHOAL_TYPE(float)
SHOAL_TYPE(double)
SHOAL_SCOPES(SHOAL_COMPARE, unsigned short)
#undef SHOAL_TYPE
#undef SHOAL_COMPARE
#undef SHOAL_SUBTRACT

/* Inc: to value, then 0 again. Dec: to 0, then value again. */
#define SHOAL_WRAP(suffix, scope, name, builtin, where)                                            \
    SHOAL_DEVICE unsigned name##suffix(unsigned *address, unsigned value)                          \
    {                                                                                              \
        return builtin(address, value, __ATOMIC_RELAXED, where);                                   \
    }
SHOAL_WRAP(, , atomicInc, __builtin_amdgcn_atomic_inc32, "agent")
SHOAL_WRAP(, , atomicDec, __builtin_amdgcn_atomic_dec32, "agent")
SHOAL_WRAP(_system, , atomicInc, __builtin_amdgcn_atomic_inc32, "")
SHOAL_WRAP(_system, , atomicDec, __builtin_amdgcn_atomic_dec32, "")
#undef SHOAL_WRAP
#undef SHOAL_FETCH
#undef SHOAL_SCOPES

SHOAL_DEVICE void atomicAddNoRet(float *address, float value) { (void)atomicAdd(address, value); }

/* AMD's words for operations that memory may do by itself, even where it is not coherent, and for
 * those that must be right everywhere. Here both are right everywhere. */
#define SHOAL_SAFE(T)                                                                              \
    SHOAL_DEVICE T unsafeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }      \
    SHOAL_DEVICE T unsafeAtomicMin(T *address, T value) { return atomicMin(address, value); }      \
    SHOAL_DEVICE T unsafeAtomicMax(T *address, T value) { return atomicMax(address, value); }      \
    SHOAL_DEVICE T safeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }        \
    SHOAL_DEVICE T safeAtomicMin(T *address, T value) { return atomicMin(address, value); }        \
    SHOAL_DEVICE T safeAtomicMax(T *address, T value) { return atomicMax(address, value); }
SHOAL_SAFE(float)
SHOAL_SAFE(double)
#undef SHOAL_SAFE

#endif
