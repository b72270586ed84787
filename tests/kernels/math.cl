/* math.cl: the built-in math functions in single precision. */

#define UNARY_1(a) out_##a[i] = a(v);

kernel void trigonometry(global const float *x, global float *out_sin, global float *out_cos,
                         global float *out_tan, global float *out_sinpi, global float *out_cospi,
                         global float *out_atan)
{
    size_t i = get_global_id(0);
    float v = x[i];
    UNARY_1(sin)
    UNARY_1(cos)
    UNARY_1(tan)
    UNARY_1(sinpi)
    UNARY_1(cospi)
    UNARY_1(atan)
}

/* x is in [-1, 1]. */
kernel void inverse(global const float *x, global const float *y, global float *out_asin,
                    global float *out_acos, global float *atans, global float *out_sinh,
                    global float *out_cosh, global float *out_tanh)
{
    size_t i = get_global_id(0);
    float v = x[i];
    UNARY_1(asin)
    UNARY_1(acos)
    atans[i] = atan2(y[i], v);
    v = y[i];
    UNARY_1(sinh)
    UNARY_1(cosh)
    UNARY_1(tanh)
}

kernel void exponentials(global const float *x, global float *out_exp, global float *out_exp2,
                         global float *out_exp10, global float *out_expm1, global float *out_log,
                         global float *out_log2, global float *out_log10, global float *out_log1p)
{
    size_t i = get_global_id(0);
    float v = x[i];
    UNARY_1(exp)
    UNARY_1(exp2)
    UNARY_1(exp10)
    UNARY_1(expm1)
    v = fabs(v);
    UNARY_1(log)
    UNARY_1(log2)
    UNARY_1(log10)
    UNARY_1(log1p)
}

kernel void powers(global const float *x, global const float *y, global float *out_pow,
                   global float *pown_out, global float *out_cbrt, global float *out_sqrt,
                   global float *out_rsqrt, global float *hypots, global float *quotients)
{
    size_t i = get_global_id(0);
    float v = fabs(x[i]);
    out_pow[i] = pow(v, y[i]);
    pown_out[i] = pown(x[i], (int)y[i]);
    UNARY_1(sqrt)
    UNARY_1(rsqrt)
    v = x[i];
    UNARY_1(cbrt)
    hypots[i] = hypot(x[i], y[i]);
    quotients[i] = x[i] / y[i];
}

kernel void errors(global const float *x, global float *out_erf, global float *out_erfc,
                   global float *out_tgamma)
{
    size_t i = get_global_id(0);
    float v = x[i];
    UNARY_1(erf)
    UNARY_1(erfc)
    UNARY_1(tgamma)
}

/* At -O0 fma calls libclc's routine in integers, which takes denormals for 0; the optimizer
 * makes an instruction of it. */
#ifdef __OPTIMIZE__
#define FMA fma
#else
#define FMA __builtin_fmaf
#endif

/* Functions with one right answer. Rows of 16. */
kernel void exact(global const float *x, global const float *y, global float *out)
{
    size_t i = get_global_id(0);
    float a = x[i];
    float b = y[i];
    global float *row = out + i * 16;
    row[0] = floor(a);
    row[1] = ceil(a);
    row[2] = trunc(a);
    row[3] = rint(a);
    row[4] = round(a);
    row[5] = fmin(a, b);
    row[6] = fmax(a, b);
    row[7] = fdim(a, b);
    row[8] = copysign(a, b);
    row[9] = nextafter(a, b);
    row[10] = ldexp(a, (int)(i % 61) - 30);
    row[11] = FMA(a, b, a);
    row[12] = fmod(a, b);
    row[13] = remainder(a, b);
    row[14] = logb(a);
    row[15] = (float)(isnan(a) + 2 * isinf(a) + 4 * isfinite(a) + 8 * isnormal(a) +
                      16 * signbit(a) + 32 * isless(a, b) + 64 * isgreaterequal(a, b) +
                      128 * isnotequal(a, b));
}

/* The instructions behind the functions. */
kernel void hardware(global const float *x, global float *rcp, global float *rsq,
                     global float *root, global float *exp_2, global float *log_2)
{
    size_t i = get_global_id(0);
    float v = x[i];
    rcp[i] = __builtin_amdgcn_rcpf(v);
    rsq[i] = __builtin_amdgcn_rsqf(v);
    root[i] = __builtin_amdgcn_sqrtf(v);
    exp_2[i] = __builtin_amdgcn_exp2f(v);
    log_2[i] = __builtin_amdgcn_logf(v);
}

/* Geometry on vectors. The sums have a fixed order: fp contraction is off. */
#pragma OPENCL FP_CONTRACT OFF
kernel void geometry(global const float4 *a, global const float4 *b, global float4 *out)
{
    size_t i = get_global_id(0);
    float4 x = a[i];
    float4 y = b[i];
    out[2 * i] = clamp(mix(x, y, 0.5f), -1.0f, 1.0f);
    out[2 * i + 1] = step(x, y) + sign(x) * (float4)(4) + max(x, y) * (float4)(0);
}
