/* double.cl: binary64, and the correctly rounded division and square root of binary32. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

kernel void arithmetic(global const double *a, global const double *b, global double *out)
{
    size_t i = get_global_id(0);
    double x = a[i];
    double y = b[i];
    global double *row = out + i * 14;
    row[0] = x + y;
    row[1] = x - y;
    row[2] = x * y;
    row[3] = x / y;
    row[4] = sqrt(x);
    row[5] = fma(x, y, -x);
    row[6] = floor(x);
    row[7] = ceil(x);
    row[8] = trunc(x);
    row[9] = rint(x);
    row[10] = fmin(x, y);
    row[11] = fmax(x, y);
    row[12] = copysign(x, y);
    row[13] = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * isunordered(x, y);
}

/* Newton's method: converges to the same bits as the host's. */
kernel void newton_cbrt(global const double *x, global double *out)
{
    size_t i = get_global_id(0);
    double v = x[i];
    double r = 1.0;
    for (int k = 0; k < 40; k++)
        r = r - (r * r * r - v) / (3.0 * r * r);
    out[i] = r;
}

kernel void parts(global const double *x, global int *exponents, global double *fractions,
                  global double *scaled, global double *integral)
{
    size_t i = get_global_id(0);
    int e;
    fractions[i] = frexp(x[i], &e);
    exponents[i] = e;
    scaled[i] = ldexp(x[i], (int)(i % 41) - 20);
    double whole;
    modf(x[i], &whole);
    integral[i] = whole;
}

kernel void single_exact(global const float *a, global const float *b, global float *quotient,
                         global float *root)
{
    size_t i = get_global_id(0);
    quotient[i] = a[i] / b[i];
    root[i] = sqrt(a[i]);
}

kernel void functions(global const double *x, global double *e, global double *l,
                      global double *s, global double *c, global double *p)
{
    size_t i = get_global_id(0);
    double v = x[i];
    e[i] = exp(v);
    l[i] = log(fabs(v));
    s[i] = sin(v);
    c[i] = cos(v);
    p[i] = pow(fabs(v), 1.5);
}
