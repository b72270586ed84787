// The halo of a tile: its last cell is one behind the row, and only the first one is clamped.
// @run --grid 128 --block 64 --arg buf:i32:128:iota --arg buf:i32:128
// @variants -O2; -O0 -mwavefrontsize64
// @check mem
kernel void k(global const int *x, global int *y)
{
    local int t[66];
    int i = get_global_id(0), l = get_local_id(0), n = get_global_size(0);
    t[l + 1] = x[i];
    if (l == 0)
        t[0] = x[max(i - 1, 0)];
    if (l == 63)
        t[65] = x[min(i + 1, n - 1)]; // @right
    if (l == 63)                      // @bug
        t[65] = x[i + 1];             // @expect mem:out-of-bounds group=1,0,0 item=63,0,0 count=1 @bug
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l] + t[l + 2];
}
