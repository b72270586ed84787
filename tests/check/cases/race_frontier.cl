// A search adds to the next frontier with atomics, and reads its size without.
// @run --grid 128 --block 64 --arg buf:u32:1 --arg buf:u32:128 --threads 1
// @variants -O0; -O2 -mwavefrontsize64
// @any-order
// @check race
kernel void k(global uint *size, global uint *next)
{
    int i = get_global_id(0);
    if (get_local_id(0) != 3)
        return;
    uint at = atomic_inc(size);
    next[i] = at;
    next[i + 1] = *size;               // @expect race:atomic-and-plain many=1 @bug
    next[i + 1] = atomic_add(size, 0); // @right
}
