/* packed_half.cl: a polynomial of two halves at a time; its coefficients are the halves of a word. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void packed_half(global half2 *out, global const half2 *in, global const half2 *factors,
                        int pairs)
{
    int i = get_global_id(0);
    half2 x = in[i], sum = 0;
    for (int k = 0; k < pairs; k++) {
        sum = fma(sum, x, factors[k].xx);
        sum = fma(sum, x, factors[k].yy);
    }
    out[i] = sum;
}
