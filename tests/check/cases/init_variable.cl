// A variable gets a value in one branch only.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O0; -O0 -mwavefrontsize64
__kernel void k(__global const int *x, __global int *y)
{
    int i = get_global_id(0);
    int at; // @bug
    int at = 0; // @right
    if (x[i] > 7)
        at = i;
    y[at & 63] = 1; // @expect init:undefined-address item=0,0,0
}
