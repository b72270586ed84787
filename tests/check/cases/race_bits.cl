// A bit for each element, set with a load and a store of the word that 32 of them share.
// @run --grid 64 --block 8 --arg buf:i32:2
// @variants -O2; -O0 -mwavefrontsize64
// @check race
kernel void k(global int *bits)
{
    int i = get_global_id(0);
    if (get_local_id(0) != 0)
        return;
    bits[i / 32] |= 1 << i % 32;             // @expect race:write-write many=1 @bug
    atomic_or(&bits[i / 32], 1 << i % 32); // @right
}
