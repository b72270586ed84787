// A stencil in place: a neighbour's work-group may have stored already.
// @run --grid 256 --block 64 --arg buf:i32:257:iota --arg buf:i32:256
// @check race
kernel void k(global int *x, global int *y)
{
    int i = get_global_id(0);
    int sum = x[i] + x[i + 1];
    y[i] = sum; // @right
    x[i] = sum; // @expect race:read-write many=1 @bug
}
