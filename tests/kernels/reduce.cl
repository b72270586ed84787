/* reduce.cl: sums, extremes and prefix sums by trees in LDS. */

/* One sum per work-group; the group size is a power of two. */
kernel void sum_tree(global const uint *in, global uint *out, local uint *part)
{
    uint id = get_local_id(0);
    part[id] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (id < half_size)
            part[id] += part[id + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0)
        out[get_group_id(0)] = part[0];
}

/* Grid-stride loop, then a tree: float maxima with their places (the lowest wins). */
kernel void find_max(global const float *in, uint count, global float *values, global uint *places)
{
    local float best[128];
    local uint where[128];
    uint id = get_local_id(0);
    float value = -INFINITY;
    uint place = 0xffffffff;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        if (in[i] > value) {
            value = in[i];
            place = i;
        }
    }
    best[id] = value;
    where[id] = place;
    for (uint step = 64; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < step) {
            bool better = best[id + step] > best[id] ||
                          (best[id + step] == best[id] && where[id + step] < where[id]);
            if (better) {
                best[id] = best[id + step];
                where[id] = where[id + step];
            }
        }
    }
    if (id == 0) {
        values[get_group_id(0)] = best[0];
        places[get_group_id(0)] = where[0];
    }
}

/* Hillis and Steele, inclusive, double buffered. */
kernel void scan_steps(global const int *in, global int *out)
{
    local int buffers[2][256];
    uint id = get_local_id(0);
    uint size = get_local_size(0);
    uint from = 0;
    buffers[0][id] = in[get_global_id(0)];
    for (uint distance = 1; distance < size; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int v = buffers[from][id];
        if (id >= distance)
            v += buffers[from][id - distance];
        from = 1 - from;
        buffers[from][id] = v;
    }
    out[get_global_id(0)] = buffers[from][id];
}

/* Blelloch, exclusive, two elements per work-item; also the total. */
kernel void scan_sweeps(global const ulong *in, global ulong *out, global ulong *totals)
{
    local ulong tree[256];
    uint id = get_local_id(0);
    size_t base = get_group_id(0) * 256;
    tree[2 * id] = in[base + 2 * id];
    tree[2 * id + 1] = in[base + 2 * id + 1];
    uint offset = 1;
    for (uint active = 128; active > 0; active /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < active)
            tree[offset * (2 * id + 2) - 1] += tree[offset * (2 * id + 1) - 1];
        offset *= 2;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        totals[get_group_id(0)] = tree[255];
        tree[255] = 0;
    }
    for (uint active = 1; active <= 128; active *= 2) {
        offset /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < active) {
            uint left = offset * (2 * id + 1) - 1;
            uint right = offset * (2 * id + 2) - 1;
            ulong t = tree[left];
            tree[left] = tree[right];
            tree[right] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + 2 * id] = tree[2 * id];
    out[base + 2 * id + 1] = tree[2 * id + 1];
}
