// The left neighbour in local memory: -1 is far behind its end.
// @run --grid 64 --block 64 --arg buf:i32:64
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global int *y)
{
    local int t[64];
    int l = get_local_id(0);
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[l] = t[l - 1];              // @expect mem:lds-out-of-bounds item=0,0,0 count=1 @bug
    y[l] = l > 0 ? t[l - 1] : -1; // @right
}
