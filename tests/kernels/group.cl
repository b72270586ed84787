/* group.cl: sub-group and work-group functions, of Shoal's lib/opencl. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void sub_group_ids(global uint *out)
{
    size_t at = get_global_linear_id() * 8;
    out[at + 0] = get_sub_group_id();
    out[at + 1] = get_sub_group_local_id();
    out[at + 2] = get_sub_group_size();
    out[at + 3] = get_num_sub_groups();
    out[at + 4] = get_max_sub_group_size();
    out[at + 5] = get_enqueued_num_sub_groups();
    out[at + 6] = sub_group_all(get_local_linear_id() < 40) |
                  sub_group_any(get_local_linear_id() == 33) << 1 |
                  sub_group_all(1) << 2 | sub_group_any(0) << 3;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[at + 7] = sub_group_broadcast((uint)get_local_linear_id(), 5);
}

/* Rows of 10. */
#define SUB_GROUP_KERNEL(T)                                                                        \
    kernel void sub_group_##T(global const T *in, global T *out)                                   \
    {                                                                                              \
        size_t i = get_global_linear_id();                                                         \
        T v = in[i];                                                                               \
        global T *row = out + i * 10;                                                              \
        row[0] = sub_group_reduce_add(v);                                                          \
        row[1] = sub_group_reduce_min(v);                                                          \
        row[2] = sub_group_reduce_max(v);                                                          \
        row[3] = sub_group_scan_inclusive_add(v);                                                  \
        row[4] = sub_group_scan_inclusive_min(v);                                                  \
        row[5] = sub_group_scan_inclusive_max(v);                                                  \
        row[6] = sub_group_scan_exclusive_add(v);                                                  \
        row[7] = sub_group_scan_exclusive_min(v);                                                  \
        row[8] = sub_group_scan_exclusive_max(v);                                                  \
        row[9] = sub_group_broadcast(v, 3);                                                        \
    }
SUB_GROUP_KERNEL(int)
SUB_GROUP_KERNEL(uint)
SUB_GROUP_KERNEL(long)
SUB_GROUP_KERNEL(ulong)
SUB_GROUP_KERNEL(float)
SUB_GROUP_KERNEL(double)
SUB_GROUP_KERNEL(half)

/* Across the whole wave, both halves of a wave64 included. Rows of 6. */
kernel void shuffles(global const ulong *in, global ulong *out)
{
    size_t i = get_global_id(0);
    uint size = get_sub_group_size();
    uint lane = get_sub_group_local_id();
    ulong v = in[i];
    global ulong *row = out + i * 6;
    row[0] = sub_group_shuffle(v, (lane * 7 + 3) % size);
    row[1] = (ulong)(long)sub_group_shuffle_xor((short)v, size / 2 + 1);
    row[2] = sub_group_shuffle_up((uint)v, lane < 9 ? 0u : 9u);
    row[3] = as_ulong(sub_group_shuffle_down(as_double(v), lane + 33 < size ? 33u : 0u));
    row[4] = (ulong)(long)sub_group_shuffle((char)v, lane ^ 1);
    row[5] = as_uint(sub_group_shuffle(as_float((uint)v), size - 1 - lane));
}

#define WORK_GROUP_KERNEL(T)                                                                       \
    kernel void work_group_##T(global const T *in, global T *out)                                  \
    {                                                                                              \
        size_t i = get_global_linear_id();                                                         \
        T v = in[i];                                                                               \
        global T *row = out + i * 10;                                                              \
        row[0] = work_group_reduce_add(v);                                                         \
        row[1] = work_group_reduce_min(v);                                                         \
        row[2] = work_group_reduce_max(v);                                                         \
        row[3] = work_group_scan_inclusive_add(v);                                                 \
        row[4] = work_group_scan_inclusive_min(v);                                                 \
        row[5] = work_group_scan_inclusive_max(v);                                                 \
        row[6] = work_group_scan_exclusive_add(v);                                                 \
        row[7] = work_group_scan_exclusive_min(v);                                                 \
        row[8] = work_group_scan_exclusive_max(v);                                                 \
        row[9] = work_group_broadcast(v, 3);                                                       \
    }
WORK_GROUP_KERNEL(int)
WORK_GROUP_KERNEL(ulong)
WORK_GROUP_KERNEL(double)

/* In two dimensions, with the fences and barriers of OpenCL C 2.0. */
kernel void work_group_2d(global const uint *in, global uint *out)
{
    local uint shared[2];
    size_t i = get_global_linear_id();
    uint v = in[i];
    if (get_local_linear_id() == 0)
        shared[0] = v;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i * 5] = work_group_broadcast(v, 2, 1);
    out[i * 5 + 1] = work_group_all(v > 100) | work_group_any(v > 60000) << 1 |
                     work_group_all(v < 65536) << 2;
    out[i * 5 + 2] = work_group_reduce_add(v) - work_group_scan_inclusive_add(v);
    out[i * 5 + 3] = shared[0];
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    /* A second call uses the same LDS again. */
    uint most = work_group_reduce_max((uint)get_local_linear_id());
    if (get_local_linear_id() == most)
        shared[1] = most;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i * 5 + 4] = shared[1];
}
