/* hip_vector_types.h: char1 to double4, element by element: make_T(), operators, and their C forms.
 *
 * In C++ all are HIP_vector_type<T, n>; that name is part of the symbols of kernels. Those of 2 and
 * 4 elements are aligned to their size. */
#ifndef HIP_VECTOR_TYPES_H
#define HIP_VECTOR_TYPES_H

#include <hip/hip_common.h>

#ifdef __cplusplus
#include <hip/shoal/vector.h>
#define SHOAL_VECTOR(name, type)                                                                   \
    using name##1 = HIP_vector_type<type, 1>;                                                      \
    using name##2 = HIP_vector_type<type, 2>;                                                      \
    using name##3 = HIP_vector_type<type, 3>;                                                      \
    using name##4 = HIP_vector_type<type, 4>;                                                      \
    SHOAL_HD constexpr name##1 make_##name##1(type x) { return name##1 {x}; }                      \
    SHOAL_HD constexpr name##2 make_##name##2(type x, type y) { return name##2 {x, y}; }           \
    SHOAL_HD constexpr name##3 make_##name##3(type x, type y, type z)                              \
    {                                                                                              \
        return name##3 {x, y, z};                                                                  \
    }                                                                                              \
    SHOAL_HD constexpr name##4 make_##name##4(type x, type y, type z, type w)                      \
    {                                                                                              \
        return name##4 {x, y, z, w};                                                               \
    }
#else
#define SHOAL_VECTOR(name, type)                                                                   \
    typedef struct {                                                                               \
        type x;                                                                                    \
    } name##1;                                                                                     \
    typedef struct {                                                                               \
        _Alignas(2 * sizeof(type)) type x;                                                         \
        type y;                                                                                    \
    } name##2;                                                                                     \
    typedef struct {                                                                               \
        type x, y, z;                                                                              \
    } name##3;                                                                                     \
    typedef struct {                                                                               \
        _Alignas(4 * sizeof(type)) type x;                                                         \
        type y, z, w;                                                                              \
    } name##4;                                                                                     \
    static inline name##1 make_##name##1(type x) { return (name##1){x}; }                          \
    static inline name##2 make_##name##2(type x, type y) { return (name##2){x, y}; }               \
    static inline name##3 make_##name##3(type x, type y, type z) { return (name##3){x, y, z}; }    \
    static inline name##4 make_##name##4(type x, type y, type z, type w)                           \
    {                                                                                              \
        return (name##4){x, y, z, w};                                                              \
    }
#endif

SHOAL_VECTOR(char, char)
SHOAL_VECTOR(uchar, unsigned char)
SHOAL_VECTOR(short, short)
SHOAL_VECTOR(ushort, unsigned short)
SHOAL_VECTOR(int, int)
SHOAL_VECTOR(uint, unsigned int)
SHOAL_VECTOR(long, long)
SHOAL_VECTOR(ulong, unsigned long)
SHOAL_VECTOR(longlong, long long)
SHOAL_VECTOR(ulonglong, unsigned long long)
SHOAL_VECTOR(float, float)
SHOAL_VECTOR(double, double)
#undef SHOAL_VECTOR

#endif
