/* math_base.cl: functions of libclc under names of our own, for math.cl, which replaces those of
 * the same name. The script clc links it with libclc once. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define BASE_1(name)                                                                               \
    double shoal_base_##name(double x) { return name(x); }
#define BASE_2(name)                                                                               \
    double shoal_base_##name(double x, double y) { return name(x, y); }

BASE_1(asin)
BASE_1(asinpi)
BASE_1(atan)
BASE_1(atanpi)
BASE_1(erf)
BASE_1(erfc)
BASE_1(exp)
BASE_1(expm1)
BASE_1(sin)
BASE_1(tan)
BASE_2(fmod)
BASE_2(pow)
BASE_2(powr)
BASE_2(remainder)

double shoal_base_rootn(double x, int n) { return rootn(x, n); }
double shoal_base_sincos(double x, __private double *c) { return sincos(x, c); }
double shoal_base_lgamma_r(double x, __private int *sign) { return lgamma_r(x, sign); }
double shoal_base_remquo(double x, double y, __private int *q) { return remquo(x, y, q); }
