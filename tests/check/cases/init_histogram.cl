// Bins in local memory, which are counted in but not cleared.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O2; -O0 -mwavefrontsize64
kernel void k(global const int *x, global int *y)
{
    local int bins[16];
    int l = get_local_id(0);
    if (l < 16)      // @right
        bins[l] = 0; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&bins[x[l] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    int count = bins[l & 15];
    y[count & 63] = l; // @expect init:undefined-address item=0,0,0
}
