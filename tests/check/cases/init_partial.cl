// Sums of rows of LDS, of which the last is filled only for whole rows.
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64 --arg i32:60
// @check init
kernel void k(global const int *x, global int *y, int n)
{
    local int t[64];
    int l = get_local_id(0);
    if (l < n) // @bug
        t[l] = x[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t[63 - l] > 5) // @expect init:undefined-mask many=1
        y[l] = 1;
}
