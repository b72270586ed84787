/* reference.h: what a built-in function of OpenCL C should give, and how far it
 * may be off. */
#ifndef TEST_OPENCL_MATH_REFERENCE_H
#define TEST_OPENCL_MATH_REFERENCE_H

#include <mpfr.h>
#include <stddef.h>
#include <stdint.h>

uint64_t next_random(void); /* the same at each run */

/* A floating-point type of the device: what `half`, `float` and `double` are.
 */
struct type {
    const char *name;
    unsigned bytes;
    int digits, lowest, highest; /* bits of the significand; exponents of the normal numbers */
};
extern const struct type types[3]; /* half, float, double */
enum { HALF, FLOAT, DOUBLE };

long double decode(const struct type *t, const void *at);
void encode(const struct type *t, long double value, void *at); /* rounds to the nearest even */
long double largest(const struct type *t);
/* Of a result that should be `want`, in units in the last place as OpenCL
 * C 3.0, 7.4, has them. */
long double ulps(const struct type *t, long double got, long double want);

struct values {
    long double a, b, c;
    long n;
};

struct results {
    long double first, second;
    long number;
    int has_number; /* that it is defined */
};

#define ANY       -1.0 /* the specification sets no limit */
#define NOT_THERE -2.0 /* there is no such function of this type */

struct function {
    const char *name;
    const char *call; /* of a, b, c (values), n (int), &s (value), &m (int) */
    char arguments;   /* '1', '2', '3': values; 'n': a value and an integer */
    char extra;       /* 's', 'm': what the call also writes; 'i': its result is an
                       * integer;      'z': the sign of a zero is not told; 0 */
    double limit[3];  /* ulps, by type; 0: the result is exact; 0.5: it is
                         correctly rounded */
    void (*want)(const struct type *t, const struct values *v, struct results *r);
    /* The first result at any precision; 0: there is none, `want` is exact. */
    void (*exact)(mpfr_t out, mpfr_t a, mpfr_t b, long n);
    double within[2]; /* of |a|: where the limit holds; both 0: everywhere */
};
extern const struct function functions[];
extern const size_t function_count;

/* Whether a result that is `off` ulps is good with -cl-fast-relaxed-math, which has limits of its
 * own for float (OpenCL C 3.0, 7.4, the table of relaxed arithmetic) and sets none for the other
 * types (5.8.6.3 of the API): those are held to the same, and half may be divided as float is. */
int relaxed_allows(const struct type *t, const struct function *f, const struct values *v,
                   long double got, long double want, long double off);

#endif
