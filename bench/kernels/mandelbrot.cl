/* mandelbrot.cl: iterations until |z| > 2, at most `limit`, for points of a rectangle. */
kernel void mandelbrot(global int *out, int width, float left, float top, float step, int limit)
{
    int column = get_global_id(0), row = get_global_id(1);
    float cx = left + column * step, cy = top + row * step;
    float x = 0, y = 0;
    int i = 0;
    while (i < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        i++;
    }
    out[row * width + column] = i;
}
