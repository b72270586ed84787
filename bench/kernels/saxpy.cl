/* saxpy.cl: y = a x + y. */
kernel void saxpy(global float *y, global const float *x, float a)
{
    int i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
