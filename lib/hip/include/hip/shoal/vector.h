/* vector.h: HIP_vector_type of C++. Operators are templates, so that a program's own operators of
 * the same types are taken instead. */
#ifndef HIP_SHOAL_VECTOR_H
#define HIP_SHOAL_VECTOR_H

#include <type_traits>

#include <hip/hip_common.h>
#include <hip/hip_version.h>

/* One value fills all elements; since HIP 7 the first, the others are 0. */
#if SHOAL_HIP_GENERATION >= 7
#define SHOAL_OTHERS(x) T()
#else
#define SHOAL_OTHERS(x) x
#endif

template <class T, unsigned n> struct HIP_vector_base;
template <class T> struct HIP_vector_base<T, 1> {
    T x;
    HIP_vector_base() = default;
    SHOAL_HD constexpr HIP_vector_base(T x_) : x(x_) {}
};
template <class T> struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
    T x, y;
    HIP_vector_base() = default;
    SHOAL_HD constexpr HIP_vector_base(T x_) : x(x_), y(SHOAL_OTHERS(x_)) {}
    SHOAL_HD constexpr HIP_vector_base(T x_, T y_) : x(x_), y(y_) {}
};
template <class T> struct HIP_vector_base<T, 3> {
    T x, y, z;
    HIP_vector_base() = default;
    SHOAL_HD constexpr HIP_vector_base(T x_) : x(x_), y(SHOAL_OTHERS(x_)), z(SHOAL_OTHERS(x_)) {}
    SHOAL_HD constexpr HIP_vector_base(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
};
template <class T> struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
    T x, y, z, w;
    HIP_vector_base() = default;
    SHOAL_HD constexpr HIP_vector_base(T x_)
        : x(x_), y(SHOAL_OTHERS(x_)), z(SHOAL_OTHERS(x_)), w(SHOAL_OTHERS(x_))
    {
    }
    SHOAL_HD constexpr HIP_vector_base(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
};

template <class T, unsigned n> struct HIP_vector_type : HIP_vector_base<T, n> {
    typedef T value_type;
    HIP_vector_type() = default;
    template <class U, class = typename std::enable_if<std::is_convertible<U, T>::value>::type>
    SHOAL_HD constexpr HIP_vector_type(U x_) : HIP_vector_base<T, n>(static_cast<T>(x_))
    {
    }
    template <class U, class V, class... More,
              class = typename std::enable_if<sizeof...(More) + 2 == n &&
                                              std::is_convertible<U, T>::value &&
                                              std::is_convertible<V, T>::value>::type>
    SHOAL_HD constexpr HIP_vector_type(U x_, V y_, More... more)
        : HIP_vector_base<T, n>(static_cast<T>(x_), static_cast<T>(y_), static_cast<T>(more)...)
    {
    }
    SHOAL_HD T &operator[](unsigned i) { return (&this->x)[i]; }
    SHOAL_HD const T &operator[](unsigned i) const { return (&this->x)[i]; }
};

/* All elements of this value. */
template <class T, unsigned n, class U>
SHOAL_HD constexpr HIP_vector_type<T, n> shoal_all_of(U number)
{
    const T value = static_cast<T>(number);
    if constexpr (n == 1)
        return {value};
    else if constexpr (n == 2)
        return {value, value};
    else if constexpr (n == 3)
        return {value, value, value};
    else
        return {value, value, value, value};
}

#define SHOAL_SCALAR(U, T) class = typename std::enable_if<std::is_convertible<U, T>::value>::type
#define SHOAL_VECTOR_OPERATOR(op)                                                                  \
    template <class T, unsigned n>                                                                 \
    SHOAL_HD constexpr HIP_vector_type<T, n> &operator op##=(HIP_vector_type<T, n> &a,             \
                                                             const HIP_vector_type<T, n> &b)       \
    {                                                                                              \
        a.x op## = b.x;                                                                            \
        if constexpr (n > 1)                                                                       \
            a.y op## = b.y;                                                                        \
        if constexpr (n > 2)                                                                       \
            a.z op## = b.z;                                                                        \
        if constexpr (n > 3)                                                                       \
            a.w op## = b.w;                                                                        \
        return a;                                                                                  \
    }                                                                                              \
    template <class T, unsigned n, class U, SHOAL_SCALAR(U, T)>                                    \
    SHOAL_HD constexpr HIP_vector_type<T, n> &operator op##=(HIP_vector_type<T, n> &a, U b)        \
    {                                                                                              \
        return a op## = shoal_all_of<T, n>(b);                                                     \
    }                                                                                              \
    template <class T, unsigned n>                                                                 \
    SHOAL_HD constexpr HIP_vector_type<T, n> operator op(const HIP_vector_type<T, n> &a,           \
                                                         const HIP_vector_type<T, n> &b)           \
    {                                                                                              \
        HIP_vector_type<T, n> c = a;                                                               \
        return c op## = b;                                                                         \
    }                                                                                              \
    template <class T, unsigned n, class U, SHOAL_SCALAR(U, T)>                                    \
    SHOAL_HD constexpr HIP_vector_type<T, n> operator op(const HIP_vector_type<T, n> &a, U b)      \
    {                                                                                              \
        return a op shoal_all_of<T, n>(b);                                                         \
    }                                                                                              \
    template <class T, unsigned n, class U, SHOAL_SCALAR(U, T)>                                    \
    SHOAL_HD constexpr HIP_vector_type<T, n> operator op(U a, const HIP_vector_type<T, n> &b)      \
    {                                                                                              \
        return shoal_all_of<T, n>(a) op b;                                                         \
    }
SHOAL_VECTOR_OPERATOR(+)
SHOAL_VECTOR_OPERATOR(-)
SHOAL_VECTOR_OPERATOR(*)
SHOAL_VECTOR_OPERATOR(/)
SHOAL_VECTOR_OPERATOR(%)
SHOAL_VECTOR_OPERATOR(&)
SHOAL_VECTOR_OPERATOR(|)
SHOAL_VECTOR_OPERATOR(^)
SHOAL_VECTOR_OPERATOR(<<)
SHOAL_VECTOR_OPERATOR(>>)
#undef SHOAL_VECTOR_OPERATOR

template <class T, unsigned n>
SHOAL_HD constexpr bool operator==(const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b)
{
    bool same = a.x == b.x;
    if constexpr (n > 1)
        same = same && a.y == b.y;
    if constexpr (n > 2)
        same = same && a.z == b.z;
    if constexpr (n > 3)
        same = same && a.w == b.w;
    return same;
}
template <class T, unsigned n, class U, SHOAL_SCALAR(U, T)>
SHOAL_HD constexpr bool operator==(const HIP_vector_type<T, n> &a, U b)
{
    return a == shoal_all_of<T, n>(b);
}
template <class T, unsigned n>
SHOAL_HD constexpr bool operator!=(const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b)
{
    return !(a == b);
}
template <class T, unsigned n, class U, SHOAL_SCALAR(U, T)>
SHOAL_HD constexpr bool operator!=(const HIP_vector_type<T, n> &a, U b)
{
    return !(a == shoal_all_of<T, n>(b));
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> operator-(const HIP_vector_type<T, n> &a)
{
    return a * shoal_all_of<T, n>(-1);
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> operator+(const HIP_vector_type<T, n> &a)
{
    return a;
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> operator~(const HIP_vector_type<T, n> &a)
{
    return a ^ shoal_all_of<T, n>(-1);
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> &operator++(HIP_vector_type<T, n> &a)
{
    return a += shoal_all_of<T, n>(1);
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> operator++(HIP_vector_type<T, n> &a, int)
{
    HIP_vector_type<T, n> before = a;
    ++a;
    return before;
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> &operator--(HIP_vector_type<T, n> &a)
{
    return a -= shoal_all_of<T, n>(1);
}
template <class T, unsigned n>
SHOAL_HD constexpr HIP_vector_type<T, n> operator--(HIP_vector_type<T, n> &a, int)
{
    HIP_vector_type<T, n> before = a;
    --a;
    return before;
}
#undef SHOAL_SCALAR

#endif
