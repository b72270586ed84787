// A tile of 64 of which the input has 50 elements; the rest is not cleared.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:50:iota --arg buf:i32:64 --arg i32:50
// @variants -O0; -O2 -mwavefrontsize64
kernel void k(global const int *x, global int *y, int n)
{
    local int t[64];
    int l = get_local_id(0);
    if (l < n)
        t[l] = x[l];
    else          // @right
        t[l] = 0; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    y[t[l] & 63] = l; // @expect init:undefined-address item=50,0,0
}
