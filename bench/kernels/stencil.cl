/* stencil.cl: one step of a five-point stencil on a square of `width` columns; the border keeps
 * its values. */
kernel void stencil(global float *out, global const float *in, int width, float centre, float side)
{
    int column = get_global_id(0), row = get_global_id(1);
    int at = row * width + column;
    float here = in[at];
    if (column > 0 && column < width - 1 && row > 0 && row < width - 1)
        here = centre * here +
               side * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
    out[at] = here;
}
