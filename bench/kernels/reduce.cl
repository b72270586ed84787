/* reduce.cl: the sum of floats: each work-group sums a part of them. */
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global float *sums, global const float *in, int n)
{
    local float part[GROUP];
    int i = get_local_id(0);
    float sum = 0;
    for (int at = get_global_id(0); at < n; at += get_global_size(0))
        sum += in[at];
    part[i] = sum;
    for (int step = GROUP / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] += part[i + step];
    }
    if (i == 0)
        sums[get_group_id(0)] = part[0];
}
