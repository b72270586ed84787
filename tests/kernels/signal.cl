/* signal.cl: Fourier transform, convolutions, sparse matrix by vector. */
#pragma OPENCL FP_CONTRACT OFF

/* In-place radix-2 transform of 256 points per work-group in LDS; twiddles by sincos. */
kernel void fft256(global float2 *data)
{
    local float2 points[256];
    uint id = get_local_id(0);
    size_t base = get_group_id(0) * 256;
    for (uint k = id; k < 256; k += 128) {
        uint reversed = 0;
        for (uint bit = 0; bit < 8; bit++)
            reversed |= (k >> bit & 1) << (7 - bit);
        points[reversed] = data[base + k];
    }
    for (uint span = 1; span < 256; span *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint within = id & (span - 1);
        uint low = (id - within) * 2 + within;
        float real;
        float imaginary = sincos(-M_PI_F * within / span, &real);
        float2 a = points[low];
        float2 b = points[low + span];
        float2 t = (float2)(b.x * real - b.y * imaginary, b.x * imaginary + b.y * real);
        points[low] = a + t;
        points[low + span] = a - t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = id; k < 256; k += 128)
        data[base + k] = points[k];
}

/* 5 by 5 filter from constant memory over bytes, clamped to the edge, saturated. */
kernel void convolve(global const uchar *in, global uchar *out, constant short *filter, int width,
                     int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int sum = 0;
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            int sx = clamp(x + dx, 0, width - 1);
            int sy = clamp(y + dy, 0, height - 1);
            sum += in[sy * width + sx] * filter[(dy + 2) * 5 + dx + 2];
        }
    }
    out[y * width + x] = convert_uchar_sat((sum + 128) >> 8);
}

/* One row of a compressed sparse matrix per work-item: uneven loop lengths. */
kernel void sparse_rows(global const uint *row_starts, global const uint *columns,
                        global const double *values, global const double *x, global double *y,
                        uint rows)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    double sum = 0;
    for (uint k = row_starts[row]; k < row_starts[row + 1]; k++)
        sum = fma(values[k], x[columns[k]], sum);
    y[row] = sum;
}

/* Colour image as uchar4: luma, saturation by halves, packed back. */
kernel void colours(global const uchar4 *in, global uchar4 *out)
{
    size_t i = get_global_id(0);
    uchar4 p = in[i];
    uint luma = (77u * p.x + 150u * p.y + 29u * p.z) >> 8;
    uchar4 grey = (uchar4)((uchar)luma, (uchar)luma, (uchar)luma, p.w);
    uchar4 mixed = hadd(p, grey);
    out[i] = (uchar4)(abs_diff(p.xyz, grey.xyz) > (uchar3)(60) ? mixed.xyz : p.xyz, p.w);
}
