// Counts without atomics; the right one with them.
// @run --grid 256 --block 64 --arg buf:i32:256:iota --arg buf:i32:16 --threads 1
// @check race
kernel void k(global const int *x, global int *bins)
{
    int i = get_global_id(0);
    if (get_local_id(0) < 16)
        bins[x[i] & 15]++; // @expect race:write-write many=1 @bug
    if (get_local_id(0) < 16) // @right
        atomic_inc(&bins[x[i] & 15]); // @right
}
