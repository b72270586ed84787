/* fft.cl: one pass of a radix-4 Stockham FFT of n complex numbers. Before the pass, the
 * transforms have `p` points. twiddles[k] = exp(-2 pi i k / n). */
float2 times(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

kernel void fft_radix4(global float2 *out, global const float2 *in, global const float2 *twiddles,
                       int n, int p)
{
    int i = get_global_id(0), quarter = n >> 2;
    int k = i & (p - 1);
    int stride = quarter / p;
    float2 a = in[i];
    float2 b = times(in[i + quarter], twiddles[k * stride]);
    float2 c = times(in[i + 2 * quarter], twiddles[2 * k * stride]);
    float2 d = times(in[i + 3 * quarter], twiddles[3 * k * stride]);
    float2 s = a + c, t = a - c, u = b + d, v = b - d;
    float2 w = (float2)(v.y, -v.x); /* -i v */
    int at = ((i - k) << 2) + k;
    out[at] = s + u;
    out[at + p] = t + w;
    out[at + 2 * p] = s - u;
    out[at + 3 * p] = t - w;
}
