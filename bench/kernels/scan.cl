/* scan.cl: inclusive prefix sums: within blocks, over the blocks' sums, then added. */
#define GROUP    256
#define PER_ITEM 4

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks(global uint4 *out, global uint *sums, global const uint4 *in)
{
    local uint part[GROUP];
    int i = get_local_id(0);
    uint4 v = in[get_global_id(0)];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    part[i] = v.w;
    for (int distance = 1; distance < GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint before = i >= distance ? part[i - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[i] += before;
    }
    out[get_global_id(0)] = v + (part[i] - v.w);
    if (i == GROUP - 1)
        sums[get_group_id(0)] = part[i];
}

/* One work-group; sums becomes what comes before each block. */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_sums(global uint *before_block, global const uint *sums, int count)
{
    local uint part[GROUP];
    int i = get_local_id(0);
    int share = (count + GROUP - 1) / GROUP;
    int begin = min(i * share, count), end = min(begin + share, count);
    uint sum = 0;
    for (int k = begin; k < end; k++)
        sum += sums[k];
    part[i] = sum;
    for (int distance = 1; distance < GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint before = i >= distance ? part[i - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[i] += before;
    }
    uint at = part[i] - sum;
    for (int k = begin; k < end; k++) {
        before_block[k] = at;
        at += sums[k];
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_add(global uint4 *out, global const uint *before_block)
{
    out[get_global_id(0)] += before_block[get_group_id(0)];
}
