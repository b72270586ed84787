// Waves of a work-group meet at different barriers.
// @run --grid 128 --block 128 --arg buf:i32:128
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
kernel void k(global int *y)
{
    local int t[128];
    int l = get_local_id(0);
    if (l < 64) { // @bug
        t[l] = l; // @bug
        barrier(CLK_LOCAL_MEM_FENCE); // @bug
        y[l] = t[63 - l]; // @bug
    } else { // @bug
        t[l] = 2 * l; // @bug
        barrier(CLK_LOCAL_MEM_FENCE); // @expect sync:different-barriers many=1 @bug
        y[l] = t[191 - l]; // @bug
    } // @bug
    t[l] = l < 64 ? l : 2 * l; // @right
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    y[l] = t[l < 64 ? 63 - l : 191 - l]; // @right
}
