/* mandelbrot.cl: iteration counts of z = z^2 + c over a rectangle of the complex plane.
 *
 * One work-item per pixel; lanes of a wave leave the loop one by one, so most of the work
 * runs under a partial EXEC mask. Compiled without fused multiply-add, so that any IEEE
 * single-precision computation gives the same counts (tests/cli compares with Python). */
kernel void mandelbrot(float left, float top, float step_x, float step_y, uint limit,
                       global uint *counts)
{
    size_t column = get_global_id(0);
    size_t row = get_global_id(1);
    float c_re = left + (float)column * step_x;
    float c_im = top + (float)row * step_y;
    float re = 0;
    float im = 0;
    uint n = 0;
    while (n < limit && re * re + im * im <= 4) {
        float next = re * re - im * im + c_re;
        im = 2 * re * im + c_im;
        re = next;
        n++;
    }
    counts[row * get_global_size(0) + column] = n;
}
