// The left neighbour of the first element.
// @run --grid 128 --block 64 --arg buf:i32:128 --arg buf:i32:128:iota
kernel void shift(global int *y, global const int *x)
{
    int i = get_global_id(0);
    y[i] = x[i - 1]; // @expect mem:out-of-bounds group=0,0,0 item=0,0,0 @bug
    y[i] = x[i ? i - 1 : 0]; // @right
}
