/* sync.h: fences and barriers.
 *
 * libclc's barrier() fences only before the barrier instruction; LLVM may then move a
 * load that follows in the source up to it. Here an acquire fence follows too, as
 * OpenCL C 3.0, 6.15.8 asks for. */

SHOAL_DEFINE void shoal_fence_at(memory_order order, memory_scope scope)
{
#define SHOAL_FENCE(order_constant)                                                                \
    do {                                                                                           \
        if (scope == memory_scope_sub_group)                                                       \
            __builtin_amdgcn_fence(order_constant, "wavefront");                                   \
        else if (scope == memory_scope_work_group)                                                 \
            __builtin_amdgcn_fence(order_constant, "workgroup");                                   \
        else if (scope == memory_scope_device)                                                     \
            __builtin_amdgcn_fence(order_constant, "agent");                                       \
        else if (scope == memory_scope_all_svm_devices)                                            \
            __builtin_amdgcn_fence(order_constant, "");                                            \
    } while (0)

    if (order == memory_order_acquire)
        SHOAL_FENCE(__ATOMIC_ACQUIRE);
    else if (order == memory_order_release)
        SHOAL_FENCE(__ATOMIC_RELEASE);
    else if (order == memory_order_acq_rel)
        SHOAL_FENCE(__ATOMIC_ACQ_REL);
    else if (order == memory_order_seq_cst)
        SHOAL_FENCE(__ATOMIC_SEQ_CST);
#undef SHOAL_FENCE
}

/* The flags name memories; fencing all of them is allowed and simpler. */
SHOAL_BUILTIN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                          memory_scope scope)
{
    (void)flags;
    shoal_fence_at(order, scope);
}

SHOAL_DEFINE void shoal_barrier(memory_scope scope)
{
    shoal_fence_at(memory_order_release, scope);
    __builtin_amdgcn_s_barrier();
    shoal_fence_at(memory_order_acquire, scope);
}

SHOAL_BUILTIN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags,
                                                                  memory_scope scope)
{
    (void)flags;
    shoal_barrier(scope);
}

SHOAL_BUILTIN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags)
{
    (void)flags;
    shoal_barrier(memory_scope_work_group);
}

SHOAL_BUILTIN __attribute__((convergent)) void barrier(cl_mem_fence_flags flags)
{
    (void)flags;
    shoal_barrier(memory_scope_work_group);
}

/* libclc's takes a generic pointer, which OpenCL C 1.x has not. Its copies are made by the
 * work-items, in both directions. */
SHOAL_BUILTIN __attribute__((convergent)) void wait_group_events(int count, private event_t *events)
{
    (void)count;
    (void)events;
    shoal_barrier(memory_scope_work_group);
}

SHOAL_BUILTIN __attribute__((convergent)) void sub_group_barrier(cl_mem_fence_flags flags,
                                                                 memory_scope scope)
{
    (void)flags;
    shoal_fence_at(memory_order_release, scope);
    __builtin_amdgcn_wave_barrier();
    shoal_fence_at(memory_order_acquire, scope);
}

SHOAL_BUILTIN __attribute__((convergent)) void sub_group_barrier(cl_mem_fence_flags flags)
{
    (void)flags;
    shoal_fence_at(memory_order_release, memory_scope_sub_group);
    __builtin_amdgcn_wave_barrier();
    shoal_fence_at(memory_order_acquire, memory_scope_sub_group);
}
