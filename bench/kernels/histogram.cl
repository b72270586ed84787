/* histogram.cl: how often each byte occurs: a histogram per work-group with atomics in local
 * memory, then their sum. */
#define BINS 256

kernel __attribute__((reqd_work_group_size(BINS, 1, 1))) void
histogram(global uint *partial, global const uint *words, int words_per_item)
{
    local uint bins[BINS];
    int i = get_local_id(0);
    bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = get_group_id(0) * BINS * words_per_item + i;
    for (int k = 0; k < words_per_item; k++, at += BINS) {
        uint word = words[at];
        atomic_inc(&bins[word & 0xff]);
        atomic_inc(&bins[word >> 8 & 0xff]);
        atomic_inc(&bins[word >> 16 & 0xff]);
        atomic_inc(&bins[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    partial[get_group_id(0) * BINS + i] = bins[i];
}

kernel void histogram_sum(global uint *total, global const uint *partial, int count)
{
    int i = get_global_id(0);
    uint sum = 0;
    for (int k = 0; k < count; k++)
        sum += partial[k * BINS + i];
    total[i] = sum;
}
