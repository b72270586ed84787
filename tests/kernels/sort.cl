/* sort.cl: a bitonic network in LDS, one pass of a radix sort, a merge by binary search. */

kernel void bitonic(global const int *in, global int *out)
{
    local int keys[512];
    uint id = get_local_id(0);
    size_t base = get_group_id(0) * 512;
    keys[id] = in[base + id];
    keys[id + 256] = in[base + id + 256];
    for (uint size = 2; size <= 512; size *= 2) {
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint low = 2 * id - (id & (stride - 1));
            uint high = low + stride;
            bool ascending = (low & size) == 0;
            int a = keys[low];
            int b = keys[high];
            if ((a > b) == ascending) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + id] = keys[id];
    out[base + id + 256] = keys[id + 256];
}

/* Stable, by the 4 bits at `shift`, within one work-group of 256; sorts key and value. */
kernel void radix_pass(global const uint *keys, global const ushort *values, global uint *out_keys,
                       global ushort *out_values, uint shift)
{
    local ushort counts[16][256];
    local uint starts[16];
    uint id = get_local_id(0);
    uint key = keys[get_global_id(0)];
    ushort value = values[get_global_id(0)];
    uint digit = (key >> shift) & 15;
    for (uint d = 0; d < 16; d++)
        counts[d][id] = d == digit;
    for (uint distance = 1; distance < 256; distance *= 2) {
        ushort below[16];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint d = 0; d < 16; d++)
            below[d] = id >= distance ? counts[d][id - distance] : (ushort)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint d = 0; d < 16; d++)
            counts[d][id] += below[d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        uint sum = 0;
        for (uint d = 0; d < 16; d++) {
            starts[d] = sum;
            sum += counts[d][255];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t place = get_group_id(0) * 256 + starts[digit] + counts[digit][id] - 1;
    out_keys[place] = key;
    out_values[place] = value;
}

/* Merges two sorted runs of `length` doubles: each work-item finds its element's place. */
kernel void merge_runs(global const double *in, global double *out, uint length)
{
    uint i = get_global_id(0);
    uint run = i / length;
    double value = in[i];
    uint low = 0;
    uint high = length;
    global const double *other = in + (run ^ 1) * length;
    while (low < high) {
        uint middle = (low + high) / 2;
        bool before = (run & 1) ? other[middle] <= value : other[middle] < value;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    out[(run & ~1u) * length + i % length + low] = value;
}
