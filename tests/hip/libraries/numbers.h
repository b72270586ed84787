/* numbers.h: what the programs of this folder share: small whole numbers, for which sums of
 * products are exact in every precision, so that results can be compared for equality with a loop
 * in double. */
#ifndef LIBRARIES_NUMBERS_H
#define LIBRARIES_NUMBERS_H

#include "../collection/collection.h"

#include <hip/hip_complex.h>

#include <complex>

typedef std::complex<double> wide;

template <typename T> struct number; /* how T is made of, and into, a wide number */
template <> struct number<float> {
    static const bool is_complex = false;
    typedef float real;
    static wide get(float x) { return x; }
    static float make(wide x) { return (float)x.real(); }
};
template <> struct number<double> {
    static const bool is_complex = false;
    typedef double real;
    static wide get(double x) { return x; }
    static double make(wide x) { return x.real(); }
};
template <> struct number<hipFloatComplex> {
    static const bool is_complex = true;
    typedef float real;
    static wide get(hipFloatComplex x) { return wide(x.x, x.y); }
    static hipFloatComplex make(wide x)
    {
        return make_hipFloatComplex((float)x.real(), (float)x.imag());
    }
};
template <> struct number<hipDoubleComplex> {
    static const bool is_complex = true;
    typedef double real;
    static wide get(hipDoubleComplex x) { return wide(x.x, x.y); }
    static hipDoubleComplex make(wide x) { return make_hipDoubleComplex(x.real(), x.imag()); }
};
template <> struct number<_Float16> {
    static const bool is_complex = false;
    typedef _Float16 real;
    static wide get(_Float16 x) { return (double)x; }
    static _Float16 make(wide x) { return (_Float16)x.real(); }
};

static numbers stream;

template <typename T> T small()
{
    int re = (int)(stream.next() % 7) - 3, im = (int)(stream.next() % 7) - 3;
    return number<T>::make(wide(re, number<T>::is_complex ? im : 0));
}

template <typename T> std::vector<T> small_numbers(size_t n)
{
    std::vector<T> out(n);
    for (T &x : out)
        x = small<T>();
    return out;
}

template <typename T> std::vector<wide> widened(const std::vector<T> &from)
{
    std::vector<wide> out;
    for (const T &x : from)
        out.push_back(number<T>::get(x));
    return out;
}

/* The largest difference. */
template <typename T>
double difference(const std::vector<T> &got, const std::vector<wide> &expected)
{
    double most = got.size() == expected.size() ? 0 : INFINITY;
    for (size_t i = 0; i < got.size() && i < expected.size(); i++) {
        double d = std::abs(number<T>::get(got[i]) - expected[i]);
        most = d <= most ? most : d; /* also where d is no number */
    }
    return most;
}

#endif
