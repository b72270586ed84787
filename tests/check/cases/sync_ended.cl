// A wave returns before the barrier.
// @run --grid 128 --block 128 --arg buf:i32:128
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
kernel void k(global int *y)
{
    local int t[128];
    int l = get_local_id(0);
    if (l >= 64) // @bug
        return;  // @bug
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE); // @expect sync:ended-before-barrier wave=0 many=1
    y[l] = t[(l + 1) & 63];
}
