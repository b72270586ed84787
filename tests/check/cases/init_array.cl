// A private array is filled up to n, and read one further.
// @variants -O0; -O0 -mwavefrontsize64
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64 --arg i32:5
__kernel void k(__global const int *x, __global int *y, int n)
{
    int a[16];
    int i = get_global_id(0);
    for (int j = 0; j < n; j++)
        a[j] = x[(i + j) & 63];
    int at = a[n - 1]; // @right
    int at = a[n]; // @bug
    y[at & 63] = 1; // @expect init:undefined-address item=0,0,0
}
