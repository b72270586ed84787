// Red and black cells of a grid, of which one colour is updated; the parity looks at x only.
// @run --grid 32,8 --block 32,1 --arg buf:i32:512:iota
// @variants -O0; -O2 -mwavefrontsize64
// @check race
kernel void k(global int *m)
{
    int x = get_global_id(0), y = get_global_id(1) + 1;
    int is_red = (x & 1) == 0;       // @bug
    int is_red = ((x + y) & 1) == 0; // @right
    if (is_red)
        m[32 * y + x] = m[32 * (y - 1) + x] + m[32 * (y + 1) + x]; // @expect race:read-write many=1
}
