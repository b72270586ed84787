// A part of a wave waits at a barrier.
// @run --grid 128 --block 128 --arg buf:i32:128
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
kernel void k(global int *y)
{
    local int t[128];
    int l = get_local_id(0);
    t[l] = l;
    if (l < 16) // @bug
        barrier(CLK_LOCAL_MEM_FENCE); // @expect sync:inactive-at-barrier many=1 @expect sync:ended-before-barrier many=1
    y[l] = t[127 - l];
}
