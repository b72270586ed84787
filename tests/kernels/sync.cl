/* sync.cl: work-groups that wait for each other, and waves that meet at barriers. */

/* The first work-group spins until the last one has set the flag. */
kernel void spin_on_flag(volatile global uint *flag, global uint *data, global uint *out)
{
    size_t group = get_group_id(0);
    size_t id = get_local_id(0);
    if (group == get_num_groups(0) - 1) {
        data[id] = id * 7 + 1;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (id == 0)
            __opencl_atomic_store((volatile global atomic_uint *)flag, 1u, memory_order_release,
                                  memory_scope_device);
    } else if (group == 0) {
        while (__opencl_atomic_load((volatile global atomic_uint *)flag, memory_order_acquire,
                                    memory_scope_device) == 0)
            ;
        out[id] = data[id] + 1;
    }
}

/* Work-groups hand a token from the last to the first: each waits for its successor. */
kernel void relay(volatile global uint *turn, global uint *log, uint rounds)
{
    uint group = get_group_id(0);
    uint groups = get_num_groups(0);
    for (uint round = 0; round < rounds; round++) {
        uint mine = round * groups + (groups - 1 - group);
        if (get_local_id(0) == 0) {
            while (__opencl_atomic_load((volatile global atomic_uint *)turn, memory_order_acquire,
                                        memory_scope_device) != mine)
                ;
            log[mine] = group + 100 * round;
            __opencl_atomic_fetch_add((volatile global atomic_uint *)turn, 1u,
                                      memory_order_release, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* A barrier of the whole grid: every work-group must be resident. */
static void grid_barrier(volatile global uint *arrived, uint target)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        volatile global atomic_uint *count = (volatile global atomic_uint *)arrived;
        __opencl_atomic_fetch_add(count, 1u, memory_order_acq_rel, memory_scope_device);
        while (__opencl_atomic_load(count, memory_order_acquire, memory_scope_device) < target)
            ;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}

/* Each step every work-item adds its right neighbour in the grid. */
kernel void neighbour_sums(global uint *front, global uint *back, volatile global uint *arrived,
                           uint steps)
{
    size_t i = get_global_id(0);
    size_t right = (i + 1) % get_global_size(0);
    for (uint step = 0; step < steps; step++) {
        if (step % 2)
            front[i] = back[i] + back[right];
        else
            back[i] = front[i] + front[right];
        grid_barrier(arrived, (step + 1) * get_num_groups(0));
    }
}

/* Waves of one group in different branches: LDS values pass at each of many barriers. */
kernel void rotate_through_lds(global const int *in, global int *out, uint rounds)
{
    local int ring[192];
    uint id = get_local_id(0);
    uint size = get_local_size(0);
    int value = in[get_global_id(0)];
    for (uint round = 0; round < rounds; round++) {
        ring[id] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = ring[(id + 33) % size];
        if (id / 32 % 2)
            next = next * 3 + 1;
        else
            next ^= round;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = next;
    }
    out[get_global_id(0)] = value;
}
