// A matrix of 10 by 10 in tiles of 4 by 4: the guard lets one row too many through.
// @run --grid 12,12 --block 4,4 --arg buf:i32:100 --arg i32:10
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global int *m, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < n && y <= n) // @bug
    if (x < n && y < n)  // @right
        m[y * n + x] = x + y; // @expect mem:out-of-bounds group=0,2,0
}
