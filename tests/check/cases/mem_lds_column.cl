// A tile of 16 by 16, filled by a work-group of 16 by 17.
// @run --grid 16,17 --block 16,17 --arg buf:i32:272:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check mem
kernel void k(global int *p)
{
    local int t[16 * 16]; // @bug
    local int t[16 * 17]; // @right
    int x = get_local_id(0), y = get_local_id(1);
    t[y * 16 + x] = p[y * 16 + x]; // @expect mem:lds-out-of-bounds item=0,16,0 count=16
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y == 0)
        p[x] = t[x * 16];
}
