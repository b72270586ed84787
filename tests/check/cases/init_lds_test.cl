// A condition that comes from local memory of which an element is missing.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
__kernel void k(__global const int *x, __global int *y)
{
    __local int l[65];
    int i = get_local_id(0);
    l[i] = x[i];
    if (i == 0) l[64] = 0; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l[i + 1] > 5) // @expect init:undefined-mask item=63,0,0
        y[i] = 1;
}
