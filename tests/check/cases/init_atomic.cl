// A counter in local memory that nobody set to 0.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
__kernel void k(__global const int *x, __global int *y)
{
    __local int n;
    int i = get_local_id(0);
    if (i == 0) n = 0; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x[i] & 1)
        atomic_inc(&n);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[n & 63] = 1; // @expect init:undefined-address
}
