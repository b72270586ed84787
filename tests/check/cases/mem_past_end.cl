// One element too many: the last store is behind a buffer of 40 bytes, in the same page of the host.
// @run --grid 64 --block 64 --arg buf:i32:10 --arg buf:i32:11:iota --arg i32:10
kernel void scale(global int *y, global const int *x, int n)
{
    int i = get_global_id(0);
    if (i <= n) // @bug
    if (i < n) // @right
        y[i] = 2 * x[i]; // @expect mem:out-of-bounds item=10,0,0 count=1
}
