/* integrate.cl: Simpson's rule for the integral of a function that is really called, which calls
 * another. */
__attribute__((noinline)) static float inner(float x) { return fma(x, fma(x, -0.25f, 0.5f), 1.0f); }

__attribute__((noinline)) static float integrand(float x, float scale)
{
    float y = inner(x * scale);
    return y > 1.125f ? y * y : y + x;
}

kernel void integrate(global float *out, global const float *ends, int steps)
{
    int i = get_global_id(0);
    float end = ends[i], width = end / steps, scale = 1.0f / end;
    float sum = integrand(0, scale) + integrand(end, scale);
    for (int k = 1; k < steps; k++)
        sum += (k & 1 ? 4 : 2) * integrand(k * width, scale);
    out[i] = sum * width / 3;
}
