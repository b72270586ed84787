// Two buffers: the first round reads the one that the second round fills.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O0; -O2 -mwavefrontsize64
kernel void k(global const int *x, global int *y)
{
    local int t[2][64];
    int l = get_local_id(0), now = 0;
    t[now][l] = x[l] & 63;
    barrier(CLK_LOCAL_MEM_FENCE);
    now ^= 1; // @bug
    int at = t[now][63 - l];
    y[at & 63] = 1; // @expect init:undefined-address item=0,0,0
}
