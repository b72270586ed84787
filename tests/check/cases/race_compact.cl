// Elements that are kept get their place from a counter, which is raised without an atomic.
// @run --grid 128 --block 64 --arg buf:i32:128:iota --arg buf:i32:128 --arg buf:i32:1
// @variants -O0; -O2 -mwavefrontsize64
// @check race
kernel void k(global const int *x, global int *kept, global int *count)
{
    int i = get_global_id(0);
    if (get_local_id(0) != 7)
        return;
    int at = *count; // @bug
    *count = at + 1 + i; // @expect race:write-write many=1 @bug
    int at = atomic_inc(count); // @right
    kept[i] = x[i] + at;
}
