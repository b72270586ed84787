/* divide.cl: one division per work-item. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void divide_f32(global const float *a, global const float *b, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = a[i] / b[i];
}

kernel void divide_f64(global const double *a, global const double *b, global double *out)
{
    size_t i = get_global_id(0);
    out[i] = a[i] / b[i];
}
