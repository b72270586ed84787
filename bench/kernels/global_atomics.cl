/* global_atomics.cl: sums of values by key and the greatest value, with atomics on global memory:
 * lanes of a wave meet rarely at the sums, always at the greatest. */
kernel void global_atomics(global uint *sums, global uint *greatest, global const uint *in, uint mask)
{
    uint word = in[get_global_id(0)];
    atomic_add(&sums[word & mask], word >> 24);
    atomic_max(greatest, word);
}
