// Half of the local array is written, all of it is read.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
__kernel void k(__global const int *x, __global int *y)
{
    __local int l[64];
    int i = get_local_id(0);
    if (i < 32) // @bug
        l[i] = x[i] & 63;
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = l[63 - i];
    y[at] = 1; // @expect init:undefined-address item=0,0,0
}
