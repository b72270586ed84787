/* atomic.cl: every atomic operation of OpenCL C on global and local memory. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* cells[11], one per operation; all of them commute. */
#define INT_OPERATIONS(T, cells, x, i)                                                             \
    atomic_add(&cells[0], x);                                                                      \
    atomic_sub(&cells[1], x);                                                                      \
    atomic_and(&cells[2], x | (T)0xf0);                                                            \
    atomic_or(&cells[3], x & (T)0x0f0f);                                                           \
    atomic_xor(&cells[4], x);                                                                      \
    atomic_min(&cells[5], x);                                                                      \
    atomic_max(&cells[6], x);                                                                      \
    atomic_inc(&cells[7]);                                                                         \
    atomic_dec(&cells[8]);                                                                         \
    atomic_xchg(&cells[9], (T)77);                                                                 \
    atomic_cmpxchg(&cells[10], (T)i, (T)(i + 1));

kernel void int_global(global const int *x, global int *cells)
{
    INT_OPERATIONS(int, cells, x[get_global_id(0)], get_global_id(0))
}

kernel void uint_global(global const uint *x, global uint *cells)
{
    INT_OPERATIONS(uint, cells, x[get_global_id(0)], get_global_id(0))
}

#define LOCAL_KERNEL(T)                                                                            \
    kernel void T##_local(global const T *x, global T *cells)                                      \
    {                                                                                              \
        local T here[11];                                                                          \
        uint id = get_local_id(0);                                                                 \
        if (id < 11)                                                                               \
            here[id] = cells[id];                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        INT_OPERATIONS(T, here, x[id], id)                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (id < 11)                                                                               \
            cells[id] = here[id];                                                                  \
    }
LOCAL_KERNEL(int)
LOCAL_KERNEL(uint)

#define LONG_OPERATIONS(T, cells, x, i)                                                            \
    atom_add(&cells[0], x);                                                                        \
    atom_sub(&cells[1], x);                                                                        \
    atom_and(&cells[2], x | (T)0xf0);                                                              \
    atom_or(&cells[3], x & (T)0x0f0f);                                                             \
    atom_xor(&cells[4], x);                                                                        \
    atom_min(&cells[5], x);                                                                        \
    atom_max(&cells[6], x);                                                                        \
    atom_inc(&cells[7]);                                                                           \
    atom_dec(&cells[8]);                                                                           \
    atom_xchg(&cells[9], (T)77);                                                                   \
    atom_cmpxchg(&cells[10], (T)i, (T)(i + 1));

#define LONG_KERNELS(T)                                                                            \
    kernel void T##_global(global const T *x, global T *cells)                                     \
    {                                                                                              \
        LONG_OPERATIONS(T, cells, x[get_global_id(0)], get_global_id(0))                           \
    }                                                                                              \
    kernel void T##_local(global const T *x, global T *cells)                                      \
    {                                                                                              \
        local T here[11];                                                                          \
        uint id = get_local_id(0);                                                                 \
        if (id < 11)                                                                               \
            here[id] = cells[id];                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        LONG_OPERATIONS(T, here, x[id], id)                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (id < 11)                                                                               \
            cells[id] = here[id];                                                                  \
    }
LONG_KERNELS(long)
LONG_KERNELS(ulong)

/* Values from before the operation: each work-item gets a ticket of its own. The places
 * are global, local, through a generic pointer, and 64 bits wide. */
kernel void tickets(global uint *out, global uint *counter, global ulong *wide)
{
    local uint here;
    uint id = get_local_id(0);
    if (id == 0)
        here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0) * 4;
    out[i] = atomic_inc(counter);
    out[i + 1] = atomic_add(&here, 3u);
    volatile atomic_uint *either =
        (id & 1) ? (volatile atomic_uint *)(counter + 1) : (volatile atomic_uint *)&here;
    out[i + 2] = atomic_fetch_add(either, 0u) % 3 == 0;
    out[i + 3] = (uint)(atom_add(wide, 0x100000001ul) >> 32);
}

/* Float sums by compare-and-swap, and by the atomics of OpenCL C 2.0. All values are small
 * integers, so that the order does not matter. */
kernel void float_sums(global const float *x, global uint *cas_sum, global float *sums,
                       global ulong *double_sum)
{
    local float part;
    size_t i = get_global_id(0);
    if (get_local_id(0) == 0)
        part = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint old = *cas_sum;
    uint seen;
    do {
        seen = old;
        old = atomic_cmpxchg(cas_sum, seen, as_uint(as_float(seen) + x[i]));
    } while (old != seen);
    __opencl_atomic_fetch_add((global atomic_float *)&sums[0], x[i], memory_order_relaxed,
                              memory_scope_device);
    __opencl_atomic_fetch_add((local atomic_float *)&part, x[i], memory_order_relaxed,
                              memory_scope_work_group);
    __opencl_atomic_fetch_min((global atomic_float *)&sums[1], x[i], memory_order_relaxed,
                              memory_scope_device);
    __opencl_atomic_fetch_max((global atomic_float *)&sums[2], x[i], memory_order_relaxed,
                              memory_scope_device);
    ulong expected = *double_sum;
    ulong wanted;
    do {
        wanted = as_ulong(as_double(expected) + (double)x[i] * 0.5);
    } while (!__opencl_atomic_compare_exchange_strong((global atomic_ulong *)double_sum, &expected,
                                                      wanted, memory_order_seq_cst,
                                                      memory_order_relaxed, memory_scope_device));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        __opencl_atomic_fetch_add((global atomic_float *)&sums[3], part, memory_order_relaxed,
                                  memory_scope_device);
}

/* 64 bins in LDS, then added to the global ones. */
kernel void histogram(global const uchar *data, uint count, global uint *bins)
{
    local uint part[64];
    uint id = get_local_id(0);
    for (uint b = id; b < 64; b += get_local_size(0))
        part[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < count; i += get_global_size(0))
        atomic_inc(&part[data[i] >> 2]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = id; b < 64; b += get_local_size(0)) {
        if (part[b])
            atomic_add(&bins[b], part[b]);
    }
}

/* Work-groups of one work-item that take a lock one after the other. (More than one lane
 * of a wave cannot: clang moves the critical section behind the loop, where the winner
 * waits for lanes that wait for it.) */
kernel void critical_section(global uint *lock, global uint *shared, global uint *order)
{
    bool waiting = true;
    while (waiting) {
        if (__opencl_atomic_exchange((global atomic_uint *)lock, 1u, memory_order_acquire,
                                     memory_scope_device) == 0) {
            uint at = shared[0];
            order[at] = get_global_id(0);
            shared[0] = at + 1;
            shared[1] = shared[1] * 3 + 1;
            __opencl_atomic_store((global atomic_uint *)lock, 0u, memory_order_release,
                                  memory_scope_device);
            waiting = false;
        }
    }
}
