// An exclusive scan shifts by one, and forgets the first element.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O0; -O2 -mwavefrontsize64
kernel void k(global const int *x, global int *y)
{
    local int t[65];
    int l = get_local_id(0);
    t[l + 1] = x[l];
    if (l == 0)   // @right
        t[0] = 0; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    y[t[l] & 63] = l; // @expect init:undefined-address item=0,0,0 count=1
}
