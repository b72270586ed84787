/* partition.cl: a pass of a radix sort: each work-group orders 2048 keys by their highest four
 * bits. Atomics on local memory give each key its place among those of its digit. */
#define GROUP 256
#define KEYS  8

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
partition(global uint *out, global const uint *in)
{
    local uint counts[16], starts[16];
    int i = get_local_id(0), first = get_group_id(0) * GROUP * KEYS;
    uint key[KEYS], rank[KEYS];
    if (i < 16)
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < KEYS; k++) {
        key[k] = in[first + k * GROUP + i];
        rank[k] = atomic_inc(&counts[key[k] >> 28]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 16) {
        uint sum = 0;
        for (int k = 0; k < i; k++)
            sum += counts[k];
        starts[i] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < KEYS; k++)
        out[first + starts[key[k] >> 28] + rank[k]] = key[k];
}
