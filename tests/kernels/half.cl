/* half.cl: binary16, scalar and packed. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows of 12 results per pair */
kernel void arithmetic(global const half *a, global const half *b, global half *out)
{
    size_t i = get_global_id(0);
    half x = a[i];
    half y = b[i];
    global half *row = out + i * 12;
    row[0] = x + y;
    row[1] = x - y;
    row[2] = x * y;
    row[3] = -x;
    row[4] = fabs(x);
    row[5] = floor(x);
    row[6] = trunc(x);
    row[7] = rint(x);
    row[8] = ceil(x);
    row[9] = copysign(x, y);
    row[10] = x < y ? x : y;
    row[11] = (half)(x == y) + (half)(x > y) * (half)2 + (half)isnan(x) * (half)4;
}

kernel void packed(global const half2 *a, global const half2 *b, global half2 *out)
{
    size_t i = get_global_id(0);
    half2 x = a[i];
    half2 y = b[i];
    out[i * 4] = x + y.yx;
    out[i * 4 + 1] = x * y;
    out[i * 4 + 2] = fma(x, y, (half2)(1.0h, -2.0h));
    out[i * 4 + 3] = fmax(x, y.yx);
}

/* Mixed precision: half products summed in float. */
kernel void dot_mixed(global const half4 *a, global const half4 *b, global float *out)
{
    size_t i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float4 x = convert_float4(a[i * 8 + k]);
        float4 y = convert_float4(b[i * 8 + k]);
        sum = fma(x.x, y.x, sum);
        sum = fma(x.y, y.y, sum);
        sum = fma(x.z, y.z, sum);
        sum = fma(x.w, y.w, sum);
    }
    out[i] = sum;
}

kernel void divide_and_root(global const half *a, global const half *b, global half *quotient,
                            global half *root)
{
    size_t i = get_global_id(0);
    quotient[i] = a[i] / b[i];
    root[i] = sqrt(fabs(a[i]));
}

kernel void functions(global const half *x, global half *e, global half *l, global half *s,
                      global half *c, global half *r)
{
    size_t i = get_global_id(0);
    half v = x[i];
    e[i] = exp(v);
    l[i] = log(fabs(v));
    s[i] = sin(v);
    c[i] = cos(v);
    r[i] = rsqrt(fabs(v));
}

/* Storage only: vload_half and vstore_half with all rounding modes. */
kernel void storage(global const float *in, global half *out, global const half *halves,
                    global float *floats)
{
    size_t i = get_global_id(0);
    vstore_half(in[i], i * 5, out);
    vstore_half_rtz(in[i], i * 5 + 1, out);
    vstore_half_rtp(in[i], i * 5 + 2, out);
    vstore_half_rtn(in[i], i * 5 + 3, out);
    vstore_half_rte(in[i], i * 5 + 4, out);
    floats[i] = vload_half(i, halves);
}
