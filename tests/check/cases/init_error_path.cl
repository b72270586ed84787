// A function leaves its result alone when it fails, and nobody looks whether it did.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
// @variants -O0; -O0 -mwavefrontsize64
int find(global const int *x, int key, int *at)
{
    for (int j = 0; j < 32; j++)
        if (x[j] == key) {
            *at = j;
            return 1;
        }
    return 0;
}
kernel void k(global const int *x, global int *y)
{
    int i = get_global_id(0), at;
    find(x, i, &at);           // @bug
    if (!find(x, i, &at))      // @right
        at = 0;                // @right
    y[at & 63] = i; // @expect init:undefined-address item=32,0,0
}
